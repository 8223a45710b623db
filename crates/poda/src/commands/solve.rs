use std::{
    fs,
    io::{self, BufRead, Write},
    time::{Duration, Instant},
};

use poda_catalog::{AnySolver, Findings, Goal, Onlooker};
use serde_json::{Value, json};

use super::{print_json, stdout};
use crate::{
    arguments::{Manner, SolveArgs},
    failure::Failure,
    interrupt,
    terminal::{say, thousands, whisper},
};

/// What the known tools write for a full column.
const FULL: i32 = -1000;

/// How the empty board is written where a word is needed.
const EMPTY: &str = "-";

pub(crate) fn run(args: &SolveArgs, manner: Manner) -> Result<(), Failure> {
    let game = poda_catalog::open(&args.game)?;
    check_memory(args.table)?;
    let solver = game.solver(args.table as usize, usize::from(args.threads))?;
    let goal = if args.weak { Goal::Weak } else { Goal::Exact };
    let mut desk = Desk { solver, goal, all: args.all, json: manner.json, solved: 0, wrong: 0 };
    if let Some(moves) = &args.moves {
        desk.solve(moves, None)?;
    } else {
        for line in io::stdin().lock().lines() {
            let line = line?;
            let mut words = line.split_whitespace();
            let moves = words.next().unwrap_or_default();
            let expected = words.next().map(|word| {
                let score = word.parse::<i32>();
                score.map_err(|_| Failure::Failed(format!("broken line {line:?}: {word:?} is not a score")))
            });
            desk.solve(moves, expected.transpose()?)?;
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

/// Solves one position after the other.
struct Desk {
    solver: Box<dyn AnySolver>,
    goal: Goal,
    all: bool,
    json: bool,
    solved: u64,
    wrong: u64,
}

impl Desk {
    fn solve(&mut self, moves: &str, expected: Option<i32>) -> Result<(), Failure> {
        let moves = if moves == EMPTY { "" } else { moves };
        let name = if moves.is_empty() { EMPTY } else { moves };
        let broken = |why: String| Failure::Failed(format!("position {name:?}: {why}"));
        let mut talker = Talker::new(name);
        let columns = if self.all {
            self.solver.solve_moves(moves, self.goal, &mut talker).map_err(broken)?
        } else {
            vec![Some(self.solver.solve(moves, self.goal, &mut talker).map_err(broken)?)]
        };
        let time = talker.started.elapsed();
        whisper("");
        let nodes: u64 = columns.iter().flatten().map(|findings| findings.nodes).sum();
        let scores: Option<Vec<i32>> =
            columns.iter().map(|column| column.map_or(Some(FULL), |findings| findings.score())).collect();
        let Some(scores) = scores else { return Err(interrupted(name, &columns)) };
        // A full board has no column to play in, and is a draw.
        let free = scores.iter().copied().filter(|score| *score != FULL);
        let score = free.max().unwrap_or(0);
        self.print(name, moves, score, &scores, nodes, time)?;
        self.solved += 1;
        if let Some(expected) = expected {
            let expected = if self.goal == Goal::Weak { expected.signum() } else { expected };
            if expected != score {
                self.wrong += 1;
                say(&format!("poda: position {name:?}: score {score}, expected {expected}"));
            }
        }
        Ok(())
    }

    fn print(
        &self,
        name: &str,
        moves: &str,
        score: i32,
        scores: &[i32],
        nodes: u64,
        time: Duration,
    ) -> Result<(), Failure> {
        if !self.json {
            let scores: Vec<String> = scores.iter().map(ToString::to_string).collect();
            writeln!(stdout(), "{name} {} {nodes} {}", scores.join(" "), time.as_micros())?;
            return Ok(());
        }
        let mut object = json!({ "moves": moves, "score": score });
        if self.goal == Goal::Exact {
            let remoteness = self.solver.remoteness(moves, score).map_err(Failure::Failed)?;
            object["remoteness"] = json!(remoteness);
        }
        if self.all {
            let column = |score: &i32| if *score == FULL { Value::Null } else { json!(score) };
            object["scores"] = scores.iter().map(column).collect();
        }
        object["nodes"] = json!(nodes);
        object["microseconds"] = json!(time.as_micros() as u64);
        print_json(&object)
    }
}

/// What was known when Ctrl-C was pressed.
fn interrupted(name: &str, columns: &[Option<Findings>]) -> Failure {
    let between = |findings: &Findings| format!("{} to {}", findings.lower, findings.upper);
    let known: Vec<String> =
        columns.iter().map(|column| column.as_ref().map_or_else(|| "full".to_owned(), between)).collect();
    Failure::Interrupted(format!("stopped: the score of {name} is {}", known.join(", ")))
}

/// Tells how a hard position goes, and stops on Ctrl-C.
struct Talker<'a> {
    name: &'a str,
    started: Instant,
    last: Instant,
}

impl<'a> Talker<'a> {
    fn new(name: &'a str) -> Self {
        let now = Instant::now();
        Self { name, started: now, last: now }
    }
}

impl Onlooker for Talker<'_> {
    fn keep_going(&mut self, nodes: u64) -> bool {
        if self.last.elapsed() > Duration::from_millis(200) {
            self.last = Instant::now();
            whisper(&format!("{}: {} nodes", self.name, thousands(nodes)));
        }
        !interrupt::asked()
    }

    fn learned(&mut self, findings: &Findings) {
        if self.started.elapsed() > Duration::from_secs(1) {
            let Findings { lower, upper, nodes } = findings;
            whisper("");
            say(&format!("{}: {lower} to {upper}, {} nodes", self.name, thousands(*nodes)));
        }
    }
}
