//! The coordinator's side of the server: a run is opened, its jobs are published, reports come in, and it is closed. What is
//! in a job is not known here.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    time::{Duration, Instant},
};

use async_nats::{
    Subscriber,
    connection::State,
    jetstream::{
        self,
        consumer::{AckPolicy, Consumer, pull},
        stream::Stream as JobStream,
    },
};
use futures_util::{FutureExt, Stream, StreamExt, TryStreamExt};
use poda_contest::{MachineProgress, Pairing, Workforce};
use poda_core::{Message, Translate, message};
use tokio::time::timeout;

use crate::{
    QueueError,
    parcel::{CHUNK, chunk_subject},
    server::{Connection, JOBS, PARCELS, PATIENCE, RESULTS, RUNS},
    wire::{self, Identity, Job, JobStatus, Notice, ParcelRef, Report, RunSpec, RunStatus, WorkerStatus},
};

/// How long a coordinator waits for a server that went away.
const MOST_ABSENCE: Duration = Duration::from_mins(10);
/// Results that are taken at once.
const BATCH: usize = 512;
/// Jobs that are published at once.
const PUBLISHED_AT_ONCE: usize = 128;
/// A worker that is silent for this long is not there.
const SILENCE: Duration = Duration::from_secs(15);

/// A run that is open on the server.
pub(crate) struct Dispatch {
    connection: Connection,
    run: String,
    spec: RunSpec,
    jobs: JobStream,
    reports: Consumer<pull::Config>,
    feed: Subscriber,
    workers: HashMap<String, (WorkerStatus, Instant)>,
    heard: Instant,
}

/// A report with what has to be acknowledged once it is on disk.
pub(crate) struct Delivery {
    pub(crate) report: Report,
    message: jetstream::Message,
}

impl Dispatch {
    /// Opens a run, or goes on with it. Gives the names of the jobs that wait from before.
    pub(crate) async fn open(
        connection: Connection,
        run: String,
        spec: RunSpec,
    ) -> Result<(Self, Vec<String>), QueueError> {
        let failed = |error: &dyn std::error::Error| connection.failed(error);
        let jobs = connection.stream(JOBS).await?;
        let results = connection.stream(RESULTS).await?;
        let lease = Duration::from_millis(spec.lease_ms);
        let consumer = |kind: &str, subject: &str| pull::Config {
            durable_name: Some(format!("{kind}-{run}")),
            filter_subject: format!("poda.{subject}.{run}.*"),
            ack_policy: AckPolicy::Explicit,
            ack_wait: lease,
            max_ack_pending: 50_000,
            max_waiting: 20_000,
            ..pull::Config::default()
        };
        let reports =
            results.create_consumer(consumer("results", "result")).await.map_err(|error| failed(&error))?;
        jobs.create_consumer(consumer("jobs", "job")).await.map_err(|error| failed(&error))?;
        let feed = connection.client.subscribe("poda.worker.*").await.map_err(|error| failed(&error))?;
        let dispatch = Self {
            run,
            spec,
            jobs,
            reports,
            feed,
            workers: HashMap::new(),
            heard: Instant::now(),
            connection,
        };
        dispatch.announce().await?;
        let waiting = dispatch.names().await?;
        Ok((dispatch, waiting.into_iter().collect()))
    }

    /// Publishes the run, and that there is work.
    async fn announce(&self) -> Result<(), QueueError> {
        let payload = wire::write(&self.spec);
        if payload.len() > wire::LONGEST {
            let why = format!("the description of the run has {} bytes", payload.len());
            return Err(QueueError::Server { server: self.connection.server.clone(), why });
        }
        let failed = |error: &dyn std::error::Error| self.connection.failed(error);
        let subject = format!("poda.run.{}", self.run);
        let sent =
            self.connection.context.publish(subject, payload.into()).await.map_err(|error| failed(&error))?;
        sent.await.map_err(|error| failed(&error))?;
        self.notify(Notice::Begins).await;
        Ok(())
    }

    async fn notify(&self, notice: Notice) {
        let subject = format!("poda.notice.{}", self.run);
        // Who misses it looks for himself a little later.
        let _ = self.connection.client.publish(subject, wire::write(&notice).into()).await;
        let _ = timeout(PATIENCE, self.connection.client.flush()).await;
    }

    /// The server's name.
    pub(crate) fn server(&self) -> &str {
        &self.connection.server
    }

    /// The names of the jobs that the server has.
    pub(crate) async fn names(&self) -> Result<BTreeSet<String>, QueueError> {
        let failed = |error: &dyn std::error::Error| self.connection.failed(error);
        let filter = format!("poda.job.{}.*", self.run);
        let listed = self.jobs.info_with_subjects(&filter).await.map_err(|error| failed(&error))?;
        let subjects: Vec<(String, usize)> = listed.try_collect().await.map_err(|error| failed(&error))?;
        let name = |(subject, _): (String, usize)| subject.rsplit('.').next().map(str::to_owned);
        Ok(subjects.into_iter().filter_map(name).collect())
    }

    /// The names of the jobs that workers will be given. A server that was killed may have jobs on its disk of which it believes
    /// that they are done: those are taken away, so that they can be published again.
    pub(crate) async fn waiting(&self) -> Result<BTreeSet<String>, QueueError> {
        let names = self.names().await?;
        if names.is_empty() {
            return Ok(names);
        }
        let asked = self.jobs.consumer_info(format!("jobs-{}", self.run)).await;
        let info = asked.map_err(|error| self.connection.failed(&error))?;
        if info.num_pending > 0 || info.num_ack_pending > 0 {
            return Ok(names);
        }
        for name in &names {
            self.withdraw(name).await;
        }
        Ok(BTreeSet::new())
    }

    /// Puts a program on the server, as far as it is not there.
    pub(crate) async fn store(connection: &Connection, bytes: &[u8]) -> Result<ParcelRef, QueueError> {
        let failed = |error: &dyn std::error::Error| connection.failed(error);
        let checksum = crate::parcel::checksum(bytes);
        let stream = connection.stream(PARCELS).await?;
        let filter = format!("poda.parcel.{checksum}.*");
        let listed = stream.info_with_subjects(&filter).await.map_err(|error| failed(&error))?;
        let there: HashMap<String, usize> = listed.try_collect().await.map_err(|error| failed(&error))?;
        for (number, chunk) in bytes.chunks(CHUNK).enumerate() {
            let subject = chunk_subject(&checksum, number);
            if there.contains_key(&subject) {
                continue;
            }
            let sent = connection.context.publish(subject, chunk.to_vec().into()).await;
            sent.map_err(|error| failed(&error))?.await.map_err(|error| failed(&error))?;
        }
        Ok(ParcelRef { checksum, bytes: bytes.len() as u64 })
    }

    /// Publishes jobs. One that is there already stays as it is. Gives the names of those that could not be published.
    pub(crate) async fn publish(&self, jobs: &[Job]) -> Vec<String> {
        let mut failed = Vec::new();
        for some in jobs.chunks(PUBLISHED_AT_ONCE) {
            let mut sent = Vec::new();
            for job in some {
                let subject = format!("poda.job.{}.{}", self.run, job.name);
                match self.connection.context.publish(subject, wire::write(job).into()).await {
                    Ok(answer) => sent.push((job, answer)),
                    Err(_) => failed.push(job.name.clone()),
                }
            }
            for (job, answer) in sent {
                match answer.await {
                    Err(error) if !crate::server::chain(&error).contains("per subject") => {
                        failed.push(job.name.clone());
                    }
                    _ => {}
                }
            }
        }
        failed
    }

    /// Takes a job from the server.
    pub(crate) async fn withdraw(&self, name: &str) {
        let subject = format!("poda.job.{}.{name}", self.run);
        // If it stays, its result is one that nobody waits for.
        let _ = timeout(PATIENCE, async { self.jobs.purge().filter(subject).await }).await;
    }

    /// What workers have said, or nothing after `wait`.
    ///
    /// # Errors
    /// If the server is away for too long.
    pub(crate) async fn receive(&mut self, wait: Duration) -> Result<Vec<Delivery>, QueueError> {
        for message in there_already(&mut self.feed) {
            let Some(id) = message.subject.rsplit('.').next() else { continue };
            if let Some(status) = wire::read(&message.payload) {
                self.workers.insert(id.to_owned(), (status, Instant::now()));
            } else if message.payload.is_empty() {
                // It has left.
                self.workers.remove(id);
            }
        }
        self.workers.retain(|_, (_, heard)| heard.elapsed() < SILENCE);
        if self.connection.client.connection_state() == State::Connected {
            self.heard = Instant::now();
        } else if self.heard.elapsed() > MOST_ABSENCE {
            let (server, seconds) = (self.connection.server.clone(), self.heard.elapsed().as_secs());
            return Err(QueueError::Lost { server, seconds });
        }
        let mut deliveries = Vec::new();
        let deadline = tokio::time::Instant::now() + wait + Duration::from_secs(1);
        let batch = self.reports.batch().max_messages(BATCH).expires(wait).messages();
        if let Ok(Ok(mut batch)) = tokio::time::timeout_at(deadline, batch).await {
            while let Ok(Some(Ok(message))) = tokio::time::timeout_at(deadline, batch.next()).await {
                if let Some(report) = wire::read(&message.payload) {
                    deliveries.push(Delivery { report, message });
                } else {
                    // What makes no sense now never will.
                    let _ = message.ack().await;
                }
            }
        } else {
            tokio::time::sleep(wait).await;
        }
        Ok(deliveries)
    }

    /// Everything that these said is on disk.
    pub(crate) async fn acknowledge(&self, deliveries: &[Delivery]) {
        for delivery in deliveries {
            // If it gets lost, the same comes again and is refused.
            let _ = delivery.message.ack().await;
        }
    }

    /// Whether the server answers now.
    pub(crate) fn is_connected(&self) -> bool {
        self.connection.client.connection_state() == State::Connected
    }

    /// The workers that can work for this run.
    pub(crate) fn able(&self) -> impl Iterator<Item = &WorkerStatus> {
        let own = Identity::own();
        self.workers
            .values()
            .map(|(status, _)| status)
            .filter(move |status| status.by == own && !status.unable.iter().any(|(run, _)| *run == self.run))
    }

    /// Who works.
    pub(crate) fn workforce(&self) -> Workforce {
        let mut force = Workforce::default();
        for status in self.able() {
            force.workers += 1;
            force.slots += status.slots;
            force.busy += status.jobs.iter().filter(|job| job.run == self.run).count();
        }
        force
    }

    /// What each worker does for this run.
    pub(crate) fn machines(&self, games: &BTreeMap<u64, Pairing>) -> Vec<MachineProgress> {
        let mut machines: Vec<MachineProgress> = Vec::new();
        for status in self.workers.values().map(|(status, _)| status) {
            let jobs = || status.jobs.iter().filter(|job| job.run == self.run);
            let board = |job: &JobStatus| Some((*games.get(&job.number?)?, job.board.clone()?));
            machines.push(MachineProgress {
                name: status.name.clone(),
                slots: status.slots,
                jobs: jobs().count(),
                boards: jobs().filter_map(board).collect(),
            });
        }
        machines.sort_by(|one, other| one.name.cmp(&other.name));
        machines
    }

    /// Who cannot work for this run, and why.
    pub(crate) fn unable(&self) -> impl Iterator<Item = (&str, &Message)> {
        self.workers.values().flat_map(|(status, _)| {
            let ours = status.unable.iter().filter(|(run, _)| *run == self.run);
            ours.map(|(_, why)| (status.name.as_str(), why))
        })
    }

    /// Who cannot play with a player of this run, at which place of the list, and why.
    pub(crate) fn lacks(&self) -> impl Iterator<Item = (&str, usize, Message)> {
        self.workers.values().flat_map(|(status, _)| {
            let ours = status.lacks.iter().filter(|lack| lack.run == self.run);
            ours.map(|lack| {
                let (player, why) = (&lack.player, &lack.why);
                let text = message!(language =>
                    "takes no games of {player}: {why}",
                    "no acepta partidas de {player}: {why}",
                    player,
                    why = why.text(language)
                );
                (status.name.as_str(), lack.place, text)
            })
        })
    }

    /// Tells those who look at the queue.
    pub(crate) async fn tell(&self, status: &RunStatus) {
        let subject = format!("poda.progress.{}", self.run);
        let _ = self.connection.client.publish(subject, wire::write(status).into()).await;
    }

    /// Makes streams that are gone again, with what belongs to this run.
    pub(crate) async fn restore(&mut self) -> Result<(), QueueError> {
        self.connection.make_streams().await?;
        let (again, _) =
            Box::pin(Self::open(self.connection.clone(), self.run.clone(), self.spec.clone())).await?;
        self.jobs = again.jobs;
        self.reports = again.reports;
        Ok(())
    }

    /// Takes the run from the server, and tells everybody that nobody plays on.
    pub(crate) async fn close(&self) {
        self.notify(Notice::Ends).await;
        let close = async {
            if let Ok(runs) = self.connection.stream(RUNS).await {
                let _ = runs.purge().filter(format!("poda.run.{}", self.run)).await;
            }
            let _ = self.jobs.purge().filter(format!("poda.job.{}.*", self.run)).await;
            let _ = self.jobs.delete_consumer(&format!("jobs-{}", self.run)).await;
            if let Ok(results) = self.connection.stream(RESULTS).await {
                let _ = results.delete_consumer(&format!("results-{}", self.run)).await;
                let _ = results.purge().filter(format!("poda.result.{}.*", self.run)).await;
            }
        };
        // What is left behind is taken away by its age.
        let _ = timeout(2 * PATIENCE, close).await;
        // Those who had not heard of it yet.
        self.notify(Notice::Ends).await;
        let _ = timeout(PATIENCE, self.connection.client.drain()).await;
    }
}

/// So many messages are read at once: twenty from each of a thousand workers. Whoever sends more waits.
const MOST_AT_ONCE: usize = 20_000;

/// What has come and was not read yet, within a bound. Without `unconstrained`, tokio pretends after some hundred messages that there
/// were no more, so that other tasks have their turn; with many workers the rest would become older and older.
fn there_already<T>(feed: &mut (impl Stream<Item = T> + Unpin)) -> Vec<T> {
    let next = || tokio::task::unconstrained(feed.next()).now_or_never().flatten();
    std::iter::from_fn(next).take(MOST_AT_ONCE).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_never_stops_sending_is_not_read_for_ever() {
        let mut feed = futures_util::stream::repeat(1);
        assert_eq!(there_already(&mut feed).len(), MOST_AT_ONCE);
    }

    #[test]
    fn everything_that_has_come_is_read_at_once() {
        let runtime = crate::runtime().unwrap();
        let read = runtime.block_on(async {
            let (send, mut receive) = tokio::sync::mpsc::channel(5000);
            for number in 0..5000 {
                send.send(number).await.unwrap();
            }
            let mut feed = futures_util::stream::poll_fn(|context| receive.poll_recv(context));
            there_already(&mut feed)
        });
        assert_eq!(read, (0..5000).collect::<Vec<i32>>());
    }
}
