use poda_connect::{Board, BombGame, BombRules, BombState, Grid};
use poda_core::{Evaluator, Outcome, Score, Side, Term, Text};

use crate::puntuacion::{WON, weigh};

use crate::NamedEvaluator;

/// Open twos and threes, the centre and the low rows: the idea of a player of Conecta-4 BOOM.
///
/// Every pair and every triple of neighbouring stones is a run. It counts one for each way to complete four with the
/// empty cells at its ends: upwards for upright runs; to the right, to the left, and for a pair with one cell on either
/// side, for flat and slanted ones. The rival's are subtracted. The course's [`Puntuacion`](crate::Puntuacion) is
/// added, and for each own normal stone in a column of more than four stones 7 minus its row, counted from 0.
///
/// Decisions where the report leaves something open:
/// * Whether a cell can be reached does not matter: only whether it is empty.
/// * The report's test for "the same piece" lets a bomb be the first stone of a run (the lowest, or the leftmost) and
///   no other. It is kept.
/// * A triple that is open on both sides counts two: the report's prose has the third case for pairs only.
/// * Its code starts at odd corners when it looks along falling diagonals. [`Runs`] follows the prose, [`RunsCode`] the
///   printed arguments.
/// * In a game where lines lose, the value is the one that the rival would have.
///
/// `STAGE` is how far the report has come: see [`RunsVertical`] and those after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RunsAt<const STAGE: u8, const CODE: bool = false>;

/// The report's last stage.
pub type Runs = RunsAt<WHOLE>;
/// The same with the printed arguments of the helpers: to the right and to the left of a falling run they look at cells that
/// are one row too high for a pair, two for a triple.
pub type RunsCode = RunsAt<WHOLE, true>;

/// The report's first stage: upright runs.
pub type RunsVertical = RunsAt<VERTICAL>;
/// And flat ones.
pub type RunsHorizontal = RunsAt<HORIZONTAL>;
/// And slanted ones: what the report calls the first part of its heuristic.
pub type RunsDiagonal = RunsAt<DIAGONAL>;
/// And the centre. What is missing are the low rows.
pub type RunsCentre = RunsAt<CENTRE>;

/// The stages of the report, each with those before it.
const VERTICAL: u8 = 1;
const HORIZONTAL: u8 = 2;
const DIAGONAL: u8 = 3;
const CENTRE: u8 = 4;
const WHOLE: u8 = 5;

/// Open runs of one length, by the way they lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct OpenRuns {
    vertical: u32,
    horizontal: u32,
    diagonal: u32,
}

impl NamedEvaluator for Runs {
    const NAME: &'static str = "runs";
    const SUMMARY: Text = Text::new(
        "from BOOM: open twos and threes against the rival's, the centre, low rows; not zero-sum",
        "de BOOM: parejas y tríos abiertos menos los del rival, el centro, filas bajas; no es de suma cero",
    );
}

impl NamedEvaluator for RunsCode {
    const NAME: &'static str = "runs-code";
    const SUMMARY: Text = Text::new(
        "`runs` with the printed code for falling diagonals, which looks one or two rows too high",
        "`runs` con el código impreso de las diagonales descendentes, que mira una o dos filas más arriba",
    );
}

impl NamedEvaluator for RunsVertical {
    const NAME: &'static str = "runs-vertical";
    const SUMMARY: Text =
        Text::new("`runs`, its first stage: vertical ones", "`runs`, su primera etapa: las verticales");
}

impl NamedEvaluator for RunsHorizontal {
    const NAME: &'static str = "runs-horizontal";
    const SUMMARY: Text =
        Text::new("`runs-vertical` and horizontal ones", "`runs-vertical` y las horizontales");
}

impl NamedEvaluator for RunsDiagonal {
    const NAME: &'static str = "runs-diagonal";
    const SUMMARY: Text =
        Text::new("`runs-horizontal` and diagonal ones", "`runs-horizontal` y las diagonales");
}

impl NamedEvaluator for RunsCentre {
    const NAME: &'static str = "runs-centre";
    const SUMMARY: Text = Text::new(
        "`runs-diagonal` and the centre: all but low rows",
        "`runs-diagonal` y el centro: todo menos las filas bajas",
    );
}

impl OpenRuns {
    const fn sum(self) -> i32 {
        (self.vertical + self.horizontal + self.diagonal) as i32
    }

    /// What a stage of the report looks at.
    const fn at<const STAGE: u8>(mut self) -> Self {
        if STAGE < HORIZONTAL {
            self.horizontal = 0;
        }
        if STAGE < DIAGONAL {
            self.diagonal = 0;
        }
        self
    }
}

/// All cells of a column.
const COLUMN: u64 = 0x7F;
/// A column with a stone in this row has more than four.
const FIFTH_ROW: u64 = 0x0010_1010_1010_1010;
const UP: u32 = 1;
const RIGHT: u32 = 8;
const RISING: u32 = 9;
const FALLING: u32 = 7;

impl<const STAGE: u8, const CODE: bool, R: BombRules> Evaluator<BombGame<R>> for RunsAt<STAGE, CODE> {
    fn evaluate(&self, _: &BombGame<R>, state: &BombState, side: Side) -> Score {
        let (board, friend) = (state.board(), friend::<R>(side));
        if board.is_full() {
            return Score::EVEN;
        }
        let [mine, theirs] = [friend, friend.other()].map(|side| open_runs::<STAGE, CODE>(board, side));
        let runs = mine[0].sum() + mine[1].sum() - theirs[0].sum() - theirs[1].sum();
        let normal = board.stones(friend) & !board.bombs();
        let centre = if STAGE < CENTRE { 0 } else { weigh(normal) };
        let low = if STAGE < WHOLE { 0 } else { low_rows(normal, board.all()) };
        Score::heuristic(runs + centre + low)
    }

    fn terms(&self, _: &BombGame<R>, state: &BombState, side: Side) -> Vec<Term> {
        let (board, friend) = (state.board(), friend::<R>(side));
        // A full board is worth nothing, whatever is on it.
        let factor = i32::from(!board.is_full());
        let normal = board.stones(friend) & !board.bombs();
        let [[twos, threes], [rival_twos, rival_threes]] =
            [friend, friend.other()].map(|side| open_runs::<STAGE, CODE>(board, side));
        let part = |name, value: i32| Term::new(name, factor * value);
        let against = |name, count: u32| Term::new(name, -factor * count as i32);
        vec![
            part(Text::new("own vertical twos", "parejas verticales propias"), twos.vertical as i32),
            part(Text::new("own horizontal twos", "parejas horizontales propias"), twos.horizontal as i32),
            part(Text::new("own diagonal twos", "parejas diagonales propias"), twos.diagonal as i32),
            part(Text::new("own vertical threes", "tríos verticales propios"), threes.vertical as i32),
            part(Text::new("own horizontal threes", "tríos horizontales propios"), threes.horizontal as i32),
            part(Text::new("own diagonal threes", "tríos diagonales propios"), threes.diagonal as i32),
            against(Text::new("rival's vertical twos", "parejas verticales del rival"), rival_twos.vertical),
            against(
                Text::new("rival's horizontal twos", "parejas horizontales del rival"),
                rival_twos.horizontal,
            ),
            against(Text::new("rival's diagonal twos", "parejas diagonales del rival"), rival_twos.diagonal),
            against(
                Text::new("rival's vertical threes", "tríos verticales del rival"),
                rival_threes.vertical,
            ),
            against(
                Text::new("rival's horizontal threes", "tríos horizontales del rival"),
                rival_threes.horizontal,
            ),
            against(
                Text::new("rival's diagonal threes", "tríos diagonales del rival"),
                rival_threes.diagonal,
            ),
            part(Text::new("centre", "centro"), if STAGE < CENTRE { 0 } else { weigh(normal) }),
            part(
                Text::new("low rows", "filas bajas"),
                if STAGE < WHOLE { 0 } else { low_rows(normal, board.all()) },
            ),
        ]
    }

    fn finished(&self, _: &BombGame<R>, _: &BombState, outcome: Outcome, side: Side) -> Score {
        Score::heuristic(match outcome {
            Outcome::Draw => 0,
            Outcome::Win(winner) if winner == side => WON,
            Outcome::Win(_) => -WON,
        })
    }

    fn decided(&self) -> Score {
        Score::heuristic(WON)
    }

    fn is_zero_sum(&self) -> bool {
        false
    }
}

/// For whom lines are good.
const fn friend<R: BombRules>(side: Side) -> Side {
    if R::IS_MISERE { side.other() } else { side }
}

/// The open twos and the open threes of a side.
#[inline]
fn open_runs<const STAGE: u8, const CODE: bool>(board: &Board, side: Side) -> [OpenRuns; 2] {
    let stones = board.stones(side);
    let normal = stones & !board.bombs();
    let empty = Grid::BOMB_BOARD.full() & !board.all();
    let pairs = stones & normal >> UP;
    let triples = pairs & normal >> (2 * UP);
    let [flat, rising, falling] = [RIGHT, RISING, FALLING].map(|step| {
        let too_high = if CODE && step == FALLING { [1, 2] } else { [0, 0] };
        sideways(stones, normal, empty, step, too_high)
    });
    let twos = OpenRuns {
        vertical: (pairs & empty >> (2 * UP) & empty >> (3 * UP)).count_ones(),
        horizontal: flat[0],
        diagonal: rising[0] + falling[0],
    };
    let threes = OpenRuns {
        vertical: (triples & empty >> (3 * UP)).count_ones(),
        horizontal: flat[1],
        diagonal: rising[1] + falling[1],
    };
    [twos.at::<STAGE>(), threes.at::<STAGE>()]
}

/// Open pairs and triples whose stones are `step` bits apart, found at their leftmost stone.
///
/// ```text
/// bit        -2 -1  0  1  2  3     in steps
/// to the right       x  x  .  .
/// to the left  .  .  x  x
/// on both sides   .  x  x  .
/// ```
///
/// To the right and to the left, but not on both sides, it may look some rows too high: for pairs and for triples.
#[inline]
fn sideways(stones: u64, normal: u64, empty: u64, step: u32, too_high: [u32; 2]) -> [u32; 2] {
    let pairs = stones & normal >> step;
    let triples = pairs & normal >> (2 * step);
    let (before, after_two) = (empty << step, empty >> (2 * step));
    // A cell above the column to the left would be a low one of the run's own column, which is occupied.
    let [of_pairs, of_triples] = too_high.map(|rows| empty >> rows);
    let twos = (pairs & of_pairs >> (2 * step) & of_pairs >> (3 * step)).count_ones()
        + (pairs & of_pairs << step & of_pairs << (2 * step)).count_ones()
        + (pairs & before & after_two).count_ones();
    let threes =
        (triples & of_triples >> (3 * step)).count_ones() + (triples & of_triples << step).count_ones();
    [twos, threes]
}

/// 7 for a stone in the lowest row, 1 for one in the highest, in columns of more than four stones.
#[inline]
fn low_rows(normal: u64, all: u64) -> i32 {
    let crowded = ((all & FIFTH_ROW) >> 4) * COLUMN;
    let counted = normal & crowded;
    // Each row adds its stones once more for itself and for every row above it.
    (0..7).map(|row| (counted & rows_up_to(row)).count_ones() as i32).sum()
}

/// The rows 0 to `row`.
const fn rows_up_to(row: u32) -> u64 {
    Grid::BOMB_BOARD.bottom() * ((2 << row) - 1)
}

#[cfg(test)]
#[path = "runs_tests.rs"]
mod tests;
