//! The rules for players, as Markdown. A fence headed `drawing GAME LANGUAGE POSITION` shows a position.

/// The rules of k in a row in English.
pub const MNK: &str = include_str!("../rules/players/mnk.en.md");
/// The rules of k in a row in Spanish.
pub const MNK_ES: &str = include_str!("../rules/players/mnk.es.md");
/// The rules of N en raya in English.
pub const NRAYA: &str = include_str!("../rules/players/nraya.en.md");
/// The rules of N en raya in Spanish.
pub const NRAYA_ES: &str = include_str!("../rules/players/nraya.es.md");
