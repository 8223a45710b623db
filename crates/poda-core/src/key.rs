/// Spreads the bits of `word` over the whole result, so that any bits of it may index a table.
#[inline]
pub const fn mix(word: u64) -> u64 {
    fold(word ^ 0x9E37_79B9_7F4A_7C15, 0xD6E8_FEB8_6659_FD93)
}

/// Multiplies to 128 bits and folds the halves together: the cheapest good mixer of two words there is.
#[inline]
pub const fn fold(a: u64, b: u64) -> u64 {
    let product = a as u128 * b as u128;
    (product >> 64) as u64 ^ product as u64
}
