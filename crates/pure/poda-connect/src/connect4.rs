use poda_core::{
    Brush, Draft, Draw, Game, Language, Message, MoveEvent, MoveTokens, Moves, Notation, Outcome,
    PositionError, Prospect, Scene, Side, Text, TextBoard, message,
    position_line::{fault_of_counts, read_side, split_fields},
    text,
};

use crate::{
    DEFAULT_RUN, Grid, SizeError, Word,
    grid::MAX_WIDTH,
    picture::{Caption, Picture, column_name, fact_of_reason},
    telling::{self, FallingStone},
    view::CellView,
};

/// Connect-4 on a board of any size, for any length of run. Rules: `rules/connect4.md`.
///
/// The size is a value, not a type: all that a size decides is precomputed in the [`Grid`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Connect4<W = u64> {
    grid: Grid<W>,
}

/// The stones of the side to move, and all stones: playing one is an exclusive or and an addition. Whose turn it is
/// follows from their number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Connect4State<W = u64> {
    mine: W,
    all: W,
}

const _: () = assert!(size_of::<Connect4State<u64>>() == 16 && size_of::<Connect4State<u128>>() == 32);

impl<W: Word> Connect4<W> {
    /// The rules for a board of `width` columns and `height` rows on which `run` in line win.
    ///
    /// # Errors
    /// If the board does not fit the word or the run does not fit the board.
    pub fn new(width: u32, height: u32, run: u32) -> Result<Self, SizeError> {
        Grid::new(width, height, run).map(|grid| Self { grid })
    }

    /// The board's size and its lines.
    #[inline]
    pub const fn grid(&self) -> &Grid<W> {
        &self.grid
    }
}

impl Default for Connect4<u64> {
    /// The classic board: 7x6, four in line.
    fn default() -> Self {
        Self::new(7, 6, DEFAULT_RUN).expect("7x6 fits 64 bits")
    }
}

impl<W: Word> Connect4State<W> {
    /// The stones of one side.
    #[inline]
    pub fn stones(&self, side: Side) -> W {
        if side == self.side() { self.mine } else { self.mine ^ self.all }
    }

    /// Whose turn it is.
    #[inline]
    pub fn side(&self) -> Side {
        Side::from_parity(self.all.count())
    }

    /// The stones of both sides.
    #[inline]
    pub const fn all(&self) -> W {
        self.all
    }
}

impl<W: Word> Game for Connect4<W> {
    type State = Connect4State<W>;
    /// A column, counted from 0 at the left.
    type Move = u8;
    const SLOTS: usize = MAX_WIDTH as usize;
    /// The bits of the largest word.
    const PLACES: usize = u128::BITS as usize;

    fn start(&self) -> Connect4State<W> {
        Connect4State { mine: W::ZERO, all: W::ZERO }
    }

    #[inline]
    fn to_move(&self, state: &Connect4State<W>) -> Side {
        state.side()
    }

    /// Only the side that has just moved can have a line: it is looked for when it is asked for.
    #[inline]
    fn outcome(&self, state: &Connect4State<W>) -> Option<Outcome> {
        if self.grid.lines(state.mine ^ state.all) != W::ZERO {
            Some(Outcome::Win(state.side().other()))
        } else if state.all == self.grid.full() {
            Some(Outcome::Draw)
        } else {
            None
        }
    }

    #[inline]
    fn moves(&self, state: &Connect4State<W>, moves: &mut Moves<u8>) {
        // Most of the time no column is full.
        if state.all & self.grid.top() == W::ZERO {
            match self.grid.width() {
                // The classic width: eight bytes are copied at once, because the compiler knows how many.
                7 => moves.push_all(&COLUMNS[..7]),
                width => moves.push_all(&COLUMNS[..width as usize]),
            }
        } else {
            push_free(&self.grid, state.all, moves);
        }
    }

    #[inline]
    fn play(&self, state: &Connect4State<W>, column: u8) -> Connect4State<W> {
        Connect4State {
            mine: state.mine ^ state.all,
            all: state.all | state.all.plus(self.grid.column_bottom(u32::from(column))),
        }
    }

    #[inline]
    fn slot(&self, column: u8) -> usize {
        usize::from(column)
    }

    /// The bit of the cell in which the stone lands.
    #[inline]
    fn place(&self, state: &Connect4State<W>, column: u8) -> usize {
        self.grid.landing(state.all, u32::from(column)).lowest() as usize
    }

    /// In each column the sum of all stones and of one side's tells every filling apart, because `n` stones give a
    /// number from `2^n - 1` to `2^(n+1) - 2`.
    #[inline]
    fn key(&self, state: &Connect4State<W>) -> u64 {
        state.mine.plus(state.all).hashed()
    }
}

/// Every column that any board has.
const COLUMNS: [u8; MAX_WIDTH as usize] = {
    let mut columns = [0; MAX_WIDTH as usize];
    let mut column = 0;
    while column < MAX_WIDTH {
        columns[column as usize] = column as u8;
        column += 1;
    }
    columns
};

/// The columns whose highest cell is free.
fn push_free<W: Word>(grid: &Grid<W>, all: W, moves: &mut Moves<u8>) {
    let mut tops = all >> (grid.height() - 1);
    for column in 0..grid.width() as u8 {
        if tops & W::ONE == W::ZERO {
            moves.push(column);
        }
        tops = tops.shifted_down(grid.stride());
    }
}

impl<W: Word> Connect4<W> {
    fn view(&self, state: &Connect4State<W>) -> CellView {
        let stones = Side::BOTH.map(|side| state.stones(side));
        let lines = self.grid.line_stones(state.stones(state.side().other()));
        CellView::new(&self.grid, stones, W::ZERO, lines)
    }

    /// What is wrong with these stones and that side to move, if anything.
    fn fault(&self, stones: [W; 2], side: Side) -> Option<Message> {
        let [first, second] = stones.map(W::count);
        if let Some(why) = fault_of_counts(first, second, side) {
            return Some(why);
        }
        if self.grid.lines(stones[side.index()]) != W::ZERO {
            return Some(message!(
                "player {side} is to move, but has a line already",
                "le toca al jugador {side}, pero ya tiene una línea",
                side
            ));
        }
        // The last stone must have made all the lines there are.
        let (theirs, all) = (stones[side.other().index()], stones[0] | stones[1]);
        let tops = all & !(all >> 1);
        let was_running = |column| {
            let column_top = tops & theirs & (self.grid.full() & self.column(column));
            column_top != W::ZERO && self.grid.lines(theirs ^ column_top) == W::ZERO
        };
        let has_line = self.grid.lines(theirs) != W::ZERO;
        (has_line && !(0..self.grid.width()).any(was_running)).then(|| {
            message!(
                "player {other} had a line before the last move",
                "el jugador {other} tenía una línea antes de la última jugada",
                other = side.other()
            )
        })
    }

    fn column(&self, column: u32) -> W {
        (0..self.grid.height()).fold(W::ZERO, |cells, row| cells | self.grid.cell(column, row))
    }
}

const FIELDS: Text = Text::new("board and side to move", "tablero y turno");

impl<W: Word> Notation for Connect4<W> {
    const TOKENS: MoveTokens = MoveTokens::Characters;

    fn move_text(&self, _: &Connect4State<W>, column: u8) -> String {
        column_name(u32::from(column)).to_string()
    }

    /// `7/7/7/7/3o3/3x3 1`: ranks from the top, then the side to move.
    fn position_text(&self, state: &Connect4State<W>) -> String {
        format!("{} {}", self.view(state).text(), state.side())
    }

    fn read_position(&self, text: &str) -> Result<Connect4State<W>, PositionError> {
        let broken = |why: Message| PositionError::new(text, why);
        let [board, side] = split_fields(text, FIELDS).map_err(broken)?;
        let (stones, _) = CellView::read(&self.grid, board, false).map_err(broken)?;
        let side = read_side(side).map_err(broken)?;
        self.fault(stones, side).map_or(Ok(()), |why| Err(broken(why)))?;
        Ok(Connect4State { mine: stones[side.index()], all: stones[0] | stones[1] })
    }
}

impl<W: Word> Draw for Connect4<W> {
    fn scene(&self, state: &Connect4State<W>, language: Language) -> Scene {
        let mut scene = self.picture(state, language).scene();
        scene.facts.extend(self.reason(state, language).map(fact_of_reason));
        scene
    }

    fn events(&self, state: &Connect4State<W>, column: u8, language: Language) -> Vec<MoveEvent> {
        vec![fall(state, column).event(&self.view(state), language)]
    }

    fn prospects(&self, state: &Connect4State<W>, language: Language) -> Vec<Prospect> {
        let mut moves = Moves::new();
        self.moves(state, &mut moves);
        let view = self.view(state);
        moves.iter().map(|column| fall(state, *column).prospect(&view, language)).collect()
    }

    fn brushes(&self, language: Language) -> Vec<Brush> {
        telling::brushes(false, language)
    }

    /// Whose turn it is follows from the number of stones.
    fn painted(&self, draft: &str, stroke: Option<(&str, &str)>, _: Language) -> Option<Draft> {
        let (board, _) = draft.split_once(' ')?;
        let (stones, _) = CellView::read(&self.grid, board, false).ok()?;
        let view = CellView::new(&self.grid, stones, W::ZERO, W::ZERO);
        let mut columns = telling::columns(&view);
        if let Some((place, brush)) = stroke {
            telling::paint(&mut columns, self.grid.height(), place, brush)?;
        }
        let board = telling::ranks(&columns, self.grid.height());
        let (stones, _) = CellView::read(&self.grid, &board, false).ok()?;
        let side = if stones[0].count() == stones[1].count() { Side::First } else { Side::Second };
        let lines = Side::BOTH.map(|side| self.grid.line_stones(stones[side.index()]));
        let view = CellView::new(&self.grid, stones, W::ZERO, lines[0] | lines[1]);
        Some(Draft {
            text: format!("{board} {side}"),
            scene: telling::picture(view).scene(),
            controls: Vec::new(),
        })
    }

    fn text_board(&self, state: &Connect4State<W>, language: Language) -> TextBoard {
        self.picture(state, language).text_board()
    }
}

fn fall<W: Word>(state: &Connect4State<W>, column: u8) -> FallingStone {
    FallingStone { column: u32::from(column), side: state.side(), is_bomb: false }
}

impl<W: Word> Connect4<W> {
    /// Why the game is over.
    fn reason(&self, state: &Connect4State<W>, language: Language) -> Option<String> {
        let run = self.grid.run();
        self.outcome(state).map(|outcome| match outcome {
            Outcome::Win(_) => text!(language, "{run} in a row", "{run} en raya", run),
            Outcome::Draw => language.pick("the board is full", "el tablero está lleno").to_owned(),
        })
    }

    fn picture(&self, state: &Connect4State<W>, language: Language) -> Picture {
        let outcome = self.outcome(state);
        let mut moves = Moves::new();
        if outcome.is_none() {
            self.moves(state, &mut moves);
        }
        Picture {
            view: self.view(state),
            columns: moves.iter().map(|column| u32::from(*column)).collect(),
            boom: None,
            captions: vec![Caption::of_turn(language, state.side(), outcome)],
        }
    }
}
