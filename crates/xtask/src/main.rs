//! xtask.
#![allow(dead_code)]
mod replay;

fn main() {}
