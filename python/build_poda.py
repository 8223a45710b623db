"""Builds the wheel with maturin, after a look at what is needed: pip shows what is missing instead of what it leads to."""

import os
import pathlib
import re
import shutil
import subprocess
import sys

import maturin

HOW = "https://rustup.rs installs it"
HERE = pathlib.Path(__file__).resolve().parent


def _version(text: str):
    """The first number of the form 1.95 in a text, for comparing."""
    found = re.search(r"(\d+)\.(\d+)", text)
    return tuple(map(int, found.groups())) if found else None


def _said_by(program: str) -> str:
    """What a program says about its version."""
    quiet = {**os.environ, "RUST_BACKTRACE": "0"}
    done = subprocess.run([program, "--version"], capture_output=True, text=True, cwd=HERE, env=quiet)
    if done.returncode != 0:
        why = (done.stderr.strip() or f"exit code {done.returncode}").splitlines()[0]
        sys.exit(f"poda is built with Rust, and {program} does not work here: {why}; {HOW}")
    return done.stdout


def _need_rust() -> None:
    """Ends with a sentence if there is no Rust that can build it. An exception would hide the sentence below a traceback."""
    for program in ("cargo", "rustc"):
        if shutil.which(program) is None:
            sys.exit(f"poda is built with Rust, and there is no {program} here: {HOW}")
    _said_by("cargo")
    there = _version(_said_by("rustc"))
    manifest = HERE.parent / "Cargo.toml"
    if not manifest.is_file():
        return
    stated = re.search(r'^rust-version = "(.*)"', manifest.read_text(encoding="utf-8"), re.MULTILINE)
    wanted = _version(stated.group(1)) if stated else None
    if there and wanted and there < wanted:
        needed, found = (".".join(map(str, version)) for version in (wanted, there))
        sys.exit(f"poda needs Rust {needed} or newer, and here is {found}: {HOW}")


def _build(hook, *arguments):
    try:
        return hook(*arguments)
    except BaseException:
        if os.name == "posix" and shutil.which("cc") is None:
            print("poda is linked by a C compiler, and there is no cc here (Debian: apt install gcc)", file=sys.stderr)
        raise


def get_requires_for_build_wheel(config_settings=None):
    # maturin's own answer would be to fetch a Rust nobody asked for.
    _need_rust()
    return []


def get_requires_for_build_editable(config_settings=None):
    _need_rust()
    return []


def get_requires_for_build_sdist(config_settings=None):
    return []


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    _need_rust()
    return maturin.prepare_metadata_for_build_wheel(metadata_directory, config_settings)


prepare_metadata_for_build_editable = prepare_metadata_for_build_wheel


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    return _build(maturin.build_wheel, wheel_directory, config_settings, metadata_directory)


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    return _build(maturin.build_editable, wheel_directory, config_settings, metadata_directory)


def build_sdist(sdist_directory, config_settings=None):
    return maturin.build_sdist(sdist_directory, config_settings)
