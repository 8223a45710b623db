use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
};

use poda_core::{
    Brush, Draft, Draw, Encode, Game, Language, LeafCounts, MoveError, MoveEvent, MoveTokens, Moves,
    Notation, Outcome, PositionError, Scene, Side, TextBoard, count_leaves, perft,
};

use crate::{GameLine, GameSession, LineError, LineErrorReason, TypedLine};

/// The only [`GameSession`] there is: it serves every game.
///
/// All states are kept, so taking a move back is a pop.
#[derive(Debug)]
pub struct TypedSession<G: Game> {
    game: G,
    typed: TypedLine<G>,
    counts: Counts<G>,
    /// Made when a scene is first asked for, then carried on move by move.
    names: Mutex<Option<PieceNames>>,
}

/// The functions that count move sequences, from a crate whose rules are optimised.
#[derive(Clone, Copy, Debug)]
pub struct Counts<G: Game> {
    /// As [`poda_core::perft`].
    pub perft: fn(&G, &G::State, u32) -> u64,
    /// As [`poda_core::count_leaves`].
    pub leaves: fn(&G, &G::State, u32) -> LeafCounts,
}

/// The name of each piece that stands on the board, by its id in the scene: the id that it had when it appeared, and the
/// ply, so that a stone keeps its name when it falls and a new one never takes over an old one's.
#[derive(Debug)]
struct PieceNames {
    /// How many moves they have followed.
    plies: usize,
    names: HashMap<String, String>,
}

impl PieceNames {
    fn at_start<G: Draw>(game: &G, start: &G::State) -> Self {
        Self { plies: 0, names: ids(game, start).map(|id| (id.clone(), id)).collect() }
    }

    fn follow<G: Draw>(&mut self, game: &G, mv: G::Move, before: &G::State, after: &G::State) {
        self.plies += 1;
        let renamed: HashMap<String, String> =
            game.renamed(before, mv).into_iter().map(|(old, new)| (new, old)).collect();
        self.names = ids(game, after)
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

fn ids<G: Draw>(game: &G, state: &G::State) -> impl Iterator<Item = String> {
    game.scene(state, Language::English).pieces.into_iter().map(|piece| piece.id)
}

impl<G: Game + Notation> TypedSession<G> {
    /// A game at its start; `spec` is what opens it again.
    pub fn new(game: G, spec: impl Into<String>) -> Self {
        Self::with_counts(game, spec, Counts { perft, leaves: count_leaves })
    }

    /// The same with those functions to count with.
    pub fn with_counts(game: G, spec: impl Into<String>, counts: Counts<G>) -> Self {
        let typed = TypedLine::new(&game, spec);
        Self { game, typed, counts, names: Mutex::new(None) }
    }

    /// The rules.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The current state.
    pub fn state(&self) -> &G::State {
        self.typed.state()
    }

    fn moves(&self) -> Moves<G::Move> {
        let mut moves = Moves::new();
        if self.game.outcome(self.state()).is_none() {
            self.game.moves(self.state(), &mut moves);
        }
        moves
    }

    /// Forgets the names of pieces that have followed more than so many moves.
    fn keep_names(&mut self, plies: usize) {
        let names = self.names.get_mut().unwrap_or_else(PoisonError::into_inner);
        if names.as_ref().is_some_and(|names| names.plies > plies) {
            *names = None;
        }
    }
}

impl<G: Game + Notation + Draw + Encode> GameSession for TypedSession<G> {
    fn to_move(&self) -> Side {
        self.game.to_move(self.state())
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome(self.state())
    }

    fn legal(&self) -> Vec<String> {
        self.moves().iter().map(|mv| self.game.move_text(self.state(), *mv)).collect()
    }

    fn play(&mut self, text: &str) -> Result<(), MoveError> {
        self.typed.play(&self.game, text)
    }

    fn undo(&mut self) -> bool {
        let undone = self.typed.undo();
        self.keep_names(self.typed.line().moves.len());
        undone
    }

    fn follow(&mut self, line: &GameLine) -> Result<usize, LineError> {
        let restarts = self.typed.line().start != line.start;
        let kept = self.typed.follow(&self.game, line)?;
        if restarts {
            self.names = Mutex::new(None);
        }
        self.keep_names(kept);
        Ok(line.moves.len() - kept)
    }

    fn set_up(&mut self, position: &str) -> Result<(), PositionError> {
        let start = GameLine { start: Some(position.to_owned()), ..GameLine::default() };
        match self.follow(&start) {
            Err(LineError { reason: LineErrorReason::Position(error), .. }) => Err(error),
            // A line without moves has no other error.
            _ => Ok(()),
        }
    }

    fn position(&self) -> String {
        self.game.position_text(self.state())
    }

    fn line(&self) -> &GameLine {
        self.typed.line()
    }

    fn movers(&self) -> Vec<Side> {
        let step = |index| self.typed.step(index).map(|(_, before, _)| self.game.to_move(before));
        (0..).map_while(step).collect()
    }

    fn tokens(&self) -> MoveTokens {
        G::TOKENS
    }

    fn scene(&self, language: Language) -> Scene {
        let mut names = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        let names = names.get_or_insert_with(|| PieceNames::at_start(&self.game, self.typed.start()));
        while let Some((mv, before, after)) = self.typed.step(names.plies) {
            names.follow(&self.game, mv, before, after);
        }
        let last = names.plies.checked_sub(1).and_then(|index| self.typed.step(index));
        let mut scene = self.game.scene(self.state(), language);
        if let Some((mv, before, _)) = last {
            scene.trails = self.game.trails(before, mv);
            scene.events = self.game.events(before, mv, language);
        }
        if self.game.outcome(self.state()).is_none() {
            scene.prospects = self.game.prospects(self.state(), language);
            scene.hindrances = self.game.hindrances(self.state(), language);
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

    fn story(&self, language: Language) -> Vec<Vec<MoveEvent>> {
        let step =
            |index| self.typed.step(index).map(|(mv, before, _)| self.game.events(before, mv, language));
        (0..).map_while(step).collect()
    }

    fn brushes(&self, language: Language) -> Vec<Brush> {
        self.game.brushes(language)
    }

    fn painted(&self, draft: &str, stroke: Option<(&str, &str)>, language: Language) -> Option<Draft> {
        self.game.painted(draft, stroke, language)
    }

    fn text_board(&self, language: Language) -> TextBoard {
        self.game.text_board(self.state(), language)
    }

    fn perft(&self, depth: u32) -> u64 {
        (self.counts.perft)(&self.game, self.state(), depth)
    }

    fn count_leaves(&self, depth: u32) -> LeafCounts {
        (self.counts.leaves)(&self.game, self.state(), depth)
    }
}

#[cfg(test)]
mod tests {
    use poda_testkit::Pebbles;

    use super::*;

    #[test]
    fn a_session_plays_takes_back_and_refuses() {
        let mut session = TypedSession::new(Pebbles { heaps: [1, 0, 0, 2] }, "pebbles");
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
        assert_eq!((session.line().start.as_deref(), session.perft(1)), (Some("0/0/0/1 2 0 -"), 1));
    }
}
