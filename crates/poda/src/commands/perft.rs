use std::io::Write;

use poda_core::LeafCounts;
use serde_json::{Value, json};

use super::{print_json, stdout};
use crate::{
    arguments::{OutputOptions, PerftArgs},
    failure::Failure,
    interrupt,
    terminal::{thousands, whisper},
};

pub(crate) fn run(args: &PerftArgs, output: OutputOptions) -> Result<(), Failure> {
    let (game, mut session) = args.position.open()?;
    let started = session.position();
    let legal = if args.depth == 0 { Vec::new() } else { session.legal() };
    let mut total = if args.depth == 0 { session.count_leaves(0) } else { LeafCounts::default() };
    let mut parts: Vec<(String, u64)> = Vec::new();
    for (index, text) in legal.iter().enumerate() {
        let so_far = thousands(total.leaves);
        interrupt::leave_with(format!(
            "poda: stopped after {index} of {} moves: {so_far} leaves",
            legal.len()
        ));
        if args.depth > 6 {
            whisper(&format!("{index}/{} moves, {so_far} leaves", legal.len()));
        }
        session.play(text)?;
        let part = if args.results {
            session.count_leaves(args.depth - 1)
        } else {
            LeafCounts { leaves: session.perft(args.depth - 1), ..LeafCounts::default() }
        };
        session.undo();
        parts.push((text.clone(), part.leaves));
        total.leaves += part.leaves;
        total.draws += part.draws;
        (0..2).for_each(|side| total.wins[side] += part.wins[side]);
    }
    whisper("");

    if output.json {
        let mut object = json!({
            "game": game.spec(),
            "position": started,
            "depth": args.depth,
            "leaves": total.leaves,
        });
        if args.results {
            object["wins_p1"] = json!(total.wins[0]);
            object["wins_p2"] = json!(total.wins[1]);
            object["draws"] = json!(total.draws);
        }
        if args.divide {
            object["divide"] =
                parts.iter().map(|(mv, leaves)| json!({ "move": mv, "leaves": leaves })).collect::<Value>();
        }
        return print_json(&object);
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
