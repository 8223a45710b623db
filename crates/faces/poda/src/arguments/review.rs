use clap::Args;

use super::RecordArgs;

/// Show where lost games of a recorded run turned, the most costly mistakes first
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  poda review --run 17                    every game that somebody lost by the rules
  poda review --run 17 --player mine      only the games that this player lost
  poda review --run 17 --json

A position is solved where that takes few nodes, otherwise searched with a fixed number of nodes, so that the same run has the
same review. For each game: the first move of the loser that made a game lost which was not, or else the one that cost most.
Ctrl-C stops and prints the games reviewed so far.")]
pub(crate) struct ReviewArgs {
    /// The number of the run, as `poda runs` lists it
    #[arg(long, value_name = "ID")]
    pub(crate) run: i64,

    /// Only games that this player lost
    #[arg(long, value_name = "NAME")]
    pub(crate) player: Option<String>,

    /// No progress on standard error
    #[arg(long, short)]
    pub(crate) quiet: bool,

    #[command(flatten)]
    pub(crate) records: RecordArgs,
}
