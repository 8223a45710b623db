use std::{
    fs,
    io::{self, BufRead, Write},
    ops::ControlFlow,
    path::Path,
    time::{Duration, Instant},
};

use poda_agent::GameLine;
use poda_catalog::{AnyGame, AnySolver, CertificateText, SolveTask};
use poda_core::{Goal, Message, Proved, SearchObserver, Translate, break_if, message, text};
use serde_json::{Value, json};

use super::{print_json, stdout};
use crate::{
    arguments::{OutputOptions, SolveArgs},
    failure::Failure,
    interrupt,
    terminal::{say, thousands, whisper},
};

/// What the known tools write for a full column.
const FULL: &str = "-1000";

/// How the empty board is written where a word is needed.
const EMPTY: &str = "-";

pub(crate) fn run(args: &SolveArgs, output: OutputOptions) -> Result<(), Failure> {
    let game = poda_catalog::open(&args.game)?;
    check_memory(args.table)?;
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
        json: output.json,
        solved: 0,
        wrong: 0,
    };
    if args.moves.is_some() || args.position.is_some() {
        let moves = args.moves.as_deref().unwrap_or_default();
        let position = Position::new(command.game.as_ref(), args.position.as_deref(), moves);
        let found = command.solve(&position, None)?;
        if let Some(path) = &args.certificate {
            command.certify(&position.line, &found, path)?;
        }
    } else if args.certificate.is_some() {
        return Err(Failure::Usage(message!(
            "--certificate is for one position: give --moves or --position",
            "--certificate es para una sola posición: usa --moves o --position"
        )));
    } else {
        for line in io::stdin().lock().lines() {
            let line = line?;
            let (moves, expected) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
            let expected = Some(expected.trim()).filter(|text| !text.is_empty());
            let position = Position::new(command.game.as_ref(), None, moves);
            command.solve(&position, expected)?;
        }
    }
    if command.wrong > 0 {
        return Err(Failure::Failed(message!(
            "{wrong} of {solved} scores are wrong",
            "{wrong} de {solved} puntuaciones están mal",
            wrong = command.wrong,
            solved = command.solved
        )));
    }
    Ok(())
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
struct SolveLimits {
    time: Option<Duration>,
    nodes: Option<u64>,
}

/// Solves one position after the other.
struct SolveCommand {
    game: Box<dyn AnyGame>,
    solver: Box<dyn AnySolver>,
    task: SolveTask,
    limits: SolveLimits,
    all: bool,
    json: bool,
    solved: u64,
    wrong: u64,
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

/// What was found out about one position: about itself, or about each of its moves.
enum SolvedPosition {
    Position(Proved),
    Moves(Vec<(String, Option<Proved>)>),
}

impl SolvedPosition {
    fn each(&self) -> Vec<&Proved> {
        match self {
            Self::Position(proved) => vec![proved],
            Self::Moves(moves) => moves.iter().filter_map(|(_, proved)| proved.as_ref()).collect(),
        }
    }

    /// The same for the position: the best of its moves.
    fn best(&self) -> Proved {
        Proved::best_of(self.each())
    }
}

impl SolveCommand {
    fn solve(&mut self, position: &Position, expected: Option<&str>) -> Result<Proved, Failure> {
        let name = position.name();
        let broken = |why: &dyn Translate| {
            Failure::Failed(Message::new(|language| {
                text!(
                    language,
                    "position {name:?}: {why}",
                    "posición {name:?}: {why}",
                    name,
                    why = why.text(language)
                )
            }))
        };
        let mut observer = SolveObserver::new(name, self.task.goal, self.limits);
        let found = if self.all {
            observer.is_about_position = false;
            let moves = self.solver.solve_moves(&position.line, self.task, &mut observer);
            SolvedPosition::Moves(moves.map_err(|error| broken(&error))?)
        } else {
            let proved = self.solver.solve(&position.line, self.task, &mut observer);
            SolvedPosition::Position(proved.map_err(|error| broken(&error))?)
        };
        let time = observer.started.elapsed();
        whisper("");
        self.print(position, &found, time)?;
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
            && !best.confirms(goal, expected).map_err(|error| broken(&error))?
        {
            self.wrong += 1;
            say(&format!("poda: position {name:?}: score {}, expected {expected}", best.text(goal)));
        }
        Ok(best)
    }

    /// Writes the proof of what was found.
    fn certify(&mut self, line: &GameLine, found: &Proved, path: &Path) -> Result<(), Failure> {
        let mut observer = SolveObserver::new("certificate", self.task.goal, self.limits);
        let Some(certifier) = self.solver.certifier() else {
            return Err(Failure::Failed(message!(
                "no certificate: only games with bombs have certificates",
                "sin certificado: solo los juegos con bombas tienen certificados"
            )));
        };
        let certificate = certifier.certificate(line, found, &mut observer);
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
        say(&format!(
            "certificate: {} choices, {} bytes; check it with: python3 tools/check_certificate.py {}",
            thousands(choices as u64),
            thousands(bytes as u64),
            path.display()
        ));
        Ok(())
    }

    fn text(&self, proved: &Proved) -> String {
        proved.text(self.task.goal)
    }

    fn print(&self, position: &Position, found: &SolvedPosition, time: Duration) -> Result<(), Failure> {
        let (name, best) = (position.name(), found.best());
        if self.json {
            return self.print_json(position, &best, found, time);
        }
        let score = match found {
            SolvedPosition::Position(proved) => self.text(proved),
            SolvedPosition::Moves(moves) => {
                let texts: Vec<String> = moves.iter().map(|solved| self.move_text(solved)).collect();
                texts.join(" ")
            }
        };
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

    /// A number where the score is known in stones, otherwise words.
    fn score_json(&self, proved: &Proved) -> Value {
        let text = self.text(proved);
        let number = proved.stones.and_then(|_| text.parse::<i32>().ok());
        number.map_or_else(|| json!(text), |number| json!(number))
    }

    fn print_json(
        &self,
        position: &Position,
        best: &Proved,
        found: &SolvedPosition,
        time: Duration,
    ) -> Result<(), Failure> {
        let mut object = json!({ "moves": position.moves });
        if let Some(start) = &position.line.start {
            object["position"] = json!(start);
        }
        object["score"] = self.score_json(best);
        object["proved"] = json!(best.reaches(self.task.goal));
        if let (Goal::Exact, Some(remoteness)) = (self.task.goal, best.remoteness()) {
            object["remoteness"] = json!(remoteness);
        }
        if let SolvedPosition::Moves(moves) = found {
            let score = |proved: &Option<Proved>| {
                proved.as_ref().map_or(Value::Null, |proved| self.score_json(proved))
            };
            object["scores"] = if best.stones.is_some() {
                moves.iter().map(|(_, proved)| score(proved)).collect()
            } else {
                moves.iter().map(|(mv, proved)| (mv.clone(), score(proved))).collect()
            };
        }
        object["nodes"] = json!(best.nodes);
        object["microseconds"] = json!(time.as_micros() as u64);
        print_json(&object)
    }
}

/// Tells how a hard position goes, and stops at a limit or on Ctrl-C.
struct SolveObserver<'a> {
    name: &'a str,
    goal: Goal,
    limits: SolveLimits,
    /// Whether what is learned is about the position itself rather than about one of its moves.
    is_about_position: bool,
    known: Option<Proved>,
    started: Instant,
    whispered: Instant,
    has_spoken: bool,
}

/// Who waits longer than that wants to hear something.
const PATIENCE: Duration = Duration::from_secs(1);

impl<'a> SolveObserver<'a> {
    fn new(name: &'a str, goal: Goal, limits: SolveLimits) -> Self {
        let now = Instant::now();
        Self {
            name,
            goal,
            limits,
            is_about_position: true,
            known: None,
            started: now,
            whispered: now,
            has_spoken: false,
        }
    }

    fn line(&self, nodes: u64) -> String {
        let known = match &self.known {
            Some(proved) => format!(" {},", proved.text(self.goal)),
            None => String::new(),
        };
        format!("{}:{known} {} nodes", self.name, thousands(nodes))
    }
}

impl SearchObserver for SolveObserver<'_> {
    fn nodes(&mut self, nodes: u64) -> ControlFlow<()> {
        if !self.has_spoken && self.started.elapsed() > PATIENCE {
            self.has_spoken = true;
            whisper("");
            say(&self.line(nodes));
        }
        if self.whispered.elapsed() > Duration::from_millis(200) {
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
            if self.started.elapsed() > PATIENCE {
                self.has_spoken = true;
                whisper("");
                say(&self.line(proved.nodes));
            }
        }
    }
}
