use poda_core::Watch;

/// Lets a search be stopped, but not heard: what it reports is not about the root, or not about depths.
pub(crate) struct WithoutProgress<'a, M>(pub(crate) &'a mut dyn Watch<M>);

impl<M> Watch<M> for WithoutProgress<'_, M> {
    fn keep_going(&mut self, nodes: u64) -> bool {
        self.0.keep_going(nodes)
    }
}
