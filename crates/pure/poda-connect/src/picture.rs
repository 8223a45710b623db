use poda_core::{Fact, Language, Outcome, Piece, Place, Scene, Side, Target, TextBoard, TextStyle};

use crate::view::{CellView, Stone};

/// The name of a column as it is typed: `1` to `9`, then `a` to `z`.
pub(crate) fn column_name(column: u32) -> char {
    char::from_digit(column + 1, 36).unwrap_or('?')
}

/// A line beside or below the board.
pub(crate) struct Caption {
    pub(crate) name: &'static str,
    pub(crate) style: TextStyle,
    pub(crate) text: String,
    /// The same for text drawings, where it names the letters of the stones.
    pub(crate) drawn: Option<String>,
}

impl Caption {
    /// Whose turn it is, or how the game ended.
    pub(crate) fn of_turn(language: Language, to_move: Side, outcome: Option<Outcome>) -> Self {
        match outcome {
            None => Self {
                name: "to-move",
                style: TextStyle::of_side(to_move),
                text: language.to_move(to_move),
                drawn: Some(format!("{} ({})", language.to_move(to_move), letter(to_move))),
            },
            Some(Outcome::Draw) => {
                Self::plain("result", TextStyle::Strong, language.pick("draw", "tablas").into())
            }
            Some(Outcome::Win(side)) => {
                let text = format!("{} {side}", language.pick("the winner is player", "gana el jugador"));
                let drawn = Some(format!("{text} ({})", letter(side)));
                Self { name: "result", style: TextStyle::Strong, text, drawn }
            }
        }
    }

    /// One that names no letters.
    pub(crate) const fn plain(name: &'static str, style: TextStyle, text: String) -> Self {
        Self { name, style, text, drawn: None }
    }
}

/// The letter of a side's stones.
pub(crate) const fn letter(side: Side) -> char {
    match side {
        Side::First => 'X',
        Side::Second => 'O',
    }
}

/// A position for the eye, without a rule in it.
pub(crate) struct Picture {
    pub(crate) view: CellView,
    /// The columns that may be played.
    pub(crate) columns: Vec<u32>,
    /// The side whose bomb may be exploded, and what the button says.
    pub(crate) boom: Option<(Side, String)>,
    pub(crate) captions: Vec<Caption>,
}

/// Why a game was over, in words.
pub(crate) fn fact_of_reason(text: String) -> Fact {
    Fact::of_position("reason", text)
}

impl Picture {
    /// ```text
    /// ┌─────────────────────┐
    /// │ ·  ·  ·  O  ·  ·  · │    a stone of player 2
    /// │ · *X*[X][X]{X}[X] · │    a bomb of player 1, the line that won, a bomb in that line
    /// └─────────────────────┘
    ///   1  2  3  4  5  6  7
    /// ```
    pub(crate) fn text_board(&self) -> TextBoard {
        let mut text_board = TextBoard::new();
        let edge = "─".repeat(3 * self.view.width as usize);
        text_board.put(TextStyle::Faint, format!("┌{edge}┐")).end_line();
        for row in (0..self.view.height).rev() {
            text_board.put(TextStyle::Faint, "│");
            for column in 0..self.view.width {
                let (style, text) = self.view.at(column, row).map_or((TextStyle::Faint, " · ".into()), glyph);
                text_board.put(style, text);
            }
            text_board.put(TextStyle::Faint, "│").end_line();
        }
        text_board.put(TextStyle::Faint, format!("└{edge}┘")).end_line();
        let names: Vec<String> = (0..self.view.width).map(|column| column_name(column).to_string()).collect();
        text_board.put(TextStyle::Faint, format!("  {}", names.join("  ")));
        for caption in &self.captions {
            text_board.end_line().put(caption.style, caption.drawn.as_ref().unwrap_or(&caption.text).clone());
        }
        text_board
    }

    /// Cells, stones, and below the board the names of the columns. A drop is a click on a column's name or on any
    /// of its empty cells, an explosion one on the bomb.
    pub(crate) fn scene(&self) -> Scene {
        let (width, height) = (self.view.width, self.view.height);
        let mut scene = Scene {
            look: "wall",
            width: 100 * width as i32,
            height: 100 * height as i32 + 60,
            facts: self.captions.iter().map(fact).collect(),
            ..Scene::default()
        };
        for column in 0..width {
            let name = column_name(column).to_string();
            let mut ids = vec![format!("column-{name}")];
            let x = 100 * column as i32;
            scene.places.push(Place {
                id: ids[0].clone(),
                kind: "column",
                colour: None,
                tags: Vec::new(),
                x,
                y: 100 * height as i32,
                width: 100,
                height: 60,
                label: name.clone(),
            });
            for row in 0..height {
                let id = format!("cell-{name}-{}", row + 1);
                let y = 100 * (height - 1 - row) as i32;
                match self.view.at(column, row) {
                    Some(stone) => {
                        scene.pieces.push(piece(stone, piece_id(stone, column, row), x + 50, y + 50));
                    }
                    None => ids.push(id.clone()),
                }
                scene.places.push(Place {
                    id,
                    kind: "cell",
                    colour: None,
                    tags: Vec::new(),
                    x,
                    y,
                    width: 100,
                    height: 100,
                    label: String::new(),
                });
            }
            if self.columns.contains(&column) {
                let target = |on| target(on, &name, &name);
                scene.targets.extend(ids.into_iter().map(target));
            }
        }
        if let Some((side, label)) = &self.boom {
            scene.targets.push(target(bomb_id(*side), "B", label));
        }
        scene
    }
}

fn glyph(stone: Stone) -> (TextStyle, String) {
    let letter = letter(stone.side);
    let text = match (stone.in_line, stone.is_bomb) {
        (false, false) => format!(" {letter} "),
        (false, true) => format!("*{letter}*"),
        (true, false) => format!("[{letter}]"),
        (true, true) => format!("{{{letter}}}"),
    };
    (if stone.in_line { TextStyle::Strong } else { TextStyle::of_side(stone.side) }, text)
}

fn bomb_id(side: Side) -> String {
    format!("bomb-{side}")
}

/// A bomb is the only one of its owner and keeps its name when it falls; a stone is called after its cell.
pub(crate) fn piece_id(stone: Stone, column: u32, row: u32) -> String {
    if stone.is_bomb { bomb_id(stone.side) } else { format!("stone-{}-{}", column_name(column), row + 1) }
}

pub(crate) fn piece(stone: Stone, id: String, x: i32, y: i32) -> Piece {
    Piece {
        id,
        kind: if stone.is_bomb { "bomb" } else { "stone" },
        colour: None,
        side: Some(stone.side.number()),
        tags: if stone.in_line { vec!["line"] } else { Vec::new() },
        x,
        y,
        size: 80,
        label: if stone.is_bomb { "*".into() } else { String::new() },
    }
}

/// A place stands for one move, so there is nothing to choose beside it.
fn target(on: String, text: &str, name: &str) -> Target {
    Target { on, text: text.into(), choice: "", label: name.into(), name: name.into() }
}

fn fact(caption: &Caption) -> Fact {
    Fact::of_position(caption.name, caption.text.clone())
}
