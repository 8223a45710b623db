//! Boards that are edited: what can be put on them, and what they are afterwards.

use poda_core::{Brush, Draft, Language, Notation, Piece, Side, position_line::split_fields, text};

use crate::{
    CellBoard, CellSet, Mnk, Nraya, NrayaState,
    nraya::MOVES_A_TURN,
    text::{NRAYA_FIELDS, ranks, read_stones},
};

/// Stones of both sides, and what takes them away.
pub(crate) fn stone_brushes(language: Language) -> Vec<Brush> {
    let stone = |side: Side| Brush {
        word: format!("stone-{side}"),
        label: text!(language, "stone of player {side}", "ficha del jugador {side}", side),
        piece: Some(Piece {
            id: String::new(),
            kind: "stone",
            colour: None,
            side: Some(side.number()),
            tags: Vec::new(),
            x: 50,
            y: 50,
            size: 80,
            label: String::new(),
        }),
        at_once: false,
    };
    let mut brushes: Vec<Brush> = Side::BOTH.map(stone).into();
    let label = language.pick("take away", "quitar").to_owned();
    brushes.push(Brush { word: "erase".to_owned(), label, piece: None, at_once: false });
    brushes
}

/// The same, whose turn it is, how many moves are left in it, and which cells may be played.
pub(crate) fn nraya_brushes(language: Language) -> Vec<Brush> {
    let mut brushes = stone_brushes(language);
    let mut at_once = |word: String, label: String| {
        brushes.push(Brush { word, label, piece: None, at_once: true });
    };
    for side in Side::BOTH {
        let label = text!(language, "player {side} to move", "juega el jugador {side}", side);
        at_once(format!("turn-{side}"), label);
    }
    at_once("left-1".to_owned(), language.pick("1 move left", "queda 1 jugada").to_owned());
    at_once("left-2".to_owned(), language.pick("2 moves left", "quedan 2 jugadas").to_owned());
    at_once("phase".to_owned(), language.pick("other cells", "otras casillas").to_owned());
    brushes
}

/// Uses a brush on a cell. Nothing if there is no such cell or brush.
fn paint<const N: usize>(
    board: &CellBoard<N>,
    stones: &mut [CellSet<N>; 2],
    place: &str,
    brush: &str,
) -> Option<()> {
    let name = place.strip_prefix("cell-")?;
    let bit = board.full().bits().find(|bit| board.cell_name(*bit) == name)?;
    let cell = CellSet::of_bit(bit);
    let side = match brush {
        "erase" => None,
        "stone-1" => Some(Side::First),
        "stone-2" => Some(Side::Second),
        _ => return None,
    };
    *stones = stones.map(|cells| cells.without(cell));
    if let Some(side) = side {
        stones[side.index()] = stones[side.index()] | cell;
    }
    Some(())
}

/// Whose turn it is follows from the number of stones.
pub(crate) fn painted_mnk<const N: usize>(
    game: &Mnk<N>,
    draft: &str,
    stroke: Option<(&str, &str)>,
) -> Option<Draft> {
    let (board, _) = draft.split_once(' ')?;
    let mut stones = read_stones(game.board(), board).ok()?;
    if let Some((place, brush)) = stroke {
        paint(game.board(), &mut stones, place, brush)?;
    }
    let state = game.state(stones);
    let mut scene = game.picture(&state, Vec::new()).scene();
    scene.targets.clear();
    Some(Draft { text: game.position_text(&state), scene, controls: Vec::new() })
}

pub(crate) fn painted_nraya(
    game: &Nraya,
    draft: &str,
    stroke: Option<(&str, &str)>,
    language: Language,
) -> Option<Draft> {
    let [board, side, left, phase, plies] = split_fields(draft, NRAYA_FIELDS).ok()?;
    let number = |text: &str| text.parse::<u16>().ok();
    let stones = read_stones(game.board(), board).ok()?;
    let mut state = NrayaState {
        stones,
        plies: number(plies)?,
        side: Side::from_number(number(side)?.try_into().ok()?)?,
        left: number(left)?.clamp(1, MOVES_A_TURN.into()) as u8,
        phase: (number(phase)? % 3) as u8,
        outcome: None,
    };
    match stroke {
        None => {}
        Some((_, "turn-1")) => state.side = Side::First,
        Some((_, "turn-2")) => state.side = Side::Second,
        Some((_, "left-1")) => state.left = 1,
        Some((_, "left-2")) => state.left = MOVES_A_TURN,
        Some((_, "phase")) => state.phase = (state.phase + 1) % 3,
        Some((place, brush)) => paint(game.board(), &mut state.stones, place, brush)?,
    }
    // A board that was changed is not the start, and has taken a ply for each new stone at least.
    let stones: u32 = state.stones.map(CellSet::count).iter().sum();
    state.plies = state.plies.max(stones.saturating_sub(4) as u16).max(u16::from(stroke.is_some()));
    state.outcome = game.outcome_of(&state.stones, state.plies);
    if state.outcome.is_some() {
        state.left = MOVES_A_TURN;
    }
    let mut scene = game.picture(&state, Vec::new(), language).scene();
    // What may be played next shows: whoever edits chooses it.
    let playable: Vec<String> = scene.targets.drain(..).map(|target| target.on).collect();
    for place in scene.places.iter_mut().filter(|place| playable.contains(&place.id)) {
        place.tags.push("playable");
    }
    let board = ranks(game.board(), &state.stones);
    let text = format!("{board} {} {} {} {}", state.side, state.left, state.phase, state.plies);
    Some(Draft { text, scene, controls: Vec::new() })
}
