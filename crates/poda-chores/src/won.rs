//! Who stood to win: the openings of recorded games of BOOM, solved, beside the games' results.

use std::collections::HashMap;

use anyhow::{Context, Result};
use poda_agent::{GameLine, follow};
use poda_connect::{Boom, BoomRules};
use poda_core::{Game, Goal, MoveTokens, NoObserver, Score, Side};
use poda_solve::BombSolver;
use serde_json::Value;

/// In how many games of an export, one JSON object a line, a player stood to win after the opening, and how many of
/// those it won.
pub(crate) fn stood_and_won(export: &str, player: &str) -> Result<[u32; 2]> {
    let mut solver = BombSolver::<BoomRules>::new(256)?;
    let mut winners: HashMap<String, Side> = HashMap::new();
    let [mut stood, mut won] = [0, 0];
    for line in export.lines() {
        let game: Value = serde_json::from_str(line).with_context(|| line.to_owned())?;
        let opening = words(&game["opening"]);
        let winner = match winners.get(&opening) {
            Some(winner) => *winner,
            None => *winners.entry(opening.clone()).or_insert(winner_after(&mut solver, &opening)?),
        };
        let (index, result) = match winner {
            Side::First => (0, "p1"),
            Side::Second => (1, "p2"),
        };
        if game["players"][index]["name"] == player {
            stood += 1;
            won += u32::from(game["outcome"] == result);
        }
    }
    Ok([stood, won])
}

fn words(list: &Value) -> String {
    let words = list.as_array().into_iter().flatten().filter_map(Value::as_str);
    words.collect::<Vec<_>>().join(" ")
}

fn winner_after(solver: &mut BombSolver<BoomRules>, opening: &str) -> Result<Side> {
    let game = Boom::new();
    let line = follow(&game, &GameLine::parse("boom", None, opening, MoveTokens::Words))?;
    let proved = solver.solve(line.state(), Goal::Weak, BombSolver::<BoomRules>::LONGEST, &mut NoObserver)?;
    let score = proved.decided().with_context(|| format!("{opening}: nobody wins"))?;
    let mover = game.to_move(line.state());
    Ok(if score > Score::EVEN { mover } else { mover.other() })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `poda solve boom --moves` says who wins: player 1 after 443366, player 2 after 33557.
    #[test]
    fn games_are_counted_for_whoever_stood_to_win() {
        let game = |first: &str, second: &str, opening: &str, result: &str| {
            let players = [first, second].map(|name| serde_json::json!({ "name": name }));
            let opening: Vec<char> = opening.chars().collect();
            serde_json::json!({ "players": players, "opening": opening, "outcome": result }).to_string()
        };
        let export = [
            game("me", "you", "443366", "p1"),
            game("me", "you", "33557", "p1"),
            game("you", "me", "33557", "p2"),
            game("you", "me", "33557", "p1"),
        ];
        assert_eq!(stood_and_won(&export.join("\n"), "me").unwrap(), [3, 2]);
        assert_eq!(stood_and_won(&export.join("\n"), "you").unwrap(), [1, 0]);
    }
}
