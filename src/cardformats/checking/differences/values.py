"""What is different between two versions of card files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from attrs import field, fields, frozen

from ...collation import OddsChange
from ...model import CardRef, FrozenDict
from ...model.frozen import as_tuple


@frozen
class _Value:
    """What JSON has with all its attributes."""

    def to_dict(self) -> dict[str, Any]:
        """Return a JSON-ready dictionary."""
        return {each.name: _as_json(getattr(self, each.name)) for each in fields(type(self))}


def _as_json(value: Any) -> Any:
    if isinstance(value, tuple):
        return [*map(_as_json, value)]
    if isinstance(value, CardRef):
        return str(value)
    return value.to_dict() if hasattr(value, "to_dict") else value


@frozen
class FieldChange(_Value):
    """A value that is another one now.

    Attributes:
        field: what it is a value of, as users call it.
        old, new: as they are read; None where there was or is none.
    """

    field: str
    old: str | None
    new: str | None


@frozen
class AbilityLine(_Value):
    """A line of a card in Wagic's ability language.

    Attributes:
        text: the line, with its macros expanded.
        english: what it says.
    """

    text: str
    english: str


@frozen
class AbilityChange(_Value):
    """The lines at a key that are others now.

    Attributes:
        key: the key, e.g. ``auto``.
        removed, added: the lines that only the old and only the new version has; none where only
            their order is another one.
    """

    key: str
    removed: tuple[AbilityLine, ...] = field(default=(), converter=as_tuple)
    added: tuple[AbilityLine, ...] = field(default=(), converter=as_tuple)

    def to_dict(self) -> dict[str, Any]:
        """Return a JSON-ready dictionary."""
        return super().to_dict() | {"order": not (self.removed or self.added)}


@frozen
class CardChange(_Value):
    """A card that is there before and after, and is another one.

    Attributes:
        old, new: what it is called before and after.
        fields: what is different, name and ids too.
        abilities: the lines of its abilities that are different.
        by: by what it was found to be the same: ``name``, ``id``, ``spelling`` (names that differ
            in case, accents or punctuation) or ``text`` (the only card that says the same).
    """

    old: CardRef
    new: CardRef
    fields: tuple[FieldChange, ...] = field(default=(), converter=as_tuple)
    abilities: tuple[AbilityChange, ...] = field(default=(), converter=as_tuple)
    by: str = "name"

    @property
    def is_renamed(self) -> bool:
        """Return whether the card has another name."""
        return self.old.name != self.new.name

    @property
    def has_other_id(self) -> bool:
        """Return whether one of the card's ids changed."""
        return any(each.field.startswith("id ") for each in self.fields)


@frozen
class SetChange(_Value):
    """What is different in a set, a list, or what else is read by itself.

    Attributes:
        old, new: where it is, below what was compared; None where it was not or is not there.
        name: of the set.
        counts: how many cards there were and are.
        added, removed: cards that only one version has.
        changed: cards of both that are different.
        rewritten: cards of both whose lines are written otherwise, and mean the same.
        settings: what is different besides cards: names, sheets, boosters, events, products.
        macros: definitions that are different.
        odds: how the odds of its packs changed.
    """

    old: str | None
    new: str | None
    name: str = ""
    counts: tuple[int, int] = (0, 0)
    added: tuple[CardRef, ...] = field(default=(), converter=as_tuple)
    removed: tuple[CardRef, ...] = field(default=(), converter=as_tuple)
    changed: tuple[CardChange, ...] = field(default=(), converter=as_tuple)
    rewritten: tuple[CardRef, ...] = field(default=(), converter=as_tuple)
    settings: tuple[FieldChange, ...] = field(default=(), converter=as_tuple)
    macros: tuple[FieldChange, ...] = field(default=(), converter=as_tuple)
    odds: tuple[OddsChange, ...] = field(default=(), converter=as_tuple)

    def __bool__(self) -> bool:
        """Return whether anything differs."""
        parts = (self.added, self.removed, self.changed, self.rewritten)
        others = (self.settings, self.macros, self.odds)
        return any(parts) or any(others) or self.old != self.new

    @property
    def renamed(self) -> tuple[CardChange, ...]:
        """Return the changed cards that have another name."""
        return tuple(each for each in self.changed if each.is_renamed)

    @property
    def tally(self) -> Mapping[str, int]:
        """Return the number of cards of each kind of change, and of other differences."""
        counts = {
            "added": len(self.added),
            "removed": len(self.removed),
            "renamed": len(self.renamed),
            "changed": len(self.changed) - len(self.renamed),
            "written otherwise": len(self.rewritten),
            "macros": len(self.macros),
            "settings": len(self.settings),
            "packs": len(self.odds),
        }
        return FrozenDict({kind: count for kind, count in counts.items() if count})

    def to_dict(self) -> dict[str, Any]:
        """Return a JSON-ready dictionary."""
        counts = {"cards": list(self.counts), "counts": dict(self.tally)}
        return super().to_dict() | counts


@frozen
class Move(_Value):
    """A card that is in another set now.

    Attributes:
        card: what it is called now.
        old, new: the sets.
    """

    card: CardRef
    old: str
    new: str


@frozen
class Differences(_Value):
    """What is different between two versions.

    Attributes:
        old, new: what the versions are called.
        sets: what is different, set by set; sets without a difference are not among them.
        moves: the cards that are in other sets; they are not among those added or removed.
        same: how many sets were compared, and are the same.
        others: files that are different and are no cards that can be compared.
        errors: how many errors were found in reading the sets that are different, before and after;
            what could not be read was not compared.
    """

    old: str
    new: str
    sets: tuple[SetChange, ...] = field(default=(), converter=as_tuple)
    moves: tuple[Move, ...] = field(default=(), converter=as_tuple)
    same: int = 0
    others: tuple[str, ...] = field(default=(), converter=as_tuple)
    errors: tuple[int, int] = (0, 0)

    def __bool__(self) -> bool:
        """Return whether anything differs."""
        return bool(self.sets or self.moves or self.others)

    @property
    def tally(self) -> Mapping[str, int]:
        """Return the numbers of changed cards in all sets, and of other differences."""
        counts: dict[str, int] = {}
        for kind, count in self._counts():
            counts[kind] = counts.get(kind, 0) + count
        return FrozenDict(counts)

    def _counts(self) -> Iterator[tuple[str, int]]:
        for each in self.sets:
            yield from each.tally.items()
        if self.moves:
            yield "moved", len(self.moves)

    def to_dict(self) -> dict[str, Any]:
        """Return a JSON-ready dictionary with all differences."""
        return super().to_dict() | {"counts": dict(self.tally)}
