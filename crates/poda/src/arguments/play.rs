//! Playing, in the terminal and in a browser.

use std::{net::IpAddr, path::PathBuf};

use clap::Args;

use super::{PositionArgs, RecordArgs, Thinking};

/// Play in the terminal against an engine or a friend
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  poda play connect4                                  you begin, the house answers
  poda play boom --first pvs:depth=6 --second human
  poda play crush --first human --second human        two friends, one keyboard
  poda play connect4:8x8 --first alphabeta:depth=4 --second pvs:depth=6    watch
  poda play --resume                                  go on with the last unfinished game

While playing: a move as listed, or undo, hint, moves, board, help, quit.
Every move is kept on disk at once.")]
pub(crate) struct PlayArgs {
    /// The game, such as connect4:7x6, boom, crush, desconecta, parchis:2024
    #[arg(required_unless_present = "resume")]
    pub(crate) game: Option<String>,

    /// Who plays first: human, a house player or an engine
    #[arg(long, value_name = "PLAYER", default_value = "human")]
    pub(crate) first: String,

    /// Who plays second [default: the game's first house player]
    #[arg(long, value_name = "PLAYER")]
    pub(crate) second: Option<String>,

    /// Begin after these moves
    #[arg(long, value_name = "MOVES")]
    pub(crate) moves: Option<String>,

    /// Begin with this position
    #[arg(long, value_name = "LINE")]
    pub(crate) position: Option<String>,

    /// Go on with the last unfinished game
    #[arg(long, conflicts_with_all = ["game", "first", "second", "moves", "position"])]
    pub(crate) resume: bool,

    /// Play the same game again as far as chance goes [default: another one every time]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,

    /// Stop after that many plies: some games need not end
    #[arg(long, value_name = "N", default_value_t = 2000)]
    pub(crate) max_plies: usize,

    #[command(flatten)]
    pub(crate) thinking: Thinking,
}

impl PlayArgs {
    /// Where the new game begins.
    pub(crate) fn standing(&self) -> PositionArgs {
        PositionArgs::of(self.game.as_ref(), self.moves.as_ref(), self.position.as_ref())
    }
}

/// Serve the page: play, analyse and look inside the search in a browser
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  poda serve                                  http://127.0.0.1:7878, for this machine only
  poda serve --port 8080
  poda serve --host 0.0.0.0 --think 5         for the whole network; at most 5 seconds a search
  poda serve --allow-bots                     your own programs may play too

Games are kept in a file, runs of the arena where `poda match` and `poda runs` have theirs; GET /api describes the questions that other programs may ask. Ctrl-C ends it.")]
pub(crate) struct ServeArgs {
    /// The address to listen on; 0.0.0.0 lets everybody in
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub(crate) host: IpAddr,

    /// The port; 0 takes any that is free
    #[arg(long, value_name = "N", default_value_t = 7878)]
    pub(crate) port: u16,

    /// The folder in which games are kept [default: poda in the user's data folder]
    #[arg(long, value_name = "FOLDER")]
    pub(crate) data: Option<PathBuf>,

    /// The longest that a search may take, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 30, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub(crate) think: u64,

    /// How many live connections one address may have
    #[arg(long, value_name = "N", default_value_t = 64)]
    pub(crate) connections: usize,

    /// Let whoever opens the page start programs of this machine as players: cmd:./bot, json:python3 bot.py
    #[arg(long)]
    pub(crate) allow_bots: bool,

    #[command(flatten)]
    pub(crate) records: RecordArgs,
}
