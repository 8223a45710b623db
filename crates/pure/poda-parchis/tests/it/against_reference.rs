//! The fast rules against their slow reference implementation, move by move.
#![expect(clippy::unwrap_used, reason = "a test may fail where it stands")]
#![expect(clippy::format_push_string, reason = "a reference is to be obvious, not fast")]

use crate::reference::Reference;
use poda_core::{Game, Moves, Notation, mix};
use poda_parchis::{Edition, Move, Parchis, ParchisState};

/// How a game picks its moves, so that rare effects come up often.
#[derive(Clone, Copy, Debug)]
enum Taste {
    /// Any move.
    Any,
    /// Special dice and energy whenever there are some.
    Special,
    /// No special die as long as something else can be done.
    Hoard,
}

/// What a game pays attention to.
fn choose(taste: Taste, moves: &Moves<Move>, chance: u64) -> Move {
    let special = |mv: &&Move| mv.die().value() >= 100;
    let liked: Vec<&Move> = match taste {
        Taste::Any => Vec::new(),
        Taste::Special => moves.iter().filter(special).collect(),
        Taste::Hoard => moves.iter().filter(|mv| !special(mv)).collect(),
    };
    if liked.is_empty() || chance.is_multiple_of(8) {
        moves[(chance / 8) as usize % moves.len()]
    } else {
        *liked[(chance / 8) as usize % liked.len()]
    }
}

fn year(rules: &Parchis) -> i32 {
    rules.edition().spec.parse().unwrap()
}

/// Plays on from a state with both, and compares all they say.
fn check(rules: &Parchis, from: &ParchisState, taste: Taste, seed: u64, cap: usize) -> usize {
    let mut state = *from;
    let mut reference = Reference::of_line(year(rules), &rules.position_text(&state));
    for ply in 0..cap {
        let line = rules.position_text(&state);
        assert_eq!(reference.line(), line, "{} seed {seed}", rules.spec());
        assert_eq!(reference.winner.is_some(), rules.outcome(&state).is_some(), "{line}");
        if reference.winner.is_some() {
            return ply;
        }
        let mut moves = Moves::new();
        rules.moves(&state, &mut moves);
        let fast: Vec<String> = moves.iter().map(|mv| rules.move_text(&state, *mv)).collect();
        let choices = reference.legal();
        let slow: Vec<String> = choices.iter().map(|choice| Reference::text_of(*choice)).collect();
        assert_eq!(slow, fast, "{} {line}", rules.spec());
        let chosen = choose(taste, &moves, mix(seed ^ mix(ply as u64)));
        let index = moves.iter().position(|mv| *mv == chosen).unwrap();
        let before = line;
        state = rules.play(&state, chosen);
        reference.play(choices[index]);
        assert_eq!(
            reference.line(),
            rules.position_text(&state),
            "{} after {} in {before}",
            rules.spec(),
            fast[index]
        );
    }
    cap
}

#[test]
fn fast_and_slow_agree_in_every_edition_and_start() {
    let mut plies = 0;
    for edition in Edition::ALL {
        for start in edition.starts() {
            let rules = Parchis::new(edition, start).unwrap();
            for taste in [Taste::Any, Taste::Special, Taste::Hoard] {
                for seed in 0..12 {
                    plies += check(&rules, &rules.start(), taste, seed, 700);
                }
            }
        }
    }
    assert!(plies > 50_000, "{plies}");
}

/// Positions that hardly any game reaches: everybody anywhere, in any condition.
#[test]
fn fast_and_slow_agree_in_wild_positions() {
    for (spec, looks) in [
        ("2022", &[""][..]),
        (
            "2023",
            &["", "", "", ":star3", ":ghost5", ":mega1", ":mega3", ":small2", ":slipped1", ":normal2"][..],
        ),
        ("2024", &["", "", ":star5"][..]),
    ] {
        let rules: Parchis = spec.parse().unwrap();
        for seed in 0..4_000_u64 {
            let line = wild_line(&rules, looks, seed);
            let Ok(state) = rules.read_position(&line) else { continue };
            check(&rules, &state, Taste::Special, seed, 6);
        }
    }
}

fn wild_line(rules: &Parchis, looks: &[&str], seed: u64) -> String {
    let mut chance = mix(seed);
    let mut random = |limit: u64| {
        chance = mix(chance);
        chance % limit
    };
    let mut line = format!("turn={} mover={}", random(900), if random(2) == 0 { 'y' } else { 'b' });
    // Everybody in one quarter of the board now and then, so that they meet.
    let (offset, span) = if random(2) == 0 { (random(68), 12) } else { (0, 68) };
    for letter in ["y", "b", "r", "g"] {
        let mut men = Vec::new();
        for _ in 0..rules.pieces() {
            let place = match random(12) {
                0 => "home".to_owned(),
                1 => "goal".to_owned(),
                2 | 3 => format!("c{}", random(7) + 1),
                4 => "68".to_owned(),
                _ => ((offset + random(span)) % 68 + 1).to_string(),
            };
            men.push(format!("{place}{}", looks[random(looks.len() as u64) as usize]));
        }
        line += &format!(" {letter}={}", men.join(","));
    }
    let dice = match year(rules) {
        2022 => "123456/1346/56/123456",
        2023 => "12456/1246",
        _ => "12456e/56e",
    };
    line += &format!(" dice={dice}");
    if year(rules) == 2023 {
        let words = [
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
        let mut hand = || format!("{},{}", words[random(10) as usize], words[random(10) as usize]);
        line += &format!(" hands={}/{}", hand(), hand());
        line += " objects=5,6,22,39,57,15,31,48,66,18,35,1";
        line += &format!(" bananas={},{}", random(68) + 1, random(68) + 1);
    }
    if year(rules) == 2024 {
        line += &format!(" energy={}/{}", random(101), random(101));
    }
    let flags = ["-", "capture", "goal", "six", "capture,six", "-", "-"][random(7) as usize];
    let bounces = [random(31), random(31), random(31), 30].map(|count| count.to_string()).join(",");
    format!("{line} flags={flags} bounces={bounces} winner=-")
}
