use poda_connect::DesconectaRules;

use super::ninjas::{ninja1, ninja2, ninja3, sensei};
use super::{bombs::open, rules, strings, text};
use crate::{Family, Form};

pub(super) fn family() -> Family {
    Family {
        name: "desconecta".into(),
        title: text("Desconecta-4 BOOM", "Desconecta-4 BOOM"),
        summary: text(
            "whoever makes four in a row loses; a bomb every fifth turn clears its owner from the row",
            "quien hace cuatro en raya pierde; cada cinco turnos una bomba limpia su fila de fichas propias",
        ),
        goal: text(
            "do not make four of your stones in a row: whoever does loses",
            "no hagas cuatro en raya con tus fichas: quien las hace pierde",
        ),
        forms: vec![Form {
            spec: "desconecta".into(),
            meaning: text("7x7, the courses of 2015-19", "7x7, los cursos 2015-19"),
        }],
        rules: rules(poda_connect::rules::DESCONECTA, poda_connect::rules::DESCONECTA_ES),
        sizes: None,
        samples: strings(&["desconecta"]),
        legend: Vec::new(),
        judge: "threats".into(),
        built_in: vec![
            ninja1("pvs:depth=1,noise=1500"),
            ninja2("pvs:depth=2,noise=300"),
            ninja3("pvs:depth=3,noise=100"),
            sensei("pvs:nodes=60000,tt=32,noise=10,exact=5000"),
        ],
        open: Box::new(open::<DesconectaRules>),
    }
}
