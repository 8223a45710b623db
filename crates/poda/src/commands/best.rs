use std::{io::Write, ops::ControlFlow, time::Instant};

use poda_agent::Choice;
use poda_core::{Progress, SearchObserver, break_if, message};
use serde::Serialize;

use super::{SandboxTold, player, stdout};
use crate::{
    arguments::{BestArgs, OutputOptions},
    failure::Failure,
    interrupt,
    json::{self, LineJson, PlayerJson, ScoreJson},
    terminal::{say, thousands},
};

/// Prints a line per completed depth, and stops on Ctrl-C. Remembers when each depth was reached.
pub(super) struct BestObserver {
    quiet: bool,
    start: Instant,
    depths: Vec<(u32, u64, f64)>,
}

impl BestObserver {
    pub(super) fn new(quiet: bool) -> Self {
        Self { quiet, start: Instant::now(), depths: Vec::new() }
    }
}

impl SearchObserver for BestObserver {
    fn nodes(&mut self, _: u64) -> ControlFlow<()> {
        break_if(interrupt::asked())
    }

    fn depth(&mut self, progress: &Progress<'_>) -> ControlFlow<()> {
        let Progress { depth, score, nodes, pv } = progress;
        self.depths.push((*depth, *nodes, self.start.elapsed().as_secs_f64()));
        if !self.quiet {
            let (nodes, pv) = (thousands(*nodes), pv.join(" "));
            say(&format!("depth {depth:>2}  {score:>8}  {nodes:>14} nodes  {pv}"));
        }
        ControlFlow::Continue(())
    }
}

pub(crate) fn run(args: &BestArgs, output: OutputOptions) -> Result<(), Failure> {
    let (game, session) = args.search.position.open()?;
    let limits = args.search.limits.limits();
    let mut told = SandboxTold::new(output.language(), args.search.quiet);
    let mut agent = player(game.as_ref(), &args.search.agent, &limits, &mut told)?;
    let mut observer = BestObserver::new(args.search.quiet);
    let choice = agent.choose(session.line(), args.search.thinking.limits(), &mut observer)?;
    // A move that was returned only because some move had to be is not the best one.
    let knows_nothing = interrupt::asked() && choice.depth == 0 && choice.score.is_none();
    if output.json {
        json::print(
            "best",
            BestJson {
                line: LineJson::of(session.as_ref()),
                player: PlayerJson::of_spec(&args.search.agent),
                best: (!knows_nothing).then_some(choice.mv.as_str()),
                score: choice.score.map(ScoreJson::from),
                depth: choice.depth,
                nodes: choice.nodes,
                leaves: choice.leaves,
                pv: if knows_nothing { &[] } else { &choice.pv },
                stopped: interrupt::asked(),
                stats: args.stats.then(|| StatsJson::of(&choice, &observer)),
            },
        )?;
    } else if !knows_nothing {
        let out = &mut stdout();
        writeln!(out, "best   {}", choice.mv)?;
        if let Some(score) = choice.score {
            writeln!(out, "score  {score}")?;
        }
        writeln!(out, "depth  {}", choice.depth)?;
        writeln!(out, "nodes  {}", choice.nodes)?;
        writeln!(out, "leaves {}", choice.leaves)?;
        writeln!(out, "pv     {}", choice.pv.join(" "))?;
        if args.stats {
            print_statistics(out, &choice, &observer)?;
        }
    }
    if knows_nothing {
        return Err(Failure::Interrupted(message!(
            "stopped before anything was known about a move",
            "detenido antes de saber nada de ninguna jugada"
        )));
    }
    if interrupt::asked() {
        return Err(Failure::Interrupted(message!(
            "stopped at depth {depth}: the best move so far is above",
            "detenido a profundidad {depth}: arriba está la mejor jugada hasta ahora",
            depth = choice.depth
        )));
    }
    Ok(())
}

/// The branching factor of a tree of equal width that has as many leaves at that depth.
fn effective_branching(choice: &Choice) -> f64 {
    (choice.leaves.max(1) as f64).powf(1.0 / f64::from(choice.depth.max(1)))
}

fn print_statistics(out: &mut dyn Write, choice: &Choice, observer: &BestObserver) -> Result<(), Failure> {
    let statistics = choice.statistics;
    let all: u64 = statistics.cut_offs.iter().sum();
    writeln!(out, "effective branching factor  {:.2}", effective_branching(choice))?;
    writeln!(out, "table hits  {} of {}", statistics.table_hits, statistics.table_questions)?;
    writeln!(out, "cut-offs    {all}, by the number of the move that made them:")?;
    for (index, count) in statistics.cut_offs.iter().enumerate().filter(|(_, count)| **count > 0) {
        let last = if index + 1 == statistics.cut_offs.len() { "+" } else { "" };
        let share = *count as f64 * 100.0 / all as f64;
        writeln!(out, "  {:>2}{last:<1} {count:>12}  {share:>5.1} %", index + 1)?;
    }
    writeln!(out, "depth        nodes    seconds")?;
    for (depth, nodes, seconds) in &observer.depths {
        writeln!(out, "{depth:>5} {nodes:>12} {seconds:>10.3}")?;
    }
    Ok(())
}

#[derive(Serialize)]
struct BestJson<'a> {
    #[serde(flatten)]
    line: LineJson,
    player: PlayerJson,
    best: Option<&'a str>,
    score: Option<ScoreJson>,
    depth: u32,
    nodes: u64,
    leaves: u64,
    pv: &'a [String],
    stopped: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    stats: Option<StatsJson<'a>>,
}

/// How a search went.
#[derive(Serialize)]
struct StatsJson<'a> {
    effective_branching_factor: f64,
    table_hits: u64,
    table_questions: u64,
    cut_offs: &'a [u64],
    depths: Vec<DepthJson>,
}

/// When a depth was complete.
#[derive(Serialize)]
struct DepthJson {
    depth: u32,
    nodes: u64,
    seconds: f64,
}

impl<'a> StatsJson<'a> {
    fn of(choice: &'a Choice, observer: &BestObserver) -> Self {
        let depth = |(depth, nodes, seconds): &(u32, u64, f64)| DepthJson {
            depth: *depth,
            nodes: *nodes,
            seconds: *seconds,
        };
        Self {
            effective_branching_factor: effective_branching(choice),
            table_hits: choice.statistics.table_hits,
            table_questions: choice.statistics.table_questions,
            cut_offs: &choice.statistics.cut_offs,
            depths: observer.depths.iter().map(depth).collect(),
        }
    }
}
