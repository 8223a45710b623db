//! What a move does, told by its events. They are read off the states before and after it, so that nothing is told
//! that did not happen.

use poda_core::{Game, Language, MoveEvent, Moves, Notation, Outcome, Piece, Prospect, Side, text};

use crate::{
    Cell, Colour, Die, Move, Parchis, ParchisState, Spot, Status,
    energy::Effect,
    legality::{base_distance, destination},
    scene, words,
};

/// What a legal move does, in its order.
pub(crate) fn events(rules: &Parchis, before: &ParchisState, mv: Move, language: Language) -> Vec<MoveEvent> {
    let after = &rules.play(before, mv);
    let teller = Teller { before, after, mv, language };
    let mut events = Vec::new();
    match mv.piece_number() {
        None => events.push(teller.skip()),
        Some(piece) if mv.die().is_object() => teller.tell_object(piece, &mut events),
        Some(piece) if mv.die() == Die::ENERGY => teller.tell_energy(piece, &mut events),
        Some(piece) => teller.tell_walk(piece, &mut events),
    }
    teller.tell_victims(&mut events);
    teller.tell_hands(&mut events);
    teller.tell_turn(&mut events);
    events
}

/// What each legal move would do.
pub(crate) fn prospects(rules: &Parchis, state: &ParchisState, language: Language) -> Vec<Prospect> {
    let mut moves = Moves::new();
    rules.moves(state, &mut moves);
    let prospect = |mv: &Move| {
        let after = rules.play(state, *mv);
        let moved = mv.piece_number().filter(|piece| after.cell(*piece) != state.cell(*piece));
        let hits = victims(state, &after).filter(|piece| Some(*piece) != mv.piece_number());
        Prospect {
            text: rules.move_text(state, *mv),
            ghost: moved.map(|piece| scene::piece(&after, piece)),
            hits: hits.map(|piece| scene::piece_id(colour_of(piece), piece % 4)).collect(),
            told: MoveEvent::sentence(&events(rules, state, *mv, language)),
        }
    };
    moves.iter().map(prospect).collect()
}

fn colour_of(piece: usize) -> Colour {
    Colour::from_index(piece / 4)
}

/// The pieces that went home.
fn victims(before: &ParchisState, after: &ParchisState) -> impl Iterator<Item = usize> {
    (0..16).filter(|piece| after.cell(*piece).is_home() && !before.cell(*piece).is_home())
}

struct Teller<'a> {
    before: &'a ParchisState,
    after: &'a ParchisState,
    mv: Move,
    language: Language,
}

impl Teller<'_> {
    fn name(&self, piece: usize) -> String {
        words::piece(self.language, colour_of(piece), piece % 4)
    }

    fn drawn(&self, piece: usize) -> Piece {
        scene::piece(self.before, piece)
    }

    /// The end of a sentence that says where a piece came.
    fn to(&self, cell: Cell) -> String {
        let language = self.language;
        match cell.spot() {
            Spot::Track(number) => text!(language, "to cell {number}", "hasta la casilla {number}", number),
            Spot::Corridor(_, number) => {
                text!(
                    language,
                    "to step {number} of its corridor",
                    "hasta el paso {number} de su pasillo",
                    number
                )
            }
            Spot::Goal(_) => language.pick("to its goal", "hasta su meta").to_owned(),
            Spot::Home(_) => language.pick("home", "a casa").to_owned(),
        }
    }

    fn skip(&self) -> MoveEvent {
        let die = words::die(self.language, self.mv.die());
        let told = text!(
            self.language,
            "no piece can use the {die}: it is skipped",
            "ninguna ficha puede usar el {die}: se pasa",
            die,
        );
        MoveEvent::new("skip", told).with(self.mv.die().word())
    }

    /// An ordinary die.
    fn tell_walk(&self, piece: usize, events: &mut Vec<MoveEvent>) {
        let (language, die, name) = (self.language, self.mv.die(), self.name(piece));
        let (from, to) = (self.before.cell(piece), self.after.cell(piece));
        let icon = die.word();
        let event = |kind, told: String| MoveEvent::new(kind, told).of(Some(self.drawn(piece))).with(icon);
        if from.is_home() {
            events
                .push(event("leave", text!(language, "{name} leaves home", "la {name} sale de casa", name)));
            return;
        }
        let status = self.before.condition(piece).status();
        let cells = status.stretch(base_distance(self.before, colour_of(piece), die));
        let (_, bounced) = destination(colour_of(piece), from, cells);
        if to.is_home() {
            let told = text!(
                language,
                "{name} runs into a star and goes home",
                "la {name} choca con una estrella y vuelve a casa",
                name,
            );
            events.push(event("walk", told));
            return;
        }
        if status == Status::Slipped {
            let told = text!(
                language,
                "{name} has slipped and stays where it is",
                "la {name} ha resbalado y se queda donde está",
                name
            );
            events.push(event("stay", told));
            return;
        }
        let where_to = self.to(to);
        let slips = self.after.condition(piece).status() == Status::Slipped;
        if slips {
            let told = text!(
                language,
                "{name} walks {where_to} and slips on a banana",
                "la {name} avanza {where_to} y resbala con un plátano",
                name,
                where_to,
            );
            events.push(event("slip", told));
            return;
        }
        let told = if bounced {
            text!(
                language,
                "{name} walks {cells} and bounces off its goal, {where_to}",
                "la {name} avanza {cells} y rebota en su meta, {where_to}",
                name,
                cells,
                where_to,
            )
        } else {
            text!(
                language,
                "{name} walks {cells} {where_to}",
                "la {name} avanza {cells} {where_to}",
                name,
                cells,
                where_to
            )
        };
        events.push(event(if to.is_goal() { "goal" } else { "walk" }, told));
    }

    /// A special die.
    fn tell_object(&self, piece: usize, events: &mut Vec<MoveEvent>) {
        let (language, die, name) = (self.language, self.mv.die(), self.name(piece));
        let where_to = self.to(self.after.cell(piece));
        let told = match die {
            Die::STAR => text!(language, "{name} becomes a star", "la {name} se convierte en estrella", name),
            Die::BOO => text!(language, "{name} becomes a ghost", "la {name} se convierte en fantasma", name),
            Die::MEGA_MUSHROOM => text!(
                language,
                "{name} grows and fills two cells",
                "la {name} crece y ocupa dos casillas",
                name
            ),
            Die::SHOCK => text!(
                language,
                "lightning from {name}: all other colours become small",
                "rayo de la {name}: todos los demás colores se vuelven pequeños",
                name,
            ),
            Die::BANANA => text!(language, "{name} drops a banana", "la {name} suelta un plátano", name),
            Die::MUSHROOM => text!(
                language,
                "{name} jumps with the mushroom {where_to}",
                "la {name} salta con el champiñón {where_to}",
                name,
                where_to,
            ),
            Die::BULLET => text!(
                language,
                "{name} flies with the bullet {where_to}",
                "la {name} vuela con la bala {where_to}",
                name,
                where_to,
            ),
            Die::RED_SHELL => {
                text!(language, "{name} throws the red shell", "la {name} lanza la concha roja", name)
            }
            Die::BLUE_SHELL => {
                text!(language, "{name} throws the blue shell", "la {name} lanza la concha azul", name)
            }
            _ => text!(language, "{name} blows the horn", "la {name} toca la bocina", name),
        };
        events.push(MoveEvent::new("special", told).of(Some(self.drawn(piece))).with(die.word()));
    }

    /// The energy die.
    fn tell_energy(&self, piece: usize, events: &mut Vec<MoveEvent>) {
        let (language, name) = (self.language, self.name(piece));
        let energy = self.before.energy(self.before.side());
        let where_to = self.to(self.after.cell(piece));
        let effect = words::effect(language, Effect::at(energy));
        let told = match Effect::at(energy) {
            Effect::Jump(_) => text!(
                language,
                "{name} spends {energy} of energy on a {effect} {where_to}",
                "la {name} gasta {energy} de energía en un {effect} {where_to}",
                name,
                energy,
                effect,
                where_to,
            ),
            _ => text!(
                language,
                "{name} spends {energy} of energy: {effect}",
                "la {name} gasta {energy} de energía: {effect}",
                name,
                energy,
                effect,
            ),
        };
        events.push(MoveEvent::new("special", told).of(Some(self.drawn(piece))).with(Die::ENERGY.word()));
    }

    /// Who went home. Whoever ran into a star has been told of already.
    fn tell_victims(&self, events: &mut Vec<MoveEvent>) {
        let captures = self.after.forced_die() == Some(Die::CAPTURE_BONUS);
        let is_own_walk = |piece: usize| {
            Some(piece) == self.mv.piece_number() && self.mv.die().value() < Die::ENERGY.value()
        };
        let mut nobody = true;
        for piece in victims(self.before, self.after).filter(|piece| !is_own_walk(*piece)) {
            let name = self.name(piece);
            let told = if captures {
                text!(
                    self.language,
                    "{name} is captured and goes home",
                    "se come la {name}, que vuelve a casa",
                    name
                )
            } else {
                text!(self.language, "{name} goes home", "la {name} vuelve a casa", name)
            };
            events.push(
                MoveEvent::new(if captures { "capture" } else { "home" }, told).of(Some(self.drawn(piece))),
            );
            nobody = false;
        }
        let aimed = matches!(self.mv.die(), Die::RED_SHELL | Die::BLUE_SHELL | Die::HORN);
        if self.mv.piece_number().is_some() && aimed && nobody && self.warded().is_none() {
            events.push(MoveEvent::new("miss", self.language.pick("nobody is hit", "no alcanza a nadie")));
        }
    }

    /// The side whose horn has warded off a shell.
    fn warded(&self) -> Option<Side> {
        let throws = match self.mv.die() {
            Die::RED_SHELL | Die::BLUE_SHELL => true,
            Die::ENERGY => matches!(
                Effect::at(self.before.energy(self.before.side())),
                Effect::RedShell | Effect::BlueShell
            ),
            _ => false,
        };
        let horns = |state: &ParchisState, side| {
            state.hand(side).oldest_first().filter(|die| *die == Die::HORN).count()
        };
        Side::BOTH.into_iter().find(|side| throws && horns(self.after, *side) < horns(self.before, *side))
    }

    /// Special dice that were found, stolen, lost or spent against a shell.
    fn tell_hands(&self, events: &mut Vec<MoveEvent>) {
        let language = self.language;
        if let Some(side) = self.warded() {
            let player = words::player(language, side);
            let told = text!(
                language,
                "the horn of {player} wards it off",
                "la bocina del {player} lo evita",
                player
            );
            events.push(MoveEvent::new("ward", told).with(Die::HORN.word()));
        }
        let own = self.before.side();
        let used = if self.mv.die().is_object() {
            self.before.hand(own).without(self.mv.die())
        } else {
            self.before.hand(own)
        };
        let steals = self.mv.die() == Die::BOO && self.mv.piece_number().is_some();
        for die in self.after.hand(own).oldest_first().skip(used.len()) {
            let name = words::die(language, die);
            let told = if steals {
                text!(language, "it steals the {name}", "roba: {name}", name)
            } else {
                text!(language, "it takes the {name}", "recoge: {name}", name)
            };
            events.push(MoveEvent::new("take", told).with(die.word()));
        }
        if self.mv.die() == Die::SHOCK
            && let (Some(lost), _) = self.before.hand(own.other()).take_newest()
            && self.after.hand(own.other()).len() < self.before.hand(own.other()).len()
        {
            let (player, name) = (words::player(language, own.other()), words::die(language, lost));
            let told =
                text!(language, "{player} loses the {name}", "el {player} pierde: {name}", player, name);
            events.push(MoveEvent::new("lose", told).with(lost.word()));
        }
    }

    /// What comes of it: the end, a bonus, another turn.
    fn tell_turn(&self, events: &mut Vec<MoveEvent>) {
        let language = self.language;
        let told = if let Some(Outcome::Win(side)) = self.after.outcome() {
            let player = words::player(language, side);
            events.push(MoveEvent::new("end", text!(language, "{player} wins", "gana el {player}", player)));
            return;
        } else if let Some(bonus) = self.after.forced_die() {
            let kind = ("bonus", bonus.word());
            (
                kind,
                text!(
                    language,
                    "a bonus of {bonus} to move",
                    "un extra de {bonus} para mover",
                    bonus = bonus.value()
                ),
            )
        } else if self.after.mover == self.before.mover {
            (("again", ""), language.pick("another turn", "repite turno").to_owned())
        } else {
            return;
        };
        let ((kind, icon), told) = told;
        let event = MoveEvent::new(kind, told);
        events.push(if icon.is_empty() { event } else { event.with(icon) });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a move tells in a position that differs from the start by some fields.
    fn told(game: &str, changes: &[(&str, &str)], mv: &str, language: Language) -> String {
        let rules: Parchis = game.parse().unwrap();
        let state = rules.start_with(changes);
        MoveEvent::sentence(&events(&rules, &state, rules.read_move(&state, mv).unwrap(), language))
    }

    /// Game, changed fields, move, and what is told of it in both languages.
    type Case =
        (&'static str, &'static [(&'static str, &'static str)], &'static str, &'static str, &'static str);
    const TOLD: &[Case] = &[
        (
            "2023",
            &[],
            "y1:1",
            "yellow 1 walks 1 to cell 5; it takes the star",
            "la amarilla 1 avanza 1 hasta la casilla 5; recoge: estrella",
        ),
        (
            "2023",
            &[],
            "y1:6",
            "yellow 1 walks 7 to cell 11; another turn",
            "la amarilla 1 avanza 7 hasta la casilla 11; repite turno",
        ),
        ("2023:all-at-home", &[], "y1:5", "yellow 1 leaves home", "la amarilla 1 sale de casa"),
        (
            "2023:all-at-home",
            &[],
            "skip:4",
            "no piece can use the 4: it is skipped",
            "ninguna ficha puede usar el 4: se pasa",
        ),
        (
            "2023",
            &[("y", "36,13,17"), ("r", "37,47,51")],
            "y1:1",
            "yellow 1 walks 1 to cell 37; red 1 is captured and goes home; a bonus of 20 to move",
            "la amarilla 1 avanza 1 hasta la casilla 37; se come la roja 1, que vuelve a casa; un extra de 20 para mover",
        ),
        (
            "2023",
            &[("hands", "red-shell/-")],
            "y3:red-shell",
            "yellow 3 throws the red shell; blue 1 goes home",
            "la amarilla 3 lanza la concha roja; la azul 1 vuelve a casa",
        ),
        (
            "2023",
            &[("hands", "red-shell/horn")],
            "y3:red-shell",
            "yellow 3 throws the red shell; the horn of player 2 wards it off",
            "la amarilla 3 lanza la concha roja; la bocina del jugador 2 lo evita",
        ),
        (
            "2023",
            &[("hands", "boo/horn,star")],
            "y1:boo",
            "yellow 1 becomes a ghost; it steals the star",
            "la amarilla 1 se convierte en fantasma; roba: estrella",
        ),
        (
            "2023",
            &[("hands", "shock/horn,star")],
            "y1:shock",
            "lightning from yellow 1: all other colours become small; player 2 loses the star",
            "rayo de la amarilla 1: todos los demás colores se vuelven pequeños; el jugador 2 pierde: estrella",
        ),
        (
            "2023",
            &[("bananas", "8"), ("objects", "-")],
            "y1:6",
            "yellow 1 walks to cell 8 and slips on a banana",
            "la amarilla 1 avanza hasta la casilla 8 y resbala con un plátano",
        ),
        (
            "2023",
            &[("y", "c4,13,17")],
            "y1:5",
            "yellow 1 walks 5 and bounces off its goal, to step 7 of its corridor",
            "la amarilla 1 avanza 5 y rebota en su meta, hasta el paso 7 de su pasillo",
        ),
        (
            "2023",
            &[("y", "c7,13,17")],
            "y1:1",
            "yellow 1 walks 1 to its goal; a bonus of 10 to move",
            "la amarilla 1 avanza 1 hasta su meta; un extra de 10 para mover",
        ),
        (
            "2023",
            &[("y", "c7,goal,goal")],
            "y1:1",
            "yellow 1 walks 1 to its goal; player 1 wins",
            "la amarilla 1 avanza 1 hasta su meta; gana el jugador 1",
        ),
        (
            "2023",
            &[("hands", "horn/-"), ("objects", "-")],
            "y2:horn",
            "yellow 2 blows the horn; nobody is hit",
            "la amarilla 2 toca la bocina; no alcanza a nadie",
        ),
        (
            "2024",
            &[("energy", "14/0")],
            "y1:energy",
            "yellow 1 spends 14 of energy on a jump of 9 to cell 14",
            "la amarilla 1 gasta 14 de energía en un salto de 9 hasta la casilla 14",
        ),
        (
            "2024",
            &[("y", "4,13,17"), ("g", "6,3,7"), ("energy", "62/0")],
            "y3:energy",
            "yellow 3 spends 62 of energy: BOOM; green 1 goes home; green 2 goes home; yellow 1 goes home",
            "la amarilla 3 gasta 62 de energía: BOOM; la verde 1 vuelve a casa; la verde 2 vuelve a casa; la amarilla 1 vuelve a casa",
        ),
        (
            "2023",
            &[("y", "24:star2,13,17"), ("mover", "b"), ("objects", "-")],
            "b1:4",
            "blue 1 runs into a star and goes home",
            "la azul 1 choca con una estrella y vuelve a casa",
        ),
    ];

    #[test]
    fn moves_are_told_in_both_languages() {
        for (game, changes, mv, english, spanish) in TOLD.iter().copied() {
            assert_eq!(told(game, changes, mv, Language::English), english);
            assert_eq!(told(game, changes, mv, Language::Spanish), spanish);
        }
    }

    #[test]
    fn prospects_show_where_pieces_land_and_whom_they_hit() {
        let rules = Parchis::default();
        let line =
            rules.position_text(&rules.start()).replace("y=4,13,17", "y=36,13,17").replace("r=38", "r=37");
        let state = rules.read_position(&line).unwrap();
        let known = prospects(&rules, &state, Language::English);
        let one = known.iter().find(|prospect| prospect.text == "y1:1").unwrap();
        let ghost = one.ghost.as_ref().unwrap();
        let hit = scene::piece(&state, 4 * Colour::Red.index());
        assert_eq!((ghost.id.as_str(), ghost.x, ghost.y), ("y1", hit.x, hit.y));
        assert_eq!(one.hits, ["r1"]);
        let mut moves = Moves::new();
        rules.moves(&state, &mut moves);
        assert_eq!(known.len(), moves.len());
    }
}
