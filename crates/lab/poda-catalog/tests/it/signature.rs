//! Every engine enters as many nodes and plays the same move as `bench/signature.txt` says, in debug builds too.

use poda_agent::ThinkingLimits;
use poda_core::NoObserver;

use crate::open;

/// Engine, game, moves played before, nodes and best move; see `poda bench`.
const SIGNATURE: &str = include_str!("../../../../../bench/signature.txt");

#[test]
fn the_signature_is_the_same() {
    for line in SIGNATURE.lines().filter(|line| !line.starts_with('#')) {
        let [engine, game, moves, nodes, best] = line.split_whitespace().collect::<Vec<_>>()[..] else {
            panic!("broken line {line:?}");
        };
        let game = open(game).unwrap();
        let mut agent = poda_catalog::agent(game.as_ref(), engine).unwrap();
        let at = game.line(None, if moves == "start" { "" } else { moves });
        let session = game.follow(&at).unwrap();
        let choice = agent.choose(&session, ThinkingLimits::default(), &mut NoObserver).unwrap();
        assert_eq!(
            (choice.nodes.to_string().as_str(), choice.mv.as_str()),
            (nodes, best),
            "{engine}: {line:?}"
        );
    }
}
