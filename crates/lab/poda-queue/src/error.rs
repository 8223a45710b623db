use poda_contest::ContestError;
use poda_core::{Language, Message, Translate, text};
use thiserror::Error;

/// Why the queue does not do what it was asked to.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", self.text(Language::English))]
pub enum QueueError {
    /// The text names no server.
    Address {
        /// What was given.
        text: String,
    },
    /// A file with credentials or certificates cannot be used.
    File {
        /// Which one.
        path: String,
        /// Why.
        why: Message,
    },
    /// The server is not there, or does not let us in.
    Connect {
        /// Which one.
        server: String,
        /// What is in the way.
        why: Message,
    },
    /// The server keeps no messages.
    NoJetStream {
        /// Which one.
        server: String,
    },
    /// The server answers, but not what it should.
    Server {
        /// Which one.
        server: String,
        /// What it says.
        why: String,
    },
    /// The credentials are not those of a coordinator.
    Refused {
        /// The server.
        server: String,
    },
    /// The server was away for too long.
    Lost {
        /// Which one.
        server: String,
        /// For how long.
        seconds: u64,
    },
    /// Jobs that ended every worker that tried them.
    GivenUp {
        /// Their names.
        jobs: Vec<String>,
        /// How often each was tried.
        tries: u32,
        /// Who tried them.
        workers: Vec<String>,
    },
    /// The system does not give what is needed.
    System(Message),
}

impl Translate for QueueError {
    fn text(&self, language: Language) -> String {
        match self {
            Self::Address { text } => text!(
                language,
                "{text:?} is no address of a server such as nats://lab0:4222",
                "{text:?} no es la dirección de un servidor como nats://lab0:4222",
                text
            ),
            Self::File { path, why } => {
                text!(language, "{path}: {why}", "{path}: {why}", path, why = why.text(language))
            }
            Self::Connect { server, why } => text!(
                language,
                "cannot connect to {server}: {why}",
                "no se puede conectar con {server}: {why}",
                server,
                why = why.text(language)
            ),
            Self::NoJetStream { server } => text!(
                language,
                "{server} keeps no messages: start it with JetStream (nats-server -js -sd FOLDER)",
                "{server} no guarda mensajes: arráncalo con JetStream (nats-server -js -sd CARPETA)",
                server
            ),
            Self::Server { server, why } => {
                text!(language, "{server} answers: {why}", "{server} responde: {why}", server, why)
            }
            Self::Refused { server } => text!(
                language,
                "{server} does not let these credentials hand out work: only a coordinator's do, not a worker's",
                "{server} no deja repartir trabajo con estas credenciales: hacen falta las de un coordinador, no las de una máquina",
                server
            ),
            Self::Lost { server, seconds } => text!(
                language,
                "{server} has not answered for {seconds} seconds",
                "{server} no responde desde hace {seconds} segundos",
                server,
                seconds
            ),
            Self::GivenUp { jobs, tries, workers } => text!(
                language,
                "given up after {tries} tries each, which ended their workers ({workers}): games {jobs}",
                "abandonadas tras {tries} intentos cada una, que acabaron con sus máquinas ({workers}): partidas {jobs}",
                tries,
                workers = workers.join(", "),
                jobs = jobs.join(", ")
            ),
            Self::System(why) => why.text(language),
        }
    }
}

impl From<QueueError> for ContestError {
    fn from(error: QueueError) -> Self {
        Self::Executor(error.message())
    }
}
