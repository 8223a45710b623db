//! Trees to practise on, searched by the engines that play.

use poda_core::{Limits, NoObserver};
use poda_engines::{PracticeTree, RecordingSettings};

use crate::{EngineSpec, PlayerOptionError, SearchTree, SpecError, game::refused, search_tree};

/// Searches a whole tree with `minimax`, `alphabeta` or `pvs`.
///
/// # Errors
/// If the engine is another one.
pub fn search_practice_tree(
    tree: &PracticeTree,
    spec: &EngineSpec,
) -> Result<Box<dyn SearchTree>, SpecError> {
    if !["minimax", "alphabeta", "pvs"].contains(&spec.name()) {
        return Err(refused(spec)(PlayerOptionError::NoTree { engine: spec.name() }));
    }
    // The smallest table has room for every node.
    let spec = if spec.has_option("tt") { &spec.with_option("tt", "1")? } else { spec };
    let settings = tree.recording_settings();
    let limits = Limits { nodes: spec.limits().nodes, ..settings.limits };
    let settings = RecordingSettings { limits, ..settings };
    search_tree::record((tree, 0), spec, PracticeTree::values(), settings, &mut NoObserver)
        .map_err(refused(spec))
}
