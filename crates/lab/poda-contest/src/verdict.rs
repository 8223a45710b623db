//! What a match of two players says, from the view of the first.

use std::{
    collections::{BTreeMap, HashSet},
    hash::{DefaultHasher, Hash, Hasher},
};

use poda_core::{Language, Side};

use crate::{
    Contest, GameRecord, Shard,
    statistics::{
        EloEstimate, Pentanomial, Results, Sprt, SprtState, SprtVerdict, likelihood_of_superiority,
    },
};

/// A match in numbers. Games are added in any order and counted in the order of the schedule, pair by pair, so that
/// threads do not change when a test is decided.
#[derive(Clone, Debug)]
pub struct MatchTally {
    sprt: Option<Sprt>,
    shard: Option<Shard>,
    /// Games whose turn has not come.
    waiting: BTreeMap<u64, Brief>,
    next: u64,
    decided: bool,
    seen: HashSet<u64>,
    /// All counted games.
    pub all: Results,
    /// By the side that the first player had.
    pub by_side: [Results; 2],
    /// The games of pairs that were not copies of earlier ones.
    pub distinct: Results,
    /// Those pairs.
    pub pairs: Pentanomial,
    /// Those of them that a test looks at: without a gap in the order of the schedule.
    tested: Pentanomial,
    /// How many of all games differ from every earlier one.
    pub distinct_games: u64,
    /// How many games were lost by fault (illegal, time, crash), by the place of the player.
    pub faults: [u64; 2],
}

/// What is left of a game when it waits to be counted.
#[derive(Clone, Copy, Debug)]
struct Brief {
    moves: u64,
    side: Side,
    half_points: u8,
    fault: Option<usize>,
}

/// Fewer distinct games than this prove nothing.
const FEWEST_DISTINCT: u64 = 10;

/// How sure a verdict has to be, one-sided: 95 % of the time the interval on both sides holds.
const SURE: f64 = 0.975;

/// What can be said.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MatchVerdict {
    /// Too few games that differ.
    NoConclusion,
    /// The player at that place is the stronger one.
    Stronger(usize),
    /// The games do not tell.
    Open,
    /// The test accepted the larger difference.
    Accepted,
    /// The test accepted the smaller one.
    Rejected,
}

impl MatchTally {
    /// An empty match; the player at place 0 is looked at.
    pub fn new(sprt: Option<Sprt>, shard: Option<Shard>) -> Self {
        Self {
            sprt,
            shard,
            waiting: BTreeMap::new(),
            next: 0,
            decided: false,
            seen: HashSet::new(),
            all: Results::default(),
            by_side: [Results::default(); 2],
            distinct: Results::default(),
            pairs: Pentanomial::default(),
            tested: Pentanomial::default(),
            distinct_games: 0,
            faults: [0; 2],
        }
    }

    /// The match that a contest of two is.
    pub fn of_contest(contest: &Contest) -> Self {
        Self::new(contest.sprt, contest.shard)
    }

    /// Adds a finished game of players 0 and 1.
    pub fn add(&mut self, record: &GameRecord) {
        let side = record.side_of(0).unwrap_or(Side::First);
        let mut hasher = DefaultHasher::new();
        (record.players, &record.opening.start).hash(&mut hasher);
        record.moves().for_each(|text| text.hash(&mut hasher));
        let (half_points, fault) = (record.half_points(side), record.at_fault());
        self.waiting.insert(record.index, Brief { moves: hasher.finish(), side, half_points, fault });
        self.count_pairs();
    }

    /// Whether the test has come to its end; later games are not counted.
    pub fn is_decided(&self) -> bool {
        self.decided
    }

    /// All games that were played, with pairs that wait for earlier ones and games whose pair is not complete.
    pub fn with_waiting_games(&self) -> Self {
        let mut whole = self.clone();
        if !self.decided {
            let mut waiting = std::mem::take(&mut whole.waiting);
            while let Some((index, brief)) = waiting.pop_first() {
                // An even game and the next one have the same opening.
                let other = if index.is_multiple_of(2) { waiting.remove(&(index + 1)) } else { None };
                if let Some(other) = other {
                    whole.count_pair([brief, other]);
                } else if whole.count(brief) {
                    whole.distinct = whole.distinct.plus(brief.results());
                }
            }
        }
        whole
    }

    fn count_pairs(&mut self) {
        while !self.decided {
            while self.shard.is_some_and(|shard| !shard.has(self.next)) {
                self.next += 2;
            }
            let (Some(a), Some(b)) = (self.waiting.get(&self.next), self.waiting.get(&(self.next + 1)))
            else {
                return;
            };
            let (a, b) = (*a, *b);
            self.waiting.remove(&self.next);
            self.waiting.remove(&(self.next + 1));
            self.next += 2;
            self.count_pair([a, b]);
            self.tested = self.pairs;
            self.decided = self.sprt_state().is_some_and(|state| state.verdict() != SprtVerdict::Open);
        }
    }

    /// Counts two games with the same opening; two copies of earlier games are no pair.
    fn count_pair(&mut self, [a, b]: [Brief; 2]) {
        let fresh = [self.count(a), self.count(b)];
        if fresh.contains(&true) {
            self.pairs.note(a.half_points + b.half_points);
            self.distinct = self.distinct.plus(a.results()).plus(b.results());
        }
    }

    /// Counts a game; whether it is unlike all before.
    fn count(&mut self, brief: Brief) -> bool {
        self.all.note(brief.half_points);
        self.by_side[brief.side.index()].note(brief.half_points);
        if let Some(place) = brief.fault {
            self.faults[place.min(1)] += 1;
        }
        let fresh = self.seen.insert(brief.moves);
        self.distinct_games += u64::from(fresh);
        fresh
    }

    /// What the test says so far, if there is one.
    pub fn sprt_state(&self) -> Option<SprtState> {
        self.sprt.map(|sprt| sprt.state(&self.tested))
    }

    /// The difference of strength, from distinct games only.
    pub fn elo(&self) -> EloEstimate {
        EloEstimate::of(self.distinct, &self.pairs)
    }

    /// How likely the first player is the stronger one, from distinct games only.
    pub fn superiority(&self) -> f64 {
        likelihood_of_superiority(self.distinct, &self.pairs)
    }

    /// What can be said.
    pub fn verdict(&self) -> MatchVerdict {
        let superiority = self.superiority();
        match self.sprt_state().map(SprtState::verdict) {
            _ if self.distinct_games < FEWEST_DISTINCT => MatchVerdict::NoConclusion,
            Some(SprtVerdict::Upper) => MatchVerdict::Accepted,
            Some(SprtVerdict::Lower) => MatchVerdict::Rejected,
            _ if superiority >= SURE => MatchVerdict::Stronger(0),
            _ if superiority <= 1.0 - SURE => MatchVerdict::Stronger(1),
            _ => MatchVerdict::Open,
        }
    }

    /// The verdict in a plain sentence.
    pub fn sentence(&self, names: [&str; 2], language: Language) -> String {
        let [a, b] = names;
        let distinct = self.distinct_games;
        match (self.verdict(), self.sprt) {
            (MatchVerdict::NoConclusion, _) => language.pick(
                format!("{distinct} distinct games: no conclusion"),
                format!("{distinct} partidas distintas: sin conclusión"),
            ),
            (MatchVerdict::Stronger(place), _) => {
                let (better, worse) = if place == 0 { (a, b) } else { (b, a) };
                language.pick(
                    format!("{better} is stronger than {worse} (95 % sure)"),
                    format!("{better} es más fuerte que {worse} (con un 95 % de confianza)"),
                )
            }
            (MatchVerdict::Accepted, Some(Sprt { elo0, elo1, .. })) => language.pick(
                format!("H1 accepted: {a} is stronger ({elo1} Elo likelier than {elo0})"),
                format!("H1 aceptada: {a} es más fuerte ({elo1} Elo es más probable que {elo0})"),
            ),
            (MatchVerdict::Rejected, Some(Sprt { elo0, elo1, .. })) => language.pick(
                format!("H0 accepted: {a} is not that much stronger ({elo0} Elo likelier than {elo1})"),
                format!("H0 aceptada: {a} no es tanto más fuerte ({elo0} Elo es más probable que {elo1})"),
            ),
            _ => language.pick(
                format!("these games do not show whether {a} or {b} is stronger"),
                format!("estas partidas no bastan para saber quién es más fuerte, {a} o {b}"),
            ),
        }
    }
}

impl<'a> Extend<&'a GameRecord> for MatchTally {
    fn extend<T: IntoIterator<Item = &'a GameRecord>>(&mut self, records: T) {
        for record in records {
            self.add(record);
        }
    }
}

impl Brief {
    fn results(self) -> Results {
        let mut results = Results::default();
        results.note(self.half_points);
        results
    }
}

#[cfg(test)]
mod tests {
    use poda_agent::GameLine;
    use poda_core::Outcome;

    use super::*;
    use crate::Termination;

    /// Player 0 has the first side in even games.
    fn game(index: u64, winner: Option<usize>, moves: u64) -> GameRecord {
        let players = if index.is_multiple_of(2) { [0, 1] } else { [1, 0] };
        let side = |player: usize| if players[0] == player { Side::First } else { Side::Second };
        GameRecord {
            index,
            seed: 0,
            players,
            opening: GameLine::new("boom").after(moves.to_string()),
            plies: Vec::new(),
            outcome: Some(winner.map_or(Outcome::Draw, |winner| Outcome::Win(side(winner)))),
            termination: Termination::Normal,
            detail: poda_core::Message::default(),
            talk: Default::default(),
        }
    }

    #[test]
    fn copies_prove_nothing() {
        let mut copies = MatchTally::new(Some(Sprt::new(0.0, 10.0)), None);
        for index in 0..1000 {
            copies.add(&game(index, Some(0), 7));
        }
        assert_eq!((copies.all.games(), copies.distinct_games), (1000, 2));
        assert_eq!(copies.verdict(), MatchVerdict::NoConclusion);
        assert_eq!(copies.sentence(["A", "B"], Language::English), "2 distinct games: no conclusion");
        assert!(!copies.is_decided());
    }

    #[test]
    fn order_of_arrival_does_not_matter() {
        let records: Vec<GameRecord> = (0..400)
            .map(|index| game(index, [Some(0), Some(0), None][index as usize % 3], index / 2))
            .collect();
        let mut orders = [records.clone(), records.clone(), records];
        orders[1].reverse();
        orders[2].rotate_left(123);
        let counted = orders.map(|records| {
            let mut tested = MatchTally::new(Some(Sprt::new(0.0, 30.0)), None);
            tested.extend(&records);
            assert_eq!(tested.verdict(), MatchVerdict::Accepted);
            (tested.all, tested.pairs)
        });
        assert!(counted[0].0.games() < 400);
        assert_eq!(counted[0], counted[1]);
        assert_eq!(counted[0], counted[2]);
    }

    #[test]
    fn pairs_behind_a_gap_are_pairs() {
        let mut parts = MatchTally::new(Some(Sprt::new(0.0, 30.0)), None);
        // The middle third of sixty games is missing, and one game of another pair.
        for index in (0..20).chain(40..59) {
            parts.add(&game(index, Some(0), index));
        }
        let whole = parts.with_waiting_games();
        assert_eq!((whole.all.games(), whole.pairs.pairs(), whole.distinct.games()), (39, 19, 39));
        // A test looks at games in their order only.
        assert_eq!(whole.sprt_state(), parts.sprt_state());
        assert_eq!(parts.pairs.pairs(), 10);
    }

    #[test]
    fn the_stronger_one_is_named() {
        let mut won = MatchTally::new(None, None);
        for index in 0..40 {
            won.add(&game(index, if index % 5 == 4 { Some(0) } else { Some(1) }, index));
        }
        assert_eq!(won.verdict(), MatchVerdict::Stronger(1));
        assert_eq!(
            won.sentence(["A", "B"], Language::Spanish),
            "B es más fuerte que A (con un 95 % de confianza)"
        );
        won.add(&game(40, Some(0), 40));
        assert_eq!((won.all.games(), won.with_waiting_games().all.games()), (40, 41));
    }

    /// Pairs with one win each and a few that player 0 sweeps.
    fn swept(pairs: u64, sweeps: u64) -> MatchTally {
        let mut tally = MatchTally::new(None, None);
        for index in 0..pairs * 2 {
            // Without a sweep the first side wins both games of the pair.
            let winner = if index / 2 < sweeps { 0 } else { index as usize % 2 };
            tally.add(&game(index, Some(winner), index));
        }
        tally
    }

    #[test]
    fn a_verdict_is_95_percent_sure_and_not_less() {
        // Five sweeps in twenty pairs would do for 90 % one-sided.
        let nearly = swept(20, 5);
        assert!((0.9..0.975).contains(&nearly.superiority()), "{}", nearly.superiority());
        assert_eq!(nearly.verdict(), MatchVerdict::Open);
        let surely = swept(20, 9);
        assert!(surely.superiority() > 0.975, "{}", surely.superiority());
        assert_eq!(surely.verdict(), MatchVerdict::Stronger(0));
    }

    #[test]
    fn fewer_than_ten_distinct_games_prove_nothing() {
        let mut tally = MatchTally::new(None, None);
        for index in 0..8 {
            tally.add(&game(index, Some(0), index));
        }
        assert_eq!((tally.distinct_games, tally.verdict()), (8, MatchVerdict::NoConclusion));
        tally.add(&game(8, Some(0), 8));
        tally.add(&game(9, Some(0), 9));
        assert_eq!((tally.distinct_games, tally.verdict()), (10, MatchVerdict::Stronger(0)));
    }
}
