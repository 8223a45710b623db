use std::{
    ops::ControlFlow,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

use poda_core::{
    Found, Game, Limits, MoveScore, Moves, Notation, Progress, Proved, Score, SearchObserver, Searcher, Turn,
    break_if, stop_when,
};

use crate::{Agent, AgentError, Choice, GameSession, ThinkingLimits, TypedGame, clock::Deadline};

/// The searcher of a game, whichever it is: an agent is the same code for all.
type AnySearcher<G> = Box<dyn Searcher<G>>;

/// An engine as an agent. It searches the current state of a session; the moves before it make no difference.
pub struct EngineAgent<G: Game> {
    game: Arc<TypedGame<G>>,
    team: SearchTeam<G>,
    /// Default limits.
    default: ThinkingLimits,
}

impl<G: Game + Notation> EngineAgent<G> {
    /// An agent that asks `searcher`, with default limits.
    pub fn new(game: Arc<TypedGame<G>>, searcher: AnySearcher<G>, default: ThinkingLimits) -> Self {
        Self { game, team: SearchTeam { leader: searcher, helpers: Vec::new() }, default }
    }

    /// Lets other searchers help, each in a thread of its own. What they find they have to tell the first one
    /// themselves, through a table that they share.
    pub fn with_helpers(mut self, helpers: Vec<AnySearcher<G>>) -> Self {
        self.team.helpers = helpers;
        self
    }

    /// The current state, in which there is something to decide.
    fn root(&self, session: &GameSession) -> Result<G::State, AgentError> {
        let root = self.game.state(session.state().as_ref())?;
        if self.game.rules().outcome(&root).is_some() { Err(AgentError::GameOver) } else { Ok(root) }
    }
}

/// A searcher, and others that help it in threads of their own.
struct SearchTeam<G> {
    leader: AnySearcher<G>,
    helpers: Vec<AnySearcher<G>>,
}

impl<G: Game> SearchTeam<G> {
    /// Searches with everybody. The result is the leader's; the nodes are everybody's.
    fn search(
        &mut self,
        game: &G,
        root: &G::State,
        limits: Limits,
        deadline: Deadline,
        observer: &mut dyn SearchObserver<G::Move>,
    ) -> Found<G::Move> {
        let mut timed = Timed { deadline, observer };
        if self.helpers.is_empty() {
            return self.leader.search(game, root, limits, &mut timed);
        }
        let done = AtomicBool::new(false);
        thread::scope(|scope| {
            let helpers: Vec<_> = self
                .helpers
                .iter_mut()
                .map(|helper| {
                    let mut stop = stop_when(|_| done.load(Ordering::Relaxed));
                    let limits = Limits { nodes: None, ..limits };
                    scope.spawn(move || helper.search(game, root, limits, &mut stop))
                })
                .collect();
            let mut found = self.leader.search(game, root, limits, &mut timed);
            done.store(true, Ordering::Relaxed);
            for helped in helpers.into_iter().filter_map(|helper| helper.join().ok()) {
                found.nodes += helped.nodes;
                found.leaves += helped.leaves;
            }
            found
        })
    }
}

/// Ends a search when its time is over.
struct Timed<'a, M> {
    deadline: Deadline,
    observer: &'a mut dyn SearchObserver<M>,
}

impl<M> SearchObserver<M> for Timed<'_, M> {
    fn nodes(&mut self, entered: u64) -> ControlFlow<()> {
        self.observer.nodes(entered)?;
        break_if(self.deadline.is_over())
    }

    fn depth(&mut self, progress: &Progress<'_, M>) -> ControlFlow<()> {
        self.observer.depth(progress)?;
        break_if(!self.deadline.allows_another_depth())
    }

    fn proved(&mut self, proved: &Proved) {
        self.observer.proved(proved);
    }
}

/// Tells an observer right of the boundary what a search says in moves of its game.
struct AsTexts<'a, G: Game> {
    game: &'a G,
    root: &'a G::State,
    observer: &'a mut dyn SearchObserver,
}

impl<G: Game + Notation> SearchObserver<G::Move> for AsTexts<'_, G> {
    fn nodes(&mut self, entered: u64) -> ControlFlow<()> {
        self.observer.nodes(entered)
    }

    fn depth(&mut self, progress: &Progress<'_, G::Move>) -> ControlFlow<()> {
        let Progress { depth, score, nodes, pv } = *progress;
        self.observer.depth(&Progress { depth, score, nodes, pv: &texts(self.game, self.root, pv) })
    }

    fn proved(&mut self, proved: &Proved) {
        self.observer.proved(proved);
    }
}

/// The text of each move of a variation that starts at `state`.
fn texts<G: Game + Notation>(game: &G, state: &G::State, pv: &[G::Move]) -> Vec<String> {
    let mut state = *state;
    let mut texts = Vec::new();
    for mv in pv {
        texts.push(game.move_text(&state, *mv));
        state = game.play(&state, *mv);
    }
    texts
}

impl<G: Game + Notation> Agent for EngineAgent<G> {
    fn new_game(&mut self, seed: u64) {
        self.team.leader.new_game(seed);
    }

    fn choose(
        &mut self,
        session: &GameSession,
        limits: ThinkingLimits,
        observer: &mut dyn SearchObserver,
    ) -> Result<Choice, AgentError> {
        let root = self.root(session)?;
        let limits = limits.or(self.default);
        let deadline = Deadline::after(limits.time);
        let game = self.game.rules();
        let mut observer = AsTexts { game, root: &root, observer };
        let limits = Limits { depth: limits.depth, nodes: limits.nodes };
        let found = self.team.search(game, &root, limits, deadline, &mut observer);
        let text = |mv| game.move_text(&root, mv);
        Ok(Choice {
            mv: text(found.best),
            score: found.score,
            depth: found.depth,
            nodes: found.nodes,
            leaves: found.leaves,
            pv: texts(game, &root, &found.pv),
            scores: found.scores.iter().map(|(mv, score)| (text(*mv), *score)).collect(),
            statistics: found.statistics,
        })
    }

    fn analyze(
        &mut self,
        session: &GameSession,
        limits: ThinkingLimits,
        observer: &mut dyn SearchObserver,
    ) -> Result<Vec<MoveScore>, AgentError> {
        let root = self.root(session)?;
        let limits = limits.or(self.default);
        let deadline = Deadline::after(limits.time);
        let mut moves = Moves::new();
        self.game.rules().moves(&root, &mut moves);
        let mut known: Vec<MoveScore> = moves.iter().map(|mv| self.unknown(&root, *mv)).collect();
        let mut comparison = Comparison { nodes: limits.nodes, deadline, observer, entered: 0 };
        // Without a depth it goes on until the time is over; without either, one look has to do.
        let deepest = limits.depth.unwrap_or(if limits.time.is_some() { 1000 } else { 2 });
        for depth in 2..=deepest.max(2) {
            let mut after = known.clone();
            let (mut all, mut reached) = (true, 0);
            for (scored, mv) in after.iter_mut().zip(&moves) {
                all &= comparison.goes_on();
                if all {
                    let looked = self.compare_move(&root, *mv, depth, &mut comparison, scored);
                    all = looked.is_some();
                    reached = reached.max(looked.unwrap_or(0));
                }
            }
            // A depth that was not completed tells about some moves what it does not tell about others.
            if !all && depth > 2 {
                break;
            }
            known = after;
            comparison.observer.moves(depth, &known);
            // An engine that looks nowhere evaluates nothing at any depth either.
            let is_final = |score: Option<Score>| score.map_or(reached == 0, Score::is_proven);
            if !all || known.iter().all(|scored| is_final(scored.score)) {
                break;
            }
        }
        Ok(known)
    }
}

/// What the searches of a comparison of moves have in common.
struct Comparison<'a> {
    /// For each search.
    nodes: Option<u64>,
    deadline: Deadline,
    observer: &'a mut dyn SearchObserver,
    /// By all searches so far.
    entered: u64,
}

impl Comparison<'_> {
    fn goes_on(&mut self) -> bool {
        !self.deadline.is_over() && self.observer.nodes(self.entered).is_continue()
    }
}

impl<G: Game + Notation> EngineAgent<G> {
    fn unknown(&self, root: &G::State, mv: G::Move) -> MoveScore {
        let text = self.game.rules().move_text(root, mv);
        MoveScore { pv: vec![text.clone()], mv: text, score: None, bounds: None, depth: 0 }
    }

    /// Looks at one move `depth` decisions deep, and says how deep the engine got; `None` if it was stopped before.
    fn compare_move(
        &mut self,
        root: &G::State,
        mv: G::Move,
        depth: u32,
        comparison: &mut Comparison<'_>,
        scored: &mut MoveScore,
    ) -> Option<u32> {
        // What is proved stays so.
        if scored.score.is_some_and(Score::is_proven) {
            return Some(scored.depth);
        }
        let game = self.game.rules();
        let child = game.play(root, mv);
        let (side, next) = (game.to_move(root), game.to_move(&child));
        scored.depth = depth;
        if let Some(outcome) = game.outcome(&child) {
            scored.score = Some(Score::of_outcome(outcome, side, 1));
            return Some(depth);
        }
        let limits = Limits { depth: Some(depth - 1), nodes: comparison.nodes };
        // The depths of this search are not those of the comparison, and its end is the comparison's.
        let deadline = Deadline::after(comparison.deadline.left());
        let before = comparison.entered;
        let mut stop = stop_when(|entered| comparison.observer.nodes(before + entered).is_break());
        let found = self.team.search(game, &child, limits, deadline, &mut stop);
        comparison.entered += found.nodes;
        let turn = Turn::between(side, next);
        let seen = |score: Score| turn.to_parent(score).seen_from_root(1);
        scored.score = found.score.map(seen);
        scored.bounds = found.bounds.map(|bounds| {
            let [one, other] = bounds.map(seen);
            [one.min(other), one.max(other)]
        });
        scored.pv.truncate(1);
        scored.pv.extend(texts(game, &child, &found.pv));
        comparison.goes_on().then_some(found.depth)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use poda_core::NoObserver;
    use poda_testkit::Pebbles;

    use super::*;
    use crate::TypedState;

    /// Plays the first legal move.
    struct First;

    impl<G: Game> Searcher<G> for First {
        fn search(
            &mut self,
            game: &G,
            root: &G::State,
            _: Limits,
            _: &mut dyn SearchObserver<G::Move>,
        ) -> Found<G::Move> {
            let mut moves = Moves::new();
            game.moves(root, &mut moves);
            Found::unsearched(moves[0])
        }
    }

    fn game(spec: &str) -> Arc<TypedGame<Pebbles>> {
        Arc::new(TypedGame::new(Pebbles { heaps: [3, 3, 3, 3] }, spec))
    }

    fn session(spec: &str) -> GameSession {
        GameSession::new(Arc::new(TypedState::start(game(spec))))
    }

    #[test]
    fn a_position_of_another_game_is_refused() {
        let mut agent = EngineAgent::new(game("pebbles"), Box::new(First), ThinkingLimits::default());
        let mut choose = |spec| agent.choose(&session(spec), ThinkingLimits::default(), &mut NoObserver);
        assert_eq!(choose("pebbles").unwrap().mv, "1x1");
        assert_eq!(
            choose("pebbles:2").unwrap_err().to_string(),
            "cannot follow the game: a position of pebbles:2, not of pebbles"
        );
    }

    /// Remembers everything it is told, and ends what it is told to end.
    #[derive(Default)]
    struct Told {
        depths: Vec<u32>,
        compared: Vec<u32>,
    }

    impl SearchObserver for Told {
        fn depth(&mut self, progress: &Progress<'_>) -> ControlFlow<()> {
            self.depths.push(progress.depth);
            ControlFlow::Break(())
        }

        fn moves(&mut self, depth: u32, moves: &[MoveScore]) {
            assert!(moves.iter().all(|scored| scored.pv[0] == scored.mv));
            self.compared.push(depth);
        }
    }

    /// Deepens until it is told to stop.
    struct Deepening;

    impl<G: Game> Searcher<G> for Deepening {
        fn search(
            &mut self,
            game: &G,
            root: &G::State,
            limits: Limits,
            observer: &mut dyn SearchObserver<G::Move>,
        ) -> Found<G::Move> {
            let mut found = First.search(game, root, limits, observer);
            for depth in 1..=limits.depth.unwrap_or(9) {
                found = Found { depth, score: Some(Score::heuristic(1)), ..found };
                let progress = Progress { depth, score: Score::heuristic(1), nodes: 1, pv: &found.pv };
                if observer.depth(&progress).is_break() {
                    break;
                }
            }
            found
        }
    }

    #[test]
    fn whoever_is_told_of_a_depth_may_forbid_the_next() {
        let mut agent = EngineAgent::new(game("pebbles"), Box::new(Deepening), ThinkingLimits::default());
        let (session, mut told) = (session("pebbles"), Told::default());
        let choice = agent.choose(&session, ThinkingLimits::default(), &mut told).unwrap();
        assert_eq!((choice.depth, told.depths.as_slice()), (1, [1].as_slice()));
        let limits = ThinkingLimits { depth: Some(4), ..ThinkingLimits::default() };
        let moves = agent.analyze(&session, limits, &mut told).unwrap();
        assert_eq!((told.depths.len(), told.compared.as_slice()), (1, [2, 3, 4].as_slice()));
        assert!(moves.iter().all(|scored| scored.depth == 4));
    }

    #[test]
    fn time_that_is_over_ends_a_comparison_with_what_there_is() {
        let mut agent = EngineAgent::new(game("pebbles"), Box::new(First), ThinkingLimits::default());
        let limits = ThinkingLimits { time: Some(Duration::ZERO), ..ThinkingLimits::default() };
        let moves = agent.analyze(&session("pebbles"), limits, &mut NoObserver).unwrap();
        assert!(moves.iter().all(|scored| scored.depth == 0 && scored.score.is_none()));
    }
}
