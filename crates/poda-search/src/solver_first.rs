use poda_core::{Found, Game, Limits, Moves, Score, SearchObserver, Searcher, Turn, WithoutProgress};

/// A searcher that first asks another one which knows rather than thinks: a solver. Where that one knows a win within its nodes,
/// be it of unknown length, nothing is left to think about. Where it knows a draw, the searcher chooses among the moves that keep it; and where it knows a
/// loss that the searcher does not see, the searcher plays on: the opponent may not see it either.
///
/// Where it knows nothing, the searcher has the nodes that it left: a solver need not try what is hopeless.
///
/// Whatever the solver gives without a score or bounds that say who wins is a guess, and is not listened to.
pub struct SolverFirst<G> {
    searcher: Box<dyn Searcher<G>>,
    solver: Box<dyn Searcher<G>>,
    nodes: u64,
}

impl<G: Game> SolverFirst<G> {
    /// A searcher that asks `solver` first, which may enter so many positions each time.
    pub fn new(searcher: Box<dyn Searcher<G>>, solver: Box<dyn Searcher<G>>, nodes: u64) -> Self {
        Self { searcher, solver, nodes }
    }

    /// The moves that are known to keep a draw, with what is left of the game after each. The solver enters about as many
    /// positions for all of them as it may for one answer; `entered` counts them.
    fn drawn_moves(
        &mut self,
        game: &G,
        root: &G::State,
        observer: &mut dyn SearchObserver<G::Move>,
        entered: &mut u64,
    ) -> Vec<(G::Move, G::State)> {
        let mut moves = Moves::new();
        game.moves(root, &mut moves);
        let mut left = self.nodes;
        let mut drawn = Vec::new();
        for mv in &moves {
            let child = game.play(root, *mv);
            if game.outcome(&child).is_some() || left == 0 {
                continue;
            }
            let within = Limits { depth: None, nodes: Some(left) };
            let known = self.solver.search(game, &child, within, &mut WithoutProgress(observer));
            left = left.saturating_sub(known.nodes);
            *entered += known.nodes;
            if known.score == Some(Score::EVEN) {
                drawn.push((*mv, child));
            }
        }
        drawn
    }

    /// Of the moves that keep a draw, the one that the searcher likes best; `known` if there is no choice.
    fn among_draws(
        &mut self,
        game: &G,
        root: &G::State,
        limits: Limits,
        observer: &mut dyn SearchObserver<G::Move>,
        mut known: Found<G::Move>,
    ) -> Found<G::Move> {
        let drawn = self.drawn_moves(game, root, observer, &mut known.nodes);
        if drawn.len() < 2 {
            return known;
        }
        let share = limits.nodes.map(|nodes| nodes / drawn.len() as u64);
        let depth = limits.depth.map(|depth| depth.saturating_sub(1).max(1));
        let mut best = None;
        for (mv, child) in drawn {
            let within = Limits { depth, nodes: share };
            let found = self.searcher.search(game, &child, within, &mut WithoutProgress(observer));
            known.nodes += found.nodes;
            known.leaves += found.leaves;
            let turn = Turn::between(game.to_move(root), game.to_move(&child));
            let score = found.score.map(|score| turn.to_parent(score));
            if best.is_none_or(|(highest, _)| score > highest) {
                best = Some((score, mv));
            }
        }
        if let Some((_, mv)) = best {
            (known.best, known.pv) = (mv, vec![mv]);
            known.scores = vec![(mv, Score::EVEN)];
        }
        known
    }
}

impl<G: Game> Searcher<G> for SolverFirst<G> {
    fn search(
        &mut self,
        game: &G,
        root: &G::State,
        limits: Limits,
        observer: &mut dyn SearchObserver<G::Move>,
    ) -> Found<G::Move> {
        let within = Limits { depth: None, nodes: Some(self.nodes) };
        let known = self.solver.search(game, root, within, &mut WithoutProgress(observer));
        match known.score {
            Some(Score::EVEN) => self.among_draws(game, root, limits, observer, known),
            Some(score) if score.loss_distance().is_some() => {
                let found = self.searcher.search(game, root, limits, &mut WithoutProgress(observer));
                let nodes = found.nodes + known.nodes;
                if found.score.is_some_and(|score| score.loss_distance().is_none()) {
                    // The score is the solver's: what the move is worth is known.
                    Found { best: found.best, pv: found.pv, scores: Vec::new(), nodes, ..known }
                } else {
                    Found { nodes, ..known }
                }
            }
            Some(_) => known,
            None if known.bounds.is_some_and(|[at_least, _]| at_least.win_distance().is_some()) => known,
            None if known.bounds.is_some_and(|[_, at_most]| at_most.loss_distance().is_some()) => {
                let found = self.searcher.search(game, root, limits, &mut WithoutProgress(observer));
                let nodes = found.nodes + known.nodes;
                // What the searcher hopes for is not so.
                let score = found.score.filter(|score| score.loss_distance().is_some());
                Found { nodes, score, bounds: known.bounds, scores: Vec::new(), ..found }
            }
            None => {
                let left = self.nodes.saturating_sub(known.nodes);
                let limits = Limits { nodes: limits.nodes.map(|nodes| nodes.saturating_add(left)), ..limits };
                let found = self.searcher.search(game, root, limits, observer);
                Found { nodes: found.nodes + known.nodes, ..found }
            }
        }
    }

    fn new_game(&mut self, seed: u64) {
        self.solver.new_game(seed);
        self.searcher.new_game(seed);
    }
}
