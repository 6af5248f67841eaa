"""From texts to rows of card data, and to definitions of packs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from itertools import chain
from pathlib import Path
from typing import Any, Final

from ...diagnostic_log import DiagnosticLog
from ...diagnostics import SharedCode
from ...source import SourceText
from ..base import Input
from ..folders import bounded_source
from ..xml_recovery import XmlForm
from ..xml_tags import root_name, tags
from ..xml_text import Document
from .codes import LackeyCode
from .format import CARDS, COLUMNS, GRAMMAR, ROOT, LackeyOptions, files_of
from .syntax import (
    OF_PACKS,
    TITLES,
    CardRow,
    PackChance,
    PackCriterion,
    PackDefinition,
    PackKind,
    PluginCards,
)

_LINE, _QUANTITY, _PROBABILITY = map(GRAMMAR.rule, ("LINE", "QUANTITY", "PROBABILITY"))
_PACKS: Final = XmlForm("lackey", ROOT, LackeyCode.BAD_XML, LackeyCode.WRONG_ROOT)
_LONGEST: Final = 80
_PERCENT: Final = 100


def sources_of(
    input_: Input, options: LackeyOptions, log: DiagnosticLog
) -> tuple[dict[str, SourceText], str | None]:
    """Return the texts of a plugin by path in its folder, and the path of the file that was given.

    Definitions of packs that are read by themselves have the card data beside them.
    """
    path = input_.path
    if path is None or not path.is_dir():
        source = input_.source()
        folder = path.parent if path is not None else Path()
        name = path.name if path is not None else input_.name
        if path is None or root_name(source.text) != ROOT:
            return {name: source}, name
        beside = files_of(folder)[CARDS] or files_of(folder.parent)[CARDS]
        return {**_texts(beside, folder.parent, options, log), name: source}, name
    files = chain.from_iterable(files_of(path).values())
    return _texts(files, path, options, log), None


def _texts(
    files: Iterable[Path], folder: Path, options: LackeyOptions, log: DiagnosticLog
) -> dict[str, SourceText]:
    texts = {}
    for file in files:
        source = bounded_source(Input(str(file), file), options.max_size, log)
        if source is not None:
            texts[file.relative_to(folder).as_posix()] = source
    return texts


def plugin_name(text: str) -> str:
    """Return the name of a plugin from its own file, which has tags but is no XML."""
    matches = tags(text, ["pluginname"])
    start, end = next(matches, None), next(matches, None)
    return text[start.end() : end.start()].strip() if start and end else ""


def read_cards(
    source: SourceText, options: LackeyOptions, log: DiagnosticLog
) -> PluginCards | None:
    """Read the card data in *source*; report other texts and return None."""
    lines = _LINE.finditer(source.text, source.text.startswith("\ufeff"))
    head = next(lines, None)
    titles = head[0].split("\t") if head else []
    if tuple(each.strip().lower() for each in titles[: len(COLUMNS)]) != COLUMNS:
        start, end = head.span() if head else (0, 0)
        log.add(LackeyCode.NO_COLUMNS, source.span(start, end))
        return None
    assert head is not None  # noqa: S101 - it has titles
    names: dict[str, None] = {}
    for number, title in enumerate((*TITLES, *titles[len(COLUMNS) :]), 1):
        new = title or f"column {number}"
        if new in names:
            new = f"{title} {number}"
            span = source.span(*head.span())
            log.add(LackeyCode.SAME_COLUMN, span, title=title[:_LONGEST], new=new[:_LONGEST])
        names[new] = None
    columns = tuple(names)
    rows = []
    for match in lines:
        if match.end() - match.start() > options.max_line:
            span, length = source.span(*match.span()), match.end() - match.start()
            log.add(SharedCode.LINE_TOO_LONG, span, length=length, limit=options.max_line)
        elif match[0].strip():
            cells = match[0].split("\t")
            if len(cells) != len(columns):
                code = LackeyCode.FEW_CELLS if len(cells) < len(columns) else LackeyCode.CELLS
                log.add(code, source.span(*match.span()), count=len(cells), columns=len(columns))
            own = {title: cell for title, cell in zip(columns, cells, strict=False) if cell}
            rows.append(CardRow(*match.span(), own, tuple(cells[len(columns) :])))
    return PluginCards(source, head.span(), columns, rows)


# -- packs


def read_packs(
    source: SourceText, log: DiagnosticLog
) -> tuple[Document, tuple[PackDefinition, ...]] | None:
    """Read the packs in *source*, and its XML; report other texts and return None."""
    document = _PACKS.read(source, log)
    if document is None:
        return None
    reader = _DefinitionReader(document, log)
    return document, tuple(map(reader.pack, document.root.iterchildren("pack")))


class _DefinitionReader:
    def __init__(self, document: Document, log: DiagnosticLog) -> None:
        self.document, self.log = document, log

    def pack(self, element: Any) -> PackDefinition:
        """Read the pack that *element* describes."""
        chances = tuple(self._chances(element))
        if len(chances) > 1:
            total = sum(each.weight or 0 for each in chances)
            if total != _PERCENT:
                span = self.document.span(element)
                self.log.add(LackeyCode.SUM, span, total=f"{float(total):g}")
        return PackDefinition(
            {tag: text for tag in OF_PACKS if (text := _text(element, tag))},
            _text(element, "packdoubles").lower() == "yes",
            tuple(_criteria(element, "packcommoncrit")),
            chances,
        )

    def _chances(self, pack: Any) -> Iterator[PackChance]:
        elements = [*pack.iterchildren("chance")]
        for each in elements:
            written = each.find("prob")
            weight = None
            if written is not None or len(elements) > 1:
                weight = self._number(written, each, "prob", _PROBABILITY, "a number of per cent")
            yield PackChance(weight, tuple(self._kinds(each)))

    def _kinds(self, chance: Any) -> Iterator[PackKind]:
        for each in chance.iterchildren("kind"):
            quantity = self._number(each.find("qty"), each, "qty", _QUANTITY, "a number of cards")
            yield PackKind(int(quantity), tuple(_criteria(each, "crit")), each)

    def _number(self, element: Any, parent: Any, tag: str, rule: Any, kind: str) -> Fraction:
        text = "" if element is None else (element.text or "").strip()
        if rule.fullmatch(text):
            return Fraction(text)
        span = self.document.span(parent if element is None else element)
        outcome = "it is never chosen" if tag == "prob" else "there are none"
        value = text[:_LONGEST]
        self.log.add(LackeyCode.BAD_NUMBER, span, tag=tag, value=value, kind=kind, outcome=outcome)
        return Fraction(0)


def _criteria(element: Any, tag: str) -> Iterator[PackCriterion]:
    for each in element.iterchildren(tag):
        yield PackCriterion(_text(each, "field"), _text(each, "eval").upper(), _text(each, "data"))


def _text(element: Any, tag: str) -> str:
    return (element.findtext(tag) or "").strip()
