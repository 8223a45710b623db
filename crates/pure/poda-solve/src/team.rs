//! What the threads that search one question know of each other.
//!
//! Each thread publishes its current path: for every number of stones the position that it is searching. Only the thread itself writes
//! there. Others read a path where they share a position with somebody, and nowhere else: a cache line that two processors use is slow for both.
//!
//! ```text
//! stones       8    9   10   11   12          Both threads are in the positions with 8 and 9 stones. Thread 2 has deferred the child
//! thread 1     p    q    r    s    t          that thread 1 is searching, and searches another one. When one of them has answered q, the
//! thread 2     p    q    u    v               other is told at once, and abandons everything below.
//! ```
//!
//! Deferring what another thread is searching is the idea of ABDADA.
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::{search::MOST_STONES, table::Slot};

/// The current path of a thread, as the others see it. Losing some of it, or taking a position for another, costs a little time and
/// nothing else, so relaxed atomics are enough.
#[repr(align(128))]
struct PublishedPath {
    /// The position with so many stones that the thread is searching.
    at: [AtomicU64; MOST_STONES],
    shared: SharedPositions,
}

/// On a cache line of its own: others write here, and the thread itself writes beside it all the time.
#[repr(align(128))]
struct SharedPositions {
    /// Whether another thread is, or was, in that position too. All are in the root.
    flags: [AtomicBool; MOST_STONES],
}

impl PublishedPath {
    fn new() -> Self {
        let shared = SharedPositions { flags: [const { AtomicBool::new(true) }; MOST_STONES] };
        Self { at: [const { AtomicU64::new(0) }; MOST_STONES], shared }
    }
}

/// The threads that search one question.
pub(crate) struct Team {
    paths: Box<[PublishedPath]>,
    /// How many positions that several threads were in have been answered.
    news: AtomicU64,
}

impl Team {
    #[cfg(any(feature = "threads", test))]
    pub(crate) fn new(members: usize) -> Self {
        Self { paths: (0..members).map(|_| PublishedPath::new()).collect(), news: AtomicU64::new(0) }
    }
}

/// One of those threads.
#[derive(Clone, Copy)]
pub(crate) struct Member<'a> {
    pub(crate) team: &'a Team,
    pub(crate) number: usize,
}

impl Member<'_> {
    fn shared_flag(&self, stones: i32) -> &AtomicBool {
        &self.team.paths[self.number].shared.flags[stones as usize % MOST_STONES]
    }

    /// Whether another thread is, or was, in the position with so many stones that this one is searching.
    pub(crate) fn is_shared(&self, stones: i32) -> bool {
        self.shared_flag(stones).load(Ordering::Relaxed)
    }

    fn others(&self) -> impl Iterator<Item = &PublishedPath> {
        self.team.paths.iter().enumerate().filter(|(number, _)| *number != self.number).map(|(_, path)| path)
    }

    /// Whether another thread is searching that position.
    pub(crate) fn is_taken(&self, slot: impl Slot, stones: i32) -> bool {
        let name = slot.name();
        self.others().any(|path| path.at[stones as usize % MOST_STONES].load(Ordering::Relaxed) == name)
    }

    /// Begins to search a position.
    pub(crate) fn enter(&self, slot: impl Slot, stones: i32, is_taken: bool) {
        let (place, name) = (stones as usize % MOST_STONES, slot.name());
        self.team.paths[self.number].at[place].store(name, Ordering::Relaxed);
        self.shared_flag(stones).store(is_taken, Ordering::Relaxed);
        if is_taken {
            for path in self.others().filter(|path| path.at[place].load(Ordering::Relaxed) == name) {
                path.shared.flags[place].store(true, Ordering::Relaxed);
            }
        }
    }

    /// Ends that search, and tells the others if they were in it too.
    pub(crate) fn leave(&self, stones: i32, is_answered: bool) {
        self.team.paths[self.number].at[stones as usize % MOST_STONES].store(0, Ordering::Relaxed);
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
    fn threads_in_the_same_position_are_told_when_it_is_answered() {
        let team = Team::new(3);
        let [one, two, three] = [0, 1, 2].map(|number| Member { team: &team, number });
        one.enter(Named(7), 10, false);
        assert!(!one.is_shared(10) && !one.is_taken(Named(7), 10));
        assert!(two.is_taken(Named(7), 10) && !two.is_taken(Named(8), 10) && !two.is_taken(Named(7), 11));
        // Who comes later tells those who are there.
        two.enter(Named(7), 10, true);
        three.enter(Named(9), 10, false);
        assert!(one.is_shared(10) && two.is_shared(10) && !three.is_shared(10));
        // What was abandoned, and what one thread searched alone, is no news.
        three.leave(10, true);
        one.leave(10, false);
        assert_eq!(two.news(), 0);
        assert!(!two.is_taken(Named(7), 10));
        two.leave(10, true);
        assert_eq!(one.news(), 1);
    }

    #[test]
    fn the_root_is_shared() {
        let team = Team::new(2);
        assert!([0, 1].iter().all(|number| Member { team: &team, number: *number }.is_shared(0)));
    }
}
