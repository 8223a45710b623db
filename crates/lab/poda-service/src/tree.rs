//! Searches recorded node by node. A few trees are kept, and shown a node's children at a time.

use std::{
    collections::{HashMap, VecDeque},
    ops::ControlFlow,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use base64::prelude::{BASE64_STANDARD, Engine as _};
use poda_agent::GameLine;
use poda_catalog::{
    EngineSpec, LogForm, NodeBound, NodeKind, PracticeTree, SearchLog, SearchTree, TreeNode,
    search_practice_tree,
};
use poda_core::{SearchObserver, break_if};
use serde::Serialize;

use crate::{Context, ScoreView, ServiceError, context::Reporter};

/// Nodes that are kept of one tree.
const MOST_NODES: usize = 400_000;
/// Nodes that are kept of all trees together, some 70 bytes each with their events.
const MOST_KEPT: u64 = 500_000;
/// Bytes of events that come with a search, and with every further question for them.
const FIRST_EVENTS: usize = 48 << 10;
const MORE_EVENTS: usize = 192 << 10;
/// What even the smallest tree counts as.
const LEAST: u64 = 1000;

/// The trees of the last searches. When there are too many, whoever has most of them loses the oldest.
pub struct TreeCache {
    trees: Mutex<VecDeque<CachedTree>>,
    names: Box<dyn Fn() -> String + Send + Sync>,
}

struct CachedTree {
    name: String,
    owner: String,
    nodes: u64,
    tree: Arc<dyn SearchTree>,
}

impl Default for TreeCache {
    /// Names are numbers.
    fn default() -> Self {
        let last = AtomicU64::new(0);
        Self::new(move || (last.fetch_add(1, Ordering::Relaxed) + 1).to_string())
    }
}

impl TreeCache {
    /// A cache that calls each tree what `names` gives. Whoever knows the name of a tree may look at it: where several people
    /// ask, names are secrets.
    pub fn new(names: impl Fn() -> String + Send + Sync + 'static) -> Self {
        Self { trees: Mutex::default(), names: Box::new(names) }
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<CachedTree>> {
        self.trees.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn keep(&self, owner: &str, tree: Arc<dyn SearchTree>) -> String {
        let nodes = u64::from(tree.log().nodes).max(LEAST);
        let name = (self.names)();
        let mut trees = self.lock();
        trees.push_back(CachedTree { name: name.clone(), owner: owner.to_owned(), nodes, tree });
        while trees.iter().map(|cached| cached.nodes).sum::<u64>() > MOST_KEPT {
            let mut owned: HashMap<&str, u64> = HashMap::new();
            for cached in trees.iter() {
                *owned.entry(&cached.owner).or_default() += cached.nodes;
            }
            let most = owned.values().copied().max();
            let oldest = trees.iter().position(|cached| owned.get(cached.owner.as_str()).copied() == most);
            let Some(oldest) = oldest else { break };
            trees.remove(oldest);
        }
        name
    }

    fn find(&self, name: &str) -> Result<Arc<dyn SearchTree>, ServiceError> {
        let trees = self.lock();
        let found = trees.iter().find(|cached| cached.name == name && !name.is_empty());
        found.map(|cached| Arc::clone(&cached.tree)).ok_or_else(|| ServiceError::NoTree(shortened(name)))
    }
}

/// A name as an error repeats it.
fn shortened(name: &str) -> String {
    name.chars().take(64).collect()
}

/// A search and the first level of its tree.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SearchTreeView {
    /// The name of the tree, to ask for more of it.
    pub tree: String,
    /// The chosen move.
    pub best: String,
    /// Its score for the side to move.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub score: Option<ScoreView>,
    /// The completed depth.
    pub depth: u32,
    /// Positions entered, at all depths.
    pub nodes: u64,
    /// Those at the end of a branch.
    pub leaves: u64,
    /// Nodes of the tree, which is the last depth's.
    pub recorded: u32,
    /// Whether all nodes of the last depth were recorded.
    pub complete: bool,
    /// Whether the search was stopped, or ran out of time, before it was done: then some nodes are unfinished.
    pub stopped: bool,
    /// Whether it was its time that was over.
    pub timed_out: bool,
    /// Who decides at the root: 1 or 2.
    pub side: u8,
    /// How its events are read.
    pub log: SearchLogView,
    /// How long it took.
    pub milliseconds: u64,
    /// The root.
    pub root: NodeView,
    /// Its children.
    pub children: Vec<NodeView>,
}

/// The events of a search, in the order in which they happened. `docs/page.md` says how their bytes are read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SearchLogView {
    /// How they are written.
    pub form: LogFormView,
    /// The moves that they name.
    pub moves: Vec<String>,
    /// Nodes that are entered in them, at all depths.
    pub nodes: u32,
    /// Nodes of earlier iterations for which there was no room.
    pub dropped: u64,
    /// Bytes of all events.
    pub length: u32,
    /// Bytes of one further answer.
    pub part: u32,
    /// The first of them, in base 64.
    pub events: String,
}

/// How the events of a search are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum LogFormView {
    /// Node by node.
    DepthFirst,
    /// Random game by random game.
    RandomGames,
}

impl SearchLogView {
    fn new(log: &SearchLog) -> Self {
        Self {
            form: match log.form {
                LogForm::DepthFirst => LogFormView::DepthFirst,
                LogForm::RandomGames => LogFormView::RandomGames,
            },
            moves: log.moves.clone(),
            nodes: log.nodes,
            dropped: log.dropped,
            length: log.bytes.len() as u32,
            part: MORE_EVENTS as u32,
            events: BASE64_STANDARD.encode(&log.bytes[..log.bytes.len().min(FIRST_EVENTS)]),
        }
    }
}

/// Events of a kept tree.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct EventsView {
    /// The place of the first byte.
    pub from: u32,
    /// As many bytes as one answer holds, in base 64.
    pub events: String,
}

/// The children of a node.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ChildrenView {
    /// Those that were searched, in that order, then those that were pruned.
    pub children: Vec<NodeView>,
}

/// A node and the edge that leads to it; scores are for the root's side to move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct NodeView {
    /// Its number; nothing if it was pruned.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub node: Option<u32>,
    /// The move that leads to it; empty at the root.
    #[serde(rename = "move")]
    pub mv: String,
    /// Who decides there: 1 or 2.
    pub side: u8,
    /// Whether the move that leads to it kept the turn.
    pub keeps_turn: bool,
    /// Whether the root's side decides there.
    pub maximizes: bool,
    /// The lower end of the window as it was passed; nothing where it is open.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub alpha: Option<ScoreView>,
    /// The upper end of the window as it was passed; nothing where it is open.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub beta: Option<ScoreView>,
    /// What came back; nothing if it was pruned or is unfinished.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub score: Option<ScoreView>,
    /// How the score stands to the true value.
    pub bound: Bound,
    /// Why it was not searched further.
    pub kind: NodeKindView,
    /// Whether this is a re-search: the same move was searched before with a null window.
    pub research: bool,
    /// Nodes entered here and below.
    pub size: u32,
    /// Children that were searched.
    pub children: u32,
}

/// How a score stands to the true value.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum Bound {
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

/// What became of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum NodeKindView {
    /// All children were searched.
    Expanded,
    /// A child's score was outside of the window, so that the other children were pruned.
    Cutoff,
    /// At the end of the depth: the heuristic value.
    Leaf,
    /// The game is over.
    Terminal,
    /// The score was in the transposition session.
    Table,
    /// The search was stopped meanwhile.
    Unfinished,
    /// Never searched.
    Pruned,
}

impl From<NodeKind> for NodeKindView {
    fn from(kind: NodeKind) -> Self {
        match kind {
            NodeKind::Expanded => Self::Expanded,
            NodeKind::CutOff => Self::Cutoff,
            NodeKind::Leaf => Self::Leaf,
            NodeKind::Terminal => Self::Terminal,
            NodeKind::TableHit => Self::Table,
            NodeKind::Unfinished => Self::Unfinished,
        }
    }
}

impl From<TreeNode> for NodeView {
    fn from(node: TreeNode) -> Self {
        let searched = node.node.is_some();
        let bound = match node.bound() {
            NodeBound::Exact => Bound::Exact,
            NodeBound::Lower => Bound::Lower,
            NodeBound::Upper => Bound::Upper,
        };
        let [alpha, beta] = node.ends().map(|end| end.map(Into::into));
        let score = node.value().map(Into::into);
        Self {
            node: node.node,
            mv: node.mv,
            side: node.side.number(),
            keeps_turn: node.keeps_turn,
            maximizes: node.maximises,
            alpha,
            beta,
            score,
            bound,
            kind: if searched { node.kind.into() } else { NodeKindView::Pruned },
            research: node.is_research,
            size: node.size,
            children: node.children,
        }
    }
}

/// Ends a search when its time is over, and remembers it.
struct Until<'a, 'h> {
    reporter: &'a Reporter<'h>,
    stopped: &'a mut bool,
}

impl SearchObserver for Until<'_, '_> {
    fn nodes(&mut self, _: u64) -> ControlFlow<()> {
        *self.stopped |= self.reporter.is_over();
        break_if(*self.stopped)
    }
}

fn nodes(tree: &dyn SearchTree, node: u32) -> Vec<NodeView> {
    tree.children(node).into_iter().map(NodeView::from).collect()
}

/// Searches a position and keeps the tree.
pub(crate) fn search(
    line: &GameLine,
    engine: &str,
    context: &mut Context<'_>,
) -> Result<SearchTreeView, ServiceError> {
    let limits = context.limits;
    let (game, position) = context
        .sessions
        .with(line, &limits, |followed| Ok((Arc::clone(&followed.game), followed.session.position())))?;
    let spec = context.host.engine(game.as_ref(), engine, &limits)?;
    let start = context.host.now();
    // A search has no more time than it asks for.
    let time = spec.limits().time.map_or(limits.thinking, |time| time.min(limits.thinking));
    let reporter = Reporter::new(context.host, time);
    let mut stopped = false;
    let tree = game.search_tree(
        &spec,
        &position,
        MOST_NODES,
        &mut Until { reporter: &reporter, stopped: &mut stopped },
    )?;
    let timed_out = stopped && !context.host.should_stop();
    let milliseconds = context.host.now().saturating_sub(start).as_millis() as u64;
    view(tree.into(), (stopped, timed_out), milliseconds, context)
}

/// Searches a tree to practise on, and keeps it like any other.
pub(crate) fn practise(
    tree: &PracticeTree,
    engine: &str,
    context: &Context<'_>,
) -> Result<SearchTreeView, ServiceError> {
    let spec: EngineSpec = engine.parse()?;
    context.limits.check(engine, &spec)?;
    view(search_practice_tree(tree, &spec)?.into(), (false, false), 0, context)
}

fn view(
    tree: Arc<dyn SearchTree>,
    (stopped, timed_out): (bool, bool),
    milliseconds: u64,
    context: &Context<'_>,
) -> Result<SearchTreeView, ServiceError> {
    let summary = tree.summary().clone();
    // Every search enters its root.
    let root = tree.node(0).ok_or(ServiceError::NoNode(0))?;
    let children = nodes(tree.as_ref(), 0);
    Ok(SearchTreeView {
        side: root.side.number(),
        log: SearchLogView::new(tree.log()),
        tree: context.trees.keep(context.owner, tree),
        best: summary.best,
        score: summary.score.map(Into::into),
        depth: summary.depth,
        nodes: summary.nodes,
        leaves: summary.leaves,
        recorded: summary.recorded,
        complete: summary.is_whole,
        stopped,
        timed_out,
        milliseconds,
        root: root.into(),
        children,
    })
}

/// The children of a node of a kept tree.
pub(crate) fn children(tree: &str, node: u32, context: &Context<'_>) -> Result<ChildrenView, ServiceError> {
    let tree = context.trees.find(tree)?;
    if tree.node(node).is_none() {
        return Err(ServiceError::NoNode(node));
    }
    Ok(ChildrenView { children: nodes(tree.as_ref(), node) })
}

/// Events of a kept tree, from a byte on.
pub(crate) fn events(tree: &str, from: u32, context: &Context<'_>) -> Result<EventsView, ServiceError> {
    let tree = context.trees.find(tree)?;
    let bytes = tree.log().bytes.get(from as usize..).unwrap_or_default();
    Ok(EventsView { from, events: BASE64_STANDARD.encode(&bytes[..bytes.len().min(MORE_EVENTS)]) })
}
