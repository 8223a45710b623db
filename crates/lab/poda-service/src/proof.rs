//! What is certain about the moves of games that need not end: who can force a win, and how soon.

use poda_agent::AnyState;
use poda_catalog::{AnySolver, SolveTask};
use poda_core::{Goal, Score};

use crate::context::Reporter;

/// How many actions the solver looks ahead further each time.
const STEP: u32 = 2;
/// No proof of ours is longer.
const LONGEST: u32 = 60;

/// The score of each move that is a proven win or loss for the side that makes it, and nothing for the others.
pub(crate) type Proofs = Vec<(String, Option<Score>)>;

/// Looks further and further ahead until everything is proved or the time is over. `tell` hears what is known after each
/// look.
pub(crate) fn prove(
    mut solver: Box<dyn AnySolver>,
    state: &dyn AnyState,
    reporter: &mut Reporter<'_>,
    tell: &mut dyn FnMut(&mut Reporter<'_>, &Proofs),
) -> Proofs {
    let mut known = Proofs::new();
    for within in (STEP..=LONGEST).step_by(STEP as usize) {
        let task = SolveTask { goal: Goal::Exact, within };
        let Ok(found) = solver.solve_moves(state, task, reporter) else { break };
        let fresh: Proofs =
            found.into_iter().filter_map(|(text, proved)| Some((text, proved?.decided()))).collect();
        // A look that was broken off may know less than the one before.
        known = merge(known, fresh);
        tell(reporter, &known);
        if known.iter().all(|(_, score)| score.is_some()) || reporter.is_over() {
            break;
        }
    }
    known
}

fn merge(before: Proofs, fresh: Proofs) -> Proofs {
    let earlier = |text: &str| before.iter().find(|(known, _)| known == text).and_then(|(_, score)| *score);
    fresh
        .into_iter()
        .map(|(text, score)| (earlier(&text).or(score), text))
        .map(|(score, text)| (text, score))
        .collect()
}
