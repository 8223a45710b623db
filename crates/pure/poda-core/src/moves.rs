use std::ops::{Deref, DerefMut};

use arrayvec::ArrayVec;

/// The most moves that any state of any game has. The largest so far: an empty board of 15x15 cells.
pub const MAX_MOVES: usize = 225;

/// A list of moves that lives on the stack.
#[derive(Clone, Debug)]
pub struct Moves<M>(ArrayVec<M, MAX_MOVES>);

impl<M> Moves<M> {
    /// An empty list.
    #[inline]
    pub fn new() -> Self {
        Self(ArrayVec::new_const())
    }

    /// Appends a move.
    ///
    /// # Panics
    /// If a game breaks its promise of at most [`MAX_MOVES`] moves.
    #[inline]
    pub fn push(&mut self, mv: M) {
        self.0.push(mv);
    }

    /// Appends several moves at once.
    ///
    /// # Panics
    /// If a game breaks its promise of at most [`MAX_MOVES`] moves.
    #[inline]
    pub fn push_all(&mut self, moves: &[M])
    where
        M: Copy,
    {
        self.0.try_extend_from_slice(moves).expect("a state has at most MAX_MOVES moves");
    }

    /// Empties the list.
    #[inline]
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

impl<M> Default for Moves<M> {
    fn default() -> Self {
        Self::new()
    }
}

impl<M> Deref for Moves<M> {
    type Target = [M];

    #[inline]
    fn deref(&self) -> &[M] {
        &self.0
    }
}

impl<M> DerefMut for Moves<M> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [M] {
        &mut self.0
    }
}

impl<'a, M> IntoIterator for &'a Moves<M> {
    type Item = &'a M;
    type IntoIter = std::slice::Iter<'a, M>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

/// Sorts a few things by a key and keeps the order of equal ones, as [`slice::sort_by_key`] does. That one is made for long lists, and
/// each of its copies is longer than most searches.
pub fn sort_few<T, K: Ord>(things: &mut [T], key: impl Fn(&T) -> K) {
    for end in 1..things.len() {
        let mut place = end;
        while place > 0 && key(&things[place - 1]) > key(&things[place]) {
            things.swap(place - 1, place);
            place -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_things_are_sorted_as_many_are() {
        let mut state = 7_u64;
        for length in 0..40 {
            let things: Vec<(u8, usize)> = (0..length)
                .map(|place| {
                    state = crate::mix(state);
                    ((state % 6) as u8, place)
                })
                .collect();
            let (mut ours, mut theirs) = (things.clone(), things);
            sort_few(&mut ours, |(key, _)| *key);
            theirs.sort_by_key(|(key, _)| *key);
            assert_eq!(ours, theirs);
        }
    }
}
