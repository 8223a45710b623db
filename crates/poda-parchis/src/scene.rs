use poda_core::{
    Draw, Fact, Game, Language, Moves, Notation, Outcome, Piece, Place, Scene, Target, TextBoard, Trail,
};

use crate::{
    Cell, Colour, Die, Mechanic, Move, Parchis, ParchisState, Spot, Status,
    energy::Effect,
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
                Some(Trail { id: piece_id(colour, index), points })
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
        places.push(Place {
            colour: Some(word(colour)),
            ..place(home_id(colour), "home", (x, y), HOME_SIZE * CELL, String::new())
        });
    }
    for cell in layout::cross() {
        let (id, kind, colour, tags) = match cell.spot() {
            Spot::Track(number) => {
                let start = Colour::ALL.into_iter().find(|colour| colour.start_cell() == number);
                let tags = match start {
                    Some(_) => vec!["safe", "start"],
                    None if cell.is_safe() => vec!["safe"],
                    None => Vec::new(),
                };
                (format!("t{number}"), "cell", start, tags)
            }
            Spot::Corridor(colour, number) => {
                (format!("{}c{number}", colour.letter()), "cell", Some(colour), vec!["corridor"])
            }
            Spot::Goal(colour) | Spot::Home(colour) => {
                (format!("goal-{}", colour.letter()), "goal", Some(colour), Vec::new())
            }
        };
        let label = if let Spot::Track(number) = cell.spot() { number.to_string() } else { String::new() };
        let colour = colour.map(word);
        places.push(Place { colour, tags, ..place(id, kind, layout::place(cell), CELL, label) });
    }
    // In the very middle, where nobody stands: what to click when a die cannot be used.
    let middle = (SIZE / 2, SIZE / 2);
    places.push(place("skip".to_owned(), "skip", middle, CELL, language.pick("skip", "pasar").to_owned()));
    places
}

fn place(id: String, kind: &'static str, (x, y): (i32, i32), size: i32, label: String) -> Place {
    let (x, y) = (x * CELL, y * CELL);
    Place { id, kind, colour: None, tags: Vec::new(), x, y, width: size, height: size, label }
}

/// A colour's stable word.
fn word(colour: Colour) -> &'static str {
    words::colour(Language::English, colour)
}

fn piece_id(colour: Colour, index: usize) -> String {
    format!("{}{}", colour.letter(), index + 1)
}

fn home_id(colour: Colour) -> String {
    format!("home-{}", colour.letter())
}

/// Objects and bananas.
fn add_things(scene: &mut Scene, state: &ParchisState) {
    for (cell, die) in state.objects() {
        let (x, y) = centre(Cell::track(cell));
        let label = words::object_letter(die).to_string();
        let tags = vec![die.word()];
        scene.pieces.push(Piece { tags, ..thing(format!("object-{cell}"), "object", (x, y), label) });
    }
    for (index, cell) in state.bananas().enumerate() {
        // Bananas on one cell lie a little apart.
        let before = state.bananas().take(index).filter(|other| *other == cell).count() as i32;
        let (x, y) = centre(Cell::track(cell));
        let id = format!("banana-{cell}-{}", before + 1);
        let at = (x + 8 * before, y - 8 * before);
        scene.pieces.push(thing(id, "banana", at, ")".to_owned()));
    }
}

/// Something that lies on a cell and belongs to nobody.
fn thing(id: String, kind: &'static str, (x, y): (i32, i32), label: String) -> Piece {
    Piece { id, kind, colour: None, side: None, tags: Vec::new(), x, y, size: OBJECT, label }
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
            let (x, y) = (left + index as i32 * APART - OBJECT / 2, (y + HOME_SIZE) * CELL - 2 * APART);
            let held = place(id, "held", (0, 0), OBJECT, String::new());
            scene.places.push(Place { tags: vec![die.word()], x, y, ..held });
        }
    }
}

fn add_pieces(scene: &mut Scene, state: &ParchisState) {
    for colour in Colour::IN_TURN {
        for (index, cell) in state.pieces(colour).enumerate() {
            let number = 4 * colour.index() + index;
            let status = state.condition(number).status();
            let tags = if status == Status::Normal { Vec::new() } else { vec![status.word()] };
            let (x, y) = stand(state, cell, number);
            let size = match status {
                Status::Mega => 2 * PIECE,
                Status::Small => PIECE * 2 / 3,
                _ => PIECE,
            };
            scene.pieces.push(Piece {
                id: piece_id(colour, index),
                kind: "piece",
                colour: Some(word(colour)),
                side: Some(colour.side().number()),
                tags,
                x,
                y,
                size,
                label: (index + 1).to_string(),
            });
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
        let (on, label, name) = if let Some((colour, index)) = mv.of_piece() {
            let name = format!("{} {}: {die}", words::colour(language, colour), index + 1);
            (piece_id(colour, index), die.to_owned(), name)
        } else {
            let label = format!("{} {die}", language.pick("skip", "pasar"));
            ("skip".to_owned(), label.clone(), label)
        };
        scene.targets.push(Target {
            on,
            text: rules.move_text(state, *mv),
            choice: mv.die().word(),
            label,
            name,
        });
    }
}

fn add_facts(scene: &mut Scene, rules: &Parchis, state: &ParchisState, language: Language) {
    let facts = &mut scene.facts;
    match state.outcome().and_then(Outcome::winner) {
        Some(side) => {
            let winner = words::player(language, side);
            facts.push(Fact::of_position(
                "winner",
                format!("{winner} {}", language.pick("has won", "ha ganado")),
            ));
        }
        None => facts.push(Fact::of_position("to-move", language.to_move(state.side()))),
    }
    if rules.edition.turns.dice_owners().len() == 4 {
        facts.push(Fact::of_position("colour", words::colour(language, state.mover)));
    }
    if let Some(bonus) = text_board::forced_text(state, language) {
        facts.push(Fact::of_position("forced", bonus));
    }
    for owner in rules.edition.turns.dice_owners() {
        let values = text_board::dice(rules, state, *owner).map(Die::word).collect();
        facts.push(Fact { values, ..of_home("dice", *owner, text_board::dice_text(rules, state, *owner)) });
        let side = owner.side();
        match rules.edition.mechanic {
            Mechanic::Plain => {}
            Mechanic::Objects => {
                if !state.hand(side).is_empty() {
                    facts.push(of_home("hand", *owner, text_board::hand_text(state, side, language)));
                }
            }
            Mechanic::Energy => {
                let energy = state.energy(side);
                let text = format!("{}: {energy}", language.pick("energy", "energía"));
                facts.push(of_home("energy", *owner, text));
                facts.push(of_home("effect", *owner, words::effect(language, Effect::at(energy))));
            }
        }
    }
    for colour in Colour::IN_TURN {
        if state.bounces(colour) > 0 {
            let text = format!("{}: {}", language.pick("bounces", "rebotes"), state.bounces(colour));
            facts.push(of_home("bounces", colour, text));
        }
    }
}

/// A fact about one colour, to be shown at its home.
fn of_home(name: &str, colour: Colour, text: String) -> Fact {
    Fact { place: Some(home_id(colour)), ..Fact::of_position(format!("{name}-{}", colour.letter()), text) }
}
