//! Protocols, programs and players.

mod course_boards;
mod noise;
