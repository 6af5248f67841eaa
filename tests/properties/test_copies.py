"""Every public value and error can be pickled and copied, before and after it was used."""

from __future__ import annotations

import inspect
import pickle
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from multiprocessing import get_context

import attrs
import pytest
from hypothesis import given

import cardformats as cf
from cardformats import collation, diagnostics, draft, errors, losses, records, stats, testing
from cardformats.collation.odds.together import together
from cardformats.draft import deckbuilder
from tests import deckbuilder_rules as small
from tests.conftest import ROOT, SETTLED
from tests.copying import COPIED, assert_copies, said, use
from tests.unit.text_tables import rows

LIST = """\
[Settings]
{"name": "Moss", "boostersPerPlayer": 2, "colorBalance": true}
[CustomCards]
[
  {"name": "Moss Eel", "mana_cost": "{1}{U}", "type": "Creature - Eel", "rarity": "common",
   "draft_effects": ["FaceUp", {"type": "AddCards", "cards": ["Fen"]}], "collector_number": "7"},
  {"name": "Fen", "mana_cost": "", "type": "Land", "rarity": "rare", "related_cards": ["Moss Eel"]}
]
[Layouts]
- One (3)
  2 Common
  1 Rare
- Two (1)
  3 Common
[Common]
4 Moss Eel
4 Reed
4 Otter
4 Heron
4 Newt
[Rare]
20 Fen
20 Crane
"""
#: A list with faults on many levels, so that its diagnostics point to lines and into JSON.
FAULTY = LIST.replace('"rare"', '"mythic",').replace("4 Reed", "4x Reed (").replace("3 Com", "3 Co")

FILES = rows("""
    examples/wagic/sets/LAN         | wagic
    examples/octgn/Marsh            | octgn
    examples/octgn/Decks/waders.o8d | octgn-deck
    examples/wagic/BOG/booster.txt  | wagic-pack
""")


def generator(**options):
    return cf.Generator(cf.loads(LIST, "draftmancer"), seed=1, **options)


def product_generator():
    """A generator whose set is sold as a kit of packs and a choice of a card."""
    (booster,) = cf.loads(LIST, "draftmancer").boosters
    option = cf.model.ProductOption
    choice = cf.model.ProductChoice([option([cf.CardRef("Fen")]), option()])
    pack = cf.model.BoosterRef(booster.name)
    kit = cf.model.Product("Kit", [pack, choice, cf.model.DeckList("Deck", [cf.CardRef("Reed")])])
    return cf.Generator(attrs.evolve(cf.loads(LIST, "draftmancer"), products=[kit]), seed=1)


def balanced():
    """A generator of packs of a sheet that is balanced in part."""
    cards = [
        cf.Card.of(f"{color}{at}", colors=[color]) for color in cf.model.Color for at in range(3)
    ]
    sheet = cf.Sheet("s", [card.ref for card in cards], cf.model.Balanced(strength="1/2"))
    booster = cf.Booster(layouts=[cf.Layout("", 1, [cf.Slot("s", 6, "s")])])
    return cf.Generator(cf.CardSet(cards=cards, sheets=[sheet], boosters=[booster]), seed=1)


def layered():
    """A generator of a booster with several layouts."""
    text = "[Layouts]\n- A (2)\n  1 Common\n- B (1)\n  2 Common\n[Common]\n1 Eel\n1 Otter\n1 Newt\n"
    return cf.Generator(cf.loads(text, "draftmancer"), seed=1)


def used_generator(**options):
    """A generator of which everything was asked."""
    gen = generator(**options)
    packs = list(gen.packs(20))
    if gen.rules == "cardformats":
        gen.audit()
        gen.odds()
        gen.box(0)
        gen.explain(packs[0])
        gen.log_likelihood(packs[0])
        gen.requirements(4)
        gen.more(packs[:2])
    gen.deal(3)
    cf.simulate(gen, 10)
    return gen


def refused(call):
    with pytest.raises(cf.CardFormatsError) as caught:
        call()
    return caught.value


def drafted():
    """A draft that is played to its end, and a seat's views of it on the way."""
    gen = generator()
    rounds = [[pack.cards for pack in packs] for packs in gen.deal(2).rounds]
    state = draft.start(rounds, gen.cardset, seed=1)
    views = [state.view(0)]
    while not state.is_over:
        for seat in range(2):
            if state.duty(seat) == "pick":
                state = state.pick(seat, state.seats[seat].packs[0].cards[0])
        views.append(state.view(0))
    return [state, views, state.log, state.log_for(0)]


def dealing_draft():
    """A draft with a guess and a trade after it, and what a seat sees of it on the way."""
    packs = [[[cf.CardRef(name) for name in ("Spire Phantasm", "Deal Broker", "Eel")]] * 2]
    state = draft.start(packs, cf.CardSet(), seed=1)
    bot, views = draft.RandomBot(3), []
    while not state.is_over:
        seat = next(seat for seat in range(2) if state.duty(seat) != "wait")
        views.append(state.view(seat))
        state = state.do(bot.act(views[-1]))
    return [state, views, state.log, state.log_for(0)]


def team_sealed():
    state = draft.start_team_sealed(generator().deal(2).rounds, [(0,), (1,)])
    state = state.take(0, state.team(0).pool[0])
    return [state, state.view(0), state.log]


def conspiracy_game():
    """A Conspiracy game with everything that can be there, and what seats see of it."""
    pact = cf.Card(cf.Face("Pact", types="Conspiracy", text="Hidden agenda (Choose a name.)"))
    side = [pact, "Backup Plan", "Emissary's Ploy", cf.Card(cf.Face("Reed Bolt", types="Instant"))]
    deck = ["Arcane Savant", *["Reed"] * 20]
    state = draft.start_conspiracy_game([(deck, side)] * 2, minimum=4, seed=1)
    state = state.exile(0, 0, 24).place(0, {21: "Eel", 22: (), 23: ()}).place(1)
    state = state.begin(0).choose(0, 23, 2)
    return [state, state.view(0), state.view(1), state.log, state.log_for(0), state.log_for(1)]


def zone_draft(kind):
    """A draft of zones after a few actions, and what a seat sees and learned of it."""
    cards = [[cf.CardRef(f"Eel {at}") for at in range(15)]] * 6
    state = draft.begin(kind, cards, cf.CardSet(), players=2, seed=1)
    state = draft.play(state, [draft.RandomBot(1)] * 2, until=lambda now: now.turn > 1)
    return [state, state.view(0), state.view(1), state.log, state.log_for(0)]


#: For two rounds the common card that each of two seats is dealt.
PACKS = [[["c W 3"], ["c U 3"]]] * 2


def deckbuilder_draft():
    """A Deckbuilder Draft whose market is open, and what a seat sees of it."""
    state = small.at_market(PACKS, [["u W 1", "r U 1"]] * 2)
    return [state, state.view(0), state.log, state.log_for(0)]


def draft_record():
    """The record of a draft, logs of it with what was found in them, and its tables."""
    record = records.of_draft(drafted()[0], generator().cardset)
    faulty = records.dumps(record, "draftmancer").replace('"pick"', '"pick": [99], "colour"')
    text = records.dumps(record, "mtgo")
    reports = [records.loads_report(each) for each in (faulty, text)]
    colors, passed = records.colors_over_picks(record), records.passed_cards(record)
    return [record, *reports, records.pick_orders([record]), colors, passed]


VALUES = {
    "a list": lambda: cf.loads_report(LIST, "draftmancer"),
    "a faulty list": lambda: cf.loads_report(FAULTY, "draftmancer"),
    "json": lambda: cf.loads_report(cf.dumps(cf.loads(LIST, "draftmancer"), "json"), "json"),
    "faulty json": lambda: cf.loads_report('{"cardformats": 1, "cards": [{"no": 1}, 2]}', "json"),
    **{
        f"{name} of {path}": lambda path=path, form=form, made=made: made(
            cf.read_report(ROOT / path, form)
        )
        for path, form in FILES
        for name, made in (
            ("the reading", lambda report: report),
            ("the losses", lambda report: cf.dumps_report(report.value, "draftmancer")),
        )
    },
    "what is written": lambda: cf.dumps_report(cf.loads(LIST, "draftmancer"), "wagic"),
    "a pack": lambda: generator().pack(0),
    "a box": lambda: generator().box(0),
    "a deal": lambda: generator().deal(3),
    "a product": lambda: product_generator().product("Kit"),
    "odds of a product": lambda: product_generator().product_odds("Kit"),
    "bulk": lambda: generator().bulk(20),
    "odds": lambda: used_generator().odds(),
    "odds of a deal": lambda: used_generator().deal_odds(2, of="seat", deals=5),
    "odds of a box": lambda: used_generator().box_odds(boxes=2),
    "odds together": lambda: together(
        [(used_generator().odds(packs=50), 3)],
        {(cf.CardRef("Lone"), None): 1},
        used_generator().cardset,
    ),
    "exact odds": lambda: used_generator().exact,
    "an audit": lambda: used_generator().audit(),
    "an explanation": lambda: generator().explain(generator().pack(0)),
    "a fit": lambda: stats.test(generator(), generator().packs(200)),
    "a fit of a strength": lambda: stats.fit_strength(balanced(), balanced().packs(50)),
    "class counts": lambda: balanced().odds().class_counts("s"),
    "a comparison": lambda: stats.compare(generator().packs(9), generator(), generator()),
    "fitted weights": lambda: stats.fit_weights(layered(), layered().packs(9)),
    "power": lambda: stats.power(layered(), layered()),
    "a simulation": lambda: cf.simulate(generator(), 100),
    "requirements": lambda: generator().requirements(4),
    "a catalog": lambda: cf.CardCatalog(cf.loads(LIST, "draftmancer").cards),
    "formats": lambda: list(cf.formats()),
    "a guess": lambda: cf.detect(ROOT / "examples" / "octgn" / "Marsh"),
    "codes": lambda: [
        list(diagnostics.SharedCode),
        list(losses.Loss),
        list(collation.CollationCode),
    ],
    "a draft": drafted,
    "a draft with a guess and a trade": dealing_draft,
    "a team sealed": team_sealed,
    "a Conspiracy game": conspiracy_game,
    "a Deckbuilder Draft": deckbuilder_draft,
    "a draft's record": draft_record,
    **{kind: lambda kind=kind: zone_draft(kind) for kind in ("winston", "solomon")},
    "the kinds of draft": lambda: [draft.draft_kind(name) for name in sorted(draft.draft_kinds())],
    "tables of drafts": lambda: [
        draft.conspiracy.OFFICIAL_CONSPIRACIES,
        draft.conspiracy.OFFICIAL_EXILES,
        deckbuilder.VARIANTS,
    ],
}


@pytest.mark.parametrize("name", VALUES)
def test_a_value_is_copied_equal_before_and_after_use(name):
    assert_copies(VALUES[name]())


@SETTLED
@given(testing.cardsets())
def test_a_card_set_is_copied_equal_before_and_after_use(cardset):
    assert_copies(cardset)
    assert {hash(copied(cardset)) for copied in COPIED.values()} == {hash(cardset)}
    for card in cardset.cards:
        assert cardset.card(card.ref) in cardset.cards
    fresh = len(pickle.dumps(attrs.evolve(cardset)))
    assert len(pickle.dumps(cardset)) == fresh


@pytest.mark.parametrize("rules", ["cardformats", "draftmancer"])
@pytest.mark.parametrize("how", ["pickle", "deepcopy"])
def test_a_used_generator_is_copied_and_gives_the_same(rules, how):
    gen = used_generator(rules=rules)
    if rules == "cardformats":
        stats.test(gen, gen.packs(100))
    again = COPIED[how](gen)
    assert list(again.packs(20)) == list(gen.packs(20))
    assert again.deal(2) == gen.deal(2)
    assert said(again.cardset) == said(gen.cardset)


@pytest.mark.parametrize("how", COPIED)
def test_copied_odds_give_the_same_odds(how):
    gen = used_generator()
    odds = gen.odds()
    use(odds)
    again = COPIED[how](odds)
    assert [*again] == [*odds]
    assert again.counts("rarity", "rare") == odds.counts("rarity", "rare")
    assert again.counts("rarity", "rare") == {0: Fraction(5, 8), 1: Fraction(3, 8)}
    assert again.joint("Reed", "Fen") == odds.joint("Reed", "Fen") is not None


@pytest.mark.parametrize("how", COPIED)
def test_a_copied_catalog_finds_the_same(how):
    catalog = cf.CardCatalog(cf.loads(LIST, "draftmancer").cards)
    assert catalog.near("mos eel") == ("Moss Eel",)
    again = COPIED[how](catalog)
    assert again.near("mos eel") == ("Moss Eel",)
    assert again.printings("FEN") == catalog.printings("fen") != ()


def test_processes_make_packs_of_a_used_generator():
    gen = used_generator()
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as processes:
        assert cf.simulate(gen, 11_000, processes) == cf.simulate(gen, 11_000)


ERRORS = {
    "ReadError": lambda: refused(lambda: cf.loads(FAULTY, "draftmancer")),
    "WriteError": lambda: refused(
        lambda: cf.dumps(
            cf.CardSet(extras={"other": {"a": 1}}, meta={"author": "A"}), "wagic", on_loss="error"
        )
    ),
    "OverwriteError": lambda: cf.OverwriteError(cf.loads_report(FAULTY, "draftmancer"), "a.txt"),
    "ModelError": lambda: refused(lambda: cf.model.ManaCost.parse("{Q}")),
    "OptionError": lambda: refused(lambda: cf.loads("", "json", colour=1)),
    "UnknownFormatError": lambda: refused(lambda: cf.loads("", "jsno")),
    "CollationError": lambda: refused(lambda: generator().pack(-1)),
    "DraftError": lambda: refused(lambda: drafted()[0].pick(1, 2)),
    "EmptySheetError": lambda: cf.EmptySheetError("the sheet is empty"),
    "CardDatabaseError": lambda: refused(lambda: cf.CardDatabase(__file__)),
    "UnknownSetError": lambda: errors.UnknownSetError("no set XXX"),
    "MissingExtraError": lambda: errors.MissingExtraError("a page needs an extra"),
    "RenderError": lambda: errors.RenderError("there is no font"),
    "CardFormatsError": lambda: cf.CardFormatsError("something"),
}


def test_every_class_of_errors_is_tried():
    kinds = inspect.getmembers(errors, inspect.isclass)
    named = {name for name, kind in kinds if issubclass(kind, Exception) and name[0] != "_"}
    assert named == set(ERRORS)


@pytest.mark.parametrize("name", ERRORS)
def test_an_error_is_copied_with_its_attributes(name):
    error = ERRORS[name]()
    assert type(error).__name__ == name
    assert_copies(error)
