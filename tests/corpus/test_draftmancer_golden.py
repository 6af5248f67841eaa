"""Real lists, and small probes, against what Draftmancer's own parser made of them.

Each test loops over the files, because they may be absent when tests are collected, and shows all
differences at once.
"""

from __future__ import annotations

from collections import Counter

import cardformats as cf

from .readings import report_of

#: Lists that we judge otherwise, and why.
LISTS = {
    "CustomCards_RelatedCards_Invalid.txt": "the related card 'Alleviate' needs a card database",
    "mtga_eggs_export_1_3_1_upload_packs.txt": "official cards need a card database",
}
_FAILS_LATER = "Draftmancer takes it and then cannot make packs; we refuse it"
_STRINGS = "Draftmancer counts brackets in strings; we do not"
_DATABASE = "only a card database knows that there is no such card"
#: Probes that we judge otherwise, and why.
PROBES = {
    "l_sheets_empty": _FAILS_LATER,
    "l_arr": _FAILS_LATER,
    "l_empty": _FAILS_LATER,
    "p_empty": _FAILS_LATER,
    "p_empty_inner": _FAILS_LATER,
    "p_weight_zero": _FAILS_LATER,
    "e_addcards_badcard": _DATABASE,
    "k_rel_bad": _DATABASE,
}
#: Probes that are taken by both, with another result, and why.
RESULTS = {
    "c_pr_group_zero": "a group of no cards is random to us",
    "c_st_w_empty": "stripes of no weights are random to us",
    "l_weight_neg": "a weight below 0 is 0 to us, with a warning",
    "b_empty_arrs": "empty picks and burns are the usual ones to us",
    "k_official_inherit": "what the card inherits is in the card database",
    "paren_name": "only a card database tells a name in parentheses from a set",
    "paren_name_counted": "only a card database tells a name in parentheses from a set",
    "proto_name": "Draftmancer finds a property of every JavaScript object, not a card",
}


def front(name):
    """What Draftmancer's database finds a card by: the name of the front, in any case."""
    return str(name).partition(" //")[0].lower()


def our_sheet(sheet):
    """A sheet as Draftmancer keeps it: copies added up, or in order where the order matters."""
    names = [front(entry.card.name) for entry in sheet.entries for _ in range(entry.copies)]
    collation = sheet.collation
    if isinstance(collation, cf.model.PrintRun):
        return "printRun", names, collation.group_size
    if isinstance(collation, cf.model.Striped):
        return "striped", names, collation.length, list(collation.weights)
    counts = Counter()
    for entry in sheet.entries:
        counts[front(entry.card.name)] += entry.copies
    return "random", list(counts.items())


def golden_sheet(sheet):
    names = [front(card["name"]) for card in sheet["cards"]]
    if sheet["collation"] == "printRun":
        return "printRun", names, sheet["groupSize"]
    if sheet["collation"] == "striped":
        return "striped", names, sheet["length"], sheet["weights"]
    counts = Counter()
    for card in sheet["cards"]:
        counts[front(card["name"])] += card["count"]
    return "random", list(counts.items())


def our_layouts(cardset):
    """The layouts as Draftmancer's result shows them."""
    return {
        layout.name: {
            "weight": layout.weight,
            "slots": [
                {
                    "name": slot.name,
                    "count": slot.count,
                    "foil": slot.finish == "foil",
                    "sheets": [{"name": each.sheet, "weight": each.weight} for each in slot.sheets],
                }
                for slot in layout.slots
            ],
        }
        for layout in (cardset.boosters[0].layouts if cardset.boosters else ())
    }


def implied_layouts(cardset):
    """The layout that a list without layouts gets from us: fifteen cards from its only sheet."""
    (name,) = cardset.sheets
    sheets = [{"name": name, "weight": 1}]
    slot = {"name": name, "count": 15, "foil": False, "sheets": sheets}
    return {"default": {"weight": 1, "slots": [slot]}}


def our_card(card):
    words = card.extras.get("draftmancer", {}).get("type", " ".join(card.supertypes + card.types))
    # a type line with a dash says the subtypes here, but not in Draftmancer
    subtypes = [] if "—" in words else list(card.subtypes)
    return [card.name, str(card.mana_cost or ""), card.rarity, words, subtypes]


def golden_card(card):
    return [card[key] for key in ("name", "mana_cost", "rarity", "type", "subtypes")]


def our_settings(cardset):
    event = cardset.event
    rounds = event.rounds
    extras = cardset.extras.get("draftmancer", {})
    return {
        "name": cardset.name,
        "cubeCobraID": extras.get("cubeCobraID"),
        "showSlots": extras.get("showSlots", False),
        "supply": event.supply,
        "boosters": event.boosters_per_player,
        "replacement": event.layout_replacement,
        "balance": event.color_balance,
        "layouts": [[(each.layout, each.weight) for each in one.layouts] for one in rounds],
        "picks and burns": [(list(each.picks or [1]), list(each.burns or [0])) for each in rounds],
    }


def golden_settings(golden):
    settings = golden["settings"] or {}
    layouts = settings.get("predeterminedLayouts", [])
    boosters = settings.get("boosterSettings", [])
    refill = "refill" if settings.get("refillWhenEmpty") else "finite"
    return {
        "name": golden.get("name", ""),
        "cubeCobraID": golden.get("cubeCobraID"),
        "showSlots": settings.get("showSlots", False),
        "supply": "infinite" if settings.get("withReplacement") else refill,
        "boosters": settings.get("boostersPerPlayer", 3),
        "replacement": settings.get("layoutWithReplacement", True),
        "balance": settings.get("colorBalance", True),
        "layouts": [[(each["name"], each["weight"]) for each in one] for one in layouts]
        or [[]] * len(boosters),
        "picks and burns": [(each["picks"], each["burns"]) for each in boosters]
        or [([1], [0])] * len(layouts),
    }


def differences(name, ours, golden):
    """What differs between our card set and what Draftmancer made, one line for each."""
    if list(ours.sheets) != list(golden["sheets"]):
        yield f"{name}: sheets {list(ours.sheets)} != {list(golden['sheets'])}"
        return
    for sheet_name, sheet in ours.sheets.items():
        known = golden["sheets"][sheet_name]
        if our_sheet(sheet) != golden_sheet(known) or sheet.total != known["total"]:
            yield f"{name}: sheet {sheet_name}: {our_sheet(sheet)} != {golden_sheet(known)}"
    layouts = golden["layouts"] or {}
    if golden["layouts"] is False:
        layouts = implied_layouts(ours)
    if our_layouts(ours) != layouts:
        yield f"{name}: layouts {our_layouts(ours)} != {layouts}"
    if our_settings(ours) != golden_settings(golden):
        yield f"{name}: settings {our_settings(ours)} != {golden_settings(golden)}"
    cards = [our_card(card) for card in custom(ours)]
    known = [golden_card(card) for card in (golden["customCards"] or {}).values()]
    if cards != known:
        only_ours = [card for card in cards if card not in known]
        yield f"{name}: cards {only_ours} != {[card for card in known if card not in cards]}"


def custom(cardset):
    """The custom cards: those that are not marked as official."""
    return [
        card for card in cardset.cards if not card.extras.get("draftmancer", {}).get("official")
    ]


def show(problems):
    return "\n" + "\n".join(problems)


def test_lists_are_refused_exactly_if_draftmancer_refuses_them(golden_lists):
    otherwise = {
        path.name for path, golden in golden_lists
        if report_of(path, "draftmancer").ok != golden["ok"]
    }  # fmt: skip
    assert otherwise == set(LISTS)


def test_lists_have_the_contents_that_draftmancer_finds(golden_lists):
    problems = [
        problem
        for path, golden in golden_lists
        if golden["ok"]
        for problem in differences(path.name, report_of(path, "draftmancer").value, golden)
    ]
    assert not problems, show(problems)


def test_probes_are_refused_exactly_if_draftmancer_refuses_them(probes):
    """Cards that only a database knows to be missing are left aside."""
    otherwise = {
        name
        for name, probe in probes.items()
        if probe.get("error", {}).get("title") != "Card not found"
        and cf.loads_report(probe["text"], "draftmancer").ok != probe["ok"]
    }
    assert otherwise == set(PROBES)


def test_probes_have_the_contents_that_draftmancer_finds(probes):
    problems = {
        name: list(differences(name, cf.loads(probe["text"], "draftmancer"), probe))
        for name, probe in probes.items()
        if probe["ok"] and name not in PROBES
    }
    different = {name: found for name, found in problems.items() if found}
    assert different.keys() == RESULTS.keys(), show(
        problem for found in different.values() for problem in found
    )
