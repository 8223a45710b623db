//! Poda as an engine for other tools: UGI on standard input and output.

use std::{
    io::{self, BufRead, Read, Write},
    ops::ControlFlow,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use poda_agent::{Agent, BotLimits, GameLine, GameSession, ThinkingLimits};
use poda_bots::{Dialect, Go, Info, OptionOffer, Query, UgiCommand, UgiReply, UgiScore};
use poda_catalog::{AnyGame, EngineSpec, MAX_DEPTH};
use poda_core::{Language, Outcome, Progress, Score, SearchObserver, Side, Translate, break_if, message};

use super::{SandboxTold, player};
use crate::{arguments::EngineArgs, catalog::catalog, failure::Failure, interrupt};

/// The player; a program has the usual limits, and a tool does not want to hear of its sandbox.
fn resolve(game: &dyn AnyGame, spec: &str) -> Result<Box<dyn Agent>, Failure> {
    player(game, spec, &BotLimits::default(), &mut SandboxTold::new(Language::English, true))
}

pub(crate) fn run(args: &EngineArgs) -> Result<(), Failure> {
    let game = catalog().open(&args.game)?;
    let agent = resolve(game.as_ref(), &args.player)?;
    let session = game.session();
    let mut server = UgiServer {
        game,
        session,
        player: args.player.clone(),
        table: None,
        threads: None,
        agent: UgiAgent::Idle(agent),
        seed: 0,
        dialect: Dialect::default(),
    };
    // Nothing that a tool could lose: the first Ctrl-C leaves, wherever the program waits.
    interrupt::leave_with("");
    let mut input = io::stdin().lock();
    while let Some(line) = next_line(&mut input)? {
        if !server.obey(UgiCommand::read(&line))? {
            break;
        }
    }
    // The end of the input is a farewell too.
    server.stop();
    Ok(())
}

/// The longest line that is read; a game of 10,000 moves has a tenth of it.
const LONGEST_LINE: u64 = 1 << 20;

/// The next line that is not empty; `None` at the end of the input. Bytes that are no text become `\u{fffd}`, and what
/// does not fit in a line is dropped, so that nothing a tool sends ends the program.
fn next_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    loop {
        let mut bytes = Vec::new();
        if input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        if bytes.len() as u64 == LONGEST_LINE && !bytes.ends_with(b"\n") {
            input.skip_until(b'\n')?;
            remark(format!("a line of more than {LONGEST_LINE} bytes ignored"))?;
            continue;
        }
        let line = String::from_utf8_lossy(&bytes);
        if !line.trim().is_empty() {
            return Ok(Some(line.into_owned()));
        }
    }
}

/// One line to the host. A host that went away is the end of the program, like any closed pipe.
fn say(answer: &UgiReply, dialect: Dialect) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{}", answer.line(dialect))?;
    out.flush()
}

fn remark(text: impl Into<String>) -> io::Result<()> {
    say(&UgiReply::Info(Info { remark: Some(text.into()), ..Info::default() }), Dialect::default())
}

/// The largest table, in megabytes, and the most threads that a host may ask for.
const MOST_TABLE: u64 = 1 << 20;
const MOST_THREADS: u64 = 256;

struct UgiServer {
    game: Arc<dyn AnyGame>,
    session: GameSession,
    player: String,
    /// Megabytes of table and threads, if the host has set them.
    table: Option<u64>,
    threads: Option<u64>,
    agent: UgiAgent,
    seed: u64,
    dialect: Dialect,
}

enum UgiAgent {
    Idle(Box<dyn Agent>),
    Thinking {
        stop: Arc<AtomicBool>,
        thread: JoinHandle<Box<dyn Agent>>,
    },
    /// Only if a thinking thread was lost.
    Empty,
}

impl UgiServer {
    /// Does what it is told; `false` if that is to leave.
    fn obey(&mut self, command: UgiCommand) -> Result<bool, Failure> {
        match command {
            UgiCommand::Hello(dialect) => {
                self.dialect = dialect;
                self.introduce()?;
            }
            UgiCommand::IsReady => self.say(&UgiReply::Ready)?,
            UgiCommand::NewGame => {
                let seed = self.seed;
                self.idle()?.new_game(seed);
            }
            UgiCommand::SetOption { name, value } => self.set(&name, &value)?,
            UgiCommand::Position { start, moves } => self.set_up(start, moves)?,
            UgiCommand::Go(go) => self.think(go)?,
            UgiCommand::Stop => {
                if let UgiAgent::Thinking { stop, .. } = &self.agent {
                    stop.store(true, Ordering::Relaxed);
                }
            }
            UgiCommand::Query(query) => self.say(&UgiReply::Response(self.answer(query).to_owned()))?,
            UgiCommand::Quit => return Ok(false),
            UgiCommand::Unknown(text) => remark(format!("unknown command {text:?} ignored"))?,
        }
        Ok(true)
    }

    fn say(&self, answer: &UgiReply) -> io::Result<()> {
        say(answer, self.dialect)
    }

    fn introduce(&self) -> io::Result<()> {
        self.say(&UgiReply::Name(format!("Poda {}", env!("CARGO_PKG_VERSION"))))?;
        self.say(&UgiReply::Author("the Poda project".into()))?;
        for offer in self.options() {
            self.say(&UgiReply::Option(offer))?;
        }
        self.say(&UgiReply::Introduced(self.dialect))
    }

    fn options(&self) -> [OptionOffer; 5] {
        let offer = |name: &str, kind: &str, default: String| OptionOffer {
            name: name.into(),
            kind: kind.into(),
            default,
            ..OptionOffer::default()
        };
        let game = self.game.spec();
        let samples = catalog().samples();
        // The game that is open stands first: tools demand that a default is one of the values.
        let games = std::iter::once(game).chain(samples.filter(|sample| *sample != game));
        let spec = self.player.parse::<EngineSpec>().ok();
        let table = self.table.or(spec.as_ref().map(|spec| spec.megabytes() as u64)).unwrap_or(0);
        let threads = self.threads.or(spec.as_ref().map(|spec| u64::from(spec.threads()))).unwrap_or(1);
        [
            OptionOffer { values: games.map(str::to_owned).collect(), ..offer("Game", "combo", game.into()) },
            offer("Player", "string", self.player.clone()),
            offer("Seed", "string", self.seed.to_string()),
            OptionOffer { range: Some([0, MOST_TABLE]), ..offer("Hash", "spin", table.to_string()) },
            OptionOffer { range: Some([1, MOST_THREADS]), ..offer("Threads", "spin", threads.to_string()) },
        ]
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), Failure> {
        self.stop();
        let number = |least: u64, most: u64| match value.parse::<u64>() {
            Ok(number) if (least..=most).contains(&number) => Ok(number),
            _ => Err(format!("{name} is a number from {least} to {most}, not {value:?}")),
        };
        // Tools differ in how they write names.
        let set = match name.to_ascii_lowercase().as_str() {
            "game" => self.reopen(Some(value), None),
            "player" => self.reopen(None, Some(value)),
            "seed" => {
                value.parse().map(|seed| self.seed = seed).map_err(|_| format!("{value:?} is not a seed"))
            }
            "hash" => number(0, MOST_TABLE).and_then(|table| {
                self.table = Some(table).filter(|table| *table > 0);
                self.reopen(None, None)
            }),
            "threads" => number(1, MOST_THREADS).and_then(|threads| {
                self.threads = Some(threads);
                self.reopen(None, None)
            }),
            _ => Err(format!("unknown option {name:?}: Game, Player, Seed, Hash or Threads")),
        };
        set.or_else(|why| remark(why).map_err(Failure::from))
    }

    /// Opens another game, seats another player, or the same one with other options. The position is the game's start if
    /// the game changed.
    fn reopen(&mut self, game: Option<&str>, player: Option<&str>) -> Result<(), String> {
        let player = player.unwrap_or(&self.player).to_owned();
        let opened = game.map(|spec| catalog().open(spec)).transpose().map_err(|error| error.to_string())?;
        let game = opened.as_ref().unwrap_or(&self.game);
        let (spec, without) = self.with_options(&player)?;
        let agent = resolve(game.as_ref(), &spec).map_err(|error| error.text(Language::English))?;
        if let Some(opened) = opened {
            (self.session, self.game) = (opened.session(), opened);
        }
        self.player = player;
        self.agent = UgiAgent::Idle(agent);
        match without.as_slice() {
            [] => Ok(()),
            without => Err(format!("the player {:?} has no {}", self.player, without.join(" and no "))),
        }
    }

    /// The player with the table and the threads that the host wants, and which of the two it does not have.
    fn with_options(&self, player: &str) -> Result<(String, Vec<&'static str>), String> {
        let mut without = Vec::new();
        let mut spec = player.parse::<EngineSpec>().ok();
        for (name, option, value) in [("Hash", "tt", self.table), ("Threads", "threads", self.threads)] {
            let Some(value) = value else { continue };
            match &spec {
                Some(known) if known.has_option(option) => {
                    spec = Some(known.with_option(option, &value.to_string()).map_err(|e| e.to_string())?);
                }
                // One thread is what everybody has.
                _ if (option, value) == ("threads", 1) => {}
                _ => without.push(name),
            }
        }
        Ok((spec.map_or_else(|| player.to_owned(), |spec| spec.to_string()), without))
    }

    fn set_up(&mut self, start: Option<String>, moves: Vec<String>) -> Result<(), Failure> {
        let line = GameLine { game: self.game.spec().to_owned(), start, moves };
        match self.session.follow(&line) {
            Ok(_) => Ok(()),
            Err(error) => Ok(remark(error.to_string())?),
        }
    }

    fn answer(&self, query: Query) -> &'static str {
        let yes = |truth: bool| if truth { "true" } else { "false" };
        match (query, self.session.outcome()) {
            (Query::GameOver, outcome) => yes(outcome.is_some()),
            (Query::FirstToMove, _) => yes(self.session.to_move() == Side::First),
            (Query::Result, None) => "none",
            (Query::Result, Some(Outcome::Draw)) => "draw",
            (Query::Result, Some(Outcome::Win(Side::First))) => "p1win",
            (Query::Result, Some(Outcome::Win(Side::Second))) => "p2win",
        }
    }

    /// The agent, once it has finished what it was at.
    fn idle(&mut self) -> Result<&mut Box<dyn Agent>, Failure> {
        self.stop();
        match &mut self.agent {
            UgiAgent::Idle(agent) => Ok(agent),
            _ => Err(Failure::Failed(message!(
                "the search ended unexpectedly",
                "la búsqueda terminó inesperadamente"
            ))),
        }
    }

    /// Ends the thinking, if there is any.
    fn stop(&mut self) {
        let agent = std::mem::replace(&mut self.agent, UgiAgent::Empty);
        self.agent = match agent {
            UgiAgent::Thinking { stop, thread } => {
                stop.store(true, Ordering::Relaxed);
                thread.join().map_or(UgiAgent::Empty, UgiAgent::Idle)
            }
            other => other,
        };
    }

    fn think(&mut self, go: Go) -> Result<(), Failure> {
        self.idle()?;
        if self.session.outcome().is_some() {
            return Ok(remark("the game is over: there is no move to choose")?);
        }
        let UgiAgent::Idle(mut agent) = std::mem::replace(&mut self.agent, UgiAgent::Empty) else {
            return Ok(());
        };
        let stop = Arc::new(AtomicBool::new(false));
        let (session, thinking) = (self.session.clone(), thinking(go, self.session.to_move()));
        let flag = Arc::clone(&stop);
        let dialect = self.dialect;
        let thread = thread::spawn(move || {
            let mut told = InfoPrinter { stop: &flag, start: Instant::now(), dialect };
            search(agent.as_mut(), &session, thinking, go.infinite, &mut told);
            agent
        });
        self.agent = UgiAgent::Thinking { stop, thread };
        Ok(())
    }
}

/// Thinks and answers, in a thread of its own.
fn search(
    agent: &mut dyn Agent,
    session: &GameSession,
    thinking: ThinkingLimits,
    infinite: bool,
    told: &mut InfoPrinter<'_>,
) {
    let chosen = agent.choose(session, thinking, told);
    // Who is told to think without end does not speak before it is stopped.
    while infinite && !told.stop.load(Ordering::Relaxed) {
        thread::sleep(Duration::from_millis(5));
    }
    // A host that does not listen any more closes our input too, and that ends the program.
    let _ = match chosen {
        Ok(choice) => {
            let info = Info {
                depth: Some(choice.depth),
                score: choice.score.map(ugi_score),
                leaves: Some(choice.leaves),
                line: choice.pv,
                ..told.counted(choice.nodes)
            };
            let said = say(&UgiReply::Info(info), told.dialect);
            said.and_then(|()| say(&UgiReply::BestMove(choice.mv), told.dialect))
        }
        Err(error) => remark(error.to_string()),
    };
}

/// Passes on what the search finds.
struct InfoPrinter<'a> {
    stop: &'a AtomicBool,
    start: Instant,
    dialect: Dialect,
}

impl InfoPrinter<'_> {
    /// Nodes, time and speed.
    fn counted(&self, nodes: u64) -> Info {
        let elapsed = self.start.elapsed();
        // In the first microseconds a speed is a guess.
        let speed = (elapsed.as_millis() > 0).then(|| (nodes as f64 / elapsed.as_secs_f64()) as u64);
        Info {
            nodes: Some(nodes),
            time: Some(elapsed.as_millis() as u64),
            nodes_per_second: speed,
            ..Info::default()
        }
    }
}

impl SearchObserver for InfoPrinter<'_> {
    fn nodes(&mut self, _: u64) -> ControlFlow<()> {
        break_if(self.stop.load(Ordering::Relaxed))
    }

    fn depth(&mut self, progress: &Progress<'_>) -> ControlFlow<()> {
        let info = Info {
            depth: Some(progress.depth),
            score: Some(ugi_score(progress.score)),
            line: progress.pv.to_vec(),
            ..self.counted(progress.nodes)
        };
        let _ = say(&UgiReply::Info(info), self.dialect);
        ControlFlow::Continue(())
    }
}

fn ugi_score(score: Score) -> UgiScore {
    match (score.win_distance(), score.loss_distance()) {
        (Some(plies), _) => UgiScore::Win(plies),
        (_, Some(plies)) => UgiScore::Loss(plies),
        _ => UgiScore::Points(score.value()),
    }
}

/// As long as the host says; of a clock for the whole game a twentieth, and most of the increment.
fn thinking(go: Go, side: Side) -> ThinkingLimits {
    let clock = go.time[side.index()].map(|left| {
        let increment = go.increment[side.index()].unwrap_or(0);
        (left / 20 + increment * 4 / 5).min(left * 4 / 5).max(1)
    });
    let time = go.move_time.or(clock).map(|time| Duration::from_millis(time.max(1)));
    let depth = if go.infinite { Some(MAX_DEPTH) } else { go.depth };
    ThinkingLimits { depth, nodes: go.nodes, time: if go.infinite { None } else { time } }
}
