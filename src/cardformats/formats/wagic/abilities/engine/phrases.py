"""Plain English for what the engine makes of a target: who or what may be chosen."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from ..english.wording import an, joined, listed, plural, source, spelled
from .descriptions import Amount, Counters, Description
from .targets import Chooser, chooser

_CARDS: Final = {
    "this": "this card", "sourcecard": "this card", "mysource": "the source of this",
    "mytgt": "the target of this", "to": "the card of the event",
    "from": "the other card of the event",
}  # fmt: skip
_PLAYERS: Final = {
    "controller": "you", "opponent": "your opponent", "targetedplayer": "the targeted player",
}  # fmt: skip
_SPECIAL: Final = {
    "blockable": "attacker that this can block", "pairable": "creature to pair this with",
    "dredgeable": "card with dredge in a graveyard", "mychild": "card attached to this",
    "mytotem": "card with totem armor attached to this", "myeqp": "equipment attached to this",
    "mycurses": "curse attached to you", "proliferation": "permanent or player with a counter",
    "propagation": "permanent or player with a counter", "parents": "card this is attached to",
    "children": "card attached to this",
}  # fmt: skip
#: How a card is called that is in a state, and that is not; both stand before the noun.
_BEFORE: Final = {
    "tapped": ("tapped", "untapped"), "attacking": ("attacking", "nonattacking"),
    "blocking": ("blocking", "nonblocking"), "blocked": ("blocked", "unblocked"),
    "token": ("token", "nontoken"), "multicolor": ("multicolored", "monocolored or colorless"),
    "colorless": ("colorless", "colored"), "enchanted": ("enchanted", "unenchanted"),
    "equipped": ("equipped", "unequipped"), "permanent": ("permanent", "nonpermanent"),
}  # fmt: skip
_AFTER: Final = {
    "damaged": ("that was dealt damage this turn", "that wasn't dealt damage this turn"),
    "fresh": ("put there this turn", "not put there this turn"),
    "iscommander": ("that is a commander", "that isn't a commander"),
    "haskicker": ("with a kicker", "without a kicker"),
}  # fmt: skip
_MEASURES: Final = {
    "manacost": "mana value", "zpos": "position", "numofcols": "number of colors",
}  # fmt: skip
_SIGNS: Final = {
    "<=": "{} or less", ">=": "{} or greater", "=": "{}", "<": "less than {}",
    ">": "greater than {}", "!=": "other than {}",
}  # fmt: skip
_ZONE: Final = re.compile(r"(my|opponent|targetowner|targetcontroller|owner|targetedpersons)(.+)")
_OWNERS: Final = {
    "my": "your", "opponent": "your opponent's", "owner": "its owner's",
    "targetowner": "its owner's", "targetcontroller": "its controller's",
    "targetedpersons": "the targeted player's",
}  # fmt: skip
_PLACES: Final = {"commandzone": "command zone", "reveal": "revealed cards"}


def phrase(target: Chooser | str | None, how: str = "target") -> str:
    """Who or what the engine accepts, as a noun: ``target creature with flying and reach``.

    Args:
        target: the chooser, or the text of a target.
        how: ``target``, ``each``, or ``a`` for what stands before the noun.
    """
    who = chooser(target) if isinstance(target, str) else target
    if who is None:
        return "nothing"
    if single := _CARDS.get(who.which) or _PLAYERS.get(who.which):
        return single
    several = who.most != 1 and how != "each"
    other, noun = "other" if who.is_other else "", _noun(who, plural if several else str)
    if several:
        return joined(_number(who), other, how if how != "a" else "", noun)
    if how == "each":
        return joined("each", other, noun)
    other = "another" if who.is_other else ""
    return joined(other, how if how != "a" else "", noun) if other or how != "a" else an(noun)


def _number(who: Chooser) -> str:
    if who.most is None:
        return "any number of"
    number = spelled(who.most) if isinstance(who.most, int) else source(who.most)
    return number if who.is_exact else f"up to {number}"


def _noun(who: Chooser, form: Callable[[str], str]) -> str:
    """What is chosen, in the singular or in the plural, with where it is."""
    if who.sort in ("player", "damageable"):
        return listed(map(form, (*map(_word, who.types), "player")), "or")
    if who.sort in _SPECIAL:
        return form(_SPECIAL[who.sort])
    before, heads, after = list[str](), list[str](), list[str]()
    if who.description is not None:
        before, heads, after = _described(who.description)
    elif who.types:
        heads = [*map(_word, who.types)]
    is_in_play = all(zone.endswith("battlefield") for zone in who.zones)
    unit = "" if heads and is_in_play else form("permanent" if is_in_play else "card")
    nouns = listed(heads if unit else map(form, heads), "or")
    return joined(*before, nouns, unit, *after, _where(who.zones))


def _word(word: str) -> str:
    """A type or a name; what has blanks or signs in it can only be a name."""
    if not word:
        return "(not yet chosen)"
    if re.fullmatch(r"[a-z][a-z'\-]*", word):
        return word
    return f"`{word}`"


def _described(what: Description) -> tuple[list[str], list[str], list[str]]:
    """What stands before the nouns, the nouns, and what stands after them."""
    join = "and" if what.mode == "and" else "or"
    before = [f"non{_word(word[1:])}" for word in what.types if word.startswith("-")]
    before += [f"non{color}" for color in sorted(what.not_colors)]
    after = []
    for state, must in what.states:
        pair = _BEFORE.get(state)
        if pair is not None:
            before.append(pair[0 if must else 1])
        elif state != "ortoken":
            pair = _AFTER.get(state, (f"that is `{state}`", f"that is not `{state}`"))
            after.append(pair[0 if must else 1])
    if {state for state, _ in what.states} >= {"attacking", "blocking"} and before:
        before = [each for each in before if each not in ("attacking", "blocking")]
        before.append("attacking or blocking")
    if what.colors:
        before.append(listed(sorted(what.colors), join))
    words = [_word(word) for word in what.types if not word.startswith("-")]
    heads = [" ".join(words)] if words and what.mode == "and" else words
    return before, heads, [*_keywords(what), *_measured(what), *after, *_shared(what)]


def _keywords(what: Description) -> list[str]:
    result = []
    if what.keywords:
        result.append(f"with {listed(sorted(what.keywords))}")
    if what.not_keywords:
        result.append(f"without {listed(sorted(what.not_keywords), 'or')}")
    return result


def _measured(what: Description) -> list[str]:
    result = [
        f"with {_MEASURES.get(measure, measure)} {_compared(comparison.sign, comparison.amount)}"
        for measure, comparison in what.measures
    ]
    if what.any_counter is not None:
        result.append("with a counter" if what.any_counter else "without counters")
    elif what.counters is not None:
        result.append(_counted(what.counters))
    return result


def _compared(sign: str, amount: Amount) -> str:
    return _SIGNS[sign].format(amount if isinstance(amount, int) else source(amount))


def _counted(counters: Counters) -> str:
    name = counters.name or counters.shape
    if counters.amount == 1:
        return f"{'with' if counters.sign == '>=' else 'without'} {an(name)} counter"
    return f"with {_compared(counters.sign, counters.amount)} {name} counters"


def _shared(what: Description) -> list[str]:
    if not what.share:
        return []
    shared = what.share.removeprefix("not ").removesuffix("s")
    return [f"of {'another' if what.share.startswith('not ') else 'the same'} {shared}"]


def _where(zones: tuple[str, ...]) -> str:
    """Where cards are; nothing for both battlefields."""
    if set(zones) == {"mybattlefield", "opponentbattlefield"}:
        return ""
    if "all" in zones:
        return "in any zone"
    if not zones:
        return "in no zone"
    places: dict[str, list[str]] = {}
    for zone in zones:
        match = _ZONE.fullmatch(zone)
        if match is not None:
            places.setdefault(match[2], []).append(match[1])
    return listed([_place(place, owners) for place, owners in places.items()], "or")


def _place(place: str, owners: list[str]) -> str:
    """A place that cards of these owners are in."""
    name = _PLACES.get(place, place)
    preposition = "on" if place in ("battlefield", "stack") else "in"
    if set(owners) >= {"my", "opponent"}:
        return f"{preposition} {'exile' if place == 'exile' else an(name)}"
    if place == "battlefield" and owners[0] in ("my", "opponent"):
        return "you control" if owners[0] == "my" else "your opponent controls"
    return f"{preposition} {_OWNERS[owners[0]]} {name}"
