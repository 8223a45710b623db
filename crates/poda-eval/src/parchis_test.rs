use poda_core::{Evaluator, Score, Side};
use poda_parchis::{Cell, Colour, Parchis, ParchisState};

/// The Parchís course's test evaluation: a point for each own piece on a safe cell of the track, five for each on goal,
/// minus the same of the rival.
#[derive(Clone, Copy, Debug, Default)]
pub struct ParchisTest;

const SAFE: i8 = 1;
const GOAL: i8 = 5;

/// What a piece on each cell is worth to its owner.
const WORTH: [i8; 128] = {
    let mut table = [0; 128];
    let mut arm = 0;
    while arm < 4 {
        table[17 * arm + 4] = SAFE;
        table[17 * arm + 13] = SAFE;
        table[17 * arm + 17] = SAFE;
        table[Cell::goal(Colour::from_index(arm)).index()] = GOAL;
        arm += 1;
    }
    table
};

impl Evaluator<Parchis> for ParchisTest {
    #[inline]
    fn evaluate(&self, _: &Parchis, state: &ParchisState, side: Side) -> Score {
        let mut first = 0;
        for (colour, cells) in Colour::ALL.iter().zip(state.cells().chunks_exact(4)) {
            let worth: i8 = cells.iter().map(|cell| WORTH[usize::from(cell & 127)]).sum();
            first += i32::from(if colour.side() as u8 == Side::First as u8 { worth } else { -worth });
        }
        Score::heuristic(if side == Side::First { first } else { -first })
    }
}
