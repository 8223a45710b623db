use poda_core::{Goal, Proved, Score, StoneScore};
use serde::Serialize;

/// A score, for the side that the form around it names.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(crate) enum ScoreJson {
    /// An evaluator's points; 0 from a search may also be a draw.
    Heuristic { points: i32 },
    /// A proven win.
    Win(ProvenJson),
    /// A proven loss.
    Loss(ProvenJson),
    /// A proven draw.
    Draw(ProvenJson),
    /// What a solver knows before it is done.
    Bounds { at_least: Box<Self>, at_most: Box<Self> },
}

/// How far away a proven end is.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub(crate) struct ProvenJson {
    /// Decisions until then; nothing where only the result was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    plies: Option<u32>,
    /// Connect-4's own score.
    #[serde(skip_serializing_if = "Option::is_none")]
    stones: Option<i32>,
}

impl From<Score> for ScoreJson {
    fn from(score: Score) -> Self {
        let proven = |plies| ProvenJson { plies: Some(plies), stones: None };
        match (score.win_distance(), score.loss_distance()) {
            (Some(plies), _) => Self::Win(proven(plies)),
            (_, Some(plies)) => Self::Loss(proven(plies)),
            _ => Self::Heuristic { points: score.value() },
        }
    }
}

impl ScoreJson {
    /// Bounds that a player reports of a move.
    pub(crate) fn between([at_least, at_most]: [Score; 2]) -> Self {
        let bound = |score| Box::new(Self::proved(score, None, None));
        Self::Bounds { at_least: bound(at_least), at_most: bound(at_most) }
    }

    /// What a solver found.
    pub(crate) fn of_proved(proved: &Proved, goal: Goal) -> Self {
        let [least, most] = match proved.stones {
            Some(stones) => [Some(stones.at_least), Some(stones.at_most)],
            None => [None, None],
        };
        let empty = proved.stones.map(|stones| stones.empty);
        let found = if proved.reaches(goal) { proved.decided().or(proved.exact()) } else { None };
        match (goal, found) {
            (Goal::Exact, Some(score)) => Self::proved(score, least, empty),
            (Goal::Weak, Some(score)) => Self::proved(score, None, None).without_distance(),
            (_, None) => Self::Bounds {
                at_least: Box::new(Self::proved(proved.at_least, least, empty)),
                at_most: Box::new(Self::proved(proved.at_most, most, empty)),
            },
        }
    }

    /// A solver's score: an even one is a draw.
    fn proved(score: Score, stones: Option<StoneScore>, empty: Option<u32>) -> Self {
        let stones = stones.map(StoneScore::number);
        let proven = |plies| ProvenJson { plies, stones };
        match (score.win_distance(), score.loss_distance()) {
            (Some(plies), _) => Self::Win(proven(Some(plies))),
            (_, Some(plies)) => Self::Loss(proven(Some(plies))),
            _ => Self::Draw(proven(empty)),
        }
    }

    fn without_distance(self) -> Self {
        let nothing = ProvenJson { plies: None, stones: None };
        match self {
            Self::Win(_) => Self::Win(nothing),
            Self::Loss(_) => Self::Loss(nothing),
            Self::Draw(_) => Self::Draw(nothing),
            other => other,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_score_has_its_form() {
        let stones = |least, most| Proved::of_stones([least, most].map(StoneScore::new), 42, 40, 0);
        let plies = |at_least, at_most| Proved { at_least, at_most, stones: None, nodes: 0 };
        let solved = |proved, goal| ScoreJson::of_proved(&proved, goal);
        for (score, expected) in [
            (Score::heuristic(-7).into(), r#"{"kind":"heuristic","points":-7}"#),
            (Score::win_at(1).into(), r#"{"kind":"win","plies":1}"#),
            (Score::loss_at(4).into(), r#"{"kind":"loss","plies":4}"#),
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
