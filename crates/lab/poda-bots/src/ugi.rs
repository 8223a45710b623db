use std::time::{Duration, Instant};

use poda_agent::{AgentError, BotLimits, Choice, GameLine, ThinkingLimits};
use poda_core::{Progress, Score, SearchObserver, Statistics, message};

use crate::{
    Dialect, Go, Info, OptionOffer, Process, UgiCommand, UgiReply, UgiScore,
    agent::{Dialogue, MoveRequest},
    process::late,
};

/// The option that says what is played.
const GAME: &str = "Game";

/// The conversation with a program that speaks UGI.
pub(crate) struct Ugi {
    /// Whether the program wants to know the seeds of games.
    takes_seed: bool,
    /// What else it is told, if it offers such options.
    wishes: Vec<(String, String)>,
}

impl Ugi {
    pub(crate) fn new(game: &str, wishes: &[(&str, &str)]) -> Self {
        let mut all = vec![(GAME.to_owned(), game.to_owned())];
        let filled = wishes.iter().filter(|(_, value)| !value.is_empty());
        all.extend(filled.map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
        Self { wishes: all, takes_seed: false }
    }
}

impl Ugi {
    /// A program that lists its games, and not ours, is not worth a try. Sizes and editions behind a colon are left to
    /// it: a list cannot hold them all.
    fn can_play(&self, offered: &[OptionOffer]) -> Result<(), AgentError> {
        let family = |spec: &str| spec.split(':').next().unwrap_or_default().to_owned();
        let wished = self.wishes.iter().find(|(name, _)| name == GAME);
        let (Some((_, game)), Some(offer)) = (wished, offers(offered, GAME)) else { return Ok(()) };
        if offer.values.is_empty() || offer.values.iter().any(|value| family(value) == family(game)) {
            return Ok(());
        }
        let games = offer.values.join(", ");
        Err(AgentError::NoStart(message!(
            "it does not play {game}, only {games}, as its option `Game` says",
            "no juega a {game}, solo a {games}, según su opción `Game`",
            game,
            games
        )))
    }
}

fn offers<'a>(offered: &'a [OptionOffer], name: &str) -> Option<&'a OptionOffer> {
    offered.iter().find(|offer| offer.name == name)
}

impl Dialogue for Ugi {
    fn farewell(&self) -> Option<String> {
        Some(UgiCommand::Quit.to_string())
    }

    fn introduce(
        &mut self,
        process: &mut Process,
        limits: &BotLimits,
        observer: &mut dyn SearchObserver,
    ) -> Result<(), AgentError> {
        let mut offered = Vec::new();
        self.takes_seed = false;
        say(process, &UgiCommand::Hello(Dialect::Ugi), limits.start, observer)?;
        wait_for(process, limits.start, observer, |answer, _| match answer {
            UgiReply::Introduced(_) => Some(()),
            UgiReply::Option(offer) => {
                self.takes_seed |= offer.name == "Seed";
                offered.push(offer);
                None
            }
            _ => None,
        })?;
        self.can_play(&offered)?;
        for (name, value) in self.wishes.iter().filter(|(name, _)| offers(&offered, name).is_some()) {
            let set = UgiCommand::SetOption { name: name.clone(), value: value.clone() };
            say(process, &set, limits.ping, observer)?;
        }
        ready(process, limits.ping, observer)
    }

    fn ask(
        &mut self,
        process: &mut Process,
        asked: MoveRequest<'_>,
        limits: &BotLimits,
        observer: &mut dyn SearchObserver,
    ) -> Result<Choice, AgentError> {
        if asked.new_game {
            if self.takes_seed {
                let value = asked.seed.to_string();
                let set = UgiCommand::SetOption { name: "Seed".into(), value };
                say(process, &set, limits.ping, observer)?;
            }
            say(process, &UgiCommand::NewGame, limits.ping, observer)?;
            ready(process, limits.ping, observer)?;
        }
        let GameLine { start, moves, .. } = asked.session.line().clone();
        let time = asked.thinking.time.unwrap_or(limits.think);
        say(process, &UgiCommand::Position { start, moves }, time + limits.margin, observer)?;
        let go = UgiCommand::Go(limits_of(asked.thinking, time));
        say(process, &go, time + limits.margin, observer)?;
        best_move(process, time + limits.margin, observer)
    }
}

fn say(
    process: &mut Process,
    command: &UgiCommand,
    limit: Duration,
    observer: &mut dyn SearchObserver,
) -> Result<(), AgentError> {
    process.say(&command.to_string(), limit, &mut || observer.nodes(0).is_break())
}

/// Reads answers until one is what was waited for.
fn wait_for<T>(
    process: &mut Process,
    limit: Duration,
    observer: &mut dyn SearchObserver,
    mut wanted: impl FnMut(UgiReply, &mut dyn SearchObserver) -> Option<T>,
) -> Result<T, AgentError> {
    let deadline = Instant::now() + limit;
    loop {
        let line = process.listen_until(deadline, limit, &mut || observer.nodes(0).is_break())?;
        if let Some(found) = wanted(UgiReply::read(&line), observer) {
            return Ok(found);
        }
        // Talking is no answer: there may always be another line.
        if Instant::now() >= deadline {
            return Err(late(limit));
        }
    }
}

/// Asks whether it is there, and waits for the answer.
pub(crate) fn ready(
    process: &mut Process,
    limit: Duration,
    observer: &mut dyn SearchObserver,
) -> Result<(), AgentError> {
    say(process, &UgiCommand::IsReady, limit, observer)?;
    wait_for(process, limit, observer, |answer, _| (answer == UgiReply::Ready).then_some(()))
}

/// A program that is not told any limit would think for ever.
fn limits_of(thinking: ThinkingLimits, time: Duration) -> Go {
    let limited = thinking.depth.is_some() || thinking.nodes.is_some();
    let move_time = (thinking.time.is_some() || !limited).then_some(time.as_millis() as u64);
    Go { move_time, depth: thinking.depth, nodes: thinking.nodes, ..Go::default() }
}

/// Waits for the move, and remembers what it was told on the way.
pub(crate) fn best_move(
    process: &mut Process,
    limit: Duration,
    observer: &mut dyn SearchObserver,
) -> Result<Choice, AgentError> {
    let mut known = Info::default();
    wait_for(process, limit, observer, |answer, observer| match answer {
        UgiReply::BestMove(mv) => Some(choice(mv, &known)),
        UgiReply::Info(info) => {
            if let (Some(depth), Some(score)) = (info.depth, info.score.map(score_of)) {
                let nodes = info.nodes.unwrap_or(0);
                // A program goes on by itself.
                let _ = observer.depth(&Progress { depth, score, nodes, pv: &info.line });
            }
            known.depth = info.depth.or(known.depth);
            known.score = info.score.or(known.score);
            known.nodes = info.nodes.or(known.nodes);
            known.leaves = info.leaves.or(known.leaves);
            if !info.line.is_empty() {
                known.line = info.line;
            }
            None
        }
        _ => None,
    })
}

fn choice(mv: String, known: &Info) -> Choice {
    Choice {
        score: known.score.map(score_of),
        depth: known.depth.unwrap_or(0),
        nodes: known.nodes.unwrap_or(0),
        leaves: known.leaves.unwrap_or(0),
        pv: if known.line.first() == Some(&mv) { known.line.clone() } else { vec![mv.clone()] },
        scores: Vec::new(),
        statistics: Statistics::default(),
        mv,
    }
}

fn score_of(score: UgiScore) -> Score {
    match score {
        UgiScore::Points(points) => Score::heuristic(points),
        UgiScore::Win(plies) => Score::win_at(plies),
        UgiScore::Loss(plies) => Score::loss_at(plies),
        UgiScore::Draw => Score::EVEN,
    }
}
