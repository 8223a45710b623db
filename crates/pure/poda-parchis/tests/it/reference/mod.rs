//! The rules once more: slow, obvious, with lists and loops, straight from the sheet. No table, no bit, no shortcut.
#![expect(clippy::unwrap_used, reason = "a test may fail where it stands")]
#![expect(clippy::format_push_string, reason = "a reference is to be obvious, not fast")]

mod effects;
mod text;

pub(crate) const BLUE: usize = 0;
pub(crate) const RED: usize = 1;
pub(crate) const GREEN: usize = 2;
pub(crate) const YELLOW: usize = 3;
pub(crate) const SAFE: [i32; 12] = [4, 13, 17, 21, 30, 34, 38, 47, 51, 55, 64, 68];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    Home,
    Track(i32),
    Corridor(i32),
    Goal,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Look {
    Normal,
    Star,
    Ghost,
    Mega,
    Small,
    Slipped,
}

#[derive(Clone, Debug)]
pub(crate) struct Man {
    pub(crate) colour: usize,
    pub(crate) index: usize,
    pub(crate) place: Place,
    pub(crate) look: Look,
    pub(crate) counter: i32,
}

/// A move: die, and the man or nobody.
pub(crate) type Choice = (i32, Option<(usize, usize)>);

#[derive(Clone, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "the sheet has four flags")]
pub(crate) struct Reference {
    pub(crate) year: i32,
    pub(crate) turn: i32,
    pub(crate) mover: usize,
    /// Blue, red, green, yellow, each by index: the order in which occupants are listed.
    pub(crate) men: Vec<Man>,
    /// By colour; a side's dice are those of its main colour.
    pub(crate) dice: [Vec<i32>; 4],
    pub(crate) special: [Vec<i32>; 2],
    pub(crate) energy: [i32; 2],
    pub(crate) objects: Vec<i32>,
    pub(crate) bananas: Vec<i32>,
    pub(crate) captured: bool,
    pub(crate) victim: Option<(usize, usize)>,
    pub(crate) reached: bool,
    pub(crate) six: bool,
    pub(crate) slip: bool,
    pub(crate) bounces: [i32; 4],
    pub(crate) winner: Option<usize>,
}

pub(crate) fn player(colour: usize) -> usize {
    usize::from(colour == BLUE || colour == GREEN)
}

pub(crate) fn entry(colour: usize) -> i32 {
    [17, 34, 51, 68][colour]
}

pub(crate) fn start(colour: usize) -> i32 {
    [21, 38, 55, 4][colour]
}

impl Reference {
    /// The colours that may be moved now.
    pub(crate) fn own(&self) -> Vec<usize> {
        match (self.year, player(self.mover)) {
            (2022, _) => vec![self.mover],
            (_, 0) => vec![YELLOW, RED],
            _ => vec![BLUE, GREEN],
        }
    }

    pub(crate) fn man(&self, colour: usize, index: usize) -> &Man {
        self.men.iter().find(|man| man.colour == colour && man.index == index).unwrap()
    }

    pub(crate) fn man_mut(&mut self, colour: usize, index: usize) -> &mut Man {
        self.men.iter_mut().find(|man| man.colour == colour && man.index == index).unwrap()
    }

    pub(crate) fn count(&self) -> usize {
        self.men.iter().filter(|man| man.colour == BLUE).count()
    }

    /// Who stands on a place of that colour (the track belongs to everybody).
    pub(crate) fn on(&self, place: Place, colour: usize) -> Vec<&Man> {
        let shared = matches!(place, Place::Track(_));
        self.men.iter().filter(|man| man.place == place && (shared || man.colour == colour)).collect()
    }

    fn is_wall(&self, place: Place, colour: usize) -> Option<usize> {
        let here = self.on(place, colour);
        let hard = here.iter().all(|man| man.look != Look::Ghost && man.look != Look::Small);
        let on_board = matches!(place, Place::Track(_) | Place::Corridor(_));
        (on_board && here.len() == 2 && here[0].colour == here[1].colour && hard).then(|| here[0].colour)
    }

    /// All dice that may be chosen: special ones from the newest, then from the largest down.
    fn available(&self) -> Vec<i32> {
        if self.captured {
            return vec![20];
        }
        if self.reached {
            return vec![10];
        }
        let mut dice: Vec<i32> = self.special[player(self.mover)].iter().rev().copied().collect();
        dice.dedup();
        dice.extend(self.dice[self.mover].iter().rev());
        dice
    }

    pub(crate) fn legal(&self) -> Vec<Choice> {
        let mut choices = Vec::new();
        for die in self.available() {
            let before = choices.len();
            for colour in self.own() {
                for index in 0..self.count() {
                    if self.may_use(colour, index, die) {
                        choices.push((die, Some((colour, index))));
                    }
                }
            }
            if choices.len() == before {
                choices.push((die, None));
            }
        }
        choices
    }

    fn may_use(&self, colour: usize, index: usize, die: i32) -> bool {
        let man = self.man(colour, index);
        let on_track = matches!(man.place, Place::Track(_));
        if die == 110 && !on_track {
            return false;
        }
        if man.place == Place::Home && ![5, 103, 104, 105, 108].contains(&die) || man.place == Place::Goal {
            return false;
        }
        let to = if die >= 100 { man.place } else { self.destination(man, die).0 };
        if to != man.place && to != Place::Goal {
            let there = self.on(to, colour);
            let full = if man.look == Look::Star {
                there.len() == 2 && there.iter().all(|other| other.look == Look::Star)
            } else {
                there.len() == 2
            };
            if full || there.len() == 1 && there[0].look == Look::Mega {
                return false;
            }
        }
        let path = if self.year == 2022 { walk_badly(man, to) } else { walk(man, to) };
        for cell in &path {
            let wall = self.is_wall(Place::Track(*cell), colour);
            let stopped = ![Look::Ghost, Look::Star, Look::Mega].contains(&man.look);
            if stopped && wall.is_some_and(|owner| owner != colour) {
                return false;
            }
            let there = self.on(Place::Track(*cell), colour);
            let big = there.len() == 1 && there[0].look == Look::Mega && there[0].colour != colour;
            if man.look != Look::Ghost && big {
                return false;
            }
        }
        if (man.look == Look::Mega || die == 107) && !self.mega_fits(colour, to, die) {
            return false;
        }
        if die == 6 {
            let own_wall = |man: &Man| self.is_wall(man.place, man.colour) == Some(man.colour);
            let any = self.men.iter().any(|man| self.own().contains(&man.colour) && own_wall(man));
            return !any || own_wall(man);
        }
        true
    }

    fn mega_fits(&self, colour: usize, to: Place, die: i32) -> bool {
        let next = after(colour, to);
        let beyond = self.on(next, colour);
        if beyond.len() == 1 && beyond[0].look == Look::Mega {
            return false;
        }
        let here = self.on(to, colour);
        if die == 107 {
            if here.len() >= 2 {
                let own = [here[0].colour == colour, here[1].colour == colour];
                let star = [here[0].look == Look::Star, here[1].look == Look::Star];
                if own[0] && (own[1] || star[1]) || own[1] && star[0] {
                    return false;
                }
            }
        } else if die < 100 && here.iter().any(|man| man.colour == colour || man.look == Look::Star) {
            return false;
        }
        !beyond.iter().any(|man| man.colour == colour || man.look == Look::Star)
    }

    /// Where an ordinary die leads a man, and whether he bounces.
    pub(crate) fn destination(&self, man: &Man, die: i32) -> (Place, bool) {
        if man.place == Place::Home {
            return (Place::Track(start(man.colour)), false);
        }
        let nobody_home =
            !self.men.iter().any(|other| other.colour == man.colour && other.place == Place::Home);
        let n = if die == 6 && nobody_home { 7 } else { die };
        let n = match man.look {
            Look::Star => n + 2,
            Look::Small => n / 2,
            Look::Slipped => 0,
            _ => n,
        };
        ahead(man.colour, man.place, n)
    }
}

/// The place n cells further on a colour's way, and whether that is past the goal.
pub(crate) fn ahead(colour: usize, from: Place, n: i32) -> (Place, bool) {
    let last = entry(colour);
    let t = match from {
        Place::Corridor(cell) => cell + n,
        Place::Track(cell) if cell <= last && cell + n > last => cell + n - last,
        Place::Track(cell) if cell + n > 68 && cell + n - 68 > last && cell > last => cell + n - 68 - last,
        Place::Track(cell) => return (Place::Track((cell + n - 1) % 68 + 1), false),
        _ => unreachable!("nobody walks from {from:?}"),
    };
    match t {
        ..=7 => (Place::Corridor(t), false),
        8 => (Place::Goal, false),
        _ if 16 - t >= 1 => (Place::Corridor(16 - t), true),
        _ => (Place::Track(last + 16 - t), true),
    }
}

/// The place after another on a colour's way; after the goal, and so after home, the original sees track cell 1.
pub(crate) fn after(colour: usize, place: Place) -> Place {
    if place == Place::Goal || place == Place::Home { Place::Track(1) } else { ahead(colour, place, 1).0 }
}

/// The track cells from a man to where he goes, going round correctly.
pub(crate) fn walk(man: &Man, to: Place) -> Vec<i32> {
    walk_from(man, to, |cell| cell % 68 + 1)
}

/// The same with the original's mistake: the first step does not go round.
pub(crate) fn walk_badly(man: &Man, to: Place) -> Vec<i32> {
    walk_from(man, to, |cell| cell + 1)
}

fn walk_from(man: &Man, to: Place, first_step: impl Fn(i32) -> i32) -> Vec<i32> {
    let Place::Track(from) = man.place else { return Vec::new() };
    let end = if let Place::Track(cell) = to { cell } else { entry(man.colour) };
    let mut cells = Vec::new();
    if from != end {
        let mut cell = first_step(from);
        while cell != end {
            cells.push(cell);
            cell = cell % 68 + 1;
        }
        cells.push(end);
    }
    cells
}
