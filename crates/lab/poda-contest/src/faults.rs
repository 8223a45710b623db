use poda_core::Message;

use crate::{ContestState, Termination};

/// The games that a player lost by one kind of fault.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FaultCount {
    /// Illegal, time, crash or no start.
    pub kind: Termination,
    /// How many games.
    pub count: u64,
    /// The number of the first of them.
    pub game: u64,
    /// What went wrong in it, in words.
    pub reason: Message,
}

impl ContestState {
    /// What the player at that place lost games by, apart from the rules; each kind once.
    pub fn faults(&self, player: usize) -> Vec<FaultCount> {
        let mut found: Vec<FaultCount> = Vec::new();
        for record in self.records().filter(|record| record.at_fault() == Some(player)) {
            match found.iter_mut().find(|fault| fault.kind == record.termination) {
                Some(fault) => fault.count += 1,
                None => found.push(FaultCount {
                    kind: record.termination,
                    count: 1,
                    game: record.index,
                    reason: record.detail.clone(),
                }),
            }
        }
        found
    }
}
