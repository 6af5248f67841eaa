"""What abilities do: the nodes that clauses consist of."""

from __future__ import annotations

from attrs import frozen

from .conditions import Cost
from .nodes import (
    CounterKind,
    Group,
    Headed,
    Leaf,
    Node,
    Number,
    Target,
    Unknown,
    Zone,
)


@frozen(eq=False, repr=False)
class Keyword(Leaf):
    """A word of the rules that a card has, gets, or with a minus loses, as ``first strike``."""


@frozen(eq=False, repr=False)
class Protection(Leaf):
    """Protection from a colour or a type, as ``protection from black``."""


@frozen(eq=False, repr=False)
class Effect(Leaf):
    """Something that is done, in a word, as ``destroy``."""


@frozen(eq=False, repr=False)
class Blink(Leaf):
    """Exile, and return: for a moment, or until something, as ``(blink)ueot``."""


@frozen(eq=False, repr=False)
class Player(Leaf):
    """Who does it, or whom it is done to, as ``targetcontroller``."""


@frozen(eq=False, repr=False)
class Duration(Leaf):
    """For how long, or how often, as ``ueot``."""


@frozen(eq=False, repr=False)
class Timing(Leaf):
    """When an ability may be used, as ``asSorcery`` or ``myupkeeponly``."""


@frozen(eq=False, repr=False)
class Modifier(Leaf):
    """A word that changes how something is done, as ``noevent``."""


@frozen(eq=False, repr=False)
class Limit(Leaf):
    """How often an ability can be used in a turn, as ``limit:1``."""


@frozen(eq=False, repr=False)
class Criterion(Leaf):
    """Of ``foreach`` and ``aslongas``: from which number on, or up to which, as ``>4``."""


@frozen(eq=False, repr=False)
class Cast(Leaf):
    """A card is cast, or a copy of it, as ``castcard(copied noevent)``."""


@frozen(eq=False, repr=False)
class Dynamic(Leaf):
    """An effect whose size depends on a card, as ``dynamicability<!powerstrike!>``."""


@frozen(eq=False, repr=False)
class Targeting(Headed):
    """Whom the player chooses; ``notatarget`` chooses without targeting.

    Example: ``target(creature|opponentbattlefield)``
    """

    target: Target
    end: str = ")"


@frozen(eq=False, repr=False)
class Quantity(Headed):
    """An effect with an amount.

    Example: ``damage:3``
    Example: ``life:-type:swamp:mybattlefield``
    """

    number: Number


@frozen(eq=False, repr=False)
class Modification(Node):
    """What is added to power and toughness, as ``+2/-1``."""

    power: Number
    slash: str
    toughness: Number


@frozen(eq=False, repr=False)
class Mana(Headed):
    """Mana is added, as ``add{G}{G}``."""

    cost: Cost


@frozen(eq=False, repr=False)
class Counters(Headed):
    """Counters are put on a card, or with a minus taken off, as ``counter(1/1,2)``."""

    counter: CounterKind
    end: str = ")"


@frozen(eq=False, repr=False)
class Details(Group):
    """A name, types, power and toughness, colours and abilities, by their place.

    Example: ``token(Goblin,creature Goblin,1/1,red,haste)``
    """


@frozen(eq=False, repr=False)
class Creation(Headed):
    """Tokens are made.

    Example: ``token(Goblin,creature Goblin,1/1,red,haste)*2``
    Example: ``create(Soldier:creature Soldier:1/1:white)``
    """

    details: Details
    end: str
    times: Number | None


@frozen(eq=False, repr=False)
class Becoming(Headed):
    """A card becomes something, as ``becomes(Creature Elemental,3/3,red)``."""

    details: Details
    end: str = ")"


@frozen(eq=False, repr=False)
class Move(Headed):
    """A card is moved to a zone, as ``moveto(ownerhand)``."""

    zone: Zone | Unknown
    end: str = ")"


@frozen(eq=False, repr=False)
class Relation(Headed):
    """Cards that something has to do with.

    Example: ``cantbeblockedby(artifact)``
    Example: ``from(creature[red])``
    """

    target: Target
    end: str = ")"


@frozen(eq=False, repr=False)
class Maximum(Headed):
    """How many cards of a kind can be cast, or put onto the battlefield, in a turn.

    Example: ``maxcast(creature)1``
    """

    target: Target
    end: str
    number: Number | None


@frozen(eq=False, repr=False)
class Call(Headed):
    """Something that is done, with words that say how.

    Example: ``tap(noevent)``
    Example: ``altercost(colorless,-1)``
    """

    arguments: str | None
    end: str = ")"


@frozen(eq=False, repr=False)
class Setting(Headed):
    """Power or toughness becomes a number, as ``setpower=3``."""

    number: Number


@frozen(eq=False, repr=False)
class Colors(Leaf):
    """Colours that a card gets besides its own, as ``transforms((newcolors[black]))``."""
