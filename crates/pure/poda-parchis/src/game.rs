use std::str::FromStr;

use poda_core::{Game, Language, Moves, Outcome, Side, Tally, Translate, text};
use thiserror::Error;

use crate::{
    Colour, DiceSet, Die, Edition, Hand, Mechanic, ParchisState, Start, legality, movement,
    objects::OBJECTS,
    start::Setup,
    state::{Flags, Victim},
};

/// The rules of one edition with one start position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parchis {
    pub(crate) edition: Edition,
    pub(crate) setup: Setup,
}

/// Why there is no such game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{}", self.text(Language::English))]
pub enum SetupError {
    /// No edition has that name.
    Edition {
        /// What was given.
        text: String,
    },
    /// The edition has no such start position.
    Start {
        /// What was given.
        text: String,
        /// The edition.
        edition: &'static str,
        /// What would have been accepted.
        starts: Vec<&'static str>,
    },
}

impl Translate for SetupError {
    fn text(&self, language: Language) -> String {
        match self {
            Self::Edition { text } => text!(
                language,
                "unknown edition {text:?}: one of {known}",
                "edición desconocida {text:?}: las hay {known}",
                text,
                known = Edition::ALL.map(|edition| edition.spec).join(", ")
            ),
            Self::Start { text, edition, starts } => text!(
                language,
                "unknown start {text:?} of edition {edition}: one of {known}",
                "comienzo desconocido {text:?} de la edición {edition}: los hay {known}",
                text,
                edition,
                known = starts.join(", ")
            ),
        }
    }
}

impl Parchis {
    /// The normal dice that a side has not used yet; where each colour has its own, those of the main one.
    #[inline]
    pub fn dice(&self, state: &ParchisState, side: Side) -> DiceSet {
        state.dice[self.edition.turns.dice_index(Colour::main_of(side))]
    }

    /// The rules of an edition with one of its start positions.
    ///
    /// # Errors
    /// If the edition has no such start position.
    pub fn new(edition: Edition, start: Start) -> Result<Self, SetupError> {
        Self::with_start(edition, start.spec())
    }

    fn with_start(edition: Edition, start: &str) -> Result<Self, SetupError> {
        let setup = edition.setups.iter().find(|setup| setup.start.spec() == start);
        let setup = *setup.ok_or_else(|| SetupError::Start {
            text: start.to_owned(),
            edition: edition.spec,
            starts: edition.starts().map(Start::spec).collect(),
        })?;
        Ok(Self { edition, setup })
    }

    /// The edition.
    pub const fn edition(&self) -> &Edition {
        &self.edition
    }

    /// The start position.
    pub const fn start_position(&self) -> Start {
        self.setup.start
    }

    /// How many pieces each colour has.
    #[inline]
    pub const fn pieces(&self) -> usize {
        self.setup.pieces()
    }

    /// The arguments of a game spec that lead to these rules, such as `2023:grouped`.
    pub fn spec(&self) -> String {
        format!("{}:{}", self.edition.spec, self.setup.start.spec())
    }
}

/// The usual game: 2022/23, grouped.
impl Default for Parchis {
    fn default() -> Self {
        let edition = Edition::COURSE_2023;
        Self { edition, setup: edition.setups[0] }
    }
}

/// Reads the arguments of a game spec: nothing, an edition, or an edition and a start, `2022:alterned`.
impl FromStr for Parchis {
    type Err = SetupError;

    fn from_str(text: &str) -> Result<Self, SetupError> {
        if text.is_empty() {
            return Ok(Self::default());
        }
        let (edition, start) =
            text.split_once(':').map_or((text, None), |(edition, start)| (edition, Some(start)));
        let edition = Edition::ALL
            .into_iter()
            .find(|known| known.spec == edition)
            .ok_or_else(|| SetupError::Edition { text: edition.to_owned() })?;
        match start {
            None => Ok(Self { edition, setup: edition.setups[0] }),
            Some(start) => Self::with_start(edition, start),
        }
    }
}

/// One decision: a die for a piece, or a die that nobody can use.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move {
    die: Die,
    piece: u8,
}

impl Move {
    const NOBODY: u8 = 16;

    #[inline]
    pub(crate) const fn piece(die: Die, piece: usize) -> Self {
        Self { die, piece: piece as u8 }
    }

    #[inline]
    pub(crate) const fn skip(die: Die) -> Self {
        Self { die, piece: Self::NOBODY }
    }

    /// The die.
    #[inline]
    pub const fn die(self) -> Die {
        self.die
    }

    #[inline]
    pub(crate) const fn piece_number(self) -> Option<usize> {
        if self.piece < Self::NOBODY { Some(self.piece as usize) } else { None }
    }

    /// The colour and index of the piece, or nothing if the die is skipped.
    pub fn of_piece(self) -> Option<(Colour, usize)> {
        self.piece_number().map(|piece| (Colour::from_index(piece / 4), piece % 4))
    }
}

impl Game for Parchis {
    type State = ParchisState;
    type Move = Move;
    /// A die is below 128, and nobody is piece 16.
    const SLOTS: usize = 128 * 17;

    fn start(&self) -> ParchisState {
        let mut dice = [DiceSet::default(); 4];
        for owner in self.edition.turns.dice_owners() {
            dice[self.edition.turns.dice_index(*owner)] = self.edition.dice;
        }
        let objects = self.setup.objects && self.edition.mechanic == Mechanic::Objects;
        ParchisState {
            cells: self.setup.cells(),
            conditions: [0; 16],
            dice,
            hands: [Hand::default(); 2],
            energy: [0; 2],
            objects: if objects { (1 << OBJECTS.len()) - 1 } else { 0 },
            bananas: [0; 4],
            bounces: [0; 4],
            mover: Colour::Yellow,
            flags: Flags::default(),
            victim: Victim::default(),
            winner: 0,
            turn: Tally::new(1),
        }
    }

    #[inline]
    fn to_move(&self, state: &ParchisState) -> Side {
        state.side()
    }

    #[inline]
    fn outcome(&self, state: &ParchisState) -> Option<Outcome> {
        state.outcome()
    }

    #[inline]
    fn moves(&self, state: &ParchisState, moves: &mut Moves<Move>) {
        legality::generate(self, state, moves);
    }

    /// The original tries each of two equal special dice; as moves they are one.
    fn textbook_children(&self, state: &ParchisState, children: &mut Moves<Move>) {
        let mut moves = Moves::new();
        self.moves(state, &mut moves);
        let mut held = state.hand(state.side()).oldest_first();
        let twice = match (held.next(), held.next(), held.next()) {
            (Some(older), Some(newer), None) if older == newer && state.forced_die().is_none() => Some(older),
            _ => None,
        };
        // Special dice come first in the order of the rules, so the second copy's moves follow the first's at once.
        for mv in moves.iter().filter(|mv| Some(mv.die()) == twice).chain(&moves) {
            children.push(*mv);
        }
    }

    #[inline]
    fn play(&self, state: &ParchisState, mv: Move) -> ParchisState {
        let mut next = *state;
        movement::play(self, &mut next, mv);
        next
    }

    #[inline]
    fn slot(&self, mv: Move) -> usize {
        usize::from(mv.die.0) * 17 + usize::from(mv.piece)
    }

    #[inline]
    fn key(&self, state: &ParchisState) -> u64 {
        state.key()
    }
}

#[cfg(test)]
impl Parchis {
    /// The start with other values for some fields of its position line.
    pub(crate) fn start_with(&self, changes: &[(&str, &str)]) -> ParchisState {
        use poda_core::Notation;
        let mut line = self.position_text(&self.start());
        for (field, value) in changes {
            let at = line.find(&format!(" {field}=")).unwrap();
            let end = line[at + 1..].find(' ').map_or(line.len(), |length| at + 1 + length);
            line.replace_range(at..end, &format!(" {field}={value}"));
        }
        self.read_position(&line).unwrap()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn specs_are_read_and_refused() {
        for (text, spec) in [
            ("", "2023:grouped"),
            ("2023", "2023:grouped"),
            ("2024", "2024:grouped"),
            ("2022", "2022:grouped"),
            ("2022:alterned", "2022:alterned"),
            ("2024:grouped-legacy", "2024:grouped-legacy"),
        ] {
            assert_eq!(text.parse::<Parchis>().unwrap().spec(), spec);
        }
        for (text, error) in [
            ("2025", "unknown edition \"2025\": one of 2023, 2024, 2022"),
            (
                "2023:alterned",
                "unknown start \"alterned\" of edition 2023: one of grouped, grouped-legacy, all-at-home, playground",
            ),
            (
                "2022:",
                "unknown start \"\" of edition 2022: one of grouped, all-at-home, alterned, almost-goal, debug",
            ),
        ] {
            assert_eq!(text.parse::<Parchis>().unwrap_err().to_string(), error);
        }
        assert!(Parchis::new(Edition::COURSE_2024, Start::Debug).is_err());
    }
}
