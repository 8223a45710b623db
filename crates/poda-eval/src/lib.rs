//! Opinions about positions, one file per idea.

mod puntuacion;
mod windows;

pub use puntuacion::Puntuacion;
pub use windows::Windows;
