"""How the odds of packs change from one card set to another: by cards, and exactly."""

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


class CardOdds(NamedTuple):
    """The copies of a pack on average, and the probability of one or more if it is known."""

    copies: Fraction
    any: Fraction | None


_NEVER = CardOdds(Fraction(0), Fraction(0))
#: By cards; None where there is no closed form.
_Known: TypeAlias = Mapping[str, CardOdds | None]


@frozen
class OddsChange:
    """How the odds of a booster changed.

    Attributes:
        booster: its name.
        rules: whose way of sampling the odds are of, before and after; the library's where those
            of the program have no exact odds.
        changed: by cards, the odds before and after where they are others.
        same, unknown: how many cards have the same odds, and how many have no closed form.
        problem: why there are no odds; empty if there are.
    """

    booster: str
    rules: tuple[str, str] = ("", "")
    changed: Mapping[str, tuple[CardOdds, CardOdds]] = field(factory=dict)
    same: int = 0
    unknown: int = 0
    problem: str = ""

    def to_dict(self) -> dict[str, Any]:
        """A JSON-ready dictionary; numbers are exact, as texts."""
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
    """Compare the exact odds of all boosters of a set, *before* it was written and *after*.

    *programs* are the ids of the formats, whose rules hold where they have exact odds.
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
    """The exact odds of *booster*, or of the first, by the rules of a program if it has some."""
    # rows without a closed form are counted in packs, which is of no use here: one is enough
    try:
        return Generator(cardset, booster, seed="odds", rules=program).odds(packs=1), program
    except CollationError:
        return Generator(cardset, booster, seed="odds").odds(packs=1), RULES


def _by_cards(*sides: OddsTable) -> tuple[_Known, _Known]:
    """The odds of both sides by the names of cards, or by references where these say more.

    Cards of one name are told apart if both sides have the same references to them.
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
    """The odds of cards, each of which has a row for each finish; some names are told *apart*."""
    by_card: defaultdict[str, list[OddsRow]] = defaultdict(list)
    for row in rows:
        name = row.card.name
        by_card[_reference(row.card) if name in apart else name].append(row)
    return {
        name: CardOdds(
            sum((row.expected for row in its), Fraction(0)),
            its[0].at_least_one if len(its) == 1 else None,
        )
        if all(row.exact for row in its)
        else None
        for name, its in by_card.items()
    }


def _compared(name: str, rules: tuple[str, str], first: _Known, second: _Known) -> OddsChange:
    changed: dict[str, tuple[CardOdds, CardOdds]] = {}
    unknown = 0
    cards = {**first, **second}
    for card in cards:
        old, new = first.get(card, _NEVER), second.get(card, _NEVER)
        if old is None or new is None:
            unknown += 1
        elif old.copies != new.copies or (old.any != new.any and None not in (old.any, new.any)):
            changed[card] = old, new
    return OddsChange(name, rules, changed, len(cards) - len(changed) - unknown, unknown)
