use poda_core::{Game, Moves, Outcome, Side};

/// Another game with one move in each position, which begins anew where the other would end: a tree without branches and
/// without ends, in which a search gets as deep as it may. States and moves, and so what a search needs of the stack,
/// are the other game's.
#[derive(Clone, Debug)]
pub struct OneMove<G>(pub G);

impl<G: Game> Game for OneMove<G> {
    type State = G::State;
    type Move = G::Move;

    const SLOTS: usize = G::SLOTS;

    fn start(&self) -> G::State {
        self.0.start()
    }

    fn to_move(&self, state: &G::State) -> Side {
        self.0.to_move(state)
    }

    fn outcome(&self, _: &G::State) -> Option<Outcome> {
        None
    }

    fn moves(&self, state: &G::State, moves: &mut Moves<G::Move>) {
        let mut all = Moves::new();
        self.0.moves(state, &mut all);
        moves.push(all[0]);
    }

    fn play(&self, state: &G::State, mv: G::Move) -> G::State {
        let next = self.0.play(state, mv);
        if self.0.outcome(&next).is_some() { self.start() } else { next }
    }

    fn slot(&self, mv: G::Move) -> usize {
        self.0.slot(mv)
    }

    fn key(&self, state: &G::State) -> u64 {
        self.0.key(state)
    }
}
