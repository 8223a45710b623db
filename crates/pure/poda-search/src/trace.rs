//! A search, written down node by node.
//!
//! Engines are generic over who writes. [`NoTrace`] does nothing and is nothing, so every call to it disappears from
//! the compiled search: what is not written down costs nothing. The engine that is looked at is the engine that plays.

use std::cell::RefCell;

use poda_core::{Found, Game, Limits, Score, SearchObserver, Searcher, Window};

/// Why a node was not looked into further.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(rename_all = "lowercase"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
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
    #[cfg_attr(feature = "serde", serde(rename = "table"))]
    TableHit,
    /// The search was stopped meanwhile: nothing is known of its value.
    Unfinished,
    /// Cut off before it was entered. No search records such a node; a tree that is shown has them.
    Pruned,
}

impl NodeKind {
    /// Its word in machine-readable output.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Expanded => "expanded",
            Self::CutOff => "cutoff",
            Self::Leaf => "leaf",
            Self::Terminal => "terminal",
            Self::TableHit => "table",
            Self::Unfinished => "unfinished",
            Self::Pruned => "pruned",
        }
    }
}

/// What a node was entered for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum NodeRole {
    /// For its value.
    #[default]
    Plain,
    /// With a null window: only to ask whether it is better than what is known.
    Scout,
    /// Once more, because the scout search said that it is better.
    ReSearch,
}

/// Who writes. Scores and windows are the root player's.
pub trait TraceSink<M>: Copy {
    /// Whether anything is written at all.
    const RECORDS: bool;

    /// Searches that begin from now on begin after this move, for the sake of the search before them.
    fn after(self, _mv: M) {}

    /// A search to a depth begins at its root.
    fn begin(self, _depth: u32, _window: Window) {}

    /// A child is entered.
    fn enter(self, _mv: M, _window: Window, _role: NodeRole) {}

    /// Something is said about the node that was entered last.
    fn mark(self, _mark: NodeKind) {}

    /// The node that was entered last is done.
    fn leave(self, _score: Score) {}

    /// The child that was left last is the best so far: an end of its parent's window is where its score is.
    fn improve(self) {}

    /// The search is stopped. Whatever is said about the nodes that are not left yet means nothing.
    fn stop(self) {}
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
        tree: Option<&RefCell<Trace<G::Move>>>,
    ) -> Found<G::Move> {
        self.walk(game, root, limits, observer, tree)
    }
}

/// An engine whose search can be written down.
pub trait Recorded<G: Game>: Searcher<G> {
    /// Searches as always, and writes every iteration into `tree` if there is one.
    fn record(
        &mut self,
        game: &G,
        root: &G::State,
        limits: Limits,
        observer: &mut dyn SearchObserver<G::Move>,
        tree: Option<&RefCell<Trace<G::Move>>>,
    ) -> Found<G::Move>;
}

/// A node that was entered.
#[derive(Clone, Copy, Debug)]
pub struct TraceNode<M> {
    /// The move that led here; nothing at a root.
    pub mv: Option<M>,
    /// The node it was played at; a root's is itself.
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
    /// What it was entered for.
    pub role: NodeRole,
    /// Whether it was the best so far of its parent when it was left.
    pub improves: bool,
}

/// Where a search to one depth begins: an iteration of the search, or a search that it made on the side.
#[derive(Clone, Copy, Debug)]
pub struct TraceRoot<M> {
    /// Its root's place among the nodes.
    pub node: u32,
    /// The depth.
    pub depth: u32,
    /// The move before it; nothing if it begins where the whole search begins.
    pub after: Option<M>,
}

/// The nodes of a search in the order in which they were entered: one tree for every iteration.
#[derive(Debug)]
pub struct Trace<M> {
    nodes: Vec<TraceNode<M>>,
    roots: Vec<TraceRoot<M>>,
    /// The nodes that have been entered and not left, with the child each entered last.
    open: Vec<(u32, u32)>,
    after: Option<M>,
    most: usize,
    /// Nodes entered and not left that found no room.
    lost: u32,
    dropped: u64,
    is_whole: bool,
    is_stopped: bool,
}

impl<M: Copy> Trace<M> {
    /// An empty tree with room for that many nodes.
    pub fn new(most: usize) -> Self {
        Self {
            nodes: Vec::new(),
            roots: Vec::new(),
            open: Vec::new(),
            after: None,
            most,
            lost: 0,
            dropped: 0,
            is_whole: true,
            is_stopped: false,
        }
    }

    /// The nodes, root first, of one iteration after the other.
    pub fn nodes(&self) -> &[TraceNode<M>] {
        &self.nodes
    }

    /// The roots of the iterations, in their order.
    pub fn roots(&self) -> &[TraceRoot<M>] {
        &self.roots
    }

    /// The root of the last iteration that begins where the search begins.
    pub fn main_root(&self) -> u32 {
        self.roots.iter().rfind(|root| root.after.is_none()).map_or(0, |root| root.node)
    }

    /// Whether there was room for all nodes of the iterations that are kept.
    pub fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// Nodes of earlier iterations that had to make room for later ones.
    pub fn dropped(&self) -> u64 {
        self.dropped
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

    fn begin(&mut self, depth: u32, window: Window) {
        if self.nodes.len() >= self.most {
            self.drop_earlier_iterations();
        }
        let node = self.nodes.len() as u32;
        self.open.clear();
        self.is_stopped = false;
        // The root of a search on the side finds no room.
        self.lost = u32::from(self.nodes.len() >= self.most.max(1));
        if self.lost > 0 {
            self.is_whole = false;
            return;
        }
        self.roots.push(TraceRoot { node, depth, after: self.after });
        self.push(None, node, window, NodeRole::Plain);
    }

    fn push(&mut self, mv: Option<M>, parent: u32, window: Window, role: NodeRole) {
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
            role,
            improves: false,
        });
        self.open.push((index, 0));
    }

    fn enter(&mut self, mv: M, window: Window, role: NodeRole) {
        if self.is_stopped {
            return;
        }
        if self.lost == 0 && self.nodes.len() >= self.most {
            self.drop_earlier_iterations();
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
        self.push(Some(mv), parent, window, role);
    }

    /// The last iteration is the one that counts: those before it make room. A search on the side is no iteration.
    fn drop_earlier_iterations(&mut self) {
        let is_done = self.open.is_empty();
        let first = match self.roots.last() {
            Some(_) if is_done && self.after.is_none() => self.nodes.len() as u32,
            Some(TraceRoot { node, after: None, .. }) => *node,
            _ => 0,
        };
        if first == 0 {
            return;
        }
        self.dropped += u64::from(first);
        self.nodes.drain(..first as usize);
        self.roots.retain(|root| root.node >= first);
        for root in &mut self.roots {
            root.node -= first;
        }
        // 0 stands for no node, and stays.
        for node in &mut self.nodes {
            node.parent -= first;
            node.first = node.first.saturating_sub(first);
            node.next = node.next.saturating_sub(first);
        }
        for (index, last) in &mut self.open {
            *index -= first;
            *last = last.saturating_sub(first);
        }
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

    fn improve(&mut self) {
        // The child may be one that found no room; then the last that did is not the one that is meant.
        if self.is_whole
            && !self.is_stopped
            && let Some((_, last)) = self.open.last().filter(|(_, last)| *last != 0)
        {
            self.nodes[*last as usize].improves = true;
        }
    }
}

impl<M: Copy> TraceSink<M> for Option<&RefCell<Trace<M>>> {
    const RECORDS: bool = true;

    fn after(self, mv: M) {
        if let Some(trace) = self {
            trace.borrow_mut().after = Some(mv);
        }
    }

    fn begin(self, depth: u32, window: Window) {
        if let Some(trace) = self {
            trace.borrow_mut().begin(depth, window);
        }
    }

    fn enter(self, mv: M, window: Window, role: NodeRole) {
        if let Some(trace) = self {
            trace.borrow_mut().enter(mv, window, role);
        }
    }

    fn mark(self, mark: NodeKind) {
        if let Some(trace) = self {
            trace.borrow_mut().mark(mark);
        }
    }

    fn leave(self, score: Score) {
        if let Some(trace) = self {
            trace.borrow_mut().leave(score);
        }
    }

    fn improve(self) {
        if let Some(trace) = self {
            trace.borrow_mut().improve();
        }
    }

    fn stop(self) {
        if let Some(trace) = self {
            trace.borrow_mut().stop();
        }
    }
}
