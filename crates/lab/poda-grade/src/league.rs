//! Everybody who can play against the others. Games that were recorded before count as long as both submissions are still the
//! same, so that whoever comes later or is graded again plays only games of its own.

use std::{cmp::Reverse, collections::BTreeMap, iter};

use poda_contest::{
    Contest, Crosstable, Format, GameRecord, Player, RunStore, Standings, StoreError, statistics::Results,
};

use poda_core::message;

use super::{GradeError, GradeObserver, Grading};

/// What a submission did in the league.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct LeagueResult {
    /// Wins, losses and draws.
    pub results: Results,
    /// The place, counted from 1.
    pub place: usize,
    /// How strong it is, as an Elo difference to the mean of the league.
    pub elo: f64,
    /// Its error at 95 %.
    pub error: f64,
    /// Games lost by fault.
    pub faults: u64,
    /// The share of points that counts for the mark.
    pub share: f64,
    /// Between which that share lies with 95 %.
    pub range: [f64; 2],
}

/// The games of the league, by the two who played. Their players are places in the list of the league.
type Pool = BTreeMap<[usize; 2], Vec<GameRecord>>;

/// Whether two players are the same program: the same command in the same copy, wherever the copies are now.
fn is_same_player(a: &Player, b: &Player) -> bool {
    let copy =
        |player: &Player| player.folder.as_ref().and_then(|folder| folder.file_name().map(ToOwned::to_owned));
    a.spec == b.spec && copy(a) == copy(b)
}

impl Grading<'_> {
    /// Plays what is missing. `again` are places of players whose recorded games do not count; `fixed` those for whom nothing
    /// may be played.
    pub(super) fn league(
        &self,
        players: &[Player],
        again: &[usize],
        fixed: &[usize],
        store: &RunStore,
        observer: &dyn GradeObserver,
    ) -> Result<Vec<GameRecord>, GradeError> {
        let contest = self.league_contest(players.to_vec(), self.rubric.league);
        let runs = store.runs()?;
        let newest = runs.iter().map(|run| run.id).max().unwrap_or(0);
        let is_begun = runs.iter().any(|run| is_same_contest(&run.contest, &contest));
        let mut pool = pool_of(&contest, store, again, newest)?;
        if fixed.is_empty() && (pool.is_empty() || is_begun) {
            observer.begins(&message!("league", "liga"), contest.most_games());
            self.play_run(contest.clone(), store, false, observer)?;
            pool = pool_of(&contest, store, again, newest)?;
        }
        // Whoever has most to play first: a newcomer meets everybody in one run.
        let most = |pool: &Pool| {
            let open =
                (0..players.len()).map(|place| (place, self.missing(pool, place, players.len(), fixed)));
            open.filter(|(_, others)| !others.is_empty())
                .max_by_key(|(place, others)| (others.len(), Reverse(*place)))
        };
        while let Some((place, opponents)) = most(&pool) {
            let games = opponents.len() as u64 * contest.plan.pairs() * 2;
            let name = &players[place].name;
            observer.begins(&message!("league: {name}", "liga: {name}", name), games);
            let everybody = iter::once(place).chain(opponents).map(|place| players[place].clone()).collect();
            let gauntlet = self.league_contest(everybody, Format::Gauntlet);
            let known = pool.len();
            self.play_run(gauntlet, store, again.contains(&place), observer)?;
            pool = pool_of(&contest, store, again, newest)?;
            if pool.len() == known {
                break;
            }
        }
        Ok(pool.into_values().flatten().collect())
    }

    fn league_contest(&self, players: Vec<Player>, format: Format) -> Contest {
        let rounds = self.rubric.rounds(players.len());
        let mut contest = self.contest(players, format, self.rubric.league_games);
        contest.plan.rounds = rounds;
        contest
    }

    /// Whom a player has yet to meet.
    fn missing(&self, pool: &Pool, place: usize, players: usize, fixed: &[usize]) -> Vec<usize> {
        if fixed.contains(&place) {
            return Vec::new();
        }
        let met = |a: usize, b: usize| pool.contains_key(&[a.min(b), a.max(b)]);
        let mut others: Vec<usize> =
            (0..players).filter(|other| *other != place && !met(place, *other)).collect();
        if self.rubric.league == Format::RoundRobin {
            return others;
        }
        let meetings = |player: usize| (0..players).filter(|other| met(player, *other)).count();
        // With an odd number of players one has a free round in each round.
        let due = self.rubric.rounds(players) as usize - players % 2;
        // First those who have lost an opponent; of equals the next in the list.
        others.sort_by_key(|other| (meetings(*other), (other + players - place) % players));
        others.truncate(due.saturating_sub(meetings(place)));
        others.sort_unstable();
        others
    }
}

/// All recorded games of two players of this league: of each two those of the newest run in which they played all their
/// games. Of those who play `again`, only what is newer than run `newest` counts.
fn pool_of(league: &Contest, store: &RunStore, again: &[usize], newest: i64) -> Result<Pool, StoreError> {
    let all = (league.plan.pairs() * 2) as usize;
    let mut pool = Pool::new();
    for run in store.runs()?.into_iter().filter(|run| same_conditions(&run.contest, league)) {
        let place = |player: &Player| league.players.iter().position(|other| is_same_player(other, player));
        let places: Vec<Option<usize>> = run.contest.players.iter().map(place).collect();
        if places.iter().flatten().count() < 2 {
            continue;
        }
        let mut found = Pool::new();
        for mut record in store.games(run.id)? {
            let [Some(Some(a)), Some(Some(b))] = record.players.map(|place| places.get(place).copied())
            else {
                continue;
            };
            let outdated = run.id <= newest && (again.contains(&a) || again.contains(&b));
            if a != b && !outdated {
                record.players = [a, b];
                found.entry([a.min(b), a.max(b)]).or_default().push(record);
            }
        }
        // Runs come from the oldest to the newest.
        // Two who had to meet again have more games than once.
        pool.extend(found.into_iter().filter(|(_, games)| games.len() >= all));
    }
    Ok(pool)
}

/// Whether games of one count for the other.
fn same_conditions(a: &Contest, b: &Contest) -> bool {
    (&a.game, a.seed, &a.openings, a.conditions, a.plan.pairs())
        == (&b.game, b.seed, &b.openings, b.conditions, b.plan.pairs())
}

/// Whether two contests are the same, wherever the copies of their players are now.
pub(super) fn is_same_contest(a: &Contest, b: &Contest) -> bool {
    same_conditions(a, b)
        && a.plan == b.plan
        && a.players.iter().zip(&b.players).all(|(a, b)| is_same_player(a, b))
}

/// The table of the league: what each did, by its place in the list of players.
pub(super) fn table(players: usize, games: &[GameRecord], format: Format) -> Vec<Option<LeagueResult>> {
    let mut crosstable = Crosstable::new(players);
    for record in games {
        crosstable.add(record);
    }
    let standings = crosstable.standings();
    let mut results = vec![None; players];
    for (place, row) in standings.rows.iter().filter(|row| row.results.games() > 0).enumerate() {
        let (elo, error) = (row.rating.elo, row.rating.error);
        let (share, range) = if format == Format::RoundRobin {
            // Everybody had the same opponents.
            (row.results.share(), row.results.interval())
        } else {
            // Whoever wins meets stronger ones: what counts is what it would score against everybody.
            let against_all = |elo: f64| expected_share(&standings, row.player, elo);
            (against_all(elo), [against_all(elo - error), against_all(elo + error)])
        };
        let (results_of, faults) = (row.results, row.faults);
        results[row.player] =
            Some(LeagueResult { results: results_of, place: place + 1, elo, error, faults, share, range });
    }
    results
}

/// The share of points that a player of that strength would score against all others.
fn expected_share(standings: &Standings, player: usize, elo: f64) -> f64 {
    let others = standings.rows.iter().filter(|row| row.player != player && row.results.games() > 0);
    let shares: Vec<f64> =
        others.map(|other| 1.0 / (1.0 + f64::powf(10.0, (other.rating.elo - elo) / 400.0))).collect();
    if shares.is_empty() { 0.5 } else { shares.iter().sum::<f64>() / shares.len() as f64 }
}

#[cfg(test)]
mod tests {
    use poda_contest::Termination;
    use poda_core::{Message, Outcome, Side};

    use super::*;

    fn game(index: u64, players: [usize; 2], winner: Option<Side>) -> GameRecord {
        GameRecord {
            index,
            seed: 1,
            players,
            opening: poda_catalog::Catalog::built_in().open("connect4").unwrap().line(None, ""),
            plies: Vec::new(),
            outcome: Some(winner.map_or(Outcome::Draw, Outcome::Win)),
            termination: Termination::Normal,
            detail: Message::default(),
            talk: [String::new(), String::new()],
        }
    }

    /// The first of each two wins both games.
    fn games(wins: &[[usize; 2]]) -> Vec<GameRecord> {
        let both = |(place, [a, b]): (usize, &[usize; 2])| {
            let index = place as u64 * 2;
            [game(index, [*a, *b], Some(Side::First)), game(index + 1, [*b, *a], Some(Side::Second))]
        };
        wins.iter().enumerate().flat_map(both).collect()
    }

    #[test]
    fn everybody_against_everybody_counts_points_and_a_swiss_league_strength() {
        let all = games(&[[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]);
        let shares = |games: &[GameRecord], format| -> Vec<f64> {
            table(5, games, format).iter().flatten().map(|result| (result.share * 100.0).round()).collect()
        };
        assert_eq!(shares(&all, Format::RoundRobin), [100.0, 67.0, 33.0, 0.0]);
        // 1 has lost to the best and 2 has beaten the last: the same points, but not the same strength.
        let swiss = games(&[[0, 1], [2, 3], [0, 2], [1, 3]]);
        let table = table(5, &swiss, Format::Swiss);
        // Whoever has not played has no result.
        assert_eq!(table[4], None);
        let of = |place: usize| table[place].unwrap();
        assert_eq!((of(0).place, of(3).place), (1, 4));
        assert!(of(0).share > of(1).share && of(1).share > of(3).share, "{table:?}");
        for result in table.iter().flatten() {
            assert!(result.range[0] < result.share && result.share < result.range[1], "{result:?}");
        }
    }

    #[test]
    fn a_player_is_its_copy_and_not_the_place_of_the_copy() {
        let player = |folder: &str, spec: &str| Player {
            name: "x".into(),
            spec: spec.into(),
            folder: Some(folder.into()),
        };
        assert!(is_same_player(&player("/a/builds/12", "json:./bot"), &player("/b/12", "json:./bot")));
        assert!(!is_same_player(
            &player("/a/builds/12", "json:./bot"),
            &player("/a/builds/13", "json:./bot")
        ));
        assert!(!is_same_player(&player("/a/builds/12", "json:./bot"), &player("/a/builds/12", "json:./b")));
    }

    #[test]
    fn a_newcomer_meets_those_who_have_lost_an_opponent() {
        let grading = |format: &str| Grading {
            catalog: poda_catalog::Catalog::default(),
            folder: std::path::Path::new(""),
            rubric: toml::from_str(&format!("game = \"connect4\"\nleague = \"{format}\"\nleague_rounds = 3"))
                .unwrap(),
            out: std::path::Path::new(""),
            executor: &poda_contest::Threads(1),
            threads: 1,
            runs_at_once: 1,
            language: poda_core::Language::English,
            bots: poda_agent::BotLimits::default(),
            only: &[],
            forecast_only: false,
        };
        // Of eight players 7 has changed: 0, 2 and 5 had met it.
        let met = [[0, 1], [2, 3], [4, 5], [0, 3], [1, 6], [2, 4], [3, 6], [1, 4], [5, 6]];
        let pool: Pool = met.into_iter().map(|pair| (pair, Vec::new())).collect();
        let missing =
            |format: &str, place: usize, fixed: &[usize]| grading(format).missing(&pool, place, 8, fixed);
        assert_eq!(missing("swiss", 7, &[]), [0, 2, 5]);
        assert!(missing("swiss", 3, &[]).is_empty());
        // Whoever lost one opponent looks for the newcomer, which has none.
        assert_eq!(missing("swiss", 5, &[]), [7]);
        assert!(missing("swiss", 7, &[7]).is_empty());
        assert_eq!(missing("round-robin", 7, &[]), [0, 1, 2, 3, 4, 5, 6]);
        assert_eq!(missing("round-robin", 0, &[]), [2, 4, 5, 6, 7]);
    }
}
