use std::fmt;

/// What a bot says to its host.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UgiReply {
    /// Its name.
    Name(String),
    /// Its author.
    Author(String),
    /// An option that can be set.
    Option(OptionOffer),
    /// It has introduced itself. `true` in UCI's words.
    Introduced {
        /// `uciok` instead of `ugiok`.
        uci: bool,
    },
    /// It is there.
    Ready,
    /// What it knows so far.
    Info(Info),
    /// Its move.
    BestMove(String),
    /// The answer to a query.
    Response(String),
    /// Anything else, as it was said.
    Unknown(String),
}

/// An option that a bot offers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct OptionOffer {
    /// Its name.
    pub name: String,
    /// `combo`, `spin`, `string`, `check` or `button`.
    pub kind: String,
    /// What holds if nothing is set.
    pub default: String,
    /// The values that a combo takes.
    pub values: Vec<String>,
}

/// What a position is worth to the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UgiScore {
    /// A heuristic value.
    Points(i32),
    /// Won in so many decisions.
    Win(u32),
    /// Lost in so many decisions.
    Loss(u32),
    /// Drawn, proved.
    Draw,
}

/// What a bot knows so far.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Info {
    /// The completed depth.
    pub depth: Option<u32>,
    /// What the position is worth.
    pub score: Option<UgiScore>,
    /// Positions entered.
    pub nodes: Option<u64>,
    /// Positions at the end of a branch: ours.
    pub leaves: Option<u64>,
    /// Milliseconds thought.
    pub time: Option<u64>,
    /// The expected line.
    pub line: Vec<String>,
    /// A remark for people.
    pub remark: Option<String>,
}

impl UgiReply {
    /// Reads a line. Every line is an answer, if only an unknown one.
    pub fn read(line: &str) -> Self {
        let line = line.trim();
        let unknown = || Self::Unknown(line.to_owned());
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim_start();
        match (first, rest) {
            ("id", rest) => match rest.split_once(char::is_whitespace) {
                Some(("name", name)) => Self::Name(name.trim().to_owned()),
                Some(("author", author)) => Self::Author(author.trim().to_owned()),
                _ => unknown(),
            },
            ("option", rest) => OptionOffer::read(rest).map_or_else(unknown, Self::Option),
            ("ugiok", "") => Self::Introduced { uci: false },
            ("uciok", "") => Self::Introduced { uci: true },
            ("readyok", "") => Self::Ready,
            ("info", rest) => Self::Info(Info::read(rest)),
            // What a bot ponders on behind its move is its own affair.
            ("bestmove", rest) => match rest.split_whitespace().next() {
                Some(mv) => Self::BestMove(mv.to_owned()),
                None => unknown(),
            },
            ("response", rest) if !rest.is_empty() => Self::Response(rest.to_owned()),
            _ => unknown(),
        }
    }
}

impl OptionOffer {
    fn read(text: &str) -> Option<Self> {
        let mut offer = Self::default();
        let mut place: Option<&str> = None;
        for word in text.split_whitespace() {
            if matches!(word, "name" | "type" | "default" | "var" | "min" | "max") {
                place = Some(word);
                if word == "var" {
                    offer.values.push(String::new());
                }
                continue;
            }
            let target = match place? {
                "name" => &mut offer.name,
                "type" => &mut offer.kind,
                "default" => &mut offer.default,
                "var" => offer.values.last_mut()?,
                _ => continue,
            };
            if !target.is_empty() {
                target.push(' ');
            }
            target.push_str(word);
        }
        (!offer.name.is_empty()).then_some(offer)
    }
}

impl Info {
    /// Reads what stands behind `info`. Unknown words are skipped.
    fn read(text: &str) -> Self {
        let mut info = Self::default();
        let words: Vec<&str> = text.split_whitespace().collect();
        let mut at = 0;
        while at < words.len() {
            let number = words.get(at + 1).and_then(|word| word.parse::<i64>().ok());
            match words[at] {
                "depth" => info.depth = number.and_then(|number| u32::try_from(number).ok()),
                "nodes" => info.nodes = number.and_then(|number| u64::try_from(number).ok()),
                "leaves" => info.leaves = number.and_then(|number| u64::try_from(number).ok()),
                "time" => info.time = number.and_then(|number| u64::try_from(number).ok()),
                "score" => info.score = UgiScore::read(&words[at + 1..]),
                "pv" => {
                    info.line = words[at + 1..].iter().map(|word| (*word).to_owned()).collect();
                    break;
                }
                "string" => {
                    info.remark = Some(words[at + 1..].join(" "));
                    break;
                }
                _ => {}
            }
            at += 1;
        }
        info
    }
}

impl UgiScore {
    fn read(words: &[&str]) -> Option<Self> {
        let number = words.get(1).and_then(|word| word.parse::<i32>().ok());
        match (*words.first()?, number) {
            ("cp", Some(points)) => Some(Self::Points(points)),
            ("win", Some(plies)) => Some(Self::Win(u32::try_from(plies).ok()?)),
            ("loss", Some(plies)) => Some(Self::Loss(u32::try_from(plies).ok()?)),
            // `mate 0` is the word of whoever has been mated.
            ("mate", Some(moves)) if moves > 0 => Some(Self::Win(moves.unsigned_abs())),
            ("mate", Some(moves)) => Some(Self::Loss(moves.unsigned_abs())),
            ("draw", _) => Some(Self::Draw),
            _ => None,
        }
    }
}

/// The line that says it.
impl fmt::Display for UgiReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => write!(f, "id name {name}"),
            Self::Author(author) => write!(f, "id author {author}"),
            Self::Option(OptionOffer { name, kind, default, values }) => {
                write!(f, "option name {name} type {kind}")?;
                if !default.is_empty() {
                    write!(f, " default {default}")?;
                }
                values.iter().try_for_each(|value| write!(f, " var {value}"))
            }
            Self::Introduced { uci: false } => f.write_str("ugiok"),
            Self::Introduced { uci: true } => f.write_str("uciok"),
            Self::Ready => f.write_str("readyok"),
            Self::Info(info) => write!(f, "info{info}"),
            Self::BestMove(mv) => write!(f, "bestmove {mv}"),
            Self::Response(text) => write!(f, "response {text}"),
            Self::Unknown(text) => f.write_str(text),
        }
    }
}

/// The words behind `info`, each with a blank before it.
impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(depth) = self.depth {
            write!(f, " depth {depth}")?;
        }
        match self.score {
            None => {}
            Some(UgiScore::Points(points)) => write!(f, " score cp {points}")?,
            Some(UgiScore::Win(plies)) => write!(f, " score win {plies}")?,
            Some(UgiScore::Loss(plies)) => write!(f, " score loss {plies}")?,
            Some(UgiScore::Draw) => write!(f, " score draw")?,
        }
        for (name, number) in [("nodes", self.nodes), ("leaves", self.leaves), ("time", self.time)] {
            if let Some(number) = number {
                write!(f, " {name} {number}")?;
            }
        }
        if !self.line.is_empty() {
            write!(f, " pv {}", self.line.join(" "))?;
        }
        if let Some(remark) = &self.remark {
            write!(f, " string {remark}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_written_as_they_are_read() {
        for line in [
            "id name My Bot 1.0",
            "id author Ana y Luis",
            "option name Game type combo default connect4:7x6 var connect4:7x6 var boom",
            "option name Clear Hash type button",
            "ugiok",
            "uciok",
            "readyok",
            "info depth 4 score cp -12 nodes 77 leaves 50 time 3 pv 4 4 B",
            "info score win 5",
            "info score loss 2",
            "info score draw",
            "info string what a day",
            "bestmove 4",
            "response p1win",
        ] {
            let answer = UgiReply::read(line);
            assert!(!matches!(answer, UgiReply::Unknown(_)), "{line}");
            assert_eq!(answer.to_string(), line);
        }
    }

    #[test]
    fn what_others_say_is_understood() {
        let info = Info { depth: Some(9), score: Some(UgiScore::Loss(3)), nodes: Some(5), ..Info::default() };
        let line = "info depth 9 seldepth 12 multipv 1 score mate -3 lowerbound nodes 5 nps 100 hashfull 3";
        assert_eq!(UgiReply::read(line), UgiReply::Info(info));
        assert_eq!(UgiReply::read("bestmove 4 ponder 3"), UgiReply::BestMove("4".into()));
        for line in
            ["", "4", "bestmove", "id", "id name", "option", "option type spin", "hello world", "response"]
        {
            assert_eq!(UgiReply::read(line), UgiReply::Unknown(line.into()), "{line:?}");
        }
    }

    #[test]
    fn mates_are_wins_and_losses() {
        for (text, score) in [
            ("1", UgiScore::Win(1)),
            ("7", UgiScore::Win(7)),
            ("0", UgiScore::Loss(0)),
            ("-1", UgiScore::Loss(1)),
        ] {
            let info = Info { score: Some(score), ..Info::default() };
            assert_eq!(UgiReply::read(&format!("info score mate {text}")), UgiReply::Info(info), "{text}");
        }
    }
}
