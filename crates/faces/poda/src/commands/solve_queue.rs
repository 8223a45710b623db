//! `poda solve --queue`: the lines of standard input, solved by workers and told in their order.

use std::{
    io::{self, Read},
    ops::ControlFlow,
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};

use poda_catalog::Solution;
use poda_contest::{ContestObserver, Workforce};
use poda_core::{Goal, Language, Message, Translate, break_if, message, text};
use poda_queue::SolveSettings;

use super::{SolveCommand, broken};
use crate::{
    arguments::SolveArgs,
    failure::Failure,
    interrupt, queue,
    terminal::{say, whisper},
};

pub(super) fn run(command: &mut SolveCommand, server: &str, args: &SolveArgs) -> Result<(), Failure> {
    let server = queue::server(server, &args.queue.access)?;
    if args.time.is_some() && !args.quiet {
        say(command.output.language().pick(
            "warning: a limit of time is another limit on each machine; --nodes is the same everywhere",
            "aviso: un límite de tiempo es otro en cada máquina; --nodes es igual en todas",
        ));
    }
    let mut text = String::new();
    io::stdin().lock().read_to_string(&mut text)?;
    let lines: Vec<&str> = text.lines().collect();
    let moves: Vec<String> = lines.iter().map(|line| command.read_line(line).0.moves).collect();
    let settings = SolveSettings {
        game: command.game.spec().to_owned(),
        weak: command.task.goal == Goal::Weak,
        all: command.all,
        no_book: args.no_book,
        within: command.task.within,
        time_ms: args.time,
        nodes: args.nodes,
        table: args.table,
    };
    let progress = SolveProgress {
        is_quiet: command.quiet,
        language: command.output.language(),
        done: AtomicUsize::new(0),
        planned: lines.len(),
    };
    let mut failed = None;
    let mut receive = |number: usize, solution, time| {
        whisper("");
        progress.done.store(number + 1, Ordering::Relaxed);
        let told = tell(command, lines[number], number, solution, time);
        failed = told.err();
        break_if(failed.is_some())
    };
    let timing = queue::timing(&args.queue);
    let solved = poda_queue::solve(&server, timing, &settings, &moves, &progress, &mut receive);
    whisper("");
    if let Some(failure) = failed {
        return Err(failure);
    }
    if solved? {
        return Ok(());
    }
    Err(Failure::Interrupted(message!(
        "stopped: what is known so far is above",
        "detenido: arriba está lo que se sabe hasta ahora"
    )))
}

/// Prints the solution of a line.
fn tell(
    command: &mut SolveCommand,
    line: &str,
    number: usize,
    solution: Result<Solution, Message>,
    time: Duration,
) -> Result<(), Failure> {
    let (position, expected) = command.read_line(line);
    let concluded = match solution {
        Ok(solution) => command.conclude(&position, expected, &solution, time),
        Err(why) => Err(broken(&position, &why)),
    };
    match concluded {
        Ok(_) => Ok(()),
        Err(failure) => command.tell(number as u64 + 1, failure),
    }
}

/// Prints how far the workers are.
struct SolveProgress {
    is_quiet: bool,
    language: Language,
    /// Positions that were printed.
    done: AtomicUsize,
    planned: usize,
}

impl ContestObserver for SolveProgress {
    fn waiting(&self) -> ControlFlow<()> {
        break_if(interrupt::asked())
    }

    fn workforce(&self, workforce: Workforce) {
        if !self.is_quiet {
            let Workforce { workers, slots, busy } = workforce;
            whisper(&text!(
                self.language,
                "{done}/{planned} positions, {workers} workers with {busy} of {slots} jobs",
                "{done}/{planned} posiciones, {workers} máquinas con {busy} de {slots} trabajos",
                done = self.done.load(Ordering::Relaxed),
                planned = self.planned,
                workers,
                busy,
                slots
            ));
        }
    }

    fn notice(&self, what: &Message) {
        if !self.is_quiet {
            whisper("");
            say(&what.text(self.language));
        }
    }
}
