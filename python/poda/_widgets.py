"""Boards that can be clicked and trees that can be stepped through, in notebooks. Needs anywidget."""

from __future__ import annotations

import json
import pathlib
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Union

from . import _native
from ._errors import PodaError, SpecError
from ._palette import PALETTE
from ._svg import draw_scene

if TYPE_CHECKING:
    from . import Player
    from ._native import Game, State, Tree

try:
    import anywidget
    import traitlets
except ImportError:  # pragma: no cover
    anywidget = None

_FOLDER = pathlib.Path(__file__).parent
_STYLE = """
.poda { font-family: sans-serif; max-width: 40em; }
.poda-target { cursor: pointer; }
.poda-target:hover, .poda-target:focus { opacity: 0.75; outline: none; }
.poda-choices button, .poda-steps button { margin: 2px; padding: 2px 8px; }
.poda-steps { display: flex; align-items: center; }
.poda-steps input { flex: 1; }
.poda-tree ul { list-style: none; margin: 0; padding-left: 1.2em; border-left: 1px solid %(line)s; }
.poda-node { padding: 0 4px; border-radius: 4px; font-variant-numeric: tabular-nums; }
.poda-max { color: %(max)s; }
.poda-min { color: %(min)s; }
.poda-here { outline: 2px solid currentcolor; }
.poda-pruned { color: %(cut)s; text-decoration: line-through; }
""" % PALETTE


def _need_anywidget() -> None:
    if anywidget is None:
        raise PodaError(_say("this takes anywidget: pip install anywidget", "para esto hace falta anywidget: pip install anywidget"))


def _say(english: str, spanish: str) -> str:
    return spanish if _native.language() == "es" else english


if anywidget is not None:

    class BoardWidget(anywidget.AnyWidget):
        """A board to click. ``widget.state`` is where the game stands."""

        _esm = _FOLDER / "board.js"
        _css = _STYLE
        svg = traitlets.Unicode("").tag(sync=True)
        targets = traitlets.List([]).tag(sync=True)
        note = traitlets.Unicode("").tag(sync=True)
        clicked = traitlets.Dict({}).tag(sync=True)

        def __init__(self, state: "State", against: Optional["Player"] = None, side: int = 1) -> None:
            super().__init__()
            if side not in (1, 2):
                raise SpecError(_say(f"a side is 1 or 2, not {side!r}", f"un bando es 1 o 2, no {side!r}"))
            self._against = None if against is None else _native.Bot(against) if not isinstance(against, _native.Bot) else against
            self._side = side
            self.observe(self._was_clicked, "clicked")
            self.show(state)

        def show(self, state: "State") -> None:
            """Goes on from another state; an opponent whose turn it is moves at once."""
            while self._against is not None and not state.over and state.side != self._side:
                state = state.play(self._against.search(state).move)
            self.state = state
            scene = json.loads(state.scene())
            with self.hold_sync():
                self.targets = [
                    {"on": target["on"], "text": target["text"], "label": target["label"], "name": target["name"]}
                    for target in scene["targets"]
                ]
                self.note = ", ".join(fact["text"] for fact in scene["facts"] if not fact["place"])
                self.svg = draw_scene(scene)

        def _was_clicked(self, change: Any) -> None:
            move = change["new"].get("move")
            if isinstance(move, str) and move in self.state.legal:
                self.show(self.state.play(move))

    class TreeWidget(anywidget.AnyWidget):
        """A search, step by step. ``widget.step`` is where it stands."""

        _esm = _FOLDER / "tree.js"
        _css = _STYLE
        search = traitlets.Dict({}).tag(sync=True)
        step = traitlets.Int(0).tag(sync=True)


def board_widget(state: Union[str, "Game", "State"], against: Optional["Player"], side: int) -> Any:
    _need_anywidget()
    if isinstance(state, str):
        state = _native.open_game(state)
    if isinstance(state, _native.Game):
        state = state.start
    return BoardWidget(state, against, side)


def tree_widget(tree: "Tree", steps: int) -> Any:
    _need_anywidget()
    return TreeWidget(search=tell(tree, steps))


def tell(tree: "Tree", most: int) -> Dict[str, Any]:
    """The search as steps, each with its node and its sentence, and the nodes as a screen needs them; so many steps at most."""
    return _Teller(tree, max(most, 1)).search


class _Full(Exception):
    """There are steps enough."""


class _Teller:
    def __init__(self, tree: "Tree", most: int) -> None:
        self.steps: List[Dict[str, Any]] = []
        self.nodes: Dict[int, Dict[str, Any]] = {}
        self.most = most
        try:
            self.visit(tree.root, None, None)
        except _Full:
            text = _say(f"only the first {most} steps are shown", f"solo se muestran los {most} primeros pasos")
            self.steps.append({"node": self.steps[-1]["node"], "text": text})
        self.search = {
            "steps": self.steps,
            "nodes": {str(number): node for number, node in self.nodes.items()},
            "words": {
                "root": _say("root", "raíz"),
                "pruned": _say("pruned", "podadas"),
                "step": _say("step", "paso"),
                "first": _say("first", "primero"),
                "previous": _say("previous", "anterior"),
                "next": _say("next", "siguiente"),
                "last": _say("last", "último"),
            },
        }

    def add(self, node: int, text: str) -> int:
        if len(self.steps) >= self.most:
            raise _Full
        self.steps.append({"node": node, "text": text})
        return len(self.steps) - 1

    def visit(self, node: Any, parent: Optional[int], mover: Optional[int]) -> None:
        number = node.number
        alpha, beta = node.window
        window = f"[{_value(alpha)}, {_value(beta)}]"
        if parent is None:
            text = _say(f"the search begins: player {node.side} decides", f"empieza la búsqueda: decide el jugador {node.side}")
        else:
            text = _say(f"player {mover} tries {node.move}, window {window}", f"el jugador {mover} prueba {node.move}, ventana {window}")
            if node.research:
                text += _say(", once more with a wider window", ", otra vez con una ventana mayor")
        enter = self.add(number, text)
        self.nodes[number] = shown = {
            "move": node.move,
            "max": node.maximizes,
            "alpha": _value(alpha),
            "beta": _value(beta),
            "parent": parent,
            "children": [],
            "pruned": [],
            "bound": node.bound,
            "text": node.text,
            "enter": enter,
            "leave": self.most,
        }
        if parent is not None:
            self.nodes[parent]["children"].append(number)
        best = alpha if node.maximizes else beta
        children = node.children if node.kind in ("expanded", "cutoff", "unfinished") else []
        for child in children:
            if child.number is None:
                shown["pruned"].append(child.move)
                continue
            self.visit(child, number, node.side)
            score = child.score
            if score is not None and (score > best if node.maximizes else score < best):
                best = score
                end = "alpha" if node.maximizes else "beta"
                self.add(
                    number,
                    _say(
                        f"{child.move} is the best so far: {end} is {child.text}",
                        f"{child.move} es la mejor hasta ahora: {end} es {child.text}",
                    ),
                )
        if shown["pruned"]:
            moves = " ".join(shown["pruned"])
            self.add(
                number,
                _say(
                    f"the window is closed: a cut-off, {moves} need not be searched",
                    f"la ventana se ha cerrado: una poda, no hace falta buscar {moves}",
                ),
            )
        value = "?" if node.text is None else node.text
        shown["leave"] = self.add(number, _say(f"{node.reason}: returns {value}", f"{node.reason}: devuelve {value}"))


def _value(number: float) -> str:
    if number == float("inf"):
        return "∞"
    if number == float("-inf"):
        return "-∞"
    return f"{number:g}"
