use poda_connect::{BombRules, BombState};
use poda_core::{Side, mix};

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

/// One position. An empty entry has no phase that any game has.
#[derive(Clone, Copy, Debug)]
struct WinEntry {
    stones: u64,
    bombs: u16,
    /// For each attacker.
    spans: [WinSpan; 2],
    /// The move that answered the last question, as a slot of the game.
    best: u8,
    /// The logarithm of the nodes it took.
    work: u8,
}

const _: () = assert!(size_of::<WinEntry>() == 16);

impl WinEntry {
    const EMPTY: Self = Self { stones: u64::MAX, bombs: 0, spans: [WinSpan::OPEN; 2], best: 8, work: 0 };

    #[inline]
    fn is_of(&self, key: Key) -> bool {
        self.stones == key.stones && self.bombs == key.bombs
    }
}

/// What is proved about the positions met so far.
#[derive(Debug)]
pub(super) struct WinTable {
    buckets: Vec<[WinEntry; 2]>,
}

impl WinTable {
    /// A table of that size, rounded down to a power of two. `None` if there is not that much memory.
    pub(super) fn new(megabytes: usize) -> Option<Self> {
        let wanted = megabytes.max(1).checked_mul(1 << 20)? / size_of::<[WinEntry; 2]>();
        let count = 1 << wanted.ilog2();
        let mut buckets = Vec::new();
        buckets.try_reserve_exact(count).ok()?;
        buckets.resize(count, [WinEntry::EMPTY; 2]);
        Some(Self { buckets })
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        self.buckets.fill([WinEntry::EMPTY; 2]);
    }

    #[inline]
    fn index(&self, key: Key) -> usize {
        mix(key.stones ^ mix(u64::from(key.bombs))) as usize & (self.buckets.len() - 1)
    }

    /// What is proved about an attacker in a position, and the slot of the move that proved the last thing.
    #[inline]
    pub(super) fn get(&self, key: Key, attacker: Side) -> (WinSpan, Option<u8>) {
        let bucket = &self.buckets[self.index(key)];
        match bucket.iter().find(|entry| entry.is_of(key)) {
            None => (WinSpan::OPEN, None),
            Some(entry) => (entry.spans[attacker.index()], (entry.best < 8).then(|| key.column(entry.best))),
        }
    }

    /// Adds to what is proved. The first entry of a bucket is kept for what took the most work, the second takes
    /// whatever comes.
    #[inline]
    pub(super) fn add(&mut self, key: Key, attacker: Side, found: WinAnswer, best: Option<u8>, work: u8) {
        let index = self.index(key);
        let [first, second] = &mut self.buckets[index];
        let entry = if first.is_of(key) {
            first
        } else if second.is_of(key) {
            second
        } else {
            let place = if first.work <= work {
                *second = *first;
                first
            } else {
                second
            };
            *place = WinEntry { stones: key.stones, bombs: key.bombs, ..WinEntry::EMPTY };
            place
        };
        let span = &mut entry.spans[attacker.index()];
        *span = span.with(found);
        entry.work = entry.work.max(work);
        if let Some(best) = best {
            entry.best = key.column(best);
        }
    }
}
