use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use poda_connect::{BombRules, BombState};
use poda_core::{Side, mix};
use poda_memory::Memory;

/// A number of actions that no question reaches. "Wins within so many" means not proved, "holds for so many" means for
/// ever.
pub(super) const NEVER: u8 = u8::MAX;

/// What is proved about one attacker: it wins within `wins` actions, and not within `holds`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct WinSpan {
    pub(super) wins: u8,
    pub(super) holds: u8,
}

impl WinSpan {
    /// Nothing is proved.
    pub(super) const OPEN: Self = Self { wins: NEVER, holds: 0 };

    /// The same with one thing more.
    #[inline]
    pub(super) fn with(self, answer: WinAnswer) -> Self {
        match answer {
            WinAnswer::Wins(actions) => Self { wins: self.wins.min(actions), ..self },
            WinAnswer::Holds(actions) => Self { holds: self.holds.max(actions), ..self },
        }
    }

    /// Whether the attacker wins within so many actions, if that is known.
    #[inline]
    pub(super) fn answer(self, within: u8) -> Option<WinAnswer> {
        if self.wins <= within {
            Some(WinAnswer::Wins(self.wins))
        } else if self.holds >= within {
            Some(WinAnswer::Holds(self.holds))
        } else {
            None
        }
    }
}

/// The answer to "does the attacker win within so many actions?", which may say more than was asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum WinAnswer {
    /// Yes, and within that many.
    Wins(u8),
    /// No, and not within that many either.
    Holds(u8),
}

/// A position as the table knows it: all of it, so that two positions are never taken for one. A position and its mirror
/// image are the same.
///
/// ```text
/// stones   63   60 59    56 55 ............................. 0
///          |   0   |  phase |  all stones + those of player 1  |     a byte a column: the sum tells every filling apart
/// bombs    11 ... 6 5 ... 0        where the bombs of player 2 and 1 are, 63 for none
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Key {
    stones: u64,
    bombs: u16,
    is_mirrored: bool,
}

impl Key {
    #[inline]
    pub(super) fn of<R: BombRules>(state: &BombState) -> Self {
        let board = state.board();
        let stones = board.all() + board.stones(Side::First);
        let bombs = board.bombs();
        let (there, bombs_there) = (mirrored(stones), mirrored(bombs));
        let is_mirrored = (there, bombs_there) < (stones, bombs);
        let (stones, bombs) = if is_mirrored { (there, bombs_there) } else { (stones, bombs) };
        let firsts = board.bomb(Side::First);
        let firsts = if is_mirrored { mirrored(firsts) } else { firsts };
        let named = |bomb: u64| if bomb == 0 { 63 } else { bomb.trailing_zeros() as u16 };
        Self {
            stones: stones | u64::from(state.actions() % R::CYCLE) << 56,
            bombs: named(firsts) | named(bombs & !firsts) << 6,
            is_mirrored,
        }
    }

    /// A column as the other image sees it, if that is the one in the table.
    #[inline]
    fn column(self, column: u8) -> u8 {
        if self.is_mirrored && column < 7 { 6 - column } else { column }
    }
}

/// The board seen in a mirror: its seven bytes in reverse order.
#[inline]
const fn mirrored(cells: u64) -> u64 {
    (cells << 8).swap_bytes()
}

/// One position.
///
/// ```text
/// first word    the stones of its key
/// second word   63 .. 54 53 .. 48 47 .. 44 43 ................. 12 11 ... 0
///               |   0   |  work  |  best  | spans, for each attacker |  bombs  |
/// ```
///
/// All zeros is no position: in every one the bombs are in two places, or there are fewer than two.
#[derive(Clone, Copy, Debug)]
struct WinEntry {
    bombs: u16,
    /// For each attacker.
    spans: [WinSpan; 2],
    /// The move that answered the last question, whoever attacked, as a slot of the game; 8 for none.
    best: u8,
    /// The logarithm of the nodes it took.
    work: u8,
}

impl WinEntry {
    #[inline]
    fn of(word: u64) -> Self {
        let byte = |shift: u32| (word >> shift) as u8;
        // Nothing is proved where the bits are zero.
        let span = |shift: u32| WinSpan { wins: !byte(shift), holds: byte(shift + 8) };
        Self {
            bombs: (word & BOMBS) as u16,
            spans: [span(12), span(28)],
            best: 8 - (byte(44) & 15),
            work: byte(48) & 63,
        }
    }

    #[inline]
    fn word(self) -> u64 {
        let span = |span: WinSpan| u64::from(!span.wins) | u64::from(span.holds) << 8;
        u64::from(self.bombs)
            | span(self.spans[0]) << 12
            | span(self.spans[1]) << 28
            | u64::from(8 - self.best) << 44
            | u64::from(self.work) << 48
    }
}

const BOMBS: u64 = 0xFFF;

/// The entries of a bucket, which is a line of the cache.
const WAYS: usize = 4;

/// The words of a bucket.
const WORDS: usize = 2 * WAYS;

/// What is proved about the positions met so far.
#[derive(Debug)]
pub(super) struct WinTable {
    words: Memory,
}

impl WinTable {
    /// A table of that size, rounded down to a power of two. `None` if there is not that much memory.
    pub(super) fn new(megabytes: usize) -> Option<Self> {
        let wanted = megabytes.max(1).checked_mul(1 << 20)? / size_of::<u64>();
        Memory::zeroed(1 << wanted.ilog2()).map(|words| Self { words })
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.words.iter().for_each(|word| word.store(0, Relaxed));
    }

    /// Where a key's bucket begins.
    #[inline]
    fn start(&self, key: Key) -> usize {
        let hash = mix(key.stones ^ mix(u64::from(key.bombs))) as usize;
        hash.wrapping_mul(WORDS) & (self.words.len() - 1)
    }

    /// The words of a key's bucket.
    #[inline]
    fn bucket(&self, key: Key) -> &[AtomicU64] {
        let start = self.start(key);
        &self.words[start..start + WORDS]
    }

    /// Asks for a bucket before it is needed.
    #[inline]
    pub(super) fn prefetch(&self, key: Key) {
        self.words.prefetch(self.start(key));
    }

    /// The place of a position in its bucket.
    #[inline]
    fn find(bucket: &[AtomicU64], key: Key) -> Option<usize> {
        (0..WAYS).find(|way| {
            bucket[2 * way].load(Relaxed) == key.stones
                && bucket[2 * way + 1].load(Relaxed) & BOMBS == u64::from(key.bombs)
        })
    }

    /// What is proved about an attacker in a position, and the slot of the move that proved the last thing.
    #[inline]
    pub(super) fn get(&self, key: Key, attacker: Side) -> (WinSpan, Option<u8>) {
        let bucket = self.bucket(key);
        let Some(way) = Self::find(bucket, key) else { return (WinSpan::OPEN, None) };
        let entry = WinEntry::of(bucket[2 * way + 1].load(Relaxed));
        (entry.spans[attacker.index()], (entry.best < 8).then(|| key.column(entry.best)))
    }

    /// Adds to what is proved. What took the least work makes room.
    #[inline]
    pub(super) fn add(&mut self, key: Key, attacker: Side, found: WinAnswer, best: Option<u8>, work: u8) {
        let bucket = self.bucket(key);
        let (way, mut entry) = if let Some(way) = Self::find(bucket, key) {
            (way, WinEntry::of(bucket[2 * way + 1].load(Relaxed)))
        } else {
            let work = |way: &usize| bucket[2 * way + 1].load(Relaxed) >> 48;
            let way = (0..WAYS).min_by_key(work).unwrap_or(0);
            (way, WinEntry { bombs: key.bombs, ..WinEntry::of(0) })
        };
        let span = &mut entry.spans[attacker.index()];
        *span = span.with(found);
        entry.work = entry.work.max(work);
        if let Some(best) = best {
            entry.best = key.column(best);
        }
        bucket[2 * way].store(key.stones, Relaxed);
        bucket[2 * way + 1].store(entry.word(), Relaxed);
    }
}
