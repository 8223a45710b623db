//! poda.
fn main() {}
