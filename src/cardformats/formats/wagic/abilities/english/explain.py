"""What abilities say, in plain English that reads like the rules text of Magic.

Nothing is made up: what has no wording is the text of the line, in backquotes.  Names for menus
stand in quotes before what they are for.  Words that only concern menus and the stack,
``activate`` and ``dontshow``, say nothing here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

from attrs import evolve

from ...lexicon import words
from .. import conditions as c
from .. import effects as e
from .. import lines as l
from .. import nodes as p
from ..nodes import Node, Unknown, is_too_deep
from ..reading import parse
from .clauses import is_nothing, is_player, label, unless_paid, unnamed
from .conditions import PAID, condition, conditions, cost, restriction, symbol
from .effects import Stage, effect
from .phrases import amount, counters, noun, number_of, phrase, value, zones_named
from .tokens import keyword
from .triggers import schedule, those, trigger
from .vocabulary import COLORS, zone
from .wording import (
    ALONE,
    EACH,
    GAINED,
    Noun,
    Scene,
    Sentence,
    an,
    capital,
    happening,
    joined,
    listed,
    quoted,
    say,
    source,
    statement,
    text_of,
    together,
    whole,
)


def explain(
    node: Node | str,
    target: p.Target | str | None = None,
    *,
    attached: str = "",
    is_spell: bool = False,
) -> str:
    """Return a node in plain English: a line, or any part of one.

    Args:
        node: the text of a line, its tree from :func:`parse`, or a part of that.
        target: what the card's ``target=`` chooses, as its text or its tree: what the lines at
            ``auto=`` are about where they name nothing else.
        attached: the adjective of that target if the card is attached to it: ``enchanted`` by an
            aura, ``equipped``.
        is_spell: whether the card is an instant or a sorcery, so that what it does to the size
            and the keywords of cards lasts only until end of turn.

    Returns:
        A sentence without a full stop, or a phrase for what is no ability; what has no wording
        is there as it is written, in backquotes.  "This" is the card that has the line; without
        *target*, where a line names no target and the card has a ``target=``, it is that target.

    Example:
        ``{T}:damage:1 target(creature,player)`` is "{T}: this deals 1 damage to target creature
        or player".  With *target* ``creature``, ``destroy`` is "Destroy target creature".
    """
    if isinstance(node, str):
        node = parse(node)
    if is_too_deep(node):
        return source(node)
    scene = _scene(target, attached or "target")
    text = _tidy(_text(node, evolve(scene, passing=is_spell)))
    if attached and scene.chosen:
        text = text.replace(words("kind")["mytgt"].english, scene.it.text)
    return capital(text)


def _scene(target: p.Target | str | None, how: str) -> Scene:
    """Return the scene of the lines of a card that has a target."""
    body = parse(target, "target").body if isinstance(target, str) else target
    if not isinstance(body, p.Target):
        return ALONE
    return Scene(noun(body, how), chosen=True, is_player=is_player(body))


def _text(node: Node, scene: Scene) -> str:
    if isinstance(node, l.Line):
        return "" if node.body is None else _text(node.body, scene)
    if (write := _PHRASES.get(type(node))) is not None:
        return write(node)
    return str(say(node, scene))


#: Parts of abilities that are phrases rather than sentences.
_PHRASES: Final[dict[type[Node], Callable[[Any], str]]] = {
    c.Cost: cost, c.Conditions: conditions, c.Condition: condition, c.Restriction: restriction,
    c.Trigger: trigger, c.Schedule: schedule, c.ManaSymbol: symbol, p.Target: phrase, p.Zone: zone,
    p.Counter: counters, p.NamedCounter: counters, p.AnyCounter: counters,
    p.Integer: value, p.Variable: value, p.Measure: value, p.Counted: value,
}  # fmt: skip


#: Menus of menus often have the same name.
_REPEATED: Final = re.compile(r"""((["'])[^"']+\2 — )(?:\1)+""")


def _tidy(text: str) -> str:
    text = re.sub(r"\s+", " ", text).replace(" ,", ",").replace(",,", ",").strip(" ,")
    return _REPEATED.sub(r"\1", text)


# --------------------------------------------------------------------------------- Before a body


@say.register
def _(node: l.Triggered | l.Activated | l.Scheduled, scene: Scene) -> Sentence:
    match node:
        case l.Triggered():
            lead = f"{trigger(node.trigger)},"
        case l.Activated():
            lead = f"{cost(node.cost)}:"
        case l.Scheduled():
            lead = schedule(node.schedule)
    is_activated = isinstance(node, l.Activated)
    inner = evolve(
        happening(scene), passing=scene.passing or is_activated, shared=scene.shared or is_activated
    )
    body, limit = _limited(node.body) if is_activated else (node.body, "")
    sentence = say(body, inner).then(limit)
    if isinstance(node, l.Triggered) and isinstance(node.trigger, c.Trigger):
        sentence = sentence.naming(those(node.trigger))
    return sentence.after(lead)


def _limited(node: Node | None) -> tuple[Node | None, str]:
    """Return what has a cost without its restriction, and when it can be used."""
    if isinstance(node, l.Named):
        body, limit = _limited(node.body)
        return evolve(node, body=body), limit
    if isinstance(node, l.Restricted):
        return node.body, f", only if {restriction(node.restriction)}"
    return node, ""


@say.register
def _(node: l.Restricted, scene: Scene) -> Sentence:
    return say(node.body, scene).after(f"if {restriction(node.restriction)},")


@say.register
def _(node: l.Named, scene: Scene) -> Sentence:
    name = label(node.name)
    inner = say(node.body, scene) if node.body is not None else statement("")
    return inner if inner.lead.startswith(name) else inner.after(name)


@say.register
def _(node: l.Conditional, scene: Scene) -> Sentence:
    texts, body = [_when(node.when, scene)], node.body
    while isinstance(body, l.Conditional) and texts[0].startswith("if "):
        if not (text := _when(body.when, scene)).startswith("if "):
            break
        texts.append(text.removeprefix("if "))
        body = body.body
    return say(body, scene).after(f"{listed(texts)},")


@say.register
def _(node: l.Alternatives, scene: Scene) -> Sentence:
    first, second = text_of(node.body, scene), text_of(node.otherwise, scene)
    return statement(f"{_when(node.when, scene)}, {first}; otherwise, {second}")


@say.register
def _(node: l.PaidWith, scene: Scene) -> Sentence:
    text = {**PAID, "facedown": "this is face down"}.get(node.word.strip().lower())
    return say(node.body, scene).after(f"if {text or source(node.word)},")


@say.register
def _(node: l.Stated, scene: Scene) -> Sentence:
    if node.word.strip().lower() == "activate":
        return say(node.body, scene) if node.body is not None else statement(source(node))
    return statement(f"you get an emblem: {text_of(node.body, Scene(Noun('it')))}")


def _when(node: c.When | Unknown, scene: Scene) -> str:
    if isinstance(node, Unknown):
        return f"if {source(node)}"
    text = conditions(node.conditions, scene.it)
    return f"unless {text}" if node.word.lower().replace(" ", "") == "ifnot" else f"if {text}"


# ------------------------------------------------------------------------------- Who decides


@say.register
def _(node: l.May, scene: Scene) -> Sentence:
    if node.body is None:
        return statement("you may")
    return _allowed(node.body, happening(scene))


def _allowed(node: Node, scene: Scene) -> Sentence:
    """Return a sentence on an option of the player."""
    if isinstance(node, l.Named):
        return _allowed(node.body, scene).after(label(node.name)) if node.body else say(node, scene)
    if isinstance(node, l.Sequence):
        first, *rest = node.nodes
        inner = _scene_within(node.nodes, scene)
        return statement(
            together([str(_allowed(first, inner)), *(str(say(each, inner)) for each in rest)])
        )
    if isinstance(node, l.Payable):
        return say(node, scene)
    sentence = say(node, scene)
    names = re.match(r'(?:"[^"]*" — ?)+', sentence.lead)
    lead = names[0] if names else ""
    rest_lead = sentence.lead[len(lead) :]
    allowed = Sentence(sentence.subject, sentence.actions, rest_lead).allowed
    return statement(allowed).after(lead.strip())


@say.register
def _(node: l.Choice, scene: Scene) -> Sentence:
    return _chosen([node], scene)


def _chosen(nodes: Iterable[Node], scene: Scene) -> Sentence:
    """Return the choices that stand together; what has no ``choice`` belongs to the one before."""
    inner = happening(scene)
    options: list[list[Node]] = []
    for node in _options(nodes):
        if isinstance(node, l.Choice):
            options.append([] if node.body is None else [node.body])
        elif options:
            options[-1].append(node)
    texts = [str(_sequence(option, inner)) if option else "nothing happens" for option in options]
    return statement(f"choose{' one' if len(texts) > 1 else ''}: {'; or '.join(texts)}")


def _options(nodes: Iterable[Node]) -> Iterator[Node]:
    """Choices and what belongs to them, without the names of menus before them.

    A choice holds all that comes after it, and so also the next one.
    """
    for node in nodes:
        inner = unnamed(node)
        body = inner.body if isinstance(inner, l.Choice) else None
        deeper = unnamed(body) if body is not None else None
        if isinstance(deeper, l.Sequence) and any(_is_choice(each) for each in deeper.nodes):
            first, *rest = deeper.nodes
            yield l.Choice(
                "choice", l.Named(body.name, first) if isinstance(body, l.Named) else first
            )
            yield from _options(rest)
        else:
            yield inner if isinstance(inner, l.Choice) else node


@say.register
def _(node: l.Payable | l.UnlessPaid, scene: Scene) -> Sentence:
    price, inner = _price(node.payment), happening(scene)
    paid = f"you may {price}. If you do, {text_of(node.body, inner)}"
    if isinstance(node, l.Payable):
        return statement(paid)
    otherwise = text_of(node.otherwise, inner)
    if is_nothing(node.body):
        return statement(f"{otherwise} unless you {price}")
    return statement(f"{paid}; otherwise, {otherwise}")


def _price(node: c.Payment | Unknown) -> str:
    """Return the verb phrase of a payment: mana is paid, cards are sacrificed."""
    text = source(node) if isinstance(node, Unknown) else cost(node.cost)
    return text if text[:1].isalpha() and not text.startswith("mana") else f"pay {text}"


@say.register
def _(node: l.Price, scene: Scene) -> Sentence:
    del scene
    name = label(node.name) if node.name else ""
    many = ", any number of times" if node.multi else ""
    return statement(joined(name, cost(node.cost) + many if node.cost else ""))


# ------------------------------------------------------------------------------- What is joined


@say.register
def _(node: l.Sequence, scene: Scene) -> Sentence:
    nodes = list(node.nodes)
    if nodes and _is_choice(nodes[0]) and all(_is_choice(each) for each in nodes):
        return _chosen(nodes, scene)
    return _sequence(nodes, scene)


def _sequence(nodes: Sequence[Node], scene: Scene) -> Sentence:
    """Return a sentence on effects that happen together."""
    if not nodes:
        return statement("nothing happens")
    if len(nodes) > 1 and (begun := _after_ueot(nodes[0])) is not None:
        return _sequence([begun, *nodes[1:]], scene).after("until end of turn,")
    inner = _scene_within(nodes, scene)
    sentences: list[Sentence] = []
    names = ""
    for node in nodes:
        if isinstance(node, l.Named) and node.body is None:
            names = joined(names, label(node.name))
            continue
        sentences.append(say(node, inner).after(names))
        names = ""
    if not sentences:
        return statement(names)
    first, *rest = sentences
    core = evolve(first, lead="")
    return statement(together([str(core), *map(str, rest)])).after(first.lead)


def _after_ueot(node: Node) -> Node | None:
    """Return the node after a ``ueot`` at the beginning, which applies to all that follows."""
    if isinstance(node, l.Named):
        body = None if node.body is None else _after_ueot(node.body)
        return None if body is None else evolve(node, body=body)
    if isinstance(node, l.Clause) and len(node.nodes) > 1:
        first = node.nodes[0]
        if isinstance(first, e.Duration) and first.word == "ueot":
            return l.Clause(node.nodes[1:])
    return None


def _is_choice(node: Node) -> bool:
    return isinstance(unnamed(node), l.Choice)


def _scene_within(nodes: Iterable[Node], scene: Scene) -> Scene:
    """Return the scene of abilities that happen together: the target of one is that of all."""
    if scene.chosen:
        return scene
    for node in nodes:
        for _, each in _own(node):
            if isinstance(each, e.Targeting):
                target = noun(each.target, "target" if each.name == "target" else "chosen")
                it = "the targets" if target.plural else "the target"
                if each.name != "target":
                    it = "the chosen cards" if target.plural else "the chosen card"
                # what players do is then done by its controller, if that is not you anyway
                zones = [str(zone).strip().lower() for zone in zones_named(each.target)]
                is_mine = bool(zones) and all(zone.startswith("my") for zone in zones)
                return evolve(
                    scene,
                    it=Noun(it, target.plural),
                    chosen=scene.shared and not is_mine,
                    is_player=is_player(each.target),
                )
    return scene


def _own(node: Node) -> Iterable[tuple[int, Node]]:
    """Yield the items of a clause, also of one behind a prefix."""
    if isinstance(node, l.Clause):
        yield from node.children()
    elif isinstance(body := getattr(node, "body", None), Node):
        yield from _own(body)


@say.register
def _(node: l.Nested, scene: Scene) -> Sentence:
    return say(node.ability, scene)


@say.register
def _(node: l.Choosing, scene: Scene) -> Sentence:
    word = node.head.strip().lower().removeprefix("activate")
    what = {"chooseacolor": "a color", "chooseatype": "a type", "chooseaname": "a name",
            "chooseanameopp": "the name of a card of your opponent"}.get(word)  # fmt: skip
    return statement(
        f"choose {what or source(word)}; then {text_of(node.ability, happening(scene))}"
    )


@say.register
def _(node: l.Afterwards | l.Returned, scene: Scene) -> Sentence:
    it = scene.it if scene.it == EACH else Noun("it")
    inner = evolve(scene, it=it, chosen=False, shared=False, passing=False)
    text = text_of(node.ability, inner)
    return statement(f"{'then' if isinstance(node, l.Afterwards) else 'as it returns,'} {text}")


@say.register
def _(node: l.Transformation, scene: Scene) -> Sentence:
    if (unless := unless_paid(node, scene.it)) is not None:
        done = text_of(unless.otherwise, evolve(scene, gained=True))
        price = _price(unless.payment)
        payer = Noun("their controllers" if scene.it.plural else "its controller", scene.it.plural)
        return statement(f"{done} unless {payer.does(price)}")
    actions: list[tuple[str, str]] = []
    sizes, gained, odd = list[str](), list[str](), list[str]()
    for change in node.nodes:
        for each in change.nodes if isinstance(change, l.Change) else (change,):
            match each:
                case l.Types():
                    actions.append(("become", _types(str(each))))
                case e.Colors():
                    colors = re.findall(r"[a-z]+", str(each).lower())[1:]
                    actions.append(("become", f"also {listed(colors)}"))
                case e.Setting():
                    sizes.append(f"{each.name.removeprefix('set')} {value(each.number)}")
                case l.Gained():
                    gained.append(_gained(each))
                case e.Keyword() | e.Protection():
                    gained.append(keyword(each.word) or source(each))
                case e.Effect() if each.word in _CHANGING:
                    actions.extend(effect(each, Stage(scene.it)).actions)
                case _:
                    odd.append(f"({source(each)})")
    actions += [("have", listed(sizes))] if sizes else []
    actions += [("gain", listed(gained))] if gained else []
    return Sentence(scene.it, tuple(actions) or (("change", ""),)).then(joined(*odd))


_CHANGING: Final = frozenset(("removetypes", "loseabilities", "removemc", "removecreaturesubtypes",
                              "allsubtypes"))  # fmt: skip


def _types(text: str) -> str:
    words = joined(*text.split())
    if COLORS.issuperset(words.lower().split()):
        return listed(words.lower().split())
    if words.lower() in {"chosentype", "chosencolor"}:
        return f"the chosen {words.lower().removeprefix('chosen')}"
    return an(words)


def _gained(node: l.Gained) -> str:
    """Return an ability that a card gains, in quotes."""
    if node.ability is None:
        return source(node)
    items = node.ability.nodes if isinstance(node.ability, l.Clause) else (node.ability,)
    words = [keyword(each.word) for each in items if isinstance(each, (e.Keyword, e.Protection))]
    known = [word for word in words if word is not None]
    if len(known) == len(items):
        return listed([f'"{word.strip(chr(34))}"' for word in known])
    return quoted(text_of(node.ability, GAINED))


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
    inner = happening(ALONE)
    for part, lead in (
        (node.first, ""),
        (node.second, "then, with the others,"),
        (node.after, "after that,"),
    ):
        if part is not None:
            parts.append(joined(lead, text_of(part.ability, inner)))
    del scene
    return statement("; ".join(parts))


@say.register
def _(node: l.Scrying, scene: Scene) -> Sentence:
    del scene
    inner = text_of(node.ability, ALONE)
    number = _head_number(node.head)
    text = f"scry {number}" if " " not in number else f"scry X, where X is {number}"
    if node.clause is not None:
        text = f"{text} ({text_of(node.clause, ALONE)})"
    return statement(text if inner in {"", "nothing happens"} else f"{text}, then {inner}")


@say.register
def _(node: l.Rolling | l.Flipping, scene: Scene) -> Sentence:
    if isinstance(node, l.Rolling):
        number = (node.number or "").strip()
        sides = re.sub(r"\D", "", node.head)
        text = f"roll a d{sides}; {f'on {number}' if number else 'if you win'}"
    else:
        clause = f" ({text_of(node.clause, scene)})" if node.clause is not None else ""
        text = f"flip a coin{clause}; if you win"
    won = "nothing happens" if node.win is None else _outcome(node.win, happening(scene))
    lost = "" if node.loss is None else f"; otherwise, {_outcome(node.loss, happening(scene))}"
    return statement(f"{text}, {won}{lost}")


def _outcome(node: l.Outcome, scene: Scene) -> str:
    text = text_of(node.ability, scene)
    return text if node.after is None else f"{text} ({text_of(node.after, scene)})"
