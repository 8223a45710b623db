//! Runs that are stopped in every way end with the same table as those that are not.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::{
    fs,
    io::{BufRead, BufReader},
    path::Path,
    process::{Command, Output, Stdio},
};

fn poda(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_poda"));
    command.args(arguments).env("XDG_DATA_HOME", folder).env("HOME", folder).env("PODA_LANG", "en");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    poda(folder, arguments).output().unwrap()
}

const TOURNAMENT: &[&str] = &[
    "tournament",
    "--players",
    "pvs:depth=3",
    "pvs:depth=2",
    "mcts:nodes=50",
    "random",
    "--game",
    "boom",
    "--games",
    "20",
    "--openings",
    "random:4",
    "--seed",
    "9",
    "--concurrency",
    "2",
];

/// Kills the run when it has told that many games, without warning.
fn kill_after(folder: &Path, arguments: &[&str], games: u64) -> bool {
    let mut child = poda(folder, arguments).spawn().unwrap();
    let lines = BufReader::new(child.stderr.take().unwrap()).lines().map_while(Result::ok);
    // The first line tells the run; then there is one for every few games.
    let told = lines.take(1 + games as usize).count();
    child.kill().unwrap();
    let status = child.wait().unwrap();
    told == 1 + games as usize && status.code() != Some(0)
}

#[cfg(unix)]
#[test]
fn twenty_kills_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let undisturbed = run(folder.path(), TOURNAMENT);
    assert!(undisturbed.status.success(), "{}", text(&undisturbed.stderr));
    let db = folder.path().join("killed.db");
    let db = db.to_str().unwrap();
    // A run that is killed as soon as it has told its number, then one that goes on for a little each time.
    assert!(kill_after(folder.path(), &[TOURNAMENT, &["--db", db]].concat(), 0));
    let resume = ["resume", "1", "--concurrency", "2", "--db", db];
    let mut kills = 1;
    // Somewhere between the first line and the second: where exactly is up to the machine.
    while kills < 20 {
        assert!(kill_after(folder.path(), &resume, 0), "it was over after {kills} kills");
        kills += 1;
    }
    let resumed = run(folder.path(), &resume);
    assert!(resumed.status.success(), "{}", text(&resumed.stderr));
    assert_eq!(text(&resumed.stdout), text(&undisturbed.stdout));
    let shown = run(folder.path(), &["runs", "show", "1", "--db", db]);
    assert_eq!(text(&shown.stdout), text(&undisturbed.stdout));
}

#[cfg(unix)]
#[test]
fn kills_between_games_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let undisturbed = run(folder.path(), TOURNAMENT);
    let db = folder.path().join("killed.db");
    let db = db.to_str().unwrap();
    kill_after(folder.path(), &[TOURNAMENT, &["--db", db]].concat(), 2);
    let resume = ["resume", "1", "--concurrency", "2", "--db", db];
    // Each goes on for a twentieth of all games; in the end there is nothing left to kill.
    let mut kills = 1;
    while kills < 19 && kill_after(folder.path(), &resume, 1) {
        kills += 1;
    }
    assert!(kills > 5, "only {kills} kills");
    let resumed = run(folder.path(), &resume);
    assert_eq!(text(&resumed.stdout), text(&undisturbed.stdout), "after {kills} kills");
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_prints_how_to_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let arguments =
        ["match", "pvs:depth=5", "pvs:depth=4", "--game", "boom", "--games", "100000", "--seed", "1"];
    let mut child = poda(folder.path(), &arguments).spawn().unwrap();
    let mut errors = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    errors.read_line(&mut line).unwrap();
    assert!(line.starts_with("run 1 in "), "{line}");
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let rest: Vec<String> = errors.lines().map_while(Result::ok).collect();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{rest:?}");
    assert!(rest.last().unwrap().ends_with("go on with: poda resume 1"), "{rest:?}");
    let listed = text(&run(folder.path(), &["runs"]).stdout);
    assert!(listed.contains("can be resumed"), "{listed}");
}

#[test]
fn parts_on_two_machines_are_one_match() {
    let folder = tempfile::tempdir().unwrap();
    let arguments =
        ["match", "pvs:depth=2", "random", "--game", "crush", "--games", "20", "--seed", "3", "--quiet"];
    let whole = run(folder.path(), &arguments);
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for part in ["1", "2", "3"] {
        let (shard, db) = (format!("{part}/3"), path(&format!("{part}.db")));
        let output = run(folder.path(), &[&arguments[..], &["--shard", &shard, "--db", &db]].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
    }
    let merged =
        run(folder.path(), &["merge", &path("1.db"), &path("2.db"), &path("3.db"), "--db", &path("all.db")]);
    assert_eq!(text(&merged.stdout), text(&whole.stdout), "{}", text(&merged.stderr));
}

#[test]
fn recorded_games_are_listed_exported_and_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let arguments =
        ["match", "a=random", "b=random", "--game", "boom", "--games", "4", "--seed", "1", "--quiet"];
    assert!(run(folder.path(), &arguments).status.success());
    let listed = text(&run(folder.path(), &["runs"]).stdout);
    assert_eq!(listed, "   1  boom  round-robin  4/4 games, complete: a, b\n");
    let jsonl = text(&run(folder.path(), &["runs", "export", "1"]).stdout);
    assert_eq!(jsonl.lines().count(), 4);
    let pgn = text(&run(folder.path(), &["runs", "export", "1", "--pgn"]).stdout);
    assert_eq!(pgn.matches("[White ").count(), 4);
    let replayed = run(folder.path(), &["replay", "--run", "1", "--number", "2"]);
    assert!(text(&replayed.stderr).starts_with("boom: a against b, p"), "{}", text(&replayed.stderr));
    assert!(text(&replayed.stdout).lines().last().unwrap().contains("  p"), "{}", text(&replayed.stdout));
    for (arguments, why) in [
        (&["replay", "--run", "1", "--number", "9"][..], "run 1 has no game 9"),
        (&["runs", "show", "7"], "there is no run 7"),
        (&["resume", "7"], "there is no run 7"),
        (&["runs", "--db", "nowhere.db"], "nowhere.db: there are no records yet"),
        (&["merge", "nowhere.db"], "nowhere.db: there are no records"),
    ] {
        let output = run(folder.path(), arguments);
        let errors = text(&output.stderr);
        assert_eq!((output.status.code(), errors.lines().count()), (Some(1), 1), "{errors}");
        assert!(errors.contains(why), "{errors}");
    }
}

#[test]
fn bad_records_are_one_clear_line() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("notes.db");
    fs::write(&file, "not a database, but long enough to be taken for something ".repeat(40)).unwrap();
    let arguments =
        ["match", "random", "random", "--game", "boom", "--games", "2", "--db", file.to_str().unwrap()];
    let output = run(folder.path(), &arguments);
    let errors = text(&output.stderr);
    assert_eq!((output.status.code(), errors.lines().count()), (Some(1), 1), "{errors}");
    assert!(errors.contains("notes.db: it is not a database"), "{errors}");
}
