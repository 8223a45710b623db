//! One game between two agents. The table, never a player, decides what is legal.

use std::{ops::ControlFlow, time::Instant};

use poda_agent::{Agent, AgentError, GameLine, GameSession};
use poda_contest::{Conditions, GameRecord, PlyRecord, Termination};
use poda_core::{Outcome, SearchObserver, break_if};

/// Lets a search go on until the whole run is to stop.
struct Until<'a>(&'a dyn Fn() -> bool);

impl SearchObserver for Until<'_> {
    fn nodes(&mut self, _: u64) -> ControlFlow<()> {
        break_if((self.0)())
    }
}

/// Is shown the table, and the move that was just made on it.
pub type Tell<'a> = dyn Fn(&dyn GameSession, Option<&PlyRecord>) + 'a;

/// Plays a game on `table` from `opening`, which must be legal, and shows it after every move to whoever watches. The
/// record's index, seed and players are left for whoever knows them.
pub fn play_game(
    table: &mut dyn GameSession,
    agents: &mut [Box<dyn Agent>; 2],
    opening: &GameLine,
    conditions: &Conditions,
    stop: &dyn Fn() -> bool,
    tell: Option<&Tell<'_>>,
) -> GameRecord {
    let mut record = GameRecord {
        index: 0,
        seed: 0,
        players: [0, 1],
        opening: opening.clone(),
        plies: Vec::new(),
        outcome: None,
        termination: Termination::Normal,
        detail: String::new(),
        talk: [String::new(), String::new()],
    };
    if let Err(error) = table.follow(opening) {
        record.termination = Termination::Interrupted;
        record.detail = error.to_string();
        return record;
    }
    if let Some(tell) = tell {
        tell(table, None);
    }
    play_on(table, agents, conditions, stop, tell, &mut record);
    record.talk = agents.each_mut().map(|agent| agent.talk());
    record
}

/// Plays to the end, and notes what happens.
fn play_on(
    table: &mut dyn GameSession,
    agents: &mut [Box<dyn Agent>; 2],
    conditions: &Conditions,
    stop: &dyn Fn() -> bool,
    tell: Option<&Tell<'_>>,
    record: &mut GameRecord,
) {
    loop {
        if let Some(outcome) = table.outcome() {
            record.outcome = Some(outcome);
            return;
        }
        if table.line().moves.len() >= conditions.max_plies {
            record.outcome = Some(Outcome::Draw);
            record.termination = Termination::TooLong;
            record.detail = format!("{} plies", conditions.max_plies);
            return;
        }
        let side = table.to_move();
        let fault = match decide(table, agents[side.index()].as_mut(), conditions, stop) {
            Ok(ply) => {
                if let Some(tell) = tell {
                    tell(table, Some(&ply));
                }
                record.plies.push(ply);
                continue;
            }
            Err(fault) => fault,
        };
        record.termination = fault.termination;
        record.detail = fault.detail;
        if fault.termination != Termination::Interrupted {
            record.outcome = Some(Outcome::Win(side.other()));
            record.detail = format!("player {side}: {}", record.detail);
        }
        return;
    }
}

/// Why a side loses here, or why nobody does.
struct Fault {
    termination: Termination,
    detail: String,
}

/// Asks for a move and plays it.
fn decide(
    table: &mut dyn GameSession,
    agent: &mut dyn Agent,
    conditions: &Conditions,
    stop: &dyn Fn() -> bool,
) -> Result<PlyRecord, Fault> {
    let start = Instant::now();
    let chosen = agent.choose(table.line(), conditions.thinking, &mut Until(stop));
    let time = start.elapsed();
    // What a player says after it was asked to stop is not what it would have said.
    if stop() {
        return Err(Fault { termination: Termination::Interrupted, detail: "the run was stopped".into() });
    }
    let choice = chosen.map_err(|error| Fault::of(&error))?;
    if let Some(allowed) = conditions.thinking.time
        && time > allowed + conditions.margin
    {
        let detail = format!("{} ms instead of {}", time.as_millis(), allowed.as_millis());
        return Err(Fault { termination: Termination::Timeout, detail });
    }
    table
        .play(&choice.mv)
        .map_err(|error| Fault { termination: Termination::Illegal, detail: error.to_string() })?;
    Ok(PlyRecord { mv: choice.mv, score: choice.score, depth: choice.depth, nodes: choice.nodes, time })
}

impl Fault {
    fn of(error: &AgentError) -> Self {
        let termination = match error {
            AgentError::GameOver
            | AgentError::BrokenLine(_)
            | AgentError::Crash(_)
            | AgentError::Overrun(_)
            | AgentError::Unable(_) => Termination::Crash,
            AgentError::NoStart(_) => Termination::NoStart,
            AgentError::Timeout(_) => Termination::Timeout,
            AgentError::Flood(_) | AgentError::Illegal(_) => Termination::Illegal,
            AgentError::Stopped => Termination::Interrupted,
        };
        Self { termination, detail: error.to_string() }
    }
}
