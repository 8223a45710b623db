//! Batches of every game, compared with sessions that are played one by one: the slow and obvious way.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use poda_agent::AnyState;
use poda_catalog::{AnyBatch, BatchArrays, BatchOptions};
use poda_core::rewards;

use crate::{catalog, open};

const GAMES_AT_ONCE: usize = 3;
const STEPS: usize = 70;
const MAX_PLIES: u32 = 30;

struct Arrays {
    planes: Vec<u8>,
    mask: Vec<u8>,
    side: Vec<i8>,
    rewards: Vec<f32>,
    done: Vec<u8>,
    cut: Vec<u8>,
}

impl Arrays {
    /// Full of numbers that have to be overwritten.
    fn new(batch: &dyn AnyBatch) -> Self {
        let games = batch.games();
        Self {
            planes: vec![77; games * batch.observation().iter().product::<usize>()],
            mask: vec![77; games * batch.actions()],
            side: vec![77; games],
            rewards: vec![77.0; 2 * games],
            done: vec![77; games],
            cut: vec![77; games],
        }
    }

    fn borrowed(&mut self) -> BatchArrays<'_> {
        BatchArrays {
            planes: &mut self.planes,
            mask: &mut self.mask,
            side: &mut self.side,
            rewards: &mut self.rewards,
            done: &mut self.done,
            cut: &mut self.cut,
        }
    }
}

/// Compares what a batch shows of a game with what a state says.
fn check_shown(batch: &dyn AnyBatch, arrays: &Arrays, game: usize, state: &dyn AnyState, stands: bool) {
    let position = state.position();
    assert_eq!(batch.position(game).as_deref(), Some(position.as_str()));
    let numbers: usize = batch.observation().iter().product();
    let planes = &arrays.planes[game * numbers..(game + 1) * numbers];
    assert_eq!(planes, state.planes(state.to_move()), "{position}");
    let mut mask = vec![0; batch.actions()];
    for action in state.legal_actions().into_iter().filter(|_| !stands) {
        mask[action] = 1;
    }
    assert_eq!(arrays.mask[game * batch.actions()..(game + 1) * batch.actions()], mask, "{position}");
    assert_eq!(arrays.side[game], state.to_move().number() as i8, "{position}");
}

fn check(spec: &str, auto_reset: bool) {
    let game = open(spec).unwrap();
    let options = BatchOptions { max_plies: MAX_PLIES, auto_reset, ..BatchOptions::new(GAMES_AT_ONCE, 11) };
    let mut batch = game.batch(options).unwrap();
    let mut arrays = Arrays::new(batch.as_ref());
    let mut sessions: Vec<_> = (0..GAMES_AT_ONCE).map(|_| game.session()).collect();
    let mut plies = [0; GAMES_AT_ONCE];
    assert_eq!(batch.observation(), game.start().encoding().observation());
    batch.reset(None, &mut arrays.borrowed()).unwrap();
    let mut stands = [false; GAMES_AT_ONCE];
    for _ in 0..STEPS {
        for (index, session) in sessions.iter().enumerate() {
            let state = session.state();
            check_shown(batch.as_ref(), &arrays, index, state.as_ref(), stands[index]);
        }
        let mut actions = vec![0; GAMES_AT_ONCE];
        batch.sample(&mut actions).unwrap();
        batch.step(&actions, &mut arrays.borrowed()).unwrap();
        for (index, session) in sessions.iter_mut().enumerate() {
            let (mut expected, mut ends) = ([0; 2], [0; 2]);
            if stands[index] {
                assert_eq!(actions[index], -1);
            } else {
                let state = session.state();
                let mv = state.move_of_action(actions[index] as usize).unwrap();
                session.play(&mv).unwrap();
                plies[index] += 1;
                expected = session.outcome().map_or([0; 2], rewards);
                let is_cut = session.outcome().is_none() && plies[index] == MAX_PLIES;
                ends = [u8::from(session.outcome().is_some()), u8::from(is_cut)];
            }
            assert_eq!(arrays.rewards[2 * index..2 * index + 2], expected.map(f32::from), "{spec}");
            assert_eq!([arrays.done[index], arrays.cut[index]], ends, "{spec}");
            if ends != [0; 2] {
                if auto_reset {
                    *session = game.session();
                    plies[index] = 0;
                } else {
                    stands[index] = true;
                }
            }
        }
    }
}

#[test]
fn a_batch_plays_what_its_sessions_play() {
    for spec in catalog().samples() {
        check(spec, true);
        check(spec, false);
    }
}

#[test]
fn an_illegal_action_names_game_and_action() {
    let mut batch = open("connect4").unwrap().batch(BatchOptions::new(2, 1)).unwrap();
    let mut arrays = Arrays::new(batch.as_ref());
    batch.reset(None, &mut arrays.borrowed()).unwrap();
    let error = batch.step(&[3, 7], &mut arrays.borrowed()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "illegal action 7 in game 1 of connect4:7x6 at \"7/7/7/7/7/7 1\": legal here: 0 1 2 3 4 5 6"
    );
}
