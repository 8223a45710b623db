//! Who stood to win: the openings of recorded games of BOOM, solved, beside the games' results.

use std::collections::{BTreeMap, HashMap};

use anyhow::{Context, Result};
use poda_agent::{GameLine, follow};
use poda_connect::{Boom, BoomRules};
use poda_core::{Game, Goal, MoveTokens, NoObserver, Score, Side};
use poda_solve::BombSolver;
use serde_json::Value;

/// Who wins after each opening that was asked about. Matches of one seed begin alike, and an opening takes seconds.
#[derive(Default)]
pub(crate) struct Winners {
    solver: Option<BombSolver<BoomRules>>,
    known: HashMap<String, Side>,
}

impl Winners {
    /// In how many games of an export, one JSON object a line, a player stood to win after the opening, and how many of
    /// those it won.
    ///
    /// Whoever played an opening from both sides stood to win once. If it won both games there is nothing to solve: it won that one.
    pub(crate) fn stood_and_won(&mut self, export: &str, player: &str) -> Result<[u32; 2]> {
        // For each opening, what the player reached as first and as second; openings are not repeated.
        let mut openings: BTreeMap<String, [Option<bool>; 2]> = BTreeMap::new();
        for line in export.lines() {
            let game: Value = serde_json::from_str(line).with_context(|| line.to_owned())?;
            let place = usize::from(game["players"][0]["name"] != player);
            let has_won = game["outcome"] == ["p1", "p2"][place];
            openings.entry(words(&game["opening"])).or_default()[place] = Some(has_won);
        }
        let [mut stood, mut won] = [0, 0];
        for (opening, games) in &openings {
            let game = match games {
                [Some(true), Some(true)] => Some(true),
                _ => games[self.after(opening)?.index()],
            };
            stood += u32::from(game.is_some());
            won += u32::from(game == Some(true));
        }
        Ok([stood, won])
    }

    fn after(&mut self, opening: &str) -> Result<Side> {
        if let Some(winner) = self.known.get(opening) {
            return Ok(*winner);
        }
        let solver = match &mut self.solver {
            Some(solver) => solver,
            empty => empty.insert(BombSolver::new(256)?),
        };
        let winner = winner_after(solver, opening)?;
        self.known.insert(opening.to_owned(), winner);
        Ok(winner)
    }
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
            // Player 1 wins after these too, mirrored.
            game("me", "you", "445522", "p2"),
            game("you", "me", "445522", "p1"),
        ];
        let mut winners = Winners::default();
        assert_eq!(winners.stood_and_won(&export.join("\n"), "me").unwrap(), [3, 2]);
        assert_eq!(winners.stood_and_won(&export.join("\n"), "you").unwrap(), [2, 1]);
    }
}
