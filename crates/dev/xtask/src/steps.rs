//! Running other programs, one step after the other, and telling what each took.

use std::{
    error::Error,
    fmt::Display,
    fs,
    io::Write,
    path::PathBuf,
    process::{Command, Stdio},
    sync::Mutex,
    time::{Duration, Instant},
};

/// What a chore gives: an error is a text for whoever started it.
pub(crate) type Result<T = ()> = std::result::Result<T, Box<dyn Error + Send + Sync>>;

/// An error with this text.
pub(crate) fn fail<T>(text: impl Into<String>) -> Result<T> {
    Err(text.into().into())
}

/// Says of an error where it happened.
pub(crate) trait Context<T> {
    fn context(self, place: impl Display) -> Result<T>;
}

impl<T, E: Display> Context<T> for std::result::Result<T, E> {
    fn context(self, place: impl Display) -> Result<T> {
        self.or_else(|error| fail(format!("{place}: {error}")))
    }
}

/// One line of talk.
pub(crate) fn say(line: &str) {
    // A closed standard error is no reason to stop.
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// The root of the workspace.
pub(crate) fn root() -> PathBuf {
    let manifest = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    manifest.ancestors().nth(3).map_or(manifest.clone(), PathBuf::from)
}

/// Where cargo puts what it builds.
pub(crate) fn target() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// A cargo command at the root.
pub(crate) fn cargo(arguments: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.current_dir(root()).args(arguments);
    command
}

/// What a step took.
struct StepCost {
    name: String,
    wall: Duration,
    /// CPU seconds of all its processes, where the system tells.
    cpu: Option<f64>,
}

/// What the steps of this command took so far, in their order.
static COSTS: Mutex<Vec<StepCost>> = Mutex::new(Vec::new());

/// Runs a step, says how long it took, and fails if it does.
pub(crate) fn step(name: &str, command: &mut Command) -> Result {
    measured(name, || {
        let status =
            command.status().context(format!("{name}: cannot start {}", command.get_program().display()))?;
        if status.success() { Ok(()) } else { fail(format!("{name} failed ({status})")) }
    })
}

/// Does something that is a step, and notes what it took.
pub(crate) fn measured(name: &str, work: impl FnOnce() -> Result) -> Result {
    say(&format!("── {name}"));
    let (start, cpu_before) = (Instant::now(), cpu_of_children());
    let result = work();
    let wall = start.elapsed();
    let cpu = cpu_of_children().zip(cpu_before).map(|(after, before)| after - before);
    if result.is_ok() {
        say(&format!("── {name}: fine, {}", cost(wall, cpu)));
    }
    if let Ok(mut costs) = COSTS.lock() {
        costs.push(StepCost { name: name.to_owned(), wall, cpu });
    }
    result
}

fn cost(wall: Duration, cpu: Option<f64>) -> String {
    let wall = wall.as_secs_f64();
    cpu.map_or_else(|| format!("{wall:.1} s"), |cpu| format!("{wall:.1} s, {cpu:.1} CPU s"))
}

/// Says what each step took, and all together.
pub(crate) fn say_costs() {
    let Ok(costs) = COSTS.lock() else { return };
    say("\n    wall s   CPU s  step");
    let line = |wall: Duration, cpu: Option<f64>, name: &str| {
        let cpu = cpu.map_or_else(|| "-".to_owned(), |cpu| format!("{cpu:.1}"));
        say(&format!("{:>10.1} {cpu:>7}  {name}", wall.as_secs_f64()));
    };
    for cost in &*costs {
        line(cost.wall, cost.cpu, &cost.name);
    }
    let cpu = costs.iter().try_fold(0.0, |sum, cost| Some(sum + cost.cpu?));
    line(costs.iter().map(|cost| cost.wall).sum(), cpu, "all together");
}

/// User and system seconds of the children that have ended, and of theirs.
fn cpu_of_children() -> Option<f64> {
    cpu_in(&fs::read_to_string("/proc/self/stat").ok()?)
}

fn cpu_in(stat: &str) -> Option<f64> {
    // Linux reports in hundredths of a second, whatever its own clock does.
    const TICKS: f64 = 100.0;
    // The name of the program stands in parentheses and may hold anything; the fields are counted behind it.
    let fields: Vec<&str> = stat.rsplit_once(')')?.1.split_whitespace().collect();
    let ticks = |index: usize| fields.get(index)?.parse::<f64>().ok();
    Some((ticks(13)? + ticks(14)?) / TICKS)
}

/// Whether a command exists and succeeds, silently.
pub(crate) fn works(command: &mut Command) -> bool {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_children_are_counted() {
        let stat = "7 (a (name) b) S 1 7 7 0 -1 4194304 100 200 0 0 11 12 350 25 20 0 1 0 5 6 7";
        assert_eq!(cpu_in(stat), Some(3.75));
        assert_eq!(cpu_in("7 (short) S 1"), None);
        assert_eq!(cpu_in(""), None);
    }
}
