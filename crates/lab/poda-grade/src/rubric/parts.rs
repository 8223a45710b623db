use poda_catalog::AnyGame;
use serde::Deserialize;

use super::RubricError;

/// What each part is worth.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Points {
    /// It builds.
    pub build: f64,
    /// It keeps to the protocol.
    pub protocol: f64,
    /// It counts the right number of nodes.
    pub nodes: f64,
    /// Points against the opponents.
    pub opponents: f64,
    /// Points in the league.
    pub league: f64,
}

impl Default for Points {
    fn default() -> Self {
        Self { build: 1.0, protocol: 2.0, nodes: 2.0, opponents: 4.0, league: 1.0 }
    }
}

impl Points {
    /// All parts together.
    pub fn total(&self) -> f64 {
        self.list().iter().sum()
    }

    /// Part by part.
    pub(crate) fn list(&self) -> [f64; 5] {
        [self.build, self.protocol, self.nodes, self.opponents, self.league]
    }
}

/// A search whose nodes are counted.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NodeTask {
    /// `minimax` or `alphabeta`.
    pub algorithm: String,
    /// Decisions to look ahead.
    pub depth: u32,
    /// Moves from the start of the game.
    #[serde(default)]
    pub moves: String,
    /// The evaluator at the leaves; the game's first if there is none.
    #[serde(default)]
    pub eval: Option<String>,
}

impl NodeTask {
    pub(super) fn check(&self, game: &dyn AnyGame) -> Result<(), RubricError> {
        if !["minimax", "alphabeta"].contains(&self.algorithm.as_str()) {
            return Err(RubricError::Algorithm(self.algorithm.clone()));
        }
        if !(1..=20).contains(&self.depth) {
            return Err(RubricError::Depth(self.depth));
        }
        poda_catalog::agent(game, &self.spec(&self.algorithm, self.depth)).map_err(RubricError::Evaluator)?;
        let followed = game.session().follow(&game.line(None, &self.moves));
        followed.map(|_| ()).map_err(|error| RubricError::Moves { moves: self.moves.clone(), error })
    }

    /// The built-in engine that does the same.
    pub fn spec(&self, algorithm: &str, depth: u32) -> String {
        let eval = self.eval.as_ref().map(|name| format!(",eval={name}")).unwrap_or_default();
        format!("{algorithm}:depth={depth}{eval}")
    }
}
