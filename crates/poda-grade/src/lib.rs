//! Grading a class: every submission is built, checked, counted, and plays, under the same seeds and limits. What a
//! submission does wrong costs nobody but itself.

mod counts;
mod marks;
mod rubric;
mod submission;
mod turning;
mod writing;

use std::{
    path::{Path, PathBuf},
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use poda_agent::{AgentError, BotLimits, ThinkingLimits};
use poda_arena::{ContestError, Listener, RunStore, StoreError, play_contest};
use poda_bots::{Bot, Checkup, Process, Protocol, check_bot};
use poda_catalog::AnyGame;
use poda_contest::{
    Conditions, Contest, Format, GameRecord, Openings, Plan, Player, Standings, statistics::Results,
};
use poda_core::{Language, NoObserver};
use thiserror::Error;

pub use self::{
    counts::{Count, CountVerdict},
    marks::Marks,
    rubric::{NodeTask, Points, Rubric},
    submission::Submission,
    turning::TurningPoint,
    writing::write_reports,
};
/// Why a class cannot be graded.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum GradeError {
    /// A file or folder cannot be read or written.
    #[error("{}: {why}", path.display())]
    File {
        /// Which one.
        path: PathBuf,
        /// What is in the way.
        why: String,
    },
    /// The rubric makes no sense.
    #[error("{}: {why}", path.display())]
    Rubric {
        /// Where it is.
        path: PathBuf,
        /// What is wrong with it.
        why: String,
    },
    /// The games cannot be played.
    #[error(transparent)]
    Contest(#[from] ContestError),
    /// The games cannot be recorded.
    #[error(transparent)]
    RunStore(#[from] StoreError),
    /// It was asked to stop.
    #[error("stopped")]
    Stopped,
}

/// What was found out about one submission.
#[derive(Clone, Debug)]
pub struct StudentReport {
    /// The name of its folder.
    pub id: String,
    /// The name in its `bot.toml`, or else the folder's.
    pub name: String,
    /// What is wrong with its `bot.toml`, if anything.
    pub broken: Option<String>,
    /// What its build said, and whether it went well; `None` if there was nothing to build.
    pub build: Option<(bool, String)>,
    /// How it kept to the protocol.
    pub checkup: Option<Checkup>,
    /// How it counted nodes.
    pub counts: Vec<Count>,
    /// What it did against each opponent.
    pub opponents: Vec<Encounter>,
    /// What it did in the league.
    pub league: Option<Results>,
    /// Where lost games turned.
    pub turning: Vec<TurningPoint>,
    /// What it is worth.
    pub marks: Marks,
}

/// Games against one opponent.
#[derive(Clone, Debug)]
pub struct Encounter {
    /// Who it was.
    pub opponent: String,
    /// Wins, losses and draws of the student.
    pub results: Results,
    /// Games the student lost otherwise than by the rules, with what happened.
    pub faults: Vec<(u64, String)>,
}

/// A graded class.
#[derive(Clone, Debug)]
pub struct ClassReport {
    /// The rubric.
    pub rubric: Rubric,
    /// In the order of the folders' names.
    pub students: Vec<StudentReport>,
    /// The file with all games.
    pub records: PathBuf,
}

/// How to grade.
pub struct Grading<'a> {
    /// One sub-folder for each student.
    pub folder: &'a Path,
    /// What counts.
    pub rubric: Rubric,
    /// Where reports and records go.
    pub out: &'a Path,
    /// Games at the same time.
    pub threads: usize,
    /// The language of the reports.
    pub language: Language,
    /// Asks whether to stop.
    pub stop: &'a (dyn Fn() -> bool + Sync),
}

impl Grading<'_> {
    /// Grades everybody. Games that were recorded before are not played again.
    ///
    /// # Errors
    /// If the class cannot be graded; whatever is wrong with a single submission is in its report.
    pub fn run(&self, tell: &mut dyn FnMut(&str)) -> Result<ClassReport, GradeError> {
        let game = poda_catalog::open(&self.rubric.game).map_err(ContestError::Game)?;
        let submissions = submission::list(self.folder)?;
        std::fs::create_dir_all(self.out)
            .map_err(|error| GradeError::File { path: self.out.to_owned(), why: error.to_string() })?;
        let records = self.out.join("games.db");
        let mut store = RunStore::open(&records)?;
        let count = submissions.len();
        let mut students = Vec::new();
        for (index, (id, submission)) in submissions.iter().enumerate() {
            tell(&format!("{}/{count} {id}", index + 1));
            students.push(self.student(game.as_ref(), id, submission, &mut store)?);
        }
        if self.rubric.league_games > 0 {
            tell(self.language.pick("league", "liga"));
            self.league(&submissions, &mut students, &mut store)?;
        }
        for student in &mut students {
            student.marks = Marks::of(student, &self.rubric);
        }
        Ok(ClassReport { rubric: self.rubric.clone(), students, records })
    }

    fn limits(&self) -> BotLimits {
        BotLimits {
            start: Duration::from_millis(self.rubric.start_ms),
            think: Duration::from_millis(self.rubric.time_ms),
            memory: self.rubric.memory_mb,
            processor: self.rubric.cpu_seconds,
            ..BotLimits::default()
        }
    }

    fn student(
        &self,
        game: &dyn AnyGame,
        id: &str,
        submission: &Result<Submission, String>,
        store: &mut RunStore,
    ) -> Result<StudentReport, GradeError> {
        let mut report = StudentReport {
            id: id.to_owned(),
            name: id.to_owned(),
            broken: None,
            build: None,
            checkup: None,
            counts: Vec::new(),
            opponents: Vec::new(),
            league: None,
            turning: Vec::new(),
            marks: Marks::default(),
        };
        let submission = match submission {
            Ok(submission) => submission,
            Err(why) => {
                report.broken = Some(why.clone());
                return Ok(report);
            }
        };
        report.name.clone_from(&submission.name);
        report.build = submission.build.as_ref().map(|command| self.build(submission, command));
        if report.build.as_ref().is_some_and(|(built, _)| !built) {
            return Ok(report);
        }
        self.go_on()?;
        let allowance = ThinkingLimits {
            time: Some(Duration::from_millis(self.rubric.time_ms)),
            ..ThinkingLimits::default()
        };
        let checkup = check_bot(&submission.bot, game, allowance, &self.limits(), self.rubric.seed);
        let playable = checkup.can_play();
        report.checkup = Some(checkup);
        self.go_on()?;
        report.counts = counts::count(game, submission, &self.rubric, &self.limits());
        self.go_on()?;
        if playable {
            let contest = self.against_opponents(submission);
            let (records, run) = self.play(&contest, store)?;
            report.opponents = encounters(&contest, &records);
            report.turning = turning::find(game, &contest, &records, run, &self.rubric, self.language);
        }
        Ok(report)
    }

    fn go_on(&self) -> Result<(), GradeError> {
        if (self.stop)() { Err(GradeError::Stopped) } else { Ok(()) }
    }

    fn build(&self, submission: &Submission, command: &str) -> (bool, String) {
        let words = ["/bin/sh", "-c", command].map(str::to_owned).to_vec();
        let builder = Bot { protocol: Protocol::Json, words, folder: submission.bot.folder.clone() };
        let seconds = self.rubric.build_seconds;
        // Compilers need more room than bots.
        let limits =
            BotLimits { memory: self.rubric.memory_mb.max(4096), processor: seconds * 4, ..self.limits() };
        let built = Process::start(&builder, &limits)
            .and_then(|process| process.run_to_end(Duration::from_secs(seconds)));
        built.unwrap_or_else(|error: AgentError| (false, error.to_string()))
    }

    fn conditions(&self) -> Conditions {
        let limits = self.limits();
        let thinking = ThinkingLimits::default();
        Conditions { thinking, margin: limits.margin, max_plies: self.rubric.max_plies, bots: limits }
    }

    fn contest(&self, players: Vec<Player>, format: Format, games: u64) -> Contest {
        Contest {
            game: self.rubric.game.clone(),
            plan: Plan { format, players: players.len(), games, rounds: 1 },
            players,
            openings: self.rubric.openings.parse().unwrap_or(Openings::Balanced(4)),
            conditions: self.conditions(),
            seed: self.rubric.seed,
            sprt: None,
            shard: None,
        }
    }

    fn against_opponents(&self, submission: &Submission) -> Contest {
        let mut players = vec![submission.player()];
        players.extend(Player::read_all(&self.rubric.opponents()));
        self.contest(players, Format::Gauntlet, self.rubric.games)
    }

    /// Plays what has not been recorded.
    fn play(&self, contest: &Contest, store: &mut RunStore) -> Result<(Vec<GameRecord>, i64), GradeError> {
        let known = store.runs()?.into_iter().find(|run| run.contest == *contest).map(|run| run.id);
        let run = known.map_or_else(|| store.begin(contest), Ok)?;
        let lock = store.lock(run)?;
        let earlier = store.games(run)?;
        let stopped = AtomicBool::new(false);
        let stop = || {
            let asked = (self.stop)();
            stopped.fetch_or(asked, Ordering::Relaxed);
            asked
        };
        let mut keeper = Keeper { store, run };
        let records = play_contest(contest, earlier, self.threads, &mut keeper, &stop)?;
        if stopped.load(Ordering::Relaxed) {
            return Err(GradeError::Stopped);
        }
        store.finish(run)?;
        drop(lock);
        Ok((records, run))
    }

    /// Everybody who can play against everybody.
    fn league(
        &self,
        submissions: &[submission::HandedIn],
        students: &mut [StudentReport],
        store: &mut RunStore,
    ) -> Result<(), GradeError> {
        let able: Vec<usize> =
            (0..students.len()).filter(|place| !students[*place].opponents.is_empty()).collect();
        if able.len() < 2 {
            return Ok(());
        }
        let players = able.iter().filter_map(|place| submissions[*place].1.as_ref().ok());
        let players: Vec<Player> = players.map(Submission::player).collect();
        let contest = self.contest(players, Format::RoundRobin, self.rubric.league_games);
        let (records, _) = self.play(&contest, store)?;
        let standings = Standings::of(able.len(), &records);
        for row in &standings.rows {
            students[able[row.player]].league = Some(row.results);
        }
        Ok(())
    }
}

/// Writes every game down when it ends.
struct Keeper<'a> {
    store: &'a mut RunStore,
    run: i64,
}

impl Listener for Keeper<'_> {
    fn game_ends(&mut self, record: &GameRecord) -> Result<(), String> {
        self.store.add(self.run, std::slice::from_ref(record)).map_err(|error| error.to_string())
    }
}

/// What the first player did against each of the others.
fn encounters(contest: &Contest, records: &[GameRecord]) -> Vec<Encounter> {
    let mut list: Vec<Encounter> = contest.players[1..]
        .iter()
        .map(|player| Encounter {
            opponent: player.name.clone(),
            results: Results::default(),
            faults: Vec::new(),
        })
        .collect();
    for record in records {
        let Some(side) = record.side_of(0) else { continue };
        let opponent = record.players[side.other().index()];
        let Some(encounter) = list.get_mut(opponent.wrapping_sub(1)) else { continue };
        encounter.results.note(record.half_points(side));
        if record.half_points(side) == 0 && !record.detail.is_empty() {
            encounter
                .faults
                .push((record.index, format!("{}: {}", record.termination.word(), record.detail)));
        }
    }
    list
}

/// The value that a search gives, for tasks that compare it.
fn searched(game: &dyn AnyGame, spec: &str, line: &poda_agent::GameLine) -> Option<poda_agent::Choice> {
    let mut agent = poda_catalog::agent(game, spec).ok()?;
    agent.choose(line, ThinkingLimits::default(), &mut NoObserver).ok()
}
