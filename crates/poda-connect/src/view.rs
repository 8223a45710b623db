use poda_core::{Message, Side, Text, message, text};

use crate::{Grid, Word};

/// What stands on a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stone {
    pub(crate) side: Side,
    pub(crate) is_bomb: bool,
    /// Part of the line that ended the game.
    pub(crate) in_line: bool,
}

/// A board as plain cells, for texts and pictures: no bits from here on.
#[derive(Clone, Debug)]
pub(crate) struct View {
    pub(crate) width: u32,
    pub(crate) height: u32,
    cells: Vec<Option<Stone>>,
}

impl View {
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
        let ranks: Vec<String> = (0..self.height).rev().map(|row| self.rank_text(row)).collect();
        ranks.join("/")
    }

    fn rank_text(&self, row: u32) -> String {
        let mut text = String::new();
        let mut gap = 0;
        for column in 0..self.width {
            let Some(stone) = self.at(column, row) else {
                gap += 1;
                continue;
            };
            if gap > 0 {
                text.push_str(&gap.to_string());
                gap = 0;
            }
            text.push(match (stone.side, stone.is_bomb) {
                (Side::First, false) => 'x',
                (Side::First, true) => 'X',
                (Side::Second, false) => 'o',
                (Side::Second, true) => 'O',
            });
        }
        if gap > 0 {
            text.push_str(&gap.to_string());
        }
        text
    }

    /// Reads what [`View::text`] writes into bitboards: each side's stones, and the bombs where there may be some.
    ///
    /// # Errors
    /// What is wrong, in words.
    pub(crate) fn read<W: Word>(
        grid: &Grid<W>,
        text: &str,
        with_bombs: bool,
    ) -> Result<([W; 2], W), Message> {
        let (width, height) = (grid.width(), grid.height());
        let ranks: Vec<&str> = text.split('/').collect();
        if ranks.len() != height as usize {
            return Err(message!(
                "{found} ranks instead of {height}",
                "{found} filas en vez de {height}",
                found = ranks.len(),
                height
            ));
        }
        let (mut stones, mut bombs) = ([W::ZERO; 2], W::ZERO);
        for (row, rank) in (0..height).rev().zip(ranks) {
            let too_long = || {
                message!(
                    "rank {rank:?} is longer than {width} cells",
                    "la fila {rank:?} tiene más de {width} casillas",
                    rank,
                    width
                )
            };
            let mut column = 0;
            let mut rest = rank;
            while let Some(character) = rest.chars().next() {
                let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
                if digits > 0 {
                    let gap: u32 = rest[..digits].parse().map_err(|_| too_long())?;
                    if gap == 0 || character == '0' {
                        return Err(message!(
                            "rank {rank:?} has a gap that begins with 0",
                            "la fila {rank:?} tiene un hueco que empieza por 0",
                            rank
                        ));
                    }
                    column = gap.saturating_add(column);
                    rest = &rest[digits..];
                } else {
                    let (side, is_bomb) = match character {
                        'x' => (Side::First, false),
                        'o' => (Side::Second, false),
                        'X' if with_bombs => (Side::First, true),
                        'O' if with_bombs => (Side::Second, true),
                        _ => {
                            return Err(message!(
                                "{character:?} in rank {rank:?} is no stone",
                                "{character:?} en la fila {rank:?} no es una ficha",
                                character,
                                rank
                            ));
                        }
                    };
                    if column < width {
                        let cell = grid.cell(column, row);
                        stones[side.index()] = stones[side.index()] | cell;
                        bombs = if is_bomb { bombs | cell } else { bombs };
                    }
                    column += 1;
                    rest = &rest[character.len_utf8()..];
                }
                if column > width {
                    return Err(too_long());
                }
            }
            if column < width {
                return Err(message!(
                    "rank {rank:?} has {column} cells instead of {width}",
                    "la fila {rank:?} tiene {column} casillas en vez de {width}",
                    rank,
                    column,
                    width
                ));
            }
        }
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

/// The fields of a position line, which are separated by single spaces.
pub(crate) fn split_fields<const N: usize>(text: &str, names: Text) -> Result<[&str; N], Message> {
    let fields: Vec<&str> = text.split(' ').collect();
    let count = fields.len();
    fields.try_into().map_err(|_| {
        Message::new(|language| {
            text!(
                language,
                "{count} fields instead of {expected}: {names}",
                "{count} campos en vez de {expected}: {names}",
                count,
                expected = N,
                names = names.get(language),
            )
        })
    })
}

/// `1` or `2`.
pub(crate) fn read_side(text: &str) -> Result<Side, Message> {
    match text {
        "1" => Ok(Side::First),
        "2" => Ok(Side::Second),
        _ => {
            Err(message!("the side to move is 1 or 2, not {text:?}", "el turno es 1 o 2, no {text:?}", text))
        }
    }
}
