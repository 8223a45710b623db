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
    games: 48,
    lesson: Text::new(
        "The distance to the goal is what makes a player of it; cells and eaten pieces alone hardly play. The dice in \
         hand are the next step that counts. The large bonuses for the leading colour, whom one has eaten and the \
         threefold penalty of the program make no difference that these games can show.",
        "La distancia a la meta es lo que la convierte en un jugador; las casillas y las fichas comidas por sí solas \
         apenas juegan. El siguiente paso que cuenta son los dados en la mano. Los premios grandes del color más \
         avanzado, a quién se ha comido y el castigo triple del programa no se notan en estas partidas.",
    ),
};
