use poda_connect::Desconecta;
use poda_eval::{Lines, LinesFirst, Puntuacion, Runs, Windows};

use super::{LINES, LINES_FIRST, PATIENT, PUNTUACION, QUICK, RUNS, STEADY, WINDOWS, no_options};
use crate::{
    Family, Form, Text,
    game::{EvaluatorEntry, Listed, Opened},
};

impl Listed for Desconecta {
    const EVALUATORS: &'static [EvaluatorEntry<Self>] = &[
        EvaluatorEntry::of::<Windows>("windows", WINDOWS),
        EvaluatorEntry::of::<Puntuacion>("puntuacion", PUNTUACION),
        EvaluatorEntry::of::<Runs>("runs", RUNS),
        EvaluatorEntry::of::<Lines>("lines", LINES),
        EvaluatorEntry::of::<LinesFirst>("lines-first", LINES_FIRST),
    ];
}

pub(crate) static DESCONECTA: Family = Family {
    name: "desconecta",
    title: Text::new("Desconecta-4 BOOM", "Desconecta-4 BOOM"),
    summary: Text::new(
        "whoever makes four in line loses; a bomb every fifth turn clears its owner from the row",
        "quien hace cuatro en línea pierde; cada cinco turnos una bomba limpia su fila de fichas propias",
    ),
    forms: &[Form {
        spec: "desconecta",
        meaning: Text::new("7x7, the courses of 2015-19", "7x7, los cursos 2015-19"),
    }],
    samples: &["desconecta"],
    house: &[STEADY, QUICK, PATIENT],
    open: |arguments| {
        no_options(arguments)?;
        Ok(Box::new(Opened { spec: "desconecta".into(), game: Desconecta::default() }))
    },
};
