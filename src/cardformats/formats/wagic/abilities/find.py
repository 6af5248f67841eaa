"""The lines of abilities that a card has, and the search in those of many cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final

from attrs import frozen

from ..keys import SCRIPT_KEYS
from .conditions import ExtraCost, TargetedCost
from .effects import Effect, Keyword, Protection
from .lines import Activated, Line, Triggered
from .nodes import Headed, Kind, Node, Zone
from .reading import parse

if TYPE_CHECKING:
    from ....model import Card

#: What the values of keys are; those that are not here are no abilities.
KEY_RULES: Final[Mapping[str, str]] = {
    **dict.fromkeys(SCRIPT_KEYS - {"abilities"}, "ability"),
    "target": "target",
    **dict.fromkeys(("restriction", "otherrestriction"), "conditions"),
    **dict.fromkeys(("kicker", "multikicker", "buyback", "flashback", "retrace", "other"), "price"),
}


@frozen
class Script:
    """A line of a card.

    Attributes:
        key: the key it stands at, e.g. ``auto`` or ``autograveyard``.
        text: the line, with its macros expanded.
    """

    key: str
    text: str

    @property
    def rule(self) -> str:
        """Return the rule that the text is read by."""
        return KEY_RULES[self.key]

    @property
    def line(self) -> Line:
        """Return the tree of the text, read when it is asked for."""
        return parse(self.text, self.rule)


def scripts(card: Card) -> tuple[Script, ...]:
    """Return the lines of abilities of *card*, as :func:`cardformats.read` has read them."""
    kept = card.extras.get("wagic")
    if not isinstance(kept, Mapping):
        return ()
    expanded = kept.get("expanded")
    values: dict[str, Any] = {**kept, **(expanded if isinstance(expanded, Mapping) else {})}
    return tuple(
        Script(key, str(text))
        for key in kept
        if key in KEY_RULES
        for text in (values[key] if isinstance(values[key], tuple) else (values[key],))
    )


@frozen
class Match:
    """An ability that was looked for.

    Attributes:
        card: the card that has it.
        script: the line of the card.
        node: the ability: the part of the line that everything asked for is in.
        offset: where the node begins in the text of the script, in characters.
    """

    card: Card
    script: Script
    node: Node
    offset: int


def find(
    cards: Iterable[Card],
    *,
    trigger: str | None = None,
    cost: str | None = None,
    effect: str | None = None,
    keyword: str | None = None,
    target: str | None = None,
    zone: str | None = None,
) -> Iterator[Match]:
    """Yield the abilities of *cards* of which all of this is true; case does not count.

    Args:
        cards: cards that were read from Wagic's files.
        trigger: the event or the phase that triggers it, e.g. ``movedto``, ``upkeep``.
        cost: what has to be paid for it, beside mana, e.g. ``t``, ``s``, ``discard``.
        effect: what it does, e.g. ``draw``, ``destroy``, ``token``, ``moveto``.
        keyword: a keyword that it gives, e.g. ``flying``.
        target: a type or a name of cards that it is about, e.g. ``goblin``.
        zone: a zone that it is about, e.g. ``mygraveyard``.
    """
    wanted = {
        kind: word.lower()
        for kind, word in (
            ("effect", effect), ("keyword", keyword), ("target", target), ("zone", zone),
        )
        if word is not None
    }  # fmt: skip
    for card in cards:
        for script in scripts(card):
            for offset, node in _abilities(script.line, trigger, cost):
                if wanted.items() <= {words for _, each in node.walk() for words in _says(each)}:
                    yield Match(card, script, node, offset)


def _abilities(line: Node, trigger: str | None, cost: str | None) -> Iterator[tuple[int, Node]]:
    """Yield the parts of *line* with the *trigger* and the *cost*; the whole line for neither."""
    if trigger is None and cost is None:
        yield 0, line
        return
    for offset, node in line.walk():
        if trigger is not None and isinstance(node, Triggered) and _is(node.trigger, trigger):
            if cost is None:
                yield offset, node
            else:
                inner = _abilities(node.body, None, cost) if node.body else ()
                begin = offset + len(str(node.trigger))
                yield from ((begin + start, each) for start, each in inner)
        elif trigger is None and cost is not None and isinstance(node, Activated):
            below = (each for _, each in node.cost.walk())
            if any(_is(each, cost) for each in below if isinstance(each, ExtraCost | TargetedCost)):
                yield offset, node


def _is(node: Node, word: str) -> bool:
    return getattr(node, "word", getattr(node, "name", None)) == word.lower()


def _says(node: Node) -> Iterator[tuple[str, str]]:
    """Yield the words of *node* itself that can be searched for, by kind."""
    if isinstance(node, Keyword | Protection | Effect):
        yield "effect", node.word
        if not isinstance(node, Effect):
            yield "keyword", node.word
    elif isinstance(node, Kind):
        yield "target", node.word
    elif isinstance(node, Zone):
        yield "zone", node.word
    elif isinstance(node, Headed):
        yield "effect", node.name
