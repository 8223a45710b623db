//! What `--json` prints is what `docs/json.md` says, field by field.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::{fs, io::Write, path::Path, process::Stdio};

use serde_json::Value;

use crate::common::{
    forms::{Forms, tables},
    poda, run, text,
};

/// Every command that prints JSON, in a folder where the ones before have left their runs.
const COMMANDS: &[&str] = &[
    "games",
    "show connect4 --moves 44",
    "show connect4 --moves 1122334",
    "best connect4 --depth 3 --quiet --stats",
    "best connect4 --agent random --quiet",
    "best connect4 --moves 112233 --quiet",
    "analyze connect4 --depth 3 --quiet",
    "analyze crush --moves 4433 --agent exact --depth 4 --quiet",
    "analyze connect4 --agent random --quiet",
    "tree connect4 --moves 44 --agent alphabeta --depth 3 --limit 5",
    "tree connect4:8x8 --moves 817283 --agent gaps",
    "tree boom --agent pvs --depth 4 --levels 3",
    "tree crush --moves 12345671 --agent always-explode --depth 2",
    "eval connect4 --moves 445 --eval gaps",
    "eval connect4 --moves 1122334",
    "solve connect4 --moves 225257625346224411156336534 --all",
    "solve connect4:4x4 --moves 11 --weak",
    "solve crush --moves 112233",
    "solve crush --moves 4 --within 3",
    "perft connect4 --depth 2 --divide --results",
    "replay connect4 --moves 1122334",
    "play connect4 --first random --second random --seed 1",
    "play crush --first random --second random --max-plies 4",
    "match random random --game boom --games 12 --seed 1 --sprt 0 100 --quiet",
    "tournament --players random pvs:depth=1 --game boom --games 2 --seed 1 --format gauntlet --quiet",
    "tournament --players a=random b=random c=pvs:depth=1 --game boom --games 2 --seed 1 --quiet --depth 2",
    "match random bad --game connect4 --games 2 --openings none --seed 1 --quiet --shard 1/2",
    "runs",
    "runs show 1",
    "runs show 2",
    "runs export 4",
    "runs games 1 --lost random",
    "runs compare 1 3",
    "review --run 2 --quiet",
    "examine random --game connect4:5x4 --positions 30 --quiet",
    "examine bad --game connect4:4x4 --positions 2 --quiet",
    "replay --run 1 --number 0",
    "tune connect4:4x4 --games 10 --rounds 1 --depth 1",
    "check-bot bad",
    "sandbox --check --sandbox landlock",
    "bench",
];

/// Documented forms that are checked elsewhere, or take too long to be printed in a test.
const ELSEWHERE: &[&str] = &[
    "speed",
    "speed_row",
    "error",
    // Where there is a server.
    "queue",
    "queue_run",
    "queue_worker",
    "queue_job",
    "queue_unable",
    "queue_lack",
];

fn bad_bot() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../examples/bots/bad/illegal.py");
    format!("json:python3 '{}'", path.display())
}

#[test]
fn every_command_prints_what_is_documented() {
    let (home, forms, bad) = (tempfile::tempdir().unwrap(), Forms::read(), bad_bot());
    for command in COMMANDS {
        let words = command.split(' ').map(|word| if word == "bad" { bad.as_str() } else { word });
        let arguments: Vec<&str> = words.chain(["--json"]).collect();
        let output = run(home.path(), &arguments);
        let printed = text(&output.stdout);
        assert!(!printed.is_empty(), "{command}: {}", text(&output.stderr));
        for line in printed.lines() {
            forms.check(line);
        }
    }
    grades(home.path(), &forms);
    assert_eq!(forms.unseen(ELSEWHERE), Vec::<String>::new(), "documented, but never printed");
}

/// A class of two, and its forecast.
fn grades(folder: &Path, forms: &Forms) {
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../examples/bots/json_bot.py");
    for id in ["ana", "eva"] {
        let place = folder.join("class").join(id);
        fs::create_dir_all(&place).unwrap();
        fs::copy(&example, place.join("bot.py")).unwrap();
        fs::write(place.join("bot.toml"), "run = \"python3 bot.py\"\n").unwrap();
    }
    let rubric = "game = \"connect4\"\nopponents = [\"random\"]\ngames = 2\nleague_games = 2\nseed = 1\n";
    fs::write(folder.join("rubric.toml"), rubric).unwrap();
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (class, rubric, out) = (path("class"), path("rubric.toml"), path("out"));
    let grade = [
        "grade",
        &class,
        "--rubric",
        &rubric,
        "--out",
        &out,
        "--quiet",
        "--json",
        "--sandbox",
        "none",
        "--weak-sandbox",
    ];
    for more in [&["--forecast"][..], &[]] {
        let output = run(folder, &[&grade[..], more].concat());
        let printed = text(&output.stdout);
        assert_eq!(printed.lines().count(), 1, "{more:?}: {printed} {}", text(&output.stderr));
        forms.check(&printed);
    }
}

#[test]
fn both_pages_list_the_same_fields() {
    let names = |page: &str| -> Vec<(String, Vec<String>)> {
        let forms = tables(page).into_iter();
        forms.map(|(form, rows)| (form, rows.into_iter().map(|row| row[0].clone()).collect())).collect()
    };
    assert_eq!(names("json.md"), names("es/json.md"));
}

#[test]
fn errors_are_objects_too() {
    let (home, forms) = (tempfile::tempdir().unwrap(), Forms::read());
    for (arguments, exit, kind, message) in [
        (&["best", "chess"][..], 2, "usage", "unknown game \"chess\""),
        (&["best", "connect4", "--depth", "0"], 2, "usage", "invalid value '0' for '--depth"),
        (&["best", "connect4", "--moves", "1122334"], 1, "failed", "the game is over"),
        (&["replay", "connect4", "--moves", "8"], 1, "failed", "illegal move \"8\""),
        (&["runs", "show", "1"], 1, "failed", "there are no records yet"),
        (&["man"], 2, "usage", "`poda man` has no JSON output"),
        (&["completions", "bash"], 2, "usage", "`poda completions` has no JSON output"),
        (&["engine"], 2, "usage", "`poda engine` has no JSON output"),
        (&["serve"], 2, "usage", "`poda serve` has no JSON output"),
    ] {
        let output = run(home.path(), &[arguments, &["--json"]].concat());
        let errors = text(&output.stderr);
        assert_eq!(
            (output.status.code(), errors.lines().count()),
            (Some(exit), 1),
            "{arguments:?}: {errors}"
        );
        assert!(output.stdout.is_empty(), "{arguments:?}");
        let error = forms.check(&errors);
        assert_eq!((&error["exit"], &error["kind"]), (&exit.into(), &kind.into()), "{errors}");
        assert!(error["message"].as_str().unwrap().contains(message), "{errors}");
    }
    // Help is an answer, and no JSON.
    assert!(text(&run(home.path(), &["best", "--help", "--json"]).stdout).contains("Usage: poda best"));
}

#[test]
fn a_match_names_its_run_whatever_is_quiet() {
    let (home, forms) = (tempfile::tempdir().unwrap(), Forms::read());
    let arguments = ["match", "random", "random", "--game", "boom", "--games", "2", "--quiet"];
    let contest = forms.check(&text(&run(home.path(), &[&arguments[..], &["--json"]].concat()).stdout));
    let db = contest["run"]["db"].as_str().unwrap();
    assert_eq!((&contest["run"]["id"], &contest["kind"]), (&1.into(), &"match".into()));
    assert!(Path::new(db).is_file() && Path::new(db).starts_with(home.path()), "{db}");
    let quiet = run(home.path(), &arguments);
    assert_eq!(text(&quiet.stderr), format!("run 2 in {db}\n"));
    // A tournament of two has a table like any other.
    let two = ["tournament", "--players", "a=random", "b=random", "--game", "boom", "--games", "2", "--json"];
    let two = forms.check(&text(&run(home.path(), &two).stdout));
    assert_eq!(two["table"].as_array().map(Vec::len), Some(2), "{two}");
}

#[test]
fn a_game_that_is_left_is_printed_as_it_stands() {
    let (home, forms) = (tempfile::tempdir().unwrap(), Forms::read());
    let mut command = poda(home.path(), &["play", "connect4", "--second", "human", "--json"]);
    let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"4\n4\nquit\n").unwrap();
    let game = forms.check(&text(&child.wait_with_output().unwrap().stdout));
    assert_eq!(game["moves"], serde_json::json!(["4", "4"]));
    assert_eq!((&game["outcome"], &game["end"]["kind"]), (&Value::Null, &"interrupted".into()));
}
