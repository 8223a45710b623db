//! The functions that a player's library is given.
#![expect(unsafe_code, reason = "the other side of this interface is C, and speaks in pointers")]

use std::{
    ffi::{CStr, c_char, c_int},
    ptr::null_mut,
    sync::{
        OnceLock,
        atomic::{AtomicPtr, Ordering},
    },
};

use poda_core::{Game, Moves, Notation};
use poda_parchis::{Cell, Colour, Die, Move, Parchis, ParchisState, Spot, forward_distance};

use crate::view::{View, box_numbers, status_of};

/// Room for a state; C only copies it.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct StateBytes([u64; 8]);

const _: () = assert!(size_of::<ParchisState>() <= size_of::<StateBytes>());
const _: () = assert!(align_of::<ParchisState>() <= align_of::<StateBytes>());

/// One decision: colour and index of the piece, -1 for nobody; and the die.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub(crate) struct Decision {
    colour: i32,
    piece: i32,
    die: i32,
}

/// Mirrors `PodaTable` of `PodaParchis.h`.
#[repr(C)]
pub(crate) struct CallTable {
    /// Reads a position of a game; 0 if it cannot be read. The first call decides on the game.
    read: unsafe extern "C" fn(*const c_char, *const c_char, *mut StateBytes) -> c_int,
    /// The children in the order of the rules: decisions and states, at most so many. Gives how many there are.
    children: unsafe extern "C" fn(*const StateBytes, *mut Decision, *mut StateBytes, c_int) -> c_int,
    /// What can be seen of a state.
    view: unsafe extern "C" fn(*const StateBytes, *mut View),
    /// The text of a legal decision; nothing if it is not legal. Gives its length.
    text: unsafe extern "C" fn(*const StateBytes, Decision, *mut c_char, c_int) -> c_int,
    /// How far a piece of a colour has to walk from one box to where another stands; -1 if it does not get there.
    distance: extern "C" fn(BoxNumbers, BoxNumbers) -> c_int,
    /// The steps to goal of a piece in that box.
    to_goal: extern "C" fn(BoxNumbers) -> c_int,
    /// Where a piece in that box, of that status, lands with a normal die, if nothing is in its way; and whether it bounces.
    landing: unsafe extern "C" fn(*const StateBytes, BoxNumbers, c_int, c_int, *mut c_int) -> BoxNumbers,
}

/// A box with the colour of a piece in it, as numbers.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoxNumbers {
    colour: i32,
    number: i32,
    /// As in the view.
    kind: i32,
}

impl BoxNumbers {
    fn cell(self) -> Option<(Colour, Cell)> {
        let colour = Colour::from_index((self.colour & 3) as usize);
        let number = u8::try_from(self.number).ok()?;
        let cell = Cell::of_spot(match self.kind {
            0 => Spot::Track(number),
            1 => Spot::Home(colour),
            2 => Spot::Corridor(colour, number),
            _ => Spot::Goal(colour),
        })?;
        Some((colour, cell))
    }
}

extern "C" fn distance(from: BoxNumbers, to: BoxNumbers) -> c_int {
    let both = from.cell().zip(to.cell());
    both.and_then(|(from, to)| forward_distance(from, to)).unwrap_or(-1)
}

unsafe extern "C" fn landing(
    state: *const StateBytes,
    from: BoxNumbers,
    status: c_int,
    die: c_int,
    bounced: *mut c_int,
) -> BoxNumbers {
    let die = u8::try_from(die).ok().and_then(Die::from_value);
    let (Some((colour, cell)), Some(die)) = (from.cell(), die) else { return from };
    // SAFETY: bytes that came from here, and a place for the answer.
    let (state, bounced) = unsafe { (load(state), &mut *bounced) };
    let (to, bounces) = state.landing(colour, cell, status_of(status), die);
    *bounced = c_int::from(bounces);
    let (kind, number) = box_numbers(to);
    BoxNumbers { colour: from.colour, number: i32::from(number), kind: i32::from(kind) }
}

extern "C" fn to_goal(from: BoxNumbers) -> c_int {
    from.cell().map_or(-1, |(colour, cell)| c_int::from(cell.steps_to_goal(colour)))
}

pub(crate) static TABLE: CallTable = CallTable { read, children, view, text, distance, to_goal, landing };

/// The game of this process: the one whose position was read last. A player is asked about one game only.
static RULES: AtomicPtr<Parchis> = AtomicPtr::new(null_mut());

fn rules() -> &'static Parchis {
    static USUAL: OnceLock<Parchis> = OnceLock::new();
    // SAFETY: nobody, or rules that were leaked.
    let named = unsafe { RULES.load(Ordering::Acquire).as_ref() };
    named.unwrap_or_else(|| USUAL.get_or_init(Parchis::default))
}

/// From now on these rules are asked.
fn play_by(named: Parchis) -> &'static Parchis {
    if *rules() != named {
        RULES.store(Box::leak(Box::new(named)), Ordering::Release);
    }
    rules()
}

fn decision(state: &ParchisState, mv: Move) -> Decision {
    let die = i32::from(mv.die().value());
    match mv.of_piece() {
        Some((colour, index)) => Decision { colour: colour.index() as i32, piece: index as i32, die },
        None => Decision { colour: state.mover().index() as i32, piece: -1, die },
    }
}

fn moves(state: &ParchisState) -> Moves<Move> {
    let mut moves = Moves::new();
    if state.outcome().is_none() {
        rules().moves(state, &mut moves);
    }
    moves
}

/// As the course's program lists them: a move twice where it does.
fn listed(state: &ParchisState) -> Moves<Move> {
    let mut moves = Moves::new();
    if state.outcome().is_none() {
        rules().textbook_children(state, &mut moves);
    }
    moves
}

fn save(state: ParchisState) -> StateBytes {
    let mut bytes = StateBytes([0; 8]);
    // SAFETY: there is room, and the place is aligned for it: both are asserted above.
    unsafe { (&raw mut bytes).cast::<ParchisState>().write(state) };
    bytes
}

/// # Safety
/// The bytes were made by [`save`], or copied from such.
unsafe fn load(bytes: *const StateBytes) -> ParchisState {
    // SAFETY: as above, these are the bytes of a state.
    unsafe { bytes.cast::<ParchisState>().read() }
}

unsafe extern "C" fn read(game: *const c_char, position: *const c_char, out: *mut StateBytes) -> c_int {
    // SAFETY: the host gives two C texts and a place for the state.
    let (game, position) = unsafe { (CStr::from_ptr(game), CStr::from_ptr(position)) };
    let spec = game.to_str().ok().and_then(|spec| spec.strip_prefix("parchis"));
    let spec = spec.map(|spec| spec.trim_start_matches(':').parse::<Parchis>());
    let Some(Ok(named)) = spec else { return 0 };
    let rules = play_by(named);
    match position.to_str().map(|line| rules.read_position(line)) {
        Ok(Ok(state)) => {
            // SAFETY: as above.
            unsafe { *out = save(state) };
            1
        }
        _ => 0,
    }
}

unsafe extern "C" fn children(
    state: *const StateBytes,
    decisions: *mut Decision,
    states: *mut StateBytes,
    most: c_int,
) -> c_int {
    // SAFETY: the course's classes hold only bytes that came from here.
    let state = unsafe { load(state) };
    let mut count = 0;
    for mv in listed(&state).iter().take(most.max(0) as usize) {
        // SAFETY: there are `most` places in each list.
        unsafe {
            *decisions.add(count) = decision(&state, *mv);
            *states.add(count) = save(rules().play(&state, *mv));
        }
        count += 1;
    }
    count as c_int
}

unsafe extern "C" fn view(state: *const StateBytes, out: *mut View) {
    // SAFETY: bytes that came from here, and a place for the view.
    unsafe { *out = View::of(rules(), &load(state)) };
}

unsafe extern "C" fn text(
    state: *const StateBytes,
    wanted: Decision,
    out: *mut c_char,
    room: c_int,
) -> c_int {
    // SAFETY: bytes that came from here.
    let state = unsafe { load(state) };
    let found = moves(&state).iter().copied().find(|mv| decision(&state, *mv) == wanted);
    let text = found.map(|mv| rules().move_text(&state, mv)).unwrap_or_default();
    let length = text.len().min(room.max(0) as usize);
    // SAFETY: there is room for so many.
    unsafe { out.cast::<u8>().copy_from_nonoverlapping(text.as_ptr(), length) };
    length as c_int
}

/// A process plays one game; a test has to be alone with its own.
#[cfg(test)]
pub(crate) static ALONE: std::sync::Mutex<()> = std::sync::Mutex::new(());

#[cfg(test)]
mod tests {
    use poda_core::{fold, mix};

    use super::*;

    #[test]
    fn what_c_is_told_is_what_the_rules_say() {
        let _alone = ALONE.lock().unwrap();
        for edition in ["2023", "2024"] {
            play_by(edition.parse().unwrap());
            tells_the_rules();
        }
    }

    fn tells_the_rules() {
        let mut plies = 0;
        for number in 0..12 {
            let mut state = rules().start();
            let mut chance = fold(mix(number), 7);
            while state.outcome().is_none() {
                let bytes = save(state);
                let (mut decisions, mut states) = ([Decision::default(); 64], [bytes; 64]);
                // SAFETY: bytes of a state, and lists of 64 places.
                let count =
                    unsafe { children(&raw const bytes, decisions.as_mut_ptr(), states.as_mut_ptr(), 64) };
                let legal = listed(&state);
                assert_eq!(count as usize, legal.len());
                for (index, mv) in legal.iter().enumerate() {
                    // SAFETY: bytes that `children` wrote.
                    assert_eq!(unsafe { load(&raw const states[index]) }, rules().play(&state, *mv));
                    let mut letters = [0; 32];
                    // SAFETY: bytes of a state, and room for 32 letters.
                    let length =
                        unsafe { text(&raw const bytes, decisions[index], letters.as_mut_ptr(), 32) };
                    let letters: Vec<u8> =
                        letters[..length as usize].iter().map(|letter| *letter as u8).collect();
                    assert_eq!(String::from_utf8_lossy(&letters), rules().move_text(&state, *mv));
                }
                let mut seen = View::default();
                // SAFETY: bytes of a state, and a place for the view.
                unsafe { view(&raw const bytes, &raw mut seen) };
                assert_eq!(seen, View::of(rules(), &state));
                assert_eq!(seen.player == 0, state.side() == poda_core::Side::First);
                chance = mix(chance);
                let index = (u128::from(chance) * legal.len() as u128) >> 64;
                state = rules().play(&state, legal[index as usize]);
                plies += 1;
            }
        }
        assert!(plies > 2000, "{plies}");
    }

    #[test]
    fn positions_are_read() {
        let _alone = ALONE.lock().unwrap();
        let line = CStr::to_owned(c"turn=1 mover=y");
        let mut bytes = StateBytes([0; 8]);
        // SAFETY: C texts, and a place for the state.
        assert_eq!(unsafe { read(c"boom".as_ptr(), line.as_ptr(), &raw mut bytes) }, 0);
        // SAFETY: the same.
        assert_eq!(unsafe { read(c"parchis:2023:grouped".as_ptr(), line.as_ptr(), &raw mut bytes) }, 0);
    }
}
