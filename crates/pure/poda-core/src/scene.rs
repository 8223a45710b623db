use crate::{Brush, Draft, Game, Hindrance, Language, MoveEvent, Prospect, TextBoard};

/// A position as things to see and to click, for any screen that knows no rule.
///
/// Lengths are in hundredths of a board cell; the origin is the top left corner, y grows downwards.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Scene {
    /// What kind of board it is, for screens that dress each kind differently: `wall`, where stones fall behind holes,
    /// `cross`, where pieces walk, or `grid`, where stones are put on cells.
    pub look: &'static str,
    /// The whole board's width.
    pub width: i32,
    /// The whole board's height.
    pub height: i32,
    /// The board's parts, drawn first.
    pub places: Vec<Place>,
    /// What stands on them.
    pub pieces: Vec<Piece>,
    /// What a click may mean. Exactly the legal moves, each at least once.
    pub targets: Vec<Target>,
    /// What is to be said beside the board.
    pub facts: Vec<Fact>,
    /// Ways that pieces have just gone, where they are longer than a straight line.
    pub trails: Vec<Trail>,
    /// What the last move did.
    pub events: Vec<MoveEvent>,
    /// What each legal move would do, where there is more to show than the click.
    pub prospects: Vec<Prospect>,
    /// Why pieces of the side to move cannot be used.
    pub hindrances: Vec<Hindrance>,
}

/// The way that a piece has just gone.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Trail {
    /// The piece.
    pub id: String,
    /// Points that it came by, the first and the last included.
    pub points: Vec<(i32, i32)>,
}

/// A part of the board.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Place {
    /// Unique in the scene, the same in every scene of the game.
    pub id: String,
    /// What it is, in one stable word: `cell`, `column`, `home`.
    pub kind: &'static str,
    /// Its colour, in one stable word, where the game has colours.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub colour: Option<&'static str>,
    /// What else is true of it, in stable words: `safe`, `start`, the object that it holds.
    pub tags: Vec<&'static str>,
    /// Left edge.
    pub x: i32,
    /// Upper edge.
    pub y: i32,
    /// Width.
    pub width: i32,
    /// Height.
    pub height: i32,
    /// A short text written on it, or nothing.
    pub label: String,
}

/// Something that stands on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Piece {
    /// Unique in the scene. The same thing has the same id in the next scene, unless [`Draw::renamed`] says otherwise.
    pub id: String,
    /// What it is, in one stable word: `stone`, `bomb`, `piece`.
    pub kind: &'static str,
    /// Its colour, in one stable word, where the game has colours.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub colour: Option<&'static str>,
    /// The number of the side that owns it, if one does.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub side: Option<u8>,
    /// Its state in stable words: `line`, `ghost`, which object it is.
    pub tags: Vec<&'static str>,
    /// Centre.
    pub x: i32,
    /// Centre.
    pub y: i32,
    /// Diameter.
    pub size: i32,
    /// A short text written on it, or nothing.
    pub label: String,
}

/// A click and the move it means.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Target {
    /// The id of the place or piece to click.
    pub on: String,
    /// The move text to send back.
    pub text: String,
    /// What is chosen beside the place, in one stable word, such as a die. Empty where the place says it all.
    pub choice: &'static str,
    /// The choice in words, short enough for a button.
    pub label: String,
    /// The whole move in words, for a list of moves and for those who cannot see the board.
    pub name: String,
}

/// Something true about the position that is not on the board.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Fact {
    /// A stable name, such as `to-move` or `next-bomb`.
    pub name: String,
    /// The value in words for people.
    pub text: String,
    /// The id of the place that it is about, if it is about one.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub place: Option<String>,
    /// The value as stable words, one for each thing to draw, such as dice. Empty where there is only the text.
    pub values: Vec<&'static str>,
}

impl Fact {
    /// A text about the position as a whole.
    #[must_use]
    pub fn of_position(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self { name: name.into(), text: text.into(), place: None, values: Vec::new() }
    }
}

impl Place {
    /// All its stable words, for style sheets.
    #[must_use]
    pub fn class(&self) -> String {
        class([self.kind].into_iter().chain(self.colour).chain(self.tags.iter().copied()))
    }
}

impl Piece {
    /// All its stable words, for style sheets; `p1` or `p2` says whose it is.
    #[must_use]
    pub fn class(&self) -> String {
        let side = self.side.map(|side| if side == 1 { "p1" } else { "p2" });
        class([self.kind].into_iter().chain(self.colour).chain(side).chain(self.tags.iter().copied()))
    }
}

fn class<'a>(words: impl Iterator<Item = &'a str>) -> String {
    words.collect::<Vec<_>>().join(" ")
}

/// Positions for the eye.
pub trait Draw: Game {
    /// The position for screens.
    fn scene(&self, state: &Self::State, language: Language) -> Scene;

    /// The pieces that a legal move gives another id without replacing them: each old id with its new one. Where
    /// pieces are named after their places this is what tells a stone that fell from one that is new.
    fn renamed(&self, _state: &Self::State, _mv: Self::Move) -> Vec<(String, String)> {
        Vec::new()
    }

    /// The ways that pieces go with a legal move, where they do not go straight.
    fn trails(&self, _state: &Self::State, _mv: Self::Move) -> Vec<Trail> {
        Vec::new()
    }

    /// What a legal move does, in its order.
    fn events(&self, _state: &Self::State, _mv: Self::Move, _language: Language) -> Vec<MoveEvent> {
        Vec::new()
    }

    /// What each legal move would do. It is asked once for each position that is shown, the scene more often.
    fn prospects(&self, _state: &Self::State, _language: Language) -> Vec<Prospect> {
        Vec::new()
    }

    /// Why pieces of the side to move cannot be used, where that needs an explanation.
    fn hindrances(&self, _state: &Self::State, _language: Language) -> Vec<Hindrance> {
        Vec::new()
    }

    /// What can be put on the board of a position that is being edited; nothing where boards cannot be edited so.
    fn brushes(&self, _language: Language) -> Vec<Brush> {
        Vec::new()
    }

    /// A draft after a brush was used on a place of its scene, or the draft itself if none is named. Nothing if there
    /// is no such draft, place or brush.
    fn painted(&self, _draft: &str, _stroke: Option<(&str, &str)>, _language: Language) -> Option<Draft> {
        None
    }

    /// The position for terminals.
    fn text_board(&self, state: &Self::State, language: Language) -> TextBoard;
}
