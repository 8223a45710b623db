//! A class in four languages, with everybody who misbehaves in it: graded, killed halfway and gone on with, and the
//! reports are the same. `PODA_CLASS=30 cargo test --release -p poda --test it grade` does it with thirty submissions, and
//! `PODA_LEAGUE=swiss` in a Swiss league.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    io::{BufRead, BufReader},
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use crate::common::forms::Forms;

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
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../examples/bots");
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
    let league = std::env::var("PODA_LEAGUE").unwrap_or_else(|_| "round-robin".to_owned());
    fs::write(&rubric, format!("league = \"{league}\"\n{RUBRIC}")).unwrap();
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

    // Killed in the middle of the games, without warning.
    let killed = folder.path().join("killed");
    let mut child = grade(&submissions, &rubric, &killed, &[]).spawn().unwrap();
    let lines = BufReader::new(child.stderr.take().unwrap()).lines().map_while(Result::ok);
    assert_eq!(lines.filter(|line| line.starts_with("games against opponents")).take(3).count(), 3);
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
    assert_eq!(reports.len(), 5 + 2 * size);
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
    // What a program wrote to its standard error is marked.
    assert!(page("z-middle").contains("\n! ZeroDivisionError"), "{}", page("z-middle"));
    for report in reports.values() {
        assert!(!report.contains(env!("CARGO_TARGET_TMPDIR")) && !report.contains("/builds/"), "{report}");
    }
    every_lost_point_has_a_reason(reports);
    let csv = &reports["moodle.csv"];
    assert_eq!(csv.lines().count(), 1 + size, "{csv}");
    let junit = &reports["junit.xml"];
    assert_eq!(junit.matches("<testsuite ").count(), size);
    assert_eq!(junit.matches("<testcase ").count(), 5 * size);
    let results: serde_json::Value = serde_json::from_str(&reports["results/s00.json"]).unwrap();
    assert_eq!(results["tests"].as_array().unwrap().len(), 5);
    assert!(results["score"].as_f64().unwrap() > 3.0, "{results}");
}

/// In Gradescope's files, and so everywhere: they are made of the same rows.
fn every_lost_point_has_a_reason(reports: &BTreeMap<String, String>) {
    for (name, text) in reports.iter().filter(|(name, _)| name.starts_with("results/")) {
        let results: serde_json::Value = serde_json::from_str(text).unwrap();
        for test in results["tests"].as_array().unwrap() {
            let lost = test["max_score"].as_f64().unwrap() - test["score"].as_f64().unwrap();
            assert!(
                lost < 0.005 || test["output"].as_str().is_some_and(|why| why.len() > 5),
                "{name}: {test}"
            );
        }
    }
}

/// What a real parser of XML and of CSV makes of the reports: names of suites, and all cells.
const PARSE: &str = "
import csv, json, sys, xml.etree.ElementTree as tree
out = sys.argv[1]
suites = [suite.get('name') for suite in tree.parse(out + '/junit.xml').getroot()]
failures = [failure.text for failure in tree.parse(out + '/junit.xml').getroot().iter('failure')]
rows = list(csv.reader(open(out + '/moodle.csv', encoding='utf-8', newline='')))
print(json.dumps([suites, failures, rows]))
";

#[test]
fn whatever_a_student_prints_or_calls_itself_the_reports_are_valid() {
    let folder = tempfile::tempdir().unwrap();
    let (submissions, rubric) = (folder.path().join("submissions"), folder.path().join("rubric.toml"));
    let text_of_rubric = "game = \"connect4\"\nopponents = [\"random\"]\ngames = 2\nleague_games = 0\nmemory_mb = 256\ntime_ms = 9000\n";
    fs::write(&rubric, text_of_rubric).unwrap();
    hand_in(&submissions, "greedy", "bad/greedy.py", "run = \"python3 greedy.py\"");
    let noisy = r#"build = """
printf 'one\\033[31m\\001 \\377\\376 ]]> error: <b>&amp;\\000\\n'; echo more; exit 1"""
run = "./bot""#;
    hand_in(&submissions, "noisy", "json_bot.py", noisy);
    hand_in(
        &submissions,
        "=1+1",
        "json_bot.py",
        "name = \"=HYPERLINK(\\\"http://x\\\")\"\nrun = \"python3 json_bot.py\"",
    );
    hand_in(
        &submissions,
        "tab",
        "bad/illegal.py",
        "name = \"\\t@SUM(A1)\\u001b\"\nrun = \"python3 illegal.py\"",
    );
    hand_in(
        &submissions,
        "Peña Ana_77_assignsubmission_file_",
        "json_bot.py",
        "name = \"-1\"\nrun = \"python3 json_bot.py\"",
    );
    hand_in(&submissions, "latin", "json_bot.py", "");
    fs::write(submissions.join("latin/bot.toml"), b"name = \"Mu\xf1oz\"\nrun = \"python3 json_bot.py\"")
        .unwrap();
    // Whoever waits for a pipe waits for ever.
    hand_in(&submissions, "pipe", "json_bot.py", "");
    fs::remove_file(submissions.join("pipe/bot.toml")).unwrap();
    assert!(Command::new("mkfifo").arg(submissions.join("pipe/bot.toml")).status().unwrap().success());
    let out = folder.path().join("out");
    let output = grade(&submissions, &rubric, &out, &[]).output().unwrap();
    assert!(output.status.success(), "{}", text(&output));
    every_lost_point_has_a_reason(&reports(&out));

    let parsed = Command::new("python3").args(["-c", PARSE]).arg(&out).output().unwrap();
    assert!(parsed.status.success(), "{}", text(&parsed));
    let parsed: serde_json::Value = serde_json::from_slice(&parsed.stdout).unwrap();
    assert_eq!(parsed[0], serde_json::json!(["77", "=1+1", "greedy", "latin", "noisy", "pipe", "tab"]));
    let failures = parsed[1].to_string();
    assert!(
        failures.contains("error: <b>&amp;") && failures.contains("it is no ordinary file"),
        "{failures}"
    );
    let rows = parsed[2].as_array().unwrap();
    assert_eq!(rows.len(), 8);
    for cell in rows.iter().flat_map(|row| row.as_array().unwrap()) {
        let cell = cell.as_str().unwrap();
        assert!(!cell.trim_start().starts_with(['=', '+', '-', '@', '\t']), "{cell}");
        assert!(!cell.chars().any(char::is_control), "{cell:?}");
    }
    assert_eq!(rows[1][0], "Participant 77");
    assert_eq!((&rows[1][2], &rows[4][2]), (&"Peña Ana".into(), &"Muñoz".into()));
    assert!(rows[3][4].as_str().unwrap().contains("of memory"), "{}", rows[3]);
    // The first error in tables, everything on the student's page, and why there were no games.
    let noisy = fs::read_to_string(out.join("results/noisy.json")).unwrap();
    assert!(noisy.contains("error: <b>") && !noisy.contains("more"), "{noisy}");
    assert!(fs::read_to_string(out.join("students/noisy.html")).unwrap().contains("\nmore"));
    let tab = fs::read_to_string(out.join("results/tab.json")).unwrap();
    assert!(
        tab.contains("no games: the step “it answers with a legal move” failed: \\\"99\\\" is none"),
        "{tab}"
    );
    assert!(fs::read_to_string(out.join("students/latin.html")).unwrap().contains("read as Latin-1"));
    let class = fs::read_to_string(out.join("class.html")).unwrap();
    assert!(class.contains("href=\"students/%3D1%2B1.html\"") && !class.contains("<b>&amp;"), "{class}");
    // A name has its own direction of writing.
    assert!(
        class.contains("%3D1%2B1.html\"><bdi>") && class.contains("<small><bdi>=1+1</bdi></small>"),
        "{class}"
    );
}

/// Student, mark and feedback from the table for Moodle.
fn marks(out: &Path) -> BTreeMap<String, String> {
    let table = fs::read_to_string(out.join("moodle.csv")).unwrap();
    let rows = table.lines().skip(1).map(|row| row.split_once(',').unwrap());
    rows.map(|(id, rest)| (id.trim_matches('"').to_owned(), rest.to_owned())).collect()
}

/// The number of runs and of games in the class's records.
fn recorded(out: &Path) -> (usize, u64) {
    let store = poda_contest::RunStore::open(&out.join("games.db")).unwrap();
    let runs = store.runs().unwrap();
    (runs.len(), runs.iter().map(|run| run.played).sum())
}

#[test]
fn who_changed_or_came_later_is_graded_and_nobody_else() {
    let folder = tempfile::tempdir().unwrap();
    let (submissions, rubric) = (folder.path().join("submissions"), folder.path().join("rubric.toml"));
    let text_of_rubric =
        "game = \"connect4\"\nopponents = [\"random\"]\ngames = 2\nopenings = \"random:2\"\n";
    fs::write(&rubric, text_of_rubric).unwrap();
    let bot = |name: &str| {
        format!("name = \"{name}\"\nbuild = \"date +%N > stamp\"\nrun = \"python3 json_bot.py\"")
    };
    for id in ["ana", "eva", "leo"] {
        hand_in(&submissions, id, "json_bot.py", &bot(id));
    }
    let out = folder.path().join("out");
    let graded = |more: &[&str]| {
        let output = grade(&submissions, &rubric, &out, more).output().unwrap();
        assert!(output.status.success(), "{}", text(&output));
        text(&output)
    };
    let stamps = || {
        let builds =
            fs::read_dir(out.join("builds")).unwrap().map(|entry| entry.unwrap().path().join("stamp"));
        builds.filter_map(|path| fs::read_to_string(path).ok()).collect::<BTreeSet<_>>()
    };
    // A forecast plays nothing.
    let said = graded(&["--forecast"]);
    assert!(said.contains("3 submissions can play; 6 games against opponents, 6 in the league"), "{said}");
    assert_eq!(recorded(&out), (0, 0));

    // Ctrl-C in the middle: it says how to go on, and what is done is kept.
    let mut child = grade(&submissions, &rubric, &out, &[]).spawn().unwrap();
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines().map_while(Result::ok);
    assert!(lines.any(|line| line.starts_with("games against opponents 2/")));
    let asked = Command::new("kill").arg("-INT").arg(child.id().to_string()).status().unwrap();
    let rest: String = lines.collect();
    assert!(asked.success() && rest.contains("the same command goes on from here"), "{rest}");
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(recorded(&out).1 >= 2);

    graded(&[]);
    let (first, built) = (marks(&out), stamps());
    // Three against the opponent, and the league.
    assert_eq!((recorded(&out), built.len()), ((4, 6 + 6), 3));
    graded(&[]);
    assert_eq!((marks(&out), stamps(), recorded(&out)), (first.clone(), built.clone(), (4, 12)));

    // One of them again: the others keep their results, and whoever is new is not graded yet.
    hand_in(&submissions, "sol", "json_bot.py", &bot("sol"));
    let said = graded(&["--only", "ana"]);
    assert!(said.contains("not graded yet"), "{said}");
    assert_eq!(marks(&out), first);
    // Two games against the opponent, and two against each of the two others.
    assert_eq!(recorded(&out), (6, 12 + 2 + 4));
    assert_eq!(stamps().intersection(&built).count(), 2);
    let output = grade(&submissions, &rubric, &out, &["--only", "bob"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(
        text(&output).contains("there is no submission \"bob\"; there are: ana, eva, leo, sol"),
        "{}",
        text(&output)
    );

    // The new one plays its own games, and those of the others stay.
    graded(&[]);
    assert_eq!((recorded(&out), marks(&out).len()), ((8, 18 + 2 + 6), 4));
    // One that changed loses what it had.
    hand_in(&submissions, "eva", "bad/illegal.py", "name = \"eva\"\nrun = \"python3 illegal.py\"");
    graded(&[]);
    let after = marks(&out);
    assert!(after["eva"].contains("no games"), "{after:?}");
    assert_eq!(recorded(&out), (8, 26));
}

#[test]
fn nobody_is_graded_without_a_sandbox_unless_told() {
    let folder = tempfile::tempdir().unwrap();
    let (submissions, rubric) = (folder.path().join("submissions"), folder.path().join("rubric.toml"));
    fs::write(&rubric, "game = \"connect4\"\nopponents = [\"random\"]\ngames = 2\nleague_games = 0\n")
        .unwrap();
    hand_in(&submissions, "ana", "json_bot.py", "run = \"python3 json_bot.py\"");
    let out = folder.path().join("out");
    let output = grade(&submissions, &rubric, &out, &["--sandbox", "none"]).output().unwrap();
    assert_eq!(output.status.code(), Some(2), "{}", text(&output));
    assert!(text(&output).contains("--weak-sandbox") && !out.exists(), "{}", text(&output));
    let output =
        grade(&submissions, &rubric, &out, &["--sandbox", "none", "--weak-sandbox"]).output().unwrap();
    assert!(output.status.success(), "{}", text(&output));
    assert!(fs::read_to_string(out.join("class.html")).unwrap().contains("sandbox: none"));
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
        ("game = \"boom\"\nleague = \"cup\"", "league is round-robin or swiss, not \"cup\""),
        ("game = \"boom\"\ntime_ms = 0", "time_ms is from 1 to 1073741824, not 0"),
        ("game = \"boom\"\nstarter = \"nowhere\"", "starter: there is no folder"),
        ("game = \"boom\"\n[late]\ndeadline = \"soon\"\npenalty = 1", "\"soon\" is no date and time"),
        ("game = \"boom\"\n[late]\ndeadline = 2026-11-20T23:59:00\npenalty = 1", "times names the CSV file"),
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
    hand_in(&submissions, "leo", "json_bot.py", "name = \"Leo Gil\"\nrun = \"python3 json_bot.py\"");
    hand_in(&submissions, "eva", "bad/illegal.py", "run = \"python3 illegal.py\"");
    let late = "[late]\ndeadline = 2026-11-20T23:59:00\npenalty = 0.25\ntimes = \"times.csv\"\n";
    let league = "league = \"swiss\"\nleague_names = \"anonymous\"\n";
    fs::write(&rubric, format!("{league}{RUBRIC}{late}")).unwrap();
    fs::write(
        folder.path().join("times.csv"),
        "id,submitted\nana,2026-11-22 10:00\nleo,2026-11-20 10:00\nbob,\n",
    )
    .unwrap();
    let out = folder.path().join("out");
    let output = grade(&submissions, &rubric, &out, &["--lang", "es"]).output().unwrap();
    assert!(output.status.success(), "{}", text(&output));
    let said = text(&output);
    // What machines read is what is documented, in any language.
    let forms = Forms::read();
    for more in [&["--json", "--forecast"][..], &["--json"]] {
        let output = grade(&submissions, &rubric, &out, &[more, &["--quiet", "--lang", "es"]].concat())
            .output()
            .unwrap();
        forms.check(&String::from_utf8_lossy(&output.stdout));
    }
    for part in [
        "previsión: pueden jugar 2 entregas; 8 partidas contra rivales, 2 en la liga",
        "compilando y comprobando 3/3",
    ] {
        assert!(said.contains(part), "{part}: {said}");
    }
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
        "<small>/ 10,00</small>",
        "En la liga te llamas <strong>",
        "-0,50",
        "con 2 días de retraso",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    let pseudonym = page.split("te llamas <strong>").nth(1).and_then(|rest| rest.split('<').next()).unwrap();
    let league = fs::read_to_string(out.join("league.html")).unwrap();
    assert!(
        league.contains(pseudonym) && !league.contains("Leo Gil") && !league.contains("Ana &"),
        "{league}"
    );
    let page = fs::read_to_string(out.join("students/eva.html")).unwrap();
    assert!(page.contains("✗ &#34;99&#34; no es ninguna de las jugadas legales"), "{page}");
    assert!(fs::read_to_string(out.join("moodle.csv")).unwrap().contains("Calificación"));
    let class = fs::read_to_string(out.join("class.html")).unwrap();
    for part in [
        "Cuántos tienen cuántos puntos",
        "−0,50</span>",
        "puntos perdidos",
        "fecha límite 2026-11-20 23:59:00",
    ] {
        assert!(class.contains(part), "{part}: {class}");
    }
    // Two copies of the same program: a hint, and only on the teacher's page.
    let copying = fs::read_to_string(out.join("copying.html")).unwrap();
    assert!(copying.contains("json_bot.py") && copying.contains("Leo Gil"), "{copying}");
    // Without the text of the style sheet, nobody's page says a word of it.
    assert!(!page.contains("copia") && !class.contains("<td>json_bot.py"));
}

/// The words of a report outside of the brackets that translated texts have in the test language.
fn untranslated(report: &str) -> BTreeSet<String> {
    let cut = |text: &str, open: &str, close: &str| -> String {
        let (first, rest) = text.split_once(open).unwrap_or((text, ""));
        let parts = rest.split(open).map(|part| part.split_once(close).map_or("", |(_, after)| after));
        std::iter::once(first).chain(parts).collect::<Vec<_>>().join(" ")
    };
    let text = cut(&cut(&cut(&cut(report, "<style", "</style"), "<script", "</script"), "<", ">"), "⟦", "⟧");
    let words =
        text.split(|character: char| !character.is_alphabetic()).filter(|word| word.chars().count() > 1);
    words.map(str::to_owned).collect()
}

#[test]
fn the_example_is_graded_and_every_report_is_translated() {
    let class = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../examples/class");
    let folder = tempfile::tempdir().unwrap();
    let output = grade(&class.join("submissions"), &class.join("rubric.toml"), folder.path(), &["--quiet"])
        .env("PODA_LANG", "brackets")
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", text(&output));
    // Names, what programs print, and what machines read.
    let allowed = "Práctica Ana García Leo Martín Eva Núñez Ruiz Sol ana leo eva bot toml cpp py python connect bubblewrap \
        random easy ninja minimax poda replay run number db games draw p1 p2 input error expected at end of In function int main \
        return this to match note name score max output tests Landlock seccomp";
    let allowed: BTreeSet<String> = allowed.split_whitespace().map(str::to_owned).collect();
    let reports = reports(folder.path());
    for (name, report) in &reports {
        let words: Vec<String> = untranslated(report).difference(&allowed).cloned().collect();
        // The first line of an XML file is for machines.
        let words: Vec<&String> = words.iter().filter(|word| name != "junit.xml" || *word != "UTF").collect();
        assert!(words.is_empty(), "{name}: {words:?} in {report}");
    }
    // Sol's code is Ana's with other names; the starter's lines are no hint, and Leo wrote his own.
    let copying = &reports["copying.html"];
    assert!(copying.contains("Ruiz Sol</bdi></a> · <a") && copying.contains("Ana García"), "{copying}");
    assert!(!copying.contains("Leo"), "{copying}");
    assert!(reports["students/leo.html"].contains("-1.00"), "{}", reports["students/leo.html"]);
}
