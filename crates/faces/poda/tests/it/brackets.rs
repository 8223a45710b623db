//! In the test language every translated text stands between ⟦ and ⟧, and what is inserted into it stands outside. So every
//! word outside of the brackets is one that a Spanish reader gets in English. `brackets/allowed.txt` has the words that are no
//! language: names of games, engines and options, what programs read.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::{
    collections::BTreeSet,
    fs,
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Command, Output},
};

use crate::common;

/// Command lines with what is typed into them. `BOTS` is the folder of the example bots, `HERE` one with the files of
/// [`prepare`]. They run in this order, and share their records.
const COMMANDS: &str = include_str!("brackets/commands.txt");

const ALLOWED: &str = include_str!("brackets/allowed.txt");

#[test]
fn every_word_that_is_printed_is_translated() {
    let folder = tempfile::tempdir().unwrap();
    prepare(folder.path());
    let allowed: BTreeSet<&str> = lines(ALLOWED).flat_map(str::split_whitespace).collect();
    let mut untranslated = Vec::new();
    for command in lines(COMMANDS).map(str::to_owned).chain(helps(folder.path())) {
        let output = run(folder.path(), &command);
        let printed = [common::text(&output.stdout), common::text(&output.stderr)].concat();
        assert!(!printed.trim().is_empty(), "{command}: nothing is printed");
        // What was given is said again; the command's own name may be an English word, though.
        let given: BTreeSet<String> = split(&command).iter().skip(1).flat_map(|text| words(text)).collect();
        let known = |word: &String| allowed.contains(word.as_str()) || given.contains(word);
        let found: BTreeSet<String> = words(&outside(&printed)).filter(|word| !known(word)).collect();
        if !found.is_empty() {
            untranslated.push(format!("{command}: {found:?} in\n{printed}"));
        }
    }
    assert!(
        untranslated.is_empty(),
        "texts that are not translated (CONTRIBUTING.md, \"Texts for people\"), or words that belong into \
         crates/faces/poda/tests/it/brackets/allowed.txt:\n\n{}",
        untranslated.join("\n\n")
    );
}

/// The help of every command, as the help lists them.
fn helps(folder: &Path) -> Vec<String> {
    let mut commands = vec![String::new()];
    let mut list = Vec::new();
    while let Some(command) = commands.pop() {
        let help = format!("{command} --help");
        let text = common::text(&run(folder, &help).stdout);
        let section = text.lines().skip_while(|line| *line != "⟦Commands:⟧").skip(1);
        let names = section.take_while(|line| !line.is_empty()).filter(|line| !line.starts_with("   "));
        let names = names.filter_map(|line| line.split_whitespace().next()).filter(|name| *name != "help");
        commands.extend(names.map(|name| format!("{command} {name}").trim().to_owned()));
        list.push(help);
    }
    list
}

fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// What stands outside of all brackets.
fn outside(text: &str) -> String {
    let mut depth = 0_usize;
    let mut rest = String::new();
    for character in text.chars() {
        match character {
            '⟦' => depth += 1,
            '⟧' => depth = depth.checked_sub(1).unwrap(),
            _ if depth == 0 => rest.push(character),
            _ => {}
        }
        if matches!(character, '⟦' | '⟧') {
            rest.push(' ');
        }
    }
    assert_eq!(depth, 0, "{text}");
    rest
}

/// Words of two letters and more. Options and paths are none.
fn words(text: &str) -> impl Iterator<Item = String> {
    let tokens = text.split(|character: char| character.is_whitespace() || "\"'()[],;".contains(character));
    let tokens = tokens.filter(|token| !token.starts_with('-') && !token.contains('/'));
    let words = tokens.flat_map(|token| token.split(|character: char| !character.is_alphabetic()));
    words.filter(|word| word.chars().count() > 1).map(str::to_owned).collect::<Vec<_>>().into_iter()
}

/// Runs a line of [`COMMANDS`]: words as a shell has them, and after `<` what is typed, with `\n` between its lines.
fn run(folder: &Path, line: &str) -> Output {
    let bots = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../examples/bots").canonicalize().unwrap();
    let line =
        line.replace("BOTS", &bots.display().to_string()).replace("HERE", &folder.display().to_string());
    let (words, typed) = line.split_once(" < ").unwrap_or((&line, ""));
    let mut command = Command::new(env!("CARGO_BIN_EXE_poda"));
    command.args(split(words));
    common::at_home(&mut command, folder);
    command.env("PODA_LANG", "brackets").env("XDG_STATE_HOME", folder).current_dir(folder);
    command.stdin(std::process::Stdio::piped());
    let mut child = command.spawn().unwrap();
    // It may have ended without reading.
    let _ = child.stdin.take().unwrap().write_all(typed.replace("\\n", "\n").as_bytes());
    if !words.starts_with("serve --port 0") {
        return child.wait_with_output().unwrap();
    }
    // A server says where it is, and stays.
    let mut said = String::new();
    let mut lines = BufReader::new(child.stderr.take().unwrap());
    while !said.contains("http://") && lines.read_line(&mut said).unwrap() > 0 {}
    child.kill().unwrap();
    Output { status: child.wait().unwrap(), stdout: Vec::new(), stderr: said.into_bytes() }
}

/// Words, of which some are quoted.
fn split(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for character in line.chars() {
        match character {
            '\'' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            _ => words.last_mut().unwrap().push(character),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Files that the commands name.
fn prepare(folder: &Path) {
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    write("openings.txt", "44\n45\n");
    write("broken-openings.txt", "4\n8\n");
    write("empty.txt", "");
    write("foreign.db", "this is no database, whatever its name says; it only has to be long enough");
    write("signature.txt", "# another one\n");
    write("rubric.toml", RUBRIC);
    write("broken.toml", "game = \"chess\"\n");
    write("wrong.toml", "game = 3\n");
    write("unknown.toml", "game = \"boom\"\ngames_a_day = 3\n");
    write("syntax.toml", "game = [\n");
    for (student, file) in [("ana", "json_bot.py"), ("eva", "bad/illegal.py")] {
        let bots = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../examples/bots");
        write(&format!("class/{student}/bot.py"), &fs::read_to_string(bots.join(file)).unwrap());
        write(&format!("class/{student}/bot.toml"), "run = \"python3 bot.py\"\n");
    }
}

const RUBRIC: &str = r#"
game = "connect4:4x4"
seed = 7
time_ms = 1000
opponents = ["easy=random"]
games = 2
league_games = 2
openings = "random:2"
"#;

#[test]
fn words_outside_of_the_brackets_are_found() {
    let found: Vec<String> = words(&outside("⟦read ⟧a.txt⟦: ⟧no such file⟦⟧ 4x4 --json /tmp/x +3")).collect();
    assert_eq!(found, ["txt", "no", "such", "file"]);
    assert_eq!(split("best 'json:python3 x' 4"), ["best", "json:python3 x", "4"]);
}
