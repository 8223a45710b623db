use crate::{
    Cell, Colour, Die, Parchis, ParchisState, Status,
    distance::forward,
    movement::{send_others_home, win_if_complete},
    status::Condition,
    track::TRACK,
};

/// The objects of 2022/23 in the order in which they are listed and scanned: cell and die.
pub(crate) const OBJECTS: [(u8, Die); 24] = {
    // Each arm of the cross carries the same places; what lies there differs from arm to arm.
    let mut list = [(0, Die(0)); 24];
    let mut arm = 0;
    while arm < 4 {
        let cell = 17 * arm as u8;
        let (first, second) = if arm < 2 { (Die::STAR, Die::MEGA_MUSHROOM) } else { (Die::BOO, Die::SHOCK) };
        list[2 * arm] = (cell + 5, first);
        list[2 * arm + 1] = (cell + 6, second);
        let (first, second) =
            if arm < 2 { (Die::BULLET, Die::BLUE_SHELL) } else { (Die::RED_SHELL, Die::HORN) };
        list[8 + 2 * arm] = (cell + 14, first);
        list[8 + 2 * arm + 1] = (cell + 15, second);
        // The last pair of the last arm lies past the end of the track, on 1 and 2.
        let cell = (cell + 17) % TRACK;
        list[16 + 2 * arm] = (cell + 1, Die::MUSHROOM);
        list[16 + 2 * arm + 1] = (cell + 2, Die::BANANA);
        arm += 1;
    }
    list
};

/// The bit of the object that starts on each cell, or none.
const OBJECT_BIT: [u32; 128] = {
    let mut table = [0; 128];
    let mut bit = 0;
    while bit < OBJECTS.len() {
        table[OBJECTS[bit].0 as usize] = 1 << bit;
        bit += 1;
    }
    table
};

/// How many of the mover's decisions each effect lasts, the one that causes it included.
const STAR_TIME: u8 = 4;
const GHOST_TIME: u8 = 6;
const MEGA_TIME: u8 = 4;
const SHOCK_TIME: u8 = 4;
const MUSHROOM_JUMP: u8 = 8;
/// How far a bullet flies.
pub(crate) const BULLET_JUMP: u8 = 40;
/// How far a horn is heard and a blast felt.
pub(crate) const REACH: i32 = 2;

/// The mover takes what lies on a cell, if it can still hold it.
#[inline]
pub(crate) fn take(state: &mut ParchisState, cell: Cell) {
    let bit = state.objects & OBJECT_BIT[cell.index()];
    let hand = &mut state.hands[state.mover.side().index()];
    if bit != 0 && !hand.is_full() {
        *hand = hand.with(OBJECTS[bit.trailing_zeros() as usize].1);
        state.objects &= !bit;
    }
}

/// The mover takes what lies on two cells, in the order of the list.
pub(crate) fn take_two(state: &mut ParchisState, one: Cell, other: Cell) {
    let mut bits = state.objects & (OBJECT_BIT[one.index()] | OBJECT_BIT[other.index()]);
    while bits != 0 {
        take(state, Cell::track(OBJECTS[bits.trailing_zeros() as usize].0));
        bits &= bits - 1;
    }
}

/// The effect of a special die on, or from, a piece of the mover.
pub(crate) fn apply(rules: &Parchis, state: &mut ParchisState, piece: usize, die: Die) {
    let colour = Colour::from_index(piece / 4);
    let own = colour.side().index();
    let cell = state.cell(piece);
    match die {
        Die::STAR => state.conditions[piece] = Condition::new(Status::Star, STAR_TIME).0,
        Die::BOO => {
            state.conditions[piece] = Condition::new(Status::Ghost, GHOST_TIME).0;
            if let Some(stolen) = lose_newest(state, 1 - own) {
                state.hands[own] = state.hands[own].with(stolen);
            }
        }
        Die::MEGA_MUSHROOM => {
            state.conditions[piece] = Condition::new(Status::Mega, MEGA_TIME).0;
            let after = cell.next(colour);
            send_others_home(state, colour, cell);
            send_others_home(state, colour, after);
            take_two(state, cell, after);
        }
        Die::SHOCK => {
            shock(state, colour);
            lose_newest(state, 1 - own);
        }
        Die::BANANA => {
            if let Some(free) = state.bananas.iter().position(|banana| *banana == 0) {
                state.bananas[free] = cell.0;
            }
        }
        Die::MUSHROOM => jump(rules, state, piece, MUSHROOM_JUMP),
        Die::BULLET => {
            let condition = state.condition(piece);
            if cell.is_home() {
                state.cells[piece] = colour.start_cell();
            }
            jump(rules, state, piece, BULLET_JUMP);
            state.conditions[piece] = condition.with_status(Status::Normal).0;
        }
        Die::RED_SHELL => red_shell(state, piece),
        Die::BLUE_SHELL => blue_shell(state, piece),
        _ => horn(state, piece),
    }
}

fn lose_newest(state: &mut ParchisState, side: usize) -> Option<Die> {
    let (lost, left) = state.hands[side].take_newest();
    state.hands[side] = left;
    lost
}

/// All other colours become small, wherever they are.
fn shock(state: &mut ParchisState, colour: Colour) {
    for piece in others(state, colour) {
        let status = match state.condition(piece).status() {
            Status::Mega => Status::Normal,
            Status::Star | Status::Ghost => continue,
            Status::Normal | Status::Small | Status::Slipped => Status::Small,
        };
        state.conditions[piece] = Condition::new(status, SHOCK_TIME).0;
    }
}

/// The pieces of the three other colours, the partner's included, in the order of the turns.
pub(crate) fn others(state: &ParchisState, colour: Colour) -> impl Iterator<Item = usize> + use<> {
    let present = state.pieces(colour).len();
    Colour::IN_TURN
        .into_iter()
        .filter(move |other| *other != colour)
        .flat_map(move |other| 4 * other.index()..4 * other.index() + present)
}

/// Carries a piece forward over everything, to the first free cell from there on, or to its goal if that is as near.
pub(crate) fn jump(rules: &Parchis, state: &mut ParchisState, piece: usize, distance: u8) {
    let colour = Colour::from_index(piece / 4);
    let steps = state.cell(piece).steps_to_goal(colour);
    let landing = if steps <= distance {
        Cell::goal(colour)
    } else {
        // Q9: whether the goal is near enough is asked once; a search for a free cell that runs past an occupied goal
        // goes on as a bounce, which nobody counts.
        (distance..=u8::MAX)
            .map(|ahead| Cell::at_steps(colour, steps.abs_diff(ahead)))
            .find(|cell| state.on(*cell).is_empty())
            .unwrap_or(Cell::goal(colour))
    };
    state.cells[piece] = landing.0;
    take(state, landing);
    win_if_complete(rules, state, colour);
}

/// Hits the nearest pieces of other colours ahead of the shooter.
pub(crate) fn red_shell(state: &mut ParchisState, shooter: usize) {
    let colour = Colour::from_index(shooter / 4);
    let from = (colour, state.cell(shooter));
    shell(state, colour, [Status::Star, Status::Mega], |state, piece| forward(from, standing(state, piece)));
}

/// Hits the pieces of other colours that are nearest to their goals.
pub(crate) fn blue_shell(state: &mut ParchisState, shooter: usize) {
    // Q12: megas are not immune, whatever the hand-out says.
    shell(state, Colour::from_index(shooter / 4), [Status::Star, Status::Star], |state, piece| {
        Some(i32::from(state.cell(piece).steps_to_goal(Colour::from_index(piece / 4))))
    });
}

fn shell(
    state: &mut ParchisState,
    colour: Colour,
    immune: [Status; 2],
    distance: impl Fn(&ParchisState, usize) -> Option<i32>,
) {
    let reach = |state: &ParchisState, piece: usize| {
        let seen = state.condition(piece).status() != Status::Ghost;
        distance(state, piece).filter(|cells| seen && *cells > 0)
    };
    let Some(nearest) = others(state, colour).filter_map(|piece| reach(state, piece)).min() else { return };
    let before = *state;
    for piece in others(state, colour).filter(|piece| reach(&before, *piece) == Some(nearest)) {
        let owner = Colour::from_index(piece / 4).side().index();
        if state.hands[owner].contains(Die::HORN) {
            state.hands[owner] = state.hands[owner].without(Die::HORN);
        } else if !immune.contains(&state.condition(piece).status()) {
            state.send_home(piece);
        }
    }
}

/// Sends everybody of other colours around a piece home.
fn horn(state: &mut ParchisState, piece: usize) {
    let colour = Colour::from_index(piece / 4);
    let blower = (colour, state.cell(piece));
    for other in others(state, colour) {
        let immune = matches!(state.condition(other).status(), Status::Ghost | Status::Mega | Status::Star);
        let there = standing(state, other);
        if !immune && !there.1.is_goal() && is_near(blower, there) {
            state.send_home(other);
        }
    }
}

/// Where a piece stands.
pub(crate) fn standing(state: &ParchisState, piece: usize) -> (Colour, Cell) {
    (Colour::from_index(piece / 4), state.cell(piece))
}

/// Whether one of two pieces is at most two cells ahead of the other.
pub(crate) fn is_near(one: (Colour, Cell), other: (Colour, Cell)) -> bool {
    [forward(one, other), forward(other, one)].into_iter().flatten().any(|cells| cells <= REACH)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_of_objects() {
        let cells =
            [5, 6, 22, 23, 39, 40, 56, 57, 14, 15, 31, 32, 48, 49, 65, 66, 18, 19, 35, 36, 52, 53, 1, 2];
        assert_eq!(OBJECTS.map(|(cell, _)| cell), cells);
        for die in Die::objects() {
            let expected = if matches!(die, Die::MUSHROOM | Die::BANANA) { 4 } else { 2 };
            assert_eq!(OBJECTS.iter().filter(|(_, object)| *object == die).count(), expected, "{die}");
        }
    }
}
