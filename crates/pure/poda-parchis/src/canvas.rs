use poda_core::{TextBoard, TextStyle};

/// A sheet of characters, each with its style, on which one may write anywhere.
pub(crate) struct Canvas {
    rows: Vec<Vec<(char, TextStyle)>>,
}

impl Canvas {
    pub(crate) fn new(width: usize, height: usize) -> Self {
        Self { rows: vec![vec![(' ', TextStyle::Plain); width]; height] }
    }

    /// Writes to the right from column `x` of row `y`; what does not fit is cut off.
    pub(crate) fn write(&mut self, x: usize, y: usize, style: TextStyle, text: &str) {
        if let Some(row) = self.rows.get_mut(y) {
            for (slot, character) in row.iter_mut().skip(x).zip(text.chars()) {
                *slot = (character, style);
            }
        }
    }

    /// The sheet as a drawing, neighbours of one style in one span.
    pub(crate) fn into_sketch(self) -> TextBoard {
        let mut text_board = TextBoard::new();
        for row in self.rows {
            for run in row.chunk_by(|one, other| one.1 == other.1) {
                text_board.put(run[0].1, run.iter().map(|(character, _)| *character).collect::<String>());
            }
            text_board.end_line();
        }
        text_board
    }
}
