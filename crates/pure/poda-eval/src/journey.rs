use poda_core::{Evaluator, Score, Side, Term, Text, Tunable};
use poda_parchis::{Cell, Colour, Die, Parchis, ParchisState, Spot, Status};

use crate::{
    NamedEvaluator,
    weighted_sum::{array, features, parts, value},
    weights,
};

/// The built-in evaluator of Parchís: the distance left, above all of the better colour, since one complete colour wins;
/// where the pieces stand, who could be eaten next, and what is held in hand.
///
/// The better colour of a side is the one with fewer steps left in all. Zero-sum; the weights come from
/// [`crate::weights`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Journey {
    weights: [i32; FEATURES],
}

impl NamedEvaluator for Journey {
    const NAME: &'static str = "journey";
    const SUMMARY: Text = Text::new(
        "built in, tuned: distance left, where the pieces stand, pieces in danger, dice in hand",
        "propia, ajustada: distancia que falta, dónde están las fichas, fichas en peligro, dados en la mano",
    );
}

impl Default for Journey {
    fn default() -> Self {
        weights::PARCHIS
    }
}

impl Journey {
    /// An evaluator with these weights, in the order of [`Tunable::NAMES`].
    pub const fn new(weights: [i32; FEATURES]) -> Self {
        Self { weights }
    }
}

features! { GUESS, TUNED;
    STEPS                 [ -3,  -2] "steps left to the better colour", "pasos que faltan al mejor color";
    OTHER_STEPS           [ -1,   0] "steps left to the other colour", "pasos que faltan al otro color";
    LAST_STEPS            [  0,  -7] "steps left to the last of the better colour", "pasos que faltan a la última del mejor color";
    HOME                  [-40, -20] "better colour at home", "mejor color en casa";
    OTHER_HOME            [-20, -34] "other colour at home", "otro color en casa";
    GOAL                  [ 50,  43] "better colour on goal", "mejor color en la meta";
    OTHER_GOAL            [ 10, -20] "other colour on goal", "otro color en la meta";
    CORRIDOR              [ 20,  72] "better colour in the corridor", "mejor color en el pasillo";
    OTHER_CORRIDOR        [  5, -24] "other colour in the corridor", "otro color en el pasillo";
    SAFE                  [  8,  15] "better colour on safe cells", "mejor color en casillas seguras";
    OTHER_SAFE            [  4,   5] "other colour on safe cells", "otro color en casillas seguras";
    WALLS                 [  5, -10] "walls", "barreras";
    DANGER                [-20, -20] "better colour in danger", "mejor color en peligro";
    OTHER_DANGER          [-10,  -5] "other colour in danger", "otro color en peligro";
    WAY_IN_DANGER         [ -5,  -3] "way in danger / 8", "camino en peligro / 8";
    DICE                  [  0,   3] "normal dice left", "dados normales que quedan";
    ENERGY                [  1,  -1] "energy", "energía";
    TO_MOVE               [ 10,  21] "side to move", "turno";
    STARS                 [ 60,  39] "stars", "estrellas";
    MEGAS                 [ 40,  27] "megas", "piezas mega";
    SMALL                 [-20,  -3] "small or slipped", "pequeñas o resbaladas";
    STAR_IN_HAND          [120,  50] "star in hand", "estrella en la mano";
    BOO_IN_HAND           [ 30,   8] "boo in hand", "boo en la mano";
    BULLET_IN_HAND        [110,  72] "bullet in hand", "bala en la mano";
    RED_SHELL_IN_HAND     [ 40,  56] "red shell in hand", "concha roja en la mano";
    BLUE_SHELL_IN_HAND    [ 80,  66] "blue shell in hand", "concha azul en la mano";
    MUSHROOM_IN_HAND      [ 20,   7] "mushroom in hand", "champiñón en la mano";
    MEGA_MUSHROOM_IN_HAND [ 90,  50] "mega mushroom in hand", "megachampiñón en la mano";
    SHOCK_IN_HAND         [ 40,  62] "shock in hand", "rayo en la mano";
    OTHER_IN_HAND         [ 40,  16] "horn or banana in hand", "bocina o plátano en la mano";
}

/// The track has 68 cells; cell `n` is bit `n - 1`.
const TRACK: u32 = 68;

/// From how far behind a piece can be reached with one normal die: 1 to 7.
const REACH: u32 = 7;

/// The cells from which a piece on a cell can be reached.
const BEHIND: [u128; TRACK as usize] = {
    let mut table = [0; TRACK as usize];
    let mut cell = 0;
    while cell < TRACK {
        let mut back = 1;
        while back <= REACH {
            table[cell as usize] |= 1 << ((cell + TRACK - back) % TRACK);
            back += 1;
        }
        cell += 1;
    }
    table
};

/// The track cells on which a side stands.
#[inline]
fn on_track(state: &ParchisState, side: Side) -> u128 {
    let mut set = 0;
    for colour in Colour::of_side(side) {
        for cell in state.pieces(colour) {
            if let Spot::Track(number) = cell.spot() {
                set |= 1 << (number - 1);
            }
        }
    }
    set
}

#[inline]
fn steps_of(state: &ParchisState, colour: Colour) -> i32 {
    state.pieces(colour).map(|cell| i32::from(cell.steps_to_goal(colour))).sum()
}

/// Adds what a side has.
#[inline]
fn side_amounts(game: &Parchis, state: &ParchisState, side: Side, sign: i32, amounts: &mut [i32; FEATURES]) {
    let hunters = on_track(state, side.other());
    let [main, partner] = Colour::of_side(side);
    let [one, other] = [main, partner].map(|colour| steps_of(state, colour));
    let colours =
        if one <= other { [(main, one), (partner, other)] } else { [(partner, other), (main, one)] };
    for (place, (colour, steps)) in colours.into_iter().enumerate() {
        amounts[STEPS + place] += sign * steps;
        let mut last = 0;
        let mut before: [Option<Cell>; 4] = [None; 4];
        for (index, cell) in state.pieces(colour).enumerate() {
            let left = i32::from(cell.steps_to_goal(colour));
            last = last.max(left);
            let feature = match cell.spot() {
                Spot::Home(_) => HOME,
                Spot::Goal(_) => GOAL,
                Spot::Corridor(..) => CORRIDOR,
                Spot::Track(_) if cell.is_safe() => SAFE,
                Spot::Track(number) => {
                    if hunters & BEHIND[usize::from(number - 1)] != 0 {
                        amounts[WAY_IN_DANGER] += sign * (74 - left) / 8;
                        DANGER
                    } else {
                        FEATURES
                    }
                }
            };
            if let Some(amount) = amounts.get_mut(feature + place) {
                *amount += sign;
            }
            if cell.is_track() && before[..index].contains(&Some(cell)) {
                amounts[WALLS] += sign;
            }
            before[index] = Some(cell);
            match state.status(colour, index).0 {
                Status::Normal | Status::Ghost => {}
                Status::Star => amounts[STARS] += sign,
                Status::Mega => amounts[MEGAS] += sign,
                Status::Small | Status::Slipped => amounts[SMALL] += sign,
            }
        }
        if place == 0 {
            amounts[LAST_STEPS] += sign * last;
        }
    }
    let dice = game.dice(state, side).descending().filter(|die| die.value() <= 6);
    amounts[DICE] += sign * dice.map(|die| i32::from(die.value())).sum::<i32>();
    amounts[ENERGY] += sign * i32::from(state.energy(side));
    for die in state.hand(side).oldest_first() {
        amounts[in_hand(die)] += sign;
    }
}

const fn in_hand(die: Die) -> usize {
    match die {
        Die::STAR => STAR_IN_HAND,
        Die::BOO => BOO_IN_HAND,
        Die::BULLET => BULLET_IN_HAND,
        Die::RED_SHELL => RED_SHELL_IN_HAND,
        Die::BLUE_SHELL => BLUE_SHELL_IN_HAND,
        Die::MUSHROOM => MUSHROOM_IN_HAND,
        Die::MEGA_MUSHROOM => MEGA_MUSHROOM_IN_HAND,
        Die::SHOCK => SHOCK_IN_HAND,
        _ => OTHER_IN_HAND,
    }
}

#[inline]
fn amounts(game: &Parchis, state: &ParchisState) -> [i32; FEATURES] {
    let mut amounts = [0; FEATURES];
    side_amounts(game, state, Side::First, 1, &mut amounts);
    side_amounts(game, state, Side::Second, -1, &mut amounts);
    amounts[TO_MOVE] = if state.side() == Side::First { 1 } else { -1 };
    amounts
}

impl Evaluator<Parchis> for Journey {
    #[inline]
    fn evaluate(&self, game: &Parchis, state: &ParchisState, side: Side) -> Score {
        value(&amounts(game, state), &self.weights, side)
    }

    fn terms(&self, game: &Parchis, state: &ParchisState, side: Side) -> Vec<Term> {
        parts(&NAMES, &amounts(game, state), &self.weights, side)
    }
}

impl Tunable<Parchis> for Journey {
    const NAMES: &'static [Text] = &NAMES;

    fn amounts(game: &Parchis, state: &ParchisState) -> Vec<i32> {
        amounts(game, state).to_vec()
    }

    fn weights(&self) -> &[i32] {
        &self.weights
    }

    fn with_weights(weights: &[i32]) -> Self {
        Self { weights: array(weights) }
    }
}

#[cfg(test)]
mod tests {
    use poda_core::Notation;
    use poda_testkit::{check_parts, check_zero_sum};

    use super::*;

    #[test]
    fn both_sides_agree_on_who_is_ahead() {
        for spec in ["2022", "2023", "2024"] {
            let game = spec.parse::<Parchis>().unwrap();
            check_zero_sum(&game, &Journey::default(), 7, 400);
            check_parts(&game, &Journey::default(), 7, 400);
        }
    }

    /// Yellow's and red's pieces, and the others at their start.
    fn with_rivals(pieces: &str) -> String {
        format!("{} g=55,64,68", pieces.replace(" r=", " b=21,30,34 r="))
    }

    /// What is counted in positions in which only one thing is to be seen.
    #[test]
    fn each_feature_is_seen() {
        let game = Parchis::default();
        let amount = |pieces: &str, dice: &str, hands: &str, name: &str| {
            let line = format!(
                "turn=9 mover=y {pieces} dice={dice} hands={hands} objects=- bananas=- flags=- bounces=0,0,0,0 winner=-"
            );
            let state = game.read_position(&line).unwrap();
            amounts(&game, &state)[NAMES.iter().position(|other| other.english == name).unwrap()]
        };
        let both = "12456/12456";
        for (pieces, dice, hands, name, expected) in [
            // Red has come further than yellow: 8 + 8 + 8 against 72 + 72 + 72. Blue's 72 + 63 + 59 are like green's.
            ("y=4,4,5 r=34,34,34", both, "-/-", "steps left to the better colour", 24 - (72 + 63 + 59)),
            (
                "y=4,4,5 r=34,34,34",
                both,
                "-/-",
                "steps left to the other colour",
                72 + 72 + 71 - (72 + 63 + 59),
            ),
            ("y=home,home,4 r=38,47,goal", both, "-/-", "other colour at home", 2),
            ("y=home,home,4 r=38,47,goal", both, "-/-", "better colour on goal", 1),
            ("y=c1,c2,4 r=38,47,51", both, "-/-", "better colour in the corridor", 2),
            // Yellow 25 is four steps before blue 21; yellow 32 two before blue 30.
            ("y=25,32,4 r=38,47,51", both, "-/-", "better colour in danger", 2),
            ("y=29,13,4 r=38,47,51", both, "-/-", "better colour in danger", 0),
            ("y=29,29,4 r=38,47,51", both, "-/-", "walls", 1),
            ("y=4,13,17 r=38,47,51", "126/45", "-/-", "normal dice left", 0),
            ("y=4,13,17 r=38,47,51", "6/1", "-/-", "normal dice left", 5),
            ("y=4,13,17 r=38,47,51", both, "star,horn/bullet", "star in hand", 1),
            ("y=4,13,17 r=38,47,51", both, "star,horn/bullet", "bullet in hand", -1),
        ] {
            assert_eq!(amount(&with_rivals(pieces), dice, hands, name), expected, "{name}: {pieces}");
        }
    }
}
