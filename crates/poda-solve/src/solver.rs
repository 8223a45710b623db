use std::{borrow::Cow, sync::atomic::AtomicBool};

use poda_connect::{Connect4, Connect4State, SizeError};
use poda_core::Side;
use thiserror::Error;

use crate::{
    book::Book,
    ideas::{Idea, Ideas},
    node::{Node, Settled},
    score::{remoteness, win_with},
    search::Search,
    shape::{Classic, Other, Shape},
    table::{BoundTable, Bounds},
    threats::has_line,
};

/// Why something cannot be solved.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SolveError {
    /// Another run than four.
    #[error("only four in line can be solved, not {run}")]
    Run {
        /// Run of the game.
        run: u32,
    },
    /// No such board, or a larger one than 64 bits.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// A table that cannot be had.
    #[error("no memory for a table of {megabytes} MB")]
    Memory {
        /// Size asked for.
        megabytes: usize,
    },
    /// The game has ended.
    #[error("the game is over: player {winner} has four in line")]
    Won {
        /// Who has won.
        winner: Side,
    },
    /// The game has ended, perhaps without a line.
    #[error("the game is over: player {winner} has won")]
    Decided {
        /// Who has won.
        winner: Side,
    },
    /// The game has ended.
    #[error("the game is over: a draw")]
    Drawn,
}

/// How much to find out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Goal {
    /// The score.
    #[default]
    Exact,
    /// Its sign: who wins, not when.
    Weak,
}

/// What is known about a position, for its side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Findings {
    /// The score is at least this.
    pub lower: i32,
    /// The score is at most this.
    pub upper: i32,
    /// Positions entered.
    pub nodes: u64,
}

impl Findings {
    /// The score, if it is known: `+k` the side to move wins with its k-th stone from the end, `-k` it loses so, 0 draw.
    pub fn score(&self) -> Option<i32> {
        (self.lower == self.upper).then_some(self.lower)
    }
}

/// Looks over the solver's shoulder, and may stop it.
pub trait Onlooker {
    /// Asked about every thousand nodes; `false` ends the search with the bounds it has.
    fn keep_going(&mut self, _nodes: u64) -> bool {
        true
    }

    /// Told whenever the bounds have become tighter.
    fn learned(&mut self, _findings: &Findings) {}
}

/// An onlooker that neither looks nor stops.
#[derive(Clone, Copy, Debug, Default)]
pub struct Nobody;

impl Onlooker for Nobody {}

/// Solves positions of one board, and remembers what it met.
#[derive(Debug)]
pub struct Solver {
    board: Board,
    table: BoundTable,
    threads: usize,
    ideas: Ideas,
    book: Option<Cow<'static, Book>>,
}

#[derive(Clone, Copy, Debug)]
enum Board {
    Classic(Classic),
    Other(Other),
}

impl Solver {
    /// A solver for that board, with a table of `megabytes` (rounded down to a power of two).
    ///
    /// # Errors
    /// If another run than four wins, or if there is not enough memory.
    pub fn new(game: &Connect4<u64>, megabytes: usize) -> Result<Self, SolveError> {
        let grid = game.grid();
        let other = Other::new(grid)?;
        let (board, book) = match (grid.width(), grid.height()) {
            (7, 6) => (Board::Classic(Classic), Some(Cow::Borrowed(Book::classic()))),
            _ => (Board::Other(other), None),
        };
        let table = BoundTable::new(megabytes, other.bits()).ok_or(SolveError::Memory { megabytes })?;
        Ok(Self { board, table, threads: 1, ideas: Ideas::ALL, book })
    }

    /// The same without a book: everything is found out by searching.
    pub fn without_book(mut self) -> Self {
        self.close_book();
        self
    }

    /// From now on everything is found out by searching.
    pub fn close_book(&mut self) {
        self.book = None;
    }

    /// The same with another book, such as [`bind`](crate::book::bind) makes, if it is one and if the board is the classic one.
    pub fn with_book(mut self, bytes: &[u8]) -> Option<Self> {
        let Board::Classic(_) = self.board else { return None };
        self.book = Some(Cow::Owned(Book::read(bytes)?));
        Some(self)
    }

    /// The same with several threads on one table.
    #[cfg(feature = "threads")]
    pub fn with_threads(mut self, threads: usize) -> Self {
        self.threads = threads.max(1);
        self
    }

    /// The same without one of its ideas.
    #[cfg(feature = "ablation")]
    pub fn without(mut self, idea: Idea) -> Self {
        self.ideas = Ideas::without(idea);
        self
    }

    /// Forgets all positions it met. Scores do not depend on them, only time does.
    pub fn forget(&mut self) {
        self.table.clear();
    }

    /// The exact score of a position, for its side to move.
    ///
    /// # Errors
    /// If the game is over by a line. A full board is a draw.
    pub fn score(&mut self, state: &Connect4State<u64>) -> Result<i32, SolveError> {
        self.solve(state, Goal::Exact, &mut Nobody).map(|findings| findings.lower)
    }

    /// What an onlooker allows to find out about a position.
    ///
    /// # Errors
    /// If the game is over by a line.
    pub fn solve(
        &mut self,
        state: &Connect4State<u64>,
        goal: Goal,
        onlooker: &mut dyn Onlooker,
    ) -> Result<Findings, SolveError> {
        match self.board {
            Board::Classic(shape) => self.on(shape).solve(state, goal, onlooker),
            Board::Other(shape) => self.on(shape).solve(state, goal, onlooker),
        }
    }

    /// What an onlooker allows to find out about each column: `None` for full ones.
    ///
    /// # Errors
    /// If the game is over by a line.
    pub fn solve_moves(
        &mut self,
        state: &Connect4State<u64>,
        goal: Goal,
        onlooker: &mut dyn Onlooker,
    ) -> Result<Vec<Option<Findings>>, SolveError> {
        match self.board {
            Board::Classic(shape) => self.on(shape).solve_moves(state, goal, onlooker),
            Board::Other(shape) => self.on(shape).solve_moves(state, goal, onlooker),
        }
    }

    /// A column whose move is worth `score`, the score of the position: the one nearest to the middle. `None` if the
    /// onlooker stopped before it was found.
    ///
    /// # Errors
    /// If the game is over by a line.
    pub fn best_move(
        &mut self,
        state: &Connect4State<u64>,
        score: i32,
        onlooker: &mut dyn Onlooker,
    ) -> Result<Option<u8>, SolveError> {
        match self.board {
            Board::Classic(shape) => self.on(shape).best_move(state, score, onlooker),
            Board::Other(shape) => self.on(shape).best_move(state, score, onlooker),
        }
    }

    /// The scores of many positions, several at a time. `done` is told the place in the list and what was found, in the
    /// order in which they are done; `false` ends it.
    ///
    /// # Errors
    /// If one of the games is over by a line; nothing is solved then.
    #[cfg(feature = "threads")]
    pub fn solve_each(
        &mut self,
        states: &[Connect4State<u64>],
        done: &mut dyn FnMut(usize, Findings) -> bool,
    ) -> Result<(), SolveError> {
        match self.board {
            Board::Classic(shape) => self.on(shape).solve_each(states, done),
            Board::Other(shape) => self.on(shape).solve_each(states, done),
        }
    }

    /// Solves a position of the book of the classic board without the book: its score there, and what was found. `None`
    /// if the board is another, or if the book has no such place.
    pub fn recheck(&mut self, place: usize, onlooker: &mut dyn Onlooker) -> Option<(i32, Findings)> {
        let Board::Classic(shape) = self.board else { return None };
        let (node, score) = Book::classic().entry(place)?;
        let task = Task { book: None, ..self.on(shape) };
        Some((score, task.solve_node(node, Goal::Exact, onlooker)))
    }

    /// Plies until the game ends under perfect play, in a position of that score.
    pub fn remoteness(&self, state: &Connect4State<u64>, score: i32) -> u32 {
        let cells = match self.board {
            Board::Classic(shape) => shape.cells(),
            Board::Other(shape) => shape.cells(),
        };
        remoteness(cells as u32, state.all().count_ones(), score)
    }

    fn on<S: Shape>(&self, shape: S) -> Task<'_, S> {
        let book = self.book.as_deref();
        Task { shape, table: &self.table, book, ideas: self.ideas, threads: self.threads }
    }
}

/// A solver whose board the compiler knows.
#[derive(Clone, Copy)]
pub(crate) struct Task<'a, S> {
    pub(crate) shape: S,
    pub(crate) table: &'a BoundTable,
    pub(crate) book: Option<&'a Book>,
    pub(crate) ideas: Ideas,
    pub(crate) threads: usize,
}

/// The answer to one question, `None` if it was stopped, and what it cost.
pub(crate) struct Answer {
    pub(crate) found: Option<i32>,
    pub(crate) nodes: u64,
}

impl<S: Shape> Task<'_, S> {
    fn check(&self, state: &Connect4State<u64>) -> Result<Node, SolveError> {
        let (side, all) = (state.side(), state.all());
        for winner in Side::BOTH {
            if has_line(self.shape, state.stones(winner)) {
                return Err(SolveError::Won { winner });
            }
        }
        Ok(Node::new(self.shape, state.stones(side), all))
    }

    fn solve(
        &self,
        state: &Connect4State<u64>,
        goal: Goal,
        onlooker: &mut dyn Onlooker,
    ) -> Result<Findings, SolveError> {
        Ok(self.solve_node(self.check(state)?, goal, onlooker))
    }

    #[cfg(feature = "threads")]
    fn solve_each(
        &self,
        states: &[Connect4State<u64>],
        done: &mut dyn FnMut(usize, Findings) -> bool,
    ) -> Result<(), SolveError> {
        let nodes = states.iter().map(|state| self.check(state)).collect::<Result<Vec<_>, _>>()?;
        crate::threads::solve_each(self, &nodes, done);
        Ok(())
    }

    pub(crate) fn solve_node(&self, node: Node, goal: Goal, onlooker: &mut dyn Onlooker) -> Findings {
        let clamp = |score: i32| if goal == Goal::Weak { score.signum() } else { score };
        let known = |score: i32, nodes| Findings { lower: clamp(score), upper: clamp(score), nodes };
        if node.my_wins & node.landing(self.shape) != 0 {
            return known(win_with(self.shape.cells(), node.stones + 1), 0);
        }
        let (node, is_passed) = match node.settled(self.shape, self.ideas) {
            Settled::Known(score) => return known(score, 0),
            Settled::Open(node, is_passed) => (node, is_passed),
        };
        let seen = |bounds: Bounds, nodes| {
            let bounds = if is_passed { bounds.turned() } else { bounds };
            Findings { lower: bounds.lower, upper: bounds.upper, nodes }
        };
        let written = self.book.filter(|book| node.stones <= book.most_stones);
        if let Some(score) = written.and_then(|book| book.score(node.key_or_mirrored(self.shape))) {
            let score = clamp(score);
            return seen(Bounds { lower: score, upper: score }, 0);
        }
        let widest = Bounds { lower: node.least(self.shape), upper: node.most(self.shape) };
        let mut bounds = match goal {
            Goal::Exact => widest,
            Goal::Weak => Bounds { lower: widest.lower.max(-1), upper: widest.upper.min(1) },
        };
        let mut nodes = 0;
        while bounds.lower < bounds.upper {
            let alpha = self.question(bounds, widest);
            let answer = self.ask(&node, alpha, nodes, onlooker);
            nodes += answer.nodes;
            match answer.found {
                None => break,
                Some(found) if found > alpha => bounds.lower = clamp(found),
                Some(found) => bounds.upper = clamp(found),
            }
            onlooker.learned(&seen(bounds, nodes));
        }
        seen(bounds, nodes)
    }

    /// The next question, "is the score above that?". Quick ends are asked about first: a search for one goes no deeper
    /// than that, and costs little. Then the sign, then step by step away from the draw.
    ///
    /// ```text
    /// lower ........ half ........ 0 1 2 ........ half ........ upper
    ///               <- 2             3 4               1 ->
    /// ```
    fn question(&self, bounds: Bounds, widest: Bounds) -> i32 {
        let Bounds { lower, upper } = bounds;
        if self.ideas.has(Idea::OutsideIn) {
            let (quick_loss, quick_win) = (widest.lower / 2 - 1, widest.upper / 2);
            if lower <= quick_win && quick_win < upper && upper == widest.upper {
                return quick_win;
            }
            if lower <= quick_loss && quick_loss < upper && lower == widest.lower {
                return quick_loss;
            }
            if lower > quick_win || upper <= quick_loss {
                return lower + (upper - lower) / 2;
            }
        }
        if lower >= 0 {
            lower
        } else if upper <= 0 {
            upper - 1
        } else {
            0
        }
    }

    fn ask(&self, node: &Node, alpha: i32, nodes: u64, onlooker: &mut dyn Onlooker) -> Answer {
        // Many short questions are as long as a few long ones, inside of which the onlooker is asked too.
        if nodes > 0 && !onlooker.keep_going(nodes) {
            return Answer { found: None, nodes: 0 };
        }
        #[cfg(feature = "threads")]
        if self.threads > 1 {
            return crate::threads::ask(self, node, alpha, nodes, onlooker);
        }
        let _ = self.threads;
        let halt = AtomicBool::new(false);
        let mut pulse = |more: u64| onlooker.keep_going(nodes + more);
        let mut search = Search::new(self.shape, self.table, self.book, self.ideas, &halt, &mut pulse);
        let found = search.ask(node, alpha);
        Answer { found, nodes: search.nodes }
    }

    fn columns<'n>(&self, node: &'n Node) -> impl Iterator<Item = (u32, Option<u64>)> + use<'n, S> {
        let (shape, landing) = (self.shape, node.landing(self.shape));
        (0..shape.width()).map(move |column| {
            let cell = landing & shape.column(column);
            (column, (cell != 0).then_some(cell))
        })
    }

    fn solve_moves(
        &self,
        state: &Connect4State<u64>,
        goal: Goal,
        onlooker: &mut dyn Onlooker,
    ) -> Result<Vec<Option<Findings>>, SolveError> {
        let node = self.check(state)?;
        let mut solve_cell = |cell: u64| {
            if node.my_wins & cell != 0 {
                let score = win_with(self.shape.cells(), node.stones + 1);
                let score = if goal == Goal::Weak { 1 } else { score };
                return Findings { lower: score, upper: score, nodes: 0 };
            }
            let child = self.solve_node(node.after(self.shape, cell), goal, onlooker);
            Findings { lower: 0 - child.upper, upper: 0 - child.lower, nodes: child.nodes }
        };
        Ok(self.columns(&node).map(|(_, cell)| cell.map(&mut solve_cell)).collect())
    }

    fn best_move(
        &self,
        state: &Connect4State<u64>,
        score: i32,
        onlooker: &mut dyn Onlooker,
    ) -> Result<Option<u8>, SolveError> {
        let node = self.check(state)?;
        let mut columns: Vec<(u32, Option<u64>)> = self.columns(&node).collect();
        columns.sort_by_key(|(column, _)| (2 * column).abs_diff(self.shape.width() - 1));
        for (column, cell) in columns {
            let Some(cell) = cell else { continue };
            if node.my_wins & cell != 0 {
                return Ok(Some(column as u8));
            }
            match self.is_at_most(node.after(self.shape, cell), 0 - score, onlooker) {
                None => return Ok(None),
                Some(true) => return Ok(Some(column as u8)),
                Some(false) => {}
            }
        }
        Ok(None)
    }

    /// Whether the score of a position is `most` or less.
    fn is_at_most(&self, node: Node, most: i32, onlooker: &mut dyn Onlooker) -> Option<bool> {
        if node.my_wins & node.landing(self.shape) != 0 {
            return Some(win_with(self.shape.cells(), node.stones + 1) <= most);
        }
        match node.settled(self.shape, self.ideas) {
            Settled::Known(score) => Some(score <= most),
            Settled::Open(node, false) => {
                if node.most(self.shape) <= most {
                    return Some(true);
                }
                self.ask(&node, most, 0, onlooker).found.map(|found| found <= most)
            }
            Settled::Open(node, true) => {
                // The opponent's score is at least `-most`, that is above `!most`.
                if node.least(self.shape) > !most {
                    return Some(true);
                }
                self.ask(&node, !most, 0, onlooker).found.map(|found| found > !most)
            }
        }
    }
}
