"""Writes deck lists: from scratch, or as changes of the lines that were read."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence

from attrs import evolve

from ...diagnostic_log import DiagnosticLog
from ...diagnostics import Report
from ...losses import Loss, LossLog
from ...model import CardRef, CardSet, Entry
from ...source import SourceText
from ..base import Input, Written
from ..capabilities import report_unsupported
from ..nameless import without_nameless
from ..patch import CannotPatchError, Edit, aligned, patched
from .format import CAPABILITIES, NOTES, DeckOptions
from .from_model import lines_of, sections_of
from .reader import GRAMMAR, MAX_COPIES, REMARK, read_deck, title_of
from .syntax import DeckLine, DeckListText
from .to_model import read

_MARKS = {"foil": " *F*", "etched": " *E*"}
#: What is left of the line of a card, and what a line cannot have, or a file.
_REST, _NOT_IN_LINES = GRAMMAR.rule("REST"), GRAMMAR.rule("NOT_IN_LINES")


def write(cardset: CardSet, options: DeckOptions) -> Report[Written]:
    """Write *cardset* as a deck list; of one that was read only what has changed."""
    losses = LossLog("decklist")
    cardset = without_nameless(cardset, losses)
    deck, as_read = cardset.syntax, cardset.as_read
    if isinstance(deck, DeckListText) and as_read is not None and not options.canonical:
        source = deck.source if cardset == as_read else _patched(cardset, as_read, deck)
        if source is not None:
            if cardset != as_read:
                report_unsupported(cardset, CAPABILITIES, losses)
            return Report(Written.of(source), losses.finish())
    if isinstance(deck, DeckListText) and not options.canonical:
        losses.changed(Loss.FILE, deck.source.name, "a deck as it was read", "rewritten")
    report_unsupported(cardset, CAPABILITIES, losses)
    sections = sections_of(cardset, losses)
    text = "".join((*_head(cardset, losses), *_text(sections)))
    _report_short(cardset, losses)
    _report_misread(text, lines_of(sections), losses)
    return Report(Written(text), losses.finish())


def _head(cardset: CardSet, losses: LossLog) -> Iterator[str]:
    """Yield the name and the notes of a new deck list."""
    name, notes = cardset.name, str(cardset.meta.get(NOTES, ""))
    if name and not _NOT_IN_LINES.search(name):
        yield f"About\nName {name}\n\n"
    if notes:
        text = "".join(f"{REMARK} {line}".rstrip() + "\n" for line in notes.split("\n"))
        if read_deck(SourceText("", text), DeckOptions(), DiagnosticLog(0)).notes == notes:
            yield f"{text}\n"
        else:
            losses.dropped(
                Loss.METADATA, name, "notes that a deck list would read as something else"
            )


def _text(sections: dict[str, list[Entry]]) -> Iterator[str]:
    """Yield the sections of a new deck list, as MTG Arena exports them."""
    for number, (section, entries) in enumerate(sections.items()):
        if number:
            yield "\n"
        yield f"{title_of(section)}\n"
        yield from (f"{line_of(entry)}\n" for entry in entries)


def line_of(entry: Entry) -> str:
    """Return the line of an entry, with no more copies than can be read."""
    ref, copies = _written(entry.card), min(entry.copies, MAX_COPIES)
    mark = _MARKS.get(entry.finish or "", "")
    return f"{copies} {_NOT_IN_LINES.sub(' ', str(ref))}{mark}"


def _report_short(cardset: CardSet, losses: LossLog) -> None:
    """Report the sets and numbers of cards that no entry names."""
    refs = {entry.card for sheet in cardset.sheets.values() for entry in sheet.entries}
    named = {(id(cardset.card(ref)), ref.set_code or None, ref.number) for ref in refs}
    sets = {(card, set_code) for card, set_code, _ in named}
    numbers = {(card, number) for card, _, number in named}
    on_sheets = {card for card, _, _ in named}
    for card in cardset.cards:
        if id(card) in on_sheets and (id(card), card.set_code or None) not in sets:
            losses.dropped(Loss.SET, card.name, "sets that no entry names")
        if id(card) in on_sheets and (id(card), card.number) not in numbers:
            losses.dropped(Loss.NUMBER, card.name, "numbers that no entry names")


def _report_misread(text: str, written: Iterable[tuple[str, Entry]], losses: LossLog) -> None:
    """Report the cards, and the copies, that *text*, in which they are written, does not say."""
    again = read(Input("", None, text), DeckOptions()).value
    written = list(written)
    first: dict[CardRef, CardRef] = {}
    for _, entry in written:
        if entry.card.number is not None and not entry.card.set_code:
            losses.dropped(Loss.NUMBER, entry.card.name, "numbers without a set")
        if first.setdefault(_written(entry.card), entry.card) != entry.card:
            losses.dropped(Loss.CARD, entry.card.name, "cards with the same line as others")
    read_back = _copies(
        (name, each) for name, sheet in again.sheets.items() for each in sheet.entries
    )
    of_names = {ref.name: ref for _, ref, _ in read_back.keys() - _copies(written).keys()}
    for (section, ref, finish), copies in _copies(written).items():
        if (section, ref, finish) not in read_back:
            other = of_names.get(ref.name)
            if other is None:
                losses.changed(Loss.NAME, ref.name, "names of cards as a line has them")
            if ref.set_code and (other is None or other.set_code != ref.set_code):
                losses.changed(Loss.SET, ref.name, "sets of cards as a line has them")
            if ref.number and (other is None or other.number != ref.number):
                losses.changed(Loss.NUMBER, ref.name, "numbers of cards as a line has them")
        elif read_back[section, ref, finish] != copies:
            losses.changed(Loss.COPIES, ref.name)


def _copies(entries: Iterable[tuple[str, Entry]]) -> Counter[tuple[str, CardRef, str | None]]:
    """Count the copies of each card by section, finish, and the name that lines have."""
    copies: Counter[tuple[str, CardRef, str | None]] = Counter()
    for section, entry in entries:
        finish = entry.finish if entry.finish in _MARKS else None
        copies[section, _written(entry.card), finish] += entry.copies
    return copies


def _written(ref: CardRef) -> CardRef:
    """Return the part of *ref* that a line can have: a number only after a set."""
    set_code = (ref.set_code or "").upper() or None
    return evolve(ref, id=None, set_code=set_code, number=ref.number if set_code else None)


def _patched(cardset: CardSet, as_read: CardSet, deck: DeckListText) -> SourceText | None:
    """Return the text of *deck* with the changes of *cardset*; None if these have no place."""
    try:
        text = patched(deck.source.text, [*_edits(cardset, as_read, deck)])
    except CannotPatchError:
        return None
    source = evolve(deck.source, text=text)
    again = read(Input(source.name, None, text), DeckOptions()).value
    is_named = deck.name_at is None or again.name == cardset.name
    same = again.sheets == cardset.sheets and is_named
    return source if same and source.is_decoded_again() else None


def _edits(cardset: CardSet, as_read: CardSet, deck: DeckListText) -> Iterator[Edit]:
    """Yield the edits that change *deck* to *cardset*.

    Raises:
        CannotPatchError: If it is unclear which lines are those of a card, or the text does not
            contain the name.
    """
    yield from _new_parts(cardset, as_read, deck)
    by_section: defaultdict[str, list[DeckLine]] = defaultdict(list)
    for each in deck.lines:
        by_section[each.section].append(each)
    for name, sheet in as_read.sheets.items():
        own = cardset.sheets.get(name)
        before, after = sheet.entries, own.entries if own else ()
        own_lines = by_section[name]
        end = own_lines[0].start
        by_card: dict[tuple[CardRef, str | None], list[DeckLine]] = {}
        for line in own_lines:
            by_card.setdefault((line.ref, line.finish), []).append(line)
        has_line = False
        for was, now in aligned(before, after):
            old = None if was is None else before[was]
            lines = by_card.get((old.card, old.finish), []) if old else []
            if was is not None and not lines:
                raise CannotPatchError
            if now is None:
                yield from (_removed(deck.source.text, line) for line in lines)
            elif was is None:
                side = "SB: " if own_lines[-1].is_side else ""
                parts = (f"{side}{line_of(after[now])}", deck.source.line_end)
                yield Edit(end, end, "".join(reversed(parts) if has_line else parts))
            elif before[was] != after[now]:
                yield from _changed(deck.source.text, lines, before[was], after[now])
            if lines and now is not None:
                end, has_line = lines[-1].end, True


def _new_parts(cardset: CardSet, as_read: CardSet, deck: DeckListText) -> Iterator[Edit]:
    """Yield the edits of the name, and of new sections.

    Raises:
        CannotPatchError: If the text does not contain the name, the notes have changed, or no title
            can stand for a section.
    """
    if cardset.meta.get(NOTES) != as_read.meta.get(NOTES):
        raise CannotPatchError
    if cardset.name != as_read.name:
        if deck.name_at is None:
            raise CannotPatchError
        yield Edit(*deck.name_at, cardset.name)
    end = len(deck.source.text)
    for name, sheet in cardset.sheets.items():
        if name not in as_read.sheets:
            title = title_of(name)
            if title is None:
                raise CannotPatchError
            before = "" if deck.source.text.endswith("\n") else deck.source.line_end
            lines = ("", title, *map(line_of, sheet.entries), "")
            yield Edit(end, end, before + deck.source.line_end.join(lines))


def _changed(source: str, lines: Sequence[DeckLine], before: Entry, after: Entry) -> Iterator[Edit]:
    """Yield the edits that change the lines of *before* to *after*."""
    left = after.copies
    for line in lines:
        own = 1 if line.copies is None else line.copies
        copies = left if line is lines[-1] else min(own, left)
        left -= copies
        if copies == own and before.card == after.card and before.finish == after.finish:
            continue
        text = line_of(evolve(after, copies=copies))
        if line.copies is None and copies == 1:
            text = text.removeprefix("1 ")
        if line.is_side:
            text = f"SB: {text}"
        if line.marks and before.finish == after.finish:
            text = text.removesuffix(_MARKS.get(after.finish or "", "")) + f" {line.marks}"
        yield Edit(line.start, line.end, text) if copies else _removed(source, line)


def _removed(text: str, line: DeckLine) -> Edit:
    """Return the edit that removes a whole line."""
    start = max(text.rfind("\n", 0, line.start), text.rfind("\r", 0, line.start)) + 1
    rest = _REST.match(text, line.end)
    return Edit(start, rest.end() if rest else line.end, "")
