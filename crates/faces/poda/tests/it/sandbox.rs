//! Programs that attack: under each sandbox every one is named, harms nobody, and leaves nothing behind.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]
#![cfg(target_os = "linux")]

use std::{
    collections::HashSet,
    fs,
    net::TcpListener,
    os::unix::{
        fs::{MetadataExt, PermissionsExt, chown},
        process::CommandExt,
    },
    path::{Path, PathBuf},
    process::{Command, Output},
    thread,
};

use serde_json::Value;

use crate::common::{at_home, poda, text};

/// An attack, and how its games end: the word in the records, and what is said about it. `|` separates what may be said on
/// machines with and without control groups.
struct Attack {
    file: &'static str,
    argument: &'static str,
    game: &'static str,
    bwrap: (&'static str, &'static str),
    landlock: (&'static str, &'static str),
}

const HELD: (&str, &str) = ("normal", "held");

const fn attack(file: &'static str, both: (&'static str, &'static str)) -> Attack {
    Attack { file, argument: "", game: "connect4:5x4", bwrap: both, landlock: both }
}

const ATTACKS: &[Attack] = &[
    attack("kills_opponent.py", HELD),
    attack("kills_host.py", HELD),
    Attack {
        game: "connect4:15x7",
        ..attack("never_reads.py", ("timeout", "it did not read its standard input within"))
    },
    attack("lingers.py", ("timeout", "no answer within")),
    attack("daemon.py", ("normal", "")),
    // Where no control group counts it, it is refused.
    attack("shared_memory.py", ("crash|no-start", "more than 256 MB of memory|Operation not permitted")),
    attack("exhausts_memory", ("crash", "256 MB")),
    attack("forks.py", ("crash", "64 are allowed")),
    // A folder of its own is all that Landlock has, and it is looked at five times a second.
    Attack { landlock: ("crash", "more than 64 MB written to the disk"), ..attack("floods_disk.py", HELD) },
    Attack { argument: "PORT", ..attack("opens_socket.py", HELD) },
    Attack { argument: "@NEIGHBOUR", ..attack("reads_neighbour.py", HELD) },
    Attack { argument: "@RECORDS", ..attack("rewrites_records.py", HELD) },
];

/// A machine's Python, not one that a shell script chooses.
pub(crate) fn python() -> &'static str {
    if Path::new("/usr/bin/python3").exists() { "/usr/bin/python3" } else { "python3" }
}

fn is_script(file: &str) -> bool {
    Path::new(file).extension().is_some_and(|ending| ending == "py")
}

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../examples/bots")
}

/// Copies the attackers and their victim into folders of their own, which others may see if `public`.
fn set_up(folder: &Path, public: bool) {
    let mode = if public { 0o755 } else { 0o700 };
    fs::set_permissions(folder, fs::Permissions::from_mode(mode)).unwrap();
    for name in ["attacker", "victim"] {
        fs::create_dir(folder.join(name)).unwrap();
    }
    fs::copy(examples().join("json_bot.py"), folder.join("victim/json_bot.py")).unwrap();
    for Attack { file, .. } in ATTACKS.iter().filter(|attack| is_script(attack.file)) {
        fs::copy(examples().join("bad").join(file), folder.join("attacker").join(file)).unwrap();
    }
    let mut compiler = Command::new("g++");
    compiler.args(["-O1", "-o"]).arg(folder.join("attacker/exhausts_memory"));
    assert!(compiler.arg(examples().join("bad/exhausts_memory.cpp")).status().unwrap().success());
}

/// Runs a command to its end and sees that nothing of it is left: neither a group, in which there could be a process, nor a
/// folder.
fn run(folder: &Path, arguments: &[&str]) -> Output {
    run_command(poda(folder, arguments), arguments)
}

fn run_command(mut command: Command, arguments: &[&str]) -> Output {
    // Numbers of processes come again, and one that was killed may have left a folder long ago.
    let older: HashSet<PathBuf> =
        fs::read_dir(std::env::temp_dir()).unwrap().flatten().map(|entry| entry.path()).collect();
    let child = command.spawn().unwrap();
    let left = format!("poda-{}-", child.id());
    let output = child.wait_with_output().unwrap();
    let mut folders = vec![PathBuf::from("/sys/fs/cgroup"), std::env::temp_dir()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            let is_left = name.starts_with(&left) && !older.contains(&entry.path());
            assert!(!is_left, "{arguments:?} left {}", entry.path().display());
            if folder.starts_with("/sys") && entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                folders.push(entry.path());
            }
        }
    }
    output
}

/// Plays an attacker against a victim under a sandbox.
fn play(folder: &Path, attack: &Attack, sandbox: &str, port: u16, user: Option<u32>) {
    let Attack { file, argument, game, bwrap, landlock } = attack;
    let (termination, said) = if sandbox == "bwrap" { bwrap } else { landlock };
    let records = folder.join(format!("{sandbox}-{file}.db"));
    let records = records.to_str().unwrap();
    let argument = argument
        .replace("PORT", &port.to_string())
        .replace("NEIGHBOUR", folder.join("victim/json_bot.py").to_str().unwrap())
        .replace("RECORDS", records);
    let path = folder.join("attacker").join(file);
    let interpreter = if is_script(file) { python() } else { "" };
    let bad = format!("bad=json:{interpreter} '{}' {argument}", path.display());
    let good = format!("good=json:{} '{}'", python(), folder.join("victim/json_bot.py").display());
    let mut arguments = vec!["match", &bad, &good, "--game", game, "--db", records, "--sandbox", sandbox];
    arguments.extend(["--games", "2", "--openings", "none", "--seed", "1", "--quiet"]);
    let time = if *termination == "timeout" { "400" } else { "5000" };
    arguments.extend(["--memory-limit", "256", "--margin", "300", "--time", time]);
    let mut command = poda(folder, &arguments);
    if let Some(user) = user {
        command = Command::new(folder.join("poda"));
        at_home(command.args(&arguments).uid(user).gid(user), folder);
    }
    let output = run_command(command, &arguments);
    assert!(output.status.success(), "{sandbox} {file}: {}", text(&output.stderr));
    let exported = run(folder, &["runs", "export", "1", "--db", records]);
    let games: Vec<Value> =
        text(&exported.stdout).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(games.len(), 2, "{sandbox} {file}");
    let mut all_told = String::new();
    for game in games {
        let first = game["players"][0]["name"] == "bad";
        let told = format!("{} {}", game["end"]["reason"], game["stderr"][usize::from(!first)]);
        let kind = game["end"]["kind"].as_str().unwrap();
        assert!(termination.split('|').any(|end| end == kind), "{sandbox} {file}: {kind}: {told}");
        if *termination != "normal" {
            assert_eq!(game["outcome"], if first { "p2" } else { "p1" }, "{sandbox} {file}");
        }
        all_told.push_str(&told);
    }
    // A program is kept from game to game, and attacks when it starts.
    assert!(said.split('|').any(|said| all_told.contains(said)), "{sandbox} {file}: {all_told}");
    assert!(!all_told.contains("succeeded"), "{sandbox} {file}: {all_told}");
}

/// All attacks under one sandbox, two at a time; by Poda of another user, if one is given.
fn attack_under(sandbox: &str, public: bool, user: Option<u32>) {
    let folder = tempfile::tempdir().unwrap();
    set_up(folder.path(), public);
    if user.is_some() {
        fs::copy(env!("CARGO_BIN_EXE_poda"), folder.path().join("poda")).unwrap();
        chown(folder.path(), user, user).unwrap();
    }
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    thread::scope(|scope| {
        for half in 0..2 {
            let attacks = ATTACKS.iter().skip(half).step_by(2);
            let folder = folder.path();
            scope.spawn(move || attacks.for_each(|attack| play(folder, attack, sandbox, port, user)));
        }
    });
    let mut still = fs::read_dir("/proc").unwrap().flatten().filter_map(|entry| {
        let command = fs::read(entry.path().join("cmdline")).ok()?;
        let command = String::from_utf8_lossy(&command).into_owned();
        command.contains(folder.path().to_str().unwrap()).then_some(command)
    });
    assert_eq!(still.next(), None, "{sandbox}");
}

/// A user without rights.
pub(crate) const NOBODY: u32 = 65_534;

pub(crate) fn is_superuser() -> bool {
    fs::metadata("/proc/self").unwrap().uid() == 0
}

/// Whether bubblewrap is to be attacked too. Where it does not work, that is a failure, unless `cargo xtask test` knows and says it.
pub(crate) fn has_bwrap() -> bool {
    if std::env::var_os("PODA_WITHOUT_BWRAP").is_some() {
        return false;
    }
    let folder = tempfile::tempdir().unwrap();
    let output = run(folder.path(), &["check-bot", "json:true", "--sandbox", "bwrap"]);
    let error = text(&output.stderr);
    assert!(!error.contains("bubblewrap does not work here"), "PODA_WITHOUT_BWRAP=1 does without: {error}");
    true
}

#[test]
fn bubblewrap_holds_every_attack() {
    if has_bwrap() {
        attack_under("bwrap", false, None);
    }
}

#[test]
fn every_attempt_is_held() {
    for user in if is_superuser() { vec![None, Some(NOBODY)] } else { vec![None] } {
        let folder = tempfile::tempdir().unwrap();
        let mut command = poda(folder.path(), &[]);
        if let Some(user) = user {
            fs::copy(env!("CARGO_BIN_EXE_poda"), folder.path().join("poda")).unwrap();
            chown(folder.path(), Some(user), Some(user)).unwrap();
            command = Command::new(folder.path().join("poda"));
            at_home(command.uid(user).gid(user), folder.path());
        }
        let output = command.args(["sandbox", "--check", "--json"]).output().unwrap();
        let found: Value = serde_json::from_slice(&output.stdout).unwrap();
        for tried in found["sandboxes"].as_array().unwrap() {
            let attempts = tried["attempts"].as_array().unwrap();
            let open: Vec<&Value> = attempts.iter().filter(|attempt| attempt["held"] != true).collect();
            assert!(open.is_empty(), "{user:?} {}: {open:?}", tried["sandbox"]);
            assert!(attempts.len() >= 20 || !has_bwrap(), "{user:?} {tried}");
        }
    }
    // The attempts can do what they say: without a sandbox, only limits hold.
    if is_superuser() {
        let folder = tempfile::tempdir().unwrap();
        let output = run(folder.path(), &["sandbox", "--check", "--json", "--sandbox", "none"]);
        let found: Value = serde_json::from_slice(&output.stdout).unwrap();
        let attempts = found["sandboxes"][0]["attempts"].as_array().unwrap();
        let held = attempts.iter().filter(|attempt| attempt["held"] == true);
        let held: Vec<&str> = held.map(|attempt| attempt["attempt"].as_str().unwrap()).collect();
        // A control group ends what would stay.
        assert!(matches!(held[..], ["memory", "forks"] | ["memory", "forks", "stays"]), "{held:?}");
    }
}

/// A command that names no file sees the folder where it was typed, unless accounts keep their files there.
#[test]
fn a_folder_of_accounts_is_not_shown() {
    let neighbour = tempfile::tempdir_in("/var/tmp").unwrap();
    let secret = neighbour.path().join("secret");
    fs::write(&secret, "secret").unwrap();
    fs::set_permissions(neighbour.path(), fs::Permissions::from_mode(0o755)).unwrap();
    let home = tempfile::tempdir().unwrap();
    // What it reads it prints, and that is no move.
    let play = "while read -r line; do move=${line#*legal????}; echo \"${move%%[!0-9a-z]*}\"; done";
    let spec = format!("bot=json:sh -c 'cat {} && exit 9; {play}'", secret.display());
    for sandbox in ["bwrap", "landlock"].into_iter().filter(|name| *name != "bwrap" || has_bwrap()) {
        for (here, ends) in [(Path::new("/var/tmp"), "normal"), (neighbour.path(), "illegal")] {
            let db = home.path().join(format!("{sandbox}-{ends}.db"));
            let db = db.to_str().unwrap();
            let arguments =
                ["match", &spec, "random", "--games", "2", "--quiet", "--sandbox", sandbox, "--db", db];
            let output = poda(home.path(), &arguments).current_dir(here).output().unwrap();
            assert!(output.status.success(), "{}", text(&output.stderr));
            for game in text(&run(home.path(), &["runs", "export", "1", "--db", db]).stdout).lines() {
                let game: Value = serde_json::from_str(game).unwrap();
                assert_eq!(game["end"]["kind"], ends, "{sandbox} {}: {game}", here.display());
            }
        }
    }
}

/// Who is no superuser has no control groups on most machines: limits and counting have to do.
#[test]
fn every_sandbox_holds_every_attack_without_control_groups() {
    let user = is_superuser().then_some(NOBODY);
    if has_bwrap() {
        attack_under("bwrap", false, user);
    }
    attack_under("landlock", false, user);
}

#[test]
fn landlock_holds_every_attack_by_a_user_without_rights() {
    attack_under("landlock", true, None);
}

#[test]
fn landlock_holds_every_attack_by_the_same_user() {
    attack_under("landlock", false, None);
}

#[test]
fn a_build_that_goes_on_in_silence_is_ended() {
    let folder = tempfile::tempdir().unwrap();
    let student = folder.path().join("class/ana");
    fs::create_dir_all(&student).unwrap();
    // It may write where it is built; if not, it would end at once.
    let toml = "build = \"touch here || exit 0; exec >&- 2>&-; sleep 54321\"\nrun = \"true\"\n";
    fs::write(student.join("bot.toml"), toml).unwrap();
    let rubric = folder.path().join("rubric.toml");
    fs::write(&rubric, "title = \"x\"\ngame = \"connect4\"\nbuild_seconds = 1\nleague_games = 0\n").unwrap();
    let (class, rubric) = (student.parent().unwrap().to_str().unwrap(), rubric.to_str().unwrap());
    for sandbox in ["auto", "landlock", "none"] {
        let out = folder.path().join(sandbox);
        let mut arguments = vec!["grade", class, "--rubric", rubric, "--out", out.to_str().unwrap()];
        arguments.extend(["--sandbox", sandbox, "--quiet", "--weak-sandbox"]);
        let output = run(folder.path(), &arguments);
        assert!(output.status.success(), "{sandbox}: {}", text(&output.stderr));
        let report = fs::read_to_string(out.join("students/ana.html")).unwrap();
        assert!(report.contains("it was not done within 1 s"), "{sandbox}: {report}");
    }
}

#[test]
fn a_check_is_read_without_escapes_and_ends_with_a_word() {
    let folder = tempfile::tempdir().unwrap();
    let good = format!("json:{} '{}'", python(), examples().join("json_bot.py").display());
    let output = run(folder.path(), &["check-bot", &good, "--game", "boom"]);
    let said = text(&output.stdout);
    assert!(said.starts_with("1. ok  ") && said.contains("\n5. ok  "), "{said}");
    assert!(said.ends_with("\nall well: the bot follows its protocol\n"), "{said}");
    // What the program was asked, as it was asked; what would command a terminal is shown instead.
    let bad = "json:printf 'no\\033[2J\\n'";
    let output = run(folder.path(), &["check-bot", bad, "--game", "boom"]);
    let said = text(&output.stdout);
    assert!(
        said.contains("   > {\"game\":\"boom\",\"board\":[0,") && said.contains("\"limit_ms\":12000"),
        "{said}"
    );
    assert!(said.contains("   < no\\u{1b}[2J"), "{said}");
}

#[test]
fn the_first_interrupt_is_heard_while_a_program_is_silent() {
    let folder = tempfile::tempdir().unwrap();
    for arguments in [
        &["check-bot", "json:sleep 100"][..],
        &["check-bot", "cmd:sleep 100"],
        &["match", "cmd:sleep 100", "random", "--games", "2", "--openings", "none"],
    ] {
        let limits = ["--start-limit", "100000"];
        let mut command = poda(folder.path(), &[arguments, &limits].concat());
        let mut child = command.spawn().unwrap();
        let mut errors = std::io::BufReader::new(child.stderr.take().unwrap());
        // It says what the program runs in when it is about to start it.
        let mut line = String::new();
        if arguments[0] == "check-bot" {
            std::io::BufRead::read_line(&mut errors, &mut line).unwrap();
        } else {
            // The match asks first, and speaks later: its program is there.
            let sleeps =
                || fs::read_to_string(format!("/proc/{0}/task/{0}/children", child.id())).unwrap_or_default();
            while sleeps().is_empty() {
                thread::yield_now();
            }
        }
        let kill = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(kill.unwrap().success());
        let output = child.wait_with_output().unwrap();
        assert_eq!(output.status.code(), Some(130), "{arguments:?}");
    }
}

/// A program that plays the first legal move, and tells with each whether the other program stands still. It waits for that: a
/// control group takes a moment.
const INSPECTOR: &str = r#"
import json, os, sys, time

def still():
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            command = open(f"/proc/{name}/cmdline").read()
            if "VICTIM/json_bot.py" not in command or "python" not in command.split("\0")[0]:
                continue
            if open(f"/proc/{name}/stat").read().rsplit(")", 1)[1].split()[0] == "T":
                return "signals"
            for line in open(f"/proc/{name}/cgroup"):
                for root in ("/sys/fs/cgroup", "/sys/fs/cgroup/unified", "/sys/fs/cgroup/freezer"):
                    folder = root + line.split(":")[2].strip()
                    for file, word in (("cgroup.events", "frozen 1"), ("freezer.state", "FROZEN")):
                        path = os.path.join(folder, file)
                        if "poda-" in folder and os.path.exists(path) and word in open(path).read():
                            return "group"
        except OSError:
            pass

for line in sys.stdin:
    question = json.loads(line)
    deadline = time.time() + 10
    while len(question["moves"]) > 0 and not (found := still()) and time.time() < deadline:
        time.sleep(0.001)
    if len(question["moves"]) > 0:
        print(f"still: {found}", file=sys.stderr, flush=True)
    print(question["legal"][0], flush=True)
"#;

#[test]
fn whoever_is_not_asked_stands_still() {
    for user in if is_superuser() { vec![None, Some(65_534)] } else { vec![None] } {
        let folder = tempfile::tempdir().unwrap();
        set_up(folder.path(), true);
        let victim = folder.path().join("victim");
        let inspector = folder.path().join("attacker/inspector.py");
        fs::write(&inspector, INSPECTOR.replace("VICTIM", victim.to_str().unwrap())).unwrap();
        let (good, inspector) = (
            format!("good=json:{} '{}/json_bot.py'", python(), victim.display()),
            format!("inspector=json:{} '{}'", python(), inspector.display()),
        );
        let records = folder.path().join("x.db");
        let records = records.to_str().unwrap();
        let mut arguments =
            vec!["match", &good, &inspector, "--freeze", "--sandbox", "none", "--db", records];
        arguments.extend([
            "--game",
            "connect4:5x4",
            "--games",
            "2",
            "--openings",
            "none",
            "--time",
            "20000",
            "-q",
        ]);
        let mut command = poda(folder.path(), &arguments);
        if let Some(user) = user {
            chown(folder.path(), Some(user), Some(user)).unwrap();
            let copy = folder.path().join("poda");
            fs::copy(env!("CARGO_BIN_EXE_poda"), &copy).unwrap();
            command = Command::new(copy);
            at_home(command.args(&arguments).uid(user).gid(user), folder.path());
        }
        let output = run_command(command, &arguments);
        assert!(output.status.success(), "{}", text(&output.stderr));
        let games = text(&run(folder.path(), &["runs", "export", "1", "--db", records]).stdout);
        assert!(games.contains("still: ") && !games.contains("still: None"), "{games}");
        assert!(user.is_none() || games.contains("still: signals"), "{games}");
    }
}

#[test]
fn programs_end_with_a_killed_poda() {
    let folder = tempfile::tempdir().unwrap();
    let bot = folder.path().join("stays.py");
    fs::write(&bot, "import sys, time\nprint('on', file=sys.stderr, flush=True)\ntime.sleep(600)\n").unwrap();
    let marker = bot.to_str().unwrap();
    // The program itself, or also whatever is about to become it.
    let running = |itself: bool| {
        let all = fs::read_dir("/proc").unwrap().flatten();
        all.filter_map(|entry| fs::read(entry.path().join("cmdline")).ok()).any(|command| {
            let command = String::from_utf8_lossy(&command).into_owned();
            let before = ["ulimit", "sandbox-exec", "bwrap"].iter().any(|word| command.contains(word));
            command.contains(marker) && !command.contains("check-bot") && !(itself && before)
        })
    };
    let until = |wanted: bool| {
        let deadline = std::time::Instant::now() + std::time::Duration::from_secs(30);
        while running(wanted) != wanted && std::time::Instant::now() < deadline {
            thread::yield_now();
        }
        assert_eq!(running(wanted), wanted);
    };
    let spec = format!("json:{} '{marker}'", python());
    for sandbox in if has_bwrap() { vec!["bwrap", "landlock"] } else { vec!["landlock"] } {
        let mut child = poda(folder.path(), &["check-bot", &spec, "--sandbox", sandbox, "--time", "600000"])
            .spawn()
            .unwrap();
        until(true);
        child.kill().unwrap();
        child.wait().unwrap();
        until(false);
    }
}
