//! Limits are held to the second and the byte. Each program keeps on for some seconds and then answers well, so that a limit that is not
//! held shows as a good answer: no test looks at a clock.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::{fs, path::Path, time::Duration};

use poda_agent::{AgentError, BotLimits, SandboxChoice, ThinkingLimits};
use poda_bots::{Bot, build};
use poda_core::{NoObserver, Translate};

/// What a program does when it is asked for its first move of a game, in Python; then it answers with a legal move.
const PROGRAM: &str = r#"
import json, subprocess, sys, time
GAME = 0
def wait(seconds):
    time.sleep(seconds)
def talk(seconds, line="info string still here"):
    end = time.time() + seconds
    while time.time() < end:
        print(line, flush=True)
        time.sleep(0.01)
def flood(megabytes):
    for _ in range(megabytes << 10):
        print("\n".join(["x" * 63] * 16), flush=True)
def slowly(seconds):
    for _ in range(int(seconds * 50)):
        print("1", end="", flush=True)
        time.sleep(0.02)
    print("")
def burn(seconds):
    while time.process_time() < seconds:
        pass
def spawn(count):
    for _ in range(count):
        subprocess.Popen(["sleep", "20"])
def turn(first):
    global GAME
    GAME += first
    if first:
        DEED
if sys.argv[1] == "json":
    for line in sys.stdin:
        question = json.loads(line)
        turn(not question["moves"])
        print(question["legal"][0], flush=True)
else:
    for line in sys.stdin:
        words = line.split()
        if line.startswith("ugi"):
            print("id name x\nugiok", flush=True)
        elif line.startswith("isready"):
            print("readyok", flush=True)
        elif line.startswith("go"):
            turn(True)
            print("bestmove 1", flush=True)
"#;

fn limits() -> BotLimits {
    BotLimits {
        start: Duration::from_secs(20),
        ping: Duration::from_secs(20),
        think: Duration::from_millis(300),
        margin: Duration::from_millis(200),
        sandbox: SandboxChoice::None,
        ..BotLimits::default()
    }
}

/// The first moves of that many games of one process, each with the standard error of its game.
fn games<const GAMES: usize>(
    protocol: &str,
    deed: &str,
    limits: &BotLimits,
) -> [(Result<String, AgentError>, String); GAMES] {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("bot.py");
    fs::write(&program, PROGRAM.replace("DEED", deed)).unwrap();
    let kind = if protocol == "json" { "json" } else { "ugi" };
    let bot =
        Bot::read(&format!("{protocol}:python3 '{}' {kind}", program.display()), None).unwrap().unwrap();
    let game = poda_catalog::Catalog::built_in().open("connect4").unwrap();
    let mut agent = bot.agent(game.as_ref(), limits, &[]);
    std::array::from_fn(|number| {
        agent.new_game(number as u64 + 1);
        let choice = agent.choose(&game.session(), ThinkingLimits::default(), &mut NoObserver);
        (choice.map(|choice| choice.mv), agent.talk())
    })
}

/// The first move of two games.
fn first_moves(protocol: &str, deed: &str, limits: &BotLimits) -> [Result<String, AgentError>; 2] {
    games(protocol, deed, limits).map(|(mv, _)| mv)
}

#[test]
fn the_end_of_standard_error_is_kept() {
    let [(_, stderr)] = games("json", "print('x' * 60000 + 'end', file=sys.stderr)", &limits());
    assert!(stderr.len() == 8 << 10 && stderr.ends_with("xend\n"), "{stderr}");
}

#[test]
fn a_program_is_held_to_its_time_in_every_game() {
    for protocol in ["cmd", "json"] {
        // With a start of twenty seconds, which is for the first answer of a program only.
        for deed in ["wait(3) if GAME == 2 else None", "slowly(3) if GAME == 2 else None"] {
            let [first, second] = first_moves(protocol, deed, &limits());
            assert_eq!(first, Ok("1".to_owned()), "{protocol} {deed}");
            let error = second.unwrap_err();
            assert!(matches!(error, AgentError::Timeout(_)), "{protocol} {deed}: {error}");
        }
    }
    // Talking is no answer, whatever is said.
    for line in ["info depth 1 score cp 1", "x", "", "readyok"] {
        let [first, _] = first_moves("cmd", &format!("talk(3, {line:?})"), &limits());
        let error = first.unwrap_err();
        assert!(matches!(error, AgentError::Timeout(_)), "{line}: {error}");
    }
}

#[test]
fn output_is_summed_over_lines() {
    let patient = BotLimits { think: Duration::from_mins(2), ..limits() };
    let [first, _] = first_moves("cmd", "flood(9)", &patient);
    assert!(matches!(first, Err(AgentError::Flood(_))), "{first:?}");
    let [first, _] = first_moves("cmd", "flood(7)", &patient);
    assert_eq!(first, Ok("1".to_owned()));
}

#[test]
fn processes_are_counted_while_a_program_talks() {
    let patient = BotLimits { think: Duration::from_mins(2), processes: 8, ..limits() };
    let [first, _] = first_moves("cmd", "spawn(12); talk(3)", &patient);
    assert!(matches!(first, Err(AgentError::Overrun(_))), "{first:?}");
}

#[test]
fn a_second_of_processor_time_is_a_second() {
    let limits = BotLimits { think: Duration::from_mins(2), processor: 1, ..limits() };
    for protocol in ["cmd", "json"] {
        let [first, _] = first_moves(protocol, "burn(4)", &limits);
        let error = first.unwrap_err();
        assert!(matches!(error, AgentError::Overrun(_)), "{error}");
        assert!(error.message().english().contains("processor time"), "{error}");
    }
}

#[test]
fn a_build_is_held_to_its_time_and_its_output() {
    let place = tempfile::tempdir().unwrap();
    let run = |line: &str, seconds: u64| {
        let folder = place.path().join("build");
        fs::create_dir(&folder).unwrap();
        let built = build(line, &folder, &limits(), Duration::from_secs(seconds), &mut || false);
        // A build that failed leaves nothing.
        let succeeded = built.as_ref().is_ok_and(|built| built.succeeded);
        assert_eq!(folder.exists(), succeeded, "{line}");
        let _ = fs::remove_dir_all(&folder);
        built
    };
    for line in ["for n in $(seq 300); do echo $n; sleep 0.01; done", "exec >&- 2>&-; sleep 3", "sleep 3"] {
        let built = run(line, 1);
        assert!(matches!(built, Err(AgentError::Timeout(_))), "{line}: {built:?}");
    }
    let line =
        "i=0; while [ $i -lt 150 ]; do head -c 65536 /dev/zero | tr '\\0' x | fold -w 60; i=$((i+1)); done";
    let built = run(line, 60);
    assert!(matches!(built, Err(AgentError::Flood(_))), "{built:?}");
    let built = run("echo one; echo two >&2; touch bot", 60).unwrap();
    assert_eq!((built.succeeded, built.log.as_str()), (true, "one\ntwo\n"));
    assert!(!Path::new("bot").exists());
    let built = run("echo three; exit 3", 60).unwrap();
    assert_eq!((built.succeeded, built.log.as_str()), (false, "three\n"));
}
