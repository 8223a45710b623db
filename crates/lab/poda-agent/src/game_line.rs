use poda_core::{Game, Language, MoveError, MoveTokens, Notation, PositionError, Translate, text};
use thiserror::Error;

/// A game, where it starts, and the moves since: the only form in which a game travels.
///
/// It is plain text and may be wrong. [`follow`] and [`GameSession::follow`](crate::GameSession::follow) check it.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GameLine {
    /// The game's spec, such as `connect4:7x6`.
    #[cfg_attr(feature = "schema", schema(example = "connect4:7x6"))]
    pub game: String,
    /// The position line it starts with; `None` for the game's own start.
    #[cfg_attr(feature = "serde", serde(default))]
    pub start: Option<String>,
    /// The moves since, oldest first.
    #[cfg_attr(feature = "serde", serde(default))]
    pub moves: Vec<String>,
}

impl GameLine {
    /// The start of a game.
    pub fn new(game: impl Into<String>) -> Self {
        Self { game: game.into(), start: None, moves: Vec::new() }
    }

    /// A line whose moves are written as one text, cut as the game does it.
    ///
    /// ```
    /// # use poda_agent::GameLine;
    /// # use poda_core::MoveTokens;
    /// let line = GameLine::parse("connect4:7x6", None, "445", MoveTokens::Characters);
    /// assert_eq!(line.moves, ["4", "4", "5"]);
    /// ```
    pub fn parse(game: impl Into<String>, start: Option<&str>, moves: &str, tokens: MoveTokens) -> Self {
        let moves = tokens.split(moves).into_iter().map(str::to_owned).collect();
        Self { game: game.into(), start: start.map(str::to_owned), moves }
    }

    /// The same line with one move more.
    #[must_use]
    pub fn after(&self, mv: impl Into<String>) -> Self {
        let mut line = self.clone();
        line.moves.push(mv.into());
        line
    }

    /// How many moves both lines begin with, if they start in the same position.
    pub fn shared_with(&self, other: &Self) -> Option<usize> {
        let equal = |(one, other): &(&String, &String)| one == other;
        (self.start == other.start).then(|| self.moves.iter().zip(&other.moves).take_while(equal).count())
    }
}

/// Where a line cannot be followed, and why.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", self.text(Language::English))]
pub struct LineError {
    /// The ply, counted from 1; 0 is the start position.
    pub ply: usize,
    /// The text that is wrong.
    pub text: String,
    /// What is wrong with it.
    pub reason: LineErrorReason,
}

impl Translate for LineError {
    fn text(&self, language: Language) -> String {
        let (ply, why) = (self.ply, self.reason.text(language));
        if ply == 0 { why } else { text!(language, "ply {ply}: {why}", "jugada {ply}: {why}", ply, why) }
    }
}

/// What is wrong with a line.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", self.text(Language::English))]
pub enum LineErrorReason {
    /// The start is no position of the game.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// A move cannot be played.
    #[error(transparent)]
    Move(#[from] MoveError),
}

impl Translate for LineErrorReason {
    fn text(&self, language: Language) -> String {
        match self {
            Self::Position(error) => error.text(language),
            Self::Move(error) => error.text(language),
        }
    }
}

/// A line that was followed: its moves and states as the game knows them. Following a longer line reads only what is new.
#[derive(Clone, Debug)]
pub struct TypedLine<G: Game> {
    line: GameLine,
    moves: Vec<G::Move>,
    /// The first is where the line starts; never empty.
    states: Vec<G::State>,
}

impl<G: Game + Notation> TypedLine<G> {
    /// The start of a game with that spec.
    pub fn new(game: &G, spec: impl Into<String>) -> Self {
        Self { line: GameLine::new(spec), moves: Vec::new(), states: vec![game.start()] }
    }

    /// The line as text.
    pub fn line(&self) -> &GameLine {
        &self.line
    }

    /// The state at its end.
    pub fn state(&self) -> &G::State {
        &self.states[self.states.len() - 1]
    }

    /// The move with that number, counted from 0, and the states before and after it.
    pub fn step(&self, index: usize) -> Option<(G::Move, &G::State, &G::State)> {
        Some((*self.moves.get(index)?, self.states.get(index)?, self.states.get(index + 1)?))
    }

    /// The state at its start.
    pub fn start(&self) -> &G::State {
        &self.states[0]
    }

    /// Plays a move.
    ///
    /// # Errors
    /// If it is not legal; the line stays as it was.
    pub fn play(&mut self, game: &G, text: &str) -> Result<(), MoveError> {
        let mv = game.read_move(self.state(), text)?;
        self.states.push(game.play(self.state(), mv));
        self.moves.push(mv);
        self.line.moves.push(text.to_owned());
        Ok(())
    }

    /// Takes the last move back; `false` if there is none.
    pub fn undo(&mut self) -> bool {
        if self.moves.pop().is_none() {
            return false;
        }
        self.states.pop();
        self.line.moves.pop();
        true
    }

    /// Goes to the end of another line of the same game, and says how many moves of the old one were kept.
    ///
    /// # Errors
    /// If it cannot be followed; everything stays as it was.
    pub fn follow(&mut self, game: &G, line: &GameLine) -> Result<usize, LineError> {
        let shared = self.line.shared_with(line);
        let kept = shared.unwrap_or(0);
        let mut state = match (shared, &line.start) {
            (Some(kept), _) => self.states[kept],
            (None, None) => game.start(),
            (None, Some(text)) => game.read_position(text).map_err(|error| LineError {
                ply: 0,
                text: text.clone(),
                reason: error.into(),
            })?,
        };
        let first = state;
        let (mut moves, mut states) = (Vec::new(), Vec::new());
        for (index, text) in line.moves.iter().enumerate().skip(kept) {
            let mv = game.read_move(&state, text).map_err(|error| LineError {
                ply: index + 1,
                text: text.clone(),
                reason: error.into(),
            })?;
            state = game.play(&state, mv);
            moves.push(mv);
            states.push(state);
        }
        self.moves.truncate(kept);
        self.states.truncate(kept + 1);
        if shared.is_none() {
            self.states = vec![first];
        }
        self.moves.extend(moves);
        self.states.extend(states);
        self.line.start.clone_from(&line.start);
        self.line.moves.truncate(kept);
        self.line.moves.extend_from_slice(&line.moves[kept..]);
        Ok(kept)
    }
}

/// Follows a line from its start.
///
/// # Errors
/// If it is not a game by these rules; the error names the ply.
pub fn follow<G: Game + Notation>(game: &G, line: &GameLine) -> Result<TypedLine<G>, LineError> {
    let mut typed = TypedLine::new(game, line.game.clone());
    typed.follow(game, line)?;
    Ok(typed)
}

#[cfg(test)]
mod tests {
    use poda_testkit::Pebbles;

    use super::*;

    const GAME: Pebbles = Pebbles { heaps: [1, 0, 0, 2] };

    fn line(start: Option<&str>, moves: &str) -> GameLine {
        GameLine::parse("pebbles", start, moves, MoveTokens::Words)
    }

    #[test]
    fn errors_name_the_ply() {
        let error = follow(&GAME, &line(None, "1x1 1x1")).unwrap_err();
        assert_eq!((error.ply, error.text.as_str()), (2, "1x1"));
        assert_eq!(error.to_string(), "ply 2: illegal move \"1x1\": legal here: 4x1 4x2");
        let error = follow(&GAME, &line(Some("nonsense"), "1x1")).unwrap_err();
        assert_eq!(error.ply, 0);
        assert!(error.to_string().starts_with("broken position \"nonsense\""), "{error}");
    }

    #[test]
    fn whatever_was_followed_before_the_end_is_the_same() {
        let lines = [
            line(None, ""),
            line(None, "1x1"),
            line(None, "1x1 4x2"),
            line(None, "4x1"),
            line(Some("0/0/0/2 1 1 -"), ""),
            line(Some("0/0/0/2 1 1 -"), "4x1"),
            line(Some("0/0/0/2 1 1 -"), "4x2"),
        ];
        for before in &lines {
            for after in &lines {
                let mut typed = follow(&GAME, before).unwrap();
                typed.follow(&GAME, after).unwrap();
                let fresh = follow(&GAME, after).unwrap();
                assert_eq!((typed.line(), typed.state()), (after, fresh.state()), "{before:?}");
                assert_eq!((&typed.states, &typed.moves), (&fresh.states, &fresh.moves), "{before:?}");
            }
            let mut typed = follow(&GAME, before).unwrap();
            assert!(typed.follow(&GAME, &line(None, "4x1 9x9")).is_err());
            assert_eq!(typed.line(), before, "a refused line changes nothing");
        }
    }
}
