use std::{fmt, str::FromStr};

use thiserror::Error;

use crate::{Language, Score, Translate, text};

/// How much a solver is to find out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Goal {
    /// The score: who wins, and when.
    #[default]
    Exact,
    /// Only who wins.
    Weak,
}

/// The score of a position as solvers of games that fill a board count it: `+k` if the side to move wins with its k-th
/// stone from the end of a full board, `-k` if it loses so, 0 for a draw. It does not depend on the stones played so far,
/// which is why tables and books keep it.
///
/// ```text
/// stones on the board after the winning move   ... 38 39 40 41 42      of 42
/// the winner's score                           ...  3  2  2  1  1
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct StoneScore(i32);

impl StoneScore {
    /// A draw.
    pub const DRAW: Self = Self(0);

    /// The score with that number.
    pub const fn new(number: i32) -> Self {
        Self(number)
    }

    /// The number.
    pub const fn number(self) -> i32 {
        self.0
    }

    /// 1 for a win, 0 for a draw, -1 for a loss.
    pub const fn signum(self) -> Self {
        Self(self.0.signum())
    }

    /// The same for the opponent. Only `Turn` may ask for it.
    pub(crate) const fn negated(self) -> Self {
        Self(-self.0)
    }

    /// Plies until the game ends if both sides play perfectly from a position with this score and `stones` stones on
    /// `cells` cells: the winner hurries, the loser delays, and a draw fills the board.
    ///
    /// ```
    /// # use poda_core::StoneScore;
    /// assert_eq!(StoneScore::new(1).remoteness(42, 0), 41);
    /// assert_eq!(StoneScore::DRAW.remoteness(42, 40), 2);
    /// ```
    pub const fn remoteness(self, cells: u32, stones: u32) -> u32 {
        if self.0 == 0 {
            return cells - stones;
        }
        // The side to move puts the stones `stones + 1`, `+ 3` ..., the other one `+ 2`, `+ 4` ...; of the two last
        // stones that have the same score one is the winner's.
        let last = (cells + 2).saturating_sub(2 * self.0.unsigned_abs());
        let own_parity = (stones + 1) % 2;
        let winner_parity = if self.0 > 0 { own_parity } else { 1 - own_parity };
        let last = if last % 2 == winner_parity { last } else { last.saturating_sub(1) };
        last.saturating_sub(stones)
    }

    /// The same as a [`Score`] of a position with `stones` stones on `cells` cells.
    pub const fn to_score(self, cells: u32, stones: u32) -> Score {
        match self.0 {
            0 => Score::EVEN,
            1.. => Score::win_at(self.remoteness(cells, stones)),
            _ => Score::loss_at(self.remoteness(cells, stones)),
        }
    }
}

impl fmt::Display for StoneScore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Why a text is not a score.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", self.text(Language::English))]
pub enum ScoreTextError {
    /// Not a stone score.
    Stones {
        /// What was given.
        text: String,
    },
    /// Not a proven result.
    Result {
        /// What was given.
        text: String,
    },
}

impl Translate for ScoreTextError {
    fn text(&self, language: Language) -> String {
        match self {
            Self::Stones { text } => text!(
                language,
                "{text:?} is not a score such as \"3\", \"0\" or \"-2\"",
                "{text:?} no es una puntuación como \"3\", \"0\" o \"-2\"",
                text,
            ),
            Self::Result { text } => text!(
                language,
                "{text:?} is not a score such as \"win 5\", \"loss 12\" or \"draw\"",
                "{text:?} no es una puntuación como \"win 5\", \"loss 12\" o \"draw\"",
                text,
            ),
        }
    }
}

impl FromStr for StoneScore {
    type Err = ScoreTextError;

    fn from_str(text: &str) -> Result<Self, ScoreTextError> {
        text.parse().map(Self).map_err(|_| ScoreTextError::Stones { text: text.to_owned() })
    }
}

/// Bounds on a [`StoneScore`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct StoneBounds {
    /// The stone score is at least this.
    pub at_least: StoneScore,
    /// The stone score is at most this.
    pub at_most: StoneScore,
    /// Cells still empty: how long a draw lasts.
    pub empty: u32,
}

impl StoneBounds {
    /// The stone score, if it is known.
    pub fn exact(self) -> Option<StoneScore> {
        (self.at_least == self.at_most).then_some(self.at_least)
    }
}

/// What a solver has proved about a position, for its side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Proved {
    /// The score is at least this.
    pub at_least: Score,
    /// The score is at most this.
    pub at_most: Score,
    /// The same as stone scores, from solvers of games that fill a board.
    pub stones: Option<StoneBounds>,
    /// Positions entered.
    pub nodes: u64,
}

impl Proved {
    /// Bounds on the stone score of a position with `stones` stones on `cells` cells, and the scores that they mean.
    pub fn of_stones([at_least, at_most]: [StoneScore; 2], cells: u32, stones: u32, nodes: u64) -> Self {
        Self {
            at_least: at_least.to_score(cells, stones),
            at_most: at_most.to_score(cells, stones),
            stones: Some(StoneBounds { at_least, at_most, empty: cells - stones }),
            nodes,
        }
    }

    /// The score, if it is known.
    pub fn exact(&self) -> Option<Score> {
        (self.at_least == self.at_most).then_some(self.at_least)
    }

    /// A score that is known to be a win or a loss: the worst one it can be. `None` while it may be a draw, or either.
    pub fn decided(&self) -> Option<Score> {
        if self.at_least.win_distance().is_some() {
            Some(self.at_least)
        } else {
            self.at_most.loss_distance().map(|_| self.at_most)
        }
    }

    /// Whether this is all that was asked for.
    pub fn reaches(&self, goal: Goal) -> bool {
        match goal {
            Goal::Exact => self.exact().is_some(),
            Goal::Weak => self.decided().is_some() || self.exact().is_some(),
        }
    }

    /// Plies until the game ends under perfect play, if that is known.
    pub fn remoteness(&self) -> Option<u32> {
        let score = self.exact()?;
        let empty = self.stones.map(|stones| stones.empty);
        score.win_distance().or(score.loss_distance()).or(empty)
    }

    /// The best of several moves is at least as good as each, and at most as good as the best can be. Nothing at all is a
    /// full board: a draw.
    pub fn best_of<'a>(moves: impl IntoIterator<Item = &'a Self>) -> Self {
        let better = |one: StoneBounds, other: StoneBounds| StoneBounds {
            at_least: one.at_least.max(other.at_least),
            at_most: one.at_most.max(other.at_most),
            ..one
        };
        let best = moves.into_iter().copied().reduce(|one, other| Self {
            at_least: one.at_least.max(other.at_least),
            at_most: one.at_most.max(other.at_most),
            stones: one.stones.zip(other.stones).map(|(one, other)| better(one, other)),
            nodes: one.nodes + other.nodes,
        });
        best.unwrap_or_else(|| Self::of_stones([StoneScore::DRAW; 2], 0, 0, 0))
    }

    /// Whether a score that somebody wrote down is the one that was found. Where it was not found, any score is believed.
    ///
    /// # Errors
    /// If the text is no score of this game.
    pub fn confirms(&self, goal: Goal, text: &str) -> Result<bool, ScoreTextError> {
        if let Some(bounds) = self.stones {
            let expected: StoneScore = text.parse()?;
            return Ok(match (goal, bounds.exact()) {
                (Goal::Exact, found) => found.is_none_or(|found| found == expected),
                (Goal::Weak, _) => {
                    (bounds.at_least.signum()..=bounds.at_most.signum()).contains(&expected.signum())
                }
            });
        }
        let expected: Score = text.parse()?;
        let sign = |score: Score| score.value().signum();
        Ok(match goal {
            Goal::Exact => self.exact().is_none_or(|found| found == expected),
            Goal::Weak => (sign(self.at_least)..=sign(self.at_most)).contains(&sign(expected)),
        })
    }

    /// In words: `-2` or `-3..1` in stones; `win 25`, `draw`, `loss 20..24`, `no win within 24` in plies. For
    /// [`Goal::Weak`] only who wins: `1`, `win`.
    pub fn text(&self, goal: Goal) -> String {
        match self.stones {
            Some(bounds) => stones_text(bounds, goal),
            None => self.result_text(goal),
        }
    }

    fn result_text(&self, goal: Goal) -> String {
        let result = |word: &str, soonest: Option<u32>, latest: u32| match (goal, self.exact()) {
            (Goal::Weak, _) => word.to_owned(),
            (Goal::Exact, Some(score)) => score.to_string(),
            (Goal::Exact, None) => format!("{word} {}..{latest}", soonest.unwrap_or_default()),
        };
        match (self.at_least.win_distance(), self.at_most.loss_distance()) {
            (Some(latest), _) => result("win", self.at_most.win_distance(), latest),
            (_, Some(latest)) => result("loss", self.at_least.loss_distance(), latest),
            (None, None) if self.exact().is_some() => "draw".into(),
            (None, None) => {
                // Neither side wins before the sooner of the two bounds.
                let bounds = [self.at_least.loss_distance(), self.at_most.win_distance()];
                let soonest = bounds.into_iter().flatten().min().unwrap_or_default();
                format!("no win within {}", soonest.saturating_sub(1))
            }
        }
    }
}

fn stones_text(bounds: StoneBounds, goal: Goal) -> String {
    let bound = |score: StoneScore| if goal == Goal::Weak { score.signum() } else { score };
    let (at_least, at_most) = (bound(bounds.at_least), bound(bounds.at_most));
    if at_least == at_most { at_least.to_string() } else { format!("{at_least}..{at_most}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Turn;

    /// A win with the stone that makes `last` on a board of `cells`.
    fn win_with(cells: u32, last: u32) -> i32 {
        (cells + 2 - last) as i32 / 2
    }

    #[test]
    fn remoteness_is_the_reverse_of_the_stone_score() {
        for cells in [9, 42, 49] {
            for stones in 0..cells {
                assert_eq!(StoneScore::DRAW.remoteness(cells, stones), cells - stones);
                for last in stones + 1..=cells {
                    let win = StoneScore::new(win_with(cells, last));
                    let score = if (last - stones) % 2 == 1 { win } else { win.negated() };
                    assert_eq!(score.remoteness(cells, stones), last - stones, "{cells} {stones} {last}");
                }
            }
        }
    }

    #[test]
    fn what_is_proved_reads_well() {
        let stones = |least, most| Proved::of_stones([least, most].map(StoneScore::new), 42, 0, 0);
        for (proved, exact, weak) in [
            (stones(1, 1), "1", "1"),
            (stones(-3, 1), "-3..1", "-1..1"),
            (stones(2, 5), "2..5", "1"),
            (stones(0, 0), "0", "0"),
        ] {
            assert_eq!((proved.text(Goal::Exact).as_str(), proved.text(Goal::Weak).as_str()), (exact, weak));
        }
        let plies = |at_least, at_most| Proved { at_least, at_most, stones: None, nodes: 0 };
        for (proved, exact, weak) in [
            (plies(Score::win_at(5), Score::win_at(5)), "win 5", "win"),
            (plies(Score::win_at(9), Score::win_at(5)), "win 5..9", "win"),
            (plies(Score::loss_at(5), Score::loss_at(9)), "loss 5..9", "loss"),
            (plies(Score::EVEN, Score::EVEN), "draw", "draw"),
            (plies(Score::loss_at(24), Score::win_at(25)), "no win within 23", "no win within 23"),
        ] {
            assert_eq!((proved.text(Goal::Exact).as_str(), proved.text(Goal::Weak).as_str()), (exact, weak));
        }
    }

    #[test]
    fn a_win_of_unknown_length_is_decided_but_not_exact() {
        let proved = Proved { at_least: Score::win_at(9), at_most: Score::win_at(5), stones: None, nodes: 0 };
        assert_eq!((proved.exact(), proved.decided()), (None, Some(Score::win_at(9))));
        assert!(proved.reaches(Goal::Weak) && !proved.reaches(Goal::Exact));
        let lost = Turn::Passed.proved_to_parent(proved);
        assert_eq!((lost.at_least, lost.at_most), (Score::loss_at(6), Score::loss_at(10)));
    }

    #[test]
    fn written_scores_are_compared_as_far_as_asked() {
        let found = Proved::of_stones([StoneScore::new(2); 2], 42, 0, 0);
        for (goal, text, agrees) in [
            (Goal::Exact, "2", true),
            (Goal::Exact, "3", false),
            (Goal::Weak, "3", true),
            (Goal::Weak, "-3", false),
        ] {
            assert_eq!(found.confirms(goal, text), Ok(agrees), "{text}");
        }
        assert!(found.confirms(Goal::Exact, "win 5").is_err());
        let found = Proved { at_least: Score::win_at(5), at_most: Score::win_at(5), stones: None, nodes: 0 };
        assert_eq!(found.confirms(Goal::Exact, "win 5"), Ok(true));
        assert_eq!(found.confirms(Goal::Exact, "win 7"), Ok(false));
        assert_eq!(found.confirms(Goal::Weak, "win"), Ok(true));
        assert!(found.confirms(Goal::Exact, "5").is_err());
    }
}
