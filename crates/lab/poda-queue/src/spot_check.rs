//! Pairs of games that another worker plays again. Where the players play by nodes or depth, the games have to be the same: a worker that
//! sends games that were not played is found out.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use poda_contest::{GameRecord, Pairing, ReadyPlayers};
use poda_core::{fold, mix};

use crate::parcel::checksum;

/// How the names of such jobs begin: no job of the schedule is called so.
const PREFIX: &str = "check-";
/// A pair that was handed out so often without two other games is left.
const MOST_TRIES: u32 = 5;
/// Such jobs wait on the server at the same time, at most.
const MOST_WAITING: usize = 100;

/// Whether a report is about a pair that is played again.
pub(crate) fn is_check(job: &str) -> bool {
    job.starts_with(PREFIX)
}

/// Whether a player makes the same moves again: no program, and limited by nodes or depth alone.
pub(crate) fn is_repeatable(players: &ReadyPlayers, place: usize) -> bool {
    let thinking = players.contest().conditions.thinking;
    let spec = &players.contest().players[place].spec;
    let options = spec.split_once(':').map_or("", |(_, options)| options);
    let has = |name: &str| options.split(',').any(|option| option.trim().starts_with(name));
    let own = has("nodes=") || has("depth=");
    // Some solvers stop after a time of their own.
    let is_limited = own || (spec != "exact" && (thinking.nodes.is_some() || thinking.depth.is_some()));
    !players.is_program(place) && !has("time=") && thinking.time.is_none() && is_limited
}

/// The pairs of a run that are played again, and what came of it.
#[derive(Debug, Default)]
pub(crate) struct SpotCheck {
    /// Percent of the pairs.
    percent: Option<f64>,
    /// Chooses them. Workers do not know it, unlike the seed of the games.
    key: u64,
    pairs: BTreeMap<u64, ReportedPair>,
    /// Pairs that are still to be handed out.
    open: VecDeque<u64>,
    /// Pairs that are handed out, and whether the job was missing on the server when last looked for.
    handed: BTreeMap<u64, bool>,
    /// Pairs that were played again.
    pub(crate) made: u64,
    /// Pairs whose games differ.
    pub(crate) differing: Vec<Difference>,
}

/// A pair of games as it was reported first.
#[derive(Debug, Default)]
struct ReportedPair {
    games: [Option<ReportedGame>; 2],
    tries: u32,
}

#[derive(Debug)]
struct ReportedGame {
    pairing: Pairing,
    worker: String,
    content: String,
    /// Another worker has played it again.
    is_checked: bool,
}

/// Two workers that do not agree on a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Difference {
    /// The number of the game.
    pub(crate) game: u64,
    /// The worker whose game counts, and the one that played it again.
    pub(crate) workers: [String; 2],
}

/// A job that asks for a pair again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct CheckJob {
    pub(crate) name: String,
    pub(crate) games: Vec<Pairing>,
    /// The workers that have played it before.
    pub(crate) avoid: Vec<String>,
}

impl SpotCheck {
    pub(crate) fn new(percent: Option<f64>, key: &str) -> Self {
        let digits = checksum(format!("spot check {key}").as_bytes());
        let key = u64::from_str_radix(&digits[..16], 16).unwrap_or_default();
        Self { percent, key, ..Self::default() }
    }

    pub(crate) fn is_wanted(&self) -> bool {
        self.percent.is_some()
    }

    /// Whether a pair is played again: one out of each 100 / P that follow each other.
    fn is_chosen(&self, pair: u64) -> bool {
        let Some(percent) = self.percent else { return false };
        let width = 100.0 / percent;
        let middle = (pair as f64 / width) as u64;
        let chosen = |part: u64| {
            let place = mix(fold(self.key, part)) as f64 / 2.0_f64.powi(64);
            ((part as f64 + place) * width) as u64
        };
        (middle.saturating_sub(1)..=middle + 1).any(|part| chosen(part) == pair)
    }

    /// A game was recorded as this worker has sent it.
    pub(crate) fn recorded(&mut self, worker: &str, pairing: Pairing, record: &GameRecord) {
        let number = record.index / 2;
        if !self.is_chosen(number) {
            return;
        }
        let pair = self.pairs.entry(number).or_default();
        let game =
            ReportedGame { pairing, worker: worker.to_owned(), content: content(record), is_checked: false };
        pair.games[(record.index % 2) as usize] = Some(game);
        if pair.games.iter().all(Option::is_some) {
            self.open.push_back(number);
        }
    }

    /// The next pair to play again, if not too many wait.
    pub(crate) fn next_job(&mut self, slots: usize) -> Option<CheckJob> {
        if self.handed.len() >= slots.clamp(1, MOST_WAITING) {
            return None;
        }
        let number = self.open.pop_front()?;
        let pair = self.pairs.get_mut(&number)?;
        pair.tries += 1;
        self.handed.insert(number, false);
        let games = || pair.games.iter().flatten();
        Some(CheckJob {
            name: format!("{PREFIX}{}-{}", 2 * number, 2 * number + 1),
            games: games().map(|game| game.pairing).collect(),
            avoid: games().map(|game| game.worker.clone()).collect::<BTreeSet<_>>().into_iter().collect(),
        })
    }

    /// A game of a check, as the schedule has it.
    pub(crate) fn pairing(&self, index: u64) -> Option<&Pairing> {
        let game = self.pairs.get(&(index / 2))?.games[(index % 2) as usize].as_ref()?;
        Some(&game.pairing)
    }

    /// A worker has played a game again. Gives the difference, if there is one.
    pub(crate) fn compare(&mut self, worker: &str, record: &GameRecord) -> Option<Difference> {
        let pair = self.pairs.get_mut(&(record.index / 2))?;
        let game = pair.games[(record.index % 2) as usize].as_mut()?;
        if game.is_checked || game.worker == worker {
            return None;
        }
        game.is_checked = true;
        if game.content == content(record) {
            return None;
        }
        let difference = Difference { game: record.index, workers: [game.worker.clone(), worker.to_owned()] };
        self.differing.push(difference.clone());
        Some(difference)
    }

    /// A check is complete. Games that are missing are tried again, a few times.
    pub(crate) fn close(&mut self, job: &str) {
        let number = job.strip_prefix(PREFIX).and_then(|rest| rest.split('-').next()?.parse::<u64>().ok());
        if let Some(number) = number.map(|first| first / 2) {
            self.close_pair(number);
        }
    }

    fn close_pair(&mut self, number: u64) {
        if self.handed.remove(&number).is_none() {
            return;
        }
        let Some(pair) = self.pairs.get(&number) else { return };
        if pair.games.iter().flatten().all(|game| game.is_checked) {
            self.made += 1;
        } else if pair.tries < MOST_TRIES {
            self.open.push_back(number);
        }
    }

    /// Compares with the jobs on the server: a check that is missing twice is handed out again.
    pub(crate) fn reconcile(&mut self, there: &BTreeSet<String>) {
        let mut lost = Vec::new();
        for (number, is_missing) in &mut self.handed {
            if there.contains(&format!("{PREFIX}{}-{}", 2 * number, 2 * number + 1)) {
                *is_missing = false;
            } else if std::mem::replace(is_missing, true) {
                lost.push(*number);
            }
        }
        for number in lost {
            self.close_pair(number);
        }
    }

    /// Pairs that wait for another worker.
    pub(crate) fn pending(&self) -> usize {
        self.open.len() + self.handed.len()
    }

    /// Pairs that were played as a whole and chosen.
    pub(crate) fn chosen(&self) -> usize {
        self.pairs.values().filter(|pair| pair.games.iter().all(Option::is_some)).count()
    }

    /// Whether a worker may do one of the checks that wait.
    pub(crate) fn can_check(&self, worker: &str) -> bool {
        let waiting = self.open.iter().chain(self.handed.keys()).filter_map(|number| self.pairs.get(number));
        waiting.into_iter().any(|pair| pair.games.iter().flatten().all(|game| game.worker != worker))
    }
}

/// What has to be the same in a game that is played again: times are not.
fn content(record: &GameRecord) -> String {
    let moves: Vec<&str> = record.moves().collect();
    let outcome = record.outcome.map_or("-", poda_core::Outcome::word);
    checksum(format!("{} {outcome} {}", moves.join(" "), record.termination.word()).as_bytes())
}

#[cfg(test)]
mod tests {
    use poda_agent::GameLine;
    use poda_contest::{PlyRecord, Termination};
    use poda_core::{Message, Outcome, Side};

    use super::*;

    fn pairing(index: u64) -> Pairing {
        Pairing { index, players: [0, 1], opening: 0 }
    }

    fn record(index: u64, moves: &str, outcome: Outcome) -> GameRecord {
        let ply = |mv: char| PlyRecord {
            mv: mv.to_string(),
            score: None,
            depth: 0,
            nodes: 0,
            time: std::time::Duration::from_millis(moves.len() as u64),
        };
        GameRecord {
            index,
            seed: 1,
            players: [0, 1],
            opening: GameLine::new("connect4:7x6"),
            plies: moves.chars().map(ply).collect(),
            outcome: Some(outcome),
            termination: Termination::Normal,
            detail: Message::default(),
            talk: [String::new(), String::new()],
        }
    }

    const WON: Outcome = Outcome::Win(Side::First);

    /// A check of one pair that two workers have played.
    fn handed() -> (SpotCheck, CheckJob) {
        let mut check = SpotCheck::new(Some(100.0), "run");
        check.recorded("one", pairing(6), &record(6, "444", WON));
        assert_eq!(check.next_job(1), None, "half a pair");
        check.recorded("two", pairing(7), &record(7, "333", WON));
        let job = check.next_job(1).unwrap();
        (check, job)
    }

    #[test]
    fn so_many_pairs_are_chosen_evenly_and_by_the_key() {
        for (percent, least, most) in
            [(100.0, 1000, 1000), (50.0, 500, 500), (10.0, 100, 100), (1.0, 10, 10), (30.0, 280, 301)]
        {
            let chosen = |key: &str| {
                let check = SpotCheck::new(Some(percent), key);
                (0..1000).filter(|pair| check.is_chosen(*pair)).collect::<Vec<u64>>()
            };
            let one = chosen("a");
            assert!((least..=most).contains(&one.len()), "{percent}: {}", one.len());
            assert_eq!(one, chosen("a"));
            assert_eq!(one == chosen("b"), one.len() == 1000, "{percent}");
            // None is far from the next one.
            let most = (200.0 / percent) as u64 + 1;
            assert!(one.windows(2).all(|two| two[1] - two[0] <= most), "{percent}");
        }
        assert!(!(0..1000).any(|pair| SpotCheck::new(None, "a").is_chosen(pair)));
    }

    #[test]
    fn games_that_differ_name_both_workers() {
        let lost = Outcome::Win(Side::Second);
        let again = [("444", WON, false), ("445", WON, true), ("4445", WON, true), ("444", lost, true)];
        for (moves, outcome, differs) in again {
            let (mut check, job) = handed();
            assert_eq!((job.name.as_str(), job.games.len()), ("check-6-7", 2));
            assert_eq!(job.avoid, ["one", "two"]);
            let found = check.compare("three", &record(6, moves, outcome));
            let expected = Difference { game: 6, workers: ["one".into(), "three".into()] };
            assert_eq!(found, differs.then_some(expected), "{moves}");
            assert_eq!(check.compare("three", &record(7, "333", WON)), None);
            check.close(&job.name);
            assert_eq!((check.made, check.pending(), check.differing.len()), (1, 0, usize::from(differs)));
            // What comes twice counts once.
            assert_eq!(check.compare("four", &record(6, "777", WON)), None);
            check.close(&job.name);
            assert_eq!(check.made, 1);
        }
    }

    #[test]
    fn no_worker_checks_itself_and_nothing_is_tried_for_ever() {
        let (mut check, job) = handed();
        assert!(!check.can_check("one") && !check.can_check("two") && check.can_check("three"));
        for number in 1..=MOST_TRIES {
            assert_eq!(check.pending(), 1);
            assert_eq!(check.compare("one", &record(6, "111", WON)), None, "its own game");
            check.close(&job.name);
            assert_eq!(check.next_job(1).is_some(), number < MOST_TRIES, "{number}");
        }
        assert_eq!((check.made, check.pending(), check.chosen()), (0, 0, 1));
        for name in ["", "check-", "check-x-y", "6-7", "check-800-801"] {
            check.close(name);
        }
    }

    #[test]
    fn a_check_that_vanished_is_handed_out_again() {
        let (mut check, job) = handed();
        let (none, some) = (BTreeSet::new(), BTreeSet::from([job.name.clone()]));
        for there in [&none, &some, &none] {
            check.reconcile(there);
            assert_eq!(check.next_job(1), None);
        }
        check.reconcile(&none);
        assert_eq!(check.next_job(1), Some(job));
    }
}
