use poda_catalog::AnyGame;
use poda_core::Text;
use serde::Deserialize;

use super::RubricError;

/// The parts of a mark, one line each: its variant, its key in `[points]` with the default points, its name in both languages.
/// How much of a part is reached is in `Marks`, the reason in the rows of the reports.
macro_rules! parts {
    ($($(#[$doc:meta])+ $part:ident $key:ident $points:literal $english:literal, $spanish:literal;)+) => {
        /// A part of a mark.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Part {
            $($(#[$doc])+ $part),+
        }

        impl Part {
            /// All parts, in the order of the reports.
            pub const ALL: &[Self] = &[$(Self::$part),+];

            /// The key in `[points]` and in JSON.
            pub const fn key(self) -> &'static str {
                match self { $(Self::$part => stringify!($key)),+ }
            }

            /// The name in reports.
            pub const fn name(self) -> Text {
                match self { $(Self::$part => Text::new($english, $spanish)),+ }
            }
        }

        /// Points for each part.
        #[derive(Clone, Copy, PartialEq, Debug, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct Points {
            $($(#[$doc])+ pub $key: f64),+
        }

        impl Default for Points {
            fn default() -> Self {
                Self { $($key: $points),+ }
            }
        }

        impl Points {
            /// The points for one part.
            pub const fn of(&self, part: Part) -> f64 {
                match part { $(Part::$part => self.$key),+ }
            }

            /// Points computed part by part.
            pub(crate) fn from_fn(points: impl Fn(Part) -> f64) -> Self {
                Self { $($key: points(Part::$part)),+ }
            }
        }
    };
}

parts! {
    /// The submission builds.
    Build     build     1.0 "build", "compilación";
    /// It follows the protocol.
    Protocol  protocol  2.0 "protocol", "protocolo";
    /// It counts the right number of nodes.
    Nodes     nodes     2.0 "nodes", "nodos";
    /// Results against the opponents.
    Opponents opponents 4.0 "opponents", "rivales";
    /// Results in the league.
    League    league    1.0 "league", "liga";
}

impl Points {
    /// The sum of all parts.
    pub fn total(&self) -> f64 {
        Part::ALL.iter().map(|part| self.of(*part)).sum()
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
        let followed = game.follow(&game.line(None, &self.moves));
        followed.map(|_| ()).map_err(|error| RubricError::Moves { moves: self.moves.clone(), error })
    }

    /// The built-in engine that does the same.
    pub fn spec(&self, algorithm: &str, depth: u32) -> String {
        let eval = self.eval.as_ref().map(|name| format!(",eval={name}")).unwrap_or_default();
        format!("{algorithm}:depth={depth}{eval}")
    }
}
