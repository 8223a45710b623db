//! The searches that have to be fast in the page's own module (`poda-wasm`), compiled for the games that there are.
//!
//! Whoever opens the page fetches the module first, so the profile `browser` compiles for size. Searches are generic, and generic
//! code is compiled where it is used: in `poda-catalog`, for size with all the rest. This crate uses the same searches with the same
//! games once more, is compiled for speed, and shares what it compiled (`-Zshare-generics`): the catalog takes these instead of
//! compiling its own. Nothing is called here, and what nobody needs is left out by the linker. Without this crate, or without
//! sharing, everything is the same but slower.

use std::hint::black_box;

use poda_connect::{BombGame, BoomRules, Connect4, CrushRules, DesconectaRules};
use poda_core::{Evaluator, Found, Game, Limits, SearchObserver, Searcher, perft};
use poda_eval::{Journey, OpenLines, Puntuacion, Zugzwang, weights::BombWeights};
use poda_mnk::{Mnk, Nraya};
use poda_parchis::Parchis;
use poda_search::{AlphaBeta, Pvs};
use poda_solve::{ExactBombEngine, ExactEngine};

type Search<G, S> = fn(
    &mut S,
    &G,
    &<G as Game>::State,
    Limits,
    &mut dyn SearchObserver<<G as Game>::Move>,
) -> Found<<G as Game>::Move>;

/// All of them.
pub fn searches() {
    of_game::<Connect4<u64>, Zugzwang>();
    search::<Connect4<u64>, AlphaBeta<Zugzwang>>();
    search::<Connect4<u64>, ExactEngine<u64>>();
    of_game::<Connect4<u128>, Zugzwang>();
    bombs::<BoomRules>();
    bombs::<CrushRules>();
    bombs::<DesconectaRules>();
    textbook::<BoomRules>();
    of_game::<Parchis, Journey>();
    of_game::<Nraya, OpenLines>();
    of_game::<Mnk<2>, OpenLines>();
    #[cfg(not(feature = "small"))]
    {
        search::<Connect4<u128>, ExactEngine<u128>>();
        textbook::<CrushRules>();
        textbook::<DesconectaRules>();
        search::<Parchis, AlphaBeta<poda_eval::ParchisTest>>();
        search::<Connect4<u64>, poda_search::Mcts>();
        search::<BombGame<BoomRules>, poda_search::Mcts>();
    }
}

fn bombs<R: BombWeights>() {
    of_game::<BombGame<R>, R::BuiltIn>();
    search::<BombGame<R>, ExactBombEngine<R>>();
}

fn textbook<R: BombWeights>() {
    search::<BombGame<R>, AlphaBeta<R::BuiltIn>>();
    search::<BombGame<R>, AlphaBeta<Puntuacion>>();
}

/// What every game has, with its built-in evaluator.
fn of_game<G: Game, E: Evaluator<G>>() {
    black_box(perft::<G> as fn(&G, &G::State, u32) -> u64);
    search::<G, Pvs<E>>();
}

fn search<G: Game, S: Searcher<G>>() {
    black_box(S::search as Search<G, S>);
}
