//! What keeps the program itself in order.

use std::path::PathBuf;

use clap::Args;

/// Fit the weights of the house's evaluator to games that it plays against itself
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  poda tune crush
  poda tune connect4:8x8 --games 4000 --depth 6 --seed 2
  poda tune parchis --depth 3 --longest 600 --json

Each round plays games from drawn openings with the weights of the last one, looks at a quiet position every third
ply and fits the weights to the results by logistic regression. 250 points multiply the odds of winning by e.
The same options give the same weights, with any number of threads. One game in ten is kept apart to measure the loss
on: 0.693 is knowing nothing. Ctrl-C prints the completed rounds.")]
pub(crate) struct TuneArgs {
    /// The game, such as connect4:8x8, boom, crush, desconecta, parchis
    pub(crate) game: String,

    /// Games of one round
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u32).range(10..))]
    pub(crate) games: u32,

    /// How often to play and fit
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub(crate) rounds: u32,

    /// How many decisions the players look ahead
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=64))]
    pub(crate) depth: u32,

    /// By how many points they may like a move more than its value
    #[arg(long, value_name = "POINTS", default_value_t = 60)]
    pub(crate) noise: u32,

    /// How many moves of the opening are drawn at most
    #[arg(long, value_name = "N", default_value_t = 12)]
    pub(crate) opening: u32,

    /// After that many plies a game counts as drawn
    #[arg(long, value_name = "PLIES", default_value_t = 200)]
    pub(crate) longest: u32,

    /// Another seed, other games
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,

    /// Threads that play at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: u16,
}

/// Check the bench signature: nodes per engine and game at fixed depth
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  poda bench                                  compare with the signature this binary was built with
  poda bench --signature bench/signature.txt  compare with that file
  poda bench --write bench/signature.txt      after a change that is meant to change it
  poda bench --speed                          nodes and leaves per CPU second, beside the originals'")]
pub(crate) struct BenchArgs {
    /// Compare with this file
    #[arg(long, value_name = "FILE", conflicts_with = "write")]
    pub(crate) signature: Option<PathBuf>,

    /// Write the signature to this file instead of comparing
    #[arg(long, value_name = "FILE")]
    pub(crate) write: Option<PathBuf>,

    /// Measure speed instead
    #[arg(long, conflicts_with_all = ["signature", "write"])]
    pub(crate) speed: bool,
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

/// Print the manual page, or write all of them into a folder
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  poda man | man -l -
  poda man --out ~/.local/share/man/man1")]
pub(crate) struct ManArgs {
    /// Write poda.1 and a page per command into this folder
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: Option<PathBuf>,
}
