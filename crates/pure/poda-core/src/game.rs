use std::{fmt::Debug, hash::Hash};

use crate::{Moves, Outcome, Side};

/// The rules of a two-sided, zero-sum, deterministic game of perfect information.
///
/// The implementing value *is* one set of rules: a board size, a bomb period, an edition. All that changes while
/// playing is in [`Game::State`], a small plain value that is copied rather than changed and taken back.
///
/// What every implementation promises, and `poda-testkit` checks:
///
/// * [`Game::moves`] is never empty while [`Game::outcome`] is `None`, gives each move once and always in the same
///   order; it is not asked of finished games.
/// * [`Game::play`] is only called with a move that `moves` gave for that state, and depends on nothing else.
/// * States are equal exactly if their keys are (short of hash collisions): the rest of the turn, bombs and pending
///   dice are part of both. Mere counters that no rule looks at are kept out of both with [`crate::Tally`].
pub trait Game: Sized + Send + Sync + 'static {
    /// Everything that changes in a game. Small: copying is free up to 56 bytes or so and costs a quarter of the
    /// speed at 152.
    type State: Copy + Eq + Hash + Debug + Send + Sync + 'static;
    /// One decision. A turn may be made of several.
    type Move: Copy + Eq + Debug + Send + Sync + 'static;

    /// How many slots [`Game::slot`] sorts moves into.
    const SLOTS: usize;

    /// How many places [`Game::place`] tells apart.
    const PLACES: usize = Self::SLOTS;

    /// The state before the first move.
    fn start(&self) -> Self::State;

    /// Who decides next. Defined for finished games too, where it only gives scores a point of view.
    fn to_move(&self, state: &Self::State) -> Side;

    /// How the game ended, or `None` while it runs.
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;

    /// Appends every legal move, in a fixed order.
    fn moves(&self, state: &Self::State, moves: &mut Moves<Self::Move>);

    /// Appends the children as the game's original visits them in a textbook search. They are the legal moves in
    /// their order, except where an original lists a move twice: its node counts are facts, and only the textbook
    /// engines, which reproduce them, ask for this.
    fn textbook_children(&self, state: &Self::State, moves: &mut Moves<Self::Move>) {
        self.moves(state, moves);
    }

    /// The state after a legal move.
    fn play(&self, state: &Self::State, mv: Self::Move) -> Self::State;

    /// A small number for a move, below [`Game::SLOTS`], the same wherever the move is played.
    fn slot(&self, mv: Self::Move) -> usize;

    /// A small number for what a legal move does in that state, below [`Game::PLACES`]: moves that mean the same in different states
    /// share one. A stone that is dropped into a column means the cell in which it comes to rest. Engines keep statistics by it.
    #[inline]
    fn place(&self, _state: &Self::State, mv: Self::Move) -> usize {
        self.slot(mv)
    }

    /// A well-mixed hash of the whole position, side to move and rest of the turn included.
    fn key(&self, state: &Self::State) -> u64;
}
