//! Searchers that do not simply play the best move.

use poda_core::{Evaluator, Found, Game, Limits, Moves, NoObserver, Score, SearchObserver, Searcher};
use poda_search::{
    AlphaBeta, BlockFirst, Chance, Minimax, NodeList, Pvs, PvsOptions, Random, RandomWhenLost, SolverFirst,
    WinValue,
};
use poda_testkit::{HashEvaluator, Pebbles, PebblesState, Take, random_states};

const DEPTH: Limits = Limits::depth(4);

#[test]
fn whoever_gives_up_plays_at_random_exactly_when_lost() {
    let game = Pebbles { heaps: [3, 4, 2, 5] };
    let (mut lost_ones, mut others) = (0, 0);
    for (seed, root) in (0..).zip(random_states(&game, 3, 200, 10)) {
        let searcher = AlphaBeta { evaluator: HashEvaluator { seed, spread: 100 }, ends: WinValue::Equal };
        let lost = Score::heuristic(-20);
        let plain = { searcher }.search(&game, &root, DEPTH, &mut NoObserver);
        let found = RandomWhenLost { searcher: Box::new(searcher), lost, chance: Chance::new(seed) }.search(
            &game,
            &root,
            DEPTH,
            &mut NoObserver,
        );
        assert_eq!((found.score, found.nodes), (plain.score, plain.nodes));
        if plain.score.unwrap() <= lost {
            lost_ones += 1;
            assert_eq!(
                found.best,
                Random { chance: Chance::new(seed) }.search(&game, &root, DEPTH, &mut NoObserver).best
            );
            assert_eq!(found.pv, [found.best]);
        } else {
            others += 1;
            assert_eq!(found, plain);
        }
    }
    assert!(lost_ones > 10 && others > 10, "{lost_ones} lost, {others} not");
}

#[test]
fn blocking_comes_first_then_winning_then_chance() {
    let game = Pebbles { heaps: [2, 1, 2, 2] };
    let (mut blocks, mut wins, mut chances) = (0, 0, 0);
    for (seed, root) in (0..).zip(random_states(&game, 3, 300, 5)) {
        let minimax = Minimax { evaluator: HashEvaluator { seed, spread: 100 }, ends: WinValue::Equal };
        let plain = { minimax }.search(&game, &root, DEPTH, &mut NoObserver);
        let found =
            BlockFirst { minimax, chance: Chance::new(seed) }.search(&game, &root, DEPTH, &mut NoObserver);
        let mut legal = Moves::new();
        game.moves(&root, &mut legal);
        assert!(legal.contains(&found.best));
        assert_eq!(found.scores, plain.scores);
        let has_low = plain.scores.iter().any(|(_, score)| *score <= Score::loss_at(1_000_000));
        let win = plain.scores.iter().find(|(_, score)| *score >= Score::LEAST_WIN);
        if found.nodes > plain.nodes {
            blocks += 1;
            assert!(has_low, "only a very low value makes it look for replies");
        } else if let Some((mv, _)) = win {
            wins += 1;
            assert_eq!(found.best, *mv);
        } else {
            chances += 1;
            assert_eq!(
                found.best,
                Random { chance: Chance::new(seed) }.search(&game, &root, DEPTH, &mut NoObserver).best
            );
        }
    }
    assert!(blocks > 10 && wins > 10 && chances > 10, "{blocks} blocks, {wins} wins, {chances} chances");
}

/// The tree of a report once more: a list of nodes, level by level, filled from its end.
struct ListedNode {
    parent: usize,
    depth: u32,
    column: u8,
    best_column: Option<u8>,
    value: Score,
}

/// What the report's rules give in a position of Pebbles; nothing where they ask for a random move.
fn by_the_list(game: &Pebbles, root: PebblesState, evaluator: HashEvaluator) -> Option<u8> {
    let side = game.to_move(&root);
    let mut states = vec![root];
    let mut nodes =
        vec![ListedNode { parent: 0, depth: 0, column: 0, best_column: None, value: Score::EVEN }];
    let mut at = 0;
    while at < nodes.len() {
        let (state, depth) = (states[at], nodes[at].depth);
        if let Some(outcome) = game.outcome(&state) {
            nodes[at].value = evaluator.finished(game, &state, outcome, side);
        } else if depth == 4 {
            nodes[at].value = evaluator.evaluate(game, &state, side);
        } else {
            let mut moves = Moves::new();
            game.moves(&state, &mut moves);
            for mv in &moves {
                states.push(game.play(&state, *mv));
                let column = game.slot(*mv) as u8;
                let value = Score::EVEN;
                nodes.push(ListedNode { parent: at, depth: depth + 1, column, best_column: None, value });
            }
        }
        at += 1;
    }
    for parent in (0..nodes.len()).rev() {
        let maximising = game.to_move(&states[parent]) == side;
        for child in (1..nodes.len()).filter(|child| nodes[*child].parent == parent).collect::<Vec<_>>() {
            let value = nodes[child].value;
            if if maximising { value > nodes[parent].value } else { value < nodes[parent].value } {
                nodes[parent].best_column = Some(nodes[child].column);
                nodes[parent].value = value;
            }
        }
    }
    let first = || nodes.iter().skip(1).take(8);
    let low = first().find(|node| node.value <= Score::loss_at(1_000_000));
    let high = first().find(|node| node.value >= Score::LEAST_WIN);
    let picked = low.map(|node| node.best_column.unwrap_or(node.column)).or(high.map(|node| node.column));
    let mut legal = Moves::new();
    game.moves(&root, &mut legal);
    picked.filter(|column| *column != 0 && legal.iter().any(|mv| game.slot(*mv) == usize::from(*column)))
}

#[test]
fn the_list_of_nodes_is_the_reports() {
    let game = Pebbles { heaps: [2, 1, 2, 2] };
    let (mut picked, mut chances) = (0, 0);
    for (seed, root) in (0..).zip(random_states(&game, 3, 300, 5)) {
        let evaluator = HashEvaluator { seed, spread: 100 };
        let chance = Chance::new(seed);
        let found = NodeList { evaluator, chance }.search(&game, &root, DEPTH, &mut NoObserver);
        if let Some(column) = by_the_list(&game, root, evaluator) {
            picked += 1;
            assert_eq!(game.slot(found.best), usize::from(column));
        } else {
            chances += 1;
            let random = Random { chance }.search(&game, &root, DEPTH, &mut NoObserver);
            assert_eq!(found.best, random.best);
        }
    }
    assert!(picked > 10 && chances > 10, "{picked} picks, {chances} chances");
}

/// A player with a noise never plays a move that it holds for more than so much worse than the best, its games differ by
/// their seeds, and the value that it names is the move's own.
#[test]
fn noise_varies_the_choice_within_their_bound() {
    let game = Pebbles { heaps: [3, 4, 2, 5] };
    let mut varied = 0;
    for (seed, root) in (0..).zip(random_states(&game, 5, 100, 6)) {
        let evaluator = HashEvaluator { seed, spread: 60 };
        let plain =
            Minimax { evaluator, ends: WinValue::Sooner }.search(&game, &root, DEPTH, &mut NoObserver);
        let best = plain.score.unwrap();
        let mut chosen = Vec::new();
        for noise in [0, 20] {
            let options = PvsOptions { noise, chance: Chance::new(3), ..PvsOptions::new(1) };
            let mut pvs = Pvs::with_options(evaluator, options);
            for game_seed in 0..6 {
                Searcher::<Pebbles>::new_game(&mut pvs, game_seed);
                let found = pvs.search(&game, &root, DEPTH, &mut NoObserver);
                let value = plain.scores.iter().find(|(mv, _)| *mv == found.best).unwrap().1;
                assert_eq!(found.score, Some(value));
                assert!(value >= best.raised(-(noise as i32)), "{value} for {best} with {noise}");
                chosen.push((noise, found.best));
            }
        }
        varied += usize::from(chosen.iter().any(|(noise, mv)| *noise == 20 && *mv != plain.best));
    }
    assert!(varied > 10, "{varied} of 100 positions");
}

/// A search that runs out of nodes plays what its last depth has found better by then, and never anything worse.
#[test]
fn what_an_unfinished_depth_has_found_counts() {
    let game = Pebbles { heaps: [3, 4, 2, 5] };
    let [mut same, mut better] = [0, 0];
    for (seed, root) in (0..).zip(random_states(&game, 5, 60, 6)) {
        // So narrow that all values but those of ends lie in the first window.
        let evaluator = HashEvaluator { seed, spread: 20 };
        let within = |limits| Pvs::new(evaluator, 1).search(&game, &root, limits, &mut NoObserver);
        let [before, after] = [Limits::depth(3), DEPTH].map(within);
        let plain =
            Minimax { evaluator, ends: WinValue::Sooner }.search(&game, &root, DEPTH, &mut NoObserver);
        if after.score.is_none_or(Score::is_proven) {
            continue;
        }
        let value = |mv: Take| plain.scores.iter().find(|(other, _)| *other == mv).unwrap().1;
        for nodes in before.nodes + 1..after.nodes {
            let found = within(Limits { depth: None, nodes: Some(nodes) });
            assert_eq!(found.depth, 3, "{nodes} nodes are too few for a fourth");
            if found.best == before.best {
                same += 1;
                continue;
            }
            better += 1;
            assert!(value(found.best) > value(before.best), "seed {seed}, {nodes} nodes");
            assert_eq!((found.score, found.pv[0]), (Some(value(found.best)), found.best));
        }
    }
    assert!(same > 100 && better > 100, "{same} the same, {better} better");
}

/// A solver that is made up: it says something of every position, and names its first move.
struct Oracle(fn(&Pebbles, &PebblesState, Found<Take>) -> Found<Take>);

impl Searcher<Pebbles> for Oracle {
    fn search(
        &mut self,
        game: &Pebbles,
        root: &PebblesState,
        _: Limits,
        _: &mut dyn SearchObserver<Take>,
    ) -> Found<Take> {
        let mut moves = Moves::new();
        game.moves(root, &mut moves);
        (self.0)(game, root, Found::unsearched(moves[0]))
    }
}

fn is_known(game: &Pebbles, state: PebblesState) -> bool {
    game.key(&state).is_multiple_of(2)
}

/// Knows every other position, and takes it for a draw.
const KNOWS_DRAWS: Oracle =
    Oracle(|game, root, found| Found { score: is_known(game, *root).then_some(Score::EVEN), ..found });

#[test]
fn of_the_moves_that_keep_a_draw_the_searcher_chooses() {
    let game = Pebbles { heaps: [3, 4, 2, 5] };
    let [mut unknown, mut choices] = [0, 0];
    for (seed, root) in (0..).zip(random_states(&game, 3, 200, 6)) {
        let searcher = || Pvs::new(HashEvaluator { seed, spread: 100 }, 1);
        let found = SolverFirst::new(Box::new(searcher()), Box::new(KNOWS_DRAWS), 1_000).search(
            &game,
            &root,
            DEPTH,
            &mut NoObserver,
        );
        if !is_known(&game, root) {
            let plain = searcher().search(&game, &root, DEPTH, &mut NoObserver);
            assert_eq!((found.best, found.score), (plain.best, plain.score));
            unknown += 1;
            continue;
        }
        assert_eq!(found.score, Some(Score::EVEN));
        let mut moves = Moves::new();
        game.moves(&root, &mut moves);
        let keeps = |mv: &Take| {
            let child = game.play(&root, *mv);
            game.outcome(&child).is_none() && is_known(&game, child)
        };
        if moves.iter().filter(|mv| keeps(mv)).count() > 1 {
            assert!(keeps(&found.best), "{root:?}");
            choices += u32::from(found.best != moves[0]);
        } else {
            assert_eq!(found.best, moves[0]);
        }
    }
    assert!(unknown > 10 && choices > 10, "{unknown} unknown, {choices} choices");
}

/// Whether a move ends the game: a solver that calls such a position lost is wrong.
fn ends(game: &Pebbles, root: PebblesState, mv: Take) -> bool {
    game.outcome(&game.play(&root, mv)).is_some()
}

/// Takes every position for lost in twenty.
const KNOWS_LOSSES: Oracle = Oracle(|_, _, found| Found { score: Some(Score::loss_at(20)), ..found });

#[test]
fn a_loss_that_is_not_seen_is_played_on_as_if_nobody_knew() {
    let game = Pebbles { heaps: [2, 2, 1, 2] };
    let [mut seen, mut unseen] = [0, 0];
    for (seed, root) in (0..).zip(random_states(&game, 3, 200, 5)) {
        let searcher = || Pvs::new(HashEvaluator { seed, spread: 100 }, 1);
        let plain = searcher().search(&game, &root, DEPTH, &mut NoObserver);
        if ends(&game, root, plain.best) {
            continue;
        }
        let found = SolverFirst::new(Box::new(searcher()), Box::new(KNOWS_LOSSES), 1_000).search(
            &game,
            &root,
            DEPTH,
            &mut NoObserver,
        );
        assert_eq!(found.score, Some(Score::loss_at(20)));
        if plain.score.is_some_and(|score| score.loss_distance().is_some()) {
            let mut moves = Moves::new();
            game.moves(&root, &mut moves);
            assert_eq!(found.best, moves[0]);
            seen += 1;
        } else {
            assert_eq!((found.best, found.pv), (plain.best, plain.pv));
            unseen += 1;
        }
    }
    assert!(seen > 10 && unseen > 10, "{seen} seen, {unseen} not");
}

/// Know who wins every position, and not when.
const KNOWS_WINS: Oracle =
    Oracle(|_, _, found| Found { bounds: Some([Score::win_at(21), Score::win_at(3)]), ..found });
const KNOWS_LOST: Oracle =
    Oracle(|_, _, found| Found { bounds: Some([Score::loss_at(4), Score::loss_at(20)]), ..found });

#[test]
fn a_win_of_unknown_length_is_played_and_a_loss_is_not_given_in_to() {
    let game = Pebbles { heaps: [2, 2, 1, 2] };
    let mut hopeful = 0;
    for (seed, root) in (0..).zip(random_states(&game, 3, 200, 5)) {
        let searcher = || Pvs::new(HashEvaluator { seed, spread: 100 }, 1);
        let plain = searcher().search(&game, &root, DEPTH, &mut NoObserver);
        if ends(&game, root, plain.best) {
            continue;
        }
        for wins in [true, false] {
            let found = SolverFirst::new(
                Box::new(searcher()),
                Box::new(if wins { KNOWS_WINS } else { KNOWS_LOST }),
                1_000,
            )
            .search(&game, &root, DEPTH, &mut NoObserver);
            let mut moves = Moves::new();
            game.moves(&root, &mut moves);
            let seen = plain.score.filter(|score| score.loss_distance().is_some());
            let expected = if wins { (moves[0], None) } else { (plain.best, seen) };
            assert_eq!((found.best, found.score), expected, "{root:?}");
            assert!(found.bounds.is_some());
            hopeful += u32::from(!wins && seen.is_none() && found.best != moves[0]);
        }
    }
    assert!(hopeful > 10, "{hopeful}");
}

#[test]
fn the_searcher_has_what_a_solver_that_knows_nothing_leaves() {
    let game = Pebbles { heaps: [3, 4, 2, 5] };
    let root = game.start();
    let searcher = || Pvs::new(HashEvaluator { seed: 1, spread: 100 }, 1);
    let within = |nodes| Limits { nodes: Some(nodes), depth: None };
    // It enters one position. Two that it leaves are three for the searcher.
    let mut helped = SolverFirst::new(Box::new(searcher()), Box::new(KNOWS_DRAWS), 101);
    assert!(!is_known(&game, root));
    let found = helped.search(&game, &root, within(100), &mut NoObserver);
    let alone = searcher().search(&game, &root, within(100 + 150), &mut NoObserver);
    assert_eq!((found.best, found.score, found.nodes), (alone.best, alone.score, alone.nodes + 1));
}

/// Takes every position for lost, and some for harder than others.
const REFUTES: Oracle =
    Oracle(|game, root, found| Found { nodes: effort(*root), ..(KNOWS_LOST.0)(game, root, found) });

fn effort(state: PebblesState) -> u64 {
    1 + format!("{state:?}").bytes().fold(7, |sum: u64, byte| sum * 31 % 1_009 + u64::from(byte)) % 50
}

#[test]
fn whoever_is_lost_makes_it_hard() {
    let game = Pebbles { heaps: [3, 4, 2, 5] };
    let [mut harder, mut as_liked] = [0, 0];
    for (seed, root) in (0..).zip(random_states(&game, 3, 300, 6)) {
        let mut moves = Moves::new();
        game.moves(&root, &mut moves);
        let children: Vec<PebblesState> = moves.iter().map(|mv| game.play(&root, *mv)).collect();
        let ends_turn = |child: &PebblesState| game.to_move(child) != game.to_move(&root);
        if children.iter().any(|child| game.outcome(child).is_some() || !ends_turn(child)) {
            continue;
        }
        let searcher = || Pvs::new(HashEvaluator { seed, spread: 100 }, 1);
        let plain = searcher().search(&game, &root, DEPTH, &mut NoObserver);
        if plain.score.is_some_and(|score| score.loss_distance().is_some()) {
            continue;
        }
        let mut helped = SolverFirst::new(Box::new(searcher()), Box::new(REFUTES), 1_000);
        let found = helped.search(&game, &root, DEPTH, &mut NoObserver);
        let most = children.iter().copied().map(effort).max().unwrap();
        let is_hard = |mv: Take| 3 * effort(game.play(&root, mv)) >= most;
        assert!(is_hard(found.best), "{root:?}");
        assert_eq!(found.score, None);
        if is_hard(plain.best) {
            assert_eq!(found.best, plain.best);
            as_liked += 1;
        } else {
            harder += 1;
        }
    }
    assert!(harder > 10 && as_liked > 10, "{harder} harder, {as_liked} as liked");
}
