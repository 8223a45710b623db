//! In which order moves are searched, how deeply those that come late, and what is learned from a refutation.

use poda_core::{Evaluator, Game, Moves};

use super::Walk;
use crate::{reply_history::ReplyHistory, trace::TraceSink};

/// A move that has done so much better or worse than others, by [`ReplyHistory`], is searched one decision more or less.
const NOTED: i32 = 3_000;

/// How much less deep a move is searched first that comes after so many others, whatever it is.
#[inline]
fn reduction(depth: u32, number: usize) -> u32 {
    match (depth, number) {
        (0..3, _) | (_, 0..2) => 0,
        (6.., 4..) => 2,
        _ => 1,
    }
}

impl<G: Game, E: Evaluator<G>, S: TraceSink<G::Move>> Walk<'_, G, E, S> {
    /// How much less deep a move is searched first that comes after so many others; [`Walk::places`] has its place.
    #[inline]
    pub(super) fn reduction(&self, state: &G::State, depth: u32, ply: u32, number: usize) -> u32 {
        let Some(replies) = self.replies.as_ref().filter(|_| ply > 0) else { return 0 };
        let less = reduction(depth, number);
        if less == 0 {
            return 0;
        }
        let at = ply as usize;
        match replies.value(self.game.to_move(state), self.last_place(at), self.places[at]) {
            value if value < -NOTED => (less + 1).min(depth - 2),
            value if value > NOTED => less - 1,
            _ => less,
        }
    }

    /// Appends what speaks for each move, and in the lowest byte its place in the list, so that no two are equal.
    ///
    /// ```text
    /// bits 31 ............ 8 7 .... 0
    ///      what speaks for it  place
    /// ```
    #[inline]
    pub(super) fn rank(
        &self,
        state: &G::State,
        moves: &Moves<G::Move>,
        best: Option<u8>,
        at: usize,
        ranks: &mut Moves<u32>,
    ) {
        /// The most that history can say; above it stand the killers and the table's move.
        const MOST_HISTORY: u32 = (u32::MAX >> 8) - 2;
        let killers = self.killers[at];
        let side = self.game.to_move(state);
        let history = &self.history[side.index()];
        for (index, mv) in moves.iter().enumerate() {
            let rank = if best == Some(index as u8) {
                MOST_HISTORY + 2
            } else if killers[0] == Some(*mv) || killers[1] == Some(*mv) {
                MOST_HISTORY + 1
            } else if let Some(replies) = &self.replies {
                let value = replies.value(side, self.last_place(at), self.game.place(state, *mv));
                (value + ReplyHistory::MOST_VALUE) as u32
            } else {
                history[self.game.slot(*mv)].min(MOST_HISTORY)
            };
            ranks.push(rank << 8 | u32::from(index as u8 ^ self.backwards()));
        }
    }

    /// Where the move before that ply went; anywhere at the root.
    #[inline]
    fn last_place(&self, at: usize) -> usize {
        at.checked_sub(1).map_or(0, |before| self.places[before])
    }

    /// The leader takes equals in the order of the rules, its helpers from the end.
    #[inline]
    fn backwards(&self) -> u8 {
        if self.helper == 0 { u8::MAX } else { 0 }
    }

    /// The place of the best move that is left after so many. Most nodes are left after the first one or two, so sorting
    /// them all would be a waste.
    #[inline]
    pub(super) fn next(&self, ranks: &mut [u32], number: usize) -> u8 {
        let mut best = number;
        for other in number + 1..ranks.len() {
            if ranks[other] > ranks[best] {
                best = other;
            }
        }
        ranks.swap(number, best);
        ranks[number] as u8 ^ self.backwards()
    }

    /// A move, the one with that number in the order, refuted the position.
    pub(super) fn remember_refutation(
        &mut self,
        state: &G::State,
        moves: &Moves<G::Move>,
        (ranks, number): (&[u32], usize),
        at: usize,
        depth: u32,
    ) {
        let (side, last) = (self.game.to_move(state), self.last_place(at));
        let backwards = self.backwards();
        let mv = |rank: u32| moves[usize::from(rank as u8 ^ backwards)];
        let refutation = mv(ranks[number]);
        if let Some(replies) = &mut self.replies {
            let tried = ranks[..number].iter().map(|rank| self.game.place(state, mv(*rank)));
            replies.refute(side, last, self.game.place(state, refutation), tried, depth);
        } else {
            let history = &mut self.history[side.index()];
            let count = &mut history[self.game.slot(refutation)];
            *count += depth * depth;
            if *count > 1 << 24 {
                for count in history {
                    *count /= 2;
                }
            }
        }
        let [newest, older] = &mut self.killers[at];
        if *newest != Some(refutation) {
            *older = *newest;
            *newest = Some(refutation);
        }
    }
}
