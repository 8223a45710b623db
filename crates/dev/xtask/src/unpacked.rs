//! An archive in the hands of somebody who has nothing else: unpacked in an empty folder, run with an empty environment.

use std::{
    ffi::OsStr,
    fs,
    io::{Read, Write},
    net::TcpStream,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use crate::{
    dist::NOTICES,
    server::Server,
    steps::{Context, Result, fail, works},
};

/// What has to be beside the binary.
const FILES: [&str; 9] = [
    "LICENSE-APACHE",
    "LICENSE-MIT",
    NOTICES,
    "completions/_poda",
    "completions/_poda.ps1",
    "completions/poda.bash",
    "completions/poda.fish",
    "man/man1/poda.1",
    "man/man1/poda-play.1",
];

/// Texts that the notices have to hold: of a crate, of the page's framework, of its fonts.
const NOTED: [&str; 4] = ["serde ", "svelte ", "SIL OPEN FONT LICENSE", "Apache License"];

/// Unpacks it, looks at what is there, plays and serves. With `wine` it is an archive for Windows.
pub(crate) fn check(archive: &Path, wine: Option<&Path>) -> Result {
    Unpacked::new(archive, wine)?.check()
}

/// An archive, unpacked. Removed in the end.
pub(crate) struct Unpacked {
    /// A folder with nothing else in it.
    folder: PathBuf,
    /// What was in the archive.
    pub(crate) content: PathBuf,
    /// The program that runs Windows' binaries.
    wine: Option<PathBuf>,
}

impl Unpacked {
    pub(crate) fn new(archive: &Path, wine: Option<&Path>) -> Result<Self> {
        let folder = std::env::temp_dir().join(format!("poda-unpacked-{}", std::process::id()));
        fs::create_dir_all(folder.join("home")).context(folder.display())?;
        let mut unpacked = Self { content: folder.clone(), folder, wine: wine.map(Path::to_owned) };
        let mut unpack = Command::new(if wine.is_some() { "unzip" } else { "tar" });
        unpack.arg(if wine.is_some() { "-q" } else { "-xzf" }).arg(archive).current_dir(&unpacked.folder);
        if !unpack.status().context("unpacking")?.success() {
            return fail(format!("{}: cannot be unpacked", archive.display()));
        }
        let name = archive.file_name().unwrap_or_default().to_string_lossy();
        let name = name.trim_end_matches(".zip").trim_end_matches(".tar.gz");
        unpacked.content = unpacked.folder.join(name);
        Ok(unpacked)
    }

    /// The binary, to be run in its own folder and with nothing in its environment but a home.
    pub(crate) fn poda<S: AsRef<OsStr>>(&self, arguments: &[S]) -> Command {
        let home = self.folder.join("home");
        let mut command = match &self.wine {
            Some(wine) => {
                let mut command = Command::new(wine);
                command.arg(self.content.join("poda.exe"));
                command
            }
            None => Command::new(self.content.join("poda")),
        };
        command.args(arguments).current_dir(&self.content).env_clear().env("HOME", &home);
        if self.wine.is_some() {
            command.env("WINEPREFIX", home.join("wine")).env("WINEDEBUG", "-all");
        }
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// What it prints, if it succeeds.
    pub(crate) fn prints<S: AsRef<OsStr>>(&self, arguments: &[S]) -> Result<String> {
        let words: Vec<_> = arguments.iter().map(|word| word.as_ref().to_string_lossy()).collect();
        let words = format!("poda {}", words.join(" "));
        let output = self.poda(arguments).output().context(&words)?;
        if output.status.success() {
            return Ok(String::from_utf8_lossy(&output.stdout).replace("\r\n", "\n"));
        }
        fail(format!("{words}: {}: {}", output.status, String::from_utf8_lossy(&output.stderr).trim()))
    }

    /// Files, version, a game, the page.
    pub(crate) fn check(&self) -> Result {
        for name in FILES {
            let path = self.content.join(name);
            if fs::metadata(&path).context(name)?.len() == 0 {
                return fail(format!("{name} is empty"));
            }
        }
        let notices = fs::read_to_string(self.content.join(NOTICES))?;
        has(NOTICES, &notices, &NOTED)?;
        let version = self.prints(&["--version"])?;
        has("--version", &version, &[concat!("poda ", env!("CARGO_PKG_VERSION"))])?;
        let players = ["--first", "pvs:depth=4", "--second", "random", "--seed", "1", "--json"];
        let game = self.prints(&[&["play", "connect4"][..], &players].concat())?;
        has("play", &game, &["\"moves\":[", "\"outcome\":"])?;
        self.serves()
    }

    /// Whether the page is served from inside the binary, with its scripts and its licences.
    fn serves(&self) -> Result {
        let server = Server::start(&mut self.poda(&["serve", "--port", "0"]))?;
        let address = &server.address;
        let page = get(address, "/")?;
        let script = page.split('"').find(|text| text.starts_with("/assets/") && text.contains(".js"));
        let Some(script) = script else { return fail(format!("served without the page: {page}")) };
        has(script, &get(address, script)?, &["javascript"])?;
        has("/licenses.txt", &get(address, "/licenses.txt")?, &["SIL OPEN FONT LICENSE"])?;
        has("/api/catalog", &get(address, "/api/catalog")?, &["connect4", "parchis"])
    }
}

impl Drop for Unpacked {
    fn drop(&mut self) {
        if let Some(wine) = &self.wine {
            // Wine's own server outlives the programs and holds the folder.
            let server = wine.with_file_name("wineserver");
            works(Command::new(server).arg("-k").env("WINEPREFIX", self.folder.join("home/wine")));
        }
        // What cannot be removed is the system's to clean up.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

/// Fails unless every one of the texts is there.
pub(crate) fn has(place: &str, text: &str, wanted: &[&str]) -> Result {
    match wanted.iter().find(|wanted| !text.contains(**wanted)) {
        Some(missing) => {
            let start: String = text.chars().take(400).collect();
            fail(format!("{place}: no {missing:?} in: {start}"))
        }
        None => Ok(()),
    }
}

/// The answer to a request, headers included.
fn get(address: &str, path: &str) -> Result<String> {
    let mut stream = TcpStream::connect(address).context(address)?;
    write!(stream, "GET {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n")?;
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).context(path)?;
    let answer = String::from_utf8_lossy(&answer).into_owned();
    if answer.starts_with("HTTP/1.1 200 ") {
        return Ok(answer);
    }
    fail(format!("{path}: {}", answer.lines().next().unwrap_or("no answer")))
}
