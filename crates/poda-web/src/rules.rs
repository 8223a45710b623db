//! The rules of each game for people, from the same pages that the project's documents are.

use poda_core::Language;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    ServerLimits,
    failure::Refusal,
    line::Line,
    shown::{Picture, Shown},
};

const GAMES: &str = include_str!("../../../docs/games.md");
const PARCHIS: &str = include_str!("../../../docs/parchis.md");

/// A piece of a page.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, ToSchema)]
#[serde(tag = "is", rename_all = "kebab-case")]
pub(crate) enum Block {
    /// A heading.
    Title { text: String },
    /// A paragraph; `code` and **strong** words are marked as in Markdown.
    Text { text: String },
    /// Some points.
    Points { points: Vec<String> },
    /// A table, its first row the heads.
    GameSession { rows: Vec<Vec<String>> },
    /// A position.
    Drawing { scene: Picture },
}

/// The page about a family of games.
pub(crate) fn page(family: &str, language: Language, limits: &ServerLimits) -> Result<Vec<Block>, Refusal> {
    poda_catalog::open(family)?;
    let tongue = language.pick("## English", "## Español");
    let (text, level) = if family == "parchis" { (PARCHIS, "## ") } else { (GAMES, "### ") };
    let spoken = section(text, "## ", |head| head == tongue);
    let lines = if level == "## " {
        spoken
    } else {
        section(&spoken, level, |head| head.contains(&format!("(`{family}`")))
    };
    let mut page = blocks(&lines, family, language, limits);
    if !page.iter().any(|block| matches!(block, Block::Drawing { .. })) {
        // One picture serves both languages of a document, but the page shows only one of them.
        let second = 1.min(page.len());
        page.splice(second..second, drawing(family, None, language, limits));
    }
    Ok(page)
}

fn drawing(game: &str, position: Option<&str>, language: Language, limits: &ServerLimits) -> Option<Block> {
    let line = Line { game: game.into(), start: position.map(Into::into), moves: Vec::new() };
    let standing = line.follow(limits).ok()?;
    Some(Block::Drawing { scene: Shown::new(&standing, language).scene })
}

/// What stands between a heading that is wanted and the next one of its level.
fn section(text: &str, level: &str, wanted: impl Fn(&str) -> bool) -> String {
    let lines = text.lines().skip_while(|line| !(line.starts_with(level) && wanted(line))).skip(1);
    lines.take_while(|line| !line.starts_with(level)).flat_map(|line| [line, "\n"]).collect()
}

fn blocks(text: &str, family: &str, language: Language, limits: &ServerLimits) -> Vec<Block> {
    let mut blocks: Vec<Block> = Vec::new();
    let mut lines = text.lines().peekable();
    let mut joined = false;
    while let Some(line) = lines.next() {
        let continues = std::mem::replace(&mut joined, true);
        if let Some(fence) = line.strip_prefix("```") {
            while lines.next().is_some_and(|line| line != "```") {}
            let mut words = fence.splitn(4, ' ');
            let (game, position) = match (words.next(), words.next(), words.nth(1)) {
                (Some("drawing"), Some(game), position) => (game, position),
                _ => (family, None),
            };
            blocks.extend(drawing(game, position, language, limits));
        } else if let Some(title) = line.strip_prefix("### ") {
            blocks.push(Block::Title { text: title.into() });
        } else if let Some(point) = line.strip_prefix("* ") {
            match blocks.last_mut() {
                Some(Block::Points { points }) => points.push(point.into()),
                _ => blocks.push(Block::Points { points: vec![point.into()] }),
            }
        } else if line.starts_with('|') {
            let cells: Vec<String> =
                line.trim_matches('|').split('|').map(|cell| cell.trim().into()).collect();
            match blocks.last_mut() {
                _ if cells.iter().all(|cell| cell.starts_with("---")) => {}
                Some(Block::GameSession { rows }) => rows.push(cells),
                _ => blocks.push(Block::GameSession { rows: vec![cells] }),
            }
        } else if line.trim().is_empty() {
            joined = false;
        } else {
            // A line that goes on with the last paragraph or point.
            let last = match blocks.last_mut() {
                Some(Block::Text { text }) if continues => Some(text),
                Some(Block::Points { points }) if continues => points.last_mut(),
                _ => None,
            };
            match last {
                Some(text) => {
                    text.push(' ');
                    text.push_str(line.trim());
                }
                None => blocks.push(Block::Text { text: line.trim().into() }),
            }
        }
    }
    blocks
}

#[cfg(test)]
mod tests {
    use poda_catalog::GAMES;

    use super::*;

    #[test]
    fn every_game_has_a_page_with_a_picture_in_both_languages() {
        for family in GAMES {
            for language in [Language::English, Language::Spanish] {
                let page = page(family.name, language, &ServerLimits::default()).unwrap();
                let has = |test: fn(&Block) -> bool| page.iter().any(test);
                assert!(has(|block| matches!(block, Block::Text { .. })), "{}: {page:?}", family.name);
                assert!(has(|block| matches!(block, Block::Drawing { .. })), "{}: {page:?}", family.name);
                // Links lead to files that are not there for whoever reads the page.
                assert!(!format!("{page:?}").contains("]("), "{}: {page:?}", family.name);
            }
        }
        assert!(page("chess", Language::English, &ServerLimits::default()).is_err());
    }
}
