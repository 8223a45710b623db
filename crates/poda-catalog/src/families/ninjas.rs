//! The ninjas: four opponents of graded strength for every game.
//!
//! Their budgets are positions and depths, never time: the same seed gives the same game on every machine. What they are
//! worth against each other and against the players of the courses is measured by `cargo xtask ninjas`.

use crate::{BuiltInPlayer, Text};

/// A ninja that looks two decisions ahead, mostly by mood.
pub(super) const fn ninja1(spec: &'static str) -> BuiltInPlayer {
    BuiltInPlayer {
        name: "ninja1",
        spec,
        character: Text::new(
            "a beginner: sees what wins or loses at once, otherwise plays by mood",
            "principiante: ve lo que gana o pierde enseguida; en lo demás juega según su humor",
        ),
    }
}

/// A ninja that looks some decisions ahead.
pub(super) const fn ninja2(spec: &'static str) -> BuiltInPlayer {
    BuiltInPlayer {
        name: "ninja2",
        spec,
        character: Text::new(
            "a club player: plans a few moves ahead, with a taste of its own",
            "jugador de club: planea unas jugadas por delante, con gustos propios",
        ),
    }
}

/// A ninja that beats the players of the courses.
pub(super) const fn ninja3(spec: &'static str) -> BuiltInPlayer {
    BuiltInPlayer {
        name: "ninja3",
        spec,
        character: Text::new(
            "an expert: deep and quick, beats the players of the courses",
            "experto: profundo y rápido, gana a los jugadores de los cursos",
        ),
    }
}

/// The best there is within a second.
pub(super) const fn sensei(spec: &'static str) -> BuiltInPlayer {
    BuiltInPlayer {
        name: "sensei",
        spec,
        character: Text::new(
            "the master: asks the solver first where there is one, then thinks longest",
            "el maestro: primero pregunta al resolutor donde lo hay, y luego es quien más piensa",
        ),
    }
}
