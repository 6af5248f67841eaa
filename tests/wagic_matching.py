"""Whether the engine accepts a card as a target, by the chooser that it makes of the text.

Choosers are compared with the engine through the cards that they accept.

Whether a card can be targeted at all (shroud, hexproof, protection) is another question, which the
engine asks for cards in play besides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from attrs import field, frozen

from cardformats.formats.wagic.abilities.engine.descriptions import (
    Amount,
    CountersTest,
    Description,
    MeasureComparison,
)
from cardformats.formats.wagic.abilities.engine.targets import ZONES, Chooser, chooser
from cardformats.formats.wagic.engine.primitive import number
from cardformats.model import Card, Color

_COLOR_NAMES: Final = {
    Color.GREEN: "green", Color.BLUE: "blue", Color.RED: "red", Color.BLACK: "black",
    Color.WHITE: "white",
}  # fmt: skip
_NO_COUNTERS: Final[Mapping[str, int]] = {}
#: Types that ``share!types!`` does not count.
_MAIN_TYPES: Final = frozenset(
    (
        "artifact", "land", "enchantment", "instant", "sorcery", "legendary", "creature",
        "planeswalker", "battle", "kindred",
    )
)  # fmt: skip
#: Words of types that are no creature types: a changeling does not have them.
_NO_CREATURE_TYPES: Final = _MAIN_TYPES | {
    "basic", "snow", "world", "token", "tribal", "plane", "scheme", "vanguard", "dungeon",
    "conspiracy", "equipment", "aura", "vehicle", "clue", "food", "treasure", "plains", "island",
    "swamp", "mountain", "forest", "saga", "curse", "arcane",
}  # fmt: skip
_COMPARING: Final[dict[str, Callable[[int, int], bool]]] = {
    "<=": int.__le__, ">=": int.__ge__, "=": int.__eq__, "<": int.__lt__, ">": int.__gt__,
    "!=": int.__ne__,
}  # fmt: skip


@frozen
class Situation:
    """What only a game says about a card and the ability that asks; at first, nothing.

    Attributes:
        states: what the card is, in the words of square brackets: ``tapped``, ``attacking``,
            ``blocking``, ``blocked``, ``token``, ``fresh``, ``damaged``, ``enchanted``, … and
            ``this`` if it is the card whose ability it is, ``mytgt``, ``mysource``, ``to`` or
            ``from`` if it is what these words stand for.
        counters: how many counters there are on the card, by ``1/1`` or ``0/0.charge``.
        source: the card whose ability it is.
        numbers: what variables stand for, e.g. ``{"x": 3}``; others are 0.
    """

    states: frozenset[str] = field(default=frozenset(), converter=frozenset)
    counters: Mapping[str, int] = _NO_COUNTERS
    source: Card | None = None
    numbers: Mapping[str, int] = _NO_COUNTERS

    def number(self, amount: Amount) -> int:
        """What *amount* is."""
        return amount if isinstance(amount, int) else self.numbers.get(amount, 0)


_UNTOUCHED: Final = Situation()


def accepts(
    target: str, card: Card, zone: str = "mybattlefield", situation: Situation = _UNTOUCHED
) -> bool:
    """Whether the engine accepts *card*, which is in *zone*, for the text *target*.

    Args:
        target: what stands between the brackets of ``target(...)``, in lower case as the engine
            keeps lines, e.g. ``creature[-black;power<=2]|opponentbattlefield``.
        card: the card, as :func:`cardformats.read` makes it; its front face counts.
        zone: a zone of one player, e.g. ``mygraveyard`` or ``opponentbattlefield``.
        situation: what only a game says; without it the card lies there untapped and alone.

    Raises:
        ValueError: *zone* is no zone of one player.
    """
    if len(ZONES.get(zone, ())) != 1 or not zone.startswith(("my", "opponent")):
        raise ValueError(f"no zone of one player: {zone!r}")
    return takes(chooser(target), card, ZONES[zone][0], situation)


def takes(who: Chooser | None, card: Card, zone: str, situation: Situation = _UNTOUCHED) -> bool:
    """Whether the chooser *who* takes *card* in *zone*, a zone of one player."""
    if who is None or who.sort == "player":
        return False
    if who.sort in ("card", "trigger"):
        is_it = ("this" if who.which == "sourcecard" else who.which) in situation.states
        return is_it and (not who.zones or is_in(who.zones, zone))
    if who.is_other and "this" in situation.states:
        return False
    if who.sort in ("types", "damageable", "description", "anything"):
        return is_in(who.zones, zone) and _is_wanted(who, card, situation)
    return _takes_special(who, card, zone, situation)


def _is_wanted(who: Chooser, card: Card, situation: Situation) -> bool:
    if who.description is not None:
        return fits(who.description, card, situation)
    words = _words_of(card)
    return who.sort == "anything" or any(_has(word, card, words) for word in who.types)


def is_in(zones: tuple[str, ...], zone: str) -> bool:
    """Whether a card in *zone* is in one of *zones*; whose card it is is seen from the zone."""
    place = zone.removeprefix("my").removeprefix("opponent")
    for each in zones:
        if each in ("all", zone):
            return True
        for owner in ("owner", "targetowner", "targetcontroller"):
            if each == owner + place:
                return True
        if each == f"targetedpersons{place}" and zone.startswith("my"):
            return True
    return False


def _takes_special(who: Chooser, card: Card, zone: str, situation: Situation) -> bool:
    if who.sort in ("proliferation", "propagation"):
        return zone.endswith("battlefield") and any(situation.counters.values())
    if who.sort in ("children", "parents"):
        is_one = who.sort in situation.states
        return is_one and (who.inner is None or takes(who.inner, card, zone, situation))
    return who.sort in situation.states


def _words_of(card: Card) -> frozenset[str]:
    """The words of the type line as the engine keeps them: only the first letter is changed."""
    return frozenset(map(_capital, (*card.supertypes, *card.types, *card.subtypes)))


def _capital(word: str) -> str:
    return word[:1].upper() + word[1:]


def _has(word: str, card: Card, words: frozenset[str]) -> bool:
    """Whether *card* has the type, or the name, *word*; *words* are its types."""
    if not word:
        return False
    wanted = _capital(word)
    if wanted in words or wanted == _capital(card.name.lower()):
        return True
    return word not in _NO_CREATURE_TYPES and " " not in word and "changeling" in _keywords(card)


def _keywords(card: Card) -> frozenset[str]:
    """The keywords of *card* in its lines ``abilities=``."""
    words = card.extras.get("wagic", {}).get("abilities", ())
    return frozenset(map(str, words)) if isinstance(words, tuple) else frozenset()


def _colors(card: Card) -> frozenset[str]:
    return frozenset(_COLOR_NAMES[color] for color in card.colors)


def fits(what: Description, card: Card, situation: Situation = _UNTOUCHED) -> bool:
    """Whether *card* is what is described."""
    colors = _colors(card)
    is_so = _has_types(what, card, situation) and _has_colors(what, colors, situation)
    is_so = is_so and all(_measures(what, card, situation))
    if what.mode == "nor":
        is_so = not is_so
    keywords = _keywords(card)
    return (
        is_so
        and what.keywords <= keywords
        and not what.not_keywords & keywords
        and all(_states(what, card, colors, situation))
        and _has_counters(what, situation)
    )


def _has_types(what: Description, card: Card, situation: Situation) -> bool:
    words = _words_of(card)
    types = list(what.types)
    if what.share.endswith("types") and situation.source is not None:
        shared = (word.lower() for word in _words_of(situation.source))
        base = types[-1:] if types else []
        types = [*(word for word in shared if word not in _MAIN_TYPES), *base]
    if not types:
        return True
    results = (
        not _has(word[1:], card, words) if word.startswith("-") else _has(word, card, words)
        for word in types
        if word or what.mode != "and"  # what was not chosen is asked for, and never missed
    )
    return all(results) if what.mode == "and" else any(results)


def _has_colors(what: Description, colors: frozenset[str], situation: Situation) -> bool:
    wanted = what.colors
    if what.share.endswith("color") and situation.source is not None:
        wanted = _colors(situation.source)
    if what.not_colors & colors:
        return False
    if what.mode == "and":
        return wanted <= colors
    return not wanted or bool(wanted & colors)


def _measures(what: Description, card: Card, situation: Situation) -> Iterator[bool]:
    for measure, comparison in what.measures:
        value = situation.numbers.get(f"card {measure}", 0)
        if measure == "power":
            value = number(card.power or "") + _added(situation, 0)
        elif measure == "toughness":
            value = number(card.toughness or "") + _added(situation, 1)
        elif measure == "manacost":
            value = int(card.mana_cost.mana_value) if card.mana_cost else 0
        elif measure == "numofcols":
            value = len(card.colors)
        yield _compares(value, comparison, situation)
    if what.share.endswith("name") and situation.source is not None:
        yield (card.name == situation.source.name) is (what.share == "name")


def _added(situation: Situation, place: int) -> int:
    """What counters add to power (*place* 0) or toughness (1)."""
    shapes = (
        (shape.partition(".")[0].partition("/"), nb) for shape, nb in situation.counters.items()
    )
    return sum(nb * number(parts[2 * place]) for parts, nb in shapes)


def _compares(
    value: int, comparison: MeasureComparison | CountersTest, situation: Situation
) -> bool:
    return _COMPARING[comparison.sign](value, situation.number(comparison.amount))


#: States that a card alone says.
_OF_CARDS: Final[dict[str, Callable[[Card, frozenset[str]], bool]]] = {
    "permanent": lambda card, _: not {"Instant", "Sorcery"} & set(card.types),
    "multicolor": lambda card, _: len(card.colors) > 1,
    "hasx": lambda card, _: card.mana_cost is not None and "X" in card.mana_cost.symbols,
    "haskicker": lambda card, _: "kicker" in card.extras.get("wagic", {}),
    "hasflashback": lambda card, _: "flashback" in card.extras.get("wagic", {}),
    "hasbackside": lambda card, _: "backside" in card.extras.get("wagic", {}),
    "haspartner": lambda card, _: "partner" in card.extras.get("wagic", {}),
}  # fmt: skip


def _states(
    what: Description, card: Card, colors: frozenset[str], situation: Situation
) -> Iterator[bool]:
    wanted = dict(what.states)
    for state, must in what.states:
        if state == "ortoken":
            continue
        if state == "colorless":
            is_so = not colors or (must and "devoid" in _keywords(card))
        elif test := _OF_CARDS.get(state):
            is_so = test(card, colors)
        else:
            is_so = state in situation.states
        if state in ("attacking", "blocking") and wanted.get("attacking") is wanted.get("blocking"):
            # both together ask for one of the two, or for none of them
            is_so = not situation.states.isdisjoint(("attacking", "blocking"))
        if state == "blocked" and "attacking" not in situation.states:
            yield False
        yield is_so is must


def _has_counters(what: Description, situation: Situation) -> bool:
    if what.any_counter is not None:
        return any(situation.counters.values()) is what.any_counter
    if (wanted := what.counters) is None:
        return True
    name = wanted.shape + (f".{wanted.name}" if wanted.name else "")
    count = situation.counters.get(name, 0)
    # none at all is no number that could be enough
    return (count > 0 or wanted.sign == "<") and _compares(count, wanted, situation)
