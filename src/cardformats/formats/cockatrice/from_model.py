"""From a card set to records: the printings of a card are one, and its backs are others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any, Final

from attrs import evolve

from ...model import Card, CardRef, CardSet, Face
from ...model.cards import whole_of
from ...model.frozen import EMPTY
from .. import card_words
from ..nameless import UNNAMED, has_only_id
from .format import META
from .props import row_of, written_props
from .syntax import (
    FLAGS,
    IDS,
    NAMES,
    OF_SETS,
    RELATED,
    REVERSE,
    TEXTS,
    TOKEN,
    DatabaseCard,
)

#: The set of cards of which none is known, since each card has one.
_NO_SET: Final = "CUSTOM"
#: The subtypes of faces that are written beside the front.
_ADVENTURES: Final = frozenset(("Adventure", "Omen"))
#: Fewer cards of the same name are distinguished by spaces, as databases do; more, by numbers.
_MANY: Final = 10


def records_of(cardset: CardSet) -> tuple[list[DatabaseCard], list[tuple[DatabaseCard, Card]]]:
    """Return the records of the cards of *cardset*, and each card with that of its front.

    Names are made different by what is behind them, since a database has one card of each.
    """
    in_set = frozenset(card.name for card in cardset.cards)
    bringing = {
        (name, card.name)
        for card in cardset.cards
        for name, ways in _ways(card, in_set).items()
        if any(isinstance(each, Mapping) and each.get(REVERSE) for each in ways)
    }
    groups: dict[str, list[DatabaseCard]] = {}
    names: set[str] = set()
    uses: Counter[str] = Counter()
    fronts: list[tuple[DatabaseCard, Card]] = []
    for card in cardset.cards:
        records = _records(card, cardset.code or _NO_SET, in_set, bringing)
        key = repr([(each.name, each.text, each.props, each.others) for each in records])
        key += repr(records[0].related)
        known = groups.setdefault(key, records)
        for record, new in zip(known, records, strict=True):
            if known is records:
                _tell_apart(record, records[0], names, uses)
            else:
                record.sets += new.sets
        fronts.append((known[0], card))
    written = [each for own in groups.values() for each in own]
    renamed = {each.name_of_card: each.name for each in written if each.name_of_card != each.name}
    for record in written if renamed else ():
        record.related = [(tag, renamed.get(name, name), way) for tag, name, way in record.related]
    return written, fronts


def _tell_apart(
    record: DatabaseCard, front: DatabaseCard, names: set[str], uses: Counter[str]
) -> None:
    """Give a record a name that is none of *names*; its *front* names it so."""
    before = record.name
    while record.name in names:
        uses[before] += 1
        number = uses[before]
        record.name = before + (" " * number if number < _MANY else f" ({number})")
    names.add(record.name)
    if record is not front and record.name != before:
        place = next(n for n, (_, name, _) in enumerate(front.related) if name == before)
        front.related[place] = (front.related[place][0], record.name, front.related[place][2])


def _records(
    card: Card, code: str, in_set: Container[str], bringing: set[tuple[str, str]]
) -> list[DatabaseCard]:
    """Return the records of a printing: one for the card, and one for each back."""
    kept = card.extras.get("cockatrice", EMPTY)
    is_token = card.rarity == TOKEN
    front, *others = card.faces
    code = card.set_code or code
    attributes = _attributes(card, kept)
    halves = [each for each in others if each.kind == "split"]
    alternates = (each for each in others if each.kind == "alternate")
    adventures = [each for each in alternates if not _ADVENTURES.isdisjoint(each.subtypes)]
    if adventures and not halves:
        halves = [front, adventures[0]]
        front = evolve(front, name=NAMES.join(each.name for each in halves))
    elif halves and NAMES not in card.name:  # the front is the first half
        halves.insert(0, front)
        front = evolve(whole_of(tuple(halves)), properties=front.properties)
    texts = [each.text for each in halves or (front,)]
    texts[0] = texts[0].lstrip()  # as reading does
    texts[-1] = texts[-1].rstrip()
    backs = [(place, each) for place, each in enumerate(others, 1) if each.kind == "back"]
    related = [(RELATED[0], each.name, {"attach": "transform"}) for _, each in backs]
    record = DatabaseCard(
        front.name if front.name.strip() else UNNAMED,
        TEXTS.join(texts),
        written_props(front, halves, len(backs)),
        [(code, attributes | _image(front))],
        [*related, *_related(card, in_set, bringing)],
        _flags(front, kept, is_token=is_token),
    )
    of_backs = (
        DatabaseCard(
            back.name,
            back.text.strip(),
            written_props(back, (), 0),
            [(code, {**kept.get(f"set of back {place}", attributes), **_image(back)})],
            [],
            _flags(back, kept.get(f"back {place}", EMPTY), is_token=is_token),
        )
        for place, back in backs
    )
    return [record, *of_backs]


def _attributes(card: Card, kept: Mapping[str, Any]) -> dict[str, str]:
    """Return the attributes of a printing without its image."""
    left = dict(kept.get("set", EMPTY))
    rarity = left.pop("rarity", "")
    if card_words.rarity(rarity) != card.rarity:
        rarity = "" if card.rarity in (None, TOKEN) else card.rarity
    ids = {name: card.ids.get(scheme) for scheme, name in IDS.items()}
    own = {"rarity": rarity, "uuid": ids["uuid"], "num": card.number, "muid": ids["muid"]}
    return {name: text for name, text in own.items() if text} | left


def _image(face: Face) -> dict[str, str]:
    return {"picurl": face.images["en"]} if "en" in face.images else {}


def _flags(face: Face, kept: Mapping[str, Any], *, is_token: bool) -> dict[str, str]:
    """Return the other elements of a card: those that its face implies, and those kept."""
    token = {TOKEN: "1"} if is_token or "Token" in face.supertypes else {}
    texts = {tag: text for tag, text in kept.items() if isinstance(text, str)}
    own = {**token, "tablerow": row_of(face.types), **texts}
    return {tag: own[tag] for tag in (*FLAGS, *own) if tag in own}


def _ways(card: Card, in_set: Container[str]) -> Mapping[str, Sequence[Any]]:
    """Return how a card names others, by their names, as it was read.

    If as many names are gone from the set as are new, the others have new names, in the same order.
    """
    ways = card.extras.get("cockatrice", EMPTY).get("related")
    if not isinstance(ways, Mapping):
        return EMPTY
    names = dict.fromkeys(str(other.name) for other in card.related if other.name)
    gone = [name for name in ways if name not in names and name not in in_set]
    new = [name for name in names if name not in ways and name in in_set]
    if not gone or len(gone) != len(new):
        return ways
    renamed = dict(zip(gone, new, strict=True))
    return {renamed.get(name) or name: each for name, each in ways.items()}


def _related(
    card: Card, in_set: Container[str], bringing: set[tuple[str, str]]
) -> Iterator[tuple[str, str, dict[str, str]]]:
    """Yield the elements that name other cards, unless the other card already names this one."""
    ways = _ways(card, in_set)
    for other in card.related:
        name = other.name
        if not name or (isinstance(other, CardRef) and has_only_id(other)):
            continue
        for way in ways.get(name) or ([] if (card.name, name) in bringing else [EMPTY]):
            attributes = {key: str(each) for key, each in way.items() if key != REVERSE}
            yield RELATED[REVERSE in way], name, attributes


def sets_of(cardset: CardSet) -> list[dict[str, str]]:
    """Return the elements of each set in *cardset* as texts by their tags."""
    kept = cardset.extras.get("cockatrice", EMPTY).get("sets")
    sets = {each.get(OF_SETS[0], ""): dict(each) for each in kept or ()}
    codes = dict.fromkeys(card.set_code or cardset.code or _NO_SET for card in cardset.cards)
    if kept is None:
        sets = {code: {"name": code} for code in codes}
    code = cardset.code or (next(iter(codes)) if len(codes) == 1 else "")
    meta = {tag: cardset.meta.get(key, "") for key, tag in META.items()}
    if code and (code in sets or cardset.name or any(meta.values())):
        sets[code] = {**sets.get(code, {"name": code}), "longname": cardset.name, **meta}
    return [
        {tag: each[tag] for tag in (*OF_SETS, *each) if each.get(tag)} for each in sets.values()
    ]
