use poda_core::{Draw, Game, Language, Moves, Outcome, Scene, Side, TextBoard, TextStyle, text};

use super::{Action, BombGame, BombRules, BombState};
use crate::{
    Grid,
    picture::{Caption, Picture, letter, piece_id},
    view::View,
};

impl<R: BombRules> Draw for BombGame<R> {
    fn scene(&self, state: &BombState, language: Language) -> Scene {
        self.picture(state, language).scene()
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

impl<R: BombRules> BombGame<R> {
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
fn fallen(view: &View, blast: u64) -> Vec<(String, String)> {
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
