//! `poda bench --speed`: how fast, beside who did it before or beside another engine in the same run.

use std::{io::Write, sync::Arc, time::Instant};

use cpu_time::ProcessTime;
use poda_agent::ThinkingLimits;
use poda_catalog::AnyGame;
use poda_core::{NoObserver, Text, text};
use serde_json::{Value, json};

use super::stdout;
use crate::{arguments::OutputOptions, catalog::catalog, failure::Failure, json};

/// What is measured for speed.
enum SpeedTask {
    Perft(u32),
    Search(&'static str),
}

const ABOUT_2: Text = Text::new("the original: about 2", "el original: unos 2");
const ABOUT_0055: Text = Text::new("the original: about 0.055", "el original: unos 0,055");

/// Game, task, how often, and the speed in millions per CPU second of who did it before.
const SPEED: &[(&str, SpeedTask, u32, Text, f64)] = &[
    (
        "connect4:7x6",
        SpeedTask::Perft(10),
        1,
        Text::new(
            "a prototype of the same design: 320 to 500",
            "un prototipo del mismo diseño: de 320 a 500",
        ),
        320.0,
    ),
    ("boom", SpeedTask::Perft(8), 8, ABOUT_2, 2.0),
    ("crush", SpeedTask::Perft(8), 8, ABOUT_2, 2.0),
    ("desconecta", SpeedTask::Perft(8), 8, ABOUT_2, 2.0),
    ("parchis", SpeedTask::Perft(5), 1, ABOUT_0055, 0.055),
    ("parchis:2024", SpeedTask::Perft(4), 8, ABOUT_0055, 0.055),
    ("parchis:2022", SpeedTask::Perft(5), 4, Text::new("no figure", "sin cifra"), 0.0),
    (
        "boom",
        SpeedTask::Search("alphabeta:depth=8,eval=puntuacion"),
        300,
        Text::new("the original: 1.6 to 2.3", "el original: de 1,6 a 2,3"),
        2.3,
    ),
    (
        "crush",
        SpeedTask::Search("alphabeta:depth=8,eval=puntuacion"),
        300,
        Text::new("the original: 1.7 to 2.7", "el original: de 1,7 a 2,7"),
        2.7,
    ),
    ("parchis", SpeedTask::Search("alphabeta:depth=5,eval=test"), 100, ABOUT_0055, 0.055),
    ("parchis:2024", SpeedTask::Search("alphabeta:depth=5,eval=test"), 100, ABOUT_0055, 0.055),
    (
        "connect4:7x6",
        SpeedTask::Search("pvs:depth=12"),
        1,
        Text::new("a prototype of the same design: 21 to 29", "un prototipo del mismo diseño: de 21 a 29"),
        21.0,
    ),
];

/// Runs each task often enough to be measured, and shows it beside the figure of its predecessor.
pub(crate) fn run(output: OutputOptions) -> Result<(), Failure> {
    let language = output.language();
    let mut rows: Vec<Value> = Vec::new();
    for (spec, task, times, peer, peer_speed) in SPEED {
        let game = catalog().open(spec)?;
        let session = game.session();
        let (what, unit) = match task {
            SpeedTask::Perft(depth) => (format!("perft {depth}"), Text::new("leaves", "hojas")),
            SpeedTask::Search(engine) => ((*engine).to_owned(), Text::new("nodes", "nodos")),
        };
        let mut agent = match task {
            SpeedTask::Search(engine) => Some(poda_catalog::agent(game.as_ref(), engine)?),
            SpeedTask::Perft(_) => None,
        };
        let start = ProcessTime::now();
        let mut count = 0;
        for _ in 0..*times {
            count += match (task, &mut agent) {
                (SpeedTask::Search(_), Some(agent)) => {
                    agent.choose(&session, ThinkingLimits::default(), &mut NoObserver)?.nodes
                }
                (SpeedTask::Perft(depth), _) => session.state().perft(*depth),
                _ => 0,
            };
        }
        let speed = count as f64 / start.elapsed().as_secs_f64() / 1e6;
        let times = speed / peer_speed;
        let ratio = if *peer_speed > 0.0 {
            text!(language, "{times:.1} times", "{times:.1} veces", times)
        } else {
            "-".into()
        };
        if output.json {
            rows.push(json!({
                "game": spec, "task": what, "unit": unit.english, "count": count,
                "millions_per_cpu_second": speed, "ratio": null, "peer": peer.get(language),
            }));
        } else {
            let (name, unit, peer) = (format!("{spec} {what}"), unit.get(language), peer.get(language));
            writeln!(stdout(), "{name:<48} {speed:>8.2} M {unit}/CPU s  {ratio:>12}  ({peer})")?;
        }
    }
    for pair in PAIRS {
        let [mut ours, mut theirs] =
            [Runner::new(pair.game, pair.ours)?, Runner::new(pair.game, pair.theirs)?];
        for _ in 0..pair.rounds {
            ours.run()?;
            theirs.run()?;
        }
        let ratio = match pair.what {
            What::NodesPerSecond => ours.nodes as f64 / ours.cpu * theirs.cpu / theirs.nodes as f64,
            What::Nodes => ours.nodes as f64 / theirs.nodes as f64,
            What::WallTime => theirs.wall / ours.wall,
        };
        let unit = match pair.what {
            What::NodesPerSecond => Text::new("nodes per CPU second", "los nodos por segundo de CPU"),
            What::Nodes => Text::new("nodes", "los nodos"),
            What::WallTime => Text::new("speed by the clock", "la velocidad según el reloj"),
        };
        if output.json {
            rows.push(json!({
                "game": pair.game, "task": pair.ours, "unit": unit.english, "count": null,
                "millions_per_cpu_second": null, "ratio": ratio, "peer": pair.theirs,
            }));
        } else {
            let name = format!("{} {}", pair.game, pair.ours);
            let line = text!(
                language,
                "{name:<48} {ratio:>8.3} times the {unit} of {theirs}",
                "{name:<48} {ratio:>8.3} veces {unit} de {theirs}",
                name,
                ratio,
                unit = unit.get(language),
                theirs = pair.theirs,
            );
            writeln!(stdout(), "{line}")?;
        }
    }
    if output.json { json::print("speed", json!({ "rows": rows })) } else { Ok(()) }
}

/// What of two engines is compared.
enum What {
    NodesPerSecond,
    Nodes,
    WallTime,
}

/// Two engines of one binary that take turns.
struct EnginePair {
    game: &'static str,
    ours: &'static str,
    theirs: &'static str,
    rounds: u32,
    what: What,
}

impl EnginePair {
    const fn new(
        game: &'static str,
        ours: &'static str,
        theirs: &'static str,
        rounds: u32,
        what: What,
    ) -> Self {
        Self { game, ours, theirs, rounds, what }
    }
}

const PAIRS: &[EnginePair] = &[
    EnginePair::new("boom", "pvs:depth=13,tt=16", "alphabeta:depth=9,eval=threats", 4, What::NodesPerSecond),
    EnginePair::new("crush", "pvs:depth=12,tt=16", "alphabeta:depth=9,eval=heights", 4, What::NodesPerSecond),
    EnginePair::new(
        "connect4:7x6",
        "pvs:depth=12,tt=16",
        "alphabeta:depth=9,eval=zugzwang",
        4,
        What::NodesPerSecond,
    ),
    EnginePair::new(
        "parchis",
        "pvs:depth=5,tt=16",
        "alphabeta:depth=4,eval=journey",
        4,
        What::NodesPerSecond,
    ),
    EnginePair::new(
        "boom",
        "pvs:depth=8,eval=puntuacion",
        "alphabeta:depth=8,eval=puntuacion",
        1,
        What::Nodes,
    ),
    EnginePair::new(
        "crush",
        "pvs:depth=8,eval=puntuacion",
        "alphabeta:depth=8,eval=puntuacion",
        1,
        What::Nodes,
    ),
    EnginePair::new("boom", "pvs:depth=17,tt=64,threads=2", "pvs:depth=17,tt=64", 2, What::WallTime),
    EnginePair::new("crush", "pvs:depth=15,tt=64,threads=2", "pvs:depth=15,tt=64", 2, What::WallTime),
];

/// An engine and what it took so far. Each round begins with an agent that knows nothing; seating it is not counted.
struct Runner {
    game: Arc<dyn AnyGame>,
    engine: &'static str,
    nodes: u64,
    cpu: f64,
    wall: f64,
}

impl Runner {
    fn new(game: &str, engine: &'static str) -> Result<Self, Failure> {
        Ok(Self { game: catalog().open(game)?, engine, nodes: 0, cpu: 0.0, wall: 0.0 })
    }

    fn run(&mut self) -> Result<(), Failure> {
        let mut agent = poda_catalog::agent(self.game.as_ref(), self.engine)?;
        let session = self.game.session();
        let shallow = ThinkingLimits { depth: Some(1), ..ThinkingLimits::default() };
        // The transposition session is allocated by the first search.
        agent.choose(&session, shallow, &mut NoObserver)?;
        let (cpu, wall) = (ProcessTime::now(), Instant::now());
        self.nodes += agent.choose(&session, ThinkingLimits::default(), &mut NoObserver)?.nodes;
        self.cpu += cpu.elapsed().as_secs_f64();
        self.wall += wall.elapsed().as_secs_f64();
        Ok(())
    }
}
