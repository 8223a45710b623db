"""Pictures and widgets. The widgets are clicked in a real browser, and what was clicked reaches the Python objects."""

import http.server
import json
import os
import pathlib
import shutil
import subprocess
import threading
import xml.etree.ElementTree as xml

import pytest

import poda
from conftest import ROOT, compare

SNAPSHOTS = pathlib.Path(__file__).parent / "snapshots"
PICTURES = {
    "connect4": ("connect4", "4435"),
    "connect4-won": ("connect4", "1212121"),
    "boom": ("boom", "231644211145"),
    "parchis": ("parchis", ""),
    "nraya": ("nraya", "f9"),
    "mnk": ("mnk", "b2"),
}


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_are_those_that_were_recorded(name):
    spec, moves = PICTURES[name]
    svg = poda.game(spec).play(moves)._repr_svg_()
    assert xml.fromstring(svg).tag.endswith("svg")
    compare(SNAPSHOTS / f"{name}.svg", svg)


def test_texts_in_pictures_are_escaped():
    from poda._svg import draw_scene

    scene = json.loads(poda.game("mnk").start.scene())
    scene["places"][0]["label"] = scene["places"][0]["id"] = '"><script>alert(1)</script>'
    assert "<script>" not in draw_scene(scene)


def test_a_board_plays_with_whoever_clicks():
    widget = poda.board("boom")
    widget.clicked = {"move": "4", "count": 1}
    assert widget.state.moves == ["4"] and "stone-4-1" in widget.svg
    widget.clicked = {"move": "nonsense", "count": 2}
    assert widget.state.moves == ["4"]
    against = poda.board(poda.game("connect4"), against="ninja1", side=2)
    assert len(against.state.moves) == 1 and against.state.side == 2
    against.clicked = {"move": against.state.legal[0], "count": 1}
    assert len(against.state.moves) == 3
    with pytest.raises(poda.SpecError):
        poda.board("boom", side=3)


class Page(http.server.BaseHTTPRequestHandler):
    """Serves a widget's own files, and takes its changes to the Python widget as a kernel would."""

    widget = None

    def log_message(self, *arguments):
        pass

    def traits(self):
        return {name: getattr(self.widget, name) for name in self.widget.traits(sync=True) if not name.startswith("_")}

    def answer(self, text, kind="application/json"):
        body = text.encode()
        self.send_response(200)
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        if self.path == "/":
            self.answer(PAGE, "text/html")
        elif self.path == "/widget.js":
            self.answer(str(self.widget._esm), "text/javascript")
        elif self.path == "/traits":
            self.answer(json.dumps(self.traits(), default=str))
        elif self.path == "/moves":
            self.answer(json.dumps(self.widget.state.moves))
        else:
            self.send_error(404)

    def do_POST(self):
        changes = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        for name, value in changes.items():
            setattr(self.widget, name, value)
        self.answer(json.dumps(self.traits(), default=str))


PAGE = """<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><div id="here"></div>
<script type="module">
import widget from '/widget.js'
const traits = await (await fetch('/traits')).json()
const listeners = {}
let changed = {}
const model = {
  get: (name) => traits[name],
  set: (name, value) => { traits[name] = value; changed[name] = value },
  on: (event, listener) => (listeners[event] ??= []).push(listener),
  off: (event, listener) => { listeners[event] = (listeners[event] ?? []).filter((other) => other !== listener) },
  async save_changes() {
    const body = JSON.stringify(changed)
    changed = {}
    const now = await (await fetch('/', { method: 'POST', body })).json()
    const before = { ...traits }
    Object.assign(traits, now)
    for (const [name, value] of Object.entries(now)) {
      if (JSON.stringify(before[name]) !== JSON.stringify(value)) for (const listener of listeners['change:' + name] ?? []) listener()
    }
  },
}
widget.render({ model, el: document.getElementById('here') })
</script>"""


def click(widget, what):
    node = shutil.which(os.environ.get("PODA_NODE", "node"))
    package = ROOT / "web" / "package.json"
    browsers = [os.environ.get("CHROMIUM"), shutil.which("chromium-headless-shell"), shutil.which("chromium")]
    chromium = next(filter(None, browsers), None)
    if not (node and chromium and (package.parent / "node_modules" / "playwright-core").exists()):
        # `cargo xtask test` installs a browser, and then insists.
        assert not os.environ.get("PODA_BROWSER"), "no browser"
        pytest.skip("no browser")
    handler = type("Handler", (Page,), {"widget": widget})
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        script = pathlib.Path(__file__).parent / "click.mjs"
        address = f"http://127.0.0.1:{server.server_address[1]}/"
        command = [node, script, address, package, what, chromium]
        done = subprocess.run(command, capture_output=True, text=True, timeout=300)
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_board_is_clicked_in_a_browser():
    widget = poda.board("connect4")
    click(widget, "board")
    assert widget.state.moves == ["4", "4", "1"]


def test_a_piece_with_several_moves_offers_them():
    widget = poda.board("parchis")
    click(widget, "choices")
    assert len(widget.state.moves) == 1


def test_the_tree_is_stepped_through_in_a_browser():
    tree = poda.trace(poda.game("boom").play("44553"), "alphabeta:depth=3")
    click(tree.show(steps=10_000), "tree")
