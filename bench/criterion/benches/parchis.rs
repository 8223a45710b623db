//! How fast the rules are: leaves of a perft and nodes of the textbook alpha-beta, per second.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use poda_core::{Game, Moves, Side, perft};
use poda_parchis::{Cell, Colour, Parchis, ParchisState};

const EDITIONS: [&str; 3] = ["2022", "2023", "2024"];

/// The course's test evaluation for the first side: pieces on safe cells, five times those on goal.
fn evaluate(state: &ParchisState) -> i32 {
    let worth = |cell: Cell| i32::from(cell.is_safe()) + 5 * i32::from(cell.is_goal());
    let of_side =
        |side| Colour::of_side(side).iter().flat_map(|colour| state.pieces(*colour)).map(worth).sum::<i32>();
    of_side(Side::First) - of_side(Side::Second)
}

/// Fail-hard, full window, moves in the order of the rules. Says how many positions it entered.
fn alpha_beta(rules: &Parchis, state: &ParchisState, depth: u32, window: [i32; 2], nodes: &mut u64) -> i32 {
    *nodes += 1;
    if let Some(outcome) = rules.outcome(state) {
        return if outcome.winner() == Some(Side::First) { i32::MAX } else { i32::MIN };
    }
    if depth == 0 {
        return evaluate(state);
    }
    let own = rules.to_move(state).index();
    let mut window = window;
    let mut moves = Moves::new();
    rules.moves(state, &mut moves);
    for mv in &moves {
        let found = alpha_beta(rules, &rules.play(state, *mv), depth - 1, window, nodes);
        window[own] = if own == 0 { window[0].max(found) } else { window[1].min(found) };
        if window[0] >= window[1] {
            break;
        }
    }
    window[own]
}

fn leaves(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft 4");
    for spec in EDITIONS {
        let rules: Parchis = spec.parse().expect("a known edition");
        let start = rules.start();
        group.throughput(Throughput::Elements(perft(&rules, &start, 4)));
        group.bench_function(spec, |bencher| bencher.iter(|| perft(&rules, black_box(&start), 4)));
    }
    group.finish();
}

fn nodes(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("alpha-beta 5");
    for spec in EDITIONS {
        let rules: Parchis = spec.parse().expect("a known edition");
        let search = |start: &ParchisState| {
            let mut nodes = 0;
            alpha_beta(&rules, start, 5, [i32::MIN, i32::MAX], &mut nodes);
            nodes
        };
        let start = rules.start();
        group.throughput(Throughput::Elements(search(&start)));
        group.bench_function(spec, |bencher| bencher.iter(|| search(black_box(&start))));
    }
    group.finish();
}

criterion_group!(benches, leaves, nodes);
criterion_main!(benches);
