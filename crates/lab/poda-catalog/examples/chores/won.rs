//! Who stood to win: the openings of recorded games of BOOM, solved, beside the games' results.

use std::collections::{BTreeMap, HashMap};

use anyhow::{Context, Result};
use poda_connect::{Boom, BoomRules};
use poda_core::{Game, Goal, NoObserver, Notation, Score, Side};
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
    /// Whoever played an opening as often from both sides stood to win in half of its games. If it won all of them there is
    /// nothing to solve.
    pub(crate) fn stood_and_won(&mut self, export: &str, player: &str) -> Result<[u32; 2]> {
        // For each opening, whether the player won: its games as first, and those as second.
        let mut openings: BTreeMap<String, [Vec<bool>; 2]> = BTreeMap::new();
        for line in export.lines() {
            let game: Value = serde_json::from_str(line).with_context(|| line.to_owned())?;
            let place = usize::from(game["players"][0]["name"] != player);
            let has_won = game["outcome"] == ["p1", "p2"][place];
            openings.entry(words(&game["opening"])).or_default()[place].push(has_won);
        }
        let [mut stood, mut won] = [0, 0];
        for (opening, games) in &openings {
            let settled = games[0].len() == games[1].len() && games.iter().flatten().all(|won| *won);
            let place = if settled { 0 } else { self.after(opening)?.index() };
            stood += games[place].len() as u32;
            won += games[place].iter().filter(|won| **won).count() as u32;
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
    let play = |state, text| game.read_move(&state, text).map(|mv| game.play(&state, mv));
    let state = opening.split_whitespace().try_fold(game.start(), play)?;
    let proved = solver.solve(&state, Goal::Weak, BombSolver::<BoomRules>::LONGEST, &mut NoObserver)?;
    let score = proved.decided().with_context(|| format!("{opening}: nobody wins"))?;
    let mover = game.to_move(&state);
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
            // Player 1 wins after these too, mirrored.
            game("me", "you", "445522", "p2"),
            game("you", "me", "445522", "p1"),
        ];
        let mut winners = Winners::default();
        assert_eq!(winners.stood_and_won(&export.join("\n"), "me").unwrap(), [4, 2]);
        assert_eq!(winners.stood_and_won(&export.join("\n"), "you").unwrap(), [2, 1]);
    }
}
