//! The runs of a class: claimed in order, played by whoever plays them, several at a time where other machines do.

use std::{ops::ControlFlow, thread};

use poda_contest::{
    ClaimedRun, Contest, ContestObserver, ContestState, GameRecord, PlayedRun, ReadyContest, RunStore,
    play_run,
};
use poda_core::Message;

use super::{GradeError, GradeObserver, Grading, league};

impl Grading<'_> {
    /// Plays runs at the same time.
    pub(super) fn play_claimed(
        &self,
        claimed: Vec<(usize, (ReadyContest, ClaimedRun))>,
        store: &RunStore,
        observer: &dyn GradeObserver,
    ) -> Vec<(usize, Result<PlayedRun, GradeError>)> {
        thread::scope(|scope| {
            let play = |(place, (contest, run)): (usize, (ReadyContest, ClaimedRun))| {
                let playing = scope.spawn(move || self.play_one(&contest, run, store, observer));
                (place, playing)
            };
            let playing: Vec<_> = claimed.into_iter().map(play).collect();
            let end = |(place, playing): (usize, thread::ScopedJoinHandle<'_, _>)| {
                (place, playing.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            };
            playing.into_iter().map(end).collect()
        })
    }

    /// Plays what has not been recorded, or everything `again`.
    pub(super) fn play_run(
        &self,
        contest: Contest,
        store: &RunStore,
        again: bool,
        observer: &dyn GradeObserver,
    ) -> Result<PlayedRun, GradeError> {
        let (contest, run) = self.claim_run(contest, store, again)?;
        self.play_one(&contest, run, store, observer)
    }

    /// The run of a contest: the one that was recorded before, unless it is to be played again.
    pub(super) fn claim_run(
        &self,
        contest: Contest,
        store: &RunStore,
        again: bool,
    ) -> Result<(ReadyContest, ClaimedRun), GradeError> {
        let contest = ReadyContest::new(contest, &self.catalog, &poda_bots::read_player)?;
        let known = if again { None } else { run_of(contest.contest(), store)? };
        let run = match known {
            Some(run) => store.claim(run.id)?,
            None => store.claim_new(contest.contest())?,
        };
        Ok((contest, run))
    }

    fn play_one(
        &self,
        contest: &ReadyContest,
        run: ClaimedRun,
        store: &RunStore,
        observer: &dyn GradeObserver,
    ) -> Result<PlayedRun, GradeError> {
        let played = play_run(store, run, contest, self.executor, &Passed(observer))?;
        if played.finished { Ok(played) } else { Err(GradeError::Stopped) }
    }
}

/// Tells whoever watches the class about games, and stops them when asked.
struct Passed<'a>(&'a dyn GradeObserver);

impl ContestObserver for Passed<'_> {
    fn begins(&self, state: &ContestState) {
        // What was played before is done.
        for _ in 0..state.played() {
            self.0.advances("");
        }
    }

    fn waiting(&self) -> ControlFlow<()> {
        if self.0.stops() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn game_ends(&self, _: &GameRecord, _: &ContestState) -> ControlFlow<()> {
        self.0.advances("");
        ControlFlow::Continue(())
    }

    fn notice(&self, what: &Message) {
        self.0.tells(what);
    }
}

/// The newest run of a contest in the store, with its number.
pub(super) fn run_of(contest: &Contest, store: &RunStore) -> Result<Option<poda_contest::Run>, GradeError> {
    let same = |run: &poda_contest::Run| league::is_same_contest(&run.contest, contest);
    Ok(store.runs()?.into_iter().rev().find(same))
}
