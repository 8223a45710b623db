//! Reads position lines: every field in its place, every value one that play could leave behind or go on from.

use poda_core::{Game, Message, Side, Tally, message};

use crate::{
    Cell, Colour, DiceSet, Die, Hand, MAX_BOUNCES, Mechanic, Parchis, ParchisState, Spot, Status, energy,
    notation::die_letter,
    objects::OBJECTS,
    state::{Flags, Victim},
    status::Condition,
    track::TRACK,
};

type Read<T> = Result<T, Message>;

/// The longest that anything lasts.
const LONGEST_CONDITION: u8 = 6;

/// Reads a position, or says what is wrong with it.
pub(crate) fn read(rules: &Parchis, text: &str) -> Read<ParchisState> {
    let mut fields = text.split(' ');
    let mut state = rules.start();
    state.turn = Tally::new(number(field(&mut fields, "turn")?)?);
    state.mover = mover(rules, field(&mut fields, "mover")?)?;
    for colour in Colour::IN_TURN {
        let value = field(&mut fields, &colour.letter().to_string())?;
        pieces(rules, &mut state, colour, value)?;
    }
    let owners = rules.edition.turns.dice_owners();
    for (owner, part) in owners.iter().zip(parts(field(&mut fields, "dice")?, '/', owners.len())?) {
        state.dice[rules.edition.turns.dice_index(*owner)] = dice(rules.edition.dice, part)?;
    }
    match rules.edition.mechanic {
        Mechanic::Plain => {}
        Mechanic::Objects => {
            for (slot, part) in state.hands.iter_mut().zip(parts(field(&mut fields, "hands")?, '/', 2)?) {
                *slot = hand(part)?;
            }
            state.objects = objects(field(&mut fields, "objects")?)?;
            state.bananas = bananas(field(&mut fields, "bananas")?)?;
            check_bananas(&state)?;
        }
        Mechanic::Energy => {
            for (slot, part) in state.energy.iter_mut().zip(parts(field(&mut fields, "energy")?, '/', 2)?) {
                *slot = at_most(part, energy::FULL)?;
            }
        }
    }
    state.flags = flags(rules, field(&mut fields, "flags")?)?;
    let bounces = field(&mut fields, "bounces")?;
    for (colour, part) in Colour::IN_TURN.iter().zip(parts(bounces, ',', 4)?) {
        state.bounces[colour.index()] = at_most(part, MAX_BOUNCES + 1)?;
    }
    state.winner = winner(field(&mut fields, "winner")?)?;
    let mut rest = fields.next();
    if let Some(text) = rest.and_then(|rest| rest.strip_prefix("victim=")) {
        state.victim = victim(&state, text)?;
        rest = fields.next();
    }
    if let Some(rest) = rest {
        return Err(message!(
            "{rest:?} stands after the last field",
            "{rest:?} va después del último campo",
            rest
        ));
    }
    check_end(rules, &state)?;
    Ok(state)
}

/// The value of the next field, which must have that name.
fn field<'a>(fields: &mut impl Iterator<Item = &'a str>, name: &str) -> Read<&'a str> {
    let text = fields
        .next()
        .ok_or_else(|| message!("the field {name}= is missing", "falta el campo {name}=", name))?;
    let value = text.strip_prefix(name).and_then(|rest| rest.strip_prefix('='));
    value.ok_or_else(|| {
        message!("expected {name}=..., found {text:?}", "se esperaba {name}=..., no {text:?}", name, text)
    })
}

fn number(text: &str) -> Read<u32> {
    let digits = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse()
        .ok()
        .filter(|_| digits)
        .ok_or_else(|| message!("{text:?} is not a number", "{text:?} no es un número", text))
}

fn at_most(text: &str, limit: u8) -> Read<u8> {
    let value = number(text)?;
    if value > u32::from(limit) {
        Err(message!("{text:?} is more than {limit}", "{text:?} es más que {limit}", text, limit))
    } else {
        Ok(value as u8)
    }
}

fn parts(text: &str, separator: char, count: usize) -> Read<Vec<&str>> {
    let parts: Vec<&str> = text.split(separator).collect();
    if parts.len() == count {
        Ok(parts)
    } else {
        Err(message!(
            "{text:?} has {found} parts instead of {count}",
            "{text:?} tiene {found} partes en vez de {count}",
            text,
            found = parts.len(),
            count
        ))
    }
}

/// The items of a list that may be empty, written `-`.
fn items(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').filter(move |_| text != "-")
}

fn mover(rules: &Parchis, text: &str) -> Read<Colour> {
    let owners = rules.edition.turns.dice_owners();
    Colour::from_letter(text).filter(|colour| owners.contains(colour)).ok_or_else(|| {
        message!("{text:?} is no colour that has a turn", "{text:?} no es un color que tenga turno", text)
    })
}

fn pieces(rules: &Parchis, state: &mut ParchisState, colour: Colour, text: &str) -> Read<()> {
    for (index, part) in parts(text, ',', rules.pieces())?.into_iter().enumerate() {
        let (place, condition) =
            part.split_once(':').map_or((part, None), |(place, rest)| (place, Some(rest)));
        let spot = match (place, place.strip_prefix('c')) {
            ("home", _) => Spot::Home(colour),
            ("goal", _) => Spot::Goal(colour),
            (_, Some(corridor)) => Spot::Corridor(colour, at_most(corridor, TRACK)?),
            (track, None) => Spot::Track(at_most(track, TRACK)?),
        };
        let piece = 4 * colour.index() + index;
        state.cells[piece] = Cell::of_spot(spot)
            .ok_or_else(|| message!("there is no cell {place:?}", "no existe la casilla {place:?}", place))?
            .0;
        state.conditions[piece] = match condition {
            None => 0,
            Some(text) => self::condition(rules, text)?.0,
        };
    }
    Ok(())
}

fn condition(rules: &Parchis, text: &str) -> Read<Condition> {
    let allowed: &[Status] = match rules.edition.mechanic {
        Mechanic::Plain => &[],
        Mechanic::Objects => &Status::ALL,
        Mechanic::Energy => &[Status::Star],
    };
    let parsed = allowed.iter().find_map(|status| Some((*status, text.strip_prefix(status.word())?)));
    let (status, counter) = parsed.ok_or_else(|| {
        message!(
            "{text:?} is no condition of a piece here",
            "{text:?} no es aquí un estado de una ficha",
            text
        )
    })?;
    match at_most(counter, LONGEST_CONDITION)? {
        0 => Err(message!("{text:?} has ended", "{text:?} ya ha terminado", text)),
        counter => Ok(Condition::new(status, counter)),
    }
}

fn dice(full: DiceSet, text: &str) -> Read<DiceSet> {
    let mut ascending: Vec<Die> = full.descending().collect();
    ascending.reverse();
    let mut rest = text;
    let mut held = Vec::new();
    for die in ascending {
        if let Some(after) = rest.strip_prefix(die_letter(die)) {
            held.push(die);
            rest = after;
        }
    }
    if rest.is_empty() && !held.is_empty() {
        Ok(DiceSet::new(&held))
    } else {
        Err(message!(
            "{text:?} is no set of dice in ascending order",
            "{text:?} no es un conjunto de dados en orden ascendente",
            text
        ))
    }
}

fn hand(text: &str) -> Read<Hand> {
    let mut hand = Hand::default();
    for word in items(text) {
        let die = Die::objects().find(|die| die.word() == word);
        let die = die
            .ok_or_else(|| message!("{word:?} is no special die", "{word:?} no es un dado especial", word))?;
        if hand.is_full() {
            return Err(message!(
                "{text:?} is more than {most} special dice",
                "{text:?} son más de {most} dados especiales",
                text,
                most = Hand::CAPACITY
            ));
        }
        hand = hand.with(die);
    }
    Ok(hand)
}

fn objects(text: &str) -> Read<u32> {
    let mut set = 0;
    for part in items(text) {
        let cell = number(part)?;
        let bit = OBJECTS.iter().position(|(place, _)| u32::from(*place) == cell);
        let bit = bit.ok_or_else(|| {
            message!("no object lies on {part:?}", "en {part:?} no hay ningún objeto", part)
        })?;
        if set >> bit != 0 {
            return Err(message!(
                "the object on {part:?} is out of order",
                "el objeto de {part:?} está desordenado",
                part
            ));
        }
        set |= 1 << bit;
    }
    Ok(set)
}

fn bananas(text: &str) -> Read<[u8; 4]> {
    let mut bananas = [0; 4];
    let mut slots = bananas.iter_mut();
    for part in items(text) {
        let cell = at_most(part, TRACK)?;
        let slot = slots.next().ok_or_else(|| {
            message!("{text:?} are too many bananas", "{text:?} son demasiados plátanos", text)
        })?;
        if cell == 0 {
            return Err(message!("there is no cell {part:?}", "no existe la casilla {part:?}", part));
        }
        *slot = cell;
    }
    Ok(bananas)
}

/// There are four bananas in all, lying, held or put down.
fn check_bananas(state: &ParchisState) -> Read<()> {
    let lying = state.objects().filter(|(_, die)| *die == Die::BANANA).count();
    let held =
        state.hands.iter().flat_map(|hand| hand.oldest_first()).filter(|die| *die == Die::BANANA).count();
    let count = lying + held + state.bananas().count();
    if count > state.bananas.len() {
        Err(message!("{count} bananas are too many", "{count} plátanos son demasiados", count))
    } else {
        Ok(())
    }
}

fn flags(rules: &Parchis, text: &str) -> Read<Flags> {
    let mut flags = Flags::default();
    for word in items(text) {
        let known = Flags::WORDS.iter().find(|(_, known)| *known == word);
        let (flag, _) =
            known.ok_or_else(|| message!("{word:?} is no flag", "{word:?} no es una marca", word))?;
        if flags.0 >= *flag {
            return Err(message!(
                "the flag {word:?} is out of order",
                "la marca {word:?} está desordenada",
                word
            ));
        }
        flags.set(*flag);
    }
    if flags.has(Flags::CAPTURE) && flags.has(Flags::GOAL) {
        return Err(message!(
            "a decision cannot both capture and reach the goal",
            "una decisión no puede comer y llegar a la meta a la vez"
        ));
    }
    if flags.has(Flags::SLIP) && rules.edition.mechanic != Mechanic::Objects {
        return Err(message!("nobody slips without bananas", "sin plátanos nadie resbala"));
    }
    Ok(flags)
}

/// The piece that was captured last, by the letter of its colour and its number.
fn victim(state: &ParchisState, text: &str) -> Read<Victim> {
    if !state.flags.has(Flags::CAPTURE) {
        return Err(message!("nobody has captured {text:?}", "nadie ha comido {text:?}", text));
    }
    let piece = text.split_at_checked(1).and_then(|(letter, number)| {
        let index =
            number.parse::<usize>().ok().filter(|_| !number.starts_with(['+', '0']))?.checked_sub(1)?;
        let colour = Colour::from_letter(letter)?;
        (index < state.pieces(colour).len()).then_some(4 * colour.index() + index)
    });
    match piece {
        Some(piece) if state.cell(piece).is_home() => Ok(Victim::of_piece(piece)),
        Some(_) => Err(message!(
            "{text:?} was captured, but is not at home",
            "{text:?} fue comida, pero no está en casa",
            text
        )),
        None => Err(message!("there is no piece {text:?}", "no hay ninguna ficha {text:?}", text)),
    }
}

fn winner(text: &str) -> Read<u8> {
    match text {
        "-" => Ok(0),
        "1" => Ok(Side::First.number()),
        "2" => Ok(Side::Second.number()),
        _ => Err(message!("{text:?} is no winner", "{text:?} no es un ganador", text)),
    }
}

/// A game is over exactly if there is a reason for it, and the winner is the one whom it favours.
fn check_end(rules: &Parchis, state: &ParchisState) -> Read<()> {
    let complete = |side: Side| {
        Colour::of_side(side).iter().any(|colour| {
            let on_goal = state.on(Cell::goal(*colour)).len() as usize;
            on_goal == rules.pieces()
        })
    };
    let bounced_out =
        |side: Side| Colour::of_side(side).iter().any(|colour| state.bounces(*colour) > MAX_BOUNCES);
    let may_win = Side::BOTH.map(|side| complete(side) || bounced_out(side.other()));
    match Side::from_number(state.winner) {
        Some(side) if may_win[side.index()] => Ok(()),
        Some(side) => Err(message!("player {side} has not won", "el jugador {side} no ha ganado", side)),
        None if may_win == [false, false] => Ok(()),
        None => Err(message!(
            "the game is over, but nobody has won",
            "la partida ha terminado, pero no ha ganado nadie"
        )),
    }
}
