use poda_core::{
    Draw, Encode, Fact, Game, Language, Message, MoveTokens, Moves, Notation, Outcome, Place, PositionError,
    Scene, Side, Target, Text, TextBoard, TextStyle, fold, mix,
};

/// A toy with kept turns: heaps of pebbles, three decisions a turn or fewer.
///
/// 1. A decision takes one or two pebbles from one heap.
/// 2. Whoever takes a single pebble decides again, at most twice in a row; taking two passes the turn.
/// 3. Whoever takes the very last pebble wins, unless it was a single one taken in the second half of a turn: then the
///    game is drawn.
///
/// Small enough to search to the end, crooked enough that every mistake with kept turns shows.
#[derive(Clone, Debug)]
pub struct Pebbles {
    /// The heaps at the start.
    pub heaps: [u8; 4],
}

impl Default for Pebbles {
    fn default() -> Self {
        Self { heaps: [3, 4, 2, 5] }
    }
}

/// Heaps, whose turn, and whether that side has already decided once in this turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PebblesState {
    heaps: [u8; 4],
    side: Side,
    second_half: bool,
    outcome: Option<Outcome>,
}

/// Take `count` pebbles from heap `heap`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Take {
    heap: u8,
    count: u8,
}

impl Game for Pebbles {
    type State = PebblesState;
    type Move = Take;
    const SLOTS: usize = 8;

    fn start(&self) -> PebblesState {
        PebblesState { heaps: self.heaps, side: Side::First, second_half: false, outcome: None }
    }

    fn to_move(&self, state: &PebblesState) -> Side {
        state.side
    }

    fn outcome(&self, state: &PebblesState) -> Option<Outcome> {
        state.outcome
    }

    fn moves(&self, state: &PebblesState, moves: &mut Moves<Take>) {
        for heap in 0..4 {
            for count in 1..=state.heaps[heap as usize].min(2) {
                moves.push(Take { heap, count });
            }
        }
    }

    fn play(&self, state: &PebblesState, mv: Take) -> PebblesState {
        let mut next = *state;
        next.heaps[mv.heap as usize] -= mv.count;
        let single = mv.count == 1;
        if next.heaps == [0; 4] {
            let drawn = single && state.second_half;
            next.outcome = Some(if drawn { Outcome::Draw } else { Outcome::Win(state.side) });
        }
        if single && !state.second_half {
            next.second_half = true;
        } else {
            next.second_half = false;
            next.side = state.side.other();
        }
        next
    }

    fn slot(&self, mv: Take) -> usize {
        usize::from(2 * mv.heap + mv.count - 1)
    }

    fn key(&self, state: &PebblesState) -> u64 {
        let outcome = match state.outcome {
            None => 0,
            Some(Outcome::Draw) => 1,
            Some(Outcome::Win(side)) => 2 + side.index() as u64,
        };
        let rest = state.side.index() as u64 | u64::from(state.second_half) << 1 | outcome << 2;
        fold(mix(u64::from(u32::from_le_bytes(state.heaps))), mix(rest + 1))
    }
}

impl Notation for Pebbles {
    const TOKENS: MoveTokens = MoveTokens::Words;

    fn move_text(&self, _: &PebblesState, mv: Take) -> String {
        format!("{}x{}", mv.heap + 1, mv.count)
    }

    fn position_text(&self, state: &PebblesState) -> String {
        let [a, b, c, d] = state.heaps;
        let outcome = state.outcome.map_or("-", Outcome::word);
        format!("{a}/{b}/{c}/{d} {} {} {outcome}", state.side, u8::from(state.second_half))
    }

    fn read_position(&self, text: &str) -> Result<PebblesState, PositionError> {
        let broken = || PositionError::new(text, Message::verbatim("expected a/b/c/d side half outcome"));
        let fields: Vec<&str> = text.split(' ').collect();
        let [heaps, side, half, outcome] = fields[..] else { return Err(broken()) };
        let heaps: Vec<u8> = heaps.split('/').map_while(|heap| heap.parse().ok()).collect();
        Ok(PebblesState {
            heaps: heaps.try_into().map_err(|_| broken())?,
            side: side.parse().ok().and_then(Side::from_number).ok_or_else(broken)?,
            second_half: match half {
                "0" => false,
                "1" => true,
                _ => return Err(broken()),
            },
            outcome: match outcome {
                "-" => None,
                word => Some(Outcome::of_word(word).ok_or_else(broken)?),
            },
        })
    }
}

/// Cells: the heaps. Actions are slots.
impl Encode for Pebbles {
    fn board_shape(&self) -> [usize; 2] {
        [1, 4]
    }

    fn write_cells(&self, state: &PebblesState, cells: &mut [i8]) {
        cells.copy_from_slice(&state.heaps.map(u8::cast_signed));
    }

    fn planes(&self) -> Vec<Text> {
        ["heaps", "to move", "first player", "second half"].map(|name| Text::new(name, name)).to_vec()
    }

    fn write_planes(&self, state: &PebblesState, viewer: Side, planes: &mut [u8]) {
        let (heaps, facts) = planes.split_at_mut(4);
        heaps.copy_from_slice(&state.heaps);
        let known = [viewer == state.side, viewer == Side::First, state.second_half];
        facts.chunks_exact_mut(4).zip(known).for_each(|(plane, fact)| plane.fill(fact.into()));
    }

    fn actions(&self) -> usize {
        Self::SLOTS
    }

    fn action(&self, _: &PebblesState, mv: Take) -> usize {
        self.slot(mv)
    }

    fn move_of(&self, state: &PebblesState, action: usize) -> Option<Take> {
        let mv = Take { heap: u8::try_from(action / 2).ok()?, count: (action % 2) as u8 + 1 };
        state.heaps.get(action / 2).is_some_and(|heap| *heap >= mv.count).then_some(mv)
    }
}

impl Draw for Pebbles {
    fn scene(&self, state: &PebblesState, language: Language) -> Scene {
        let mut scene = Scene { width: 400, height: 100, ..Scene::default() };
        for heap in 0..4 {
            scene.places.push(Place {
                id: format!("heap-{}", heap + 1),
                kind: "heap",
                colour: None,
                tags: Vec::new(),
                x: 100 * heap as i32,
                y: 0,
                width: 100,
                height: 100,
                label: state.heaps[heap].to_string(),
            });
        }
        let mut moves = Moves::new();
        if state.outcome.is_none() {
            self.moves(state, &mut moves);
        }
        scene.targets.extend(moves.iter().map(|mv| Target {
            on: format!("heap-{}", mv.heap + 1),
            text: self.move_text(state, *mv),
            choice: "",
            label: mv.count.to_string(),
            name: self.move_text(state, *mv),
        }));
        scene.facts.push(Fact::of_position("to-move", language.to_move(state.side)));
        scene
    }

    fn text_board(&self, state: &PebblesState, language: Language) -> TextBoard {
        let mut text_board = TextBoard::new();
        for heap in state.heaps {
            text_board.put(TextStyle::Plain, format!("{:<6}", "o".repeat(heap as usize)));
        }
        text_board.end_line().put(TextStyle::of_side(state.side), language.to_move(state.side));
        text_board
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_toy_obeys_the_laws() {
        crate::check_properties(&Pebbles { heaps: [3, 4, 2, 5] }, 1, 50, 100);
        crate::check_position_reading(&Pebbles { heaps: [3, 4, 2, 5] }, 1, 100);
        crate::check_encoding(&Pebbles { heaps: [3, 4, 2, 5] }, 1, 50, 100, |state| *state);
    }
}
