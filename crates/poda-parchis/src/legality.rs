use poda_core::Moves;

use crate::{
    Cell, Colour, Die, Move, Parchis, ParchisState, Status, WallWalk,
    occupancy::Occupancy,
    track::{ON_TRACK, path, path_without_wrap},
};

/// Lists the legal moves in the order of the courses' own search: dice from the newest object down to the 1, for each
/// die the pieces of the main colour and then of the other, or else the skip.
pub(crate) fn generate(rules: &Parchis, state: &ParchisState, moves: &mut Moves<Move>) {
    let turn = TurnView::new(rules, state);
    if let Some(bonus) = state.forced_die() {
        turn.moves_with(bonus, moves);
        return;
    }
    let mut newer = None;
    for object in state.hand(state.side()).oldest_first().rev() {
        // Two equal objects are one choice.
        if newer != Some(object) {
            turn.moves_with(object, moves);
        }
        newer = Some(object);
    }
    for die in state.dice[rules.edition.turns.dice_index(state.mover)].descending() {
        turn.moves_with(die, moves);
    }
}

/// What all moves of a turn have in common.
struct TurnView<'a> {
    rules: &'a Parchis,
    state: &'a ParchisState,
    colours: &'static [Colour],
    occupancy: Occupancy,
}

impl<'a> TurnView<'a> {
    #[inline]
    fn new(rules: &'a Parchis, state: &'a ParchisState) -> Self {
        let colours = rules.edition.turns.colours(state.mover);
        Self { rules, state, colours, occupancy: Occupancy::of(state) }
    }

    /// Appends every legal move with that die: pieces, or the skip if no piece can use it.
    #[inline]
    fn moves_with(&self, die: Die, moves: &mut Moves<Move>) {
        let before = moves.len();
        // A six opens walls: as long as the mover has one, only its pieces may use the die.
        let walls = self.colours.iter().fold(0, |cells, colour| cells | self.occupancy.walls[colour.index()]);
        let must_open = die == Die::SIX && walls != 0;
        for colour in self.colours {
            let own_walls = self.occupancy.walls[colour.index()];
            let distance = base_distance(self.state, *colour, die);
            for index in 0..self.rules.pieces() {
                let piece = 4 * colour.index() + index;
                let from = self.state.cell(piece);
                if must_open && own_walls & from.bit() == 0 || from.is_goal() {
                    continue;
                }
                let legal = if die.value() >= Die::ENERGY.value() {
                    self.may_use(piece, *colour, from, die)
                } else {
                    self.may_walk(piece, *colour, from, die, distance)
                };
                if legal {
                    moves.push(Move::piece(die, piece));
                }
            }
        }
        if moves.len() == before {
            moves.push(Move::skip(die));
        }
    }

    /// Whether a piece may use an object or the energy, which leaves it where it is until the effect comes.
    fn may_use(&self, piece: usize, colour: Colour, from: Cell, die: Die) -> bool {
        let where_allowed = match die {
            Die::BANANA => from.is_track(),
            Die::BULLET | Die::RED_SHELL | Die::BLUE_SHELL | Die::SHOCK => true,
            _ => !from.is_home(),
        };
        let grows = die == Die::MEGA_MUSHROOM || self.state.condition(piece).status() == Status::Mega;
        where_allowed && (!grows || self.has_room_for_mega(colour, from, die))
    }

    #[inline]
    fn may_walk(&self, piece: usize, colour: Colour, from: Cell, die: Die, distance: u8) -> bool {
        if from.is_home() && die != Die::FIVE {
            return false;
        }
        let status = self.state.condition(piece).status();
        let (to, _) = destination(colour, from, status.stretch(distance));
        let occupancy = &self.occupancy;
        if to != from && !to.is_goal() {
            // Q5: three or more on a cell stop nobody.
            let full = if status == Status::Star { occupancy.star_pairs } else { occupancy.pairs };
            if full & to.bit() != 0 || occupancy.all_megas() & to.bit() != 0 {
                return false;
            }
        }
        if occupancy.blocks && from.is_track() {
            let end = to.path_end(colour);
            let passes_walls = matches!(status, Status::Ghost | Status::Star | Status::Mega);
            let walk = match self.rules.edition.wall_walk {
                WallWalk::AllRound => path(from.0, end),
                WallWalk::WithoutWrap => path_without_wrap(from.0, end),
            };
            if !passes_walls && occupancy.foreign_walls(colour) & walk & ON_TRACK != 0
                || status != Status::Ghost && occupancy.foreign_megas(colour) & walk != 0
            {
                return false;
            }
        }
        status != Status::Mega || self.has_room_for_mega(colour, to, die)
    }

    /// Whether a mega piece fits on `to` and the cell after it.
    fn has_room_for_mega(&self, colour: Colour, to: Cell, die: Die) -> bool {
        // Q4: past the goal this looks at track cell 1.
        let after = to.next(colour);
        if self.occupancy.all_megas() & after.bit() != 0 {
            return false;
        }
        let is_star = |piece: usize| self.state.condition(piece).status() == Status::Star;
        let is_own = |piece: usize| piece / 4 == colour.index();
        let resists =
            |cell: Cell| self.state.on(cell).into_iter().any(|piece| is_own(piece) || is_star(piece));
        let here = self.state.on(to);
        let blocked = if die == Die::MEGA_MUSHROOM {
            let mut pieces = here.into_iter();
            match (pieces.next(), pieces.next()) {
                (Some(one), Some(other)) => {
                    is_own(one) && (is_own(other) || is_star(other)) || is_own(other) && is_star(one)
                }
                _ => false,
            }
        } else {
            die.value() < Die::ENERGY.value() && resists(to)
        };
        !blocked && !resists(after)
    }
}

/// How far a die leads a colour's pieces, before what befell each of them counts.
#[inline]
pub(crate) fn base_distance(state: &ParchisState, colour: Colour, die: Die) -> u8 {
    let seven = die == Die::SIX && state.on(Cell::home(colour)).is_empty();
    die.value() + u8::from(seven)
}

/// Where a piece lands, and whether it bounces off its goal.
#[inline]
pub(crate) fn destination(colour: Colour, from: Cell, distance: u8) -> (Cell, bool) {
    if from.is_home() {
        return (Cell::track(colour.start_cell()), false);
    }
    let steps = from.steps_to_goal(colour);
    (Cell::at_steps(colour, steps.abs_diff(distance)), distance > steps)
}
