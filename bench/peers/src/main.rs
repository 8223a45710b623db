//! Exact scores of Connect-4 positions by two solvers in turn, one thread, no book: ours with a table of 64 MB, and
//! `connect-four-ai`, which is on the public registry, with its own. Prints the CPU time and the nodes of a position, and
//! refuses scores that are not the same.
//!
//! ```text
//! cargo run --release --manifest-path bench/peers/Cargo.toml -- COUNT FILE...
//! ```
//!
//! A line of a FILE is `moves score`; the first COUNT lines of each are solved. `-` is the empty board with a table of
//! 1 GB: minutes for the other solver.

use std::{env, fs, path::Path, time::Duration};

use anyhow::{Context, Result, ensure};
use connect_four_ai::{Position, Solver as Peer};
use cpu_time::ThreadTime;
use poda_connect::Connect4;
use poda_core::Game;
use poda_core::{Goal, NoObserver};
use poda_solve::Solver;

/// So many positions are solved before it is the other's turn: reading the clock is not free.
const TURN: usize = 25;

/// What a solver took.
#[derive(Default)]
struct Took {
    time: Duration,
    nodes: u64,
}

fn main() -> Result<()> {
    let mut arguments = env::args().skip(1);
    let usage = "usage: poda-peers COUNT FILE...";
    let count = arguments.next().context(usage)?;
    let count: usize = count.parse().with_context(|| format!("{count:?} is not a number; {usage}"))?;
    println!(
        "{:12} {:>5} {:>12} {:>12} {:>14} {:>12} {:>7}",
        "", "", "ours: us", "nodes", "peer: us", "nodes", "ratio"
    );
    for path in arguments {
        compare(&path, count)?;
    }
    Ok(())
}

fn compare(path: &str, count: usize) -> Result<()> {
    let (megabytes, lines) =
        if path == "-" { (1024, vec![(String::new(), 1)]) } else { (64, read(path, count)?) };
    let game = Connect4::<u64>::default();
    let mut ours = Solver::new(&game, megabytes)?.without_book();
    let mut peer = Peer::empty();
    let (mut our_part, mut peer_part) = (Took::default(), Took::default());
    for turn in lines.chunks(TURN) {
        let start = ThreadTime::now();
        for (moves, score) in turn {
            let state = moves.bytes().fold(game.start(), |state, digit| game.play(&state, digit - b'1'));
            let solution = ours.solve(&state, Goal::Exact, &mut NoObserver)?;
            our_part.nodes += solution.nodes;
            ensure!(
                solution.score() == Some(*score),
                "{moves}: ours says {:?} instead of {score}",
                solution.score()
            );
        }
        our_part.time += start.elapsed();
        let start = ThreadTime::now();
        for (moves, score) in turn {
            let position =
                Position::from_moves(moves).ok().with_context(|| format!("{moves:?} is no position"))?;
            let found = peer.solve(&position);
            peer_part.nodes += peer.explored_positions as u64;
            ensure!(i32::from(found) == *score, "{moves}: the peer says {found} instead of {score}");
        }
        peer_part.time += start.elapsed();
    }
    let name = Path::new(path).file_name().map_or(path.into(), |name| name.to_string_lossy());
    let each =
        |took: &Took| (took.time.as_secs_f64() * 1e6 / lines.len() as f64, took.nodes / lines.len() as u64);
    let ((our_time, our_nodes), (peer_time, peer_nodes)) = (each(&our_part), each(&peer_part));
    let ratio = our_time / peer_time;
    println!(
        "{name:12} {:>5} {our_time:>12.1} {our_nodes:>12} {peer_time:>14.1} {peer_nodes:>12} {ratio:>7.3}",
        lines.len()
    );
    Ok(())
}

/// The first positions of a file, as moves and score.
fn read(path: &str, count: usize) -> Result<Vec<(String, i32)>> {
    let text = fs::read_to_string(path).with_context(|| path.to_owned())?;
    text.lines()
        .take(count)
        .map(|line| {
            let (moves, score) =
                line.split_once(' ').with_context(|| format!("{path}: broken line {line:?}"))?;
            ensure!(
                moves.bytes().all(|digit| (b'1'..=b'7').contains(&digit)),
                "{path}: {moves:?} are no columns"
            );
            let score = score.trim().parse().with_context(|| format!("{path}: {score:?} is no score"))?;
            Ok((moves.to_owned(), score))
        })
        .collect()
}
