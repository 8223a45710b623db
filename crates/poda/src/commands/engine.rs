//! Poda as an engine for other tools: UGI on standard input and output.

use std::{
    io::{self, BufRead, Write},
    ops::ControlFlow,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use poda_agent::{Agent, GameLine, GameSession, ThinkingLimits};
use poda_bots::{Go, Info, OptionOffer, Query, UgiCommand, UgiReply, UgiScore};
use poda_catalog::{AnyGame, GAMES, MAX_DEPTH};
use poda_core::{Outcome, Progress, Score, SearchObserver, Side, break_if};

use super::player as resolve;
use crate::{arguments::EngineArgs, failure::Failure};

pub(crate) fn run(args: &EngineArgs) -> Result<(), Failure> {
    let game = poda_catalog::open(&args.game)?;
    let agent = resolve(game.as_ref(), &args.player)?;
    let session = game.session();
    let mut server =
        UgiServer { game, session, player: args.player.clone(), agent: UgiAgent::Idle(agent), seed: 0 };
    for line in io::stdin().lock().lines() {
        let line = line?;
        if line.trim().is_empty() {
            continue;
        }
        if !server.obey(UgiCommand::read(&line))? {
            break;
        }
    }
    // The end of the input is a farewell too.
    server.stop();
    Ok(())
}

/// One line to the host. A host that went away is the end of the program, like any closed pipe.
fn say(answer: &UgiReply) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{answer}")?;
    out.flush()
}

fn remark(text: impl Into<String>) -> io::Result<()> {
    say(&UgiReply::Info(Info { remark: Some(text.into()), ..Info::default() }))
}

struct UgiServer {
    game: Box<dyn AnyGame>,
    session: Box<dyn GameSession>,
    player: String,
    agent: UgiAgent,
    seed: u64,
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
            UgiCommand::Hello { uci } => self.introduce(uci)?,
            UgiCommand::IsReady => say(&UgiReply::Ready)?,
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
            UgiCommand::Query(query) => say(&UgiReply::Response(self.answer(query).to_owned()))?,
            UgiCommand::Quit => return Ok(false),
            UgiCommand::Unknown(text) => remark(format!("unknown command {text:?} ignored"))?,
        }
        Ok(true)
    }

    fn introduce(&self, uci: bool) -> io::Result<()> {
        say(&UgiReply::Name(format!("Poda {}", env!("CARGO_PKG_VERSION"))))?;
        say(&UgiReply::Author("the Poda project".into()))?;
        let games = GAMES.iter().flat_map(|family| family.samples);
        let option = |name: &str, kind: &str, default: &str, values: Vec<String>| {
            let (name, kind, default) = (name.into(), kind.into(), default.into());
            say(&UgiReply::Option(OptionOffer { name, kind, default, values }))
        };
        option("Game", "combo", self.game.spec(), games.map(|spec| (*spec).to_owned()).collect())?;
        option("Player", "string", &self.player, Vec::new())?;
        option("Seed", "string", "0", Vec::new())?;
        say(&UgiReply::Introduced { uci })
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), Failure> {
        self.stop();
        let set = match name {
            "Game" => self.reopen(Some(value), None),
            "Player" => self.reopen(None, Some(value)),
            "Seed" => {
                value.parse().map(|seed| self.seed = seed).map_err(|_| format!("{value:?} is not a seed"))
            }
            _ => Err(format!("unknown option {name:?}: Game, Player or Seed")),
        };
        set.or_else(|why| remark(why).map_err(Failure::from))
    }

    /// Opens another game, or seats another player.
    fn reopen(&mut self, game: Option<&str>, player: Option<&str>) -> Result<(), String> {
        let game = game.unwrap_or(self.game.spec());
        let player = player.unwrap_or(&self.player).to_owned();
        let opened = poda_catalog::open(game).map_err(|error| error.to_string())?;
        let agent = resolve(opened.as_ref(), &player).map_err(|error| error.to_string())?;
        (self.session, self.game, self.player) = (opened.session(), opened, player);
        self.agent = UgiAgent::Idle(agent);
        Ok(())
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
            _ => Err(Failure::Failed("the search ended unexpectedly".into())),
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
        let (line, thinking) = (self.session.line().clone(), thinking(go, self.session.to_move()));
        let flag = Arc::clone(&stop);
        let thread = thread::spawn(move || {
            search(agent.as_mut(), &line, thinking, go.infinite, &flag);
            agent
        });
        self.agent = UgiAgent::Thinking { stop, thread };
        Ok(())
    }
}

/// Thinks and answers, in a thread of its own.
fn search(
    agent: &mut dyn Agent,
    line: &GameLine,
    thinking: ThinkingLimits,
    infinite: bool,
    stop: &AtomicBool,
) {
    let mut told = Told { stop, start: Instant::now() };
    let chosen = agent.choose(line, thinking, &mut told);
    // Who is told to think without end does not speak before it is stopped.
    while infinite && !stop.load(Ordering::Relaxed) {
        thread::sleep(Duration::from_millis(5));
    }
    // A host that does not listen any more closes our input too, and that ends the program.
    let _ = match chosen {
        Ok(choice) => {
            let info = Info {
                depth: Some(choice.depth),
                score: choice.score.map(ugi_score),
                nodes: Some(choice.nodes),
                leaves: Some(choice.leaves),
                time: Some(told.start.elapsed().as_millis() as u64),
                line: choice.pv,
                remark: None,
            };
            say(&UgiReply::Info(info)).and_then(|()| say(&UgiReply::BestMove(choice.mv)))
        }
        Err(error) => remark(error.to_string()),
    };
}

/// Passes on what the search finds.
struct Told<'a> {
    stop: &'a AtomicBool,
    start: Instant,
}

impl SearchObserver for Told<'_> {
    fn nodes(&mut self, _: u64) -> ControlFlow<()> {
        break_if(self.stop.load(Ordering::Relaxed))
    }

    fn depth(&mut self, progress: &Progress<'_>) -> ControlFlow<()> {
        let _ = say(&UgiReply::Info(Info {
            depth: Some(progress.depth),
            score: Some(ugi_score(progress.score)),
            nodes: Some(progress.nodes),
            time: Some(self.start.elapsed().as_millis() as u64),
            line: progress.pv.to_vec(),
            ..Info::default()
        }));
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
