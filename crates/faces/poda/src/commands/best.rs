use std::{io::Write, ops::ControlFlow, time::Instant};

use poda_agent::Choice;
use poda_core::{Language, Progress, SearchObserver, Translate, break_if, message, text};
use serde_json::{Value, json};

use super::{SandboxTold, player, stdout};
use crate::{
    arguments::{BestArgs, OutputOptions},
    failure::Failure,
    interrupt, json,
    terminal::{say, thousands},
};

/// Prints a line per completed depth, and stops on Ctrl-C. Remembers when each depth was reached.
pub(super) struct BestObserver {
    quiet: bool,
    language: Language,
    start: Instant,
    depths: Vec<(u32, u64, f64)>,
}

impl BestObserver {
    /// One that says nothing.
    pub(super) fn silent() -> Self {
        Self::new(true, Language::default())
    }

    fn new(quiet: bool, language: Language) -> Self {
        Self { quiet, language, start: Instant::now(), depths: Vec::new() }
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
            say(&text!(
                self.language,
                "depth {depth:>2}  {score:>8}  {nodes:>14} nodes  {pv}",
                "profundidad {depth:>2}  {score:>8}  {nodes:>14} nodos  {pv}",
                depth,
                score = score.text(self.language),
                nodes = thousands(*nodes, self.language),
                pv = pv.join(" "),
            ));
        }
        ControlFlow::Continue(())
    }
}

pub(crate) fn run(args: &BestArgs, output: OutputOptions) -> Result<(), Failure> {
    let (game, session) = args.search.position.open()?;
    let limits = args.search.limits.limits();
    let mut told = SandboxTold::new(output.language(), args.search.quiet);
    let mut agent = player(game.as_ref(), &args.search.agent, &limits, &mut told)?;
    let mut observer = BestObserver::new(args.search.quiet, output.language());
    let choice = agent.choose(&session, args.search.thinking.limits(), &mut observer)?;
    // A move that was returned only because some move had to be is not the best one.
    let knows_nothing = interrupt::asked() && choice.depth == 0 && choice.score.is_none();
    if output.json {
        let mut content = json!({
            "player": json::unnamed(&args.search.agent),
            "best": (!knows_nothing).then_some(&choice.mv),
            "score": choice.score,
            "depth": choice.depth,
            "nodes": choice.nodes,
            "leaves": choice.leaves,
            "pv": if knows_nothing { &[] } else { choice.pv.as_slice() },
            "stopped": interrupt::asked(),
        });
        if args.stats {
            content["stats"] = statistics_json(&choice, &observer);
        }
        json::print_at("best", &session, content)?;
    } else if !knows_nothing {
        let out = &mut stdout();
        print_choice(out, &choice, output.language())?;
        if args.stats {
            print_statistics(out, &choice, &observer, output.language())?;
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

fn print_choice(out: &mut dyn Write, choice: &Choice, language: Language) -> Result<(), Failure> {
    let score = choice.score.map(|score| score.text(language));
    let rows = [
        (language.pick("best", "mejor"), Some(choice.mv.clone())),
        (language.pick("score", "puntuación"), score),
        (language.pick("depth", "profundidad"), Some(choice.depth.to_string())),
        (language.pick("nodes", "nodos"), Some(choice.nodes.to_string())),
        (language.pick("leaves", "hojas"), Some(choice.leaves.to_string())),
        (language.pick("pv", "variante"), Some(choice.pv.join(" "))),
    ];
    let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or_default();
    for (name, value) in rows {
        if let Some(value) = value {
            writeln!(out, "{name:<width$} {value}")?;
        }
    }
    Ok(())
}

/// The branching factor of a tree of equal width that has as many leaves at that depth.
fn effective_branching(choice: &Choice) -> f64 {
    (choice.leaves.max(1) as f64).powf(1.0 / f64::from(choice.depth.max(1)))
}

fn print_statistics(
    out: &mut dyn Write,
    choice: &Choice,
    observer: &BestObserver,
    language: Language,
) -> Result<(), Failure> {
    let statistics = choice.statistics;
    let all: u64 = statistics.cut_offs.iter().sum();
    let factor = language.pick("effective branching factor", "factor de ramificación efectivo");
    writeln!(out, "{factor}  {:.2}", effective_branching(choice))?;
    let hits = text!(
        language,
        "table hits  {hits} of {questions}",
        "aciertos de la tabla  {hits} de {questions}",
        hits = statistics.table_hits,
        questions = statistics.table_questions,
    );
    writeln!(out, "{hits}")?;
    let cut_offs = text!(
        language,
        "cut-offs    {all}, by the number of the move that made them:",
        "podas  {all}, según el número de la jugada que las causó:",
        all,
    );
    writeln!(out, "{cut_offs}")?;
    for (index, count) in statistics.cut_offs.iter().enumerate().filter(|(_, count)| **count > 0) {
        let last = if index + 1 == statistics.cut_offs.len() { "+" } else { "" };
        let share = *count as f64 * 100.0 / all as f64;
        writeln!(out, "  {:>2}{last:<1} {count:>12}  {share:>5.1} %", index + 1)?;
    }
    let [depth, nodes, seconds] =
        language.pick(["depth", "nodes", "seconds"], ["prof.", "nodos", "segundos"]);
    writeln!(out, "{depth:>5} {nodes:>12} {seconds:>10}")?;
    for (depth, nodes, seconds) in &observer.depths {
        writeln!(out, "{depth:>5} {nodes:>12} {seconds:>10.3}")?;
    }
    Ok(())
}

/// Statistics of a search, and the time of each completed depth.
fn statistics_json(choice: &Choice, observer: &BestObserver) -> Value {
    let depth = |(depth, nodes, seconds): &(u32, u64, f64)| json!({ "depth": depth, "nodes": nodes, "seconds": seconds });
    json!({
        "effective_branching_factor": effective_branching(choice),
        "table_hits": choice.statistics.table_hits,
        "table_questions": choice.statistics.table_questions,
        "cut_offs": choice.statistics.cut_offs,
        "depths": observer.depths.iter().map(depth).collect::<Vec<_>>(),
    })
}
