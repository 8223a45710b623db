//! What a sandbox costs: starts and answers of `cat` under each, in alternation, and what they take more than without.
//!
//! `cargo run -p poda-bots --example sandbox_cost -- target/debug/poda`: the argument is the helper for Landlock.
#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a measurement says what it measures, or fails"
)]
#![expect(clippy::disallowed_types, reason = "a plain process is what everything is compared with")]

use std::{
    io::{BufRead, BufReader, Write},
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use poda_agent::{BotLimits, SandboxChoice};
use poda_bots::{CommandLine, Process, Sandbox, use_helper};

const STARTS: usize = 40;
const QUESTIONS: u32 = 2000;
const LIMIT: Duration = Duration::from_secs(10);

/// How long it takes until the first answer, and each of many more.
fn measure(limits: &BotLimits) -> (Duration, Duration) {
    let program = CommandLine::read("cat", None).unwrap();
    let start = Instant::now();
    let mut process = Process::start(&program, limits).unwrap();
    process.ask("1", LIMIT, &mut || false).unwrap();
    let started = start.elapsed();
    let start = Instant::now();
    for _ in 0..QUESTIONS {
        process.ask("1", LIMIT, &mut || false).unwrap();
    }
    let answered = start.elapsed() / QUESTIONS;
    process.leave(None);
    (started, answered)
}

/// The same of a process without any limits.
fn measure_plain() -> (Duration, Duration) {
    let start = Instant::now();
    let mut child = Command::new("cat").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    let mut ask = || {
        input.write_all(b"1\n").unwrap();
        line.clear();
        output.read_line(&mut line).unwrap();
    };
    ask();
    let started = start.elapsed();
    let start = Instant::now();
    (0..QUESTIONS).for_each(|_| ask());
    let answered = start.elapsed() / QUESTIONS;
    drop(input);
    child.wait().unwrap();
    (started, answered)
}

/// The shortest and the middle one: others may use the machine meanwhile.
fn summary(mut times: Vec<Duration>) -> [f64; 2] {
    times.sort();
    [times[0], times[times.len() / 2]].map(|time| time.as_secs_f64())
}

fn main() {
    if let Some(helper) = std::env::args_os().nth(1) {
        use_helper(helper.into());
    }
    let choices: Vec<SandboxChoice> = [SandboxChoice::None, SandboxChoice::Bwrap, SandboxChoice::Landlock]
        .into_iter()
        .filter(|choice| match Sandbox::find(*choice) {
            Ok(_) => true,
            Err(why) => {
                println!("{}: {why}", choice.word());
                false
            }
        })
        .collect();
    let choices: Vec<Option<SandboxChoice>> =
        [None].into_iter().chain(choices.into_iter().map(Some)).collect();
    let mut times = vec![(Vec::new(), Vec::new()); choices.len()];
    for _ in 0..STARTS {
        for (choice, (starts, answers)) in choices.iter().zip(&mut times) {
            let (start, answer) = match choice {
                Some(choice) => measure(&BotLimits { sandbox: *choice, ..BotLimits::default() }),
                None => measure_plain(),
            };
            starts.push(start);
            answers.push(answer);
        }
    }
    let mut without = None;
    println!("{:<9} {:>32}    {:>32}", "", "start, ms: shortest, median", "answer, us: shortest, median");
    for (choice, (starts, answers)) in choices.iter().zip(times) {
        let (start, answer) =
            (summary(starts).map(|time| time * 1e3), summary(answers).map(|time| time * 1e6));
        let (before, between) = *without.get_or_insert((start, answer));
        let both = |now: [f64; 2], then: [f64; 2]| {
            format!("{:>6.1} ({:+.1}) {:>6.1} ({:+.1})", now[0], now[0] - then[0], now[1], now[1] - then[1])
        };
        let name = choice.map_or("plain", SandboxChoice::word);
        println!("{name:<9} {:>32}    {:>32}", both(start, before), both(answer, between));
    }
}
