//! The parts of a mark, each with its reason.

use poda_contest::Format;
use poda_core::{Language, Text, Translate, text};

use super::words::ReportTexts;
use crate::{
    BuildResult, ClassReport, Encounter, Examination, Part, StudentReport, marks::cents, student::fault_text,
};

/// What is lost for being late.
pub(super) const LATE: Text = Text::new("late", "retraso");

/// One part of the marks: its name, what was reached, what could be, and why.
#[derive(Clone)]
pub(super) struct PartRow {
    pub(super) name: &'static str,
    pub(super) reached: f64,
    pub(super) possible: f64,
    pub(super) why: String,
}

impl PartRow {
    /// What was not reached, to two digits.
    pub(super) fn lost(&self) -> f64 {
        cents(self.possible - self.reached)
    }
}

/// The parts that the rubric asks for. What was lost has a reason in each of them.
pub(super) fn part_rows(student: &StudentReport, class: &ClassReport, language: Language) -> Vec<PartRow> {
    let reasons = Reasons { student, class, words: ReportTexts { language } };
    let row = |part: &Part| PartRow {
        name: part.name().get(language),
        reached: student.marks.points.of(*part),
        possible: class.rubric.points.of(*part),
        why: reasons.of(*part),
    };
    let rows = Part::ALL.iter().map(row).filter(|row| row.possible > 0.0);
    let late =
        student.late.as_ref().filter(|late| late.days > 0 || late.submitted.is_none()).map(|late| PartRow {
            name: LATE.get(language),
            reached: -student.marks.late,
            possible: 0.0,
            why: late.text(language),
        });
    rows.chain(late).collect()
}

struct Reasons<'a> {
    student: &'a StudentReport,
    class: &'a ClassReport,
    words: ReportTexts,
}

impl Reasons<'_> {
    fn of(&self, part: Part) -> String {
        match part {
            Part::Build => self.build(),
            Part::Protocol => self.protocol(),
            Part::Nodes => self.nodes(),
            Part::Opponents => self.opponents(),
            Part::League => self.league(),
        }
    }

    fn build(&self) -> String {
        if let Some(why) = &self.student.broken {
            return self.words.message(why);
        }
        match self.student.examination.as_ref().map(|examination| &examination.build) {
            None => String::new(),
            Some(BuildResult::Nothing) => self.words.pick("nothing to build", "nada que compilar").to_owned(),
            Some(BuildResult::Built) => self.words.pick("it builds", "compila").to_owned(),
            Some(BuildResult::Failed { why, .. }) => self.words.kept(why),
        }
    }

    /// Why nothing after the build was tried, if so.
    fn unbuilt(&self) -> Option<String> {
        let failed = self
            .examination()
            .is_none_or(|examination| matches!(examination.build, BuildResult::Failed { .. }));
        let why = if self.student.broken.is_some() {
            self.words.pick("not tried: it cannot be started", "sin probar: no se puede arrancar")
        } else {
            self.words.pick("not tried: it does not build", "sin probar: no compila")
        };
        failed.then(|| why.to_owned())
    }

    fn examination(&self) -> Option<&Examination> {
        self.student.examination.as_ref().filter(|_| self.student.broken.is_none())
    }

    fn protocol(&self) -> String {
        if let Some(why) = self.unbuilt() {
            return why;
        }
        let Some(examination) = self.examination() else { return String::new() };
        let passed = examination.steps.iter().filter(|step| step.failure.is_none()).count();
        let planned = examination.planned;
        match self.failure() {
            Some(failure) => format!("{passed}/{planned}: {failure}"),
            None => format!("{passed}/{planned}"),
        }
    }

    /// The step of the protocol that failed, and how.
    fn failure(&self) -> Option<String> {
        let (step, failure) = self.examination()?.failed_step()?;
        let language = self.words.language;
        Some(text!(
            language,
            "the step “{title}” failed: {what}",
            "falló el paso «{title}»: {what}",
            title = step.title.text(language),
            what = failure.what.text(language),
        ))
    }

    fn nodes(&self) -> String {
        if let Some(why) = self.unbuilt() {
            return why;
        }
        let counts = self.examination().map(|examination| examination.counts.as_slice()).unwrap_or_default();
        let verdict = |(task, count): (&crate::NodeTask, &crate::CountResult)| {
            format!("{}: {}", self.words.task(task), self.words.kept(&count.verdict))
        };
        self.class.rubric.nodes.iter().zip(counts).map(verdict).collect::<Vec<_>>().join("; ")
    }

    /// Why there are no games, if so.
    fn unplayed(&self) -> Option<String> {
        if let Some(why) = self.unbuilt() {
            return Some(why);
        }
        if self.examination().is_some_and(Examination::can_play) {
            return None;
        }
        let why = self.failure().unwrap_or_default();
        Some(text!(self.words.language, "no games: {why}", "sin partidas: {why}", why))
    }

    fn opponents(&self) -> String {
        let encounter = |encounter: &Encounter| {
            let results = encounter.results;
            let score =
                format!("{}: +{} -{} ={}", encounter.opponent, results.wins, results.losses, results.draws);
            let faults: Vec<String> =
                encounter.faults.iter().map(|fault| fault_text(fault, self.words.language)).collect();
            if faults.is_empty() { score } else { format!("{score}, {}", faults.join(", ")) }
        };
        let played = || self.student.opponents.iter().map(encounter).collect::<Vec<_>>().join("; ");
        self.unplayed().unwrap_or_else(played)
    }

    fn league(&self) -> String {
        if let Some(why) = self.unplayed() {
            return why;
        }
        let Some(league) = &self.student.league else {
            let few = "no games: there is no other submission that can play";
            return self.words.pick(few, "sin partidas: no hay otra entrega que pueda jugar").to_owned();
        };
        let results = league.results;
        let (wins, losses, draws) = (results.wins, results.losses, results.draws);
        let players = self.class.students.iter().filter(|student| student.league.is_some()).count();
        let mut said = text!(
            self.words.language,
            "+{wins} -{losses} ={draws}, place {place} of {players}",
            "+{wins} -{losses} ={draws}, puesto {place} de {players}",
            wins,
            losses,
            draws,
            place = league.place,
            players,
        );
        if self.class.rubric.league == Format::Swiss {
            said.push_str(&text!(
                self.words.language,
                "; {share} % of the points would be expected against everybody",
                "; contra todos se esperaría el {share} % de los puntos",
                share = format_args!("{:.0}", league.share * 100.0),
            ));
        }
        if league.faults > 0 {
            let faults = league.faults;
            said.push_str(&text!(
                self.words.language,
                "; {faults} lost by fault (illegal, time, crash)",
                "; {faults} perdidas por fallo (ilegal, tiempo, caída)",
                faults,
            ));
        }
        said
    }
}
