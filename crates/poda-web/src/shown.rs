//! Positions as the page reads them.

use poda_core::{Language, Outcome, Scene};
use serde::Serialize;
use utoipa::ToSchema;

use crate::line::{Line, Standing};

/// A position with all that the page has to draw and may send back.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct Shown {
    /// The game's full spec.
    pub(crate) game: String,
    /// The position line.
    pub(crate) position: String,
    /// How it was reached.
    pub(crate) line: Line,
    /// Who made each move: 1 or 2.
    pub(crate) movers: Vec<u8>,
    /// Who decides next: 1 or 2.
    pub(crate) to_move: u8,
    /// `p1`, `p2` or `draw` once the game is over.
    pub(crate) outcome: Option<&'static str>,
    /// The legal moves in the order of the rules.
    pub(crate) legal: Vec<String>,
    /// The board.
    pub(crate) scene: Picture,
}

/// The scene, in hundredths of a cell.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
pub(crate) struct Picture {
    look: &'static str,
    width: i32,
    height: i32,
    places: Vec<PlaceShown>,
    pieces: Vec<PieceShown>,
    targets: Vec<TargetShown>,
    facts: Vec<FactShown>,
    /// Ways that pieces have just gone.
    trails: Vec<TrailShown>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
struct TrailShown {
    id: String,
    points: Vec<(i32, i32)>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
struct PlaceShown {
    id: String,
    kind: &'static str,
    colour: Option<&'static str>,
    tags: Vec<&'static str>,
    x: i32,
    y: i32,
    width: i32,
    height: i32,
    label: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
struct PieceShown {
    id: String,
    kind: &'static str,
    colour: Option<&'static str>,
    side: Option<u8>,
    tags: Vec<&'static str>,
    x: i32,
    y: i32,
    size: i32,
    label: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
struct TargetShown {
    on: String,
    text: String,
    choice: &'static str,
    label: String,
    name: String,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
struct FactShown {
    name: String,
    text: String,
    place: Option<String>,
    values: Vec<&'static str>,
}

impl Shown {
    /// The position in which a standing game is.
    pub(crate) fn new(standing: &Standing, language: Language) -> Self {
        let Standing { game, table, movers } = standing;
        let line = table.line();
        Self {
            game: game.spec().to_owned(),
            position: table.position(),
            line: Line { game: game.spec().to_owned(), start: line.start.clone(), moves: line.moves.clone() },
            movers: movers.clone(),
            to_move: table.to_move().number(),
            outcome: table.outcome().map(Outcome::word),
            legal: table.legal(),
            scene: table.scene(language).into(),
        }
    }
}

impl From<Scene> for Picture {
    fn from(scene: Scene) -> Self {
        let places = scene.places.into_iter().map(|place| PlaceShown {
            id: place.id,
            kind: place.kind,
            colour: place.colour,
            tags: place.tags,
            x: place.x,
            y: place.y,
            width: place.width,
            height: place.height,
            label: place.label,
        });
        let pieces = scene.pieces.into_iter().map(|piece| PieceShown {
            id: piece.id,
            kind: piece.kind,
            colour: piece.colour,
            side: piece.side,
            tags: piece.tags,
            x: piece.x,
            y: piece.y,
            size: piece.size,
            label: piece.label,
        });
        let targets = scene.targets.into_iter().map(|target| TargetShown {
            on: target.on,
            text: target.text,
            choice: target.choice,
            label: target.label,
            name: target.name,
        });
        let facts = scene.facts.into_iter().map(|fact| FactShown {
            name: fact.name,
            text: fact.text,
            place: fact.place,
            values: fact.values,
        });
        let trails = scene.trails.into_iter().map(|trail| TrailShown { id: trail.id, points: trail.points });
        Self {
            look: scene.look,
            width: scene.width,
            height: scene.height,
            places: places.collect(),
            pieces: pieces.collect(),
            targets: targets.collect(),
            facts: facts.collect(),
            trails: trails.collect(),
        }
    }
}
