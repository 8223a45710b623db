use std::{fs, io::Write, path::Path};

use cpu_time::ProcessTime;
use poda_agent::{Allowance, Choice, Unobserved};
use serde_json::{Value, json};

use super::{print_json, stdout};
use crate::{
    arguments::{BenchArgs, Manner},
    failure::Failure,
    terminal::{say, whisper},
};

/// The signature this binary was built with.
const BUILT_WITH: &str = include_str!("../../../../bench/signature.txt");

/// What the signature is made of: game, moves played before, engine.
const SIGNATURE: &[(&str, &str, &str)] = &[
    ("connect4:7x6", "", "minimax:depth=5"),
    ("connect4:7x6", "", "alphabeta:depth=7"),
    ("connect4:7x6", "", "pvs:depth=9"),
    ("connect4:7x6", "4444", "pvs:depth=10"),
    ("connect4:8x8", "", "pvs:depth=8"),
    ("connect4:12x9", "", "pvs:depth=6"),
    ("boom", "", "alphabeta:depth=6,eval=puntuacion"),
    ("boom", "", "alphabeta:depth=8,eval=puntuacion"),
    ("boom", "", "pvs:depth=8"),
    ("crush", "", "alphabeta:depth=6,eval=puntuacion"),
    ("crush", "", "alphabeta:depth=8,eval=puntuacion"),
    ("crush", "", "pvs:depth=8"),
    ("desconecta", "", "alphabeta:depth=7,eval=puntuacion"),
    ("desconecta", "", "pvs:depth=8"),
    ("parchis", "", "alphabeta:depth=4,eval=test"),
    ("parchis", "", "alphabeta:depth=5,eval=test"),
    ("parchis", "", "pvs:depth=4"),
    ("parchis:2024", "", "alphabeta:depth=4,eval=test"),
    ("parchis:2024", "", "alphabeta:depth=5,eval=test"),
    ("parchis:2024", "", "pvs:depth=4"),
    ("parchis:2022", "", "pvs:depth=4"),
];

pub(crate) fn run(args: &BenchArgs, manner: Manner) -> Result<(), Failure> {
    if args.speed {
        return speed(manner);
    }
    let mut lines = Vec::new();
    let mut objects = Vec::new();
    for (game, moves, engine) in SIGNATURE {
        whisper(&format!("{engine} {game} {moves}"));
        let choice = think(game, moves, engine)?;
        let at = if moves.is_empty() { "start" } else { moves };
        lines.push(format!("{engine:<36} {game:<13} {at:<6} {:>9} {}", choice.nodes, choice.mv));
        objects.push(json!({ "engine": engine, "game": game, "moves": moves, "nodes": choice.nodes, "best": choice.mv }));
    }
    whisper("");
    let mut signature =
        String::from("# engine, game, position, nodes, best move; `poda bench --write` makes this file\n");
    signature.extend(lines.iter().map(|line| format!("{line}\n")));

    if let Some(path) = &args.write {
        let failed = |error| Failure::Failed(format!("cannot write {}: {error}", path.display()));
        fs::write(path, &signature).map_err(failed)?;
        say(&format!("{} written", path.display()));
        return Ok(());
    }
    let expected = match &args.signature {
        None => BUILT_WITH.to_owned(),
        Some(path) => read(path)?,
    };
    if manner.json {
        print_json(&json!({ "signature": objects, "equal": signature == expected }))?;
    } else {
        stdout().write_all(signature.as_bytes())?;
    }
    match signature
        .lines()
        .zip(expected.lines().chain(std::iter::repeat("")))
        .find(|(ours, theirs)| ours != theirs)
    {
        None if signature.lines().count() == expected.lines().count() => {
            say("the signature is the same");
            Ok(())
        }
        None => Err(Failure::Failed("the signature differs: the file has more lines".into())),
        Some((ours, theirs)) => {
            Err(Failure::Failed(format!("the signature differs:\n  expected {theirs}\n  found    {ours}")))
        }
    }
}

fn read(path: &Path) -> Result<String, Failure> {
    fs::read_to_string(path)
        .map_err(|error| Failure::Failed(format!("cannot read {}: {error}", path.display())))
}

fn think(game: &str, moves: &str, engine: &str) -> Result<Choice, Failure> {
    let game = poda_catalog::open(game)?;
    let mut table = game.table();
    for text in table.tokens().split(moves) {
        table.play(text)?;
    }
    let mut agent = poda_catalog::agent(game.as_ref(), engine)?;
    Ok(agent.choose(table.line(), Allowance::default(), &mut Unobserved)?)
}

/// What is measured for speed.
enum Task {
    Perft(u32),
    Search(&'static str),
}

/// Game, task, how often, and the speed in millions per CPU second of who did it before.
const SPEED: &[(&str, Task, u32, &str, f64)] = &[
    ("connect4:7x6", Task::Perft(10), 1, "a sketch of the same design: 320 to 500", 320.0),
    ("boom", Task::Perft(8), 8, "the original: about 2", 2.0),
    ("crush", Task::Perft(8), 8, "the original: about 2", 2.0),
    ("desconecta", Task::Perft(8), 8, "the original: about 2", 2.0),
    ("parchis", Task::Perft(5), 1, "the original: about 0.055", 0.055),
    ("parchis:2024", Task::Perft(4), 8, "the original: about 0.055", 0.055),
    ("parchis:2022", Task::Perft(5), 4, "no figure", 0.0),
    ("boom", Task::Search("alphabeta:depth=8,eval=puntuacion"), 300, "the original: 1.6 to 2.3", 2.3),
    ("crush", Task::Search("alphabeta:depth=8,eval=puntuacion"), 300, "the original: 1.7 to 2.7", 2.7),
    ("parchis", Task::Search("alphabeta:depth=5,eval=test"), 100, "the original: about 0.055", 0.055),
    ("parchis:2024", Task::Search("alphabeta:depth=5,eval=test"), 100, "the original: about 0.055", 0.055),
    ("connect4:7x6", Task::Search("pvs:depth=12"), 1, "a sketch of the same design: 21 to 29", 21.0),
];

/// Runs each task often enough to be measured, and shows it beside the figure of its predecessor.
fn speed(manner: Manner) -> Result<(), Failure> {
    let mut rows: Vec<Value> = Vec::new();
    for (spec, task, times, peer, peer_speed) in SPEED {
        let game = poda_catalog::open(spec)?;
        let table = game.table();
        let (what, unit) = match task {
            Task::Perft(depth) => (format!("perft {depth}"), "leaves"),
            Task::Search(engine) => ((*engine).to_owned(), "nodes"),
        };
        let mut agent = match task {
            Task::Search(engine) => Some(poda_catalog::agent(game.as_ref(), engine)?),
            Task::Perft(_) => None,
        };
        let start = ProcessTime::now();
        let mut count = 0;
        for _ in 0..*times {
            count += match (task, &mut agent) {
                (Task::Search(_), Some(agent)) => {
                    agent.choose(table.line(), Allowance::default(), &mut Unobserved)?.nodes
                }
                (Task::Perft(depth), _) => table.perft(*depth),
                _ => 0,
            };
        }
        let speed = count as f64 / start.elapsed().as_secs_f64() / 1e6;
        let ratio = if *peer_speed > 0.0 { format!("{:.1} times", speed / peer_speed) } else { "-".into() };
        if manner.json {
            rows.push(json!({
                "game": spec, "task": what, "unit": unit, "count": count,
                "millions_per_cpu_second": speed, "peer": peer,
            }));
        } else {
            let name = format!("{spec} {what}");
            writeln!(stdout(), "{name:<48} {speed:>8.2} M {unit}/CPU s  {ratio:>12}  ({peer})")?;
        }
    }
    if manner.json { print_json(&json!({ "speed": rows })) } else { Ok(()) }
}
