use crate::{
    Cell, Colour, Die, MAX_BOUNCES, Mechanic, Move, Parchis, ParchisState, StarBounce, Status,
    bytes::PieceSet,
    energy,
    legality::{base_distance, destination},
    objects,
    state::{Flags, Victim},
    status::Condition,
    track::{TRACK, path, path_without_wrap},
};

/// Plays one decision in place.
#[inline]
pub(crate) fn play(rules: &Parchis, next: &mut ParchisState, mv: Move) {
    let die = mv.die();
    let mover = next.mover;
    // Q3: skips and special dice leave the slip flag as it is.
    next.flags.clear(Flags::CAPTURE | Flags::GOAL);
    next.victim = Victim::default();
    remember_six(&mut next.flags, die);
    if die.is_object() {
        // Skipped or used, it is gone, and makes room before its own effect.
        let hand = &mut next.hands[mover.side().index()];
        *hand = hand.without(die);
    }
    if let Some(piece) = mv.piece_number() {
        if die.is_object() {
            objects::apply(rules, next, piece, die);
        } else if die == Die::ENERGY {
            energy::apply(rules, next, piece);
        } else {
            walk(rules, next, piece, die);
        }
    }
    if die.value() <= 6 || die == Die::ENERGY {
        let set = &mut next.dice[rules.edition.turns.dice_index(mover)];
        *set = set.spend(die, rules.edition.dice);
    }
    pass_time(next);
    let kept = next.flags.has(Flags::CAPTURE | Flags::GOAL | Flags::SIX) && !next.flags.has(Flags::SLIP);
    if !kept {
        next.mover = rules.edition.turns.after(mover);
    }
    next.turn = next.turn.next();
}

/// A six is remembered through the bonus dice that it leads to.
#[inline]
fn remember_six(flags: &mut Flags, die: Die) {
    match die {
        Die::SIX => flags.set(Flags::SIX),
        Die::GOAL_BONUS | Die::CAPTURE_BONUS => {}
        _ => flags.clear(Flags::SIX),
    }
}

/// What has befallen the mover's pieces lasts one decision less.
#[inline]
fn pass_time(state: &mut ParchisState) {
    if state.has_conditions() {
        for colour in Colour::of_side(state.mover.side()) {
            for condition in &mut state.conditions[4 * colour.index()..4 * colour.index() + 4] {
                *condition = Condition(*condition).elapsed().0;
            }
        }
    }
}

/// The effect of an ordinary die.
#[inline]
fn walk(rules: &Parchis, state: &mut ParchisState, piece: usize, die: Die) {
    let colour = Colour::from_index(piece / 4);
    let from = state.cell(piece);
    let status = state.condition(piece).status();
    // 1. Where to.
    state.flags.clear(Flags::SLIP);
    let distance = status.stretch(base_distance(state, colour, die));
    let (mut to, bounced) = destination(colour, from, distance);
    // 2. A banana on the way.
    let sure_footed = matches!(status, Status::Star | Status::Ghost | Status::Mega);
    if state.bananas[0] != 0
        && !sure_footed
        && from.is_track()
        && let Some(banana) = first_banana(state, from.0, to.path_end(colour))
    {
        to = Cell::track(banana);
        remove_banana(state, banana);
        state.flags.set(Flags::SLIP);
        state.flags.clear(Flags::SIX);
        state.conditions[piece] = Condition::new(Status::Slipped, SLIP_TIME).0;
    }
    // 3. to 5. The walk itself, by the kind of piece.
    let mut here = state.on(to);
    let captured = match state.condition(piece).status() {
        Status::Star => {
            let entry = bounced && rules.edition.star_bounce == StarBounce::ToEntry;
            trample(state, colour, from, if entry { colour.entry_cell() } else { to.path_end(colour) });
            here = state.on(to);
            state.cells[piece] = to.0;
            false
        }
        Status::Mega => {
            to = crush(state, piece, colour, to);
            count_bounce(state, colour, bounced);
            state.cells[piece] = to.0;
            false
        }
        status => {
            if status != Status::Ghost && meets_star(state, colour, from, to) {
                state.send_home(piece);
                return;
            }
            let harmless = matches!(status, Status::Ghost | Status::Small | Status::Slipped);
            let captured = !harmless && capture(state, colour, to, &mut here);
            state.cells[piece] = to.0;
            // Q10: a bounce that a banana cut short counts all the same.
            count_bounce(state, colour, bounced);
            captured
        }
    };
    // 6. The goal, or what lies on the cell.
    if to.is_goal() {
        reach_goal(rules, state, colour);
    }
    objects::take(state, to);
    // 7. The bonus.
    if captured {
        state.flags.set(Flags::CAPTURE);
    }
    // 8. The energy.
    if rules.edition.mechanic == Mechanic::Energy {
        // Even a bounce back to its own cell is a walk: only whoever ran into a star has not walked.
        let neighbours = here.without(PieceSet::of_piece(piece));
        energy::gather(state, colour, to, neighbours, die, captured);
    }
}

/// How many decisions a slipped piece stays slipped, the one in which it slips included.
const SLIP_TIME: u8 = 2;

/// The first banana after `from` on the way to `to`.
fn first_banana(state: &ParchisState, from: u8, to: u8) -> Option<u8> {
    let on_path = path(from, to);
    let ahead = |banana: &u8| (TRACK + *banana - from) % TRACK;
    state.bananas().filter(|banana| on_path >> banana & 1 == 1).min_by_key(ahead)
}

fn remove_banana(state: &mut ParchisState, banana: u8) {
    if let Some(index) = state.bananas.iter().position(|cell| *cell == banana) {
        state.bananas.copy_within(index + 1.., index);
        state.bananas[3] = 0;
    }
}

/// A star sends home whom it meets: everybody of another colour but ghosts and stars.
fn trample(state: &mut ParchisState, colour: Colour, from: Cell, end: u8) {
    if !from.is_track() {
        return;
    }
    let walk = path_without_wrap(from.0, end);
    for piece in 0..16 {
        let immune = matches!(state.condition(piece).status(), Status::Ghost | Status::Star);
        if piece / 4 != colour.index() && !immune && walk & state.cell(piece).bit() != 0 {
            state.send_home(piece);
        }
    }
}

/// Whether a star of another colour, be it the partner's, stands on the way.
#[inline]
fn meets_star(state: &ParchisState, colour: Colour, from: Cell, to: Cell) -> bool {
    if !state.has_conditions() || !from.is_track() {
        return false;
    }
    // Q2: stars are looked for by a walker who does not go round.
    let walk = path_without_wrap(from.0, to.path_end(colour));
    (0..16).any(|piece| {
        piece / 4 != colour.index()
            && state.condition(piece).status() == Status::Star
            && walk & state.cell(piece).bit() != 0
    })
}

/// A mega piece comes to `to`: crushes, takes objects, and says where it ends.
fn crush(state: &mut ParchisState, piece: usize, colour: Colour, to: Cell) -> Cell {
    let landing = if to.next(colour).is_goal() { Cell::goal(colour) } else { to };
    // Q4: a mega piece on goal crushes those on track cell 1.
    let after = landing.next(colour);
    send_others_home(state, colour, to);
    send_others_home(state, colour, after);
    objects::take_two(state, landing, after);
    let condition = state.condition(piece);
    if landing.is_goal() {
        state.conditions[piece] = condition.with_status(Status::Normal).0;
        landing
    } else if condition.counter() == 1 {
        // It shrinks at the end of this decision, onto the further one of its two cells.
        after
    } else {
        landing
    }
}

/// Sends home everybody on a cell who is of another colour and no ghost.
pub(crate) fn send_others_home(state: &mut ParchisState, colour: Colour, cell: Cell) {
    for piece in state.on(cell).without(PieceSet::of_colour(colour)) {
        if state.condition(piece).status() != Status::Ghost {
            state.send_home(piece);
        }
    }
}

/// Captures on a track cell that is not safe. Q5: only the first occupant is looked at.
#[inline]
fn capture(state: &mut ParchisState, colour: Colour, cell: Cell, here: &mut PieceSet) -> bool {
    if !cell.is_track() || cell.is_safe() {
        return false;
    }
    match here.first() {
        Some(piece) if piece / 4 != colour.index() && state.condition(piece).status() != Status::Ghost => {
            state.send_home(piece);
            state.victim = Victim::of_piece(piece);
            *here = here.without(PieceSet::of_piece(piece));
            true
        }
        _ => false,
    }
}

fn count_bounce(state: &mut ParchisState, colour: Colour, bounced: bool) {
    if bounced {
        let bounces = &mut state.bounces[colour.index()];
        *bounces += 1;
        if *bounces > MAX_BOUNCES {
            state.winner = colour.side().other().number();
        }
    }
}

/// A piece has come to its goal by walking: the game is won, or there is a bonus.
#[inline]
fn reach_goal(rules: &Parchis, state: &mut ParchisState, colour: Colour) {
    win_if_complete(rules, state, colour);
    if state.winner == 0 {
        state.flags.set(Flags::GOAL);
    }
}

/// Whoever has all pieces of one colour on goal wins.
#[inline]
pub(crate) fn win_if_complete(rules: &Parchis, state: &mut ParchisState, colour: Colour) {
    if state.winner == 0 && state.on(Cell::goal(colour)).len() as usize == rules.pieces() {
        state.winner = colour.side().number();
    }
}
