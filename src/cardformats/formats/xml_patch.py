"""XML in which a few elements are changed, and all else stays as it is."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Final

from attrs import define

from ..losses import LossLog
from ..source import SourceText
from .patch import CannotPatchError, Edit, aligned, common, patched_source
from .xml_tags import GRAMMAR, XmlProblem, places_of
from .xml_tree import Element, tree

#: The attributes that tell an element from others of its tag, the first that it has; without them,
#: its first child if it is called so, or its text.
_IDENTITY: Final = ("id", "name", "key")
#: How GUIDs are written differently.
_IN_GUIDS: Final = str.maketrans("", "", "-{}()")
_MOST_TEXT: Final = 100
#: How far before an element a comment is looked for.
_MOST_COMMENT: Final = 1000


@define(eq=False, slots=False)
class _PatchNode(Element):
    """An element that is compared with others, and changed."""

    @property
    def whole(self) -> str:
        """Return the text that the element stands in."""
        return self.source.text

    def value(self, name: str) -> str | None:
        """Return the value of an attribute as it is written."""
        place = self.places.get(name)
        return None if place is None else self.whole[slice(*place)]

    @cached_property
    def identity(self) -> tuple[str, str]:
        """Return the tag, and what distinguishes the element from others with the same tag."""
        names = (self.value(name) for name in _IDENTITY)
        named = (each.content for each in self.children[:1] if each.tag in _IDENTITY)
        text = (each.strip()[:_MOST_TEXT] for each in (self.content,) if not self.children)
        own = next(filter(None, (*names, *named, *text)), "")
        return self.tag.rpartition(":")[2], own.translate(_IN_GUIDS).lower() or own

    @property
    def has_text(self) -> bool:
        """Return whether there is text between its elements, or instead of them."""
        return any(self.whole[start:end].strip() for start, end in self.gaps())

    @property
    def is_first_of_line(self) -> bool:
        """Return whether nothing else stands before it on its line."""
        return not self.whole[self.whole.rfind("\n", 0, self.start) + 1 : self.start].strip()

    @property
    def indent(self) -> str:
        """Return the spaces before it on its line; empty if something else stands there."""
        line = self.whole.rfind("\n", 0, self.start) + 1
        return self.whole[line : self.start] if self.is_first_of_line else ""


def _root(text: str) -> _PatchNode:
    """Return the outermost element of *text*, which is well-formed."""
    try:
        return tree(SourceText("", text), _PatchNode)
    except XmlProblem as problem:
        raise CannotPatchError(problem.message) from None


def xml_edits(text: str, before: str, after: str, many: str = "") -> Iterator[Edit]:
    """Yield the edits that change the document *text* as *before* has changed to *after*.

    *before* says what *text* says, and *after* what it is to say, both in the words of a writer,
    which indents by two spaces.  Of elements called *many* that each begin with what identifies
    them, only those near the changes are looked at: to look at thousands takes long.

    Raises:
        CannotPatchError: If a change has no place of its own.
    """
    if before != after:
        (old, *words), cuts = _near_changes((text, before, after), many)
        for edit in _element(_root(old), *map(_root, words)):
            start, end = (
                place + sum(length for cut, length in cuts if cut <= place) for place in edit[:2]
            )
            yield Edit(start, end, edit.new)


def _near_changes(
    texts: Sequence[str], many: str
) -> tuple[Sequence[str], Sequence[tuple[int, int]]]:
    """Return *texts* without the elements called *many* that are before or behind all changes.

    One remains on each side.  With the texts is where the first of them was cut, and how many
    characters of it are left out there.
    """
    places = [places_of(text, many) if many else () for text in texts]
    old, before, after = (
        [text[start:end] for start, end in own] for text, own in zip(texts, places, strict=True)
    )
    if not (old and after) or [*map(_beginning, old)] != [*map(_beginning, before)]:
        return texts, ()
    head = common(before, after)
    tail = common(before[head:][::-1], after[head:][::-1])
    near: list[str] = []
    cuts: list[tuple[int, int]] = []
    for text, own in zip(texts, places, strict=True):
        (first, _), (_, last) = own[0], own[-1]
        start, end = own[max(head - 1, 0)][0], own[len(own) - max(tail, 1)][1]
        near.append(text[:first] + text[start:end] + text[last:])
        cuts += [(first, start - first), (first + end - start, last - end)]
    return near, cuts[:2]


def _beginning(element: str) -> str:
    """Return the beginning of *element* up to its first end tag, without white space."""
    return "".join(element.partition("</")[0].split())


def rewritten(
    source: SourceText | None,
    before: str,
    after: str,
    says: Callable[[SourceText], str],
    losses: LossLog,
    what: str,
) -> SourceText:
    """Return *source* with the changes from *before* to *after*; if not possible, *after*.

    What a changed source *says* is in the words of the writer, too.  It is to say *after*, or, if
    reading *after* itself loses something, what is read of that.  If it cannot be changed, that is
    reported of *what* was read.
    """
    written = SourceText("", after)

    def is_right(changed: SourceText) -> bool:
        return (again := says(changed)) == after or again == says(written)

    if source is not None:
        edits = xml_edits(source.text, before, after)
        changed = patched_source(source, edits, is_right, losses, what)
        if changed is not None:
            return changed
    return written


def _element(old: _PatchNode, before: _PatchNode, after: _PatchNode) -> Iterator[Edit]:
    """Yield the edits of an element.

    Raises:
        CannotPatchError: As :func:`xml_edits` raises it.
    """
    if before.tag != after.tag:
        raise CannotPatchError(f"<{before.tag}> would be <{after.tag}>")
    yield from _attributes(old, before, after)
    if before.content == after.content:
        return
    if before.has_text or after.has_text:
        yield _content(old, before, after)
    else:
        yield from _children(old, before, after)


def _attributes(old: _PatchNode, before: _PatchNode, after: _PatchNode) -> Iterator[Edit]:
    last = old.start + 1 + len(old.tag)
    spellings = _spellings(old, before)
    for name in after.places:
        value, place = after.value(name) or "", old.places.get(spellings.get(name, name))
        if place is not None:
            last = place[1] + 1
        if value == before.value(name):
            continue
        if place is not None:
            # the writer's quotes are double; values have no such quotes, but may have single ones
            is_single = old.whole[last - 1] == "'"
            yield Edit(*place, value.replace("'", "&apos;") if is_single else value)
        elif name in before.places:
            yield _text_instead(old, value)
        else:
            yield Edit(last, last, f' {name}="{value}"')
    for name in before.places.keys() - after.places.keys():
        written = spellings.get(name, name)
        place = old.places.get(written)
        if place is None:
            raise CannotPatchError(f"<{old.tag}> has no attribute {name!r} to remove")
        start = old.whole.rindex(written, 0, place[0])
        while old.whole[start - 1].isspace():
            start -= 1
        yield Edit(start, place[1] + 1, "")


def _spellings(old: _PatchNode, before: _PatchNode) -> dict[str, str]:
    """Return how *old* spells the attributes that *before* spells in another case."""
    unknown = {name.lower(): name for name in old.places if name not in before.places}
    missing = (name for name in before.places if name not in old.places)
    return {name: unknown[name.lower()] for name in missing if name.lower() in unknown}


def _text_instead(old: _PatchNode, value: str) -> Edit:
    """Return the edit of an element whose text is an attribute for the writer.

    Raises:
        CannotPatchError: If it has elements or no text, or would have only whitespace.
    """
    text = value.replace("&#10;", _line_end(old.whole)).replace("&#9;", "\t").replace("&quot;", '"')
    if old.foot == old.end or old.children or not text.strip():
        raise CannotPatchError(f"<{old.tag}> has no text to change")
    return Edit(old.head, old.foot, text)


def _content(old: _PatchNode, before: _PatchNode, after: _PatchNode) -> Edit:
    """Return the edit of the content of an element with text, limited to what differs.

    Raises:
        CannotPatchError: If the element has no content.
    """
    if old.foot == old.end or after.foot == after.end:
        raise CannotPatchError(f"<{old.tag}> has no content to change")
    was, now = (each.content.replace("\n", _line_end(old.whole)) for each in (before, after))
    start = end = 0
    if was == old.content:
        shortest = min(len(was), len(now))
        start = next((i for i in range(shortest) if was[i] != now[i]), shortest)
        most = shortest - start
        end = next((i for i in range(most) if was[-1 - i] != now[-1 - i]), most)
    return Edit(old.head + start, old.foot - end, now[start : len(now) - end])


def _children(old: _PatchNode, before: _PatchNode, after: _PatchNode) -> Iterator[Edit]:
    if not old.children and not before.children and after.children:
        yield _only(old, after.children)
        return
    olds, others = _matched(old.children, before.children)
    identities = [[each.identity for each in node.children] for node in (before, after)]
    pairs = [
        each
        for was, now in aligned(*identities)
        # what is of another tag has not changed into it
        for each in (
            [(was, None), (None, now)]
            if was is not None
            and now is not None
            and identities[0][was][0] != identities[1][now][0]
            else [(was, now)]
        )
    ]
    kept = [None if None in (was, now) else olds[was or 0] for was, now in pairs]
    following: list[_PatchNode | None] = []
    for own in reversed(kept):
        following.append(own or (following[-1] if following else None))
    last: _PatchNode | None = None
    place: tuple[_PatchNode | None, _PatchNode | None] | None = None  # where what is new here goes
    for (was, now), own, later in zip(pairs, kept, reversed(following), strict=True):
        new = None if now is None else after.children[now]
        if was is None and new is not None:
            # what has no meaning to the writer may stand where it is to be
            same = others.pop(new.identity, None) or _unused(others, new)
            if same is None:
                place = place or _place(last, later, new)
                yield _added(old, *place, new)
            else:
                yield _rewritten(same, new)
                last, place = same, None
        elif was is not None and str(before.children[was]) != str(new):
            gone = olds[was]
            if gone is None:
                raise CannotPatchError(f"<{before.children[was].tag}> stands nowhere")
            yield from (
                [_removed(gone)] if new is None else _changed(gone, before.children[was], new)
            )
        if own is not None:
            last, place = own, None


def _unused(others: dict[tuple[str, str], _PatchNode], new: _PatchNode) -> _PatchNode | None:
    """Remove the empty element of the tag of *new* from *others*, and return it; None if none."""
    empty = others.get((new.identity[0], ""))
    if empty is None or empty.places or empty.content.strip():
        return None
    return others.pop(empty.identity)


def _matched(
    olds: Sequence[_PatchNode], befores: Sequence[_PatchNode]
) -> tuple[list[_PatchNode | None], dict[tuple[str, str], _PatchNode]]:
    """Return the one of *olds* for each of *befores*, and by identity those that match none.

    Those of the same identity are the same, in their order; and so are those of a tag that are left
    if they are as many.
    """
    known: defaultdict[tuple[str, str], list[_PatchNode]] = defaultdict(list)
    for child in reversed(olds):
        known[child.identity].append(child)
    matched = [same.pop() if (same := known[each.identity]) else None for each in befores]
    rest: defaultdict[str, list[_PatchNode]] = defaultdict(list)
    for child in (each for each in olds if each in known[each.identity]):
        rest[child.identity[0]].append(child)
    missing = [number for number, each in enumerate(matched) if each is None]
    for tag, nodes in rest.items():
        numbers = [number for number in missing if befores[number].identity[0] == tag]
        if len(numbers) == len(nodes):
            for number, node in zip(numbers, nodes, strict=True):
                matched[number] = node
                known[node.identity].remove(node)
    return matched, {identity: nodes[-1] for identity, nodes in known.items() if nodes}


def _changed(old: _PatchNode, before: _PatchNode, after: _PatchNode) -> list[Edit]:
    """Return the edits of an element, which is rewritten if they have no place."""
    try:
        return list(_element(old, before, after))
    except CannotPatchError:
        return [_rewritten(old, after)]


def _rewritten(old: _PatchNode, after: _PatchNode) -> Edit:
    return Edit(old.start, old.end, _rendered(after, old.indent, _step(old), old.whole))


def _before(node: _PatchNode) -> str:
    """Return the line end and the indentation before *node*; empty if it does not begin a line."""
    return _line_end(node.whole) + node.indent if node.is_first_of_line else ""


def _place(
    last: _PatchNode | None, following: _PatchNode | None, new: _PatchNode
) -> tuple[_PatchNode | None, _PatchNode | None]:
    """Return the neighbour of *new* between two that stay: after the one, or before the other."""
    if following is not None and (last is None or last.tag != following.tag == new.tag):
        return None, following
    return last, None


def _added(
    parent: _PatchNode, last: _PatchNode | None, following: _PatchNode | None, new: _PatchNode
) -> Edit:
    """Return the edit that puts *new* after *last*, or before *following*, or first."""
    if following is None and parent.children:
        following = parent.children[0]
    beside = last or following
    if beside is None:
        return _only(parent, [new])
    text = _before(beside) + _rendered(new, beside.indent, _step(beside), parent.whole)
    place = _top(beside) if last is None else _bottom(last)
    return Edit(place, place, text)


def _only(parent: _PatchNode, nodes: Sequence[_PatchNode]) -> Edit:
    """Return the edit that puts *nodes* into *parent*, which has no other element."""
    step = _step(parent)
    indent = "" if step is None else parent.indent + step
    before, behind = ("", "") if step is None else (_before(parent) + step, _before(parent))
    texts = (before + _rendered(each, indent, step, parent.whole) for each in nodes)
    return _inserted(parent, parent.head + len(parent.content.rstrip()), "".join((*texts, behind)))


def _inserted(node: _PatchNode, start: int, content: str) -> Edit:
    """Return the edit that ends *node* with *content* from *start* on; an empty tag is opened."""
    if node.foot < node.end:
        return Edit(start, node.foot, content)
    end_of_attributes = node.start + len(node.whole[node.start : node.end - len("/>")].rstrip())
    return Edit(end_of_attributes, node.end, f">{content}</{node.tag}>")


def _removed(node: _PatchNode) -> Edit:
    """Return the edit that removes *node* with its line and the comments on and above it."""
    rest = GRAMMAR.rule("REST_OF_LINE").match(node.whole, node.end)
    if rest is None:
        return Edit(node.start, node.end, "")
    return Edit(_top(node), rest.end(), "")


def _top(node: _PatchNode) -> int:
    """Return the start of *node*, including the line end before it and the comment above it."""
    text = node.whole[max(0, node.start - _MOST_COMMENT) : node.start]
    before = len(text)
    if node.is_first_of_line:
        for pattern in ("SPACE_BEFORE", "COMMENT_ABOVE"):
            match = GRAMMAR.rule(pattern).search(text)
            text = text[: match.start()] if match else text
    return node.start - before + len(text)


def _bottom(node: _PatchNode) -> int:
    """Return the end of *node*, including the comment behind it on its line."""
    rest = GRAMMAR.rule("REST_OF_LINE").match(node.whole, node.end)
    return rest.end() if rest and node.is_first_of_line else node.end


def _rendered(node: _PatchNode, indent: str, step: str | None, text: str) -> str:
    """Return *node*, which a writer made, with the indentation and line ends of another *text*.

    Without a *step* all is on one line.
    """
    line_end = _line_end(text)
    if not node.children or node.has_text:
        return str(node).replace("\n", line_end)
    before, inner = ("", "") if step is None else (line_end + indent, indent + (step or ""))
    children = (
        f"{before}{step or ''}{_rendered(each, inner, step, text)}" for each in node.children
    )
    head, foot = node.whole[node.start : node.head], node.whole[node.foot : node.end]
    return "".join((head, *children, before, foot))


def _step(node: _PatchNode) -> str | None:
    """Return the additional indentation of the elements in *node*; None if all is on one line.

    That is seen from those that it has, or else by how it is indented itself.
    """
    if not all(each.is_first_of_line for each in (node, *node.children[:1])):
        return None
    indents = [child.indent for child in node.children if child.indent.startswith(node.indent)]
    return indents[0][len(node.indent) :] if indents else "\t" if "\t" in node.indent else "  "


def _line_end(text: str) -> str:
    return "\r\n" if "\r\n" in text else "\n"
