"""Sheets: from the lines of a section to entries; collations in the options of headers."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property, partial
from itertools import islice, product
from typing import Any, Final, NamedTuple

from attrs import evolve, field, frozen

from ...diagnostic_log import DiagnosticLog
from ...diagnostics import Fix, SharedCode
from ...losses import Loss, LossLog
from ...model import Card, CardRef, Collation, Entry, PrintRun, Random, Sheet, Striped
from ...model.frozen import EMPTY
from ...source import SourceText, Span, TextEdit
from ..json_text import encode
from ..near_words import near_word
from .card_keys import DEFAULT_SET
from .codes import DraftmancerCode
from .custom_cards import identity
from .format import DraftmancerOptions
from .kinds import NUMBER, ValueKind, accepts, array_of, object_of
from .lines import GRAMMAR, TYPOS, USUAL_NAME, card_line, line_text, rows, whole_number, without_set
from .names import OfficialCards, find, resolve
from .printings import reads_back
from .section_json import SCRIPT_NAMES, as_number, whole
from .syntax import WHITE_SPACE, DraftmancerCardLine, Header, SheetSection
from .typos import CustomNames, Typo, line_fix, meant, odd_fix, suspects

#: The most common counts, and the count of lines without one.
_SMALL = {"": 1} | {str(number): number for number in range(1, 100)}
#: Characters that end a line in Draftmancer's pattern of card lines, and an invisible space.
_ODD = TYPOS.rule("ODD")
_COUNT = GRAMMAR.rule("count")


@frozen(slots=False)
class SheetLines:
    """A converter of the lines of one list's sheets to entries.

    Attributes:
        source: The text of the list.
        options: The options of the reader.
        log: The log for diagnostics.
        custom: The custom cards by name.
        defined_at: The start of the section with the first card of each name.
        catalog: The official cards, if they are known.
        renumbered: The edits that give custom cards a valid number, by reference.
        official: The named cards of the catalog, by identity.
        preferred: Those of them that lines without a set name.
        known: By the name of custom cards, for each set and number, or None for any, whether a
            matching card has a set.
    """

    source: SourceText
    options: DraftmancerOptions
    log: DiagnosticLog
    custom: Mapping[str, Sequence[Card]]
    defined_at: Mapping[str, int]
    catalog: OfficialCards | None
    renumbered: Mapping[CardRef, TextEdit] = EMPTY
    official: dict[tuple[str, str, str], Card] = field(factory=dict)
    preferred: dict[tuple[str, str, str], Card] = field(factory=dict)
    known: dict[str, dict[tuple[str | None, str | None], bool]] = field(factory=dict)

    def entries(self, section: SheetSection) -> tuple[Entry, ...]:
        """Return the entries of *section*, with at most the maximum number of copies."""
        text = self.text(section)
        custom, is_usual = self.custom, USUAL_NAME.fullmatch
        resolves_all = self.catalog is not None
        is_before_cards = section.start < self.last_defined
        special = self.names.special | self.suspicious(text)
        entries: list[Entry] = []
        never: list[Span] = []
        for row, (digits, name, code, number, foil, other) in enumerate(rows(text)):
            if not name and not other.strip(WHITE_SPACE):
                continue
            finish = None
            if (
                resolves_all
                or foil
                or name in special
                or not is_usual(name)
                or (code and code.isdecimal())
                or (
                    custom
                    and (code or is_before_cards or name not in custom)
                    and self.names.is_near(name)
                )
            ):
                where = partial(self.span, section, row)
                written = where().text
                named = card_line(written)
                copies = 1 if named.count is None else named.count
                ref, is_foil = self.reference(named, section.start, written, where)
                finish = "foil" if is_foil else None
            else:
                copies = _SMALL.get(digits) or whole_number(digits)
                ref = CardRef(name, code or None, number or None)
            if not copies:
                never.append(self.span(section, row))
            entries.append(Entry(ref, copies, finish))
        if (excess := sum(each.copies for each in entries) - self.options.max_copies) > 0:
            self.reduce(entries, excess, section, text)
        self.report_never(never, is_last=not any(each.copies for each in entries))
        return tuple(entries)

    def reduce(self, entries: list[Entry], excess: int, section: SheetSection, text: str) -> None:
        """Remove *excess* copies from the entries with most copies, and report their lines.

        Each entry keeps a copy unless there are more entries than copies.
        """
        lines = [row for row, its in enumerate(rows(text)) if its[1] or its[5].strip(WHITE_SPACE)]
        least = int(sum(each.copies > 0 for each in entries) <= self.options.max_copies)
        order = sorted(range(len(entries)), key=lambda place: (entries[place].copies, place))
        while excess:
            place = order.pop()
            copies = entries[place].copies
            self.report_count(self.span(section, lines[place]))
            entries[place] = evolve(entries[place], copies=max(copies - excess, least))
            excess -= copies - entries[place].copies

    @cached_property
    def names(self) -> CustomNames:
        """Return the names of the custom cards."""
        return CustomNames(self.custom, self.renumbered)

    @cached_property
    def last_defined(self) -> int:
        """Return the start of the last section that defines a custom card."""
        return max(self.defined_at.values(), default=0)

    def suspicious(self, text: str) -> frozenset[str]:
        """Return the names in *text* that may contain typing errors, up to the maximum reported."""
        lines = islice(suspects(text), self.options.max_diagnostics)
        return frozenset(row[1] for line in lines for row in rows(line))

    def text(self, section: SheetSection) -> str:
        """Return the lines of *section*; lines that are too long are reported and become empty."""
        text, limit = self.source.text[section.start : section.end], self.options.max_line
        if len(text) <= limit:
            return text
        lines = text.split("\n")
        for row, line in enumerate(lines):
            length = len(line.strip(WHITE_SPACE))
            if length > limit:
                span = self.span(section, row)
                span = self.source.span(span.start, span.start + 1)
                self.log.add(SharedCode.LINE_TOO_LONG, span, length=length, limit=limit)
                lines[row] = ""
        return "\n".join(lines)

    def span(self, section: SheetSection, row: int) -> Span:
        """Return the line *row* (from 0) of *section*, without the white space around it."""
        number = self.source.position(section.start)[0] + row
        start, line = self.source.line_starts[number - 1], self.source.line(number)
        stripped = line.lstrip(WHITE_SPACE)
        start += len(line) - len(stripped)
        return self.source.span(start, start + len(stripped.rstrip(WHITE_SPACE)))

    def report_never(self, lines: Sequence[Span], *, is_last: bool) -> None:
        """Report the *lines* without copies; they can be comments unless the sheet has no other."""
        for line in lines:
            fix = Fix.replace(line, f"# {line.text}", "make it a comment")
            self.log.add(DraftmancerCode.ZERO_COUNT, self.count_at(line), None if is_last else fix)

    def report_count(self, where: Span) -> None:
        """Report the line whose count exceeds the limit of copies."""
        span, limit = self.count_at(where), self.options.max_copies
        count = span.text if _COUNT.match(where.text) else 1
        self.log.add(DraftmancerCode.COUNT, span, count=count, limit=limit)

    def count_at(self, line: Span) -> Span:
        """Return the position of the count of a *line*; the whole line if it has none."""
        match = _COUNT.match(line.text)
        return self.source.span(line.start, line.start + match.end("COUNT")) if match else line

    def reference(
        self, line: DraftmancerCardLine, start: int, text: str, where: Callable[[], Span]
    ) -> tuple[CardRef, bool]:
        """Return the reference of *line*, and whether it is foil.

        It is a custom card if one matches and is defined before *start*; otherwise a card of the
        catalog. *text* is the whole line.
        """
        if (odd := _ODD.search(text)) is not None:
            span, broken = where(), _ODD.search(line.name.replace("\ufeff", ""))
            code = DraftmancerCode.BREAK_IN_NAME if broken else DraftmancerCode.ODD_CHARACTER
            character = f"U+{ord((broken or odd)[0]):04X}"
            self.log.add(code, span, odd_fix(span), character=character)
        swallowed = self.names.swallowed(line, text)
        custom = self.custom_card(line, start, where)
        if swallowed is not None and not self.is_meant(custom, line, swallowed):
            self.report_reading(line, swallowed, text, where, is_safe=custom is None)
        if custom is not None:
            return custom
        hint = None if swallowed else self.names.meant(line, text)
        written = meant(text) if hint else None
        if written and written.line and card_line(written.line).name in self.custom:
            hint = written
        hint = self.names.meant_number(line, text) or hint
        if line.name in self.custom:
            hint = Typo(f"the custom card {line.name!r} has other sets and numbers")
        if self.catalog is not None:
            resolved = resolve(line, self.catalog, hint, text, where, self.log)
            if resolved is None:
                return line.ref, line.foil
            ref, card, is_foil = resolved
            cards = self.preferred if ref.set_code is None else self.official
            cards.setdefault(identity(card), card)
            return ref, is_foil
        if line.name in SCRIPT_NAMES and line.set_code is None:
            data = {"name": line.name, "what": "a card"}
            self.log.add(DraftmancerCode.SCRIPT_NAME, where(), **data)
        if typo := hint or meant(text) or self.names.meant_before(line):
            fix = line_fix(where(), text, typo)
            self.log.add(DraftmancerCode.TYPO, where(), fix, notes=(typo.note,), name=line.name)
        return line.ref, line.foil

    def custom_card(
        self, line: DraftmancerCardLine, start: int, where: Callable[[], Span]
    ) -> tuple[CardRef, bool] | None:
        """Return the custom card that *line* refers to, and whether it is foil; None if none."""
        whole, cards = without_set(line), self.custom.get(line.name, ())
        if cards and not self.is_in_time(line.name, start, where):
            cards = ()
        if (has_set := self.fitting(line.ref) if cards else None) is not None:
            # the default set is known only to Draftmancer
            return line.ref if has_set else evolve(line.ref, set_code=None), line.foil
        if cards and line.number is None:
            if whole.name not in self.custom:  # otherwise it is reported elsewhere
                self.log.add(DraftmancerCode.NO_SUCH_PRINTING, where(), name=line.name)
            return cards[0].ref, line.foil
        if self.catalog is not None and find(line, self.catalog) is not None:
            return None
        # if no card has the set, the parentheses are part of the name
        is_another = whole.name != line.name and whole.name in self.custom
        if is_another and self.is_in_time(whole.name, start, where):
            return CardRef(whole.name), whole.foil
        if not cards or self.catalog is not None:
            return None
        self.log.add(DraftmancerCode.NO_SUCH_PRINTING, where(), name=line.name)
        return line.ref, line.foil

    def fitting(self, ref: CardRef) -> bool | None:
        """Return whether a custom card that matches *ref* has a set; None if none matches."""
        if ref.name not in self.known:
            known = self.known[ref.name] = {}
            for card in self.custom[ref.name]:
                _, code, number = identity(card)
                for parts in product((code, None), (number, None)):
                    known[parts] = known.get(parts, False) or bool(card.set_code)
        return self.known[ref.name].get((ref.set_code and ref.set_code.lower(), ref.number))

    def is_meant(
        self,
        custom: tuple[CardRef, bool] | None,
        line: DraftmancerCardLine,
        whole: DraftmancerCardLine,
    ) -> bool:
        """Return whether *custom*, the card that *line* is read as, is probably intended.

        That is the card of the *whole* line, or the printing that the line specifies.
        """
        if custom is None:
            return False
        ref, _ = custom
        is_printing = line.set_code is not None and ref.name == line.name
        return ref.name == whole.name or (is_printing and self.fitting(line.ref) is not None)

    def report_reading(
        self,
        line: DraftmancerCardLine,
        meant: DraftmancerCardLine,
        text: str,
        where: Callable[[], Span],
        *,
        is_safe: bool,
    ) -> None:
        """Report that *line*, which is the whole *text*, is not read as the custom card *meant*."""
        foil = ", foil" if line.foil else ""
        number = f", of the set {line.set_code}" if line.set_code is not None else ""
        count = 1 if line.count is None else line.count
        better = _written(meant, self.custom[meant.name][0])
        typo = Typo(f"write {better!r}", better, is_safe=is_safe) if better else None
        notes, fix = (typo.note,) if typo else (), line_fix(where(), text, typo)
        data = {"reading": f"{count} × {line.name!r}{number}{foil}", "name": meant.name}
        self.log.add(DraftmancerCode.READ_AS, where(), fix, notes=notes, **data)

    def is_in_time(self, name: str, start: int, where: Callable[[], Span]) -> bool:
        """Return whether the custom card *name* is defined before *start*, or is the only one."""
        if self.defined_at[name] <= start:
            return True
        if self.catalog is not None and self.catalog.printings(name):
            return False
        self.log.add(DraftmancerCode.CUSTOM_TOO_LATE, where(), name=name)
        return True


def _written(line: DraftmancerCardLine, card: Card) -> str | None:
    """Return a text that is read as *line*, which names the custom *card*; None if none is."""
    for set_code, number in ((None, None), (card.set_code or DEFAULT_SET, card.number)):
        if reads_back(CardRef(line.name, set_code, number or None), foil=line.foil):
            return line_text(evolve(line, set_code=set_code, number=number or None))
    return None


class _CollationOption(NamedTuple):
    """A further option of a collation.

    Attributes:
        kind: The kind of values that Draftmancer accepts, with the default.
        expected: The description of a valid value.
        usable: A function that returns the value for a sheet of a number of cards; None if it is
            not usable.
        write: A function that returns the value of a collation.
    """

    kind: ValueKind
    expected: str
    usable: Callable[[Any, int], Any]
    write: Callable[[Any], Any]


def _positive(value: Any, _: int) -> int | None:
    number = whole(value)
    return number if number is not None and number >= 1 else None


def _weights(value: Any, _: int) -> list[int] | None:
    weights = [whole(each) for each in value]
    numbers = [each for each in weights if each is not None and each >= 0]
    return numbers if len(numbers) == len(weights) and any(numbers) else None


def _print_run(group_size: int) -> PrintRun:
    return PrintRun(group_size, "slot")


#: The options of the collations, except the name of the collation.
COLLATIONS: Final[Mapping[str, Mapping[str, _CollationOption]]] = {
    "random": {},
    "printRun": {
        "groupSize": _CollationOption(
            NUMBER.but("For print runs: packs begin at multiples of this number. Default: 1.", 1),
            "a whole number, 1 or more",
            _positive,
            lambda it: it.group_size,
        )
    },
    "striped": {
        "length": _CollationOption(
            NUMBER.but("For striped sheets: the number of cards in a row."),
            "a whole number from 1 to less than the number of cards",
            _positive,
            lambda it: it.length,
        ),
        "weights": _CollationOption(
            array_of(NUMBER, "For striped sheets: the weights of stripes of 1, 2, … cards."),
            "an array of whole numbers, one of them positive",
            _weights,
            lambda it: list(it.weights),
        ),
    },
}
#: The options in a header.
OPTIONS: Final = object_of(
    {
        "collation": ValueKind(
            "string",
            "How cards are taken from the sheet.",
            "random",
            words={
                '"random"': "Each by chance.",
                '"printRun"': "Cards that stand one after the other.",
                '"striped"': "Stripes of a sheet that is laid out in rows.",
            },
        )
    }
    | {key: option.kind for options in COLLATIONS.values() for key, option in options.items()}
)


def collation_to_model(
    header: Header, cards: int, log: DiagnosticLog, *, replacement: bool
) -> Collation:
    """Return the collation in *header* for a sheet of *cards* cards."""
    random = Random(replacement)
    if not header.options or header.json is None:
        return random
    options, known = header.options, OPTIONS.members.keys()
    absent = known - options.keys()
    for key in options:
        if key not in known:
            where, notes = header.json.span((key,), key=True), log.did_you_mean(key, known)
            fix = _near_fix(where, key, absent, notes)
            data = {"name": key, "sheet": header.name}
            log.add(DraftmancerCode.UNKNOWN_SHEET_OPTION, where, fix, notes=notes, **data)
    kind = options.get("collation", "random")
    if not isinstance(kind, str):
        _wrong_option(header, log, "collation", "a string")
        return random
    if kind not in COLLATIONS:
        where, notes = header.json.span(("collation",)), log.did_you_mean(kind, COLLATIONS)
        fix = _near_fix(where, kind, COLLATIONS, notes)
        log.add(DraftmancerCode.UNKNOWN_COLLATION, where, fix, notes=notes, name=kind)
    values = _usable_options(header, kind, cards, log)
    if not values:
        return random
    return _print_run(*values) if kind == "printRun" else Striped(*values)


def _near_fix(where: Span, word: str, known: Collection[str], notes: Collection[str]) -> Fix | None:
    """Return the fix that writes the intended *known* word."""
    near = near_word(word, known, notes)
    return near and Fix.replace(where, encode(near.word, None), is_safe=near.is_sure)


def _usable_options(header: Header, kind: str, cards: int, log: DiagnosticLog) -> list[Any]:
    """Return the values of the further options of a collation; empty if one is not usable."""
    assert header.options is not None  # noqa: S101 - as it has the option
    assert header.json is not None  # noqa: S101 - likewise
    values = []
    for key, row in COLLATIONS.get(kind, {}).items():
        value = header.options.get(key, row.kind.default)
        is_refused = not accepts(row.kind, value) or (key == "length" and value >= cards)
        usable = None if is_refused else row.usable(value, cards)
        if is_refused:
            _wrong_option(header, log, key, row.expected)
        elif usable is None:
            what = f"the option {key!r} of the sheet {header.name!r}"
            data = {"what": what, "expected": row.expected, "instead": "random collation"}
            log.add(DraftmancerCode.ODD_VALUE, header.json.span((key,)), **data)
        if usable is None:
            return []
        values.append(usable)
    return values


def _wrong_option(header: Header, log: DiagnosticLog, name: str, expected: str) -> None:
    """Report an option whose value Draftmancer rejects."""
    assert header.options is not None  # noqa: S101 - as it has the option
    assert header.json is not None  # noqa: S101 - likewise
    where, number = header.json.span((name,)), as_number(header.options.get(name))
    fix = Fix.replace(where, encode(number, None)) if number is not None else None
    data = {"name": name, "sheet": header.name, "expected": expected}
    log.add(DraftmancerCode.SHEET_OPTION, where, fix, **data)


def collation_from_model(sheet: Sheet, losses: LossLog) -> dict[str, Any] | None:
    """Return the header options of *sheet*; None if it needs none."""
    collation, kind = sheet.collation, "random"
    if isinstance(collation, PrintRun):
        kind = "printRun"
    elif isinstance(collation, Striped) and collation.length < sheet.total:
        kind = "striped"
    elif isinstance(collation, Striped):
        losses.changed(Loss.COLLATION, sheet.name, "stripes as long as the sheet", "random")
    values = {key: row.write(collation) for key, row in COLLATIONS[kind].items()}
    others = {
        key: each for key, each in values.items() if each != COLLATIONS[kind][key].kind.default
    }
    return {"collation": kind, **others} if values else None
