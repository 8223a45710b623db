//! `poda engine` as other tools see it, and driven by the arena.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::{
    io::{BufRead, BufReader, Write},
    process::{Child, Command, Stdio},
};

/// An engine that waits for its host.
fn engine() -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_poda"));
    command.arg("engine").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap()
}

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
        assert!(lines.iter().any(|line| {
            line.starts_with("option name Game type combo default connect4:7x6 var connect4:7x6 ")
        }));
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
        "info string unknown option \"Colour\": Game, Player, Seed, Hash or Threads",
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
    let mut child = engine();
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
    let home = tempfile::tempdir().unwrap();
    let result = |player: &str| {
        let output = Command::new(env!("CARGO_BIN_EXE_poda"))
            .env("HOME", home.path())
            .env_remove("XDG_DATA_HOME")
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
        let contest: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
        let run = contest["run"]["id"].to_string();
        let export = ["runs", "export", &run];
        let mut command = Command::new(env!("CARGO_BIN_EXE_poda"));
        command.args(export).env("HOME", home.path()).env_remove("XDG_DATA_HOME");
        let games = String::from_utf8(command.output().unwrap().stdout).unwrap();
        let moves = |line: &str| serde_json::from_str::<serde_json::Value>(line).unwrap()["moves"].clone();
        games.lines().map(moves).collect::<Vec<_>>()
    };
    let played = result(&engine);
    assert_eq!((played.len(), &played), (2, &result("alphabeta")));
}

/// Sends and expects what a file says.
#[test]
fn a_compliance_checker_is_satisfied() {
    let mut child = engine();
    let mut input = child.stdin.take().unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
    let mut info = String::new();
    for step in include_str!("../uci_compliance.txt").lines().filter(|line| !line.starts_with('#')) {
        match step.split_once(' ') {
            Some((">", command)) => writeln!(input, "{command}").unwrap(),
            Some(("<", start)) => loop {
                let line = lines.next().unwrap_or_else(|| panic!("the engine ended before {step:?}"));
                if line.starts_with("info depth") {
                    info.clone_from(&line);
                }
                if line.starts_with(start) {
                    break;
                }
            },
            _ => {
                assert_eq!(step, "score");
                let words: Vec<&str> = info.split(' ').collect();
                let after = |name: &str| words.iter().position(|word| *word == name).map(|at| words[at + 1]);
                assert!(matches!(after("score"), Some("cp" | "mate")), "{info}");
                for number in ["cp", "mate", "depth", "nodes", "nps", "time"].into_iter().filter_map(after) {
                    assert!(number.parse::<i64>().is_ok(), "{number:?} in {info}");
                }
                let ours = ["leaves", "plies", "draw"];
                assert!(!words.iter().any(|word| ours.contains(word)), "not UCI: {info}");
                info.clear();
            }
        }
    }
    assert!(child.wait().unwrap().success());
}

#[test]
fn no_bytes_end_the_engine() {
    let mut input = b"\xff\xfe\0\n\r\n\ngo depth\ngo depth x\nposition\nsetoption\nsetoption name\n".to_vec();
    input.extend(b"position startpos moves ");
    input.extend(vec![b'4'; 3 << 20]);
    input.extend(b"\nposition startpos moves \xc3\x28\nquery p1turn\nsetoption name Hash value 0\nisready\n");
    let mut child = engine();
    child.stdin.take().unwrap().write_all(&input).unwrap();
    let output = child.wait_with_output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{text}");
    assert!(text.contains("a line of more than 1048576 bytes ignored"), "{text}");
    assert!(text.ends_with("response true\nreadyok\n"), "{text}");
}

/// Table and threads of the player follow the host; a win is a mate, with its exact distance in UGI alone.
#[test]
fn hosts_set_table_and_threads_and_hear_of_mates() {
    let mated = "position startpos moves 1 2 1 2 1 2\ngo depth 3\nisready\n";
    for (hello, options, said) in [
        ("ugi", "setoption name Hash value 1\nsetoption name Threads value 2\n", "score mate 1 plies 1"),
        ("uci", "setoption name hash value 1\n", "score mate 1 nodes"),
        ("uci", "setoption name Hash value x\n", "Hash is a number from 0 to 1048576, not \"x\""),
        ("uci", "setoption name Threads value 0\n", "Threads is a number from 1 to 256, not \"0\""),
        (
            "ugi",
            "setoption name Player value random\nsetoption name Hash value 4\n",
            "the player \"random\" has no Hash",
        ),
        (
            "ugi",
            "setoption name Player value pvs:depth=2,tt=9\nugi\n",
            "option name Hash type spin default 9 min 0",
        ),
    ] {
        let text = dialogue(&[], &format!("{hello}\n{options}{mated}"));
        assert!(text.contains(said), "{options:?} {said:?}: {text}");
        assert!(text.contains("bestmove "), "{text}");
    }
}

/// The first Ctrl-C ends an engine that waits for its host.
#[cfg(unix)]
#[test]
fn ctrl_c_leaves_at_once() {
    for input in ["isready\n", "position startpos\nisready\ngo infinite\n"] {
        let mut child = engine();
        let mut host = child.stdin.take().unwrap();
        host.write_all(input.as_bytes()).unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map(Result::unwrap);
        // Whoever has answered listens for Ctrl-C already.
        assert_eq!(lines.next().unwrap(), "readyok");
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        assert_eq!(child.wait().unwrap().code(), Some(130));
    }
}
