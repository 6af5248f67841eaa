"""Edits of the custom cards in the text of a list."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from ...diagnostic_log import DiagnosticLog
from ..json_patch import JsonContainer
from ..patch import CannotPatchError, Edit, moved
from .card_keys import IMAGES
from .custom_cards import cards_to_model, identity
from .names import OfficialCards
from .syntax import CardList, JsonSection

#: The objects of custom cards.
Objects: TypeAlias = Sequence[Mapping[str, Any]]


def card_edits(
    cards: CardList, sections: Sequence[JsonSection], before: Objects, after: Objects
) -> Iterator[Edit]:
    """Yield the edits that change the custom cards *before*, defined by *sections*, to *after*.

    Raises:
        CannotPatchError: If it is not clear where the cards are defined.
    """
    rows = _defining_items(cards, sections, len(before))
    if len(rows) != len(before):
        raise CannotPatchError
    text = cards.source.text
    containers = [JsonContainer(text, *json_place(section)) for section in sections]
    for number, item in _further_items(sections, rows, before, after):
        containers[number].remove(item)
    objects = _Objects([sections[number].value[item] for number, item in rows], before, after)
    last = (0, -1)
    names = list(map(printing, before)), list(map(printing, after))
    pairs = list(moved(*names))
    goes = {names[0][was]: was for was, now in pairs if was is not None and now is None}
    for was, now in pairs:
        gone = goes.get(names[1][now]) if was is None and now is not None else None
        if now is None and was is not None:
            containers[rows[was][0]].remove(rows[was][1])
        elif was is not None and now is not None:
            last = rows[was]
            yield from containers[last[0]].change(last[1], *objects.sides(was, now))
        elif gone is not None and now is not None and rows[gone][0] == last[0]:
            containers[last[0]].move(rows[gone][1], last[1], *objects.sides(gone, now))
        elif now is not None:
            containers[last[0]].add(last[1], after[now])
    for container in containers:
        yield from container.edits()


def json_place(section: JsonSection) -> tuple[int, int]:
    """Return the start and end of the JSON of a section that was read."""
    return section.json.start, section.json.end


def printing(card: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return the key of the printing of a written custom card."""
    return tuple(card.get(key) for key in ("name", "set", "collector_number"))


def _defining_items(
    cards: CardList, sections: Sequence[JsonSection], count: int
) -> list[tuple[int, int]]:
    """Return the section and the index of the object of each of *count* cards."""
    rows = [
        (number, item) for number, each in enumerate(sections) for item in range(len(each.value))
    ]
    if len(rows) == count:
        return rows
    catalog = cards.options.catalog
    known = None if catalog is None else OfficialCards(catalog)
    defined: dict[tuple[str, str, str], tuple[int, int]] = {}
    for number, section in enumerate(sections):
        for card, node in cards_to_model(section, known, DiagnosticLog(0)):
            item = node.path[-1]
            assert isinstance(item, int)  # noqa: S101 - of an array
            defined.setdefault(identity(card), (number, item))
    return list(defined.values())


def _further_items(
    sections: Sequence[JsonSection],
    rows: Sequence[tuple[int, int]],
    before: Objects,
    after: Objects,
) -> Iterator[tuple[int, int]]:
    """Yield the objects that would become cards if a removed card of *before* no longer exists."""
    gone = {each[0] for each in {*map(printing, before)} - {*map(printing, after)}}
    for number, section in enumerate(sections):
        for item, value in enumerate(section.value if gone else ()):
            name = value.get("name") if isinstance(value, dict) else None
            is_named = isinstance(name, str) and name in gone
            if is_named and (number, item) not in rows:
                yield number, item


class _Objects:
    """The own and inherited values of the object of each custom card.

    Attributes:
        old: The object in the text of each card.
    """

    def __init__(self, old: Objects, before: Objects, after: Objects) -> None:
        self.old, self._before, self._after = old, before, after
        self._first = _first_of_name(before), _first_of_name(after)

    def sides(self, was: int, now: int) -> tuple[Mapping[str, Any], ...]:
        """Return the object of card *was*, and its values before and after as card *now*."""
        old = self.old[was]
        sides = self.unchanged(was, now), self._after[now]
        return old, *(_like_images(old, each) for each in sides)

    def unchanged(self, was: int, now: int) -> dict[str, Any]:
        """Return the values of card *was*, without those that card *now* no longer inherits."""
        own, new = self._before[was], self._after[now]
        first, later = self._first[0][own["name"]], self._first[1][new["name"]]
        if first == was:
            return dict(own)
        earlier, old = self._before[first], self.old[was]
        inherited = {} if later == now else self._after[later]
        return {
            key: value
            for key, value in own.items()
            if _has(old, key)
            or not _has(self.old[first], key)
            or (key in inherited and inherited[key] == earlier.get(key))
        }


def _first_of_name(cards: Objects) -> dict[str, int]:
    """Return the index of the first card of each name."""
    return {card["name"]: number for number, card in reversed(list(enumerate(cards)))}


def _like_images(old: Mapping[str, Any], card: Mapping[str, Any]) -> dict[str, Any]:
    """Return *card* and its back with images under the key that *old* uses."""
    is_long = old.keys() & IMAGES == {"image_uris"} and card.get("image")
    output = {
        "image_uris" if key == "image" and is_long else key: (
            {"en": value} if key == "image" and is_long else value
        )
        for key, value in card.items()
    }
    if isinstance(card.get("back"), dict) and isinstance(old.get("back"), dict):
        output["back"] = _like_images(old["back"], card["back"])
    return output


def _has(card: Mapping[str, Any], key: str) -> bool:
    """Return whether an object has the key; all image keys count as one."""
    return bool(IMAGES & card.keys()) if key in IMAGES else key in card
