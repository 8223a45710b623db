use super::*;

impl Reference {
    /// Plays a legal choice.
    pub(crate) fn play(&mut self, (die, man): Choice) {
        let side = player(self.mover);
        self.captured = false;
        self.victim = None;
        self.reached = false;
        self.six = die == 6 || self.six && (die == 10 || die == 20);
        if die > 100 {
            let held = self.special[side].iter().position(|held| *held == die).unwrap();
            self.special[side].remove(held);
        } else if die != 10 && die != 20 {
            let mover = self.mover;
            self.dice[mover].retain(|other| *other != die);
            if self.dice[mover].is_empty() {
                self.dice[mover] = match self.year {
                    2022 => vec![1, 2, 3, 4, 5, 6],
                    2023 => vec![1, 2, 4, 5, 6],
                    _ => vec![1, 2, 4, 5, 6, 100],
                };
            }
        }
        match (man, die) {
            (None, _) => {}
            (Some((colour, index)), 100) => self.spend_energy(colour, index),
            (Some((colour, index)), 101..) => self.special_die(colour, index, die),
            (Some((colour, index)), _) => self.ordinary_die(colour, index, die),
        }
        for man in &mut self.men {
            if player(man.colour) == side {
                man.counter = (man.counter - 1).max(0);
                if man.counter == 0 {
                    man.look = Look::Normal;
                }
            }
        }
        if self.slip || !(self.captured || self.reached || self.six) {
            self.mover = match (self.year, self.mover) {
                (2022, YELLOW) => BLUE,
                (2022, BLUE) => RED,
                (2022, RED) => GREEN,
                (2022, _) => YELLOW,
                (_, YELLOW) => BLUE,
                _ => YELLOW,
            };
        }
        self.turn += 1;
    }

    fn ordinary_die(&mut self, colour: usize, index: usize, die: i32) {
        let side = player(colour);
        self.slip = false;
        let man = self.man(colour, index).clone();
        let (mut to, bounced) = self.destination(&man, die);
        if ![Look::Star, Look::Ghost, Look::Mega].contains(&man.look) {
            let trap = walk(&man, to).into_iter().find(|cell| self.bananas.contains(cell));
            if let Some(cell) = trap {
                to = Place::Track(cell);
                let at = self.bananas.iter().position(|banana| *banana == cell).unwrap();
                self.bananas.remove(at);
                self.slip = true;
                self.six = false;
                self.man_mut(colour, index).look = Look::Slipped;
                self.man_mut(colour, index).counter = 2;
            }
        }
        let look = self.man(colour, index).look;
        let mut capture = None;
        if look == Look::Star {
            let end = if bounced && self.year == 2024 { Place::Goal } else { to };
            for cell in walk_badly(&man, end) {
                self.trample(Place::Track(cell), colour, &[Look::Ghost, Look::Star]);
            }
        } else if look == Look::Mega {
            let first = to;
            if after(colour, to) == Place::Goal {
                to = Place::Goal;
            }
            let next = after(colour, to);
            self.trample(first, colour, &[Look::Ghost]);
            self.trample(next, colour, &[Look::Ghost]);
            self.take_objects(side, &[to, next]);
            if to == Place::Goal {
                self.man_mut(colour, index).look = Look::Normal;
            } else if man.counter == 1 {
                to = next;
            }
        } else {
            let star_ahead = walk_badly(&man, to).into_iter().any(|cell| {
                self.on(Place::Track(cell), colour)
                    .iter()
                    .any(|other| other.look == Look::Star && other.colour != colour)
            });
            if star_ahead && look != Look::Ghost {
                self.man_mut(colour, index).place = Place::Home;
                return;
            }
            if let (Place::Track(cell), Some(first)) = (to, self.on(to, colour).first()) {
                let peaceful = [Look::Ghost, Look::Small, Look::Slipped].contains(&look);
                if first.colour != colour && !SAFE.contains(&cell) && first.look != Look::Ghost && !peaceful {
                    capture = Some((first.colour, first.index));
                }
            }
            if let Some((other, number)) = capture {
                self.man_mut(other, number).place = Place::Home;
            }
        }
        self.man_mut(colour, index).place = to;
        if bounced && look != Look::Star {
            self.bounces[colour] += 1;
            if self.bounces[colour] > 30 {
                self.winner = Some(1 - side);
            }
        }
        if to == Place::Goal {
            self.check_win(colour);
            self.reached = self.winner.is_none();
        }
        self.take_objects(side, &[to]);
        self.captured = capture.is_some();
        self.victim = capture;
        if self.year == 2024 {
            let here = self.on(to, colour);
            let wall = to != Place::Goal && here.len() == 2 && here[0].colour == here[1].colour;
            let safe = matches!(to, Place::Track(cell) if SAFE.contains(&cell));
            let gain = die + 15 * i32::from(self.captured) + 10 * i32::from(wall) + 5 * i32::from(safe);
            self.energy[side] = (self.energy[side] + gain).min(100);
        }
    }

    fn trample(&mut self, place: Place, colour: usize, immune: &[Look]) {
        let victims: Vec<_> =
            self.on(place, colour).into_iter().map(|man| (man.colour, man.index, man.look)).collect();
        for (other, index, look) in victims {
            if other != colour && !immune.contains(&look) {
                self.man_mut(other, index).place = Place::Home;
            }
        }
    }

    fn check_win(&mut self, colour: usize) {
        if self.winner.is_none() && self.on(Place::Goal, colour).len() == self.count() {
            self.winner = Some(player(colour));
        }
    }

    fn take_objects(&mut self, side: usize, places: &[Place]) {
        for cell in self.objects.clone() {
            if places.contains(&Place::Track(cell)) && self.special[side].len() < 2 {
                self.special[side].push(object(cell));
                self.objects.retain(|other| *other != cell);
            }
        }
    }

    fn others(&self, colour: usize) -> Vec<Man> {
        let order = [YELLOW, BLUE, RED, GREEN];
        order.into_iter().filter(|other| *other != colour).flat_map(|other| self.all_of(other)).collect()
    }

    fn all_of(&self, colour: usize) -> Vec<Man> {
        self.men.iter().filter(|man| man.colour == colour).cloned().collect()
    }

    fn special_die(&mut self, colour: usize, index: usize, die: i32) {
        let side = player(colour);
        let man = self.man(colour, index).clone();
        match die {
            101 => self.turn_into(colour, index, Look::Star, 4),
            102 => {
                self.turn_into(colour, index, Look::Ghost, 6);
                if let Some(stolen) = self.special[1 - side].pop()
                    && self.special[side].len() < 2
                {
                    self.special[side].push(stolen);
                }
            }
            103 => {
                if man.place == Place::Home {
                    self.man_mut(colour, index).place = Place::Track(start(colour));
                }
                self.jump(colour, index, 40);
                self.man_mut(colour, index).look = Look::Normal;
            }
            104 => self.shell(colour, |other| forward(&man, other), &[Look::Star, Look::Mega]),
            105 => self.shell(colour, to_goal, &[Look::Star]),
            106 => self.jump(colour, index, 8),
            107 => {
                self.turn_into(colour, index, Look::Mega, 4);
                let next = after(colour, man.place);
                self.trample(man.place, colour, &[Look::Ghost]);
                self.trample(next, colour, &[Look::Ghost]);
                self.take_objects(side, &[man.place, next]);
            }
            108 => {
                for other in self.others(colour) {
                    match other.look {
                        Look::Mega => self.turn_into(other.colour, other.index, Look::Normal, 4),
                        Look::Star | Look::Ghost => {}
                        _ => self.turn_into(other.colour, other.index, Look::Small, 4),
                    }
                }
                self.special[1 - side].pop();
            }
            109 => {
                for other in self.others(colour) {
                    let immune = [Look::Ghost, Look::Mega, Look::Star].contains(&other.look);
                    if !immune && other.place != Place::Goal && near(&man, &other) {
                        self.man_mut(other.colour, other.index).place = Place::Home;
                    }
                }
            }
            _ => {
                let Place::Track(cell) = man.place else { unreachable!("a banana off the track") };
                self.bananas.push(cell);
            }
        }
    }

    fn turn_into(&mut self, colour: usize, index: usize, look: Look, counter: i32) {
        let man = self.man_mut(colour, index);
        man.look = look;
        man.counter = counter;
    }

    fn jump(&mut self, colour: usize, index: usize, n: i32) {
        let man = self.man(colour, index).clone();
        let mut to = Place::Goal;
        if to_goal(&man) > n {
            let mut further = n;
            to = ahead(colour, man.place, further).0;
            while !self.on(to, colour).is_empty() {
                further += 1;
                to = ahead(colour, man.place, further).0;
            }
        }
        self.man_mut(colour, index).place = to;
        self.take_objects(player(colour), &[to]);
        self.check_win(colour);
    }

    fn shell(&mut self, colour: usize, distance: impl Fn(&Man) -> i32, immune: &[Look]) {
        let targets: Vec<Man> =
            self.others(colour).into_iter().filter(|man| man.look != Look::Ghost).collect();
        let Some(nearest) = targets.iter().map(&distance).filter(|cells| *cells > 0).min() else { return };
        for man in targets.iter().filter(|man| distance(man) == nearest) {
            let hand = &mut self.special[player(man.colour)];
            if let Some(horn) = hand.iter().position(|die| *die == 109) {
                hand.remove(horn);
            } else if !immune.contains(&man.look) {
                self.man_mut(man.colour, man.index).place = Place::Home;
            }
        }
    }

    fn spend_energy(&mut self, colour: usize, index: usize) {
        let side = player(colour);
        let energy = std::mem::take(&mut self.energy[side]);
        let man = self.man(colour, index).clone();
        let [first, second] = if side == 0 { [YELLOW, RED] } else { [BLUE, GREEN] };
        let both: Vec<Man> = [first, second].into_iter().flat_map(|colour| self.all_of(colour)).collect();
        match energy {
            0..=49 => self.jump(colour, index, 7 + energy / 7),
            65..=69 => self.jump(colour, index, 25),
            75..=79 => self.jump(colour, index, 40),
            50..=59 | 70..=74 => self.shell(colour, |other| forward(&man, other), &[Look::Star, Look::Mega]),
            85..=89 => self.shell(colour, to_goal, &[Look::Star]),
            95..=99 => self.turn_into(colour, index, Look::Star, 6),
            60..=64 => {
                let out: Vec<&Man> = both.iter().filter(|man| out(man)).collect();
                let farthest = out.iter().map(|man| to_goal(man)).max().unwrap();
                let victim = (*out.iter().find(|man| to_goal(man) == farthest).unwrap()).clone();
                self.blast(&[victim]);
            }
            80..=84 => self.blast_nearest(&both),
            90..=94 => {
                let main = self.all_of(first);
                self.blast_nearest(&main);
            }
            _ => {
                let total = |colour| self.all_of(colour).iter().map(to_goal).sum::<i32>();
                let best = if total(first) < total(second) { first } else { second };
                let all = self.all_of(best);
                self.blast(&all);
            }
        }
    }

    fn blast_nearest(&mut self, men: &[Man]) {
        let mut best: Option<&Man> = None;
        let mut nearest = 1000;
        for man in men {
            let frozen = best.is_some_and(|best| best.place == Place::Home);
            if !frozen && man.place != Place::Goal && to_goal(man) < nearest {
                best = Some(man);
                nearest = to_goal(man);
            }
        }
        if let Some(victim) = best.cloned() {
            self.blast(&[victim]);
        }
    }

    fn blast(&mut self, centres: &[Man]) {
        let hit = |man: &Man| {
            let centre =
                centres.iter().any(|centre| (centre.colour, centre.index) == (man.colour, man.index));
            out(man) && (centre || man.look != Look::Star && centres.iter().any(|centre| near(centre, man)))
        };
        let victims: Vec<Man> = self.men.iter().filter(|man| hit(man)).cloned().collect();
        for man in victims {
            self.man_mut(man.colour, man.index).place = Place::Home;
        }
    }
}

fn out(man: &Man) -> bool {
    man.place != Place::Home && man.place != Place::Goal
}

fn to_goal(man: &Man) -> i32 {
    let last = entry(man.colour);
    match man.place {
        Place::Home => 74,
        Place::Track(cell) if cell > last => 68 - cell + last + 8,
        Place::Track(cell) => last - cell + 8,
        Place::Corridor(cell) => 8 - cell,
        Place::Goal => 0,
    }
}

fn near(one: &Man, other: &Man) -> bool {
    (0..=2).contains(&forward(one, other)) || (0..=2).contains(&forward(other, one))
}

fn forward(p: &Man, q: &Man) -> i32 {
    let mapped = |man: &Man| match man.place {
        Place::Home => start(man.colour),
        Place::Track(cell) => cell,
        Place::Corridor(_) | Place::Goal => entry(man.colour),
    };
    let raw = |man: &Man| match man.place {
        Place::Home | Place::Goal => 0,
        Place::Track(cell) | Place::Corridor(cell) => cell,
    };
    let (a, b, f) = (mapped(p), mapped(q), entry(p.colour));
    let unreachable = !matches!(q.place, Place::Track(_)) && p.colour != q.colour;
    if unreachable || a <= f && f < b || a > b && a <= f || a > b && f < b {
        return -1;
    }
    let mut distance = if b >= a { b - a } else { 68 - raw(p) + raw(q) };
    distance += match p.place {
        Place::Home => 1,
        Place::Track(_) => 0,
        Place::Corridor(cell) => -cell,
        Place::Goal => -8,
    };
    distance += match q.place {
        Place::Home => -1,
        Place::Track(_) => 0,
        Place::Corridor(cell) => cell,
        Place::Goal => 8,
    };
    distance.max(-1)
}

/// What lies on a cell at the start.
fn object(cell: i32) -> i32 {
    match cell {
        5 | 22 => 101,
        6 | 23 => 107,
        39 | 56 => 102,
        40 | 57 => 108,
        14 | 31 => 103,
        15 | 32 => 105,
        48 | 65 => 104,
        49 | 66 => 109,
        18 | 35 | 52 | 1 => 106,
        _ => 110,
    }
}
