//! The only place that starts programs: bots, and what builds them. Each has a process group of its own, so that Ctrl-C is not for it and nothing that
//! it starts is left behind; its limits are set before its first instruction.
#![expect(clippy::disallowed_types, reason = "here programs are started, and nowhere else")]

use std::{
    collections::VecDeque,
    io::{BufRead, BufReader, Read, Write},
    process::{Child, ChildStdin, Command, ExitStatus, Stdio},
    sync::{
        Arc, Mutex, PoisonError,
        mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use poda_agent::{AgentError, BotLimits};
use poda_core::{Translate, message};

use crate::CommandLine;

/// Longer lines than this are no moves, and memory is not endless.
const LONGEST_LINE: usize = 1 << 16;
/// More than this between two questions is no thinking aloud.
const MOST_OUTPUT: usize = 8 << 20;
/// How many lines may wait to be read before the bot has to wait too.
const LINES_AHEAD: usize = 64;
/// How much of its standard error is kept: the end of it.
const LONGEST_TALK: usize = 8 << 10;
/// How often to look around while waiting.
const TICK: Duration = Duration::from_millis(50);
/// How often to count processes: it means reading a whole folder.
const COUNT_EVERY: Duration = Duration::from_millis(200);
/// How many lines of the conversation are kept.
const REMEMBERED: usize = 40;

/// A line of the conversation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Exchange {
    /// Whether it went to the bot.
    pub sent: bool,
    /// The line, shortened if it is long.
    pub line: String,
}

/// What comes from a bot's standard output.
enum Heard {
    Line(String),
    TooLong,
    End,
}

/// A running program.
#[derive(Debug)]
pub struct Process {
    child: Child,
    input: Option<ChildStdin>,
    output: Receiver<Heard>,
    /// Bytes heard since the last question.
    heard: usize,
    talk: Arc<Mutex<VecDeque<u8>>>,
    listener: Option<JoinHandle<()>>,
    limits: BotLimits,
    counted: Instant,
    conversation: VecDeque<Exchange>,
}

impl Process {
    /// Starts a program.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start(program: &CommandLine, limits: &BotLimits) -> Result<Self, AgentError> {
        program.check_executable().map_err(|error| AgentError::NoStart(error.message()))?;
        let mut command = limited(program.words(), limits);
        if let Some(folder) = program.folder() {
            command.current_dir(folder);
        }
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        own_group(&mut command);
        let mut child = command.spawn().map_err(|error| AgentError::NoStart(error.message()))?;
        let (sender, output) = sync_channel(LINES_AHEAD);
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || hear(stdout, &sender));
        }
        let talk = Arc::new(Mutex::new(VecDeque::new()));
        let listener = child.stderr.take().map(|stderr| {
            let talk = Arc::clone(&talk);
            thread::spawn(move || overhear(stderr, &talk))
        });
        let input = child.stdin.take();
        let (counted, conversation) = (Instant::now(), VecDeque::new());
        Ok(Self { child, input, output, heard: 0, talk, listener, limits: *limits, counted, conversation })
    }

    /// Says a line.
    ///
    /// # Errors
    /// If the bot does not listen any more.
    pub fn say(&mut self, line: &str) -> Result<(), AgentError> {
        self.heard = 0;
        self.remember(true, line);
        let mut bytes = Vec::with_capacity(line.len() + 1);
        bytes.extend_from_slice(line.as_bytes());
        bytes.push(b'\n');
        let said = self.input.as_mut().map(|input| input.write_all(&bytes).and_then(|()| input.flush()));
        match said {
            Some(Ok(())) => Ok(()),
            _ => Err(self.gone()),
        }
    }

    /// The next line it says, within `limit`. `stop` may end the waiting.
    ///
    /// # Errors
    /// If it says nothing, too much, or is gone.
    pub fn listen(&mut self, limit: Duration, stop: &mut dyn FnMut() -> bool) -> Result<String, AgentError> {
        let deadline = Instant::now() + limit;
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left.min(TICK)) {
                Ok(Heard::Line(line)) => {
                    self.heard += line.len() + 1;
                    self.remember(false, &line);
                    if self.heard > MOST_OUTPUT {
                        return Err(AgentError::Flood(message!(
                            "more than {most} bytes without a move",
                            "más de {most} bytes sin una jugada",
                            most = MOST_OUTPUT
                        )));
                    }
                    return Ok(line);
                }
                Ok(Heard::TooLong) => {
                    return Err(AgentError::Flood(message!(
                        "a line of more than {most} bytes",
                        "una línea de más de {most} bytes",
                        most = LONGEST_LINE
                    )));
                }
                Ok(Heard::End) | Err(RecvTimeoutError::Disconnected) => return Err(self.gone()),
                Err(RecvTimeoutError::Timeout) => {}
            }
            self.count_processes()?;
            if stop() {
                return Err(AgentError::Stopped);
            }
            if left.is_zero() {
                return Err(AgentError::Timeout(message!(
                    "no answer within {limit} ms",
                    "sin respuesta en {limit} ms",
                    limit = limit.as_millis()
                )));
            }
        }
    }

    /// Sees that it has not started more processes than it may.
    ///
    /// # Errors
    /// If it has.
    pub fn count_processes(&mut self) -> Result<(), AgentError> {
        if self.counted.elapsed() < COUNT_EVERY {
            return Ok(());
        }
        self.counted = Instant::now();
        let (count, most) = (group_size(self.child.id()), self.limits.processes);
        if count > most {
            return Err(AgentError::Overrun(message!(
                "{count} processes at the same time, and {most} are allowed",
                "{count} procesos a la vez, y se permiten {most}",
                count,
                most
            )));
        }
        Ok(())
    }

    /// What it wrote to its standard error since this was last asked.
    pub fn talk(&mut self) -> String {
        let mut talk = self.talk.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes: Vec<u8> = talk.drain(..).collect();
        String::from_utf8_lossy(&bytes).into_owned()
    }

    /// The last lines of the conversation.
    pub fn conversation(&self) -> impl Iterator<Item = &Exchange> {
        self.conversation.iter()
    }

    /// Tells it to leave, waits a little, and makes sure. Gives back what was left on its standard error, and whether it
    /// left by itself.
    pub fn leave(mut self, farewell: Option<&str>) -> (String, bool) {
        if let Some(farewell) = farewell {
            // It may be gone already.
            let _ = self.say(farewell);
        }
        self.input = None;
        let deadline = Instant::now() + self.limits.leave;
        let mut left = false;
        let mut nap = Duration::from_micros(200);
        while !left && Instant::now() < deadline {
            left = matches!(self.child.try_wait(), Ok(Some(_)));
            if !left {
                thread::sleep(nap);
                nap = (nap * 2).min(Duration::from_millis(10));
            }
        }
        self.kill();
        (self.talk(), left)
    }

    /// Lets a program that asks nothing run to its end. Gives back whether it succeeded, and what it said.
    ///
    /// # Errors
    /// If it does not end within `limit`, or takes more than it may.
    pub fn run_to_end(mut self, limit: Duration) -> Result<(bool, String), AgentError> {
        self.input = None;
        let deadline = Instant::now() + limit;
        let mut said = String::new();
        loop {
            match self.listen(deadline.saturating_duration_since(Instant::now()), &mut || false) {
                Ok(line) => {
                    said.push_str(&line);
                    said.push('\n');
                }
                Err(AgentError::Crash(_)) => break,
                Err(AgentError::Timeout(_)) => {
                    let seconds = limit.as_secs();
                    return Err(AgentError::Timeout(message!(
                        "it was not done within {seconds} s",
                        "no terminó en {seconds} s",
                        seconds
                    )));
                }
                Err(error) => return Err(error),
            }
        }
        let succeeded = self.child.wait().is_ok_and(|status| status.success());
        self.kill();
        said.push_str(&self.talk());
        Ok((succeeded, said))
    }

    /// Why it does not answer any more.
    fn gone(&mut self) -> AgentError {
        // Its output may end a moment before it does.
        let deadline = Instant::now() + Duration::from_millis(200);
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) if ran_out_of_time(status) => {
                    let seconds = self.limits.processor;
                    return AgentError::Overrun(message!(
                        "more than {seconds} s of processor time",
                        "más de {seconds} s de procesador",
                        seconds
                    ));
                }
                Ok(Some(status)) => {
                    return AgentError::Crash(message!(
                        "the program ended: {status}",
                        "el programa terminó: {status}",
                        status
                    ));
                }
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(1)),
                _ => {
                    return AgentError::Crash(message!(
                        "the program closed its standard output",
                        "el programa cerró su salida estándar"
                    ));
                }
            }
        }
    }

    /// Ends the whole group and waits for what is left of it.
    fn kill(&mut self) {
        // First the group, as long as the number of its leader is surely taken.
        kill_group(&mut self.child);
        let _ = self.child.wait();
        if let Some(listener) = self.listener.take() {
            // Whoever left the group may still hold the pipe: then the rest is not worth waiting for.
            let deadline = Instant::now() + Duration::from_millis(200);
            while !listener.is_finished() && Instant::now() < deadline {
                thread::sleep(Duration::from_micros(200));
            }
        }
    }

    fn remember(&mut self, sent: bool, line: &str) {
        if self.conversation.len() == REMEMBERED {
            self.conversation.pop_front();
        }
        let line = match line.char_indices().nth(400) {
            Some((end, _)) => format!("{}...", &line[..end]),
            None => line.to_owned(),
        };
        self.conversation.push_back(Exchange { sent, line });
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// The program behind a shell that sets the limits and then becomes the program. Standard tools can do it, so no code
/// has to run between fork and exec.
#[cfg(unix)]
fn limited(words: &[String], limits: &BotLimits) -> Command {
    let (kilobytes, seconds) = (limits.memory * 1024, limits.processor);
    // At the soft limit of processor time the signal names the reason; at the hard one it is the same for everything.
    let set = format!(
        "ulimit -c 0; ulimit -d {kilobytes}; ulimit -S -t {seconds}; ulimit -H -t {}; exec \"$@\"",
        seconds + 1
    );
    let mut command = Command::new("/bin/sh");
    command.args(["-c", &set, "sh"]).args(words);
    command
}

#[cfg(not(unix))]
fn limited(words: &[String], _: &BotLimits) -> Command {
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]);
    command
}

/// Whether it was ended for having used up its processor time.
#[cfg(unix)]
fn ran_out_of_time(status: ExitStatus) -> bool {
    use std::os::unix::process::ExitStatusExt;
    status.signal() == Some(rustix::process::Signal::XCPU.as_raw())
}

#[cfg(not(unix))]
fn ran_out_of_time(_: ExitStatus) -> bool {
    false
}

#[cfg(unix)]
fn own_group(command: &mut Command) {
    use std::os::unix::process::CommandExt;
    command.process_group(0);
}

#[cfg(not(unix))]
fn own_group(_: &mut Command) {}

#[cfg(unix)]
fn kill_group(child: &mut Child) {
    if let Some(group) = i32::try_from(child.id()).ok().and_then(rustix::process::Pid::from_raw) {
        // Nobody left is as good as killed.
        let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
    }
}

#[cfg(not(unix))]
fn kill_group(child: &mut Child) {
    let _ = child.kill();
}

/// How many processes are in a group, where the system tells.
fn group_size(group: u32) -> usize {
    let Ok(folder) = std::fs::read_dir("/proc") else { return 0 };
    let belongs = |stat: String| {
        // The name in brackets may hold anything; behind it come state, parent and group.
        let rest = stat.rsplit_once(')').map(|(_, rest)| rest.to_owned()).unwrap_or_default();
        rest.split_whitespace().nth(2).and_then(|word| word.parse().ok()) == Some(group)
    };
    folder
        .flatten()
        .filter(|entry| entry.file_name().as_encoded_bytes().first().is_some_and(u8::is_ascii_digit))
        .filter_map(|entry| std::fs::read_to_string(entry.path().join("stat")).ok())
        .filter(|stat| belongs(stat.clone()))
        .count()
}

/// Sends every line of a bot's standard output, until it ends or is too long.
fn hear(stdout: impl Read, sender: &SyncSender<Heard>) {
    let mut reader = BufReader::new(stdout);
    loop {
        let mut line = Vec::new();
        let read = reader.by_ref().take(LONGEST_LINE as u64 + 1).read_until(b'\n', &mut line);
        let heard = match read {
            Ok(0) | Err(_) => Heard::End,
            Ok(_) if line.len() > LONGEST_LINE => Heard::TooLong,
            Ok(_) => {
                while line.last().is_some_and(|byte| matches!(byte, b'\n' | b'\r')) {
                    line.pop();
                }
                Heard::Line(String::from_utf8_lossy(&line).into_owned())
            }
        };
        let last = !matches!(heard, Heard::Line(_));
        // Nobody listens any more, or there is nothing more to hear: the pipe is closed.
        if sender.send(heard).is_err() || last {
            return;
        }
    }
}

/// Keeps the end of a bot's standard error.
fn overhear(mut stderr: impl Read, talk: &Mutex<VecDeque<u8>>) {
    let mut buffer = [0; 4096];
    while let Ok(count @ 1..) = stderr.read(&mut buffer) {
        let mut talk = talk.lock().unwrap_or_else(PoisonError::into_inner);
        talk.extend(&buffer[..count]);
        let excess = talk.len().saturating_sub(LONGEST_TALK);
        talk.drain(..excess);
    }
}
