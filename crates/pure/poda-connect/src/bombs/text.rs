use poda_core::{
    Game, Message, MoveTokens, Notation, PositionError, Side, Text, message,
    position_line::{read_number, read_side, split_fields},
};

use super::{Action, Board, BombGame, BombRules, BombState};
use crate::{Grid, picture::column_name, view::CellView};

/// Far beyond any game, and far from where the count would overflow.
const MOST_ACTIONS: u32 = 999_999_999;

const FIELDS: Text = Text::new("board, side to move and actions made", "tablero, turno y acciones hechas");

impl<R: BombRules> Notation for BombGame<R> {
    const TOKENS: MoveTokens = MoveTokens::Characters;

    fn move_text(&self, _: &BombState, action: Action) -> String {
        match action {
            Action::Drop(column) => column_name(u32::from(column)).to_string(),
            Action::Boom => "B".into(),
        }
    }

    /// `7/7/7/7/7/3o3/3x3 2 2`: ranks from the top, the side to move, the number of actions made.
    fn position_text(&self, state: &BombState) -> String {
        let view = state.board().view(0);
        format!("{} {} {}", view.text(), self.to_move(state), state.actions())
    }

    fn read_position(&self, text: &str) -> Result<BombState, PositionError> {
        let broken = |why: Message| PositionError::new(text, why);
        let [board, side, actions] = split_fields(text, FIELDS).map_err(broken)?;
        let (stones, bombs) = CellView::read(&Grid::BOMB_BOARD, board, true).map_err(broken)?;
        let side = read_side(side).map_err(broken)?;
        let actions = read_actions(actions).map_err(broken)?;
        let board = Board { stones, bombs };
        if let Some(why) = fault::<R>(&board, side, actions) {
            return Err(broken(why));
        }
        Ok(Self::state(board, actions))
    }
}

fn read_actions(text: &str) -> Result<u32, Message> {
    let actions = read_number(text).filter(|actions| *actions <= MOST_ACTIONS);
    actions.ok_or_else(|| {
        message!(
            "{text:?} is not a number of actions from 0 to {most}",
            "{text:?} no es un número de acciones de 0 a {most}",
            text,
            most = MOST_ACTIONS
        )
    })
}

/// What is impossible about a board after so many actions, if anything. Not every board that passes can be reached,
/// but every one that is reached passes.
fn fault<R: BombRules>(board: &Board, side: Side, actions: u32) -> Option<Message> {
    if side != R::mover(actions) {
        return Some(message!(
            "after {actions} actions player {mover} is to move, not {side}",
            "tras {actions} acciones juega el jugador {mover}, no {side}",
            actions,
            mover = R::mover(actions),
            side
        ));
    }
    let first_bomb = |side| {
        let brings_bomb = |action: &u32| R::turn(*action) == R::TURNS_PER_BOMB && R::mover(*action) == side;
        (0..R::CYCLE).find(brings_bomb).unwrap_or(R::CYCLE)
    };
    let cycles = actions / R::CYCLE;
    for side in Side::BOTH {
        let in_part = |part| (0..part).filter(|action| R::mover(*action) == side).count() as u32;
        let made = cycles * in_part(R::CYCLE) + in_part(actions % R::CYCLE);
        let stones = board.stones(side).count_ones();
        if stones > made {
            return Some(message!(
                "player {side} has {stones} stones after {made} actions",
                "el jugador {side} tiene {stones} fichas tras {made} acciones",
                side,
                stones,
                made
            ));
        }
        let bombs = board.bomb(side).count_ones();
        if bombs > 1 {
            return Some(message!(
                "player {side} has {bombs} bombs",
                "el jugador {side} tiene {bombs} bombas",
                side,
                bombs
            ));
        }
        if bombs == 1 && actions <= first_bomb(side) {
            return Some(message!(
                "player {side} cannot have a bomb after {actions} actions",
                "el jugador {side} no puede tener una bomba tras {actions} acciones",
                side,
                actions
            ));
        }
    }
    let stones = board.all().count_ones();
    let first_explosion = Side::BOTH.map(first_bomb).into_iter().min().unwrap_or(0) + 1;
    if actions <= first_explosion && stones < actions {
        return Some(message!(
            "{stones} stones after {actions} actions, before any explosion",
            "{stones} fichas tras {actions} acciones, antes de ninguna explosión",
            stones,
            actions
        ));
    }
    // Without an explosion only the last action can have made a line.
    if stones == actions {
        let waiting = R::mover(actions + R::CYCLE - 1).other();
        if board.has_line(waiting) {
            return Some(message!(
                "player {waiting} has a line, but did not make the last action",
                "el jugador {waiting} tiene una línea, pero no hizo la última acción",
                waiting
            ));
        }
    }
    None
}
