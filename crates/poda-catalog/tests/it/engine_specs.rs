//! The specs of engines: how they are read, written and refused.

use poda_catalog::{ENGINES, EngineSpec, OptionDefault};

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
