//! Games for other tools, as PGN.

use std::fmt::Write;

use poda_core::{Outcome, Side};

use crate::{Contest, GameRecord, PlyRecord};

/// A game as PGN: tag pairs, then the moves with what their players thought of them.
pub fn game_to_pgn(contest: &Contest, record: &GameRecord) -> String {
    let name =
        |side: Side| contest.players.get(record.players[side.index()]).map_or("?", |player| &player.name);
    let result = match record.outcome {
        Some(Outcome::Win(Side::First)) => "1-0",
        Some(Outcome::Win(Side::Second)) => "0-1",
        Some(Outcome::Draw) => "1/2-1/2",
        None => "*",
    };
    let round = record.index.to_string();
    let tags = [
        ("Event", contest.kind()),
        ("Site", "Poda"),
        ("Date", "????.??.??"),
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
    for (index, mv) in opening.chain(played).enumerate() {
        let number = if index.is_multiple_of(2) { format!("{}. ", index / 2 + 1) } else { String::new() };
        let _ = write!(text, "{number}{mv} ");
    }
    let _ = writeln!(text, "{result}\n");
    text
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
