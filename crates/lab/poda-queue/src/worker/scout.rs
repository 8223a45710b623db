//! Finds runs to work for, and gets ready for them.

use std::{
    collections::BTreeSet,
    sync::{Arc, atomic::Ordering},
    time::{Duration, Instant},
};

use async_nats::jetstream::consumer::pull;
use futures_util::{StreamExt, TryStreamExt};
use poda_core::{Message, message};
use serde::Deserialize;

use super::{ReadyRun, WorkerRun, WorkerShared, lock, prepare, prepare::Arrived};
use crate::{
    Identity, QueueError,
    parcel::{CHUNK, chunk_subject},
    server::{JOBS, PARCELS, PATIENCE, RUNS},
    wire::{self, Notice, ParcelRef, RunSpec, Work},
};

/// How often to look for runs that nobody told us about.
const LOOK_EVERY: Duration = Duration::from_secs(15);
/// How long after a failure it is worth another try: a disk may have been full.
const TRY_AGAIN: Duration = Duration::from_mins(1);
/// How long a program may take to arrive.
const TRANSPORT: Duration = Duration::from_mins(5);

/// Listens for runs that begin and end, and looks for those that it has not heard of.
pub(super) async fn scout(shared: Arc<WorkerShared>) {
    let mut looked: Option<Instant> = None;
    let mut losses = shared.connection.losses();
    let Ok(mut notices) = shared.connection.client.subscribe("poda.notice.*").await else { return };
    while !shared.stops() {
        let tick = tokio::time::timeout(Duration::from_millis(200), notices.next()).await;
        if let Ok(Some(notice)) = tick
            && let Some(run) = notice.subject.rsplit('.').next()
        {
            match wire::read(&notice.payload) {
                Some(Notice::Ends) => end(&shared, run),
                Some(Notice::Begins) => looked = None,
                None => {}
            }
        }
        // What was said while the network was away has been missed.
        if shared.connection.losses() != losses {
            losses = shared.connection.losses();
            looked = None;
        }
        if looked.is_none_or(|looked| looked.elapsed() > LOOK_EVERY) && look(&shared).await.is_ok() {
            looked = Some(Instant::now());
        }
    }
}

fn end(shared: &WorkerShared, run: &str) {
    if let Some(WorkerRun::Ready(run)) = lock(&shared.runs).remove(run) {
        run.over.store(true, Ordering::Relaxed);
    }
}

/// Sees which runs there are, and gets ready for those that are new.
async fn look(shared: &Arc<WorkerShared>) -> Result<(), QueueError> {
    let runs = shared.connection.stream(RUNS).await?;
    let failed = |error: &dyn std::error::Error| shared.connection.failed(error);
    let listed = runs.info_with_subjects("poda.run.*").await.map_err(|error| failed(&error))?;
    let subjects: Vec<(String, usize)> = listed.try_collect().await.map_err(|error| failed(&error))?;
    let there: BTreeSet<String> =
        subjects.iter().filter_map(|(subject, _)| subject.rsplit('.').next().map(str::to_owned)).collect();
    let gone: Vec<String> = lock(&shared.runs).keys().filter(|run| !there.contains(*run)).cloned().collect();
    for run in gone {
        end(shared, &run);
    }
    for run in there {
        let is_known = match lock(&shared.runs).get(&run) {
            // What it lacked may be there now: a disk may have been full.
            Some(WorkerRun::Ready(ready)) => !ready.lacks_something() || ready.since.elapsed() < TRY_AGAIN,
            Some(WorkerRun::Unable { since, is_final, .. }) => *is_final || since.elapsed() < TRY_AGAIN,
            None => false,
        };
        if !is_known && !shared.stops() {
            let subject = format!("poda.run.{run}");
            let Ok(message) = runs.get_last_raw_message_by_subject(&subject).await else { continue };
            // Another client's answer may have been sent here: only the coordinator writes under this subject.
            if message.subject.as_str() != subject {
                continue;
            }
            get_ready(shared, &run, &message.payload).await?;
        }
    }
    Ok(())
}

/// Who coordinates: read first, because the rest may be of another form.
#[derive(Deserialize)]
struct Introduction {
    by: Identity,
}

async fn get_ready(shared: &Arc<WorkerShared>, key: &str, payload: &[u8]) -> Result<(), QueueError> {
    let Some(Introduction { by }) = wire::read(payload) else { return Ok(()) };
    let own = &shared.options.identity;
    if by != *own {
        let why = message!(
            "versions differ: the coordinator is {theirs}, this worker is {own} (version/signature/form)",
            "las versiones difieren: el coordinador es {theirs}, esta máquina es {own} (versión/firma/formato)",
            theirs = by.text(),
            own = own.text()
        );
        shared.is_unable(key, &why, true);
        return Ok(());
    }
    let Some(spec) = wire::read::<RunSpec>(payload) else {
        shared.is_unable(key, &message!("it cannot be read", "no se puede leer"), true);
        return Ok(());
    };
    let mut parcels = Vec::new();
    if let Work::Games { parcels: wanted, .. } = &spec.work {
        for parcel in wanted {
            let Some(parcel) = parcel else {
                parcels.push(None);
                continue;
            };
            parcels.push(Some(match parcel {
                Ok(parcel) => match fetch(shared, parcel).await {
                    Ok(bytes) => Arrived::Program(parcel.checksum.clone(), bytes),
                    Err(why) => Arrived::Lost(why),
                },
                Err(why) => Arrived::Never(why.clone()),
            }));
        }
    }
    let lease = Duration::from_millis(spec.lease_ms.clamp(200, 3_600_000));
    let here = Arc::clone(shared);
    // Programs are unpacked, built and tried: that may take a while.
    let prepared = tokio::task::spawn_blocking(move || {
        prepare::prepare(spec.work, &parcels, &here.options, &|| here.stops())
    });
    let prepared = match prepared.await {
        Ok(Ok(prepared)) => prepared,
        Ok(Err(why)) => {
            shared.is_unable(key, &why, false);
            return Ok(());
        }
        Err(_) => return Ok(()),
    };
    let name = format!("jobs-{key}");
    let consumer = shared.connection.context.get_consumer_from_stream::<pull::Config, _, _>(name, JOBS).await;
    // A run that was closed meanwhile has none.
    let Ok(consumer) = consumer else { return Ok(()) };
    let over = match lock(&shared.runs).get(key) {
        // Jobs of the run as it was before are still being done.
        Some(WorkerRun::Ready(before)) => Arc::clone(&before.over),
        _ => Arc::default(),
    };
    let run = ReadyRun { key: key.to_owned(), lease, prepared, consumer, over, since: Instant::now() };
    shared.is_ready(run);
    Ok(())
}

/// A program from the server; nothing if it is unpacked here already.
async fn fetch(shared: &WorkerShared, parcel: &ParcelRef) -> Result<Vec<u8>, Message> {
    if prepare::has(&shared.options.cache, &parcel.checksum) {
        return Ok(Vec::new());
    }
    let broken =
        |why: String| message!("a program does not arrive: {why}", "no llega un programa: {why}", why);
    if parcel.bytes > crate::parcel::MOST_BYTES + (32 << 20) {
        return Err(broken(format!("{} bytes", parcel.bytes)));
    }
    let transport = async {
        let store = shared.connection.context.get_stream_no_info(PARCELS).await;
        let store = store.map_err(|error| error.to_string())?;
        let mut bytes = Vec::new();
        for number in 0..(parcel.bytes as usize).div_ceil(CHUNK) {
            let subject = chunk_subject(&parcel.checksum, number);
            let chunk = store.get_last_raw_message_by_subject(&subject).await;
            bytes.extend_from_slice(&chunk.map_err(|error| error.to_string())?.payload);
            if bytes.len() as u64 > parcel.bytes {
                break;
            }
        }
        // Whether these are the right bytes is seen when they are unpacked.
        Ok::<_, String>(bytes)
    };
    match tokio::time::timeout(TRANSPORT.max(PATIENCE), transport).await {
        Ok(transported) => transported.map_err(broken),
        Err(_) => Err(broken(format!("{} s", TRANSPORT.as_secs()))),
    }
}
