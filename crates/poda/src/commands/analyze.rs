use std::{io::Write, ops::ControlFlow};

use poda_core::{MoveScore, SearchObserver, TextStyle, break_if, message};
use serde_json::{Map, Value, json};

use super::{SandboxTold, player, print_json, put_score, stdout};
use crate::{
    arguments::{AnalyzeArgs, OutputOptions},
    failure::Failure,
    interrupt,
    terminal::{say, style},
};

/// Prints a line per completed depth, and stops on Ctrl-C.
struct AnalysisObserver {
    quiet: bool,
}

impl SearchObserver for AnalysisObserver {
    fn nodes(&mut self, _: u64) -> ControlFlow<()> {
        break_if(interrupt::asked())
    }

    fn moves(&mut self, depth: u32, moves: &[MoveScore]) {
        if !self.quiet {
            let texts: Vec<String> =
                moves.iter().map(|place| format!("{} {}", place.mv, score(place))).collect();
            say(&format!("depth {depth:>2}  {}", texts.join("  ")));
        }
    }
}

fn score(place: &MoveScore) -> String {
    match (place.score, place.bounds) {
        (Some(score), _) => score.to_string(),
        (None, Some([least, most])) => format!("{least}..{most}"),
        (None, None) => "?".into(),
    }
}

pub(crate) fn run(args: &AnalyzeArgs, output: OutputOptions) -> Result<(), Failure> {
    let (game, session) = args.search.position.open()?;
    let limits = args.search.limits.limits();
    let mut told = SandboxTold::new(output.language(), args.search.quiet);
    let mut agent = player(game.as_ref(), &args.search.agent, &limits, &mut told)?;
    let mut commentator = AnalysisObserver { quiet: args.search.quiet };
    let moves = agent.analyze(session.line(), args.search.thinking.limits(), &mut commentator)?;
    if output.json {
        let list: Vec<Value> = moves.iter().map(move_json).collect();
        let position = session.position();
        print_json(
            &json!({ "game": game.spec(), "agent": args.search.agent, "position": position, "moves": list }),
        )?;
    } else {
        let best = moves.iter().filter_map(|place| place.score).max();
        let (strong, out) = (style(TextStyle::Strong), &mut stdout());
        for place in &moves {
            let mark = if place.score.is_some() && place.score == best { "*" } else { " " };
            let (mv, score, depth) = (&place.mv, score(place), place.depth);
            let line = place.pv.join(" ");
            writeln!(out, "{mark} {strong}{mv:<8}{strong:#} {score:>16}  {depth:>3}  {line}")?;
        }
    }
    if interrupt::asked() {
        return Err(Failure::Interrupted(message!(
            "stopped: what is known so far is above",
            "detenido: arriba está lo que se sabe hasta ahora"
        )));
    }
    Ok(())
}

fn move_json(place: &MoveScore) -> Value {
    let mut object = Map::new();
    object.insert("move".into(), json!(place.mv));
    put_score(&mut object, place.score);
    if let (None, Some(bounds)) = (place.score, place.bounds) {
        for (name, bound) in ["at_least", "at_most"].into_iter().zip(bounds) {
            object.insert(name.into(), json!(bound.to_string()));
        }
    }
    object.insert("depth".into(), json!(place.depth));
    object.insert("pv".into(), json!(place.pv));
    object.into()
}
