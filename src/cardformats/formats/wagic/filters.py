"""Filters of packs: which cards an entry may be; ``filter.lark`` is the grammar.

The sane reading takes a filter as it is meant, the exact one as the engine reads it, which takes
whatever it does not understand for a filter that every card passes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from string import digits, punctuation
from typing import Any, ClassVar, Final, TypeAlias

from attrs import evolve, frozen

from ...diagnostics import Diagnostic, Fix, in_order
from ...model import Card
from ...source import SourceText, Span
from ..grammar import Grammar, GrammarProblem
from .codes import WagicCode
from .engine.costs import EngineCost, engine_cost
from .engine.primitive import number
from .syntax import RARITIES, closing, kept_if_short

GRAMMAR: Final = Grammar(__package__, "filter.lark", "start")
_MAX_DEPTH: Final = 32
_MAX_LEAVES: Final = 300
_MOST_FIXED: Final = 5
#: What to say of the terminals that could stand at a place; the first that is there counts.
_MORE: Final = "«;», «&», «|» or the end"
_EXPECTED: Final = {
    "SIGN": _MORE, "KEY": "«key:value;»", "VALUE": "«:»", "RPAR": "«)»", "RBRACE": "«}»",
}  # fmt: skip
#: The characters that the engine treats as whitespace.
_WHITESPACE: Final = " \t\f\v\n\r"
_SPACES: Final = GRAMMAR.rule("SPACES")
_PART: Final = GRAMMAR.rule("PART")

#: The keys by their short forms.
_KEYS: Final = {
    "r": "rarity", "rarity": "rarity", "c": "color", "color": "color", "nc": "ncolor",
    "ncolor": "ncolor", "xc": "xcolor", "xcolor": "xcolor", "s": "set", "set": "set",
    "alpha": "alpha", "t": "type", "type": "type", "a": "ability", "ability": "ability",
    "cmc": "cmc", "ma": "produces", "produces": "produces", "pow": "power", "power": "power",
    "tgh": "toughness", "tough": "toughness", "toughness": "toughness",
}  # fmt: skip
#: What a colour filter can ask for: «x» for artifacts; lands are «l», in newer engines «c».
_COLORS: Final = frozenset("wubrgxlc")
_OF_COLORS: Final = frozenset(("color", "ncolor", "xcolor"))
#: What a name begins with to pass ``alpha:#;``.
_NO_LETTERS: Final = frozenset(digits + punctuation)
#: What the exact reading says of cards that have this colour without being artifacts.
_ARTIFACT: Final = "artifact"
_BASIC_LANDS: Final = {"w": "Plains", "u": "Island", "b": "Swamp", "r": "Mountain", "g": "Forest"}


@frozen
class Everything:
    """A filter that every card passes."""

    def __str__(self) -> str:
        """Return the filter as it is written in a pack."""
        return ""


@frozen
class FilterLeaf:
    """``key:value;``, by the key's long form."""

    key: str
    value: str

    def __str__(self) -> str:
        """Return the filter as it is written in a pack."""
        return f"{self.key}:{self.value};"


@frozen
class Not:
    """``{…}``."""

    inner: Filter

    def __str__(self) -> str:
        """Return the filter as it is written in a pack."""
        return f"{{{self.inner}}}"


@frozen
class _Pair:
    """Two filters with a sign between them; the engine binds to the right."""

    first: Filter
    second: Filter
    sign: ClassVar[str]

    def __str__(self) -> str:
        """Return the filter as it is written in a pack."""
        grouped = f"({self.first})" if isinstance(self.first, _Pair) else self.first
        return f"{grouped}{self.sign}{self.second}"


class Both(_Pair):
    """``…&…``."""

    sign = "&"


class Either(_Pair):
    """``…|…``."""

    sign = "|"


Filter: TypeAlias = Everything | FilterLeaf | Not | Both | Either
_PAIRS: Final[dict[str, type[Both | Either]]] = {"&": Both, "|": Either}
#: Whether a card is what a filter asks for.
Test: TypeAlias = Callable[[Card], bool]


def passes(card: Card, condition: Filter) -> bool:
    """Return whether *card* passes *condition*."""
    return test_of(condition)(card)


def test_of(condition: Filter) -> Test:
    """Return the test whether a card passes *condition*; make it once for many cards."""
    match condition:
        case Everything():
            return lambda _: True
        case FilterLeaf():
            read, looks = _LEAVES[condition.key]
            wanted = read(condition.value)
            return lambda card: looks(card, wanted)
        case Not():
            inner = test_of(condition.inner)
            return lambda card: not inner(card)
    first, second = test_of(condition.first), test_of(condition.second)
    if isinstance(condition, Both):
        return lambda card: first(card) and second(card)
    return lambda card: first(card) or second(card)


@kept_if_short
def parse_filter(text: str) -> tuple[Filter, tuple[Diagnostic, ...]]:
    """Return the filter *text* as it is meant, and where the engine reads something else.

    The diagnostics are in a source that has *text* alone.
    """
    source = SourceText("", text)
    condition, diagnostics = _parse(source)
    fixed = (_with_fix(source, condition, diagnostics, each) for each in diagnostics[:_MOST_FIXED])
    return condition, (*fixed, *diagnostics[_MOST_FIXED:])


def _with_fix(
    source: SourceText, condition: Filter, diagnostics: Sequence[Diagnostic], diagnostic: Diagnostic
) -> Diagnostic:
    """Return *diagnostic* with its fix, if the filter means the same with it."""
    if (span := diagnostic.span) is None:
        return diagnostic
    part = span.text
    match diagnostic.code:
        case WagicCode.FILTER_END:
            new = f"{part.rstrip(_WHITESPACE)};"
        case WagicCode.FILTER_SPACES:
            new = part.rstrip(f";{_WHITESPACE}").lstrip(_WHITESPACE) + ";" * part.endswith(";")
        case WagicCode.FILTER_ONE:
            new = f"&{part.lstrip(_WHITESPACE)}"
        case _:
            return diagnostic
    fix = Fix.replace(span, new)
    meant, others = _parse(SourceText("", fix.applied(source)))
    is_right = meant == condition and len(others) < len(diagnostics)
    return evolve(diagnostic, fix=fix) if is_right else diagnostic


def _parse(source: SourceText) -> tuple[Filter, Sequence[Diagnostic]]:
    """Return the same without fixes."""
    text = source.text
    if not text.strip():
        return Everything(), ()
    if _is_too_large(text):
        expected = f"at most {_MAX_DEPTH} brackets and {_MAX_LEAVES} conditions"
        return Everything(), (WagicCode.FILTER.at(source.span(0, len(text)), expected=expected),)
    try:
        tree = GRAMMAR.tree("start", text)
    except GrammarProblem as problem:
        expected = next((each for key, each in _EXPECTED.items() if key in problem.expected), _MORE)
        span = source.span(problem.offset, problem.offset + 1)
        return Everything(), (WagicCode.FILTER.at(span, expected=expected),)
    diagnostics: list[Diagnostic] = []
    condition = _filter(tree, source, diagnostics)
    return condition, in_order(diagnostics)


def _filter(tree: Any, source: SourceText, diagnostics: list[Diagnostic]) -> Filter:
    """Return the filter of a tree ``start``; its operators are right-associative."""
    parts = list(tree.children)
    for start, end in _unread(parts, source.text):
        diagnostics.append(WagicCode.FILTER_ONE.at(_span(source, start, end)))
    result = _operand(parts.pop(), source, diagnostics)
    while parts:
        sign = "&" if _is_operand(parts[-1]) else str(parts.pop())
        result = _PAIRS[sign](_operand(parts.pop(), source, diagnostics), result)
    return result


def _is_operand(part: Any) -> bool:
    return hasattr(part, "data")


def _unread(parts: Sequence[Any], text: str) -> Iterator[tuple[int, int]]:
    """Yield the parts that the engine skips between operands without an operator.

    Of conditions it reads the first, but a bracket before all of them; after a bracket it goes on
    only if a sign is the very next character.
    """
    run: list[Any] = []
    for part in (*parts, None):
        if not _is_operand(part):
            if len(run) > 1 and run[-1].data == "leaf":
                yield run[0].meta.end_pos, run[-1].meta.end_pos
            run = []
            continue
        run.append(part)
        if part.data == "leaf":
            continue
        if len(run) > 1:
            yield run[0].meta.start_pos, part.meta.start_pos
        if part is not parts[-1] and text[part.meta.end_pos] not in "&|":
            yield part.meta.end_pos, parts[-1].meta.end_pos
            return


def _operand(tree: Any, source: SourceText, diagnostics: list[Diagnostic]) -> Filter:
    if tree.data == "leaf":
        return _leaf(tree, source, diagnostics)
    inner = _filter(tree.children[0], source, diagnostics)
    return Not(inner) if tree.data == "negation" else inner


def _leaf(tree: Any, source: SourceText, diagnostics: list[Diagnostic]) -> Filter:
    name, value, semicolon = tree.children
    start, end = tree.meta.start_pos, tree.meta.end_pos
    key = _key(name)
    if key is None:
        span = _span(source, start, start + len(name))
        diagnostics.append(WagicCode.FILTER_KEY.at(span, key=str(name)))
        return Everything()
    if semicolon is None:
        diagnostics.append(WagicCode.FILTER_END.at(_span(source, start, end)))
    written = str(value)[1:]
    meant = written.strip(_WHITESPACE)
    if meant != written:
        span = _span(source, value.start_pos + 1, end)
        diagnostics.append(WagicCode.FILTER_SPACES.at(span, value=written))
    return FilterLeaf(key, meant)


def _span(source: SourceText, start: int, end: int) -> Span:
    """Return the span from *start* to *end*, or of one character if it would be empty."""
    return source.span(start, max(start + 1, end))


def engine_filter(text: str) -> Filter:
    """Return the filter that the engine makes of *text*."""
    if _is_too_large(text):
        return Everything()
    # what a bracket takes too much of is read twice, and what is in it again
    try:
        return _engine_filter(text, iter(range(_MAX_LEAVES + 1)))
    except StopIteration:
        return Everything()


def _is_too_large(text: str) -> bool:
    signs, brackets = text.count("&") + text.count("|"), text.count("(") + text.count("{")
    return brackets > _MAX_DEPTH or max(signs, text.count(":")) > _MAX_LEAVES


def _engine_filter(text: str, budget: Iterator[int]) -> Filter:
    """Return the filter; it may have at most as many conditions as *budget* has."""
    text = text.lstrip(_WHITESPACE)
    match = _PART.search(text)
    if match is None:
        next(budget)
        return _engine_leaf(text)
    position, sign = match.start(), match[0]
    if sign in "&|":
        first = _engine_filter(text[:position], budget)
    else:
        end = closing(text, position, "()" if sign == "(" else "{}")
        if end is None:
            return Everything()
        # the engine takes too much if a bracket does not stand first, but nothing after it
        inner = _engine_filter(text[position + 1 : position + end], budget)
        first = Not(inner) if sign == "{" else inner
        position, sign = end + 1, text[end + 1 : end + 2]
        if sign not in ("&", "|"):
            return first
    return _PAIRS[sign](first, _engine_filter(text[position + 1 :], budget))


def _engine_leaf(text: str) -> Filter:
    """Return the condition at the start of *text*."""
    # a colon counts only after the key has begun
    name, _, rest = text.lstrip(f":{_WHITESPACE}").partition(":")
    value, semicolon, _ = rest.partition(";")
    key = _key(name)
    if key in _OF_COLORS and value[:1].lower() == "l":
        value = ""  # newer engines have «c» for lands, and «l» for no colour at all
    return FilterLeaf(key, value) if key and semicolon else Everything()


def _key(name: str) -> str | None:
    """Return the long form of a key that may contain spaces."""
    return _KEYS.get(_SPACES.sub("", name).lower())


def _colors(card: Card) -> set[str]:
    """Return the letters of its colours, and of what the engine takes for one."""
    colors = {color.value.lower() for color in card.colors}
    is_artifact = "Artifact" in card.types or card.extras.get("wagic", {}).get("color") == _ARTIFACT
    colors |= {"x"} if is_artifact else set()
    return colors | ({"l"} if "Land" in card.types else set())


def _wanted(value: str) -> str | None:
    """Return the letter of the colour that *value* begins with; None if it is no colour."""
    letter = value[:1].lower()
    return ("l" if letter == "c" else letter) if letter in _COLORS else None


def _wanted_rarity(value: str) -> str | None:
    return RARITIES.get(value[:1].upper()) if value[:1].isascii() else None


def _not_color(card: Card, wanted: str | None) -> bool:
    if wanted == "x":
        return bool(card.colors)
    return len(card.colors) > 1 if wanted is None else wanted not in _colors(card)


def _only_color(card: Card, wanted: str | None) -> bool:
    colors = _colors(card)
    # that it is an artifact, too, is no other colour
    return wanted in colors and colors <= {wanted, "x"}


def _type(card: Card, wanted: str) -> bool:
    words = (*card.supertypes, *card.types, *card.subtypes)
    return wanted in (word.lower() for word in words)


def _ability(card: Card, wanted: str) -> bool:
    kept: Any = card.extras.get("wagic", {}).get("abilities", ())
    return wanted in (word.strip() for line in kept for word in str(line).lower().split(","))


def _produces(card: Card, value: str) -> bool:
    letter = value[:1]
    if letter in _BASIC_LANDS and _BASIC_LANDS[letter] in card.subtypes:
        return True
    kept: Any = card.extras.get("wagic", {})
    lines = kept.get("expanded", {}).get("auto", kept.get("auto", ()))
    # the engine takes all symbols of the line's rest for the mana that it adds
    rests = (str(line).lower().partition("add{")[2] for line in lines)
    return any(_has(engine_cost("{" + rest), letter) for rest in rests)


def _has(cost: EngineCost, letter: str) -> bool:
    halves = {half for hybrid in cost.hybrids for half in hybrid}
    if letter == "x":
        return cost.generic > 0 or any(half.isdigit() for half in halves)
    return letter in cost.letters or letter in halves


def _first_letters(value: str) -> frozenset[str]:
    return _NO_LETTERS if value[:1] == "#" else frozenset([value[:1].lower() or "a"])


def _mana_value(card: Card, wanted: int) -> bool:
    usual = card.mana_cost.mana_value if card.mana_cost else 0
    return card.extras.get("wagic", {}).get("mana_value", usual) == wanted


#: For each key how its value is read, and what it asks of a card.
_LEAVES: Final[dict[str, tuple[Callable[[str], Any], Callable[[Card, Any], bool]]]] = {
    "rarity": (_wanted_rarity, lambda card, wanted: wanted is None or card.rarity == wanted),
    "color": (_wanted, lambda card, wanted: wanted in _colors(card)),
    "ncolor": (_wanted, _not_color),
    "xcolor": (_wanted, _only_color),
    "set": (str.lower, lambda card, wanted: (card.set_code or "").lower() == wanted),
    "alpha": (_first_letters, lambda card, wanted: card.name[:1].lower() in wanted),
    "type": (str.lower, _type),
    "ability": (str.lower, _ability),
    "cmc": (number, _mana_value),
    "produces": (str.lower, _produces),
    "power": (number, lambda card, wanted: number(card.power or "") == wanted),
    "toughness": (number, lambda card, wanted: number(card.toughness or "") == wanted),
}
