//! How a program is started.
#![expect(clippy::disallowed_types, reason = "here programs are started, and nowhere else")]

use std::{
    fs::File,
    io,
    process::{Child, Command, Stdio},
    sync::{
        OnceLock,
        mpsc::{Sender, SyncSender, channel, sync_channel},
    },
    thread,
};

use poda_agent::BotLimits;

use crate::sandbox::Confined;

/// Starts a program in its sandbox, with pipes, or with a file as its standard input.
pub(super) fn start(confined: &Confined, limits: &BotLimits, input: Option<File>) -> io::Result<Child> {
    let mut command = limited(confined, limits);
    if let Some(folder) = &confined.folder {
        command.current_dir(folder);
    }
    if let Some(variables) = &confined.variables {
        command.env_clear().envs(variables.iter().map(|(name, value)| (name, value)));
    }
    command.stdin(input.map_or_else(Stdio::piped, Stdio::from)).stdout(Stdio::piped()).stderr(Stdio::piped());
    own_group(&mut command);
    spawn(command)
}

type StartOrder = (Command, SyncSender<io::Result<Child>>);

/// Starts everything from one thread that lives as long as Poda. A sandbox ends with whoever started it, and to the kernel
/// that is a thread, not a process: threads that play games come and go.
fn spawn(command: Command) -> io::Result<Child> {
    static STARTER: OnceLock<Sender<StartOrder>> = OnceLock::new();
    let starter = STARTER.get_or_init(|| {
        let (sender, orders) = channel::<StartOrder>();
        thread::spawn(move || {
            for (mut command, reply) in orders {
                // Whoever asked may have gone; then the program ends with its pipes.
                let _ = reply.send(command.spawn());
            }
        });
        sender
    });
    let gone = || io::Error::other("programs cannot be started any more");
    let (reply, started) = sync_channel(1);
    starter.send((command, reply)).map_err(|_| gone())?;
    started.recv().map_err(|_| gone())?
}

/// The program behind a shell that joins the control group, sets the limits and then becomes the program. Standard tools
/// can do it, so no code has to run between fork and exec.
#[cfg(unix)]
fn limited(confined: &Confined, limits: &BotLimits) -> Command {
    use std::fmt::Write;
    let mut script = String::new();
    for file in &confined.joins {
        let file = file.to_string_lossy();
        let _ = write!(script, "echo $$ > {} || exit 125; ", shell_words::quote(&file));
    }
    let (kilobytes, seconds) = (limits.memory * 1024, limits.processor);
    // At the soft limit of processor time the signal names the reason; at the hard one it is the same for everything.
    let _ = write!(
        script,
        "ulimit -c 0; ulimit -d {kilobytes}; ulimit -S -t {seconds}; ulimit -H -t {}; exec \"$@\"",
        seconds + 1
    );
    let mut command = Command::new("/bin/sh");
    command.args(["-c", &script, "sh"]).args(&confined.words);
    command
}

#[cfg(not(unix))]
fn limited(confined: &Confined, _: &BotLimits) -> Command {
    let mut command = Command::new(&confined.words[0]);
    command.args(&confined.words[1..]);
    command
}

#[cfg(unix)]
fn own_group(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

#[cfg(not(unix))]
fn own_group(_: &mut Command) {}
