"""When abilities happen, what they need, and what they cost: triggers, conditions and costs."""

from __future__ import annotations

from attrs import frozen

from .nodes import (
    CounterKind,
    CounterTest,
    Group,
    Headed,
    Leaf,
    Node,
    Number,
    Target,
    Unknown,
)

# ---------------------------------------------------------------------------------- Conditions


@frozen(eq=False, repr=False)
class Standing(Leaf):
    """Words for something that is so, or not, as ``raid``."""


@frozen(eq=False, repr=False)
class Placed(Headed):
    """How many cards are there, or were this turn; or whether something can be, or was, done.

    Example: ``type(creature|mybattlefield)``
    Example: ``paid(kicker)``
    """

    what: Target | Cost
    end: str = ")"


@frozen(eq=False, repr=False)
class Measured(Headed):
    """A number to compare, as ``compare(lifetotal)`` or ``variable{controllerturn}``."""

    number: Number | Unknown
    end: str


@frozen(eq=False, repr=False)
class OddMeasure(Group):
    """A restriction that is compared like a number.

    Example: ``compare(restriction{asSorcery}~morethan~0)``
    """


@frozen(eq=False, repr=False)
class Relative(Node):
    """What something is compared to, as ``~morethan~3``."""

    sign: str
    operand: Placed | Measured | OddMeasure | Number | None

    @property
    def word(self) -> str:
        """Return the sign without the tildes, in lower case."""
        return self.sign.strip("~ \t").lower()


@frozen(eq=False, repr=False)
class Condition(Node):
    """Something that has to hold, as ``type(creature|mybattlefield)~morethan~2``."""

    negation: str | None
    test: Placed | Measured | OddMeasure | CounterTest | Restriction | Standing | Unknown
    relative: Relative | Unknown | None


@frozen(eq=False, repr=False)
class Conditions(Group):
    """Conditions that all have to hold, as ``myturnonly,raid``."""


@frozen(eq=False, repr=False)
class Restriction(Headed):
    """``restriction{...}``: the ability can be used, or happens, only if all of this holds.

    Example: ``restriction{type(land|mybattlefield)~morethan~4}``
    """

    conditions: Conditions | None
    end: str
    colon: str | None = None


@frozen(eq=False, repr=False)
class When(Node):
    """``if ... then``: what follows is for that case.

    Example: ``if paid(kicker) then``
    Example: ``ifnot raid then``
    """

    word: str
    conditions: Conditions
    then: str


@frozen(eq=False, repr=False)
class Scope(Headed):
    """What a clause is about.

    ``all`` does it once to each card that matches, ``lord`` as long as the card matches and
    ``teach`` to what this card is attached to; ``foreach`` does it once for each that matches, and
    ``aslongas`` while something matches.

    Example: ``lord(other goblin|mybattlefield)``
    """

    target: Target
    end: str = ")"


@frozen(eq=False, repr=False)
class Check(Headed):
    """What holds for this card while the clause does: ``this``, ``while``, ``thisforeach``.

    Example: ``this(counter{0/0.1.Level}>=3)``
    Example: ``thisforeach(variable{type:land:mybattlefield})``
    """

    conditions: Conditions
    end: str | None


# --------------------------------------------------------------------------------------- Costs


@frozen(eq=False, repr=False)
class ManaSymbol(Leaf):
    """Mana, as ``{G}`` or ``{2/W}``."""


@frozen(eq=False, repr=False)
class ExtraCost(Leaf):
    """What has to be done to this card, or by the player, as ``{T}`` or ``{cycle}``."""

    @property
    def word(self) -> str:
        """Return its name in lower case and without braces."""
        return self.text.strip("{} \t").lower()


@frozen(eq=False, repr=False)
class TargetedCost(Headed):
    """What has to be done to another card, as ``{S(goblin|mybattlefield)}``."""

    target: Target
    end: str = ")}"


@frozen(eq=False, repr=False)
class CounterCost(Headed):
    """Counters that have to be put on, or taken off, as ``{C(0/0,-1,Loyalty)}``."""

    counter: CounterKind
    close: str
    owner: str | None
    end: str


@frozen(eq=False, repr=False)
class NumberedCost(Headed):
    """An amount of something, as ``{L:3}``."""

    number: Number
    end: str = "}"


@frozen(eq=False, repr=False)
class Cost(Group):
    """What has to be paid, as ``{2}{G}{T}:``."""


@frozen(eq=False, repr=False)
class Payment(Headed):
    """``pay(...)``: what the player may pay now, as ``pay({2})`` or ``pay[[{W}]]``."""

    cost: Cost | None
    end: str
    colon: str | None = None


@frozen(eq=False, repr=False)
class Times(Group):
    """When, and how often, as ``phaseaction[endofturn once] sacrifice``."""


@frozen(eq=False, repr=False)
class Schedule(Headed):
    """``phaseaction[...]``: what follows happens at that time; ``upcost[...]``: if it is not paid.

    Example: ``phaseaction[endofturn once]``
    Example: ``upcost[{1}{G};next upkeep]``
    """

    cost: Cost | None
    times: Times | None
    end: str
    colon: str | None = None


# ------------------------------------------------------------------------------------ Triggers


@frozen(eq=False, repr=False)
class Event(Headed):
    """Something that happens to a card or a player, as ``movedto(creature|graveyard)``."""

    target: Target
    end: str = ")"


@frozen(eq=False, repr=False)
class CounterEvent(Headed):
    """Counters that are put on or taken off, as ``counteradded(1/1)``."""

    counter: CounterKind
    end: str = ")"


@frozen(eq=False, repr=False)
class SimpleEvent(Leaf):
    """Something that happens to this card, as ``@rebounded:``."""

    @property
    def name(self) -> str:
        """Return the name of the event in lower case."""
        return self.word


@frozen(eq=False, repr=False)
class PhaseEvent(Node):
    """The beginning of a phase, each time or the next time.

    Example: ``@each my upkeep:``
    Example: ``@next endofturn:``
    """

    which: str
    whose: str | None
    phase: str

    @property
    def name(self) -> str:
        """Return the name of the phase in lower case."""
        return self.phase.strip().lower()


@frozen(eq=False, repr=False)
class Result(Leaf):
    """What a die or a coin has to show, what the opponent must have lost, which card is left out.

    Example: ``@dierolled(*|battlefield) result(6):``
    """


@frozen(eq=False, repr=False)
class TriggerLimit(Leaf):
    """How often, or in which state, a trigger is one, as ``@drawn(player) turnlimited:``."""


@frozen(eq=False, repr=False)
class Limits(Group):
    """What else has to hold for a trigger: from where, by what, how often.

    Example: ``@damaged(player) from(creature) once:``
    """


@frozen(eq=False, repr=False)
class Trigger(Node):
    """``@...:``: the ability happens when this does.

    Example: ``@movedto(creature|graveyard) from(battlefield):``
    Example: ``@each my upkeep:``
    """

    at: str
    event: Event | CounterEvent | SimpleEvent | PhaseEvent | Unknown
    limits: Limits | None
    end: str | None

    @property
    def name(self) -> str:
        """Return the name of the event or of the phase in lower case."""
        return self.event.word if isinstance(self.event, Unknown) else self.event.name
