use poda_connect::BoomRules;

use super::ninjas::{ninja1, ninja2, ninja3, sensei, sparring};
use super::{
    bombs::{LINES_PLAYER, RUNS_PLAYER, open},
    rules,
};
use crate::{Family, Form, Text};

pub(crate) static BOOM: Family = Family {
    name: "boom",
    title: Text::new("Conecta-4 BOOM", "Conecta-4 BOOM"),
    summary: Text::new(
        "two actions a turn, and a bomb every fourth turn that clears the enemy from its row",
        "dos acciones por turno, y cada cuatro turnos una bomba que limpia su fila de fichas enemigas",
    ),
    goal: Text::new(
        "make four of your stones in a row, in any direction",
        "haz cuatro en raya con tus fichas, en cualquier dirección",
    ),
    forms: &[Form {
        spec: "boom",
        meaning: Text::new("7x7, the course of 2020-21", "7x7, el curso 2020-21"),
    }],
    rules: rules(poda_connect::rules::BOOM, poda_connect::rules::BOOM_ES),
    sizes: None,
    samples: &["boom"],
    legend: &[],
    judge: "threats",
    built_in: &[
        ninja1("pvs:depth=2,noise=1000"),
        ninja2("pvs:depth=3,noise=150"),
        ninja3("pvs:nodes=60000,noise=20"),
        sensei("pvs:nodes=500000,tt=32,noise=10,exact=6000000"),
        sparring("alphabeta:depth=8,eval=threats,wins=sooner"),
        RUNS_PLAYER,
        LINES_PLAYER,
    ],
    open: |arguments| open::<BoomRules>(arguments),
};
