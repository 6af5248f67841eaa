"""Changes of the exact odds of packs from one card set to another."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from attrs import field, frozen

from ..errors import CardFormatsError, CollationError
from ..model import Booster, CardRef, CardSet
from .generator import RULES, Generator
from .odds.table import OddsRow, OddsTable


class CardFrequency(NamedTuple):
    """The mean number of copies in a pack, and the probability of at least one if it is known."""

    copies: Fraction
    any: Fraction | None


_NEVER = CardFrequency(Fraction(0), Fraction(0))
#: The odds by card; None if there is no closed form.
_Known: TypeAlias = Mapping[str, CardFrequency | None]


@frozen
class OddsChange:
    """The change of the odds of a booster.

    Attributes:
        booster: The name of the booster.
        rules: The sampling rules of the odds before and after. If the rules of the program have no
            exact odds, they are those of the library.
        changed: The odds before and after of each card whose odds differ.
        same, unknown: The number of cards with the same odds, and of those without a closed form.
        problem: The reason why there are no odds; empty if there are.
    """

    booster: str
    rules: tuple[str, str] = ("", "")
    changed: Mapping[str, tuple[CardFrequency, CardFrequency]] = field(factory=dict)
    same: int = 0
    unknown: int = 0
    problem: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return a JSON-ready dictionary. Numbers are exact, as strings."""
        changed = {
            name: {
                "copies": [str(each.copies) for each in pair],
                "any": [None if each.any is None else str(each.any) for each in pair],
            }
            for name, pair in self.changed.items()
        }
        counts = {"same": self.same, "unknown": self.unknown, "problem": self.problem or None}
        return {"booster": self.booster, "rules": list(self.rules), "changed": changed, **counts}


def odds_changes(
    before: CardSet, after: CardSet, programs: tuple[str, str]
) -> Iterator[OddsChange]:
    """Yield the changes of the exact odds of all boosters of a set.

    *programs* are the ids of the formats before and after. Their rules are used if they have exact
    odds.
    """
    boosters: tuple[Booster | None, ...] = before.boosters or (None,)
    for number, booster in enumerate(boosters):
        name = booster.name if booster is not None else ""
        others = tuple(each for each in after.boosters if each.name == name)
        if len(others) != 1:
            others = after.boosters[number : number + 1]
        if not others and (number or after.boosters):
            yield OddsChange(name, problem="it was not written")
            continue
        try:
            sides = (
                _odds(before, booster, programs[0]),
                _odds(after, next(iter(others), None), programs[1]),
            )
        except CardFormatsError as error:
            yield OddsChange(name, problem=str(error))
            continue
        (first, old_rules), (second, new_rules) = sides
        yield _compared(name, (old_rules, new_rules), *_by_cards(first, second))


def _odds(cardset: CardSet, booster: Booster | None, program: str) -> tuple[OddsTable, str]:
    """Return the exact odds of *booster*, or of the first one.

    The rules of the program are used if they have exact odds.
    """
    # rows without a closed form are not used, so one simulated pack is enough
    try:
        return Generator(cardset, booster, seed="odds", rules=program).odds(packs=1), program
    except CollationError:
        return Generator(cardset, booster, seed="odds").odds(packs=1), RULES


def _by_cards(*sides: OddsTable) -> tuple[_Known, _Known]:
    """Return the odds of both sides by the names of cards.

    Cards of one name are distinguished by their references if both sides have the same references.
    """
    refs: list[defaultdict[str, set[str]]] = [defaultdict(set), defaultdict(set)]
    for names, side in zip(refs, sides, strict=True):
        for row in side:
            names[row.card.name].add(_reference(row.card))
    first, second = (
        _of_rows(side, {name for name in refs[0] if refs[0][name] == refs[1].get(name)})
        for side in sides
    )
    return first, second


def _reference(card: CardRef) -> str:
    return str(CardRef(card.name, card.set_code and card.set_code.upper(), card.number))


def _of_rows(rows: OddsTable, apart: set[str]) -> _Known:
    """Return the odds of cards. Cards with a name in *apart* are identified by their references."""
    by_card: defaultdict[str, list[OddsRow]] = defaultdict(list)
    for row in rows:
        name = row.card.name
        by_card[_reference(row.card) if name in apart else name].append(row)
    return {
        name: CardFrequency(
            sum((row.expected for row in its), Fraction(0)),
            its[0].at_least_one if len(its) == 1 else None,
        )
        if all(row.exact for row in its)
        else None
        for name, its in by_card.items()
    }


def _compared(name: str, rules: tuple[str, str], first: _Known, second: _Known) -> OddsChange:
    changed: dict[str, tuple[CardFrequency, CardFrequency]] = {}
    unknown = 0
    cards = {**first, **second}
    for card in cards:
        old, new = first.get(card, _NEVER), second.get(card, _NEVER)
        if old is None or new is None:
            unknown += 1
        elif old.copies != new.copies or (old.any != new.any and None not in (old.any, new.any)):
            changed[card] = old, new
    return OddsChange(name, rules, changed, len(cards) - len(changed) - unknown, unknown)
