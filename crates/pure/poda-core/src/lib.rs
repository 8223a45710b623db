#![doc = include_str!("../README.md")]
//!
//! # Inside
//!
//! The vocabulary of Poda: what a two-sided game is, and what may be asked of it.
//!
//! This crate holds nouns and contracts only. It knows no game, no evaluation of a position, no clock, no
//! randomness and no input or output. Rules crates implement [`Game`], [`Notation`], [`Draw`] and [`Encode`]; heuristics
//! implement [`Evaluator`]; engines implement [`Searcher`].
//!
//! Three ideas carry everything else:
//!
//! * **Rules are a value.** `&self` of a [`Game`] *is* one set of rules (a board size, a bomb period); all that
//!   changes while playing is in its small `Copy` state.
//! * **A move is one decision.** A turn may be made of several: whoever decides next is asked of the state, never
//!   derived from parity. [`Turn`] and [`Window`] are the only places where a score changes its sign.
//! * **Outcomes are absolute.** A finished game names its winner; no position is "won by whoever just moved".

mod encode;
mod evaluate;
mod game;
mod key;
mod language;
mod message;
mod moves;
mod notation;
mod observe;
mod outcome;
mod perft;
pub mod position_line;
mod proved;
mod scene;
mod score;
mod search;
#[cfg(feature = "serde")]
mod serial;
mod shown;
mod side;
mod tally;
mod telling;
mod text_board;
mod turn;

pub use encode::{Encode, rewards};
pub use evaluate::{Evaluator, Foresight, LOGISTIC_POINTS, Term, Tunable};
pub use game::Game;
pub use key::{fold, mix};
pub use language::{Bracketed, Language, Text};
#[doc(hidden)]
pub use message::Inserted;
pub use message::{Message, Translate};
pub use moves::{MAX_MOVES, Moves, sort_few};
pub use notation::{MoveError, MoveTokens, Notation, PositionError};
pub use observe::{
    MoveScore, NoObserver, OnlyProofs, Progress, SearchObserver, StopWhen, break_if, stop_when,
    without_progress,
};
pub use outcome::Outcome;
pub use perft::{LeafCounts, count_leaves, perft};
pub use proved::{Goal, Proved, ScoreTextError, StoneBounds, StoneScore};
pub use scene::{Draw, Fact, Piece, Place, Scene, Target, Trail};
pub use score::{Score, ScoreKind};
pub use search::{Found, Limits, Searcher, Statistics};
pub use shown::{shown, shown_lines};
pub use side::Side;
pub use tally::Tally;
pub use telling::{Brush, ControlOption, Draft, DraftControl, Hindrance, MoveEvent, Prospect};
pub use text_board::{StyledSpan, TextBoard, TextStyle};
pub use turn::{Turn, Window};
