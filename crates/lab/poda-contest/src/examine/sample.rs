use std::{collections::HashSet, ops::ControlFlow};

use poda_agent::{Agent, GameLine, ThinkingLimits};
use poda_catalog::{AnyGame, SpecError};
use poda_core::{Message, MoveTokens, NoObserver, Translate, fold, message, mix};

use super::{EXAM_PHASES, ExamPosition};
use crate::{OpeningError, ReadText};

/// Who plays the games from which positions are taken, where chance does not.
const PLAYER: &str = "pvs:depth=2,tt=1";
/// In so many of a hundred decisions, chance does.
const RANDOM_PERCENT: u64 = 35;
/// A game that need not end is left after so many plies.
const LONGEST_GAME: usize = 300;
/// How many games in a row may give nothing new.
const PATIENCE: u32 = 200;

/// Positions of games between careless players: `count` in all, as many of each phase, no two the same, each with a
/// choice. Fewer if there are no more.
///
/// The phases are thirds of the game that a position is from. `tell` is told how many there are, and ends it with `Break`.
///
/// # Errors
/// If the game has no player.
pub fn sample_positions(
    game: &dyn AnyGame,
    seed: u64,
    count: usize,
    tell: &mut dyn FnMut(usize) -> ControlFlow<()>,
) -> Result<Vec<ExamPosition>, SpecError> {
    let mut player = poda_catalog::agent(game, PLAYER)?;
    let phases = EXAM_PHASES.len();
    let (mut seen, mut list) = (HashSet::new(), Vec::new());
    let (mut number, mut fruitless) = (0, 0);
    while list.len() < count && fruitless < PATIENCE && tell(list.len()).is_continue() {
        let chance = fold(mix(seed), mix(number));
        number += 1;
        let candidates = play(game, player.as_mut(), chance);
        // In turn, so that all phases have as many.
        let group = list.len() % phases;
        let (from, to) = (candidates.len() * group / phases, candidates.len() * (group + 1) / phases);
        let phase = &candidates[from..to];
        let place = below(phase.len(), mix(chance ^ 1));
        let fresh = phase.get(place).filter(|(position, _)| seen.insert(position.clone()));
        fruitless = if fresh.is_some() { 0 } else { fruitless + 1 };
        list.extend(fresh.map(|(_, line)| ExamPosition { line: line.clone(), group }));
    }
    // Phase by phase, as they are reported.
    list.sort_by_key(|position| position.group);
    Ok(list)
}

/// The positions of a game in which there is a choice: position line and moves.
fn play(game: &dyn AnyGame, player: &mut dyn Agent, mut chance: u64) -> Vec<(String, GameLine)> {
    let mut session = game.session();
    let mut positions = Vec::new();
    while session.outcome().is_none() && session.plies() < LONGEST_GAME {
        let legal = session.legal();
        if legal.len() > 1 {
            positions.push((session.position(), session.line().clone()));
        }
        chance = mix(chance);
        let is_random = chance % 100 < RANDOM_PERCENT;
        let chosen = if is_random {
            None
        } else {
            player.choose(&session, ThinkingLimits::default(), &mut NoObserver).ok()
        };
        let random = || legal[below(legal.len(), mix(chance))].clone();
        let mv = chosen.map_or_else(random, |choice| choice.mv);
        if session.play(&mv).is_err() {
            break;
        }
    }
    positions
}

fn below(count: usize, drawn: u64) -> usize {
    ((u128::from(drawn) * count as u128) >> 64) as usize
}

/// The positions of a file: on each line moves, or a position line behind the word `position`. Where every character is a
/// move, a second word is a score, as in public test sets, and is not looked at. Positions without a choice are left out.
///
/// # Errors
/// If it cannot be read, a line is broken, or nothing is left.
pub fn read_positions(
    game: &dyn AnyGame,
    path: &str,
    group: usize,
    read: &ReadText<'_>,
) -> Result<Vec<ExamPosition>, OpeningError> {
    let text = read(path)
        .map_err(|error| OpeningError::Unreadable { path: path.to_owned(), why: error.message() })?;
    let mut session = game.session();
    let mut list = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let broken = |why: Message| OpeningError::Broken { path: path.to_owned(), line: index + 1, why };
        let line = match (line.strip_prefix("position "), session.tokens()) {
            (Some(position), _) => game.line(Some(position.trim()), ""),
            (None, MoveTokens::Words) => game.line(None, line),
            (None, MoveTokens::Characters) => game.line(None, without_score(line)),
        };
        session.follow(&line).map_err(|error| broken(error.message()))?;
        if session.legal().len() > 1 {
            list.push(ExamPosition { line, group });
        }
    }
    if list.is_empty() {
        return Err(OpeningError::Nothing {
            openings: path.to_owned(),
            why: message!("it has no position with a choice", "no tiene ninguna posición donde elegir"),
        });
    }
    Ok(list)
}

/// The moves of a line of a test set: `4455 -3`.
fn without_score(line: &str) -> &str {
    match line.split_once(' ') {
        Some((moves, score)) if score.trim().parse::<i32>().is_ok() => moves,
        _ => line,
    }
}
