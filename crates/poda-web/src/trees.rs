//! Searches taken apart. A few trees are kept, and shown branch by branch.

use std::{
    collections::VecDeque,
    net::SocketAddr,
    sync::{Arc, Mutex},
    time::Instant,
};

use axum::{
    Json,
    extract::{ConnectInfo, Path, State},
};
use poda_catalog::{EngineSpec, NodeKind, SearchTree, TreeNode};
use poda_core::{Score, Window};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    api::Body,
    failure::{Refusal, RefusalBody},
    line::Line,
    scores::Worth,
    state::{Shared, lock},
    think,
};

/// Nodes that are kept of one tree.
const ROOM: usize = 400_000;
/// Trees that are kept at all; the oldest goes first.
const TREES: usize = 12;

/// The trees of the last searches.
#[derive(Default)]
pub(crate) struct TreeCache {
    trees: Mutex<VecDeque<CachedTree>>,
}

struct CachedTree {
    number: u64,
    tree: Arc<dyn SearchTree>,
}

impl TreeCache {
    fn plant(&self, tree: Arc<dyn SearchTree>) -> u64 {
        let mut forest = lock(&self.trees);
        let number = forest.back().map_or(0, |planted| planted.number) + 1;
        forest.push_back(CachedTree { number, tree });
        if forest.len() > TREES {
            forest.pop_front();
        }
        number
    }

    fn find(&self, number: u64) -> Result<Arc<dyn SearchTree>, Refusal> {
        let forest = lock(&self.trees);
        let found = forest.iter().find(|planted| planted.number == number);
        let gone = || Refusal::missing(format!("the tree {number} is no longer kept: search again"));
        found.map(|planted| Arc::clone(&planted.tree)).ok_or_else(gone)
    }
}

/// A search to take apart.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Dissect {
    line: Line,
    /// The engine: `minimax`, `alphabeta` or `pvs`, with depth and evaluator.
    #[schema(example = "alphabeta:depth=8,eval=puntuacion")]
    engine: String,
}

/// A search that was taken apart.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Dissected {
    /// The number of the tree, to ask for its branches.
    tree: u64,
    best: String,
    worth: Option<Worth>,
    depth: u32,
    /// Positions entered, at all depths.
    nodes: u64,
    leaves: u64,
    /// Nodes of the tree, which is the last depth's.
    written: u32,
    /// Whether there was room for all of them.
    whole: bool,
    milliseconds: u64,
    root: Twig,
    branches: Vec<Twig>,
}

/// A node and the edge that leads to it; scores are the root player's.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Twig {
    /// Its number; nothing if it was severed.
    node: Option<u32>,
    #[serde(rename = "move")]
    mv: String,
    /// Who decides there: 1 or 2.
    side: u8,
    /// Whether the move that leads to it kept the turn.
    kept: bool,
    /// Whether the root's player decides there.
    max: bool,
    /// The window as it was passed; nothing where it is open.
    alpha: Option<Worth>,
    beta: Option<Worth>,
    worth: Option<Worth>,
    /// `=`, `>=` or `<=`: how the score stands to the true value.
    bound: &'static str,
    /// `open`, `cut`, `horizon`, `finished`, `known` or `severed`.
    mark: &'static str,
    /// Whether the same move was looked at before with a null window.
    second: bool,
    /// Nodes entered here and below.
    size: u32,
    children: u32,
}

impl From<TreeNode> for Twig {
    fn from(branch: TreeNode) -> Self {
        let Window { alpha, beta } = branch.window;
        let known = branch.node.is_some();
        let mark = match branch.mark {
            _ if !known => "severed",
            NodeKind::Expanded => "open",
            NodeKind::CutOff => "cut",
            NodeKind::Leaf => "horizon",
            NodeKind::Terminal => "finished",
            NodeKind::TableHit => "known",
        };
        // A leaf's value is a value; elsewhere what lies outside the window is only a bound.
        let bound = match branch.mark {
            NodeKind::Leaf | NodeKind::Terminal => "=",
            _ if branch.score >= beta => ">=",
            _ if branch.score <= alpha => "<=",
            _ => "=",
        };
        Self {
            node: branch.node,
            mv: branch.mv,
            side: branch.side.number(),
            kept: branch.keeps_turn,
            max: branch.maximises,
            alpha: (known && alpha > Score::LOWEST).then(|| alpha.into()),
            beta: (known && beta < Score::HIGHEST).then(|| beta.into()),
            worth: known.then(|| branch.score.into()),
            bound,
            mark,
            second: branch.is_second_look,
            size: branch.size,
            children: branch.children,
        }
    }
}

fn twigs(tree: &dyn SearchTree, node: u32) -> Vec<Twig> {
    tree.branches(node).into_iter().map(Twig::from).collect()
}

/// Searches a position and keeps the tree.
#[utoipa::path(post, path = "/api/trees", request_body = Dissect,
    responses((status = 200, body = Dissected), (status = 400, body = RefusalBody)))]
pub(crate) async fn dissect(
    State(shared): State<Shared>,
    ConnectInfo(address): ConnectInfo<SocketAddr>,
    Body(asked): Body<Dissect>,
) -> Result<Json<Dissected>, Refusal> {
    let forest = shared.clone();
    think::in_turn(&shared, address, move |limits| {
        let standing = asked.line.follow(&limits)?;
        let spec: EngineSpec = asked.engine.parse()?;
        limits.check_spec(&asked.engine, &spec)?;
        let start = Instant::now();
        let mut stop = || start.elapsed() > limits.thinking;
        let position = standing.table.position();
        let tree: Arc<dyn SearchTree> = standing.game.dissect(&spec, &position, ROOM, &mut stop)?.into();
        let summary = tree.summary().clone();
        let root = tree.branch(0).ok_or_else(|| Refusal::broken("the search has no root"))?;
        let branches = twigs(tree.as_ref(), 0);
        let milliseconds = start.elapsed().as_millis() as u64;
        Ok(Json(Dissected {
            tree: forest.trees.plant(tree),
            best: summary.best,
            worth: summary.score.map(Into::into),
            depth: summary.depth,
            nodes: summary.nodes,
            leaves: summary.leaves,
            written: summary.written,
            whole: summary.is_whole,
            milliseconds,
            root: root.into(),
            branches,
        }))
    })
    .await
}

/// The branches of a node of a kept tree.
#[utoipa::path(get, path = "/api/trees/{tree}/{node}", params(("tree" = u64, Path), ("node" = u32, Path)),
    responses((status = 200, body = Vec<Twig>), (status = 404, body = RefusalBody)))]
pub(crate) async fn branches(
    State(shared): State<Shared>,
    Path((tree, node)): Path<(u64, u32)>,
) -> Result<Json<Vec<Twig>>, Refusal> {
    let tree = shared.trees.find(tree)?;
    if tree.branch(node).is_none() {
        return Err(Refusal::missing(format!("the tree has no node {node}")));
    }
    Ok(Json(twigs(tree.as_ref(), node)))
}
