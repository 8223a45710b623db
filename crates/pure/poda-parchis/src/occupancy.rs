use crate::{
    Cell, Colour, ParchisState, Status,
    track::{ON_BOARD, ON_TRACK},
};

/// Where pieces, walls and mega pieces stand: sets of cells, drawn up once for all moves of a state.
pub(crate) struct Occupancy {
    /// Cells with exactly two pieces.
    pub(crate) pairs: u128,
    /// Pairs of stars.
    pub(crate) star_pairs: u128,
    /// By colour: two pieces of it and nobody else, neither of them ghost or small.
    pub(crate) walls: [u128; 4],
    /// By colour: a mega piece that stands alone.
    pub(crate) lone_megas: [u128; 4],
    /// Whether there is any wall or lone mega on the track: if not, no path is ever blocked.
    pub(crate) blocks: bool,
}

impl Occupancy {
    #[inline]
    pub(crate) fn of(state: &ParchisState) -> Self {
        // How many stand on each cell, as three bits that saturate: at least one, two, three.
        let (mut one, mut two, mut three) = (0_u128, 0_u128, 0_u128);
        let mut twice = [0_u128; 4];
        for (pieces, twice) in state.cells.chunks_exact(4).zip(&mut twice) {
            let mut once = 0_u128;
            for cell in pieces {
                let bit = Cell(*cell).bit();
                *twice |= once & bit;
                once |= bit;
            }
            three |= two & once | one & *twice;
            two |= one & once | *twice;
            one |= once;
        }
        // Three of one colour on one cell are no pair either.
        let pairs = two & !three & !Self::crowds(state, &twice);
        let mut walls = twice.map(|cells| cells & pairs & ON_BOARD);
        let mut lone_megas = [0; 4];
        let mut star_pairs = 0;
        if state.has_conditions() {
            let (mut soft, mut stars) = (0, 0);
            for (piece, cell) in state.cells.iter().enumerate() {
                let bit = Cell(*cell).bit();
                match state.condition(piece).status() {
                    Status::Ghost | Status::Small => soft |= bit,
                    Status::Mega => lone_megas[piece / 4] |= bit & !two,
                    Status::Star => {
                        star_pairs |= stars & bit;
                        stars |= bit;
                    }
                    Status::Normal | Status::Slipped => {}
                }
            }
            walls = walls.map(|cells| cells & !soft);
            star_pairs &= pairs;
        }
        let blocking = (0..4).fold(0, |cells, colour| cells | walls[colour] | lone_megas[colour]);
        Self { pairs, star_pairs, walls, lone_megas, blocks: blocking & ON_TRACK != 0 }
    }

    /// Cells where some colour alone has three pieces or more. There are hardly ever any, so the question is asked
    /// only where a colour has two.
    #[inline]
    fn crowds(state: &ParchisState, twice: &[u128; 4]) -> u128 {
        let mut crowds = 0;
        for colour in Colour::ALL {
            if twice[colour.index()] & ON_BOARD != 0 {
                let (mut once, mut again) = (0_u128, 0_u128);
                for cell in state.pieces(colour) {
                    crowds |= again & cell.bit();
                    again |= once & cell.bit();
                    once |= cell.bit();
                }
            }
        }
        crowds
    }

    /// The walls of all other colours.
    #[inline]
    pub(crate) fn foreign_walls(&self, colour: Colour) -> u128 {
        Self::foreign(&self.walls, colour)
    }

    /// The lone mega pieces of all other colours.
    #[inline]
    pub(crate) fn foreign_megas(&self, colour: Colour) -> u128 {
        Self::foreign(&self.lone_megas, colour)
    }

    /// The lone mega pieces of all colours.
    #[inline]
    pub(crate) fn all_megas(&self) -> u128 {
        self.lone_megas.iter().fold(0, |cells, more| cells | more)
    }

    fn foreign(cells: &[u128; 4], colour: Colour) -> u128 {
        let own = colour.index();
        cells[own ^ 1] | cells[own ^ 2] | cells[own ^ 3]
    }
}
