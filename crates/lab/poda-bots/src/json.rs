use std::time::Duration;

use poda_agent::{AgentError, BotLimits, Choice};
use poda_catalog::AnyGame;
use poda_core::{SearchObserver, Statistics, message};

use crate::{
    JsonRequest, Process,
    agent::{Dialogue, MoveRequest},
    process::too_much_memory,
};

/// How long the program of a course may take for a move where nobody set a time: the simulators have no clock.
const COURSE_PATIENCE: Duration = Duration::from_mins(1);

/// The conversation with a program that is asked in JSON and answers with a move.
pub(crate) struct JsonDialogue {
    game: String,
    /// Whether the host of a course answers.
    course: bool,
}

impl JsonDialogue {
    pub(crate) fn new(game: &dyn AnyGame) -> Self {
        Self { game: game.spec().to_owned(), course: false }
    }

    /// The same with the host of a course, which also says what its player returned.
    pub(crate) fn of_course(game: &dyn AnyGame) -> Self {
        Self { course: true, ..Self::new(game) }
    }
}

impl Dialogue for JsonDialogue {
    /// The end of its input is enough: it reads questions and nothing else.
    fn farewell(&self) -> Option<String> {
        None
    }

    /// Nothing is said before the first question.
    fn introduce(
        &mut self,
        _: &mut Process,
        _: &BotLimits,
        _: &mut dyn SearchObserver,
    ) -> Result<(), AgentError> {
        Ok(())
    }

    fn ask(
        &mut self,
        process: &mut Process,
        asked: MoveRequest<'_>,
        limits: &BotLimits,
        observer: &mut dyn SearchObserver,
    ) -> Result<Choice, AgentError> {
        let time = asked.thinking.time.unwrap_or(limits.think);
        // Programs of courses search to a depth of their own: where nobody set a time, they are waited for.
        let patience =
            if self.course && asked.thinking.time.is_none() { COURSE_PATIENCE } else { Duration::ZERO };
        // The first answer may take the start as well.
        let limit =
            (time + limits.margin).max(patience) + if asked.first { limits.start } else { Duration::ZERO };
        let question = JsonRequest {
            game: self.game.clone(),
            position: asked.session.position(),
            mark: asked.session.to_move().number(),
            legal: asked.session.legal(),
            moves: asked.session.line().moves.clone(),
            remaining_ms: time.as_millis() as u64,
            limit_ms: limit.as_millis() as u64,
            // Other languages' numbers are exact up to 53 bits.
            seed: asked.seed >> 11,
        };
        let answer = process.ask(&question.line(), limit, &mut || observer.nodes(0).is_break())?;
        if self.course {
            host_trouble(&answer, limits)?;
        }
        let (mv, returned) = match answer.split_once('\t') {
            Some((mv, returned)) if self.course => (mv.to_owned(), Some(returned)),
            _ => (answer.trim().to_owned(), None),
        };
        if !question.legal.contains(&mv) {
            let legal = question.legal.join(" ");
            if let Some(returned) = returned {
                return Err(AgentError::Illegal(message!(
                    "no move chosen: the player returned {returned}, and the legal moves are {legal}",
                    "no eligió jugada: el jugador devolvió {returned}, y las jugadas legales son {legal}",
                    returned,
                    legal
                )));
            }
            return Err(AgentError::Illegal(message!(
                "{answer:?} is none of the legal moves {legal}",
                "{answer:?} no es ninguna de las jugadas legales {legal}",
                answer,
                legal
            )));
        }
        Ok(Choice {
            pv: vec![mv.clone()],
            mv,
            score: None,
            depth: 0,
            nodes: 0,
            leaves: 0,
            scores: Vec::new(),
            statistics: Statistics::default(),
        })
    }
}

/// What the host of a course says instead of a move.
fn host_trouble(answer: &str, limits: &BotLimits) -> Result<(), AgentError> {
    match answer.strip_prefix('?').map(|trouble| trouble.split_once(' ').unwrap_or((trouble, ""))) {
        None => Ok(()),
        Some(("memory", _)) => Err(too_much_memory(limits.memory)),
        Some(("threw", what)) => {
            let what: String = what.chars().take(300).collect();
            Err(AgentError::Crash(message!("it threw {what}", "lanzó {what}", what)))
        }
        Some((_, offered)) => Err(AgentError::NoStart(message!(
            "?class= needs the arguments of a constructor: {offered}",
            "?class= necesita los argumentos de un constructor: {offered}",
            offered
        ))),
    }
}
