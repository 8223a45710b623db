//! A folder is a player: the programs that students wrote for their courses play as they are.
//!
//! A course is recognised by the files of its practical. Headers of our own offer the classes that its players use, a small
//! *host* program lets one answer questions, and the compiler's result is kept by what went into it.

mod build;
mod family;
mod options;
mod sources;

use std::path::{Path, PathBuf};

use poda_agent::{AgentError, BotLimits};
use poda_catalog::PlayerError;
use poda_core::{Message, Text, message};

pub use self::build::COURSE_HOST_COMMAND;
use self::{family::CourseFamily, options::CourseOptions, sources::Sources};
use crate::CommandLine;

/// When a program is started anew.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Fresh {
    /// After a fault only.
    #[default]
    Fault,
    /// For every game: a course's simulator plays one.
    Game,
    /// For every move.
    Move,
}

/// A folder with the player of a course: `course:./P3?id=5&fresh=move`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Course {
    folder: PathBuf,
    options: CourseOptions,
}

const NO_COURSE: Text = Text::new(
    "none of the courses' files is there: player.cpp, AIPlayer.cpp, AgenteEstudiante.cpp, or Java in the package edu.epsevg.prop.lab.c4",
    "no está ninguno de los ficheros de las asignaturas: player.cpp, AIPlayer.cpp, AgenteEstudiante.cpp, o Java en el paquete edu.epsevg.prop.lab.c4",
);

impl Course {
    /// Reads what comes behind `course:`. The folder is below `base`, or here. Nothing is looked up yet.
    ///
    /// # Errors
    /// If an option is broken.
    pub(crate) fn read(text: &str, base: Option<&Path>) -> Result<Self, PlayerError> {
        let (folder, options) = text.split_once('?').unwrap_or((text, ""));
        if folder.is_empty() {
            return Err(PlayerError::Course(message!(
                "course: names no folder",
                "course: no nombra ninguna carpeta"
            )));
        }
        let folder = base.map_or_else(|| PathBuf::from(folder), |base| base.join(folder));
        Ok(Self { folder, options: CourseOptions::read(options).map_err(PlayerError::Course)? })
    }

    /// Whether a folder holds the player of a course.
    pub fn is_in(folder: &Path) -> bool {
        Sources::find(folder).is_ok_and(|sources| CourseFamily::of(&sources).is_some())
    }

    /// The game that its course is about, if there is such a course.
    pub fn own_game(&self) -> Option<&'static str> {
        self.find().ok().map(|(_, family)| family.own_game)
    }

    /// When it is started anew.
    pub(crate) fn fresh(&self) -> Fresh {
        self.options.fresh
    }

    /// The folder as it was named.
    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Sees that there is a player, and what builds it.
    ///
    /// # Errors
    /// If not.
    pub(crate) fn check(&self) -> Result<(), PlayerError> {
        let found = self.find().and_then(|(_, family)| build::check_compiler(family));
        found.map_err(|why| PlayerError::Course(self.named(&why)))
    }

    /// The command that plays a game, built if it was not before. `stop` may end it.
    ///
    /// # Errors
    /// If it cannot be built, or does not play that game.
    pub(crate) fn prepare(
        &self,
        game: &str,
        limits: &BotLimits,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<CommandLine, AgentError> {
        let failed = |why: Message| AgentError::NoStart(self.named(&why));
        let (sources, family) = self.find().map_err(failed)?;
        if !(family.plays)(game) {
            return Err(failed(message!(
                "it is a player of {games}, not of {game}",
                "es un jugador de {games}, no de {game}",
                games = family.games,
                game
            )));
        }
        build::command(&sources, family, &self.options, limits, stop)
            .map_err(|error| error.map_or(AgentError::Stopped, failed))
    }

    fn find(&self) -> Result<(Sources, &'static CourseFamily), Message> {
        let sources = Sources::find(&self.folder)?;
        let family = CourseFamily::of(&sources).ok_or_else(|| Message::from(NO_COURSE))?;
        self.options.check(family)?;
        Ok((sources, family))
    }

    fn named(&self, why: &Message) -> Message {
        let folder = self.folder.display().to_string();
        Message::new(|language| format!("{folder}: {}", poda_core::Translate::text(why, language)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_read_or_named() {
        let read = |text: &str| Course::read(text, None).map(|course| (course.folder, course.options));
        assert_eq!(read("./P3").unwrap(), (PathBuf::from("./P3"), CourseOptions::default()));
        let (folder, options) = read("p3?id=5&fresh=move").unwrap();
        assert_eq!((folder, options.id, options.fresh), (PathBuf::from("p3"), Some(5), Fresh::Move));
        let options = read("c4?class=SmartPlayer(6,true,false)").unwrap().1;
        assert_eq!(options.class.as_deref(), Some("SmartPlayer"));
        assert_eq!(options.arguments, ["6", "true", "false"]);
        assert_eq!(Course::read("p", Some(Path::new("/a"))).unwrap().folder, Path::new("/a/p"));
        for (text, why) in [
            ("", "names no folder"),
            ("p?fresh=never", "\"never\""),
            ("p?id=x", "\"x\""),
            ("p?colour=1", "\"colour\""),
            ("p?class=A(1", "\"A(1\""),
            ("p?class=A-b", "\"A-b\""),
            ("p?mode=fast", "\"fast\""),
        ] {
            let error = Course::read(text, None).unwrap_err().to_string();
            assert!(error.contains(why), "{text}: {error}");
        }
    }

    #[test]
    fn a_folder_is_recognised_by_its_files() {
        let place = tempfile::tempdir().unwrap();
        let put = |name: &str, text: &str| {
            let path = place.path().join(name);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        };
        put("boom/src/player.cpp", "");
        put("nraya/AgenteEstudiante.cpp", "");
        put("nraya/AgenteEstudiante.hpp", "");
        put("java/One.java", "package edu.epsevg.prop.lab.c4;\npublic class One implements Jugador, IAuto {");
        put("other/main.cpp", "");
        put("other/Two.java", "package other;");
        let family = |name: &str| {
            let sources = Sources::find(&place.path().join(name)).unwrap();
            CourseFamily::of(&sources).map(|family| family.word)
        };
        assert_eq!(family("boom"), Some("connect"));
        assert_eq!(family("nraya"), Some("nraya"));
        assert_eq!(family("java"), Some("java"));
        assert_eq!(family("other"), None);
        let check =
            |text: &str| Course::read(text, Some(place.path())).unwrap().check().unwrap_err().to_string();
        assert!(check("other").contains("none of the courses' files"), "{}", check("other"));
        assert!(check("nowhere").contains("nowhere"));
        assert!(check("boom?id=3").contains("\"id\""), "{}", check("boom?id=3"));
    }
}
