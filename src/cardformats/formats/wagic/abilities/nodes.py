"""What a tree of an ability is made of: frozen values that hold every sign they were read from.

The fields of a node are the parts of its text, in order, so that ``str(node)`` is that text,
blanks and all.  A *leaf* is a piece of text, a *group* has any number of parts, and every other
node has the parts that its rule in ``abilities.lark`` names.  A node does not know where it
stands, since the same part of many lines is one value; :meth:`Node.walk` says where its parts are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, ClassVar, Final, TypeAlias

from attrs import fields, frozen

Part: TypeAlias = "Node | str"

_HUMP: Final = re.compile(r"(?<!^)(?=[A-Z])")

#: The fields of each type of node, in order.
_NAMES: Final[dict[Any, tuple[str, ...]]] = {}


def rule_of(node: type[object]) -> str:
    """The name of the rule, or of the terminal, that makes a *node*."""
    return _HUMP.sub("_", node.__name__).lower()


@frozen
class Node:
    """A part of an ability."""

    IS_GROUP: ClassVar[bool] = False

    @property
    def parts(self) -> tuple[Part, ...]:
        """What the text consists of, in order; what is not there is left out."""
        cls: Any = type(self)
        if (names := _NAMES.get(cls)) is None:
            names = _NAMES[cls] = tuple(field.name for field in fields(cls))
        return tuple(part for name in names if (part := getattr(self, name)) is not None)

    def children(self) -> Iterator[tuple[int, Node]]:
        """The nodes right below this one, each with where it begins, counted from here."""
        offset = 0
        for part in self.parts:
            text = str(part)
            if isinstance(part, Node):
                yield offset, part
            offset += len(text)

    def walk(self) -> Iterator[tuple[int, Node]]:
        """This node and all below it, in the order of the text, each with where it begins.

        Offsets are counted in characters from the beginning of this node.
        """
        offset = 0
        waiting: list[Part] = [self]
        while waiting:
            part = waiting.pop()
            if isinstance(part, str):
                offset += len(part)
            else:
                yield offset, part
                waiting.extend(reversed(part.parts))

    def __str__(self) -> str:
        """The text that this was read from."""
        texts: list[str] = []
        waiting: list[Part] = [self]
        while waiting:
            part = waiting.pop()
            if isinstance(part, str):
                texts.append(part)
            else:
                waiting.extend(reversed(part.parts))
        return "".join(texts)


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


@frozen
class Leaf(Node):
    """A piece of text that has no parts.

    Attributes:
        text: as it is written, with the blanks after it.
    """

    text: str

    @property
    def word(self) -> str:
        """What is said: the text in lower case, without blanks around it."""
        return self.text.strip().lower()

    def __str__(self) -> str:
        """The text."""
        return self.text


@frozen
class Group(Node):
    """A node of any number of parts.

    Attributes:
        items: the parts and the signs between them.
    """

    IS_GROUP = True
    items: tuple[Part, ...]

    @property
    def parts(self) -> tuple[Part, ...]:
        """What the text consists of, in order."""
        return self.items

    @property
    def nodes(self) -> tuple[Node, ...]:
        """The parts without the signs between them."""
        return tuple(item for item in self.items if isinstance(item, Node))


@frozen
class Headed(Node):
    """A node that begins with what it is called.

    Attributes:
        head: its name as it is written, with the sign after it: ``damage:``, ``moveto(``.
    """

    head: str

    @property
    def name(self) -> str:
        """What it is called, in lower case."""
        return self.head.strip("(){}[]$!:=<>~@, \t").lower()


@frozen
class Unknown(Leaf):
    """What no rule allows; it is kept as it is, and the linter reports it.

    Attributes:
        rule: the rule that should have read it; None where no rule would.
    """

    rule: str | None = None

    @property
    def parts(self) -> tuple[Part, ...]:
        """The text."""
        return (self.text,)
