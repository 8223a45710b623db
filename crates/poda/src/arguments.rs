mod bots;
mod contest;
mod grade;
mod records;

use std::{net::IpAddr, path::PathBuf, time::Duration};

use clap::{Args, Parser, Subcommand, ValueEnum};
use poda_agent::{Allowance, Table};
use poda_catalog::AnyGame;
use poda_core::Language;

pub(crate) use self::{
    bots::{CheckBotArgs, EngineArgs, LimitArgs},
    contest::{ContestSettings, MatchArgs, TournamentArgs},
    grade::GradeArgs,
    records::{MergeArgs, RecordArgs, ResumeArgs, RunsArgs, RunsOrder},
};
use crate::{failure::Failure, terminal::language_of_environment};

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
  poda match steady quick --game boom         which of two players is stronger, and how sure

Data goes to standard output, everything else to standard error.
Exit code 0: done; 1: the thing asked about failed; 2: wrong usage; 130: stopped by Ctrl-C.")]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,

    #[command(flatten)]
    pub(crate) manner: Manner,
}

/// How to speak.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Manner {
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

impl Manner {
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

/// A game and a table on which it stands somewhere.
pub(crate) type Opened = (Box<dyn AnyGame>, Box<dyn Table>);

/// Where a game stands.
#[derive(Debug, Args)]
pub(crate) struct Standing {
    /// The game, such as connect4:7x6, boom, crush, desconecta, parchis:2024
    pub(crate) game: String,

    /// Moves from the start (or from --position), such as 4455 or "y1:5 b2:6"
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    moves: Option<String>,

    /// A position line, as `poda show --json` prints it
    #[arg(long, value_name = "LINE", allow_hyphen_values = true)]
    position: Option<String>,
}

impl Standing {
    /// Opens the game where its moves begin.
    pub(crate) fn open_at_start(&self) -> Result<Opened, Failure> {
        let game = poda_catalog::open(&self.game)?;
        let mut table = game.table();
        if let Some(position) = &self.position {
            table.set_up(position)?;
        }
        Ok((game, table))
    }

    /// The moves since then.
    pub(crate) fn moves(&self) -> Option<&str> {
        self.moves.as_deref()
    }

    /// Opens the game and plays up to where it stands.
    pub(crate) fn open(&self) -> Result<Opened, Failure> {
        let (game, mut table) = self.open_at_start()?;
        if let Some(moves) = &self.moves {
            for text in table.tokens().split(moves) {
                let ply = table.line().moves.len() + 1;
                table.play(text).map_err(|error| Failure::Failed(format!("ply {ply}: {error}")))?;
            }
        }
        Ok((game, table))
    }
}

/// How long to think.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Thinking {
    /// Look that many decisions ahead
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=10_000))]
    depth: Option<u32>,

    /// Think at most that many milliseconds
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=1 << 40))]
    time: Option<u64>,

    /// Enter at most that many positions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
}

impl Thinking {
    /// The same for agents; empty if nothing was said.
    pub(crate) fn allowance(self) -> Allowance {
        Allowance { depth: self.depth, nodes: self.nodes, time: self.time.map(Duration::from_millis) }
    }
}

/// A position, and who is to think about it.
#[derive(Debug, Args)]
pub(crate) struct Question {
    #[command(flatten)]
    pub(crate) standing: Standing,

    /// Who thinks: a house player or an engine, such as pvs:depth=10
    #[arg(long, value_name = "PLAYER", default_value = "pvs")]
    pub(crate) agent: String,

    #[command(flatten)]
    pub(crate) thinking: Thinking,

    /// No progress on standard error
    #[arg(long, short)]
    pub(crate) quiet: bool,
}

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
    pub(crate) fn standing(&self) -> Standing {
        Standing {
            game: self.game.clone().unwrap_or_default(),
            moves: self.moves.clone(),
            position: self.position.clone(),
        }
    }
}

/// Serve the page: play, analyse and look inside the search in a browser
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  poda serve                                  http://127.0.0.1:7878, for this machine only
  poda serve --port 8080
  poda serve --host 0.0.0.0 --think 5         for the whole network; at most 5 seconds a search

Games are kept in a file; GET /api describes the questions that other programs may ask. Ctrl-C ends it.")]
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
}

/// Draw a position
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  poda show connect4 --moves 4455
  poda show connect4 --position '7/7/7/7/3o3/2xxo2 1'
  poda show parchis --json")]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    pub(crate) standing: Standing,
}

/// Find the best move, with score, depth, nodes and the expected line
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  poda best connect4 --moves 4444 --depth 12
  poda best boom --agent alphabeta:depth=8,eval=puntuacion
  poda best parchis --time 2000 --json
  poda best crush --depth 10 --stats

Progress is on standard error. Ctrl-C ends the thinking and prints the best move so far.")]
pub(crate) struct BestArgs {
    #[command(flatten)]
    pub(crate) question: Question,

    /// Tell how the search went: cut-offs, table hits, branching, time to depth
    #[arg(long)]
    pub(crate) stats: bool,
}

/// Evaluate a position without searching: what each heuristic sees, part by part, for both players
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  poda eval boom --moves 44553                         all evaluators of the game
  poda eval connect4:8x8 --moves 4455 --eval neighbours
  poda eval parchis --eval race --json

The values are those at the leaves of a search. A finished game has a value, but no parts.")]
pub(crate) struct EvalArgs {
    #[command(flatten)]
    pub(crate) standing: Standing,

    /// One evaluator only, as `poda games` lists them [default: all]
    #[arg(long, value_name = "NAME")]
    pub(crate) eval: Option<String>,
}

/// Say what every legal move is worth
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  poda analyze connect4 --moves 4444 --depth 10
  poda analyze boom --time 3000
  poda analyze crush --agent pvs:depth=6 --json

A row per move: score, depth, expected line; a star marks the best. Each move is searched by itself, and an
evaluator that is not zero-sum is asked for whoever decides after the move.
Ctrl-C prints what is known so far.")]
pub(crate) struct AnalyzeArgs {
    #[command(flatten)]
    pub(crate) question: Question,
}

/// Solve positions exactly: who wins with perfect play, and when
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  poda solve connect4:7x6 --moves 44455
  poda solve connect4 --all < positions.txt        a score per column, -1000 for a full one
  poda solve connect4 --table 1024 --threads 2     the empty board, if standard input is `-` or an empty line
  poda solve boom --moves 4 --table 1024           `loss 24`: who moves now loses in 24 actions
  poda solve crush --moves 4 --time 5000           `no win within 21`: nobody can force a win so soon
  poda solve boom --moves 4433 --certificate proof.txt && python3 tools/check_certificate.py proof.txt

One line out for each position: moves, score, nodes, microseconds. In Connect-4 a score of 2 says that the side
to move wins with its last stone but one; -2: it loses so; 0: draw. In games with bombs a score is `win N` or
`loss N` actions, `draw`, or a bound. A score behind the moves in a line of input is the expected one: a wrong
one is reported and makes the exit code 1.
Progress is on standard error. Ctrl-C ends the search and prints the bounds so far.")]
pub(crate) struct SolveArgs {
    /// The game: connect4:WxH on up to 64 bits, boom, crush or desconecta
    pub(crate) game: String,

    /// Moves from the start (or from --position), such as 4455; without either, one position per line of standard
    /// input
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub(crate) moves: Option<String>,

    /// A position line, as `poda show --json` prints it
    #[arg(long, value_name = "LINE", allow_hyphen_values = true)]
    pub(crate) position: Option<String>,

    /// A score for each move
    #[arg(long)]
    pub(crate) all: bool,

    /// Only who wins: 1, 0 or -1; with bombs win, loss or draw
    #[arg(long)]
    pub(crate) weak: bool,

    /// Find everything out by searching, without the book of openings of connect4:7x6
    #[arg(long)]
    pub(crate) no_book: bool,

    /// Look at most that many actions ahead; only for games with bombs, which need not end
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=200))]
    pub(crate) within: Option<u32>,

    /// Search a position for at most that many milliseconds, then print its bounds
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..=1 << 40))]
    pub(crate) time: Option<u64>,

    /// Write a proof of the win or loss to this file; `tools/check_certificate.py` checks it. Only for games with bombs
    #[arg(long, value_name = "FILE", conflicts_with = "all")]
    pub(crate) certificate: Option<PathBuf>,

    /// Enter at most about that many nodes for a position, then print its bounds
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: Option<u64>,

    /// Search with that many threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: u16,

    /// Megabytes of the table
    #[arg(long, value_name = "MB", default_value_t = 64, value_parser = clap::value_parser!(u64).range(1..=1 << 20))]
    pub(crate) table: u64,
}

/// Count the move sequences of a given length
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  poda perft connect4:7x6 --depth 8
  poda perft boom --moves 4455 --depth 6 --divide
  poda perft crush --depth 8 --census

The count alone is on standard output. A finished game is not continued.")]
pub(crate) struct PerftArgs {
    #[command(flatten)]
    pub(crate) standing: Standing,

    /// The number of decisions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=1000))]
    pub(crate) depth: u32,

    /// Count below each move by itself
    #[arg(long)]
    pub(crate) divide: bool,

    /// Count wins and draws among the leaves too
    #[arg(long)]
    pub(crate) census: bool,
}

/// Replay games and check every move
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  poda replay connect4 --moves 4455 --json
  poda replay boom < games.txt                one game a line
  poda replay --run 3 --number 17             a recorded game, as `poda runs` lists them

With --json one object a ply: ply, side, legal, move, position, next, outcome.
The first illegal move ends the replay with exit code 1; the lines before it are kept.")]
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

    /// A recorded run
    #[arg(long, value_name = "ID", requires = "number", conflicts_with_all = ["game", "moves", "position"])]
    pub(crate) run: Option<i64>,

    /// The number of a game of that run
    #[arg(long, value_name = "N", requires = "run")]
    pub(crate) number: Option<u64>,

    #[command(flatten)]
    pub(crate) records: RecordArgs,
}

impl ReplayArgs {
    /// Where the games begin.
    pub(crate) fn standing(&self) -> Standing {
        Standing {
            game: self.game.clone().unwrap_or_default(),
            moves: self.moves.clone(),
            position: self.position.clone(),
        }
    }
}

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
    pub(crate) whim: u32,

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
