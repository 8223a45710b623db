use crate::{Proved, Score, Side, StoneBounds};

/// Whether a move kept the turn (BOOM's first half, a six in Parchís) or passed it on.
///
/// This file is the only place in the workspace where a score is negated or a window turned round. "Always negate"
/// is wrong in games whose players move twice; so is swapping the window without the sign.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Turn {
    /// The same side decides again.
    Kept,
    /// The other side decides.
    Passed,
}

impl Turn {
    /// The turn between a state in which `parent` decides and its child in which `child` does.
    #[inline]
    pub fn between(parent: Side, child: Side) -> Self {
        if parent == child { Self::Kept } else { Self::Passed }
    }

    /// A child's score as its parent sees it.
    #[inline]
    pub fn to_parent(self, child: Score) -> Score {
        match self {
            Self::Kept => child,
            Self::Passed => child.negated(),
        }
    }

    /// What is proved about a child, as its parent sees it: one ply earlier, and by the side that decides there.
    pub fn proved_to_parent(self, child: Proved) -> Proved {
        let seen = |score: Score| self.to_parent(score).seen_from_root(1);
        let (at_least, at_most, stones) = match self {
            Self::Kept => (child.at_least, child.at_most, child.stones),
            Self::Passed => (
                child.at_most,
                child.at_least,
                child.stones.map(|bounds| StoneBounds {
                    at_least: bounds.at_most.negated(),
                    at_most: bounds.at_least.negated(),
                    ..bounds
                }),
            ),
        };
        let stones = stones.map(|bounds| StoneBounds { empty: bounds.empty + 1, ..bounds });
        Proved { at_least: seen(at_least), at_most: seen(at_most), stones, nodes: child.nodes }
    }
}

/// The scores a search still cares about, for the side to move: those above `alpha` and below `beta`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Window {
    /// What the side to move is already sure of.
    pub alpha: Score,
    /// What the opponent will not allow.
    pub beta: Score,
}

impl Window {
    /// Every score is of interest.
    pub const FULL: Self = Self { alpha: Score::LOWEST, beta: Score::HIGHEST };

    /// Only the question "more than `alpha`?" is of interest.
    #[inline]
    pub const fn null_above(alpha: Score) -> Self {
        Self { alpha, beta: alpha.next() }
    }

    /// The window for a value that will be raised by so many points before it is compared with this one.
    #[inline]
    pub const fn lowered(self, by: i32) -> Self {
        Self { alpha: self.alpha.raised(-by), beta: self.beta.raised(-by) }
    }

    /// The same window as a child sees it. Bounds and signs change hands together, or not at all.
    #[inline]
    pub fn to_child(self, turn: Turn) -> Self {
        match turn {
            Turn::Kept => self,
            Turn::Passed => Self { alpha: self.beta.negated(), beta: self.alpha.negated() },
        }
    }

    /// Whether no score is left between the bounds.
    #[inline]
    pub fn is_closed(self) -> bool {
        self.alpha >= self.beta
    }

    /// Whether the score lies strictly inside.
    #[inline]
    pub fn contains(self, score: Score) -> bool {
        self.alpha < score && score < self.beta
    }
}
