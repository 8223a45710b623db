use poda_agent::GameSession;
use poda_contest::{Pairing, PlyRecord};

/// Looks over the players' shoulders, for live boards. Who does not want that gives no watcher, and pays nothing.
pub trait Watcher: Send + Sync {
    /// A game stands like this: told when its opening is on the table, and after every move.
    ///
    /// Called by the thread that plays the game, so that the players' next move waits for it. All moments of a game come
    /// before [`Listener::game_ends`](crate::Listener::game_ends) tells about it; the first of them may come before
    /// [`Listener::game_begins`](crate::Listener::game_begins) does.
    fn stands(&self, moment: &Moment<'_>);
}

/// A game that goes on.
#[derive(Clone, Copy)]
pub struct Moment<'a> {
    /// Which game of the run, and who plays it.
    pub pairing: &'a Pairing,
    /// The game itself, with its moves, position and scene.
    pub table: &'a dyn GameSession,
    /// The move that was just made; `None` when the game begins.
    pub ply: Option<&'a PlyRecord>,
}
