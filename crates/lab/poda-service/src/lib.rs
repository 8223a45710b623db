//! What a screen may ask about games: positions, moves, analyses, search trees, heuristics, rules, the catalog.
//!
//! Questions and answers are plain data ([`Request`], [`Reply`]), and [`handle`] leads from one to the other. There is no
//! HTTP here, no thread, no file and no clock: a transport brings them as its [`Host`], together with the players that it
//! offers. The server's WebSocket is one transport; a browser's worker or a Python module is another.
//!
//! ```
//! use poda_service::{Context, Host, Reply, ServiceLimits, SessionStore, TreeCache, handle};
//!
//! struct Patient;
//!
//! impl Host for Patient {
//!     fn now(&self) -> core::time::Duration {
//!         core::time::Duration::ZERO
//!     }
//! }
//!
//! let request = serde_json::from_str(r#"{"do": "choose", "line": {"game": "boom"}, "player": "ninja1"}"#)?;
//! let (sessions, trees) = (SessionStore::default(), TreeCache::default());
//! let mut context = Context {
//!     limits: ServiceLimits::default(),
//!     language: poda_core::Language::English,
//!     owner: "",
//!     sessions: &sessions,
//!     trees: &trees,
//!     host: &mut Patient,
//! };
//! assert!(matches!(handle(&request, &mut context)?, Reply::Chosen(_)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod agents;
mod analysis;
mod catalog;
mod context;
mod costly;
mod draft;
mod error;
mod heuristics;
mod language;
mod message;
mod notation;
mod position;
mod practice;
mod proof;
mod review;
mod rules;
mod runs;
mod sessions;
mod shared_game;
mod stories;
mod told;
mod tree;

pub use agents::{AdmittedPlayer, AgentStore};
pub use analysis::{ChosenMove, ExactBounds, MoveAnalyses, MoveAnalysis, SearchProgress};
pub use catalog::{BotView, CatalogView, EngineView, FamilyView};
pub use context::{Context, Host, ServiceLimits};
pub use costly::CostlyMove;
pub use draft::{DraftView, Stroke};
pub use error::{ErrorKind, ServiceError};
pub use heuristics::{EvaluatorView, HeuristicsView, RankedMove};
pub use language::LanguageParam;
pub use message::{Answer, Call, Control, Question, Reply, Request, handle, read_and_show};
pub use notation::{GameTexts, ReadGame};
pub use position::PositionView;
pub use review::{ReviewView, ReviewedPosition};
pub use rules::{RulesBlock, RulesPage, RunStyle, TextRun};
pub use runs::{
    AgainstOne, GamesWanted, RunGame, RunRequest, RunStage, RunSummary, RunWorker, ShownRun, StandingRow,
};
pub use sessions::{FollowedLine, SessionStore};
pub use shared_game::{EarlyEnd, Offer, OfferKind, Seat, SeatAction, SharedGame, SharedGameView};
pub use stories::StoryView;
pub use told::{ToldGame, ToldMove};
pub use tree::{SearchLogView, SearchTreeView, TreeCache};
