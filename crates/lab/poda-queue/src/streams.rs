//! The streams on the server, and which coordinator's turn it is to make them. Workers make none: they wait.
//!
//! A server that is asked for the same stream by two clients at the same moment refuses the second one, and then takes away the files of
//! the first (seen with 2.9.10): the stream is there, but gives out nothing. Several coordinators may start at once, so one that misses a stream
//! sends a number for a while. The smallest number makes the streams; the others receive that, and look again later.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use async_nats::{
    Client, Subscriber,
    jetstream::stream::{Config, DiscardPolicy, RetentionPolicy, StorageType},
};
use futures_util::StreamExt;
use poda_core::mix;
use tokio::{
    task::JoinHandle,
    time::{Instant, sleep, timeout_at},
};

use crate::{
    QueueError,
    parcel::MOST_BYTES,
    server::{Connection, JOBS, PARCELS, PATIENCE, RESULTS, RUNS, STATUS},
    wire,
};

/// Where coordinators that miss a stream send their numbers.
const MAKING: &str = "poda.making";
/// How often.
const SAY_EVERY: Duration = Duration::from_millis(50);
/// How often before it is taken to be alone.
const ROUNDS: u32 = 6;
/// The number of the one that is making the streams: none is smaller.
const MAKER: u64 = 0;

const MEGABYTE: i64 = 1 << 20;
const DAY: Duration = Duration::from_hours(24);

impl Connection {
    /// Makes the streams that are not there.
    pub(crate) async fn make_streams(&self) -> Result<(), QueueError> {
        let mut queuing = None;
        while !self.has_streams().await? {
            if !Queuing::may_make(&mut queuing, self).await? {
                continue;
            }
            for config in streams() {
                let made = self.context.get_or_create_stream(&config).await;
                made.map_err(|error| self.unavailable(&error))?;
            }
            break;
        }
        Ok(())
    }

    async fn has_streams(&self) -> Result<bool, QueueError> {
        for config in streams() {
            if self.stream_if_made(&config.name).await?.is_none() {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// A coordinator that would make the streams.
struct Queuing {
    number: u64,
    others: Subscriber,
    /// Whoever cannot hear the others makes it in the end.
    deadline: Instant,
    /// Tells the others that it is being made, until this is dropped.
    making: Option<JoinHandle<()>>,
}

impl Queuing {
    /// Whether it is this client's turn; if not, a moment later somebody else may have made it. To be asked with `None` at first; the turn
    /// is over when what is kept there is dropped.
    async fn may_make(queuing: &mut Option<Self>, connection: &Connection) -> Result<bool, QueueError> {
        let client = &connection.client;
        let this = match queuing {
            Some(this) if this.making.is_some() => return Ok(true),
            Some(this) => {
                sleep(ROUNDS * SAY_EVERY).await;
                this
            }
            None => {
                let others = client.subscribe(MAKING).await.map_err(|error| connection.failed(&error))?;
                let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
                let number = mix(now.as_nanos() as u64 ^ mix(u64::from(std::process::id()))).max(MAKER + 1);
                let deadline = Instant::now() + PATIENCE;
                queuing.insert(Self { number, others, deadline, making: None })
            }
        };
        if this.is_next(client).await || Instant::now() > this.deadline {
            let client = client.clone();
            let keep_saying = async move {
                loop {
                    say(&client, MAKER).await;
                    sleep(SAY_EVERY).await;
                }
            };
            this.making = Some(tokio::spawn(keep_saying));
        }
        // Who waited has to look again first: somebody may have made it just before.
        Ok(false)
    }

    /// Says its number a few times; whether nobody said a smaller one meanwhile.
    async fn is_next(&mut self, client: &Client) -> bool {
        for _ in 0..ROUNDS {
            say(client, self.number).await;
            let (mut is_smallest, end) = (true, Instant::now() + SAY_EVERY);
            while let Ok(Some(other)) = timeout_at(end, self.others.next()).await {
                is_smallest &= wire::read::<u64>(&other.payload).is_none_or(|other| other >= self.number);
            }
            if !is_smallest {
                return false;
            }
        }
        true
    }
}

impl Drop for Queuing {
    fn drop(&mut self) {
        if let Some(making) = &self.making {
            making.abort();
        }
    }
}

async fn say(client: &Client, number: u64) {
    let _ = client.publish(MAKING, wire::write(&number).into()).await;
}

fn streams() -> [Config; 5] {
    let stream = |name: &str, subjects: &[&str]| Config {
        name: name.to_owned(),
        subjects: subjects.iter().map(|subject| (*subject).to_owned()).collect(),
        max_message_size: MEGABYTE as i32,
        ..Config::default()
    };
    [
        // A job is there until somebody has done it, and only once.
        Config {
            retention: RetentionPolicy::WorkQueue,
            discard: DiscardPolicy::New,
            discard_new_per_subject: true,
            max_messages_per_subject: 1,
            max_messages: 100_000,
            max_bytes: 256 * MEGABYTE,
            max_age: 7 * DAY,
            ..stream(JOBS, &["poda.job.>"])
        },
        // A result is there until its coordinator has it on disk; a full stream makes workers wait.
        Config {
            retention: RetentionPolicy::WorkQueue,
            discard: DiscardPolicy::New,
            max_messages: 1_000_000,
            max_bytes: 512 * MEGABYTE,
            max_age: 7 * DAY,
            ..stream(RESULTS, &["poda.result.>"])
        },
        // Programs in chunks, under their checksums.
        Config {
            discard: DiscardPolicy::New,
            max_messages_per_subject: 1,
            max_messages: 1_000_000,
            max_bytes: 16 * MOST_BYTES as i64,
            max_age: 30 * DAY,
            ..stream(PARCELS, &["poda.parcel.*.*"])
        },
        // Who is silent for this long is not there.
        Config {
            max_messages_per_subject: 1,
            max_messages: 20_000,
            max_bytes: 64 * MEGABYTE,
            max_age: Duration::from_secs(15),
            storage: StorageType::Memory,
            ..stream(STATUS, &["poda.worker.*", "poda.progress.*"])
        },
        // The last one: workers take it as a sign that all are there.
        Config {
            max_messages_per_subject: 1,
            max_messages: 10_000,
            max_bytes: 64 * MEGABYTE,
            max_age: 30 * DAY,
            ..stream(RUNS, &["poda.run.*"])
        },
    ]
}
