//! What coordinators and workers say to each other. Everything is JSON, names its run, and is no larger than [`LONGEST`].

use std::time::Duration;

use poda_agent::GameLine;
use poda_catalog::Solution;
use poda_contest::{GameRecord, Pairing, PlyRecord, Termination};
use poda_core::{Message, Outcome, Score, Side};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;

/// Changes with the form of the messages.
const FORM: u32 = 4;

/// No message is longer. Servers take a megabyte unless they are told otherwise.
pub(crate) const LONGEST: usize = 900 << 10;

/// More games are not in one job.
pub(crate) const MOST_GAMES: usize = 256;

/// Who speaks: programs that are not the same in this do not work together.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Identity {
    /// The form of the messages.
    pub form: u32,
    /// The version of Poda.
    pub version: String,
    /// The signature of its engines: the same node counts, the same games.
    pub signature: String,
}

impl Identity {
    /// This program's.
    pub fn own() -> Self {
        let signature = crate::parcel::checksum(include_bytes!("../../../../bench/signature.txt"));
        Self {
            form: FORM,
            version: env!("CARGO_PKG_VERSION").to_owned(),
            signature: signature[..12].to_owned(),
        }
    }

    /// In a few words.
    pub fn text(&self) -> String {
        format!("{}/{}/{}", self.version, self.signature, self.form)
    }
}

/// A text in both languages.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct BothTexts([String; 2]);

impl From<&Message> for BothTexts {
    fn from(message: &Message) -> Self {
        Self([message.english(), message.spanish()].map(|text| text.chars().take(2000).collect()))
    }
}

impl From<&BothTexts> for Message {
    fn from(texts: &BothTexts) -> Self {
        let [english, spanish] = &texts.0;
        Message::of_pair(english.clone(), spanish.clone())
    }
}

/// A run as workers have to know it: published once.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct RunSpec {
    /// Who coordinates it.
    pub(crate) by: Identity,
    /// What people call it.
    pub(crate) title: String,
    /// How long a worker may be silent before its job is given to another one.
    pub(crate) lease_ms: u64,
    pub(crate) work: Work,
}

/// What is to be done.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) enum Work {
    /// Games of a contest.
    Games {
        /// As `contest_to_json` writes it, with the players' specs as they are on workers.
        contest: Value,
        /// The players' programs, by their places: none for players without one, and the reason for a program that could not be packed.
        parcels: Vec<Option<Result<ParcelRef, BothTexts>>>,
    },
    /// Positions to solve.
    Positions(SolveSettings),
}

/// How positions are solved.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SolveSettings {
    /// The game's spec.
    pub game: String,
    /// Only who wins.
    pub weak: bool,
    /// Every move by itself.
    pub all: bool,
    /// Without the book of openings.
    pub no_book: bool,
    /// The longest win to look for.
    pub within: u32,
    /// Milliseconds for each position.
    pub time_ms: Option<u64>,
    /// Nodes for each position.
    pub nodes: Option<u64>,
    /// Megabytes of the table.
    pub table: u64,
}

/// A program's folder on the server.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct ParcelRef {
    /// The SHA-256 of its archive, which is its name.
    pub(crate) checksum: String,
    pub(crate) bytes: u64,
}

/// A part of a run, for one worker at a time.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Job {
    pub(crate) run: String,
    /// The first and the last number of what is in it: a function of the schedule.
    pub(crate) name: String,
    /// The names of workers that leave it to others.
    pub(crate) avoid: Vec<String>,
    pub(crate) items: Items,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) enum Items {
    Games {
        games: Vec<GameOrder>,
        /// Those that the games name.
        openings: Vec<GameLine>,
    },
    /// Numbers, and moves from the start of the game.
    Positions(Vec<(u64, String)>),
}

/// A game to play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct GameOrder {
    pub(crate) index: u64,
    pub(crate) players: [usize; 2],
    /// Its place among the openings of the job.
    pub(crate) opening: usize,
}

impl GameOrder {
    pub(crate) fn pairing(self) -> Pairing {
        Pairing { index: self.index, players: self.players, opening: self.opening }
    }
}

/// What a worker says about a job.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Report {
    pub(crate) job: String,
    pub(crate) worker: String,
    pub(crate) what: Said,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) enum Said {
    /// It has begun. If nothing follows, it came to an end with it.
    Begun,
    /// It gives the job back: it was told to stop.
    Returned,
    /// It cannot work for this run.
    Unable(BothTexts),
    /// Games of the job.
    Games {
        records: Vec<GameWire>,
        /// Whether these are the last ones.
        last: bool,
        /// How long the job took.
        ms: u64,
        /// The places of players whose programs this worker cannot run: it has left out their games.
        lacks: Vec<usize>,
    },
    /// Positions of the job.
    Positions { solved: Vec<SolvedPosition>, last: bool, ms: u64 },
}

/// What everybody should know about a run at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum Notice {
    /// There is work.
    Begins,
    /// Nobody plays on.
    Ends,
}

/// A game that was played, column by column like its record on disk.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct GameWire {
    index: u64,
    seed: u64,
    players: [usize; 2],
    opening: GameLine,
    moves: Vec<String>,
    scores: Vec<Option<i32>>,
    depths: Vec<u32>,
    nodes: Vec<u64>,
    times_us: Vec<u64>,
    outcome: Option<u8>,
    termination: String,
    detail: BothTexts,
    talk: [String; 2],
}

/// What programs say is cut here: the record must fit into a message.
const LONGEST_TALK: usize = 16 << 10;

impl From<&GameRecord> for GameWire {
    fn from(record: &GameRecord) -> Self {
        let plies = &record.plies;
        let cut = |text: &String| text.chars().take(LONGEST_TALK / 4).collect();
        Self {
            index: record.index,
            seed: record.seed,
            players: record.players,
            opening: record.opening.clone(),
            moves: plies.iter().map(|ply| ply.mv.clone()).collect(),
            scores: plies.iter().map(|ply| ply.score.map(Score::value)).collect(),
            depths: plies.iter().map(|ply| ply.depth).collect(),
            nodes: plies.iter().map(|ply| ply.nodes).collect(),
            times_us: plies.iter().map(|ply| ply.time.as_micros() as u64).collect(),
            outcome: record.outcome.map(|outcome| match outcome {
                Outcome::Draw => 0,
                Outcome::Win(side) => side.number(),
            }),
            termination: record.termination.word().to_owned(),
            detail: BothTexts::from(&record.detail),
            talk: [cut(&record.talk[0]), cut(&record.talk[1])],
        }
    }
}

impl GameWire {
    /// The record, unless it makes no sense. Whether it is true is another question.
    pub(crate) fn record(self) -> Option<GameRecord> {
        let plies = self.moves.len();
        if [self.scores.len(), self.depths.len(), self.nodes.len(), self.times_us.len()] != [plies; 4] {
            return None;
        }
        let columns = self.scores.iter().zip(&self.depths).zip(self.nodes.iter().zip(&self.times_us));
        let plies =
            self.moves.into_iter().zip(columns).map(|(mv, ((score, depth), (nodes, time)))| PlyRecord {
                mv,
                score: score.map(Score::from_value),
                depth: *depth,
                nodes: *nodes,
                time: Duration::from_micros(*time),
            });
        Some(GameRecord {
            index: self.index,
            seed: self.seed,
            players: self.players,
            opening: self.opening,
            plies: plies.collect(),
            outcome: match self.outcome {
                None => None,
                Some(0) => Some(Outcome::Draw),
                Some(1) => Some(Outcome::Win(Side::First)),
                Some(2) => Some(Outcome::Win(Side::Second)),
                Some(_) => return None,
            },
            termination: Termination::of_word(&self.termination)?,
            detail: Message::from(&self.detail),
            talk: self.talk,
        })
    }
}

/// A position that was solved, or why not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct SolvedPosition {
    pub(crate) number: u64,
    pub(crate) us: u64,
    pub(crate) found: Result<Solution, BothTexts>,
}

/// A worker as it describes itself every few seconds.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct WorkerStatus {
    /// What people call it: its machine, unless it was given a name.
    pub name: String,
    /// Which program it is.
    pub by: Identity,
    /// Jobs that it can do at the same time.
    pub slots: usize,
    /// What it is doing.
    pub jobs: Vec<JobStatus>,
    /// Games and positions since it began.
    pub done: u64,
    /// Runs that it does not work for, and why.
    pub unable: Vec<(String, BothTexts)>,
    /// Players of runs that it works for without their games.
    pub lacks: Vec<LackStatus>,
}

/// A player whose program a worker cannot run: it takes the other games of the run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct LackStatus {
    /// The run.
    pub run: String,
    /// Its place among the players.
    pub place: usize,
    /// Its name.
    pub player: String,
    /// Why not.
    pub why: BothTexts,
}

/// A job that is being done.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct JobStatus {
    /// The run.
    pub run: String,
    /// The job.
    pub job: String,
    /// For how long.
    pub seconds: u64,
    /// The number of the game that is being played, or of the position.
    pub number: Option<u64>,
    /// The game itself.
    pub board: Option<GameLine>,
}

/// A run as its coordinator describes it every few seconds.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct RunStatus {
    /// Games or positions that are done.
    pub done: u64,
    /// Of how many.
    pub planned: u64,
    /// Jobs that are handed out or wait.
    pub jobs: usize,
    /// Results that came more than once and were refused.
    pub duplicates: u64,
    /// Done in a second, lately.
    pub rate: f64,
    /// The machine that coordinates it.
    pub host: String,
}

/// As bytes, which never fails for our own types.
pub(crate) fn write(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).unwrap_or_default()
}

/// From bytes that anybody may have sent.
pub(crate) fn read<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    if bytes.len() > LONGEST + (64 << 10) {
        return None;
    }
    serde_json::from_slice(bytes).ok()
}

#[cfg(test)]
mod tests {
    use poda_core::{Proved, StoneScore};

    use super::*;

    fn record() -> GameRecord {
        GameRecord {
            index: 7,
            seed: 3,
            players: [1, 0],
            opening: GameLine::new("connect4:7x6").after("4"),
            plies: vec![PlyRecord {
                mv: "3".into(),
                score: Some(Score::win_at(5)),
                depth: 4,
                nodes: 99,
                time: Duration::from_micros(17),
            }],
            outcome: Some(Outcome::Win(Side::Second)),
            termination: Termination::Crash,
            detail: Message::of_pair("player 1: gone", "jugador 1: ya no está"),
            talk: ["a".into(), String::new()],
        }
    }

    #[test]
    fn games_come_back_as_they_were() {
        let wire = GameWire::from(&record());
        let back: GameWire = read(&write(&wire)).unwrap();
        assert_eq!(back.record(), Some(record()));
    }

    #[test]
    fn broken_games_are_none() {
        let whole = GameWire::from(&record());
        let change: [&dyn Fn(&mut GameWire); 3] =
            [&|wire| wire.scores.clear(), &|wire| wire.outcome = Some(3), &|wire| {
                wire.termination = "magic".into();
            }];
        for change in change {
            let mut wire = whole.clone();
            change(&mut wire);
            assert_eq!(wire.record(), None);
        }
        // What is too long is not even looked at.
        assert_eq!(read::<Value>(&vec![b' '; 2 << 20]), None);
        assert_eq!(read::<Job>(b"{\"run\": 1}"), None);
    }

    #[test]
    fn proofs_come_back_as_they_were() {
        let stones = Proved::of_stones([StoneScore::new(-2), StoneScore::new(3)], 42, 5, 77);
        let plies = Proved { at_least: Score::win_at(9), at_most: Score::win_at(5), stones: None, nodes: 1 };
        let moves = vec![("1".to_owned(), Some(plies)), ("2".to_owned(), None)];
        for solution in [Solution::Position(stones), Solution::Moves(moves)] {
            assert_eq!(read(&write(&solution)), Some(solution));
        }
    }

    #[test]
    fn positions_travel_in_the_form_of_this_version() {
        let proved = Proved::of_stones([StoneScore::new(1), StoneScore::new(1)], 42, 40, 7);
        let solved = SolvedPosition { number: 3, us: 12, found: Ok(Solution::Position(proved)) };
        let text = r#"{"number":3,"us":12,"found":{"Ok":{"Position":{"at_least":{"kind":"win","plies":1},"at_most":{"kind":"win","plies":1},"stones":{"at_least":1,"at_most":1,"empty":2},"nodes":7}}}}"#;
        assert_eq!((FORM, String::from_utf8(write(&solved)).unwrap().as_str()), (4, text));
    }
}
