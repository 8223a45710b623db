use crate::{Game, Score, SearchObserver};

/// How far a search may go. Depth and nodes only: time is the business of the [`SearchObserver`], because a search
/// knows no clock.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// Decisions to look ahead.
    pub depth: Option<u32>,
    /// Positions to enter.
    pub nodes: Option<u64>,
}

impl Limits {
    /// Limited by depth alone.
    pub const fn depth(depth: u32) -> Self {
        Self { depth: Some(depth), nodes: None }
    }
}

/// What a search found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found<M> {
    /// The move to play.
    pub best: M,
    /// Its value for the side to move at the root; `None` from engines that do not evaluate.
    pub score: Option<Score>,
    /// The completed depth.
    pub depth: u32,
    /// Positions entered, root and leaves included.
    pub nodes: u64,
    /// Positions evaluated or finished at the end of a branch.
    pub leaves: u64,
    /// The principal variation: the moves both sides are expected to play, starting with `best`.
    pub pv: Vec<M>,
    /// The value of each root move that was searched to the end, in the order of the rules. Empty from engines that
    /// only know the best one.
    pub scores: Vec<(M, Score)>,
    /// What is proved about the value where it is not known: at least the first, at most the second.
    pub bounds: Option<[Score; 2]>,
    /// How it got there.
    pub statistics: Statistics,
}

impl<M: Copy> Found<M> {
    /// A move without a search: nothing is known about it, and one position was entered.
    pub fn unsearched(best: M) -> Self {
        Self {
            best,
            score: None,
            depth: 0,
            nodes: 1,
            leaves: 0,
            pv: vec![best],
            scores: Vec::new(),
            bounds: None,
            statistics: Statistics::default(),
        }
    }
}

/// What a search can tell about its own work.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Statistics {
    /// How many nodes were cut off after their first, second, ... move; the last count is for all later ones.
    pub cut_offs: [u64; Self::MOVES],
    /// How many nodes were settled by the table, their own entry or a child's.
    pub table_hits: u64,
    /// How many nodes asked the table.
    pub table_questions: u64,
}

impl Statistics {
    /// Cut-offs are told apart up to this move.
    pub const MOVES: usize = 8;

    /// Notes a cut-off by the move with that number, counted from 0.
    #[inline]
    pub fn cut_off(&mut self, number: usize) {
        self.cut_offs[number.min(Self::MOVES - 1)] += 1;
    }
}

/// An engine: finds a move.
pub trait Searcher<G: Game>: Send {
    /// Searches `root`, in which the game must not be over. Limited by depth or nodes, the result is a pure function
    /// of rules, state, limits and the searcher's own options.
    fn search(
        &mut self,
        game: &G,
        root: &G::State,
        limits: Limits,
        observer: &mut dyn SearchObserver<G::Move>,
    ) -> Found<G::Move>;

    /// A new game begins: forgets all it learned, and takes the game's seed into account where it leaves anything to
    /// chance. Seed 0 changes nothing.
    fn new_game(&mut self, _seed: u64) {}
}
