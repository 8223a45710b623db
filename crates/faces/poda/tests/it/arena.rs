//! Runs that are stopped in every way end with the same table as those that are not.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::{
    io::{BufRead, BufReader},
    path::Path,
    process::{Child, Command, Stdio},
    sync::mpsc::{RecvTimeoutError, channel},
    thread,
    time::{Duration, Instant},
};

use crate::common::{poda, printed, refusal, run, text};
use poda_core::mix;

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
    "12",
    "--openings",
    "random:4",
    "--seed",
    "9",
    "--concurrency",
    "2",
];

/// Kills the program after that time, without warning; `false` if it was over before.
fn kill_within(mut child: Child, time: Duration) -> bool {
    let mut stdout = child.stdout.take().unwrap();
    let (sender, receiver) = channel();
    // Standard output closes when the program ends.
    let reader = thread::spawn(move || {
        let _ = std::io::copy(&mut stdout, &mut std::io::sink());
        let _ = sender.send(());
    });
    let runs = receiver.recv_timeout(time) == Err(RecvTimeoutError::Timeout);
    child.kill().unwrap();
    let status = child.wait().unwrap();
    reader.join().unwrap();
    runs && !status.success()
}

/// Everything that was recorded about the games of a run, times aside.
fn games(folder: &Path, db: &str) -> Vec<serde_json::Value> {
    let lines = printed(folder, &["runs", "export", "1", "--db", db]);
    let timeless = |line: &str| {
        let mut game: serde_json::Value = serde_json::from_str(line).unwrap();
        game.as_object_mut().unwrap().remove("times_ms").unwrap();
        game
    };
    lines.lines().map(timeless).collect()
}

/// How often a run is killed.
const KILLS: u64 = 20;

/// Kills a new run at random moments until it has died often enough, and gives how many games it then has. `None` if it
/// came to its end before: `longest`, the longest life between two deaths, was too long for that.
fn kill_again_and_again(folder: &Path, db: &str, longest: Duration, seed: u64) -> Option<usize> {
    let begin = [TOURNAMENT, &["--db", db]].concat();
    let resume = ["resume", "1", "--concurrency", "2", "--db", db];
    let mut is_noted = false;
    for kill in 0..KILLS {
        // Killed before it was noted, a run is begun again.
        is_noted = is_noted || !text(&run(folder, &["runs", "--db", db]).stdout).is_empty();
        let arguments = if is_noted { &resume[..] } else { &begin };
        let child = poda(folder, arguments).stderr(Stdio::null()).spawn().unwrap();
        let share = mix(mix(seed) ^ kill) as f64 / u64::MAX as f64;
        if !kill_within(child, longest.mul_f64(share)) {
            return None;
        }
    }
    Some(if is_noted { games(folder, db).len() } else { 0 })
}

#[test]
fn twenty_kills_at_random_change_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let whole = path("whole.db");
    let start = Instant::now();
    let undisturbed = printed(folder.path(), &[TOURNAMENT, &["--db", &whole]].concat());
    let time = start.elapsed();
    let expected = games(folder.path(), &whole);
    // The lives between the deaths are random, up to a twelfth of the whole run: together less than the whole. Machines
    // are busy at times: if the run was over before its last death, or never came to its first game, lives get shorter
    // or longer and another run is tried.
    let mut longest = time / 12;
    let killed = (0..40).find_map(|attempt| {
        let db = path(&format!("killed{attempt}.db"));
        match kill_again_and_again(folder.path(), &db, longest, attempt) {
            Some(0) => longest = longest * 5 / 4,
            // Killed after its last game and before its last word, it has nothing left to play either.
            Some(played) if played < expected.len() => return Some((db, played)),
            _ => longest = longest * 6 / 7,
        }
        None
    });
    let (db, played) = killed.expect("no run died twenty times between its first and its last game");
    let resumed = printed(folder.path(), &["resume", "1", "--concurrency", "2", "--db", &db]);
    assert_eq!(resumed, undisturbed, "after {played} games");
    assert_eq!(printed(folder.path(), &["runs", "show", "1", "--db", &db]), undisturbed);
    assert_eq!(games(folder.path(), &db), expected);
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_prints_how_to_go_on() {
    let folder = tempfile::tempdir().unwrap();
    let arguments =
        ["match", "pvs:depth=5", "pvs:depth=4", "--game", "boom", "--games", "4000", "--seed", "1"];
    let mut child = poda(folder.path(), &arguments).spawn().unwrap();
    let mut errors = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    errors.read_line(&mut line).unwrap();
    assert!(line.starts_with("run 1 in "), "{line}");
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let rest: Vec<String> = errors.lines().map_while(Result::ok).collect();
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130), "{rest:?}");
    assert!(rest.last().unwrap().ends_with("continue with: poda resume 1"), "{rest:?}");
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
    // Without one of them: every pair that is there counts, and what is missing is said.
    let partial = run(folder.path(), &["merge", &path("1.db"), &path("3.db"), "--db", &path("some.db")]);
    assert!(text(&partial.stderr).contains("missing parts: 2/3"), "{}", text(&partial.stderr));
    let told = text(&partial.stdout);
    assert!(told.contains("Missing: 6 of 20 games"), "{told}");
    let json = run(folder.path(), &["runs", "show", "1", "--json", "--db", &path("some.db")]);
    let contest: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!((&contest["played"], &contest["missing"]), (&14.into(), &6.into()));
    let pairs: u64 = contest["match"]["pentanomial"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(serde_json::Value::as_u64)
        .sum();
    assert_eq!(pairs, 7);
}

#[test]
fn a_match_says_why_a_player_lost() {
    let folder = tempfile::tempdir().unwrap();
    let bots = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../examples/bots/bad");
    let bot = folder.path().join("bot.py");
    // It writes to standard error before it plays what the rules do not know.
    let program = format!(
        "import sys\nprint('losing on purpose', file=sys.stderr, flush=True)\nexec(open({:?}).read())\n",
        bots.join("illegal.py")
    );
    std::fs::write(&bot, program).unwrap();
    let spec = format!("mine=json:python3 '{}'", bot.display());
    let arguments = ["match", &spec, "random", "--game", "connect4", "--games", "4", "--openings", "none"];
    let told = printed(folder.path(), &[&arguments[..], &["--quiet", "--sandbox", "none"]].concat());
    assert!(
        told.contains(
            "mine: 4 lost by an illegal move; the first is game 0: \"99\" is none of the legal moves"
        ),
        "{told}"
    );
    assert!(told.contains("\n  poda replay --run 1 --number 0\n"), "{told}");
    let replayed = run(folder.path(), &["replay", "--run", "1", "--number", "0"]);
    let errors = text(&replayed.stderr);
    assert!(errors.contains("; mine: \"99\" is none of"), "{errors}");
    assert!(errors.contains("mine wrote to standard error:\n  losing on purpose"), "{errors}");
    let lost = printed(folder.path(), &["runs", "games", "1", "--lost", "mine"]);
    assert_eq!(lost.matches(" illegal ").count(), 4, "{lost}");
    assert!(lost.starts_with("game  player 1"), "{lost}");
    assert_eq!(printed(folder.path(), &["runs", "games", "1", "--lost", "random"]).lines().count(), 1);
    let unknown = refusal(folder.path(), &["runs", "games", "1", "--lost", "nobody"], 2);
    assert!(unknown.contains("no player is called \"nobody\": there are mine, random"), "{unknown}");
}

#[test]
fn runs_are_compared_annotated_and_deleted() {
    let folder = tempfile::tempdir().unwrap();
    let play = |players: &[&str]| {
        let rest = ["--game", "boom", "--games", "2", "--seed", "1", "--quiet"];
        printed(folder.path(), &[&["tournament", "--players"], players, &rest[..]].concat())
    };
    play(&["a=random", "b=pvs:depth=1"]);
    play(&["a=random", "@c|d=random", "e=pvs:depth=1"]);
    let compared = printed(folder.path(), &["runs", "compare", "1", "2"]);
    assert!(
        compared.starts_with("player  run 1 (boom): Elo  ± 95 %  points  run 2 (boom): Elo"),
        "{compared}"
    );
    assert_eq!(compared.lines().count(), 5, "{compared}");
    let csv = printed(folder.path(), &["runs", "compare", "1", "2", "--csv"]);
    assert!(csv.contains("\r\n'@c|d,-,-,-,"), "{csv}");
    printed(folder.path(), &["runs", "note", "1", "before the change"]);
    assert!(printed(folder.path(), &["runs"]).contains("  before the change\n"));
    assert!(refusal(folder.path(), &["runs", "delete", "1", "9"], 1).contains("there is no run 9"));
    let deleted = run(folder.path(), &["runs", "delete", "1"]);
    assert_eq!(text(&deleted.stderr), "run 1 is deleted\n");
    assert!(refusal(folder.path(), &["runs", "show", "1"], 1).contains("there is no run 1"));
    assert!(!printed(folder.path(), &["runs"]).contains("before the change"));
}

#[test]
fn a_result_is_a_table_for_reports() {
    let folder = tempfile::tempdir().unwrap();
    let plot = folder.path().join("ratings.svg");
    let players = ["tournament", "--players", "@a<b&c=random", "b_1=pvs:depth=1", "c|2=random"];
    let rest = ["--game", "boom", "--games", "2", "--seed", "1", "--quiet", "--markdown"];
    let markdown =
        printed(folder.path(), &[&players[..], &rest, &["--plot", plot.to_str().unwrap()]].concat());
    assert!(markdown.starts_with("| # | player | Elo | ± 95 % |"), "{markdown}");
    assert!(markdown.contains("| c\\|2 |") && markdown.contains("\n\nGame: boom"), "{markdown}");
    let show = |option: &str| printed(folder.path(), &["runs", "show", "1", option]);
    let csv = show("--csv");
    assert!(csv.contains(",'@a<b&c,") && csv.lines().count() == 4, "{csv}");
    let latex = show("--latex");
    assert!(latex.contains("b\\_1 &") && latex.contains("\\end{tabular}\n% Game: boom"), "{latex}");
    let svg = std::fs::read_to_string(&plot).unwrap();
    assert!(svg.contains("@a&lt;b&amp;c") && svg.matches("<circle").count() == 3, "{svg}");
    assert!(
        refusal(folder.path(), &["runs", "show", "1", "--csv", "--json"], 2)
            .contains("--json cannot be used")
    );
}

#[test]
fn recorded_games_are_listed_exported_and_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let arguments =
        ["match", "a=random", "b=random", "--game", "boom", "--games", "4", "--seed", "1", "--quiet"];
    assert!(run(folder.path(), &arguments).status.success());
    let listed = text(&run(folder.path(), &["runs"]).stdout);
    let words: Vec<Vec<&str>> = listed.lines().map(|line| line.split_whitespace().collect()).collect();
    assert!(words[0].starts_with(&["run", "date", "(UTC)", "game", "kind", "games"]), "{listed}");
    // The date stands between the number and the game.
    assert_eq!((words[1][0], &words[1][3..7]), ("1", &["boom", "match", "4/4", "complete"][..]), "{listed}");
    assert!(listed.lines().nth(1).unwrap().ends_with("  a, b"), "{listed}");
    let jsonl = text(&run(folder.path(), &["runs", "export", "1"]).stdout);
    assert_eq!(jsonl.lines().count(), 4);
    let pgn = text(&run(folder.path(), &["runs", "export", "1", "--pgn"]).stdout);
    assert_eq!(pgn.matches("[White ").count(), 4);
    // The second side has two actions in a turn of BOOM, and the date is that of the run.
    assert!(pgn.contains("{book} 2... ") && !pgn.contains("????"), "{pgn}");
    assert!(pgn.contains(&words[1][1].replace('-', ".")), "{pgn}");
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
        let errors = refusal(folder.path(), arguments, 1);
        assert!(errors.contains(why), "{errors}");
    }
}

/// Player a gives the game away with its last move: it could have stopped four in a row.
#[test]
fn a_review_shows_where_a_game_turned() {
    let folder = tempfile::tempdir().unwrap();
    let openings = folder.path().join("openings.txt");
    // Player 2 has to play 4 here, and the one that takes the last legal move does not.
    std::fs::write(&openings, "112233\n").unwrap();
    let bot = folder.path().join("last.py");
    let program =
        "import sys, json\nfor line in sys.stdin:\n    print(json.loads(line)['legal'][-1], flush=True)\n";
    std::fs::write(&bot, program).unwrap();
    let (spec, from) =
        (format!("last=json:python3 '{}'", bot.display()), format!("file:{}", openings.display()));
    let arguments = ["match", &spec, "pvs:depth=4", "--games", "2", "--openings", &from, "--seed", "1"];
    printed(folder.path(), &[&arguments[..], &["--quiet", "--sandbox", "none"]].concat());
    let review = ["review", "--run", "1", "--player", "last", "--quiet"];
    let told = printed(folder.path(), &review);
    assert!(told.starts_with("game  player  opponent     ply  played  better"), "{told}");
    // As player 1 it wins at once with 4, and plays 7.
    let row: Vec<&str> = told.lines().nth(1).unwrap().split_whitespace().collect();
    assert_eq!(row[..6], ["0", "last", "pvs:depth=4", "7", "7", "4"], "{told}");
    assert_eq!((row[6], row[7]), ("win", "1"), "{told}");
    let unknown = refusal(folder.path(), &["review", "--run", "1", "--player", "nobody"], 2);
    assert!(unknown.contains("no player is called \"nobody\""), "{unknown}");
    let none = printed(folder.path(), &["review", "--run", "1", "--player", "pvs:depth=4", "--quiet"]);
    assert_eq!(none.lines().count(), 1, "{none}");
}
