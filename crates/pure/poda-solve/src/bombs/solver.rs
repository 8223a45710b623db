use poda_connect::{Action, BombGame, BombRules, BombState};
use poda_core::{Game, Goal, Moves, Outcome, Proved, Score, SearchObserver, Side, Turn};

use super::{
    search::{BombSearch, LONGEST, Stopped, has_single_turns},
    table::{NEVER, WinAnswer, WinSpan, WinTable},
};
use crate::SolveError;

/// Solves positions of Crush, BOOM or Desconecta, and remembers what it met.
///
/// Games with bombs need not end, so a position may have no value that a search finds. What is always found are bounds:
/// within how many actions each side can force a win, and within how many it cannot:
///
/// ```text
/// at_most   the mover does not win within 24 actions    Score::win_at(25)      or EVEN: it never wins
///  ...
/// at_least  it does not lose within 23                  Score::loss_at(24)     or EVEN: it never loses
///        equal: `win N`, `loss N` or a draw
/// ```
#[derive(Debug)]
pub struct BombSolver<R> {
    pub(super) game: BombGame<R>,
    table: WinTable,
    /// From how many actions on questions are left out.
    leap_from: u8,
}

/// What is proved about the actions of a position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Advice {
    /// The action wins within so many actions, itself included; nothing wins sooner.
    Wins(Action, u32),
    /// Everything loses within so many actions; this one holds out longest.
    Loses(Action, u32),
    /// Nobody has forced a win yet.
    Open {
        /// The actions, in the order of the rules, that are not known to lose. Never empty.
        safe: Vec<Action>,
        /// They do not lose within so many actions, themselves included.
        holds: u32,
        /// Nothing wins within so many actions.
        no_win: u32,
    },
}

/// What is proved about both sides.
#[derive(Clone, Copy, Debug)]
struct Known {
    spans: [WinSpan; 2],
    nodes: u64,
}

impl Known {
    const NOTHING: Self = Self { spans: [WinSpan::OPEN; 2], nodes: 0 };

    /// What is to say about an action that ends the game.
    fn finished(outcome: Outcome) -> Self {
        let mut known = Self { spans: [WinSpan { wins: NEVER, holds: NEVER }; 2], nodes: 0 };
        if let Outcome::Win(winner) = outcome {
            known.spans[winner.index()] = WinSpan { wins: 1, holds: 0 };
        }
        known
    }

    /// The same, seen one action earlier.
    fn earlier(self) -> Self {
        let more = |actions: u8| if actions == NEVER { NEVER } else { actions + 1 };
        let spans = self.spans.map(|span| WinSpan { wins: more(span.wins), holds: more(span.holds) });
        Self { spans, ..self }
    }

    fn is_settled(&self) -> bool {
        self.spans.iter().any(|span| span.wins != NEVER) || self.spans.iter().all(|span| span.holds == NEVER)
    }

    /// A forced win of one side is all there is to say about the other.
    fn add(&mut self, attacker: Side, answer: WinAnswer) {
        let span = &mut self.spans[attacker.index()];
        *span = span.with(answer);
        if matches!(answer, WinAnswer::Wins(_)) {
            self.spans[attacker.other().index()].holds = NEVER;
        }
    }

    fn proved(&self, mover: Side) -> Proved {
        let (mine, theirs) = (self.spans[mover.index()], self.spans[mover.other().index()]);
        let best = |span: WinSpan| match span {
            WinSpan { holds: NEVER, .. } => Score::EVEN,
            WinSpan { holds, .. } => Score::win_at(u32::from(holds) + 1),
        };
        let (mut at_least, mut at_most) = (Turn::Passed.to_parent(best(theirs)), best(mine));
        if mine.wins != NEVER {
            at_least = Score::win_at(u32::from(mine.wins));
        }
        if theirs.wins != NEVER {
            at_most = Score::loss_at(u32::from(theirs.wins));
        }
        Proved { at_least, at_most, stones: None, nodes: self.nodes }
    }
}

impl<R: BombRules> BombSolver<R> {
    /// The furthest that can be looked ahead, in actions.
    pub const LONGEST: u32 = LONGEST as u32;

    /// A solver with a table of `megabytes` (rounded down to a power of two).
    ///
    /// # Errors
    /// If there is not enough memory.
    pub fn new(megabytes: usize) -> Result<Self, SolveError> {
        let table = WinTable::new(megabytes).ok_or(SolveError::Memory { megabytes })?;
        Ok(Self { game: BombGame::new(), table, leap_from: 21 })
    }

    /// Forgets all positions it met. What is proved does not depend on them, only time does.
    pub fn forget(&mut self) {
        self.table.clear();
    }

    /// What can be proved about a position before the observer ends it, looking at most `within` actions ahead. With
    /// [`Goal::Weak`] a win or loss may be longer than need be.
    ///
    /// # Errors
    /// If the game is over.
    pub fn solve(
        &mut self,
        state: &BombState,
        goal: Goal,
        within: u32,
        observer: &mut dyn SearchObserver<Action>,
    ) -> Result<Proved, SolveError> {
        self.check(state)?;
        let mover = self.game.to_move(state);
        Ok(self.explore(state, goal, within, 0, mover, observer).proved(mover))
    }

    /// The same for each legal action, in the order of the rules, as its mover sees it and counting the action itself.
    ///
    /// # Errors
    /// If the game is over.
    pub fn solve_moves(
        &mut self,
        state: &BombState,
        goal: Goal,
        within: u32,
        observer: &mut dyn SearchObserver<Action>,
    ) -> Result<Vec<(Action, Proved)>, SolveError> {
        self.check(state)?;
        let mover = self.game.to_move(state);
        let mut moves = Moves::new();
        self.game.moves(state, &mut moves);
        let mut nodes = 0;
        let mut solved = Vec::new();
        for action in &moves {
            let child = self.game.play(state, *action);
            let known = match self.game.outcome(&child) {
                Some(outcome) => Known::finished(outcome),
                None => {
                    self.explore(&child, goal, within.saturating_sub(1), nodes, mover, observer).earlier()
                }
            };
            nodes += known.nodes;
            solved.push((*action, known.proved(mover)));
        }
        Ok(solved)
    }

    /// What can be proved about the actions of a position before the observer ends it, looking at most `within` actions ahead, and the
    /// nodes it took. Deepens step by step: the longer it lasts, the more is proved.
    ///
    /// # Errors
    /// If the game is over.
    pub fn advise(
        &mut self,
        state: &BombState,
        within: u32,
        observer: &mut dyn SearchObserver<Action>,
    ) -> Result<(Advice, u64), SolveError> {
        self.check(state)?;
        let mover = self.game.to_move(state);
        let mut moves = Moves::new();
        self.game.moves(state, &mut moves);
        let children: Vec<(Action, BombState)> =
            moves.iter().map(|action| (*action, self.game.play(state, *action))).collect();
        let mut safe = children.clone();
        let (mut nodes, mut holds, mut no_win) = (0, 0, 0);
        'deepening: for within in 1..=within.min(Self::LONGEST) as u8 {
            for (action, child) in &children {
                match self.ask(child, mover, within - 1, &mut nodes, observer) {
                    Ok(WinAnswer::Wins(_)) => return Ok((Advice::Wins(*action, u32::from(within)), nodes)),
                    Ok(WinAnswer::Holds(_)) => {}
                    Err(Stopped) => break 'deepening,
                }
            }
            no_win = u32::from(within);
            let mut left = Vec::new();
            for (action, child) in &safe {
                match self.ask(child, mover.other(), within - 1, &mut nodes, observer) {
                    Ok(WinAnswer::Wins(_)) => {}
                    Ok(WinAnswer::Holds(_)) => left.push((*action, *child)),
                    Err(Stopped) => break 'deepening,
                }
            }
            if left.is_empty() {
                // All that were safe until now lose at the same time.
                return Ok((Advice::Loses(safe[0].0, u32::from(within)), nodes));
            }
            holds = u32::from(within);
            safe = left;
        }
        let safe = safe.into_iter().map(|(action, _)| action).collect();
        Ok((Advice::Open { safe, holds, no_win }, nodes))
    }

    pub(super) fn check(&self, state: &BombState) -> Result<(), SolveError> {
        match self.game.outcome(state) {
            None => Ok(()),
            Some(Outcome::Win(winner)) => Err(SolveError::Decided { winner }),
            Some(Outcome::Draw) => Err(SolveError::Drawn),
        }
    }

    /// Asks about both sides in turn, a little further each time, until one is proved to win. `before` nodes were
    /// entered already.
    fn explore(
        &mut self,
        state: &BombState,
        goal: Goal,
        within: u32,
        before: u64,
        mover: Side,
        observer: &mut dyn SearchObserver<Action>,
    ) -> Known {
        let mut known = Known::NOTHING;
        let deepest = within.min(Self::LONGEST) as u8;
        let mut within = 0;
        while within < deepest && !known.is_settled() {
            within = (within + self.step(goal, within)).min(deepest);
            for attacker in [mover, mover.other()] {
                if known.is_settled() || known.spans[attacker.index()].holds >= within {
                    continue;
                }
                let mut nodes = before + known.nodes;
                let mut asked = within;
                // A win that was not looked for step by step may be longer than need be.
                let answer = loop {
                    let answer = self.ask(state, attacker, asked, &mut nodes, observer);
                    known.nodes = nodes - before;
                    match answer {
                        Ok(WinAnswer::Wins(actions))
                            if goal == Goal::Exact && actions > known.spans[attacker.index()].holds + 1 =>
                        {
                            known.add(attacker, WinAnswer::Wins(actions));
                            asked = actions - 1;
                        }
                        answer => break answer,
                    }
                };
                match answer {
                    Ok(answer) => known.add(attacker, answer),
                    Err(Stopped) => return known,
                }
            }
            observer.proved(&known.proved(mover));
        }
        known
    }

    /// How much further the next question looks. Where each turn has one action, every second question says nothing new,
    /// and from some length on each costs a multiple of the one before: then it pays to leave some out.
    fn step(&self, goal: Goal, within: u8) -> u8 {
        match goal {
            Goal::Weak => R::CYCLE as u8 / 4,
            Goal::Exact if has_single_turns::<R>() && within >= self.leap_from => 4,
            Goal::Exact => 1,
        }
    }

    pub(super) fn ask(
        &mut self,
        state: &BombState,
        attacker: Side,
        within: u8,
        nodes: &mut u64,
        observer: &mut dyn SearchObserver<Action>,
    ) -> Result<WinAnswer, Stopped> {
        let before = *nodes;
        // Many short questions are as long as a few long ones, inside of which the observer is asked too.
        if before > 0 && observer.nodes(before).is_break() {
            return Err(Stopped);
        }
        let mut pulse = |more: u64| observer.nodes(before + more);
        let mut search =
            BombSearch { game: self.game, attacker, table: &mut self.table, nodes: 0, pulse: &mut pulse };
        let answer = search.ask(state, within);
        *nodes += search.nodes;
        answer
    }
}

#[cfg(test)]
mod tests {
    use poda_connect::{Crush, CrushRules};
    use poda_core::NoObserver;
    use poda_testkit::random_states;

    use super::*;

    #[test]
    fn questions_that_are_left_out_change_no_value() {
        let mut solvers =
            [21, 0].map(|leap_from| BombSolver::<CrushRules> { leap_from, ..BombSolver::new(1).unwrap() });
        let mut wins_found = 0;
        for state in random_states(&Crush::new(), 3, 60, 30) {
            if solvers[0].check(&state).is_err() {
                continue;
            }
            let [plain, leaping] = solvers
                .each_mut()
                .map(|solver| solver.solve(&state, Goal::Exact, 12, &mut NoObserver).unwrap());
            let score = plain.decided();
            assert_eq!(score, leaping.decided(), "{state:?}");
            wins_found += u32::from(score.is_some_and(|score| score.value() != 0));
        }
        assert!(wins_found > 10, "only {wins_found} are won");
    }
}
