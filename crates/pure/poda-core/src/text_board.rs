use crate::Side;

/// What a piece of text means, so that whoever prints it can choose a colour. Shapes must tell the same story: a
/// drawing without any style is still readable.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TextStyle {
    /// Ordinary text.
    #[default]
    Plain,
    /// Frames, labels, empty cells.
    Faint,
    /// Something to look at first.
    Strong,
    /// Belongs to the first side.
    First,
    /// Belongs to the second side.
    Second,
    /// The colour yellow of a game that has colours of its own.
    Yellow,
    /// Blue.
    Blue,
    /// Red.
    Red,
    /// Green.
    Green,
    /// An object, a special thing on the board.
    Special,
}

impl TextStyle {
    /// The style of a side.
    pub const fn of_side(side: Side) -> Self {
        match side {
            Side::First => Self::First,
            Side::Second => Self::Second,
        }
    }
}

/// A run of text in one style.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StyledSpan {
    /// Its meaning.
    pub style: TextStyle,
    /// Its characters.
    pub text: String,
}

/// A drawing made of text, for terminals, logs and documents.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TextBoard {
    lines: Vec<Vec<StyledSpan>>,
}

impl TextBoard {
    /// An empty sheet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Writes at the end of the last line.
    pub fn put(&mut self, style: TextStyle, text: impl Into<String>) -> &mut Self {
        if self.lines.is_empty() {
            self.lines.push(Vec::new());
        }
        if let Some(line) = self.lines.last_mut() {
            line.push(StyledSpan { style, text: text.into() });
        }
        self
    }

    /// Begins a new line.
    pub fn end_line(&mut self) -> &mut Self {
        if self.lines.is_empty() {
            self.lines.push(Vec::new());
        }
        self.lines.push(Vec::new());
        self
    }

    /// The lines from the top.
    pub fn lines(&self) -> impl Iterator<Item = &[StyledSpan]> {
        let end = self.lines.len() - usize::from(self.lines.last().is_some_and(Vec::is_empty));
        self.lines[..end].iter().map(Vec::as_slice)
    }

    /// The drawing without any style, each line ended.
    pub fn plain(&self) -> String {
        let mut text = String::new();
        for line in self.lines() {
            let start = text.len();
            for span in line {
                text.push_str(&span.text);
            }
            let trimmed = text[start..].trim_end().len();
            text.truncate(start + trimmed);
            text.push('\n');
        }
        text
    }
}
