//! The games of a run: all of them, those of one player, or those that it lost.

use axum::{Json, extract::State};
use poda_agent::GameLine;
use poda_contest::{Contest, GameRecord, Termination};
use poda_core::{Language, Outcome, Side, Translate};
use poda_service::{LanguageParam, OutcomeView};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::{
    api::{Parameters, PathPart},
    client::Peer,
    failure::{Refusal, RefusalBody},
    run_service::LiveBoard,
    runs::aside,
    state::{Shared, lock},
};

/// Games of a run that are told at once.
const MOST_AT_ONCE: usize = 100;

/// A game of a run.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RunGame {
    index: u64,
    players: [usize; 2],
    line: GameLine,
    /// Its first moves that nobody chose.
    opening: usize,
    #[schema(required = true)]
    outcome: Option<OutcomeView>,
    #[schema(required = true)]
    termination: Option<&'static str>,
    /// What went wrong, if something did.
    detail: String,
}

impl RunGame {
    /// A game that is played now.
    pub(crate) fn live(index: u64, board: LiveBoard) -> Self {
        Self {
            index,
            players: board.players,
            line: board.line,
            opening: 0,
            outcome: None,
            termination: None,
            detail: String::new(),
        }
    }

    /// A game as it was recorded.
    fn recorded(contest: &Contest, record: &GameRecord, language: Language) -> Self {
        let moves = record.moves().map(str::to_owned).collect();
        Self {
            index: record.index,
            players: record.players,
            opening: record.opening.moves.len(),
            line: GameLine { game: contest.game.clone(), start: record.opening.start.clone(), moves },
            outcome: record.outcome.map(OutcomeView::from),
            termination: Some(record.termination.word()),
            detail: record.detail.text(language),
        }
    }
}

/// Which games of a run.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct GamesWanted {
    /// How many of the newest to leave out.
    #[serde(default)]
    skip: usize,
    #[serde(default = "dozen")]
    count: usize,
    /// Only games of this player, by its place in the list of players.
    player: Option<usize>,
    /// Only games that this player lost by the rules.
    #[serde(default)]
    lost: bool,
    /// The language of the reasons why games ended.
    #[serde(default)]
    #[param(inline)]
    lang: LanguageParam,
}

fn dozen() -> usize {
    12
}

impl GamesWanted {
    fn is_wanted(&self, record: &GameRecord) -> bool {
        let Some(player) = self.player else { return !self.lost };
        let Some(side) = Side::BOTH.into_iter().find(|side| record.players[side.index()] == player) else {
            return false;
        };
        let is_lost = || {
            let winner = record.outcome.and_then(Outcome::winner);
            record.termination == Termination::Normal && winner == Some(side.other())
        };
        !self.lost || is_lost()
    }
}

/// Games of a run, newest first.
#[utoipa::path(get, path = "/api/runs/{run}/games", params(("run" = i64, Path), GamesWanted),
    responses((status = 200, body = Vec<RunGame>), (status = 404, body = RefusalBody)))]
pub(crate) async fn games(
    State(shared): State<Shared>,
    peer: Peer,
    PathPart(id): PathPart<i64>,
    Parameters(which): Parameters<GamesWanted>,
) -> Result<Json<Vec<RunGame>>, Refusal> {
    aside(&shared, &peer, move |shared| {
        let run = shared.runs.run(id)?;
        let state = shared.runs.state(&run, &shared.options.limits)?;
        let state = lock(&state);
        let records: Vec<&GameRecord> = state.records().filter(|record| which.is_wanted(record)).collect();
        let wanted = records.into_iter().rev().skip(which.skip).take(which.count.min(MOST_AT_ONCE));
        Ok(wanted.map(|record| RunGame::recorded(&run.contest, record, which.lang.language())).collect())
    })
    .await
}
