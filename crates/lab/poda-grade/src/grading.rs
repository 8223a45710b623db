//! Grading in stages: everything is built and checked first, so that the games can be forecast before the first one is played.

use std::{
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use poda_agent::{BotLimits, ThinkingLimits};
use poda_bots::{Bot, Built, Protocol, Sandbox, check_bot, private_parents};
use poda_catalog::{AnyGame, Catalog};
use poda_contest::{
    Conditions, Contest, ContestError, ContestState, Executor, Format, GameRecord, Plan, PlayedRun, Player,
    RunStore,
};
use poda_core::{Language, Message, NoObserver, Translate, message, stop_when};
use sha2::{Digest, Sha256};

use super::{
    BuildResult, ClassReport, Encounter, Examination, Forecast, GradeError, GradeObserver, KeptText, Pace,
    Rubric, StudentReport,
    builds::{WorkingCopy, hexadecimal},
    copying, counts,
    examination::first_error,
    late::lateness,
    league,
    marks::Marks,
    playing::run_of,
    pseudonyms::pseudonyms,
    submission::{self, Entrant, Submission},
    turning,
};

/// How to grade.
pub struct Grading<'a> {
    /// The games.
    pub catalog: Catalog,
    /// One sub-folder for each student.
    pub folder: &'a Path,
    /// What counts.
    pub rubric: Rubric,
    /// Where reports and records go.
    pub out: &'a Path,
    /// Who plays the games: threads of this program, or other machines.
    pub executor: &'a (dyn Executor + Sync),
    /// Games at the same time, for the forecast.
    pub threads: usize,
    /// Runs at the same time: more than one where other machines play, so that none waits for the last game of another run.
    pub runs_at_once: usize,
    /// The language of the reports.
    pub language: Language,
    /// What programs run in, and whatever else the rubric does not say about them.
    pub bots: BotLimits,
    /// Ids of those who are graded again while everybody else stays as they are; everybody if empty.
    pub only: &'a [String],
    /// Whether to end when the games are forecast.
    pub forecast_only: bool,
}

/// What grading has come to.
#[derive(Debug)]
pub enum Graded {
    /// The games are forecast, and nothing more was asked.
    Forecast(Forecast),
    /// Everybody is graded.
    Class(Box<ClassReport>),
}

/// A submission on its way through the stages.
struct Candidate {
    submission: Submission,
    report: StudentReport,
    /// It as a player, if it can be started.
    entrant: Option<Entrant>,
    /// Whether it is not to be touched: others are graded again.
    is_fixed: bool,
    /// Its games against the opponents.
    played: Option<PlayedRun>,
}

impl Candidate {
    fn can_play(&self) -> bool {
        !self.report.is_pending && self.report.examination.as_ref().is_some_and(Examination::can_play)
    }

    /// It as a player, if it can play.
    fn player(&self) -> Option<&Player> {
        self.entrant.as_ref().filter(|_| self.can_play()).map(|entrant| &entrant.player)
    }
}

/// Whether accounts other than the owner may enter a folder.
#[cfg(unix)]
fn is_shared(folder: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    std::fs::metadata(folder).is_ok_and(|metadata| metadata.permissions().mode() & 0o077 != 0)
}

#[cfg(not(unix))]
fn is_shared(_: &Path) -> bool {
    false
}

impl Grading<'_> {
    /// Grades everybody. What was found out before and games that were recorded before are not repeated.
    ///
    /// # Errors
    /// If the class cannot be graded; whatever is wrong with a single submission is in its report.
    pub fn run(&self, observer: &dyn GradeObserver) -> Result<Graded, GradeError> {
        let game = self.catalog.open(&self.rubric.game).map_err(ContestError::Game)?;
        let submissions = submission::list(self.folder, &self.rubric.course)?;
        let late =
            self.rubric.late.as_ref().map(|rule| lateness(rule, &submissions, observer)).transpose()?;
        if !self.out.is_dir() {
            private_parents(self.out).map_err(|error| GradeError::file(self.out, &error))?;
        } else if is_shared(self.out) {
            observer.tells(&message!(
                "other accounts may enter {path}, where marks and records are",
                "otras cuentas pueden entrar en {path}, donde están las notas y las partidas",
                path = self.out.display()
            ));
        }
        let records = self.out.join("games.db");
        let store = RunStore::open(&records)?.with_catalog(self.catalog.clone());

        let mut class = self.candidates(submissions)?;
        observer.begins(&message!("building and checking", "compilando y comprobando"), class.len() as u64);
        for candidate in &mut class {
            self.examine(game.as_ref(), candidate, observer)?;
            observer.advances(&candidate.report.id);
        }
        let forecast = self.forecast(game.as_ref(), &class);
        observer.tells(&forecast.message());
        if self.forecast_only {
            return Ok(Graded::Forecast(forecast));
        }
        self.play_opponents(&mut class, forecast.opponent_games, &store, observer)?;
        self.play_league(&mut class, &store, observer)?;
        self.find_turning_points(game.as_ref(), &mut class, observer)?;
        let names = pseudonyms(class.iter().map(|candidate| candidate.report.id.as_str()), self.rubric.seed);
        for (place, candidate) in class.iter_mut().enumerate() {
            candidate.report.pseudonym = names[place].clone();
            candidate.report.late = late.as_ref().map(|late| late[place].clone());
            candidate.report.marks = Marks::of(&candidate.report, &self.rubric);
        }
        let hints = self.hints(game.as_ref(), &class);
        let students = class.into_iter().map(|candidate| candidate.report).collect();
        let rubric = self.rubric.clone();
        Ok(Graded::Class(Box::new(ClassReport { rubric, students, records, hints, sandbox: self.sandbox() })))
    }

    /// Everybody, and who of them is graded now.
    fn candidates(&self, submissions: Vec<Submission>) -> Result<Vec<Candidate>, GradeError> {
        if let Some(unknown) = self.only.iter().find(|id| submissions.iter().all(|one| one.id != **id)) {
            let known = submissions.iter().map(|one| one.id.clone()).collect();
            return Err(GradeError::UnknownId { id: unknown.clone(), known });
        }
        let candidate = |submission: Submission| Candidate {
            is_fixed: !self.only.is_empty() && !self.only.contains(&submission.id),
            report: StudentReport {
                name: submission.name.clone(),
                participant: submission.participant,
                is_latin_1: submission.content.as_ref().is_ok_and(|file| file.is_latin_1),
                broken: submission.content.as_ref().err().map(Translate::message),
                ..StudentReport::new(&submission.id)
            },
            submission,
            entrant: None,
            played: None,
        };
        Ok(submissions.into_iter().map(candidate).collect())
    }

    fn go_on(observer: &dyn GradeObserver) -> Result<(), GradeError> {
        if observer.stops() { Err(GradeError::Stopped) } else { Ok(()) }
    }

    /// Builds and checks one submission, unless that is known.
    fn examine(
        &self,
        game: &dyn AnyGame,
        candidate: &mut Candidate,
        observer: &dyn GradeObserver,
    ) -> Result<(), GradeError> {
        Self::go_on(observer)?;
        let Ok(file) = candidate.submission.content.clone() else { return Ok(()) };
        let (id, again) = (candidate.report.id.clone(), self.only.contains(&candidate.report.id));
        let builds = self.out.join("builds");
        let source = &candidate.submission.folder;
        // By what was handed in, links included: the copy has none.
        if let Some(why) = candidate.submission.stray(&file, source) {
            candidate.report.broken = Some(why);
            return Ok(());
        }
        let copy = match WorkingCopy::make(&id, source, file.build.as_deref(), &builds, again)? {
            Ok(copy) => copy,
            Err(why) => {
                candidate.report.broken = Some(why);
                return Ok(());
            }
        };
        let entrant = match candidate.submission.entrant(&file, &copy.folder) {
            Ok(entrant) => entrant,
            Err(error) => {
                candidate.report.broken = Some(error.message());
                return Ok(());
            }
        };
        candidate.entrant = Some(entrant.clone());
        let kept = self.out.join("state").join(format!("{id}.json"));
        let key = self.key(&copy.hash);
        let known = Examination::load(&kept, &key).filter(|_| !again);
        if candidate.is_fixed {
            candidate.report.is_pending = known.is_none();
            candidate.report.examination = known;
            return Ok(());
        }
        // What failed is tried again: a compiler may have been missing.
        if let Some(known) = known.filter(|known| known.can_play() && copy.built) {
            candidate.report.examination = Some(known);
            return Ok(());
        }
        let clean = |text: &str| without_path(text, &copy.folder);
        let build = match &file.build {
            None if file.protocol == Protocol::Course => {
                self.build_course(&entrant.bot, game.spec(), &clean, observer)
            }
            None => BuildResult::Nothing,
            Some(_) if copy.built => BuildResult::Built,
            Some(command) => self.build(command, &entrant, &copy.folder, &clean, observer),
        };
        // A build that was stopped has not failed.
        Self::go_on(observer)?;
        let mut examination = Examination::of_build(build);
        if !matches!(examination.build, BuildResult::Failed { .. }) {
            copy.note_built()?;
            Self::go_on(observer)?;
            let thinking = ThinkingLimits {
                time: Some(Duration::from_millis(self.rubric.time_ms)),
                ..ThinkingLimits::default()
            };
            let started = Instant::now();
            let seed = self.rubric.seed;
            let checkup = check_bot(
                &entrant.bot,
                game,
                thinking,
                &self.limits(),
                seed,
                &mut stop_when(|_| observer.stops()),
            );
            let taken = started.elapsed();
            examination.note_checkup(&checkup, &clean);
            // Two whole games, with what it took to start.
            let moves = (2.0 * examination.pace.decisions).max(1.0);
            examination.pace.move_ms = taken.as_secs_f64() * 1000.0 / moves;
            Self::go_on(observer)?;
            let counts = counts::count(game, &entrant, &self.rubric, &self.limits());
            examination.note_counts(counts, &clean);
            Self::go_on(observer)?;
        }
        examination.keep(&kept, &key)?;
        candidate.report.examination = Some(examination);
        Ok(())
    }

    /// Names everything that an examination depends on.
    fn key(&self, copy: &str) -> String {
        let Rubric { game, seed, time_ms, start_ms, build_seconds, memory_mb, cpu_seconds, nodes, .. } =
            &self.rubric;
        let all = format!(
            "1 {copy} {game} {seed} {time_ms} {start_ms} {build_seconds} {memory_mb} {cpu_seconds} {nodes:?} {:?}",
            self.bots
        );
        hexadecimal(&Sha256::digest(all))
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

    fn build(
        &self,
        command: &str,
        entrant: &Entrant,
        folder: &Path,
        clean: &dyn Fn(&str) -> String,
        observer: &dyn GradeObserver,
    ) -> BuildResult {
        let time = Duration::from_secs(self.rubric.build_seconds);
        let built = poda_bots::build(command, folder, &self.limits(), time, &mut || observer.stops());
        match built {
            Ok(Built { succeeded: true, log, left_out }) => match entrant.uses(&left_out) {
                None => BuildResult::Built,
                Some(link) => {
                    let link = link.display().to_string();
                    let why = message!(
                        "the build made {link:?}, a link that leads out of the submission's folder",
                        "la compilación creó {link:?}, un enlace que sale de la carpeta de la entrega",
                        link
                    );
                    BuildResult::Failed { why: KeptText(why), log: both_ends(&clean(&log)) }
                }
            },
            Ok(Built { log, .. }) => {
                let log = both_ends(&clean(&log));
                let why = first_error(&log).map_or_else(
                    || message!("the build failed without a word", "la compilación falló sin decir nada"),
                    Message::verbatim,
                );
                BuildResult::Failed { why: KeptText(why), log }
            }
            Err(error) => BuildResult::Failed { why: KeptText(error.message()), log: String::new() },
        }
    }

    /// Builds the player of a course, which is kept apart from the copy.
    fn build_course(
        &self,
        bot: &Bot,
        game: &str,
        clean: &dyn Fn(&str) -> String,
        observer: &dyn GradeObserver,
    ) -> BuildResult {
        match bot.build(game, &self.limits(), &mut || observer.stops()) {
            Ok(_) => BuildResult::Built,
            Err(error) => {
                let why = error.message();
                // The first line says that it failed; behind it is what the compiler said.
                let text = clean(why.english());
                let log = both_ends(text.split_once('\n').map_or("", |(_, log)| log));
                let why = first_error(&log).map_or(why, Message::verbatim);
                BuildResult::Failed { why: KeptText(why), log }
            }
        }
    }

    fn conditions(&self) -> Conditions {
        let limits = self.limits();
        let thinking = ThinkingLimits::default();
        Conditions { thinking, margin: limits.margin, max_plies: self.rubric.max_plies, bots: limits }
    }

    pub(super) fn contest(&self, players: Vec<Player>, format: Format, games: u64) -> Contest {
        Contest {
            // In full, as records name it.
            game: self
                .catalog
                .open(&self.rubric.game)
                .map_or_else(|_| self.rubric.game.clone(), |game| game.spec().to_owned()),
            plan: Plan { format, players: players.len(), games, rounds: 1 },
            players,
            openings: self.rubric.openings.clone(),
            conditions: self.conditions(),
            seed: self.rubric.seed,
            sprt: None,
            shard: None,
        }
    }

    fn forecast(&self, game: &dyn AnyGame, class: &[Candidate]) -> Forecast {
        let paces: Vec<Pace> = class
            .iter()
            .filter(|candidate| candidate.can_play() && !candidate.is_fixed)
            .filter_map(|candidate| candidate.report.examination.as_ref())
            .map(|examination| examination.pace)
            .collect();
        let opponents = Player::read_all(self.rubric.opponents());
        let times: Vec<f64> = opponents.iter().map(|opponent| self.first_move_ms(game, opponent)).collect();
        Forecast::new(&self.rubric, &paces, &times, self.threads)
    }

    /// How long an opponent takes for its first move.
    fn first_move_ms(&self, game: &dyn AnyGame, opponent: &Player) -> f64 {
        let Ok(mut agent) = poda_bots::resolve(&opponent.spec, game, &self.limits()) else { return 0.0 };
        agent.new_game(1);
        let started = Instant::now();
        // One that fails takes no time.
        let _ = agent.choose(&game.session(), ThinkingLimits::default(), &mut NoObserver);
        started.elapsed().as_secs_f64() * 1000.0
    }

    fn play_opponents(
        &self,
        class: &mut [Candidate],
        games: u64,
        store: &RunStore,
        observer: &dyn GradeObserver,
    ) -> Result<(), GradeError> {
        observer.begins(&message!("games against opponents", "partidas contra rivales"), games);
        for some in class.chunks_mut(self.runs_at_once.max(1)) {
            let mut claimed = Vec::new();
            for (place, candidate) in some.iter_mut().enumerate() {
                let Some(player) = candidate.player().cloned() else { continue };
                let mut players = vec![player];
                players.extend(Player::read_all(self.rubric.opponents()));
                let contest = self.contest(players, Format::Gauntlet, self.rubric.games);
                if candidate.is_fixed {
                    candidate.played = recorded(&contest, store)?;
                    candidate.report.is_pending = candidate.played.is_none();
                } else {
                    let again = self.only.contains(&candidate.report.id);
                    claimed.push((place, self.claim_run(contest, store, again)?));
                }
            }
            for (place, played) in self.play_claimed(claimed, store, observer) {
                some[place].played = Some(played?);
            }
            for candidate in some.iter_mut().filter(|candidate| candidate.player().is_some()) {
                candidate.report.opponents =
                    candidate.played.as_ref().map(|played| encounters(&played.state)).unwrap_or_default();
            }
        }
        Ok(())
    }

    fn play_league(
        &self,
        class: &mut [Candidate],
        store: &RunStore,
        observer: &dyn GradeObserver,
    ) -> Result<(), GradeError> {
        let able: Vec<usize> = (0..class.len()).filter(|place| class[*place].player().is_some()).collect();
        if self.rubric.league_games == 0 || able.len() < 2 {
            return Ok(());
        }
        let players: Vec<Player> = able.iter().filter_map(|place| class[*place].player().cloned()).collect();
        let which = |wanted: &dyn Fn(&Candidate) -> bool| -> Vec<usize> {
            (0..able.len()).filter(|place| wanted(&class[able[*place]])).collect()
        };
        let fixed = which(&|candidate| candidate.is_fixed);
        let again = which(&|candidate| self.only.contains(&candidate.report.id));
        let games = self.league(&players, &again, &fixed, store, observer)?;
        let table = league::table(players.len(), &games, self.rubric.league);
        for (place, result) in able.iter().zip(table) {
            class[*place].report.league = result;
        }
        Ok(())
    }

    fn find_turning_points(
        &self,
        game: &dyn AnyGame,
        class: &mut [Candidate],
        observer: &dyn GradeObserver,
    ) -> Result<(), GradeError> {
        let stage = message!("looking for turning points", "buscando dónde cambiaron las partidas");
        observer.begins(&stage, class.len() as u64);
        for candidate in class {
            Self::go_on(observer)?;
            if let Some(played) = &candidate.played {
                candidate.report.turning = turning::find(game, played, &self.rubric, self.language);
            }
            observer.advances(&candidate.report.id);
        }
        Ok(())
    }

    /// What looks copied.
    fn hints(&self, game: &dyn AnyGame, class: &[Candidate]) -> copying::Hints {
        let folders: Vec<PathBuf> =
            class.iter().map(|candidate| candidate.submission.folder.clone()).collect();
        let own = |candidate: &Candidate| -> Vec<GameRecord> {
            candidate.played.iter().flat_map(|played| played.state.records()).cloned().collect()
        };
        // Everybody plays the opponents from the same positions, with the same seeds.
        let games: Vec<Vec<GameRecord>> = class.iter().map(own).collect();
        copying::hints(game, &folders, &games, self.rubric.starter.as_deref())
    }

    /// What programs ran in.
    fn sandbox(&self) -> Message {
        match Sandbox::find(self.bots.sandbox) {
            Ok(sandbox) => Message::new(|language| sandbox.text(language)),
            Err(error) => error.message(),
        }
    }
}

/// A run that is finished.
fn recorded(contest: &Contest, store: &RunStore) -> Result<Option<PlayedRun>, GradeError> {
    let Some(run) = run_of(contest, store)?.filter(|run| run.finished) else { return Ok(None) };
    let state = ContestState::new(contest.clone(), store.games(run.id)?);
    Ok(Some(PlayedRun { id: run.id, state, finished: true }))
}

/// What the first player did against each of the others.
fn encounters(state: &ContestState) -> Vec<Encounter> {
    let mut list: Vec<Encounter> =
        state.contest().players[1..].iter().map(|player| Encounter::new(&player.name)).collect();
    let folder = state.contest().players[0].folder.clone().unwrap_or_default();
    for record in state.records() {
        let Some(side) = record.side_of(0) else { continue };
        let opponent = record.players[side.other().index()];
        if let Some(encounter) = list.get_mut(opponent.wrapping_sub(1)) {
            let reason = &record.detail;
            let reason = Message::new(|language| without_path(&reason.text(language), &folder));
            encounter.note(record, side, reason);
        }
    }
    list
}

/// A text without the folder in which the program ran: that depends on the machine.
fn without_path(text: &str, folder: &Path) -> String {
    let folder = folder.display().to_string();
    text.replace(&format!("{folder}/"), "").replace(&folder, ".")
}

/// So much of what a build printed is kept: most of its beginning and a little of its end.
const LOG_START: usize = 48 << 10;
const LOG_END: usize = 16 << 10;

/// The beginning and the end of a long text.
fn both_ends(text: &str) -> String {
    if text.len() <= LOG_START + LOG_END {
        return text.to_owned();
    }
    let start = text.floor_char_boundary(LOG_START);
    let end = text.ceil_char_boundary(text.len() - LOG_END);
    format!("{}\n[...]\n{}", &text[..start], &text[end..])
}

/// The value that a search gives, for tasks that compare it.
pub(super) fn searched(
    game: &dyn AnyGame,
    spec: &str,
    session: &poda_agent::GameSession,
) -> Option<poda_agent::Choice> {
    let mut agent = poda_catalog::agent(game, spec).ok()?;
    agent.choose(session, ThinkingLimits::default(), &mut NoObserver).ok()
}
