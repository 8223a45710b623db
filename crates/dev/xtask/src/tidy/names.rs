//! A public type name means one thing in the workspace.

use std::collections::BTreeMap;

/// Where each public type is declared.
#[derive(Default)]
pub(super) struct Names(BTreeMap<String, Vec<String>>);

impl Names {
    /// Notes the public types that a source file declares.
    pub(super) fn note(&mut self, file: &str, text: &str) {
        for (index, line) in text.lines().enumerate() {
            if let Some(name) = declared(line) {
                self.0.entry(name.to_owned()).or_default().push(format!("{file}:{}", index + 1));
            }
        }
    }

    /// Names with a second meaning, and where.
    pub(super) fn doubled(self) -> Vec<String> {
        let several = self.0.into_iter().filter(|(_, places)| places.len() > 1);
        several.map(|(name, places)| format!("{name} is declared twice: {}", places.join(", "))).collect()
    }
}

/// The public type that a line declares at the top level of its module. (What is indented is an associated type, or inside
/// a module of tests.)
fn declared(line: &str) -> Option<&str> {
    let rest = line.strip_prefix("pub ")?;
    let rest = rest.strip_prefix("unsafe ").unwrap_or(rest);
    let rest =
        ["struct ", "enum ", "trait ", "type ", "union "].iter().find_map(|word| rest.strip_prefix(word))?;
    let end = rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(rest.len());
    Some(&rest[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_second_meaning_is_found() {
        let mut names = Names::default();
        names.note("a.rs", "pub struct Score(i32);\npub(crate) enum Hidden {}\npub trait Game: Sized {\n    pub type Move;\n");
        names.note("b.rs", "//! pub struct Score\npub type Other<T> = Vec<T>;\n");
        names.note("c.rs", "pub enum Hidden {}\n\npub unsafe trait Score {}\n");
        assert_eq!(names.doubled(), ["Score is declared twice: a.rs:1, c.rs:3"]);
    }
}
