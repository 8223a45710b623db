use poda_core::{
    Brush, Draft, Draw, Game, Language, MoveEvent, Moves, Notation, Outcome, Piece, Prospect, Scene, Side,
    Text, TextBoard, TextStyle,
    position_line::{read_side, split_fields},
    text,
};

use super::{Action, Board, BombGame, BombRules, BombState};
use crate::{
    Grid,
    picture::{Caption, Picture, fact_of_reason, letter, piece_id},
    telling::{self, FallingStone, explosion_text, on_cells},
    view::CellView,
};

impl<R: BombRules> Draw for BombGame<R> {
    fn scene(&self, state: &BombState, language: Language) -> Scene {
        let mut scene = self.picture(state, language).scene();
        scene.facts.extend(reason::<R>(state, language).map(fact_of_reason));
        scene
    }

    fn events(&self, state: &BombState, action: Action, language: Language) -> Vec<MoveEvent> {
        let view = state.board().view(0);
        match action {
            Action::Drop(column) => vec![self.fall(state, column).event(&view, language)],
            Action::Boom => {
                let hit = hit::<R>(&view, state.board(), self.to_move(state));
                let told = MoveEvent::new("explode", explosion_text(hit.len(), language));
                let own = self.to_move(state).number();
                let is_bomb = |piece: &Piece| piece.kind == "bomb" && piece.side == Some(own);
                let (bomb, others): (Vec<_>, Vec<_>) = hit.into_iter().partition(is_bomb);
                let bomb = told.of(bomb.into_iter().next());
                let gone = others.into_iter().map(|piece| MoveEvent::new("burst", "").of(Some(piece)));
                [bomb].into_iter().chain(gone).collect()
            }
        }
    }

    fn prospects(&self, state: &BombState, language: Language) -> Vec<Prospect> {
        let view = state.board().view(0);
        let mut moves = Moves::new();
        self.moves(state, &mut moves);
        let prospect = |action: &Action| match action {
            Action::Drop(column) => self.fall(state, *column).prospect(&view, language),
            Action::Boom => {
                let hit = hit::<R>(&view, state.board(), self.to_move(state));
                Prospect {
                    text: "B".into(),
                    ghost: None,
                    told: explosion_text(hit.len(), language),
                    hits: hit.into_iter().map(|piece| piece.id).collect(),
                }
            }
        };
        moves.iter().map(prospect).collect()
    }

    fn brushes(&self, language: Language) -> Vec<Brush> {
        telling::brushes(true, language)
    }

    /// The number of actions is the smallest that fits the stones and whose turn it is.
    fn painted(&self, draft: &str, stroke: Option<(&str, &str)>, _: Language) -> Option<Draft> {
        let [board, side, actions] = split_fields(draft, Text::new("", "")).ok()?;
        let (height, mut side) = (Grid::BOMB_BOARD.height(), read_side(side).ok()?);
        let (stones, bombs) = CellView::read(&Grid::BOMB_BOARD, board, true).ok()?;
        let mut columns = telling::columns(&CellView::new(&Grid::BOMB_BOARD, stones, bombs, 0));
        match stroke {
            Some((_, "turn-1")) => side = Side::First,
            Some((_, "turn-2")) => side = Side::Second,
            Some((place, brush)) => telling::paint(&mut columns, height, place, brush)?,
            None => {}
        }
        let board = telling::ranks(&columns, height);
        let text = |actions: &str| format!("{board} {side} {actions}");
        // After two cycles nothing new can fit.
        let most = 49 + 2 * R::CYCLE;
        let fitting = (0..most).map(|actions| text(&actions.to_string()));
        let fitting = fitting.into_iter().find(|line| self.read_position(line).is_ok());
        let (stones, bombs) = CellView::read(&Grid::BOMB_BOARD, &board, true).ok()?;
        let lines = stones.map(|stones| Grid::BOMB_BOARD.line_stones(stones));
        let view = CellView::new(&Grid::BOMB_BOARD, stones, bombs, lines[0] | lines[1]);
        let text = fitting.unwrap_or_else(|| text(actions));
        Some(Draft { text, scene: telling::picture(view).scene(), controls: Vec::new() })
    }

    fn renamed(&self, state: &BombState, action: Action) -> Vec<(String, String)> {
        match action {
            Action::Drop(_) => Vec::new(),
            Action::Boom => fallen(&state.board().view(0), R::blast(state.board(), self.to_move(state))),
        }
    }

    fn text_board(&self, state: &BombState, language: Language) -> TextBoard {
        self.picture(state, language).text_board()
    }
}

/// What the mover's bomb takes.
fn hit<R: BombRules>(view: &CellView, board: &Board, mover: Side) -> Vec<Piece> {
    let blast = R::blast(board, mover);
    on_cells(view, |column, row| Grid::<u64>::BOMB_BOARD.cell(column, row) & blast != 0)
}

/// Why the game is over.
fn reason<R: BombRules>(state: &BombState, language: Language) -> Option<String> {
    let has_line = state.board().has_any_line();
    BombGame::<R>::new().outcome(state).map(|outcome| match outcome {
        Outcome::Win(_) if has_line && R::IS_MISERE => language
            .pick("four in a row: in this game that loses", "cuatro en raya: en este juego eso pierde")
            .into(),
        Outcome::Win(_) if has_line => language.pick("four in a row", "cuatro en raya").into(),
        Outcome::Win(_) => language
            .pick(
                "the board is full, and whoever is to move has no bomb",
                "el tablero está lleno, y quien tiene el turno no tiene bomba",
            )
            .into(),
        Outcome::Draw => language.pick("the board is full", "el tablero está lleno").into(),
    })
}

impl<R: BombRules> BombGame<R> {
    fn fall(self, state: &BombState, column: u8) -> FallingStone {
        FallingStone { column: u32::from(column), side: self.to_move(state), is_bomb: self.drops_bomb(state) }
    }

    fn picture(self, state: &BombState, language: Language) -> Picture {
        let outcome = self.outcome(state);
        let mover = self.to_move(state);
        // The line that decided belongs to the winner, or in a misère game to the loser.
        let decider = outcome
            .and_then(Outcome::winner)
            .map(|winner| if R::IS_MISERE { winner.other() } else { winner });
        let lines = decider.map_or(0, |side| Grid::BOMB_BOARD.line_stones(state.board().stones(side)));
        let mut moves = Moves::new();
        let mut captions = vec![Caption::of_turn(language, mover, outcome)];
        if outcome.is_none() {
            self.moves(state, &mut moves);
            captions.push(actions_left::<R>(state, language));
            captions.push(self.next_bomb(state, language));
        }
        captions.push(holders(state, language));
        let columns = moves.iter().filter_map(|action| match action {
            Action::Drop(column) => Some(u32::from(*column)),
            Action::Boom => None,
        });
        Picture {
            view: state.board().view(lines),
            columns: columns.collect(),
            boom: moves.contains(&Action::Boom).then(|| (mover, "BOOM".into())),
            captions,
        }
    }

    fn next_bomb(self, state: &BombState, language: Language) -> Caption {
        let turns_left = R::TURNS_PER_BOMB - R::turn(state.actions()) % R::TURNS_PER_BOMB;
        let (style, text) = if self.drops_bomb(state) {
            let text =
                language.pick("the stone dropped now is a bomb", "la ficha que caiga ahora es una bomba");
            (TextStyle::Special, text.to_owned())
        } else if turns_left == R::TURNS_PER_BOMB {
            let text = language.pick(
                "this turn brings a bomb only to a player without one",
                "este turno solo trae bomba a quien no tiene",
            );
            (TextStyle::Plain, text.to_owned())
        } else {
            let text = match turns_left {
                1 => text!(language, "next bomb: in 1 turn", "próxima bomba: dentro de 1 turno"),
                _ => text!(
                    language,
                    "next bomb: in {turns_left} turns",
                    "próxima bomba: dentro de {turns_left} turnos",
                    turns_left,
                ),
            };
            (TextStyle::Plain, text)
        };
        Caption::plain("next-bomb", style, text)
    }
}

/// The stones above the cells that an explosion empties, before and after their fall.
fn fallen(view: &CellView, blast: u64) -> Vec<(String, String)> {
    let mut renamed = Vec::new();
    for column in 0..view.width {
        let mut floor = 0;
        for row in 0..view.height {
            let Some(stone) = view.at(column, row) else { break };
            if Grid::<u64>::BOMB_BOARD.cell(column, row) & blast == 0 {
                renamed.push((piece_id(stone, column, row), piece_id(stone, column, floor)));
                floor += 1;
            }
        }
    }
    renamed.retain(|(before, after)| before != after);
    renamed
}

fn actions_left<R: BombRules>(state: &BombState, language: Language) -> Caption {
    let next = state.actions();
    let mover = R::mover(next);
    let left = (next..next + R::CYCLE).take_while(|action| R::mover(*action) == mover).count();
    let text = match left {
        1 => text!(language, "1 action left in this turn", "queda 1 acción en este turno"),
        _ => {
            text!(language, "{left} actions left in this turn", "quedan {left} acciones en este turno", left)
        }
    };
    Caption::plain("actions-left", TextStyle::Plain, text)
}

fn holders(state: &BombState, language: Language) -> Caption {
    let holds = |side: &Side| state.board().bomb(*side) != 0;
    let sides: Vec<Side> = Side::BOTH.into_iter().filter(holds).collect();
    let list = |name: &dyn Fn(Side) -> String| {
        let names: Vec<String> = sides.iter().map(|side| name(*side)).collect();
        let who =
            if names.is_empty() { language.pick("nobody", "nadie").to_owned() } else { names.join(", ") };
        format!("{}: {who}", language.pick("bombs", "bombas"))
    };
    let player = |side: Side| format!("{} {side}", language.pick("player", "jugador"));
    let drawn = Some(list(&|side| format!("{} (*{}*)", player(side), letter(side))));
    let text = if sides.is_empty() {
        language.pick("nobody has a bomb", "nadie tiene bomba").to_owned()
    } else {
        list(&player)
    };
    Caption { name: "bombs", style: TextStyle::Plain, text, drawn }
}
