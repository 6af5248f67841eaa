"""The properties of formats: reading is total, and what a writer loses is declared."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Hashable, Iterable, Iterator, Mapping
from operator import eq
from typing import Any, Final, TypeAlias

from attrs import evolve

from ..collation import odds_changes
from ..collation.generator import RULES
from ..diagnostics import Code, Concern, Diagnostic, Report, SharedCode
from ..io import dumps_report, loads, loads_report
from ..losses import Loss
from ..model import Card, CardSet, Face, Product

#: Losses that affect all of what they name.
_WHOLE: Final = frozenset({Loss.CARD, SharedCode.REFUSED, SharedCode.MISTAKEN})
#: For each field of a card, the losses that declare that it is missing.
_OF_CARDS: Final[Mapping[str, frozenset[Code]]] = {
    "set_code": frozenset({Loss.SET}),
    "number": frozenset({Loss.NUMBER, Loss.ID}),
    "rarity": frozenset({Loss.RARITY}),
    "ids": frozenset({Loss.ID}),
    "finish": frozenset({Loss.FINISH}),
    "rating": frozenset({Loss.RATING}),
    "related": frozenset({Loss.RELATED}),
    "draft_effects": frozenset({Loss.EFFECT}),
}
#: Likewise for each field of a face.
_OF_FACES: Final[Mapping[str, frozenset[Code]]] = {
    "name": frozenset({Loss.NAME}),
    "mana_cost": frozenset({Loss.COST}),
    "colors": frozenset({Loss.COLOR, Loss.COST}),
    "type_line": frozenset({Loss.TYPE}),
    "text": frozenset({Loss.TEXT}),
    **dict.fromkeys(("power", "toughness", "loyalty"), frozenset({Loss.STATS})),
    "images": frozenset({Loss.IMAGE}),
    "printed_names": frozenset({Loss.PRINTED_NAME}),
    "properties": frozenset({Loss.PROPERTY}),
}
#: Likewise for each field of a set.
_OF_SETS: Final[Mapping[str, frozenset[Code]]] = {
    "code": frozenset({Loss.SET, Loss.ID}),
    "event": frozenset({Loss.EVENT, Loss.LAYOUT}),
    "meta": frozenset({Loss.METADATA}),
}
_Fields: TypeAlias = tuple[Hashable, ...]
_OF_PRODUCTS: Final = frozenset({Loss.PRODUCT, Loss.FINISH})


def assert_reads_back(cardset: CardSet, format_id: str, **options: Any) -> CardSet:
    """Check that a format can read what it writes of *cardset*, and loses nothing undeclared.

    What is missing after reading has to be declared as a loss, by its code and its subject.  What
    was read is written again as the same text.

    Returns:
        The card set that was read.

    Raises:
        AssertionError: If the format cannot read its own output, loses something without a
            diagnostic, or writes its own output differently.
    """
    read = assert_writes_again(cardset, format_id, **options)
    written = dumps_report(cardset, format_id, canonical=True, **options)
    missing = "\n".join(undeclared_losses(cardset, read, written.losses))
    assert not missing, f"{format_id} loses without a diagnostic:\n{missing}\n---\n{written.value}"  # noqa: S101 - an assertion is what this is
    return read


def assert_writes_again(cardset: CardSet, format_id: str, **options: Any) -> CardSet:
    """Check that a format can read what it writes of *cardset*, and writes it again as it was.

    Returns:
        The card set that was read.

    Raises:
        AssertionError: If the format cannot read its own output, or writes it differently.
    """
    first = dumps_report(cardset, format_id, canonical=True, **options).value
    report = loads_report(first, format_id)
    problems = "\n".join(map(str, report.errors))
    assert report.ok, f"{format_id} cannot read what it wrote:\n{problems}\n{first}"  # noqa: S101 - likewise
    assert dumps_report(report.value, format_id).value == first, "it is not written as it was"  # noqa: S101 - likewise
    second = dumps_report(report.value, format_id, canonical=True, **options).value
    assert second == first, f"writing what was read differs:\n{first}\n---\n{second}"  # noqa: S101 - likewise
    again = loads(second, format_id)
    assert again == report.value, "reading twice differs"  # noqa: S101 - likewise
    return report.value


def undeclared_losses(
    before: CardSet, after: CardSet, losses: Iterable[Diagnostic]
) -> Iterator[str]:
    """Yield a line for each part of *before* that is missing in *after*, and not in *losses*.

    Cards, their fields, products, the fields of the set, cards on sheets, and the exact odds of
    packs are compared; what a format adds is not.  The words of a type line may be divided in
    another way.  The set may be without a name, because many formats name it by its file.
    """
    losses = tuple(losses)
    declared = _Declared(losses)
    yield from _missing_of_set(before, after, declared)
    for card, read in _pairs(before, after):
        if read is not None:
            yield from _missing_of_card(card, read, declared)
        elif not declared.has(card.name, frozenset({Loss.NAME})):
            yield f"the card {card.ref}"
    if not any(loss.concern is Concern.ODDS for loss in losses):
        yield from _missing_of_packs(before, after, declared)


class _Declared:
    """What a writer has declared as lost."""

    def __init__(self, losses: Iterable[Diagnostic]) -> None:
        self._codes: dict[Code, set[str]] = {}
        for loss in losses:
            self._codes.setdefault(loss.code, set()).update(loss.subjects)

    def any_of(self, codes: frozenset[Code]) -> bool:
        """Return whether there is a loss of one of these codes."""
        return not codes.isdisjoint(self._codes)

    def has(self, subject: str, codes: frozenset[Code]) -> bool:
        """Return whether there is a loss of one of these codes that affects *subject*."""
        return any(subject in self._codes.get(code, ()) for code in codes | _WHOLE)


def _missing_of_set(before: CardSet, after: CardSet, declared: _Declared) -> Iterator[str]:
    """Yield a line for each field of the set, and each product, that is missing undeclared."""
    if after.code is None and after.cards:  # a code that all cards have is not missing
        codes_of_cards = {card.set_code for card in after.cards}
        after = evolve(after, code=before.code if codes_of_cards == {before.code} else None)
    for name, codes in _OF_SETS.items():
        if _is_missing(name, before, after) and not declared.any_of(codes):
            was, now = getattr(before, name), getattr(after, name)
            yield f"the {name} of the set: {was!r:.200} is {now!r:.200}"
    if (
        before.name
        and after.name not in ("", before.name)
        and not declared.any_of(frozenset({Loss.NAME}))
    ):
        yield f"the name of the set: {before.name!r} is {after.name!r}"
    products = {_product(each) for each in after.products}
    for each in before.products:
        if _product(each) not in products and not declared.has(each.name, _OF_PRODUCTS):
            yield f"the product {each.name!r}"


def _product(product: Product) -> tuple[str, tuple[tuple[int, str], ...]]:
    """Return a key of a product: its name, and its numbers of parts and their finishes.

    Parts have no order: formats divide them into lists by kind.
    """
    parts = sorted((part.count, part.finish or "") for part in product.contents)
    return product.name, tuple(parts)


def _missing_of_packs(before: CardSet, after: CardSet, declared: _Declared) -> Iterator[str]:
    """Yield a line for each card that is missing on all sheets, or whose exact odds changed."""
    left = {entry.card.name for sheet in after.sheets.values() for entry in sheet.entries}
    are_renamed = False
    for sheet in before.sheets.values():
        for entry in sheet.entries:
            name = entry.card.name
            if declared.has(name, frozenset({Loss.NAME})):
                are_renamed = True
            elif name not in left:
                yield f"{name!r} on the sheet {sheet.name!r}"
    if are_renamed:
        return  # odds are compared by names
    programs = (RULES, RULES)
    if not before.boosters or any(each.problem for each in odds_changes(before, before, programs)):
        return  # there are no packs to compare
    for change in odds_changes(before, after, programs):
        if change.problem:
            yield f"the booster {change.booster!r}: {change.problem}"
        for name, (was, now) in change.changed.items():
            yield f"{name!r} in packs: {was} is {now}"


def _pairs(before: CardSet, after: CardSet) -> Iterator[tuple[Card, Card | None]]:
    """Yield each card, and the card that it was read as: the nearest one of its name.

    The cards with the most fields in common are paired first.  A reference on a sheet to a card
    that the set does not define is a card of which only the name, the set and the number are known.
    """
    entries = (entry for sheet in after.sheets.values() for entry in sheet.entries)
    refs = dict.fromkeys(entry.card for entry in entries if after.card(entry.card) is None)
    named = [Card([Face(ref.name)], ref.set_code, ref.number) for ref in refs]
    read = [*after.cards, *named]
    same: defaultdict[_Fields, deque[int]] = defaultdict(deque)
    for number, other in enumerate(read):
        same[_fields(other)].append(number)
    nearest = {  # as few as possible are left to be compared with each other
        place: numbers.popleft()
        for place, card in enumerate(before.cards)
        if (numbers := same.get(_fields(card)))
    }
    taken = {*nearest.values()}
    by_name: dict[str, list[int]] = {}
    for number, other in enumerate(read):
        if number not in taken:
            by_name.setdefault(other.name, []).append(number)
    likely = sorted(
        (-_fields_in_common(card, read[number]), place, number)
        for place, card in enumerate(before.cards)
        if place not in nearest
        for number in by_name.get(card.name, ())
    )
    for _, place, number in likely:
        if place not in nearest and number not in taken:
            nearest[place] = number
            taken.add(number)
    for place, card in enumerate(before.cards):
        yield card, read[nearest[place]] if place in nearest else None


def _fields(card: Card) -> _Fields:
    """Return what cards are compared by."""
    return card.number, card.set_code, card.ids, card.faces, card.rarity, card.text


def _fields_in_common(card: Card, other: Card) -> int:
    return sum(map(eq, _fields(card), _fields(other)))


def _missing_of_card(card: Card, read: Card, declared: _Declared) -> Iterator[str]:
    """Yield a line for each field of a card that is missing or different, and not declared.

    An id and a collector number can stand for one another.
    """
    numbers = {read.number, *read.ids.values()}
    ids = {name: each for name, each in card.ids.items() if each not in numbers}
    bare = evolve(card, ids=ids, number=None if card.number in numbers else card.number)
    for name, codes in _OF_CARDS.items():
        if _is_missing(name, bare, read) and not declared.has(card.name, codes):
            yield f"{card.ref}: {name} {getattr(card, name)!r:.200} is {getattr(read, name)!r:.200}"
    if len(read.faces) < len(card.faces) and not declared.has(card.name, frozenset({Loss.FACE})):
        yield f"{card.ref}: {len(card.faces)} faces are {len(read.faces)}"
    for face, other in zip(card.faces, read.faces, strict=False):
        for name, codes in _OF_FACES.items():
            is_declared = declared.has(card.name, codes | {Loss.FACE})
            if _is_missing(name, face, other) and not is_declared:
                was, now = getattr(face, name), getattr(other, name)
                yield f"{card.ref}: {name} {was!r:.200} is {now!r:.200}"


def _is_missing(name: str, value: Any, read: Any) -> bool:
    """Return whether a field has lost its value; a mapping may have more keys than before.

    The codes of sets are compared without regard to case, as in references.
    """
    was, now = getattr(value, name), getattr(read, name)
    if name == "set_code" and was and now:
        return bool(was.casefold() != now.casefold())
    if isinstance(was, Mapping):
        return any(now.get(key) != each for key, each in was.items())
    return bool(was) and was != now


def assert_total(data: str | bytes, format_id: str, **options: Any) -> Report[CardSet]:
    """Check that reading *data* gives a report whose spans are within their sources.

    *options* are those of the format for reading.

    Raises:
        AssertionError: If a span is outside its source.
    """
    report = loads_report(data, format_id, **options)
    for diagnostic in report.diagnostics:
        assert diagnostic.message  # noqa: S101 - an assertion is what this is
        if diagnostic.span is not None:
            size = len(diagnostic.span.source.text)
            assert 0 <= diagnostic.span.start <= diagnostic.span.end <= max(size, 1), diagnostic  # noqa: S101 - likewise
        assert diagnostic.render()  # noqa: S101 - likewise
    return report
