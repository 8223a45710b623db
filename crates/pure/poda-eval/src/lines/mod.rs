//! The player of Conecta-4 Crush, stage by stage: its first idea, what its report describes, and what its program does.

mod completable;
mod neighbouring;
mod programmed;

use std::marker::PhantomData;

use poda_connect::{Board, BombGame, BombRules, BombState, Grid};
use poda_core::{Evaluator, Outcome, Score, Side, Term, Text};

use self::{completable::Completable, neighbouring::Neighbouring, programmed::Programmed};
use crate::NamedEvaluator;

/// Rows, columns and diagonals in which one stands, and threes: the idea of a player of Conecta-4 Crush.
///
/// ```text
/// own     rows + columns + diagonals + row threes + column threes + 1000 * diagonal threes
/// rival's rows + columns + diagonals + 1000 * (row threes + column threes + diagonal threes)
/// value   own - rival's
/// ```
///
/// So a three of the rival is worse than anything that can be had, and the search blocks it. It is not zero-sum, on
/// purpose. What counts as open and as a three is said by `C`: see [`Lines`], [`LinesText`] and [`LinesCode`].
///
/// Decisions where the report leaves something open:
/// * Bombs are stones of their owner, as the rules have it.
/// * In a game where lines lose, the value is the one that the rival would have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LinesBy<C>(PhantomData<C>);

/// The report's player: a three counts while it can be completed, so that blocking it pays, which is what the report wants its weight for.
pub type Lines = LinesBy<Completable>;
/// The report's words alone: a three counts even if it can no longer be completed.
pub type LinesText = LinesBy<Neighbouring>;
/// What the program of the report's author does.
pub type LinesCode = LinesBy<Programmed>;

/// The first idea behind [`Lines`], without the threes: own rows, columns and diagonals minus the rival's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LinesFirst;

/// An idea that the report gave up: [`Lines`] that also asks whether exploding the bomb is good.
///
/// The rows, columns and diagonals are those of the board as it is or as it would be if the asked side exploded its bomb, whichever
/// is better for it; this is what the program's unused function does. The threes are those of the board as it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LinesBomb;

/// What is open and what is a three.
pub trait LineCounting: Copy + Default + Send + Sync + 'static {
    /// The open rows, columns and diagonals of whoever has these stones.
    fn open(stones: Stones) -> LineCount;

    /// Their threes.
    fn threes(stones: Stones) -> LineCount;
}

/// The board as one side sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stones {
    mine: u64,
    /// My bomb, which is among mine.
    bomb: u64,
    empty: u64,
}

/// What a side has of one kind of thing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct LineCount {
    rows: i32,
    columns: i32,
    diagonals: i32,
}

const WON: i32 = 999_999;
const HEAVY: i32 = 1000;
const UP: u32 = 1;
const RIGHT: u32 = 8;
const RISING: u32 = 9;
const FALLING: u32 = 7;

impl NamedEvaluator for Lines {
    const NAME: &'static str = "lines";
    const SUMMARY: Text = Text::new(
        "from Crush: rows, columns and diagonals with a stone, completable threes, the rival's x 1000; not zero-sum",
        "de Crush: filas, columnas y diagonales con ficha, tríos completables, los del rival x 1000; no es de suma cero",
    );
}

impl NamedEvaluator for LinesText {
    const NAME: &'static str = "lines-text";
    const SUMMARY: Text = Text::new(
        "`lines` by the report's words alone: blocked threes count too",
        "`lines` según la letra de la memoria: también cuentan los tríos tapados",
    );
}

impl NamedEvaluator for LinesCode {
    const NAME: &'static str = "lines-code";
    const SUMMARY: Text = Text::new(
        "`lines` as its program does it: free windows of each stone, cells that complete four",
        "`lines` como lo hace su programa: ventanas libres de cada ficha, casillas que completan cuatro",
    );
}

impl NamedEvaluator for LinesFirst {
    const NAME: &'static str = "lines-first";
    const SUMMARY: Text = Text::new(
        "from Crush, the first idea: rows, columns and diagonals with a stone, minus the rival's",
        "de Crush, la idea inicial: filas, columnas y diagonales con ficha, menos las del rival",
    );
}

impl NamedEvaluator for LinesBomb {
    const NAME: &'static str = "lines-bomb";
    const SUMMARY: Text = Text::new(
        "`lines` that also asks whether exploding its bomb is good: an idea that was given up",
        "`lines` que además mira si conviene explotar su bomba: una idea descartada",
    );
}

impl LineCount {
    const fn sum(self) -> i32 {
        self.rows + self.columns + self.diagonals
    }
}

impl Stones {
    #[inline]
    fn of(board: &Board, side: Side) -> Self {
        let empty = Grid::BOMB_BOARD.full() & !board.all();
        Self { mine: board.stones(side), bomb: board.bomb(side), empty }
    }
}

impl<C: LineCounting, R: BombRules> Evaluator<BombGame<R>> for LinesBy<C> {
    fn evaluate(&self, _: &BombGame<R>, state: &BombState, side: Side) -> Score {
        let (board, friend) = (state.board(), friend::<R>(side));
        if board.is_full() {
            return Score::EVEN;
        }
        let [mine, theirs] = [friend, friend.other()].map(|side| Stones::of(board, side));
        Score::heuristic(C::open(mine).sum() - C::open(theirs).sum() + weighed_threes::<C>(mine, theirs))
    }

    fn terms(&self, _: &BombGame<R>, state: &BombState, side: Side) -> Vec<Term> {
        let friend = friend::<R>(side);
        let mut parts = open_parts(state.board(), friend, C::open);
        parts.extend(three_parts::<C>(state.board(), friend));
        parts
    }

    fn finished(&self, _: &BombGame<R>, _: &BombState, outcome: Outcome, side: Side) -> Score {
        worth(outcome, side)
    }

    fn decided(&self) -> Score {
        Score::heuristic(WON)
    }

    fn is_zero_sum(&self) -> bool {
        false
    }
}

impl<R: BombRules> Evaluator<BombGame<R>> for LinesFirst {
    fn evaluate(&self, _: &BombGame<R>, state: &BombState, side: Side) -> Score {
        let board = state.board();
        if board.is_full() {
            return Score::EVEN;
        }
        Score::heuristic(open_difference(board, friend::<R>(side)))
    }

    fn terms(&self, _: &BombGame<R>, state: &BombState, side: Side) -> Vec<Term> {
        open_parts(state.board(), friend::<R>(side), with_a_stone)
    }

    fn finished(&self, _: &BombGame<R>, _: &BombState, outcome: Outcome, side: Side) -> Score {
        worth(outcome, side)
    }

    fn decided(&self) -> Score {
        Score::heuristic(WON)
    }
}

impl<R: BombRules> Evaluator<BombGame<R>> for LinesBomb {
    fn evaluate(&self, _: &BombGame<R>, state: &BombState, side: Side) -> Score {
        let (board, friend) = (state.board(), friend::<R>(side));
        if board.is_full() {
            return Score::EVEN;
        }
        let [mine, theirs] = [friend, friend.other()].map(|side| Stones::of(board, side));
        let open = open_difference(board, friend) + gain_by_exploding::<R>(board, side);
        Score::heuristic(open + weighed_threes::<Completable>(mine, theirs))
    }

    fn terms(&self, _: &BombGame<R>, state: &BombState, side: Side) -> Vec<Term> {
        let (board, friend) = (state.board(), friend::<R>(side));
        let mut parts = open_parts(board, friend, with_a_stone);
        parts.push(Term::new(
            Text::new("gain by exploding", "ganancia al explotar"),
            if board.is_full() { 0 } else { gain_by_exploding::<R>(board, side) },
        ));
        parts.extend(three_parts::<Completable>(board, friend));
        parts
    }

    fn finished(&self, _: &BombGame<R>, _: &BombState, outcome: Outcome, side: Side) -> Score {
        worth(outcome, side)
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

fn worth(outcome: Outcome, side: Side) -> Score {
    Score::heuristic(match outcome {
        Outcome::Draw => 0,
        Outcome::Win(winner) if winner == side => WON,
        Outcome::Win(_) => -WON,
    })
}

/// The lines in which a side stands, minus the rival's.
fn open_difference(board: &Board, friend: Side) -> i32 {
    let [mine, theirs] = [friend, friend.other()].map(|side| with_a_stone(Stones::of(board, side)).sum());
    mine - theirs
}

/// How much better the open lines are for a side after its bomb has exploded; nothing if they are not, or if it has none.
fn gain_by_exploding<R: BombRules>(board: &Board, side: Side) -> i32 {
    if board.bomb(side) == 0 {
        return 0;
    }
    let mut exploded = *board;
    R::explode(&mut exploded, side);
    let friend = friend::<R>(side);
    (open_difference(&exploded, friend) - open_difference(board, friend)).max(0)
}

/// The threes of both sides with their weights.
#[inline]
fn weighed_threes<C: LineCounting>(mine: Stones, theirs: Stones) -> i32 {
    let own = C::threes(mine);
    own.rows + own.columns + HEAVY * own.diagonals - HEAVY * C::threes(theirs).sum()
}

fn open_parts(board: &Board, friend: Side, open: fn(Stones) -> LineCount) -> Vec<Term> {
    let [own, rival] = [friend, friend.other()].map(|side| counted(board, side, open));
    vec![
        Term::new(Text::new("own rows", "filas propias"), own.rows),
        Term::new(Text::new("own columns", "columnas propias"), own.columns),
        Term::new(Text::new("own diagonals", "diagonales propias"), own.diagonals),
        Term::new(Text::new("rival's rows", "filas del rival"), -rival.rows),
        Term::new(Text::new("rival's columns", "columnas del rival"), -rival.columns),
        Term::new(Text::new("rival's diagonals", "diagonales del rival"), -rival.diagonals),
    ]
}

fn three_parts<C: LineCounting>(board: &Board, friend: Side) -> [Term; 6] {
    let [own, rival] = [friend, friend.other()].map(|side| counted(board, side, C::threes));
    [
        Term::new(Text::new("own row threes", "tríos propios en fila"), own.rows),
        Term::new(Text::new("own column threes", "tríos propios en columna"), own.columns),
        Term::new(
            Text::new("own diagonal threes x 1000", "tríos propios en diagonal x 1000"),
            HEAVY * own.diagonals,
        ),
        Term::new(
            Text::new("rival's row threes x 1000", "tríos del rival en fila x 1000"),
            -HEAVY * rival.rows,
        ),
        Term::new(
            Text::new("rival's column threes x 1000", "tríos del rival en columna x 1000"),
            -HEAVY * rival.columns,
        ),
        Term::new(
            Text::new("rival's diagonal threes x 1000", "tríos del rival en diagonal x 1000"),
            -HEAVY * rival.diagonals,
        ),
    ]
}

/// A count of a side's stones; nothing on a full board, which is worth nothing.
fn counted(board: &Board, side: Side, count: fn(Stones) -> LineCount) -> LineCount {
    if board.is_full() { LineCount::default() } else { count(Stones::of(board, side)) }
}

/// The lines in which there is a stone: a line is "open" with at least one own stone in it, as the report says in brackets,
/// whoever else is there. Diagonals are the fourteen in which four have room.
#[inline]
fn with_a_stone(Stones { mine: stones, .. }: Stones) -> LineCount {
    // Every column is a byte of seven rows: folding the bytes onto each other leaves the rows that are in use, folding
    // each byte onto its lowest bit the columns.
    let rows = stones | stones >> 32;
    let rows = rows | rows >> 16;
    let rows = (rows | rows >> 8) & 0x7F;
    let columns = stones | stones >> 4;
    let columns = columns | columns >> 2;
    let columns = (columns | columns >> 1) & Grid::BOMB_BOARD.bottom();
    let diagonals = DIAGONALS.iter().filter(|diagonal| stones & **diagonal != 0).count();
    LineCount {
        rows: rows.count_ones() as i32,
        columns: columns.count_ones() as i32,
        diagonals: diagonals as i32,
    }
}

/// The rising and falling diagonals of at least four cells.
const DIAGONALS: [u64; 14] = {
    let mut masks = [0; 14];
    let mut column = 0;
    while column < 7 {
        let mut row = 0;
        while row < 7 {
            let cell = 1 << (8 * column + row);
            // Rising: row - column is the same all along, -3 to 3 where four have room. Falling: row + column, 3 to 9.
            if row + 3 >= column && row <= column + 3 {
                masks[row + 3 - column] |= cell;
            }
            if row + column >= 3 && row + column <= 9 {
                masks[7 + row + column - 3] |= cell;
            }
            row += 1;
        }
        column += 1;
    }
    masks
};

#[cfg(test)]
mod tests;
