//! The queue as commands use it. A Poda that was built without it says so.

use std::fmt::Write;

use poda_contest::{Executor, NODES_ELSEWHERE, ReadyContest, Shards};
use poda_core::{Language, text};

use crate::{
    arguments::{QueueArgs, ShardArgs},
    failure::Failure,
    terminal::say,
};

/// Whoever plays games that are not played here.
pub(crate) type SharedExecutor = Box<dyn Executor + Send + Sync>;

/// The executor that `--queue` names.
pub(crate) fn executor(args: &QueueArgs) -> Result<Option<SharedExecutor>, Failure> {
    args.queue.as_ref().map(|text| machines(text, args, None)).transpose()
}

/// The executor that `--queue` or `--shards` names.
pub(crate) fn any_executor(
    args: &QueueArgs,
    shards: &ShardArgs,
    spot_check: Option<f64>,
    threads: u16,
) -> Result<Option<SharedExecutor>, Failure> {
    match shards.shards {
        Some(count) => {
            let folder = shards.parts.clone();
            Ok(Some(Box::new(Shards { folder, count, threads: threads.into() })))
        }
        None => args.queue.as_ref().map(|text| machines(text, args, spot_check)).transpose(),
    }
}

#[cfg(feature = "queue")]
fn machines(text: &str, args: &QueueArgs, spot_check: Option<f64>) -> Result<SharedExecutor, Failure> {
    let machines =
        poda_queue::Machines { server: server(text, &args.access)?, timing: timing(args), spot_check };
    machines.check()?;
    Ok(Box::new(machines))
}

#[cfg(feature = "queue")]
pub(crate) fn timing(args: &QueueArgs) -> poda_queue::Timing {
    use std::time::Duration;
    poda_queue::Timing { lease: Duration::from_millis(args.lease), job: Duration::from_millis(args.job_time) }
}

#[cfg(feature = "queue")]
pub(crate) fn server(
    text: &str,
    access: &crate::arguments::QueueAccess,
) -> Result<poda_queue::QueueServer, Failure> {
    let mut server: poda_queue::QueueServer =
        text.parse().map_err(|error: poda_queue::QueueError| Failure::usage(&error))?;
    server.credentials.clone_from(&access.creds);
    server.authority.clone_from(&access.ca);
    Ok(server)
}

#[cfg(feature = "queue")]
impl From<poda_queue::QueueError> for Failure {
    fn from(error: poda_queue::QueueError) -> Self {
        Self::failed(&error)
    }
}

/// What a Poda without the queue answers.
#[cfg(not(feature = "queue"))]
pub(crate) fn missing() -> Failure {
    Failure::Usage(poda_core::message!(
        "this poda was built without the queue (feature `queue`)",
        "este poda se compiló sin la cola (característica `queue`)"
    ))
}

#[cfg(not(feature = "queue"))]
fn machines(_: &str, _: &QueueArgs, _: Option<f64>) -> Result<SharedExecutor, Failure> {
    Err(missing())
}

/// The options that name the same server again, behind a blank.
pub(crate) fn option(args: &QueueArgs, shards: &ShardArgs) -> String {
    let mut text = String::new();
    if let Some(count) = shards.shards {
        let _ = write!(text, " --shards {count} --parts '{}'", shards.parts.display());
    }
    if let Some(server) = &args.queue {
        // Whoever looks over a shoulder learns no password.
        let shown = match (server.find("://"), server.rfind('@')) {
            (Some(scheme), Some(at)) if scheme + 3 <= at => {
                format!("{}...{}", &server[..scheme + 3], &server[at..])
            }
            _ => server.clone(),
        };
        let _ = write!(text, " --queue {shown}");
    }
    for (name, path) in [("creds", &args.access.creds), ("ca", &args.access.ca)] {
        if let Some(path) = path {
            let _ = write!(text, " --{name} '{}'", path.display());
        }
    }
    text
}

/// Says by what players are limited where other machines play: by nodes unless somebody says otherwise, and that seconds are
/// not the same everywhere.
pub(crate) fn tell_limits(contest: &ReadyContest, quiet: bool, language: Language) {
    let (players, conditions) = (&contest.contest().players, &contest.contest().conditions);
    if quiet {
        return;
    }
    let is_given = |place: usize| contest.players().thinking(place).nodes == Some(NODES_ELSEWHERE);
    if (0..players.len()).any(is_given) {
        say(&text!(
            language,
            "players without a limit of their own: {nodes} nodes a move (--nodes, --depth)",
            "jugadores sin límite propio: {nodes} nodos por jugada (--nodes, --depth)",
            nodes = NODES_ELSEWHERE
        ));
    }
    if conditions.thinking.time.is_some() || players.iter().any(|player| is_by_time(&player.spec)) {
        warn_about_time(language);
    }
}

/// Whether a player is limited by time, whatever others are: by its own options, or because it is a program that is told nothing
/// else.
pub(crate) fn is_by_time(spec: &str) -> bool {
    let options = spec.split_once(':').map_or("", |(_, options)| options);
    let is_told_time = ["json:", "course:"].iter().any(|form| spec.starts_with(form));
    is_told_time || options.split(',').any(|option| option.trim().starts_with("time="))
}

/// Says that seconds are not the same everywhere.
pub(crate) fn warn_about_time(language: Language) {
    say(language.pick(
        "warning: a limit of time is another limit on each machine; --nodes or --depth give the same games everywhere",
        "aviso: un límite de tiempo es otro en cada máquina; con --nodes o --depth las partidas son las mismas en todas",
    ));
}
