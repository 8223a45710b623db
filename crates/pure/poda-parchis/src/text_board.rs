use poda_core::{Language, Side, TextBoard, TextStyle};

use crate::{
    Cell, Colour, Die, Mechanic, Parchis, ParchisState, Spot, Status,
    canvas::Canvas,
    energy::Effect,
    layout::{self, SIZE},
    status::Condition,
    words,
};

/// Characters from one cell to the next: a border and four of content.
const ACROSS: usize = 5;
/// Lines from one cell to the next: a border, which carries the number, and one of content.
const DOWN: usize = 2;

/// Draws the cross with the homes in its corners, and below it what else there is to know.
pub(crate) fn draw(rules: &Parchis, state: &ParchisState, language: Language) -> TextBoard {
    let size = SIZE as usize;
    let mut canvas = Canvas::new(size * ACROSS + 1, size * DOWN + 1);
    draw_frames(&mut canvas);
    for cell in layout::cross() {
        draw_cell(&mut canvas, state, cell, language);
    }
    for colour in Colour::IN_TURN {
        draw_home(&mut canvas, rules, state, colour, language);
    }
    let mut text_board = canvas.into_sketch();
    write_turn(&mut text_board, rules, state, language);
    write_conditions(&mut text_board, state, language);
    write_legend(&mut text_board, state, language);
    text_board
}

/// The lines between the cells, with the right joint at every corner.
fn draw_frames(canvas: &mut Canvas) {
    let places: Vec<(i32, i32)> = layout::cross().map(layout::place).collect();
    let is_cell = |x: i32, y: i32| places.contains(&(x, y));
    let above = |x: i32, y: i32| is_cell(x, y) || is_cell(x, y - 1);
    let beside = |x: i32, y: i32| is_cell(x, y) || is_cell(x - 1, y);
    for y in 0..=SIZE {
        for x in 0..=SIZE {
            let joints = [above(x - 1, y), above(x, y), beside(x, y - 1), beside(x, y)];
            let joint = match joints {
                [false, false, false, false] => continue,
                [false, true, false, _] => "┌",
                [true, false, false, _] => "┐",
                [false, true, true, false] => "└",
                [true, false, true, false] => "┘",
                [true, true, false, _] => "┬",
                [true, true, true, false] => "┴",
                [false, true, true, true] => "├",
                [true, false, true, true] => "┤",
                [true, true, true, true] => "┼",
                [false, false, ..] => "│",
            };
            let (column, line) = (x as usize * ACROSS, y as usize * DOWN);
            canvas.write(column, line, TextStyle::Faint, joint);
            if joints[1] {
                canvas.write(column + 1, line, TextStyle::Faint, "────");
            }
            if joints[3] {
                canvas.write(column, line + 1, TextStyle::Faint, "│");
            }
        }
    }
}

fn draw_cell(canvas: &mut Canvas, state: &ParchisState, cell: Cell, language: Language) {
    let (x, y) = layout::place(cell);
    let (column, line) = (x as usize * ACROSS + 1, y as usize * DOWN);
    match cell.spot() {
        Spot::Track(number) => {
            canvas.write(column, line, TextStyle::Faint, &number.to_string());
            if cell.is_safe() {
                let owner = Colour::ALL.into_iter().find(|colour| colour.start_cell() == number);
                canvas.write(column + 2, line, owner.map_or(TextStyle::Plain, Colour::style), "○");
            }
            if let Some((_, die)) = state.objects().find(|(place, _)| *place == number) {
                canvas.write(column + 2, line, TextStyle::Special, &words::object_letter(die).to_string());
            }
            if state.bananas().any(|banana| banana == number) {
                canvas.write(column + 3, line, TextStyle::Special, ")");
            }
        }
        Spot::Corridor(colour, number) => canvas.write(column, line, colour.style(), &format!("c{number}")),
        Spot::Goal(colour) => canvas.write(column, line, colour.style(), language.pick("goal", "meta")),
        Spot::Home(_) => {}
    }
    let here: Vec<usize> = state.on(cell).into_iter().collect();
    if let [Some(one), other, None] = [here.first(), here.get(1), here.get(2)] {
        for (slot, piece) in [Some(one), other].into_iter().flatten().enumerate() {
            canvas.write(column + 2 * slot, line + 1, colour_of(*piece).style(), &piece_name(state, *piece));
        }
    } else if let Some(first) = here.first() {
        // A crowd: those of one colour share its letter, others are counted and told below the board.
        let colour = colour_of(*first);
        let text = if here.iter().all(|piece| colour_of(*piece) == colour) && here.len() == 3 {
            here.iter().fold(colour.letter().to_string(), |text, piece| format!("{text}{}", piece % 4 + 1))
        } else {
            format!("{}+{}", piece_name(state, *first), here.len() - 1)
        };
        canvas.write(column, line + 1, colour.style(), &text);
    }
}

fn colour_of(piece: usize) -> Colour {
    Colour::from_index(piece / 4)
}

/// `y1`, with a capital while something has befallen the piece.
fn piece_name(state: &ParchisState, piece: usize) -> String {
    let name = format!("{}{}", colour_of(piece).letter(), piece % 4 + 1);
    if state.condition(piece).status() == Status::Normal { name } else { name.to_uppercase() }
}

/// A corner of the board: the home, and what its owner has.
fn draw_home(canvas: &mut Canvas, rules: &Parchis, state: &ParchisState, colour: Colour, language: Language) {
    let (x, y) = layout::place(Cell::home(colour));
    // The upper corners begin near the edge of the sheet, the lower ones a little below the cross's arm.
    let (column, top) = (x as usize * ACROSS + 4, y as usize * DOWN + 4);
    let arrow = if state.mover == colour && state.outcome().is_none() { "> " } else { "" };
    let title = format!("{arrow}{}", words::colour(language, colour).to_uppercase());
    canvas.write(column, top, colour.style(), &title);
    let owner = format!("({})", words::player(language, colour.side()));
    canvas.write(column + title.chars().count() + 1, top, TextStyle::Faint, &owner);
    let at_home: Vec<String> =
        state.on(Cell::home(colour)).into_iter().map(|piece| piece_name(state, piece)).collect();
    let nobody = language.pick("nobody", "nadie").to_owned();
    let who = if at_home.is_empty() { nobody } else { at_home.join(" ") };
    canvas.write(column, top + 2, colour.style(), &format!("{}: {who}", language.pick("home", "casa")));
    let mut line = top + 3;
    let mut say = |style: TextStyle, text: String| {
        canvas.write(column, line, style, &text);
        line += 1;
    };
    if state.bounces(colour) > 0 {
        say(TextStyle::Plain, format!("{}: {}", language.pick("bounces", "rebotes"), state.bounces(colour)));
    }
    if rules.edition.turns.dice_owners().contains(&colour) {
        say(
            TextStyle::Strong,
            format!("{}: {}", language.pick("dice", "dados"), dice_text(rules, state, colour)),
        );
        for text in possessions(rules, state, colour, language) {
            say(TextStyle::Special, text);
        }
    }
}

/// The ordinary dice of a colour's turn in ascending order.
pub(crate) fn dice_text(rules: &Parchis, state: &ParchisState, owner: Colour) -> String {
    dice(rules, state, owner).map(|die| die.value().to_string()).collect::<Vec<_>>().join(" ")
}

/// The dice of one owner, the smallest first.
pub(crate) fn dice(rules: &Parchis, state: &ParchisState, owner: Colour) -> impl Iterator<Item = Die> {
    let set = state.dice[rules.edition.turns.dice_index(owner)];
    let mut dice: Vec<Die> = set.descending().collect();
    dice.reverse();
    dice.into_iter()
}

/// The special dice that a side holds.
pub(crate) fn hand_text(state: &ParchisState, side: Side, language: Language) -> String {
    let held: Vec<&str> = state.hand(side).oldest_first().map(|die| words::die(language, die)).collect();
    let held = if held.is_empty() { "-".to_owned() } else { held.join(", ") };
    format!("{}: {held}", language.pick("special dice", "dados especiales"))
}

/// What else a side has: special dice, or energy and what it would do.
fn possessions(rules: &Parchis, state: &ParchisState, owner: Colour, language: Language) -> Vec<String> {
    let side = owner.side();
    match rules.edition.mechanic {
        Mechanic::Plain => Vec::new(),
        Mechanic::Objects => vec![hand_text(state, side, language)],
        Mechanic::Energy => {
            let energy = state.energy(side);
            let bar = "#".repeat(usize::from(energy / 5)) + &".".repeat(usize::from(20 - energy / 5));
            vec![
                format!("{}: {energy} [{bar}]", language.pick("energy", "energía")),
                format!("  -> {}", words::effect(language, Effect::at(energy))),
            ]
        }
    }
}

fn write_turn(text_board: &mut TextBoard, rules: &Parchis, state: &ParchisState, language: Language) {
    if let Some(outcome) = state.outcome() {
        let winner = outcome.winner().map_or_else(String::new, |side| words::player(language, side));
        let style = outcome.winner().map_or(TextStyle::Strong, TextStyle::of_side);
        text_board.put(style, format!("{winner} {}", language.pick("has won", "ha ganado"))).end_line();
        return;
    }
    text_board.put(TextStyle::of_side(state.side()), language.to_move(state.side()));
    if rules.edition.turns.dice_owners().len() == 4 {
        text_board.put(state.mover.style(), format!(" ({})", words::colour(language, state.mover)));
    }
    if let Some(bonus) = forced_text(state, language) {
        text_board.put(TextStyle::Strong, format!(", {bonus}"));
    }
    text_board.end_line();
}

/// Which die is forced, and why.
pub(crate) fn forced_text(state: &ParchisState, language: Language) -> Option<String> {
    let bonus = state.forced_die().filter(|_| state.outcome().is_none())?;
    let why = if bonus == Die::CAPTURE_BONUS {
        language.pick("for a capture", "por comer")
    } else {
        language.pick("for reaching the goal", "por llegar a meta")
    };
    Some(format!("{} {bonus} {why}", language.pick("with the", "con el")))
}

/// Those whom something has befallen, by what it is, and a line for each crowd.
fn write_conditions(text_board: &mut TextBoard, state: &ParchisState, language: Language) {
    let mut befallen: Vec<(Condition, Vec<String>)> = Vec::new();
    for piece in (0..16).filter(|piece| state.condition(*piece).status() != Status::Normal) {
        let (condition, name) = (state.condition(piece), piece_name(state, piece));
        match befallen.iter_mut().find(|(known, _)| *known == condition) {
            Some((_, names)) => names.push(name),
            None => befallen.push((condition, vec![name])),
        }
    }
    let told = befallen.iter().map(|(condition, names)| {
        let status = words::status(language, condition.status());
        format!("{}: {status} ({})", names.join(" "), condition.counter())
    });
    write_wrapped(text_board, TextStyle::Special, told);
    for cell in layout::cross() {
        let here: Vec<String> = state.on(cell).into_iter().map(|piece| piece_name(state, piece)).collect();
        if here.len() > 2 {
            let place = match cell.spot() {
                Spot::Track(number) => format!("{} {number}", language.pick("cell", "casilla")),
                Spot::Corridor(_, number) => format!("c{number}"),
                Spot::Goal(_) | Spot::Home(_) => continue,
            };
            text_board.put(TextStyle::Plain, format!("{place}: {}", here.join(" "))).end_line();
        }
    }
}

fn write_legend(text_board: &mut TextBoard, state: &ParchisState, language: Language) {
    let mut signs = vec![language.pick("○ safe", "○ seguro").to_owned()];
    for die in Die::objects() {
        if state.objects().any(|(_, object)| object == die) {
            signs.push(format!("{} {}", words::object_letter(die), words::die(language, die)));
        }
    }
    if state.bananas().next().is_some() {
        signs.push(language.pick(") banana peel", ") piel de plátano").to_owned());
    }
    write_wrapped(text_board, TextStyle::Faint, signs.into_iter());
}

/// Writes texts side by side, on as many lines as the width of the board demands.
fn write_wrapped(text_board: &mut TextBoard, style: TextStyle, texts: impl Iterator<Item = String>) {
    let mut line = String::new();
    for text in texts {
        if line.chars().count() + text.chars().count() > SIZE as usize * ACROSS - 3 {
            text_board.put(style, std::mem::take(&mut line)).end_line();
        }
        line = if line.is_empty() { text } else { format!("{line}   {text}") };
    }
    if !line.is_empty() {
        text_board.put(style, line).end_line();
    }
}
