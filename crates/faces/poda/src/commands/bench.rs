use std::{fs, io::Write, path::Path};

use poda_agent::{Choice, ThinkingLimits};
use poda_core::{Message, NoObserver, Translate, message, text};
use serde_json::json;

use super::{speed, stdout};
use crate::{
    arguments::{BenchArgs, OutputOptions},
    catalog::catalog,
    failure::Failure,
    interrupt, json,
    terminal::{be_quiet, say, whisper},
};

/// The signature this binary was built with.
const BUILT_WITH: &str = include_str!("../../../../../bench/signature.txt");

/// What the signature is made of: game, moves played before, engine.
const SIGNATURE: &[(&str, &str, &str)] = &[
    ("connect4:7x6", "", "minimax:depth=5"),
    ("connect4:7x6", "", "alphabeta:depth=7"),
    ("connect4:7x6", "", "pvs:depth=9"),
    ("connect4:7x6", "4444", "pvs:depth=10"),
    ("connect4:8x8", "", "pvs:depth=8"),
    ("connect4:12x9", "", "pvs:depth=6"),
    ("boom", "", "alphabeta:depth=6,eval=puntuacion"),
    ("boom", "", "alphabeta:depth=8,eval=puntuacion"),
    ("boom", "", "pvs:depth=8"),
    ("crush", "", "alphabeta:depth=6,eval=puntuacion"),
    ("crush", "", "alphabeta:depth=8,eval=puntuacion"),
    ("crush", "", "pvs:depth=8"),
    ("desconecta", "", "alphabeta:depth=7,eval=puntuacion"),
    ("desconecta", "", "pvs:depth=8"),
    ("parchis", "", "alphabeta:depth=4,eval=test"),
    ("parchis", "", "alphabeta:depth=5,eval=test"),
    ("parchis", "", "pvs:depth=4"),
    ("parchis:2024", "", "alphabeta:depth=4,eval=test"),
    ("parchis:2024", "", "alphabeta:depth=5,eval=test"),
    ("parchis:2024", "", "pvs:depth=4"),
    ("parchis:2022", "", "pvs:depth=4"),
    ("nraya", "", "minimax:depth=3"),
    ("nraya", "", "alphabeta:depth=4"),
    ("nraya", "", "pvs:depth=5"),
    ("mnk:15x15:5", "h8", "pvs:depth=3"),
    ("mnk", "", "minimax:depth=9"),
];

pub(crate) fn run(args: &BenchArgs, output: OutputOptions) -> Result<(), Failure> {
    be_quiet(args.quiet);
    // What was measured so far is printed already, and the rest cannot be asked to stop.
    interrupt::leave_with(output.language().pick("stopped", "detenido"));
    if args.speed {
        return speed::run(output);
    }
    let mut lines = Vec::new();
    let mut rows = Vec::new();
    for (game, moves, engine) in SIGNATURE {
        whisper(&format!("{engine} {game} {moves}"));
        let choice = think(game, moves, engine)?;
        let at = if moves.is_empty() { "start" } else { moves };
        lines.push(format!("{engine:<36} {game:<13} {at:<6} {:>9} {}", choice.nodes, choice.mv));
        rows.push(json!({
            "player": engine,
            "game": game,
            "moves": moves,
            "nodes": choice.nodes,
            "best": choice.mv,
        }));
    }
    whisper("");
    let mut signature =
        String::from("# engine, game, position, nodes, best move; `poda bench --write` makes this file\n");
    signature.extend(lines.iter().map(|line| format!("{line}\n")));

    if let Some(path) = &args.write {
        fs::write(path, &signature).map_err(|error| Failure::cannot_write(path, &error))?;
        say(&text!(output.language(), "{path} written", "{path} escrito", path = path.display()));
        return Ok(());
    }
    let expected = match &args.signature {
        None => BUILT_WITH.to_owned(),
        Some(path) => read(path)?,
    };
    if output.json {
        let equal = signature == expected;
        json::print("signature", json!({ "rows": rows, "equal": equal }))?;
    } else {
        stdout().write_all(signature.as_bytes())?;
    }
    match difference(&signature, &expected) {
        None => {
            say(output.language().pick("the signature is the same", "la firma es la misma"));
            Ok(())
        }
        Some(difference) => Err(Failure::Failed(Message::new(|language| {
            text!(
                language,
                "the signature differs: {difference}",
                "la firma es distinta: {difference}",
                difference = difference.text(language),
            )
        }))),
    }
}

/// The first line in which two signatures differ.
fn difference(found: &str, expected: &str) -> Option<Message> {
    let mut pairs = found.lines().zip(expected.lines().chain(std::iter::repeat("")));
    match pairs.find(|(ours, theirs)| ours != theirs) {
        Some((ours, theirs)) => Some(message!(
            "\n  expected {theirs}\n  found    {ours}",
            "\n  se esperaba {theirs}\n  se obtuvo   {ours}",
            theirs,
            ours
        )),
        None if found.lines().count() == expected.lines().count() => None,
        None => Some(message!("the file has more lines", "el fichero tiene más líneas")),
    }
}

fn read(path: &Path) -> Result<String, Failure> {
    fs::read_to_string(path).map_err(|error| Failure::cannot_read(path, &error))
}

fn think(game: &str, moves: &str, engine: &str) -> Result<Choice, Failure> {
    let game = catalog().open(game)?;
    let mut agent = poda_catalog::agent(game.as_ref(), engine)?;
    let session = game.follow(&game.line(None, moves))?;
    Ok(agent.choose(&session, ThinkingLimits::default(), &mut NoObserver)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_signature_is_told_apart() {
        let same = "boom 1\nall 3\n";
        assert_eq!(difference(same, same), None);
        let other = difference(same, "boom 2\nall 3\n").unwrap();
        assert_eq!(other.english(), "\n  expected boom 2\n  found    boom 1");
        assert_eq!(difference(same, "boom 1\n").unwrap().english(), "\n  expected \n  found    all 3");
        assert_eq!(difference("boom 1\n", same).unwrap().english(), "the file has more lines");
    }
}
