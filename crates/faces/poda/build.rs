//! Tells the binary which commit it is built from, for `poda --version`. Without git, or outside of the project's own
//! repository, the version stands alone. Package builds may say it themselves: `PODA_COMMIT`, which may be empty.

#![expect(
    clippy::disallowed_types,
    reason = "a build script asks git for the commit; the program itself starts nothing"
)]

use std::{
    env,
    path::{Path, PathBuf},
    process::Command,
};

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-env-changed=PODA_COMMIT");
    let commit = env::var("PODA_COMMIT").ok().or_else(commit_of_repository).unwrap_or_default();
    let version = env::var("CARGO_PKG_VERSION").unwrap_or_default();
    let told = match commit.trim() {
        "" => version,
        commit => format!("{version} ({commit})"),
    };
    println!("cargo:rustc-env=PODA_VERSION={told}");
}

/// The commit that is checked out. Cargo runs this again after a commit or a checkout, not after every edit.
fn commit_of_repository() -> Option<String> {
    let manifest = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR")?);
    let root = manifest.ancestors().nth(3)?;
    // Sources that were unpacked inside somebody else's repository have nothing to do with its commits.
    let top = git(root, &["rev-parse", "--show-toplevel"])?;
    if Path::new(&top).canonicalize().ok()? != root.canonicalize().ok()? {
        return None;
    }
    for file in ["HEAD", "logs/HEAD"] {
        let path = root.join(git(root, &["rev-parse", "--git-path", file])?);
        // Cargo would run this every time for a file that is not there.
        if path.exists() {
            println!("cargo:rerun-if-changed={}", path.display());
        }
    }
    git(root, &["rev-parse", "--short=10", "HEAD"])
}

/// What git says in one line. `None` if it is not there, or has nothing to say.
fn git(folder: &Path, arguments: &[&str]) -> Option<String> {
    let output = Command::new("git").current_dir(folder).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let line = text.trim();
    (output.status.success() && !line.is_empty()).then(|| line.to_owned())
}
