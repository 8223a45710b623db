use std::{
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::{Duration, Instant},
};

use poda_core::{Found, Game, Limits, Moves, Notation, Progress, Score, Searcher, Turn, Watch};

use crate::{Agent, AgentError, Choice, GameLine, MoveScore, Observer, SearchReport, ThinkingLimits};

/// A year is as good as for ever, and can be added to any instant.
const FOR_EVER: Duration = Duration::from_hours(24 * 365);

/// An engine sitting at a table. It sees exactly what an external program would see: a line of texts.
#[derive(Debug)]
pub struct EngineAgent<G: Game, S> {
    game: G,
    searcher: S,
    /// Searchers that help in threads of their own.
    helpers: Vec<S>,
    default: ThinkingLimits,
}

impl<G: Game + Notation, S: Searcher<G>> EngineAgent<G, S> {
    /// Seats `searcher`; `default` is how long it thinks when nobody says.
    pub fn new(game: G, searcher: S, default: ThinkingLimits) -> Self {
        Self { game, searcher, helpers: Vec::new(), default }
    }

    /// Lets other searchers help, each in a thread of its own. What they find they have to tell the first one
    /// themselves, through a table that they share.
    pub fn with_helpers(mut self, helpers: Vec<S>) -> Self {
        self.helpers = helpers;
        self
    }

    /// Every state of the line, the last one being the current one.
    fn follow(&self, line: &GameLine) -> Result<G::State, AgentError> {
        let broken = |error: &dyn std::error::Error| AgentError::BrokenLine(error.to_string());
        let mut state = match &line.start {
            None => self.game.start(),
            Some(text) => self.game.read_position(text).map_err(|error| broken(&error))?,
        };
        for text in &line.moves {
            let mv = self.game.read_move(&state, text).map_err(|error| broken(&error))?;
            state = self.game.play(&state, mv);
        }
        Ok(state)
    }
}

/// The text of each move of a line that starts at `state`.
fn texts<G: Game + Notation>(game: &G, state: &G::State, line: &[G::Move]) -> Vec<String> {
    let mut state = *state;
    let mut texts = Vec::new();
    for mv in line {
        texts.push(game.move_text(&state, *mv));
        state = game.play(&state, *mv);
    }
    texts
}

/// Searches with everybody. The result is the leader's; the nodes are everybody's.
fn search_together<G: Game, S: Searcher<G>>(
    game: &G,
    root: &G::State,
    limits: Limits,
    leader: &mut S,
    helpers: &mut [S],
    watch: &mut dyn Watch<G::Move>,
) -> Found<G::Move> {
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        let helpers: Vec<_> = helpers
            .iter_mut()
            .map(|helper| {
                let mut until_done = UntilDone(&done);
                let limits = Limits { nodes: None, ..limits };
                scope.spawn(move || helper.search(game, root, limits, &mut until_done))
            })
            .collect();
        let mut found = leader.search(game, root, limits, watch);
        done.store(true, Ordering::Relaxed);
        for helped in helpers.into_iter().filter_map(|helper| helper.join().ok()) {
            found.nodes += helped.nodes;
            found.leaves += helped.leaves;
        }
        found
    })
}

/// Lets a helper search until the leader is done.
struct UntilDone<'a>(&'a AtomicBool);

impl<M> Watch<M> for UntilDone<'_> {
    fn keep_going(&mut self, _: u64) -> bool {
        !self.0.load(Ordering::Relaxed)
    }
}

/// Turns a clock and an observer into what a search understands.
struct Overseer<'a, G: Game> {
    game: &'a G,
    root: &'a G::State,
    start: Instant,
    deadline: Option<Instant>,
    observer: &'a mut dyn Observer,
}

impl<G: Game + Notation> Watch<G::Move> for Overseer<'_, G> {
    fn keep_going(&mut self, _: u64) -> bool {
        !self.observer.stop() && self.deadline.is_none_or(|deadline| Instant::now() < deadline)
    }

    /// Another depth takes several times as long as the last one: with less than half of the time left it would only
    /// be cut short.
    fn another_depth(&mut self) -> bool {
        let Some(deadline) = self.deadline else { return true };
        self.start.elapsed() * 2 < deadline - self.start
    }

    fn progress(&mut self, progress: &Progress<'_, G::Move>) {
        self.observer.report(&SearchReport {
            depth: progress.depth,
            score: progress.score,
            nodes: progress.nodes,
            line: texts(self.game, self.root, progress.line),
        });
    }
}

impl<G: Game + Notation, S: Searcher<G>> Agent for EngineAgent<G, S> {
    fn new_game(&mut self, seed: u64) {
        self.searcher.new_game(seed);
    }

    fn choose(
        &mut self,
        line: &GameLine,
        allowance: ThinkingLimits,
        observer: &mut dyn Observer,
    ) -> Result<Choice, AgentError> {
        let root = self.follow(line)?;
        if self.game.outcome(&root).is_some() {
            return Err(AgentError::GameOver);
        }
        let allowance = allowance.or(self.default);
        // A year is as good as for ever, and can be added to any instant.
        let start = Instant::now();
        let deadline = allowance.time.map(|time| start + time.min(FOR_EVER));
        let limits = Limits { depth: allowance.depth, nodes: allowance.nodes };
        let mut overseer = Overseer { game: &self.game, root: &root, start, deadline, observer };
        let (leader, helpers) = (&mut self.searcher, &mut self.helpers[..]);
        let found = search_together(&self.game, &root, limits, leader, helpers, &mut overseer);
        let text = |mv| self.game.move_text(&root, mv);
        let scores: Vec<(String, Score)> =
            found.scores.iter().map(|(mv, score)| (text(*mv), *score)).collect();
        Ok(Choice {
            mv: text(found.best),
            score: found.score,
            depth: found.depth,
            nodes: found.nodes,
            leaves: found.leaves,
            line: texts(&self.game, &root, &found.line),
            scores,
            statistics: found.statistics,
        })
    }

    fn analyze(
        &mut self,
        line: &GameLine,
        allowance: ThinkingLimits,
        observer: &mut dyn Observer,
    ) -> Result<Vec<MoveScore>, AgentError> {
        let root = self.follow(line)?;
        if self.game.outcome(&root).is_some() {
            return Err(AgentError::GameOver);
        }
        let mut allowance = allowance.or(self.default);
        allowance.time = allowance.time.map(|time| time.min(FOR_EVER));
        let start = Instant::now();
        let mut moves = Moves::new();
        self.game.moves(&root, &mut moves);
        let mut known: Vec<MoveScore> = moves.iter().map(|mv| self.unknown(&root, *mv)).collect();
        // Without a depth it goes on until the time is over; without either, one look has to do.
        let deepest = allowance.depth.unwrap_or(if allowance.time.is_some() { 1000 } else { 2 });
        for depth in 2..=deepest.max(2) {
            let mut after = known.clone();
            let (mut all, mut reached) = (true, 0);
            for (place, mv) in after.iter_mut().zip(&moves) {
                let left = allowance.time.map(|time| time.saturating_sub(start.elapsed()));
                all &= left != Some(Duration::ZERO) && !observer.stop();
                if all {
                    let allowance = ThinkingLimits { time: left, ..allowance };
                    let looked = self.look(&root, *mv, depth, allowance, observer, place);
                    all = looked.is_some();
                    reached = reached.max(looked.unwrap_or(0));
                }
            }
            // A depth that was not completed tells about some moves what it does not tell about others.
            if !all && depth > 2 {
                break;
            }
            known = after;
            observer.compared(depth, &known);
            // An engine that looks nowhere has no opinion at any depth either.
            let is_final = |score: Option<Score>| score.map_or(reached == 0, Score::is_proven);
            if !all || known.iter().all(|place| is_final(place.score)) {
                break;
            }
        }
        Ok(known)
    }
}

impl<G: Game + Notation, S: Searcher<G>> EngineAgent<G, S> {
    fn unknown(&self, root: &G::State, mv: G::Move) -> MoveScore {
        let text = self.game.move_text(root, mv);
        MoveScore { line: vec![text.clone()], mv: text, score: None, bounds: None, depth: 0 }
    }

    /// Looks at one move `depth` decisions deep, and says how deep the engine got; `None` if it was stopped before.
    fn look(
        &mut self,
        root: &G::State,
        mv: G::Move,
        depth: u32,
        allowance: ThinkingLimits,
        observer: &mut dyn Observer,
        place: &mut MoveScore,
    ) -> Option<u32> {
        // What is proved stays so.
        if place.score.is_some_and(Score::is_proven) {
            return Some(place.depth);
        }
        let child = self.game.play(root, mv);
        let (side, next) = (self.game.to_move(root), self.game.to_move(&child));
        place.depth = depth;
        if let Some(outcome) = self.game.outcome(&child) {
            place.score = Some(Score::of_outcome(outcome, side, 1));
            return Some(depth);
        }
        let limits = Limits { depth: Some(depth - 1), nodes: allowance.nodes };
        let deadline = allowance.time.map(|time| Instant::now() + time);
        let mut quiet = Quiet { deadline, observer };
        let (leader, helpers) = (&mut self.searcher, &mut self.helpers[..]);
        let found = search_together(&self.game, &child, limits, leader, helpers, &mut quiet);
        let turn = Turn::between(side, next);
        let seen = |score: Score| turn.to_parent(score).seen_from_root(1);
        place.score = found.score.map(seen);
        place.bounds = found.bounds.map(|bounds| {
            let [one, other] = bounds.map(seen);
            [one.min(other), one.max(other)]
        });
        place.line.truncate(1);
        place.line.extend(texts(&self.game, &child, &found.line));
        quiet.keep_going().then_some(found.depth)
    }
}

/// Keeps the time, and asks whether to stop, without telling anything.
struct Quiet<'a> {
    deadline: Option<Instant>,
    observer: &'a mut dyn Observer,
}

impl Quiet<'_> {
    fn keep_going(&mut self) -> bool {
        !self.observer.stop() && self.deadline.is_none_or(|deadline| Instant::now() < deadline)
    }
}

impl<M> Watch<M> for Quiet<'_> {
    fn keep_going(&mut self, _: u64) -> bool {
        Quiet::keep_going(self)
    }
}
