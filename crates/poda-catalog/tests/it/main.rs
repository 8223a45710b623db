//! What the lists of games, evaluators and engines promise. One binary, so that the games are compiled once for all tests.

mod depths;
mod engine_specs;
mod engines_equal;
mod heuristics;
mod known_counts;
mod lists;
mod playthroughs;
mod practice_trees;
mod scenes;
mod search_logs;
mod search_trees;
mod signature;
mod stories;
