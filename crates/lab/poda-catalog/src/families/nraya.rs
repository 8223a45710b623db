use poda_mnk::Nraya;

use super::{
    ninjas::{ninja1, ninja2, ninja3, sensei},
    rules,
};
use crate::{BuiltInPlayer, Family, Form, GameOptionError, Text, game::OpenGame};

pub(crate) static NRAYA: Family = Family {
    name: "nraya",
    title: Text::new("N en raya", "N en raya"),
    summary: Text::new(
        "five in a row on 9x9, two moves a turn, cells that give stones away or wipe rows and columns",
        "cinco en raya en 9x9, dos jugadas por turno, casillas que regalan fichas o vacían filas y columnas",
    ),
    goal: Text::new(
        "make five in a row, in any direction; play only where a dot is",
        "haz cinco en raya, en cualquier dirección; solo se juega donde hay un punto",
    ),
    forms: &[Form {
        spec: "nraya",
        meaning: Text::new("9x9, the course of 2025-26", "9x9, el curso 2025-26"),
    }],
    rules: rules(poda_mnk::rules::NRAYA, poda_mnk::rules::NRAYA_ES),
    sizes: None,
    samples: &["nraya"],
    legend: &[],
    judge: "open-lines",
    built_in: &[
        ninja1("pvs:depth=1,noise=60"),
        ninja2("pvs:depth=2,noise=20"),
        // Nobody has measured it against players of the courses.
        BuiltInPlayer {
            character: Text::new("deep and quick", "profundo y rápido"),
            ..ninja3("pvs:depth=4,noise=5")
        },
        sensei("pvs:nodes=150000,tt=32,noise=2"),
    ],
    open: |arguments| {
        if arguments.is_empty() {
            Ok(OpenGame::open("nraya", Nraya::default()))
        } else {
            Err(GameOptionError::NoOptions { text: arguments.to_owned() })
        }
    },
};
