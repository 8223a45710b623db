//! What there is to play and with whom, for menus.

use poda_catalog::{BoardSizes, ENGINES, Family, GAMES, SizeRange, Text};
use serde::Serialize;

/// A text in both languages.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Translated {
    /// In English.
    pub en: &'static str,
    /// In Spanish.
    pub es: &'static str,
}

impl From<Text> for Translated {
    fn from(text: Text) -> Self {
        Self { en: text.english, es: text.spanish }
    }
}

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

/// A program that plays.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct BotView {
    /// Its name, which is its spec.
    pub name: String,
    /// The games that it plays, by name or spec; all of them if there is none.
    pub games: Vec<String>,
}

/// A game with all its variants.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct FamilyView {
    /// Its name in specs.
    pub name: &'static str,
    /// Its name for people.
    pub title: Translated,
    /// The rules in one line.
    pub summary: Translated,
    /// What a player wants, in a sentence for whoever has never played it.
    pub goal: Translated,
    /// The forms of its specs.
    pub forms: Vec<NamedView>,
    /// What can be chosen of its board's size, if anything can; the spec is then `NAME:COLUMNSxROWS:RUN`.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub sizes: Option<SizesView>,
    /// Specs of ready-made variants, the usual one first.
    pub variants: Vec<&'static str>,
    /// What has a picture on its board.
    pub legend: Vec<LegendView>,
    /// Built-in players, the default one first.
    pub players: Vec<PlayerView>,
    /// Evaluators, the default one first.
    pub evaluators: Vec<NamedView>,
    /// Whether positions of the usual variant can be solved exactly.
    pub solvable: bool,
}

/// What can be chosen of a board's size. Not every combination is a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SizesView {
    /// Columns.
    pub columns: RangeView,
    /// Rows.
    pub rows: RangeView,
    /// Stones in a row that decide the game.
    pub run: RangeView,
}

impl From<BoardSizes> for SizesView {
    fn from(sizes: BoardSizes) -> Self {
        Self { columns: sizes.columns.into(), rows: sizes.rows.into(), run: sizes.run.into() }
    }
}

/// The numbers that may be chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RangeView {
    /// The smallest.
    pub least: u32,
    /// The largest.
    pub most: u32,
    /// What it is unless said otherwise.
    pub usual: u32,
}

impl From<SizeRange> for RangeView {
    fn from(SizeRange { least, most, usual }: SizeRange) -> Self {
        Self { least, most, usual }
    }
}

/// Something with a name in specs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct NamedView {
    /// The name.
    pub name: &'static str,
    /// What it is.
    pub meaning: Translated,
}

/// Something that has a picture on the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LegendView {
    /// Its stable word in scenes.
    pub icon: &'static str,
    /// What it is called.
    pub name: Translated,
    /// What it does.
    pub meaning: Translated,
}

/// A built-in player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PlayerView {
    /// Its name in specs.
    pub name: &'static str,
    /// The engine behind it.
    pub spec: &'static str,
    /// Its level, or where it comes from, in a few words.
    pub title: Translated,
    /// How strong it is among the opponents that are offered first, from 1; 0 for the others.
    pub level: u8,
    /// How it plays.
    pub character: Translated,
}

/// An engine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct EngineView {
    /// Its name in specs.
    pub name: &'static str,
    /// What it is called in full.
    pub title: Translated,
    /// What it does.
    pub summary: Translated,
    /// Its options.
    pub options: Vec<OptionView>,
}

/// An option of an engine.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct OptionView {
    /// Its name in specs.
    pub name: &'static str,
    /// What it is unless said otherwise.
    pub default: String,
    /// What it does.
    pub meaning: Translated,
}

impl CatalogView {
    /// The catalog of a transport that offers these programs as players.
    pub fn new(bots: Vec<BotView>) -> Self {
        let engines = ENGINES.iter().map(|engine| EngineView {
            name: engine.name,
            title: engine.title.into(),
            summary: engine.summary.into(),
            options: engine
                .options()
                .iter()
                .map(|option| OptionView {
                    name: option.name,
                    default: option.default.to_string(),
                    meaning: option.meaning.into(),
                })
                .collect(),
        });
        Self {
            version: env!("CARGO_PKG_VERSION"),
            bots,
            games: GAMES.iter().map(|family| family_view(family)).collect(),
            engines: engines.collect(),
        }
    }
}

impl FamilyView {
    /// The family of a game's spec, if there is one.
    pub fn of(spec: &str) -> Option<Self> {
        let name = spec.split(':').next().unwrap_or(spec);
        GAMES.iter().find(|family| family.name == name).map(|family| family_view(family))
    }
}

fn family_view(family: &'static Family) -> FamilyView {
    let usual = poda_catalog::open(family.name).ok();
    let evaluators = usual.as_ref().map(|game| game.evaluators()).unwrap_or_default();
    FamilyView {
        name: family.name,
        title: family.title.into(),
        summary: family.summary.into(),
        goal: family.goal.into(),
        forms: family
            .forms
            .iter()
            .map(|form| NamedView { name: form.spec, meaning: form.meaning.into() })
            .collect(),
        sizes: family.sizes.map(SizesView::from),
        variants: family.samples.to_vec(),
        legend: family
            .legend
            .iter()
            .map(|entry| LegendView {
                icon: entry.icon,
                name: entry.name.into(),
                meaning: entry.meaning.into(),
            })
            .collect(),
        players: family
            .built_in
            .iter()
            .map(|player| PlayerView {
                name: player.name,
                spec: player.spec,
                title: player.title.into(),
                level: player.level,
                character: player.character.into(),
            })
            .collect(),
        evaluators: evaluators
            .iter()
            .map(|evaluator| NamedView { name: evaluator.name, meaning: evaluator.summary.into() })
            .collect(),
        solvable: usual.is_some_and(|game| game.solver(1, 1).is_ok()),
    }
}
