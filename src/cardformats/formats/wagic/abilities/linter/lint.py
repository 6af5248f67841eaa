"""What is wrong in a line of abilities.

A check is a generator of findings.  It gets the :class:`Places` of the line, which one walk made
for all checks, and :func:`lint` calls it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from ..conditions import Relative
from ..effects import Call, Cast, Creation, Effect, Keyword
from ..lines import Afterwards, Block, Gained, Transformation
from ..nodes import Headed, Node
from ..reading import parse
from .codes import AbilityCode
from .findings import Finding
from .places import Places
from .reading import misread
from .unread import unread

#: Words that do what another does better, and that one.
_DEPRECATED: Final = dict.fromkeys(
    ("bothnocreature", "bothcantcast", "bothonecast", "onecast", "cantcreaturecast",
     "cantspellcast", "nocreatures", "nospells", "onlyonecast"),
    "maxcast(...)",
)  # fmt: skip
_COMPARING: Final = ("morethan", "lessthan", "equalto")
_BLANK_BEFORE: Final = re.compile(r"[a-z]\s+[(\[{$!]", re.IGNORECASE)
_NAMED: Final = re.compile(r"named!:(.*?):!", re.IGNORECASE)
#: Calls whose argument is the name of a card.
_NAMING: Final = frozenset(("flip", "doubleside", "cards", "meld"))


def lint(
    text: str, rule: str = "ability", has_card: Callable[[str], bool] | None = None
) -> list[Finding]:
    """What is wrong in *text*, in its order.

    Args:
        text: a line, with its macros expanded.
        rule: what the line is, as for :func:`~.parse`.
        has_card: whether there is a card, or a token, of a name; without it names are not looked
            for.
    """
    places = Places(parse(text, rule))
    findings = [
        *unread(places, text, rule),
        *_comparing_words(places),
        *_deprecated_words(places),
        *_commas(places),
        *_blanks(places),
    ]
    if has_card is not None:
        findings += _names(places, has_card)
    findings += misread(places, text, rule, tuple(findings))
    return sorted(findings, key=lambda each: each.start)


def _comparing_words(places: Places) -> Iterator[Finding]:
    for offset, node in places.of(Relative):
        if "~" in node.sign and node.word not in _COMPARING:
            data = {"word": node.word}
            end = offset + len(node.sign.rstrip())
            yield Finding(AbilityCode.UNKNOWN_WORD, offset, end, data, node.word, _COMPARING)


def _deprecated_words(places: Places) -> Iterator[Finding]:
    for offset, node in places.of(Keyword, Effect):
        if better := _DEPRECATED.get(node.word):
            data = {"word": node.word, "better": better}
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


def _names(places: Places, has_card: Callable[[str], bool]) -> Iterator[Finding]:
    """Names of cards that nothing has."""
    for offset, node in places.of(Creation, Call, Cast):
        name, start = _name(node)
        name = name.strip()
        if name and not has_card(name):
            begin = offset + start
            yield Finding(AbilityCode.UNKNOWN_CARD, begin, begin + len(name), {"name": name}, name)


def _name(node: Node) -> tuple[str, int]:
    """The name of a card in *node*, and where it begins."""
    if isinstance(node, Creation):
        only = str(node.details)
        is_name = node.name == "token" and len(node.details.items) == 1
        if is_name and not only.strip().removeprefix("-").isdecimal():
            return only, len(node.head)
    elif isinstance(node, Call) and node.name in _NAMING and node.arguments:
        return node.arguments, len(node.head)
    elif isinstance(node, Cast) and (match := _NAMED.search(node.text)):
        return match[1], match.start(1)
    return "", 0
