//! Positions per second of the courses' textbook search with their test evaluation, depth 8 from the empty board.

#[path = "../../../crates/pure/poda-eval/tests/textbook/search.rs"]
mod search;

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use poda_connect::{Boom, Crush};
use poda_core::{Evaluator, Game, Score, Side};
use poda_eval::Puntuacion;
use search::Textbook;

/// The value of the empty board, the positions entered and the leaves among them.
fn search<G: Game>(game: &G) -> (Score, u64, u64)
where
    Puntuacion: Evaluator<G>,
{
    let mut book = Textbook { game, evaluator: &Puntuacion, root: Side::First, nodes: 0, leaves: 0 };
    let value = book.value(&game.start(), 8, Score::LOWEST, Score::HIGHEST);
    (value, book.nodes, book.leaves)
}

fn measure<G: Game>(criterion: &mut Criterion, name: &str, game: &G)
where
    Puntuacion: Evaluator<G>,
{
    let mut group = criterion.benchmark_group("textbook");
    group.throughput(Throughput::Elements(search(game).1));
    group.bench_function(name, |bencher| bencher.iter(|| search(black_box(game))));
    group.finish();
}

fn all(criterion: &mut Criterion) {
    measure(criterion, "boom", &Boom::new());
    measure(criterion, "crush", &Crush::new());
}

criterion_group!(benches, all);
criterion_main!(benches);
