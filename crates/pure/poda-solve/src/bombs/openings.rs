//! The first turns of BOOM, solved beforehand: there a proof takes millions of nodes, which nobody waits for in a game.
//!
//! A line of `book/boom.txt` is a position by its columns (`-` is the empty board), the best action and what it proves.
//! `cargo xtask book boom` writes it again.

use std::{collections::HashMap, sync::LazyLock};

use poda_connect::{Action, BombRules, BombState, Boom, BoomRules};
use poda_core::Game;

use super::Advice;

const TEXT: &str = include_str!("../../book/boom.txt");

static REPLIES: LazyLock<HashMap<BombState, Advice>> =
    LazyLock::new(|| TEXT.lines().filter_map(read).collect());

fn read(line: &str) -> Option<(BombState, Advice)> {
    let game = Boom::new();
    let mut words = line.split(' ');
    let moves = words.next()?.trim_matches('-');
    let drop = |digit: u8| Action::Drop(digit - b'1');
    let state = moves.bytes().fold(game.start(), |state, digit| game.play(&state, drop(digit)));
    let action = drop(*words.next()?.as_bytes().first()?);
    let advice = if words.next()? == "win" { Advice::Wins } else { Advice::Loses };
    Some((state, advice(action, words.next()?.parse().ok()?)))
}

/// What the book says about a position of BOOM.
pub(super) fn advice<R: BombRules>(state: &BombState) -> Option<Advice> {
    if R::NAME == BoomRules::NAME { REPLIES.get(state).cloned() } else { None }
}

#[cfg(test)]
mod tests {
    use poda_connect::CrushRules;
    use poda_core::NoObserver;

    use super::*;
    use crate::BombSolver;

    #[test]
    fn every_line_is_read_and_those_that_are_quickly_proved_are_right() {
        assert!(TEXT.lines().all(|line| read(line).is_some()));
        let game = Boom::new();
        let mut solver = BombSolver::<BoomRules>::new(16).unwrap();
        let mut proved = 0;
        for (state, advice) in REPLIES.iter() {
            let (Advice::Wins(action, actions) | Advice::Loses(action, actions)) = advice else {
                panic!("{state:?} {advice:?}");
            };
            let mut moves = poda_core::Moves::new();
            game.moves(state, &mut moves);
            assert!(moves.iter().any(|mv| mv == action), "{state:?} {advice:?}");
            if *actions <= 14 {
                let (found, _) = solver.advise(state, 14, &mut NoObserver).unwrap();
                let same = matches!((&found, advice), (Advice::Wins(_, one), Advice::Wins(_, other))
                    | (Advice::Loses(_, one), Advice::Loses(_, other)) if one == other);
                assert!(same, "{state:?}: {found:?} is not {advice:?}");
                proved += 1;
            }
        }
        assert!(proved > 10, "only {proved} are quickly proved");
        assert_eq!(super::advice::<BoomRules>(&game.start()), Some(Advice::Wins(Action::Drop(3), 25)));
        assert_eq!(super::advice::<CrushRules>(&game.start()), None);
    }
}
