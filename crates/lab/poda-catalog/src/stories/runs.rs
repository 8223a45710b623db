use super::{Stage, StageKind, Story};
use crate::Text;

pub(super) const STORY: Story = Story {
    name: "runs",
    game: "boom",
    title: Text::new("a course on Conecta-4 BOOM, 2020-21", "un curso de Conecta-4 BOOM, 2020-21"),
    summary: Text::new(
        "The report counts the ways in which two or three neighbouring stones can still become four, and \"goes through a series \
         of stages\": upright ones, flat ones, slanted ones, then the centre, then the low rows of crowded columns. Depth 8.",
        "La memoria cuenta las formas en que dos o tres fichas seguidas pueden llegar a ser cuatro, y «pasa por una serie de \
         etapas»: verticales, horizontales, diagonales, después el centro y después las filas bajas de las columnas llenas. \
         Profundidad 8.",
    ),
    stages: &[
        Stage {
            name: "runs-vertical",
            spec: "alphabeta:depth=8,eval=runs-vertical",
            kind: StageKind::Kept,
            adds: Text::new("vertical combinations that can win", "combinaciones verticales ganadoras"),
        },
        Stage {
            name: "runs-horizontal",
            spec: "alphabeta:depth=8,eval=runs-horizontal",
            kind: StageKind::Kept,
            adds: Text::new("horizontal ones", "las horizontales"),
        },
        Stage {
            name: "runs-diagonal",
            spec: "alphabeta:depth=8,eval=runs-diagonal",
            kind: StageKind::Kept,
            adds: Text::new(
                "diagonal ones: \"the first part of the heuristic\"",
                "las diagonales: «la primera parte de la heurística»",
            ),
        },
        Stage {
            name: "runs-centre",
            spec: "alphabeta:depth=8,eval=runs-centre",
            kind: StageKind::Kept,
            adds: Text::new(
                "the course's bonus for the centre",
                "el premio del curso por jugar en el centro",
            ),
        },
        Stage {
            name: "runs",
            spec: "alphabeta:depth=8,eval=runs",
            kind: StageKind::Kept,
            adds: Text::new(
                "low rows of columns with more than four stones",
                "las filas bajas de las columnas con más de cuatro fichas",
            ),
        },
        Stage {
            name: "runs-code",
            spec: "alphabeta:depth=8,eval=runs-code",
            kind: StageKind::Reading,
            adds: Text::new(
                "the printed code: falling diagonals are looked at one or two rows too high",
                "el código impreso: las diagonales descendentes se miran una o dos filas más arriba",
            ),
        },
    ],
    depth: None,
    openings: "balanced:3",
    games: 90,
    lesson: Text::new(
        "Nearly all of the strength came with the second stage: flat runs. Slanted runs and the centre made no difference \
         that these games can show, low rows rather did harm, and the slip in the printed code does not show either.",
        "Casi toda la fuerza llegó con la segunda etapa: las horizontales. Las diagonales y el centro no se notan en estas \
         partidas, las filas bajas más bien estorban, y el desliz del código impreso tampoco se nota.",
    ),
};
