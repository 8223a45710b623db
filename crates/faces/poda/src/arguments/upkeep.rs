//! Tuning, benchmarks, completions, manual pages.

use std::path::PathBuf;

use clap::Args;

use super::values::number;

/// Tune the weights of the built-in evaluator by self-play
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  poda tune crush
  poda tune connect4:8x8 --games 4000 --depth 6 --seed 2
  poda tune parchis --depth 3 --longest 600 --json
  poda tune boom --start built-in --out mine.toml
  poda match new=pvs:eval=threats@mine.toml old=pvs --game boom

Each round plays games from random openings with the weights of the previous round, samples a quiet position every
third ply, and fits the weights to the results by logistic regression. 250 points multiply the odds of winning by e.
The same options give the same weights, with any number of threads. One game in ten is held out to measure the loss
(0.693 is the loss of a coin toss). Ctrl-C stops and prints the completed rounds.")]
pub(crate) struct TuneArgs {
    /// The game, such as connect4:8x8, boom, crush, desconecta, parchis
    pub(crate) game: String,

    /// Weights to begin with: guess, built-in (those in use), or a file
    #[arg(long, value_name = "WEIGHTS", default_value = "guess")]
    pub(crate) start: String,

    /// Write the weights to this file, for `eval=NAME@FILE`
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,

    /// Games per round
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = number::<u32>(10..))]
    pub(crate) games: u32,

    /// Number of rounds
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = number::<u32>(1..=100))]
    pub(crate) rounds: u32,

    /// Search depth of the players
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = number::<u32>(1..=64))]
    pub(crate) depth: u32,

    /// Random bonus for moves at the root, in points: varies the games
    #[arg(long, value_name = "POINTS", default_value_t = 60)]
    pub(crate) noise: u32,

    /// Longest random opening, in moves
    #[arg(long, value_name = "N", default_value_t = 12)]
    pub(crate) opening: u32,

    /// Plies after which a game counts as a draw
    #[arg(long, alias = "max-plies", value_name = "PLIES", default_value_t = 200)]
    pub(crate) longest: u32,

    /// Nodes a solver may enter to find the true result of a position; 0 goes by the games alone
    #[arg(long, value_name = "NODES", default_value_t = 0)]
    pub(crate) solved: u64,

    /// Seed for all randomness
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,

    /// Games played in parallel
    #[arg(long, alias = "concurrency", value_name = "N", default_value_t = 1, value_parser = number::<u16>(1..=256))]
    pub(crate) threads: u16,

    /// Do not print progress
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// Check the signature: nodes of every engine and game at a fixed depth
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  poda bench                                  compare with the signature built into this binary
  poda bench --signature bench/signature.txt  compare with a file
  poda bench --write bench/signature.txt      write it anew after an intended change
  poda bench --speed               nodes and leaves per CPU second, beside the original programs")]
pub(crate) struct BenchArgs {
    /// Compare with this file
    #[arg(long, value_name = "FILE", conflicts_with = "write")]
    pub(crate) signature: Option<PathBuf>,

    /// Write the signature to this file instead of comparing
    #[arg(long, value_name = "FILE")]
    pub(crate) write: Option<PathBuf>,

    /// Measure speed instead of checking the signature
    #[arg(long, conflicts_with_all = ["signature", "write"])]
    pub(crate) speed: bool,

    /// Do not print progress
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

/// Print a completion script for a shell
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  poda completions bash > ~/.local/share/bash-completion/completions/poda
  poda completions zsh > ~/.zfunc/_poda
  poda completions fish > ~/.config/fish/completions/poda.fish")]
pub(crate) struct CompletionsArgs {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}

/// Print the manual page, or write all pages to a folder
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  poda man | man -l -
  poda man --out ~/.local/share/man/man1")]
pub(crate) struct ManArgs {
    /// Write poda.1 and one page per command to this folder
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: Option<PathBuf>,
}
