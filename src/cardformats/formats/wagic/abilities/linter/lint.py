"""What is wrong in a line of abilities.

A check is a generator of diagnostics.  It gets the :class:`NodePlaces` of the line, which one walk
made for all checks, and :func:`lint` calls it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import Final

from .....caching import Remembered
from .....diagnostic_log import DiagnosticLog
from .....diagnostics import Diagnostic, in_order
from .....source import SourceText
from ...lexicon import check_version, words
from ..conditions import Relative
from ..effects import Call, Cast, Creation, Effect, Keyword
from ..engine.tree import first_comma
from ..lines import Gained
from ..nodes import Headed, Node
from .candidates import Candidates, with_suggestion
from .codes import AbilityCode
from .places import NodePlaces, overlap
from .reading import misread
from .repairs import with_fixes
from .targets import misread_targets
from .types import Tree
from .unread import unread
from .versions import words_of_versions
from .words import unknown_words

_SPACE_BEFORE: Final = re.compile(r"[a-z]\s+[(\[{$!]", re.IGNORECASE)
_NAMED: Final = re.compile(r"named!:(.*?):!", re.IGNORECASE)
#: Of no longer lines the diagnostics are remembered.
_LONGEST_KEPT: Final = 500
#: By the line, its rule, the version, and whether there was a tree.
_REMEMBERED: Final = Remembered[tuple[str, str, int | None, bool], tuple[Diagnostic, ...]](20_000)


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
) -> list[Diagnostic]:
    """Return what is wrong in *text*, in its order.

    The spans and the fixes are in a source without a name that has this text.

    Args:
        text: a line, with its macros expanded.
        rule: what the line is, as for :func:`~.parse`.
        tree: the cards that the line stands among; without it names are not looked for.
        engine_version: the version of the engine that has to know all words, by its year: 2016,
            2021 or 2026; by default any of them.

    Raises:
        ValueError: If there is no such rule or version.
    """
    findings = check_line(text, rule, tree, engine_version=engine_version)
    log = DiagnosticLog(len(findings))
    return [with_suggestion(each, log) for each in findings]


def check_line(
    text: str,
    rule: str = "ability",
    tree: Tree | None = None,
    *,
    engine_version: int | None = None,
) -> tuple[Diagnostic, ...]:
    """Return the same with candidates in place of suggestions, which take time.

    The result is remembered, since many cards have the same lines.
    """
    check_version(engine_version)
    key = text, rule, engine_version, tree is None
    if (known := _REMEMBERED.get(key)) is None:
        lookups = None if tree is None else _CountedLookups(tree)
        find = partial(_lint, rule=rule, tree=lookups, engine_version=engine_version)
        source = SourceText("", text)
        findings = find(source)
        known = (*(with_fixes(source, rule, findings, find) if findings else ()),)
        if len(text) <= _LONGEST_KEPT and not (lookups and lookups.count):
            _REMEMBERED.put(key, known)
    return known


def _lint(
    source: SourceText, rule: str, tree: Tree | None, engine_version: int | None
) -> list[Diagnostic]:
    """Return what is wrong in a line, in its order, without fixes."""
    places = NodePlaces(source, rule)
    findings = list(unread(places, rule))
    if any(each.code is AbilityCode.PROSE for each in findings):
        return findings
    findings += [
        *_comparing_words(places),
        *_deprecated_words(places),
        *_commas(places),
        *_spaces(places),
        *unknown_words(places, tree),
        *words_of_versions(places, engine_version),
    ]
    if tree is not None:
        findings += _names(places, tree)
    # what is misspelt, or not read at all, is one fault
    findings += [each for each in misread_targets(places, rule) if not overlap(each, findings)]
    findings += misread(places, rule, tuple(findings))
    return in_order(findings)


def _comparing_words(places: NodePlaces) -> Iterator[Diagnostic]:
    for offset, node in places.of(Relative):
        if "~" in node.sign and node.word not in (known := words("comparison")):
            span = places.span(offset, node.sign.rstrip())
            candidates = Candidates(node.word, known)
            yield AbilityCode.UNKNOWN_WORD.at(span, word=node.word, candidates=candidates)


def _deprecated_words(places: NodePlaces) -> Iterator[Diagnostic]:
    for offset, node in places.of(Keyword, Effect):
        if deprecated := words("deprecated").get(node.word):
            span = places.span(offset, node.text.rstrip())
            better = deprecated.english
            yield AbilityCode.DEPRECATED_WORD.at(span, word=node.word, better=better)


def _spaces(places: NodePlaces) -> Iterator[Diagnostic]:
    """Report spaces between a word and its bracket."""
    for offset, node in places.of(Headed):
        if space := _SPACE_BEFORE.search(node.head):
            start = offset + space.start() + 1
            span = places.source.span(start, start + 1)
            yield AbilityCode.SPACE_BEFORE_BRACKET.at(span, head=node.head.strip())


def _commas(places: NodePlaces) -> Iterator[Diagnostic]:
    """Commas that end a change where the author did not mean it to end."""
    for offset, node in places.of(Gained):
        if (comma := first_comma(node)) is not None:
            start = offset + comma
            yield AbilityCode.COMMA_IN_CHANGE.at(places.source.span(start, start + 1))


def _names(places: NodePlaces, tree: Tree) -> Iterator[Diagnostic]:
    """Report names of cards that no card has."""
    for offset, node in places.of(Creation, Call, Cast):
        name, start = _name(node)
        name = name.strip()
        if name and name.lower() not in words("special_name") and not tree.has_card(name):
            yield AbilityCode.UNKNOWN_CARD.at(places.span(offset + start, name), name=name)


def _name(node: Node) -> tuple[str, int]:
    """Return the name of a card in *node*, and where it begins."""
    if isinstance(node, Creation):
        only = str(node.details)
        is_name = node.name == "token" and len(node.details.items) == 1
        if is_name and not only.strip().removeprefix("-").isdecimal():
            return only, len(node.head)
    elif isinstance(node, Call) and node.arguments:
        if "name" in words("call")[node.name].takes:
            return node.arguments, len(node.head)
    elif isinstance(node, Cast) and (match := _NAMED.search(node.text)):
        return match[1], match.start(1)
    return "", 0
