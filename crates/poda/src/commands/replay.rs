use poda_core::{Message, Translate, message, text};
use std::io::{self, BufRead, IsTerminal, Write};

use poda_agent::GameSession;
use serde_json::json;

use super::{outcome_json, print_json, stdout};
use crate::{
    arguments::{OutputOptions, ReplayArgs},
    failure::Failure,
    terminal::say,
};

pub(crate) fn run(args: &ReplayArgs, output: OutputOptions) -> Result<(), Failure> {
    if let (Some(run), Some(number)) = (args.run, args.number) {
        return recorded(args, run, number, output);
    }
    let position = args.position();
    let (_, mut session) = position.open_at_start()?;
    if let Some(moves) = position.moves() {
        return replay(session.as_mut(), moves, output);
    }
    if io::stdin().is_terminal() {
        say("reading games from standard input, one a line; Ctrl-D ends");
    }
    for (index, line) in io::stdin().lock().lines().enumerate() {
        let line = line.map_err(|error| in_line(index, &error))?;
        while session.undo() {}
        replay(session.as_mut(), &line, output).map_err(|failure| match failure {
            Failure::Failed(why) => in_line(index, &why),
            other => other,
        })?;
    }
    Ok(())
}

/// Replays a game that was recorded.
fn recorded(args: &ReplayArgs, run: i64, number: u64, output: OutputOptions) -> Result<(), Failure> {
    let store = args.records.read()?;
    let contest = store.run(run)?.contest;
    let Some(record) = store.game(run, number)? else {
        return Err(Failure::Failed(message!(
            "run {run} has no game {number}",
            "la serie {run} no tiene la partida {number}",
            run,
            number
        )));
    };
    let name = |place: usize| contest.players.get(place).map_or("?", |player| player.name.as_str());
    let [first, second] = record.players.map(name);
    let result = record.outcome.map_or("none", poda_core::Outcome::word);
    let (game, end) = (&contest.game, record.termination.word());
    say(format!("{game}: {first} against {second}, {result}, {end} {}", record.detail).trim_end());
    let mut session = poda_catalog::open(game)?.session();
    if let Some(start) = &record.opening.start {
        session.set_up(start)?;
    }
    let moves = session.tokens().join(&record.moves().collect::<Vec<_>>());
    replay(session.as_mut(), &moves, output)
}

/// Plays the moves and prints a line for each.
fn replay(session: &mut dyn GameSession, moves: &str, output: OutputOptions) -> Result<(), Failure> {
    for (index, text) in session.tokens().split(moves).into_iter().enumerate() {
        let (ply, side, legal) = (index + 1, session.to_move().number(), session.legal());
        session.play(text).map_err(|error| {
            Failure::Failed(Message::new(|language| {
                text!(language, "ply {ply}: {why}", "jugada {ply}: {why}", ply, why = error.text(language))
            }))
        })?;
        let (next, position, outcome) = (session.to_move().number(), session.position(), session.outcome());
        if output.json {
            print_json(&json!({
                "ply": ply,
                "side": side,
                "legal": legal,
                "move": text,
                "position": position,
                "next": next,
                "outcome": outcome_json(outcome),
            }))?;
        } else {
            let outcome = outcome.map_or("", poda_core::Outcome::word);
            writeln!(
                stdout(),
                "{}",
                format!("{ply:>3}  {side}  {text:<8} {position}  {outcome}").trim_end()
            )?;
        }
    }
    Ok(())
}

/// What is wrong with a line of the input.
fn in_line(index: usize, why: &dyn Translate) -> Failure {
    Failure::Failed(Message::new(|language| {
        text!(
            language,
            "line {line}: {why}",
            "línea {line}: {why}",
            line = index + 1,
            why = why.text(language)
        )
    }))
}
