//! A result in a file is only worth what its moves say: it is computed again whenever games are read.

use std::{num::NonZero, thread};

use poda_agent::GameSession;
use poda_contest::{Contest, GameRecord, Termination, game_seed};
use poda_core::{Message, Outcome, Translate, message};

use super::{RunStore, StoreError};

/// As many games are played again by one thread as make it worth its start.
const GAMES_PER_THREAD: usize = 256;

impl RunStore {
    /// Plays games of a run again, move by move.
    pub(super) fn verify(&self, id: i64, contest: &Contest, games: &[GameRecord]) -> Result<(), StoreError> {
        let refused = |game: u64, why: Message| StoreError::Untrue { path: self.path.clone(), id, game, why };
        let Some(first) = games.first() else { return Ok(()) };
        let opened =
            poda_catalog::open(&contest.game).map_err(|error| refused(first.index, error.message()))?;
        let check = |games: &[GameRecord]| -> Result<(), (u64, Message)> {
            let mut session = opened.session();
            games.iter().try_for_each(|game| {
                check_game(contest, game, session.as_mut()).map_err(|why| (game.index, why))
            })
        };
        let threads = thread::available_parallelism().map_or(1, NonZero::get);
        let share = games.len().div_ceil(threads).max(GAMES_PER_THREAD);
        let checked = if games.len() <= share {
            check(games)
        } else {
            thread::scope(|scope| {
                let parts: Vec<_> =
                    games.chunks(share).map(|part| scope.spawn(move || check(part))).collect();
                // The first one that is wrong is named, whoever finds it.
                parts.into_iter().try_for_each(|part| match part.join() {
                    Ok(checked) => checked,
                    Err(panic) => std::panic::resume_unwind(panic),
                })
            })
        };
        checked.map_err(|(game, why)| refused(game, why))
    }
}

/// Sees that a game could have been played like this, and has the result that it says.
pub(crate) fn check_game(
    contest: &Contest,
    game: &GameRecord,
    session: &mut dyn GameSession,
) -> Result<(), Message> {
    if game.players.iter().any(|player| *player >= contest.players.len()) {
        return Err(message!("there is no such player", "no existe ese jugador"));
    }
    if game.seed != game_seed(contest.seed, game.index) {
        return Err(message!("its seed is another one", "su semilla es otra"));
    }
    let mut line = game.opening.clone();
    line.moves.extend(game.plies.iter().map(|ply| ply.mv.clone()));
    session.follow(&line).map_err(|error| error.message())?;
    let by_rules = session.outcome();
    let expected = match game.termination {
        Termination::Normal => by_rules,
        // Whatever else ends a game ends it before the rules do.
        _ if by_rules.is_some() => {
            return Err(message!(
                "it says {end}, and the rules had ended it before",
                "dice {end}, y las reglas la habían terminado antes",
                end = game.termination.word()
            ));
        }
        Termination::Illegal | Termination::Timeout | Termination::Crash | Termination::NoStart => {
            Some(Outcome::Win(session.to_move().other()))
        }
        Termination::TooLong if line.moves.len() >= contest.conditions.max_plies => Some(Outcome::Draw),
        Termination::TooLong => {
            return Err(message!(
                "it says too-long after {plies} plies",
                "dice too-long tras {plies} jugadas",
                plies = line.moves.len()
            ));
        }
        Termination::Interrupted => None,
    };
    if game.outcome == expected && (expected.is_some() || game.termination == Termination::Interrupted) {
        return Ok(());
    }
    let word = |outcome: Option<Outcome>| outcome.map_or("-", Outcome::word);
    Err(message!(
        "it says {said}, and its moves say {expected}",
        "dice {said}, y sus jugadas dicen {expected}",
        said = word(game.outcome),
        expected = word(expected)
    ))
}
