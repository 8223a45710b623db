use poda_core::{
    Evaluator, Found, Game, Limits, Moves, NoObserver, Score, SearchObserver, Searcher, Turn, Window,
};

use crate::{
    Chance, Random, WinValue,
    textbook::{self, Textbook},
    trace::{NoTrace, NodeRole, TraceSink, Traceable},
};

/// Minimax over a list of nodes, with all the rules that a report tells of its own: the literal sister of
/// [`BlockFirst`](crate::BlockFirst).
///
/// A player of Connect-4 keeps its tree as a list, level by level. The report says how it is used, and each of these changes
/// what is played:
/// * A node begins with the value 0 and takes that of a child only if it is better than what it has. So where the root's player
///   decides nothing is below 0, elsewhere nothing is above it, and what lies two levels deeper never reaches the root's moves.
/// * The move is picked from the first eight nodes of the list behind the root. On a board of eight columns these are the
///   root's moves; when a column is full, the eighth is a reply to the first move.
/// * The first of them with a very low value is to be blocked: by the column in which it became so low. If there is none, the
///   first with a very high value is played.
/// * "No move found" is the number 0, which is also the first column: where that is the answer, a random column is played.
///
/// Decisions: the report fills the values "with a loop over all nodes" and says that the best result climbs to the top, so the
/// loop is read as one from the last node to the first. A node whose game is over is so low by its own column. An
/// answer that is not legal is no answer.
#[derive(Clone, Copy, Debug)]
pub struct NodeList<E> {
    /// Evaluates the leaves.
    pub evaluator: E,
    /// Another chance, another game.
    pub chance: Chance,
}

/// How many nodes the pick looks at.
const LOOKED_AT: usize = 8;

/// A node of the list.
#[derive(Clone, Copy, Debug)]
struct ListNode<M> {
    mv: M,
    score: Score,
    /// The move of the child whose value it took.
    best: Option<M>,
}

/// The first nodes of each level below the root.
struct Levels<M>(Vec<Vec<ListNode<M>>>);

impl<M: Copy> Levels<M> {
    fn add(&mut self, ply: u32, node: ListNode<M>) {
        let level = ply as usize - 1;
        if self.0.len() <= level {
            self.0.resize_with(level + 1, Vec::new);
        }
        if self.0[level].len() < LOOKED_AT {
            self.0[level].push(node);
        }
    }

    /// The nodes that the pick looks at.
    fn first(&self) -> impl Iterator<Item = ListNode<M>> + Clone + '_ {
        self.0.iter().flatten().take(LOOKED_AT).copied()
    }
}

impl<G: Game, E: Evaluator<G>, S: TraceSink<G::Move>> Textbook<'_, G, E, S> {
    /// The value of a node, and the child's move that gave it.
    fn climb(
        &mut self,
        state: &G::State,
        depth: u32,
        ply: u32,
        levels: &mut Levels<G::Move>,
    ) -> (Score, Option<G::Move>) {
        if ply > 0
            && let Some(score) = self.leaf(state, depth, ply)
        {
            return (score, None);
        }
        let mut moves = Moves::new();
        self.game.textbook_children(state, &mut moves);
        let maximising = self.game.to_move(state) == self.root_side;
        let (mut score, mut best) = (Score::EVEN, None);
        for mv in &moves {
            self.trace.enter(*mv, Window::FULL, NodeRole::Plain);
            let (value, reply) = self.climb(&self.game.play(state, *mv), depth - 1, ply + 1, levels);
            self.leave(value);
            if self.budget.stopped {
                break;
            }
            levels.add(ply + 1, ListNode { mv: *mv, score: value, best: reply });
            if if maximising { value > score } else { value < score } {
                (score, best) = (value, Some(*mv));
                self.trace.improve();
            }
        }
        (score, best)
    }
}

impl<E> NodeList<E> {
    /// What the first nodes say; nothing if they say nothing, or the first column.
    fn pick<G: Game>(&self, game: &G, root: &G::State, levels: &Levels<G::Move>) -> Option<G::Move>
    where
        E: Evaluator<G>,
    {
        let won = self.evaluator.decided();
        let lost = Turn::Passed.to_parent(won);
        let low = levels.first().find(|node| node.score <= lost).map(|node| node.best.unwrap_or(node.mv));
        let high = || levels.first().find(|node| node.score >= won).map(|node| node.mv);
        let mut legal = Moves::new();
        game.moves(root, &mut legal);
        low.or_else(high).filter(|mv| game.slot(*mv) != 0 && legal.contains(mv))
    }
}

impl<G: Game, E: Evaluator<G>> Searcher<G> for NodeList<E> {
    fn search(
        &mut self,
        game: &G,
        root: &G::State,
        limits: Limits,
        observer: &mut dyn SearchObserver<G::Move>,
    ) -> Found<G::Move> {
        self.walk(game, root, limits, observer, NoTrace)
    }

    fn new_game(&mut self, seed: u64) {
        self.chance.new_game(seed);
    }
}

impl<G: Game, E: Evaluator<G>> Traceable<G> for NodeList<E> {
    fn walk<S: TraceSink<G::Move>>(
        &self,
        game: &G,
        root: &G::State,
        limits: Limits,
        observer: &mut dyn SearchObserver<G::Move>,
        trace: S,
    ) -> Found<G::Move> {
        let manner = (&self.evaluator, WinValue::Equal, trace);
        textbook::search(manner, game, root, limits, observer, |walk, root, depth| {
            walk.budget.enter(walk.observer);
            walk.trace.begin(depth, Window::FULL);
            let mut levels = Levels(Vec::new());
            let (value, _) = walk.climb(root, depth, 0, &mut levels);
            walk.leave(value);
            let scores: Vec<_> = levels.0.first()?.iter().map(|node| (node.mv, node.score)).collect();
            let best = self.pick(game, root, &levels).unwrap_or_else(|| {
                Random { chance: self.chance }.search(game, root, limits, &mut NoObserver).best
            });
            let score = scores.iter().find(|(mv, _)| *mv == best).map(|(_, score)| *score);
            Some(Found { score, ..walk.found(best, value, depth, scores) })
        })
    }
}
