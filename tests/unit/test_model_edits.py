"""Sets with cards replaced, added and removed; constructors of plain things."""

from __future__ import annotations

import json

import attrs
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import cardformats as cf
from cardformats import model
from cardformats.testing import cardsets
from tests.conftest import SETTLED
from tests.growth import LINEAR, growth


def card(name, rarity="common", **fields):
    return cf.Card.of(name, rarity=rarity, **fields)


EEL, FERRY, MOTH = card("Eel"), card("Ferry"), card("Moth")
GATE, KEEP = card("Gate", "uncommon"), card("Keep", "uncommon")
PACK = {"common": 2, "uncommon": 1}
SET = cf.CardSet.of([EEL, FERRY, MOTH, GATE, KEEP], "Marsh", pack=PACK)


def names(cardset, sheet):
    return [entry.card.name for entry in cardset.sheets[sheet].entries]


def test_plain_things_are_one_line():
    eel = cf.Card.of("Lantern Eel", mana_cost="{1}{U}", types=["Creature"], rarity="common")
    assert eel == cf.Card(
        cf.Face("Lantern Eel", cf.model.ManaCost.parse("{1}{U}"), types=("Creature",)),
        rarity="common",
    )
    assert cf.Sheet("S", {"Eel": 4, "Moth (MAR) 3": 1}).entries == (
        cf.Entry("Eel", 4),
        cf.Entry(cf.CardRef("Moth", "MAR", "3")),
    )
    assert cf.Sheet("S", ["Eel", FERRY, cf.CardRef("Moth")]).entries == (
        cf.Entry("Eel"),
        cf.Entry("Ferry"),
        cf.Entry("Moth"),
    )
    assert cf.Slot("c", 2, "S") == cf.Slot("c", 2, [cf.SheetChoice("S")])
    assert cf.Booster.of({"S": 2}).layouts == (cf.Layout(slots=[cf.Slot("S", 2, "S")]),)


def test_a_set_with_packs_by_rarity():
    assert names(SET, "common") == ["Eel", "Ferry", "Moth"]
    assert names(SET, "uncommon") == ["Gate", "Keep"]
    pack = cf.Generator(SET, seed=7).pack(0)
    assert [each.sheet for each in pack.cards] == ["common", "common", "uncommon"]


def test_a_cube_is_a_set_with_one_sheet():
    cube = cf.CardSet.of([EEL, FERRY, GATE], pack=3)
    assert {each.card.name for each in cf.Generator(cube, seed=7).pack(0).cards} == {
        "Eel", "Ferry", "Gate",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda: cf.Card.of("Eel", strength=3), "strength"),
        (lambda: cf.Card.of("Eel", faces=()), "faces"),
        (lambda: cf.CardSet.of([EEL], pack={"rare": 1}), "no card is rare"),
        (lambda: cf.CardSet.of([card("Eel", None)], pack={"rare": 1}), "Eel has no rarity"),
        (lambda: cf.Booster.of({}), "needs counts by sheet"),
        (lambda: cf.Booster.of(["common"]), "needs counts by sheet"),
        (lambda: cf.CardSet.of([EEL, card("Eel", "rare")], pack=PACK), "no reference tells Eel"),
        (lambda: cf.CardSet.of(["Eel"], pack=1), "CardSet.cards is"),
        (lambda: cf.CardSet.of([EEL], pack="5"), "a pack is a number"),
        (lambda: cf.CardSet(sheets=[cf.Sheet("A"), cf.Sheet("A")]), "several sheets called 'A'"),
        (lambda: SET.replacing({EEL: GATE}, KEEP), "a mapping says itself"),
        (lambda: SET.replacing("Eel", "Gate"), "a card takes the place"),
        (lambda: SET.replacing({3: GATE}), "a card, a reference or a name is wanted, not 3"),
        (lambda: SET.without([EEL]), "is wanted"),
        (lambda: SET.adding("Crab"), "only cards are added"),
        (lambda: SET.replacing("Crab", EEL), "no card of the set is Crab"),
        (lambda: SET.replacing("Eel"), "what is to replace Eel is missing"),
        (lambda: SET.without("Crab"), "no card of the set is Crab"),
        (lambda: SET.adding(EEL), "the set has Eel already"),
        (lambda: SET.adding(card("Crab", "rare")), "which sheet Crab goes to is not clear"),
        (lambda: SET.adding(card("Crab"), sheet="rare"), "the set has no sheet 'rare'"),
        (lambda: SET.replacing("Eel", card("Moth")), "no reference tells Moth"),
    ],
)
def test_what_cannot_be_meant_is_refused(build, message):
    with pytest.raises(cf.ModelError, match=message):
        build()


def test_a_card_is_replaced_where_it_stands():
    edited = SET.replacing(attrs.evolve(EEL, rating=3.0))
    assert [each.rating for each in edited.cards] == [3.0, None, None, None, None]
    assert edited.sheets == SET.sheets


def test_sheets_and_cards_follow_a_new_name():
    shrine = card(
        "Shrine", related=["Eel"], draft_effects=[cf.model.AddCards(["Eel", "Moth"], count=2)]
    )
    edited = SET.adding(shrine).replacing("Eel", card("Lantern Eel"))
    assert names(edited, "common") == ["Lantern Eel", "Ferry", "Moth", "Shrine"]
    assert edited.card("Shrine").related == (cf.CardRef("Lantern Eel"),)
    assert edited.card("Shrine").draft_effects[0].cards[0] == cf.CardRef("Lantern Eel")
    removed = edited.without("Lantern Eel")
    assert removed.card("Shrine").related == ()
    assert removed.card("Shrine").draft_effects == (cf.model.AddCards(["Moth"], count=1),)
    assert removed.without("Moth").card("Shrine").draft_effects == ()


def test_products_follow_a_new_name():
    box = cf.model.Product("Box", [model.BoosterRef("pack"), cf.CardRef("Eel")])
    edited = attrs.evolve(SET, products=[box]).replacing("Eel", card("Lantern Eel"))
    assert edited.products[0].contents[1].what == cf.CardRef("Lantern Eel")
    assert len(edited.without("Lantern Eel").products[0].contents) == 1


def test_a_reference_says_more_where_a_name_no_longer_tells():
    cards = [card("Eel", set_code="A", number="1"), card("Crab", set_code="A", number="2")]
    cardset = cf.CardSet.of(cards, pack=2)
    renamed = attrs.evolve(cards[0], faces=cf.Face("Crab"))
    short = attrs.evolve(cardset, sheets=[cf.Sheet("cards", ["Eel", "Crab"])])
    edited = short.replacing(cards[0], renamed)
    assert [str(entry.card) for entry in edited.sheets["cards"].entries] == ["Crab", "Crab (A) 2"]


def test_a_new_rarity_moves_the_card():
    edited = SET.replacing("Eel", card("Eel", "uncommon"))
    assert (names(edited, "common"), names(edited, "uncommon")) == (
        ["Ferry", "Moth"],
        ["Gate", "Keep", "Eel"],
    )
    stays = SET.replacing("Eel", card("Eel", "uncommon"), move=False)
    assert stays.sheets == SET.sheets


def test_a_card_that_moves_from_several_sheets_comes_once():
    sheets = [*SET.sheets.values(), cf.Sheet("water", ["Eel", "Ferry"])]
    several = attrs.evolve(SET, sheets=sheets)
    edited = several.replacing("Eel", card("Eel", "uncommon"))
    assert (names(edited, "common"), names(edited, "water"), names(edited, "uncommon")) == (
        ["Ferry", "Moth"],
        ["Ferry"],
        ["Gate", "Keep", "Eel"],
    )
    two = several.replacing(
        {EEL: card("Eel", "uncommon"), several.card("Moth"): card("Moth", "uncommon")}
    )
    assert names(two, "uncommon") == ["Gate", "Keep", "Eel", "Moth"]


def test_a_card_that_is_on_the_sheet_of_its_new_rarity_does_not_come_again():
    sheets = [cf.Sheet("common", ["Eel", "Ferry"]), cf.Sheet("uncommon", ["Gate", "Eel"])]
    both = attrs.evolve(SET, sheets=sheets, boosters=())
    edited = both.replacing("Eel", card("Eel", "uncommon"))
    assert (names(edited, "common"), names(edited, "uncommon")) == (["Ferry"], ["Gate", "Eel"])


def test_a_new_rarity_without_a_sheet_moves_nothing():
    assert SET.replacing("Eel", card("Eel", "rare")).sheets == SET.sheets


def test_a_move_that_is_not_clear_is_refused():
    sheets = [*SET.sheets.values(), cf.Sheet("others", ["Gate"])]
    twice = attrs.evolve(SET, sheets=sheets, boosters=())
    with pytest.raises(cf.ModelError, match="uncommon or others"):
        twice.replacing("Eel", card("Eel", "uncommon"))


def test_a_card_that_is_alone_on_its_sheet_stays():
    alone = SET.without("Keep")
    assert alone.replacing("Gate", card("Gate", "common")).sheets == alone.sheets


def trees():
    first = [
        card(f"A{n}", rarity, set_code="A") for n, rarity in enumerate(["common"] * 3 + ["rare"])
    ]
    other = [
        card(f"B{n}", rarity, set_code="B") for n, rarity in enumerate(["common"] * 2 + ["rare"])
    ]
    sheets = [
        cf.Sheet(f"{code} {rarity}", [each.ref for each in cards if each.rarity == rarity])
        for code, cards in (("A", first), ("B", other))
        for rarity in ("common", "rare")
    ]
    boosters = [cf.Booster.of({f"{code} common": 2, f"{code} rare": 1}, code) for code in "AB"]
    return cf.CardSet("Both", None, [*first, *other], sheets, boosters)


def test_a_card_of_one_set_of_several_stays_in_its_packs():
    both = trees()
    edited = both.replacing("A1", card("A1", "rare", set_code="A"))
    assert names(edited, "A rare") == ["A3", "A1"]
    assert names(edited, "B rare") == ["B2"]
    assert names(both.adding(card("B9", set_code="B")), "B common") == ["B0", "B1", "B9"]


def test_a_card_does_not_move_to_a_sheet_of_another_set_of_a_tree():
    both = trees()
    for without in ((), both.boosters):
        only_b = attrs.evolve(
            both,
            sheets=[each for name, each in both.sheets.items() if name != "A rare"],
            boosters=[each for each in both.boosters[1:] if each not in without],
        )
        edited = only_b.replacing("A1", card("A1", "rare", set_code="A"))
        assert edited.sheets == only_b.sheets


def test_a_card_moves_to_the_sheet_of_cards_with_as_many_faces():
    both = trees()
    cards = [
        cf.Card([cf.Face("Day"), cf.Face("Night", kind="back")], "A", rarity="rare"),
        card("C1", "rare", set_code="C"),
    ]
    more = [cf.Sheet("A rare, two faces", ["Day"]), cf.Sheet("A list", ["C1"])]
    slots = [cf.Slot(sheet.name, 1, [cf.SheetChoice(sheet.name)]) for sheet in more]
    (layout,) = both.boosters[0].layouts
    booster = attrs.evolve(
        both.boosters[0], layouts=[attrs.evolve(layout, slots=[*layout.slots, *slots])]
    )
    both = attrs.evolve(
        both,
        cards=[*both.cards, *cards],
        sheets=[*both.sheets.values(), *more],
        boosters=[booster, both.boosters[1]],
    )
    edited = both.replacing("A1", card("A1", "rare", set_code="A"))
    assert names(edited, "A rare") == ["A3", "A1"]


def test_many_at_once():
    edited = SET.replacing({EEL: card("A"), GATE: card("B", "common")})
    assert names(edited, "common") == ["A", "Ferry", "Moth", "B"]
    assert names(edited, "uncommon") == ["Keep"]


def test_a_card_that_is_added_has_a_sheet():
    edited = SET.adding(card("Crab"), card("Tower", "uncommon"), copies=2)
    assert names(edited, "common")[-1] == "Crab"
    assert edited.sheets["uncommon"].entries[-1] == cf.Entry("Tower", 2)
    assert SET.adding(card("Crab", "rare"), sheet="common").sheets["common"].entries[-1] == (
        cf.Entry("Crab")
    )
    assert cf.CardSet().adding(EEL) == cf.CardSet(cards=[EEL])


def meanings(cardset):
    """What the entries of each sheet name."""
    return {
        name: [cardset.card(entry.card) or entry.card for entry in sheet.entries]
        for name, sheet in cardset.sheets.items()
    }


@SETTLED
@given(cardsets(), st.data())
def test_an_edit_changes_what_one_card_means_and_nothing_else(cardset, data):
    assume(cardset.cards and len({each.name for each in cardset.cards}) == len(cardset.cards))
    old = data.draw(st.sampled_from(cardset.cards))
    assert cardset.replacing(old, old) == cardset
    new = attrs.evolve(old, faces=(attrs.evolve(old.faces[0], name="Newt"), *old.faces[1:]))
    edited = cardset.replacing(old, new)
    removed = cardset.without(old)
    changed = {
        name: [new if each is old else each for each in cards]
        for name, cards in meanings(cardset).items()
    }
    assert _names(meanings(edited)) == _names(changed)
    kept = {
        name: [each for each in cards if each is not old]
        for name, cards in meanings(cardset).items()
    }
    assert _names(meanings(removed)) == _names(kept)
    newt = cf.Card.of("Another Newt")
    sheet = next(iter(cardset.sheets), None)  # None: the set has none, and gets none
    assert cardset.adding(newt, sheet=sheet).without(newt) == cardset


def _names(sheets):
    """Cards without what names other cards, which follows too."""
    return {
        name: [
            attrs.evolve(each, related=(), draft_effects=()) if isinstance(each, cf.Card) else each
            for each in cards
        ]
        for name, cards in sheets.items()
    }


def test_a_card_that_is_added_twice_is_refused():
    with pytest.raises(cf.ModelError, match="the set has Newt already"):
        SET.adding(card("Newt"), card("Newt"))


def printings(size):
    return [cf.Card.of("Eel", set_code="LAN", number=str(each)) for each in range(size)]


def of_printings(size, *, cards=()):
    sheet = cf.Sheet("A", [cf.Entry(card.ref) for card in printings(size)])
    return cf.CardSet("Lanterns", cards=cards, sheets=[sheet])


def list_of(size):
    cards = [
        {"name": "Eel", "set": "LAN", "collector_number": str(each), "mana_cost": "1", "type": "F"}
        for each in range(size)
    ]
    lines = "".join(f"1 Eel (LAN) {each}\n" for each in range(size))
    return f"[CustomCards]\n{json.dumps(cards)}\n[A(1)]\n{lines}"


@pytest.mark.parametrize(
    "run",
    [
        lambda size: of_printings(size, cards=printings(size)).without(*printings(size)[1:]),
        lambda size: of_printings(size, cards=(its := printings(size))).replacing(
            {card: attrs.evolve(card, rarity="rare") for card in its}
        ),
        lambda size: of_printings(size).resolved(cf.CardCatalog(printings(size))),
        lambda size: of_printings(size, cards=printings(size)).resolved(
            cf.CardCatalog(printings(size))
        ),
        lambda size: cf.loads(list_of(size), "draftmancer"),
    ],
    ids=["without", "replacing", "resolved", "resolved-cards", "draftmancer"],
)
def test_many_printings_of_a_name_take_linear_time(run):
    assert growth(run, 200) < LINEAR
