//! `poda solve --boards`: the empty boards of Connect-4, one after the other.

use std::{
    collections::BTreeMap,
    fs::{self, OpenOptions},
    io::{self, Write},
    path::Path,
    time::Duration,
};

use cpu_time::ProcessTime;
use poda_catalog::SolveTask;
use poda_core::{Proved, message};

use super::{
    solve::{SolveLimits, SolveObserver},
    stdout,
};
use crate::{
    arguments::{OutputOptions, SolveArgs},
    catalog::catalog,
    failure::Failure,
    interrupt,
    terminal::{heading, whisper},
};

/// What is known of an empty board, as its line in the file says it: the board, who wins (`first`, `second`, `draw`), the number of the
/// last stone, nodes and milliseconds of CPU time.
#[derive(Clone, PartialEq, Eq, Debug)]
struct BoardLine {
    board: String,
    winner: String,
    last: u32,
    nodes: u64,
    milliseconds: u128,
}

impl BoardLine {
    fn new(board: &str, proved: &Proved, time: Duration) -> Option<Self> {
        let score = proved.exact()?;
        let winner = match score.value().signum() {
            1 => "first",
            -1 => "second",
            _ => "draw",
        };
        Some(Self {
            board: board.to_owned(),
            winner: winner.to_owned(),
            last: proved.remoteness()?,
            nodes: proved.nodes,
            milliseconds: time.as_millis(),
        })
    }

    fn read(line: &str) -> Option<Self> {
        let mut words = line.split_whitespace();
        let (board, winner) = (words.next()?.to_owned(), words.next()?.to_owned());
        let (last, nodes) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
        let milliseconds = words.next()?.parse().ok()?;
        Some(Self { board, winner, last, nodes, milliseconds }).filter(|_| words.next().is_none())
    }

    fn text(&self) -> String {
        let Self { board, winner, last, nodes, milliseconds } = self;
        format!("{board} {winner} {last} {nodes} {milliseconds}")
    }
}

/// Solves every empty board whose sides add up to `sum` or less, the small ones first. What the file knows is not solved again, and what
/// is found is written there at once.
pub(super) fn run(args: &SolveArgs, path: &Path, output: OutputOptions) -> Result<(), Failure> {
    let language = output.language();
    let mut known = read(path)?;
    let [board, winner, last, nodes, time] = language.pick(
        ["board", "winner", "last stone", "nodes", "milliseconds"],
        ["tablero", "ganador", "última ficha", "nodos", "milisegundos"],
    );
    heading(args.quiet, &format!("{board} {winner} {last} {nodes} {time}"));
    for (width, height) in boards(args.sides) {
        let board = format!("{width}x{height}");
        if let Some(line) = known.remove(&board) {
            writeln!(stdout(), "{}", line.text())?;
            continue;
        }
        let line = solve(args, &board, output)?;
        append(path, &line)?;
        writeln!(stdout(), "{}", line.text())?;
    }
    Ok(())
}

/// The boards in the order in which they are solved. One cell more costs about three times as much.
fn boards(sides: u32) -> Vec<(u32, u32)> {
    let mut boards: Vec<(u32, u32)> = (1..sides)
        .flat_map(|width| (1..=sides - width).map(move |height| (width, height)))
        .filter(|(width, height)| catalog().open(&format!("connect4:{width}x{height}")).is_ok())
        .collect();
    boards.sort_by_key(|(width, height)| (width * height, *width));
    boards
}

fn solve(args: &SolveArgs, board: &str, output: OutputOptions) -> Result<BoardLine, Failure> {
    let game = catalog().open(&format!("connect4:{board}"))?;
    let mut solver = game.solver(args.table as usize, usize::from(args.threads))?;
    solver.close_book();
    let limits = SolveLimits { time: None, nodes: None };
    let mut observer =
        SolveObserver::new(board, SolveTask::EXACT.goal, limits, output.language(), args.quiet);
    let start = ProcessTime::now();
    let proved = solver.solve(game.start().as_ref(), SolveTask::EXACT, &mut observer);
    let time = start.elapsed();
    whisper("");
    let proved = proved.map_err(|error| Failure::failed(&error))?;
    let interrupted = || {
        Failure::Interrupted(message!(
            "stopped at {board}: the same command goes on",
            "detenido en {board}: la misma orden continúa",
            board
        ))
    };
    if interrupt::asked() {
        return Err(interrupted());
    }
    BoardLine::new(board, &proved, time).ok_or_else(interrupted)
}

/// The boards that the file knows; none if there is no file yet.
fn read(path: &Path) -> Result<BTreeMap<String, BoardLine>, Failure> {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(Failure::cannot_read(path, &error)),
    };
    let mut known = BTreeMap::new();
    for (number, line) in (1..).zip(text.lines()) {
        let Some(line) = BoardLine::read(line) else {
            return Err(Failure::Failed(message!(
                "{path}, line {number}: {line:?} is no solved board",
                "{path}, línea {number}: {line:?} no es un tablero resuelto",
                path = path.display(),
                number,
                line
            )));
        };
        known.insert(line.board.clone(), line);
    }
    Ok(known)
}

fn append(path: &Path, line: &BoardLine) -> Result<(), Failure> {
    let file = OpenOptions::new().create(true).append(true).open(path);
    // One write, so that a line is there or not.
    file.and_then(|mut file| file.write_all(format!("{}\n", line.text()).as_bytes()))
        .map_err(|error| Failure::cannot_write(path, &error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_as_they_are_written() {
        let line = "7x6 first 41 22663311 5010";
        assert_eq!(BoardLine::read(line).unwrap().text(), line);
        for broken in ["", "7x6", "7x6 first 41 5", "7x6 first x 1 1", "7x6 first 41 1 1 1"] {
            assert_eq!(BoardLine::read(broken), None, "{broken:?}");
        }
    }

    #[test]
    fn boards_come_in_order_and_once() {
        let boards = boards(14);
        assert_eq!(boards.len(), 13 * 14 / 2);
        assert_eq!((boards[0], boards[90]), ((1, 1), (7, 7)));
        assert!(boards.is_sorted_by_key(|(width, height)| width * height));
    }
}
