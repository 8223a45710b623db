//! A type name means one thing in the workspace, public or private.

use std::collections::BTreeMap;

/// Where each type is declared.
#[derive(Default)]
pub(super) struct Names(BTreeMap<String, Vec<String>>);

impl Names {
    /// Notes the types that a source file declares. Tests and `xtask` may call theirs what they like.
    pub(super) fn note(&mut self, file: &str, text: &str) {
        if file.starts_with("crates/dev/xtask/")
            || file.contains("/tests/")
            || file.contains("/benches/")
            || file.ends_with("tests.rs")
        {
            return;
        }
        for (index, line) in text.lines().enumerate() {
            if let Some(name) = declared(line) {
                self.0.entry(name.to_owned()).or_default().push(format!("{file}:{}", index + 1));
            }
        }
    }

    /// Names with a second meaning, and where. In one file a name may have a form for each platform or feature.
    pub(super) fn doubled(self) -> Vec<String> {
        let is_one_file = |places: &[String]| {
            let file = |place: &String| place.rsplit_once(':').map(|(file, _)| file.to_owned());
            places.iter().all(|place| file(place) == file(&places[0]))
        };
        let several = self.0.into_iter().filter(|(_, places)| !is_one_file(places));
        several.map(|(name, places)| format!("{name} is declared twice: {}", places.join(", "))).collect()
    }
}

/// The type that a line declares at the top level of its module. (What is indented is an associated type, inside a macro, or inside
/// a module of tests.)
fn declared(line: &str) -> Option<&str> {
    let rest = match line.strip_prefix("pub") {
        None => line,
        Some(rest) => match rest.strip_prefix('(') {
            Some(scope) => scope.split_once(") ")?.1,
            None => rest.strip_prefix(' ')?,
        },
    };
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
        names.note("b.rs", "//! pub struct Score\npub type Other<T> = Vec<T>;\nstruct Lock;\nstruct Lock;\n");
        names.note("c.rs", "enum Hidden {}\n\npub unsafe trait Score {}\n");
        names.note("crates/d/tests/it/e.rs", "struct Other;\n");
        let twice = ["Hidden is declared twice: a.rs:2, c.rs:1", "Score is declared twice: a.rs:1, c.rs:3"];
        assert_eq!(names.doubled(), twice);
    }
}
