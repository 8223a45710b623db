use std::collections::HashMap;

use poda_core::{
    Draw, Game, Language, LeafCounts, MoveError, MoveTokens, Moves, Notation, Outcome, PositionError, Scene,
    Side, TextBoard, Trail, count_leaves, perft,
};

use crate::{GameLine, GameSession};

/// The only [`GameSession`] there is: it serves every game.
///
/// All states are kept, so taking a move back is a pop.
#[derive(Debug)]
pub struct TypedSession<G: Game> {
    game: G,
    /// The first one is where the line starts; never empty.
    states: Vec<G::State>,
    line: GameLine,
}

impl<G: Game + Notation> TypedSession<G> {
    /// A game at its start.
    pub fn new(game: G) -> Self {
        let states = vec![game.start()];
        Self { game, states, line: GameLine::default() }
    }

    /// The rules.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The current state.
    pub fn state(&self) -> &G::State {
        &self.states[self.states.len() - 1]
    }

    /// The name of each piece that stands on the board, by its id in the scene: the id that it had when it appeared,
    /// and the ply, so that a stone keeps its name when it falls and a new one never takes over an old one's.
    fn piece_names(&self) -> HashMap<String, String>
    where
        G: Draw,
    {
        let ids = |state| {
            let scene = self.game.scene(state, Language::English);
            scene.pieces.into_iter().map(|piece| piece.id)
        };
        let mut names: HashMap<String, String> = ids(&self.states[0]).map(|id| (id.clone(), id)).collect();
        for (index, (text, step)) in self.line.moves.iter().zip(self.states.windows(2)).enumerate() {
            let Ok(mv) = self.game.read_move(&step[0], text) else { continue };
            let renamed: HashMap<String, String> =
                self.game.renamed(&step[0], mv).into_iter().map(|(before, after)| (after, before)).collect();
            names = ids(&step[1])
                .map(|id| {
                    let name = names.get(renamed.get(&id).unwrap_or(&id));
                    let name = name.cloned().unwrap_or_else(|| format!("{id}@{}", index + 1));
                    (id, name)
                })
                .collect();
        }
        names
    }

    /// The ways that pieces went with the last move.
    fn last_trails(&self) -> Vec<Trail>
    where
        G: Draw,
    {
        let (Some(text), [.., before, _]) = (self.line.moves.last(), self.states.as_slice()) else {
            return Vec::new();
        };
        self.game.read_move(before, text).map_or_else(|_| Vec::new(), |mv| self.game.trails(before, mv))
    }

    fn moves(&self) -> Moves<G::Move> {
        let mut moves = Moves::new();
        if self.game.outcome(self.state()).is_none() {
            self.game.moves(self.state(), &mut moves);
        }
        moves
    }
}

impl<G: Game + Notation + Draw> GameSession for TypedSession<G> {
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
        let mv = self.game.read_move(self.state(), text)?;
        let next = self.game.play(self.state(), mv);
        self.states.push(next);
        self.line.moves.push(text.to_owned());
        Ok(())
    }

    fn undo(&mut self) -> bool {
        if self.line.moves.pop().is_none() {
            return false;
        }
        self.states.pop();
        true
    }

    fn set_up(&mut self, position: &str) -> Result<(), PositionError> {
        let state = self.game.read_position(position)?;
        self.states = vec![state];
        self.line = GameLine { start: Some(position.to_owned()), moves: Vec::new() };
        Ok(())
    }

    fn position(&self) -> String {
        self.game.position_text(self.state())
    }

    fn line(&self) -> &GameLine {
        &self.line
    }

    fn tokens(&self) -> MoveTokens {
        G::TOKENS
    }

    fn scene(&self, language: Language) -> Scene {
        let mut scene = self.game.scene(self.state(), language);
        scene.trails = self.last_trails();
        let names = self.piece_names();
        let rename = |id: &mut String| {
            if let Some(name) = names.get(id) {
                id.clone_from(name);
            }
        };
        scene.pieces.iter_mut().for_each(|piece| rename(&mut piece.id));
        scene.targets.iter_mut().for_each(|target| rename(&mut target.on));
        scene.trails.iter_mut().for_each(|trail| rename(&mut trail.id));
        scene
    }

    fn text_board(&self, language: Language) -> TextBoard {
        self.game.text_board(self.state(), language)
    }

    fn perft(&self, depth: u32) -> u64 {
        perft(&self.game, self.state(), depth)
    }

    fn count_leaves(&self, depth: u32) -> LeafCounts {
        count_leaves(&self.game, self.state(), depth)
    }
}

#[cfg(test)]
mod tests {
    use poda_testkit::Pebbles;

    use super::*;

    #[test]
    fn a_table_plays_takes_back_and_refuses() {
        let mut table = TypedSession::new(Pebbles { heaps: [1, 0, 0, 2] });
        assert_eq!(table.legal(), ["1x1", "4x1", "4x2"]);
        table.play("1x1").unwrap();
        assert_eq!((table.to_move(), table.position().as_str()), (Side::First, "0/0/0/2 1 1 -"));
        assert_eq!(table.play("1x1").unwrap_err().to_string(), "illegal move \"1x1\": legal here: 4x1 4x2");
        table.play("4x2").unwrap();
        assert_eq!(table.outcome(), Some(Outcome::Win(Side::First)));
        assert_eq!(table.play("4x2").unwrap_err().to_string(), "illegal move \"4x2\": the game is over");
        assert!(table.legal().is_empty());
        assert!(table.undo() && table.undo() && !table.undo());
        assert_eq!(table.position(), "1/0/0/2 1 0 -");
        assert!(table.set_up("nonsense").is_err());
        table.set_up("0/0/0/1 2 0 -").unwrap();
        assert_eq!((table.line().start.as_deref(), table.perft(1)), (Some("0/0/0/1 2 0 -"), 1));
    }
}
