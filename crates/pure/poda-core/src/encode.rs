use crate::{Game, Moves, Outcome, Side, Text};

/// A game as numbers, for programs that learn: cells, observation planes and action indices.
///
/// Shapes are facts of the rules: they are the same for every state of one game value.
///
/// What every implementation promises, and `poda-testkit` checks:
///
/// * different legal moves of a state have different [actions](Encode::action), all below [`Encode::actions`], and
///   [`Encode::move_of`] gives each move back and nothing else;
/// * running states that differ in anything a rule looks at differ in their [planes](Encode::write_planes), seen by either
///   side, except for what an implementation says that it leaves out.
pub trait Encode: Game {
    /// Rows and columns of [`Encode::write_cells`].
    fn board_shape(&self) -> [usize; 2];

    /// The board as people see it, row by row from the top: 0 for nothing, 1 and 2 for the players' stones. What else
    /// there is, is said where it is implemented.
    fn write_cells(&self, state: &Self::State, cells: &mut [i8]);

    /// What each plane shows.
    fn planes(&self) -> Vec<Text>;

    /// Rows and columns of a plane. The usual one is that of the board.
    fn plane_shape(&self) -> [usize; 2] {
        self.board_shape()
    }

    /// The state as `viewer` sees it: plane after plane, each row by row. The own stones come first, whoever the viewer is.
    /// Every number is written.
    fn write_planes(&self, state: &Self::State, viewer: Side, planes: &mut [u8]);

    /// How many actions there are: all that any state of the game may have.
    fn actions(&self) -> usize;

    /// The action that is a legal move of the state.
    fn action(&self, state: &Self::State, mv: Self::Move) -> usize;

    /// The legal move that is an action of the state; `None` if it is not legal there, or no action at all. Like the legal
    /// moves, it is not asked of finished games.
    fn move_of(&self, state: &Self::State, action: usize) -> Option<Self::Move>;

    /// 1 for every action that is legal in the state and 0 for all others. It is not asked of finished games.
    fn write_mask(&self, state: &Self::State, mask: &mut [u8]) {
        let mut moves = Moves::new();
        self.moves(state, &mut moves);
        mask.fill(0);
        for mv in &moves {
            mask[self.action(state, *mv)] = 1;
        }
    }

    /// How many numbers [`Encode::write_cells`] writes.
    fn cell_count(&self) -> usize {
        self.board_shape().iter().product()
    }

    /// How many numbers [`Encode::write_planes`] writes.
    fn plane_numbers(&self) -> usize {
        self.planes().len() * self.plane_shape().iter().product::<usize>()
    }
}

/// What a finished game is worth to each side: 1, -1 or 0.
pub const fn rewards(outcome: Outcome) -> [i8; 2] {
    match outcome {
        Outcome::Win(Side::First) => [1, -1],
        Outcome::Win(Side::Second) => [-1, 1],
        Outcome::Draw => [0, 0],
    }
}
