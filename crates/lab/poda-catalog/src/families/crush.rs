use poda_connect::CrushRules;

use super::ninjas::{ninja1, ninja2, ninja3, sensei, sparring};
use super::{
    bombs::{lines_player, open, runs_player},
    rules, strings, text,
};
use crate::{Family, Form};

pub(super) fn family() -> Family {
    Family {
        name: "crush".into(),
        title: text("Conecta-4 Crush", "Conecta-4 Crush"),
        summary: text(
            "one action a turn, and a bomb every fourth turn that takes its neighbours with it",
            "una acción por turno, y cada cuatro turnos una bomba que se lleva a sus vecinas",
        ),
        goal: text(
            "make four of your stones in a row, in any direction",
            "haz cuatro en raya con tus fichas, en cualquier dirección",
        ),
        forms: vec![Form {
            spec: "crush".into(),
            meaning: text("7x7, the course of 2014-15", "7x7, el curso 2014-15"),
        }],
        rules: rules(poda_connect::rules::CRUSH, poda_connect::rules::CRUSH_ES),
        sizes: None,
        samples: strings(&["crush"]),
        legend: Vec::new(),
        judge: "threats".into(),
        built_in: vec![
            ninja1("pvs:depth=2,noise=1000"),
            ninja2("pvs:depth=3,noise=150"),
            ninja3("pvs:nodes=60000,forced=follow,late=reduce,noise=20"),
            sensei("pvs:nodes=6000000,tt=64,forced=follow,late=reduce,noise=5,exact=100000"),
            sparring("alphabeta:depth=8,eval=threats,wins=sooner"),
            lines_player(),
            runs_player(),
        ],
        open: Box::new(open::<CrushRules>),
    }
}
