"""What the engine takes from the square brackets of a target, attribute by attribute.

It looks for words anywhere in an attribute, in a fixed order, and takes the first that it finds:
``[untapped]`` is tapped, ``[powerstone]`` a power that is compared to nothing.
"""

from __future__ import annotations

import re
from typing import Final, TypeAlias

from attrs import define, field, frozen

from ...engine.primitive import keywords
from ...lexicon import Search, searches

#: The interpretation of an attribute, and its words.
_Taken: TypeAlias = tuple[str, tuple[str, ...]]
#: A number, or the name of one that only a game knows.
Amount: TypeAlias = int | str

COLORS: Final = ("green", "blue", "red", "black", "white")
#: What the engine looks for in an attribute, in its order: states, measures, mana.
_QUALITIES: Final = searches("quality")
#: Words for a name that a game has stored; where it has none they are types.
_STORED_NAMES: Final = (
    "chosenname", "lastnamechosen", "evictname", "backname", "partname", "storedname", "preyname",
)  # fmt: skip
#: What each comparison becomes if there is a minus before it.
_OPPOSITES: Final = {"<=": ">", ">=": "<", "=": "!="}
_NUMBER: Final = re.compile(r"\s*([+-]?\d{1,9})\s*")


def amount(text: str) -> Amount:
    """Return the number of *text*, or *text* itself if only a game knows it."""
    if not text.strip() or text.lstrip()[0] in "<>=":
        return 0
    return int(match[1]) if (match := _NUMBER.fullmatch(text)) else text.strip()


@frozen
class MeasureComparison:
    """What a number of a card is compared to.

    Attributes:
        sign: ``<=``, ``>=``, ``=``, ``<``, ``>`` or ``!=``.
        amount: a number, or the name of one.
    """

    sign: str
    amount: Amount


@frozen
class CountersTest:
    """How many counters of a kind there are.

    Attributes:
        sign: ``>=`` or ``<``.
        amount: how many.
        shape: what they add, as ``1/1``; ``0/0`` for those that only have a name.
        name: their name, in lower case.
    """

    sign: str
    amount: Amount
    shape: str
    name: str


@frozen
class Attribute:
    """An attribute between square brackets, and what the engine took it for.

    Attributes:
        text: as it is written, in lower case, with its minus.
        taken: the state, the measure, ``color``, ``keyword``, ``type``, ``name``, ``share``,
            ``counter`` or ``nothing``.
        words: which states, colours, keywords or types they are.
    """

    text: str
    taken: str
    words: tuple[str, ...] = ()


@frozen
class Description:
    """What a card has to be.

    Types and colours hold all together or one of each, as the mode says; everything else holds
    always.

    Attributes:
        mode: ``and``, ``or`` or ``nor``.
        types: types, subtypes and names in lower case, with a minus if they must not be there; the
            type before the brackets comes last. An empty one is what the game has not chosen.
        base: the type before the brackets; None if it is ``*``, for any card.
        colors, not_colors: names of colours.
        keywords, not_keywords: abilities that engines know by name.
        states: whether a card has to be, or must not be, in a state such as ``tapped``.
        measures: what numbers of a card are compared to, e.g. ``power``.
        counters: which counters there are; None if that does not count.
        any_counter: whether there is any counter at all, or none; None if that does not count.
        share: what it has in common with the card of the ability: ``name``, ``color``, ``types``.
        attributes: what the brackets say, one by one.
    """

    mode: str = "and"
    types: tuple[str, ...] = ()
    base: str | None = None
    colors: frozenset[str] = frozenset()
    not_colors: frozenset[str] = frozenset()
    keywords: frozenset[str] = frozenset()
    not_keywords: frozenset[str] = frozenset()
    states: tuple[tuple[str, bool], ...] = ()
    measures: tuple[tuple[str, MeasureComparison], ...] = ()
    counters: CountersTest | None = None
    any_counter: bool | None = None
    share: str = ""
    attributes: tuple[Attribute, ...] = ()


@define
class _Draft:
    """The description that is being read."""

    mode: str = "and"
    types: list[str] = field(factory=list)
    colors: set[str] = field(factory=set)
    not_colors: set[str] = field(factory=set)
    keywords: set[str] = field(factory=set)
    not_keywords: set[str] = field(factory=set)
    states: dict[str, bool] = field(factory=dict)
    measures: dict[str, MeasureComparison] = field(factory=dict)
    counters: CountersTest | None = None
    any_counter: bool | None = None
    share: str = ""
    attributes: list[Attribute] = field(factory=list)


def description(brackets: str, base: str) -> Description:
    """Describe cards as the engine reads the text in *brackets*, after a type *base*."""
    draft = _Draft()
    has_minus = False
    for text, mode in _divided(brackets):
        draft.mode = mode or draft.mode
        bare = text.removeprefix("-")
        has_minus = has_minus or bare != text
        taken, words = _take(draft, bare, is_not=bare != text)
        draft.attributes.append(Attribute(text, taken, words))
    if has_minus:
        draft.mode = "and"
    if base != "*":
        draft.types.append(base)
    return Description(
        draft.mode,
        tuple(draft.types),
        None if base == "*" else base,
        frozenset(draft.colors),
        frozenset(draft.not_colors),
        frozenset(draft.keywords),
        frozenset(draft.not_keywords),
        tuple(draft.states.items()),
        tuple(draft.measures.items()),
        draft.counters,
        draft.any_counter,
        draft.share,
        tuple(draft.attributes),
    )


def _divided(brackets: str) -> list[tuple[str, str]]:
    """Return the attributes, each with the mode that the sign after it says, if there is one.

    As long as there is a semicolon only semicolons divide.
    """
    *alternatives, rest = brackets.split(";")
    *others, last = rest.split("&")
    result = [(each, "or") for each in alternatives] + [(each, "and") for each in others]
    return [*result, (last, "")] if last else result


def _compared(text: str, *, is_not: bool) -> tuple[str, MeasureComparison | None]:
    """Divide an attribute at its comparison, which has a ``=``."""
    at = text.find("=", 1)
    if at < 0:
        return text, None
    sign = f"{text[at - 1]}=" if text[at - 1] in "<>" else "="
    head = text[: at - len(sign) + 1]
    return head, MeasureComparison(_OPPOSITES[sign] if is_not else sign, amount(text[at + 1 :]))


def _take(draft: _Draft, text: str, *, is_not: bool) -> _Taken:
    """Add an attribute without its minus to *draft*; return its interpretation."""
    text, comparison = _compared(text, is_not=is_not)
    for quality in _QUALITIES:
        if quality.sought in text:
            if quality.shape == "measure":
                return _measured(draft, quality.result, comparison)
            return _take_state(draft, quality, is_not=is_not)
    if "share!" in text:
        return _take_share(draft, text)
    if "counter" in text:
        return _take_counters(draft, text, is_not=is_not)
    return _take_words(draft, text, is_not=is_not)


def _take_state(draft: _Draft, quality: Search, *, is_not: bool) -> _Taken:
    name = quality.result
    draft.states[name] = not is_not
    if quality.shape == "mana" or (name == "multicolor" and is_not):
        draft.mode = "or"
    return name, (name,)


def _measured(draft: _Draft, measure: str, comparison: MeasureComparison | None) -> _Taken:
    if comparison is None:
        draft.measures.pop(measure, None)
        return "nothing", (measure,)
    draft.measures[measure] = comparison
    return measure, (measure,)


def _take_share(draft: _Draft, text: str) -> _Taken:
    """Take a property that cards share with the card of the ability."""
    what = text.partition("share!")[2]
    shared = next((each for each in ("name", "color", "types") if each in what), None)
    if shared is None:
        return "nothing", ()
    is_other = "notshare!" in text
    draft.share = f"not {shared}" if is_other else shared
    if shared != "name":
        draft.mode = "nor" if is_other else "or"
    return "share", (draft.share,)


def _take_counters(draft: _Draft, text: str, *, is_not: bool) -> _Taken:
    if "{any}" in text or "{notany}" in text:
        draft.any_counter = "{any}" in text
        return "counter", ("any" if draft.any_counter else "notany",)
    start, end = text.find("{"), text.find("}")
    inner = text[start + 1 : end if end >= start + 1 else None]
    by_commas, by_stops = inner.split(","), inner.split(".")
    shape, *rest = by_stops if len(by_stops) > len(by_commas) else by_commas
    number = amount(rest[0]) if rest else 1
    name = rest[1] if len(rest) > 1 else ""
    draft.counters = CountersTest("<" if is_not else ">=", number, shape, name)
    return "counter", (shape, name)


def _take_words(draft: _Draft, text: str, *, is_not: bool) -> _Taken:
    """Colours, words for what the game has chosen, keywords; what is none of them is a type."""
    names: list[str] = []
    for color in COLORS:
        if color in text:
            names.append(color)
            (draft.not_colors if is_not else draft.colors).add(color)
    if "colorless" in text:
        names.append("colorless")
        draft.states["colorless"] = not is_not
    if "chosencolor" in text:
        names.append("chosencolor")  # what no game has chosen is no colour
    if "chosentype" in text:
        names.append("chosentype")
        draft.types.append("")
    if names:
        return "color" if names[0] in COLORS else "state", tuple(names)
    contained = tuple(word for word in keywords() if word in text)
    if contained:
        (draft.not_keywords if is_not else draft.keywords).update(contained)
        return "keyword", contained
    draft.types.append(f"-{text}" if is_not else text)
    return "name" if text in _STORED_NAMES else "type", (text,)
