use poda_core::{Draw, Language, Scene, Sketch};

use crate::{Parchis, ParchisState};

impl Draw for Parchis {
    fn scene(&self, _: &ParchisState, _: Language) -> Scene {
        Scene::default()
    }

    fn sketch(&self, _: &ParchisState, _: Language) -> Sketch {
        Sketch::new()
    }
}
