"""Lines of abilities, built in Python: each function is a word of the language.

::

    from cardformats.formats.wagic.abilities import builder as a

    line = a.when(a.dies()) >> a.draw(1)
    str(line)  # "@movedto(this|graveyard) from(battlefield):draw:1"

Every function returns what :func:`~.parse` makes of the text that it writes, so that a line that
was built equals the same line of a file.  Where the linter has something against that, it raises
:class:`~cardformats.ModelError`.  Where cards are asked for, a text as in the language will do,
``"creature[-black]|mybattlefield"``, or what :func:`cards` makes.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TypeAlias, TypeVar, overload

from attrs import frozen

from ....diagnostics import Severity
from ....errors import ModelError
from ...grammar import GrammarProblem
from .canonical import canonical, transform
from .conditions import Scope, Trigger
from .effects import Details, Targeting
from .lines import Afterwards, Block, Clause, Line, Sequence, Transformation, Triggered
from .linter.lint import check_line
from .linter.places import span_of
from .nodes import Amount, Kind, Kinds, Label, Node, Target
from .reading import parse, read

#: A number, or the engine's name for one, such as ``x`` or ``type:land:mybattlefield``.
Amounted: TypeAlias = int | str
#: Whom something is done to: what :func:`target`, :func:`chosen`, :func:`every` make.
Recipient: TypeAlias = Targeting | Scope

_NodeT = TypeVar("_NodeT", bound=Node)


def line(text: str) -> Line:
    """A line of *text*, as it is best written.

    Raises:
        ModelError: there is nothing, or the linter has something against it.
    """
    tree = parse(canonical(parse(text)))
    if tree.body is None:
        raise ModelError("an ability needs an effect")
    for finding in check_line(str(tree)):
        if finding.code.severity is not Severity.NOTE:
            character = span_of(finding).start + 1
            raise ModelError(f"{str(tree)!r}, character {character}: {finding.message}")
    return tree


@frozen
class Prefix:
    """What stands before an ability, and holds for it; ``prefix >> ability`` is both together.

    Attributes:
        text: how it is written, with the sign or the blank after it.
    """

    text: str

    @overload
    def __rshift__(self, ability: Line) -> Line: ...
    @overload
    def __rshift__(self, ability: Prefix) -> Prefix: ...
    def __rshift__(self, ability: Line | Prefix) -> Line | Prefix:
        """The *ability* behind this; behind another prefix, both are one."""
        if isinstance(ability, Prefix):
            return Prefix(self.text + ability.text)
        return line(f"{self.text}{ability}")

    def __str__(self) -> str:
        """How it is written."""
        return self.text


# ---------------------------------------------------------------------------- Cards and players


def cards(kind: str, *qualities: str, other: bool = False, zone: str = "") -> str:
    """Cards of a *kind* that have all *qualities*, as the language writes them.

    Args:
        kind: a type, a subtype, a name, or ``*``.
        qualities: such as ``-black``, ``tapped``, ``power>=3``.
        other: whether the card with the ability is left out.
        zone: where they are; else on any battlefield.

    Example:
        ``cards("goblin", "-token", other=True, zone="mybattlefield")`` is
        ``other goblin[-token]|mybattlefield``.
    """
    inside = f"[{'&'.join(qualities)}]" if qualities else ""
    return f"{'other ' * other}{kind}{inside}{f'|{zone}' if zone else ''}"


def target(kinds: str, *, count: Amounted = 1, up_to: bool = False) -> Targeting:
    """So many targets that the player chooses, of the *kinds*, joined by commas if several."""
    return _node(f"target({_how_many(count, up_to=up_to)}{kinds})", Targeting)


def chosen(kinds: str, *, count: Amounted = 1, up_to: bool = False) -> Targeting:
    """So many cards that the player chooses without targeting them."""
    return _node(f"notatarget({_how_many(count, up_to=up_to)}{kinds})", Targeting)


def every(kinds: str) -> Scope:
    """All cards of the *kinds*, once and now."""
    return _node(f"all({kinds})", Scope)


def _how_many(count: Amounted, *, up_to: bool) -> str:
    return "" if count == 1 and not up_to else f"<{'upto:' * up_to}{count}>"


def _node(text: str, kind: type[_NodeT]) -> _NodeT:
    """The node of the *kind* that *text* is."""
    tree = line(text)
    if isinstance(tree.body, Clause) and len(tree.body.items) == 1:
        (node,) = tree.body.items
        if isinstance(node, kind):
            return node
    raise ModelError(f"{text!r} is not a valid {kind.__name__.lower()}")


# ------------------------------------------------------------------------------ What is done


def do(words: str, to: Recipient | None = None, *, who: str = "") -> Line:
    """What is done in the engine's own *words*, such as ``destroy`` or ``tap(noevent)``.

    Args:
        words: any effect of the language.
        to: whom it is done to; else the card itself, or the target of its ``target=``.
        who: the player who does it or whom it is done to, such as ``opponent``.

    Raises:
        ModelError: as :func:`line`.
    """
    return line(" ".join(filter(None, (words, str(to or "").strip(), who))))


def _written(number: object) -> str:
    """A number as it is written.

    Raises:
        ModelError: it is no whole number, and no name of one.
    """
    if isinstance(number, (int, str)) and not isinstance(number, bool):
        with suppress(GrammarProblem):
            return canonical(read("number", str(number).strip()))
    raise ModelError(f"a whole number or the name of one is needed, not {number!r}")


def damage(amount: Amounted, to: Recipient | None = None, *, who: str = "") -> Line:
    """So much damage is dealt to a target, or to a player."""
    return do(f"damage:{_written(amount)}", to, who=who)


def draw(amount: Amounted, *, who: str = "") -> Line:
    """A player, the controller if none is named, draws so many cards."""
    return do(f"draw:{_written(amount)}", who=who)


def life(amount: Amounted, *, who: str = "") -> Line:
    """A player gains so much life, or with a minus loses it."""
    return do(f"life:{_written(amount)}", who=who)


def mill(amount: Amounted, *, who: str = "") -> Line:
    """A player mills so many cards."""
    return do(f"deplete:{_written(amount)}", who=who)


def add(mana: str) -> Line:
    """Mana is added, as ``add("{G}{G}")``."""
    return do(f"add{mana}")


def destroy(to: Recipient | None = None) -> Line:
    """A permanent is destroyed."""
    return do("destroy", to)


def sacrifice(to: Recipient | None = None) -> Line:
    """A permanent is sacrificed."""
    return do("sacrifice", to)


def tap(to: Recipient | None = None) -> Line:
    """A permanent is tapped."""
    return do("tap", to)


def untap(to: Recipient | None = None) -> Line:
    """A permanent is untapped."""
    return do("untap", to)


def move(zone: str, to: Recipient | None = None) -> Line:
    """A card is moved to a zone, such as ``ownerhand``, ``exile``, ``mybattlefield``."""
    return do(f"moveto({zone})", to)


def modify(power: Amounted, toughness: Amounted, to: Recipient | None = None) -> Line:
    """Power and toughness change by so much."""
    return do(f"{_written(power)}/{_written(toughness)}", to)


def keyword(word: str, to: Recipient | None = None) -> Line:
    """A creature has a keyword, or with a minus loses it."""
    return do(word, to)


def counter(
    shape: str = "1/1", amount: Amounted = 1, name: str = "", to: Recipient | None = None
) -> Line:
    """So many counters are put on a card, or with a minus taken off.

    Args:
        shape: what each adds to power and toughness; ``0/0`` for those that have a *name* only.
        amount: how many.
        name: what they are called, such as ``Charge``.
        to: the card.
    """
    inside = _listed(shape, _written(amount), name)
    return do(f"counter({inside})", to)


def token(
    name: str,
    types: str,
    size: str = "",
    *details: str,
    amount: Amounted = 1,
    who: str = "",
) -> Line:
    """So many tokens are made.

    Args:
        name: what they are called.
        types: their types and subtypes, such as ``creature Goblin``.
        size: their power and toughness, as ``1/1``.
        details: their colours and keywords.
        amount: how many.
        who: the player who gets them.
    """
    inside = _listed(name, types, size, *details)
    return do(f"token({inside}){f'*{amount}' if amount != 1 else ''}", who=who)


def _listed(*parts: str) -> str:
    """What stands in brackets, with commas between.

    Raises:
        ModelError: a part would end at a sign in it.
    """
    for part in parts:
        if set(part) & set(",()"):
            raise ModelError(f"a comma or a parenthesis is not allowed in {part!r}")
    return ",".join(filter(None, parts))


# ----------------------------------------------------------------------------------- Triggers


def when(trigger: Trigger | str) -> Prefix:
    """The ability happens when the *trigger* says."""
    return Prefix(f"@{str(trigger).strip().removeprefix('@').rstrip(': ')}:")


def event(name: str, what: str, **relations: str) -> Trigger:
    """Something happens to *what*.

    Args:
        name: what happens, such as ``tapped``, ``damaged``, ``discarded``.
        what: the cards or players.
        relations: what else has to hold, as ``from_="creature"``, ``source="this"``.
    """
    limits = "".join(f" {key.rstrip('_')}({value})" for key, value in relations.items())
    return _trigger(f"@{name}({what}){limits}")


def _trigger(text: str) -> Trigger:
    tree = line(f"{text}:donothing")
    if isinstance(tree.body, Triggered) and isinstance(tree.body.trigger, Trigger):
        return tree.body.trigger
    raise ModelError(f"{text!r} is not a trigger")


def moved(what: str, to: str, origin: str = "") -> Trigger:
    """Cards move *to* a zone, from any, or from the *origin*."""
    return event("movedto", f"{what}|{to}", **({"from": origin} if origin else {}))


def dies(what: str = "this") -> Trigger:
    """A card, by itself the one with the ability, goes from the battlefield to a graveyard."""
    return moved(what, "graveyard", "battlefield")


def enters(what: str, whose: str = "my") -> Trigger:
    """Cards come to a battlefield: ``my``, ``opponent``, or ``""`` for any."""
    return moved(what, f"{whose}battlefield")


def cast(what: str, whose: str = "my") -> Trigger:
    """Spells are cast by the player, ``opponent``, or ``""`` for any."""
    return moved(what, f"{whose}stack")


def attacks(what: str = "this") -> Trigger:
    """Creatures attack."""
    return event("combat", "attacking", source=what)


def each(phase: str, whose: str = "my") -> Trigger:
    """A phase, such as ``upkeep``, of ``my`` turns, the ``opponent``'s, or all (``""``)."""
    return _trigger(" ".join(filter(None, ("@each", whose, phase))))


# ------------------------------------------------------------------------- Before an ability


def activated(cost: str, ability: Line, *, restriction: str = "", limit: int | None = None) -> Line:
    """The ability happens when the player pays.

    Args:
        cost: such as ``{2}{T}`` or ``{S(goblin|mybattlefield)}``.
        ability: what happens.
        restriction: when it can be used, such as ``assorcery`` or ``myturnonly,raid``.
        limit: how often in a turn; None if as often as the player pays.
    """
    only = f" restriction{{{restriction}}}" if restriction else ""
    return line(f"{cost}{only}:{ability}{'' if limit is None else f' limit:{_written(limit)}'}")


def may(ability: Line) -> Line:
    """The player decides whether it happens."""
    return line(f"may {ability}")


def choice(ability: Line) -> Line:
    """One of the lines of a card that the player chooses from."""
    return line(f"choice {ability}")


def named(name: str, ability: Line) -> Line:
    """What menus show for an ability."""
    if ")" in name:
        raise ModelError(f"the name of an ability ends at its first ')': {name!r}")
    return line(f"name({name}) {ability}")


def if_(condition: str, ability: Line, otherwise: Line | None = None) -> Line:
    """It happens only if the *condition* holds, and else perhaps something else."""
    return line(f"if {condition} then {ability}{f' else {otherwise}' if otherwise else ''}")


def if_paid(word: str, ability: Line) -> Line:
    """It happens only if the card was played like that: ``kicker``, ``flashback``."""
    return line(f"{word} {ability}")


def pay(cost: str, ability: Line, otherwise: Line | None = None) -> Line:
    """The player may pay for the *ability*; if not, something else may happen."""
    return line(f"pay({cost}) {ability}{f'?{otherwise}' if otherwise else ''}")


def later(times: str, ability: Line) -> Line:
    """It happens later, such as ``endofturn once`` or ``next upkeep``."""
    return line(f"phaseaction[{times}] {ability}")


def while_(condition: str, ability: Line) -> Line:
    """It is so while the *condition* holds for this card, such as ``counter{0/0.1.Charge}>=3``."""
    return line(f"this({condition}) {ability}")


def lord(kinds: str, ability: Line) -> Line:
    """It is so for all cards of the *kinds* as long as this is there."""
    return line(f"lord({kinds}) {ability}")


def as_long_as(kinds: str, ability: Line, *, more_than: int = 0) -> Line:
    """It is so while there are cards of the *kinds*, or more than so many."""
    return line(f"aslongas({kinds}) {ability}{f' >{more_than}' if more_than else ''}")


def for_each(kinds: str, ability: Line) -> Line:
    """It is so once for each card of the *kinds*."""
    return line(f"foreach({kinds}) {ability}")


# ------------------------------------------------------------------------------------- Joined


def together(*abilities: Line) -> Line:
    """All of it happens."""
    return line(" && ".join(map(str, abilities)))


def until_end_of_turn(ability: Line) -> Line:
    """It is so until the end of the turn."""
    return line(f"{ability} ueot")


def player(who: str, *abilities: Line) -> Line:
    """What a player other than the controller does, with their own choices.

    Args:
        who: such as ``opponent``, ``targetedplayer``, ``targetcontroller``.
        abilities: what they do.
    """
    inside = " _ ".join(str(transform(each, _joined_within)) for each in abilities)
    return line(f"ability$!{inside}!$ {who}")


def _joined_within(node: Node) -> Node:
    """A sequence as it stands within another player's abilities."""
    if not isinstance(node, Sequence):
        return node
    return Sequence(tuple(" _ " if isinstance(item, str) else item for item in node.items))


def gains(
    *abilities: Line,
    types: str = "",
    power: Amounted | None = None,
    toughness: Amounted | None = None,
) -> Line:
    """A card gains abilities, types, or another size; within them the engine wants no commas.

    Args:
        abilities: what it gains; of a line that is done at once, what it does.
        types: types, subtypes and colours, such as ``Creature Elemental``.
        power: what its power becomes.
        toughness: what its toughness becomes.

    Raises:
        ModelError: one of the *abilities* has a comma that nothing can stand for.
    """
    changes = [types, *(f"newability[{_without_commas(each)}]" for each in abilities)]
    changes += [f"setpower={power}"] * (power is not None)
    changes += [f"settoughness={toughness}"] * (toughness is not None)
    return line(f"transforms(({','.join(changes)}))")


def _without_commas(ability: Line) -> str:
    """The text of *ability* with what stands for commas within a transformation."""
    text = str(transform(ability, _written_without_comma))
    held = [
        (start, start + len(str(node)))
        for start, node in parse(text).walk()
        if isinstance(node, Transformation | Block | Afterwards)
    ]
    for at, sign in enumerate(text):
        if sign == "," and not any(start <= at < end for start, end in held):
            raise ModelError(f"nothing can replace the comma at character {at + 1} of {text!r}")
    return text


def _written_without_comma(node: Node) -> Node:
    match node:
        case Kinds(items=(_, _, *_)):
            return _without_comma(node)
        case Details(items=items):
            return Details(tuple("^" if item == "," else item for item in items))
        case Amount(separator=separator):
            return Amount(separator.replace(",", "."), node.number)
        case Label(text=text):
            return Label(text.replace(",", "."))
    return node


def _without_comma(kinds: Kinds) -> Kinds:
    """The same cards in brackets, where a ``;`` is "or"; of players, with ``^``."""
    words = [each.word for each in kinds.nodes if isinstance(each, Kind)]
    are_types = "player" not in words and str(kinds).strip().lower() == ",".join(words)
    text = f"*[{';'.join(words)}]" if are_types else str(kinds).replace(",", "^")
    body = parse(text, "target").body
    return body.kinds if isinstance(body, Target) and body.kinds else kinds
