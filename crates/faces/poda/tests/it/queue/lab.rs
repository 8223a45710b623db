//! A server of one's own, and the processes of a test. Whatever happens, nothing of it stays.

use std::{
    fs::{self, File},
    io::{self, Write},
    net::TcpListener,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use serde_json::Value;

use crate::common::{forms::Forms, poda, printed, run, text};

/// Longer than anything takes on a machine that is busy with other things.
const PATIENCE: Duration = Duration::from_mins(1);

/// Waits until something comes true.
pub(crate) fn wait_for<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let began = Instant::now();
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(began.elapsed() < PATIENCE, "waited too long: {what}");
        thread::sleep(Duration::from_millis(30));
    }
}

/// A folder with a server in it.
pub(crate) struct Lab {
    folder: tempfile::TempDir,
    port: u16,
    server: Option<Child>,
    forms: Forms,
    /// Whether the server keeps messages.
    keeps: bool,
}

impl Lab {
    /// `None` only if the tests are told that there is no server.
    pub(crate) fn open() -> Option<Self> {
        Self::open_with(|_| String::new())
    }

    /// The same with a server that keeps no messages.
    pub(crate) fn open_plain() -> Option<Self> {
        Self::open_as(false, |_| String::new())
    }

    /// The same with more in the server's configuration, made in the lab's folder.
    pub(crate) fn open_with(configuration: impl FnOnce(&Path) -> String) -> Option<Self> {
        Self::open_as(true, configuration)
    }

    fn open_as(keeps: bool, configuration: impl FnOnce(&Path) -> String) -> Option<Self> {
        if std::env::var_os("PODA_WITHOUT_NATS").is_some() {
            return None;
        }
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let mut lab =
            Self { folder: tempfile::tempdir().unwrap(), port, server: None, forms: Forms::read(), keeps };
        fs::write(lab.path("nats.conf"), configuration(lab.folder.path())).unwrap();
        lab.start_server();
        Some(lab)
    }

    pub(crate) fn start_server(&mut self) {
        let log = self.log("server");
        let mut command = Command::new("nats-server");
        command.args(["-a", "127.0.0.1", "-p", &self.port.to_string()]).arg("-c").arg(self.path("nats.conf"));
        if self.keeps {
            command.args(["-js", "-sd"]).arg(self.path("server"));
        }
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log);
        self.server =
            Some(command.spawn().expect("nats-server is installed; PODA_WITHOUT_NATS=1 does without"));
        wait_for("the server", || std::net::TcpStream::connect(("127.0.0.1", self.port)).ok());
    }

    /// The server is gone without a word.
    pub(crate) fn kill_server(&mut self) {
        end(self.server.take());
    }

    pub(crate) fn url(&self) -> String {
        format!("nats://{}", self.host())
    }

    /// Where the server listens.
    pub(crate) fn host(&self) -> String {
        format!("127.0.0.1:{}", self.port)
    }

    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn text(&self, name: &str) -> String {
        self.path(name).to_str().unwrap().to_owned()
    }

    fn log(&self, name: &str) -> File {
        File::options().create(true).append(true).open(self.path(&format!("{name}.log"))).unwrap()
    }

    /// What a process has said so far.
    pub(crate) fn said(&self, name: &str) -> String {
        fs::read_to_string(self.path(&format!("{name}.log"))).unwrap_or_default()
    }

    /// A command in a home of its own, with its talk in a file.
    pub(crate) fn command(&self, name: &str, arguments: &[&str]) -> Command {
        let home = self.path(&format!("home-{name}"));
        fs::create_dir_all(&home).unwrap();
        let mut command = poda(&home, arguments);
        // What a killed process leaves behind goes with the lab.
        command
            .env("TMPDIR", &home)
            .env("XDG_CACHE_HOME", home.join("cache"))
            .current_dir(self.folder.path());
        command.stdout(self.log(&format!("{name}-out"))).stderr(self.log(name));
        command
    }

    pub(crate) fn start(&self, name: &str, arguments: &[&str]) -> Running {
        Running(Some(self.command(name, arguments).spawn().unwrap()))
    }

    /// A worker in a home of its own.
    pub(crate) fn worker(&self, name: &str) -> Running {
        self.start(name, &["worker", "--queue", &self.url(), "--name", name, "--weak-sandbox"])
    }

    /// What `poda queue` shows.
    pub(crate) fn queue(&self) -> Value {
        let text = printed(self.folder.path(), &["queue", &self.url(), "--json"]);
        self.forms.check(text.trim_end())
    }

    /// Processes that have this folder in their command line, apart from the server.
    pub(crate) fn processes(&self) -> Vec<String> {
        let folder = self.folder.path().to_str().unwrap();
        let server = self.server.as_ref().map(|child| child.id().to_string());
        let mut found = Vec::new();
        for entry in fs::read_dir("/proc").unwrap().flatten() {
            let name = entry.file_name().into_string().unwrap_or_default();
            let Ok(bytes) = fs::read(entry.path().join("cmdline")) else { continue };
            let line = String::from_utf8_lossy(&bytes).replace('\0', " ");
            if line.contains(folder) && Some(&name) != server.as_ref() {
                found.push(format!("{name} {line}"));
            }
        }
        found
    }
}

impl Drop for Lab {
    fn drop(&mut self) {
        end(self.server.take());
        if thread::panicking() {
            for entry in fs::read_dir(self.folder.path()).into_iter().flatten().flatten() {
                if entry.path().extension().is_some_and(|extension| extension == "log") {
                    let text = fs::read_to_string(entry.path()).unwrap_or_default();
                    let lines: Vec<&str> = text.lines().collect();
                    let last = lines[lines.len().saturating_sub(30)..].join("\n");
                    let name = entry.file_name();
                    // Only a test that fails says something.
                    let _ = writeln!(io::stderr(), "--- {}\n{last}", name.display());
                }
            }
        }
    }
}

fn end(child: Option<Child>) {
    if let Some(mut child) = child {
        let _ = child.kill();
        let _ = child.wait();
    }
}

/// A process of a test.
pub(crate) struct Running(Option<Child>);

impl Running {
    pub(crate) fn of(child: Child) -> Self {
        Self(Some(child))
    }

    /// The system's number for it.
    pub(crate) fn number(&self) -> u32 {
        self.0.as_ref().unwrap().id()
    }

    pub(crate) fn signal(&self, name: &str) {
        let id = self.number().to_string();
        assert!(Command::new("kill").args([name, &id]).status().unwrap().success());
    }

    /// Leaves nobody in its place.
    pub(crate) fn take(&mut self) -> Self {
        Self(self.0.take())
    }

    /// Whether it has ended by itself.
    pub(crate) fn is_over(&mut self) -> bool {
        self.0.as_mut().unwrap().try_wait().unwrap().is_some()
    }

    /// Ends it at once, without a word.
    pub(crate) fn kill(mut self) {
        end(self.0.take());
    }

    /// Waits for its end, and gives its exit code.
    pub(crate) fn end(mut self) -> Option<i32> {
        let child = self.0.as_mut().unwrap();
        let status = wait_for("the end of a process", || child.try_wait().unwrap());
        self.0 = None;
        status.code()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        end(self.0.take());
    }
}

/// The games of a run: number, players, moves, result, and why it ended. Times are no part of it.
pub(crate) fn games(home: &Path, db: &str) -> Vec<String> {
    let text = printed(home, &["runs", "export", "1", "--db", db]);
    let game = |line: &str| {
        let game: Value = serde_json::from_str(line).unwrap();
        let end = &game["end"]["kind"];
        let (number, outcome) = (&game["number"], &game["outcome"]);
        format!(
            "{number} {} {} {} {outcome} {end} {}",
            game["players"], game["opening"], game["moves"], game["seed"]
        )
    };
    text.lines().map(game).collect()
}

/// The numbers of the games that are recorded: none before the run is.
pub(crate) fn numbers(home: &Path, db: &str) -> Vec<u64> {
    let exported = run(home, &["runs", "export", "1", "--db", db]);
    if !exported.status.success() {
        return Vec::new();
    }
    let number = |line: &str| serde_json::from_str::<Value>(line).unwrap()["number"].as_u64().unwrap();
    text(&exported.stdout).lines().map(number).collect()
}
