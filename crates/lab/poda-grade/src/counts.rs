//! Does a student's search visit the nodes that the textbook's visits? And if not, which well-known slip explains it?

use std::time::Duration;

use poda_agent::{AgentError, BotLimits, Choice, GameSession, ThinkingLimits};
use poda_bots::{CommandLine, JsonRequest, Process, Protocol};
use poda_catalog::{AnyGame, Text};
use poda_core::{Language, Message, NoObserver, Translate, message};
use serde_json::{Value, json};

use super::{Entrant, NodeTask, Rubric, grading::searched};

/// One counted search.
#[derive(Clone, Debug)]
pub struct Count {
    /// What was asked for.
    pub task: NodeTask,
    /// What the textbook's search visits, root and leaves included.
    pub expected: u64,
    /// What the student's said.
    pub found: Option<u64>,
    /// What that means.
    pub verdict: CountVerdict,
}

/// What a count means.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CountVerdict {
    /// As it should be.
    Right,
    /// Wrong in a well-known way.
    Named(Text),
    /// Wrong in no way that we know.
    Wrong,
    /// There is no count, for lack of something that the submission should have.
    Untold(Text),
    /// There is no count, because something went wrong.
    Missing(Message),
}

impl Translate for CountVerdict {
    fn text(&self, language: Language) -> String {
        match self {
            Self::Right => language.pick("right", "correcto").to_owned(),
            Self::Named(text) | Self::Untold(text) => text.text(language),
            Self::Wrong => language.pick("wrong", "incorrecto").to_owned(),
            Self::Missing(why) => why.text(language),
        }
    }
}

impl From<AgentError> for CountVerdict {
    fn from(error: AgentError) -> Self {
        Self::Missing(error.message())
    }
}

const NO_COMMAND: Text = Text::new(
    "bot.toml names no command `nodes` that counts them",
    "bot.toml no nombra ningún comando `nodes` que los cuente",
);
const NOT_TOLD: Text =
    Text::new("it did not tell its nodes (`info nodes N`)", "no dijo sus nodos (`info nodes N`)");

/// How long a search that is counted may take.
const PATIENCE: Duration = Duration::from_mins(1);

/// Counts everything that the rubric asks for.
pub(super) fn count(
    game: &dyn AnyGame,
    entrant: &Entrant,
    rubric: &Rubric,
    limits: &BotLimits,
) -> Vec<Count> {
    rubric.nodes.iter().map(|task| one(game, entrant, task, limits)).collect()
}

fn one(game: &dyn AnyGame, entrant: &Entrant, task: &NodeTask, limits: &BotLimits) -> Count {
    let session = match game.follow(&game.line(None, &task.moves)) {
        Ok(session) => session,
        Err(error) => {
            let verdict = CountVerdict::Missing(error.message());
            return Count { task: task.clone(), expected: 0, found: None, verdict };
        }
    };
    let expected =
        searched(game, &task.spec(&task.algorithm, task.depth), &session).map_or(0, |choice| choice.nodes);
    let limits = BotLimits { think: PATIENCE, ..*limits };
    let found = match (&entrant.nodes, entrant.bot.protocol) {
        (Some(command), _) => by_command(game, command, task, &session, &limits),
        (None, Protocol::Ugi) => by_protocol(game, entrant, task, &session, &limits),
        (None, Protocol::Json | Protocol::Course) => Err(CountVerdict::Untold(NO_COMMAND)),
    };
    let verdict = match &found {
        Ok(found) => judge(game, task, &session, expected, *found),
        Err(why) => why.clone(),
    };
    Count { task: task.clone(), expected, found: found.ok(), verdict }
}

/// Asks a program that only counts: one JSON object in, one number out.
fn by_command(
    game: &dyn AnyGame,
    command: &CommandLine,
    task: &NodeTask,
    session: &poda_agent::GameSession,
    limits: &BotLimits,
) -> Result<u64, CountVerdict> {
    let question = JsonRequest {
        game: game.spec().to_owned(),
        position: session.position(),
        mark: session.to_move().number(),
        legal: session.legal(),
        moves: session.line().moves.clone(),
        remaining_ms: PATIENCE.as_millis() as u64,
        limit_ms: PATIENCE.as_millis() as u64,
        seed: 0,
    };
    let mut object: Value = serde_json::from_str(&question.line())
        .map_err(|error| CountVerdict::Missing(Message::verbatim(error.to_string())))?;
    object["algorithm"] = json!(task.algorithm);
    object["depth"] = json!(task.depth);
    object["eval"] = json!(task.eval);
    let mut process = Process::start(command, limits)?;
    let answer = process.ask(&object.to_string(), PATIENCE, &mut || false);
    process.leave(None);
    let answer = answer?;
    let no_number = message!(
        "{answer:?} is not a number of nodes",
        "{answer:?} no es un número de nodos",
        answer = &answer
    );
    answer.trim().parse().map_err(|_| CountVerdict::Missing(no_number))
}

/// Asks a program that speaks UGI to search, and looks at what it tells about its nodes.
fn by_protocol(
    game: &dyn AnyGame,
    entrant: &Entrant,
    task: &NodeTask,
    session: &GameSession,
    limits: &BotLimits,
) -> Result<u64, CountVerdict> {
    // A program that offers more than one search is told which one.
    let options =
        [("Algorithm", task.algorithm.as_str()), ("Eval", task.eval.as_deref().unwrap_or_default())];
    let mut agent = entrant.bot.agent(game, limits, &options);
    let thinking = ThinkingLimits { depth: Some(task.depth), nodes: None, time: None };
    let choice: Choice = agent.choose(session, thinking, &mut NoObserver)?;
    if choice.nodes == 0 { Err(CountVerdict::Untold(NOT_TOLD)) } else { Ok(choice.nodes) }
}

const NO_ROOT: Text = Text::new("off by one: the root is not counted", "uno de menos: no se cuenta la raíz");
const ROOT_TWICE: Text =
    Text::new("off by one: the root is counted twice", "uno de más: la raíz se cuenta dos veces");
const LEAVES: Text = Text::new("only leaves are counted", "solo se cuentan las hojas");
const INNER: Text = Text::new("leaves are not counted", "no se cuentan las hojas");
const DEEPER: Text = Text::new("off by one: it searches a ply too deep", "uno de más: busca un nivel de más");
const SHALLOWER: Text =
    Text::new("off by one: it searches a ply too little", "uno de menos: busca un nivel de menos");
const NO_PRUNING: Text = Text::new("nothing is pruned: this is minimax", "no poda nada: esto es minimax");
const PRUNES: Text = Text::new("it prunes: this is alpha-beta", "poda: esto es alfa-beta");

/// What a count means.
fn judge(
    game: &dyn AnyGame,
    task: &NodeTask,
    session: &GameSession,
    expected: u64,
    found: u64,
) -> CountVerdict {
    if found == expected {
        return CountVerdict::Right;
    }
    let search = |algorithm: &str, depth: u32| searched(game, &task.spec(algorithm, depth), session);
    let exact = search(&task.algorithm, task.depth);
    let leaves = exact.as_ref().map_or(0, |choice| choice.leaves);
    let nodes = |choice: Option<Choice>| choice.map_or(0, |choice| choice.nodes);
    // A slip with and without counting the root.
    let about = |count: u64| count > 0 && (found == count || found + 1 == count);
    let simple = [
        (expected.wrapping_sub(1), NO_ROOT),
        (expected + 1, ROOT_TWICE),
        (leaves, LEAVES),
        (expected - leaves.min(expected), INNER),
    ];
    if let Some((_, name)) = simple.iter().find(|(count, _)| *count == found) {
        return CountVerdict::Named(*name);
    }
    if task.depth > 1 && about(nodes(search(&task.algorithm, task.depth - 1))) {
        return CountVerdict::Named(SHALLOWER);
    }
    let (other, name) =
        if task.algorithm == "minimax" { ("alphabeta", PRUNES) } else { ("minimax", NO_PRUNING) };
    if about(nodes(search(other, task.depth))) {
        return CountVerdict::Named(name);
    }
    // The most expensive question last.
    if about(nodes(search(&task.algorithm, task.depth + 1))) {
        return CountVerdict::Named(DEEPER);
    }
    CountVerdict::Wrong
}
