//! What evaluators say right of the boundary, and how the courses' players pick their moves.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use poda_agent::ThinkingLimits;
use poda_catalog::{EvaluatorChoice, agent};
use poda_core::NoObserver;
use poda_core::{Language, Score, Side};

use crate::{catalog, open};

#[test]
fn every_evaluator_of_every_game_tells_its_parts() {
    for spec in catalog().samples() {
        let game = open(spec).unwrap();
        let start = game.start();
        for evaluator in game.evaluators() {
            for side in Side::BOTH {
                let named = EvaluatorChoice::Named(evaluator.name);
                let assessment = game.assess(named, start.as_ref(), side).unwrap();
                assert!(!assessment.parts.is_empty(), "{spec}: {}", evaluator.name);
                for part in &assessment.parts {
                    let names =
                        [Language::English, Language::Spanish].map(|language| part.name.get(language));
                    assert!(names.iter().all(|name| !name.is_empty()), "{spec}: {}", evaluator.name);
                }
                let sum: i32 = assessment.parts.iter().map(|part| part.value).sum();
                let adds_up = sum == assessment.score.value();
                assert!(adds_up || !assessment.adds_up, "{spec}: {}", evaluator.name);
            }
        }
    }
}

#[test]
fn assessments_are_refused_by_name() {
    let game = open("boom").unwrap();
    for (evaluator, state, why) in [
        (
            "run",
            game.start(),
            "boom has no evaluator \"run\" (did you mean \"runs\"?), only threats, windows",
        ),
        ("runs", open("crush").unwrap().start(), "a position of crush, not of boom"),
    ] {
        let named = EvaluatorChoice::Named(evaluator);
        let error = game.assess(named, state.as_ref(), Side::First).unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
    }
}

fn chosen(game: &str, moves: &str, player: &str) -> (String, Option<Score>) {
    let game = open(game).unwrap();
    let mut session = game.session();
    for text in session.tokens().split(moves) {
        session.play(text).unwrap();
    }
    let mut agent = agent(game.as_ref(), player).unwrap();
    let choice = agent.choose(&session, ThinkingLimits::default(), &mut NoObserver).unwrap();
    (choice.mv, choice.score)
}

#[test]
fn gaps_blocks_before_it_wins() {
    let gaps = |moves| chosen("connect4:8x8", moves, "gaps-clean").0;
    // Player 2 threatens column 1 upright; player 1 has nothing.
    assert_eq!(gaps("515171"), "1");
    // Both have three upright: the own win in column 1 is not taken, the rival's in column 8 is blocked.
    assert_eq!(gaps("181818"), "8");
    // Nothing to block, and a win at hand.
    assert_eq!(gaps("131518"), "1");
    // Neither: chance decides.
    assert_eq!(gaps("1"), chosen("connect4:8x8", "1", "random").0);
}

#[test]
fn neighbours_plays_anywhere_when_all_is_lost() {
    // Player 1 has three on the ground with both ends open: whatever player 2 does, there will be four.
    let (moves, spec) = ("3344588", "alphabeta:depth=4,eval=neighbours");
    let all_lost = Score::heuristic(-1_000_000);
    for seed in 0..10 {
        let (mv, score) = chosen("connect4:8x8", moves, &format!("{spec},giveup={seed}"));
        assert_eq!(score, Some(all_lost));
        assert_eq!(mv, chosen("connect4:8x8", moves, &format!("random:seed={seed}")).0);
    }
    // Whoever does not give up plays the first of the lost moves.
    assert_eq!(chosen("connect4:8x8", moves, spec), ("1".to_owned(), Some(all_lost)));
}
