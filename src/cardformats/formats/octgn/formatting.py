"""Brings a set in order: indents and attributes as in most of it, its cards by number or name.

Nothing is changed within properties, where whitespace is significant.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final

from attrs import define, field

from ...source import SourceText
from ..mapping.roles import Roles
from ..styles import ONE_IN, Formatted, Kept, held, line_end_of, usual_indents, usual_order
from ..xml_tags import ATTRIBUTE, MARKUP, XmlProblem
from ..xml_text import Document
from .format import OctgnStyle
from .identity import WHITESPACE

#: The elements that hold elements only.
_STRUCTURE: Final = frozenset((
    "set", "packaging", "pack", "options", "option", "pick", "include", "cards", "card",
    "alternate", "markers",
))  # fmt: skip
_TAG: Final = re.compile(r"<[^>]*>")


@define
class _LayoutNode:
    """An element, a comment or a text.

    Attributes:
        text: all of it; of an element that holds elements only, its start tag.
        tag: the name of an element.
        attributes: each with the whitespace before it, its name, and all of it as written.
        rest: what is in the start tag behind the attributes.
        lead: the whitespace before it.
        depth: in how many elements it is.
        children: of an element that holds elements only, in order.
        end: its end tag, and what stands before that.
        is_loose: whether the whitespace in it is between elements, and so insignificant.
    """

    text: str
    depth: int
    lead: str = ""
    tag: str = ""
    attributes: list[tuple[str, str, str]] = field(factory=list)
    rest: str = ""
    children: list[_LayoutNode] = field(factory=list)
    end_lead: str = ""
    end: str = ""
    is_loose: bool = True

    def value(self, name: str) -> str:
        """Return the value of an attribute as written; empty if there is none."""
        whole = next((whole for _, own, whole in self.attributes if own == name), "")
        return whole.partition("=")[2].strip(WHITESPACE)[1:-1]

    def nodes(self) -> Iterator[_LayoutNode]:
        """Yield this node and all nodes in it."""
        yield self
        for child in self.children:
            yield from child.nodes()

    def written(self) -> Iterator[str]:
        """Yield the pieces of its text, its lead included."""
        yield self.lead
        if self.tag:
            yield f"<{self.tag}" + "".join(gap + whole for gap, _, whole in self.attributes)
            yield self.rest
        else:
            yield self.text
        for child in self.children:
            yield from child.written()
        yield self.end_lead + self.end


def format_set(source: SourceText, style: OctgnStyle) -> Formatted:
    """Lay out a ``set.xml``, and sort its cards."""
    text = source.text
    try:
        is_set = Document(source).root.tag == "set"
    except XmlProblem as problem:
        return Formatted(text, (Kept(source.span(problem.offset), problem.message),))
    if not is_set:
        return Formatted(text, (Kept(source.span(0), "it is not a set"),))
    root, start, end = _tree(text)
    for node in root.nodes():
        if node.tag == "cards" and node.is_loose and style.order != "kept":
            _sort(node, style.order)
    if style.attributes:
        _put_attributes_in_order(root)
    _lay_out(root, line_end_of(text), style)
    return Formatted(text[:start] + "".join(root.written()) + text[end:])


def _tree(text: str) -> tuple[_LayoutNode, int, int]:
    """Return the root of a *text* that is well-formed, and where it begins and ends."""
    open_: list[_LayoutNode] = []
    root: _LayoutNode | None = None
    position = start = 0
    matches = MARKUP.finditer(text)
    for match in matches:
        if not (open_ or match["TAG"]):
            position = match.end()
            continue
        start = start if open_ else match.start()
        lead = text[position : match.start()] if open_ else ""
        if lead.strip(WHITESPACE):
            open_[-1].children.append(_LayoutNode(lead, len(open_)))
            open_[-1].is_loose, lead = False, ""
        position = match.end()
        if match["CLOSING"]:
            node = open_.pop()
            node.end_lead, node.end = lead, match[0]
        else:
            node = _node(match, len(open_), lead)
            if open_:
                open_[-1].children.append(node)
                open_[-1].is_loose &= match["CDATA"] is None
            if match["TAG"] in _STRUCTURE and not match["EMPTY"]:
                open_.append(node)
            elif match["TAG"] and not match["EMPTY"]:
                position = _end_of(matches)
                node.end = text[match.end() : position]
        root = root or node
        if not open_:
            break
    assert root is not None  # noqa: S101 - lxml says that there is a root
    return root, start, position


def _node(match: re.Match[str], depth: int, lead: str) -> _LayoutNode:
    if not match["TAG"]:
        return _LayoutNode(match[0], depth, lead)
    attributes: list[tuple[str, str, str]] = []
    position = match.start("ATTRIBUTES") if match["ATTRIBUTES"] else match.end("TAG")
    for each in ATTRIBUTE.finditer(match.string, *match.span("ATTRIBUTES")):
        attributes.append((match.string[position : each.start()], each["NAME"], each[0]))
        position = each.end()
    rest = match.string[position : match.end()]
    return _LayoutNode(match[0], depth, lead, match["TAG"], attributes, rest)


def _end_of(matches: Iterator[re.Match[str]]) -> int:
    """Return the end of the element whose start tag was the last of *matches*."""
    depth = 1
    for match in matches:
        depth += bool(match["TAG"] and not match["EMPTY"]) - bool(match["CLOSING"])
        if not depth:
            return match.end()
    raise AssertionError  # lxml says that it ends


# -- order


def _sort(cards: _LayoutNode, order: str | None) -> None:
    """Sort the children of *cards*; comments go with the card below them, or on their line."""
    runs: list[list[_LayoutNode]] = [[]]
    for child in cards.children:
        is_behind = not (child.tag or runs[-1] or "\n" in child.lead)
        (runs[-2] if is_behind and runs[1:] else runs[-1]).append(child)
        if child.tag:
            runs.append([])
    last = runs.pop()
    orders = _orders([next(each for each in run if each.tag) for run in runs])
    orders = {order: orders.get(order, [])} if order else orders
    chosen = usual_order(orders, 1 if order else ONE_IN) if runs and all(orders.values()) else None
    if chosen is not None:
        keys = orders[chosen]
        runs = [runs[each] for each in sorted(range(len(runs)), key=keys.__getitem__)]
        cards.children = [child for run in (*runs, last) for child in run]


def _orders(cards: Sequence[_LayoutNode]) -> dict[str, list[Any]]:
    """Return the keys of *cards* in each possible order; an id counts once."""
    names = [card.value("name") for card in cards]
    numbers = [_number(card) for card in cards]
    orders: dict[str, Sequence[Any]] = {
        "name": names,
        "letters": [(name.casefold(), name) for name in names],
    }
    if any(numbers):
        orders = {"number": numbers, **orders}
    identities = [{card.value("id").lower()} for card in cards]
    return {name: held(keys, identities) for name, keys in orders.items()}


def _number(card: _LayoutNode) -> tuple[tuple[int, int, str], ...]:
    """Return the collector number of a card, its digits as numbers; empty if it has none."""
    properties = {each.value("name"): each for each in card.children if each.tag == "property"}
    own = properties.get(Roles.guess(properties).number)
    text = "" if own is None else own.value("value") or _TAG.sub("", own.end).strip(WHITESPACE)
    parts = ("".join(run) for _, run in groupby(text, str.isdecimal))
    return tuple((0, int(part[:18]), part) if part.isdecimal() else (1, 0, part) for part in parts)


def _put_attributes_in_order(root: _LayoutNode) -> None:
    """Let all elements of a name have their attributes in the order that most of them have."""
    orders = defaultdict[str, Counter[tuple[str, ...]]](Counter)
    for node in root.nodes():
        orders[node.tag][tuple(name for _, name, _ in node.attributes)] += 1
    ranks = {tag: _ranks(order) for tag, order in orders.items()}
    for node in root.nodes():
        gaps = [gap for gap, _, _ in node.attributes]
        by_rank = sorted(node.attributes, key=lambda each: ranks[node.tag][each[1]])
        node.attributes = [(gap, *each[1:]) for gap, each in zip(gaps, by_rank, strict=True)]


def _ranks(orders: Counter[tuple[str, ...]]) -> Mapping[str, int]:
    """Return the place of each attribute; one that most elements lack is behind its neighbour."""
    after = {"": ""}  # the attribute that follows each; a text without a name is both ends
    for order, _ in orders.most_common():
        before = ""
        for name in order:
            if name not in after:
                after[name], after[before] = after[before], name
            before = name
    ranks: dict[str, int] = {}
    name = ""
    while name := after[name]:
        ranks[name] = len(ranks)
    return ranks


# -- layout


def _lay_out(root: _LayoutNode, line_end: str, style: OctgnStyle) -> None:
    """Let each element begin a line if most do, and all of a depth be indented alike."""
    loose = [node for node in root.nodes() if node.tag in _STRUCTURE and node.is_loose]
    inner = [child for node in loose for child in node.children]
    on_lines = [child for child in inner if "\n" in child.lead]
    if style.indent is None and len(on_lines) * 2 <= len(inner):
        return
    ends = [node for node in loose if node.children and "\n" in node.end_lead]
    lines = [(node.depth, _last_line(node.lead)) for node in on_lines]
    lines += [(node.depth, _last_line(node.end_lead)) for node in ends]
    if style.indent is not None:
        lines = [(node.depth, "") for node in root.nodes()]
    indents = usual_indents([(0, ""), *lines], style.indent)
    for child in inner:
        if child.depth in indents and (child.tag or "\n" in child.lead):
            child.lead = line_end * min(max(child.lead.count("\n"), 1), 2) + indents[child.depth]
    for node in loose:
        if node.children and node.depth in indents:
            node.end_lead = line_end + indents[node.depth]


def _last_line(space: str) -> str:
    return space.rpartition("\n")[2]
