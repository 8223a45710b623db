//! Games as texts that other tools read: PGN, or only the moves.

use std::fmt::Write;

use poda_agent::GameLine;
use poda_core::{Outcome, Side};
use serde::Serialize;

use crate::{Context, FollowedLine, ServiceError};

/// A game as text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct GameTexts {
    /// The moves, as they are typed.
    pub moves: String,
    /// As PGN.
    pub pgn: String,
}

/// A game that was read from a text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ReadGame {
    /// The game.
    pub line: GameLine,
    /// Who played, if the text says it: player 1 and player 2.
    pub players: Vec<String>,
}

/// A game as text. Where turns do not alternate, every move is numbered for the side that made it.
pub(crate) fn write(
    line: &GameLine,
    players: &[String],
    context: &mut Context<'_>,
) -> Result<GameTexts, ServiceError> {
    let limits = context.limits;
    context.sessions.with(line, &limits, |followed: &mut FollowedLine| {
        let session = &followed.session;
        let line = session.line();
        let name = |side: Side| players.get(side.index()).map_or("?", String::as_str);
        let result = match session.outcome() {
            Some(Outcome::Win(Side::First)) => "1-0",
            Some(Outcome::Win(Side::Second)) => "0-1",
            Some(Outcome::Draw) => "1/2-1/2",
            None => "*",
        };
        let tags = [
            ("Event", "?"),
            ("Site", "Poda"),
            ("Date", "????.??.??"),
            ("Round", "-"),
            ("White", name(Side::First)),
            ("Black", name(Side::Second)),
            ("Result", result),
            ("Variant", followed.game.spec()),
        ];
        let start = line.start.as_deref().map(|start| [("SetUp", "1"), ("FEN", start)]);
        let mut pgn = String::new();
        for (tag, value) in tags.into_iter().chain(start.into_iter().flatten()) {
            let _ = writeln!(pgn, "[{tag} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""));
        }
        pgn.push('\n');
        let movers = session.movers();
        let alternate = movers.iter().enumerate().all(|(index, side)| side.index() == index % 2);
        let (mut number, mut last) = (0, Side::Second);
        for (mv, side) in line.moves.iter().zip(movers) {
            number += u32::from(side == Side::First || last == Side::Second);
            last = side;
            let _ = match side {
                Side::First => write!(pgn, "{number}. {mv} "),
                Side::Second if alternate => write!(pgn, "{mv} "),
                Side::Second => write!(pgn, "{number}... {mv} "),
            };
        }
        let _ = writeln!(pgn, "{result}");
        Ok(GameTexts { moves: session.tokens().join(&line.moves), pgn })
    })
}

/// A game from its moves or from PGN. `game` is the game if the text names none.
pub(crate) fn read(game: &str, text: &str, context: &mut Context<'_>) -> Result<ReadGame, ServiceError> {
    let pgn = Pgn::read(text);
    let spec = pgn.tag("Variant").unwrap_or(game);
    let tokens = context.sessions.game(spec)?.start().tokens();
    let moves = pgn.moves.iter().flat_map(|word| tokens.split(word)).map(str::to_owned).collect();
    let line = GameLine { start: pgn.tag("FEN").map(Into::into), moves, ..GameLine::new(spec) };
    let limits = context.limits;
    let line = context.sessions.with(&line, &limits, |followed| Ok(followed.session.line().clone()))?;
    let players = match (pgn.tag("White"), pgn.tag("Black")) {
        (Some(first), Some(second)) => vec![first.to_owned(), second.to_owned()],
        _ => Vec::new(),
    };
    Ok(ReadGame { line, players })
}

/// The tags and the words of a PGN text, without numbers, comments, variations and the result.
#[derive(Default)]
struct Pgn {
    tags: Vec<(String, String)>,
    moves: Vec<String>,
}

impl Pgn {
    fn read(text: &str) -> Self {
        let mut pgn = Self::default();
        let mut moves = String::new();
        for line in text.lines() {
            let line = line.trim();
            match line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
                Some(tag) if moves.trim().is_empty() => pgn.tags.extend(read_tag(tag)),
                _ => {
                    // What follows a semicolon is a comment.
                    moves.push_str(line.split(';').next().unwrap_or_default());
                    moves.push(' ');
                }
            }
        }
        let mut inside = 0_u32;
        let mut words = String::new();
        for character in moves.chars() {
            match character {
                '{' | '(' => inside += 1,
                '}' | ')' => inside = inside.saturating_sub(1),
                _ if inside == 0 => words.push(character),
                _ => {}
            }
        }
        pgn.moves = words.split_whitespace().filter_map(read_word).collect();
        pgn
    }

    fn tag(&self, name: &str) -> Option<&str> {
        let tag = self.tags.iter().find(|(known, _)| known == name);
        tag.map(|(_, value)| value.as_str()).filter(|value| !value.is_empty() && *value != "?")
    }
}

/// `Name "value"`.
fn read_tag(tag: &str) -> Option<(String, String)> {
    let (name, value) = tag.split_once(' ')?;
    let value = value.trim().strip_prefix('"')?.strip_suffix('"')?;
    Some((name.to_owned(), value.replace("\\\"", "\"").replace("\\\\", "\\")))
}

/// A move of a word, which may have its number before it: `12.` and `12...` and `$1` are none, `3.4` is `4`.
fn read_word(word: &str) -> Option<String> {
    if matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*") || word.starts_with('$') {
        return None;
    }
    let rest = word.trim_start_matches(|character: char| character.is_ascii_digit());
    let word = if rest.starts_with('.') { rest.trim_start_matches('.') } else { word };
    let word = word.trim_end_matches(['!', '?']);
    (!word.is_empty()).then(|| word.to_owned())
}
