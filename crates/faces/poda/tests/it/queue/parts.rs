//! Parts of a run for clusters that have no server: the tasks of an array, with and without somebody who waits for them.

use std::{fs, path::Path, process::Command};

use super::lab::{Running, games, wait_for};
use crate::common::{poda, printed, refusal, run, text};

/// Plays a task of an array as a cluster does.
fn task(script: &Path, number: u64, home: &Path) {
    let mut command = Command::new("sh");
    command.arg(script).current_dir(home).env("PODA", env!("CARGO_BIN_EXE_poda"));
    command.env("HOME", home).env("XDG_DATA_HOME", home).env("PODA_LANG", "en");
    command.env("SLURM_ARRAY_TASK_ID", number.to_string()).env("SLURM_ARRAY_TASK_COUNT", "3");
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// The script that a coordinator has written for its tasks.
fn written(parts: &Path) -> Option<std::path::PathBuf> {
    let run = fs::read_dir(parts).ok()?.flatten().next()?;
    Some(run.path().join("job.sh")).filter(|script| script.is_file())
}

#[test]
fn whoever_waits_for_the_tasks_has_the_games_of_one_process() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    let path = |name: &str| home.join(name).to_str().unwrap().to_owned();
    let (far, near, parts) = (path("far.db"), path("near.db"), path("it's a folder"));
    let contest = ["tournament", "--players", "pvs:depth=2", "a b=random", "c=random", "--game", "boom"];
    let contest = [&contest[..], &["--games", "4", "--seed", "7", "--quiet"]].concat();
    let shards = ["--shards", "3", "--parts", &parts];
    let start = |arguments: &[&str]| {
        let mut command = poda(home, arguments);
        command.current_dir(home).stderr(fs::File::create(home.join("said")).unwrap());
        Running::of(command.spawn().unwrap())
    };
    let coordinator = start(&[&contest[..], &shards, &["--db", &far]].concat());
    let script = wait_for("the script", || written(Path::new(&parts)));
    // One part is done, and the coordinator goes away.
    task(&script, 2, home);
    coordinator.signal("-INT");
    assert_eq!(coordinator.end(), Some(130));
    let said = fs::read_to_string(home.join("said")).unwrap();
    assert!(said.contains("poda resume 1") && said.contains("--shards 3 --parts "), "{said}");
    // Another one finds the parts again, and waits for the rest.
    let again = start(&[&["resume", "1", "--db", &far, "--quiet"][..], &shards].concat());
    task(&script, 3, home);
    task(&script, 1, home);
    assert_eq!(again.end(), Some(0));
    run(home, &[&contest[..], &["--db", &near]].concat());
    assert_eq!(games(home, &far), games(home, &near));
    assert_eq!(games(home, &far).len(), 12);
    // What depends on results cannot be cut, and nobody is two things at once.
    let error = refusal(home, &[&contest[..], &shards, &["--format", "swiss"]].concat(), 2);
    assert!(error.contains("cannot be played in parts"), "{error}");
    for wrong in [&["--queue", "nats://127.0.0.1:1"][..], &["--shard", "1/2"]] {
        let output = run(home, &[&contest[..], &shards, wrong].concat());
        let error = text(&output.stderr);
        assert!(output.status.code() == Some(2) && error.contains("cannot be used with"), "{error}");
    }
}

#[test]
fn a_part_that_somebody_changed_is_refused_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    let path = |name: &str| home.join(name).to_str().unwrap().to_owned();
    let (far, other, parts) = (path("far.db"), path("other.db"), path("parts"));
    let contest = |seed: &str, db: &str, more: &[&str]| {
        let contest = ["match", "random", "b=random", "--games", "4", "--seed", seed, "--quiet", "--db", db];
        let mut command = poda(home, &[&contest[..], more].concat());
        command.current_dir(home).stderr(fs::File::create(home.join("said")).unwrap());
        Running::of(command.spawn().unwrap())
    };
    assert_eq!(contest("2", &other, &[]).end(), Some(0));
    let coordinator = contest("1", &far, &["--shards", "1", "--parts", &parts]);
    let script = wait_for("the script", || written(Path::new(&parts)));
    let part = script.with_file_name("part-1.db");
    fs::copy(&other, &part).unwrap();
    fs::write(part.with_extension("done"), "").unwrap();
    assert_eq!(coordinator.end(), Some(1));
    let said = fs::read_to_string(home.join("said")).unwrap();
    assert!(said.contains("part-1.db: it holds another run"), "{said}");
}

#[test]
fn an_array_of_tasks_plays_what_one_process_plays() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    let contest = ["match", "pvs:depth=2", "a b=random", "--game", "boom", "--games", "12", "--seed", "7"];
    let script = printed(home, &[&["slurm", "--shards", "3", "--name", "part", "--"][..], &contest].concat());
    assert!(script.contains("#SBATCH --array=1-3") && script.contains("'a b=random'"), "{script}");
    // Nodes are the same on every machine, and whoever wants time is told that it is not.
    assert!(script.contains(" --nodes 50000 "), "{script}");
    for more in [&["--time", "100"][..], &["--depth", "3"]] {
        let other = run(home, &[&["slurm", "--shards", "3", "--"][..], &contest, more].concat());
        assert!(!text(&other.stdout).contains("--nodes"), "{more:?}");
        assert_eq!(text(&other.stderr).contains("another limit on each machine"), more[0] == "--time");
    }
    fs::write(home.join("job.sh"), &script).unwrap();
    for number in [1, 2, 3, 2] {
        task(&home.join("job.sh"), number, home);
    }
    let path = |name: &str| home.join(name).to_str().unwrap().to_owned();
    let parts = ["part-1.db", "part-2.db", "part-3.db"].map(path);
    let [one, two, three] = &parts;
    let (all, whole) = (path("all.db"), path("whole.db"));
    let merged = printed(home, &["merge", one, two, three, "--db", &all]);
    let same = ["--db", &whole, "--quiet", "--nodes", "50000"];
    assert_eq!(merged, printed(home, &[&contest[..], &same].concat()));
    assert_eq!(games(home, &all), games(home, &whole));
    // What no task could do is refused at once.
    for (wrong, why) in [
        (&["best", "connect4"][..], "only match and tournament"),
        (&["match", "random", "random", "--db", "x"], "are given by the script"),
        (&["match", "random"], "required"),
        (&["match", "random", "nobody"], "unknown player \"nobody\""),
        (&["match", "random", "random", "--game", "chess"], "unknown game \"chess\""),
        (&["tournament", "--players", "random", "random", "--format", "swiss"], "cannot be played in parts"),
    ] {
        let error = refusal(home, &[&["slurm", "--shards", "3", "--"][..], wrong].concat(), 2);
        assert!(error.contains(why), "{wrong:?}: {error}");
    }
}
