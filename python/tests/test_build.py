"""Whoever lacks something to build the package is told what, in a sentence."""

import os
import pathlib
import re
import subprocess
import sys

import pytest

from conftest import ROOT

WANTED = re.search(r'rust-version = "(.*)"', (ROOT / "Cargo.toml").read_text()).group(1)
CARGO = 'echo "cargo 1.99.0"'


def asked(root: pathlib.Path, folder: pathlib.Path, programs: dict) -> str:
    """What pip would show where there are no programs but these."""
    for name, script in programs.items():
        path = folder / name
        path.write_text(f"#!/bin/sh\n{script}\n")
        path.chmod(0o755)
    command = [sys.executable, "-c", "import build_poda; build_poda.get_requires_for_build_wheel()"]
    environment = {**os.environ, "PATH": str(folder)}
    done = subprocess.run(command, cwd=root / "python", env=environment, capture_output=True, text=True)
    assert done.returncode == (1 if done.stderr else 0)
    return done.stderr


@pytest.mark.skipif(os.name != "posix", reason="programs are scripts here")
@pytest.mark.parametrize(
    "programs, sentence",
    [
        ({}, "poda is built with Rust, and there is no cargo here: https://rustup.rs installs it\n"),
        ({"cargo": CARGO}, "poda is built with Rust, and there is no rustc here: https://rustup.rs installs it\n"),
        (
            {"cargo": "echo 'error: no toolchain' >&2; echo backtrace >&2; exit 1", "rustc": CARGO},
            "poda is built with Rust, and cargo does not work here: error: no toolchain; https://rustup.rs installs it\n",
        ),
        ({"cargo": CARGO, "rustc": 'echo "rustc 1.63.0"'}, f"poda needs Rust {WANTED} or newer, and here is 1.63: https://rustup.rs installs it\n"),
        ({"cargo": CARGO, "rustc": 'echo "rustc 1.99.0-nightly"'}, ""),
    ],
)
def test_what_is_missing_is_said_in_a_sentence(root, tmp_path, programs, sentence):
    assert asked(root, tmp_path, programs) == sentence
