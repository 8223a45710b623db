//! A flood from one address, and a person at another one, on this machine only.
//!
//! ```console
//! $ poda serve &
//! $ cargo run --release --package poda-web --example flood -- 127.0.0.1:7878 --process $! --seconds 60
//! ```
//!
//! Sixteen sockets of 127.0.0.1 ask whatever can be asked, and what cannot, as fast as they can: live connections that come and
//! go, and plain requests. Meanwhile 127.0.0.2 asks for a move of `ninja1` and for the catalog. Told are how long that takes and
//! how much memory the server has; it fails if a move takes more than two seconds, the catalog more than 50 ms (median), or
//! the server more than 400 MB.
#![expect(clippy::print_stderr, reason = "an example talks to whoever runs it")]

use std::{
    fs,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    process::ExitCode,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpSocket, TcpStream},
    time::{sleep, timeout},
};
use tokio_tungstenite::{WebSocketStream, client_async, tungstenite::Message};

type Failure = Box<dyn std::error::Error + Send + Sync>;
type Socket = WebSocketStream<TcpStream>;

const FLOOD: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);
const PERSON: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 2));
const SOCKETS: usize = 16;

/// What must hold.
const MOVE: Duration = Duration::from_secs(2);
const CATALOG: Duration = Duration::from_millis(50);
const MEGABYTES: u64 = 400;

#[derive(Clone, Copy)]
struct Plan {
    address: SocketAddr,
    process: Option<u32>,
    seconds: u64,
}

impl Plan {
    fn read() -> Result<Self, Failure> {
        let mut words = std::env::args().skip(1);
        let address: SocketAddr =
            words.next().ok_or("usage: flood ADDRESS [--process ID] [--seconds N]")?.parse()?;
        if !address.ip().is_loopback() {
            return Err(format!("{address} is not this machine").into());
        }
        let mut plan = Self { address, process: None, seconds: 60 };
        while let (Some(name), Some(value)) = (words.next(), words.next()) {
            match name.as_str() {
                "--process" => plan.process = Some(value.parse()?),
                "--seconds" => plan.seconds = value.parse()?,
                _ => return Err(format!("unknown option {name:?}").into()),
            }
        }
        Ok(plan)
    }

    async fn open(&self, from: IpAddr) -> Result<TcpStream, Failure> {
        let socket = TcpSocket::new_v4()?;
        socket.bind(SocketAddr::new(from, 0))?;
        Ok(socket.connect(self.address).await?)
    }

    async fn connect(&self, from: IpAddr) -> Result<Socket, Failure> {
        let url = format!("ws://{}/api/live", self.address);
        Ok(client_async(url, self.open(from).await?).await?.0)
    }

    /// The status of an answer over HTTP, once all of it is there.
    async fn ask(&self, from: IpAddr, method: &str, path: &str, body: &str) -> Result<u16, Failure> {
        let mut stream = self.open(from).await?;
        let request = format!(
            "{method} {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-type: application/json\r\n\
             content-length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        stream.write_all(request.as_bytes()).await?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).await?;
        let head = String::from_utf8_lossy(&answer);
        Ok(head.split(' ').nth(1).and_then(|status| status.parse().ok()).unwrap_or(0))
    }

    fn memory(&self, field: &str) -> Option<u64> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.process?)).ok()?;
        let line = status.lines().find(|line| line.starts_with(field))?;
        Some(line.split_whitespace().nth(1)?.parse::<u64>().ok()? / 1024)
    }
}

/// A game in which everybody plays the first legal move.
fn long_line(game: &str, plies: usize) -> Result<Value, Failure> {
    let rules = poda_catalog::Catalog::built_in().open(game)?;
    let mut session = rules.session();
    while session.line().moves.len() < plies && session.outcome().is_none() {
        let mv = session.legal().swap_remove(0);
        session.play(&mv)?;
    }
    Ok(json!({ "game": game, "moves": session.line().moves }))
}

/// Every kind of message: good ones, hard ones, and those that are none.
fn messages() -> Result<Vec<Value>, Failure> {
    let mut lines = vec![long_line("parchis:2022", 350)?, long_line("crush", 300)?, long_line("boom", 60)?];
    lines.extend(["connect4", "connect4:8x8", "desconecta"].map(|game| json!({ "game": game })));
    let mut messages = vec![
        json!({ "do": "catalog" }),
        json!({ "do": "rules", "family": "boom" }),
        json!({ "do": "children", "tree": "1", "node": 0 }),
        json!({ "do": "events", "tree": "1", "from": 0 }),
        json!({ "do": "draw-tree", "seed": 1, "level": 4 }),
        json!({ "do": "practice", "tree": "((3 12 8) (2 4 6) (14 5 2))", "engine": "pvs" }),
        json!({ "do": "quiz", "seed": 1, "level": 4, "trees": 50 }),
        json!({ "do": "show", "line": { "game": "boom", "moves": vec!["4"; 12_000] } }),
        json!({ "do": "show", "line": { "game": "boom", "start": "x".repeat(60_000) } }),
        json!({ "do": "choose", "line": { "game": "boom", "moves": vec!["4"; 12_000] }, "player": "ninja1" }),
        json!({ "do": "choose", "line": { "game": "boom" }, "player": "json:sh -c true" }),
        json!({ "do": "nothing" }),
    ];
    for line in &lines {
        messages.push(json!({ "do": "show", "line": line }));
        messages.push(json!({ "do": "heuristics", "line": line }));
        messages.push(json!({ "do": "review", "line": line }));
        messages.push(json!({ "do": "analyze", "line": line, "player": "pvs:tt=64", "time": 30_000 }));
        for player in
            ["pvs:time=30000,tt=64,depth=256", "minimax:depth=256", "mcts:time=30000", "sensei", "random"]
        {
            messages.push(json!({ "do": "choose", "line": line, "player": player }));
        }
        for engine in ["minimax:depth=256", "alphabeta:depth=6", "pvs:depth=20,tt=64"] {
            messages.push(json!({ "do": "tree", "line": line, "engine": engine }));
        }
    }
    Ok(messages)
}

/// One socket of the flood: it asks, reads or does not, stops, hangs up and comes again.
async fn flood(plan: Plan, number: usize, messages: Arc<Vec<Value>>, sent: Arc<AtomicU64>) {
    let mut turn = number * 7;
    loop {
        let Ok(mut socket) = plan.connect(FLOOD).await else {
            sleep(Duration::from_millis(20)).await;
            continue;
        };
        // Some hang up after a few messages, others stay.
        let most = [4, 40, 400, 4000][turn % 4];
        for id in 0..most {
            let mut message = messages[turn % messages.len()].clone();
            turn += 1 + number;
            message["id"] = json!(id);
            let text = match turn % 11 {
                0 => Message::binary(vec![0; 1000]),
                1 => Message::text("{".repeat(60_000)),
                2 => Message::text(json!({ "do": "stop", "id": id / 2 }).to_string()),
                _ => Message::text(message.to_string()),
            };
            // A server that reads slowly slows the flood down, and that is its right.
            match timeout(Duration::from_secs(5), socket.send(text)).await {
                Ok(Ok(())) => sent.fetch_add(1, Ordering::Relaxed),
                Ok(Err(_)) => break,
                Err(_) => continue,
            };
            // Every other socket reads what it is told; the others let it lie.
            while number.is_multiple_of(2)
                && timeout(Duration::from_millis(1), socket.next()).await.is_ok_and(|got| got.is_some())
            {
            }
        }
    }
}

/// Plain requests of the flood, and connections that say nothing.
async fn flood_http(plan: Plan, sent: Arc<AtomicU64>) {
    let line = json!({ "game": "boom", "moves": ["4", "4"] });
    let run = json!({ "game": "boom", "players": ["pvs:tt=64,depth=9", "pvs:tt=64,depth=9"], "games": 2000, "owner": "flood" });
    let mut silent = Vec::new();
    for turn in 0_u64.. {
        let saved =
            json!({ "owner": format!("flood {turn}"), "line": line, "first": "human", "second": "x" });
        let (method, path, body) = match turn % 6 {
            0 => ("GET", "/".to_owned(), String::new()),
            1 => ("PUT", format!("/api/saved/flood-{turn}"), saved.to_string()),
            2 => ("GET", "/api/runs".to_owned(), String::new()),
            3 => ("POST", "/api/runs".to_owned(), run.to_string()),
            4 => ("GET", "/api/saved".to_owned(), String::new()),
            _ => ("GET", "/api".to_owned(), String::new()),
        };
        let _ = timeout(Duration::from_secs(5), plan.ask(FLOOD, method, &path, &body)).await;
        sent.fetch_add(1, Ordering::Relaxed);
        if turn.is_multiple_of(50) && silent.len() < 64 {
            silent.extend(plan.open(FLOOD).await.ok());
        }
    }
}

/// A person plays, and looks at the catalog.
async fn person(plan: Plan, until: Instant) -> Result<[Vec<Duration>; 2], Failure> {
    let (mut moves, mut catalogs) = (Vec::new(), Vec::new());
    let mut socket = plan.connect(PERSON).await?;
    let games = ["connect4", "boom", "crush", "desconecta", "parchis"];
    for turn in 0_u32.. {
        if Instant::now() >= until {
            break;
        }
        let start = Instant::now();
        let line = json!({ "game": games[turn as usize % games.len()] });
        let question = json!({ "do": "choose", "id": turn, "line": line, "player": "ninja1" });
        socket.send(Message::text(question.to_string())).await?;
        loop {
            let message = socket.next().await.ok_or("the connection was closed")??;
            let Message::Text(text) = message else { continue };
            let reply: Value = serde_json::from_str(&text)?;
            match reply["is"].as_str() {
                Some("chosen") => break,
                Some("error") => return Err(reply["error"].to_string().into()),
                _ => {}
            }
        }
        moves.push(start.elapsed());
        for _ in 0..4 {
            let start = Instant::now();
            let status = plan.ask(PERSON, "GET", "/api/catalog", "").await?;
            if status != 200 {
                return Err(format!("the catalog: {status}").into());
            }
            catalogs.push(start.elapsed());
        }
        sleep(Duration::from_millis(50)).await;
    }
    Ok([moves, catalogs])
}

fn told(name: &str, times: &mut [Duration]) -> (Duration, Duration) {
    times.sort_unstable();
    let at = |part: usize| times.get(times.len() * part / 100).copied().unwrap_or_default();
    let longest = times.last().copied().unwrap_or_default();
    let [median, most, end] = [at(50), at(95), longest].map(|time| time.as_secs_f64() * 1000.0);
    eprintln!(
        "{name}: {median:.1} ms (median), {most:.1} ms (95 %), {end:.1} ms (longest) of {}",
        times.len()
    );
    (at(50), longest)
}

async fn run(plan: Plan) -> Result<(), Failure> {
    let messages = Arc::new(messages()?);
    let sent = Arc::new(AtomicU64::new(0));
    eprintln!("the server has {} MB before the flood", plan.memory("VmRSS").unwrap_or(0));
    let mut floods = tokio::task::JoinSet::new();
    for number in 0..SOCKETS {
        floods.spawn(flood(plan, number, Arc::clone(&messages), Arc::clone(&sent)));
    }
    for _ in 0..2 {
        floods.spawn(flood_http(plan, Arc::clone(&sent)));
    }
    let until = Instant::now() + Duration::from_secs(plan.seconds);
    let served = person(plan, until).await;
    floods.shutdown().await;
    let [mut moves, mut catalogs] = served?;
    eprintln!("{} messages and requests of the flood in {} s", sent.load(Ordering::Relaxed), plan.seconds);
    let (_, longest) = told("a move of ninja1", &mut moves);
    let (median, _) = told("the catalog", &mut catalogs);
    let peak = plan.memory("VmHWM");
    let now = plan.memory("VmRSS");
    eprintln!("the server had {} MB at most, and has {} MB now", peak.unwrap_or(0), now.unwrap_or(0));
    if plan.process.is_some() && peak.is_none() {
        return Err("the server is gone".into());
    }
    if longest > MOVE || median > CATALOG || peak.is_some_and(|peak| peak > MEGABYTES) {
        return Err(
            format!("more than {MOVE:?} for a move, {CATALOG:?} for the catalog, or {MEGABYTES} MB").into()
        );
    }
    Ok(())
}

#[tokio::main]
async fn main() -> ExitCode {
    let done = match Plan::read() {
        Ok(plan) => run(plan).await,
        Err(error) => Err(error),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("flood: {error}");
            ExitCode::FAILURE
        }
    }
}
