"""What can be written at a place of a card file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import Final

from lsprotocol.types import CompletionItem

from ...formats.wagic.abilities import Word, words
from ...formats.wagic.abilities.find import KEY_RULES
from ...formats.wagic.abilities.linter.types import game_types
from ...formats.wagic.fields import KNOWN_KEYS, PRINTING_KEYS
from ...formats.wagic.format import CARDS_FILE, GRADES
from ...formats.wagic.keys import SCRIPT_KEYS
from ...formats.wagic.lexicon import kinds
from ...formats.wagic.macros import MacroTable
from ...formats.wagic.primitives import Primitives
from ...formats.wagic.syntax import RARITIES
from ...model import Color
from ..answers import OfferKind
from .cursor import Cursor
from .hovers import meaning

#: Maximum number of names; those that begin with the typed text precede those that contain it.
_MOST_NAMES: Final = 500
#: Keys whose values are names of primitives.
NAMING_KEYS: Final = frozenset(("primitive", "backside", "partner"))
_META_KEYS: Final = ("name", "author", "year", "block", "total")


def completions(cursor: Cursor, primitives: Primitives) -> Iterator[CompletionItem]:
    """Yield the completions at a position."""
    if cursor.line.startswith("#"):
        return
    if not cursor.has_key:
        yield from _of_line(cursor)
        return
    key = cursor.key
    if key in NAMING_KEYS:
        yield from _names(cursor, primitives.names)
    elif key == "rarity":
        yield from _words(cursor, "value", RARITIES)
    elif key == "grade":
        yield from _words(cursor, "value", dict.fromkeys(GRADES, "grade"))
    elif key == "color":
        yield from _words(cursor, "value", {each.name.lower(): "color" for each in Color})
    elif key in ("type", "subtype"):
        known = {each.capitalize(): "" for each in sorted(game_types())}
        yield from _words(cursor, "value", known)
    elif key == "abilities":
        yield from _keywords(cursor)
    elif key in KEY_RULES:
        yield from _of_abilities(cursor, primitives.macros)


def _of_line(cursor: Cursor) -> Iterator[CompletionItem]:
    """Yield the completions at the beginning of a line."""
    start, end = cursor.line_start, cursor.offset
    if cursor.is_meta:
        for key in _META_KEYS:
            yield cursor.document.answers.offer(key, "key", start, end, f"{key}=")
        return
    if cursor.block is None or not cursor.line[: cursor.column].strip("[card/]"):
        yield cursor.document.answers.offer(
            "[card]", "snippet", start, end, _snippet(cursor), is_snippet=True
        )
    if cursor.block is None:
        yield cursor.document.answers.offer("#AUTO_DEFINE", "snippet", start, end, "#AUTO_DEFINE ")
        return
    for key in sorted(KNOWN_KEYS):
        detail = "of a printing" if key in PRINTING_KEYS else ""
        if key in SCRIPT_KEYS:
            detail = "abilities"
        yield cursor.document.answers.offer(key, "key", start, end, f"{key}=", detail)


def _snippet(cursor: Cursor) -> str:
    """Return a snippet of a card."""
    if cursor.document.path.name == CARDS_FILE:
        return "[card]\nprimitive=${1:name}\nid=${2:number}\nrarity=${3:C}\n[/card]"
    lines = ("name=${1:name}", "text=${2:text}", "mana=${3:{1\\}}", "type=${4:Creature}")
    return "\n".join(("[card]", *lines, "[/card]"))


def _names(cursor: Cursor, names: Iterable[str]) -> Iterator[CompletionItem]:
    """Yield the names that contain the typed text; those that begin with it come first."""
    start = cursor.value_start
    typed = cursor.document.text[start : cursor.offset].strip().lower()
    end = cursor.line_start + len(cursor.line)
    every = [name for name in names if typed in name.lower()]
    every.sort(key=lambda name: (not name.lower().startswith(typed), name))
    for name in every[:_MOST_NAMES]:
        yield cursor.document.answers.offer(name, "card", start, end)


def _words(cursor: Cursor, kind: OfferKind, known: Mapping[str, str]) -> Iterator[CompletionItem]:
    """Yield words that replace the word at the cursor."""
    _, start, end = cursor.word
    for word, detail in known.items():
        yield cursor.document.answers.offer(
            word, kind, max(start, cursor.value_start), end, detail=detail
        )


def _keywords(cursor: Cursor) -> Iterator[CompletionItem]:
    """Offer keywords, which may contain spaces, to replace the text since the last comma."""
    text = cursor.document.text[cursor.value_start : cursor.offset]
    start = cursor.offset - len(text.rpartition(",")[2].lstrip())
    for word in words("keyword").values():
        yield cursor.document.answers.offer(
            word.text, "keyword", start, cursor.offset, detail=meaning(word)
        )


def _of_abilities(cursor: Cursor, macros: MacroTable) -> Iterator[CompletionItem]:
    """Yield the words of the ability language, and macros."""
    word, start, end = cursor.word
    start = max(start, cursor.value_start)
    if word.startswith("_") or not word:
        for macro in macros:
            arguments = f"({', '.join(macro.params)})" if macro.params else ""
            fields = ", ".join(
                f"${{{number}:{param.lstrip('$')}}}"
                for number, param in enumerate(macro.params or (), 1)
            )
            new = macro.name + (f"({fields})" if macro.params else "")
            yield cursor.document.answers.offer(
                macro.name, "macro", start, end, new, arguments, f"```\n{macro.body}\n```",
                is_snippet=True,
            )  # fmt: skip
    for text, (kind, detail, markdown) in _lexicon().items():
        yield cursor.document.answers.offer(text, kind, start, end, None, detail, markdown)


@cache
def _lexicon() -> Mapping[str, tuple[OfferKind, str, str]]:
    """Return the words of the language, with the kind, the classes and the meaning of each."""
    by_text: dict[str, list[Word]] = {}
    for kind in kinds():
        if kind != "deprecated":
            for text, word in words(kind).items():
                by_text.setdefault(text, []).append(word)
    return {
        text: (
            "keyword" if any(each.kind == "keyword" for each in its) else "word",
            ", ".join(dict.fromkeys(each.kind.replace("_", " ") for each in its)),
            "\n\n".join(f"{each.kind}: {meaning(each)}" for each in its if each.english),
        )
        for text, its in by_text.items()
        if text.strip() and " " not in text
    }
