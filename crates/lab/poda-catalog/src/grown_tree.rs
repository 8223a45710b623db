//! The tree of Monte Carlo tree search, as text, right of the boundary.

use poda_core::{Game, Notation, Outcome, Score, Side};
use poda_search::{Growth, NodeKind};

use crate::{
    NodeBound, SearchTree, TreeNode, TreeSummary,
    search_log::{self, SearchLog},
};

/// A tree that grew. The size of a node is the number of random games that went through it.
pub(crate) struct GrownTree<G: Game> {
    game: G,
    growth: Growth<G::Move>,
    states: Vec<G::State>,
    /// Random games through each node, and the root player's points in them, in halves.
    visits: Vec<(u32, u32)>,
    summary: TreeSummary,
    log: SearchLog,
}

impl<G: Game + Notation> GrownTree<G> {
    pub(crate) fn new(game: G, root: G::State, growth: Growth<G::Move>, mut summary: TreeSummary) -> Self {
        let mut states = vec![root];
        for node in &growth.nodes()[1..] {
            let parent = states[node.parent as usize];
            states.push(node.mv.map_or(parent, |mv| game.play(&parent, mv)));
        }
        let log = search_log::of_growth(&game, &states, &growth);
        summary.recorded = log.nodes;
        summary.is_whole = growth.is_whole();
        let visits = vec![(0, 0); states.len()];
        let mut tree = Self { game, growth, states, visits, summary, log };
        tree.count();
        tree
    }

    fn count(&mut self) {
        let root_side = self.game.to_move(&self.states[0]);
        let mut added = 1 + self.below(0).count() as u32;
        for game in self.growth.games() {
            let mut at = game.from;
            if game.expands {
                at = added;
                added += self.growth.nodes()[added as usize..]
                    .iter()
                    .take_while(|node| node.parent == game.from)
                    .count() as u32;
            }
            let halves = match game.result {
                Outcome::Win(side) => 2 * u32::from(side == root_side),
                Outcome::Draw => 1,
            };
            loop {
                let (visits, points) = &mut self.visits[at as usize];
                (*visits, *points) = (*visits + 1, *points + halves);
                if at == 0 {
                    break;
                }
                at = self.growth.nodes()[at as usize].parent;
            }
        }
    }

    fn below(&self, node: u32) -> impl Iterator<Item = u32> {
        let nodes = &self.growth.nodes()[..self.summary.recorded as usize];
        // Children stand side by side, and behind their parent.
        let first = (node + 1..nodes.len() as u32).find(|child| nodes[*child as usize].parent == node);
        first.into_iter().flat_map(move |first| {
            (first..nodes.len() as u32).take_while(move |child| nodes[*child as usize].parent == node)
        })
    }

    fn outcome(&self, node: u32) -> Option<Outcome> {
        let proof = self.growth.proofs().iter().find(|proof| proof.node == node);
        self.growth.nodes()[node as usize].end.or(proof.map(|proof| proof.outcome))
    }

    /// Thousandths of points above or below an even game, or a proven end.
    fn score(&self, node: u32, side: Side) -> Score {
        let (visits, halves) = self.visits[node as usize];
        match self.outcome(node) {
            Some(outcome) => Score::of_outcome(outcome, side, 1),
            None if visits == 0 => Score::EVEN,
            None => Score::heuristic((1000 * i64::from(halves) / i64::from(visits)) as i32 - 1000),
        }
    }
}

impl<G: Game + Notation> SearchTree for GrownTree<G> {
    fn summary(&self) -> &TreeSummary {
        &self.summary
    }

    fn node(&self, node: u32) -> Option<TreeNode> {
        if node >= self.summary.recorded {
            return None;
        }
        let known = self.growth.nodes()[node as usize];
        let (parent, root_side) = (&self.states[known.parent as usize], self.game.to_move(&self.states[0]));
        let children = self.below(node).count() as u32;
        Some(TreeNode {
            node: Some(node),
            mv: known.mv.map(|mv| self.game.move_text(parent, mv)).unwrap_or_default(),
            side: known.side,
            keeps_turn: node != 0 && known.side == self.game.to_move(parent),
            maximizes: known.side == root_side,
            alpha: None,
            beta: None,
            score: Some(self.score(node, root_side)),
            bound: NodeBound::Exact,
            kind: match known.end {
                Some(_) => NodeKind::Terminal,
                None if children == 0 => NodeKind::Leaf,
                None => NodeKind::Expanded,
            },
            research: false,
            size: self.visits[node as usize].0,
            children,
        })
    }

    fn children(&self, node: u32) -> Vec<TreeNode> {
        if node >= self.summary.recorded {
            return Vec::new();
        }
        self.below(node).filter_map(|child| self.node(child)).collect()
    }

    fn path(&self, node: u32) -> Vec<String> {
        let mut texts = Vec::new();
        let mut at = node;
        while let Some(known) = self.growth.nodes().get(at as usize)
            && let Some(mv) = known.mv
        {
            texts.push(self.game.move_text(&self.states[known.parent as usize], mv));
            at = known.parent;
        }
        texts.reverse();
        texts
    }

    fn log(&self) -> &SearchLog {
        &self.log
    }
}
