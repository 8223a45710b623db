use core::{cell::Cell, time::Duration};
use std::sync::Arc;

use poda_agent::GameLine;
use poda_catalog::Catalog;
use poda_core::{Language, Translate};
use poda_service::{
    AgentStore, Answer, Call, Context, LanguageParam, Question, Reply, ServiceError, ServiceLimits,
    SessionStore, TreeCache, handle,
};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::host::{BrowserHost, Post, Reviews};
#[cfg(not(feature = "small"))]
use crate::runs::{RunQuestion, TabRuns};

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
    refused(ASKED.get(), why.to_owned())
}

/// Answers messages, one after the other, and remembers games, trees, reviews and runs between them.
pub struct TabWorker {
    now: fn() -> Duration,
    limits: ServiceLimits,
    sessions: SessionStore,
    trees: TreeCache,
    reviews: Reviews,
    #[cfg(not(feature = "small"))]
    runs: TabRuns,
}

/// What can be asked beside the service and the runs.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "kebab-case", deny_unknown_fields)]
enum Extra {
    /// Count the sequences of that many moves.
    Perft { line: GameLine, depth: u32 },
    /// Draw a position for a terminal, and list its moves.
    TextBoard { line: GameLine },
}

impl TabWorker {
    /// A worker that knows nothing yet, with a clock that never goes back.
    pub fn new(now: fn() -> Duration) -> Self {
        Self {
            now,
            limits: ServiceLimits { table: TABLE, ..ServiceLimits::default() },
            sessions: sessions(TABLE),
            trees: TreeCache::default(),
            reviews: Reviews::default(),
            #[cfg(not(feature = "small"))]
            runs: TabRuns::default(),
        }
    }

    /// Sets how many megabytes the table of one search may take: at least one.
    pub fn set_table(&mut self, megabytes: usize) {
        self.limits.table = megabytes.clamp(1, MOST_TABLE);
        self.sessions = sessions(self.limits.table);
    }

    /// Installs the book of openings; `false` if it is none. Solvers that were made before it are dropped.
    pub fn set_book(&mut self, book: &[u8]) -> bool {
        let is_installed = poda_catalog::install_book(book);
        if is_installed {
            self.sessions = sessions(self.limits.table);
        }
        is_installed
    }

    /// Answers a message. Whatever is to be said, before the answer and with it, goes to `post`.
    pub fn ask(&mut self, text: &str, post: &mut Post<'_>) {
        let fields: Map<String, Value> = serde_json::from_str(text).unwrap_or_default();
        let word = fields.get("do").and_then(Value::as_str).unwrap_or_default();
        let of_runs = cfg!(not(feature = "small")) && word.starts_with("contest-");
        if of_runs || word == "perft" || word == "text-board" {
            self.answer_own(fields, of_runs, post);
            return;
        }
        match Call::read(text) {
            Err(error) => post(&refused(None, error.to_string())),
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
        let Question { id, lang, request } = question;
        let mut host = BrowserHost { id, now: self.now, post, reviews: &self.reviews };
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

    /// Answers what only this transport is asked.
    fn answer_own(&mut self, mut fields: Map<String, Value>, of_runs: bool, post: &mut Post<'_>) {
        let id = fields.remove("id").and_then(|id| u32::deserialize(id).ok());
        let Some(id) = id else {
            let error = ServiceError::Message("missing field `id`".to_owned());
            post(&refused(None, error.to_string()));
            return;
        };
        ASKED.set(Some(id));
        let lang = fields.remove("lang").map(LanguageParam::deserialize).transpose();
        let answer = match lang {
            Err(error) => Err((ServiceError::Message(error.to_string()), Language::English)),
            Ok(lang) => {
                let language = lang.unwrap_or_default().language();
                let answer = if of_runs {
                    self.of_runs(id, language, fields, post)
                } else {
                    self.extra(id, language, fields)
                };
                answer.map_err(|error| (error, language))
            }
        };
        post(&answer.unwrap_or_else(|(error, language)| refused(Some(id), error.text(language))));
        ASKED.set(None);
    }

    #[cfg(not(feature = "small"))]
    fn of_runs(
        &mut self,
        id: u32,
        language: Language,
        fields: Map<String, Value>,
        post: &mut Post<'_>,
    ) -> Result<String, ServiceError> {
        let question = RunQuestion { id, language, fields };
        let reply = self.runs.answer(question, &self.limits, self.now, post);
        reply.and_then(|reply| reply.to_text(id))
    }

    #[cfg(feature = "small")]
    fn of_runs(
        &mut self,
        _: u32,
        _: Language,
        _: Map<String, Value>,
        _: &mut Post<'_>,
    ) -> Result<String, ServiceError> {
        Ok(String::new())
    }

    fn extra(&self, id: u32, language: Language, fields: Map<String, Value>) -> Result<String, ServiceError> {
        let extra = serde_json::from_value(Value::Object(fields));
        let extra: Extra = extra.map_err(|error| ServiceError::Message(error.to_string()))?;
        let (Extra::Perft { line, .. } | Extra::TextBoard { line }) = &extra;
        let answer = self.sessions.with(line, &self.limits, |followed| {
            let session = &followed.session;
            Ok(match extra {
                Extra::Perft { depth, .. } => {
                    json!({ "id": id, "is": "perft", "leaves": session.state().perft(depth) })
                }
                Extra::TextBoard { .. } => json!({
                    "id": id,
                    "is": "text-board",
                    "position": session.position(),
                    "legal": session.legal(),
                    "text": session.text_board(language).plain(),
                }),
            })
        })?;
        Ok(answer.to_string())
    }
}

/// No games and no agents. The tables of all kept agents take as much memory as that of one search.
fn sessions(megabytes: usize) -> SessionStore {
    SessionStore::sharing(Catalog::built_in(), Arc::new(AgentStore::new(megabytes)))
}

fn refused(id: Option<u32>, error: String) -> String {
    Answer { id, reply: Reply::Error { error } }.to_text()
}
