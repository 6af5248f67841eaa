"""Values at a prompt and in a notebook: short, well-formed, and with what counts."""

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

import cardformats as cf
from cardformats import draft
from cardformats.source import as_line
from cardformats.testing import cards, cardsets
from tests.conftest import ROOT, SETTLED

MARSH = ROOT / "examples" / "octgn" / "Marsh" / "Sets" / "Reedlight"


def text_of(value) -> str:
    root = etree.fromstring(f"<div>{value._repr_html_()}</div>")
    return " ".join(root.itertext())


@given(cards())
def test_a_card_shows_its_name_first(card):
    assert repr(card).startswith(f"<Card {card.name!r}")
    assert str(card) == repr(card)
    assert text_of(card)


@given(cards())
def test_a_face_repeats_itself(card):
    names = {each: getattr(cf.model, each) for each in cf.model.__all__}
    for face in card.faces:
        shown = repr(face)
        if " items>" not in shown and "FrozenDict" not in shown:
            assert eval(shown, names) == face  # noqa: S307 - a test's own text


def test_values_with_names_are_short():
    eel = cf.Card.of(
        "Lantern Eel", set_code="ANA", number="12", types=["Creature"], subtypes=["Fish"],
        rarity="rare", text="So long. " * 99, extras={"wagic": {"auto": ["x" * 999]}},
    )  # fmt: skip
    assert repr(eel) == "<Card 'Lantern Eel' (ANA) 12: Creature — Fish, rare>"
    assert repr(cf.Card.of("Eel")) == "<Card 'Eel'>"
    entry = cf.Entry(eel, 4, "foil", {"rarity": "common"})
    assert repr(entry) == "<Entry 'Lantern Eel' (ANA) 12: 4 copies, foil, with overrides>"
    assert repr(cf.Entry("Eel")) == "<Entry 'Eel': 1 copy>"
    sheet = cf.Sheet("S", [entry])
    assert repr(sheet) == "<Sheet 'S': 1 entry, Random(replacement=False)>"
    booster = cf.Booster("Booster", "ANA", [cf.Layout(slots=[cf.Slot("S", 1, "S")])] * 2)
    assert repr(booster) == "<Booster 'Booster' (ANA): 2 layouts>"
    assert repr(cf.Booster.of({"S": 1})) == "<Booster '': 1 layout>"
    assert repr(cf.CardSet("N", "C\x1b")) == r"<CardSet 'N' (C\u001b): 0 cards>"
    (detection, *_) = cf.detect(MARSH)
    assert repr(detection.format) == "<Format 'octgn': OCTGN sets, games and packages>"
    assert len(repr(detection)) < 120


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1))
def test_no_name_disturbs_a_terminal(text):
    card = cf.Card.of(text, set_code=text, number=text, types=[text], rarity=text)
    pack = cf.Pack(0, text, text, [cf.PackCard(card.ref, text, text)])
    for value in (card, cf.Entry(card, 1, text), cf.CardSet(text, text), pack):
        assert as_line(repr(value)) == repr(value)


@SETTLED
@given(cardsets())
def test_every_value_of_a_set_is_shown(cardset):
    values = [cardset, *cardset.sheets.values(), *cardset.boosters, cf.Report(cardset)]
    for value in values:
        text_of(value)
        assert len(repr(value)) < 5000


def test_large_values_are_short_and_say_how_much():
    cardset = cf.read(MARSH)
    generator = cf.Generator(cardset, seed=1)
    assert repr(cardset).startswith("<CardSet 'Reedlight' (RDL): 15 cards, ")
    assert (
        repr(cardset.sheets["Common"]) == "<Sheet 'Common': 6 entries, Random(replacement=False)>"
    )
    assert repr(generator.pack(0)).startswith("<Pack 0 of 'Booster': ")
    for value in (cardset, *cardset.cards, *cardset.sheets.values(), generator.odds()):
        assert len(repr(value)) < 1500


def test_fields_that_are_as_usual_are_left_out():
    assert repr(cf.CardRef("Eel")) == "CardRef('Eel')"
    assert repr(cf.Face("Eel", mana_cost="{U}")) == "Face('Eel', mana_cost=ManaCost.parse('{U}'))"
    green = attrs.evolve(cf.Face("Eel", mana_cost="{U}"), colors={cf.model.Color.GREEN})
    assert "colors=" in repr(green)


def test_long_tables_say_how_much_there_is():
    cards_ = [cf.Card.of(f"Eel {number}") for number in range(100)]
    cardset = cf.CardSet.of(cards_, pack=3)
    assert "60 of 100" in text_of(cardset.sheets["cards"])
    assert "60 of 100" in text_of(cf.Generator(cardset, seed=1).odds())


@pytest.mark.parametrize("kind", ["grid", "rochester", "winston"])
def test_drafts_of_other_kinds_are_shown(kind):
    cardset = cf.loads("".join(f"{n} Card {n}\n" for n in range(1, 90)))
    packs = draft.packs_for(kind, cf.Generator(cardset, seed=1), cardset, players=2)
    state = draft.begin(kind, packs, cardset, players=2, seed=1)
    assert "record" in text_of(state)
    assert " act " in text_of(state)


def test_a_view_of_a_draft_shows_its_cards():
    cardset = cf.read(MARSH)
    deal = cf.Generator(cardset, seed=1).deal(4)
    view = draft.start(deal.rounds, cardset, seed=1).view(0)
    shown = text_of(view)
    assert view.pack
    for card in view.pack.values():
        assert card.card.name in shown


@pytest.mark.parametrize("name", ["<b>", "a & b", "\x00", "\ud800"])
def test_strange_names_stay_names(name):
    assert "<b>" not in cf.Card(cf.Face(name))._repr_html_().replace("<b>Booster", "")


def values_to_show():
    """A value of each kind that notebooks show, by a name; some with more than they show."""
    entries = [cf.Entry(cf.CardRef("Eel", "FEN", "1"), 3, "foil"), cf.Entry(cf.CardRef("Owl"))]
    few, many = cf.Sheet("A", entries), cf.Sheet("B", [entries[1]] * 61)
    slots = [cf.Slot("A", 1, [cf.SheetChoice("A")]), cf.Slot("B", 2, [cf.SheetChoice("B")])]
    options = [cf.Layout("few", 1, slots[:1]), cf.Layout("", 3, [])]
    layouts = [
        cf.Layout("usual", 2, slots),
        cf.Layout("other", 5, [cf.model.Choice(options)]),
        *(cf.Layout(f"{at}", 1, slots[:1]) for at in range(60)),
    ]
    cards = [
        cf.Card.of("Eel", rarity="common", mana_cost="{U}", types=["Creature"], set_code="FEN"),
        cf.Card.of("Owl <x>", rarity="rare", mana_cost="{1}{W}", types=["Creature"]),
    ]
    booster = cf.Booster("play", layouts=layouts)
    boosters = [cf.Booster("", layouts=layouts[:1])]
    products = [cf.model.Product("box")]
    cardset = cf.CardSet("Fens", "FEN", cards, [few], boosters, products=products)
    single = cf.CardSet.of(cards, pack=2)
    generator = cf.Generator(single, seed=1)
    report = cf.loads_report("[A(1)]\n1 Eel\n" + "[B\n" * 61, "draftmancer")
    drafted = draft.start([[[cf.CardRef("Eel"), cf.CardRef("Owl")]]], single, seed=1)
    return {
        "sheet": few,
        "long sheet": many,
        "booster": booster,
        "booster without a name": cardset.boosters[0],
        "set": cardset,
        "set of cards": cf.CardSet(cards=cards),
        "reference": cf.CardRef("Eel", "FEN", "1"),
        "pack": generator.pack(0),
        "odds": generator.odds(),
        "report": report,
        "draft": drafted,
        "picked": drafted.pick(0, [0]),
        "entry": entries[0],
    }


@pytest.mark.parametrize("name", values_to_show())
def test_what_a_notebook_shows_is_as_before(name, request):
    """Without drawings; look at what ``--accept`` writes."""
    html = values_to_show()[name]._repr_html_()
    assert etree.fromstring(f"<div>{html}</div>") is not None
    text = html.replace("<tr>", "\n<tr>").replace("<li>", "\n<li>").replace("<br/>", "\n<br/>")
    file = ROOT / "tests" / "data" / "pages" / f"notebook {name}.html"
    if request.config.getoption("--accept"):
        file.write_text(f"{text}\n", "utf-8")
    assert f"{text}\n" == file.read_text("utf-8")
