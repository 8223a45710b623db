//! Compares recorded scores of positions of Connect-4 on the classic board: moves and score, one position a line.

use std::io;

use anyhow::{Context, Result, ensure};
use poda_connect::Connect4;
use poda_core::{Game, MoveTokens, Notation, StoneScore};
use poda_solve::Solver;

use super::Compared;

/// Whether a line is a position with its score.
pub(super) fn is_one(line: &str) -> bool {
    read(line).is_some()
}

fn read(line: &str) -> Option<(&str, StoneScore)> {
    let (moves, score) = line.trim().split_once(' ')?;
    let columns = moves.bytes().all(|digit| (b'1'..=b'7').contains(&digit));
    Some((moves, score.parse().ok()?)).filter(|_| columns && !moves.is_empty())
}

/// Solves every position without the book. A "game" is a position, a "ply" a score.
pub(super) fn compare(lines: &mut dyn Iterator<Item = io::Result<String>>) -> Result<Compared> {
    let game = Connect4::<u64>::default();
    let mut solver = Solver::new(&game, 64)?.without_book();
    let mut compared = Compared::default();
    for (index, line) in lines.enumerate() {
        let number = index + 1;
        let line = line.with_context(|| format!("line {number} cannot be read"))?;
        let (moves, recorded) =
            read(&line).with_context(|| format!("line {number}: {line:?} is no position with its score"))?;
        let play = |state, text| game.read_move(&state, text).map(|mv| game.play(&state, mv));
        let mut texts = MoveTokens::Characters.split(moves).into_iter();
        let state = texts.try_fold(game.start(), play).with_context(|| format!("line {number}: {moves}"))?;
        let found = solver.score(&state).with_context(|| format!("line {number}: {moves}"))?;
        ensure!(found == recorded, "line {number}: {moves}: score: recorded {recorded}, found {found}");
        compared.games += 1;
        compared.plies += 1;
    }
    Ok(compared)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scores(text: &str) -> Result<Compared> {
        compare(&mut text.lines().map(|line| Ok(line.to_owned())))
    }

    #[test]
    fn scores_are_compared() {
        let committed = include_str!("../../../../../pure/poda-solve/tests/data/7x6.txt");
        let first = committed.lines().next().unwrap();
        assert!(is_one(first));
        assert_eq!(scores(first).unwrap().games, 1);
        assert!(!is_one("{\"id\":0}") && !is_one("1234567") && !is_one("18 3") && !is_one(" 3"));
        let complaint = |text: &str| format!("{:#}", scores(text).unwrap_err());
        assert_eq!(complaint("121212 x"), "line 1: \"121212 x\" is no position with its score");
        assert_eq!(complaint("121212 3"), "line 1: 121212: score: recorded 3, found 18");
        assert!(complaint("1111111 3").starts_with("line 1: 1111111: "));
        assert!(complaint("12121213 3").starts_with("line 1: 12121213: "));
    }
}
