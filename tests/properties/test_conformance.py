"""The kit for formats: the formats of the library keep its properties, faulty ones do not."""

from __future__ import annotations

import attrs
import pytest
from hypothesis import given, settings

import cardformats as cf
from cardformats import testing
from cardformats.diagnostics import Report
from cardformats.formats.base import Format, Written
from cardformats.formats.cockatrice.format import FORMAT
from cardformats.formats.registry import REGISTRY
from cardformats.losses import Loss, LossLog
from cardformats.testing.formats import undeclared_losses
from tests.conftest import ROOT

#: Formats that store a set in one text, which stays the same when it is read and written again.
STABLE = [
    ("cockatrice", {}), ("cockatrice", {"database_version": 3}), ("csv", {}), ("json", {}),
    ("lackey", {}), ("mtgjson", {}), ("octgn", {}),
]  # fmt: skip
#: Those whose texts may become others.
OTHERS = ("decklist", "dek", "draftmancer")
FORMATS = (*dict(STABLE), *OTHERS)


def missing(cardset, format_id):
    """What is lost without a diagnostic."""
    written = cf.dumps_report(cardset, format_id, canonical=True)
    read = cf.loads_report(written.value, format_id)
    return [*undeclared_losses(cardset, read.value, written.losses)]


@pytest.mark.parametrize("cardsets", [testing.cardsets, testing.odd_cardsets])
def test_what_is_lost_is_declared_and_what_is_written_again_is_the_same(cardsets):
    @given(cardsets())
    @settings(max_examples=max(5, settings().max_examples // 4))
    def check(cardset):
        for format_id, options in STABLE:
            testing.assert_reads_back(cardset, format_id, **options)
        assert {name: missing(cardset, name) for name in OTHERS} == {name: [] for name in OTHERS}

    check()


@pytest.mark.parametrize("path", ["wagic/sets/LAN", "mtgjson/FEN.json", "cockatrice/lanterns.xml"])
@pytest.mark.parametrize("format_id", FORMATS)
def test_what_a_sample_loses_is_declared(format_id, path):
    assert missing(cf.read(ROOT / "examples" / path), format_id) == []


@pytest.mark.parametrize("path", ["wagic/sets/LAN", "mtgjson/FEN.json"])
def test_what_a_folder_loses_is_declared(path, tmp_path):
    before = cf.read(ROOT / "examples" / path)
    before = cf.loads(cf.dumps(before, "json"))  # it does not remember the files that it had
    written = cf.write(before, tmp_path / "LAN", "wagic")
    read = cf.read(tmp_path / "LAN", "wagic")
    assert [*undeclared_losses(before, read, written.losses)] == []


WRITABLE = [each.id for each in cf.formats() if each.writer]


@pytest.mark.parametrize("format_id", WRITABLE)
def test_a_text_of_a_format_is_no_text_of_another(format_id):
    before = cf.loads(cf.dumps(BIRDS, format_id), format_id)
    for other in WRITABLE:
        if other != format_id:
            report = cf.dumps_report(before, other)
            anew = cf.dumps_report(before, other, canonical=True)
            assert report == anew, other


@pytest.mark.parametrize("format_id", WRITABLE)
def test_a_card_without_a_name_is_refused_or_read_again(format_id):
    cards = [CARDS[0], *(attrs.evolve(CARDS[1], faces=[cf.Face(name)]) for name in ("", " "))]
    entries = [*map(cf.Entry, cards), cf.Entry(cf.CardRef("", "BRD", "9"))]
    cardset = cf.CardSet("Birds", "BRD", cards=cards, sheets=[cf.Sheet("common", entries)])
    report = cf.dumps_report(cardset, format_id, canonical=True)
    again = cf.loads_report(report.value, format_id)
    assert not {*map(str, again.counts())} & {"CS004", "DL009", "LK004", "OC004"}


CARDS = [
    cf.Card.of("Heron", set_code="BRD", number="1", rarity="common", types="Creature", text="Fly."),
    cf.Card.of("Egret", set_code="BRD", number="2", rarity="rare", power="2", toughness="1"),
]
BIRDS = cf.CardSet.of(CARDS, "Birds", "BRD", pack={"common": 1, "rare": 1})


@pytest.mark.parametrize(
    ("after", "lines"),
    [
        (BIRDS, []),
        (
            attrs.evolve(BIRDS, cards=CARDS[:1], sheets=[BIRDS.sheets["common"]], boosters=[]),
            ["the card Egret (BRD) 2", "'Egret' on the sheet 'rare'"],
        ),
        (
            attrs.evolve(BIRDS, cards=CARDS[:1]),
            [  # the sheet still has its name, set and number
                "Egret (BRD) 2: rarity 'rare' is None",
                "Egret (BRD) 2: power '2' is None",
                "Egret (BRD) 2: toughness '1' is None",
            ],
        ),
        (
            attrs.evolve(BIRDS, cards=[attrs.evolve(CARDS[0], rarity=None), CARDS[1]]),
            ["Heron (BRD) 1: rarity 'common' is None"],
        ),
        (
            attrs.evolve(BIRDS, cards=[CARDS[0], attrs.evolve(CARDS[1], faces=cf.Face("Egret"))]),
            ["Egret (BRD) 2: power '2' is None", "Egret (BRD) 2: toughness '1' is None"],
        ),
        (
            attrs.evolve(BIRDS, sheets=[], boosters=[]),
            [
                "'Heron' on the sheet 'common'",
                "'Egret' on the sheet 'rare'",
            ],
        ),
        (attrs.evolve(BIRDS, code="BRT"), ["the code of the set: 'BRD' is 'BRT'"]),
    ],
    ids=["nothing", "a card", "what is known of a card", "a rarity", "numbers", "packs", "a code"],
)
def test_what_is_missing_is_found(after, lines):
    found = [*undeclared_losses(BIRDS, after, ())]
    assert [line for line in found if "in packs" not in line and "no booster" not in line] == lines


def test_odds_that_change_are_found():
    doubled = attrs.evolve(BIRDS.boosters[0].layouts[0], slots=[cf.Slot("common", 1, "common")])
    after = attrs.evolve(BIRDS, boosters=[attrs.evolve(BIRDS.boosters[0], layouts=[doubled])])
    (line,) = undeclared_losses(BIRDS, after, ())
    assert line.startswith("'Egret' in packs: ")


def test_a_declared_loss_is_for_what_it_names():
    after = attrs.evolve(BIRDS, cards=[attrs.evolve(each, rarity=None) for each in CARDS])
    losses = LossLog("x")
    losses.dropped(Loss.RARITY, "Egret")
    assert [*undeclared_losses(BIRDS, after, losses.finish())] == [
        "Heron (BRD) 1: rarity 'common' is None"
    ]


def write_nothing(_cardset, _options):
    """Write an empty database, and no loss."""
    return Report(Written("<cockatrice_carddatabase version='4'/>"), ())


def test_a_writer_that_loses_everything_fails():
    REGISTRY.add(
        Format(
            "nothing",
            "a writer that loses everything",
            (".nothing",),
            FORMAT.options,
            FORMAT.reader,
            f"{__name__}:write_nothing",
            FORMAT.sniff,
        )
    )
    try:
        with pytest.raises(AssertionError, match="nothing loses without a diagnostic:\n"):
            testing.assert_reads_back(BIRDS, "nothing")
    finally:
        REGISTRY.remove("nothing")
