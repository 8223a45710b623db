//! What a program needs to be run on another machine.

use std::{
    env,
    path::{Path, PathBuf},
};

use poda_catalog::PlayerError;

use crate::{
    Bot, BotSource,
    sandbox::{Homes, named, plain},
};

/// What a program takes along to another machine, and how it is started there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Luggage {
    /// The player's spec there. It runs in the folder that holds the contents.
    pub spec: String,
    /// Files and folders, and their paths inside. Empty if it only needs what every system has.
    pub contents: Vec<(PathBuf, PathBuf)>,
}

/// Where the folder of a course's player is put.
const COURSE: &str = "course";

/// Where files from outside of the program's folder are put.
const OUTSIDE: &str = "outside";

impl Luggage {
    /// What the program of a player takes along: its folder if it has one, and the folders of the files that its command
    /// names. `None` for players of the catalog.
    ///
    /// # Errors
    /// If the command is broken.
    pub fn of(spec: &str, folder: Option<&Path>) -> Option<Result<Self, PlayerError>> {
        let bot = match Bot::read(spec, folder)? {
            Ok(bot) => bot,
            Err(error) => return Some(Err(error)),
        };
        let here = env::current_dir().unwrap_or_default();
        let base = folder.map_or_else(|| here.clone(), |folder| plain(&here.join(folder)));
        let mut luggage = Self { spec: String::new(), contents: Vec::new() };
        let command = match &bot.source {
            BotSource::Command(command) => command,
            BotSource::Course(course) => return Some(Ok(Self::of_course(spec, &here.join(course.folder())))),
        };
        if folder.is_some() {
            // It came from elsewhere: it has its folder, whatever its words name.
            luggage.take(&base, PathBuf::new());
            luggage.spec = format!("{}:{}", bot.protocol.word(), shell_words::join(command.words()));
            return Some(Ok(luggage));
        }
        let words = command.words().iter().enumerate();
        let words: Vec<String> = words
            // A program without a slash is the system's.
            .map(|(place, word)| match place {
                0 if !word.contains('/') => word.clone(),
                _ => luggage.pack(word, &base),
            })
            .collect();
        luggage.spec = format!("{}:{}", bot.protocol.word(), shell_words::join(words));
        Some(Ok(luggage))
    }

    /// The folder of a course's player, which is built there; its options stay as they are.
    fn of_course(spec: &str, folder: &Path) -> Self {
        let options = spec.split_once('?').map_or_else(String::new, |(_, options)| format!("?{options}"));
        Self { spec: format!("course:{COURSE}{options}"), contents: vec![(plain(folder), COURSE.into())] }
    }

    /// Takes along what a word names, and gives the word that names it there.
    fn pack(&mut self, word: &str, base: &Path) -> String {
        // Also what an option names: `--book=book.txt`.
        let (option, name) = word.rfind('=').map_or(("", word), |at| word.split_at(at + 1));
        if name.is_empty() || name.len() > 4096 {
            return word.to_owned();
        }
        let path = plain(&base.join(name));
        // The same that the program would see here.
        let Some(whole) = named(&[name.to_owned()], base, Homes::of_machine())
            .into_iter()
            .find(|whole| path.starts_with(whole))
        else {
            return word.to_owned();
        };
        let is_inside = Path::new(name).is_relative() && path.starts_with(base);
        if is_inside {
            let inside = whole.strip_prefix(base).unwrap_or(Path::new("")).to_owned();
            self.take(&whole, inside);
            return word.to_owned();
        }
        let number = self.contents.len();
        let known =
            self.contents.iter().find(|(source, inside)| *source == whole && inside.starts_with(OUTSIDE));
        let inside = if let Some((_, inside)) = known {
            inside.clone()
        } else {
            let folder = Path::new(OUTSIDE).join(number.to_string());
            let inside =
                if whole.is_dir() { folder } else { folder.join(whole.file_name().unwrap_or_default()) };
            self.contents.push((whole.clone(), inside.clone()));
            inside
        };
        let rest = path.strip_prefix(&whole).unwrap_or(Path::new(""));
        let there = if rest.as_os_str().is_empty() { inside } else { inside.join(rest) };
        format!("{option}{}", there.display())
    }

    fn take(&mut self, source: &Path, inside: PathBuf) {
        let item = (source.to_owned(), inside);
        if !self.contents.contains(&item) {
            self.contents.push(item);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_program_takes_its_own_files_along() {
        let folder = tempfile::tempdir().unwrap();
        let root = fs::canonicalize(folder.path()).unwrap();
        for name in ["mine/bot.py", "books/book.txt"] {
            fs::create_dir_all(root.join(name).parent().unwrap()).unwrap();
            fs::write(root.join(name), "").unwrap();
        }
        let of = |spec: &str, folder: Option<&Path>| Luggage::of(spec, folder).unwrap().unwrap();
        assert_eq!(Luggage::of("pvs:depth=3", None), None);
        assert!(Luggage::of("json:'half", None).unwrap().is_err());
        // In its own folder, everything comes along under its own name.
        let own = of("json:python3 bot.py --fast", Some(&root.join("mine")));
        assert_eq!(own.spec, "json:python3 bot.py --fast");
        assert_eq!(own.contents, [(root.join("mine"), PathBuf::new())]);
        // What lies elsewhere gets a place inside.
        let book = root.join("books/book.txt");
        let line = format!("cmd:python3 bot.py --book={}", book.display());
        let more = of(&line, None);
        assert_eq!(more.spec, "cmd:python3 bot.py '--book=outside/0/book.txt'");
        assert_eq!(more.contents, [(root.join("books"), PathBuf::from("outside/0"))]);
        // A command that came from elsewhere takes nothing but its folder.
        let foreign = of(&line, Some(&root.join("mine")));
        assert_eq!(foreign.contents, [(root.join("mine"), PathBuf::new())]);
        let bare = of(&format!("json:python3 {}", root.join("mine/bot.py").display()), None);
        assert_eq!(bare.spec, "json:python3 outside/0/bot.py");
        // The player of a course is a folder.
        let course = of("course:mine?id=5&fresh=move", Some(&root));
        assert_eq!(course.spec, "course:course?id=5&fresh=move");
        assert_eq!(course.contents, [(root.join("mine"), PathBuf::from("course"))]);
        // The system's programs are there already.
        assert_eq!(
            of("cmd:sh -c true", None),
            Luggage { spec: "cmd:sh -c true".into(), contents: Vec::new() }
        );
    }
}
