"""What formats declare that they can say, and the walk that reports the rest."""

from __future__ import annotations

import attrs
import pytest

import cardformats as cf
from cardformats.diagnostics import How
from cardformats.formats.capabilities import NONE, Capabilities, report_unsupported
from cardformats.formats.registry import REGISTRY
from cardformats.losses import LossLog

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


def losses(cardset, **can):
    """What is lost of the set by what can say only that: codes, kinds and subjects."""
    log = LossLog("x")
    report_unsupported(cardset, Capabilities(**can), log)
    return [f"{each.code.name} {each.kind}: {', '.join(each.subjects)}" for each in log.finish()]


def test_who_can_say_all_loses_nothing():
    assert losses(FEN) == []


@pytest.mark.parametrize(
    ("can", "expected"),
    [
        ({"cards": False}, ["CARD cards: Bog"]),
        ({"faces": NONE}, ["FACE faces of the kind 'back': Bog"]),
        ({"finishes": frozenset({"foil"})}, ["FINISH the finish 'etched': Bog"]),
        ({"numbers": False, "ids": frozenset({"wagic", "octgn"})}, []),  # an id says it
        ({"ids": NONE}, ["ID the id 'octgn': Bog"]),
        ({"ids": NONE, "numbers": False}, [
            "NUMBER collector numbers: Bog",
            "ID the id 'octgn': Bog",
            "ID the id 'wagic': Bog",
        ]),
        ({"ratings": False}, ["RATING ratings: Bog"]),
        ({"related": False}, ["RELATED related cards: Bog"]),
        ({"draft_effects": False}, ["EFFECT draft effects: Bog"]),
        ({"images": False}, ["IMAGE images: Bog"]),
        ({"printed_names": False}, ["PRINTED_NAME localised names: Bog"]),
        ({"metadata": NONE}, ["METADATA the metadata 'author': Fen"]),
        ({"collations": (cf.model.Random,), "otherwise": "so"},
         ["COLLATION the collation PrintRun (now so): s"]),
        ({"collations": (cf.model.PrintRun(group_size=3),)},
         ["COLLATION the collation PrintRun (now random): s"]),
        ({"collations": (cf.model.PrintRun(),)}, []),
        ({"entry_finishes": NONE}, ["FINISH the finish 'foil': Bog"]),
        ({"pack_finishes": NONE}, ["FINISH the finish 'foil': t, t, s"]),
        ({"overrides": False}, ["OVERRIDE overrides of an entry: Bog"]),
        ({"entry_ids": False}, ["ID the id of an entry: Bog"]),
        ({"sheets": False, "collations": ()}, ["SHEET sheets: s"]),
        ({"boosters": 1}, ["BOOSTER more than one booster: C"]),
        ({"boosters": 0, "boxes": False}, ["BOOSTER boosters: B, C"]),
        ({"distinct": frozenset({"printing in a pack"})},
         ["DISTINCT no name twice in a pack: B"]),
        ({"constraints": False}, ["CONSTRAINT the constraint AtMost: B"]),
        ({"boxes": False}, ["BOX how packs are boxed: B"]),
        ({"events": False, "directions": NONE}, ["EVENT draft settings: Fen"]),
        ({"directions": frozenset({"right"})},
         ["EVENT the direction of a round: round 1"]),
        ({"round_boosters": False}, ["EVENT the booster of a round: round 1"]),
        ({"keys": frozenset({"wagic", "draftmancer"})}, ["EXTRAS octgn 'set': B"]),
        ({"sheet_keys": frozenset({"filter"})}, ["EXTRAS wagic 'odd': s"]),
    ],
)  # fmt: skip
def test_what_cannot_be_said_is_reported_with_its_code(can, expected):
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


@pytest.mark.parametrize(
    ("can", "expected"),
    [
        ({}, []),
        ({"cards": "names"},
         ["CARD cards themselves (except their names and ids): Eel, Bog"]),
        ({"fields": frozenset({"types"})}, [
            "COLOR the colours: Eel",
            "COST the mana cost: Eel",
            "STATS the power: Eel",
        ]),
        ({"faces": frozenset({"back"}), "one_face": True}, [
            "FACE more than one back: Eel",
            "FACE front faces of the kind 'back': Bog",
        ]),
        ({"properties": False}, ["PROPERTY the property 'Ink': Eel"]),
        ({"rarities": NONE}, ["RARITY the rarity 'odd': Eel"]),
        ({"no_rarity": False, "nearest_rarity": lambda card: f"of {card.name}"},
         ["RARITY cards without a rarity (now 'of Bog'): Bog"]),
        ({"continues": frozenset({"slot"})},
         ["COLLATION print runs that go on through a pack: s"]),
        ({"idle_sheets": False}, ["SHEET sheets that no booster uses: idle"]),
        ({"idle_layouts": False}, ["LAYOUT layouts of weight 0: never"]),
        ({"booster_names": False}, [
            "ID the id of a booster: B",
            "METADATA the name of a booster: B",
        ]),
        ({"unlimited": False},
         ["SLOT slots without a limit (now as many as the sheet has): all"]),
        ({"distinct": frozenset({"printing in a pack"}), "other_rules": "x"},
         ["DISTINCT no printing twice in a slot (now x): B"]),
    ],
)  # fmt: skip
def test_what_cannot_be_said_of_cards_and_packs_is_reported(can, expected):
    assert sorted(losses(MIRE, **can)) == sorted(expected)


@pytest.mark.parametrize(
    ("rule", "scope", "rules", "is_kept"),
    [
        ("printing", "slot", {"printing in a pack"}, True),
        ("printing", "pack", {"printing in a slot"}, True),
        ("name", "slot", {"name in a pack"}, False),
        ("name", "slot", {"printing in a slot"}, False),
        ("none", "pack", set(), True),
    ],
)
def test_where_slots_share_no_cards_a_slot_and_a_pack_are_the_same(rule, scope, rules, is_kept):
    slots = [cf.Slot("a", 1, "a"), cf.model.Choice([cf.Layout("", 1, [cf.Slot("b", 1, "b")])])]
    cardset = cf.CardSet(
        sheets=[cf.Sheet("a", [cf.CardRef("Eel", "A")]), cf.Sheet("b", [cf.CardRef("Eel", "B")])],
        boosters=[cf.Booster("B", None, [cf.Layout("", 1, slots)], rule, scope)],
    )
    assert bool(losses(cardset, distinct=frozenset(rules))) is not is_kept


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


@pytest.mark.parametrize(
    ("can", "unknown"),
    [
        ({"fields": frozenset({"manacost"})}, "Capabilities.fields has 'manacost'; it may have"),
        ({"faces": frozenset({"front"})}, "Capabilities.faces has 'front'"),
        ({"continues": frozenset({"round"})}, "Capabilities.continues has 'round'"),
        ({"distinct": frozenset({"names in a pack"})}, "Capabilities.distinct has 'names in a"),
        ({"directions": frozenset({"up"})}, "Capabilities.directions has 'up'"),
        ({"cards": "few"}, "Capabilities.cards has 'few'"),
        ({"partly": frozenset({"face"})}, "Capabilities.partly has 'face'"),
        ({"collations": (cf.Sheet,)}, "Capabilities.collations has <class"),
    ],
)
def test_words_that_no_card_set_has_are_refused(can, unknown):
    with pytest.raises(cf.ModelError) as caught:
        Capabilities(**can)
    assert str(caught.value).startswith(unknown)


def test_a_format_keeps_no_keys_of_others():
    known = OWN[0]
    with pytest.raises(cf.ModelError, match="keys of nonsense"):
        attrs.evolve(known, capabilities=Capabilities(keys=frozenset({known.id, "nonsense"})))
