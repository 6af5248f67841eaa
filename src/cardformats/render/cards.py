"""One card as SVG: a frame for each side of it, with all that it says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from ..formats.xml_text import content, element
from ..model import Card, Face, ManaCost
from .frame import INK, Palette, box, clipped, palette, rarity_color, text_run
from .lines import Fitted, fit, shortened
from .metrics import FONTS, is_right_to_left, width
from .symbols import symbol

#: A side of a card, four units to the millimetre.
CARD_WIDTH: Final = 252
CARD_HEIGHT: Final = 352
_EDGE, _PAD = 9, 6
_INNER: Final = CARD_WIDTH - 2 * _EDGE
_TITLE, _TYPES, _FOOT = 26, 20, 16
_NAME_SIZE, _TYPE_SIZE, _SMALL = 14.5, 11.0, 8.0
_COST: Final = 15.0
_STATS_HIGH: Final = 20
#: Between the faces of one side.
_GAP: Final = 4
#: Between sides, and between the cards of a pack.
CARD_GAP: Final = 8
#: Maximum number of symbols of a cost; a mark in place of the rest shows that there are more.
_MOST_SYMBOLS: Final = 40


def svg(card: Card, *, language: str | None = None) -> Drawing:
    """Return a card as SVG: its front with its backs beside it.

    Args:
        card: which card.
        language: the code of the language whose printed names are shown, if there are any.
    """
    own = sides(card)
    wide = len(own) * (CARD_WIDTH + CARD_GAP) - CARD_GAP
    parts = [
        element(
            "g",
            {"transform": f"translate({number * (CARD_WIDTH + CARD_GAP)} 0)"} if number else {},
            side_svg(card, faces, language=language),
        )
        for number, faces in enumerate(own)
    ]
    return drawing(wide, CARD_HEIGHT, card.name, parts)


def side_drawing(card: Card, side: int = 0) -> Drawing:
    """Return one side of a card as a drawing."""
    return drawing(CARD_WIDTH, CARD_HEIGHT, card.name, [side_svg(card, sides(card)[side])])


class Drawing(str):
    """The text of an SVG, which notebooks show as what it draws."""

    __slots__ = ()

    def __repr__(self) -> str:
        """Return its length; notebooks draw the text itself."""
        return f"<Drawing: {len(self)} characters>"

    def _repr_svg_(self) -> str:
        return str(self)


def drawing(wide: float, high: float, title: str, parts: Iterable[str]) -> Drawing:
    """Return a complete drawing with a title for those who cannot see it."""
    attributes = {
        "xmlns": "http://www.w3.org/2000/svg",
        "viewBox": f"0 0 {wide:g} {high:g}",
        "width": f"{wide:g}",
        "height": f"{high:g}",
        "role": "img",
        "font-family": FONTS,
    }
    return Drawing(
        element("svg", attributes, element("title", {}, content(title)) + "".join(parts))
    )


def sides(card: Card) -> list[list[Face]]:
    """Return the faces of each side of a card, with halves in place of the whole."""
    own: list[list[Face]] = []
    halves = [face for face in card.faces if face.kind == "split"]
    is_whole = card.name == " // ".join(half.name for half in halves)
    for face in card.faces[1:] if is_whole and len(halves) > 1 else card.faces:
        if face.kind == "back" or not own:
            own.append([face])
        else:
            own[0].append(face)
    return own


def side_svg(card: Card, faces: Sequence[Face], *, language: str | None = None) -> str:
    """Return one side of a card as part of a drawing."""
    front = faces[0]
    colors = palette(front)
    whole = box(0, 0, CARD_WIDTH, CARD_HEIGHT, rx="13", fill="#191715")
    inside = box(4, 4, CARD_WIDTH - 8, CARD_HEIGHT - 8, rx="10", fill=colors.edge)
    available = CARD_HEIGHT - 2 * _EDGE - _FOOT
    high = (available - _GAP * (len(faces) - 1)) / len(faces)
    parts = [
        part
        for number, face in enumerate(faces)
        for part in _face(face, _EDGE + number * (high + _GAP), high, language)
    ]
    return whole + inside + "".join(parts) + "".join(_foot(card))


def _face(face: Face, top: float, high: float, language: str | None) -> Iterator[str]:
    """Yield one face in a part of a side."""
    colors = palette(face)
    title = min(_TITLE, high / 4)
    types = min(_TYPES, high / 5)
    yield from _title(face, top, title, colors, language)
    below = top + title + 3
    type_line = face.type_line
    if type_line:
        yield box(_EDGE, below, _INNER, types, fill=colors.bars)
        line = _line(type_line, below, types, _TYPE_SIZE, _INNER - 2 * _PAD)
        yield clipped(_EDGE, below, _INNER, types, line)
        below += types + 3
    stats = _stats(face)
    text_high = top + high - below
    yield box(_EDGE, below, _INNER, text_high, fill=colors.paper)
    kept = _STATS_HIGH if stats else 0
    fitted = fit(_shown(face), _INNER - 2 * _PAD, text_high - 2 * _PAD - kept)
    lines = "".join(_text(fitted, _EDGE + _PAD, below + _PAD, _INNER - 2 * _PAD))
    yield clipped(_EDGE, below, _INNER, text_high, lines)
    if stats:
        words, size = shortened(stats, 84, 13, bold=True)
        its = max(width(words, size, bold=True) + 14, 40)
        x, y = _EDGE + _INNER - its - 2, top + high - _STATS_HIGH - 1
        yield box(x, y, its, _STATS_HIGH, fill=colors.bars, stroke=colors.edge)
        middle = x + (its - width(words, size, bold=True)) / 2
        yield text_run(words, middle, y + _STATS_HIGH * 0.7, size, bold=True)


def _title(
    face: Face, top: float, high: float, colors: Palette, language: str | None
) -> Iterator[str]:
    """Return the bar with the name and the cost."""
    yield box(_EDGE, top, _INNER, high, fill=colors.bars)
    symbols = [f"{{{each}}}" for each in _symbols(face.mana_cost)]
    size = min(_COST, high * 0.7, _INNER / 2 / max(len(symbols), 1))
    x = _EDGE + _INNER - _PAD - len(symbols) * (size + 1)
    for number, each in enumerate(symbols):
        yield symbol(each, x + number * (size + 1), top + (high - size) / 2, size)
    name = face.printed_names.get(language or "", face.name)
    line = _line(name, top, high, _NAME_SIZE, x - _EDGE - 2 * _PAD, bold=True)
    yield clipped(_EDGE, top, x - _EDGE - 1, high, line)


def _symbols(cost: ManaCost | None) -> tuple[str, ...]:
    symbols = () if cost is None else cost.symbols
    return symbols if len(symbols) <= _MOST_SYMBOLS else (*symbols[: _MOST_SYMBOLS - 1], "…")


def _line(
    text: str, top: float, high: float, size: float, wide: float, *, bold: bool = False
) -> str:
    """Return one line of a bar, aligned in its reading direction."""
    words, own = shortened(" ".join(text.split()), wide, min(size, high * 0.7), bold=bold)
    x: float = _EDGE + _PAD
    if is_right_to_left(words):
        x += wide - width(words, own, bold=bold)
    return text_run(words, x, top + high / 2 + own * 0.36, own, bold=bold)


def _shown(face: Face) -> str:
    """Return the text of the text box: the rules, and other games' properties."""
    text = "\n".join(face.text.split("\r\n"))
    words = " ".join(text.split())
    others = [
        f"{name}: {value}"
        for name, value in face.properties.items()
        if isinstance(value, str | int) and " ".join(str(value).split()) not in words
    ]
    return "\n".join(part for part in (text, *others) if part)


def _stats(face: Face) -> str:
    """Return the text of the corner: power and toughness, or the loyalty."""
    stats = "/".join(each for each in (face.power, face.toughness) if each is not None)
    return stats or face.loyalty or ""


def _text(fitted: Fitted, left: float, top: float, wide: float) -> Iterator[str]:
    """Yield the lines of a text."""
    for line in fitted.lines:
        turned = is_right_to_left(line.paragraph)
        for piece in line.pieces:
            x = left + (wide - piece.x - piece.width if turned else piece.x)
            if piece.is_symbol:
                size = fitted.size * 0.98
                yield symbol(piece.text, x, top + line.y - size * 0.84, size)
            else:
                yield text_run(piece.text, x, top + line.y, fitted.size)


def _foot(card: Card) -> Iterator[str]:
    """Return the printing: set, number, rarity, finish."""
    y = CARD_HEIGHT - _EDGE - 3
    x: float = _EDGE + 2
    if card.rarity is not None:
        mark = {"cx": f"{x + 4:g}", "cy": f"{y - 3:g}", "r": "3.6"}
        yield element("circle", {**mark, "fill": rarity_color(card.rarity), "stroke": "#fff"})
        x += 11
    facts = (card.set_code, card.number, card.rarity, card.finish)
    words = " · ".join(each for each in facts if each)
    shown, size = shortened(words, CARD_WIDTH - _EDGE - x, _SMALL)
    yield text_run(shown, x, y, size, fill=_on(palette(card.faces[0])))


def _on(colors: Palette) -> str:
    """Return a color that is readable on the edge of a frame."""
    red, green, blue = (int(colors.edge[place : place + 2], 16) for place in (1, 3, 5))
    return INK if red * 299 + green * 587 + blue * 114 > 120_000 else "#ffffff"  # noqa: PLR2004 - thousandths of the usual weights of brightness
