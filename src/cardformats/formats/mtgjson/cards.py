"""Cards: the objects of their faces, joined to one card.

Objects are assumed to be as documented. If one is not, its members are checked one by one: invalid
ones are reported, and the others are read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, TypeAlias

from ...catalog import LANGUAGES
from ...diagnostic_log import DiagnosticLog
from ...errors import ModelError
from ...model import Card, CardRef, Color, Face, FrozenDict, ManaCost
from ...model.cards import split_types, whole_of
from ...model.frozen import EMPTY
from ..json_text import Path
from .codes import MtgjsonCode
from .syntax import FACE_KINDS, FACES, FINISHES, IDENTIFIERS, KEPT, RARE, USUAL, ValuePositions
from .values import ARRAY, OBJECT, STRING, STRINGS, ValueCheck, is_plain, is_string

_IDENTIFIERS: Final = tuple(IDENTIFIERS.items())
_COLORS: Final = {color.value: color for color in Color}
#: The address of the image of a printing in Scryfall's API.
_IMAGE: Final = "https://api.scryfall.com/cards/{id}?format=image"
_BACK: Final = "&face=back"
_USUALLY: Final = {"finishes": FINISHES}
#: The supertypes, types and subtypes of a face.
_Words: TypeAlias = tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]
#: The exceptions raised if an object is not as documented.
_UNUSUAL: Final = (AttributeError, KeyError, TypeError, ValueError, RecursionError, ModelError)


def set_facts(item: Mapping[str, Any]) -> dict[str, Any]:
    """Return the facts of a set that apply to all its cards and determine preferred printings."""
    names = {"releaseDate": "releaseDate", "setType": "type"}
    facts = {fact: item[name] for fact, name in names.items() if is_string(item.get(name))}
    return facts | {"isOnlineOnly": True} if item.get("isOnlineOnly") is True else facts


class CardReader:
    """A reader of the cards of one set.

    Attributes:
        cards: The cards that were read, in order.
        refs: The reference of each card, by the uuids of its faces.
        members: The names of all members of cards; empty unless *thorough*.
    """

    def __init__(
        self,
        facts: Mapping[str, Any],
        code: str,
        places: ValuePositions,
        log: DiagnosticLog,
        *,
        has_images: bool = False,
        thorough: bool = False,
    ) -> None:
        """Create a reader of cards of the set *code*; its cards share *facts*."""
        self.cards: list[Card] = []
        self.refs: dict[str, CardRef] = {}
        self.members: set[str] = set()
        self._facts, self._code = facts, code
        self._places, self._log = places, log
        self._check = ValueCheck(places, log)
        self._has_images, self._thorough = has_images, thorough
        self._taken: set[tuple[str, str | None, str | None]] = set()
        self._colors: dict[tuple[str, ...], frozenset[Color]] = {}
        self._types: dict[str, tuple[list[Any], _Words]] = {}
        self._numbered: list[Any] | None = None
        self._numbers: dict[int, int] = {}
        self._shared: dict[tuple[Any, ...], FrozenDict[str, Any]] = {}

    def read(self, items: object, path: Path, rarity: str | None = None) -> None:
        """Read the array *items* at *path*; *rarity* is the rarity of cards without one."""
        if not isinstance(items, list):
            self._check.wrong(path, "an array of cards")
            return
        objects = [each for each in items if each.__class__ is dict]
        if self._thorough:
            self.members.update(*objects)
        others, joined = _faces(objects)
        for place, item in enumerate(items):
            if item.__class__ is not dict:
                self._check.wrong((*path, place), "an object")
            elif id(item) not in joined:
                card: Card | None
                try:
                    card = self._card(item, others.get(id(item), ()), rarity)
                except _UNUSUAL:
                    card = self._checked_card(items, place, path, others, rarity)
                if card is not None:
                    self._add(card, others.get(id(item), ()), (*path, place))

    def _add(self, card: Card, others: Iterable[Mapping[str, Any]], path: Path) -> None:
        """Add a card and its references."""
        uuid = card.ids.get("mtgjson")
        ref = self.add(card)
        if uuid is not None:
            if self.refs.setdefault(uuid, ref) is not ref:
                self._log.add(MtgjsonCode.SAME_UUID, self._places.span(path), uuid=uuid)
            for other in others:
                if is_string(other.get("uuid")):
                    self.refs.setdefault(other["uuid"], ref)

    def add(self, card: Card) -> CardRef:
        """Add a card; return a reference that means only this card."""
        self.cards.append(card)
        own = card.faces[0].name, card.set_code, card.number
        if own in self._taken:
            return CardRef(*own, card.ids.get("mtgjson"))
        self._taken.add(own)
        return CardRef(*own)

    # -- as documented

    def _card(
        self, item: dict[str, Any], others: tuple[dict[str, Any], ...], rarity: str | None
    ) -> Card:
        """Return the card whose front is *item*.

        Raises:
            AttributeError, KeyError, TypeError, ValueError, RecursionError, ModelError: If it is
                not as documented.
        """
        get = item.get
        identifiers = item["identifiers"]
        ids = {"mtgjson": item["uuid"]}
        for scheme, name in _IDENTIFIERS:
            if name in identifiers:
                ids[scheme] = identifiers[name]
        faces = (
            self._multiple(item, others)
            if others
            else (self._face(item, get("faceName") or item["name"], "front"),)
        )
        if others:
            kept = self._kept(item)
            kept["faces"] = tuple([self._other(each, item, kept) for each in others])
            extras = FrozenDict(mtgjson=FrozenDict(kept))
        else:
            extras = self._extras(item)
        word = get("rarity", rarity)
        finishes = get("finishes", ())
        return Card(
            faces,
            item["setCode"].upper(),
            item["number"],
            word if word is None or word.islower() else word.lower(),
            FrozenDict(ids),
            None if len(finishes) != 1 or "nonfoil" in finishes else finishes[0],
            extras=extras,
        )

    def _face(self, item: dict[str, Any], name: str, kind: str) -> Face:
        get = item.get
        cost = get("manaCost")
        types = self._types.get(item["type"])
        words = [item["supertypes"], item["types"], item["subtypes"]]
        if types is None or types[0] != words:
            types = self._words(item["type"], words)
        colors = tuple(item["colors"])
        return Face(
            name,
            None if cost is None else ManaCost.parse(cost),
            self._colors.get(colors) or self._color_set(item["colors"]),
            *types[1],
            get("text", ""),
            get("power"),
            get("toughness"),
            get("loyalty"),
            self._images(item, kind) if self._has_images else EMPTY,
            self._names(item),
            EMPTY,
            kind,
        )

    def _words(self, line: str, words: list[Any]) -> tuple[list[Any], _Words]:
        """Return the supertypes, types and subtypes, as lists and in the form of the model."""
        if not all(each.__class__ is list for each in words):
            raise TypeError
        marks, types = split_types(words[1])  # a token is one of the types
        made: tuple[list[Any], _Words] = words, ((*marks, *words[0]), types, tuple(words[2]))
        self._types[line] = made
        return made

    def _color_set(self, letters: list[str]) -> frozenset[Color]:
        if letters.__class__ is not list:
            raise TypeError
        made = frozenset([_COLORS[letter] for letter in letters])
        self._colors[tuple(letters)] = made
        return made

    def _images(self, item: dict[str, Any], kind: str) -> FrozenDict[str, str]:
        """Return the image of a printing, or of its back."""
        printing = item["identifiers"].get("scryfallId")
        if printing is None:
            return EMPTY
        return FrozenDict(en=_IMAGE.format(id=printing) + (_BACK if kind == "back" else ""))

    def _names(self, item: dict[str, Any]) -> Mapping[str, str]:
        """Return the names in other languages, by code; those of the face, if it has any."""
        names = {
            LANGUAGES.get(each["language"], each["language"]): each.get("faceName") or each["name"]
            for each in item.get("foreignData") or ()
            if each.get("name")
        }
        return FrozenDict(names) if names else EMPTY

    def _extras(self, item: dict[str, Any]) -> FrozenDict[str, Any]:
        """Return the members without a field in the model as extras, shared between cards."""
        if not RARE.isdisjoint(item) or "paper" not in item.get("availability", ("paper",)):
            return FrozenDict(mtgjson=FrozenDict(self._kept(item)))
        key = tuple([item.get(name) for name in USUAL]) + tuple(item.get("finishes", ()))
        if key not in self._shared:
            self._shared[key] = FrozenDict(mtgjson=FrozenDict(self._kept(item)))
        return self._shared[key]

    def _kept(self, item: dict[str, Any]) -> dict[str, Any]:
        """Return the members without a field in the model."""
        kept: dict[str, Any] = {**self._facts}
        for name in KEPT:
            if name in item and item[name] != _USUALLY.get(name):
                value = item[name]
                kept[name] = tuple(value) if value.__class__ is list else value
        if "finishes" in kept:
            kept["finishes"] = " ".join(kept["finishes"])  # a string is processed much faster
        if "originalReleaseDate" in kept:
            kept["releaseDate"] = kept.pop("originalReleaseDate")
        if "paper" in kept.get("availability", ()):
            del kept["availability"]
        return kept

    def _other(
        self, item: dict[str, Any], front: dict[str, Any], kept: dict[str, Any]
    ) -> FrozenDict[str, Any]:
        """Return the members of a further face without a field in the model that differ."""
        own: dict[str, Any] = {
            name: item[name]
            for name in ("uuid", "side", "number", "rarity")
            if name in item and item[name] != front.get(name)
        }
        number = item["identifiers"].get("multiverseId")
        if number is not None and number != front["identifiers"].get("multiverseId"):
            own["multiverseId"] = number
        of_it = self._kept(item)
        own |= {name: value for name, value in of_it.items() if kept.get(name) != value}
        return FrozenDict(own)

    def _multiple(
        self, item: dict[str, Any], others: tuple[dict[str, Any], ...]
    ) -> tuple[Face, ...]:
        """Return the faces; for a split card the whole card, then the halves."""
        kind = FACE_KINDS.get(item["layout"], "alternate")
        backs = [self._face(each, each["faceName"], kind) for each in others]
        front = self._face(item, item["faceName"], "split" if kind == "split" else "front")
        if kind != "split":
            return (front, *backs)
        halves = (front, *backs)
        return (whole_of(halves), *halves)

    # -- otherwise

    def _checked_card(
        self,
        items: list[Any],
        place: int,
        path: Path,
        others: Mapping[int, tuple[dict[str, Any], ...]],
        rarity: str | None,
    ) -> Card | None:
        """Return the card of the valid parts of ``items[place]`` and its other faces, if any."""
        item = items[place]
        if self._numbered is not items:
            self._numbers = {id(each): number for number, each in enumerate(items)}
            self._numbered = items
        number = self._numbers
        faces = [item, *others.get(id(item), ())]
        checked = [self._checked(each, (*path, number[id(each)])) for each in faces]
        named = [each for each in checked if each is not None]
        try:
            return self._card(named[0], tuple(named[1:]), rarity) if named else None
        except _UNUSUAL:  # an unexpected error in the data
            self._check.wrong((*path, place), "a card")
            return None

    def _checked(self, item: dict[str, Any], path: Path) -> dict[str, Any] | None:
        """Return the valid parts of a face; None, which is reported, if it has no name."""
        check = self._check
        own = check.members(item, path, LIKE)
        if not own.get("name"):
            self._log.add(MtgjsonCode.NO_NAME, self._places.span(path))
            return None
        usual: dict[str, Any] = {
            "type": "",
            "supertypes": [],
            "types": [],
            "subtypes": [],
            "number": None,
        }
        usual |= {"identifiers": {}, "layout": "", "setCode": self._code}
        own = {**usual, **own}
        own["faceName"] = own.get("faceName") or own["name"]
        own["identifiers"] = check.members(
            own["identifiers"], (*path, "identifiers"), dict.fromkeys(IDENTIFIERS.values(), STRING)
        )
        own["foreignData"] = list(self._checked_names(own.get("foreignData", ()), path))
        self._check_cost(own, path)
        if not _COLORS.keys() >= set(own.get("colors", "?")):
            if "colors" in own:
                check.wrong((*path, "colors"), "an array of colours")
            cost = ManaCost.parse(own.get("manaCost") or "")
            own["colors"] = [color.value for color in Color if color in cost.colors]
        return own

    def _checked_names(self, items: Iterable[Any], path: Path) -> Iterator[dict[str, Any]]:
        """Yield the valid names in other languages."""
        for number, each in enumerate(items):
            where = (*path, "foreignData", number)
            if not isinstance(each, dict):
                self._check.wrong(where, "an object")
                continue
            names = self._check.members(each, where, _NAMES_LIKE)
            if {"language", "name"} <= names.keys():
                yield names

    def _check_cost(self, own: dict[str, Any], path: Path) -> None:
        """Store an invalid cost separately."""
        try:
            ManaCost.parse(own.get("manaCost") or "")
        except ModelError:
            own["unknownCost"] = cost = own.pop("manaCost")
            where = self._places.span((*path, "manaCost"))
            self._log.add(MtgjsonCode.UNKNOWN_COST, where, cost=cost)


#: The tests of the members of a face that are read.
LIKE: Final = {
    **dict.fromkeys(KEPT, (is_plain, "a plain value, or an array of them")),
    **dict.fromkeys(("uuid", "name", "faceName", "number", "rarity", "setCode", "side"), STRING),
    **dict.fromkeys(("type", "manaCost", "text", "power", "toughness", "loyalty"), STRING),
    **dict.fromkeys(("types", "supertypes", "subtypes", "colors", "otherFaceIds"), STRINGS),
    **dict.fromkeys(("finishes", "availability"), STRINGS),
    "layout": STRING,
    "identifiers": OBJECT,
    "foreignData": ARRAY,
}
_NAMES_LIKE: Final = dict.fromkeys(("language", "name", "faceName"), STRING)


def _faces(
    items: list[dict[str, Any]],
) -> tuple[dict[int, tuple[dict[str, Any], ...]], set[int]]:
    """Return the further faces of fronts, by ``id()``, and the ids of all joined faces.

    Faces that name each other belong together. Otherwise faces with the same name and number belong
    to one front. The meld result of two cards is a face of both.
    """
    sided = [each for each in items if "side" in each]
    if not sided:
        return {}, set()
    by_uuid = {each["uuid"]: each for each in sided if is_string(each.get("uuid"))}
    backs: dict[tuple[str, str], list[dict[str, Any]]] = {}
    fronts = []
    for each in sided:
        if _is_front(each):
            fronts.append(each)
        else:
            backs.setdefault(_telling(each), []).append(each)
    others: dict[int, tuple[dict[str, Any], ...]] = {}
    joined: set[int] = set()
    for front in fronts:
        named = front.get("otherFaceIds")
        faces = [
            by_uuid[uuid]
            for uuid in (named if isinstance(named, list) else ())
            if is_string(uuid) and uuid in by_uuid and not _is_front(by_uuid[uuid])
        ]
        faces = faces or backs.pop(_telling(front), [])
        others[id(front)] = tuple(sorted(faces, key=lambda each: _word(each, "side")))
        joined.update(map(id, faces))
    return others, joined


def _word(item: Mapping[str, Any], name: str) -> str:
    """Return the string value of a member; empty if it is not a string."""
    value = item.get(name)
    return value if isinstance(value, str) else ""


def _is_front(item: Mapping[str, Any]) -> bool:
    """Return whether a face is a front; all parts of a meld are."""
    if item.get("layout") == "meld":
        return FACES in _word(item, "name")  # the meld result has its own name
    return bool(item["side"] == "a")


def _telling(item: Mapping[str, Any]) -> tuple[str, str]:
    """Return the common key of faces of one card; for a meld, the number without its letter."""
    number = _word(item, "number")
    if item.get("layout") == "meld":
        return "", number.rstrip("ab")
    return _word(item, "name"), number
