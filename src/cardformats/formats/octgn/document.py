"""The XML of OCTGN's files: opened, and what is wrong with its elements reported."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Any

from attrs import define

from ...diagnostic_log import DiagnosticLog
from ...diagnostics import Code, Fix, SharedCode
from ...source import SourceText, Span
from ..near_words import NearWord, near_word
from ..other_data import is_other_data
from ..xml_recovery import characters_fix, check_encoding
from ..xml_tags import Places, XmlProblem
from ..xml_text import Document, split
from .codes import OctgnCode
from .fixes import value_fix


@define
class Reporter:
    """Reports what is wrong with the elements of a document, to a log; and counts how often."""

    document: Document
    log: DiagnosticLog
    count: int = 0

    def __call__(
        self,
        code: Code,
        element: Any,
        attribute: str = "",
        /,
        *,
        notes: Collection[str] = (),
        known: Collection[str] = (),
        new: str | NearWord | None = None,
        fix: Callable[[Span, str], Fix | None] | None = None,
        **data: Any,
    ) -> None:
        """Report *code* at an element of lxml.

        Args:
            code: what is wrong.
            element: where.
            attribute: that of the element whose value is wrong, if it is one.
            notes: as for the log.
            known: the words one of which the ``name`` in *data* may be meant to be.
            new: what the value of the attribute is meant to be, if it is there.
            fix: makes the fix of the element from the span of its start tag and its name.
            data: what the message needs.
        """
        places = self.document
        span = places.attribute_span(element, attribute) if attribute else places.span(element)
        if known:
            notes = self.log.did_you_mean(data["name"], known)
            new = near_word(data["name"], known, notes)
        has_value = bool(attribute) and attribute in element.attrib
        made = value_fix(span, new) if has_value else None
        if fix is not None:
            made = fix(places.span(element), element.tag.rpartition("}")[2])
        self.count += 1
        self.log.add(code, span, made, notes=notes, **data)


def text_of(name: str, data: bytes, limit: int, log: DiagnosticLog) -> SourceText | None:
    """Return the text of a file; None, and reported, if it is larger than *limit* bytes."""
    if len(data) > limit:
        log.add(SharedCode.TOO_LARGE, SourceText(name, "").span(0), limit=limit)
        return None
    return SourceText.from_bytes(name, data)


def read_xml(
    source: SourceText, root: str, log: DiagnosticLog, *, apart: str = ""
) -> tuple[Reporter, Iterator[tuple[Document, Places]]] | None:
    """Return the XML in *source* with the root element *root*; else report it: None.

    Elements that are called *apart* may be left out of it; the documents beside it have them all,
    each with their places if those are known.
    """
    try:
        if apart:
            document, parts = split(source, apart)
        else:
            document, parts = Document(source), iter(())
    except XmlProblem as problem:
        report_no_xml(source, problem, log, "octgn-deck" if root == "deck" else "octgn")
        return None
    check_encoding(source, OctgnCode.ENCODING, log)
    report, element = Reporter(document, log), document.root
    if element.tag != root:
        report(OctgnCode.WRONG_ROOT, element, found=document.shown(element), expected=root)
        return None
    return report, parts


def report_no_xml(
    source: SourceText, problem: XmlProblem, log: DiagnosticLog, format_id: str = "octgn"
) -> None:
    """Tell why *source*, which is to be of a format, is no XML."""
    if not is_other_data(source, format_id, log, "XML"):
        span = source.span(problem.offset, problem.offset + 1)
        log.add(OctgnCode.BAD_XML, span, characters_fix(source), problem=problem.message)
