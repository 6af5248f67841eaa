"""From a card set to sets of the engine: with codes, and printings with ids and rarities."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from attrs import evolve, frozen

from ...diagnostics import LossLog
from ...model import Booster, Card, CardRef, CardSet, Face
from .boosters import sheet_names
from .fields import PRINTING_KEYS
from .format import PRIMITIVES_FOLDER, WagicOptions
from .lower import RARITIES
from .raising_fields import one_line, report_card

#: The code of a set that has none.
_NO_CODE: Final = "CUSTOM"
_NOT_IN_CODES: Final = re.compile(r"[^A-Za-z0-9_-]+")
#: Names that are no folders everywhere, or are another thing here.
_TAKEN_CODES: Final = frozenset(("con", "prn", "aux", "nul", PRIMITIVES_FOLDER))
_ID: Final = re.compile(r"-?[1-9][0-9]{0,8}")
_DEFAULT_RARITY: Final = "common"
_META_KEY: Final = re.compile(r"[^\s\[\]#=][^\[\]\r\n=]*")


@frozen
class RaisedSet:
    """A set of the engine.

    Attributes:
        code: its folder.
        meta: its metadata.
        pairs: each card as it was given, and as it is written: with this code, an id, a rarity.
        boosters: what its packs are.
        unresolved: blocks of printings whose primitives were not there when they were read.
    """

    code: str
    meta: Mapping[str, str]
    pairs: tuple[tuple[Card, Card], ...]
    boosters: tuple[Booster, ...]
    unresolved: tuple[str, ...] = ()


def raise_sets(
    cardset: CardSet, options: WagicOptions, losses: LossLog
) -> tuple[tuple[RaisedSet, ...], tuple[Card, ...]]:
    """The sets that *cardset* is, and the cards in it that are no printings."""
    _report_what_has_no_place(cardset, losses)
    cards = (*cardset.cards, *named_cards(cardset))
    drawn = {entry.card for sheet in cardset.sheets.values() for entry in sheet.entries}
    for card in cards:
        report_card(card, losses)
    alone = tuple(card for card in cards if _is_primitive(card, drawn))
    printings = [card for card in cards if not _is_primitive(card, drawn)]
    codes = _codes(cardset, printings, options, losses)
    ids = _ids(printings, options.first_id, losses)
    by_code: dict[str, list[tuple[Card, Card]]] = {code: [] for code in codes.values()}
    for card, identifier in zip(printings, ids, strict=True):
        code = codes[card.set_code]
        by_code[code].append((card, _as_written(card, code, identifier, losses)))
    if len(by_code) == 1:
        ((code, pairs),) = by_code.items()
        meta, unresolved = dict(_meta(cardset, code, losses)), tuple(_unresolved(cardset))
        return (RaisedSet(code, meta, tuple(pairs), cardset.boosters, unresolved),), alone
    for key in cardset.meta:
        losses.dropped(f"the metadata {key!r}", cardset.name)
    for block in _unresolved(cardset):
        losses.dropped("printings whose primitives are missing", block.split("\n")[1])
    given = {code: key for key, code in codes.items()}
    return tuple(
        _one_of_several(code, pairs, [each for each in cardset.boosters if each.id == given[code]])
        for code, pairs in by_code.items()
    ), alone


def named_cards(cardset: CardSet) -> Iterator[Card]:
    """A card for each that the sheets only name; the name of a sheet may be its rarity."""
    named: set[CardRef] = set()
    for sheet in cardset.sheets.values():
        word = sheet.name.lower().rsplit(" ", 1)[-1]
        rarity = word if word in RARITIES.values() else None
        for entry in sheet.entries:
            ref = entry.card
            if ref not in named and cardset.card(ref) is None:
                named.add(ref)
                ids = {"wagic": ref.id} if ref.id is not None else {}
                yield Card(Face(ref.name), ref.set_code, ref.number, rarity, ids)


def _is_primitive(card: Card, drawn: set[CardRef]) -> bool:
    """Whether *card* is in no set and no pack."""
    is_printing = card.set_code or card.number or card.rarity or "wagic" in card.ids
    return not is_printing and card.ref not in drawn


def _codes(
    cardset: CardSet, printings: Iterable[Card], options: WagicOptions, losses: LossLog
) -> dict[str | None, str]:
    """The folder of the cards of each code; all are one set, unless each has its own boosters."""
    counts = Counter(card.set_code for card in printings)
    single = options.code or cardset.code
    if single is None and any(booster.id not in counts for booster in cardset.boosters):
        single = next((code for code, _ in counts.most_common() if code), _NO_CODE)
    if single is None and not counts and not cardset.cards:
        single = _NO_CODE
    if single is None:
        return {code: _folder(code or _NO_CODE, losses) for code in counts}
    for code in counts:
        if code is not None and code.lower() != single.lower():
            losses.changed("codes of sets (now all one)", code)
    folder = _folder(single, losses)
    return dict.fromkeys(counts, folder) or {single: folder}


def _folder(code: str, losses: LossLog) -> str:
    """*code* as the name of a folder."""
    folder = _NOT_IN_CODES.sub("_", code) or _NO_CODE
    if folder.lower() in _TAKEN_CODES:
        folder += "_"
    if folder != code:
        losses.changed("codes that are no names of folders", code)
    return folder


def _ids(cards: Sequence[Card], first: int, losses: LossLog) -> Iterator[str]:
    """An id for each of *cards*: its own, or the next one that is free."""
    own = {card.ids["wagic"] for card in cards if _ID.fullmatch(card.ids.get("wagic", ""))}
    used: set[str] = set()
    following = first
    for card in cards:
        identifier = card.ids.get("wagic", "")
        if identifier not in own or identifier in used:
            if identifier:
                losses.changed("ids that are no numbers, or not unique", card.name)
            while str(following) in own:
                following += 1
            identifier, following = str(following), following + 1
        used.add(identifier)
        yield identifier


def _as_written(card: Card, code: str, identifier: str, losses: LossLog) -> Card:
    """*card* with its *code*, *identifier* and a rarity that has a letter."""
    rarity = card.rarity
    if rarity not in RARITIES.values():
        kind = f"the rarity {rarity!r}" if rarity else "cards without a rarity"
        losses.changed(f"{kind} (now {_DEFAULT_RARITY})", card.name)
        rarity = _DEFAULT_RARITY
    if card.number not in (None, identifier):
        losses.dropped("collector numbers", card.name)
    for scheme in card.ids:
        if scheme != "wagic":
            losses.dropped(f"ids of the scheme {scheme!r}", card.name)
    return evolve(card, set_code=code, number=identifier, rarity=rarity, ids={"wagic": identifier})


def _one_of_several(
    code: str, pairs: Iterable[tuple[Card, Card]], boosters: Sequence[Booster]
) -> RaisedSet:
    """One of the sets of a card set, whose name is that of its packs."""
    name = boosters[0].name if boosters else ""
    meta = {"name": one_line(name)} if name not in ("", code) else {}
    return RaisedSet(code, meta, tuple(pairs), tuple(boosters))


def _meta(cardset: CardSet, code: str, losses: LossLog) -> Iterator[tuple[str, str]]:
    if cardset.name not in ("", code):
        yield "name", one_line(cardset.name)
    for key, value in cardset.meta.items():
        if key != "name" and _META_KEY.fullmatch(key):
            yield key, one_line(value)
        else:
            losses.dropped(f"the metadata {key!r}", cardset.name)


def _unresolved(cardset: CardSet) -> Iterator[str]:
    """Blocks of the printings that were read, but whose primitives were not found."""
    kept = cardset.extras.get("wagic", {}).get("unresolved", ())
    for each in kept if isinstance(kept, Sequence) else ():
        if isinstance(each, Mapping) and each.keys() <= PRINTING_KEYS:
            lines = [f"{key}={one_line(str(value))}" for key, value in each.items()]
            yield "\n".join(("[card]", *lines, "[/card]", ""))


def _report_what_has_no_place(cardset: CardSet, losses: LossLog) -> None:
    layouts = [layout for booster in cardset.boosters for layout in booster.layouts]
    used = {name for layout in layouts for name in sheet_names(layout.slots)}
    for name in cardset.sheets.keys() - used:
        losses.dropped("sheets that no booster uses", name)
    if cardset.event is not None:
        losses.dropped("draft settings", cardset.name)
    for format_id, kinds in cardset.extras.items():
        for kind in kinds:
            if (format_id, kind) != ("wagic", "unresolved"):
                losses.dropped(f"{format_id} {kind!r}", cardset.name)
    for sheet in cardset.sheets.values():
        for format_id, kinds in sheet.extras.items():
            if format_id != "wagic":
                for kind in kinds:
                    losses.dropped(f"{format_id} {kind!r}", sheet.name)
