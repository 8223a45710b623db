//! What it costs a search that the size of the board is a value and not a type.
//!
//! ```text
//! cargo run --release -p poda-connect --example size_cost              both, alternating, CPU time
//! valgrind --tool=callgrind target/release/examples/size_cost value    instructions of ours
//! valgrind --tool=callgrind target/release/examples/size_cost type     instructions of the fixed-size board
//! ```

#![expect(clippy::disallowed_methods, reason = "an example has arguments")]
#![expect(clippy::print_stdout, reason = "an example speaks")]

mod fixed_size;

use fixed_size::FixedSize;
use poda_connect::Connect4;
use poda_core::{Evaluator, Game, Limits, NoObserver, Score, Searcher, Side};
use poda_search::Pvs;

/// As cheap as an evaluator can be, and the same for both: some bits of the key.
struct Cheap;

impl<G: Game> Evaluator<G> for Cheap {
    fn evaluate(&self, game: &G, state: &G::State, side: Side) -> Score {
        let value = (game.key(state) >> 58) as i32 - 32;
        Score::heuristic(if side == Side::First { value } else { 0 - value })
    }
}

fn nodes<G: Game>(game: &G, depth: u32) -> u64 {
    Pvs::new(Cheap, 16).search(game, &game.start(), Limits::depth(depth), &mut NoObserver).nodes
}

fn main() {
    let (value, typed) = (Connect4::default(), FixedSize::<7, 6>);
    match std::env::args().nth(1).as_deref() {
        Some("value") => println!("{} nodes", nodes(&value, 9)),
        Some("type") => println!("{} nodes", nodes(&typed, 9)),
        _ => {
            for _ in 0..5 {
                for (name, nodes) in [
                    ("value", nodes as fn(&Connect4, u32) -> u64),
                    ("type ", |_, depth| nodes(&FixedSize::<7, 6>, depth)),
                ] {
                    let start = cpu_time::ProcessTime::now();
                    let count = nodes(&value, 12);
                    println!("{name} {count} nodes, {:.3} CPU s", start.elapsed().as_secs_f64());
                }
            }
        }
    }
}
