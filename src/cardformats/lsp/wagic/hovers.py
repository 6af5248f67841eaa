"""What is shown about what stands at a place of a card file."""

from __future__ import annotations

import re
from collections.abc import Iterable

from lsprotocol.types import Hover

from ...formats.wagic.abilities import scripts
from ...formats.wagic.abilities.about import english
from ...formats.wagic.abilities.find import KEY_RULES, Script
from ...formats.wagic.lexicon import Word, lookup, words
from ...formats.wagic.macros import MacroTable
from ...formats.wagic.syntax import MacroDefinition
from ...model import Card
from ..cards_shown import card_markdown, escaped
from .cursor import Cursor

#: A part of a description that a line fills in; a number has its noun there.
_PART = re.compile(r"(?P<space> ?)\{(?:(?P<how>many|much) )?(?P<what>.*?)\}")
_PARTS = {
    "it": "it", "their": "their", "player": "a player", "card": "a card", "cards": "cards",
    "counters": "counters",
}  # fmt: skip
#: Sets that are listed; more are counted.
_MOST_SETS = 30


def line_hover(cursor: Cursor, card: Card | None, macros: MacroTable) -> Hover | None:
    """Return what is shown for a line of abilities; None if it is not such a line."""
    word, start, end = cursor.word
    macro = macro_at(cursor, macros)
    if macro is not None:
        return cursor.document.answers.hover(_macro(macro), start, end)
    if cursor.key == "abilities" and word:
        keyword = words("keyword").get(word.lower())
        return cursor.document.answers.hover(_word(keyword), start, end) if keyword else None
    if cursor.key not in KEY_RULES or not cursor.has_key:
        return None
    texts = macros.expand(cursor.value).text.split("\n")
    parts = ["\n\n".join(english(Script(cursor.key, text), card) for text in texts)]
    if len(texts) > 1 or texts[0] != cursor.value:
        parts.append("```\n" + "\n".join(texts) + "\n```")
    parts += [_word(each) for each in lookup(word) if each.english]
    return cursor.document.answers.hover(
        "\n\n".join(parts), cursor.value_start, cursor.line_start + len(cursor.line)
    )


def macro_at(cursor: Cursor, macros: MacroTable) -> MacroDefinition | None:
    """Return the macro that is called or defined at the position."""
    calls = macros.calls(cursor.line)
    return next((each for each, start, end in calls if start <= cursor.column <= end), None)


def card_hover(card: Card, sets: Iterable[str]) -> str:
    """Return a card as Markdown: its faces, its abilities in English, and its sets."""
    parts = [card_markdown(card)]
    if lines := [f"- {english(each, card)}" for each in scripts(card)]:
        parts.append("\n".join(lines))
    if names := sorted({*sets}):
        more = f" and {len(names) - _MOST_SETS} more" if len(names) > _MOST_SETS else ""
        parts.append(f"Printed in {', '.join(names[:_MOST_SETS])}{more}")
    return "\n\n---\n\n".join(parts)


def _macro(macro: MacroDefinition) -> str:
    return f"```\n{macro.span.text}\n```\n\nMacro of {macro.span.source.name}:{macro.span.line}"


def meaning(word: Word) -> str:
    """Return the description of a word, without the signs for what a line fills in."""
    predicate = word.english.rpartition(" | ")[2]
    return _PART.sub(_filled, predicate).strip()


def _filled(part: re.Match[str]) -> str:
    if part["what"] in {"damage", "beyond"}:
        return ""
    noun = part["what"] + "s" * (part["how"] == "many")
    return part["space"] + (noun if part["how"] else _PARTS.get(part["what"], "…"))


def _word(word: Word) -> str:
    what = word.kind.replace("_", " ")
    arguments = f" ({word.arguments})" if word.arguments else ""
    return f"`{word.text}`{arguments}, {what}: {escaped(meaning(word))}"
