"""The choices of real OCTGN packs, as layouts of Draftmancer lists."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import cardformats as cf
from cardformats.formats.draftmancer.acceptance import Accepted, accept

#: Multiplied out, the choices of some of these sets are more than a thousand layouts.
MOST_LAYOUTS = 6


def expected(parts, sheets, share=Fraction(1)):
    """The expected number of cards of each sheet; slots give what there is."""
    found = Counter()
    for part in parts:
        if isinstance(part, cf.model.Choice):
            total = sum(Fraction(each.weight) for each in part.options)
            for option in part.options:
                own = share * option.weight / total
                for name, each in expected(option.slots, sheets, own).items():
                    found[name] += each
        else:
            total = sum(Fraction(each.weight) for each in part.sheets)
            for each in part.sheets:
                count = min(part.count, sheets[each.sheet].total)
                found[each.sheet] += share * count * each.weight / total
    return {name: count for name, count in found.items() if count}


def accepted_expected(layouts):
    """The expected number of cards of each sheet, in a list that Draftmancer accepts."""
    found = Counter()
    weight = sum(each["weight"] for each in layouts.values())
    for layout in layouts.values():
        for slot in layout["slots"]:
            total = sum(each["weight"] for each in slot["sheets"])
            for each in slot["sheets"]:
                cards = Fraction(slot["count"] * each["weight"] * layout["weight"], total * weight)
                found[each["name"]] += cards
    return found


def test_choices_become_few_layouts_of_the_same_odds(corpus):
    paths = sorted((corpus / "corpus" / "octgn" / "mtg" / "Sets").glob("*/set.xml"))
    with_choices = 0
    for path in paths:
        cardset = cf.read(path, "octgn")
        layouts = cardset.boosters[0].layouts if cardset.boosters else ()
        if not any(isinstance(part, cf.model.Choice) for each in layouts for part in each.slots):
            continue
        with_choices += 1
        made = accept(cf.dumps(cardset, "draftmancer"))
        assert isinstance(made, Accepted), cardset.name
        assert len(made.layouts) <= MOST_LAYOUTS, cardset.name
        before = expected([cf.model.Choice(layouts)], cardset.sheets)
        assert accepted_expected(made.layouts) == before, cardset.name
    assert with_choices > 5
