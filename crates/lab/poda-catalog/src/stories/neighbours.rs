use super::{Stage, StageKind, Story};
use crate::Text;

pub(super) const STORY: Story = Story {
    name: "neighbours",
    game: "connect4:8x8",
    title: Text::new("Connect-4 on 8x8", "Conecta 4 en 8x8"),
    summary: Text::new(
        "One heuristic from the beginning: what stands around the empty cells. The report names no stages of it, but of the search: \
         MIN and MAX as two functions, then pruning, which \"makes it much lighter\" with a couple of lines, and a random column when \
         everything is lost. It gives no depth; 8 is ours. Depth 6 without pruning enters about as many nodes.",
        "Una sola heurística desde el principio: lo que hay alrededor de las casillas vacías. La memoria no le da etapas, pero sí a la \
         búsqueda: MÍN y MÁX como dos funciones, después la poda, que «aligera mucho el coste» con un par de líneas, y una columna al \
         azar cuando todo está perdido. No da la profundidad; el 8 es nuestro. La profundidad 6 sin podar entra más o menos en los \
         mismos nodos.",
    ),
    stages: &[
        Stage {
            name: "neighbours-minimax",
            spec: "minimax:depth=6,eval=neighbours",
            kind: StageKind::Kept,
            adds: Text::new("MIN and MAX without pruning, depth 6", "MÍN y MÁX sin podar, profundidad 6"),
        },
        Stage {
            name: "neighbours-pruned",
            spec: "alphabeta:depth=8,eval=neighbours",
            kind: StageKind::Kept,
            adds: Text::new(
                "alpha-beta pruning: depth 8 for about the same number of nodes",
                "poda alfa-beta: profundidad 8 con un número parecido de nodos",
            ),
        },
        Stage {
            name: "neighbours",
            spec: "alphabeta:depth=8,eval=neighbours,giveup=0",
            kind: StageKind::Kept,
            adds: Text::new(
                "a random column when all are lost",
                "una columna al azar cuando todas están perdidas",
            ),
        },
    ],
    depth: None,
    openings: "balanced:6",
    games: 78,
    lesson: Text::new(
        "Deeper is not stronger here: for the same number of nodes, two more decisions ahead made no difference that \
         these games can show. Nor does it matter what is played once everything is lost.",
        "Más profundo no es más fuerte aquí: con un número parecido de nodos, dos decisiones más no se notan en estas \
         partidas. Tampoco importa qué se juega cuando todo está perdido.",
    ),
};
