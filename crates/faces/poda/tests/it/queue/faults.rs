//! Whatever happens to workers, coordinator and server: the table and the games are those of one process. What happens is chosen
//! by a seed. `PODA_FAULTS_SEED` is another one, `PODA_FAULTS` how much happens; `cargo xtask stress faults` does more of it.

use std::{
    fs,
    io::{self, Write},
    process::Command,
    time::{Duration, Instant},
};

use poda_core::{fold, mix};
use serde_json::{Value, json};

use super::{QUICK, slow_bot, stop, worker};
use crate::{
    common::poda,
    queue::lab::{Lab, Running, games, numbers, wait_for},
};

/// The lease of [`QUICK`], and a little more.
const LEASE: Duration = Duration::from_millis(1500);

const NAMES: [&str; 3] = ["one", "two", "three"];

fn number(variable: &str, otherwise: u64) -> u64 {
    let text = std::env::var(variable).ok();
    text.map_or(otherwise, |text| text.parse().unwrap_or_else(|_| panic!("{variable}={text:?}")))
}

/// What can happen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fault {
    /// `kill -9` of a worker, which comes back under its name.
    KillWorker(usize),
    /// A worker stands still until its lease is over.
    StopWorker(usize),
    /// `kill -9` of the coordinator. Another process resumes the run.
    KillCoordinator,
    /// `kill -9` of the server, which comes back with what it had on disk.
    RestartServer,
}

/// Chances that only a seed decides.
struct Chances(u64);

impl Chances {
    fn below(&mut self, count: u64) -> u64 {
        self.0 = mix(self.0);
        ((u128::from(self.0) * u128::from(count)) >> 64) as u64
    }

    fn fault(&mut self) -> Fault {
        let which = self.below(3) as usize;
        match self.below(8) {
            0..=2 => Fault::KillWorker(which),
            3 | 4 => Fault::StopWorker(which),
            5 | 6 => Fault::KillCoordinator,
            _ => Fault::RestartServer,
        }
    }
}

/// A run with everybody who takes part in it.
struct Trial {
    lab: Lab,
    db: String,
    coordinator: Running,
    coordinators: usize,
    workers: [Running; 3],
    stopped: [Option<Instant>; 3],
}

impl Trial {
    fn played(&self) -> usize {
        numbers(&self.lab.path("home"), &self.db).len()
    }

    fn happens(&mut self, fault: Fault) {
        match fault {
            Fault::KillWorker(which) => self.replace(which),
            // Somebody has to work.
            Fault::StopWorker(_) if self.stopped.iter().flatten().count() == 2 => {}
            Fault::StopWorker(which) if self.stopped[which].is_none() => {
                self.workers[which].signal("-STOP");
                self.stopped[which] = Some(Instant::now());
            }
            Fault::StopWorker(_) => {}
            Fault::KillCoordinator => {
                self.coordinators += 1;
                let name = format!("coordinator{}", self.coordinators);
                let url = self.lab.url();
                let resume = ["resume", "1", "--allow-programs", "--db", &self.db, "--queue", &url];
                let resume = [&resume[..], &QUICK].concat();
                let old = self.coordinator.take();
                old.kill();
                self.coordinator = self.lab.start(&name, &resume);
            }
            Fault::RestartServer => {
                self.lab.kill_server();
                self.lab.start_server();
            }
        }
    }

    fn replace(&mut self, which: usize) {
        self.stopped[which] = None;
        let old = self.workers[which].take();
        old.kill();
        self.workers[which] = self.lab.worker(NAMES[which]);
    }

    /// Lets those go on whose leases are over.
    fn wake(&mut self, everybody: bool) {
        for (worker, stopped) in self.workers.iter().zip(&mut self.stopped) {
            let Some(since) = *stopped else { continue };
            if everybody {
                wait_for("the end of a lease", || (since.elapsed() > LEASE).then_some(()));
            }
            if since.elapsed() > LEASE {
                worker.signal("-CONT");
                *stopped = None;
            }
        }
    }
}

/// Lets the only worker begin the first job and stand still until its lease is over and others have done it. Its own result
/// comes too late and is refused.
fn comes_late(lab: &Lab, db: &str) -> [Running; 3] {
    let one = lab.worker("one");
    let job = |queue: &Value| Some(worker(queue, "one")?["jobs"][0]["job"].as_str()?.to_owned());
    let held = wait_for("the first job", || job(&lab.queue()));
    one.signal("-STOP");
    let home = lab.path("home");
    let mut ends = held.split('-').map(|number| number.parse::<u64>().unwrap());
    let (first, last) = (ends.next().unwrap(), ends.next().unwrap());
    assert!(!numbers(&home, db).contains(&last), "it was too quick");
    let [two, three] = [lab.worker("two"), lab.worker("three")];
    wait_for("another worker to do it", || {
        let known = numbers(&home, db);
        (first..=last).all(|number| known.contains(&number)).then_some(())
    });
    one.signal("-CONT");
    wait_for("a duplicate", || lab.queue()["runs"][0]["duplicates"].as_u64().filter(|count| *count > 0));
    [one, two, three]
}

#[test]
fn the_table_and_the_games_are_those_of_one_process_whatever_happens() {
    let (seed, count) = (number("PODA_FAULTS_SEED", 1), number("PODA_FAULTS", 8));
    let Some(lab) = Lab::open() else { return };
    let (bot, url) = (slow_bot(&lab), lab.url());
    let (far, near) = (lab.text("far.db"), lab.text("near.db"));
    // Enough games that something is still going on at the last fault.
    let each = (6 * count.max(8)).to_string();
    let mut contest = vec!["tournament", "--players", &bot, "pvs:depth=2", "random", "--game", "connect4"];
    contest.extend(["--games", &each, "--seed", "5", "--openings", "random:4"]);
    let quick: Vec<&str> = QUICK.iter().copied().chain(["--queue", &url]).collect();

    // Elsewhere engines without limits have nodes: the same for the one process.
    let same = ["--nodes", "50000", "--db", &near, "--quiet", "--concurrency", "4"];
    let here = lab.start("near", &[&contest[..], &same].concat());
    let coordinator = lab.start("coordinator0", &[&contest[..], &quick, &["--db", &far]].concat());
    let workers = comes_late(&lab, &far);
    let mut trial = Trial { lab, db: far.clone(), coordinator, coordinators: 0, workers, stopped: [None; 3] };

    let mut chances = Chances(fold(mix(seed), 7));
    let mut happened = Vec::new();
    while happened.len() < count as usize && !trial.coordinator.is_over() {
        let fault = chances.fault();
        // Only a test that fails shows it.
        let _ = writeln!(io::stderr(), "seed {seed}, {} games: {fault:?}", trial.played());
        trial.happens(fault);
        happened.push(fault);
        let wanted = trial.played() + 1 + chances.below(5) as usize;
        wait_for("the games to go on", || {
            trial.wake(false);
            (trial.coordinator.is_over() || trial.played() >= wanted).then_some(())
        });
    }
    assert!(happened.len() as u64 > count / 4, "it was over before much had happened: {happened:?}");
    trial.wake(true);
    let Trial { lab, coordinator, coordinators, workers, .. } = trial;
    let mut last = format!("coordinator{coordinators}");
    let mut code = coordinator.end();
    if code == Some(1) {
        // A job whose workers were ended again and again is given up: that is what it is for.
        assert!(lab.said(&last).contains("are given up"), "{}", lab.said(&last));
        last = "after".to_owned();
        code = lab
            .start(&last, &[&["resume", "1", "--allow-programs", "--db", &far][..], &quick].concat())
            .end();
    }
    assert_eq!(code, Some(0), "{}", lab.said(&last));

    assert_eq!(here.end(), Some(0));
    let said = lab.said(&format!("{last}-out"));
    assert_eq!(said, lab.said("near-out").replace("near.db", "far.db"), "the table");
    let home = lab.path("home-near");
    let (far, near) = (games(&home, &far), games(&home, &near));
    assert_eq!(near.len() as u64, 18 * count.max(8));
    assert!(near.iter().any(|game| game.contains("crash")), "the program went away in no game");
    assert_eq!(far, near);

    assert_eq!(lab.queue()["runs"], json!([]), "the run is still on the server");
    workers.into_iter().for_each(stop);
    wait_for("everything to end", || lab.processes().is_empty().then_some(()));
}

#[test]
fn a_worker_without_room_for_a_program_takes_the_other_games() {
    let Some(lab) = Lab::open() else { return };
    let (bot, url) = (slow_bot(&lab), lab.url());
    let (far, near) = (lab.text("far.db"), lab.text("near.db"));
    let contest = ["tournament", "--players", &bot, "pvs:depth=2", "random", "--games", "4", "--seed", "5"];
    let contest = [&contest[..], &["--openings", "random:4"]].concat();
    let here = lab.start("near", &[&contest[..], &["--db", &near, "--quiet", "--nodes", "50000"]].concat());
    // A worker whose disk is full: it cannot unpack the program, says so, and harms nobody.
    let poda = env!("CARGO_BIN_EXE_poda");
    let full = format!(
        "trap '' XFSZ; ulimit -f 0; exec '{poda}' worker --queue {url} --name full --weak-sandbox 2>/dev/null"
    );
    let mut full_disk = Command::new("sh");
    full_disk
        .args(["-c", &full])
        .env("HOME", lab.path("home-full"))
        .env("XDG_CACHE_HOME", lab.path("home-full"));
    let full_disk = Running::of(full_disk.spawn().unwrap());
    let coordinator =
        lab.start("coordinator", &[&contest[..], &QUICK, &["--db", &far, "--queue", &url]].concat());
    // The four games without the program are its own, and no others.
    let home = lab.path("home");
    wait_for("the run", || lab.path("far.db").is_file().then_some(()));
    wait_for("the games of the others", || (numbers(&home, &far).len() == 4).then_some(()));
    let lacks = wait_for("the reason", || {
        let lacks = worker(&lab.queue(), "full")?["lacks"].as_array()?.clone();
        (!lacks.is_empty()).then_some(lacks)
    });
    assert_eq!(lacks[0]["player"], "slow", "{lacks:?}");
    wait_for("the coordinator's word", || {
        lab.said("coordinator").contains("full: takes no games of slow").then_some(())
    });
    assert!(lab.said("coordinator").contains("50000 nodes a move"), "{}", lab.said("coordinator"));
    let one = lab.worker("one");
    assert_eq!(coordinator.end(), Some(0));
    assert_eq!(here.end(), Some(0));
    assert_eq!(games(&home, &far), games(&home, &near));
    stop(one);
    full_disk.kill();
}

/// Stops the process that asks it in the middle of its first game, by its number, and answers when it is told to.
const STOPPING_BOT: &str = "\
import json, os, signal, sys, time
def wait(name):
    while not os.path.exists(name):
        time.sleep(0.01)
for line in sys.stdin:
    question = json.loads(line)
    if len(question['moves']) > 10 and not os.path.exists('go'):
        wait('number')
        os.kill(int(open('number').read()), signal.SIGSTOP)
        open('stopped', 'w').close()
        wait('go')
    print(question['legal'][0], flush=True)
";

#[test]
fn time_in_which_the_process_stood_still_is_nobodys() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path();
    fs::write(home.join("bot.py"), STOPPING_BOT).unwrap();
    let db = home.join("runs.db").to_str().unwrap().to_owned();
    let contest = ["match", "bot=json:python3 bot.py", "random", "--games", "2", "--seed", "1", "--json"];
    let limits = ["--time", "1000", "--margin", "300", "--sandbox", "none", "--db", &db];
    let mut command = poda(home, &[&contest[..], &limits].concat());
    let output = fs::File::create(home.join("result")).unwrap();
    let playing = Running::of(command.current_dir(home).stdout(output).spawn().unwrap());
    fs::write(home.join("number.new"), playing.number().to_string()).unwrap();
    fs::rename(home.join("number.new"), home.join("number")).unwrap();
    wait_for("the standstill", || home.join("stopped").exists().then_some(()));
    // Longer than the program may think, with the margin.
    let since = Instant::now();
    wait_for("a while", || (since.elapsed() > LEASE).then_some(()));
    fs::write(home.join("go"), "").unwrap();
    playing.signal("-CONT");
    assert_eq!(playing.end(), Some(0));
    let result: Value = serde_json::from_str(&fs::read_to_string(home.join("result")).unwrap()).unwrap();
    assert_eq!(result["table"][0]["faults"], json!([]), "{result}");
}
