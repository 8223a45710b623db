use std::io::Write;

use poda_arena::ContestError;
use poda_bots::Sandbox;
use poda_core::{Message, message, text};
use poda_grade::{GradeError, Grading, Rubric, StudentReport, write_reports};
use serde_json::{Value, json};

use super::{SandboxTold, stdout};
use crate::{
    arguments::{GradeArgs, OutputOptions},
    failure::Failure,
    interrupt, json,
    terminal::say,
};

impl From<GradeError> for Failure {
    fn from(error: GradeError) -> Self {
        match error {
            GradeError::Rubric { .. } => Self::usage(&error),
            GradeError::Contest(ContestError::Store(why)) => Self::failed(&why),
            other => Self::failed(&other),
        }
    }
}

pub(crate) fn run(args: &GradeArgs, output: OutputOptions) -> Result<(), Failure> {
    let language = output.language();
    let rubric = Rubric::read(&args.rubric)?;
    let limits = args.sandbox.limits();
    let sandbox = SandboxTold::new(language, args.quiet).tell(&limits)?;
    if !sandbox.is_complete() && !args.weak_sandbox {
        return Err(Failure::Usage(weak(sandbox)));
    }
    let grading = Grading {
        folder: &args.folder,
        rubric,
        out: &args.out,
        threads: usize::from(args.concurrency),
        bots: limits,
        language,
        stop: &interrupt::asked,
    };
    let mut tell = |line: &str| {
        if !args.quiet {
            say(line);
        }
    };
    let class = grading.run(&mut tell).map_err(|error| match error {
        GradeError::Stopped => Failure::Interrupted(message!(
            "stopped; the same command goes on from here",
            "detenido; el mismo comando sigue desde aquí"
        )),
        other => other.into(),
    })?;
    write_reports(&class, &args.out, language)?;
    if output.json {
        let students: Vec<Value> = class.students.iter().map(to_json).collect();
        return json::print("grades", json!({ "out": args.out, "students": students }));
    }
    let out = &mut stdout();
    for student in &class.students {
        let why = student.broken.clone().or_else(|| {
            let checkup = student.checkup.as_ref()?;
            checkup.steps.last()?.failure.as_ref().map(|finding| finding.say(language))
        });
        let why = why.or_else(|| {
            let (built, _) = student.build.as_ref()?;
            (!built).then(|| language.pick("it does not build", "no compila").to_owned())
        });
        let line = format!("{:>6.2}  {}  {}", student.marks.total(), student.name, why.unwrap_or_default());
        writeln!(out, "{}", line.trim_end())?;
    }
    tell(&format!("{}", args.out.join("class.html").display()));
    Ok(())
}

/// Why nobody is graded without a sandbox that holds.
fn weak(sandbox: Sandbox) -> Message {
    Message::new(|language| {
        let list: Vec<&str> = sandbox.weaknesses().iter().map(|weakness| weakness.get(language)).collect();
        text!(
            language,
            "a submission could harm others here: {list}; install bubblewrap, or accept it with --weak-sandbox",
            "una entrega podría perjudicar a otros aquí: {list}; instala bubblewrap, o acéptalo con --weak-sandbox",
            list = list.join("; ")
        )
    })
}

fn to_json(student: &StudentReport) -> Value {
    let marks = student.marks;
    json!({
        "id": student.id,
        "name": student.name,
        "total": marks.total(),
        "build": marks.build,
        "protocol": marks.protocol,
        "nodes": marks.nodes,
        "opponents": marks.opponents,
        "league": marks.league,
        "broken": student.broken,
    })
}
