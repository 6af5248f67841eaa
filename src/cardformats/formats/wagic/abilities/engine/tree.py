"""The tree of what the engine does: the nodes of the language, in the way it puts them together.

What the engine has built is a frame of frames around what is done.  Each becomes the node that says
it, and the texts that the engine keeps are read by the rule of the part that they are.  So the tree
has what is done and nothing else, and each limit stands where it counts.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

from attrs import evolve

from ...engine.macros import lower
from ...lexicon import words
from .. import conditions as c
from .. import effects as e
from .. import lines as l
from .. import nodes as p
from ..canonical import transform
from ..nodes import Node, Unknown, is_too_deep
from ..number_words import is_measure
from ..reading import parse, part
from .built import BuiltAbility, CardFacts, LineReading
from .chosen import accepted, chosen_by
from .descriptions import COLORS
from .frames import ANY_CREATURE, paid_word
from .reader import reading

#: Words for how long something lasts, by what the engine makes of them.
_UNTIL: Final = {"turn": "ueot", "forever": "forever", "next turn": "uynt", "next end": "uent"}
#: Durations that are values of what lasts.
_EXPLAINED: Final = frozenset((*_UNTIL.values(), "oneshot"))
#: Actions that take from their texts how long they last.
_LASTING: Final = frozenset(
    ("keyword", "modification", "loseabilities", "transforms", "becomes", "protection from",
     "cantbetargetof", "cantbeblockedby", "prevention", "maxcast", "maxplay", "swap", "blink")
)  # fmt: skip
#: What is done where nothing is built.
_NOTHING: Final = e.Effect("donothing ")
#: Words that are no types in a transformation, wherever they stand.
_LATER: Final = frozenset((*COLORS, "chosencolor", "chosentype"))
#: What begins a new ability.
_NEW: Final = "newability["
#: Relations that the engine itself looks for.
_SOUGHT: Final = frozenset(word for word, row in words("relation").items() if row.engine)
#: What else stands beside an action, and says how it is done.
_BESIDE: Final = (e.Call, e.Modifier, e.Duration, e.Effect)
#: Actions that have what stands beside them as values.
_COMPLETE: Final = frozenset(
    ("moverandom", "prevention", "affinity", "blink", "message", "grant", "phasealter",
     "dynamicability")
)  # fmt: skip


def tree(line: str, read: LineReading, facts: CardFacts | None = None) -> l.Line | None:
    """Return the tree of what the engine does with *line*; None if it builds nothing of it.

    Args:
        line: the line that was read.
        read: what the engine made of it.
        facts: what is known of the card.  If it is not known which costs were paid, what is built
            only for a cost that was paid stays under that word.
    """
    if read.built is None:
        return None
    body = _node(read.built)
    if not is_too_deep(body):
        body = transform(transform(body, _at_commas), _as_engine)
    paid = facts.paid if facts is not None else None
    # a trigger is looked for first
    is_first = read.built.kind != "triggered"
    if paid is None and is_first and (word := paid_word(line.strip().lower())):
        body = l.PaidWith(f"{word} ", body)
    return l.Line("", body)


def _as_engine(node: Node) -> Node:
    """Return what the engine makes of *node*, which it reads by rules of its own."""
    match node:
        case c.TargetedCost() if chosen_by(node.target) is None:
            return c.ExtraCost(f"{{{node.name}}}")  # a target that is refused is none
        case e.Relation() if node.name not in _SOUGHT:
            pass
        case e.Targeting() | c.Scope() | c.TargetedCost() | e.Relation():
            return evolve(node, target=accepted(node.target))
        case c.Placed(what=p.Target() as what):
            return evolve(node, what=accepted(what))
        case c.Trigger(event=c.Event() as event):
            return transform(node, _moving if event.name == "movedto" else _happening)
        case p.Measure():
            return _measured(node)
    return node


def _happening(node: Node) -> Node:
    """Return what is in a trigger, with the cards that the engine waits for."""
    match node:
        case c.Event() | e.Relation(name="from"):
            return evolve(node, target=accepted(node.target))
    return node


def _moving(node: Node) -> Node:
    """Return the same where cards move: the engine looks up their zones apart from them."""
    match node:
        case c.Event() | e.Relation(name="from") if node.target.zones is not None:
            anywhere = accepted(evolve(node.target, zones=p.Zones(("|", p.Zone("*")))))
            before = node.target
            target = evolve(anywhere, how_many=before.how_many, zones=before.zones)
            return evolve(node, target=target)
    return node


def _at_commas(node: Node) -> Node:
    """Return *node*, a transformation, cut at each comma, also in a new ability."""
    if not isinstance(node, l.Transformation):
        return node
    if any(map(first_comma, _gained(node))):
        node = _cut(node)
    return l.Transformation(tuple(_typeless(node.items)))


def _typeless(items: Iterable[p.Part]) -> Iterator[p.Part]:
    """Yield the parts of a transformation; only those before the first comma are types."""
    is_first = True
    for item in items:
        if isinstance(item, l.Change) and not is_first:
            parts = (each if _is_later(each) else Unknown(str(each)) for each in item.items)
            yield l.Change(tuple(parts))
        else:
            yield item
        is_first = is_first and "," not in str(item)


def _is_later(part: p.Part) -> bool:
    """Return whether *part* can stand behind the first comma of a transformation."""
    return not isinstance(part, l.Types) or str(part).strip().lower() in _LATER


def _gained(node: l.Transformation) -> Iterator[l.Gained]:
    for change in node.nodes:
        yield from (each for _, each in change.children() if isinstance(each, l.Gained))


def _cut(node: l.Transformation) -> l.Transformation:
    """Return *node* with what the engine makes of its parts; what texts in it have stays whole."""
    head, *_, end = (str(item) for item in node.items)
    shown = _without_texts(node)
    items: list[p.Part] = [head]
    start = len(head)
    for part_shown in shown[start : len(shown) - len(end)].split(","):
        text = str(node)[start : start + len(part_shown)].strip()
        start += len(part_shown) + 1
        before, is_new, _ = lower(text).partition(_NEW)
        if is_new:
            # up to the last bracket of the part, whatever that closes
            gained = text[len(before) + len(_NEW) :]
            built = reading(gained[: gained.rfind("]")] if "]" in gained else gained).built
            ability = _NOTHING if built is None else _node(built)
            items += [l.Change((l.Gained(_NEW, _clause(ability), "]"),)), ", "]
        elif isinstance(whole := _item(f"transforms(({text}))"), l.Transformation):
            items += [*whole.nodes, ", "]
    return l.Transformation((*items[:-1], end))


def _measured(node: p.Measure) -> p.Measure:
    """Return *node* with the cards that the engine counts: ``type:CARDS:zone``.

    It finds ``type:`` within other words, too, which say nothing then.
    """
    head, *rest = node.items
    if not is_measure(word := str(head).strip().lower()) and word.endswith("type"):
        head = "othertype" if word.endswith("othertype") else "type"
    if len(rest) < 2 or "[" not in str(rest[1]):  # noqa: PLR2004 - the colon and the cards
        return p.Measure((head, *rest))
    cards = parse(str(rest[1]), "target").body
    if isinstance(cards, p.Target):
        rest[1] = str(accepted(cards))
    return p.Measure((head, *rest))


def first_comma(node: l.Gained) -> int | None:
    """Return where the first comma stands that ends the new ability *node*, whatever is meant.

    What a text within has between its own brackets is taken out of it before.
    """
    shown = _without_texts(node)
    return shown.index(",") if "," in shown else None


def _without_texts(node: Node) -> str:
    """Return the text of *node* with stops in place of what other texts in it have."""
    shown = list(str(node))
    for start, below in node.walk():
        if start and isinstance(below, l.Transformation | l.Block | l.Afterwards):
            size = len(str(below))
            shown[start : start + size] = "." * size
    return "".join(shown)


def _node(built: BuiltAbility) -> Node:
    """Return the node that says what *built* does."""
    if (frame := _FRAMES.get(built.kind)) is not None:
        return frame(built)
    node = _clause(_action(built), *_also(built))
    return _named(built, node)


def _clause(node: Node | None, *more: Node, before: tuple[Node, ...] = ()) -> Node:
    """Return *node* as a clause with *more* items behind it, and others *before* it."""
    items = node.items if isinstance(node, l.Clause) else () if node is None else (node,)
    return l.Clause((*before, *items, *more))


def _under(node: Node, before: tuple[Node, ...], behind: tuple[Node, ...] = ()) -> Node:
    """Return *node* with more items in its first clause, and *behind* its last."""
    if not before and not behind:
        return node
    if isinstance(node, l.Sequence):
        return _within(_within(node, 0, before), len(node.nodes) - 1, (), behind)
    return _clause(node, *behind, before=before)


def _within(
    node: l.Sequence, number: int, before: tuple[Node, ...], behind: tuple[Node, ...] = ()
) -> l.Sequence:
    """Return *node* with more items in the part of that *number*."""
    items = list(node.items)
    items[2 * number] = _under(node.nodes[number], before, behind)
    return l.Sequence(tuple(items))


def _body(built: BuiltAbility) -> Node:
    """Return what a frame is around: nothing, if a choice that has no end is in it."""
    return _inner(built) or _NOTHING


def _several(built: BuiltAbility) -> Node:
    items: list[p.Part] = []
    for each in built.inner:
        items += ["&& ", _node(each)] if items else [_node(each)]
    return l.Sequence(tuple(items or [_NOTHING]))


def _used(built: BuiltAbility) -> Node:
    """Return what has a cost, a target or a place in a menu."""
    values = built.values
    behind = list[Node]()
    if "timing" in values and values["timing"] != values.get("restriction"):
        behind.append(e.Timing(f"{values['timing']} "))
    if "limit" in values:
        behind.append(e.Limit(f"limit:{values['limit'].partition(' ')[0]} "))
    if "uses" in values:
        side = f"{_node(built.inner[1])}" if len(built.inner) > 1 else ""
        behind.append(e.Limit(f"limit^{side.strip()}^{values['uses']} "))
    node = _under(_aimed(built), (), tuple(behind))
    node = _restricted(built, _named(built, node))
    if cost := values.get("cost", "").partition("restriction{")[0].strip():
        node = l.Activated(part("COST", f"{cost}:"), node)
    return node


def _aimed(built: BuiltAbility) -> Node:
    """Return what has a target, with the target in the clause in which it is written."""
    node, inner = _body(built), built.inner[0] if built.inner else built
    name = "target" if "target" in built.values else "notatarget"
    if name not in built.values or (inner.kind == "equip" and built.values[name] == ANY_CREATURE):
        return node
    aim = (part("TARGETING", f"{name}({built.values[name]}) "),)
    at = built.start if built.aim is None else built.aim
    if not isinstance(node, l.Sequence) or at is None:
        return _under(node, aim)
    return _within(node, max(bisect_right(inner.places, at) - 1, 0), aim)


def _named(built: BuiltAbility, node: Node) -> Node:
    name = f"name({built.values['name']}) " if "name" in built.values else ""
    is_kept = name.strip() in built.written  # in the text of the player who chooses
    return node if is_kept else l.Named(l.Name(name), node)


def _restricted(built: BuiltAbility, node: Node) -> Node:
    if "restriction" not in built.values:
        return node
    return l.Restricted(part("RESTRICTION", f"restriction{{{built.values['restriction']}}} "), node)


def _triggered(built: BuiltAbility) -> Node:
    words, body = built.values["trigger"], _body(built)
    # the words end at the first colon, which can be within a restriction
    before, brace, _ = words.partition("restriction{")
    if brace and "}" not in words and "restriction" in built.values:
        words = f"{before}restriction{{{built.values['restriction']}}}"
    return l.Triggered(part("TRIGGER", f"@{words}:"), body)


def _conditional(built: BuiltAbility) -> Node:
    when = part("WHEN", f"{built.kind} {built.values['condition']} then ")
    first, *others = map(_node, built.inner)
    if not others:
        return l.Conditional(when, first)
    return l.Alternatives(when, first, "else ", others[0])


def _paying(built: BuiltAbility) -> Node:
    values = built.values
    node = parse(f"pay({values['cost']}) {values['text'].lstrip(' :')}").body or Unknown("pay")
    return _restricted(built, _named(built, node))


def _kept(built: BuiltAbility) -> Node | None:
    """Return what a text says that the engine keeps, and reads only in the game."""
    return parse(built.values["text"]).body


def _chosen(built: BuiltAbility) -> Node:
    """Return a choice; one that the engine itself makes of a target, or of a color, is none."""
    body = _body(built)
    return l.Choice("choice ", body) if built.written.startswith("choice") else body


def _scoped(built: BuiltAbility) -> Node:
    values = built.values
    scope = part("SCOPE", f"{built.kind}({values['target']}) ")
    more: list[Node] = [e.Modifier("other ")] if "other" in values else []
    for sign, name in ((">", "least"), ("<", "most")):
        if name in values:
            more.append(e.Criterion(f"{sign}{values[name]} "))
    return _under(_body(built), (scope, *more))


def _checked(built: BuiltAbility) -> Node:
    values = built.values
    if "condition" not in values:
        return _body(built)
    # of `=>` only the second sign counts
    condition = values["condition"].replace("=>", ">")
    return _under(_body(built), (part("CHECK", f"{built.kind}({condition}) "),))


def _later(built: BuiltAbility) -> Node:
    schedule = part("SCHEDULE", f"phaseaction[{built.values['schedule']}] ")
    return l.Scheduled(schedule, _kept(built))


def _upkeep(built: BuiltAbility) -> Node:
    values, body = built.values, _body(built)
    word = "cumulativeupcost" if "limit" in values else "upcost"
    word += "multi" if isinstance(body, l.Sequence) else ""
    when = f";{values['schedule']}" if "schedule" in values else ""
    return l.Scheduled(part("SCHEDULE", f"{word}[{values['cost']}{when}] "), body)


def _stated(built: BuiltAbility) -> Node:
    return l.Stated(f"{built.kind} ", _body(built))


def _replacing(built: BuiltAbility) -> Node:
    return _under(_body(built), (e.Effect(f"{built.values['who']}replacedraw "),))


_FRAMES: Final[dict[str, Callable[[BuiltAbility], Node]]] = {
    "several": _several, "triggered": _triggered, "pay": _paying, "choice": _chosen,
    **dict.fromkeys(("activated", "targeted"), _used),
    **dict.fromkeys(("if", "ifnot"), _conditional),
    "may": lambda built: l.May("may ", _body(built)),
    **dict.fromkeys(("activate", "emblem"), _stated),
    "ueot": lambda built: _under(_body(built), (), (e.Duration("ueot "),)),
    "soulbond": lambda built: _under(_body(built), (e.Keyword("soulbond "),)),
    "replacedraw": _replacing,
    **dict.fromkeys(("lord", "all", "foreach", "aslongas", "teach"), _scoped),
    **dict.fromkeys(("this", "thisforeach", "while"), _checked),
    "phaseaction": _later, "upcost": _upkeep,
}  # fmt: skip


# ---------------------------------------------------------------------------------- What is done


def _item(text: str, kind: type[Node] = Node) -> Node:
    """Return the first item of a *kind* that *text* is; the text as it is without one."""
    node = parse(text).body
    items = node.nodes if isinstance(node, l.Clause) else (node,)
    return next((each for each in items if isinstance(each, kind)), Unknown(text))


def _number(text: str) -> Any:
    """Return a number; what is missing is none at all."""
    return part("NUMBER", text.strip() or "0")


def _action(built: BuiltAbility) -> Node:
    """Return what is done, without what is beside it."""
    if (make := _ACTIONS.get(built.kind)) is not None:
        return make(built)
    if built.written.endswith(":"):  # a number that it does not find is none
        return e.Quantity(built.written, p.Integer("0"))
    node = _item(built.written or built.kind)
    amount = built.values.get("amount", "").strip()
    is_whole = not amount or amount[0].isdigit()
    if isinstance(node, e.Quantity) and not is_whole and amount != lower(str(node.number).strip()):
        return evolve(node, number=Unknown(amount))  # it goes on where no number does
    return node


def _keyword(built: BuiltAbility) -> Node:
    return _item(f"{built.values.get('without', '')}{built.values['keyword']}")


def _modification(built: BuiltAbility) -> Node:
    return e.Modification(_number(built.values["power"]), "/", _number(built.values["toughness"]))


def _mana(built: BuiltAbility) -> Node:
    amount = built.values["amount"]
    return _item(amount[: amount.rfind("}") + 1] or amount, e.Mana)


def _token(built: BuiltAbility) -> Node:
    node, amount = _item(built.written, e.Creation), built.values["amount"]
    if isinstance(node, e.Creation) and amount:
        return e.Creation(node.head, node.details, ")*", _number(amount))
    return node


def _phases(built: BuiltAbility) -> Node:
    which = "next" if "nextphase" in built.beside else ""
    return e.Call(f"{which}{built.kind}(", built.values["amount"])


def _pool(built: BuiltAbility) -> Node:
    owner = "opponent" if built.values.get("who") else "my"
    return e.Call(f"{owner}poolsave(", built.values["amount"])


def _blink(built: BuiltAbility) -> Node:
    until = {"turn": "ueot", "source": "forsrc"}.get(built.values.get("until", ""), "")
    hand = "hand" if built.written.startswith("hand") else ""
    return e.Blink(f"{hand}(blink){until} ")


def _bracketed(pattern: str) -> Callable[[BuiltAbility], Node]:
    """Return what reads an action whose text the engine has taken out of its brackets."""
    return lambda built: _item(pattern.format_map({"kind": built.kind, **built.values}))


_ACTIONS: Final[dict[str, Callable[[BuiltAbility], Node]]] = {
    "keyword": _keyword, "modification": _modification, "add": _mana, "token": _token,
    "phasealter": _phases, "poolsave": _pool, "blink": _blink,
    "transforms": _bracketed("transforms(({text}))"),
    **dict.fromkeys(("reveal", "scry"), _bracketed("{kind}:{text} {kind}end")),
    "becomes": _bracketed("becomes({text})"),
    **dict.fromkeys(("maxcast", "maxplay"), _bracketed("{kind}({target}){amount}")),
    "ability": lambda built: l.Block("ability$!", parse(built.written).body, "!$"),
    "grant": lambda built: l.Granting("grant ", _inner(built), "grantend"),
    **dict.fromkeys(
        ("chooseacolor", "chooseatype", "chooseaname", "chooseanameopp"),
        lambda built: l.Choosing(f"{built.kind} ", _kept(built), "chooseend"),
    ),
}  # fmt: skip


def _inner(built: BuiltAbility) -> Node | None:
    return _node(built.inner[0]) if built.inner else None


#: The parts of actions that stand behind them, by their words.
_PARTS: Final = {
    "moverandom": {"from": "from", "to": "zone"}, "prevention": {"to": "to", "from": "from"},
    "affinity": {"reduce": "amount"},
}  # fmt: skip


def _also(built: BuiltAbility) -> Iterator[Node]:
    """Yield what belongs to an action: who, how, for how long, and what is done afterwards."""
    values, kind = built.values, built.kind
    for word, name in _PARTS.get(kind, {}).items():
        if name in values:
            yield _item(f"{word}({values[name]})")
    if values.get("who") and kind != "poolsave":
        yield e.Player(f"{values['who']} ")
    is_implied = kind == "blink" or values.get("type") == "fog"  # in the words of the action
    if (until := _UNTIL.get(values.get("until", ""))) and not is_implied:
        yield e.Duration(f"{until} ")
    if kind not in _COMPLETE:
        yield from _beside(built)
    for inner in map(_node, built.inner) if kind != "grant" else ():
        if kind == "blink":
            yield l.Returned("return(", inner, ")")
        elif kind == "dynamicability":
            yield inner
        else:
            yield l.Afterwards("and!( ", inner, ")! ")


def _beside(built: BuiltAbility) -> Iterator[Node]:
    """Yield the words beside an action that are neither its own nor said already."""
    for text in built.beside:
        node = _item(text)
        is_explained = (
            isinstance(node, e.Duration) and built.kind in _LASTING and node.word in _EXPLAINED
        )
        is_dealer = isinstance(node, e.Relation) and built.kind == "damage"
        if (
            (is_dealer or isinstance(node, _BESIDE))
            and not is_explained
            and text not in built.written
        ):
            yield node
