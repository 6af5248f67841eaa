"""Cards: a printing with its faces."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from math import isfinite
from typing import Any

from attrs import Attribute, Factory, field, fields_dict, frozen

from ..errors import ModelError
from ..source import as_line
from .effects import AddBooster, AddCards, DraftEffect, OtherEffect, SimpleEffect
from .frozen import EMPTY, Value, frozen_mapping, sequence
from .mana import Color, ManaCost, as_colors, as_cost
from .refs import CardRef, as_refs, in_quotes
from .shown import ShownInNotebooks
from .validate import (
    are_json_mappings,
    are_json_values,
    are_texts,
    check,
    instance_of,
    json_mappings,
    json_values,
    one_of,
    optional_number,
    optional_string,
    refuse,
    string,
    strings,
    texts,
    tuple_of,
)

_SYMBOL = re.compile(r"\{([^{}]*)\}")
_REMINDER = re.compile(r"\([^()]*\)")
#: The colours of the basic land types (CR 305.6).
_LANDS = {"Plains": "W", "Island": "U", "Swamp": "B", "Mountain": "R", "Forest": "G"}
#: The supertypes (CR 205.4a), and ``Token``, which stands in their place on tokens.
SUPERTYPES = frozenset(["Basic", "Elite", "Host", "Legendary", "Ongoing", "Snow", "Token", "World"])


def split_types(words: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Divide *words* into supertypes and other words, both in order."""
    words = tuple(words)
    supertypes = tuple(word for word in words if word in SUPERTYPES)
    return supertypes, tuple(word for word in words if word not in SUPERTYPES)


def _types(words: str | Iterable[str]) -> tuple[str, ...]:
    if type(words) is tuple:
        return words
    return (words,) if isinstance(words, str) else sequence(words)


_STRING = frozenset([str])
#: Between the names of the faces of a card.
SLASHES = " // "
_KINDS = ("front", "back", "split", "alternate")


def _are_colors(face: Face, attribute: Attribute[frozenset[Color]], value: object) -> None:
    if not isinstance(value, frozenset):  # the converter has looked at what is in it
        refuse(face, attribute, value, "a set of Color")


def _colors_of_cost(face: Face) -> frozenset[Color]:
    cost = face.mana_cost
    return cost.colors if isinstance(cost, ManaCost) else frozenset()


@frozen(repr=False)
class Face(ShownInNotebooks):
    r"""One face of a card (CR 712), half of a split card (CR 709), or other version of it.

    Attributes:
        name: its name.
        mana_cost: its cost, or None where it has none (a land; not the same as ``{0}``).
        colors: its colours; those of the cost if they are not given.  ``attrs.evolve(face,
            mana_cost=…)`` gives them as they are, so that they stay.
        supertypes, types, subtypes: the words of the type line (CR 205).
        text: rules text, paragraphs separated by ``\n``.
        power, toughness, loyalty: as printed, so ``*`` and ``1+*`` can stand; None if absent.
        images: image address by language code.
        printed_names: localised name by language code.
        properties: further properties, for games other than Magic.
        kind: ``front``, ``back``, ``split`` or ``alternate``.

    A string will do for a cost, a colour (its letter) and for a single type.

    Raises:
        ModelError: If a field has an impossible value.
    """

    name: str
    mana_cost: ManaCost | None = field(default=None, converter=as_cost)
    colors: frozenset[Color] = field(
        default=Factory(_colors_of_cost, takes_self=True), converter=as_colors
    )
    supertypes: tuple[str, ...] = field(default=(), converter=_types)
    types: tuple[str, ...] = field(default=(), converter=_types)
    subtypes: tuple[str, ...] = field(default=(), converter=_types)
    text: str = ""
    power: str | None = None
    toughness: str | None = None
    loyalty: str | None = None
    images: Mapping[str, str] = field(default=EMPTY, converter=frozen_mapping)
    printed_names: Mapping[str, str] = field(default=EMPTY, converter=frozen_mapping)
    properties: Mapping[str, Value] = field(default=EMPTY, converter=frozen_mapping)
    kind: str = "front"

    def __attrs_post_init__(self) -> None:
        """Refuse impossible values."""
        if not (
            type(self.name) is type(self.text) is type(self.kind) is str
            and self.kind in _KINDS
            and (self.mana_cost is None or type(self.mana_cost) is ManaCost)
            and type(self.colors) is frozenset  # the converter has looked at what is in it
            and type(self.supertypes) is type(self.types) is type(self.subtypes) is tuple
            and _STRING.issuperset(map(type, self.supertypes + self.types + self.subtypes))
            and (self.power is None or type(self.power) is str)
            and (self.toughness is None or type(self.toughness) is str)
            and (self.loyalty is None or type(self.loyalty) is str)
            and (self.images is EMPTY or are_texts(self.images))
            and (self.printed_names is EMPTY or are_texts(self.printed_names))
            and (self.properties is EMPTY or are_json_values(self.properties))
        ):
            check(
                self,
                name=string,
                mana_cost=instance_of(ManaCost, optional=True),
                colors=_are_colors,
                supertypes=strings,
                types=strings,
                subtypes=strings,
                text=string,
                power=optional_string,
                toughness=optional_string,
                loyalty=optional_string,
                images=texts,
                printed_names=texts,
                properties=json_values,
                kind=one_of(_KINDS),
            )

    @property
    def type_line(self) -> str:
        """The type line as printed: ``Legendary Creature — Human Wizard``."""
        left = " ".join((*self.supertypes, *self.types))
        return f"{left} — {' '.join(self.subtypes)}" if self.subtypes else left


def whole_of(halves: tuple[Face, ...]) -> Face:
    """Return the whole split card as one face (CR 709.4)."""
    costs = [each.mana_cost for each in halves if each.mana_cost is not None]
    return Face(
        SLASHES.join([each.name for each in halves]),
        ManaCost([symbol for cost in costs for symbol in cost.symbols]) if costs else None,
        frozenset[Color]().union(*[each.colors for each in halves]),
        _union(each.supertypes for each in halves),
        _union(each.types for each in halves),
        _union(each.subtypes for each in halves),
        "\n".join([each.text for each in halves if each.text]),
        images=halves[0].images,
        printed_names=_whole_names(halves),
    )


def _union(words: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for each in words for word in each))


def _whole_names(halves: tuple[Face, ...]) -> Mapping[str, str]:
    """Return the names of a whole card in the languages in which all halves have one."""
    return {
        code: SLASHES.join(each.printed_names[code] for each in halves)
        for code in halves[0].printed_names
        if all(code in each.printed_names for each in halves)
    }


def _faces(faces: Face | Iterable[Face]) -> tuple[Face, ...]:
    if type(faces) is tuple:
        return faces
    return (faces,) if isinstance(faces, Face) else sequence(faces)


_FACE = frozenset([Face])
_FACE_FIELDS = fields_dict(Face).keys() - {"name"}
_EFFECTS = (SimpleEffect, AddCards, AddBooster, OtherEffect)


def _effects(values: Iterable[DraftEffect]) -> tuple[DraftEffect, ...]:
    return sequence(values)


@frozen(repr=False)
class Card(ShownInNotebooks):
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
        ModelError: If there is no face, or a field has an impossible value.
    """

    faces: tuple[Face, ...] = field(converter=_faces)
    set_code: str | None = None
    number: str | None = None
    rarity: str | None = None
    ids: Mapping[str, str] = field(default=EMPTY, converter=frozen_mapping)
    finish: str | None = None
    rating: float | None = None
    related: tuple[CardRef | Face, ...] = field(default=(), converter=as_refs)
    draft_effects: tuple[DraftEffect, ...] = field(default=(), converter=_effects)
    extras: Mapping[str, Mapping[str, Value]] = field(default=EMPTY, converter=frozen_mapping)

    def __attrs_post_init__(self) -> None:
        """Refuse impossible values, and a card without faces."""
        if not (
            type(self.faces) is tuple
            and _FACE.issuperset(map(type, self.faces))
            and (self.set_code is None or type(self.set_code) is str)
            and (self.number is None or type(self.number) is str)
            and (self.rarity is None or type(self.rarity) is str)
            and (self.ids is EMPTY or are_texts(self.ids))
            and (self.finish is None or type(self.finish) is str)
            and (self.rating is None or (type(self.rating) is float and isfinite(self.rating)))
            and self.related == ()
            and self.draft_effects == ()
            and (self.extras is EMPTY or are_json_mappings(self.extras))
        ):
            check(
                self,
                faces=tuple_of(Face),
                set_code=optional_string,
                number=optional_string,
                rarity=optional_string,
                ids=texts,
                finish=optional_string,
                rating=optional_number,
                related=tuple_of(CardRef, Face),
                draft_effects=tuple_of(*_EFFECTS),
                extras=json_mappings,
            )
        if not self.faces:
            message = "Card.faces is empty; a card has at least one face"
            raise ModelError(message)

    def __repr__(self) -> str:
        """Return ``<Card 'Lantern Eel' (ANA) 12: Creature — Fish, rare>``."""
        about = ", ".join(filter(None, (self.type_line, self.rarity)))
        more = f": {as_line(about)}" if about else ""
        return f"<Card {in_quotes(self.ref)}{more}>"

    @classmethod
    def of(cls, name: str, **fields: Any) -> Card:
        """Create a card of one face, from the fields of both: those of :class:`Face` and its own.

        Raises:
            ModelError: If there is no such field, or its value is impossible.
        """
        face = {field: fields.pop(field) for field in _FACE_FIELDS & fields.keys()}
        if unknown := fields.keys() - fields_dict(cls).keys() | fields.keys() & {"faces"}:
            raise ModelError(f"Card.of has no field {', '.join(sorted(unknown))}")
        return cls(Face(name, **face), **fields)

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
    def color_identity(self) -> frozenset[Color]:
        """The colour identity of all faces (CR 903.4).

        It has the colours of each face, the colours of the mana symbols in costs and in rules texts
        without reminder texts, and those of basic land types.
        """
        words: set[str] = set()
        for face in self.faces:
            words.update(color.value for color in face.colors)
            words.update(*_SYMBOL.findall(_REMINDER.sub("", face.text)))
            words.update(*(face.mana_cost.symbols if face.mana_cost is not None else ()))
            words.update(_LANDS[each] for each in face.subtypes if each in _LANDS)
        return frozenset(color for color in Color if color.value in words)

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
