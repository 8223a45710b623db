//! What Crush, BOOM and Desconecta share: the board with its gravity, the turns, texts and pictures.

mod board;
mod captions;
mod game;
mod text;

pub use board::Board;
pub use game::{Action, BombGame, BombRules, BombState};
