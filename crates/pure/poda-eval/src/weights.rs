//! The weights of the built-in evaluators, and where they come from.
//!
//! Each set is the result of the command above it, which begins with the guess beside it. A changed evaluator needs new
//! weights: run the command again.

use poda_connect::{BombGame, BombRules, BoomRules, CrushRules, DesconectaRules};
use poda_core::Tunable;

use crate::{
    Heights, Journey, NamedEvaluator, OpenLines, Threats, Zugzwang, heights, journey, open_lines, threats,
    zugzwang,
};

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
pub const CONNECT4_GUESS: Zugzwang = Zugzwang::new(zugzwang::GUESS);
/// BOOM, by hand.
pub const BOOM_GUESS: Threats = Threats::new(threats::BOOM_GUESS);
/// Crush, by hand.
pub const CRUSH_GUESS: Heights = Heights::new(heights::GUESS);
/// Desconecta, where lines lose, by hand.
pub const DESCONECTA_GUESS: Threats = Threats::new(threats::DESCONECTA_GUESS);
/// K in a row and N en raya, by hand.
pub const OPEN_LINES_GUESS: OpenLines = OpenLines::new(open_lines::GUESS);
/// Parchís, all editions, by hand.
pub const PARCHIS_GUESS: Journey = Journey::new(journey::GUESS);

/// How many features of [`Zugzwang`] [`CONNECT4_PARITY`] has: the others count nothing in it.
pub const PARITY_FEATURES: usize = zugzwang::WINS_NEXT;

/// Connect-4 of any size: what [`Zugzwang`] had when it was made of its first [`PARITY_FEATURES`] features, from a guess by hand:
/// `poda tune connect4:8x8 --games 8000 --rounds 3 --depth 5 --noise 60 --opening 16 --longest 200 --seed 1`.
/// Weights fitted to solved positions explain those better and got 42 % of 96 games at depth 6 against these.
pub const CONNECT4_PARITY: Zugzwang = Zugzwang::new(zugzwang::PARITY);

/// Connect-4 of any size, from positions of 8x8 and 7x6; held-out loss 0.5069 with the guess, 0.4497 with these:
/// `poda tune connect4:8x8 --games 2400 --rounds 1 --depth 5 --noise 60 --opening 16 --longest 200 --solved 20000 --seed 1`
pub const CONNECT4: Zugzwang = Zugzwang::new(zugzwang::TUNED);

/// Connect-4 of any size: `poda tune connect4:8x8 --games 2000 --rounds 3 --depth 5 --noise 60 --opening 12 --longest 200 --seed 1`
pub const CONNECT4_THREATS: Threats = Threats::new(threats::CONNECT4);

/// BOOM: `poda tune boom --games 20000 --rounds 3 --depth 6 --noise 60 --opening 12 --longest 200 --seed 1`
pub const BOOM: Threats = Threats::new(threats::BOOM);

/// Crush: `poda tune crush --games 20000 --rounds 3 --depth 6 --noise 60 --opening 12 --longest 200 --seed 1`
pub const CRUSH: Heights = Heights::new(heights::TUNED);

/// Crush, what the sparring player has: the result of the same command when this was the built-in evaluator.
pub const CRUSH_THREATS: Threats = Threats::new(threats::CRUSH);

/// Desconecta: `poda tune desconecta --games 2000 --rounds 3 --depth 5 --noise 60 --opening 12 --longest 200 --seed 1`
pub const DESCONECTA: Threats = Threats::new(threats::DESCONECTA);

/// Parchís, all editions: `poda tune parchis --games 4000 --rounds 3 --depth 3 --noise 60 --opening 12 --longest 600 --seed 1`
pub const PARCHIS: Journey = Journey::new(journey::TUNED);

/// N en raya: by hand.
pub const NRAYA: OpenLines = OPEN_LINES_GUESS;

/// K in a row on any board: by hand.
pub const MNK: OpenLines = OPEN_LINES_GUESS;
