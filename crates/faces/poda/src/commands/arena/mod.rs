//! Matches and tournaments.

mod plot;
mod progress;
mod report;
mod resume;
mod runs;
mod table;
mod texts;

use std::{fs, io::Write, path::Path};

use poda_contest::{
    ClaimedRun, Contest, ContestError, ContestState, Executor, Format, OpeningError, Plan, Player,
    ReadyContest, RunStore, Shard, StoreError, Threads, play_run, resume_options,
};
use poda_core::{Language, Message, Translate, message, text};

use self::{progress::ContestProgress, texts::ContestTexts};
pub(crate) use self::{
    resume::resume,
    runs::{merge, place_of, runs},
};
use super::{SandboxTold, any_seed, best::BestObserver, is_missing, stdout};
use crate::{
    arguments::{
        ContestSettings, MatchArgs, OutputOptions, QueueArgs, RecordArgs, ReportArgs, ShardArgs,
        SpotCheckArgs, TournamentArgs,
    },
    catalog::catalog,
    failure::Failure,
    interrupt, json,
    queue::{self, SharedExecutor},
    table::{TableFormat, escaped_markdown},
    terminal::{say, whisper},
    weights,
};

impl From<ContestError> for Failure {
    fn from(error: ContestError) -> Self {
        match &error {
            ContestError::Store(_)
            | ContestError::Executor(_)
            | ContestError::Openings(OpeningError::Unreadable { .. }) => Self::failed(&error),
            ContestError::Player { error: why, .. } if is_missing(why) => Self::failed(&error),
            _ => Self::usage(&error),
        }
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self::failed(&error)
    }
}

pub(crate) fn run_match(args: &MatchArgs, output: OutputOptions) -> Result<(), Failure> {
    let players = players(&[&args.first, &args.second], &args.settings)?;
    let plan = Plan { format: Format::RoundRobin, players: 2, games: args.games, rounds: 1 };
    let mut contest = contest(&args.settings, players, plan);
    contest.sprt = args.sprt().map_err(Failure::Usage)?;
    run(contest, &args.settings, output)
}

pub(crate) fn run_tournament(args: &TournamentArgs, output: OutputOptions) -> Result<(), Failure> {
    let players = players(&args.players, &args.settings)?;
    // Halving the field each round leaves one.
    let rounds = args.rounds.unwrap_or_else(|| players.len().next_power_of_two().trailing_zeros().max(1));
    let plan = Plan { format: args.format, players: players.len(), games: args.games, rounds };
    run(contest(&args.settings, players, plan), &args.settings, output)
}

/// The players that somebody named. Files of weights are read now: what is recorded must not change with them.
fn players<T: AsRef<str>>(texts: &[T], settings: &ContestSettings) -> Result<Vec<Player>, Failure> {
    let game = catalog().open(&settings.game)?;
    let mut players = Player::read_all(texts);
    for player in &mut players {
        player.spec = weights::spell_out(&player.spec, game.as_ref())?;
    }
    Ok(players)
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

fn run(contest: Contest, settings: &ContestSettings, output: OutputOptions) -> Result<(), Failure> {
    // What cannot be played is not worth a record.
    if !settings.quiet {
        // Thousands of balanced openings take a while; the line is gone once they are there.
        whisper(&ContestTexts(output.language()).preparing(contest.plan.pairs()));
    }
    settings.report.tables.format(output)?;
    if let Some(of) = settings.shards.shards {
        Contest { shard: Some(Shard { number: 1, of }), ..contest.clone() }
            .check_plan()
            .map_err(ContestError::from)?;
    }
    let machines = queue::any_executor(
        &settings.queue,
        &settings.shards,
        settings.spot_check.spot_check,
        settings.concurrency,
    )?;
    let contest = ready(contest, output.language());
    whisper("");
    let contest = contest?;
    tell_sandbox(&contest, settings.quiet, output)?;
    let store = settings.records.open()?;
    let run = store.claim_new(contest.contest())?;
    let playing = Playing {
        records: &settings.records,
        machines,
        queue: &settings.queue,
        spot_check: settings.spot_check,
        shards: &settings.shards,
        concurrency: settings.concurrency,
        quiet: settings.quiet,
        report: &settings.report,
    };
    playing.play(&store, run, &contest, output)
}

/// A contest that can be played, with all its programs in place.
fn ready(contest: Contest, language: Language) -> Result<ReadyContest, Failure> {
    // Openings may take long, and nothing is lost: Ctrl-C need not wait for them.
    let _leaving = interrupt::leaving_with(
        language.pick("stopped before the first game", "detenido antes de la primera partida"),
    );
    let contest = ReadyContest::new(contest, catalog(), &poda_bots::read_player)?;
    let checked = contest.check_programs(&mut BestObserver::silent());
    if interrupt::asked() {
        return Err(Failure::Interrupted(message!(
            "stopped before the first game",
            "interrumpido antes de la primera partida"
        )));
    }
    checked?;
    Ok(contest)
}

/// Says what programs run in, if any takes part.
fn tell_sandbox(contest: &ReadyContest, quiet: bool, output: OutputOptions) -> Result<(), Failure> {
    if contest.has_programs() {
        SandboxTold::new(output.language(), quiet).tell(&contest.contest().conditions.bots)?;
    }
    Ok(())
}

/// How a run is to be played.
struct Playing<'a> {
    records: &'a RecordArgs,
    /// Who plays, if not this program.
    machines: Option<SharedExecutor>,
    queue: &'a QueueArgs,
    spot_check: SpotCheckArgs,
    shards: &'a ShardArgs,
    concurrency: u16,
    quiet: bool,
    report: &'a ReportArgs,
}

impl Playing<'_> {
    /// Plays what is left of a run and prints what it says.
    fn play(
        &self,
        store: &RunStore,
        run: ClaimedRun,
        contest: &ReadyContest,
        output: OutputOptions,
    ) -> Result<(), Failure> {
        let name = RunName { id: run.id(), db: store.path(), records: self.records };
        // Whoever wants no progress still wants to know where the games are.
        name.say(output.language());
        let elsewhere = queue::option(self.queue, self.shards) + &self.spot_check.option();
        let bots = contest.contest().conditions.bots;
        let programs = resume_options(bots, contest.has_programs(), self.records.is_own());
        let how_to_go_on = format!("poda resume {}{}{programs}{elsewhere}", run.id(), self.records.option());
        let progress = ContestProgress::new(self.quiet, output.language());
        let threads = Threads(self.concurrency.into());
        let executor: &dyn Executor = match &self.machines {
            Some(machines) => {
                queue::tell_limits(contest, self.quiet, output.language());
                machines.as_ref()
            }
            None => &threads,
        };
        let played = play_run(store, run, contest, executor, &progress);
        progress.done();
        let played = played.map_err(|error| match Failure::from(error) {
            Failure::Failed(why) => Failure::Failed(Message::new(|language| {
                text!(
                    language,
                    "{why}; continue with: {how_to_go_on}",
                    "{why}; para seguir: {how_to_go_on}",
                    why = why.text(language),
                    how_to_go_on,
                )
            })),
            other => other,
        })?;
        print(name, &played.state, self.report, output)?;
        if played.finished {
            return progress.verdict();
        }
        let (count, planned) = (played.state.played(), contest.contest().most_games());
        Err(Failure::Interrupted(message!(
            "stopped after {count} of {planned} games; continue with: {how_to_go_on}",
            "detenido tras {count} de {planned} partidas; para seguir: {how_to_go_on}",
            count,
            planned,
            how_to_go_on
        )))
    }
}

/// A run, and where it is.
#[derive(Clone, Copy)]
struct RunName<'a> {
    id: i64,
    db: &'a Path,
    records: &'a RecordArgs,
}

impl RunName<'_> {
    fn say(self, language: Language) {
        let Self { id, db, .. } = self;
        let db = db.display();
        say(&text!(language, "run {id} in {db}", "serie {id} en {db}", id, db));
    }

    /// The command that shows a game of it.
    fn replay(self, game: u64) -> String {
        format!("poda replay --run {} --number {game}{}", self.id, self.records.option())
    }
}

/// Prints what the games say: a match with its verdict, or a table.
fn print(
    name: RunName<'_>,
    state: &ContestState,
    report: &ReportArgs,
    output: OutputOptions,
) -> Result<(), Failure> {
    let (language, format) = (output.language(), report.tables.format(output)?);
    if let Some(path) = &report.plot {
        let title = format!("{}, {}", state.contest().game, ContestTexts(language).games(state.played()));
        let picture = plot::ratings(state, &title);
        fs::write(path, picture).map_err(|error| Failure::cannot_write(path, &error))?;
        say(&text!(language, "wrote {path}", "escrito {path}", path = path.display()));
    }
    if output.json {
        let run = json::run_name(name.id, name.db);
        return json::print("contest", json::contest(&run, state, language));
    }
    let (out, texts) = (&mut stdout(), ContestTexts(language));
    let sentence = state.tally().map(|tally| {
        let players = &state.contest().players;
        tally.sentence([&players[0].name, &players[1].name], language)
    });
    if format != TableFormat::Text {
        write!(out, "{}", table::standings(state, texts).render(format))?;
        let sentence = sentence.unwrap_or_default();
        let about = texts.contest(state.contest());
        let words = format!("{about}. {sentence}");
        match format {
            TableFormat::Markdown => writeln!(out, "\n{}", escaped_markdown(words.trim_end()))?,
            TableFormat::Latex => writeln!(out, "% {}", words.trim_end())?,
            _ => {}
        }
        return Ok(());
    }
    match state.tally() {
        Some(tally) => report::print(out, state.contest(), &tally, texts)?,
        None => table::print(out, state.contest(), &state.standings(), texts)?,
    }
    for (place, player) in state.contest().players.iter().enumerate() {
        for fault in state.faults(place) {
            writeln!(out, "{}", texts.fault(&player.name, &fault))?;
            writeln!(out, "  {}", name.replay(fault.game))?;
        }
    }
    let missing = state.missing();
    if missing > 0 {
        writeln!(out, "{}", texts.missing(missing, state.contest().most_games()))?;
    }
    writeln!(out, "{}", texts.contest(state.contest()))?;
    if let Some(sentence) = sentence {
        writeln!(out, "{sentence}")?;
    }
    Ok(())
}
