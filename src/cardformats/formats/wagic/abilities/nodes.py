"""What a tree of an ability is made of: frozen values that hold every sign they were read from.

The fields of a node are the parts of its text, in order, so that ``str(node)`` is that text
with all its spaces.  A *leaf* is a piece of text, a *group* has any number of parts, and every
other node has the parts that its rule in ``abilities.lark`` names.  A node has no position, since
the same part of many lines is one value; :meth:`Node.walk` yields the positions of its parts.

The small parts that all others have are here, too: numbers, counters, targets and zones.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from operator import attrgetter
from typing import Any, ClassVar, Final, TypeAlias

from attrs import field, fields, frozen

Part: TypeAlias = "Node | str"

#: How deep nodes may be nested; in real lines there are some thirty levels.
_DEEPEST: Final = 80
#: Longer texts of nodes are put together each time: deep trees would have too many.
_LONGEST_KEPT: Final = 100
_HUMP: Final = re.compile(r"(?<!^)(?=[A-Z])")


class _Parts(dict[Any, Callable[[Any], "tuple[Part | None, ...]"]]):
    """By a type of node, what gets its parts from its fields; None where nothing stands."""

    def __missing__(self, node: Any) -> Callable[[Any], tuple[Part | None, ...]]:
        names = [each.name for each in fields(node)]
        get: Callable[[Any], tuple[Part | None, ...]] = attrgetter(*names)
        if issubclass(node, Leaf):
            get = _text_of
        elif len(names) == 1 and not node.IS_GROUP:
            get = lambda only: (getattr(only, names[0]),)  # noqa: E731 - as short as the others
        self[node] = get
        return get


def _text_of(leaf: Leaf) -> tuple[str]:
    return (leaf.text,)


_PARTS: Final = _Parts()


_SPACES: Final = re.compile(r"[ \t]+")
#: Spaces next to these symbols have no meaning, except in names.
_TIGHT: Final = re.compile(r"[ \t]*([(\[{}\])=~<>|,;:])[ \t]*")


def plain_text(text: str, *, is_name: bool = False) -> str:
    """Return *text* without spaces that have no meaning; in names, only doubled ones have none."""
    text = _SPACES.sub(" ", text)
    return (text if is_name else _TIGHT.sub(r"\1", text)).strip(" \t")


def _meaning(parts: tuple[Part | None, ...]) -> tuple[Part | None, ...]:
    """Return the form of *parts* that equal nodes share."""
    plain = (plain_text(part).lower() if isinstance(part, str) else part for part in parts)
    return tuple(part for part in plain if part != "")


def rule_of(node: type[object]) -> str:
    """Return the name of the rule, or of the terminal, that makes a *node*."""
    return _HUMP.sub("_", node.__name__).lower()


class _Written:
    """What remembers its text, which is not one of its fields, once it was asked for."""

    __slots__ = ("_written",)
    _written: str


@frozen(eq=False, repr=False)
class Node(_Written):
    """A part of an ability.

    Types of nodes have their equality and their ``repr`` from here: there are many types, and
    generating methods for each would take longer than reading a line.
    """

    IS_GROUP: ClassVar[bool] = False

    @property
    def parts(self) -> tuple[Part, ...]:
        """Return the parts of the text in order."""
        return tuple(part for part in _PARTS[type(self)](self) if part is not None)

    def children(self) -> Iterator[tuple[int, Node]]:
        """Yield the nodes right below this one, each with where it begins, counted from here."""
        offset = 0
        for part in _PARTS[self.__class__](self):
            if isinstance(part, Node):
                yield offset, part
            if part is not None:
                offset += len(str(part))

    def walk(self) -> Iterator[tuple[int, Node]]:
        """Yield this node and all below it in the order of the text, each with its offset.

        Offsets are counted in characters from the beginning of this node.
        """
        offset = 0
        waiting: list[Any] = [self]
        while waiting:
            part = waiting.pop()
            cls = part.__class__
            if cls is str:
                offset += len(part)
            elif part is not None:
                yield offset, part
                if (parts := _PARTS[cls]) is _text_of:
                    offset += len(part.text)
                else:
                    waiting += parts(part)[::-1]

    def __eq__(self, other: object) -> bool:
        """Return whether *other* has the same type, and parts that say the same.

        Spaces and case are ignored: the engine converts lines to lower case.
        """
        if not isinstance(other, Node) or other.__class__ is not self.__class__:
            return NotImplemented
        get = _PARTS[self.__class__]
        return _meaning(get(self)) == _meaning(get(other))

    def __hash__(self) -> int:
        """Return the same for nodes that are equal."""
        return hash((self.__class__, _meaning(_PARTS[self.__class__](self))))

    def __repr__(self) -> str:
        """Return an expression that makes the node."""
        names = [each.name for each in fields(self.__class__)]
        values = ", ".join(f"{name}={getattr(self, name)!r}" for name in names)
        return f"{self.__class__.__name__}({values})"

    def __str__(self) -> str:
        """Return the text that this was read from."""
        try:
            return self._written
        except AttributeError:
            text = self._joined()
        if len(text) <= _LONGEST_KEPT:
            object.__setattr__(self, "_written", text)
        return text

    def _joined(self) -> str:
        texts: list[str] = []
        waiting: list[Part | None] = [self]
        while waiting:
            part = waiting.pop()
            if isinstance(part, str):
                texts.append(part)
            elif part is not None:
                waiting += _PARTS[part.__class__](part)[::-1]
        return "".join(texts)


def without(node: Any, offset: int) -> Any:
    """Remove the symbol at an *offset* of *node*, which may be a text."""
    if isinstance(node, str):
        return node[:offset] + node[offset + 1 :]
    if node.IS_GROUP:
        return type(node)(_one_without(node.items, offset))
    names = [each.name for each in fields(type(node))]
    values = [getattr(node, name) for name in names]
    if isinstance(node, Leaf):
        values[0] = without(node.text, offset)
        return type(node)(*values)
    return type(node)(*_one_without(values, offset))


def _one_without(parts: Iterable[Any], offset: int) -> tuple[Any, ...]:
    """Remove the symbol at an *offset* from one of *parts*."""
    result = []
    for part in parts:
        size = 0 if part is None else len(str(part))
        result.append(without(part, offset) if 0 <= offset < size else part)
        offset -= size
    return tuple(result)


def is_too_deep(node: Node) -> bool:
    """Return whether nodes are nested so deeply that they are left as they are written."""
    level: list[Node] = [node]
    for _ in range(_DEEPEST):
        level = [part for each in level for part in each.parts if isinstance(part, Node)]
    return bool(level)


class Visitor:
    """Goes through a tree, and calls for each node the method that is named after its rule.

    A subclass has methods such as ``visit_quantity(self, node, offset)``; the offset is where the
    node begins, in characters from the beginning of the tree.  Nodes whose rule has no method go to
    :meth:`visit_other`.  What is below a node is visited whatever its method does.
    """

    def visit(self, tree: Node) -> None:
        """Visit *tree* and all below it, in the order of the text."""
        for offset, node in tree.walk():
            getattr(self, f"visit_{rule_of(type(node))}", self.visit_other)(node, offset)

    def visit_other(self, node: Node, offset: int) -> None:
        """Do what is to be done with a node whose rule has no method: nothing."""


@frozen(eq=False, repr=False)
class Leaf(Node):
    """A piece of text that has no parts.

    Attributes:
        text: as it is written, with the spaces after it.
    """

    text: str

    @property
    def word(self) -> str:
        """Return the text in lower case, without surrounding spaces."""
        return self.text.strip().lower()

    def __str__(self) -> str:
        """Return the text."""
        return self.text


@frozen(eq=False, repr=False)
class Group(Node):
    """A node of any number of parts.

    Attributes:
        items: the parts and the signs between them.
    """

    IS_GROUP = True
    items: tuple[Part, ...]

    @property
    def nodes(self) -> tuple[Node, ...]:
        """Return the parts without the signs between them."""
        return tuple(item for item in self.items if isinstance(item, Node))


@frozen(eq=False, repr=False)
class Headed(Node):
    """A node that begins with what it is called.

    Attributes:
        head: its name as it is written, with the sign after it: ``damage:``, ``moveto(``.
    """

    head: str

    @property
    def name(self) -> str:
        """Return its name in lower case."""
        return self.head.strip("(){}[]$!:=<>~@, \t").lower()


@frozen(eq=False, repr=False)
class Unknown(Leaf):
    """What no rule allows; it is kept as it is, and the linter reports it.

    Attributes:
        rule: the rule that should have read it; None where no rule would.
    """

    rule: str | None = None


def unread_nodes(node: Node) -> int:
    """Return how many parts of *node* no rule reads."""
    return sum(isinstance(each, Unknown) for _, each in node.walk())


# ------------------------------------------------------------------------------------- Numbers


@frozen(eq=False, repr=False)
class Integer(Leaf):
    """A number as such, as ``-3``."""


@frozen(eq=False, repr=False)
class Variable(Leaf):
    """A number that has a name; names may be joined, as in ``storedmanacostplus1plusend``.

    Example: ``thatmuch``
    """


@frozen(eq=False, repr=False)
class Measure(Group):
    """A number that is counted: how many cards, or the highest or lowest of what they have.

    Example: ``type:creature:mybattlefield``
    Example: ``power:highest:creature:battlefield``
    """


@frozen(eq=False, repr=False)
class Counted(Leaf):
    """How many counters there are, as ``counter{0%0.1.Charge}``."""


Number = Integer | Variable | Measure | Counted | Unknown


@frozen(eq=False, repr=False)
class Comparison(Node):
    """What a number is compared to, as ``>=3``."""

    sign: str
    number: Number | None = None


# ------------------------------------------------------------------------------------ Counters


@frozen(eq=False, repr=False)
class Shape(Leaf):
    """What a counter adds to power and toughness; ``0/0`` for counters that only have a name.

    Example: ``counter(1/1)``
    """


@frozen(eq=False, repr=False)
class Label(Leaf):
    """The name of a counter, after a comma or a stop, as ``counter(0/0,1,Charge)``."""

    @property
    def word(self) -> str:
        """Return the name, in lower case."""
        return self.text.strip(",. \t").lower()


@frozen(eq=False, repr=False)
class Amount(Node):
    """How many counters, after a comma or a stop, as ``,2``."""

    separator: str
    number: Number


def _label(part: Label | Amount | Unknown | None) -> Label | Unknown | None:
    """Return the name after a number; by its form, a name of one word could be a number too."""
    return Label(str(part)) if isinstance(part, Amount) else part


@frozen(eq=False, repr=False)
class Counter(Node):
    """Counters of a kind: their shape, how many, their name, and how many there can be at most.

    Within ``transforms((...))`` there are stops in place of the commas.

    Example: ``counter(1/1)``
    Example: ``counter(0/0,-2,Loyalty)``
    Example: ``this(counter{0/0.1.Charge}) 1/1``
    """

    shape: Shape
    amount: Amount | Unknown | None
    label: Label | Unknown | None = field(converter=_label)
    extra: Label | Amount | Unknown | None


@frozen(eq=False, repr=False)
class NamedCounter(Node):
    """A counter of a name, with no number, as ``counter(0/0,Divine Shield)``."""

    shape: Shape
    label: Label


@frozen(eq=False, repr=False)
class AnyCounter(Node):
    """Counters of any kind, or of a name alone, as ``creature[counter{any}]``."""

    label: Label


CounterKind = Counter | NamedCounter | AnyCounter


@frozen(eq=False, repr=False)
class CounterTest(Headed):
    """Whether there is a counter, or how many there are, as ``counter{0/0.1.Charge}``."""

    counter: CounterKind
    end: str = "}"


# ------------------------------------------------------------------------------------- Targets


@frozen(eq=False, repr=False)
class Quality(Node):
    """A property of a card, or an amount of it, as ``-black`` or ``power>=3``."""

    minus: str | None
    trait: str | CounterTest | Unknown
    comparison: Comparison | Unknown | None


@frozen(eq=False, repr=False)
class Qualities(Group):
    """What holds for a card: with ``&`` all of it, with ``;`` one of what is alike.

    Example: ``[-black;power>=3]``
    """


@frozen(eq=False, repr=False)
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
        """Return the type, the subtype or the name, in lower case."""
        return (self.noun or "").strip().lower()


@frozen(eq=False, repr=False)
class Kinds(Group):
    """Kinds of which one is enough, as ``creature,player``."""


@frozen(eq=False, repr=False)
class HowMany(Node):
    """How many targets are chosen, as ``<2>``, ``<upto:3>`` or ``<anyamount>``."""

    head: str
    up_to: str | None
    number: Number | str
    end: str = ">"


@frozen(eq=False, repr=False)
class Zone(Leaf):
    """A zone, of one player or of all, as ``moveto(mygraveyard)`` or ``creature|mybattlefield``."""


@frozen(eq=False, repr=False)
class Zones(Group):
    """Zones of cards (default: the battlefield), as ``|mygraveyard,myhand``."""


@frozen(eq=False, repr=False)
class Target(Node):
    """Which cards or players, as ``creature[-black],player`` or ``<upto:2>land|mylibrary``."""

    how_many: HowMany | Unknown | None
    kinds: Kinds | None
    zones: Zones | Unknown | None
