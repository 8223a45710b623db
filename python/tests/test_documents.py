"""The manual in both languages and the notebooks are run as they stand."""

import contextlib
import io
import pathlib
import re

import pytest

from conftest import ROOT, compare

MANUALS = ["docs/python.md", "docs/es/python.md"]
NOTEBOOKS = sorted((ROOT / "python" / "examples").glob("*.ipynb"))
SNAPSHOTS = pathlib.Path(__file__).parent / "snapshots"


def blocks(manual):
    text = (ROOT / manual).read_text(encoding="utf-8")
    return re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


@pytest.mark.parametrize("manual", MANUALS)
def test_the_manual_runs(manual):
    names = {"__name__": "manual"}
    assert len(blocks(manual)) > 8
    for number, block in enumerate(blocks(manual)):
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            exec(compile(block, f"{manual}, block {number + 1}", "exec"), names)


def test_both_manuals_have_the_same_code():
    def bare(block):
        lines = [re.sub(r"\s*#.*", "", line) for line in block.splitlines()]
        return [re.sub(r'"[^"]*"', '""', line) for line in lines if line.strip()]

    assert [bare(block) for block in blocks(MANUALS[0])] == [bare(block) for block in blocks(MANUALS[1])]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_the_notebook_runs(path):
    import nbclient
    import nbformat

    book = nbformat.read(path, as_version=4)
    assert all(not cell.get("outputs") for cell in book.cells), "notebooks are kept without outputs"
    nbclient.NotebookClient(book, timeout=300, kernel_name="python3").execute()
    pictures, widgets = 0, 0
    for cell in book.cells:
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            if "image/svg+xml" in data:
                compare(SNAPSHOTS / f"{path.stem}-{pictures}.svg", "".join(data["image/svg+xml"]))
                pictures += 1
            widgets += "application/vnd.jupyter.widget-view+json" in data
    assert pictures >= 1 and (path.stem != "teacher" or widgets == 2)


def test_there_are_two_notebooks():
    assert len(NOTEBOOKS) == 2
