use poda_core::{
    Draw, Fact, Game, Language, Moves, Notation, Outcome, Piece, Place, Scene, Side, Target, TextBoard, Trail,
};

use crate::{
    Cell, Colour, Mechanic, Move, Parchis, ParchisState, Spot, Status,
    layout::{self, HOME_SIZE, SIZE},
    text_board, words,
};

/// Hundredths of a cell.
const CELL: i32 = 100;
const PIECE: i32 = 46;
const OBJECT: i32 = 60;

impl Draw for Parchis {
    fn scene(&self, state: &ParchisState, language: Language) -> Scene {
        let mut scene = Scene { look: "cross", width: SIZE * CELL, height: SIZE * CELL, ..Scene::default() };
        scene.places = places(language);
        add_things(&mut scene, state);
        add_hands(&mut scene, self, state);
        add_pieces(&mut scene, state);
        add_targets(&mut scene, self, state, language);
        add_facts(&mut scene, self, state, language);
        scene
    }

    fn trails(&self, state: &ParchisState, mv: Move) -> Vec<Trail> {
        let next = self.play(state, mv);
        let ways = Colour::IN_TURN.into_iter().flat_map(|colour| {
            let (next, cells) = (&next, state.pieces(colour).zip(next.pieces(colour)));
            cells.enumerate().filter_map(move |(index, (from, to))| {
                let points = way(next, colour, 4 * colour.index() + index, from, to)?;
                Some(Trail { id: format!("{}{}", colour.letter(), index + 1), points })
            })
        });
        ways.collect()
    }

    fn text_board(&self, state: &ParchisState, language: Language) -> TextBoard {
        text_board::draw(self, state, language)
    }
}

/// The board: the same in every position.
fn places(language: Language) -> Vec<Place> {
    let mut places = Vec::new();
    for colour in Colour::IN_TURN {
        let (x, y) = layout::place(Cell::home(colour));
        let name = words::colour(Language::English, colour);
        let size = HOME_SIZE * CELL;
        places.push(place(
            format!("home-{}", colour.letter()),
            format!("home {name}"),
            (x, y),
            size,
            String::new(),
        ));
    }
    for cell in layout::cross() {
        let (id, class, label) = match cell.spot() {
            Spot::Track(number) => {
                let start = Colour::ALL.into_iter().find(|colour| colour.start_cell() == number);
                let class = match start {
                    Some(colour) => format!("cell safe start {}", words::colour(Language::English, colour)),
                    None if cell.is_safe() => "cell safe".to_owned(),
                    None => "cell".to_owned(),
                };
                (format!("t{number}"), class, number.to_string())
            }
            Spot::Corridor(colour, number) => {
                let class = format!("cell corridor {}", words::colour(Language::English, colour));
                (format!("{}c{number}", colour.letter()), class, String::new())
            }
            Spot::Goal(colour) | Spot::Home(colour) => {
                let class = format!("goal {}", words::colour(Language::English, colour));
                (format!("goal-{}", colour.letter()), class, String::new())
            }
        };
        places.push(place(id, class, layout::place(cell), CELL, label));
    }
    // In the very middle, where nobody stands: what to click when a die cannot be used.
    let middle = (SIZE / 2, SIZE / 2);
    places.push(place(
        "skip".to_owned(),
        "skip".to_owned(),
        middle,
        CELL,
        language.pick("skip", "pasar").to_owned(),
    ));
    places
}

fn place(id: String, class: String, (x, y): (i32, i32), size: i32, label: String) -> Place {
    Place { id, class, x: x * CELL, y: y * CELL, width: size, height: size, label }
}

/// Objects and bananas.
fn add_things(scene: &mut Scene, state: &ParchisState) {
    for (cell, die) in state.objects() {
        let (x, y) = centre(Cell::track(cell));
        let label = words::object_letter(die).to_string();
        let (id, class) = (format!("object-{cell}"), format!("object {}", die.word()));
        scene.pieces.push(Piece { id, class, x, y, size: OBJECT, label });
    }
    for (index, cell) in state.bananas().enumerate() {
        // Bananas on one cell lie a little apart.
        let before = state.bananas().take(index).filter(|other| *other == cell).count() as i32;
        let (x, y) = centre(Cell::track(cell));
        let id = format!("banana-{cell}-{}", before + 1);
        let (x, y) = (x + 8 * before, y - 8 * before);
        scene.pieces.push(Piece {
            id,
            class: "banana".to_owned(),
            x,
            y,
            size: OBJECT,
            label: ")".to_owned(),
        });
    }
}

/// The special dice that somebody holds lie at home. They are no pieces: what is taken has no name that it keeps.
fn add_hands(scene: &mut Scene, rules: &Parchis, state: &ParchisState) {
    const APART: i32 = 90;
    if rules.edition.mechanic != Mechanic::Objects {
        return;
    }
    for owner in rules.edition.turns.dice_owners() {
        let (x, y) = layout::place(Cell::home(*owner));
        let held: Vec<_> = state.hand(owner.side()).oldest_first().collect();
        let left = (2 * x + HOME_SIZE) * CELL / 2 - (held.len() as i32 - 1) * APART / 2;
        for (index, die) in held.into_iter().enumerate() {
            let id = format!("hand-{}-{}", owner.letter(), index + 1);
            let class = format!("held {}", die.word());
            let (x, y) = (left + index as i32 * APART - OBJECT / 2, (y + HOME_SIZE) * CELL - 2 * APART);
            scene.places.push(Place { id, class, x, y, width: OBJECT, height: OBJECT, label: String::new() });
        }
    }
}

fn add_pieces(scene: &mut Scene, state: &ParchisState) {
    for colour in Colour::IN_TURN {
        for (index, cell) in state.pieces(colour).enumerate() {
            let number = 4 * colour.index() + index;
            let status = state.condition(number).status();
            let side = if colour.side() == Side::First { "first" } else { "second" };
            let mut class = format!("piece {} {side}", words::colour(Language::English, colour));
            if status != Status::Normal {
                class = format!("{class} {}", status.word());
            }
            let (x, y) = stand(state, cell, number);
            let size = match status {
                Status::Mega => 2 * PIECE,
                Status::Small => PIECE * 2 / 3,
                _ => PIECE,
            };
            let id = format!("{}{}", colour.letter(), index + 1);
            scene.pieces.push(Piece { id, class, x, y, size, label: (index + 1).to_string() });
        }
    }
}

fn centre(cell: Cell) -> (i32, i32) {
    let (x, y) = layout::place(cell);
    (x * CELL + CELL / 2, y * CELL + CELL / 2)
}

/// Where a piece stands: at home on a place of its own, elsewhere beside those that came there.
fn stand(state: &ParchisState, cell: Cell, piece: usize) -> (i32, i32) {
    const CORNERS: [(i32, i32); 4] = [(-1, -1), (1, -1), (-1, 1), (1, 1)];
    let middle =
        |(x, y): (i32, i32), (right, down): (i32, i32), apart: i32| (x + right * apart, y + down * apart);
    if cell.is_home() {
        let (x, y) = layout::place(cell);
        let half = HOME_SIZE * CELL / 2;
        return middle((x * CELL + half, y * CELL + half), CORNERS[piece % 4], CELL);
    }
    let here = state.on(cell);
    let before = here.into_iter().take_while(|other| *other != piece).count();
    match here.len() {
        1 => centre(cell),
        2 => middle(centre(cell), (2 * before as i32 - 1, 0), CELL / 4),
        _ => middle(centre(cell), CORNERS[before % 4], CELL / 4),
    }
}

/// The way of a piece that has walked on, cell by cell. Whoever comes from home or is sent there goes straight.
fn way(after: &ParchisState, colour: Colour, piece: usize, from: Cell, to: Cell) -> Option<Vec<(i32, i32)>> {
    let steps = |cell: Cell| cell.steps_to_goal(colour);
    if from.is_home() || to.is_home() || steps(to) >= steps(from) {
        return None;
    }
    let between = (steps(to) + 1..=steps(from)).rev().map(|steps| centre(Cell::at_steps(colour, steps)));
    Some(between.chain([stand(after, to, piece)]).collect())
}

/// A click on a piece uses a die; a click on the middle skips one.
fn add_targets(scene: &mut Scene, rules: &Parchis, state: &ParchisState, language: Language) {
    if state.outcome().is_some() {
        return;
    }
    let mut moves = Moves::new();
    rules.moves(state, &mut moves);
    for mv in &moves {
        let die = words::die(language, mv.die());
        let (on, label) = match mv.of_piece() {
            Some((colour, index)) => (format!("{}{}", colour.letter(), index + 1), die.to_owned()),
            None => ("skip".to_owned(), format!("{} {die}", language.pick("skip", "pasar"))),
        };
        scene.targets.push(Target { on, text: rules.move_text(state, *mv), label });
    }
}

fn add_facts(scene: &mut Scene, rules: &Parchis, state: &ParchisState, language: Language) {
    let mut say = |name: String, text: String| scene.facts.push(Fact { name, text });
    match state.outcome().and_then(Outcome::winner) {
        Some(side) => {
            let winner = words::player(language, side);
            say("winner".to_owned(), format!("{winner} {}", language.pick("has won", "ha ganado")));
        }
        None => say("to-move".to_owned(), language.to_move(state.side())),
    }
    if rules.edition.turns.dice_owners().len() == 4 {
        say("colour".to_owned(), words::colour(language, state.mover).to_owned());
    }
    if let Some(bonus) = text_board::forced_text(state, language) {
        say("forced".to_owned(), bonus);
    }
    for owner in rules.edition.turns.dice_owners() {
        let letter = owner.letter();
        say(format!("dice-{letter}"), text_board::dice_text(rules, state, *owner));
        let name = match rules.edition.mechanic {
            Mechanic::Plain => continue,
            Mechanic::Objects => "hand",
            Mechanic::Energy => "energy",
        };
        let names = [format!("{name}-{letter}"), format!("effect-{letter}")];
        for (name, text) in names.into_iter().zip(text_board::possessions(rules, state, *owner, language)) {
            say(name, text.trim_start_matches([' ', '-', '>']).to_owned());
        }
    }
    for colour in Colour::IN_TURN {
        if state.bounces(colour) > 0 {
            let text = format!("{}: {}", language.pick("bounces", "rebotes"), state.bounces(colour));
            say(format!("bounces-{}", colour.letter()), text);
        }
    }
}
