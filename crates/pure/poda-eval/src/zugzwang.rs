#![expect(clippy::inline_always, reason = "where the board is a constant, so are the shifts")]

use poda_connect::{Connect4, Connect4State, Grid, Word};
use poda_core::{Evaluator, Foresight, Score, Side, Term, Text, Tunable};

use crate::{
    NamedEvaluator, foresight,
    threats::centrality,
    weighted_sum::{array, features, parts, value},
    windows::{Fill, fill},
};

/// What [`crate::Threats`] sees in Connect-4, and who has to play below a threat in the end.
///
/// A *threat* is an empty cell that would give a line to its owner. Nobody plays below a threat of the other side as long as there is
/// another move, so in the end somebody has to: *zugzwang*. All other columns hold `(width - 1) * height` cells. If that number is
/// even, the first player begins the last column and gets its odd rows, counted from 1; else the second player does:
///
/// ```text
///  2 2 2 2 2 2 2 2
///  1 1 1 1 1 1 1 1       the rows that each gets on 8x8 if the columns are filled one after the other: its own rows
///  2 2 2 2 2 2 2 2
///  1 1 1 1 1 1 1 1
/// ```
///
/// A threat counts by the row in which it is, and only the lowest of a column decides: above it nobody gets to play before.
/// A threat of the first player in its own rows beats all threats of the second player in *its* own rows, because it turns
/// the order of play round; a threat of the second player in the first player's rows cancels it.
///
/// That is a rule of thumb. The function `filled` does what it stands for: it fills the board up with the threats that there are, and sees
/// who has to play below one. The fuller the board, the more that is worth, since fewer threats are still to come.
///
/// Zero-sum. The weights come from [`crate::weights`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Zugzwang {
    weights: [i32; FEATURES],
}

impl NamedEvaluator for Zugzwang {
    const NAME: &'static str = "zugzwang";
    const SUMMARY: Text = Text::new(
        "built in, tuned: open lines, threats by their rows, and who has to play below one if the board fills up",
        "propia, ajustada: líneas abiertas, amenazas según su fila, y quién tendrá que jugar debajo de una si el tablero se llena",
    );
}

impl Default for Zugzwang {
    fn default() -> Self {
        crate::weights::CONNECT4
    }
}

impl Zugzwang {
    /// An evaluator with these weights, in the order of [`Tunable::NAMES`].
    pub const fn new(weights: [i32; FEATURES]) -> Self {
        Self { weights }
    }
}

features! { GUESS, PARITY, TUNED;
    VERTICAL_ONES   [    1,    3,    21] "vertical singles", "fichas solas verticales";
    VERTICAL_TWOS   [    4,   43,    38] "vertical twos", "parejas verticales";
    VERTICAL_THREES [    9, -284,   -29] "vertical threes", "tríos verticales";
    OTHER_ONES      [    3,   15,    17] "other singles", "otras fichas solas";
    OTHER_TWOS      [    9,   37,    53] "other twos", "otras parejas";
    OTHER_THREES    [   20,  -37,     7] "other threes", "otros tríos";
    OWN_ROWS_ONES   [    2,   -5,    -2] "singles that lack own rows only", "fichas solas a las que solo faltan filas propias";
    OWN_ROWS_TWOS   [    6,   -1,    25] "twos that lack own rows only", "parejas a las que solo faltan filas propias";
    PLAYABLE        [  100,  496,   168] "threats to play now", "amenazas jugables ya";
    LOWEST_OWN      [  100,  181,   -42] "lowest threats in own rows", "amenazas más bajas en filas propias";
    LOWEST_OTHER    [   40,  139,   141] "lowest threats in other rows", "amenazas más bajas en filas ajenas";
    HIGHER          [   20,   23,     5] "threats above another", "amenazas encima de otra";
    STACKED         [   20,   -8,    -2] "threats right above an own one", "amenazas justo encima de una propia";
    CENTRALITY      [    2,   -1,    -4] "distance from the edge", "distancia al borde";
    TO_MOVE         [   50,  241,   187] "side to move", "turno";
    ZUGZWANG        [   50,  170,   -76] "zugzwang", "zugzwang";
    LEFT_TO_FIRST   [  100,  502,   297] "a line in own rows is left for player 1", "al jugador 1 le queda una línea en sus filas";
    LEFT_TO_SECOND  [  100,  354,   206] "a line in own rows is left for player 2", "al jugador 2 le queda una línea en sus filas";
    FIRST           [    0, -137,   -82] "player 1", "jugador 1";
    WINS_NEXT       [ 1000,    0,  1291] "wins with the next move", "gana con la próxima jugada";
    HAS_TO_BLOCK    [    0,    0,   -27] "has to block", "tiene que tapar";
    CANNOT_BLOCK    [-1000,    0, -1417] "cannot block", "no puede tapar";
    FILLED          [   40,    0,    58] "wins if the board fills up", "gana si el tablero se llena";
    ROOM_ABOVE      [   20,    0,    38] "room above threats in own rows", "espacio sobre amenazas en filas propias";
}

/// What a board that is full counts for [`FILLED`]; less in proportion to the stones on it.
const FULL: i32 = 16;

/// The rows that each side gets if the columns are filled one after the other.
#[inline(always)]
fn own_rows<W: Word>(grid: &Grid<W>) -> [W; 2] {
    let odd = grid.full() & grid.odd_rows();
    let even = grid.full() & !grid.odd_rows();
    if ((grid.width() - 1) * grid.height()).is_multiple_of(2) { [odd, even] } else { [even, odd] }
}

/// The lowest cell of each column that is in `cells`.
///
/// A spare bit above each column ends the search in a column without any:
///
/// ```text
/// spare + cells          1 0 1 1 0 0
/// inverted               0 1 0 0 1 1
/// plus the lowest row    0 1 0 1 0 0     carries up to the lowest cell, which it sets
/// ```
#[inline(always)]
fn lowest<W: Word>(grid: &Grid<W>, cells: W) -> W {
    let columns = grid.full() | grid.top() << 1;
    let closed = cells | grid.top() << 1;
    cells & (columns & !closed).plus(grid.bottom())
}

/// The cells of each column below the lowest one that is in `cells`: all of it where there is none.
#[inline(always)]
fn below_lowest<W: Word>(grid: &Grid<W>, cells: W) -> W {
    let columns = grid.full() | grid.top() << 1;
    let open = columns & !(cells | grid.top() << 1);
    open & !open.plus(grid.bottom())
}

/// Who wins if the board is filled up with these threats, and no others come up: 1 for the first player, -1 for the second.
///
/// Nobody plays below a threat as long as there is another cell. Then somebody has to: below an own threat, which the
/// opponent blocks, or below one of the opponent's, which is the end.
#[inline(always)]
fn filled<W: Word>(grid: &Grid<W>, mut all: W, threats: [W; 2], mover: usize) -> i32 {
    let wins = |side: usize| if side == 0 { 1 } else { -1 };
    let below = (threats[0] | threats[1]) >> 1;
    let mut side = mover;
    while all != grid.full() {
        let playable = grid.full() & !all & all.plus(grid.bottom());
        if threats[side] & playable != W::ZERO {
            return wins(side);
        }
        let blocks = threats[1 - side] & playable;
        if blocks != W::ZERO {
            all = all | W::ONE << blocks.lowest();
            side = 1 - side;
            continue;
        }
        let safe = below_lowest(grid, below & !all) & grid.full() & !all;
        if safe != W::ZERO {
            all = all | safe;
            side = (side + safe.count() as usize) % 2;
            continue;
        }
        let given_up = playable & !(threats[1 - side] >> 1);
        if given_up == W::ZERO {
            return wins(1 - side);
        }
        let cell = W::ONE << given_up.lowest();
        all = all | cell | cell << 1;
    }
    0
}

#[inline(always)]
fn amounts_of<W: Word>(grid: &Grid<W>, stones: [W; 2], mover: Side) -> [i32; FEATURES] {
    let mut amounts = [0; FEATURES];
    let all = stones[0] | stones[1];
    let empty = grid.full() & !all;
    let playable = empty & all.plus(grid.bottom());
    let own = own_rows(grid);
    let threats = [grid.completing(stones[0]) & empty, grid.completing(stones[1]) & empty];
    let later = (threats[0] | threats[1]) & !playable;
    let low = if later == W::ZERO { later } else { lowest(grid, later) };
    for (index, sign) in [(0, 1), (1, -1)] {
        let (mine, theirs) = (stones[index], stones[1 - index]);
        let room = grid.full() & !theirs;
        let good = mine | (empty & own[index]);
        for (place, step) in grid.directions().into_iter().enumerate() {
            let Some(step) = step else { continue };
            let Fill { ones, twos, threes } = fill(grid.run(), step, mine, room);
            let first = if place == 0 { VERTICAL_ONES } else { OTHER_ONES };
            amounts[first] += sign * ones;
            amounts[first + 1] += sign * twos;
            amounts[first + 2] += sign * threes;
            if place > 0 {
                let Fill { ones, twos, .. } = fill(grid.run(), step, mine, good);
                amounts[OWN_ROWS_ONES] += sign * ones;
                amounts[OWN_ROWS_TWOS] += sign * twos;
            }
        }
        let mine_now = threats[index];
        if mine_now != W::ZERO {
            let lowest = mine_now & low;
            let in_own = (lowest & own[index]).count() as i32;
            amounts[PLAYABLE] += sign * (mine_now & playable).count() as i32;
            amounts[LOWEST_OWN] += sign * in_own;
            amounts[LOWEST_OTHER] += sign * (lowest.count() as i32 - in_own);
            amounts[HIGHER] += sign * (mine_now & later & !low).count() as i32;
            amounts[STACKED] += sign * (mine_now & mine_now >> 1).count() as i32;
        }
        amounts[LEFT_TO_FIRST + index] = sign * i32::from(grid.lines(good) != W::ZERO);
    }
    let count = |cells: W| cells.count() as i32;
    // A threat of both belongs to whoever gets its row.
    let turned = count(low & threats[0] & own[0]) - count(low & threats[1] & !threats[0] & own[0]);
    let followed = count(low & threats[1] & own[1]);
    amounts[ZUGZWANG] = if turned > 0 { 1 } else { -i32::from(followed > 0) };
    amounts[CENTRALITY] = centrality(grid, stones[0]) - centrality(grid, stones[1]);
    amounts[TO_MOVE] = if mover == Side::First { 1 } else { -1 };
    amounts[FIRST] = 1;
    if threats[0] | threats[1] != W::ZERO {
        let mover = mover.index();
        let sign = if mover == 0 { 1 } else { -1 };
        let [mine, theirs] = [threats[mover], threats[1 - mover]].map(|threats| threats & playable);
        if mine != W::ZERO {
            amounts[WINS_NEXT] = sign;
        } else if theirs.count() > 1 || theirs & threats[1 - mover] >> 1 != W::ZERO {
            amounts[CANNOT_BLOCK] = sign;
        } else if theirs != W::ZERO {
            amounts[HAS_TO_BLOCK] = sign;
        }
        let (stones, cells) = (count(all), count(grid.full()));
        amounts[FILLED] = filled(grid, all, threats, mover) * (FULL * stones / cells);
        amounts[ROOM_ABOVE] =
            room_above(grid, low & threats[0] & own[0]) - room_above(grid, low & threats[1] & own[1]);
    }
    amounts
}

/// The number of rows from each of these cells to the top, together.
#[inline(always)]
fn room_above<W: Word>(grid: &Grid<W>, mut cells: W) -> i32 {
    let mut sum = 0;
    while cells != W::ZERO {
        let cell = cells.lowest();
        sum += grid.height() - cell % grid.stride();
        cells = cells & !(W::ONE << cell);
    }
    sum as i32
}

#[inline]
fn amounts<W: Word>(game: &Connect4<W>, state: &Connect4State<W>) -> [i32; FEATURES] {
    let stones = Side::BOTH.map(|side| state.stones(side));
    if game.grid().is_usual() {
        amounts_of(&W::USUAL_BOARD, stones, state.side())
    } else {
        amounts_of(game.grid(), stones, state.side())
    }
}

impl<W: Word> Evaluator<Connect4<W>> for Zugzwang {
    #[inline]
    fn foresee(&self, game: &Connect4<W>, state: &Connect4State<W>) -> Foresight<u8> {
        foresight::connect4(game, state)
    }

    #[inline]
    fn evaluate(&self, game: &Connect4<W>, state: &Connect4State<W>, side: Side) -> Score {
        value(&amounts(game, state), &self.weights, side)
    }

    fn terms(&self, game: &Connect4<W>, state: &Connect4State<W>, side: Side) -> Vec<Term> {
        parts(&NAMES, &amounts(game, state), &self.weights, side)
    }
}

impl<W: Word> Tunable<Connect4<W>> for Zugzwang {
    const NAMES: &'static [Text] = &NAMES;

    fn amounts(game: &Connect4<W>, state: &Connect4State<W>) -> Vec<i32> {
        amounts(game, state).to_vec()
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
    use poda_core::Notation;
    use poda_testkit::{check_parts, check_zero_sum, random_states};

    use super::*;

    /// Looks at each cell and each window on its own.
    #[expect(
        clippy::too_many_lines,
        reason = "one look at everything, without helpers that could share a mistake"
    )]
    fn slow<W: Word>(game: &Connect4<W>, state: &Connect4State<W>) -> [i32; FEATURES] {
        let grid = game.grid();
        let (width, height, run) = (grid.width() as i32, grid.height() as i32, grid.run() as i32);
        let on_board = |column: i32, row: i32| (0..width).contains(&column) && (0..height).contains(&row);
        let has = |stones: W, column: i32, row: i32| {
            on_board(column, row) && stones & grid.cell(column as u32, row as u32) != W::ZERO
        };
        let stones = Side::BOTH.map(|side| state.stones(side));
        let all = stones[0] | stones[1];
        let is_own = |side: usize, row: i32| {
            let begins = (width - 1) * height % 2 == 0;
            (row % 2 == 0) == (begins == (side == 0))
        };
        let is_playable =
            |column: i32, row: i32| !has(all, column, row) && (row == 0 || has(all, column, row - 1));
        let windows = || {
            (0..width).flat_map(move |column| (0..height).map(move |row| (column, row))).flat_map(
                move |(column, row)| {
                    [(0, 1), (1, 0), (1, 1), (1, -1)].map(move |(right, up)| {
                        (
                            up == 1 && right == 0,
                            (0..run).map(move |index| (column + right * index, row + up * index)),
                        )
                    })
                },
            )
        };
        let completes = |side: usize, column: i32, row: i32| {
            let mine = |(at, level): (i32, i32)| has(stones[side], at, level) || (at, level) == (column, row);
            !has(all, column, row)
                && windows().any(|(_, mut cells)| {
                    cells.clone().any(|cell| cell == (column, row))
                        && cells.all(|(at, level)| on_board(at, level) && mine((at, level)))
                })
        };
        let mut amounts = [0; FEATURES];
        let (mut turned, mut followed) = (0, 0);
        for (side, sign) in [(0, 1), (1, -1)] {
            let mut is_left = false;
            for (is_vertical, cells) in windows() {
                let cells: Vec<(i32, i32)> = cells.collect();
                if cells
                    .iter()
                    .any(|(column, row)| !on_board(*column, *row) || has(stones[1 - side], *column, *row))
                {
                    continue;
                }
                let missing: Vec<_> =
                    cells.iter().filter(|(column, row)| !has(stones[side], *column, *row)).collect();
                let lacks_own_only = missing.iter().all(|(_, row)| is_own(side, *row));
                is_left |= lacks_own_only;
                let own = run as usize - missing.len();
                if own == 0 || missing.is_empty() || missing.len() > 3 {
                    continue;
                }
                amounts[if is_vertical { VERTICAL_ONES } else { OTHER_ONES } + 3 - missing.len()] += sign;
                if !is_vertical && lacks_own_only && missing.len() > 1 {
                    amounts[OWN_ROWS_ONES + 3 - missing.len()] += sign;
                }
            }
            amounts[LEFT_TO_FIRST + side] = if is_left { sign } else { 0 };
            for column in 0..width {
                let is_later = |row: i32| {
                    !is_playable(column, row) && (completes(0, column, row) || completes(1, column, row))
                };
                let lowest = (0..height).find(|row| is_later(*row));
                for row in 0..height {
                    if has(stones[side], column, row) {
                        amounts[CENTRALITY] += sign * column.min(width - 1 - column);
                    }
                    if !completes(side, column, row) {
                        continue;
                    }
                    let feature = match (is_playable(column, row), lowest == Some(row)) {
                        (true, _) => PLAYABLE,
                        (_, false) => HIGHER,
                        _ if is_own(side, row) => LOWEST_OWN,
                        _ => LOWEST_OTHER,
                    };
                    amounts[feature] += sign;
                    amounts[ROOM_ABOVE] += if feature == LOWEST_OWN { sign * (height - row) } else { 0 };
                    amounts[STACKED] +=
                        if on_board(column, row + 1) && completes(side, column, row + 1) { sign } else { 0 };
                    if feature == LOWEST_OWN && side == 0 {
                        turned += 1;
                    } else if feature == LOWEST_OWN {
                        followed += 1;
                    } else if feature == LOWEST_OTHER && side == 1 && !completes(0, column, row) {
                        turned -= 1;
                    }
                }
            }
        }
        amounts[ZUGZWANG] = if turned > 0 { 1 } else { -i32::from(followed > 0) };
        amounts[TO_MOVE] = if state.side() == Side::First { 1 } else { -1 };
        amounts[FIRST] = 1;
        let heights: Vec<i32> = (0..width)
            .map(|column| (0..height).filter(|row| has(all, column, *row)).count() as i32)
            .collect();
        let mover = state.side().index();
        let wins = |side: usize| {
            (0..width)
                .filter(|column| completes(side, *column, heights[*column as usize]))
                .collect::<Vec<_>>()
        };
        let [mine, theirs] = [wins(mover), wins(1 - mover)];
        let sign = amounts[TO_MOVE];
        if !mine.is_empty() {
            amounts[WINS_NEXT] = sign;
        } else if theirs.len() > 1
            || theirs.iter().any(|column| completes(1 - mover, *column, heights[*column as usize] + 1))
        {
            amounts[CANNOT_BLOCK] = sign;
        } else if !theirs.is_empty() {
            amounts[HAS_TO_BLOCK] = sign;
        }
        let stones = heights.iter().sum::<i32>();
        let completes = |side: usize, column: i32, row: i32| row < height && completes(side, column, row);
        amounts[FILLED] = slow_fill(&heights, height, mover, &completes) * (FULL * stones / (width * height));
        amounts
    }

    /// Fills the board move by move.
    fn slow_fill(
        heights: &[i32],
        height: i32,
        mover: usize,
        completes: &dyn Fn(usize, i32, i32) -> bool,
    ) -> i32 {
        let mut heights = heights.to_vec();
        let mut side = mover;
        loop {
            let free: Vec<i32> =
                (0..heights.len() as i32).filter(|c| heights[*c as usize] < height).collect();
            let find = |wanted: &dyn Fn(i32, i32) -> bool| {
                free.iter().copied().find(|column| wanted(*column, heights[*column as usize]))
            };
            let sign = if side == 0 { 1 } else { -1 };
            if find(&|column, row| completes(side, column, row)).is_some() {
                return sign;
            }
            let block = find(&|column, row| completes(1 - side, column, row));
            let safe = find(&|column, row| {
                !completes(side, column, row + 1) && !completes(1 - side, column, row + 1)
            });
            let given_up = find(&|column, row| !completes(1 - side, column, row + 1));
            let Some(column) = block.or(safe).or(given_up) else {
                return if free.is_empty() { 0 } else { -sign };
            };
            heights[column as usize] += 1;
            side = 1 - side;
        }
    }

    fn check_size<W: Word>(width: u32, height: u32, run: u32) {
        let game = Connect4::<W>::new(width, height, run).unwrap();
        check_zero_sum(&game, &Zugzwang::default(), 1, 40);
        check_parts(&game, &Zugzwang::default(), 1, 40);
        for state in random_states(&game, 7, 12, 100) {
            let position = game.position_text(&state);
            assert_eq!(amounts(&game, &state), slow(&game, &state), "{position}");
        }
    }

    #[test]
    fn counts_what_a_slow_look_counts() {
        // Even and odd heights and widths: who begins the last column differs.
        for (width, height, run) in [(7, 6, 4), (4, 4, 4), (3, 9, 4), (8, 7, 5), (6, 5, 3), (5, 5, 3)] {
            check_size::<u64>(width, height, run);
            check_size::<u128>(width, height, run);
        }
        check_size::<u128>(8, 8, 4);
    }

    #[test]
    fn a_threat_in_an_own_row_decides_who_has_to_play_below() {
        // Player 1 has three in the third row, which is its own on 8x8; the cell beside them is in the air.
        let game = Connect4::<u128>::new(8, 8, 4).unwrap();
        for (position, zugzwang) in [
            ("8/8/8/8/8/xxx5/oox5/xoo5 2", 1),
            // The same for player 2 in the second row.
            ("8/8/8/8/8/8/ooo5/xxo2x1x 1", -1),
            // Its threat in a row of player 1 leads nowhere.
            ("8/8/8/8/8/ooo5/xxo5/oxx3x1 1", 0),
        ] {
            let state = game.read_position(position).unwrap();
            assert_eq!(amounts(&game, &state)[ZUGZWANG], zugzwang, "{position}");
        }
    }
}
