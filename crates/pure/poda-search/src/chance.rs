use poda_core::{fold, mix};

/// Where a player's chance comes from: a seed of its own, and one that each game brings along. The same two give the same
/// game again.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Chance {
    own: u64,
    /// 0 until a game says otherwise: then the own seed alone counts.
    game: u64,
}

impl Chance {
    /// The chance of a player with that seed, in no game in particular.
    pub const fn new(seed: u64) -> Self {
        Self { own: seed, game: 0 }
    }

    /// A game begins.
    pub const fn new_game(&mut self, seed: u64) {
        self.game = seed;
    }

    /// A number that is as good as drawn, the same for the same position.
    #[inline]
    pub fn draw(self, key: u64) -> u64 {
        let seed = if self.game == 0 { mix(self.own) } else { fold(mix(self.own), mix(self.game)) };
        mix(fold(mix(key), seed))
    }
}

/// A number below `count`, each as likely: the upper half of the product is an even choice.
#[inline]
pub(crate) fn below(count: usize, drawn: u64) -> usize {
    ((u128::from(drawn) * count as u128) >> 64) as usize
}
