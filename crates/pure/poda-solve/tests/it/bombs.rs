//! The games with bombs against a slow reference implementation that knows nothing but the rules: who can force a win within a few actions.

use std::collections::HashMap;

use poda_connect::{Action, BombGame, BombRules, BombState, BoomRules, CrushRules, DesconectaRules};
use poda_core::{Game, Goal, Moves, NoObserver, Notation, Outcome, Proved, Score, Side};
use poda_solve::{Advice, BombSolver};
use poda_testkit::generator;
use rand::RngExt;

/// Looks at every action.
struct Reference<R> {
    game: BombGame<R>,
    seen: HashMap<(BombState, Side, u32), bool>,
}

impl<R: BombRules> Reference<R> {
    fn new() -> Self {
        Self { game: BombGame::new(), seen: HashMap::new() }
    }

    fn children(&self, state: &BombState) -> Vec<(Action, BombState)> {
        let mut moves = Moves::new();
        self.game.moves(state, &mut moves);
        moves.iter().map(|action| (*action, self.game.play(state, *action))).collect()
    }

    fn wins(&mut self, state: &BombState, attacker: Side, within: u32) -> bool {
        if let Some(outcome) = self.game.outcome(state) {
            return outcome == Outcome::Win(attacker);
        }
        if within == 0 {
            return false;
        }
        if let Some(answer) = self.seen.get(&(*state, attacker, within)) {
            return *answer;
        }
        let is_attack = self.game.to_move(state) == attacker;
        let children = self.children(state);
        let answer = children.iter().any(|(_, child)| self.wins(child, attacker, within - 1) == is_attack)
            == is_attack;
        self.seen.insert((*state, attacker, within), answer);
        answer
    }

    /// The first number of actions within which an attacker wins.
    fn distance(&mut self, state: &BombState, attacker: Side, within: u32) -> Option<u32> {
        (0..=within).find(|within| self.wins(state, attacker, *within))
    }

    /// The value for a side, if it is decided so soon.
    fn score(&mut self, state: &BombState, side: Side, within: u32) -> Option<Score> {
        let win = self.distance(state, side, within).map(Score::win_at);
        win.or_else(|| self.distance(state, side.other(), within).map(Score::loss_at))
    }
}

/// Positions of games in which nobody ends the game who need not: that leads to full boards and many bombs.
fn long_games<R: BombRules>(reference: &Reference<R>, count: u64, cap: usize) -> Vec<BombState> {
    let mut states = Vec::new();
    for seed in 0..count {
        let mut chance = generator(seed);
        let mut state = reference.game.start();
        for _ in 0..chance.random_range(0..cap) {
            let mut children = reference.children(&state);
            children.retain(|(_, child)| reference.game.outcome(child).is_none());
            if children.is_empty() {
                break;
            }
            state = children[chance.random_range(0..children.len())].1;
        }
        states.push(state);
    }
    states
}

/// What was found must be what the reference sees, and bounds as far as it sees.
fn agrees(proved: &Proved, expected: Option<Score>, within: u32) -> bool {
    let (lower, upper) = (proved.at_least, proved.at_most);
    match expected {
        Some(score) => lower == score && upper == score,
        None => lower >= Score::loss_at(within + 1) && upper <= Score::win_at(within + 1) && lower <= upper,
    }
}

fn check<R: BombRules>(positions: u64, within: u32) {
    let mut reference = Reference::<R>::new();
    let game = reference.game;
    // A tiny table, so that entries are replaced.
    let mut solver = BombSolver::<R>::new(1).expect("a megabyte");
    let (mut decided, mut open) = (0, 0);
    for state in long_games(&reference, positions, 70) {
        reference.seen.clear();
        let line = game.position_text(&state);
        let side = game.to_move(&state);
        let expected = reference.score(&state, side, within);
        let found = solver.solve(&state, Goal::Exact, within, &mut NoObserver).expect("the game goes on");
        assert!(agrees(&found, expected, within), "{line}: {found:?}, the reference says {expected:?}");
        if expected.is_some() {
            decided += 1;
        } else {
            open += 1;
        }
        let weak = solver.solve(&state, Goal::Weak, within, &mut NoObserver).expect("the game goes on");
        let sign = |score: Score| score.value().signum();
        assert!(
            expected.is_none_or(|score| weak.decided().map(sign) == Some(sign(score))),
            "{line}: {weak:?}, the reference says {expected:?}"
        );
        let moves =
            solver.solve_moves(&state, Goal::Exact, within, &mut NoObserver).expect("the game goes on");
        let children = reference.children(&state);
        assert_eq!(moves.len(), children.len());
        for ((action, found), (expected_action, child)) in moves.iter().zip(&children) {
            let expected = reference.score(child, side, within - 1).map(|score| score.seen_from_root(1));
            assert_eq!(action, expected_action);
            assert!(
                agrees(found, expected, within),
                "{line} {action:?}: {found:?}, the reference says {expected:?}"
            );
        }
        check_advice(&mut reference, &mut solver, &state, expected, within);
    }
    assert!(decided > positions / 20 && open > positions / 20, "{decided} decided, {open} open");
}

fn check_advice<R: BombRules>(
    reference: &mut Reference<R>,
    solver: &mut BombSolver<R>,
    state: &BombState,
    expected: Option<Score>,
    within: u32,
) {
    let side = reference.game.to_move(state);
    let line = reference.game.position_text(state);
    let (advice, _) = solver.advise(state, within, &mut NoObserver).expect("the game goes on");
    match advice {
        Advice::Wins(action, actions) => {
            assert_eq!(expected, Some(Score::win_at(actions)), "{line}");
            assert!(
                reference.wins(&reference.game.play(state, action), side, actions - 1),
                "{line} {action:?}"
            );
        }
        Advice::Loses(action, actions) => {
            assert_eq!(expected, Some(Score::loss_at(actions)), "{line}");
            let child = reference.game.play(state, action);
            assert_eq!(
                reference.score(&child, side, within - 1),
                Some(Score::loss_at(actions - 1)),
                "{line}"
            );
        }
        Advice::Open { safe, holds, no_win } => {
            assert_eq!((expected, holds, no_win), (None, within, within), "{line}");
            for (action, child) in reference.children(state) {
                let is_safe = !reference.wins(&child, side.other(), within - 1);
                assert_eq!(safe.contains(&action), is_safe, "{line} {action:?}");
            }
        }
    }
}

#[test]
fn boom_equals_its_reference() {
    check::<BoomRules>(700, 7);
}

#[test]
fn crush_equals_its_reference() {
    check::<CrushRules>(700, 7);
}

#[test]
fn desconecta_equals_its_reference() {
    check::<DesconectaRules>(300, 7);
}
