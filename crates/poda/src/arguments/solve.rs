use std::path::PathBuf;

use clap::Args;

/// Solve positions exactly: who wins with perfect play, and when
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  poda solve connect4:7x6 --moves 44455
  poda solve connect4 --all < positions.txt        a score per column, -1000 for a full one
  poda solve connect4 --table 1024 --threads 2     the empty board, if standard input is `-` or an empty line
  poda solve boom --moves 4 --table 1024           `loss 24`: who moves now loses in 24 actions
  poda solve crush --moves 4 --time 5000           `no win within 21`: nobody can force a win so soon
  poda solve boom --moves 4433 --certificate proof.txt && python3 tools/check_certificate.py proof.txt

One line out for each position: moves, score, nodes, microseconds. In Connect-4 a score of 2 says that the side
to move wins with its last stone but one; -2: it loses so; 0: draw. In games with bombs a score is `win N` or
`loss N` actions, `draw`, or a bound. A score behind the moves in a line of input is the expected one: a wrong
one is reported and makes the exit code 1.
Progress is on standard error. Ctrl-C ends the search and prints the bounds so far.")]
pub(crate) struct SolveArgs {
    /// The game: connect4:WxH on up to 64 bits, boom, crush or desconecta
    pub(crate) game: String,

    /// Moves from the start (or from --position), such as 4455; without either, one position per line of standard
    /// input
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub(crate) moves: Option<String>,

    /// A position line, as `poda show --json` prints it
    #[arg(long, value_name = "LINE", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,

    /// A score for each move
    #[arg(long)]
    pub(crate) all: bool,

    /// Only who wins: 1, 0 or -1; with bombs win, loss or draw
    #[arg(long)]
    pub(crate) weak: bool,

    /// Find everything out by searching, without the book of openings of connect4:7x6
    #[arg(long)]
    pub(crate) no_book: bool,

    /// Look at most that many actions ahead; only for games with bombs, which need not end
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=200))]
    pub(crate) within: Option<u32>,

    /// Search a position for at most that many milliseconds, then print its bounds
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=1 << 40))]
    pub(crate) time: Option<u64>,

    /// Write a proof of the win or loss to this file; `tools/check_certificate.py` checks it. Only for games with bombs
    #[arg(long, value_name = "FILE", conflicts_with = "all")]
    pub(crate) certificate: Option<PathBuf>,

    /// Enter at most about that many nodes for a position, then print its bounds
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,

    /// Search with that many threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: u16,

    /// Megabytes of the table
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    pub(crate) table: u64,
}
