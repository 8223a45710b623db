//! `poda engine` as other tools see it, and driven by the arena.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::{
    io::{BufRead, BufReader, Write},
    process::{Command, Stdio},
};

fn dialogue(arguments: &[&str], input: &str) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_poda"));
    command.arg("engine").args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn a_host_is_answered_in_its_own_words() {
    for (hello, answer) in [("ugi", "ugiok"), ("uci", "uciok")] {
        let text = dialogue(&[], &format!("{hello}\nisready\nquit\n"));
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].starts_with("id name Poda"), "{text}");
        assert!(
            lines.iter().any(|line| line.starts_with("option name Game type combo default connect4:7x6 var"))
        );
        assert_eq!(lines[lines.len() - 2..], [answer, "readyok"]);
    }
}

#[test]
fn every_game_is_thought_about() {
    for (game, moves, side) in [
        ("connect4:8x8", "moves 4 4", "true"),
        ("boom", "moves 4", "false"),
        ("crush", "", "true"),
        ("desconecta", "", "true"),
        ("parchis:2024", "", "true"),
    ] {
        let input = format!(
            "setoption name Game value {game}\nuginewgame\nposition startpos {moves}\nquery p1turn\nquery gameover\n\
             query result\ngo depth 3\nisready\n"
        );
        let text = dialogue(&["--player", "pvs"], &input);
        assert!(
            text.starts_with(&format!("response {side}\nresponse false\nresponse none\n")),
            "{game}: {text}"
        );
        assert!(text.contains("readyok") && text.contains("bestmove "), "{game}: {text}");
    }
}

#[test]
fn what_makes_no_sense_is_remarked_and_ignored() {
    let input = "hello\nsetoption name Game value chess\nsetoption name Colour value red\nposition startpos moves 9\n\
                 position fen nonsense\nsetoption name Seed value x\nquery result\n";
    let text = dialogue(&[], input);
    for part in [
        "info string unknown command \"hello\" ignored",
        "info string unknown game \"chess\"",
        "info string unknown option \"Colour\"",
        "info string ply 1: illegal move \"9\"",
        "info string broken position \"nonsense\"",
        "info string \"x\" is not a seed",
        "response none",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let over =
        dialogue(&[], "position startpos moves 1 2 1 2 1 2 1\nquery result\nquery gameover\ngo depth 2\n");
    assert!(over.starts_with("response p1win\nresponse true\ninfo string the game is over"), "{over}");
}

#[test]
fn endless_thinking_ends_when_it_is_told_to() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_poda"))
        .arg("engine")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    input.write_all(b"position startpos\ngo infinite\n").unwrap();
    assert!(lines.next().unwrap().starts_with("info depth 1"));
    input.write_all(b"stop\n").unwrap();
    assert!(lines.any(|line| line.starts_with("bestmove ")));
    input.write_all(b"quit\n").unwrap();
    assert!(child.wait().unwrap().success());
}

#[test]
fn the_engine_plays_in_the_arena_as_it_does_at_home() {
    let engine = format!("cmd:'{}' engine --player alphabeta", env!("CARGO_BIN_EXE_poda"));
    let moves = |player: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_poda"))
            .args([
                "match",
                &format!("a={player}"),
                "b=random",
                "--game",
                "boom",
                "--games",
                "2",
                "--seed",
                "4",
            ])
            .args(["--depth", "3", "--json", "--quiet"])
            .output()
            .unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!(moves(&engine), moves("alphabeta"));
}
