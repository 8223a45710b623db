//! Playing, in the terminal and in a browser.

use std::{net::IpAddr, path::PathBuf};

use clap::Args;
use poda_web::HostName;

use super::{LimitArgs, PositionArgs, QueueArgs, RecordArgs, SandboxArgs, Thinking, values::number};

/// Play in the terminal against an engine or another person
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  poda play connect4                                  you play first against a built-in player
  poda play boom --first pvs:depth=6 --second human
  poda play crush --first human --second human        two people at one keyboard
  poda play connect4:8x8 --first alphabeta:depth=4 --second pvs:depth=6    two engines
  poda play --resume                                  continue the last unfinished game

During the game, type a move or one of: undo, hint, moves, board, rules, help, quit.
Every move is saved at once.")]
pub(crate) struct PlayArgs {
    /// The game, such as connect4:7x6, boom, crush, desconecta, parchis:2024
    #[arg(required_unless_present = "resume")]
    pub(crate) game: Option<String>,

    /// First player: human, a built-in player, an engine or a program
    #[arg(long, value_name = "PLAYER", default_value = "human")]
    pub(crate) first: String,

    /// Second player [default: the game's first built-in player]
    #[arg(long, value_name = "PLAYER")]
    pub(crate) second: Option<String>,

    /// Start after these moves
    #[arg(long, value_name = "MOVES")]
    pub(crate) moves: Option<String>,

    /// Start from this position
    #[arg(long, value_name = "LINE")]
    pub(crate) position: Option<String>,

    /// Continue the last unfinished game
    #[arg(long, conflicts_with_all = ["game", "first", "second", "moves", "position"])]
    pub(crate) resume: bool,

    /// Seed for all randomness [default: a new one each time]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,

    /// Longest game, in plies: some games need not end
    #[arg(long, value_name = "N", default_value_t = 2000)]
    pub(crate) max_plies: usize,

    #[command(flatten)]
    pub(crate) thinking: Thinking,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

impl PlayArgs {
    /// The start of the new game.
    pub(crate) fn position(&self) -> PositionArgs {
        PositionArgs::of(self.game.as_ref(), self.moves.as_ref(), self.position.as_ref())
    }
}

/// Serve the page: play, analyse and watch searches in a browser
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  poda serve                                  http://127.0.0.1:7878, for this machine only
  poda serve --port 8080
  poda serve --host 0.0.0.0 --think 5         for the network; prints an address with a token
  poda serve --host 0.0.0.0 --name poda.example   behind that name
  poda serve --bots bots.toml                 the programs of the list may play too
  poda serve --queue nats://lab0              the arena's games are played by the workers of a queue

Games are saved in the data folder; runs are shared with `poda match` and `poda runs`. GET /api describes the
API for other programs. Ctrl-C stops the server.")]
pub(crate) struct ServeArgs {
    /// Address to listen on; 0.0.0.0 accepts connections from other machines
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub(crate) host: IpAddr,

    /// Port; 0 picks a free one
    #[arg(long, value_name = "N", default_value_t = 7878)]
    pub(crate) port: u16,

    /// Folder for saved games [default: poda in the user's data folder]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) data: Option<PathBuf>,

    /// Longest search, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = number::<u64>(1..=86_400))]
    pub(crate) think: u64,

    /// Live connections allowed per address
    #[arg(long, value_name = "N", default_value_t = 64)]
    pub(crate) connections: usize,

    /// Searches of one address that may wait for their turn
    #[arg(long, value_name = "N", default_value_t = 32, value_parser = number::<u16>(1..))]
    pub(crate) waiting: u16,

    /// Minutes that a run of the arena may be played, all in all
    #[arg(long, value_name = "MINUTES", default_value_t = 60, value_parser = number::<u64>(1..=525_600))]
    pub(crate) run_time: u64,

    /// Host name that the server answers to, beside this machine's own addresses; may be given several times
    #[arg(long = "name", value_name = "HOST")]
    pub(crate) names: Vec<HostName>,

    /// File that lists programs which may play through the page; the address then has a token
    #[arg(long, value_name = "FILE")]
    pub(crate) bots: Option<PathBuf>,

    /// Gone: --bots lists programs
    #[arg(long, hide = true)]
    pub(crate) allow_bots: bool,

    #[command(flatten)]
    pub(crate) queue: QueueArgs,

    #[command(flatten)]
    pub(crate) sandbox: SandboxArgs,

    #[command(flatten)]
    pub(crate) records: RecordArgs,
}
