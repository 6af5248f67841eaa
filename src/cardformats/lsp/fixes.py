"""Quick fixes: the fixes of what was found, as edits of the editor's texts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

from lsprotocol import types

from .. import checking as _checking  # noqa: F401 - before its modules
from ..checking.fix_round import DisjointEdits
from ..diagnostics import Diagnostic, Fix
from ..source import TextEdit
from .documents import CheckedDocument, OpenDocument
from .protocol import uri_of
from .text import LineIndex
from .workspace import Workspace


def fixing_actions(
    document: OpenDocument,
    findings: CheckedDocument,
    start: int,
    end: int,
    wanted: Sequence[str],
    workspace: Workspace,
) -> list[types.CodeAction]:
    """Return the actions that fix diagnostics of a range, and one that applies all safe fixes.

    Args:
        document: the document as it was checked, and is.
        findings: those of the document.
        start: where fixes are wanted,
        end: and up to where.
        wanted: the kinds of actions that are wanted; empty for all.
        workspace: the documents that are open.
    """
    fixable = [
        (each, each.fix) for each in findings.diagnostics(document) if each.fix and each.fix.edits
    ]
    edits = _WorkspaceEdits(document, workspace)
    actions = []
    if _is_wanted(types.CodeActionKind.QuickFix, wanted):
        for each, fix in fixable:
            changes = edits.of((fix,)) if _meets(each, start, end) else None
            if changes:
                kind = types.CodeActionKind.QuickFix
                safe = True if fix.is_safe else None
                title = f"{fix.title[:1].upper()}{fix.title[1:]}"
                action = types.CodeAction(title, kind, is_preferred=safe, edit=changes)
                actions.append(action)
    if _is_wanted(types.CodeActionKind.SourceFixAll, wanted):
        changes = edits.of([fix for _, fix in fixable if fix.is_safe])
        if changes:
            title = "Apply all safe fixes (cardformats)"
            kind = types.CodeActionKind.SourceFixAll
            actions.append(types.CodeAction(title, kind, edit=changes))
    return actions


def _is_wanted(kind: types.CodeActionKind, wanted: Iterable[str]) -> bool:
    """Return whether actions of a kind are wanted; ``source`` includes ``source.fixAll``."""
    kinds = [*wanted]
    return not kinds or any(f"{kind.value}.".startswith(f"{each}.") for each in kinds)


def _meets(diagnostic: Diagnostic, start: int, end: int) -> bool:
    """Return whether a diagnostic touches a range of the document."""
    span = diagnostic.span
    first, last = (span.start, span.end) if span else (0, 0)
    return first <= end and start <= last


class _WorkspaceEdits:
    """Makes edits of fixes."""

    def __init__(self, document: OpenDocument, workspace: Workspace) -> None:
        self._document = document
        self._workspace = workspace
        #: The lines of the texts that edits are in, by URI.
        self._lines: dict[str, LineIndex] = {document.uri: document.answers}

    def of(self, fixes: Iterable[Fix]) -> types.WorkspaceEdit | None:
        """Return the edits of fixes; None if there are none.

        A fix is omitted if a text has changed, or if it overlaps one before it.
        """
        by_uri: defaultdict[str, DisjointEdits] = defaultdict(DisjointEdits)
        for fix in fixes:
            uris = [*map(self._uri_of, fix.edits)]
            edits = [(each.span.start, each.span.end, each.new) for each in fix.edits]
            placed = [(by_uri[uri], edit) for uri, edit in zip(uris, edits, strict=True) if uri]
            if all(uris) and all(its.accepts(edit) for its, edit in placed):
                for its, edit in placed:
                    its.take(edit)
        changes = {
            uri: [
                types.TextEdit(self._lines[uri].range(start, end), new)
                for start, end, new in its.all
            ]
            for uri, its in by_uri.items()
            if its.all
        }
        return types.WorkspaceEdit(changes) if changes else None

    def _uri_of(self, edit: TextEdit) -> str | None:
        """Return the URI of the document of an edit; None if the text there has changed."""
        span, document = edit.span, self._document
        if span.source.name == document.source.name:
            return document.uri if document.text[span.start : span.end] == span.text else None
        other = self._workspace.at(Path(span.source.name))
        if other is not None and other.text != span.source.text:
            return None
        uri = other.uri if other else uri_of(span.source.name)
        if uri not in self._lines:
            self._lines[uri] = LineIndex.of(span.source.text, self._workspace.units)
        return uri
