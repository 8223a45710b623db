mod order;

use std::sync::Arc;

use poda_core::{
    Evaluator, Foresight, Found, Game, Limits, Moves, Progress, Score, SearchObserver, Searcher, Side,
    Statistics, Turn, Window, fold, mix,
};

use crate::{
    WinValue,
    budget::Budget,
    chance::{Chance, below},
    deepen::{deepest, first_move},
    entry::{Finding, ScoreBound},
    reply_history::ReplyHistory,
    table::{Pairs, TranspositionTable},
    trace::{NoTrace, NodeKind, NodeRole, TraceSink, Traceable},
};

/// Principal variation search: deepens step by step, searches the expected best move with the whole window and asks
/// of all others only whether they are better. A table remembers positions reached in several ways; refutations that
/// worked beside are tried first.
///
/// Its value at a depth is plain minimax's with [`crate::WinValue::Sooner`]. Leaves are evaluated for the root's player
/// throughout, so evaluators that are not zero-sum mean here what they mean in a textbook search.
#[derive(Debug)]
pub struct Pvs<E> {
    evaluator: E,
    options: PvsOptions,
    table: Arc<TranspositionTable>,
    /// 0 leads: its result counts, and it alone is deterministic while it is alone.
    helper: u32,
}

/// The options of [`Pvs`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PvsOptions {
    /// The largest size of its table, which is allocated when it first searches.
    pub megabytes: usize,
    /// What finished games are worth, for games whose ends are more than won, drawn or lost.
    pub ends: WinValue,
    /// Searches a little further where a turn is not over at the last depth: half a turn of BOOM or a six of Parchís is no
    /// place to evaluate. Its values are no longer plain minimax's.
    pub completes_turns: bool,
    /// Asks the evaluator what is settled without a search ([`Evaluator::foresee`], [`Evaluator::candidates`]), does not search what
    /// is decided or loses at once, and follows forced replies beyond the last depth. Its values are no longer plain minimax's.
    pub follows_forced: bool,
    /// Searches moves that stand late in their order less deeply first, and takes from the table what deeper searches found. It gets
    /// deeper with the same nodes; its values are no longer plain minimax's.
    pub reduces_late: bool,
    /// The largest random bonus of a move at the root, in points, drawn for each position: it plays varied games, and never a
    /// move that it holds for more than that much worse than the best. What is proved is not a matter of noise.
    pub noise: u32,
    /// What the noise is drawn from.
    pub chance: Chance,
}

impl PvsOptions {
    /// Plain minimax's values, with a table of at most that many megabytes.
    pub const fn new(megabytes: usize) -> Self {
        Self {
            megabytes,
            ends: WinValue::Sooner,
            completes_turns: false,
            follows_forced: false,
            reduces_late: false,
            noise: 0,
            chance: Chance::new(0),
        }
    }
}

impl Default for PvsOptions {
    fn default() -> Self {
        Self::new(16)
    }
}

impl<E> Pvs<E> {
    /// A searcher with a table of at most that many megabytes.
    pub fn new(evaluator: E, megabytes: usize) -> Self {
        Self::with_options(evaluator, PvsOptions::new(megabytes))
    }

    /// A searcher with those options.
    pub fn with_options(evaluator: E, options: PvsOptions) -> Self {
        let table = Arc::new(TranspositionTable::new(options.megabytes));
        Self { evaluator, options, table, helper: 0 }
    }

    /// Another searcher for another thread, which shares the table and leaves in it what it finds. It tries moves in
    /// another order, so that it is not always where the leader is. Its own result is not of interest.
    pub fn helper(&self, evaluator: E, number: u32) -> Self {
        Self { evaluator, options: self.options, table: Arc::clone(&self.table), helper: number }
    }

    /// The noise of each move at the root; empty where there is none.
    fn noises<G: Game>(&self, game: &G, root: &G::State) -> Moves<i32> {
        let mut moves = Moves::new();
        let mut noises = Moves::new();
        if self.options.noise > 0 {
            game.moves(root, &mut moves);
            let drawn = self.options.chance.draw(game.key(root));
            for index in 0..moves.len() as u64 {
                noises.push(below(self.options.noise as usize + 1, fold(drawn, mix(index))) as i32);
            }
        }
        noises
    }
}

/// How many decisions a turn may last beyond the last depth.
const FURTHER: u32 = 6;

/// How many forced replies are followed beyond the last depth.
const FORCED: u32 = 10;

/// How far from the guess the first window reaches at least.
const ASPIRATION: i32 = 32;

struct Walk<'a, G: Game, E, S> {
    game: &'a G,
    evaluator: &'a E,
    options: PvsOptions,
    root_side: Side,
    table: Pairs<'a>,
    helper: u32,
    /// The last ply at which a turn may still be completed.
    furthest: u32,
    budget: Budget,
    observer: &'a mut dyn SearchObserver<G::Move>,
    /// Two refutations per ply, the newer one first.
    killers: Vec<[Option<G::Move>; 2]>,
    /// How often, and how far from the leaves, a kind of move refuted something; for each side.
    history: [Vec<u32>; 2],
    /// The same in more detail, where moves that stand late in the order are searched less: then the order has to be good.
    replies: Option<ReplyHistory>,
    /// Where the move of each ply goes, if `replies` are kept.
    places: Vec<usize>,
    /// `lines[ply]` is the best line known from that ply on.
    lines: Vec<Vec<G::Move>>,
    /// Whether the branches searched since this was last cleared ended in a heuristic value rather than with the game.
    heuristic: bool,
    /// The noise of each move at the root; empty where there is none.
    noises: Moves<i32>,
    /// The place of the root's best move, once a depth has named one, where noise keeps it out of the table.
    best_with_noise: Option<u8>,
    /// The score, without noise, of a move that the depth that is being searched has found better than the one it began with: `lines[0]`.
    better: Option<Score>,
    statistics: Statistics,
    /// Whoever writes the search down.
    trace: S,
}

impl<G: Game, E: Evaluator<G>, S: TraceSink<G::Move>> Walk<'_, G, E, S> {
    /// The value of the root, looked for around a guess first: most moves are refuted more cheaply in a small window.
    fn aspire(&mut self, root: &G::State, depth: u32, guess: Option<Score>) -> Score {
        let Some(guess) = guess.filter(|guess| !guess.is_proven()) else {
            return self.visit_root(root, depth, Window::FULL);
        };
        let margin = ASPIRATION + guess.value().abs() / 4;
        let mut window = Window {
            alpha: Score::heuristic(guess.value() - margin),
            beta: Score::heuristic(guess.value() + margin),
        };
        loop {
            let score = self.visit_root(root, depth, window);
            if self.budget.stopped || window.contains(score) {
                return score;
            }
            if score <= window.alpha {
                window.alpha = Score::LOWEST;
            } else {
                window.beta = Score::HIGHEST;
            }
        }
    }

    fn visit_root(&mut self, root: &G::State, depth: u32, window: Window) -> Score {
        self.trace.begin(depth, window);
        let score = self.visit(root, depth, 0, window);
        self.leave(score);
        score
    }

    /// Leaves a node. What a search that was stopped says is no score.
    #[inline]
    fn leave(&self, score: Score) {
        if S::RECORDS && self.budget.stopped {
            self.trace.stop();
        }
        self.trace.leave(score);
    }

    /// [`Walk::visit`], written down if somebody does.
    #[inline]
    fn visit_child(
        &mut self,
        (mv, role): (G::Move, NodeRole),
        child: &G::State,
        depth: u32,
        ply: u32,
        window: Window,
    ) -> Score {
        if !S::RECORDS {
            return self.visit(child, depth, ply, window);
        }
        let turn = Turn::between(self.game.to_move(child), self.root_side);
        self.trace.enter(mv, window.to_child(turn), role);
        let score = self.visit(child, depth, ply, window);
        self.leave(turn.to_parent(score));
        score
    }

    /// The value of `state` for its side to move, exact inside `window`, a bound outside.
    fn visit(&mut self, state: &G::State, mut depth: u32, ply: u32, mut window: Window) -> Score {
        // 1. Count, and see whether there is anything to search.
        self.budget.enter(self.observer);
        if self.budget.stopped {
            return Score::EVEN;
        }
        let at = ply as usize;
        self.begin_line(at);
        let side = self.game.to_move(state);
        if let Some(outcome) = self.game.outcome(state) {
            self.budget.leaves += 1;
            self.trace.mark(NodeKind::Terminal);
            let score =
                self.options.ends.score(self.evaluator, self.game, state, outcome, self.root_side, ply);
            return Turn::between(side, self.root_side).to_parent(score);
        }
        let forced = match self.foreseen(state, ply) {
            Foresight::Open => None,
            Foresight::Decided(score) => return score,
            Foresight::Forced(mv) => {
                depth += u32::from(ply + depth < self.furthest);
                Some(mv)
            }
        };
        if depth == 0 {
            self.budget.leaves += 1;
            self.heuristic = true;
            self.trace.mark(NodeKind::Leaf);
            let score = self.evaluator.evaluate(self.game, state, self.root_side);
            return Turn::between(side, self.root_side).to_parent(score);
        }

        // 2. Ask the table. A line is wanted in a wide window, so only a null window takes its answer. Above the leaves
        // a look into memory costs more than the leaves do.
        let key = if depth > 1 { Some(self.game.key(state)) } else { None };
        let entry = key.and_then(|key| self.table.find(key));
        self.statistics.table_questions += u64::from(key.is_some());
        if let Some(entry) = entry
            && window.beta == window.alpha.next()
            && let Some(score) = entry.settles(depth, ply, window, self.options.reduces_late)
        {
            self.heuristic |= entry.is_heuristic();
            self.statistics.table_hits += 1;
            self.trace.mark(NodeKind::TableHit);
            return score;
        }

        // 3. Look whether the table already knows a child that refutes this node: cheaper than searching another.
        let mut moves = Moves::new();
        self.moves(state, ply, forced, &mut moves);
        if depth >= 3
            && window.beta == window.alpha.next()
            && let Some(score) = self.known_refutation(state, &moves, depth, ply, window)
        {
            self.statistics.table_hits += 1;
            self.trace.mark(NodeKind::TableHit);
            return score;
        }

        // 4. Order the moves: the table's, the killers, the rest by their history.
        let adds_noise = ply == 0 && !self.noises.is_empty();
        let best = if adds_noise { self.best_with_noise } else { entry.map(|entry| entry.best) };
        let mut ranks = Moves::new();
        self.rank(state, &moves, best, at, &mut ranks);

        // 5. Search them.
        let lowest = window.alpha;
        let heuristic_elsewhere = std::mem::take(&mut self.heuristic);
        let mut best: Option<(Score, u8)> = None;
        for number in 0..moves.len() {
            let index = self.next(&mut ranks, number);
            let mv = moves[index as usize];
            let noise = if adds_noise { self.noises[index as usize] } else { 0 };
            let score = self.child(state, mv, depth, ply, window.lowered(noise), number).raised(noise);
            if self.budget.stopped {
                return Score::EVEN;
            }
            if best.is_none_or(|(best, _)| score > best) {
                best = Some((score, index));
            }
            if score > window.alpha {
                window.alpha = score;
                self.trace.improve();
                self.extend_line(at, mv);
                self.note_better(at, number, score.raised(-noise));
                if window.is_closed() {
                    self.statistics.cut_off(number);
                    self.trace.mark(NodeKind::CutOff);
                    self.remember_refutation(state, &moves, (&ranks, number), at, depth);
                    break;
                }
            }
        }

        // 6. Remember what was found.
        let Some((score, index)) = best else { return Score::EVEN };
        let bound = if score >= window.beta {
            ScoreBound::AtLeast
        } else if score > lowest {
            ScoreBound::Exact
        } else {
            ScoreBound::AtMost
        };
        if adds_noise {
            // Noise is about this root alone: no value of the position for the table.
            self.best_with_noise = Some(index);
            return score;
        }
        let finding = Finding { score, bound, depth, heuristic: self.heuristic, best: index };
        if let Some(key) = key {
            self.table.store(key, ply, finding);
        }
        self.heuristic = heuristic_elsewhere || finding.is_heuristic();
        score
    }

    /// What the evaluator sees without a search, counted from the root, if it is asked. The root needs a move, not a score.
    #[inline]
    fn foreseen(&mut self, state: &G::State, ply: u32) -> Foresight<G::Move> {
        if !self.options.follows_forced || ply == 0 {
            return Foresight::Open;
        }
        match self.evaluator.foresee(self.game, state) {
            Foresight::Decided(score) => {
                self.budget.leaves += 1;
                self.trace.mark(NodeKind::Leaf);
                Foresight::Decided(score.seen_from_root(ply))
            }
            other => other,
        }
    }

    /// Appends the moves to search: the one that is forced, those that do not lose at once if the evaluator is asked, or all.
    /// The root's noise is by its moves, so it has them all.
    #[inline]
    fn moves(&self, state: &G::State, ply: u32, forced: Option<G::Move>, moves: &mut Moves<G::Move>) {
        let asks = self.options.follows_forced && ply > 0;
        match forced {
            Some(mv) => moves.push(mv),
            None if asks => self.evaluator.candidates(self.game, state, moves),
            None => self.game.moves(state, moves),
        }
    }

    /// The score of a child that the table knows to be too good for the opponent to allow, if there is one. Apart from
    /// the search itself, whose every level would else have room for its list on the stack.
    #[inline(never)]
    fn known_refutation(
        &mut self,
        state: &G::State,
        moves: &Moves<G::Move>,
        depth: u32,
        ply: u32,
        window: Window,
    ) -> Option<Score> {
        let side = self.game.to_move(state);
        // Memory is slow to answer, and answers many questions in the time of one.
        let mut children: Moves<(u64, Turn)> = Moves::new();
        for mv in moves {
            let child = self.game.play(state, *mv);
            let key = self.game.key(&child);
            self.table.prefetch(key);
            children.push((key, Turn::between(side, self.game.to_move(&child))));
        }
        for (key, turn) in &children {
            let Some(entry) = self.table.find(*key) else { continue };
            let known = entry.settles(depth - 1, ply + 1, window.to_child(*turn), self.options.reduces_late);
            if let Some(score) =
                known.map(|score| turn.to_parent(score)).filter(|score| *score >= window.beta)
            {
                self.heuristic |= entry.is_heuristic();
                return Some(score);
            }
        }
        None
    }

    /// The value of a move for the side that makes it. All but the first are first asked with a null window.
    #[inline]
    fn child(
        &mut self,
        state: &G::State,
        mv: G::Move,
        depth: u32,
        ply: u32,
        window: Window,
        number: usize,
    ) -> Score {
        if self.replies.is_some() {
            self.places[ply as usize] = self.game.place(state, mv);
        }
        let child = self.game.play(state, mv);
        let turn = Turn::between(self.game.to_move(state), self.game.to_move(&child));
        let unfinished =
            self.options.completes_turns && turn == Turn::Kept && depth == 1 && ply < self.furthest;
        let depth = depth + u32::from(unfinished);
        let mut role = NodeRole::Plain;
        if number > 0 {
            let null = Window::null_above(window.alpha);
            let scout = (mv, NodeRole::Scout);
            let less = self.reduction(state, depth, ply, number);
            let narrow = null.to_child(turn);
            let reduced = self.visit_child(scout, &child, depth - 1 - less, ply + 1, narrow);
            let mut score = turn.to_parent(reduced);
            if less > 0 && score > window.alpha && !self.budget.stopped {
                score = turn.to_parent(self.visit_child(scout, &child, depth - 1, ply + 1, narrow));
            }
            if !window.contains(score) || self.budget.stopped {
                return score;
            }
            role = NodeRole::ReSearch;
        }
        let window = window.to_child(turn);
        turn.to_parent(self.visit_child((mv, role), &child, depth - 1, ply + 1, window))
    }

    /// What the noise added to the value of the root.
    fn noise_of_best(&self) -> i32 {
        self.best_with_noise.map_or(0, |index| self.noises[index as usize])
    }

    /// The root's line stays until there is a better one: it may be searched twice, and the second time not to its end.
    #[inline]
    fn begin_line(&mut self, at: usize) {
        if at > 0 {
            self.lines[at].clear();
        }
    }

    /// At the root, the first move is the best of the depth before. A later one that raises alpha is better.
    #[inline]
    fn note_better(&mut self, at: usize, number: usize, score: Score) {
        if at == 0 && (number > 0 || self.better.is_some()) {
            self.better = Some(score);
        }
    }

    fn extend_line(&mut self, at: usize, mv: G::Move) {
        let (upper, lower) = self.lines.split_at_mut(at + 1);
        upper[at].clear();
        upper[at].push(mv);
        upper[at].extend_from_slice(&lower[0]);
    }
}

impl<G: Game, E: Evaluator<G>> Searcher<G> for Pvs<E> {
    fn search(
        &mut self,
        game: &G,
        root: &G::State,
        limits: Limits,
        observer: &mut dyn SearchObserver<G::Move>,
    ) -> Found<G::Move> {
        self.walk(game, root, limits, observer, NoTrace)
    }

    fn new_game(&mut self, seed: u64) {
        self.options.chance.new_game(seed);
    }
}

impl<G: Game, E: Evaluator<G>> Traceable<G> for Pvs<E> {
    fn walk<S: TraceSink<G::Move>>(
        &self,
        game: &G,
        root: &G::State,
        limits: Limits,
        observer: &mut dyn SearchObserver<G::Move>,
        trace: S,
    ) -> Found<G::Move> {
        if self.helper == 0 {
            self.table.begin_search();
        }
        let mut walk = Walk {
            game,
            evaluator: &self.evaluator,
            options: self.options,
            root_side: game.to_move(root),
            table: self.table.pairs(),
            helper: self.helper,
            furthest: 0,
            budget: Budget::new(limits),
            observer,
            killers: Vec::new(),
            history: [vec![0; G::SLOTS], vec![0; G::SLOTS]],
            replies: self.options.reduces_late.then(|| ReplyHistory::new(G::PLACES)),
            places: Vec::new(),
            lines: Vec::new(),
            heuristic: false,
            noises: self.noises(game, root),
            best_with_noise: None,
            better: None,
            statistics: Statistics::default(),
            trace,
        };
        let mut found = first_move(game, root);
        // Opinions depend on who moved last, so the guess comes from two depths before.
        let mut guesses = [None; 2];
        for depth in 1..=deepest(limits) {
            walk.furthest = depth + if walk.options.follows_forced { FURTHER.max(FORCED) } else { FURTHER };
            walk.killers.resize(walk.furthest as usize + 2, [None; 2]);
            walk.places.resize(walk.furthest as usize + 2, 0);
            walk.lines.resize(walk.furthest as usize + 3, Vec::new());
            walk.heuristic = false;
            walk.better = None;
            walk.lines[0].clear();
            let value = walk.aspire(root, depth, guesses[depth as usize % 2]);
            let is_whole = !walk.budget.stopped;
            // The best move so far is searched first. What beats it at this depth is better, although not all others were tried.
            let own = if is_whole { Some(value.raised(-walk.noise_of_best())) } else { walk.better };
            if own.is_some() {
                let pv = walk.lines[0].clone();
                let depth = if is_whole { depth } else { found.depth };
                found = Found { best: pv[0], score: own, depth, pv, ..found };
            }
            let Some(score) = own.filter(|_| is_whole) else { break };
            guesses[depth as usize % 2] = Some(value);
            let progress = Progress { depth, score, nodes: walk.budget.nodes, pv: &found.pv };
            let told = walk.observer.depth(&progress);
            // A proven end cannot be improved on by looking further; neither can a game seen to all its ends.
            if told.is_break() || !walk.heuristic {
                break;
            }
        }
        (found.nodes, found.leaves) = (walk.budget.nodes, walk.budget.leaves);
        found.statistics = walk.statistics;
        found
    }
}
