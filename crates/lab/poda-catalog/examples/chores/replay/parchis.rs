//! Recorded Parchís: every ply of the courses' simulator against ours.
//!
//! Two kinds of recording: whole games line by line (header, plies, end), and games of one line whose plies are given
//! by hashes. Both hold what the simulator's state looks like as JSON; we write ours the same way and compare texts.

use anyhow::{Context, Result, bail, ensure};
use poda_agent::GameSession;
use serde_json::Value;

use super::{Compared, OpenSession};

/// Replays a file of recorded games, given as its lines. The first difference is an error.
pub(crate) fn replay(
    lines: &mut dyn Iterator<Item = std::io::Result<String>>,
    open: OpenSession,
) -> Result<Compared> {
    let mut compared = Compared::default();
    let mut game: Option<ReplayedGame> = None;
    for (index, line) in lines.enumerate() {
        let number = index + 1;
        let line = line.with_context(|| format!("line {number}"))?;
        let record: Value = serde_json::from_str(&line).with_context(|| format!("line {number}"))?;
        let unexpected = || format!("line {number}: a ply or an end before any header");
        if record.get("h").is_some() {
            compared.plies += replay_hashes(&record, open).with_context(|| format!("line {number}"))?;
            compared.games += 1;
        } else if record.get("s0").is_some() {
            ensure!(game.is_none(), "line {number}: a header before the end of the last game");
            game = Some(ReplayedGame::begin(&record, open).with_context(|| format!("line {number}"))?);
        } else if record.get("end").is_some() {
            let game = game.take().with_context(unexpected)?;
            game.end(&record).with_context(|| format!("line {number}"))?;
            compared.plies += game.plies;
            compared.games += 1;
        } else {
            let game = game.as_mut().with_context(unexpected)?;
            game.ply(&record).with_context(|| format!("line {number}"))?;
        }
    }
    ensure!(game.is_none(), "the last game has no end");
    Ok(compared)
}

/// A game that is being replayed.
struct ReplayedGame {
    session: GameSession,
    seed: String,
    plies: u64,
}

impl ReplayedGame {
    fn begin(header: &Value, open: OpenSession) -> Result<Self> {
        let game = Self { session: open(&spec(header)?)?, seed: header["seed"].to_string(), plies: 0 };
        game.same("start", &header["s0"].to_string(), &state_json(&game.session.position())?)?;
        Ok(game)
    }

    fn ply(&mut self, record: &Value) -> Result<()> {
        let mover = self.session.to_move().index().to_string();
        self.same("mover", &record["p"].to_string(), &mover)?;
        let moves = Choices::of(&self.session)?;
        self.same("moves", &record["m"].to_string(), &moves.json())?;
        self.choose(&moves, &record["k"])?;
        self.same("state", &record["s"].to_string(), &state_json(&self.session.position())?)
    }

    fn choose(&mut self, moves: &Choices, chosen: &Value) -> Result<()> {
        self.plies += 1;
        let index = chosen.as_u64().and_then(|index| usize::try_from(index).ok());
        let text = index.and_then(|index| moves.0.get(index)).map(|(_, text)| text);
        let text = text.with_context(|| format!("{}: there is no choice {chosen}", self.place()))?;
        self.session.play(text).with_context(|| self.place())
    }

    fn end(&self, record: &Value) -> Result<()> {
        self.same("plies", &record["plies"].to_string(), &self.plies.to_string())?;
        let winner = self.session.outcome().and_then(poda_core::Outcome::winner);
        let winner = winner.map_or_else(|| "-1".to_owned(), |side| side.index().to_string());
        self.same("winner", &record["winner"].to_string(), &winner)
    }

    fn same(&self, what: &str, expected: &str, found: &str) -> Result<()> {
        if expected != found {
            bail!("{}: {what}: expected {expected}, found {found}", self.place());
        }
        Ok(())
    }

    fn place(&self) -> String {
        format!("game {}, ply {}", self.seed, self.plies)
    }
}

/// Replays a game of which only the choices and a hash per ply were kept.
fn replay_hashes(record: &Value, open: OpenSession) -> Result<u64> {
    let mut game =
        ReplayedGame { session: open(&spec(record)?)?, seed: record["seed"].to_string(), plies: 0 };
    let list = |name: &str| record[name].as_array().with_context(|| format!("{name} is not a list"));
    let (choices, hashes) = (list("k")?, list("h")?);
    ensure!(choices.len() == hashes.len(), "{} choices, but {} hashes", choices.len(), hashes.len());
    for (chosen, hash) in choices.iter().zip(hashes) {
        let moves = Choices::of(&game.session)?;
        game.choose(&moves, chosen)?;
        let state = state_json(&game.session.position())?;
        let found = format!("{:08x}", fnv(&[&moves.json(), "|", &state]) >> 32);
        game.same("hash", hash.as_str().unwrap_or_default(), &found)?;
    }
    game.same("final", &record["final"].to_string(), &state_json(&game.session.position())?)?;
    game.end(record)?;
    Ok(game.plies)
}

/// FNV-1a of 64 bits, with the offset of the recordings (a digit shorter than the usual one).
fn fnv(texts: &[&str]) -> u64 {
    let bytes = texts.iter().flat_map(|text| text.bytes());
    bytes.fold(1_469_598_103_934_665_603, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(1_099_511_628_211)
    })
}

/// The game spec that a header asks for.
fn spec(header: &Value) -> Result<String> {
    let edition = match header["ed"].as_u64() {
        Some(2122) => "2022",
        Some(2223) => "2023",
        Some(2324) => "2024",
        _ => bail!("unknown edition {}", header["ed"]),
    };
    let start = header["cfg"].as_str().context("the header has no cfg")?;
    Ok(format!("parchis:{edition}:{}", start.to_lowercase().replace('_', "-")))
}

/// The legal moves as the recordings sort them, each with its text.
struct Choices(Vec<([i32; 3], String)>);

impl Choices {
    fn of(session: &GameSession) -> Result<Self> {
        let position = session.position();
        let fields = Fields::new(&position);
        let mut moves = Vec::new();
        for text in session.legal() {
            moves.push((triple(&text, fields.get("mover")?)?, text));
        }
        moves.sort_unstable();
        Ok(Self(moves))
    }

    fn json(&self) -> String {
        let triples = self.0.iter().map(|([colour, die, piece], _)| format!("[{colour},{die},{piece}]"));
        format!("[{}]", triples.collect::<Vec<_>>().join(","))
    }
}

/// Colour, die and piece of a move text; a skip belongs to the colour whose turn it is.
fn triple(text: &str, mover: &str) -> Result<[i32; 3]> {
    let (who, die) = text.split_once(':').with_context(|| format!("{text:?} is not a move"))?;
    let die = die_number(die)?;
    if who == "skip" {
        return Ok([colour_number(mover)?, die, -1]);
    }
    let (colour, piece) = who.split_at_checked(1).with_context(|| format!("{text:?} is not a move"))?;
    Ok([colour_number(colour)?, die, piece.parse::<i32>().with_context(|| format!("{text:?}"))? - 1])
}

fn colour_number(letter: &str) -> Result<i32> {
    let number = ["b", "r", "g", "y"].iter().position(|known| *known == letter);
    Ok(number.with_context(|| format!("{letter:?} is not a colour"))? as i32)
}

/// The special dice from 100 on.
pub(super) const SPECIAL: [&str; 11] = [
    "energy",
    "star",
    "boo",
    "bullet",
    "red-shell",
    "blue-shell",
    "mushroom",
    "mega",
    "shock",
    "horn",
    "banana",
];

fn die_number(word: &str) -> Result<i32> {
    match SPECIAL.iter().position(|known| *known == word) {
        Some(index) => Ok(100 + index as i32),
        None => word.parse().with_context(|| format!("{word:?} is not a die")),
    }
}

/// The fields of a position line.
struct Fields<'a>(Vec<(&'a str, &'a str)>);

impl<'a> Fields<'a> {
    fn new(position: &'a str) -> Self {
        Self(position.split(' ').filter_map(|field| field.split_once('=')).collect())
    }

    fn find(&self, name: &str) -> Option<&'a str> {
        self.0.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
    }

    fn get(&self, name: &str) -> Result<&'a str> {
        self.find(name).with_context(|| format!("the position has no field {name}"))
    }
}

/// A position line as the recordings write the state.
fn state_json(position: &str) -> Result<String> {
    let fields = Fields::new(position);
    let mover = colour_number(fields.get("mover")?)?;
    let player = 1 - mover % 2;
    let mut pieces = Vec::new();
    for colour in ["b", "r", "g", "y"] {
        let list: Result<Vec<String>> = fields.get(colour)?.split(',').map(piece_json).collect();
        pieces.push(format!("[{}]", list?.join(",")));
    }
    let flags = fields.get("flags")?;
    let flag = |name: &str| u8::from(flags.split(',').any(|word| word == name));
    let mut parts = vec![
        format!(r#""t":{},"p":{player},"c":{mover}"#, fields.get("turn")?),
        format!(r#""b":[{}],"d":{}"#, pieces.join(","), dice_json(&fields, mover)?),
    ];
    if let Some(energy) = fields.find("energy") {
        parts.push(format!(r#""e":[{}]"#, energy.replace('/', ",")));
    }
    if let Some(objects) = fields.find("objects") {
        let bananas = list(fields.get("bananas")?);
        parts.push(format!(r#""it":[{}],"tr":[{bananas}],"bn":{}"#, list(objects), flag("slip")));
    }
    parts.push(format!(r#""f":[{},{},{}]"#, flag("capture"), flag("goal"), flag("six")));
    let bounces: Vec<&str> = fields.get("bounces")?.split(',').collect();
    let [yellow, blue, red, green] = bounces[..] else { bail!("{bounces:?} are not four bounces") };
    let winner = match fields.get("winner")? {
        "-" => -1,
        number => number.parse::<i32>().context("the winner")? - 1,
    };
    parts.push(format!(r#""bo":[{blue},{red},{green},{yellow}],"w":{winner}"#));
    Ok(format!("{{{}}}", parts.join(",")))
}

fn list(text: &str) -> &str {
    if text == "-" { "" } else { text }
}

fn piece_json(text: &str) -> Result<String> {
    let (place, condition) = text.split_once(':').map_or((text, None), |(place, rest)| (place, Some(rest)));
    let cell = match (place, place.strip_prefix('c')) {
        ("home", _) => 0,
        ("goal", _) => 200,
        (_, Some(corridor)) => 100 + corridor.parse::<u32>().with_context(|| format!("{text:?}"))?,
        (track, None) => track.parse().with_context(|| format!("{text:?}"))?,
    };
    let Some(condition) = condition else { return Ok(cell.to_string()) };
    let known = ["star", "ghost", "mega", "small", "normal", "slipped"];
    let found = known.iter().enumerate().find_map(|(id, word)| Some((id, condition.strip_prefix(word)?)));
    let (status, counter) = found.with_context(|| format!("{text:?} is not a piece"))?;
    Ok(format!("[{cell},{status},{counter}]"))
}

/// The layers of dice of every owner: ordinary, special, forced.
fn dice_json(fields: &Fields, mover: i32) -> Result<String> {
    let sets: Vec<&str> = fields.get("dice")?.split('/').collect();
    let hands: Option<Vec<&str>> = fields.find("hands").map(|hands| hands.split('/').collect());
    // The position line has yellow, blue(, red, green); the recordings blue, (red, green,) yellow.
    let (order, owners): (&[usize], &[i32]) = match sets.len() {
        2 => (&[1, 0], &[0, 3]),
        4 => (&[1, 2, 3, 0], &[0, 1, 2, 3]),
        count => bail!("{count} sets of dice"),
    };
    let flags = fields.get("flags")?;
    let forced = if flags.contains("capture") {
        Some(20)
    } else if flags.contains("goal") {
        Some(10)
    } else {
        None
    };
    let mut all = Vec::new();
    for (set, owner) in order.iter().zip(owners) {
        let ordinary: Vec<String> = sets[*set]
            .chars()
            .map(|die| if die == 'e' { "100".to_owned() } else { die.to_string() })
            .collect();
        let mut layers = vec![format!("[{}]", ordinary.join(","))];
        if let Some(hands) = &hands {
            let hand = hands.get(*set).context("a hand is missing")?;
            let words =
                hand.split(',').filter(|word| *word != "-").map(|word| Ok(die_number(word)?.to_string()));
            layers.push(format!("[{}]", words.collect::<Result<Vec<_>>>()?.join(",")));
        }
        if let Some(forced) = forced.filter(|_| *owner == mover) {
            layers.push(format!("[{forced}]"));
        }
        all.push(format!("[{}]", layers.join(",")));
    }
    Ok(format!("[{}]", all.join(",")))
}

#[cfg(test)]
#[path = "parchis_tests.rs"]
mod tests;
