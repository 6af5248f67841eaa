"""What the engine makes of the text of a target: which cards or players it may be.

The engine looks for some words anywhere in the text before it reads anything, so that the word
``player`` drops all brackets; then it cuts off the zones, how many, and the types at every comma,
even within brackets.
"""

from __future__ import annotations

from itertools import permutations
from typing import Final

from attrs import evolve, field, frozen

from ...lexicon import zones
from ...syntax import kept_if_short
from .descriptions import Amount, Description, amount, description

_BATTLEFIELDS: Final = ("mybattlefield", "opponentbattlefield")


#: Every word for zones of which the engine has some, with these.
ZONES: Final = {text: each for text, each in zones().items() if each}
#: The engine's word for the removed cards of a targeted player lacks a letter.
ZONES["targetedpersonsremovefromgame"] = ZONES.pop("targetedpersonsremovedfromgame")

#: Words that decide wherever they stand, the first of them first.
_ANYWHERE: Final = ("blockable", "pairable", "dredgeable", "mychild", "mytotem", "myeqp")
#: Words that decide where they stand first, and what they choose.
_FIRST: Final = {
    "mytgt": "card", "targetedplayer": "player", "opponent": "player", "controller": "player",
}  # fmt: skip
_WHOLE_GAME: Final[dict[str, int | None]] = {
    "mycurses": None,
    "proliferation": None,
    "propagation": 1,
}
_DAMAGEABLE: Final = ("creature", "planeswalker", "battle")
#: What can be damaged besides players, as the engine looks for it.
_DAMAGED: Final = tuple(
    (sign.join(order), kinds)
    for kinds in (_DAMAGEABLE, _DAMAGEABLE[:2], ("creature", "battle"), _DAMAGEABLE[1:])
    for order in permutations(kinds)
    for sign in ",^"
) + tuple((kind, (kind,)) for kind in _DAMAGEABLE)
#: The engine's maximum number of zones, and of types, of a target.
MOST: Final = 10


@frozen
class Chooser:
    """What decides whether a card or a player may be the target.

    Attributes:
        sort: ``types`` (one of them), ``description``, ``anything`` (in its zones), ``card`` (one
            that is known), ``player``, ``damageable`` (players, and cards of the types),
            ``trigger`` (what the event is about), or the word of a special one: ``blockable``,
            ``pairable``, ``dredgeable``, ``mychild``, ``mytotem``, ``myeqp``, ``mycurses``,
            ``proliferation``, ``propagation``, ``parents``, ``children``.
        types: in lower case, as they are written.
        description: what a card has to be.
        zones: where cards are looked for; ``all`` is everywhere.
        most: how many may be chosen; None for any number.
        is_exact: there have to be that many.
        is_other: not the card of the ability itself.
        which: which card (``this``, ``mytgt``, ``mysource``, ``sourcecard``), player
            (``controller``, ``opponent``, ``targetedplayer``) or part of an event (``to``,
            ``from``).
        unknown_zones: words for zones that the engine does not know and leaves out.
        passed_over: the text that is not looked at.
        overflows: whether there are more zones or types than the engine can store.
        inner: what the parents or children have to be.
    """

    sort: str
    types: tuple[str, ...] = ()
    description: Description | None = None
    zones: tuple[str, ...] = _BATTLEFIELDS
    most: Amount | None = 1
    is_exact: bool = False
    is_other: bool = False
    which: str = ""
    unknown_zones: tuple[str, ...] = ()
    passed_over: str = ""
    overflows: bool = False
    inner: Chooser | None = field(default=None)

    @property
    def players(self) -> frozenset[str]:
        """Return those of ``controller`` and ``opponent`` that may be chosen."""
        if self.sort == "player" and self.which in ("controller", "opponent"):
            return frozenset((self.which,))
        can_be = self.sort in ("player", "damageable")
        return frozenset(("controller", "opponent")) if can_be else frozenset()


@kept_if_short
def chooser(text: str) -> Chooser | None:
    """Read the *text* of a target as the engine does; None where it refuses the text.

    Case counts: the engine keeps lines in lower case, but not the values of ``restriction=``.
    """
    if not text:
        return None
    return _first_words(text) or _words_without_other(text) or _read(text)


def _first_words(text: str) -> Chooser | None:
    """Return the chooser of a word that makes the engine pass over the rest of *text*."""
    for word in _ANYWHERE:
        if word in text:
            zones = ("mygraveyard",) if word == "dredgeable" else _BATTLEFIELDS
            return Chooser(word, zones=zones, passed_over=_without(text, word))
    for word, sort in _FIRST.items():
        if text.startswith(word):
            return Chooser(sort, zones=(), which=word, passed_over=text[len(word) :])
    return None


def _words_without_other(text: str) -> Chooser | None:
    """Return the same for the words that are looked for when ``other`` is taken out."""
    text, is_other = _other(text)
    if text.startswith("trigger"):
        return _trigger(text)
    if "player" in text:
        return evolve(_players(text), is_other=is_other)
    if "anytarget" in text:
        _, most, is_exact = _how_many(text)
        passed = _without(text, "anytarget")
        return Chooser(
            "damageable", _DAMAGEABLE, None, _BATTLEFIELDS, most, is_exact, is_other,
            passed_over=passed,
        )  # fmt: skip
    for word, number in _WHOLE_GAME.items():
        if word in text:
            return Chooser(word, most=number, passed_over=_without(text, word))
    return None


def _without(text: str, word: str) -> str:
    return text.replace(word, "", 1)


def _other(text: str) -> tuple[str, bool]:
    """Return *text* without its first ``other``, and whether there is one."""
    before, other, after = text.partition("other ")
    return before + after, bool(other)


def _trigger(text: str) -> Chooser:
    which, most = "to", None
    if text[7:8] == "[":
        end = text.find("]")
        inside = text[7 : 7 + end] if end >= 0 else text[7:]
        if "to" in inside:
            most = 1 if "<1>" in inside else None
        elif "from" in inside:
            which = "from"
    return Chooser("trigger", zones=(), most=most, which=which)


def _players(text: str) -> Chooser:
    """Players, and the cards that can be damaged if *text* names them anywhere."""
    most: Amount | None = 1
    start, end = text.find("<"), text.find(">")
    if start >= 0 and end >= 0:
        # the engine takes the place of the closing sign for a length
        most = None if "<anyamount>" in text else _leading(text[start + 1 : start + max(end, 1)])
    for words, kinds in _DAMAGED:
        if words in text:
            passed = _without(_without(text, words), "player")
            return Chooser("damageable", kinds, most=most, passed_over=passed)
    return Chooser("player", zones=(), most=most, passed_over=_without(text, "player"))


def _leading(text: str) -> Amount:
    """Return the number that *text* begins with, or its name; 0 for anything else."""
    if text.isalpha():
        return text
    digits = text[: len(text) - len(text.lstrip("0123456789"))]
    return amount(digits)


def _how_many(text: str) -> tuple[str, Amount | None, bool]:
    """Divide a text at ``<...>``: return the rest, the number, and whether that many are needed.

    The symbols of comparisons are treated the same: the text before them is lost.
    """
    start = text.find("<")
    end = text.find(">", start)
    if start < 0 or end < 0:
        return text, 1, False
    inside, rest = text[start + 1 : end], text[end + 1 :]
    if "anyamount" in inside:
        return rest, None, False
    at = inside.find("upto:")
    if at >= 0:
        return rest, amount(text[at + 6 : end]), False
    return rest, amount(inside), True


def _zones(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the zones that *text* names, and the words in it that name none."""
    zones: list[str] = []
    unknown: list[str] = []
    for word in text.replace("^", ",").split(","):
        if known := ZONES.get(word):
            zones += known
        elif word:
            unknown.append(word)
    return tuple(zones), tuple(unknown)


def _read(text: str) -> Chooser | None:
    """Return the chooser of types, brackets and zones."""
    text, is_other = _other(text)
    kinds, bar, places = text.partition("|")
    zones, unknown = _zones(places) if bar else (_BATTLEFIELDS, ())
    overflows = len(zones) > MOST
    rest, most, is_exact = _how_many(kinds)
    lost = kinds[: len(kinds) - len(rest)]
    passed_over = lost.partition("<")[0]
    result = Chooser(
        "", (), None, zones, most, is_exact, is_other, unknown_zones=unknown,
        passed_over=passed_over, overflows=overflows,
    )  # fmt: skip
    if "children" in rest or "parents" in rest:
        return _relatives(result, rest)
    return _typed(result, rest)


def _relatives(result: Chooser, text: str) -> Chooser:
    _, bracket, inside = text.partition("[")
    what = inside.partition("]")[0]
    # children of children have no end; nobody means them
    is_deep = "children" in what or "parents" in what
    inner = chooser(what) if bracket and not is_deep else None
    sort = "parents" if "parents" in text else "children"
    return evolve(result, sort=sort, zones=_BATTLEFIELDS, inner=inner)


_CARDS: Final = ("this", "sourcecard", "mysource")


def _typed(result: Chooser, text: str) -> Chooser | None:
    """Add the types of *text*, which is cut at every comma, to *result*."""
    types: list[str] = []
    described: Description | None = None
    # what stands after the last comma counts only if it is not empty
    words = text.split(",")
    if words and not words[-1]:
        words.pop()
    for number, each in enumerate(words):
        word = each.replace("^", ",")
        base, bracket, rest = word.partition("[")
        if bracket:
            if types or described:
                return None
            described = description(_to_bracket(word, len(base)), base)
        elif described:
            return None
        elif types:
            types.append(word)
        elif word == "*" or word in _CARDS or word == "abilitycontroller":
            passed_over = result.passed_over + ",".join(words[number + 1 :])
            return _single(evolve(result, passed_over=passed_over), word)
        else:
            types.append(word)
        if bracket and "]" in rest:
            after = rest.partition("]")[2]
            result = evolve(result, passed_over=result.passed_over + after)
    if not types and not described:
        return None
    zones = result.zones or _BATTLEFIELDS
    overflows = result.overflows or len(types) > MOST
    sort = "description" if described else "types"
    return evolve(
        result,
        sort=sort,
        types=tuple(types),
        description=described,
        zones=zones,
        overflows=overflows,
    )


def _to_bracket(word: str, start: int) -> str:
    """Return the text between the bracket at *start* and the first that closes, wherever it is."""
    end = word.find("]")
    return word[start + 1 : end if end > start else None]


def _single(result: Chooser, word: str) -> Chooser:
    if word == "*":
        return evolve(result, sort="anything")
    if word == "abilitycontroller":
        return evolve(result, sort="player", zones=(), which="controller", most=1)
    zones = ("all",) if word == "sourcecard" else result.zones
    return evolve(
        result, sort="card", zones=zones, which=word, most=1, is_exact=False, is_other=False
    )
