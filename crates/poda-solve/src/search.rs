use arrayvec::ArrayVec;
use crate::{
    follow::follower_bound,
    shape::Shape,
    table::{Bounds, Slot, Table},
    threats::winning_cells,
};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) mine: u64,
    pub(crate) all: u64,
    pub(crate) my_wins: u64,
    pub(crate) their_wins: u64,
    /// moves after which the opponent does not win at once; at least two
    pub(crate) moves: u64,
    pub(crate) stones: i32,
}

pub(crate) enum Settled {
    /// value for the side that was to move at the node given
    Known(i32),
    /// node where there is a choice; whether the side to move is another one
    Open(Node, bool),
}

pub(crate) struct Search<'t, S> {
    pub(crate) shape: S,
    pub(crate) table: &'t Table,
    pub(crate) nodes: u64,
}

#[derive(Clone, Copy)]
struct Child {
    node: Node,
    passed: bool,
    slot: Slot,
    order: i32,
}

impl<S: Shape> Search<'_, S> {
    /// Moves of the side to move that do not lose at once.
    #[inline(always)]
    fn safe_moves(&self, all: u64, their_wins: u64) -> u64 {
        let landing = all.wrapping_add(self.shape.bottom()) & self.shape.full();
        let forced = landing & their_wins;
        let safe = landing & !(their_wins >> 1);
        if forced == 0 {
            safe
        } else if forced & (forced - 1) == 0 {
            forced & safe
        } else {
            0
        }
    }

    /// side to move has no immediate win. Plays on as long as there is just one move.
    #[inline(always)]
    pub(crate) fn settle(&self, mut mine: u64, mut all: u64, mut my_wins: u64, mut their_wins: u64, mut stones: i32) -> Settled {
        let cells = self.shape.cells();
        let mut passed = false;
        loop {
            if stones >= cells - 1 {
                return Settled::Known(0);
            }
            let moves = self.safe_moves(all, their_wins);
            if moves == 0 {
                let loss = (cells - stones) / 2;
                return Settled::Known(if passed { loss } else { -loss });
            }
            if stones >= cells - 2 {
                return Settled::Known(0);
            }
            if moves & (moves - 1) != 0 {
                return Settled::Open(Node { mine, all, my_wins, their_wins, moves, stones }, passed);
            }
            mine |= moves;
            all |= moves;
            my_wins = winning_cells(self.shape, mine) & self.shape.full() & !all;
            their_wins &= !all;
            (my_wins, their_wins) = (their_wins, my_wins);
            mine ^= all;
            stones += 1;
            passed = !passed;
        }
    }

    #[inline(always)]
    pub(crate) fn slot(&self, node: &Node) -> Slot {
        let mut key = node.mine.wrapping_add(node.all);
        if node.stones < MIRROR_BELOW {
            key = key.min(self.shape.mirrored(node.mine).wrapping_add(self.shape.mirrored(node.all)));
        }
        self.table.slot(key)
    }

    /// null window; above alpha: a lower bound, otherwise an upper bound
    pub(crate) fn search(&mut self, node: &Node, slot: Slot, alpha: i32) -> i32 {
        self.nodes += 1;
        let cells = self.shape.cells();
        let start = self.nodes;
        // best possible win: after the opponent's next move
        let win = (cells - 1 - node.stones) / 2;
        let later = (cells - 3 - node.stones) / 2;
        let mut list: ArrayVec<Child, 35> = ArrayVec::new();
        let mut orders: ArrayVec<u32, 35> = ArrayVec::new();
        let mut best = -64;
        let mut moves = node.moves;
        while moves != 0 {
            let cell = moves & moves.wrapping_neg();
            moves ^= cell;
            let (mine, all) = (node.mine | cell, node.all | cell);
            let my_wins = winning_cells(self.shape, mine) & self.shape.full() & !all;
            match self.settle(mine ^ all, all, node.their_wins & !cell, my_wins, node.stones + 1) {
                Settled::Known(value) => {
                    let value = -value;
                    if value > alpha {
                        if value < win { self.store(slot, value, 64, start); }
                        return value;
                    }
                    best = best.max(value);
                }
                Settled::Open(child, again) => {
                    let passed = !again;
                    let mut hi = (cells - 1 - child.stones) / 2;
                    let lo = -((cells - 2 - child.stones) / 2);
                    if let Some(bound) = follower_bound(self.shape, child.mine, child.all, child.their_wins) {
                        hi = hi.min(bound);
                    }
                    let (my_lo, my_hi) = if passed { (-hi, -lo) } else { (lo, hi) };
                    if my_lo > alpha {
                        self.store(slot, my_lo, 64, start);
                        return my_lo;
                    }
                    if my_hi <= alpha {
                        best = best.max(my_hi);
                        continue;
                    }
                    let slot = self.slot(&child);
                    self.table.prefetch(slot);
                    let order = (my_wins.count_ones() as i32) * 64 + 32 - (2 * (cell.trailing_zeros() / self.shape.stride()) as i32 - (self.shape.width() as i32 - 1)).abs();
                    list.push(Child { node: child, passed, slot, order });
                }
            }
        }
        let _ = later;
        // table
        for (index, child) in list.iter().enumerate() {
            if let Some(bounds) = self.table.get(child.slot) {
                let (lo, hi) = if child.passed { (-bounds.upper, -bounds.lower) } else { (bounds.lower, bounds.upper) };
                if lo > alpha {
                    self.store(slot, lo, 64, start);
                    return lo;
                }
                if hi <= alpha {
                    best = best.max(hi);
                    continue;
                }
            }
            let order = (child.order as u32) << 8 | index as u32;
            orders.push(order);
            let mut at = orders.len() - 1;
            while at > 0 && orders[at - 1] < order {
                orders[at] = orders[at - 1];
                at -= 1;
            }
            orders[at] = order;
        }
        for index in 0..orders.len() {
            let child = &list[(orders[index] & 255) as usize];
            if index > 0 {
                if let Some(bounds) = self.table.get(child.slot) {
                    let (lo, hi) = if child.passed { (-bounds.upper, -bounds.lower) } else { (bounds.lower, bounds.upper) };
                    if lo > alpha {
                        self.store(slot, lo, 64, start);
                        return lo;
                    }
                    if hi <= alpha {
                        best = best.max(hi);
                        continue;
                    }
                }
            }
            let value = if child.passed { -self.search(&child.node, child.slot, -alpha - 1) } else { self.search(&child.node, child.slot, alpha) };
            best = best.max(value);
            if best > alpha {
                self.store(slot, best, 64, start);
                return best;
            }
        }
        self.store(slot, -64, best, start);
        best
    }

    #[inline(always)]
    fn store(&self, slot: Slot, lower: i32, upper: i32, start: u64) {
        let mut bounds = Bounds { lower: lower.max(-63), upper: upper.min(63) };
        if let Some(known) = self.table.get(slot) {
            bounds.lower = bounds.lower.max(known.lower);
            bounds.upper = bounds.upper.min(known.upper);
        }
        let work = 64 - (self.nodes - start).leading_zeros();
        self.table.put(slot, bounds, work);
    }
}

const MIRROR_BELOW: i32 = 14;
