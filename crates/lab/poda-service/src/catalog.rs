//! What there is to play and with whom, for menus.

use poda_catalog::{
    BoardSizes, BuiltInPlayer, Catalog, ENGINES, EngineInfo, EvaluatorInfo, Family, Form, LegendEntry,
    OptionInfo, Text,
};
use poda_core::Message;
use serde::Serialize;

/// Everything in the catalog.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CatalogView {
    /// Version of the program.
    pub version: &'static str,
    /// Programs of the machine that answers, which play under their names.
    pub bots: Vec<BotView>,
    /// The games.
    pub games: Vec<FamilyView>,
    /// The engines.
    pub engines: Vec<EngineView>,
}

/// A program that plays, without its command line and its folder, which are the server's own.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct BotView {
    /// Its name, which is its spec.
    pub name: String,
    /// The games that it plays, by name or spec; all of them if there is none.
    pub games: Vec<String>,
}

/// A game with all its variants, as plain data: a [`Family`] opens games, and the evaluators of the usual one are part of the list.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct FamilyView {
    /// Its name in specs.
    pub name: String,
    /// Its name for people.
    #[serde(serialize_with = "Message::as_text")]
    #[cfg_attr(feature = "schema", schema(value_type = Text))]
    pub title: Message,
    /// The rules in one line.
    #[serde(serialize_with = "Message::as_text")]
    #[cfg_attr(feature = "schema", schema(value_type = Text))]
    pub summary: Message,
    /// What a player wants, in a sentence for beginners.
    #[serde(serialize_with = "Message::as_text")]
    #[cfg_attr(feature = "schema", schema(value_type = Text))]
    pub goal: Message,
    /// The forms of its specs.
    pub forms: Vec<Form>,
    /// What can be chosen of its board's size, if anything can; the spec is then `NAME:COLUMNSxROWS:RUN`.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub sizes: Option<BoardSizes>,
    /// Specs of ready-made variants, the usual one first.
    pub variants: Vec<String>,
    /// What has a picture on its board.
    pub legend: Vec<LegendEntry>,
    /// Built-in players, the default one first.
    pub players: Vec<BuiltInPlayer>,
    /// Evaluators, the default one first.
    pub evaluators: Vec<EvaluatorInfo>,
    /// Whether positions of the usual variant can be solved exactly.
    pub solvable: bool,
}

/// An engine, as plain data: an [`EngineInfo`] computes its options and reads specs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct EngineView {
    /// Its name in specs.
    pub name: &'static str,
    /// What it is called in full.
    pub title: Text,
    /// What it does.
    pub summary: Text,
    /// Its options.
    pub options: Vec<OptionInfo>,
}

impl CatalogView {
    /// The catalog of a transport that offers these programs as players.
    pub fn new(catalog: &Catalog, bots: Vec<BotView>) -> Self {
        let engines = ENGINES.iter().map(|engine: &EngineInfo| EngineView {
            name: engine.name,
            title: engine.title,
            summary: engine.summary,
            options: engine.options(),
        });
        Self {
            version: env!("CARGO_PKG_VERSION"),
            bots,
            games: catalog.families().iter().map(|family| family_view(catalog, family)).collect(),
            engines: engines.collect(),
        }
    }
}

impl FamilyView {
    /// The family of a game's spec, if there is one.
    pub fn of(catalog: &Catalog, spec: &str) -> Option<Self> {
        catalog.family(spec).map(|family| family_view(catalog, family))
    }
}

fn family_view(catalog: &Catalog, family: &Family) -> FamilyView {
    let usual = catalog.open(&family.name).ok();
    FamilyView {
        name: family.name.clone(),
        title: family.title.clone(),
        summary: family.summary.clone(),
        goal: family.goal.clone(),
        forms: family.forms.clone(),
        sizes: family.sizes,
        variants: family.samples.clone(),
        legend: family.legend.clone(),
        players: family.built_in.clone(),
        evaluators: usual.as_ref().map(|game| game.evaluators()).unwrap_or_default(),
        solvable: usual.is_some_and(|game| game.solver(1, 1).is_ok()),
    }
}
