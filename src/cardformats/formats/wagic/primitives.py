"""The primitives: cards by name that sets refer to, indexed at once and parsed one by one."""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property, lru_cache, partial
from itertools import accumulate, chain
from pathlib import Path
from typing import TypeAlias

from attrs import frozen

from ... import catalog as _catalog  # noqa: F401 - before its modules
from ...budget import Budget
from ...catalog import NearestNames
from ...catalog.names import folded
from ...diagnostic_log import DiagnosticLog
from ...diagnostics import Diagnostic, Severity
from ...model import Card, Face, FrozenDict, Value
from ...model.frozen import EMPTY
from ..other_data import is_other_data
from .fields import FieldsOfCard, extras, face, read_fields
from .format import GRADES, WagicOptions
from .macros import MacroTable, definitions
from .reader import Stamp, files_in, load_sources, scan, stamps_of
from .repairs import only_near
from .syntax import CardFile, kind_of, values_of

#: Looks for what is doubtful in a card.
Check: TypeAlias = Callable[[FieldsOfCard, MacroTable, DiagnosticLog, Budget], None]

_SUGGESTIONS = 3
#: Names of no more letters are near to those of other cards.
_SHORT = 7
_NAME_LINE = "\nname="


@frozen
class Body:
    """What a printing takes from a primitive.

    Attributes:
        face: its face.
        kept: the extras of its card, by format.
    """

    face: Face
    kept: FrozenDict[str, FrozenDict[str, Value]]

    @property
    def extras(self) -> FrozenDict[str, Value]:
        """Return the values without a field in the model."""
        return self.kept.get("wagic", EMPTY)


def kept_extras(extras: FrozenDict[str, Value]) -> FrozenDict[str, FrozenDict[str, Value]]:
    """Return the extras of a card, by format."""
    return FrozenDict({"wagic": extras}) if extras else EMPTY


def body_of(
    card: FieldsOfCard,
    macros: MacroTable,
    log: DiagnosticLog,
    budget: Budget,
    check: Check | None = None,
) -> Body:
    """Return the body of a block, and report errors in its values, including those of *check*."""
    if check is not None:
        check(card, macros, log, budget)
    return Body(face(card, log), kept_extras(extras(card, macros, log, budget)))


@frozen
class Primitive:
    """A primitive that is not parsed yet: its name, and the number of its block in a file."""

    name: str
    file: CardFile
    number: int

    def fields(self, log: DiagnosticLog, max_line: int) -> FieldsOfCard:
        """Return the fields of its block."""
        return read_fields(self.file, self.number, log, max_line)


class Primitives:
    """Primitives by name, and the macros defined beside them.

    Attributes:
        available: False if no primitives were named or found, so that nothing can be resolved.
        macros: the macros of all files.
        diagnostics: errors in the files themselves; what is doubtful in single primitives is
            reported where they are used.
    """

    def __init__(
        self, files: tuple[CardFile, ...], options: WagicOptions, *, available: bool = True
    ) -> None:
        """Index *files*; the first primitive of a name counts, as in the engine."""
        self.available = available
        self.files = files
        self._options = options
        #: With the work that each took.
        self._bodies: dict[str, tuple[Body, tuple[Diagnostic, ...], int]] = {}
        #: What is near to names, which is dear and asked for again at each reading.
        self._near: dict[str, tuple[str, ...]] = {}
        self._one_letter_off: dict[str, str | None] = {}
        self._first_numbers = list(accumulate((len(file.texts) for file in files), initial=0))
        self.macros: MacroTable = MacroTable(
            (macro for file in files for macro in file.macros), options
        )
        self.diagnostics: tuple[Diagnostic, ...] = ()

    def __len__(self) -> int:
        """Return the number of names there are."""
        return len(self._by_name)

    @property
    def names(self) -> Iterable[str]:
        """Return the names, each once."""
        return self._by_name.keys()

    def get(self, name: str) -> Primitive | None:
        """Return the primitive of that very name, whatever its grade."""
        number = self._by_name.get(name)
        if number is None:
            return None
        place = bisect_right(self._first_numbers, number) - 1
        file = self.files[place]
        return Primitive(name, file, number - self._first_numbers[place])

    def parts(self, names: Iterable[str]) -> list[CardFile]:
        """Return the files with the primitives *names* alone."""
        used: defaultdict[int, set[int]] = defaultdict(set)
        for name in names:
            primitive = self.get(name) or self.get_stripped(name)
            if primitive is not None:
                used[id(primitive.file)].add(primitive.number)
        return [file.part(used[id(file)]) for file in self.files if id(file) in used]

    def with_back(self, name: str) -> Iterator[str]:
        """Yield the names of the primitives whose other side is the primitive *name*."""
        for file in self.files:
            if name in file.source.text:
                for front, number in names_in(file):
                    text = file.texts[number]
                    if name in text and name in map(str.strip, values_of(text, "backside")):
                        yield front

    def refused_grade(self, primitive: Primitive, budget: Budget) -> str | None:
        """Return its grade, if the option ``max_grade`` excludes that."""
        if self._options.max_grade == GRADES[-1]:
            return None
        grade = str(self.body(primitive, budget)[0].extras.get("grade", "")).strip().lower()
        return grade if self._options.refuses(grade) else None

    def body(
        self, primitive: Primitive, budget: Budget | None = None
    ) -> tuple[Body, tuple[Diagnostic, ...]]:
        """Return the body of *primitive*, parsed on first use, and its diagnostics.

        The work of its macros is taken from *budget* also when it was done for another reading, so
        that what one reading finds does not depend on others.
        """
        budget = budget or Budget(self._options.max_work)
        known = self._bodies.get(primitive.name)
        if known is not None and known[2] <= budget.left:
            budget.spend(known[2])
            return known[:2]
        log, before = DiagnosticLog(self._options.max_diagnostics), budget.left
        card = primitive.fields(log, self._options.max_line)
        body = body_of(card, self.macros, log, budget, self.check)
        diagnostics = log.finish()
        if not budget.spent:
            self._bodies[primitive.name] = body, diagnostics, before - budget.left
        return body, diagnostics

    def card(self, name: str) -> Card | None:
        """Return the card that the primitive of that very name is, whatever its grade."""
        primitive = self.get(name)
        if primitive is None:
            return None
        body = self.body(primitive)[0]
        return Card(body.face, extras=body.kept)

    @cached_property
    def check(self) -> Check | None:
        """What looks for what is doubtful, if the option ``thorough`` asks for that."""
        if not self._options.thorough:
            return None
        from .abilities.linter.cards import check_abilities  # noqa: PLC0415 - loaded only when needed

        tree = self if self.available else None
        return partial(check_abilities, tree=tree, engine_version=self._options.engine_version)

    def has_card(self, name: str) -> bool:
        """Return whether there is a primitive of that name, whatever its case."""
        return name.lower() in self._lower_names

    def has_type(self, word: str) -> bool:
        """Return whether a primitive has this type or subtype, which is in lower case."""
        return word in self._types

    @cached_property
    def _types(self) -> frozenset[str]:
        return frozenset(chain(*map(types_in, self.files)))

    @cached_property
    def _lower_names(self) -> frozenset[str]:
        return frozenset(map(str.lower, map(str.strip, self._by_name)))

    def get_stripped(self, name: str) -> Primitive | None:
        """Return the primitive whose name is *name* if surrounding spaces are ignored."""
        full = self._by_stripped_name.get(name)
        return self.get(full) if full is not None else None

    def alike(self, name: str) -> tuple[str, ...]:
        """Return the names that differ by case, accents, punctuation and spaces only."""
        return tuple(self._by_letters.get(folded(name), ())[:_SUGGESTIONS])

    def one_letter_off(self, name: str) -> str | None:
        """Return the only name that is one letter away from *name*, if that is no short one."""
        if name not in self._one_letter_off:
            letters = folded(name)
            near = only_near(letters, self._by_letters) if len(letters) > _SHORT else None
            names = [] if near is None else self._by_letters[near]
            self._one_letter_off[name] = names[0] if len(names) == 1 else None
        return self._one_letter_off[name]

    def near(self, name: str) -> tuple[str, ...]:
        """Return names that are probably meant by *name*, the likeliest first."""
        if name not in self._near:
            near = self.alike(name) or self._nearest.near(name, _SUGGESTIONS)
            self._near[name] = tuple(near)
        return self._near[name]

    @cached_property
    def _nearest(self) -> NearestNames:
        return NearestNames((name, name) for name in self._by_name)

    @cached_property
    def encoding(self) -> str | None:
        """Return the common encoding of all files that are not ASCII; None if they differ."""
        encodings = {file.source.encoding for file in self.files if not file.source.text.isascii()}
        return encodings.pop() if len(encodings) == 1 else None

    @cached_property
    def _by_name(self) -> dict[str, int]:
        """Return the numbers of the blocks, counted through all files."""
        numbers: dict[str, int] = {}
        for first, file in zip(self._first_numbers, self.files, strict=False):
            for name, number in names_in(file):
                numbers.setdefault(name, first + number)
        return numbers

    @cached_property
    def _by_stripped_name(self) -> dict[str, str]:
        names = list(reversed(self._by_name))  # the first of several counts
        return dict(zip(map(str.strip, names), names, strict=True))

    @cached_property
    def _by_letters(self) -> dict[str, list[str]]:
        """Return the names by their letters and digits."""
        names: defaultdict[str, list[str]] = defaultdict(list)
        for name in self._by_name:
            names[folded(name)].append(name)
        return names


def load_primitives(places: tuple[Path, ...] | None, options: WagicOptions) -> Primitives:
    """Return the primitives in *places* (folders and files), with the macros of ``options.macros``.

    The same unchanged files are indexed once for many sets.

    Raises:
        OSError: If a place does not exist or cannot be read.
    """
    primitives = files_in(places or ())
    stamps = stamps_of((*primitives, *(options.macros or ())))
    if not stamps and not places:
        return Primitives((), options, available=False)  # others are kept, not nothing
    return _load(stamps, len(primitives) if places else None, options)


@lru_cache(maxsize=2)
def _load(stamps: tuple[Stamp, ...], count: int | None, options: WagicOptions) -> Primitives:
    """Return the primitives in the first *count* files, with the macros in the rest."""
    log = DiagnosticLog(options.max_diagnostics)
    paths = tuple(path for path, _, _ in stamps)
    files, macros = paths[: count or 0], paths[count or 0 :]
    sources = load_sources(files, options, log)
    scanned = [scan(each, log) for each in sources if not is_other_data(each, "wagic", log)]
    only_macros = [
        CardFile(source, (), (), definitions(source, log))
        for source in load_sources(macros, options, log)
    ]
    loaded = Primitives((*scanned, *only_macros), options, available=count is not None)
    loaded.diagnostics = tuple(each for each in log.finish() if each.severity is Severity.ERROR)
    return loaded


def names_in(file: CardFile) -> Iterator[tuple[str, int]]:
    """Yield the names of the cards of *file* that have one, and the numbers of their blocks."""
    for number, text in enumerate(file.texts):
        # the last name of a block counts
        _, separator, rest = text.rpartition(_NAME_LINE)
        # by far most lines are as they should be, and found at once
        names = [rest.partition("\n")[0].removesuffix("\r")] if separator else []
        names = names or [*values_of(text.partition("\n")[2], "name")]
        if names and kind_of(text) == "card":
            yield names[-1], number


def types_in(file: CardFile) -> frozenset[str]:
    """Return the types and subtypes of the cards of *file*, in lower case."""
    lines = (line for text in file.texts for line in values_of(text, "type", "subtype"))
    return frozenset(" ".join(lines).lower().split())
