use crate::{game::*, *};
use poda_testkit::*;
impl Listed for Pebbles {
    const EVALUATORS: &'static [EvaluatorEntry<Self>] = &[EvaluatorEntry::of::<E>("e", Text::new("a", "b"))];
}
struct E;
impl Default for E {
    fn default() -> Self {
        E
    }
}
impl poda_core::Evaluator<Pebbles> for E {
    fn evaluate(&self, g: &Pebbles, s: &PebblesState, side: poda_core::Side) -> poda_core::Score {
        HashEvaluator { seed: 1, spread: 100 }.evaluate(g, s, side)
    }
}
pub(crate) static PEBBLES: Family = Family {
    name: "pebbles",
    title: Text::new("Pebbles", "P"),
    summary: Text::new("x", "y"),
    forms: &[],
    samples: &["pebbles"],
    house: &[HousePlayer { name: "quick", spec: "pvs:depth=4", character: Text::new("a", "b") }],
    open: |a| {
        if a.is_empty() {
            Ok(Box::new(Opened { spec: "pebbles".into(), game: Pebbles { heaps: [3, 4, 2, 5] } }))
        } else {
            Err(format!("no option {a:?}"))
        }
    },
};
