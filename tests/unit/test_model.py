"""Values of the model validate themselves and cannot be changed."""

from __future__ import annotations

from fractions import Fraction

import attrs
import pytest

import cardformats as cf


@pytest.mark.parametrize(
    ("text", "symbols", "value", "colors"),
    [
        ("", (), 0, ""),
        ("{0}", ("0",), 0, ""),
        ("{2}{W}{W}", ("2", "W", "W"), 4, "W"),
        ("{w/u}{u/w}{g/r}", ("W/U", "W/U", "R/G"), 3, "WURG"),
        ("{2/w}{c/g}{r/p}{g/w/p}", ("2/W", "C/G", "R/P", "G/W/P"), 5, "WRG"),
        ("{X}{Y}{Z}{S}{C}", ("X", "Y", "Z", "S", "C"), 2, ""),
        ("{½}{HW}", ("½", "HW"), 1, "W"),
        ("{½}", ("½",), Fraction(1, 2), ""),
        ("{007}", ("7",), 7, ""),
    ],
)
def test_a_mana_cost_knows_its_symbols_value_and_colours(text, symbols, value, colors):
    cost = cf.model.ManaCost.parse(text)
    assert cost.symbols == symbols
    assert cost.mana_value == value
    assert cost.colors == {color for color in cf.model.Color if color.value in colors}
    assert cf.model.ManaCost.parse(str(cost)) == cost


@pytest.mark.parametrize("text", ["2W", "{2", "{}", "{W/W}", "{Q9}", "{2}W", "{-1}", "{W//U}"])
def test_what_is_no_mana_cost_is_refused(text):
    with pytest.raises(cf.ModelError):
        cf.model.ManaCost.parse(text)


@pytest.mark.parametrize(
    "make",
    [
        lambda: cf.Card(()),
        lambda: cf.Entry(cf.CardRef("A"), -1),
        lambda: cf.Entry(cf.CardRef("A"), 1.5),
        lambda: cf.Entry(cf.CardRef("A"), True),  # noqa: FBT003 - a wrong value on purpose
        lambda: cf.Sheet("A", [1]),
        lambda: cf.SheetChoice("A", 0.5),
        lambda: cf.SheetChoice("A", -1),
        lambda: cf.Slot("A", 1, []),
        lambda: cf.Slot("A", -1, [cf.SheetChoice("A")]),
        lambda: cf.Slot("A", 1, [cf.SheetChoice("A", 0)]),
        lambda: cf.Slot("A", 1, [cf.SheetChoice("A")], choose="both"),
        lambda: cf.Slot("A", 1, [cf.SheetChoice("A")], on_short=("give up",)),
        lambda: cf.Layout("A", 0.5),
        lambda: cf.Layout("A", 1, ["B"]),
        lambda: cf.model.Choice([cf.Layout("A", 0)]),
        lambda: cf.Booster("A"),
        lambda: cf.Booster("A", layouts=[cf.Layout()], distinct="all"),
        lambda: cf.model.Replace("A", "B", Fraction(3, 2)),
        lambda: cf.model.Striped(0, (1,)),
        lambda: cf.model.Striped(2, (0, 0)),
        lambda: cf.model.PrintRun(0),
        lambda: cf.model.PrintRun(1, "game"),
        lambda: cf.model.AddCards([cf.CardRef("A")], 2),
        lambda: cf.model.OtherEffect("FaceUp"),
        lambda: cf.model.OtherEffect("AddCards", {"cards": ["A"]}),
        lambda: cf.model.Event(supply="endless"),
        lambda: cf.model.Event(boosters_per_player=0),
        lambda: cf.model.Round(direction="up"),
        lambda: cf.CardSet(sheets={"A": cf.Sheet("B")}),
        lambda: cf.CardSet(cards=["A"]),
        lambda: cf.Face("A", properties={"x": object()}),
    ],
)
def test_impossible_values_do_not_construct(make):
    with pytest.raises(cf.ModelError):
        make()


def test_a_value_cannot_be_changed():
    card = cf.Card(cf.Face("A"), extras={"wagic": {"auto": ["draw:1"]}})
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        card.number = "1"
    with pytest.raises(TypeError, match=r"attrs\.evolve"):
        card.extras["wagic"]["auto"] = ()
    with pytest.raises(TypeError):
        card.extras.update(x=1)
    assert card.extras == {"wagic": {"auto": ("draw:1",)}}


def test_a_card_shows_its_front_face():
    cost = cf.model.ManaCost.parse("{1}{W}")
    face = cf.Face(
        "A", cost, cost.colors, "Legendary", "Creature", ["Elf"], "Text", "1", "2", "3",
        {"en": "url"}, {"fr": "Un"}, {"Speed": 5},
    )  # fmt: skip
    card = cf.Card(face, "SET", "7")
    for field in attrs.fields(cf.Face):
        if field.name != "kind":
            assert getattr(card, field.name) == getattr(face, field.name)
    assert card.type_line == "Legendary Creature — Elf"
    assert str(card.ref) == "A (SET) 7"


def test_a_card_set_finds_cards_by_name_and_reference():
    cards = [
        cf.Card(cf.Face("A"), "ONE", "1", ids={"x": "10"}),
        cf.Card(cf.Face("A"), "TWO", "1"),
        cf.Card(cf.Face("A"), "TWO", "2"),
    ]
    cardset = cf.CardSet(cards=cards)
    assert cardset.printings("A") == tuple(cards)
    assert cardset.card("A") is cards[0]
    assert cardset.card(cf.CardRef("A", "two")) is cards[1]
    assert cardset.card(cf.CardRef("A", "TWO", "2")) is cards[2]
    assert cardset.card(cf.CardRef("A", id="10")) is cards[0]
    assert cardset.card(cf.CardRef("A", "ONE", "2")) is None
    assert cardset.card("B") is None


def test_constructors_take_plain_containers():
    sheet = cf.Sheet("A", [cf.Entry(cf.CardRef("B"))])
    assert cf.CardSet(sheets=[sheet]) == cf.CardSet(sheets={"A": sheet})
    assert cf.Face("A", types="Land").types == ("Land",)


def test_walking_gives_every_slot_with_the_share_of_packs_that_have_it():
    a, b, c, never = (cf.Slot(name, 1, [cf.SheetChoice("S")]) for name in "abcn")
    inner = cf.model.Choice(
        [cf.Layout("", 1, [b]), cf.Layout("", Fraction(1, 2), [c]), cf.Layout()]
    )
    choice = cf.model.Choice([cf.Layout("", 3, [inner, a]), cf.Layout("", 0, [never])])
    layout = cf.Layout("", 2, [a, choice, c])
    shares = [(a, 1), (b, Fraction(2, 5)), (c, Fraction(1, 5)), (a, 1), (never, 0), (c, 1)]
    assert list(layout.walk()) == shares
    booster = cf.Booster(layouts=[layout, cf.Layout("", 6, [b])])
    assert list(booster.walk()) == [
        *((s, n * Fraction(1, 4)) for s, n in shares),
        (b, Fraction(3, 4)),
    ]


def test_choices_are_walked_to_any_depth():
    layout = cf.Layout("", 1, [cf.Slot("s", 1, [cf.SheetChoice("S")])])
    for _ in range(5_000):
        layout = cf.Layout("", 1, [cf.model.Choice([layout])])
    assert [share for _, share in layout.walk()] == [1]


def test_cards_that_differ_in_a_text_hash_differently():
    cards = [cf.Card.of("Eel", ids={"csv": str(number)}) for number in range(100)]
    assert len(set(map(hash, cards))) == 100
    assert hash(cards[0]) == hash(cf.Card.of("Eel", ids={"csv": "0"}))


def test_values_that_are_equal_hash_equally():
    frozen = cf.Face("Eel", properties={"a": 1, "b": [1, {"c": "x"}]})
    other = cf.Face("Eel", properties={"a": 1.0, "b": (True, {"c": "x"})})
    assert frozen == other
    assert hash(frozen) == hash(other)
