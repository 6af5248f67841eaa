"""The parts of a card file: symbols, folds and colours."""

from __future__ import annotations

import re
from collections.abc import Iterator
from operator import itemgetter
from typing import Final

from lsprotocol.types import DocumentSymbol, FoldingRange

from ...formats.wagic.abilities import words
from ...formats.wagic.engine.macros import DEFINITION
from ...formats.wagic.fields import MACRO_NAME
from ...formats.wagic.syntax import CardFile, kind_of
from ..answers import SymbolKind, TextAnswers
from .completions import NAMING_KEYS

_NAME: Final = re.compile(r"(?mi)^[ \t]*(?:name|primitive)[ \t]*=[ \t]*(.*?)[ \t\r]*$")
_DETAIL: Final = re.compile(r"(?mi)^(?:type|id)=(.*?)[ \t\r]*$")
_COMMENTS: Final = re.compile(r"(?m)^(?:#(?!AUTO_DEFINE ).*\n){2,}")
#: Keys whose values are words or numbers.
_PLAIN: Final = ("type", "subtype", "rarity", "grade", "color", "mana", "power", "toughness", "id")
#: Tags, comments, keys with their values, and what lines of abilities are made of.
COLORS: Final = re.compile(
    rf"""(?mxi)
      ^ (?P<keyword> \[/?\w++\] | \#AUTO_DEFINE\b )
    | ^ (?P<comment> \#[^\r\n]*+ )
    | ^ (?P<key> name|{"|".join(NAMING_KEYS)} ) = (?P<card> [^\r\n]++ )
    | ^ (?P<key_> text ) = (?P<string> [^\r\n]++ )
    | ^ (?P<key__> abilities ) = (?P<keyword_> [^\r\n]++ )
    | ^ (?P<key___> {"|".join(_PLAIN)} ) = (?P<value> [^\r\n]++ )
    | ^ (?P<key____> \w++ ) (?==)
    | (?P<macro> {MACRO_NAME.pattern} )
    | (?P<number> \b[0-9]++\b )
    | (?P<word> \b(?:{"|".join(sorted(words("effect"), key=len, reverse=True))})\b )
    | (?P<operator> &&|[@|!~:<>=]++ )
    """
)


def symbols(file: CardFile, answers: TextAnswers) -> Iterator[DocumentSymbol]:
    """Yield the cards and the macros, in order."""
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
    """Return where a block begins, and where its closing line ends."""
    text, start = file.source.text, file.starts[number]
    end = min(start + 1 + len(file.texts[number]), len(text))
    if text.startswith("\n[/", end):
        stop = text.find("\n", end + 1)
        end = len(text) if stop < 0 else stop
    return start, end


def folds(file: CardFile, answers: TextAnswers) -> Iterator[FoldingRange]:
    """Yield the blocks, and comments of several lines."""
    blocks = (block_place(file, number) for number in range(len(file.texts)))
    comments = ((each.start(), each.end() - 1) for each in _COMMENTS.finditer(file.source.text))
    yield from sorted(answers.folds(blocks, comments), key=lambda each: each.start_line)
