//! Small trees to practise on: `(3 5 (2 9))`. The engines that play search them.

use std::{
    fmt::{self, Write},
    str::FromStr,
    sync::Arc,
};

use poda_core::{
    Evaluator, Game, Language, Limits, Message, MoveTokens, Moves, NoObserver, Notation, Outcome,
    PositionError, Score, Side, Translate, Turn, fold, message, mix, text,
};
use poda_search::{NodeKind, WinValue};

use crate::{RecordedGame, RecordingSettings, Search, TreeForm};

/// A tree of numbers, which are the values of its leaves for MAX, who decides at the root. MIN decides one level below, and
/// so on. Branches are called `a`, `b`, `c` from the left.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PracticeTree {
    nodes: Arc<[PracticeNode]>,
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct PracticeNode {
    parent: u16,
    depth: u8,
    /// Empty at a leaf.
    children: Vec<u16>,
    /// The value of a leaf; elsewhere the mean of the leaves below, which is what a search sees that ends there.
    value: i32,
}

/// Why a text is no tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PracticeTreeError {
    /// What was given, or its beginning.
    pub text: String,
    why: Message,
}

impl Translate for PracticeTreeError {
    fn text(&self, language: Language) -> String {
        text!(
            language,
            "{tree:?} is no tree: {why}",
            "{tree:?} no es un árbol: {why}",
            tree = self.text,
            why = self.why.text(language)
        )
    }
}

impl fmt::Display for PracticeTreeError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.text(Language::English))
    }
}

impl std::error::Error for PracticeTreeError {}

/// A level of difficulty: how deep a tree is, how many branches a node has, and the largest value.
struct Level {
    depth: u8,
    branches: (u64, u64),
    most: u64,
    /// One inner node in so many is a leaf instead; 0 for none.
    leaf: u64,
}

const LEVELS: [Level; 4] = [
    Level { depth: 2, branches: (3, 3), most: 20, leaf: 0 },
    Level { depth: 3, branches: (2, 2), most: 20, leaf: 0 },
    Level { depth: 3, branches: (2, 3), most: 30, leaf: 6 },
    Level { depth: 4, branches: (2, 3), most: 50, leaf: 5 },
];

impl PracticeTree {
    /// The most nodes of a tree.
    pub const MOST_NODES: usize = 160;
    /// The most levels below the root.
    pub const MOST_DEPTH: u8 = 6;
    /// The most branches of a node.
    pub const MOST_BRANCHES: usize = 8;
    /// The largest value, either way.
    pub const MOST_VALUE: i32 = 999;
    /// Levels of difficulty, from 1.
    pub const LEVELS: u8 = LEVELS.len() as u8;

    /// A tree by chance: the same for the same seed and level. Alpha-beta prunes something in it.
    pub fn drawn(seed: u32, level: u8) -> Self {
        let number = level.clamp(1, Self::LEVELS);
        let mut chance = fold(mix(u64::from(seed) + 1), mix(u64::from(number)));
        loop {
            chance = mix(chance.wrapping_add(1));
            let mut drawer = Drawer { level: &LEVELS[usize::from(number) - 1], chance, text: String::new() };
            drawer.node(0);
            // What is drawn is well formed, unless it has too many nodes.
            let Ok(tree) = drawer.text.parse::<Self>() else { continue };
            if tree.is_cut() {
                return tree;
            }
        }
    }

    /// Whether alpha-beta prunes something.
    fn is_cut(&self) -> bool {
        let search = Search::AlphaBeta { ends: WinValue::Equal, give_up: None, always: None };
        let settings = self.recording_settings();
        let recording = self.record(&0, &search, Self::values(), settings, &mut NoObserver);
        let Some(TreeForm::Trace { trace, .. }) = recording.map(|recording| recording.tree) else {
            return false;
        };
        let mut states: Vec<u16> = Vec::new();
        for node in trace.nodes() {
            states.push(node.mv.map_or(0, |mv| self.play(&states[node.parent as usize], mv)));
        }
        (0..).zip(trace.nodes()).zip(states).any(|((place, node), state)| {
            let branches = self.nodes[usize::from(state)].children.len();
            node.mark == NodeKind::CutOff && trace.children(place).count() < branches
        })
    }

    /// The limits of a search of the whole tree, with room for every node of every iteration.
    pub fn recording_settings(&self) -> RecordingSettings {
        let deepest = self.nodes.iter().map(|node| node.depth).max().unwrap_or(1);
        RecordingSettings {
            limits: Limits::depth(u32::from(deepest)),
            room: Self::MOST_NODES * usize::from(Self::MOST_DEPTH) * 4,
            ends: WinValue::Equal,
        }
    }

    /// The evaluator of leaves.
    pub fn values() -> Arc<dyn Evaluator<Self>> {
        Arc::new(LeafValues)
    }
}

struct Drawer<'a> {
    level: &'a Level,
    chance: u64,
    text: String,
}

impl Drawer<'_> {
    fn below(&mut self, count: u64) -> u64 {
        self.chance = mix(self.chance.wrapping_add(1));
        ((u128::from(self.chance) * u128::from(count)) >> 64) as u64
    }

    fn node(&mut self, depth: u8) {
        let Level { leaf, branches: (least, most), .. } = *self.level;
        let is_leaf = depth == self.level.depth || depth > 1 && leaf > 0 && self.below(leaf) == 0;
        if is_leaf {
            let value = self.below(self.level.most + 1);
            // Writing to a string cannot fail.
            let _ = write!(self.text, "{value}");
            return;
        }
        let count = least + self.below(most - least + 1);
        for branch in 0..count {
            self.text.push(if branch == 0 { '(' } else { ' ' });
            self.node(depth + 1);
        }
        self.text.push(')');
    }
}

impl FromStr for PracticeTree {
    type Err = PracticeTreeError;

    fn from_str(text: &str) -> Result<Self, PracticeTreeError> {
        let mut reader = TreeReader { rest: text, nodes: Vec::new() };
        let refuse = |why| PracticeTreeError { text: text.chars().take(60).collect(), why };
        reader.list(0, 0).map_err(refuse)?;
        if !reader.rest.trim().is_empty() {
            let rest: String = reader.rest.trim().chars().take(20).collect();
            return Err(refuse(message!("it ends before {rest:?}", "acaba antes de {rest:?}", rest)));
        }
        // Children stand behind their parents.
        let mut sums = vec![(0_i64, 0_i64); reader.nodes.len()];
        for index in (0..reader.nodes.len()).rev() {
            let node = &mut reader.nodes[index];
            if node.children.is_empty() {
                sums[index] = (i64::from(node.value), 1);
            } else {
                node.value = (sums[index].0 / sums[index].1) as i32;
            }
            if index > 0 {
                let (sum, count) = sums[index];
                let above = &mut sums[usize::from(node.parent)];
                *above = (above.0 + sum, above.1 + count);
            }
        }
        Ok(Self { nodes: reader.nodes.into() })
    }
}

struct TreeReader<'a> {
    rest: &'a str,
    nodes: Vec<PracticeNode>,
}

impl TreeReader<'_> {
    fn skip(&mut self) {
        self.rest =
            self.rest.trim_start_matches(|character: char| character.is_whitespace() || character == ',');
    }

    fn add(&mut self, parent: u16, depth: u8, value: i32) -> Result<u16, Message> {
        if self.nodes.len() >= PracticeTree::MOST_NODES {
            let most = PracticeTree::MOST_NODES;
            return Err(message!("more than {most} nodes", "más de {most} nodos", most));
        }
        let index = self.nodes.len() as u16;
        self.nodes.push(PracticeNode { parent, depth, children: Vec::new(), value });
        Ok(index)
    }

    /// `(`, branches, `)`.
    fn list(&mut self, parent: u16, depth: u8) -> Result<u16, Message> {
        self.skip();
        self.rest = self.rest.strip_prefix('(').ok_or_else(|| {
            message!("a tree begins with a parenthesis", "un árbol empieza por un paréntesis")
        })?;
        if depth >= PracticeTree::MOST_DEPTH {
            let most = PracticeTree::MOST_DEPTH;
            return Err(message!("deeper than {most} levels", "más de {most} niveles", most));
        }
        let node = self.add(parent, depth, 0)?;
        loop {
            self.skip();
            if let Some(rest) = self.rest.strip_prefix(')') {
                self.rest = rest;
                break;
            }
            let child = match self.rest.chars().next() {
                Some('(') => self.list(node, depth + 1)?,
                Some(_) => self.leaf(node, depth + 1)?,
                None => return Err(message!("a parenthesis is not closed", "falta cerrar un paréntesis")),
            };
            let children = &mut self.nodes[usize::from(node)].children;
            children.push(child);
            if children.len() > PracticeTree::MOST_BRANCHES {
                let most = PracticeTree::MOST_BRANCHES;
                return Err(message!(
                    "more than {most} branches at a node",
                    "más de {most} ramas en un nodo",
                    most
                ));
            }
        }
        if self.nodes[usize::from(node)].children.is_empty() {
            return Err(message!("a node without branches", "un nodo sin ramas"));
        }
        Ok(node)
    }

    fn leaf(&mut self, parent: u16, depth: u8) -> Result<u16, Message> {
        let end = self.rest.find(|character: char| character.is_whitespace() || "(),".contains(character));
        let (word, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        let value = word
            .replace('\u{2212}', "-")
            .parse()
            .ok()
            .filter(|value: &i32| (-PracticeTree::MOST_VALUE..=PracticeTree::MOST_VALUE).contains(value));
        self.rest = rest;
        let Some(value) = value else {
            let (word, most): (String, _) = (word.chars().take(20).collect(), PracticeTree::MOST_VALUE);
            return Err(message!(
                "{word:?} is no number from -{most} to {most}",
                "{word:?} no es un número de -{most} a {most}",
                word,
                most
            ));
        };
        self.add(parent, depth, value)
    }
}

/// The text that gives this tree again.
impl fmt::Display for PracticeTree {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(0, formatter)
    }
}

impl PracticeTree {
    fn write(&self, node: u16, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let PracticeNode { children, value, .. } = &self.nodes[usize::from(node)];
        if children.is_empty() {
            return write!(formatter, "{value}");
        }
        for (place, child) in children.iter().enumerate() {
            formatter.write_str(if place == 0 { "(" } else { " " })?;
            self.write(*child, formatter)?;
        }
        formatter.write_str(")")
    }

    /// The values of the leaves; inner nodes are what they are made of.
    pub fn leaf(&self, path: &[usize]) -> Option<i32> {
        let mut node = &self.nodes[0];
        for branch in path {
            node = &self.nodes[usize::from(*node.children.get(*branch)?)];
        }
        node.children.is_empty().then_some(node.value)
    }

    /// How many branches the node at the end of a path has.
    pub fn branches(&self, path: &[usize]) -> usize {
        let mut node = &self.nodes[0];
        for branch in path {
            let Some(child) = node.children.get(*branch) else { return 0 };
            node = &self.nodes[usize::from(*child)];
        }
        node.children.len()
    }
}

/// A state is a node. A leaf is a finished game; how it ended is nobody's business but its value's.
impl Game for PracticeTree {
    type State = u16;
    type Move = u8;
    const SLOTS: usize = Self::MOST_BRANCHES;

    fn start(&self) -> u16 {
        0
    }

    fn to_move(&self, state: &u16) -> Side {
        if self.nodes[usize::from(*state)].depth.is_multiple_of(2) { Side::First } else { Side::Second }
    }

    fn outcome(&self, state: &u16) -> Option<Outcome> {
        self.nodes[usize::from(*state)].children.is_empty().then_some(Outcome::Draw)
    }

    fn moves(&self, state: &u16, moves: &mut Moves<u8>) {
        for branch in 0..self.nodes[usize::from(*state)].children.len() {
            moves.push(branch as u8);
        }
    }

    fn play(&self, state: &u16, mv: u8) -> u16 {
        self.nodes[usize::from(*state)].children[usize::from(mv)]
    }

    fn slot(&self, mv: u8) -> usize {
        usize::from(mv)
    }

    fn key(&self, state: &u16) -> u64 {
        mix(u64::from(*state) + 1)
    }
}

impl Notation for PracticeTree {
    const TOKENS: MoveTokens = MoveTokens::Characters;

    fn move_text(&self, _: &u16, mv: u8) -> String {
        char::from(b'a' + mv).to_string()
    }

    fn position_text(&self, state: &u16) -> String {
        state.to_string()
    }

    fn read_position(&self, text: &str) -> Result<u16, PositionError> {
        let known = text.parse().ok().filter(|node| self.nodes.len() > usize::from(*node));
        known.ok_or_else(|| {
            PositionError::new(text, message!("the tree has no such node", "el árbol no tiene ese nodo"))
        })
    }
}

/// What stands at the leaves.
struct LeafValues;

impl Evaluator<PracticeTree> for LeafValues {
    fn evaluate(&self, tree: &PracticeTree, state: &u16, side: Side) -> Score {
        let score = Score::heuristic(tree.nodes[usize::from(*state)].value);
        Turn::between(Side::First, side).to_parent(score)
    }

    fn finished(&self, tree: &PracticeTree, state: &u16, _: Outcome, side: Side) -> Score {
        self.evaluate(tree, state, side)
    }
}
