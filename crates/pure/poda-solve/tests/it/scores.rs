//! Scores on the classic board: whatever the table, the order and the number of threads.

use std::ops::ControlFlow;

use poda_connect::{Connect4, Connect4State};
use poda_core::{
    Game, Goal, Limits, NoObserver, Proved, Score, SearchObserver, Searcher, StoneBounds, StoneScore, Turn,
};
use poda_solve::{ExactEngine, SolveError, Solver};

fn state(game: &Connect4<u64>, moves: &str) -> Connect4State<u64> {
    moves.bytes().fold(game.start(), |state, digit| game.play(&state, digit - b'1'))
}

/// Lines of moves and a score.
fn lines(text: &str) -> Vec<(&str, StoneScore)> {
    text.lines()
        .filter_map(|line| line.split_once(' '))
        .map(|(moves, score)| (moves, score.trim().parse().expect("a score")))
        .collect()
}

const COMMITTED: &str = include_str!("../data/7x6.txt");

#[test]
fn committed_scores_do_not_depend_on_table_or_order() {
    let game = Connect4::<u64>::default();
    for megabytes in [1, 3, 32] {
        let mut solver = Solver::new(&game, megabytes).unwrap().without_book();
        let mut positions = lines(COMMITTED);
        for round in 0..2 {
            for (moves, score) in &positions {
                assert_eq!(
                    solver.score(&state(&game, moves)),
                    Ok(*score),
                    "{moves} {megabytes} MB round {round}"
                );
            }
            positions.reverse();
        }
    }
}

/// A table is kept for positions of one kin, and begins anew for others.
#[test]
fn what_was_met_below_another_position_is_forgotten() {
    let game = Connect4::<u64>::default();
    let mut solver = Solver::new(&game, 16).unwrap().without_book();
    let mut nodes = |moves: &str| {
        let proved = solver.solve(&state(&game, moves), Goal::Exact, &mut NoObserver).unwrap();
        assert!(proved.stones.and_then(StoneBounds::exact).is_some(), "{moves}");
        proved.nodes
    };
    let (here, elsewhere) = ("7727455342", "272243241154");
    let fresh = nodes(here);
    assert!(fresh > 1 << 16, "{fresh}");
    for kin in [here, "77274553424", "772745534", here] {
        let again = nodes(kin);
        assert!(kin != here || again < fresh / 50, "{kin}: {again}, {fresh}");
    }
    assert!(nodes(elsewhere) > 1 << 16);
    assert_eq!(nodes(here), fresh);
}

#[cfg(feature = "threads")]
#[test]
fn committed_scores_do_not_depend_on_threads() {
    let game = Connect4::<u64>::default();
    for threads in [2, 5] {
        let mut solver = Solver::new(&game, 4).unwrap().without_book().with_threads(threads);
        for (moves, score) in lines(COMMITTED) {
            assert_eq!(solver.score(&state(&game, moves)), Ok(score), "{moves} {threads} threads");
        }
    }
}

#[cfg(feature = "threads")]
#[test]
fn many_at_a_time_are_solved_as_one_by_one() {
    let game = Connect4::<u64>::default();
    let mut solver = Solver::new(&game, 4).unwrap().without_book().with_threads(3);
    let positions = lines(COMMITTED);
    let states: Vec<_> = positions.iter().map(|(moves, _)| state(&game, moves)).collect();
    let mut found = vec![None; states.len()];
    solver
        .solve_each(&states, &mut |index, proved| {
            found[index] = proved.stones.and_then(StoneBounds::exact);
            ControlFlow::Continue(())
        })
        .unwrap();
    let expected: Vec<_> = positions.iter().map(|(_, score)| Some(*score)).collect();
    assert_eq!(found, expected);
    let mut count = 0;
    solver
        .solve_each(&states, &mut |_, _| {
            count += 1;
            ControlFlow::Break(())
        })
        .unwrap();
    assert_eq!(count, 1, "it was told to stop");
}

/// Random positions of 8x8 in which the side to move cannot win at once; their scores were found with weaker bounds. Those of 30 stones
/// or more are quick.
const LARGE: &str = include_str!("../data/8x8.txt");

#[test]
fn scores_of_8x8_do_not_depend_on_table_or_threads() {
    let game = Connect4::<u128>::new(8, 8, 4).unwrap();
    let state =
        |moves: &str| moves.bytes().fold(game.start(), |state, digit| game.play(&state, digit - b'1'));
    for (megabytes, threads) in [(1, 1), (64, 1), (1, 3)] {
        let mut solver = Solver::new(&game, megabytes).unwrap().with_threads(threads);
        let mut count = 0;
        for (moves, score) in lines(LARGE).into_iter().filter(|(moves, _)| moves.len() >= 30) {
            assert_eq!(solver.score(&state(moves)), Ok(score), "{moves} {megabytes} MB {threads} threads");
            count += 1;
        }
        assert_eq!(count, 60);
    }
}

/// Openings with fewer stones than those in the book, and scores that were found without it.
#[test]
fn the_book_changes_no_score() {
    let game = Connect4::<u64>::default();
    let mut solver = Solver::new(&game, 16).unwrap();
    let mut alone = Solver::new(&game, 16).unwrap().without_book();
    for (moves, score) in lines(COMMITTED) {
        assert_eq!(solver.score(&state(&game, moves)), Ok(score), "{moves}");
    }
    for moves in ["4444441", "44444422", "4443333", "444433335"] {
        let state = state(&game, moves);
        assert_eq!(solver.score(&state), alone.score(&state), "{moves}");
        let columns = solver.solve_moves(&state, Goal::Exact, &mut NoObserver).unwrap();
        let best = columns.iter().flatten().filter_map(|proved| proved.stones?.exact()).max();
        assert_eq!(best, alone.score(&state).ok(), "{moves}");
    }
}

#[test]
fn games_that_are_over_are_refused_or_drawn() {
    let game = Connect4::<u64>::default();
    let mut solver = Solver::new(&game, 1).unwrap();
    let error = solver.score(&state(&game, "1122334")).unwrap_err();
    assert_eq!(error.to_string(), "the game is over: player 1 has four in a row");
    let small = Connect4::<u64>::new(3, 2, 4).unwrap();
    let mut solver = Solver::new(&small, 1).unwrap();
    assert_eq!(solver.score(&state(&small, "112233")), Ok(StoneScore::DRAW));
    let three = Connect4::<u64>::new(5, 4, 3).unwrap();
    assert_eq!(Solver::new(&three, 1).unwrap_err(), SolveError::Run { run: 3 });
}

/// Stops after some nodes, and remembers the last bounds.
struct Impatient(Option<Proved>);

impl SearchObserver<u8> for Impatient {
    fn nodes(&mut self, entered: u64) -> ControlFlow<()> {
        if entered < 700_000 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }

    fn proved(&mut self, proved: &Proved) {
        self.0 = Some(*proved);
    }
}

#[test]
fn a_stopped_search_gives_true_bounds() {
    let game = Connect4::<u64>::default();
    let mut solver = Solver::new(&game, 8).unwrap().without_book();
    let mut observer = Impatient(None);
    let proved = solver.solve(&game.start(), Goal::Exact, &mut observer).unwrap();
    let bounds = proved.stones.unwrap();
    let score = StoneScore::new(1);
    assert!(proved.exact().is_none() && bounds.at_least <= score && bounds.at_most >= score);
    assert_eq!(observer.0.unwrap().stones, proved.stones);
}

#[test]
fn the_engine_plays_to_the_promised_end() {
    let game = Connect4::<u64>::default();
    let mut engine = ExactEngine::new(&game, 8).unwrap();
    for (moves, _) in lines(COMMITTED).into_iter().take(12) {
        let mut state = state(&game, moves);
        let mut promised: Option<Score> = None;
        while game.outcome(&state).is_none() {
            let found = engine.search(&game, &state, Limits::default(), &mut NoObserver);
            let score = found.score.unwrap();
            if let Some(promised) = promised {
                assert_eq!(score, Turn::Passed.to_parent(promised.seen_from_node(1)), "{moves}");
            }
            promised = Some(score);
            state = game.play(&state, found.best);
        }
        let last = promised.unwrap();
        assert!(last == Score::win_at(1) || last == Score::EVEN, "{moves} {last}");
    }
}
