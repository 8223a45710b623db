/// Spreads the bits of `word` over the whole result, so that any bits of it may index a table.
#[inline]
pub const fn mix(word: u64) -> u64 {
    fold(word, 0)
}

/// Hashes two words into one. Multiplying to 128 bits and folding the halves together is the cheapest good mixer
/// there is. Each word wears a disguise of its own first: a bare product does not know its factors' order, and two
/// positions whose words are exchanged would be taken for one.
#[inline]
pub const fn fold(a: u64, b: u64) -> u64 {
    let product = (a ^ 0x9E37_79B9_7F4A_7C15) as u128 * (b ^ 0xD6E8_FEB8_6659_FD93) as u128;
    (product >> 64) as u64 ^ product as u64
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn small_words_in_any_order_give_different_hashes() {
        let mut seen = HashSet::new();
        for a in 0..300 {
            for b in 0..300 {
                assert!(seen.insert(fold(a, b)), "{a} {b}");
                assert!(seen.insert(fold(mix(a), mix(b))), "mixed {a} {b}");
            }
        }
    }

    #[test]
    fn every_input_bit_reaches_the_low_bits() {
        let low: HashSet<u64> = (0..64).map(|bit| mix(1 << bit) & 0xFFFF).collect();
        assert!(low.len() > 60);
    }
}
