use poda_agent::{Agent, AgentError, BotLimits, Choice, GameLine, ThinkingLimits};
use poda_core::{MoveScore, SearchObserver};

use crate::{Bot, Process, UgiCommand};

/// How one speaks with a program.
pub(crate) trait Dialogue: Send {
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
        question: Asked<'_>,
        limits: &BotLimits,
        observer: &mut dyn SearchObserver,
    ) -> Result<Choice, AgentError>;
}

/// What a program is asked.
#[derive(Clone, Copy)]
pub(crate) struct Asked<'a> {
    pub(crate) line: &'a GameLine,
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

/// A program as a player. It is started when it is first needed and kept from game to game; whoever makes a mistake is
/// started anew.
pub(crate) struct Program<D> {
    bot: Bot,
    limits: BotLimits,
    dialogue: D,
    process: Option<Process>,
    /// Whether the running process has introduced itself.
    introduced: bool,
    /// Whether the running process has answered a question.
    answered: bool,
    failed_starts: u32,
    seed: u64,
    new_game: bool,
    talk: String,
}

impl<D: Dialogue> Program<D> {
    pub(crate) fn new(bot: Bot, limits: BotLimits, dialogue: D) -> Self {
        Self {
            bot,
            limits,
            dialogue,
            process: None,
            introduced: false,
            answered: false,
            failed_starts: 0,
            seed: 0,
            new_game: true,
            talk: String::new(),
        }
    }

    fn ask(
        &mut self,
        line: &GameLine,
        thinking: ThinkingLimits,
        observer: &mut dyn SearchObserver,
    ) -> Result<Choice, AgentError> {
        if self.process.is_none() {
            (self.introduced, self.answered, self.new_game) = (false, false, true);
            let process = self.process.insert(Process::start(&self.bot.command, &self.limits)?);
            self.dialogue.introduce(process, &self.limits, observer)?;
            self.introduced = true;
        }
        let Some(process) = &mut self.process else { return Err(AgentError::NoStart(String::new())) };
        if self.new_game {
            process.count_processes()?;
        }
        let asked = Asked { line, thinking, seed: self.seed, new_game: self.new_game, first: !self.answered };
        let choice = self.dialogue.ask(process, asked, &self.limits, observer)?;
        (self.answered, self.new_game) = (true, false);
        Ok(choice)
    }

    /// Ends a process that made a mistake. A program that never answered anything has not started.
    fn fail(&mut self, error: AgentError) -> AgentError {
        if let Some(process) = self.process.take() {
            self.talk.push_str(&process.leave(None).0);
        }
        let error = match error {
            AgentError::Crash(why) if !self.answered => AgentError::NoStart(why),
            AgentError::Timeout(why) if !self.introduced => AgentError::NoStart(why),
            other => other,
        };
        self.failed_starts += u32::from(matches!(error, AgentError::NoStart(_)));
        error
    }
}

impl<D: Dialogue> Agent for Program<D> {
    fn new_game(&mut self, seed: u64) {
        (self.seed, self.new_game) = (seed, true);
    }

    fn choose(
        &mut self,
        line: &GameLine,
        thinking: ThinkingLimits,
        observer: &mut dyn SearchObserver,
    ) -> Result<Choice, AgentError> {
        if self.failed_starts >= MOST_STARTS {
            return Err(AgentError::NoStart(format!("it failed to start {MOST_STARTS} times before")));
        }
        let chosen = self.ask(line, thinking, observer);
        if chosen.is_ok() {
            self.failed_starts = 0;
        }
        chosen.map_err(|error| self.fail(error))
    }

    fn analyze(
        &mut self,
        _: &GameLine,
        _: ThinkingLimits,
        _: &mut dyn SearchObserver,
    ) -> Result<Vec<MoveScore>, AgentError> {
        Err(AgentError::Unable("a program chooses one move and cannot compare all of them"))
    }

    fn talk(&mut self) -> String {
        let mut talk = std::mem::take(&mut self.talk);
        if let Some(process) = &mut self.process {
            talk.push_str(&process.talk());
        }
        talk
    }
}

impl<D> Drop for Program<D> {
    fn drop(&mut self) {
        if let Some(process) = self.process.take() {
            // A beginner's program takes it for the end of its input, which comes at once.
            process.leave(Some(&UgiCommand::Quit.to_string()));
        }
    }
}
