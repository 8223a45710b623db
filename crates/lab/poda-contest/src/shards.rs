//! Games of parts that are decided before the first one: for clusters whose machines share a folder and nothing else.

#![expect(clippy::disallowed_methods, clippy::disallowed_types, reason = "folders of a cluster")]

use std::{
    collections::BTreeSet,
    fmt::Write,
    fs,
    io::ErrorKind,
    path::{Path, PathBuf},
    thread,
    time::{Duration, Instant},
};

use poda_agent::BotLimits;
use poda_core::{Message, Translate, fold, message, mix};

use crate::{
    Contest, ContestError, Executor, PlanError, ReadyContest, RunProgress, RunStore, Shard, contest_to_json,
};

/// How often to ask whether nobody wants the games any more.
const TICK: Duration = Duration::from_millis(50);
/// How often to look for parts that are done. The folder may be on another machine.
const LOOK_EVERY: Duration = Duration::from_millis(500);

/// Lets the tasks of a cluster play: each has a file with its part of the run, and a script that plays it. Whoever starts the
/// tasks is not known here; what they have played is read when they say that they are done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shards {
    /// Seen by all machines.
    pub folder: PathBuf,
    /// Parts of the schedule, and tasks.
    pub count: u64,
    /// Games that a task plays at the same time.
    pub threads: usize,
}

impl Executor for Shards {
    fn execute(&self, contest: &ReadyContest, progress: &mut RunProgress<'_>) -> Result<(), ContestError> {
        if progress.next_games().is_empty() {
            return Ok(());
        }
        let whole = contest.contest();
        let format = whole.plan.format;
        if format.looks_at_results() {
            let shard = Shard { number: 1, of: self.count };
            return Err(PlanError::Shard { format, shard }.into());
        }
        let parts = Parts::lay_out(self, contest)?;
        let folder = parts.folder.display();
        progress.observer().notice(&message!(
            "{count} parts are in {folder}: start them with: sbatch {folder}/job.sh",
            "hay {count} partes en {folder}: inícialas con: sbatch {folder}/job.sh",
            count = parts.open.len(),
            folder
        ));
        let ended = parts.collect(contest, progress);
        if progress.next_games().is_empty() {
            // Tasks that have not begun need not.
            let _ = fs::write(parts.folder.join("stop"), "");
        }
        ended
    }
}

/// A run in its folder.
struct Parts {
    folder: PathBuf,
    /// The contest of each part that has games.
    open: Vec<Contest>,
}

impl Parts {
    /// Writes what tasks need, as far as it is not there.
    fn lay_out(shards: &Shards, contest: &ReadyContest) -> Result<Self, ContestError> {
        let whole = contest.contest();
        // The same run finds its parts again, wherever it is resumed from.
        let text = contest_to_json(whole).to_string();
        let key = text.bytes().fold(mix(text.len() as u64), |hash, byte| fold(hash, u64::from(byte)));
        let folder = shards.folder.join(format!("run-{key:016x}"));
        fs::create_dir_all(&folder).map_err(|error| at(&folder, &error))?;
        let folder = folder.canonicalize().map_err(|error| at(&folder, &error))?;
        let _ = fs::remove_file(folder.join("stop"));
        // A test is decided over all parts, not by one of them.
        let part =
            |number| Contest { shard: Some(Shard { number, of: shards.count }), sprt: None, ..whole.clone() };
        let pairs = whole.most_games().div_ceil(2);
        let open: Vec<Contest> = (1..=shards.count.min(pairs)).map(part).collect();
        for contest in &open {
            let path = file(&folder, contest, "db");
            if !path.is_file() {
                // Under its name only when it is whole: somebody may stop us, and tasks may begin.
                let new = file(&folder, contest, "new");
                let _ = fs::remove_file(&new);
                RunStore::open(&new)?.begin(contest)?;
                fs::rename(&new, &path).map_err(|error| at(&path, &error))?;
            }
        }
        let script = folder.join("job.sh");
        fs::write(
            &script,
            script_of(
                &folder,
                shards,
                open.len(),
                &resume_options(whole.conditions.bots, contest.has_programs(), false),
            )?,
        )
        .map_err(|error| at(&script, &error))?;
        Ok(Self { folder, open })
    }

    /// Waits for the tasks, and takes what they have played.
    fn collect(&self, contest: &ReadyContest, progress: &mut RunProgress<'_>) -> Result<(), ContestError> {
        let mut taken = BTreeSet::new();
        let mut looked: Option<Instant> = None;
        while taken.len() < self.open.len() {
            if progress.observer().waiting().is_break() {
                return Ok(());
            }
            if looked.is_some_and(|looked| looked.elapsed() < LOOK_EVERY) {
                thread::sleep(TICK);
                continue;
            }
            looked = Some(Instant::now());
            for (place, part) in self.open.iter().enumerate() {
                // A file that another machine writes to is not looked at: only what is done stands still.
                if taken.contains(&place) || !file(&self.folder, part, "done").is_file() {
                    continue;
                }
                taken.insert(place);
                if self.take(part, contest, progress)?.is_break() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Delivers the games of a part. Whoever wrote them is not believed.
    fn take(
        &self,
        part: &Contest,
        contest: &ReadyContest,
        progress: &mut RunProgress<'_>,
    ) -> Result<std::ops::ControlFlow<()>, ContestError> {
        let path = file(&self.folder, part, "db");
        let broken = |why: &Message| {
            let path = path.display();
            ContestError::Executor(
                message!(language => "{path}: {why}", "{path}: {why}", path, why = why.text(language)),
            )
        };
        let store = RunStore::read(&path)?;
        let run = store.runs()?.into_iter().find(|run| run.contest == *part);
        let Some(run) = run else {
            return Err(broken(&message!("it holds another run", "contiene otra serie")));
        };
        let games = store.games(run.id)?;
        for game in games.iter().filter(|game| progress.is_open(game)) {
            let of_part = part.shard.is_some_and(|shard| shard.has(game.index));
            let checked = if of_part {
                contest.players().check_record(game)
            } else {
                Err(message!("it is of another part", "es de otra parte"))
            };
            if let Err(why) = checked {
                let index = game.index;
                return Err(broken(&message!(language =>
                    "game {index}: {why}", "partida {index}: {why}", index, why = why.text(language)
                )));
            }
        }
        if !run.finished {
            let (played, planned) = (games.len(), part.most_games());
            return Err(broken(&message!(
                "its task ended after {played} of {planned} games: start it again",
                "su tarea terminó tras {played} de {planned} partidas: vuelve a iniciarla",
                played,
                planned
            )));
        }
        progress.deliver(games)
    }
}

fn file(folder: &Path, part: &Contest, ending: &str) -> PathBuf {
    let number = part.shard.map_or(0, |shard| shard.number);
    folder.join(format!("part-{number}.{ending}"))
}

fn at(path: &Path, error: &std::io::Error) -> ContestError {
    let path = path.display();
    ContestError::Executor(
        message!(language => "{path}: {why}", "{path}: {why}", path, why = error.text(language)),
    )
}

/// The options with which `poda resume` gives these limits to the programs among the players, if there are any, each behind a blank. They are
/// not taken from the file of a run, which may come from elsewhere; from the user's `own` file programs are started without being
/// asked for.
pub fn resume_options(given: BotLimits, has_programs: bool, own: bool) -> String {
    if !has_programs {
        return String::new();
    }
    let usual = BotLimits::default();
    let mut options = String::from(if own { "" } else { " --allow-programs" });
    if given.sandbox != usual.sandbox {
        let _ = write!(options, " --sandbox {}", given.sandbox.word());
    }
    for (name, given, usual) in [
        ("memory", given.memory, usual.memory),
        ("cpu", given.processor, usual.processor),
        ("process", given.processes as u64, usual.processes as u64),
        ("scratch", given.scratch, usual.scratch),
    ] {
        if given > usual {
            let _ = write!(options, " --{name}-limit {given}");
        }
    }
    options
}

/// What a task of the array does: goes on with its part, from the folder in which the players' programs were named.
fn script_of(folder: &Path, shards: &Shards, tasks: usize, options: &str) -> Result<String, ContestError> {
    let here = std::env::current_dir().map_err(|error| at(Path::new("."), &error))?;
    let quoted = |path: &Path| {
        let text = path.to_str().filter(|text| !text.contains(['\n', '\r']));
        text.map(|text| format!("'{}'", text.replace('\'', "'\\''")))
            .ok_or_else(|| at(path, &ErrorKind::InvalidInput.into()))
    };
    let (threads, here, parts) = (shards.threads.max(1), quoted(&here)?, quoted(folder)?);
    Ok(format!(
        "#!/bin/sh
#SBATCH --job-name=poda
#SBATCH --array=1-{tasks}
#SBATCH --cpus-per-task={threads}
set -eu
cd {here}
part={parts}/part-$SLURM_ARRAY_TASK_ID
if [ -e {parts}/stop ]; then exit 0; fi
rm -f \"$part.done\"
\"${{PODA:-poda}}\" resume 1 --quiet --concurrency {threads} --db \"$part.db\"{options}
: > \"$part.done\"
"
    ))
}
