use std::ops::ControlFlow;

use crate::{Proved, Score};

/// What a search has found so far.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Progress<'a, M = String> {
    /// The last completed depth.
    pub depth: u32,
    /// The value of the root for its side to move.
    pub score: Score,
    /// Positions entered so far.
    pub nodes: u64,
    /// The principal variation: the moves both sides are expected to play.
    pub pv: &'a [M],
}

/// What a legal move is worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MoveScore<M = String> {
    /// The move.
    pub mv: M,
    /// For the side that makes it; `None` if it is not known.
    pub score: Option<Score>,
    /// What is proved where the score is not known: at least the first, at most the second.
    pub bounds: Option<[Score; 2]>,
    /// How many decisions were looked ahead, the move included.
    pub depth: u32,
    /// The principal variation, starting with the move.
    pub pv: Vec<M>,
}

/// Is told what a search or a solver finds, and may end it.
///
/// `M` is how moves are given: the game's own type inside the engines, texts (the default) at the boundary. There is one
/// polarity: [`ControlFlow::Break`] ends the work with what is known by then.
pub trait SearchObserver<M = String> {
    /// Told every few thousand nodes how many positions were entered; `Break` ends the search.
    fn nodes(&mut self, _entered: u64) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Told after every completed depth; `Break` means that no further depth is begun. Engines without depths of their
    /// own report from time to time and are ended by [`SearchObserver::nodes`] only.
    fn depth(&mut self, _progress: &Progress<'_, M>) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Told, while all legal moves are being compared, what is known of each after every completed depth.
    fn moves(&mut self, _depth: u32, _moves: &[MoveScore<M>]) {}

    /// Told by solvers whenever the bounds have become tighter.
    fn proved(&mut self, _proved: &Proved) {}
}

/// [`ControlFlow::Break`] if it is time to end.
pub const fn break_if(ends: bool) -> ControlFlow<()> {
    if ends { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

/// An observer that ignores everything and ends nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoObserver;

impl<M> SearchObserver<M> for NoObserver {}

/// An observer that ends the work as soon as a condition on the number of positions entered holds.
pub struct StopWhen<C>(C);

/// Ends the work as soon as `condition`, given the number of positions entered, holds.
pub fn stop_when<C: FnMut(u64) -> bool>(condition: C) -> StopWhen<C> {
    StopWhen(condition)
}

impl<M, C: FnMut(u64) -> bool> SearchObserver<M> for StopWhen<C> {
    fn nodes(&mut self, entered: u64) -> ControlFlow<()> {
        break_if((self.0)(entered))
    }
}

/// Stops when `observer` does, without reports to it: those of a search that is not about the root, or not about depths.
pub fn without_progress<M>(observer: &mut dyn SearchObserver<M>) -> StopWhen<impl FnMut(u64) -> bool> {
    stop_when(|entered| observer.nodes(entered).is_break())
}

/// Passes on what does not depend on how moves are given: nodes, and the bounds that a solver proves.
pub struct OnlyProofs<'a, M>(pub &'a mut dyn SearchObserver<M>);

impl<M, N> SearchObserver<N> for OnlyProofs<'_, M> {
    fn nodes(&mut self, entered: u64) -> ControlFlow<()> {
        self.0.nodes(entered)
    }

    fn proved(&mut self, proved: &Proved) {
        self.0.proved(proved);
    }
}
