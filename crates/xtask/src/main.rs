//! The project's own chores.

#[cfg(test)]
mod replay;

fn main() {}
