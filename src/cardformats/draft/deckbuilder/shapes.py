"""Shapes of packs: how many cards of which colour classes and rarities they have."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import field, frozen

from ...errors import DraftError
from ...model import Color
from ...model.frozen import as_tuple

#: The classes of a single colour, by the colour's letter.
MONO = {color.value: color.name.lower() for color in Color}

COLORLESS, MULTICOLOR = "colorless", "multicolor"

#: The colour classes; every card is of one of them.
CLASSES: tuple[str, ...] = (*MONO.values(), COLORLESS, MULTICOLOR)


def class_of(colors: Iterable[str]) -> str:
    """The colour class of a card that has these *colors*, given by their letters."""
    letters = tuple(colors)
    if len(letters) == 1:
        return MONO[letters[0]]
    return MULTICOLOR if letters else COLORLESS


@frozen
class Part:
    """A number of cards of a pack that are all of the same classes.

    Attributes:
        count: how many cards.
        classes: of which of :data:`CLASSES` they are; each card is of any of them.

    Raises:
        DraftError: the number is below 1, or a class is none or there twice.
    """

    count: int
    classes: tuple[str, ...] = field(converter=as_tuple)

    def __attrs_post_init__(self) -> None:
        """Refuse a part that no card can be of."""
        if type(self.count) is not int or self.count < 1:
            message = f"a part of a pack has one card or more, not {self.count!r}"
            raise DraftError(message)
        if not self.classes or len(set(self.classes)) < len(self.classes):
            message = f"a part of a pack has different classes, not {self.classes}"
            raise DraftError(message)
        for word in self.classes:
            if word not in CLASSES:
                message = f"a colour class is one of {', '.join(CLASSES)}, not {word!r}"
                raise DraftError(message)


@frozen
class PackShape:
    """What a kind of pack consists of.

    Attributes:
        name: its name; boosters of the card set have it.
        rarities: its cards are of any of these.
        parts: in order.

    Raises:
        DraftError: it has no name, rarity or part.
    """

    name: str
    rarities: tuple[str, ...] = field(converter=as_tuple)
    parts: tuple[Part, ...] = field(converter=as_tuple)

    def __attrs_post_init__(self) -> None:
        """Refuse a shape that no pack has."""
        if not self.name or not self.rarities or not self.parts:
            message = f"a shape of packs has a name, rarities and parts; not {self!r}"
            raise DraftError(message)
        if len(set(self.rarities)) < len(self.rarities):
            message = f"the shape {self.name!r} has different rarities, not {self.rarities}"
            raise DraftError(message)

    @property
    def size(self) -> int:
        """How many cards a pack has."""
        return sum(part.count for part in self.parts)


def _of_each_color(count: int) -> tuple[Part, ...]:
    return tuple(Part(count, (word,)) for word in MONO.values())


_EITHER = Part(3, (COLORLESS, MULTICOLOR))

COMMON_STARTER = PackShape(
    "common starter",
    ("common",),
    (*_of_each_color(2), Part(2, (COLORLESS,)), Part(3, (MULTICOLOR,))),
)
COMMON_BOOSTER = PackShape("common booster", ("common",), (*_of_each_color(1), _EITHER))
UNCOMMON_BOOSTER = PackShape("uncommon booster", ("uncommon",), (*_of_each_color(1), _EITHER))
RARE_BOOSTER = PackShape("rare booster", ("rare", "mythic"), (Part(5, CLASSES),))
