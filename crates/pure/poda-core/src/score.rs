use std::{fmt, str::FromStr};

use crate::{Language, Outcome, ScoreTextError, Side, Translate, text};

/// A value for some side; [`Turn::to_parent`](crate::Turn::to_parent) gives it as the opponent sees it.
///
/// ```text
///  -WIN        -PROVEN           0            PROVEN        WIN
///   |  losses    |       heuristic values        |   wins    |
///   lost at      |                               |   won at
///   ply 0        loss far away       win far away            ply 0
/// ```
///
/// Wins that come sooner score higher, losses that come later do too, so that a search prefers the shorter win and
/// the longer loss without knowing it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(into = "ScoreKind", from = "ScoreKind")
)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(value_type = ScoreKind))]
pub struct Score(i32);

/// The parts of a score, which is the form in which it is shown and sent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(tag = "kind", rename_all = "lowercase")
)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum ScoreKind {
    /// An evaluator's value; 0 from a search may also be a draw.
    Heuristic {
        /// In points of the evaluator.
        points: i32,
    },
    /// A proven win.
    Win {
        /// Decisions until then.
        plies: u32,
    },
    /// A proven loss.
    Loss {
        /// Decisions until then.
        plies: u32,
    },
}

const WIN: i32 = 1_000_000_000;
/// The longest game whose end a score can tell from a heuristic value.
const LONGEST: u32 = 1_000_000;
const PROVEN: i32 = WIN - LONGEST as i32;

impl Score {
    /// Neither side is ahead.
    pub const EVEN: Self = Self(0);
    /// Below every reachable score: the lower end of a full window.
    pub const LOWEST: Self = Self(-WIN - 1);
    /// Above every reachable score: the upper end of a full window.
    pub const HIGHEST: Self = Self(WIN + 1);

    /// The proven win that lies furthest away.
    pub const LEAST_WIN: Self = Self(PROVEN);

    /// A heuristic value, clamped so that it can never be taken for a proven result.
    #[inline]
    pub const fn heuristic(value: i32) -> Self {
        const LIMIT: i32 = PROVEN - 1;
        Self(if value > LIMIT {
            LIMIT
        } else if value < -LIMIT {
            -LIMIT
        } else {
            value
        })
    }

    /// A win `ply` decisions from the root.
    #[inline]
    pub const fn win_at(ply: u32) -> Self {
        Self(WIN - if ply > LONGEST { LONGEST } else { ply } as i32)
    }

    /// A loss `ply` decisions from the root.
    #[inline]
    pub const fn loss_at(ply: u32) -> Self {
        Self(-Self::win_at(ply).0)
    }

    /// What an outcome that stands `ply` decisions from the root is worth to `side`.
    #[inline]
    pub fn of_outcome(outcome: Outcome, side: Side, ply: u32) -> Self {
        match outcome {
            Outcome::Draw => Self::EVEN,
            Outcome::Win(winner) if winner == side => Self::win_at(ply),
            Outcome::Win(_) => Self::loss_at(ply),
        }
    }

    /// Whether this is a proven win or loss rather than a heuristic value. (A proven draw looks like an even heuristic value.)
    #[inline]
    pub const fn is_proven(self) -> bool {
        self.0 >= PROVEN || self.0 <= -PROVEN
    }

    /// Decisions from the root to the proven win, if it is one.
    pub const fn win_distance(self) -> Option<u32> {
        if self.0 >= PROVEN && self.0 <= WIN { Some((WIN - self.0) as u32) } else { None }
    }

    /// Decisions from the root to the proven loss, if it is one.
    pub const fn loss_distance(self) -> Option<u32> {
        Self(-self.0).win_distance()
    }

    /// The same for the opponent. Only `Turn` and `Window` may ask for it: elsewhere a score is seen from the other side
    /// through [`Turn::to_parent`](crate::Turn::to_parent), which knows whether the turn has passed.
    #[inline]
    pub(crate) const fn negated(self) -> Self {
        Self(-self.0)
    }

    /// The bare number.
    #[inline]
    pub const fn value(self) -> i32 {
        self.0
    }

    /// The smallest score above this one: the upper end of a null window.
    #[inline]
    pub const fn next(self) -> Self {
        Self(self.0 + 1)
    }

    /// A score found at `ply`, as a table keeps it: proven ends counted from the node instead of from the root.
    #[inline]
    pub const fn seen_from_node(self, ply: u32) -> Self {
        self.shifted(ply as i32)
    }

    /// The reverse of [`Score::seen_from_node`].
    #[inline]
    pub const fn seen_from_root(self, ply: u32) -> Self {
        self.shifted(-(ply as i32))
    }

    const fn shifted(self, by: i32) -> Self {
        if self.0 >= PROVEN {
            Self(self.0 + by)
        } else if self.0 <= -PROVEN {
            Self(self.0 - by)
        } else {
            self
        }
    }

    /// The same heuristic value, `by` points better. What is proved stays as it is.
    #[inline]
    pub const fn raised(self, by: i32) -> Self {
        if self.is_proven() || by == 0 { self } else { Self::heuristic(self.0 + by) }
    }

    /// The parts of the score.
    pub const fn kind(self) -> ScoreKind {
        match (self.win_distance(), self.loss_distance()) {
            (Some(plies), _) => ScoreKind::Win { plies },
            (_, Some(plies)) => ScoreKind::Loss { plies },
            _ => ScoreKind::Heuristic { points: self.0 },
        }
    }

    /// A score from the number that [`Score::value`] gave.
    #[inline]
    pub const fn from_value(value: i32) -> Self {
        Self(value)
    }
}

impl From<Score> for ScoreKind {
    fn from(score: Score) -> Self {
        score.kind()
    }
}

impl From<ScoreKind> for Score {
    fn from(kind: ScoreKind) -> Self {
        match kind {
            ScoreKind::Heuristic { points } => Self::heuristic(points),
            ScoreKind::Win { plies } => Self::win_at(plies),
            ScoreKind::Loss { plies } => Self::loss_at(plies),
        }
    }
}

/// `win 5`, `loss 12`, or the signed number.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind() {
            ScoreKind::Win { plies } => f.pad(&format!("win {plies}")),
            ScoreKind::Loss { plies } => f.pad(&format!("loss {plies}")),
            ScoreKind::Heuristic { points: 0 } => f.pad("0"),
            ScoreKind::Heuristic { points } => f.pad(&format!("{points:+}")),
        }
    }
}

/// For people. `Display` is the form that is read back.
impl Translate for Score {
    fn text(&self, language: Language) -> String {
        match self.kind() {
            ScoreKind::Win { plies } => text!(language, "win {plies}", "victoria en {plies}", plies),
            ScoreKind::Loss { plies } => text!(language, "loss {plies}", "derrota en {plies}", plies),
            ScoreKind::Heuristic { .. } => self.to_string(),
        }
    }
}

/// Proven results as they are displayed: `win 5`, `loss 12`, `draw`; `win` and `loss` alone are those furthest away.
impl FromStr for Score {
    type Err = ScoreTextError;

    fn from_str(text: &str) -> Result<Self, ScoreTextError> {
        match text.split_once(' ').map(|(word, plies)| (word, plies.parse())) {
            Some(("win", Ok(plies))) => Ok(Self::win_at(plies)),
            Some(("loss", Ok(plies))) => Ok(Self::loss_at(plies)),
            None if text == "win" => Ok(Self::win_at(LONGEST)),
            None if text == "loss" => Ok(Self::loss_at(LONGEST)),
            None if text == "draw" => Ok(Self::EVEN),
            _ => Err(ScoreTextError::Result { text: text.to_owned() }),
        }
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Score({self})")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sooner_wins_and_later_losses_are_better() {
        assert!(Score::win_at(3) > Score::win_at(5));
        assert!(Score::loss_at(5) > Score::loss_at(3));
        assert!(Score::heuristic(i32::MAX) < Score::win_at(LONGEST));
        assert!(Score::heuristic(i32::MIN) > Score::loss_at(LONGEST));
        assert!(!Score::heuristic(i32::MAX).is_proven());
        assert!(Score::LOWEST < Score::loss_at(0) && Score::win_at(0) < Score::HIGHEST);
    }

    #[test]
    fn distances_are_counted_from_where_they_are_asked() {
        let seen_at_root = Score::win_at(7);
        assert_eq!(seen_at_root.seen_from_node(3), Score::win_at(4));
        assert_eq!(Score::loss_at(7).seen_from_node(3), Score::loss_at(4));
        assert_eq!(Score::win_at(4).seen_from_root(3), seen_at_root);
        assert_eq!(Score::heuristic(12).seen_from_node(3), Score::heuristic(12));
        assert_eq!(Score::loss_at(9).loss_distance(), Some(9));
        assert_eq!(Score::loss_at(9).win_distance(), None);
    }

    #[test]
    fn scores_come_back_from_their_parts() {
        for score in
            [Score::EVEN, Score::heuristic(-7), Score::win_at(0), Score::win_at(LONGEST), Score::loss_at(4)]
        {
            assert_eq!(Score::from(score.kind()), score);
        }
        // A forged heuristic value proves nothing.
        assert!(!Score::from(ScoreKind::Heuristic { points: WIN }).is_proven());
    }

    #[test]
    fn reads_like_a_sentence() {
        assert_eq!(Score::win_at(5).to_string(), "win 5");
        assert_eq!(Score::loss_at(2).to_string(), "loss 2");
        assert_eq!(Score::heuristic(9).to_string(), "+9");
        assert_eq!(Score::EVEN.to_string(), "0");
    }
}
