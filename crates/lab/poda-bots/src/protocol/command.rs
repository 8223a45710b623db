use std::fmt;

use super::Dialect;

/// What a host says to a bot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UgiCommand {
    /// Who are you?
    Hello(Dialect),
    /// Are you there?
    IsReady,
    /// A new game begins.
    NewGame,
    /// Set an option.
    SetOption {
        /// Its name.
        name: String,
        /// Its value; empty for buttons.
        value: String,
    },
    /// Look at this position.
    Position {
        /// A position line; `None` for the start of the game.
        start: Option<String>,
        /// The moves since.
        moves: Vec<String>,
    },
    /// Think.
    Go(Go),
    /// Stop thinking and answer.
    Stop,
    /// Say something about the position.
    Query(Query),
    /// Leave.
    Quit,
    /// Anything else, as it was said.
    Unknown(String),
}

/// How long to think. Times are in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Go {
    /// What player 1 and player 2 have left for the whole game.
    pub time: [Option<u64>; 2],
    /// What they get back for each move.
    pub increment: [Option<u64>; 2],
    /// For this move.
    pub move_time: Option<u64>,
    /// Decisions to look ahead.
    pub depth: Option<u32>,
    /// Positions to enter.
    pub nodes: Option<u64>,
    /// Until told to stop.
    pub infinite: bool,
}

/// A question about the position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Query {
    /// Is the game over?
    GameOver,
    /// Is it player 1's turn?
    FirstToMove,
    /// Who has won?
    Result,
}

impl UgiCommand {
    /// Reads a line. Every line is an order, if only an unknown one.
    pub fn read(line: &str) -> Self {
        let unknown = || Self::Unknown(line.trim().to_owned());
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((first, rest)) = words.split_first() else { return unknown() };
        match (*first, rest) {
            ("ugi", []) => Self::Hello(Dialect::Ugi),
            ("uci", []) => Self::Hello(Dialect::Uci),
            ("isready", []) => Self::IsReady,
            ("uginewgame" | "ucinewgame", []) => Self::NewGame,
            ("stop", []) => Self::Stop,
            ("quit", []) => Self::Quit,
            ("setoption", rest) => read_option(rest).unwrap_or_else(unknown),
            ("position", rest) => read_position(rest).unwrap_or_else(unknown),
            ("go", rest) => read_go(rest).map_or_else(unknown, Self::Go),
            ("query", ["gameover"]) => Self::Query(Query::GameOver),
            ("query", ["p1turn"]) => Self::Query(Query::FirstToMove),
            ("query", ["result"]) => Self::Query(Query::Result),
            _ => unknown(),
        }
    }
}

fn read_option(words: &[&str]) -> Option<UgiCommand> {
    let ["name", rest @ ..] = words else { return None };
    let end = rest.iter().position(|word| *word == "value").unwrap_or(rest.len());
    let (name, value) = (rest[..end].join(" "), rest.get(end + 1..).unwrap_or_default().join(" "));
    (!name.is_empty()).then_some(UgiCommand::SetOption { name, value })
}

fn read_position(words: &[&str]) -> Option<UgiCommand> {
    let (kind, rest) = words.split_first()?;
    let end = rest.iter().position(|word| *word == "moves").unwrap_or(rest.len());
    let start = match *kind {
        "startpos" if end == 0 => None,
        "fen" if end > 0 => Some(rest[..end].join(" ")),
        _ => return None,
    };
    let moves = rest.get(end + 1..).unwrap_or_default().iter().map(|word| (*word).to_owned()).collect();
    Some(UgiCommand::Position { start, moves })
}

fn read_go(words: &[&str]) -> Option<Go> {
    let mut go = Go::default();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        if *word == "infinite" {
            go.infinite = true;
            continue;
        }
        // A clock that ran out shows less than nothing in some tools.
        let number = words.next()?.parse::<i64>().ok()?.max(0) as u64;
        match *word {
            "p1time" | "wtime" => go.time[0] = Some(number),
            "p2time" | "btime" => go.time[1] = Some(number),
            "p1inc" | "winc" => go.increment[0] = Some(number),
            "p2inc" | "binc" => go.increment[1] = Some(number),
            "movetime" => go.move_time = Some(number),
            "depth" => go.depth = Some(u32::try_from(number).ok()?),
            "nodes" => go.nodes = Some(number),
            // Moves to the next time control do not change what is left.
            "movestogo" => {}
            _ => return None,
        }
    }
    Some(go)
}

/// The line that says it.
impl fmt::Display for UgiCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hello(Dialect::Ugi) => f.write_str("ugi"),
            Self::Hello(Dialect::Uci) => f.write_str("uci"),
            Self::IsReady => f.write_str("isready"),
            Self::NewGame => f.write_str("uginewgame"),
            Self::SetOption { name, value } if value.is_empty() => write!(f, "setoption name {name}"),
            Self::SetOption { name, value } => write!(f, "setoption name {name} value {value}"),
            Self::Position { start, moves } => {
                match start {
                    None => f.write_str("position startpos")?,
                    Some(line) => write!(f, "position fen {line}")?,
                }
                if !moves.is_empty() {
                    write!(f, " moves {}", moves.join(" "))?;
                }
                Ok(())
            }
            Self::Go(go) => write!(f, "go{go}"),
            Self::Stop => f.write_str("stop"),
            Self::Query(Query::GameOver) => f.write_str("query gameover"),
            Self::Query(Query::FirstToMove) => f.write_str("query p1turn"),
            Self::Query(Query::Result) => f.write_str("query result"),
            Self::Quit => f.write_str("quit"),
            Self::Unknown(text) => f.write_str(text),
        }
    }
}

/// The words behind `go`, each with a blank before it.
impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let depth = self.depth.map(u64::from);
        let numbers = [
            ("p1time", self.time[0]),
            ("p2time", self.time[1]),
            ("p1inc", self.increment[0]),
            ("p2inc", self.increment[1]),
            ("movetime", self.move_time),
            ("depth", depth),
            ("nodes", self.nodes),
        ];
        for (name, number) in numbers {
            if let Some(number) = number {
                write!(f, " {name} {number}")?;
            }
        }
        if self.infinite { f.write_str(" infinite") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_written_as_they_are_read() {
        for line in [
            "ugi",
            "uci",
            "isready",
            "uginewgame",
            "setoption name Game value connect4:8x8",
            "setoption name Clear Hash",
            "position startpos",
            "position startpos moves 4 4 B",
            "position fen 7/7/7/7/7/3o3/3x3 2 2 moves 1",
            "go p1time 1000 p2time 900 p1inc 10 p2inc 20 movetime 5 depth 4 nodes 77",
            "go infinite",
            "go",
            "stop",
            "query gameover",
            "query p1turn",
            "query result",
            "quit",
        ] {
            let order = UgiCommand::read(line);
            assert!(!matches!(order, UgiCommand::Unknown(_)), "{line}");
            assert_eq!(order.to_string(), line);
            assert_eq!(UgiCommand::read(&format!("  {line}\t")), order);
        }
    }

    #[test]
    fn the_words_of_uci_are_understood() {
        let go = Go { time: [Some(5), Some(0)], increment: [Some(1), Some(2)], ..Go::default() };
        assert_eq!(UgiCommand::read("go wtime 5 btime -3 winc 1 binc 2 movestogo 40"), UgiCommand::Go(go));
        assert_eq!(UgiCommand::read("ucinewgame"), UgiCommand::NewGame);
    }

    #[test]
    fn everything_else_is_unknown_and_kept() {
        for line in [
            "",
            "hello",
            "go depth",
            "go depth x",
            "go ponder",
            "position",
            "position fen",
            "position fen moves 4",
            "position somewhere",
            "setoption",
            "setoption name",
            "setoption name value x",
            "query",
            "query weather",
            "quit now",
            "go depth 99999999999",
        ] {
            assert_eq!(UgiCommand::read(line), UgiCommand::Unknown(line.into()), "{line:?}");
        }
    }
}
