use std::path::PathBuf;

use poda_contest::{FaultCount, GameRecord, Termination, statistics::Results};
use poda_core::{Language, Message, Side, Translate, text};

use super::{Examination, Hints, Lateness, LeagueResult, Marks, Rubric, TurningPoint};

/// A graded class.
#[derive(Clone, Debug)]
pub struct ClassReport {
    /// The rubric.
    pub rubric: Rubric,
    /// In the order of their ids.
    pub students: Vec<StudentReport>,
    /// The file with all games.
    pub records: PathBuf,
    /// What looks copied. For the teacher only.
    pub hints: Hints,
    /// What programs ran in.
    pub sandbox: Message,
}

/// What was found out about one submission.
#[derive(Clone, Debug)]
pub struct StudentReport {
    /// Names the student in files and on the command line.
    pub id: String,
    /// The student's name.
    pub name: String,
    /// The name in a league without names.
    pub pseudonym: Message,
    /// Moodle's number of the participant.
    pub participant: Option<u64>,
    /// Whether it was not graded: others were, and nothing is known about it.
    pub is_pending: bool,
    /// Whether `bot.toml` is not in UTF-8 and was read as Latin-1.
    pub is_latin_1: bool,
    /// Why nothing could be tried, if so.
    pub broken: Option<Message>,
    /// What was found out before it played.
    pub examination: Option<Examination>,
    /// What it did against each opponent.
    pub opponents: Vec<Encounter>,
    /// What it did in the league.
    pub league: Option<LeagueResult>,
    /// Where lost games turned.
    pub turning: Vec<TurningPoint>,
    /// When it was handed in, where there is a deadline.
    pub late: Option<Lateness>,
    /// What it is worth.
    pub marks: Marks,
}

impl StudentReport {
    /// Of a submission that nobody has looked at.
    pub(super) fn new(id: &str) -> Self {
        Self {
            id: id.to_owned(),
            name: id.to_owned(),
            pseudonym: Message::verbatim(""),
            participant: None,
            is_pending: false,
            is_latin_1: false,
            broken: None,
            examination: None,
            opponents: Vec::new(),
            league: None,
            turning: Vec::new(),
            late: None,
            marks: Marks::default(),
        }
    }
}

/// Games against one opponent.
#[derive(Clone, Debug)]
pub struct Encounter {
    /// Who it was.
    pub opponent: String,
    /// Wins, losses and draws of the student.
    pub results: Results,
    /// Games the student lost by fault (illegal, time, crash), by the way in which they ended.
    pub faults: Vec<FaultCount>,
}

impl Encounter {
    pub(super) fn new(opponent: &str) -> Self {
        Self { opponent: opponent.to_owned(), results: Results::default(), faults: Vec::new() }
    }

    /// Counts a game that the student played on that side; `reason` says what went wrong in it.
    pub(super) fn note(&mut self, record: &GameRecord, side: Side, reason: Message) {
        self.results.note(record.half_points(side));
        let is_fault = !matches!(record.termination, Termination::Normal | Termination::TooLong);
        if record.half_points(side) != 0 || !is_fault {
            return;
        }
        match self.faults.iter_mut().find(|fault| fault.kind == record.termination) {
            Some(fault) => fault.count += 1,
            None => self.faults.push(FaultCount {
                kind: record.termination,
                count: 1,
                game: record.index,
                reason,
            }),
        }
    }
}

/// Games lost by one kind of fault, in words.
pub(super) fn fault_text(fault: &FaultCount, language: Language) -> String {
    let (count, game) = (fault.count, fault.game);
    let end = match fault.kind {
        Termination::Illegal => language.pick("by an illegal move", "por una jugada ilegal"),
        Termination::Timeout => language.pick("by time", "por tiempo"),
        Termination::Crash => language.pick("because the program ended", "porque el programa terminó"),
        Termination::NoStart => {
            language.pick("because the program did not start", "porque el programa no arrancó")
        }
        Termination::Normal | Termination::TooLong | Termination::Interrupted => "",
    };
    // How late an answer was differs from time to time.
    let why = match fault.kind {
        Termination::Timeout => String::new(),
        _ => format!(" ({})", fault.reason.text(language)),
    };
    text!(
        language,
        "{count} lost {end}, first in game {game}{why}",
        "{count} perdidas {end}, la primera en la partida {game}{why}",
        count,
        end,
        game,
        why,
    )
}
