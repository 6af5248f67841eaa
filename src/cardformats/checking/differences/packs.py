"""How the odds of packs changed: of each card, exactly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from attrs import evolve

from ...collation import OddsChange, odds_changes
from ...collation.odds_change import CardFrequency
from ...model import Booster, CardRef, CardSet

#: Maximum number of boosters of a set whose odds are compared, since computing odds is slow.
_MOST: Final = 200


def changed_odds(
    old: CardSet,
    new: CardSet,
    programs: tuple[str, str],
    renamed: Iterable[tuple[CardRef, CardRef]] = (),
) -> Iterator[OddsChange]:
    """Yield the odds of boosters that changed or cannot be computed.

    The cards are those whose copies in a pack change most, first.

    Args:
        old: what the boosters were made of.
        new: the same now.
        programs: the ids of the formats, by whose rules packs are made.
        renamed: cards that are the same under other names.
    """
    if not (old.boosters and new.boosters) or _drawn(old) == _drawn(new):
        return
    names = {pair for refs in renamed for pair in (_names(refs), _references(refs))}
    for number, (was, now) in enumerate(_same(old.boosters, new.boosters)):
        if number == _MOST:
            yield OddsChange("", problem=f"only those of {_MOST} boosters are compared")
            return
        sides = evolve(old, boosters=[was]), evolve(new, boosters=[now])
        for change in odds_changes(*sides, programs):
            kept = _of_same_cards(change, names)
            if kept.changed or kept.problem:
                yield evolve(kept, changed=largest_first(kept))


def _same(old: Sequence[Booster], new: Sequence[Booster]) -> Iterator[tuple[Booster, Booster]]:
    """Yield the pairs of boosters with the same name, the same id, or no other counterpart."""
    for attribute in ("name", "id"):
        olds, news = (_by(attribute, side) for side in (old, new))
        same = [key for key in olds if key in news]
        yield from ((olds[key], news[key]) for key in same)
        old = [each for each in old if getattr(each, attribute) not in same]
        new = [each for each in new if getattr(each, attribute) not in same]
    if len(old) == len(new) == 1:
        yield old[0], new[0]


def _by(attribute: str, boosters: Iterable[Booster]) -> dict[str, Booster]:
    """Return the boosters by their name or id, if it is unique."""
    named = [(key, each) for each in boosters if (key := getattr(each, attribute))]
    counts = Counter(key for key, _ in named)
    return {key: each for key, each in named if counts[key] == 1}


def _names(refs: tuple[CardRef, CardRef]) -> tuple[str, str]:
    return refs[0].name, refs[1].name


def _references(refs: tuple[CardRef, CardRef]) -> tuple[str, str]:
    first, second = (
        str(CardRef(each.name, each.set_code and each.set_code.upper(), each.number))
        for each in refs
    )
    return first, second


def _of_same_cards(change: OddsChange, names: Iterable[tuple[str, str]]) -> OddsChange:
    """Return a change with one row for a card that was renamed."""
    changed = dict(change.changed)
    same = change.same
    for was, now in names:
        gone, come = changed.get(was), changed.get(now)
        if gone is None or come is None or gone[1].copies or come[0].copies:
            continue
        del changed[was]
        if gone[0] == come[1]:
            del changed[now]
            same += 1
        else:
            changed[now] = gone[0], come[1]
    return evolve(change, changed=changed, same=same)


def largest_first(change: OddsChange) -> dict[str, tuple[CardFrequency, CardFrequency]]:
    """Return the odds of cards before and after, the largest changes first."""
    rows = sorted(
        change.changed.items(),
        key=lambda row: (-abs(row[1][1].copies - row[1][0].copies), row[0]),
    )
    return dict(rows)


def _drawn(cardset: CardSet) -> tuple[object, ...]:
    """Return everything that odds depend on."""
    cards = [
        (
            card.ref,
            card.rarity,
            card.finish,
            card.colors,
            card.type_line,
            card.mana_cost,
            card.properties,
        )
        for card in cardset.cards
    ]
    return cards, cardset.sheets, cardset.boosters, cardset.event
