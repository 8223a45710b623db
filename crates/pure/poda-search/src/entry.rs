use poda_core::{Score, Window};

/// How a stored score stands to the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum ScoreBound {
    Exact,
    AtLeast,
    AtMost,
}

/// What the table knows of a position. It fits one word, so that it is read and written whole:
///
/// ```text
///   63          32 31      16 15       8 7       0
/// +---------------+----------+----------+---------+
/// |     score     |  depth   |  label   |  move   |
/// +---------------+----------+----------+---------+
///                              sssssobb    s: number of the search, o: rests on a heuristic value, b: bound
/// ```
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    score: Score,
    pub(crate) depth: u16,
    label: u8,
    /// The place of the best move in the order of the rules.
    pub(crate) best: u8,
}

/// Searches are numbered 1..=31; 0 marks an empty entry.
pub(crate) const SEARCHES: u8 = 31;

impl Entry {
    /// The entry of a finding at `ply`.
    #[inline]
    pub(crate) fn new(finding: Finding, ply: u32, search: u8) -> Self {
        let Finding { score, bound, depth, best, .. } = finding;
        Self {
            score: score.seen_from_node(ply),
            depth: depth.min(u32::from(u16::MAX)) as u16,
            label: search << 3 | u8::from(finding.is_heuristic()) << 2 | bound as u8,
            best,
        }
    }

    #[inline]
    pub(crate) fn to_word(self) -> u64 {
        u64::from(self.score.value() as u32) << 32
            | u64::from(self.depth) << 16
            | u64::from(self.label) << 8
            | u64::from(self.best)
    }

    #[inline]
    pub(crate) fn from_word(word: u64) -> Self {
        Self {
            score: Score::from_value((word >> 32) as u32 as i32),
            depth: (word >> 16) as u16,
            label: (word >> 8) as u8,
            best: word as u8,
        }
    }

    #[inline]
    pub(crate) fn search(self) -> u8 {
        self.label >> 3
    }

    /// Whether the score rests on a heuristic value. If not, it holds at any greater depth too.
    #[inline]
    pub(crate) fn is_heuristic(self) -> bool {
        self.label & 4 != 0
    }

    fn bound(self) -> ScoreBound {
        match self.label & 3 {
            0 => ScoreBound::Exact,
            1 => ScoreBound::AtLeast,
            _ => ScoreBound::AtMost,
        }
    }

    /// The score that this entry proves for a node at `ply` that has `depth` left, if it settles `window`.
    ///
    /// Only entries of the same depth count, so that the search's value is exactly plain minimax's. What a shallower
    /// search proved is the exception: a deeper one would prove it too. With `or_deeper`, deeper searches count as well.
    #[inline]
    pub(crate) fn settles(self, depth: u32, ply: u32, window: Window, or_deeper: bool) -> Option<Score> {
        let score = self.score.seen_from_root(ply);
        let same_depth = u32::from(self.depth) == depth || or_deeper && u32::from(self.depth) > depth;
        let proven = u32::from(self.depth) < depth && !self.is_heuristic();
        let answers = match self.bound() {
            ScoreBound::Exact => true,
            ScoreBound::AtLeast => score >= window.beta,
            ScoreBound::AtMost => score <= window.alpha,
        };
        (answers && (same_depth || proven)).then_some(score)
    }
}

/// What a search found out about a node, to be stored.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Finding {
    pub(crate) score: Score,
    pub(crate) bound: ScoreBound,
    pub(crate) depth: u32,
    /// Whether some branch below ended in a heuristic value.
    pub(crate) heuristic: bool,
    /// The place of the best move in the order of the rules.
    pub(crate) best: u8,
}

impl Finding {
    /// Whether the score rests on a heuristic value. A proven win does not, whatever the other moves are worth;
    /// nor does a certain loss.
    #[inline]
    pub(crate) fn is_heuristic(self) -> bool {
        let certain = match self.bound {
            ScoreBound::Exact => true,
            ScoreBound::AtLeast => self.score > Score::EVEN,
            ScoreBound::AtMost => self.score < Score::EVEN,
        };
        self.heuristic && !(certain && self.score.is_proven())
    }
}
