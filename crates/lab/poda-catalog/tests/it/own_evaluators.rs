//! Evaluators that somebody brings: functions of states, and weights for the parts of the catalog's own.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::Arc;

use poda_agent::{AnyState, ThinkingLimits};
use poda_catalog::{AnyGame, EvaluatorChoice, OwnEvaluator, PartWeights, StateEvaluator};
use poda_core::{NoObserver, Score, Side};

use crate::open;

/// Asks the catalog's evaluator of a name, the long way round.
struct Named {
    game: Arc<dyn AnyGame>,
    evaluator: &'static str,
}

impl StateEvaluator for Named {
    fn evaluate(&self, state: Arc<dyn AnyState>, side: Side) -> Score {
        self.game.assess(EvaluatorChoice::Named(self.evaluator), state.as_ref(), side).unwrap().score
    }
}

#[test]
fn a_function_is_searched_like_the_evaluator_that_it_asks() {
    for (spec, evaluator, engine) in [
        ("boom", "windows", "alphabeta:depth=4"),
        ("connect4", "parity", "pvs:depth=4,tt=1"),
        ("parchis", "progress", "minimax:depth=2"),
    ] {
        let game = open(spec).unwrap();
        let own = OwnEvaluator::Function(Arc::new(Named { game: open(spec).unwrap(), evaluator }));
        let session = game.session();
        let engine: poda_catalog::EngineSpec = engine.parse().unwrap();
        let named = engine.with_option("eval", evaluator).unwrap();
        let limits = ThinkingLimits::default();
        let mut asked = game.agent(&engine, Some(&own)).unwrap();
        let asked = asked.choose(&session, limits, &mut NoObserver).unwrap();
        let known = game.agent(&named, None).unwrap().choose(&session, limits, &mut NoObserver).unwrap();
        assert_eq!((asked.mv, asked.score, asked.nodes), (known.mv, known.score, known.nodes), "{spec}");
        let start = game.start();
        let tree = game.search_tree(&engine, Some(&own), start.as_ref(), 1000, &mut NoObserver).unwrap();
        assert_eq!((tree.summary().nodes, tree.summary().score), (asked.nodes, asked.score), "{spec}");
    }
}

#[test]
fn parts_are_found_by_their_names() {
    let parts = open("boom").unwrap().parts();
    let find = |name: &str| {
        let weights = PartWeights::find(&parts, &[(name.to_owned(), 2.0)], 1.0)?;
        Ok(weights.parts().iter().map(|(part, _)| part.full_name()).collect::<Vec<_>>())
    };
    let found = |name: &str| find(name).unwrap_or_else(|error: poda_catalog::PartError| panic!("{error}"));
    assert_eq!(found("centre"), ["puntuacion.centre"]);
    assert_eq!(found("centro"), ["puntuacion.centre"]);
    assert_eq!(found("vertical threes"), ["threats.vertical threes"]);
    assert_eq!(found("threes"), ["threats.vertical threes", "threats.other threes"]);
    assert_eq!(found("threats.bombs"), ["threats.bombs"]);
    let error = find("nonsense").unwrap_err().to_string();
    assert!(
        error.starts_with("no evaluator has a part \"nonsense\", only threats.vertical singles"),
        "{error}"
    );
    for weight in [f64::NAN, f64::INFINITY, 1e7] {
        assert!(PartWeights::find(&parts, &[("centre".into(), weight)], 1.0).is_err(), "{weight}");
    }
}

#[test]
fn the_sum_of_all_parts_with_their_own_weights_is_the_evaluator() {
    for spec in ["connect4", "boom", "parchis", "nraya"] {
        let game = open(spec).unwrap();
        let built_in = game.built_in_weights();
        let parts = game.parts();
        let own: Vec<(String, f64)> = parts
            .iter()
            .filter(|part| part.evaluator == built_in.evaluator)
            .map(|part| (part.full_name(), f64::from(built_in.weights[part.place])))
            .collect();
        let weights = OwnEvaluator::Parts(PartWeights::find(&parts, &own, 1.0).unwrap());
        let mut session = game.session();
        for _ in 0..12 {
            for side in Side::BOTH {
                let assess =
                    |evaluator| game.assess(evaluator, session.state().as_ref(), side).unwrap().score;
                let (sum, whole) =
                    (EvaluatorChoice::Own(&weights), EvaluatorChoice::Named(built_in.evaluator));
                assert_eq!(assess(sum), assess(whole), "{spec} {}", session.position());
            }
            let legal = session.legal();
            session.play(&legal[legal.len() / 3]).unwrap();
        }
    }
}

#[test]
fn states_are_those_of_sessions() {
    for spec in ["connect4", "crush", "parchis:2024", "mnk"] {
        let game = open(spec).unwrap();
        let (mut session, mut state) = (game.session(), game.start());
        while session.outcome().is_none() && session.plies() < 30 {
            assert_eq!((state.position(), state.legal()), (session.position(), session.legal()), "{spec}");
            assert_eq!((state.to_move(), state.outcome()), (session.to_move(), session.outcome()), "{spec}");
            assert!(state.equals(state.read(&session.position()).unwrap().as_ref()), "{spec}");
            let legal = session.legal();
            let mv = &legal[legal.len() / 2];
            session.play(mv).unwrap();
            state = state.after(mv).unwrap();
        }
        assert!(!state.equals(game.start().as_ref()) && state.read("nonsense").is_err(), "{spec}");
    }
}
