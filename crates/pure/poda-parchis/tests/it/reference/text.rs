use super::*;

const LETTERS: [&str; 4] = ["b", "r", "g", "y"];
const IN_TURN: [usize; 4] = [YELLOW, BLUE, RED, GREEN];
const LOOKS: [(Look, &str); 6] = [
    (Look::Normal, "normal"),
    (Look::Star, "star"),
    (Look::Ghost, "ghost"),
    (Look::Mega, "mega"),
    (Look::Small, "small"),
    (Look::Slipped, "slipped"),
];
const SPECIAL: [&str; 11] = [
    "energy",
    "star",
    "boo",
    "bullet",
    "red-shell",
    "blue-shell",
    "mushroom",
    "mega",
    "shock",
    "horn",
    "banana",
];

fn die_word(die: i32) -> String {
    if die >= 100 { SPECIAL[die as usize - 100].to_owned() } else { die.to_string() }
}

fn die_value(word: &str) -> i32 {
    SPECIAL.iter().position(|known| *known == word).unwrap() as i32 + 100
}

pub(crate) fn choice_text((die, man): Choice) -> String {
    match man {
        None => format!("skip:{}", die_word(die)),
        Some((colour, index)) => format!("{}{}:{}", LETTERS[colour], index + 1, die_word(die)),
    }
}

fn list(items: Vec<String>, separator: &str) -> String {
    if items.is_empty() { "-".to_owned() } else { items.join(separator) }
}

fn items(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').filter(|item| *item != "-")
}

impl Reference {
    fn owners(&self) -> &'static [usize] {
        if self.year == 2022 { &IN_TURN } else { &IN_TURN[..2] }
    }

    pub(crate) fn text_of(choice: Choice) -> String {
        choice_text(choice)
    }

    /// The position line.
    pub(crate) fn line(&self) -> String {
        let mut line = format!("turn={} mover={}", self.turn, LETTERS[self.mover]);
        for colour in IN_TURN {
            let men = self.men.iter().filter(|man| man.colour == colour).map(|man| {
                let place = match man.place {
                    Place::Home => "home".to_owned(),
                    Place::Track(cell) => cell.to_string(),
                    Place::Corridor(cell) => format!("c{cell}"),
                    Place::Goal => "goal".to_owned(),
                };
                let look = LOOKS.iter().find(|(look, _)| *look == man.look).unwrap().1;
                if man.counter > 0 { format!("{place}:{look}{}", man.counter) } else { place }
            });
            line += &format!(" {}={}", LETTERS[colour], list(men.collect(), ","));
        }
        let dice = self.owners().iter().map(|owner| {
            let letters = self.dice[*owner]
                .iter()
                .map(|die| if *die == 100 { "e".to_owned() } else { die.to_string() });
            letters.collect::<String>()
        });
        line += &format!(" dice={}", list(dice.collect(), "/"));
        if self.year == 2023 {
            let hands =
                self.special.iter().map(|hand| list(hand.iter().copied().map(die_word).collect(), ","));
            line += &format!(" hands={}", list(hands.collect(), "/"));
            line += &format!(" objects={}", list(self.objects.iter().map(i32::to_string).collect(), ","));
            line += &format!(" bananas={}", list(self.bananas.iter().map(i32::to_string).collect(), ","));
        }
        if self.year == 2024 {
            line += &format!(" energy={}/{}", self.energy[0], self.energy[1]);
        }
        let flags =
            [(self.captured, "capture"), (self.reached, "goal"), (self.six, "six"), (self.slip, "slip")];
        let flags = flags.iter().filter(|(set, _)| *set).map(|(_, word)| (*word).to_owned());
        let bounces = IN_TURN.map(|colour| self.bounces[colour].to_string()).join(",");
        let winner = self.winner.map_or("-".to_owned(), |side| (side + 1).to_string());
        let victim = self.victim.map(|(colour, index)| format!(" victim={}{}", LETTERS[colour], index + 1));
        let victim = victim.unwrap_or_default();
        format!("{line} flags={} bounces={bounces} winner={winner}{victim}", list(flags.collect(), ","))
    }

    /// Sets up a position line in which the game goes on.
    pub(crate) fn of_line(year: i32, line: &str) -> Self {
        let field = |name: &str| {
            let found = line.split(' ').find_map(|field| field.strip_prefix(&format!("{name}=")));
            found.unwrap_or("-")
        };
        let colour_of = |letter: &str| LETTERS.iter().position(|known| *known == letter).unwrap();
        let mut men = Vec::new();
        for (colour, letter) in LETTERS.iter().enumerate() {
            for (index, text) in items(field(letter)).enumerate() {
                let (place, look) = text.split_once(':').unwrap_or((text, "normal0"));
                let place = match place {
                    "home" => Place::Home,
                    "goal" => Place::Goal,
                    _ if place.starts_with('c') => Place::Corridor(place[1..].parse().unwrap()),
                    _ => Place::Track(place.parse().unwrap()),
                };
                let (look, word) =
                    LOOKS.iter().find(|(_, word)| look.starts_with(word)).map(|(l, w)| (*l, *w)).unwrap();
                let counter = text.split_once(':').map_or(0, |(_, rest)| rest[word.len()..].parse().unwrap());
                men.push(Man { colour, index, place, look, counter });
            }
        }
        let numbers = |name: &str| items(field(name)).map(|item| item.parse().unwrap()).collect::<Vec<i32>>();
        let flag = |name: &str| items(field("flags")).any(|word| word == name);
        let mut reference = Self {
            year,
            turn: field("turn").parse().unwrap(),
            mover: colour_of(field("mover")),
            men,
            dice: Default::default(),
            special: Default::default(),
            energy: [0; 2],
            objects: numbers("objects"),
            bananas: numbers("bananas"),
            captured: flag("capture"),
            victim: items(field("victim"))
                .map(|name| (colour_of(&name[..1]), name[1..].parse::<usize>().unwrap() - 1))
                .next(),
            reached: flag("goal"),
            six: flag("six"),
            slip: flag("slip"),
            bounces: [0; 4],
            winner: None,
        };
        for (owner, set) in reference.owners().iter().zip(field("dice").split('/')) {
            let value = |die: char| if die == 'e' { 100 } else { die.to_digit(10).unwrap() as i32 };
            reference.dice[*owner] = set.chars().map(value).collect();
        }
        for (side, hand) in field("hands").split('/').enumerate() {
            reference.special[side] = items(hand).map(die_value).collect();
        }
        for (side, energy) in field("energy").split('/').filter(|text| *text != "-").enumerate() {
            reference.energy[side] = energy.parse().unwrap();
        }
        for (colour, bounces) in IN_TURN.iter().zip(numbers("bounces")) {
            reference.bounces[*colour] = bounces;
        }
        reference
    }
}
