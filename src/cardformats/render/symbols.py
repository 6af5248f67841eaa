"""Symbols of costs and texts, in drawings of our own: a disc, and a shape or a letter on it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from ..formats.xml_text import content, element
from .metrics import width

_INK: Final = "#1c1a17"
_DISCS: Final = {
    "W": "#f4ecc8", "U": "#aed4ec", "B": "#b8b0ac", "R": "#f0aa8c", "G": "#a4cca8", "C": "#d2ccc6",
}  # fmt: skip
_PLAIN: Final = "#d2ccc6"
#: Shapes in a square from -1 to 1.
_SHAPES: Final = {
    # a sun, a drop, a moon, a flame, a leaf, a rhomb
    "W": "M0-.72L.2-.28.64-.42.42 0 .64.42.2.28 0 .72-.2.28-.64.42-.42 0-.64-.42-.2-.28Z",
    "U": "M0-.72C.3-.25.5-.02.5.24A.5.48 0 0 1-.5.24C-.5-.02-.3-.25 0-.72Z",
    "B": "M.24-.64A.66.66 0 1 0 .24.64 .76.76 0 0 1 .24-.64Z",
    "R": "M.08-.74C.1-.4.52-.2.5.22A.5.46 0 0 1-.5.22C-.5-.04-.3-.14-.26-.38-.1-.3-.04-.2-.04-.08"
    " .12-.24.14-.5.08-.74Z",
    "G": "M-.5.62C-.6-.2-.1-.66.58-.62.64.02.2.5-.3.36L-.4.66Z",
    "C": "M0-.68L.5 0 0 .68-.5 0Z",
    # an arrow that turns
    "T": "M-.52.34A.6.6 0 1 1 .4.44L.56.62.04.66.12.16.26.3A.38.38 0 1 0-.32.2Z",
}
_UNTAP: Final = "Q"
_SEPARATORS: Final = re.compile(r"[/|]")
#: The share of a disc that a shape, and that the letters of a disc may take.
_SHAPE, _LETTERS = 0.9, 1.5
#: The letters of longer codes could not be read.
_MOST_LETTERS: Final = 8


def symbol(text: str, x: float, y: float, size: float) -> str:
    """Return a symbol such as ``{W/U}`` in a square with its upper left corner at x, y."""
    code = text.strip("{}")
    radius = size / 2
    inner = "".join(_inner(code.upper() if code.isascii() else code))
    place = {"transform": f"translate({x + radius:.5g} {y + radius:.5g}) scale({radius:.4g})"}
    return element("g", place, element("title", {}, content(text)) + inner)


def _inner(code: str) -> Iterator[str]:
    """Yield the content of a symbol in a square from -1 to 1."""
    halves = [each for each in _SEPARATORS.split(code) if each]
    is_phyrexian = len(halves) > 1 and halves[-1] == "P"
    colors = halves[:-1] if is_phyrexian else halves
    yield _disc(colors[0] if colors else "")
    if len(colors) > 1:
        yield element("path", {"d": "M.66-.66A.933.933 0 0 1-.66.66Z", "fill": _color(colors[1])})
        yield _sign(colors[0], -0.34, -0.32, 0.48)
        yield _sign(colors[1], 0.34, 0.32, 0.48)
    else:
        yield _sign(colors[0] if colors else code, 0, 0, 0.62 if is_phyrexian else _SHAPE)
    if is_phyrexian:
        ring = {"r": "0.76", "fill": "none", "stroke": _INK, "stroke-width": "0.12"}
        yield element("circle", ring)


def _disc(code: str) -> str:
    edge = {"stroke": "#00000040", "stroke-width": "0.08"}
    return element("circle", {"r": "0.92", "fill": _color(code), **edge})


def _color(code: str) -> str:
    return _DISCS.get(code, _PLAIN)


def _sign(code: str, x: float, y: float, size: float) -> str:
    """Return a shape or letters in the middle of a square; *size* is half a side."""
    name = "T" if code == _UNTAP else code
    if name in _SHAPES:
        turn = " scale(-1 -1)" if code == _UNTAP else ""
        place = f"translate({x:g} {y:g}) scale({size:g}){turn}"
        return element("path", {"d": _SHAPES[name], "transform": place, "fill": _INK})
    letters = code if len(code) <= _MOST_LETTERS else f"{code[: _MOST_LETTERS - 1]}…"
    high = min(1.5 * size, _LETTERS * size / max(width(letters, 1, bold=True), 0.01))
    attributes = {
        "x": f"{x:g}",
        "y": f"{y + high * 0.36:.4g}",
        "font-size": f"{high:.4g}",
        "font-weight": "bold",
        "text-anchor": "middle",
        "fill": _INK,
    }
    return element("text", attributes, content(letters))
