//! Where exact play meets the other lists: as an engine, and as a solver of its own.

mod bombs;
mod certificate;
mod connect4;
mod prover;

use std::any::Any;

use poda_agent::Agent;
use poda_connect::{BoomRules, CrushRules, DesconectaRules};
use poda_core::{Game, Notation};
use poda_solve::{Findings, Goal, Onlooker};

pub(crate) use self::prover::prover;
use crate::EngineSpec;

/// A position to solve.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// The position line it begins with; `None` for the game's own start.
    pub start: Option<&'a str>,
    /// The moves since.
    pub moves: &'a str,
}

/// How much to find out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Task {
    /// The score, or only who wins.
    pub goal: Goal,
    /// How many actions to look ahead at most, in games that need not end.
    pub within: u32,
}

/// How findings read: `-2`, `win 25`, `draw`; or bounds, `-3..1`, `no win within 24`.
pub type Wording = fn(Goal, &Findings) -> String;

/// What opening something gives, if the game is one of those that can be solved.
type Opening<T> = Option<Result<Box<T>, String>>;

/// A solver as everyone right of the seam holds it: positions are texts.
pub trait AnySolver: Send {
    /// What can be found out about a position, for its side to move.
    ///
    /// # Errors
    /// If it cannot be reached, or if the game is over.
    fn solve(
        &mut self,
        place: Place<'_>,
        task: Task,
        onlooker: &mut dyn Onlooker,
    ) -> Result<Findings, String>;

    /// The same for each move that there is in the game, with its text: `None` for those that are not legal now.
    ///
    /// # Errors
    /// If the position cannot be reached, or if the game is over.
    fn solve_moves(
        &mut self,
        place: Place<'_>,
        task: Task,
        onlooker: &mut dyn Onlooker,
    ) -> Result<Vec<(String, Option<Findings>)>, String>;

    /// How the findings of this solver read.
    fn wording(&self) -> Wording;

    /// Plies to the end under perfect play of a position with that score.
    ///
    /// # Errors
    /// If the position cannot be reached.
    fn remoteness(&self, place: Place<'_>, score: i32) -> Result<u32, String>;

    /// The number in [`Findings`] that a score has which is written like this.
    ///
    /// # Errors
    /// If it is no score of this game.
    fn read_score(&self, text: &str) -> Result<i32, String>;

    /// The proof of a win or a loss that [`AnySolver::solve`] has found, as a text for `tools/check_certificate.py`, and
    /// how many choices of the winner it holds.
    ///
    /// # Errors
    /// If nobody is known to win, or if this game has no such proofs.
    fn certificate(
        &mut self,
        place: Place<'_>,
        findings: &Findings,
        onlooker: &mut dyn Onlooker,
    ) -> Result<(String, usize), String>;

    /// Whether every game ends, so that every position has a score, which is a plain number. Where games may go on for
    /// ever, scores are words, and bounds may be all that is ever found.
    fn games_end(&self) -> bool;

    /// From now on everything is found out by searching, even what a book of openings knows. Most games have none.
    fn close_book(&mut self) {}
}

/// The state at a place.
fn follow<G: Game + Notation>(game: &G, place: Place<'_>) -> Result<G::State, String> {
    let mut state = match place.start {
        None => game.start(),
        Some(line) => game.read_position(line).map_err(|error| error.to_string())?,
    };
    for (index, text) in G::TOKENS.split(place.moves).into_iter().enumerate() {
        let mv = game.read_move(&state, text);
        state = game.play(&state, mv.map_err(|error| format!("ply {}: {error}", index + 1))?);
    }
    Ok(state)
}

/// A game as the one that it is.
fn known<G: Any, K: Any + Copy>(game: &G) -> Option<K> {
    (game as &dyn Any).downcast_ref::<K>().copied()
}

const UNKNOWN: &str = "only boom, crush, desconecta and Connect-4 on boards of up to 64 bits can be solved";

/// Opens a solver for a game; the name is its spec.
pub(crate) fn open<G: Any>(
    name: &str,
    game: &G,
    megabytes: usize,
    threads: usize,
) -> Result<Box<dyn AnySolver>, String> {
    connect4::solver(game, megabytes, threads)
        .or_else(|| bombs::solver::<G, BoomRules>(name, game, megabytes, threads))
        .or_else(|| bombs::solver::<G, CrushRules>(name, game, megabytes, threads))
        .or_else(|| bombs::solver::<G, DesconectaRules>(name, game, megabytes, threads))
        .unwrap_or_else(|| Err(UNKNOWN.into()))
}

/// Seats the engine `exact` at a game.
pub(crate) fn seat<G: Any>(game: &G, spec: &EngineSpec) -> Result<Box<dyn Agent>, String> {
    connect4::seat(game, spec)
        .or_else(|| bombs::seat::<G, BoomRules>(game, spec))
        .or_else(|| bombs::seat::<G, CrushRules>(game, spec))
        .or_else(|| bombs::seat::<G, DesconectaRules>(game, spec))
        .unwrap_or_else(|| Err(UNKNOWN.into()))
}
