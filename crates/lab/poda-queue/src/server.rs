//! The server between coordinators and workers, and what is kept on it. Every stream is bounded in messages, bytes and age.

use std::{
    error::Error as _,
    net::IpAddr,
    path::PathBuf,
    str::FromStr,
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use async_nats::{
    Client, ConnectError, ConnectErrorKind, ConnectOptions, Event, ServerAddr,
    jetstream::{self, Context, ErrorCode, stream::Stream},
};
use poda_core::{Message, Translate, message};
use tokio::sync::Notify;

use crate::QueueError;

/// How long a single answer of the server may take.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);

pub(crate) const JOBS: &str = "PODA_JOBS";
pub(crate) const RESULTS: &str = "PODA_RESULTS";
pub(crate) const RUNS: &str = "PODA_RUNS";
pub(crate) const STATUS: &str = "PODA_STATUS";
pub(crate) const PARCELS: &str = "PODA_PARCELS";

/// Where the account of workers imports the few calls of `JetStream` that they use (docs/machines.md). Under `$JS.API` the server itself
/// would answer such an account too, and first.
const WORKER_API: &str = "poda.api";

/// Where the queue is, and how to get in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QueueServer {
    address: ServerAddr,
    /// A file with a user's key and token, as `nsc` writes it.
    pub credentials: Option<PathBuf>,
    /// The certificate of whoever signed the server's, beside those that the system knows.
    pub authority: Option<PathBuf>,
}

impl FromStr for QueueServer {
    type Err = QueueError;

    fn from_str(text: &str) -> Result<Self, QueueError> {
        let broken = || QueueError::Address { text: text.to_owned() };
        // The library reads an address without a host, and cannot be asked for it afterwards.
        let behind_scheme = text.split_once("://").map_or(text, |(_, rest)| rest);
        let host = behind_scheme.rsplit_once('@').map_or(behind_scheme, |(_, host)| host);
        if host.is_empty() || host.starts_with([':', '/', '?', '#']) {
            return Err(broken());
        }
        let address: ServerAddr = text.parse().map_err(|_| broken())?;
        Ok(Self { address, credentials: None, authority: None })
    }
}

impl QueueServer {
    /// Its address without names and passwords.
    pub fn name(&self) -> String {
        let host = self.address.host();
        // An address of IPv6 loses its brackets when it is read.
        let host =
            if host.contains(':') && !host.starts_with('[') { format!("[{host}]") } else { host.to_owned() };
        format!("{}://{host}:{}", self.address.scheme(), self.address.port())
    }

    fn is_loopback(&self) -> bool {
        let host = self.address.host();
        host == "localhost"
            || host.trim_matches(['[', ']']).parse::<IpAddr>().is_ok_and(|ip| ip.is_loopback())
    }

    /// Connects a coordinator, which makes the streams that are missing; `name` is its name in the server's own lists.
    ///
    /// # Errors
    /// If there is no answer, or the credentials are refused, or the server keeps no messages.
    pub(crate) async fn coordinate(&self, name: &str) -> Result<Connection, QueueError> {
        let connection = self.connect(name).await?;
        tokio::select! {
            made = connection.make_streams() => made?,
            // A refused request gets no answer, only this.
            () = connection.refused.notified() => {
                return Err(QueueError::Refused { server: self.name() });
            }
        }
        Ok(connection)
    }

    /// Connects a worker, which makes nothing on the server.
    ///
    /// # Errors
    /// If there is no answer, or the credentials are refused.
    pub(crate) async fn assist(&self, name: &str) -> Result<Connection, QueueError> {
        let mut connection = self.connect(name).await?;
        let probe = format!("{WORKER_API}.STREAM.INFO.{RUNS}");
        // Without an account for workers there is no such subject, and a refused one is not answered.
        if connection.client.request(probe, "".into()).await.is_ok() {
            connection.context = jetstream::with_prefix(connection.client.clone(), WORKER_API);
            connection.context.set_timeout(PATIENCE);
        }
        Ok(connection)
    }

    async fn connect(&self, name: &str) -> Result<Connection, QueueError> {
        let losses = Arc::new(AtomicU64::new(0));
        let counted = Arc::clone(&losses);
        let refused = Arc::new(Notify::new());
        let refusing = Arc::clone(&refused);
        let mut options = ConnectOptions::new()
            .name(name)
            .connection_timeout(Duration::from_secs(5))
            .request_timeout(Some(PATIENCE))
            .reconnect_delay_callback(|attempts| {
                // At once after a short break, every two seconds after a long one.
                Duration::from_millis((50 * attempts as u64).min(2000))
            })
            .event_callback(move |event| {
                match event {
                    Event::Disconnected => drop(counted.fetch_add(1, Ordering::Relaxed)),
                    Event::ServerError(error) if is_refusal(&error.to_string()) => refusing.notify_one(),
                    _ => {}
                }
                async {}
            });
        options = match (self.address.username(), self.address.password()) {
            (Some(user), Some(password)) => {
                options.user_and_password(user.into(), password.into()).custom_inbox_prefix(inbox(user))
            }
            (Some(token), None) => options.token(token.into()),
            _ => options,
        };
        if let Some(path) = &self.credentials {
            let read = options.credentials_file(path).await;
            let failed = |error: std::io::Error| QueueError::File {
                path: path.display().to_string(),
                why: error.message(),
            };
            options = read.map_err(failed)?;
        }
        if let Some(path) = &self.authority {
            if !path.is_file() {
                let why = std::io::ErrorKind::NotFound.message();
                return Err(QueueError::File { path: path.display().to_string(), why });
            }
            options = options.add_root_certificates(path.clone()).require_tls(true);
        }
        let connected = options.connect(&self.address).await;
        let client =
            connected.map_err(|error| QueueError::Connect { server: self.name(), why: reason(&error) })?;
        let mut context = jetstream::new(client.clone());
        context.set_timeout(PATIENCE);
        Ok(Connection { client, context, server: self.name(), losses, refused })
    }

    /// What whoever runs this server should know.
    pub(crate) fn warning(&self, connection: &Connection) -> Option<Message> {
        let is_open = !connection.client.server_info().auth_required && !self.is_loopback();
        is_open.then(|| {
            message!(
                "{server} asks for no credentials: whoever reaches it can run programs on all workers (docs/machines.md)",
                "{server} no pide credenciales: quien llegue a él puede ejecutar programas en todas las máquinas (docs/es/machines.md)",
                server = self.name()
            )
        })
    }
}

/// Where answers for a user arrive: the server can keep other users from listening there.
fn inbox(user: &str) -> String {
    let is_plain =
        !user.is_empty() && user.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte));
    if is_plain { format!("_INBOX.{user}") } else { "_INBOX".to_owned() }
}

/// Why there is no connection.
fn reason(error: &ConnectError) -> Message {
    match error.kind() {
        ConnectErrorKind::AuthorizationViolation | ConnectErrorKind::Authentication => {
            return message!(
                "it does not let us in with these credentials",
                "no nos deja entrar con estas credenciales"
            );
        }
        ConnectErrorKind::TimedOut => return message!("nobody answers in time", "nadie responde a tiempo"),
        ConnectErrorKind::Dns => return message!("there is no such machine", "no existe esa máquina"),
        _ => {}
    }
    let mut cause = error.source();
    while let Some(error) = cause {
        if let Some(error) = error.downcast_ref::<std::io::Error>() {
            return error.message();
        }
        cause = error.source();
    }
    Message::verbatim(chain(error))
}

/// An error with its causes: the first one alone often says nothing.
pub(crate) fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let more = error.to_string();
        if !text.contains(&more) {
            text = format!("{text}: {more}");
        }
        cause = error.source();
    }
    text
}

/// A connection to the server. It comes back by itself when it is lost.
#[derive(Clone)]
pub(crate) struct Connection {
    pub(crate) client: Client,
    pub(crate) context: Context,
    pub(crate) server: String,
    losses: Arc<AtomicU64>,
    /// The credentials do not allow something.
    refused: Arc<Notify>,
}

/// Whether the server says that a user may not do something.
fn is_refusal(text: &str) -> bool {
    text.to_ascii_lowercase().contains("permissions violation")
}

impl Connection {
    /// How often it was lost.
    pub(crate) fn losses(&self) -> u64 {
        self.losses.load(Ordering::Relaxed)
    }

    pub(crate) fn failed(&self, error: &dyn std::error::Error) -> QueueError {
        QueueError::Server { server: self.server.clone(), why: chain(error) }
    }

    pub(crate) async fn stream(&self, name: &str) -> Result<Stream, QueueError> {
        self.context.get_stream(name).await.map_err(|error| self.failed(&error))
    }

    /// The same; nothing if nobody has made it yet.
    pub(crate) async fn stream_if_made(&self, name: &str) -> Result<Option<Stream>, QueueError> {
        match self.context.get_stream(name).await {
            Ok(stream) => Ok(Some(stream)),
            Err(error) if has_code(&error, ErrorCode::STREAM_NOT_FOUND) => Ok(None),
            Err(error) => Err(self.unavailable(&error)),
        }
    }

    /// What an error about streams means.
    pub(crate) fn unavailable(&self, error: &dyn std::error::Error) -> QueueError {
        let text = chain(error);
        // What answers without JetStream is nobody; the library has its own words for it.
        let is_missing = ["no responders", "not enabled", "jetstream unavailable", "resource does not exist"];
        if is_missing.iter().any(|words| text.contains(words)) {
            QueueError::NoJetStream { server: self.server.clone() }
        } else {
            QueueError::Server { server: self.server.clone(), why: text }
        }
    }
}

/// Whether the server gave this reason.
fn has_code(error: &dyn std::error::Error, code: ErrorCode) -> bool {
    chain(error).contains(&format!("error code {}", code.0))
}

/// The name of this machine.
pub(crate) fn host_name() -> String {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname")
        .or_else(|_| std::env::var("HOSTNAME"))
        .or_else(|_| std::env::var("COMPUTERNAME"))
        .unwrap_or_default();
    let name = name.trim();
    if name.is_empty() { "worker".to_owned() } else { name.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_user_has_an_inbox_that_is_one_subject() {
        for (user, prefix) in [
            ("worker", "_INBOX.worker"),
            ("room-2_b", "_INBOX.room-2_b"),
            ("a.b", "_INBOX"),
            (">", "_INBOX"),
            ("", "_INBOX"),
        ] {
            assert_eq!(inbox(user), prefix, "{user:?}");
        }
    }

    #[test]
    fn addresses_are_read_and_named_without_passwords() {
        for (text, name, loopback) in [
            ("nats://lab0", "nats://lab0:4222", false),
            ("127.0.0.1:5000", "nats://127.0.0.1:5000", true),
            ("nats://localhost:1", "nats://localhost:1", true),
            ("nats://ana:secret@lab0", "nats://lab0:4222", false),
            ("tls://token@lab0:99", "tls://lab0:99", false),
            ("nats://[::1]:7", "nats://[::1]:7", true),
        ] {
            let server: QueueServer = text.parse().unwrap();
            assert_eq!((server.name().as_str(), server.is_loopback()), (name, loopback), "{text}");
        }
        for text in ["", "nats://", "nats://:4222", "nats://a@", "http://lab0", "nats://a b"] {
            let error = text.parse::<QueueServer>().unwrap_err().to_string();
            assert!(error.contains(&format!("{text:?}")), "{error}");
        }
    }
}
