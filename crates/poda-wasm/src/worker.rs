use core::{cell::Cell, time::Duration};

use poda_core::{Language, Translate};
use poda_service::{
    Answer, Call, Context, Question, Reply, ServiceError, ServiceLimits, SessionStore, TreeCache, handle,
};

use crate::host::{BrowserHost, Post, Reviews, fit_tables};

/// Megabytes that the table of one search may take, unless somebody says otherwise.
const TABLE: usize = 16;
/// The most that may be said.
const MOST_TABLE: usize = 256;

thread_local! {
    /// The question that is being answered, for whoever tells that something broke.
    static ASKED: Cell<Option<u32>> = const { Cell::new(None) };
}

/// The answer to the question that is being answered, if something broke.
pub fn broken(why: &str) -> String {
    Answer { id: ASKED.get(), reply: Reply::Error { error: why.to_owned() } }.to_text()
}

/// Answers messages, one after the other, and remembers games, trees, reviews and runs between them.
pub struct Worker {
    now: fn() -> Duration,
    limits: ServiceLimits,
    sessions: SessionStore,
    trees: TreeCache,
    reviews: Reviews,
}

impl Worker {
    /// A worker that knows nothing yet, with a clock that never goes back.
    pub fn new(now: fn() -> Duration) -> Self {
        Self {
            now,
            limits: ServiceLimits { table: TABLE, ..ServiceLimits::default() },
            sessions: SessionStore::default(),
            trees: TreeCache::default(),
            reviews: Reviews::default(),
        }
    }

    /// Sets how many megabytes the table of one search may take: at least one.
    pub fn set_table(&mut self, megabytes: usize) {
        self.limits.table = megabytes.clamp(1, MOST_TABLE);
    }

    /// Answers a message. Whatever is to be said, before the answer and with it, goes to `post`.
    pub fn ask(&mut self, text: &str, post: &mut Post<'_>) {
        match Call::read(text) {
            Err(error) => post(&refused(None, &error, Language::English)),
            // Nobody can be heard while something is thought about, and now nothing is.
            Ok(Call::Control(_)) => {}
            Ok(Call::Ask(question)) => {
                let (id, language) = (question.id, question.lang.language());
                ASKED.set(Some(id));
                let reply = self.answer(question, post);
                let reply = reply.unwrap_or_else(|error| Reply::Error { error: error.text(language) });
                post(&Answer { id: Some(id), reply }.to_text());
                ASKED.set(None);
            }
        }
    }

    fn answer(&self, question: Question, post: &mut Post<'_>) -> Result<Reply, ServiceError> {
        let Question { id, lang, mut request } = question;
        fit_tables(&mut request, self.limits.table);
        let mut host = BrowserHost { id, now: self.now, post: &mut |text| post(text), reviews: &self.reviews };
        let mut context = Context {
            limits: self.limits,
            language: lang.language(),
            owner: "",
            sessions: &self.sessions,
            trees: &self.trees,
            host: &mut host,
        };
        context.check(&request)?;
        handle(&request, &mut context)
    }
}

fn refused(id: Option<u32>, error: &ServiceError, language: Language) -> String {
    Answer { id, reply: Reply::Error { error: error.text(language) } }.to_text()
}
