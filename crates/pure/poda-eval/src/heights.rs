use poda_connect::{Action, BombGame, BombRules, BombState, Grid};
use poda_core::{Evaluator, Foresight, Game, Moves, Score, Side, Term, Text, Tunable};

use crate::{
    NamedEvaluator, foresight,
    threats::centrality,
    weighted_sum::{array, features, parts, value},
    windows::digits_of_four,
};

/// The built-in evaluator of Crush: lines that can be completed soon, threats by how far up they are, stones and bombs by their rows, and
/// how far the game has got.
///
/// Bombs change the board faster than columns fill up, so a line counts only if its empty cells are near. They are *within reach* of
/// one or two stones:
///
/// ```text
///  . . 2 .      2: within two stones of being filled
///  2 2 1 2      1: within one
///  1 1 = 1      =: where the next stone of the column lands
///  = = o =
/// ```
///
/// A threat right above the next stone of its column keeps the opponent out of that column: whoever plays below it, loses. So the cells
/// that are left elsewhere are counted: who runs out of them is in zugzwang. The second to the fourth row are worth most, above all in
/// the middle, because lines are made above them. The move, the centre, stones, twos within reach, enemies beside the bomb and zugzwang
/// are worth more or less as the board fills up: each counts once as it is, and once by the stones on the board.
///
/// Zero-sum. The weights come from [`crate::weights`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Heights {
    weights: [i32; FEATURES],
}

impl NamedEvaluator for Heights {
    const NAME: &'static str = "heights";
    const SUMMARY: Text = Text::new(
        "tuned: lines that can be completed soon, how high stones and threats are, and how full the board is",
        "ajustada: líneas que pueden completarse pronto, la altura de fichas y amenazas, y lo lleno que está el tablero",
    );
}

impl Heights {
    /// An evaluator with these weights, in the order of [`Tunable::NAMES`].
    pub const fn new(weights: [i32; FEATURES]) -> Self {
        Self { weights }
    }
}

features! { GUESS, TUNED;
    UPRIGHT_ONES        [   9,   24] "vertical singles", "sueltas verticales";
    TWOS_IN_ONE         [  38,   36] "twos within reach of one stone", "parejas al alcance de una ficha";
    ONES_IN_TWO         [  17,   31] "singles within reach of two stones", "sueltas al alcance de dos fichas";
    TWOS_IN_TWO         [  24,   47] "twos within reach of two stones", "parejas al alcance de dos fichas";
    PLAYABLE            [  94,  247] "threats to play now", "amenazas jugables ya";
    NEAR                [ 129,  176] "threats right above a landing cell", "amenazas justo encima de donde se cae";
    COLUMNS             [  77,  131] "columns with a threat further up", "columnas con una amenaza más arriba";
    STONES              [  40,    8] "stones", "fichas";
    CENTRALITY          [  20,   35] "distance from the edge", "distancia al borde";
    SECOND_ROW          [  10,    5] "stones in the second row", "fichas en la segunda fila";
    THIRD_ROW           [  10,   13] "stones in the third row", "fichas en la tercera fila";
    FOURTH_ROW          [   5,   12] "stones in the fourth row", "fichas en la cuarta fila";
    FIFTH_ROW           [   0,   14] "stones in the fifth row", "fichas en la quinta fila";
    SECOND_MIDDLE       [  10,  -13] "stones in the middle of the second row", "fichas en el medio de la segunda fila";
    THIRD_MIDDLE        [  20,   14] "stones in the middle of the third row", "fichas en el medio de la tercera fila";
    FOURTH_MIDDLE       [  10,   25] "stones in the middle of the fourth row", "fichas en el medio de la cuarta fila";
    BOMBS               [-118, -145] "bombs", "bombas";
    HIGH_BOMBS          [   0,   48] "bombs above the third row", "bombas por encima de la tercera fila";
    ENEMIES_BESIDE      [  66,   63] "enemies beside the bomb", "rivales junto a la bomba";
    FRIENDS_BESIDE      [ -77,  -52] "friends beside the bomb", "propias junto a la bomba";
    TO_MOVE             [  74,  191] "side to move", "turno";
    ZUGZWANG            [  50,  114] "zugzwang", "zugzwang";
    LATE_TO_MOVE        [ -19,    0] "side to move, by stones on the board", "turno, según las fichas puestas";
    LATE_ENEMIES_BESIDE [ -18,  -17] "enemies beside the bomb, by stones on the board", "rivales junto a la bomba, según las fichas puestas";
    LATE_STONES         [   0,   -1] "stones, by stones on the board", "fichas, según las fichas puestas";
    LATE_CENTRALITY     [  -5,   -9] "distance from the edge, by stones on the board", "distancia al borde, según las fichas puestas";
    LATE_TWOS_IN_TWO    [   0,   -8] "twos within reach of two stones, by stones on the board", "parejas al alcance de dos fichas, según las fichas puestas";
    LATE_ZUGZWANG       [  10,   32] "zugzwang, by stones on the board", "zugzwang, según las fichas puestas";
}

/// What counts by the stones on the board, and where.
const LATE: [(usize, usize); 6] = [
    (LATE_TO_MOVE, TO_MOVE),
    (LATE_ENEMIES_BESIDE, ENEMIES_BESIDE),
    (LATE_STONES, STONES),
    (LATE_CENTRALITY, CENTRALITY),
    (LATE_TWOS_IN_TWO, TWOS_IN_TWO),
    (LATE_ZUGZWANG, ZUGZWANG),
];

/// How much later than half of the board it is, in steps of four stones, times an amount.
#[inline]
fn late(amount: i32, stones: i32) -> i32 {
    const HALF: i32 = 24;
    const STEP: i32 = 4;
    amount * (stones - HALF) / STEP
}

/// How many columns have one of these cells: the bits of each byte are gathered in its lowest one.
#[inline]
fn columns(cells: u64) -> i32 {
    let halves = cells | cells >> 4;
    let quarters = halves | halves >> 2;
    count((quarters | quarters >> 1) & Grid::BOMB_BOARD.bottom())
}

#[inline]
fn count(cells: u64) -> i32 {
    cells.count_ones() as i32
}

/// A row, its lowest being 0, and the three cells in its middle.
const fn row(index: usize) -> u64 {
    Grid::BOMB_BOARD.bottom() << index
}

const fn middle(index: usize) -> u64 {
    const COLUMNS: u64 = 0x0000_00FF_FFFF_0000;
    row(index) & COLUMNS
}

/// The empty cells that matter to both sides.
#[derive(Clone, Copy)]
struct OpenCells {
    empty: u64,
    /// Where the next stone of each column lands.
    landing: u64,
    /// These cells, and those within reach of one stone.
    in_one: u64,
    /// The same of two stones.
    in_two: u64,
}

impl OpenCells {
    #[inline]
    fn of(all: u64) -> Self {
        let empty = Grid::BOMB_BOARD.full() & !all;
        let landing = (all + Grid::BOMB_BOARD.bottom()) & empty;
        let in_one = landing | landing << 1 & empty;
        Self { empty, landing, in_one, in_two: in_one | landing << 2 & empty }
    }
}

/// Everything that one side has of stones, lines and threats. Gives the threats that cannot be played yet.
#[inline]
fn side_amounts(room: OpenCells, mine: u64, amounts: &mut [i32; FEATURES], sign: i32) -> u64 {
    let board = Grid::BOMB_BOARD;
    let [ones, twos] = digits_of_four(1, mine, mine | room.empty);
    amounts[UPRIGHT_ONES] += sign * count(ones & !twos);
    for step in [board.stride() - 1, board.stride(), board.stride() + 1] {
        let [ones, twos] = digits_of_four(step, mine, mine | room.in_one);
        amounts[TWOS_IN_ONE] += sign * count(twos & !ones);
        let [ones, twos] = digits_of_four(step, mine, mine | room.in_two);
        amounts[ONES_IN_TWO] += sign * count(ones & !twos);
        amounts[TWOS_IN_TWO] += sign * count(twos & !ones);
    }
    let threats = board.completing(mine) & room.empty;
    let later = threats & !room.landing;
    if threats != 0 {
        amounts[PLAYABLE] += sign * count(threats & room.landing);
        amounts[NEAR] += sign * count(later & room.in_one);
        amounts[COLUMNS] += sign * columns(later);
    }
    amounts[STONES] += sign * count(mine);
    amounts[CENTRALITY] += sign * centrality(&board, mine);
    for index in 1..5 {
        amounts[SECOND_ROW + index - 1] += sign * count(mine & row(index));
    }
    for index in 1..4 {
        amounts[SECOND_MIDDLE + index - 1] += sign * count(mine & middle(index));
    }
    later
}

/// Whom zugzwang favours: 1 for the first player, -1 for the second. Both sides fill the board up, and neither plays below a threat as
/// long as there is another cell. Whoever has to move when no other cell is left, loses if there is a threat of the opponent.
///
/// ```text
///  2 x 4 6      x: the lowest threat of its column
///  1 ! 3 5      !: right below it; nobody plays here before the others are filled
///  o o x o      six cells are left, an even number: whoever is to move now will have to play !
/// ```
#[inline]
fn zugzwang(empty: u64, later: [u64; 2], mover: Side) -> i32 {
    const BOARD: Grid<u64> = Grid::BOMB_BOARD;
    let threats = later[0] | later[1];
    if threats == 0 {
        return 0;
    }
    // Column by column, that is, byte by byte: the lowest one, and all cells below it.
    let lowest = threats & ((!threats & BOARD.full()) + BOARD.bottom());
    let blocked = ((lowest + BOARD.full()) & BOARD.bottom() << 7) >> 7;
    let below = lowest - blocked;
    let left = count(empty & (below | !(blocked * 0xFF))) - count(lowest);
    let loser = if left % 2 == 0 { mover } else { mover.other() };
    match loser {
        Side::First => -i32::from(lowest & later[1] != 0),
        Side::Second => i32::from(lowest & later[0] != 0),
    }
}

#[inline]
fn amounts_of<R: BombRules>(game: BombGame<R>, state: &BombState) -> [i32; FEATURES] {
    const HIGH: u64 = row(3) | row(4) | row(5) | row(6);
    let mut amounts = [0; FEATURES];
    let board = state.board();
    let room = OpenCells::of(board.all());
    let mut later = [0; 2];
    for (side, sign) in [(Side::First, 1), (Side::Second, -1)] {
        let (mine, theirs) = (board.stones(side), board.stones(side.other()));
        later[side.index()] = side_amounts(room, mine, &mut amounts, sign);
        let bomb = board.bomb(side);
        if bomb != 0 {
            let beside = bomb << 1 | bomb >> 1 | bomb << 8 | bomb >> 8;
            amounts[BOMBS] += sign;
            amounts[HIGH_BOMBS] += sign * count(bomb & HIGH);
            amounts[ENEMIES_BESIDE] += sign * count(beside & theirs);
            amounts[FRIENDS_BESIDE] += sign * count(beside & mine);
        }
    }
    let mover = game.to_move(state);
    amounts[TO_MOVE] = if mover == Side::First { 1 } else { -1 };
    amounts[ZUGZWANG] = zugzwang(room.empty, later, mover);
    let stones = count(board.all());
    for (place, feature) in LATE {
        amounts[place] = late(amounts[feature], stones);
    }
    amounts
}

impl<R: BombRules> Evaluator<BombGame<R>> for Heights {
    #[inline]
    fn foresee(&self, game: &BombGame<R>, state: &BombState) -> Foresight<Action> {
        foresight::bombs(*game, state)
    }

    #[inline]
    fn candidates(&self, game: &BombGame<R>, state: &BombState, moves: &mut Moves<Action>) {
        foresight::bomb_candidates(*game, state, moves);
    }

    #[inline]
    fn evaluate(&self, game: &BombGame<R>, state: &BombState, side: Side) -> Score {
        value(&amounts_of(*game, state), &self.weights, side)
    }

    fn terms(&self, game: &BombGame<R>, state: &BombState, side: Side) -> Vec<Term> {
        parts(&NAMES, &amounts_of(*game, state), &self.weights, side)
    }
}

impl<R: BombRules> Tunable<BombGame<R>> for Heights {
    const NAMES: &'static [Text] = &NAMES;

    fn amounts(game: &BombGame<R>, state: &BombState) -> Vec<i32> {
        amounts_of(*game, state).to_vec()
    }

    fn weights(&self) -> &[i32] {
        &self.weights
    }

    fn with_weights(weights: &[i32]) -> Self {
        Self { weights: array(weights) }
    }
}

#[cfg(test)]
mod tests {
    use poda_connect::Crush;
    use poda_core::{Game, Notation};
    use poda_testkit::{check_parts, check_zero_sum, random_states};

    use super::*;
    use crate::weights;

    /// Whether a cell, counted from 0, is among these.
    fn has(cells: u64, column: i32, row: i32) -> bool {
        (0..7).contains(&column) && (0..7).contains(&row) && cells >> (8 * column + row) & 1 == 1
    }

    /// How many stones a column holds.
    fn fallen(state: &BombState, column: i32) -> i32 {
        (0..7).filter(|row| has(state.board().all(), column, *row)).count() as i32
    }

    /// The lines of one side: for each its direction, how many stones it has, and by how much its highest empty cell is out of reach of
    /// the next stone of its column. Only those without an enemy.
    fn lines(state: &BombState, side: Side) -> Vec<((i32, i32), usize, i32)> {
        let board = state.board();
        let mut lines = Vec::new();
        for (right, up) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
            for (column, row) in (0..7).flat_map(|column| (0..7).map(move |row| (column, row))) {
                let cells: Vec<_> = (0..4).map(|index| (column + right * index, row + up * index)).collect();
                let fits = |(column, row): &(i32, i32)| (0..7).contains(column) && (0..7).contains(row);
                let is_enemy = |(column, row): &(i32, i32)| has(board.stones(side.other()), *column, *row);
                if !cells.iter().all(fits) || cells.iter().any(is_enemy) {
                    continue;
                }
                let (own, empty): (Vec<_>, Vec<_>) =
                    cells.into_iter().partition(|(column, row)| has(board.stones(side), *column, *row));
                let out_of_reach = empty.iter().map(|(column, row)| row - fallen(state, *column)).max();
                lines.push(((right, up), own.len(), out_of_reach.unwrap_or(0)));
            }
        }
        lines
    }

    /// What one side has, by a look at each cell and each line on its own.
    fn slow_side(state: &BombState, side: Side) -> [i32; FEATURES] {
        const CELLS: std::ops::Range<i32> = 0..7;
        let board = state.board();
        let mine = board.stones(side);
        let stones = |wanted: &dyn Fn(i32, i32) -> bool| {
            let in_column =
                |column| CELLS.filter(|row| has(mine, column, *row) && wanted(column, *row)).count();
            CELLS.map(in_column).sum::<usize>() as i32
        };
        let lines = lines(state, side);
        let with = |upright: bool, own: usize, reach: i32| {
            let counts = |line: &&((i32, i32), usize, i32)| {
                (line.0 == (0, 1)) == upright && line.1 == own && line.2 <= reach
            };
            lines.iter().filter(counts).count() as i32
        };
        let mut amounts = [0; FEATURES];
        amounts[UPRIGHT_ONES] = with(true, 1, 7);
        amounts[TWOS_IN_ONE] = with(false, 2, 1);
        amounts[ONES_IN_TWO] = with(false, 1, 2);
        amounts[TWOS_IN_TWO] = with(false, 2, 2);
        for column in CELLS {
            let floor = fallen(state, column);
            let threat = |row: &i32| {
                let stone = 1 << (8 * column + row);
                Grid::BOMB_BOARD.lines(mine | stone) != 0
            };
            let threats: Vec<i32> = (floor..7).filter(threat).collect();
            amounts[PLAYABLE] += i32::from(threats.contains(&floor));
            amounts[NEAR] += i32::from(threats.contains(&(floor + 1)));
            amounts[COLUMNS] += i32::from(threats.iter().any(|row| *row > floor));
        }
        amounts[STONES] = stones(&|_, _| true);
        amounts[CENTRALITY] =
            (1..4).map(|ring| stones(&|column, _| (ring..7 - ring).contains(&column))).sum();
        for index in 1..5 {
            amounts[SECOND_ROW + index - 1] = stones(&|_, row| row == index as i32);
        }
        for index in 1..4 {
            amounts[SECOND_MIDDLE + index - 1] =
                stones(&|column, row| row == index as i32 && (2..5).contains(&column));
        }
        for (column, row) in CELLS.flat_map(|column| CELLS.map(move |row| (column, row))) {
            if has(board.bomb(side), column, row) {
                amounts[BOMBS] = 1;
                amounts[HIGH_BOMBS] = i32::from(row >= 3);
                let beside = [(column - 1, row), (column + 1, row), (column, row - 1), (column, row + 1)];
                let count =
                    |cells: u64| beside.iter().filter(|(column, row)| has(cells, *column, *row)).count();
                amounts[ENEMIES_BESIDE] = count(board.stones(side.other())) as i32;
                amounts[FRIENDS_BESIDE] = count(mine) as i32;
            }
        }
        amounts
    }

    /// Fills the board up, cell by cell.
    fn slow_zugzwang(state: &BombState, mut mover: Side) -> i32 {
        let board = state.board();
        let is_threat = |side: Side, column: i32, row: i32| {
            row < 7 && Grid::BOMB_BOARD.lines(board.stones(side) | 1 << (8 * column + row)) != 0
        };
        let floors: Vec<i32> = (0..7).map(|column| fallen(state, column)).collect();
        // The lowest threat of each column that is not playable yet, or the board's edge.
        let ceiling = |column: i32| {
            let any = |row: &i32| Side::BOTH.iter().any(|side| is_threat(*side, column, *row));
            (floors[column as usize] + 1..7).find(any)
        };
        for column in 0..7 {
            let floor = floors[column as usize];
            let end = ceiling(column).map_or(7, |row| row - 1);
            (floor..end).for_each(|_| mover = mover.other());
        }
        let winner = mover.other();
        let wins = |column: i32| ceiling(column).is_some_and(|row| is_threat(winner, column, row));
        let sign = if winner == Side::First { 1 } else { -1 };
        sign * i32::from((0..7).any(wins))
    }

    #[test]
    fn counts_what_a_slow_look_counts() {
        let game = Crush::new();
        check_zero_sum(&game, &weights::CRUSH, 1, 100);
        check_parts(&game, &weights::CRUSH, 1, 100);
        let mut met = [0; FEATURES];
        for state in random_states(&game, 7, 400, 100) {
            if game.outcome(&state).is_some() {
                continue;
            }
            let [first, second] = Side::BOTH.map(|side| slow_side(&state, side));
            let mut expected: [i32; FEATURES] = std::array::from_fn(|index| first[index] - second[index]);
            expected[TO_MOVE] = if game.to_move(&state) == Side::First { 1 } else { -1 };
            expected[ZUGZWANG] = slow_zugzwang(&state, game.to_move(&state));
            let stones = first[STONES] + second[STONES];
            for (place, feature) in LATE {
                expected[place] = expected[feature] * (stones - 24) / 4;
            }
            let amounts = amounts_of(game, &state);
            assert_eq!(amounts, expected, "{}", game.position_text(&state));
            met.iter_mut().zip(expected).for_each(|(met, amount)| *met += i32::from(amount != 0));
        }
        assert!(met.iter().all(|count| *count > 20), "{met:?}");
    }
}
