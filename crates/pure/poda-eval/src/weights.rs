//! The weights of the built-in evaluators, and where they come from.
//!
//! Each set is the result of the command above it, which begins with the guess beside it. A changed evaluator needs new
//! weights: run the command again.

use poda_connect::{BombGame, BombRules, BoomRules, CrushRules, DesconectaRules};
use poda_core::Tunable;

use crate::{Heights, Journey, NamedEvaluator, OpenLines, Threats, Zugzwang};

/// The games with bombs each have weights of their own.
pub trait BombWeights: BombRules {
    /// The built-in evaluator.
    type BuiltIn: Tunable<BombGame<Self>> + NamedEvaluator + 'static;
    /// The same with the weights of this game.
    const BUILT_IN: Self::BuiltIn;
    /// What tuning begins with.
    const GUESS: Self::BuiltIn;
    /// [`Threats`], where it is not built in.
    const OTHER_THREATS: Option<Threats> = None;
}

impl BombWeights for BoomRules {
    type BuiltIn = Threats;
    const BUILT_IN: Threats = BOOM;
    const GUESS: Threats = BOOM_GUESS;
}

impl BombWeights for CrushRules {
    type BuiltIn = Heights;
    const BUILT_IN: Heights = CRUSH;
    const GUESS: Heights = CRUSH_GUESS;
    const OTHER_THREATS: Option<Threats> = Some(CRUSH_THREATS);
}

impl BombWeights for DesconectaRules {
    type BuiltIn = Threats;
    const BUILT_IN: Threats = DESCONECTA;
    const GUESS: Threats = DESCONECTA_GUESS;
}

/// Connect-4 of any size, by hand.
pub const CONNECT4_GUESS: Zugzwang = Zugzwang::new([
    1, 4, 9, 3, 9, 20, 2, 6, 100, 100, 40, 20, 20, 2, 50, 50, 100, 100, 0, 1000, 0, -1000, 40, 20,
]);
/// BOOM, by hand.
pub const BOOM_GUESS: Threats = Threats::new([1, 4, 9, 3, 9, 20, 60, 20, 20, 40, 2, 5, 2, 10, 0, 0, 5]);
/// Crush, by hand.
pub const CRUSH_GUESS: Heights = Heights::new([
    9, 38, 17, 24, 94, 129, 77, 40, 20, 10, 10, 5, 0, 10, 20, 10, -118, 0, 66, -77, 74, 50, -19, -18, 0, -5,
    0, 10,
]);
/// Desconecta, where lines lose, by hand.
pub const DESCONECTA_GUESS: Threats =
    Threats::new([-1, -4, -9, -3, -9, -20, -60, -20, -20, -40, -2, 5, -2, 10, 0, 0, 0]);
/// K in a row and N en raya, by hand.
pub const OPEN_LINES_GUESS: OpenLines = OpenLines::new([60, 25, 8, 2, 60, 10, 10, 10]);
/// Parchís, all editions, by hand.
pub const PARCHIS_GUESS: Journey = Journey::new([
    -3, -1, 0, -40, -20, 50, 10, 20, 5, 8, 4, 5, -20, -10, -5, 0, 1, 10, 60, 40, -20, 120, 30, 110, 40, 80,
    20, 90, 40, 40,
]);

/// How many features of [`Zugzwang`] [`CONNECT4_PARITY`] has: the others count nothing in it.
pub const PARITY_FEATURES: usize = 19;

/// Connect-4 of any size: what [`Zugzwang`] had when it was made of its first [`PARITY_FEATURES`] features, from a guess by hand:
/// `poda tune connect4:8x8 --games 8000 --rounds 3 --depth 5 --noise 60 --opening 16 --longest 200 --seed 1`.
/// Weights fitted to solved positions explain those better and got 42 % of 96 games at depth 6 against these.
pub const CONNECT4_PARITY: Zugzwang = Zugzwang::new([
    3, 43, -284, 15, 37, -37, -5, -1, 496, 181, 139, 23, -8, -1, 241, 170, 502, 354, -137, 0, 0, 0, 0, 0,
]);

/// Connect-4 of any size, from positions of 8x8 and 7x6; held-out loss 0.5069 with the guess, 0.4497 with these:
/// `poda tune connect4:8x8 --games 2400 --rounds 1 --depth 5 --noise 60 --opening 16 --longest 200 --solved 20000 --seed 1`
pub const CONNECT4: Zugzwang = Zugzwang::new([
    21, 38, -29, 17, 53, 7, -2, 25, 168, -42, 141, 5, -2, -4, 187, -76, 297, 206, -82, 1291, -27, -1417, 58,
    38,
]);

/// Connect-4 of any size: `poda tune connect4:8x8 --games 2000 --rounds 3 --depth 5 --noise 60 --opening 12 --longest 200 --seed 1`
pub const CONNECT4_THREATS: Threats =
    Threats::new([4, 27, -213, 8, 23, -15, 350, 200, 79, -51, -2, 209, 67, 0, 0, 0, 0]);

/// BOOM: `poda tune boom --games 20000 --rounds 3 --depth 6 --noise 60 --opening 12 --longest 200 --seed 1`
pub const BOOM: Threats =
    Threats::new([13, -2, -209, 11, -19, -102, 387, 152, 212, -3, 35, 118, -110, -159, 103, 70, 28]);

/// Crush: `poda tune crush --games 20000 --rounds 3 --depth 6 --noise 60 --opening 12 --longest 200 --seed 1`
pub const CRUSH: Heights = Heights::new([
    24, 36, 31, 47, 247, 176, 131, 8, 35, 5, 13, 12, 14, -13, 14, 25, -145, 48, 63, -52, 191, 114, 0, -17,
    -1, -9, -8, 32,
]);

/// Crush, what the sparring player has: the result of the same command when this was the built-in evaluator.
pub const CRUSH_THREATS: Threats =
    Threats::new([8, 44, -248, 5, 30, -18, 515, 236, 221, -103, 22, 166, 9, -33, 38, -67, -6]);

/// Desconecta: `poda tune desconecta --games 2000 --rounds 3 --depth 5 --noise 60 --opening 12 --longest 200 --seed 1`
pub const DESCONECTA: Threats =
    Threats::new([4, -13, 10, -6, -12, 15, -158, -57, -55, 2, -1, 26, -20, 86, 15, 42, -16]);

/// Parchís, all editions: `poda tune parchis --games 4000 --rounds 3 --depth 3 --noise 60 --opening 12 --longest 600 --seed 1`
pub const PARCHIS: Journey = Journey::new([
    -2, 0, -7, -20, -34, 43, -20, 72, -24, 15, 5, -10, -20, -5, -3, 3, -1, 21, 39, 27, -3, 50, 8, 72, 56, 66,
    7, 50, 62, 16,
]);

/// N en raya: by hand.
pub const NRAYA: OpenLines = OPEN_LINES_GUESS;

/// K in a row on any board: by hand.
pub const MNK: OpenLines = OPEN_LINES_GUESS;
