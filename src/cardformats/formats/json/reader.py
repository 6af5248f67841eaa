"""Reads a document: text to JSON values, then to a card set."""

from __future__ import annotations

from ...diagnostics import DiagnosticLog, Report
from ...model import CardSet
from ..base import Input
from ..json_text import JsonProblem, JsonText
from .codes import JsonCode
from .format import MARK, SCHEMA_VERSION, JsonOptions
from .syntax import Document
from .to_model import to_model


def read(given: Input, options: JsonOptions) -> Report[CardSet]:
    """Read *given* as a document of the ``json`` format."""
    log = DiagnosticLog(options.max_diagnostics)
    document = parse(given, log)
    cardset = to_model(document, log) if document else CardSet()
    return Report(cardset, log.finish())


def parse(given: Input, log: DiagnosticLog) -> Document | None:
    """The document in *given*, or None if it is none (the reason is in *log*)."""
    source = given.source()
    text = JsonText(source, 0, len(source.text))
    try:
        data = text.decode()
    except JsonProblem as problem:
        log.add(JsonCode.NOT_JSON, source.span(problem.offset), problem=problem.message)
        return None
    text.report_lone_surrogates(log)
    version = data.get(MARK) if isinstance(data, dict) else None
    if type(version) is not int or version < 1:
        log.add(JsonCode.NOT_A_DOCUMENT, text.span(()))
        return None
    if version > SCHEMA_VERSION:
        log.add(JsonCode.NEWER_VERSION, text.span((MARK,)), version=version, known=SCHEMA_VERSION)
        return None
    return Document(text, data)
