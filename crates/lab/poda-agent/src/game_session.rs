use poda_core::{
    Brush, Draft, Language, LeafCounts, MoveError, MoveEvent, MoveTokens, Outcome, PositionError, Scene,
    Side, TextBoard,
};

use crate::{GameLine, LineError};

/// A game in progress, right of the boundary: moves and positions are texts.
pub trait GameSession: Send {
    /// Who decides next.
    fn to_move(&self) -> Side;

    /// How the game ended, or `None` while it runs.
    fn outcome(&self) -> Option<Outcome>;

    /// The legal moves in the fixed order of the rules; none once the game is over.
    fn legal(&self) -> Vec<String>;

    /// Plays a move.
    ///
    /// # Errors
    /// If it is not legal; the game stays as it was.
    fn play(&mut self, text: &str) -> Result<(), MoveError>;

    /// Takes the last move back; `false` if there is none.
    fn undo(&mut self) -> bool;

    /// Goes to the end of a line of the same game. Only what differs from the line so far is read, so that following a
    /// game move by move costs one move each time. The line's `game` is not looked at: `poda_catalog::open_line` opens
    /// the game that it names.
    ///
    /// The answer is how many moves were read.
    ///
    /// # Errors
    /// If the line cannot be followed; the game stays as it was.
    fn follow(&mut self, line: &GameLine) -> Result<usize, LineError>;

    /// Begins anew from a position.
    ///
    /// # Errors
    /// If it is not a position of this game; the game stays as it was.
    fn set_up(&mut self, position: &str) -> Result<(), PositionError>;

    /// The position line.
    fn position(&self) -> String;

    /// How the position was reached.
    fn line(&self) -> &GameLine;

    /// Who made each move of the line.
    fn movers(&self) -> Vec<Side>;

    /// How a line of moves is cut into single ones.
    fn tokens(&self) -> MoveTokens;

    /// The position for screens.
    fn scene(&self, language: Language) -> Scene;

    /// What each move of the line did, in the order of the moves.
    fn story(&self, language: Language) -> Vec<Vec<MoveEvent>>;

    /// What can be put on the board of a position that is being edited.
    fn brushes(&self, language: Language) -> Vec<Brush>;

    /// A draft after a brush (the second word) was used on a place (the first one), or the draft as it is.
    fn painted(&self, draft: &str, stroke: Option<(&str, &str)>, language: Language) -> Option<Draft>;

    /// The position for terminals.
    fn text_board(&self, language: Language) -> TextBoard;

    /// The number of move sequences of `depth` decisions from here.
    fn perft(&self, depth: u32) -> u64;

    /// [`GameSession::perft`], with a look at each leaf.
    fn count_leaves(&self, depth: u32) -> LeafCounts;
}
