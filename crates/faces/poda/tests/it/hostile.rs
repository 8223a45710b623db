//! A class of submissions that attack, graded in each sandbox by the superuser and by a user without rights: every attack is held, and
//! costs its own submission only.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::{
    collections::BTreeMap,
    fs,
    net::TcpListener,
    os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt},
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::Value;

use crate::{
    common::{at_home, text},
    sandbox::{NOBODY, has_bwrap, is_superuser, python},
};

const SECRET: &str = "SECRET-MARKS ana=10";

/// Starts Poda as a careless program would: with open descriptors, and with a key in its session keyring.
const CARELESS: &str = r#"
import ctypes, os, sys
user, secret, folder = int(sys.argv[1]), sys.argv[2], sys.argv[3]
os.dup2(os.open(secret, os.O_RDONLY), 7)
os.dup2(os.open(folder, os.O_RDONLY), 8)
if user:
    os.setgroups([])
    os.setgid(user)
    os.setuid(user)
x86 = os.uname().machine == "x86_64"
ctypes.CDLL(None).syscall(248 if x86 else 217, b"user", b"poda-test", b"TICKET", 6, -3)
os.execv(sys.argv[4], sys.argv[4:])
"#;

/// Every file below a folder, and its metadata. Links are not followed.
fn files(folder: &Path) -> Vec<(PathBuf, fs::Metadata)> {
    let (mut found, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap().flatten() {
            let metadata = fs::symlink_metadata(entry.path()).unwrap();
            if metadata.is_dir() {
                folders.push(entry.path());
            }
            found.push((entry.path(), metadata));
        }
    }
    found
}

/// The names of players, each with its standard error in a recorded game.
pub(crate) fn told(records: &Path) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let folder = records.parent().unwrap();
    for run in 1.. {
        let output = crate::common::run(
            folder,
            &["runs", "export", &run.to_string(), "--db", records.to_str().unwrap()],
        );
        if !output.status.success() {
            break;
        }
        for line in text(&output.stdout).lines() {
            let game: Value = serde_json::from_str(line).unwrap();
            found.extend((0..2).map(|side| {
                let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
                (word(&game["players"][side]["name"]), word(&game["stderr"][side]))
            }));
        }
    }
    found
}

/// Where the class is as data.
pub(crate) fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../examples/class-hostile")
}

/// Writes the class into a folder, beside a file of the teacher's, which it gives.
pub(crate) fn make_class(root: &Path, port: u16) -> PathBuf {
    let secret = root.join("exam/marks.txt");
    fs::create_dir(root.join("exam")).unwrap();
    fs::write(&secret, SECRET).unwrap();
    let mut make = Command::new(python());
    make.arg(examples().join("make.py")).arg(root.join("class")).arg("--secret").arg(&secret);
    assert!(make.args(["--port", &port.to_string()]).status().unwrap().success());
    secret
}

/// Checks that nothing below a folder is dangerous to touch, and that the secret is alone in its folder.
pub(crate) fn check_left(root: &Path, secret: &Path) {
    for (path, metadata) in files(root) {
        assert_eq!(metadata.mode() & 0o6000, 0, "{}", path.display());
        let kind = metadata.file_type();
        assert!(!kind.is_fifo() && !kind.is_socket(), "{}", path.display());
    }
    assert_eq!(fs::read_dir(secret.parent().unwrap()).unwrap().count(), 1);
}

/// Grades the class as this user of the machine; 0 is the one who runs the tests.
fn grade(sandbox: &str, user: u32) {
    let place = tempfile::tempdir().unwrap();
    let root = fs::canonicalize(place.path()).unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let secret = make_class(&root, listener.local_addr().unwrap().port());
    let program = root.join("poda");
    fs::copy(env!("CARGO_BIN_EXE_poda"), &program).unwrap();
    if user > 0 {
        let own = |path: &Path| std::os::unix::fs::lchown(path, Some(user), Some(user)).unwrap();
        own(&root);
        for (path, _) in files(&root) {
            own(&path);
        }
    }
    let before = fs::metadata(&secret).unwrap();

    let out = root.join("out");
    let mut command = Command::new(python());
    command.args(["-c", CARELESS, &user.to_string()]).arg(&secret).arg(root.join("exam")).arg(&program);
    command.arg("grade").arg(root.join("class")).arg("--rubric").arg(examples().join("rubric.toml"));
    command.arg("--out").arg(&out).args(["--sandbox", sandbox, "--quiet"]);
    at_home(&mut command, &root);
    let output = command.current_dir(&root).output().unwrap();
    assert!(output.status.success(), "{sandbox} {user}: {}", text(&output.stderr));
    let printed = text(&output.stdout) + &text(&output.stderr);
    assert!(!printed.contains('\u{1b}') && !printed.contains('\u{202e}'), "{printed:?}");

    // 1. Each attack has its page, which says what became of it.
    let attacks: BTreeMap<String, toml::Table> =
        toml::from_str(&fs::read_to_string(examples().join("attacks.toml")).unwrap()).unwrap();
    let told = told(&out.join("games.db"));
    for (name, attack) in &attacks {
        let page = fs::read_to_string(out.join(format!("students/{name}.html"))).unwrap();
        let expected = attack["expect"].as_str().unwrap().replace('\'', "&#39;");
        if expected == "held" {
            assert!(
                told.iter().any(|(player, told)| player == name && told.contains("held")),
                "{sandbox} {user} {name}: {told:?}"
            );
            continue;
        }
        let page = page.replace("&#x27;", "&#39;").replace('\'', "&#39;").replace("&quot;", "\"");
        assert!(page.contains(&expected), "{sandbox} {user} {name}: {expected}: {page}");
    }
    // 2. Nothing of the teacher's travelled home, and nothing of it was touched.
    for (path, metadata) in files(&out) {
        let is_source = path.starts_with(out.join("builds")) || path.to_str().unwrap().contains("copying");
        if metadata.is_file() && !is_source {
            let content = text(&fs::read(&path).unwrap());
            for word in [SECRET, "LOOT:", "TICKET"] {
                let at = content.find(word);
                let near = at.map(|at| content[at..].chars().take(200).collect::<String>());
                assert!(near.is_none(), "{sandbox} {user} {}: {near:?}", path.display());
            }
        }
        assert!(
            !path.starts_with(out.join("builds"))
                || !text(&fs::read(&path).unwrap_or_default()).contains(SECRET)
        );
    }
    check_left(&out, &secret);
    let after = fs::metadata(&secret).unwrap();
    let of = |metadata: &fs::Metadata| (metadata.mode(), metadata.mtime(), metadata.ctime(), metadata.uid());
    assert_eq!(of(&before), of(&after), "{sandbox} {user}");
    // 3. Other accounts cannot enter, and failed builds have left nothing.
    for folder in [out.clone(), out.join("builds")] {
        assert_eq!(fs::metadata(&folder).unwrap().permissions().mode() & 0o077, 0, "{}", folder.display());
    }
    let kept: u64 = files(&out.join("builds")).iter().map(|(_, metadata)| metadata.len()).sum();
    assert!(kept < 32 << 20, "{sandbox} {user}: {kept} bytes");
    // 4. No process is left.
    let left = fs::read_dir("/proc")
        .unwrap()
        .flatten()
        .filter_map(|entry| fs::read(entry.path().join("cmdline")).ok());
    let ours = root.to_str().unwrap();
    let left: Vec<String> = left.map(|line| text(&line)).filter(|line| line.contains(ours)).collect();
    assert!(left.is_empty(), "{sandbox} {user}: {left:?}");
}

#[test]
fn bubblewrap_holds_a_hostile_class() {
    if has_bwrap() {
        grade("bwrap", 0);
    }
}

#[test]
fn bubblewrap_holds_a_hostile_class_for_a_user() {
    if has_bwrap() && is_superuser() {
        grade("bwrap", NOBODY);
    }
}

#[test]
fn landlock_holds_a_hostile_class() {
    grade("landlock", 0);
}

#[test]
fn landlock_holds_a_hostile_class_for_a_user() {
    if is_superuser() {
        grade("landlock", NOBODY);
    }
}
