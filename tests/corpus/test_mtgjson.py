"""Real sets: read without errors, written as they were, with boosters whose odds are exact.

Each test loops over the sets, because they may be absent when tests are collected, and shows all
that is wrong at once.
"""

from __future__ import annotations

import gzip
import json
import re
import tracemalloc
from collections import Counter, defaultdict
from fractions import Fraction
from importlib import import_module
from math import sqrt

import pytest
from attrs import evolve

import cardformats as cf
from cardformats import collation
from cardformats.formats.draftmancer.acceptance import Accepted, accept
from tests.draftmancer_meanings import inherited, official
from tests.unit.text_tables import rows

from .edits import with_face
from .readings import report_of

#: Boosters with slots of many weights, of all shapes: set, booster.
OPENED = rows("""
    ISD | default
    DGM | default
    CNS | default
    UST | default
    MH2 | collector
    DMU | jumpstart
""")


@pytest.fixture(scope="module")
def files(corpus):
    """The set files."""
    return sorted((corpus / "corpus" / "mtgjson").glob("*.json"))


@pytest.fixture(scope="module")
def sets(files):
    """The report of each set, by its code."""
    reports = {path.stem: report_of(path) for path in files}
    assert len(reports) == 23
    return reports


@pytest.fixture(scope="module")
def some(sets, step):
    """Some of these sets; all of them in the slow session."""
    return dict([*sets.items()][:: min(step, 3)])


@pytest.fixture(scope="module")
def data(files):
    """The data of each set, by its code."""
    return {path.stem: json.loads(path.read_bytes())["data"] for path in files}


def odds(cardset, booster):
    """How many copies of each card in each finish a pack has on average."""
    expected = defaultdict(Fraction)
    for row in cf.Generator(cardset, booster=booster, seed=1).odds():
        assert row.exact
        card = cardset.card(row.card)
        uuid = row.card.id if card is None else card.ids.get("mtgjson", card.ref)
        expected[uuid, row.finish] += row.expected
    return expected


def test_all_sets_are_read(sets):
    # all that is wrong is that cards of other sets are not in the samples, and decks are unknown
    codes = {code: {*report.counts()} for code, report in sets.items()}
    assert {code for code, found in codes.items() if found - {"MJ020", "MJ030"}} == set()
    assert sum("MJ020" in found for found in codes.values()) <= 8


def test_every_object_of_the_data_is_in_a_card(data, sets):
    for code, own in data.items():
        cards = sets[code].value.cards
        known = {card.ids["mtgjson"] for card in cards}
        faces = (card.extras["mtgjson"].get("faces", ()) for card in cards)
        known |= {face["uuid"] for each in faces for face in each}
        assert known >= {item["uuid"] for item in (*own["cards"], *own["tokens"])}, code


def test_no_reference_of_a_sheet_means_another_card(data, sets):
    for code, whole in data.items():
        cardset = sets[code].value
        for kind, members in whole.get("booster", {}).items():
            for own, sheet in members["sheets"].items():
                name = f"{kind}/{own}" if f"{kind}/{own}" in cardset.sheets else own
                uuids = set()
                for entry in cardset.sheets[name].entries:
                    card = cardset.card(entry.card)
                    uuids.add(entry.card.id if card is None else card.ids["mtgjson"])
                assert sheet["cards"].keys() == uuids, (code, name)


def test_sets_are_written_as_they_were_byte_for_byte(files, sets, tmp_path):
    for path in files:
        cf.write(sets[path.stem].value, tmp_path / "a.json", "mtgjson")
        assert (tmp_path / "a.json").read_bytes() == path.read_bytes()


def test_odds_of_every_booster_sum_to_the_slots_counts(some):
    for code, report in some.items():
        for booster in report.value.boosters:
            expected = odds(report.value, booster.name)
            slots = sum(slot.count * share for slot, share in booster.walk())
            assert sum(expected.values()) == slots, (code, booster.name)


def test_sets_written_anew_have_the_same_cards_and_odds(some):
    for code, report in some.items():
        written = cf.dumps_report(report.value, "mtgjson", canonical=True)
        assert not written.diagnostics, code
        again = cf.loads(written.value, "mtgjson")
        assert [evolve(card, extras={}) for card in again.cards] == [
            evolve(card, extras={}) for card in report.value.cards
        ], code
        assert (again.sheets, again.boosters) == (report.value.sheets, report.value.boosters), code
        assert again.products == report.value.products, code


def test_opened_packs_agree_with_their_odds(sets, step):
    number = 100_000 if step == 1 else 5_000
    for code, booster in OPENED:
        generator = cf.Generator(sets[code].value, booster=booster, seed=20)
        packs = generator.bulk(number)
        pairs = zip(packs.cards, packs.containing(), strict=True)
        having = Counter()
        for each, count in pairs:
            having[each.card, each.finish] += int(count)
        rows = {(row.card, row.finish): float(row.at_least_one) for row in generator.odds()}
        assert having.keys() <= rows.keys()
        # the same printing may come in a finish from several slots, which count apart
        slots = Counter((each.card, each.finish) for each in packs.cards)
        for key, share in rows.items():
            if slots[key] == 1:
                spread = sqrt(number * share * (1 - share)) or 1e-9
                assert abs(having[key] - number * share) < 6 * spread + 1, (code, booster, key)


def test_a_changed_card_changes_its_own_object_only(files, sets):
    for code in ("DMU", "UST", "BRO"):
        cardset = sets[code].value
        text = next(path for path in files if path.stem == code).read_text("utf-8")
        card = cardset.cards[3]
        new = with_face(card, text="Draw.", power="9")
        report = cf.dumps_report(cardset.replacing(card, new), "mtgjson")
        assert not report.diagnostics
        assert abs(len(report.value) - len(text)) < 2_000
        start = next(
            at for at, pair in enumerate(zip(text, report.value, strict=False)) if len({*pair}) > 1
        )
        assert report.value[-1000:] == text[-1000:]
        assert text[:start].rfind(card.ids["mtgjson"]) < start
        again = cf.loads(report.value, "mtgjson")
        assert again.cards[3] == new


_ID_AS_NAME = re.compile(r"(?m)^[0-9]+ [0-9a-f]{8}-[0-9a-f]{4}-")


def _has_id(entry):
    """Whether an id is in the place of the name of a card."""
    return entry.card.name == entry.card.id


def test_dominaria_united_becomes_a_list_that_draftmancer_accepts(sets):
    whole = sets["DMU"].value
    for booster in whole.boosters:
        cardset = evolve(whole, boosters=[booster])
        report = cf.dumps_report(cardset, "draftmancer")
        # cards of other sets have no names here, and no lines
        sheets = whole.sheets.values()
        unknown = {each.card.name for sheet in sheets for each in sheet.entries if _has_id(each)}
        empty = {sheet.name for sheet in sheets if all(map(_has_id, sheet.entries))}
        assert {name for each in report.errors for name in each.subjects} == unknown | empty
        assert not _ID_AS_NAME.search(report.value)
        made = accept(report.value, official(cardset), inherited)
        assert isinstance(made, Accepted)
        assert len(made.cards) == len(cardset.cards)
        concerns = {each.code for each in report.losses if each.concern.value == "odds"}
        # a foil card does not come beside the same card that is none
        assert ("CF232" in concerns) == (booster.name != "arena")
        if booster.name == "arena":
            again = cf.loads(report.value, "draftmancer")
            rows = [cf.Generator(each, seed=1).odds() for each in (cardset, again)]
            before, after = (
                {(str(row.card), row.finish): row.expected for row in own} for own in rows
            )
            assert before == after


def all_printings(files, *, packed=False, times=1):
    """A file of all sets, as bytes."""
    sets = [
        f'"{path.stem}{time or ""}":{json.dumps(json.loads(path.read_text("utf-8"))["data"])}'
        for time in range(times)
        for path in files
    ]
    text = '{"meta":{"date":"2024-01-01","version":"5.2.2"},"data":{' + ",".join(sets) + "}}"
    return gzip.compress(text.encode()) if packed else text.encode()


@pytest.mark.parametrize("packed", [False, True])
def test_a_file_of_all_sets_is_read_a_set_at_a_time(some, files, tmp_path, packed, monkeypatch):
    files = [path for path in files if path.stem in some]
    monkeypatch.setattr(import_module("cardformats.formats.mtgjson.reader"), "_WHOLE", 10_000)
    path = tmp_path / ("AllPrintings.json.gz" if packed else "AllPrintings.json")
    path.write_bytes(all_printings(files, packed=packed))
    codes = []
    for report in cf.read_sets(path):
        assert report.ok
        codes.append(report.value.code)
        own = some[report.value.code].value
        assert report.value.cards == own.cards
        assert report.value.boosters == own.boosters
    assert codes == [path.stem for path in files]
    chosen = cf.read(path, set="dmu", max_size=4_000_000)
    assert chosen.code == "DMU"


@pytest.mark.slow
def test_memory_does_not_grow_with_the_file(files, tmp_path):
    peaks = []
    for times in (1, 3):
        path = tmp_path / str(times) / "all.json"  # alone in its folder
        path.parent.mkdir()
        path.write_bytes(all_printings(files, times=times) + b" " * 2**25)
        tracemalloc.start()
        assert sum(report.ok for report in cf.read_sets(path)) == 23 * times
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[1] < 1.2 * peaks[0]


def test_products_have_as_many_packs_and_cards_as_the_data_says(data, sets):
    """A product opens if its contents are known, or says that they are not known."""
    opened = 0
    for code, own in data.items():
        cardset = sets[code].value
        products = collation.Products(cardset, 7, cf.Generator)
        for product, item in zip(cardset.products, own["sealedProduct"], strict=True):
            if not product.contents:
                with pytest.raises(cf.CollationError, match="are not known"):
                    products.open(product.name, 0)
                continue
            found = products.open(product.name, 0)
            opened += 1
            size = {"booster_pack": 1, "booster_box": item.get("productSize")}
            if packs := size.get(item.get("category")):
                assert len(found.all_packs) == packs, product.name
            if cards := item.get("cardCount"):
                assert len(found.all_cards) == cards, product.name
    assert opened >= 22


@pytest.mark.slow
def test_odds_of_products_are_exact(sets):
    for report in sets.values():
        cardset = report.value
        products = collation.Products(cardset, 7, cf.Generator)
        for product in cardset.products:
            if product.contents:
                odds = products.odds(product.name)
                assert odds.exact
                expected = float(sum(row.expected for row in odds))
                # packs whose layouts differ in size have so many on average
                cards = [len(products.open(product.name, at).all_cards) for at in range(5)]
                assert abs(sum(cards) / 5 - expected) < 0.1 * expected, product.name


def test_colour_identities_are_those_of_the_data(data, sets):
    known = 0
    for code, whole in data.items():
        own = {(each["name"], each["number"]): each["colorIdentity"] for each in whole["cards"]}
        for card in sets[code].value.cards:
            letters = sorted(color.value for color in card.color_identity)
            identity = own.get((card.name, card.number), letters)
            assert letters == sorted(identity), (code, card.name)
            known += (card.name, card.number) in own
    assert known > 5_000
