//! Matches and tournaments as plain data: what is to be played, in which order, from which openings, and what the results
//! mean; and one game between two agents. Nothing here reads files or starts threads, and its clock is that of the agents, so that a
//! browser can use it as well.
//!
//! A [`Contest`] is everything that was decided beforehand. A [`ContestState`] knows which games are to be played next and
//! counts those that have been played. Given the seed and limits of depth or nodes, every game is the same each time.

mod contest;
mod contest_json;
mod examine;
mod export;
mod faults;
mod openings;
mod play;
mod player;
mod record;
mod record_json;
mod schedule;
mod standings;
mod state;
pub mod statistics;
mod swiss;
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
pub use openings::{OpeningError, Openings, ReadText};
pub use play::{GameObserver, GameProgress, GameToPlay, play_game};
pub use player::Player;
pub use record::{GameRecord, PlyRecord, Termination};
pub use record_json::{plies_of_json, plies_to_json, record_of_json, record_to_json};
pub use schedule::{Format, FormatError, Pairing, Plan, Shard, ShardError};
pub use standings::{Crosstable, Standings, StandingsRow};
pub use state::ContestState;
pub use verdict::{MatchTally, MatchVerdict};
pub use verify::check_game;
