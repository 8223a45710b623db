//! Grading a class: every submission is built, checked, counted, and plays, under the same seeds and limits. What a
//! submission does wrong costs nobody but itself.

mod counts;
mod marks;
mod rubric;
mod submission;
mod turning;
mod writing;

use std::{
    ops::ControlFlow,
    path::{Path, PathBuf},
    time::Duration,
};

use poda_agent::{AgentError, BotLimits, ThinkingLimits};
use poda_arena::{
    ContestError, ContestObserver, PlayedRun, ReadyContest, RunStore, StoreError, Threads, play_run,
};
use poda_bots::{Checkup, CommandLine, Process, check_bot};
use poda_catalog::AnyGame;
use poda_contest::{Conditions, Contest, ContestState, Format, Plan, Player, statistics::Results};
use poda_core::{Language, Message, NoObserver, SearchObserver, Translate, text};
use thiserror::Error;

pub use self::{
    counts::{Count, CountVerdict},
    marks::Marks,
    rubric::{NodeTask, Points, Rubric, RubricError},
    submission::{Submission, SubmissionError},
    turning::TurningPoint,
    writing::write_reports,
};

/// Why a class cannot be graded.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", self.text(Language::English))]
pub enum GradeError {
    /// A file or folder cannot be read or written.
    File {
        /// Which one.
        path: PathBuf,
        /// What is in the way.
        why: Message,
    },
    /// The rubric makes no sense.
    Rubric {
        /// Where it is.
        path: PathBuf,
        /// What is wrong with it.
        why: Box<RubricError>,
    },
    /// The games cannot be played.
    #[error(transparent)]
    Contest(#[from] ContestError),
    /// The games cannot be recorded.
    #[error(transparent)]
    RunStore(#[from] StoreError),
    /// It was asked to stop.
    Stopped,
}

impl Translate for GradeError {
    fn text(&self, language: Language) -> String {
        match self {
            Self::File { path, why } => text!(
                language,
                "{path}: {why}",
                "{path}: {why}",
                path = path.display(),
                why = why.text(language)
            ),
            Self::Rubric { path, why } => text!(
                language,
                "{path}: {why}",
                "{path}: {why}",
                path = path.display(),
                why = why.text(language)
            ),
            Self::Contest(error) => error.text(language),
            Self::RunStore(error) => error.text(language),
            Self::Stopped => text!(language, "stopped", "se detuvo"),
        }
    }
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

impl StudentReport {
    /// Of a submission that nobody has looked at.
    fn new(id: &str) -> Self {
        Self {
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
        }
    }
}

/// Games against one opponent.
#[derive(Clone, Debug)]
pub struct Encounter {
    /// Who it was.
    pub opponent: String,
    /// Wins, losses and draws of the student.
    pub results: Results,
    /// Games the student lost by fault (illegal, time, crash), with what happened.
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
    /// What programs run in, and whatever else the rubric does not say about them.
    pub bots: BotLimits,
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
            .map_err(|error| GradeError::File { path: self.out.to_owned(), why: error.message() })?;
        let records = self.out.join("games.db");
        let store = RunStore::open(&records)?;
        let count = submissions.len();
        let mut students = Vec::new();
        for (index, (id, submission)) in submissions.iter().enumerate() {
            tell(&format!("{}/{count} {id}", index + 1));
            students.push(self.student(game.as_ref(), id, submission, &store)?);
        }
        if self.rubric.league_games > 0 {
            tell(self.language.pick("league", "liga"));
            self.league(&submissions, &mut students, &store)?;
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
            ..self.bots
        }
    }

    fn student(
        &self,
        game: &dyn AnyGame,
        id: &str,
        submission: &Result<Submission, SubmissionError>,
        store: &RunStore,
    ) -> Result<StudentReport, GradeError> {
        let mut report = StudentReport::new(id);
        let submission = match submission {
            Ok(submission) => submission,
            Err(why) => {
                report.broken = Some(why.to_string());
                return Ok(report);
            }
        };
        report.name.clone_from(&submission.name);
        report.build = submission.build.as_ref().map(|command| self.build(submission, command));
        if report.build.as_ref().is_some_and(|(built, _)| !built) {
            return Ok(report);
        }
        self.go_on()?;
        let thinking = ThinkingLimits {
            time: Some(Duration::from_millis(self.rubric.time_ms)),
            ..ThinkingLimits::default()
        };
        let mut until = UntilStopped(self.stop);
        let checkup =
            check_bot(&submission.bot, game, thinking, &self.limits(), self.rubric.seed, &mut until);
        let playable = checkup.can_play();
        report.checkup = Some(checkup);
        self.go_on()?;
        report.counts = counts::count(game, submission, &self.rubric, &self.limits());
        self.go_on()?;
        if playable {
            let played = self.play(self.against_opponents(submission), store)?;
            report.opponents = encounters(&played.state);
            report.turning = turning::find(game, &played, &self.rubric, self.language);
        }
        Ok(report)
    }

    fn go_on(&self) -> Result<(), GradeError> {
        if (self.stop)() { Err(GradeError::Stopped) } else { Ok(()) }
    }

    fn build(&self, submission: &Submission, command: &str) -> (bool, String) {
        let builder = CommandLine::shell(command, submission.bot.command.folder());
        let seconds = self.rubric.build_seconds;
        // Compilers need more room than bots.
        let limits = BotLimits {
            memory: self.rubric.memory_mb.max(4096),
            processor: seconds * 4,
            scratch: self.bots.scratch.max(BUILD_ROOM),
            ..self.limits()
        };
        let built = Process::start(&builder, &limits)
            .and_then(|process| process.run_to_end(Duration::from_secs(seconds), &mut || (self.stop)()));
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
            openings: self.rubric.openings.clone(),
            conditions: self.conditions(),
            seed: self.rubric.seed,
            sprt: None,
            shard: None,
        }
    }

    fn against_opponents(&self, submission: &Submission) -> Contest {
        let mut players = vec![submission.player.clone()];
        players.extend(Player::read_all(&self.rubric.opponents()));
        self.contest(players, Format::Gauntlet, self.rubric.games)
    }

    /// Plays what has not been recorded.
    fn play(&self, contest: Contest, store: &RunStore) -> Result<PlayedRun, GradeError> {
        let contest = ReadyContest::new(contest)?;
        let run = store.claim_same(contest.contest())?;
        let played = play_run(store, run, &contest, &Threads(self.threads), &Until(self.stop))?;
        if played.finished { Ok(played) } else { Err(GradeError::Stopped) }
    }

    /// Everybody who can play against everybody.
    fn league(
        &self,
        submissions: &[submission::HandedIn],
        students: &mut [StudentReport],
        store: &RunStore,
    ) -> Result<(), GradeError> {
        let able: Vec<usize> =
            (0..students.len()).filter(|place| !students[*place].opponents.is_empty()).collect();
        if able.len() < 2 {
            return Ok(());
        }
        let players = able.iter().filter_map(|place| submissions[*place].1.as_ref().ok());
        let players: Vec<Player> = players.map(|submission| submission.player.clone()).collect();
        let contest = self.contest(players, Format::RoundRobin, self.rubric.league_games);
        let played = self.play(contest, store)?;
        for row in &played.state.standings().rows {
            students[able[row.player]].league = Some(row.results);
        }
        Ok(())
    }
}

/// Megabytes that a build may write.
const BUILD_ROOM: u64 = 1024;

/// Stops a check when grading is asked to stop.
struct UntilStopped<'a>(&'a (dyn Fn() -> bool + Sync));

impl SearchObserver for UntilStopped<'_> {
    fn nodes(&mut self, _: u64) -> ControlFlow<()> {
        if (self.0)() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Stops a contest when grading is asked to stop.
struct Until<'a>(&'a (dyn Fn() -> bool + Sync));

impl ContestObserver for Until<'_> {
    fn waiting(&self) -> ControlFlow<()> {
        if (self.0)() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// What the first player did against each of the others.
fn encounters(state: &ContestState) -> Vec<Encounter> {
    let mut list: Vec<Encounter> = state.contest().players[1..]
        .iter()
        .map(|player| Encounter {
            opponent: player.name.clone(),
            results: Results::default(),
            faults: Vec::new(),
        })
        .collect();
    for record in state.records() {
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
