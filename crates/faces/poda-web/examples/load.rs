//! Many games and many idle connections at once, on this machine only.
//!
//! ```console
//! $ poda serve --connections 3000 --waiting 200 &
//! $ cargo run --release --package poda-web --example load -- 127.0.0.1:7878 --games 200 --idle 2000 --player ninja2
//! ```
//!
//! Every game is one connection that lets a random walker and the player choose in turn until the game is over. What is
//! measured is how long an answer takes, waiting for a thinker included. An error anywhere ends the whole with code 1.
#![expect(clippy::print_stderr, reason = "an example talks to whoever runs it")]

use std::{
    net::SocketAddr,
    process::ExitCode,
    sync::Arc,
    time::{Duration, Instant},
};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::{net::TcpStream, sync::Semaphore, task::JoinSet};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async, tungstenite::Message};

type Failure = Box<dyn std::error::Error + Send + Sync>;
type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

struct Plan {
    address: SocketAddr,
    games: usize,
    idle: usize,
    game: String,
    player: String,
}

impl Plan {
    fn read() -> Result<Self, Failure> {
        let mut words = std::env::args().skip(1);
        let address: SocketAddr =
            words.next().ok_or("usage: load ADDRESS [--games N] [--idle N] ...")?.parse()?;
        if !address.ip().is_loopback() {
            return Err(format!("{address} is not this machine").into());
        }
        let mut plan =
            Self { address, games: 200, idle: 2000, game: "connect4".into(), player: "ninja2".into() };
        while let (Some(name), Some(value)) = (words.next(), words.next()) {
            match name.as_str() {
                "--games" => plan.games = value.parse()?,
                "--idle" => plan.idle = value.parse()?,
                "--game" => plan.game = value,
                "--player" => plan.player = value,
                _ => return Err(format!("unknown option {name:?}").into()),
            }
        }
        Ok(plan)
    }

    async fn connect(&self) -> Result<Socket, Failure> {
        Ok(connect_async(format!("ws://{}/api/live", self.address)).await?.0)
    }
}

async fn ask(socket: &mut Socket, question: Value, last: &str) -> Result<Value, Failure> {
    socket.send(Message::text(question.to_string())).await?;
    loop {
        let message = socket.next().await.ok_or("the connection was closed")??;
        let Message::Text(text) = message else { continue };
        let reply: Value = serde_json::from_str(&text)?;
        if reply["is"] == "error" {
            return Err(reply["error"].to_string().into());
        }
        if reply["is"] == last {
            return Ok(reply);
        }
    }
}

/// Plays a game; how long each of the player's answers took.
async fn play(plan: &Plan, number: usize) -> Result<Vec<Duration>, Failure> {
    let mut socket = plan.connect().await?;
    let mut moves: Vec<Value> = Vec::new();
    let mut times = Vec::new();
    for id in 0.. {
        let line = json!({ "game": plan.game, "moves": moves });
        let shown = ask(&mut socket, json!({ "do": "show", "id": 2 * id, "line": line }), "position").await?;
        if !shown["outcome"].is_null() || moves.len() >= 400 {
            break;
        }
        let walker = format!("random:seed={number}");
        let walks = shown["to_move"].as_u64() == Some(1 + number as u64 % 2);
        let player = if walks { walker.as_str() } else { plan.player.as_str() };
        let start = Instant::now();
        let question = json!({ "do": "choose", "id": 2 * id + 1, "line": line, "player": player });
        let chosen = ask(&mut socket, question, "chosen").await?;
        if !walks {
            times.push(start.elapsed());
        }
        moves.push(chosen["move"].clone());
    }
    Ok(times)
}

async fn run(plan: Plan) -> Result<(), Failure> {
    let plan = Arc::new(plan);
    let start = Instant::now();
    // A crowd comes in one after the other, but quickly.
    let gate = Arc::new(Semaphore::new(64));
    let mut crowd = JoinSet::new();
    for _ in 0..plan.idle {
        let (plan, gate) = (Arc::clone(&plan), Arc::clone(&gate));
        crowd.spawn(async move {
            let _turn = gate.acquire().await?;
            plan.connect().await
        });
    }
    let mut idle = Vec::new();
    while let Some(socket) = crowd.join_next().await {
        idle.push(socket??);
    }
    eprintln!("{} idle connections after {:.1} s", idle.len(), start.elapsed().as_secs_f64());

    let start = Instant::now();
    let mut games = JoinSet::new();
    for number in 0..plan.games {
        let plan = Arc::clone(&plan);
        games.spawn(async move { play(&plan, number).await });
    }
    let mut times = Vec::new();
    while let Some(game) = games.join_next().await {
        times.extend(game??);
    }
    let seconds = start.elapsed().as_secs_f64();
    times.sort_unstable();
    let at = |part: usize| times.get(times.len() * part / 100).copied().unwrap_or_default().as_millis();
    eprintln!("{} games, {} answers of {} in {seconds:.1} s", plan.games, times.len(), plan.player);
    eprintln!("an answer takes {} ms (median), {} ms (95 %), {} ms (99 %)", at(50), at(95), at(99));
    // The crowd is still there, every one of them.
    let still = idle.len();
    for (number, socket) in idle.iter_mut().enumerate() {
        let question = json!({ "do": "show", "id": number, "line": { "game": "connect4:1x1" } });
        ask(socket, question, "position").await?;
    }
    eprintln!("all {still} idle connections still answer");
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
            eprintln!("load: {error}");
            ExitCode::FAILURE
        }
    }
}
