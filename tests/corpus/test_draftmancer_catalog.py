"""Real lists and small probes, with a catalog of the cards that Draftmancer knew in them.

Each test loops over the files, because they may be absent when tests are collected.
"""

from __future__ import annotations

import pytest

import cardformats as cf

from . import test_draftmancer_golden as without_catalog
from .test_draftmancer_golden import differences, front, show

#: The set of the cards of which the recording card database had any printing.
ANY_SET = "orc"
#: What is reported of a card that nobody knows, or that the list defines too late.
UNKNOWN = {"DM022", "DM026", "DM027"}
#: What is judged or read as Draftmancer does if, and only if, there is a catalog.
NEEDS_A_CATALOG = {
    "CustomCards_RelatedCards_Invalid.txt",
    "mtga_eggs_export_1_3_1_upload_packs.txt",
    "e_addcards_badcard",
    "k_official_inherit",
    "k_rel_bad",
    "paren_name",
    "paren_name_counted",
}
#: The one name that a catalog does not know, but Draftmancer does.
NO_CARD = {"proto_name": "Draftmancer finds a property of every JavaScript object, not a card"}


@pytest.fixture(scope="module")
def goldens(list_texts, probes):
    """What Draftmancer made of each list and of each probe, by name, and their texts."""
    return list_texts | probes


@pytest.fixture(scope="module")
def catalog(goldens):
    """Every official card that Draftmancer is known to know, those with most said of them first."""
    accepted = [golden for golden in goldens.values() if golden["ok"]]
    cards = {}
    for official in (inherited_cards, drawn_cards, named_cards):
        for golden in accepted:
            for card in official(golden):
                cards.setdefault((card.name.lower(), card.set_code, card.number), card)
    return cf.CardCatalog(cards.values())


def inherited_cards(golden):
    """The cards that custom cards have their set from: their type and rarity may be theirs, too."""
    for card in (golden["customCards"] or {}).values():
        if card["set"] == ANY_SET:
            face = cf.Face(card["name"], types=card["type"].split())
            yield cf.Card(face, rarity=card["rarity"])


def drawn_cards(golden):
    """The official cards in sheets."""
    for name, set_code, number in golden_printings(golden):
        yield cf.Card(cf.Face(name, types="Card"), set_code, number)


def named_cards(golden):
    """The cards that custom cards name: of those, the golden files only have the ids."""
    cardset = cf.loads(golden["text"], "draftmancer") if golden["customCards"] else cf.CardSet()
    for card in cardset.cards:
        added = (each.cards for each in card.draft_effects if isinstance(each, cf.model.AddCards))
        for ref in (*card.related, *(ref for refs in added for ref in refs)):
            if isinstance(ref, cf.CardRef) and ref.name and not cardset.printings(ref.name):
                yield cf.Card(cf.Face(ref.name, types="Card"))


def golden_printings(golden):
    """Name, set and number of the official cards in sheets; no set if it is any printing's."""
    for sheet in golden["sheets"].values():
        for card in sheet["cards"]:
            if card.get("custom") is False:
                printing = card["set"], card["number"]
                yield card["name"], *((None, None) if card["set"] == ANY_SET else printing)


def our_printings(cardset):
    """The same of a card set that was read, but only where lines say which printing they mean."""
    names = {card.name for card in without_catalog.custom(cardset)}
    for sheet in cardset.sheets.values():
        for entry in sheet.entries:
            card = entry.card
            if card.set_code is not None and card.name not in names:
                yield card.name, card.set_code, card.number


@pytest.fixture(scope="module")
def reports(goldens, catalog):
    """What we make of each list and of each probe, by name."""
    return {
        name: cf.loads_report(golden["text"], "draftmancer", catalog=catalog)
        for name, golden in goldens.items()
    }


def test_everything_is_refused_exactly_if_draftmancer_refuses_it(goldens, reports):
    otherwise = {name for name, golden in goldens.items() if reports[name].ok != golden["ok"]}
    known = without_catalog.LISTS.keys() | without_catalog.PROBES.keys()
    assert known | without_catalog.RESULTS.keys() >= NEEDS_A_CATALOG
    assert otherwise == known - NEEDS_A_CATALOG | NO_CARD.keys()


def test_a_card_that_draftmancer_does_not_find_is_reported(goldens, reports):
    missing = {
        name
        for name, golden in goldens.items()
        if golden.get("error", {}).get("title") == "Card not found"
    }
    assert len(missing) > 15
    assert {name for name in missing if not UNKNOWN & reports[name].counts().keys()} == set()


def test_no_card_that_draftmancer_finds_is_reported(goldens, reports):
    wrong = {
        name
        for name, golden in goldens.items()
        if golden["ok"] and UNKNOWN & reports[name].counts().keys()
    }
    assert wrong == NO_CARD.keys()


def test_everything_has_the_contents_that_draftmancer_finds(goldens, reports):
    problems = {
        name: list(differences(name, report.value, goldens[name]))
        for name, report in reports.items()
        if report.ok and goldens[name]["ok"]
    }
    different = {name: found for name, found in problems.items() if found}
    known = without_catalog.RESULTS.keys() - NEEDS_A_CATALOG - NO_CARD.keys()
    assert different.keys() == known, show(
        problem for found in different.values() for problem in found
    )


def test_printings_are_those_that_draftmancer_finds(goldens, reports):
    count = 0
    for name, report in reports.items():
        if report.ok and goldens[name]["ok"]:
            ours = {(front(card), *printing) for card, *printing in our_printings(report.value)}
            theirs = {(front(card), *each) for card, *each in golden_printings(goldens[name])}
            assert ours <= theirs, name
            count += len(ours)
    assert count > 10
