//! What holds for every search of every game. One binary, so that the searches are compiled once for all tests.

mod depths;
mod engines_equal;
