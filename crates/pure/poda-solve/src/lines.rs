//! Solving in one line: boards by their size, positions by the moves that lead to them.

use poda_connect::{Connect4, DEFAULT_RUN};
use poda_core::{Game, Notation, StoneScore};

use crate::{SolveError, SolvedWord, Solver};

/// Enough for any position of the classic board in seconds.
const MEGABYTES: usize = 64;

impl Solver<u64> {
    /// A solver for a board of `width` columns and `height` rows, with a table of 64 MB.
    ///
    /// # Errors
    /// If there is no such board of up to 64 bits, or if there is not enough memory.
    pub fn for_board(width: u32, height: u32) -> Result<Self, SolveError> {
        Self::new(&Connect4::new(width, height, DEFAULT_RUN)?, MEGABYTES)
    }
}

impl Solver<u128> {
    /// The same for boards of up to 128 bits.
    ///
    /// # Errors
    /// If there is no such board of up to 128 bits, or if there is not enough memory.
    pub fn for_large_board(width: u32, height: u32) -> Result<Self, SolveError> {
        Self::new(&Connect4::new(width, height, DEFAULT_RUN)?, MEGABYTES)
    }
}

impl<W: SolvedWord> Solver<W> {
    /// The exact score after these moves from the empty board, such as `"4453"`, for the side to move.
    ///
    /// # Errors
    /// If a move is illegal, or if the game is over by a line.
    pub fn score_of(&mut self, moves: &str) -> Result<StoneScore, SolveError> {
        let game = *self.game();
        let mut state = game.start();
        for text in <Connect4<W> as Notation>::TOKENS.split(moves) {
            state = game.play(&state, game.read_move(&state, text)?);
        }
        self.score(&state)
    }
}
