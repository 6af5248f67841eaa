"""Conversion from records to cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import chain
from typing import Any, Final, TypeAlias

from attrs import evolve

from ...budget import Budget
from ...diagnostic_log import DiagnosticLog
from ...diagnostics import Report
from ...errors import ModelError
from ...model import Card, CardSet, Color, Face, FrozenDict, ManaCost
from ...model.cards import split_types, whole_of
from ...model.frozen import EMPTY, freeze
from ..base import Input
from .codes import ScryfallCode
from .format import ScryfallOptions
from .reader import records_in
from .stream import chunks_of
from .syntax import GRAMMAR, IDS, KEPT, KNOWN, ScryfallCard

Object: TypeAlias = Mapping[str, Any]

#: Layouts whose further faces are on the back. Faces with their own image are on the back too.
_BACKS: Final = frozenset(
    "transform modal_dfc double_faced_token art_series reversible_card battle".split()  # noqa: SIM905 - readable
)
#: The images of a card, the best for lists of cards first.
_IMAGES: Final = ("normal", "large", "png", "border_crop", "small", "art_crop")
_NO_IMAGES: Final[Object] = {}
#: Subtypes of several words.
_SUBTYPE = GRAMMAR.rule("SUBTYPE")
_DASH = "\N{EM DASH}"
_COLORS: Final = {color.value: color for color in Color}
_SHOWN = 80
_LONGEST = 200


def read(input_: Input, options: ScryfallOptions) -> Report[CardSet]:
    """Read all cards of *input*; invalid values are reported and omitted."""
    log = DiagnosticLog(options.max_diagnostics)
    records = records_in(input_.source(), log, Budget(options.max_work))
    return Report(_CardConverter(log).cardset(records), log.finish())


def read_chunks(input_: Input, options: ScryfallOptions) -> Iterator[Report[CardSet]]:
    """Read the cards of *input* in chunks of a few thousand, in the order of the file.

    A bulk file is not ordered by set, so the chunks are not sets, but parts that fit into memory.
    """
    for records, log in chunks_of(input_, options):
        yield Report(_CardConverter(log).cardset(records), log.finish())


class _CardConverter:
    """A converter of the records of one file."""

    def __init__(self, log: DiagnosticLog) -> None:
        self.log = log
        self.unread: set[str] = set()
        self.by_id: set[str] = set()

    def cardset(self, records: Iterable[ScryfallCard]) -> CardSet:
        """Return the cards of *records*; if they are of one set, with its name and code."""
        cards = [card for each in records if (card := self.card(each)) is not None]
        if self.unread:
            keys = ", ".join(sorted(self.unread)[:20])
            self.log.add(ScryfallCode.UNREAD, keys=keys)
        codes = {(card.set_code, card.extras["scryfall"].get("set_name")) for card in cards}
        if len(codes) != 1:
            return CardSet(cards=cards)
        ((code, name),) = codes
        return CardSet(name if isinstance(name, str) else "", code, cards)

    def card(self, record: ScryfallCard) -> Card | None:
        """Return the card of *record*; None, which is reported, if it is not a card."""
        data = record.data
        name = data.get("name")
        if type(name) is not str or not name:
            problem = "it has no name"
            self.log.add(ScryfallCode.NO_CARD, record.span, problem=problem, left_out=1)
            return None
        reading = _Reading(record, name, self.log)
        rarity, set_code = reading.text("rarity", data), reading.text("set", data)
        ids = reading.ids()
        self._check_id(ids.get("scryfall"), record)
        extras = reading.extras()
        if not KNOWN.issuperset(data):
            self._keep_unknown(data, data.keys() - KNOWN, extras)
        return Card(
            reading.faces(extras),
            set_code.upper() if set_code else None,
            reading.text("collector_number", data),
            rarity.lower() if rarity else None,
            FrozenDict(ids),
            reading.finish(),
            extras=FrozenDict(scryfall=FrozenDict(extras)),
        )

    def _check_id(self, identity: str | None, record: ScryfallCard) -> None:
        if identity is None:
            return
        if identity in self.by_id:
            self.log.add(ScryfallCode.SAME_ID, record.span, id=identity)
        self.by_id.add(identity)

    def _keep_unknown(self, data: Object, unknown: set[str], extras: dict[str, Any]) -> None:
        """Store simple values of *unknown* members; record all for a report."""
        self.unread |= {key[:_SHOWN] for key in unknown}
        for key in sorted(unknown):
            value = data[key]
            if isinstance(value, (str, bool, int)) and len(str(value)) <= _SHOWN:
                extras[key] = value


class _Reading:
    """A converter of one card that reports invalid values."""

    def __init__(self, record: ScryfallCard, name: str, log: DiagnosticLog) -> None:
        self.record, self.data, self.name, self.log = record, record.data, name, log
        self.language = self.text("lang", record.data) or "en"
        self.parts = self._parts() if record.data.get("card_faces") else []

    def _parts(self) -> list[Object]:
        listed = self.data["card_faces"]
        if isinstance(listed, list) and all(isinstance(each, dict) for each in listed):
            return listed
        self.wrong("card_faces", "an array of objects is expected")
        return []

    def text(self, key: str, data: Object) -> str | None:
        """Return the string value of *key*, or None."""
        value = data.get(key)
        if value is None or type(value) is str:
            return value
        if type(value) is int:
            return str(value)
        self.wrong(key, "a string is expected")
        return None

    def wrong(self, key: str, problem: str) -> None:
        """Report that the value of *key* has a *problem*."""
        name = self.name[:_SHOWN]
        self.log.add(ScryfallCode.BAD_FIELD, self.record.span, key=key, name=name, problem=problem)

    def ids(self) -> dict[str, str]:
        """Return the ids by scheme; Gatherer has one for each face."""
        data, ids = self.data, {}
        for key, scheme in IDS:
            value = data.get(key)
            if value is not None and (text := self.text(key, data)) is not None:
                ids[scheme] = text
        if self.parts and (oracle := self.text("oracle_id", self.parts[0])):
            ids.setdefault("scryfall_oracle", oracle)  # a reversible card is two cards
        gatherer = data.get("multiverse_ids")
        if gatherer:
            if not isinstance(gatherer, list) or not all(type(each) is int for each in gatherer):
                self.wrong("multiverse_ids", "an array of numbers is expected")
            else:
                schemes = ("multiverse", "multiverse_back")
                ids |= zip(schemes, map(str, gatherer), strict=False)
        return ids

    def finish(self) -> str | None:
        """Return the finish, if the printing has only one, and not the usual one."""
        finishes = self.data.get("finishes")
        if isinstance(finishes, list):
            is_one = len(finishes) == 1 and isinstance(finishes[0], str)
            return finishes[0] if is_one and finishes[0] != "nonfoil" else None
        is_foil = self.data.get("foil") is True and self.data.get("nonfoil") is False
        return "foil" if is_foil else None

    def extras(self) -> dict[str, Any]:
        """Return the members without a field in the model, under Scryfall's names."""
        data = self.data
        extras: dict[str, Any] = {}
        for key in KEPT:
            value = data.get(key)
            if value is True or type(value) is str:
                extras[key] = value
            elif value:
                try:
                    extras[key] = freeze(value)
                except (ModelError, RecursionError):
                    self.wrong(key, "the value cannot be stored")
        if isinstance(data.get("booster"), bool):
            extras["booster"] = data["booster"]
        if data.get("all_parts"):
            extras["all_parts"] = tuple(self._other_parts(data["all_parts"]))
        return extras

    def _other_parts(self, parts: object) -> Iterator[FrozenDict[str, str]]:
        """Yield the component, name and id of the other cards that belong to this one."""
        for each in parts if isinstance(parts, list) else (None,):
            if not isinstance(each, dict):
                self.wrong("all_parts", "an array of objects is expected")
            elif each.get("id") != self.data.get("id"):
                known = ("component", "name", "id")
                yield FrozenDict({key: each[key] for key in known if _is_text(each, key)})

    def faces(self, extras: dict[str, Any]) -> tuple[Face, ...]:
        """Return the front and the other faces; for a split card the combined halves first."""
        data, parts = self.data, self.parts
        if not parts:
            return (self.face(data, self.name, "front", extras),)
        layout = extras.get("layout")
        if layout == "split":
            halves = tuple(self.face(each, self._name_of(each), "split", extras) for each in parts)
            return self._both(halves), *halves
        kinds = chain(["front"], map(self._kind, parts[1:]))
        faces = [
            self.face(each, self._name_of(each), kind, extras)
            for kind, each in zip(kinds, parts, strict=True)
        ]
        front = faces[0]
        # flip and adventure cards have one image
        images = front.images or self.images(data)
        printed = front.printed_names or self._printed_names(data)
        if images != front.images or printed != front.printed_names:
            faces[0] = evolve(front, images=images, printed_names=printed)
        if defense := self.text("defense", parts[0]):
            extras.setdefault("defense", defense)
        return tuple(faces)

    def _kind(self, part: Object) -> str:
        is_back = self.text("layout", self.data) in _BACKS or "image_uris" in part
        return "back" if is_back else "alternate"

    def _name_of(self, part: Object) -> str:
        return self.text("name", part) or self.name

    def _both(self, halves: tuple[Face, ...]) -> Face:
        """Return both *halves* as one face, as the card is except as a spell (CR 709.4)."""
        data, whole = self.data, whole_of(halves)
        colors = self._letters(data)
        return evolve(
            whole,
            name=self.name,
            colors=whole.colors if colors is None else colors,
            text=self.text("oracle_text", data) or whole.text,
            images=self.images(data),
            printed_names=self._printed_names(data),
        )

    def face(self, data: Object, name: str, kind: str, extras: dict[str, Any]) -> Face:
        """Return the face that *data* describes: the whole card, or a part of it."""
        cost = self._cost(data, extras)
        colors = self._letters(data)
        if colors is None:
            # a flipped card has the colours of the card, and a half those of its cost
            of_card = self._letters(self.data) if kind in ("front", "alternate") else None
            colors = cost.colors if cost is not None and kind != "front" else of_card
        fields: dict[str, Any] = {} if colors is None else {"colors": colors}
        supertypes, types, subtypes = type_words(self.text("type_line", data) or "")
        return Face(
            name,
            cost,
            supertypes=supertypes,
            types=types,
            subtypes=subtypes,
            text=self.text("oracle_text", data) or "",
            power=self.text("power", data),
            toughness=self.text("toughness", data),
            loyalty=self.text("loyalty", data),
            images=self.images(data),
            printed_names=self._printed_names(data),
            kind=kind,
            **fields,
        )

    def _cost(self, data: Object, extras: dict[str, Any]) -> ManaCost | None:
        text = self.text("mana_cost", data)
        if not text:
            return None
        try:
            return ManaCost.parse(text)
        except ModelError as error:
            self.wrong("mana_cost", str(error)[:200])
            extras.setdefault("mana_cost", text[:200])
            return None

    def _letters(self, data: Object) -> frozenset[Any] | None:
        """Return the specified colours, or None."""
        for key in ("colors", "color_indicator"):
            letters = data.get(key)
            if isinstance(letters, list):
                try:
                    return _colors(tuple(letters))
                except (KeyError, TypeError):
                    self.wrong(key, "letters of colours are expected")
        return None

    def images(self, data: Object) -> FrozenDict[str, str]:
        """Return the image's address, by the language of the card."""
        images = data.get("image_uris") or _NO_IMAGES
        if not isinstance(images, dict):
            self.wrong("image_uris", "an object is expected")
            return EMPTY
        for size in _IMAGES:
            if _is_text(images, size):
                return FrozenDict({self.language: images[size]})
        return EMPTY

    def _printed_names(self, data: Object) -> FrozenDict[str, str]:
        """Return the name printed on the card instead of its name, by language."""
        printed = self.text("printed_name", data) or self.text("flavor_name", data)
        return FrozenDict({self.language: printed}) if printed else EMPTY


def _is_text(data: Object, key: str) -> bool:
    return type(data.get(key)) is str


@lru_cache(maxsize=64)
def _colors(letters: tuple[str, ...]) -> frozenset[Any]:
    return frozenset(_COLORS[letter] for letter in letters)


def type_words(type_line: str) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """Return the supertypes, types and subtypes of *type_line*; long ones are not cached."""
    is_usual = len(type_line) <= _LONGEST
    return _type_words(type_line) if is_usual else _type_words.__wrapped__(type_line)


@lru_cache(maxsize=4096)
def _type_words(type_line: str) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    left, _, right = type_line.partition(_DASH)
    supertypes, types = split_types(left.split())
    # the name of a plane is one subtype, whatever words it has
    subtypes = (right.strip(),) if "Plane" in types and right else _SUBTYPE.findall(right)
    return supertypes, types, tuple(subtypes)
