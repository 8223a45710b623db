use poda_core::{Limits, SearchObserver};

/// Counts what a search does and says when to stop.
///
/// The observer is asked once in so many nodes; node limits are exact.
#[derive(Debug, Default)]
pub(crate) struct Budget {
    /// Positions entered.
    pub(crate) nodes: u64,
    /// Positions at the end of a branch.
    pub(crate) leaves: u64,
    /// Whether the search has to unwind. What it returns while unwinding is worthless.
    pub(crate) stopped: bool,
    next_look: u64,
    /// Nodes between two looks.
    patience: u64,
    most_nodes: u64,
}

impl Budget {
    /// For nodes that take a fraction of a microsecond each.
    pub(crate) fn new(limits: Limits) -> Self {
        Self::with_patience(limits, 2048)
    }

    /// For nodes of another cost: what lies between two looks should take less than a millisecond.
    pub(crate) fn with_patience(limits: Limits, patience: u64) -> Self {
        let most_nodes = limits.nodes.unwrap_or(u64::MAX).max(1);
        Self { most_nodes, patience, next_look: patience.min(most_nodes), ..Self::default() }
    }

    /// Enters a node.
    #[inline]
    pub(crate) fn enter<M>(&mut self, observer: &mut dyn SearchObserver<M>) {
        self.nodes += 1;
        if self.nodes >= self.next_look {
            self.look_up(observer);
        }
    }

    #[cold]
    #[inline(never)]
    fn look_up<M>(&mut self, observer: &mut dyn SearchObserver<M>) {
        if self.nodes >= self.most_nodes || observer.nodes(self.nodes).is_break() {
            self.stopped = true;
            // Nodes entered while unwinding do not count and are not looked at again.
            self.next_look = u64::MAX;
        } else {
            self.next_look = (self.nodes + self.patience).min(self.most_nodes);
        }
    }
}
