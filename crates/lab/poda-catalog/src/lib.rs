//! The lists: games, engines and built-in players, with their specs and texts. Menus, help and tests follow from a new line
//! here. Searches are generated in `poda-engines`.
//!
//! A [`Catalog`] starts with the built-in families of games and can be given more while a program runs. Code that opens games by
//! their specs takes the catalog as an argument; code that has a game asks it for its [`Family`].

mod catalog;
mod engines;
mod error;
mod exact;
mod families;
mod family;
mod game;
mod grown_tree;
mod named_player;
mod own_evaluator;
mod player;
mod player_error;
mod practice_tree;
mod search_log;
mod search_tree;
mod stories;
mod tuning;
mod weights;

pub use catalog::{Catalog, OpenLine};
pub use engines::{ENGINES, EngineInfo, EngineSpec, OptionDefault, OptionInfo};
pub use error::{GameOptionError, OpenLineError, PlayerOptionError, SpecError};
pub use exact::{AnySolver, CertificateText, Certify, Solution, SolverError};
pub use family::{BoardSizes, BuiltInPlayer, Family, Form, LegendEntry, OpenFamily, SizeRange};
pub use game::{AnyGame, Assessment, EvaluatorChoice, EvaluatorInfo, TellGames, Tuning};
pub use named_player::{agent, player_spec};
pub use own_evaluator::{OwnEvaluator, PartError, PartInfo, PartWeights, StateEvaluator};
pub use player::{MakeAgent, PlayerProgram, PlayerSpec};
pub use player_error::PlayerError;
pub use poda_core::Text;
pub use poda_engines::{EngineError, PracticeTree, PracticeTreeError, SolveTask, install_book};
pub use poda_search::batch::{AnyBatch, BatchArrays, BatchError, BatchOptions};
pub use poda_search::tune::{TuningRound, TuningSettings};
pub use poda_search::{MAX_DEPTH, NodeKind};
pub use practice_tree::search_practice_tree;
pub use search_log::{LogForm, SearchLog};
pub use search_tree::{NodeBound, SearchTree, TreeNode, TreeSummary};
pub use stories::{STORIES, Stage, StageKind, StageResult, Story, Worth, worth};
pub use weights::{BuiltInWeights, MAX_WEIGHT};
