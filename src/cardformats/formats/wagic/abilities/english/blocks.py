"""Plain English for what holds abilities: blocks, transformations, cards shown, dice and coins."""

from __future__ import annotations

import re
from typing import Final

from attrs import define, field

from .. import effects as e
from .. import lines as l
from ..nodes import Node
from .deeds import Stage, effect
from .phrases import amount, number_of, value
from .saying import ALONE, Scene, happening, say, text_of
from .tokens import keyword
from .wording import Noun, Sentence, an, joined, listed, quoted, source, told, whole


@say.register
def _(node: l.Nested, scene: Scene) -> Sentence:
    return say(node.ability, scene) if node.ability is not None else told("nothing happens")


@say.register
def _(node: l.Choosing, scene: Scene) -> Sentence:
    word = node.head.strip().lower().removeprefix("activate")
    what = {"chooseacolor": "a color", "chooseatype": "a type", "chooseaname": "a name",
            "chooseanameopp": "a name (your opponent does)"}.get(word)  # fmt: skip
    return told(f"choose {what or source(word)}; then {text_of(node.ability, happening(scene))}")


@say.register
def _(node: l.Afterwards, scene: Scene) -> Sentence:
    return told(f"then {text_of(node.ability, Scene(Noun('it'), lasting=scene.lasting))}")


@say.register
def _(node: l.Returned, scene: Scene) -> Sentence:
    return told(f"as it returns, {text_of(node.ability, Scene(Noun('it'), lasting=scene.lasting))}")


@say.register
def _(node: l.Transformation, scene: Scene) -> Sentence:
    changes = _Changes(scene.it)
    for change in node.nodes:
        for each in change.nodes if isinstance(change, l.Change) else (change,):
            changes.add(each)
    return changes.said()


@define
class _Changes:
    """What changes about a card, by how it is said."""

    it: Noun
    deeds: list[tuple[str, str]] = field(factory=list)
    sizes: list[str] = field(factory=list)
    gained: list[str] = field(factory=list)
    odd: list[str] = field(factory=list)

    def add(self, node: Node) -> None:
        """Add a change."""
        match node:
            case l.Types():
                self.deeds.append(("become", _types(str(node))))
            case e.Colors():
                colors = re.findall(r"[a-z]+", str(node).lower())[1:]
                self.deeds.append(("become", f"also {listed(colors)}"))
            case e.Setting():
                self.sizes.append(f"{node.name.removeprefix('set')} {value(node.number)}")
            case l.Gained():
                self.gained.append(_gained(node))
            case e.Keyword() | e.Protection():
                self.gained.append(keyword(node.word) or source(node))
            case e.Effect() if node.word in _CHANGING:
                self.deeds.extend(effect(node, Stage(self.it)).deeds)
            case _:
                self.odd.append(f"({source(node)})")

    def said(self) -> Sentence:
        """All the changes."""
        deeds = list(self.deeds)
        if self.sizes:
            deeds.append(("have", listed(self.sizes)))
        if self.gained:
            deeds.append(("gain", listed(self.gained)))
        if not deeds:
            deeds.append(("change", ""))
        verb, rest = deeds[-1]
        return Sentence(self.it, (*deeds[:-1], (verb, joined(rest, *self.odd))))


_CHANGING: Final = frozenset(("removetypes", "loseabilities", "removemc", "removecreaturesubtypes",
                              "allsubtypes"))  # fmt: skip


def _types(text: str) -> str:
    words = joined(*text.split())
    if all(
        word.lower() in {"white", "blue", "black", "red", "green", "colorless"}
        for word in words.split()
    ):
        return listed(words.lower().split())
    if words.lower() in {"chosentype", "chosencolor"}:
        return f"the chosen {words.lower().removeprefix('chosen')}"
    return an(words)


def _gained(node: l.Gained) -> str:
    """What a card gains, in quotes."""
    if node.ability is None:
        return source(node)
    items = node.ability.nodes if isinstance(node.ability, l.Clause) else (node.ability,)
    words = [keyword(each.word) for each in items if isinstance(each, (e.Keyword, e.Protection))]
    known = [word for word in words if word is not None]
    if len(known) == len(items):
        return listed([f'"{word.strip(chr(34))}"' for word in known])
    return quoted(text_of(node.ability, ALONE))


# --------------------------------------------------------------------- Cards, dice and coins


def _head_number(head: str) -> str:
    _, _, text = head.partition(":")
    return amount(text.strip())


@say.register
def _(node: l.Revealing, scene: Scene) -> Sentence:
    number = _head_number(node.head)
    size = whole(number)
    cards = number_of(size, "card") if size is not None else f"{number} cards"
    if " " in number:
        cards = f"a number of cards equal to {number}"
    clause = "" if node.clause is None else text_of(node.clause, ALONE)
    parts = [joined("reveal", cards, clause)]
    inner = Scene(Noun("those cards", plural=True), lasting=False)
    for part, words in (
        (node.first, ""),
        (node.second, "then, with the others,"),
        (node.after, "after that,"),
    ):
        if part is not None:
            parts.append(joined(words, text_of(part.ability, inner)))
    del scene
    return told("; ".join(parts))


@say.register
def _(node: l.Scrying, scene: Scene) -> Sentence:
    del scene
    inner = text_of(node.ability, ALONE) if node.ability is not None else ""
    number = _head_number(node.head)
    text = f"scry {number}" if " " not in number else f"scry X, where X is {number}"
    if node.clause is not None:
        text = f"{text} ({text_of(node.clause, ALONE)})"
    return told(text if inner in {"", "nothing happens"} else f"{text}, then {inner}")


@say.register
def _(node: l.Rolling, scene: Scene) -> Sentence:
    sides = re.sub(r"\D", "", node.head)
    number = (node.number or "").strip()
    text = f"roll a d{sides}" + (f"; on {number}" if number else "; if you win")
    return told(_outcomes(text, node.win, node.loss, scene))


@say.register
def _(node: l.Flipping, scene: Scene) -> Sentence:
    clause = f" ({text_of(node.clause, scene)})" if node.clause is not None else ""
    return told(_outcomes(f"flip a coin{clause}; if you win", node.win, node.loss, scene))


def _outcomes(text: str, win: l.Outcome | None, loss: l.Outcome | None, scene: Scene) -> str:
    inner = happening(scene)
    won = _outcome(win, inner) if win is not None else "nothing happens"
    if loss is None:
        return f"{text}, {won}"
    return f"{text}, {won}; otherwise, {_outcome(loss, inner)}"


def _outcome(node: l.Outcome, scene: Scene) -> str:
    text = text_of(node.ability, scene)
    return text if node.after is None else f"{text} ({text_of(node.after, scene)})"
