use std::fmt;

/// The words in which host and bot speak. Our own additions stand in UGI alone: a UCI host hears nothing that UCI does
/// not have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Dialect {
    /// Universal Game Interface, with exact distances and proven draws.
    #[default]
    Ugi,
    /// Universal Chess Interface.
    Uci,
}

/// What a bot says to its host.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UgiReply {
    /// Its name.
    Name(String),
    /// Its author.
    Author(String),
    /// An option that can be set.
    Option(OptionOffer),
    /// It has introduced itself.
    Introduced(Dialect),
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
    /// The least and the largest value that a spin takes.
    pub range: Option<[u64; 2]>,
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
    /// Positions entered per second.
    pub nodes_per_second: Option<u64>,
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
            ("ugiok", "") => Self::Introduced(Dialect::Ugi),
            ("uciok", "") => Self::Introduced(Dialect::Uci),
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
        let [mut least, mut most] = [None, None];
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
                "min" => {
                    least = word.parse().ok();
                    continue;
                }
                _ => {
                    most = word.parse().ok();
                    continue;
                }
            };
            if !target.is_empty() {
                target.push(' ');
            }
            target.push_str(word);
        }
        offer.range = least.zip(most).map(|(least, most)| [least, most]);
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
                "nps" => info.nodes_per_second = number.and_then(|number| u64::try_from(number).ok()),
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
        let number = |at: usize| words.get(at).and_then(|word| word.parse::<i32>().ok());
        // Where turns do not alternate, only the plies behind the mate tell how far away it is.
        let plies = || number(3).filter(|_| words[2] == "plies").and_then(|plies| u32::try_from(plies).ok());
        match (*words.first()?, number(1)) {
            ("cp", Some(0)) if words.get(2) == Some(&"draw") => Some(Self::Draw),
            ("cp", Some(points)) => Some(Self::Points(points)),
            ("win", Some(plies)) => Some(Self::Win(u32::try_from(plies).ok()?)),
            ("loss", Some(plies)) => Some(Self::Loss(u32::try_from(plies).ok()?)),
            // `mate 0` is the word of whoever has been mated.
            ("mate", Some(moves)) => {
                let two_each = moves.unsigned_abs().saturating_mul(2);
                Some(if moves > 0 {
                    Self::Win(plies().unwrap_or(two_each - 1))
                } else {
                    Self::Loss(plies().unwrap_or(two_each))
                })
            }
            ("draw", _) => Some(Self::Draw),
            _ => None,
        }
    }

    /// The words behind `score`. A mate is counted in moves of both sides, that is two decisions each.
    fn text(self, dialect: Dialect) -> String {
        let ours = |text: String| if dialect == Dialect::Ugi { text } else { String::new() };
        match self {
            Self::Points(points) => format!("cp {points}"),
            Self::Win(plies) => format!("mate {}{}", plies.div_ceil(2), ours(format!(" plies {plies}"))),
            Self::Loss(plies) => format!("mate -{}{}", plies.div_ceil(2), ours(format!(" plies {plies}"))),
            Self::Draw => format!("cp 0{}", ours(" draw".to_owned())),
        }
    }
}

impl UgiReply {
    /// The line that says it in a dialect.
    pub fn line(&self, dialect: Dialect) -> String {
        match self {
            Self::Info(info) => format!("info{}", info.text(dialect)),
            other => other.to_string(),
        }
    }
}

/// The line that says it in UGI.
impl fmt::Display for UgiReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => write!(f, "id name {name}"),
            Self::Author(author) => write!(f, "id author {author}"),
            Self::Option(OptionOffer { name, kind, default, values, range }) => {
                write!(f, "option name {name} type {kind}")?;
                if !default.is_empty() {
                    write!(f, " default {default}")?;
                }
                if let Some([least, most]) = range {
                    write!(f, " min {least} max {most}")?;
                }
                values.iter().try_for_each(|value| write!(f, " var {value}"))
            }
            Self::Introduced(Dialect::Ugi) => f.write_str("ugiok"),
            Self::Introduced(Dialect::Uci) => f.write_str("uciok"),
            Self::Ready => f.write_str("readyok"),
            Self::Info(info) => write!(f, "info{}", info.text(Dialect::Ugi)),
            Self::BestMove(mv) => write!(f, "bestmove {mv}"),
            Self::Response(text) => write!(f, "response {text}"),
            Self::Unknown(text) => f.write_str(text),
        }
    }
}

impl Info {
    /// The words behind `info`, each with a blank before it.
    fn text(&self, dialect: Dialect) -> String {
        let mut text = String::new();
        let mut put = |name: &str, value: Option<String>| {
            if let Some(value) = value {
                text.extend([" ", name, " ", &value]);
            }
        };
        let number = |number: Option<u64>| number.map(|number| number.to_string());
        put("depth", number(self.depth.map(u64::from)));
        put("score", self.score.map(|score| score.text(dialect)));
        put("nodes", number(self.nodes));
        put("leaves", number(self.leaves.filter(|_| dialect == Dialect::Ugi)));
        put("nps", number(self.nodes_per_second));
        put("time", number(self.time));
        put("pv", (!self.line.is_empty()).then(|| self.line.join(" ")));
        put("string", self.remark.clone());
        text
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
            "info score mate 3 plies 5",
            "info score mate -1 plies 2",
            "info score cp 0 draw",
            "info score cp 12 nodes 9 nps 1000",
            "option name Hash type spin default 16 min 1 max 1024",
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
        let info = Info {
            depth: Some(9),
            score: Some(UgiScore::Loss(6)),
            nodes: Some(5),
            nodes_per_second: Some(100),
            ..Info::default()
        };
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
            ("mate 1", UgiScore::Win(1)),
            ("mate 7", UgiScore::Win(13)),
            ("mate 7 plies 9", UgiScore::Win(9)),
            ("mate 7 upperbound", UgiScore::Win(13)),
            ("mate 0", UgiScore::Loss(0)),
            ("mate -1", UgiScore::Loss(2)),
            ("mate -2147483648", UgiScore::Loss(u32::MAX)),
            ("mate -1 plies -1", UgiScore::Loss(2)),
            ("win 5", UgiScore::Win(5)),
            ("loss 2", UgiScore::Loss(2)),
            ("draw", UgiScore::Draw),
        ] {
            let info = Info { score: Some(score), ..Info::default() };
            assert_eq!(UgiReply::read(&format!("info score {text}")), UgiReply::Info(info), "{text}");
        }
    }

    #[test]
    fn a_uci_host_hears_nothing_of_our_own() {
        for (ugi, uci) in [
            (
                "info depth 4 score cp -12 nodes 77 leaves 50 time 3 pv 4 4 B",
                "info depth 4 score cp -12 nodes 77 time 3 pv 4 4 B",
            ),
            ("info score mate 3 plies 5", "info score mate 3"),
            ("info score mate -1 plies 1", "info score mate -1"),
            ("info score cp 0 draw", "info score cp 0"),
            ("info string what a day", "info string what a day"),
        ] {
            assert_eq!(UgiReply::read(ugi).line(Dialect::Uci), uci);
        }
    }
}
