use std::io::Write;

use poda_core::{LeafCounts, text};
use serde_json::{Value, json};

use super::stdout;
use crate::{
    arguments::{OutputOptions, PerftArgs},
    failure::Failure,
    interrupt, json,
    terminal::{be_quiet, thousands, whisper},
};

pub(crate) fn run(args: &PerftArgs, output: OutputOptions) -> Result<(), Failure> {
    be_quiet(args.quiet);
    let language = output.language();
    let (_, mut session) = args.position.open()?;
    let legal = if args.depth == 0 { Vec::new() } else { session.legal() };
    let mut total = if args.depth == 0 { session.state().count_leaves(0) } else { LeafCounts::default() };
    let mut parts: Vec<(String, u64)> = Vec::new();
    for (index, text) in legal.iter().enumerate() {
        let (all, leaves) = (legal.len(), thousands(total.leaves, language));
        interrupt::leave_with(text!(
            language,
            "stopped after {index} of {all} moves: {leaves} leaves",
            "detenido tras {index} de {all} jugadas: {leaves} hojas",
            index,
            all,
            leaves,
        ));
        if args.depth > 6 {
            whisper(&text!(
                language,
                "{index}/{all} moves, {leaves} leaves",
                "{index}/{all} jugadas, {leaves} hojas",
                index,
                all,
                leaves,
            ));
        }
        session.play(text)?;
        let part = if args.results {
            session.state().count_leaves(args.depth - 1)
        } else {
            LeafCounts { leaves: session.state().perft(args.depth - 1), ..LeafCounts::default() }
        };
        session.undo();
        parts.push((text.clone(), part.leaves));
        total.leaves += part.leaves;
        total.draws += part.draws;
        (0..2).for_each(|side| total.wins[side] += part.wins[side]);
    }
    whisper("");

    if output.json {
        let mut content = json!({ "depth": args.depth, "leaves": total.leaves });
        if args.results {
            let [p1, p2] = total.wins;
            content["results"] = json!({ "p1": p1, "p2": p2, "draws": total.draws });
        }
        if args.divide {
            let parts = parts.iter().map(|(mv, leaves)| json!({ "move": mv, "leaves": leaves }));
            content["divide"] = parts.collect::<Vec<Value>>().into();
        }
        return json::print_at("perft", &session, content);
    }
    let out = &mut stdout();
    if args.divide {
        for (mv, leaves) in &parts {
            writeln!(out, "{mv} {leaves}")?;
        }
    }
    writeln!(out, "{}", total.leaves)?;
    if args.results {
        writeln!(out, "p1 {}\np2 {}\ndraw {}", total.wins[0], total.wins[1], total.draws)?;
    }
    Ok(())
}
