use serde::Serialize;

use super::stdout;
use crate::{
    arguments::{OutputOptions, ShowArgs},
    failure::Failure,
    json::{self, LineJson},
    terminal::draw,
};

pub(crate) fn run(args: &ShowArgs, output: OutputOptions) -> Result<(), Failure> {
    let (_, session) = args.position.open()?;
    if output.json {
        return json::print(
            "position",
            PositionJson {
                line: LineJson::of(session.as_ref()),
                to_move: json::side(session.to_move()),
                legal: session.legal(),
                outcome: json::outcome(session.outcome()),
            },
        );
    }
    draw(&mut stdout(), &session.text_board(output.language()))?;
    Ok(())
}

#[derive(Serialize)]
struct PositionJson {
    #[serde(flatten)]
    line: LineJson,
    to_move: &'static str,
    legal: Vec<String>,
    outcome: Option<&'static str>,
}
