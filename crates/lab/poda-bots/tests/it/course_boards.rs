//! The boards that courses' players see show what our rules say: positions, legal moves, children and ends over random games.

#![expect(clippy::disallowed_types, reason = "the boards are in other languages and have to be compiled")]
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::{
    fmt::Write as _,
    io::Write as _,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use poda_agent::GameSession;
use poda_bots::JsonCells;
use poda_core::{Outcome, fold, mix};

fn crate_file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(name)
}

fn own_folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs a program with an input, and says clearly if there is none.
fn run(command: &mut Command, input: &str) -> String {
    let child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
    let mut child = child.unwrap_or_else(|error| panic!("this test needs {command:?}: {error}"));
    let mut pipe = child.stdin.take().unwrap();
    let input = input.to_owned();
    // A program that fails early does not read to the end.
    let writer = std::thread::spawn(move || drop(pipe.write_all(input.as_bytes())));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{command:?}: {said}{}", String::from_utf8_lossy(&output.stderr));
    said
}

/// Random games, a line for everything that a board has to show.
fn record(
    game: &str,
    games: u64,
    head: &str,
    at: &dyn Fn(&GameSession, &str) -> String,
    end: &dyn Fn(Outcome, &GameSession) -> String,
) -> (String, usize) {
    let rules = poda_catalog::Catalog::built_in().open(game).unwrap();
    let (mut text, mut positions) = (String::new(), 0);
    for number in 0..games {
        let mut session = rules.session();
        let mut chance = fold(mix(number), 19);
        writeln!(text, "game {head}").unwrap();
        loop {
            let position = session.position();
            let cells: String = JsonCells::read(&position).unwrap().cells.iter().map(u8::to_string).collect();
            writeln!(text, "at {}", at(&session, &cells)).unwrap();
            positions += 1;
            if let Some(outcome) = session.outcome() {
                writeln!(text, "{}", end(outcome, &session)).unwrap();
                break;
            }
            let legal = session.legal();
            writeln!(text, "legal {}", legal.join(" ")).unwrap();
            if session.line().moves.len() >= 150 && game != "nraya" {
                break;
            }
            chance = mix(chance);
            let index = (u128::from(chance) * legal.len() as u128) >> 64;
            writeln!(text, "play {}", legal[index as usize]).unwrap();
            session.play(&legal[index as usize]).unwrap();
        }
    }
    (text, positions)
}

fn winner(outcome: Outcome, draw: &str) -> String {
    match outcome {
        Outcome::Win(side) => side.number().to_string(),
        Outcome::Draw => draw.to_owned(),
    }
}

fn cpp(source: &str, standard: &str, include: &str) -> PathBuf {
    let program = own_folder("boards").join(source);
    let mut compiler = Command::new("g++");
    compiler.args([standard, "-O1", "-Wall", "-Wextra", "-Werror", "-I"]).arg(crate_file(include));
    compiler.arg("-o").arg(&program).arg(crate_file(&format!("tests/courses/{source}.cpp")));
    run(&mut compiler, "");
    program
}

#[test]
fn the_board_of_boom_crush_desconecta_and_conecta_4_is_ours() {
    let program = cpp("compare_connect", "-std=gnu++14", "courses/connect");
    for (game, games) in [("boom", 150), ("crush", 150), ("desconecta", 150), ("connect4:7x7", 150)] {
        let at = |session: &GameSession, cells: &str| {
            let ply = session.line().moves.len();
            let position = session.position();
            let said = position.split_whitespace().nth(2).is_none_or(|said| said == ply.to_string());
            assert!(said, "{position}");
            format!("{} {ply} {cells}", session.to_move().number())
        };
        let (text, positions) =
            record(game, games, game, &at, &|outcome, _| format!("end {}", winner(outcome, "0")));
        let bombs = text.contains("play B") || game == "connect4:7x7";
        assert!(positions > 3000 && bombs && text.contains("end"), "{game}: {positions}");
        assert_eq!(run(&mut Command::new(&program), &text).trim(), positions.to_string(), "{game}");
    }
}

#[test]
fn the_board_of_n_en_raya_is_ours() {
    let program = cpp("compare_nraya", "-std=gnu++17", "courses/nraya");
    for (game, head, games) in [
        ("nraya", "9 9 5", 60),
        ("mnk:3x3:3", "3 3 3", 200),
        ("mnk:7x5:4", "7 5 4", 40),
        ("mnk:15x15:5", "15 15 5", 5),
    ] {
        let at = |session: &GameSession, cells: &str| {
            let position = session.position();
            let (_, fields) = position.split_once(' ').unwrap();
            format!("{cells} {fields}")
        };
        let end = |outcome: Outcome, session: &GameSession| {
            // The course has no cap.
            let capped = game == "nraya" && session.line().moves.len() >= 400;
            if capped { "cap".to_owned() } else { format!("end {}", winner(outcome, "-1")) }
        };
        let (text, positions) = record(game, games, head, &at, &end);
        assert!(positions > 500 && text.contains("end"), "{game}: {positions}");
        assert_eq!(run(&mut Command::new(&program), &text).trim(), positions.to_string(), "{game}");
    }
}

#[test]
fn the_board_of_the_java_course_is_ours() {
    let classes = own_folder("java-boards");
    let mut compiler = Command::new("javac");
    compiler.args(["-J-XX:+UseSerialGC", "-J-XX:TieredStopAtLevel=1", "-d"]).arg(&classes);
    compiler.arg(crate_file("courses/java/Tauler.java")).arg(crate_file("tests/courses/CompareJava.java"));
    run(&mut compiler, "");
    let mut all = String::new();
    let mut count = 0;
    for (game, size, games) in
        [("connect4:8x8", "8", 100), ("connect4:4x4", "4", 100), ("connect4:10x10", "10", 20)]
    {
        let at = |session: &GameSession, cells: &str| format!("{} {cells}", session.to_move().number());
        let (text, positions) =
            record(game, games, size, &at, &|outcome, _| format!("end {}", winner(outcome, "0")));
        all.push_str(&text);
        count += positions;
    }
    assert!(count > 3000 && all.contains("end 0") && all.contains("end 2"), "{count}");
    let mut java = Command::new("java");
    java.args(["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp"]).arg(&classes).arg("CompareJava");
    assert_eq!(run(&mut java, &all).trim(), count.to_string());
}
