use poda_core::{
    Found, Game, Limits, MAX_MOVES, Moves, Outcome, Progress, Score, SearchObserver, Searcher, Side,
    Statistics, fold, mix,
};

use crate::{
    Chance,
    budget::Budget,
    growth::{Growth, GrowthNode, RandomGame},
};

/// How much a rarely tried move is worth a try: the constant of UCB1, for results between 0 and 1.
pub(crate) const CURIOSITY: f64 = 1.0;
/// A random game that takes longer is called a draw: some games need not end.
const LONGEST_GAME: u32 = 500;
/// What it does when nobody limits it.
const DEFAULT_NODES: u64 = 20_000;
/// Random games between two looks at the clock: each may take [`LONGEST_GAME`] moves.
const PATIENCE: u64 = 8;

/// Monte Carlo tree search: random games from the leaves of a growing tree, better moves tried more often (UCT).
///
/// A node is credited to the side that chose it, so that kept turns are no special case. Where the tree reaches ends
/// of games, they are proved upwards: a side that has a proven win plays it, and never a proven loss while there is
/// something else (solver backup).
///
/// A depth limit means nothing to it. Its chance comes from position, seed and count: the same search gives the same
/// move.
#[derive(Clone, Copy, Debug)]
pub struct Mcts {
    /// Another chance, other random games.
    pub chance: Chance,
    /// The largest tree, in megabytes. A tree that is full no longer grows; random games go on from its leaves.
    pub megabytes: usize,
}

impl Mcts {
    /// The usual size of a tree, in megabytes.
    pub const MEGABYTES: usize = 64;

    /// A search with a tree of the usual size.
    pub const fn new(chance: Chance) -> Self {
        Self { chance, megabytes: Self::MEGABYTES }
    }
}

/// A position in the tree.
struct MctsNode<G: Game> {
    state: G::State,
    /// The move that leads here, and who chose it.
    mv: Option<G::Move>,
    chooser: Side,
    /// The place of the first child; children stand side by side. 0 while there are none: nobody's child is the root.
    first_child: u32,
    children: u32,
    visits: u32,
    /// Points of the chooser: 1 for a win, a half for a draw.
    points: f64,
    /// The outcome with best play, once the tree knows it.
    proven: Option<Outcome>,
}

struct MctsTree<'a, G: Game> {
    game: &'a G,
    /// Who writes down how it grows, if anybody does.
    growth: Option<&'a mut Growth<G::Move>>,
    nodes: Vec<MctsNode<G>>,
    /// The most nodes that there is room for.
    room: usize,
    chance: u64,
}

impl<G: Game> MctsTree<'_, G> {
    fn add(&mut self, state: G::State, mv: Option<G::Move>, chooser: Side) {
        let proven = self.game.outcome(&state);
        self.nodes.push(MctsNode {
            state,
            mv,
            chooser,
            first_child: 0,
            children: 0,
            visits: 0,
            points: 0.0,
            proven,
        });
    }

    /// One more random game: down the tree, out of it at random, and back with the result.
    fn grow(&mut self, path: &mut Vec<usize>) {
        // 1. Follow the most promising moves.
        path.clear();
        path.push(0);
        let mut at = 0;
        while self.nodes[at].children > 0 && self.nodes[at].proven.is_none() {
            at = self.most_promising(at);
            path.push(at);
        }
        // 2. A leaf that was seen before gets children, while there is room.
        let selected = at;
        let expands = self.nodes[at].proven.is_none() && self.nodes[at].visits > 0 && self.expand(at);
        if expands {
            at = self.nodes[at].first_child as usize;
            path.push(at);
        }
        // 3. A game at random, unless the end is known.
        let known = self.nodes[at].proven;
        let result = match known {
            Some(outcome) => outcome,
            None => self.random_game(at),
        };
        if let Some(growth) = &mut self.growth {
            let from = selected as u32;
            growth.add(RandomGame { from, expands, is_known: known.is_some(), result });
        }
        // 4. Everybody on the path learns of it, from the leaf to the root.
        for &place in path.iter().rev() {
            let node = &mut self.nodes[place];
            node.visits += 1;
            node.points += match result {
                Outcome::Win(side) if side == node.chooser => 1.0,
                Outcome::Win(_) => 0.0,
                Outcome::Draw => 0.5,
            };
            self.prove(place);
        }
    }

    fn children(&self, at: usize) -> std::ops::Range<usize> {
        let node = &self.nodes[at];
        node.first_child as usize..(node.first_child + node.children) as usize
    }

    /// The child with the best bound on what it may be worth. Where everything is known there is nothing to learn, so
    /// proven children are left alone while there are others.
    fn most_promising(&self, at: usize) -> usize {
        let parent = f64::from(self.nodes[at].visits.max(1)).ln();
        let promise = |place: usize| {
            let node = &self.nodes[place];
            match node.proven {
                Some(_) => f64::NEG_INFINITY,
                None if node.visits == 0 => f64::INFINITY,
                None => {
                    let visits = f64::from(node.visits);
                    node.points / visits + CURIOSITY * (parent / visits).sqrt()
                }
            }
        };
        let mut best = (self.nodes[at].first_child as usize, f64::NEG_INFINITY);
        for place in self.children(at) {
            let value = promise(place);
            if value > best.1 {
                best = (place, value);
            }
        }
        best.0
    }

    /// Gives a node its children; `false` if there is no room for them.
    fn expand(&mut self, at: usize) -> bool {
        let state = self.nodes[at].state;
        let chooser = self.game.to_move(&state);
        let mut moves = Moves::new();
        self.game.moves(&state, &mut moves);
        let needed = self.nodes.len() + moves.len();
        if needed > self.room {
            return false;
        }
        if needed > self.nodes.capacity() {
            // Doubled, but never past the room.
            let larger = (2 * self.nodes.capacity()).clamp(needed, self.room);
            self.nodes.reserve_exact(larger - self.nodes.len());
        }
        self.nodes[at].first_child = self.nodes.len() as u32;
        self.nodes[at].children = moves.len() as u32;
        for mv in &moves {
            self.add(self.game.play(&state, *mv), Some(*mv), chooser);
        }
        self.tell_children(at);
        true
    }

    /// Writes down the children that a node was given.
    fn tell_children(&mut self, at: usize) {
        let children = self.children(at);
        let Some(growth) = &mut self.growth else { return };
        for node in &self.nodes[children] {
            let side = self.game.to_move(&node.state);
            growth.give(GrowthNode { mv: node.mv, parent: at as u32, side, end: node.proven });
        }
    }

    /// Proves a node from its children: one win of the decider is enough; otherwise all of them must be known.
    fn prove(&mut self, at: usize) {
        if self.nodes[at].proven.is_some() || self.nodes[at].children == 0 {
            return;
        }
        let decider = self.game.to_move(&self.nodes[at].state);
        let mut best = Outcome::Win(decider.other());
        let mut all_known = true;
        for place in self.children(at) {
            match self.nodes[place].proven {
                Some(Outcome::Win(side)) if side == decider => {
                    self.proved(at, Outcome::Win(decider));
                    return;
                }
                Some(Outcome::Draw) => best = Outcome::Draw,
                Some(Outcome::Win(_)) => {}
                None => all_known = false,
            }
        }
        if all_known {
            self.proved(at, best);
        }
    }

    fn proved(&mut self, at: usize, outcome: Outcome) {
        self.nodes[at].proven = Some(outcome);
        if let Some(growth) = &mut self.growth {
            growth.prove(at as u32, outcome);
        }
    }

    fn random_game(&mut self, at: usize) -> Outcome {
        let mut state = self.nodes[at].state;
        for _ in 0..LONGEST_GAME {
            if let Some(outcome) = self.game.outcome(&state) {
                return outcome;
            }
            let mut moves = Moves::new();
            self.game.moves(&state, &mut moves);
            self.chance = fold(self.chance, 0x2545_F491_4F6C_DD1D).wrapping_add(1);
            let index = (u128::from(mix(self.chance)) * moves.len() as u128) >> 64;
            state = self.game.play(&state, moves[index as usize]);
        }
        Outcome::Draw
    }

    /// The child to play: a proven win; else the most visited open one, unless it promises less than a proven draw;
    /// else what is left.
    fn best_child(&self, at: usize) -> Option<usize> {
        let promises_a_draw = |node: &MctsNode<G>| node.points * 2.0 >= f64::from(node.visits);
        let rank = |place: usize| {
            let node = &self.nodes[place];
            match node.proven {
                Some(Outcome::Win(side)) if side == node.chooser => (4, 0),
                None if promises_a_draw(node) => (3, node.visits),
                Some(Outcome::Draw) => (2, 0),
                None => (1, node.visits),
                Some(Outcome::Win(_)) => (0, node.visits),
            }
        };
        // The first of equals, in the order of the rules.
        self.children(at).rev().max_by_key(|place| rank(*place))
    }

    fn pv(&self) -> Vec<G::Move> {
        let mut pv = Vec::new();
        let mut at = 0;
        while let Some(next) = self.best_child(at).filter(|next| self.nodes[*next].visits > 0) {
            pv.extend(self.nodes[next].mv);
            at = next;
        }
        pv
    }

    /// What a child is worth to whoever chooses it: thousandths of points above or below an even game, or a proven
    /// end. The tree does not know how far away that is; a proven end is told as if it were one decision away.
    fn score(&self, place: usize) -> Score {
        let node = &self.nodes[place];
        if let Some(outcome) = node.proven {
            return Score::of_outcome(outcome, node.chooser, 1);
        }
        let share = node.points / f64::from(node.visits.max(1));
        Score::heuristic(((share - 0.5) * 2000.0).round() as i32)
    }
}

impl<G: Game> Searcher<G> for Mcts {
    fn search(
        &mut self,
        game: &G,
        root: &G::State,
        limits: Limits,
        observer: &mut dyn SearchObserver<G::Move>,
    ) -> Found<G::Move> {
        self.grow(game, root, limits, observer, None)
    }

    fn new_game(&mut self, seed: u64) {
        self.chance.new_game(seed);
    }
}

impl Mcts {
    /// Searches as always, and writes down how the tree grows.
    pub fn record<G: Game>(
        &self,
        game: &G,
        root: &G::State,
        limits: Limits,
        observer: &mut dyn SearchObserver<G::Move>,
        growth: &mut Growth<G::Move>,
    ) -> Found<G::Move> {
        self.grow(game, root, limits, observer, Some(growth))
    }

    fn grow<G: Game>(
        &self,
        game: &G,
        root: &G::State,
        limits: Limits,
        observer: &mut dyn SearchObserver<G::Move>,
        growth: Option<&mut Growth<G::Move>>,
    ) -> Found<G::Move> {
        let chance = self.chance.draw(game.key(root));
        // The root and its children always have room; places are counted in 32 bits.
        let room = (self.megabytes << 20) / size_of::<MctsNode<G>>();
        let room = room.clamp(1 + MAX_MOVES, u32::MAX as usize);
        let mut tree = MctsTree { game, growth, nodes: Vec::new(), room, chance };
        // Nobody chose the root; its points are never looked at.
        tree.add(*root, None, game.to_move(root).other());
        if let Some(growth) = &mut tree.growth {
            growth.give(GrowthNode { mv: None, parent: 0, side: game.to_move(root), end: None });
        }
        tree.expand(0);
        let nodes = limits.nodes.or(Some(DEFAULT_NODES).filter(|_| limits.depth.is_some()));
        let mut budget = Budget::with_patience(Limits { depth: None, nodes }, PATIENCE);
        let mut path = Vec::new();
        let mut next_report = 1000;
        while !budget.stopped && tree.nodes[0].proven.is_none() {
            budget.enter(observer);
            tree.grow(&mut path);
            if budget.nodes == next_report {
                next_report *= 2;
                let pv = tree.pv();
                if let Some(best) = tree.best_child(0) {
                    let (score, depth) = (tree.score(best), pv.len() as u32);
                    // The tree has no depths to begin: only `nodes` ends it.
                    let _ = observer.depth(&Progress { depth, score, nodes: budget.nodes, pv: &pv });
                }
            }
        }
        let best = tree.best_child(0).unwrap_or(1);
        let mut pv = tree.pv();
        let mv = tree.nodes[best].mv.unwrap_or_else(|| unreachable_move(game, root));
        if pv.is_empty() {
            pv.push(mv);
        }
        Found {
            best: mv,
            score: Some(tree.score(best)),
            depth: pv.len() as u32,
            nodes: budget.nodes,
            leaves: budget.nodes,
            pv,
            scores: tree
                .children(0)
                .filter_map(|place| Some((tree.nodes[place].mv?, tree.score(place))))
                .collect(),
            bounds: None,
            statistics: Statistics::default(),
        }
    }
}

/// Every child has a move; this is only here because the root has none.
fn unreachable_move<G: Game>(game: &G, root: &G::State) -> G::Move {
    let mut moves = Moves::new();
    game.moves(root, &mut moves);
    moves[0]
}
