"""Real lists that only name cards, with the sample of Scryfall's data as their catalog."""

from __future__ import annotations

import pytest
from attrs import evolve

import cardformats as cf

from .readings import report_of

CUBE = "JiRockHistoricCube22.txt"


@pytest.fixture(scope="module")
def catalog(scryfall):
    return cf.CardCatalog(report_of(scryfall).value.cards)


@pytest.fixture(scope="module")
def cube(corpus):
    return cf.read_report(corpus / "corpus" / "draftmancer" / CUBE, "draftmancer").value


def unknown(cardset):
    """How many of how many cards the audit does not know the colours of."""
    found = [each for each in cf.Generator(cardset, seed=1).audit() if each.code == "CL043"]
    return [(each.data["count"], each.data["total"]) for each in found]


def known_part(cube, catalog):
    """*cube* with the cards that the catalog knows, nine copies of each."""
    sheets = []
    for sheet in cube.sheets.values():
        entries = [each for each in sheet.entries if catalog.card(each.card) is not None]
        sheets.append(evolve(sheet, entries=[evolve(each, copies=9) for each in entries]))
    return evolve(cube, sheets=sheets)


def test_a_cube_that_only_names_cards_is_balanced_with_a_catalog(cube, catalog):
    assert cube.cards == ()
    assert cube.event.color_balance
    ((lacking, total),) = unknown(cube)
    assert lacking == total > 300
    ((lacking, _),) = unknown(cube.resolved(catalog))
    assert lacking < total - 50

    named = known_part(cube, catalog)
    assert unknown(named) != []
    resolved = named.resolved(catalog)
    assert unknown(resolved) == []
    least = {}
    for name, cardset in (("named", named), ("resolved", resolved)):
        made = cf.Generator(cardset, seed=3, rules="draftmancer")
        packs = [
            {catalog.card(card.card).colors for card in made.pack(number).cards}
            for number in range(300)
        ]
        least[name] = min(sum(len(each) == 1 for each in pack) for pack in packs)
    assert least["resolved"] == 5 > least["named"]


@pytest.mark.parametrize("code", ["CHK", "ARC"])
def test_a_set_of_wagic_without_primitives_gets_its_cards_by_their_ids(wagic, catalog, code):
    folder = wagic / "2016" / "sets" / code
    if not folder.is_dir():
        pytest.skip(f"no set {code}")
    report = cf.read_report(folder, primitives=(), unresolved="named", catalog=catalog)
    cards = report.value.cards
    known = [card for card in cards if card.types]
    assert len(known) > 0.7 * len(cards)
    assert all(card.images for card in known)
    same = [card for card in known if card.ids.get("multiverse") == card.ids["wagic"]]
    assert len(same) > 0.6 * len(known)
