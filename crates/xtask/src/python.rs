//! The Python module: its wheel, in an environment of its own, and its tests.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use crate::{
    notices,
    steps::{Context, Result, fail, root, step, target, works},
    system::{install, npm_like},
};

/// The oldest Python that the module runs with.
const OLDEST: &str = "import sys; sys.exit(sys.version_info < (3, 9))";

/// Builds the wheel and tries it. `has_browser` says whether the widgets can be clicked: then they have to be.
pub(crate) fn test(has_browser: bool) -> Result {
    notices::check_licences("poda-python")?;
    install_wheel(&build("dev")?)?;
    let home = environment().join("home");
    fs::create_dir_all(&home).context(home.display())?;
    let mut tests = npm_like(&python().to_string_lossy());
    tests.current_dir(root()).args(["-m", "pytest", "-p", "no:cacheprovider", "python/tests"]);
    // Kernels of notebooks leave files behind.
    for name in ["IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR"] {
        tests.env(name, home.join(name.to_ascii_lowercase()));
    }
    if has_browser {
        tests.env("PODA_BROWSER", "1");
    }
    step("the Python module", &mut tests)
}

/// Random games beside other libraries, with a wheel as users get it.
pub(crate) fn benchmark() -> Result {
    install_wheel(&build("release")?)?;
    let peers = root().join("bench/learning/requirements.txt");
    step("OpenSpiel and Pgx", pip().arg("--requirement").arg(peers))?;
    let mut run = Command::new(python());
    step("learning", run.current_dir(target()).arg(root().join("bench/learning/random_playouts.py")))
}

/// The wheel. With the profile of the tests (`dev`) rules and searches are fast, and all assertions are on.
fn build(profile: &str) -> Result<PathBuf> {
    let folder = target().join("wheels");
    // There may be an old one of another version.
    let _ = fs::remove_dir_all(&folder);
    let mut maturin = Command::new(program("maturin"));
    maturin.current_dir(root().join("python")).args(["build", "--quiet", "--locked", "--profile", profile]);
    step("the wheel", maturin.arg("--interpreter").arg(python()).arg("--out").arg(&folder))?;
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
