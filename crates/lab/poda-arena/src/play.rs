use std::ops::ControlFlow;

use poda_agent::{Agent, GameLine};
use poda_contest::{Conditions, GameObserver, GameProgress, GameRecord, GameToPlay, Pairing};

use crate::{ContestObserver, ReadyPlayers};

/// What a contest's observer hears of one game.
struct OfOneGame<'a>(&'a dyn ContestObserver);

impl GameObserver for OfOneGame<'_> {
    fn waiting(&self) -> ControlFlow<()> {
        self.0.waiting()
    }

    fn position(&self, progress: &GameProgress<'_>) {
        self.0.position(progress);
    }
}

/// Plays one game of a contest from its opening. It is `Interrupted` if the observer stops it.
pub fn play_game(
    contest: &ReadyPlayers,
    pairing: &Pairing,
    opening: &GameLine,
    agents: &mut [Box<dyn Agent>; 2],
    observer: &dyn ContestObserver,
) -> GameRecord {
    // Each side's own, beside what holds for both.
    let conditions = pairing
        .players
        .map(|place| Conditions { thinking: contest.thinking(place), ..contest.contest().conditions });
    let to_play =
        GameToPlay { game: contest.game(), seed: contest.contest().seed, pairing, opening, conditions };
    poda_contest::play_game(&to_play, agents, &OfOneGame(observer))
}
