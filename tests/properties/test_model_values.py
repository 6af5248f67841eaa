"""A value of the model that exists is valid: whatever it was made of, every format can write it."""

from __future__ import annotations

from fractions import Fraction

import attrs
import pytest
from hypothesis import given

import cardformats as cf
from cardformats import model, testing
from cardformats.model import FrozenDict

REF, FACE = cf.CardRef("Eel"), cf.Face("Eel")
CARD = cf.Card(FACE)
CHOICE = cf.SheetChoice("S")
SLOT = cf.Slot("slot", 1, [CHOICE])
LAYOUT = cf.Layout("layout", 1, [SLOT])

#: The smallest value of each class that has fields; what gives the packs of generators is apart.
SMALLEST = [
    REF,
    FACE,
    CARD,
    cf.model.ManaCost(("U",)),
    cf.Entry(REF),
    cf.model.Random(),
    cf.model.Balanced(),
    cf.model.PrintRun(),
    cf.model.Striped(1, [1]),
    cf.model.Other("mine"),
    cf.Sheet("S", [cf.Entry(REF)]),
    CHOICE,
    SLOT,
    LAYOUT,
    cf.model.Choice([LAYOUT]),
    cf.model.AtLeast(1, "rarity", "rare"),
    cf.model.AtMost(1, "rarity", "rare"),
    cf.model.Replace("slot", "S", 1),
    cf.Booster("pack", layouts=[LAYOUT]),
    cf.model.Box(),
    cf.model.Quota("S", [cf.model.QuotaCount(1)]),
    cf.model.QuotaCount(1),
    cf.model.AddCards([REF]),
    cf.model.AddBooster(),
    cf.model.LayoutChoice("layout"),
    cf.model.OtherEffect("mine"),
    cf.model.Round(),
    cf.model.Event(),
    cf.CardSet(sheets=[cf.Sheet("S", [cf.Entry(REF)])], boosters=[cf.Booster(layouts=[LAYOUT])]),
    cf.PackCard(REF, "slot", "S"),
    model.BoosterRef("pack"),
    model.ProductRef("box"),
    model.Item("die"),
    model.DeckList("deck", [REF]),
    model.ProductOption([model.Item("die")]),
    model.ProductChoice([model.ProductOption()]),
    model.ProductPart(model.Item("die")),
    cf.model.Product("box", [model.BoosterRef("pack")]),
]


class MyFixed(cf.model.Fixed):
    """A class that no format knows."""


WRONG = {
    "None": None,
    "true": True,
    "a number": 3,
    "less than nothing": -1,
    "a float": 0.5,
    "not a number": float("nan"),
    "infinite": float("inf"),
    "a fraction": Fraction(7, 8),
    "bytes": b"Eel",
    "nothing": "",
    "a word": "nonsense",
    "words": ["nonsense", "words"],
    "numbers": [1, 2.5],
    "lists": [["W"], [{}]],
    "truths": [True],
    "nothings": [None],
    "a set": {"W", "purple"},
    "a mapping": {"name": "Eel"},
    "a mapping of mappings": {"other": {"deep": [1, None, {"x": 2.5}]}},
    "a mapping of objects": {"other": {"deep": object()}},
    "a frozen mapping of objects": FrozenDict({"other": FrozenDict({"deep": object()})}),
    "a mapping by numbers": {1: {2: 3}},
    "a class": cf.Card,
    "an object": object(),
    "a subclass": MyFixed(),
    "subclasses": [MyFixed()],
    "a card": CARD,
    "cards": [CARD, REF, FACE],
    "an effect": cf.model.SimpleEffect.FACE_UP,
    "effects": [cf.model.SimpleEffect.FACE_UP],
    "a generator": (each for each in ()),
    "unlimited": cf.model.UNLIMITED,
}


def whole(value):  # noqa: C901, PLR0912, PLR0915 - a case for each class
    """A card set that has *value*."""
    parts = {"cards": [CARD], "sheets": [cf.Sheet("S", [cf.Entry(REF)])]}
    booster = cf.Booster("pack", layouts=[LAYOUT])
    match value:
        case cf.CardSet():
            return value
        case cf.CardRef():
            parts["cards"] = [attrs.evolve(CARD, related=[value])]
        case cf.PackCard():
            parts["sheets"] = [cf.Sheet("S", [cf.Entry(value.card, finish=value.finish)])]
        case cf.Face():
            parts["cards"] = [cf.Card(value)]
        case cf.model.ManaCost():
            parts["cards"] = [cf.Card(cf.Face("Eel", value))]
        case cf.Card():
            parts["cards"] = [value]
        case cf.model.AddCards() | cf.model.AddBooster() | cf.model.OtherEffect():
            parts["cards"] = [attrs.evolve(CARD, draft_effects=[value])]
        case cf.Entry():
            parts["sheets"] = [cf.Sheet("S", [value])]
        case cf.Sheet():
            parts["sheets"] = [value]
        case cf.SheetChoice():
            slot = cf.Slot("slot", 1, [CHOICE, value])
            booster = cf.Booster(layouts=[cf.Layout(slots=[slot])])
        case cf.Slot() | cf.model.Choice():
            booster = cf.Booster(layouts=[cf.Layout(slots=[value])])
        case cf.Layout():
            booster = cf.Booster(layouts=[LAYOUT, value])
        case cf.model.AtLeast() | cf.model.AtMost() | cf.model.Replace():
            booster = attrs.evolve(booster, constraints=[value])
        case cf.Booster():
            booster = value
        case cf.model.Box():
            booster = attrs.evolve(booster, box=value)
        case cf.model.Quota():
            booster = attrs.evolve(booster, box=cf.model.Box(quotas=[value]))
        case cf.model.QuotaCount():
            quota = cf.model.Quota("S", [value, cf.model.QuotaCount(1)])
            booster = attrs.evolve(booster, box=cf.model.Box(quotas=[quota]))
        case cf.model.LayoutChoice():
            parts["event"] = cf.model.Event([cf.model.Round(layouts=[value])])
        case cf.model.Round():
            parts["event"] = cf.model.Event([value])
        case cf.model.Event():
            parts["event"] = value
        case model.ProductOption():
            choice = model.ProductChoice([value, model.ProductOption()])
            parts["products"] = [cf.model.Product("box", [choice])]
        case model.BoosterRef() | model.ProductRef() | model.Item() | model.ProductPart():
            parts["products"] = [cf.model.Product("box", [value])]
        case model.DeckList() | model.ProductChoice():
            parts["products"] = [cf.model.Product("box", [value])]
        case cf.model.Product():
            parts["products"] = [value]
        case _:
            parts["sheets"] = [cf.Sheet("S", [cf.Entry(REF)], value)]
    return cf.CardSet(boosters=[booster], **parts)


def test_every_class_of_values_is_tried():
    known = {type(value).__name__ for value in SMALLEST}
    of_model = [getattr(model, name) for name in model.__all__]
    named = {each.__name__ for each in of_model if isinstance(each, type) and attrs.has(each)}
    without_fields = {"Fixed", "Spread"}
    made_by_generators = {"Pack"}  # by the million
    assert named - without_fields - made_by_generators == known


@pytest.mark.parametrize("value", SMALLEST, ids=lambda value: type(value).__name__)
def test_a_field_is_valid_or_refused(value):
    for field in attrs.fields(type(value)):
        for wrong in WRONG.values() if field.init else ():
            is_valid_or_refused(value, field.alias, wrong)


def is_valid_or_refused(value, name, wrong):
    try:
        made = attrs.evolve(value, **{name: wrong})
    except cf.ModelError:
        return
    cardset = whole(made)
    for known in cf.formats():
        if known.writer:
            cf.dumps_report(cardset, known.id)
    assert cf.loads(cf.dumps(cardset, "json"), "json") == cardset


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: cf.Card("x"), "Card.faces is a sequence of Face, not 'x'"),
        (lambda: cf.Face(None), "Face.name is a string, not None"),
        (lambda: cf.model.Balanced(rule="zzz"), "Balanced.rule is one of"),
        (lambda: cf.Sheet("S", (), "nonsense"), "Sheet.collation is Random or Balanced"),
        (lambda: cf.Sheet("S", (), MyFixed()), "Sheet.collation is Random or Balanced"),
        (lambda: cf.Face("x", images="url"), "Face.images is a mapping of strings to strings"),
        (lambda: cf.Face("x", colors=["purple"]), "Face.colors is a set of Color"),
        (lambda: cf.Face("x", power=2), "Face.power is a string or None, not 2"),
        (lambda: cf.Card(cf.Face("x"), number=3), "Card.number is a string or None, not 3"),
        (lambda: cf.CardSet(meta={"year": 1999}), "CardSet.meta is a mapping of strings"),
        (lambda: cf.CardSet(extras={"a": {"b": object()}}), "CardSet.extras is a mapping"),
        (lambda: cf.Entry("Eel", copies=True), "Entry.copies is a whole number"),
        (lambda: cf.model.Replace("a", "b", 0.5), "Replace.probability is an int or a Fraction"),
    ],
)
def test_what_is_refused_names_the_field(make, message):
    with pytest.raises(cf.ModelError) as caught:
        make()
    assert str(caught.value).startswith(message)


def test_a_string_that_can_only_mean_one_thing_is_that():
    assert cf.Entry("Forest (ANA) 60").card == cf.CardRef("Forest", "ANA", "60")
    assert cf.model.AddCards(["Forest"]).cards == (cf.CardRef("Forest"),)
    assert cf.Card(cf.Face("Eel"), related=["Reed (LAN)"]).related == (cf.CardRef("Reed", "LAN"),)
    assert cf.Face("Eel", mana_cost="{1}{U}").mana_cost == cf.model.ManaCost(("1", "U"))
    assert cf.Face("Eel", colors=["U", cf.model.Color.RED]).colors == {
        cf.model.Color.BLUE,
        cf.model.Color.RED,
    }
    with pytest.raises(cf.ModelError, match="not a mana cost"):
        cf.Face("Eel", mana_cost="1U")


@given(testing.texts())
def test_a_reference_is_written_as_it_was_parsed(text):
    assert str(cf.CardRef.parse(text)) == text


@given(testing.refs())
def test_a_reference_is_parsed_as_it_was_written(ref):
    bare = cf.CardRef.parse(ref.name) == cf.CardRef(ref.name)  # unless the name ends like a set
    assert not bare or cf.CardRef.parse(str(ref)) == ref


@pytest.mark.parametrize(
    ("text", "ref"),
    [
        ("Forest", cf.CardRef("Forest")),
        ("Forest (ANA)", cf.CardRef("Forest", "ANA")),
        ("Forest (ANA) 60", cf.CardRef("Forest", "ANA", "60")),
        ("Eel (of the Deep)", cf.CardRef("Eel (of the Deep)")),
        ("Eel (B) (ANA) 6a", cf.CardRef("Eel (B)", "ANA", "6a")),
        ("(ANA)", cf.CardRef("(ANA)")),
        ("Forest  (ANA)", cf.CardRef("Forest ", "ANA")),
    ],
)
def test_references(text, ref):
    assert cf.CardRef.parse(text) == ref


def test_a_face_has_the_colours_of_its_cost_unless_they_are_given():
    assert cf.Face("Eel", "{U/R}").colors == {cf.model.Color.BLUE, cf.model.Color.RED}
    assert cf.Face("Eel", "{U}", ()).colors == frozenset()
    assert cf.Face("Eel").colors == frozenset()
    changed = attrs.evolve(cf.Face("Eel", "{U}"), mana_cost="{R}")
    assert changed.colors == {cf.model.Color.BLUE}  # as it was; a copy gives all fields


@pytest.mark.parametrize("colors", [(), ["U"], ["R"]])
def test_colours_come_back_from_json(colors):
    cardset = cf.CardSet(cards=[cf.Card(cf.Face("Eel", "{U}", colors))])
    text = cf.dumps(cardset, "json")
    assert cf.loads(text, "json") == cardset
    assert ('"colors"' in text) is (colors != ["U"])
