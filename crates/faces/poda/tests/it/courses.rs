//! The programs of courses play as they are, and what is wrong with one is told in words.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::{fs, path::Path};

use serde_json::Value;

use crate::common::{poda, printed, run, text};

fn player(name: &str) -> String {
    format!("course:{}/../../../examples/courses/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// What a check says, with whatever the flags are.
fn check(home: &Path, spec: &str, flags: &[&str]) -> String {
    let output = run(home, &[&["check-bot", spec], flags].concat());
    text(&output.stdout) + &text(&output.stderr)
}

/// Everything that a course's player may do wrong, for each course: its folder, and what is said.
fn check_course(course: &str, refused: &str, broken: &str) {
    let home = tempfile::tempdir().unwrap();
    let check = |name: &str, flags: &[&str]| check(home.path(), &player(&format!("{course}/{name}")), flags);
    for good in ["good", "printing"] {
        let said = check(good, &["--time", "20000"]);
        assert!(said.contains("all well"), "{course}/{good}: {said}");
    }
    let said = check("unset", &[]);
    assert!(said.contains("no move chosen: the player returned") && said.contains(refused), "{said}");
    let said = check("broken", &[]);
    assert!(said.contains("it does not compile") && said.contains(broken), "{said}");
    // Memory is named as such, whoever notices it.
    let few = ["--memory-limit", "500"];
    let said = check("leaking", &few);
    assert!(said.contains("more than 500 MB of memory"), "{said}");
    let said = check("leaking?colour=red", &[]);
    assert!(said.contains("a course has no option \"colour\""), "{said}");
}

/// A player that throws has crashed, even at its first move, and what it threw is told.
fn throws(name: &str, what: &str) {
    let home = tempfile::tempdir().unwrap();
    let game = if name.starts_with("java") { "connect4:8x8" } else { "boom" };
    let spec = player(name);
    let said = text(&run(home.path(), &["best", game, "--agent", &spec]).stderr);
    assert!(said.contains(what), "{name}: {said}");
    assert!(!said.contains("did not start"), "{name}: {said}");
}

#[test]
fn players_of_boom() {
    check_course("connect", "3 (PUT4)", "player.cpp:9:20: error:");
    throws("connect/throwing", "it threw vector::_M_range_check");
    // Everything that the course's class offers is asked for, as carelessly as players do it.
    let home = tempfile::tempdir().unwrap();
    let careless = format!("course:{}/tests/courses/connect", env!("CARGO_MANIFEST_DIR"));
    for game in ["boom", "crush", "desconecta", "connect4:7x7"] {
        let said = check(home.path(), &careless, &["--game", game, "--time", "20000"]);
        assert!(said.contains("all well"), "{game}: {said}");
    }
    // With a process for every move it plays all the same.
    let spec = player("connect/leaking?fresh=move");
    let said = check(home.path(), &spec, &["--memory-limit", "500"]);
    assert!(said.contains("all well"), "{said}");
}

#[test]
#[cfg(target_os = "linux")]
fn players_of_parchis() {
    check_course("parchis", "none -2 -1", "src/AIPlayer.cpp:14:13: error:");
    let home = tempfile::tempdir().unwrap();
    let said = check(home.path(), &player("parchis/printing?id=1"), &["--game", "parchis:2024"]);
    assert!(said.contains("all well"), "{said}");
    // Everything that the course's classes offer is asked for.
    let members = format!("course:{}/tests/courses/parchis", env!("CARGO_MANIFEST_DIR"));
    for game in ["parchis:2023", "parchis:2024"] {
        let said = check(home.path(), &members, &["--game", game, "--time", "20000"]);
        assert!(said.contains("all well"), "{game}: {said}");
    }
    let said = check(home.path(), &player("parchis/good"), &["--game", "parchis:2022"]);
    assert!(said.contains("it is a player of parchis:2023, parchis:2024"), "{said}");
}

#[test]
fn players_of_n_en_raya() {
    check_course("nraya", "(-1, -1)", "AgenteEstudiante.cpp:8:20: error:");
}

#[test]
fn players_of_the_java_course() {
    check_course("java", "returned -1", "Broken.java:7: error:");
    throws(
        "java/throwing",
        "it threw java.lang.UnsupportedOperationException: Not supported yet. (Throwing.java:7)",
    );
    let home = tempfile::tempdir().unwrap();
    let inner = format!("course:{}/tests/courses/java", env!("CARGO_MANIFEST_DIR"));
    let said = check(home.path(), &inner, &["--time", "20000"]);
    assert!(said.contains("all well"), "{said}");
    let spec = |options: &str| format!("{}?class={options}", player("java/good"));
    let best = |options: &str| run(home.path(), &["best", "connect4:8x8", "--agent", &spec(options)]);
    assert!(best("Good(2,true)").status.success());
    let said = text(&best("Good(2)").stderr);
    assert!(said.contains("Good(int,boolean)"), "{said}");
    let said = text(&best("Nobody").stderr);
    assert!(said.contains("\"Nobody\"") && said.contains("Good"), "{said}");
    let said = text(&run(home.path(), &["best", "connect4:7x6", "--agent", &spec("Good")]).stderr);
    assert!(said.contains("it is a player of connect4:NxN, not of connect4:7x6"), "{said}");
}

/// A player of BOOM with a constructor and a `Think` of its own.
fn write_player(folder: &Path, constructor: &str, think: &str) {
    fs::create_dir_all(folder).unwrap();
    let text = format!(
        "#include \"player.h\"\n#include <unistd.h>\nusing namespace std;\n\
         Player::Player(int jug) {{ jugador_ = jug; {constructor} }}\n\
         void Player::Perceive(const Environment &env) {{ actual_ = env; }}\n\
         Environment::ActionType Player::Think() {{ {think} }}\n"
    );
    fs::write(folder.join("player.cpp"), text).unwrap();
}

#[test]
fn whatever_a_player_leaves_behind_is_taken_away() {
    use std::os::unix::{ffi::OsStrExt, fs::symlink};
    let home = tempfile::tempdir().unwrap();
    // A folder as it comes out of a strange archive: links in a circle, pipes, a name in another encoding.
    let folder = home.path().join("hand-in");
    let inner = folder.join(std::ffi::OsStr::from_bytes(b"pr\xe1ctica 3"));
    write_player(
        &inner,
        "",
        // It waits for keys, prints 50 MB and leaves four processes that live on.
        "string word; cin >> word; getline(cin, word);
         for (int i = 0; i < 50; i++) cout << string(1 << 20, 'x') << flush;
         for (int i = 0; i < 4; i++) if (fork() == 0) { setsid(); for (;;) sleep(100); }
         int act = -1; actual_.GenerateNextMove(act); return static_cast<Environment::ActionType>(act);",
    );
    symlink("..", inner.join("up")).unwrap();
    symlink("b.h", inner.join("a.h")).unwrap();
    symlink("a.h", inner.join("b.h")).unwrap();
    for pipe in ["pipe.h", "player.java"] {
        let made = std::process::Command::new("mkfifo").arg(folder.join(pipe)).status();
        assert!(made.unwrap().success());
    }
    let spec = format!("course:{}", folder.display());
    let said = printed(
        home.path(),
        &["match", &spec, "random", "--game", "boom", "--games", "2", "--time", "20000"],
    );
    assert!(
        said.contains("Distinct games: ") && !said.contains("failure") && !said.contains("lost by"),
        "{said}"
    );
    #[cfg(target_os = "linux")]
    for process in fs::read_dir("/proc").unwrap().flatten() {
        let line = fs::read(process.path().join("cmdline")).unwrap_or_default();
        let line = String::from_utf8_lossy(&line).into_owned();
        assert!(!line.contains(home.path().to_str().unwrap()), "it lives on: {line}");
    }
}

#[test]
fn nothing_in_a_player_keeps_it_from_leaving() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("P3");
    fs::create_dir_all(&folder).unwrap();
    // A thread that never ends, a handler for the end and a global that both wait for ever.
    let text = "#include \"player.h\"\n#include <cstdlib>\n#include <pthread.h>\n#include <unistd.h>\n\
         static void *stay(void *) { for (;;) sleep(1); }\n\
         static void last_words() { stay(nullptr); }\n\
         struct Sticky { ~Sticky() { stay(nullptr); } } sticky;\n\
         Player::Player(int jug) { jugador_ = jug; atexit(last_words); }\n\
         void Player::Perceive(const Environment &env) { actual_ = env; }\n\
         Environment::ActionType Player::Think() {\n\
           static pthread_t thread; static bool begun = false;\n\
           if (!begun) begun = pthread_create(&thread, nullptr, stay, nullptr) == 0;\n\
           int act = -1; actual_.GenerateNextMove(act); return static_cast<Environment::ActionType>(act);\n\
         }\n";
    fs::write(folder.join("player.cpp"), text).unwrap();
    let said = check(home.path(), &format!("course:{}", folder.display()), &["--game", "boom"]);
    assert!(said.contains("all well"), "{said}");
}

#[test]
fn a_player_that_never_begins_or_just_leaves_is_named() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("P3");
    write_player(&folder, "while (jug == 2) sleep(1);", "cout << \"bye\" << endl; exit(0);");
    let spec = format!("course:{}", folder.display());
    let best = |moves: &str| {
        let arguments = ["best", "boom", "--agent", &spec, "--moves", moves, "--time", "300"];
        text(&run(home.path(), &arguments).stderr)
    };
    let said = best("");
    assert!(said.contains("the program ended: exit status: 0"), "{said}");
    let said = best("4");
    assert!(said.contains("no answer within"), "{said}");
    // Where nobody sets a time, a course's player may take longer than the second that other programs have.
    write_player(&folder, "", "sleep(2); return Environment::PUT2;");
    let arguments = ["best", "boom", "--agent", &spec, "--start-limit", "1", "--margin", "0", "--json"];
    let output = run(home.path(), &arguments);
    assert!(text(&output.stdout).contains("\"best\":\"2\""), "{}", text(&output.stderr));
}

#[test]
fn a_build_is_kept_and_a_changed_file_is_built_anew() {
    let home = tempfile::tempdir().unwrap();
    let folder = home.path().join("P3");
    fs::create_dir_all(&folder).unwrap();
    let source =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../examples/courses/connect/unset/player.cpp");
    let source = fs::read_to_string(source).unwrap();
    let builds = || {
        let entries = fs::read_dir(home.path().join("cache/poda/courses")).unwrap().flatten();
        entries.filter(|entry| entry.path().is_dir()).count()
    };
    // The simulator's own file is of no use here, wherever it lies.
    fs::write(folder.join("environment.h"), "#error \"the simulator's own\"").unwrap();
    let best = |text: &str| -> String {
        fs::write(folder.join("player.cpp"), text).unwrap();
        let mut command = poda(home.path(), &["best", "boom", "--agent", "course:P3", "--json"]);
        let output = command.current_dir(home.path()).output().unwrap();
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
        answer["best"].as_str().unwrap_or_default().to_owned()
    };
    assert_eq!((best(&source), builds()), ("4".to_owned(), 1));
    assert_eq!((best(&source), builds()), ("4".to_owned(), 1));
    assert_eq!((best(&source.replace("action = 3", "action = 5")), builds()), ("6".to_owned(), 2));
}

#[test]
fn a_missing_compiler_is_named_with_its_package() {
    let home = tempfile::tempdir().unwrap();
    for (name, game, package) in [
        ("connect/good", "boom", "g++ is missing (package g++)"),
        ("java/good", "connect4:8x8", "javac is missing (package default-jdk-headless)"),
    ] {
        let spec = player(name);
        let output =
            poda(home.path(), &["best", game, "--agent", &spec]).env("PATH", "/nowhere").output().unwrap();
        assert!(text(&output.stderr).contains(package), "{}", text(&output.stderr));
    }
}

#[test]
fn a_match_of_two_folders_and_a_class_without_bot_toml() {
    let home = tempfile::tempdir().unwrap();
    let players = [player("connect/good"), player("connect/printing")];
    let arguments = ["match", &players[0], &players[1], "--game", "crush", "--games", "2", "--time", "20000"];
    let said = printed(home.path(), &arguments);
    assert!(said.contains("2 - 0 - 0"), "{said}");
    let class = home.path().join("class");
    for name in ["good", "unset", "broken"] {
        let source =
            Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../examples/courses/connect").join(name);
        copy(&source, &class.join(format!("{name}/handed in")));
    }
    let rubric = home.path().join("rubric.toml");
    let text = "game = \"boom\"\ntime_ms = 20000\nopponents = [\"random\"]\ngames = 2\nleague_games = 0\ncourse = \"fresh=game\"\n";
    fs::write(&rubric, text).unwrap();
    let out = home.path().join("grades");
    let arguments = [
        "grade",
        class.to_str().unwrap(),
        "--rubric",
        rubric.to_str().unwrap(),
        "--out",
        out.to_str().unwrap(),
        "--weak-sandbox",
    ];
    let output = run(home.path(), &arguments);
    let report = |name: &str| {
        fs::read_to_string(out.join("students").join(format!("{name}.html"))).unwrap_or_default()
    };
    let all = format!("{}{}", crate::common::text(&output.stdout), crate::common::text(&output.stderr));
    assert!(
        report("broken").contains("error: ‘class Environment’ has no member named"),
        "{all}{}",
        report("broken")
    );
    assert!(report("unset").contains("no move chosen"), "{}", report("unset"));
    assert!(
        !report("good").contains("no move chosen") && report("good").contains("random"),
        "{}",
        report("good")
    );
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().flatten() {
        let (from, to) = (entry.path(), to.join(entry.file_name()));
        if from.is_dir() {
            copy(&from, &to);
        } else {
            fs::copy(from, to).map(drop).unwrap();
        }
    }
}
