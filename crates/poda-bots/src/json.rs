use std::time::Duration;

use poda_agent::{AgentError, BotLimits, Choice, GameSession};
use poda_catalog::AnyGame;
use poda_core::{SearchObserver, Statistics, message};

use crate::{
    JsonRequest, Process,
    agent::{Asked, Dialogue},
};

/// The conversation with a program that is asked in JSON and answers with a move.
pub(crate) struct Json {
    game: String,
    /// Its own, because a beginner's program is told what is legal.
    session: Box<dyn GameSession>,
}

impl Json {
    pub(crate) fn new(game: &dyn AnyGame) -> Self {
        Self { game: game.spec().to_owned(), session: game.session() }
    }
}

impl Dialogue for Json {
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
        asked: Asked<'_>,
        limits: &BotLimits,
        observer: &mut dyn SearchObserver,
    ) -> Result<Choice, AgentError> {
        self.session.follow(asked.line)?;
        let time = asked.thinking.time.unwrap_or(limits.think);
        // The first answer may take the start as well.
        let limit = time + limits.margin + if asked.first { limits.start } else { Duration::ZERO };
        let question = JsonRequest {
            game: self.game.clone(),
            position: self.session.position(),
            mark: self.session.to_move().number(),
            legal: self.session.legal(),
            moves: asked.line.moves.clone(),
            remaining_ms: time.as_millis() as u64,
            limit_ms: limit.as_millis() as u64,
            // Other languages' numbers are exact up to 53 bits.
            seed: asked.seed >> 11,
        };
        let answer = process.ask(&question.line(), limit, &mut || observer.nodes(0).is_break())?;
        let mv = answer.trim().to_owned();
        if !question.legal.contains(&mv) {
            let legal = question.legal.join(" ");
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
