//! A walk through a bot's protocol in numbered steps. Whatever fails is told with what was said, the rule, and a fix.

use poda_agent::{AgentError, Allowance, GameLine, Table, Unobserved};
use poda_catalog::{AnyGame, Text};
use poda_core::{Language, fold, mix};

use super::{
    Bot, BotLimits, Exchange, Process, Protocol,
    agent::{Asked, Dialogue},
    json::Json,
    ugi::Ugi,
};
use crate::play::set_up;

/// What was found out about a bot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checkup {
    /// In order; the last one may have failed, and then the rest was not tried.
    pub steps: Vec<Step>,
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
pub struct Step {
    /// What is looked at.
    pub title: Text,
    /// What was seen.
    pub seen: Seen,
    /// What is wrong, if anything.
    pub failure: Option<Finding>,
}

/// What a step that went well has shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Seen {
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

impl Seen {
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
pub struct Finding {
    /// What happened.
    pub what: String,
    /// What the protocol says.
    pub rule: Text,
    /// What to try.
    pub fix: Text,
    /// The last lines that went to and fro.
    pub conversation: Vec<Exchange>,
    /// What it wrote to its standard error.
    pub talk: String,
}

const STARTS: Text = Text::new("the program is there and starts", "el programa existe y arranca");
const INTRODUCES: Text = Text::new("it introduces itself and is ready", "se presenta y está listo");
const FIRST_MOVE: Text = Text::new("it answers with a legal move", "responde con una jugada legal");
const WHOLE_GAME: Text =
    Text::new("it plays a whole game for both sides", "juega una partida entera por los dos bandos");
const SECOND_GAME: Text =
    Text::new("it plays another game from a given opening", "juega otra partida desde una apertura dada");
const LEAVES: Text = Text::new("it leaves when it is told to", "termina cuando se le dice");

/// Walks through the protocol with a bot.
pub fn check_bot(
    bot: &Bot,
    game: &dyn AnyGame,
    allowance: Allowance,
    limits: &BotLimits,
    seed: u64,
) -> Checkup {
    let mut steps = Vec::new();
    let planned = if bot.protocol == Protocol::Json { 5 } else { 6 };
    let process = match Process::start(bot, limits) {
        Ok(process) => process,
        Err(error) => {
            steps.push(failed(STARTS, bot.protocol, &error, Vec::new(), String::new()));
            return Checkup { steps, planned };
        }
    };
    steps.push(Step { title: STARTS, seen: Seen::Said(bot.words.join(" ")), failure: None });
    let dialogue: Box<dyn Dialogue> = match bot.protocol {
        Protocol::Ugi => Box::new(Ugi::new(game.spec(), &[])),
        Protocol::Json => Box::new(Json::new(game)),
    };
    let mut walk =
        Walk { dialogue, process, limits: *limits, allowance, seed, answered: false, table: game.table() };
    let mut parts: Vec<(Text, Part)> = Vec::new();
    if bot.protocol == Protocol::Ugi {
        parts.push((INTRODUCES, Walk::introduce));
    }
    parts.extend([
        (FIRST_MOVE, Walk::first_move as Part),
        (WHOLE_GAME, Walk::whole_game),
        (SECOND_GAME, Walk::second_game),
    ]);
    for (title, part) in parts {
        match part(&mut walk) {
            Ok(seen) => steps.push(Step { title, seen, failure: None }),
            Err(error) => {
                let conversation = walk.process.conversation().cloned().collect();
                let (talk, _) = walk.process.leave(None);
                steps.push(failed(title, bot.protocol, &error, conversation, talk));
                return Checkup { steps, planned };
            }
        }
    }
    let conversation: Vec<Exchange> = walk.process.conversation().cloned().collect();
    let farewell = (bot.protocol == Protocol::Ugi).then_some("quit");
    let (talk, left) = walk.process.leave(farewell);
    steps.push(leaving(bot.protocol, left, limits, conversation, talk));
    Checkup { steps, planned }
}

type Part = fn(&mut Walk) -> Result<Seen, AgentError>;

struct Walk {
    dialogue: Box<dyn Dialogue>,
    process: Process,
    limits: BotLimits,
    allowance: Allowance,
    seed: u64,
    answered: bool,
    table: Box<dyn Table>,
}

impl Walk {
    fn introduce(&mut self) -> Result<Seen, AgentError> {
        self.dialogue.introduce(&mut self.process, &self.limits, &mut Unobserved)?;
        Ok(Seen::Said("ugiok, readyok".to_owned()))
    }

    fn ask(&mut self, new_game: bool) -> Result<String, AgentError> {
        let asked = Asked {
            line: self.table.line(),
            allowance: self.allowance,
            seed: self.seed,
            new_game,
            first: !self.answered,
        };
        let choice = self.dialogue.ask(&mut self.process, asked, &self.limits, &mut Unobserved)?;
        self.answered = true;
        self.table.play(&choice.mv).map_err(|error| AgentError::Illegal(error.to_string()))?;
        Ok(choice.mv)
    }

    fn first_move(&mut self) -> Result<Seen, AgentError> {
        self.ask(true).map(Seen::Said)
    }

    fn whole_game(&mut self) -> Result<Seen, AgentError> {
        set_up(self.table.as_mut(), &GameLine::default()).map_err(AgentError::BrokenLine)?;
        self.play_to_the_end()
    }

    fn second_game(&mut self) -> Result<Seen, AgentError> {
        set_up(self.table.as_mut(), &GameLine::default()).map_err(AgentError::BrokenLine)?;
        let mut chance = fold(mix(self.seed), 2);
        for _ in 0..5 {
            let legal = self.table.legal();
            chance = mix(chance);
            let index = (u128::from(chance) * legal.len() as u128) >> 64;
            if let Some(text) = legal.get(index as usize) {
                self.table.play(text).map_err(|error| AgentError::BrokenLine(error.to_string()))?;
            }
        }
        self.play_to_the_end()
    }

    fn play_to_the_end(&mut self) -> Result<Seen, AgentError> {
        let mut new_game = true;
        let start = self.table.line().moves.len();
        while self.table.outcome().is_none() && self.table.line().moves.len() < 2000 {
            self.ask(new_game)?;
            new_game = false;
        }
        let moves = self.table.line().moves.len() - start;
        let end = self.table.outcome().map_or("too-long", poda_core::Outcome::word);
        Ok(Seen::Played { end, moves })
    }
}

fn failed(
    title: Text,
    protocol: Protocol,
    error: &AgentError,
    conversation: Vec<Exchange>,
    talk: String,
) -> Step {
    let (rule, fix) = advice(title, protocol, error);
    let finding = Finding { what: error.to_string(), rule, fix, conversation, talk };
    Step { title, seen: Seen::Nothing, failure: Some(finding) }
}

fn leaving(
    protocol: Protocol,
    left: bool,
    limits: &BotLimits,
    conversation: Vec<Exchange>,
    talk: String,
) -> Step {
    let failure = (!left).then(|| Finding {
        what: format!("it still runs {} ms later, and was killed", limits.leave.as_millis()),
        rule: match protocol {
            Protocol::Ugi => Text::new("`quit` ends the program", "`quit` termina el programa"),
            Protocol::Json => {
                Text::new("the end of the input ends the program", "el fin de la entrada termina el programa")
            }
        },
        fix: match protocol {
            Protocol::Ugi => Text::new(
                "return from the main loop on `quit`, and at the end of the input",
                "sal del bucle principal con `quit`, y también al acabar la entrada",
            ),
            Protocol::Json => Text::new(
                "stop reading when there is no further line: `for line in sys.stdin` does that",
                "deja de leer cuando no haya más líneas: `for line in sys.stdin` lo hace",
            ),
        },
        conversation,
        talk,
    });
    let seen = if left { Seen::Done } else { Seen::Nothing };
    Step { title: LEAVES, seen, failure }
}

/// The rule that was broken, and what usually helps.
fn advice(title: Text, protocol: Protocol, error: &AgentError) -> (Text, Text) {
    let json = protocol == Protocol::Json;
    match error {
        // The program is there, as the step before has shown: it was its list of games.
        AgentError::NoStart(_) if title == INTRODUCES => (
            Text::new(
                "the option `Game` names every game that the program plays",
                "la opción `Game` nombra cada juego que el programa sabe jugar",
            ),
            Text::new(
                "check it with a game that it plays (`--game`), or add `var` and the game's name to the option",
                "compruébalo con un juego que sepa jugar (`--game`), o añade `var` y el nombre del juego a la opción",
            ),
        ),
        AgentError::NoStart(_) => (
            Text::new(
                "the command names a program that can be executed",
                "la orden nombra un programa que se puede ejecutar",
            ),
            Text::new(
                "check the path and `chmod +x`; a script needs its interpreter: `python3 bot.py`",
                "revisa la ruta y `chmod +x`; un guion necesita su intérprete: `python3 bot.py`",
            ),
        ),
        AgentError::Overrun(_) => (
            Text::new(
                "a program keeps to its limits of memory, processor time and processes",
                "un programa respeta sus límites de memoria, procesador y procesos",
            ),
            Text::new(
                "wait for the processes that you start, and do not start more for every move; limits are options of this command",
                "espera a los procesos que lances y no lances más en cada jugada; los límites son opciones de esta orden",
            ),
        ),
        AgentError::Crash(_) => (
            Text::new(
                "the program runs until it is told to leave",
                "el programa sigue hasta que se le dice que termine",
            ),
            Text::new(
                "read what it wrote to its standard error, marked with `!`: an exception, a missing file, no memory left?",
                "lee lo que escribió en su salida de error, marcado con `!`: ¿una excepción, un fichero que falta, sin memoria?",
            ),
        ),
        AgentError::Timeout(_) if title == INTRODUCES => (
            Text::new(
                "`ugi` is answered by lines that end with `ugiok`, `isready` by `readyok`",
                "a `ugi` se responde con líneas que acaban en `ugiok`, a `isready` con `readyok`",
            ),
            Text::new(
                "flush the output after each line (`print(..., flush=True)`); answer `isready` at once",
                "vacía la salida tras cada línea (`print(..., flush=True)`); responde a `isready` enseguida",
            ),
        ),
        AgentError::Timeout(_) => (
            Text::new(
                "every question is answered within its time",
                "cada pregunta se responde dentro de su tiempo",
            ),
            Text::new(
                "flush the output after each move (`print(move, flush=True)`), and look at the clock while thinking",
                "vacía la salida tras cada jugada (`print(move, flush=True)`) y mira el reloj mientras piensas",
            ),
        ),
        AgentError::Illegal(_) if json => (
            Text::new(
                "the answer is one line that is one of the texts in `legal`",
                "la respuesta es una línea que es uno de los textos de `legal`",
            ),
            Text::new(
                "print the move and nothing else to standard output; remarks go to standard error",
                "escribe en la salida estándar la jugada y nada más; los comentarios van a la salida de error",
            ),
        ),
        AgentError::Illegal(_) => (
            Text::new("`bestmove` is followed by a legal move", "tras `bestmove` viene una jugada legal"),
            Text::new(
                "apply every move of `position` in order; one move is one decision, and the same player may move again",
                "aplica en orden cada jugada de `position`; una jugada es una decisión, y puede repetir el mismo jugador",
            ),
        ),
        _ => (
            Text::new("lines are short, and few for each move", "las líneas son cortas, y pocas por jugada"),
            Text::new(
                "write what is for people to standard error",
                "escribe lo que es para personas en la salida de error",
            ),
        ),
    }
}
