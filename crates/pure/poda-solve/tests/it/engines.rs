//! The engines `exact`: what they announce is what happens when they play on against themselves, action for action.
#![expect(clippy::unwrap_used, reason = "a test says what is wrong by failing")]

use poda_connect::{BombGame, BombRules, BoomRules, Connect4, CrushRules, DesconectaRules};
use poda_core::{Found, Game, Goal, Limits, NoObserver, Outcome, Score, Searcher, Side};
use poda_solve::{ExactBombEngine, ExactEngine, Solver};
use poda_testkit::random_states;

/// Plays on from a position whose end is announced, and sees whether it comes at that action.
fn keeps_its_word<G: Game>(game: &G, start: &G::State, announced: Score, engine: &mut impl Searcher<G>) {
    let side = game.to_move(start);
    let mut state = *start;
    let mut actions = 0;
    while game.outcome(&state).is_none() {
        let best = engine.search(game, &state, Limits::default(), &mut NoObserver).best;
        state = game.play(&state, best);
        actions += 1;
        assert!(actions <= 100, "{start:?}: no end in sight");
    }
    let end = match game.outcome(&state).unwrap() {
        Outcome::Draw => Score::EVEN,
        Outcome::Win(winner) if winner == side => Score::win_at(actions),
        Outcome::Win(_) => Score::loss_at(actions),
    };
    assert_eq!(end, announced, "{start:?}");
}

/// Asks about random positions within so many nodes, and holds the engine to each answer. What is left open is counted too.
fn check<G: Game>(game: &G, engine: &mut impl Searcher<G>, cap: usize, least: [usize; 2]) {
    let (mut announced, mut open) = (0, 0);
    for state in random_states(game, 11, 120, cap) {
        let limits = Limits { nodes: Some(3_000), ..Limits::default() };
        let Found { score, bounds, nodes, .. } = engine.search(game, &state, limits, &mut NoObserver);
        assert!(nodes < 3_000 + 1_024, "{nodes} nodes are more than were allowed");
        match (score, bounds) {
            (Some(score), _) => {
                announced += 1;
                keeps_its_word(game, &state, score, engine);
            }
            (None, Some([lower, upper])) => {
                open += 1;
                // A score may be known, and not yet by which move.
                assert!(lower <= upper, "{state:?}: {lower}..{upper} is no answer");
            }
            (None, None) => open += 1,
        }
    }
    assert!(announced >= least[0] && open >= least[1], "{announced} announced, {open} open");
}

fn check_bombs<R: BombRules>(least: [usize; 2]) {
    check(&BombGame::<R>::new(), &mut ExactBombEngine::<R>::new(16).unwrap(), 45, least);
}

#[test]
fn boom() {
    check_bombs::<BoomRules>([40, 1]);
}

#[test]
fn crush() {
    check_bombs::<CrushRules>([40, 1]);
}

#[test]
fn desconecta() {
    check_bombs::<DesconectaRules>([3, 1]);
}

#[test]
fn connect4() {
    for (width, height) in [(7, 6), (5, 5), (6, 7)] {
        let game = Connect4::<u64>::new(width, height, 4).unwrap();
        check(&game, &mut ExactEngine::new(&game, 16).unwrap(), 40, [40, 0]);
    }
    let game = Connect4::<u128>::new(6, 6, 4).unwrap();
    check(&game, &mut ExactEngine::new(&game, 16).unwrap(), 40, [40, 0]);
}

/// Positions of 8x8 that are won, and too hard for their length to be known within the limit.
#[test]
fn a_win_of_unknown_length_is_played() {
    let game = Connect4::<u128>::new(8, 8, 4).unwrap();
    let mut engine = ExactEngine::new(&game, 16).unwrap().winner_first();
    let mut solver = Solver::new(&game, 16).unwrap();
    let [mut wins, mut kept_open] = [0, 0];
    for state in random_states(&game, 5, 300, 30) {
        let limits = Limits { nodes: Some(10_000), ..Limits::default() };
        let found = engine.search(&game, &state, limits, &mut NoObserver);
        let (None, Some([at_least, at_most])) = (found.score, found.bounds) else { continue };
        assert!(at_least < at_most, "{state:?}");
        if at_least.win_distance().is_none() {
            kept_open += 1;
            continue;
        }
        let child = game.play(&state, found.best);
        let proved = solver.solve(&child, Goal::Weak, &mut NoObserver).unwrap();
        assert!(proved.at_most.loss_distance().is_some(), "{state:?}: {} does not win", found.best);
        wins += 1;
    }
    assert!(wins >= 5 && kept_open >= 10, "{wins} wins, {kept_open} open");
}

#[test]
fn a_first_move_of_boom_wins_in_25() {
    let game = BombGame::<BoomRules>::new();
    let mut engine = ExactBombEngine::<BoomRules>::new(16).unwrap();
    let found = engine.search(&game, &game.start(), Limits::default(), &mut NoObserver);
    assert_eq!(found.score, Some(Score::win_at(25)));
    assert_eq!(game.to_move(&game.play(&game.start(), found.best)), Side::Second);
}
