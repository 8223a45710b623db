//! How a contest goes, while it goes.

use std::{
    io::{self, IsTerminal},
    time::{Duration, Instant},
};

use poda_arena::{Contest, GameRecord, Listener, Match, Standings};
use poda_core::Language;

use super::report::score_line;
use crate::terminal::{say, whisper};

/// Tells whoever watches: a line that is overwritten on a terminal, now and then a new one elsewhere.
pub(crate) struct Progress<'a> {
    contest: &'a Contest,
    quiet: bool,
    language: Language,
    watched: bool,
    started: Instant,
    told: Instant,
    planned: u64,
    records: Vec<GameRecord>,
    tally: Match,
}

/// Elsewhere than on a terminal: so many lines in all.
const LINES: u64 = 20;

impl<'a> Progress<'a> {
    pub(crate) fn new(contest: &'a Contest, quiet: bool, language: Language) -> Self {
        let now = Instant::now();
        Self {
            contest,
            quiet,
            language,
            watched: io::stderr().is_terminal(),
            started: now,
            told: now,
            planned: 0,
            records: Vec::new(),
            tally: Match::of_contest(contest),
        }
    }

    /// Leaves the terminal clean.
    pub(crate) fn done(&self) {
        if self.watched && !self.quiet {
            whisper("");
        }
    }

    fn line(&self) -> String {
        let played = self.records.len() as u64;
        let (games, left) = self.language.pick(("games", "left"), ("partidas", "quedan"));
        let rate = self.started.elapsed().as_secs_f64() / played.max(1) as f64;
        let rest = Duration::from_secs_f64(rate * self.planned.saturating_sub(played) as f64);
        format!("{played}/{} {games}, {left} {}: {}", self.planned, clock(rest), self.leaders())
    }

    fn leaders(&self) -> String {
        let players = &self.contest.players;
        if self.contest.is_match() {
            let tally = self.tally.with_single_games();
            return score_line(tally.all, [&players[0].name, &players[1].name]);
        }
        let standings = Standings::of(players.len(), &self.records);
        let leader = |row: &poda_arena::Row| {
            format!("{} {:+.0}+/-{:.0}", players[row.player].name, row.rating.elo, row.rating.error)
        };
        standings.rows.iter().take(3).map(leader).collect::<Vec<_>>().join(", ")
    }
}

/// `1:02:03`.
fn clock(duration: Duration) -> String {
    let seconds = duration.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

impl Listener for Progress<'_> {
    fn begins(&mut self, games: u64) {
        self.planned = games;
    }

    fn game_ends(&mut self, record: &GameRecord) -> Result<(), String> {
        // The moves of thousands of games are of no use here.
        self.records.push(GameRecord { plies: Vec::new(), ..record.clone() });
        self.tally.add(record);
        if self.quiet {
            return Ok(());
        }
        let played = self.records.len() as u64;
        if self.watched {
            if self.told.elapsed() > Duration::from_millis(100) {
                self.told = Instant::now();
                whisper(&self.line());
            }
        } else if played.is_multiple_of(self.planned.div_ceil(LINES).max(1)) {
            say(&self.line());
        }
        Ok(())
    }
}
