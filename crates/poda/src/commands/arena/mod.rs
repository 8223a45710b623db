//! Matches and tournaments.

mod progress;
mod recorder;
mod report;
mod runs;
mod table;

use poda_arena::{ContestError, RunStore, StoreError, check_contest, play_contest};
use poda_contest::{Contest, Format, GameRecord, MatchTally, Plan, Player, Standings};

pub(crate) use self::runs::{merge, resume, runs};
use self::{progress::ContestProgress, recorder::Recorder};
use super::any_seed;
use crate::{
    arguments::{ContestSettings, MatchArgs, OutputOptions, RecordArgs, TournamentArgs},
    failure::Failure,
    interrupt,
    terminal::say,
};

impl From<ContestError> for Failure {
    fn from(error: ContestError) -> Self {
        match error {
            ContestError::Listener(why) => Self::Failed(why),
            other => Self::Usage(other.to_string()),
        }
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self::Failed(error.to_string())
    }
}

pub(crate) fn run_match(args: &MatchArgs, output: OutputOptions) -> Result<(), Failure> {
    let players = Player::read_all(&[&args.first, &args.second]);
    let plan = Plan { format: Format::RoundRobin, players: 2, games: args.games, rounds: 1 };
    let mut contest = contest(&args.settings, players, plan);
    contest.sprt = args.sprt().map_err(Failure::Usage)?;
    run(&contest, &args.settings, output)
}

pub(crate) fn run_tournament(args: &TournamentArgs, output: OutputOptions) -> Result<(), Failure> {
    let players = Player::read_all(&args.players);
    // Halving the field each round leaves one.
    let rounds = args.rounds.unwrap_or_else(|| players.len().next_power_of_two().trailing_zeros().max(1));
    let plan = Plan { format: args.format, players: players.len(), games: args.games, rounds };
    run(&contest(&args.settings, players, plan), &args.settings, output)
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
        shard: settings.shard,
    }
}

fn run(contest: &Contest, settings: &ContestSettings, output: OutputOptions) -> Result<(), Failure> {
    // What cannot be played is not worth a record.
    check_contest(contest)?;
    let store = settings.records.open()?;
    play(contest, store, None, &settings.records, settings.concurrency, settings.quiet, output)
}

/// Plays what is left of a run, or a new one, and prints what it says.
fn play(
    contest: &Contest,
    mut store: RunStore,
    run: Option<i64>,
    records: &RecordArgs,
    concurrency: u16,
    quiet: bool,
    output: OutputOptions,
) -> Result<(), Failure> {
    let run = run.map_or_else(|| store.begin(contest), Ok)?;
    let _lock = store.lock(run)?;
    let earlier = store.games(run)?;
    if !quiet {
        say(&format!("run {run} in {}", store.path().display()));
    }
    let progress = ContestProgress::new(contest, &earlier, quiet, output.language());
    let mut recorder = Recorder { store: &mut store, run, waiting: Vec::new(), progress };
    let played = play_contest(contest, earlier, usize::from(concurrency), &mut recorder, &interrupt::asked);
    recorder.progress.done();
    let how_to_go_on = format!("poda resume {run}{}", records.option());
    let games = played.map_err(|error| match Failure::from(error) {
        Failure::Failed(why) => Failure::Failed(format!("{why}; go on with: {how_to_go_on}")),
        other => other,
    })?;
    if interrupt::asked() {
        print(contest, &games, output)?;
        let (count, planned) = (games.len(), contest.most_games());
        return Err(Failure::Interrupted(format!(
            "stopped after {count} of {planned} games; go on with: {how_to_go_on}"
        )));
    }
    store.finish(run)?;
    print(contest, &games, output)
}

/// Prints what the games say: a match with its verdict, or a table.
fn print(contest: &Contest, records: &[GameRecord], output: OutputOptions) -> Result<(), Failure> {
    if contest.is_match() {
        let mut tally = MatchTally::of_contest(contest);
        tally.extend(records);
        report::print(contest, &tally.with_single_games(), output)
    } else {
        table::print(contest, &Standings::of(contest.players.len(), records), output)
    }
}
