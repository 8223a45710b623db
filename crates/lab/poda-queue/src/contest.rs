//! Contests whose games are played by workers on other machines.

use std::{
    collections::{BTreeMap, BTreeSet, HashSet},
    ops::ControlFlow,
    time::{Duration, Instant},
};

use poda_contest::{
    ContestError, Executor, GameRecord, Pairing, ReadyContest, RunProgress, Termination, Workforce,
};
use poda_core::{Message, Translate, message};

use crate::{
    QueueError, QueueServer,
    dispatch::{Delivery, Dispatch},
    ledger::{Ledger, MOST_TRIES},
    parcel,
    programs::work_of,
    server::host_name,
    spot_check::{Difference, SpotCheck, is_check, is_repeatable},
    verify::check_game,
    wire::{GameOrder, Identity, Items, Job, RunSpec, RunStatus, Said},
};

/// How often a coordinator looks around.
const TICK: Duration = Duration::from_millis(250);
/// How often it tells how far it is.
const TELL_EVERY: Duration = Duration::from_secs(1);
/// Without any worker for this long it says what is missing.
const LONELY: Duration = Duration::from_secs(5);

/// How jobs are cut and lent.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Timing {
    /// How long a worker may be silent before its job is given to another one.
    pub lease: Duration,
    /// How long a job should take.
    pub job: Duration,
}

impl Default for Timing {
    fn default() -> Self {
        Self { lease: Duration::from_secs(30), job: Duration::from_secs(20) }
    }
}

/// Plays the games of a run on the workers of a queue.
#[derive(Clone, Debug)]
pub struct Machines {
    /// Where the queue is.
    pub server: QueueServer,
    /// How jobs are cut and lent.
    pub timing: Timing,
    /// Percent of the pairs that another worker plays again.
    pub spot_check: Option<f64>,
}

impl Executor for Machines {
    fn execute(&self, contest: &ReadyContest, progress: &mut RunProgress<'_>) -> Result<(), ContestError> {
        let runtime = crate::runtime()?;
        runtime.block_on(self.coordinate(contest, progress))
    }
}

impl Machines {
    /// Sees that the server is there and lets us in: worth knowing before anything is recorded.
    ///
    /// # Errors
    /// If it does not.
    pub fn check(&self) -> Result<(), QueueError> {
        crate::runtime()?.block_on(async { self.server.coordinate("poda").await.map(|_| ()) })
    }

    async fn coordinate(
        &self,
        contest: &ReadyContest,
        progress: &mut RunProgress<'_>,
    ) -> Result<(), ContestError> {
        if progress.next_games().is_empty() {
            return Ok(());
        }
        let connection = self.server.coordinate("poda coordinator").await?;
        if let Some(warning) = self.server.warning(&connection) {
            progress.observer().notice(&warning);
        }
        let work = work_of(&connection, contest.contest(), progress.observer()).await?;
        let identity = progress.identity().to_owned();
        let run = run_key(&identity);
        let names: Vec<&str> = contest.contest().players.iter().map(|player| player.name.as_str()).collect();
        let spec = RunSpec {
            by: Identity::own(),
            title: format!("{}: {}", contest.contest().game, names.join(", ")).chars().take(200).collect(),
            lease_ms: self.timing.lease.as_millis() as u64,
            work,
        };
        let (dispatch, mut waiting) = Dispatch::open(connection, run.clone(), spec).await?;
        let now = Instant::now();
        let mut coordinator = Coordinator {
            contest,
            progress,
            dispatch,
            run,
            ledger: Ledger::new(self.timing.job.as_secs_f64()),
            games: BTreeMap::new(),
            lacking: BTreeSet::new(),
            refused: HashSet::new(),
            duplicates: 0,
            lease: self.timing.lease,
            started: now,
            told: None,
            reconciled: now,
            lonely: Some(now),
            connected: true,
            force: Workforce::default(),
            earlier: 0,
            // Not the seed alone: that is known to workers.
            spot_check: SpotCheck::new(self.spot_check, &identity),
            repeatable: (0..contest.contest().players.len())
                .map(|place| is_repeatable(contest.players(), place))
                .collect(),
            quiet_since: None,
        };
        coordinator.tell_unchecked();
        coordinator.earlier = coordinator.progress.played();
        coordinator.next_round();
        // The most special ones first: what is in the others is known only by their ends.
        waiting.sort_by_key(|name| std::cmp::Reverse(name.matches(['-', '+']).count()));
        for name in waiting {
            let games = &coordinator.games;
            if !coordinator.ledger.adopt(&name, |number, group| is_of(games.get(&number), group)) {
                coordinator.dispatch.withdraw(&name).await;
            }
        }
        let coordinated = coordinator.run().await;
        coordinator.end().await;
        coordinated?;
        let Some((jobs, workers)) = coordinator.ledger.given_up() else { return Ok(()) };
        Err(QueueError::GivenUp { jobs, tries: MOST_TRIES, workers }.into())
    }
}

/// Names a run on the server.
pub(crate) fn run_key(identity: &str) -> String {
    parcel::checksum(format!("{} {identity}", host_name()).as_bytes())[..16].to_owned()
}

/// Which of a game's players some worker lacks, as the name of a group of games.
fn group_of(game: Option<&Pairing>, lacking: &BTreeSet<usize>) -> String {
    let players: BTreeSet<usize> = game.iter().flat_map(|game| game.players).collect();
    let lacked: Vec<String> = players.intersection(lacking).map(usize::to_string).collect();
    lacked.join("+")
}

/// Whether a game may be in a group of that name.
fn is_of(game: Option<&Pairing>, group: &str) -> bool {
    let is_in = |place: &str| {
        game.is_some_and(|game| place.parse().is_ok_and(|place: usize| game.players.contains(&place)))
    };
    group.is_empty() || group.split('+').all(is_in)
}

/// One run while it is played elsewhere.
struct Coordinator<'a, 'p> {
    contest: &'a ReadyContest,
    progress: &'a mut RunProgress<'p>,
    dispatch: Dispatch,
    run: String,
    ledger: Ledger,
    /// The games of the current round.
    games: BTreeMap<u64, Pairing>,
    /// Places of players whose programs some worker cannot run: their games are in jobs of their own, for others.
    lacking: BTreeSet<usize>,
    /// Who cannot help, and was named.
    refused: HashSet<String>,
    duplicates: u64,
    lease: Duration,
    started: Instant,
    told: Option<Instant>,
    reconciled: Instant,
    /// Since when nobody works.
    lonely: Option<Instant>,
    connected: bool,
    force: Workforce,
    /// Games that were played before.
    earlier: u64,
    spot_check: SpotCheck,
    /// Whether a player makes the same moves again, by its place.
    repeatable: Vec<bool>,
    /// Since when nothing but checks is missing, and none is being made.
    quiet_since: Option<Instant>,
}

impl Coordinator<'_, '_> {
    /// Hands out games and counts results until there is nothing left, or nothing more is wanted.
    async fn run(&mut self) -> Result<(), ContestError> {
        loop {
            if self.progress.observer().waiting().is_break() {
                return Ok(());
            }
            if self.ledger.is_empty() {
                self.next_round();
                if self.ledger.is_empty() && !self.waits_for_checks() {
                    return Ok(());
                }
            }
            self.hand_out().await;
            let deliveries = self.dispatch.receive(TICK).await?;
            let flow = self.take(&deliveries)?;
            // Only now: whatever was acknowledged is on disk.
            self.dispatch.acknowledge(&deliveries).await;
            self.withdraw_hopeless(&deliveries).await;
            if flow.is_break() {
                return Ok(());
            }
            self.look_around().await;
        }
    }

    fn next_round(&mut self) {
        let games = self.progress.next_games();
        self.games = games.iter().map(|game| (game.index, *game)).collect();
        self.ledger.add(games.iter().map(|game| game.index));
    }

    async fn hand_out(&mut self) {
        let slots = self.force.slots.max(1);
        let mut jobs = Vec::new();
        let group = |number: u64| group_of(self.games.get(&number), &self.lacking);
        while let Some((name, numbers)) = self.ledger.next_job(slots, group) {
            let games = numbers.iter().filter_map(|number| self.games.get(number));
            jobs.push(self.job(name, games, Vec::new()));
        }
        while let Some(check) = self.spot_check.next_job(slots) {
            jobs.push(self.job(check.name, check.games.iter(), check.avoid));
        }
        for failed in self.dispatch.publish(&jobs).await {
            if is_check(&failed) {
                self.spot_check.close(&failed);
            } else {
                self.ledger.close(&failed, |_| false);
            }
        }
    }

    fn job<'g>(&self, name: String, games: impl Iterator<Item = &'g Pairing>, avoid: Vec<String>) -> Job {
        let mut openings = Vec::new();
        let mut places: BTreeMap<usize, usize> = BTreeMap::new();
        let orders = games.map(|game| {
            let opening = *places.entry(game.opening).or_insert_with(|| {
                openings.push(self.contest.opening(game.opening).clone());
                openings.len() - 1
            });
            GameOrder { index: game.index, players: game.players, opening }
        });
        let games = orders.collect();
        Job { run: self.run.clone(), name, avoid, items: Items::Games { games, openings } }
    }

    /// Records and counts what came in.
    fn take(&mut self, deliveries: &[Delivery]) -> Result<ControlFlow<()>, ContestError> {
        let mut fresh = Vec::new();
        let mut known = BTreeSet::new();
        let mut closed = Vec::new();
        for Delivery { report, .. } in deliveries {
            match &report.what {
                Said::Returned => self.ledger.returned(&report.job),
                Said::Unable(why) => self.refuse(&report.worker, why),
                Said::Games { records, last, .. } if is_check(&report.job) => {
                    self.take_check(&report.worker, records);
                    if *last {
                        self.spot_check.close(&report.job);
                    }
                }
                Said::Games { records, last, ms, lacks } => {
                    self.lacking
                        .extend(lacks.iter().filter(|place| **place < self.contest.contest().players.len()));
                    self.ledger.note_pace(records.len(), *ms as f64 / 1000.0);
                    for record in records {
                        fresh.extend(self.check(&report.worker, record, &mut known));
                    }
                    if *last {
                        closed.push(report.job.clone());
                    }
                }
                Said::Begun | Said::Positions { .. } => {}
            }
        }
        for record in &fresh {
            self.ledger.done(record.index);
        }
        let flow = self.progress.deliver(fresh)?;
        for name in closed {
            self.ledger.close(&name, |number| self.progress.has(number));
        }
        Ok(flow)
    }

    /// A game that counts: one of this run, not known yet, and true.
    fn check(&mut self, worker: &str, record: &GameRecord, known: &mut BTreeSet<u64>) -> Option<GameRecord> {
        if record.termination == Termination::Interrupted {
            self.refuse(worker, &message!("it sends games that are none", "envía partidas que no lo son"));
            return None;
        }
        if !self.progress.is_open(record) || known.contains(&record.index) {
            self.duplicates += 1;
            return None;
        }
        if let Err(why) = check_game(self.contest, self.games.get(&record.index), record) {
            let index = record.index;
            let text = message!(language => "game {index}: {why}", "partida {index}: {why}", index, why = why.text(language));
            self.refuse(worker, &text);
            return None;
        }
        known.insert(record.index);
        let game = self.games.get(&record.index);
        if let Some(game) = game.filter(|game| game.players.iter().all(|place| self.repeatable[*place])) {
            self.spot_check.recorded(worker, *game, record);
        }
        Some(record.clone())
    }

    /// Compares games that were played again.
    fn take_check(&mut self, worker: &str, records: &[GameRecord]) {
        self.quiet_since = None;
        for record in records {
            let expected = self.spot_check.pairing(record.index);
            if let Err(why) = check_game(self.contest, expected, record) {
                self.refuse(worker, &why);
            } else if let Some(Difference { game, workers: [one, other] }) =
                self.spot_check.compare(worker, record)
            {
                self.progress.observer().doubt(&message!(
                    "warning: game {game} of {one} differs from the same game played again by {other}: one of them is not to be trusted; the game of {one} counts",
                    "aviso: la partida {game} de {one} difiere de la misma jugada otra vez por {other}: una de las dos no es de fiar; cuenta la partida de {one}",
                    game,
                    one,
                    other
                ));
            }
        }
    }

    /// Tells once whose games are never played again.
    fn tell_unchecked(&self) {
        let players = self.contest.contest().players.iter().zip(&self.repeatable);
        let names: Vec<&str> = players
            .filter(|(_, is_repeatable)| !**is_repeatable)
            .map(|(player, _)| player.name.as_str())
            .collect();
        if self.spot_check.is_wanted() && !names.is_empty() {
            self.progress.observer().notice(&message!(
                "spot check: games of {names} are not checked: programs and limits of time do not make the same moves again",
                "control: no se comprueban las partidas de {names}: los programas y los límites de tiempo no repiten las mismas jugadas",
                names = names.join(", ")
            ));
        }
    }

    /// Whether pairs are still to be played again, and a worker may do it. A worker that never does it is not waited for for ever.
    fn waits_for_checks(&mut self) -> bool {
        if self.spot_check.pending() == 0 {
            return false;
        }
        let mut doing = self.dispatch.able().flat_map(|status| &status.jobs);
        if doing.any(|job| job.run == self.run && is_check(&job.job)) {
            self.quiet_since = None;
            return true;
        }
        let can_check = self.dispatch.able().any(|status| self.spot_check.can_check(&status.name));
        let most = if can_check { (2 * self.lease).max(2 * LONELY) } else { LONELY };
        self.quiet_since.get_or_insert_with(Instant::now).elapsed() < most
    }

    /// Says once why a worker is of no use.
    fn refuse(&mut self, worker: &str, why: &Message) {
        if self.refused.insert(format!("{worker} {}", why.english())) && self.refused.len() < 100 {
            let text =
                message!(language => "{worker}: {why}", "{worker}: {why}", worker, why = why.text(language));
            self.progress.observer().notice(&text);
        }
    }

    /// Counts tries, and takes jobs from the server that end whoever tries them.
    async fn withdraw_hopeless(&mut self, deliveries: &[Delivery]) {
        for Delivery { report, .. } in deliveries {
            if report.what != Said::Begun {
                continue;
            }
            if let Some(workers) = self.ledger.begun(&report.job, &report.worker) {
                self.dispatch.withdraw(&report.job).await;
                let (job, workers) = (&report.job, workers.join(", "));
                self.progress.observer().notice(&message!(
                    "games {job} are given up: {MOST_TRIES} tries ended their workers ({workers})",
                    "se abandonan las partidas {job}: {MOST_TRIES} intentos acabaron con sus máquinas ({workers})",
                    job,
                    workers,
                    MOST_TRIES
                ));
            }
        }
    }

    /// What is to be done now and then.
    async fn look_around(&mut self) {
        let observer = self.progress.observer();
        if self.connected != self.dispatch.is_connected() {
            self.connected = !self.connected;
            let server = self.dispatch.server();
            observer.notice(&if self.connected {
                message!("{server} is back", "{server} ha vuelto", server)
            } else {
                message!("{server} does not answer: waiting", "{server} no responde: esperando", server)
            });
        }
        let force = self.dispatch.workforce();
        if force != self.force {
            self.force = force;
            observer.workforce(force);
        }
        if force.workers > 0 {
            self.lonely = None;
        } else if self.lonely.is_some_and(|since| since.elapsed() > LONELY) {
            self.lonely = None;
            let server = self.dispatch.server();
            observer.notice(&message!(
                "no worker is there: start some with: poda worker --queue {server}",
                "no hay ninguna máquina: inicia alguna con: poda worker --queue {server}",
                server
            ));
        }
        let unable: Vec<(String, Message)> =
            self.dispatch.unable().map(|(name, why)| (name.to_owned(), why.clone())).collect();
        for (name, why) in unable {
            self.refuse(&name, &why);
        }
        let lacks: Vec<(String, usize, Message)> =
            self.dispatch.lacks().map(|(name, place, why)| (name.to_owned(), place, why)).collect();
        for (name, place, why) in lacks {
            if place < self.contest.contest().players.len() {
                self.lacking.insert(place);
                self.refuse(&name, &why);
            }
        }
        if self.told.is_none_or(|told| told.elapsed() > TELL_EVERY) {
            self.told = Some(Instant::now());
            observer.machines(&self.dispatch.machines(&self.games));
            let done = self.progress.played();
            let seconds = self.started.elapsed().as_secs_f64().max(0.001);
            let status = RunStatus {
                done,
                planned: self.contest.contest().most_games(),
                jobs: self.ledger.jobs(),
                duplicates: self.duplicates,
                rate: (done - self.earlier) as f64 / seconds,
                host: host_name(),
            };
            self.dispatch.tell(&status).await;
        }
        if self.connected && self.reconciled.elapsed() > self.lease {
            self.reconciled = Instant::now();
            self.reconcile().await;
        }
    }

    /// Compares with what the server has: it may have lost its memory.
    async fn reconcile(&mut self) {
        let Ok(there) = self.dispatch.waiting().await else {
            // Next time will tell.
            let _ = self.dispatch.restore().await;
            return;
        };
        self.ledger.reconcile(&there, |number| self.progress.has(number));
        self.spot_check.reconcile(&there);
    }

    /// Tells what is worth knowing, and closes the run on the server.
    async fn end(&mut self) {
        if self.duplicates > 0 {
            let count = self.duplicates;
            self.progress.observer().notice(&message!(
                "{count} results came more than once and were counted once",
                "{count} resultados llegaron más de una vez y se contaron una",
                count
            ));
        }
        if self.spot_check.is_wanted() {
            self.tell_checks();
        }
        self.dispatch.close().await;
    }

    /// Tells what came of the pairs that were played again.
    fn tell_checks(&self) {
        let observer = self.progress.observer();
        let (made, chosen, differ) =
            (self.spot_check.made, self.spot_check.chosen(), self.spot_check.differing.len());
        observer.notice(&message!(
            "spot check: {made} of {chosen} pairs were played again by another worker; games that differ: {differ}",
            "control: {made} de {chosen} parejas se jugaron otra vez en otra máquina; partidas que difieren: {differ}",
            made,
            chosen,
            differ
        ));
        let names: BTreeSet<&str> = self.dispatch.able().map(|status| status.name.as_str()).collect();
        if (made as usize) < chosen && names.len() < 2 {
            observer.notice(&message!(
                "spot check: the rest could not be checked: there is only one worker",
                "control: el resto no se pudo comprobar: solo hay una máquina"
            ));
        }
    }
}
