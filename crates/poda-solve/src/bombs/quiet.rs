//! Positions in which nothing is won soon, without a search. Only for turns of one action, and only for lines that win.
//!
//! The defender shows one reply to each action of the attacker, and it is a drop. A drop that is not a threat of its own
//! changes two things only: it takes a cell, and it opens the one above.

use poda_connect::{BombGame, BombRules, BombState, Grid};
use poda_core::Side;

use super::threats::{Explosion, columns_of, completing, is_line, landing, wins_at_once};

const FULL: u64 = Grid::BOMB_BOARD.full();

/// Whether a drop of the defender leaves the attacker without a drop that wins.
///
/// ```text
/// wins      cells that complete a line of the attacker
/// landings  where a stone comes to rest: none of `wins` may be left among them, nor come up above the reply
/// ```
#[inline(always)]
fn has_reply(wins: u64, landings: u64) -> bool {
    let threats = wins & landings;
    let replies = match threats {
        0 => landings,
        one if one.is_power_of_two() => one,
        _ => 0,
    };
    replies & !((wins & FULL) >> 1) != 0
}

/// Whether the defender, to move, surely survives this action and the attacker's next one.
pub(super) fn holds_two<R: BombRules>(state: &BombState, attacker: Side) -> bool {
    let board = state.board();
    let stones = board.stones(attacker);
    // A drop of the defender neither helps nor hinders what falls after an explosion.
    let has_explosion = board.bomb(attacker) != 0 && {
        let [after] = Explosion::of::<R>(board, attacker).fall([stones]);
        is_line(after)
    };
    !has_explosion && has_reply(completing(stones), landing(board.all()))
}

/// Whether the attacker, to move, who does not win with this action, surely does not win with the next one either.
pub(super) fn holds_three<R: BombRules>(game: BombGame<R>, state: &BombState, attacker: Side) -> bool {
    if game.drops_bomb(state) {
        return false;
    }
    let board = state.board();
    let (mine, theirs, all) = (board.stones(attacker), board.stones(attacker.other()), board.all());
    let (landings, their_wins) = (landing(all), completing(theirs));
    // 1. The bomb explodes now, or later, together with a stone that is dropped now.
    let mut blown_up = 0;
    if board.bomb(attacker) != 0 {
        let [after, others, places] = Explosion::of::<R>(board, attacker).fall([mine, theirs, landings]);
        if is_line(after) {
            return false;
        }
        let (wins, all) = (completing(after), after | others);
        blown_up = columns_of(wins & places);
        let is_answered = is_line(others) || wins_at_once(others, all) != 0 || has_reply(wins, landing(all));
        if !is_answered {
            return false;
        }
    }
    // 2. A drop, unless the defender then wins.
    let must = their_wins & landings;
    let mut drops = if must == 0 { landings } else { must };
    if !must.is_power_of_two() && must != 0 {
        return true;
    }
    drops &= !((their_wins & FULL) >> 1);
    while drops != 0 {
        let cell = drops & drops.wrapping_neg();
        drops ^= cell;
        let is_blown_up = blown_up & columns_of(cell) != 0;
        if is_blown_up || !has_reply(completing(mine | cell), landings ^ cell | cell << 1 & FULL) {
            return false;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use poda_connect::{Action, Crush, CrushRules};
    use poda_core::{Game, Moves, Outcome};
    use poda_testkit::random_states;

    use super::*;

    /// Knows nothing but the rules.
    fn wins(game: Crush, state: &BombState, attacker: Side, within: u8) -> bool {
        match game.outcome(state) {
            Some(outcome) => return outcome == Outcome::Win(attacker),
            None if within == 0 => return false,
            None => {}
        }
        let mut moves = Moves::<Action>::new();
        game.moves(state, &mut moves);
        let is_attack = game.to_move(state) == attacker;
        moves.iter().any(|action| wins(game, &game.play(state, *action), attacker, within - 1) == is_attack)
            == is_attack
    }

    #[test]
    fn what_is_surely_not_won_is_not_won() {
        let game = Crush::new();
        let (mut quiet, mut loud) = ([0, 0], 0);
        for state in random_states(&game, 11, 400, 44) {
            let (mover, room) = (game.to_move(&state), (FULL & !state.board().all()).count_ones());
            if game.outcome(&state).is_some() || room <= 4 {
                continue;
            }
            if holds_two::<CrushRules>(&state, mover.other()) {
                quiet[0] += 1;
                assert!(!wins(game, &state, mover.other(), 3), "{state:?}");
            } else {
                loud += 1;
            }
            if !wins(game, &state, mover, 1) && holds_three(game, &state, mover) {
                quiet[1] += 1;
                assert!(!wins(game, &state, mover, 4), "{state:?}");
            }
        }
        assert!(quiet[0] > 50 && quiet[1] > 50 && loud > 20, "{quiet:?} {loud}");
    }
}
