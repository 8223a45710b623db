//! Every event of a search in its order, in a few bytes each.
//!
//! Numbers are little-endian base 128 (`varint`); scores are zigzag numbers, for the root's player. A move is a place in
//! the list of moves. Whoever reads the events in their order can follow the search, and has every node that it entered.
//!
//! Depth first ([`LogForm::DepthFirst`]). The low half of the first byte says what happened, the high half more about it:
//!
//! | low | event | high bits | then |
//! |---|---|---|---|
//! | 0 | a search to a depth begins at its root | 1: on the side, after a move | the move if so, depth, alpha, beta |
//! | 1, 2, 3 | a child is entered, with the window that its parent has now, was given, or another | 1: the root's player decides there; 2: the turn was kept; 4: scout; 8: re-search | move; if 3: alpha, beta |
//! | 4, 5, 6 | the node is a leaf, a finished game, a table hit: it returns | | score |
//! | 7 | the node returns | | score |
//! | 8 | the child that returned last is the best so far: its score becomes an end of the window | | |
//! | 9 | a cut-off | | count and moves that are pruned |
//! | 10 | the search is stopped: no open node returns | | |
//!
//! In a search on the side "the root's player" is whoever decides at its root.
//!
//! Random games ([`LogForm::RandomGames`]): count and children of the root, then for every game its node, a byte (bits 1 and
//! 2: result, 4: the node is given children and the game begins at the first, 8: the result was known), children if so,
//! and the count and proved nodes with their outcome. A child is its move and a byte: bit 1: who decides there (second player),
//! bits 2 and 4: how the game ended. Results are 0 none, 1 and 2 the player who wins, 3 a draw.

use std::collections::HashMap;

use poda_core::{Game, Moves, Notation, Outcome, Score, Side, Window};
use poda_search::{Growth, GrowthNode, NodeKind, NodeRole, Trace, TraceNode, TraceRoot};
use serde::Serialize;

/// The events of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchLog {
    /// How they are written.
    pub form: LogForm,
    /// The moves that they name.
    pub moves: Vec<String>,
    /// The events.
    pub bytes: Vec<u8>,
    /// Nodes that are entered in them.
    pub nodes: u32,
    /// Nodes of earlier iterations for which there was no room.
    pub dropped: u64,
}

/// How the events of a search are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum LogForm {
    /// Node by node, depth first.
    DepthFirst,
    /// Random game by random game.
    RandomGames,
}

/// Writes events.
struct LogWriter<'a, G> {
    game: &'a G,
    moves: Vec<String>,
    places: HashMap<String, u32>,
    bytes: Vec<u8>,
}

impl<'a, G: Game + Notation> LogWriter<'a, G> {
    fn new(game: &'a G) -> Self {
        Self { game, moves: Vec::new(), places: HashMap::new(), bytes: Vec::new() }
    }

    fn number(&mut self, mut number: u32) {
        while number >= 0x80 {
            self.bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }

    fn score(&mut self, score: Score) {
        let value = score.value();
        self.number((value << 1 ^ value >> 31) as u32);
    }

    fn window(&mut self, window: Window) {
        self.score(window.alpha);
        self.score(window.beta);
    }

    fn mv(&mut self, state: &G::State, mv: G::Move) {
        let text = self.game.move_text(state, mv);
        let place = if let Some(place) = self.places.get(&text) {
            *place
        } else {
            let place = self.moves.len() as u32;
            self.moves.push(text.clone());
            self.places.insert(text, place);
            place
        };
        self.number(place);
    }

    fn log(self, form: LogForm, nodes: u32, dropped: u64) -> SearchLog {
        SearchLog { form, moves: self.moves, bytes: self.bytes, nodes, dropped }
    }
}

/// The moves of a node that were not searched because of a cut-off.
pub(crate) fn pruned<G: Game>(
    game: &G,
    state: &G::State,
    is_textbook: bool,
    mut searched: Vec<G::Move>,
) -> Vec<G::Move> {
    let mut moves = Moves::new();
    if is_textbook {
        game.textbook_children(state, &mut moves);
    } else {
        game.moves(state, &mut moves);
    }
    // A move that an original lists twice may have been searched once.
    let mut is_new = |mv: &G::Move| match searched.iter().position(|other| other == mv) {
        Some(place) => {
            searched.swap_remove(place);
            false
        }
        None => true,
    };
    moves.iter().copied().filter(|mv| is_new(mv)).collect()
}

const BEGIN: u8 = 0;
const ENTER: u8 = 1;
const RETURN: u8 = 7;
const BEST: u8 = 8;
const CUT_OFF: u8 = 9;
const STOP: u8 = 10;

/// A trace in the order of its events.
pub(crate) fn of_trace<G: Game + Notation>(
    game: &G,
    root: &G::State,
    trace: &Trace<G::Move>,
    is_textbook: bool,
) -> SearchLog {
    let writer = LogWriter::new(game);
    let mut writer = TraceWriter { writer, trace, is_textbook, root_side: Side::First, is_stopped: false };
    for TraceRoot { node, depth, after } in trace.roots() {
        let state = after.map_or(*root, |mv| game.play(root, mv));
        (writer.root_side, writer.is_stopped) = (game.to_move(&state), false);
        writer.writer.bytes.push(BEGIN | u8::from(after.is_some()) << 4);
        if let Some(mv) = after {
            writer.writer.mv(root, *mv);
        }
        let entered = &trace.nodes()[*node as usize];
        writer.writer.number(*depth);
        writer.writer.window(entered.window);
        writer.below(*node, entered, &state);
        writer.leave(entered);
    }
    writer.writer.log(LogForm::DepthFirst, trace.nodes().len() as u32, trace.dropped())
}

struct TraceWriter<'a, G: Game> {
    writer: LogWriter<'a, G>,
    trace: &'a Trace<G::Move>,
    is_textbook: bool,
    /// Who decides at the root of the iteration.
    root_side: Side,
    /// Whether the iteration was stopped.
    is_stopped: bool,
}

impl<G: Game + Notation> TraceWriter<'_, G> {
    /// What happened below a node that was entered. It recurses as deep as the search did.
    fn below(&mut self, number: u32, node: &TraceNode<G::Move>, state: &G::State) {
        let side = self.writer.game.to_move(state);
        let mut window = node.window;
        let mut searched = Vec::new();
        for (place, child) in self.trace.children(number) {
            let Some(mv) = child.mv else { continue };
            let next = self.writer.game.play(state, mv);
            let decides = self.writer.game.to_move(&next);
            let form = match child.window {
                same if same == window => 0,
                given if given == node.window => 1,
                _ => 2,
            };
            let flags = u8::from(decides == self.root_side)
                | u8::from(decides == side) << 1
                | u8::from(child.role == NodeRole::Scout) << 2
                | u8::from(child.role == NodeRole::ReSearch) << 3;
            self.writer.bytes.push((ENTER + form) | (flags << 4));
            self.writer.mv(state, mv);
            if form == 2 {
                self.writer.window(child.window);
            }
            self.below(place, child, &next);
            self.leave(child);
            if child.improves {
                self.writer.bytes.push(BEST);
                let end = if side == self.root_side { &mut window.alpha } else { &mut window.beta };
                *end = child.score;
            }
            // A scout search and the search after it are of one move.
            if child.role != NodeRole::ReSearch {
                searched.push(mv);
            }
        }
        if node.mark == NodeKind::CutOff {
            let pruned = pruned(self.writer.game, state, self.is_textbook, searched);
            self.writer.bytes.push(CUT_OFF);
            self.writer.number(pruned.len() as u32);
            for mv in pruned {
                self.writer.mv(state, mv);
            }
        }
    }

    fn leave(&mut self, node: &TraceNode<G::Move>) {
        let event = match node.mark {
            NodeKind::Leaf => 4,
            NodeKind::Terminal => 5,
            NodeKind::TableHit => 6,
            NodeKind::Expanded | NodeKind::CutOff | NodeKind::Pruned => RETURN,
            NodeKind::Unfinished => {
                // Once is enough: whatever is open now is unfinished.
                if !std::mem::replace(&mut self.is_stopped, true) {
                    self.writer.bytes.push(STOP);
                }
                return;
            }
        };
        self.writer.bytes.push(event);
        self.writer.score(node.score);
    }
}

fn code(outcome: Option<Outcome>) -> u8 {
    match outcome {
        None => 0,
        Some(Outcome::Win(Side::First)) => 1,
        Some(Outcome::Win(Side::Second)) => 2,
        Some(Outcome::Draw) => 3,
    }
}

/// A tree that grew, game by game.
pub(crate) fn of_growth<G: Game + Notation>(
    game: &G,
    states: &[G::State],
    growth: &Growth<G::Move>,
) -> SearchLog {
    let mut writer = LogWriter::new(game);
    let mut added = 1;
    let mut children = |writer: &mut LogWriter<'_, G>, of: u32| {
        let nodes = &growth.nodes()[added..];
        let count = nodes.iter().take_while(|node| node.parent == of).count();
        writer.number(count as u32);
        for GrowthNode { mv, side, end, .. } in &nodes[..count] {
            if let Some(mv) = mv {
                writer.mv(&states[of as usize], *mv);
            }
            writer.bytes.push(u8::from(*side == Side::Second) | code(*end) << 1);
        }
        added += count;
    };
    children(&mut writer, 0);
    let mut proofs = growth.proofs();
    for (place, random) in growth.games().iter().enumerate() {
        writer.number(random.from);
        let flags = u8::from(random.expands) << 2 | u8::from(random.is_known) << 3;
        writer.bytes.push(code(Some(random.result)) | flags);
        if random.expands {
            children(&mut writer, random.from);
        }
        let (now, later) = proofs.split_at(proofs.partition_point(|proof| proof.game as usize <= place));
        proofs = later;
        writer.number(now.len() as u32);
        for proof in now {
            writer.number(proof.node);
            writer.bytes.push(code(Some(proof.outcome)));
        }
    }
    writer.log(LogForm::RandomGames, added as u32, 0)
}
