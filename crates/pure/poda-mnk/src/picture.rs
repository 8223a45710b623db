use poda_core::{Fact, Language, Outcome, Piece, Place, Scene, Side, Target, TextBoard, TextStyle};

use crate::{
    CellBoard, CellSet, SpecialCell,
    board::{column_letter, owner},
    nraya::special_at,
};

/// A position for the eye, without a rule in it.
pub(crate) struct CellPicture<'a, const N: usize> {
    pub(crate) board: &'a CellBoard<N>,
    pub(crate) stones: &'a [CellSet<N>; 2],
    /// The cells of the line that ended the game.
    pub(crate) lines: CellSet<N>,
    /// The cells that may be played.
    pub(crate) playable: CellSet<N>,
    pub(crate) specials: &'a [(CellSet<N>, SpecialCell)],
    /// The name of the move that is no cell, if it may be made.
    pub(crate) pass: Option<(&'static str, String)>,
    pub(crate) facts: Vec<Fact>,
}

/// Room for the numbers of the rows, and for the letters of the columns.
const MARGIN: i32 = 60;
/// The button for a pass.
const PASS_SIZE: (i32, i32) = (300, 120);

impl<const N: usize> CellPicture<'_, N> {
    fn cells(&self) -> impl Iterator<Item = (u32, u32, u32)> {
        let (width, height, board) = (self.board.width(), self.board.height(), *self.board);
        (0..height).flat_map(move |row| (0..width).map(move |column| (board.bit(row, column), row, column)))
    }

    /// ```text
    ///   ┌───────────┐
    /// 3 │ X  ·  ·   │    a stone of player 1; cells that may be played
    /// 2 │ · [O](+)* │    a stone of the line that won; special cells, the first of which may be played
    ///   └───────────┘
    ///     a  b  c  d
    /// ```
    pub(crate) fn text_board(&self, captions: &[(TextStyle, String)]) -> TextBoard {
        let mut text_board = TextBoard::new();
        let edge = "─".repeat(3 * self.board.width() as usize);
        text_board.put(TextStyle::Faint, format!("   ┌{edge}┐")).end_line();
        for (bit, row, column) in self.cells() {
            if column == 0 {
                text_board.put(TextStyle::Faint, format!("{:>2} │", self.board.height() - row));
            }
            let (style, text) = self.glyph(bit);
            text_board.put(style, text);
            if column + 1 == self.board.width() {
                text_board.put(TextStyle::Faint, "│").end_line();
            }
        }
        text_board.put(TextStyle::Faint, format!("   └{edge}┘")).end_line();
        let names: Vec<String> =
            (0..self.board.width()).map(|column| column_letter(column).to_string()).collect();
        text_board.put(TextStyle::Faint, format!("     {}", names.join("  ")));
        for (style, text) in captions {
            text_board.end_line().put(*style, text.clone());
        }
        text_board
    }

    fn glyph(&self, bit: u32) -> (TextStyle, String) {
        let cell = CellSet::of_bit(bit);
        if let Some(side) = owner(self.stones, cell) {
            let letter = letter(side);
            return if self.lines & cell == CellSet::EMPTY {
                (TextStyle::of_side(side), format!(" {letter} "))
            } else {
                (TextStyle::Strong, format!("[{letter}]"))
            };
        }
        let may_be_played = self.playable & cell != CellSet::EMPTY;
        match (special_at(self.specials, bit), may_be_played) {
            (Some(special), true) => (TextStyle::Special, format!("({})", special.glyph())),
            (Some(special), false) => (TextStyle::Special, format!(" {} ", special.glyph())),
            (None, true) => (TextStyle::Faint, " · ".to_owned()),
            (None, false) => (TextStyle::Faint, "   ".to_owned()),
        }
    }

    /// Cells with their stones; letters and numbers at the edges. A move is a click on its cell.
    pub(crate) fn scene(&self) -> Scene {
        let (width, height) = (self.board.width() as i32, self.board.height() as i32);
        let mut scene = Scene {
            look: "grid",
            width: MARGIN + 100 * width,
            height: 100 * height + MARGIN,
            facts: self.facts.clone(),
            ..Scene::default()
        };
        for column in 0..self.board.width() {
            let letter = column_letter(column).to_string();
            let x = MARGIN + 100 * column as i32;
            scene.places.push(place(
                format!("column-{letter}"),
                "coordinate",
                x,
                100 * height,
                (100, MARGIN),
                letter,
            ));
        }
        for row in 0..self.board.height() {
            let number = (self.board.height() - row).to_string();
            let y = 100 * row as i32;
            scene.places.push(place(format!("row-{number}"), "coordinate", 0, y, (MARGIN, 100), number));
        }
        for (bit, row, column) in self.cells() {
            let name = self.board.cell_name(bit);
            let (x, y) = (MARGIN + 100 * column as i32, 100 * row as i32);
            let mut cell = place(format!("cell-{name}"), "cell", x, y, (100, 100), String::new());
            cell.colour = special_at(self.specials, bit).map(SpecialCell::colour);
            let is_playable = self.playable & CellSet::of_bit(bit) != CellSet::EMPTY;
            if is_playable {
                scene.targets.push(target(cell.id.clone(), &name, &name));
            }
            scene.places.push(cell);
            scene.pieces.extend(owner(self.stones, CellSet::of_bit(bit)).map(|side| self.stone(bit, side)));
        }
        if let Some((text, label)) = &self.pass {
            // Nothing on the board can be played: what is to be clicked lies over its middle.
            let (x, y) = (MARGIN + 50 * width - PASS_SIZE.0 / 2, 50 * height - PASS_SIZE.1 / 2);
            scene.places.push(place("pass".to_owned(), "pass", x, y, PASS_SIZE, label.clone()));
            scene.targets.push(target("pass".to_owned(), text, label));
        }
        scene
    }

    /// A stone as it lies.
    pub(crate) fn stone(&self, bit: u32, side: Side) -> Piece {
        let (row, column) = self.board.place(bit);
        let in_line = self.lines & CellSet::of_bit(bit) != CellSet::EMPTY;
        Piece {
            id: format!("stone-{}", self.board.cell_name(bit)),
            kind: "stone",
            colour: None,
            side: Some(side.number()),
            tags: if in_line { vec!["line"] } else { Vec::new() },
            x: MARGIN + 100 * column as i32 + 50,
            y: 100 * row as i32 + 50,
            size: 80,
            label: String::new(),
        }
    }
}

impl SpecialCell {
    /// Its colour, as a stable word.
    pub(crate) const fn colour(self) -> &'static str {
        match self {
            Self::Red => "red",
            Self::Yellow => "yellow",
            Self::Green => "green",
        }
    }

    /// What text boards show.
    pub(crate) const fn glyph(self) -> char {
        match self {
            Self::Red => '!',
            Self::Yellow => '+',
            Self::Green => '*',
        }
    }
}

/// The letter of a side's stones.
pub(crate) const fn letter(side: Side) -> char {
    match side {
        Side::First => 'X',
        Side::Second => 'O',
    }
}

fn place(
    id: String,
    kind: &'static str,
    x: i32,
    y: i32,
    (width, height): (i32, i32),
    label: String,
) -> Place {
    Place { id, kind, colour: None, tags: Vec::new(), x, y, width, height, label }
}

/// A place stands for one move, so there is nothing to choose beside it.
fn target(on: String, text: &str, name: &str) -> Target {
    Target { on, text: text.into(), choice: "", label: name.into(), name: name.into() }
}

/// Whose turn it is, or how the game ended: for screens and for text boards, which name the letter.
pub(crate) fn of_turn(
    language: Language,
    to_move: Side,
    outcome: Option<Outcome>,
) -> (Fact, (TextStyle, String)) {
    let (name, style, text, side) = match outcome {
        None => ("to-move", TextStyle::of_side(to_move), language.to_move(to_move), Some(to_move)),
        Some(Outcome::Draw) => {
            ("result", TextStyle::Strong, language.pick("draw", "tablas").to_owned(), None)
        }
        Some(Outcome::Win(side)) => {
            let text = format!("{} {side}", language.pick("the winner is player", "gana el jugador"));
            ("result", TextStyle::Strong, text, Some(side))
        }
    };
    let drawn = side.map_or_else(|| text.clone(), |side| format!("{text} ({})", letter(side)));
    (Fact::of_position(name, text), (style, drawn))
}
