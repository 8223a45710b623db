//! Tables for terminals and for reports: aligned text, Markdown, CSV, LaTeX.

use std::fmt::Write;

use poda_core::shown;

/// Longer cells do not widen the column of all others.
const WIDEST: usize = 500;

/// How a table is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum TableFormat {
    #[default]
    Text,
    Markdown,
    Csv,
    Latex,
}

/// On which side of its column a text stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Align {
    Left,
    Right,
}

/// Headings and rows of cells.
pub(crate) struct TextTable {
    headings: Vec<(String, Align)>,
    rows: Vec<Vec<String>>,
}

impl TextTable {
    pub(crate) fn new<T: Into<String>>(headings: impl IntoIterator<Item = (T, Align)>) -> Self {
        let headings = headings.into_iter().map(|(heading, align)| (heading.into(), align)).collect();
        Self { headings, rows: Vec::new() }
    }

    pub(crate) fn push(&mut self, row: Vec<String>) {
        debug_assert_eq!(row.len(), self.headings.len());
        self.rows.push(row.into_iter().map(|cell| shown(&cell).into_owned()).collect());
    }

    pub(crate) fn render(&self, format: TableFormat) -> String {
        match format {
            TableFormat::Text => self.text(),
            TableFormat::Markdown => self.markdown(),
            TableFormat::Csv => self.csv(),
            TableFormat::Latex => self.latex(),
        }
    }

    /// Headings first, then the rows.
    fn lines(&self) -> impl Iterator<Item = Vec<&str>> {
        let headings = self.headings.iter().map(|(heading, _)| heading.as_str()).collect();
        let rows = self.rows.iter().map(|row| row.iter().map(String::as_str).collect());
        std::iter::once(headings).chain(rows)
    }

    /// Columns two blanks apart, without blanks at the ends of lines.
    fn text(&self) -> String {
        let mut widths = vec![0; self.headings.len()];
        for line in self.lines() {
            for (width, cell) in widths.iter_mut().zip(line) {
                *width = (*width).max(cell.chars().count()).min(WIDEST);
            }
        }
        let mut text = String::new();
        for line in self.lines() {
            let cells = line.into_iter().zip(&widths).zip(&self.headings);
            let cells = cells.map(|((cell, width), (_, align))| {
                let blanks = " ".repeat(width.saturating_sub(cell.chars().count()));
                match align {
                    Align::Left => format!("{cell}{blanks}"),
                    Align::Right => format!("{blanks}{cell}"),
                }
            });
            let line = cells.collect::<Vec<_>>().join("  ");
            let _ = writeln!(text, "{}", line.trim_end());
        }
        text
    }

    fn markdown(&self) -> String {
        let mut text = String::new();
        for (index, line) in self.lines().enumerate() {
            let cells: Vec<String> = line.into_iter().map(escaped_markdown).collect();
            let _ = writeln!(text, "| {} |", cells.join(" | "));
            if index == 0 {
                let rules = self.headings.iter().map(|(_, align)| match align {
                    Align::Left => "---|",
                    Align::Right => "---:|",
                });
                let _ = writeln!(text, "|{}", rules.collect::<String>());
            }
        }
        text
    }

    fn csv(&self) -> String {
        let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
        for line in self.lines() {
            writer.write_record(line.into_iter().map(no_formula)).expect("rows of one length, in memory");
        }
        String::from_utf8(writer.into_inner().expect("memory")).expect("cells are texts")
    }

    fn latex(&self) -> String {
        let columns = self.headings.iter().map(|(_, align)| if *align == Align::Left { 'l' } else { 'r' });
        let mut text = format!("\\begin{{tabular}}{{{}}}\n\\hline\n", columns.collect::<String>());
        for (index, line) in self.lines().enumerate() {
            let cells: Vec<String> = line.into_iter().map(escaped_latex).collect();
            let _ = writeln!(text, "{} \\\\", cells.join(" & "));
            if index == 0 {
                text.push_str("\\hline\n");
            }
        }
        text.push_str("\\hline\n\\end{tabular}\n");
        text
    }
}

/// What Markdown and HTML would take for their own is a text.
pub(crate) fn escaped_markdown(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '\\' | '`' | '*' | '_' | '[' | ']' | '|' | '~' => escaped.extend(['\\', letter]),
            letter => escaped.push(letter),
        }
    }
    escaped
}

/// A cell that no spreadsheet takes for a formula: an apostrophe makes it a text, numbers stay numbers.
fn no_formula(cell: &str) -> String {
    let begins_one = cell.starts_with(['=', '+', '-', '@', '\t', '\r']);
    let is_formula = begins_one && cell.len() > 1 && cell.parse::<f64>().is_err();
    if is_formula { format!("'{cell}") } else { cell.to_owned() }
}

fn escaped_latex(cell: &str) -> String {
    let mut text = String::new();
    for letter in cell.chars() {
        match letter {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => {
                text.push('\\');
                text.push(letter);
            }
            '~' => text.push_str("\\textasciitilde{}"),
            '^' => text.push_str("\\textasciicircum{}"),
            '\\' => text.push_str("\\textbackslash{}"),
            '±' => text.push_str("$\\pm$"),
            letter if letter.is_control() => text.push(' '),
            letter => text.push(letter),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_a_player_is_called_a_table_stays_a_table() {
        let mut table = TextTable::new([("player", Align::Left), ("Elo", Align::Right)]);
        for (name, elo) in [
            ("=HYPERLINK(\"x\")", "+12"),
            ("a,b|c\nd", "-3.5"),
            ("\\50 % & {x}_y", "@1"),
            ("-1+1", "\t="),
            ("<script>[x](y)&*", "0"),
            ("\u{1b}[2J\u{202e}ñ", "0"),
        ] {
            table.push(vec![name.into(), elo.into()]);
        }
        let csv = "player,Elo\r\n\"'=HYPERLINK(\"\"x\"\")\",+12\r\n\"a,b|c d\",-3.5\r\n\\50 % & {x}_y,'@1\r\n'-1+1, =\r\n<script>[x](y)&*,0\r\n\u{fffd}[2J\u{fffd}ñ,0\r\n";
        assert_eq!(table.render(TableFormat::Csv), csv);
        let markdown = table.render(TableFormat::Markdown);
        assert!(markdown.starts_with("| player | Elo |\n|---|---:|\n"), "{markdown}");
        assert!(markdown.contains("| a,b\\|c d | -3.5 |"), "{markdown}");
        assert!(markdown.contains("| &lt;script&gt;\\[x\\](y)&amp;\\* | 0 |"), "{markdown}");
        let latex = table.render(TableFormat::Latex);
        assert!(latex.starts_with("\\begin{tabular}{lr}\n\\hline\nplayer & Elo \\\\\n\\hline\n"), "{latex}");
        assert!(latex.contains("\\textbackslash{}50 \\% \\& \\{x\\}\\_y & @1"), "{latex}");
    }

    #[test]
    fn columns_are_aligned() {
        let mut table = TextTable::new([("a", Align::Left), ("b", Align::Right), ("c", Align::Left)]);
        table.push(vec!["año".into(), "1".into(), String::new()]);
        table.push(vec!["x".into(), "23".into(), "y".into()]);
        assert_eq!(table.render(TableFormat::Text), "a     b  c\naño   1\nx    23  y\n");
        // Widths of the standard library end at 65,535.
        table.push(vec!["ñ".repeat(70_000), "1".into(), "y".into()]);
        let text = table.render(TableFormat::Text);
        assert_eq!(text.lines().map(|line| line.chars().count()).max(), Some(70_000 + "   1  y".len()));
        assert_eq!(text.lines().map(|line| line.chars().count()).min(), Some(WIDEST + "   1".len()));
    }
}
