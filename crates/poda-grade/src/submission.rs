use poda_core::{Language, Message, Translate, message, text};
use std::path::Path;

use poda_bots::{Bot, BotError, CommandLine, Protocol};
use poda_contest::Player;
use serde::Deserialize;
use thiserror::Error;

use super::{GradeError, rubric::one_line};

/// What a student handed in.
#[derive(Clone, Debug)]
pub struct Submission {
    /// The student's or the bot's name.
    pub name: String,
    /// How to build it, if anything is to be built.
    pub build: Option<String>,
    /// It as a player of contests.
    pub player: Player,
    /// Its program.
    pub bot: Bot,
    /// The command that counts nodes, if there is one.
    pub nodes: Option<CommandLine>,
}

/// `bot.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct BotFile {
    name: Option<String>,
    build: Option<String>,
    run: String,
    #[serde(default)]
    protocol: Option<String>,
    nodes: Option<String>,
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
    Command(#[from] BotError),
}

impl Translate for SubmissionError {
    fn text(&self, language: Language) -> String {
        match self {
            Self::File(why) => {
                text!(language, "bot.toml: {why}", "bot.toml: {why}", why = why.text(language))
            }
            Self::Protocol(why) => text!(
                language,
                "bot.toml: protocol is json or ugi, not {why:?}",
                "bot.toml: protocol es json o ugi, no {why:?}",
                why
            ),
            Self::Command(why) => {
                text!(language, "bot.toml: {why}", "bot.toml: {why}", why = why.text(language))
            }
        }
    }
}

impl Submission {
    fn read(folder: &Path, id: &str) -> Result<Self, SubmissionError> {
        let path = folder.join("bot.toml");
        let text = std::fs::read_to_string(&path).map_err(|error| SubmissionError::File(error.message()))?;
        let file: BotFile =
            toml::from_str(&text).map_err(|error| SubmissionError::File(one_line(&text, &error)))?;
        let protocol = match file.protocol.as_deref() {
            None | Some("json") => Protocol::Json,
            Some("ugi" | "uci" | "cmd") => Protocol::Ugi,
            Some(other) => return Err(SubmissionError::Protocol(other.to_owned())),
        };
        let command = |text: &str| CommandLine::read(text, Some(folder));
        let bot = Bot { protocol, command: command(&file.run)? };
        let nodes = file.nodes.as_deref().map(command).transpose()?;
        let name = file.name.filter(|name| !name.trim().is_empty()).unwrap_or_else(|| id.to_owned());
        let spec = format!("{}:{}", protocol.word(), file.run);
        let player = Player { name: name.clone(), spec, folder: Some(folder.to_owned()) };
        Ok(Self { name, build: file.build, player, bot, nodes })
    }
}

/// A folder's name, and what is in it or why that makes no sense.
pub(super) type HandedIn = (String, Result<Submission, SubmissionError>);

/// All submissions in the order of their folders' names.
pub(super) fn list(folder: &Path) -> Result<Vec<HandedIn>, GradeError> {
    let failed = |error: std::io::Error| GradeError::File { path: folder.to_owned(), why: error.message() };
    let folder = folder.canonicalize().map_err(failed)?;
    let mut found = Vec::new();
    for entry in std::fs::read_dir(&folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let id = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() && !id.starts_with('.') {
            let submission = Submission::read(&path, &id);
            found.push((id, submission));
        }
    }
    found.sort_by(|a, b| a.0.cmp(&b.0));
    if found.is_empty() {
        let why = message!(
            "there is no sub-folder with a submission in it",
            "no hay ninguna subcarpeta con una entrega"
        );
        return Err(GradeError::File { path: folder, why });
    }
    Ok(found)
}
