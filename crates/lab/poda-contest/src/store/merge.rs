//! Parts of a run that were played apart, joined.

use poda_core::message;

use crate::{Contest, GameRecord, Records, RunStore, StoreError};

impl RunStore {
    /// Joins the runs of other files into one new run of this one. They must be parts of the same contest; a game that
    /// several of them have counts once. Gives the new run's number.
    ///
    /// # Errors
    /// If they do not belong together, or if two of them differ about a game.
    pub fn merge(&self, parts: &[(Contest, Vec<GameRecord>)]) -> Result<i64, StoreError> {
        let whole = |contest: &Contest| Contest { shard: None, ..contest.clone() };
        let Some((first, _)) = parts.first() else {
            return Err(StoreError::Merge(message!("there is no part", "no hay ninguna parte")));
        };
        let contest = whole(first);
        let mut games: std::collections::BTreeMap<u64, &GameRecord> = std::collections::BTreeMap::new();
        for (place, (part, records)) in parts.iter().enumerate() {
            if whole(part) != contest {
                let number = place + 1;
                return Err(StoreError::Merge(message!(
                    "part {number} is of another contest than part 1",
                    "la parte {number} es de otra serie que la parte 1",
                    number
                )));
            }
            for record in records {
                let known = games.entry(record.index).or_insert(record);
                if !known.moves().eq(record.moves()) || known.outcome != record.outcome {
                    let index = record.index;
                    return Err(StoreError::Merge(message!(
                        "two parts differ about game {index}",
                        "dos partes difieren en la partida {index}",
                        index
                    )));
                }
            }
        }
        let id = self.begin(&contest)?;
        let records: Vec<GameRecord> = games.into_values().cloned().collect();
        self.add(id, &records)?;
        if records.len() as u64 == contest.most_games() {
            self.finish(id)?;
        }
        Ok(id)
    }
}
