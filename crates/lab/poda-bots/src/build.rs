//! Builds in a sandbox. The host never opens what a build has made: what is kept are plain files, copied out within bounds.

use std::{
    ffi::OsString,
    fs,
    io::{self, Seek},
    path::{Path, PathBuf},
    time::Duration,
};

use poda_agent::{AgentError, BotLimits};
use poda_core::Translate;

use crate::{CommandLine, Process, archive, archive::remove_folder, sandbox::SandboxKind};

/// The least megabytes of memory and of disk that a build may take: compilers need more room than programs.
const LEAST_MEMORY: u64 = 4096;
const LEAST_ROOM: u64 = 1024;
/// The least number of processes that it may have.
const LEAST_PROCESSES: usize = 128;

/// The end of a build.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Built {
    /// Whether its command succeeded.
    pub succeeded: bool,
    /// Everything that it printed.
    pub log: String,
    /// Links that it made and that lead out of its folder: they are not there any more.
    pub left_out: Vec<PathBuf>,
}

/// Builds something in a folder of plain files, with a line for the shell, in at most `time`. Afterwards the folder has the plain
/// files that the build left; a folder whose build failed is taken away.
///
/// # Errors
/// If it does not end in time, takes more than it may, leaves too much, or is stopped.
pub fn build(
    line: &str,
    folder: &Path,
    limits: &BotLimits,
    time: Duration,
    stop: &mut dyn FnMut() -> bool,
) -> Result<Built, AgentError> {
    let built = build_in(line, folder, limits, time, stop);
    if !built.as_ref().is_ok_and(|built| built.succeeded) {
        // What cannot be taken away lies in a private folder.
        let _ = remove_folder(folder);
    }
    built
}

fn build_in(
    line: &str,
    folder: &Path,
    limits: &BotLimits,
    time: Duration,
    stop: &mut dyn FnMut() -> bool,
) -> Result<Built, AgentError> {
    let limits = BotLimits {
        memory: limits.memory.max(LEAST_MEMORY),
        // Each of its processes may use the whole time on several processors.
        processor: limits.processor.max(time.as_secs().saturating_mul(4)),
        processes: limits.processes.max(LEAST_PROCESSES),
        scratch: limits.scratch.max(LEAST_ROOM),
        ..*limits
    };
    let failed = |error: io::Error| AgentError::NoStart(error.message());
    let folder = fs::canonicalize(folder).map_err(failed)?;
    let parent = folder.parent().unwrap_or(&folder);
    let mut archive = tempfile::tempfile_in(parent).map_err(failed)?;
    let program = CommandLine::build(line, &folder);
    let process = Process::start_with(&program, &limits, Some(archive.try_clone().map_err(failed)?))?;
    let kind = process.sandbox();
    let (succeeded, log) = process.run_to_end(time, stop)?;
    if !succeeded {
        return Ok(Built { succeeded, log, left_out: Vec::new() });
    }
    let most = limits.scratch << 20;
    let too_large = |_| AgentError::Overrun(archive::too_large(limits.scratch));
    // Bubblewrap's helper has packed it already.
    if kind != SandboxKind::Bwrap {
        archive::pack(&folder, &archive, most).map_err(too_large)?;
    }
    archive.rewind().map_err(failed)?;
    let mut name = OsString::from(".new-");
    name.push(folder.file_name().unwrap_or_default());
    let fresh = parent.join(name);
    remove_folder(&fresh).map_err(failed)?;
    let unpacked = archive::unpack(&archive, &fresh, most, kind == SandboxKind::Landlock).map_err(too_large);
    let moved = unpacked.and_then(|left_out| {
        remove_folder(&folder).and_then(|()| fs::rename(&fresh, &folder)).map_err(failed)?;
        Ok(left_out)
    });
    if moved.is_err() {
        let _ = remove_folder(&fresh);
    }
    Ok(Built { succeeded, log, left_out: moved? })
}
