//! Whoever reads the events of a search has its tree, and every node that it entered.
#![expect(clippy::unwrap_used, reason = "a test may stop where it breaks")]

use poda_agent::ThinkingLimits;
use poda_catalog::{EngineSpec, LogForm, SearchLog, SearchTree, TreeNode};
use poda_core::{NoObserver, Score};

use crate::{catalog, open};

const ROOM: usize = 1 << 20;

fn recorded(game: &str, moves: &str, engine: &str, room: usize) -> Box<dyn SearchTree> {
    let game = open(game).unwrap();
    let mut session = game.session();
    for text in session.tokens().split(moves) {
        session.play(text).unwrap();
    }
    let spec: EngineSpec = engine.parse().unwrap();
    game.search_tree(&spec, None, session.state().as_ref(), room, &mut NoObserver).unwrap()
}

/// Nodes that the engine enters when nobody writes it down.
fn untraced(game: &str, moves: &str, engine: &str) -> u64 {
    let game = open(game).unwrap();
    let session = game.follow(&game.line(None, moves)).unwrap();
    let mut agent = poda_catalog::agent(game.as_ref(), engine).unwrap();
    agent.choose(&session, ThinkingLimits::default(), &mut NoObserver).unwrap().nodes
}

/// A node as the events tell it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Node {
    mv: String,
    maximises: bool,
    keeps_turn: bool,
    is_research: bool,
    window: [i32; 2],
    /// Nothing if it never returned.
    score: Option<i32>,
    children: Vec<usize>,
    pruned: Vec<String>,
    /// How often the window changed here.
    changes: usize,
}

struct Reader<'a> {
    log: &'a SearchLog,
    at: usize,
}

impl Reader<'_> {
    fn byte(&mut self) -> u8 {
        self.at += 1;
        self.log.bytes[self.at - 1]
    }

    fn number(&mut self) -> u32 {
        let (mut number, mut shift) = (0, 0);
        loop {
            let byte = self.byte();
            number |= u32::from(byte & 0x7f) << shift;
            shift += 7;
            if byte < 0x80 {
                return number;
            }
        }
    }

    fn score(&mut self) -> i32 {
        let number = self.number();
        (number >> 1) as i32 ^ -((number & 1) as i32)
    }

    fn mv(&mut self) -> String {
        let place = self.number();
        self.log.moves[place as usize].clone()
    }

    fn is_over(&self) -> bool {
        self.at == self.log.bytes.len()
    }
}

/// The nodes of a depth-first log, and the roots with the move before them.
fn replay(log: &SearchLog) -> (Vec<Node>, Vec<(usize, Option<String>)>) {
    let mut reader = Reader { log, at: 0 };
    let (mut nodes, mut roots): (Vec<Node>, Vec<_>) = (Vec::new(), Vec::new());
    // Nodes that are open, each with its window now.
    let mut open: Vec<(usize, [i32; 2])> = Vec::new();
    let mut returned = 0;
    while !reader.is_over() {
        let byte = reader.byte();
        let (event, flags) = (byte & 15, byte >> 4);
        match event {
            0 => {
                assert!(open.is_empty(), "an iteration begins while another goes on");
                let after = (flags == 1).then(|| reader.mv());
                assert!(reader.number() > 0, "no depth");
                let window = [reader.score(), reader.score()];
                roots.push((nodes.len(), after));
                open.push((nodes.len(), window));
                nodes.push(Node { maximises: true, window, ..Node::default() });
            }
            1..=3 => {
                let (parent, now) = *open.last().unwrap();
                let mv = reader.mv();
                let window = match event {
                    1 => now,
                    2 => nodes[parent].window,
                    _ => [reader.score(), reader.score()],
                };
                let number = nodes.len();
                nodes[parent].children.push(number);
                open.push((number, window));
                nodes.push(Node {
                    mv,
                    maximises: flags & 1 != 0,
                    keeps_turn: flags & 2 != 0,
                    is_research: flags & 8 != 0,
                    window,
                    ..Node::default()
                });
            }
            4..=7 => {
                returned = open.pop().unwrap().0;
                nodes[returned].score = Some(reader.score());
            }
            8 => {
                let (at, window) = open.last_mut().unwrap();
                let score = nodes[returned].score.unwrap();
                let end = usize::from(!nodes[*at].maximises);
                assert!(if end == 0 { score > window[0] } else { score < window[1] }, "the window grew");
                window[end] = score;
                nodes[*at].changes += 1;
            }
            9 => {
                let at = open.last().unwrap().0;
                nodes[at].pruned = (0..reader.number()).map(|_| reader.mv()).collect();
            }
            10 => open.clear(),
            other => panic!("no event {other}"),
        }
    }
    assert!(open.is_empty());
    (nodes, roots)
}

fn same(tree: &dyn SearchTree, number: u32, nodes: &[Node], at: usize) -> u32 {
    let (known, read) = (tree.node(number).unwrap(), &nodes[at]);
    assert_eq!((&known.mv, known.maximizes), (&read.mv, read.maximises));
    assert_eq!((known.keeps_turn, known.research), (read.keeps_turn, read.is_research));
    let ends = [known.alpha.unwrap_or(Score::LOWEST), known.beta.unwrap_or(Score::HIGHEST)];
    assert_eq!(ends.map(Score::value), read.window);
    assert_eq!(known.score.map(Score::value), read.score);
    let children = tree.children(number);
    let (searched, pruned): (Vec<TreeNode>, Vec<TreeNode>) =
        children.into_iter().partition(|child| child.node.is_some());
    let pruned: Vec<String> = pruned.into_iter().map(|child| child.mv).collect();
    assert_eq!((searched.len(), &pruned), (read.children.len(), &read.pruned));
    let below = searched.iter().zip(&read.children);
    1 + below.map(|(child, read)| same(tree, child.node.unwrap(), nodes, *read)).sum::<u32>()
}

#[test]
fn the_events_give_the_tree_and_the_nodes_of_the_search() {
    for spec in catalog().samples() {
        let engines =
            crate::bounded(spec, [("minimax", 3), ("alphabeta", 5), ("pvs:tt=1", 5), ("blockfirst", 3)]);
        for engine in &engines {
            let tree = recorded(spec, "", engine, ROOM);
            let (nodes, roots) = replay(tree.log());
            assert_eq!(nodes.len() as u64, untraced(spec, "", engine), "{spec} {engine}");
            assert_eq!(u64::from(tree.log().nodes), tree.summary().nodes, "{spec} {engine}");
            let main = roots.iter().rfind(|(_, after)| after.is_none()).unwrap().0;
            assert_eq!(
                same(tree.as_ref(), 0, &nodes, main),
                tree.summary().recorded,
                "{spec} {engine}: the trees differ"
            );
            assert!(nodes[main].changes > 0, "{spec} {engine}: no move was the best");
        }
    }
}

#[test]
fn blocking_is_seen_in_searches_on_the_side() {
    // Player 2 has three in a row: whatever player 1 plays elsewhere is lost.
    let tree = recorded("connect4", "172737", "blockfirst:depth=2", ROOM);
    let (nodes, roots) = replay(tree.log());
    assert_eq!(nodes.len() as u64, untraced("connect4", "172737", "blockfirst:depth=2"));
    let on_the_side: Vec<&str> = roots.iter().filter_map(|(_, after)| after.as_deref()).collect();
    assert!(!on_the_side.is_empty(), "nothing was blocked: {roots:?}");
}

#[test]
fn iterations_are_told_apart_and_make_room_for_the_last() {
    let whole = recorded("boom", "44", "pvs:depth=6,tt=1", ROOM);
    let (nodes, roots) = replay(whole.log());
    assert!(roots.len() >= 6 && nodes.iter().any(|node| node.is_research), "{roots:?}");
    let room = whole.summary().recorded as usize + 10;
    let last = recorded("boom", "44", "pvs:depth=6,tt=1", room);
    let (kept, _) = replay(last.log());
    assert!(last.summary().is_whole && last.log().dropped > 0);
    assert_eq!(kept.len() as u64 + last.log().dropped, nodes.len() as u64);
    assert_eq!(
        kept[kept.len() - whole.summary().recorded as usize..].len(),
        whole.summary().recorded as usize
    );
    assert_eq!(last.summary(), whole.summary());
}

#[test]
fn a_search_that_is_stopped_by_its_nodes_has_open_ends() {
    for engine in ["minimax:depth=8,nodes=500", "alphabeta:depth=8,nodes=500", "pvs:depth=9,nodes=500,tt=1"] {
        let tree = recorded("boom", "", engine, ROOM);
        let (nodes, _) = replay(tree.log());
        assert_eq!(nodes.len() as u64, tree.summary().nodes, "{engine}");
        let open = nodes.iter().filter(|node| node.score.is_none()).count();
        assert!(open > 1 && open < 20, "{engine}: {open} nodes are open");
    }
}

#[test]
fn random_games_give_the_visits_of_the_tree() {
    for spec in catalog().samples() {
        let engine = "mcts:nodes=300,seed=3";
        let tree = recorded(spec, "", engine, ROOM);
        let log = tree.log();
        assert_eq!((log.form, tree.summary().nodes), (LogForm::RandomGames, untraced(spec, "", engine)));
        let mut reader = Reader { log, at: 0 };
        let mut parents: Vec<usize> = vec![0];
        let mut visits: Vec<u32> = vec![0];
        let children = |reader: &mut Reader<'_>, parents: &mut Vec<usize>, visits: &mut Vec<u32>, of| {
            for _ in 0..reader.number() {
                reader.mv();
                reader.byte();
                parents.push(of);
                visits.push(0);
            }
        };
        children(&mut reader, &mut parents, &mut visits, 0);
        let mut games = 0;
        while !reader.is_over() {
            let from = reader.number() as usize;
            let flags = reader.byte();
            let mut at = from;
            if flags & 4 != 0 {
                at = parents.len();
                children(&mut reader, &mut parents, &mut visits, from);
            }
            for _ in 0..reader.number() {
                reader.number();
                reader.byte();
            }
            loop {
                visits[at] += 1;
                if at == 0 {
                    break;
                }
                at = parents[at];
            }
            games += 1;
        }
        assert_eq!((games, parents.len() as u32), (tree.summary().nodes, tree.summary().recorded), "{spec}");
        for (number, visits) in visits.iter().enumerate() {
            assert_eq!(tree.node(number as u32).unwrap().size, *visits, "{spec}: node {number}");
        }
    }
}

#[test]
fn the_events_of_boom_are_small() {
    let tree = recorded("boom", "", "alphabeta:depth=8,eval=puntuacion", ROOM);
    let log = tree.log();
    assert_eq!(log.nodes, 125_430);
    assert!(log.bytes.len() < 8 * log.nodes as usize, "{} bytes", log.bytes.len());
}
