use super::{Stage, StageKind, Story};
use crate::Text;

pub(super) const STORY: Story = Story {
    name: "gaps",
    game: "connect4:8x8",
    title: Text::new("Connect-4 on 8x8, a list of nodes", "Conecta 4 en 8x8, una lista de nodos"),
    summary: Text::new(
        "The report keeps its tree as a list of nodes, four levels deep, and tells how the move is read from it: block, else win, \
         else any column. It names no stages. Beside its player stand the same heuristic in plain minimax, and the same pick from true \
         minimax values.",
        "La memoria guarda su árbol como una lista de nodos, de cuatro niveles, y cuenta cómo se lee en ella la jugada: tapar, si no \
         ganar, si no cualquier columna. No nombra etapas. Junto a su jugador están la misma heurística en minimax puro y la misma \
         elección con verdaderos valores minimax.",
    ),
    stages: &[
        Stage {
            name: "gaps-minimax",
            spec: "minimax:depth=4,eval=gaps",
            kind: StageKind::Reading,
            adds: Text::new(
                "the heuristic alone: the best minimax value is played",
                "la heurística sola: se juega el mejor valor minimax",
            ),
        },
        Stage {
            name: "gaps",
            spec: "blockfirst:depth=4,eval=gaps,tree=report",
            kind: StageKind::Kept,
            adds: Text::new(
                "the report's list: nodes begin with 0, the first eight are looked at, the first column means none",
                "la lista de la memoria: los nodos empiezan en 0, se miran los ocho primeros, la primera columna es ninguna",
            ),
        },
        Stage {
            name: "gaps-clean",
            spec: "blockfirst:depth=4,eval=gaps",
            kind: StageKind::Reading,
            adds: Text::new(
                "the same pick from minimax values: it sees four decisions ahead, and may block in the first column",
                "la misma elección con valores minimax: ve cuatro decisiones y puede tapar en la primera columna",
            ),
        },
    ],
    depth: None,
    openings: "balanced:6",
    games: 200,
    lesson: Text::new(
        "The heuristic was better than its use: plain minimax with the same values beats both picks by far, because \
         everything between very low and very high is thrown away in them. Of the two, true minimax values are worth \
         more than the list, which sees no further than the next win.",
        "La heurística era mejor que su uso: el minimax puro con los mismos valores gana de lejos a las dos elecciones, \
         porque en ellas se tira todo lo que hay entre muy bajo y muy alto. De las dos, los valores minimax valen más \
         que la lista, que no ve más allá de la próxima victoria.",
    ),
};
