use poda_core::{Evaluator, Score, Side, Term, Text};
use poda_parchis::{Cell, Colour, Die, Parchis, ParchisState, Spot};

use crate::NamedEvaluator;

/// Five things at once, for a race with the better colour: the idea of a player of Parchís, edition 2022/23.
///
/// | part | what counts |
/// |---|---|
/// | cells | a piece on a safe cell 5, on goal 20, in the corridor 10, at home `-HOME` |
/// | distance | minus the steps to goal of every piece, and once more for the leading colour |
/// | leading colour | a piece on goal 120, in the corridor 100 |
/// | eaten | the last eaten piece -10, of the leading colour -15 more |
/// | eating | a bonus of 20 to walk, if the last eaten piece is of the rival's leading colour: 20 |
/// | dice | the special dice in hand, by their use |
///
/// The rival's are subtracted. The leading colour is the one whose pieces have fewer steps left in all.
///
/// Decisions where the report leaves something open:
/// * If both colours are as far, the main colour leads.
/// * The report gives the order of the dice; their weights are the code's.
/// * The report's -80 for a piece at home comes three times in its code. [`Race`] follows the report, [`RaceCode`] the
///   code.
/// * The last eaten piece is what the course's simulator answers: the victim while the bonus of 20 is to be walked, and
///   nobody afterwards. In a position line that does not name the victim, nobody has been eaten.
/// * Energy (2023/24) is none of the five things.
///
/// `STAGE` is how many of the report's points are in, in its order: see [`RaceCells`] and those after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Race<const HOME: i32 = 80, const STAGE: u8 = WHOLE>;

/// [`Race`] as it was programmed, with the penalty for pieces at home counted three times.
pub type RaceCode = Race<240>;

/// The report's first point: what kind of cell the pieces stand on.
pub type RaceCells = Race<80, CELLS>;
/// And whether they have been eaten.
pub type RaceEaten = Race<80, EATEN_TOO>;
/// And how far they have to go, those of the leading colour twice.
pub type RaceDistance = Race<80, DISTANCE>;
/// And the leading colour's corridor and goal, and its eaten piece.
pub type RaceLeading = Race<80, LEADING>;
/// And the dice in hand. What is missing is whom one has eaten.
pub type RaceDice = Race<80, DICE>;

/// The points of the report, each with those before it.
const CELLS: u8 = 1;
const EATEN_TOO: u8 = 2;
const DISTANCE: u8 = 3;
const LEADING: u8 = 4;
const DICE: u8 = 5;
const WHOLE: u8 = 6;

const SAFE: i32 = 5;
const CORRIDOR: i32 = 10;
const GOAL: i32 = 20;
const LEADING_CORRIDOR: i32 = 100;
const LEADING_GOAL: i32 = 120;
const EATEN: i32 = -10;
const LEADING_EATEN: i32 = -15;
const EATING: i32 = 20;

/// What a side has of each part.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct RaceAmounts {
    cells: i32,
    distance: i32,
    leading_distance: i32,
    leading_cells: i32,
    eaten: i32,
    eating: i32,
    dice: i32,
}

impl NamedEvaluator for Race {
    const NAME: &'static str = "race";
    const SUMMARY: Text = Text::new(
        "from the course: cells, distances, the leading colour, eating and being eaten, dice in hand",
        "del curso: casillas, distancias, el color más avanzado, comer y ser comido, dados en la mano",
    );
}

impl NamedEvaluator for RaceCode {
    const NAME: &'static str = "race-code";
    const SUMMARY: Text = Text::new(
        "the same as it was programmed: a piece at home costs 240 instead of 80",
        "la misma tal como se programó: una ficha en casa cuesta 240 en vez de 80",
    );
}

impl NamedEvaluator for RaceCells {
    const NAME: &'static str = "race-cells";
    const SUMMARY: Text = Text::new("`race`, its first point: cells", "`race`, su primer punto: casillas");
}

impl NamedEvaluator for RaceEaten {
    const NAME: &'static str = "race-eaten";
    const SUMMARY: Text = Text::new("`race-cells` and being eaten", "`race-cells` y ser comido");
}

impl NamedEvaluator for RaceDistance {
    const NAME: &'static str = "race-distance";
    const SUMMARY: Text = Text::new(
        "`race-eaten` and distances, the leading colour's twice",
        "`race-eaten` y distancias, dos veces las del color más avanzado",
    );
}

impl NamedEvaluator for RaceLeading {
    const NAME: &'static str = "race-leading";
    const SUMMARY: Text = Text::new(
        "`race-distance` and the leading colour's goal, corridor and eaten piece",
        "`race-distance` y la meta, el pasillo y la ficha comida del color más avanzado",
    );
}

impl NamedEvaluator for RaceDice {
    const NAME: &'static str = "race-dice";
    const SUMMARY: Text = Text::new(
        "`race-leading` and the dice in hand: all but whom it has eaten",
        "`race-leading` y los dados en la mano: todo menos a quién se ha comido",
    );
}

impl RaceAmounts {
    const fn sum(&self) -> i32 {
        self.cells
            + self.distance
            + self.leading_distance
            + self.leading_cells
            + self.eaten
            + self.eating
            + self.dice
    }
}

impl<const HOME: i32, const STAGE: u8> Evaluator<Parchis> for Race<HOME, STAGE> {
    fn evaluate(&self, _: &Parchis, state: &ParchisState, side: Side) -> Score {
        let [own, rival] = worth::<HOME, STAGE>(state, side);
        Score::heuristic(own.sum() - rival.sum())
    }

    fn terms(&self, _: &Parchis, state: &ParchisState, side: Side) -> Vec<Term> {
        let [own, rival] = worth::<HOME, STAGE>(state, side);
        vec![
            Term::new(Text::new("own cells", "casillas propias"), own.cells),
            Term::new(Text::new("own distance", "distancia propia"), own.distance),
            Term::new(
                Text::new("own leading colour's distance", "distancia del color propio en cabeza"),
                own.leading_distance,
            ),
            Term::new(
                Text::new("own leading colour's cells", "casillas del color propio en cabeza"),
                own.leading_cells,
            ),
            Term::new(Text::new("own eaten", "propias comidas"), own.eaten),
            Term::new(Text::new("own eating", "comer, propio"), own.eating),
            Term::new(Text::new("own dice", "dados propios"), own.dice),
            Term::new(Text::new("rival's cells", "casillas del rival"), -rival.cells),
            Term::new(Text::new("rival's distance", "distancia del rival"), -rival.distance),
            Term::new(
                Text::new("rival's leading colour's distance", "distancia del color en cabeza del rival"),
                -rival.leading_distance,
            ),
            Term::new(
                Text::new("rival's leading colour's cells", "casillas del color en cabeza del rival"),
                -rival.leading_cells,
            ),
            Term::new(Text::new("rival's eaten", "comidas del rival"), -rival.eaten),
            Term::new(Text::new("rival's eating", "comer, rival"), -rival.eating),
            Term::new(Text::new("rival's dice", "dados del rival"), -rival.dice),
        ]
    }
}

/// What the asked side and its rival have.
fn worth<const HOME: i32, const STAGE: u8>(state: &ParchisState, side: Side) -> [RaceAmounts; 2] {
    let sides = [side, side.other()];
    let leaders = sides.map(|side| Leader::of(state, side));
    let mut worths = [RaceAmounts::default(); 2];
    for (worth, (side, leader)) in worths.iter_mut().zip(sides.into_iter().zip(leaders)) {
        for colour in Colour::of_side(side) {
            worth.cells += state.pieces(colour).map(cell_worth::<HOME>).sum::<i32>();
        }
        if STAGE >= DISTANCE {
            worth.distance = -leader.steps_of_both;
            worth.leading_distance = -leader.steps;
        }
        if STAGE >= LEADING {
            worth.leading_cells = state.pieces(leader.colour).map(leading_cell_worth).sum();
        }
        if STAGE >= DICE {
            worth.dice = state.hand(side).oldest_first().map(die_worth).sum();
        }
    }
    if STAGE >= EATEN_TOO
        && let Some((eaten, _)) = state.victim()
    {
        let eater = usize::from(state.side() != side);
        let owner = usize::from(eaten.side() != side);
        let was_leading = STAGE >= LEADING && eaten == leaders[owner].colour;
        worths[owner].eaten = EATEN + if was_leading { LEADING_EATEN } else { 0 };
        if STAGE >= WHOLE && was_leading && owner != eater {
            worths[eater].eating = EATING;
        }
    }
    worths
}

/// The colour of a side that is further on its way.
#[derive(Clone, Copy)]
struct Leader {
    colour: Colour,
    steps: i32,
    steps_of_both: i32,
}

impl Leader {
    #[inline]
    fn of(state: &ParchisState, side: Side) -> Self {
        let [main, partner] = Colour::of_side(side);
        let [one, other] = [main, partner].map(|colour| {
            let steps = state.pieces(colour).map(|cell| i32::from(cell.steps_to_goal(colour)));
            steps.sum::<i32>()
        });
        let (colour, steps) = if one <= other { (main, one) } else { (partner, other) };
        Self { colour, steps, steps_of_both: one + other }
    }
}

#[inline]
fn cell_worth<const HOME: i32>(cell: Cell) -> i32 {
    match cell.spot() {
        Spot::Home(_) => -HOME,
        Spot::Goal(_) => GOAL,
        Spot::Corridor(..) => CORRIDOR,
        Spot::Track(_) if cell.is_safe() => SAFE,
        Spot::Track(_) => 0,
    }
}

#[inline]
fn leading_cell_worth(cell: Cell) -> i32 {
    match cell.spot() {
        Spot::Goal(_) => LEADING_GOAL,
        Spot::Corridor(..) => LEADING_CORRIDOR,
        Spot::Home(_) | Spot::Track(_) => 0,
    }
}

/// What a special die in hand is worth.
const fn die_worth(die: Die) -> i32 {
    match die {
        Die::BANANA | Die::MUSHROOM => 7,
        Die::BOO => 10,
        Die::RED_SHELL | Die::SHOCK => 13,
        Die::HORN => 25,
        Die::BLUE_SHELL => 27,
        Die::MEGA_MUSHROOM => 30,
        Die::BULLET => 38,
        Die::STAR => 40,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use poda_core::Notation;
    use poda_testkit::{check_parts, check_zero_sum, random_states};

    use super::*;

    fn position(pieces: &str, hands: &str, flags: &str) -> ParchisState {
        let line = format!(
            "turn=9 mover=y {pieces} dice=12456/12456 hands={hands} objects=- bananas=- flags={flags} \
             bounces=0,0,0,0 winner=-"
        );
        Parchis::default().read_position(&line).unwrap()
    }

    fn captured(pieces: &str, victim: &str) -> ParchisState {
        let line = format!(
            "turn=9 mover=y {pieces} dice=12456/12456 hands=star/- objects=- bananas=- flags=capture bounces=0,0,0,0 \
             winner=- victim={victim}"
        );
        Parchis::default().read_position(&line).unwrap()
    }

    fn part(state: &ParchisState, side: Side, name: &str) -> i32 {
        let parts = Race::<80>.terms(&Parchis::default(), state, side);
        parts.iter().find(|part| part.name.english == name).unwrap().value
    }

    #[test]
    fn is_zero_sum_and_the_sum_of_its_parts() {
        for spec in ["2022", "2023", "2024"] {
            let game = spec.parse::<Parchis>().unwrap();
            check_zero_sum(&game, &Race::<80>, 7, 400);
            check_parts(&game, &Race::<80>, 7, 400);
            check_parts(&game, &RaceCode::default(), 7, 400);
            check_parts(&game, &RaceCells::default(), 7, 400);
            check_parts(&game, &RaceLeading::default(), 7, 400);
        }
    }

    /// The steps to goal as the rules give them, cell by cell.
    fn steps(colour: Colour, cell: Cell) -> i32 {
        let entry = i32::from(colour.entry_cell());
        match cell.spot() {
            Spot::Home(_) => 74,
            Spot::Goal(_) => 0,
            Spot::Corridor(_, number) => 8 - i32::from(number),
            Spot::Track(number) if i32::from(number) > entry => 68 - i32::from(number) + entry + 8,
            Spot::Track(number) => entry - i32::from(number) + 8,
        }
    }

    /// What the report gives a side, point by point, apart from eating and being eaten.
    fn slow(state: &ParchisState, side: Side) -> i32 {
        let colours = Colour::of_side(side);
        let distances =
            colours.map(|colour| state.pieces(colour).map(|cell| steps(colour, cell)).sum::<i32>());
        let leading = usize::from(distances[1] < distances[0]);
        let mut points = -distances[0] - distances[1] - distances[leading];
        for (index, colour) in colours.into_iter().enumerate() {
            for cell in state.pieces(colour) {
                points += if cell.is_safe() { 5 } else { 0 };
                points += if cell.is_home() { -80 } else { 0 };
                points += match cell.spot() {
                    Spot::Goal(_) if index == leading => 20 + 120,
                    Spot::Goal(_) => 20,
                    Spot::Corridor(..) if index == leading => 10 + 100,
                    Spot::Corridor(..) => 10,
                    _ => 0,
                };
            }
        }
        let worths = [40, 10, 38, 13, 27, 7, 30, 13, 25, 7];
        points
            + state.hand(side).oldest_first().map(|die| worths[usize::from(die.value() - 101)]).sum::<i32>()
    }

    #[test]
    fn counts_what_the_report_counts() {
        for spec in ["2022", "2023", "2024"] {
            let game = spec.parse::<Parchis>().unwrap();
            for state in random_states(&game, 17, 200, 400) {
                let parts = Race::<80>.terms(&game, &state, Side::First);
                let eating =
                    parts.iter().filter(|part| part.name.english.contains(" eat")).map(|part| part.value);
                let value = Race::<80>.evaluate(&game, &state, Side::First).value();
                let expected = slow(&state, Side::First) - slow(&state, Side::Second);
                assert_eq!(value - eating.sum::<i32>(), expected, "{}", game.position_text(&state));
            }
        }
    }

    #[test]
    fn parts_by_hand() {
        // Yellow: goal, third corridor cell (5 steps), home (74). Red: 38, 39, 40 with 72, 71 and 70 steps.
        let pieces = "y=goal,c3,home b=21,22,23 r=38,39,40 g=55,56,57";
        let state = position(pieces, "star,horn/-", "-");
        for (name, value) in [
            ("own cells", 20 + 10 - 80 + 5),
            ("own distance", -(79 + 213)),
            ("own leading colour's distance", -79),
            ("own leading colour's cells", 120 + 100),
            ("own eaten", 0),
            ("own eating", 0),
            ("own dice", 40 + 25),
            ("rival's cells", -(5 + 5)),
            ("rival's distance", 213 + 213),
            // As far with both colours: blue leads.
            ("rival's leading colour's distance", 213),
            ("rival's leading colour's cells", 0),
            ("rival's dice", 0),
        ] {
            assert_eq!(part(&state, Side::First, name), value, "{name}");
        }
    }

    #[test]
    fn whoever_was_just_eaten_counts_while_the_bonus_is_to_be_walked() {
        let pieces = "y=home,6,7 b=home,16,c1 r=home,42,43 g=home,57,58";
        for (victim, eaten, eating, own) in [
            // Blue leads: -10 and -15 for them, 20 for whoever did it.
            ("b1", 25, 20, 0),
            // Green does not, though a blue one is at home as well.
            ("g1", 10, 0, 0),
            // The mover's own colours eat each other; red leads.
            ("y1", 0, 0, -10),
            ("r1", 0, 0, -25),
        ] {
            let state = captured(pieces, victim);
            assert_eq!(part(&state, Side::First, "rival's eaten"), eaten, "{victim}");
            assert_eq!(part(&state, Side::First, "own eating"), eating, "{victim}");
            assert_eq!(part(&state, Side::First, "own eaten"), own, "{victim}");
        }
        // Nobody says whom, or it was long ago.
        for flags in ["capture", "-"] {
            let parts = Race::<80>.terms(&Parchis::default(), &position(pieces, "-/-", flags), Side::First);
            assert!(
                parts.iter().filter(|part| part.name.english.contains(" eat")).all(|part| part.value == 0)
            );
        }
    }

    /// What the game itself says of every capture is what counts, through the whole game.
    #[test]
    fn the_victim_is_the_piece_that_went_home() {
        let game = Parchis::default();
        let mut captures = 0;
        for seed in 0..20 {
            let states = poda_testkit::random_game(&game, seed, 400);
            for pair in states.windows(2) {
                let [before, after] = pair else { unreachable!("windows of two") };
                let Some((colour, index)) = after.victim() else { continue };
                captures += 1;
                let cell = |state: &ParchisState| state.pieces(colour).nth(index).unwrap();
                assert!(!cell(before).is_home() && cell(after).is_home());
                let own = if colour.side() == Side::First { "own eaten" } else { "rival's eaten" };
                assert_ne!(part(after, Side::First, own), 0, "{}", game.position_text(after));
            }
        }
        assert!(captures > 50, "{captures}");
    }

    #[test]
    fn each_stage_adds_its_point() {
        let state = captured("y=goal,c3,home b=home,22,23 r=38,39,40 g=55,56,57", "b1");
        let game = Parchis::default();
        let value =
            |evaluator: &dyn Evaluator<Parchis>| evaluator.evaluate(&game, &state, Side::First).value();
        let by_name = |name| part(&state, Side::First, name);
        let cells = by_name("own cells") + by_name("rival's cells");
        assert_eq!(value(&RaceCells::default()), cells);
        assert_eq!(value(&RaceEaten::default()), cells + 10);
        let distance = by_name("own distance")
            + by_name("own leading colour's distance")
            + by_name("rival's distance")
            + by_name("rival's leading colour's distance");
        assert_eq!(value(&RaceDistance::default()), cells + 10 + distance);
        // Green leads: blue was not the leading colour.
        assert_eq!(value(&RaceLeading::default()), cells + 10 + distance + 220);
        assert_eq!(value(&RaceDice::default()), value(&RaceLeading::default()) + by_name("own dice"));
        assert_eq!(value(&Race::<80>), value(&RaceDice::default()) + by_name("own eating"));
    }

    #[test]
    fn the_code_counts_home_three_times() {
        for state in random_states(&Parchis::default(), 3, 60, 300) {
            let home = |side: Side| {
                let cells = Colour::of_side(side).into_iter().flat_map(|colour| state.pieces(colour));
                cells.filter(|cell| cell.is_home()).count() as i32
            };
            let [report, code] = [
                Race::<80>.evaluate(&Parchis::default(), &state, Side::First).value(),
                RaceCode::default().evaluate(&Parchis::default(), &state, Side::First).value(),
            ];
            assert_eq!(code - report, -160 * (home(Side::First) - home(Side::Second)));
        }
    }

    #[test]
    fn dice_are_ordered_as_the_report_says() {
        let order = [
            [Die::BANANA, Die::BOO],
            [Die::BOO, Die::RED_SHELL],
            [Die::SHOCK, Die::HORN],
            [Die::HORN, Die::BLUE_SHELL],
            [Die::BLUE_SHELL, Die::MEGA_MUSHROOM],
            [Die::MEGA_MUSHROOM, Die::BULLET],
            [Die::BULLET, Die::STAR],
        ];
        assert!(order.iter().all(|[less, more]| die_worth(*less) < die_worth(*more)));
        assert_eq!(die_worth(Die::BANANA), die_worth(Die::MUSHROOM));
        assert_eq!(die_worth(Die::RED_SHELL), die_worth(Die::SHOCK));
    }
}
