use poda_connect::Boom;
use poda_eval::{Lines, LinesFirst, Puntuacion, Runs, Windows};

use super::{
    LINES, LINES_FIRST, LINES_PLAYER, PATIENT, PUNTUACION, QUICK, RUNS, RUNS_PLAYER, STEADY, WINDOWS,
    no_options,
};
use crate::{
    Family, Form, Text,
    game::{EvaluatorEntry, Listed, Opened},
};

impl Listed for Boom {
    const EVALUATORS: &'static [EvaluatorEntry<Self>] = &[
        EvaluatorEntry::of::<Windows>("windows", WINDOWS),
        EvaluatorEntry::of::<Puntuacion>("puntuacion", PUNTUACION),
        EvaluatorEntry::of::<Runs>("runs", RUNS),
        EvaluatorEntry::of::<Lines>("lines", LINES),
        EvaluatorEntry::of::<LinesFirst>("lines-first", LINES_FIRST),
    ];
}

pub(crate) static BOOM: Family = Family {
    name: "boom",
    title: Text::new("Conecta-4 BOOM", "Conecta-4 BOOM"),
    summary: Text::new(
        "two actions a turn, and a bomb every fourth turn that clears the enemy from its row",
        "dos acciones por turno, y cada cuatro turnos una bomba que limpia su fila de fichas enemigas",
    ),
    forms: &[Form {
        spec: "boom",
        meaning: Text::new("7x7, the course of 2020-21", "7x7, el curso 2020-21"),
    }],
    samples: &["boom"],
    house: &[STEADY, QUICK, PATIENT, RUNS_PLAYER, LINES_PLAYER],
    open: |arguments| {
        no_options(arguments)?;
        Ok(Box::new(Opened { spec: "boom".into(), game: Boom::default() }))
    },
};
