//! What a page of commands cannot show: interrupted games, closed pipes, full disks.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::{
    fs,
    io::{Read, Write},
    path::Path,
    process::{Command, Output, Stdio},
};

fn poda(home: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_poda"));
    command.args(arguments).env("HOME", home).env("PODA_LANG", "en").env("NO_COLOR", "1");
    for name in ["XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CONFIG_HOME"] {
        command.env_remove(name);
    }
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn with_input(command: &mut Command, input: &str) -> Output {
    let mut child = command.spawn().unwrap();
    // The program may end before it has read everything.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn a_game_is_kept_and_resumed() {
    let home = tempfile::tempdir().unwrap();
    let play = ["play", "connect4", "--second", "pvs:depth=2"];
    let stopped = with_input(&mut poda(home.path(), &play), "4\nnonsense\nhelp\nmoves\nreglas\n");
    assert_eq!(stopped.status.code(), Some(1));
    assert!(text(&stopped.stderr).contains("poda play --resume"), "{}", text(&stopped.stderr));
    let told = text(&stopped.stdout);
    assert!(told.contains("\"nonsense\" is neither a legal move nor a command"));
    let catalog = poda_catalog::Catalog::built_in();
    let rules = catalog.family("connect4").unwrap().rules.english();
    assert!(told.contains(rules.lines().next().unwrap()) && !told.contains("```"), "{told}");

    let resumed = with_input(&mut poda(home.path(), &["play", "--resume"]), "undo\nundo\n1\nquit\n");
    assert_eq!(resumed.status.code(), Some(0), "{}", text(&resumed.stderr));
    let out = text(&resumed.stdout);
    assert!(out.contains("connect4:7x6: human against pvs:depth=2"), "{out}");
    assert!(out.contains("there is nothing to undo"), "{out}");

    let saved = fs::read_to_string(home.path().join(".local/state/poda/play.json")).unwrap();
    assert!(saved.contains("\"moves\":[\"1\","), "{saved}");
}

#[test]
fn a_finished_game_is_a_record_and_is_forgotten() {
    let home = tempfile::tempdir().unwrap();
    let play = ["play", "connect4", "--moves", "112233", "--second", "human", "--json"];
    let finished = with_input(&mut poda(home.path(), &play), "4\n");
    assert_eq!(finished.status.code(), Some(0));
    let line = text(&finished.stdout);
    assert!(line.contains("\"moves\":[\"1\",\"1\",\"2\",\"2\",\"3\",\"3\",\"4\"]"), "{line}");
    assert!(line.contains("\"outcome\":\"p1\",\"end\":{\"kind\":\"normal\""), "{line}");
    let nothing = with_input(&mut poda(home.path(), &["play", "--resume"]), "");
    assert_eq!(nothing.status.code(), Some(1));
    assert_eq!(text(&nothing.stderr), "poda: there is no unfinished game to resume\n");
}

#[test]
fn machines_may_play_each_other_but_not_for_ever() {
    let home = tempfile::tempdir().unwrap();
    let play =
        ["play", "crush", "--first", "random", "--second", "random:seed=2", "--max-plies", "5", "--json"];
    let stopped = with_input(&mut poda(home.path(), &play), "");
    assert!(text(&stopped.stdout).contains("\"outcome\":null,\"end\":{\"kind\":\"too-long\""));
}

#[test]
fn a_broken_saved_game_is_named() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join(".local/state/poda");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("play.json"), "{broken").unwrap();
    let broken = with_input(&mut poda(home.path(), &["play", "--resume"]), "");
    assert_eq!(broken.status.code(), Some(1));
    assert!(text(&broken.stderr).contains("play.json is not a saved game"), "{}", text(&broken.stderr));
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let home = tempfile::tempdir().unwrap();
    for arguments in
        [&["games"][..], &["replay", "boom", "--moves", "4455667711", "--json"], &["games", "--json"]]
    {
        let mut child = poda(home.path(), arguments).spawn().unwrap();
        drop(child.stdout.take());
        let mut errors = String::new();
        child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
        assert_eq!((child.wait().unwrap().code(), errors.as_str()), (Some(0), ""), "{arguments:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_one_clear_line() {
    let home = tempfile::tempdir().unwrap();
    for arguments in [&["perft", "boom", "--depth", "3"][..], &["show", "boom"], &["games"], &["man"]] {
        let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let output = poda(home.path(), arguments).stdout(full).output().unwrap();
        let errors = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {errors}");
        assert_eq!(errors.lines().count(), 1, "{arguments:?}: {errors}");
        assert!(errors.starts_with("poda: "), "{errors}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_ends_the_thinking_with_the_best_move_so_far() {
    let home = tempfile::tempdir().unwrap();
    let mut child = poda(home.path(), &["best", "connect4", "--depth", "99"]).spawn().unwrap();
    // The first line of progress proves that it thinks; no clock is needed.
    let mut errors = child.stderr.take().unwrap();
    errors.read_exact(&mut [0; 5]).unwrap();
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let mut out = String::new();
    child.stdout.take().unwrap().read_to_string(&mut out).unwrap();
    let mut rest = String::new();
    errors.read_to_string(&mut rest).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(130), "{rest}");
    assert!(out.starts_with("best   "), "{out}");
    assert!(rest.contains("the best move so far is above"), "{rest}");
}

/// Plain minimax knows nothing before its only depth is complete: the move that it falls back to is not the best one.
#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_before_anything_is_known_names_no_move() {
    let home = tempfile::tempdir().unwrap();
    for json in [false, true] {
        let format: &[&str] = if json { &["--json"] } else { &[] };
        let best = ["best", "connect4", "--agent", "minimax:depth=14"];
        let child = poda(home.path(), &[&best[..], format].concat()).spawn().unwrap();
        interrupt_when_it_listens(&child);
        let output = child.wait_with_output().unwrap();
        let (out, errors) = (text(&output.stdout), text(&output.stderr));
        assert_eq!(output.status.code(), Some(130), "{errors}");
        assert!(errors.contains("stopped before anything was known about a move"), "{errors}");
        if json {
            assert!(
                out.contains(r#""best":null,"score":null"#) && out.contains(r#""stopped":true"#),
                "{out}"
            );
        } else {
            assert_eq!(out, "");
        }
    }
}

/// Sends Ctrl-C as soon as the program has a handler for it, which the system tells.
#[cfg(target_os = "linux")]
fn interrupt_when_it_listens(child: &std::process::Child) {
    let status = format!("/proc/{}/status", child.id());
    // The second bit of the mask of caught signals is that of Ctrl-C.
    let listens = || {
        let text = fs::read_to_string(&status).unwrap();
        let mask = text.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap().trim().to_owned();
        u64::from_str_radix(&mask, 16).unwrap() & 2 != 0
    };
    while !listens() {
        std::thread::yield_now();
    }
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
}

#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_ends_what_cannot_be_asked_at_once() {
    let home = tempfile::tempdir().unwrap();
    for (arguments, farewell) in [
        (&["replay", "connect4"][..], "poda: stopped\n"),
        (&["solve", "connect4"], "poda: stopped: 0 positions are solved\n"),
        (&["bench", "--speed"], "poda: stopped\n"),
        // Openings that are drawn after so many plies are rare, and the search for them is long.
        (
            &["match", "random", "random", "--games", "2000", "--openings", "drawn:20"],
            "poda: stopped before the first game\n",
        ),
    ] {
        // Its standard input stays open until the end of the test.
        let mut child = poda(home.path(), arguments).spawn().unwrap();
        let input = child.stdin.take();
        interrupt_when_it_listens(&child);
        let output = child.wait_with_output().unwrap();
        assert_eq!(
            (output.status.code(), text(&output.stderr).as_str()),
            (Some(130), farewell),
            "{arguments:?}"
        );
        drop(input);
    }
}

/// `cargo xtask stress release` compares it in an optimised build; together they prove that both do the same.
#[test]
fn the_signature_is_the_same_in_a_debug_build() {
    let home = tempfile::tempdir().unwrap();
    let signature = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../bench/signature.txt");
    let output = poda(home.path(), &["bench", "--signature", signature]).output().unwrap();
    assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("the signature is the same"), "{}", text(&output.stderr));
}

#[test]
fn replay_reads_games_from_standard_input() {
    let home = tempfile::tempdir().unwrap();
    let output = with_input(&mut poda(home.path(), &["replay", "connect4", "--json"]), "44\n\n1x\n22\n");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(text(&output.stdout).lines().count(), 3, "the lines before the illegal move are kept");
    let errors = text(&output.stderr);
    assert!(errors.contains(r#"line 3: ply 2: illegal move \"x\": legal here: 1 2 3 4 5 6 7"#), "{errors}");
    let not_text = poda(home.path(), &["replay", "connect4"]).spawn().and_then(|mut child| {
        child.stdin.take().unwrap().write_all(&[0xFF, 0xFE, b'\n'])?;
        child.wait_with_output()
    });
    let not_text = not_text.unwrap();
    assert_eq!(not_text.status.code(), Some(1));
    assert!(text(&not_text.stderr).contains("line 1: "), "{}", text(&not_text.stderr));
}

#[test]
fn colours_are_for_terminals_or_for_whoever_asks() {
    let home = tempfile::tempdir().unwrap();
    let show = |arguments: &[&str]| text(&poda(home.path(), arguments).output().unwrap().stdout);
    assert!(!show(&["show", "boom"]).contains('\x1b'));
    assert!(show(&["show", "boom", "--moves", "4", "--color", "always"]).contains('\x1b'));
}

#[test]
fn manual_pages_and_completions_are_written() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("man");
    let output = poda(home.path(), &["man", "--out", folder.to_str().unwrap()]).output().unwrap();
    assert!(output.status.success());
    for page in ["poda.1", "poda-play.1", "poda-best.1"] {
        assert!(fs::read_to_string(folder.join(page)).unwrap().contains("Examples"), "{page}");
    }
    assert!(!folder.join("poda-help.1").exists() && !folder.join("poda-help-play.1").exists());
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        assert!(text(&poda(home.path(), &["completions", shell]).output().unwrap().stdout).contains("perft"));
    }
    // A file where the folder should be.
    let file = home.path().join("file");
    fs::write(&file, "").unwrap();
    let output = poda(home.path(), &["man", "--out", file.to_str().unwrap()]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
}

#[test]
fn the_version_names_the_commit() {
    let home = tempfile::tempdir().unwrap();
    let output = poda(home.path(), &["--version"]).output().unwrap();
    let told = text(&output.stdout);
    let version = concat!("poda ", env!("CARGO_PKG_VERSION"));
    let commit = told.trim_end().strip_prefix(version).unwrap_or_else(|| panic!("{told:?}"));
    let is_repository = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../.git")).exists();
    if is_repository && std::env::var_os("PODA_COMMIT").is_none() {
        let commit =
            commit.strip_prefix(" (").and_then(|commit| commit.strip_suffix(')')).unwrap_or_default();
        let is_hash = commit.len() >= 10 && commit.chars().all(|digit| digit.is_ascii_hexdigit());
        assert!(is_hash, "{told:?}");
    }
}

/// What one command calls so, another one understands too.
#[test]
fn options_have_the_same_names_everywhere() {
    let home = tempfile::tempdir().unwrap();
    for arguments in [
        "best connect4 --player pvs:depth=2",
        "analyze connect4 --player pvs:depth=2 --depth 2",
        "match random random --game boom --games 2 --threads 2",
        "solve connect4:4x4 --moves 1 --concurrency 1",
        "tune connect4:4x4 --games 10 --rounds 1 --depth 1 --max-plies 30 --concurrency 1",
    ] {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        let output = poda(home.path(), &arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "{arguments:?}: {}", text(&output.stderr));
    }
}

/// A terminal without UTF-8 gets lines of ASCII: boards, accents and all.
#[test]
fn a_plain_locale_gets_plain_text() {
    let home = tempfile::tempdir().unwrap();
    for arguments in [
        &["show", "boom", "--moves", "4455"][..],
        &["show", "parchis"],
        &["games"],
        &["--help"],
        &["best", "boom", "--moves", "99"],
    ] {
        let output = poda(home.path(), arguments).env("PODA_LANG", "es").env("LC_ALL", "C").output().unwrap();
        let all = [output.stdout, output.stderr].concat();
        assert!(!all.is_empty() && all.is_ascii(), "{arguments:?}: {}", text(&all));
    }
    let utf8 = poda(home.path(), &["show", "boom"]).env("LC_ALL", "C.UTF-8").output().unwrap();
    assert!(text(&utf8.stdout).contains('┌'), "{}", text(&utf8.stdout));
}

/// Whatever file it is: what is not there is a failure, and no wrong usage.
#[test]
fn a_missing_file_has_one_exit_code() {
    let home = tempfile::tempdir().unwrap();
    for arguments in [
        &["bench", "--signature", "nofile"][..],
        &["runs", "--db", "nofile"],
        &["match", "random", "random", "--games", "2", "--openings", "file:nofile"],
        &["match", "json:./nofile", "random", "--games", "2"],
        &["best", "boom", "--agent", "json:./nofile"],
        &["best", "boom", "--agent", "pvs:eval=threats@nofile"],
        &["check-bot", "json:./nofile"],
        &["serve", "--bots", "nofile"],
        &["grade", "nofolder", "--rubric", "nofile"],
        &["tune", "boom", "--start", "nofile"],
        &["merge", "--db", "new.db", "nofile"],
    ] {
        let output = poda(home.path(), arguments).current_dir(home.path()).output().unwrap();
        let told = text(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}: {told}");
        assert!(told.contains("nofile") || text(&output.stdout).contains("nofile"), "{arguments:?}: {told}");
    }
}

/// Six players with long names and half points: no line is broken at 80 columns, and nothing is left out.
#[test]
fn tables_of_tournaments_fit_a_terminal() {
    let home = tempfile::tempdir().unwrap();
    // On 4x4 random players draw often.
    for (name, game, tables) in [("", "connect4:7x6", 1), ("long-name-", "connect4:4x4", 2)] {
        let players: Vec<String> = (1..=6).map(|number| format!("{name}{number}=random")).collect();
        let mut arguments = vec!["tournament", "--game", game, "--games", "2", "--seed", "1", "--quiet"];
        arguments.push("--players");
        arguments.extend(players.iter().map(String::as_str));
        let output = poda(home.path(), &arguments).output().unwrap();
        let out = text(&output.stdout);
        assert_eq!(output.status.code(), Some(0), "{}", text(&output.stderr));
        assert!(out.lines().all(|line| line.chars().count() <= 80), "{out}");
        let headings = out.lines().filter(|line| line.starts_with('#'));
        assert_eq!(headings.count(), tables, "{out}");
        assert_eq!(
            out.lines().filter(|line| line.split_whitespace().any(|cell| cell == "x")).count(),
            6,
            "{out}"
        );
    }
}

/// Headings are talk: a pipe gets columns only, and `-q` leaves them out.
#[test]
fn columns_have_headings_for_people() {
    let home = tempfile::tempdir().unwrap();
    for (arguments, heading) in [
        (&["analyze", "connect4", "--depth", "2"][..], "principal variation"),
        (&["solve", "connect4", "--moves", "44444"], "microseconds"),
        (&["replay", "boom", "--moves", "44"], "ply  side  move"),
    ] {
        let output = poda(home.path(), arguments).output().unwrap();
        assert!(text(&output.stderr).contains(heading), "{arguments:?}: {}", text(&output.stderr));
        assert!(!text(&output.stdout).contains(heading), "{arguments:?}");
    }
    for arguments in [
        &["analyze", "connect4", "--depth", "2", "-q"][..],
        &["solve", "connect4", "--moves", "44444", "-q"],
        &["perft", "connect4", "--depth", "3", "-q"],
        &["tune", "boom", "--games", "10", "--rounds", "1", "--depth", "1", "--seed", "1", "-q"],
    ] {
        let output = poda(home.path(), arguments).output().unwrap();
        assert!(output.status.success() && !output.stdout.is_empty(), "{arguments:?}");
        assert_eq!(text(&output.stderr), "", "{arguments:?}");
    }
}
