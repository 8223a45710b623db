//! Games of a contest, one after the other.

use poda_agent::{Agent, GameLine};
use poda_core::Side;

#[cfg(not(feature = "threads"))]
use self::no_pulse::PulseTime;
#[cfg(feature = "threads")]
use crate::pulse::PulseTime;
use crate::{ContestError, ContestObserver, GameRecord, Pairing, ReadyPlayers, Termination};

/// Without threads nothing notices that the process stands still.
#[cfg(not(feature = "threads"))]
mod no_pulse {
    pub(super) struct PulseTime;

    impl PulseTime {
        pub(super) fn now() -> Self {
            Self
        }

        #[expect(clippy::unused_self, reason = "the same as where there are threads")]
        pub(super) fn was_followed_by_a_standstill(&self) -> bool {
            false
        }
    }
}

/// How often a game is played that a player loses by time while this process stands still.
const MOST_TRIES: u32 = 3;

/// Plays games of one contest, one after the other, with agents of its own.
#[derive(Default)]
pub struct GamePlayer {
    /// Made when first needed; two for each player, because one may play against itself.
    agents: Vec<Option<Box<dyn Agent>>>,
}

impl GamePlayer {
    /// Plays a game from its opening. It is always the same contest that is given.
    ///
    /// # Errors
    /// If a player cannot take part.
    pub fn play(
        &mut self,
        contest: &ReadyPlayers,
        pairing: Pairing,
        opening: &GameLine,
        observer: &dyn ContestObserver,
    ) -> Result<GameRecord, ContestError> {
        self.agents.resize_with(contest.contest().players.len() * 2, || None);
        let mut pair =
            [self.take(contest, pairing, Side::First)?, self.take(contest, pairing, Side::Second)?];
        let mut tries = 0;
        let record = loop {
            let began = PulseTime::now();
            let record = contest.play(&pairing, opening, &mut pair, observer);
            tries += 1;
            let is_late = matches!(record.termination, Termination::Timeout | Termination::NoStart);
            // The time in which this process stood still is no player's.
            if !is_late || tries == MOST_TRIES || !began.was_followed_by_a_standstill() {
                break record;
            }
        };
        for (side, agent) in Side::BOTH.into_iter().zip(pair) {
            self.agents[Self::place(pairing, side)] = Some(agent);
        }
        Ok(record)
    }

    fn place(pairing: Pairing, side: Side) -> usize {
        let twice = side == Side::Second && pairing.players[0] == pairing.players[1];
        pairing.players[side.index()] * 2 + usize::from(twice)
    }

    /// The player of a side.
    fn take(
        &mut self,
        contest: &ReadyPlayers,
        pairing: Pairing,
        side: Side,
    ) -> Result<Box<dyn Agent>, ContestError> {
        match self.agents[Self::place(pairing, side)].take() {
            Some(agent) => Ok(agent),
            None => contest.agent(pairing.players[side.index()]),
        }
    }
}
