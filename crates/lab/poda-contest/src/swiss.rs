//! Who meets whom in a round of a Swiss tournament: a pure function of the order of the players and of who has met.

use std::collections::BTreeSet;

use petgraph::{algo::maximum_matching, graph::UnGraph};

/// Pairs of players that have met, the lower place first.
pub(crate) type Met = BTreeSet<[usize; 2]>;

/// The key of two players in [`Met`].
pub(crate) fn both(a: usize, b: usize) -> [usize; 2] {
    [a.min(b), a.max(b)]
}

/// So many steps are tried before a general matching is asked: enough for all but the last possible rounds.
const TRIES: u32 = 10_000;

/// Pairs an even number of players, given from the first to the last. Each plays the next one that it has not met, so that as
/// few as possible meet again: nobody, while that can be avoided.
pub(crate) fn pair_up(order: &[usize], met: &Met) -> Vec<[usize; 2]> {
    let mut pairs = Vec::with_capacity(order.len() / 2);
    if !search(order, met, &mut pairs, &mut TRIES.clone()) {
        pairs = match_up(order, met);
    }
    pairs
}

/// The first with the next one that it has not met so that the rest can be paired too. `tries` bounds the search.
fn search(waiting: &[usize], met: &Met, pairs: &mut Vec<[usize; 2]>, tries: &mut u32) -> bool {
    let Some((a, others)) = waiting.split_first() else { return true };
    for (place, b) in others.iter().enumerate() {
        if *tries == 0 {
            return false;
        }
        *tries -= 1;
        if met.contains(&both(*a, *b)) {
            continue;
        }
        pairs.push([*a, *b]);
        if search(&without(others, place), met, pairs, tries) {
            return true;
        }
        pairs.pop();
    }
    false
}

/// The same by matchings of the graph of those who have not met. Slower, but it always comes to an end, and where not everybody
/// can meet somebody new it finds the fewest that have to meet again.
fn match_up(order: &[usize], met: &Met) -> Vec<[usize; 2]> {
    let mut waiting = order.to_vec();
    let mut new = most_new_pairs(&waiting, met);
    let mut pairs = Vec::with_capacity(order.len() / 2);
    while let Some((a, others)) = waiting.split_first() {
        // With this opponent, how many of the others can still meet somebody new?
        let rest_allows =
            |place: usize, wanted: usize| most_new_pairs(&without(others, place), met) >= wanted;
        let is_new = |place: &usize| !met.contains(&both(*a, others[*place]));
        let fresh = (0..others.len()).filter(is_new).find(|place| new > 0 && rest_allows(*place, new - 1));
        let place = fresh.or_else(|| (0..others.len()).find(|place| rest_allows(*place, new)));
        let Some(place) = place.or((!others.is_empty()).then_some(0)) else { break };
        pairs.push([*a, others[place]]);
        new -= usize::from(fresh.is_some());
        waiting = without(others, place);
    }
    pairs
}

/// How many pairs that have not met can be made at most.
fn most_new_pairs(players: &[usize], met: &Met) -> usize {
    let mut graph = UnGraph::<(), ()>::default();
    let nodes: Vec<_> = players.iter().map(|_| graph.add_node(())).collect();
    for (place, a) in players.iter().enumerate() {
        for (other, b) in players.iter().enumerate().skip(place + 1) {
            if !met.contains(&both(*a, *b)) {
                graph.add_edge(nodes[place], nodes[other], ());
            }
        }
    }
    maximum_matching(&graph).len()
}

fn without(players: &[usize], place: usize) -> Vec<usize> {
    let mut rest = players.to_vec();
    rest.remove(place);
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn met(pairs: &[[usize; 2]]) -> Met {
        pairs.iter().map(|[a, b]| both(*a, *b)).collect()
    }

    #[test]
    fn both_ways_find_the_same_pairs() {
        // Who has met is drawn by a small generator: from few to nearly all.
        let mut number = 1_u64;
        for round in 0..200_u64 {
            let players: Vec<usize> = (0..8).collect();
            let mut known = Met::new();
            for a in 0..8 {
                for b in a + 1..8 {
                    number = number
                        .wrapping_mul(6_364_136_223_846_793_005)
                        .wrapping_add(1_442_695_040_888_963_407);
                    if (number >> 33) % 10 < round % 8 {
                        known.insert([a, b]);
                    }
                }
            }
            let mut searched = Vec::new();
            if search(&players, &known, &mut searched, &mut 1_000_000) {
                assert_eq!(match_up(&players, &known), searched, "{known:?}");
            } else {
                let pairs = match_up(&players, &known);
                let new = pairs.iter().filter(|[a, b]| !known.contains(&both(*a, *b))).count();
                assert_eq!((pairs.len(), new), (4, most_new_pairs(&players, &known)), "{known:?}");
            }
        }
    }

    #[test]
    fn only_those_meet_again_who_have_to() {
        // 0 has met everybody; the others nobody else.
        let known = met(&[[0, 1], [0, 2], [0, 3], [0, 4], [0, 5]]);
        let pairs = pair_up(&[0, 1, 2, 3, 4, 5], &known);
        assert_eq!(pairs, [[0, 1], [2, 3], [4, 5]]);
        // Two groups of three that have met everybody outside: one from each has to.
        let mut known = Met::new();
        for a in 0..3 {
            known.extend((3..6).map(|b| [a, b]));
        }
        let pairs = pair_up(&[0, 1, 2, 3, 4, 5], &known);
        let again = pairs.iter().filter(|[a, b]| known.contains(&both(*a, *b))).count();
        assert_eq!((pairs.len(), again), (3, 1), "{pairs:?}");
        assert!(pair_up(&[], &known).is_empty());
    }
}
