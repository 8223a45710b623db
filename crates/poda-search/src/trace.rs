//! A search, written down node by node.
//!
//! Engines are generic over who writes. [`NoTrace`] does nothing and is nothing, so every call to it disappears from
//! the compiled search: what is not written down costs nothing. The engine that is looked at is the engine that plays.

use std::cell::RefCell;

use poda_core::{Found, Game, Limits, Score, SearchObserver, Searcher, Window};

/// Why a node was not looked into further.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum NodeKind {
    /// All its children were searched.
    #[default]
    Expanded,
    /// A child closed the window: the others were pruned.
    CutOff,
    /// The last depth: a heuristic value.
    Leaf,
    /// The game is over.
    Terminal,
    /// The table knew the answer.
    TableHit,
    /// The search was stopped meanwhile: nothing is known of its value.
    Unfinished,
}

/// Who writes. Scores and windows are the root player's.
pub trait TraceSink<M>: Copy {
    /// Whether anything is written at all.
    const RECORDS: bool;

    /// A new search: whatever was written is struck out.
    fn begin(self, _window: Window) {}

    /// A child is entered.
    fn enter(self, _mv: M, _window: Window) {}

    /// Something is said about the node that was entered last.
    fn mark(self, _mark: NodeKind) {}

    /// The node that was entered last is done.
    fn leave(self, _score: Score) {}
}

/// Writes nothing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NoTrace;

impl<M> TraceSink<M> for NoTrace {
    const RECORDS: bool = false;
}

/// An engine with one walk for both: nobody writes it down, or somebody does.
pub trait Traceable<G: Game>: Searcher<G> {
    /// Searches, and tells `trace` everything.
    fn walk<S: TraceSink<G::Move>>(
        &self,
        game: &G,
        root: &G::State,
        limits: Limits,
        observer: &mut dyn SearchObserver<G::Move>,
        trace: S,
    ) -> Found<G::Move>;
}

impl<G: Game, T: Traceable<G>> Recorded<G> for T {
    fn record(
        &mut self,
        game: &G,
        root: &G::State,
        limits: Limits,
        observer: &mut dyn SearchObserver<G::Move>,
        tree: &RefCell<Trace<G::Move>>,
    ) -> Found<G::Move> {
        self.walk(game, root, limits, observer, tree)
    }
}

/// An engine whose search can be written down.
pub trait Recorded<G: Game>: Searcher<G> {
    /// Searches as always, and writes the last depth into `tree`.
    fn record(
        &mut self,
        game: &G,
        root: &G::State,
        limits: Limits,
        observer: &mut dyn SearchObserver<G::Move>,
        tree: &RefCell<Trace<G::Move>>,
    ) -> Found<G::Move>;
}

/// A node that was entered.
#[derive(Clone, Copy, Debug)]
pub struct TraceNode<M> {
    /// The move that led here; nothing at the root.
    pub mv: Option<M>,
    /// The node it was played at; the root's is itself.
    pub parent: u32,
    /// The first node entered from here; 0 if there is none.
    pub first: u32,
    /// The node entered after this one from the same parent; 0 if there is none.
    pub next: u32,
    /// How many nodes were entered here and below.
    pub size: u32,
    /// The window as it was passed, for the root's player.
    pub window: Window,
    /// What came back, for the root's player.
    pub score: Score,
    /// Why it was not looked into further.
    pub mark: NodeKind,
}

/// The nodes of a search in the order in which they were entered.
#[derive(Debug)]
pub struct Trace<M> {
    nodes: Vec<TraceNode<M>>,
    /// The nodes that have been entered and not left, with the child each entered last.
    open: Vec<(u32, u32)>,
    most: usize,
    /// Nodes entered and not left that found no room.
    lost: u32,
    is_whole: bool,
    is_stopped: bool,
}

impl<M: Copy> Trace<M> {
    /// An empty tree with room for that many nodes.
    pub fn new(most: usize) -> Self {
        Self { nodes: Vec::new(), open: Vec::new(), most, lost: 0, is_whole: true, is_stopped: false }
    }

    /// The nodes, the root first.
    pub fn nodes(&self) -> &[TraceNode<M>] {
        &self.nodes
    }

    /// Whether there was room for all.
    pub fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// The nodes entered from a node, in order. A move that was searched twice is there twice.
    pub fn children(&self, node: u32) -> impl Iterator<Item = (u32, &TraceNode<M>)> {
        let first = self.nodes.get(node as usize).map_or(0, |node| node.first);
        let mut at = first;
        std::iter::from_fn(move || {
            let here = at;
            let node = self.nodes.get(here as usize).filter(|_| here != 0)?;
            at = node.next;
            Some((here, node))
        })
    }

    /// The search is stopped: the nodes that have been entered and not left stay unfinished, whatever it says about them while
    /// it goes back to the root.
    pub fn stop(&mut self) {
        let entered = self.nodes.len() as u32;
        for (index, _) in self.open.drain(..) {
            let node = &mut self.nodes[index as usize];
            (node.mark, node.size) = (NodeKind::Unfinished, entered - index);
        }
        self.is_stopped = true;
    }

    fn push(&mut self, mv: Option<M>, parent: u32, window: Window) -> u32 {
        let index = self.nodes.len() as u32;
        self.nodes.push(TraceNode {
            mv,
            parent,
            first: 0,
            next: 0,
            size: 1,
            window,
            score: Score::EVEN,
            mark: NodeKind::Expanded,
        });
        self.open.push((index, 0));
        index
    }

    fn enter(&mut self, mv: M, window: Window) {
        if self.is_stopped {
            return;
        }
        if self.lost > 0 || self.nodes.len() >= self.most {
            self.lost += 1;
            self.is_whole = false;
            return;
        }
        let index = self.nodes.len() as u32;
        let Some((parent, last)) = self.open.last_mut() else { return };
        let parent = *parent;
        match std::mem::replace(last, index) {
            0 => self.nodes[parent as usize].first = index,
            last => self.nodes[last as usize].next = index,
        }
        self.push(Some(mv), parent, window);
    }

    fn mark(&mut self, mark: NodeKind) {
        if self.lost == 0
            && !self.is_stopped
            && let Some((index, _)) = self.open.last()
        {
            self.nodes[*index as usize].mark = mark;
        }
    }

    fn leave(&mut self, score: Score) {
        if self.is_stopped {
            // Nothing that is said now is a score.
        } else if self.lost > 0 {
            self.lost -= 1;
        } else if let Some((index, _)) = self.open.pop() {
            let size = self.nodes.len() as u32 - index;
            let node = &mut self.nodes[index as usize];
            node.score = score;
            node.size = size;
        }
    }
}

impl<M: Copy> TraceSink<M> for &RefCell<Trace<M>> {
    const RECORDS: bool = true;

    fn begin(self, window: Window) {
        let mut tree = self.borrow_mut();
        let most = tree.most;
        *tree = Trace::new(most);
        tree.push(None, 0, window);
    }

    fn enter(self, mv: M, window: Window) {
        self.borrow_mut().enter(mv, window);
    }

    fn mark(self, mark: NodeKind) {
        self.borrow_mut().mark(mark);
    }

    fn leave(self, score: Score) {
        self.borrow_mut().leave(score);
    }
}
