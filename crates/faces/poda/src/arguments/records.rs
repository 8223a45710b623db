//! Where games are recorded, and what can be done with them.

use poda_core::message;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use etcetera::BaseStrategy;
use poda_contest::RunStore;

use super::{MachineLimits, QueueArgs, ReportArgs, ShardArgs, SpotCheckArgs, TableArgs, values::number};
use crate::catalog::catalog;
use crate::failure::Failure;

/// Where games are recorded.
#[derive(Clone, Debug, Args)]
pub(crate) struct RecordArgs {
    /// The file that holds all runs and games [default: poda/arena.db in the data folder]
    #[arg(long, value_name = "FILE")]
    db: Option<PathBuf>,
}

impl RecordArgs {
    /// Where the records are.
    pub(crate) fn path(&self) -> Result<PathBuf, Failure> {
        if let Some(path) = &self.db {
            return Ok(path.clone());
        }
        let base = etcetera::choose_base_strategy().map_err(|_| {
            Failure::Failed(message!(
                "there is no home folder for the records: set HOME or use --db",
                "no hay una carpeta personal para las partidas: define HOME o usa --db"
            ))
        })?;
        Ok(base.data_dir().join("poda").join("arena.db"))
    }

    /// Where the records are, in a folder of one's own.
    pub(crate) fn path_or(&self, folder: &Path) -> PathBuf {
        self.db.clone().unwrap_or_else(|| folder.join("arena.db"))
    }

    /// Opens them, and makes the file if there is none.
    pub(crate) fn open(&self) -> Result<RunStore, Failure> {
        Ok(RunStore::open(&self.path()?)?.with_catalog(catalog().clone()))
    }

    /// Opens them to go on; a file that is not there holds nothing.
    pub(crate) fn open_existing(&self) -> Result<RunStore, Failure> {
        Ok(RunStore::open(&self.existing()?)?.with_catalog(catalog().clone()))
    }

    /// Opens them only to read, which does not need the right to write.
    pub(crate) fn read(&self) -> Result<RunStore, Failure> {
        Ok(RunStore::read(&self.existing()?)?)
    }

    fn existing(&self) -> Result<PathBuf, Failure> {
        let path = self.path()?;
        if !path.is_file() {
            return Err(Failure::Failed(message!(
                "{path}: there are no records yet",
                "{path}: todavía no hay partidas guardadas",
                path = path.display()
            )));
        }
        Ok(path)
    }

    /// Whether this is the file of this account, whose commands were typed by its user.
    pub(crate) fn is_own(&self) -> bool {
        self.db.as_ref().is_none_or(|path| is_default(path))
    }

    /// Whether somebody has named the file.
    pub(crate) fn is_given(&self) -> bool {
        self.db.is_some()
    }

    /// The option that names the same file again; nothing for the default one.
    pub(crate) fn option(&self) -> String {
        self.db.as_ref().map(|path| format!(" --db '{}'", path.display())).unwrap_or_default()
    }
}

/// Whether a file is the one that is used where none is named.
pub(crate) fn is_default(path: &Path) -> bool {
    let default = RecordArgs { db: None }.path().ok().and_then(|path| path.canonicalize().ok());
    default.is_some_and(|default| path.canonicalize().is_ok_and(|path| path == default))
}

/// List recorded runs; show, compare, annotate, export or delete them
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  poda runs                              all of them
  poda runs show 3                       its result, as when it was played
  poda runs show 3 --markdown            the table for a report; --csv, --latex, --plot ratings.svg
  poda runs games 3 --lost mine          the games that a player lost, and how
  poda runs compare 3 5                  the ratings of the same players in several runs
  poda runs note 3 \"before the new evaluator\"
  poda runs delete 4
  poda runs export 3 > games.jsonl       one game a line
  poda runs export 3 --pgn > games.pgn   for other tools
  poda replay --run 3 --number 17        one game, ply by ply")]
pub(crate) struct RunsArgs {
    #[command(subcommand)]
    pub(crate) command: Option<RunsCommand>,

    #[command(flatten)]
    pub(crate) records: RecordArgs,
}

#[derive(Debug, Subcommand)]
pub(crate) enum RunsCommand {
    /// The result of a run
    Show {
        /// The number of the run
        id: i64,

        #[command(flatten)]
        records: RecordArgs,

        #[command(flatten)]
        report: ReportArgs,
    },
    /// The games of a run: who won, and how each ended
    Games {
        /// The number of the run
        id: i64,

        /// Only games that this player lost
        #[arg(long, value_name = "NAME")]
        lost: Option<String>,

        #[command(flatten)]
        records: RecordArgs,
    },
    /// The ratings of the same players in several runs
    Compare {
        /// The numbers of the runs
        #[arg(required = true, num_args = 2..)]
        ids: Vec<i64>,

        #[command(flatten)]
        records: RecordArgs,

        #[command(flatten)]
        tables: TableArgs,
    },
    /// Write a note about a run, for the list
    Note {
        /// The number of the run
        id: i64,

        /// The note; an empty one removes it
        note: String,

        #[command(flatten)]
        records: RecordArgs,
    },
    /// Delete runs with all their games, for good
    Delete {
        /// The numbers of the runs
        #[arg(required = true, num_args = 1..)]
        ids: Vec<i64>,

        #[command(flatten)]
        records: RecordArgs,
    },
    /// The games of a run, one JSON object a line
    Export {
        /// The number of the run
        id: i64,

        /// PGN instead
        #[arg(long)]
        pgn: bool,

        #[command(flatten)]
        records: RecordArgs,
    },
}

/// Go on with a run that was stopped
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  poda resume 3
  poda resume 3 --concurrency 4
  poda resume 3 --queue nats://lab0      on many machines, wherever it began
  poda resume 3 --db ana.db --allow-programs

Games that have been played are not played again. The final table is the same as without the stop.
Programs get the sandbox and at most the limits given here, whatever the run says.")]
pub(crate) struct ResumeArgs {
    /// The number of the run, as `poda runs` lists it
    pub(crate) id: i64,

    /// Games played at the same time
    #[arg(long, alias = "threads", value_name = "N", default_value_t = 1, value_parser = number::<u16>(1..=1024))]
    pub(crate) concurrency: u16,

    /// No progress on standard error
    #[arg(long, short)]
    pub(crate) quiet: bool,

    #[command(flatten)]
    pub(crate) queue: QueueArgs,

    #[command(flatten)]
    pub(crate) spot_check: SpotCheckArgs,

    #[command(flatten)]
    pub(crate) shards: ShardArgs,

    #[command(flatten)]
    pub(crate) records: RecordArgs,

    #[command(flatten)]
    pub(crate) report: ReportArgs,

    #[command(flatten)]
    pub(crate) programs: ProgramArgs,

    #[command(flatten)]
    pub(crate) limits: MachineLimits,
}

/// Commands that a file brings along.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Limits for programs")]
pub(crate) struct ProgramArgs {
    /// Start the commands that a file names, if it is not the default one
    #[arg(long)]
    pub(crate) allow_programs: bool,
}

/// Join parts of a run that were played with --shard
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  poda match A B --games 1000 --seed 1 --shard 1/2 --db one.db      on one machine
  poda match A B --games 1000 --seed 1 --shard 2/2 --db two.db      on another
  poda merge one.db two.db --db all.db

The last run of each file is taken, or the one named behind a colon: one.db:3. Each game counts once.")]
pub(crate) struct MergeArgs {
    /// Files with parts, each as FILE or `FILE:RUN`
    #[arg(required = true, num_args = 1..)]
    pub(crate) parts: Vec<String>,

    #[command(flatten)]
    pub(crate) records: RecordArgs,

    #[command(flatten)]
    pub(crate) report: ReportArgs,

    #[command(flatten)]
    pub(crate) programs: ProgramArgs,
}
