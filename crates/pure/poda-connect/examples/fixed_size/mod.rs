//! What Connect-4 would be if its size were a type.

use poda_core::{Game, Moves, Outcome, Side, mix};

/// Connect-4 on a board whose size is part of the type.
pub(crate) struct FixedSize<const WIDTH: u32, const HEIGHT: u32>;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct FixedSizeState {
    mine: u64,
    all: u64,
}

impl<const WIDTH: u32, const HEIGHT: u32> FixedSize<WIDTH, HEIGHT> {
    const FULL: u64 = {
        let (mut full, mut column) = (0, 0);
        while column < WIDTH {
            full |= ((1 << HEIGHT) - 1) << (column * (HEIGHT + 1));
            column += 1;
        }
        full
    };
}

impl<const WIDTH: u32, const HEIGHT: u32> Game for FixedSize<WIDTH, HEIGHT> {
    type State = FixedSizeState;
    type Move = u8;
    const SLOTS: usize = 64;

    fn start(&self) -> FixedSizeState {
        FixedSizeState { mine: 0, all: 0 }
    }

    #[inline]
    fn to_move(&self, state: &FixedSizeState) -> Side {
        Side::from_parity(state.all.count_ones())
    }

    #[inline]
    fn outcome(&self, state: &FixedSizeState) -> Option<Outcome> {
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
    fn moves(&self, state: &FixedSizeState, moves: &mut Moves<u8>) {
        for column in 0..WIDTH {
            if state.all >> (column * (HEIGHT + 1) + HEIGHT - 1) & 1 == 0 {
                moves.push(column as u8);
            }
        }
    }

    #[inline]
    fn play(&self, state: &FixedSizeState, column: u8) -> FixedSizeState {
        let foot = 1 << (u32::from(column) * (HEIGHT + 1));
        FixedSizeState { mine: state.mine ^ state.all, all: state.all | (state.all + foot) }
    }

    fn slot(&self, column: u8) -> usize {
        usize::from(column)
    }

    fn key(&self, state: &FixedSizeState) -> u64 {
        mix(state.mine + state.all)
    }
}
