//! Opinions about positions, one file per idea.

mod parchis_test;
mod progress;
mod puntuacion;
mod windows;

pub use parchis_test::ParchisTest;
pub use progress::Progress;
pub use puntuacion::Puntuacion;
pub use windows::Windows;
