use std::time::Duration;

use poda_agent::{Agent, AgentError, BotLimits, Choice, GameSession, ThinkingLimits};
use poda_catalog::AnyGame;
use poda_core::{
    Message, MoveScore, Score, SearchObserver, Text, Translate, Turn, message, without_progress,
};

use crate::{Bot, Fresh, Process};

/// How one speaks with a program.
pub(crate) trait Dialogue: Send {
    /// What is said at the end, before its input ends.
    fn farewell(&self) -> Option<String>;

    /// What is said before the first game, within the limit for starting.
    fn introduce(
        &mut self,
        process: &mut Process,
        limits: &BotLimits,
        observer: &mut dyn SearchObserver,
    ) -> Result<(), AgentError>;

    /// Asks for a move.
    fn ask(
        &mut self,
        process: &mut Process,
        question: MoveRequest<'_>,
        limits: &BotLimits,
        observer: &mut dyn SearchObserver,
    ) -> Result<Choice, AgentError>;
}

/// What a program is asked.
#[derive(Clone, Copy)]
pub(crate) struct MoveRequest<'a> {
    pub(crate) session: &'a GameSession,
    pub(crate) thinking: ThinkingLimits,
    /// The game's seed.
    pub(crate) seed: u64,
    /// Whether this is the first question of a game.
    pub(crate) new_game: bool,
    /// Whether the program has never answered a question.
    pub(crate) first: bool,
}

/// After so many failed starts in a row it is not tried again: every game would wait for it.
const MOST_STARTS: u32 = 3;

/// The least time for one of several questions: less is over before a program has read it.
const SHORTEST: Duration = Duration::from_millis(10);

const NO_SCORES: Text = Text::new(
    "the program tells no scores, so its moves cannot be compared; poda best asks it for one",
    "el programa no da puntuaciones, así que no se pueden comparar sus jugadas; poda best le pide una",
);

/// How far a process has come.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Debug)]
enum ProcessStage {
    /// It was started.
    Started,
    /// It has introduced itself.
    Introduced,
    /// It has answered a question.
    Answered,
}

/// A program as a player. It is started when it is first needed and kept from game to game; whoever makes a mistake is
/// started anew.
pub(crate) struct Program<D: Dialogue> {
    bot: Bot,
    /// What it plays.
    game: String,
    limits: BotLimits,
    dialogue: D,
    process: Option<Process>,
    /// How far the running process has come.
    stage: ProcessStage,
    failed_starts: u32,
    seed: u64,
    new_game: bool,
    talk: String,
}

impl<D: Dialogue> Program<D> {
    pub(crate) fn new(bot: Bot, game: &dyn AnyGame, limits: BotLimits, dialogue: D) -> Self {
        Self {
            bot,
            game: game.spec().to_owned(),
            limits,
            dialogue,
            process: None,
            stage: ProcessStage::Started,
            failed_starts: 0,
            seed: 0,
            new_game: true,
            talk: String::new(),
        }
    }

    fn ask(
        &mut self,
        session: &GameSession,
        thinking: ThinkingLimits,
        observer: &mut dyn SearchObserver,
    ) -> Result<Choice, AgentError> {
        if self.process.is_none() {
            (self.stage, self.new_game) = (ProcessStage::Started, true);
            let started = self.bot.start(&self.game, &self.limits, &mut || observer.nodes(0).is_break());
            let process = self.process.insert(started?);
            self.dialogue.introduce(process, &self.limits, observer)?;
            self.stage = ProcessStage::Introduced;
        }
        let Some(process) = &mut self.process else { return Err(AgentError::NoStart(Message::default())) };
        if self.new_game {
            process.count()?;
        }
        let asked = MoveRequest {
            session,
            thinking,
            seed: self.seed,
            new_game: self.new_game,
            first: self.stage < ProcessStage::Answered,
        };
        let choice = self.dialogue.ask(process, asked, &self.limits, observer)?;
        process.pause();
        (self.stage, self.new_game) = (ProcessStage::Answered, false);
        if self.bot.fresh() == Fresh::Move {
            self.end();
        }
        Ok(choice)
    }

    /// Lets the process go, and keeps what it said.
    fn end(&mut self) {
        if let Some(process) = self.process.take() {
            self.talk.push_str(&process.leave(self.dialogue.farewell().as_deref()).0);
        }
    }

    /// Ends a process that made a mistake. A program that never answered anything has not started.
    fn fail(&mut self, error: AgentError) -> AgentError {
        if let Some(process) = self.process.take() {
            // Whoever takes more than it may, or goes on after its time, has no moment left to go on in.
            let goes_on =
                matches!(error, AgentError::Overrun(_) | AgentError::Flood(_) | AgentError::Timeout(_));
            let talk = if goes_on { process.end() } else { process.leave(None).0 };
            self.talk.push_str(&talk);
        }
        // The player of a course was built, and its host starts: what ends is the player.
        let can_start = self.stage == ProcessStage::Answered || self.bot.fresh() != Fresh::Fault;
        let error = match error {
            AgentError::Crash(why) if !can_start => AgentError::NoStart(why),
            AgentError::Timeout(why) if self.stage == ProcessStage::Started => AgentError::NoStart(why),
            other => other,
        };
        self.failed_starts += u32::from(matches!(error, AgentError::NoStart(_)));
        error
    }
}

impl<D: Dialogue> Agent for Program<D> {
    fn new_game(&mut self, seed: u64) {
        (self.seed, self.new_game) = (seed, true);
        if self.bot.fresh() == Fresh::Game {
            self.end();
        }
    }

    fn choose(
        &mut self,
        session: &GameSession,
        thinking: ThinkingLimits,
        observer: &mut dyn SearchObserver,
    ) -> Result<Choice, AgentError> {
        if self.failed_starts >= MOST_STARTS {
            return Err(AgentError::NoStart(message!(
                "it failed to start {times} times before",
                "ya falló {times} veces al arrancar",
                times = MOST_STARTS
            )));
        }
        let chosen = self.ask(session, thinking, observer);
        if chosen.is_ok() {
            self.failed_starts = 0;
        }
        chosen.map_err(|error| self.fail(error))
    }

    /// A program has no command that compares moves: it is asked about the position after each of them, and its score there
    /// is the move's. Each question has an equal part of the time.
    fn analyze(
        &mut self,
        session: &GameSession,
        thinking: ThinkingLimits,
        observer: &mut dyn SearchObserver,
    ) -> Result<Vec<MoveScore>, AgentError> {
        let mut session = session.clone();
        let (legal, side) = (session.legal(), session.to_move());
        if legal.is_empty() {
            return Err(AgentError::GameOver);
        }
        let time = thinking.time.map(|time| (time / legal.len() as u32).max(SHORTEST));
        // The move itself is the first decision.
        let depth = thinking.depth.map(|depth| depth.saturating_sub(1).max(1));
        let thinking = ThinkingLimits { depth, time, ..thinking };
        let mut moves = Vec::new();
        for mv in legal {
            session.play(&mv).map_err(|error| AgentError::Illegal(error.message()))?;
            let mut scored = MoveScore { pv: vec![mv.clone()], mv, score: None, bounds: None, depth: 1 };
            if let Some(outcome) = session.outcome() {
                scored.score = Some(Score::of_outcome(outcome, side, 1));
            } else {
                let turn = Turn::between(side, session.to_move());
                let reply = self.choose(&session, thinking, &mut without_progress(observer))?;
                let score = reply.score.ok_or(AgentError::Unable(NO_SCORES))?;
                scored.score = Some(turn.to_parent(score).seen_from_root(1));
                scored.depth = reply.depth + 1;
                scored.pv.extend(reply.pv);
            }
            session.undo();
            moves.push(scored);
            if observer.nodes(0).is_break() {
                return Err(AgentError::Stopped);
            }
        }
        Ok(moves)
    }

    fn talk(&mut self) -> String {
        let mut talk = std::mem::take(&mut self.talk);
        if let Some(process) = &mut self.process {
            talk.push_str(&process.talk());
        }
        talk
    }
}

impl<D: Dialogue> Drop for Program<D> {
    fn drop(&mut self) {
        if let Some(process) = self.process.take() {
            process.leave(self.dialogue.farewell().as_deref());
        }
    }
}
