//! The closed lists: games, evaluators, engines and built-in players. The only crate that names both a game and an
//! engine; whoever adds one adds a line here, and menus, help and tests follow.

mod engine;
mod error;
mod exact;
mod families;
mod family;
mod game;
mod search_tree;
mod text;

pub use engine::{ENGINES, Engine, EngineInfo, EngineSpec, OptionInfo};
pub use error::{GameOptionError, OpenLineError, SpecError};
pub use exact::{AnySolver, CertificateText, Certify, SolveTask, SolverError};
pub use families::GAMES;
pub use family::{BuiltInPlayer, Family, Form, agent, family, open, open_line};
pub use game::{AnyGame, Assessment, EvaluatorInfo, Tuning};
pub use poda_eval::part_name;
pub use poda_search::NodeKind;
pub use poda_tune::{Round as TuningRound, Settings as TuningSettings};
pub use search_tree::{SearchTree, TreeNode, TreeSummary};
pub use text::Text;
