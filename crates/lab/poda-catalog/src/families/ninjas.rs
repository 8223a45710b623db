//! The ninjas: four opponents of graded strength for every game.
//!
//! Their budgets are positions and depths, never time: the same seed gives the same game on every machine. What they are
//! worth against each other and against the players of the courses is measured by `cargo xtask ninjas`.

use super::text;
use crate::BuiltInPlayer;

/// A ninja that looks two decisions ahead, almost at random.
pub(super) fn ninja1(spec: &str) -> BuiltInPlayer {
    BuiltInPlayer {
        name: "ninja1".into(),
        spec: spec.into(),
        level: 1,
        title: text("beginner", "principiante"),
        character: text(
            "sees immediate wins and losses, otherwise plays almost at random",
            "ve lo que gana o pierde de inmediato; en lo demás juega casi al azar",
        ),
    }
}

/// A ninja that looks some decisions ahead.
pub(super) fn ninja2(spec: &str) -> BuiltInPlayer {
    BuiltInPlayer {
        name: "ninja2".into(),
        spec: spec.into(),
        level: 2,
        title: text("club player", "jugador de club"),
        character: text(
            "looks a few moves ahead, with some noise",
            "ve unas jugadas por delante, con algo de ruido",
        ),
    }
}

/// A ninja that beats the players of the courses.
pub(super) fn ninja3(spec: &str) -> BuiltInPlayer {
    BuiltInPlayer {
        name: "ninja3".into(),
        spec: spec.into(),
        level: 3,
        title: text("expert", "experto"),
        character: text(
            "deep and quick, beats the players of the courses",
            "profundo y rápido, gana a los jugadores de los cursos",
        ),
    }
}

/// The best there is within a second.
pub(super) fn sensei(spec: &str) -> BuiltInPlayer {
    BuiltInPlayer {
        name: "sensei".into(),
        spec: spec.into(),
        level: 4,
        title: text("master", "maestro"),
        character: text(
            "asks the solver first where there is one, then searches longest",
            "consulta primero el solucionador donde lo hay, y es quien más busca",
        ),
    }
}

/// The textbook's search with a good heuristic: whoever wants to beat the ninjas has to beat it first.
pub(super) fn sparring(spec: &str) -> BuiltInPlayer {
    BuiltInPlayer {
        name: "sparring".into(),
        spec: spec.into(),
        level: 0,
        title: text("sparring partner", "de entrenamiento"),
        character: text(
            "textbook alpha-beta with a good heuristic, as deep as the players of the courses",
            "poda alfa-beta de libro con una buena heurística, tan profunda como la de los jugadores de los cursos",
        ),
    }
}
