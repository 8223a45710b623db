use super::{Stage, StageKind, Story};
use crate::Text;

pub(super) const STORY: Story = Story {
    name: "race",
    game: "parchis",
    title: Text::new("Parchís, edition 2022/23", "Parchís, edición 2022/23"),
    summary: Text::new(
        "A symmetric heuristic of five things, told point by point; the stages here are its points, in its order. It searches to \
         depth 6. The stages meet at depth 4, where a game takes a fraction of a second.",
        "Una heurística simétrica de cinco cosas, contadas punto por punto; las etapas son sus puntos, en su orden. Busca a \
         profundidad 6. Las etapas se enfrentan a profundidad 4, donde una partida tarda una fracción de segundo.",
    ),
    stages: &[
        Stage {
            name: "race-cells",
            spec: "alphabeta:depth=6,eval=race-cells",
            kind: StageKind::Kept,
            adds: Text::new(
                "what kind of cell the pieces stand on: safe, corridor, goal, home",
                "el tipo de casilla de cada ficha: segura, pasillo, meta, casa",
            ),
        },
        Stage {
            name: "race-eaten",
            spec: "alphabeta:depth=6,eval=race-eaten",
            kind: StageKind::Kept,
            adds: Text::new("whether a piece has just been eaten", "si acaban de comer una ficha"),
        },
        Stage {
            name: "race-distance",
            spec: "alphabeta:depth=6,eval=race-distance",
            kind: StageKind::Kept,
            adds: Text::new(
                "the distance to the goal, twice for the leading colour",
                "la distancia a la meta, el doble para el color más avanzado",
            ),
        },
        Stage {
            name: "race-leading",
            spec: "alphabeta:depth=6,eval=race-leading",
            kind: StageKind::Kept,
            adds: Text::new(
                "large bonuses for the leading colour's goal and corridor, and a penalty for its eaten piece",
                "premios grandes por la meta y el pasillo del color más avanzado, y un castigo por su ficha comida",
            ),
        },
        Stage {
            name: "race-dice",
            spec: "alphabeta:depth=6,eval=race-dice",
            kind: StageKind::Kept,
            adds: Text::new("the special dice in hand", "los dados especiales en la mano"),
        },
        Stage {
            name: "race",
            spec: "alphabeta:depth=6,eval=race",
            kind: StageKind::Kept,
            adds: Text::new(
                "whom it has eaten: 20 for a piece of the rival's leading colour",
                "a quién se ha comido: 20 por una ficha del color más avanzado del rival",
            ),
        },
        Stage {
            name: "race-code",
            spec: "alphabeta:depth=6,eval=race-code",
            kind: StageKind::Reading,
            adds: Text::new(
                "the program: a piece at home costs 240 instead of 80",
                "el programa: una ficha en casa cuesta 240 en vez de 80",
            ),
        },
    ],
    depth: Some(4),
    openings: "balanced:10",
    games: 100,
    lesson: Text::new("LESSON", "LECCIÓN"),
};
