//! `regex-lite` under the name of `regex`, for the NATS client (`[patch.crates-io]` in the workspace's manifest).
//!
//! The client reads versions and credentials, which are ASCII, by four short expressions. The full crate would add a megabyte to the
//! binary: several automata and the tables of Unicode.

pub use regex_lite::*;
