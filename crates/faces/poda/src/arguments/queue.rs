//! Many machines: the queue, its workers, and clusters that have none.

use std::path::PathBuf;

use clap::Args;

use super::{
    MachineLimits,
    values::{ArgumentError, number},
};

/// Where the queue is, and how to get in.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Many machines")]
pub(crate) struct QueueArgs {
    /// Let workers on other machines do the work: a NATS server with `JetStream`, such as `nats://lab0`
    #[arg(long, value_name = "SERVER")]
    pub(crate) queue: Option<String>,

    #[command(flatten)]
    pub(crate) access: QueueAccess,

    /// Milliseconds that a worker may be silent before its job is given to another one
    #[arg(long, hide = true, value_name = "MS", default_value_t = 30_000, value_parser = number::<u64>(300..=3_600_000))]
    pub(crate) lease: u64,

    /// Milliseconds that a job should take
    #[arg(long, hide = true, value_name = "MS", default_value_t = 20_000, value_parser = number::<u64>(1..=3_600_000))]
    pub(crate) job_time: u64,
}

/// Games that are played again elsewhere.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Many machines")]
pub(crate) struct SpotCheckArgs {
    /// Percent of the pairs that another worker plays again: exit code 1 if a game differs. Not for programs and limits of time
    #[arg(long, value_name = "PERCENT", requires = "queue", value_parser = percent)]
    pub(crate) spot_check: Option<f64>,
}

impl SpotCheckArgs {
    /// The same option again, behind a blank.
    pub(crate) fn option(self) -> String {
        self.spot_check.map_or_else(String::new, |percent| format!(" --spot-check {percent}"))
    }
}

fn percent(text: &str) -> Result<f64, ArgumentError> {
    number(0.001..=100.0)(text.strip_suffix('%').unwrap_or(text))
}

/// Clusters that have no server in between.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Many machines")]
pub(crate) struct ShardArgs {
    /// Cut the games into N parts for the tasks of a cluster: writes their script, and waits until they are played
    #[arg(long, value_name = "N", conflicts_with = "queue", value_parser = number::<u64>(1..=100_000))]
    pub(crate) shards: Option<u64>,

    /// Folder of the parts, which all tasks see
    #[arg(long, value_name = "FOLDER", default_value = "poda-parts", requires = "shards")]
    pub(crate) parts: PathBuf,
}

/// How a server lets us in.
#[derive(Clone, Debug, Args)]
pub(crate) struct QueueAccess {
    /// File with the credentials for the server, as `nsc` writes it
    #[arg(long, value_name = "FILE")]
    pub(crate) creds: Option<PathBuf>,

    /// Certificate of whoever signed the server's, for TLS
    #[arg(long, value_name = "FILE")]
    pub(crate) ca: Option<PathBuf>,
}

/// Work for others: play games and solve positions of a queue
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  poda worker --queue nats://lab0                        one job at a time
  poda worker --queue nats://lab0 --concurrency 4        four of them
  poda worker --queue tls://lab0 --creds worker.creds --ca ca.pem

A worker needs no open port, and may come and go at any time: a job that it does not finish is given to another one.
Its version must be that of whoever hands out the work. Programs of players come by themselves, and run in the
sandbox. A run that asks for more than the limits below is not played here. Ctrl-C gives the jobs back. docs/machines.md says how to set up a server.")]
pub(crate) struct WorkerArgs {
    /// The server: `nats://HOST`, `nats://USER:PASSWORD@HOST` or `tls://HOST`
    #[arg(long, value_name = "SERVER")]
    pub(crate) queue: String,

    #[command(flatten)]
    pub(crate) access: QueueAccess,

    /// Jobs done at the same time
    #[arg(long, alias = "threads", value_name = "N", default_value_t = 1, value_parser = number::<u16>(1..=1024))]
    pub(crate) concurrency: u16,

    /// What others see of it [default: the name of the machine]
    #[arg(long, value_name = "NAME", default_value = "", hide_default_value = true)]
    pub(crate) name: String,

    /// Folder for the players' programs [default: poda/bots in the user's cache folder]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) cache: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) limits: MachineLimits,

    /// Run programs even where the sandbox cannot hold everything
    #[arg(long)]
    pub(crate) weak_sandbox: bool,
}

/// Show a queue: who works, on what, what waits, and why a worker is idle
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  poda queue nats://lab0
  poda queue nats://lab0 --json
  poda queue nats://lab0 --forget 4e1f0c9d2b7a6653     a run whose coordinator will not come back")]
pub(crate) struct QueueCommandArgs {
    /// The server, such as `nats://lab0`
    pub(crate) server: String,

    #[command(flatten)]
    pub(crate) access: QueueAccess,

    /// Take this run from the queue; its games are where its coordinator keeps them
    #[arg(long, value_name = "RUN")]
    pub(crate) forget: Option<String>,
}

/// Write a job script for a cluster with Slurm: each task of the array plays a part of a match or tournament
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  poda slurm --shards 64 -- match new old --game boom --games 20000 --nodes 50000 > job.sh
  sbatch job.sh
  poda merge poda-*.db --db all.db      when all tasks have ended

A task that was stopped goes on when it is submitted again. Every part has the same seed: one is chosen if none is given.
The script starts `poda`, or what the variable PODA names.")]
pub(crate) struct SlurmArgs {
    /// Parts of the schedule, and tasks of the array
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..=100_000))]
    pub(crate) shards: u64,

    /// How the files of the parts begin
    #[arg(long, value_name = "NAME", default_value = "poda")]
    pub(crate) name: String,

    /// The command that is cut into parts: match or tournament, with all its options
    #[arg(last = true, required = true, value_name = "COMMAND")]
    pub(crate) command: Vec<String>,
}
