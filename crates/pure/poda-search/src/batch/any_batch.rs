use super::BatchError;

/// How a batch is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BatchOptions {
    /// How many games.
    pub games: usize,
    /// Another seed, other random openings and samples.
    pub seed: u64,
    /// Each game begins with up to so many random moves.
    pub opening: u32,
    /// A game that has gone on for so many decisions is cut: some need not end by themselves.
    pub max_plies: u32,
    /// Whether a game that has ended begins anew in the same step. If not, it stands still, whatever is played.
    pub auto_reset: bool,
}

impl BatchOptions {
    /// The most games of a batch.
    pub const MOST_GAMES: usize = 1 << 20;
    /// The longest random opening.
    pub const LONGEST_OPENING: u32 = 1000;

    /// The usual options.
    pub const fn new(games: usize, seed: u64) -> Self {
        Self { games, seed, opening: 0, max_plies: 1000, auto_reset: true }
    }

    /// # Errors
    /// If an option is out of its range.
    pub(crate) fn check(&self) -> Result<(), BatchError> {
        let check = |name, value, least, most| {
            if (least..=most).contains(&value) {
                Ok(())
            } else {
                Err(BatchError::Option { name, value, least, most })
            }
        };
        check("games", self.games as u64, 1, Self::MOST_GAMES as u64)?;
        check("opening", self.opening.into(), 0, Self::LONGEST_OPENING.into())?;
        check("max_plies", self.max_plies.into(), 1, u32::MAX.into())
    }
}

/// The arrays that a batch fills. All are flat, game after game.
#[derive(Debug)]
pub struct BatchArrays<'a> {
    /// The planes, seen by the side to move: [`AnyBatch::observation`] numbers for each game.
    pub planes: &'a mut [u8],
    /// 1 for every legal action: [`AnyBatch::actions`] numbers for each game.
    pub mask: &'a mut [u8],
    /// The player who decides next, 1 or 2.
    pub side: &'a mut [i8],
    /// What the last step brought to player 1 and to player 2: 1 and -1 at the end of a game, else 0.
    pub rewards: &'a mut [f32],
    /// 1 if the game has ended by its rules in the last step.
    pub done: &'a mut [u8],
    /// 1 if the game was cut in the last step, because it was too long.
    pub cut: &'a mut [u8],
}

/// A batch of games of any kind.
pub trait AnyBatch: Send {
    /// How many games.
    fn games(&self) -> usize;

    /// How many actions there are.
    fn actions(&self) -> usize;

    /// Planes, rows and columns of an observation.
    fn observation(&self) -> [usize; 3];

    /// Begins every game anew, with another seed if one is given. Rewards and ends are zeros.
    ///
    /// # Errors
    /// If an array has another length than it should.
    fn reset(&mut self, seed: Option<u64>, arrays: &mut BatchArrays<'_>) -> Result<(), BatchError>;

    /// Plays an action in every game.
    ///
    /// # Errors
    /// If an action is not legal, or if an array has another length than it should; no game has changed then.
    fn step(&mut self, actions: &[i64], arrays: &mut BatchArrays<'_>) -> Result<(), BatchError>;

    /// A legal action for every game, each as likely; -1 for a game that stands still.
    ///
    /// # Errors
    /// If the array has another length than it should.
    fn sample(&mut self, actions: &mut [i64]) -> Result<(), BatchError>;

    /// The position line of a game of the batch.
    fn position(&self, game: usize) -> Option<String>;
}
