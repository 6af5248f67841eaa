"""OCTGN's real sets: what they hold, and what their packs give on average."""

from __future__ import annotations

import gzip
import json
from collections import Counter

import pytest
from attrs import evolve

import cardformats as cf
from cardformats import Generator
from cardformats.diagnostic_log import DiagnosticLog
from cardformats.formats.octgn.format import OctgnOptions
from cardformats.formats.octgn.set_reader import read_set
from cardformats.formats.octgn.syntax import ALL, OptionsRecord
from cardformats.model import UNLIMITED, Choice
from cardformats.source import SourceText
from tests.properties.test_octgn import check_values

from .readings import report_of

#: The packs of no set become more layouts of a list.
MOST_LAYOUTS = 6
#: A game is read whole, which takes long for one of them.
GAMES = ["mtg", pytest.param("vtes", marks=pytest.mark.slow), "battletech/Game"]


@pytest.fixture(scope="module")
def golden(corpus):
    packed = (corpus / "golden" / "octgn" / "expected-packs.json.gz").read_bytes()
    return json.loads(gzip.decompress(packed))


@pytest.fixture(scope="module")
def sets(octgn, octgn_sets):
    """The card set of each ``set.xml``, by its path."""
    return {path.relative_to(octgn).as_posix(): report_of(path) for path in octgn_sets}


@pytest.fixture(scope="module")
def some(sets, step):
    """Some of these sets; all of them in the slow session."""
    return dict([*sets.items()][::step])


def counts_of(record):
    """What a set holds, as the golden counts have it."""
    found = Counter(cards=len(record.cards), packs=len(record.packs), markers=len(record.markers))

    def add(items):
        for item in items:
            if isinstance(item, OptionsRecord):
                found["options"] += 1
                found["option"] += len(item.options)
                for option in item.options:
                    add(option.items)
            else:
                found["picks"] += 1
                found["unlimited"] += item.quantity == ALL

    for pack in record.packs:
        found["includes"] += len(pack.includes)
        add(pack.items)
    for card in record.cards:
        found["alternates"] += len(card.alternates)
        for face in (card, *card.alternates):
            found["properties"] += len(face.properties)
            found["rich"] += len(face.runs)
    return found


def test_sets_hold_what_their_xml_holds(octgn, corpus):
    golden = json.loads((corpus / "golden" / "octgn" / "counts.json").read_bytes())
    for name, expected in golden.items():
        log = DiagnosticLog(1000)
        source = SourceText.from_bytes(name, (octgn / name).read_bytes())
        record = read_set(source, None, log, OctgnOptions(), {})
        assert record.name == expected.pop("name")
        assert counts_of(record) == Counter(expected), name
        assert not [found for found in log.finish() if found.severity.value == "error"]


def test_sets_are_written_as_they_were(octgn, sets):
    for name, report in sets.items():
        written = cf.dumps(report.value, "octgn")
        assert written.encode() == (octgn / name).read_bytes(), name


def limited(parts):
    """*parts* without unlimited slots, which the golden counts leave out."""
    for part in parts:
        if isinstance(part, Choice):
            options = [evolve(option, slots=list(limited(option.slots))) for option in part.options]
            yield evolve(part, options=options)
        elif part.count is not UNLIMITED:
            yield part


def odds(cardset, booster):
    """The rows of the odds of limited slots."""
    layouts = [evolve(each, slots=list(limited(each.slots))) for each in booster.layouts]
    table = Generator(cardset, evolve(booster, layouts=layouts), seed=1).odds()
    assert table.exact
    return [row for row in table if row.expected]


def by_guid(cardset, booster):
    """The copies of each card in a pack on average, by its GUID."""
    totals = Counter()
    for row in odds(cardset, booster):
        totals[cardset.card(row.card).ids["octgn"]] += row.expected
    return totals


def packs_of(sets):
    for name, report in sets.items():
        for booster in report.value.boosters:
            yield f"{name}#{booster.name}", report.value, booster


def test_expected_copies_are_those_of_the_closed_form(sets, golden):
    seen = set()
    for name, cardset, booster in packs_of(sets):
        copies = {key: each for key, each in golden[name]["expected"].items() if each}
        found = {key: float(each) for key, each in by_guid(cardset, booster).items()}
        assert found == pytest.approx(copies), name
        seen.add(name)
    assert seen == set(golden)


def by_name(cardset, booster):
    """The copies of the cards of each name in a pack on average."""
    totals = Counter()
    for row in odds(cardset, booster):
        totals[row.card.name] += row.expected
    return totals


def has_unlimited(parts):
    return any(
        any(has_unlimited(option.slots) for option in part.options)
        if isinstance(part, Choice)
        else part.count is UNLIMITED
        for part in parts
    )


def test_packs_become_layouts_with_the_same_odds(sets):
    """Each booster as a Draftmancer list: it checks clean, and gives the same on average.

    Multiplied out, the choices of some of them are more than a thousand layouts.
    """
    compared = 0
    for name, cardset, booster in packs_of(sets):
        report = cf.dumps_report(evolve(cardset, boosters=[booster]), "draftmancer")
        read = cf.loads_report(report.value, "draftmancer")
        # the sheets of other boosters are there, since this one was made the only one
        assert set(read.counts()) <= {"DM034"}, (name, read.diagnostics)
        assert len(read.value.boosters[0].layouts) <= MOST_LAYOUTS, name
        if has_unlimited(booster.layouts[0].slots):
            assert any("without a limit" in loss.kind for loss in report.losses), name
            continue
        compared += 1
        assert by_name(read.value, read.value.boosters[0]) == by_name(cardset, booster), name
    assert compared == 14


def test_cards_are_as_their_classes_make_them(sets):
    for report in sets.values():
        check_values(report.value)


def test_sets_that_are_written_anew_say_the_same(octgn, some):
    for name, report in some.items():
        game = (octgn / name).parent.parent.parent
        written = cf.dumps_report(report.value, "octgn", canonical=True)
        assert not written.losses, name
        again = cf.loads_report(written.value, "octgn", game=game, definition=game)
        assert not again.errors, name
        assert again.value.cards == report.value.cards, name
        assert again.value.sheets == report.value.sheets, name
        assert again.value.boosters == report.value.boosters, name
        assert again.value.extras == report.value.extras, name


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_packed_and_unpacked(octgn, game, tmp_path):
    whole = report_of(octgn / game).value
    cf.write(whole, tmp_path / "game.o8g", "octgn")
    assert cf.read_report(tmp_path / "game.o8g").value == whole
    cf.write(whole, tmp_path / "game", "octgn")
    for path in (octgn / game).rglob("set.xml"):
        assert (
            tmp_path / "game" / path.relative_to(octgn / game)
        ).read_bytes() == path.read_bytes()


@pytest.mark.parametrize("game", GAMES)
def test_octgn_loads_what_it_loads(octgn, game):
    report = cf.read_report(octgn / game, rules="octgn")
    assert report.ok, report.errors
    assert report.value.cards


def test_decks_are_written_as_they_were(octgn):
    decks = sorted(octgn.rglob("*.o8d"))
    for path in decks:
        deck = cf.read(path)
        assert cf.dumps(deck, "octgn-deck").encode() == path.read_bytes()
        anew = cf.loads(cf.dumps(deck, "octgn-deck", canonical=True), "octgn-deck")
        assert (anew.sheets, anew.cards, anew.extras) == (deck.sheets, deck.cards, deck.extras)
    assert decks
