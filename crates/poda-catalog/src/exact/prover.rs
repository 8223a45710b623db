use std::any::Any;

use poda_connect::{BombGame, BombRules, BoomRules, Connect4, CrushRules, DesconectaRules};
use poda_core::{Game, Searcher};
use poda_solve::{ExactBombEngine, ExactEngine};

use super::known;

/// Megabytes of the table with which a solver helps another engine.
const TABLE: usize = 16;

/// The solver of a game as a searcher, if there is one: it gives a score exactly where it knows.
pub(crate) fn prover<G: Game + Any>(game: &G) -> Option<Box<dyn Searcher<G>>> {
    connect4(game)
        .or_else(|| bombs::<G, BoomRules>(game))
        .or_else(|| bombs::<G, CrushRules>(game))
        .or_else(|| bombs::<G, DesconectaRules>(game))
}

fn connect4<G: Game + Any>(game: &G) -> Option<Box<dyn Searcher<G>>> {
    let game: Connect4<u64> = known(game)?;
    as_asked::<G, Connect4<u64>>(Box::new(ExactEngine::new(&game, TABLE).ok()?))
}

fn bombs<G: Game + Any, R: BombRules>(game: &G) -> Option<Box<dyn Searcher<G>>> {
    let _: BombGame<R> = known(game)?;
    as_asked::<G, BombGame<R>>(Box::new(ExactBombEngine::<R>::new(TABLE).ok()?))
}

/// A searcher of the game `K`, which is `G` by another name.
fn as_asked<G: Game + Any, K: Game + Any>(searcher: Box<dyn Searcher<K>>) -> Option<Box<dyn Searcher<G>>> {
    let any: Box<dyn Any> = Box::new(searcher);
    any.downcast::<Box<dyn Searcher<G>>>().ok().map(|searcher| *searcher)
}
