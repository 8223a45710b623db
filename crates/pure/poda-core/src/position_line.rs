//! The parts that position lines are made of: fields between single spaces, boards as ranks of letters, numbers.

use crate::{Message, Side, Text, message, text};

/// The fields of a position line, which are separated by single spaces.
///
/// # Errors
/// If there are more or fewer; `names` says which are expected.
pub fn split_fields<const N: usize>(text: &str, names: Text) -> Result<[&str; N], Message> {
    let fields: Vec<&str> = text.split(' ').collect();
    let count = fields.len();
    fields.try_into().map_err(|_| {
        Message::new(|language| {
            text!(
                language,
                "{count} fields instead of {expected}: {names}",
                "{count} campos en vez de {expected}: {names}",
                count,
                expected = N,
                names = names.get(language),
            )
        })
    })
}

/// `1` or `2`.
///
/// # Errors
/// If it is neither.
pub fn read_side(text: &str) -> Result<Side, Message> {
    match text {
        "1" => Ok(Side::First),
        "2" => Ok(Side::Second),
        _ => {
            Err(message!("the side to move is 1 or 2, not {text:?}", "el turno es 1 o 2, no {text:?}", text))
        }
    }
}

/// A number as it is written: only digits, none of them a needless 0.
pub fn read_number(text: &str) -> Option<u32> {
    let is_number = text.bytes().all(|byte| byte.is_ascii_digit()) && (text == "0" || !text.starts_with('0'));
    text.parse().ok().filter(|_| is_number)
}

/// A board as ranks from the top, separated by `/`: letters are stones, numbers gaps. `letter` tells what stands in a
/// column of a row; columns count from the left, rows from the bottom, both from 0.
pub fn write_ranks(width: u32, height: u32, letter: impl Fn(u32, u32) -> Option<char>) -> String {
    let rank = |row| {
        let mut text = String::new();
        let mut gap = 0;
        for column in 0..width {
            match letter(column, row) {
                None => gap += 1,
                Some(letter) => {
                    push_gap(&mut text, gap);
                    gap = 0;
                    text.push(letter);
                }
            }
        }
        push_gap(&mut text, gap);
        text
    };
    (0..height).rev().map(rank).collect::<Vec<_>>().join("/")
}

fn push_gap(text: &mut String, gap: u32) {
    if gap > 0 {
        text.push_str(&gap.to_string());
    }
}

/// Reads what [`write_ranks`] writes. `put` is given column, row and letter of every stone, and says whether there is
/// such a letter.
///
/// # Errors
/// What is wrong, in words.
pub fn read_ranks(
    text: &str,
    width: u32,
    height: u32,
    mut put: impl FnMut(u32, u32, char) -> bool,
) -> Result<(), Message> {
    let ranks: Vec<&str> = text.split('/').collect();
    if ranks.len() != height as usize {
        return Err(message!(
            "{found} ranks instead of {height}",
            "{found} filas en vez de {height}",
            found = ranks.len(),
            height
        ));
    }
    for (row, rank) in (0..height).rev().zip(ranks) {
        read_rank(rank, width, |column, letter| put(column, row, letter))?;
    }
    Ok(())
}

fn read_rank(rank: &str, width: u32, mut put: impl FnMut(u32, char) -> bool) -> Result<(), Message> {
    let too_long = || {
        message!(
            "rank {rank:?} is longer than {width} cells",
            "la fila {rank:?} tiene más de {width} casillas",
            rank,
            width
        )
    };
    let mut column = 0;
    let mut rest = rank;
    while let Some(character) = rest.chars().next() {
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if digits > 0 {
            let gap: u32 = rest[..digits].parse().map_err(|_| too_long())?;
            if character == '0' {
                return Err(message!(
                    "rank {rank:?} has a gap that begins with 0",
                    "la fila {rank:?} tiene un hueco que empieza por 0",
                    rank
                ));
            }
            column = gap.saturating_add(column);
            rest = &rest[digits..];
        } else {
            // Beyond the edge a letter is still looked at: a wrong one is the clearer error.
            if !put(column.min(width - 1), character) {
                return Err(message!(
                    "{character:?} in rank {rank:?} is no stone",
                    "{character:?} en la fila {rank:?} no es una ficha",
                    character,
                    rank
                ));
            }
            column += 1;
            rest = &rest[character.len_utf8()..];
        }
        if column > width {
            return Err(too_long());
        }
    }
    if column < width {
        return Err(message!(
            "rank {rank:?} has {column} cells instead of {width}",
            "la fila {rank:?} tiene {column} casillas en vez de {width}",
            rank,
            column,
            width
        ));
    }
    Ok(())
}

/// What is wrong with the number of stones of games in which the players put one in turn, if anything.
pub fn fault_of_counts(first: u32, second: u32, side: Side) -> Option<Message> {
    if first != second && first != second + 1 {
        return Some(message!(
            "{first} stones x against {second} stones o",
            "{first} fichas x contra {second} fichas o",
            first,
            second
        ));
    }
    let expected = if first == second { Side::First } else { Side::Second };
    (side != expected).then(|| {
        message!(
            "{first} stones x, {second} stones o: player {expected} is to move, not {side}",
            "{first} fichas x, {second} fichas o: juega el jugador {expected}, no {side}",
            first,
            second,
            expected,
            side
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<(u32, u32, char)>, String> {
        let mut stones = Vec::new();
        let put = |column, row, letter| {
            stones.push((column, row, letter));
            letter == 'x' || letter == 'o'
        };
        read_ranks(text, 12, 2, put).map(|()| stones).map_err(|why| why.english().to_owned())
    }

    #[test]
    fn ranks_round_trip() {
        let stones = read("10xo/x11").unwrap();
        assert_eq!(stones, [(10, 1, 'x'), (11, 1, 'o'), (0, 0, 'x')]);
        let letter = |column, row| {
            stones.iter().find(|stone| (stone.0, stone.1) == (column, row)).map(|stone| stone.2)
        };
        assert_eq!(write_ranks(12, 2, letter), "10xo/x11");
    }

    #[test]
    fn broken_ranks_are_named() {
        for (text, why) in [
            ("12", "1 ranks instead of 2"),
            ("12/11", "rank \"11\" has 11 cells instead of 12"),
            ("12/12x", "rank \"12x\" is longer than 12 cells"),
            ("12/99999999999", "rank \"99999999999\" is longer than 12 cells"),
            ("12/09xxx", "rank \"09xxx\" has a gap that begins with 0"),
            ("12/11ñ", "'ñ' in rank \"11ñ\" is no stone"),
        ] {
            assert_eq!(read(text), Err(why.to_owned()));
        }
        assert_eq!(
            ["0", "07", "7", "-7", "", "+7", "4294967296"].map(read_number),
            [Some(0), None, Some(7), None, None, None, None]
        );
    }
}
