use poda_core::{Evaluator, Score, Side, Term, Text};
use poda_parchis::{Colour, Die, Parchis, ParchisState};

use crate::NamedEvaluator;

/// A simple built-in evaluator of Parchís: how far each side has come, above all with its better colour, since one complete
/// colour wins.
///
/// Beside the way walked it counts pieces that are still at home, pieces on goal, and what is held in hand: special dice
/// by their use, or energy.
#[derive(Clone, Copy, Debug, Default)]
pub struct ProgressEvaluator;

/// The better colour counts three times as much as the other: it is the one that wins, the other one still captures.
const BETTER: i32 = 3;
/// A piece at home can only leave with a 5.
const HOME_PENALTY: i32 = 20;
/// A piece on goal can no longer be lost.
const GOAL_BONUS: i32 = 25;
/// A safe cell is worth a few steps of risk.
const SAFE_BONUS: i32 = 4;

impl NamedEvaluator for ProgressEvaluator {
    const NAME: &'static str = "progress";
    const SUMMARY: Text = Text::new(
        "built in, not tuned: distances to the goal, the better colour first, pieces at home, dice in hand",
        "propia, sin ajustar: distancias a la meta, primero el mejor color, fichas en casa, dados en la mano",
    );
}

impl Evaluator<Parchis> for ProgressEvaluator {
    fn evaluate(&self, _: &Parchis, state: &ParchisState, side: Side) -> Score {
        Score::heuristic(worth(state, side).sum() - worth(state, side.other()).sum())
    }

    fn terms(&self, _: &Parchis, state: &ParchisState, side: Side) -> Vec<Term> {
        let (own, rival) = (worth(state, side), worth(state, side.other()));
        vec![
            Term::new(Text::new("own better colour x 3", "mejor color propio x 3"), own.better),
            Term::new(Text::new("own other colour", "otro color propio"), own.other),
            Term::new(Text::new("own dice", "dados propios"), own.hand),
            Term::new(Text::new("own energy / 2", "energía propia / 2"), own.energy),
            Term::new(Text::new("rival's better colour x 3", "mejor color del rival x 3"), -rival.better),
            Term::new(Text::new("rival's other colour", "otro color del rival"), -rival.other),
            Term::new(Text::new("rival's dice", "dados del rival"), -rival.hand),
            Term::new(Text::new("rival's energy / 2", "energía del rival / 2"), -rival.energy),
        ]
    }
}

/// What a side has, each part with its weight.
struct ProgressAmounts {
    better: i32,
    other: i32,
    hand: i32,
    energy: i32,
}

impl ProgressAmounts {
    const fn sum(&self) -> i32 {
        self.better + self.other + self.hand + self.energy
    }
}

#[inline]
fn worth(state: &ParchisState, side: Side) -> ProgressAmounts {
    let [one, other] = Colour::of_side(side).map(|colour| colour_worth(state, colour));
    ProgressAmounts {
        better: BETTER * one.max(other),
        other: one.min(other),
        hand: state.hand(side).oldest_first().map(die_worth).sum(),
        energy: i32::from(state.energy(side)) / 2,
    }
}

fn colour_worth(state: &ParchisState, colour: Colour) -> i32 {
    let pieces = state.pieces(colour).map(|cell| {
        let bonus = if cell.is_home() {
            -HOME_PENALTY
        } else if cell.is_goal() {
            GOAL_BONUS
        } else if cell.is_safe() {
            SAFE_BONUS
        } else {
            0
        };
        bonus - i32::from(cell.steps_to_goal(colour))
    });
    pieces.sum()
}

/// What a special die in hand is worth, in steps of the lesser colour.
fn die_worth(die: Die) -> i32 {
    match die {
        Die::BANANA | Die::MUSHROOM => 7,
        Die::BOO => 10,
        Die::RED_SHELL | Die::SHOCK => 13,
        Die::HORN => 25,
        Die::BLUE_SHELL => 27,
        Die::MEGA_MUSHROOM => 30,
        Die::BULLET => 38,
        _ => 40,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use poda_testkit::{check_parts, check_zero_sum};

    #[test]
    fn both_sides_agree_on_who_is_ahead() {
        for spec in ["2022", "2023", "2024"] {
            let game = spec.parse::<Parchis>().unwrap();
            check_zero_sum(&game, &ProgressEvaluator, 7, 400);
            check_zero_sum(&game, &crate::ParchisTest, 7, 400);
            check_parts(&game, &ProgressEvaluator, 7, 400);
            check_parts(&game, &crate::ParchisTest, 7, 400);
        }
    }
}
