"""Colours of frames, and the parts that they are made of."""

from __future__ import annotations

from typing import Final

from attrs import frozen

from ..formats.xml_text import content, element
from ..model import Color, Face
from .metrics import is_right_to_left, width

INK: Final = "#1c1a17"
#: The mark of right to left, which is not seen.
_MARK: Final = "\u200f"


@frozen
class Palette:
    """Colours of a frame.

    Attributes:
        edge: around the card.
        bars: behind the name and the types.
        paper: behind the text.
    """

    edge: str
    bars: str
    paper: str


_PALETTES: Final = {
    Color.WHITE: Palette("#cfc6a4", "#f7f2de", "#fffdf5"),
    Color.BLUE: Palette("#5d97be", "#d3e6f2", "#f5fafd"),
    Color.BLACK: Palette("#4d4743", "#cfcac6", "#f6f4f2"),
    Color.RED: Palette("#c2644a", "#f4d6ca", "#fef7f4"),
    Color.GREEN: Palette("#5f9468", "#d3e7d5", "#f5fbf5"),
}
_GOLD: Final = Palette("#b8963e", "#f2e4b6", "#fefaee")
_GREY: Final = Palette("#8d9298", "#e0e3e6", "#f8f9fa")
_LAND: Final = Palette("#8f7a66", "#e4dacf", "#fbf8f5")
_RARITIES: Final = {
    "common": "#26221e", "uncommon": "#7f8b93", "rare": "#a88433", "mythic": "#c4562b",
    "special": "#7d4f92", "land": "#8f7a66",
}  # fmt: skip


def palette(face: Face) -> Palette:
    """Return the colors of the frame of a face."""
    if len(face.colors) > 1:
        return _GOLD
    for color in face.colors:
        return _PALETTES[color]
    return _LAND if "Land" in face.types else _GREY


def rarity_color(rarity: str | None) -> str:
    """Return the color of a rarity's mark."""
    return _RARITIES.get(rarity or "", _RARITIES["common"] if rarity is None else "#5a6b78")


def box(x: float, y: float, wide: float, high: float, **attributes: str) -> str:
    """Return a rectangle with round corners, unless *attributes* differ."""
    values = {"x": f"{x:g}", "y": f"{y:g}", "width": f"{wide:g}", "height": f"{high:g}"}
    return element("rect", {**values, "rx": "4", **attributes})


def clipped(x: float, y: float, wide: float, high: float, inner: str) -> str:
    """Return a drawing clipped to a rectangle, because fonts may be wider than computed."""
    values = {"x": f"{x:g}", "y": f"{y:g}", "width": f"{wide:g}", "height": f"{high:g}"}
    box_ = f"{x:g} {y:g} {wide:g} {high:g}"
    return element("svg", {**values, "viewBox": box_}, inner) if inner else ""


def text_run(
    text: str, x: float, y: float, size: float, *, bold: bool = False, fill: str = INK
) -> str:
    """Return a text that begins at *x* and is exactly as wide as computed."""
    its = width(text, size, bold=bold)
    if is_right_to_left(text):
        # marks at both ends turn all between them, in programs that know no direction too
        text = f"{_MARK}{text}{_MARK}"
    attributes = {
        "x": f"{x:.5g}",
        "y": f"{y:.5g}",
        "font-size": f"{size:.4g}",
        "font-weight": "bold" if bold else None,
        "fill": fill,
        "textLength": f"{its:.5g}" if its else None,
        "lengthAdjust": "spacingAndGlyphs" if its else None,
    }
    return element("text", attributes, content(text))
