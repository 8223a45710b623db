//! Boards as numbers. Cells are counted row by row from the top left, without the spare bits.

use poda_core::{Encode, Game, Side, Text};

use crate::{
    CellBoard, CellSet, Mnk, MnkState, Nraya, NrayaMove, NrayaState,
    board::owner,
    nraya::{Cells, MOVES_A_TURN},
};

const OWN_STONES: Text = Text::new("own stones", "fichas propias");
const OTHER_STONES: Text = Text::new("the opponent's stones", "fichas del rival");
const TO_MOVE: Text = Text::new("all ones if it is one's turn", "todo unos si se tiene el turno");
const IS_FIRST: Text = Text::new("all ones for player 1", "todo unos para el jugador 1");
const LAST_MOVE: Text =
    Text::new("all ones in the last move of a turn", "todo unos en la última jugada de un turno");
const PLAYABLE: Text = Text::new("cells that may be played", "casillas donde se puede jugar");
const PHASES: [Text; 3] = [
    Text::new("all ones in phase 0", "todo unos en la fase 0"),
    Text::new("all ones in phase 1", "todo unos en la fase 1"),
    Text::new("all ones in phase 2", "todo unos en la fase 2"),
];

impl<const N: usize> CellBoard<N> {
    const fn shape(&self) -> [usize; 2] {
        [self.height() as usize, self.width() as usize]
    }

    const fn count(&self) -> usize {
        self.height() as usize * self.width() as usize
    }

    fn index_of(&self, bit: u8) -> usize {
        let (row, column) = self.place(u32::from(bit));
        (row * self.width() + column) as usize
    }

    /// The bit of the cell with that index.
    fn bit_of(&self, index: usize) -> Option<u8> {
        let (index, width) = (u32::try_from(index).ok()?, self.width());
        (index < width * self.height()).then(|| self.bit(index / width, index % width) as u8)
    }

    fn write_owners(&self, stones: &[CellSet<N>; 2], cells: &mut [i8]) {
        for (index, cell) in (0..).zip(cells) {
            let place = self.cell(index / self.width(), index % self.width());
            *cell = owner(stones, place).map_or(0, |side| side.number().cast_signed());
        }
    }

    fn write_set(&self, set: CellSet<N>, plane: &mut [u8]) {
        plane.fill(0);
        for bit in set.bits() {
            plane[self.index_of(bit as u8)] = 1;
        }
    }
}

/// Cells: 1 and 2. An action is a cell. The planes tell everything.
impl<const N: usize> Encode for Mnk<N> {
    fn board_shape(&self) -> [usize; 2] {
        self.board().shape()
    }

    fn write_cells(&self, state: &MnkState<N>, cells: &mut [i8]) {
        self.board().write_owners(state.both(), cells);
    }

    fn planes(&self) -> Vec<Text> {
        vec![OWN_STONES, OTHER_STONES, TO_MOVE]
    }

    fn write_planes(&self, state: &MnkState<N>, viewer: Side, planes: &mut [u8]) {
        let (own, rest) = planes.split_at_mut(self.board().count());
        let (others, to_move) = rest.split_at_mut(self.board().count());
        self.board().write_set(state.stones(viewer), own);
        self.board().write_set(state.stones(viewer.other()), others);
        to_move.fill(u8::from(viewer == self.to_move(state)));
    }

    fn actions(&self) -> usize {
        self.board().count()
    }

    #[inline]
    fn action(&self, _: &MnkState<N>, bit: u8) -> usize {
        self.board().index_of(bit)
    }

    #[inline]
    fn move_of(&self, state: &MnkState<N>, action: usize) -> Option<u8> {
        let bit = self.board().bit_of(action)?;
        let is_free = owner(state.both(), CellSet::of_bit(u32::from(bit))).is_none();
        is_free.then_some(bit)
    }
}

/// Cells: 1 and 2. Actions: the cells, then the pass. The planes leave out how many plies were made, which only matters
/// shortly before a game is drawn by its length.
impl Encode for Nraya {
    fn board_shape(&self) -> [usize; 2] {
        self.board().shape()
    }

    fn write_cells(&self, state: &NrayaState, cells: &mut [i8]) {
        self.board().write_owners(&state.stones, cells);
    }

    fn planes(&self) -> Vec<Text> {
        let fixed = [OWN_STONES, OTHER_STONES, TO_MOVE, IS_FIRST, LAST_MOVE, PLAYABLE];
        fixed.into_iter().chain(PHASES).collect()
    }

    fn write_planes(&self, state: &NrayaState, viewer: Side, planes: &mut [u8]) {
        let fact = |is_true| if is_true { self.board().full() } else { Cells::EMPTY };
        let sets = [
            state.stones(viewer),
            state.stones(viewer.other()),
            fact(viewer == state.side),
            fact(viewer == Side::First),
            fact(state.left < MOVES_A_TURN),
            if state.outcome.is_none() { self.playable(state) } else { Cells::EMPTY },
            fact(state.phase == 0),
            fact(state.phase == 1),
            fact(state.phase == 2),
        ];
        for (plane, set) in planes.chunks_exact_mut(self.board().count()).zip(sets) {
            self.board().write_set(set, plane);
        }
    }

    fn actions(&self) -> usize {
        self.board().count() + 1
    }

    #[inline]
    fn action(&self, _: &NrayaState, mv: NrayaMove) -> usize {
        match mv {
            NrayaMove::Stone(bit) => self.board().index_of(bit),
            NrayaMove::Pass => self.board().count(),
        }
    }

    #[inline]
    fn move_of(&self, state: &NrayaState, action: usize) -> Option<NrayaMove> {
        let playable = self.playable(state);
        if action == self.board().count() {
            return playable.is_empty().then_some(NrayaMove::Pass);
        }
        let bit = self.board().bit_of(action)?;
        (playable & Cells::of_bit(u32::from(bit)) != Cells::EMPTY).then_some(NrayaMove::Stone(bit))
    }
}
