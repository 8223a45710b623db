//! What moves of the Connect games do, for screens.

use poda_core::{Brush, Language, MoveEvent, Piece, Prospect, Side, position_line::write_ranks, text};

use crate::{
    picture::{Picture, column_name, piece, piece_id},
    view::{CellView, Stone},
};

/// A stone that falls.
pub(crate) struct FallingStone {
    pub(crate) column: u32,
    pub(crate) side: Side,
    pub(crate) is_bomb: bool,
}

impl FallingStone {
    /// The stone where it comes to lie. The column is not full.
    fn landed(&self, view: &CellView) -> Piece {
        let stone = Stone { side: self.side, is_bomb: self.is_bomb, in_line: false };
        let row = (0..view.height).find(|row| view.at(self.column, *row).is_none()).unwrap_or_default();
        drawn(view, stone, self.column, row)
    }

    /// What it does, in words.
    fn told(&self, language: Language) -> String {
        let column = column_name(self.column);
        if self.is_bomb {
            text!(language, "a bomb into column {column}", "una bomba en la columna {column}", column)
        } else {
            text!(language, "column {column}", "columna {column}", column)
        }
    }

    pub(crate) fn event(&self, view: &CellView, language: Language) -> MoveEvent {
        MoveEvent::new("drop", self.told(language)).of(Some(self.landed(view)))
    }

    pub(crate) fn prospect(&self, view: &CellView, language: Language) -> Prospect {
        Prospect {
            text: column_name(self.column).to_string(),
            ghost: Some(self.landed(view)),
            hits: Vec::new(),
            told: self.told(language),
        }
    }
}

/// A stone as it lies.
fn drawn(view: &CellView, stone: Stone, column: u32, row: u32) -> Piece {
    let (x, y) = (100 * column as i32 + 50, 100 * (view.height - 1 - row) as i32 + 50);
    piece(stone, piece_id(stone, column, row), x, y)
}

/// The stones on some cells.
pub(crate) fn on_cells(view: &CellView, is_hit: impl Fn(u32, u32) -> bool) -> Vec<Piece> {
    let cells = (0..view.width).flat_map(|column| (0..view.height).map(move |row| (column, row)));
    let hit = cells.filter(|(column, row)| is_hit(*column, *row));
    hit.filter_map(|(column, row)| Some(drawn(view, view.at(column, row)?, column, row))).collect()
}

/// How many stones an explosion takes.
pub(crate) fn explosion_text(stones: usize, language: Language) -> String {
    match stones {
        1 => text!(language, "the bomb explodes alone", "la bomba explota sola"),
        _ => text!(
            language,
            "the bomb explodes: {stones} stones are gone",
            "la bomba explota: desaparecen {stones} fichas",
            stones,
        ),
    }
}

/// What can be put on a wall: stones of both sides, bombs where there are some; and what takes them away.
pub(crate) fn brushes(with_bombs: bool, language: Language) -> Vec<Brush> {
    let mut brushes = Vec::new();
    for is_bomb in [false, true] {
        for side in Side::BOTH.into_iter().filter(|_| with_bombs || !is_bomb) {
            let stone = Stone { side, is_bomb, in_line: false };
            let (word, label) = if is_bomb {
                (
                    format!("bomb-{side}"),
                    text!(language, "bomb of player {side}", "bomba del jugador {side}", side),
                )
            } else {
                (
                    format!("stone-{side}"),
                    text!(language, "stone of player {side}", "ficha del jugador {side}", side),
                )
            };
            brushes.push(Brush {
                word,
                label,
                piece: Some(piece(stone, String::new(), 50, 50)),
                at_once: false,
            });
        }
    }
    let label = language.pick("take away", "quitar").to_owned();
    brushes.push(Brush { word: "erase".to_owned(), label, piece: None, at_once: false });
    if with_bombs {
        for side in Side::BOTH {
            let label = text!(language, "player {side} to move", "juega el jugador {side}", side);
            brushes.push(Brush { word: format!("turn-{side}"), label, piece: None, at_once: true });
        }
    }
    brushes
}

/// The columns of a board that is being edited, each from the bottom.
pub(crate) type Columns = Vec<Vec<Stone>>;

/// The board as columns of stones.
pub(crate) fn columns(view: &CellView) -> Columns {
    let column = |column| (0..view.height).map_while(|row| view.at(column, row)).collect();
    (0..view.width).map(column).collect()
}

/// Uses a brush on a place: a stone falls into its column, or the stone that lies there is taken away and those above
/// it fall. Nothing if there is no such place or brush, or no room.
pub(crate) fn paint(columns: &mut Columns, height: u32, place: &str, brush: &str) -> Option<()> {
    let mut found = None;
    for (index, stones) in columns.iter().enumerate() {
        let name = column_name(index as u32);
        if place == format!("column-{name}") {
            found = Some((index, stones.len().saturating_sub(1)));
        }
        for row in 0..height as usize {
            if place == format!("cell-{name}-{}", row + 1) {
                found = Some((index, row));
            }
        }
    }
    let (column, row) = found?;
    let stones = columns.get_mut(column)?;
    if brush == "erase" {
        if row < stones.len() {
            stones.remove(row);
            return Some(());
        }
        return stones.pop().map(|_| ());
    }
    let stone = [false, true]
        .into_iter()
        .flat_map(|is_bomb| Side::BOTH.into_iter().map(move |side| Stone { side, is_bomb, in_line: false }));
    let word = |stone: &Stone| format!("{}-{}", if stone.is_bomb { "bomb" } else { "stone" }, stone.side);
    let stone = stone.into_iter().find(|stone| word(stone) == brush)?;
    if row < stones.len() && place.starts_with("cell") {
        // Who clicks on a stone wants another one there.
        stones[row] = stone;
    } else if stones.len() < height as usize {
        stones.push(stone);
    } else {
        return None;
    }
    Some(())
}

/// The ranks of edited columns, as position lines write them.
pub(crate) fn ranks(columns: &Columns, height: u32) -> String {
    write_ranks(columns.len() as u32, height, |column, row| {
        columns.get(column as usize)?.get(row as usize).map(|stone| stone.letter())
    })
}

/// A board that need not be a position: stones only, and nothing to click but to edit.
pub(crate) fn picture(view: CellView) -> Picture {
    Picture { view, columns: Vec::new(), boom: None, captions: Vec::new() }
}

#[cfg(test)]
mod tests {
    use poda_core::{Draw, Game, Notation};

    use super::*;
    use crate::{Boom, Connect4, Crush, Desconecta};

    fn after<G: Game + Notation>(game: &G, moves: &str) -> G::State {
        moves.chars().fold(game.start(), |state, mv| {
            game.play(&state, game.read_move(&state, &mv.to_string()).unwrap())
        })
    }

    fn reason<G: Game + Notation + Draw>(game: &G, state: &G::State, language: Language) -> Option<String> {
        let facts = game.scene(state, language).facts;
        facts.into_iter().find(|fact| fact.name == "reason").map(|fact| fact.text)
    }

    #[test]
    fn stones_show_where_they_would_fall() {
        let game = Connect4::<u64>::new(7, 6, 4).unwrap();
        let prospects = game.prospects(&after(&game, "44"), Language::Spanish);
        let ghosts: Vec<(i32, i32)> =
            prospects.iter().flat_map(|known| &known.ghost).map(|ghost| (ghost.x, ghost.y)).collect();
        assert_eq!(prospects.len(), 7);
        assert_eq!((ghosts[2], ghosts[3]), ((250, 550), (350, 350)));
        assert_eq!(prospects[3].told, "columna 4");
        let events = game.events(&after(&game, "44"), 3, Language::English);
        assert_eq!((events[0].kind, events[0].piece.as_ref().unwrap().id.as_str()), ("drop", "stone-4-3"));
    }

    #[test]
    fn an_explosion_says_what_it_takes() {
        // Player 1 drops its bomb into column 1 with its fourth action.
        let game = Crush::new();
        let state = after(&game, "4152631");
        let state = game.play(&state, game.read_move(&state, "7").unwrap());
        let boom = game.read_move(&state, "B").unwrap();
        let events = game.events(&state, boom, Language::English);
        assert_eq!(events[0].kind, "explode");
        assert_eq!(events[0].piece.as_ref().unwrap().kind, "bomb");
        assert_eq!(
            MoveEvent::sentence(&events),
            format!("the bomb explodes: {} stones are gone", events.len())
        );
        let prospect = game.prospects(&state, Language::English).pop().unwrap();
        assert_eq!((prospect.text.as_str(), prospect.hits.len()), ("B", events.len()));
    }

    #[test]
    fn an_end_has_a_reason() {
        let connect4 = Connect4::<u64>::new(7, 6, 4).unwrap();
        assert_eq!(
            reason(&connect4, &after(&connect4, "1212121"), Language::English).as_deref(),
            Some("4 in a row")
        );
        assert_eq!(reason(&connect4, &after(&connect4, "121212"), Language::English), None);
        let desconecta = Desconecta::new();
        let lost = reason(&desconecta, &after(&desconecta, "1213141"), Language::Spanish);
        assert_eq!(lost.as_deref(), Some("cuatro en raya: en este juego eso pierde"));
    }

    #[test]
    fn boards_are_edited_stone_by_stone() {
        let game = Connect4::<u64>::new(7, 6, 4).unwrap();
        let draft = |text: &str, place: &str, brush: &str| {
            game.painted(text, Some((place, brush)), Language::English).map(|draft| draft.text)
        };
        assert_eq!(draft("7/7/7/7/7/7 1", "column-4", "stone-1").as_deref(), Some("7/7/7/7/7/3x3 2"));
        assert_eq!(draft("7/7/7/7/7/3x3 2", "cell-4-1", "stone-2").as_deref(), Some("7/7/7/7/7/3o3 2"));
        assert_eq!(draft("7/7/7/7/3o3/3x3 1", "cell-4-1", "erase").as_deref(), Some("7/7/7/7/7/3o3 2"));
        assert_eq!(draft("7/7/7/7/7/7 1", "column-9", "stone-1"), None);
        assert_eq!(draft("7/7/7/7/7/7 1", "column-4", "bomb-1"), None);
        // The number of actions follows the stones, and can be read.
        let boom = Boom::new();
        let text =
            boom.painted("7/7/7/7/7/7/7 1 0", Some(("column-4", "stone-1")), Language::English).unwrap().text;
        assert_eq!(text, "7/7/7/7/7/7/3x3 1 15");
        assert_eq!(boom.brushes(Language::English).len(), 7);
    }
}
