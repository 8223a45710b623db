use std::{
    io::{self, IsTerminal, Write},
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use poda_bots::Sandbox;
use poda_contest::{Executor, Threads};
use poda_core::{Language, Message, Translate, message, text};
use poda_grade::{
    BuildResult, Forecast, GradeError, GradeObserver, Graded, Grading, Part, Rubric, StudentReport,
    write_reports,
};
use serde_json::{Value, json};

use super::{SandboxTold, stdout};
use crate::{
    arguments::{GradeArgs, OutputOptions},
    catalog::catalog,
    failure::Failure,
    interrupt, json, queue,
    terminal::{clock_text, say},
};

/// On other machines the games of so many students are played at the same time.
const RUNS_AT_ONCE: usize = 8;

pub(crate) fn run(args: &GradeArgs, output: OutputOptions) -> Result<(), Failure> {
    let language = output.language();
    let rubric = Rubric::read(&args.rubric, catalog())?;
    let limits = args.sandbox.limits();
    let sandbox = SandboxTold::new(language, args.quiet).tell(&limits)?;
    if !sandbox.is_complete() && !args.weak_sandbox {
        return Err(Failure::Usage(weak(sandbox)));
    }
    let machines = queue::any_executor(&args.queue, &args.shards, None, args.concurrency)?;
    if machines.is_some() && !args.quiet {
        let ms = rubric.time_ms;
        say(&text!(
            language,
            "warning: the {ms} ms for a move (time_ms of the rubric) are another limit on each machine: leave room",
            "aviso: los {ms} ms por jugada (time_ms de la rúbrica) son otro límite en cada máquina: deja margen",
            ms
        ));
    }
    let threads = Threads(args.concurrency.into());
    let grading = Grading {
        catalog: catalog().clone(),
        folder: &args.folder,
        rubric,
        out: &args.out,
        executor: machines.as_deref().map_or(&threads as &(dyn Executor + Sync), |machines| machines),
        threads: usize::from(args.concurrency),
        runs_at_once: if machines.is_some() { RUNS_AT_ONCE } else { 1 },
        language,
        bots: limits,
        only: &args.only,
        forecast_only: args.forecast,
    };
    let progress = GradeProgress::new(args.quiet, language);
    let graded = grading.run(&progress);
    progress.done();
    let class = match graded.map_err(stopped)? {
        Graded::Class(class) => class,
        Graded::Forecast(forecast) if output.json => {
            return json::print("forecast", forecast_json(&forecast));
        }
        Graded::Forecast(forecast) => {
            // Who reads standard error has seen it.
            if args.quiet {
                writeln!(stdout(), "{}", forecast.text(language))?;
            }
            return Ok(());
        }
    };
    write_reports(&class, &args.out, language)?;
    if output.json {
        let students: Vec<Value> = class.students.iter().map(to_json).collect();
        return json::print("grades", json!({ "out": args.out, "students": students }));
    }
    let out = &mut stdout();
    for student in &class.students {
        let total =
            if student.is_pending { "–".to_owned() } else { format!("{:.2}", student.marks.total()) };
        let line =
            format!("{total:>6}  {}  {}", student.name, trouble(student, language).unwrap_or_default());
        writeln!(out, "{}", line.trim_end())?;
    }
    progress.tells(&Message::verbatim(args.out.join("class.html").display().to_string()));
    Ok(())
}

impl From<GradeError> for Failure {
    fn from(error: GradeError) -> Self {
        match error {
            GradeError::Rubric { .. } | GradeError::UnknownId { .. } => Self::usage(&error),
            other => Self::failed(&other),
        }
    }
}

fn stopped(error: GradeError) -> Failure {
    match error {
        GradeError::Stopped => Failure::Interrupted(message!(
            "stopped; the same command goes on from here",
            "interrumpido; el mismo comando continúa desde aquí",
        )),
        other => other.into(),
    }
}

/// Why nobody is graded without a sandbox that holds.
fn weak(sandbox: Sandbox) -> Message {
    Message::new(|language| {
        let list: Vec<&str> = sandbox.weaknesses().iter().map(|weakness| weakness.get(language)).collect();
        text!(
            language,
            "a submission could harm others here: {list}; install bubblewrap, or accept it with --weak-sandbox",
            "una entrega podría perjudicar a otros aquí: {list}; instala bubblewrap, o acéptalo con --weak-sandbox",
            list = list.join("; ")
        )
    })
}

/// The first thing that went wrong, in a line.
fn trouble(student: &StudentReport, language: Language) -> Option<String> {
    if student.is_pending {
        return Some(language.pick("not graded yet", "sin corregir").to_owned());
    }
    if let Some(why) = &student.broken {
        return Some(why.text(language));
    }
    let examination = student.examination.as_ref()?;
    if let BuildResult::Failed { why, .. } = &examination.build {
        let title = language.pick("it does not build", "no compila");
        return Some(format!("{title}: {}", why.text(language)));
    }
    examination.failed_step().map(|(_, failure)| failure.what.text(language))
}

fn to_json(student: &StudentReport) -> Value {
    let marks = student.marks;
    let mut json = json!({
        "id": student.id,
        "name": student.name,
        "participant": student.participant,
        "graded": !student.is_pending,
        "total": marks.total(),
        "range": marks.range,
    });
    for part in Part::ALL {
        json[part.key()] = marks.points.of(*part).into();
    }
    json["late"] = marks.late.into();
    json["rating"] = student.league.map(|league| json!({ "elo": league.elo, "error": league.error })).into();
    json["broken"] = trouble(student, Language::English).into();
    json
}

fn forecast_json(forecast: &Forecast) -> Value {
    json!({
        "players": forecast.players,
        "opponent_games": forecast.opponent_games,
        "league_games": forecast.league_games,
        "swiss_games": forecast.swiss_games,
        "expected_seconds": forecast.expected.as_secs_f64().round(),
        "longest_seconds": forecast.longest.as_secs_f64().round(),
    })
}

/// Tells whoever watches: a bar on a terminal, now and then a line elsewhere. Ctrl-C stops the grading.
struct GradeProgress {
    quiet: bool,
    language: Language,
    bar: Option<ProgressBar>,
    stage: Mutex<GradeStage>,
}

/// Where the grading is.
struct GradeStage {
    title: String,
    steps: u64,
    done: u64,
    started: Instant,
}

/// Elsewhere than on a terminal: so many lines for each stage.
const LINES: u64 = 20;

impl GradeProgress {
    fn new(quiet: bool, language: Language) -> Self {
        let watched = !quiet && io::stderr().is_terminal();
        let stage = GradeStage { title: String::new(), steps: 0, done: 0, started: Instant::now() };
        Self { quiet, language, bar: watched.then(|| bar(language)), stage: Mutex::new(stage) }
    }

    fn stage(&self) -> MutexGuard<'_, GradeStage> {
        self.stage.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Leaves the terminal clean.
    fn done(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn bar(language: Language) -> ProgressBar {
    let template = language.pick(
        "{prefix} {wide_bar} {pos}/{len}, {rest} left {msg}",
        "{prefix} {wide_bar} {pos}/{len}, quedan {rest} {msg}",
    );
    let style = ProgressStyle::with_template(template)
        // The template is known to be right; without it the usual one does.
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .with_key("rest", |state: &ProgressState, out: &mut dyn std::fmt::Write| {
            let _ = out.write_str(&clock_text(state.eta()));
        });
    ProgressBar::new(0).with_style(style)
}

impl GradeObserver for GradeProgress {
    fn stops(&self) -> bool {
        interrupt::asked()
    }

    fn begins(&self, stage: &Message, steps: u64) {
        let title = stage.text(self.language);
        if let Some(bar) = &self.bar {
            bar.reset();
            bar.set_length(steps);
            bar.set_prefix(title.clone());
            bar.set_message(String::new());
        }
        *self.stage() = GradeStage { title, steps, done: 0, started: Instant::now() };
    }

    fn advances(&self, what: &str) {
        let mut stage = self.stage();
        stage.done += 1;
        if let Some(bar) = &self.bar {
            // More games than planned: somebody came later.
            bar.set_length(stage.steps.max(stage.done));
            bar.set_position(stage.done);
            bar.set_message(what.to_owned());
        } else if !self.quiet
            && (!what.is_empty() || stage.done.is_multiple_of(stage.steps.div_ceil(LINES).max(1)))
        {
            let (done, steps) = (stage.done, stage.steps.max(stage.done));
            let each = stage.started.elapsed().as_secs_f64() / done as f64;
            let rest = clock_text(Duration::from_secs_f64(each * (steps - done) as f64));
            let title = &stage.title;
            let left = text!(self.language, "{rest} left", "quedan {rest}", rest);
            say(format!("{title} {done}/{steps}, {left} {what}").trim_end());
        }
    }

    fn tells(&self, what: &Message) {
        let text = what.text(self.language);
        match &self.bar {
            _ if self.quiet => {}
            Some(bar) => bar.suspend(|| say(&text)),
            None => say(&text),
        }
    }
}
