//! A result is only worth what its moves say: it is computed again whenever games are read.

use poda_agent::GameSession;
use poda_core::{Message, Outcome, Translate, message};

use crate::{Contest, GameRecord, Termination, game_seed};

/// Sees that a game could have been played like this, and has the result that it says.
///
/// # Errors
/// If not, with the reason.
pub fn check_game(contest: &Contest, game: &GameRecord, session: &mut GameSession) -> Result<(), Message> {
    if game.players.iter().any(|player| *player >= contest.players.len()) {
        return Err(message!("there is no such player", "no existe ese jugador"));
    }
    let planned = contest.plan.most_games();
    if game.index >= planned {
        return Err(message!(
            "the contest has {planned} games",
            "la serie tiene {planned} partidas",
            planned
        ));
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
