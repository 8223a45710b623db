//! The arena: games between agents, matches, tournaments, and what their results mean.
//!
//! A [`Contest`] is everything that was decided beforehand: game, players, openings, schedule, seed. [`play_contest`]
//! plays it, tells a listener about every game when it ends, and stops when it is asked to. Given the seed and limits of
//! depth or nodes, every game is the same each time, whatever the number of threads.

mod bots;
mod contest;
mod grade;
mod openings;
mod play;
mod player;
mod record;
mod schedule;
mod standings;
pub mod statistics;
mod store;
mod verdict;
mod watch;

pub use bots::{
    Bot, BotError, BotLimits, CheckFinding, CheckResult, CheckStep, Checkup, Exchange, Process, Protocol,
    check_bot,
};
pub use contest::{Contest, ContestError, Listener, play_contest, replay_game};
pub use grade::{
    ClassReport, Count, CountVerdict, Encounter, GradeError, Grading, Marks, NodeTask, Points, Rubric,
    StudentReport, Submission, TurningPoint, write_reports,
};
pub use openings::{OpeningError, Openings};
pub use play::{Conditions, Tell, play_game};
pub use player::{Player, PlayerError};
pub use record::{GameRecord, PlyRecord, Termination};
pub use schedule::{Format, Pairing, Plan, Shard};
pub use standings::{Standings, StandingsRow};
pub use store::{
    Run, RunLock, RunStore, StoreError, contest_of_json, contest_to_json, game_to_json, game_to_pgn,
};
pub use verdict::{MatchTally, MatchVerdict};
pub use watch::{Moment, Watcher};
