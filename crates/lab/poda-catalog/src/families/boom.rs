use poda_connect::BoomRules;

use super::ninjas::{ninja1, ninja2, ninja3, sensei, sparring};
use super::{
    bombs::{lines_player, open, runs_player},
    rules, strings, text,
};
use crate::{Family, Form};

pub(super) fn family() -> Family {
    Family {
        name: "boom".into(),
        title: text("Conecta-4 BOOM", "Conecta-4 BOOM"),
        summary: text(
            "two actions a turn, and a bomb every fourth turn that clears the enemy from its row",
            "dos acciones por turno, y cada cuatro turnos una bomba que limpia su fila de fichas enemigas",
        ),
        goal: text(
            "make four of your stones in a row, in any direction",
            "haz cuatro en raya con tus fichas, en cualquier dirección",
        ),
        forms: vec![Form {
            spec: "boom".into(),
            meaning: text("7x7, the course of 2020-21", "7x7, el curso 2020-21"),
        }],
        rules: rules(poda_connect::rules::BOOM, poda_connect::rules::BOOM_ES),
        sizes: None,
        samples: strings(&["boom"]),
        legend: Vec::new(),
        judge: "threats".into(),
        built_in: vec![
            ninja1("pvs:depth=2,noise=1000"),
            ninja2("pvs:depth=3,noise=150"),
            ninja3("pvs:nodes=60000,noise=20"),
            sensei("pvs:nodes=500000,tt=32,noise=10,exact=6000000"),
            sparring("alphabeta:depth=8,eval=threats,wins=sooner"),
            runs_player(),
            lines_player(),
        ],
        open: Box::new(open::<BoomRules>),
    }
}
