//! Several searchers on one table. All ask the same question, and each puts off the positions that another one is at;
//! what one finds out, the others read in the table, and the first answer ends the work of all.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::{
    node::Node,
    search::{Desk, Search},
    shape::Shape,
    solver::{Answer, Onlooker, Task},
};

pub(crate) fn ask<S: Shape>(
    task: &Task<'_, S>,
    node: &Node,
    alpha: i32,
    nodes: u64,
    onlooker: &mut dyn Onlooker,
) -> Answer {
    let halt = AtomicBool::new(false);
    let others = AtomicU64::new(0);
    let desk = Desk::new();
    let search = |pulse: &mut dyn FnMut(u64) -> bool| {
        let mut search = Search::new(task.shape, task.table, task.ideas, &halt, pulse);
        search.desk = Some(&desk);
        let found = search.ask(node, alpha);
        halt.store(true, Ordering::Relaxed);
        Answer { found, nodes: search.nodes }
    };
    std::thread::scope(|scope| {
        let helpers: Vec<_> = (1..task.threads)
            .map(|_| {
                let (search, others) = (&search, &others);
                scope.spawn(move || {
                    let mut last = 0;
                    search(&mut |nodes| {
                        others.fetch_add(nodes - last, Ordering::Relaxed);
                        last = nodes;
                        true
                    })
                })
            })
            .collect();
        let mut answer =
            search(&mut |more| onlooker.keep_going(nodes + more + others.load(Ordering::Relaxed)));
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
