//! Scores that were found out beforehand: openings of the classic board, in the binary. A position of the book is a
//! fact like any entry of the table, so a book that is incomplete costs time and nothing else.

use std::{collections::HashSet, sync::OnceLock};

use poda_connect::{Connect4, Connect4State};
use poda_core::{Game, Moves, StoneScore};

use crate::{
    ideas::Ideas,
    node::{Node, Settled},
    score::for_opponent,
    search::MIRROR_BELOW,
    shape::{Classic, Shape},
};

/// Written by `cargo xtask book`; see `book/README.md`.
#[cfg(feature = "book")]
const CLASSIC: &[u8] = include_bytes!("../book/7x6.book");

/// The first bytes of a book: what it is, its version, and the board.
const TITLE: &[u8] = b"poda-book 1 7x6\n";

/// Positions with a choice and their scores.
///
/// ```text
/// file:  title | for each position, sorted by key:  key - last key, seven bits a byte | score, one byte
/// ```
#[derive(Clone, Debug)]
pub(crate) struct Book {
    keys: Vec<u64>,
    scores: Vec<i8>,
    /// No position of the book has more stones.
    pub(crate) most_stones: i32,
}

/// The book of the classic board, once it is open.
static BOOK: OnceLock<Book> = OnceLock::new();
/// A book that knows nothing.
const EMPTY: Book = Book { keys: Vec::new(), scores: Vec::new(), most_stones: -1 };

impl Book {
    /// The book of the classic board. It is opened when it is first asked for.
    #[cfg(feature = "book")]
    pub(crate) fn classic() -> &'static Self {
        BOOK.get_or_init(|| Self::read(CLASSIC).unwrap_or(EMPTY))
    }

    /// The book of the classic board, if somebody has brought it.
    #[cfg(not(feature = "book"))]
    pub(crate) fn classic() -> &'static Self {
        static NONE: Book = EMPTY;
        BOOK.get().unwrap_or(&NONE)
    }

    /// `None` if these bytes are no book.
    pub(crate) fn read(bytes: &[u8]) -> Option<Self> {
        let mut bytes = bytes.strip_prefix(TITLE)?.iter().copied();
        let (mut keys, mut scores) = (Vec::new(), Vec::new());
        let (mut key, mut most_stones) = (0_u64, -1);
        while bytes.len() > 0 {
            key = key.checked_add(read_number(&mut bytes)?)?;
            scores.push(bytes.next()?.cast_signed());
            keys.push(key);
            most_stones = most_stones.max(Node::of_key(Classic, key).stones);
        }
        Some(Self { keys, scores, most_stones })
    }

    /// The bytes of a book with these positions.
    pub(crate) fn write(entries: &[(u64, i8)]) -> Vec<u8> {
        let mut entries = entries.to_vec();
        entries.sort_unstable();
        entries.dedup();
        let mut bytes = TITLE.to_vec();
        let mut last = 0;
        for (key, score) in entries {
            write_number(&mut bytes, key - last);
            bytes.push(score.cast_unsigned());
            last = key;
        }
        bytes
    }

    /// The score of the position with that key, its own or its mirror image's, whichever is less.
    pub(crate) fn score(&self, key: u64) -> Option<i32> {
        let place = self.keys.binary_search(&key).ok()?;
        self.scores.get(place).map(|score| i32::from(*score))
    }

    /// The position and the score at a place of the book.
    pub(crate) fn entry(&self, place: usize) -> Option<(Node<u64>, i32)> {
        let key = self.keys.get(place)?;
        Some((Node::of_key(Classic, *key), i32::from(*self.scores.get(place)?)))
    }
}

/// What a book keeps of a position: the score of the one that it settles to, for its side to move.
///
/// A position at which somebody wins at once, or at which nobody has a choice until the end, is not worth an entry; nor
/// is one beyond the plies at which mirror images are looked for.
fn entry<S: Shape<Word = u64>>(shape: S, state: &Connect4State<u64>, score: i32) -> Option<(u64, i8)> {
    let node = Node::new(shape, state.stones(state.side()), state.all());
    if node.my_wins & node.landing(shape) != 0 {
        return None;
    }
    match node.settled(shape, Ideas::ALL) {
        Settled::Open(node, is_passed) if node.stones < MIRROR_BELOW => {
            let score = if is_passed { for_opponent(score) } else { score };
            Some((node.key_or_mirrored(shape), score as i8))
        }
        _ => None,
    }
}

/// Every position of the classic board with that many stones at which the game goes on, once for itself and its mirror
/// image, as the moves that lead there. Positions that share their first moves follow each other, so that
/// a solver that remembers finds much of its work done.
pub fn openings(stones: usize) -> Vec<Vec<u8>> {
    let game = Connect4::<u64>::default();
    let mut walk = BookWalk { game, stones, seen: vec![HashSet::new(); stones + 1], found: Vec::new() };
    walk.visit(&game.start(), &mut Vec::new());
    walk.found
}

struct BookWalk {
    game: Connect4<u64>,
    stones: usize,
    seen: Vec<HashSet<u64>>,
    found: Vec<Vec<u8>>,
}

impl BookWalk {
    fn visit(&mut self, state: &Connect4State<u64>, moves: &mut Vec<u8>) {
        let node = Node::new(Classic, state.stones(state.side()), state.all());
        let is_over = self.game.outcome(state).is_some();
        if is_over || !self.seen[moves.len()].insert(node.key_or_mirrored(Classic)) {
            return;
        }
        if moves.len() == self.stones {
            self.found.push(moves.clone());
            return;
        }
        // From the middle outwards: what is likely to be played is found out first.
        let mut columns = Moves::new();
        self.game.moves(state, &mut columns);
        columns.sort_by_key(|column| column.abs_diff(3));
        for column in &columns {
            moves.push(*column);
            self.visit(&self.game.play(state, *column), moves);
            moves.pop();
        }
    }
}

/// The bytes of a book with the scores of these positions of the classic board, for their sides to move.
pub fn bind(scores: impl IntoIterator<Item = (Connect4State<u64>, StoneScore)>) -> Vec<u8> {
    let entries: Vec<(u64, i8)> =
        scores.into_iter().filter_map(|(state, score)| entry(Classic, &state, score.number())).collect();
    Book::write(&entries)
}

/// Brings the book of the classic board to solvers that are made from now on, where it is not in the program (feature
/// `book`). `false` if these bytes are no book.
pub fn install(bytes: &[u8]) -> bool {
    let Some(book) = Book::read(bytes) else { return false };
    // Whoever was first has brought the same.
    let _ = BOOK.set(book);
    true
}

/// How many positions are in the book of the classic board.
pub fn length() -> usize {
    Book::classic().keys.len()
}

/// How many positions are in a book; `None` if these bytes are none.
pub fn count(bytes: &[u8]) -> Option<usize> {
    Book::read(bytes).map(|book| book.keys.len())
}

/// Seven bits a byte, the lowest first; the highest bit of a byte says that more follow.
fn write_number(bytes: &mut Vec<u8>, mut number: u64) {
    while number > 127 {
        bytes.push(number as u8 | 128);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn read_number(bytes: &mut impl Iterator<Item = u8>) -> Option<u64> {
    let mut number = 0;
    for shift in (0..u64::BITS).step_by(7) {
        let byte = bytes.next()?;
        number |= u64::from(byte & 127) << shift;
        if byte < 128 {
            return Some(number);
        }
    }
    None
}

#[cfg(all(test, feature = "book"))]
mod tests {
    use super::*;
    use poda_core::{NoObserver, StoneBounds};

    use crate::Solver;

    #[test]
    fn what_is_written_is_read() {
        let entries = [(0, 1), (127, -1), (128, 0), (1 << 48, 18), ((1 << 48) + 1, -18)];
        let bytes = Book::write(&entries);
        let book = Book::read(&bytes).unwrap();
        for (key, score) in entries {
            assert_eq!(book.score(key), Some(i32::from(score)), "{key}");
        }
        assert_eq!(book.score(1), None);
        for end in 0..bytes.len() {
            let part = Book::read(&bytes[..end]);
            assert!(part.is_none_or(|part| part.keys.len() < entries.len()), "cut off at {end}");
        }
        assert!(Book::read(b"poda-book 2 7x6\n").is_none());
        let endless = [TITLE, &[255; 12]].concat();
        assert!(Book::read(&endless).is_none());
    }

    #[test]
    fn openings_are_all_there_and_each_has_its_key() {
        let game = Connect4::<u64>::default();
        for (stones, count) in [1, 4, 25, 121, 568, 2144, 8231].into_iter().enumerate() {
            let openings = openings(stones);
            assert_eq!(openings.len(), count, "{stones} stones");
            for moves in openings {
                let state = moves.iter().fold(game.start(), |state, column| game.play(&state, *column));
                let node = Node::new(Classic, state.stones(state.side()), state.all());
                let again = Node::of_key(Classic, node.key());
                assert_eq!((again.mine, again.all), (node.mine, node.all), "{moves:?}");
            }
        }
    }

    /// A part of the book is solved again, from all over it. `cargo xtask book check` can do more.
    #[test]
    fn a_sample_of_the_book_is_right() {
        let mut solver = Solver::new(&Connect4::default(), 64).unwrap();
        let step = length() / 12;
        for place in (step / 2..length()).step_by(step) {
            let (written, proved) = solver.recheck(place, &mut NoObserver).unwrap();
            assert_eq!(proved.stones.and_then(StoneBounds::exact), Some(written), "position {place}");
        }
    }

    #[test]
    fn the_book_is_sorted_and_has_positions_with_a_choice() {
        let book = Book::classic();
        assert!(book.keys.is_sorted_by(|one, next| one < next));
        for (key, score) in book.keys.iter().zip(&book.scores) {
            let node = Node::of_key(Classic, *key);
            assert_eq!(node.key_or_mirrored(Classic), *key);
            assert!(
                matches!(node.settled(Classic, Ideas::ALL), Settled::Open(same, false) if same.all == node.all)
            );
            assert!((node.least(Classic)..=node.most(Classic)).contains(&i32::from(*score)), "{key}");
        }
    }
}
