//! What a worker's account may not do, tried with the accounts of docs/machines.md on a real server. Every attack is tried by the coordinator
//! as well, where it has to work: an attack that is only misspelt proves nothing.

use std::{
    collections::BTreeMap,
    fs,
    io::{BufRead, BufReader, Read, Write},
    net::TcpStream,
    path::Path,
    time::Duration,
};

use serde_json::{Value, json};

use super::{
    lab::{Lab, wait_for},
    stop,
};
use crate::common::{printed, refusal};

/// The configuration that a document shows, with these passwords.
pub(crate) fn documented(document: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../docs").join(document);
    let text = fs::read_to_string(path).unwrap();
    let start = text.find("tls {").unwrap();
    let end = start + text[start..].find("$ nats-server -c").unwrap();
    text[start..end].replace("$COORDINATOR", "secret-c").replace("$WORKER", "secret-w")
}

/// The same without TLS, which is tested elsewhere.
fn plain() -> String {
    let text = documented("machines.md");
    text.lines().filter(|line| !line.starts_with("tls {")).collect::<Vec<_>>().join("\n")
}

#[test]
fn both_languages_show_the_same_configuration() {
    let code = |document: &str| -> Vec<String> {
        let line = |line: &str| line.split('#').next().unwrap().trim_end().to_owned();
        documented(document).lines().map(line).collect()
    };
    assert_eq!(code("machines.md"), code("es/machines.md"));
}

/// A client that speaks the protocol itself: it may say what no library would.
pub(crate) struct Client {
    reader: BufReader<TcpStream>,
    inbox: String,
    messages: Vec<(String, Vec<u8>)>,
    /// Where the last answer wants its own answer.
    pub(crate) reply: String,
    errors: Vec<String>,
    asked: u32,
}

impl Client {
    pub(crate) fn connect(lab: &Lab, user: &str, password: &str) -> Self {
        let stream = TcpStream::connect(lab.host()).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        let inbox = format!("_INBOX.{user}.raw");
        let (messages, errors) = (Vec::new(), Vec::new());
        let mut client =
            Self { reader: BufReader::new(stream), inbox, messages, reply: String::new(), errors, asked: 0 };
        let options = json!({ "user": user, "pass": password, "verbose": false, "headers": true, "no_responders": true });
        client.send(&format!("CONNECT {options}\r\n"));
        let inbox = client.inbox.clone();
        client.subscribe(&format!("{inbox}.*"));
        assert!(client.errors().is_empty());
        client
    }

    fn send(&mut self, text: &str) {
        self.reader.get_mut().write_all(text.as_bytes()).unwrap();
    }

    fn subscribe(&mut self, subject: &str) {
        self.send(&format!("SUB {subject} 1\r\n"));
    }

    fn publish(&mut self, subject: &str, reply: &str, payload: &Value) {
        let payload = payload.to_string();
        self.send(&format!("PUB {subject} {reply} {}\r\n{payload}\r\n", payload.len()));
    }

    /// Reads the next line of the server, and the message that it announces.
    fn read(&mut self) -> String {
        let mut line = String::new();
        self.reader.read_line(&mut line).unwrap();
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["PING"] => self.send("PONG\r\n"),
            ["MSG" | "HMSG", subject, .., length] => {
                let mut bytes = vec![0; length.parse::<usize>().unwrap() + 2];
                self.reader.read_exact(&mut bytes).unwrap();
                bytes.truncate(bytes.len() - 2);
                // Between the number of the subscription and the length.
                self.reply = if words.len() == 5 { words[3].to_owned() } else { String::new() };
                self.messages.push((subject.to_owned(), bytes));
            }
            ["-ERR", ..] => self.errors.push(line.clone()),
            _ => {}
        }
        line
    }

    /// What the server has refused, after it has read everything.
    fn errors(&mut self) -> Vec<String> {
        self.send("PING\r\n");
        while !self.read().starts_with("PONG") {}
        std::mem::take(&mut self.errors)
    }

    /// A question with its answer.
    pub(crate) fn ask(&mut self, subject: &str, payload: &Value) -> Value {
        self.asked += 1;
        let reply = format!("{}.{}", self.inbox, self.asked);
        self.publish(subject, &reply, payload);
        loop {
            self.read();
            if let Some(place) = self.messages.iter().position(|(subject, _)| *subject == reply) {
                return serde_json::from_slice(&self.messages.remove(place).1).unwrap_or_default();
            }
        }
    }

    /// The next job of a run, as its coordinator has published it.
    pub(crate) fn next_job(&mut self, run: &str) -> Value {
        let inbox = format!("{}.job", self.inbox);
        self.publish(&format!("$JS.API.CONSUMER.MSG.NEXT.PODA_JOBS.jobs-{run}"), &inbox, &json!(1));
        loop {
            self.read();
            // It keeps its own subject.
            if let Some((_, job)) = self.messages.pop_if(|(subject, _)| subject.starts_with("poda.job.")) {
                return serde_json::from_slice(&job).unwrap();
            }
        }
    }

    /// A job is done.
    pub(crate) fn acknowledge(&mut self, reply: &str) {
        self.send(&format!("PUB {reply} 4\r\n+ACK\r\n"));
        assert!(self.errors().is_empty());
    }

    /// Everything that an attack could change: streams with their messages, and consumers.
    fn state(&mut self) -> BTreeMap<String, Value> {
        let listed = self.ask("$JS.API.STREAM.LIST", &json!({}));
        let mut state = BTreeMap::new();
        for stream in listed["streams"].as_array().unwrap() {
            let name = stream["config"]["name"].as_str().unwrap();
            let consumers = self.ask(&format!("$JS.API.CONSUMER.NAMES.{name}"), &json!({}));
            let mut known = json!([stream["config"], consumers["consumers"], stream["created"], null]);
            // Workers change it all the time.
            if name != "PODA_STATUS" {
                let content = &stream["state"];
                known[3] = json!([content["messages"], content["first_seq"], content["last_seq"]]);
            }
            state.insert(name.to_owned(), known);
        }
        state
    }
}

/// The subject, the subject for the answer, and the payload.
type Attack = (String, &'static str, Value);

const STREAMS: [&str; 5] = ["PODA_JOBS", "PODA_RESULTS", "PODA_STATUS", "PODA_PARCELS", "PODA_RUNS"];

/// A subject of each of them.
const INSIDE: [&str; 5] =
    ["poda.job.other.*", "poda.result.other.*", "poda.worker.other", "poda.parcel.other.*", "poda.run.other"];

/// The attacks that the server has to refuse by name, where the streams are as a coordinator has made them.
fn refused(state: &BTreeMap<String, Value>) -> Vec<Attack> {
    let api = |call: &str| format!("$JS.API.{call}");
    let spec = json!({ "by": { "form": 1, "version": "0", "signature": "0" }, "title": "evil", "lease_ms": 1000, "work": {} });
    let mut attacks: Vec<Attack> = vec![
        ("poda.run.evil".into(), "", spec.clone()),
        ("poda.run.held".into(), "", spec),
        ("poda.job.held.8-9".into(), "", json!({ "run": "held" })),
        (format!("poda.parcel.{}.0", "a".repeat(64)), "", json!({})),
        // Messages to one subject come out at another one.
        (
            api("STREAM.CREATE.EVIL"),
            "",
            json!({ "name": "EVIL", "subjects": ["evil.>"], "republish": { "src": "evil.>", "dest": "poda.run.>" } }),
        ),
        (api("STREAM.CREATE.COPY"), "", json!({ "name": "COPY", "sources": [{ "name": "PODA_PARCELS" }] })),
        (api("STREAM.CREATE.MIRROR"), "", json!({ "name": "MIRROR", "mirror": { "name": "PODA_RUNS" } })),
    ];
    for (number, stream) in STREAMS.into_iter().enumerate() {
        // The server itself publishes to the subject that a consumer names.
        let target = if stream == "PODA_RUNS" { "poda.job.held.6-7" } else { "poda.run.delivered" };
        let deliver = json!({ "stream_name": stream, "config": {
            "durable_name": "evil", "deliver_subject": target, "ack_policy": "none", "deliver_policy": "all",
        } });
        if !["PODA_JOBS", "PODA_RESULTS"].contains(&stream) {
            attacks.push((api(&format!("CONSUMER.DURABLE.CREATE.{stream}.evil")), "", deliver));
        }
        let pull = json!({ "stream_name": stream, "config": {
            "durable_name": "reader", "ack_policy": "explicit", "filter_subject": INSIDE[number],
        } });
        attacks.push((api(&format!("CONSUMER.DURABLE.CREATE.{stream}.reader")), "", pull));
        let mut update = state[stream][0].clone();
        update["subjects"] = json!([format!("elsewhere{number}.>")]);
        attacks.push((api(&format!("STREAM.UPDATE.{stream}")), "", update));
    }
    attacks.extend([
        (api("CONSUMER.DELETE.PODA_JOBS.jobs-held"), "", json!({})),
        (api("STREAM.MSG.DELETE.PODA_RESULTS"), "", json!({ "seq": 1 })),
    ]);
    for stream in STREAMS {
        if stream != "PODA_STATUS" {
            attacks.push((api(&format!("STREAM.PURGE.{stream}")), "", json!({})));
        }
    }
    attacks.extend(STREAMS.map(|stream| (api(&format!("STREAM.DELETE.{stream}")), "", json!({}))));
    attacks
}

/// Calls that a worker may make, with answers to where they do harm: the server does not check that subject.
fn redirected() -> Vec<(&'static str, &'static str, Value)> {
    let run = json!({ "last_by_subj": "poda.run.held" });
    let parcel = json!({ "last_by_subj": "poda.parcel.held.0" });
    vec![
        ("STREAM.INFO.PODA_RUNS", "poda.run.evil1", json!({})),
        ("STREAM.MSG.GET.PODA_RUNS", "poda.run.evil2", run.clone()),
        ("STREAM.MSG.GET.PODA_PARCELS", "poda.run.evil3", parcel),
        ("CONSUMER.INFO.PODA_JOBS.jobs-held", "poda.job.held.4-5", json!({})),
        ("CONSUMER.MSG.NEXT.PODA_JOBS.jobs-held", "poda.run.evil4", json!(1)),
        ("STREAM.MSG.GET.PODA_RUNS", "$JS.API.STREAM.PURGE.PODA_JOBS", run.clone()),
        ("STREAM.MSG.GET.PODA_RUNS", "$JS.API.STREAM.DELETE.PODA_JOBS", run),
    ]
}

#[test]
fn a_worker_can_do_nothing_but_take_jobs_and_return_results() {
    let Some(lab) = Lab::open_with(|_| plain()) else { return };
    let host = lab.host();
    let [boss, hand] = ["coordinator:secret-c", "worker:secret-w"].map(|who| format!("nats://{who}@{host}"));

    // A whole run, with a program of several messages. The worker is there before any stream.
    let worker = lab.start("hand", &["worker", "--queue", &hand, "--name", "hand", "--weak-sandbox"]);
    wait_for("the worker to wait", || lab.said("hand").contains("waiting for a coordinator").then_some(()));
    fs::create_dir_all(lab.path("mine")).unwrap();
    let bot =
        "import json, sys\nfor line in sys.stdin:\n    print(json.loads(line)['legal'][0], flush=True)\n";
    fs::write(lab.path("mine/bot.py"), bot).unwrap();
    fs::write(lab.path("mine/book"), vec![7; 700_000]).unwrap();
    let play = |name: &str, seed: &str| {
        let db = lab.text(&format!("{name}.db"));
        let contest = ["match", "mine=json:python3 mine/bot.py", "pvs:depth=1", "--games", "4", "--json"];
        let run = lab.start(name, &[&contest[..], &["--seed", seed, "--db", &db, "--queue", &boss]].concat());
        assert_eq!(run.end(), Some(0), "{}", lab.said(name));
        let result: Value = serde_json::from_str(&lab.said(&format!("{name}-out"))).unwrap();
        let faults: Vec<&Value> =
            result["table"].as_array().unwrap().iter().map(|row| &row["faults"]).collect();
        assert_eq!((&result["played"], faults), (&json!(4), vec![&json!([]); 2]), "{result}");
    };
    play("before", "1");
    for command in [&["queue", &hand][..], &["match", "random", "random", "--games", "2", "--queue", &hand]] {
        let error = refusal(lab.folder(), command, 1);
        assert!(error.contains("only a coordinator's do") && !error.contains("secret"), "{error}");
    }

    // Something of each kind that could be taken away or copied.
    let mut admin = Client::connect(&lab, "coordinator", "secret-c");
    let jobs = json!({ "stream_name": "PODA_JOBS", "config": {
        "durable_name": "jobs-held", "ack_policy": "explicit", "filter_subject": "poda.job.held.*",
    } });
    admin.ask("$JS.API.CONSUMER.DURABLE.CREATE.PODA_JOBS.jobs-held", &jobs);
    for subject in [
        "poda.run.held",
        "poda.job.held.0-1",
        "poda.job.held.2-3",
        "poda.parcel.held.0",
        "poda.result.held.0",
    ] {
        assert_ne!(admin.ask(subject, &json!({ "held": true }))["seq"], Value::Null, "{subject}");
    }
    let before = admin.state();

    let mut evil = Client::connect(&lab, "worker", "secret-w");
    for (subject, reply, payload) in refused(&before) {
        evil.publish(&subject, reply, &payload);
        let errors = evil.errors().concat().to_lowercase();
        assert!(errors.contains("permissions violation for publish"), "{subject}: {errors}");
        assert_eq!(admin.state(), before, "{subject}");
    }
    for subject in
        ["poda.notice.held", "_INBOX.worker.other", "_INBOX.coordinator.raw", "poda.making", "evil"]
    {
        evil.publish(subject, "", &json!("Ends"));
        assert_eq!(evil.errors().len(), 1, "{subject}");
    }
    for subject in [
        ">",
        "poda.>",
        "poda.run.*",
        "poda.job.>",
        "poda.result.>",
        "poda.worker.*",
        "poda.progress.*",
        "poda.parcel.>",
        "poda.api.>",
        "_INBOX.>",
        "_INBOX.coordinator.>",
        "$JS.>",
        "$SYS.>",
    ] {
        evil.subscribe(subject);
        let errors = evil.errors().concat().to_lowercase();
        assert!(errors.contains("permissions violation for subscription"), "{subject}: {errors}");
    }
    for (call, reply, payload) in redirected() {
        evil.publish(&format!("poda.api.{call}"), reply, &payload);
        assert_eq!(evil.errors(), Vec::<String>::new(), "{call} is what workers use");
        // It has arrived: the server answers one client in turn.
        evil.ask("poda.api.STREAM.INFO.PODA_RUNS", &json!({}));
        assert_eq!(admin.state(), before, "{call} to {reply}");
    }
    play("between", "2");
    stop(worker);
    let after = admin.state();
    let count = |state: &BTreeMap<String, Value>| -> Vec<Value> {
        STREAMS.iter().filter(|name| **name != "PODA_STATUS").map(|name| state[*name][3][0].clone()).collect()
    };
    assert_eq!(count(&after), count(&before), "nothing came later");

    // The same by the one that may: all of it is real. Calls from itself are ignored by the server, so far.
    for (call, reply, payload) in redirected().iter().filter(|(_, reply, _)| reply.starts_with("poda.")) {
        works(&mut admin, (&format!("$JS.API.{call}"), reply, payload));
    }
}

/// Sees that an attack changes something.
fn works(admin: &mut Client, (subject, reply, payload): (&str, &str, &Value)) {
    let before = admin.state();
    admin.publish(subject, reply, payload);
    wait_for(&format!("{subject} {reply} to work"), || (admin.state() != before).then_some(()));
}

#[test]
fn what_a_worker_is_refused_works_for_a_coordinator() {
    let Some(lab) = Lab::open_with(|_| plain()) else { return };
    let url = format!("nats://coordinator:secret-c@{}", lab.host());
    printed(lab.folder(), &["queue", &url]);
    let mut admin = Client::connect(&lab, "coordinator", "secret-c");
    let jobs = json!({ "stream_name": "PODA_JOBS", "config": {
        "durable_name": "jobs-held", "ack_policy": "explicit", "filter_subject": "poda.job.held.*",
    } });
    admin.ask("$JS.API.CONSUMER.DURABLE.CREATE.PODA_JOBS.jobs-held", &jobs);
    for subject in ["poda.result.held.0", "poda.result.held.1", "poda.job.held.0-1", "poda.run.first"] {
        admin.ask(subject, &json!({ "held": true }));
    }
    for (subject, reply, payload) in refused(&admin.state()) {
        works(&mut admin, (&subject, reply, &payload));
        // There has to be something to purge, under the subjects that the updates have left.
        if subject.contains("UPDATE") {
            let number: usize = STREAMS.iter().position(|stream| subject.ends_with(stream)).unwrap();
            for part in ["a", "b"] {
                admin.ask(&format!("elsewhere{number}.{part}"), &json!({}));
            }
        }
    }
}
