//! Weights: tuned, written, read, and played with.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::{fs, process::Command};

/// Runs a command; its exit code, standard output and standard error.
fn poda(arguments: &[&str]) -> (i32, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_poda")).args(arguments).output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

#[test]
fn tuned_weights_are_written_and_played_with() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mine.toml");
    let file = file.to_str().unwrap();
    let tune = ["tune", "boom", "--games", "10", "--rounds", "1", "--depth", "1", "--out", file];
    // One of these seeds gives weights that explain the held-out games worse, the other does not.
    for (seed, worse) in [("3", true), ("1", false)] {
        let (code, out, err) = poda(&[&tune[..], &["--seed", seed]].concat());
        assert_eq!(code, 0, "{err}");
        assert_eq!(err.contains("the held-out loss got worse"), worse, "{err}");
        assert!(err.contains("play with it: eval=threats@"), "{err}");
        let written = fs::read_to_string(file).unwrap();
        assert!(
            written.starts_with("# poda tune boom --games 10") && written.contains("evaluator = \"threats\"")
        );
        let weights = out.lines().last().unwrap().trim_matches(['[', ']']).replace(", ", "/");
        let of = |evaluator: &str| {
            let (code, out, err) = poda(&["eval", "boom", "--moves", "4455", "--eval", evaluator]);
            assert_eq!(code, 0, "{err}");
            out
        };
        assert_eq!(of(&format!("threats@{file}")), of(&format!("threats@{weights}")));
        assert_ne!(of(&format!("threats@{file}")), of("threats"));
    }
    // Tuning can go on from there.
    let (code, out, err) = poda(&[&tune[..8], &["--start", file, "--json"]].concat());
    assert_eq!(code, 0, "{err}");
    assert!(out.contains(&format!("--start {file}")), "{out}");
    // A run remembers the weights, not the file.
    let db = folder.path().join("runs.db");
    let mine = format!("a=random b=pvs:depth=1,eval=threats@{file}");
    let mut arguments = vec!["match"];
    arguments.extend(mine.split(' '));
    arguments.extend(["--game", "boom", "--games", "2", "--quiet", "--db", db.to_str().unwrap()]);
    let (code, _, err) = poda(&arguments);
    assert_eq!(code, 0, "{err}");
    let recorded = String::from_utf8_lossy(&fs::read(db).unwrap()).into_owned();
    assert!(
        recorded.contains("eval=threats@-") || recorded.contains("eval=threats@0"),
        "weights are recorded"
    );
    assert!(!recorded.contains(file), "the file's name is not");
}

#[test]
fn broken_files_of_weights_say_what_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("w.toml");
    let file = path.to_str().unwrap();
    let head = "game = \"boom\"\nevaluator = \"threats\"\n[weights]\n";
    let all = poda(&["tune", "boom", "--games", "10", "--rounds", "1", "--depth", "1", "--out", file]);
    assert_eq!(all.0, 0, "{}", all.2);
    let whole = fs::read_to_string(file).unwrap();
    for (text, why) in [
        (String::new(), "it is no file of weights"),
        ("\0\u{1}".into(), "it is no file of weights"),
        (head.into(), "\"vertical singles\" is missing"),
        (format!("{head}colour = 3\n"), "threats does not count \"colour\""),
        (head.replace("threats", "journey"), "its weights are those of \"journey\""),
        (whole.replace("bombs = ", "bombs = 99999999 # "), "which is not from -10000 to 10000"),
        (format!("# {}\n{whole}", "x".repeat(2 << 20)), "bytes"),
    ] {
        fs::write(&path, &text).unwrap();
        let (code, _, err) = poda(&["best", "boom", "--agent", &format!("pvs:depth=1,eval=threats@{file}")]);
        assert!(code == 1 && err.contains(why), "{code} {err}");
    }
    let (code, _, err) = poda(&["best", "boom", "--agent", "pvs:depth=1,eval=runs@w.toml"]);
    assert!(code == 2 && err.contains("in boom only \"threats\" takes weights"), "{code} {err}");
    let (code, _, err) = poda(&["best", "boom", "--agent", "pvs:depth=1,eval=threats@nofile.toml"]);
    assert!(code == 1 && err.contains("cannot read nofile.toml"), "{code} {err}");
    // The words of a command are its own.
    let (code, _, err) = poda(&["best", "boom", "--agent", "ugi:./nobot a,eval=x@f"]);
    assert!(code == 1 && err.contains("there is no program \"./nobot\""), "{code} {err}");
}
