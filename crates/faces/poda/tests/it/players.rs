//! Programs play wherever a player is named.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::{
    path::Path,
    process::{Command, Output},
};

use serde_json::Value;

fn poda(arguments: &[&str]) -> Output {
    let home = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_poda"));
    command.args(arguments).env("HOME", home.path()).env("PODA_LANG", "en").env("NO_COLOR", "1");
    for name in ["XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"] {
        command.env_remove(name);
    }
    command.output().unwrap()
}

fn bot(protocol: &str, name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../examples/bots").join(name);
    format!("{protocol}:python3 '{}'", path.display())
}

#[test]
fn a_program_plays_against_an_engine() {
    for (protocol, name) in [("json", "json_bot.py"), ("cmd", "ugi_bot.py")] {
        let bot = bot(protocol, name);
        let players = ["--first", &bot, "--second", "pvs:depth=2"];
        let output = poda(&[&["play", "connect4", "--json", "--depth", "2"], &players[..]].concat());
        assert!(output.status.success(), "{name}: {output:?}");
        let game: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!((&game["players"][0]["spec"], &game["end"]["kind"]), (&bot.into(), &"normal".into()));
    }
}

#[test]
fn a_program_is_asked_for_its_best_move() {
    for (protocol, name) in [("json", "json_bot.py"), ("cmd", "ugi_bot.py")] {
        let output = poda(&["best", "connect4", "--moves", "44", "--json", "--agent", &bot(protocol, name)]);
        assert!(output.status.success(), "{name}: {output:?}");
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert!(("1"..="7").contains(&answer["best"].as_str().unwrap()), "{answer}");
    }
}

/// Poda as a program of its own gives every move the score that it gives it at home. BOOM keeps turns, and one of the
/// positions has a move that ends the game.
#[test]
fn a_program_that_tells_scores_compares_moves() {
    let program = format!("cmd:'{}' engine", env!("CARGO_BIN_EXE_poda"));
    for (game, moves) in [("connect4", "445"), ("connect4", "112233"), ("boom", "44")] {
        let scores = |agent: &str| {
            let output =
                poda(&["analyze", game, "--moves", moves, "--depth", "5", "--json", "--agent", agent]);
            assert!(output.status.success(), "{agent}: {output:?}");
            let analysis: Value = serde_json::from_slice(&output.stdout).unwrap();
            let moves = analysis["scores"].as_array().unwrap().clone();
            moves.iter().map(|mv| [mv["move"].clone(), mv["score"].clone()]).collect::<Vec<_>>()
        };
        assert_eq!(scores(&program), scores("pvs"), "{game} {moves}");
    }
}

#[test]
fn what_a_program_cannot_do_is_said_plainly() {
    let output = poda(&["analyze", "connect4", "--agent", &bot("json", "json_bot.py")]);
    assert_eq!(output.status.code(), Some(1));
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(error.contains("\npoda: the program tells no scores"), "{error}");
    // A bad program ends the comparison with its fault, and a finished game has nothing to compare.
    let illegal = bot("json", "bad/illegal.py");
    let output = poda(&["analyze", "connect4", "--agent", &illegal]);
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("legal"), "{output:?}");
    let over = poda(&["analyze", "connect4", "--moves", "1212121", "--agent", &bot("cmd", "ugi_bot.py")]);
    let error = String::from_utf8_lossy(&over.stderr).into_owned();
    assert!(error.ends_with("\npoda: there is no move to choose: the game is over\n"), "{error}");
    let missing = poda(&["best", "connect4", "--agent", "json:./no-such-bot"]);
    assert_eq!(missing.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&missing.stderr).contains("\"./no-such-bot\""));
    let output = poda(&["play", "connect4", "--first", &illegal, "--second", "random"]);
    assert_eq!(output.status.code(), Some(1));
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(error.contains(&format!("\npoda: {illegal}: ")) && error.contains("legal"), "{error}");
}
