use std::{
    collections::HashMap,
    fmt,
    sync::{Arc, Mutex, PoisonError},
};

use poda_core::{Language, MoveError, MoveEvent, MoveTokens, Outcome, PositionError, Scene, Side, TextBoard};

use crate::{AnyState, GameLine, LineError};

/// A game in progress: all its states, and the moves between them. Taking a move back is a pop.
pub struct GameSession {
    line: GameLine,
    /// The first is where the line starts; never empty.
    states: Vec<Arc<dyn AnyState>>,
    /// Made when a scene is first asked for, then carried on move by move.
    names: Mutex<Option<PieceNames>>,
}

/// The name of each piece that stands on the board, by its id in the scene: the id that it had when it appeared, and the
/// ply, so that a stone keeps its name when it falls and a new one never takes over an old one's.
struct PieceNames {
    /// How many moves they have followed.
    plies: usize,
    names: HashMap<String, String>,
}

impl PieceNames {
    fn at_start(start: &dyn AnyState) -> Self {
        Self { plies: 0, names: ids(start).map(|id| (id.clone(), id)).collect() }
    }

    fn follow(&mut self, before: &dyn AnyState, mv: &str, after: &dyn AnyState) {
        self.plies += 1;
        let renamed: HashMap<String, String> =
            before.renamed(mv).into_iter().map(|(old, new)| (new, old)).collect();
        self.names = ids(after)
            .map(|id| {
                let name = self.names.get(renamed.get(&id).unwrap_or(&id));
                let name = name.cloned().unwrap_or_else(|| format!("{id}@{}", self.plies));
                (id, name)
            })
            .collect();
    }

    fn rename(&self, id: &mut String) {
        if let Some(name) = self.names.get(id) {
            id.clone_from(name);
        }
    }
}

fn ids(state: &dyn AnyState) -> impl Iterator<Item = String> {
    state.scene(Language::English).pieces.into_iter().map(|piece| piece.id)
}

impl GameSession {
    /// A game that begins with the first state of its rules.
    pub fn new(start: Arc<dyn AnyState>) -> Self {
        let line = GameLine::new(start.spec());
        Self { line, states: vec![start], names: Mutex::new(None) }
    }

    /// A game that begins with any state: its line starts with the position.
    pub fn from_position(state: Arc<dyn AnyState>) -> Self {
        let line = GameLine { start: Some(state.position()), ..GameLine::new(state.spec()) };
        Self { line, states: vec![state], names: Mutex::new(None) }
    }

    /// The current state.
    pub fn state(&self) -> &Arc<dyn AnyState> {
        &self.states[self.states.len() - 1]
    }

    /// The states so far: the one where the line starts, and the one after each move.
    pub fn states(&self) -> &[Arc<dyn AnyState>] {
        &self.states
    }

    /// How the current state was reached.
    pub fn line(&self) -> &GameLine {
        &self.line
    }

    /// How many moves were made.
    pub fn plies(&self) -> usize {
        self.line.moves.len()
    }

    /// The side that made each move.
    pub fn movers(&self) -> Vec<Side> {
        self.states[..self.plies()].iter().map(|state| state.to_move()).collect()
    }

    /// The session at an earlier ply.
    #[must_use]
    pub fn at(&self, plies: usize) -> Self {
        let mut line = self.line.clone();
        line.moves.truncate(plies);
        let states = self.states[..=line.moves.len()].to_vec();
        Self { line, states, names: Mutex::new(None) }
    }

    /// Plays a move.
    ///
    /// # Errors
    /// If it is not legal; the game stays as it was.
    pub fn play(&mut self, text: &str) -> Result<(), MoveError> {
        let state = self.state().after(text)?;
        self.states.push(state);
        self.line.moves.push(text.to_owned());
        Ok(())
    }

    /// Takes the last move back; `false` if there is none.
    pub fn undo(&mut self) -> bool {
        if self.line.moves.pop().is_none() {
            return false;
        }
        self.states.pop();
        self.keep_names(self.plies());
        true
    }

    /// Goes to the end of a line of the same game, and returns how many moves were read. Only moves that differ from the line so
    /// far are read, so that following a game costs one move each time. The line's `game` is not looked at: a catalog opens
    /// the game that it names.
    ///
    /// # Errors
    /// If the line cannot be followed; the game stays as it was.
    pub fn follow(&mut self, line: &GameLine) -> Result<usize, LineError> {
        let shared = self.line.shared_with(line);
        let kept = shared.unwrap_or(0);
        let first = match (shared, &line.start) {
            (Some(kept), _) => Arc::clone(&self.states[kept]),
            (None, None) => self.state().start(),
            (None, Some(text)) => self.state().read(text).map_err(|error| LineError {
                ply: 0,
                text: text.clone(),
                reason: error.into(),
            })?,
        };
        let mut states = vec![first];
        for (index, text) in line.moves.iter().enumerate().skip(kept) {
            let state = states[index - kept].after(text).map_err(|error| LineError {
                ply: index + 1,
                text: text.clone(),
                reason: error.into(),
            })?;
            states.push(state);
        }
        let read = line.moves.len() - kept;
        self.states.truncate(kept);
        self.states.append(&mut states);
        if shared.is_none() {
            self.names = Mutex::new(None);
        }
        self.keep_names(kept);
        self.line.start.clone_from(&line.start);
        self.line.moves.truncate(kept);
        self.line.moves.extend_from_slice(&line.moves[kept..]);
        Ok(read)
    }

    /// Begins again from a position.
    ///
    /// # Errors
    /// If it is not a position of this game; the game stays as it was.
    pub fn set_up(&mut self, position: &str) -> Result<(), PositionError> {
        let state = self.state().read(position)?;
        *self = Self::from_position(state);
        self.line.start = Some(position.to_owned());
        Ok(())
    }

    /// [`AnyState::to_move`] of the current state.
    pub fn to_move(&self) -> Side {
        self.state().to_move()
    }

    /// [`AnyState::outcome`] of the current state.
    pub fn outcome(&self) -> Option<Outcome> {
        self.state().outcome()
    }

    /// [`AnyState::legal`] of the current state.
    pub fn legal(&self) -> Vec<String> {
        self.state().legal()
    }

    /// [`AnyState::position`] of the current state.
    pub fn position(&self) -> String {
        self.state().position()
    }

    /// [`AnyState::tokens`] of the game.
    pub fn tokens(&self) -> MoveTokens {
        self.state().tokens()
    }

    /// The current state for terminals.
    pub fn text_board(&self, language: Language) -> TextBoard {
        self.state().text_board(language)
    }

    /// The current state for screens, with the last move and the moves that are possible. Pieces keep their names through the
    /// game.
    pub fn scene(&self, language: Language) -> Scene {
        let mut names = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        let names = names.get_or_insert_with(|| PieceNames::at_start(self.states[0].as_ref()));
        while let Some(mv) = self.line.moves.get(names.plies) {
            let (before, after) = (&self.states[names.plies], &self.states[names.plies + 1]);
            names.follow(before.as_ref(), mv, after.as_ref());
        }
        let state = self.state();
        let mut scene = state.scene(language);
        if let Some((mv, before)) = self.line.moves.iter().zip(&self.states).next_back() {
            scene.trails = before.trails(mv);
            scene.events = before.events(mv, language);
        }
        if state.outcome().is_none() {
            scene.prospects = state.prospects(language);
            scene.hindrances = state.hindrances(language);
        }
        scene.pieces.iter_mut().for_each(|piece| names.rename(&mut piece.id));
        scene.targets.iter_mut().for_each(|target| names.rename(&mut target.on));
        scene.trails.iter_mut().for_each(|trail| names.rename(&mut trail.id));
        scene
            .events
            .iter_mut()
            .filter_map(|event| event.piece.as_mut())
            .for_each(|piece| names.rename(&mut piece.id));
        for prospect in &mut scene.prospects {
            prospect.ghost.iter_mut().for_each(|ghost| names.rename(&mut ghost.id));
            prospect.hits.iter_mut().for_each(|id| names.rename(id));
        }
        scene.hindrances.iter_mut().for_each(|hindrance| names.rename(&mut hindrance.on));
        scene
    }

    /// The effects of each move of the line, in the order of the moves.
    pub fn story(&self, language: Language) -> Vec<Vec<MoveEvent>> {
        let moves = self.line.moves.iter().zip(&self.states);
        moves.map(|(mv, before)| before.events(mv, language)).collect()
    }

    /// Drops the cached renamings of pieces if they cover more than `plies`.
    fn keep_names(&mut self, plies: usize) {
        let names = self.names.get_mut().unwrap_or_else(PoisonError::into_inner);
        if names.as_ref().is_some_and(|names| names.plies > plies) {
            *names = None;
        }
    }
}

impl Clone for GameSession {
    fn clone(&self) -> Self {
        self.at(self.plies())
    }
}

impl fmt::Debug for GameSession {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("GameSession").field(&self.line).finish()
    }
}

#[cfg(test)]
mod tests {
    use poda_testkit::Pebbles;

    use super::*;
    use crate::{TypedGame, TypedState};

    fn session() -> GameSession {
        let game = TypedGame::new(Pebbles { heaps: [1, 0, 0, 2] }, "pebbles");
        GameSession::new(Arc::new(TypedState::start(Arc::new(game))))
    }

    fn line(start: Option<&str>, moves: &str) -> GameLine {
        GameLine::parse("pebbles", start, moves, MoveTokens::Words)
    }

    #[test]
    fn a_session_plays_takes_back_and_refuses() {
        let mut session = session();
        assert_eq!(session.legal(), ["1x1", "4x1", "4x2"]);
        session.play("1x1").unwrap();
        assert_eq!((session.to_move(), session.position().as_str()), (Side::First, "0/0/0/2 1 1 -"));
        assert_eq!(session.play("1x1").unwrap_err().to_string(), "illegal move \"1x1\": legal here: 4x1 4x2");
        session.play("4x2").unwrap();
        assert_eq!(session.outcome(), Some(Outcome::Win(Side::First)));
        assert_eq!(session.play("4x2").unwrap_err().to_string(), "illegal move \"4x2\": the game is over");
        assert!(session.legal().is_empty());
        assert!(session.undo() && session.undo() && !session.undo());
        assert_eq!(session.position(), "1/0/0/2 1 0 -");
        assert!(session.set_up("nonsense").is_err());
        session.set_up("0/0/0/1 2 0 -").unwrap();
        assert_eq!((session.line().start.as_deref(), session.state().perft(1)), (Some("0/0/0/1 2 0 -"), 1));
    }

    #[test]
    fn errors_name_the_ply() {
        let error = session().follow(&line(None, "1x1 1x1")).unwrap_err();
        assert_eq!((error.ply, error.text.as_str()), (2, "1x1"));
        assert_eq!(error.to_string(), "ply 2: illegal move \"1x1\": legal here: 4x1 4x2");
        let error = session().follow(&line(Some("nonsense"), "1x1")).unwrap_err();
        assert_eq!(error.ply, 0);
        assert!(error.to_string().starts_with("broken position \"nonsense\""), "{error}");
    }

    #[test]
    fn the_line_before_makes_no_difference() {
        let lines = [
            line(None, ""),
            line(None, "1x1"),
            line(None, "1x1 4x2"),
            line(None, "4x1"),
            line(Some("0/0/0/2 1 1 -"), ""),
            line(Some("0/0/0/2 1 1 -"), "4x1"),
            line(Some("0/0/0/2 1 1 -"), "4x2"),
        ];
        let positions = |session: &GameSession| -> Vec<String> {
            session.states().iter().map(|state| state.position()).collect()
        };
        for before in &lines {
            for after in &lines {
                let (mut followed, mut fresh) = (session(), session());
                followed.follow(before).unwrap();
                let read = followed.follow(after).unwrap();
                assert_eq!(read, after.moves.len() - before.shared_with(after).unwrap_or(0));
                fresh.follow(after).unwrap();
                assert_eq!((followed.line(), positions(&followed)), (after, positions(&fresh)), "{before:?}");
            }
            let mut followed = session();
            followed.follow(before).unwrap();
            assert!(followed.follow(&line(None, "4x1 9x9")).is_err());
            assert_eq!(followed.line(), before, "a refused line changes nothing");
        }
    }
}
