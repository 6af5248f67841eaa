"""The elements of LackeyCCG's definitions of packs, for editors."""

from __future__ import annotations

from functools import partial
from typing import Final

from ...formats.lackey.format import ROOT
from ...formats.lackey.syntax import COMMON, ELEMENTS, LABELS, TITLE
from ...formats.pools import TESTS
from .language import XmlLanguage
from .markup import Tag
from .shapes import CONTENT, ElementShape, Shapes, contents
from .text import XmlText

_PACKS: Final = {
    "packtitle": "What players choose the pack by.",
    "packimage": "The name of its picture.",
    "packformat": "A label, such as `Standard`.",
    "packkind": "Another label, such as `Booster` or `Deck`.",
}


def _text(help_: str, *words: str) -> ElementShape:
    return ElementShape(help_, words={CONTENT: words} if words else {})


def _block(tag: str, help_: str) -> ElementShape:
    return ElementShape(help_, children=ELEMENTS[tag])


SHAPES: Final[Shapes] = {
    ROOT: ElementShape(
        "Definitions of packs.",
        {"version": "The version of the format."},
        ELEMENTS[ROOT],
        ("version",),
    ),
    "pack": ElementShape(
        "A pack that players can open.", children=ELEMENTS["pack"], symbol="pack", name=TITLE
    ),
    **{
        name: ElementShape(_PACKS[name], words={CONTENT: contents(name)})
        for name in (TITLE, *LABELS)
    },
    "packdoubles": _text("`yes` if a card can be in a pack more than once.", "yes", "no"),
    COMMON: _block(COMMON, "A criterion that all cards of the pack satisfy."),
    "chance": _block("chance", "One of the contents that a pack can have."),
    "prob": _text("How often packs have these contents, in per cent."),
    "kind": _block("kind", "Cards drawn at random from those that satisfy all criteria."),
    "qty": _text("The number of cards."),
    "crit": _block("crit", "A criterion that the cards satisfy."),
    "field": ElementShape(
        "The column of the card data that is compared.", words={CONTENT: contents("field")}
    ),
    "eval": _text("How it is compared.", *TESTS),
    "data": ElementShape("What it is compared with.", words={CONTENT: contents("data")}),
}


def shapes_of(root: Tag | None) -> Shapes:
    """Return the elements of a document; none for card data, which is a table."""
    return SHAPES if root is not None and root.name == ROOT else {}


#: Makes the language of definitions of packs; card data has diagnostics only.
LANGUAGE: Final = partial(XmlLanguage[XmlText], partial(XmlText, shapes_of))
