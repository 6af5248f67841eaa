"""Card lines: for each reference the line by which Draftmancer finds the card that is meant."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from attrs import evolve, frozen

from ...diagnostics import LossLog
from ...model import Card, CardRef, Entry
from .custom_cards import DEFAULT_SET, identity
from .lines import card_line, scan
from .syntax import BLANKS, CardLine

_UNSAFE = re.compile("[\r\n\u2028\u2029\ud800-\udfff]")

#: A custom card (name, set in lower case, number; see ``identity``), or else an official one.
Target = tuple[str, str, str] | CardRef


@frozen
class Meaning:
    """A reference as it is written, the card that it shall mean, and what had to change if any."""

    written: CardRef
    target: Target
    change: str | None = None


class CardLines:
    """Says how references to cards are written, beside the custom *cards* of a list.

    Draftmancer takes a name and set without a number for the first custom card of both, else for
    the first of the name; so does this.
    """

    def __init__(self, cards: Iterable[Card], official: Callable[[CardRef], CardRef]) -> None:
        """*official* gives the name, set and number that Draftmancer has for a card of its own."""
        self._official = official
        #: By name, set and number; without the number, or both, the first of that name and set.
        self._first: dict[tuple[str, str | None, str | None], Card] = {}
        self._meanings: dict[tuple[CardRef, bool], Meaning] = {}
        for card in cards:
            name, code, number = identity(card)
            for key in ((name, code, number), (name, code, None), (name, None, number)):
                self._first.setdefault(key, card)
            self._first.setdefault((name, None, None), card)

    def line(self, entry: Entry, losses: LossLog) -> tuple[CardLine, Target]:
        """The line of *entry*, and the card that it shall mean."""
        ref = entry.card
        if entry.finish not in (None, "foil"):
            losses.dropped(f"the finish {entry.finish!r}", ref.name)
        if entry.overrides:
            losses.dropped("overrides of an entry", ref.name)
        if ref.id is not None:
            losses.dropped("the id of an entry", ref.name)
            ref = evolve(ref, id=None)
        is_foil = entry.finish == "foil"
        found = self.meaning(ref, losses, foil=is_foil)
        line = found.written
        return CardLine(entry.copies, line.name, line.set_code, line.number, is_foil), found.target

    def meaning(self, ref: CardRef, losses: LossLog, *, foil: bool = False) -> Meaning:
        """How *ref* is written; what has to change goes to *losses*."""
        found = self._meanings.get((ref, foil))
        if found is None:
            found = self._meanings[ref, foil] = self._custom(ref, foil=foil)
        if found.change is not None:
            losses.changed(found.change, ref.name)
        return found

    @property
    def official(self) -> frozenset[CardRef]:
        """The cards that were meant so far and are no custom cards."""
        targets = (found.target for found in self._meanings.values())
        return frozenset(target for target in targets if isinstance(target, CardRef))

    def _custom(self, ref: CardRef, *, foil: bool) -> Meaning:
        code = ref.set_code.lower() if ref.set_code else None
        card = self._first.get((ref.name, code, ref.number))
        change = None
        candidates = [ref]
        if card is None and ref.number is None:
            card = self._first.get((ref.name, None, None))
            change = "a set that no printing has (now the first printing)"
            candidates = [CardRef(ref.name)]
        if card is None:
            return self._by_name(ref, foil=foil)
        full = CardRef(ref.name, card.set_code or DEFAULT_SET, card.number)
        candidates += [full, evolve(full, number=None), CardRef(ref.name)]
        for written in candidates:
            if self._means(written) is card and reads_back(written, foil=foil):
                return Meaning(written, identity(card), change)
        return Meaning(full, identity(card), change)

    def _means(self, ref: CardRef) -> Card | None:
        """The custom card that Draftmancer takes the line of *ref* for."""
        code = ref.set_code.lower() if ref.set_code else None
        if ref.number is not None:
            return None if code is None else self._first.get((ref.name, code, ref.number))
        found = self._first.get((ref.name, code, None))
        return found or self._first.get((ref.name, None, None))

    def _by_name(self, ref: CardRef, *, foil: bool) -> Meaning:
        """The meaning of a reference to a card that Draftmancer has to know."""
        official = self._official(ref)
        change = None
        if official.set_code is None and ref.set_code is not None:
            change = "sets that Draftmancer does not know (now any printing)"
        for written in (official, evolve(official, number=None), CardRef(official.name)):
            if reads_back(written, foil=foil):
                if written != official:
                    change = "sets and numbers that no card line can hold (now any printing)"
                return Meaning(written, written, change)
        return Meaning(official, official, change)


def line_text(line: CardLine) -> str:
    """*line* as it is written."""
    text = f"{1 if line.count is None else line.count} {line.name}"
    if line.set_code is not None:
        text += f" ({line.set_code})"
        text += f" {line.number}" if line.number is not None else ""
    if line.foil:
        # after a set without a number, and what looks like one, a bare «F» would be the number
        text += " +F" if text.endswith(")") else " F"
    return text


def reads_back(ref: CardRef, *, foil: bool = False) -> bool:
    """Whether the line of *ref* is read as just that name, set and number."""
    line = CardLine(1, ref.name, ref.set_code, ref.number, foil)
    text = line_text(line)
    if text != text.strip(BLANKS) or _UNSAFE.search(text):
        return False
    count, *parts, unusual = scan(text)[0]
    if not unusual:  # as most are; the grammar takes longer
        asked = [ref.name, ref.set_code, ref.number]
        return count == "1" and not foil and [part or None for part in parts] == asked
    return evolve(card_line(text), text="") == line
