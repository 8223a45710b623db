//! Moves and positions as text.

use poda_core::{
    Game, Message, MoveTokens, Notation, PositionError, Side, Text, message,
    position_line::{fault_of_counts, read_number, read_ranks, read_side, split_fields, write_ranks},
};

use crate::{
    CellBoard, CellSet, Mnk, MnkState, Nraya, NrayaMove, NrayaState,
    board::owner,
    nraya::{MOVES_A_TURN, PLY_LIMIT},
};

/// The stones of both sides as ranks from the top.
pub(crate) fn ranks<const N: usize>(board: &CellBoard<N>, stones: &[CellSet<N>; 2]) -> String {
    let top = board.height() - 1;
    write_ranks(board.width(), board.height(), |column, row| {
        owner(stones, board.cell(top - row, column)).map(|side| match side {
            Side::First => 'x',
            Side::Second => 'o',
        })
    })
}

/// The reverse.
pub(crate) fn read_stones<const N: usize>(
    board: &CellBoard<N>,
    text: &str,
) -> Result<[CellSet<N>; 2], Message> {
    let top = board.height() - 1;
    let mut stones = [CellSet::EMPTY; 2];
    read_ranks(text, board.width(), board.height(), |column, row, letter| {
        let side = match letter {
            'x' => Side::First,
            'o' => Side::Second,
            _ => return false,
        };
        stones[side.index()] = stones[side.index()] | board.cell(top - row, column);
        true
    })?;
    Ok(stones)
}

impl<const N: usize> Notation for Mnk<N> {
    const TOKENS: MoveTokens = MoveTokens::Words;

    /// `b2`: columns are letters from the left, rows numbers from the bottom.
    fn move_text(&self, _: &MnkState<N>, bit: u8) -> String {
        self.board().cell_name(u32::from(bit))
    }

    /// `3/1x1/3 2`: ranks from the top, then the side to move.
    fn position_text(&self, state: &MnkState<N>) -> String {
        format!("{} {}", ranks(self.board(), state.both()), self.to_move(state))
    }

    fn read_position(&self, text: &str) -> Result<MnkState<N>, PositionError> {
        const FIELDS: Text = Text::new("board and side to move", "tablero y turno");
        let broken = |why: Message| PositionError::new(text, why);
        let [board, side] = split_fields(text, FIELDS).map_err(broken)?;
        let stones = read_stones(self.board(), board).map_err(broken)?;
        let side = read_side(side).map_err(broken)?;
        self.fault(&stones, side).map_or_else(|| Ok(self.state(stones)), |why| Err(broken(why)))
    }
}

impl<const N: usize> Mnk<N> {
    /// What is wrong with these stones and that side to move, if anything.
    fn fault(&self, stones: &[CellSet<N>; 2], side: Side) -> Option<Message> {
        let [first, second] = stones.map(CellSet::count);
        if let Some(why) = fault_of_counts(first, second, side) {
            return Some(why);
        }
        if self.board().has_line(stones[side.index()]) {
            return Some(message!(
                "player {side} is to move, but has a line already",
                "le toca al jugador {side}, pero ya tiene una línea",
                side
            ));
        }
        // The last stone must have made all the lines there are.
        let theirs = stones[side.other().index()];
        let was_running = |bit| !self.board().has_line(theirs.without(CellSet::of_bit(bit)));
        (self.board().has_line(theirs) && !theirs.bits().any(was_running)).then(|| {
            message!(
                "player {other} had a line before the last move",
                "el jugador {other} tenía una línea antes de la última jugada",
                other = side.other()
            )
        })
    }
}

/// The word for a move that is none.
pub(crate) const PASS: &str = "pass";

pub(crate) const NRAYA_FIELDS: Text = Text::new(
    "board, side to move, moves left in the turn, phase and plies",
    "tablero, turno, jugadas que quedan en el turno, fase y jugadas hechas",
);

impl Notation for Nraya {
    const TOKENS: MoveTokens = MoveTokens::Words;

    /// `e5`: columns are letters from the left, rows numbers from the bottom; or `pass`.
    fn move_text(&self, _: &NrayaState, mv: NrayaMove) -> String {
        match mv {
            NrayaMove::Stone(bit) => self.board().cell_name(u32::from(bit)),
            NrayaMove::Pass => PASS.to_owned(),
        }
    }

    /// `4x4/9/9/9/x7o/9/9/9/4o4 1 1 2 0`: ranks from the top, the side to move, its moves left, the phase, the plies
    /// made.
    fn position_text(&self, state: &NrayaState) -> String {
        let board = ranks(self.board(), &state.stones);
        format!("{board} {} {} {} {}", state.side, state.left, state.phase, state.plies)
    }

    fn read_position(&self, text: &str) -> Result<NrayaState, PositionError> {
        let broken = |why: Message| PositionError::new(text, why);
        let [board, side, left, phase, plies] = split_fields(text, NRAYA_FIELDS).map_err(broken)?;
        let stones = read_stones(self.board(), board).map_err(broken)?;
        let side = read_side(side).map_err(broken)?;
        let left = read_between(left, 1, MOVES_A_TURN.into(), LEFT).map_err(broken)?;
        let phase = read_between(phase, 0, 2, PHASE).map_err(broken)?;
        let plies = read_between(plies, 0, PLY_LIMIT.into(), PLIES).map_err(broken)?;
        let outcome = self.outcome_of(&stones, plies);
        let state = NrayaState { stones, plies, side, left: left as u8, phase: phase as u8, outcome };
        self.fault(&state).map_or(Ok(state), |why| Err(broken(why)))
    }
}

const LEFT: Text = Text::new("moves left in a turn", "jugadas que quedan en un turno");
const PHASE: Text = Text::new("a phase", "una fase");
const PLIES: Text = Text::new("plies", "jugadas hechas");

/// A number between two others, both included.
fn read_between(text: &str, least: u32, most: u32, what: Text) -> Result<u16, Message> {
    let number = read_number(text).filter(|number| (least..=most).contains(number));
    number.and_then(|number| u16::try_from(number).ok()).ok_or_else(|| {
        Message::new(|language| {
            poda_core::text!(
                language,
                "{text:?} is not a number of {what} from {least} to {most}",
                "{text:?} no es un número de {what} de {least} a {most}",
                text,
                what = what.get(language),
                least,
                most,
            )
        })
    })
}

impl Nraya {
    /// What is impossible about a state, if anything. Not every one that passes can be reached, but every one that is
    /// reached passes.
    fn fault(&self, state: &NrayaState) -> Option<Message> {
        if state.plies == 0 && *state != self.start() {
            return Some(message!(
                "before the first ply the position is {start}",
                "antes de la primera jugada la posición es {start}",
                start = self.position_text(&self.start())
            ));
        }
        let stones = state.stones.map(CellSet::count).into_iter().sum::<u32>();
        if stones == 0 {
            return Some(message!("there is no stone", "no hay ninguna ficha"));
        }
        let most = 4 + u32::from(state.plies);
        if stones > most {
            return Some(message!(
                "{stones} stones after {plies} plies, which began with 4",
                "{stones} fichas tras {plies} jugadas, que empezaron con 4",
                stones,
                plies = state.plies
            ));
        }
        if state.stones.iter().all(|cells| self.board().has_line(*cells)) {
            return Some(message!("both players have a line", "los dos jugadores tienen una línea"));
        }
        if state.outcome.is_some() && state.plies < PLY_LIMIT && state.left != MOVES_A_TURN {
            return Some(message!(
                "the game is over, so the next turn would have {full} moves, not {left}",
                "la partida ha terminado, así que el turno siguiente tendría {full} jugadas, no {left}",
                full = MOVES_A_TURN,
                left = state.left
            ));
        }
        None
    }
}
