use std::collections::HashMap;

use poda_core::{Draw, Evaluator, Game, Language, Moves, Notation, Side, Turn};

use crate::random_game;

/// Plays `games` random games of at most `cap` decisions and checks that every state of them obeys the laws that
/// [`Game`], [`Notation`] and [`Draw`] promise.
///
/// # Panics
/// If a property does not hold, naming it and the position.
pub fn check_properties<G: Game + Notation + Draw>(game: &G, seed: u64, games: u64, cap: usize) {
    let mut keys: HashMap<u64, G::State> = HashMap::new();
    let mut states: HashMap<G::State, u64> = HashMap::new();
    for number in 0..games {
        for state in random_game(game, seed + number, cap) {
            check_state(game, &state);
            let key = game.key(&state);
            let same_key = *keys.entry(key).or_insert(state);
            assert_eq!(same_key, state, "equal keys of different states");
            let same_state = *states.entry(state).or_insert(key);
            assert_eq!(same_state, key, "different keys of equal states {}", game.position_text(&state));
        }
    }
}

fn check_state<G: Game + Notation + Draw>(game: &G, state: &G::State) {
    let position = game.position_text(state);
    assert!(!position.contains('\n'), "a position is one line: {position:?}");
    let read = game.read_position(&position).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(read, *state, "position {position} reads back as another state");
    assert_eq!(game.position_text(&read), position, "position {position} is written differently when read");
    assert_eq!(
        game.outcome(&read),
        game.outcome(state),
        "position {position} reads back with another outcome"
    );

    let mut legal = Vec::new();
    if game.outcome(state).is_none() {
        let (mut moves, mut again) = (Moves::new(), Moves::new());
        game.moves(state, &mut moves);
        game.moves(&read, &mut again);
        assert_eq!(moves[..], again[..], "{position}: the order of moves is not fixed");
        assert!(!moves.is_empty(), "{position}: the game runs, but there is no move");
        for (index, mv) in moves.iter().enumerate() {
            assert!(!moves[..index].contains(mv), "{position}: {mv:?} is listed twice");
            let text = game.move_text(state, *mv);
            assert_eq!(game.read_move(state, &text).as_ref(), Ok(mv), "{position}: move text {text:?}");
            assert_eq!(G::TOKENS.split(&text), [text.as_str()], "{position}: {text:?} is not one token");
            assert!(game.slot(*mv) < G::SLOTS, "{position}: {text} has no slot");
            let place = game.place(state, *mv);
            assert!(place < G::PLACES, "{position}: {text} has no place");
            let taken =
                |other: &G::Move| game.place(state, *other) == place && game.slot(*other) != game.slot(*mv);
            assert!(!moves.iter().any(taken), "{position}: {text} shares its place");
            let (once, twice) = (game.play(state, *mv), game.play(state, *mv));
            assert_eq!(once, twice, "{position}: {text} is not deterministic");
            assert_eq!(game.position_text(&once), game.position_text(&twice), "{position}: {text}");
            legal.push(text);
        }
    } else {
        assert!(game.read_move(state, "1").is_err(), "{position}: a move after the end");
    }

    for language in [Language::English, Language::Spanish] {
        let scene = game.scene(state, language);
        let mut targets: Vec<&str> = scene.targets.iter().map(|target| target.text.as_str()).collect();
        let mut expected: Vec<&str> = legal.iter().map(String::as_str).collect();
        targets.sort_unstable();
        targets.dedup();
        expected.sort_unstable();
        assert_eq!(targets, expected, "{position}: the scene's targets are not the legal moves");
        if game.outcome(state).is_none() {
            // Where moves are told before they are made, each of them is, in words.
            let prospects = game.prospects(state, language);
            let told: Vec<&str> = prospects.iter().map(|prospect| prospect.text.as_str()).collect();
            assert!(told.is_empty() || told == legal, "{position}: the prospects are not the legal moves");
            for prospect in &prospects {
                assert!(!prospect.told.is_empty(), "{position}: {} is not told", prospect.text);
            }
            for hindrance in game.hindrances(state, language) {
                assert!(!hindrance.why.is_empty(), "{position}: {} has no reason", hindrance.on);
            }
        }
        let mut ids: Vec<&str> = scene.places.iter().map(|place| place.id.as_str()).collect();
        ids.extend(scene.pieces.iter().map(|piece| piece.id.as_str()));
        for target in &scene.targets {
            assert!(ids.contains(&target.on.as_str()), "{position}: nothing called {} to click", target.on);
        }
        let count = ids.len();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), count, "{position}: two things of the scene have one id");
        // Drawing takes most of the time: each state is drawn in one language, one half of them in either.
        if game.key(state) % 2 == language as u64 {
            assert!(
                !game.text_board(state, language).plain().trim().is_empty(),
                "{position}: an empty drawing"
            );
        }
    }
}

/// Reads mutilated position lines and move texts: they may be refused, but a refusal is all that may happen.
///
/// # Panics
/// If an error does not name the text it refuses, or if reading panics.
pub fn check_position_reading<G: Game + Notation>(game: &G, seed: u64, cap: usize) {
    for state in random_game(game, seed, cap) {
        let line = game.position_text(&state);
        let characters: Vec<char> = line.chars().collect();
        for at in 0..characters.len() {
            for replacement in ["", "x", "9", "-", "/", " ", "é", "99999999999999999999"] {
                let mut broken: String = characters[..at].iter().collect();
                broken.push_str(replacement);
                broken.extend(&characters[at + 1..]);
                match game.read_position(&broken) {
                    Ok(read) => {
                        let written = game.position_text(&read);
                        assert_eq!(game.read_position(&written), Ok(read), "{broken} reads as {written}");
                    }
                    Err(error) => assert_eq!(error.text, broken),
                }
            }
        }
    }
}

/// Checks that the two sides' values are each other's negation, in every state of some random games.
///
/// # Panics
/// If they are not.
pub fn check_zero_sum<G: Game + Notation>(game: &G, evaluator: &impl Evaluator<G>, seed: u64, cap: usize) {
    for number in 0..20 {
        for state in random_game(game, seed + number, cap) {
            if game.outcome(&state).is_none() {
                let [first, second] = Side::BOTH.map(|side| evaluator.evaluate(game, &state, side));
                assert_eq!(
                    first,
                    Turn::Passed.to_parent(second),
                    "{} is not zero-sum",
                    game.position_text(&state)
                );
            }
        }
    }
}

/// Checks that an evaluator's parts have the same names in every state, and add up if it says so.
///
/// # Panics
/// If they do not.
pub fn check_parts<G: Game + Notation>(game: &G, evaluator: &impl Evaluator<G>, seed: u64, cap: usize) {
    let names = |state: &G::State, side| -> Vec<&'static str> {
        evaluator.terms(game, state, side).iter().map(|term| term.name.english).collect()
    };
    let expected = names(&game.start(), Side::First);
    for number in 0..20 {
        for state in random_game(game, seed + number, cap) {
            for side in Side::BOTH {
                if game.outcome(&state).is_some() {
                    continue;
                }
                let position = game.position_text(&state);
                assert_eq!(names(&state, side), expected, "{position}: other parts than at the start");
                let sum: i32 = evaluator.terms(game, &state, side).iter().map(|part| part.value).sum();
                let value = evaluator.evaluate(game, &state, side).value();
                assert!(sum == value || !evaluator.terms_add_up(), "{position}: {sum} is not {value}");
            }
        }
    }
}
