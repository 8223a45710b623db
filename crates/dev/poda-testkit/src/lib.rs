//! What the tests of every game and engine share. Only ever a dev-dependency; here, and only here, a library
//! panics: that is how a test fails.

mod drawings;
mod encoding;
mod hash_evaluator;
mod one_move;
mod perft_file;
mod properties;
mod rule_examples;
mod toy;
mod walk;

pub use drawings::check_drawings;
pub use encoding::check_encoding;
pub use hash_evaluator::HashEvaluator;
pub use one_move::OneMove;
pub use perft_file::{PerftCase, check_perft, read_perft_cases};
pub use properties::{check_parts, check_position_reading, check_properties, check_zero_sum};
pub use rule_examples::{check_rules, rule_blocks, run_rule_block};
pub use toy::{Pebbles, PebblesState, Take};
pub use walk::{generator, random_game, random_states};
