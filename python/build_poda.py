"""Builds the wheel with maturin, after a look at what is needed: pip shows what is missing instead of what it leads to."""

import shutil
import subprocess

import maturin

HOW = "https://rustup.rs installs it"


def _need_rust() -> None:
    for program in ("cargo", "rustc"):
        if shutil.which(program) is None:
            raise RuntimeError(f"poda is built with Rust, and there is no {program} here: {HOW}")
    done = subprocess.run(["cargo", "--version"], capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"poda is built with Rust, and cargo does not work here: {done.stderr.strip()}; {HOW}")


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
    return maturin.build_wheel(wheel_directory, config_settings, metadata_directory)


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    return maturin.build_editable(wheel_directory, config_settings, metadata_directory)


def build_sdist(sdist_directory, config_settings=None):
    return maturin.build_sdist(sdist_directory, config_settings)
