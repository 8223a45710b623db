use std::path::PathBuf;

use clap::Args;

use super::{QueueArgs, values::number};

/// Solve positions exactly: the result under perfect play, and its length
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  poda solve connect4:7x6 --moves 44455
  poda solve connect4 --all < positions.txt        a score per column, -1000 for a full one
  poda solve connect4 --table 1024 --threads 2     the empty board, from an empty input line
  poda solve boom --moves 4 --table 1024           `loss 24`: the side to move loses in 24 actions
  poda solve crush --moves 4 --time 5000           `no win within 21` actions, for either side
  poda solve boom --moves 4433 --certificate proof.txt
  python3 tools/check_certificate.py proof.txt
  poda solve --boards --table 4096                 every board of Connect-4 up to width + height = 14
  poda solve --boards --sides 16                   the larger ones too: the same command goes on after Ctrl-C
  poda solve connect4 --queue nats://lab0 < positions.txt      on many machines; the lines come in the same order

One output line per position: moves, score, nodes, microseconds. In Connect-4 a score of 2 means that the side to
move wins with its last stone but one, -2 that it loses that way, 0 a draw. In the bomb games a score is `win N` or
`loss N` in actions, `draw`, or a bound. A score after the moves in an input line is the expected one: a mismatch
is reported and the exit code is 1. So is a line that cannot be solved; the next one follows.
Progress goes to standard error. Ctrl-C stops the search and prints the bounds so far.")]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub(crate) struct SolveArgs {
    /// The game: connect4:WxH, boom, crush or desconecta
    #[arg(required_unless_present = "boards")]
    pub(crate) game: Option<String>,

    /// Solve the empty boards of Connect-4, the small ones first, and keep the results in this file; what is there already is not
    /// solved again
    #[arg(
        long,
        value_name = "FILE",
        num_args = 0..=1,
        default_missing_value = "boards.txt",
        conflicts_with_all = ["game", "moves", "position", "all", "weak", "within", "time", "nodes", "certificate"]
    )]
    pub(crate) boards: Option<PathBuf>,

    /// Boards whose width and height add up to N or less
    #[arg(long, value_name = "N", default_value_t = 14, requires = "boards", value_parser = number::<u32>(2..=128))]
    pub(crate) sides: u32,

    /// Moves from the start (or from --position), such as 4455; without either, positions are read from standard
    /// input, one per line
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub(crate) moves: Option<String>,

    /// A position line, as `poda show --json` prints it
    #[arg(long, value_name = "LINE", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,

    /// Score every move
    #[arg(long)]
    pub(crate) all: bool,

    /// Only the result: 1, 0 or -1; in the bomb games win, loss or draw
    #[arg(long)]
    pub(crate) weak: bool,

    /// Search without the opening book of connect4:7x6
    #[arg(long)]
    pub(crate) no_book: bool,

    /// Longest win to look for, in actions; only for the bomb games, which need not end
    #[arg(long, value_name = "N", value_parser = number::<u32>(1..=200))]
    pub(crate) within: Option<u32>,

    /// Milliseconds per position; then print the bounds found
    #[arg(long, value_name = "MS", value_parser = number::<u64>(1..=1 << 40))]
    pub(crate) time: Option<u64>,

    /// Write a proof of the win or loss to this file, to be checked with `tools/check_certificate.py`; only for the bomb games
    #[arg(long, value_name = "FILE", conflicts_with = "all")]
    pub(crate) certificate: Option<PathBuf>,

    /// Nodes per position, approximately; then print the bounds found
    #[arg(long, value_name = "N", value_parser = number::<u64>(1..))]
    pub(crate) nodes: Option<u64>,

    /// Search with that many threads
    #[arg(long, alias = "concurrency", value_name = "N", default_value_t = 1, value_parser = number::<u16>(1..=256))]
    pub(crate) threads: u16,

    /// Do not print progress
    #[arg(long, short)]
    pub(crate) quiet: bool,

    /// Megabytes of the table
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = number::<u64>(1..=1 << 20))]
    pub(crate) table: u64,

    #[command(flatten)]
    pub(crate) queue: QueueArgs,
}
