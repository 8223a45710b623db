use poda_core::{
    Evaluator, Found, Game, Limits, NoObserver, Score, SearchObserver, Searcher, Turn, without_progress,
};

use crate::{
    Chance, Minimax, Random,
    trace::{NoTrace, TraceSink, Traceable},
};

/// Plain minimax with a root of its own mind: first it looks for something to block, then for a win, else it plays any
/// move.
///
/// This is what a player of Connect-4 did whose report says: look at the values of the moves at the root for a very low
/// one, to block the adversary; if there is none, for a very high one, to win; if neither is found, take a random
/// column. Everything between very low and very high is ignored. Decisions:
/// * A very low value belongs to a move after which the rival wins. What blocks is not that move but the rival's reply
///   to it, taken away by playing it oneself. The report's nodes carry a "best movement" beside their value, which
///   only makes sense as that reply.
/// * A reply that is itself a move of very low value blocks nothing: another one is looked for. If there is no better,
///   the first one is played.
/// * A reply can be taken away if it is legal now. Where the same side moves twice, there is no reply to look at.
/// * "Very" low and high is what the evaluator gives for a decided game.
/// * The draw is a function of position and seed, as everything that can be compared must be.
#[derive(Clone, Copy, Debug)]
pub struct BlockFirst<E> {
    /// Who gives the values.
    pub minimax: Minimax<E>,
    /// Another chance, another game.
    pub chance: Chance,
}

impl<G: Game, E: Evaluator<G>> Searcher<G> for BlockFirst<E> {
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

/// The searches for the rival's replies are written down too, each after the move that it replies to.
impl<G: Game, E: Evaluator<G>> Traceable<G> for BlockFirst<E> {
    fn walk<S: TraceSink<G::Move>>(
        &self,
        game: &G,
        root: &G::State,
        limits: Limits,
        observer: &mut dyn SearchObserver<G::Move>,
        trace: S,
    ) -> Found<G::Move> {
        let mut found = self.minimax.walk(game, root, limits, observer, trace);
        let won = self.minimax.evaluator.decided();
        let lost = Turn::Passed.to_parent(won);
        let best = self
            .block((game, root, trace), limits, &mut found, lost, observer)
            .or_else(|| found.scores.iter().find(|(_, score)| *score >= won).map(|(mv, _)| *mv))
            .unwrap_or_else(|| {
                Random { chance: self.chance }.search(game, root, limits, &mut NoObserver).best
            });
        let score = value_of(&found, best);
        Found { best, score, pv: vec![best], ..found }
    }
}

impl<E> BlockFirst<E> {
    /// The rival's reply to the first root move of very low value that is worth taking away.
    fn block<G: Game, S: TraceSink<G::Move>>(
        &self,
        (game, root, trace): (&G, &G::State, S),
        limits: Limits,
        found: &mut Found<G::Move>,
        lost: Score,
        observer: &mut dyn SearchObserver<G::Move>,
    ) -> Option<G::Move>
    where
        E: Evaluator<G>,
    {
        let mut first = None;
        for index in 0..found.scores.len() {
            let (mv, score) = found.scores[index];
            let child = game.play(root, mv);
            if score > lost || game.outcome(&child).is_some() || game.to_move(&child) == game.to_move(root) {
                continue;
            }
            let nodes = limits.nodes.map(|nodes| nodes.saturating_sub(found.nodes));
            if nodes == Some(0) {
                break;
            }
            let depth = Some(found.depth.saturating_sub(1).max(1));
            trace.after(mv);
            let limits = Limits { depth, nodes };
            let reply = self.minimax.walk(game, &child, limits, &mut without_progress(&mut *observer), trace);
            found.nodes += reply.nodes;
            found.leaves += reply.leaves;
            match value_of(found, reply.best) {
                Some(score) if score > lost => return Some(reply.best),
                Some(_) => first = first.or(Some(reply.best)),
                None => {}
            }
        }
        first
    }
}

/// The value of a move at the root; `None` if it is not legal there, or was not searched to the end.
fn value_of<M: PartialEq>(found: &Found<M>, mv: M) -> Option<Score> {
    found.scores.iter().find(|(other, _)| *other == mv).map(|(_, score)| *score)
}
