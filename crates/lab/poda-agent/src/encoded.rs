use poda_core::{Draw, Encode, Game, Moves, Notation, Side, Text};

use crate::TypedState;

/// A state as numbers, right of the boundary: what [`Encode`] says of it, as plain data.
pub trait EncodedState {
    /// The shapes and counts that all states of the game share.
    fn encoding(&self) -> Encoding;

    /// The cells of the board, row by row from the top.
    fn cells(&self) -> Vec<i8>;

    /// The planes as a side sees them.
    fn planes(&self, viewer: Side) -> Vec<u8>;

    /// The actions that are the legal moves, in the order of the legal moves.
    fn legal_actions(&self) -> Vec<usize>;

    /// The text of the legal move that is an action; `None` if it is not legal here.
    fn move_of_action(&self, action: usize) -> Option<String>;
}

/// What the numbers of a game's states mean.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Encoding {
    /// Rows and columns of the cells.
    pub board: [usize; 2],
    /// What each plane shows.
    pub planes: Vec<Text>,
    /// Rows and columns of a plane.
    pub plane: [usize; 2],
    /// How many actions there are.
    pub actions: usize,
}

impl Encoding {
    /// The encoding of a game.
    pub fn of<G: Encode>(game: &G) -> Self {
        Self {
            board: game.board_shape(),
            planes: game.planes(),
            plane: game.plane_shape(),
            actions: game.actions(),
        }
    }

    /// Planes, rows and columns of an observation.
    pub fn observation(&self) -> [usize; 3] {
        [self.planes.len(), self.plane[0], self.plane[1]]
    }
}

fn cells<G: Encode>(game: &G, state: &G::State) -> Vec<i8> {
    let mut cells = vec![0; game.cell_count()];
    game.write_cells(state, &mut cells);
    cells
}

fn planes<G: Encode>(game: &G, state: &G::State, viewer: Side) -> Vec<u8> {
    let mut planes = vec![0; game.plane_numbers()];
    game.write_planes(state, viewer, &mut planes);
    planes
}

fn legal_actions<G: Encode>(game: &G, state: &G::State) -> Vec<usize> {
    let mut moves = Moves::new();
    if game.outcome(state).is_none() {
        game.moves(state, &mut moves);
    }
    moves.iter().map(|mv| game.action(state, *mv)).collect()
}

fn move_of_action<G: Encode + Notation>(game: &G, state: &G::State, action: usize) -> Option<String> {
    let running = game.outcome(state).is_none();
    let mv = if running { game.move_of(state, action) } else { None };
    mv.map(|mv| game.move_text(state, mv))
}

impl<G: Game + Notation + Draw + Encode> EncodedState for TypedState<G> {
    fn encoding(&self) -> Encoding {
        Encoding::of(self.rules())
    }

    fn cells(&self) -> Vec<i8> {
        cells(self.rules(), self.state())
    }

    fn planes(&self, viewer: Side) -> Vec<u8> {
        planes(self.rules(), self.state(), viewer)
    }

    fn legal_actions(&self) -> Vec<usize> {
        legal_actions(self.rules(), self.state())
    }

    fn move_of_action(&self, action: usize) -> Option<String> {
        move_of_action(self.rules(), self.state(), action)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use poda_testkit::Pebbles;

    use super::*;
    use crate::{AnyState, TypedGame};

    #[test]
    fn a_state_gives_its_numbers() {
        let game = Pebbles { heaps: [1, 0, 0, 2] };
        let state = TypedState::start(Arc::new(TypedGame::new(game, "pebbles"))).after("1x1").unwrap();
        assert_eq!(state.encoding().observation(), [4, 1, 4]);
        assert_eq!(state.cells(), [0, 0, 0, 2]);
        assert_eq!(state.planes(Side::Second).len(), 16);
        assert_eq!((state.legal(), state.legal_actions()), (vec!["4x1".into(), "4x2".into()], vec![6, 7]));
        assert_eq!((state.move_of_action(7).as_deref(), state.move_of_action(0)), (Some("4x2"), None));
    }
}
