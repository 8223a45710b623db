//! The Python module: its wheel, in an environment of its own, and its tests.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::{
    dist::{self, NOTICES},
    notices,
    steps::{Context, Result, cargo, fail, root, step, target, works},
    system::{install, npm_like},
};

/// The oldest Python that the module runs with.
const OLDEST: &str = "import sys; sys.exit(sys.version_info < (3, 9))";

/// Tests the package with the module that the workspace built. `has_browser` says whether the widgets can be clicked: then they have to be.
pub(crate) fn test(has_browser: bool) -> Result {
    notices::check_licences("poda-python")?;
    // As the tests were built: nothing is compiled again.
    let build = ["build", "--locked", "--quiet", "--workspace", "--all-targets"];
    step("the Python module, build", &mut cargo(&build))?;
    let package = assemble()?;
    let home = environment().join("home");
    fs::create_dir_all(&home).context(home.display())?;
    let mut tests = npm_like(&python().to_string_lossy());
    tests.current_dir(root()).args(["-m", "pytest", "-p", "no:cacheprovider", "python/tests"]);
    tests.env("PYTHONPATH", package);
    // Kernels of notebooks leave files behind.
    for name in ["IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR"] {
        tests.env(name, home.join(name.to_ascii_lowercase()));
    }
    if has_browser {
        tests.env("PODA_BROWSER", "1");
    }
    step("the Python module", &mut tests)
}

/// Puts the files of the package and the native module into a folder of their own, as a wheel would.
fn assemble() -> Result<PathBuf> {
    let folder = environment().join("package");
    // An old one may hold files that the package has no more.
    let _ = fs::remove_dir_all(&folder);
    let package = folder.join("poda");
    fs::create_dir_all(&package).context(package.display())?;
    let source = root().join("python/poda");
    for entry in fs::read_dir(&source).context(source.display())? {
        let path = entry.context(source.display())?.path();
        if let Some(name) = path.file_name().filter(|_| path.is_file()) {
            fs::copy(&path, package.join(name)).context(path.display())?;
        }
    }
    let (prefix, suffix) = (std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    let native = target().join("debug").join(format!("{prefix}poda_native{suffix}"));
    let name = if cfg!(windows) { "_native.pyd" } else { "_native.abi3.so" };
    fs::copy(&native, package.join(name)).context(native.display())?;
    Ok(folder)
}

/// Random games beside other libraries, with a wheel as users get it.
pub(crate) fn benchmark() -> Result {
    install_wheel(&wheel(&mut maturin())?)?;
    let peers = root().join("bench/learning/requirements.txt");
    step("OpenSpiel and Pgx", pip().arg("--requirement").arg(peers))?;
    let mut run = Command::new(python());
    step("learning", run.current_dir(target()).arg(root().join("bench/learning/random_playouts.py")))
}

/// What a wheel has to say about itself, and a search with its nodes: run by an interpreter that has nothing else.
const TRY: &str = r#"
import pathlib, poda, sys
assert "numpy" not in sys.modules
found = poda.player("pvs:depth=6").search(poda.game("connect4").play("44"))
assert found.move in "1234567" and found.nodes > 100, found
licences = pathlib.Path(poda.__file__).parent / "licences"
for name, text in [("LICENSE-MIT", "Permission is hereby granted"), ("LICENSE-APACHE", "Apache License"), ("THIRD-PARTY.txt", "pyo3 ")]:
    assert text in (licences / name).read_text(encoding="utf-8"), name
"#;

/// The wheel that is handed out: optimised, stripped, without the folders of whoever builds it, with all licences inside.
pub(crate) fn wheel_to_hand_out(host: &str, folder: &Path) -> Result<PathBuf> {
    let licences = root().join("python/poda/licences");
    fs::create_dir_all(&licences).context(licences.display())?;
    for name in ["LICENSE-MIT", "LICENSE-APACHE"] {
        fs::copy(root().join(name), licences.join(name)).context(name)?;
    }
    fs::write(licences.join(NOTICES), notices::of_crate("poda-python", host)?)?;
    let mut maturin = maturin();
    let built = wheel(dist::without_paths(maturin.arg("--strip"), host).envs(dist::commit()));
    // They belong to what is handed out, and not to the sources.
    fs::remove_dir_all(&licences).context(licences.display())?;
    let built = built?;
    fs::create_dir_all(folder).context(folder.display())?;
    let handed_out = folder.join(built.file_name().unwrap_or_default());
    fs::copy(&built, &handed_out).context(handed_out.display())?;
    Ok(handed_out)
}

/// A wheel in the hands of somebody who has nothing else.
pub(crate) fn check_wheel(wheel: &Path) -> Result {
    let folder = std::env::temp_dir().join(format!("poda-wheel-{}", std::process::id()));
    let own = folder.join("bin/python");
    let tried = works(Command::new("python3").args(["-m", "venv"]).arg(&folder))
        .then_some(())
        .ok_or_else(|| "python3 -m venv does not work".into())
        .and_then(|()| {
            let mut pip = Command::new(&own);
            pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index"]);
            step("pip install", pip.arg(wheel))
        })
        .and_then(|()| step("import poda", Command::new(&own).current_dir(&folder).args(["-c", TRY])));
    // What cannot be removed is the system's to clean up.
    let _ = fs::remove_dir_all(&folder);
    tried
}

/// The command that builds a wheel.
fn maturin() -> Command {
    let mut maturin = Command::new(program("maturin"));
    maturin.current_dir(root().join("python")).args(["build", "--quiet", "--locked", "--release"]);
    maturin.arg("--interpreter").arg(python());
    maturin
}

/// The wheel that such a command makes.
fn wheel(maturin: &mut Command) -> Result<PathBuf> {
    let folder = target().join("wheels");
    // There may be an old one of another version.
    let _ = fs::remove_dir_all(&folder);
    step("the wheel", maturin.arg("--out").arg(&folder))?;
    let entries = fs::read_dir(&folder).context(folder.display())?;
    let wheels: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    match &wheels[..] {
        [wheel] => Ok(wheel.clone()),
        others => fail(format!("{}: {} wheels instead of one", folder.display(), others.len())),
    }
}

fn install_wheel(wheel: &Path) -> Result {
    let mut pip = pip();
    step("install the wheel", pip.args(["--no-deps", "--force-reinstall"]).arg(wheel))
}

/// Sees that there is an environment with everything that the tests need.
pub(crate) fn install_packages() -> Result {
    let list = root().join("python/requirements.txt");
    let wanted = fs::read_to_string(&list).context(list.display())?;
    let stamp = environment().join("installed.txt");
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == wanted) {
        return Ok(());
    }
    let make = || works(Command::new("python3").args(["-m", "venv", "--clear"]).arg(environment()));
    if !make() {
        install(&["python3", "python3-venv"])?;
        if !make() {
            return fail("a Python environment: python3 -m venv does not work");
        }
    }
    if !works(Command::new(python()).args(["-c", OLDEST])) {
        return fail("the Python module takes Python 3.9 or newer");
    }
    step("packages of the Python module", pip().arg("--requirement").arg(&list))
        .context("the packages of python/requirements.txt: pip could not install them")?;
    fs::write(&stamp, wanted).context(stamp.display())
}

fn environment() -> PathBuf {
    target().join("python-module")
}

fn program(name: &str) -> PathBuf {
    environment().join("bin").join(name)
}

fn python() -> PathBuf {
    program("python")
}

fn pip() -> Command {
    let mut pip = Command::new(python());
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
    pip
}
