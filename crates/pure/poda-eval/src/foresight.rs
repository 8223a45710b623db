//! What needs no search: who wins with the next stone, and what the other side has to do about it.

use poda_connect::{Action, BombGame, BombRules, BombState, Connect4, Connect4State, Grid, Word};
use poda_core::{Foresight, Game, Moves, Score};

/// What is settled in Connect-4.
#[inline]
pub(crate) fn connect4<W: Word>(game: &Connect4<W>, state: &Connect4State<W>) -> Foresight<u8> {
    let side = state.side();
    let (mine, theirs) = (state.stones(side), state.stones(side.other()));
    if game.grid().is_usual() {
        drops(&W::USUAL_BOARD, mine, theirs, true)
    } else {
        drops(game.grid(), mine, theirs, true)
    }
}

/// What is settled in a game with bombs where lines win.
#[inline]
pub(crate) fn bombs<R: BombRules>(game: BombGame<R>, state: &BombState) -> Foresight<Action> {
    if R::IS_MISERE {
        return Foresight::Open;
    }
    let (side, board) = (game.to_move(state), state.board());
    // A bomb answers a threat as well as a stone does, and so does the second action of a turn.
    let only_drops = board.bomb(side) == 0 && R::mover(state.actions() + 1) != side;
    match drops(&Grid::BOMB_BOARD, board.stones(side), board.stones(side.other()), only_drops) {
        Foresight::Open => Foresight::Open,
        Foresight::Decided(score) => Foresight::Decided(score),
        Foresight::Forced(column) => Foresight::Forced(Action::Drop(column)),
    }
}

/// The moves that do not let the opponent win with its next stone: where that would complete a line, only stones in that cell and BOOM;
/// nowhere a stone right below such a cell.
#[inline]
pub(crate) fn bomb_candidates<R: BombRules>(game: BombGame<R>, state: &BombState, moves: &mut Moves<Action>) {
    let (side, board) = (game.to_move(state), state.board());
    if R::IS_MISERE || R::mover(state.actions() + 1) == side {
        game.moves(state, moves);
        return;
    }
    let grid = &Grid::BOMB_BOARD;
    let empty = grid.full() & !board.all();
    let playable = empty & (board.all() + grid.bottom());
    let threats = grid.completing(board.stones(side.other())) & empty;
    let now = threats & playable;
    let mut answers = match now.count_ones() {
        0 => playable,
        1 => now,
        _ => 0,
    } & !(threats >> 1);
    while answers != 0 {
        moves.push(Action::Drop((answers.lowest() / grid.stride()) as u8));
        answers &= answers - 1;
    }
    if board.bomb(side) != 0 {
        moves.push(Action::Boom);
    }
}

/// What the threats settle that can be played now, and those right above a cell that can be played. A win of the side to move
/// always counts; what the opponent wins only if all that the side to move can do is to drop one stone, and the opponent is next.
///
/// ```text
///  . x . .      x: completes a line of the opponent
///  . ! . .      !: playable, and whoever plays here lets the opponent win above
///  o o . .
/// ```
#[inline(always)]
#[expect(clippy::inline_always, reason = "where the board is a constant, so are the shifts")]
fn drops<W: Word>(grid: &Grid<W>, mine: W, theirs: W, only_drops: bool) -> Foresight<u8> {
    let all = mine | theirs;
    let empty = grid.full() & !all;
    let playable = empty & all.plus(grid.bottom());
    if grid.completing(mine) & playable != W::ZERO {
        return Foresight::Decided(Score::win_at(1));
    }
    if !only_drops {
        return Foresight::Open;
    }
    let threats = grid.completing(theirs) & empty;
    let now = threats & playable;
    let answers = if now == W::ZERO { playable } else { now };
    let safe = answers & !(threats >> 1);
    match (now.count(), safe.count()) {
        (2.., _) | (_, 0) => Foresight::Decided(Score::loss_at(2)),
        (1, _) | (_, 1) if safe != playable => Foresight::Forced((safe.lowest() / grid.stride()) as u8),
        _ => Foresight::Open,
    }
}

#[cfg(test)]
mod tests {
    use poda_connect::{Boom, Crush, Desconecta};
    use poda_core::{Moves, Side};
    use poda_testkit::random_states;

    use super::*;

    /// Who wins within so many decisions, by trying all of them.
    fn winner<G: Game>(game: &G, state: &G::State, depth: u32) -> Option<Side> {
        match game.outcome(state) {
            Some(outcome) => return outcome.winner(),
            None if depth == 0 => return None,
            None => {}
        }
        let mut moves = Moves::new();
        game.moves(state, &mut moves);
        let side = game.to_move(state);
        let winners: Vec<_> =
            moves.iter().map(|mv| winner(game, &game.play(state, *mv), depth - 1)).collect();
        let best = [Some(side), None, Some(side.other())];
        best.into_iter().find(|wanted| winners.contains(wanted)).flatten()
    }

    fn check<G: Game>(game: &G, foresee: fn(&G, &G::State) -> Foresight<G::Move>) -> [u32; 3] {
        let [mut decided, mut forced, mut open] = [0; 3];
        for state in random_states(game, 3, 600, 60) {
            if game.outcome(&state).is_some() {
                continue;
            }
            let side = game.to_move(&state);
            let at_once = winner(game, &state, 1) == Some(side);
            match foresee(game, &state) {
                Foresight::Decided(score) if score == Score::win_at(1) => assert!(at_once, "{state:?}"),
                Foresight::Decided(score) => {
                    assert_eq!((score, at_once), (Score::loss_at(2), false), "{state:?}");
                    assert_eq!(winner(game, &state, 2), Some(side.other()), "{state:?}");
                    decided += 1;
                }
                Foresight::Forced(only) => {
                    let mut moves = Moves::new();
                    game.moves(&state, &mut moves);
                    for mv in moves.iter().filter(|mv| **mv != only) {
                        let lost = winner(game, &game.play(&state, *mv), 1) == Some(side.other());
                        assert!(lost, "{state:?} {mv:?}");
                    }
                    assert!(moves.contains(&only) && !at_once, "{state:?}");
                    forced += 1;
                }
                Foresight::Open => open += 1,
            }
        }
        [decided, forced, open]
    }

    /// Moves that are no candidates lose at once, and wherever the position is not called lost there is a candidate. Gives how many
    /// were left out.
    fn check_candidates<R: BombRules>(game: BombGame<R>) -> usize {
        let mut left_out = 0;
        for state in random_states(&game, 5, 600, 60) {
            if game.outcome(&state).is_some() {
                continue;
            }
            let side = game.to_move(&state);
            let [mut all, mut candidates] = [Moves::new(), Moves::new()];
            game.moves(&state, &mut all);
            bomb_candidates(game, &state, &mut candidates);
            let in_order: Vec<_> = all.iter().filter(|mv| candidates.contains(mv)).copied().collect();
            assert_eq!(candidates[..], in_order, "{state:?}");
            for mv in all.iter().filter(|mv| !candidates.contains(mv)) {
                let lost = winner(&game, &game.play(&state, *mv), 1) == Some(side.other());
                // A stone that wins needs no candidate: the position is decided.
                let wins = winner(&game, &state, 1) == Some(side);
                assert!(lost || wins, "{state:?} {mv:?}");
                left_out += 1;
            }
            let is_decided = matches!(bombs(game, &state), Foresight::Decided(_));
            assert!(is_decided || !candidates.is_empty(), "{state:?}");
            if let Foresight::Forced(only) = bombs(game, &state) {
                assert_eq!(candidates[..], [only], "{state:?}");
            }
        }
        left_out
    }

    #[test]
    fn what_is_no_candidate_loses_at_once() {
        assert!(check_candidates(Crush::new()) > 100);
        assert!(check_candidates(Boom::new()) > 20);
        assert_eq!(check_candidates(Desconecta::new()), 0);
    }

    #[test]
    fn what_is_settled_is_so_by_the_rules() {
        for (width, height, run) in [(7, 6, 4), (4, 4, 3), (3, 9, 4), (8, 7, 5), (2, 2, 2)] {
            let game = Connect4::<u64>::new(width, height, run).unwrap();
            check(&game, connect4);
        }
        for found in [
            check(&Connect4::<u128>::new(8, 8, 4).unwrap(), connect4),
            check(&Crush::new(), |game, state| bombs(*game, state)),
            check(&Boom::new(), |game, state| bombs(*game, state)),
        ] {
            assert!(found.iter().all(|count| *count > 0), "{found:?}");
        }
        for state in random_states(&Desconecta::new(), 3, 20, 60) {
            assert_eq!(bombs(Desconecta::new(), &state), Foresight::Open);
        }
    }
}
