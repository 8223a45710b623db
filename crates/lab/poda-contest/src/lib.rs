//! Matches and tournaments: what is to be played, in which order, from which openings, one game between two agents, what the
//! results mean, and the records of runs.
//!
//! A [`Contest`] is everything that was decided beforehand. A [`ContestState`] knows which games are to be played next and
//! counts those that have been played. [`play_run`] plays what is left of a run: an [`Executor`] plays the games, [`Records`]
//! keep each when it ends, and a [`ContestObserver`] may stop it; [`RunProgress::step`] plays a single game. The command line, the
//! server, grading, Python and the browser all go through it. Given the seed and limits of depth or nodes, every game is the same
//! each time, whatever the number of threads.
//!
//! The features `threads` and `sqlite` bring an executor of threads and records in an SQLite file. Without them nothing here starts
//! threads or writes files, and the clock is that of the agents, so that a browser can use the rest.

mod contest;
mod contest_json;
mod examine;
mod export;
mod faults;
mod games;
mod observer;
mod openings;
mod openings_file;
mod play;
mod player;
mod ply_columns;
#[cfg(feature = "threads")]
mod pulse;
mod ready;
mod record;
mod run;
mod schedule;
#[cfg(all(feature = "sqlite", feature = "threads"))]
mod shards;
mod standings;
mod state;
pub mod statistics;
#[cfg(feature = "sqlite")]
mod store;
mod store_error;
mod swiss;
#[cfg(feature = "threads")]
mod threads;
mod verdict;
mod verify;

pub use contest::{Conditions, Contest, PlanError, agent_seed, game_seed};
pub use contest_json::{ContestJsonError, contest_of_json, contest_to_json};
pub use examine::{
    EXAM_PHASES, ExamCount, ExamFinding, ExamPosition, ExamReport, ExamResult, ExamRow, Examiner,
    JUDGE_MARGIN, JUDGE_NODES, JUDGE_SEARCH, JudgedMove, MoveValue, PositionJudge, read_positions,
    sample_positions,
};
pub use export::game_to_pgn;
pub use faults::FaultCount;
pub use games::GamePlayer;
pub use observer::{ContestObserver, MachineProgress, Workforce};
pub use openings::{OpeningError, Openings, ReadText};
pub use play::{GameProgress, GameToPlay, play_game};
pub use player::Player;
pub use ready::{ContestError, ReadPlayer, ReadyContest, ReadyPlayers};
pub use record::{Fault, GameRecord, PlyRecord, Termination};
pub use run::{
    ClaimedRun, Executor, MemoryRecords, NODES_ELSEWHERE, PlayedRun, Records, RunProgress, play_run,
};
pub use schedule::{Format, FormatError, Pairing, Plan, Shard, ShardError};
#[cfg(all(feature = "sqlite", feature = "threads"))]
pub use shards::{Shards, resume_options};
pub use standings::{Crosstable, Standings, StandingsRow};
pub use state::ContestState;
#[cfg(feature = "sqlite")]
pub use store::{OutcomeCount, Run, RunLock, RunStore, open_sqlite};
pub use store_error::StoreError;
#[cfg(feature = "threads")]
pub use threads::Threads;
pub use verdict::{MatchTally, MatchVerdict};
pub use verify::check_game;
