//! What is certain about the moves of games that need not end: who can force a win, and how soon.

use poda_agent::GameLine;
use poda_catalog::{AnySolver, Goal, Onlooker, Place, Task};
use poda_core::Score;

use crate::line::Standing;

/// How many actions the solver looks ahead further each time.
const STEP: u32 = 2;
/// No proof of ours is longer.
const LONGEST: u32 = 60;

/// The score of each move that is a proven win or loss for the side that makes it, and nothing for the others.
pub(crate) type Proofs = Vec<(String, Option<Score>)>;

/// Looks further and further ahead until everything is proved or the onlooker has enough. `tell` hears what is known
/// after each look.
pub(crate) fn prove(
    mut solver: Box<dyn AnySolver>,
    standing: &Standing,
    onlooker: &mut dyn Onlooker,
    tell: &mut dyn FnMut(&mut dyn Onlooker, &Proofs),
) -> Proofs {
    let GameLine { start, moves } = standing.table.line();
    let texts: Vec<&str> = moves.iter().map(String::as_str).collect();
    let text = standing.table.tokens().join(&texts);
    let place = Place { start: start.as_deref(), moves: &text };
    let mut known = Proofs::new();
    for within in (STEP..=LONGEST).step_by(STEP as usize) {
        let task = Task { goal: Goal::Exact, within };
        let Ok(found) = solver.solve_moves(place, task, onlooker) else { break };
        let fresh: Proofs = found
            .into_iter()
            .filter_map(|(text, findings)| {
                let findings = findings?;
                let (lower, upper) = (Score::from_value(findings.lower), Score::from_value(findings.upper));
                let won = lower.win_distance().map(|_| lower);
                Some((text, won.or(upper.loss_distance().map(|_| upper))))
            })
            .collect();
        // A look that was broken off may know less than the one before.
        known = merge(known, fresh);
        tell(onlooker, &known);
        if known.iter().all(|(_, score)| score.is_some()) || !onlooker.keep_going(0) {
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
