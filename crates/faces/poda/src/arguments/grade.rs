use std::path::PathBuf;

use clap::Args;

use super::{QueueArgs, SandboxArgs, ShardArgs, values::number};

/// Build, check and grade the submissions of a class
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  poda grade submissions --rubric rubric.toml --out grades
  poda grade submissions --rubric rubric.toml --out grades --lang es --concurrency 4
  poda grade submissions --rubric rubric.toml --out grades --forecast
  poda grade submissions --rubric rubric.toml --out grades --only ana --only 12345
  poda grade submissions --rubric rubric.toml --out grades --queue nats://lab0      the games on many machines

submissions/ANA/bot.toml: name, run, and if needed build, protocol (json or ugi) and nodes (a command that counts).
Folders may be named as Moodle names them (Surname Name_12345_assignsubmission_file_).
Writes class.html, league.html, copying.html (hints only), students/*.html, moodle.csv, results/*.json (Gradescope) and
junit.xml; all games are in games.db. However it is stopped, the same command goes on from there: no game is played twice,
and nothing that has not changed is built again.
docs/grading.md explains rubrics and marks.")]
pub(crate) struct GradeArgs {
    /// The folder with a sub-folder for each student
    pub(crate) folder: PathBuf,

    /// What counts, and how much
    #[arg(long, value_name = "FILE")]
    pub(crate) rubric: PathBuf,

    /// Where reports and games go
    #[arg(long, value_name = "FOLDER", default_value = "grades")]
    pub(crate) out: PathBuf,

    /// Games played at the same time
    #[arg(long, alias = "threads", value_name = "N", default_value_t = 1, value_parser = number::<u16>(1..=1024))]
    pub(crate) concurrency: u16,

    /// Grade only this student again, and keep everybody else's results; may be given more than once
    #[arg(long, value_name = "ID")]
    pub(crate) only: Vec<String>,

    /// Build and check everything, say how many games there will be and how long they take, and stop
    #[arg(long)]
    pub(crate) forecast: bool,

    /// No progress on standard error
    #[arg(long, short)]
    pub(crate) quiet: bool,

    /// Grade even where the sandbox cannot hold everything, or with `--sandbox none`
    #[arg(long)]
    pub(crate) weak_sandbox: bool,

    #[command(flatten)]
    pub(crate) sandbox: SandboxArgs,

    #[command(flatten)]
    pub(crate) queue: QueueArgs,

    #[command(flatten)]
    pub(crate) shards: ShardArgs,
}
