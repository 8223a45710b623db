//! How a contest goes, while it goes.

use std::{
    fmt::Write,
    io::{self, IsTerminal},
    ops::ControlFlow,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use poda_contest::{ContestObserver, ContestState, GameRecord, StandingsRow, Workforce};
use poda_core::{Language, Message, Translate, message};

use super::texts::ContestTexts;
use crate::{
    failure::Failure,
    interrupt,
    terminal::{clock_text, say},
};

/// Tells whoever watches: a bar on a terminal, now and then a line elsewhere. Ctrl-C stops the contest.
pub(crate) struct ContestProgress {
    quiet: bool,
    texts: ContestTexts,
    bar: Option<ProgressBar>,
    clock: Mutex<ProgressTimer>,
    /// Who plays, if not this program.
    workforce: Mutex<Option<Workforce>>,
    /// Games on which machines do not agree.
    doubts: AtomicU64,
}

/// When what was told.
struct ProgressTimer {
    started: Instant,
    told: Instant,
    /// Games that were played before, and took no time now.
    earlier: u64,
}

/// Elsewhere than on a terminal: so many lines in all.
const LINES: u64 = 20;

/// On a terminal: so many players below the bar.
const MOST_ROWS: usize = 10;

impl ContestProgress {
    pub(crate) fn new(quiet: bool, language: Language) -> Self {
        let watched = !quiet && io::stderr().is_terminal();
        let (texts, now) = (ContestTexts(language), Instant::now());
        Self {
            quiet,
            texts,
            bar: watched.then(|| bar(texts.bar())),
            clock: Mutex::new(ProgressTimer { started: now, told: now, earlier: 0 }),
            workforce: Mutex::default(),
            doubts: AtomicU64::new(0),
        }
    }

    /// Leaves the terminal clean.
    pub(crate) fn done(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    /// Whether the games can be trusted, as far as they were checked.
    ///
    /// # Errors
    /// If machines do not agree.
    pub(crate) fn verdict(&self) -> Result<(), Failure> {
        let games = self.doubts.load(Ordering::Relaxed);
        if games == 0 {
            return Ok(());
        }
        Err(Failure::Failed(message!(
            "workers do not agree on games that were played again: {games}; the warnings above name them",
            "las máquinas no coinciden en partidas que se jugaron otra vez: {games}; los avisos de arriba las nombran",
            games
        )))
    }

    fn clock(&self) -> MutexGuard<'_, ProgressTimer> {
        self.clock.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn line(&self, state: &ContestState) -> String {
        let (played, planned) = (state.played(), state.contest().most_games());
        let clock = self.clock();
        let rate = clock.started.elapsed().as_secs_f64() / (played - clock.earlier).max(1) as f64;
        let rest = clock_text(Duration::from_secs_f64(rate * planned.saturating_sub(played) as f64));
        let left = self.texts.progress(played, planned, &rest);
        let workforce = *self.workforce.lock().unwrap_or_else(PoisonError::into_inner);
        let workers = workforce.map(|force| format!(", {}", self.texts.workforce(force))).unwrap_or_default();
        format!("{left}{workers}: {}", self.leaders(state))
    }

    fn leaders(&self, state: &ContestState) -> String {
        let players = &state.contest().players;
        if let Some(tally) = state.tally() {
            return self.texts.score(tally.all, [&players[0].name, &players[1].name]);
        }
        let leader = |row: &StandingsRow| {
            let (name, results) = (&players[row.player].name, row.results);
            let (elo, error) = (row.rating.elo, row.rating.error);
            format!("{name} {elo:+.0} +/- {error:.0} ({}/{})", results.points(), results.games())
        };
        let (most, between) = if self.bar.is_some() { (MOST_ROWS, "\n") } else { (3, ", ") };
        state.standings().rows.iter().take(most).map(leader).collect::<Vec<_>>().join(between)
    }
}

/// A bar with what is left, and the standings below.
fn bar(template: &str) -> ProgressBar {
    let style = ProgressStyle::with_template(template)
        // The template is known to be right; without it the usual one does.
        .unwrap_or_else(|_| ProgressStyle::default_bar())
        .with_key("rest", |state: &ProgressState, out: &mut dyn Write| {
            let _ = out.write_str(&clock_text(state.eta()));
        })
        .with_key("rate", |state: &ProgressState, out: &mut dyn Write| {
            let _ = write!(out, "{:.1}/s", state.per_sec());
        });
    ProgressBar::new(0).with_style(style)
}

impl ContestObserver for ContestProgress {
    fn begins(&self, state: &ContestState) {
        self.clock().earlier = state.played();
        if let Some(bar) = &self.bar {
            bar.set_length(state.contest().most_games());
            bar.set_position(state.played());
            bar.reset_eta();
        }
    }

    fn waiting(&self) -> ControlFlow<()> {
        if interrupt::asked() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn workforce(&self, workforce: Workforce) {
        *self.workforce.lock().unwrap_or_else(PoisonError::into_inner) = Some(workforce);
        if let Some(bar) = &self.bar {
            bar.set_prefix(format!("{} ", self.texts.workforce(workforce)));
        }
    }

    fn notice(&self, what: &Message) {
        let text = what.text(self.texts.0);
        match &self.bar {
            _ if self.quiet => {}
            Some(bar) => bar.suspend(|| say(&text)),
            None => say(&text),
        }
    }

    fn doubt(&self, what: &Message) {
        self.doubts.fetch_add(1, Ordering::Relaxed);
        let text = what.text(self.texts.0);
        match &self.bar {
            Some(bar) => bar.suspend(|| say(&text)),
            // Without progress, too.
            None => say(&text),
        }
    }

    fn game_ends(&self, _: &GameRecord, state: &ContestState) -> ControlFlow<()> {
        let played = state.played();
        if let Some(bar) = &self.bar {
            bar.set_position(played);
            // The table is worth a look now and then, not after every one of thousands of games.
            if self.clock().told.elapsed() > Duration::from_millis(100) {
                self.clock().told = Instant::now();
                bar.set_message(self.leaders(state));
            }
        } else if !self.quiet && played.is_multiple_of(state.contest().most_games().div_ceil(LINES).max(1)) {
            say(&self.line(state));
        }
        ControlFlow::Continue(())
    }
}
