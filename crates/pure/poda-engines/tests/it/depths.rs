//! Every engine at its largest depth in every game, on the smallest stack that a search runs on.
#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "only a thread has a stack of a given size"
)]

use std::{cell::RefCell, thread};

use poda_connect::{Boom, Connect4, Crush, Desconecta};
use poda_core::{Game, Limits, NoObserver, Searcher};
use poda_mnk::{Mnk, Nraya};
use poda_parchis::Parchis;
use poda_search::{
    AlphaBeta, BlockFirst, Chance, MAX_DEPTH, Minimax, Pvs, PvsOptions, Recorded, Trace, WinValue,
};
use poda_testkit::{HashEvaluator, OneMove};

/// That of the main thread on Windows; all others have at least twice as much.
const SMALLEST_STACK: usize = 1 << 20;

/// Who asks for more than the largest depth gets the largest depth.
const TOO_DEEP: Limits = Limits::depth(u32::MAX);

fn on_a_small_stack<T: Send>(work: impl FnOnce() -> T + Send) -> Option<T> {
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(SMALLEST_STACK).spawn_scoped(scope, work);
        thread.ok()?.join().ok()
    })
}

fn check<G: Game>(game: G) {
    let game = OneMove(game);
    let evaluator = HashEvaluator { seed: 1, spread: 3 };
    let ends = WinValue::Sooner;
    let minimax = Minimax { evaluator, ends };
    let pvs = || Pvs::with_options(evaluator, PvsOptions { completes_turns: true, ..PvsOptions::new(1) });
    let searchers: [Box<dyn Searcher<OneMove<G>>>; 4] = [
        Box::new(minimax),
        Box::new(AlphaBeta { evaluator, ends }),
        Box::new(BlockFirst { minimax, chance: Chance::new(1) }),
        Box::new(pvs()),
    ];
    for mut searcher in searchers {
        let found = on_a_small_stack(|| searcher.search(&game, &game.start(), TOO_DEEP, &mut NoObserver));
        assert_eq!(found.map(|found| found.depth), Some(MAX_DEPTH));
    }
    let recorded = on_a_small_stack(|| {
        let trace = RefCell::new(Trace::new(10 * MAX_DEPTH as usize));
        pvs().record(&game, &game.start(), TOO_DEEP, &mut NoObserver, Some(&trace));
        trace.into_inner().nodes().len()
    });
    assert!(recorded > Some(MAX_DEPTH as usize));
}

#[test]
fn the_stack_holds_the_largest_depth() {
    check(Connect4::<u64>::new(7, 6, 4).unwrap());
    check(Connect4::<u128>::new(12, 9, 4).unwrap());
    check(Boom::default());
    check(Crush::default());
    check(Desconecta::default());
    check(Nraya::default());
    check(Mnk::<2>::new(15, 15, 5).unwrap());
    for edition in ["2022", "2023", "2024"] {
        check(edition.parse::<Parchis>().unwrap());
    }
}
