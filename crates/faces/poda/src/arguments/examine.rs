use std::path::PathBuf;

use clap::Args;

use super::{LimitArgs, Thinking, values::number};

/// Count how often a player gives something away: a win, a draw, or a good share of its chances
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  poda examine ninja2 --game connect4                          300 positions, a third of each phase of the game
  poda examine pvs:depth=6 --game boom --positions 1000 --seed 7
  poda examine json:'python3 bot.py' --game crush --time 200   your own program
  poda examine minimax:depth=5 --game connect4 --positions-file begin-hard.txt middle-medium.txt
  poda examine ninja3 --game parchis --mistakes 10             and the ten worst moves
  poda examine ninja2 --game connect4 --json

Positions are taken from games between careless players, by thirds of each game. The player chooses a move in each. Where there
is a solver its result counts: a move is a mistake if another one has a better result under perfect play. Elsewhere a fixed
search judges, which the output names: a mistake costs at least a tenth of a point. Shares come with Wilson's interval of 95 %.
A file has a line of moves for each position, or a position line behind the word `position`. A score behind the moves is not
looked at. Ctrl-C stops and prints what is known so far.")]
pub(crate) struct ExamineArgs {
    /// The player: a built-in player, an engine such as pvs:depth=8, or a program such as cmd:./bot
    pub(crate) player: String,

    /// The game, such as connect4:7x6, boom, crush, desconecta, parchis:2024
    #[arg(long)]
    pub(crate) game: String,

    /// How many positions
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = number::<u32>(1..=1_000_000))]
    pub(crate) positions: u32,

    /// Positions from these files instead; each has a row of its own
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "positions")]
    pub(crate) positions_file: Vec<PathBuf>,

    /// Another seed, other positions
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,

    /// Also list the N moves that gave away most
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) mistakes: usize,

    /// Positions that are examined at the same time
    #[arg(long, alias = "threads", value_name = "N", default_value_t = 1, value_parser = number::<u16>(1..=256))]
    pub(crate) concurrency: u16,

    /// No progress on standard error
    #[arg(long, short)]
    pub(crate) quiet: bool,

    #[command(flatten)]
    pub(crate) thinking: Thinking,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}
