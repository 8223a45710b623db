//! What a course's classes show of a state, as plain numbers.

use poda_core::{Outcome, Side};
use poda_parchis::{Cell, Colour, Die, Parchis, ParchisState, Spot, Status};

/// A piece: where it stands and what has befallen it. Mirrors `PodaPiece` of `PodaParchis.h`.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub(crate) struct PieceView {
    /// The number of the box; 0 at home and on goal.
    pub(crate) number: i8,
    /// 0 the track, 1 home, 2 the corridor, 3 the goal; -1 if there is no such piece.
    pub(crate) kind: i8,
    /// 0 star, 1 ghost, 2 mega, 3 small, 4 normal, 5 slipped.
    pub(crate) status: i8,
    pub(crate) counter: i8,
    pub(crate) to_goal: i8,
}

/// Everything that is shown. Mirrors `PodaView` of `PodaParchis.h`.
#[repr(C)]
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub(crate) struct View {
    /// By colour, blue, red, green, yellow, and index.
    pub(crate) pieces: [[PieceView; 4]; 4],
    pub(crate) pieces_per_colour: i8,
    /// The colour to move.
    pub(crate) colour: i8,
    /// 0 or 1.
    pub(crate) player: i8,
    /// 0 or 1; -1 while the game goes on.
    pub(crate) winner: i8,
    /// The bonus die that is the only one, or 0.
    pub(crate) forced: i8,
    /// By player: normal dice from the smallest, zeros behind.
    pub(crate) dice: [[i8; 8]; 2],
    /// By player: the objects held, oldest first, as their dice, zeros behind.
    pub(crate) hands: [[i8; 2]; 2],
    pub(crate) power: [i8; 2],
    pub(crate) bounces: [i8; 4],
    /// The captured piece's colour and index; -1 if none was.
    pub(crate) eaten: [i8; 2],
    /// The track cells of bananas, zeros behind.
    pub(crate) traps: [i8; 4],
    /// Objects on the track: cells and dice, zeros behind.
    pub(crate) items: [[i8; 2]; 24],
    pub(crate) turn: i32,
}

impl View {
    pub(crate) fn of(rules: &Parchis, state: &ParchisState) -> Self {
        let mut view = Self {
            pieces_per_colour: rules.pieces() as i8,
            colour: state.mover().index() as i8,
            player: player(state.side()),
            winner: match state.outcome() {
                Some(Outcome::Win(side)) => player(side),
                Some(Outcome::Draw) | None => -1,
            },
            forced: state.forced_die().map_or(0, number),
            eaten: state.victim().map_or([-1; 2], |(colour, index)| [colour.index() as i8, index as i8]),
            turn: state.turn() as i32,
            ..Self::default()
        };
        for colour in Colour::ALL {
            let row = &mut view.pieces[colour.index()];
            *row = [PieceView { kind: -1, ..PieceView::default() }; 4];
            for (index, cell) in state.pieces(colour).enumerate() {
                let (kind, number) = box_numbers(cell);
                let (status, counter) = state.status(colour, index);
                row[index] = PieceView {
                    number: number as i8,
                    kind,
                    status: status_number(status),
                    counter: counter as i8,
                    to_goal: cell.steps_to_goal(colour) as i8,
                };
            }
            view.bounces[colour.index()] = state.bounces(colour) as i8;
        }
        for side in [Side::First, Side::Second] {
            let (place, mut dice) = (side.index(), rules.dice(state, side).descending().collect::<Vec<_>>());
            dice.reverse();
            fill(&mut view.dice[place], dice.into_iter().map(number));
            fill(&mut view.hands[place], state.hand(side).oldest_first().map(number));
            view.power[place] = state.energy(side) as i8;
        }
        fill(&mut view.traps, state.bananas().map(|cell| cell as i8));
        for (item, (cell, die)) in view.items.iter_mut().zip(state.objects()) {
            *item = [cell as i8, number(die)];
        }
        view
    }
}

fn fill(places: &mut [i8], values: impl Iterator<Item = i8>) {
    for (place, value) in places.iter_mut().zip(values) {
        *place = value;
    }
}

const fn player(side: Side) -> i8 {
    side.index() as i8
}

const fn number(die: Die) -> i8 {
    die.value() as i8
}

/// Kind and number of a box, as the course has them.
pub(crate) const fn box_numbers(cell: Cell) -> (i8, u8) {
    match cell.spot() {
        Spot::Track(number) => (0, number),
        Spot::Home(_) => (1, 0),
        Spot::Corridor(_, number) => (2, number),
        Spot::Goal(_) => (3, 0),
    }
}

/// The status of that number.
pub(crate) fn status_of(number: i32) -> Status {
    Status::ALL
        .into_iter()
        .find(|status| i32::from(status_number(*status)) == number)
        .unwrap_or(Status::Normal)
}

/// As the course numbers them.
const fn status_number(status: Status) -> i8 {
    match status {
        Status::Star => 0,
        Status::Ghost => 1,
        Status::Mega => 2,
        Status::Small => 3,
        Status::Normal => 4,
        Status::Slipped => 5,
    }
}
