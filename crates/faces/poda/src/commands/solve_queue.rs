//! `poda solve --queue`: the lines of standard input, solved by workers and told in their order.

use std::{
    io::{self, Read},
    ops::ControlFlow,
    time::Duration,
};

use poda_catalog::Solution;
use poda_contest::Workforce;
use poda_core::{Goal, Message, Translate, message, text};
use poda_queue::{SolutionObserver, SolveSettings};

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
    let mut told = SolutionPrinter { command, lines: &lines, failure: None };
    let solved = poda_queue::solve(&server, queue::timing(&args.queue), &settings, &moves, &mut told);
    whisper("");
    if let Some(failure) = told.failure {
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

/// Prints what comes in.
struct SolutionPrinter<'a> {
    command: &'a mut SolveCommand,
    lines: &'a [&'a str],
    failure: Option<Failure>,
}

impl SolutionObserver for SolutionPrinter<'_> {
    fn stops(&self) -> bool {
        interrupt::asked()
    }

    fn workforce(&self, workforce: Workforce, done: u64, planned: u64) {
        if !self.command.quiet {
            let Workforce { workers, slots, busy } = workforce;
            whisper(&text!(
                self.command.output.language(),
                "{done}/{planned} positions, {workers} workers with {busy} of {slots} jobs",
                "{done}/{planned} posiciones, {workers} máquinas con {busy} de {slots} trabajos",
                done,
                planned,
                workers,
                busy,
                slots
            ));
        }
    }

    fn notice(&self, what: &Message) {
        if !self.command.quiet {
            whisper("");
            say(&what.text(self.command.output.language()));
        }
    }

    fn found(
        &mut self,
        number: usize,
        solution: Result<Solution, Message>,
        time: Duration,
    ) -> ControlFlow<()> {
        whisper("");
        let (position, expected) = self.command.read_line(self.lines[number]);
        let concluded = match solution {
            Ok(solution) => self.command.conclude(&position, expected, &solution, time),
            Err(why) => Err(broken(&position, &why)),
        };
        let told = match concluded {
            Ok(_) => Ok(()),
            Err(failure) => self.command.tell(number as u64 + 1, failure),
        };
        match told {
            Ok(()) => ControlFlow::Continue(()),
            Err(failure) => {
                self.failure = Some(failure);
                ControlFlow::Break(())
            }
        }
    }
}
