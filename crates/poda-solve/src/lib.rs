//! Exact play.
#![allow(missing_docs, clippy::all, clippy::pedantic)]
mod follow;
mod search;
mod shape;
mod table;
mod threats;
use poda_connect::Grid;
use search::{Search, Settled};
use shape::{Classic, Other, Shape};

#[derive(Debug, thiserror::Error)]
pub enum SolveError {
    #[error("run {run}")]
    Run { run: u32 },
}

pub struct Proto { table: table::Table, pub nodes: u64 }
impl Proto {
    pub fn new(mb: usize) -> Self { Self { table: table::Table::new(mb, 49), nodes: 0 } }
    pub fn solve(&mut self, moves: &str) -> i32 {
        let shape = Classic;
        let (mut mine, mut all) = (0u64, 0u64);
        for c in moves.bytes() {
            let col = u32::from(c - b'1');
            mine ^= all;
            all |= all + (1 << (col * 7));
        }
        let r = solve(shape, &self.table, mine, all);
        self.nodes += r.1;
        r.0
    }
}

fn solve<S: Shape>(shape: S, table: &table::Table, mine: u64, all: u64) -> (i32, u64) {
    let cells = shape.cells();
    let stones = all.count_ones() as i32;
    let my_wins = threats::winning_cells(shape, mine) & shape.full() & !all;
    let their_wins = threats::winning_cells(shape, mine ^ all) & shape.full() & !all;
    let landing = (all + shape.bottom()) & shape.full();
    if my_wins & landing != 0 { return ((cells + 1 - stones) / 2, 0); }
    if stones == cells { return (0, 0); }
    let mut search = Search { shape, table, nodes: 0 };
    match search.settle(mine, all, my_wins, their_wins, stones) {
        Settled::Known(v) => (v, 0),
        Settled::Open(node, passed) => {
            let slot = search.slot(&node);
            let mut lo = -((cells - 2 - node.stones) / 2);
            let mut hi = (cells - 1 - node.stones) / 2;
            let mode = std::env::var("MODE").unwrap_or_default();
            let mut budget = 0u64;
            while lo < hi {
                let mid = match mode.as_str() {
                    "bis" => {
                        let mut med = lo + (hi - lo) / 2;
                        if med <= 0 && lo / 2 < med { med = lo / 2 } else if med >= 0 && hi / 2 > med { med = hi / 2 }
                        med
                    }
                    _ => {
                        // alpha question: value > mid ?
                        if lo >= 0 { lo } else if hi <= 0 { hi - 1 } else { 0 }
                    }
                };
                let v = search.search(&node, slot, mid);
                if v > mid { lo = lo.max(v) } else { hi = hi.min(v) }
                if std::env::var("TALK").is_ok() { eprintln!("  alpha {mid}: {lo}..{hi} {}", search.nodes); }
                let _ = budget; budget = search.nodes;
            }
            (if passed { -lo } else { lo }, search.nodes)
        }
    }
}
