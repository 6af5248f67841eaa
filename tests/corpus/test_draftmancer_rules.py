"""The rules of Draftmancer, as the tests restate them, against what its own parser did.

Each test loops over the files, because they may be absent when tests are collected, and shows all
differences at once.
"""

from __future__ import annotations

from collections import Counter

import pytest

from cardformats.formats.draftmancer.acceptance import Accepted, accept

from .test_draftmancer_golden import front

#: Lists that the rules judge otherwise, and why.
LISTS = {
    "CustomCards_RelatedCards_Invalid.txt": "only a card database knows that 'Alleviate' is none",
    "mtga_eggs_export_1_3_1_upload_packs.txt": "only a card database knows that 'Abate' is none",
}
#: Probes that the rules judge otherwise, and why.
PROBES = {
    "proto_name": "Draftmancer finds a property of every JavaScript object, not a card",
}
#: What settings have without being given.
USUAL = {"refillWhenEmpty": False}
_INHERITED = ("mana_cost", "type", "rarity", "set", "collector_number")
#: The set that the recording card database gave to cards of which it knew no printing.
_ANY_SET = "orc"


@pytest.fixture(scope="module")
def known(probes):
    """Whether the recording card database has a card: one that it found in any of the probes."""
    names = {
        card["name"].lower()
        for probe in probes.values()
        for sheet in probe.get("sheets", {}).values()
        for card in sheet["cards"]
        if card.get("custom") is False
    }
    fronts = {front(name) for name in names}

    def is_known(name, set_code, _number):
        is_exact = set_code or "(" in name  # all of a name with parentheses has to be right
        return name.lower() in names | fronts if is_exact else front(name) in fronts

    return is_known


@pytest.fixture(scope="module")
def printed(probes, list_texts):
    """What a custom card of a name inherited from an official one."""
    official = {
        card["name"]: {key: card[key] for key in _INHERITED}
        for golden in (*probes.values(), *list_texts.values())
        for card in (golden.get("customCards") or {}).values()
        if card["set"] == _ANY_SET
    }
    return lambda name, _set, _number: official.get(name, {})


def our_sheet(sheet):
    cards = [(line.custom or front(line.name), line.copies) for line in sheet["cards"]]
    return in_summary(sheet, cards)


def golden_sheet(sheet):
    cards = [(golden_card(card), card.get("count", 1)) for card in sheet["cards"]]
    return in_summary(sheet, cards)


def golden_card(card):
    """What tells a card of a sheet apart: its id if it is a custom card, else its name."""
    if card["custom"]:
        return f"{card['name']}_{card['set']}_{card['number']}"
    return front(card["name"])


def in_summary(sheet, cards):
    """A sheet's options, and its cards: copies added up, or in order where the order matters."""
    options = {key: sheet[key] for key in sheet.keys() - {"cards", "unique", "total"}}
    if sheet["collation"] != "random":
        return options, [name for name, count in cards for _ in range(count)]
    counts = Counter()
    for name, count in cards:
        counts[name] += count
    return options, list(counts.items())


def golden_settings(golden):
    """The settings, with the two that Draftmancer keeps elsewhere."""
    elsewhere = {key: golden[key] for key in ("name", "cubeCobraID") if key in golden}
    return USUAL | (golden["settings"] or {}) | elsewhere


def in_short(cards):
    """Custom cards by id, and what shows that they inherit."""
    return {
        key: (card["name"], card["type"], card.get("rarity", "rare")) for key, card in cards.items()
    }


def differences(ours, golden):
    """What differs between *ours* and the *golden* result: the parts, and both of each."""
    pairs = {
        "order of sheets": (list(ours.sheets), list(golden["sheets"])),
        "sheets": (
            {name: our_sheet(sheet) for name, sheet in ours.sheets.items()},
            {name: golden_sheet(sheet) for name, sheet in golden["sheets"].items()},
        ),
        "layouts": (ours.layouts, None if golden["layouts"] is False else golden["layouts"]),
        "settings": (USUAL | ours.settings, golden_settings(golden)),
        "custom cards": (in_short(ours.cards), in_short(golden["customCards"] or {})),
    }
    return {part: pair for part, pair in pairs.items() if pair[0] != pair[1]}


def all_differences(results, goldens):
    """What differs, by name, where both accept."""
    found = {
        name: differences(ours, goldens[name])
        for name, ours in results.items()
        if isinstance(ours, Accepted) and goldens[name]["ok"]
    }
    return {name: parts for name, parts in found.items() if parts}


def judged_otherwise(results, goldens):
    """The names of what one accepts and the other refuses."""
    return {
        name for name, ours in results.items() if isinstance(ours, Accepted) != goldens[name]["ok"]
    }


@pytest.fixture(scope="module")
def judged_lists(list_texts, printed):
    """What the rules make of each list; every official card is known."""
    return {name: accept(each["text"], printed=printed) for name, each in list_texts.items()}


@pytest.fixture(scope="module")
def judged_probes(probes, known, printed):
    """What the rules make of each probe."""
    return {name: accept(each["text"], known, printed) for name, each in probes.items()}


def test_lists_are_refused_exactly_if_draftmancer_refuses_them(judged_lists, list_texts):
    assert judged_otherwise(judged_lists, list_texts) == set(LISTS)


def test_lists_have_the_contents_that_draftmancer_finds(judged_lists, list_texts):
    assert all_differences(judged_lists, list_texts) == {}


def test_probes_are_refused_exactly_if_draftmancer_refuses_them(judged_probes, probes):
    assert judged_otherwise(judged_probes, probes) == set(PROBES)


def test_probes_have_the_contents_that_draftmancer_finds(judged_probes, probes):
    assert all_differences(judged_probes, probes) == {}
