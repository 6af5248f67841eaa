"""Diagnostics, locations and edits as the protocol has them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path
from typing import Final

from lsprotocol import types
from pygls.uris import from_fs_path, to_fs_path

from ..diagnostics import Code, Related, Severity
from ..source import Span
from .documents import CheckedDocument, DocumentPart, OpenDocument
from .text import LineIndex, Units, common

_SEVERITIES: Final = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.NOTE: types.DiagnosticSeverity.Information,
}


def path_of(uri: str) -> Path:
    """Return the path of a document; of one that is in no file, a path that does not exist."""
    path = to_fs_path(uri)
    return Path(path) if path else Path("<unsaved>") / uri.replace("/", "_")


def uri_of(path: str) -> str:
    """Return what an editor calls the file at a path."""
    return from_fs_path(str(Path(path).absolute())) or path


def locations(spans: Iterable[Span], units: Units) -> list[types.Location]:
    """Return the positions of spans in any files, whose lines are counted once each."""
    known: dict[int, LineIndex] = {}
    made = []
    for span in spans:
        source = span.source
        if id(source) not in known:
            known[id(source)] = LineIndex.of(source.text, units)
        place = known[id(source)].range(span.start, span.end)
        made.append(types.Location(uri_of(source.name), place))
    return made


@cache
def description_of(code: Code) -> types.CodeDescription | None:
    """Return where a code is explained; None if the distribution names no documentation."""
    try:
        addresses = metadata("cardformats").get_all("Project-URL") or []
    except PackageNotFoundError:
        return None
    names = dict(each.split(", ", 1) for each in addresses)
    root = names.get("Documentation")
    page = f"reference/diagnostics.html#{code.value.lower()}"
    return types.CodeDescription(f"{root.rstrip('/')}/{page}") if root else None


def published(
    document: OpenDocument, checked: CheckedDocument, units: Units, *, with_related: bool
) -> list[types.Diagnostic]:
    """Return the diagnostics of a document.

    An editor that does not know related positions gets them, and notes, in messages.
    """
    return [
        diagnostic
        for _, line, part in checked.parts
        for diagnostic in _of_part(document, part, line, units, with_related=with_related)
    ]


def _of_part(
    document: OpenDocument, part: DocumentPart, line: int, units: Units, *, with_related: bool
) -> Iterable[types.Diagnostic]:
    """Return the diagnostics of a part that begins at a line; they are made when it has moved."""
    known = part.published
    if (key := (line, units, with_related)) not in known:
        known.clear()
        known[key] = [*_Published(document, part, line, units).diagnostics(with_related)]
    return known[key]


class _Published:
    """Makes the diagnostics of a part of a document that begins at a line."""

    def __init__(self, document: OpenDocument, part: DocumentPart, line: int, units: Units) -> None:
        self._document, self._part, self._line, self._units = document, part, line, units
        self._lines: dict[int, LineIndex] = {id(part.source): part.answers(units)}

    def diagnostics(self, with_related: bool) -> Iterator[types.Diagnostic]:  # noqa: FBT001 - one
        for each in self._part.diagnostics:
            notes = [Related(each.span, note) for note in each.notes] if each.span else []
            related = (
                [self._related(its) for its in (*each.related, *notes)] if with_related else []
            )
            more = each.notes if not (with_related and notes) else ()
            places = [] if with_related else [*map(self._in_words, each.related)]
            yield types.Diagnostic(
                self._range(each.span),
                "\n".join((each.message, *more, *places)),
                severity=_SEVERITIES[each.severity],
                code=str(each.code),
                code_description=description_of(each.code),
                source="cardformats",
                related_information=related or None,
            )

    def _range(self, span: Span | None) -> types.Range:
        """Return where a span of the part is in the document, and any other one in its file."""
        if span is None:
            return types.Range(types.Position(self._line, 0), types.Position(self._line, 0))
        source = span.source
        if id(source) not in self._lines:
            self._lines[id(source)] = LineIndex.of(source.text, self._units)
        its = self._lines[id(source)].range(span.start, span.end)
        if source is self._part.source:
            its.start.line += self._line
            its.end.line += self._line
        return its

    def _related(self, related: Related) -> types.DiagnosticRelatedInformation:
        name = related.span.source.name
        uri = self._document.uri if name == self._part.source.name else uri_of(name)
        location = types.Location(uri, self._range(related.span))
        return types.DiagnosticRelatedInformation(location, related.message)

    def _in_words(self, related: Related) -> str:
        return f"{related.message}: line {self._range(related.span).start.line + 1}"


def whole_edit(document: OpenDocument, new: str) -> list[types.TextEdit]:
    """Return the edit that makes a new text of a document, from the first different line on."""
    old = document.text
    if new == old:
        return []
    start = common(old, new)
    start = max(old.rfind("\n", 0, start), new.rfind("\n", 0, start)) + 1
    after = common(old[start:][::-1], new[start:][::-1])
    place = document.answers.range(start, len(old) - after)
    return [types.TextEdit(place, new[start : len(new) - after])]
