use poda_core::{
    Brush, Draft, Draw, Fact, Game, Hindrance, Language, MoveEvent, Moves, Notation, Outcome, Piece, Place,
    Prospect, Scene, Target, TextBoard, Trail, text,
};

use crate::{
    Cell, Colour, Die, Mechanic, Move, Parchis, ParchisState, Spot, Status, editing,
    energy::{self, Effect},
    hindrance,
    layout::{self, BOARD, LANE},
    telling, text_board, words,
};

const PIECE: i32 = 78;
const OBJECT: i32 = 76;

impl Draw for Parchis {
    fn scene(&self, state: &ParchisState, language: Language) -> Scene {
        let mut scene = Scene { look: "cross", width: BOARD, height: BOARD, ..Scene::default() };
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

    fn events(&self, state: &ParchisState, mv: Move, language: Language) -> Vec<MoveEvent> {
        telling::events(self, state, mv, language)
    }

    fn prospects(&self, state: &ParchisState, language: Language) -> Vec<Prospect> {
        telling::prospects(self, state, language)
    }

    fn hindrances(&self, state: &ParchisState, language: Language) -> Vec<Hindrance> {
        hindrance::list(self, state, language)
    }

    fn brushes(&self, language: Language) -> Vec<Brush> {
        editing::brushes(self, language)
    }

    fn painted(&self, draft: &str, stroke: Option<(&str, &str)>, language: Language) -> Option<Draft> {
        editing::painted(self, draft, stroke, language)
    }

    fn text_board(&self, state: &ParchisState, language: Language) -> TextBoard {
        text_board::draw(self, state, language)
    }
}

/// The board: the same in every position.
fn places(language: Language) -> Vec<Place> {
    let mut places = Vec::new();
    for colour in Colour::IN_TURN {
        let area = layout::area(Cell::home(colour));
        places.push(Place {
            colour: Some(word(colour)),
            ..place(home_id(colour), "home", area, String::new())
        });
    }
    for cell in layout::cross() {
        let id = cell_id(cell);
        let (kind, colour, tags) = match cell.spot() {
            Spot::Track(number) => {
                let start = Colour::ALL.into_iter().find(|colour| colour.start_cell() == number);
                let tags = match start {
                    Some(_) => vec!["safe", "start"],
                    None if cell.is_safe() => vec!["safe"],
                    None => Vec::new(),
                };
                ("cell", start, tags)
            }
            Spot::Corridor(colour, _) => ("cell", Some(colour), vec!["corridor"]),
            Spot::Goal(colour) | Spot::Home(colour) => ("goal", Some(colour), Vec::new()),
        };
        let label = if let Spot::Track(number) = cell.spot() { number.to_string() } else { String::new() };
        let colour = colour.map(word);
        places.push(Place { colour, tags, ..place(id, kind, layout::area(cell), label) });
    }
    // In the very middle, where nobody stands: what to click when a die cannot be used.
    let label = language.pick("skip", "pasar").to_owned();
    places.push(place("skip".to_owned(), "skip", layout::middle(), label));
    places
}

type Area = (i32, i32, i32, i32);

fn place(id: String, kind: &'static str, (x, y, width, height): Area, label: String) -> Place {
    Place { id, kind, colour: None, tags: Vec::new(), x, y, width, height, label }
}

/// The name of a cell's place.
pub(crate) fn cell_id(cell: Cell) -> String {
    match cell.spot() {
        Spot::Track(number) => format!("t{number}"),
        Spot::Corridor(colour, number) => format!("{}c{number}", colour.letter()),
        Spot::Goal(colour) => format!("goal-{}", colour.letter()),
        Spot::Home(colour) => home_id(colour),
    }
}

/// A colour's stable word.
pub(crate) fn word(colour: Colour) -> &'static str {
    words::colour(Language::English, colour)
}

pub(crate) fn piece_id(colour: Colour, index: usize) -> String {
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
    const APART: i32 = 120;
    if rules.edition.mechanic != Mechanic::Objects {
        return;
    }
    for owner in rules.edition.turns.dice_owners() {
        let (x, y, width, height) = layout::area(Cell::home(*owner));
        let held: Vec<_> = state.hand(owner.side()).oldest_first().collect();
        let left = x + width / 2 - (held.len() as i32 - 1) * APART / 2;
        for (index, die) in held.into_iter().enumerate() {
            let id = format!("hand-{}-{}", owner.letter(), index + 1);
            let (x, y) = (left + index as i32 * APART - OBJECT / 2, y + height - APART - OBJECT / 2);
            let held = place(id, "held", (x, y, OBJECT, OBJECT), String::new());
            scene.places.push(Place { tags: vec![die.word()], ..held });
        }
    }
}

fn add_pieces(scene: &mut Scene, state: &ParchisState) {
    for colour in Colour::IN_TURN {
        for index in 0..state.pieces(colour).len() {
            scene.pieces.push(piece(state, 4 * colour.index() + index));
        }
    }
}

/// A piece as it stands.
pub(crate) fn piece(state: &ParchisState, number: usize) -> Piece {
    let (colour, index) = (Colour::from_index(number / 4), number % 4);
    let status = state.condition(number).status();
    let (x, y) = stand(state, state.cell(number), number);
    Piece {
        id: piece_id(colour, index),
        kind: "piece",
        colour: Some(word(colour)),
        side: Some(colour.side().number()),
        tags: if status == Status::Normal { Vec::new() } else { vec![status.word()] },
        x,
        y,
        size: match status {
            Status::Mega => 3 * PIECE / 2,
            Status::Small => PIECE * 2 / 3,
            _ => PIECE,
        },
        label: (index + 1).to_string(),
    }
}

fn centre(cell: Cell) -> (i32, i32) {
    let (x, y, width, height) = layout::area(cell);
    (x + width / 2, y + height / 2)
}

/// Where a piece stands: at home on a place of its own, elsewhere beside those that came there.
fn stand(state: &ParchisState, cell: Cell, piece: usize) -> (i32, i32) {
    const CORNERS: [(i32, i32); 4] = [(-1, -1), (1, -1), (-1, 1), (1, 1)];
    const APART_AT_HOME: i32 = 90;
    let (x, y) = centre(cell);
    if cell.is_home() {
        let (right, down) = CORNERS[piece % 4];
        return (x + APART_AT_HOME * right, y + APART_AT_HOME * down);
    }
    let here = state.on(cell);
    let before = here.into_iter().take_while(|other| *other != piece).count() as i32;
    let count = here.len() as i32;
    if cell.is_goal() && count > 2 {
        let (right, down) = CORNERS[before as usize % 4];
        return (x + LANE / 4 * right, y + LANE / 4 * down);
    }
    // Side by side across the lane, which is twice as wide as a piece; a crowd overlaps.
    let apart = if count > 2 { LANE * 2 / 3 / (count - 1) } else { LANE / 2 };
    let aside = apart * (2 * before - (count - 1)) / 2;
    let (_, _, width, height) = layout::area(cell);
    if width >= height { (x + aside, y) } else { (x, y + aside) }
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
            let name = format!("{}: {die}", words::piece(language, colour, index));
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
            facts.push(Fact::of_position("reason", reason(rules, state, language)));
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
                let part = energy::SHARES[usize::from(energy / (energy::FULL / 10))];
                facts.push(Fact { values: vec![part], ..of_home("share", *owner, String::new()) });
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

/// Why the game is over.
fn reason(rules: &Parchis, state: &ParchisState, language: Language) -> String {
    let complete = |colour: &Colour| state.on(Cell::goal(*colour)).len() as usize == rules.pieces();
    match Colour::IN_TURN.into_iter().find(complete) {
        Some(colour) => {
            let pieces = words::pieces(language, colour);
            text!(language, "all {pieces} are on their goal", "todas las {pieces} están en su meta", pieces)
        }
        None => text!(
            language,
            "a colour bounced off its goal for the 31st time, which loses",
            "un color rebotó en su meta por trigésima primera vez, y eso pierde",
        ),
    }
}

/// A fact about one colour, to be shown at its home.
fn of_home(name: &str, colour: Colour, text: String) -> Fact {
    Fact { place: Some(home_id(colour)), ..Fact::of_position(format!("{name}-{}", colour.letter()), text) }
}
