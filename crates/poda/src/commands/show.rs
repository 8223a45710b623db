use serde_json::json;

use super::{outcome_json, print_json, stdout};
use crate::{
    arguments::{OutputOptions, ShowArgs},
    failure::Failure,
    terminal::draw,
};

pub(crate) fn run(args: &ShowArgs, output: OutputOptions) -> Result<(), Failure> {
    let (game, table) = args.position.open()?;
    if output.json {
        return print_json(&json!({
            "game": game.spec(),
            "position": table.position(),
            "moves": table.line().moves,
            "to_move": table.to_move().number(),
            "legal": table.legal(),
            "outcome": outcome_json(table.outcome()),
        }));
    }
    draw(&mut stdout(), &table.text_board(output.language()))?;
    Ok(())
}
