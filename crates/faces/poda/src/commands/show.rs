use serde_json::json;

use super::stdout;
use crate::{
    arguments::{OutputOptions, ShowArgs},
    failure::Failure,
    json,
    terminal::draw,
};

pub(crate) fn run(args: &ShowArgs, output: OutputOptions) -> Result<(), Failure> {
    let (_, session) = args.position.open()?;
    if output.json {
        let content = json!({
            "to_move": json::side(session.to_move()),
            "legal": session.legal(),
            "outcome": json::outcome(session.outcome()),
        });
        return json::print_at("position", &session, content);
    }
    draw(&mut stdout(), &session.text_board(output.language()))?;
    Ok(())
}
