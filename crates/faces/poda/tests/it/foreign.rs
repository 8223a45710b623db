//! Records files that come from elsewhere: what they ask for, and what they say.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::{fs, path::Path};

use poda_agent::{BotLimits, SandboxChoice};
use poda_contest::{Conditions, Contest, Format, Openings, Plan, Player, RunStore};

use crate::common::{printed, refusal, run, text};

fn contest(players: [(&str, &str); 2], bots: BotLimits) -> Contest {
    let player = |(name, spec): (&str, &str)| Player { name: name.into(), spec: spec.into(), folder: None };
    Contest {
        game: "boom".into(),
        players: players.map(player).into(),
        plan: Plan { format: Format::RoundRobin, players: 2, games: 2, rounds: 1 },
        openings: Openings::None,
        conditions: Conditions { bots, ..Conditions::default() },
        seed: 1,
        sprt: None,
        shard: None,
    }
}

/// A run whose file wants its command to run without a sandbox, and what the command would leave.
fn hostile(folder: &Path, db: &Path) -> std::path::PathBuf {
    let mark = folder.join("PWNED");
    let bots = BotLimits { sandbox: SandboxChoice::None, memory: 1 << 20, ..BotLimits::default() };
    let command = format!("json:sh -c 'echo yes > {}'", mark.display());
    let store = RunStore::open(db).unwrap();
    store.begin(&contest([("bot", &command), ("b", "random")], bots)).unwrap();
    mark
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_does_not_decide_about_the_sandbox() {
    let home = tempfile::tempdir().unwrap();
    let warning = "warning: the run asks for --sandbox none --memory-limit 1048576; its programs get --sandbox auto --memory-limit 2048\n";
    let foreign = home.path().join("foreign.db");
    let mark = hostile(home.path(), &foreign);
    let resume = ["resume", "1", "--quiet", "--db", foreign.to_str().unwrap()];
    // Commands of another account's file are not started at all.
    let refused = refusal(home.path(), &resume, 2);
    assert!(
        refused.contains("foreign.db: the run starts programs, which --allow-programs allows: \"json:sh"),
        "{refused}"
    );
    let allowed = run(home.path(), &[&resume[..], &["--allow-programs"]].concat());
    let said = text(&allowed.stderr);
    assert!(allowed.status.success() && said.starts_with(warning), "{said}");
    assert!(!mark.exists(), "{said}");
    // Joined with the user's own runs they are not started either.
    let merge = ["merge", foreign.to_str().unwrap()];
    assert!(refusal(home.path(), &merge, 2).contains("--allow-programs allows"));
    // The user's own file: the same sandbox, without being asked.
    hostile(home.path(), &home.path().join("poda/arena.db"));
    let own = run(home.path(), &["resume", "1", "--quiet"]);
    assert!(own.status.success() && text(&own.stderr).starts_with(warning), "{}", text(&own.stderr));
    assert!(!mark.exists());
    // Options that are typed here count.
    hostile(home.path(), &home.path().join("open.db"));
    let open = home.path().join("open.db");
    let open =
        ["resume", "1", "--quiet", "--allow-programs", "--sandbox", "none", "--db", open.to_str().unwrap()];
    printed(home.path(), &open);
    assert!(mark.exists());
}

/// The command that goes on gives programs what they had.
#[test]
fn a_stopped_run_names_the_limits_of_its_programs() {
    let home = tempfile::tempdir().unwrap();
    let slurm = ["slurm", "--shards", "2", "--", "match", "json:./gone", "random", "--sandbox", "none"];
    let script = printed(home.path(), &slurm);
    assert!(script.contains("-$part.db\" --allow-programs --sandbox none\nfi"), "{script}");
}

/// Changes a file without Poda.
fn tamper(db: &Path, statement: &str) {
    let connection = rusqlite::Connection::open(db).unwrap();
    connection.execute_batch(statement).unwrap();
}

#[test]
fn numbers_of_a_file_are_checked_before_anything_is_made_of_them() {
    let home = tempfile::tempdir().unwrap();
    let whole = home.path().join("whole.db");
    let players =
        ["match", "a=random", "b=random", "--game", "boom", "--games", "2", "--seed", "1", "--quiet"];
    printed(home.path(), &[&players[..], &["--db", whole.to_str().unwrap()]].concat());
    let contest = |field: &str, value: &str| {
        format!("update runs set contest = json_set(contest, '$.{field}', json('{value}'))")
    };
    let column = |table: &str, column: &str, value: &str| format!("update {table} set {column} = {value}");
    let db = home.path().join("tampered.db");
    for (statement, why) in [
        (contest("games", "2000000000"), "games is 2000000000: a number from 0 to 10000000"),
        (contest("games", "9000000000000000000"), "games is 9000000000000000000: a number"),
        (contest("games", "-2"), "games is -2: a number"),
        (contest("games", "1000"), "2 games are planned, and the contest has 1000"),
        (contest("rounds", "4294967297"), "rounds is 4294967297: a number"),
        (contest("max_plies", "-1"), "max_plies is -1: a number"),
        (contest("time_ms", "18446744073709551615"), "time_ms is 18446744073709551615: a number"),
        (contest("limits.memory_mb", "18446744073709551615"), "memory_mb is 18446744073709551615: a number"),
        (contest("limits.processes", "-64"), "processes is -64: a number"),
        (contest("limits.scratch_mb", "1e30"), "scratch_mb is 1e+30: a number"),
        (column("runs", "planned", "9000000000000000000"), "9000000000000000000 games are planned, and"),
        (column("runs", "planned", "-1"), "-1 games are planned, and"),
        (column("runs", "created", "-9"), "-9 is no time at which a run began"),
        (column("games", "number", "number - 7"), "-7 is not as it was written"),
        (column("games", "number", "number + 9000000000000000000"), "game 9000000000000000000 of run 1"),
        (column("games", "first", "-1"), "-1 is not as it was written"),
        (column("games", "second", "9000000000000000000"), "there is no such player"),
        (column("games", "seed", "-5"), "-5 is not as it was written"),
        (
            column("games", "plies", "json_set(plies, '$.depths[0]', 4294967297)"),
            "this game is not as it was written",
        ),
        (
            column("games", "plies", "json_set(plies, '$.scores[0]', -2147483648)"),
            "this game is not as it was written",
        ),
        (
            column("games", "plies", "json_set(plies, '$.times_us[0]', -1)"),
            "this game is not as it was written",
        ),
    ] {
        fs::copy(&whole, &db).unwrap();
        tamper(&db, &statement);
        let file = db.to_str().unwrap();
        for command in [
            &["runs", "show", "1"][..],
            &["runs", "games", "1"],
            &["runs", "export", "1"],
            &["resume", "1", "--quiet"],
            &["review", "--run", "1"],
            &["replay", "--run", "1", "--number", "0"],
        ] {
            // The game that is looked for has another number now.
            if statement.contains("number") && command[0] == "replay" {
                continue;
            }
            let error = refusal(home.path(), &[command, &["--db", file]].concat(), 1);
            assert!(error.contains(why), "{statement}: {command:?}: {error}");
        }
        let all = home.path().join("all.db");
        let error = refusal(home.path(), &["merge", file, "--db", all.to_str().unwrap()], 1);
        assert!(error.contains(why), "{statement}: {error}");
        assert!(!all.exists());
    }
}

#[test]
fn texts_of_a_file_are_shown_and_command_nothing() {
    let home = tempfile::tempdir().unwrap();
    let db = home.path().join("names.db");
    let file = db.to_str().unwrap();
    let players =
        ["match", "a=pvs:depth=1", "b=random", "--game", "boom", "--games", "4", "--seed", "1", "--quiet"];
    printed(home.path(), &[&players[..], &["--db", file]].concat());
    let name = "char(27) || ']0;x' || char(7) || char(155) || '2J' || char(8238, 8294) || '<script>|*b' || char(10, 13)";
    tamper(
        &db,
        &format!(
            "update runs set note = {name},
                contest = json_set(contest, '$.players[0].name', {name}, '$.openings', 'random:1');
             update games set detail = {name}, talk_first = {name}"
        ),
    );
    let records = ["--db", file];
    for command in [
        &["runs"][..],
        &["runs", "show", "1"],
        &["runs", "show", "1", "--markdown"],
        &["runs", "show", "1", "--csv"],
        &["runs", "show", "1", "--latex"],
        &["runs", "show", "1", "--json"],
        &["runs", "games", "1"],
        &["runs", "compare", "1", "1"],
        &["runs", "export", "1"],
        &["runs", "export", "1", "--pgn"],
        &["runs", "games", "1", "--lost", "nobody"],
        &["review", "--run", "1"],
        &["replay", "--run", "1", "--number", "0"],
        &["resume", "1"],
    ] {
        let output = run(home.path(), &[command, &records].concat());
        for stream in [output.stdout, output.stderr] {
            let said = String::from_utf8(stream).unwrap();
            let is_bare = |letter: char| {
                letter.is_control() && !matches!(letter, '\n' | '\t')
                    || matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
            };
            // Lines of CSV end as its description says.
            assert!(!said.replace("\r\n", "\n").contains(is_bare), "{command:?}: {said:?}");
        }
    }
    let markdown = printed(home.path(), &[&["runs", "show", "1", "--markdown"][..], &records].concat());
    assert!(markdown.contains("&lt;script&gt;\\|\\*b") && !markdown.contains("<script>"), "{markdown}");
}
