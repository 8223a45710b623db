//! Broken positions and boards are refused, and the error names what is wrong.

use poda_core::{Language, Notation, Translate};
use poda_mnk::{CellBoardError, Mnk, Nraya};

#[test]
fn broken_positions_of_k_in_a_row() {
    let game = Mnk::<1>::new(3, 3, 3).unwrap();
    for (position, why) in [
        ("3/3/3", "1 fields instead of 2"),
        ("3/3 1", "2 ranks instead of 3"),
        ("3/3/3 2", "player 1 is to move, not 2"),
        ("xx1/3/3 1", "2 stones x against 0 stones o"),
        ("3/1é1/3 1", "'é' in rank \"1é1\" is no stone"),
        ("xxx/ooo/3 1", "player 1 is to move, but has a line already"),
    ] {
        let error = game.read_position(position).unwrap_err().to_string();
        assert!(error.contains(why), "{position}: {error}");
    }
    // Both lines of player 1 could not have been made by one stone.
    let wide = Mnk::<1>::new(3, 4, 3).unwrap();
    let error = wide.read_position("xxx/oo1/xxx/ooo 2").unwrap_err().to_string();
    assert!(error.contains("player 2 is to move, but has a line already"), "{error}");
    let error = wide.read_position("xxx/oo1/xxx/1oo 2").map(|_| ()).unwrap_err().to_string();
    assert!(error.contains("6 stones x against 4 stones o"), "{error}");
    let tall = Mnk::<1>::new(3, 5, 3).unwrap();
    let error = tall.read_position("xxx/oo1/xxx/1oo/o2 2").unwrap_err().to_string();
    assert!(error.contains("player 1 had a line before the last move"), "{error}");
}

#[test]
fn broken_positions_of_n_en_raya() {
    let game = Nraya::default();
    for (position, english, spanish) in [
        ("9/9 1 1 2 0", "2 ranks instead of 9", "2 filas"),
        ("4x4/9/9/9/x7o/9/9/9/4o4 1 3 2 4", "\"3\" is not a number of moves left in a turn", "\"3\" no es"),
        ("4x4/9/9/9/x7o/9/9/9/4o4 1 1 3 4", "\"3\" is not a number of a phase", "una fase"),
        ("4x4/9/9/9/x7o/9/9/9/4o4 1 1 2 401", "from 0 to 400", "de 0 a 400"),
        (
            "4x4/9/9/9/x7o/9/9/9/4o4 2 1 2 0",
            "before the first ply the position is 4x4",
            "antes de la primera",
        ),
        ("9/9/9/9/9/9/9/9/9 1 1 2 7", "there is no stone", "no hay ninguna ficha"),
        ("xxxxoooo1/9/9/9/9/9/9/9/9 1 1 2 3", "8 stones after 3 plies", "8 fichas tras 3"),
        ("xxxxx4/ooooo4/9/9/9/9/9/9/9 1 2 2 33", "both players have a line", "los dos"),
        ("xxxxx4/9/9/9/9/9/9/9/9 2 1 2 33", "the game is over", "la partida ha terminado"),
    ] {
        let error = game.read_position(position).unwrap_err();
        assert!(error.text(Language::English).contains(english), "{position}: {error}");
        assert!(error.text(Language::Spanish).contains(spanish), "{position}: {error}");
    }
}

#[test]
fn boards_that_do_not_fit() {
    assert_eq!(Mnk::<1>::new(12, 12, 5).unwrap_err(), CellBoardError::Size { width: 12, height: 12 });
    assert_eq!(Mnk::<2>::new(16, 3, 3).unwrap_err(), CellBoardError::Size { width: 16, height: 3 });
    assert_eq!(Mnk::<2>::new(0, 3, 3).unwrap_err(), CellBoardError::Size { width: 0, height: 3 });
    assert_eq!(
        Mnk::<2>::new(u32::MAX, u32::MAX, 3).unwrap_err().to_string(),
        "a board of 4294967295x4294967295: from 1x1 to 15x15 are possible"
    );
    assert_eq!(Mnk::<1>::new(3, 4, 5).unwrap_err().to_string(), "5 in a row: from 1 to 4 fit this board");
    assert_eq!(Mnk::<1>::new(3, 4, 0).unwrap_err(), CellBoardError::Run { run: 0, longest: 4 });
}
