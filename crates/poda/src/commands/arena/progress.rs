//! How a contest goes, while it goes.

use std::{
    fmt::Write,
    io::{self, IsTerminal},
    time::{Duration, Instant},
};

use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use poda_arena::Listener;
use poda_contest::{Contest, GameRecord, MatchTally, Standings, StandingsRow};
use poda_core::Language;

use super::report::score_line;
use crate::terminal::say;

/// Tells whoever watches: a bar on a terminal, now and then a line elsewhere.
pub(crate) struct ContestProgress<'a> {
    contest: &'a Contest,
    quiet: bool,
    language: Language,
    bar: Option<ProgressBar>,
    started: Instant,
    told: Instant,
    planned: u64,
    earlier: u64,
    records: Vec<GameRecord>,
    tally: MatchTally,
}

/// Elsewhere than on a terminal: so many lines in all.
const LINES: u64 = 20;

/// On a terminal: so many players below the bar.
const MOST_ROWS: usize = 10;

impl<'a> ContestProgress<'a> {
    /// `earlier` games were played before, and took no time now.
    pub(crate) fn new(contest: &'a Contest, earlier: &[GameRecord], quiet: bool, language: Language) -> Self {
        let watched = !quiet && io::stderr().is_terminal();
        let mut tally = MatchTally::of_contest(contest);
        tally.extend(earlier);
        Self {
            contest,
            quiet,
            language,
            bar: watched.then(|| bar(language)),
            started: Instant::now(),
            told: Instant::now(),
            planned: 0,
            earlier: earlier.len() as u64,
            records: earlier.iter().map(without_moves).collect(),
            tally,
        }
    }

    /// Leaves the terminal clean.
    pub(crate) fn done(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    fn line(&self) -> String {
        let played = self.records.len() as u64;
        let (games, left) = self.language.pick(("games", "left"), ("partidas", "quedan"));
        let rate = self.started.elapsed().as_secs_f64() / (played - self.earlier).max(1) as f64;
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
        let leader = |row: &StandingsRow| {
            let (name, results) = (&players[row.player].name, row.results);
            let (elo, error) = (row.rating.elo, row.rating.error);
            format!("{name} {elo:+.0} +/- {error:.0} ({}/{})", results.points(), results.games())
        };
        let (most, between) = if self.bar.is_some() { (MOST_ROWS, "\n") } else { (3, ", ") };
        standings.rows.iter().take(most).map(leader).collect::<Vec<_>>().join(between)
    }
}

/// The moves of thousands of games are of no use here.
fn without_moves(record: &GameRecord) -> GameRecord {
    GameRecord { plies: Vec::new(), talk: [String::new(), String::new()], ..record.clone() }
}

/// A bar with what is left, and the standings below.
fn bar(language: Language) -> ProgressBar {
    let (games, left) = language.pick(("games", "left"), ("partidas", "quedan"));
    let template = format!("{{wide_bar}} {{pos}}/{{len}} {games} ({{rate}}), {left} {{rest}}\n{{msg}}");
    let style = ProgressStyle::with_template(&template)
        // The template is known to be right; without it the usual one does.
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .with_key("rest", |state: &ProgressState, out: &mut dyn Write| {
            let _ = out.write_str(&clock(state.eta()));
        })
        .with_key("rate", |state: &ProgressState, out: &mut dyn Write| {
            let _ = write!(out, "{:.1}/s", state.per_sec());
        });
    ProgressBar::new(0).with_style(style)
}

/// `1:02:03`.
fn clock(duration: Duration) -> String {
    let seconds = duration.as_secs();
    let (hours, minutes, seconds) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    if hours > 0 { format!("{hours}:{minutes:02}:{seconds:02}") } else { format!("{minutes}:{seconds:02}") }
}

impl Listener for ContestProgress<'_> {
    fn begins(&mut self, games: u64) {
        self.planned = games;
        if let Some(bar) = &self.bar {
            bar.set_length(games);
            bar.set_position(self.earlier);
            bar.reset_eta();
        }
    }

    fn game_ends(&mut self, record: &GameRecord) -> Result<(), String> {
        self.records.push(without_moves(record));
        self.tally.add(record);
        if self.quiet {
            return Ok(());
        }
        let played = self.records.len() as u64;
        if let Some(bar) = &self.bar {
            bar.set_position(played);
            // The table is worth a look now and then, not after every one of thousands of games.
            if self.told.elapsed() > Duration::from_millis(100) {
                self.told = Instant::now();
                bar.set_message(self.leaders());
            }
        } else if played.is_multiple_of(self.planned.div_ceil(LINES).max(1)) {
            say(&self.line());
        }
        Ok(())
    }
}
