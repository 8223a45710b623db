//! Matches.

use std::{ops::ControlFlow, path::Path, sync::Arc};

use poda_agent::GameLine;
use poda_catalog::{AnyGame, MakeAgent, PlayerSpec};
use poda_contest::{
    ClaimedRun, Conditions, Contest, ContestError, ContestObserver, Format, GameRecord, MatchTally,
    MemoryRecords, Openings, Plan, Player, ReadyContest, Threads, play_run, statistics::EloEstimate,
};
use poda_core::{Score, Side, stop_when, text};
use pyo3::prelude::*;

use crate::{
    error::{SpecError, bad_contest},
    evaluator::game_of,
    game::restore_state,
    numbers::to_number,
    player::{Errors, PyBot},
    speak::{chosen, say},
    state::{PyState, result_number},
    watch::{Trouble, UntilTrouble, in_background},
};

impl ContestObserver for UntilTrouble {
    fn waiting(&self) -> ControlFlow<()> {
        poda_core::break_if(self.0.is_there())
    }
}

/// The specs of the two players: both live in the Python program.
const GUESTS: [&str; 2] = ["guest:1", "guest:2"];

/// Plays a match: every opening twice, with sides swapped.
#[pyfunction]
#[pyo3(signature = (first, second, game, games, seed, openings, threads, errors, max_plies))]
#[allow(clippy::too_many_arguments)] // `poda.match` names them.
pub(crate) fn play_match(
    py: Python<'_>,
    first: &Bound<'_, PyAny>,
    second: &Bound<'_, PyAny>,
    game: &Bound<'_, PyAny>,
    games: u64,
    seed: u64,
    openings: &str,
    threads: usize,
    errors: &str,
    max_plies: usize,
) -> PyResult<PyMatch> {
    let game = game_of(game)?;
    let bots = [PyBot::of(first)?, PyBot::of(second)?];
    let errors = Errors::read(errors)?;
    let openings: Openings =
        openings.parse().map_err(|error: poda_contest::OpeningError| SpecError::new_err(say(&error)))?;
    if !(1..=10_000_000).contains(&games) {
        return Err(SpecError::new_err(text!(
            chosen(),
            "a match has 1 to 10000000 games, not {games}",
            "un encuentro tiene de 1 a 10000000 partidas, no {games}",
            games
        )));
    }
    let mut names = bots.each_ref().map(|bot| bot.get().name().to_owned());
    if names[0] == names[1] {
        names[1] = format!("{} (2)", names[1]);
    }
    let trouble = Trouble::default();
    let guests = bots.each_ref().map(|bot| guest(bot.clone().unbind(), &game, &trouble, errors));
    let contest = Contest {
        game: game.spec().to_owned(),
        players: (GUESTS.iter().zip(&names))
            .map(|(spec, name)| Player { name: name.clone(), spec: (*spec).to_owned(), folder: None })
            .collect(),
        plan: Plan { format: Format::RoundRobin, players: 2, games, rounds: 1 },
        openings,
        conditions: Conditions { max_plies, ..Conditions::default() },
        seed,
        sprt: None,
        shard: None,
    };
    let played = py.detach(|| play(contest, guests, threads.clamp(1, 256), &trouble));
    if let Some(error) = trouble.take() {
        return Err(error);
    }
    py.check_signals()?;
    let (tally, records) = played.map_err(|error| bad_contest(&error))?;
    let scales = bots.each_ref().map(|bot| bot.get().scale());
    let games =
        records.into_iter().map(|record| Py::new(py, PyPlayedGame { record, names: names.clone(), scales }));
    Ok(PyMatch { tally, games: games.collect::<PyResult<_>>()?, names })
}

/// Makes agents of a bot, each with its own state, all with the same trouble.
fn guest(bot: Py<PyBot>, game: &Arc<dyn AnyGame>, trouble: &Trouble, errors: Errors) -> MakeAgent {
    let (game, trouble) = (Arc::clone(game), trouble.clone());
    Arc::new(move |_| bot.get().agent(&game, &trouble, errors))
}

/// Plays in threads of its own, and listens for Ctrl-C meanwhile.
fn play(
    contest: Contest,
    guests: [MakeAgent; 2],
    threads: usize,
    trouble: &Trouble,
) -> Result<(MatchTally, Vec<GameRecord>), ContestError> {
    let work = || {
        let read = |text: &str, game: &dyn AnyGame, _: Option<&Path>| {
            let place = GUESTS.iter().position(|guest| *guest == text);
            place.map_or_else(
                || Ok(PlayerSpec::engine(text, game)?),
                |place| Ok(PlayerSpec::Guest(Arc::clone(&guests[place]))),
            )
        };
        let ready = ReadyContest::observed(
            contest,
            &poda_catalog::Catalog::default(),
            &read,
            &mut stop_when(|_| trouble.is_there()),
        )?;
        let (run, observer) = (ClaimedRun::private(), UntilTrouble(trouble.clone()));
        let played = play_run(&MemoryRecords, run, &ready, &Threads(threads), &observer)?;
        let mut tally = MatchTally::of_contest(ready.contest());
        let records = played.state.into_records();
        tally.extend(&records);
        Ok((tally.with_waiting_games(), records))
    };
    in_background(trouble, work).unwrap_or_else(|| {
        Err(ContestError::Executor(poda_core::message!("the match broke off", "el encuentro se interrumpió")))
    })
}

/// What a match says, from the view of the first player.
#[pyclass(frozen, name = "Match", module = "poda")]
pub(crate) struct PyMatch {
    tally: MatchTally,
    games: Vec<Py<PyPlayedGame>>,
    names: [String; 2],
}

#[pymethods]
impl PyMatch {
    /// What the two players are called.
    #[getter]
    fn names(&self) -> (String, String) {
        (self.names[0].clone(), self.names[1].clone())
    }

    /// Games that the first player won.
    #[getter]
    fn wins(&self) -> u64 {
        self.tally.all.wins
    }

    /// Games that it lost.
    #[getter]
    fn losses(&self) -> u64 {
        self.tally.all.losses
    }

    /// Games that were drawn.
    #[getter]
    fn draws(&self) -> u64 {
        self.tally.all.draws
    }

    /// Its share of the points.
    #[getter]
    fn share(&self) -> f64 {
        self.tally.all.share()
    }

    /// The difference of strength; inf or -inf where only a bound is known, None where nothing is.
    #[getter]
    fn elo(&self) -> Option<f64> {
        match self.tally.elo() {
            EloEstimate::Between { elo, .. } => Some(elo),
            EloEstimate::AtLeast(_) => Some(f64::INFINITY),
            EloEstimate::AtMost(_) => Some(f64::NEG_INFINITY),
            EloEstimate::Unknown => None,
        }
    }

    /// The ends of its interval at 95 %.
    #[getter]
    fn errors(&self) -> (f64, f64) {
        match self.tally.elo() {
            EloEstimate::Between { elo, error } => (elo - error, elo + error),
            EloEstimate::AtLeast(least) => (least, f64::INFINITY),
            EloEstimate::AtMost(most) => (f64::NEG_INFINITY, most),
            EloEstimate::Unknown => (f64::NEG_INFINITY, f64::INFINITY),
        }
    }

    /// How many games differ from all before: copies prove nothing.
    #[getter]
    fn distinct(&self) -> u64 {
        self.tally.distinct_games
    }

    /// How likely the first player is the stronger one.
    #[getter]
    fn superiority(&self) -> f64 {
        self.tally.superiority()
    }

    /// Games that each player lost by fault: an illegal move, an exception.
    #[getter]
    fn faults(&self) -> (u64, u64) {
        (self.tally.faults[0], self.tally.faults[1])
    }

    /// Pairs of games by the points of the first player: 0, 1/2, 1, 3/2, 2.
    #[getter]
    fn pentanomial(&self) -> Vec<u64> {
        self.tally.pairs.counts.to_vec()
    }

    /// What can be said, in a sentence.
    #[getter]
    fn verdict(&self) -> String {
        self.tally.sentence([&self.names[0], &self.names[1]], chosen())
    }

    /// The games, in the order of the schedule.
    #[getter]
    fn games(&self, py: Python<'_>) -> Vec<Py<PyPlayedGame>> {
        self.games.iter().map(|game| game.clone_ref(py)).collect()
    }

    fn __len__(&self) -> usize {
        self.games.len()
    }

    fn __str__(&self) -> String {
        let [first, second] = &self.names;
        let (low, high) = self.errors();
        let elo = self.elo().map_or_else(|| "?".to_owned(), |elo| format!("{elo:.0}"));
        text!(
            chosen(),
            "{first} vs {second}: {wins} wins, {losses} losses, {draws} draws\nElo {elo} [{low}, {high}], {distinct} distinct games\n{verdict}",
            "{first} contra {second}: {wins} victorias, {losses} derrotas, {draws} tablas\nElo {elo} [{low}, {high}], {distinct} partidas distintas\n{verdict}",
            first,
            second,
            wins = self.wins(),
            losses = self.losses(),
            draws = self.draws(),
            elo,
            low = format!("{low:.0}"),
            high = format!("{high:.0}"),
            distinct = self.distinct(),
            verdict = self.verdict()
        )
    }

    fn __repr__(&self) -> String {
        let [first, second] = &self.names;
        format!("<poda.Match {first} {second} +{} -{} ={}>", self.wins(), self.losses(), self.draws())
    }

    /// The costliest moves of games that the first player lost; all of them, or the first so many.
    #[pyo3(signature = (games = 5))]
    fn review<'py>(slf: &Bound<'py, Self>, games: Option<usize>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("poda._review")?.call_method1("review_match", (slf, games))
    }
}

/// A game of a match.
#[pyclass(frozen, name = "PlayedGame", module = "poda")]
pub(crate) struct PyPlayedGame {
    record: GameRecord,
    names: [String; 2],
    scales: [f64; 2],
}

impl PyPlayedGame {
    fn line(&self) -> GameLine {
        let moves = self.record.moves().map(str::to_owned).collect();
        GameLine { moves, ..self.record.opening.clone() }
    }
}

#[pymethods]
impl PyPlayedGame {
    /// Who played first and second.
    #[getter]
    fn players(&self) -> (String, String) {
        let [first, second] = self.record.players.map(|place| self.names[place.min(1)].clone());
        (first, second)
    }

    /// The side of the match's first player: 1 or 2.
    #[getter]
    fn side(&self) -> u8 {
        self.record.side_of(0).unwrap_or(Side::First).number()
    }

    /// 1 or 2 for the side that won, 0 for a draw.
    #[getter]
    fn result(&self) -> Option<u8> {
        self.record.outcome.map(result_number)
    }

    /// Why it ended: "normal", "illegal", "crash", "too-long".
    #[getter]
    fn end(&self) -> &'static str {
        self.record.termination.word()
    }

    /// What exactly went wrong; empty for normal ends.
    #[getter]
    fn detail(&self) -> String {
        say(&self.record.explanation())
    }

    /// The moves that nobody chose.
    #[getter]
    fn opening(&self) -> Vec<String> {
        self.record.opening.moves.clone()
    }

    /// All moves, the opening included.
    #[getter]
    fn moves(&self) -> Vec<String> {
        self.line().moves
    }

    /// What each player thought of the moves after the opening; None where it did not say.
    #[getter]
    fn scores(&self) -> PyResult<Vec<Option<f64>>> {
        let line = self.line();
        let (_, session) = poda_catalog::Catalog::built_in()
            .open_line(&line)
            .map_err(|error| crate::error::bad_line(&error))?;
        let movers = session.movers().into_iter().skip(self.record.opening.moves.len());
        let number = |(side, score): (Side, Option<Score>)| {
            let place = self.record.players[side.index()].min(1);
            score.map(|score| to_number(score, self.scales[place]))
        };
        Ok(movers.zip(self.record.plies.iter().map(|ply| ply.score)).map(number).collect())
    }

    /// The last state.
    #[getter]
    fn state(&self) -> PyResult<PyState> {
        let GameLine { game, start, moves } = self.line();
        restore_state(game, start, moves)
    }

    /// Looks at every position again, with a solver where there is one.
    fn review<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        slf.py().import("poda._review")?.call_method1("review_game", (slf,))
    }

    fn __repr__(&self) -> String {
        let (first, second) = self.players();
        let result = self.record.outcome.map_or("?", poda_core::Outcome::word);
        format!("<poda.PlayedGame {first} vs {second} {result} {}>", self.record.termination.word())
    }
}
