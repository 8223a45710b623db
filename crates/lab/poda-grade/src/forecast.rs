//! How many games there will be, and how long they will take.

use std::time::Duration;

use poda_contest::{Format, Plan};
use poda_core::{Language, Message, Translate, text};

use super::{Pace, Rubric};

/// What is to be expected of the games.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Forecast {
    /// Submissions that can play.
    pub players: usize,
    /// Games against the opponents, those played before included.
    pub opponent_games: u64,
    /// Games of the league, those played before included.
    pub league_games: u64,
    /// Games that a Swiss league would have, if there is a longer one.
    pub swiss_games: Option<u64>,
    /// How long it takes if the games go on as fast as when the protocol was checked; what was played before is not left out.
    pub expected: Duration,
    /// How long if every move of a submission takes all its time.
    pub longest: Duration,
    /// Games at the same time.
    pub threads: usize,
    /// How fast the submissions are in the mean.
    pub pace: Pace,
}

impl Forecast {
    /// Of submissions that play like this, against opponents that take so many milliseconds for a move.
    pub(super) fn new(rubric: &Rubric, paces: &[Pace], opponents_ms: &[f64], threads: usize) -> Self {
        let players = paces.len();
        let mean = |values: &mut dyn Iterator<Item = f64>| values.sum::<f64>() / players.max(1) as f64;
        let pace = Pace {
            move_ms: mean(&mut paces.iter().map(|pace| pace.move_ms)),
            decisions: mean(&mut paces.iter().map(|pace| pace.decisions)),
        };
        let per_opponent = rubric.games.div_ceil(2) * 2;
        let opponent_games = players as u64 * opponents_ms.len() as u64 * per_opponent;
        let plan = |format: Format| Plan {
            format,
            players,
            games: rubric.league_games,
            rounds: rubric.rounds(players),
        };
        let games = |format: Format| {
            if rubric.league_games == 0 || players < 2 { 0 } else { plan(format).most_games() }
        };
        let league_games = games(rubric.league);
        let swiss = games(Format::Swiss);
        // Half of a game's decisions are each player's.
        let half = pace.decisions / 2.0;
        let time = |own_ms: f64| {
            let opponents =
                opponents_ms.iter().map(|ms| per_opponent as f64 * half * (own_ms + ms)).sum::<f64>();
            let all = players as f64 * opponents + league_games as f64 * half * 2.0 * own_ms;
            Duration::from_secs_f64((all / 1000.0 / threads.max(1) as f64).clamp(0.0, 1e12))
        };
        Self {
            players,
            opponent_games,
            league_games,
            swiss_games: (swiss < league_games).then_some(swiss),
            expected: time(pace.move_ms),
            longest: time(rubric.time_ms as f64),
            threads,
            pace,
        }
    }

    /// All games together.
    pub fn games(&self) -> u64 {
        self.opponent_games + self.league_games
    }

    /// In a few lines.
    pub fn message(&self) -> Message {
        Message::new(|language| self.text(language))
    }
}

impl Translate for Forecast {
    fn text(&self, language: Language) -> String {
        let Self { players, opponent_games, league_games, threads, .. } = self;
        let mut lines = text!(
            language,
            "forecast: {players} submissions can play; {opponent_games} games against opponents, {league_games} in the league\n  \
             about {expected} with {threads} at a time ({move_ms} ms a move and {decisions} decisions a game were measured); \
             {longest} if every move takes all its time",
            "previsión: pueden jugar {players} entregas; {opponent_games} partidas contra rivales, {league_games} en la liga\n  \
             unos {expected} con {threads} a la vez (medido: {move_ms} ms por jugada y {decisions} decisiones por partida); \
             {longest} si cada jugada agota su tiempo",
            players,
            opponent_games,
            league_games,
            expected = span(self.expected),
            threads,
            move_ms = format_args!("{:.1}", self.pace.move_ms),
            decisions = format_args!("{:.0}", self.pace.decisions),
            longest = span(self.longest),
        );
        if let Some(swiss) = self.swiss_games {
            lines.push_str(&text!(
                language,
                "\n  cheaper: league = \"swiss\" in the rubric plays {swiss} games in the league instead of {league_games}",
                "\n  más barato: con league = \"swiss\" en la rúbrica la liga tiene {swiss} partidas en vez de {league_games}",
                swiss,
                league_games,
            ));
        }
        lines
    }
}

/// `45 s`, `12 min`, `3.5 h`, `2.1 d`.
fn span(duration: Duration) -> String {
    let seconds = duration.as_secs_f64();
    match seconds {
        ..100.0 => format!("{seconds:.0} s"),
        ..6000.0 => format!("{:.0} min", seconds / 60.0),
        ..360_000.0 => format!("{:.1} h", seconds / 3600.0),
        _ => format!("{:.1} d", seconds / 86_400.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_and_times_are_counted() {
        let rubric = |text: &str| toml::from_str::<Rubric>(&format!("game = \"boom\"\n{text}")).unwrap();
        let pace = Pace { move_ms: 10.0, decisions: 40.0 };
        let forecast = Forecast::new(&rubric("games = 3\ntime_ms = 1000"), &[pace; 200], &[30.0, 0.0], 2);
        assert_eq!((forecast.opponent_games, forecast.league_games), (200 * 2 * 4, 39_800));
        assert_eq!(forecast.swiss_games, Some(2000));
        // 200 submissions: 4 games of 20 x (10 + 30) ms and 4 of 20 x 10 ms; the league: 40 x 10 ms a game; two at a time.
        assert_eq!(forecast.expected.as_millis(), 100 * (4 * 20 * 40 + 4 * 20 * 10) + 39_800 * 200);
        assert_eq!(
            forecast.longest.as_secs(),
            (200 * (4 * 20 * 1030 + 4 * 20 * 1000) + 39_800 * 40_000) / 2000
        );
        let text = forecast.text(Language::English);
        assert!(text.contains("39800 in the league") && text.contains("plays 2000 games"), "{text}");
        let swiss = Forecast::new(&rubric("league = \"swiss\""), &[pace; 200], &[30.0], 1);
        assert_eq!((swiss.league_games, swiss.swiss_games), (2000, None));
        let nobody = Forecast::new(&rubric(""), &[], &[30.0], 1);
        assert_eq!((nobody.games(), nobody.expected), (0, Duration::ZERO));
    }

    #[test]
    fn spans_are_short() {
        for (seconds, text) in
            [(0, "0 s"), (99, "99 s"), (120, "2 min"), (7200, "2.0 h"), (864_000, "10.0 d")]
        {
            assert_eq!(span(Duration::from_secs(seconds)), text);
        }
    }
}
