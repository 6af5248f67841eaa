"""From texts to rows of card data, and to definitions of packs."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import chain, islice
from pathlib import Path
from typing import Any, Final

from ...diagnostic_log import DiagnosticLog
from ...diagnostics import SharedCode
from ...source import SourceText
from ..base import Input
from ..folders import bounded_source
from ..xml_recovery import XmlForm
from ..xml_tags import XmlProblem, root_name, tags
from ..xml_text import Document
from .codes import LackeyCode
from .format import (
    CARDS,
    COLUMNS,
    GRAMMAR,
    MOST_CARDS,
    ROOT,
    LackeyOptions,
    files_of,
    is_card_data,
)
from .syntax import (
    CRITERION,
    ELEMENTS,
    TITLES,
    CardRow,
    PackElement,
    PluginCards,
    decimal_text,
)

_LINE: Final = GRAMMAR.rule("LINE")
#: The elements with numbers: their form, what that is called, and what comes of others.
_NUMBERS: Final = {
    "prob": (
        GRAMMAR.rule("PROBABILITY"),
        "a number of per cent below 1000000 with at most 30 decimals",
        "it is never chosen",
    ),
    "qty": (
        GRAMMAR.rule("QUANTITY"),
        f"a number of cards from 0 to {MOST_CARDS}",
        "there are none",
    ),
}
_PACKS: Final = XmlForm("lackey", ROOT, LackeyCode.BAD_XML, LackeyCode.WRONG_ROOT)
_LONGEST: Final = 80


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
    return text[slice(*name_place(text))].strip()


def name_place(text: str) -> tuple[int, int]:
    """Return where the file of a plugin has its name; an empty place at the end without one."""
    try:
        start, end = islice(tags(text, ["pluginname"]), 2)
    except (XmlProblem, ValueError):  # it is refused, or there are no two tags
        return len(text), len(text)
    return start.end(), end.start()


def read_cards(
    source: SourceText, options: LackeyOptions, log: DiagnosticLog
) -> PluginCards | None:
    """Read the card data in *source*; report other texts and return None."""
    lines = _LINE.finditer(source.text, source.text.startswith("\ufeff"))
    head = next(lines, None)
    if head is None or not is_card_data(source.text):
        log.add(LackeyCode.NO_COLUMNS, source.span(*(head.span() if head else (0, 0))))
        return None
    titles = head[0].split("\t")
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


def read_packs(source: SourceText, log: DiagnosticLog) -> tuple[Document, PackElement] | None:
    """Read the packs in *source*, and its XML; report other texts and return None."""
    document = _PACKS.read(source, log)
    if document is None:
        return None
    return document, _DefinitionReader(document, log).element(document.root)


class _DefinitionReader:
    """Reads the elements of definitions, and reports numbers that are none."""

    def __init__(self, document: Document, log: DiagnosticLog) -> None:
        self.document, self.log = document, log

    def element(self, origin: Any) -> PackElement:
        """Return an element, with those in it in the usual order, each with its usual text."""
        content: list[PackElement] = []
        for tag in ELEMENTS[origin.tag]:
            if tag in ELEMENTS:
                content += map(self.element, origin.iterchildren(tag))
            elif (text := self._text(origin, tag)) or tag in CRITERION:
                content.append(PackElement(tag, text))
        return PackElement(origin.tag, tuple(content), origin)

    def _text(self, parent: Any, tag: str) -> str:
        """Return the text of the first element with a *tag*; empty if it says nothing."""
        child = parent.find(tag)
        text = "" if child is None else (child.text or "").strip()
        if tag == "packdoubles":
            return "yes" if text.lower() == "yes" else ""
        if tag == "eval":
            return text.upper()
        if tag not in _NUMBERS or (tag == "prob" and child is None and _is_alone(parent)):
            return text
        rule, kind, outcome = _NUMBERS[tag]
        if rule.fullmatch(text):
            return decimal_text(Fraction(text))
        span = self.document.span(parent if child is None else child)
        data = {"tag": tag, "value": text[:_LONGEST], "kind": kind, "outcome": outcome}
        self.log.add(LackeyCode.BAD_NUMBER, span, **data)
        return "0"


def _is_alone(chance: Any) -> bool:
    """Return whether a pack has no other chance; each of several has a probability."""
    others = (chance.itersiblings(chance.tag, preceding=each) for each in (False, True))
    return next(chain.from_iterable(others), None) is None
