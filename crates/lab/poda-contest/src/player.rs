use std::path::PathBuf;

use poda_core::shown;

/// Somebody who takes part: a name, and who plays behind it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Player {
    /// How tables call it.
    pub name: String,
    /// A built-in player, an engine, or an external program: `cmd:./bot`, `json:python3 bot.py`.
    pub spec: String,
    /// Where its program runs; here if `None`.
    pub folder: Option<PathBuf>,
}

impl Player {
    /// A player from `SPEC` or `NAME=SPEC`.
    pub fn read(text: &str) -> Self {
        // Options have an equals sign too, but only behind a colon.
        let colon = text.find(':').unwrap_or(text.len());
        let (name, spec) = match text[..colon].split_once('=') {
            Some((name, _)) if !name.is_empty() => (name, &text[name.len() + 1..]),
            _ => (text, text),
        };
        Self { name: shown(name).into_owned(), spec: spec.to_owned(), folder: None }
    }

    /// A list of players, each with a name of its own: a name that appears again gets a number.
    pub fn read_all<T: AsRef<str>>(texts: &[T]) -> Vec<Self> {
        let mut players: Vec<Self> = Vec::new();
        for text in texts {
            let mut player = Self::read(text.as_ref());
            let base = player.name.clone();
            let mut number = 1;
            while players.iter().any(|other| other.name == player.name) {
                number += 1;
                player.name = format!("{base} ({number})");
            }
            players.push(player);
        }
        players
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read() {
        for (text, name, spec) in [
            ("pvs:depth=4,eval=runs", "pvs:depth=4,eval=runs", "pvs:depth=4,eval=runs"),
            ("deep=pvs:depth=9", "deep", "pvs:depth=9"),
            ("cmd:./bot --level=3", "cmd:./bot --level=3", "cmd:./bot --level=3"),
            ("mine=cmd:./bot --level=3", "mine", "cmd:./bot --level=3"),
            ("ana=random", "ana", "random"),
            ("random", "random", "random"),
            ("=random", "=random", "=random"),
            ("a\u{1b}\u{202e}b=random", "a\u{fffd}\u{fffd}b", "random"),
        ] {
            assert_eq!(Player::read(text), Player { name: name.into(), spec: spec.into(), folder: None });
        }
        let players = Player::read_all(&["random", "random", "a=pvs", "random"]);
        let names: Vec<&str> = players.iter().map(|player| player.name.as_str()).collect();
        assert_eq!(names, ["random", "random (2)", "a", "random (3)"]);
    }
}
