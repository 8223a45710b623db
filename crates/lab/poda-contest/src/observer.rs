use std::ops::ControlFlow;

use poda_agent::GameLine;
use poda_core::Message;

use crate::{ContestState, GameProgress, GameRecord, Pairing};

/// Is told what happens in a contest, and may end it: `Break` stops all games, and those that are not over do not count.
///
/// Games are played by several threads. [`waiting`](Self::waiting), [`game_begins`](Self::game_begins) and
/// [`position`](Self::position) are called by those that play, the others by the one that counts; everything that is told
/// about a game is told before its end.
pub trait ContestObserver: Sync {
    /// Before the first game: what was played earlier.
    fn begins(&self, _state: &ContestState) {}

    /// Asked many times a second while players think.
    fn waiting(&self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// A game begins.
    fn game_begins(&self, _pairing: &Pairing) {}

    /// A game stands like this: told when its opening is set up, and after every move. The players wait meanwhile.
    fn position(&self, _progress: &GameProgress<'_>) {}

    /// A game has ended and is recorded; the state counts it.
    fn game_ends(&self, _record: &GameRecord, _state: &ContestState) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    /// Other machines play the games: so many of them, as often as that changes.
    fn workforce(&self, _workforce: Workforce) {}

    /// What each of them does, every second or so.
    fn machines(&self, _machines: &[MachineProgress]) {}

    /// Something that whoever waits for the games should know: a machine that cannot help, a server that went away.
    fn notice(&self, _what: &Message) {}

    /// Two machines do not agree on a game: the result is in doubt.
    fn doubt(&self, what: &Message) {
        self.notice(what);
    }
}

/// The machines that play a contest.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Workforce {
    /// Workers that were heard of lately.
    pub workers: usize,
    /// Jobs that they can do at the same time.
    pub slots: usize,
    /// Jobs of this contest that they are doing.
    pub busy: usize,
}

/// A machine that plays games of a contest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MachineProgress {
    /// What people call it.
    pub name: String,
    /// Jobs that it can do at the same time.
    pub slots: usize,
    /// Jobs of this contest that it does.
    pub jobs: usize,
    /// Games of this contest that go on there. Somebody else says so: nothing of it is checked.
    pub boards: Vec<(Pairing, GameLine)>,
}

/// Observes nothing and lets everything go on.
impl ContestObserver for () {}
