//! The search for the processor at hand, as `avx2.rs` has it for Connect-4: the same source compiled twice. What it calls is compiled
//! with it only if it is inlined; other processors, and browsers, do without these copies.
#![cfg_attr(
    target_arch = "x86_64",
    expect(
        unsafe_code,
        reason = "calling what is compiled for other processors is safe only after asking for them"
    )
)]

use poda_connect::{BombRules, BombState};

use super::{
    search::{BombSearch, Stopped},
    table::WinAnswer,
};

impl<R: BombRules> BombSearch<'_, R> {
    /// Whether the attacker can force a win within so many actions, found out in the best way that this processor knows.
    pub(super) fn ask(&mut self, state: &BombState, within: u8) -> Result<WinAnswer, Stopped> {
        #[cfg(target_arch = "x86_64")]
        if crate::avx2::has_wide_registers() {
            // SAFETY: the processor has just said that it can do all that the function is compiled for.
            return unsafe { self.ask_wide(state, within) };
        }
        self.ask_narrow(state, within)
    }

    fn ask_narrow(&mut self, state: &BombState, within: u8) -> Result<WinAnswer, Stopped> {
        self.visit(state, within, Self::ask_narrow)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2")]
    fn ask_wide(&mut self, state: &BombState, within: u8) -> Result<WinAnswer, Stopped> {
        self.visit(state, within, |search, state, within| search.ask_wide(state, within))
    }
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;

    use poda_connect::{BombGame, BoomRules, CrushRules, DesconectaRules};
    use poda_core::Game;
    use poda_testkit::random_states;

    use super::*;
    use crate::bombs::table::WinTable;

    /// Both searches of random positions, each with a table of its own: the same answers after as many nodes.
    fn check<R: BombRules>() {
        let game = BombGame::<R>::new();
        let mut compared = 0;
        for state in random_states(&game, 3, 60, 40) {
            if game.outcome(&state).is_some() {
                continue;
            }
            let answers = [false, true].map(|is_here| {
                let mut table = WinTable::new(1).unwrap();
                let mut pulse = |_| ControlFlow::Continue(());
                let attacker = game.to_move(&state);
                let mut search =
                    BombSearch { game, attacker, table: &mut table, nodes: 0, pulse: &mut pulse };
                let ask = if is_here { BombSearch::ask } else { BombSearch::ask_narrow };
                (ask(&mut search, &state, 7).ok(), search.nodes)
            });
            assert_eq!(answers[0], answers[1], "{state:?}");
            compared += 1;
        }
        assert!(compared > 30, "only {compared} positions");
    }

    #[test]
    fn processors_agree() {
        check::<CrushRules>();
        check::<BoomRules>();
        check::<DesconectaRules>();
    }
}
