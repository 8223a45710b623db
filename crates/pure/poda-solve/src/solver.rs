#[cfg(feature = "threads")]
use std::ops::ControlFlow;
use std::{borrow::Cow, sync::atomic::AtomicBool};

use poda_connect::{Connect4, Connect4State, SizeError, Word};
use poda_core::{
    Goal, Language, MoveError, NoObserver, Proved, SearchObserver, Side, StoneScore, Translate, Turn,
    sort_few, text,
};
use thiserror::Error;

use crate::{
    book::Book,
    engine::NodeLimit,
    ideas::{Idea, Ideas},
    node::{Node, Settled},
    score::{for_opponent, win_with},
    search::{BoardSearch, TableOf},
    shape::{Classic, Other, Shape},
    table::{Bounds, Table},
    threats::has_line,
    word::{Bits, SolvedWord},
};

/// Why something cannot be solved.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", self.text(Language::English))]
pub enum SolveError {
    /// Another run than four.
    Run {
        /// Run of the game.
        run: u32,
    },
    /// No such board, or a larger one than the word holds.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// A move that cannot be played.
    #[error(transparent)]
    Move(#[from] MoveError),
    /// A table that cannot be had.
    Memory {
        /// Size asked for.
        megabytes: usize,
    },
    /// The game has ended.
    Won {
        /// Who has won.
        winner: Side,
    },
    /// The game has ended, perhaps without a line.
    Decided {
        /// Who has won.
        winner: Side,
    },
    /// The game has ended.
    Drawn,
}

impl Translate for SolveError {
    fn text(&self, language: Language) -> String {
        match self {
            Self::Run { run } => text!(
                language,
                "only four in a row can be solved, not {run}",
                "solo se puede resolver cuatro en raya, no {run}",
                run
            ),
            Self::Size(error) => error.text(language),
            Self::Move(error) => error.text(language),
            Self::Memory { megabytes } => text!(
                language,
                "no memory for a table of {megabytes} MB",
                "no hay memoria para una tabla de {megabytes} MB",
                megabytes
            ),
            Self::Won { winner } => text!(
                language,
                "the game is over: player {winner} has four in a row",
                "la partida ha terminado: el jugador {winner} tiene cuatro en raya",
                winner
            ),
            Self::Decided { winner } => text!(
                language,
                "the game is over: player {winner} has won",
                "la partida ha terminado: ha ganado el jugador {winner}",
                winner
            ),
            Self::Drawn => text!(language, "the game is over: a draw", "la partida ha terminado: tablas"),
        }
    }
}

/// Solves positions of one board, and remembers what it met.
#[derive(Debug)]
pub struct Solver<W: SolvedWord = u64> {
    game: Connect4<W>,
    board: SolverShape<W>,
    table: W::Table,
    threads: usize,
    ideas: Ideas,
    book: Option<Cow<'static, Book>>,
    /// The position that was asked about last.
    last: Option<Connect4State<W>>,
}

/// Positions that differ by at most so many stones are of one kin.
const KIN: u32 = 8;

#[derive(Clone, Copy, Debug)]
enum SolverShape<W: Bits> {
    Usual(W::Usual),
    Other(Other<W>),
}

impl<W: SolvedWord> Solver<W> {
    /// A solver for that board, with a table of `megabytes` (rounded down to a power of two).
    ///
    /// # Errors
    /// If another run than four wins, or if there is not enough memory.
    pub fn new(game: &Connect4<W>, megabytes: usize) -> Result<Self, SolveError> {
        let grid = game.grid();
        let other = Other::new(grid)?;
        let (size, usual) = ((grid.width(), grid.height()), (W::USUAL.width(), W::USUAL.height()));
        let board = if size == usual { SolverShape::Usual(W::USUAL) } else { SolverShape::Other(other) };
        let has_book = size == (Classic.width(), Classic.height()) && W::BITS == u64::BITS;
        let book = has_book.then(|| Cow::Borrowed(Book::classic()));
        let table = W::Table::new(megabytes, other.bits()).ok_or(SolveError::Memory { megabytes })?;
        Ok(Self { game: *game, board, table, threads: 1, ideas: Ideas::ALL, book, last: None })
    }

    /// The rules it solves.
    pub const fn game(&self) -> &Connect4<W> {
        &self.game
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

    /// The same with several threads on one table.
    #[cfg(feature = "threads")]
    pub fn with_threads(mut self, threads: usize) -> Self {
        self.threads = threads.max(1);
        self.table.share(self.threads > 1);
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

    /// Prepares for a position. What was met below another one is of no use, unless the two are of one kin: one may come after the other, or
    /// they differ little. Otherwise the table begins anew, small, and stays in the caches of the processor as long as it is.
    fn meet(&mut self, state: &Connect4State<W>) {
        let is_kin = self.last.is_none_or(|last| {
            let stones = Side::BOTH.map(|side| (last.stones(side), state.stones(side)));
            let missing = |here: W, there: W| (here & (here ^ there)).count();
            let gone: u32 = stones.iter().map(|(last, new)| missing(*last, *new)).sum();
            let come: u32 = stones.iter().map(|(last, new)| missing(*new, *last)).sum();
            gone == 0 || come == 0 || gone + come <= KIN
        });
        if !is_kin && self.table.is_worn() {
            self.table.clear();
        }
        self.last = Some(*state);
    }

    /// The exact score of a position, for its side to move.
    ///
    /// # Errors
    /// If the game is over by a line. A full board is a draw.
    pub fn score(&mut self, state: &Connect4State<W>) -> Result<StoneScore, SolveError> {
        self.meet(state);
        match self.board {
            SolverShape::Usual(shape) => self.on(shape).score(state),
            SolverShape::Other(shape) => self.on(shape).score(state),
        }
    }

    /// What can be proved about a position before the observer ends it.
    ///
    /// # Errors
    /// If the game is over by a line.
    pub fn solve(
        &mut self,
        state: &Connect4State<W>,
        goal: Goal,
        observer: &mut dyn SearchObserver<u8>,
    ) -> Result<Proved, SolveError> {
        self.meet(state);
        match self.board {
            SolverShape::Usual(shape) => self.on(shape).solve(state, goal, observer),
            SolverShape::Other(shape) => self.on(shape).solve(state, goal, observer),
        }
    }

    /// The same about each column: `None` for full ones.
    ///
    /// # Errors
    /// If the game is over by a line.
    pub fn solve_moves(
        &mut self,
        state: &Connect4State<W>,
        goal: Goal,
        observer: &mut dyn SearchObserver<u8>,
    ) -> Result<Vec<Option<Proved>>, SolveError> {
        self.meet(state);
        match self.board {
            SolverShape::Usual(shape) => self.on(shape).solve_moves(state, goal, observer),
            SolverShape::Other(shape) => self.on(shape).solve_moves(state, goal, observer),
        }
    }

    /// A column whose move is worth `score`, the score of the position: the one nearest to the middle. `None` if the
    /// observer ended it before it was found.
    ///
    /// # Errors
    /// If the game is over by a line.
    pub fn best_move(
        &mut self,
        state: &Connect4State<W>,
        score: StoneScore,
        observer: &mut dyn SearchObserver<u8>,
    ) -> Result<Option<u8>, SolveError> {
        self.meet(state);
        match self.board {
            SolverShape::Usual(shape) => self.on(shape).best_move(state, score, observer),
            SolverShape::Other(shape) => self.on(shape).best_move(state, score, observer),
        }
    }

    /// A column whose move wins, in a position that is won, however long it takes: the one that is proved first. `None` if the
    /// observer ended it before one was found, or if none is easy to find: the position is meant to be solved already.
    ///
    /// # Errors
    /// If the game is over by a line.
    pub fn winning_move(
        &mut self,
        state: &Connect4State<W>,
        observer: &mut dyn SearchObserver<u8>,
    ) -> Result<Option<u8>, SolveError> {
        self.meet(state);
        match self.board {
            SolverShape::Usual(shape) => self.on(shape).winning_move(state, observer),
            SolverShape::Other(shape) => self.on(shape).winning_move(state, observer),
        }
    }

    /// The scores of many positions, several at a time. `done` is told the place in the list and what was found, in the
    /// order in which they are done; `Break` ends it.
    ///
    /// # Errors
    /// If one of the games is over by a line; nothing is solved then.
    #[cfg(feature = "threads")]
    pub fn solve_each(
        &mut self,
        states: &[Connect4State<W>],
        done: &mut dyn FnMut(usize, Proved) -> ControlFlow<()>,
    ) -> Result<(), SolveError> {
        match self.board {
            SolverShape::Usual(shape) => self.on(shape).solve_each(states, done),
            SolverShape::Other(shape) => self.on(shape).solve_each(states, done),
        }
    }

    fn on<S: Shape<Word = W>>(&self, shape: S) -> Task<'_, S> {
        let book = self.book.as_deref();
        Task { shape, table: &self.table, book, ideas: self.ideas, threads: self.threads }
    }
}

/// What only the classic board has: a book.
impl Solver<u64> {
    /// The same with another book, such as [`bind`](crate::book::bind) makes, if it is one and if the board is the classic one.
    pub fn with_book(mut self, bytes: &[u8]) -> Option<Self> {
        let SolverShape::Usual(_) = self.board else { return None };
        self.book = Some(Cow::Owned(Book::read(bytes)?));
        Some(self)
    }

    /// Solves a position of the book of the classic board without the book: its score there, and what was found. `None`
    /// if the board is another, or if the book has no such place.
    pub fn recheck(
        &mut self,
        place: usize,
        observer: &mut dyn SearchObserver<u8>,
    ) -> Option<(StoneScore, Proved)> {
        let SolverShape::Usual(shape) = self.board else { return None };
        let (node, score) = Book::classic().entry(place)?;
        let task = Task { book: None, ..self.on(shape) };
        Some((StoneScore::new(score), task.solve_node(node, Goal::Exact, observer)))
    }
}

/// A solver whose board the compiler knows.
#[derive(Clone, Copy)]
pub(crate) struct Task<'a, S: Shape> {
    pub(crate) shape: S,
    pub(crate) table: &'a TableOf<S>,
    pub(crate) book: Option<&'a Book>,
    pub(crate) ideas: Ideas,
    pub(crate) threads: usize,
}

/// The answer to one question, `None` if it was stopped, and what it cost.
pub(crate) struct TaskResult {
    pub(crate) found: Option<i32>,
    pub(crate) nodes: u64,
}

impl<S: Shape> Task<'_, S> {
    fn check(&self, state: &Connect4State<S::Word>) -> Result<Node<S::Word>, SolveError> {
        let (side, all) = (state.side(), state.all());
        for winner in Side::BOTH {
            if has_line(self.shape, state.stones(winner)) {
                return Err(SolveError::Won { winner });
            }
        }
        Ok(Node::new(self.shape, state.stones(side), all))
    }

    fn score(&self, state: &Connect4State<S::Word>) -> Result<StoneScore, SolveError> {
        let (bounds, _) = self.bounds(self.check(state)?, Goal::Exact, &mut NoObserver);
        Ok(StoneScore::new(bounds.lower))
    }

    fn solve(
        &self,
        state: &Connect4State<S::Word>,
        goal: Goal,
        observer: &mut dyn SearchObserver<u8>,
    ) -> Result<Proved, SolveError> {
        Ok(self.solve_node(self.check(state)?, goal, observer))
    }

    #[cfg(feature = "threads")]
    fn solve_each(
        &self,
        states: &[Connect4State<S::Word>],
        done: &mut dyn FnMut(usize, Proved) -> ControlFlow<()>,
    ) -> Result<(), SolveError> {
        let nodes = states.iter().map(|state| self.check(state)).collect::<Result<Vec<_>, _>>()?;
        crate::threads::solve_each(self, &nodes, done);
        Ok(())
    }

    pub(crate) fn solve_node(
        &self,
        node: Node<S::Word>,
        goal: Goal,
        observer: &mut dyn SearchObserver<u8>,
    ) -> Proved {
        let (bounds, nodes) = self.bounds(node, goal, observer);
        self.proved(&node, bounds, nodes)
    }

    /// Bounds on the score of a node with that many stones, as others read them.
    fn proved(&self, node: &Node<S::Word>, bounds: Bounds, nodes: u64) -> Proved {
        let bounds = [bounds.lower, bounds.upper].map(StoneScore::new);
        Proved::of_stones(bounds, self.shape.cells() as u32, node.stones as u32, nodes)
    }

    /// Bounds on the score of a node, and the nodes that were entered to find them.
    fn bounds(
        &self,
        start: Node<S::Word>,
        goal: Goal,
        observer: &mut dyn SearchObserver<u8>,
    ) -> (Bounds, u64) {
        let known = |score: i32| (Bounds { lower: score, upper: score }, 0);
        // 1. A win with the next stone, and positions without a choice, need no search.
        if start.my_wins & start.landing(self.shape) != S::Word::ZERO {
            return known(win_with(self.shape.cells(), start.stones + 1));
        }
        let (node, is_passed) = match start.settled(self.shape, self.ideas) {
            Settled::Known(score) => return known(score),
            Settled::Open(node, is_passed) => (node, is_passed),
        };
        let seen = |bounds: Bounds| if is_passed { bounds.turned() } else { bounds };
        // 2. The book knows the first moves.
        let written = self.book.filter(|book| node.stones <= book.most_stones);
        if let Some(score) = written.and_then(|book| book.score(node.key_or_mirrored(self.shape).low())) {
            return (seen(Bounds { lower: score, upper: score }), 0);
        }
        // 3. Ask until the bounds meet; for the sign alone, until they are on one side of a draw.
        let widest = Bounds { lower: node.least(self.shape), upper: node.most(self.shape) };
        let asked = |bounds: Bounds| match goal {
            Goal::Exact => bounds,
            Goal::Weak => Bounds { lower: bounds.lower.clamp(-1, 1), upper: bounds.upper.clamp(-1, 1) },
        };
        let mut bounds = widest;
        let mut nodes = 0;
        while asked(bounds).lower < asked(bounds).upper {
            let alpha = self.question(asked(bounds), widest);
            let answer = self.ask(&node, alpha, nodes, observer);
            nodes += answer.nodes;
            match answer.found {
                None => break,
                Some(found) if found > alpha => bounds.lower = found,
                Some(found) => bounds.upper = found,
            }
            observer.proved(&self.proved(&start, seen(bounds), nodes));
        }
        (seen(bounds), nodes)
    }

    /// The next question, "is the score above that?". Quick ends are asked about first: a search for one goes no deeper
    /// than that, and costs little. Then the sign, then step by step away from the draw.
    ///
    /// ```text
    /// lower .... 5/8 ............ 0 1 2 ............ 5/8 .... upper
    ///           <- 2                3 4                  1 ->
    /// ```
    fn question(&self, bounds: Bounds, widest: Bounds) -> i32 {
        let Bounds { lower, upper } = bounds;
        if self.ideas.has(Idea::OutsideIn) {
            let (quick_loss, quick_win) = (widest.lower * 5 / 8 - 1, widest.upper * 5 / 8);
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

    fn ask(
        &self,
        node: &Node<S::Word>,
        alpha: i32,
        nodes: u64,
        observer: &mut dyn SearchObserver<u8>,
    ) -> TaskResult {
        // Many short questions are as long as a few long ones, inside of which the observer is asked too.
        if nodes > 0 && observer.nodes(nodes).is_break() {
            return TaskResult { found: None, nodes: 0 };
        }
        #[cfg(feature = "threads")]
        if self.threads > 1 {
            return crate::threads::ask(self, node, alpha, nodes, observer);
        }
        let _ = self.threads;
        let halt = AtomicBool::new(false);
        let mut pulse = |more: u64| observer.nodes(nodes + more);
        let mut search = BoardSearch::new(self.shape, self.table, self.book, self.ideas, &halt, &mut pulse);
        let found = search.ask(node, alpha);
        TaskResult { found, nodes: search.nodes }
    }

    fn columns<'n>(
        &self,
        node: &'n Node<S::Word>,
    ) -> impl Iterator<Item = (u32, Option<S::Word>)> + use<'n, S> {
        let (shape, landing) = (self.shape, node.landing(self.shape));
        (0..shape.width()).map(move |column| {
            let cell = landing & shape.column(column);
            (column, (cell != S::Word::ZERO).then_some(cell))
        })
    }

    fn solve_moves(
        &self,
        state: &Connect4State<S::Word>,
        goal: Goal,
        observer: &mut dyn SearchObserver<u8>,
    ) -> Result<Vec<Option<Proved>>, SolveError> {
        let node = self.check(state)?;
        let mut solve_cell = |cell: S::Word| {
            if node.my_wins & cell != S::Word::ZERO {
                let score = win_with(self.shape.cells(), node.stones + 1);
                return self.proved(&node, Bounds { lower: score, upper: score }, 0);
            }
            let child = node.after(self.shape, cell);
            Turn::Passed.proved_to_parent(self.solve_node(child, goal, observer))
        };
        Ok(self.columns(&node).map(|(_, cell)| cell.map(&mut solve_cell)).collect())
    }

    fn best_move(
        &self,
        state: &Connect4State<S::Word>,
        score: StoneScore,
        observer: &mut dyn SearchObserver<u8>,
    ) -> Result<Option<u8>, SolveError> {
        let node = self.check(state)?;
        let mut columns: Vec<(u32, Option<S::Word>)> = self.columns(&node).collect();
        sort_few(&mut columns, |(column, _)| (2 * column).abs_diff(self.shape.width() - 1));
        for (column, cell) in columns {
            let Some(cell) = cell else { continue };
            if node.my_wins & cell != S::Word::ZERO {
                return Ok(Some(column as u8));
            }
            match self.is_at_most(node.after(self.shape, cell), for_opponent(score.number()), observer) {
                None => return Ok(None),
                Some(true) => return Ok(Some(column as u8)),
                Some(false) => {}
            }
        }
        Ok(None)
    }

    fn winning_move(
        &self,
        state: &Connect4State<S::Word>,
        observer: &mut dyn SearchObserver<u8>,
    ) -> Result<Option<u8>, SolveError> {
        /// Nodes for each move, round by round: whoever has solved the position has the answer in its table.
        const PATIENCE: [u64; 3] = [500, 10_000, 100_000];
        let node = self.check(state)?;
        let mut columns: Vec<(u32, Option<S::Word>)> = self.columns(&node).collect();
        sort_few(&mut columns, |(column, _)| (2 * column).abs_diff(self.shape.width() - 1));
        for nodes in PATIENCE {
            for (column, cell) in &mut columns {
                let Some(move_to) = *cell else { continue };
                if node.my_wins & move_to != S::Word::ZERO {
                    return Ok(Some(*column as u8));
                }
                let child = node.after(self.shape, move_to);
                let mut patient = NodeLimit { observer, nodes: Some(nodes) };
                match self.is_at_most(child, for_opponent(1), &mut patient) {
                    Some(true) => return Ok(Some(*column as u8)),
                    // It does not win.
                    Some(false) => *cell = None,
                    None => {}
                }
            }
        }
        Ok(None)
    }

    /// Whether the score of a position is `most` or less.
    fn is_at_most(
        &self,
        node: Node<S::Word>,
        most: i32,
        observer: &mut dyn SearchObserver<u8>,
    ) -> Option<bool> {
        if node.my_wins & node.landing(self.shape) != S::Word::ZERO {
            return Some(win_with(self.shape.cells(), node.stones + 1) <= most);
        }
        match node.settled(self.shape, self.ideas) {
            Settled::Known(score) => Some(score <= most),
            Settled::Open(node, false) => {
                if node.most(self.shape) <= most {
                    return Some(true);
                }
                self.ask(&node, most, 0, observer).found.map(|found| found <= most)
            }
            Settled::Open(node, true) => {
                // The opponent's score is at least `-most`, that is above `!most`.
                if node.least(self.shape) > !most {
                    return Some(true);
                }
                self.ask(&node, !most, 0, observer).found.map(|found| found > !most)
            }
        }
    }
}
