//! Searches recorded node by node. A few trees are kept, and shown a node's children at a time.

use std::{
    collections::{HashMap, VecDeque},
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use base64::prelude::{BASE64_STANDARD, Engine as _};
use poda_agent::GameLine;
use poda_catalog::{
    EngineSpec, LogForm, PracticeTree, SearchLog, SearchTree, TreeNode, TreeSummary, search_practice_tree,
};
use poda_core::{Side, stop_when};
use serde::Serialize;

use crate::{Context, ServiceError, context::Reporter};

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
    /// The result of the search, and the size of the tree.
    #[serde(flatten)]
    pub summary: TreeSummary,
    /// Whether the search was stopped, or ran out of time, before it was done: then some nodes are unfinished.
    pub stopped: bool,
    /// Whether it was its time that was over.
    pub timed_out: bool,
    /// Who decides at the root: 1 or 2.
    pub side: Side,
    /// How its events are read.
    pub log: SearchLogView,
    /// How long it took.
    pub milliseconds: u64,
    /// The root.
    pub root: TreeNode,
    /// Its children.
    pub children: Vec<TreeNode>,
}

/// The events of a search, in the order in which they happened: a [`SearchLog`] of which only the first part is sent.
/// `docs/page.md` says how its bytes are read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SearchLogView {
    /// How they are written.
    pub form: LogForm,
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

impl SearchLogView {
    fn new(log: &SearchLog) -> Self {
        Self {
            form: log.form,
            moves: log.moves.clone(),
            nodes: log.nodes,
            dropped: log.dropped,
            length: log.bytes.len() as u32,
            part: MORE_EVENTS as u32,
            events: BASE64_STANDARD.encode(&log.bytes[..log.bytes.len().min(FIRST_EVENTS)]),
        }
    }
}

/// Searches a position and keeps the tree.
pub(crate) fn search(
    line: &GameLine,
    engine: &str,
    context: &mut Context<'_>,
) -> Result<SearchTreeView, ServiceError> {
    let limits = context.limits;
    let (game, state) = context.sessions.with(line, &limits, |followed| {
        Ok((Arc::clone(&followed.game), Arc::clone(followed.session.state())))
    })?;
    let spec = context.host.engine(game.as_ref(), engine, &limits)?;
    let start = context.host.now();
    // A search has no more time than it asks for.
    let time = spec.limits().time.map_or(limits.thinking, |time| time.min(limits.thinking));
    let reporter = Reporter::new(context.host, time);
    let mut stopped = false;
    let mut stop = stop_when(|_| {
        stopped |= reporter.is_over();
        stopped
    });
    let tree = game.search_tree(&spec, None, state.as_ref(), MOST_NODES, &mut stop)?;
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
    // Every search enters its root.
    let root = tree.node(0).ok_or(ServiceError::NoNode(0))?;
    let children = tree.children(0);
    Ok(SearchTreeView {
        side: root.side,
        summary: tree.summary().clone(),
        log: SearchLogView::new(tree.log()),
        tree: context.trees.keep(context.owner, tree),
        stopped,
        timed_out,
        milliseconds,
        root,
        children,
    })
}

/// The children of a node of a kept tree: those that were searched, in that order, then those that were pruned.
pub(crate) fn children(tree: &str, node: u32, context: &Context<'_>) -> Result<Vec<TreeNode>, ServiceError> {
    let tree = context.trees.find(tree)?;
    if tree.node(node).is_none() {
        return Err(ServiceError::NoNode(node));
    }
    Ok(tree.children(node))
}

/// Events of a kept tree from a byte on, in base 64: as many as one answer holds.
pub(crate) fn events(tree: &str, from: u32, context: &Context<'_>) -> Result<String, ServiceError> {
    let tree = context.trees.find(tree)?;
    let bytes = tree.log().bytes.get(from as usize..).unwrap_or_default();
    Ok(BASE64_STANDARD.encode(&bytes[..bytes.len().min(MORE_EVENTS)]))
}
