use crate::{
    ideas::{Idea, Ideas},
    shape::Shape,
    simple::is_drawn,
    threats::winning_cells,
    word::Bits,
};

/// A position in which the side to move cannot win at once, with what is known of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<W> {
    /// The stones of the side to move.
    pub(crate) mine: W,
    /// All stones.
    pub(crate) all: W,
    /// The empty cells that would complete a line of the side to move, and of the other one.
    pub(crate) my_wins: W,
    pub(crate) their_wins: W,
    /// The cells that the side to move can take without losing at once.
    pub(crate) moves: W,
    /// How many stones there are.
    pub(crate) stones: i32,
}

/// What becomes of a position while nobody has a choice.
pub(crate) enum Settled<W> {
    /// Its score, for the side to move of the first position.
    Known(i32),
    /// The first position with a choice, and whether the other side is to move there.
    Open(Node<W>, bool),
}

impl<W: Bits> Node<W> {
    /// A position whose safe moves are not known yet.
    #[inline(always)]
    pub(crate) fn new<S: Shape<Word = W>>(shape: S, mine: W, all: W) -> Self {
        let empty = shape.full() & !all;
        let my_wins = winning_cells(shape, mine) & empty;
        let their_wins = winning_cells(shape, mine ^ all) & empty;
        Self { mine, all, my_wins, their_wins, moves: W::ZERO, stones: all.count() as i32 }
    }

    /// The position with that key.
    pub(crate) fn of_key<S: Shape<Word = W>>(shape: S, key: W) -> Self {
        let all = (0..shape.width()).fold(W::ZERO, |all, column| {
            let shift = column * shape.stride();
            let sum = key >> shift & W::ones(shape.stride());
            // `n` stones are the sum of `2^n - 1` and of those of the side to move, which is no more than that.
            all | W::ones(sum.plus(W::ONE).length() - 1) << shift
        });
        Self::new(shape, key.minus(all), all)
    }

    /// A number that no other position of the board has: in each column the sum of all stones and of one side's tells
    /// every filling apart.
    #[inline(always)]
    pub(crate) fn key(&self) -> W {
        self.mine.plus(self.all)
    }

    /// The same for a position and its mirror image. The sum of a column stays in its bits, so the key can be mirrored
    /// as it is.
    #[inline(always)]
    pub(crate) fn key_or_mirrored<S: Shape<Word = W>>(&self, shape: S) -> W {
        self.key().min(shape.mirrored(self.key()))
    }

    /// Where the next stones would come to rest.
    #[inline(always)]
    pub(crate) fn landing<S: Shape<Word = W>>(&self, shape: S) -> W {
        self.all.plus(shape.bottom()) & shape.full()
    }

    /// The position after a stone on `cell`. The opponent's lines do not change; mine are looked for.
    #[inline(always)]
    pub(crate) fn after<S: Shape<Word = W>>(&self, shape: S, cell: W) -> Self {
        let (mine, all) = (self.mine | cell, self.all | cell);
        Self {
            mine: mine ^ all,
            all,
            my_wins: self.their_wins & !cell,
            their_wins: winning_cells(shape, mine) & shape.full() & !all,
            moves: W::ZERO,
            stones: self.stones + 1,
        }
    }

    /// Where stones can be put without losing at once: a threat of the opponent is to be taken, and the cell below one is
    /// not to be touched.
    #[inline(always)]
    fn safe_moves<S: Shape<Word = W>>(&self, shape: S) -> W {
        let landing = self.landing(shape);
        let safe = landing & !(self.their_wins >> 1);
        let forced = landing & self.their_wins;
        if forced == W::ZERO {
            safe
        } else if forced.has_one_at_most() {
            forced & safe
        } else {
            W::ZERO
        }
    }

    /// Plays on as long as there is just one move that does not lose at once.
    #[inline(always)]
    pub(crate) fn settled<S: Shape<Word = W>>(mut self, shape: S, ideas: Ideas) -> Settled<W> {
        let left_at_start = shape.cells() - self.stones;
        loop {
            let left = shape.cells() - self.stones;
            let is_passed = (left_at_start - left) % 2 != 0;
            self.moves = self.safe_moves(shape);
            if left < 2 {
                return Settled::Known(0);
            }
            if self.moves == W::ZERO {
                // Every move lets the opponent win with the next stone: the least that a position can be worth.
                return Settled::Known(if is_passed { left / 2 } else { -(left / 2) });
            }
            if left == 2 {
                return Settled::Known(0);
            }
            if !self.moves.has_one_at_most() || !ideas.has(Idea::ForcedMoves) {
                return if is_drawn(shape, &self) {
                    Settled::Known(0)
                } else {
                    Settled::Open(self, is_passed)
                };
            }
            self = self.after(shape, self.moves);
        }
    }

    /// The score of a win with the next stone but two, the earliest that is possible here.
    #[inline(always)]
    pub(crate) fn most<S: Shape<Word = W>>(&self, shape: S) -> i32 {
        (shape.cells() - 1 - self.stones) / 2
    }

    /// The score of a loss by the next stone but three, the earliest after a safe move.
    #[inline(always)]
    pub(crate) fn least<S: Shape<Word = W>>(&self, shape: S) -> i32 {
        -((shape.cells() - 2 - self.stones) / 2)
    }
}
