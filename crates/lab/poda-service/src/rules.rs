//! The rules of each game for players, as blocks that a screen shows one below the other.

use poda_agent::GameLine;
use poda_catalog::Catalog;
use poda_core::{Language, Scene};
use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use serde::Serialize;

use crate::{ServiceError, ServiceLimits, SessionStore};

/// The rules of a family of games.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct RulesPage {
    /// What to show, from top to bottom.
    pub blocks: Vec<RulesBlock>,
}

/// A piece of a page.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum RulesBlock {
    /// A heading.
    Title {
        /// Its text.
        text: Vec<TextRun>,
    },
    /// A paragraph.
    Text {
        /// Its text.
        text: Vec<TextRun>,
    },
    /// A list of points.
    Points {
        /// Their texts.
        points: Vec<Vec<TextRun>>,
    },
    /// A table, its first row the heads.
    Table {
        /// Rows of cells.
        rows: Vec<Vec<Vec<TextRun>>>,
    },
    /// A position.
    Drawing {
        /// The board.
        scene: Scene,
    },
}

/// A part of a text that looks the same throughout.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TextRun {
    /// The words.
    pub text: String,
    /// How they look.
    pub style: RunStyle,
}

/// How a part of a text looks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum RunStyle {
    /// Like any text.
    #[default]
    Plain,
    /// Emphasized.
    Strong,
    /// As it is typed.
    Code,
    /// A picture of the board: the text is its stable word.
    Icon,
}

/// The rules of a family of games.
pub(crate) fn page(
    name: &str,
    catalog: &Catalog,
    language: Language,
    limits: &ServiceLimits,
) -> Result<RulesPage, ServiceError> {
    // Opening it names the known games, if it is none of them.
    let game = catalog.open(name)?;
    let family = game.family();
    let drawing = |game: &str, start: Option<&str>| {
        let line = GameLine { start: start.map(Into::into), ..GameLine::new(game) };
        let scene = |followed: &mut crate::FollowedLine| Ok(followed.session.scene(language));
        let scene = SessionStore::new(catalog.clone(), 0).with(&line, limits, scene).ok()?;
        Some(RulesBlock::Drawing { scene })
    };
    let icons: Vec<&str> = family.legend.iter().map(|entry| entry.icon.as_str()).collect();
    let mut blocks = Reader::read(family.rules.get(language), name, &drawing);
    show_icons(&mut blocks, &icons, language.pick("icon", "icono"));
    if !blocks.iter().any(|block| matches!(block, RulesBlock::Drawing { .. })) {
        // A page without a picture gets the start, below its first paragraph.
        let second = 1.min(blocks.len());
        blocks.splice(second..second, drawing(name, None));
    }
    Ok(RulesPage { blocks })
}

/// Puts the board's own pictures into tables: a row about something that has one begins with it, in place of the letter
/// that terminals show.
fn show_icons(blocks: &mut [RulesBlock], icons: &[&str], head: &str) {
    for block in blocks {
        let RulesBlock::Table { rows } = block else { continue };
        let mut has_icons = false;
        for row in rows.iter_mut() {
            let word = row.get(1).and_then(|cell| cell.first()).filter(|run| run.style == RunStyle::Code);
            if let Some(icon) = word.and_then(|run| icons.iter().find(|icon| **icon == run.text)) {
                row[0] = vec![TextRun { text: (*icon).to_owned(), style: RunStyle::Icon }];
                has_icons = true;
            }
        }
        if let Some(cell) = rows.first_mut().and_then(|row| row.first_mut()).filter(|_| has_icons) {
            *cell = vec![TextRun { text: head.to_owned(), style: RunStyle::Plain }];
        }
    }
}

/// Draws a position of a game, or its start.
type Drawing<'a> = dyn Fn(&str, Option<&str>) -> Option<RulesBlock> + 'a;

/// Turns Markdown into blocks.
#[derive(Default)]
struct Reader {
    blocks: Vec<RulesBlock>,
    /// The text that is being read.
    runs: Vec<TextRun>,
    style: RunStyle,
    points: Vec<Vec<TextRun>>,
    cells: Vec<Vec<TextRun>>,
    rows: Vec<Vec<Vec<TextRun>>>,
    /// What is inside a fence is drawn anew.
    in_fence: bool,
    in_list: bool,
}

impl Reader {
    fn read(text: &str, family: &str, drawing: &Drawing<'_>) -> Vec<RulesBlock> {
        let mut reader = Self::default();
        for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
            match event {
                Event::Start(tag) => reader.start(&tag, family, drawing),
                Event::End(tag) => reader.end(tag),
                Event::Text(text) if !reader.in_fence => reader.push(&text, reader.style),
                Event::Code(text) => reader.push(&text, RunStyle::Code),
                Event::SoftBreak | Event::HardBreak => reader.push(" ", reader.style),
                _ => {}
            }
        }
        reader.blocks
    }

    fn start(&mut self, tag: &Tag<'_>, family: &str, drawing: &Drawing<'_>) {
        match tag {
            Tag::Strong => self.style = RunStyle::Strong,
            Tag::List(_) => self.in_list = true,
            Tag::CodeBlock(kind) => {
                self.in_fence = true;
                let heading = if let CodeBlockKind::Fenced(heading) = kind { heading.as_ref() } else { "" };
                // `drawing GAME LANGUAGE POSITION`; the language is this page's own.
                let mut words = heading.splitn(4, ' ');
                let (game, position) = match (words.next(), words.next(), words.nth(1)) {
                    (Some("drawing"), Some(game), position) => (game, position),
                    _ => (family, None),
                };
                self.blocks.extend(drawing(game, position));
            }
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Strong => self.style = RunStyle::Plain,
            TagEnd::CodeBlock => self.in_fence = false,
            // The page has a title of its own.
            TagEnd::Heading(HeadingLevel::H1) => self.runs.clear(),
            TagEnd::Heading(_) => {
                let text = self.take();
                self.blocks.push(RulesBlock::Title { text });
            }
            TagEnd::Paragraph if !self.in_list => {
                let text = self.take();
                self.blocks.push(RulesBlock::Text { text });
            }
            TagEnd::Item => {
                let point = self.take();
                self.points.push(point);
            }
            TagEnd::List(_) => {
                self.in_list = false;
                let points = std::mem::take(&mut self.points);
                self.blocks.push(RulesBlock::Points { points });
            }
            TagEnd::TableCell => {
                let cell = self.take();
                self.cells.push(cell);
            }
            TagEnd::TableHead | TagEnd::TableRow => {
                let row = std::mem::take(&mut self.cells);
                self.rows.push(row);
            }
            TagEnd::Table => {
                let rows = std::mem::take(&mut self.rows);
                self.blocks.push(RulesBlock::Table { rows });
            }
            _ => {}
        }
    }

    fn push(&mut self, text: &str, style: RunStyle) {
        match self.runs.last_mut() {
            Some(run) if run.style == style => run.text.push_str(text),
            _ => self.runs.push(TextRun { text: text.to_owned(), style }),
        }
    }

    fn take(&mut self) -> Vec<TextRun> {
        std::mem::take(&mut self.runs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(text: &str) -> TextRun {
        TextRun { text: text.into(), style: RunStyle::Plain }
    }

    #[test]
    fn markdown_becomes_blocks() {
        let text = "# Title\n\nOne\n**two** `three`.\n\n## Head\n\n* a\n  b\n* c\n\n| x | y |\n|---|---|\n| 1 | `2` |\n\n```drawing boom en 7 1 0\nXX\n```\n\n```text\nXX\n```\n";
        let asked = std::cell::RefCell::new(Vec::new());
        let drawing = |game: &str, position: Option<&str>| {
            asked.borrow_mut().push((game.to_owned(), position.map(str::to_owned)));
            None
        };
        let styled = |text: &str, style| TextRun { text: text.into(), style };
        let expected = vec![
            RulesBlock::Text {
                text: vec![
                    plain("One "),
                    styled("two", RunStyle::Strong),
                    plain(" "),
                    styled("three", RunStyle::Code),
                    plain("."),
                ],
            },
            RulesBlock::Title { text: vec![plain("Head")] },
            RulesBlock::Points { points: vec![vec![plain("a b")], vec![plain("c")]] },
            RulesBlock::Table {
                rows: vec![
                    vec![vec![plain("x")], vec![plain("y")]],
                    vec![vec![plain("1")], vec![styled("2", RunStyle::Code)]],
                ],
            },
        ];
        assert_eq!(Reader::read(text, "crush", &drawing), expected);
        assert_eq!(*asked.borrow(), [("boom".into(), Some("7 1 0".into())), ("crush".into(), None)]);
    }

    #[test]
    fn objects_are_listed_by_their_pictures() {
        let page =
            page("parchis", &Catalog::default(), Language::Spanish, &ServiceLimits::default()).unwrap();
        let icons: Vec<String> = page
            .blocks
            .iter()
            .filter_map(|block| if let RulesBlock::Table { rows } = block { Some(rows) } else { None })
            .flatten()
            .flat_map(|row| &row[0])
            .filter(|run| run.style == RunStyle::Icon)
            .map(|run| run.text.clone())
            .collect();
        assert_eq!(icons.len(), 10);
        assert_eq!(icons[0], "star");
    }

    #[test]
    fn every_game_has_a_page_with_a_picture_in_both_languages() {
        let limits = ServiceLimits::default();
        let catalog = Catalog::default();
        for family in catalog.families() {
            for language in [Language::English, Language::Spanish] {
                let page = page(&family.name, &catalog, language, &limits).unwrap();
                let has = |test: fn(&RulesBlock) -> bool| page.blocks.iter().any(test);
                assert!(has(|block| matches!(block, RulesBlock::Text { .. })), "{}: {page:?}", family.name);
                assert!(
                    has(|block| matches!(block, RulesBlock::Drawing { .. })),
                    "{}: {page:?}",
                    family.name
                );
                // Links lead to files that are not there for whoever reads the page.
                assert!(!family.rules.get(language).contains("]("), "{}", family.name);
            }
        }
        assert!(page("chess", &catalog, Language::English, &limits).is_err());
    }
}
