//! Searches a game of one's own: take one, two or three of 21 stones; whoever takes the last one wins.
use poda_core::{Game, Limits, Moves, NoObserver, Outcome, Searcher, Side, mix};
use poda_search::{NoHeuristic, Pvs};

struct Nim;

#[rustfmt::skip]
impl Game for Nim {
    type State = (Side, u8);
    type Move = u8;
    const SLOTS: usize = 4;
    fn start(&self) -> (Side, u8) { (Side::First, 21) }
    fn to_move(&self, state: &(Side, u8)) -> Side { state.0 }
    fn outcome(&self, state: &(Side, u8)) -> Option<Outcome> { (state.1 == 0).then_some(Outcome::Win(state.0.other())) }
    fn moves(&self, state: &(Side, u8), moves: &mut Moves<u8>) { (1..=state.1.min(3)).for_each(|take| moves.push(take)); }
    fn play(&self, state: &(Side, u8), take: u8) -> (Side, u8) { (state.0.other(), state.1 - take) }
    fn slot(&self, take: u8) -> usize { take.into() }
    fn key(&self, state: &(Side, u8)) -> u64 { mix(u64::from(state.1) * 2 + state.0.index() as u64) }
}

fn main() {
    let found = Pvs::new(NoHeuristic, 1).search(&Nim, &Nim.start(), Limits::depth(21), &mut NoObserver);
    println!("take {}: {:?}", found.best, found.score);
}
