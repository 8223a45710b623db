//! Games for other tools, as PGN.

use std::fmt::Write;

use poda_catalog::AnyGame;
use poda_core::{Outcome, Side};

use crate::{Contest, GameRecord, PlyRecord};

/// A game as PGN: tag pairs, then the moves with what their players thought of them. `date` is `2026-11-16` or longer.
///
/// Where turns do not alternate, every move is numbered for the side that made it: `1. 4 1... 4 2... 3 2. 5` are a move of the
/// first side, two of the second, and one of the first.
pub fn game_to_pgn(game: &dyn AnyGame, contest: &Contest, record: &GameRecord, date: &str) -> String {
    let name =
        |side: Side| contest.players.get(record.players[side.index()]).map_or("?", |player| &player.name);
    let result = match record.outcome {
        Some(Outcome::Win(Side::First)) => "1-0",
        Some(Outcome::Win(Side::Second)) => "0-1",
        Some(Outcome::Draw) => "1/2-1/2",
        None => "*",
    };
    let round = record.index.to_string();
    let date = date.split(' ').next().unwrap_or_default().replace('-', ".");
    let tags = [
        ("Event", contest.kind()),
        ("Site", "Poda"),
        ("Date", &date),
        ("Round", &round),
        ("White", name(Side::First)),
        ("Black", name(Side::Second)),
        ("Result", result),
        ("Variant", &contest.game),
        ("Termination", record.termination.word()),
    ];
    let mut text = String::new();
    let quoted = |value: &str| value.replace('\\', "\\\\").replace('"', "\\\"");
    for (tag, value) in tags {
        let _ = writeln!(text, "[{tag} \"{}\"]", quoted(value));
    }
    if let Some(start) = &record.opening.start {
        let _ = writeln!(text, "[SetUp \"1\"]\n[FEN \"{}\"]", quoted(start));
    }
    text.push('\n');
    let opening = record.opening.moves.iter().map(|mv| format!("{mv} {{book}}"));
    let played = record.plies.iter().map(|ply| format!("{} {{{}}}", ply.mv, comment(ply)));
    let movers = movers(game, record);
    let alternate = movers.iter().enumerate().all(|(index, side)| side.index() == index % 2);
    let (mut number, mut last) = (0, Side::Second);
    for (mv, side) in opening.chain(played).zip(movers) {
        number += u32::from(side == Side::First || last == Side::Second);
        last = side;
        let _ = match side {
            Side::First => write!(text, "{number}. {mv} "),
            Side::Second if alternate => write!(text, "{mv} "),
            Side::Second => write!(text, "{number}... {mv} "),
        };
    }
    let _ = writeln!(text, "{result}\n");
    text
}

/// Who made each move; in turn where the game cannot be followed.
fn movers(game: &dyn AnyGame, record: &GameRecord) -> Vec<Side> {
    let mut line = record.opening.clone();
    line.moves = record.moves().map(str::to_owned).collect();
    let mut session = game.session();
    match session.follow(&line) {
        Ok(_) => session.movers(),
        Err(_) => Side::BOTH.into_iter().cycle().take(line.moves.len()).collect(),
    }
}

/// `+0.46/2 0.000s, n=66`.
fn comment(ply: &PlyRecord) -> String {
    let score = match ply.score {
        None => String::new(),
        Some(score) => match (score.win_distance(), score.loss_distance()) {
            (Some(plies), _) => format!("+M{plies}/{} ", ply.depth),
            (_, Some(plies)) => format!("-M{plies}/{} ", ply.depth),
            _ => format!("{:+.2}/{} ", f64::from(score.value()) / 100.0, ply.depth),
        },
    };
    format!("{score}{:.3}s, n={}", ply.time.as_secs_f64(), ply.nodes)
}
