//! What may be said about a course's player: `?id=5&class=SmartPlayer(6,true)&fresh=move`.

use poda_core::{Message, message};

use super::{CourseFamily, Fresh};

#[derive(Clone, PartialEq, Debug)]
pub(super) struct CourseOptions {
    /// The number of the heuristic.
    pub(super) id: Option<i32>,
    /// The name of the player's class.
    pub(super) class: Option<String>,
    /// The arguments of its constructor.
    pub(super) arguments: Vec<String>,
    /// How deep it searches.
    pub(super) depth: Option<i32>,
    /// How long it may think, in seconds.
    pub(super) seconds: Option<f64>,
    /// How it plays.
    pub(super) mode: Option<String>,
    pub(super) fresh: Fresh,
}

impl Eq for CourseOptions {}

impl Default for CourseOptions {
    fn default() -> Self {
        Self {
            id: None,
            class: None,
            arguments: Vec::new(),
            depth: None,
            seconds: None,
            mode: None,
            fresh: Fresh::Game,
        }
    }
}

/// How a player of N en raya may play.
const MODES: &[&str] = &["aleatorio", "minimax", "inteligente", "status"];

impl CourseOptions {
    pub(super) fn read(text: &str) -> Result<Self, Message> {
        let mut options = Self::default();
        for option in text.split('&').filter(|option| !option.is_empty()) {
            let (name, value) = option.split_once('=').unwrap_or((option, ""));
            let broken = || {
                message!(
                    "{name:?} of a course is not {value:?}",
                    "{name:?} de una asignatura no es {value:?}",
                    name,
                    value
                )
            };
            match name {
                "id" => options.id = Some(value.parse().map_err(|_| broken())?),
                "depth" => options.depth = Some(value.parse().map_err(|_| broken())?),
                "seconds" => {
                    let seconds =
                        value.parse().ok().filter(|seconds: &f64| *seconds > 0.0 && seconds.is_finite());
                    options.seconds = Some(seconds.ok_or_else(broken)?);
                }
                "mode" if MODES.contains(&value) => options.mode = Some(value.to_owned()),
                "class" => {
                    let (class, arguments) = read_class(value).ok_or_else(broken)?;
                    (options.class, options.arguments) = (Some(class), arguments);
                }
                "fresh" if value == "move" => options.fresh = Fresh::Move,
                "fresh" if value == "game" => options.fresh = Fresh::Game,
                "mode" | "fresh" => return Err(broken()),
                _ => {
                    return Err(message!(
                        "a course has no option {name:?}: id, class, depth, seconds, mode, fresh",
                        "una asignatura no tiene la opción {name:?}: id, class, depth, seconds, mode, fresh",
                        name
                    ));
                }
            }
        }
        Ok(options)
    }

    /// Sees that the course knows what was said.
    pub(super) fn check(&self, family: &CourseFamily) -> Result<(), Message> {
        let said = [
            ("id", self.id.is_some()),
            ("class", self.class.is_some()),
            ("depth", self.depth.is_some()),
            ("seconds", self.seconds.is_some()),
            ("mode", self.mode.is_some()),
        ];
        match said.iter().find(|(name, said)| *said && !family.options.contains(name)) {
            None => Ok(()),
            Some((name, _)) => Err(message!(
                "players of {games} have no option {name:?}",
                "los jugadores de {games} no tienen la opción {name:?}",
                games = family.games,
                name
            )),
        }
    }
}

/// `Name`, `Name()` or `Name(6,true)`: a class and the arguments of its constructor.
fn read_class(text: &str) -> Option<(String, Vec<String>)> {
    let (name, arguments) = match text.split_once('(') {
        None => (text, ""),
        Some((name, rest)) => (name, rest.strip_suffix(')')?),
    };
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '$');
    let arguments = arguments.split(',').map(|argument| argument.trim().trim_matches('"').to_owned());
    is_name.then(|| (name.to_owned(), arguments.filter(|argument| !argument.is_empty()).collect()))
}
