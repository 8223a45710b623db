//! Why a piece cannot use a die.

use poda_core::{Game, Hindrance, Language, Moves, text};

use crate::{
    Cell, Colour, Die, Move, Parchis, ParchisState, Status, WallWalk,
    legality::{base_distance, destination},
    occupancy::Occupancy,
    scene,
    track::{ON_BOARD, ON_TRACK, path, path_without_wrap},
    words,
};

/// Every die of the turn that a piece of the side to move cannot use, and why not.
pub(crate) fn list(rules: &Parchis, state: &ParchisState, language: Language) -> Vec<Hindrance> {
    let mut moves = Moves::new();
    rules.moves(state, &mut moves);
    let mut dice: Vec<Die> = moves.iter().map(|mv| mv.die()).collect();
    dice.dedup();
    let mut found = Vec::new();
    for colour in Colour::of_side(state.side()) {
        for index in 0..state.pieces(colour).len() {
            let piece = 4 * colour.index() + index;
            for die in dice.iter().filter(|die| !moves.contains(&Move::piece(**die, piece))) {
                found.push(Hindrance {
                    on: scene::piece_id(colour, index),
                    choice: die.word(),
                    label: words::die(language, *die).to_owned(),
                    why: why(rules, state, piece, *die).text(language),
                });
            }
        }
    }
    found
}

/// Why a piece cannot use a die.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Reason {
    /// Only the colour to move may be moved.
    OtherColour(Colour),
    OnGoal,
    /// Only a 5 leaves home.
    AtHome,
    /// Special dice are for pieces on the board.
    NotOut,
    /// A banana lies on the track.
    NotOnTrack,
    /// A 6 has to open a wall.
    MustOpen,
    /// Two pieces stand where it would land.
    Full,
    /// A wall stands on the way.
    Wall,
    /// A mega piece stands on the way, or where it would land.
    Mega,
    /// A mega piece needs two cells.
    NoRoom,
}

/// The first reason that counts. The piece is one that the die is not legal for.
fn why(rules: &Parchis, state: &ParchisState, piece: usize, die: Die) -> Reason {
    let colour = Colour::from_index(piece / 4);
    let from = state.cell(piece);
    let colours = rules.edition.turns.colours(state.mover);
    let occupancy = Occupancy::of(state);
    let is_number = die.value() < Die::ENERGY.value();
    if !colours.contains(&colour) {
        return Reason::OtherColour(state.mover);
    }
    if from.is_goal() {
        return Reason::OnGoal;
    }
    let walls = colours.iter().fold(0, |cells, colour| cells | occupancy.walls[colour.index()]);
    if die == Die::SIX && walls != 0 && !from.is_in(occupancy.walls[colour.index()]) {
        return Reason::MustOpen;
    }
    if !is_number {
        return match die {
            Die::BANANA if !from.is_home() => Reason::NotOnTrack,
            _ if from.is_home() => Reason::NotOut,
            _ => Reason::NoRoom,
        };
    }
    if from.is_home() && die != Die::FIVE {
        return Reason::AtHome;
    }
    let status = state.condition(piece).status();
    let (to, _) = destination(colour, from, status.stretch(base_distance(state, colour, die)));
    if to.is_in(occupancy.all_megas() & ON_BOARD) && to != from {
        return Reason::Mega;
    }
    if to.is_in(occupancy.pairs & ON_BOARD) && to != from && status != Status::Star {
        return Reason::Full;
    }
    on_the_way(rules, &occupancy, colour, from, to).unwrap_or(if status == Status::Mega {
        Reason::NoRoom
    } else {
        Reason::Full
    })
}

/// What of other colours stands on the way.
fn on_the_way(
    rules: &Parchis,
    occupancy: &Occupancy,
    colour: Colour,
    from: Cell,
    to: Cell,
) -> Option<Reason> {
    if !from.is_track() {
        return None;
    }
    let end = to.path_end(colour);
    let walk = match rules.edition.wall_walk {
        WallWalk::AllRound => path(from.0, end),
        WallWalk::WithoutWrap => path_without_wrap(from.0, end),
    };
    if occupancy.foreign_megas(colour) & ON_TRACK & walk != 0 {
        return Some(Reason::Mega);
    }
    (occupancy.foreign_walls(colour) & ON_TRACK & walk != 0).then_some(Reason::Wall)
}

impl Reason {
    fn text(self, language: Language) -> String {
        match self {
            Self::OtherColour(mover) => {
                let colour = words::colour(language, mover);
                text!(language, "it is the turn of {colour}", "es el turno del {colour}", colour)
            }
            Self::OnGoal => language.pick("it is on its goal", "está en su meta").to_owned(),
            Self::AtHome => language.pick("only a 5 leaves home", "solo con un 5 se sale de casa").to_owned(),
            Self::NotOut => language.pick("it is at home", "está en casa").to_owned(),
            Self::NotOnTrack => {
                language.pick("a banana is for the track", "el plátano se suelta en el recorrido").to_owned()
            }
            Self::MustOpen => language
                .pick("a 6 must open one of your walls", "con un 6 hay que abrir una barrera propia")
                .to_owned(),
            Self::Full => language
                .pick("two pieces stand where it would land", "hay dos fichas donde caería")
                .to_owned(),
            Self::Wall => language.pick("a wall is in the way", "hay una barrera en el camino").to_owned(),
            Self::Mega => {
                language.pick("a mega piece is in the way", "hay una ficha mega en el camino").to_owned()
            }
            Self::NoRoom => language
                .pick("there is no room for a mega piece", "no hay sitio para una ficha mega")
                .to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_piece_that_cannot_move_says_why() {
        for (game, changes, on, choice, reason) in [
            ("2023:all-at-home", &[][..], "y1", "4", "only a 5 leaves home"),
            ("2023", &[("y", "10,14,14")], "y1", "4", "two pieces stand where it would land"),
            (
                "2023",
                &[("y", "20,13,17"), ("r", "22,22,51"), ("b", "30,31,34")],
                "y1",
                "4",
                "a wall is in the way",
            ),
            ("2023", &[("y", "10,14,14"), ("objects", "-")], "y1", "6", "a 6 must open one of your walls"),
            ("2023", &[("y", "goal,13,17")], "y1", "2", "it is on its goal"),
            ("2022", &[], "r2", "1", "it is the turn of yellow"),
            ("2023", &[("y", "home,13,17"), ("hands", "star/-")], "y1", "star", "it is at home"),
            (
                "2023",
                &[("y", "c2,13,17"), ("hands", "banana/-"), ("objects", "-")],
                "y1",
                "banana",
                "a banana is for the track",
            ),
            (
                "2023",
                &[("y", "20,13,17"), ("b", "22:mega2,30,34"), ("objects", "-")],
                "y1",
                "4",
                "a mega piece is in the way",
            ),
        ] {
            let rules: Parchis = game.parse().unwrap();
            let state = rules.start_with(changes);
            let known = list(&rules, &state, Language::English);
            let here = known.iter().find(|hindrance| hindrance.on == on && hindrance.choice == choice);
            assert_eq!(here.map(|hindrance| hindrance.why.as_str()), Some(reason), "{game} {on}:{choice}");
        }
    }
}
