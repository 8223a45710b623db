//! What students handed in: a folder each, with a `bot.toml` in it or with the player of a course. Nothing in there is believed before it was looked at.

use std::{
    collections::BTreeMap,
    fs, io,
    path::{Path, PathBuf},
};

use poda_bots::{Bot, BotSource, CommandLine, Course, Protocol, read_plain, stray_word_of_shell};
use poda_catalog::PlayerError;
use poda_contest::Player;
use poda_core::{Language, Message, Text, Translate, message, text};
use serde::Deserialize;
use thiserror::Error;

use super::{GradeError, builds::LINKED, rubric::one_line};

/// A folder with whatever a student handed in.
#[derive(Clone, Debug)]
pub struct Submission {
    /// Names the student in files and on the command line: the folder's name, or Moodle's number.
    pub id: String,
    /// The student's name.
    pub name: String,
    /// The number that Moodle gave to the participant, if the folder's name tells.
    pub participant: Option<u64>,
    /// Where `bot.toml` is, or should be, or where the files of a course are.
    pub folder: PathBuf,
    /// What `bot.toml` says, or would say about the player of a course; or why that makes no sense.
    pub content: Result<BotFile, SubmissionError>,
}

/// What `bot.toml` says.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BotFile {
    /// How to build it, if anything is to be built.
    pub build: Option<String>,
    /// When it was handed in, as the student says.
    pub submitted: Option<String>,
    /// How it speaks.
    pub protocol: Protocol,
    /// Whether it is not in UTF-8 and was read as Latin-1.
    pub is_latin_1: bool,
    name: Option<String>,
    run: String,
    nodes: Option<String>,
}

/// A submission that can be started, in the folder where it was built.
#[derive(Clone, Debug)]
pub struct Entrant {
    /// It as a player of contests.
    pub player: Player,
    /// Its program.
    pub bot: Bot,
    /// The command that counts nodes, if there is one.
    pub nodes: Option<CommandLine>,
}

impl Entrant {
    /// The first of some links, by their paths inside of its folder, that a command of it uses.
    pub(super) fn uses<'a>(&self, links: &'a [PathBuf]) -> Option<&'a Path> {
        let BotSource::Command(run) = &self.bot.source else { return None };
        let commands = || [Some(run), self.nodes.as_ref()].into_iter().flatten();
        let used = |link: &&PathBuf| commands().any(|command| command.names(link));
        links.iter().find(used).map(PathBuf::as_path)
    }
}

/// `bot.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct BotToml {
    name: Option<String>,
    build: Option<String>,
    run: String,
    protocol: Option<String>,
    nodes: Option<String>,
    submitted: Option<toml::Value>,
}

/// Why a `bot.toml` makes no sense.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", self.text(Language::English))]
pub enum SubmissionError {
    /// It cannot be read.
    File(Message),
    /// There is no such protocol.
    Protocol(String),
    /// A command is broken.
    Command(#[from] PlayerError),
}

impl Translate for SubmissionError {
    fn text(&self, language: Language) -> String {
        let why = match self {
            Self::File(why) => why.text(language),
            Self::Protocol(word) => text!(
                language,
                "protocol is json or ugi, not {word:?}",
                "protocol es json o ugi, no {word:?}",
                word,
            ),
            Self::Command(error) => error.text(language),
        };
        format!("bot.toml: {why}")
    }
}

/// A `bot.toml` of more bytes is none.
const LONGEST_FILE: u64 = 1 << 16;
/// Longer names are cut.
const LONGEST_NAME: usize = 80;
/// Longer ids are cut, so that they fit into file names.
const LONGEST_ID: usize = 120;

const MISSING: Text = Text::new(
    "there is none in the folder, nor a player of a course",
    "no está en la carpeta, ni hay un jugador de una asignatura",
);
const ONLINE_TEXT: Text = Text::new(
    "only an online text was handed in, no files",
    "solo se entregó un texto en línea, sin ficheros",
);
const NO_FILE: Text = Text::new("it is no ordinary file", "no es un fichero normal");
const TOO_LONG: Text = Text::new("it is longer than 64 kB", "ocupa más de 64 kB");
const NOT_TEXT: Text =
    Text::new("it is not plain text; save it as UTF-8", "no es texto plano; guárdalo en UTF-8");

impl BotFile {
    fn read(path: &Path) -> Result<Self, SubmissionError> {
        let refused = |text: Text| SubmissionError::File(text.into());
        let metadata = fs::symlink_metadata(path).map_err(|_| refused(MISSING))?;
        if !metadata.is_file() {
            return Err(refused(NO_FILE));
        }
        let bytes = read_plain(path, LONGEST_FILE).map_err(|error| match error.kind() {
            io::ErrorKind::FileTooLarge => refused(TOO_LONG),
            _ => SubmissionError::File(error.message()),
        })?;
        let (text, is_latin_1) = decode(bytes).ok_or_else(|| refused(NOT_TEXT))?;
        let file: BotToml =
            toml::from_str(&text).map_err(|error| SubmissionError::File(one_line(&text, &error)))?;
        let protocol = match file.protocol {
            None => Protocol::Json,
            Some(word) => match Protocol::named(&word) {
                Some(protocol @ (Protocol::Json | Protocol::Ugi)) => protocol,
                Some(Protocol::Course) | None => return Err(SubmissionError::Protocol(word)),
            },
        };
        for command in [Some(&file.run), file.nodes.as_ref()].into_iter().flatten() {
            CommandLine::read(command, None)?;
        }
        let submitted = file.submitted.map(|value| match value {
            toml::Value::String(text) => text,
            other => other.to_string(),
        });
        let BotToml { name, build, run, nodes, .. } = file;
        Ok(Self { build, submitted, protocol, is_latin_1, name, run, nodes })
    }

    /// What stands for the `bot.toml` that nobody writes for the program of a course.
    fn of_course(options: &str) -> Result<Self, SubmissionError> {
        let run = format!(".?{options}");
        let protocol = Protocol::Course;
        Bot::of(protocol, &run, None)?;
        Ok(Self { build: None, submitted: None, protocol, is_latin_1: false, name: None, run, nodes: None })
    }
}

/// A text in UTF-8, or else in Latin-1, in which every byte is a character; `None` if it is neither.
fn decode(bytes: Vec<u8>) -> Option<(String, bool)> {
    match String::from_utf8(bytes) {
        Ok(text) if text.contains('\0') => None,
        Ok(text) => Some((text.strip_prefix('\u{feff}').map_or(text.clone(), str::to_owned), false)),
        Err(error) => {
            let bytes = error.into_bytes();
            // UTF-16 has zeros or begins with its mark.
            let is_wide =
                bytes.contains(&0) || bytes.starts_with(&[0xff, 0xfe]) || bytes.starts_with(&[0xfe, 0xff]);
            (!is_wide).then(|| (bytes.into_iter().map(char::from).collect(), true))
        }
    }
}

impl Submission {
    fn read(folder: &Path, course: &str) -> Self {
        let folder_name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let moodle = MoodleFolder::read(&folder_name);
        let is_link = folder.is_symlink();
        let inside = if is_link { folder.to_owned() } else { unpacked(folder) };
        let content = match &moodle {
            _ if is_link => Err(SubmissionError::File(LINKED.into())),
            Some(MoodleFolder { is_text: true, .. }) if !inside.join("bot.toml").exists() => {
                Err(SubmissionError::File(ONLINE_TEXT.into()))
            }
            _ if !inside.join("bot.toml").exists() && Course::is_in(&inside) => BotFile::of_course(course),
            _ => BotFile::read(&inside.join("bot.toml")),
        };
        let own = content.as_ref().ok().and_then(|file| file.name.as_deref()).map(printable);
        let id = moodle
            .as_ref()
            .map_or_else(|| short(&folder_name, LONGEST_ID), |moodle| moodle.number.to_string());
        // Moodle knows the name better than the student's file.
        let name = moodle.as_ref().map(|moodle| printable(&moodle.name)).or(own);
        Self {
            name: name.filter(|name| !name.is_empty()).unwrap_or_else(|| printable(&folder_name)),
            id,
            participant: moodle.map(|moodle| moodle.number),
            folder: inside,
            content,
        }
    }

    /// It in the folder where it was built.
    ///
    /// # Errors
    /// If a command is broken.
    pub(super) fn entrant(&self, file: &BotFile, folder: &Path) -> Result<Entrant, PlayerError> {
        let command = |text: &str| CommandLine::read(text, Some(folder));
        let nodes = file.nodes.as_deref().map(command).transpose()?;
        let bot = Bot::of(file.protocol, &file.run, Some(folder))?;
        let spec = format!("{}:{}", file.protocol.word(), file.run);
        let player = Player { name: self.name.clone(), spec, folder: Some(folder.to_owned()) };
        Ok(Entrant { player, bot, nodes })
    }

    /// The reason why a command of it names something outside of `folder`, as far as its words tell.
    pub(super) fn stray(&self, file: &BotFile, folder: &Path) -> Option<Message> {
        let named = |command: &'static str, word: &str| {
            message!(
                "bot.toml: {command} names {word:?}, which leads out of the submission's folder",
                "bot.toml: {command} nombra {word:?}, que sale de la carpeta de la entrega",
                command,
                word
            )
        };
        let entrant = self.entrant(file, folder).ok()?;
        let build = file.build.as_deref().and_then(|line| stray_word_of_shell(line, folder));
        let run = match &entrant.bot.source {
            BotSource::Command(command) => command.stray_word(),
            BotSource::Course(_) => None,
        };
        let nodes = entrant.nodes.as_ref().and_then(CommandLine::stray_word);
        let mut words = [("build", build), ("run", run), ("nodes", nodes)].into_iter();
        words.find_map(|(command, word)| Some(named(command, word?)))
    }

    /// When the newest of its files was changed.
    pub(super) fn modified(&self) -> Option<std::time::SystemTime> {
        let entries = fs::read_dir(&self.folder).ok()?;
        entries.flatten().filter_map(|entry| entry.metadata().ok()?.modified().ok()).max()
    }
}

/// The folder itself, or its only sub-folder if `bot.toml` is there: that is what archives of a folder become.
fn unpacked(folder: &Path) -> PathBuf {
    if fs::symlink_metadata(folder.join("bot.toml")).is_ok() {
        return folder.to_owned();
    }
    let inner = fs::read_dir(folder).into_iter().flatten().flatten().filter_map(|entry| {
        let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
        (is_folder && entry.path().join("bot.toml").is_file()).then(|| entry.path())
    });
    let inner: Vec<PathBuf> = inner.collect();
    if let [only] = &inner[..] { only.clone() } else { folder.to_owned() }
}

/// What Moodle calls the folder of a participant: `Surname Name_12345_assignsubmission_file_`.
#[derive(Clone, PartialEq, Eq, Debug)]
struct MoodleFolder {
    name: String,
    number: u64,
    /// Whether it holds a text that was typed into the page.
    is_text: bool,
}

impl MoodleFolder {
    fn read(folder: &str) -> Option<Self> {
        let (participant, kind) = folder.rsplit_once("_assignsubmission_")?;
        let is_text = match kind.trim_end_matches('_') {
            "file" => false,
            "onlinetext" => true,
            _ => return None,
        };
        let (name, number) = participant.rsplit_once('_')?;
        Some(Self { name: name.trim().to_owned(), number: number.parse().ok()?, is_text })
    }
}

/// Without line breaks and other control characters, those that turn the direction of writing among them, and not too long.
fn printable(text: &str) -> String {
    let turns = |character: char| matches!(character, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let readable = text.chars().filter(|character| !turns(*character));
    let text: String =
        readable.map(|character| if character.is_control() { ' ' } else { character }).collect();
    short(text.trim(), LONGEST_NAME)
}

fn short(text: &str, most: usize) -> String {
    text.chars().take(most).collect()
}

const NOBODY: Text = Text::new(
    "there is no sub-folder with a submission in it",
    "no contiene ninguna subcarpeta con una entrega",
);

/// All submissions in the order of their ids. `course` are the options of those that are players of a course.
pub(super) fn list(folder: &Path, course: &str) -> Result<Vec<Submission>, GradeError> {
    let failed = |error: std::io::Error| GradeError::file(folder, &error);
    let folder = folder.canonicalize().map_err(failed)?;
    let mut found: BTreeMap<String, Submission> = BTreeMap::new();
    let mut paths = Vec::new();
    for entry in fs::read_dir(&folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let hidden = path.file_name().unwrap_or_default().as_encoded_bytes().starts_with(b".");
        if path.is_dir() && !hidden {
            paths.push(path);
        }
    }
    paths.sort();
    for path in paths {
        let mut submission = Submission::read(&path, course);
        // Moodle has a folder for the files and one for the text of the same participant: the files count.
        if submission.participant.is_some() && found.contains_key(&submission.id) {
            if submission.content.is_ok() {
                found.insert(submission.id.clone(), submission);
            }
            continue;
        }
        let (base, mut number) = (submission.id.clone(), 1);
        while found.contains_key(&submission.id) {
            number += 1;
            submission.id = format!("{base} ({number})");
        }
        found.insert(submission.id.clone(), submission);
    }
    if found.is_empty() {
        return Err(GradeError::File { path: folder, why: NOBODY.into() });
    }
    Ok(found.into_values().collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_moodle_s_folders_are_understood() {
        for (folder, expected) in [
            ("García Pérez Ana_12345_assignsubmission_file_", Some(("García Pérez Ana", 12345, false))),
            ("Ana_B_7_assignsubmission_file", Some(("Ana_B", 7, false))),
            ("Ana_7_assignsubmission_onlinetext_", Some(("Ana", 7, true))),
            ("Ana_x_assignsubmission_file_", None),
            ("Ana_7_assignsubmission_other_", None),
            ("ana", None),
        ] {
            let expected =
                expected.map(|(name, number, is_text)| MoodleFolder { name: name.into(), number, is_text });
            assert_eq!(MoodleFolder::read(folder), expected, "{folder}");
        }
    }

    #[test]
    fn texts_of_other_programs_are_read_or_refused() {
        for (bytes, expected) in [
            ("name = \"Peña\"".as_bytes(), Some(("name = \"Peña\"", false))),
            (b"\xef\xbb\xbfrun = 1", Some(("run = 1", false))),
            (b"name = \"Pe\xf1a\"", Some(("name = \"Peña\"", true))),
            (b"\xff\xfen\0a\0", None),
            (b"n\0a\0", None),
        ] {
            let expected = expected.map(|(text, latin)| (text.to_owned(), latin));
            assert_eq!(decode(bytes.to_vec()), expected, "{bytes:?}");
        }
        assert_eq!(printable(" a\u{1b}[31m\nb\t\u{202e}c"), "a [31m b c");
    }

    #[test]
    fn the_files_of_a_participant_count_before_the_text() {
        let folder = std::env::temp_dir().join(format!("poda-moodle-{}", std::process::id()));
        let put = |name: &str, content: &[u8]| {
            let path = folder.join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, content).unwrap();
        };
        put("Ruiz Eva_7_assignsubmission_onlinetext_/onlinetext.html", b"<p>hi");
        put("Ruiz Eva_7_assignsubmission_file_/mine/bot.toml", b"name = \"=cmd\"\nrun = \"./bot\"");
        put("Gil Leo_9_assignsubmission_onlinetext_/onlinetext.html", b"<p>hi");
        put("sol/bot.toml", b"name = \"Sol Mu\xf1oz\"\nrun = \"./bot\"");
        put("tim/bot.toml", b"run = ''");
        put(".hidden/bot.toml", b"run = 'x'");
        put("uma/P3/src/player.cpp", b"");
        #[cfg(unix)]
        std::os::unix::fs::symlink(folder.join("sol"), folder.join("zoe")).unwrap();
        let all = list(&folder, "fresh=move").unwrap();
        fs::remove_dir_all(&folder).unwrap();
        let found: Vec<(&str, &str, String)> = all
            .iter()
            .map(|one| {
                let what = one.content.as_ref().map_or_else(ToString::to_string, |file| file.run.clone());
                (one.id.as_str(), one.name.as_str(), what)
            })
            .collect();
        let text = "bot.toml: only an online text was handed in, no files";
        let broken = "bot.toml: broken command \"\": it names no program";
        assert_eq!(
            found,
            [
                ("7", "Ruiz Eva", "./bot".to_owned()),
                ("9", "Gil Leo", text.to_owned()),
                ("sol", "Sol Muñoz", "./bot".to_owned()),
                ("tim", "tim", broken.to_owned()),
                ("uma", "uma", ".?fresh=move".to_owned()),
                #[cfg(unix)]
                ("zoe", "zoe", format!("bot.toml: {}", LINKED.text(Language::English))),
            ]
        );
    }
}
