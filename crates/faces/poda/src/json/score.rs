use poda_core::{Goal, Proved, Score, ScoreKind, StoneScore};
use serde::Serialize;

/// A score from a solver. A plain [`Score`] has less: a proof knows a draw from an even position, Connect-4 has scores
/// in stones, and an unfinished proof has two bounds.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub(crate) struct ScoreJson {
    kind: &'static str,
    /// Decisions to the end; nothing where only the result was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u32>,
    /// Connect-4's own score.
    #[serde(skip_serializing_if = "Option::is_none")]
    stones: Option<StoneScore>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<Box<Self>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_most: Option<Box<Self>>,
}

impl ScoreJson {
    /// Bounds that a player reports of a move.
    pub(crate) fn between(bounds: [Score; 2]) -> Self {
        Self::bounds(bounds.map(|score| Self::proved(score, None, None)))
    }

    /// The score that a solver found, as far as `goal` asks for it.
    pub(crate) fn of_proved(proved: &Proved, goal: Goal) -> Self {
        let [least, most] = match proved.stones {
            Some(stones) => [Some(stones.at_least), Some(stones.at_most)],
            None => [None, None],
        };
        let empty = proved.stones.map(|stones| stones.empty);
        let found = if proved.reaches(goal) { proved.decided().or(proved.exact()) } else { None };
        match (goal, found) {
            (Goal::Exact, Some(score)) => Self::proved(score, least, empty),
            (Goal::Weak, Some(score)) => Self { plies: None, ..Self::proved(score, None, None) },
            (_, None) => Self::bounds([
                Self::proved(proved.at_least, least, empty),
                Self::proved(proved.at_most, most, empty),
            ]),
        }
    }

    fn bounds(bounds: [Self; 2]) -> Self {
        let [at_least, at_most] = bounds.map(|bound| Some(Box::new(bound)));
        Self { kind: "bounds", at_least, at_most, ..Self::default() }
    }

    /// A solver's score: an even one is a draw, which lasts until the board is full.
    fn proved(score: Score, stones: Option<StoneScore>, empty: Option<u32>) -> Self {
        let (kind, plies) = match score.kind() {
            ScoreKind::Win { plies } => ("win", Some(plies)),
            ScoreKind::Loss { plies } => ("loss", Some(plies)),
            ScoreKind::Heuristic { .. } => ("draw", empty),
        };
        Self { kind, plies, stones, ..Self::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_score_has_its_form() {
        let plain = |score: Score| serde_json::to_string(&score).unwrap();
        assert_eq!(plain(Score::heuristic(-7)), r#"{"kind":"heuristic","points":-7}"#);
        assert_eq!(plain(Score::win_at(1)), r#"{"kind":"win","plies":1}"#);
        assert_eq!(plain(Score::loss_at(4)), r#"{"kind":"loss","plies":4}"#);
        let stones = |least, most| Proved::of_stones([least, most].map(StoneScore::new), 42, 40, 0);
        let plies = |at_least, at_most| Proved { at_least, at_most, stones: None, nodes: 0 };
        let solved = |proved, goal| ScoreJson::of_proved(&proved, goal);
        for (score, expected) in [
            (solved(stones(1, 1), Goal::Exact), r#"{"kind":"win","plies":1,"stones":1}"#),
            (solved(stones(0, 0), Goal::Exact), r#"{"kind":"draw","plies":2,"stones":0}"#),
            (solved(stones(1, 1), Goal::Weak), r#"{"kind":"win"}"#),
            (
                solved(stones(-1, 0), Goal::Exact),
                r#"{"kind":"bounds","at_least":{"kind":"loss","plies":2,"stones":-1},"at_most":{"kind":"draw","plies":2,"stones":0}}"#,
            ),
            (solved(plies(Score::EVEN, Score::EVEN), Goal::Exact), r#"{"kind":"draw"}"#),
            (solved(plies(Score::loss_at(5), Score::loss_at(9)), Goal::Weak), r#"{"kind":"loss"}"#),
            (
                solved(plies(Score::win_at(9), Score::win_at(5)), Goal::Exact),
                r#"{"kind":"bounds","at_least":{"kind":"win","plies":9},"at_most":{"kind":"win","plies":5}}"#,
            ),
            (
                ScoreJson::between([Score::loss_at(7), Score::win_at(7)]),
                r#"{"kind":"bounds","at_least":{"kind":"loss","plies":7},"at_most":{"kind":"win","plies":7}}"#,
            ),
        ] {
            assert_eq!(serde_json::to_string(&score).unwrap(), expected);
        }
    }
}
