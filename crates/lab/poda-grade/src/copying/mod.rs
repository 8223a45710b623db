//! Hints of copying: the same files, similar structure, the same games. They are hints only: they cost nobody a point, and
//! students' reports do not contain them.

mod fingerprints;
mod tokens;

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
};

use poda_bots::read_plain;
use poda_catalog::AnyGame;
use poda_contest::GameRecord;
use sha2::{Digest, Sha256};

use self::{
    fingerprints::fingerprints,
    tokens::{SourceLanguage, tokens},
};
use super::builds;

/// Everything that looks copied, the most striking first.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Hints {
    /// Two submissions whose sources are alike.
    pub sources: Vec<SourceHint>,
    /// Two submissions that play alike.
    pub games: Vec<GameHint>,
}

/// Two submissions whose sources are alike.
#[derive(Clone, PartialEq, Debug)]
pub struct SourceHint {
    /// Places in the class.
    pub students: [usize; 2],
    /// Files that are the same byte by byte, by their names in the first submission.
    pub identical: Vec<String>,
    /// The share of the smaller submission's fingerprints that the other one has too.
    pub similarity: f64,
    /// How many that are.
    pub shared: usize,
}

/// Two submissions that play alike.
#[derive(Clone, PartialEq, Debug)]
pub struct GameHint {
    /// Places in the class.
    pub students: [usize; 2],
    /// Positions with a choice of moves that both met in games against the same opponents.
    pub common: usize,
    /// In how many of them both made the same move.
    pub same: usize,
}

/// From this share of common fingerprints on, two sources are shown.
pub(super) const SIMILAR: f64 = 0.5;
/// And only if they have so many in common: about a hundred tokens.
pub(super) const LEAST_SHARED: usize = 12;
/// Games are shown from so many common positions on,
pub(super) const LEAST_COMMON: usize = 20;
/// and from this share of equal moves on.
pub(super) const ALIKE: f64 = 0.95;
/// What more than half of the class has, and at least so many, was probably given to all.
const MANY: usize = 4;

/// Files that are larger or smaller are not compared.
const FILE_BYTES: std::ops::RangeInclusive<u64> = 64..=1 << 20;
/// Of each submission so many files are compared.
const MOST_FILES: usize = 500;

/// What is left of a submission for comparing.
#[derive(Default)]
struct SourceFingerprints {
    /// Hashes of whole files, with their names.
    files: BTreeMap<[u8; 32], String>,
    fingerprints: BTreeSet<u64>,
}

impl SourceFingerprints {
    fn read(folder: &Path) -> Self {
        let mut sources = Self::default();
        for path in builds::paths(folder)
            .into_iter()
            .filter(|path| path.as_path() != Path::new("bot.toml"))
            .take(MOST_FILES)
        {
            let whole = folder.join(&path);
            let Ok(bytes) = read_plain(&whole, *FILE_BYTES.end()) else { continue };
            if !FILE_BYTES.contains(&(bytes.len() as u64)) {
                continue;
            }
            sources.files.insert(Sha256::digest(&bytes).into(), path.display().to_string());
            if let Some(language) = SourceLanguage::of(&path) {
                sources
                    .fingerprints
                    .extend(fingerprints(&tokens(language, &String::from_utf8_lossy(&bytes))));
            }
        }
        sources
    }

    /// Forgets what is no hint.
    fn forget(&mut self, files: &BTreeSet<[u8; 32]>, fingerprints: &BTreeSet<u64>) {
        self.files.retain(|hash, _| !files.contains(hash));
        self.fingerprints.retain(|fingerprint| !fingerprints.contains(fingerprint));
    }
}

/// Compares everybody with everybody: their folders, and their games against the opponents, in which they are the first player.
pub(super) fn hints(
    game: &dyn AnyGame,
    folders: &[PathBuf],
    games: &[Vec<GameRecord>],
    starter: Option<&Path>,
) -> Hints {
    let mut all: Vec<SourceFingerprints> =
        folders.iter().map(|folder| SourceFingerprints::read(folder)).collect();
    if let Some(folder) = starter {
        let given = SourceFingerprints::read(folder);
        let files = given.files.into_keys().collect();
        for sources in &mut all {
            sources.forget(&files, &given.fingerprints);
        }
    }
    let common_files = common(all.iter().map(|sources| sources.files.keys().copied()), all.len());
    let common_prints = common(all.iter().map(|sources| sources.fingerprints.iter().copied()), all.len());
    for sources in &mut all {
        sources.forget(&common_files, &common_prints);
    }
    Hints { sources: source_hints(&all), games: game_hints(game, games) }
}

/// What more than half of the class has.
fn common<T: Ord>(sets: impl Iterator<Item = impl Iterator<Item = T>>, class: usize) -> BTreeSet<T> {
    let mut counts: BTreeMap<T, usize> = BTreeMap::new();
    for item in sets.flatten() {
        *counts.entry(item).or_default() += 1;
    }
    counts
        .into_iter()
        .filter(|(_, count)| *count >= MANY && *count * 2 > class)
        .map(|(item, _)| item)
        .collect()
}

fn source_hints(all: &[SourceFingerprints]) -> Vec<SourceHint> {
    // Who has each fingerprint: only those who share one are compared.
    let mut owners: BTreeMap<u64, Vec<usize>> = BTreeMap::new();
    for (place, sources) in all.iter().enumerate() {
        for fingerprint in &sources.fingerprints {
            owners.entry(*fingerprint).or_default().push(place);
        }
    }
    let mut shared: BTreeMap<[usize; 2], usize> = BTreeMap::new();
    for places in owners.values() {
        for (index, a) in places.iter().enumerate() {
            for b in &places[index + 1..] {
                *shared.entry([*a, *b]).or_default() += 1;
            }
        }
    }
    let mut found = Vec::new();
    for a in 0..all.len() {
        for b in a + 1..all.len() {
            let identical: Vec<String> = all[a]
                .files
                .iter()
                .filter(|(hash, _)| all[b].files.contains_key(*hash))
                .map(|(_, name)| name.clone())
                .collect();
            let shared = shared.get(&[a, b]).copied().unwrap_or(0);
            let smaller = all[a].fingerprints.len().min(all[b].fingerprints.len());
            let similarity = if smaller == 0 { 0.0 } else { shared as f64 / smaller as f64 };
            if !identical.is_empty() || (similarity >= SIMILAR && shared >= LEAST_SHARED) {
                found.push(SourceHint { students: [a, b], identical, similarity, shared });
            }
        }
    }
    found.sort_by(|a, b| {
        let identical = b.identical.len().cmp(&a.identical.len());
        b.similarity.total_cmp(&a.similarity).then(identical).then(a.students.cmp(&b.students))
    });
    found
}

/// What a player decided: by the opponent, the side and the moves before, the move.
type Decisions = BTreeMap<(usize, usize, Vec<String>), String>;

fn game_hints(game: &dyn AnyGame, games: &[Vec<GameRecord>]) -> Vec<GameHint> {
    let all: Vec<Decisions> = games.iter().map(|records| decisions(game, records)).collect();
    let mut found = Vec::new();
    for a in 0..all.len() {
        for b in a + 1..all.len() {
            let both = all[a].iter().filter_map(|(before, own)| Some((own, all[b].get(before)?)));
            let (mut common, mut same) = (0, 0);
            for (own, other) in both {
                common += 1;
                same += usize::from(own == other);
            }
            if common >= LEAST_COMMON && same as f64 >= ALIKE * common as f64 {
                found.push(GameHint { students: [a, b], common, same });
            }
        }
    }
    found.sort_by_key(|hint| (std::cmp::Reverse(hint.common), hint.students));
    found
}

/// What the first player decided where there was a choice.
fn decisions(game: &dyn AnyGame, records: &[GameRecord]) -> Decisions {
    let mut found = Decisions::new();
    for record in records {
        let Some(side) = record.side_of(0) else { continue };
        let opponent = record.players[side.other().index()];
        let Ok(mut session) = game.follow(&record.opening) else { continue };
        for ply in &record.plies {
            if session.to_move() == side && session.legal().len() > 1 {
                let before = session.line().moves.clone();
                found.insert((opponent, side.index(), before), ply.mv.clone());
            }
            if session.play(&ply.mv).is_err() {
                break;
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    const ANA: &str = "
        #include <iostream>
        // Alpha-beta by Ana.
        int alphabeta(State &state, int depth, int alpha, int beta) {
            if (depth == 0 || state.over()) return evaluate(state);
            for (auto &move : state.moves()) {
                State next = state.play(move);
                int value = -alphabeta(next, depth - 1, -beta, -alpha);
                if (value > alpha) alpha = value;
                if (alpha >= beta) break;
            }
            return alpha;
        }
        int main() { std::string line; while (std::getline(std::cin, line)) { State state = parse(line);
            int best = -1000000; Move chosen; for (auto &move : state.moves()) { State next = state.play(move);
            int value = -alphabeta(next, 6, -1000000, -best); if (value > best) { best = value; chosen = move; } }
            std::cout << chosen.text() << std::endl; } }";

    /// Another way to write a bot.
    const LEO: &str = "
        #include <vector>
        struct Node { std::vector<Node*> children; double visits = 0, sum = 0; };
        double ucb(const Node *n, double total) { return n->sum / n->visits + 1.4 * sqrt(log(total) / n->visits); }
        Node *select(Node *root) { while (!root->children.empty()) { Node *best = nullptr; double top = -1e9;
            for (Node *child : root->children) { double u = ucb(child, root->visits); if (u > top) { top = u; best = child; } }
            root = best; } return root; }
        void rollout(Node *leaf) { double r = rand() / double(RAND_MAX); do { leaf->visits += 1; leaf->sum += r; r = 1 - r; }
            while ((leaf = leaf->parent) != nullptr); }";

    fn compare(files: &[(&str, &str, String)], starter: bool) -> Vec<SourceHint> {
        let place = std::env::temp_dir().join(format!(
            "poda-copying-{}-{starter}-{}",
            std::process::id(),
            files.len()
        ));
        let mut students: Vec<&str> = Vec::new();
        for (student, name, text) in files {
            fs::create_dir_all(place.join(student)).unwrap();
            fs::write(place.join(student).join(name), text).unwrap();
            if !students.contains(student) && *student != "given" {
                students.push(student);
            }
        }
        let folders: Vec<PathBuf> = students.iter().map(|student| place.join(student)).collect();
        let games = vec![Vec::new(); folders.len()];
        let given = place.join("given");
        let game = poda_catalog::Catalog::built_in().open("connect4").unwrap();
        let found = hints(game.as_ref(), &folders, &games, starter.then_some(given.as_path()));
        fs::remove_dir_all(&place).unwrap();
        found.sources
    }

    #[test]
    fn renamed_and_reformatted_code_is_similar_and_other_code_is_not() {
        let renamed = ANA
            .replace("alphabeta", "minimax_podado")
            .replace("value", "v")
            .replace("// Alpha-beta by Ana.", "/* mío */")
            .replace("    ", "\t")
            .replace("1000000", "999");
        let files = [
            ("ana", "bot.cpp", ANA.to_owned()),
            ("eva", "eva.cc", renamed),
            ("leo", "bot.cpp", LEO.to_owned()),
        ];
        let found = compare(&files, false);
        assert_eq!(found.len(), 1, "{found:?}");
        assert_eq!((found[0].students, found[0].identical.len()), ([0, 1], 0));
        assert!(found[0].similarity > 0.95, "{found:?}");
    }

    #[test]
    fn what_was_given_to_all_is_no_hint() {
        let with = |own: &str| format!("{ANA}\n{own}");
        let files = [
            ("ana", "bot.cpp", with("int one;")),
            ("leo", "bot.cpp", with(LEO)),
            ("leo", "given.txt", "x".repeat(100)),
            ("ana", "same.txt", "x".repeat(100)),
            ("given", "starter.cpp", ANA.to_owned()),
            ("given", "a.txt", "x".repeat(100)),
        ];
        assert_eq!(compare(&files[..4], false).len(), 1);
        assert_eq!(compare(&files, true), []);
        // Four of five have it, and nobody said that it was given.
        let class: Vec<(&str, &str, String)> = ["a", "b", "c", "d"]
            .map(|student| (student, "bot.cpp", with(student)))
            .into_iter()
            .chain([("e", "bot.cpp", LEO.to_owned())])
            .collect();
        assert_eq!(compare(&class, false), []);
    }

    #[test]
    fn the_same_file_is_named() {
        let files = [("ana", "a.bin", "\u{1}".repeat(64)), ("eva", "b.bin", "\u{1}".repeat(64))];
        let found = compare(&files, false);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].identical.clone(), found[0].similarity), (vec!["a.bin".to_owned()], 0.0));
    }

    /// A game against an opponent from the start, in which the first player is the student.
    fn record(opponent: usize, moves: &str) -> GameRecord {
        let game = poda_catalog::Catalog::built_in().open("connect4").unwrap();
        let ply = |mv: char| poda_contest::PlyRecord {
            mv: mv.to_string(),
            score: None,
            depth: 0,
            nodes: 0,
            time: std::time::Duration::ZERO,
        };
        GameRecord {
            index: 0,
            seed: 1,
            players: [0, opponent],
            opening: game.line(None, ""),
            plies: moves.chars().map(ply).collect(),
            outcome: None,
            termination: poda_contest::Termination::Normal,
            detail: poda_core::Message::default(),
            talk: [String::new(), String::new()],
        }
    }

    #[test]
    fn the_same_moves_in_the_same_positions_are_a_hint() {
        let game = poda_catalog::Catalog::built_in().open("connect4").unwrap();
        // Six decisions in each of four games; in the last game of some the last decision differs.
        let games = |last: [&str; 4]| -> Vec<GameRecord> {
            last.iter()
                .enumerate()
                .map(|(place, last)| record(place + 1, &format!("4444443333{last}")))
                .collect()
        };
        let (same, one, two) =
            (games(["33"; 4]), games(["33", "33", "33", "5"]), games(["33", "33", "6", "5"]));
        let found = |a: &[GameRecord], b: &[GameRecord]| game_hints(game.as_ref(), &[a.to_vec(), b.to_vec()]);
        let hint = |same| vec![GameHint { students: [0, 1], common: 24, same }];
        assert_eq!(found(&same, &same), hint(24));
        assert_eq!(found(&same, &one), hint(23));
        assert_eq!(found(&same, &two), []);
        // Too few positions prove nothing.
        assert_eq!(found(&same[..3], &same[..3]), []);
    }
}
