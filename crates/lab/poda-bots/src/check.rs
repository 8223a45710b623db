//! A walk through a bot's protocol in numbered steps. Whatever fails is told with what was said, the rule, and a fix.

use std::time::Duration;

use poda_agent::{AgentError, BotLimits, GameSession, ThinkingLimits};
use poda_catalog::{AnyGame, Text};
use poda_core::{Language, Message, SearchObserver, Translate, fold, message, mix};

use crate::{
    Bot, Exchange, Fresh, Process, Protocol,
    advice::{advice, kind},
    agent::{Dialogue, MoveRequest},
    json::JsonDialogue,
    ugi::Ugi,
};

/// What was found out about a bot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checkup {
    /// In order; the last one may have failed, and then the rest was not tried.
    pub steps: Vec<CheckStep>,
    /// How many there are in all.
    pub planned: usize,
}

impl Checkup {
    /// Whether it can play, even if it does not leave when it should.
    pub fn can_play(&self) -> bool {
        self.steps.len() == self.planned
    }

    /// Whether everything is as it should be.
    pub fn passed(&self) -> bool {
        self.steps.iter().all(|step| step.failure.is_none())
    }
}

/// One step of the walk.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckStep {
    /// What is looked at.
    pub title: Text,
    /// What was seen.
    pub seen: CheckResult,
    /// What is wrong, if anything.
    pub failure: Option<CheckFinding>,
}

/// What a step that went well has shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CheckResult {
    /// Something of the bot's own: its command, its move.
    Said(String),
    /// A game.
    Played {
        /// How it ended.
        end: &'static str,
        /// How many decisions the bot made.
        moves: usize,
    },
    /// It did what it should.
    Done,
    /// Nothing: the step failed.
    Nothing,
}

impl CheckResult {
    /// In words.
    pub fn text(&self, language: Language) -> String {
        match self {
            Self::Said(text) => text.clone(),
            Self::Played { end, moves } => format!("{end}, {moves} {}", language.pick("moves", "jugadas")),
            Self::Done => language.pick("yes", "sí").to_owned(),
            Self::Nothing => String::new(),
        }
    }
}

/// Something that is wrong with a bot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CheckFinding {
    /// What happened, in a word.
    pub kind: Text,
    /// What happened exactly, as records have it.
    pub what: Message,
    /// What the protocol says.
    pub rule: Text,
    /// What to try.
    pub fix: Text,
    /// The last lines that went to and fro.
    pub conversation: Vec<Exchange>,
    /// What it wrote to its standard error.
    pub talk: String,
}

impl CheckFinding {
    /// What happened, for a reader of that language.
    pub fn say(&self, language: Language) -> String {
        self.what.text(language)
    }
}

const STARTS: Text = Text::new("the program is there and starts", "el programa existe y arranca");
const INTRODUCES: Text =
    Text::new("it answers the handshake and is ready", "responde al saludo y está listo");
const FIRST_MOVE: Text = Text::new("it answers with a legal move", "responde con una jugada legal");
const WHOLE_GAME: Text =
    Text::new("it plays a whole game for both sides", "juega una partida entera por los dos bandos");
const SECOND_GAME: Text =
    Text::new("it plays another game from a given opening", "juega otra partida desde una apertura dada");
const LEAVES: Text = Text::new("it exits when it is told to", "termina cuando se le pide");

/// The program of a course is our own host, which leaves at once; but to give back gigabytes takes the system a while.
const HOST_LEAVES: Duration = Duration::from_secs(10);

/// Walks through the protocol with a bot. The observer may end it; then the step at which it was fails.
pub fn check_bot(
    bot: &Bot,
    game: &dyn AnyGame,
    thinking: ThinkingLimits,
    limits: &BotLimits,
    seed: u64,
    observer: &mut dyn SearchObserver,
) -> Checkup {
    let mut steps = Vec::new();
    let planned = if bot.protocol == Protocol::Ugi { 6 } else { 5 };
    let process = match bot.start(game.spec(), limits, &mut || observer.nodes(0).is_break()) {
        Ok(process) => process,
        Err(error) => {
            steps.push(failed(STARTS, bot.protocol, &error, Vec::new(), String::new()));
            return Checkup { steps, planned };
        }
    };
    steps.push(CheckStep { title: STARTS, seen: CheckResult::Said(bot.source.to_string()), failure: None });
    let dialogue: Box<dyn Dialogue> = match bot.protocol {
        Protocol::Ugi => Box::new(Ugi::new(game.spec(), &[])),
        Protocol::Json => Box::new(JsonDialogue::new(game)),
        Protocol::Course => Box::new(JsonDialogue::of_course(game)),
    };
    let session = game.session();
    let mut walk = CheckRun {
        bot,
        dialogue,
        process,
        limits: *limits,
        thinking,
        seed,
        answered: false,
        session,
        observer,
    };
    let mut checks: Vec<(Text, StepCheck<'_>)> = Vec::new();
    if bot.protocol == Protocol::Ugi {
        checks.push((INTRODUCES, CheckRun::introduce));
    }
    checks.extend([
        (FIRST_MOVE, CheckRun::first_move as StepCheck<'_>),
        (WHOLE_GAME, CheckRun::whole_game),
        (SECOND_GAME, CheckRun::second_game),
    ]);
    for (title, check) in checks {
        match check(&mut walk) {
            Ok(seen) => steps.push(CheckStep { title, seen, failure: None }),
            Err(error) => {
                let conversation = walk.process.conversation().cloned().collect();
                let (talk, _) = walk.process.leave(None);
                steps.push(failed(title, bot.protocol, &error, conversation, talk));
                return Checkup { steps, planned };
            }
        }
    }
    let conversation: Vec<Exchange> = walk.process.conversation().cloned().collect();
    let patience =
        if bot.protocol == Protocol::Course { limits.leave.max(HOST_LEAVES) } else { limits.leave };
    let (talk, left) = walk.process.leave_within(patience, walk.dialogue.farewell().as_deref());
    steps.push(leaving(bot.protocol, left, patience, conversation, talk));
    Checkup { steps, planned }
}

type StepCheck<'a> = fn(&mut CheckRun<'a>) -> Result<CheckResult, AgentError>;

struct CheckRun<'a> {
    bot: &'a Bot,
    dialogue: Box<dyn Dialogue>,
    process: Process,
    limits: BotLimits,
    thinking: ThinkingLimits,
    seed: u64,
    answered: bool,
    session: GameSession,
    observer: &'a mut dyn SearchObserver,
}

impl CheckRun<'_> {
    fn introduce(&mut self) -> Result<CheckResult, AgentError> {
        self.dialogue.introduce(&mut self.process, &self.limits, self.observer)?;
        Ok(CheckResult::Said("ugiok, readyok".to_owned()))
    }

    fn ask(&mut self, new_game: bool) -> Result<String, AgentError> {
        let asked = MoveRequest {
            session: &self.session,
            thinking: self.thinking,
            seed: self.seed,
            new_game,
            first: !self.answered,
        };
        let choice = self.dialogue.ask(&mut self.process, asked, &self.limits, self.observer)?;
        self.answered = true;
        if self.bot.fresh() == Fresh::Move {
            let (game, observer) = (&self.session.line().game, &mut *self.observer);
            self.process = self.bot.start(game, &self.limits, &mut || observer.nodes(0).is_break())?;
            self.answered = false;
        }
        self.session.play(&choice.mv).map_err(|error| AgentError::Illegal(error.message()))?;
        Ok(choice.mv)
    }

    fn first_move(&mut self) -> Result<CheckResult, AgentError> {
        self.ask(true).map(CheckResult::Said)
    }

    fn whole_game(&mut self) -> Result<CheckResult, AgentError> {
        while self.session.undo() {}
        self.play_to_the_end()
    }

    fn second_game(&mut self) -> Result<CheckResult, AgentError> {
        while self.session.undo() {}
        let mut chance = fold(mix(self.seed), 2);
        for _ in 0..5 {
            let legal = self.session.legal();
            chance = mix(chance);
            let index = (u128::from(chance) * legal.len() as u128) >> 64;
            if let Some(text) = legal.get(index as usize) {
                self.session.play(text).map_err(|error| AgentError::Illegal(error.message()))?;
            }
        }
        self.play_to_the_end()
    }

    fn play_to_the_end(&mut self) -> Result<CheckResult, AgentError> {
        let mut new_game = true;
        let start = self.session.plies();
        while self.session.outcome().is_none() && self.session.plies() < 2000 {
            self.ask(new_game)?;
            new_game = false;
        }
        let moves = self.session.plies() - start;
        let end = self.session.outcome().map_or("too-long", poda_core::Outcome::word);
        Ok(CheckResult::Played { end, moves })
    }
}

fn failed(
    title: Text,
    protocol: Protocol,
    error: &AgentError,
    conversation: Vec<Exchange>,
    talk: String,
) -> CheckStep {
    let (rule, fix) = advice(title == INTRODUCES, protocol, error);
    let finding = CheckFinding { kind: kind(error), what: error.message(), rule, fix, conversation, talk };
    CheckStep { title, seen: CheckResult::Nothing, failure: Some(finding) }
}

fn leaving(
    protocol: Protocol,
    left: bool,
    patience: Duration,
    conversation: Vec<Exchange>,
    talk: String,
) -> CheckStep {
    let failure = (!left).then(|| CheckFinding {
        kind: Text::new("it does not exit", "no termina"),
        what: message!(
            "it was still running {time} ms later and was killed",
            "seguía en marcha {time} ms después y se terminó a la fuerza",
            time = patience.as_millis(),
        ),
        rule: match protocol {
            Protocol::Ugi => Text::new("`quit` ends the program", "`quit` termina el programa"),
            Protocol::Json | Protocol::Course => {
                Text::new("the end of the input ends the program", "el fin de la entrada termina el programa")
            }
        },
        fix: match protocol {
            Protocol::Ugi => Text::new(
                "return from the main loop on `quit`, and at the end of the input",
                "sal del bucle principal con `quit`, y también al acabar la entrada",
            ),
            Protocol::Course => Text::new(
                "nothing in the player's code can keep it: if it does not take very much memory, this is a fault of ours, please report it",
                "nada en el código del jugador puede retenerlo: si no ocupa muchísima memoria, es un fallo nuestro, avísanos",
            ),
            Protocol::Json => Text::new(
                "stop reading when there is no further line, as `for line in sys.stdin` does in Python and `while (std::getline(std::cin, line))` in C++",
                "deja de leer cuando no haya más líneas, como hacen `for line in sys.stdin` en Python y `while (std::getline(std::cin, line))` en C++",
            ),
        },
        conversation,
        talk,
    });
    let seen = if failure.is_none() { CheckResult::Done } else { CheckResult::Nothing };
    CheckStep { title: LEAVES, seen, failure }
}
