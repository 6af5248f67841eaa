"""Words of questions about packs: spellings are understood, and what is not known is an error."""

from __future__ import annotations

import pickle
from fractions import Fraction

import pytest
from attrs import evolve
from hypothesis import assume, given
from hypothesis import strategies as st

import cardformats as cf
from cardformats import stats
from cardformats.catalog import key
from cardformats.model import BoosterRef, ProductPart

from .text_tables import rows

#: What a card is called, by the name that packs have for it.
NAMES = {
    "Fen Borrower": ["fen borrower", "FEN BORROWER", "Fen Borrower // Small Theft", "Small Theft"],
    "Reed // Sedge": ["reed // sedge", "Reed//Sedge", "Reed / Sedge", "Reed", "sedge"],
    "Eel's Lantern": ["Eel’s Lantern", "eel's lantern", "EEL‘S LANTERN"],
    "Æther Wren": ["Aether Wren", "æther wren", "AETHER WREN"],
    "Toil // Rest": ["toil", "Toil//Rest", "TOIL // REST"],  # of which the set knows the name only
    "Moss": ["moss", "MOSS"],
}
COMMONS = ["Fen Borrower", "Reed // Sedge", "Eel's Lantern", "Æther Wren"]
RARES = ["Toil // Rest", "Moss"]


def card(*names, rarity="common", colors="U", **fields):
    kinds = ["front", "alternate"]
    faces = [
        cf.Face(name, colors=colors, types="Creature", power="2", toughness="2", kind=kind)
        for name, kind in zip(names, kinds, strict=False)
    ]
    return cf.Card(faces, "FEN", rarity=rarity, **fields)


CARDS = [
    card("Fen Borrower", "Small Theft", number="1"),
    card("Reed // Sedge", number="2"),
    card("Eel's Lantern", number="3"),
    card("Æther Wren", number="4", colors="R"),
    card("Moss", number="5", rarity="rare"),
    card("Unprinted", number="6", rarity="special", colors="G"),
]


def cardset():
    sheets = [
        cf.Sheet("nonlandCommon", [cf.Entry(cf.CardRef(name)) for name in COMMONS]),
        cf.Sheet("rare", [cf.Entry(cf.CardRef(name)) for name in RARES], finish="foil"),
    ]
    slots = [
        cf.Slot("Common", 2, [cf.SheetChoice("nonlandCommon")]),
        cf.Slot("Rare", 1, [cf.SheetChoice("rare")]),
    ]
    booster = cf.Booster("b", layouts=[cf.Layout("usual", 1, slots)], box=cf.model.Box(4))
    parts = [ProductPart(BoosterRef("b"), 2)]
    return cf.CardSet(
        "Fens",
        "FEN",
        CARDS,
        sheets=sheets,
        boosters=[booster],
        products=[cf.model.Product("Kit", parts)],
    )


GEN = cf.Generator(cardset(), seed=1)
TABLES = {
    "pack": GEN.odds(),
    "box": GEN.box_odds(),
    "deal": GEN.deal_odds(2),
    "finite deal": GEN.deal_odds(2, cf.model.Event(supply="refill", boosters_per_player=1)),
    "product": GEN.product_odds("Kit"),
    "stored": pickle.loads(pickle.dumps(GEN.odds())),
}
PACKS = list(GEN.packs(40))


def of_every_card(collation, *counts):
    """A generator of packs of so many of all cards that packs have, by one of several layouts."""
    names = [*COMMONS, *RARES]
    sheets = [cf.Sheet("all", [cf.Entry(cf.CardRef(name)) for name in names], collation)]
    layouts = [cf.Layout(f"{count}", 1, [cf.Slot("all", count, "all")]) for count in counts]
    booster = cf.Booster("b", layouts=layouts, distinct="none")
    return cf.Generator(cf.CardSet("Fens", "FEN", CARDS, sheets=sheets, boosters=[booster]), seed=1)


LAYERED = of_every_card(cf.model.Random(), 1, 2)
BALANCED = of_every_card(cf.model.Balanced(strength="1/2"), 4)
SIMULATION = cf.simulate(GEN, 200)


def opened(name):
    """Packs whose cards are names; *name* is in each."""
    return [[name, *(card.card.name for card in pack.cards[1:])] for pack in PACKS]


def with_card(name):
    """A pack that has a card of this name."""
    return [evolve(PACKS[0].cards[0], card=cf.CardRef(name)), *PACKS[0].cards[1:]]


#: What has an answer for the name of a card.
OF_CARDS = {
    **{f"of, {name}": table.of for name, table in TABLES.items()},
    **{
        f"reference, {name}": lambda name, table=table: table.of(cf.CardRef(name))
        for name, table in TABLES.items()
    },
    **{
        f"joint, {name}": lambda name, table=table: table.joint(name, "Eel's Lantern")
        for name, table in TABLES.items()
    },
    **{
        f"counts, {name}": lambda name, table=table: table.counts("name", name)
        for name, table in TABLES.items()
    },
    "test": lambda name: stats.test(GEN, opened(name)).impossible_packs,
    "test of references": lambda name: stats.test(GEN, [[cf.CardRef(name)]] * 3).impossible_packs,
    "log_likelihood": lambda name: GEN.log_likelihood(with_card(name)),
    "compare": lambda name: stats.compare(opened(name), GEN, GEN).verdict,
    "compare impossible": lambda name: stats.compare([[name] * 3], GEN, GEN).impossible,
    "fit_weights": lambda name: stats.fit_weights(LAYERED, [[name]] * 3).weights,
    "fit_strength": lambda name: stats.fit_strength(BALANCED, [[name, *COMMONS[:3]]] * 3).low,
    "simulation": lambda name: SIMULATION.expected(name, "foil"),
    "simulated reference": lambda name: SIMULATION.at_least_one(cf.CardRef(name)),
}


@pytest.mark.parametrize("ask", OF_CARDS)
def test_every_spelling_of_a_card_has_its_answer(ask):
    for name, spellings in NAMES.items():
        answer = OF_CARDS[ask](name)
        assert {each: OF_CARDS[ask](each) for each in spellings} == dict.fromkeys(spellings, answer)


def test_the_exact_name_has_an_answer():
    for table in TABLES.values():
        for name in NAMES:
            (row,) = table.of(name)
            assert row.card.name == name
            assert table.counts("name", name).get(0, 0) == 1 - row.at_least_one
            assert table.joint(name) == row.at_least_one
    assert SIMULATION.expected("Moss", "FOIL") == SIMULATION.expected(cf.CardRef("Moss"), "foil")
    assert SIMULATION.expected("Moss", "FOIL") > 0


@given(st.text(max_size=20) | st.sampled_from(["No Such Card", "Mos", "Rest // Toil", "usual"]))
def test_a_name_of_no_card_is_an_error(name):
    assume(not cf.CardCatalog([*CARDS, cf.Card.of("Toil // Rest")]).printings(name))
    assume(" (" not in name and "/" not in name.replace("Rest // Toil", ""))
    for ask in OF_CARDS.values():
        with pytest.raises(cf.CollationError, match="there is no card"):
            ask(name)


def test_packs_that_come_are_possible_however_their_cards_are_written():
    for change in (str.lower, str.upper, lambda name: name.replace("'", "’").replace(" // ", "/")):
        packs = [[change(card.card.name) for card in pack.cards] for pack in PACKS]
        fit = stats.test(GEN, packs)
        assert fit == stats.test(GEN, [[card.card.name for card in pack.cards] for pack in PACKS])
        assert fit.impossible_packs == ()


def test_the_error_says_what_is_near_and_which_pack_has_it():
    with pytest.raises(cf.CollationError) as caught:
        stats.test(GEN, [["Moss"], ["Fen Borower"]])
    message = str(caught.value)
    assert message.startswith("pack 1: there is no card 'Fen Borower' in 'Fens'")
    assert "did you mean 'Fen Borrower'?" in message
    with pytest.raises(cf.CollationError, match="did you mean 'Fen Borrower'"):
        TABLES["pack"].of("Smal Theft")
    many = cf.CardSet.of([cf.Card.of(f"Eel {n}") for n in range(30)], pack=3)
    with pytest.raises(cf.CollationError, match=r"'Eel 0', 'Eel 1', .* and 10 more"):
        cf.Generator(many, seed=1).odds().of("Xyzzy")


def test_every_question_of_opened_packs_says_which_pack_has_an_unknown_name():
    for ask in (
        lambda packs: stats.test(GEN, packs),
        lambda packs: stats.compare(packs, GEN, GEN),
        lambda packs: stats.fit_weights(LAYERED, packs),
        lambda packs: stats.fit_strength(BALANCED, packs),
    ):
        with pytest.raises(cf.CollationError, match=r"^pack 1: .* did you mean 'Fen Borrower'\?"):
            ask([["Moss"], ["Fen Borower"]])


def test_a_card_that_packs_do_not_have_is_no_mistake():
    for table in TABLES.values():
        assert table.of("unprinted") == ()
        assert table.joint("Moss", "Unprinted") == 0
        assert table.counts("name", "UNPRINTED") == {0: 1}
    assert stats.test(GEN, opened("unprinted")).p_value == 0
    assert GEN.log_likelihood(with_card("unprinted")) == float("-inf")
    assert SIMULATION.expected("Unprinted") == 0


def test_references_say_which_printing():
    table = TABLES["pack"]
    moss = table.of("Moss")
    for ref in ("Moss (FEN) 5", "moss (fen)", cf.CardRef("MOSS", "fen", "5")):
        assert table.of(ref) == moss
    for wrong in ("Moss (XXX)", cf.CardRef("Moss", "FEN", "9"), "Mos (FEN)"):
        with pytest.raises(cf.CollationError, match="there is no card"):
            table.of(wrong)
    for wrong in (5, None, ["Moss"]):
        with pytest.raises(cf.CollationError, match="a name or a reference"):
            table.of(wrong)


def test_printings_of_one_name_are_told_apart_where_there_is_one_answer():
    cards = [cf.Card.of("Eel", set_code=code) for code in ("AAA", "BBB")]
    gen = cf.Generator(cf.CardSet.of(cards, pack=1), seed=1)
    assert len(gen.odds().of("eel")) == 2
    assert gen.odds().joint("eel") == 1
    simulation = cf.simulate(gen, 10)
    with pytest.raises(cf.CollationError, match=r"more than one card is 'eel': 'Eel \(AAA\)'"):
        simulation.expected("eel")
    assert simulation.expected("eel (aaa)") + simulation.expected("Eel (BBB)") == 1


#: Pairs of a property and a value with their other spellings.
VALUES = [
    (
        "rarity",
        "rare",
        rows("""
        Rarity | rare
        RARITY | Rare
        rarity | RARE
    """),
    ),
    ("sheet", "nonlandCommon", [("Sheet", "nonlandcommon"), ("sheet", "NONLANDCOMMON")]),
    ("slot", "Common", [("slot", "common")]),
    ("color", "U", [("COLOR", "u"), ("colors", "u")]),
    ("finish", "foil", [("Finish", "Foil")]),
    ("type", "Creature", [("Type", "CREATURE"), ("types", "creature")]),
    ("power", "2", [("Power", 2)]),
]


@pytest.mark.parametrize(("name", "value", "others"), VALUES)
def test_every_spelling_of_a_value_has_its_answer(name, value, others):
    for table in TABLES.values():
        counts = table.counts(name, value)
        assert counts != {0: 1}
        assert [table.counts(*each) for each in others] == [counts] * len(others)


@pytest.mark.parametrize(
    ("name", "value", "near"),
    rows("""
        raritty   | rare               | did you mean 'rarity'?
        colour    | u                  | did you mean 'color'
        rarity | mythc | did you mean 'mythic'?; there are 'common', 'rare', 'special'
        rarity    |                    | there is no rarity ''; there are 'common'
        sheet | Common | there is no sheet 'Common'; there are 'nonlandCommon', 'rare'
        sheet     | rar                | there is no sheet 'rar'; did you mean 'rare'
        slot      | Comon              | did you mean 'Common'?; there are 'Common', 'Rare'
        color     | zz                 | there is no color 'zz'; there are 'g', 'r', 'u'
        finish    | nonfoil            | there is no finish 'nonfoil'
        type      | Legendary Creature | there is no type
        power     | two                | there is no power 'two'; there are '2'
        __class__ | x                  | there is no property
        ref       | x                  | there is no property
    """),
)
def test_a_word_that_means_nothing_is_an_error(name, value, near):
    for table in TABLES.values():
        with pytest.raises(cf.CollationError) as caught:
            table.counts(name, value)
        assert near in str(caught.value)


@given(
    st.text(max_size=12),
    st.sampled_from(["rarity", "sheet", "slot", "color", "finish", "set_code"]),
)
def test_only_known_values_have_an_answer(value, name):
    known = {
        "rarity": "common uncommon rare mythic special bonus land token",
        "sheet": "nonlandcommon rare",
        "slot": "common rare",
        "color": "w u b r g",
        "finish": "foil etched glossy signed",
        "set_code": "fen",
    }
    assume(key(value) not in known[name].split())
    with pytest.raises(cf.CollationError, match=f"there is no {name}"):
        TABLES["pack"].counts(name, value)


@pytest.mark.parametrize(
    ("name", "value"),
    rows("""
        rarity | Mythic
        color  | W
        finish | etched
        type   | Land
        power  | 7
    """),
)
def test_what_is_well_known_need_not_be_there(name, value):
    for table in TABLES.values():
        assert table.counts(name, value) == {0: 1}


def test_classes_are_words_too():
    counts = TABLES["pack"].class_counts("nonlandCommon")
    assert counts == TABLES["pack"].class_counts("nonlandcommon", "COLOR")
    assert counts.classes == ("r", "u")
    assert counts.none_of("R") == counts.none_of("r") == Fraction(1, 2)
    assert counts.none_of("W") == counts.none_of("w") == counts.none_of(None) == 1
    assert counts.none_of("U", "R") == 0
    with pytest.raises(cf.CollationError, match="there is no color class 'zz'; there are 'r', 'u'"):
        counts.none_of("zz")
    by_rarity = TABLES["pack"].class_counts("nonlandCommon", "rarity")
    assert (by_rarity.none_of("Common"), by_rarity.none_of("Mythic")) == (0, 1)
    with pytest.raises(cf.CollationError, match="there is no rarity class 'W'"):
        by_rarity.none_of("W")
    with pytest.raises(cf.CollationError, match="there is no sheet 'nonlandComon'; did you mean"):
        TABLES["pack"].class_counts("nonlandComon")
    with pytest.raises(cf.CollationError, match="there is no property 'raritty'; did you mean"):
        TABLES["pack"].class_counts("nonlandCommon", "raritty")


def test_words_of_all_parts_of_a_product_are_known():
    """The parts of a product know different cards."""
    other = cf.CardSet.of([cf.Card.of("Heron", rarity="mystery")], code="HER", pack={"mystery": 1})
    other = evolve(other, boosters=[evolve(other.boosters[0], name="h")])
    parts = [ProductPart(BoosterRef("b"), 1), ProductPart(BoosterRef("h", "HER"), 1)]
    cards = evolve(cardset(), products=[cf.model.Product("Mixed", parts)])
    table = cf.Generator(cards, seed=1).product_odds("Mixed", sets=[other])
    assert table.joint("heron", "moss") == Fraction(1, 2)
    assert table.counts("rarity", "Mystery") == {1: 1}
    assert table.counts("sheet", "NonlandCommon") == {2: 1}
    with pytest.raises(cf.CollationError, match="there is no card 'heronn'"):
        table.joint("heronn")


def test_other_answers_mind_their_words_too():
    needed = GEN.requirements(2)
    assert needed.sheet("NONLANDCOMMON") == needed.sheet("nonlandCommon")
    assert needed.rarity("Common") == needed.rarity("common")
    assert needed.rarity("mythic").most == 0
    assert SIMULATION.layout_share("USUAL") == 1
    fit = stats.test(GEN, PACKS)
    assert fit.of("Cards") == fit.of("cards") is not None
    for ask in (
        lambda: needed.sheet("nonland"),
        lambda: needed.rarity("mythc"),
        lambda: SIMULATION.layout_share("usal"),
        lambda: SIMULATION.expected("Moss", "foyl"),
        lambda: fit.of("card"),
        lambda: stats.fit_strength(GEN, PACKS, "nonlandCommon"),
        lambda: GEN.log_likelihood([evolve(PACKS[0].cards[0], finish="foyl")]),
    ):
        with pytest.raises(cf.CollationError, match="there is no"):
            ask()


def test_products_have_names_in_any_case():
    assert GEN.product_odds("KIT").of("Moss") == TABLES["product"].of("Moss")
    assert GEN.product("kit", 3) == GEN.product("Kit", 3)
    with pytest.raises(cf.CollationError, match="there is no product 'Kitt'; did you mean 'Kit'"):
        GEN.product("Kitt")


def test_other_simulations_know_the_words_of_both():
    other = cf.CardSet.of([cf.Card.of("Heron")], pack=1)
    both = SIMULATION + cf.simulate(cf.Generator(other, seed=1), 200)
    assert both.expected("heron") == Fraction(1, 2)
    assert both.expected("moss", "foil") == SIMULATION.expected("moss", "foil") / 2
    with pytest.raises(cf.CollationError, match="there is no card"):
        both.expected("herons")
    assert pickle.loads(pickle.dumps(SIMULATION)) == SIMULATION
