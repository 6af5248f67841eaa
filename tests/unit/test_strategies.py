"""The strategies of `cardformats.testing`: each thing that they are for comes."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction

import pytest
from hypothesis import Phase, find, given, settings
from hypothesis.errors import NoSuchExample

import cardformats as cf
from cardformats import model, testing

#: Values come until all that is wanted has come.
SEARCH = settings(
    phases=[Phase.generate], max_examples=3000, database=None, derandomize=True, deadline=None
)
SHEETS = ["A", "B"]
WITH_SHEETS = {"constraints": (SHEETS,), "sheets": ("A",), "slots": (SHEETS,), "layouts": (SHEETS,)}


def the(name):
    """What gets an attribute, of values that have it."""
    return lambda value: getattr(value, name, "none")


def length(name):
    return lambda value: len(getattr(value, name, ()))


def first(name):
    """What gets the first of an attribute, if there is one."""
    return lambda value: next(iter(getattr(value, name, ())), None)


#: By strategy: parts of its values, and what each of them has to be at times.
WANTED = {
    "names": [(lambda name: len(name.split(" ")), {1, 2, 3})],
    "texts": [(lambda text: "\n" in text, {True, False})],
    "mana_costs": [
        (length("symbols"), {*range(6)}),
        (first("symbols"), {None, "0", "1", "2", "12", "X", *"WUBRGCS", "W/U", "2/R", "G/P"}),
    ],
    "refs": [
        (lambda ref: (ref.set_code is None, ref.number is None),
         {(True, True), (False, True), (False, False)}),
    ],
    "faces": [
        (the("power"), {None, "0", "1", "12", "*", "1+*"}),
        (the("toughness"), {None, "0", "1", "12", "*", "1+*"}),
        (the("supertypes"), {(), ("Basic",), ("Legendary",)}),
        (first("types"), {"Artifact", "Creature", "Enchantment", "Instant", "Land", "Sorcery"}),
        (length("types"), {1, 2}),
        (first("subtypes"), {None, "Elf", "Frog", "Will-o'-the-Wisp"}),
        (length("subtypes"), {0, 1, 2}),
        (lambda face: face.mana_cost is None, {True, False}),
        (lambda face: len(face.colors), {0, 1, 2, 3, 4, 5}),
    ],
    "other_effects": [
        (lambda each: frozenset(each.params),
         {frozenset(), frozenset(["count"]), frozenset(["cards"])}),
    ],
    "draft_effects": [
        (type, {model.SimpleEffect, model.AddCards, model.AddBooster}),
        (the("count"), {"none", None, 1}),
    ],
    "cards": [
        (the("set_code"), {None, "AAA", "B2"}),
        (the("rarity"), {"common", "uncommon", "rare", "mythic", "special"}),
        (the("finish"), {None, "foil"}),
        (lambda card: type(card.rating), {type(None), float}),
        (lambda card: card.number is None, {True, False}),
        (lambda card: tuple(face.kind for face in card.faces), {("front",), ("front", "back")}),
        (length("draft_effects"), {0, 1, 2}),
    ],
    "collations": [
        (type, {model.Random, model.PrintRun, model.Striped, model.Fixed, model.Spread}),
        (the("replacement"), {"none", True, False}),
        (the("group_size"), {"none", 1, 2, 3}),
        (the("continues"), {"none", "slot", "pack"}),
        (length("weights"), {0, 1, 2, 3}),
        (first("weights"), {None, 0, 1, 2, 3}),
    ],
    "other_collations": [
        (the("by"), {"none", "color", "color_identity", "rarity", "type"}),
        (the("strength"), {"none", 0, Fraction(1, 2), 1}),
        (lambda each: frozenset(getattr(each, "params", ())),
         {frozenset(["size"]), frozenset(["size", "by"])}),
    ],
    "constraints": [
        (lambda each: (type(each), getattr(each, "count", None)),
         {(model.AtLeast, 1), (model.AtLeast, 2), (model.AtMost, 0), (model.AtMost, 1),
          (model.AtMost, 2), (model.Replace, None)}),
        (lambda each: (getattr(each, "property", ""), getattr(each, "value", "")),
         {("color", "W"), ("rarity", "rare"), ("sheet", "A")}),
    ],
    "sheets": [
        (length("entries"), {2, 3, 4, 5}),
        (lambda sheet: sheet.entries[0].copies, {1, 2, 3}),
        (lambda sheet: sheet.entries[0].finish, {None, "foil"}),
    ],
    "slots": [
        (the("count"), {1, 2, 3, model.UNLIMITED}),
        (lambda slot: tuple(each.sheet for each in slot.sheets),
         {("A",), ("B",), ("A", "B"), ("B", "A")}),
        (lambda slot: slot.sheets[0].weight, {1, 2, 3, 4, 5, 6, 7}),
        (the("choose"), {"slot", "card"}),
        (the("finish"), {None, "foil"}),
        (the("on_short"), {(), ("skip",), ("next", "carry")}),
    ],
    "layouts": [
        (length("slots"), {1, 2, 3}),
        (lambda layout: type(layout.weight), {int, Fraction}),
        (lambda layout: type(layout.slots[0]), {model.Slot, model.Choice}),
        (lambda layout: len(getattr(layout.slots[0], "options", ())), {0, 1, 2}),
    ],
    "contents": [
        (type, {model.BoosterRef, model.ProductRef, model.Item, cf.CardRef, model.DeckList,
                model.ProductChoice}),
        (the("set_code"), {"none", None, "AAA"}),
        (length("options"), {0, 1, 2}),
    ],
    "products": [
        (length("contents"), {0, 1, 2}),
        (lambda product: product.contents and product.contents[0].finish, {(), None, "foil"}),
    ],
    "events": [
        (length("rounds"), {0, 1, 2}),
        (lambda event: event.rounds and tuple(event.rounds[0].picks)[:1], {(), (1,), (2,), (3,)}),
    ],
    "odd_cards": [
        (the("name"), {"Elf", "Elf F", "Elf +F", "Elf (AAA)", "Elf (A B)", "2 Elf", "Elf // Orc",
                       "constructor"}),
        (the("set_code"), {"M10", None, "", "AAA", "aaa", "B_2", "A-B", "A B", "é", "custom",
                           "Custom", "(A)", "__proto__"}),
        (the("number"), {None, "", "1", "2", "02", "12 b", "12-b", "L1/L2 (Secret Card)",
                         "23/55 (C.G.C)", "53+54", "+", "( )", "é★", " 5", "F", "#1", "1\u2028",
                         "1_2"}),
        (the("rarity"), {"common", "rare", None}),
    ],
}  # fmt: skip


@pytest.mark.parametrize("function", WANTED)
def test_what_a_strategy_is_for_comes(function):
    missing = [set(wanted) for _, wanted in WANTED[function]]

    def is_last(value):
        for (part, _), its in zip(WANTED[function], missing, strict=True):
            its.discard(part(value))
        return not any(missing)

    strategy = getattr(testing, function)(*WITH_SHEETS.get(function, ()))
    with suppress(NoSuchExample):
        find(strategy, is_last, settings=SEARCH)
    assert missing == [set() for _ in missing]


@given(testing.names())
def test_names_are_short(name):
    words = name.split(" ")
    assert 1 <= len(words) <= 3
    assert all(1 <= len(word) <= 8 for word in words)
