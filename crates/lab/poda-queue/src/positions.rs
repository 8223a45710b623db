//! Positions solved by workers on other machines.

use std::{
    collections::{BTreeMap, HashSet},
    ops::ControlFlow,
    time::{Duration, Instant},
};

use poda_catalog::Solution;
use poda_contest::{ContestObserver, Workforce};
use poda_core::{Message, Translate, message};

use crate::{
    Identity, QueueError, QueueServer, RunStatus, SolveSettings, Timing,
    contest::run_key,
    dispatch::{Delivery, Dispatch},
    ledger::{Ledger, MOST_TRIES},
    server::host_name,
    wire::{Items, Job, RunSpec, Said, SolvedPosition, Work},
};

const TICK: Duration = Duration::from_millis(250);
const TELL_EVERY: Duration = Duration::from_secs(2);

/// Receives, in order, what was found about the position of that number, or why nothing was, and how long it took there.
/// `Break` ends it all.
pub type Receive<'a> = dyn FnMut(usize, Result<Solution, Message>, Duration) -> ControlFlow<()> + 'a;

/// Solves positions, given by their moves. `false` if it was stopped before all were told.
///
/// # Errors
/// If the server cannot be used, or positions end the workers that try them.
pub fn solve(
    server: &QueueServer,
    timing: Timing,
    settings: &SolveSettings,
    lines: &[String],
    observer: &dyn ContestObserver,
    receive: &mut Receive<'_>,
) -> Result<bool, QueueError> {
    if lines.is_empty() {
        return Ok(true);
    }
    crate::runtime()?.block_on(async {
        let connection = server.coordinate("poda coordinator").await?;
        if let Some(warning) = server.warning(&connection) {
            observer.notice(&warning);
        }
        let identity = format!("{settings:?} {lines:?}");
        let run = run_key(&identity);
        let spec = RunSpec {
            by: Identity::own(),
            title: format!("{} ({})", settings.game, lines.len()),
            lease_ms: timing.lease.as_millis() as u64,
            work: Work::Positions(settings.clone()),
        };
        let (dispatch, waiting) = Dispatch::open(connection, run.clone(), spec).await?;
        let mut ledger = Ledger::new(timing.job.as_secs_f64());
        ledger.add(0..lines.len() as u64);
        let mut solving = Solving {
            lines,
            observer,
            receive,
            dispatch,
            run,
            ledger,
            found: BTreeMap::new(),
            told: 0,
            done: HashSet::new(),
            duplicates: 0,
            lease: timing.lease,
            refused: HashSet::new(),
        };
        for name in waiting {
            if !solving.ledger.adopt(&name, |_, _| true) {
                solving.dispatch.withdraw(&name).await;
            }
        }
        let solved = solving.run().await;
        solving.dispatch.close().await;
        match solving.ledger.given_up() {
            Some((jobs, workers)) if solved.is_ok() => {
                Err(QueueError::GivenUp { jobs, tries: MOST_TRIES, workers })
            }
            _ => solved,
        }
    })
}

struct Solving<'a, 'b> {
    lines: &'a [String],
    observer: &'a dyn ContestObserver,
    receive: &'a mut Receive<'b>,
    dispatch: Dispatch,
    run: String,
    ledger: Ledger,
    /// What was found before its turn to be told.
    found: BTreeMap<u64, SolvedPosition>,
    told: u64,
    done: HashSet<u64>,
    duplicates: u64,
    lease: Duration,
    refused: HashSet<String>,
}

impl Solving<'_, '_> {
    async fn run(&mut self) -> Result<bool, QueueError> {
        let began = Instant::now();
        let (mut force, mut status, mut reconciled) = (Workforce::default(), None::<Instant>, Instant::now());
        while !self.ledger.is_empty() {
            if self.observer.waiting().is_break() {
                return Ok(false);
            }
            let mut jobs = Vec::new();
            while let Some((name, numbers)) = self.ledger.next_job(force.slots.max(1), |_| String::new()) {
                let positions = numbers.iter().map(|number| (*number, self.lines[*number as usize].clone()));
                let items = Items::Positions(positions.collect());
                jobs.push(Job { run: self.run.clone(), name, avoid: Vec::new(), items });
            }
            for failed in self.dispatch.publish(&jobs).await {
                self.ledger.close(&failed, |_| false);
            }
            let deliveries = self.dispatch.receive(TICK).await?;
            self.take(&deliveries).await;
            self.dispatch.acknowledge(&deliveries).await;
            if self.tell().is_break() {
                return Ok(false);
            }
            let unable: Vec<(String, Message)> =
                self.dispatch.unable().map(|(name, why)| (name.to_owned(), why.clone())).collect();
            for (name, why) in unable {
                self.refuse(&name, &why);
            }
            force = self.dispatch.workforce();
            if status.is_none_or(|told| told.elapsed() > TELL_EVERY) {
                status = Some(Instant::now());
                let (done, planned) = (self.done.len() as u64, self.lines.len() as u64);
                self.observer.workforce(force);
                let rate = done as f64 / began.elapsed().as_secs_f64().max(0.001);
                let (jobs, duplicates, host) = (self.ledger.jobs(), self.duplicates, host_name());
                self.dispatch.tell(&RunStatus { done, planned, jobs, duplicates, rate, host }).await;
            }
            if self.dispatch.is_connected() && reconciled.elapsed() > self.lease {
                reconciled = Instant::now();
                match self.dispatch.waiting().await {
                    Ok(there) => self.ledger.reconcile(&there, |number| self.done.contains(&number)),
                    // Next time will tell.
                    Err(_) => drop(self.dispatch.restore().await),
                }
            }
        }
        Ok(true)
    }

    async fn take(&mut self, deliveries: &[Delivery]) {
        for Delivery { report, .. } in deliveries {
            match &report.what {
                Said::Begun => {
                    if self.ledger.begun(&report.job, &report.worker).is_some() {
                        self.dispatch.withdraw(&report.job).await;
                    }
                }
                Said::Returned => self.ledger.returned(&report.job),
                Said::Unable(why) => self.refuse(&report.worker, why),
                Said::Positions { solved, last, ms } => {
                    self.ledger.note_pace(solved.len(), *ms as f64 / 1000.0);
                    for one in solved {
                        if one.number >= self.lines.len() as u64 {
                            continue;
                        }
                        if self.done.insert(one.number) {
                            self.ledger.done(one.number);
                            self.found.insert(one.number, one.clone());
                        } else {
                            self.duplicates += 1;
                        }
                    }
                    if *last {
                        self.ledger.close(&report.job, |number| self.done.contains(&number));
                    }
                }
                Said::Games { .. } => {}
            }
        }
    }

    /// Says once why a worker is of no use.
    fn refuse(&mut self, worker: &str, why: &Message) {
        if self.refused.insert(format!("{worker} {}", why.english())) && self.refused.len() < 100 {
            let text =
                message!(language => "{worker}: {why}", "{worker}: {why}", worker, why = why.text(language));
            self.observer.notice(&text);
        }
    }

    /// Tells what is next in order.
    fn tell(&mut self) -> ControlFlow<()> {
        while let Some(SolvedPosition { number, us, found }) = self.found.remove(&self.told) {
            self.told += 1;
            (self.receive)(number as usize, found, Duration::from_micros(us))?;
        }
        ControlFlow::Continue(())
    }
}
