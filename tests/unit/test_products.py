"""Products: what is in them, their boxes, other sets, and what cannot be opened."""

from __future__ import annotations

import copy
import pickle
import time
from collections import Counter
from contextlib import suppress
from hashlib import blake2b

import pytest
from hypothesis import given, settings

import cardformats as cf
from cardformats import collation, testing
from cardformats.bits import seed_key
from cardformats.model import (
    BoosterRef,
    DeckList,
    Item,
    ProductChoice,
    ProductOption,
    ProductPart,
    ProductRef,
)
from tests.conftest import SETTLED


def sheet(name, count, **fields):
    return cf.Sheet(name, [cf.Entry(cf.CardRef(f"{name}{at}")) for at in range(count)], **fields)


def booster(name, sheet_, count, **fields):
    return cf.Booster(name, layouts=[cf.Layout("L", 1, [cf.Slot(sheet_, count, sheet_)])], **fields)


def part(what, count=1, finish=None):
    return ProductPart(what, count, finish)


PACK, OTHER = BoosterRef("draft"), BoosterRef("collector")
PROMO = cf.CardRef("Promo", "FEN", "200")


def cardset(*products, code="FEN", box=None, **fields):
    boosters = [booster("draft", "A", 5, box=box), booster("collector", "B", 3)]
    own = [cf.model.Product(name, parts) for name, parts in products]
    sheets = [sheet("A", 90), sheet("B", 40)]
    return cf.CardSet(code, code, [], sheets, boosters, products=own, **fields)


def opened(*products, number=0, sets=(), **fields):
    """The last of these products."""
    gen = cf.Generator(cardset(*products, **fields), seed=7)
    return gen.product(products[-1][0], number, sets=sets)


def names(packs):
    return [[each.card.name for each in pack.cards] for pack in packs]


def seed_of(name, seed=7):
    return blake2b(seed_key(seed, "prod") + name.encode(), digest_size=32).digest()


def test_a_bundle_has_packs_cards_and_items_in_order():
    bundle = opened(
        ("Bundle", [part(PACK, 2), part(PROMO, 1, "foil"), part(OTHER), part(Item("die"), 2)])
    )
    assert [pack.booster for pack in bundle.packs] == ["draft", "draft", "collector"]
    assert bundle.cards == (cf.PackCard(PROMO, "", "", "foil"),)
    assert bundle.items == ("die", "die")
    assert bundle.products == ()
    assert len(bundle.all_cards) == 2 * 5 + 3 + 1
    assert bundle.all_cards[-1].card == PROMO
    assert bundle.all_packs == bundle.packs
    assert repr(bundle) == "<OpenedProduct 0 of 'Bundle': 3 packs, 14 cards>"


def test_packs_are_those_of_the_products_seed():
    """What the page on randomness says."""
    contents = [part(OTHER), part(PACK, 3), part(OTHER)]
    gen = cf.Generator(cardset(("Bundle", contents)), seed=7)
    seed = seed_of("Bundle")
    draft = cf.Generator(gen.cardset, "draft", seed=seed)
    collector = cf.Generator(gen.cardset, "collector", seed=seed)
    for number in range(4):
        first = 5 * number
        assert gen.product("Bundle", number).packs == (
            collector.pack(first),
            *draft.packs(3, first + 1),
            collector.pack(first + 4),
        )


def test_a_product_depends_on_the_seed_the_name_and_the_number():
    products = [("One", [part(PACK, 3)]), ("Two", [part(PACK, 3)])]
    sets = cardset(*products)
    found = {
        (seed, name, number): cf.Generator(sets, seed=seed).product(name, number)
        for seed in (1, 2, "1")
        for name in ("One", "Two")
        for number in (0, 1, 2**62)
    }
    assert len({each.packs for each in found.values()}) == len(found)
    gen = cf.Generator(sets, "collector", seed=2)
    for (seed, name, number), product in reversed(found.items()):
        if seed == 2:
            assert gen.product(name, number) == product


def test_choices_are_made_anew_for_each_of_their_number():
    land = ProductOption([cf.CardRef("Land")], 3)
    pack = ProductOption([OTHER], 1)
    contents = [part(ProductChoice([land, pack, ProductOption([Item("never")], 0)]), 2), part(PACK)]
    gen = cf.Generator(cardset(("Kit", contents)), seed=7)
    seen = Counter()
    for number in range(4000):
        kit = gen.product("Kit", number)
        assert len(kit.cards) + len(kit.packs) == 3
        assert not kit.items
        seen[len(kit.cards)] += 1
    # 9 : 6 : 1 of 16, within four standard errors
    assert abs(seen[2] - 2250) < 126
    assert abs(seen[1] - 1500) < 123
    assert abs(seen[0] - 250) < 62


def test_choices_take_the_numbers_of_the_products_own_stream():
    from cardformats.bits import Bits, Source  # noqa: PLC0415 - only here

    options = [ProductOption([cf.CardRef(name)], weight) for name, weight in (("A", 2), ("B", 1))]
    single = ProductChoice([ProductOption([cf.CardRef("S")], 5)])
    inner = ProductChoice([ProductOption([part(ProductChoice(options))]), *options])
    gen = cf.Generator(cardset(("Kit", [part(single), part(inner)])), seed=7)
    for number in range(50):
        bits = Bits(Source(seed_of("Kit"), "prod"), number)
        at = bits.index([1, 3, 4])
        name = "AB"[bits.index([2, 3])] if at == 0 else "AB"[at - 1]
        kit = gen.product("Kit", number)
        assert [each.card.name for each in kit.cards] == ["S", name]


def test_a_display_of_packs_that_are_products_has_packs_and_a_case_displays():
    products = [
        ("Pack", [part(PACK)]),
        ("Display", [part(ProductRef("Pack"), 12)]),
        ("Case", [part(ProductRef("Display"), 3), part(Item("poster"))]),
    ]
    case = opened(*products)
    assert [each.name for each in case.products] == ["Display"] * 3
    assert [each.number for each in case.products] == [0, 1, 2]
    assert [len(each.packs) for each in case.products] == [12] * 3
    assert (case.packs, case.items) == ((), ("poster",))
    assert len({tuple(each) for each in names(case.all_packs)}) == 36
    assert opened(*products[:1]).packs != ()


def quota_box():
    """A booster of which each display of 6 has exactly two packs with a rare."""
    rare = cf.Slot("R", 1, [cf.SheetChoice("R", 1), cf.SheetChoice("A", 2)])
    layout = cf.Layout("L", 1, [cf.Slot("A", 2, "A"), rare])
    quota = cf.model.Quota("R", [cf.model.QuotaCount(2)])
    return cf.Booster("draft", layouts=[layout], box=cf.model.Box(6, [quota]))


def rare_set(*products):
    run = sheet("A", 30, collation=cf.model.PrintRun(1, "box"))
    own = [cf.model.Product(name, parts) for name, parts in products]
    return cf.CardSet("FEN", "FEN", [], [run, sheet("R", 9)], [quota_box()], products=own)


def rares(packs):
    return sum(each.sheet == "R" for pack in packs for each in pack.cards)


def test_so_many_packs_as_a_box_has_are_a_box():
    products = [
        ("Pack", [part(PACK)]),
        ("Display", [part(ProductRef("Pack"), 6)]),
        ("Case", [part(PACK), part(ProductRef("Display"), 2), part(PACK, 6), part(PACK, 5)]),
    ]
    gen = cf.Generator(rare_set(*products), seed=7)
    found = set()
    boxes = cf.Generator(gen.cardset, seed=seed_of("Case"))
    for number in range(40):
        assert rares(gen.product("Display", number).packs) == 2
        case = gen.product("Case", number)
        assert [rares(each.packs) for each in case.products] == [2, 2]
        assert rares(case.packs[1:7]) == 2
        found.add(rares(case.packs[7:]))
        # the parts in order: the second box of a case is the second of its seed's
        made = [boxes.box(3 * number + at) for at in range(3)]
        assert [*case.products[0].packs, *case.products[1].packs] == [*made[0], *made[1]]
        assert case.packs[1:7] == made[2]
    assert len(found) > 2


def test_what_was_opened_before_does_not_matter():
    products = [("Mixed", [part(PACK), part(PACK, 6)]), ("Display", [part(PACK, 6)])]
    sets = rare_set(*products)
    used = cf.Generator(sets, seed=7)
    for name, _ in (*products, *reversed(products)):
        assert used.product(name, 3) == cf.Generator(sets, seed=7).product(name, 3)
        assert rares(used.product(name, 3).packs[-6:]) == 2


def test_a_box_without_quotas_is_just_packs_none_of_which_comes_twice():
    products = [("Display", [part(PACK), part(PACK, 12), part(PACK)])]
    gen = cf.Generator(cardset(*products, box=cf.model.Box(12)), seed=7)
    packs = [pack for number in range(20) for pack in gen.product("Display", number).packs]
    assert len({pack.number for pack in packs}) == len(packs) == 280


def test_other_programs_know_no_boxes():
    """There a display is packs, of which each has what it has."""
    display = cf.model.Product("Display", [part(PACK, 6)])
    sets = cf.CardSet(
        "FEN", sheets=[sheet("A", 30), sheet("R", 9)], boosters=[quota_box()], products=[display]
    )
    gen = cf.Generator(sets, seed=7, rules="draftmancer")
    assert {rares(gen.product("Display", number).packs) for number in range(40)} > {2}


def test_rounds_of_the_event_are_nothing_of_products():
    plain = cardset(("Pack", [part(PACK, 4)]))
    layouts = [cf.model.LayoutChoice("L")]
    event = cf.model.Event([cf.model.Round(layouts=layouts), cf.model.Round(layouts=layouts)])
    dealt = cf.CardSet(
        sheets=plain.sheets, boosters=plain.boosters, products=plain.products, event=event
    )
    assert cf.Generator(dealt, seed=7).product("Pack") == cf.Generator(plain, seed=7).product(
        "Pack"
    )


def test_a_deck_is_a_product_of_its_cards_or_an_item_by_its_name():
    deck = DeckList("Waders", [part(cf.CardRef("Eel"), 3), part(cf.CardRef("Newt"), 1, "foil")])
    box = opened(("Box", [part(deck, 2), part(DeckList("Unknown"))]))
    assert [each.name for each in box.products] == ["Waders", "Waders"]
    assert [(each.card.name, each.finish) for each in box.products[0].cards] == [
        *[("Eel", None)] * 3,
        ("Newt", "foil"),
    ]
    assert box.items == ("Unknown",)
    assert len(box.all_cards) == 8


@pytest.mark.parametrize("how", [copy.deepcopy, lambda each: pickle.loads(pickle.dumps(each))])
def test_what_opens_products_is_copied_after_use(how):
    sets = [other_set()]
    products = collation.Products(cardset(BUNDLE), 7, cf.Generator, sets)
    bundle = products.open("Bundle", 3)
    products.odds("Bundle")
    again = how(products)
    assert again.open("Bundle", 3) == bundle
    assert [*again.odds("Bundle")] == [*products.odds("Bundle")]
    assert cf.Generator(cardset(BUNDLE), seed=7).product("Bundle", 3, sets=sets) == bundle


@settings(SETTLED, max_examples=15)
@given(testing.cardsets())
def test_products_of_any_set_open_or_say_why_not(made):
    products = collation.Products(made, 7, cf.Generator)
    for product in made.products:
        for use in (products.open, products.odds):
            with suppress(cf.CardFormatsError):
                use(product.name)
    assert cf.loads(cf.dumps(made, "json"), "json").products == made.products


# -- other sets


def other_set():
    own = cf.model.Product("Bog Pack", [part(BoosterRef("draft")), part(Item("bog token"))])
    sheets = [sheet("A", 20)]
    return cf.CardSet("Bog", "BOG", [], sheets, [booster("draft", "A", 2)], products=[own])


BUNDLE = ("Bundle", [part(PACK), part(BoosterRef("draft", "bog"))])


def test_packs_of_another_set_come_from_it():
    bundle = opened(BUNDLE, sets=[other_set()])
    assert [len(pack.cards) for pack in bundle.packs] == [5, 2]


def test_products_of_another_set_have_what_is_in_that_set():
    bundle = opened(("Bundle", [part(ProductRef("Bog Pack", "BOG"), 2)]), sets=[other_set()])
    assert [each.items for each in bundle.products] == [("bog token",)] * 2
    assert [len(pack.cards) for pack in bundle.all_packs] == [2, 2]


def test_a_product_of_another_set_can_have_packs_of_this_one():
    back = cf.model.Product(
        "Mixed", [part(BoosterRef("collector", "FEN")), part(BoosterRef("draft"))]
    )
    sets = [
        cf.CardSet("Bog", "BOG", [], [sheet("A", 9)], [booster("draft", "A", 1)], products=[back])
    ]
    kit = opened(("Kit", [part(ProductRef("Mixed", "BOG"))]), sets=sets)
    assert [len(pack.cards) for pack in kit.all_packs] == [3, 1]


def test_a_set_that_is_not_here_is_named():
    with pytest.raises(cf.CollationError, match=r"'Bundle' .* packs 'draft' of the set bog, which"):
        opened(BUNDLE)
    with pytest.raises(cf.CollationError, match="the product 'Bog Pack' of the set BOG, which is"):
        opened(("Bundle", [part(ProductRef("Bog Pack", "BOG"))]))


def test_a_card_set_that_holds_several_sets_has_their_packs():
    first = booster("draft", "A", 5)
    second = cf.Booster(
        "draft", layouts=booster("draft", "B", 2).layouts, extras={"f": {"set": "2"}}
    )
    listed = ({"id": "1", "name": "Fen", "shortName": "FEN"}, {"id": "2", "name": "Bog"})
    own = cf.model.Product(
        "Bundle", [part(BoosterRef("draft", "Bog")), part(BoosterRef("draft", "FEN"))]
    )
    sets = cf.CardSet(
        "Game",
        sheets=[sheet("A", 9), sheet("B", 9)],
        boosters=[first, second],
        extras={"f": {"sets": listed}},
        products=[own],
    )
    bundle = cf.Generator(sets, seed=7, of_set="Fen").product("Bundle")
    assert [len(pack.cards) for pack in bundle.packs] == [2, 5]


# -- what cannot be opened


def test_a_name_that_is_not_known_has_near_ones():
    gen = cf.Generator(cardset(("Draft Box", [part(PACK)]), ("Bundle", [part(PACK)])), seed=7)
    with pytest.raises(
        cf.CollationError, match=r"no product 'Draft Bx'; did you mean 'Draft Box'\?"
    ):
        gen.product("Draft Bx")
    with pytest.raises(cf.CollationError, match="no product 'qqq'; there are 'Bundle'"):
        gen.product("qqq")


@pytest.mark.parametrize(
    ("contents", "problem"),
    [
        ([], "the contents of 'P' are not known"),
        ([part(BoosterRef("play"))], "there is no booster 'play'"),
        ([part(ProductRef("Q"))], "there is no product 'Q'"),
        ([part(ProductRef("P"))], "it contains itself: 'P' → 'P'"),
        (
            [part(ProductChoice([ProductOption([ProductRef("P")]), ProductOption()]))],
            "contains itself",
        ),
        ([part(Item("die"), 10**30)], "at most 1000000 are allowed"),
        ([part(PACK, 1_000_001)], "at most 1000000 are allowed"),
        ([part(DeckList("D", [part(PROMO, 1_000_000)]), 2)], "at most 1000000 are allowed"),
    ],
)
def test_what_cannot_be_opened_says_why(contents, problem):
    with pytest.raises(cf.CollationError, match="'P' cannot be opened") as caught:
        opened(("P", contents))
    assert problem in str(caught.value)
    with pytest.raises(cf.CollationError, match="'P' cannot be opened"):
        cf.Generator(cardset(("P", contents)), seed=1).product_odds("P")


def test_a_circle_is_named_from_where_it_begins():
    products = [("A", [ProductRef("B")]), ("B", [ProductRef("C")]), ("C", [ProductRef("B")])]
    with pytest.raises(cf.CollationError, match=r"'A' cannot be opened: it .* 'B' → 'C' → 'B'"):
        opened(*reversed(products))


def test_packs_have_a_million_cards_at_most():
    land = cf.Sheet("A", [cf.Entry(cf.CardRef("Swamp"), 100_000)], cf.model.Fixed())
    station = cf.CardSet(
        sheets=[land],
        boosters=[booster("draft", "A", 100_000)],
        products=[cf.model.Product("P", [part(PACK, 11)])],
    )
    with pytest.raises(cf.CollationError, match="at most 1000000 cards"):
        cf.Generator(station, seed=7).product("P")


def test_products_that_double_many_times_are_refused_at_once():
    products = [("P0", [part(PACK)])]
    products += [(f"P{at}", [ProductRef(f"P{at - 1}")] * 2) for at in range(1, 90)]
    start = time.process_time()
    with pytest.raises(cf.CollationError, match="at most 1000000 are allowed"):
        opened(*products)
    assert time.process_time() - start < 2


def test_products_stand_a_hundred_deep():
    products = [("P0", [part(PACK), part(Item("die"))])]
    products += [(f"P{at}", [ProductRef(f"P{at - 1}")]) for at in range(1, 5000)]
    gen = cf.Generator(cardset(*products), seed=7)
    assert len(gen.product("P90").all_packs) == 1
    for name in ("P4999", "P150"):  # the second is made of what is planned
        with pytest.raises(cf.CollationError, match="more than 100 levels deep"):
            gen.product(name)


@pytest.mark.parametrize("number", [-1, 2**64, 2**64 // 3])
def test_numbers_are_those_that_packs_have(number):
    with pytest.raises(cf.CollationError, match="numbered from 0 to 6148914691236517204"):
        opened(("P", [part(PACK, 3)]), number=number)


def test_a_sheet_that_is_too_small_is_refused_as_for_packs():
    small = cf.CardSet(
        "FEN",
        sheets=[sheet("A", 2)],
        boosters=[booster("draft", "A", 5)],
        products=[cf.model.Product("P", [part(PACK)])],
    )
    with pytest.raises(cf.EmptySheetError):
        cf.Generator(small, seed=7).product("P")
