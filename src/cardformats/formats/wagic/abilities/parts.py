"""The small parts of abilities: numbers, counters, targets and zones."""

from __future__ import annotations

from attrs import field, frozen

from .nodes import Group, Headed, Leaf, Node, Unknown

# ------------------------------------------------------------------------------------- Numbers


@frozen
class Integer(Leaf):
    """A number as such.

    Example: ``-3``
    """


@frozen
class Variable(Leaf):
    """A number that has a name; names may be joined, as in ``storedmanacostplus1plusend``.

    Example: ``thatmuch``
    """


@frozen
class Measure(Group):
    """A number that is counted: how many cards, or the highest or lowest of what they have.

    Example: ``type:creature:mybattlefield``
    Example: ``power:highest:creature:battlefield``
    """


@frozen
class Counted(Leaf):
    """How many counters there are.

    Example: ``counter{0%0.1.Charge}``
    """


Number = Integer | Variable | Measure | Counted | Unknown


@frozen
class Comparison(Node):
    """What a number is compared to.

    Example: ``>=3``
    """

    sign: str
    number: Number | None = None


# ------------------------------------------------------------------------------------ Counters


@frozen
class Shape(Leaf):
    """What a counter adds to power and toughness; ``0/0`` for counters that only have a name.

    Example: ``counter(1/1)``
    """


@frozen
class Label(Leaf):
    """The name of a counter, after a comma or a stop.

    Example: ``counter(0/0,1,Charge)``
    """

    @property
    def word(self) -> str:
        """The name, in lower case."""
        return self.text.strip(",. \t").lower()


@frozen
class Amount(Node):
    """How many counters, after a comma or a stop.

    Example: ``,2``
    """

    separator: str
    number: Number


def _label(part: Label | Amount | None) -> Label | None:
    """A name after the number: by its signs alone, a name of one word could be a number too."""
    return Label(str(part)) if isinstance(part, Amount) else part


@frozen
class Counter(Node):
    """Counters of a kind: their shape, how many, their name, and how many there can be at most.

    Within ``transforms((...))`` there are stops in place of the commas.

    Example: ``counter(1/1)``
    Example: ``counter(0/0,-2,Loyalty)``
    Example: ``this(counter{0/0.1.Charge}) 1/1``
    """

    shape: Shape
    amount: Amount | None
    label: Label | None = field(converter=_label)
    extra: Label | Amount | None


@frozen
class NamedCounter(Node):
    """A counter of a name, with no number.

    Example: ``counter(0/0,Divine Shield)``
    """

    shape: Shape
    label: Label


@frozen
class AnyCounter(Node):
    """Counters of any kind, or of a name alone.

    Example: ``creature[counter{any}]``
    """

    label: Label


CounterKind = Counter | NamedCounter | AnyCounter


@frozen
class CounterTest(Headed):
    """Whether there is a counter, or how many there are.

    Example: ``counter{0/0.1.Charge}``
    """

    counter: CounterKind
    end: str = "}"


# ------------------------------------------------------------------------------------- Targets


@frozen
class Quality(Node):
    """Something that a card is, has, or has so much of.

    Example: ``-black``
    Example: ``power>=3``
    """

    minus: str | None
    trait: str | CounterTest | Unknown
    comparison: Comparison | Unknown | None


@frozen
class Qualities(Group):
    """What holds for a card: with ``&`` all of it, with ``;`` one of what is alike.

    Example: ``[-black;power>=3]``
    """


@frozen
class Kind(Node):
    """A kind of card or player: a type, a subtype, a name, or ``*`` for any card.

    Example: ``other goblin[tapped]``
    """

    other: str | None
    noun: str | None
    qualities: Qualities | Unknown | None
    after: str | None

    @property
    def word(self) -> str:
        """The type, the subtype or the name, in lower case."""
        return (self.noun or "").strip().lower()


@frozen
class Kinds(Group):
    """Kinds of which one is enough.

    Example: ``creature,player``
    """


@frozen
class HowMany(Node):
    """How many targets are chosen.

    Example: ``<2>``
    Example: ``<upto:3>``
    Example: ``<anyamount>``
    """

    head: str
    up_to: str | None
    number: Number | str
    end: str = ">"


@frozen
class Zone(Leaf):
    """A zone, of one player or of all.

    Example: ``moveto(mygraveyard)``
    Example: ``creature|mybattlefield``
    """


@frozen
class Zones(Group):
    """Where cards are; if nothing is said, on the battlefield.

    Example: ``|mygraveyard,myhand``
    """


@frozen
class Target(Node):
    """Which cards or players.

    Example: ``creature[-black],player``
    Example: ``<upto:2>land|mylibrary``
    """

    how_many: HowMany | Unknown | None
    kinds: Kinds | None
    zones: Zones | Unknown | None
