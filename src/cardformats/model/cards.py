"""Cards: a printing with its faces, and the references by which sheets name one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from math import isfinite
from typing import TYPE_CHECKING

from attrs import field, frozen

from ..errors import ModelError
from .frozen import EMPTY, Value, as_frozenset, as_tuple, freeze_mapping
from .mana import Color, ManaCost

if TYPE_CHECKING:
    from .effects import DraftEffect


@frozen(order=True)
class CardRef:
    """How a sheet names a card.

    Attributes:
        name: the card's name.
        set_code: the set of the printing; None means any printing.
        number: the collector number in that set; None means any.
        id: the format's own id, only where the other three do not tell two cards apart.
    """

    name: str
    set_code: str | None = None
    number: str | None = None
    id: str | None = None

    def __str__(self) -> str:
        """``Name (SET) 123``."""
        parts = [self.name]
        if self.set_code is not None:
            parts.append(f"({self.set_code})")
        if self.number is not None:
            parts.append(self.number)
        return " ".join(parts)


def _types(words: str | Iterable[str]) -> tuple[str, ...]:
    return (words,) if isinstance(words, str) else tuple(words)


@frozen
class Face:
    r"""One face of a card (CR 712), half of a split card (CR 709), or other version of it.

    Attributes:
        name: its name.
        mana_cost: its cost, or None where it has none (a land; not the same as ``{0}``).
        colors: its colours; give ``mana_cost.colors`` unless the card says otherwise.
        supertypes, types, subtypes: the words of the type line (CR 205).
        text: rules text, paragraphs separated by ``\n``.
        power, toughness, loyalty: as printed, so ``*`` and ``1+*`` can stand; None if absent.
        images: image address by language code.
        printed_names: localised name by language code.
        properties: further properties, for games other than Magic.
        kind: ``front``, ``back``, ``split`` or ``alternate``.
    """

    name: str
    mana_cost: ManaCost | None = None
    colors: frozenset[Color] = field(default=frozenset(), converter=as_frozenset)
    supertypes: tuple[str, ...] = field(default=(), converter=_types)
    types: tuple[str, ...] = field(default=(), converter=_types)
    subtypes: tuple[str, ...] = field(default=(), converter=_types)
    text: str = ""
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None
    images: Mapping[str, str] = field(default=EMPTY, converter=freeze_mapping)
    printed_names: Mapping[str, str] = field(default=EMPTY, converter=freeze_mapping)
    properties: Mapping[str, Value] = field(default=EMPTY, converter=freeze_mapping)
    kind: str = "front"

    @property
    def type_line(self) -> str:
        """The type line as printed: ``Legendary Creature — Human Wizard``."""
        left = " ".join((*self.supertypes, *self.types))
        return f"{left} — {' '.join(self.subtypes)}" if self.subtypes else left


def _faces(faces: Face | Iterable[Face]) -> tuple[Face, ...]:
    return (faces,) if isinstance(faces, Face) else tuple(faces)


@frozen
class Card:
    """A printing of a card.

    Attributes:
        faces: at least one; the first is the front.
        set_code, number: set and collector number, or None.
        rarity: a lower-case word (``common``, ``uncommon``, ``rare``, ``mythic``, ``special``,
            ``land``, ``token``, or the game's own), or None where the format has none.
        ids: identifiers by scheme, e.g. ``{"wagic": "130483"}``.
        finish: ``foil`` or another finish that this printing always has; None for the usual.
        rating: strength in a vacuum, 0 to 5, for bots; None if not rated.
        related: cards (or faces that are no cards) to show beside it.
        draft_effects: what it does during a draft (CR 905).
        extras: per format id, what the model has no word for; the same format writes it back.

    Raises:
        ModelError: there is no face, or a field has an impossible value.
    """

    faces: tuple[Face, ...] = field(converter=_faces)
    set_code: str | None = None
    number: str | None = None
    rarity: str | None = None
    ids: Mapping[str, str] = field(default=EMPTY, converter=freeze_mapping)
    finish: str | None = None
    rating: float | None = None
    related: tuple[CardRef | Face, ...] = field(default=(), converter=as_tuple)
    draft_effects: tuple[DraftEffect, ...] = field(default=(), converter=as_tuple)
    extras: Mapping[str, Mapping[str, Value]] = field(default=EMPTY, converter=freeze_mapping)

    def __attrs_post_init__(self) -> None:
        """Refuse a card without faces, and a rating that is no number."""
        if not self.faces:
            message = "Card.faces is empty; a card has at least one face"
            raise ModelError(message)
        if self.rating is not None and not isfinite(self.rating):
            message = f"Card.rating is a number or None, not {self.rating}"
            raise ModelError(message)

    @property
    def ref(self) -> CardRef:
        """The reference to exactly this printing."""
        return CardRef(self.name, self.set_code, self.number)

    @property
    def name(self) -> str:
        """The front face's name."""
        return self.faces[0].name

    @property
    def mana_cost(self) -> ManaCost | None:
        """The front face's mana cost."""
        return self.faces[0].mana_cost

    @property
    def colors(self) -> frozenset[Color]:
        """The front face's colours."""
        return self.faces[0].colors

    @property
    def supertypes(self) -> tuple[str, ...]:
        """The front face's supertypes."""
        return self.faces[0].supertypes

    @property
    def types(self) -> tuple[str, ...]:
        """The front face's types."""
        return self.faces[0].types

    @property
    def subtypes(self) -> tuple[str, ...]:
        """The front face's subtypes."""
        return self.faces[0].subtypes

    @property
    def type_line(self) -> str:
        """The front face's type line."""
        return self.faces[0].type_line

    @property
    def text(self) -> str:
        """The front face's rules text."""
        return self.faces[0].text

    @property
    def power(self) -> str | None:
        """The front face's power."""
        return self.faces[0].power

    @property
    def toughness(self) -> str | None:
        """The front face's toughness."""
        return self.faces[0].toughness

    @property
    def loyalty(self) -> str | None:
        """The front face's loyalty."""
        return self.faces[0].loyalty

    @property
    def images(self) -> Mapping[str, str]:
        """The front face's images by language code."""
        return self.faces[0].images

    @property
    def printed_names(self) -> Mapping[str, str]:
        """The front face's localised names by language code."""
        return self.faces[0].printed_names

    @property
    def properties(self) -> Mapping[str, Value]:
        """The front face's further properties."""
        return self.faces[0].properties
