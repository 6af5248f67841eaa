"""What is wrong, doubtful or lost in data: typed diagnostics, and the report that carries them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from difflib import get_close_matches
from enum import Enum
from itertools import chain
from operator import itemgetter
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar, cast

from attrs import evolve, field, frozen

from .display import Displayed
from .errors import ReadError
from .source import Span, TextEdit, escaped

if TYPE_CHECKING:
    from .losses import Lost

T = TypeVar("T")


class Severity(Enum):
    """How bad a diagnostic is; its value is the word in messages."""

    ERROR = "error"  #: meaning is lost or doubtful
    WARNING = "warning"  #: legal but surely or probably not what the author meant
    NOTE = "note"  #: worth knowing, nothing to mend


class Code(str, Enum):  # noqa: UP042 - a member has more parts than its string
    """Base of the enumerations of diagnostic codes; a code equals its id, e.g. ``"WG031"``.

    A format subclasses it and lists ``NAME = id, severity, template, help, example`` members.  The
    template is filled from the data of a diagnostic, so a code's messages are uniform.  The help
    is a sentence or two: the effect, then the remedy.  The example is the shortest input with such
    a diagnostic: a few lines of text, or ``$`` and a command; empty if neither would show it.
    """

    severity: Severity
    template: str
    help: str
    example: str

    def __new__(
        cls, id_: str, severity: Severity, template: str, help_: str, example: str = ""
    ) -> Self:
        """Make a member from its parts."""
        self = str.__new__(cls, id_)
        self._value_ = id_
        self.severity = severity
        self.template = template
        self.help = help_
        self.example = example
        return self

    def __str__(self) -> str:
        """The id."""
        return str(self.value)

    def at(
        self,
        span: Span | None,
        fix: Fix | None = None,
        /,
        *,
        notes: Iterable[str] = (),
        **data: Any,
    ) -> Diagnostic:
        """A diagnostic of this code at *span*, its message filled from *data*."""
        return Diagnostic(self, self.template.format_map(data), span, tuple(notes), data, fix)


class SharedCode(Code):
    """Codes that every format can raise."""

    TOO_LARGE = (
        "CF001",
        Severity.ERROR,
        "the input is larger than {limit} bytes, the limit (option max_size)",
        "The file was not read. Raise the option if you trust where the file comes from.",
        "$ cardformats check --from draftmancer --max-size 10 list.txt",
    )
    LINE_TOO_LONG = (
        "CF002",
        Severity.ERROR,
        "a line of {length} characters is skipped; the limit is {limit} (option max_line)",
        "Lines of this length are not card data. Raise the option if yours are.",
        "$ cardformats check --max-line 20 list.txt",
    )
    SUPPRESSED = (
        "CF003",
        Severity.WARNING,
        "{count} more diagnostics are not shown; the limit is {limit} (option max_diagnostics)",
        "Fix the first diagnostics and read the file again, or raise the option.",
        "$ cardformats check --max-diagnostics 2 list.txt",
    )
    NOTHING_TO_READ = (
        "CF004",
        Severity.ERROR,
        "there is no file of this format in the folder",
        "The folder does not have the structure that the documentation page of the format"
        " describes.",
        "$ cardformats check --from draftmancer folder",
    )
    OUT_OF_WORK = (
        "CF005",
        Severity.ERROR,
        "{what} takes more than {limit} steps of work, the limit (option max_work); {outcome}",
        "The data multiplies the work: for example, macros that call macros, or many packs of"
        " many cards. Raise the option if you trust where the data comes from.",
        "#AUTO_DEFINE _TWICE_($x) $x && $x\n#AUTO_DEFINE _FOUR_($x) _TWICE_(_TWICE_($x))",
    )
    LONE_SURROGATE = (
        "CF006",
        Severity.WARNING,
        "unpaired surrogate {escape}: no file can hold it",
        "Some encodings split a character into two surrogates, and one of the two is missing."
        " The surrogate is preserved in memory. When it is written, it is omitted, replaced or"
        " escaped.",
        '{"name": "Heron \\ud800"',
    )
    UNUSED_MUTE = (
        "CF007",
        Severity.NOTE,
        "the comment suppresses nothing: there is no {what} in {where}",
        "There are three possible reasons. The diagnostic is fixed; it is in another line (a"
        " comment on a line of its own applies to the next line); or it is only reported with"
        " an option or a catalog that this check does not have. Delete the comment if the"
        " diagnostic is fixed, because it could hide a later one.",
        "# cardformats: ignore DM021\n2 Heron",
    )
    OTHER_DATA = (
        "CF008",
        Severity.ERROR,
        "the input is not a {format} file: it seems to be {what}",
        "Nothing was read. Check whether this is the right file. If it has another format,"
        " specify that format.",
        "<!DOCTYPE html>",
    )
    REFUSED = (
        "CF204",
        Severity.ERROR,
        "the program that reads {format} rejects the output: {kind} ({examples})",
        "The output cannot be used until this is fixed in the source. The diagnostic is a loss"
        " with its kind, its count and all its subjects.",
        '"event": {"supply": "finite"},\n'
        '"sheets": [{"name": "A", "entries": [{"card": {"name": "Vitamin F"}}]}]',
    )
    MISTAKEN = (
        "CF205",
        Severity.ERROR,
        "{format} reads {kind} as something else: {count} ({examples})",
        "The output contains other cards than the source. The diagnostic is a loss with its"
        " kind, its count and all its subjects.",
        '{"card": {"name": "Vitamin"}}, {"card": {"name": "Vitamin F"}}',
    )


def _as_edits(edits: Iterable[TextEdit]) -> tuple[TextEdit, ...]:
    return tuple(edits)


@frozen
class Fix:
    """What mends a finding, where there is one right answer.

    Attributes:
        title: what it does, as an imperative, e.g. ``write 'power'``.
        edits: replacements in texts that were read from files; they do not overlap.
        is_safe: what is meant is certain; False for a guess, which a person should look at.
        encoding: the encoding that the file of the finding is to be saved in, if it is another
            one: ``utf-8``, ``utf-16-le``, ``utf-16-be`` or ``cp1252``.
    """

    title: str
    edits: tuple[TextEdit, ...] = field(default=(), converter=_as_edits)
    is_safe: bool = True
    encoding: str | None = None

    @classmethod
    def replace(
        cls, span: Span, new: str, title: str | None = None, *, is_safe: bool = True
    ) -> Fix:
        """A fix that writes *new* in the place of *span*."""
        usual = f"write {new!r}" if new else f"delete {span.text!r}"
        return cls(title or usual, (TextEdit(span, new),), is_safe)

    def to_dict(self) -> dict[str, Any]:
        """A JSON-ready dictionary; places as those of a :class:`Diagnostic`."""
        edits = [{**_place_dict(each.span), "new": each.new} for each in self.edits]
        result: dict[str, Any] = {"title": self.title, "safe": self.is_safe, "edits": edits}
        return result | ({"encoding": self.encoding} if self.encoding else {})


def _place_dict(span: Span) -> dict[str, Any]:
    """Where *span* is: the file, and lines and columns from 1."""
    line, column = span.source.position(span.start)
    end_line, end_column = span.source.position(span.end)
    return {
        "file": span.source.name,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
    }


@frozen
class Diagnostic:
    """One finding.

    Attributes:
        code: its stable code; the severity comes with it.
        message: one sentence for a person.
        span: where in which source, or None where there is no place (losses on write).
        notes: further lines, e.g. where else, or what was probably meant.
        data: the values the message was filled from, for programs; ``left_out`` is how many cards
            of a source are not in what was read, ``kept_as`` the kind of the loss if a writer does
            not keep what is known of them.
        fix: what mends it, if there is one right answer.
    """

    code: Code
    message: str
    span: Span | None = None
    notes: tuple[str, ...] = ()
    data: Mapping[str, Any] = field(factory=dict, repr=False, hash=False)
    fix: Fix | None = field(default=None, repr=False)

    #: Whether it is a :class:`~cardformats.losses.Lost`.
    is_loss: ClassVar[bool] = False

    @property
    def severity(self) -> Severity:
        """The severity of its code."""
        return self.code.severity

    def __str__(self) -> str:
        """One line: ``file:line:col: error[DM012]: message``."""
        where = f"{self.span}: " if self.span else ""
        return escaped(f"{where}{self.severity.value}[{self.code}]: {self.message}", one_line=True)

    def with_notes(self, *notes: str) -> Diagnostic:
        """The same diagnostic with more notes."""
        return evolve(self, notes=self.notes + notes)

    def render(self) -> str:
        """The line of :meth:`__str__`, the excerpt with carets, where expanded text came from."""
        lines = [str(self)]
        span = self.span
        while span is not None:
            if span.source.text:
                lines.append(span.excerpt())
            source, span = span.source, span.source.origin
            if source.origin_note:
                note = f"      = {source.origin_note}, from {span or source.name}:"
                lines.append(escaped(note, one_line=True))
        lines.extend(escaped(f"      = note: {note}", one_line=True) for note in self.notes)
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """A JSON-ready dictionary."""
        result: dict[str, Any] = {
            "code": str(self.code),
            "severity": self.severity.value,
            "message": self.message,
        }
        if self.span:
            result |= _place_dict(self.span)
        if self.notes:
            result["notes"] = list(self.notes)
        if self.fix:
            result["fix"] = self.fix.to_dict()
        return result


def _as_tuple(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    return tuple(diagnostics)


#: So many characters of a value are shown.
_MOST_SHOWN = 200


def in_order(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """*diagnostics* source by source in the order of their texts; what has no place comes last."""
    sources: dict[str, list[tuple[int, Diagnostic]]] = {}
    nowhere = []
    for each in diagnostics:
        if each.span is None:
            nowhere.append(each)
        else:
            sources.setdefault(each.span.source.name, []).append((each.span.start, each))
    placed = (sorted(its, key=itemgetter(0)) for its in sources.values())
    return [*(each for its in placed for _, each in its), *nowhere]


@frozen(repr=False)
class Report(Displayed, Generic[T]):
    """A value and everything that was found on the way to it.

    Attributes:
        value: the best that could be made of the input; None only if there was nothing to read.
        diagnostics: all findings, source by source in the order of their texts.
    """

    value: T
    diagnostics: tuple[Diagnostic, ...] = field(default=(), converter=_as_tuple)

    def __repr__(self) -> str:
        """The value in short, and how many diagnostics there are."""
        value = repr(self.value)
        if len(value) > _MOST_SHOWN:
            value = f"{value[:_MOST_SHOWN]}…"
        return f"<Report: {value}, {len(self.diagnostics)} diagnostics>"

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """The diagnostics of severity ERROR."""
        return tuple(
            diagnostic for diagnostic in self.diagnostics if diagnostic.severity is Severity.ERROR
        )

    @property
    def losses(self) -> tuple[Lost, ...]:
        """What a writer could not say."""
        return tuple(cast("Lost", each) for each in self.diagnostics if each.is_loss)

    @property
    def ok(self) -> bool:
        """True if no diagnostic is an ERROR."""
        return not self.errors

    @property
    def left_out(self) -> int:
        """How many cards of the source are not in the value, as its diagnostics say."""
        return sum(diagnostic.data.get("left_out", 0) for diagnostic in self.diagnostics)

    def raise_for_errors(self) -> T:
        """The value, or :class:`~cardformats.errors.ReadError` if there is any ERROR."""
        if not self.ok:
            raise ReadError(self)
        return self.value

    def counts(self) -> dict[str, int]:
        """How many findings of each code there are, by code id, whether they were kept or not."""
        return dict(sorted((str(code), count) for code, count in tally(self.diagnostics).items()))


def tally(diagnostics: Iterable[Diagnostic]) -> dict[Code, int]:
    """How many findings of each code there are, those too that a log counted and did not keep.

    What several readings found at the same place counts once.
    """
    places: defaultdict[Code, set[int]] = defaultdict(set)
    counts: Counter[Code] = Counter()
    for diagnostic in diagnostics:
        if _is_suppression(diagnostic):
            for code, suppressed in diagnostic.data["places"].items():
                places[code] |= suppressed
            counts.update(diagnostic.data["others"])
        elif diagnostic.span is not None:
            places[diagnostic.code].add(_place(diagnostic, diagnostic.span))
        else:
            counts[diagnostic.code] += 1
    counts.update({code: len(its) for code, its in places.items()})
    return dict(counts)


def counts_in_words(counts: Mapping[Code, int]) -> str:
    """How many findings of each severity there are, in words."""
    by_severity: Counter[Severity] = Counter()
    for code, count in counts.items():
        by_severity[code.severity] += count
    words = [
        f"{by_severity[severity]:,} {severity.value}{'s' if by_severity[severity] > 1 else ''}"
        for severity in Severity
        if by_severity[severity]
    ]
    return ", ".join(words) or "nothing to report"


def _is_suppression(diagnostic: Diagnostic) -> bool:
    """Whether *diagnostic* is what a log says of findings that it did not keep."""
    return diagnostic.code is SharedCode.SUPPRESSED and "places" in diagnostic.data


def _place(diagnostic: Diagnostic, span: Span) -> int:
    """What tells a finding from others, in this process."""
    return hash((diagnostic.code, span.source.name, span.start, span.end, diagnostic.message))


#: Suggestions cost time for each word that is known; a file gets so many of them.
_MAX_SUGGESTIONS = 500
_MAX_WORDS = 500
_MAX_WORD = 60

#: So many findings are told apart in counting; a number takes some 70 bytes.
_MAX_PLACES = 1_000_000


class DiagnosticLog:
    """Collects diagnostics up to a limit, so that a hostile file cannot fill the memory.

    Errors have a limit of their own, so that a flood of warnings cannot hide them, and one is
    always kept, so that what has errors is never taken for sound; where there is no room left, the
    most frequent code makes room for rarer ones.  The same finding at the same place is recorded
    once.
    """

    def __init__(self, limit: int) -> None:
        """Keep at most *limit* errors (or one) and *limit* others, and count the rest."""
        self.limit = limit
        self._limits = {True: max(limit, 1), False: limit}
        #: By whether they are errors, then by code; each with its place in the order of finding.
        self._kept_by_code: dict[bool, dict[Code, list[tuple[int, Diagnostic]]]] = {
            True: {},
            False: {},
        }
        self._places: defaultdict[Code, set[int]] = defaultdict(set)
        self._placed = 0
        self._elsewhere: Counter[Code] = Counter()
        self._kept = dict.fromkeys((True, False), 0)
        self._count = 0
        self._suggestions = _MAX_SUGGESTIONS

    def add(
        self,
        code: Code,
        span: Span | None = None,
        fix: Fix | None = None,
        /,
        *,
        notes: Iterable[str] = (),
        **data: Any,
    ) -> None:
        """Record a diagnostic of *code* at *span*, with what mends it."""
        self.extend((code.at(span, fix, notes=notes, **data),))

    def has_room(self, code: Code) -> bool:
        """Whether a finding of *code* would be kept; if not, it is only counted."""
        is_error = code.severity is Severity.ERROR
        if self._kept[is_error] < self._limits[is_error]:
            return True
        by_code = self._kept_by_code[is_error]
        return len(by_code.get(code, ())) + 1 < max(map(len, by_code.values()), default=0)

    def may_suggest(self) -> bool:
        """Whether it is worth looking for what was meant; after many findings it is not."""
        self._suggestions -= 1
        return self._suggestions >= 0

    def did_you_mean(self, word: str, known: Collection[str]) -> tuple[str, ...]:
        """A note that suggests the nearest of the *known* words, if one is near."""
        too_long = len(word) > _MAX_WORD or len(known) > _MAX_WORDS
        if too_long or not self.may_suggest():
            return ()
        candidates = sorted(each for each in known if len(each) <= _MAX_WORD)
        near = get_close_matches(word, candidates, 1, 0.7)
        return tuple(f"did you mean {each!r}?" for each in near)

    def extend(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Record diagnostics that were made elsewhere."""
        for diagnostic in diagnostics:
            if _is_suppression(diagnostic):
                self._count_more(diagnostic)
                continue
            if diagnostic.span is not None and self._placed < _MAX_PLACES:
                places, place = self._places[diagnostic.code], _place(diagnostic, diagnostic.span)
                if place in places:
                    continue
                places.add(place)
                self._placed += 1
            else:
                self._elsewhere[diagnostic.code] += 1
            self._count += 1
            is_error = diagnostic.severity is Severity.ERROR
            if self.has_room(diagnostic.code):
                by_code = self._kept_by_code[is_error]
                if self._kept[is_error] < self._limits[is_error]:
                    self._kept[is_error] += 1
                else:
                    max(by_code.values(), key=len).pop()
                by_code.setdefault(diagnostic.code, []).append((self._count, diagnostic))

    def _count_more(self, suppressed: Diagnostic) -> None:
        """Count what another log did not keep."""
        for code, places in suppressed.data["places"].items():
            self._count += len(places - self._places[code])
            self._places[code] |= places
        self._elsewhere.update(suppressed.data["others"])
        self._count += sum(suppressed.data["others"].values())

    def finish(self) -> tuple[Diagnostic, ...]:
        """All that was recorded, source by source in the order of their texts.

        What has no place comes after it; the last one says how many were suppressed, if any.
        """
        same = [each for by_code in self._kept_by_code.values() for each in by_code.values()]
        kept = [diagnostic for _, diagnostic in sorted(chain(*same), key=itemgetter(0))]
        ordered = in_order(kept)
        if suppressed := self._count - len(kept):
            ordered.append(
                SharedCode.SUPPRESSED.at(
                    None, count=suppressed, limit=self.limit, **self._suppressed(kept)
                )
            )
        return tuple(ordered)

    def _suppressed(self, kept: Iterable[Diagnostic]) -> dict[str, Any]:
        """What :func:`tally` has to know of the findings that were not *kept*."""
        places = {code: set(its) for code, its in self._places.items()}
        elsewhere = Counter(self._elsewhere)
        for diagnostic in kept:
            place = None if diagnostic.span is None else _place(diagnostic, diagnostic.span)
            if place is not None and place in places.get(diagnostic.code, ()):
                places[diagnostic.code].remove(place)
            else:
                elsewhere[diagnostic.code] -= 1
        return {
            "places": {code: frozenset(its) for code, its in places.items() if its},
            "others": {code: count for code, count in elsewhere.items() if count},
        }
