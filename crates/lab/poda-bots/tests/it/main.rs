//! Protocols, programs and players.

mod course_boards;
mod limits;
mod noise;
