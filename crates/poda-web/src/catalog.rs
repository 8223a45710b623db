//! What there is to play and with whom, for menus.

use poda_catalog::{ENGINES, Family, GAMES, Text, part_name};
use poda_core::Language;
use serde::Serialize;
use utoipa::ToSchema;

/// A sentence in both languages.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Words {
    en: &'static str,
    es: &'static str,
}

impl Words {
    /// The name of a part of an evaluator.
    pub(crate) fn of_part(name: &'static str) -> Self {
        Self { en: part_name(name, Language::English), es: part_name(name, Language::Spanish) }
    }
}

impl From<Text> for Words {
    fn from(text: Text) -> Self {
        Self { en: text.english, es: text.spanish }
    }
}

/// Everything in the catalog.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Catalog {
    /// Version of the server.
    version: &'static str,
    /// Whether players may be programs of the server's machine.
    bots: bool,
    games: Vec<FamilyListed>,
    engines: Vec<EngineListed>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
struct FamilyListed {
    name: &'static str,
    title: Words,
    summary: Words,
    forms: Vec<Named>,
    /// Specs of ready-made variants, the usual one first.
    variants: Vec<&'static str>,
    players: Vec<PlayerListed>,
    evaluators: Vec<Named>,
    /// Whether positions of the usual variant can be solved exactly.
    solvable: bool,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
struct Named {
    name: &'static str,
    meaning: Words,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
struct PlayerListed {
    name: &'static str,
    spec: &'static str,
    character: Words,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
struct EngineListed {
    name: &'static str,
    summary: Words,
    options: Vec<OptionListed>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
struct OptionListed {
    name: &'static str,
    default: &'static str,
    meaning: Words,
}

impl Catalog {
    pub(crate) fn new(bots: bool) -> Self {
        let engines = ENGINES.iter().map(|engine| EngineListed {
            name: engine.name,
            summary: engine.summary.into(),
            options: engine
                .options
                .iter()
                .map(|option| OptionListed {
                    name: option.name,
                    default: option.default,
                    meaning: option.meaning.into(),
                })
                .collect(),
        });
        Self {
            version: env!("CARGO_PKG_VERSION"),
            bots,
            games: GAMES.iter().map(|family| family_listed(family)).collect(),
            engines: engines.collect(),
        }
    }
}

fn family_listed(family: &'static Family) -> FamilyListed {
    let usual = poda_catalog::open(family.name).ok();
    let evaluators = usual.as_ref().map(|game| game.evaluators()).unwrap_or_default();
    FamilyListed {
        name: family.name,
        title: family.title.into(),
        summary: family.summary.into(),
        forms: family
            .forms
            .iter()
            .map(|form| Named { name: form.spec, meaning: form.meaning.into() })
            .collect(),
        variants: family.samples.to_vec(),
        players: family
            .built_in
            .iter()
            .map(|player| PlayerListed {
                name: player.name,
                spec: player.spec,
                character: player.character.into(),
            })
            .collect(),
        evaluators: evaluators
            .iter()
            .map(|evaluator| Named { name: evaluator.name, meaning: evaluator.summary.into() })
            .collect(),
        solvable: usual.is_some_and(|game| game.solver(1, 1).is_ok()),
    }
}
