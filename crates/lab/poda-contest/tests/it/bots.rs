//! Programs in four languages play both protocols, and whoever misbehaves is named.

#![expect(clippy::disallowed_types, reason = "a bot is compiled")]
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::{
    path::{Path, PathBuf},
    process::Command,
    sync::OnceLock,
    time::{Duration, Instant},
};

use poda_agent::{BotLimits, SandboxChoice, ThinkingLimits};
use poda_bots::{Bot, Checkup, check_bot, read_player};
use poda_catalog::AnyGame;
use poda_contest::{
    Conditions, Contest, Format, GameRecord, Openings, Plan, Player, ReadyContest, Termination,
};
use poda_core::NoObserver;

use crate::common;

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../examples/bots")
}

/// Runs a compiler, and says clearly if there is none.
fn compile(program: &str, arguments: &[&str]) {
    let output = Command::new(program).args(arguments).output();
    let output = output.unwrap_or_else(|error| panic!("this test needs {program}: {error}"));
    assert!(output.status.success(), "{program}: {}", String::from_utf8_lossy(&output.stderr));
}

/// Where the compiled examples are.
fn built() -> &'static Path {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    BUILT.get_or_init(|| {
        // Each test process builds for itself: they run at the same time.
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("bots-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        for name in ["json_bot", "ugi_bot"] {
            let (source, out) = (examples().join(name), folder.join(name));
            let (source, out) = (source.to_str().unwrap(), out.to_str().unwrap());
            compile("g++", &["-O1", "-o", &format!("{out}_cpp"), &format!("{source}.cpp")]);
            compile("rustc", &["-o", &format!("{out}_rs"), &format!("{source}.rs")]);
        }
        folder
    })
}

/// The spec of an example.
fn spec(name: &str) -> String {
    let protocol = if name.contains("ugi") { "cmd" } else { "json" };
    let path = examples().join(name);
    let path = path.display();
    match name.rsplit_once('.') {
        Some((_, "py")) => format!("{protocol}:python3 '{path}'"),
        Some((_, "js")) => format!("{protocol}:node '{path}'"),
        Some((stem, ending)) => format!("{protocol}:'{}_{ending}'", built().join(stem).display()),
        None => panic!("{name} has no ending"),
    }
}

/// Little patience, so that the silent one does not keep the others waiting.
fn limits() -> BotLimits {
    BotLimits { start: Duration::from_secs(5), think: Duration::from_millis(200), ..BotLimits::default() }
}

fn contest(game: &str, players: &[String], games: u64, limits: BotLimits) -> Contest {
    Contest {
        game: game.to_owned(),
        players: Player::read_all(players),
        plan: Plan { format: Format::RoundRobin, players: players.len(), games, rounds: 1 },
        openings: Openings::Random(2),
        conditions: Conditions { bots: limits, ..Conditions::default() },
        seed: 3,
        sprt: None,
        shard: None,
    }
}

fn check(bot: &Bot, game: &dyn AnyGame, limits: &BotLimits) -> Checkup {
    check_bot(bot, game, ThinkingLimits::default(), limits, 1, &mut NoObserver)
}

fn play(contest: &Contest) -> Vec<GameRecord> {
    common::play(contest, 2)
}

#[test]
fn the_json_bots_play_every_game() {
    let players: Vec<String> =
        ["py", "js", "cpp", "rs"].map(|ending| spec(&format!("json_bot.{ending}"))).into();
    for game in ["connect4:7x6", "boom", "crush", "desconecta", "parchis:2022"] {
        let contest = contest(game, &players, 2, limits());
        let records = play(&contest);
        assert_eq!(records.len(), 12, "{game}");
        for record in &records {
            assert_eq!((record.termination, record.detail.english()), (Termination::Normal, ""), "{game}");
        }
        // Once more, with everything started anew.
        let moves = |records: &[GameRecord]| -> Vec<String> {
            records.iter().map(|record| record.moves().collect::<Vec<_>>().join(" ")).collect()
        };
        assert_eq!(moves(&play(&contest)), moves(&records), "{game}");
    }
}

#[test]
fn the_ugi_bots_play_connect4() {
    let players: Vec<String> =
        ["py", "js", "cpp", "rs"].map(|ending| spec(&format!("ugi_bot.{ending}"))).into();
    for record in play(&contest("connect4:7x6", &players, 2, limits())) {
        assert_eq!((record.termination, record.detail.english()), (Termination::Normal, ""));
    }
}

#[test]
fn good_bots_pass_the_check() {
    for (name, game) in [
        ("json_bot.py", "boom"),
        ("json_bot.js", "parchis"),
        ("json_bot.cpp", "connect4:8x8"),
        ("json_bot.rs", "crush"),
        ("ugi_bot.py", "connect4"),
        ("ugi_bot.js", "connect4"),
        ("ugi_bot.cpp", "connect4"),
        ("ugi_bot.rs", "connect4"),
    ] {
        let bot = Bot::read(&spec(name), None).unwrap().unwrap();
        let game = poda_catalog::Catalog::built_in().open(game).unwrap();
        let limits = BotLimits { leave: Duration::from_secs(5), ..limits() };
        let checkup = check(&bot, game.as_ref(), &limits);
        assert!(checkup.passed(), "{name}: {checkup:?}");
    }
}

/// Each way to misbehave, the end it is given, and a word of its explanation.
const BAD: &[(&str, Termination, &str)] = &[
    ("illegal.py", Termination::Illegal, "\"99\" is none of the legal moves"),
    ("silent.py", Termination::Timeout, "no answer within"),
    ("crash_at_start.py", Termination::NoStart, "the program ended: exit status: 1"),
    ("crash_in_the_middle.py", Termination::Crash, "the program ended: exit status: 1"),
    ("babble.py", Termination::Illegal, "\"let me think ...\" is none of the legal moves"),
    ("huge_output.py", Termination::Illegal, "a line of more than 65536 bytes"),
    ("greedy.py", Termination::Crash, "probably out of memory (256 MB are allowed): MemoryError"),
    ("forks.py", Termination::Crash, "processes at the same time, and 64 are allowed"),
];

/// The limits under which a bad bot fails as it is meant to, and soon.
fn limits_of(name: &str) -> BotLimits {
    match name {
        // It has time enough: what ends it is its memory.
        "greedy.py" => BotLimits { memory: 256, think: Duration::from_secs(20), ..limits() },
        "silent.py" => BotLimits { start: Duration::from_millis(300), ..limits() },
        _ => BotLimits { start: Duration::from_secs(10), ..limits() },
    }
}

#[test]
fn whoever_misbehaves_is_named_and_loses_alone() {
    for (name, termination, detail) in BAD {
        let players = [spec(&format!("bad/{name}")), "random".to_owned()];
        let records = play(&contest("boom", &players, 2, limits_of(name)));
        assert_eq!(records.len(), 2, "{name}");
        for record in records {
            assert_eq!(record.termination, *termination, "{name}: {}", record.detail);
            assert!(record.detail.english().contains(detail), "{name}: {}", record.detail);
            assert_eq!(record.half_points(record.side_of(0).unwrap()), 0, "{name}");
            let talk = &record.talk[record.side_of(0).unwrap().index()];
            if *name == "greedy.py" {
                assert!(talk.contains("MemoryError"), "{talk}");
            }
            if name.starts_with("crash") {
                assert!(
                    talk.contains("ZeroDivisionError") || talk.contains("opening book"),
                    "{name}: {talk}"
                );
            }
        }
    }
}

#[test]
fn the_check_names_what_is_wrong() {
    let game = poda_catalog::Catalog::built_in().open("boom").unwrap();
    let names = BAD.iter().map(|(name, ..)| *name);
    for name in names.chain(["ignores_quit.py"]) {
        let bot = Bot::read(&spec(&format!("bad/{name}")), None).unwrap().unwrap();
        let checkup = check(&bot, game.as_ref(), &limits_of(name));
        let last = checkup.steps.last().unwrap();
        let finding = last.failure.as_ref().unwrap_or_else(|| panic!("{name} passed"));
        assert!(!finding.what.is_empty() && !finding.fix.get(poda_core::Language::Spanish).is_empty());
        assert!(finding.conversation.iter().any(|exchange| exchange.sent), "{name}: {finding:?}");
        if name == "ignores_quit.py" {
            assert!(finding.what.english().contains("was killed"), "{finding:?}");
        }
    }
}

#[test]
fn nothing_is_left_running() {
    // The bot writes its own number and that of a child of its, then ignores everything.
    let script = "sleep 600 & echo $! $$ >&2; while read line; do echo nonsense; done; sleep 600";
    let players = [format!("json:sh -c {}", shell_words::quote(script)), "random".to_owned()];
    // Elsewhere it would see other numbers than we do.
    let limits = BotLimits { sandbox: SandboxChoice::None, ..limits() };
    let records = play(&contest("boom", &players, 2, limits));
    let mut seen = 0;
    for record in records {
        let talk = &record.talk[record.side_of(0).unwrap().index()];
        for number in talk.split_whitespace() {
            seen += 1;
            let state = || std::fs::read_to_string(format!("/proc/{number}/stat")).unwrap_or_default();
            // A dead child whom nobody but the system's first process can bury may still have its number.
            let is_dead = |state: &str| state.is_empty() || state.contains(") Z ");
            // A process that was killed dies when it next gets a turn.
            let deadline = Instant::now() + Duration::from_secs(20);
            while !is_dead(&state()) && Instant::now() < deadline {
                std::thread::yield_now();
            }
            assert!(is_dead(&state()), "{number}: {}", state());
        }
    }
    assert!(seen >= 2, "the bot told no number");
}

#[test]
fn programs_that_cannot_run_are_refused_before_the_first_game() {
    for (spec, why) in [
        ("json:no-such-program", "there is no program \"no-such-program\""),
        ("cmd:./no/bot", "there is no program \"./no/bot\""),
        ("cmd:'broken", "broken command"),
        ("json:./Cargo.toml", "is not executable"),
    ] {
        let contest = contest("boom", &[spec.to_owned(), "random".to_owned()], 2, limits());
        let error = ReadyContest::new(contest, &poda_catalog::Catalog::default(), &read_player)
            .and_then(|contest| contest.check_programs(&mut NoObserver))
            .unwrap_err()
            .to_string();
        assert!(error.contains(why) && !error.contains('\n'), "{error}");
    }
}

#[test]
fn a_bot_that_does_not_play_the_game_is_refused_before_the_first() {
    let players = [spec("ugi_bot.py"), "random".to_owned()];
    let ready = |game| {
        ReadyContest::new(
            contest(game, &players, 2, limits()),
            &poda_catalog::Catalog::default(),
            &read_player,
        )
        .unwrap()
    };
    assert_eq!(ready("connect4").check_programs(&mut NoObserver), Ok(()));
    let error = ready("boom").check_programs(&mut NoObserver).unwrap_err().to_string();
    assert!(error.contains("it does not play boom, only connect4:7x6"), "{error}");
}

#[test]
fn a_beginners_program_is_told_nothing_but_questions() {
    let folder = tempfile::tempdir().unwrap();
    let (other, end) = (folder.path().join("other"), folder.path().join("end"));
    // Plays the first legal move, and notes every line that is no question.
    let script = format!(
        "while read -r line; do case $line in \
         {{*) move=${{line#*'\"legal\":[\"'}}; echo \"${{move%%'\"'*}}\";; *) echo \"$line\" >> {};; esac; done; echo > {}",
        other.display(),
        end.display()
    );
    let bot = Bot::read(&format!("json:sh -c {}", shell_words::quote(&script)), None).unwrap().unwrap();
    let game = poda_catalog::Catalog::built_in().open("connect4").unwrap();
    let limits =
        BotLimits { sandbox: SandboxChoice::None, leave: Duration::from_secs(20), ..BotLimits::default() };
    let mut agent = bot.agent(game.as_ref(), &limits, &[]);
    agent.choose(&game.session(), ThinkingLimits::default(), &mut NoObserver).unwrap();
    drop(agent);
    assert!(end.exists() && !other.exists());
}

#[test]
fn a_game_that_a_bot_does_not_offer_is_not_tried() {
    let bot = Bot::read(&spec("ugi_bot.py"), None).unwrap().unwrap();
    let game = poda_catalog::Catalog::built_in().open("boom").unwrap();
    let checkup = check(&bot, game.as_ref(), &limits());
    let finding = checkup.steps.last().unwrap().failure.as_ref().unwrap();
    assert_eq!(checkup.steps.len(), 2);
    assert!(finding.what.english().contains("it does not play boom, only connect4:7x6"), "{}", finding.what);
    assert!(finding.fix.english.contains("--game"), "{}", finding.fix.english);
}

#[cfg(unix)]
#[test]
fn whoever_uses_up_its_processor_time_is_told_so() {
    let bot = Bot::read("json:sh -c 'while :; do :; done'", None).unwrap().unwrap();
    let game = poda_catalog::Catalog::built_in().open("boom").unwrap();
    // Patient enough for a machine on which a second of processor time takes long.
    let limits = BotLimits { start: Duration::from_mins(2), processor: 1, ..BotLimits::default() };
    let checkup = check(&bot, game.as_ref(), &limits);
    let finding = checkup.steps.last().unwrap().failure.as_ref().unwrap();
    assert_eq!(finding.what.english(), "more than 1 s of processor time");
    assert!(finding.rule.english.contains("processor time"), "{finding:?}");
}
