mod bots;
mod common;
mod contest;
mod examine;
mod grade;
mod play;
mod positions;
mod queue;
mod records;
mod review;
mod solve;
mod tables;
mod upkeep;
mod values;

use clap::{Args, Parser, Subcommand, ValueEnum};
use poda_core::Language;

#[cfg(feature = "queue")]
pub(crate) use self::queue::QueueAccess;
pub(crate) use self::{
    bots::{CheckBotArgs, EngineArgs, LimitArgs, MachineLimits, SandboxArgs, SandboxCommandArgs},
    common::{PositionArgs, SearchArgs, Thinking},
    contest::{ContestSettings, MatchArgs, TournamentArgs},
    examine::ExamineArgs,
    grade::GradeArgs,
    play::{PlayArgs, ServeArgs},
    positions::{AnalyzeArgs, BestArgs, EvalArgs, PerftArgs, ReplayArgs, ShowArgs, TreeArgs},
    queue::{QueueArgs, QueueCommandArgs, ShardArgs, SlurmArgs, SpotCheckArgs, WorkerArgs},
    records::{MergeArgs, ProgramArgs, RecordArgs, ResumeArgs, RunsArgs, RunsCommand, is_default},
    review::ReviewArgs,
    solve::SolveArgs,
    tables::{ReportArgs, TableArgs},
    upkeep::{BenchArgs, CompletionsArgs, ManArgs, TuneArgs},
    values::ArgumentError,
};
use crate::terminal::language_of_environment;

/// Play, analyse, solve and benchmark two-player games with minimax and alpha-beta engines.
#[derive(Debug, Parser)]
#[command(name = "poda", version = env!("PODA_VERSION"), term_width = 100, arg_required_else_help = true)]
#[command(after_help = "\
Examples:
  poda play connect4                          play against an engine
  poda serve                                  play, analyse and watch searches in a browser
  poda games                                  list games, engines and players
  poda show boom --moves 4455                 draw a position
  poda best crush --moves 443 --depth 10      the best move, with its score
  poda tree boom --moves 44553 --depth 3      the search tree: values, windows, cut-offs
  poda eval boom --moves 44553                the value of every heuristic, term by term
  poda solve connect4 --moves 4444            the exact result under perfect play
  poda perft connect4:7x6 --depth 8           count move sequences
  poda match ninja3 ninja2 --game boom        which player is stronger, with error bars

Results go to standard output, messages and progress to standard error.
Exit codes: 0 success, 1 failure (a missing file too), 2 wrong usage, 130 stopped by Ctrl-C.")]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,

    #[command(flatten)]
    pub(crate) output: OutputOptions,
}

/// How results are written.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct OutputOptions {
    /// Print JSON instead of text
    #[arg(long, global = true)]
    pub(crate) json: bool,

    /// Language of the output [default: `PODA_LANG`, or the locale]
    #[arg(long, global = true, value_enum, value_name = "LANGUAGE")]
    lang: Option<Lang>,

    /// When to use colours
    #[arg(long, global = true, value_enum, default_value = "auto", value_name = "WHEN")]
    pub(crate) color: ColorWhen,
}

impl OutputOptions {
    /// The language of the output.
    pub(crate) fn language(self) -> Language {
        match self.lang {
            Some(Lang::En) => Language::English,
            Some(Lang::Es) => Language::Spanish,
            None => language_of_environment(),
        }
    }
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Lang {
    En,
    Es,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum ColorWhen {
    Auto,
    Always,
    Never,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Games(GamesArgs),
    Play(PlayArgs),
    Serve(ServeArgs),
    Show(ShowArgs),
    Best(BestArgs),
    Analyze(AnalyzeArgs),
    Tree(TreeArgs),
    Eval(EvalArgs),
    Solve(SolveArgs),
    Perft(PerftArgs),
    Replay(ReplayArgs),
    Match(MatchArgs),
    Tournament(TournamentArgs),
    Resume(ResumeArgs),
    Runs(RunsArgs),
    Review(ReviewArgs),
    Examine(ExamineArgs),
    Merge(MergeArgs),
    Worker(WorkerArgs),
    Queue(QueueCommandArgs),
    Slurm(SlurmArgs),
    Grade(GradeArgs),
    Engine(EngineArgs),
    CheckBot(CheckBotArgs),
    Sandbox(SandboxCommandArgs),
    Tune(TuneArgs),
    Bench(BenchArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
}

impl Command {
    /// The names of commands that print nothing that could be JSON.
    pub(crate) fn name_without_json(&self) -> Option<&'static str> {
        match self {
            Self::Serve(_) => Some("serve"),
            Self::Worker(_) => Some("worker"),
            Self::Slurm(_) => Some("slurm"),
            Self::Engine(_) => Some("engine"),
            Self::Completions(_) => Some("completions"),
            Self::Man(_) => Some("man"),
            _ => None,
        }
    }
}

/// List games with their options, evaluators, engines and built-in players
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  poda games
  poda games --json | jq '.games[].name'")]
pub(crate) struct GamesArgs {}
