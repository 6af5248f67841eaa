"""What formats declare that they can say, and the walk that reports the rest."""

from __future__ import annotations

import attrs
import pytest

import cardformats as cf
from cardformats.diagnostics import How
from cardformats.formats.capabilities import NONE, Capabilities, report_unsupported
from cardformats.formats.registry import REGISTRY
from cardformats.losses import LossLog

from .text_tables import json_rows

OWN = [
    each
    for each in cf.formats()
    if each.writer is not None and REGISTRY.provider(each.id) == "cardformats"
]

FACE = cf.Face("Bog", types="Land", images={"en": "x"}, printed_names={"de": "Moor"})
CARD = cf.Card(
    [FACE, cf.Face("Mire", kind="back")],
    "FEN",
    "7",
    ids={"wagic": "7", "octgn": "a"},
    finish="etched",
    rating=3.0,
    related=[cf.CardRef("Frog")],
    draft_effects=[cf.model.SimpleEffect.FACE_UP],
    extras={"wagic": {"auto": "haste"}},
)
SHEET = cf.Sheet(
    "s",
    [cf.Entry(cf.CardRef("Bog", id="1"), 2, "foil", {"Frame": "old"})],
    cf.model.PrintRun(),
    finish="foil",
    extras={"wagic": {"filter": "x", "odd": "y"}},
)
SLOT = cf.Slot("t", 1, [cf.SheetChoice("s")], finish="foil")
BOOSTER = cf.Booster(
    "B",
    None,
    [cf.Layout("", 1, [SLOT])],
    "name",
    constraints=[cf.model.AtMost(1, "type", "Land")],
    box=cf.model.Box(36),
    extras={"octgn": {"set": "x"}},
)
EVENT = cf.model.Event([cf.model.Round("B", direction="left")], extras={"draftmancer": {"x": 1}})
FEN = cf.CardSet(
    "Fen",
    cards=[CARD],
    sheets=[SHEET],
    boosters=[BOOSTER, cf.Booster("C", layouts=[cf.Layout("", 1, [SLOT])])],
    event=EVENT,
    meta={"author": "me"},
)


def able(**can):
    """Capabilities, of which several words are a list."""
    return Capabilities(
        **{
            key: frozenset(words) if isinstance(words, list) else words
            for key, words in can.items()
        }
    )


def losses(cardset, **can):
    """What is lost of the set by what can say only that: codes, kinds and subjects."""
    log = LossLog("x")
    report_unsupported(cardset, able(**can), log)
    return [f"{each.code.name} {each.kind}: {', '.join(each.subjects)}" for each in log.finish()]


def test_who_can_say_all_loses_nothing():
    assert losses(FEN) == []


def test_what_cannot_be_said_is_reported_with_its_code():
    for can, expected in json_rows("""
        {"cards": false} | CARD cards: Bog
        {"faces": []} | FACE faces of the kind 'back': Bog
        {"finishes": ["foil"]} | FINISH the finish 'etched': Bog
        {"numbers": false, "ids": ["octgn", "wagic"]} |
        {"ids": []} | ID the id 'octgn': Bog
        {"ids": [], "numbers": false} | NUMBER collector numbers: Bog; ID the id 'octgn': Bog;
            ID the id 'wagic': Bog
        {"ratings": false} | RATING ratings: Bog
        {"related": false} | RELATED related cards: Bog
        {"draft_effects": false} | EFFECT draft effects: Bog
        {"images": false} | IMAGE images: Bog
        {"printed_names": false} | PRINTED_NAME localised names: Bog
        {"metadata": []} | METADATA the metadata 'author': Fen
        {"entry_finishes": []} | FINISH the finish 'foil': Bog
        {"pack_finishes": []} | FINISH the finish 'foil': t, t, s
        {"overrides": false} | OVERRIDE overrides of an entry: Bog
        {"entry_ids": false} | ID the id of an entry: Bog
        {"sheets": false, "collations": []} | SHEET sheets: s
        {"boosters": 1} | BOOSTER more than one booster: C
        {"boosters": 0, "boxes": false} | BOOSTER boosters: B, C
        {"distinct": ["printing in a pack"]} | DISTINCT no name twice in a pack: B
        {"constraints": false} | CONSTRAINT the constraint AtMost: B
        {"boxes": false} | BOX how packs are boxed: B
        {"events": false, "directions": []} | EVENT draft settings: Fen
        {"directions": ["right"]} | EVENT the direction of a round: round 1
        {"round_boosters": false} | EVENT the booster of a round: round 1
        {"keys": ["draftmancer", "wagic"]} | EXTRAS octgn 'set': B
        {"sheet_keys": ["filter"]} | EXTRAS wagic 'odd': s
    """):
        assert "; ".join(losses(FEN, **can)) == expected, can


@pytest.mark.parametrize(
    ("can", "expected"),
    [
        (
            {"collations": (cf.model.Random,), "otherwise": "so"},
            ["COLLATION the collation PrintRun (now so): s"],
        ),
        (
            {"collations": (cf.model.PrintRun(group_size=3),)},
            ["COLLATION the collation PrintRun (now random): s"],
        ),
        ({"collations": (cf.model.PrintRun(),)}, []),
    ],
)
def test_collations_that_cannot_be_said_are_reported(can, expected):
    assert losses(FEN, **can) == expected


EEL = cf.Card(
    [
        cf.Face(
            "Eel", cf.model.ManaCost.parse("{U}"), types="Fish", power="1", properties={"Ink": "x"}
        ),
        cf.Face("Conger", kind="back"),
        cf.Face("Moray", kind="back"),
    ],
    "FEN",
    rarity="odd",
)
MIRE = cf.CardSet(
    "Mire",
    cards=[EEL, cf.Card(cf.Face("Bog", kind="back", types="Land"))],
    sheets=[
        cf.Sheet("s", [cf.Entry("Eel", 2), cf.Entry("Bog"), cf.Entry("Eel")], cf.model.PrintRun()),
        cf.Sheet("idle", ["Eel"]),
    ],
    boosters=[
        cf.Booster(
            "B",
            "b",
            [
                cf.Layout(
                    "one", 1, [cf.Slot("t", 1, "s"), cf.Slot("all", cf.model.UNLIMITED, "s")]
                ),
                cf.Layout("never", 0, [cf.Slot("t", 1, "idle")]),
            ],
            "printing",
            "slot",
        )
    ],
)


def test_what_cannot_be_said_of_cards_and_packs_is_reported():
    for can, expected in json_rows("""
        {} |
        {"cards": "names"} | CARD cards themselves (except their names and ids): Eel, Bog
        {"fields": ["types"]} | COLOR the colours: Eel; COST the mana cost: Eel; STATS the
            power: Eel
        {"faces": ["back"], "one_face": true} | FACE front faces of the kind 'back': Bog; FACE
            more than one back: Eel
        {"properties": false} | PROPERTY the property 'Ink': Eel
        {"rarities": []} | RARITY the rarity 'odd': Eel
        {"continues": ["slot"]} | COLLATION print runs that go on through a pack: s
        {"idle_sheets": false} | SHEET sheets that no booster uses: idle
        {"idle_layouts": false} | LAYOUT layouts of weight 0: never
        {"booster_names": false} | ID the id of a booster: B; METADATA the name of a booster: B
        {"unlimited": false} | SLOT slots without a limit (now as many as the sheet has): all
        {"distinct": ["printing in a pack"], "other_rules": "x"} | DISTINCT no printing twice
            in a slot (now x): B
    """):
        assert "; ".join(sorted(losses(MIRE, **can))) == expected, can
    (lost,) = losses(MIRE, no_rarity=False, nearest_rarity=lambda card: f"of {card.name}")
    assert lost == "RARITY cards without a rarity (now 'of Bog'): Bog"


@pytest.mark.parametrize(
    ("rule", "scope", "rules", "is_kept"),
    [
        ("printing", "slot", ["printing in a pack"], True),
        ("printing", "pack", ["printing in a slot"], True),
        ("name", "slot", ["name in a pack"], False),
        ("name", "slot", ["printing in a slot"], False),
        ("none", "pack", [], True),
    ],
)
def test_where_slots_share_no_cards_a_slot_and_a_pack_are_the_same(rule, scope, rules, is_kept):
    slots = [cf.Slot("a", 1, "a"), cf.model.Choice([cf.Layout("", 1, [cf.Slot("b", 1, "b")])])]
    cardset = cf.CardSet(
        sheets=[cf.Sheet("a", [cf.CardRef("Eel", "A")]), cf.Sheet("b", [cf.CardRef("Eel", "B")])],
        boosters=[cf.Booster("B", None, [cf.Layout("", 1, slots)], rule, scope)],
    )
    assert bool(losses(cardset, distinct=rules)) is not is_kept


def test_a_rule_or_a_collation_that_is_another_one_is_changed_and_not_left_out():
    log = LossLog("x")
    report_unsupported(FEN, Capabilities(collations=(), distinct=NONE), log)
    assert {loss.how for loss in log.finish()} == {How.CHANGED}


@pytest.mark.parametrize("known", OWN, ids=lambda known: known.id)
def test_every_format_declares_what_it_can_say(known):
    assert known.capabilities is not None
    fields = {each.name for each in Capabilities.__attrs_attrs__ if each.metadata}
    assert known.capabilities.partly <= fields
    assert len(known.capabilities.table()) == len(fields)


@pytest.mark.parametrize("known", OWN, ids=lambda known: known.id)
def test_what_a_format_declares_is_what_its_writer_reports(known):
    """No writer loses in silence what its declaration excludes, or reports what it says it can."""
    log = LossLog(known.id)
    report_unsupported(FEN, known.capabilities, log)
    report = cf.dumps_report(FEN, known.id)
    written = {loss.code for loss in report.losses}
    walked = {loss.code for loss in log.finish()}
    assert walked <= written, walked - written
    if known.id == "json":
        assert not written


@pytest.mark.parametrize(("duplicates", "said"), [(True, "may come"), (False, "no card twice")])
def test_duplicates_of_a_sheet(duplicates, said):
    sheet = cf.Sheet("s", {"Bog": 1}, duplicates=duplicates)
    cardset = cf.CardSet(sheets=[sheet], boosters=[cf.Booster(layouts=[cf.Layout("", 1, [SLOT])])])
    reported = {}
    for format_id in ("draftmancer", "octgn", "json"):
        losses = LossLog(format_id)
        report_unsupported(cardset, REGISTRY.get(format_id).capabilities, losses)
        reported[format_id] = [each for each in losses.finish() if said in str(each)]
    assert [len(each) for each in reported.values()] == [1, 1, 0]


def test_words_that_no_card_set_has_are_refused():
    for can, unknown in json_rows("""
        {"fields": ["manacost"]}          | Capabilities.fields has 'manacost'; it may have
        {"faces": ["front"]}              | Capabilities.faces has 'front'
        {"continues": ["round"]}          | Capabilities.continues has 'round'
        {"distinct": ["names in a pack"]} | Capabilities.distinct has 'names in a
        {"directions": ["up"]}            | Capabilities.directions has 'up'
        {"cards": "few"}                  | Capabilities.cards has 'few'
        {"partly": ["face"]}              | Capabilities.partly has 'face'
    """):
        with pytest.raises(cf.ModelError) as caught:
            able(**can)
        assert str(caught.value).startswith(unknown), can
    with pytest.raises(cf.ModelError, match="collations has <class"):
        Capabilities(collations=(cf.Sheet,))


def test_a_format_keeps_no_keys_of_others():
    known = OWN[0]
    with pytest.raises(cf.ModelError, match="keys of nonsense"):
        attrs.evolve(known, capabilities=Capabilities(keys=frozenset({known.id, "nonsense"})))
