//! A game of Parchís as numbers.
//!
//! A *spot* is a place on the way of one colour: 0 its home, 1 to 68 the track, 69 to 75 its corridor, 76 its goal. The cells
//! are the spots of the pieces: a row for each colour in the order of the turns (yellow, blue, red, green), a column for each
//! piece, -1 for a fourth piece where there are three.
//!
//! The planes are one row of 77 numbers each. Colours stand in the order of the viewer: its main colour, its other colour, the
//! opponent's main colour, the opponent's other colour.

use poda_core::{Encode, Game, Moves, Side, Text};

use crate::{
    Cell, Colour, Die, Mechanic, Move, Parchis, ParchisState, Spot,
    state::Flags,
    track::{CORRIDOR, TRACK},
};

const SPOTS: usize = 2 + TRACK as usize + CORRIDOR as usize;
const ABSENT: i8 = -1;
/// The pieces of one side, and nobody.
const CHOICES: usize = 9;
/// The kinds of dice in a set: 1 to 6 and energy.
const KINDS: usize = 7;
/// The kinds of objects.
const OBJECT_KINDS: usize = 10;

const fn spot(cell: Cell) -> Option<usize> {
    if cell.index() == Cell::ABSENT.index() {
        return None;
    }
    Some(match cell.spot() {
        Spot::Home(_) => 0,
        Spot::Track(number) => number as usize,
        Spot::Corridor(_, number) => (TRACK + number) as usize,
        Spot::Goal(_) => SPOTS - 1,
    })
}

/// The colours as a side sees them.
const fn colours_seen_by(viewer: Side) -> [Colour; 4] {
    let [own, partner] = Colour::of_side(viewer);
    let [rival, ally] = Colour::of_side(viewer.other());
    [own, partner, rival, ally]
}

impl Parchis {
    /// The dice of this edition, bonus dice and special ones included. An action is a die and a piece.
    fn all_dice(&self) -> impl Iterator<Item = Die> + use<> {
        let set = self.edition.dice;
        let ordinary = (1..=6).map(Die).filter(move |die| set.contains(*die));
        let bonus = [Die::GOAL_BONUS, Die::CAPTURE_BONUS].into_iter();
        let energy = set.contains(Die::ENERGY).then_some(Die::ENERGY);
        let objects = (self.edition.mechanic == Mechanic::Objects).then(Die::objects);
        ordinary.chain(bonus).chain(energy).chain(objects.into_iter().flatten())
    }
}

const PIECES: [[Text; 4]; 4] = [
    [
        Text::new("first piece of one's main colour", "primera ficha del color principal propio"),
        Text::new("second piece of one's main colour", "segunda ficha del color principal propio"),
        Text::new("third piece of one's main colour", "tercera ficha del color principal propio"),
        Text::new("fourth piece of one's main colour", "cuarta ficha del color principal propio"),
    ],
    [
        Text::new("first piece of one's other colour", "primera ficha del otro color propio"),
        Text::new("second piece of one's other colour", "segunda ficha del otro color propio"),
        Text::new("third piece of one's other colour", "tercera ficha del otro color propio"),
        Text::new("fourth piece of one's other colour", "cuarta ficha del otro color propio"),
    ],
    [
        Text::new("first piece of the opponent's main colour", "primera ficha del color principal del rival"),
        Text::new(
            "second piece of the opponent's main colour",
            "segunda ficha del color principal del rival",
        ),
        Text::new("third piece of the opponent's main colour", "tercera ficha del color principal del rival"),
        Text::new("fourth piece of the opponent's main colour", "cuarta ficha del color principal del rival"),
    ],
    [
        Text::new("first piece of the opponent's other colour", "primera ficha del otro color del rival"),
        Text::new("second piece of the opponent's other colour", "segunda ficha del otro color del rival"),
        Text::new("third piece of the opponent's other colour", "tercera ficha del otro color del rival"),
        Text::new("fourth piece of the opponent's other colour", "cuarta ficha del otro color del rival"),
    ],
];

const REST: [Text; 7] = [
    Text::new(
        "condition of each piece: 1 star, 2 ghost, 3 mega, 4 small, 5 slipped",
        "estado de cada ficha: 1 estrella, 2 fantasma, 3 mega, 4 pequeña, 5 resbalada",
    ),
    Text::new("how long each condition lasts", "cuánto dura cada estado"),
    Text::new(
        "dice left: seven columns (1 to 6, energy) for each set",
        "dados que quedan: siete columnas (1 a 6, energía) por juego de dados",
    ),
    Text::new(
        "special dice held: ten columns for the own older, the own newer, the opponent's older and newer one",
        "dados especiales: diez columnas para el más antiguo propio, el más nuevo propio, y los dos del rival",
    ),
    Text::new("objects on the track, 1 to 10", "objetos en el recorrido, de 1 a 10"),
    Text::new("bananas: bits 1, 2, 4, 8 in their order", "plátanos: bits 1, 2, 4 y 8 por orden"),
    Text::new(
        "four columns for whose turn it is, four flags (capture, goal, six, slip), energy of both, bounces of each colour, \
         the last victim, 1 for player 1",
        "cuatro columnas para el turno, cuatro marcas (captura, meta, seis, resbalón), energía de ambos, rebotes de cada color, \
         la última víctima, 1 para el jugador 1",
    ),
];

/// Cells: the spots of the pieces. Actions: nine for each die of the edition, namely the four pieces of the mover's main
/// colour, the four of its other colour, and the skip. The planes tell everything.
impl Encode for Parchis {
    fn board_shape(&self) -> [usize; 2] {
        [4, 4]
    }

    fn write_cells(&self, state: &ParchisState, cells: &mut [i8]) {
        for (row, colour) in cells.chunks_exact_mut(4).zip(Colour::IN_TURN) {
            for (index, cell) in row.iter_mut().enumerate() {
                *cell = spot(state.cell(4 * colour.index() + index)).map_or(ABSENT, |spot| spot as i8);
            }
        }
    }

    fn planes(&self) -> Vec<Text> {
        PIECES.into_iter().flatten().chain(REST).collect()
    }

    fn plane_shape(&self) -> [usize; 2] {
        [1, SPOTS]
    }

    fn write_planes(&self, state: &ParchisState, viewer: Side, planes: &mut [u8]) {
        planes.fill(0);
        let colours = colours_seen_by(viewer);
        let (pieces, rest) = planes.split_at_mut(16 * SPOTS);
        let mut rest = rest.chunks_exact_mut(SPOTS);
        let mut next = || rest.next().unwrap_or_default();
        let (conditions, counters) = (next(), next());
        for (index, plane) in pieces.chunks_exact_mut(SPOTS).enumerate() {
            let piece = 4 * colours[index / 4].index() + index % 4;
            if let Some(spot) = spot(state.cell(piece)) {
                plane[spot] = 1;
            }
            conditions[index] = state.condition(piece).status() as u8;
            counters[index] = state.condition(piece).counter();
        }
        let dice = next();
        let turns = self.edition.turns;
        for (place, colour) in colours.into_iter().enumerate() {
            if turns.dice_owners().contains(&colour) {
                for die in state.dice[turns.dice_index(colour)].descending() {
                    let kind = if die == Die::ENERGY { KINDS - 1 } else { usize::from(die.value()) - 1 };
                    dice[place * KINDS + kind] = 1;
                }
            }
        }
        let hands = next();
        for (place, side) in [viewer, viewer.other()].into_iter().enumerate() {
            for (age, die) in state.hand(side).oldest_first().enumerate() {
                hands[(2 * place + age) * OBJECT_KINDS + object_kind(die) - 1] = 1;
            }
        }
        let objects = next();
        for (cell, die) in state.objects() {
            objects[usize::from(cell)] = object_kind(die) as u8;
        }
        let bananas = next();
        for (order, cell) in (1..).zip(state.bananas()) {
            // Two may lie on one cell: the bits of their order.
            bananas[usize::from(cell)] |= 1 << (order - 1);
        }
        let facts = next();
        for (place, colour) in colours.into_iter().enumerate() {
            facts[place] = u8::from(state.mover() == colour);
            facts[10 + place] = state.bounces(colour);
            if let Some((victim, index)) = state.victim()
                && victim == colour
            {
                facts[14] = (4 * place + index + 1) as u8;
            }
        }
        for (place, (flag, _)) in Flags::WORDS.into_iter().enumerate() {
            facts[4 + place] = u8::from(state.flags.has(flag));
        }
        facts[8] = state.energy(viewer);
        facts[9] = state.energy(viewer.other());
        facts[15] = u8::from(viewer == Side::First);
    }

    fn actions(&self) -> usize {
        CHOICES * self.all_dice().count()
    }

    fn action(&self, state: &ParchisState, mv: Move) -> usize {
        let die = self.all_dice().position(|die| die == mv.die()).unwrap_or_default();
        let choice = mv.of_piece().map_or(CHOICES - 1, |(colour, index)| {
            if colour == Colour::main_of(state.side()) { index } else { 4 + index }
        });
        CHOICES * die + choice
    }

    fn move_of(&self, state: &ParchisState, action: usize) -> Option<Move> {
        let mut moves = Moves::new();
        self.moves(state, &mut moves);
        moves.iter().copied().find(|mv| self.action(state, *mv) == action)
    }
}

/// 1 to 10.
fn object_kind(die: Die) -> usize {
    usize::from(die.value() - Die::ENERGY.value())
}

#[cfg(test)]
mod tests {
    use poda_core::Notation;

    use super::*;

    #[test]
    fn cells_are_the_numbers_of_position_lines() {
        let game = Parchis::default();
        let state = game.start_with(&[("y", "home,c2,goal"), ("b", "21,30,68")]);
        let mut cells = [0; 16];
        game.write_cells(&state, &mut cells);
        assert_eq!(cells, [0, 70, 76, -1, 21, 30, 68, -1, 38, 47, 51, -1, 55, 64, 68, -1]);
    }

    #[test]
    fn editions_have_as_many_actions_as_dice_and_pieces() {
        let actions = |spec: &str| spec.parse::<Parchis>().map(|game| game.actions());
        assert_eq!(["2023", "2024", "2022"].map(actions), [Ok(17 * 9), Ok(8 * 9), Ok(8 * 9)]);
        let game = Parchis::default();
        let state = game.start();
        let mv = game.read_move(&state, "r2:6").unwrap();
        assert_eq!(game.action(&state, mv), 4 * 9 + 4 + 1);
    }
}
