"""What a card's text says in numbers: amounts, sizes, counters, costs, tokens."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final

from .facts import (
    COLORS,
    KEYWORDS,
    NUMBERED,
    NUMBERS,
    PRICES,
    Fact,
    counter,
    mana,
    number,
    size,
    words_of,
)
from .phrases import CardText

_N: Final = rf"(?P<n>{'|'.join(NUMBERS)}|[0-9]+|x|that many|any number of|twice that many)"
_COST: Final = r"(?:\{[^{}\s]{1,9}\})+"
_WHOSE: Final = r"(?:their|your|its|his or her|that player's|its owner's|[a-z']+ [a-z']+'s)"
_FLAGS: Final = re.IGNORECASE
_ENTERS: Final = re.compile(r"\b(?:enters?|comes into play)\b", _FLAGS)
_DIVIDED: Final = re.compile(r"\b(?:divided|distribut\w+|split)\b", _FLAGS)

_AMOUNTS: Final = tuple(
    (kind, re.compile(pattern, _FLAGS))
    for kind, pattern in (
        ("draw", rf"\bdraws? {_N} cards?\b"),
        ("damage", rf"\b(?:deals?|and) {_N} damage\b"),
        ("gain", rf"\bgains? {_N} life\b"),
        ("lose", rf"\bloses? {_N} life\b"),
        ("paid life", rf"\bpays? {_N} life\b"),
        ("mill", rf"\bmills? {_N} cards?\b"),
        (
            "mill",
            rf"\bputs? the top (?:{_N} cards|card) of {_WHOSE} library into {_WHOSE} graveyard\b",
        ),
        ("scry", rf"\bscry {_N}\b"),
        ("surveil", rf"\bsurveil {_N}\b"),
        ("prevent", rf"\bprevent the next {_N} damage\b"),
        ("discard", rf"\bdiscards? {_N} cards?\b"),
        *((word, rf"\b{word} {_N}\b") for word in NUMBERED),
    )
)
_LOYALTY: Final = re.compile(
    r"(?:^|(?<=\n)|(?<= -- ))\[?(?P<n>[+\u2212-]?(?:[0-9]+|X))\]?:", _FLAGS
)
_SIZE: Final = re.compile(
    r"\b(?:gets?|have|has|gain|or) (?:an additional )?"
    r"(?P<p>[+-](?:[0-9]+|X))/(?P<t>[+-](?:[0-9]+|X))",
    _FLAGS,
)
_COUNTERS: Final = re.compile(
    rf"\b(?P<verb>puts?|with|removes?|has|have|gets?|gains?|or) (?:up to )?{_N} (?:additional )?"
    r"(?P<which>[+-][0-9]/[+-][0-9]|[a-z]+) counters?\b",
    _FLAGS,
)
_ACTIVATION: Final = re.compile(
    r"(?:^|(?<=\n)|(?<= -- )|(?<=[\"\u201c])|(?<=[].)] )|(?<=\u2022 )|(?<= - )|(?<=\u2014)"
    r"|(?<=\u2014 ))"
    rf"(?P<c>(?:{_COST}|Sacrifice|Discard|Pay|Remove|Tap|Untap|Exile|Return|Reveal|Put|Unattach)"
    r"(?:(?! -- )[^:.()\n\"]){0,150}?):",
    _FLAGS,
)
_MORE: Final = r",? (?:or|and|and/or) \{|,? for each|, where"
_TAP: Final = re.compile(r"(?:^|, ?)tap(?=$|,)", _FLAGS)
_UNTAP: Final = re.compile(r"(?:^|, ?)untap(?=$|,)", _FLAGS)
_PRICE: Final = re.compile(
    r"(?:^|(?<=\n)|(?<= -- )|(?<=, )|(?<=[\"\u201c])|(?<=has )|(?<=have ))"
    rf"(?P<word>{words_of(tuple(PRICES))})(?: [0-9]+)? ?(?:- ?|\u2014 ?)?(?P<c>{_COST})"
    rf"(?P<more>{_MORE})?",
    _FLAGS,
)
_PAY: Final = re.compile(rf"\bpays? (?P<c>{_COST})(?P<more>{_MORE})?", _FLAGS)
_ADD: Final = re.compile(
    rf"\badds? (?P<c>{_COST})(?P<others>(?:(?:, or|,| or|, and| and/or) {_COST})*)", _FLAGS
)
_ADD_ANY: Final = re.compile(
    r"\badds? (?!\{)[^.]{0,200}\bmana\b|\badds? [^.]{0,200}combination", _FLAGS
)
_KEYWORD: Final = re.compile(rf"\b(?:{words_of(KEYWORDS)})\b", _FLAGS)
_CHOICE: Final = re.compile(r"\} or \{|\{0\}")
_LIMIT: Final = re.compile(
    r"\b(?P<what>power|toughness|converted mana cost|mana value) (?P<n>[0-9]++|X)(?!/)"
    r"(?P<more> or (?:less|greater|more))?",
    _FLAGS,
)
_TOKEN: Final = re.compile(
    rf"\b(?:creates?|puts?) {_N} (?:tapped )?(?P<p>[0-9]+|X)/(?P<t>[0-9]+|X) "
    r"(?P<words>[^.\"]{0,100}?)(?:artifact |enchantment )*creature tokens?\b"
    rf"(?: with (?P<list>(?:{'|'.join(KEYWORDS)})(?:(?:, and|,| and) (?:{'|'.join(KEYWORDS)}))*))?",
    _FLAGS,
)


def _amounts(text: CardText) -> Iterator[Fact]:
    for kind, pattern in _AMOUNTS:
        for match in pattern.finditer(text.text):
            if kind == "paid life" or text.is_action(match):
                count = number(match["n"] or "a")
                if _DIVIDED.search(text.sentence(match)):
                    count = None
                yield Fact(kind, count, *match.span(), is_each=text.is_each(match))


def _loyalty(text: CardText) -> Iterator[Fact]:
    for match in _LOYALTY.finditer(text.text):
        yield Fact("loyalty", number(match["n"].replace("\u2212", "-")), *match.span("n"))


def _sizes(text: CardText) -> Iterator[Fact]:
    for match in _SIZE.finditer(text.text):
        value = size(f"{match['p']}/{match['t']}")
        yield Fact("size", value, *match.span(), is_each=text.is_each(match))


def _counters(text: CardText) -> Iterator[Fact]:
    for match in _COUNTERS.finditer(text.text):
        if match["verb"].lower() in ("with", "has", "have") and not _ENTERS.search(
            text.sentence(match)
        ):
            continue
        if text.is_action(match) or match["verb"].lower().startswith("remove"):
            kind = "removed counters" if match["verb"].lower().startswith("remove") else "counters"
            which = counter(match["which"])
            count, is_each = number(match["n"]), text.is_each(match)
            yield Fact(kind, count, *match.span(), subject=which, is_each=is_each)
            if "/" in which:
                certain = not text.is_reminder(match)
                yield Fact("kind of counters", which, *match.span(), is_certain=certain)


def _costs(text: CardText) -> Iterator[Fact]:
    for match in _ACTIVATION.finditer(text.text):
        cost = match["c"]
        symbols = cost + "{T}" * bool(_TAP.search(cost)) + "{Q}" * bool(_UNTAP.search(cost))
        certain = not (text.is_reminder(match) or _CHOICE.search(cost))
        yield Fact("cost", mana(symbols), *match.span("c"), is_certain=certain)
    for match in _PRICE.finditer(text.text):
        word, symbols = match["word"].lower(), match["c"]
        if word == "buyback":
            symbols += text.cost  # what is written is the sum
        elif word == "outlast":
            symbols += "{T}"
        certain = not (text.is_reminder(match) or match["more"])
        yield Fact(PRICES[word], mana(symbols), *match.span(), is_certain=certain)
    for match in _PAY.finditer(text.text):
        cost = None if "x" in match["c"].lower() else mana(match["c"])
        certain = not (text.is_reminder(match) or match["more"])
        yield Fact("payment", cost, *match.span(), is_certain=certain)


def _mana(text: CardText) -> Iterator[Fact]:
    for match in _ADD.finditer(text.text):
        certain = text.is_certain(match)
        yield Fact("mana", mana(match["c"], is_made=True), *match.span("c"), is_certain=certain)
        for other in re.finditer(_COST, match["others"]):
            start = match.start("others") + other.start()
            yield Fact(
                "mana",
                mana(other[0], is_made=True),
                start,
                start + len(other[0]),
                is_certain=certain,
            )
    for match in _ADD_ANY.finditer(text.text):
        yield Fact("mana", None, *match.span())


def _limits(text: CardText) -> Iterator[Fact]:
    for match in _LIMIT.finditer(text.text):
        count, what = number(match["n"]), match["what"].lower()
        what = what if what in ("power", "toughness") else "manacost"
        sign = {"": "=", " or less": "<="}.get((match["more"] or "").lower(), ">=")
        yield Fact(what, None if count is None else f"{sign}{count}", *match.span())


def _tokens(text: CardText) -> Iterator[Fact]:
    for match in _TOKEN.finditer(text.text):
        words, start = match["words"].rstrip(), match.start("words")
        what = start, start + len(words)
        colors = frozenset(COLORS).intersection(re.split("[ ,]", words.lower()))
        keywords = frozenset(word[0].lower() for word in _KEYWORD.finditer(match["list"] or ""))
        subject = " ".join(sorted(map(str.lower, re.findall(r"[A-Z][\w'-]+", words))))
        certain = text.is_certain(match)
        if subject:
            yield Fact("token types", subject, *what, is_certain=certain)
        power = size(f"{match['p']}/{match['t']}")
        yield Fact("token size", power, match.start("p"), match.end("t"), subject=subject)
        count, is_each = number(match["n"]), text.is_each(match)
        yield Fact("token number", count, *match.span("n"), subject=subject, is_each=is_each)
        yield Fact("token colours", colors or None, *what, subject=subject)
        if keywords:
            yield Fact("token keywords", keywords, *match.span("list"), subject=subject)


#: What reads numbers, costs and tokens.
READERS: Final[tuple[Callable[[CardText], Iterator[Fact]], ...]] = (
    _amounts, _loyalty, _sizes, _counters, _costs, _mana, _limits, _tokens,
)  # fmt: skip
