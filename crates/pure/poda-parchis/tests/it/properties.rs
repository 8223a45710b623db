//! Property tests of Parchís, in every edition and from every start.
#![expect(clippy::unwrap_used, reason = "a test may fail where it stands")]

use poda_core::{Draw, Game, Language, Notation, perft};
use poda_parchis::{Edition, Parchis};
use poda_testkit::{check_encoding, check_position_reading, check_properties, random_game, read_perft_cases};

fn all_rules() -> impl Iterator<Item = Parchis> {
    Edition::ALL.into_iter().flat_map(|edition| {
        edition.starts().map(move |start| Parchis::new(edition, start).unwrap()).collect::<Vec<_>>()
    })
}

#[test]
fn every_edition_and_start_obeys_the_laws() {
    for rules in all_rules() {
        check_properties(&rules, 1, 4, 600);
        check_encoding(&rules, 5, 1, 600, |state| *state);
    }
}

#[test]
fn mutilated_positions_are_refused_with_reasons() {
    for spec in ["2022", "2023", "2024"] {
        check_position_reading(&spec.parse::<Parchis>().unwrap(), 3, 60);
    }
}

#[test]
fn counts_of_the_start_positions() {
    for case in read_perft_cases(include_str!("../starts.perft")) {
        let rules: Parchis = case.game.parse().unwrap();
        for (depth, count) in case.counts {
            assert_eq!(perft(&rules, &rules.start(), depth), count, "{} depth {depth}", case.id);
        }
    }
}

#[test]
fn broken_positions_say_which_part_is_broken() {
    let rules = Parchis::default();
    let line = rules.position_text(&rules.start());
    for (from, to, why) in [
        ("turn=1", "turn=x", "\"x\" is not a number"),
        ("turn=1", "turn=+1", "\"+1\" is not a number"),
        ("mover=y", "mover=r", "\"r\" is no colour that has a turn"),
        ("y=4,13,17", "y=4,13", "\"4,13\" has 2 parts instead of 3"),
        ("y=4,", "y=69,", "\"69\" is more than 68"),
        ("y=4,", "y=0,", "there is no cell \"0\""),
        ("y=4,", "y=c8,", "there is no cell \"c8\""),
        ("y=4,", "y=4:tired2,", "\"tired2\" is no condition of a piece here"),
        ("y=4,", "y=4:star0,", "\"star0\" has ended"),
        ("y=4,", "y=4:star7,", "\"7\" is more than 6"),
        ("dice=12456/", "dice=/", "\"\" is no set of dice in ascending order"),
        ("dice=12456/", "dice=3/", "\"3\" is no set of dice in ascending order"),
        ("dice=12456/", "dice=21/", "\"21\" is no set of dice in ascending order"),
        ("hands=-/-", "hands=-/star,boo,horn", "\"star,boo,horn\" is more than 2 special dice"),
        ("hands=-/-", "hands=sword/-", "\"sword\" is no special die"),
        ("objects=5,6", "objects=6,5", "the object on \"5\" is out of order"),
        ("objects=5,6", "objects=4,6", "no object lies on \"4\""),
        ("bananas=-", "bananas=7", "5 bananas are too many"),
        ("bananas=-", "bananas=1,2,3,4,5", "\"1,2,3,4,5\" are too many bananas"),
        ("flags=-", "flags=capture,goal", "a decision cannot both capture and reach the goal"),
        ("winner=-", "winner=- victim=b1", "nobody has captured \"b1\""),
        (
            "flags=- bounces=0,0,0,0 winner=-",
            "flags=capture bounces=0,0,0,0 winner=- victim=b1",
            "\"b1\" was captured, but is not at home",
        ),
        (
            "flags=- bounces=0,0,0,0 winner=-",
            "flags=capture bounces=0,0,0,0 winner=- victim=b4",
            "there is no piece \"b4\"",
        ),
        (
            "flags=- bounces=0,0,0,0 winner=-",
            "flags=capture bounces=0,0,0,0 winner=- victim=",
            "there is no piece \"\"",
        ),
        ("flags=-", "flags=six,six", "the flag \"six\" is out of order"),
        ("bounces=0,", "bounces=32,", "\"32\" is more than 31"),
        ("bounces=0,", "bounces=31,", "the game is over, but nobody has won"),
        ("winner=-", "winner=2", "player 2 has not won"),
        ("winner=-", "winner=3", "\"3\" is no winner"),
        ("winner=-", "loser=2", "expected winner=..., found \"loser=2\""),
        (" winner=-", "", "the field winner= is missing"),
        ("winner=-", "winner=- again", "\"again\" stands after the last field"),
    ] {
        let broken = line.replacen(from, to, 1);
        assert_ne!(broken, line, "{from}");
        let error = rules.read_position(&broken).unwrap_err();
        assert_eq!((error.text.as_str(), error.why.english()), (broken.as_str(), why));
    }
}

#[test]
fn sketches_fit_a_terminal() {
    for rules in all_rules() {
        for state in random_game(&rules, 5, 500).iter().step_by(7) {
            for language in [Language::English, Language::Spanish] {
                let text = rules.text_board(state, language).plain();
                assert!(text.lines().all(|line| line.chars().count() <= 100), "{text}");
                assert!(text.lines().count() <= 48, "{text}");
                // Every piece can be found, by its name or among those of its colour on goal.
                let names = text.to_lowercase();
                for (colour, count) in poda_parchis::Colour::ALL.map(|colour| (colour, rules.pieces())) {
                    for index in
                        (0..count).filter(|index| !state.pieces(colour).nth(*index).unwrap().is_goal())
                    {
                        assert!(names.contains(&format!("{}{}", colour.letter(), index + 1)), "{text}");
                    }
                }
            }
        }
    }
}

#[test]
fn the_picture_in_the_documents_is_true() {
    let rules = Parchis::default();
    for (language, document) in [
        (Language::English, poda_parchis::rules::PARCHIS),
        (Language::Spanish, poda_parchis::rules::PARCHIS_ES),
    ] {
        let picture = rules.text_board(&rules.start(), language).plain();
        assert!(document.contains(picture.trim_end()), "the rules for players should show\n{picture}");
    }
}
