//! What matches and tournaments are told.

use poda_core::{Message, message};

use clap::Args;
use poda_agent::ThinkingLimits;
use poda_contest::{Conditions, Format, NODES_ELSEWHERE, Openings, Shard, statistics::Sprt};

use super::{
    LimitArgs, QueueArgs, RecordArgs, ReportArgs, ShardArgs, SpotCheckArgs, Thinking,
    values::{number, translated},
};

/// Play a match between two players and say what it proves
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  poda match pvs:depth=6 pvs:depth=4 --game boom --games 100 --seed 1
  poda match new=pvs:eval=windows old=pvs:eval=runs --game crush --games 2000 --sprt 0 30
  poda match ninja3 ninja2 --game parchis --openings none --concurrency 2
  poda match exact pvs:depth=8 --game connect4 --openings file:openings.txt
  poda match mine=json:'python3 bot.py' cmd:./rival --game boom --time 200
  poda match course:./P3 ninja3 --game boom
  poda match new old --game boom --games 20000 --sprt 0 10 --nodes 50000 --queue nats://lab0

Every opening is played twice, with sides swapped. Results are from the first player's point of view. Statistics
count pairs of games; repeated games count for nothing.
Openings: none, random:N (N random plies), balanced:N (the most even of four such, by a short search),
drawn:N (only positions that are drawn with perfect play), file:PATH (a line of moves each, or `position LINE`).
Limits such as --time are for programs, and for engines without limits of their own.
The same seed gives the same games, as long as the players are limited by depth or nodes.")]
pub(crate) struct MatchArgs {
    /// The first player, as SPEC or NAME=SPEC: a built-in player, an engine, json:COMMAND, cmd:COMMAND or course:FOLDER
    pub(crate) first: String,

    /// The second player
    pub(crate) second: String,

    /// Games to play, rounded up to an even number
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = number::<u64>(1..=10_000_000))]
    pub(crate) games: u64,

    /// Stop once ELO1 is clearly likelier than ELO0, or the reverse (5 % errors)
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    sprt: Option<Vec<f64>>,

    #[command(flatten)]
    pub(crate) settings: ContestSettings,
}

impl MatchArgs {
    /// The test, if one was asked for.
    pub(crate) fn sprt(&self) -> Result<Option<Sprt>, Message> {
        let Some([elo0, elo1]) = self.sprt.as_deref() else { return Ok(None) };
        if elo0 < elo1 && elo0.abs() <= 2000.0 && elo1.abs() <= 2000.0 {
            return Ok(Some(Sprt::new(*elo0, *elo1)));
        }
        Err(message!(
            "--sprt {elo0} {elo1}: the first must be less than the second, both from -2000 to 2000",
            "--sprt {elo0} {elo1}: el primero debe ser menor que el segundo, ambos de -2000 a 2000",
            elo0,
            elo1
        ))
    }
}

/// Play a tournament and print its table
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  poda tournament --players pvs:depth=6 pvs:depth=4 random --game boom --games 20
  poda tournament --players me=pvs:depth=8 ninja3 ninja2 --format gauntlet --game crush
  poda tournament --players a=pvs:depth=2 b=pvs:depth=3 c=random --format swiss --rounds 3
  poda tournament --players ninja3 ninja2 random --format ladder --json

round-robin: everybody against everybody. gauntlet: the first against all others. swiss: players with equal
points meet. ladder: the first is on top, everybody below challenges the player above while it wins.
Ratings are Bradley-Terry with a weak prior, as Elo differences to the mean, with errors at 95 %.")]
pub(crate) struct TournamentArgs {
    /// The players, each as SPEC or NAME=SPEC
    #[arg(long, num_args = 2.., required = true, value_name = "PLAYER")]
    pub(crate) players: Vec<String>,

    /// The format: round-robin, gauntlet, swiss or ladder
    #[arg(long, default_value = "round-robin", value_parser = translated::<Format>)]
    pub(crate) format: Format,

    /// Games between each two players, rounded up to an even number
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = number::<u64>(1..=1_000_000))]
    pub(crate) games: u64,

    /// Rounds of a Swiss tournament [default: as many as it takes to tell the players apart]
    #[arg(long, value_name = "N", value_parser = number::<u32>(1..=1000))]
    pub(crate) rounds: Option<u32>,

    #[command(flatten)]
    pub(crate) settings: ContestSettings,
}

/// What both have in common.
#[derive(Debug, Args)]
pub(crate) struct ContestSettings {
    /// The game, such as connect4:7x6, boom, crush, desconecta, parchis:2024
    #[arg(long, default_value = "connect4")]
    pub(crate) game: String,

    /// Seed for all randomness [default: a new one each time]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,

    /// Where games begin: none, random:N, balanced:N, drawn:N or `file:PATH`
    #[arg(long, value_name = "OPENINGS", default_value = "balanced:6", value_parser = translated::<Openings>)]
    pub(crate) openings: Openings,

    /// Games played at the same time
    #[arg(long, alias = "threads", value_name = "N", default_value_t = 1, value_parser = number::<u16>(1..=1024))]
    pub(crate) concurrency: u16,

    /// A game that lasts longer is a draw
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = number::<u64>(1..=1_000_000))]
    max_plies: u64,

    /// No progress on standard error
    #[arg(long, short)]
    pub(crate) quiet: bool,

    #[command(flatten)]
    thinking: Thinking,

    /// Play only a part of all games, such as 1/4; `poda merge` joins the parts
    #[arg(long, value_name = "I/N", conflicts_with = "shards", value_parser = translated::<Shard>)]
    pub(crate) shard: Option<Shard>,

    #[command(flatten)]
    pub(crate) records: RecordArgs,

    #[command(flatten)]
    pub(crate) report: ReportArgs,

    #[command(flatten)]
    pub(crate) queue: QueueArgs,

    #[command(flatten)]
    pub(crate) spot_check: SpotCheckArgs,

    #[command(flatten)]
    pub(crate) shards: ShardArgs,

    #[command(flatten)]
    limits: LimitArgs,
}

impl ContestSettings {
    /// Under what conditions games are played.
    pub(crate) fn conditions(&self) -> Conditions {
        let bots = self.limits.limits();
        let elsewhere = ThinkingLimits { nodes: Some(NODES_ELSEWHERE), ..ThinkingLimits::default() };
        let is_elsewhere = self.queue.queue.is_some() || self.shards.shards.is_some();
        let thinking = self.thinking.limits();
        Conditions {
            thinking: if is_elsewhere { thinking.or(elsewhere) } else { thinking },
            margin: bots.margin,
            max_plies: self.max_plies as usize,
            bots,
        }
    }
}
