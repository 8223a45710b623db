//! Which games or positions are handed out in which job. Nothing here knows of a server or a clock.

use std::collections::{BTreeMap, BTreeSet};

use crate::wire::MOST_GAMES;

/// A job that was begun so often and never finished is given up: it may be what ends its workers.
pub(crate) const MOST_TRIES: u32 = 5;

/// What is still to be done, and what is handed out.
#[derive(Debug)]
pub(crate) struct Ledger {
    /// Numbers that are in no job.
    open: BTreeSet<u64>,
    handed: BTreeMap<String, Handed>,
    given_up: BTreeMap<String, Handed>,
    /// How long a job is to take.
    seconds_of_job: f64,
    /// How long one number takes, as far as that is known.
    seconds_of_one: Option<f64>,
}

/// A job that is handed out or waits on the server.
#[derive(Debug, Default)]
struct Handed {
    numbers: Vec<u64>,
    /// How often it was begun without being given back: we count ourselves, servers forget.
    tries: u32,
    workers: Vec<String>,
    /// Not found on the server when last looked for.
    is_missing: bool,
}

impl Ledger {
    pub(crate) fn new(seconds_of_job: f64) -> Self {
        Self {
            open: BTreeSet::new(),
            handed: BTreeMap::new(),
            given_up: BTreeMap::new(),
            seconds_of_job,
            seconds_of_one: None,
        }
    }

    /// There is this to be done, too; what was given up stays so.
    pub(crate) fn add(&mut self, numbers: impl IntoIterator<Item = u64>) {
        let given_up: BTreeSet<u64> =
            self.given_up.values().flat_map(|job| job.numbers.iter().copied()).collect();
        self.open.extend(numbers.into_iter().filter(|number| !given_up.contains(number)));
    }

    /// A job that is on the server already, from before a stop. `is_of` tells whether a number may belong to a group. `false`
    /// if there is nothing in it any more.
    pub(crate) fn adopt(&mut self, name: &str, is_of: impl Fn(u64, &str) -> bool) -> bool {
        let mut parts = name.splitn(3, '-');
        let mut number = || parts.next().and_then(|part| part.parse().ok());
        let range: Option<(u64, u64)> = number().zip(number());
        let group = parts.next().unwrap_or_default();
        let Some((first, last)) = range.filter(|(first, last)| first <= last) else {
            return false;
        };
        let inside = self.open.range(first..=last).copied();
        let numbers: Vec<u64> = inside.filter(|number| is_of(*number, group)).collect();
        if numbers.is_empty() {
            return false;
        }
        for number in &numbers {
            self.open.remove(number);
        }
        self.handed.insert(name.to_owned(), Handed { numbers, ..Handed::default() });
        true
    }

    /// The next job for so many slots, if enough of them do not wait already. What is in one job is of one group, whose name is
    /// part of the job's.
    pub(crate) fn next_job(
        &mut self,
        slots: usize,
        group_of: impl Fn(u64) -> String,
    ) -> Option<(String, Vec<u64>)> {
        let most_waiting = (3 * slots).clamp(8, 10_000);
        if self.handed.len() >= most_waiting {
            return None;
        }
        let group = group_of(*self.open.first()?);
        let alike = self.open.iter().copied().filter(|number| group_of(*number) == group);
        let numbers: Vec<u64> = alike.take(self.size(slots)).collect();
        let mut name = format!("{}-{}", numbers.first()?, numbers.last()?);
        if !group.is_empty() {
            name = format!("{name}-{group}");
        }
        for number in &numbers {
            self.open.remove(number);
        }
        self.handed.insert(name.clone(), Handed { numbers: numbers.clone(), ..Handed::default() });
        Some((name, numbers))
    }

    /// Pairs of games that take about as long as a job should, and fewer towards the end, so that nobody waits for one.
    fn size(&self, slots: usize) -> usize {
        let by_time = self.seconds_of_one.map_or(2.0, |seconds| self.seconds_of_job / seconds.max(1e-6));
        let share = self.open.len() / (2 * slots.max(1));
        let size = (by_time as usize).min(share).clamp(2, MOST_GAMES);
        size - size % 2
    }

    /// So many took so long.
    pub(crate) fn note_pace(&mut self, count: usize, seconds: f64) {
        if count > 0 {
            let new = seconds / count as f64;
            self.seconds_of_one = Some(self.seconds_of_one.map_or(new, |old| 0.8 * old + 0.2 * new));
        }
    }

    /// A number is done, whoever did it.
    pub(crate) fn done(&mut self, number: u64) {
        self.open.remove(&number);
    }

    /// A worker has begun a job. Gives those who tried it if it was the last try.
    pub(crate) fn begun(&mut self, name: &str, worker: &str) -> Option<Vec<String>> {
        let job = self.handed.get_mut(name)?;
        job.tries += 1;
        if !job.workers.iter().any(|known| known == worker) {
            job.workers.push(worker.to_owned());
        }
        if job.tries <= MOST_TRIES {
            return None;
        }
        let job = self.handed.remove(name)?;
        let workers = job.workers.clone();
        self.given_up.insert(name.to_owned(), job);
        Some(workers)
    }

    /// A worker has given a job back: that was no failure.
    pub(crate) fn returned(&mut self, name: &str) {
        if let Some(job) = self.handed.get_mut(name) {
            job.tries = job.tries.saturating_sub(1);
        }
    }

    /// All of a job has been said. What is missing all the same is open again.
    pub(crate) fn close(&mut self, name: &str, is_done: impl Fn(u64) -> bool) {
        if let Some(job) = self.handed.remove(name) {
            self.open.extend(job.numbers.into_iter().filter(|number| !is_done(*number)));
        }
    }

    /// Compares with what is on the server. What is missing twice is open again: its result would have come meanwhile.
    pub(crate) fn reconcile(&mut self, there: &BTreeSet<String>, is_done: impl Fn(u64) -> bool) {
        let mut lost = Vec::new();
        for (name, job) in &mut self.handed {
            if there.contains(name) {
                job.is_missing = false;
            } else if std::mem::replace(&mut job.is_missing, true) {
                lost.push(name.clone());
            }
        }
        for name in lost {
            self.close(&name, &is_done);
        }
    }

    /// Jobs that are handed out or wait.
    pub(crate) fn jobs(&self) -> usize {
        self.handed.len()
    }

    /// Whether nothing is open and nothing is handed out.
    pub(crate) fn is_empty(&self) -> bool {
        self.open.is_empty() && self.handed.is_empty()
    }

    /// Jobs that were given up, and who tried them.
    pub(crate) fn given_up(&self) -> Option<(Vec<String>, Vec<String>)> {
        let workers: BTreeSet<&String> = self.given_up.values().flat_map(|job| &job.workers).collect();
        let names: Vec<String> = self.given_up.keys().cloned().collect();
        (!names.is_empty()).then(|| (names, workers.into_iter().cloned().collect()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alike(_: u64) -> String {
        String::new()
    }

    fn any(_: u64, _: &str) -> bool {
        true
    }

    fn ledger(count: u64) -> Ledger {
        let mut ledger = Ledger::new(20.0);
        ledger.add(0..count);
        ledger
    }

    #[test]
    fn jobs_are_pairs_of_about_their_time_and_named_after_the_schedule() {
        let mut ledger = ledger(1000);
        assert_eq!(ledger.next_job(4, alike), Some(("0-1".into(), vec![0, 1])));
        ledger.note_pace(2, 2.0);
        assert_eq!(ledger.next_job(4, alike).unwrap().1.len(), 20);
        // Half a pair is no pair.
        ledger.note_pace(1, 2.0);
        assert_eq!(ledger.next_job(4, alike).unwrap().1.len() % 2, 0);
        // Very long games are still played in pairs, very short ones not all at once.
        ledger.seconds_of_one = Some(500.0);
        assert_eq!(ledger.next_job(4, alike).unwrap().1.len(), 2);
        ledger.seconds_of_one = Some(0.0);
        assert_eq!(ledger.next_job(1, alike).unwrap().1.len(), MOST_GAMES);
    }

    #[test]
    fn only_so_many_jobs_wait_and_the_last_ones_are_small() {
        let mut few = ledger(1000);
        let mut count = 0;
        while few.next_job(1, alike).is_some() {
            count += 1;
        }
        assert_eq!((count, few.jobs()), (8, 8));
        let mut last = ledger(16);
        last.note_pace(1, 0.01);
        assert_eq!(last.next_job(2, alike).unwrap().1.len(), 4);
        assert_eq!(last.next_job(100, alike).unwrap().1.len(), 2);
    }

    #[test]
    fn what_is_not_done_comes_again() {
        let mut ledger = ledger(4);
        let (name, _) = ledger.next_job(1, alike).unwrap();
        ledger.close(&name, |number| number == 0);
        assert_eq!(ledger.next_job(1, alike).unwrap().1, [1, 2]);
        // Done by somebody else meanwhile.
        ledger.done(3);
        assert_eq!(ledger.next_job(1, alike), None);
        ledger.close("1-2", |_| true);
        assert!(ledger.is_empty());
    }

    #[test]
    fn a_job_that_ends_its_workers_is_given_up_and_named() {
        let mut ledger = ledger(4);
        let (name, numbers) = ledger.next_job(1, alike).unwrap();
        // One that is given back does not count.
        assert_eq!(ledger.begun(&name, "z"), None);
        ledger.returned(&name);
        for _ in 0..MOST_TRIES {
            assert_eq!(ledger.begun(&name, "a"), None);
        }
        assert_eq!(ledger.begun(&name, "b"), Some(vec!["z".into(), "a".into(), "b".into()]));
        assert_eq!(ledger.given_up(), Some((vec![name], vec!["a".into(), "b".into(), "z".into()])));
        // It does not come back with the rest of the round.
        ledger.add(numbers);
        assert_eq!(ledger.next_job(1, alike).unwrap().1, [2, 3]);
    }

    #[test]
    fn jobs_of_an_earlier_coordinator_are_adopted() {
        let mut ledger = ledger(10);
        assert!(ledger.adopt("2-5", any));
        assert!(!ledger.adopt("2-5", any), "nothing is left in it");
        for broken in ["", "7", "9-7", "a-b", "20-30"] {
            assert!(!ledger.adopt(broken, any), "{broken}");
        }
        assert_eq!(ledger.next_job(1, alike).unwrap().1, [0, 1]);
        assert_eq!(ledger.next_job(1, alike).unwrap().0, "6-7");
    }

    #[test]
    fn what_some_cannot_do_is_in_jobs_of_its_own() {
        let hard = |number: u64| if number / 2 % 2 == 1 { "3+7".to_owned() } else { String::new() };
        let mut some = ledger(8);
        some.note_pace(1, 0.001);
        assert_eq!(some.next_job(1, hard), Some(("0-5".into(), vec![0, 1, 4, 5])));
        assert_eq!(some.next_job(1, hard), Some(("2-3-3+7".into(), vec![2, 3])));
        assert_eq!(some.next_job(1, hard), Some(("6-7-3+7".into(), vec![6, 7])));
        // A part that was left out of a job has another name than the job: both may be on the server for a moment.
        let mut left = ledger(2);
        let (whole, _) = left.next_job(1, alike).unwrap();
        left.close(&whole, |_| false);
        assert_eq!(left.next_job(1, |_| "1".into()).unwrap().0, "0-1-1");
        // Another coordinator finds the same numbers in them.
        let mut again = ledger(8);
        assert!(again.adopt("2-7-3+7", |number, group| hard(number) == group));
        assert_eq!(again.next_job(1, alike).unwrap().1, [0, 1]);
    }

    #[test]
    fn a_job_that_vanished_is_handed_out_again() {
        let mut ledger = ledger(2);
        let (name, _) = ledger.next_job(1, alike).unwrap();
        let (none, some) = (BTreeSet::new(), BTreeSet::from([name.clone()]));
        // Its result may be on the way.
        for there in [&none, &some, &none] {
            ledger.reconcile(there, |_| false);
            assert_eq!(ledger.jobs(), 1);
        }
        ledger.reconcile(&none, |_| false);
        assert_eq!(ledger.next_job(1, alike).unwrap().0, name);
    }
}
