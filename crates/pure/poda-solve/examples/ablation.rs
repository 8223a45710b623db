//! What each idea of the search is worth: nodes over a fixed set of positions, with one idea left out at a time.
//!
//! `cargo run --release -p poda-solve --features ablation --example ablation`, and for instructions
//! `valgrind --tool=callgrind target/release/examples/ablation NAME`, where NAME is the idea to leave out or `Nothing`.

#![expect(clippy::print_stdout, reason = "a table for the reader")]
#![expect(clippy::disallowed_methods, reason = "a program for measuring reads its arguments")]

use std::env;

use poda_connect::Connect4;
use poda_core::Game;
use poda_core::{Goal, NoObserver};
use poda_solve::{Idea, Solver};

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

/// Random positions of 10 to 16 stones that took an almost final search with all its ideas 20,000 to 250,000 nodes.
const POSITIONS: [&str; 16] = [
    "5446656251",
    "1633725311571417",
    "411761221446",
    "4156276331331",
    "7122611147426",
    "2137753122475",
    "1256215335",
    "1153266434",
    "355213243666",
    "7747174515",
    "6346654447515",
    "442346326477722",
    "6566731622",
    "621677766122",
    "3547341277147",
    "363254146517",
];

fn nodes_without(idea: Option<Idea>) -> u64 {
    let game = Connect4::<u64>::default();
    let mut solver = Solver::new(&game, 16).expect("16 MB are there").without_book();
    if let Some(idea) = idea {
        solver = solver.without(idea);
    }
    let solve = |moves: &str| {
        let state = moves.bytes().fold(game.start(), |state, digit| game.play(&state, digit - b'1'));
        solver.solve(&state, Goal::Exact, &mut NoObserver).expect("nobody has won").nodes
    };
    POSITIONS.into_iter().map(solve).sum()
}
