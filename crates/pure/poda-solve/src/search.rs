use std::{
    ops::ControlFlow,
    sync::atomic::{AtomicBool, Ordering},
};

use arrayvec::ArrayVec;
use poda_connect::Word;

use crate::{
    book::Book,
    follow::follower_bound,
    ideas::{Idea, Ideas},
    node::{Node, Settled},
    order::Step,
    score::for_opponent,
    shape::Shape,
    table::{Bounds, Table},
    team::Member,
    threats::LineCells,
    word::Bits,
};

/// The most stones there are on a board, rounded up to a power of two.
pub(crate) const MOST_STONES: usize = 128;

const MAX_WIDTH: usize = poda_connect::MAX_WIDTH as usize;

/// Mirror images are looked for while there are fewer stones. Later they are hardly ever met.
pub(crate) const MIRROR_BELOW: i32 = 14;

/// How many nodes pass between two looks at whoever may stop the search.
const PULSE: u64 = 1 << 10;

/// With fewer empty cells, positions are searched so fast that it is not worth asking whether another thread is at them.
const SHARED_CELLS: i32 = 17;

/// With so many empty cells, or more, it is asked about every position, because several ways lead to it. With fewer only where a thread is not
/// alone.
const LARGE_CELLS: i32 = 31;

/// So many stones from the root on, threads search the same children. What one of them does in vain is larger the earlier they part.
const TOGETHER: i32 = 2;

/// With so few empty cells, or fewer, positions are searched faster than looked up, and the table has room for others.
const LAST_CELLS: i32 = 8;

/// With so few empty cells, or fewer, counting the lines that a move continues costs more than it saves.
const FEW_LINES: i32 = 20;

/// The table of a board, and where it keeps a position.
pub(crate) type TableOf<S> = <<S as Shape>::Word as Bits>::Table;
pub(crate) type SlotOf<W> = <<W as Bits>::Table as Table<W>>::Slot;

/// One searcher on a table that it may share.
pub(crate) struct BoardSearch<'a, S: Shape> {
    pub(crate) shape: S,
    pub(crate) table: &'a TableOf<S>,
    pub(crate) ideas: Ideas,
    /// Positions with a choice that were entered.
    pub(crate) nodes: u64,
    /// The move that last refuted a position with that many stones.
    killers: [S::Word; MOST_STONES],
    /// Set by whoever knows the answer already.
    pub(crate) halt: &'a AtomicBool,
    /// Asked every [`PULSE`] nodes whether to go on.
    pub(crate) pulse: &'a mut dyn FnMut(u64) -> ControlFlow<()>,
    /// Scores that were found out beforehand, and the most stones that its positions have.
    book: Option<&'a Book>,
    book_ends: i32,
    /// The other searchers, so that they do different work, and how many news of theirs it has heard.
    pub(crate) member: Option<Member<'a>>,
    heard: u64,
    /// Threads part from each other in positions with so many stones, or more.
    parted: i32,
    /// The questions between the root and here that another thread may answer.
    path: ArrayVec<(SlotOf<S::Word>, i32), MOST_STONES>,
    /// The one of them that another thread has answered, and its answer: what is searched below is of no use any more.
    answered: Option<(usize, i32)>,
}

/// Children in the order in which they are searched, twice if they are put off once.
type ChildOrder = ArrayVec<u32, { 2 * MAX_WIDTH }>;

/// A child that neither its bounds nor the table have decided.
struct Child<W: Bits> {
    node: Node<W>,
    slot: SlotOf<W>,
    cell: W,
    /// What the mover threatens after it.
    threats: W,
    /// Whether the opponent is to move.
    is_passed: bool,
}

impl<W: Bits> Child<W> {
    #[inline(always)]
    fn seen(&self, bounds: Bounds) -> Bounds {
        if self.is_passed { bounds.turned() } else { bounds }
    }
}

impl<'a, S: Shape> BoardSearch<'a, S> {
    pub(crate) fn new(
        shape: S,
        table: &'a TableOf<S>,
        book: Option<&'a Book>,
        ideas: Ideas,
        halt: &'a AtomicBool,
        pulse: &'a mut dyn FnMut(u64) -> ControlFlow<()>,
    ) -> Self {
        let book_ends = book.map_or(-1, |book| book.most_stones);
        Self {
            shape,
            table,
            ideas,
            nodes: 0,
            killers: [S::Word::ZERO; MOST_STONES],
            halt,
            pulse,
            book,
            book_ends,
            member: None,
            heard: 0,
            parted: 0,
            path: ArrayVec::new(),
            answered: None,
        }
    }

    /// Whether the score of a node with a choice is above `alpha`: if so a lower bound above it, otherwise an upper bound
    /// that is not. `None` if the search was stopped.
    pub(crate) fn ask(&mut self, node: &Node<S::Word>, alpha: i32) -> Option<i32> {
        let slot = self.slot(node);
        self.parted = node.stones + TOGETHER;
        if node.stones <= self.book_ends
            && let Some(score) = self.look_up(node)
        {
            return Some(score);
        }
        self.search_here(node, slot, alpha)
    }

    #[cold]
    fn may_go_on(&mut self) -> bool {
        self.table.entered(PULSE);
        if (self.pulse)(self.nodes).is_break() {
            self.halt.store(true, Ordering::Relaxed);
        }
        if let Some(member) = self.member {
            self.hear(member.news());
        }
        self.answered.is_none() && !self.halt.load(Ordering::Relaxed)
    }

    /// Looks whether another thread has answered one of the questions between the root and here.
    #[cold]
    fn hear(&mut self, news: u64) -> bool {
        self.heard = news;
        let known = |(slot, alpha): &(SlotOf<S::Word>, i32)| self.table.get(*slot)?.answer(*alpha);
        self.answered = self.path.iter().map(known).enumerate().find_map(|(at, found)| Some((at, found?)));
        self.answered.is_some()
    }

    /// Where a node is kept.
    #[inline(always)]
    fn slot(&self, node: &Node<S::Word>) -> SlotOf<S::Word> {
        let has_mirror = node.stones < MIRROR_BELOW && self.ideas.has(Idea::Mirror);
        if has_mirror {
            let key = node.key_or_mirrored(self.shape);
            self.table.slot(key, key)
        } else {
            // Sisters differ in the stone that the other side has just put. What they share decides where they are kept.
            self.table.slot(node.key(), node.mine)
        }
    }

    /// The score of a node of the book.
    #[cold]
    fn look_up(&self, node: &Node<S::Word>) -> Option<i32> {
        self.book?.score(node.key_or_mirrored(self.shape).low())
    }

    /// The search of a node; `search` is that of its children.
    #[inline(always)]
    pub(crate) fn visit(
        &mut self,
        node: &Node<S::Word>,
        slot: SlotOf<S::Word>,
        alpha: i32,
        search: impl Fn(&mut Self, &Node<S::Word>, SlotOf<S::Word>, i32) -> Option<i32>,
    ) -> Option<i32> {
        // 1. Count, and now and then ask whether to go on.
        self.nodes += 1;
        if self.nodes.is_multiple_of(PULSE) && !self.may_go_on() {
            return None;
        }

        // 2. Look it up, unless its parent has.
        if !self.ideas.has(Idea::EarlyLook)
            && let Some(found) = self.table.get(slot).and_then(|known| known.answer(alpha))
        {
            return Some(found);
        }

        // 3. Make the children. Some are decided without a search, and one of them may be enough.
        let start = self.nodes;
        let mut children = ArrayVec::new();
        let mut best = match self.expand(node, alpha, &mut children) {
            Ok(best) => best,
            Err(enough) => {
                // A win with the next stone is seen again at once; everything else is worth remembering.
                if enough < node.most(self.shape) {
                    self.keep(node, slot, enough, alpha, start);
                }
                return Some(enough);
            }
        };

        // 4. Find bounds of the others, look them up, and sort those that are not decided.
        let mut order = ChildOrder::new();
        let open = self.bound_children(node, &children, alpha, &mut best);
        let open = open.and_then(|open| self.look_children_up(&children, open, alpha, &mut best));
        match open {
            Ok(open) => self.sort(node, &children, open, &mut order),
            Err(enough) => {
                self.keep(node, slot, enough, alpha, start);
                return Some(enough);
            }
        }

        // 5. Search them until one is enough. Those that another thread is searching come last, in a second round.
        let first_round = order.len();
        let mut turn = 0;
        let at = self.path.len();
        let (shared, large) = (self.shape.cells() - SHARED_CELLS, self.shape.cells() - LARGE_CELLS);
        let member = self.member.filter(|_| node.stones < shared);
        if member.is_some() {
            self.path.push((slot, alpha));
        }
        while let Some(rank) = order.get(turn).copied() {
            let child = &children[(rank & 63) as usize];
            let member = member.filter(|_| child.node.stones <= shared);
            if let Some(member) = member {
                let news = member.news();
                if news != self.heard && self.hear(news) {
                    return self.give_up(at);
                }
                let mut is_taken = false;
                if node.stones <= large || member.is_shared(node.stones) {
                    if turn > 0 {
                        // 5a. Another thread may have put the answer into the table by now.
                        let known = child.seen(self.table.get(child.slot).unwrap_or(Bounds::OPEN));
                        if let Some(found) = known.answer(alpha) {
                            best = best.max(found);
                            turn += 1;
                            if best > alpha {
                                break;
                            }
                            continue;
                        }
                    }
                    // 5b. Put it off. The first child is searched together.
                    is_taken = member.is_taken(child.slot, child.node.stones);
                    if is_taken && turn > 0 && turn < first_round && node.stones >= self.parted {
                        order.push(rank);
                        turn += 1;
                        continue;
                    }
                }
                member.enter(child.slot, child.node.stones, is_taken);
            }
            turn += 1;
            // 5c. Search it.
            let found = if child.is_passed {
                // `!alpha` is `-alpha - 1`: the question as the opponent asks it.
                search(self, &child.node, child.slot, !alpha).map(for_opponent)
            } else {
                search(self, &child.node, child.slot, alpha)
            };
            if let Some(member) = member {
                member.leave(child.node.stones, found.is_some());
            }
            let Some(found) = found else { return self.give_up(at) };
            best = best.max(found);
            if best > alpha {
                self.killers[node.stones as usize % MOST_STONES] = child.cell;
                break;
            }
        }
        if member.is_some() {
            self.path.truncate(at);
        }

        // 6. Remember the answer.
        self.keep(node, slot, best, alpha, start);
        Some(best)
    }

    /// The search below was broken off, perhaps because another thread has answered the question that is asked here.
    #[cold]
    fn give_up(&mut self, at: usize) -> Option<i32> {
        self.path.truncate(at);
        match self.answered {
            Some((answered, found)) if answered == at => {
                self.answered = None;
                Some(found)
            }
            _ => None,
        }
    }

    /// Looks at every child without searching. Gives the best score of those that are decided, or, as an error, a score above
    /// `alpha` that ends the matter.
    #[inline(always)]
    fn expand(
        &mut self,
        node: &Node<S::Word>,
        alpha: i32,
        children: &mut ArrayVec<Child<S::Word>, MAX_WIDTH>,
    ) -> Result<i32, i32> {
        let mut best = Bounds::OPEN.lower;
        let mut moves = node.moves;
        // What refuted the last position of this ply often does so here, without searching: then the rest need not be made.
        let killer = self.killers[node.stones as usize % MOST_STONES];
        let mut first = killer & moves;
        while moves != S::Word::ZERO {
            let cell = if first == S::Word::ZERO { moves.lowest_bit() } else { first };
            first = S::Word::ZERO;
            moves = moves ^ cell;
            let after = node.after(self.shape, cell);
            let (child, is_passed) = match after.settled(self.shape, self.ideas) {
                Settled::Open(child, is_passed_on) => (child, !is_passed_on),
                Settled::Known(found) => {
                    let found = for_opponent(found);
                    if found > alpha {
                        self.killers[node.stones as usize % MOST_STONES] = cell;
                        return Err(found);
                    }
                    best = best.max(found);
                    continue;
                }
            };
            let (least, most) = (child.least(self.shape), child.most(self.shape));
            let upper = if is_passed { for_opponent(least) } else { most };
            if upper <= alpha {
                best = best.max(upper);
                continue;
            }
            if child.stones <= self.book_ends
                && let Some(score) = self.look_up(&child)
            {
                let found = if is_passed { for_opponent(score) } else { score };
                if found > alpha {
                    return Err(found);
                }
                best = best.max(found);
                continue;
            }
            // What is known of it is asked for when its sisters have been made.
            let slot = self.slot(&child);
            if self.is_kept(&child) {
                self.table.prefetch(slot);
            }
            children.push(Child { node: child, slot, cell, threats: after.their_wins, is_passed });
        }
        Ok(best)
    }

    /// Finds bounds of all children. Gives those that are not decided, a bit each. Meanwhile the table is under way.
    #[inline(always)]
    fn bound_children(
        &mut self,
        node: &Node<S::Word>,
        children: &[Child<S::Word>],
        alpha: i32,
        best: &mut i32,
    ) -> Result<u64, i32> {
        let mut open = 0;
        for (index, child) in children.iter().enumerate() {
            if self.ideas.has(Idea::FollowUp) {
                // A bound helps if it decides the question: `!alpha` and below for the opponent, `alpha` and below for me.
                let Node { mine, all, their_wins, .. } = child.node;
                let enough = if child.is_passed { !alpha } else { alpha };
                match follower_bound(self.shape, mine, all, their_wins, enough) {
                    Some(bound) if child.is_passed => {
                        self.killers[node.stones as usize % MOST_STONES] = child.cell;
                        return Err(for_opponent(bound));
                    }
                    Some(bound) => {
                        *best = bound.max(*best);
                        continue;
                    }
                    None => {}
                }
            }
            open |= 1 << index;
        }
        Ok(open)
    }

    /// Looks these children up, a bit each. Gives those that are not decided.
    #[inline(always)]
    fn look_children_up(
        &self,
        children: &[Child<S::Word>],
        mut open: u64,
        alpha: i32,
        best: &mut i32,
    ) -> Result<u64, i32> {
        let mut left = if self.ideas.has(Idea::EarlyLook) { open } else { 0 };
        while left != 0 {
            let index = left.trailing_zeros();
            left &= left - 1;
            let Some(child) = children.get(index as usize) else { break };
            if self.is_kept(&child.node)
                && let Some(known) = self.table.get(child.slot)
            {
                let known = child.seen(known);
                if known.lower > alpha {
                    return Err(known.lower);
                }
                if known.upper <= alpha {
                    *best = known.upper.max(*best);
                    open ^= 1 << index;
                }
            }
        }
        Ok(open)
    }

    /// Sorts these children, a bit each: the best first, its index in the lowest bits.
    #[inline(always)]
    fn sort(&self, node: &Node<S::Word>, children: &[Child<S::Word>], mut open: u64, order: &mut ChildOrder) {
        if open & open.wrapping_sub(1) == 0 {
            // One or none: nothing to sort.
            if open != 0 {
                order.push(open.trailing_zeros());
            }
            return;
        }
        let has_room = node.stones < self.shape.cells() - FEW_LINES;
        let lines = has_room.then(|| LineCells::begun(self.shape, node.mine, node.all));
        let killer = self.killers[node.stones as usize % MOST_STONES];
        while open != 0 {
            let index = open.trailing_zeros();
            open &= open - 1;
            let Some(child) = children.get(index as usize) else { break };
            let step = Step {
                node,
                cell: child.cell,
                threats: child.threats,
                lines: lines.map_or(0, |lines| lines.through(self.shape, child.cell)),
                child: &child.node,
                is_passed: child.is_passed,
                is_killer: killer == child.cell,
            };
            let rank = step.promise(self.shape, self.ideas) << 6 | index;
            order.push(rank);
            let mut place = order.len() - 1;
            while place > 0 && order[place - 1] < rank {
                order[place] = order[place - 1];
                place -= 1;
            }
            order[place] = rank;
        }
    }

    /// Whether a node is looked up and remembered.
    #[inline(always)]
    fn is_kept(&self, node: &Node<S::Word>) -> bool {
        node.stones < self.shape.cells() - LAST_CELLS
    }

    /// Remembers the answer.
    #[inline(always)]
    fn keep(&self, node: &Node<S::Word>, slot: SlotOf<S::Word>, found: i32, alpha: i32, start: u64) {
        if !self.is_kept(node) {
            return;
        }
        let bounds = if found > alpha {
            Bounds { lower: found, ..Bounds::OPEN }
        } else {
            Bounds { upper: found, ..Bounds::OPEN }
        };
        let work = u64::BITS - (self.nodes - start).leading_zeros();
        self.table.add(slot, bounds, work);
    }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use poda_connect::{Connect4, Connect4State};
    use poda_core::Game;

    use super::*;
    use crate::{shape::Classic, table::NarrowTable, team::Team};

    /// A position with two undecided children or more, as the solver sees it.
    fn node() -> Node<u64> {
        let game = Connect4::<u64>::default();
        let state: Connect4State<u64> =
            [3, 3, 3, 3, 1].into_iter().fold(game.start(), |state, column| game.play(&state, column));
        let node = Node::new(Classic, state.stones(state.side()), state.all());
        match node.settled(Classic, Ideas::ALL) {
            Settled::Open(node, false) => node,
            _ => panic!("there is a choice"),
        }
    }

    /// Visits the node with children that are all worth `others` to the opponent. While the first one is searched,
    /// another thread that was at the second one writes `known` of it, for the opponent.
    fn visit(others: i32, known: Option<Bounds>) -> (Option<i32>, usize) {
        let table = NarrowTable::new(1, 49).unwrap();
        let halt = AtomicBool::new(false);
        let searched = RefCell::new(Vec::new());
        let look = |known: Option<(SlotOf<u64>, Bounds)>| {
            let mut pulse = |_| ControlFlow::Continue(());
            let team = Team::new(2);
            let mut search = BoardSearch::new(Classic, &table, None, Ideas::ALL, &halt, &mut pulse);
            search.member = Some(Member { team: &team, number: 0 });
            let node = node();
            if let Some((slot, _)) = known {
                Member { team: &team, number: 1 }.enter(slot, node.stones + 1, false);
            }
            let slot = search.slot(&node);
            searched.borrow_mut().clear();
            search.visit(&node, slot, 0, |search, child, slot, _| {
                searched.borrow_mut().push((slot, child.stones));
                if let Some((other, bounds)) = known {
                    search.table.add(other, bounds, 1);
                }
                Some(others)
            })
        };
        let alone = look(None);
        let second = searched.borrow()[1].0;
        table.clear();
        let found = known.map_or(alone, |bounds| look(Some((second, bounds))));
        (found, searched.borrow().len())
    }

    #[test]
    fn what_another_thread_has_found_meanwhile_is_taken_over() {
        let (alone, all) = visit(5, None);
        assert_eq!(alone, Some(-5));
        // At most -3 for the opponent is at least 3 for the side to move: enough, and nothing else is searched.
        let (found, _) = visit(5, Some(Bounds { upper: -3, ..Bounds::OPEN }));
        assert_eq!(found, Some(3));
        // At least 2 for the opponent is at most -2: better than the others' -5, and not searched again.
        let (found, searched) = visit(5, Some(Bounds { lower: 2, ..Bounds::OPEN }));
        assert_eq!((found, searched), (Some(-2), all - 1));
        // At most 0 is an answer to "more than 0?", at least 0 is none.
        let (found, searched) = visit(5, Some(Bounds { lower: 0, ..Bounds::OPEN }));
        assert_eq!((found, searched), (Some(0), all - 1));
        let (found, searched) = visit(5, Some(Bounds { upper: 0, ..Bounds::OPEN }));
        assert_eq!((found, searched), (Some(-5), all));
        // Bounds that decide nothing: it is searched after all.
        let (found, searched) = visit(5, Some(Bounds { lower: -9, upper: 9 }));
        assert_eq!((found, searched), (Some(-5), all));
    }

    /// While the first child is searched, another thread answers the question about the parent, or something else. Gives what the visit
    /// gives, and how many children were searched.
    fn answered_meanwhile(bounds: Bounds) -> (Option<i32>, u32) {
        let table = NarrowTable::new(1, 49).unwrap();
        let (halt, team) = (AtomicBool::new(false), Team::new(2));
        let mut pulse = |_| ControlFlow::Continue(());
        let mut search = BoardSearch::new(Classic, &table, None, Ideas::ALL, &halt, &mut pulse);
        search.member = Some(Member { team: &team, number: 0 });
        let (node, searched) = (node(), std::cell::Cell::new(0));
        let slot = search.slot(&node);
        let found = search.visit(&node, slot, 0, |search, _, _, _| {
            searched.set(searched.get() + 1);
            search.table.add(slot, bounds, 1);
            search.may_go_on().then_some(5)
        });
        assert!(search.path.is_empty() && search.answered.is_none());
        (found, searched.get())
    }

    #[test]
    fn what_another_thread_has_answered_is_not_searched_on() {
        let (found, all) = answered_meanwhile(Bounds::OPEN);
        assert!(found == Some(-5) && all > 1);
        // More than 0, and not more: both are answers.
        assert_eq!(answered_meanwhile(Bounds { lower: 3, ..Bounds::OPEN }), (Some(3), 1));
        assert_eq!(answered_meanwhile(Bounds { upper: -2, ..Bounds::OPEN }), (Some(-2), 1));
        assert_eq!(answered_meanwhile(Bounds { lower: -3, upper: 3 }), (Some(-5), all));
    }
}
