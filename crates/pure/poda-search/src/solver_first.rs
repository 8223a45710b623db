use poda_core::{Found, Game, Limits, Moves, Score, SearchObserver, Searcher, Turn, without_progress};

/// A searcher that first asks another one which knows rather than thinks: a solver. What it knows within its nodes decides:
///
/// | known | played |
/// |---|---|
/// | a win, be it of unknown length | the solver's move |
/// | a draw | of the moves that keep it, the one that the searcher likes best |
/// | a loss | of the moves that take the solver longest to refute, the one that the searcher likes best: the opponent may not find out either |
/// | nothing | the searcher's move; it has half as many more as the nodes that the solver left, since one need not try what is hopeless, and a solver takes longer for a node |
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
        let mut left = self.nodes;
        let mut drawn = Vec::new();
        for (mv, child) in open_children(game, root) {
            if left == 0 {
                break;
            }
            let within = Limits { depth: None, nodes: Some(left) };
            let known = self.solver.search(game, &child, within, &mut without_progress(observer));
            left = left.saturating_sub(known.nodes);
            *entered += known.nodes;
            if known.score == Some(Score::EVEN) {
                drawn.push((mv, child));
            }
        }
        drawn
    }

    /// Of some moves the one that the searcher likes best; each has an equal part of the nodes, which `known` counts.
    fn best_of(
        &mut self,
        game: &G,
        root: &G::State,
        moves: Vec<(G::Move, G::State)>,
        limits: Limits,
        observer: &mut dyn SearchObserver<G::Move>,
        known: &mut Found<G::Move>,
    ) -> Option<G::Move> {
        let share = limits.nodes.map(|nodes| nodes / (moves.len() as u64).max(1));
        let depth = limits.depth.map(|depth| depth.saturating_sub(1).max(1));
        let mut best = None;
        for (mv, child) in moves {
            let within = Limits { depth, nodes: share };
            let found = self.searcher.search(game, &child, within, &mut without_progress(observer));
            known.nodes += found.nodes;
            known.leaves += found.leaves;
            let turn = Turn::between(game.to_move(root), game.to_move(&child));
            let score = found.score.map(|score| turn.to_parent(score));
            if best.is_none_or(|(highest, _)| score > highest) {
                best = Some((score, mv));
            }
        }
        best.map(|(_, mv)| mv)
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
        let best = self.best_of(game, root, drawn, limits, observer, &mut known);
        if let Some(mv) = best {
            (known.best, known.pv) = (mv, vec![mv]);
            known.scores = vec![(mv, Score::EVEN)];
        }
        known
    }

    /// The moves of a lost position that are refuted with many nodes, compared with the others, with what is left of the game after
    /// each. None where turns have several actions: what is not the end of a turn is not refuted by anybody.
    fn hardest_moves(
        &mut self,
        game: &G,
        root: &G::State,
        observer: &mut dyn SearchObserver<G::Move>,
        entered: &mut u64,
    ) -> Vec<(G::Move, G::State)> {
        let children = open_children(game, root);
        if children.iter().any(|(_, child)| game.to_move(child) == game.to_move(root)) {
            return Vec::new();
        }
        let share = self.nodes / (2 * children.len() as u64).max(1);
        let within = Limits { depth: None, nodes: Some(share) };
        let mut refuted = Vec::new();
        for (mv, child) in children {
            let known = self.solver.search(game, &child, within, &mut without_progress(observer));
            *entered += known.nodes;
            refuted.push((known.nodes, (mv, child)));
        }
        let most = refuted.iter().map(|(nodes, _)| *nodes).max().unwrap_or_default();
        let hard = refuted.into_iter().filter(|(nodes, _)| nodes.saturating_mul(HARD) >= most);
        hard.map(|(_, after)| after).collect()
    }

    /// The move in a position that is known to be lost.
    fn play_on(
        &mut self,
        game: &G,
        root: &G::State,
        limits: Limits,
        observer: &mut dyn SearchObserver<G::Move>,
        mut known: Found<G::Move>,
    ) -> Found<G::Move> {
        // A loss that is near enough to be seen is put off as long as possible.
        let limits = Limits { nodes: limits.nodes.map(|nodes| nodes / 2), ..limits };
        let found = self.searcher.search(game, root, limits, &mut without_progress(observer));
        let is_seen = found.score.is_some_and(|score| score.loss_distance().is_some());
        known.nodes += found.nodes;
        if is_seen {
            let seen = Found { nodes: known.nodes, bounds: known.bounds, ..found };
            return if known.score.is_some() { known } else { seen };
        }
        // What the searcher hopes for is not so; what is known of the position stays.
        (known.best, known.pv, known.scores) = (found.best, found.pv, Vec::new());
        let hardest = self.hardest_moves(game, root, observer, &mut known.nodes);
        if hardest.iter().any(|(mv, _)| *mv == known.best) {
            return known;
        }
        if let Some(mv) = self.best_of(game, root, hardest, limits, observer, &mut known) {
            (known.best, known.pv) = (mv, vec![mv]);
        }
        known
    }
}

/// A move is hard to refute if it takes at least one node for this many of the hardest one's.
const HARD: u64 = 3;

/// What is known about a position, for its side to move: at least the first, at most the second.
fn known_bounds<M>(found: &Found<M>) -> Option<[Score; 2]> {
    found.score.map(|score| [score; 2]).or(found.bounds)
}

/// The moves after which the game goes on, with what they lead to.
fn open_children<G: Game>(game: &G, root: &G::State) -> Vec<(G::Move, G::State)> {
    let mut moves = Moves::new();
    game.moves(root, &mut moves);
    let children = moves.iter().map(|mv| (*mv, game.play(root, *mv)));
    children.filter(|(_, child)| game.outcome(child).is_none()).collect()
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
        let known = self.solver.search(game, root, within, &mut without_progress(observer));
        match known_bounds(&known) {
            Some([Score::EVEN, Score::EVEN]) => self.among_draws(game, root, limits, observer, known),
            Some([at_least, _]) if at_least.win_distance().is_some() => known,
            Some([_, at_most]) if at_most.loss_distance().is_some() => {
                self.play_on(game, root, limits, observer, known)
            }
            _ => {
                let left = self.nodes.saturating_sub(known.nodes).saturating_mul(3) / 2;
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
