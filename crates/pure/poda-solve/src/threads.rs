//! Several searchers on one table. All ask the same question, and each puts off the positions that another one is at;
//! what one finds out, the others read in the table, and the first answer ends the work of all.
#![expect(clippy::disallowed_methods, reason = "the feature `threads` is switched off where there are none")]

use std::{
    ops::ControlFlow,
    sync::{
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
        mpsc,
    },
};

use poda_core::{Goal, Proved, SearchObserver, stop_when};

use crate::{
    node::Node,
    search::BoardSearch,
    shape::Shape,
    solver::{Task, TaskResult},
    team::{Member, Team},
};

pub(crate) fn ask<S: Shape>(
    task: &Task<'_, S>,
    node: &Node<S::Word>,
    alpha: i32,
    nodes: u64,
    observer: &mut dyn SearchObserver<u8>,
) -> TaskResult {
    let halt = AtomicBool::new(false);
    let others = AtomicU64::new(0);
    let team = Team::new(task.threads);
    let search = |number: usize, pulse: &mut dyn FnMut(u64) -> ControlFlow<()>| {
        let mut search = BoardSearch::new(task.shape, task.table, task.book, task.ideas, &halt, pulse);
        search.member = Some(Member { team: &team, number });
        let found = search.ask(node, alpha);
        halt.store(true, Ordering::Relaxed);
        TaskResult { found, nodes: search.nodes }
    };
    std::thread::scope(|scope| {
        let helpers: Vec<_> = (1..task.threads)
            .map(|number| {
                let (search, others) = (&search, &others);
                scope.spawn(move || {
                    let mut last = 0;
                    search(number, &mut |nodes| {
                        others.fetch_add(nodes - last, Ordering::Relaxed);
                        last = nodes;
                        ControlFlow::Continue(())
                    })
                })
            })
            .collect();
        let mut answer = search(0, &mut |more| observer.nodes(nodes + more + others.load(Ordering::Relaxed)));
        for helper in helpers {
            // A helper that panicked has told why; the others' answers are as good.
            if let Ok(help) = helper.join() {
                answer.nodes += help.nodes;
                answer.found = answer.found.or(help.found);
            }
        }
        answer
    })
}

/// Solves many positions, one searcher each, as many at a time as there are threads. Whoever asked is told of each in the order in
/// which they are done, and may end it all.
pub(crate) fn solve_each<S: Shape>(
    task: &Task<'_, S>,
    nodes: &[Node<S::Word>],
    done: &mut dyn FnMut(usize, Proved) -> ControlFlow<()>,
) {
    let (halt, next) = (AtomicBool::new(false), AtomicUsize::new(0));
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..task.threads {
            let (halt, next, sender) = (&halt, &next, sender.clone());
            let alone = Task { threads: 1, ..*task };
            scope.spawn(move || {
                while let Some((index, node)) = take(nodes, next) {
                    let proved = alone.solve_node(
                        *node,
                        Goal::Exact,
                        &mut stop_when(|_| halt.load(Ordering::Relaxed)),
                    );
                    if proved.exact().is_none() || sender.send((index, proved)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        for (index, proved) in receiver {
            if done(index, proved).is_break() {
                halt.store(true, Ordering::Relaxed);
                return;
            }
        }
    });
}

fn take<'n, W>(nodes: &'n [Node<W>], next: &AtomicUsize) -> Option<(usize, &'n Node<W>)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    nodes.get(index).map(|node| (index, node))
}
