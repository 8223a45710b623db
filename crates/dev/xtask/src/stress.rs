//! `cargo xtask stress`: the long forms of what `cargo xtask test` tries in seconds.

use std::{
    path::PathBuf,
    process::Command,
    time::{SystemTime, UNIX_EPOCH},
};

use crate::{
    binaries, dist, load, new_game,
    outcome::StepResults,
    packages, python, site,
    steps::{Result, cargo, fail, measured, say, step, works},
    system::{install_browser, install_nats_server},
    windows,
};

/// A long test.
struct Stress {
    name: &'static str,
    about: &'static str,
    /// What it needs; an error says how to get it.
    needs: fn() -> Result,
    run: fn() -> Result,
}

const ALL: &[Stress] = &[
    Stress {
        name: "replay",
        about: "all recorded games, counts and scores in the folder that PODA_DATA names",
        needs: || data().map(drop),
        run: replay,
    },
    Stress {
        name: "class",
        about: "thirty submissions are graded, with a kill in between, everybody against everybody and in a Swiss league",
        needs: || Ok(()),
        run: class,
    },
    Stress {
        name: "load",
        about: "200 games and 2000 idle connections at one server",
        needs: || Ok(()),
        run: || load::load(&binaries::poda()?, 200, 2000),
    },
    Stress {
        name: "flood",
        about: "a flood of every kind of message from one address for a minute, and a person at another",
        needs: || Ok(()),
        run: || load::flood(60),
    },
    Stress {
        name: "faults",
        about: "forty faults of workers, coordinator and server, chosen by a new seed",
        needs: install_nats_server,
        run: faults,
    },
    Stress {
        name: "release",
        about: "the signature with all optimisations of a release",
        needs: || Ok(()),
        run: release,
    },
    Stress {
        name: "dist",
        about: "the archive of a release: made, unpacked elsewhere, played",
        needs: || Ok(()),
        run: dist::stress,
    },
    Stress {
        name: "windows",
        about: "the same for Windows, under Wine: signature, match, resume, bot, page",
        needs: windows::needs,
        run: windows::stress,
    },
    Stress {
        name: "package",
        about: "every crate for others is built from its package alone",
        needs: || Ok(()),
        run: packages::stress,
    },
    Stress {
        name: "features",
        about: "the command line without the queue",
        needs: || Ok(()),
        run: || {
            let without = ["check", "--package", "poda", "--no-default-features", "--locked"];
            step("poda without the queue", &mut cargo(&without))
        },
    },
    Stress {
        name: "new-game",
        about: "a new game in a copy of the workspace: it compiles, plays and passes its property tests",
        needs: || Ok(()),
        run: new_game::stress,
    },
    Stress { name: "bench", about: "every benchmark once", needs: || Ok(()), run: bench },
    Stress {
        name: "site",
        about: "the page without a server as it is published: its size, its engines, all of it in Chromium",
        needs: || site::needs().and_then(|()| install_browser()),
        run: site::stress,
    },
    Stress {
        name: "wasm",
        about: "how fast the page's own engines are beside those without a browser",
        needs: site::needs,
        run: site::speed,
    },
    Stress {
        name: "learning",
        about: "random games of Connect-4 from Python, beside OpenSpiel and Pgx",
        needs: python::install_packages,
        run: python::benchmark,
    },
    Stress { name: "sandbox", about: "what a program's sandbox costs", needs: || Ok(()), run: sandbox },
    Stress { name: "peers", about: "the solver beside a public one", needs: || Ok(()), run: peers },
    Stress {
        name: "fuzz",
        about: "every reader is given random bytes, a minute each",
        needs: fuzzer,
        run: fuzz,
    },
];

/// `cargo xtask stress [--allow-missing] [NAME]...`
pub(crate) fn stress(arguments: &[String]) -> Result {
    let (options, names): (Vec<&String>, Vec<&String>) =
        arguments.iter().partition(|word| word.starts_with("--"));
    if let Some(unknown) = options.iter().find(|option| **option != "--allow-missing") {
        return fail(format!("unknown option {unknown:?}: only --allow-missing is known"));
    }
    if let Some(unknown) = names.iter().find(|name| !ALL.iter().any(|stress| stress.name == ***name)) {
        return fail(format!("unknown step {unknown:?}; there are:\n{}", list()));
    }
    let mut outcome = StepResults::default();
    for stress in
        ALL.iter().filter(|stress| names.is_empty() || names.iter().any(|name| *name == stress.name))
    {
        say(&format!("── {}: {}", stress.name, stress.about));
        if outcome.has(stress.name, (stress.needs)()) {
            outcome.note((stress.run)());
        }
    }
    outcome.end(!options.is_empty())
}

/// The steps, one a line.
fn list() -> String {
    let lines: Vec<String> =
        ALL.iter().map(|stress| format!("  {:<8} {}", stress.name, stress.about)).collect();
    lines.join("\n")
}

fn data() -> Result<PathBuf> {
    match std::env::var_os("PODA_DATA").map(PathBuf::from) {
        Some(folder) if folder.is_dir() => Ok(folder),
        Some(folder) => fail(format!("PODA_DATA names {}, which is no folder", folder.display())),
        None => fail("set PODA_DATA to the folder with the recorded games"),
    }
}

fn replay() -> Result {
    let folder = data()?;
    let bombs = ["boom", "crush", "desconecta", "raya4"];
    let files =
        bombs.iter().flat_map(|game| ["games.jsonl.gz", "perft.json"].map(|file| format!("{game}/{file}")));
    let scores =
        ["Test_L3_R1", "Test_L2_R1", "Test_L2_R2", "Test_L1_R1"].map(|set| format!("connect4/{set}"));
    let all = files.chain(["parchis".to_owned()]).chain(scores);
    let paths: Vec<String> = all.map(|file| folder.join(file).display().to_string()).collect();
    measured("replay", || binaries::chore("replay", &paths))
}

fn class() -> Result {
    for league in ["round-robin", "swiss"] {
        let test = "a_class_is_graded_and_a_kill_changes_nothing";
        let mut test =
            cargo(&["test", "--profile", "quick", "--locked", "--package", "poda", "--test", "it", test]);
        step(&format!("class {league}"), test.env("PODA_CLASS", "30").env("PODA_LEAGUE", league))?;
    }
    Ok(())
}

/// The test of many machines with far more of what can happen. `PODA_FAULTS_SEED` repeats one.
fn faults() -> Result {
    let new = || SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |time| time.as_secs()).to_string();
    let seed = std::env::var("PODA_FAULTS_SEED").unwrap_or_else(|_| new());
    say(&format!("PODA_FAULTS_SEED={seed}"));
    let test = "queue::faults::the_table_and_the_games_are_those_of_one_process_whatever_happens";
    let mut command = cargo(&["test", "--package", "poda", "--test", "it", "--", "--exact", test]);
    step("faults", command.env("PODA_FAULTS_SEED", seed).env("PODA_FAULTS", "40"))
}

fn release() -> Result {
    let run = [
        "run",
        "--release",
        "--locked",
        "--package",
        "poda",
        "--",
        "bench",
        "--signature",
        "bench/signature.txt",
    ];
    step("release", &mut cargo(&run))
}

fn bench() -> Result {
    let manifest = "bench/criterion/Cargo.toml";
    step("bench", &mut cargo(&["bench", "--manifest-path", manifest, "--", "--test"]))
}

fn sandbox() -> Result {
    let helper = crate::binaries::poda()?;
    let mut command = cargo(&["run", "--quiet", "--package", "poda-bots", "--example", "sandbox_cost", "--"]);
    step("sandbox", command.arg(helper))
}

fn peers() -> Result {
    let positions = "crates/pure/poda-solve/tests/data/7x6.txt";
    step(
        "peers",
        &mut cargo(&[
            "run",
            "--release",
            "--manifest-path",
            "bench/peers/Cargo.toml",
            "--",
            "1000",
            positions,
        ]),
    )
}

fn fuzzer() -> Result {
    if works(Command::new("cargo").args(["+nightly", "fuzz", "--version"])) {
        return Ok(());
    }
    fail("rustup toolchain install nightly, and cargo install cargo-fuzz")
}

fn fuzz() -> Result {
    for target in ["texts", "messages"] {
        let mut command = Command::new("cargo");
        command.current_dir(crate::steps::root());
        // Not cargo's own toolchain: the fuzzer takes another one.
        command.env_remove("RUSTUP_TOOLCHAIN").env_remove("CARGO");
        step(
            &format!("fuzz {target}"),
            command.args(["+nightly", "fuzz", "run", target, "--", "-max_total_time=60"]),
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_steps_and_options_are_refused() {
        let error = |words: &[&str]| {
            let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
            stress(&words).unwrap_err().to_string()
        };
        assert!(error(&["replay", "storm"]).starts_with("unknown step \"storm\"; there are:\n  replay"));
        assert_eq!(error(&["--all"]), "unknown option \"--all\": only --allow-missing is known");
    }

    #[test]
    fn names_are_different() {
        for (index, stress) in ALL.iter().enumerate() {
            assert!(ALL[..index].iter().all(|other| other.name != stress.name), "{}", stress.name);
        }
    }
}
