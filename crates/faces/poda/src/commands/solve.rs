#[cfg(feature = "queue")]
#[path = "solve_queue.rs"]
mod solve_queue;

use std::{
    fs,
    io::{self, BufRead, Write},
    ops::ControlFlow,
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};

use poda_agent::GameLine;
use poda_catalog::{AnyGame, AnySolver, CertificateText, Solution, SolveTask};
use poda_core::{Goal, Language, Message, Proved, SearchObserver, Translate, break_if, message, text};
use serde_json::{Value, json};

use super::stdout;
use crate::{
    arguments::{OutputOptions, SolveArgs},
    catalog::catalog,
    failure::Failure,
    interrupt,
    json::{self, ScoreJson},
    terminal::{heading, say, thousands, whisper},
};

/// What the known tools write for a full column.
const FULL: &str = "-1000";

/// How the empty board is written where a word is needed.
const EMPTY: &str = "-";

pub(crate) fn run(args: &SolveArgs, output: OutputOptions) -> Result<(), Failure> {
    check_memory(args.table)?;
    if let Some(path) = &args.boards {
        return super::solve_boards::run(args, path, output);
    }
    let game = catalog().open(args.game.as_deref().unwrap_or_default())?;
    let mut solver = game.solver(args.table as usize, usize::from(args.threads))?;
    if args.no_book {
        solver.close_book();
    }
    if args.within.is_some() && solver.horizon().is_none() {
        return Err(Failure::Usage(message!(
            "--within: {game} ends by itself",
            "--within: {game} termina por sí mismo",
            game = game.spec()
        )));
    }
    let goal = if args.weak { Goal::Weak } else { Goal::Exact };
    let mut command = SolveCommand {
        game,
        solver,
        task: SolveTask { goal, within: args.within.unwrap_or(u32::MAX) },
        limits: SolveLimits { time: args.time.map(Duration::from_millis), nodes: args.nodes },
        all: args.all,
        output,
        quiet: args.quiet,
        solved: 0,
        wrong: 0,
        unsolved: 0,
    };
    if args.moves.is_some() || args.position.is_some() {
        let moves = args.moves.as_deref().unwrap_or_default();
        let position = Position::new(command.game.as_ref(), args.position.as_deref(), moves);
        let found = command.solve(&position, None)?;
        if let Some(path) = &args.certificate {
            command.certify(&position, &found, path)?;
        }
    } else if args.certificate.is_some() {
        return Err(Failure::Usage(message!(
            "--certificate is for one position: give --moves or --position",
            "--certificate es para una sola posición: usa --moves o --position"
        )));
    } else if let Some(server) = &args.queue.queue {
        on_machines(&mut command, server, args)?;
    } else {
        command.solve_lines()?;
    }
    command.verdict()
}

#[cfg(feature = "queue")]
use self::solve_queue::run as on_machines;

#[cfg(not(feature = "queue"))]
fn on_machines(_: &mut SolveCommand, _: &str, _: &SolveArgs) -> Result<(), Failure> {
    Err(crate::queue::missing())
}

/// A table that does not fit the memory would be promised all the same, and end the program when it is filled.
fn check_memory(megabytes: u64) -> Result<(), Failure> {
    let Ok(text) = fs::read_to_string("/proc/meminfo") else { return Ok(()) };
    let available = text
        .lines()
        .find_map(|line| line.strip_prefix("MemAvailable:")?.split_whitespace().next()?.parse::<u64>().ok());
    match available.map(|kilobytes| kilobytes / 1024) {
        Some(available) if megabytes > available => Err(Failure::Failed(message!(
            "no memory for a table of {megabytes} MB: {available} MB are available",
            "no hay memoria para una tabla de {megabytes} MB: quedan {available} MB",
            megabytes,
            available,
        ))),
        _ => Ok(()),
    }
}

/// How long to search one position.
#[derive(Clone, Copy)]
pub(super) struct SolveLimits {
    pub(super) time: Option<Duration>,
    pub(super) nodes: Option<u64>,
}

/// Solves one position after the other.
struct SolveCommand {
    game: Arc<dyn AnyGame>,
    solver: Box<dyn AnySolver>,
    task: SolveTask,
    limits: SolveLimits,
    all: bool,
    output: OutputOptions,
    quiet: bool,
    solved: u64,
    /// Scores that are not the expected ones.
    wrong: u64,
    /// Lines that are no position to solve.
    unsolved: u64,
}

/// A position to solve, and how its moves are written.
struct Position {
    line: GameLine,
    moves: String,
}

impl Position {
    fn new(game: &dyn AnyGame, start: Option<&str>, moves: &str) -> Self {
        let moves = if moves == EMPTY { "" } else { moves };
        Self { line: game.line(start, moves), moves: moves.to_owned() }
    }

    fn name(&self) -> &str {
        if self.moves.is_empty() { EMPTY } else { &self.moves }
    }
}

/// Why a position is not solved.
fn broken(position: &Position, why: &dyn Translate) -> Failure {
    let name = position.name();
    Failure::Failed(Message::new(|language| {
        text!(
            language,
            "position {name:?}: {why}",
            "posición {name:?}: {why}",
            name,
            why = why.text(language)
        )
    }))
}

impl SolveCommand {
    /// Solves the positions of standard input. One that cannot be solved is told, and the next one follows.
    fn solve_lines(&mut self) -> Result<(), Failure> {
        let language = self.output.language();
        let mut lines = io::stdin().lock().lines();
        for number in 1.. {
            let solved = self.solved;
            let waiting = interrupt::leaving_with(text!(
                language,
                "stopped: {solved} positions are solved",
                "detenido: {solved} posiciones resueltas",
                solved
            ));
            let Some(line) = lines.next() else { break };
            drop(waiting);
            let failure = match line {
                Ok(line) => self.solve_line(&line).err(),
                Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                    Some(Failure::Failed(message!("it is not UTF-8", "no es UTF-8")))
                }
                Err(error) => return Err(error.into()),
            };
            match failure {
                None => {}
                Some(failure) => self.tell(number, failure)?,
            }
        }
        Ok(())
    }

    /// Tells that a line cannot be solved; whatever else went wrong ends it all.
    fn tell(&mut self, number: u64, failure: Failure) -> Result<(), Failure> {
        let Failure::Failed(why) = failure else { return Err(failure) };
        self.unsolved += 1;
        let named = Message::new(|language| {
            text!(language, "line {number}: {why}", "línea {number}: {why}", number, why = why.text(language))
        });
        let _ = Failure::Failed(named).report(self.output.language(), self.output.json);
        Ok(())
    }

    /// Moves, and behind them the expected score if there is one.
    fn solve_line(&mut self, line: &str) -> Result<(), Failure> {
        let (position, expected) = self.read_line(line);
        self.solve(&position, expected).map(|_| ())
    }

    fn read_line<'l>(&self, line: &'l str) -> (Position, Option<&'l str>) {
        let (moves, expected) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
        let expected = Some(expected.trim()).filter(|text| !text.is_empty());
        (Position::new(self.game.as_ref(), None, moves), expected)
    }

    fn observer<'n>(&self, name: &'n str) -> SolveObserver<'n> {
        SolveObserver::new(name, self.task.goal, self.limits, self.output.language(), self.quiet)
    }

    /// Whether everything was solved as expected.
    fn verdict(&self) -> Result<(), Failure> {
        let Self { solved, wrong, unsolved, .. } = *self;
        let all = solved + unsolved;
        let mut parts = Vec::new();
        if unsolved > 0 {
            parts.push(message!(
                "{unsolved} of {all} positions could not be solved",
                "{unsolved} de {all} posiciones no se pudieron resolver",
                unsolved,
                all
            ));
        }
        if wrong > 0 {
            parts.push(message!(
                "{wrong} of {solved} scores are wrong",
                "{wrong} de {solved} puntuaciones están mal",
                wrong,
                solved
            ));
        }
        if parts.is_empty() {
            return Ok(());
        }
        let texts = |language| parts.iter().map(|part| part.text(language)).collect::<Vec<_>>().join("; ");
        Err(Failure::Failed(Message::new(texts)))
    }

    fn solve(&mut self, position: &Position, expected: Option<&str>) -> Result<Proved, Failure> {
        let session = self.game.follow(&position.line).map_err(|error| broken(position, &error))?;
        let (state, mut observer) = (session.state().as_ref(), self.observer(position.name()));
        let found = if self.all {
            observer.is_about_position = false;
            let moves = self.solver.solve_moves(state, self.task, &mut observer);
            Solution::Moves(moves.map_err(|error| broken(position, &error))?)
        } else {
            let proved = self.solver.solve(state, self.task, &mut observer);
            Solution::Position(proved.map_err(|error| broken(position, &error))?)
        };
        let time = observer.started.elapsed();
        whisper("");
        self.conclude(position, expected, &found, time)
    }

    /// Prints what was found, and compares it with what was expected.
    fn conclude(
        &mut self,
        position: &Position,
        expected: Option<&str>,
        found: &Solution,
        time: Duration,
    ) -> Result<Proved, Failure> {
        self.print(position, found, time)?;
        let goal = self.task.goal;
        if interrupt::asked() && found.each().iter().any(|proved| !proved.reaches(goal)) {
            return Err(Failure::Interrupted(message!(
                "stopped: what is known so far is above",
                "detenido: arriba está lo que se sabe hasta ahora"
            )));
        }
        self.solved += 1;
        let best = found.best();
        if let Some(expected) = expected
            && !best.confirms(goal, expected).map_err(|error| broken(position, &error))?
        {
            self.wrong += 1;
            let score = best.text(goal);
            let why = message!(
                "score {score}, expected {expected}",
                "puntuación {score}, se esperaba {expected}",
                score,
                expected
            );
            let _ = broken(position, &why).report(self.output.language(), self.output.json);
        }
        Ok(best)
    }

    /// Writes the proof of what was found.
    fn certify(&mut self, position: &Position, found: &Proved, path: &Path) -> Result<(), Failure> {
        let session = self.game.follow(&position.line)?;
        let mut observer = self.observer(self.output.language().pick("certificate", "certificado"));
        let Some(certifier) = self.solver.certifier() else {
            return Err(Failure::Failed(message!(
                "no certificate: only games with bombs have certificates",
                "sin certificado: solo los juegos con bombas tienen certificados"
            )));
        };
        let certificate = certifier.certificate(session.state().as_ref(), found, &mut observer);
        let CertificateText { text, choices } = certificate.map_err(|why| {
            if interrupt::asked() {
                Failure::Interrupted(message!(
                    "stopped: no certificate was written",
                    "detenido: no se escribió ningún certificado"
                ))
            } else {
                Failure::Failed(Message::new(|language| {
                    text!(
                        language,
                        "no certificate: {why}",
                        "sin certificado: {why}",
                        why = why.text(language)
                    )
                }))
            }
        })?;
        whisper("");
        let bytes = text.len();
        fs::write(path, text).map_err(|error| Failure::cannot_write(path, &error))?;
        let language = self.output.language();
        say(&text!(
            language,
            "certificate: {choices} choices, {bytes} bytes; check it with: {command}",
            "certificado: {choices} decisiones, {bytes} bytes; para comprobarlo: {command}",
            choices = thousands(choices as u64, language),
            bytes = thousands(bytes as u64, language),
            command = format!("python3 tools/check_certificate.py {}", path.display()),
        ));
        Ok(())
    }

    fn text(&self, proved: &Proved) -> String {
        proved.text(self.task.goal)
    }

    fn print(&self, position: &Position, found: &Solution, time: Duration) -> Result<(), Failure> {
        let (name, best) = (position.name(), found.best());
        if self.output.json {
            return self.print_json(position, &best, found, time);
        }
        let score = match found {
            Solution::Position(proved) => self.text(proved),
            Solution::Moves(moves) => {
                let texts: Vec<String> = moves.iter().map(|solved| self.move_text(solved)).collect();
                texts.join(" ")
            }
        };
        if self.solved == 0 {
            let [moves, score, nodes, time] = self.output.language().pick(
                ["moves", "score", "nodes", "microseconds"],
                ["jugadas", "puntuación", "nodos", "microsegundos"],
            );
            heading(self.quiet, &format!("{moves} {score} {nodes} {time}"));
        }
        writeln!(stdout(), "{name} {score} {} {}", best.nodes, time.as_micros())?;
        Ok(())
    }

    /// Stone scores are known by their column, words need a name.
    fn move_text(&self, (mv, proved): &(String, Option<Proved>)) -> String {
        match proved {
            None => FULL.to_owned(),
            Some(proved) if proved.stones.is_some() => self.text(proved),
            Some(proved) => format!("{mv}={}", self.text(proved)),
        }
    }

    fn print_json(
        &self,
        position: &Position,
        best: &Proved,
        found: &Solution,
        time: Duration,
    ) -> Result<(), Failure> {
        let goal = self.task.goal;
        let session = self.game.follow(&position.line)?;
        let mut content = json!({
            "score": ScoreJson::of_proved(best, goal),
            "proved": best.reaches(goal),
            "stopped": interrupt::asked(),
            "remoteness": if goal == Goal::Exact { best.remoteness() } else { None },
        });
        if let Solution::Moves(moves) = found {
            let score =
                |proved: &Option<Proved>| proved.as_ref().map(|proved| ScoreJson::of_proved(proved, goal));
            let scores = moves.iter().map(|(mv, proved)| json!({ "move": mv, "score": score(proved) }));
            content["scores"] = scores.collect::<Vec<Value>>().into();
        }
        content["nodes"] = best.nodes.into();
        content["microseconds"] = (time.as_micros() as u64).into();
        json::print_at("solution", &session, content)
    }
}

/// Tells how a hard position goes, and stops at a limit or on Ctrl-C.
pub(super) struct SolveObserver<'a> {
    name: &'a str,
    language: Language,
    goal: Goal,
    limits: SolveLimits,
    /// Whether what is learned is about the position itself rather than about one of its moves.
    is_about_position: bool,
    known: Option<Proved>,
    started: Instant,
    whispered: Instant,
    has_spoken: bool,
    quiet: bool,
}

/// Who waits longer than that wants to hear something.
const PATIENCE: Duration = Duration::from_secs(1);

impl<'a> SolveObserver<'a> {
    pub(super) fn new(
        name: &'a str,
        goal: Goal,
        limits: SolveLimits,
        language: Language,
        quiet: bool,
    ) -> Self {
        let now = Instant::now();
        Self {
            name,
            language,
            goal,
            limits,
            is_about_position: true,
            known: None,
            started: now,
            whispered: now,
            has_spoken: false,
            quiet,
        }
    }

    fn line(&self, nodes: u64) -> String {
        let known = match &self.known {
            Some(proved) => format!(" {},", proved.text(self.goal)),
            None => String::new(),
        };
        text!(
            self.language,
            "{name}:{known} {nodes} nodes",
            "{name}:{known} {nodes} nodos",
            name = self.name,
            known,
            nodes = thousands(nodes, self.language),
        )
    }
}

impl SearchObserver for SolveObserver<'_> {
    fn nodes(&mut self, nodes: u64) -> ControlFlow<()> {
        if !self.quiet && !self.has_spoken && self.started.elapsed() > PATIENCE {
            self.has_spoken = true;
            whisper("");
            say(&self.line(nodes));
        }
        if !self.quiet && self.whispered.elapsed() > Duration::from_millis(200) {
            self.whispered = Instant::now();
            whisper(&self.line(nodes));
        }
        let SolveLimits { time, nodes: most } = self.limits;
        let is_over =
            time.is_some_and(|time| self.started.elapsed() >= time) || most.is_some_and(|most| nodes >= most);
        break_if(is_over || interrupt::asked())
    }

    fn proved(&mut self, proved: &Proved) {
        if self.is_about_position {
            self.known = Some(*proved);
            if !self.quiet && self.started.elapsed() > PATIENCE {
                self.has_spoken = true;
                whisper("");
                say(&self.line(proved.nodes));
            }
        }
    }
}
