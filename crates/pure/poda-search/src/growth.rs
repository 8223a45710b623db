//! Monte Carlo tree search, written down game by game.

use poda_core::{Outcome, Side};

/// How a tree grew: its nodes in the order in which they were added, and every random game.
#[derive(Debug)]
pub struct Growth<M> {
    nodes: Vec<GrowthNode<M>>,
    games: Vec<RandomGame>,
    proofs: Vec<Proof>,
    most: usize,
    is_whole: bool,
}

/// A node of the tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GrowthNode<M> {
    /// The move that leads to it; nothing at the root.
    pub mv: Option<M>,
    /// The node that it is a child of; the root's is itself.
    pub parent: u32,
    /// Who decides there.
    pub side: Side,
    /// How the game ended, if it ends there.
    pub end: Option<Outcome>,
}

/// One random game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RandomGame {
    /// The node at the end of the selected path.
    pub from: u32,
    /// Whether that node was given children first; then the game begins at the first of them.
    pub expands: bool,
    /// Whether the result was known, so that nothing was played at random.
    pub is_known: bool,
    /// How it ended.
    pub result: Outcome,
}

/// A node whose outcome with best play became known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Proof {
    /// The place of the random game after which it was known.
    pub game: u32,
    /// The node.
    pub node: u32,
    /// Its outcome.
    pub outcome: Outcome,
}

impl<M: Copy> Growth<M> {
    /// What is remembered of how much a rarely tried move is worth a try: the constant of UCB1.
    pub const CURIOSITY: f64 = crate::mcts::CURIOSITY;

    /// Nothing yet, with room for that many nodes and as many games.
    pub fn new(most: usize) -> Self {
        Self { nodes: Vec::new(), games: Vec::new(), proofs: Vec::new(), most, is_whole: true }
    }

    /// The nodes, the root first; children stand side by side.
    pub fn nodes(&self) -> &[GrowthNode<M>] {
        &self.nodes
    }

    /// The random games, in their order.
    pub fn games(&self) -> &[RandomGame] {
        &self.games
    }

    /// What was proved, in the order in which it was.
    pub fn proofs(&self) -> &[Proof] {
        &self.proofs
    }

    /// Whether there was room for everything.
    pub fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// A node is added. What came before is kept when there is no more room, so that it can still be followed.
    pub(crate) fn give(&mut self, node: GrowthNode<M>) {
        if self.is_whole {
            self.nodes.push(node);
        }
    }

    pub(crate) fn add(&mut self, game: RandomGame) {
        self.is_whole &= self.nodes.len() <= self.most && self.games.len() < self.most;
        if self.is_whole {
            self.games.push(game);
        }
    }

    pub(crate) fn prove(&mut self, node: u32, outcome: Outcome) {
        if self.is_whole {
            self.proofs.push(Proof { game: self.games.len() as u32 - 1, node, outcome });
        }
    }
}
