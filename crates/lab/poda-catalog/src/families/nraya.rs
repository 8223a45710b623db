use poda_mnk::Nraya;

use super::{
    ninjas::{ninja1, ninja2, ninja3, sensei},
    rules, strings, text,
};
use crate::{BuiltInPlayer, Family, Form, GameOptionError, game::OpenGame};

pub(super) fn family() -> Family {
    Family {
        name: "nraya".into(),
        title: text("N en raya", "N en raya"),
        summary: text(
            "five in a row on 9x9, two moves a turn, cells that give stones away or wipe rows and columns",
            "cinco en raya en 9x9, dos jugadas por turno, casillas que regalan fichas o vacían filas y columnas",
        ),
        goal: text(
            "make five in a row, in any direction; play only where a dot is",
            "haz cinco en raya, en cualquier dirección; solo se juega donde hay un punto",
        ),
        forms: vec![Form {
            spec: "nraya".into(),
            meaning: text("9x9, the course of 2025-26", "9x9, el curso 2025-26"),
        }],
        rules: rules(poda_mnk::rules::NRAYA, poda_mnk::rules::NRAYA_ES),
        sizes: None,
        samples: strings(&["nraya"]),
        legend: Vec::new(),
        judge: "open-lines".into(),
        built_in: vec![
            ninja1("pvs:depth=1,noise=60"),
            ninja2("pvs:depth=2,noise=20"),
            // Nobody has measured it against players of the courses.
            BuiltInPlayer {
                character: text("deep and quick", "profundo y rápido"),
                ..ninja3("pvs:depth=4,noise=5")
            },
            sensei("pvs:nodes=150000,tt=32,noise=2"),
        ],
        open: Box::new(|family, arguments| {
            if arguments.is_empty() {
                Ok(OpenGame::open(family, "nraya", Nraya::default()))
            } else {
                Err(GameOptionError::NoOptions { text: arguments.to_owned() })
            }
        }),
    }
}
