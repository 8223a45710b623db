//! Exercises: trees by chance, and as questions of a Moodle quiz in its GIFT format.
//!
//! A GIFT file has questions with blank lines between them: `::title::[html]text{answers}`. `~%50%` weighs an answer, `#` begins a
//! number or what is said about an answer, `####` what is said at the end, and a backslash takes the meaning from
//! `~`, `=`, `#`, `{`, `}`, `:` and itself.

use std::fmt::Write;

use poda_catalog::{EngineSpec, NodeKind, PracticeTree, SearchTree, SpecError, search_practice_tree};
use poda_core::{Language, Score, text};

use crate::ServiceError;

/// The most trees in one quiz.
const MOST_TREES: u32 = 50;

/// A tree to practise on, as it may be typed.
pub(crate) fn drawn(seed: u32, level: u8) -> String {
    PracticeTree::drawn(seed, level).to_string()
}

/// A file in Moodle's GIFT format: questions about a tree that was typed, or about as many drawn ones as are wanted.
pub(crate) fn quiz(
    typed: Option<&str>,
    (seed, level, trees): (u32, u8, u32),
    language: Language,
) -> Result<String, ServiceError> {
    let mut gift = String::new();
    if let Some(typed) = typed {
        questions(&mut gift, "1", &typed.parse()?, language)?;
    } else {
        for number in 0..trees.clamp(1, MOST_TREES) {
            let seed = seed.wrapping_add(number);
            let tree = PracticeTree::drawn(seed, level);
            questions(&mut gift, &format!("{level}-{seed}"), &tree, language)?;
        }
    }
    Ok(gift)
}

fn questions(
    gift: &mut String,
    name: &str,
    tree: &PracticeTree,
    language: Language,
) -> Result<(), SpecError> {
    let spec: EngineSpec = "alphabeta".parse()?;
    let search = search_practice_tree(tree, &spec)?;
    let exercise = Exercise { tree, search: search.as_ref(), language };
    let drawing = exercise.drawing();
    let value = search.summary().score.map_or(0, Score::value);
    let intro = language.pick(
        "MAX decides at the root, MIN one level below, and so on. Branches are searched from top to bottom.",
        "MAX decide en la raíz, MIN en el nivel siguiente, y así sucesivamente. Las ramas se exploran de arriba abajo.",
    );
    let text = |question: &str| {
        format!(
            "[html]<p>{}</p>\n<pre>{}</pre>\n<p>{}</p>",
            escaped(intro),
            escaped(&drawing),
            escaped(question)
        )
    };
    let title = |what: &str| format!("::{}::", escaped(&format!("Poda {name}: {what}")));
    let why = escaped(&exercise.reasons());
    // Writing to a string cannot fail.
    let _ = write!(
        gift,
        "// {tree}\n{}{}{{#{value}}}\n\n",
        title(language.pick("value", "valor")),
        text(
            language.pick("What is the minimax value of the root?", "¿Cuál es el valor minimax de la raíz?")
        ),
    );
    let _ = write!(
        gift,
        "{}{}{{\n{}####{why}\n}}\n\n",
        title(language.pick("cuts", "podas")),
        text(language.pick(
            "Which branches does alpha-beta prune, that is, never search? Mark each topmost pruned branch.",
            "¿Qué ramas poda alfa-beta, es decir, no explora nunca? Marca la rama más alta de cada poda."
        )),
        exercise.choices(),
    );
    let _ = write!(
        gift,
        "{}{}{{#{}####{why}}}\n\n",
        title(language.pick("leaves", "hojas")),
        text(language.pick("How many leaves does alpha-beta evaluate?", "¿Cuántas hojas evalúa alfa-beta?")),
        search.summary().leaves,
    );
    Ok(())
}

struct Exercise<'a> {
    tree: &'a PracticeTree,
    search: &'a dyn SearchTree,
    language: Language,
}

/// The name of a branch: the letters from the root.
fn name(path: &[usize]) -> String {
    path.iter().map(|branch| char::from(b'a' + *branch as u8)).collect()
}

impl Exercise<'_> {
    /// The tree with a line for every branch.
    fn drawing(&self) -> String {
        let mut drawing = "MAX".to_owned();
        self.draw(&mut Vec::new(), "", &mut drawing);
        drawing
    }

    fn draw(&self, path: &mut Vec<usize>, indent: &str, drawing: &mut String) {
        let branches = self.tree.branches(path);
        for branch in 0..branches {
            path.push(branch);
            let (corner, below) =
                if branch + 1 == branches { ("└─", "   ") } else { ("├─", "│  ") };
            let node = match self.tree.leaf(path) {
                Some(value) => value.to_string(),
                None => if path.len().is_multiple_of(2) { "MAX" } else { "MIN" }.to_owned(),
            };
            let _ = write!(drawing, "\n{indent}{corner} {} {node}", name(path));
            self.draw(path, &format!("{indent}{below}"), drawing);
            path.pop();
        }
    }

    /// Branches that were pruned, with the node that was cut off.
    fn pruned(&self) -> Vec<(u32, String)> {
        let mut pruned = Vec::new();
        for node in 0..self.search.summary().recorded {
            if self.search.node(node).is_none_or(|node| node.kind != NodeKind::CutOff) {
                continue;
            }
            let path = self.search.path(node).concat();
            let lost = self.search.children(node).into_iter().filter(|child| child.node.is_none());
            pruned.extend(lost.map(|child| (node, path.clone() + &child.mv)));
        }
        pruned
    }

    /// Every pruned branch, and some that were searched.
    fn choices(&self) -> String {
        let mut pruned: Vec<String> = self.pruned().into_iter().map(|(_, path)| path).collect();
        pruned.truncate(SHARES.len());
        let share = SHARES[pruned.len().max(1) - 1];
        let mut choices: Vec<(String, bool)> = pruned.into_iter().map(|path| (path, true)).collect();
        let searched = (1..self.search.summary().recorded).map(|node| self.search.path(node).concat());
        // Siblings of what was pruned are the tempting ones, and they stand last.
        let mut searched: Vec<String> = searched.filter(|path| path.len() > 1).collect();
        searched.reverse();
        searched.truncate(choices.len().max(4));
        choices.extend(searched.into_iter().map(|path| (path, false)));
        choices.sort();
        choices.into_iter().fold(String::new(), |text, (path, is_pruned)| {
            text + &if is_pruned { format!("~%{share}%{path}\n") } else { format!("~%-50%{path}\n") }
        })
    }

    /// Why each cut-off was one.
    fn reasons(&self) -> String {
        let mut cuts: Vec<u32> = self.pruned().into_iter().map(|(node, _)| node).collect();
        cuts.dedup();
        let reasons = cuts.into_iter().filter_map(|number| {
            let node = self.search.node(number)?;
            let children = self.search.children(number);
            let (searched, pruned): (Vec<_>, Vec<_>) = children.into_iter().partition(|child| child.node.is_some());
            let child = searched.last()?;
            let path = self.search.path(number).concat();
            let pruned: Vec<String> = pruned.iter().map(|child| path.clone() + &child.mv).collect();
            let value = |score: Option<Score>| score.map_or(0, Score::value);
            let (by, found, pruned) = (path.clone() + &child.mv, value(child.score), pruned.join(", "));
            let (alpha, beta) = (value(node.alpha), value(node.beta));
            Some(if node.maximizes {
                text!(
                    self.language,
                    "At {path} MAX has {found} by {by}; MIN already holds MAX to {beta} elsewhere, so {pruned} cannot matter.",
                    "En {path}, MAX tiene {found} con {by}; MIN ya limita a MAX a {beta} en otro lugar, así que {pruned} no puede cambiar nada.",
                    path, found, by, beta, pruned
                )
            } else {
                text!(
                    self.language,
                    "At {path} MIN has {found} by {by}; MAX is already sure of {alpha} elsewhere, so {pruned} cannot matter.",
                    "En {path}, MIN tiene {found} con {by}; MAX ya tiene asegurado {alpha} en otro lugar, así que {pruned} no puede cambiar nada.",
                    path, found, by, alpha, pruned
                )
            })
        });
        reasons.collect::<Vec<_>>().join(" ")
    }
}

/// A part of 1, as Moodle writes it: it takes no other number of percents.
const SHARES: [&str; 10] =
    ["100", "50", "33.33333", "25", "20", "16.66667", "14.28571", "12.5", "11.11111", "10"];

/// Text without any character that means something.
fn escaped(text: &str) -> String {
    text.chars().fold(String::new(), |mut escaped, character| {
        if r"\~=#{}:".contains(character) {
            escaped.push('\\');
        }
        escaped.push(character);
        escaped
    })
}
