"""Writes card databases: from scratch, or as changes of the elements that were read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from attrs import evolve

from ...diagnostics import Report
from ...losses import Loss, LossLog
from ...model import Card, CardSet
from ...model.frozen import EMPTY
from ...source import SourceText
from ..base import Input, Written
from ..capabilities import report_unsupported
from ..nameless import with_named_cards, without_nameless
from ..property_names import with_valid_properties
from ..read_back import report_changes
from ..xml_patch import rewritten
from ..xml_text import block, content, document, element, tag_name
from .format import CAPABILITIES, OLD_CAPABILITIES, ROOT, CockatriceOptions
from .from_model import records_of, sets_of
from .syntax import (
    COLORS,
    ORDER,
    PROPERTIES,
    SPELLINGS,
    DatabaseCard,
    DatabaseText,
    adventure_of,
    is_whole,
)
from .to_model import read

_USUAL: Final = 4


def write(cardset: CardSet, options: CockatriceOptions) -> Report[Written]:
    """Write *cardset*; of a database that was read only what has changed."""
    losses = LossLog("cockatrice")
    as_read = cardset.as_read
    kept = cardset.extras.get("cockatrice", EMPTY).get("version", _USUAL)
    version = options.database_version or kept
    source: SourceText | None = None
    if isinstance(cardset.syntax, DatabaseText) and not options.canonical and version == kept:
        source = cardset.syntax.source
        if cardset == as_read:
            return Report(Written.of(source))
    cardset = with_named_cards(without_nameless(cardset, losses), losses)
    cardset = with_valid_properties(cardset, (), (), (), losses, tag_name)
    text = _text(cardset, version)
    _report(cardset, text, version, losses)
    before = "" if as_read is None else _text(as_read, version)
    what = "a database as it was read"
    source = rewritten(
        source, before, text, lambda new: _text(_again(new.text), version), losses, what
    )
    return Report(Written.of(source), losses.finish())


def _again(text: str) -> CardSet:
    return read(Input("", None, text), CockatriceOptions()).value


def _report(cardset: CardSet, text: str, version: int, losses: LossLog) -> None:
    """Report what is lost of *cardset*, by what its *text* reads as."""
    again = _again(text)
    can = CAPABILITIES if version == _USUAL else OLD_CAPABILITIES
    sheets = [
        each
        for each in cardset.sheets.values()
        if each.entries and each != again.sheets.get(each.name)
    ]
    boosters = () if again.boosters == cardset.boosters else cardset.boosters
    report_unsupported(evolve(cardset, sheets=sheets, boosters=boosters), can, losses)
    written: dict[str, list[Card]] = {}
    for card in reversed(again.cards):
        written.setdefault(card.name, []).append(card)
    for record, card in records_of(cardset)[1]:
        adventure = adventure_of(card)
        for face in card.faces:
            if face.kind == "alternate" and face is not adventure:
                losses.dropped(Loss.FACE, card.name, "alternates that are no adventures")
        is_split = adventure is not None and version != _USUAL
        others = written.get(record.name if is_split else record.name_of_card)
        read_back = others.pop() if others else None
        has_no_whole = _number(card, "split") > 0 and not is_whole(card)
        if is_split:
            losses.changed(Loss.FACE, card.name, "adventures", "halves of a card")
        elif has_no_whole:
            losses.changed(Loss.NAME, card.name, "names of first halves", "those of whole cards")
        if read_back is not None and (is_split or has_no_whole):
            read_back = _without_whole(read_back)
        elif (
            read_back is not None
            and version == _USUAL
            and _number(read_back, "back") != _number(card, "back")
        ):
            losses.dropped(Loss.FACE, card.name, "backs with properties that no back has")
        report_changes(card, read_back, can, losses)


def _number(card: Card, kind: str) -> int:
    return sum(face.kind == kind for face in card.faces)


def _without_whole(card: Card) -> Card:
    """Return *card* with its halves alone, since it was written as these."""
    whole, *halves = card.faces
    if halves:
        halves[0] = evolve(halves[0], images=whole.images)
    return evolve(card, faces=halves or [whole])


def _text(cardset: CardSet, version: int) -> str:
    """Return the text of a new database."""
    info = cardset.extras.get("cockatrice", EMPTY).get("info", EMPTY)
    sets = [line for each in sets_of(cardset) for line in block("set", {}, _leaves(each))]
    records, _ = records_of(cardset)
    cards = [line for each in records for line in block("card", {}, _card(each, version))]
    lines: list[str] = []
    if info and version == _USUAL:
        lines += block("info", {}, _leaves(info))
    lines += [*block("sets", {}, sets), *block("cards", {}, cards)]
    return document(block(ROOT, {"version": str(version)}, lines))


def _leaves(texts: Mapping[str, Any]) -> Iterator[str]:
    return (element(tag, {}, content(str(text))) for tag, text in texts.items())


def _card(record: DatabaseCard, version: int) -> Iterator[str]:
    """Yield the lines of a card, in the order of the version."""
    props = dict(record.props)
    lines: dict[str, Iterable[str]] = {"name": _leaves({"name": record.name})}
    if record.text:
        lines["text"] = _leaves({"text": record.text})
    lines["set"] = (_set(code, own, version) for code, own in record.sets)
    lines["related"] = (element(tag, own, content(name)) for tag, name, own in record.related)
    if version == _USUAL:
        lines["prop"] = block("prop", {}, _leaves(props)) if props else ()
    else:
        colors = props.get(COLORS)
        if colors is not None:
            parts = [*colors] if colors.isupper() and colors.isascii() else colors.split("/")
            lines["color"] = (
                element("color", {}, content(each)) for each in parts if each or not colors
            )
        lines |= {tag: _leaves({tag: props[tag]}) for tag in PROPERTIES if tag in props}
    lines |= {tag: _leaves({tag: text}) for tag, text in record.others.items()}
    order = ORDER[version]
    for tag in (*order, *(each for each in lines if each not in order)):
        yield from lines.get(tag, ())


def _set(code: str, attributes: Mapping[str, str], version: int) -> str:
    names = SPELLINGS if version != _USUAL else EMPTY
    own = {names.get(name, name): text for name, text in attributes.items()}
    return element("set", own, content(code))
