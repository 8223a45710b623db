//! What a live connection has to say, as much as a slow client can be behind.

use std::{collections::VecDeque, sync::Mutex};

use poda_service::{Answer, Reply};
use tokio::sync::Notify;

use crate::state::lock;

/// Answers that wait to be sent. Of the progress of a question only the newest is kept: a client that cannot follow misses
/// some progress, never an answer, and holds no more memory than its questions.
#[derive(Default)]
pub(crate) struct Outbox {
    waiting: Mutex<VecDeque<Waiting>>,
    news: Notify,
}

struct Waiting {
    answer: Answer,
    is_progress: bool,
}

impl Outbox {
    /// Says what is known so far.
    pub(crate) fn progress(&self, id: u32, reply: Reply) {
        self.put(Answer { id: Some(id), reply }, true);
    }

    /// Says what is known in the end.
    pub(crate) fn answer(&self, id: Option<u32>, reply: Reply) {
        self.put(Answer { id, reply }, false);
    }

    fn put(&self, answer: Answer, is_progress: bool) {
        let mut waiting = lock(&self.waiting);
        // A number may be used again: its old answer stays, and the progress of the new question comes behind it.
        waiting.retain(|other| !(other.is_progress && other.answer.id == answer.id));
        waiting.push_back(Waiting { answer, is_progress });
        drop(waiting);
        self.news.notify_one();
    }

    /// What is to be said next, when there is something.
    pub(crate) async fn next(&self) -> Answer {
        loop {
            let next = lock(&self.waiting).pop_front();
            match next {
                Some(next) => return next.answer,
                None => self.news.notified().await,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_client_that_does_not_read_holds_one_progress_of_each_question() {
        let outbox = Outbox::default();
        let error = |text: String| Reply::Error { error: text };
        for step in 0..1000 {
            outbox.progress(1, error(format!("one {step}")));
            outbox.progress(2, error(format!("two {step}")));
        }
        outbox.answer(Some(1), error("one done".into()));
        assert_eq!(lock(&outbox.waiting).len(), 2);
        assert_eq!(outbox.next().await, Answer { id: Some(2), reply: error("two 999".into()) });
        assert_eq!(outbox.next().await, Answer { id: Some(1), reply: error("one done".into()) });
    }
}
