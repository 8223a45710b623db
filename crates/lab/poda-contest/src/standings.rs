use poda_core::Side;

use crate::{
    GameRecord,
    statistics::{Duel, Rating, Results, rate},
};

/// The table of a tournament.
#[derive(Clone, PartialEq, Debug)]
pub struct Standings {
    /// From the best to the worst.
    pub rows: Vec<StandingsRow>,
    /// What each did against each, by places in the list of players.
    pub against: Vec<Vec<Results>>,
}

/// A player in the table.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct StandingsRow {
    /// The place in the list of players.
    pub player: usize,
    /// How strong it is.
    pub rating: Rating,
    /// All its games.
    pub results: Results,
    /// By the side it had.
    pub by_side: [Results; 2],
    /// How often it lost by an illegal move, by time, or by ending its program.
    pub faults: u64,
}

/// What each did against each, game by game.
#[derive(Clone, PartialEq, Debug)]
pub struct Crosstable {
    against: Vec<Vec<Results>>,
    by_side: Vec<[Results; 2]>,
    faults: Vec<u64>,
}

impl Crosstable {
    /// Of so many players that have not played.
    pub fn new(players: usize) -> Self {
        Self {
            against: vec![vec![Results::default(); players]; players],
            by_side: vec![[Results::default(); 2]; players],
            faults: vec![0; players],
        }
    }

    /// Counts a game of two of them.
    pub fn add(&mut self, record: &GameRecord) {
        let [a, b] = record.players;
        for (side, player, other) in [(Side::First, a, b), (Side::Second, b, a)] {
            self.against[player][other].note(record.half_points(side));
            self.by_side[player][side.index()].note(record.half_points(side));
        }
        if let Some(player) = record.at_fault() {
            self.faults[player] += 1;
        }
    }

    /// The table, with ratings.
    pub fn standings(&self) -> Standings {
        let Self { against, by_side, faults } = self;
        let players = against.len();
        let ratings = rate(players, &duels(against));
        let mut rows: Vec<StandingsRow> = (0..players)
            .map(|player| StandingsRow {
                player,
                rating: ratings[player],
                results: by_side[player][0].plus(by_side[player][1]),
                by_side: by_side[player],
                faults: faults[player],
            })
            .collect();
        rows.sort_by(|a, b| b.rating.elo.total_cmp(&a.rating.elo).then(a.player.cmp(&b.player)));
        Standings { rows, against: against.clone() }
    }
}

impl Standings {
    /// The table of `players` players after these games.
    pub fn of<'a>(players: usize, records: impl IntoIterator<Item = &'a GameRecord>) -> Self {
        let mut crosstable = Crosstable::new(players);
        records.into_iter().for_each(|record| crosstable.add(record));
        crosstable.standings()
    }
}

fn duels(against: &[Vec<Results>]) -> Vec<Duel> {
    let players = against.len();
    let pairs = (0..players).flat_map(|a| (a + 1..players).map(move |b| [a, b]));
    pairs
        .map(|players| Duel { players, results: against[players[0]][players[1]] })
        .filter(|duel| duel.results.games() > 0)
        .collect()
}
