use std::{io::Write, ops::ControlFlow};

use poda_core::{Language, MoveScore, SearchObserver, TextStyle, Translate, break_if, message};
use serde_json::{Value, json};

use super::{SandboxTold, player, stdout};
use crate::{
    arguments::{AnalyzeArgs, OutputOptions},
    failure::Failure,
    interrupt,
    json::{self, ScoreJson},
    terminal::{heading, say, style},
};

/// Prints a line per completed depth, and stops on Ctrl-C.
struct AnalysisObserver {
    quiet: bool,
    language: Language,
}

impl SearchObserver for AnalysisObserver {
    fn nodes(&mut self, _: u64) -> ControlFlow<()> {
        break_if(interrupt::asked())
    }

    fn moves(&mut self, depth: u32, moves: &[MoveScore]) {
        if !self.quiet {
            let texts: Vec<String> =
                moves.iter().map(|place| format!("{} {}", place.mv, score(place, self.language))).collect();
            let word = self.language.pick("depth", "profundidad");
            say(&format!("{word} {depth:>2}  {}", texts.join("  ")));
        }
    }
}

fn score(place: &MoveScore, language: Language) -> String {
    match (place.score, place.bounds) {
        (Some(score), _) => score.text(language),
        (None, Some([least, most])) => format!("{}..{}", least.text(language), most.text(language)),
        (None, None) => "?".into(),
    }
}

pub(crate) fn run(args: &AnalyzeArgs, output: OutputOptions) -> Result<(), Failure> {
    let (game, session) = args.search.position.open()?;
    let limits = args.search.limits.limits();
    let mut told = SandboxTold::new(output.language(), args.search.quiet);
    let mut agent = player(game.as_ref(), &args.search.agent, &limits, &mut told)?;
    let mut commentator = AnalysisObserver { quiet: args.search.quiet, language: output.language() };
    let moves = agent.analyze(&session, args.search.thinking.limits(), &mut commentator)?;
    if output.json {
        let content = json!({
            "player": json::unnamed(&args.search.agent),
            "scores": moves.iter().map(move_score).collect::<Vec<_>>(),
            "stopped": interrupt::asked(),
        });
        json::print_at("analysis", &session, content)?;
    } else {
        let best = moves.iter().filter_map(|place| place.score).max();
        let (strong, out) = (style(TextStyle::Strong), &mut stdout());
        let [mv, value, depth, line] = output.language().pick(
            ["move", "score", "depth", "principal variation"],
            ["jugada", "valor", "prof.", "variante principal"],
        );
        heading(args.search.quiet, &format!("  {mv:<8} {value:>16}  {depth}  {line}"));
        for place in &moves {
            let mark = if place.score.is_some() && place.score == best { "*" } else { " " };
            let (mv, score, depth) = (&place.mv, score(place, output.language()), place.depth);
            let line = place.pv.join(" ");
            writeln!(out, "{mark} {strong}{mv:<8}{strong:#} {score:>16}  {depth:>5}  {line}")?;
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

/// A move and its score, or what is proved of it.
fn move_score(place: &MoveScore) -> Value {
    let MoveScore { mv, score, bounds, depth, pv } = place;
    let score = match (score, bounds) {
        (None, Some(bounds)) => json!(ScoreJson::between(*bounds)),
        (score, _) => json!(score),
    };
    json!({ "move": mv, "score": score, "depth": depth, "pv": pv })
}
