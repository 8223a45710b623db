//! Boards so simple that a strategy of one line holds the draw.

use poda_connect::Word;

use crate::{node::Node, shape::Shape};

/// Whether neither side can win any more where the side to move has a choice, as far as that is easy to see.
///
/// * With fewer than four columns all lines are upright. A stone makes one threat at most, and that is taken at once.
/// * In one row the opponent makes pairs of cells and replies in the same pair. If each line that a side can still make holds
///   a pair, it makes none. An additional stone never harms whoever holds, so that it does not matter who is to move.
#[inline(always)]
pub(crate) fn is_drawn<S: Shape>(shape: S, node: &Node<S::Word>) -> bool {
    if !shape.is_wide() {
        return true;
    }
    shape.height() == 1
        && holds_row(shape, node.mine, node.all)
        && holds_row(shape, node.mine ^ node.all, node.all)
}

/// Whether pairs of cells stop every line of these stones in a board of one row. Each line that holds no pair yet gets one of its last
/// two free cells, which are part of most of the lines to come.
#[cold]
fn holds_row<S: Shape>(shape: S, stones: S::Word, all: S::Word) -> bool {
    let column = |index: u32| S::Word::ONE << (index * shape.stride());
    let is_in = |cells: S::Word, index: u32| cells & column(index) != S::Word::ZERO;
    let mut paired: Vec<[u32; 2]> = Vec::new();
    for start in 0..=shape.width() - 4 {
        let line = start..start + 4;
        let is_lost = line.clone().any(|index| is_in(all & !stones, index));
        let is_held = paired.iter().any(|pair| pair.iter().all(|index| line.contains(index)));
        if is_lost || is_held {
            continue;
        }
        let is_free =
            |index: &u32| !is_in(all, *index) && !paired.iter().flatten().any(|other| other == index);
        let mut free = line.rev().filter(is_free);
        let (Some(last), Some(other)) = (free.next(), free.next()) else { return false };
        paired.push([other, last]);
    }
    true
}
