//! What concerns external programs.

use std::time::Duration;

use clap::Args;
use poda_agent::{BotLimits, SandboxChoice};
use poda_core::message;

use super::{
    Thinking,
    values::{ArgumentError, number},
};

/// Act as an engine for other tools: UGI on standard input and output; UCI works too
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  poda engine    then type: ugi, position startpos moves 4 4, go depth 8, quit
  poda engine --game boom --player alphabeta:depth=6,eval=runs
  poda match 'cmd:poda engine --player ninja2' ninja3 --game boom --time 100

Options of the protocol: Game, Player, Seed, Hash, Threads (docs/ugi.md). Unknown input is answered by an `info string`.")]
pub(crate) struct EngineArgs {
    /// The game, until `setoption name Game` says otherwise
    #[arg(long, default_value = "connect4")]
    pub(crate) game: String,

    /// Who thinks: a built-in player, an engine, or a program (json:COMMAND, cmd:COMMAND, course:FOLDER)
    #[arg(long, alias = "agent", value_name = "PLAYER", default_value = "pvs")]
    pub(crate) player: String,
}

/// Check step by step that a bot follows its protocol, and say how to fix it
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  poda check-bot json:'python3 bot.py' --game connect4
  poda check-bot cmd:./mybot --game boom --time 200
  poda check-bot course:./P3

json: the program reads one JSON object a line and writes one move a line. cmd: it speaks UGI.
course: the folder of a course's practical (docs/courses.md).
For each failure: what was sent (>) and received (<), the rule, and a fix. Exit code 1 if anything failed.")]
pub(crate) struct CheckBotArgs {
    /// The program, as json:COMMAND, cmd:COMMAND or course:FOLDER
    pub(crate) bot: String,

    /// The game it is asked to play: connect4, or that of its course, unless another one is named
    #[arg(long)]
    pub(crate) game: Option<String>,

    /// Seed for the bot and the openings
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,

    #[command(flatten)]
    pub(crate) thinking: Thinking,

    #[command(flatten)]
    pub(crate) limits: LimitArgs,
}

/// Show what holds programs on this machine, and try it
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  poda sandbox
  poda sandbox --check
  poda sandbox --check --sandbox landlock --json

--check starts programs that try to get out, under each sandbox, and says what they reached.
Exit code 1 if they reached anything in the default sandbox.")]
pub(crate) struct SandboxCommandArgs {
    /// Try to get out
    #[arg(long)]
    pub(crate) check: bool,

    /// Only this one: bwrap, landlock, or none to compare
    #[arg(long, value_name = "KIND", default_value = "auto", value_parser = sandbox)]
    pub(crate) sandbox: SandboxChoice,
}

/// What external programs may take.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Limits for programs")]
pub(crate) struct LimitArgs {
    /// Milliseconds until it has answered the handshake or made its first move
    #[arg(long, value_name = "MS", default_value_t = 10_000, value_parser = number::<u64>(1..=1 << 40))]
    start_limit: u64,

    /// Milliseconds until it answers `isready`
    #[arg(long, value_name = "MS", default_value_t = 2000, value_parser = number::<u64>(1..=1 << 40))]
    ping_limit: u64,

    /// Megabytes of memory, for all its processes together; for each where there are no control groups
    #[arg(long, value_name = "MB", default_value_t = 2048, value_parser = number::<u64>(1..=1 << 30))]
    memory_limit: u64,

    /// Seconds of processor time for each of its processes
    #[arg(long, value_name = "S", default_value_t = 3600, value_parser = number::<u64>(1..=1 << 30))]
    cpu_limit: u64,

    /// Processes it may have at the same time
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = number::<u32>(1..=100_000))]
    process_limit: u32,

    #[command(flatten)]
    sandbox: SandboxArgs,
}

impl LimitArgs {
    /// The same for the arena.
    pub(crate) fn limits(self) -> BotLimits {
        BotLimits {
            start: Duration::from_millis(self.start_limit),
            ping: Duration::from_millis(self.ping_limit),
            memory: self.memory_limit,
            processor: self.cpu_limit,
            processes: self.process_limit as usize,
            ..self.sandbox.limits()
        }
    }
}

/// What keeps programs from everything that is not their own, and what else everybody is given alike.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Limits for programs")]
pub(crate) struct SandboxArgs {
    /// Milliseconds by which a player may exceed its time before it loses
    #[arg(long, value_name = "MS", default_value_t = 1000, value_parser = number::<u64>(0..=1 << 40))]
    margin: u64,

    /// What programs run in: auto (bubblewrap where it works, else Landlock), bwrap, landlock or none
    #[arg(long, value_name = "KIND", default_value = "auto", value_parser = sandbox)]
    sandbox: SandboxChoice,

    /// Megabytes it may write into its scratch folder
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = number::<u64>(1..=1 << 20))]
    scratch_limit: u64,

    /// Programs stand still while it is not their turn
    #[arg(long)]
    freeze: bool,
}

impl SandboxArgs {
    /// The same for the arena; the rest is as usual.
    pub(crate) fn limits(self) -> BotLimits {
        BotLimits {
            margin: Duration::from_millis(self.margin),
            scratch: self.scratch_limit,
            sandbox: self.sandbox,
            freeze: self.freeze,
            ..BotLimits::default()
        }
    }
}

/// The most that the programs of a run get on this machine, and their sandbox: the run comes from elsewhere.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Limits for programs")]
pub(crate) struct MachineLimits {
    /// What programs run in here, whatever the run says: auto (bubblewrap where it works, else Landlock), bwrap, landlock or none
    #[arg(long, value_name = "KIND", default_value = "auto", value_parser = sandbox)]
    sandbox: SandboxChoice,

    /// Megabytes of memory that a run may ask for
    #[arg(long, value_name = "MB", default_value_t = 2048, value_parser = number::<u64>(1..=1 << 30))]
    memory_limit: u64,

    /// Seconds of processor time that a run may ask for
    #[arg(long, value_name = "S", default_value_t = 3600, value_parser = number::<u64>(1..=1 << 30))]
    cpu_limit: u64,

    /// Processes that a run may ask for
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = number::<u32>(1..=100_000))]
    process_limit: u32,

    /// Megabytes of scratch folder that a run may ask for
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = number::<u64>(1..=1 << 20))]
    scratch_limit: u64,
}

impl MachineLimits {
    /// The same for the arena.
    pub(crate) fn limits(self) -> BotLimits {
        BotLimits {
            sandbox: self.sandbox,
            memory: self.memory_limit,
            processor: self.cpu_limit,
            processes: self.process_limit as usize,
            scratch: self.scratch_limit,
            ..BotLimits::default()
        }
    }
}

fn sandbox(word: &str) -> Result<SandboxChoice, ArgumentError> {
    let words = || SandboxChoice::ALL.map(SandboxChoice::word).join(", ");
    let refused =
        || ArgumentError(message!("not one of {words}", "no es ninguno de {words}", words = words()));
    SandboxChoice::of_word(word).ok_or_else(refused)
}
