//! Leaves per second: every last move is really played. `twin` is Connect-4 with the size known to the compiler, to
//! see what it costs that ours is a value.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use poda_connect::{Boom, Connect4, Crush, Desconecta};
use poda_core::{Game, Moves, Outcome, Side, mix, perft};

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
    measure(criterion, "twin 7x6", &Twin::<7, 6>, 9);
    measure(criterion, "twin 7x6", &Twin::<7, 6>, 10);
    measure(criterion, "connect4:7x6 in 128 bits", &Connect4::<u128>::new(7, 6, 4).expect("it fits"), 8);
    measure(criterion, "boom", &Boom::new(), 8);
    measure(criterion, "crush", &Crush::new(), 8);
    measure(criterion, "desconecta", &Desconecta::new(), 8);
}

criterion_group!(benches, all);
criterion_main!(benches);

/// Connect-4 on a board whose size is part of the type.
struct Twin<const WIDTH: u32, const HEIGHT: u32>;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct TwinState {
    mine: u64,
    all: u64,
}

impl<const WIDTH: u32, const HEIGHT: u32> Twin<WIDTH, HEIGHT> {
    const FULL: u64 = {
        let (mut full, mut column) = (0, 0);
        while column < WIDTH {
            full |= ((1 << HEIGHT) - 1) << (column * (HEIGHT + 1));
            column += 1;
        }
        full
    };
}

impl<const WIDTH: u32, const HEIGHT: u32> Game for Twin<WIDTH, HEIGHT> {
    type State = TwinState;
    type Move = u8;

    fn start(&self) -> TwinState {
        TwinState { mine: 0, all: 0 }
    }

    #[inline]
    fn to_move(&self, state: &TwinState) -> Side {
        Side::from_parity(state.all.count_ones())
    }

    #[inline]
    fn outcome(&self, state: &TwinState) -> Option<Outcome> {
        let stones = state.mine ^ state.all;
        let four = |step: u32| {
            let two = stones & stones >> step;
            two & two >> (2 * step)
        };
        if four(1) | four(HEIGHT) | four(HEIGHT + 1) | four(HEIGHT + 2) != 0 {
            Some(Outcome::Win(self.to_move(state).other()))
        } else if state.all == Self::FULL {
            Some(Outcome::Draw)
        } else {
            None
        }
    }

    #[inline]
    fn moves(&self, state: &TwinState, moves: &mut Moves<u8>) {
        for column in 0..WIDTH {
            if state.all >> (column * (HEIGHT + 1) + HEIGHT - 1) & 1 == 0 {
                moves.push(column as u8);
            }
        }
    }

    #[inline]
    fn play(&self, state: &TwinState, column: u8) -> TwinState {
        let foot = 1 << (u32::from(column) * (HEIGHT + 1));
        TwinState { mine: state.mine ^ state.all, all: state.all | (state.all + foot) }
    }

    fn key(&self, state: &TwinState) -> u64 {
        mix(state.mine + state.all)
    }
}
