"""Pack files: what their XML says, slot by slot."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from attrs import frozen

from ...diagnostics import DiagnosticLog
from ...source import SourceText, Span
from ..xml_text import Element, Passage, XmlProblem, parse
from .codes import WagicCode

#: More cards than any pack has.
MAX_COPIES: Final = 1000
_MAX_TURNS: Final = 10_000
_ENTRIES: Final = ("random_card", "card", "nothing")
#: The attributes of a pack that say nothing about its cards.
_KEPT: Final = ("type", "price", "requires", "sort")
_ATTRIBUTES: Final = {
    "pack": frozenset(("name", "type", "price", "pool", "requires", "sort")),
    "slot": frozenset(("copies", "pool")),
    "random_card": frozenset(("copies",)),
    "card": frozenset(("copies",)),
    "nothing": frozenset(),
}


@frozen
class PackEntry:
    """One of the things a slot may give.

    Attributes:
        kind: ``random_card``, ``card`` or ``nothing``.
        text: the filter, or the card's name.
        copies: how many cards it gives.
        span: where the text stands; None for an entry of the engine itself.
        sheet: what its cards are called; if empty, by the filter.
        passage: the text with the place of each character.
    """

    kind: str
    text: str = ""
    copies: int = 1
    span: Span | None = None
    sheet: str = ""
    passage: Passage | None = None


@frozen
class PackSlot:
    """A slot: it gives one of its entries, *copies* times; *pool* is None for the pack's.

    In a file, an empty pool is the pack's as well.
    """

    copies: int
    entries: tuple[PackEntry, ...]
    pool: str | None = None
    name: str = ""
    pool_span: Span | None = None
    pool_passage: Passage | None = None


@frozen
class Pack:
    """A pack.

    Attributes:
        name: what the shop calls it.
        pool: what its cards are drawn from.
        slots: in order.
        attributes: type, price, requires and sort, as written.
        pool_span: where the pool stands.
        pool_passage: the pool with the place of each character.
    """

    name: str
    pool: str
    slots: tuple[PackSlot, ...]
    attributes: tuple[tuple[str, str], ...] = ()
    pool_span: Span | None = None
    pool_passage: Passage | None = None


def read_pack(source: SourceText, log: DiagnosticLog) -> Pack | None:
    """The pack in *source*; None if it is none."""
    try:
        root = parse(source)
    except XmlProblem as problem:
        span = source.span(problem.offset, problem.offset + 1)
        log.add(WagicCode.BAD_XML, span, problem=problem.message)
        return None
    if root.tag.lower() != "pack":
        log.add(WagicCode.PACK_ROOT, root.span, tag=root.tag)
        return None
    _check_attributes(root, log)
    given = {name: each.value for name, each in root.attributes.items()}
    kept = tuple((name, given[name]) for name in _KEPT if name in given)
    slots = tuple(_slots(root, log))
    pool = root.attributes.get("pool")
    return Pack(
        given.get("name", "Special"),
        pool.value if pool else "",
        slots,
        kept,
        pool.span() if pool else None,
        pool,
    )


def _slots(root: Element, log: DiagnosticLog) -> Iterator[PackSlot]:
    turns = 0
    for number, child in enumerate(_known(root, ("slot",), log), 1):
        slot = _slot(child, number, log)
        turns += slot.copies
        if turns > _MAX_TURNS:
            log.add(WagicCode.PACK_LIMIT, child.span, limit=_MAX_TURNS, unit="copies of slots")
            return
        yield slot


def _slot(element: Element, number: int, log: DiagnosticLog) -> PackSlot:
    _check_attributes(element, log)
    pool = element.attributes.get("pool")
    if pool is not None and not pool.value:
        pool = None
    entries = tuple(_entry(child, log) for child in _known(element, _ENTRIES, log))
    return PackSlot(
        _copies(element, log),
        entries,
        pool.value if pool else None,
        f"slot {number}",
        pool.span() if pool else None,
        pool,
    )


def _entry(element: Element, log: DiagnosticLog) -> PackEntry:
    _check_attributes(element, log)
    kind = element.tag.lower()
    passage = element.text.stripped()
    if kind == "card":
        log.add(WagicCode.FIXED_CARD, passage.span())
    for child in element.children:
        log.add(WagicCode.PACK_ELEMENT, child.span, tag=child.tag)
    if kind == "random_card":
        for text in element.rest:  # the engine stops at what is no text, even a comment
            log.add(WagicCode.FILTER_ONE, text.stripped().span())
    return PackEntry(kind, passage.value, _copies(element, log), passage.span(), "", passage)


def _known(element: Element, tags: tuple[str, ...], log: DiagnosticLog) -> Iterator[Element]:
    """The children of *element* with one of *tags*; others are reported."""
    for child in element.children:
        if child.tag.lower() in tags:
            yield child
        else:
            log.add(WagicCode.PACK_ELEMENT, child.span, tag=child.tag)


def _check_attributes(element: Element, log: DiagnosticLog) -> None:
    known = _ATTRIBUTES[element.tag.lower()]
    for name, value in element.attributes.items():
        if name not in known:
            notes = log.did_you_mean(name, known)
            log.add(WagicCode.PACK_ATTRIBUTE, value.span(), notes=notes, name=name, tag=element.tag)


def _copies(element: Element, log: DiagnosticLog) -> int:
    attribute = element.attributes.get("copies")
    if attribute is None:
        return 1
    digits = attribute.value.strip()
    is_number = digits.isascii() and digits.isdigit() and len(digits) <= len(str(MAX_COPIES))
    if is_number and 1 <= int(digits) <= MAX_COPIES:
        return int(digits)
    log.add(WagicCode.PACK_COPIES, attribute.span(), limit=MAX_COPIES, value=attribute.value)
    return 1
