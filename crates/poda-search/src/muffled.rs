use poda_core::Watch;

/// Lets a search be stopped, but not heard: what it reports is not about the root, or not about depths.
pub(crate) struct Muffled<'a, M>(pub(crate) &'a mut dyn Watch<M>);

impl<M> Watch<M> for Muffled<'_, M> {
    fn keep_going(&mut self, nodes: u64) -> bool {
        self.0.keep_going(nodes)
    }
}
