//! Positions in which nothing is won soon, or something surely is, without a search. Only for turns of one action, and only for lines that win.
//!
//! The defender shows one reply to each action of the attacker, and it is a drop. A drop that is not a threat of its own
//! changes two things only: it takes a cell, and it opens the one above.

use poda_connect::{Action, BombGame, BombRules, BombState, Grid};
use poda_core::{Game, Side};

use super::threats::{Explosion, columns_of, completing, is_line, landing, win_within_turn, wins_at_once};

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
#[cfg_attr(target_arch = "x86_64", inline(always))]
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

/// What the attacker's next action but one comes to, as far as it is plain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Soon {
    /// It wins, whatever the defender does.
    Wins,
    /// It does not win if the defender replies well.
    Holds,
    /// That is to be searched.
    Open,
}

/// Whether the attacker, to move, who does not win with this action, wins with the next one.
#[cfg_attr(target_arch = "x86_64", inline(always))]
pub(super) fn soon<R: BombRules>(game: BombGame<R>, state: &BombState, attacker: Side) -> Soon {
    let board = state.board();
    let (mine, theirs, all) = (board.stones(attacker), board.stones(attacker.other()), board.all());
    let (landings, their_wins) = (landing(all), completing(theirs));
    let (drops_bomb, can_blow_up) = (game.drops_bomb(state), board.bomb(attacker.other()) != 0);
    let mut answer = Soon::Holds;
    // 1. The bomb explodes now, or later, together with a stone that is dropped now.
    let mut blown_up = 0;
    if board.bomb(attacker) != 0 {
        let [after, others, places] = Explosion::of::<R>(board, attacker).fall([mine, theirs, landings]);
        let (wins, all) = (completing(after), after | others);
        blown_up = columns_of(wins & places);
        let is_answered = !is_line(after)
            && (is_line(others) || wins_at_once(others, all) != 0 || has_reply(wins, landing(all)));
        if !is_answered {
            answer = Soon::Open;
        }
    }
    // 2. A drop, unless the defender then wins.
    let must = their_wins & landings;
    if must != 0 && !must.is_power_of_two() {
        return answer;
    }
    let mut drops = if must == 0 { landings } else { must };
    drops &= !((their_wins & FULL) >> 1);
    while drops != 0 {
        let cell = drops & drops.wrapping_neg();
        drops ^= cell;
        if !has_reply(completing(mine | cell), landings ^ cell | cell << 1 & FULL) {
            // No drop answers it, so that only an explosion could.
            if !can_blow_up {
                return Soon::Wins;
            }
            answer = Soon::Open;
        }
        let is_blown_up = blown_up & columns_of(cell) != 0
            || drops_bomb && {
                let after = game.play(state, Action::Drop((cell.trailing_zeros() / 8) as u8));
                is_line(Explosion::of::<R>(after.board(), attacker).fall([mine | cell])[0])
            };
        if is_blown_up {
            answer = Soon::Open;
        }
    }
    answer
}

/// Whether the defender, to move, has a drop after which the attacker surely wins neither with its next action nor with the one
/// after that.
#[cfg_attr(target_arch = "x86_64", inline(always))]
pub(super) fn holds_four<R: BombRules>(game: BombGame<R>, state: &BombState, attacker: Side) -> bool {
    let board = state.board();
    let (wins, landings) = (completing(board.stones(attacker)), landing(board.all()));
    let threats = wins & landings;
    let replies = match threats {
        0 => landings,
        one if one.is_power_of_two() => one,
        _ => 0,
    };
    let replies = replies & !((wins & FULL) >> 1);
    // A loop, not a chain of iterators: what is handed to those is not compiled for wide registers.
    for column in FROM_THE_MIDDLE {
        if replies & 0x7F << (8 * column) == 0 {
            continue;
        }
        let after = game.play(state, Action::Drop(column));
        if game.outcome(&after).is_none()
            && win_within_turn(game, &after).is_none()
            && soon(game, &after, attacker) == Soon::Holds
        {
            return true;
        }
    }
    false
}

const FROM_THE_MIDDLE: [u8; 7] = [3, 2, 4, 1, 5, 0, 6];

#[cfg(test)]
mod tests {
    use poda_connect::{Crush, CrushRules};
    use poda_core::{Moves, Outcome};
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
    fn what_is_plain_is_so() {
        let game = Crush::new();
        let (mut quiet, mut held, mut loud, mut answers) = (0, 0, 0, [0; 3]);
        for state in random_states(&game, 11, 1500, 44) {
            let (mover, room) = (game.to_move(&state), (FULL & !state.board().all()).count_ones());
            if game.outcome(&state).is_some() || room <= 5 {
                continue;
            }
            if holds_two::<CrushRules>(&state, mover.other()) {
                quiet += 1;
                assert!(!wins(game, &state, mover.other(), 3), "{state:?}");
            } else {
                loud += 1;
            }
            if holds_four(game, &state, mover.other()) {
                held += 1;
                assert!(!wins(game, &state, mover.other(), 5), "{state:?}");
            }
            if wins(game, &state, mover, 1) {
                continue;
            }
            let answer = soon(game, &state, mover);
            answers[answer as usize] += 1;
            if answer != Soon::Open {
                assert_eq!(answer == Soon::Wins, wins(game, &state, mover, 3), "{state:?}");
                assert!(answer == Soon::Wins || !wins(game, &state, mover, 4), "{state:?}");
            }
        }
        assert!(
            quiet > 50 && held > 50 && loud > 20 && answers.iter().all(|count| *count > 20),
            "{quiet} {held} {loud} {answers:?}"
        );
    }
}
