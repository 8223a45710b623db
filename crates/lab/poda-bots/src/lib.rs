//! Programs of any language as players: what they say and hear as text, their processes, and one place that finds out who a
//! player's spec means.
//!
//! * [`UgiCommand`], [`UgiReply`] and [`JsonRequest`] are the protocols as text.
//! * A [`Bot`] is a program that plays. Each has a process group of its own, limits of its own, and is always reaped. Only
//!   this crate starts processes: a [`Process`] of a [`CommandLine`].
//! * A [`Sandbox`] keeps it from everything that is not its own, and says what it cannot hold here.
//! * [`read_player`] is the one reader of players: engines, built-in players and programs.
//! * A [`Course`] is a folder with the program of a student, which is built and played as it is.
//! * [`Luggage`] is what a program needs on another machine.
//! * [`check_bot`] tells step by step whether a program keeps to its protocol.

mod advice;
mod agent;
mod archive;
mod bot;
mod build;
mod build_cache;
mod check;
mod command_line;
mod course;
mod json;
mod luggage;
mod plain;
mod player;
mod process;
mod protocol;
mod sandbox;
mod ugi;
mod weights;

pub use archive::{new_file, private_folder, private_parents, remove_folder};
pub use bot::{Bot, BotSource, Protocol};
pub use build::{Built, build};
pub use build_cache::{CacheBounds, note_use, tidy_cache};
pub use check::{CheckFinding, CheckResult, CheckStep, Checkup, check_bot};
pub use command_line::{CommandLine, is_executable, stray_word_of_shell};
pub use course::{COURSE_HOST_COMMAND, Course, Fresh};
pub use luggage::Luggage;
pub use plain::{open_plain, read_plain};
pub use player::{read_player, read_player_with, resolve};
pub use process::{Exchange, Process};
pub use protocol::{
    Dialect, Go, Info, JsonCells, JsonRequest, OptionOffer, Query, UgiCommand, UgiReply, UgiScore,
};
pub use sandbox::{
    Attempt, Attempted, HELPER_COMMAND, Sandbox, SandboxError, SandboxKind, become_program, try_sandbox,
    use_helper,
};
pub use weights::{ReadWeights, spell_out, spell_out_evaluator};
