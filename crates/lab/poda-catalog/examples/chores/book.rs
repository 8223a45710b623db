//! The book of openings: solves them all, and binds what is solved into the file that the binary holds.

use std::{
    collections::HashMap,
    fs::{self, File, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

use anyhow::{Context, Result, bail, ensure};
use flate2::Crc;
use poda_connect::{Action, BombState, Boom, BoomRules, Connect4, Connect4State};
use poda_core::{Game, Goal, NoObserver, StoneBounds, StoneScore, break_if};
use poda_solve::{Advice, BombSolver, Solver, book};

use crate::{root, say};

const HELP: &str = "\
The books of openings of Connect-4 and BOOM: cargo xtask book COMMAND

  build [--stones N] [--threads N] [--table MB] [--scores FILE]
                 solve every opening of N stones (8) and append its score to FILE (target/book-7x6.txt),
                 with the help of what FILE has already; fewer stones are quicker done, more go deeper.
                 Ctrl-C loses only what is being solved; the same command goes on from there
  open [--stones N] [--scores FILE]
                 print the openings of N stones (8) that FILE has no score of, one a line, for other machines:
                 cargo xtask book open > left; poda solve connect4:7x6 --no-book --queue nats://lab0 < left >> FILE
  bind [--scores FILE] [--book BOOK]
                 write BOOK (crates/pure/poda-solve/book/7x6.book) from what FILE has so far
  boom           solve all first turns of BOOM and write crates/pure/poda-solve/book/boom.txt: some minutes
  check [--every N] [--book BOOK [--scores FILE]]
                 solve every N-th (1000) position of the book that this program was built with again, without the book;
                 or look up every N-th line of FILE in BOOK, and solve it again without any book

A line of FILE is one of `poda solve`: moves, score, nodes, and what else there is.";

/// The file in the binary may not be larger.
const MOST_BYTES: usize = 2 << 20;

pub(crate) fn run(arguments: &[String]) -> Result<()> {
    let Some((command, rest)) = arguments.split_first() else {
        say(HELP);
        return Ok(());
    };
    let options = BookOptions::read(rest)?;
    match command.as_str() {
        "build" => build(&options),
        "open" => open(&options),
        "bind" => bind(&options.scores, options.book.as_deref()),
        "boom" => boom(options.table),
        "check" => match &options.book {
            None => check(options.every),
            Some(book) => check_bound(options.every, &options.scores, book),
        },
        "help" | "--help" | "-h" => {
            say(HELP);
            Ok(())
        }
        other => bail!("unknown command {other:?}: build, open, bind, boom, check or help"),
    }
}

struct BookOptions {
    stones: usize,
    threads: usize,
    table: usize,
    every: usize,
    scores: PathBuf,
    book: Option<PathBuf>,
}

impl BookOptions {
    fn read(arguments: &[String]) -> Result<Self> {
        let scores = root().join("target/book-7x6.txt");
        let mut options = Self { stones: 8, threads: 2, table: 4096, every: 1000, scores, book: None };
        for pair in arguments.chunks(2) {
            let [name, value] = pair else { bail!("{} wants a value", pair.concat()) };
            let number =
                || value.parse::<usize>().with_context(|| format!("{name}: {value:?} is not a number"));
            match name.as_str() {
                "--stones" => options.stones = number()?,
                "--threads" => options.threads = number()?,
                "--table" => options.table = number()?,
                "--every" => options.every = number()?.max(1),
                "--scores" => options.scores = value.into(),
                "--book" => options.book = Some(value.into()),
                other => {
                    bail!("unknown option {other:?}: --stones, --threads, --table, --every, --scores, --book")
                }
            }
        }
        ensure!((1..=10).contains(&options.stones), "--stones is a number from 1 to 10");
        Ok(options)
    }
}

/// Moves as they are written: columns from 1.
fn text_of(moves: &[u8]) -> String {
    moves.iter().map(|column| char::from(b'1' + column)).collect()
}

fn state_of(moves: &str) -> Result<Connect4State<u64>> {
    let game = Connect4::<u64>::default();
    moves.bytes().try_fold(game.start(), |state, digit| {
        ensure!((b'1'..=b'7').contains(&digit), "{moves:?}: {:?} is not a column", char::from(digit));
        ensure!(game.outcome(&state).is_none(), "{moves:?} goes on after the end of the game");
        Ok(game.play(&state, digit - b'1'))
    })
}

/// What has been solved so far. A last line that was cut off is no line.
fn solved(path: &Path) -> Result<HashMap<String, i32>> {
    let text = match fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
        text => text.with_context(|| path.display().to_string())?,
    };
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let broken = |line: &str| format!("{}: broken line {line:?}", path.display());
    whole
        .lines()
        .map(|line| {
            let mut words = line.split_whitespace();
            let moves = words.next().with_context(|| broken(line))?;
            let score = words.next().and_then(|word| word.parse().ok()).with_context(|| broken(line))?;
            Ok((moves.to_owned(), score))
        })
        .collect()
}

/// How many actions of BOOM are played before its book ends: one of player 1, two of player 2.
const FIRST_TURNS: u32 = 3;

/// Each position of the first turns with its best action and what that proves, one a line; and the second action of a turn
/// that the book has begun.
fn boom(megabytes: usize) -> Result<()> {
    let game = Boom::new();
    let mut solver = BombSolver::<BoomRules>::new(megabytes)?;
    let mut lines = String::new();
    let mut openings = vec![String::new()];
    for length in 0..=FIRST_TURNS {
        for moves in &openings {
            let mut moves = moves.clone();
            let mut state = boom_state(game, &moves);
            let mover = game.to_move(&state);
            while game.to_move(&state) == mover {
                let (advice, nodes) =
                    solver.advise(&state, BombSolver::<BoomRules>::LONGEST, &mut NoObserver)?;
                let (action, end) = match advice {
                    Advice::Wins(action, actions) => (action, format!("win {actions}")),
                    Advice::Loses(action, actions) => (action, format!("loss {actions}")),
                    Advice::Open { .. } => bail!("{moves:?}: nobody wins"),
                };
                let Action::Drop(column) = action else { bail!("{moves:?}: a bomb in the first turns") };
                let name = if moves.is_empty() { "-" } else { &moves };
                let line = format!("{name} {} {end}", column + 1);
                say(&format!("{line}, {nodes} nodes"));
                lines.extend([line.as_str(), "\n"]);
                moves += &(column + 1).to_string();
                state = game.play(&state, action);
                // Inside a turn that is listed anyway there is nothing to add.
                if moves.len() as u32 <= FIRST_TURNS {
                    break;
                }
            }
        }
        if length < FIRST_TURNS {
            let longer =
                |moves: &String| (1..=7).map(|column| format!("{moves}{column}")).collect::<Vec<_>>();
            openings = openings.iter().flat_map(longer).collect();
        }
    }
    let path = root().join("crates/pure/poda-solve/book/boom.txt");
    fs::write(&path, lines).with_context(|| path.display().to_string())
}

fn boom_state(game: Boom, moves: &str) -> BombState {
    moves.bytes().fold(game.start(), |state, digit| game.play(&state, Action::Drop(digit - b'1')))
}

/// All openings of so many stones, and those of them that are not solved.
fn open_of(stones: usize, done: &HashMap<String, i32>) -> (usize, Vec<String>) {
    let openings: Vec<String> = book::openings(stones).iter().map(|moves| text_of(moves)).collect();
    let count = openings.len();
    (count, openings.into_iter().filter(|moves| !done.contains_key(moves)).collect())
}

/// Prints what is left to be solved, in the form that `poda solve` reads.
fn open(options: &BookOptions) -> Result<()> {
    let (_, left) = open_of(options.stones, &solved(&options.scores)?);
    let mut out = io::stdout().lock();
    for moves in &left {
        match writeln!(out, "{moves}") {
            // Whoever read it has enough.
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => break,
            written => written.context("standard output")?,
        }
    }
    Ok(())
}

fn build(options: &BookOptions) -> Result<()> {
    let done = solved(&options.scores)?;
    let (count, left) = open_of(options.stones, &done);
    let states = left.iter().map(|moves| state_of(moves)).collect::<Result<Vec<_>>>()?;
    say(&format!("{count} openings, {} to solve, into {}", left.len(), options.scores.display()));
    let mut file = append(&options.scores)?;
    let solver = Solver::new(&Connect4::default(), options.table)?.with_threads(options.threads);
    // What is known already helps, of whatever number of stones it is.
    let known = book::bind(states_of(done)?);
    let mut solver = solver.with_book(&known).context("the scores so far make no book")?;
    let mut progress = BookProgress::new(left.len());
    let mut trouble = None;
    solver.solve_each(&states, &mut |index, proved| {
        let line = format!("{} {} {}\n", left[index], proved.text(Goal::Exact), proved.nodes);
        progress.one_more(proved.nodes);
        trouble = file.write_all(line.as_bytes()).err();
        break_if(trouble.is_some())
    })?;
    match trouble {
        None => Ok(()),
        Some(error) => Err(error).with_context(|| options.scores.display().to_string()),
    }
}

fn states_of(scores: HashMap<String, i32>) -> Result<Vec<(Connect4State<u64>, StoneScore)>> {
    scores.into_iter().map(|(moves, score)| Ok((state_of(&moves)?, StoneScore::new(score)))).collect()
}

/// Opens a file to add lines to, without what was cut off at its end.
fn append(path: &Path) -> Result<File> {
    let name = || path.display().to_string();
    let file = OpenOptions::new().create(true).append(true).open(path).with_context(name)?;
    let text = fs::read(path).with_context(name)?;
    let whole = text.iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
    file.set_len(whole as u64).with_context(name)?;
    Ok(file)
}

/// Says now and then how far it is.
struct BookProgress {
    all: usize,
    done: usize,
    nodes: u64,
    started: Instant,
    said: Instant,
}

impl BookProgress {
    fn new(all: usize) -> Self {
        let now = Instant::now();
        Self { all, done: 0, nodes: 0, started: now, said: now }
    }

    fn one_more(&mut self, nodes: u64) {
        self.done += 1;
        self.nodes += nodes;
        if self.said.elapsed() > Duration::from_secs(10) || self.done == self.all {
            self.said = Instant::now();
            let seconds = self.started.elapsed().as_secs_f64();
            let rest = seconds / self.done as f64 * (self.all - self.done) as f64;
            say(&format!(
                "{} of {} solved, {} million nodes, {seconds:.0} s, {rest:.0} s to go at this rate",
                self.done,
                self.all,
                self.nodes / 1_000_000
            ));
        }
    }
}

fn bind(scores: &Path, book: Option<&Path>) -> Result<()> {
    let bytes = book::bind(states_of(solved(scores)?)?);
    ensure!(bytes.len() <= MOST_BYTES, "the book would have {} bytes, more than {MOST_BYTES}", bytes.len());
    let own = root().join("crates/pure/poda-solve/book/7x6.book");
    let path = book.unwrap_or(&own);
    fs::write(path, &bytes).with_context(|| path.display().to_string())?;
    let todo = if book.is_none() { "; write that into README.md there" } else { "" };
    say(&format!("{}: {}{todo}", path.display(), facts(&bytes)));
    Ok(())
}

/// What the description of a book says about it.
fn facts(bytes: &[u8]) -> String {
    let mut crc = Crc::new();
    crc.update(bytes);
    let positions = book::count(bytes).unwrap_or_default();
    format!("{positions} positions, {} bytes, crc32 {:08x}", bytes.len(), crc.sum())
}

fn check(every: usize) -> Result<()> {
    let mut solver = Solver::new(&Connect4::default(), 1024)?;
    let length = book::length();
    let places: Vec<usize> = (0..length).step_by(every).collect();
    let mut progress = BookProgress::new(places.len());
    for place in places {
        let Some((written, proved)) = solver.recheck(place, &mut NoObserver) else { break };
        progress.one_more(proved.nodes);
        if proved.stones.and_then(StoneBounds::exact) != Some(written) {
            bail!("position {place} of the book: {written} is written, {proved:?} was found");
        }
    }
    say(&format!("{} of {length} positions were solved again, with the same scores", progress.done));
    Ok(())
}

/// Compares a book with the scores that it was bound from, and both with what is found without a book.
fn check_bound(every: usize, scores: &Path, path: &Path) -> Result<()> {
    let bytes = fs::read(path).with_context(|| path.display().to_string())?;
    let reader = Solver::new(&Connect4::default(), 1)?.with_book(&bytes);
    let mut reader = reader.with_context(|| format!("{}: it is no book", path.display()))?;
    let mut solver = Solver::new(&Connect4::default(), 1024)?.without_book();
    let mut lines: Vec<(String, i32)> = solved(scores)?.into_iter().collect();
    lines.sort();
    let all = lines.len();
    let some: Vec<(String, i32)> = lines.into_iter().step_by(every).collect();
    let mut progress = BookProgress::new(some.len());
    for (moves, score) in &some {
        let state = state_of(moves)?;
        let written = reader.solve(&state, Goal::Exact, &mut NoObserver)?;
        let found = solver.solve(&state, Goal::Exact, &mut NoObserver)?;
        progress.one_more(found.nodes);
        for (proved, whose) in [(written, "the book has"), (found, "a search finds")] {
            let exact = proved.stones.and_then(StoneBounds::exact).map(StoneScore::number);
            let shown = exact.map_or_else(|| "no score".to_owned(), |exact| exact.to_string());
            ensure!(exact == Some(*score), "{moves}: {score} is written, {whose} {shown}");
        }
    }
    say(&format!(
        "{} of {all} lines are in the book and were solved again, with the same scores",
        some.len()
    ));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_solved_is_not_open_any_more() {
        let (count, all) = open_of(2, &HashMap::new());
        assert_eq!((count, all.len()), (all.len(), count));
        let some: HashMap<String, i32> = all.iter().skip(3).map(|moves| (moves.clone(), 0)).collect();
        assert_eq!(open_of(2, &some), (count, all[..3].to_vec()));
    }

    #[test]
    fn a_book_of_some_scores_is_bound_and_checked() {
        let folder = std::env::temp_dir().join(format!("poda-book-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let [scores, book] = ["scores.txt", "trial.book"].map(|name| folder.join(name));
        // As `poda solve` prints them: moves, score, nodes, microseconds.
        let mut solver = Solver::new(&Connect4::default(), 64).unwrap();
        let [mut right, mut wrong] = [String::new(), String::new()];
        for moves in ["44444421", "44444255"] {
            let proved = solver.solve(&state_of(moves).unwrap(), Goal::Exact, &mut NoObserver).unwrap();
            let score: i32 = proved.text(Goal::Exact).parse().unwrap();
            right.extend([moves, " ", &score.to_string(), " 12 34\n"]);
            wrong.extend([moves, " ", &(score - 1).to_string(), " 12 34\n"]);
        }
        fs::write(&scores, &right).unwrap();
        bind(&scores, Some(&book)).unwrap();
        assert_eq!(book::count(&fs::read(&book).unwrap()), Some(2));
        check_bound(1, &scores, &book).unwrap();
        // A book of wrong scores is found out, and another file is no book.
        fs::write(&scores, &wrong).unwrap();
        let error = check_bound(1, &scores, &book).unwrap_err().to_string();
        assert!(error.contains("the book has"), "{error}");
        bind(&scores, Some(&book)).unwrap();
        let error = check_bound(1, &scores, &book).unwrap_err().to_string();
        assert!(error.contains("a search finds"), "{error}");
        assert!(check_bound(1, &scores, &scores).unwrap_err().to_string().contains("it is no book"));
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn the_book_is_the_one_that_is_described() {
        let folder = root().join("crates/pure/poda-solve/book");
        let bytes = fs::read(folder.join("7x6.book")).unwrap();
        let readme = fs::read_to_string(folder.join("README.md")).unwrap();
        let facts = facts(&bytes);
        assert!(readme.contains(&facts), "README.md does not say {facts:?}");
        assert!(bytes.len() <= MOST_BYTES);
    }
}
