use poda_core::{Evaluator, Score, Side, Term, Text};
use poda_parchis::{Cell, Colour, Parchis, ParchisState, Spot};

use crate::NamedEvaluator;

/// The Parchís course's test evaluation: a point for each own piece on a safe cell of the track, five for each on goal,
/// minus the same of the rival.
#[derive(Clone, Copy, Debug, Default)]
pub struct ParchisTest;

const SAFE: i8 = 1;
const GOAL: i8 = 5;

/// What a piece on each cell is worth to its owner.
const WORTH: [i8; 128] = {
    let mut table = [0; 128];
    let mut number = 1;
    while let Some(cell) = Cell::of_spot(Spot::Track(number)) {
        if cell.is_safe() {
            table[cell.index()] = SAFE;
        }
        number += 1;
    }
    let mut colour = 0;
    while colour < Colour::ALL.len() {
        table[Cell::goal(Colour::from_index(colour)).index()] = GOAL;
        colour += 1;
    }
    table
};

impl NamedEvaluator for ParchisTest {
    const NAME: &'static str = "test";
    const SUMMARY: Text = Text::new(
        "the course's test evaluation: pieces on safe cells, and five times those at the goal",
        "la valoración de prueba del curso: fichas en casillas seguras, y cinco veces las de la meta",
    );
}

impl Evaluator<Parchis> for ParchisTest {
    #[inline]
    fn evaluate(&self, _: &Parchis, state: &ParchisState, side: Side) -> Score {
        let mut first = 0;
        for (colour, cells) in Colour::ALL.iter().zip(state.cells().chunks_exact(4)) {
            let worth: i8 = cells.iter().map(|cell| WORTH[usize::from(cell & 127)]).sum();
            first += i32::from(if colour.side() == Side::First { worth } else { -worth });
        }
        Score::heuristic(if side == Side::First { first } else { -first })
    }

    fn terms(&self, _: &Parchis, state: &ParchisState, side: Side) -> Vec<Term> {
        let count = |side: Side, counts: fn(Cell) -> bool| {
            let cells = Colour::of_side(side).into_iter().flat_map(|colour| state.pieces(colour));
            cells.filter(|cell| counts(*cell)).count() as i32
        };
        let (rival, safe, goal) = (side.other(), i32::from(SAFE), i32::from(GOAL));
        vec![
            Term::new(
                Text::new("own safe pieces", "piezas propias a salvo"),
                safe * count(side, Cell::is_safe),
            ),
            Term::new(
                Text::new("own pieces on goal", "piezas propias en la meta"),
                goal * count(side, Cell::is_goal),
            ),
            Term::new(
                Text::new("rival's safe pieces", "piezas del rival a salvo"),
                -safe * count(rival, Cell::is_safe),
            ),
            Term::new(
                Text::new("rival's pieces on goal", "piezas del rival en la meta"),
                -goal * count(rival, Cell::is_goal),
            ),
        ]
    }
}
