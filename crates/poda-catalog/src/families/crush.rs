use poda_connect::Crush;
use poda_eval::{Lines, LinesFirst, Puntuacion, Runs, Windows};

use super::{
    LINES, LINES_FIRST, LINES_PLAYER, PATIENT, PUNTUACION, QUICK, RUNS, RUNS_PLAYER, STEADY, WINDOWS,
    no_options,
};
use crate::{
    Family, Form, Text,
    game::{EvaluatorEntry, Listed, Opened},
};

impl Listed for Crush {
    const EVALUATORS: &'static [EvaluatorEntry<Self>] = &[
        EvaluatorEntry::of::<Windows>("windows", WINDOWS),
        EvaluatorEntry::of::<Puntuacion>("puntuacion", PUNTUACION),
        EvaluatorEntry::of::<Runs>("runs", RUNS),
        EvaluatorEntry::of::<Lines>("lines", LINES),
        EvaluatorEntry::of::<LinesFirst>("lines-first", LINES_FIRST),
    ];
}

pub(crate) static CRUSH: Family = Family {
    name: "crush",
    title: Text::new("Conecta-4 Crush", "Conecta-4 Crush"),
    summary: Text::new(
        "one action a turn, and a bomb every fourth turn that takes its neighbours with it",
        "una acción por turno, y cada cuatro turnos una bomba que se lleva a sus vecinas",
    ),
    forms: &[Form {
        spec: "crush",
        meaning: Text::new("7x7, the course of 2014-15", "7x7, el curso 2014-15"),
    }],
    samples: &["crush"],
    house: &[STEADY, QUICK, PATIENT, LINES_PLAYER, RUNS_PLAYER],
    open: |arguments| {
        no_options(arguments)?;
        Ok(Box::new(Opened { spec: "crush".into(), game: Crush::default() }))
    },
};
