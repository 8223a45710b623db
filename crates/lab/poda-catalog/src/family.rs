use std::{fmt, sync::Arc};

use poda_core::Message;
use serde::Serialize;

#[cfg(feature = "schema")]
use crate::Text;
use crate::{AnyGame, GameOptionError, Stage, stories};

/// A game with all its variants.
pub struct Family {
    /// Its name in specs.
    pub name: String,
    /// Its name for people.
    pub title: Message,
    /// The rules in one line.
    pub summary: Message,
    /// What a player wants, in a sentence for beginners.
    pub goal: Message,
    /// The rules for players, as Markdown.
    pub rules: Message,
    /// The forms of its specs.
    pub forms: Vec<Form>,
    /// What can be chosen of its board's size, if anything can: `NAME:COLUMNSxROWS:RUN`.
    pub sizes: Option<BoardSizes>,
    /// Specs of the variants that every test of the catalog plays.
    pub samples: Vec<String>,
    /// What has a picture on the board, by the stable word of scenes.
    pub legend: Vec<LegendEntry>,
    /// The evaluator by which an opening is called even. It has a name, because openings are to stay the same when a game gets a better
    /// built-in one.
    pub judge: String,
    /// Ready-made opponents, the default one first.
    pub built_in: Vec<BuiltInPlayer>,
    /// Opens the game.
    pub open: OpenFamily,
}

/// Opens a game of a family with the options that stand behind the name and its colon.
pub type OpenFamily =
    Box<dyn Fn(&Arc<Family>, &str) -> Result<Arc<dyn AnyGame>, GameOptionError> + Send + Sync>;

impl Family {
    /// The stages of the reports on this game that are not built-in players themselves: players too, by their names.
    pub fn stages(&self) -> impl Iterator<Item = &'static Stage> {
        stories::stages(&self.name)
            .filter(|stage| self.built_in.iter().all(|player| player.name != stage.name))
    }

    /// The spec of a player that has a name: a built-in one or a stage.
    pub(crate) fn named(&self, name: &str) -> Option<&str> {
        let built_in = self.built_in.iter().find(|player| player.name == name);
        let built_in = built_in.map(|player| player.spec.as_str());
        built_in.or_else(|| self.stages().find(|stage| stage.name == name).map(|stage| stage.spec))
    }
}

impl fmt::Debug for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Family").field(&self.name).finish()
    }
}

/// One form of a game's spec.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Form {
    /// The form, such as `connect4:WxH`.
    pub spec: String,
    /// What it opens.
    #[serde(serialize_with = "Message::as_text")]
    #[cfg_attr(feature = "schema", schema(value_type = Text))]
    pub meaning: Message,
}

/// What can be chosen of a board's size. Not every combination is a board: opening it tells.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct BoardSizes {
    /// Columns.
    pub columns: SizeRange,
    /// Rows.
    pub rows: SizeRange,
    /// Stones in a row that decide the game.
    pub run: SizeRange,
}

/// The numbers that may be chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SizeRange {
    /// The smallest.
    pub least: u32,
    /// The largest.
    pub most: u32,
    /// What it is unless said otherwise.
    pub usual: u32,
}

/// Something that has a picture on the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LegendEntry {
    /// Its stable word in scenes.
    pub icon: String,
    /// What it is called.
    #[serde(serialize_with = "Message::as_text")]
    #[cfg_attr(feature = "schema", schema(value_type = Text))]
    pub name: Message,
    /// What it does.
    #[serde(serialize_with = "Message::as_text")]
    #[cfg_attr(feature = "schema", schema(value_type = Text))]
    pub meaning: Message,
}

/// An opponent with a name.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct BuiltInPlayer {
    /// Its name in specs.
    pub name: String,
    /// The engine behind it.
    pub spec: String,
    /// Its level, or where it comes from, in a few words.
    #[serde(serialize_with = "Message::as_text")]
    #[cfg_attr(feature = "schema", schema(value_type = Text))]
    pub title: Message,
    /// How strong it is among the opponents that are offered first, from 1; 0 for the others.
    pub level: u8,
    /// How it plays.
    #[serde(serialize_with = "Message::as_text")]
    #[cfg_attr(feature = "schema", schema(value_type = Text))]
    pub character: Message,
}
