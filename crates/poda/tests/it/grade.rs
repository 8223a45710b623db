//! A class in four languages, with everybody who misbehaves in it: graded, killed halfway and gone on with, and the
//! reports are the same. `PODA_CLASS=30 cargo test --release -p poda --test it grade` does it with thirty submissions.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::{
    collections::BTreeMap,
    fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

const RUBRIC: &str = r#"
title = "Práctica 3"
game = "connect4:7x6"
seed = 7
time_ms = 2000
opponents = ["easy=random", "ninja=pvs:depth=2"]
games = 2
league_games = 2
openings = "random:2"

[[nodes]]
algorithm = "minimax"
depth = 3

[[nodes]]
algorithm = "minimax"
depth = 2
moves = "4455"
"#;

/// Good submissions in turn: file, `bot.toml`.
const GOOD: &[(&str, &str)] = &[
    ("json_bot.py", "run = \"python3 json_bot.py\"\nnodes = \"python3 count_nodes.py\""),
    ("json_bot.js", "run = \"node json_bot.js\"\nnodes = \"python3 count_nodes.py --without-root\""),
    ("json_bot.cpp", "build = \"g++ -O1 -o bot json_bot.cpp\"\nrun = \"./bot\"\nprotocol = \"json\""),
    ("json_bot.rs", "build = \"rustc -o bot json_bot.rs\"\nrun = \"./bot\""),
    ("ugi_bot.py", "run = \"python3 ugi_bot.py\"\nprotocol = \"ugi\""),
    ("ugi_bot.js", "run = \"node ugi_bot.js\"\nprotocol = \"ugi\""),
    ("ugi_bot.cpp", "build = \"g++ -O1 -o bot ugi_bot.cpp\"\nrun = \"./bot\"\nprotocol = \"ugi\""),
    ("ugi_bot.rs", "build = \"rustc -o bot ugi_bot.rs\"\nrun = \"./bot\"\nprotocol = \"ugi\""),
];

/// Submissions that cost nobody but themselves: name, file, `bot.toml`, what the report says.
const BAD: &[(&str, &str, &str, &str)] = &[
    ("z-illegal", "bad/illegal.py", "run = \"python3 illegal.py\"", "is none of the legal moves"),
    (
        "z-crash",
        "bad/crash_at_start.py",
        "run = \"python3 crash_at_start.py\"",
        "the program ended: exit status: 1",
    ),
    (
        "z-middle",
        "bad/crash_in_the_middle.py",
        "run = \"python3 crash_in_the_middle.py\"",
        "ZeroDivisionError",
    ),
    ("z-babble", "bad/babble.py", "run = \"python3 babble.py\"", "let me think ..."),
    ("z-huge", "bad/huge_output.py", "run = \"python3 huge_output.py\"", "a line of more than 65536 bytes"),
    (
        "z-stays",
        "bad/ignores_quit.py",
        "run = \"python3 ignores_quit.py\"",
        "it was still running 300 ms later",
    ),
    ("z-unbuilt", "json_bot.cpp", "build = \"g++ nowhere.cpp\"\nrun = \"./bot\"", "nowhere.cpp"),
    ("z-broken", "json_bot.py", "run = [", "bot.toml: line 1"),
    ("z-empty", "json_bot.py", "name = \"nothing to run\"", "missing field `run`"),
];

fn class_size() -> usize {
    std::env::var("PODA_CLASS").ok().and_then(|size| size.parse().ok()).unwrap_or(13)
}

fn hand_in(folder: &Path, id: &str, file: &str, toml: &str) {
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/bots");
    let place = folder.join(id);
    fs::create_dir_all(&place).unwrap();
    let name = Path::new(file).file_name().unwrap();
    fs::copy(examples.join(file), place.join(name)).unwrap();
    fs::copy(examples.join("count_nodes.py"), place.join("count_nodes.py")).unwrap();
    fs::write(place.join("bot.toml"), toml).unwrap();
}

/// The class, and its rubric.
fn class(folder: &Path) -> (PathBuf, PathBuf) {
    for program in ["python3", "node", "g++", "rustc"] {
        let there =
            Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        assert!(there.is_ok_and(|status| status.success()), "this test needs {program}");
    }
    let submissions = folder.join("submissions");
    for number in 0..class_size().saturating_sub(BAD.len()) {
        let (file, toml) = GOOD[number % GOOD.len()];
        let toml = format!("name = \"Student {number}\"\n{toml}\n");
        hand_in(&submissions, &format!("s{number:02}"), file, &toml);
    }
    for (id, file, toml, _) in BAD {
        hand_in(&submissions, id, file, toml);
    }
    let rubric = folder.join("rubric.toml");
    fs::write(&rubric, RUBRIC).unwrap();
    (submissions, rubric)
}

fn grade(submissions: &Path, rubric: &Path, out: &Path, more: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_poda"));
    command.arg("grade").arg(submissions).arg("--rubric").arg(rubric).arg("--out").arg(out);
    command.args(["--concurrency", "2"]).args(more).env("PODA_LANG", "en");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Every report with its text; the records aside.
fn reports(out: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for folder in ["", "students", "results"] {
        for entry in fs::read_dir(out.join(folder)).unwrap() {
            let path = entry.unwrap().path();
            let name = path.strip_prefix(out).unwrap().display().to_string();
            if path.is_file() && !name.starts_with("games.db") {
                found.insert(name, fs::read_to_string(&path).unwrap());
            }
        }
    }
    found
}

fn text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

#[test]
fn a_class_is_graded_and_a_kill_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (submissions, rubric) = class(folder.path());
    let whole = folder.path().join("whole");
    let output = grade(&submissions, &rubric, &whole, &[]).output().unwrap();
    assert!(output.status.success(), "{}", text(&output));
    let expected = reports(&whole);

    // Killed when half of the class is done, without warning.
    let killed = folder.path().join("killed");
    let mut child = grade(&submissions, &rubric, &killed, &[]).spawn().unwrap();
    let lines = BufReader::new(child.stderr.take().unwrap()).lines();
    assert_eq!(lines.take(class_size() / 2).count(), class_size() / 2);
    child.kill().unwrap();
    child.wait().unwrap();
    let output = grade(&submissions, &rubric, &killed, &[]).output().unwrap();
    assert!(output.status.success(), "{}", text(&output));
    let found = reports(&killed);
    assert_eq!(found.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>());
    for (name, report) in &found {
        assert_eq!(report, &expected[name], "{name}");
    }

    check_reports(&expected);
}

fn check_reports(reports: &BTreeMap<String, String>) {
    let size = class_size();
    assert_eq!(reports.len(), 3 + 2 * size);
    for (id, _, _, what) in BAD {
        let page = reports[&format!("students/{id}.html")].replace("&#34;", "\"");
        assert!(page.contains(what), "{id}: {page}");
    }
    let page = |id: &str| &reports[&format!("students/{id}.html")];
    assert!(page("s00").contains(">right<"), "{}", page("s00"));
    assert!(page("s01").contains("off by one: the root is not counted"), "{}", page("s01"));
    let lost = reports
        .iter()
        .filter(|(name, text)| name.starts_with("students/s") && text.contains("poda replay --run"));
    assert!(lost.count() > 0, "nobody lost a game whose turning point can be shown");
    let csv = &reports["moodle.csv"];
    assert_eq!(csv.lines().count(), 1 + size, "{csv}");
    let junit = &reports["junit.xml"];
    assert_eq!(junit.matches("<testsuite ").count(), size);
    assert_eq!(junit.matches("<testcase ").count(), 5 * size);
    let results: serde_json::Value = serde_json::from_str(&reports["results/s00.json"]).unwrap();
    assert_eq!(results["tests"].as_array().unwrap().len(), 5);
    assert!(results["score"].as_f64().unwrap() > 3.0, "{results}");
}

#[test]
fn what_cannot_be_graded_is_one_clear_line() {
    let folder = tempfile::tempdir().unwrap();
    let rubric = folder.path().join("rubric.toml");
    let empty = folder.path().join("empty");
    fs::create_dir(&empty).unwrap();
    for (text_of_rubric, why) in [
        ("game = [", "rubric.toml: line 1: "),
        ("seed = 1", "missing field `game`"),
        ("game = \"chess\"", "unknown game \"chess\""),
        ("game = \"boom\"\ncolour = 1", "rubric.toml: line 2: unknown field `colour`"),
        ("game = \"boom\"\nopponents = [\"nobody\"]", "opponents: unknown player \"nobody\""),
        ("game = \"boom\"\nopenings = \"x\"", "unknown openings \"x\""),
        ("game = \"boom\"\n[[nodes]]\nalgorithm = \"bfs\"\ndepth = 2", "not \"bfs\""),
        (
            "game = \"boom\"\n[[nodes]]\nalgorithm = \"minimax\"\ndepth = 2\nmoves = \"x\"",
            "illegal move \"x\"",
        ),
        ("game = \"boom\"", "there is no sub-folder with a submission in it"),
    ] {
        fs::write(&rubric, text_of_rubric).unwrap();
        let output = grade(&empty, &rubric, &folder.path().join("out"), &["--quiet"]).output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(!output.status.success());
        assert!(errors.contains(why) && errors.lines().count() == 1, "{errors}");
    }
}

#[test]
fn reports_speak_spanish() {
    let folder = tempfile::tempdir().unwrap();
    let (submissions, rubric) = (folder.path().join("submissions"), folder.path().join("rubric.toml"));
    hand_in(&submissions, "ana", "json_bot.py", "name = \"Ana <3\"\nrun = \"python3 json_bot.py\"");
    hand_in(&submissions, "eva", "bad/illegal.py", "run = \"python3 illegal.py\"");
    // A league is not asked for, and counts nothing.
    fs::write(&rubric, RUBRIC.replace("league_games = 2", "league_games = 0")).unwrap();
    let out = folder.path().join("out");
    let output = grade(&submissions, &rubric, &out, &["--lang", "es"]).output().unwrap();
    assert!(output.status.success(), "{}", text(&output));
    let page = fs::read_to_string(out.join("students/ana.html")).unwrap();
    for part in [
        "<html lang=\"es\">",
        "Ana &#60;3",
        "compilación",
        "Nodos de la búsqueda",
        "profundidad 2, tras 4455: bot.toml no nombra ningún comando `nodes`",
        "rivales",
        "Eras el jugador",
        "<svg class=\"board\"",
        "<small>/ 9,00</small>",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    assert!(!page.contains("liga"), "{page}");
    let page = fs::read_to_string(out.join("students/eva.html")).unwrap();
    assert!(page.contains("✗ &#34;99&#34; no es ninguna de las jugadas legales"), "{page}");
    assert!(fs::read_to_string(out.join("moodle.csv")).unwrap().contains("Calificación"));
}
