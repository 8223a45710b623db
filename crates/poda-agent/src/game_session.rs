use poda_core::{
    Language, LeafCounts, MoveError, MoveTokens, Outcome, PositionError, Scene, Side, TextBoard,
};

/// How a position was reached: a position line (or the start of the game) and the moves since.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameLine {
    /// The position line it began with; `None` for the game's own start.
    pub start: Option<String>,
    /// The moves since, oldest first.
    pub moves: Vec<String>,
}

/// A game in progress, as everyone right of the seam sees it.
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

    /// Clears the table and sets up a position.
    ///
    /// # Errors
    /// If it is not a position of this game; the game stays as it was.
    fn set_up(&mut self, position: &str) -> Result<(), PositionError>;

    /// The position line.
    fn position(&self) -> String;

    /// How the position was reached.
    fn line(&self) -> &GameLine;

    /// How a line of moves is cut into single ones.
    fn tokens(&self) -> MoveTokens;

    /// The position for screens.
    fn scene(&self, language: Language) -> Scene;

    /// The position for terminals.
    fn text_board(&self, language: Language) -> TextBoard;

    /// The number of move sequences of `depth` decisions from here.
    fn perft(&self, depth: u32) -> u64;

    /// [`GameSession::perft`], with a look at each leaf.
    fn count_leaves(&self, depth: u32) -> LeafCounts;
}
