//! Protocols, programs and players.

mod noise;
