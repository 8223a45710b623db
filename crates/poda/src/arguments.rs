mod bots;
mod contest;
mod grade;
mod play;
mod positions;
mod records;
mod solve;
mod standing;
mod upkeep;

use clap::{Args, Parser, Subcommand, ValueEnum};
use poda_core::Language;

pub(crate) use self::{
    bots::{CheckBotArgs, EngineArgs, LimitArgs},
    contest::{ContestSettings, MatchArgs, TournamentArgs},
    grade::GradeArgs,
    play::{PlayArgs, ServeArgs},
    positions::{AnalyzeArgs, BestArgs, EvalArgs, PerftArgs, ReplayArgs, ShowArgs},
    records::{MergeArgs, RecordArgs, ResumeArgs, RunsArgs, RunsOrder},
    solve::SolveArgs,
    standing::{PositionArgs, SearchArgs, Thinking},
    upkeep::{BenchArgs, CompletionsArgs, ManArgs, TuneArgs},
};
use crate::terminal::language_of_environment;

/// Play, analyse and benchmark two-player games with minimax and alpha-beta engines.
#[derive(Debug, Parser)]
#[command(name = "poda", version, term_width = 100, arg_required_else_help = true)]
#[command(after_help = "\
Examples:
  poda play connect4                          a game against an engine
  poda serve                                  the page: play, analyse and look inside, in a browser
  poda games                                  what there is to play, and with whom
  poda show boom --moves 4455                 draw a position
  poda best crush --moves 443 --depth 10      the best move, and why
  poda eval boom --moves 44553                what every heuristic sees, part by part
  poda solve connect4 --moves 4444            who wins with perfect play, and when
  poda perft connect4:7x6 --depth 8           count move sequences
  poda match ninja3 ninja2 --game boom        which of two players is stronger, and how sure

Data goes to standard output, everything else to standard error.
Exit code 0: done; 1: the thing asked about failed; 2: wrong usage; 130: stopped by Ctrl-C.")]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,

    #[command(flatten)]
    pub(crate) output: OutputOptions,
}

/// How to speak.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct OutputOptions {
    /// Write JSON for machines instead of text for people
    #[arg(long, global = true)]
    pub(crate) json: bool,

    /// The language of drawings and conversation [default: from `PODA_LANG` or the locale]
    #[arg(long, global = true, value_enum, value_name = "LANGUAGE")]
    lang: Option<Lang>,

    /// When to use colours
    #[arg(long, global = true, value_enum, default_value = "auto", value_name = "WHEN")]
    pub(crate) color: ColorWhen,
}

impl OutputOptions {
    /// The language to speak.
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
    Eval(EvalArgs),
    Solve(SolveArgs),
    Perft(PerftArgs),
    Replay(ReplayArgs),
    Match(MatchArgs),
    Tournament(TournamentArgs),
    Resume(ResumeArgs),
    Runs(RunsArgs),
    Merge(MergeArgs),
    Grade(GradeArgs),
    Engine(EngineArgs),
    CheckBot(CheckBotArgs),
    Tune(TuneArgs),
    Bench(BenchArgs),
    Completions(CompletionsArgs),
    Man(ManArgs),
}

/// List the games with their options, evaluators, engines and house players
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  poda games
  poda games --json | jq '.games[].name'")]
pub(crate) struct GamesArgs {}
