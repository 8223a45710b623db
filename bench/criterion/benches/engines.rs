//! Positions per second of `pvs` beside the textbook's alpha-beta with the same evaluator, from the start of each game.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use poda_agent::ThinkingLimits;
use poda_core::NoObserver;
use poda_catalog::{Catalog, agent};

const ENGINES: &[(&str, &[&str])] = &[
    ("boom", &["alphabeta:depth=8,eval=threats", "pvs:depth=10,eval=threats"]),
    ("crush", &["alphabeta:depth=8,eval=threats", "pvs:depth=9,eval=threats"]),
    ("connect4", &["alphabeta:depth=8,eval=threats", "pvs:depth=10,eval=threats"]),
    ("parchis", &["alphabeta:depth=4,eval=journey", "pvs:depth=5,eval=journey"]),
];

fn all(criterion: &mut Criterion) {
    for (spec, engines) in ENGINES {
        let mut group = criterion.benchmark_group(*spec);
        for engine in *engines {
            let game = Catalog::built_in().open(spec).expect("a game of the catalog");
            let table = game.session();
            let mut seated = agent(game.as_ref(), engine).expect("an engine of the catalog");
            let mut think = || seated.choose(&table, ThinkingLimits::default(), &mut NoObserver);
            let nodes = think().expect("the start is no end").nodes;
            group.throughput(Throughput::Elements(nodes));
            group.bench_function(*engine, |bencher| bencher.iter(|| black_box(think())));
        }
        group.finish();
    }
}

criterion_group!(benches, all);
criterion_main!(benches);
