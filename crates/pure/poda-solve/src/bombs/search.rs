//! One question: can the attacker force a win within so many actions?

use std::ops::ControlFlow;

use arrayvec::ArrayVec;
use poda_connect::{Action, BombGame, BombRules, BombState, Grid};
use poda_core::{Game, Moves, Outcome, Side, sort_few};

use super::{
    quiet::{Soon, holds_four, holds_two, soon},
    table::{Key, NEVER, WinAnswer, WinSpan, WinTable},
    threats::{BombThreats, actions_left, actions_next, promise, win_within_turn},
};

/// The most actions that a question may look ahead.
pub(super) const LONGEST: u8 = 200;

/// How often the observer is asked, in nodes.
const PULSE: u64 = 1 << 10;

/// Questions that look less far ahead are answered faster than the table, which has room for others then. The last drops
/// are tried from the middle, without being ranked.
const STORED: u8 = 6;

/// Questions that look so far ahead look all children up before the first is searched.
const LOOKED_UP: u8 = STORED + 4;

/// Whether each turn has one action.
pub(super) fn has_single_turns<R: BombRules>() -> bool {
    R::mover(1) != R::mover(2)
}

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
    /// Whether the attacker can force a win within so many actions, whoever is to move; `ask` is the same question about a
    /// child.
    #[inline(always)]
    pub(super) fn visit(
        &mut self,
        state: &BombState,
        within: u8,
        ask: impl Fn(&mut Self, &BombState, u8) -> Result<WinAnswer, Stopped>,
    ) -> Result<WinAnswer, Stopped> {
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
            self.attack(state, within, ask)
        } else {
            self.defend(state, within, ask)
        }
    }

    /// What is known, unless it is found out faster than looked up.
    #[inline]
    fn known(&self, key: Key, within: u8) -> (WinSpan, Option<u8>) {
        if within < STORED { (WinSpan::OPEN, None) } else { self.table.get(key, self.attacker) }
    }

    #[inline]
    fn store(&mut self, key: Key, within: u8, answer: WinAnswer, best: Option<u8>, nodes: u64) {
        if within >= STORED {
            self.table.add(key, self.attacker, answer, best, (nodes + 1).ilog2() as u8);
        }
    }

    /// An action of the defender that is known to hold out for so long, and what it proves. All children are asked for before the first
    /// is looked up.
    #[cfg_attr(target_arch = "x86_64", inline(always))]
    fn known_reply(
        &self,
        state: &BombState,
        within: u8,
        moves: &[Action],
        duty: &Duty,
    ) -> Option<(Action, WinAnswer)> {
        if within < LOOKED_UP || !has_single_turns::<R>() {
            return None;
        }
        let mut keys: ArrayVec<(Action, Key), 8> = ArrayVec::new();
        for action in moves {
            if !duty.is_lost(*action) {
                keys.push((*action, self.key(&self.game.play(state, *action), within - 1)));
            }
        }
        for (action, key) in keys {
            if let Some(WinAnswer::Holds(actions)) = self.table.get(key, self.attacker).0.answer(within - 1) {
                return Some((action, WinAnswer::Holds(later(actions))));
            }
        }
        None
    }

    /// The key of a position, whose entry is asked for while other things are looked at.
    #[inline]
    fn key(&self, state: &BombState, within: u8) -> Key {
        let key = Key::of::<R>(state);
        if within >= STORED {
            self.table.prefetch(key);
        }
        key
    }

    #[cfg_attr(target_arch = "x86_64", inline(always))]
    fn attack(
        &mut self,
        state: &BombState,
        within: u8,
        ask: impl Fn(&mut Self, &BombState, u8) -> Result<WinAnswer, Stopped>,
    ) -> Result<WinAnswer, Stopped> {
        let key = self.key(state, within);
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
            // 3. One turn further, if that is plain.
            if early == 2 && has_room(state, 4) {
                match soon(self.game, state, self.attacker) {
                    Soon::Wins => return Ok(WinAnswer::Wins(3)),
                    Soon::Holds if within <= 4 => return Ok(WinAnswer::Holds(4)),
                    Soon::Holds | Soon::Open => {}
                }
            }
        }
        // 4. What is known.
        let (span, best) = self.known(key, within);
        if let Some(answer) = span.answer(within) {
            return Ok(answer);
        }
        // 5. One action that wins is enough.
        let before = self.nodes;
        let duty = Duty::new::<R>(self.game, state, actions_next::<R>(state));
        let mut moves = Moves::new();
        self.game.moves(state, &mut moves);
        let (mut answer, mut best_slot) = (WinAnswer::Holds(NEVER), None);
        for action in ordered(&moves, best, |action| duty.attack_rank(action)) {
            if duty.is_lost(action) {
                continue;
            }
            match ask(self, &self.game.play(state, action), within - 1)? {
                WinAnswer::Wins(actions) => {
                    (answer, best_slot) = (WinAnswer::Wins(actions + 1), Some(self.game.slot(action) as u8));
                    break;
                }
                WinAnswer::Holds(actions) => answer = shorter(answer, actions),
            }
        }
        self.store(key, within, answer, best_slot, self.nodes - before);
        Ok(answer)
    }

    #[cfg_attr(target_arch = "x86_64", inline(always))]
    fn defend(
        &mut self,
        state: &BombState,
        within: u8,
        ask: impl Fn(&mut Self, &BombState, u8) -> Result<WinAnswer, Stopped>,
    ) -> Result<WinAnswer, Stopped> {
        let left = actions_left::<R>(state);
        // 1. Nothing happens to a defender who has room to drop.
        if !R::IS_MISERE && within <= left && has_room(state, left) {
            return Ok(WinAnswer::Holds(left));
        }
        let is_quiet =
            !R::IS_MISERE && within <= 3 && left + actions_next::<R>(state) == 2 && has_room(state, 3);
        if is_quiet && holds_two::<R>(state, self.attacker) {
            return Ok(WinAnswer::Holds(3));
        }
        // 2. A defender who wins has nothing to fear.
        let key = self.key(state, within);
        if !R::IS_MISERE && win_within_turn(self.game, state).is_some() {
            return Ok(WinAnswer::Holds(NEVER));
        }
        // 3. A drop after which it is plain that nothing happens.
        let is_short =
            !R::IS_MISERE && within <= 5 && left + actions_next::<R>(state) == 2 && has_room(state, 5);
        if is_short && holds_four(self.game, state, self.attacker) {
            return Ok(WinAnswer::Holds(5));
        }
        // 4. What is known.
        let (span, best) = self.known(key, within);
        if let Some(answer) = span.answer(within) {
            return Ok(answer);
        }
        // 5. Every action must lose; those that leave a threat of the attacker alone do.
        let before = self.nodes;
        let drops = within.saturating_sub(left).min(actions_next::<R>(state));
        let duty = Duty::new::<R>(self.game, state, drops);
        let mut moves = Moves::new();
        self.game.moves(state, &mut moves);
        // 6. An action after which it is known that nothing happens.
        if let Some((action, answer)) = self.known_reply(state, within, &moves, &duty) {
            self.store(key, within, answer, Some(self.game.slot(action) as u8), 0);
            return Ok(answer);
        }
        // If a threat exists, some action leaves it alone, and loses at least so fast.
        let least = if duty.is_threatened { left + drops } else { 0 };
        let (mut longest, mut best_slot, mut held) = (least, None, None);
        for action in ordered(&moves, best, |action| duty.defence_rank::<R>(action, within)) {
            if duty.is_lost(action) {
                continue;
            }
            match ask(self, &self.game.play(state, action), within - 1)? {
                WinAnswer::Wins(actions) => longest = longest.max(actions + 1),
                WinAnswer::Holds(actions) => {
                    (held, best_slot) = (Some(later(actions)), Some(self.game.slot(action) as u8));
                    break;
                }
            }
        }
        let answer = held.map_or(WinAnswer::Wins(longest), WinAnswer::Holds);
        self.store(key, within, answer, best_slot, self.nodes - before);
        Ok(answer)
    }
}

/// What the opponent threatens to do with drops in its next turn, and so what the mover has to do in this one, in which it
/// cannot win.
struct Duty {
    threats: BombThreats,
    is_threatened: bool,
    /// Columns of which the last action of the turn has to choose one; `None` if it is not the last one.
    last: Option<u8>,
    /// Whether the bomb may yet explode in this turn, after any drop.
    can_explode: bool,
    /// The mover's stones, and all of them.
    mine: u64,
    all: u64,
}

impl Duty {
    #[cfg_attr(target_arch = "x86_64", inline(always))]
    fn new<R: BombRules>(game: BombGame<R>, state: &BombState, drops: u8) -> Self {
        let (board, mover) = (state.board(), game.to_move(state));
        let drops = if R::IS_MISERE { 0 } else { drops };
        let threats = BombThreats::of(board.stones(mover.other()), board.all(), drops);
        Self {
            threats,
            is_threatened: threats.any(),
            last: (actions_left::<R>(state) == 1).then(|| threats.answers(0)),
            can_explode: board.bomb(mover) != 0 || game.drops_bomb(state),
            mine: board.stones(mover),
            all: board.all(),
        }
    }

    #[cfg_attr(target_arch = "x86_64", inline(always))]
    fn is_lost(&self, action: Action) -> bool {
        let Action::Drop(column) = action else { return false };
        match self.last {
            Some(columns) => columns >> column & 1 == 0,
            None => !self.can_explode && self.threats.answers(1 << column) == 0,
        }
    }

    /// An attacker's drop is good for what it makes, and a little for what it takes.
    #[cfg_attr(target_arch = "x86_64", inline(always))]
    fn attack_rank(&self, action: Action) -> i32 {
        let Action::Drop(column) = action else { return 0 };
        let mine = promise(self.mine, self.all, column);
        let theirs = promise(self.all & !self.mine, self.all, column);
        -((2 * mine + theirs) as i32)
    }

    /// What touches threats comes first, because it leaves more columns to answer the others with; then what makes own threats. A bomb is
    /// worth most while it is kept.
    ///
    /// Where turns have one action the centre counts too, even rows are a little better than odd ones, and low ones than high ones. Nothing
    /// counts but the position: the same reply after different ways leads to the same positions again.
    #[cfg_attr(target_arch = "x86_64", inline(always))]
    fn defence_rank<R: BombRules>(&self, action: Action, within: u8) -> i32 {
        let Action::Drop(column) = action else { return LAST };
        let answers = if self.is_threatened { self.threats.answers(1 << column).count_ones() } else { 0 };
        let promise = if within + 1 < STORED { 0 } else { promise(self.mine, self.all, column) };
        let rank = -((80 * answers + 10 * promise) as i32);
        if has_single_turns::<R>() {
            let below = (self.all >> (8 * column) & 0x7F).count_ones() as i32;
            rank + 10 * NEARNESS[usize::from(column)] - 2 * (below & 1) + below
        } else {
            rank
        }
    }
}

/// The rank of what is tried last.
const LAST: i32 = 10_000;

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

/// Central columns first.
const NEARNESS: [i32; 8] = [3, 2, 1, 0, 1, 2, 3, 0];

/// The actions in the order in which they are tried: the one that answered the last question, then by rank, then from
/// the middle. Nothing is ranked before it is needed.
#[cfg_attr(target_arch = "x86_64", inline(always))]
fn ordered(moves: &[Action], best: Option<u8>, rank: impl Fn(Action) -> i32) -> impl Iterator<Item = Action> {
    let best = best.map(|slot| if slot < 7 { Action::Drop(slot) } else { Action::Boom });
    let rest = move || {
        let slot = |action| if let Action::Drop(column) = action { usize::from(column) } else { 7 };
        let others = moves.iter().copied().filter(|action| Some(*action) != best);
        let mut ranked: ArrayVec<(i32, Action), 8> =
            others.map(|action| (rank(action) * 8 + NEARNESS[slot(action)], action)).collect();
        sort_few(&mut ranked, |(rank, _)| *rank);
        ranked.into_iter().map(|(_, action)| action)
    };
    best.into_iter().chain(std::iter::once_with(rest).flatten())
}
