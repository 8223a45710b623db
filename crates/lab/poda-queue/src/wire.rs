//! What coordinators and workers say to each other. Everything is JSON, names its run, and is no larger than [`LONGEST`].

use poda_agent::GameLine;
use poda_catalog::Solution;
use poda_contest::{GameRecord, Pairing};
use poda_core::Message;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;

/// Changes with the form of the messages.
const FORM: u32 = 5;

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

/// A message of which each text is cut where no message of ours ends: it has to fit.
pub(crate) fn bounded(message: &Message) -> Message {
    let [english, spanish] =
        [message.english(), message.spanish()].map(|text| text.chars().take(2000).collect::<String>());
    Message::of_pair(english, spanish)
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
        parcels: Vec<Option<Result<ParcelRef, Message>>>,
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
    Unable(Message),
    /// Games of the job.
    Games {
        records: Vec<GameRecord>,
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

/// The standard error of programs is cut here: the record has to fit into a message.
const LONGEST_TALK: usize = 16 << 10;

/// A record that fits into a message.
pub(crate) fn bounded_record(mut record: GameRecord) -> GameRecord {
    record.detail = bounded(&record.detail);
    record.talk = record.talk.map(|text| text.chars().take(LONGEST_TALK / 4).collect());
    record
}

/// A position that was solved, or why not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct SolvedPosition {
    pub(crate) number: u64,
    pub(crate) us: u64,
    pub(crate) found: Result<Solution, Message>,
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
    pub unable: Vec<(String, Message)>,
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
    pub why: Message,
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
    use std::time::Duration;

    use poda_contest::{PlyRecord, Termination};
    use poda_core::{Outcome, Proved, Score, Side, StoneScore};

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
            detail: Message::of_pair("gone", "ya no está"),
            talk: ["a".into(), String::new()],
        }
    }

    #[test]
    fn games_come_back_as_they_were() {
        let long = GameRecord { talk: ["x".repeat(LONGEST_TALK), String::new()], ..record() };
        let cut = bounded_record(long);
        assert_eq!(cut.talk[0].len(), LONGEST_TALK / 4);
        for record in [record(), cut] {
            assert_eq!(read::<GameRecord>(&write(&record)), Some(record));
        }
    }

    /// Coordinators and workers of the same form understand each other: whoever changes a file here changes `FORM`.
    #[test]
    fn reports_are_written_as_in_their_form() {
        let proved = Proved::of_stones([StoneScore::new(-2), StoneScore::new(3)], 42, 5, 77);
        let solved = |number, found| SolvedPosition { number, us: 5, found };
        let said = [
            Said::Games { records: vec![record()], last: true, ms: 12, lacks: vec![2] },
            Said::Unable(Message::of_pair("no sandbox", "sin recinto")),
            Said::Positions {
                solved: vec![
                    solved(1, Ok(Solution::Position(proved))),
                    solved(2, Ok(Solution::Moves(vec![("4".into(), Some(proved)), ("5".into(), None)]))),
                    solved(3, Err(Message::verbatim("too long"))),
                ],
                last: false,
                ms: 9,
            },
        ];
        let golden: Vec<&str> = include_str!("reports.jsonl").lines().collect();
        assert_eq!(golden.len(), said.len());
        for (what, golden) in said.into_iter().zip(golden) {
            let report = Report { job: "0-1".into(), worker: "lab1".into(), what };
            assert_eq!(String::from_utf8_lossy(&write(&report)), golden, "form {FORM}");
            assert_eq!(read::<Report>(golden.as_bytes()), Some(report));
        }
    }

    #[test]
    fn broken_games_are_none() {
        let whole = String::from_utf8(write(&record())).unwrap();
        for (there, broken) in [
            ("\"scores\":[999999995]", "\"scores\":[]"),
            ("\"scores\":[999999995]", "\"scores\":[-2147483648]"),
            ("\"outcome\":\"p2\"", "\"outcome\":\"p3\""),
            ("\"crash\"", "\"magic\""),
            ("\"seed\":\"3\"", "\"seed\":3"),
        ] {
            assert!(whole.contains(there), "{whole}");
            assert_eq!(read::<GameRecord>(whole.replace(there, broken).as_bytes()), None, "{broken}");
        }
        // A message that is too long is not even read.
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
}
