//! What solving positions costs: nodes and CPU time of this process, user and system together.
//!
//! `cargo run --release -p poda-solve --example measure -- 7x6 64 FILE [COUNT]`: a board, megabytes of the table, and a file
//! of positions, one a line: moves, and perhaps the expected score. `-` for the empty board.
#![expect(clippy::print_stdout, reason = "a table for the reader")]
#![expect(
    clippy::disallowed_methods,
    reason = "a program for measuring reads files and the clock of the system"
)]

use std::{env, fs};

use poda_connect::{Connect4, fits_u64};
use poda_core::{Game, Goal, NoObserver, Notation, StoneBounds};
use poda_solve::{SolvedWord, Solver};

fn main() {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [size, megabytes, file, ..] = arguments.as_slice() else {
        println!("a board, megabytes and a file are needed");
        return;
    };
    let (width, height) = size.split_once('x').expect("a size such as 7x6");
    let (width, height) = (width.parse().expect("columns"), height.parse().expect("rows"));
    let megabytes = megabytes.parse().expect("megabytes");
    let count = arguments.get(3).map_or(usize::MAX, |count| count.parse().expect("a count"));
    let threads = arguments.get(4).map_or(1, |count| count.parse().expect("threads"));
    let text = if file == "-" { "\n".to_owned() } else { fs::read_to_string(file).expect("a file") };
    let lines: Vec<&str> = text.lines().take(count).collect();
    if fits_u64(width, height) {
        measure(&Connect4::<u64>::new(width, height, 4).expect("a board"), megabytes, threads, &lines);
    } else {
        measure(&Connect4::<u128>::new(width, height, 4).expect("a board"), megabytes, threads, &lines);
    }
}

fn measure<W: SolvedWord>(game: &Connect4<W>, megabytes: usize, threads: usize, lines: &[&str]) {
    let begun = milliseconds();
    let mut solver = Solver::new(game, megabytes).expect("memory").without_book().with_threads(threads);
    let (mut nodes, mut wrong, mut slowest) = (0, 0, 0);
    for line in lines {
        let (moves, expected) = line.split_once(' ').unwrap_or((line, ""));
        let mut state = game.start();
        for column in <Connect4<W> as Notation>::TOKENS.split(moves) {
            state = game.play(&state, game.read_move(&state, column).expect("a move"));
        }
        let start = milliseconds();
        let proved = solver.solve(&state, Goal::Exact, &mut NoObserver).expect("the game goes on");
        slowest = slowest.max(milliseconds() - start);
        nodes += proved.nodes;
        let score = proved.stones.and_then(StoneBounds::exact).expect("a score").number();
        wrong += u32::from(!expected.is_empty() && expected.trim() != score.to_string());
    }
    let (count, time) = (lines.len(), milliseconds() - begun);
    println!(
        "{count} positions, {wrong} wrong, {} nodes each, {time} ms of CPU time, slowest {slowest} ms",
        nodes / count as u64
    );
}

/// CPU time of this process, in steps of ten milliseconds.
fn milliseconds() -> u64 {
    let text = fs::read_to_string("/proc/self/stat").expect("a system with /proc");
    let after_name = text.rsplit_once(')').expect("a name").1;
    let ticks = |field: usize| -> u64 {
        after_name.split_whitespace().nth(field).expect("a field").parse().expect("a number")
    };
    10 * (ticks(11) + ticks(12))
}
