use std::{
    fs,
    io::{self, BufRead, Write},
    path::Path,
    time::{Duration, Instant},
};

use poda_catalog::{AnySolver, Findings, Goal, Onlooker, Place, Task, Wording};
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
    if args.within.is_some() && solver.games_end() {
        return Err(Failure::Usage(format!("--within: {} ends by itself", game.spec())));
    }
    let goal = if args.weak { Goal::Weak } else { Goal::Exact };
    let mut desk = SolveCommand {
        wording: solver.wording(),
        solver,
        task: Task { goal, within: args.within.unwrap_or(u32::MAX) },
        limits: SolveLimits { time: args.time.map(Duration::from_millis), nodes: args.nodes },
        all: args.all,
        json: output.json,
        solved: 0,
        wrong: 0,
    };
    if args.moves.is_some() || args.position.is_some() {
        let moves = args.moves.as_deref().unwrap_or_default();
        let place = Place { start: args.position.as_deref(), moves };
        let found = desk.solve(place, None)?;
        if let Some(path) = &args.certificate {
            desk.certify(place, &found, path)?;
        }
    } else if args.certificate.is_some() {
        return Err(Failure::Usage("--certificate is for one position: give --moves or --position".into()));
    } else {
        for line in io::stdin().lock().lines() {
            let line = line?;
            let (moves, expected) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
            let expected = Some(expected.trim()).filter(|text| !text.is_empty()).map(|text| {
                let score = desk.solver.read_score(text);
                score.map_err(|why| Failure::Failed(format!("broken line {line:?}: {why}")))
            });
            desk.solve(Place { start: None, moves }, expected.transpose()?)?;
        }
    }
    if desk.wrong > 0 {
        return Err(Failure::Failed(format!("{} of {} scores are wrong", desk.wrong, desk.solved)));
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
        Some(available) if megabytes > available => Err(Failure::Failed(format!(
            "no memory for a table of {megabytes} MB: {available} MB are available"
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
    solver: Box<dyn AnySolver>,
    wording: Wording,
    task: Task,
    limits: SolveLimits,
    all: bool,
    json: bool,
    solved: u64,
    wrong: u64,
}

/// What was found out about one position: about itself, or about each of its moves.
enum SolvedPosition {
    Position(Findings),
    Moves(Vec<(String, Option<Findings>)>),
}

impl SolvedPosition {
    fn each(&self) -> Vec<&Findings> {
        match self {
            Self::Position(findings) => vec![findings],
            Self::Moves(moves) => moves.iter().filter_map(|(_, findings)| findings.as_ref()).collect(),
        }
    }

    /// The same for the position: the best of its moves. A full board has none, and is a draw.
    fn best(&self) -> Findings {
        let each = self.each();
        let nodes = each.iter().map(|findings| findings.nodes).sum();
        let best = |bound: fn(&Findings) -> i32| each.iter().map(|findings| bound(findings)).max();
        let (lower, upper) = (best(|findings| findings.lower), best(|findings| findings.upper));
        Findings { lower: lower.unwrap_or(0), upper: upper.unwrap_or(0), nodes }
    }
}

impl SolveCommand {
    fn solve(&mut self, place: Place<'_>, expected: Option<i32>) -> Result<Findings, Failure> {
        let moves = if place.moves == EMPTY { "" } else { place.moves };
        let place = Place { moves, ..place };
        let name = if moves.is_empty() { EMPTY } else { moves };
        let broken = |why: String| Failure::Failed(format!("position {name:?}: {why}"));
        let mut talker = Talker::new(name, self.task.goal, self.wording, self.limits);
        let found = if self.all {
            talker.is_about_position = false;
            SolvedPosition::Moves(self.solver.solve_moves(place, self.task, &mut talker).map_err(broken)?)
        } else {
            SolvedPosition::Position(self.solver.solve(place, self.task, &mut talker).map_err(broken)?)
        };
        let time = talker.started.elapsed();
        whisper("");
        self.print(name, place, &found, time)?;
        if interrupt::asked() && found.each().iter().any(|findings| findings.score().is_none()) {
            return Err(Failure::Interrupted("stopped: what is known so far is above".into()));
        }
        self.solved += 1;
        if let (Some(expected), Some(score)) = (expected, found.best().score()) {
            let is_right = match self.task.goal {
                Goal::Weak => expected.signum() == score.signum(),
                Goal::Exact => expected == score,
            };
            if !is_right {
                self.wrong += 1;
                let text = |score| self.text(&Findings { lower: score, upper: score, nodes: 0 });
                say(&format!("poda: position {name:?}: score {}, expected {}", text(score), text(expected)));
            }
        }
        Ok(found.best())
    }

    /// Writes the proof of what was found.
    fn certify(&mut self, place: Place<'_>, found: &Findings, path: &Path) -> Result<(), Failure> {
        let mut talker = Talker::new("certificate", self.task.goal, self.wording, self.limits);
        let (text, choices) = self.solver.certificate(place, found, &mut talker).map_err(|why| {
            if interrupt::asked() {
                Failure::Interrupted("stopped: no certificate was written".into())
            } else {
                Failure::Failed(format!("no certificate: {why}"))
            }
        })?;
        whisper("");
        let bytes = text.len();
        fs::write(path, text)
            .map_err(|error| Failure::Failed(format!("cannot write {}: {error}", path.display())))?;
        say(&format!(
            "certificate: {} choices, {} bytes; check it with: python3 tools/check_certificate.py {}",
            thousands(choices as u64),
            thousands(bytes as u64),
            path.display()
        ));
        Ok(())
    }

    fn text(&self, findings: &Findings) -> String {
        (self.wording)(self.task.goal, findings)
    }

    fn print(
        &self,
        name: &str,
        place: Place<'_>,
        found: &SolvedPosition,
        time: Duration,
    ) -> Result<(), Failure> {
        let best = found.best();
        if self.json {
            return self.print_json(place, &best, found, time);
        }
        let score = match found {
            SolvedPosition::Position(findings) => self.text(findings),
            SolvedPosition::Moves(moves) => {
                let texts: Vec<String> = moves.iter().map(|place| self.move_text(place)).collect();
                texts.join(" ")
            }
        };
        writeln!(stdout(), "{name} {score} {} {}", best.nodes, time.as_micros())?;
        Ok(())
    }

    /// Numbers are known by their place, words need a name.
    fn move_text(&self, (mv, findings): &(String, Option<Findings>)) -> String {
        let score = findings.as_ref().map_or_else(|| FULL.to_owned(), |findings| self.text(findings));
        if self.solver.games_end() { score } else { format!("{mv}={score}") }
    }

    fn score_json(&self, findings: &Findings) -> Value {
        match findings.score() {
            Some(score) if self.solver.games_end() => json!(score),
            _ => json!(self.text(findings)),
        }
    }

    fn print_json(
        &self,
        place: Place<'_>,
        best: &Findings,
        found: &SolvedPosition,
        time: Duration,
    ) -> Result<(), Failure> {
        let mut object = json!({ "moves": place.moves });
        if let Some(start) = place.start {
            object["position"] = json!(start);
        }
        object["score"] = self.score_json(best);
        object["proved"] = json!(best.score().is_some());
        if let (Goal::Exact, Some(score)) = (self.task.goal, best.score())
            && let Ok(remoteness) = self.solver.remoteness(place, score)
        {
            object["remoteness"] = json!(remoteness);
        }
        if let SolvedPosition::Moves(moves) = found {
            let score = |findings: &Option<Findings>| {
                findings.as_ref().map_or(Value::Null, |findings| self.score_json(findings))
            };
            object["scores"] = if self.solver.games_end() {
                moves.iter().map(|(_, findings)| score(findings)).collect()
            } else {
                moves.iter().map(|(mv, findings)| (mv.clone(), score(findings))).collect()
            };
        }
        object["nodes"] = json!(best.nodes);
        object["microseconds"] = json!(time.as_micros() as u64);
        print_json(&object)
    }
}

/// Tells how a hard position goes, and stops at a limit or on Ctrl-C.
struct Talker<'a> {
    name: &'a str,
    goal: Goal,
    wording: Wording,
    limits: SolveLimits,
    /// Whether what is learned is about the position itself rather than about one of its moves.
    is_about_position: bool,
    known: Option<Findings>,
    started: Instant,
    whispered: Instant,
    has_spoken: bool,
}

/// Who waits longer than that wants to hear something.
const PATIENCE: Duration = Duration::from_secs(1);

impl<'a> Talker<'a> {
    fn new(name: &'a str, goal: Goal, wording: Wording, limits: SolveLimits) -> Self {
        let now = Instant::now();
        Self {
            name,
            goal,
            wording,
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
            Some(findings) => format!(" {},", (self.wording)(self.goal, findings)),
            None => String::new(),
        };
        format!("{}:{known} {} nodes", self.name, thousands(nodes))
    }
}

impl Onlooker for Talker<'_> {
    fn keep_going(&mut self, nodes: u64) -> bool {
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
        !is_over && !interrupt::asked()
    }

    fn learned(&mut self, findings: &Findings) {
        if self.is_about_position {
            self.known = Some(*findings);
            if self.started.elapsed() > PATIENCE {
                self.has_spoken = true;
                whisper("");
                say(&self.line(findings.nodes));
            }
        }
    }
}
