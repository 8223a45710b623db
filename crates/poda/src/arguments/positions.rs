//! Looking at positions and games.

use clap::Args;

use super::{PositionArgs, RecordArgs, SearchArgs};

/// Draw a position
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  poda show connect4 --moves 4455
  poda show connect4 --position '7/7/7/7/3o3/2xxo2 1'
  poda show parchis --json")]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub(crate) standing: PositionArgs,
}

/// Find the best move, with score, depth, nodes and the expected line
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  poda best connect4 --moves 4444 --depth 12
  poda best boom --agent alphabeta:depth=8,eval=puntuacion
  poda best parchis --time 2000 --json
  poda best crush --depth 10 --stats

Progress is on standard error. Ctrl-C ends the thinking and prints the best move so far.")]
pub(crate) struct BestArgs {
    #[command(flatten)]
    pub(crate) question: SearchArgs,

    /// Tell how the search went: cut-offs, table hits, branching, time to depth
    #[arg(long)]
    pub(crate) stats: bool,
}

/// Evaluate a position without searching: what each heuristic sees, part by part, for both players
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  poda eval boom --moves 44553                         all evaluators of the game
  poda eval connect4:8x8 --moves 4455 --eval neighbours
  poda eval parchis --eval race --json

The values are those at the leaves of a search. A finished game has a value, but no parts.")]
pub(crate) struct EvalArgs {
    #[command(flatten)]
    pub(crate) standing: PositionArgs,

    /// One evaluator only, as `poda games` lists them [default: all]
    #[arg(long, value_name = "NAME")]
    pub(crate) eval: Option<String>,
}

/// Say what every legal move is worth
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  poda analyze connect4 --moves 4444 --depth 10
  poda analyze boom --time 3000
  poda analyze crush --agent pvs:depth=6 --json

A row per move: score, depth, expected line; a star marks the best. Each move is searched by itself, and an
evaluator that is not zero-sum is asked for whoever decides after the move.
Ctrl-C prints what is known so far.")]
pub(crate) struct AnalyzeArgs {
    #[command(flatten)]
    pub(crate) question: SearchArgs,
}

/// Count the move sequences of a given length
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  poda perft connect4:7x6 --depth 8
  poda perft boom --moves 4455 --depth 6 --divide
  poda perft crush --depth 8 --count_leaves

The count alone is on standard output. A finished game is not continued.")]
pub(crate) struct PerftArgs {
    #[command(flatten)]
    pub(crate) standing: PositionArgs,

    /// The number of decisions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=1000))]
    pub(crate) depth: u32,

    /// Count below each move by itself
    #[arg(long)]
    pub(crate) divide: bool,

    /// Count wins and draws among the leaves too
    #[arg(long)]
    pub(crate) count_leaves: bool,
}

/// Replay games and check every move
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  poda replay connect4 --moves 4455 --json
  poda replay boom < games.txt                one game a line
  poda replay --run 3 --number 17             a recorded game, as `poda runs` lists them

With --json one object a ply: ply, side, legal, move, position, next, outcome.
The first illegal move ends the replay with exit code 1; the lines before it are kept.")]
pub(crate) struct ReplayArgs {
    /// The game, such as connect4:7x6, boom, crush, desconecta, parchis:2024
    #[arg(required_unless_present = "run")]
    game: Option<String>,

    /// Moves from the start (or from --position), such as 4455 or "y1:5 b2:6"
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    moves: Option<String>,

    /// A position line, as `poda show --json` prints it
    #[arg(long, value_name = "LINE", allow_hyphen_values = true)]
    position: Option<String>,

    /// A recorded run
    #[arg(long, value_name = "ID", requires = "number", conflicts_with_all = ["game", "moves", "position"])]
    pub(crate) run: Option<i64>,

    /// The number of a game of that run
    #[arg(long, value_name = "N", requires = "run")]
    pub(crate) number: Option<u64>,

    #[command(flatten)]
    pub(crate) records: RecordArgs,
}

impl ReplayArgs {
    /// Where the games begin.
    pub(crate) fn standing(&self) -> PositionArgs {
        PositionArgs::of(self.game.as_ref(), self.moves.as_ref(), self.position.as_ref())
    }
}
