use super::{Stage, StageKind, Story};
use crate::Text;

pub(super) const STORY: Story = Story {
    name: "lines",
    game: "crush",
    title: Text::new("a course on Conecta-4 Crush, 2014-15", "un curso de Conecta-4 Crush, 2014-15"),
    summary: Text::new(
        "The first idea, rows, columns and diagonals with a stone minus the rival's, \"did not give the expected results\". The second \
         one is to block: threes of the rival weigh a thousand. Two more ideas about the bomb were tried and given up.",
        "La idea inicial, filas, columnas y diagonales con ficha menos las del rival, «no daba los resultados esperados». La segunda \
         es bloquear: los tríos del rival pesan mil. Otras dos ideas sobre la bomba se probaron y se descartaron.",
    ),
    stages: &[
        Stage {
            name: "lines-first",
            spec: "alphabeta:depth=8,eval=lines-first",
            kind: StageKind::Kept,
            adds: Text::new(
                "the first idea: rows, columns and diagonals with at least one stone, minus the rival's",
                "la idea inicial: filas, columnas y diagonales con al menos una ficha, menos las del rival",
            ),
        },
        Stage {
            name: "lines",
            spec: "alphabeta:depth=8,eval=lines",
            kind: StageKind::Kept,
            adds: Text::new(
                "threes that can be completed, the rival's times 1000, so that it blocks",
                "tríos que se pueden completar, los del rival por 1000, para que bloquee",
            ),
        },
        Stage {
            name: "lines-bomb",
            spec: "alphabeta:depth=8,eval=lines-bomb",
            kind: StageKind::GivenUp,
            adds: Text::new(
                "whether exploding the bomb is good (`evalua_bomba`): \"alpha-beta takes that into account already\"",
                "si conviene explotar la bomba (`evalua_bomba`): «eso ya se tiene en cuenta en la poda alfa-beta»",
            ),
        },
        Stage {
            name: "always-explode",
            spec: "alphabeta:depth=8,eval=lines,always=B",
            kind: StageKind::GivenUp,
            adds: Text::new(
                "explodes its bomb whenever it can: it \"leaves a hole\" with which the rival wins",
                "explota la bomba siempre que puede: «deja un hueco» con el que gana el rival",
            ),
        },
        Stage {
            name: "lines-text",
            spec: "alphabeta:depth=8,eval=lines-text",
            kind: StageKind::Reading,
            adds: Text::new(
                "the report's words alone: a three counts even if it is blocked",
                "la letra de la memoria: un trío cuenta aunque esté tapado",
            ),
        },
        Stage {
            name: "lines-code",
            spec: "alphabeta:depth=8,eval=lines-code",
            kind: StageKind::Reading,
            adds: Text::new(
                "what its program does: free windows of each stone, and cells that complete four",
                "lo que hace su programa: ventanas libres de cada ficha y casillas que completan cuatro",
            ),
        },
    ],
    depth: None,
    openings: "balanced:6",
    games: 100,
    lesson: Text::new(
        "Blocking was the idea that counted. The two ideas that the report gave up were rightly given up: asking for \
         the bomb changes nothing that can be measured, and exploding it always loses nearly every game. The program \
         plays clearly better than its report: it sees every cell that completes four, not only threes in a row.",
        "La idea que contó fue bloquear. Las dos ideas descartadas lo fueron con razón: preguntar por la bomba no \
         cambia nada que se pueda medir, y explotarla siempre pierde casi todas las partidas. El programa juega \
         claramente mejor que su memoria: ve todas las casillas que completan cuatro, no solo los tríos seguidos.",
    ),
};
