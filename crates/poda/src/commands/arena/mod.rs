//! Matches and tournaments.

mod progress;
mod report;
mod table;

use poda_arena::{Contest, ContestError, Format, GameRecord, Match, Plan, Player, Standings, play_contest};

use self::progress::Progress;
use super::any_seed;
use crate::{
    arguments::{ContestSettings, Manner, MatchArgs, TournamentArgs},
    failure::Failure,
    interrupt,
};

impl From<ContestError> for Failure {
    fn from(error: ContestError) -> Self {
        match error {
            ContestError::Listener(why) => Self::Failed(why),
            other => Self::Usage(other.to_string()),
        }
    }
}

pub(crate) fn run_match(args: &MatchArgs, manner: Manner) -> Result<(), Failure> {
    let players = Player::read_all(&[&args.first, &args.second]);
    let plan = Plan { format: Format::RoundRobin, players: 2, games: args.games, rounds: 1 };
    let mut contest = contest(&args.settings, players, plan);
    contest.sprt = args.sprt().map_err(Failure::Usage)?;
    run(&contest, &args.settings, manner)
}

pub(crate) fn run_tournament(args: &TournamentArgs, manner: Manner) -> Result<(), Failure> {
    let players = Player::read_all(&args.players);
    // Halving the field each round leaves one.
    let rounds = args.rounds.unwrap_or_else(|| players.len().next_power_of_two().trailing_zeros().max(1));
    let plan = Plan { format: args.format, players: players.len(), games: args.games, rounds };
    run(&contest(&args.settings, players, plan), &args.settings, manner)
}

fn contest(settings: &ContestSettings, players: Vec<Player>, plan: Plan) -> Contest {
    Contest {
        game: settings.game.clone(),
        players,
        plan,
        openings: settings.openings.clone(),
        conditions: settings.conditions(),
        seed: settings.seed.unwrap_or_else(any_seed),
        sprt: None,
        shard: None,
    }
}

fn run(contest: &Contest, settings: &ContestSettings, manner: Manner) -> Result<(), Failure> {
    let mut progress = Progress::new(contest, settings.quiet, manner.language());
    let threads = usize::from(settings.concurrency);
    let records = play_contest(contest, Vec::new(), threads, &mut progress, &interrupt::asked)?;
    progress.done();
    print(contest, &records, manner)?;
    if interrupt::asked() {
        let planned = contest.most_games();
        return Err(Failure::Interrupted(format!("stopped after {} of {planned} games", records.len())));
    }
    Ok(())
}

/// Prints what the games say: a match with its verdict, or a table.
fn print(contest: &Contest, records: &[GameRecord], manner: Manner) -> Result<(), Failure> {
    if contest.is_match() {
        let mut tally = Match::of_contest(contest);
        tally.extend(records);
        report::print(contest, &tally.with_single_games(), manner)
    } else {
        table::print(contest, &Standings::of(contest.players.len(), records), manner)
    }
}
