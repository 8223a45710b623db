"""What the tests share. They run against the installed package, never against the sources beside them."""

import os
import pathlib
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]

# The package in the repository has no native half: only the installed one can be imported.
sys.path[:] = [folder for folder in sys.path if pathlib.Path(folder or ".").resolve() != ROOT / "python"]


@pytest.fixture
def root():
    """The repository."""
    return ROOT


@pytest.fixture
def spanish():
    """Speaks Spanish for the length of a test."""
    import poda

    poda.set_language("es")
    yield
    poda.set_language("en")


def compare(path: pathlib.Path, found: str) -> None:
    """Compares with what was recorded; ``PODA_UPDATE=1`` records it anew."""
    if os.environ.get("PODA_UPDATE"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(found, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == found, path.name
