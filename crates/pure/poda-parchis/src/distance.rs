use crate::{
    Cell, Colour, Spot,
    track::{ENTRY_STEPS, TRACK},
};

/// A piece for distances: its colour and where it stands.
pub(crate) type PieceCell = (Colour, Cell);

/// How many cells a piece of a colour that stands at `from` has to walk to stand where another one stands, as shells, horns and
/// blasts count it; `None` if its way does not lead there.
pub fn forward_distance(from: (Colour, Cell), to: (Colour, Cell)) -> Option<i32> {
    forward(from, to)
}

/// How many cells `from` has to walk to stand where `to` stands, as shells, horns and blasts count it; `None` if its
/// way does not lead there.
pub(crate) fn forward((colour, from): PieceCell, (other, to): PieceCell) -> Option<i32> {
    if !to.is_track() && colour != other {
        return None;
    }
    let (a, b, entry) = (on_track(colour, from), on_track(other, to), i32::from(colour.entry_cell()));
    if a <= entry && entry < b || a > b && (a <= entry || entry < b) {
        return None;
    }
    let mut distance = if b >= a { b - a } else { i32::from(TRACK) - raw(from) + raw(to) };
    distance -= beyond(from);
    distance += beyond(to);
    (distance >= 0).then_some(distance)
}

/// The track cell that stands for a cell off the track.
fn on_track(colour: Colour, cell: Cell) -> i32 {
    i32::from(match cell.spot() {
        Spot::Track(number) => number,
        Spot::Home(_) => colour.start_cell(),
        Spot::Corridor(..) | Spot::Goal(_) => colour.entry_cell(),
    })
}

/// The cell's number on its own part of the board, as it stands in the sum.
fn raw(cell: Cell) -> i32 {
    match cell.spot() {
        Spot::Track(number) | Spot::Corridor(_, number) => i32::from(number),
        Spot::Home(_) | Spot::Goal(_) => 0,
    }
}

/// How far a cell lies beyond the track cell that stands for it.
fn beyond(cell: Cell) -> i32 {
    match cell.spot() {
        Spot::Track(_) => 0,
        Spot::Home(_) => -1,
        Spot::Corridor(_, number) => i32::from(number),
        Spot::Goal(_) => i32::from(ENTRY_STEPS),
    }
}
