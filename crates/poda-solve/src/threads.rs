//! Several searchers on one table. All ask the same question, each with moves near the root in another order; what one
//! finds out, the others read in the table, and the first answer ends the work of all.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::{
    node::Node,
    search::Search,
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
    let search = |disturbance: u32, pulse: &mut dyn FnMut(u64) -> bool| {
        let mut search = Search::new(task.shape, task.table, task.ideas, &halt, pulse);
        search.disturbance = disturbance;
        let found = search.ask(node, alpha);
        halt.store(true, Ordering::Relaxed);
        Answer { found, nodes: search.nodes }
    };
    std::thread::scope(|scope| {
        let helpers: Vec<_> = (1..task.threads as u32)
            .map(|number| {
                let (search, others) = (&search, &others);
                scope.spawn(move || {
                    let mut last = 0;
                    search(DISTURBANCES[number as usize % DISTURBANCES.len()], &mut |nodes| {
                        others.fetch_add(nodes - last, Ordering::Relaxed);
                        last = nodes;
                        true
                    })
                })
            })
            .collect();
        let mut answer =
            search(0, &mut |more| onlooker.keep_going(nodes + more + others.load(Ordering::Relaxed)));
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

/// Which bits of a move's rank are changed: the lower ones move it among its equals, the higher ones past moves with
/// another number of threats.
const DISTURBANCES: [u32; 8] = [6, 6, 14, 70, 2, 10, 66, 134];
