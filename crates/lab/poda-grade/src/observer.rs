use poda_core::Message;

/// Is told how grading goes, and may end it.
pub trait GradeObserver: Sync {
    /// Asked many times a second: whether to stop. Whatever was finished is kept.
    fn stops(&self) -> bool {
        false
    }

    /// A stage of so many steps begins.
    fn begins(&self, _stage: &Message, _steps: u64) {}

    /// A step of the stage is done: a submission, a game.
    fn advances(&self, _what: &str) {}

    /// Something worth telling.
    fn tells(&self, _what: &Message) {}
}

/// Observes nothing and lets everything go on.
impl GradeObserver for () {}
