//! The tree of a recorded search, as text, right of the boundary.

use std::sync::Arc;

use poda_core::{Evaluator, Game, Notation, Score, SearchObserver, Side, Window, without_progress};
use poda_engines::{RecordedGame, Recording, RecordingSettings, TreeForm};
use poda_search::{NodeKind, NodeRole, Trace, TraceNode};
use serde::Serialize;

use crate::{
    EngineSpec, PlayerOptionError,
    grown_tree::GrownTree,
    search_log::{self, SearchLog},
};

/// The tree of a search that was made.
pub trait SearchTree: Send + Sync {
    /// What the search found.
    fn summary(&self) -> &TreeSummary;

    /// A node; `None` if there is none of that number. The root is 0.
    fn node(&self, node: u32) -> Option<TreeNode>;

    /// What was done with each child of a node: those that were searched, in that order, then those that were pruned.
    fn children(&self, node: u32) -> Vec<TreeNode>;

    /// The moves from the root to a node.
    fn path(&self, node: u32) -> Vec<String>;

    /// Everything that happened, in its order; earlier iterations too.
    fn log(&self) -> &SearchLog;
}

/// What a search found, and how much of it was recorded.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TreeSummary {
    /// The chosen move.
    pub best: String,
    /// Its value for the side to move.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub score: Option<Score>,
    /// The completed depth.
    pub depth: u32,
    /// Positions entered, at all depths.
    pub nodes: u64,
    /// Those at the end of a branch.
    pub leaves: u64,
    /// Nodes of the tree, which is the last depth's.
    pub recorded: u32,
    /// Whether there was room for all of them.
    #[serde(rename = "complete")]
    pub is_whole: bool,
}

/// A node and the edge that leads to it. Scores and windows are the root player's.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TreeNode {
    /// Its number; `None` if it was pruned, so that nothing is known of it.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub node: Option<u32>,
    /// The move that leads to it; empty at the root.
    #[serde(rename = "move")]
    pub mv: String,
    /// The side that decides there.
    pub side: Side,
    /// Whether the move that leads to it kept the turn.
    pub keeps_turn: bool,
    /// Whether the root's player decides there.
    pub maximizes: bool,
    /// The lower end of the window as it was passed; `None` where it is open.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub alpha: Option<Score>,
    /// The upper end of the window as it was passed; `None` where it is open.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub beta: Option<Score>,
    /// The score that came back; `None` if it was pruned or is unfinished.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub score: Option<Score>,
    /// How the score stands to the true value.
    pub bound: NodeBound,
    /// The reason why it was not searched further.
    pub kind: NodeKind,
    /// Whether the same move was searched before, with a null window.
    pub research: bool,
    /// Nodes entered here and below.
    pub size: u32,
    /// Children that were searched.
    pub children: u32,
}

/// How the score of a node stands to its true value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum NodeBound {
    /// It is the value.
    #[serde(rename = "=")]
    Exact,
    /// The value is at least the score.
    #[serde(rename = ">=")]
    Lower,
    /// The value is at most the score.
    #[serde(rename = "<=")]
    Upper,
}

impl NodeBound {
    /// A leaf's value is a value; elsewhere a score outside of the window is only a bound.
    fn of(kind: NodeKind, score: Score, window: Window) -> Self {
        match kind {
            NodeKind::Leaf | NodeKind::Terminal | NodeKind::Unfinished => Self::Exact,
            _ if score >= window.beta => Self::Lower,
            _ if score <= window.alpha => Self::Upper,
            _ => Self::Exact,
        }
    }

    /// `=`, `>=` or `<=`.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Exact => "=",
            Self::Lower => ">=",
            Self::Upper => "<=",
        }
    }
}

struct TypedSearchTree<G: Game> {
    game: G,
    root: G::State,
    tree: Trace<G::Move>,
    /// Where the tree that is shown begins among the nodes: that of the last iteration.
    shown: u32,
    summary: TreeSummary,
    log: SearchLog,
    /// Whether the children are those of the game's original.
    textbook: bool,
}

impl<G: Game + Notation> TypedSearchTree<G> {
    /// A node by its number, which is counted from the root of the tree that is shown.
    fn find(&self, node: u32) -> Option<&TraceNode<G::Move>> {
        if node >= self.summary.recorded {
            return None;
        }
        self.tree.nodes().get((self.shown + node) as usize)
    }

    fn moves_to(&self, node: u32) -> Vec<G::Move> {
        let mut moves = Vec::new();
        let mut at = self.shown + node;
        while let Some(TraceNode { mv: Some(mv), parent, .. }) = self.tree.nodes().get(at as usize) {
            moves.push(*mv);
            at = *parent;
        }
        moves.reverse();
        moves
    }

    fn state(&self, node: u32) -> G::State {
        self.moves_to(node).into_iter().fold(self.root, |state, mv| self.game.play(&state, mv))
    }

    fn see(&self, number: u32, node: &TraceNode<G::Move>, parent: &G::State) -> TreeNode {
        let (state, mv) = match node.mv {
            None => (*parent, String::new()),
            Some(mv) => (self.game.play(parent, mv), self.game.move_text(parent, mv)),
        };
        let side = self.game.to_move(&state);
        let TraceNode { window, score, mark: kind, .. } = *node;
        let Window { alpha, beta } = window;
        TreeNode {
            node: Some(number),
            mv,
            side,
            keeps_turn: number != 0 && side == self.game.to_move(parent),
            maximizes: side == self.game.to_move(&self.root),
            alpha: (alpha > Score::LOWEST).then_some(alpha),
            beta: (beta < Score::HIGHEST).then_some(beta),
            score: (kind != NodeKind::Unfinished).then_some(score),
            bound: NodeBound::of(kind, score, window),
            kind,
            research: node.role == NodeRole::ReSearch,
            size: node.size,
            children: self.tree.children(self.shown + number).count() as u32,
        }
    }

    fn pruned(&self, parent: &G::State, mv: G::Move) -> TreeNode {
        let side = self.game.to_move(&self.game.play(parent, mv));
        TreeNode {
            node: None,
            mv: self.game.move_text(parent, mv),
            side,
            keeps_turn: side == self.game.to_move(parent),
            maximizes: side == self.game.to_move(&self.root),
            alpha: None,
            beta: None,
            score: None,
            bound: NodeBound::Exact,
            kind: NodeKind::Pruned,
            research: false,
            size: 0,
            children: 0,
        }
    }
}

impl<G: Game + Notation> SearchTree for TypedSearchTree<G> {
    fn summary(&self) -> &TreeSummary {
        &self.summary
    }

    fn node(&self, node: u32) -> Option<TreeNode> {
        let known = self.find(node)?;
        Some(self.see(node, known, &self.state(known.parent - self.shown)))
    }

    fn children(&self, node: u32) -> Vec<TreeNode> {
        let Some(known) = self.find(node) else { return Vec::new() };
        let state = self.state(node);
        let mut children = Vec::new();
        let mut searched: Vec<G::Move> = Vec::new();
        for (place, child) in self.tree.children(self.shown + node) {
            let Some(mv) = child.mv else { continue };
            children.push(self.see(place - self.shown, child, &state));
            if child.role != NodeRole::ReSearch {
                searched.push(mv);
            }
        }
        if known.mark == NodeKind::CutOff {
            let pruned = search_log::pruned(&self.game, &state, self.textbook, searched);
            children.extend(pruned.into_iter().map(|mv| self.pruned(&state, mv)));
        }
        children
    }

    fn path(&self, node: u32) -> Vec<String> {
        let mut state = self.root;
        let mut texts = Vec::new();
        for mv in self.moves_to(node) {
            texts.push(self.game.move_text(&state, mv));
            state = self.game.play(&state, mv);
        }
        texts
    }

    fn log(&self) -> &SearchLog {
        &self.log
    }
}

/// Searches and records.
///
/// # Errors
/// If the engine's search is no tree.
pub(crate) fn record<G: RecordedGame + Clone>(
    (game, root): (&G, G::State),
    spec: &EngineSpec,
    evaluator: Arc<dyn Evaluator<G>>,
    settings: RecordingSettings,
    observer: &mut dyn SearchObserver,
) -> Result<Box<dyn SearchTree>, PlayerOptionError> {
    if game.outcome(&root).is_some() {
        return Err(PlayerOptionError::GameOver);
    }
    let Recording { found, tree } = game
        .record(&root, &spec.search(), evaluator, settings, &mut without_progress(observer))
        .ok_or(PlayerOptionError::NoTree { engine: spec.name() })?;
    let mut summary = TreeSummary {
        best: game.move_text(&root, found.best),
        score: found.score,
        depth: found.depth,
        nodes: found.nodes,
        leaves: found.leaves,
        recorded: 0,
        is_whole: true,
    };
    let (tree, textbook) = match tree {
        TreeForm::Trace { trace, is_textbook } => (trace, is_textbook),
        TreeForm::Growth(growth) => return Ok(Box::new(GrownTree::new(game.clone(), root, growth, summary))),
    };
    let log = search_log::of_trace(game, &root, &tree, textbook);
    let shown = tree.main_root();
    summary.recorded = tree.nodes().get(shown as usize).map_or(0, |node| node.size);
    summary.is_whole = tree.is_whole();
    Ok(Box::new(TypedSearchTree { game: game.clone(), root, tree, shown, summary, log, textbook }))
}
