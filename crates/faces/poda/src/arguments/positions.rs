//! Looking at positions and games.

use clap::Args;
use poda_catalog::MAX_DEPTH;

use super::{PositionArgs, RecordArgs, SearchArgs, values::number};

/// Draw a position
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  poda show connect4 --moves 4455
  poda show connect4 --position '7/7/7/7/3o3/2xxo2 1'
  poda show parchis --json")]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,
}

/// Find the best move, with score, depth, nodes and principal variation
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  poda best connect4 --moves 4444 --depth 12
  poda best boom --agent alphabeta:depth=8,eval=puntuacion
  poda best parchis --time 2000 --json
  poda best crush --depth 10 --stats

Progress goes to standard error. Ctrl-C stops the search and prints the best move so far.")]
pub(crate) struct BestArgs {
    #[command(flatten)]
    pub(crate) search: SearchArgs,

    /// Print search statistics: cut-offs, table hits, branching factor, time to depth
    #[arg(long)]
    pub(crate) stats: bool,
}

/// Evaluate a position without searching: every heuristic, term by term, for both players
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  poda eval boom --moves 44553                         all evaluators of the game
  poda eval connect4:8x8 --moves 4455 --eval neighbours
  poda eval parchis --eval race --json

These are the values that a search uses at its leaves. A finished game has a value but no terms.")]
pub(crate) struct EvalArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,

    /// Only this evaluator; `poda games` lists them [default: all]
    #[arg(long, value_name = "NAME")]
    pub(crate) eval: Option<String>,
}

/// Score every legal move
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  poda analyze connect4 --moves 4444 --depth 10
  poda analyze boom --time 3000
  poda analyze crush --agent pvs:depth=6 --json

One row per move: score, depth, principal variation; a star marks the best. Each move is searched on its own. An
evaluator that is not zero-sum is asked from the point of view of the side to move after the move.
Ctrl-C stops and prints the scores so far.")]
pub(crate) struct AnalyzeArgs {
    #[command(flatten)]
    pub(crate) search: SearchArgs,
}

/// Print the search tree: values, windows and cut-offs
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  poda tree connect4 --agent alphabeta --depth 3
  poda tree boom --moves 44553 --agent runs --levels 1
  poda tree connect4:8x8 --moves 817283 --agent gaps
  poda tree crush --agent minimax --depth 2 --levels 2 --limit 1000 --json

The agent is one whose search is a tree: minimax, alphabeta, pvs or blockfirst, or a player made of them. All values
and windows are those of the side to move at the root: max raises alpha, min lowers beta, and a cut-off follows
where they meet. `>=` and `<=` mark bounds.")]
pub(crate) struct TreeArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,

    /// Player whose search is shown: a built-in player, a stage of a report, or an engine such as alphabeta:depth=4
    #[arg(long, alias = "player", value_name = "PLAYER", default_value = "alphabeta")]
    pub(crate) agent: String,

    /// Search depth, in decisions [default: the player's own]
    #[arg(long, value_name = "N", value_parser = number::<u32>(1..=MAX_DEPTH))]
    pub(crate) depth: Option<u32>,

    /// Levels of the tree to print below the root
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = number::<u32>(1..=MAX_DEPTH))]
    pub(crate) levels: u32,

    /// Nodes to print at most
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = number::<u32>(1..=1_000_000))]
    pub(crate) limit: u32,
}

/// Count the move sequences of a given length (perft)
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  poda perft connect4:7x6 --depth 8
  poda perft boom --moves 4455 --depth 6 --divide
  poda perft crush --depth 8 --results

Only the count goes to standard output. Finished games are not continued.")]
pub(crate) struct PerftArgs {
    #[command(flatten)]
    pub(crate) position: PositionArgs,

    /// Number of decisions
    #[arg(long, value_name = "N", value_parser = number::<u32>(0..=MAX_DEPTH))]
    pub(crate) depth: u32,

    /// Print the count below each move
    #[arg(long)]
    pub(crate) divide: bool,

    /// Also count the wins and draws among the leaves
    #[arg(long)]
    pub(crate) results: bool,

    /// Do not print progress
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// Replay games and check every move
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  poda replay connect4 --moves 4455 --json
  poda replay boom < games.txt                one game per line
  poda replay --run 3 --number 17 --board     with the board after every move
  poda replay --run 3 --number 17             a recorded game, as `poda runs` lists them

With --json, one object per ply: ply, side, legal, move, position, next, outcome.
The first illegal move stops the replay with exit code 1; what was printed before it is valid.")]
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

    /// Replay a game of this recorded run
    #[arg(long, value_name = "ID", requires = "number", conflicts_with_all = ["game", "moves", "position"])]
    pub(crate) run: Option<i64>,

    /// Draw the board after every move
    #[arg(long)]
    pub(crate) board: bool,

    /// Number of the game in the run
    #[arg(long, value_name = "N", requires = "run")]
    pub(crate) number: Option<u64>,

    #[command(flatten)]
    pub(crate) records: RecordArgs,
}

impl ReplayArgs {
    /// Where the games begin.
    pub(crate) fn position(&self) -> PositionArgs {
        PositionArgs::of(self.game.as_ref(), self.moves.as_ref(), self.position.as_ref())
    }
}
