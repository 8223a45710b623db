use std::sync::Arc;

use poda_agent::{Agent, GameLine, GameSession};
use serde::Serialize;

use crate::{
    AnyGame, ENGINES, EngineSpec, GAMES, GameOptionError, OpenLineError, SpecError, Stage, Text,
    error::closest, stories,
};

/// A game with all its variants.
pub struct Family {
    /// Its name in specs.
    pub name: &'static str,
    /// Its name for people.
    pub title: Text,
    /// The rules in one line.
    pub summary: Text,
    /// What a player wants, in a sentence for whoever has never played it.
    pub goal: Text,
    /// The rules for players, as Markdown.
    pub rules: Text,
    /// The forms of its specs.
    pub forms: &'static [Form],
    /// What can be chosen of its board's size, if anything can: `NAME:COLUMNSxROWS:RUN`.
    pub sizes: Option<BoardSizes>,
    /// Specs of the variants that every test of the catalog plays.
    pub samples: &'static [&'static str],
    /// What has a picture on the board, by the stable word of scenes.
    pub legend: &'static [LegendEntry],
    /// The evaluator by which an opening is called even. It has a name, because openings are to stay the same when a game gets a better
    /// built-in one.
    pub judge: &'static str,
    /// Ready-made opponents, the default one first.
    pub built_in: &'static [BuiltInPlayer],
    /// Opens the game with what stands behind the name and its colon.
    pub(crate) open: fn(&str) -> Result<Arc<dyn AnyGame>, GameOptionError>,
}

impl Family {
    /// The stages of the reports on this game that are not built-in players themselves: players too, by their names.
    pub fn stages(&self) -> impl Iterator<Item = &'static Stage> {
        let built_in = self.built_in;
        stories::stages(self.name).filter(|stage| built_in.iter().all(|player| player.name != stage.name))
    }

    /// The spec of a player that has a name: a built-in one or a stage.
    fn named(&self, name: &str) -> Option<&'static str> {
        let built_in = self.built_in.iter().find(|player| player.name == name).map(|player| player.spec);
        built_in.or_else(|| self.stages().find(|stage| stage.name == name).map(|stage| stage.spec))
    }
}

/// One form of a game's spec.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Form {
    /// The form, such as `connect4:WxH`.
    pub spec: &'static str,
    /// What it opens.
    pub meaning: Text,
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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LegendEntry {
    /// Its stable word in scenes.
    pub icon: &'static str,
    /// What it is called.
    pub name: Text,
    /// What it does.
    pub meaning: Text,
}

/// An opponent with a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct BuiltInPlayer {
    /// Its name in specs.
    pub name: &'static str,
    /// The engine behind it.
    pub spec: &'static str,
    /// Its level, or where it comes from, in a few words.
    pub title: Text,
    /// How strong it is among the opponents that are offered first, from 1; 0 for the others.
    pub level: u8,
    /// How it plays.
    pub character: Text,
}

/// Opens a game by its spec, such as `connect4:8x8`.
///
/// # Errors
/// If there is no such game, naming the text and what there is.
pub fn open(spec: &str) -> Result<Arc<dyn AnyGame>, SpecError> {
    let (name, arguments) = spec.split_once(':').unwrap_or((spec, ""));
    let known: Vec<&'static str> = GAMES.iter().map(|family| family.name).collect();
    let family = family(name).ok_or_else(|| SpecError::UnknownGame {
        name: name.to_owned(),
        suggestion: closest(name, &known),
        known,
    })?;
    (family.open)(arguments).map_err(|why| SpecError::BadGame { spec: spec.to_owned(), why })
}

/// A game, and a session at the end of a line of it.
pub type OpenLine = (Arc<dyn AnyGame>, GameSession);

/// Opens the game that a line names, and follows the line to its end.
///
/// # Errors
/// If there is no such game, or if the line is not a game by its rules; then the error names the ply.
pub fn open_line(line: &GameLine) -> Result<OpenLine, OpenLineError> {
    let game = open(&line.game)?;
    let session = game.follow(line)?;
    Ok((game, session))
}

/// The family of a name; variants are no part of it.
pub fn family(name: &str) -> Option<&'static Family> {
    GAMES.iter().find(|family| family.name == name).copied()
}

/// The family of a game.
pub fn family_of(game: &dyn AnyGame) -> Option<&'static Family> {
    family(game.spec().split(':').next().unwrap_or_default())
}

/// The engine behind a player: that of a built-in player or of a stage by its name, or the one that the spec describes.
///
/// # Errors
/// If there is no such player.
pub fn player_spec(game: &dyn AnyGame, spec: &str) -> Result<EngineSpec, SpecError> {
    let family = family_of(game);
    if let Some(spec) = family.and_then(|family| family.named(spec)) {
        return spec.parse();
    }
    spec.parse().map_err(|error| match error {
        SpecError::UnknownPlayer { name, .. } => {
            let built_in = family.map(|family| family.built_in).unwrap_or_default();
            let mut known: Vec<&'static str> = built_in.iter().map(|player| player.name).collect();
            known.extend(family.into_iter().flat_map(Family::stages).map(|stage| stage.name));
            known.extend(ENGINES.iter().map(|info| info.name));
            SpecError::UnknownPlayer { suggestion: closest(&name, &known), name, known }
        }
        other => other,
    })
}

/// Seats a player at a game: a built-in player or a stage by its name, or an engine by its spec.
///
/// # Errors
/// If there is no such player.
pub fn agent(game: &dyn AnyGame, spec: &str) -> Result<Box<dyn Agent>, SpecError> {
    game.agent(&player_spec(game, spec)?, None)
}
