use poda_agent::{BotLimits, ThinkingLimits};
use poda_contest::{
    Conditions, Contest, ContestState, FaultCount, MatchTally, MatchVerdict, Run, Standings, StandingsRow,
    statistics::EloEstimate,
};
use poda_core::{Language, Translate};
use serde_json::{Value, json};

use super::player;

/// The table of a contest, and the verdict of a match.
pub(crate) fn contest(run_name: &Value, state: &ContestState, language: Language) -> Value {
    let contest = state.contest();
    let standings = state.standings();
    let rows = standings.rows.iter().enumerate();
    let rows: Vec<Value> =
        rows.map(|(place, found)| row(place + 1, found, &standings, state, language)).collect();
    json!({
        "run": run_name,
        "kind": contest.kind(),
        "game": contest.game,
        "seed": contest.seed,
        "openings": contest.openings.to_string(),
        "shard": contest.shard.map(|shard| shard.to_string()),
        "planned": contest.most_games(),
        "played": state.played(),
        "missing": state.missing(),
        "table": rows,
        "match": state.tally().map(|tally| duel(&tally, contest, language)),
    })
}

/// A player in the table.
fn row(
    place: usize,
    row: &StandingsRow,
    standings: &Standings,
    state: &ContestState,
    language: Language,
) -> Value {
    let players = &state.contest().players;
    let against = &standings.against[row.player];
    let met = standings.rows.iter().map(|other| other.player).filter(|other| against[*other].games() > 0);
    let against: Vec<Value> =
        met.map(|other| json!({ "name": players[other].name, "results": against[other] })).collect();
    let fault = |FaultCount { kind, count, game, reason }: &FaultCount| json!({ "kind": kind.word(), "count": count, "game": game, "reason": reason.text(language) });
    json!({
        "place": place,
        "player": player(&players[row.player]),
        "elo": row.rating.elo,
        "error": row.rating.error,
        "points": row.results.points(),
        "results": row.results,
        "playing_first": row.by_side[0],
        "playing_second": row.by_side[1],
        "faults": state.faults(row.player).iter().map(fault).collect::<Vec<_>>(),
        "against": against,
    })
}

/// The verdict of a match, from the first player's point of view.
fn duel(tally: &MatchTally, contest: &Contest, language: Language) -> Value {
    let [first, second] = [&contest.players[0], &contest.players[1]];
    let (elo, error, at_least, at_most) = match tally.elo() {
        EloEstimate::Between { elo, error } => (Some(elo), Some(error), None, None),
        EloEstimate::AtLeast(bound) => (None, None, Some(bound), None),
        EloEstimate::AtMost(bound) => (None, None, None, Some(bound)),
        EloEstimate::Unknown => (None, None, None, None),
    };
    let verdict = match tally.verdict() {
        MatchVerdict::NoConclusion => "no-conclusion",
        MatchVerdict::Stronger(0) => "first-stronger",
        MatchVerdict::Stronger(_) => "second-stronger",
        MatchVerdict::Open => "open",
        MatchVerdict::Accepted => "accepted",
        MatchVerdict::Rejected => "rejected",
    };
    json!({
        "players": [player(first), player(second)],
        "results": tally.all,
        "playing_first": tally.by_side[0],
        "playing_second": tally.by_side[1],
        "share": tally.all.share(),
        "distinct_games": tally.distinct_games,
        "elo": { "elo": elo, "error": error, "at_least": at_least, "at_most": at_most },
        "los": tally.superiority(),
        "pentanomial": tally.pairs.counts,
        "normalized_elo": tally.pairs.normalized_elo(),
        "sprt": tally.sprt_state(),
        "verdict": verdict,
        "sentence": tally.sentence([&first.name, &second.name], language),
    })
}

/// A run as it is listed.
pub(crate) fn run(run: &Run) -> Value {
    let Contest { game, players, plan, openings, conditions, seed, sprt, shard } = &run.contest;
    let Conditions { thinking, margin, max_plies, bots, .. } = conditions;
    let ThinkingLimits { depth, nodes, time } = *thinking;
    let BotLimits { start, ping, memory, processor, processes, .. } = *bots;
    let millis = |duration: std::time::Duration| duration.as_millis() as u64;
    json!({
        "id": run.id,
        "created": run.created,
        "date": run.date,
        "note": run.note,
        "kind": run.contest.kind(),
        "game": game,
        "players": players.iter().map(player).collect::<Vec<_>>(),
        "games": plan.games,
        "rounds": plan.rounds,
        "openings": openings.to_string(),
        "seed": seed,
        "sprt": sprt.map(|test| {
            json!({ "elo0": test.elo0, "elo1": test.elo1, "alpha": test.alpha, "beta": test.beta })
        }),
        "shard": shard.map(|shard| shard.to_string()),
        "thinking": { "depth": depth, "nodes": nodes, "time_ms": time.map(millis) },
        "margin_ms": millis(*margin),
        "max_plies": max_plies,
        "limits": {
            "start_ms": millis(start),
            "ping_ms": millis(ping),
            "memory_mb": memory,
            "cpu_s": processor,
            "processes": processes,
        },
        "planned": run.planned,
        "played": run.played,
        "finished": run.finished,
    })
}
