use std::io::Write;

use poda_agent::{Observer, Report};
use serde_json::{Map, json};

use super::{print_json, put_score, stdout};
use crate::{
    arguments::{BestArgs, Manner},
    failure::Failure,
    interrupt,
    terminal::{say, thousands},
};

/// Prints a line per completed depth, and stops on Ctrl-C.
pub(super) struct Commentator {
    pub(super) quiet: bool,
}

impl Observer for Commentator {
    fn stop(&mut self) -> bool {
        interrupt::asked()
    }

    fn report(&mut self, report: &Report) {
        if !self.quiet {
            let Report { depth, score, nodes, line } = report;
            say(&format!(
                "depth {depth:>2}  {score:>8}  {:>14} nodes  {}",
                thousands(*nodes),
                line.join(" ")
            ));
        }
    }
}

pub(crate) fn run(args: &BestArgs, manner: Manner) -> Result<(), Failure> {
    let (game, table) = args.standing.open()?;
    let mut agent = poda_catalog::agent(game.as_ref(), &args.agent)?;
    let mut commentator = Commentator { quiet: args.quiet };
    let choice = agent.choose(table.line(), args.thinking.allowance(), &mut commentator)?;
    if manner.json {
        let mut object = Map::new();
        object.insert("game".into(), json!(game.spec()));
        object.insert("agent".into(), json!(args.agent));
        object.insert("best".into(), json!(choice.mv));
        put_score(&mut object, choice.score);
        object.insert("depth".into(), json!(choice.depth));
        object.insert("nodes".into(), json!(choice.nodes));
        object.insert("leaves".into(), json!(choice.leaves));
        object.insert("pv".into(), json!(choice.line));
        print_json(&object.into())?;
    } else {
        let out = &mut stdout();
        writeln!(out, "best   {}", choice.mv)?;
        if let Some(score) = choice.score {
            writeln!(out, "score  {score}")?;
        }
        writeln!(out, "depth  {}", choice.depth)?;
        writeln!(out, "nodes  {}", choice.nodes)?;
        writeln!(out, "leaves {}", choice.leaves)?;
        writeln!(out, "pv     {}", choice.line.join(" "))?;
    }
    if interrupt::asked() {
        return Err(Failure::Interrupted(format!(
            "stopped at depth {}: the best move so far is above",
            choice.depth
        )));
    }
    Ok(())
}
