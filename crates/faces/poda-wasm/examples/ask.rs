//! The same worker without a browser: messages in lines of standard input, answers in lines of standard output, and after each
//! message a line with the processor time that it took, in microseconds: `# 1234`. What is compared with the module talks to it.

use std::{
    io::{self, BufRead, Write},
    time::Duration,
};

use cpu_time::ProcessTime;
use poda_wasm::TabWorker;

fn main() -> io::Result<()> {
    let mut worker = TabWorker::new(poda_agent::now);
    let mut out = io::stdout();
    for line in io::stdin().lock().lines() {
        let (line, mut written) = (line?, Ok(()));
        let start = ProcessTime::try_now()?;
        worker.ask(&line, &mut |answer| {
            if written.is_ok() {
                written = writeln!(out, "{answer}");
            }
        });
        written?;
        let took: Duration = start.try_elapsed()?;
        writeln!(out, "# {}", took.as_micros())?;
        out.flush()?;
    }
    Ok(())
}
