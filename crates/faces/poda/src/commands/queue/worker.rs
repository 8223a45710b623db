use std::{ops::ControlFlow, path::PathBuf};

use etcetera::BaseStrategy;
use poda_contest::ContestObserver;
use poda_core::{Language, Message, Translate, break_if, message};
use poda_queue::{Identity, Worker};

use crate::{
    arguments::{OutputOptions, WorkerArgs},
    catalog::catalog,
    failure::Failure,
    interrupt, queue,
    terminal::say,
};

pub(crate) fn run(args: &WorkerArgs, output: OutputOptions) -> Result<(), Failure> {
    let cache = args.cache.clone().map_or_else(cache_folder, Ok)?;
    let worker = Worker {
        catalog: catalog().clone(),
        server: queue::server(&args.queue, &args.access)?,
        name: args.name.clone(),
        slots: args.concurrency.into(),
        cache,
        bots: args.limits.limits(),
        weak_sandbox: args.weak_sandbox,
        identity: Identity::own(),
    };
    poda_memory::share_heaps();
    Ok(worker.run(&LogPrinter(output.language()))?)
}

fn cache_folder() -> Result<PathBuf, Failure> {
    let base = etcetera::choose_base_strategy().map_err(|_| {
        Failure::Failed(message!(
            "there is no home folder for the players' programs: set HOME or give --cache",
            "no hay una carpeta personal para los programas de los jugadores: define HOME o usa --cache"
        ))
    })?;
    Ok(base.cache_dir().join("poda").join("bots"))
}

/// Says everything on standard error.
struct LogPrinter(Language);

impl ContestObserver for LogPrinter {
    fn waiting(&self) -> ControlFlow<()> {
        break_if(interrupt::asked())
    }

    fn notice(&self, what: &Message) {
        say(&what.text(self.0));
    }
}
