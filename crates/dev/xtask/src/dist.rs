//! `cargo xtask dist`: the archive that is handed out.
//!
//! ```text
//! poda-VERSION-TARGET/
//!   poda                       the binary with the page inside, stripped
//!   man/man1/*.1               a manual page per command
//!   completions/               bash, zsh, fish, PowerShell
//!   LICENSE-* THIRD-PARTY.txt README.md CHANGELOG.md
//! ```
//!
//! `--python` makes the wheel of the Python module instead.

use std::{
    ffi::OsStr,
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::{Duration, SystemTime},
};

use crate::{
    notices, page, python,
    steps::{Context, Result, cargo, fail, measured, root, say, step, target},
    system::{install, is_there},
    unpacked, windows,
};

/// The limit of the binary that is handed out: small enough for a slow connection.
const LARGEST_RELEASE: u64 = 14_000_000;
/// The limit of the development build that `cargo xtask test` packs. Not optimised, it is about three times as large, and what makes one
/// larger makes the other larger too: a dependency, more generated code, a file inside. When it is passed, `cargo xtask dist` has the
/// figure that counts.
const LARGEST_DEVELOPMENT: u64 = 46_000_000;

const COMPLETIONS: [(&str, &str); 4] =
    [("bash", "poda.bash"), ("zsh", "_poda"), ("fish", "poda.fish"), ("powershell", "_poda.ps1")];

const PAPERS: [&str; 4] = ["LICENSE-MIT", "LICENSE-APACHE", "README.md", "CHANGELOG.md"];

/// The name of the notices of third parties in the archive.
pub(crate) const NOTICES: &str = "THIRD-PARTY.txt";

/// `cargo xtask dist [--windows | --python]`.
pub(crate) fn dist(arguments: &[String]) -> Result {
    let archive = match arguments {
        [] => linux()?,
        [only] if only == "--windows" => windows::archive()?,
        [only] if only == "--python" => wheel()?,
        [other, ..] => {
            return fail(format!("unknown option {other:?}: only --windows and --python are known"));
        }
    };
    let size = fs::metadata(&archive).context(archive.display())?.len();
    say(&format!("{} ({:.1} MB)", archive.display(), size as f64 / 1e6));
    Ok(())
}

/// Makes the archive and the wheel of this machine's own kind, unpacks them elsewhere and plays: for `cargo xtask stress`.
pub(crate) fn stress() -> Result {
    let archive = linux()?;
    measured("archive, unpacked and played", || unpacked::check(&archive, None))?;
    wheel().map(drop)
}

/// The wheel of this machine's own kind, tried in an empty environment.
fn wheel() -> Result<PathBuf> {
    python::install_packages()?;
    let wheel = python::wheel_to_hand_out(&host()?, &target().join("dist"))?;
    measured("wheel, installed and played", || python::check_wheel(&wheel))?;
    Ok(wheel)
}

/// The same with a binary that the tests have built already, and with the limit of such a one.
pub(crate) fn test(poda: &Path) -> Result {
    let built = BuiltBinary { binary: poda.to_owned(), target: host()?, strip: "strip", is_release: false };
    let folder = target().join("dist/test");
    measured("archive, unpacked and played", || unpacked::check(&pack(&built, poda, &folder)?, None))
}

fn linux() -> Result<PathBuf> {
    let host = host()?;
    page::build_if_stale()?;
    let mut build = cargo(&["build", "--release", "--locked", "--package", "poda", "--target", &host]);
    step(&format!("build for {host}"), without_paths(&mut build, &host).envs(commit()))?;
    let binary = target().join(&host).join("release/poda");
    let built = BuiltBinary { binary, target: host, strip: "strip", is_release: true };
    pack(&built, &built.binary, &target().join("dist"))
}

/// A binary, as cargo built it.
pub(crate) struct BuiltBinary {
    pub(crate) binary: PathBuf,
    pub(crate) target: String,
    /// The program that strips it.
    pub(crate) strip: &'static str,
    /// Whether it is to be handed out, and not only to be tried.
    pub(crate) is_release: bool,
}

impl BuiltBinary {
    /// What the archive is called, without what says how it is packed.
    fn name(&self) -> String {
        format!("poda-{}-{}", env!("CARGO_PKG_VERSION"), self.target)
    }

    fn is_for_windows(&self) -> bool {
        self.target.contains("windows")
    }
}

/// The target that cargo builds for by itself.
fn host() -> Result<String> {
    let output = Command::new("rustc").arg("-vV").current_dir(root()).output().context("rustc")?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    match text.lines().find_map(|line| line.strip_prefix("host: ")) {
        Some(host) => Ok(host.to_owned()),
        None => fail("rustc -vV names no host"),
    }
}

/// Takes the folders of whoever builds out of the binary, where panics would name them.
pub(crate) fn without_paths<'a>(build: &'a mut Command, target: &str) -> &'a mut Command {
    let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| std::env::home_dir().map(|home| home.join(".cargo")));
    let folders = [(home, "/cargo"), (Some(root()), "/poda")];
    let flags = folders.iter().filter_map(|(folder, name)| {
        Some(format!("'''--remap-path-prefix={}={name}'''", folder.as_ref()?.display()))
    });
    let flags = flags.collect::<Vec<_>>().join(", ");
    // In one word, as maturin wants it.
    build.arg(format!("--config=target.{target}.rustflags=[{flags}]"))
}

/// What the binary is to say of its commit: more than it would by itself, if there are changes that no commit has.
pub(crate) fn commit() -> Option<(&'static str, String)> {
    let git = |arguments: &[&str]| {
        let output = Command::new("git").current_dir(root()).args(arguments).output().ok()?;
        let text = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        output.status.success().then_some(text)
    };
    let changes = git(&["status", "--porcelain", "--untracked-files=no"])?;
    if changes.is_empty() || std::env::var_os("PODA_COMMIT").is_some() {
        return None;
    }
    Some(("PODA_COMMIT", format!("{}, changed", git(&["rev-parse", "--short=10", "HEAD"])?)))
}

/// Puts everything into one archive below `folder`. `poda` is a binary that can be run here, and writes the manual.
pub(crate) fn pack(built: &BuiltBinary, poda: &Path, folder: &Path) -> Result<PathBuf> {
    let content = folder.join(built.name());
    if content.exists() {
        fs::remove_dir_all(&content).context(content.display())?;
    }
    let completions = content.join("completions");
    fs::create_dir_all(&completions).context(completions.display())?;
    let binary = content.join(if built.is_for_windows() { "poda.exe" } else { "poda" });
    step("strip", Command::new(built.strip).arg("-o").arg(&binary).arg(&built.binary))?;
    let size = fs::metadata(&binary).context(binary.display())?.len();
    let largest = if built.is_release { LARGEST_RELEASE } else { LARGEST_DEVELOPMENT };
    if size >= largest {
        return fail(format!("the stripped binary has {size} bytes, which is not under {largest}"));
    }
    say(&format!("the stripped binary has {size} bytes, of {largest} at most"));
    for (shell, name) in COMPLETIONS {
        fs::write(completions.join(name), output_of(poda, &["completions", shell])?)?;
    }
    output_of(poda, &[OsStr::new("man"), OsStr::new("--out"), content.join("man/man1").as_os_str()])?;
    for name in PAPERS {
        fs::copy(root().join(name), content.join(name)).context(name)?;
    }
    fs::write(content.join(NOTICES), notices::write(&built.target)?)?;
    let archive = if built.is_for_windows() { zip(folder, built)? } else { tar(folder, built)? };
    fs::remove_dir_all(&content)?;
    Ok(archive)
}

/// What a command prints on standard output.
pub(crate) fn output_of(program: &Path, arguments: &[impl AsRef<OsStr>]) -> Result<Vec<u8>> {
    let output = Command::new(program).args(arguments).output().context(program.display())?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    fail(format!("{}: {}", program.display(), String::from_utf8_lossy(&output.stderr).trim()))
}

/// When the commit was made: the same sources give the same archive.
fn time_of_commit() -> u64 {
    let told = std::env::var("SOURCE_DATE_EPOCH").ok().or_else(|| {
        let output = Command::new("git").current_dir(root()).args(["log", "-1", "--format=%ct"]).output();
        Some(String::from_utf8_lossy(&output.ok()?.stdout).trim().to_owned())
    });
    // Archives know no time before 1980.
    told.and_then(|told| told.parse().ok()).unwrap_or(0).max(315_532_800)
}

fn tar(folder: &Path, built: &BuiltBinary) -> Result<PathBuf> {
    let archive = folder.join(format!("{}.tar.gz", built.name()));
    let mut tar = Command::new("tar");
    tar.args(["--sort=name", "--owner=0", "--group=0", "--numeric-owner", "--mode=u=rwX,go=rX"]);
    let gzip = if built.is_release { "gzip -9n" } else { "gzip -1n" };
    tar.arg(format!("--mtime=@{}", time_of_commit())).args(["--use-compress-program", gzip]);
    tar.arg("-cf").arg(&archive).arg("-C").arg(folder).arg(built.name());
    step("tar", &mut tar)?;
    Ok(archive)
}

fn zip(folder: &Path, built: &BuiltBinary) -> Result<PathBuf> {
    if !is_there("zip") {
        install(&["zip"])?;
    }
    let archive = folder.join(format!("{}.zip", built.name()));
    // Otherwise files would be added to the one that is there.
    if archive.exists() {
        fs::remove_file(&archive)?;
    }
    let mut files = Vec::new();
    list(&folder.join(built.name()), &mut files)?;
    files.sort();
    let time = SystemTime::UNIX_EPOCH + Duration::from_secs(time_of_commit());
    let mut names = Vec::new();
    for file in &files {
        fs::OpenOptions::new().append(true).open(file)?.set_modified(time)?;
        names.push(file.strip_prefix(folder)?.display().to_string());
    }
    let mut zip = Command::new("zip");
    zip.current_dir(folder).env("TZ", "UTC").args(["-9", "-X", "-q", "-@"]).arg(&archive);
    measured("zip", || {
        let mut child = zip.stdin(Stdio::piped()).spawn().context("zip")?;
        // Taken, so that it is closed before we wait.
        if let Some(mut stdin) = child.stdin.take() {
            stdin.write_all(names.join("\n").as_bytes()).context("zip")?;
        }
        let status = child.wait()?;
        if status.success() { Ok(()) } else { fail(format!("zip failed ({status})")) }
    })?;
    Ok(archive)
}

/// Every file below a folder.
fn list(folder: &Path, files: &mut Vec<PathBuf>) -> Result {
    for entry in fs::read_dir(folder).context(folder.display())? {
        let path = entry?.path();
        if path.is_dir() {
            list(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}
