//! What was found out about a submission before it played: how it builds, how it keeps to the protocol, how it counts. It is
//! kept beside the reports, so that grading again does not ask again.

use std::{fs, path::Path};

use poda_bots::{CheckFinding, CheckResult, Checkup};
use poda_core::{Language, Message, Translate};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Count, CountVerdict, GradeError};

/// A text in every language that can be kept in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeptText(pub Message);

impl KeptText {
    /// In that language.
    pub fn text(&self, language: Language) -> String {
        self.0.text(language)
    }
}

impl Serialize for KeptText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        [self.0.english(), self.0.spanish()].serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for KeptText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let [english, spanish] = <[String; 2]>::deserialize(deserializer)?;
        Ok(Self(Message::of_pair(english, spanish)))
    }
}

/// What was found out about a submission before it played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Examination {
    /// What became of its build.
    pub build: BuildResult,
    /// The steps of the protocol that were tried; the last one may have failed.
    pub steps: Vec<ProtocolStep>,
    /// How many steps there are in all.
    pub planned: usize,
    /// How it counted nodes.
    pub counts: Vec<CountResult>,
    /// How fast it played when it was checked.
    pub pace: Pace,
}

/// What became of a build.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BuildResult {
    /// There was nothing to build.
    Nothing,
    /// It was built.
    Built,
    /// It was not.
    Failed {
        /// The first error.
        why: KeptText,
        /// Everything that it printed.
        log: String,
    },
}

/// One step of the protocol.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ProtocolStep {
    /// What was looked at.
    pub title: KeptText,
    /// What was seen.
    pub seen: KeptText,
    /// What is wrong, if anything.
    pub failure: Option<StepFailure>,
}

/// What is wrong with a step of the protocol.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StepFailure {
    /// What happened.
    pub what: KeptText,
    /// What the protocol says.
    pub rule: KeptText,
    /// What to try.
    pub fix: KeptText,
    /// The last lines that went to and fro: whether it was sent, and the line.
    pub conversation: Vec<(bool, String)>,
    /// What it wrote to its standard error.
    pub talk: String,
}

/// One counted search.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct CountResult {
    /// What the textbook's search visits, root and leaves included.
    pub expected: u64,
    /// What the student's said.
    pub found: Option<u64>,
    /// What it is worth: 2 for the right count, 1 for a well-known slip, 0 for anything else.
    pub halves: u8,
    /// What that means, in words.
    pub verdict: KeptText,
}

/// How fast a submission played when it was checked.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Pace {
    /// Milliseconds for a move.
    pub move_ms: f64,
    /// Decisions of a whole game.
    pub decisions: f64,
}

impl Examination {
    /// Of a submission of which nothing was tried but the build.
    pub(super) fn of_build(build: BuildResult) -> Self {
        Self { build, steps: Vec::new(), planned: 0, counts: Vec::new(), pace: Pace::default() }
    }

    /// Whether it can play, even if it does not leave when it should.
    pub fn can_play(&self) -> bool {
        self.planned > 0 && self.steps.len() == self.planned
    }

    /// The step that failed.
    pub fn failed_step(&self) -> Option<(&ProtocolStep, &StepFailure)> {
        self.steps.iter().find_map(|step| Some((step, step.failure.as_ref()?)))
    }

    /// Notes how the protocol was kept. `clean` takes away what depends on the machine.
    pub(super) fn note_checkup(&mut self, checkup: &Checkup, clean: &dyn Fn(&str) -> String) {
        self.planned = checkup.planned;
        self.steps = checkup
            .steps
            .iter()
            .map(|step| ProtocolStep {
                title: KeptText(step.title.into()),
                seen: KeptText(Message::new(|language| clean(&step.seen.text(language)))),
                failure: step.failure.as_ref().map(|finding| StepFailure::of(finding, clean)),
            })
            .collect();
        let games = checkup.steps.iter().filter_map(|step| match step.seen {
            CheckResult::Played { moves, .. } => Some(moves as f64),
            _ => None,
        });
        let games: Vec<f64> = games.collect();
        if !games.is_empty() {
            self.pace.decisions = games.iter().sum::<f64>() / games.len() as f64;
        }
    }

    /// Notes how nodes were counted.
    pub(super) fn note_counts(&mut self, counts: Vec<Count>, clean: &dyn Fn(&str) -> String) {
        self.counts = counts
            .into_iter()
            .map(|count| CountResult {
                expected: count.expected,
                found: count.found,
                halves: match count.verdict {
                    CountVerdict::Right => 2,
                    // Whoever counts consistently otherwise has understood the search.
                    CountVerdict::Named(_) => 1,
                    CountVerdict::Wrong | CountVerdict::Untold(_) | CountVerdict::Missing(_) => 0,
                },
                verdict: KeptText(Message::new(|language| clean(&count.verdict.text(language)))),
            })
            .collect();
    }

    /// What was kept under that key, if it was.
    pub(super) fn load(path: &Path, key: &str) -> Option<Self> {
        let kept: KeptExamination = serde_json::from_str(&fs::read_to_string(path).ok()?).ok()?;
        (kept.key == key).then_some(kept.examination)
    }

    /// Keeps it.
    pub(super) fn keep(&self, path: &Path, key: &str) -> Result<(), GradeError> {
        let failed = |error: std::io::Error| GradeError::file(path, &error);
        let kept = KeptExamination { key: key.to_owned(), examination: self.clone() };
        let text = serde_json::to_string(&kept).map_err(|error| failed(error.into()))?;
        fs::create_dir_all(path.parent().unwrap_or(Path::new(""))).map_err(failed)?;
        // Whole or not at all: a half one would be examined again, but nobody likes half files.
        let half = path.with_extension("new");
        fs::write(&half, text).map_err(failed)?;
        fs::rename(&half, path).map_err(failed)
    }
}

/// What is in the file: an examination, and of what exactly.
#[derive(Serialize, Deserialize)]
struct KeptExamination {
    key: String,
    examination: Examination,
}

impl StepFailure {
    fn of(finding: &CheckFinding, clean: &dyn Fn(&str) -> String) -> Self {
        Self {
            what: KeptText(Message::new(|language| clean(&finding.say(language)))),
            rule: KeptText(finding.rule.into()),
            fix: KeptText(finding.fix.into()),
            conversation: finding.conversation.iter().map(|line| (line.sent, clean(&line.line))).collect(),
            talk: clean(&finding.talk),
        }
    }
}

/// The line of a build's output that says most: the first error, or else the last line that is not blank.
pub(super) fn first_error(log: &str) -> Option<&str> {
    let says_error = |line: &&str| {
        let line = line.to_lowercase();
        [
            "error",
            "undefined reference",
            "not found",
            "no such file",
            "cannot",
            "fatal",
            "killed",
            "exception",
        ]
        .iter()
        .any(|word| line.contains(word))
    };
    let lines = || log.lines().map(str::trim).filter(|line| !line.is_empty());
    lines().find(says_error).or_else(|| lines().next_back())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_error_of_a_build_is_found() {
        for (log, line) in [
            (
                "bot.cpp: In function 'int main()':\nbot.cpp:3:5: error: 'x' was not declared\n    3 |     x = 1;\n      |     ^\n",
                Some("bot.cpp:3:5: error: 'x' was not declared"),
            ),
            (
                "  --> bot.rs\nerror[E0425]: cannot find value\n   |   ^",
                Some("error[E0425]: cannot find value"),
            ),
            ("/bin/sh: 1: gcc: not found\n", Some("/bin/sh: 1: gcc: not found")),
            ("one\ntwo\n\n", Some("two")),
            ("", None),
        ] {
            assert_eq!(first_error(log), line, "{log}");
        }
    }

    #[test]
    fn an_examination_is_kept_for_its_key_only() {
        let text = |english: &str| {
            let english = english.to_owned();
            KeptText(Message::new(|language| language.pick(english.clone(), format!("{english} (es)"))))
        };
        let examination = Examination {
            build: BuildResult::Failed { why: text("no \u{1b} compiler"), log: "…".into() },
            steps: vec![ProtocolStep { title: text("starts"), seen: text("yes"), failure: None }],
            planned: 5,
            counts: vec![CountResult { expected: 8, found: Some(7), halves: 1, verdict: text("root") }],
            pace: Pace { move_ms: 1.5, decisions: 20.0 },
        };
        let path = std::env::temp_dir().join(format!("poda-examination-{}.json", std::process::id()));
        examination.keep(&path, "one").unwrap();
        assert_eq!(Examination::load(&path, "one"), Some(examination));
        assert_eq!(Examination::load(&path, "two"), None);
        fs::write(&path, "{").unwrap();
        assert_eq!(Examination::load(&path, "one"), None);
        fs::remove_file(&path).unwrap();
    }
}
