//! The programs that may play through the page: a list in a file, because nobody may name a command.

use std::path::{Path, PathBuf};

use poda_bots::{Bot, Protocol};
use poda_catalog::Catalog;
use poda_contest::Player;
use poda_core::{Language, Message, Translate, message, text};
use poda_service::BotView;
use serde::Deserialize;
use thiserror::Error;

/// The programs that may play.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct BotList {
    bots: Vec<ListedBot>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct ListedBot {
    name: String,
    /// `cmd:./bot`, `json:python3 bot.py`.
    spec: String,
    /// The same, read.
    bot: Bot,
    /// Where it runs.
    folder: PathBuf,
    /// Names or specs of games; all of them if there is none.
    games: Vec<String>,
    /// The full specs of those games.
    specs: Vec<String>,
}

/// The form of the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BotListFile {
    #[serde(default)]
    bot: Vec<BotEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BotEntry {
    name: String,
    command: String,
    #[serde(default)]
    games: Vec<String>,
}

/// What is wrong with a list.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct BotListError(Message);

impl Translate for BotListError {
    fn text(&self, language: Language) -> String {
        self.0.text(language)
    }
}

/// The longest name of a program.
const LONGEST_NAME: usize = 40;

impl BotList {
    /// Reads a list; its programs run in `folder`.
    ///
    /// # Errors
    /// If it is none, if a name is taken or is none, or if a program is not there.
    pub fn read(text: &str, folder: PathBuf, catalog: &Catalog) -> Result<Self, BotListError> {
        let file: BotListFile = toml::from_str(text).map_err(|error| {
            let why = Message::quoted(&error.message());
            BotListError(message!(
                language =>
                "not a list of programs: {why}",
                "no es una lista de programas: {why}",
                why = why.text(language),
            ))
        })?;
        let mut list = Self::default();
        for entry in file.bot {
            let bot = list.admit(entry, &folder, catalog)?;
            list.bots.push(bot);
        }
        if list.bots.is_empty() {
            return Err(BotListError(message!(
                "the list names no program: each is a [[bot]] with name and command",
                "la lista no nombra ningún programa: cada uno es un [[bot]] con name y command",
            )));
        }
        Ok(list)
    }

    fn admit(&self, entry: BotEntry, folder: &Path, catalog: &Catalog) -> Result<ListedBot, BotListError> {
        let BotEntry { name, command: spec, games } = entry;
        let is_sound = (1..=LONGEST_NAME).contains(&name.len())
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte));
        if !is_sound {
            return Err(BotListError(message!(
                "{name:?} is no name: 1 to {most} letters, digits, `-`, `_` and `.`",
                "{name:?} no es un nombre: de 1 a {most} letras, cifras, `-`, `_` y `.`",
                name,
                most = LONGEST_NAME,
            )));
        }
        let families = || catalog.families().iter();
        let built_in = families().flat_map(|family| &family.built_in).map(|player| player.name.as_str());
        let stages = families().flat_map(|family| family.stages()).map(|stage| stage.name);
        let mut taken = built_in
            .chain(stages)
            .chain(poda_catalog::ENGINES.iter().map(|engine| engine.name))
            .chain(["human"]);
        if taken.any(|other| other == name) || self.bots.iter().any(|other| other.name == name) {
            return Err(BotListError(message!(
                "the name {name:?} is taken",
                "el nombre {name:?} ya está en uso",
                name,
            )));
        }
        let refused = |error: &dyn Translate| {
            BotListError(Message::new(|language| {
                let why = error.text(language);
                text!(language, "{name} cannot play: {why}", "{name} no puede jugar: {why}", name, why)
            }))
        };
        let Some((protocol, program)) = Protocol::of_spec(&spec) else {
            return Err(BotListError(message!(
                "{name}: {spec:?} is no command: write `cmd:./bot` or `json:python3 bot.py`",
                "{name}: {spec:?} no es un comando: escribe `cmd:./bot` o `json:python3 bot.py`",
                name,
                spec,
            )));
        };
        let bot = Bot::of(protocol, program, Some(folder)).map_err(|error| refused(&error))?;
        bot.check_executable().map_err(|error| refused(&error))?;
        let opened = games.iter().map(|game| catalog.open(game).map(|game| game.spec().to_owned()));
        let specs = opened.collect::<Result<Vec<String>, _>>().map_err(|error| refused(&error))?;
        Ok(ListedBot { name, spec, bot, folder: folder.to_owned(), games, specs })
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.bots.is_empty()
    }

    /// What they are called.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.bots.iter().map(|bot| bot.name.as_str())
    }

    /// The program of that name, if it plays that game, and how a run records it.
    pub(crate) fn player(&self, name: &str, game: &str) -> Option<(Player, Bot)> {
        let listed = self.bots.iter().find(|bot| bot.name == name && bot.plays(game))?;
        let ListedBot { name, spec, bot, folder, .. } = listed.clone();
        Some((Player { name, spec, folder: Some(folder) }, bot))
    }

    /// The program of the list that a recorded player is.
    pub(crate) fn recorded(&self, player: &Player, game: &str) -> Option<Bot> {
        let is = |bot: &&ListedBot| bot.spec == player.spec && player.folder.as_ref() == Some(&bot.folder);
        self.bots.iter().filter(is).find(|bot| bot.plays(game)).map(|listed| listed.bot.clone())
    }

    /// The list for menus.
    pub(crate) fn views(&self) -> Vec<BotView> {
        self.bots.iter().map(|bot| BotView { name: bot.name.clone(), games: bot.games.clone() }).collect()
    }
}

impl ListedBot {
    /// A game is named by its family, or with its size or edition.
    fn plays(&self, game: &str) -> bool {
        let family = game.split(':').next().unwrap_or_default();
        let is = |(listed, spec): (&String, &String)| listed == family || spec == game;
        self.games.is_empty() || self.games.iter().zip(&self.specs).any(is)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<BotList, BotListError> {
        BotList::read(text, PathBuf::from("."), &Catalog::default())
    }

    #[test]
    fn lists_are_read_and_broken_ones_refused_by_name() {
        let list = read(
            "[[bot]]\nname = \"mine\"\ncommand = \"json:sh bot.sh\"\ngames = [\"boom\", \"connect4:8x8\"]\n",
        );
        let list = list.unwrap();
        assert_eq!(list.names().collect::<Vec<_>>(), ["mine"]);
        let spec = |game: &str| poda_catalog::Catalog::built_in().open(game).unwrap().spec().to_owned();
        for (name, game, plays) in [
            ("mine", "boom", true),
            ("mine", "connect4:8x8", true),
            ("mine", "connect4", false),
            ("mine", "crush", false),
            ("other", "boom", false),
            ("json:sh bot.sh", "boom", false),
        ] {
            assert_eq!(list.player(name, &spec(game)).is_some(), plays, "{name} {game}");
        }
        let (player, bot) = list.player("mine", &spec("boom")).unwrap();
        assert_eq!(list.recorded(&player, &spec("boom")), Some(bot));
        assert_eq!(list.recorded(&player, &spec("crush")), None);
        assert_eq!(list.recorded(&Player { folder: None, ..player }, &spec("boom")), None);
        for (text, why) in [
            ("", "names no program"),
            ("[[bot]]\nname = \"a\"\n", "missing field `command`"),
            ("[[bot]]\nname = \"a b\"\ncommand = \"json:sh x\"\n", "\"a b\" is no name"),
            ("[[bot]]\nname = \"ninja1\"\ncommand = \"json:sh x\"\n", "\"ninja1\" is taken"),
            ("[[bot]]\nname = \"pvs\"\ncommand = \"json:sh x\"\n", "\"pvs\" is taken"),
            ("[[bot]]\nname = \"a\"\ncommand = \"pvs\"\n", "\"pvs\" is no command"),
            ("[[bot]]\nname = \"a\"\ncommand = \"cmd:no-such-program\"\n", "no-such-program"),
            ("[[bot]]\nname = \"a\"\ncommand = \"json:sh x\"\ngames = [\"chess\"]\n", "chess"),
            ("[[bot]]\nname = \"a\"\ncommand = \"json:sh x\"\nmore = 1\n", "unknown field `more`"),
        ] {
            let error = read(text).unwrap_err();
            assert!(error.to_string().contains(why), "{text}: {error}");
            assert_ne!(error.text(Language::Spanish), error.text(Language::English));
        }
    }
}
