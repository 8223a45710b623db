use poda_core::{Encode, Game, Moves, Notation, fold, mix, rewards};

use super::{AnyBatch, BatchArrays, BatchError, BatchOptions};

/// A batch of games of one type.
#[derive(Debug)]
pub struct Batch<G: Game> {
    game: G,
    spec: String,
    options: BatchOptions,
    states: Vec<G::State>,
    /// How many decisions each game has had.
    plies: Vec<u32>,
    chances: Vec<HashedCounter>,
    /// The moves of the step that is being played; `None` where a game stands still.
    moves: Vec<Option<G::Move>>,
    is_over: Vec<bool>,
    actions: usize,
    observation: [usize; 3],
}

/// A game's own chance: a counter that is hashed.
#[derive(Clone, Copy, Debug)]
struct HashedCounter(u64);

impl HashedCounter {
    fn new(seed: u64, game: usize) -> Self {
        Self(fold(mix(seed), mix(game as u64)))
    }

    /// A number below `count`, each as likely: the upper half of the product is an even choice.
    #[inline]
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        ((u128::from(mix(self.0)) * count as u128) >> 64) as usize
    }
}

/// How often an opening is drawn anew because it ends the game.
const ATTEMPTS: u32 = 100;

impl<G: Game + Encode + Notation> Batch<G> {
    /// A batch of games at their start; `spec` is what errors call them.
    ///
    /// # Errors
    /// If an option is out of its range.
    pub fn new(game: G, spec: impl Into<String>, options: BatchOptions) -> Result<Self, BatchError> {
        options.check()?;
        let [rows, columns] = game.plane_shape();
        let mut batch = Self {
            spec: spec.into(),
            options,
            states: vec![game.start(); options.games],
            plies: vec![0; options.games],
            chances: Vec::new(),
            moves: Vec::with_capacity(options.games),
            is_over: vec![false; options.games],
            actions: game.actions(),
            observation: [game.planes().len(), rows, columns],
            game,
        };
        batch.begin(options.seed);
        Ok(batch)
    }

    fn begin(&mut self, seed: u64) {
        self.options.seed = seed;
        self.chances = (0..self.options.games).map(|game| HashedCounter::new(seed, game)).collect();
        self.plies.fill(0);
        self.is_over.fill(false);
        for index in 0..self.options.games {
            self.states[index] = self.opening(index);
        }
    }

    /// The position in which a game begins.
    #[inline]
    fn opening(&mut self, index: usize) -> G::State {
        if self.options.opening == 0 { self.game.start() } else { self.random_opening(index) }
    }

    fn random_opening(&mut self, index: usize) -> G::State {
        let chance = &mut self.chances[index];
        for _ in 0..ATTEMPTS {
            let mut state = self.game.start();
            for _ in 0..chance.below(self.options.opening as usize + 1) {
                if self.game.outcome(&state).is_none() {
                    state = self.game.play(&state, random_move(&self.game, &state, chance));
                }
            }
            if self.game.outcome(&state).is_none() {
                return state;
            }
        }
        self.game.start()
    }

    fn check(&self, arrays: &BatchArrays<'_>) -> Result<(), BatchError> {
        let games = self.options.games;
        let planes = self.observation.iter().product::<usize>();
        check_length("planes", games * planes, arrays.planes.len())?;
        check_length("mask", games * self.actions, arrays.mask.len())?;
        check_length("side", games, arrays.side.len())?;
        check_length("rewards", 2 * games, arrays.rewards.len())?;
        check_length("done", games, arrays.done.len())?;
        check_length("cut", games, arrays.cut.len())
    }

    /// Every game's move, or the first action that is none.
    fn read_moves(&mut self, actions: &[i64]) -> Result<(), BatchError> {
        self.moves.clear();
        for (index, action) in actions.iter().enumerate() {
            if self.is_over[index] {
                self.moves.push(None);
                continue;
            }
            let state = &self.states[index];
            let mv = usize::try_from(*action).ok().and_then(|action| self.game.move_of(state, action));
            if mv.is_none() {
                return Err(self.illegal(index, *action));
            }
            self.moves.push(mv);
        }
        Ok(())
    }

    #[cold]
    fn illegal(&self, game: usize, action: i64) -> BatchError {
        let state = &self.states[game];
        let mut moves = Moves::new();
        self.game.moves(state, &mut moves);
        BatchError::Illegal {
            spec: self.spec.clone(),
            game,
            action,
            position: self.game.position_text(state),
            legal: moves.iter().map(|mv| self.game.action(state, *mv)).collect(),
        }
    }

    /// Plays a game's move. The answer is what it brings to each player, whether it ends the game, and whether the game
    /// is cut.
    #[inline]
    fn play(&mut self, index: usize, mv: G::Move) -> ([i8; 2], bool, bool) {
        let state = self.game.play(&self.states[index], mv);
        let plies = self.plies[index] + 1;
        let outcome = self.game.outcome(&state);
        let is_cut = outcome.is_none() && plies >= self.options.max_plies;
        (self.states[index], self.plies[index]) = (state, plies);
        if outcome.is_some() || is_cut {
            self.end(index);
        }
        (outcome.map_or([0; 2], rewards), outcome.is_some(), is_cut)
    }

    fn end(&mut self, index: usize) {
        if self.options.auto_reset {
            (self.states[index], self.plies[index]) = (self.opening(index), 0);
        } else {
            self.is_over[index] = true;
        }
    }

    #[inline]
    fn observe(&self, index: usize, planes: &mut [u8], mask: &mut [u8]) -> i8 {
        let state = &self.states[index];
        let side = self.game.to_move(state);
        self.game.write_planes(state, side, planes);
        if self.is_over[index] {
            // A game that was cut has legal moves, but none is played.
            mask.fill(0);
        } else {
            self.game.write_mask(state, mask);
        }
        side.number().cast_signed()
    }
}

impl<G: Game + Encode + Notation> AnyBatch for Batch<G> {
    fn games(&self) -> usize {
        self.options.games
    }

    fn actions(&self) -> usize {
        self.actions
    }

    fn observation(&self) -> [usize; 3] {
        self.observation
    }

    fn reset(&mut self, seed: Option<u64>, arrays: &mut BatchArrays<'_>) -> Result<(), BatchError> {
        self.check(arrays)?;
        self.begin(seed.unwrap_or(self.options.seed));
        arrays.rewards.fill(0.0);
        arrays.done.fill(0);
        arrays.cut.fill(0);
        let planes = arrays.planes.chunks_exact_mut(self.observation.iter().product());
        let masks = arrays.mask.chunks_exact_mut(self.actions);
        for (index, (planes, mask)) in planes.zip(masks).enumerate() {
            arrays.side[index] = self.observe(index, planes, mask);
        }
        Ok(())
    }

    fn step(&mut self, actions: &[i64], arrays: &mut BatchArrays<'_>) -> Result<(), BatchError> {
        self.check(arrays)?;
        check_length("actions", self.options.games, actions.len())?;
        self.read_moves(actions)?;
        let planes = arrays.planes.chunks_exact_mut(self.observation.iter().product());
        let masks = arrays.mask.chunks_exact_mut(self.actions);
        for (index, (planes, mask)) in planes.zip(masks).enumerate() {
            let played = self.moves[index].filter(|_| !self.is_over[index]);
            let (rewards, is_done, is_cut) = played.map_or(([0; 2], false, false), |mv| self.play(index, mv));
            arrays.side[index] = self.observe(index, planes, mask);
            arrays.rewards[2 * index] = f32::from(rewards[0]);
            arrays.rewards[2 * index + 1] = f32::from(rewards[1]);
            arrays.done[index] = is_done.into();
            arrays.cut[index] = is_cut.into();
        }
        Ok(())
    }

    fn sample(&mut self, actions: &mut [i64]) -> Result<(), BatchError> {
        check_length("actions", self.options.games, actions.len())?;
        for (index, action) in actions.iter_mut().enumerate() {
            let state = &self.states[index];
            *action = if self.is_over[index] {
                -1
            } else {
                self.game.action(state, random_move(&self.game, state, &mut self.chances[index])) as i64
            };
        }
        Ok(())
    }

    fn position(&self, game: usize) -> Option<String> {
        self.states.get(game).map(|state| self.game.position_text(state))
    }
}

#[inline]
fn random_move<G: Game>(game: &G, state: &G::State, chance: &mut HashedCounter) -> G::Move {
    let mut moves = Moves::new();
    game.moves(state, &mut moves);
    moves[chance.below(moves.len())]
}

const fn check_length(array: &'static str, expected: usize, found: usize) -> Result<(), BatchError> {
    if expected == found { Ok(()) } else { Err(BatchError::Length { array, expected, found }) }
}

#[cfg(test)]
mod tests {
    use poda_core::Translate;
    use poda_testkit::Pebbles;

    use super::*;

    const HEAPS: Pebbles = Pebbles { heaps: [3, 1, 2, 2] };

    /// A batch with arrays of its own.
    struct Played {
        batch: Batch<Pebbles>,
        actions: Vec<i64>,
        planes: Vec<u8>,
        mask: Vec<u8>,
        side: Vec<i8>,
        rewards: Vec<f32>,
        done: Vec<u8>,
        cut: Vec<u8>,
    }

    impl Played {
        fn new(options: BatchOptions) -> Self {
            let batch = Batch::new(HEAPS, "pebbles", options).unwrap();
            let games = options.games;
            let mut played = Self {
                planes: vec![9; games * 16],
                mask: vec![9; games * 8],
                side: vec![9; games],
                rewards: vec![9.0; 2 * games],
                done: vec![9; games],
                cut: vec![9; games],
                actions: vec![0; games],
                batch,
            };
            played.with(|batch, _, arrays| batch.reset(None, arrays)).unwrap();
            played
        }

        fn with<T>(&mut self, run: impl Fn(&mut Batch<Pebbles>, &mut [i64], &mut BatchArrays<'_>) -> T) -> T {
            let mut arrays = BatchArrays {
                planes: &mut self.planes,
                mask: &mut self.mask,
                side: &mut self.side,
                rewards: &mut self.rewards,
                done: &mut self.done,
                cut: &mut self.cut,
            };
            run(&mut self.batch, &mut self.actions, &mut arrays)
        }

        fn random_step(&mut self) {
            self.with(|batch, actions, arrays| {
                batch.sample(actions).unwrap();
                batch.step(actions, arrays).unwrap();
            });
        }
    }

    #[test]
    fn a_game_is_the_same_in_a_batch_of_any_size() {
        let options = BatchOptions { opening: 3, ..BatchOptions::new(2, 5) };
        let (mut small, mut large) =
            (Played::new(options), Played::new(BatchOptions { games: 9, ..options }));
        let mut other = Played::new(BatchOptions { seed: 6, ..options });
        let mut differs = false;
        for _ in 0..60 {
            assert_eq!(small.planes, large.planes[..small.planes.len()]);
            assert_eq!((&small.mask[..], &small.rewards[..]), (&large.mask[..16], &large.rewards[..4]));
            differs |= small.planes != other.planes;
            small.random_step();
            large.random_step();
            other.random_step();
        }
        assert!(differs, "another seed gives the same games");
        small.with(|batch, _, arrays| batch.reset(Some(6), arrays)).unwrap();
        let again = Played::new(BatchOptions { seed: 6, ..options });
        assert_eq!((small.planes, small.rewards), (again.planes, vec![0.0; 4]));
    }

    #[test]
    fn an_illegal_action_is_named_and_changes_nothing() {
        let mut played = Played::new(BatchOptions::new(3, 1));
        for (action, named) in [(3, "3"), (8, "8"), (-1, "-1"), (i64::MAX, "9223372036854775807")] {
            let error = played.with(|batch, _, arrays| batch.step(&[0, action, 1], arrays)).unwrap_err();
            let expected = format!(
                "illegal action {named} in game 1 of pebbles at \"3/1/2/2 1 0 -\": legal here: 0 1 2 4 5 6 7"
            );
            assert_eq!(error.to_string(), expected);
            assert_eq!(played.batch.position(0).as_deref(), Some("3/1/2/2 1 0 -"));
        }
        assert_eq!(played.batch.position(3), None);
    }

    #[test]
    fn arrays_and_options_of_another_size_are_refused() {
        let mut played = Played::new(BatchOptions::new(2, 1));
        let error = played.with(|batch, _, arrays| batch.step(&[0], arrays)).unwrap_err();
        assert_eq!(error.to_string(), "the array actions has 1 numbers instead of 2");
        assert_eq!(
            played.batch.sample(&mut [0; 3]).unwrap_err().text(poda_core::Language::Spanish),
            "la tabla actions tiene 3 números en vez de 2"
        );
        played.mask.pop();
        let error = played.with(|batch, _, arrays| batch.reset(None, arrays)).unwrap_err();
        assert_eq!(error.to_string(), "the array mask has 15 numbers instead of 16");
        let refused = |options| Batch::new(HEAPS, "pebbles", options).err().map(|error| error.to_string());
        assert_eq!(
            refused(BatchOptions::new(0, 1)).as_deref(),
            Some("games=0: from 1 to 1048576 are possible")
        );
        assert!(refused(BatchOptions::new(1 << 21, 1)).is_some());
        assert!(refused(BatchOptions { max_plies: 0, ..BatchOptions::new(1, 1) }).is_some());
        assert!(refused(BatchOptions { opening: 1001, ..BatchOptions::new(1, 1) }).is_some());
    }

    #[test]
    fn a_long_game_is_cut_and_begins_anew_or_stands_still() {
        for auto_reset in [true, false] {
            let options = BatchOptions { max_plies: 2, auto_reset, ..BatchOptions::new(1, 1) };
            let mut played = Played::new(options);
            for action in [0, 0] {
                played.with(|batch, _, arrays| batch.step(&[action], arrays)).unwrap();
            }
            assert_eq!(
                (&played.done[..], &played.cut[..], &played.rewards[..]),
                (&[0][..], &[1][..], &[0.0; 2][..])
            );
            let start = "3/1/2/2 1 0 -";
            assert_eq!(played.batch.position(0).as_deref() == Some(start), auto_reset);
            assert_eq!(played.mask.contains(&1), auto_reset);
            played.random_step();
            assert_eq!((played.actions[0] == -1, played.cut[0]), (!auto_reset, 0));
        }
    }
}
