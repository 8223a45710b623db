//! The only place that starts programs: bots, and what builds them. Each has a sandbox, a process group and limits of its own,
//! so that Ctrl-C is not for it and nothing that it starts is left behind. Nothing here waits without a limit.
#![expect(clippy::disallowed_types, reason = "here programs are started, and nowhere else")]

mod end;
mod family;
mod input;
mod output;
mod start;

use std::{
    collections::VecDeque,
    fs::File,
    process::{Child, ExitStatus},
    sync::{
        Arc,
        mpsc::{Receiver, RecvTimeoutError, sync_channel},
    },
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

use poda_agent::{AgentError, BotLimits};
use poda_core::{Translate, message};

use self::{
    family::ProcessTree,
    input::{Input, Unsaid},
    output::{LONGEST_LINE, OutputLine, StandardError, hear},
};
use crate::{
    CommandLine,
    sandbox::{self, Belongings, SandboxKind},
};

/// More than this between two questions is no thinking aloud.
const MOST_OUTPUT: usize = 8 << 20;
/// How many lines may wait to be read before the bot has to wait too.
const LINES_AHEAD: usize = 64;
/// How often to look around while waiting.
const TICK: Duration = Duration::from_millis(50);
/// How often to count processes, memory and files: it means reading whole folders.
const COUNT_EVERY: Duration = Duration::from_millis(200);
/// How long to wait for what is left of a program that was killed.
const BURIAL: Duration = Duration::from_secs(5);
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

/// A running program.
#[derive(Debug)]
pub struct Process {
    child: Child,
    input: Option<Input>,
    output: Receiver<OutputLine>,
    /// Bytes heard since the last question.
    heard: usize,
    stderr: Option<Arc<StandardError>>,
    listener: Option<JoinHandle<()>>,
    limits: BotLimits,
    counted: Instant,
    conversation: VecDeque<Exchange>,
    /// Whether it stands still until it is asked something.
    resting: bool,
    /// Whether it was killed and buried: its number may be somebody else's.
    buried: bool,
    // Last, so that its group is empty when it is taken away.
    belongings: Belongings,
}

impl Process {
    /// Starts a program in its sandbox.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start(program: &CommandLine, limits: &BotLimits) -> Result<Self, AgentError> {
        Self::start_with(program, limits, None)
    }

    /// The same, with a file as its standard input instead of a pipe.
    pub(crate) fn start_with(
        program: &CommandLine,
        limits: &BotLimits,
        input: Option<File>,
    ) -> Result<Self, AgentError> {
        program.check_executable().map_err(|error| AgentError::NoStart(error.message()))?;
        let confined = sandbox::confine(program, limits).map_err(AgentError::NoStart)?;
        let started = start::start(&confined, limits, input);
        let mut child = started.map_err(|error| AgentError::NoStart(error.message()))?;
        let (sender, output) = sync_channel(LINES_AHEAD);
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || hear(stdout, &sender));
        }
        let stderr = child.stderr.take().map(|stderr| Arc::new(StandardError::new(stderr)));
        let listener = stderr.clone().map(|stderr| thread::spawn(move || stderr.read_to_end()));
        let input = child.stdin.take().and_then(Input::new);
        Ok(Self {
            child,
            input,
            output,
            heard: 0,
            stderr,
            listener,
            limits: *limits,
            counted: Instant::now(),
            conversation: VecDeque::new(),
            resting: false,
            buried: false,
            belongings: confined.belongings,
        })
    }

    /// How its sandbox is made.
    pub(crate) fn sandbox(&self) -> SandboxKind {
        self.belongings.kind
    }

    /// Says a line, which must be taken within `limit`. `stop` may end the waiting.
    ///
    /// # Errors
    /// If the bot does not listen any more, or does not read.
    pub fn say(
        &mut self,
        line: &str,
        limit: Duration,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<(), AgentError> {
        self.heard = 0;
        self.rest(false);
        self.remember(true, line);
        let mut bytes = Vec::with_capacity(line.len() + 1);
        bytes.extend_from_slice(line.as_bytes());
        bytes.push(b'\n');
        let deadline = Instant::now() + limit;
        let said =
            self.input.as_mut().map_or(Err(Unsaid::Closed), |input| input.write(&bytes, deadline, stop));
        said.map_err(|why| match why {
            Unsaid::Closed => self.gone(),
            Unsaid::Stopped => AgentError::Stopped,
            Unsaid::Late => AgentError::Timeout(message!(
                "it did not read its standard input within {limit} ms",
                "no leyó su entrada estándar en {limit} ms",
                limit = limit.as_millis()
            )),
        })
    }

    /// Asks a question and gives the line that answers it, both within `limit`.
    ///
    /// # Errors
    /// If it does not answer, says too much, or is gone.
    pub fn ask(
        &mut self,
        line: &str,
        limit: Duration,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<String, AgentError> {
        let start = Instant::now();
        self.say(line, limit, stop)?;
        self.listen_until(start + limit, limit, stop)
    }

    /// The next line of its output, before a deadline that is `limit` after the question. `stop` may end the waiting.
    ///
    /// # Errors
    /// If there is none, too much, or it is gone.
    pub(crate) fn listen_until(
        &mut self,
        deadline: Instant,
        limit: Duration,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<String, AgentError> {
        loop {
            // Also while it talks without a pause.
            self.count()?;
            if stop() {
                return Err(AgentError::Stopped);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left.min(TICK)) {
                Ok(OutputLine::Line(line)) => {
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
                Ok(OutputLine::TooLong) => {
                    return Err(AgentError::Flood(message!(
                        "a line of more than {most} bytes",
                        "una línea de más de {most} bytes",
                        most = LONGEST_LINE
                    )));
                }
                Ok(OutputLine::End) | Err(RecvTimeoutError::Disconnected) => return Err(self.gone()),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(late(limit)),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Sees that it has not taken more processes, memory or room on the disk than it may.
    ///
    /// # Errors
    /// If it has.
    pub fn count(&mut self) -> Result<(), AgentError> {
        if self.counted.elapsed() < COUNT_EVERY {
            return Ok(());
        }
        self.counted = Instant::now();
        let BotLimits { memory, processes, scratch, .. } = self.limits;
        let (members, used) = if let Some(group) = &self.belongings.group {
            (group.members(), if group.ran_out_of_memory() { u64::MAX } else { 0 })
        } else {
            let ProcessTree { members, megabytes } = ProcessTree::of(self.child.id());
            (members, megabytes)
        };
        let count = members.len().saturating_sub(self.belongings.attendants());
        if count > processes {
            return Err(AgentError::Overrun(message!(
                "{count} processes at the same time, and {most} are allowed",
                "{count} procesos a la vez, y se permiten {most}",
                count,
                most = processes
            )));
        }
        if used > memory {
            return Err(too_much_memory(memory));
        }
        if self.belongings.scratch.as_ref().is_some_and(|scratch| scratch.is_too_full(&members)) {
            return Err(too_much_written(scratch));
        }
        Ok(())
    }

    /// Lets it stand still until it is asked something, if its limits say so.
    pub fn pause(&mut self) {
        if self.limits.freeze {
            self.rest(true);
        }
    }

    fn rest(&mut self, still: bool) {
        if self.resting == still {
            return;
        }
        self.resting = still;
        let frozen = self.belongings.group.as_ref().is_some_and(|group| group.freeze(still));
        if !frozen {
            end::stop(&ProcessTree::of(self.child.id()).members, still);
        }
    }

    /// What it wrote to its standard error since this was last asked.
    pub fn talk(&mut self) -> String {
        self.stderr.as_ref().map(|stderr| stderr.take()).unwrap_or_default()
    }

    /// The last lines of the conversation.
    pub fn conversation(&self) -> impl Iterator<Item = &Exchange> {
        self.conversation.iter()
    }

    /// Tells it to leave, waits a little, and makes sure. Gives back what was left on its standard error, and whether it
    /// left by itself.
    pub fn leave(self, farewell: Option<&str>) -> (String, bool) {
        let limit = self.limits.leave;
        self.leave_within(limit, farewell)
    }

    /// As [`Process::leave`], and waits as long as that.
    pub(crate) fn leave_within(mut self, limit: Duration, farewell: Option<&str>) -> (String, bool) {
        self.rest(false);
        if let Some(farewell) = farewell {
            // It may be gone already.
            let _ = self.say(farewell, limit, &mut || false);
        }
        self.input = None;
        let left = self.ended_by(Instant::now() + limit).is_some();
        self.kill();
        (self.talk(), left)
    }

    /// Ends it at once. Gives back what was left on its standard error.
    pub fn end(mut self) -> String {
        self.kill();
        self.talk()
    }

    /// How it ended, if it does before the deadline.
    fn ended_by(&mut self, deadline: Instant) -> Option<ExitStatus> {
        let mut nap = Duration::from_micros(200);
        loop {
            if let Some(status) = self.status() {
                return Some(status);
            }
            if Instant::now() >= deadline {
                return None;
            }
            thread::sleep(nap);
            nap = (nap * 2).min(Duration::from_millis(10));
        }
    }

    fn status(&mut self) -> Option<ExitStatus> {
        end::look(&mut self.child, self.belongings.kind == SandboxKind::Bwrap)
    }

    /// Lets a program that asks nothing run to its end. Gives back whether it succeeded, and what it said.
    ///
    /// # Errors
    /// If it does not end within `limit`, or takes more than it may, or is stopped.
    pub fn run_to_end(
        mut self,
        limit: Duration,
        stop: &mut dyn FnMut() -> bool,
    ) -> Result<(bool, String), AgentError> {
        self.input = None;
        let deadline = Instant::now() + limit;
        let seconds = limit.as_secs();
        let late = || {
            AgentError::Timeout(message!(
                "it was not done within {seconds} s",
                "no terminó en {seconds} s",
                seconds
            ))
        };
        let mut said = String::new();
        let mut listening = true;
        // Whoever closes its output need not be done.
        let succeeded = loop {
            if !listening {
                if let Some(status) = self.ended_by(deadline.min(Instant::now() + TICK)) {
                    break status.success();
                }
                self.count()?;
                if stop() {
                    return Err(AgentError::Stopped);
                }
                if Instant::now() >= deadline {
                    return Err(late());
                }
                continue;
            }
            match self.listen_until(deadline, limit, stop) {
                Ok(line) => {
                    said.push_str(&line);
                    said.push('\n');
                    if Instant::now() >= deadline {
                        return Err(late());
                    }
                }
                Err(AgentError::Crash(_)) => listening = false,
                Err(AgentError::Timeout(_)) => return Err(late()),
                Err(error) => return Err(error),
            }
        };
        self.kill();
        said.push_str(&self.talk());
        Ok((succeeded, said))
    }

    /// Why it does not answer any more.
    fn gone(&mut self) -> AgentError {
        // Its output may end a moment before it does.
        let status = self.ended_by(Instant::now() + Duration::from_millis(200));
        let BotLimits { memory, processor, processes, scratch, .. } = self.limits;
        if let Some(group) = &self.belongings.group {
            if group.ran_out_of_memory() {
                return too_much_memory(memory);
            }
            if group.ran_out_of_processes() {
                return AgentError::Overrun(message!(
                    "more processes than the {most} that are allowed",
                    "más procesos que los {most} permitidos",
                    most = processes
                ));
            }
        }
        let Some(status) = status else {
            return AgentError::Crash(message!(
                "the program closed its standard output",
                "el programa cerró su salida estándar"
            ));
        };
        if end::ran_out_of_time(status) {
            return AgentError::Overrun(message!(
                "more than {seconds} s of processor time",
                "más de {seconds} s de procesador",
                seconds = processor
            ));
        }
        if end::wrote_too_much(status) {
            return too_much_written(scratch);
        }
        if !status.success() {
            self.hear_out();
            let talk = self.stderr.as_ref().map(|stderr| stderr.text()).unwrap_or_default();
            if let Some(line) = end::says_no_memory(&talk) {
                return AgentError::Overrun(message!(
                    language =>
                    "the program ended: {status}; probably out of memory ({memory} MB are allowed): {line}",
                    "el programa terminó: {status}; probablemente sin memoria (se permiten {memory} MB): {line}",
                    status = status.text(language),
                    memory,
                    line
                ));
            }
        }
        AgentError::Crash(message!(
            language => "the program ended: {status}", "el programa terminó: {status}", status = status.text(language)
        ))
    }

    /// Ends everything that belongs to it and waits for what is left.
    fn kill(&mut self) {
        if self.buried {
            return;
        }
        // First everybody else, as long as the number of the leader is surely taken.
        if let Some(group) = &self.belongings.group {
            group.kill();
        }
        end::kill_group(&mut self.child);
        if self.ended_by(Instant::now() + BURIAL).is_some() {
            let _ = self.child.wait();
        }
        self.buried = true;
        self.hear_out();
    }

    /// Waits a moment for the rest of its standard error.
    fn hear_out(&mut self) {
        let Some(listener) = &self.listener else { return };
        // Whoever left the group may still hold the pipe: then the rest is not worth waiting for.
        let deadline = Instant::now() + Duration::from_millis(200);
        while !listener.is_finished() && Instant::now() < deadline {
            thread::sleep(Duration::from_micros(200));
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

/// It did not answer in time.
pub(crate) fn late(limit: Duration) -> AgentError {
    AgentError::Timeout(message!(
        "no answer within {limit} ms",
        "sin respuesta en {limit} ms",
        limit = limit.as_millis()
    ))
}

/// It took more memory than it may.
pub(crate) fn too_much_memory(most: u64) -> AgentError {
    AgentError::Overrun(message!("more than {most} MB of memory", "más de {most} MB de memoria", most))
}

fn too_much_written(most: u64) -> AgentError {
    AgentError::Overrun(message!(
        "more than {most} MB written to the disk",
        "más de {most} MB escritos en el disco",
        most
    ))
}
