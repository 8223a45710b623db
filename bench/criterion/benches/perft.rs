//! Leaves per second: every last move is really played. `fixed_size` is Connect-4 with the size known to the compiler, to
//! see what it costs that ours is a value.

#[path = "../../../crates/pure/poda-connect/examples/fixed_size/mod.rs"]
mod fixed_size;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use poda_connect::{Boom, Connect4, Crush, Desconecta};
use poda_core::{Game, perft};
use fixed_size::FixedSize;

fn measure<G: Game>(criterion: &mut Criterion, name: &str, game: &G, depth: u32) {
    let mut group = criterion.benchmark_group("perft");
    group.sample_size(10).throughput(Throughput::Elements(perft(game, &game.start(), depth)));
    group.bench_function(format!("{name} depth {depth}"), |bencher| {
        bencher.iter(|| perft(black_box(game), &game.start(), depth));
    });
    group.finish();
}

fn all(criterion: &mut Criterion) {
    let classic = Connect4::default();
    measure(criterion, "connect4:7x6", &classic, 8);
    measure(criterion, "connect4:7x6", &classic, 9);
    measure(criterion, "connect4:7x6", &classic, 10);
    measure(criterion, "fixed_size 7x6", &FixedSize::<7, 6>, 9);
    measure(criterion, "fixed_size 7x6", &FixedSize::<7, 6>, 10);
    measure(criterion, "connect4:7x6 in 128 bits", &Connect4::<u128>::new(7, 6, 4).expect("it fits"), 8);
    measure(criterion, "boom", &Boom::new(), 8);
    measure(criterion, "crush", &Crush::new(), 8);
    measure(criterion, "desconecta", &Desconecta::new(), 8);
}

criterion_group!(benches, all);
criterion_main!(benches);
