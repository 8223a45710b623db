//! What moves did, would do and cannot do, for screens that know no rule.

use crate::{Piece, Scene};

/// Something that a move did. A move is told by its events, in their order.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct MoveEvent {
    /// What happened, in one stable word: `drop`, `explode`, `walk`, `home`.
    pub kind: &'static str,
    /// The same in words, as a part of a sentence; empty where another event says it already.
    pub text: String,
    /// The stable word of what it was done with, such as a die, where there is a picture of it.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub icon: Option<&'static str>,
    /// Who did it or whom it befell, as it stood before the move; a new piece as it stands after it.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub piece: Option<Piece>,
}

impl MoveEvent {
    /// An event that is about no piece.
    #[must_use]
    pub fn new(kind: &'static str, text: impl Into<String>) -> Self {
        Self { kind, text: text.into(), icon: None, piece: None }
    }

    /// The same about a piece.
    #[must_use]
    pub fn of(self, piece: Option<Piece>) -> Self {
        Self { piece, ..self }
    }

    /// The same with a picture.
    #[must_use]
    pub fn with(self, icon: &'static str) -> Self {
        Self { icon: Some(icon), ..self }
    }

    /// A whole move in words.
    #[must_use]
    pub fn sentence(events: &[Self]) -> String {
        let told = events.iter().map(|event| event.text.as_str()).filter(|text| !text.is_empty());
        told.collect::<Vec<_>>().join("; ")
    }
}

/// What a legal move would do.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Prospect {
    /// The move's text.
    pub text: String,
    /// The piece that it moves or brings, as it would stand afterwards; nothing if it moves none.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub ghost: Option<Piece>,
    /// The ids of the other pieces that it would take from where they stand.
    pub hits: Vec<String>,
    /// The move in words.
    pub told: String,
}

/// Why a piece cannot be used.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Hindrance {
    /// The id of the piece.
    pub on: String,
    /// The choice for which it cannot be used, as targets name theirs.
    pub choice: &'static str,
    /// The choice in words, short enough for a button.
    pub label: String,
    /// Why not, in words.
    pub why: String,
}

/// Something that can be put on the board of a position that is being edited.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Brush {
    /// Its stable word.
    pub word: String,
    /// What it is, in words.
    pub label: String,
    /// How it looks; nothing for a brush that takes away or says whose turn it is.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub piece: Option<Piece>,
    /// Whether it needs no place: it is used as soon as it is chosen.
    pub at_once: bool,
}

/// A position that is being edited: what can be drawn of it need not be a position of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Draft {
    /// As text, to be edited further; a position line if it is a position.
    pub text: String,
    /// The board.
    pub scene: Scene,
    /// What is set beside the board.
    pub controls: Vec<DraftControl>,
}

/// Something of a position that is set beside its board. A brush is used on it as on a place: the control's word is the place.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize), serde(tag = "is", rename_all = "kebab-case"))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub enum DraftControl {
    /// Words that are there or not: a brush with one of them changes it.
    Choices {
        /// Its stable word.
        word: String,
        /// What it is, in words.
        label: String,
        /// What can be chosen.
        options: Vec<ControlOption>,
    },
    /// A number: a brush with a number sets it.
    Number {
        /// Its stable word.
        word: String,
        /// What it is, in words.
        label: String,
        /// What it is now.
        value: u32,
        /// The smallest.
        least: u32,
        /// The largest.
        most: u32,
    },
}

/// One of the choices of a control.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ControlOption {
    /// Its stable word.
    pub word: String,
    /// What it is, in words.
    pub label: String,
    /// The word of its picture, if it has one.
    #[cfg_attr(feature = "schema", schema(required = true))]
    pub icon: Option<String>,
    /// Whether it is chosen.
    pub on: bool,
}
