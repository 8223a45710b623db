use poda_eval::{Journey, weights};
use poda_parchis::Parchis;

use super::EngineParts;
use crate::evaluators::EvaluatorTable;

impl EngineParts for Parchis {
    type BuiltIn = Journey;

    const INLINES: bool = !cfg!(feature = "small");

    fn built_in() -> Journey {
        Journey::default()
    }

    fn guess() -> Journey {
        weights::PARCHIS_GUESS
    }

    fn list_evaluators(list: &mut EvaluatorTable<Self>) {
        poda_eval::parchis(list);
    }

    fn tuned_together(&self) -> Vec<Self> {
        ["2023", "2024", "2022"].into_iter().filter_map(|edition| edition.parse().ok()).collect()
    }
}
