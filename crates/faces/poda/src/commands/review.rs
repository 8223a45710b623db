//! Where lost games turned. The review itself is the one of `poda-service`, which the page shows too.

use std::{
    io::Write,
    time::{Duration, Instant},
};

use poda_agent::GameLine;
use poda_catalog::AnyGame;
use poda_contest::{GameRecord, Termination};
use poda_core::{Language, Outcome, Score, Side, message, text};
use poda_service::{
    Context, Host, Reply, Request, ReviewView, ServiceLimits, SessionStore, TreeCache, handle,
};
use serde::Serialize;
use serde_json::json;

use super::{arena::place_of, stdout};
use crate::{
    arguments::{OutputOptions, ReviewArgs},
    catalog::catalog,
    failure::Failure,
    interrupt, json,
    table::{Align, TableFormat, TextTable},
    terminal::whisper,
};

pub(crate) fn run(args: &ReviewArgs, output: OutputOptions) -> Result<(), Failure> {
    let language = output.language();
    let store = args.records.read()?;
    let contest = store.run(args.run)?.contest;
    let player = args.player.as_deref().map(|name| place_of(&contest.players, name)).transpose()?;
    let game = catalog().open(&contest.game)?;
    let lost: Vec<(GameRecord, Side)> = store
        .games(args.run)?
        .into_iter()
        .filter(|record| record.termination == Termination::Normal)
        .filter_map(|record| {
            let loser = record.outcome.and_then(Outcome::winner)?.other();
            player.is_none_or(|place| record.players[loser.index()] == place).then_some((record, loser))
        })
        .collect();
    let (mut mistakes, mut reviewed) = (Vec::new(), 0);
    for (index, (record, loser)) in lost.iter().enumerate() {
        if !args.quiet {
            let (number, all) = (index + 1, lost.len());
            whisper(&text!(language, "game {number} of {all}", "partida {number} de {all}", number, all));
        }
        let found = turn(game.as_ref(), record, *loser)?;
        if interrupt::asked() {
            break;
        }
        reviewed += 1;
        let Some(found) = found else { continue };
        let name = |side: Side| contest.players[record.players[side.index()]].name.clone();
        mistakes.push(LosingMove { player: name(*loser), opponent: name(loser.other()), ..found });
    }
    whisper("");
    mistakes.sort_by_key(|mistake| (std::cmp::Reverse(mistake.cost), mistake.game));
    if output.json {
        let content = json!({
            "run": json::run_name(args.run, store.path()),
            "lost": lost.len(),
            "reviewed": reviewed,
            "stopped": interrupt::asked(),
            "mistakes": mistakes,
        });
        json::print("review", content)?;
    } else {
        write!(stdout(), "{}", table(&mistakes, language).render(TableFormat::Text))?;
        let blameless = reviewed - mistakes.len();
        if blameless > 0 {
            let said = text!(
                language,
                "{blameless} of {reviewed} games were lost without a move that cost anything: from the opening on, or unseen until the end",
                "{blameless} de {reviewed} partidas se perdieron sin una jugada que costara algo: desde la apertura, o sin que se viera hasta el final",
                blameless,
                reviewed
            );
            writeln!(stdout(), "{said}")?;
        }
    }
    if interrupt::asked() {
        let all = lost.len();
        return Err(Failure::Interrupted(message!(
            "stopped after {reviewed} of {all} games",
            "detenido tras {reviewed} de {all} partidas",
            reviewed,
            all
        )));
    }
    Ok(())
}

fn table(mistakes: &[LosingMove], language: Language) -> TextTable {
    let headings = language.pick(
        ["game", "player", "opponent", "ply", "played", "better", "before", "after"],
        ["partida", "jugador", "rival", "jugada", "jugó", "mejor", "antes", "después"],
    );
    let align = |column: usize| if matches!(column, 0 | 3 | 6 | 7) { Align::Right } else { Align::Left };
    let mut table =
        TextTable::new(headings.into_iter().enumerate().map(|(column, text)| (text, align(column))));
    for mistake in mistakes {
        table.push(vec![
            mistake.game.to_string(),
            mistake.player.clone(),
            mistake.opponent.clone(),
            mistake.ply.to_string(),
            mistake.played.clone(),
            mistake.better.clone().unwrap_or_else(|| "-".to_owned()),
            mistake.before.to_string(),
            mistake.after.to_string(),
        ]);
    }
    table
}

/// The move that lost a game.
#[derive(Serialize)]
struct LosingMove {
    game: u64,
    player: String,
    opponent: String,
    ply: usize,
    position: String,
    played: String,
    better: Option<String>,
    before: Score,
    after: Score,
    exact: bool,
    #[serde(skip)]
    cost: i64,
}

/// The clock and Ctrl-C of the command line.
struct Terminal(Instant);

impl Host for Terminal {
    fn now(&self) -> Duration {
        self.0.elapsed()
    }

    fn should_stop(&self) -> bool {
        interrupt::asked()
    }
}

/// Longer than any review takes: it ends by its nodes.
const PATIENCE: Duration = Duration::from_hours(24);

/// The loser's move that cost most. Nothing if the review was stopped, or if no move cost anything.
fn turn(game: &dyn AnyGame, record: &GameRecord, loser: Side) -> Result<Option<LosingMove>, Failure> {
    let mut line = record.opening.clone();
    let opening = line.moves.len();
    line.moves = record.moves().map(str::to_owned).collect();
    let Some(review) = review(&line, opening)? else { return Ok(None) };
    let Some(costly) = review.costly.into_iter().find(|costly| costly.player == loser.number()) else {
        return Ok(None);
    };
    let session = game.follow(&GameLine { moves: line.moves[..costly.ply].to_vec(), ..line.clone() })?;
    Ok(Some(LosingMove {
        game: record.index,
        player: String::new(),
        opponent: String::new(),
        ply: costly.ply + 1,
        position: session.position(),
        played: costly.played,
        better: costly.better.into_iter().next(),
        before: costly.before,
        after: costly.after,
        exact: costly.exact,
        cost: costly.cost,
    }))
}

/// The review of a game; nothing if it was stopped.
fn review(line: &GameLine, opening: usize) -> Result<Option<ReviewView>, Failure> {
    let (sessions, trees) = (SessionStore::new(catalog().clone(), 1), TreeCache::default());
    let mut context = Context {
        limits: ServiceLimits { thinking: PATIENCE, plies: usize::MAX, ..ServiceLimits::default() },
        language: Language::English,
        owner: "",
        sessions: &sessions,
        trees: &trees,
        host: &mut Terminal(Instant::now()),
    };
    let reply = handle(&Request::Review { line: line.clone(), opening, kept: false }, &mut context);
    if interrupt::asked() {
        return Ok(None);
    }
    match reply.map_err(|error| Failure::failed(&error))? {
        Reply::Review(review) => Ok(Some(review)),
        _ => Ok(None),
    }
}
