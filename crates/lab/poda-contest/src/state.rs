use std::collections::BTreeMap;

use poda_core::Side;

use crate::{Contest, Crosstable, GameRecord, MatchTally, Pairing, Standings, schedule::Finished};

/// The results of a contest so far, counted game by game, and what is to be played next.
#[derive(Clone, Debug)]
pub struct ContestState {
    contest: Contest,
    records: BTreeMap<u64, GameRecord>,
    finished: Finished,
    crosstable: Crosstable,
    /// Of a match of two.
    tally: Option<MatchTally>,
}

impl ContestState {
    /// A contest of which these games have been played.
    pub fn new(contest: Contest, earlier: impl IntoIterator<Item = GameRecord>) -> Self {
        let mut state = Self {
            records: BTreeMap::new(),
            finished: Finished::new(),
            crosstable: Crosstable::new(contest.players.len()),
            tally: contest.is_match().then(|| MatchTally::of_contest(&contest)),
            contest,
        };
        for record in earlier {
            state.add(record);
        }
        state
    }

    /// Whether a game is not counted yet, and names players that there are.
    pub fn is_open(&self, record: &GameRecord) -> bool {
        let known = self.finished.contains_key(&record.index);
        !known && record.players.iter().all(|player| *player < self.contest.players.len())
    }

    /// Whether the game of that index is counted.
    pub fn has(&self, index: u64) -> bool {
        self.finished.contains_key(&index)
    }

    /// The game of that index, if it is counted.
    pub fn record(&self, index: u64) -> Option<&GameRecord> {
        self.records.get(&index)
    }

    /// Counts a game if it is open; otherwise `false` comes back.
    pub fn add(&mut self, record: GameRecord) -> bool {
        if !self.is_open(&record) {
            return false;
        }
        self.finished.insert(record.index, (record.players, record.half_points(Side::First)));
        self.crosstable.add(&record);
        if let Some(tally) = &mut self.tally {
            tally.add(&record);
        }
        self.records.insert(record.index, record);
        true
    }

    /// What is being played.
    pub fn contest(&self) -> &Contest {
        &self.contest
    }

    /// The games that can be played now, in any order: the rest of the current round. Empty once everything is played or
    /// a test has come to its end.
    pub fn next_games(&self) -> Vec<Pairing> {
        if self.is_decided() {
            return Vec::new();
        }
        let ours = |pairing: &Pairing| self.contest.shard.is_none_or(|shard| shard.has(pairing.index));
        let open = |pairing: &Pairing| !self.finished.contains_key(&pairing.index);
        let round = self.contest.plan.next_round(&self.finished).unwrap_or_default();
        round.into_iter().filter(|pairing| ours(pairing) && open(pairing)).collect()
    }

    /// Whether a test has come to its end.
    pub fn is_decided(&self) -> bool {
        self.tally.as_ref().is_some_and(MatchTally::is_decided)
    }

    /// How many games are still to be played, at most. What a test or a ladder left out is not missing.
    pub fn missing(&self) -> u64 {
        let is_over = self.next_games().is_empty();
        if is_over { 0 } else { self.contest.most_games().saturating_sub(self.played()) }
    }

    /// How many games have been played.
    pub fn played(&self) -> u64 {
        self.records.len() as u64
    }

    /// The games in the order of the schedule.
    pub fn records(&self) -> impl Iterator<Item = &GameRecord> {
        self.records.values()
    }

    /// The same to keep.
    pub fn into_records(self) -> Vec<GameRecord> {
        self.records.into_values().collect()
    }

    /// The table.
    pub fn standings(&self) -> Standings {
        self.crosstable.standings()
    }

    /// A match in numbers, with games whose turn has not come; nothing for tournaments.
    pub fn tally(&self) -> Option<MatchTally> {
        self.tally.as_ref().map(MatchTally::with_waiting_games)
    }
}
