"""States as SVG pictures. The scene says what stands where; nothing here knows a rule."""

from __future__ import annotations

import json
from html import escape
from typing import TYPE_CHECKING, Any, Dict, List

from ._palette import PALETTE

if TYPE_CHECKING:
    from ._native import State

_SIDES = {1: (PALETTE["p1"], PALETTE["p1-deep"]), 2: (PALETTE["p2"], PALETTE["p2-deep"])}
_NAMES = ("yellow", "blue", "red", "green")
_COLOURS = {name: PALETTE[name] for name in _NAMES}
_SOFT = {name: PALETTE[f"{name}-soft"] for name in _NAMES}
_OUTLINE = PALETTE["outline"]
_FONT = 'font-family="sans-serif" text-anchor="middle" dominant-baseline="central"'


def draw(state: "State", width: int = 320) -> str:
    """The picture of a state, so many pixels wide. Everything that a click could mean has its scene id as ``data-id``."""
    scene = json.loads(state.scene())
    return draw_scene(scene, width)


def draw_scene(scene: Dict[str, Any], width: int = 320) -> str:
    wide, high = scene["width"], scene["height"]
    title = ", ".join(fact["text"] for fact in scene["facts"] if not fact["place"])
    parts: List[str] = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="poda-board" viewBox="0 0 {wide} {high}" width="{width}" '
        f'height="{round(width * high / max(wide, 1))}" role="img"><title>{escape(title)}</title>'
    ]
    if scene["look"] == "wall":
        board = max((place["y"] + place["height"] for place in scene["places"] if place["kind"] == "cell"), default=high)
        parts.append(f'<rect width="{wide}" height="{board}" rx="12" fill="{PALETTE["pine"]}"/>')
    for place in scene["places"]:
        parts.append(_place(place, scene["look"]))
    for piece in scene["pieces"]:
        parts.append(_piece(piece))
    parts.append("</svg>")
    return "".join(parts)


def _place(place: Dict[str, Any], look: str) -> str:
    x, y, w, h = place["x"], place["y"], place["width"], place["height"]
    label = _label(place["label"], x + w / 2, y + h / 2, min(w, h) * 0.4, PALETTE["soft"])
    if look == "wall" and place["kind"] == "column":
        shape = f'<rect x="{x}" y="{y}" width="{w}" height="{h}" fill="transparent"/>'
    elif look == "wall":
        shape = (
            f'<rect x="{x}" y="{y}" width="{w}" height="{h}" fill="transparent"/>'
            f'<circle cx="{_n(x + w / 2)}" cy="{_n(y + h / 2)}" r="{_n(min(w, h) * 0.4)}" fill="{PALETTE["paper"]}"/>'
        )
    else:
        colour = place["colour"]
        fill = _SOFT.get(colour, PALETTE["raised"]) if colour else PALETTE["raised"]
        edge = _COLOURS.get(colour, PALETTE["line"]) if "safe" in place["tags"] or place["kind"] != "cell" else PALETTE["line"]
        shape = f'<rect x="{x}" y="{y}" width="{w}" height="{h}" fill="{fill}" stroke="{edge}" stroke-width="3"/>'
    return f'<g data-id="{escape(place["id"])}">{shape}{label}</g>'


def _piece(piece: Dict[str, Any]) -> str:
    x, y, radius = piece["x"], piece["y"], piece["size"] / 2
    fill, edge = _SIDES.get(piece["side"], ("#888888", "#444444"))
    if piece["colour"]:
        fill, edge = _COLOURS.get(piece["colour"], fill), _OUTLINE
    is_line = "line" in piece["tags"]
    parts = [
        f'<circle cx="{x}" cy="{y}" r="{_n(radius)}" fill="{fill}" stroke="{_OUTLINE if is_line else edge}" '
        f'stroke-width="{10 if is_line else 4}"/>'
    ]
    # The shape tells the sides apart too: the second has a ring.
    if piece["side"] == 2 and piece["kind"] != "bomb":
        parts.append(f'<circle cx="{x}" cy="{y}" r="{_n(radius * 0.55)}" fill="none" stroke="{edge}" stroke-width="5"/>')
    if piece["kind"] == "bomb":
        parts.append(f'<circle cx="{x}" cy="{y}" r="{_n(radius * 0.55)}" fill="{_OUTLINE}"/>')
        parts.append(_label("*", x, y + radius * 0.12, radius * 0.9, fill))
    else:
        parts.append(_label(piece["label"], x, y, radius, _OUTLINE))
    return f'<g data-id="{escape(piece["id"])}">{"".join(parts)}</g>'


def _label(text: str, x: float, y: float, size: float, colour: str) -> str:
    if not text:
        return ""
    size = min(size, size * 3 / max(len(text), 1) + size * 0.2)
    return f'<text x="{_n(x)}" y="{_n(y)}" font-size="{_n(size)}" fill="{colour}" {_FONT}>{escape(text)}</text>'


def _n(number: float) -> str:
    """A number as short as it can be."""
    return f"{number:.1f}".rstrip("0").rstrip(".")
