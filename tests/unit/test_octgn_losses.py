"""What OCTGN cannot store is reported: nothing is lost in silence, patched or anew."""

from __future__ import annotations

import shutil
from itertools import chain
from pathlib import Path

import pytest
from attrs import evolve

import cardformats as cf
from cardformats.diagnostics import Concern
from cardformats.formats.octgn.acceptance import check
from cardformats.formats.octgn.from_model import WrittenGame
from cardformats.losses import LossLog
from cardformats.source import SourceText
from tests.conftest import ROOT

from .text_tables import rows

MARSH = ROOT / "examples" / "octgn" / "Marsh"
GUID = "99999999-9999-4999-8999-999999999999"
REEDLIGHT = MARSH / "Sets" / "Reedlight" / "set.xml"


def codes(report):
    return {(loss.code.value, loss.kind) for loss in report.losses}


def of_sheet(*entries, **fields):
    cards = [cf.Card(cf.Face(entry.card.name), number=entry.card.number) for entry in entries]
    sheet = cf.Sheet("s", entries)
    slot = cf.Slot("s", 2, "s", on_short=("skip",))
    booster = cf.Booster("B", layouts=[cf.Layout(slots=[slot])], **fields)
    return cf.CardSet("Reeds", cards=list(dict.fromkeys(cards)), sheets=[sheet], boosters=[booster])


def test_two_entries_of_a_card_may_come_twice():
    eel, newt = cf.Entry("Eel"), cf.Entry("Newt")
    report = cf.dumps_report(of_sheet(eel, newt, eel), "octgn")
    kind = "cards with more copies but not twice (now perhaps twice)"
    assert codes(report) == {("CF232", kind)}
    again = cf.loads(report.value, "octgn")
    assert again.boosters[0].distinct == "none"
    assert not codes(cf.dumps_report(of_sheet(eel, newt, eel, distinct="none"), "octgn"))


def test_two_printings_of_a_name_may_come_together():
    entries = [cf.Entry(cf.CardRef("Eel", number=each)) for each in "12"]
    report = cf.dumps_report(of_sheet(*entries, distinct="name", distinct_scope="slot"), "octgn")
    assert {code for code, _ in codes(report)} == {"CF232"}
    assert not codes(cf.dumps_report(of_sheet(*entries, distinct_scope="slot"), "octgn"))


@pytest.mark.parametrize("canonical", [False, True])
def test_metadata_that_is_removed_is_gone(canonical):
    reedlight = cf.read(REEDLIGHT)
    text = cf.dumps(evolve(reedlight, meta={}), "octgn", canonical=canonical)
    assert "releaseDate" in REEDLIGHT.read_text("utf-8")
    assert "releaseDate" not in text


@pytest.mark.parametrize("canonical", [False, True])
def test_a_sheet_that_no_pack_draws_from_is_lost(canonical):
    reedlight = cf.read(REEDLIGHT)
    sheets = [*reedlight.sheets.values(), cf.Sheet("More", ["Lily Pad"])]
    report = cf.dumps_report(evolve(reedlight, sheets=sheets), "octgn", canonical=canonical)
    assert ("CF238", "sheets that no booster uses") in codes(report)
    assert not codes(cf.dumps_report(reedlight, "octgn", canonical=True))


@pytest.mark.parametrize(
    ("code", "fields"),
    [
        ("CF214", {"types": ["Lake Monster"]}),
        ("CF214", {"types": ["Creature"], "subtypes": ["Time Lord"]}),
        ("CF214", {"supertypes": ["Very Basic"], "types": ["Land"]}),
        ("CF214", {"types": ["Legendary"]}),
        ("CF213", {"mana_cost": cf.model.ManaCost()}),
        (None, {"types": ["Creature"], "subtypes": ["Eel", "Fish"], "mana_cost": "{1}{U}"}),
        (None, {"supertypes": ["Basic"], "types": ["Land"], "text": "a\nb"}),
        (None, {"types": ["Creature"], "mana_cost": "{U}", "colors": []}),
    ],
)
@pytest.mark.parametrize("canonical", [False, True])
def test_a_field_that_is_not_read_back_is_a_loss(code, fields, canonical):
    reedlight = cf.read(REEDLIGHT)
    card = reedlight.card("Stickleback")
    new = evolve(card, faces=[cf.Face("Eel", **fields)], extras={})
    # without a definition, what the cards have tells that it is Magic
    face = cf.Face("Newt", "{G}", types="Creature", power="1", toughness="1")
    other = cf.Card(face, card.set_code)
    for cardset, game in (
        (cf.CardSet("Reeds", cards=[new, other]), {}),
        (reedlight.replacing(card, new), {"game": MARSH, "definition": MARSH}),
    ):
        report = cf.dumps_report(cardset, "octgn", canonical=canonical)
        assert {each for each, _ in codes(report)} == {code} - {None}
        again = cf.loads(report.value, "octgn", **game)
        assert (again.card("Eel").faces == new.faces) == (code is None)


def test_the_set_of_a_game_keeps_its_name(tmp_path):
    game = tmp_path / "Marsh"
    (game / "Sets" / "Reeds").mkdir(parents=True)
    (game / "definition.xml").write_bytes((MARSH / "definition.xml").read_bytes())
    (game / "Sets" / "Reeds" / "set.xml").write_bytes(REEDLIGHT.read_bytes())
    cardset = cf.read(game)
    assert cardset.name != "Reedlight"
    cf.write(cardset, tmp_path / "anew", "octgn", canonical=True)
    (path,) = (tmp_path / "anew" / "Sets").iterdir()
    text = Path(path, "set.xml").read_text("utf-8")
    assert 'name="Reedlight"' in text
    assert 'releaseDate="2026-03-20"' in text
    assert 'shortName="RDL"' in text
    assert 'name="Reedlight"' in cf.dumps(cardset, "octgn", canonical=True)


def test_included_cards_that_are_not_written_are_lost(tmp_path):
    reedlight = cf.read(REEDLIGHT)
    (guest,) = (card for card in reedlight.cards if "set" in card.extras.get("octgn", {}))
    assert not codes(cf.dumps_report(reedlight, "octgn", canonical=True))
    report = cf.write(reedlight, tmp_path / "Reeds", "octgn", canonical=True)
    assert ("CF210", "cards of other sets") in codes(report)
    assert [each.subjects for each in report.losses] == [(guest.name,)]


def first_set(game):
    """*game* with no cards and packs but those of its first set."""

    def is_kept(each):
        return "set" not in each.extras.get("octgn", {})

    return evolve(
        game,
        cards=[each for each in game.cards if is_kept(each)],
        boosters=[each for each in game.boosters if is_kept(each)],
    )


def test_a_set_that_is_gone_is_told(tmp_path):
    folder = tmp_path / "Marsh"
    game = cf.read(MARSH)
    assert not cf.write(game, folder, "octgn").diagnostics
    report = cf.write(first_set(game), folder, "octgn")
    assert "OC056" not in report.counts()
    assert ("CF254", "files of these sets in the folder") in codes(report)


def test_a_set_that_is_there_is_written_into_its_own_folder(tmp_path):
    other = tmp_path / "Sets" / "Other" / "set.xml"
    other.parent.mkdir(parents=True)
    other.write_bytes(REEDLIGHT.read_bytes())
    report = cf.write(cf.read(MARSH), tmp_path, "octgn", canonical=True)
    assert not report.losses
    assert {path.name for path in (tmp_path / "Sets").iterdir()} == {"Other", "Tidewrack"}
    assert other.read_bytes() != REEDLIGHT.read_bytes()


def test_a_set_of_markers_stays_in_its_game(tmp_path):
    game = tmp_path / "Marsh"
    (game / "Sets" / "Markers").mkdir(parents=True)
    (game / "Sets" / "Reeds").mkdir(parents=True)
    (game / "definition.xml").write_bytes((MARSH / "definition.xml").read_bytes())
    (game / "Sets" / "Reeds" / "set.xml").write_bytes(REEDLIGHT.read_bytes())
    (game / "Sets" / "Markers" / "set.xml").write_text(
        f"""<set name="Marks" id="{GUID}" gameId="{GUID}">
        <markers><marker name="Wet" id="{GUID}"/></markers></set>"""
    )
    report = cf.write(cf.read(game), tmp_path / "anew", "octgn", canonical=True)
    assert not [each for each in report.losses if each.code == "CF254"]
    assert "Wet" in (tmp_path / "anew" / "Sets" / "Marks" / "set.xml").read_text()


@pytest.mark.parametrize(
    ("old", "new", "kind"),
    rows("""
        qty="2"            | qty="3"                            | packs
        probability="0.25" | probability="0.5"                  | packs
        <packaging>        | <packaging><pack name='x' id='x'/> | packs
        name="Grey Heron"  | name="Heron"                       | cards
    """),
)
def test_what_is_read_otherwise_is_an_error(old, new, kind):
    tree = cf.read(REEDLIGHT).syntax
    meant = WrittenGame(cf.read(REEDLIGHT), tree.options, LossLog("octgn"), one_set=True).sets
    (source,) = tree.sources.values()
    assert old in source.text
    for text, kinds in ((source.text, set()), (source.text.replace(old, new), {kind})):
        losses = LossLog("octgn")
        changed = evolve(tree, sources={REEDLIGHT.name: SourceText(source.name, text)})
        check(changed, {each.id: each for each in meant.values()}, losses)
        assert {loss.kind for loss in losses.finish() if loss.code == "CF205"} == kinds


def test_a_card_that_the_game_has_not_is_refused_in_a_deck():
    path = ROOT / "examples" / "octgn" / "Decks" / "waders.o8d"
    deck = cf.read(path, game=MARSH)
    sheet = next(iter(deck.sheets.values()))
    for number, is_refused in ((GUID, True), (cf.read(MARSH).cards[-1].ids["octgn"], False)):
        card = cf.Card(cf.Face("Newt"), ids={"octgn": number})
        entries = [*sheet.entries, cf.Entry(cf.CardRef("Newt"))]
        sheets = [evolve(sheet, entries=entries), *list(deck.sheets.values())[1:]]
        new = evolve(deck, cards=[*deck.cards, card], sheets=sheets)
        report = cf.dumps_report(new, "octgn-deck")
        assert (("CF204", "cards that the game does not have") in codes(report)) == is_refused
        assert number in report.value


def test_losses_of_other_cards_are_not_those_of_an_edit():
    reedlight = cf.read(REEDLIGHT)
    lily, king = reedlight.card("Lily Pad"), reedlight.card("Otter King")
    odd = reedlight.replacing(lily, evolve(lily, rating=3.5))
    new = odd.replacing(king, evolve(king, rating=2.5))
    (loss,) = cf.dumps_report(new, "octgn").losses
    assert set(loss.subjects) == {lily.name, king.name}


def test_the_property_of_an_include_has_to_be_defined(tmp_path):
    text = (MARSH / "definition.xml").read_text("utf-8")
    line = next(each for each in text.splitlines(keepends=True) if '"Packaging"' in each)
    (tmp_path / "definition.xml").write_text(text.replace(line, ""))
    report = cf.read_report(REEDLIGHT, "octgn", definition=tmp_path)
    assert {each.code for each in report.errors} == {"OC006"}
    rarity = next(iter(report.value.sheets))
    sheet = report.value.sheets[rarity]
    new = evolve(
        report.value,
        sheets=[evolve(sheet, entries=["Lily Pad"]), *list(report.value.sheets.values())[1:]],
    )
    losses = cf.dumps_report(new, "octgn").losses
    assert {loss.code for loss in losses} == {"CF204", "CF270"}


def test_a_pick_that_no_longer_fits_its_cards_is_named():
    reedlight = cf.read(REEDLIGHT)
    wren = reedlight.card("Marsh Wren")
    rare = evolve(wren, rarity="rare")
    report = cf.dumps_report(reedlight.replacing(wren, rare, move=False), "octgn")
    # the common cards are not all common any more, and the rare ones are not all that are rare
    picks = [each.subjects for each in report.losses if "of a pick, which" in each.kind]
    assert sorted(chain(*picks)) == ["Common", "Rare, no Packaging"]
    again = cf.loads(report.value, "octgn", game=MARSH, definition=MARSH)
    odds, before = (cf.Generator(each, seed=1).odds() for each in (again, reedlight))
    assert {row.card.name: row.expected for row in odds} == {
        row.card.name: row.expected for row in before
    }


COLLATIONS = [
    cf.model.Random(),
    cf.model.Random(replacement=True),
    cf.model.Balanced(),
    cf.model.Balanced(strength="1/2"),
    cf.model.PrintRun(),
    cf.model.PrintRun(continues="box"),
    cf.model.Striped(2, [1, 1]),
    cf.model.Fixed(),
    cf.model.Spread(),
]


def odds_of(cardset):
    (booster,) = cardset.boosters
    rows = cf.Generator(cardset, booster, seed=1).odds()
    return {row.card.name: row.expected for row in rows if row.expected}


def drawing(collation, count, copies, slots):
    """A set whose packs draw from a sheet of three cards, in so many slots."""
    cards = [cf.Card(cf.Face(name), number=name[0]) for name in ("Eel", "Newt", "Frog")]
    entries = [cf.Entry(card.ref, many) for card, many in zip(cards, (copies, 1, 1), strict=True)]
    slot = cf.Slot("s", count, "s", on_short=("skip",))
    layouts = [cf.Layout(slots=[slot] * slots)]
    booster = cf.Booster("B", layouts=layouts, distinct="none", distinct_scope="slot")
    sheets = [cf.Sheet("s", entries, collation)]
    return cf.CardSet("Reeds", cards=cards, sheets=sheets, boosters=[booster])


@pytest.mark.part(4)
@pytest.mark.parametrize("slots", [1, 2])
@pytest.mark.parametrize("copies", [1, 2])
@pytest.mark.parametrize("count", [1, 2, 3, 4, 5, cf.model.UNLIMITED], ids=str)
@pytest.mark.parametrize("collation", COLLATIONS, ids=str)
def test_the_odds_of_a_collation_are_kept_or_reported(collation, count, copies, slots):
    anew = drawing(collation, count, copies, slots)
    read = cf.loads(cf.dumps(drawing(cf.model.Random(), count, copies, slots), "octgn"), "octgn")
    edited = evolve(
        read, sheets=[evolve(each, collation=collation) for each in read.sheets.values()]
    )
    for meant, canonical in ((anew, False), (edited, False), (edited, True)):
        report = cf.dumps_report(meant, "octgn", canonical=canonical)
        if all(loss.concern is not Concern.ODDS for loss in report.losses):
            assert odds_of(cf.loads(report.value, "octgn")) == odds_of(meant)


def test_the_first_cards_of_a_sheet_come_at_random():
    kind = "slots of the first cards of a sheet (now at random)"
    assert codes(cf.dumps_report(drawing(cf.model.Fixed(), 2, 1, 1), "octgn")) == {("CF230", kind)}
    assert not codes(cf.dumps_report(drawing(cf.model.Fixed(), 3, 1, 1), "octgn"))


@pytest.mark.parametrize("canonical", [False, True])
def test_another_set_of_a_card_of_a_game_is_lost(canonical, tmp_path):
    marsh = cf.read(shutil.copytree(MARSH, tmp_path / "Marsh"))
    frog = marsh.card("Reed Frog")
    for code, expected in (("ZED", {("CF254", "the set of a card")}), (frog.set_code, set())):
        edited = marsh.replacing(frog, evolve(frog, set_code=code))
        assert codes(cf.write(edited, tmp_path / "Marsh", "octgn", canonical=canonical)) == expected


def test_the_first_of_several_sets_has_its_code(tmp_path):
    cards = [
        cf.Card(cf.Face(name), set_code=code) for name, code in (("Eel", "AAA"), ("Newt", "BBB"))
    ]
    report = cf.write(cf.CardSet("Reeds", "AAA", cards=cards), tmp_path / "game", "octgn")
    assert not codes(report)
    read = cf.read(tmp_path / "game").cards
    assert {card.name: card.set_code for card in read} == {"Eel": "AAA", "Newt": "BBB"}


@pytest.mark.parametrize(
    ("scope", "collation", "slots", "is_lost"),
    [
        ("pack", cf.model.Random(), 2, True),
        ("slot", cf.model.Random(), 2, False),
        ("pack", cf.model.Random(), 1, False),
        ("pack", cf.model.Random(replacement=True), 2, False),
    ],
)
def test_slots_that_share_the_copies_of_a_sheet_are_reported(scope, collation, slots, is_lost):
    cardset = drawing(collation, 1, 1, slots)
    booster = evolve(cardset.boosters[0], distinct_scope=scope)
    kind = "slots that share the copies of a sheet (now each has them all)"
    report = cf.dumps_report(evolve(cardset, boosters=[booster]), "octgn")
    assert codes(report) == ({("CF232", kind)} if is_lost else set())


def test_slots_without_a_limit_that_draw_one_by_one_are_reported():
    cardset = drawing(cf.model.Random(replacement=True), cf.model.UNLIMITED, 1, 1)
    kind = "slots of a whole sheet to which cards return (now each copy once)"
    assert codes(cf.dumps_report(cardset, "octgn")) == {("CF232", kind)}
    sheets = [evolve(cardset.sheets["s"], name=name, collation=cf.model.Random()) for name in "st"]
    slot = cf.Slot(
        "s", cf.model.UNLIMITED, [cf.SheetChoice("s"), cf.SheetChoice("t")], choose="card"
    )
    booster = evolve(cardset.boosters[0], layouts=[cf.Layout(slots=[slot])])
    report = cf.dumps_report(evolve(cardset, sheets=sheets, boosters=[booster]), "octgn")
    kind = "slots without a limit that choose a sheet for each card (now one for all)"
    assert codes(report) == {("CF237", kind)}


def test_what_is_no_guid_becomes_one_and_what_is_no_value_is_lost():
    fen = {"id": "fen", "hidden": "perhaps", "markers": cf.model.FrozenDict({"m": "Wet"})}
    gone = {"id": "gone", "name": "Gone", "markers": cf.model.FrozenDict({"n": "Dry"})}
    sets = tuple(map(cf.model.FrozenDict, (fen, gone)))
    about = cf.model.FrozenDict({"sets": sets, "game": cf.model.FrozenDict({"id": "g"})})
    cardset = cf.CardSet(
        "",
        "FEN",
        [cf.Card(cf.Face("Eel"), "FEN", ids={"octgn": "eel"})],
        meta={"release_date": "soon"},
        extras={"octgn": about},
    )
    report = cf.dumps_report(cardset, "octgn")
    assert [(each.code.value, each.kind, each.subjects) for each in report.losses] == [
        ("CF254", "sets but the first", ("Gone",)),
        ("CF258", "the attribute 'hidden' 'perhaps'", ("FEN",)),
        ("CF258", "the attribute 'releaseDate' 'soon'", ("FEN",)),
    ]
    start = """<?xml version="1.0" encoding="utf-8" standalone="yes"?>
<set name="FEN" id="49d531b8-ebd3-59e9-acb4-e36ce9c76651" \
gameId="2d022d70-40d6-59a2-8b16-2a532de48f11" shortName="FEN">
  <markers>
    <marker name="Wet" id="264e1bc5-4324-5dfc-9c1b-b595cd4791a5"/>
  </markers>
  <cards>
    <card name="Eel" id="052f1625-64d8-5870-8399-4d55801ae790">
    </card>
  </cards>
</set>
"""
    assert report.value == start


# -- decks

DECK = ROOT / "examples" / "octgn" / "Decks" / "waders.o8d"


@pytest.mark.parametrize("options", [{}, {"canonical": True}], ids=["patched", "anew"])
@pytest.mark.parametrize(
    ("code", "fields"),
    [
        ("CF210", {"faces": [cf.Face("Reed Frog", text="Leap.")]}),
        ("CF221", {"rarity": "rare"}),
        ("CF253", {"number": "7"}),
        ("CF254", {"set_code": "ZED"}),
        ("CF255", {"rating": 2}),
    ],
)
def test_what_a_card_of_a_deck_says_is_reported(code, fields, options):
    deck = cf.read(DECK)
    card = deck.cards[0]
    edited = deck.replacing(card, evolve(card, **fields))
    assert {each for each, _ in codes(cf.dumps_report(edited, "octgn-deck", **options))} == {code}
    assert not codes(cf.dumps_report(deck, "octgn-deck", **options))


@pytest.mark.parametrize("options", [{}, {"canonical": True}], ids=["patched", "anew"])
@pytest.mark.parametrize(("code", "fields"), [("CF211", {"name": "Z"}), ("CF254", {"code": "Z"})])
def test_what_a_deck_says_of_itself_is_reported(code, fields, options):
    report = cf.dumps_report(evolve(cf.read(DECK), **fields), "octgn-deck", **options)
    assert {each for each, _ in codes(report)} == {code}


def test_a_new_deck_has_neither_a_name_nor_a_set():
    card = cf.Card(cf.Face("Reed Frog"), "FRG", "7", "rare")
    deck = cf.CardSet(
        "Frogs", "FRG", cards=[card], sheets=[cf.Sheet("Main", [card], cf.model.Fixed())]
    )
    assert codes(cf.dumps_report(deck, "octgn-deck")) == {
        ("CF211", "the name of the deck"),
        ("CF221", "the rarity 'rare'"),
        ("CF253", "collector numbers"),
        ("CF254", "the code of the set"),
        ("CF254", "the set of a card"),
    }


def test_a_deck_whose_places_have_nothing_new_is_rewritten():
    eel, frog = (f'<card qty="1" id="{each}{GUID[1:]}">{each}</card>' for each in "12")
    sections = f'<section name="A">{eel}</section><section name="A">{frog}</section>'
    text = f'<deck game="pond">{sections}</deck>'
    deck = cf.loads(text, "octgn-deck")
    assert cf.dumps(deck, "octgn-deck") == text
    sheet = evolve(deck.sheets["A"], entries=["1", "2", "Newt"])
    new = evolve(deck, sheets=[sheet], cards=[*deck.cards, cf.Card(cf.Face("Newt"))])
    report = cf.dumps_report(new, "octgn-deck")
    assert codes(report) == {("CF259", "a deck as it was read (now rewritten)")}
    assert report.losses[0].subjects == ("<data>",)
    assert report.value.count("<section") == 1
    assert 'game="1f0ce158-603c-5989-ba79-91f7476861ed"' in report.value


def test_a_change_of_a_card_of_the_game_is_reported():
    deck = cf.read(DECK, game=MARSH)
    card = deck.cards[0]
    kind = "cards of the game (now as they are there)"
    for fields in ({"toughness": "9"}, {"name": "Toad"}):
        edited = deck.replacing(card, evolve(card, faces=[evolve(card.faces[0], **fields)]))
        assert ("CF210", kind) in codes(cf.dumps_report(edited, "octgn-deck"))
    assert not codes(cf.dumps_report(deck, "octgn-deck"))


def test_cards_that_get_the_set_around_them_are_told():
    cards = [cf.Card(cf.Face("Eel"), "FEN"), cf.Card(cf.Face("Newt"))]
    report = cf.dumps_report(cf.CardSet("Fen", "FEN", cards), "octgn")
    assert {card.set_code for card in cf.loads(report.value, "octgn").cards} == {"FEN"}
    assert ("CF254", "cards without a set (now of 'FEN')") in codes(report)


@pytest.mark.parametrize(("cost", "written"), [("{3}", "3"), ("{X}", None), ("{2}{R}", None)])
def test_no_text_takes_the_place_of_a_number_in_silence(tmp_path, cost, written):
    lines = (MARSH / "definition.xml").read_text("utf-8").splitlines()
    numbers = [line.replace("RichText", "Integer") if '"Cost"' in line else line for line in lines]
    assert numbers != lines
    definition = tmp_path / "definition.xml"
    definition.write_text("\n".join(numbers), "utf-8")
    eel = cf.Card.of("Lantern Eel", mana_cost="{1}", types=["Creature"], rarity="common")
    new = cf.dumps_report(cf.CardSet.of([eel]), "octgn", definition=definition)
    assert 'name="Cost" value="1"' in new.value
    assert not codes(new)
    read = cf.loads(new.value, "octgn", definition=definition)
    (card,) = read.cards
    changed = read.replacing(card, evolve(card, faces=[evolve(card.faces[0], mana_cost=cost)]))
    for each in (changed, cf.CardSet.of(changed.cards)):
        report = cf.dumps_report(each, "octgn", definition=definition)
        kinds = {kind for _, kind in codes(report)}
        assert any("'Cost', which is a number" in kind for kind in kinds) == (written is None)
        assert written is None or f'name="Cost" value="{written}"' in report.value
