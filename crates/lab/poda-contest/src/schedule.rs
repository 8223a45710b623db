//! Who plays whom, when, and with which opening: a pure function of the plan, and for formats that look at results, of
//! the results so far. That is why a run that was stopped can go on anywhere.

use std::{cmp::Reverse, collections::BTreeMap, fmt, str::FromStr};

use poda_core::{Language, Translate, text};
use thiserror::Error;

use crate::swiss::{Met, both, pair_up};

/// One game to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Pairing {
    /// Its place in the schedule. Games 2n and 2n+1 are a pair: the same opening with sides changed.
    pub index: u64,
    /// Who plays which side: places in the list of players.
    pub players: [usize; 2],
    /// The number of its opening.
    pub opening: usize,
}

/// How a tournament goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Everybody against everybody.
    RoundRobin,
    /// The first player against all others.
    Gauntlet,
    /// Rounds in which players with equal points meet, nobody twice as long as that is possible.
    Swiss,
    /// The list is a ladder with the first player on top; from the second rung on everybody challenges the player above
    /// as long as it wins.
    Ladder,
}

impl Format {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::RoundRobin, Self::Gauntlet, Self::Swiss, Self::Ladder];

    /// Its name.
    pub const fn word(self) -> &'static str {
        match self {
            Self::RoundRobin => "round-robin",
            Self::Gauntlet => "gauntlet",
            Self::Swiss => "swiss",
            Self::Ladder => "ladder",
        }
    }

    /// Whether the pairings depend on results, so that parts cannot be played apart.
    pub const fn looks_at_results(self) -> bool {
        matches!(self, Self::Swiss | Self::Ladder)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

/// A text that names no format.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", self.text(Language::English))]
pub struct FormatError {
    text: String,
}

impl Translate for FormatError {
    fn text(&self, language: Language) -> String {
        text!(
            language,
            "unknown format {text:?}: {known}",
            "formato desconocido {text:?}: {known}",
            text = self.text,
            known = Format::ALL.map(Format::word).join(", "),
        )
    }
}

impl FromStr for Format {
    type Err = FormatError;

    fn from_str(text: &str) -> Result<Self, FormatError> {
        let found = Self::ALL.into_iter().find(|format| format.word() == text);
        found.ok_or_else(|| FormatError { text: text.to_owned() })
    }
}

/// A part of a schedule: `number` of `of`, counted from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// Which part.
    pub number: u64,
    /// Of how many.
    pub of: u64,
}

impl Shard {
    /// Whether a game belongs to this part. Pairs stay together.
    pub fn has(self, index: u64) -> bool {
        (index / 2) % self.of == self.number - 1
    }
}

/// A text that names no part of a schedule.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", self.text(Language::English))]
pub struct ShardError {
    text: String,
}

impl Translate for ShardError {
    fn text(&self, language: Language) -> String {
        let text = &self.text;
        text!(language, "{text:?} is not a part such as 1/4", "{text:?} no es una parte como 1/4", text)
    }
}

impl FromStr for Shard {
    type Err = ShardError;

    fn from_str(text: &str) -> Result<Self, ShardError> {
        let parts =
            text.split_once('/').and_then(|(number, of)| Some((number.parse().ok()?, of.parse().ok()?)));
        match parts {
            Some((number, of)) if (1..=of).contains(&number) => Ok(Self { number, of }),
            _ => Err(ShardError { text: text.to_owned() }),
        }
    }
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.of)
    }
}

/// Everything the schedule depends on, apart from results.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Plan {
    /// How it goes.
    pub format: Format,
    /// How many players.
    pub players: usize,
    /// Games of each encounter; an odd number is rounded up.
    pub games: u64,
    /// Rounds of a Swiss tournament.
    pub rounds: u32,
}

/// What is known of finished games: by index, the players and the doubled points of the first of them.
pub(crate) type Finished = BTreeMap<u64, ([usize; 2], u8)>;

impl Plan {
    /// Pairs of games in an encounter.
    pub fn pairs(&self) -> u64 {
        self.games.div_ceil(2).max(1)
    }

    /// How many games there will be at most.
    pub fn most_games(&self) -> u64 {
        let players = self.players as u64;
        let encounters = match self.format {
            Format::RoundRobin | Format::Ladder => players.saturating_mul(players.saturating_sub(1)) / 2,
            Format::Gauntlet => players.saturating_sub(1),
            Format::Swiss => u64::from(self.rounds).saturating_mul(players / 2),
        };
        encounters.saturating_mul(self.pairs()).saturating_mul(2)
    }

    /// The first round that is not finished, all its games included; `None` once everything is played.
    pub(crate) fn next_round(&self, finished: &Finished) -> Option<Vec<Pairing>> {
        let mut progress = ScheduleProgress::new(self);
        loop {
            let encounters = progress.encounters(self)?;
            let games = self.lay_out(progress.played, &encounters);
            if games.iter().any(|game| !finished.contains_key(&game.index)) {
                return Some(games);
            }
            progress.note(&encounters, &games, finished);
        }
    }

    /// The games of a round. All encounters advance together and share their openings, so that an unfinished round is
    /// fair too.
    fn lay_out(&self, start: u64, encounters: &[[usize; 2]]) -> Vec<Pairing> {
        let width = encounters.len() as u64 * 2;
        let mut games = Vec::with_capacity((width * self.pairs()) as usize);
        for pair in 0..self.pairs() {
            for (place, [a, b]) in encounters.iter().enumerate() {
                let index = start + pair * width + place as u64 * 2;
                let opening = pair as usize;
                games.push(Pairing { index, players: [*a, *b], opening });
                games.push(Pairing { index: index + 1, players: [*b, *a], opening });
            }
        }
        games
    }
}

/// Where a tournament stands between two rounds.
struct ScheduleProgress {
    round: u32,
    played: u64,
    /// Doubled points of each player; a free round counts like an even encounter.
    points: Vec<u64>,
    met: Met,
    /// How often each player had a free round.
    rested: Vec<u32>,
    /// The ladder from the top.
    ladder: Vec<usize>,
    /// The rung of the current challenger, and the rung from which the next one will start.
    challenger: (usize, usize),
}

impl ScheduleProgress {
    fn new(plan: &Plan) -> Self {
        Self {
            round: 0,
            played: 0,
            points: vec![0; plan.players],
            met: Met::new(),
            rested: vec![0; plan.players],
            ladder: (0..plan.players).collect(),
            challenger: (1, 2),
        }
    }

    /// Who meets whom next.
    fn encounters(&mut self, plan: &Plan) -> Option<Vec<[usize; 2]>> {
        let encounters = match plan.format {
            Format::RoundRobin | Format::Gauntlet if self.round > 0 => return None,
            Format::RoundRobin => {
                (0..plan.players).flat_map(|a| (a + 1..plan.players).map(move |b| [a, b])).collect()
            }
            Format::Gauntlet => (1..plan.players).map(|other| [0, other]).collect(),
            Format::Swiss if self.round >= plan.rounds => return None,
            Format::Swiss => self.swiss(plan),
            Format::Ladder if self.challenger.0 >= plan.players => return None,
            Format::Ladder => {
                let rung = self.challenger.0;
                vec![[self.ladder[rung], self.ladder[rung - 1]]]
            }
        };
        if encounters.is_empty() { None } else { Some(encounters) }
    }

    /// Players in the order of their points, each with the next one that it has not met.
    fn swiss(&mut self, plan: &Plan) -> Vec<[usize; 2]> {
        let mut waiting: Vec<usize> = (0..plan.players).collect();
        waiting.sort_by_key(|player| (Reverse(self.points[*player]), *player));
        if waiting.len() % 2 == 1 {
            // Whoever has rested least rests: of those the last.
            let rests =
                (0..waiting.len()).min_by_key(|place| (self.rested[waiting[*place]], Reverse(*place)));
            let player = waiting.remove(rests.unwrap_or(0));
            self.rested[player] += 1;
            self.points[player] += plan.pairs() * 2;
        }
        pair_up(&waiting, &self.met)
    }

    fn note(&mut self, encounters: &[[usize; 2]], games: &[Pairing], finished: &Finished) {
        let mut challenger_points = 0;
        for game in games {
            let Some((_, first)) = finished.get(&game.index) else { continue };
            let [a, b] = game.players;
            self.points[a] += u64::from(*first);
            self.points[b] += u64::from(2 - *first);
            if encounters[0][0] == a {
                challenger_points += u64::from(*first);
            } else {
                challenger_points += u64::from(2 - *first);
            }
        }
        self.met.extend(encounters.iter().map(|[a, b]| both(*a, *b)));
        self.played += games.len() as u64;
        self.round += 1;
        let (rung, next) = self.challenger;
        let climbs = challenger_points > games.len() as u64;
        if climbs && rung < self.ladder.len() {
            self.ladder.swap(rung, rung - 1);
        }
        self.challenger = if climbs && rung > 1 { (rung - 1, next) } else { (next, next + 1) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(format: Format, players: usize, games: u64) -> Plan {
        Plan { format, players, games, rounds: 3 }
    }

    /// Plays everything; the player with the lower number wins.
    fn all_games(plan: Plan) -> Vec<Pairing> {
        let (mut finished, mut all) = (Finished::new(), Vec::new());
        while let Some(round) = plan.next_round(&finished) {
            for game in &round {
                let [a, b] = game.players;
                finished.insert(game.index, (game.players, if a < b { 2 } else { 0 }));
            }
            all.extend(round);
        }
        all
    }

    #[test]
    fn indices_are_dense_and_pairs_change_sides() {
        for format in Format::ALL {
            for players in 2..7 {
                let plan = plan(format, players, 4);
                let games = all_games(plan);
                assert!(games.len() as u64 <= plan.most_games(), "{format} {players}");
                for (index, game) in games.iter().enumerate() {
                    assert_eq!(game.index, index as u64, "{format} {players}");
                    assert_ne!(game.players[0], game.players[1]);
                }
                for pair in games.chunks(2) {
                    assert_eq!(pair[0].players, [pair[1].players[1], pair[1].players[0]]);
                    assert_eq!(pair[0].opening, pair[1].opening);
                }
            }
        }
    }

    #[test]
    fn formats_meet_whom_they_should() {
        assert_eq!(all_games(plan(Format::RoundRobin, 4, 3)).len(), 6 * 4);
        assert_eq!(all_games(plan(Format::Gauntlet, 4, 2)).len(), 3 * 2);
        assert_eq!(all_games(plan(Format::Swiss, 5, 2)).len(), 3 * 2 * 2);
        // Nobody climbs: each challenges once.
        assert_eq!(all_games(plan(Format::Ladder, 4, 2)).len(), 3 * 2);
        // Swiss: nobody meets twice while that can be avoided.
        let mut met: Vec<[usize; 2]> =
            all_games(plan(Format::Swiss, 6, 1)).iter().step_by(2).map(|game| game.players).collect();
        for pair in &mut met {
            pair.sort_unstable();
        }
        met.sort_unstable();
        met.dedup();
        assert_eq!(met.len(), 9);
    }

    #[test]
    fn a_strong_challenger_climbs_to_the_top() {
        let plan = plan(Format::Ladder, 3, 2);
        let (mut finished, mut challenges) = (Finished::new(), Vec::new());
        while let Some(round) = plan.next_round(&finished) {
            challenges.push(round[0].players);
            for game in &round {
                let [a, b] = game.players;
                finished.insert(game.index, (game.players, if a > b { 2 } else { 0 }));
            }
        }
        assert_eq!(challenges, [[1, 0], [2, 0], [2, 1]]);
    }

    #[test]
    fn shards_share_all_games_and_keep_pairs_together() {
        let games = all_games(plan(Format::RoundRobin, 4, 10));
        for game in &games {
            let owners = (1..=3).filter(|number| Shard { number: *number, of: 3 }.has(game.index)).count();
            assert_eq!(owners, 1);
            let shard = Shard { number: 2, of: 3 };
            assert_eq!(shard.has(game.index), shard.has(game.index ^ 1));
        }
        assert_eq!("2/3".parse(), Ok(Shard { number: 2, of: 3 }));
        for text in ["0/3", "4/3", "1", "a/b", "1/0", ""] {
            assert!(text.parse::<Shard>().unwrap_err().to_string().contains(&format!("{text:?}")));
        }
    }

    /// All rounds of a Swiss tournament that the player with the lower number always wins: who met whom.
    fn swiss_rounds(players: usize, rounds: u32) -> Vec<Vec<[usize; 2]>> {
        let plan = Plan { format: Format::Swiss, players, games: 2, rounds };
        let (mut finished, mut met) = (Finished::new(), Vec::new());
        while let Some(round) = plan.next_round(&finished) {
            met.push(round.iter().step_by(2).map(|game| game.players).collect());
            for game in &round {
                let [a, b] = game.players;
                finished.insert(game.index, (game.players, if a < b { 2 } else { 0 }));
            }
        }
        met
    }

    #[test]
    fn swiss_leaders_meet_first_and_the_last_one_rests() {
        // The player with the lower number wins: 0 and 2 lead after the first round, 0 and 1 after the second.
        let four = swiss_rounds(4, 3);
        assert_eq!(four[..2], [vec![[0, 1], [2, 3]], vec![[0, 2], [1, 3]]]);
        // Of five, 4 rests first, then 3, which has lost; never a leader.
        let five = swiss_rounds(5, 3);
        assert_eq!(five[..2], [vec![[0, 1], [2, 3]], vec![[0, 2], [4, 1]]]);
    }

    #[test]
    fn swiss_players_meet_again_only_when_they_have_met_all_others() {
        for (players, rounds) in [(2, 3), (6, 5), (7, 7), (12, 11), (16, 9), (30, 6)] {
            let all = swiss_rounds(players, rounds);
            assert_eq!(all.len(), rounds as usize, "{players}");
            let mut met = Met::new();
            let mut games = vec![0; players];
            for round in &all {
                assert_eq!(round.len(), players / 2);
                for [a, b] in round {
                    // Two players have nobody else.
                    assert!(met.insert(both(*a, *b)) || players == 2, "{players}: {a} and {b} again");
                    games[*a] += 1;
                    games[*b] += 1;
                }
            }
            // Free rounds go round: nobody has two while somebody has none.
            let (least, most) = (games.iter().min().unwrap(), games.iter().max().unwrap());
            assert!(most - least <= usize::from(players % 2 == 1), "{players}: {games:?}");
        }
        // Two hundred students in ten rounds: 2,000 games with sides changed instead of 39,800.
        let plan = Plan { format: Format::Swiss, players: 200, games: 2, rounds: 10 };
        assert_eq!(plan.most_games(), 2000);
        assert_eq!(Plan { format: Format::RoundRobin, ..plan }.most_games(), 39_800);
    }
}
