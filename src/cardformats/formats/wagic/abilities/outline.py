"""What a line does, in outline: each thing that is done, how much of it, and what it is under.

An outline is the actions of a line in order, each with its *steps*: the costs, triggers, conditions
and so on that it is under, from the outside in.  Two readings of a line, the tree of this package
and what the engine builds, have outlines of the same form, which can be compared.

An ability that is the text of another (what a card gains, what is done if a player pays) is one
action here; it is a line of its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import singledispatch
from typing import Final, TypeAlias

from attrs import evolve, field, frozen

from .conditions import Check, Restriction, Scope
from .effects import (
    Becoming,
    Blink,
    Call,
    Cast,
    Counters,
    Creation,
    Duration,
    Dynamic,
    Effect,
    Keyword,
    Mana,
    Maximum,
    Modification,
    Move,
    Protection,
    Quantity,
    Relation,
    Targeting,
    Timing,
)
from .lines import (
    Activated,
    Afterwards,
    Alternatives,
    Block,
    Choice,
    Choosing,
    Clause,
    Conditional,
    Flipping,
    Granting,
    Line,
    May,
    Named,
    PaidWith,
    Payable,
    Restricted,
    Returned,
    Revealing,
    Rolling,
    Scheduled,
    Scrying,
    Sequence,
    Stated,
    Transformation,
    Triggered,
    UnlessPaid,
)
from .nodes import Node, Unknown

Steps: TypeAlias = "tuple[OutlineStep, ...]"

#: What looks for one target in the whole of what is under it.
_HOISTING: Final = frozenset(("cost", "may", "choice"))
#: What is looked through for it.
_GOVERNED: Final = (
    Sequence, Clause, Named, Restricted, Stated, May, Choice, Conditional, Alternatives, Activated,
    Triggered,
)  # fmt: skip
#: Relations that say more about something else that is done.
_ARGUMENTS: Final = frozenset(("from", "to", "source"))
#: Calls that do, where there is something else.
_OPTIONS: Final = frozenset(
    ("options", "with", "zone", "placefromthetop", "named", "copied", "castable", "target",
     "choosecard", "revealtype", "count", "countb", "cards", "to", "forcetype", "reduce",
     "addtype")
)  # fmt: skip
#: Effects that do.
_MORE: Final = frozenset(("terminate", "undocpy"))
#: Effects that have the rest of the clause as their text.
_REPLACING: Final = frozenset(("replacedraw", "opponentreplacedraw"))


@frozen
class OutlineStep:
    """Something that an action is under.

    Attributes:
        kind: ``cost``, ``trigger``, ``condition``, ``may``, ``choice``, ``scope``, ``target``,
            ``until`` or ``afterwards``.
        value: its text, in lower case.
        start: where it begins in the line; -1 if that is not known.
        end: where it ends.
    """

    kind: str
    value: str
    start: int = field(default=-1, eq=False)
    end: int = field(default=-1, eq=False)


@frozen
class Action:
    """Something that a line does.

    Attributes:
        word: what is done, as ``damage``.
        amount: how much of it, or which; empty if that is not said.
        steps: what it is under, from the outside in.
        start: where it begins in the line; -1 if that is not known.
        end: where it ends.
    """

    word: str
    amount: str
    steps: Steps
    start: int = field(default=-1, eq=False)
    end: int = field(default=-1, eq=False)

    def has(self, kind: str) -> bool:
        """Return whether a step of this *kind* is among those that it is under."""
        return any(step.kind == kind for step in self.steps)


def outline(line: Line) -> tuple[Action, ...]:
    """Return the outline of *line*."""
    if line.body is None:
        return ()
    return tuple(action for action in _actions(line.body, len(line.indent), ()) if action.word)


@singledispatch
def _actions(node: Node, offset: int, steps: Steps) -> Iterator[Action]:
    """Yield actions below *node*, which begins at *offset*, under *steps*."""
    if (action := _action(node, offset, steps)) is not None:
        yield action


@_actions.register
def _sequence(node: Sequence, offset: int, steps: Steps) -> Iterator[Action]:
    children = list(node.children())
    for number, (start, child) in enumerate(children):
        actions = list(_actions(child, offset + start, steps))
        check = _check(child, offset + start) if isinstance(child, Clause) else None
        if check is None:
            yield from actions
            continue
        # what follows is under it too, and under what comes between them
        carried = _carried(actions[-1].steps) if actions else (*steps, check)
        following = children[number + 1 :]
        for begin, other in following:
            actions += _actions(other, offset + begin, carried)
        if any(step.kind == "cost" for step in carried[len(steps) :]):
            parts = [part for begin, other in following for part in _level(other, offset + begin)]
            yield from _hoisted(parts, actions, "condition")
        else:
            yield from actions
        return


def _check(clause: Clause, offset: int) -> OutlineStep | None:
    for start, part in clause.children():
        if isinstance(part, Check):
            return _step("scope", part, offset + start)
    return None


def _carried(steps: Steps) -> Steps:
    """Return those of *steps* that hold for the rest of the line, too."""
    whole = any(step.kind in _HOISTING for step in steps)
    passing = ("until", "afterwards") if whole else ("until", "afterwards", "target")
    return tuple(
        step
        for step in steps
        if step.kind not in passing
        and (step.kind != "scope" or step.value.startswith(("this", "while")))
    )


def _under(node: Node, offset: int, steps: Steps, *kinds: str) -> Iterator[Action]:
    """Yield actions in the body of *node*, whose first part is a step of a kind."""
    for kind in kinds:
        steps = (*steps, _step(kind, node.parts[0], offset))
    body = getattr(node, "body", None)
    if body is not None:
        yield from _actions(body, offset + len(str(node.parts[0])), steps)
    else:
        yield Action("", "", steps)  # what follows can be under it


@_actions.register(Named)
@_actions.register(PaidWith)
@_actions.register(Stated)
def _passed_over(node: Named | PaidWith | Stated, offset: int, steps: Steps) -> Iterator[Action]:
    if isinstance(node, Stated) and node.word.strip().lower() == "emblem":
        return _under(node, offset, steps, "emblem")
    return _under(node, offset, steps)


@_actions.register
def _triggered(node: Triggered, offset: int, steps: Steps) -> Iterator[Action]:
    restricted = any(isinstance(each, Restriction) for _, each in node.trigger.walk())
    return _under(node, offset, steps, "trigger", *["condition"] * restricted)


@_actions.register
def _activated(node: Activated, offset: int, steps: Steps) -> Iterator[Action]:
    return _hoisted(_level(node, offset), _under(node, offset, steps, "cost"), "condition")


def _hoisted(
    parts: Iterable[tuple[int, Node]], actions: Iterable[Action], *kinds: str
) -> Iterator[Action]:
    """Put *actions* under those *parts* of their clauses that the engine looks for in all of them.

    One target, and one condition, is looked for in the whole of what has a cost or is a choice.
    """
    shared = dict[str, OutlineStep]()
    for start, part in parts:
        if (kind := _STEPS.get(type(part))) in (*kinds, "target") and not _is_keyword(part):
            step = _step(kind, part, start)
            if kind not in shared or _is_free(step) > _is_free(shared[kind]):
                shared[kind] = step
    for action in actions:
        more = tuple(step for kind, step in shared.items() if not action.has(kind))
        yield evolve(action, steps=(*action.steps, *more)) if more else action


def _is_free(step: OutlineStep) -> bool:
    """Return whether this is a choice that is no target: the engine looks for those first."""
    return step.value.startswith("notatarget")


def _level(node: Node, offset: int) -> Iterator[tuple[int, Node]]:
    """Yield the parts of the clauses below *node* that are no texts of other abilities."""
    for start, child in node.children():
        if isinstance(child, _GOVERNED):
            yield from _level(child, offset + start)
        else:
            yield offset + start, child


@_actions.register(Restricted)
@_actions.register(Conditional)
def _restricted(node: Restricted | Conditional, offset: int, steps: Steps) -> Iterator[Action]:
    return _under(node, offset, steps, "condition")


@_actions.register
def _may(node: May, offset: int, steps: Steps) -> Iterator[Action]:
    return _hoisted(_level(node, offset), _under(node, offset, steps, "may"))


@_actions.register
def _choice(node: Choice, offset: int, steps: Steps) -> Iterator[Action]:
    return _hoisted(_level(node, offset), _under(node, offset, steps, "choice"))


@_actions.register
def _alternatives(node: Alternatives, offset: int, steps: Steps) -> Iterator[Action]:
    for start, child in node.children():
        if child is not node.when:
            step = _step("condition", node.when, offset)
            yield from _actions(child, offset + start, (*steps, step))


@_actions.register(Payable)
@_actions.register(UnlessPaid)
def _payable(node: Payable | UnlessPaid, offset: int, steps: Steps) -> Iterator[Action]:
    yield _named_action("pay", node, offset, steps)


@_actions.register
def _scheduled(node: Scheduled, offset: int, steps: Steps) -> Iterator[Action]:
    head = str(node.schedule).lower()
    start = offset + len(str(node.schedule))
    if "multi" not in head and node.body is not None:
        first = node.body.nodes[0] if isinstance(node.body, Sequence) else node.body
        for begin, part in first.children() if isinstance(first, Clause) else ():
            if isinstance(part, Scope):
                steps = (*steps, _step("scope", part, start + begin))
    yield _named_action("upcost" if "upcost" in head else "phaseaction", node, offset, steps)
    if "multi" not in head and isinstance(node.body, Sequence):
        for begin, child in list(node.body.children())[1:]:
            yield from _actions(child, start + begin, steps)  # only what is before is done later


@_actions.register
def _clause(node: Clause, offset: int, steps: Steps) -> Iterator[Action]:
    placed = [(offset + start, child) for start, child in node.children()]
    for start, child in placed:
        if isinstance(child, Duration) and child.word == "ueot":
            steps = (*steps, _step("until", child, start))
        elif (kind := _STEPS.get(type(child))) and not _is_keyword(child):
            steps = (*steps, _step(kind, child, start))
    actions = list[Action]()
    options = list[Action]()
    for start, child in sorted(placed, key=lambda each: isinstance(each[1], Afterwards)):
        if _is_keyword(child):
            options.append(_named_action("keyword", child, start, steps))
        elif type(child) not in _STEPS:
            below = [action for action in _actions(child, start, steps) if action not in actions]
            (options if _says_more(child) else actions).extend(below)
            if _replaces(child):
                break
    actions = actions or options  # what says more about nothing else is done itself
    if len(actions) > 1 and (actions[0].word, actions[0].amount) == ("keyword", "soulbond"):
        pair = OutlineStep("scope", "soulbond", actions[0].start, actions[0].end)
        actions = [evolve(action, steps=(*action.steps, pair)) for action in actions[1:]]
    yield from actions


def _says_more(node: Node) -> bool:
    """Return whether *node* describes another action, if there is one."""
    if isinstance(node, Call):
        return node.name in _OPTIONS
    return isinstance(node, Effect) and node.word in _MORE


def _replaces(node: Node) -> bool:
    """Return whether the rest of the clause is the text of *node*."""
    return isinstance(node, Dynamic) or (isinstance(node, Effect) and node.word in _REPLACING)


def _is_keyword(node: Node) -> bool:
    """Return whether this, which says when something can be done, is a keyword at the same time."""
    return isinstance(node, Timing) and node.word == "asflash"


_STEPS: Final[dict[type[Node], str]] = {
    Targeting: "target", Scope: "scope", Check: "scope", Restriction: "condition",
    Timing: "condition",
}  # fmt: skip


@_actions.register
def _afterwards(node: Afterwards, offset: int, steps: Steps) -> Iterator[Action]:
    if node.ability is not None:
        step = OutlineStep("afterwards", "", offset, offset + len(node.head))
        yield from _actions(node.ability, offset + len(node.head), (*steps, step))


def _step(kind: str, part: object, start: int) -> OutlineStep:
    text = str(part)
    return OutlineStep(kind, text.strip().lower(), start, start + len(text.rstrip()))


def _named_action(word: str, node: Node, offset: int, steps: Steps, amount: str = "") -> Action:
    end = offset + len(str(node).rstrip())
    return Action(ALIKE.get(word, word), amount.strip().lower(), steps, offset, end)


#: Words for which the engine builds the same as for others.
ALIKE: Final = {
    word: other
    for other, words in {
        "token": ("create", "livingweapontoken"), "transforms": ("becomes", "remake"),
        "keyword": ("protection", "zerocast", "frozen", "freeze", "cantblocktarget",
                    "combatspiritlink", "spiritlink", "flanker", "haunt"),
        "life": ("lifeleech",), "altercost": ("changecost",), "deplete": ("ingest", "mill"),
        "fizzle": ("fizzleto",), "nextphasealter": ("phasealter",), "maxcast": ("maxplay",),
        "losesubtypesof": ("losesatype",), "poolsave": ("mypoolsave", "opponentpoolsave"),
        "fading": ("vanishing",), "add": ("produceextra", "producecolor"),
        "choose": ("chooseacolor", "chooseatype", "chooseaname", "chooseanameopp"),
        "roll": tuple(f"rolld{sides}" for sides in (4, 6, 8, 10, 12, 20)),
        "bestow": ("bstw",), "replacedraw": ("opponentreplacedraw",),
        "fog": ("prevention", "preventalldamage", "preventallcombatdamage",
                "preventallnoncombatdamage"),
        "rehook": ("retarget", "newhook", "newtarget", "mutateover", "mutateunder", "attach"),
        "sacrifice": ("exploits",), "proliferate": ("propagate",),
        "count": ("countb", "alteryidarocount", "alteryidaro"),
    }.items()
    for word in words
}  # fmt: skip

#: What a node that needs no other word does.
_WORDS: Final[dict[type[Node], str]] = {
    Transformation: "transforms", Block: "ability", Revealing: "reveal", Scrying: "scry",
    Choosing: "choose", Granting: "grant", Rolling: "roll", Flipping: "flipacoin",
    Modification: "modification", Keyword: "keyword", Protection: "protection", Blink: "blink",
    Cast: "castcard", Dynamic: "dynamicability", Mana: "add", Counters: "counter",
    Creation: "token", Becoming: "becomes",
}  # fmt: skip


def _action(node: Node, offset: int, steps: Steps) -> Action | None:
    """Return the action of *node*, a part of a clause; None if it only describes another one."""
    word = _WORDS.get(type(node))
    if isinstance(node, Unknown | Returned):
        return None
    if word is None and isinstance(node, Quantity | Call | Move | Relation | Maximum):
        if node.name in _ARGUMENTS:
            return None
        word = node.name
    elif word is None and isinstance(node, Effect):
        word = node.word
    if word is None:
        return None
    return _named_action(word, node, offset, steps, _amount(node))


def _amount(node: Node) -> str:
    if isinstance(node, Quantity):
        return str(node.number)
    if isinstance(node, Keyword | Protection | Modification):
        return str(node)
    if isinstance(node, Counters):
        return str(node.counter)
    if isinstance(node, Creation):
        return str(node.times or "1")
    if isinstance(node, Move):
        return str(node.zone)
    return ""
