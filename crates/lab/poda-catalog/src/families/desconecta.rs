use poda_connect::DesconectaRules;

use super::ninjas::{ninja1, ninja2, ninja3, sensei};
use super::{bombs::open, rules};
use crate::{Family, Form, Text};

pub(crate) static DESCONECTA: Family = Family {
    name: "desconecta",
    title: Text::new("Desconecta-4 BOOM", "Desconecta-4 BOOM"),
    summary: Text::new(
        "whoever makes four in a row loses; a bomb every fifth turn clears its owner from the row",
        "quien hace cuatro en raya pierde; cada cinco turnos una bomba limpia su fila de fichas propias",
    ),
    goal: Text::new(
        "do not make four of your stones in a row: whoever does loses",
        "no hagas cuatro en raya con tus fichas: quien las hace pierde",
    ),
    forms: &[Form {
        spec: "desconecta",
        meaning: Text::new("7x7, the courses of 2015-19", "7x7, los cursos 2015-19"),
    }],
    rules: rules(poda_connect::rules::DESCONECTA, poda_connect::rules::DESCONECTA_ES),
    sizes: None,
    samples: &["desconecta"],
    legend: &[],
    judge: "threats",
    built_in: &[
        ninja1("pvs:depth=1,noise=1500"),
        ninja2("pvs:depth=2,noise=300"),
        ninja3("pvs:depth=3,noise=100"),
        sensei("pvs:nodes=60000,tt=32,noise=10,exact=5000"),
    ],
    open: |arguments| open::<DesconectaRules>(arguments),
};
