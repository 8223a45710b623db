use core::{cell::RefCell, time::Duration};
use std::collections::VecDeque;

use poda_catalog::{AnyGame, EngineSpec};
#[cfg(not(feature = "small"))]
use poda_catalog::{PlayerSpec, SpecError};
use poda_service::{Answer, Host, Reply, ReviewView, ServiceError, ServiceLimits};

/// Reviews that are kept.
const MOST_REVIEWS: usize = 8;

/// Takes the answers.
pub type Post<'a> = dyn FnMut(&str) + Send + 'a;

/// Reviews of games by their keys, the newest last.
#[derive(Default)]
pub(crate) struct Reviews(RefCell<VecDeque<(String, ReviewView)>>);

/// What this transport brings to the service.
pub(crate) struct BrowserHost<'a> {
    /// The question's number.
    pub(crate) id: u32,
    pub(crate) now: fn() -> Duration,
    pub(crate) post: &'a mut Post<'a>,
    pub(crate) reviews: &'a Reviews,
}

impl Host for BrowserHost<'_> {
    fn now(&self) -> Duration {
        (self.now)()
    }

    fn progress(&mut self, reply: Reply) {
        (self.post)(&Answer { id: Some(self.id), reply }.to_text());
    }

    fn engine(
        &self,
        game: &dyn AnyGame,
        player: &str,
        limits: &ServiceLimits,
    ) -> Result<EngineSpec, ServiceError> {
        fitting_engine(game, player, limits)
    }

    fn kept_review(&self, key: &str) -> Option<ReviewView> {
        let kept = self.reviews.0.borrow();
        kept.iter().find(|(known, _)| known == key).map(|(_, review)| review.clone())
    }

    fn keep_review(&self, key: &str, review: &ReviewView) {
        let mut kept = self.reviews.0.borrow_mut();
        kept.retain(|(known, _)| known != key);
        kept.push_back((key.to_owned(), review.clone()));
        if kept.len() > MOST_REVIEWS {
            kept.pop_front();
        }
    }
}

/// The engine behind a player. One whose table is larger than a tab may have gets one that fits.
pub(crate) fn fitting_engine(
    game: &dyn AnyGame,
    player: &str,
    limits: &ServiceLimits,
) -> Result<EngineSpec, ServiceError> {
    let spec = fitting(poda_catalog::player_spec(game, player)?, limits.table);
    limits.check(player, &spec)?;
    Ok(spec)
}

/// The same as a player of a run.
#[cfg(not(feature = "small"))]
pub(crate) fn fitting_player(
    game: &dyn AnyGame,
    player: &str,
    limits: &ServiceLimits,
) -> Result<PlayerSpec, SpecError> {
    Ok(match PlayerSpec::engine(player, game)? {
        PlayerSpec::Engine { spec, is_limited } => {
            PlayerSpec::Engine { spec: fitting(spec, limits.table), is_limited }
        }
        other => other,
    })
}

/// The same engine with the largest table that it may have, if its own is larger.
fn fitting(spec: EngineSpec, megabytes: usize) -> EngineSpec {
    if spec.megabytes() <= megabytes {
        return spec;
    }
    let option = if spec.has_option("tt") { "tt" } else { "tree" };
    spec.with_option(option, &megabytes.to_string()).unwrap_or(spec)
}
