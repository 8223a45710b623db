//! The specs of engines: how they are read, written and refused.

use poda_agent::ThinkingLimits;
use poda_catalog::{ENGINES, EngineSpec, OptionDefault};
use poda_core::{NoObserver, Score};

use crate::open;

#[test]
fn specs_are_read_and_written() {
    for (text, written) in [
        ("random", "random:seed=0"),
        ("random:seed=7", "random:seed=7"),
        ("minimax", "minimax:depth=4"),
        ("alphabeta:depth=8,eval=puntuacion", "alphabeta:depth=8,eval=puntuacion"),
        ("alphabeta:wins=sooner", "alphabeta:depth=6,wins=sooner"),
        ("alphabeta:giveup=3,depth=8", "alphabeta:depth=8,giveup=3"),
        ("blockfirst:eval=gaps", "blockfirst:depth=4,eval=gaps,seed=0"),
        ("pvs:nodes=5000", "pvs:nodes=5000,tt=16"),
        ("exact", "exact:tt=64"),
        ("exact:book=no,tt=8", "exact:tt=8,book=no"),
        ("pvs:time=250,tt=64,", "pvs:time=250,tt=64"),
        ("pvs:turns=complete,threads=2", "pvs:depth=8,tt=16,turns=complete,threads=2"),
        ("pvs:noise=9,depth=2", "pvs:depth=2,tt=16,noise=9,seed=0"),
        ("pvs:exact=500,nodes=9", "pvs:nodes=9,tt=16,exact=500"),
        ("mcts:seed=3", "mcts:nodes=20000,seed=3"),
    ] {
        let spec: EngineSpec = text.parse().unwrap();
        assert_eq!(spec.to_string(), written);
        assert_eq!(written.parse(), Ok(spec));
    }
}

#[test]
fn bad_specs_name_what_is_wrong() {
    for (text, why) in [
        ("alphabet", "unknown player \"alphabet\" (did you mean \"alphabeta\"?)"),
        ("", "unknown player \"\""),
        ("pvs:depth=0", "depth is a number from 1 to 256, not \"0\""),
        ("pvs:depth=ocho", "not \"ocho\""),
        ("pvs:depth", "\"depth\" is not of the form name=value"),
        ("pvs:wins=equal", "pvs has no option \"wins\", only depth, nodes"),
        ("pvs:giveup=1", "pvs has no option \"giveup\""),
        ("minimax:wins=late", "wins is equal or sooner, not \"late\""),
        ("pvs:tt=99999999999", "tt is a number from 1 to 1048576"),
    ] {
        let error = text.parse::<EngineSpec>().unwrap_err().to_string();
        assert!(error.contains(why), "{error}");
    }
}

#[test]
fn every_engine_lists_distinct_options_and_shows_their_defaults() {
    for info in ENGINES {
        let options = info.options();
        for (index, option) in options.iter().enumerate() {
            assert!(options[..index].iter().all(|other| other.name != option.name), "{}", info.name);
            if let OptionDefault::Number(_) | OptionDefault::Choice(_) = option.default {
                let spec = format!("{}:{}={}", info.name, option.name, option.default);
                assert!(spec.parse::<EngineSpec>().is_ok(), "{spec}");
            }
        }
    }
}

#[test]
fn an_option_that_is_chosen_again_gives_way() {
    let spec: EngineSpec = "pvs:depth=3,tt=9".parse().unwrap();
    assert!(spec.has_option("tt") && !spec.has_option("wins"));
    assert_eq!(spec.with_option("tt", "2").unwrap().to_string(), "pvs:depth=3,tt=2");
    assert!(spec.with_option("tt", "x").unwrap_err().to_string().contains("not \"x\""));
}

/// The built-in evaluator takes weights of one's own; all others take none.
#[test]
fn weights_stand_behind_the_name() {
    for game in ["connect4", "boom", "crush", "parchis"] {
        let game = open(game).unwrap();
        let built_in = game.built_in_weights();
        assert_eq!(
            (built_in.weights.len(), built_in.guess.len()),
            (built_in.names.len(), built_in.names.len())
        );
        let chosen = |evaluator: &str| {
            let spec = format!("alphabeta:depth=2,eval={evaluator}");
            let mut agent = game.agent(&spec.parse().unwrap(), None).map_err(|error| error.to_string())?;
            let session = game.session();
            let choice = agent.choose(&session, ThinkingLimits::default(), &mut NoObserver);
            Ok::<_, String>(choice.unwrap().score)
        };
        let spelled_out = built_in.with(&built_in.weights);
        assert_eq!(chosen(&spelled_out), chosen(built_in.evaluator), "{spelled_out}");
        // Weights that all say nothing are another evaluator.
        let nothing = built_in.with(&vec![0; built_in.names.len()]);
        assert_eq!(chosen(&nothing), Ok(Some(Score::EVEN)), "{nothing}");
        for (evaluator, why) in [
            (format!("{}@1/2/3", built_in.evaluator), "not \"1/2/3\""),
            (format!("{}@", built_in.evaluator), "not \"\""),
            (spelled_out.replace('@', "@99999999999/"), "numbers from -10000 to 10000"),
            (format!("{}@/etc/passwd", built_in.evaluator), "not \"/etc/passwd\""),
        ] {
            let error = chosen(&evaluator).unwrap_err();
            assert!(error.contains(why), "{error}");
        }
    }
    let boom = open("boom").unwrap();
    let refused = boom.agent(&"pvs:eval=runs@1/2".parse().unwrap(), None).err().unwrap().to_string();
    assert!(refused.contains("the evaluator \"runs\" has no weights to choose"), "{refused}");
}
