//! The ninjas: four opponents of graded strength for every game.
//!
//! Their budgets are positions and depths, never time: the same seed gives the same game on every machine. What they are
//! worth against each other and against the players of the courses is measured by `cargo xtask ninjas`.

use crate::{BuiltInPlayer, Text};

/// A ninja that looks two decisions ahead, almost at random.
pub(super) const fn ninja1(spec: &'static str) -> BuiltInPlayer {
    BuiltInPlayer {
        name: "ninja1",
        spec,
        level: 1,
        title: Text::new("beginner", "principiante"),
        character: Text::new(
            "sees immediate wins and losses, otherwise plays almost at random",
            "ve lo que gana o pierde de inmediato; en lo demás juega casi al azar",
        ),
    }
}

/// A ninja that looks some decisions ahead.
pub(super) const fn ninja2(spec: &'static str) -> BuiltInPlayer {
    BuiltInPlayer {
        name: "ninja2",
        spec,
        level: 2,
        title: Text::new("club player", "jugador de club"),
        character: Text::new(
            "looks a few moves ahead, with some noise",
            "ve unas jugadas por delante, con algo de ruido",
        ),
    }
}

/// A ninja that beats the players of the courses.
pub(super) const fn ninja3(spec: &'static str) -> BuiltInPlayer {
    BuiltInPlayer {
        name: "ninja3",
        spec,
        level: 3,
        title: Text::new("expert", "experto"),
        character: Text::new(
            "deep and quick, beats the players of the courses",
            "profundo y rápido, gana a los jugadores de los cursos",
        ),
    }
}

/// The best there is within a second.
pub(super) const fn sensei(spec: &'static str) -> BuiltInPlayer {
    BuiltInPlayer {
        name: "sensei",
        spec,
        level: 4,
        title: Text::new("master", "maestro"),
        character: Text::new(
            "asks the solver first where there is one, then searches longest",
            "consulta primero el solucionador donde lo hay, y es quien más busca",
        ),
    }
}

/// The textbook's search with a good heuristic: whoever wants to beat the ninjas has to beat it first.
pub(super) const fn sparring(spec: &'static str) -> BuiltInPlayer {
    BuiltInPlayer {
        name: "sparring",
        spec,
        level: 0,
        title: Text::new("sparring partner", "de entrenamiento"),
        character: Text::new(
            "textbook alpha-beta with a good heuristic, as deep as the players of the courses",
            "poda alfa-beta de libro con una buena heurística, tan profunda como la de los jugadores de los cursos",
        ),
    }
}
