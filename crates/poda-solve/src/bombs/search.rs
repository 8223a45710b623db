//! One question: can the attacker force a win within so many actions?

use std::ops::ControlFlow;

use arrayvec::ArrayVec;
use poda_connect::{Action, BombGame, BombRules, BombState, Grid};
use poda_core::{Game, Moves, Outcome, Side};

use super::{
    table::{Key, NEVER, WinAnswer, WinTable},
    threats::{BombThreats, actions_left, actions_next, promise, win_within_turn},
};

/// The most actions that a question may look ahead.
pub(super) const LONGEST: u8 = 200;

/// How often the observer is asked, in nodes.
const PULSE: u64 = 1 << 10;

/// The search was told to stop.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stopped;

/// Answers questions about one attacker. The other side, the defender, only wants not to lose in time: it may win,
/// draw, or hold out.
pub(super) struct BombSearch<'a, R: BombRules> {
    pub(super) game: BombGame<R>,
    pub(super) attacker: Side,
    pub(super) table: &'a mut WinTable,
    /// Positions entered.
    pub(super) nodes: u64,
    pub(super) pulse: &'a mut dyn FnMut(u64) -> ControlFlow<()>,
}

impl<R: BombRules> BombSearch<'_, R> {
    /// Whether the attacker can force a win within so many actions, whoever is to move.
    pub(super) fn ask(&mut self, state: &BombState, within: u8) -> Result<WinAnswer, Stopped> {
        match self.game.outcome(state) {
            Some(Outcome::Win(winner)) if winner == self.attacker => return Ok(WinAnswer::Wins(0)),
            Some(_) => return Ok(WinAnswer::Holds(NEVER)),
            None if within == 0 => return Ok(WinAnswer::Holds(0)),
            None => {}
        }
        self.nodes += 1;
        if self.nodes.is_multiple_of(PULSE) && (self.pulse)(self.nodes).is_break() {
            return Err(Stopped);
        }
        if self.game.to_move(state) == self.attacker {
            self.attack(state, within)
        } else {
            self.defend(state, within)
        }
    }

    fn attack(&mut self, state: &BombState, within: u8) -> Result<WinAnswer, Stopped> {
        if !R::IS_MISERE {
            // 1. A line within this turn.
            let actions = win_within_turn(self.game, state).unwrap_or(NEVER);
            if actions <= within {
                return Ok(WinAnswer::Wins(actions));
            }
            // 2. Then the defender has a turn, and with room to drop nothing happens in it.
            let early = actions_left::<R>(state) + actions_next::<R>(state);
            if within <= early && has_room(state, early) {
                return Ok(WinAnswer::Holds(early.min(actions - 1)));
            }
        }
        // 3. What is known.
        let key = Key::of::<R>(state);
        let (span, best) = self.table.get(key, self.attacker);
        if let Some(answer) = span.answer(within) {
            return Ok(answer);
        }
        // 4. One action that wins is enough.
        let before = self.nodes;
        let mut moves = Moves::new();
        self.game.moves(state, &mut moves);
        let (mut answer, mut best_slot) = (WinAnswer::Holds(NEVER), None);
        let (stones, all) = (state.board().stones(self.attacker), state.board().all());
        let rank = |action| match action {
            Action::Drop(column) => -(promise(stones, all, column) as i32),
            Action::Boom => 0,
        };
        for action in ordered(self.game, &moves, best, rank) {
            match self.ask(&self.game.play(state, action), within - 1)? {
                WinAnswer::Wins(actions) => {
                    (answer, best_slot) = (WinAnswer::Wins(actions + 1), Some(self.game.slot(action) as u8));
                    break;
                }
                WinAnswer::Holds(actions) => answer = shorter(answer, actions),
            }
        }
        self.table.add(key, self.attacker, answer, best_slot, work(self.nodes - before));
        Ok(answer)
    }

    fn defend(&mut self, state: &BombState, within: u8) -> Result<WinAnswer, Stopped> {
        let left = actions_left::<R>(state);
        // 1. Nothing happens to a defender who has room to drop.
        if !R::IS_MISERE && within <= left && has_room(state, left) {
            return Ok(WinAnswer::Holds(left));
        }
        // 2. What is known.
        let key = Key::of::<R>(state);
        let (span, best) = self.table.get(key, self.attacker);
        if let Some(answer) = span.answer(within) {
            return Ok(answer);
        }
        // 3. A defender who wins has nothing to fear.
        if !R::IS_MISERE && win_within_turn(self.game, state).is_some() {
            let answer = WinAnswer::Holds(NEVER);
            self.table.add(key, self.attacker, answer, None, 0);
            return Ok(answer);
        }
        // 4. Every action must lose; those that leave a threat of the attacker alone do.
        let before = self.nodes;
        let defence = Defence::new::<R>(self.game, state, self.attacker, left, within);
        let mut moves = Moves::new();
        self.game.moves(state, &mut moves);
        let (mut longest, mut best_slot, mut held) = (defence.least(), None, None);
        for action in ordered(self.game, &moves, best, |action| defence.rank(action)) {
            if defence.is_lost(action) {
                continue;
            }
            match self.ask(&self.game.play(state, action), within - 1)? {
                WinAnswer::Wins(actions) => longest = longest.max(actions + 1),
                WinAnswer::Holds(actions) => {
                    (held, best_slot) = (Some(later(actions)), Some(self.game.slot(action) as u8));
                    break;
                }
            }
        }
        let answer = held.map_or(WinAnswer::Wins(longest), WinAnswer::Holds);
        self.table.add(key, self.attacker, answer, best_slot, work(self.nodes - before));
        Ok(answer)
    }
}

/// What the attacker threatens to do with drops in its next turn, and so what the defender has to do in this one.
struct Defence {
    threats: BombThreats,
    is_threatened: bool,
    /// Columns of which the last action of the turn has to choose one; `None` if it is not the last one.
    last: Option<u8>,
    /// Whether the bomb may yet explode in this turn, after any drop.
    can_explode: bool,
    /// The defender's stones, and all of them.
    mine: u64,
    all: u64,
    /// Within how many actions a threat that is left alone is carried out.
    carried_out: u8,
}

impl Defence {
    fn new<R: BombRules>(game: BombGame<R>, state: &BombState, attacker: Side, left: u8, within: u8) -> Self {
        let board = state.board();
        let drops = if R::IS_MISERE { 0 } else { within.saturating_sub(left).min(actions_next::<R>(state)) };
        let threats = BombThreats::of(board.stones(attacker), board.all(), drops);
        let has_bomb = board.bomb(attacker.other()) != 0;
        Self {
            threats,
            is_threatened: threats.any(),
            last: (left == 1).then(|| threats.answers(0)),
            can_explode: has_bomb || game.drops_bomb(state),
            mine: board.stones(attacker.other()),
            all: board.all(),
            carried_out: left + drops,
        }
    }

    /// If a threat exists, some action leaves it alone, and loses at least so fast.
    fn least(&self) -> u8 {
        if self.is_threatened { self.carried_out } else { 0 }
    }

    fn is_lost(&self, action: Action) -> bool {
        let Action::Drop(column) = action else { return false };
        match self.last {
            Some(columns) => columns >> column & 1 == 0,
            None => !self.can_explode && self.threats.answers(1 << column) == 0,
        }
    }

    /// What touches threats comes first, because it leaves more columns to answer the others with; then what makes own
    /// ones.
    fn rank(&self, action: Action) -> i32 {
        let Action::Drop(column) = action else { return 0 };
        let answers = if self.is_threatened { self.threats.answers(1 << column).count_ones() } else { 0 };
        let promise = promise(self.mine, self.all, column);
        -((8 * answers + promise) as i32)
    }
}

/// Whether there is an empty cell even after so many drops.
#[inline]
fn has_room(state: &BombState, drops: u8) -> bool {
    (Grid::BOMB_BOARD.full() & !state.board().all()).count_ones() > u32::from(drops)
}

/// One action more to hold out for.
#[inline]
fn later(actions: u8) -> u8 {
    if actions == NEVER { NEVER } else { (actions + 1).min(LONGEST) }
}

/// The attacker chooses: what holds out after one of its actions is no better than after another.
#[inline]
fn shorter(answer: WinAnswer, actions: u8) -> WinAnswer {
    match answer {
        WinAnswer::Holds(least) => WinAnswer::Holds(least.min(later(actions))),
        WinAnswer::Wins(_) => answer,
    }
}

#[inline]
fn work(nodes: u64) -> u8 {
    (nodes + 1).ilog2() as u8
}

/// Central columns first.
const NEARNESS: [i32; 8] = [3, 2, 1, 0, 1, 2, 3, 0];

/// The actions in the order in which they are tried: the one that answered the last question, then by rank, then from
/// the middle.
fn ordered<R: BombRules>(
    game: BombGame<R>,
    moves: &[Action],
    best: Option<u8>,
    rank: impl Fn(Action) -> i32,
) -> ArrayVec<Action, 8> {
    let mut ranked: ArrayVec<(i32, Action), 8> = moves
        .iter()
        .map(|action| {
            let slot = game.slot(*action);
            let is_best = best == Some(slot as u8);
            (if is_best { i32::MIN } else { rank(*action) * 8 + NEARNESS[slot] }, *action)
        })
        .collect();
    ranked.sort_by_key(|(rank, _)| *rank);
    ranked.into_iter().map(|(_, action)| action).collect()
}
