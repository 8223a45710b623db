use serde_json::json;

use super::{outcome_json, print_json, stdout};
use crate::{
    arguments::{OutputOptions, ShowArgs},
    failure::Failure,
    terminal::draw,
};

pub(crate) fn run(args: &ShowArgs, output: OutputOptions) -> Result<(), Failure> {
    let (game, session) = args.position.open()?;
    if output.json {
        return print_json(&json!({
            "game": game.spec(),
            "position": session.position(),
            "moves": session.line().moves,
            "to_move": session.to_move().number(),
            "legal": session.legal(),
            "outcome": outcome_json(session.outcome()),
        }));
    }
    draw(&mut stdout(), &session.text_board(output.language()))?;
    Ok(())
}
