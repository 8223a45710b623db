//! The search for the processor at hand: the same source compiled twice, once for any processor and once for those with
//! wide registers, which look for lines in all four directions at once (a fifth fewer instructions, a tenth less time).
#![cfg_attr(
    target_arch = "x86_64",
    expect(
        unsafe_code,
        reason = "calling what is compiled for other processors is safe only after asking for them"
    )
)]

use crate::{
    node::Node,
    search::{BoardSearch, SlotOf},
    shape::Shape,
};

/// Whether this processor can do all that the searches for wide registers are compiled for: `avx2`, `bmi1`, `bmi2`.
#[cfg(target_arch = "x86_64")]
pub(crate) fn has_wide_registers() -> bool {
    is_x86_feature_detected!("avx2") && is_x86_feature_detected!("bmi1") && is_x86_feature_detected!("bmi2")
}

impl<S: Shape> BoardSearch<'_, S> {
    /// Searches a node in the best way that this processor knows.
    pub(crate) fn search_here(
        &mut self,
        node: &Node<S::Word>,
        slot: SlotOf<S::Word>,
        alpha: i32,
    ) -> Option<i32> {
        #[cfg(target_arch = "x86_64")]
        if has_wide_registers() {
            // SAFETY: the processor has just said that it can do all that the function is compiled for.
            return unsafe { self.search_wide(node, slot, alpha) };
        }
        self.search(node, slot, alpha)
    }

    fn search(&mut self, node: &Node<S::Word>, slot: SlotOf<S::Word>, alpha: i32) -> Option<i32> {
        self.visit(node, slot, alpha, Self::search)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2")]
    fn search_wide(&mut self, node: &Node<S::Word>, slot: SlotOf<S::Word>, alpha: i32) -> Option<i32> {
        self.visit(node, slot, alpha, |search, node, slot, alpha| search.search_wide(node, slot, alpha))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use poda_connect::{Connect4, Connect4State, Word};
    use poda_core::{Game, Moves};
    use poda_testkit::generator;
    use rand::RngExt;

    use super::*;
    use crate::{
        ideas::Ideas,
        node::Settled,
        search::TableOf,
        shape::{Classic, Other, Square},
        table::Table,
        word::SolvedWord,
    };

    /// Positions of games in which everybody goes on while they can.
    fn long_games<W: SolvedWord>(game: &Connect4<W>, stones: u32) -> Vec<Connect4State<W>> {
        let mut chance = generator(5);
        let mut grown = |mut state: Connect4State<W>| {
            while state.all().count() < stones {
                let mut columns = Moves::new();
                game.moves(&state, &mut columns);
                let children: Vec<_> = columns.iter().map(|column| game.play(&state, *column)).collect();
                let open: Vec<_> = children.iter().filter(|child| game.outcome(child).is_none()).collect();
                state = **open.get(chance.random_range(0..open.len().max(1)))?;
            }
            Some(state)
        };
        (0..400).filter_map(|_| grown(game.start())).collect()
    }

    /// Both searches of random positions, each with a table of its own: the same answers after as many nodes.
    fn check<S: Shape<Word: SolvedWord>>(shape: S, game: &Connect4<S::Word>) {
        let least_stones = (shape.cells() - 26).max(0) as u32;
        let (mut compared, halt) = (0, AtomicBool::new(false));
        for state in long_games(game, least_stones + 4) {
            let node = Node::new(shape, state.stones(state.side()), state.all());
            let is_quiet = node.my_wins & node.landing(shape) == S::Word::ZERO;
            let Settled::Open(node, _) = node.settled(shape, Ideas::ALL) else { continue };
            if !is_quiet {
                continue;
            }
            let answers = [false, true].map(|is_here| {
                let table = TableOf::<S>::new(1, shape.bits()).unwrap();
                let mut pulse = |_| std::ops::ControlFlow::Continue(());
                let mut searcher = BoardSearch::new(shape, &table, None, Ideas::ALL, &halt, &mut pulse);
                let slot = table.slot(node.key(), node.mine);
                let search = if is_here { BoardSearch::search_here } else { BoardSearch::search };
                (search(&mut searcher, &node, slot, 0), searcher.nodes)
            });
            assert_eq!(answers[0], answers[1], "{state:?}");
            compared += 1;
        }
        assert!(compared > 3, "only {compared} positions of {}x{}", shape.width(), shape.height());
    }

    #[test]
    fn processors_agree() {
        let game = Connect4::default();
        check(Classic, &game);
        for (width, height) in [(5, 5), (8, 7), (10, 4)] {
            let game = Connect4::<u64>::new(width, height, 4).unwrap();
            check(Other::new(game.grid()).unwrap(), &game);
        }
        check(Square, &Connect4::new(8, 8, 4).unwrap());
        for (width, height) in [(7, 6), (6, 6)] {
            let game = Connect4::<u128>::new(width, height, 4).unwrap();
            check(Other::new(game.grid()).unwrap(), &game);
        }
    }
}
