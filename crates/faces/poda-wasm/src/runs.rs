//! Matches in this tab: played one game at a time, between players of the catalog.

use core::{cell::RefCell, time::Duration};
use std::{path::Path, sync::Mutex};

use poda_catalog::{AnyGame, Catalog};
use poda_contest::{
    Conditions, Contest, ContestObserver, ContestState, GamePlayer, GameProgress, GameRecord, Player,
    ReadyContest, Records, RunProgress, StoreError, contest_of_json, contest_to_json,
};
use poda_core::{Language, Message, Translate, message};
use poda_service::{
    ErrorKind, GamesWanted, RunGame, RunRequest, RunStage, RunSummary, ServiceError, ServiceLimits, ShownRun,
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::host::{Post, fitting_engine, fitting_player};

/// Runs that are held; the page keeps all of them.
const MOST_RUNS: usize = 8;
/// Records of one run that are taken at once: as many as a run may have games.
const MOST_RECORDS: usize = 20_000;
/// The least time between two boards of a game.
const PACE: Duration = Duration::from_millis(50);

/// What may be asked about runs.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", deny_unknown_fields)]
enum RunCall {
    #[serde(rename = "contest-load")]
    Load { run: i64, created: u64, contest: Value, records: Vec<Value> },
    #[serde(rename = "contest-step")]
    Step { run: i64 },
    #[serde(rename = "contest-show")]
    Show { run: i64 },
    #[serde(rename = "contest-drop")]
    Drop { run: i64 },
}

/// What is answered about runs.
#[derive(Debug, Serialize)]
#[serde(tag = "is")]
pub(crate) enum RunReply {
    #[serde(rename = "contest")]
    Contest { summary: RunSummary, contest: Value },
    #[serde(rename = "contest-board")]
    Board { board: RunGame },
    #[serde(rename = "contest-game")]
    Game { summary: RunSummary, record: Option<GameRecord> },
    #[serde(rename = "contest-view")]
    View { view: ShownRun },
    #[serde(rename = "contest-games")]
    Games { games: Vec<RunGame> },
    #[serde(rename = "contest-dropped")]
    Dropped { run: i64 },
}

/// An answer with its question's number.
#[derive(Serialize)]
struct Numbered<'a> {
    id: u32,
    #[serde(flatten)]
    reply: &'a RunReply,
}

impl RunReply {
    /// The message as text.
    pub(crate) fn to_text(&self, id: u32) -> Result<String, ServiceError> {
        let text = serde_json::to_string(&Numbered { id, reply: self });
        text.map_err(|error| ServiceError::new(ErrorKind::Internal, Message::verbatim(error.to_string())))
    }
}

/// A question about runs, with what every question has.
pub(crate) struct RunQuestion {
    pub(crate) id: u32,
    pub(crate) language: Language,
    /// All fields but number and language.
    pub(crate) fields: Map<String, Value>,
}

/// The runs that were told about, the one that was asked about last at the end.
#[derive(Default)]
pub(crate) struct TabRuns(Vec<TabRun>);

struct TabRun {
    id: i64,
    /// Seconds since 1970.
    created: u64,
    contest: ReadyContest,
    state: ContestState,
    player: GamePlayer,
}

impl TabRuns {
    /// Answers a question about runs; the boards of a game that is played go to `post` before.
    pub(crate) fn answer(
        &mut self,
        question: RunQuestion,
        limits: &ServiceLimits,
        now: fn() -> Duration,
        post: &mut Post<'_>,
    ) -> Result<RunReply, ServiceError> {
        let RunQuestion { id, language, mut fields } = question;
        match fields.get("do").and_then(Value::as_str) {
            Some("contest-begin") => return self.begin(fields, limits),
            Some("contest-games") => {
                fields.remove("do");
                let run = fields.remove("run").unwrap_or_default();
                let run = self.run(read(run)?)?;
                let lang = if language == Language::Spanish { "es" } else { "en" };
                fields.insert("lang".into(), lang.into());
                let wanted: GamesWanted = read(Value::Object(fields))?;
                return Ok(RunReply::Games { games: wanted.of(&run.state) });
            }
            _ => {}
        }
        Ok(match read(Value::Object(fields))? {
            RunCall::Load { run, created, contest, records } => {
                self.load(run, created, &contest, &records, limits)?
            }
            RunCall::Step { run } => {
                let run = self.run(run)?;
                let record = run.step(now, &mut |reply| {
                    if let Ok(text) = reply.to_text(id) {
                        post(&text);
                    }
                })?;
                RunReply::Game { summary: run.summary(), record }
            }
            RunCall::Show { run } => {
                let run = self.run(run)?;
                RunReply::View {
                    view: ShownRun::new(run.summary(), &run.state, Some(run.contest.game()), language),
                }
            }
            RunCall::Drop { run } => {
                self.0.retain(|known| known.id != run);
                RunReply::Dropped { run }
            }
        })
    }

    fn begin(
        &mut self,
        mut fields: Map<String, Value>,
        limits: &ServiceLimits,
    ) -> Result<RunReply, ServiceError> {
        fields.remove("do");
        let id = read(fields.remove("run").unwrap_or_default())?;
        let created = read(fields.remove("created").unwrap_or_default())?;
        // Whose it is need not be said: there is one person at a tab.
        fields.entry("owner").or_insert_with(|| "".into());
        let request: RunRequest = read(Value::Object(fields))?;
        let contest = request.contest(&Catalog::built_in(), Conditions::default(), &mut |game, player| {
            fitting_engine(game, player, limits).map(|_| Player::read(player))
        })?;
        Ok(self.keep(TabRun::new(id, created, contest, limits)?))
    }

    fn load(
        &mut self,
        id: i64,
        created: u64,
        contest: &Value,
        records: &[Value],
        limits: &ServiceLimits,
    ) -> Result<RunReply, ServiceError> {
        if records.len() > MOST_RECORDS {
            return Err(bad(message!(
                "{count} games are too many for a run: at most {most}",
                "{count} partidas son demasiadas para una serie: como máximo {most}",
                count = records.len(),
                most = MOST_RECORDS,
            )));
        }
        let contest = contest_of_json(&contest.to_string()).map_err(|error| bad(error.message()))?;
        let known = self.0.iter().position(|run| run.id == id && run.created == created);
        let mut run = match known.map(|place| self.0.remove(place)) {
            Some(run) if *run.contest.contest() == contest => run,
            _ => TabRun::new(id, created, contest, limits)?,
        };
        run.take(records)?;
        Ok(self.keep(run))
    }

    /// Takes a run in place of another one of its number, and of the oldest if there are too many.
    fn keep(&mut self, run: TabRun) -> RunReply {
        self.0.retain(|known| known.id != run.id);
        if self.0.len() >= MOST_RUNS {
            self.0.remove(0);
        }
        let (summary, contest) = (run.summary(), contest_to_json(run.state.contest()));
        self.0.push(run);
        RunReply::Contest { summary, contest }
    }

    /// The run of a number, which is the last one from now on.
    fn run(&mut self, id: i64) -> Result<&mut TabRun, ServiceError> {
        if let Some(place) = self.0.iter().position(|run| run.id == id) {
            let run = self.0.remove(place);
            self.0.push(run);
            // Tables are large: only the run that is played has players.
            let last = self.0.len() - 1;
            for other in &mut self.0[..last] {
                other.player = GamePlayer::default();
            }
        }
        self.0.last_mut().filter(|run| run.id == id).ok_or_else(|| {
            ServiceError::new(
                ErrorKind::Missing,
                message!(
                    "no run {id} here: load it first",
                    "aquí no hay ninguna serie {id}: cárgala antes",
                    id
                ),
            )
        })
    }
}

impl TabRun {
    fn new(id: i64, created: u64, contest: Contest, limits: &ServiceLimits) -> Result<Self, ServiceError> {
        let read = |text: &str, game: &dyn AnyGame, _: Option<&Path>| Ok(fitting_player(game, text, limits)?);
        let contest =
            ReadyContest::new(contest, &Catalog::built_in(), &read).map_err(|error| bad(error.message()))?;
        for player in &contest.contest().players {
            fitting_engine(contest.game(), &player.spec, limits)?;
        }
        let state = ContestState::new(contest.contest().clone(), []);
        Ok(Self { id, created, contest, state, player: GamePlayer::default() })
    }

    /// Counts games that the page has kept and that are not counted yet.
    fn take(&mut self, records: &[Value]) -> Result<(), ServiceError> {
        let id = self.id;
        for (place, value) in records.iter().enumerate() {
            let untrue = |why: Message| {
                bad(message!(language =>
                    "game {place} of run {id}: {why}",
                    "partida {place} de la serie {id}: {why}",
                    place,
                    id,
                    why = why.text(language),
                ))
            };
            let Ok(record) = GameRecord::deserialize(value) else {
                return Err(untrue(message!("it is not as it was written", "no está como se escribió")));
            };
            if self.state.record(record.index) != Some(&record) {
                self.contest.players().check_record(&record).map_err(untrue)?;
                self.state.add(record);
            }
        }
        Ok(())
    }

    fn summary(&self) -> RunSummary {
        let (contest, played) = (self.state.contest(), self.state.played());
        let is_over = self.state.next_games().is_empty();
        RunSummary {
            run: self.id,
            created: self.created,
            game: contest.game.clone(),
            format: contest.plan.format.word(),
            players: contest.players.iter().map(|player| player.name.clone()).collect(),
            played,
            planned: contest.most_games(),
            stage: if is_over { RunStage::Finished } else { RunStage::Stopped },
            yours: true,
            failure: None,
        }
    }

    /// Plays the next game and returns its record for the page to keep; nothing if there is none.
    fn step(
        &mut self,
        now: fn() -> Duration,
        show: &mut Show<'_>,
    ) -> Result<Option<GameRecord>, ServiceError> {
        let (kept, board) = (PageRecords::default(), BoardPoster { now, last: Mutex::new((None, show)) });
        let mut progress = RunProgress::new(&kept, self.id, &mut self.state, &board);
        match progress.step(&self.contest, &mut self.player) {
            Ok(_) => Ok(kept.0.into_inner()),
            Err(error) => Err(bad(error.message())),
        }
    }
}

/// Hands the record of a game to the page, which keeps it.
#[derive(Default)]
struct PageRecords(RefCell<Option<GameRecord>>);

impl Records for PageRecords {
    fn add(&self, _: i64, games: &[GameRecord]) -> Result<(), StoreError> {
        *self.0.borrow_mut() = games.last().cloned();
        Ok(())
    }

    fn finish(&self, _: i64) -> Result<(), StoreError> {
        Ok(())
    }
}

/// Sends a reply before the answer.
type Show<'a> = dyn FnMut(&RunReply) + Send + 'a;

/// Shows a game while it is played, at a pace that a person can follow.
struct BoardPoster<'a, 'b> {
    now: fn() -> Duration,
    /// When the last board was sent, and where boards go.
    last: Mutex<(Option<Duration>, &'a mut Show<'b>)>,
}

impl ContestObserver for BoardPoster<'_, '_> {
    fn position(&self, progress: &GameProgress<'_>) {
        let now = (self.now)();
        let Ok(mut last) = self.last.lock() else { return };
        if last.0.is_some_and(|sent| now.saturating_sub(sent) < PACE) {
            return;
        }
        last.0 = Some(now);
        let (pairing, line) = (progress.pairing, progress.session.line().clone());
        let board = RunGame::live(pairing.index, pairing.players, line);
        (last.1)(&RunReply::Board { board });
    }
}

fn bad(why: Message) -> ServiceError {
    ServiceError::new(ErrorKind::Bad, why)
}

/// Reads a part of a message.
fn read<T: serde::de::DeserializeOwned>(value: Value) -> Result<T, ServiceError> {
    serde_json::from_value(value).map_err(|error| ServiceError::Message(error.to_string()))
}
