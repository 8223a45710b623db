use crate::{
    Cell, Colour, Die, Parchis, ParchisState, Status,
    bytes::PieceSet,
    objects::{BULLET_JUMP, blue_shell, is_near, jump, red_shell, standing},
    status::Condition,
};

/// The most energy a side can have.
pub(crate) const FULL: u8 = 100;
/// How much of it there is, in tenths, as stable words.
pub(crate) const SHARES: [&str; 11] = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"];
const FOR_CAPTURE: u8 = 15;
const FOR_WALL: u8 = 10;
const FOR_SAFE_CELL: u8 = 5;
const STAR_TIME: u8 = 6;
const LONG_JUMP: u8 = 25;

/// What the energy die does at some level of energy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effect {
    /// A jump of so many cells.
    Jump(u8),
    RedShell,
    BlueShell,
    /// The own piece farthest from goal explodes.
    Boom,
    /// The own piece nearest to goal explodes.
    Catapum,
    /// The nearest piece of the main colour explodes.
    BoomBoom,
    Star,
    /// The whole better colour explodes.
    CatapumChimpum,
}

impl Effect {
    /// The effect at that energy.
    pub(crate) const fn at(energy: u8) -> Self {
        match energy {
            0..=49 => Self::Jump(7 + energy / 7),
            50..=59 | 70..=74 => Self::RedShell,
            60..=64 => Self::Boom,
            65..=69 => Self::Jump(LONG_JUMP),
            75..=79 => Self::Jump(BULLET_JUMP),
            80..=84 => Self::Catapum,
            85..=89 => Self::BlueShell,
            90..=94 => Self::BoomBoom,
            95..=99 => Self::Star,
            _ => Self::CatapumChimpum,
        }
    }
}

/// The mover gathers energy by walking to a cell with an ordinary or bonus die. The neighbours are those who stand there
/// too.
#[inline]
pub(crate) fn gather(
    state: &mut ParchisState,
    colour: Colour,
    to: Cell,
    neighbours: PieceSet,
    die: Die,
    captured: bool,
) {
    let mut gained = die.value();
    if captured {
        gained += FOR_CAPTURE;
    }
    // There are neither ghosts nor small pieces in the edition with energy: two of a colour are a wall.
    let of_colour = neighbours.without(PieceSet::of_colour(colour)).is_empty();
    if neighbours.is_single() && of_colour && !to.is_goal() {
        gained += FOR_WALL;
    }
    if to.is_safe() {
        gained += FOR_SAFE_CELL;
    }
    let energy = &mut state.energy[colour.side().index()];
    *energy = (*energy + gained).min(FULL);
}

/// Spends the energy on, or from, a piece.
pub(crate) fn apply(rules: &Parchis, state: &mut ParchisState, piece: usize) {
    let side = state.mover.side();
    let energy = std::mem::take(&mut state.energy[side.index()]);
    match Effect::at(energy) {
        Effect::Jump(distance) => jump(rules, state, piece, distance),
        Effect::RedShell => red_shell(state, piece),
        Effect::BlueShell => blue_shell(state, piece),
        Effect::Star => state.conditions[piece] = Condition::new(Status::Star, STAR_TIME).0,
        Effect::Boom => {
            let farthest = own_pieces(state, &Colour::of_side(side))
                .filter(|piece| is_out(state.cell(*piece)))
                // The first of equals, where `max_by_key` would give the last.
                .reduce(|best, piece| if steps(state, piece) > steps(state, best) { piece } else { best });
            explode(state, farthest.into_iter());
        }
        Effect::Catapum => explode(state, nearest(state, &Colour::of_side(side)).into_iter()),
        // Q7: meant for the nearest piece of either colour, but the search in the second colour finds the first
        // victim at home already and gives up.
        Effect::BoomBoom => explode(state, nearest(state, &[Colour::main_of(side)]).into_iter()),
        Effect::CatapumChimpum => {
            let [main, partner] = Colour::of_side(side);
            let total = |colour| {
                own_pieces(state, &[colour]).map(|piece| u32::from(steps(state, piece))).sum::<u32>()
            };
            let colour = if total(main) < total(partner) { main } else { partner };
            explode(state, own_pieces(state, &[colour]));
        }
    }
}

fn own_pieces(state: &ParchisState, colours: &[Colour]) -> impl Iterator<Item = usize> + use<> {
    let mut list = [[0; 2]; 2];
    for (slot, colour) in list.iter_mut().zip(colours) {
        let first = 4 * colour.index();
        *slot = [first, first + state.pieces(*colour).len()];
    }
    list.into_iter().flat_map(|[first, end]| first..end)
}

fn steps(state: &ParchisState, piece: usize) -> u8 {
    let (colour, cell) = standing(state, piece);
    cell.steps_to_goal(colour)
}

fn is_out(cell: Cell) -> bool {
    !cell.is_home() && !cell.is_goal()
}

/// The piece nearest to its goal that is not there yet.
///
/// Q8: whether a piece is at home is asked of the best one so far instead of the next one, so a home piece that is
/// found first stays the best for ever.
fn nearest(state: &ParchisState, colours: &[Colour]) -> Option<usize> {
    let mut best: Option<usize> = None;
    for piece in own_pieces(state, colours) {
        if state.cell(piece).is_goal() {
            continue;
        }
        match best {
            None => best = Some(piece),
            Some(so_far) if state.cell(so_far).is_home() => break,
            Some(so_far) if steps(state, piece) < steps(state, so_far) => best = Some(piece),
            Some(_) => {}
        }
    }
    best
}

/// Blows up around each of the pieces: itself, unless it is at home or on goal, and everybody near it but stars.
fn explode(state: &mut ParchisState, centres: impl Iterator<Item = usize>) {
    // All is measured before anybody goes home.
    let before = *state;
    for centre in centres {
        if is_out(before.cell(centre)) {
            state.send_home(centre);
        }
        let there = standing(&before, centre);
        for piece in own_pieces(&before, &[Colour::Yellow, Colour::Blue])
            .chain(own_pieces(&before, &[Colour::Red, Colour::Green]))
        {
            let spared = before.condition(piece).status() == Status::Star || !is_out(before.cell(piece));
            if !spared && is_near(there, standing(&before, piece)) {
                state.send_home(piece);
            }
        }
    }
}
