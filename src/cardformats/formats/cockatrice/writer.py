"""Writes card databases: from scratch, or as changes of the elements that were read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any, Final, TypeAlias

from attrs import evolve

from ...diagnostics import Report
from ...losses import Loss, LossLog
from ...model import Card, CardSet
from ...model.frozen import EMPTY
from ...source import SourceText
from ..base import Input, Written
from ..capabilities import report_unsupported
from ..nameless import with_named_cards, without_nameless
from ..patch import patched_source
from ..property_names import with_valid_properties
from ..read_back import report_changes
from ..xml_patch import xml_edits
from ..xml_text import block, content, document, element, tag_name
from .format import CAPABILITIES, META, OLD_CAPABILITIES, ROOT, CockatriceOptions
from .from_model import records_of, sets_of
from .syntax import COLORS, ORDER, PROPERTIES, SPELLINGS, DatabaseCard, DatabaseText
from .to_model import read

_USUAL: Final = 4
#: By the names of cards: their records, and their lines.
_KnownLines: TypeAlias = dict[str, tuple[DatabaseCard, list[str]]]


def write(cardset: CardSet, options: CockatriceOptions) -> Report[Written]:
    """Write *cardset*; of a database that was read only what has changed."""
    losses = LossLog("cockatrice")
    as_read = cardset.as_read
    kept = cardset.extras.get("cockatrice", EMPTY).get("version", _USUAL)
    version = options.database_version or kept
    source: SourceText | None = None
    was = cardset.syntax
    is_in_place = not options.canonical and version == kept
    if isinstance(was, DatabaseText) and was.is_whole and is_in_place:
        source = was.source
        if cardset == as_read:
            return Report(Written.of(source))
    cardset = with_named_cards(without_nameless(cardset, losses, has_sheets=False), losses)
    cardset = with_valid_properties(cardset, (), (), (), losses, tag_name)
    known: _KnownLines = {}
    text, records = _text(cardset, version, known)
    again = read_back = _again(text)
    changed: SourceText | None = None
    if source is not None and as_read is not None:

        def is_right(changed: SourceText) -> bool:
            nonlocal read_back
            read_back = _again(changed.text)
            if read_back == again:
                return True
            own = _text(read_back, version, known)[0]
            is_same = own in (text, _text(again, version, known)[0])
            return is_same and not _loses_more(cardset, as_read, read_back, again)

        before, _ = _text(as_read, version, known)
        edits = xml_edits(source.text, before, text, "card")
        changed = patched_source(source, edits, is_right, losses, "a database as it was read")
    come_back = () if changed is None else read_back.cards
    _report(cardset, records, again, come_back, version, losses)
    return Report(Written.of(changed) if changed else Written(text), losses.finish())


def _again(text: str) -> CardSet:
    return read(Input("", None, text), CockatriceOptions()).value


def _report(
    cardset: CardSet,
    records: Iterable[tuple[DatabaseCard, Card]],
    again: CardSet,
    come_back: Iterable[Card],
    version: int,
    losses: LossLog,
) -> None:
    """Report what is lost of *cardset*, whose cards have *records*, if it is read as *again*.

    Cards that *come_back* from a changed text, which may say more, lose nothing.
    """
    can = CAPABILITIES if version == _USUAL else OLD_CAPABILITIES
    sheets = [
        each
        for each in cardset.sheets.values()
        if each.entries and each != again.sheets.get(each.name)
    ]
    boosters = () if again.boosters == cardset.boosters else cardset.boosters
    report_unsupported(evolve(cardset, sheets=sheets, boosters=boosters), can, losses)
    if cardset.sheets:
        known = {card.name for card in cardset.cards}
        for name in sorted((_on_sheets(again) - _on_sheets(cardset)).keys() & known):
            losses.changed(Loss.COPIES, name, "cards on no sheet", "on that of their rarity")
    _report_about(cardset, version, losses)
    written, kept = (_by_name(cards) for cards in (again.cards, come_back))
    for record, card in records:
        same = written.get(record.name_of_card if version == _USUAL else record.name)
        other = same.pop(0) if same else None
        if card in (own := kept.get(card.name, [])):
            own.remove(card)
        else:
            report_changes(card, other, can, losses)


def _loses_more(cardset: CardSet, as_read: CardSet, read_back: CardSet, again: CardSet) -> bool:
    """Return whether an edit is lost in *read_back* that comes back in *again*."""
    before = set(map(id, as_read.cards))
    old, new = (_by_name(each.cards) for each in (read_back, again))
    edited = (card for card in cardset.cards if id(card) not in before)
    return any(
        card in new.get(card.name, ()) and card not in old.get(card.name, ()) for card in edited
    )


def _on_sheets(cardset: CardSet) -> Counter[str]:
    """Count the entries of sheets by the names of their cards."""
    return Counter(each.card.name for sheet in cardset.sheets.values() for each in sheet.entries)


def _by_name(cards: Iterable[Card]) -> dict[str, list[Card]]:
    """Return *cards* by their names, those of the same name in order."""
    named: dict[str, list[Card]] = {}
    for card in cards:
        named.setdefault(card.name, []).append(card)
    return named


def _report_about(cardset: CardSet, version: int, losses: LossLog) -> None:
    """Report what a set says of itself that no element has."""
    texts = {text for each in sets_of(cardset) for text in each.values()}
    meta = {f"the metadata {key!r}": cardset.meta.get(key) for key in META}
    for what, text in {"the name of the set": cardset.name, **meta}.items():
        if text and text not in texts:
            losses.dropped(Loss.METADATA, cardset.name, what)
    if version != _USUAL and cardset.extras.get("cockatrice", EMPTY).get("info"):
        losses.dropped(Loss.METADATA, cardset.name, "info about the database")


def _text(
    cardset: CardSet, version: int, known: _KnownLines
) -> tuple[str, list[tuple[DatabaseCard, Card]]]:
    """Return the text of a new database, and each card with the record of its front.

    Lines that are *known* are used again.
    """
    info = cardset.extras.get("cockatrice", EMPTY).get("info", EMPTY)
    sets = [line for each in sets_of(cardset) for line in block("set", {}, _leaves(each))]
    records, fronts = records_of(cardset)
    cards: list[str] = []
    for record in records:
        same, lines = known.get(record.name, (None, []))
        if record != same:
            lines = [*block("card", {}, _card(record, version))]
            known[record.name] = (record, lines)
        cards += lines
    parts = [*block("sets", {}, sets), *block("cards", {}, cards)]
    if info and version == _USUAL:
        parts = [*block("info", {}, _leaves(info)), *parts]
    return document(block(ROOT, {"version": str(version)}, parts)), fronts


def _leaves(texts: Mapping[str, Any]) -> Iterator[str]:
    return (element(tag, {}, content(str(text))) for tag, text in texts.items())


def _card(record: DatabaseCard, version: int) -> Iterator[str]:
    """Yield the lines of a card, in the order of the version."""
    props = record.props
    spellings: Mapping[str, str] = EMPTY
    lines: dict[str, Iterable[str]] = {"name": _leaves({"name": record.name})}
    if record.text:
        lines["text"] = _leaves({"text": record.text})
    if version == _USUAL:
        lines["prop"] = block("prop", {}, _leaves(props)) if props else ()
    else:
        spellings = SPELLINGS
        lines |= {tag: _leaves({tag: props[tag]}) for tag in PROPERTIES if tag in props}
        if COLORS in props:
            lines["color"] = map(partial(element, "color", {}), _parted(props[COLORS]))
    lines["set"] = (
        element(
            "set", {spellings.get(name, name): each for name, each in own.items()}, content(code)
        )
        for code, own in record.sets
    )
    lines["related"] = (element(tag, own, content(name)) for tag, name, own in record.related)
    lines |= {tag: _leaves({tag: text}) for tag, text in record.others.items()}
    for tag in dict.fromkeys((*ORDER[version], *lines)):
        yield from lines.get(tag, ())


def _parted(colors: str) -> list[str]:
    """Return the colors of a card, escaped, each as version 3 has it."""
    parts = [*colors] if colors.isupper() and colors.isascii() else colors.split("/")
    return [content(each) for each in parts if each or not colors]
