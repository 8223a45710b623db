use poda_core::{
    Message, Side, message,
    position_line::{read_ranks, write_ranks},
};

use crate::{Grid, Word};

/// What stands on a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stone {
    pub(crate) side: Side,
    pub(crate) is_bomb: bool,
    /// Part of the line that ended the game.
    pub(crate) in_line: bool,
}

impl Stone {
    /// The letter of position lines, which says nothing about lines.
    pub(crate) fn letter(self) -> char {
        match (self.side, self.is_bomb) {
            (Side::First, false) => 'x',
            (Side::First, true) => 'X',
            (Side::Second, false) => 'o',
            (Side::Second, true) => 'O',
        }
    }

    fn of_letter(letter: char) -> Option<Self> {
        let side = match letter {
            'x' | 'X' => Side::First,
            'o' | 'O' => Side::Second,
            _ => return None,
        };
        Some(Self { side, is_bomb: letter.is_ascii_uppercase(), in_line: false })
    }
}

/// A board as plain cells, for texts and pictures: no bits from here on.
#[derive(Clone, Debug)]
pub(crate) struct CellView {
    pub(crate) width: u32,
    pub(crate) height: u32,
    cells: Vec<Option<Stone>>,
}

impl CellView {
    /// Looks at bitboards: each side's stones (bombs included), the bombs, and the cells of decisive lines.
    pub(crate) fn new<W: Word>(grid: &Grid<W>, stones: [W; 2], bombs: W, lines: W) -> Self {
        let mut cells = Vec::new();
        for row in 0..grid.height() {
            for column in 0..grid.width() {
                let cell = grid.cell(column, row);
                let has = |board: W| board & cell != W::ZERO;
                let side = Side::BOTH.into_iter().find(|side| has(stones[side.index()]));
                cells.push(side.map(|side| Stone { side, is_bomb: has(bombs), in_line: has(lines) }));
            }
        }
        Self { width: grid.width(), height: grid.height(), cells }
    }

    /// What stands on a cell; columns count from the left, rows from the bottom, both from 0.
    pub(crate) fn at(&self, column: u32, row: u32) -> Option<Stone> {
        self.cells[(row * self.width + column) as usize]
    }

    /// Ranks from the top, separated by `/`: `x` and `o` are stones, `X` and `O` bombs, numbers gaps.
    pub(crate) fn text(&self) -> String {
        write_ranks(self.width, self.height, |column, row| self.at(column, row).map(Stone::letter))
    }

    /// Reads what [`CellView::text`] writes into bitboards: each side's stones, and the bombs where there may be some.
    ///
    /// # Errors
    /// What is wrong, in words.
    pub(crate) fn read<W: Word>(
        grid: &Grid<W>,
        text: &str,
        with_bombs: bool,
    ) -> Result<([W; 2], W), Message> {
        let (mut stones, mut bombs) = ([W::ZERO; 2], W::ZERO);
        read_ranks(text, grid.width(), grid.height(), |column, row, letter| {
            let Some(stone) = Stone::of_letter(letter).filter(|stone| with_bombs || !stone.is_bomb) else {
                return false;
            };
            let cell = grid.cell(column, row);
            stones[stone.side.index()] = stones[stone.side.index()] | cell;
            bombs = if stone.is_bomb { bombs | cell } else { bombs };
            true
        })?;
        let all = stones[0] | stones[1];
        let floating = all & !(all << 1 | grid.bottom());
        if floating != W::ZERO {
            let (column, row) = (floating.lowest() / grid.stride(), floating.lowest() % grid.stride());
            return Err(message!(
                "the stone in column {column}, row {row} floats",
                "la ficha de la columna {column}, fila {row}, está en el aire",
                column = column + 1,
                row = row + 1
            ));
        }
        Ok((stones, bombs))
    }
}
