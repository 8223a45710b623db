//! What several searchers of one question tell each other.
//!
//! Each has a desk of its own. On it lies, for every number of stones, the position that it is at; only its owner writes there. The others look at
//! it where they share a position with somebody, and nowhere else: a line of memory that two processors use is slow for both.
//!
//! ```text
//! stones       8    9   10   11   12          Ana and Eva share the positions with 8 and 9 stones. Eva has put off the child
//! Ana          p    q    r    s    t          that Ana is at, and is at another one. When one of them has answered q, the other is
//! Eva          p    q    u    v               told so at once, and leaves everything below.
//! ```
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::{search::MOST_STONES, table::Slot};

/// What a searcher lets the others see. Forgetting some of it, or taking a position for another, costs a little time and nothing
/// else, so that nothing here needs an order.
#[repr(align(128))]
struct Desk {
    /// The position with so many stones that its owner is at.
    at: [AtomicU64; MOST_STONES],
    visitors: Visitors,
}

/// Apart from what the owner writes all the time.
#[repr(align(128))]
struct Visitors {
    /// Whether another one is, or was, at that position too. At the root all are.
    joined: [AtomicBool; MOST_STONES],
}

impl Desk {
    fn new() -> Self {
        let visitors = Visitors { joined: [const { AtomicBool::new(true) }; MOST_STONES] };
        Self { at: [const { AtomicU64::new(0) }; MOST_STONES], visitors }
    }
}

/// The searchers of one question.
pub(crate) struct Team {
    desks: Box<[Desk]>,
    /// How many positions that several were at have been answered.
    news: AtomicU64,
}

impl Team {
    #[cfg(any(feature = "threads", test))]
    pub(crate) fn new(members: usize) -> Self {
        Self { desks: (0..members).map(|_| Desk::new()).collect(), news: AtomicU64::new(0) }
    }
}

/// One of them.
#[derive(Clone, Copy)]
pub(crate) struct Member<'a> {
    pub(crate) team: &'a Team,
    pub(crate) number: usize,
}

impl Member<'_> {
    fn joined(&self, stones: i32) -> &AtomicBool {
        &self.team.desks[self.number].visitors.joined[stones as usize % MOST_STONES]
    }

    /// Whether another one is, or was, at the position with so many stones that this one is at.
    pub(crate) fn is_shared(&self, stones: i32) -> bool {
        self.joined(stones).load(Ordering::Relaxed)
    }

    fn others(&self) -> impl Iterator<Item = &Desk> {
        self.team.desks.iter().enumerate().filter(|(number, _)| *number != self.number).map(|(_, desk)| desk)
    }

    /// Whether another one is at that position.
    pub(crate) fn is_taken(&self, slot: impl Slot, stones: i32) -> bool {
        let name = slot.name();
        self.others().any(|desk| desk.at[stones as usize % MOST_STONES].load(Ordering::Relaxed) == name)
    }

    /// Goes to a position.
    pub(crate) fn enter(&self, slot: impl Slot, stones: i32, is_taken: bool) {
        let (place, name) = (stones as usize % MOST_STONES, slot.name());
        self.team.desks[self.number].at[place].store(name, Ordering::Relaxed);
        self.joined(stones).store(is_taken, Ordering::Relaxed);
        if is_taken {
            for desk in self.others().filter(|desk| desk.at[place].load(Ordering::Relaxed) == name) {
                desk.visitors.joined[place].store(true, Ordering::Relaxed);
            }
        }
    }

    /// Leaves it, and tells the others if they were there.
    pub(crate) fn leave(&self, stones: i32, is_answered: bool) {
        self.team.desks[self.number].at[stones as usize % MOST_STONES].store(0, Ordering::Relaxed);
        if is_answered && self.is_shared(stones) {
            self.team.news.fetch_add(1, Ordering::Relaxed);
        }
    }

    pub(crate) fn news(&self) -> u64 {
        self.team.news.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy)]
    struct Named(u64);

    impl Slot for Named {
        fn name(self) -> u64 {
            self.0
        }
    }

    #[test]
    fn who_is_at_the_same_position_is_told_when_it_is_answered() {
        let team = Team::new(3);
        let [ana, eva, leo] = [0, 1, 2].map(|number| Member { team: &team, number });
        ana.enter(Named(7), 10, false);
        assert!(!ana.is_shared(10) && !ana.is_taken(Named(7), 10));
        assert!(eva.is_taken(Named(7), 10) && !eva.is_taken(Named(8), 10) && !eva.is_taken(Named(7), 11));
        // Whoever comes later tells those who are there.
        eva.enter(Named(7), 10, true);
        leo.enter(Named(9), 10, false);
        assert!(ana.is_shared(10) && eva.is_shared(10) && !leo.is_shared(10));
        // What was broken off, and what one was at alone, is no news.
        leo.leave(10, true);
        ana.leave(10, false);
        assert_eq!(eva.news(), 0);
        assert!(!eva.is_taken(Named(7), 10));
        eva.leave(10, true);
        assert_eq!(ana.news(), 1);
    }

    #[test]
    fn the_root_is_shared() {
        let team = Team::new(2);
        assert!([0, 1].iter().all(|number| Member { team: &team, number: *number }.is_shared(0)));
    }
}
