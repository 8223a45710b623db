//! The rules of Parchís. One binary, so that the games are compiled once for all tests.

mod against_reference;
mod properties;
mod reference;
mod rules;
