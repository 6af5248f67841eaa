"""Random drafts of every kind: no card is lost, nobody learns what it may not, all comes back."""

from __future__ import annotations

import pytest

import cardformats as cf
from cardformats import draft
from cardformats.testing import assert_draft_kind

COLORS = "WUBRG"
CUBE = cf.CardSet.of(
    [
        cf.Card.of(f"Card {at:03}", mana_cost=f"{{{COLORS[at % 5]}}}", rarity="common")
        for at in range(600)
    ],
    pack={"common": 15},
)


def themes(*each):
    """A card set whose booster has a layout of three cards for each theme, named by its colours."""
    cards = [
        cf.Card.of(f"{theme} {at}", mana_cost=f"{{{theme[at % len(theme)]}}}")
        for theme in each
        for at in range(3)
    ]
    sheets = [
        cf.Sheet(theme, [cf.Entry(cf.CardRef(f"{theme} {at}")) for at in range(3)])
        for theme in each
    ]
    layouts = [
        cf.Layout(theme, 1, [cf.Slot("cards", 3, [cf.SheetChoice(theme)])]) for theme in each
    ]
    return cf.CardSet(cards=cards, sheets=sheets, boosters=[cf.Booster("themes", layouts=layouts)])


THEMES = themes("W", "U", "B", "R", "G", "WU", "UB", "BR", "RG", "GW", "WUB")

#: Of these kinds short drafts.
SMALL = {
    "glimpse": {"packs": 3},
    "grid": {"grids": 3},
    "housman": {"rounds": 3},
    "minesweeper": {"grids": 2, "width": 5, "height": 4, "picks": 4},
    "rochester": {"packs": 1},
    "rotisserie": {"cards": 5, "exact": True},
    "solomon": {"rounds": 4},
    "supreme": {"packs": 6},
    "winchester": {"packs": 1},
    "winston": {"packs": 1},
}
#: Settings of kinds that change much; each is tried, too.
VARIANTS: dict[str, list[dict[str, object]]] = {
    "grid": [{"grids": 2, "cards_from": "packs"}],
    "housman": [{"rounds": 2, "order": "snake", "may_keep": True}],
    "jumpstart": [{"offers": 3, "second": "colors"}],
    "minesweeper": [
        {
            "grids": 1,
            "width": 5,
            "height": 4,
            "picks": 4,
            "center": False,
            "corners": False,
            "borders": True,
        }
    ],
    "rochester": [{"packs": 1, "order": "mtr"}],
    "rotisserie": [{"cards_from": "packs", "packs": 1}],
    "solomon": [{"rounds": 3, "last": 10, "hidden": 2}],
    "winston": [{"packs": 1, "piles": 5, "remove_basics": False}],
}
CASES = [
    pytest.param(
        name,
        settings,
        id="-".join([name, *map(str, settings.values())]),
        marks=pytest.mark.slow if number else [],
    )
    for name in draft.draft_kinds()
    for number, settings in enumerate([SMALL.get(name, {}), *VARIANTS.get(name, ())])
]
SEEDS = [range(1), pytest.param(range(1, 1001), marks=pytest.mark.slow)]


@pytest.mark.parametrize("seeds", SEEDS, ids=["one", "1000"])
@pytest.mark.parametrize(("name", "settings"), CASES)
def test_every_kind_of_draft_keeps_the_properties(name, settings, seeds):
    cards = THEMES if name.startswith("jump") else CUBE
    assert_draft_kind(name, cards, seeds=seeds, **settings)
