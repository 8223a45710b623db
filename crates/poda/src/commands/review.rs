//! Where lost games turned. The review itself is the one of `poda-service`, which the page shows too.

use std::{
    io::Write,
    ops::ControlFlow,
    time::{Duration, Instant},
};

use poda_agent::{GameLine, ThinkingLimits};
use poda_catalog::AnyGame;
use poda_contest::{GameRecord, Termination};
use poda_core::{Language, Outcome, Score, SearchObserver, Side, Turn, break_if, message, text};
use poda_service::{
    Context, Host, Reply, Request, ReviewedPosition, ServiceLimits, SessionStore, TreeCache, handle,
};
use serde::Serialize;

use super::{arena::place_of, stdout};
use crate::{
    arguments::{OutputOptions, ReviewArgs},
    failure::Failure,
    interrupt,
    json::{self, RunNameJson, ScoreJson},
    table::{Align, Table, TableFormat},
    terminal::whisper,
};

pub(crate) fn run(args: &ReviewArgs, output: OutputOptions) -> Result<(), Failure> {
    let language = output.language();
    let store = args.records.read()?;
    let contest = store.run(args.run)?.contest;
    let player = args.player.as_deref().map(|name| place_of(&contest.players, name)).transpose()?;
    let game = poda_catalog::open(&contest.game)?;
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
        let Some(found) = turn(game.as_ref(), record, *loser)? else {
            if interrupt::asked() {
                break;
            }
            continue;
        };
        reviewed += 1;
        let name = |side: Side| contest.players[record.players[side.index()]].name.clone();
        mistakes.push(MistakeJson { player: name(*loser), opponent: name(loser.other()), ..found });
    }
    whisper("");
    mistakes.sort_by_key(|mistake| (std::cmp::Reverse(mistake.cost), mistake.game));
    if output.json {
        let run = RunNameJson { id: args.run, db: store.path() };
        let stopped = interrupt::asked();
        json::print("review", ReviewJson { run, lost: lost.len(), reviewed, stopped, mistakes })?;
    } else {
        write!(stdout(), "{}", table(&mistakes, language).render(TableFormat::Text))?;
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

fn table(mistakes: &[MistakeJson], language: Language) -> Table {
    let headings = language.pick(
        ["game", "player", "opponent", "ply", "played", "better", "before", "after"],
        ["partida", "jugador", "rival", "jugada", "jugó", "mejor", "antes", "después"],
    );
    let align = |column: usize| if matches!(column, 0 | 3 | 6 | 7) { Align::Right } else { Align::Left };
    let mut table = Table::new(headings.into_iter().enumerate().map(|(column, text)| (text, align(column))));
    for mistake in mistakes {
        table.push(vec![
            mistake.game.to_string(),
            mistake.player.clone(),
            mistake.opponent.clone(),
            mistake.ply.to_string(),
            mistake.played.clone(),
            mistake.better.clone().unwrap_or_else(|| "-".to_owned()),
            mistake.scores[0].to_string(),
            mistake.scores[1].to_string(),
        ]);
    }
    table
}

#[derive(Serialize)]
struct ReviewJson<'a> {
    run: RunNameJson<'a>,
    lost: usize,
    reviewed: usize,
    stopped: bool,
    mistakes: Vec<MistakeJson>,
}

/// The move that lost a game.
#[derive(Serialize)]
struct MistakeJson {
    game: u64,
    player: String,
    opponent: String,
    ply: usize,
    position: String,
    played: String,
    better: Option<String>,
    before: ScoreJson,
    after: ScoreJson,
    exact: bool,
    #[serde(skip)]
    cost: i64,
    #[serde(skip)]
    scores: [Score; 2],
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

/// Stops a search on Ctrl-C.
struct UntilAsked;

impl SearchObserver for UntilAsked {
    fn nodes(&mut self, _: u64) -> ControlFlow<()> {
        break_if(interrupt::asked())
    }
}

/// Longer than any review takes: it ends by its nodes.
const PATIENCE: Duration = Duration::from_hours(24);

/// The loser's move that cost most: the first that lost a game that was not lost, or else the largest drop. Nothing if it was
/// stopped, or if the loser had no move.
fn turn(game: &dyn AnyGame, record: &GameRecord, loser: Side) -> Result<Option<MistakeJson>, Failure> {
    let mut line = record.opening.clone();
    line.moves = record.moves().map(str::to_owned).collect();
    let mut session = game.session();
    session.follow(&line)?;
    let movers = session.movers();
    let Some(positions) = review(&line)? else { return Ok(None) };
    let score = |position: &ReviewedPosition| {
        let score = Score::from_value(position.score?.value);
        Some(Turn::between(loser, Side::First).to_parent(score))
    };
    let mut worst: Option<(i64, usize, [Score; 2])> = None;
    for ply in (record.opening.moves.len()..line.moves.len()).filter(|ply| movers[*ply] == loser) {
        let (Some(before), Some(after)) = (score(&positions[ply]), score(&positions[ply + 1])) else {
            continue;
        };
        let drop = cost(before) - cost(after);
        let is_fatal = before.loss_distance().is_none() && after.loss_distance().is_some();
        if is_fatal || worst.is_none_or(|(most, ..)| drop > most) {
            worst = Some((drop, ply, [before, after]));
        }
        if is_fatal {
            break;
        }
    }
    let Some((cost, ply, scores)) = worst else { return Ok(None) };
    let here = GameLine { moves: line.moves[..ply].to_vec(), ..line.clone() };
    session.follow(&here)?;
    let better = match &positions[ply].best {
        Some(best) => Some(best.clone()),
        // A solver knows what a position is worth; the player made of it knows which move is worth it.
        None => poda_catalog::agent(game, "exact")
            .ok()
            .and_then(|mut agent| agent.choose(&here, ThinkingLimits::default(), &mut UntilAsked).ok())
            .map(|choice| choice.mv),
    };
    let [before, after] = scores.map(ScoreJson::from);
    Ok(Some(MistakeJson {
        game: record.index,
        player: String::new(),
        opponent: String::new(),
        ply: ply + 1,
        position: session.position(),
        played: line.moves[ply].clone(),
        better: better.filter(|better| *better != line.moves[ply]),
        before,
        after,
        exact: positions[ply].exact && positions[ply + 1].exact,
        cost,
        scores,
    }))
}

/// A proven end weighs more than any evaluation, and how far away it is does not matter.
fn cost(score: Score) -> i64 {
    const END: i32 = 1_000_000;
    i64::from(score.value().clamp(-END, END))
}

/// Every position of a game with its score for player 1; nothing if it was stopped.
fn review(line: &GameLine) -> Result<Option<Vec<ReviewedPosition>>, Failure> {
    let (sessions, trees) = (SessionStore::default(), TreeCache::default());
    let mut context = Context {
        limits: ServiceLimits { thinking: PATIENCE, plies: usize::MAX, ..ServiceLimits::default() },
        language: Language::English,
        owner: "",
        sessions: &sessions,
        trees: &trees,
        host: &mut Terminal(Instant::now()),
    };
    let reply = handle(&Request::Review { line: line.clone() }, &mut context);
    if interrupt::asked() {
        return Ok(None);
    }
    match reply.map_err(|error| Failure::failed(&error))? {
        Reply::Review(review) => Ok(Some(review.positions)),
        _ => Ok(None),
    }
}
