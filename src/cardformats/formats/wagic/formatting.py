"""Brings card files in order: primitives and sets sorted, the lines of cards in their usual order.

Where the order of two records means something to the engine, it stays: the first card of a name or
an id counts, macros are applied as they are defined, and a grade ends the reading of a file.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise
from typing import Any, Final

from attrs import define, field

from ...source import SourceText
from ..styles import ONE_IN, Formatted, Kept, held, line_end_of, usual_order
from .engine.primitive import EngineData, number, taken_for
from .format import WagicStyle
from .syntax import GRAMMAR, ITEMS

_MACRO: Final = "#AUTO_DEFINE"
_BELOW: Final = GRAMMAR.rule("BELOW")
_ABOVE: Final = GRAMMAR.rule("ABOVE")
#: Packs know rarities by these letters, the rarest first.
_RARITIES: Final = "MRUCLST"

#: The lines of a card in the order that files have them in; what is not here follows what it is
#: behind, and scripts and other costs stay as they are to one another.
_RANKS: Final = {
    "primitive": 0, "id": 1, "rarity": 2,
    "name": 0, "abilities": 1, "target": 2, "other": 2, "otherrestriction": 2, "restriction": 2,
    "kicker": 2, "buyback": 2, "flashback": 2, "retrace": 2, "dredge": 2, "facedown": 2,
    "aicode": 2, "anyzone": 2, "auto": 2, "text": 3, "mana": 4, "type": 5, "subtype": 6,
    "power": 7, "toughness": 8,
}  # fmt: skip


@define
class _Record:
    """A block, or a line that stays where it is, with what stands above it.

    Attributes:
        lines: its lines, without their ends; of several blocks that stay together, all of them.
        start: where it begins.
        stays: whether no record passes it.
        above, below: comments and blank lines that go with it.
    """

    lines: list[str]
    start: int
    stays: bool
    above: list[str] = field(factory=list)
    below: list[str] = field(factory=list)

    def values(self, *names: str) -> list[str]:
        """Return the values of the lines whose keys the engine reads as *names*."""
        pairs = (line.partition("=") for line in self.lines)
        return [value.strip() for key, equals, value in pairs if equals and taken_for(key) in names]

    @property
    def is_block(self) -> bool:
        return bool(self.lines) and self.lines[0].startswith("[")

    @property
    def name(self) -> str:
        """Return the name of the card, or of its primitive."""
        return [*self.values("NAME"), *self.values("PRIMITIVE"), ""][0]

    @property
    def id(self) -> int:
        """Return the id of the printing; the engine uses 0 if there is none."""
        return number([*self.values("ID"), "0"][0])

    @property
    def is_printing(self) -> bool:
        """Return whether the engine reads it as one, which has an id."""
        return bool(self.values("ID", "PRIMITIVE", "RARITY"))

    @property
    def rarity(self) -> int:
        """Return the position of its rarity in the order; unknown letters come last."""
        letter = [*self.values("RARITY"), "C"][0][:1]
        return _RARITIES.find(letter) % (len(_RARITIES) + 1)


class _UnclearError(Exception):
    """A file of which cannot be told where its cards begin and end."""

    def __init__(self, start: int, why: str) -> None:
        """Return *why*, and where."""
        super().__init__(why)
        self.start, self.why = start, why


def format_cards(source: SourceText, style: WagicStyle) -> Formatted:
    """Sort the cards of a ``_cards.dat`` or primitives file, and their lines."""
    text = source.text
    try:
        records = list(_with_head(_records(text)))
        odd = [each.start for each in records if style.keys and not _put_in_order(each)]
        groups = list(_together(records))
    except _UnclearError as problem:
        return Formatted(text, (Kept(source.span(problem.start), problem.why),))
    why = "its lines would mean something else in their usual order"
    kept = [Kept(source.span(start), why) for start in odd]
    lines = _written(_sorted(groups, style.order), style.blank_lines)
    line_end = line_end_of(text)
    end = line_end if text.endswith("\n") else ""
    return Formatted(line_end.join(lines) + end, tuple(kept))


def _records(text: str) -> Iterator[_Record]:
    """Yield the records of a file, in order; the last one may be empty, with comments above it.

    Raises:
        _UnclearError: If a block is not closed, or closed twice.
    """
    if text.startswith("\ufeff["):
        raise _UnclearError(0, "the engine does not read the card after a byte order mark")
    above: list[str] = []
    for item in ITEMS.finditer(text):
        block, closer = item.group("text", "CLOSER")
        start, lines = item.start(), item[0].removesuffix("\n").split("\n")
        if item["OUTSIDE"] is None:
            own = [line.rstrip("\r") for line in lines]
            if block is None or own[0] == "[":
                raise _UnclearError(start, "it closes nothing")
            if closer is None:
                raise _UnclearError(start, "it is not closed")
            stays = own[0][1] == "m" or any(line.upper().startswith(_MACRO) for line in own)
            yield _Record(list(filter(str.strip, own)), start, stays=stays, above=above)
            above = []
            continue
        for whole in lines:
            line = whole.rstrip("\r")
            if not line.strip() or (line.startswith("#") and not line.upper().startswith(_MACRO)):
                above.append(line)
            else:
                yield _Record([line], start, stays=True, above=above)
                above = []
            start += len(whole) + 1
    yield _Record([], len(text), stays=True, above=above)


def _with_head(records: Iterable[_Record]) -> Iterator[_Record]:
    """Yield the *records*; the comments above the first card are one that stays at the top.

    If there are blank lines among them, those below are about the card, and so is what says of the
    cards below that they should stay together.
    """
    is_top = True
    for record in records:
        if is_top and record.is_block:
            is_top = False
            empty_lines = [place for place, line in enumerate(record.above, 1) if not line.strip()]
            end = empty_lines[-1] if empty_lines else len(record.above)
            about = [place for place, line in enumerate(record.above) if _BELOW.match(line)]
            end = min([end, *about])
            head, record.above = record.above[:end], record.above[end:]
            if head:
                yield _Record([], 0, stays=True, above=head)
        yield record


# -- cards


def _sorted(records: Iterable[_Record], order: str | None) -> Iterator[_Record]:
    """Yield the *records* in order, those between two that stay by themselves."""
    for stays, run in groupby(records, key=lambda each: each.stays):
        some = list(run)
        orders = {} if stays or order == "kept" else _orders(some, order)
        chosen = usual_order(orders, _one_in(some, order)) if orders else None
        if chosen is None:
            yield from some
        else:
            keys = orders[chosen]
            yield from (some[each] for each in sorted(range(len(some)), key=keys.__getitem__))


def _together(records: Iterable[_Record]) -> Iterator[_Record]:
    """Yield the *records*, those as one that comments say should stay together.

    A record with such a comment that has no other half stays where it is.
    """
    some: list[_Record] = []
    for record in records:
        ends = [place for place, line in enumerate(record.above, 1) if _ABOVE.match(line)]
        if some and ends:
            below, record.above = record.above[: ends[0]], record.above[ends[0] :]
            yield _as_one(some, below)
            some = []
        record.stays |= any(map(_ABOVE.match, record.above))
        begins = any(map(_BELOW.match, record.above))
        if some and (begins or record.stays):
            some[0].stays = True
            yield from some
            some = []
        if not record.stays and (begins or some):
            some.append(record)
        else:
            yield record
    yield from some


def _as_one(records: Sequence[_Record], below: list[str]) -> _Record:
    whole = records[0]
    for each in records[1:]:
        whole.lines += each.above + each.lines
    whole.below = below
    return whole


def _is_set(records: Sequence[_Record]) -> bool:
    return sum(bool(each.values("PRIMITIVE")) for each in records) * 2 > len(records)


def _one_in(records: Sequence[_Record], order: str | None) -> int:
    """Return a set may be in no order at all; primitives are always to be sorted by name."""
    return ONE_IN if order is None and _is_set(records) else 1


def _orders(records: Sequence[_Record], order: str | None) -> Mapping[str, Sequence[Any]]:
    """Return the keys of *records* in that order, or in each that they may be in."""
    names = [each.name for each in records]
    ids = [each.id for each in records]
    orders: dict[str, Sequence[Any]] = {
        "name": names,
        "letters": [(name.casefold(), name) for name in names],
        "id": ids,
        "rarity": [(each.rarity, name) for each, name in zip(records, names, strict=True)],
    }
    usual = ("name", "letters", "id") if _is_set(records) else ("name", "letters")
    identities = _identities(records, ids)
    return {each: held(orders[each], identities) for each in ([order] if order else usual)}


def _identities(records: Sequence[_Record], ids: Sequence[int]) -> list[set[object]]:
    """Return the names and ids of each record; records that share one keep their order.

    A printing that is a primitive, too, is known by its id among the primitives.
    """
    names = [{*each.values("NAME")} for each in records]
    numbers = [
        {own} if each.is_printing else set[int]() for each, own in zip(records, ids, strict=True)
    ]
    known = {name for each in names for name in each}
    known |= {str(one) for own, each in zip(numbers, names, strict=True) if each for one in own}
    return [
        {*own_names, *own, *known.intersection([*each.values("PRIMITIVE"), *map(str, own)])}
        for each, own_names, own in zip(records, names, numbers, strict=True)
    ]


# -- the lines of a card


def _put_in_order(record: _Record) -> bool:
    """Put the lines of a card in order; False if they would mean something else then."""
    if record.stays or not record.is_block:
        return True
    opener, *lines, closer = record.lines
    units: list[tuple[int, list[str]]] = []
    comments: list[str] = []
    for line in lines:
        rank = _rank(line)
        if line.startswith("#"):
            comments.append(line)
            continue
        if rank is None and units:
            units[-1][1].extend([*comments, line])
        else:
            units.append((-1 if rank is None else rank, [*comments, line]))
        comments = []
    units.sort(key=lambda unit: unit[0])
    ordered = [line for _, unit in units for line in unit] + comments
    if ordered == lines:
        return True
    if _meaning(ordered) != _meaning(lines):
        return False
    record.lines = [opener, *ordered, closer]
    return True


def _rank(line: str) -> int | None:
    key, equals, _ = line.partition("=")
    key = "auto" if key.startswith("auto") else key
    return _RANKS.get(key) if equals else None


def _meaning(lines: Iterable[str]) -> object:
    """Return the engine's reading of *lines*, and the order of the values of each key.

    Lines whose keys have no usual place are all alike, as for readers that do not know them.
    """
    data, values = EngineData(), defaultdict[str, list[str]](list)
    for line in lines:
        key, equals, value = line.partition("=")
        if equals and key and not line.startswith("#"):
            values[key.strip().lower()].append(value)
            values[""] += [line] if _rank(line) is None else []
            if not data.add(key, value):
                values[f"{key[0]} of a printing"].append(line)
    return data, values


# -- the file


def _written(records: Iterable[_Record], blank_lines: int | None) -> list[str]:
    """Return the lines of a file of *records*, with *blank_lines* blank lines between blocks."""
    some = list(records)
    if blank_lines is None:
        gaps = Counter(
            _blank_lines_above(after.above) for before, after in pairwise(some) if before.is_block
            and after.is_block
        )  # fmt: skip
        blank_lines = min(gaps.most_common(1)[0][0], 1) if gaps else 0
    lines: list[str] = []
    has_block = False
    for record in some:
        if record.is_block:
            comments = record.above[_blank_lines_above(record.above) :]
            # comments right above the first card are treated as the head of the file
            is_below_head = bool(comments and lines and lines[-1].strip())
            gap = blank_lines if has_block else int(is_below_head)
            lines += [*[""] * gap, *comments]
            has_block = True
        else:
            lines += record.above
        lines += [*record.lines, *record.below]
    while has_block and not lines[-1].strip():
        lines.pop()
    return lines


def _blank_lines_above(lines: Sequence[str]) -> int:
    """Return the number of blank lines at the start of *lines*."""
    return next((number for number, line in enumerate(lines) if line.strip()), len(lines))
