//! Many machines: a real server, workers that are processes with homes of their own, and everything that can happen to them.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod access;
mod attacks;
mod faults;
mod lab;
mod parts;
mod spot_check;

use std::{
    fs,
    io::{Read, Write},
    net::TcpStream,
    ops::ControlFlow,
    path::Path,
    process::Stdio,
    sync::{
        Arc, Barrier, Mutex,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

use poda_contest::ContestObserver;
use poda_core::Message;
use poda_core::break_if;
use poda_queue::{Identity, QueueServer, Worker};
use serde_json::{Value, json};

use self::lab::{Lab, Running, wait_for};
use crate::common::{poda, printed, refusal, text};
#[cfg(target_os = "linux")]
use crate::hostile;

/// Plays by the moves alone, so that games can be repeated; takes its time without taking the processor's; and goes away in
/// the middle of some games.
const SLOW_BOT: &str = "\
import json, random, sys, time
for line in sys.stdin:
    question = json.loads(line)
    time.sleep(0.03)
    if len(question['moves']) > 12 and sum(map(ord, ''.join(question['moves'][:6]))) % 5 == 0:
        sys.exit(3)
    print(random.Random(str(question['moves'])).choice(question['legal']), flush=True)
";

/// How often a worker has to say that it is there, and how long a job takes.
const QUICK: [&str; 4] = ["--lease", "1200", "--job-time", "400"];

fn slow_bot(lab: &Lab) -> String {
    fs::create_dir_all(lab.path("bot")).unwrap();
    fs::write(lab.path("bot/slow.py"), SLOW_BOT).unwrap();
    "slow=json:python3 bot/slow.py".to_owned()
}

fn stop(worker: Running) {
    worker.signal("-INT");
    assert_eq!(worker.end(), Some(0));
}

fn worker(queue: &Value, name: &str) -> Option<Value> {
    queue["workers"].as_array()?.iter().find(|worker| worker["name"] == name).cloned()
}

#[test]
fn a_test_ends_in_the_order_of_the_schedule_and_nobody_plays_on() {
    let Some(lab) = Lab::open() else { return };
    let (url, far, near) = (lab.url(), lab.text("far.db"), lab.text("near.db"));
    let contest =
        ["match", "pvs:depth=3", "random", "--game", "boom", "--games", "4000", "--sprt", "0", "60"];
    let contest = [&contest[..], &["--seed", "3", "--openings", "random:4", "--quiet", "--json"]].concat();
    let workers = [lab.worker("one"), lab.worker("two")];
    let home = lab.path("home");
    let verdict = |more: &[&str]| {
        let text = printed(&home, &[&contest[..], more].concat());
        let value: Value = serde_json::from_str(&text).unwrap();
        assert!(value["played"].as_u64().unwrap() < 4000, "{value}");
        [value["match"]["sprt"].clone(), value["match"]["verdict"].clone()]
    };
    let there = verdict(&[&["--db", &far, "--queue", &url][..], &QUICK].concat());
    assert_eq!(there, verdict(&["--db", &near]));
    assert_eq!(there[1], "accepted");
    // Whatever was handed out is nobody's any more.
    wait_for("idle workers", || {
        let queue = lab.queue();
        let idle = queue["workers"].as_array()?.iter().filter(|worker| worker["jobs"] == json!([]));
        (idle.count() == 2 && queue["runs"] == json!([])).then_some(())
    });
    for worker in workers {
        stop(worker);
    }
}

/// They take turns: nobody waits for ever, nobody is refused, and what was made is whole.
#[test]
fn clients_that_come_at_the_same_moment_make_the_streams_once() {
    for _ in 0..3 {
        let Some(lab) = Lab::open() else { return };
        let (server, clients) = (lab.url().parse::<QueueServer>().unwrap(), 12);
        let together = Barrier::new(clients);
        thread::scope(|scope| {
            for _ in 0..clients {
                scope.spawn(|| {
                    together.wait();
                    poda_queue::look(&server).unwrap();
                });
            }
        });
        let worker = lab.worker("one");
        let contest = ["match", "random", "pvs:depth=1", "--games", "2", "--quiet", "--queue", &lab.url()];
        let run = lab.start("run", &[&contest[..], &["--db", &lab.text("far.db")]].concat());
        assert_eq!(run.end(), Some(0), "{}", lab.said("run"));
        assert!(!lab.said("server").contains("no such file"), "{}", lab.said("server"));
        stop(worker);
    }
}

#[test]
fn a_job_that_ends_its_workers_is_given_up_and_named() {
    let Some(lab) = Lab::open() else { return };
    let (url, bot) = (lab.url(), slow_bot(&lab));
    let db = lab.text("far.db");
    let contest = ["match", &bot, "random", "--game", "parchis:2024", "--games", "2", "--openings", "none"];
    let queue = ["--seed", "1", "--db", &db, "--queue", &url, "--lease", "400"];
    let coordinator = lab.start("coordinator", &[&contest[..], &queue].concat());
    wait_for("the run", || (lab.queue()["runs"] != json!([])).then_some(()));
    for number in 0..6 {
        let worker = lab.worker(&format!("victim{number}"));
        wait_for("the job to be begun", || {
            let queue = lab.queue();
            let busy =
                |worker: &Value| worker["name"] == format!("victim{number}") && worker["jobs"] != json!([]);
            let over = queue["runs"] == json!([]);
            (over || queue["workers"].as_array()?.iter().any(busy)).then_some(())
        });
        worker.kill();
    }
    assert_eq!(coordinator.end(), Some(1));
    let said = lab.said("coordinator");
    assert!(
        said.contains("games 0-1") && said.contains("victim0") && said.contains("poda resume 1"),
        "{said}"
    );
    assert!(said.contains("--queue nats://"), "{said}");
}

#[test]
fn servers_that_are_not_there_are_named() {
    let home = tempfile::tempdir().unwrap();
    let error = refusal(home.path(), &["queue", "nats://127.0.0.1:1"], 1);
    assert!(error.contains("cannot connect to nats://127.0.0.1:1"), "{error}");
    let error = refusal(home.path(), &["worker", "--queue", "http://lab0"], 2);
    assert!(error.contains("\"http://lab0\" is no address"), "{error}");
    let error = refusal(
        home.path(),
        &["worker", "--queue", "nats://user:secret@127.0.0.1:1", "--creds", "nowhere"],
        1,
    );
    assert!(error.contains("nowhere") && !error.contains("secret"), "{error}");
    let contest = ["match", "random", "random", "--games", "2", "--queue", "nats://user:secret@127.0.0.1:1"];
    let error = refusal(home.path(), &contest, 1);
    assert!(error.contains("cannot connect") && !error.contains("secret"), "{error}");
    // Nothing is recorded where nothing can be played.
    assert!(!home.path().join("poda/arena.db").exists());
}

#[test]
fn a_server_without_jetstream_is_told_apart() {
    let Some(lab) = Lab::open_plain() else { return };
    for command in [["queue", &lab.url()].to_vec(), ["worker", "--queue", &lab.url()].to_vec()] {
        let error = refusal(lab.folder(), &command, 1);
        assert!(error.contains("keeps no messages") && error.contains("-js"), "{error}");
    }
}

/// A worker in this process.
#[derive(Default)]
struct Watched {
    stop: AtomicBool,
    said: Mutex<String>,
}

impl ContestObserver for Watched {
    fn waiting(&self) -> ControlFlow<()> {
        break_if(self.stop.load(Ordering::Relaxed))
    }

    fn notice(&self, what: &Message) {
        self.said.lock().unwrap().push_str(what.english());
    }
}

#[test]
fn a_worker_of_another_version_is_refused_with_the_reason() {
    let Some(lab) = Lab::open() else { return };
    let (url, db) = (lab.url(), lab.text("far.db"));
    let watched = Arc::new(Watched::default());
    let own = Identity::own();
    let other = Worker {
        catalog: poda_catalog::Catalog::default(),
        server: url.parse().unwrap(),
        name: "old".into(),
        slots: 1,
        cache: lab.path("cache"),
        bots: poda_agent::BotLimits::default(),
        weak_sandbox: false,
        identity: Identity { signature: "0123456789ab".into(), ..own.clone() },
    };
    let observer = Arc::clone(&watched);
    let worker = std::thread::spawn(move || other.run(observer.as_ref()));
    let contest = ["match", "random", "random", "--games", "2", "--seed", "1", "--openings", "none"];
    let coordinator = lab.start("coordinator", &[&contest[..], &["--db", &db, "--queue", &url]].concat());
    let why = wait_for("the reason", || {
        let queue = lab.queue();
        let old = queue["workers"].as_array()?.iter().find(|worker| worker["name"] == "old")?.clone();
        old["unable"][0]["why"].as_str().map(str::to_owned)
    });
    assert!(why.contains("0123456789ab") && why.contains(&own.signature), "{why}");
    wait_for("the coordinator's word", || {
        lab.said("coordinator").contains("old: versions differ").then_some(())
    });
    assert!(watched.said.lock().unwrap().contains("versions differ"));
    // One of the right version plays.
    let right = lab.worker("right");
    assert_eq!(coordinator.end(), Some(0));
    stop(right);
    watched.stop.store(true, Ordering::Relaxed);
    worker.join().unwrap().unwrap();
}

#[test]
fn positions_are_solved_in_their_order_as_on_one_machine() {
    let Some(lab) = Lab::open() else { return };
    let workers = [lab.worker("one"), lab.worker("two")];
    let mut positions =
        String::from("44444444 1\n225257625346224411156336534 4\n7422341735647741166133573473242566\n\n");
    for column in ["1", "2", "3", "4", "5", "6", "7"] {
        for start in ["2252576253462244111563365343671351441", "742234173564774116613357347324256"] {
            positions.extend([start, column, "\n"]);
        }
    }
    let home = lab.path("home");
    let solve = |more: &[&str]| {
        let mut command = poda(&home, &[&["solve", "connect4:7x6", "--quiet"][..], more].concat());
        let mut child = command.stdin(Stdio::piped()).spawn().unwrap();
        child.stdin.take().unwrap().write_all(positions.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        let column = |line: &str| line.split(' ').take(2).collect::<Vec<_>>().join(" ");
        let scores: Vec<String> = text(&output.stdout).lines().map(column).collect();
        (scores, text(&output.stderr), output.status.code())
    };
    let url = lab.url();
    for more in [&[][..], &["--weak"], &["--all"]] {
        let there = solve(&[more, &["--queue", &url, "--job-time", "50"]].concat());
        assert_eq!(there, solve(more), "{more:?}");
        assert!(there.0.len() > 8 && there.1.contains("line 1:"), "{there:?}");
    }
    for worker in workers {
        stop(worker);
    }
}

#[test]
fn programs_travel_and_are_built_where_they_play() {
    let Some(lab) = Lab::open() else { return };
    let folder = lab.path("mine");
    fs::create_dir_all(&folder).unwrap();
    // What it needs is not there until it is built, and nobody builds it here.
    fs::write(
        folder.join("bot.toml"),
        "run = \"python3 bot.py\"\nbuild = \"echo 'choose = min' > built.py\"\n",
    )
    .unwrap();
    let bot = "import json, sys, built\nfor line in sys.stdin:\n    print(built.choose(json.loads(line)['legal']), flush=True)\n";
    fs::write(folder.join("bot.py"), bot).unwrap();
    let (url, db) = (lab.url(), lab.text("far.db"));
    let worker = lab.worker("one");
    let contest =
        ["match", "mine=json:python3 mine/bot.py", "random", "--games", "4", "--seed", "1", "--json"];
    let coordinator = lab.start("coordinator", &[&contest[..], &["--db", &db, "--queue", &url]].concat());
    assert_eq!(coordinator.end(), Some(0));
    let result: Value = serde_json::from_str(&lab.said("coordinator-out")).unwrap();
    let faults = result["table"].as_array().unwrap().iter().map(|row| &row["faults"]);
    assert_eq!(faults.collect::<Vec<_>>(), [&json!([]), &json!([])], "{result}");
    assert!(!folder.join("built.py").exists());
    // One that cannot be built: the worker says why, and the coordinator goes on waiting for another one.
    fs::write(folder.join("bot.toml"), "build = \"echo error: no compiler; exit 1\"\n").unwrap();
    let again = lab.start("again", &[&contest[..], &["--db", &db, "--queue", &url]].concat());
    wait_for("the reason", || lab.said("again").contains("its build failed").then_some(()));
    assert!(lab.said("again").contains("no compiler"), "{}", lab.said("again"));
    again.signal("-INT");
    assert_eq!(again.end(), Some(130));
    stop(worker);
}

/// Begins a match on a page's server.
fn begin_run(address: &str) -> String {
    let order = json!({ "game": "parchis", "players": ["random", "random"], "games": 2000, "owner": "me" });
    let mut connection = TcpStream::connect(address).unwrap();
    let body = order.to_string();
    let head = format!(
        "POST /api/runs HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    connection.write_all(format!("{head}{body}").as_bytes()).unwrap();
    let mut answer = String::new();
    connection.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn a_page_that_ends_tells_its_workers() {
    let Some(lab) = Lab::open() else { return };
    let (data, url) = (lab.text("data"), lab.url());
    let one = lab.worker("one");
    let server = lab.start("server", &["serve", "--port", "0", "--data", &data, "--queue", &url]);
    let address = wait_for("the address", || {
        let said = lab.said("server");
        Some(said.split_once("http://")?.1.split_once(" (")?.0.to_owned())
    });
    let answer = begin_run(&address);
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    wait_for("the work", || {
        Some(worker(&lab.queue(), "one")?["jobs"].as_array()?.len()).filter(|jobs| *jobs > 0)
    });
    server.signal("-INT");
    assert_eq!(server.end(), Some(130));
    assert!(lab.said("server").contains("the games are kept"));
    // Nobody plays on, and nothing of it is left on the queue.
    assert_eq!(lab.queue()["runs"], json!([]));
    wait_for("the worker to be idle", || (worker(&lab.queue(), "one")?["jobs"] == json!([])).then_some(()));
    stop(one);
}

#[test]
fn a_class_is_graded_as_on_one_machine() {
    let Some(lab) = Lab::open() else { return };
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../examples/bots/json_bot.py");
    for id in ["ana", "eva", "sol"] {
        let place = lab.path("class").join(id);
        fs::create_dir_all(&place).unwrap();
        fs::copy(&example, place.join("bot.py")).unwrap();
        fs::write(place.join("bot.toml"), "run = \"python3 bot.py\"\n").unwrap();
    }
    let rubric = "game = \"connect4\"\nopponents = [\"random\"]\ngames = 4\nleague_games = 2\nseed = 1\n";
    fs::write(lab.path("rubric.toml"), rubric).unwrap();
    let (class, rubric, url) = (lab.text("class"), lab.text("rubric.toml"), lab.url());
    let workers = [lab.worker("one"), lab.worker("two")];
    let grade = |out: &str, more: &[&str]| {
        let out = lab.text(out);
        let arguments = ["grade", &class, "--rubric", &rubric, "--out", &out, "--quiet", "--weak-sandbox"];
        printed(&lab.path("home"), &[&arguments[..], more].concat());
        fs::read_to_string(Path::new(&out).join("moodle.csv")).unwrap()
    };
    assert_eq!(grade("there", &["--queue", &url]), grade("here", &[]));
    for worker in workers {
        stop(worker);
    }
}

#[cfg(unix)]
#[test]
fn a_program_that_cannot_be_sent_loses_alone() {
    let Some(lab) = Lab::open() else { return };
    let (url, db) = (lab.url(), lab.text("far.db"));
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../examples/bots/json_bot.py");
    let worker = lab.worker("one");
    fs::create_dir_all(lab.path("mine")).unwrap();
    fs::copy(&example, lab.path("mine/bot.py")).unwrap();
    std::os::unix::fs::symlink("/", lab.path("mine/data")).unwrap();
    let players = ["tournament", "--players", "mine=json:python3 mine/bot.py", "pvs:depth=1", "random"];
    let more = ["--games", "2", "--seed", "1", "--json", "--db", &db, "--queue", &url];
    let coordinator = lab.start("coordinator", &[&players[..], &more].concat());
    assert_eq!(coordinator.end(), Some(0), "{}", lab.said("coordinator"));
    let said = lab.said("coordinator");
    assert!(said.contains("mine loses its games") && said.contains("leads out of its folder"), "{said}");
    let result: Value = serde_json::from_str(&lab.said("coordinator-out")).unwrap();
    assert_eq!(result["played"], 6, "{result}");
    for row in result["table"].as_array().unwrap() {
        let faults = row["faults"].as_array().unwrap();
        if row["player"]["name"] == "mine" {
            assert_eq!(
                (faults.len(), &faults[0]["kind"], &faults[0]["count"]),
                (1, &json!("no-start"), &json!(4))
            );
            assert!(faults[0].to_string().contains("leads out of its folder"), "{row}");
        } else {
            assert!(faults.is_empty(), "{row}");
        }
    }
    // In a class, too: the others are graded as if it were not there.
    for (id, build) in [("ana", ""), ("eva", "build = \"ln -s /usr/bin/python3 data\"\n"), ("sol", "")] {
        let place = lab.path("class").join(id);
        fs::create_dir_all(&place).unwrap();
        fs::copy(&example, place.join("bot.py")).unwrap();
        fs::write(place.join("bot.toml"), format!("run = \"python3 bot.py\"\n{build}")).unwrap();
    }
    let rubric = "game = \"connect4\"\nopponents = [\"random\"]\ngames = 2\nleague_games = 2\nseed = 1\n";
    fs::write(lab.path("rubric.toml"), rubric).unwrap();
    let (class, rubric, out) = (lab.text("class"), lab.text("rubric.toml"), lab.text("out"));
    let grade = ["grade", &class, "--rubric", &rubric, "--out", &out, "--quiet", "--weak-sandbox", "--json"];
    let grades = printed(&lab.path("home"), &[&grade[..], &["--queue", &url]].concat());
    let grades: Value = serde_json::from_str(&grades).unwrap();
    for student in grades["students"].as_array().unwrap() {
        let points = student["league"].as_f64().unwrap();
        assert_eq!(points > 0.0, student["id"] != "eva", "{student}");
        assert_eq!(student["graded"], true, "{student}");
    }
    stop(worker);
}

/// Submissions that attack where they are built: on a worker.
#[cfg(target_os = "linux")]
#[test]
fn a_hostile_class_costs_workers_nothing() {
    let Some(lab) = Lab::open() else { return };
    let attacks =
        ["honest", "build-link-hidden", "build-pipes", "build-set-id", "worker-link", "worker-pipe"];
    let worker = lab.worker("one");
    let secret = hostile::make_class(lab.folder(), 1);
    for entry in fs::read_dir(lab.path("class")).unwrap().flatten() {
        if !attacks.contains(&entry.file_name().to_str().unwrap()) {
            fs::remove_dir_all(entry.path()).unwrap();
        }
    }
    let (class, out, url) = (lab.text("class"), lab.text("out"), lab.url());
    let rubric = hostile::examples().join("rubric.toml");
    let grade = ["grade", &class, "--rubric", rubric.to_str().unwrap(), "--out", &out, "--quiet", "--json"];
    let grade = [&grade[..], &["--queue", &url]].concat();
    // Once more for some of them: what a build has left does not stop the worker either.
    for only in [&[][..], &["--only", "worker-pipe", "--only", "worker-link"]] {
        let grades: Value =
            serde_json::from_str(&printed(&lab.path("home"), &[&grade[..], only].concat())).unwrap();
        assert_eq!(grades["students"].as_array().unwrap().len(), attacks.len());
        for student in grades["students"].as_array().unwrap() {
            assert!(student["total"].as_f64().unwrap() > 0.0, "{student}");
        }
    }
    stop(worker);
    hostile::check_left(lab.folder(), &secret);
    let told = hostile::told(&lab.path("out/games.db"));
    assert!(told.iter().filter(|(_, told)| told.contains("held")).count() >= attacks.len(), "{told:?}");
    assert!(!told.iter().any(|(_, told)| told.contains("LOOT")), "{told:?}");
}
