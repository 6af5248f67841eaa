"""The parts of a card file: symbols, folds and colours."""

from __future__ import annotations

import re
from collections.abc import Iterator
from operator import itemgetter
from typing import Final

from lsprotocol.types import DocumentSymbol, FoldingRange

from ...formats.wagic.abilities import lookup, words
from ...formats.wagic.abilities.find import KEY_RULES
from ...formats.wagic.engine.macros import DEFINITION
from ...formats.wagic.fields import KNOWN_KEYS, MACRO_NAME
from ...formats.wagic.syntax import WORD, CardFile, kind_of
from ..answers import ColoredToken, SymbolKind, TextAnswers, TokenKind
from ..documents import OpenDocument
from .completions import NAMING_KEYS

_NAME: Final = re.compile(r"(?mi)^[ \t]*(?:name|primitive)[ \t]*=[ \t]*(.*?)[ \t\r]*$")
_DETAIL: Final = re.compile(r"(?mi)^(?:type|id)=(.*?)[ \t\r]*$")
_COMMENTS: Final = re.compile(r"(?m)^(?:#(?!AUTO_DEFINE ).*\n){2,}")
_LINE: Final = re.compile(r"(?m)^.+$")
#: Of a line of abilities: macros, numbers, words, signs.
_PIECE: Final = re.compile(
    rf"(?P<macro>{MACRO_NAME.pattern})|(?P<number>\b[0-9]+\b)|(?P<word>[A-Za-z]+)|"
    r"(?P<operator>&&|[@|!~:<>=]+)"
)
_NUMBERS: Final = frozenset(("id", "power", "toughness", "year", "total"))


def symbols(file: CardFile, answers: TextAnswers) -> Iterator[DocumentSymbol]:
    """The cards and the macros, in order."""
    own: list[tuple[int, DocumentSymbol]] = []
    for number, text in enumerate(file.texts):
        start, end = block_place(file, number)
        name = _NAME.search(file.source.text, start, end)
        kind = kind_of(text)
        place = name.span(1) if name else (start, min(start + len("[card]"), end))
        detail = _DETAIL.search(file.source.text, start, end)
        label = name[1] if name and name[1] else f"({kind})"
        more = detail[1] if detail and kind == "card" else ""
        what: SymbolKind = "set" if kind == "meta" else "card"
        own.append((start, answers.symbol(label, what, (start, end), place, more)))
    for macro in file.macros:
        start = macro.span.start + len(DEFINITION)
        whole, place = (macro.span.start, macro.span.end), (start, start + len(macro.name))
        own.append((whole[0], answers.symbol(macro.name, "macro", whole, place)))
    yield from (symbol for _, symbol in sorted(own, key=itemgetter(0)))


def block_place(file: CardFile, number: int) -> tuple[int, int]:
    """Where a block begins, and where its closing line ends."""
    text, start = file.source.text, file.starts[number]
    end = min(start + 1 + len(file.texts[number]), len(text))
    if text.startswith("\n[/", end):
        stop = text.find("\n", end + 1)
        end = len(text) if stop < 0 else stop
    return start, end


def folds(file: CardFile, answers: TextAnswers) -> Iterator[FoldingRange]:
    """The blocks, and comments of several lines."""
    blocks = (block_place(file, number) for number in range(len(file.texts)))
    comments = ((each.start(), each.end() - 1) for each in _COMMENTS.finditer(file.source.text))
    yield from sorted(answers.folds(blocks, comments), key=lambda each: each.start_line)


def tokens(document: OpenDocument, start: int, end: int) -> Iterator[ColoredToken]:
    """The coloured pieces of the lines from *start* to *end*."""
    first = document.text.rfind("\n", 0, start) + 1
    for match in _LINE.finditer(document.text, first, end):
        yield from _of_line(match[0].rstrip("\r"), match.start())


def _of_line(line: str, start: int) -> Iterator[ColoredToken]:
    if line.startswith(DEFINITION):
        yield ColoredToken(start, start + len(DEFINITION) - 1, "keyword")
        yield from _of_abilities(line, start, len(DEFINITION))
    elif line.startswith("#"):
        yield ColoredToken(start, start + len(line), "comment")
    elif line.startswith("["):
        yield ColoredToken(start, start + len(line.rstrip()), "keyword")
    else:
        key, equals, value = line.partition("=")
        name = key.strip().lower()
        if equals and (name in KNOWN_KEYS or name in _NUMBERS):
            yield ColoredToken(start, start + len(key), "key")
            yield from _of_value(name, value.rstrip(), start + len(key) + 1)


def _of_value(key: str, value: str, start: int) -> Iterator[ColoredToken]:
    """The pieces of the value of a key, which begins at *start*."""
    if key in KEY_RULES:
        yield from _of_abilities(value, start, 0)
    elif key == "abilities":
        for match in WORD.finditer(value):
            if match[0].lower() in words("keyword"):
                yield ColoredToken(start + match.start(), start + match.end(), "keyword")
    elif value.strip():
        yield ColoredToken(start, start + len(value), _kind_of_value(key))


def _kind_of_value(key: str) -> TokenKind:
    if key in NAMING_KEYS or key == "name":
        return "card"
    if key == "text":
        return "string"
    return "number" if key in _NUMBERS else "value"


def _of_abilities(line: str, start: int, behind: int) -> Iterator[ColoredToken]:
    for match in _PIECE.finditer(line, behind):
        kind: TokenKind
        if match["macro"]:
            kind = "macro"
        elif match["number"]:
            kind = "number"
        elif match["operator"]:
            kind = "operator"
        else:
            known = lookup(match[0])
            if not known:
                continue
            kind = "keyword" if any(each.kind == "keyword" for each in known) else "word"
        yield ColoredToken(start + match.start(), start + match.end(), kind)
