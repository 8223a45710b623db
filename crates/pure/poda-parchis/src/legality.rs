use poda_core::Moves;

use crate::{
    Cell, Colour, Die, Move, Parchis, ParchisState, Status, WallWalk,
    occupancy::Occupancy,
    track::{ON_BOARD, ON_TRACK, path, path_without_wrap},
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
    occupancy: Occupancy,
    /// Where two stand, or a lone mega piece, and so nobody else may go.
    full: u128,
    teams: [MovablePieces; 2],
    team_count: usize,
    /// Whether the mover has a wall.
    has_wall: bool,
    /// Whether nothing can stop anybody: no two on a cell, and nothing has befallen anyone.
    is_open: bool,
}

/// The pieces of one colour that may be moved.
#[derive(Clone, Copy)]
struct MovablePieces {
    colour: Colour,
    /// Its own walls.
    walls: u128,
    /// The walls of other colours.
    foreign_walls: u128,
    /// The lone mega pieces of other colours.
    foreign_megas: u128,
    /// Whether nobody is at home, so that a six counts seven.
    all_out: bool,
    walkers: [Walker; 4],
    walker_count: usize,
}

/// A piece that is not on goal yet.
#[derive(Clone, Copy)]
struct Walker {
    piece: u8,
    from: Cell,
    steps: u8,
    status: Status,
}

impl MovablePieces {
    #[inline]
    fn new(rules: &Parchis, state: &ParchisState, occupancy: &Occupancy, colour: Colour) -> Self {
        let nobody = Walker { piece: 0, from: Cell::goal(colour), steps: 0, status: Status::Normal };
        let (mut walkers, mut walker_count, mut all_out) = ([nobody; 4], 0, true);
        let befallen = state.has_conditions();
        for index in 0..rules.pieces() {
            let piece = 4 * colour.index() + index;
            let from = state.cell(piece);
            if !from.is_goal() {
                let status = if befallen { state.condition(piece).status() } else { Status::Normal };
                let steps = from.steps_to_goal(colour);
                walkers[walker_count & 3] = Walker { piece: piece as u8, from, steps, status };
                walker_count += 1;
                all_out &= !from.is_home();
            }
        }
        Self {
            colour,
            walls: occupancy.walls[colour.index()],
            foreign_walls: occupancy.foreign_walls(colour) & ON_TRACK,
            foreign_megas: occupancy.foreign_megas(colour) & ON_TRACK,
            all_out,
            walkers,
            walker_count,
        }
    }
}

impl<'a> TurnView<'a> {
    #[inline]
    fn new(rules: &'a Parchis, state: &'a ParchisState) -> Self {
        let occupancy = Occupancy::of(state);
        let colours = rules.edition.turns.colours(state.mover);
        let teams = [colours[0], colours[colours.len() - 1]]
            .map(|colour| MovablePieces::new(rules, state, &occupancy, colour));
        let has_wall = teams[0].walls | teams[1].walls != 0;
        let full = (occupancy.pairs | occupancy.all_megas()) & ON_BOARD;
        let is_open = full == 0 && !state.has_conditions();
        Self { rules, state, occupancy, full, teams, team_count: colours.len(), has_wall, is_open }
    }

    /// Appends every legal move with that die: pieces, or the skip if no piece can use it.
    #[inline]
    fn moves_with(&self, die: Die, moves: &mut Moves<Move>) {
        let before = moves.len();
        // A six opens walls: as long as the mover has one, only its pieces may use the die.
        let must_open = die == Die::SIX && self.has_wall;
        for team in &self.teams[..self.team_count] {
            if self.is_open && die.value() < Die::ENERGY.value() {
                for walker in team.walkers[..team.walker_count].iter().copied() {
                    if !walker.from.is_home() || die == Die::FIVE {
                        moves.push(Move::piece(die, usize::from(walker.piece)));
                    }
                }
                continue;
            }
            let distance = die.value() + u8::from(die == Die::SIX && team.all_out);
            for walker in team.walkers[..team.walker_count].iter().copied() {
                if must_open && !walker.from.is_in(team.walls) {
                    continue;
                }
                let legal = if die.value() >= Die::ENERGY.value() {
                    self.may_use(team, walker, die)
                } else {
                    self.may_walk(team, walker, die, distance)
                };
                if legal {
                    moves.push(Move::piece(die, usize::from(walker.piece)));
                }
            }
        }
        if moves.len() == before {
            moves.push(Move::skip(die));
        }
    }

    /// Whether a piece may use an object or the energy, which leaves it where it is until the effect comes.
    fn may_use(&self, team: &MovablePieces, walker: Walker, die: Die) -> bool {
        let where_allowed = match die {
            Die::BANANA => walker.from.is_track(),
            Die::BULLET | Die::RED_SHELL | Die::BLUE_SHELL | Die::SHOCK => true,
            _ => !walker.from.is_home(),
        };
        let grows = die == Die::MEGA_MUSHROOM || walker.status == Status::Mega;
        where_allowed && (!grows || self.has_room_for_mega(team.colour, walker.from, die))
    }

    #[inline]
    fn may_walk(&self, team: &MovablePieces, walker: Walker, die: Die, distance: u8) -> bool {
        let Walker { from, status, .. } = walker;
        let to = if from.is_home() {
            if die != Die::FIVE {
                return false;
            }
            Cell::track(team.colour.start_cell())
        } else {
            Cell::at_steps(team.colour, walker.steps.abs_diff(status.stretch(distance)))
        };
        if to.is_in(self.full) && to != from {
            // Q5: three or more on a cell stop nobody. A star makes room for itself, unless there are two stars.
            let makes_room = status == Status::Star
                && (self.occupancy.star_pairs | self.occupancy.all_megas()) & to.bit() == 0;
            if !makes_room {
                return false;
            }
        }
        if self.occupancy.blocks && from.is_track() {
            let blocking = match status {
                Status::Ghost => 0,
                Status::Star | Status::Mega => team.foreign_megas,
                Status::Normal | Status::Small | Status::Slipped => team.foreign_walls | team.foreign_megas,
            };
            let end = to.path_end(team.colour);
            let walk = match self.rules.edition.wall_walk {
                WallWalk::AllRound => path(from.0, end),
                WallWalk::WithoutWrap => path_without_wrap(from.0, end),
            };
            if blocking & walk != 0 {
                return false;
            }
        }
        status != Status::Mega || self.has_room_for_mega(team.colour, to, die)
    }

    /// Whether a mega piece fits on `to` and the cell after it.
    fn has_room_for_mega(&self, colour: Colour, to: Cell, die: Die) -> bool {
        // Q4: past the goal this looks at track cell 1.
        let after = to.next(colour);
        if after.is_in(self.occupancy.all_megas()) {
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

impl ParchisState {
    /// Where a piece of that colour and status would land with a normal die if nothing were in its way, and whether it bounces
    /// off its goal.
    pub fn landing(&self, colour: Colour, from: Cell, status: Status, die: Die) -> (Cell, bool) {
        destination(colour, from, status.stretch(base_distance(self, colour, die)))
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
