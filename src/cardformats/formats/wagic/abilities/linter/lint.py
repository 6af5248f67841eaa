"""What is wrong in a line of abilities.

A check is a generator of findings.  It gets the :class:`Places` of the line, which one walk made
for all checks, and :func:`lint` calls it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import Final

from ...lexicon import check_version, words
from ..conditions import Relative
from ..effects import Call, Cast, Creation, Effect, Keyword
from ..lines import Afterwards, Block, Gained, Transformation
from ..nodes import Headed, Node
from ..reading import parse
from .codes import AbilityCode
from .findings import Finding
from .places import Places
from .reading import misread
from .repairs import with_repairs
from .targets import misread_targets
from .types import Tree
from .unread import unread
from .versions import words_of_versions
from .words import unknown_words

_BLANK_BEFORE: Final = re.compile(r"[a-z]\s+[(\[{$!]", re.IGNORECASE)
_NAMED: Final = re.compile(r"named!:(.*?):!", re.IGNORECASE)
#: Of so many lines, of no more than so many characters, the findings are remembered.
_REMEMBERED: Final = 20_000
_LONGEST_KEPT: Final = 500
#: By the line, its rule, the version, and whether there was a tree.
_lines: Final[dict[tuple[str, str, int | None, bool], tuple[Finding, ...]]] = {}


class _CountedLookups:
    """A tree, and how often it was looked into; where never, any other makes no difference."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self.count = 0

    def has_card(self, name: str) -> bool:
        self.count += 1
        return self._tree.has_card(name)

    def has_type(self, word: str) -> bool:
        self.count += 1
        return self._tree.has_type(word)


def lint(
    text: str,
    rule: str = "ability",
    tree: Tree | None = None,
    *,
    engine_version: int | None = None,
) -> list[Finding]:
    """What is wrong in *text*, in its order; remembered, since many cards have the same lines.

    Args:
        text: a line, with its macros expanded.
        rule: what the line is, as for :func:`~.parse`.
        tree: the cards that the line stands among; without it names are not looked for.
        engine_version: the version of the engine that has to know all words, by its year: 2016,
            2021 or 2026; by default any of them.

    Raises:
        ValueError: there is no such rule, or no such version.
    """
    check_version(engine_version)
    key = text, rule, engine_version, tree is None
    if (known := _lines.get(key)) is None:
        lookups = None if tree is None else _CountedLookups(tree)
        find = partial(_lint, rule=rule, tree=lookups, engine_version=engine_version)
        findings = find(text)
        known = (*(with_repairs(text, rule, findings, find) if findings else ()),)
        if len(text) <= _LONGEST_KEPT and not (lookups and lookups.count):
            if len(_lines) >= _REMEMBERED:
                _lines.clear()
            _lines[key] = known
    return [*known]


def _lint(text: str, rule: str, tree: Tree | None, engine_version: int | None) -> list[Finding]:
    """What is wrong in *text*, in its order, without what mends it."""
    places = Places(parse(text, rule))
    findings = list(unread(places, text, rule))
    if any(each.code is AbilityCode.PROSE for each in findings):
        return findings
    findings += [
        *_comparing_words(places),
        *_deprecated_words(places),
        *_commas(places),
        *_blanks(places),
        *unknown_words(places, tree),
        *words_of_versions(places, engine_version),
    ]
    if tree is not None:
        findings += _names(places, tree)
    # what is misspelt, or not read at all, is one fault
    findings += [
        each
        for each in misread_targets(places, rule)
        if not any(each.start < other.end and other.start < each.end for other in findings)
    ]
    findings += misread(places, text, rule, tuple(findings))
    return sorted(findings, key=lambda each: each.start)


def _comparing_words(places: Places) -> Iterator[Finding]:
    for offset, node in places.of(Relative):
        if "~" in node.sign and node.word not in (known := words("comparison")):
            data = {"word": node.word}
            end = offset + len(node.sign.rstrip())
            yield Finding(AbilityCode.UNKNOWN_WORD, offset, end, data, node.word, known)


def _deprecated_words(places: Places) -> Iterator[Finding]:
    for offset, node in places.of(Keyword, Effect):
        if deprecated := words("deprecated").get(node.word):
            data = {"word": node.word, "better": deprecated.english}
            end = offset + len(node.text.rstrip())
            yield Finding(AbilityCode.DEPRECATED_WORD, offset, end, data)


def _blanks(places: Places) -> Iterator[Finding]:
    """Blanks between a word and its bracket."""
    for offset, node in places.of(Headed):
        if blank := _BLANK_BEFORE.search(node.head):
            start = offset + blank.start() + 1
            data = {"head": node.head.strip()}
            yield Finding(AbilityCode.BLANK_BEFORE_BRACKET, start, start + 1, data)


def _commas(places: Places) -> Iterator[Finding]:
    """Commas that end a change where the author did not mean it to end."""
    for offset, node in places.of(Gained):
        hidden = list(str(node))
        for start, below in node.walk():
            if isinstance(below, Transformation | Block | Afterwards):
                size = len(str(below))
                hidden[start : start + size] = "." * size
        if "," in hidden:
            start = offset + hidden.index(",")
            yield Finding(AbilityCode.COMMA_IN_CHANGE, start, start + 1, {})


def _names(places: Places, tree: Tree) -> Iterator[Finding]:
    """Names of cards that nothing has."""
    for offset, node in places.of(Creation, Call, Cast):
        name, start = _name(node)
        name = name.strip()
        if name and name.lower() not in words("special_name") and not tree.has_card(name):
            begin = offset + start
            yield Finding(AbilityCode.UNKNOWN_CARD, begin, begin + len(name), {"name": name}, name)


def _name(node: Node) -> tuple[str, int]:
    """The name of a card in *node*, and where it begins."""
    if isinstance(node, Creation):
        only = str(node.details)
        is_name = node.name == "token" and len(node.details.items) == 1
        if is_name and not only.strip().removeprefix("-").isdecimal():
            return only, len(node.head)
    elif isinstance(node, Call) and node.arguments:
        if words("call")[node.name].arguments == "name":
            return node.arguments, len(node.head)
    elif isinstance(node, Cast) and (match := _NAMED.search(node.text)):
        return match[1], match.start(1)
    return "", 0
