//! Runs as a screen shows them: matches and tournaments, their tables and their games. Who plays them is the transport's.

use poda_agent::GameLine;
use poda_catalog::{AnyGame, Catalog};
use poda_contest::{
    Conditions, Contest, ContestState, FormatError, GameRecord, Openings, Plan, Player, Termination,
    statistics::{Rating, Results},
};
use poda_core::{Language, Outcome, Side, Translate, message};
use serde::{Deserialize, Serialize};

use crate::{ErrorKind, LanguageParam, ServiceError};

const MOST_PLAYERS: usize = 16;
const MOST_GAMES: u64 = 2000;
const MOST_ROUNDS: u32 = 50;
/// Games of a run, all together.
const MOST_PLANNED: u64 = 20_000;
/// Games of a run that are told at once.
const MOST_AT_ONCE: usize = 100;

/// What to play.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct RunRequest {
    #[cfg_attr(feature = "schema", schema(example = "boom"))]
    #[expect(missing_docs, reason = "the description of the API has none")]
    pub game: String,
    /// Players of the catalog; two make a match.
    pub players: Vec<String>,
    /// Games of each pair of players.
    pub games: u64,
    /// `round-robin`, `gauntlet`, `swiss` or `ladder`.
    #[serde(default = "round_robin")]
    pub format: String,
    /// Rounds of a Swiss tournament.
    #[serde(default = "one")]
    pub rounds: u32,
    /// The seed for all randomness.
    #[serde(default)]
    pub seed: u64,
    /// A secret of the browser; only who knows it stops the run and goes on with it.
    pub owner: String,
}

fn round_robin() -> String {
    "round-robin".into()
}

fn one() -> u32 {
    1
}

impl RunRequest {
    /// The contest that is meant. `admit` is asked about every player, by its text: the player as it is to be recorded.
    ///
    /// # Errors
    /// If there is no such game or format, if a player is not admitted, or if it is too much.
    pub fn contest(
        &self,
        catalog: &Catalog,
        conditions: Conditions,
        admit: &mut dyn FnMut(&dyn AnyGame, &str) -> Result<Player, ServiceError>,
    ) -> Result<Contest, ServiceError> {
        let Self { game, players, games, format, rounds, seed, owner: _ } = self;
        let bad = |why| Err(ServiceError::new(ErrorKind::Bad, why));
        if players.len() > MOST_PLAYERS || *games == 0 || *games > MOST_GAMES {
            return bad(message!(
                "{players} players and {games} games: at most {most_players} players, and 1 to {most_games} games of each pair",
                "{players} jugadores y {games} partidas: como máximo {most_players} jugadores, y de 1 a {most_games} partidas por pareja",
                players = players.len(),
                games,
                most_players = MOST_PLAYERS,
                most_games = MOST_GAMES,
            ));
        }
        if *rounds == 0 || *rounds > MOST_ROUNDS {
            return bad(message!(
                "{rounds} rounds: 1 to {most}",
                "{rounds} rondas: de 1 a {most}",
                rounds,
                most = MOST_ROUNDS,
            ));
        }
        let game = catalog.open(game)?;
        // Names first, so that a name that appears twice gets a number.
        let mut all = Player::read_all(players);
        for player in &mut all {
            *player = Player { name: player.name.clone(), ..admit(game.as_ref(), &player.spec)? };
        }
        let format = format
            .parse()
            .map_err(|error: FormatError| ServiceError::new(ErrorKind::Bad, error.message()))?;
        let contest = Contest {
            game: game.spec().to_owned(),
            plan: Plan { format, players: all.len(), games: *games, rounds: *rounds },
            players: all,
            openings: Openings::Random(4),
            conditions,
            seed: *seed,
            sprt: None,
            shard: None,
        };
        let planned = contest.most_games();
        if planned > MOST_PLANNED {
            return bad(message!(
                "a run of {planned} games is too long: at most {most}",
                "una serie de {planned} partidas es demasiado larga: como máximo {most}",
                planned,
                most = MOST_PLANNED,
            ));
        }
        Ok(contest)
    }
}

/// What a run is doing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum RunStage {
    /// This server plays it.
    Here,
    /// Another program plays it.
    Elsewhere,
    /// It was stopped, and can go on.
    Stopped,
    /// All its games are played.
    Finished,
}

/// A machine that plays a run for this server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[expect(missing_docs, reason = "the description of the API has none")]
pub struct RunWorker {
    pub name: String,
    /// Jobs of this run that it does.
    pub jobs: usize,
    /// Jobs that it can do at the same time.
    pub slots: usize,
}

/// A run in a list.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[expect(missing_docs, reason = "the description of the API has none")]
pub struct RunSummary {
    pub run: i64,
    /// Seconds since 1970.
    pub created: u64,
    pub game: String,
    pub format: &'static str,
    pub players: Vec<String>,
    pub played: u64,
    pub planned: u64,
    pub stage: RunStage,
    /// Whether whoever asks may stop it and go on with it: it is his, or a run of the command line.
    pub yours: bool,
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub failure: Option<String>,
}

/// A run with its table and the boards that are played on now.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = RunView))]
#[expect(missing_docs, reason = "the description of the API has none")]
pub struct ShownRun {
    #[serde(flatten)]
    pub listed: RunSummary,
    pub seed: u64,
    pub table: Vec<StandingRow>,
    /// What a match says, in words.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub verdict: Option<String>,
    /// The evaluator of each player, where it is an engine that has one.
    pub evaluators: Vec<Option<String>>,
    /// Games that go on, if this server plays them.
    pub boards: Vec<RunGame>,
    /// The machines that play it for this server, if it has some.
    pub workers: Vec<RunWorker>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[expect(missing_docs, reason = "the description of the API has none")]
pub struct StandingRow {
    pub player: usize,
    pub name: String,
    #[serde(flatten)]
    pub rating: Rating,
    #[serde(flatten)]
    pub results: Results,
    pub points: f64,
    /// Against whom: everybody whom it met.
    pub against: Vec<AgainstOne>,
}

/// What one player did against another.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[expect(missing_docs, reason = "the description of the API has none")]
pub struct AgainstOne {
    pub player: usize,
    #[serde(flatten)]
    pub results: Results,
}

impl ShownRun {
    /// The table and the verdict of the games so far; boards and machines are the transport's to add.
    pub fn new(
        listed: RunSummary,
        state: &ContestState,
        game: Option<&dyn AnyGame>,
        language: Language,
    ) -> Self {
        let standings = state.standings();
        let against = |player: usize| {
            let met = standings.against[player].iter().enumerate().filter(|(_, results)| results.games() > 0);
            met.map(|(player, results)| AgainstOne { player, results: *results })
        };
        let table = standings.rows.iter().map(|row| StandingRow {
            player: row.player,
            name: listed.players[row.player].clone(),
            rating: Rating { elo: finite(row.rating.elo), error: finite(row.rating.error) },
            results: row.results,
            points: row.results.points(),
            against: against(row.player).collect(),
        });
        let table = table.collect();
        let verdict = state.tally().filter(|_| state.played() > 0).map(|tally| {
            let names = [listed.players[0].as_str(), listed.players[1].as_str()];
            tally.sentence(names, language)
        });
        Self {
            seed: state.contest().seed,
            table,
            verdict,
            evaluators: evaluators(game, state.contest()),
            boards: Vec::new(),
            workers: Vec::new(),
            listed,
        }
    }
}

/// What each player's search is guided by. Programs and players that are not known here keep it to themselves.
fn evaluators(game: Option<&dyn AnyGame>, contest: &Contest) -> Vec<Option<String>> {
    let Some(game) = game else { return vec![None; contest.players.len()] };
    let evaluator = |player: &Player| {
        let spec = poda_catalog::player_spec(game, &player.spec).ok()?;
        let first = game.evaluators().first()?.name;
        spec.has_option("eval").then(|| {
            let name = spec.evaluator().unwrap_or(first);
            // Weights of its own come after the name.
            name.split('@').next().unwrap_or(name).to_owned()
        })
    };
    contest.players.iter().map(evaluator).collect()
}

/// JSON has no infinities; a table has no use for them.
fn finite(value: f64) -> f64 {
    if value.is_finite() { value } else { 0.0 }
}

/// A game of a run.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[expect(missing_docs, reason = "the description of the API has none")]
pub struct RunGame {
    pub index: u64,
    pub players: [usize; 2],
    pub line: GameLine,
    /// Its first moves that nobody chose.
    pub opening: usize,
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub outcome: Option<Outcome>,
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub termination: Option<&'static str>,
    /// What went wrong, if something did.
    pub detail: String,
}

impl RunGame {
    /// A game that is played now.
    pub fn live(index: u64, players: [usize; 2], line: GameLine) -> Self {
        Self { index, players, line, opening: 0, outcome: None, termination: None, detail: String::new() }
    }

    /// A game as it was recorded.
    pub fn recorded(contest: &Contest, record: &GameRecord, language: Language) -> Self {
        let moves = record.moves().map(str::to_owned).collect();
        Self {
            index: record.index,
            players: record.players,
            opening: record.opening.moves.len(),
            line: GameLine { game: contest.game.clone(), start: record.opening.start.clone(), moves },
            outcome: record.outcome,
            termination: Some(record.termination.word()),
            detail: record.explanation().text(language),
        }
    }
}

/// Which games of a run.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
pub struct GamesWanted {
    /// How many of the newest to leave out.
    #[serde(default)]
    skip: usize,
    #[serde(default = "dozen")]
    count: usize,
    /// Only games of this player, by its place in the list of players.
    player: Option<usize>,
    /// Only games that this player lost by the rules.
    #[serde(default)]
    lost: bool,
    /// The language of the reasons why games ended.
    #[serde(default)]
    #[cfg_attr(feature = "schema", param(inline))]
    lang: LanguageParam,
}

fn dozen() -> usize {
    12
}

impl GamesWanted {
    /// Those games, newest first.
    pub fn of(&self, state: &ContestState) -> Vec<RunGame> {
        let records: Vec<&GameRecord> = state.records().filter(|record| self.is_wanted(record)).collect();
        let wanted = records.into_iter().rev().skip(self.skip).take(self.count.min(MOST_AT_ONCE));
        wanted.map(|record| RunGame::recorded(state.contest(), record, self.lang.language())).collect()
    }

    fn is_wanted(&self, record: &GameRecord) -> bool {
        let Some(player) = self.player else { return !self.lost };
        let Some(side) = Side::BOTH.into_iter().find(|side| record.players[side.index()] == player) else {
            return false;
        };
        let is_lost = || {
            let winner = record.outcome.and_then(Outcome::winner);
            record.termination == Termination::Normal && winner == Some(side.other())
        };
        !self.lost || is_lost()
    }
}
