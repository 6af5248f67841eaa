"""Quick fixes: the fixes of what was found, as edits of the editor's texts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from attrs import frozen
from lsprotocol import types

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

    def of(self, fixes: Iterable[Fix]) -> types.WorkspaceEdit | None:
        """Return the edits of fixes; None if there are none.

        A fix is omitted if a text has changed, or if it overlaps one before it.
        """
        changes: dict[str, list[types.TextEdit]] = {}
        taken: dict[str, list[tuple[int, int]]] = {}
        for fix in fixes:
            edits = [*map(self._placed, fix.edits)]
            if any(edit is None or _overlaps(edit, taken) for edit in edits):
                continue
            for edit in filter(None, edits):
                taken.setdefault(edit.uri, []).append((edit.start, edit.end))
                changes.setdefault(edit.uri, []).append(edit.edit)
        return types.WorkspaceEdit(changes) if changes else None

    def _placed(self, edit: TextEdit) -> _Edit | None:
        """Return an edit in its document; None if the text there has changed."""
        span = edit.span
        lines: LineIndex = self._document.answers
        if span.source.name == self._document.source.name:
            if self._document.text[span.start : span.end] != span.text:
                return None
            uri = self._document.uri
        else:
            other = self._workspace.at(Path(span.source.name))
            if other is not None and other.text != span.source.text:
                return None
            lines = LineIndex.of(span.source.text, self._workspace.units)
            uri = other.uri if other else uri_of(span.source.name)
        made = types.TextEdit(lines.range(span.start, span.end), edit.new)
        return _Edit(uri, span.start, span.end, made)


@frozen
class _Edit:
    """An edit and where it is."""

    uri: str
    start: int
    end: int
    edit: types.TextEdit


def _overlaps(edit: _Edit, taken: dict[str, list[tuple[int, int]]]) -> bool:
    """Return whether an edit overlaps one of the edits before it."""
    return any(
        (edit.start < end and start < edit.end) or (edit.start, edit.end) == (start, end)
        for start, end in taken.get(edit.uri, ())
    )
