//! `cargo xtask new-game NAME`: a crate that compiles, plays and passes the property tests, and its line in every list.
//!
//! The rules are copied from the toy of `poda-testkit`, the entry of the catalog from N en raya, so that they are what the compiler has
//! last seen; the rest are the files in `new_game/`, in which `NAME`, `Name` and `name` stand for the game's.

use std::{fs, path::Path, process::Command};

use crate::steps::{Context, Result, cargo, fail, root, say, step, target, works};

/// The names of a game: `othello`, `Othello`, `OTHELLO`.
#[derive(Clone, Debug, PartialEq, Eq)]
struct GameName {
    word: String,
    type_name: String,
    constant: String,
}

/// A file and its text.
type NewFile = (String, String);

/// Writes the crate and its lines into the workspace.
pub(crate) fn new_game(arguments: &[String]) -> Result {
    let [name] = arguments else { return fail("usage: cargo xtask new-game NAME") };
    let name = GameName::read(name)?;
    let root = root();
    let read = |path: &str| fs::read_to_string(root.join(path)).context(path);
    if root.join(name.folder()).exists() {
        return fail(format!("{} exists", name.folder()));
    }
    for (path, text) in files(&name, &read)?.into_iter().chain(lists(&name, &read)?) {
        write(&root.join(&path), &text)?;
        say(&path);
    }
    // Lists of modules and imports are sorted by it, and the new crate enters `Cargo.lock`.
    if !works(&mut cargo(&["fmt", "--all"]))
        || !works(&mut cargo(&["check", "--offline", "--package", "poda"]))
    {
        return fail("the new game does not compile");
    }
    let word = &name.word;
    say(&format!(
        "\n{word} plays: cargo run -p poda -- best {word}\nits tests: cargo nextest run -p poda-{word}\n\
        its playthrough: PODA_UPDATE=1 cargo test -p poda-catalog --test it playthroughs\nwhat is left to do: docs/new-game.md"
    ));
    Ok(())
}

fn write(path: &Path, text: &str) -> Result {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).context(folder.display())?;
    }
    fs::write(path, text).context(path.display())
}

impl GameName {
    fn read(word: &str) -> Result<Self> {
        let is_word = word.starts_with(|first: char| first.is_ascii_lowercase())
            && word.bytes().all(|letter| letter.is_ascii_lowercase() || letter.is_ascii_digit());
        if !is_word {
            return fail(format!("{word:?}: a name has small letters and digits, and begins with a letter"));
        }
        let (first, rest) = word.split_at(1);
        Ok(Self {
            word: word.to_owned(),
            type_name: first.to_uppercase() + rest,
            constant: word.to_uppercase(),
        })
    }

    fn folder(&self) -> String {
        format!("crates/pure/poda-{}", self.word)
    }

    /// A template with the game's names.
    fn fill(&self, template: &str) -> String {
        let text = template.replace("{name}", &self.word).replace("{Name}", &self.type_name);
        text.replace("{NAME}", &self.constant)
    }
}

/// Reads a file of the workspace.
type Read<'a> = &'a dyn Fn(&str) -> Result<String>;

const TOY: &str = "crates/dev/poda-testkit/src/toy.rs";
const FAMILIES: &str = "crates/lab/poda-catalog/src/families";

/// The new files.
fn files(name: &GameName, read: Read<'_>) -> Result<Vec<NewFile>> {
    let folder = name.folder();
    let in_crate = |path: &str| format!("{folder}/{path}");
    let rules = read(TOY)?;
    let rules = rules.split("\n#[cfg(test)]").next().unwrap_or_default();
    let rules = rules.replace("Pebbles", &name.type_name).replace("Take", &format!("{}Move", name.type_name));
    let families = name.fill(&family(&read(&format!("{FAMILIES}/nraya.rs"))?)?);
    let word = &name.word;
    Ok(vec![
        (in_crate("Cargo.toml"), name.fill(include_str!("new_game/manifest.txt"))),
        (in_crate("README.md"), name.fill(include_str!("new_game/readme.txt"))),
        (in_crate(&format!("rules/players/{word}.en.md")), name.fill(include_str!("new_game/rules.en.txt"))),
        (in_crate(&format!("rules/players/{word}.es.md")), name.fill(include_str!("new_game/rules.es.txt"))),
        (in_crate("src/lib.rs"), name.fill(include_str!("new_game/library.txt"))),
        (in_crate("src/rules.rs"), name.fill(include_str!("new_game/rules.txt"))),
        (in_crate(&format!("src/{word}.rs")), format!("{}\n", rules.trim_end())),
        (in_crate("tests/it/main.rs"), name.fill(include_str!("new_game/tests.txt"))),
        (format!("crates/pure/poda-eval/src/{word}.rs"), name.fill(include_str!("new_game/evaluator.txt"))),
        (
            format!("crates/pure/poda-engines/src/games/{word}.rs"),
            name.fill(include_str!("new_game/engines.txt")),
        ),
        (format!("{FAMILIES}/{word}.rs"), families),
    ])
}

/// The entry of the catalog as a template, made of that of N en raya: its texts are the new game's.
fn family(model: &str) -> Result<String> {
    let mut text = String::new();
    let mut lines = model.lines();
    while let Some(line) = lines.next() {
        let field = line.trim_start().split(':').next().unwrap_or_default();
        let ours = match field {
            "title" => "text(\"Game of {Name}\", \"Juego de {Name}\"),",
            "summary" | "goal" => {
                "text(\"take the last of the pebbles\", \"llévate la última de las piedras\"),"
            }
            "meaning" => "text(\"four heaps of pebbles\", \"cuatro montones de piedras\"),",
            _ => {
                text += line;
                text.push('\n');
                continue;
            }
        };
        let indentation = &line[..line.len() - line.trim_start().len()];
        text.extend([indentation, field, ": ", ours, "\n"]);
        // What the model says on further lines ends with the bracket below the field's name.
        if line.ends_with('(') {
            lines.find(|line| line.trim() == "),");
        }
    }
    let text = text
        .replace("poda_mnk::Nraya", "poda_{name}::{Name}")
        .replace("poda_mnk::rules", "poda_{name}::rules");
    let text = text.replace("Nraya::", "{Name}::").replace("NRAYA", "{NAME}").replace("nraya", "{name}");
    let text = text.replace("open-lines", "tempo");
    if text.contains("mnk") || text.contains("raya") {
        return fail(
            "the entry of N en raya in the catalog is no model any more: see `family` in new_game.rs",
        );
    }
    Ok(text)
}

/// A line that goes into a list before or after one that is there.
struct Insertion {
    path: &'static str,
    /// The line that is there, or its beginning.
    anchor: &'static str,
    is_after: bool,
    line: &'static str,
}

const fn after(path: &'static str, anchor: &'static str, line: &'static str) -> Insertion {
    Insertion { path, anchor, is_after: true, line }
}

const fn before(path: &'static str, anchor: &'static str, line: &'static str) -> Insertion {
    Insertion { path, anchor, is_after: false, line }
}

const EVAL: &str = "crates/pure/poda-eval/src/lib.rs";
const ENGINES: &str = "crates/pure/poda-engines/src/lib.rs";
const MODULES: &str = "crates/lab/poda-catalog/src/families/mod.rs";

/// Every place outside of the game's own files. `docs/new-game.md` lists them.
const LISTS: &[Insertion] = &[
    after(
        "Cargo.toml",
        "poda-mnk = {",
        "poda-{name} = { path = \"crates/pure/poda-{name}\", version = \"0.1.0\" }",
    ),
    after("Cargo.toml", "poda-mnk.opt-level = 2", "poda-{name}.opt-level = 2"),
    after("Cargo.toml", "poda-mnk.opt-level = 3", "poda-{name}.opt-level = 3"),
    after("crates/pure/poda-eval/Cargo.toml", "poda-mnk.workspace = true", "poda-{name}.workspace = true"),
    after("crates/pure/poda-engines/Cargo.toml", "poda-mnk.workspace = true", "poda-{name}.workspace = true"),
    after("crates/lab/poda-catalog/Cargo.toml", "poda-mnk.workspace = true", "poda-{name}.workspace = true"),
    before(EVAL, "mod open_lines;", "mod {name};"),
    before(EVAL, "pub use open_lines::OpenLines;", "pub use {name}::{Name}Evaluator;"),
    after(EVAL, "//! | [`OpenLines`]", "//! | [`{Name}Evaluator`] | {name} | built in |"),
    before("crates/pure/poda-engines/src/games/mod.rs", "mod parchis;", "mod {name};"),
    before(ENGINES, "use poda_parchis::Parchis;", "use poda_{name}::{Name};"),
    after(ENGINES, "    Nraya,", "    {Name},"),
    before(MODULES, "mod parchis;", "mod {name};"),
    after(MODULES, "    mnk::family,", "    {name}::family,"),
    after("crates/dev/xtask/src/packages.rs", "    \"poda-mnk\",", "    \"poda-{name}\","),
    after("ARCHITECTURE.md", "| `poda-mnk` |", "| `poda-{name}` | {Name} | core |"),
    after(
        "docs/games.md",
        "| K in a row |",
        "| {Name} | `{name}` | [{Name}](../crates/pure/poda-{name}/rules/players/{name}.en.md) | – |",
    ),
    after(
        "docs/es/games.md",
        "| K en raya |",
        "| {Name} | `{name}` | [{Name}](../../crates/pure/poda-{name}/rules/players/{name}.es.md) | – |",
    ),
];

/// The lists with their new lines.
fn lists(name: &GameName, read: Read<'_>) -> Result<Vec<NewFile>> {
    let mut files: Vec<NewFile> = Vec::new();
    for insertion in LISTS {
        let path = insertion.path;
        if files.iter().all(|(known, _)| known != path) {
            files.push((path.to_owned(), read(path)?));
        }
        let Some((_, text)) = files.iter_mut().find(|(known, _)| known == path) else { continue };
        *text = insert(text, insertion, &name.fill(insertion.line))
            .ok_or_else(|| format!("{path}: no line {:?}; see LISTS in new_game.rs", insertion.anchor))?;
    }
    Ok(files)
}

/// The text with the line at each of its places; `None` if there is none.
fn insert(text: &str, insertion: &Insertion, line: &str) -> Option<String> {
    let mut lines = Vec::new();
    let mut found = false;
    for old in text.lines() {
        let is_place = old.starts_with(insertion.anchor);
        found |= is_place;
        match (is_place, insertion.is_after) {
            (true, true) => lines.extend([old, line]),
            (true, false) => lines.extend([line, old]),
            (false, _) => lines.push(old),
        }
    }
    found.then(|| lines.join("\n") + "\n")
}

/// For `cargo xtask stress`: a game in a copy of what is committed.
pub(crate) fn stress() -> Result {
    let copy = target().join("new-game");
    if copy.exists() {
        fs::remove_dir_all(&copy).context(copy.display())?;
    }
    let mut clone = Command::new("git");
    step(
        "new game, copy",
        clone
            .args(["clone", "--quiet", "--depth", "1"])
            .arg(format!("file://{}", root().display()))
            .arg(&copy),
    )?;
    let cargo = |arguments: &[&str]| {
        let mut command = cargo(arguments);
        command.current_dir(&copy).env("CARGO_TARGET_DIR", copy.join("target"));
        command
    };
    step(
        "new game, written",
        &mut cargo(&["run", "--quiet", "--package", "xtask", "--", "new-game", "nimble"]),
    )?;
    step("new game, tidy", &mut cargo(&["run", "--quiet", "--package", "xtask", "--", "tidy"]))?;
    let its = ["--package", "poda-nimble", "--package", "poda-eval"];
    step("new game, its tests", cargo(&["test", "--quiet"]).args(its))?;
    let best = ["run", "--quiet", "--package", "poda", "--", "best", "nimble", "--agent", "pvs:depth=4"];
    step("new game, played", &mut cargo(&best))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(path: &str) -> Result<String> {
        fs::read_to_string(root().join(path)).context(path)
    }

    #[test]
    fn names_are_words() {
        let name = GameName::read("othello").unwrap();
        assert_eq!((name.type_name.as_str(), name.constant.as_str()), ("Othello", "OTHELLO"));
        for wrong in ["", "Othello", "9x9", "two words", "a-b", "../up"] {
            assert!(GameName::read(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn every_file_has_the_games_name_and_no_other() {
        let name = GameName::read("othello").unwrap();
        for (path, text) in files(&name, &read).unwrap() {
            assert!(path.contains("othello") && text.to_lowercase().contains("othello"), "{path}");
            for left in ["{name}", "{Name}", "{NAME}", "Pebbles", "Nraya", "nraya", "mnk"] {
                assert!(!text.contains(left), "{left:?} in {path}");
            }
        }
    }

    #[test]
    fn every_list_has_its_place_for_a_game() {
        let name = GameName::read("othello").unwrap();
        let lists = lists(&name, &read).unwrap();
        for (path, text) in &lists {
            assert!(text.contains("thello"), "{path}");
        }
        let manifest = &lists.iter().find(|(path, _)| path == "Cargo.toml").unwrap().1;
        for profile in ["dev", "quick"] {
            let (_, profile) = manifest.split_once(&format!("[profile.{profile}.package]")).unwrap();
            assert!(profile.split("\n[").next().unwrap().contains("poda-othello.opt-level"));
        }
    }
}
