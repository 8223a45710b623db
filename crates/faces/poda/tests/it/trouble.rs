//! Whatever is in the way is told in one clear line, and nothing that was played is lost.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::{
    fs::{self, OpenOptions},
    io::{BufRead, BufReader, Seek, SeekFrom, Write},
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::Command,
};

use crate::common::{at_home, poda, printed, refusal, text};

const MATCH: &[&str] = &[
    "match",
    "a=random",
    "b=random",
    "--game",
    "boom",
    "--games",
    "40",
    "--seed",
    "1",
    "--concurrency",
    "2",
];

struct Home(tempfile::TempDir);

impl Home {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self) -> &Path {
        self.0.path()
    }

    fn file(&self, name: &str) -> PathBuf {
        self.path().join(name)
    }

    fn name(&self, name: &str) -> String {
        self.file(name).to_str().unwrap().to_owned()
    }
}

#[test]
fn players_that_cannot_play_are_refused_before_anything_is_recorded() {
    let home = Home::new();
    let text = home.file("notes.txt");
    fs::write(&text, "not a program").unwrap();
    fs::set_permissions(&text, fs::Permissions::from_mode(0o644)).unwrap();
    let plain_file = format!("json:'{}'", text.display());
    for (player, why, code) in [
        ("json:no-such-program", "there is no program \"no-such-program\"", 1),
        ("cmd:./no/bot", "there is no program \"./no/bot\"", 1),
        (&plain_file, "notes.txt\" is not executable", 1),
        ("cmd:'never closed", "broken command", 2),
        ("nobody", "unknown player \"nobody\"", 2),
        ("pvs:depth=x", "\"x\"", 2),
    ] {
        for command in [&["match", player, "random"][..], &["tournament", "--players", player, "random"]] {
            let arguments = [command, &["--game", "boom", "--games", "2"]].concat();
            let errors = refusal(home.path(), &arguments, code);
            assert!(errors.contains(why), "{errors}");
        }
    }
    assert!(refusal(home.path(), &["runs"], 1).contains("there are no records yet"));
}

#[test]
fn a_program_that_disappears_loses_only_its_own_games() {
    let home = Home::new();
    let bot = home.file("bot");
    // Plays the first legal move, and takes its own file away in its third game as first player.
    let program = "#!/bin/sh
while read -r line; do
    case $line in *'\"moves\":[]'*) games=$((games + 1));; esac
    if [ \"$games\" = 3 ] && [ -e \"$0\" ]; then mv \"$0\" \"$0.away\"; exit 1; fi
    move=${line#*'\"legal\":[\"'}
    echo \"${move%%'\"'*}\"
done
";
    fs::write(&bot, program).unwrap();
    fs::set_permissions(&bot, fs::Permissions::from_mode(0o755)).unwrap();
    let spec = format!("bot=json:'{}'", bot.display());
    let arguments = [
        &[
            "match",
            &spec,
            "random",
            "--game",
            "connect4",
            "--games",
            "6",
            "--seed",
            "1",
            "--openings",
            "none",
        ],
        // In a sandbox it could not take anything away.
        &["--concurrency", "1", "--quiet", "--sandbox", "none"][..],
    ]
    .concat();
    let output = poda(home.path(), &arguments).output().unwrap();
    assert!(output.status.success(), "{}", text(&output.stderr));
    let games = printed(home.path(), &["runs", "export", "1"]);
    let end = |line: &str| {
        let game: serde_json::Value = serde_json::from_str(line).unwrap();
        game["end"]["kind"].as_str().unwrap().to_owned()
    };
    let ends: Vec<String> = games.lines().map(end).collect();
    assert_eq!(ends, ["normal", "normal", "normal", "normal", "crash", "no-start"], "{games}");
}

#[test]
fn what_is_no_database_is_left_alone() {
    let home = Home::new();
    let content = "not a database, but long enough to be taken for something ".repeat(40);
    fs::write(home.file("notes.db"), &content).unwrap();
    for arguments in [MATCH, &["runs"], &["resume", "1"], &["replay", "--run", "1", "--number", "0"]] {
        let errors = refusal(home.path(), &[arguments, &["--db", &home.name("notes.db")]].concat(), 1);
        assert!(errors.contains("notes.db: it is not a database"), "{errors}");
    }
    assert_eq!(fs::read_to_string(home.file("notes.db")).unwrap(), content);
}

/// The file itself says that it is not to be written, which even the administrator's rights do not change.
fn make_read_only(path: &Path) {
    let mut file = OpenOptions::new().write(true).open(path).unwrap();
    // The format's "file format write version": more than 2 means that only reading is understood.
    file.seek(SeekFrom::Start(18)).unwrap();
    file.write_all(&[3]).unwrap();
}

#[test]
fn a_read_only_database_can_be_read_and_not_written() {
    let home = Home::new();
    let db = home.name("read only.db");
    let records = ["--db", &db];
    let table = printed(home.path(), &[MATCH, &records].concat());
    let exported = printed(home.path(), &[&["runs", "export", "1"], &records[..]].concat());
    make_read_only(Path::new(&db));
    let before = fs::read(&db).unwrap();
    for arguments in [MATCH, &["resume", "1"]] {
        let errors = refusal(home.path(), &[arguments, &records].concat(), 1);
        assert!(errors.contains("read only.db: it cannot be written: it is read-only"), "{errors}");
    }
    assert_eq!(fs::read(&db).unwrap(), before);
    assert_eq!(printed(home.path(), &[&["runs", "show", "1"], &records[..]].concat()), table);
    assert_eq!(printed(home.path(), &[&["runs", "export", "1"], &records[..]].concat()), exported);
    printed(home.path(), &[&["replay", "--run", "1", "--number", "3"], &records[..]].concat());
}

/// The disk is full for this program: no file of it may grow beyond some size, and whoever tries is told by an error
/// instead of a signal.
#[test]
fn a_full_disk_loses_nothing() {
    let home = Home::new();
    let many = [
        "match",
        "random",
        "random",
        "--game",
        "boom",
        "--games",
        "400",
        "--seed",
        "1",
        "--concurrency",
        "2",
    ];
    let expected = printed(home.path(), &[&many[..], &["--db", &home.name("whole.db")]].concat());
    let db = home.name("full.db");
    let mut command = Command::new("sh");
    command.args(["-c", "trap '' XFSZ; ulimit -f 160; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_poda")]);
    command.args(many).args(["--quiet", "--db", &db]);
    at_home(&mut command, home.path());
    let output = command.output().unwrap();
    let errors = text(&output.stderr);
    assert_eq!((output.status.code(), errors.lines().count()), (Some(1), 2), "{errors}");
    assert!(errors.starts_with("run 1 in ") && errors.contains("full.db: the disk"), "{errors}");
    assert!(errors.contains("games recorded before are safe; continue with: poda resume 1 --db"), "{errors}");
    let played = printed(home.path(), &["runs", "export", "1", "--db", &db]).lines().count();
    assert!((1..400).contains(&played), "{played}");
    assert_eq!(printed(home.path(), &["resume", "1", "--db", &db]), expected);
}

#[test]
fn two_runs_may_share_a_database_but_a_run_has_one_player() {
    let home = Home::new();
    let players = ["match", "pvs:depth=4", "pvs:depth=3", "--game", "boom"];
    let long = [&players[..], &["--games", "100000", "--openings", "random:4", "--seed", "1"]].concat();
    let mut child = poda(home.path(), &long).spawn().unwrap();
    let mut errors = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    errors.read_line(&mut line).unwrap();
    assert!(line.starts_with("run 1 in "), "{line}");
    // Another run goes well beside it.
    let table = printed(home.path(), MATCH);
    let busy = refusal(home.path(), &["resume", "1"], 1);
    assert!(busy.contains("run 1 is being played by another program"), "{busy}");
    assert_eq!(printed(home.path(), &["runs", "show", "2"]), table);
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(printed(home.path(), &["runs"]).contains("can be resumed"));
    // A dead program holds nothing.
    let mut child = poda(home.path(), &["resume", "1"]).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(child.stderr.take().unwrap()).read_line(&mut line).unwrap();
    assert!(line.starts_with("run 1 in "), "{line}");
    child.kill().unwrap();
    child.wait().unwrap();
    // And nothing lies about that nobody needs: only the killed run's lock is left.
    let locks: Vec<String> = fs::read_dir(home.file("poda"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.contains("lock"))
        .collect();
    assert_eq!(locks, ["arena.db.run1.lock"]);
}
