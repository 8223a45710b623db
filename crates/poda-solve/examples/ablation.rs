//! What each idea of the search is worth: nodes over a fixed set of positions, with one idea left out at a time.
//!
//! `cargo run --release -p poda-solve --features ablation --example ablation`, and for instructions
//! `valgrind --tool=callgrind target/release/examples/ablation NAME`, where NAME is the idea to leave out or `Nothing`.

#![expect(clippy::print_stdout, reason = "a table for the reader")]

use std::env;

use poda_connect::Connect4;
use poda_core::{Game, mix};
use poda_solve::{Goal, Idea, Nobody, Solver};

fn main() {
    let asked = env::args().nth(1);
    let ideas = [None].into_iter().chain(Idea::ALL.into_iter().map(Some));
    for idea in ideas {
        let name = idea.map_or("Nothing".to_owned(), |idea| format!("{idea:?}"));
        if asked.as_ref().is_none_or(|asked| *asked == name) {
            println!("{name:14} {:>12}", nodes_without(idea));
        }
    }
}

/// Nodes for positions of 14, 16, 18, 20, 22 and 24 random stones, none of them decided at once.
fn nodes_without(idea: Option<Idea>) -> u64 {
    let game = Connect4::<u64>::default();
    let mut solver = Solver::new(&game, 16).expect("16 MB are there");
    if let Some(idea) = idea {
        solver = solver.without(idea);
    }
    let (mut seed, mut nodes) = (1_u64, 0);
    for stones in (14..=24).step_by(2) {
        let mut found = 0;
        while found < stones / 2 - 5 {
            let mut state = game.start();
            while state.all().count_ones() < stones && game.outcome(&state).is_none() {
                seed = mix(seed);
                let column = (seed % 7) as u8;
                if state.all() & game.grid().cell(u32::from(column), 5) == 0 {
                    state = game.play(&state, column);
                }
            }
            if game.outcome(&state).is_none() {
                let findings = solver.solve(&state, Goal::Exact, &mut Nobody).expect("nobody has won");
                nodes += findings.nodes;
                found += 1;
            }
        }
    }
    nodes
}
