use poda_eval::{Journey, weights};
use poda_parchis::Parchis;

use super::ninjas::{ninja1, ninja2, ninja3, sensei};
use crate::{
    BuiltInPlayer, Family, Form, Text,
    game::{CatalogGame, Evaluators, OpenGame},
};

impl CatalogGame for Parchis {
    fn list_evaluators(list: &mut Evaluators<Self>) {
        poda_eval::parchis(list);
    }

    type BuiltIn = Journey;

    fn built_in() -> Journey {
        Journey::default()
    }

    fn guess() -> Journey {
        weights::PARCHIS_GUESS
    }

    fn tuned_together(&self) -> Vec<Self> {
        ["2023", "2024", "2022"].into_iter().filter_map(|edition| edition.parse().ok()).collect()
    }
}

pub(crate) static PARCHIS: Family = Family {
    name: "parchis",
    title: Text::new("Parchís", "Parchís"),
    summary: Text::new(
        "two colours each, chosen dice instead of rolls, and special dice",
        "dos colores por jugador, dados que se eligen en vez de tirarse, y dados especiales",
    ),
    forms: &[
        Form {
            spec: "parchis",
            meaning: Text::new(
                "the edition of 2022/23 with its ten objects",
                "la edición 2022/23, con diez objetos",
            ),
        },
        Form {
            spec: "parchis:2024",
            meaning: Text::new(
                "2023/24: one die whose effect depends on energy",
                "2023/24: un dado según la energía",
            ),
        },
        Form {
            spec: "parchis:2022",
            meaning: Text::new("2021/22: plain dice only", "2021/22: solo dados normales"),
        },
        Form {
            spec: "parchis:EDITION:START",
            meaning: Text::new(
                "another start: grouped, all-at-home, grouped-legacy, alterned, almost-goal, ...",
                "otro comienzo: grouped, all-at-home, grouped-legacy, alterned, almost-goal, ...",
            ),
        },
    ],
    rules: Text::new(poda_parchis::rules::PARCHIS, poda_parchis::rules::PARCHIS_ES),
    sizes: None,
    samples: &["parchis", "parchis:2024", "parchis:2022", "parchis:2023:all-at-home"],
    built_in: &[
        ninja1("pvs:depth=1,noise=150"),
        ninja2("pvs:depth=2,noise=30"),
        ninja3("pvs:nodes=20000,noise=10,turns=complete"),
        sensei("pvs:nodes=200000,tt=32,noise=5,turns=complete"),
        BuiltInPlayer {
            name: "race",
            spec: "alphabeta:depth=6,eval=race",
            title: Text::new("from the course of 2022/23", "del curso 2022/23"),
            character: Text::new(
                "races with its better colour, six decisions ahead",
                "corre con su mejor color, seis decisiones por delante",
            ),
        },
    ],
    open: |arguments| {
        let game: Parchis = arguments.parse()?;
        Ok(Box::new(OpenGame { spec: format!("parchis:{}", game.spec()), game }))
    },
};
