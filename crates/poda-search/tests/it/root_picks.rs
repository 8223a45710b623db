//! Searchers that do not simply play the best move.

use poda_core::{Game, Limits, Moves, NoObserver, Score, Searcher};
use poda_search::{AlphaBeta, BlockFirst, Chance, Minimax, Pvs, Random, RandomWhenLost, WinValue};
use poda_testkit::{HashEvaluator, Pebbles, random_states};

const DEPTH: Limits = Limits::depth(4);

#[test]
fn whoever_gives_up_plays_at_random_exactly_when_lost() {
    let game = Pebbles { heaps: [3, 4, 2, 5] };
    let (mut lost_ones, mut others) = (0, 0);
    for (seed, root) in (0..).zip(random_states(&game, 3, 200, 10)) {
        let searcher = AlphaBeta { evaluator: HashEvaluator { seed, spread: 100 }, ends: WinValue::Equal };
        let lost = Score::heuristic(-20);
        let plain = { searcher }.search(&game, &root, DEPTH, &mut NoObserver);
        let found = RandomWhenLost { searcher, lost, chance: Chance::new(seed) }.search(
            &game,
            &root,
            DEPTH,
            &mut NoObserver,
        );
        assert_eq!((found.score, found.nodes), (plain.score, plain.nodes));
        if plain.score.unwrap() <= lost {
            lost_ones += 1;
            assert_eq!(
                found.best,
                Random { chance: Chance::new(seed) }.search(&game, &root, DEPTH, &mut NoObserver).best
            );
            assert_eq!(found.pv, [found.best]);
        } else {
            others += 1;
            assert_eq!(found, plain);
        }
    }
    assert!(lost_ones > 10 && others > 10, "{lost_ones} lost, {others} not");
}

#[test]
fn blocking_comes_first_then_winning_then_chance() {
    let game = Pebbles { heaps: [2, 1, 2, 2] };
    let (mut blocks, mut wins, mut chances) = (0, 0, 0);
    for (seed, root) in (0..).zip(random_states(&game, 3, 300, 5)) {
        let minimax = Minimax { evaluator: HashEvaluator { seed, spread: 100 }, ends: WinValue::Equal };
        let plain = { minimax }.search(&game, &root, DEPTH, &mut NoObserver);
        let found =
            BlockFirst { minimax, chance: Chance::new(seed) }.search(&game, &root, DEPTH, &mut NoObserver);
        let mut legal = Moves::new();
        game.moves(&root, &mut legal);
        assert!(legal.contains(&found.best));
        assert_eq!(found.scores, plain.scores);
        let has_low = plain.scores.iter().any(|(_, score)| *score <= Score::loss_at(1_000_000));
        let win = plain.scores.iter().find(|(_, score)| *score >= Score::LEAST_WIN);
        if found.nodes > plain.nodes {
            blocks += 1;
            assert!(has_low, "only a very low value makes it look for replies");
        } else if let Some((mv, _)) = win {
            wins += 1;
            assert_eq!(found.best, *mv);
        } else {
            chances += 1;
            assert_eq!(
                found.best,
                Random { chance: Chance::new(seed) }.search(&game, &root, DEPTH, &mut NoObserver).best
            );
        }
    }
    assert!(blocks > 10 && wins > 10 && chances > 10, "{blocks} blocks, {wins} wins, {chances} chances");
}

/// A player with a noise never plays a move that it holds for more than so much worse than the best, its games differ by
/// their seeds, and the value that it names is the move's own.
#[test]
fn noise_varies_the_choice_within_their_bound() {
    let game = Pebbles { heaps: [3, 4, 2, 5] };
    let mut varied = 0;
    for (seed, root) in (0..).zip(random_states(&game, 5, 100, 6)) {
        let evaluator = HashEvaluator { seed, spread: 60 };
        let plain =
            Minimax { evaluator, ends: WinValue::Sooner }.search(&game, &root, DEPTH, &mut NoObserver);
        let best = plain.score.unwrap();
        let mut chosen = Vec::new();
        for noise in [0, 20] {
            let mut pvs = Pvs::new(evaluator, 1).with_noise(noise, Chance::new(3));
            for game_seed in 0..6 {
                Searcher::<Pebbles>::new_game(&mut pvs, game_seed);
                let found = pvs.search(&game, &root, DEPTH, &mut NoObserver);
                let value = plain.scores.iter().find(|(mv, _)| *mv == found.best).unwrap().1;
                assert_eq!(found.score, Some(value));
                assert!(value >= best.raised(-(noise as i32)), "{value} for {best} with {noise}");
                chosen.push((noise, found.best));
            }
        }
        varied += usize::from(chosen.iter().any(|(noise, mv)| *noise == 20 && *mv != plain.best));
    }
    assert!(varied > 10, "{varied} of 100 positions");
}
