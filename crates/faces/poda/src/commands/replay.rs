use poda_core::{Message, Translate, message, text};
use std::io::{self, BufRead, IsTerminal, Write};

use poda_agent::GameSession;
use poda_contest::{Contest, GameRecord};
use poda_core::Language;
use serde_json::json;

use super::stdout;
use crate::{
    arguments::{OutputOptions, ReplayArgs},
    catalog::catalog,
    failure::Failure,
    interrupt, json,
    terminal::{draw, say},
};

pub(crate) fn run(args: &ReplayArgs, output: OutputOptions) -> Result<(), Failure> {
    if let (Some(run), Some(number)) = (args.run, args.number) {
        return recorded(args, run, number, output);
    }
    let language = output.language();
    let position = args.position();
    let (_, mut session) = position.open_at_start()?;
    if let Some(moves) = position.moves() {
        return replay(&mut session, 1, moves, args.board, output);
    }
    if io::stdin().is_terminal() {
        say(language.pick(
            "reading games from standard input, one a line; Ctrl-D ends",
            "leyendo partidas de la entrada estándar, una por línea; Ctrl-D termina",
        ));
    }
    // Nothing is lost that was printed: there is no reason to wait for the next line.
    interrupt::leave_with(language.pick("stopped", "detenido"));
    for (index, line) in io::stdin().lock().lines().enumerate() {
        let number = index as u64 + 1;
        let line = line.map_err(|error| in_line(index, &error))?;
        while session.undo() {}
        replay(&mut session, number, &line, args.board, output).map_err(|failure| match failure {
            Failure::Failed(why) => in_line(index, &why),
            other => other,
        })?;
    }
    Ok(())
}

/// Replays a game that was recorded.
fn recorded(args: &ReplayArgs, run: i64, number: u64, output: OutputOptions) -> Result<(), Failure> {
    let language = output.language();
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
    let mut session = catalog().open(&contest.game)?.session();
    if let Some(start) = &record.opening.start {
        session.set_up(start)?;
    }
    let moves = session.tokens().join(&record.moves().collect::<Vec<_>>());
    say(&summary(&contest, &record, language));
    let replayed = replay(&mut session, number, &moves, args.board, output);
    for (place, talk) in record.players.iter().zip(&record.talk).filter(|(_, talk)| !talk.is_empty()) {
        let name = name(&contest, *place);
        say(&text!(
            language,
            "{name} wrote to standard error:",
            "{name} escribió en su salida de error:",
            name
        ));
        talk.lines().for_each(|line| say(&format!("  {line}")));
    }
    replayed
}

fn name(contest: &Contest, place: usize) -> &str {
    contest.players.get(place).map_or("?", |player| player.name.as_str())
}

/// Who played, how it ended and why.
fn summary(contest: &Contest, record: &GameRecord, language: Language) -> String {
    let [first, second] = record.players.map(|place| name(contest, place));
    let result = record.outcome.map_or("none", poda_core::Outcome::word);
    let (game, end) = (&contest.game, record.termination.word());
    let against = language.pick("against", "contra");
    let who = format!("{game}: {first} {against} {second}, {result}, {end}");
    match record.at_fault() {
        Some(place) => format!("{who}; {}: {}", name(contest, place), record.detail.text(language)),
        None => format!("{who} {}", record.detail.text(language)).trim_end().to_owned(),
    }
}

/// Plays the moves and prints a line for each.
fn replay(
    session: &mut GameSession,
    number: u64,
    moves: &str,
    board: bool,
    output: OutputOptions,
) -> Result<(), Failure> {
    if !output.json {
        let [ply, side, mv, position] = output
            .language()
            .pick(["ply", "side", "move", "position"], ["n.º", "bando", "jugada", "posición"]);
        say(&format!("{ply:>3}  {side}  {mv:<8} {position}"));
    }
    for (index, text) in session.tokens().split(moves).into_iter().enumerate() {
        let (ply, side, legal) = (index + 1, session.to_move(), session.legal());
        session.play(text).map_err(|error| {
            Failure::Failed(Message::new(|language| {
                text!(language, "ply {ply}: {why}", "jugada {ply}: {why}", ply, why = error.text(language))
            }))
        })?;
        let (next, position, outcome) = (session.to_move(), session.position(), session.outcome());
        if output.json {
            let content = json!({
                "number": number,
                "ply": ply,
                "side": json::side(side),
                "legal": legal,
                "move": text,
                "position": position,
                "next": json::side(next),
                "outcome": json::outcome(outcome),
            });
            json::print("ply", content)?;
        } else {
            let outcome = outcome.map_or("", poda_core::Outcome::word);
            let (side, width) = (side.to_string(), output.language().pick("side", "bando").chars().count());
            writeln!(
                stdout(),
                "{}",
                format!("{ply:>3}  {side:<width$}  {text:<8} {position}  {outcome}").trim_end()
            )?;
            if board {
                let mut out = stdout();
                draw(&mut out, &session.text_board(output.language()))?;
                writeln!(out)?;
            }
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
