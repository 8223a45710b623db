use poda_contest::FaultCount;
use poda_core::{Language, Message, Score, Text, Translate};

use crate::{KeptText, NodeTask, TurningPoint, student::fault_text};

/// A number, however many references the templates put before it.
pub(super) trait Number {
    fn value(&self) -> f64;
}

impl Number for f64 {
    fn value(&self) -> f64 {
        *self
    }
}

impl<T: Number> Number for &T {
    fn value(&self) -> f64 {
        T::value(self)
    }
}

/// Sentences and numbers in the language of the reports.
#[derive(Clone, Copy)]
pub(super) struct ReportTexts {
    pub(super) language: Language,
}

impl ReportTexts {
    pub(super) fn pick(self, english: &'static str, spanish: &'static str) -> &'static str {
        self.language.pick(english, spanish)
    }

    pub(super) fn say(self, text: &Text) -> &'static str {
        text.get(self.language)
    }

    pub(super) fn kept(self, text: &KeptText) -> String {
        text.text(self.language)
    }

    pub(super) fn message(self, message: &Message) -> String {
        message.text(self.language)
    }

    pub(super) fn fault(self, fault: &FaultCount) -> String {
        fault_text(fault, self.language)
    }

    pub(super) fn code(self) -> &'static str {
        if self.language == Language::Spanish { "es" } else { "en" }
    }

    /// With two digits, and a comma where readers expect one.
    pub(super) fn number(self, value: impl Number) -> String {
        self.decimal(format!("{:.2}", value.value()))
    }

    /// Without needless zeros: what is possible is a whole number most of the time.
    pub(super) fn short(self, value: impl Number) -> String {
        let text = format!("{:.2}", value.value());
        self.decimal(text.trim_end_matches('0').trim_end_matches('.').to_owned())
    }

    fn decimal(self, text: String) -> String {
        if self.language == Language::Spanish { text.replace('.', ",") } else { text }
    }

    pub(super) fn task(self, task: &NodeTask) -> String {
        let NodeTask { algorithm, depth, moves, .. } = task;
        let word = self.pick("depth", "profundidad");
        let after = self.pick("after", "tras");
        let moves = if moves.is_empty() { String::new() } else { format!(", {after} {moves}") };
        format!("{algorithm}, {word} {depth}{moves}")
    }

    pub(super) fn turn(self, point: &TurningPoint) -> String {
        let [before, after] = point.values.map(|score| self.score(score));
        format!("{before} → {after}")
    }

    fn score(self, score: Score) -> String {
        match (score.win_distance(), score.loss_distance()) {
            (Some(plies), _) => format!("{} {plies}", self.pick("won in", "ganada en")),
            (_, Some(plies)) => format!("{} {plies}", self.pick("lost in", "perdida en")),
            _ => score.to_string(),
        }
    }
}
