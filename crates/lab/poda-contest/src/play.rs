//! One game between two agents. The session, never a player, decides what is legal.

use poda_agent::{Agent, AgentError, GameLine, GameSession, now};
use poda_catalog::AnyGame;
use poda_core::{Message, Outcome, Side, Translate, message, stop_when};

use crate::{
    Conditions, ContestObserver, GameRecord, Pairing, PlyRecord, Termination, agent_seed, game_seed,
};

/// A game that goes on.
#[derive(Clone, Copy)]
pub struct GameProgress<'a> {
    /// Which game of the run, and who plays it.
    pub pairing: &'a Pairing,
    /// The game itself, with its moves, position and scene.
    pub session: &'a GameSession,
    /// The move that was just made; `None` when the game begins.
    pub ply: Option<&'a PlyRecord>,
}

/// A game of a contest that is to be played.
#[derive(Clone, Copy)]
pub struct GameToPlay<'a> {
    /// The rules.
    pub game: &'a dyn AnyGame,
    /// The contest's seed.
    pub seed: u64,
    /// Which game it is.
    pub pairing: &'a Pairing,
    /// Where it begins.
    pub opening: &'a GameLine,
    /// What holds for each side.
    pub conditions: [Conditions; 2],
}

/// Plays one game of a contest from its opening. It is `Interrupted` if the observer stops it.
pub fn play_game(
    to_play: &GameToPlay<'_>,
    agents: &mut [Box<dyn Agent>; 2],
    observer: &dyn ContestObserver,
) -> GameRecord {
    let GameToPlay { game, pairing, opening, conditions, .. } = to_play;
    let seed = game_seed(to_play.seed, pairing.index);
    let mut record = GameRecord {
        index: pairing.index,
        seed,
        players: pairing.players,
        opening: (*opening).clone(),
        plies: Vec::new(),
        outcome: None,
        termination: Termination::Normal,
        detail: Message::default(),
        talk: [String::new(), String::new()],
    };
    for (side, agent) in Side::BOTH.into_iter().zip(agents.iter_mut()) {
        agent.new_game(agent_seed(seed, side));
    }
    let mut session = match game.follow(opening) {
        Ok(session) => session,
        Err(error) => {
            record.termination = Termination::Interrupted;
            record.detail = error.message();
            return record;
        }
    };
    observer.position(&GameProgress { pairing, session: &session, ply: None });
    let tell = |session: &GameSession, ply: &PlyRecord| {
        observer.position(&GameProgress { pairing, session, ply: Some(ply) });
    };
    play_on(&mut session, agents, conditions, observer, &tell, &mut record);
    record.talk = agents.each_mut().map(|agent| agent.talk());
    record
}

/// Plays to the end, and notes what happens.
fn play_on(
    session: &mut GameSession,
    agents: &mut [Box<dyn Agent>; 2],
    conditions: &[Conditions; 2],
    observer: &dyn ContestObserver,
    tell: &dyn Fn(&GameSession, &PlyRecord),
    record: &mut GameRecord,
) {
    loop {
        if let Some(outcome) = session.outcome() {
            record.outcome = Some(outcome);
            return;
        }
        if session.plies() >= conditions[0].max_plies {
            record.outcome = Some(Outcome::Draw);
            record.termination = Termination::TooLong;
            record.detail = message!("{plies} plies", "{plies} jugadas", plies = conditions[0].max_plies);
            return;
        }
        let side = session.to_move();
        let conditions = &conditions[side.index()];
        let stop = match decide(session, agents[side.index()].as_mut(), conditions, observer) {
            Ok(ply) => {
                tell(session, &ply);
                record.plies.push(ply);
                continue;
            }
            Err(stop) => stop,
        };
        record.termination = stop.termination;
        record.detail = stop.why;
        if stop.termination != Termination::Interrupted {
            record.outcome = Some(Outcome::Win(side.other()));
        }
        return;
    }
}

/// Why a game stops without a move: its side is at fault, or it is interrupted.
struct GameStop {
    termination: Termination,
    why: Message,
}

/// Asks for a move and plays it.
fn decide(
    session: &mut GameSession,
    agent: &mut dyn Agent,
    conditions: &Conditions,
    observer: &dyn ContestObserver,
) -> Result<PlyRecord, GameStop> {
    let start = now();
    let chosen =
        agent.choose(session, conditions.thinking, &mut stop_when(|_| observer.waiting().is_break()));
    let time = now().saturating_sub(start);
    // What a player says after it was asked to stop is not what it would have said.
    if observer.waiting().is_break() {
        return Err(GameStop {
            termination: Termination::Interrupted,
            why: message!("the run was stopped", "se detuvo la serie"),
        });
    }
    let choice = chosen.map_err(|error| GameStop::of(&error))?;
    if let Some(allowed) = conditions.thinking.time
        && time > allowed + conditions.margin
    {
        let why = message!(
            "{time} ms instead of {allowed}",
            "{time} ms en vez de {allowed}",
            time = time.as_millis(),
            allowed = allowed.as_millis()
        );
        return Err(GameStop { termination: Termination::Timeout, why });
    }
    session
        .play(&choice.mv)
        .map_err(|error| GameStop { termination: Termination::Illegal, why: error.message() })?;
    Ok(PlyRecord { mv: choice.mv, score: choice.score, depth: choice.depth, nodes: choice.nodes, time })
}

impl GameStop {
    fn of(error: &AgentError) -> Self {
        let termination = match error {
            AgentError::GameOver
            | AgentError::OtherGame(_)
            | AgentError::Crash(_)
            | AgentError::Overrun(_)
            | AgentError::Unable(_) => Termination::Crash,
            AgentError::NoStart(_) => Termination::NoStart,
            AgentError::Timeout(_) => Termination::Timeout,
            AgentError::Flood(_) | AgentError::Illegal(_) => Termination::Illegal,
            AgentError::Stopped => Termination::Interrupted,
        };
        Self { termination, why: error.message() }
    }
}
