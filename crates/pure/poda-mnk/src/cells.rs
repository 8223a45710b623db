use std::ops::{BitAnd, BitOr, Not};

/// A set of cells: one word of 128 bits, or two.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CellSet<const N: usize>(pub(crate) [u128; N]);

const WORD: u32 = u128::BITS;

impl<const N: usize> CellSet<N> {
    /// No cell.
    pub const EMPTY: Self = Self([0; N]);

    /// The set of one bit.
    #[inline]
    pub(crate) const fn of_bit(bit: u32) -> Self {
        let mut words = [0; N];
        words[(bit / WORD) as usize] = 1 << (bit % WORD);
        Self(words)
    }

    /// Whether there is no cell in it.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == [0; N]
    }

    /// How many cells are in it.
    #[inline]
    pub fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// The cells that are not in the other.
    #[inline]
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        self & !other
    }

    /// Every bit moved down by so many places.
    #[inline]
    #[must_use]
    pub fn shifted_down(self, places: u32) -> Self {
        let (words, bits) = ((places / WORD) as usize, places % WORD);
        let word = |index: usize| self.0.get(index).copied().unwrap_or(0);
        let mut moved = [0; N];
        for (index, place) in moved.iter_mut().enumerate() {
            *place = word(index + words) >> bits;
            if N > 1 && bits > 0 {
                *place |= word(index + words + 1) << (WORD - bits);
            }
        }
        Self(moved)
    }

    /// Every bit moved up by so many places.
    #[inline]
    #[must_use]
    pub fn shifted_up(self, places: u32) -> Self {
        let (words, bits) = ((places / WORD) as usize, places % WORD);
        let word = |index: Option<usize>| index.map_or(0, |index| self.0[index]);
        let mut moved = [0; N];
        for (index, place) in moved.iter_mut().enumerate() {
            *place = word(index.checked_sub(words)) << bits;
            if N > 1 && bits > 0 {
                *place |= word(index.checked_sub(words + 1)) >> (WORD - bits);
            }
        }
        Self(moved)
    }

    /// The numbers of the bits, from the lowest.
    #[inline]
    pub(crate) fn bits(self) -> impl Iterator<Item = u32> {
        let in_word = |(index, mut word): (usize, u128)| {
            std::iter::from_fn(move || {
                if word == 0 {
                    return None;
                }
                let bit = word.trailing_zeros();
                word &= word - 1;
                Some(index as u32 * WORD + bit)
            })
        };
        self.0.into_iter().enumerate().flat_map(in_word)
    }
}

impl<const N: usize> BitAnd for CellSet<N> {
    type Output = Self;

    #[inline]
    fn bitand(mut self, other: Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(word, mask)| *word &= mask);
        self
    }
}

impl<const N: usize> BitOr for CellSet<N> {
    type Output = Self;

    #[inline]
    fn bitor(mut self, other: Self) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(word, more)| *word |= more);
        self
    }
}

impl<const N: usize> Not for CellSet<N> {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        Self(self.0.map(|word| !word))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_move_across_words() {
        for bit in [0, 1, 126, 127, 128, 200, 255] {
            let set = CellSet::<2>::of_bit(bit);
            assert_eq!(set.bits().collect::<Vec<_>>(), [bit]);
            for places in 0..256 {
                let up: Vec<u32> = set.shifted_up(places).bits().collect();
                assert_eq!(up, Some(bit + places).filter(|bit| *bit < 256).into_iter().collect::<Vec<_>>());
                let down: Vec<u32> = set.shifted_down(places).bits().collect();
                assert_eq!(down, bit.checked_sub(places).into_iter().collect::<Vec<_>>());
            }
        }
        assert!(CellSet::<1>::of_bit(5).shifted_down(130).is_empty());
    }
}
