"""What is wrong, doubtful or lost in data: typed diagnostics, and the report that carries them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import Enum
from operator import itemgetter
from typing import Any, Generic, Self, TypeVar

from attrs import evolve, field, frozen

from .display import Displayed
from .errors import ReadError
from .source import SourceText, Span, TextEdit, as_line, spliced

T = TypeVar("T")


class Severity(Enum):
    """How bad a diagnostic is; its value is the word in messages."""

    ERROR = "error"  #: meaning is lost or doubtful
    WARNING = "warning"  #: legal but surely or probably not what the author meant
    NOTE = "note"  #: worth knowing, nothing to fix


class Concern(Enum):
    """What a loss affects; its value is the word in messages, the most severe first."""

    CARDS = "cards"  #: which cards exist and what they do
    ODDS = "odds"  #: which packs are possible and how probable they are
    DATA = "data"  #: other known facts
    KEYS = "keys"  #: keys that only other programs understand


class How(Enum):
    """How something is lost on write; its value is the word in JSON."""

    DROPPED = "dropped"  #: the output does not contain it
    CHANGED = "changed"  #: the output contains something similar
    KEPT = "kept"  #: it is written, but the format does not define it
    REFUSED = "refused"  #: the target program rejects the output because of it
    MISTAKEN = "mistaken"  #: the target program reads it as something else
    REPLACED = "replaced"  #: a file that is overwritten contains it, and the output does not


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
    #: What a loss of this code affects; None if the code is not about a loss.
    concern: Concern | None

    def __new__(
        cls, id_: str, severity: Severity, template: str, help_: str, example: str = ""
    ) -> Self:
        """Make a member from its parts.

        Raises:
            TypeError: If the severity is not a :class:`Severity`.
        """
        if not isinstance(severity, Severity):
            raise TypeError(f"{id_}: the severity {severity!r} is not a Severity")
        self = str.__new__(cls, id_)
        self._value_ = id_
        self.severity = severity
        self.template = template
        self.help = help_
        self.example = example
        self.concern = None
        return self

    def __init_subclass__(cls) -> None:
        """Refuse two rows with the same id.

        Raises:
            TypeError: If an id occurs twice.
        """
        for name, code in cls.__members__.items():
            if name != code.name:
                raise TypeError(f"{cls.__name__}: {name} and {code.name} have the id {code}")

    def __str__(self) -> str:
        """Return the id."""
        return str(self.value)

    def at(
        self,
        span: Span | None,
        fix: Fix | None = None,
        related: Iterable[Related] = (),
        /,
        *,
        notes: Iterable[str] = (),
        **data: Any,
    ) -> Diagnostic:
        """Return a diagnostic of this code at *span*, its message filled from *data*."""
        message = self.template.format_map(data)
        return Diagnostic(self, message, span, tuple(notes), data, fix, tuple(related))


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
    UNUSED_IGNORE = (
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
    XML_CHARACTER = (
        "CF009",
        Severity.ERROR,
        "{sign!r} is not escaped; it is read as a character of the text",
        "In XML, write &amp; for &, and &lt; for <. All other programs reject the file.",
        "<name>Salt & Pepper</name>",
    )
    AFTER_END = (
        "CF010",
        Severity.ERROR,
        "text after the end of the outermost element; {outcome}",
        "An XML file has one outermost element. Delete the text, or the end tag before it.",
        "</Deck>\n</Deck>",
    )
    LARGE_PACK = (
        "CF011",
        Severity.ERROR,
        "a pack of {name!r} can have {count} cards; the limit is {limit} (Limits.max_cards)",
        "The packs are too large for the program that reads the file. Ask for a list with smaller"
        " packs, or raise the limit.",
        "cf.loads_report(text, limits=cf.Limits(max_cards=1))",
    )
    XML_ENCODING = (
        "CF012",
        Severity.WARNING,
        "{problem}",
        "The text is read as Windows-1252 or UTF-8. Other programs reject the file, or read other"
        " letters. Save the file with the encoding in its first line, preferably UTF-8.",
        '<?xml version="1.0" encoding="utf8mb4"?>',
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
    """The edits that fix a finding, if there is one right answer.

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
        """Create a fix that writes *new* in place of *span*."""
        usual = f"write {new!r}" if new else f"delete {span.text!r}"
        return cls(title or usual, (TextEdit(span, new),), is_safe)

    def applied(self, source: SourceText) -> str:
        """Return the text of *source* with the edits that are in it.

        Raises:
            ValueError: If edits overlap.
        """
        own = ((each.span, each.new) for each in self.edits if each.span.source == source)
        return spliced(source.text, ((span.start, span.end, new) for span, new in own))

    def to_dict(self) -> dict[str, Any]:
        """Return a JSON-ready dictionary; positions as those of a :class:`Diagnostic`."""
        edits = [{**_place_dict(each.span), "new": each.new} for each in self.edits]
        result: dict[str, Any] = {"title": self.title, "safe": self.is_safe, "edits": edits}
        return result | ({"encoding": self.encoding} if self.encoding else {})


def _place_dict(span: Span) -> dict[str, Any]:
    """Return the position of *span*: the file, and lines and columns from 1."""
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
class Related:
    """Another position that a diagnostic refers to.

    Attributes:
        span: The position.
        message: What is there, e.g. ``the other card`` or the name of a card that is lost; empty
            if the same diagnostic applies there.
    """

    span: Span
    message: str = ""

    def __str__(self) -> str:
        """Return a line for a person: ``the other card: name:line:column``."""
        return f"{self.message}: {self.span}" if self.message else str(self.span)


def _as_related(places: Iterable[Related]) -> tuple[Related, ...]:
    return tuple(places)


#: Number of subjects that a message names.
MOST_EXAMPLES = 3
#: In longer lines, only this number of characters around a position identifies a diagnostic.
_LONG_LINE = 300
_AROUND = 60
#: Number of positions of equal diagnostics that are shown.
_MOST_PLACES = 8


@frozen
class Diagnostic:
    """What a reader, a linter or a plug-in reports about data, or what a writer loses.

    Attributes:
        code: The stable code, which determines the severity.
        message: One sentence for a person.
        span: The position in a source; None if there is no position, as for losses.
        notes: Further lines, e.g. what was probably meant.
        data: The values in the message, for programs.  ``left_out`` is the number of cards of a
            source that are missing in the value, ``kept_as`` the kind of the loss if a writer does
            not preserve what is known of them.
        fix: The edit that repairs the data, if there is one right answer.
        related: Other positions, e.g. of the first of two equal names; of a loss those of
            :attr:`examples`, as far as they are known.
        count: How many things of the same kind it reports.
        how: How something is lost; None if the diagnostic is not a loss.
        subjects: The names of the cards, sheets or boosters that a loss affects, each as often as
            it does.
    """

    code: Code
    message: str
    span: Span | None = None
    notes: tuple[str, ...] = ()
    data: Mapping[str, Any] = field(factory=dict, repr=False, hash=False)
    fix: Fix | None = field(default=None, repr=False)
    related: tuple[Related, ...] = field(default=(), converter=_as_related, repr=False)
    count: int = 1
    how: How | None = None
    subjects: tuple[str, ...] = field(default=(), repr=False)

    @property
    def severity(self) -> Severity:
        """The severity of its code."""
        return self.code.severity

    @property
    def is_loss(self) -> bool:
        """Return whether it reports what a writer lost."""
        return self.how is not None

    @property
    def concern(self) -> Concern | None:
        """What the loss affects; None if the diagnostic is not a loss."""
        return (self.code.concern or Concern.CARDS) if self.is_loss else None

    @property
    def kind(self) -> str:
        """What is lost, as exactly as the writer knows, and what it became; empty if no loss."""
        return str(self.data.get("kind", "")) if self.is_loss else ""

    @property
    def into(self) -> str:
        """What is written in the place of what is lost; empty if nothing is, or if unknown."""
        return str(self.data.get("into", "")) if self.is_loss else ""

    @property
    def examples(self) -> tuple[str, ...]:
        """The first few of the subjects."""
        return self.subjects[:MOST_EXAMPLES]

    def __str__(self) -> str:
        """Return one line: ``file:line:col: error[DM012]: message``."""
        where = f"{self.span}: " if self.span else ""
        return as_line(f"{where}{self.severity.value}[{self.code}]: {self.message}")

    def with_notes(self, *notes: str) -> Diagnostic:
        """Return the same diagnostic with more notes."""
        return evolve(self, notes=self.notes + notes)

    @property
    def place(self) -> Span | None:
        """The position in a file: for expanded text, the position that the text came from."""
        return self.span and self.span.written

    @property
    def file(self) -> str:
        """The name of the source of its position; empty if there is no position."""
        return "" if self.place is None else self.place.source.name

    @property
    def identity(self) -> tuple[str, str, str]:
        """What it is known by when lines move or messages are reworded.

        The file, the code, and the text of the line without white space; of a long line only the
        text around the position.  Without a position, the values in the message take the place of
        the line.
        """
        place = self.place
        if place is None:
            words = (value for _, value in sorted(self.data.items()) if isinstance(value, str))
            return "", str(self.code), "\0".join(words)
        line, column = place.source.line(place.line), place.column - 1
        if len(line) > _LONG_LINE:
            end = column + min(len(place.text), _LONG_LINE)
            line = line[max(0, column - _AROUND) : end + _AROUND]
        return self.file, str(self.code), "".join(line.split())

    def moved(self, place: Callable[[int, int], Span]) -> Diagnostic:
        """Return the diagnostic of a part of a text at its position in the whole text.

        Its span, related positions and the edits of its fix are moved; those in other texts stay.

        Args:
            place: maps a start and an end in the part to the span in the whole text, e.g.
                ``Span.part`` of the span that the part has there.
        """
        if self.span is None:
            return self
        part = self.span.written.source
        fix = self.fix
        if fix is not None:
            edits = [TextEdit(each.span.moved(part, place), each.new) for each in fix.edits]
            fix = evolve(fix, edits=edits)
        related = [evolve(each, span=each.span.moved(part, place)) for each in self.related]
        return evolve(self, span=self.span.moved(part, place), fix=fix, related=related)

    def render(self) -> str:
        """Return the line of :meth:`__str__` and the :meth:`details`."""
        return "\n".join((str(self), *self.details()))

    def details(self) -> Iterator[str]:
        """Yield the lines below the first: excerpt, origin of expanded text, notes, fix, places."""
        return map(as_line, self._details())

    def _details(self) -> Iterator[str]:
        span = self.span
        while span is not None:
            if span.source.text:
                yield from span.excerpt().split("\n")
            source, span = span.source, span.source.origin
            if source.origin_note:
                yield f"      = {source.origin_note}, from {span or source.name}:"
        for note in (*self.notes, *(str(each) for each in self.related if each.message)):
            yield f"      = note: {note}"
        if self.fix is not None:
            guess = "" if self.fix.is_safe else " (a guess)"
            yield f"      = fix{guess}: {self.fix.title}"
        if also := self.also_at(_MOST_PLACES):
            yield f"      = also at {also}"

    def also_at(self, most: int) -> str:
        """Return at most *most* further positions of the same finding, and the number of others."""
        here = f"{self.place.source.name}:" if self.place else ""
        same = [str(each.span).removeprefix(here) for each in self.related if not each.message]
        shown = same[:most]
        more = self.count - 1 - len(shown)
        if self.how or more <= 0:
            return ", ".join(shown)
        return ", ".join(shown) + f" and {more:,} more" if shown else f"{more:,} more positions"

    def to_dict(self) -> dict[str, Any]:
        """Return a JSON-ready dictionary."""
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
        if self.how and self.concern:
            result |= {"how": self.how.value, "concern": self.concern.value, "kind": self.kind}
        if self.how or self.count > 1:
            result["count"] = self.count
        if self.how:
            result["subjects"] = list(self.subjects)
        if self.related:
            related = ({"message": each.message, **_place_dict(each.span)} for each in self.related)
            result["related"] = [*related]
        return result


def _as_tuple(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    return tuple(diagnostics)


#: Maximum number of characters of a value in a message.
_MOST_SHOWN = 200


def in_order(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Sort *diagnostics* by source and position; diagnostics without a position come last."""
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
        """Return the value in short, and the number of diagnostics."""
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
    def losses(self) -> tuple[Diagnostic, ...]:
        """What a writer could not write as it was."""
        return tuple(each for each in self.diagnostics if each.is_loss)

    @property
    def ok(self) -> bool:
        """True if no diagnostic is an ERROR."""
        return not self.errors

    @property
    def left_out(self) -> int:
        """How many cards of the source are not in the value, as its diagnostics say."""
        return sum(diagnostic.data.get("left_out", 0) for diagnostic in self.diagnostics)

    def raise_for_errors(self) -> T:
        """Return the value, or raise a :class:`~cardformats.ReadError` if there is an error."""
        if not self.ok:
            raise ReadError(self)
        return self.value

    def counts(self) -> dict[str, int]:
        """Count the diagnostics of each code, by its id, whether they were kept or not."""
        return dict(sorted((str(code), count) for code, count in tally(self.diagnostics).items()))


def tally(diagnostics: Iterable[Diagnostic]) -> dict[Code, int]:
    """Count the diagnostics of each code, including those that a log counted and did not keep.

    What several readings found at the same place counts once.
    """
    places: defaultdict[Code, set[int]] = defaultdict(set)
    counts: Counter[Code] = Counter()
    for diagnostic in diagnostics:
        if is_suppression(diagnostic):
            for code, suppressed in diagnostic.data["places"].items():
                places[code] |= suppressed
            counts.update(diagnostic.data["others"])
        elif diagnostic.span is not None:
            places[diagnostic.code].add(place_key(diagnostic, diagnostic.span))
        else:
            counts[diagnostic.code] += 1
    counts.update({code: len(its) for code, its in places.items()})
    return dict(counts)


def is_suppression(diagnostic: Diagnostic) -> bool:
    """Return whether *diagnostic* reports that a log has not kept others."""
    return diagnostic.code is SharedCode.SUPPRESSED and "places" in diagnostic.data


def place_key(diagnostic: Diagnostic, span: Span) -> int:
    """Return a key that identifies a diagnostic within this process."""
    return hash((diagnostic.code, span.source.name, span.start, span.end, diagnostic.message))
