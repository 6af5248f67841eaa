"""XML in which a few elements are changed, and all else stays as it is."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from attrs import define, field

from .patch import CannotPatchError, Edit, aligned
from .xml_text import ATTRIBUTE, MARKUP

#: The attributes that tell an element from others of its tag, the first that it has.
_IDENTITY: Final = ("id", "name", "key")
#: The blanks before an element on a line of its own, with the end of the line before.
_OWN_LINE: Final = re.compile(r"(?:\r?\n)?[ \t]*\Z")
#: A comment on the line above, or on several.
_COMMENT_ABOVE: Final = re.compile(r"(?:\r?\n)[ \t]*<!--(?:(?!-->|<!--).)*-->[ \t]*\Z", re.DOTALL)
#: How far before an element a comment is looked for.
_MOST_COMMENT: Final = 1000


@define(eq=False)
class _Node:
    """An element, and where it stands.

    Attributes:
        text: the text that it stands in.
        tag: its name as written.
        start, head, foot, end: where its start tag begins and ends, and its end tag; there is none
            if *foot* is *end*.
        attributes: where the values stand, by name.
        children: its elements.
    """

    text: str
    tag: str
    start: int
    head: int
    attributes: dict[str, tuple[int, int]]
    foot: int = 0
    end: int = 0
    children: list[_Node] = field(factory=list)

    def __str__(self) -> str:
        """As it is written."""
        return self.text[self.start : self.end]

    def value(self, name: str) -> str | None:
        """The value of an attribute as it is written."""
        place = self.attributes.get(name)
        return None if place is None else self.text[slice(*place)]

    @property
    def identity(self) -> tuple[str, str]:
        """The tag, and what tells the element from others of it."""
        names = (self.value(name) for name in _IDENTITY)
        return self.tag.rpartition(":")[2], next(filter(None, names), "").strip("{}").lower()

    @property
    def content(self) -> str:
        """What is in it, as it is written."""
        return self.text[self.head : self.foot]

    @property
    def has_text(self) -> bool:
        """Whether there is text between its elements, or instead of them."""
        places = [
            self.head,
            *(each for child in self.children for each in (child.start, child.end)),
        ]
        places.append(max(self.foot, self.head))
        between = zip(places[::2], places[1::2], strict=True)
        return any(self.text[start:end].strip() for start, end in between)

    @property
    def indent(self) -> str:
        """The blanks before it on its line; empty if something else stands there."""
        line = self.text[self.text.rfind("\n", 0, self.start) + 1 : self.start]
        return "" if line.strip() else line


def _root(text: str) -> _Node:
    """The outermost element of *text*, which is well-formed."""
    stack: list[_Node] = []
    for match in MARKUP.finditer(text):
        if match["tag"]:
            places = ATTRIBUTE.finditer(text, *match.span("attributes"))
            attributes = {each[1]: each.span(3) for each in places}
            node = _Node(text, match["tag"], match.start(), match.end(), attributes)
            if stack:
                stack[-1].children.append(node)
            stack.append(node)
        if match["closing"] or match["empty"]:
            node = stack.pop()
            node.foot, node.end = match.end() if match["empty"] else match.start(), match.end()
            if not stack:
                return node
    raise CannotPatchError


def xml_edits(text: str, before: str, after: str) -> Iterator[Edit]:
    """The edits that make of the document *text* what has become of *before*.

    *before* says what *text* says, and *after* what it is to say, both in the words of a writer,
    which indents by two blanks.

    Raises:
        CannotPatchError: something that has changed has no place of its own.
    """
    if before != after:
        yield from _element(_root(text), _root(before), _root(after))


def _element(old: _Node, before: _Node, after: _Node) -> list[Edit]:
    """The edits of an element.

    Raises:
        CannotPatchError: see :func:`xml_edits`.
    """
    if str(before) == str(after):
        return []
    if before.tag != after.tag or before.has_text or after.has_text:
        raise CannotPatchError
    return [*_attributes(old, before, after), *_children(old, before, after)]


def _attributes(old: _Node, before: _Node, after: _Node) -> Iterator[Edit]:
    last = old.start + 1 + len(old.tag)
    for name in after.attributes:
        value, place = after.value(name), old.attributes.get(name)
        if place is not None:
            last = place[1] + 1
        if value == before.value(name):
            continue
        if place is not None:
            # the writer's quotes are double; values have no such quotes, but may have single ones
            quoted = (value or "").replace("'", "&apos;") if old.text[last - 1] == "'" else value
            yield Edit(*place, quoted or "")
        elif name in before.attributes:
            raise CannotPatchError
        else:
            yield Edit(last, last, f' {name}="{value}"')
    for name in before.attributes.keys() - after.attributes.keys():
        place = old.attributes.get(name)
        if place is None:
            raise CannotPatchError
        start = old.text.rindex(name, 0, place[0])
        yield Edit(len(old.text[:start].rstrip()), place[1] + 1, "")


def _children(old: _Node, before: _Node, after: _Node) -> Iterator[Edit]:
    known: defaultdict[tuple[str, str], list[_Node]] = defaultdict(list)
    for child in reversed(old.children):
        known[child.identity].append(child)
    olds = [same.pop() if (same := known[each.identity]) else None for each in before.children]
    identities = [[each.identity for each in node.children] for node in (before, after)]
    last: _Node | None = None
    for was, now in aligned(*identities):
        own = None if was is None else olds[was]
        new = None if now is None else after.children[now]
        if was is None and new is not None:
            yield _added(old, last, new)
        elif was is not None and str(before.children[was]) != str(new):
            if own is None:
                raise CannotPatchError
            yield from [_removed(own)] if new is None else _changed(own, before.children[was], new)
        last = own if own is not None and new is not None else last


def _changed(old: _Node, before: _Node, after: _Node) -> list[Edit]:
    """The edits of an element, which is written anew if it has to be."""
    try:
        return _element(old, before, after)
    except CannotPatchError:
        return [Edit(old.start, old.end, _rendered(after, old.indent, _step(old), old.text))]


def _added(parent: _Node, last: _Node | None, new: _Node) -> Edit:
    """The edit that puts *new* behind the child *last*, or before all of them."""
    beside = last or (parent.children[0] if parent.children else None)
    if beside is None:
        raise CannotPatchError
    text = _rendered(new, beside.indent, _step(beside), parent.text)
    between = _line_end(parent.text) + beside.indent if beside.indent else ""
    if last is None:
        return Edit(beside.start, beside.start, text + between)
    return Edit(last.end, last.end, between + text)


def _removed(node: _Node) -> Edit:
    """The edit that removes *node* with its line and the comment above it."""
    text = node.text[max(0, node.start - _MOST_COMMENT) : node.start]
    before = len(text)
    for pattern in (_OWN_LINE, _COMMENT_ABOVE):
        match = pattern.search(text)
        text = text[: match.start()] if match else text
    return Edit(node.start - before + len(text), node.end, "")


def _rendered(node: _Node, indent: str, step: str, text: str) -> str:
    """*node*, as a writer has it, with the indents and the line ends of another *text*."""
    first, *lines = str(node).split("\n")
    depth = len(node.indent)
    rendered = [first]
    for line in lines:
        inner = line.lstrip(" ")
        rendered.append(indent + step * ((len(line) - len(inner) - depth) // 2) + inner)
    return _line_end(text).join(rendered)


def _step(node: _Node) -> str:
    """By how much more the elements in *node* are indented, as far as that can be seen."""
    indents = [child.indent for child in node.children if child.indent.startswith(node.indent)]
    return indents[0][len(node.indent) :] if indents else "\t" if "\t" in node.indent else "  "


def _line_end(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"


def root_attribute(text: str, name: str) -> str:
    """The value of an attribute of the outermost element as it is written; empty if it has none."""
    head = next((match for match in MARKUP.finditer(text) if match["tag"]), None)
    attributes = ATTRIBUTE.finditer(text, *head.span("attributes")) if head else ()
    return next((each[3] for each in attributes if each[1] == name), "")
