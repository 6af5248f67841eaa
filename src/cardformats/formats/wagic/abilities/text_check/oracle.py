"""What a card's text says: facts read from its phrases; here those that are words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from . import numbers
from .facts import KEYWORDS, NOUNS, NUMBERS, Fact, number, size, words_of
from .phrases import CardText, read

_FLAGS: Final = re.IGNORECASE
_WORDS: Final = words_of(KEYWORDS)
_KEYWORD: Final = re.compile(rf"\b(?:{_WORDS})\b", _FLAGS)
_LIST: Final = rf"(?P<list>(?:{_WORDS})(?:(?:, and|,| and|, or| or|;) (?:{_WORDS}))*)"
_GAINS: Final = re.compile(rf"\b(?:gains?|has|have) {_LIST}\b", _FLAGS)
_HAS: Final = re.compile(rf"(?:^|(?<=\n)|(?<= -- )){_LIST}\.?(?=\n| --| \(|$)", _FLAGS)
_NOUN: Final = words_of(tuple(NOUNS))
_ANY_NOUN: Final = re.compile(rf"\b(?:{_NOUN}|permanent|any target|nonland|noncreature)", _FLAGS)
_TARGET: Final = re.compile(
    rf"\btarget (?!of\b)(?:[a-z+/'-]+ ){{0,3}}?"
    rf"(?P<list>(?:{_NOUN})(?:(?:, or|,| or| and/or) (?:{_NOUN}))*)\b",
    _FLAGS,
)
_HOW_MANY: Final = re.compile(
    rf"(?<!or )\b(?:up to )?(?P<n>{words_of(tuple(NUMBERS)[3:])}) (?:other )?target\b", _FLAGS
)
_BECOMES: Final = re.compile(
    r"\b(?:becomes? (?:an? )?|base power and toughness |is an? |are )"
    r"(?P<p>[0-9]+|X)/(?P<t>[0-9]+|X)(?![0-9/]| counter)",
    _FLAGS,
)
_PHASE: Final = re.compile(
    r"\bat the beginning of (?P<whose>your|each player's|each opponent's|each of your|each|the) "
    r"(?P<phase>upkeep|draw step|end step|combat|precombat main phase)"
    r"(?P<after> on your turn)?(?! of)",
    _FLAGS,
)
_ENOUGH: Final = re.compile(
    rf"\b(?P<atleast>at least )?(?P<n>{words_of(tuple(NUMBERS)[3:])}|[0-9]+)"
    r"(?: or (?P<sign>more|greater|fewer|less))?\b(?! other)",  # of which it would be one itself
    _FLAGS,
)
_WHOSE: Final = {"your": "my ", "each of your": "my ", "each opponent's": "opponent "}
_TURN: Final = re.compile(r"\b(?:your|opponent's) turn\b", _FLAGS)
_PHASES: Final = {
    "upkeep": "upkeep", "draw step": "draw", "end step": "end", "combat": "combatbegins",
    "precombat main phase": "firstmain",
}  # fmt: skip
#: What is done to cards, by the words for it; those that come after it can only be meant.
_ACTIONS: Final = tuple(
    (action, re.compile(rf"\b(?:{sure})", _FLAGS), re.compile(rf"\b(?:{any_})", _FLAGS))
    for action, sure, any_ in (
        ("destroy", "destroy (?:target|all|each|that|it|enchanted)", "destroy|regenerat"),
        (
            "exile",
            "exile (?:target|all|each|that|it|enchanted)",
            "exile|remove[sd]? [^.]{0,80}from the game",
        ),
        ("sacrifice", "sacrifices? (?:a|an|it|that|target)", "sacrific|devour|evoke|champion"),
        ("counter", "counter target", "counter (?:target|it|that)|countered"),
        ("hand", "return target [^.]{0,60} hands?", r"hands?\b|bounce"),
        ("tap", "tap (?:target|all|each|it|that|enchanted)", r"tap|tapped|taps"),
        ("untap", "untap (?:target|all|each|it|that|enchanted)", "untap"),
    )
)


def facts(text: str, name: str = "", cost: str = "") -> list[Fact]:
    """Return the facts of *text*, of the card *name* that costs *cost*, in its order."""
    phrases = read(text, name, cost)
    readers = (*numbers.READERS, _keywords, _targets, _sizes, _phases, _conditions, _actions)
    every = [fact for reader in readers for fact in reader(phrases)]
    return sorted(every, key=lambda fact: fact.start)


def _keywords(text: CardText) -> Iterator[Fact]:
    gained = _starts(_KEYWORD, _GAINS, text.text)
    own = _starts(_KEYWORD, _HAS, text.text)
    for match in _KEYWORD.finditer(text.text):
        start = match.start()
        certain = start in own or (start in gained and text.is_certain(match))
        yield Fact("keyword", match[0].lower(), *match.span(), is_certain=certain)
        if start in own:
            yield Fact("own keyword", match[0].lower(), *match.span())


def _starts(word: re.Pattern[str], phrase: re.Pattern[str], text: str) -> set[int]:
    """Find the words in the lists of phrases: their offsets."""
    lists = (match.span("list") for match in phrase.finditer(text))
    return {match.start() for span in lists for match in word.finditer(text, *span)}


def _targets(text: CardText) -> Iterator[Fact]:
    chosen = _starts(_ANY_NOUN, _TARGET, text.text)
    for match in _ANY_NOUN.finditer(text.text):
        noun = NOUNS.get(match[0].lower())
        if noun is not None:
            certain = match.start() in chosen and not text.is_reminder(match)
            yield Fact("target", noun, *match.span(), is_certain=certain)
            if noun == "opponent":
                yield Fact("target", "player", *match.span(), is_certain=False)
        else:
            yield Fact("target", None, *match.span())
    for match in _HOW_MANY.finditer(text.text):
        yield Fact("number of targets", number(match["n"]), *match.span())


def _sizes(text: CardText) -> Iterator[Fact]:
    for match in _BECOMES.finditer(text.text):
        value = size(f"{match['p']}/{match['t']}")
        certain = not text.is_reminder(match)
        yield Fact("base size", value, *match.span(), is_certain=certain)


def _phases(text: CardText) -> Iterator[Fact]:
    for match in _PHASE.finditer(text.text):
        whose = "my " if match["after"] else _WHOSE.get(match["whose"].lower(), "")
        phase = _PHASES[match["phase"].lower()]
        certain = not (text.is_reminder(match) or _TURN.search(text.sentence(match)))
        yield Fact("phase", f"{whose}{phase}", *match.span(), 0, certain, phase)


def _conditions(text: CardText) -> Iterator[Fact]:
    for match in _ENOUGH.finditer(text.text):
        if match["sign"] or match["atleast"]:
            sign = "<=" if match["sign"] in ("fewer", "less") else ">="
            certain = not text.is_reminder(match)
            yield Fact("condition", f"{sign}{number(match['n'])}", *match.span(), 0, certain)


def _actions(text: CardText) -> Iterator[Fact]:
    for action, sure, mention in _ACTIONS:
        for match in mention.finditer(text.text):
            yield Fact("action", action, *match.span(), is_certain=False)
        for match in sure.finditer(text.text):
            if text.is_action(match):
                certain = text.is_certain(match)
                yield Fact("action", action, *match.span(), is_certain=certain)
