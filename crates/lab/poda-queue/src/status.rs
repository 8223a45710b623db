//! Who works on what, as everybody tells it.

use std::time::Duration;

use async_nats::jetstream::consumer::{DeliverPolicy, pull};
use futures_util::{StreamExt, TryStreamExt};
use poda_core::Message;
use serde::Deserialize;

use crate::{
    Identity, QueueError, QueueServer, RunStatus, WorkerStatus,
    server::{Connection, JOBS, RUNS, STATUS},
    wire::{self, Notice},
};

/// How long to wait for one more.
const NEXT: Duration = Duration::from_millis(500);
/// More workers are not listed.
const MOST: usize = 20_000;

/// What is on a queue.
#[derive(Clone, PartialEq, Debug)]
pub struct QueueView {
    /// The server.
    pub server: String,
    /// What whoever runs it should know.
    pub warning: Option<Message>,
    /// Those that were heard of lately, by name.
    pub workers: Vec<WorkerStatus>,
    /// The runs that are open.
    pub runs: Vec<RunView>,
}

/// An open run.
#[derive(Clone, PartialEq, Debug)]
pub struct RunView {
    /// Its name on the server.
    pub key: String,
    /// What people call it.
    pub title: String,
    /// Which program coordinates it.
    pub by: Identity,
    /// Jobs that nobody has taken.
    pub waiting: u64,
    /// Jobs that somebody has.
    pub taken: usize,
    /// What its coordinator says; `None` if it says nothing: it can be resumed.
    pub status: Option<RunStatus>,
}

/// What every version says about a run.
#[derive(Deserialize)]
struct Title {
    by: Identity,
    title: String,
}

/// Looks at a queue.
///
/// # Errors
/// If the server cannot be reached.
pub fn look(server: &QueueServer) -> Result<QueueView, QueueError> {
    crate::runtime()?.block_on(async {
        let connection = server.coordinate("poda queue").await?;
        let viewed = view(&connection).await;
        viewed.map(|(workers, runs)| QueueView {
            server: server.name(),
            warning: server.warning(&connection),
            workers,
            runs,
        })
    })
}

async fn view(connection: &Connection) -> Result<(Vec<WorkerStatus>, Vec<RunView>), QueueError> {
    let failed = |error: &dyn std::error::Error| connection.failed(error);
    let (mut workers, mut progress) = (Vec::new(), Vec::new());
    for (subject, payload) in last_of_each(connection, STATUS).await? {
        if subject.starts_with("poda.worker.") {
            workers.extend(wire::read::<WorkerStatus>(&payload));
        } else if let (Some(run), Some(status)) =
            (subject.rsplit('.').next(), wire::read::<RunStatus>(&payload))
        {
            progress.push((run.to_owned(), status));
        }
    }
    workers.sort_by(|one, other| one.name.cmp(&other.name));
    let jobs = connection.stream(JOBS).await?;
    let mut runs = Vec::new();
    for (subject, payload) in last_of_each(connection, RUNS).await? {
        let (Some(key), Some(Title { by, title })) = (subject.rsplit('.').next(), wire::read(&payload))
        else {
            continue;
        };
        let info = jobs.consumer_info(format!("jobs-{key}")).await.ok();
        let status = progress.iter().find(|(run, _)| run == key).map(|(_, status)| status.clone());
        runs.push(RunView {
            key: key.to_owned(),
            title,
            by,
            waiting: info.as_ref().map_or(0, |info| info.num_pending),
            taken: info.as_ref().map_or(0, |info| info.num_ack_pending),
            status,
        });
    }
    connection.client.flush().await.map_err(|error| failed(&error))?;
    Ok((workers, runs))
}

/// The newest message of every subject of a stream.
async fn last_of_each(connection: &Connection, stream: &str) -> Result<Vec<(String, Vec<u8>)>, QueueError> {
    let failed = |error: &dyn std::error::Error| connection.failed(error);
    let stream = connection.stream(stream).await?;
    let count = stream.cached_info().state.messages.min(MOST as u64) as usize;
    if count == 0 {
        return Ok(Vec::new());
    }
    let config = pull::Config {
        deliver_policy: DeliverPolicy::LastPerSubject,
        ack_policy: async_nats::jetstream::consumer::AckPolicy::None,
        inactive_threshold: Duration::from_secs(5),
        filter_subject: ">".to_owned(),
        ..pull::Config::default()
    };
    let consumer = stream.create_consumer(config).await.map_err(|error| failed(&error))?;
    let mut messages =
        consumer.fetch().max_messages(count).messages().await.map_err(|error| failed(&error))?;
    let mut found = Vec::new();
    while let Ok(Some(Ok(message))) = tokio::time::timeout(NEXT, messages.next()).await {
        found.push((message.subject.to_string(), message.payload.to_vec()));
    }
    Ok(found)
}

/// Takes a run from the queue whose coordinator will not come back. `false` if there is none of that name.
///
/// # Errors
/// If the server cannot be reached.
pub fn forget(server: &QueueServer, run: &str) -> Result<bool, QueueError> {
    crate::runtime()?.block_on(async {
        let connection = server.coordinate("poda queue").await?;
        let failed = |error: &dyn std::error::Error| connection.failed(error);
        let runs = connection.stream(RUNS).await?;
        let listed = runs.info_with_subjects("poda.run.*").await.map_err(|error| failed(&error))?;
        let subjects: Vec<(String, usize)> = listed.try_collect().await.map_err(|error| failed(&error))?;
        if !subjects.iter().any(|(subject, _)| subject.rsplit('.').next() == Some(run)) {
            return Ok(false);
        }
        let subject = format!("poda.notice.{run}");
        let _ = connection.client.publish(subject, wire::write(&Notice::Ends).into()).await;
        runs.purge().filter(format!("poda.run.{run}")).await.map_err(|error| failed(&error))?;
        let jobs = connection.stream(JOBS).await?;
        jobs.purge().filter(format!("poda.job.{run}.*")).await.map_err(|error| failed(&error))?;
        let _ = jobs.delete_consumer(&format!("jobs-{run}")).await;
        let results = connection.stream(crate::server::RESULTS).await?;
        let _ = results.delete_consumer(&format!("results-{run}")).await;
        results.purge().filter(format!("poda.result.{run}.*")).await.map_err(|error| failed(&error))?;
        Ok(true)
    })
}
