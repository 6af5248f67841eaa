"""Limits for files from strangers are one value for all formats."""

from __future__ import annotations

import attrs
import pytest

import cardformats as cf
from cardformats.formats.base import Options

from .text_tables import rows

TIGHT = cf.Limits(max_size=3)
BIRDS = cf.CardSet.of(
    [cf.Card.of("Heron", rarity="common"), cf.Card.of("Egret", rarity="rare")], "Birds", pack=2
)


@pytest.mark.parametrize("known", cf.formats(), ids=lambda known: known.id)
def test_every_reader_takes_them(known):
    found = cf.loads_report(b"1 Heron\n", known.id, limits=TIGHT).counts()
    assert found == {"CF001": 1}


def test_every_limit_is_an_option_of_a_format():
    options = {name for known in cf.formats() for name in known.options.names("read")}
    assert {each.name for each in attrs.fields(cf.Limits)} <= options


def test_they_are_stricter_than_the_defaults():
    for name in ("max_size", "max_line", "max_diagnostics", "max_work"):
        assert getattr(cf.Limits(), name) < getattr(Options(), name), name


def test_an_option_by_name_takes_precedence():
    assert cf.loads_report("1 Heron\n", limits=TIGHT, max_size=100).ok


def test_they_hold_for_files_folders_streams_and_conversions(tmp_path):
    path = tmp_path / "list.txt"
    path.write_text("1 Heron\n")
    for place in (path, str(path)):
        assert cf.read_report(place, limits=TIGHT).counts() == {"CF001": 1}
        assert [each.counts() for each in cf.read_sets(place, limits=TIGHT)] == [{"CF001": 1}]
    with path.open("rb") as stream:
        assert cf.read_report(stream, "draftmancer", limits=TIGHT).counts() == {"CF001": 1}
        assert stream.tell() == 4  # no more is read than shows that it is too much
    with pytest.raises(cf.ReadError) as error:
        cf.convert(path, tmp_path / "list.json", limits=TIGHT)
    assert error.value.report.counts() == {"CF001": 1}
    assert cf.convert(path, tmp_path / "list.json", limits=cf.Limits(), force=True).ok


@pytest.mark.parametrize("format_id", ["json", "mtgjson"])
@pytest.mark.parametrize(("most", "codes"), [(2, {}), (1, {"CF011": 1})])
def test_a_pack_has_as_many_cards_as_they_say_in_every_format(format_id, most, codes):
    text = cf.dumps(attrs.evolve(BIRDS, code="BRD"), format_id)
    report = cf.loads_report(text, limits=cf.Limits(max_cards=most))
    assert {code: n for code, n in report.counts().items() if code == "CF011"} == codes


def counted(part, copies=1):
    sheet = cf.Sheet("Bird", [cf.Entry("Heron", copies), "Egret"])
    booster = cf.Booster("Bird", layouts=[cf.Layout("", 1, [part])])
    return cf.CardSet("Birds", sheets=[sheet], boosters=[booster])


@pytest.mark.parametrize(
    ("part", "most"),
    [
        (cf.Slot("Bird", 3, "Bird"), 3),
        (cf.Slot("Bird", cf.model.UNLIMITED, "Bird"), 8),
        (
            cf.model.Choice(
                [
                    cf.Layout("", 9, [cf.Slot("Bird", 2, "Bird"), cf.Slot("Bird", 3, "Bird")]),
                    cf.Layout("", 1, [cf.Slot("Bird", 4, "Bird")]),
                ]
            ),
            5,
        ),
    ],
)
def test_the_largest_pack_is_counted(part, most):
    cardset = counted(part, 7)
    assert [*cf.Limits(max_cards=most).breaches(cardset)] == []
    (found,) = cf.Limits(max_cards=most - 1).breaches(cardset)
    assert found.data == {"name": "Bird", "count": most, "limit": most - 1}


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"\x89PNG\r\n\x1a\n" + bytes(100), "an image (PNG)"),
        ("<!DOCTYPE html>\n<html></html>", "an HTML page"),
        ('{"a": 1}', "JSON"),
    ],
)
def test_what_is_no_list_is_not_guessed(data, what):
    with pytest.raises(cf.UnknownFormatError) as caught:
        cf.loads(data)
    assert f"which seems to be {what};" in str(caught.value)


@pytest.mark.parametrize("data", ["", b"", "\ufeff \n\n"])
def test_what_is_empty_is_called_so(data):
    with pytest.raises(cf.UnknownFormatError, match="<data>, which is empty;"):
        cf.loads(data)


@pytest.mark.parametrize(
    "data", ["Heron\nEgret\n", "1 Heron\n", b"1 Heron\r\n", "[Bird(1)]\nHeron"]
)
def test_text_is_a_list_of_cards(data):
    assert next(iter(cf.loads(data).sheets.values())).entries[0].card.name == "Heron"


@pytest.mark.parametrize("format_id", ["json", "mtgjson", "scryfall", "csv", "cockatrice"])
def test_data_is_detected_as_files_are(format_id, tmp_path):
    known = next(each for each in cf.formats() if each.id == format_id)
    cardset = attrs.evolve(BIRDS, code="BRD")
    if known.writer is None:
        data = '[{"object": "card", "id": "1", "name": "Heron", "set": "brd", "lang": "en"}]'
    else:
        data = cf.dumps(cardset, format_id)
    path = tmp_path / f"birds{known.extensions[0]}"
    path.write_text(data, "utf-8")
    assert cf.detect(path)[0].format.id == format_id
    read = attrs.evolve(cf.read(path), name=cf.loads(data).name)  # a file can name the set
    assert cf.loads(data) == cf.loads(data.encode()) == read


def test_a_pack_of_a_list_of_names_is_printed_without_a_catalog():
    pack = cf.Generator(cf.loads("2 Heron (BRD) 7\n", cards_per_booster=1), seed=1).pack(0)
    (card,) = pack
    assert (card.name, card.set_code, card.number, card.rarity) == ("Heron", "BRD", "7", None)
    assert str(pack) == "Heron (BRD) 7"
    assert len(pack) == 1


@pytest.mark.parametrize("rules", ["cardformats", "draftmancer", "wagic"])
def test_a_card_of_a_pack_has_the_rarity_that_the_set_defines(rules):
    cardset = BIRDS
    if rules != "draftmancer":
        replacement = cf.model.Random(replacement=True)
        sheets = [attrs.evolve(each, collation=replacement) for each in BIRDS.sheets.values()]
        boosters = [attrs.evolve(each, distinct="none") for each in BIRDS.boosters]
        cardset = attrs.evolve(BIRDS, sheets=sheets, boosters=boosters)
    pack = cf.Generator(cardset, seed=1, rules=rules).pack(0)
    rarities = {"Heron": "common", "Egret": "rare"}
    assert [each.rarity for each in pack] == [rarities[each.name] for each in pack]


def test_the_rarity_of_a_card_does_not_make_packs_different():
    one = cf.PackCard("Heron", "a", "a", None, "rare")
    assert one == cf.PackCard("Heron", "a", "a")
    assert hash(one) == hash(cf.PackCard("Heron", "a", "a"))
    with pytest.raises(cf.ModelError):
        cf.PackCard("Heron", "a", "a", None, 3)


def test_each_limit_has_a_default_and_a_smallest_value():
    for name, default, least in rows("""
        max_size        | 1048576  | 0
        max_line        | 65536    | 1
        max_diagnostics | 100      | 0
        max_work        | 2000000  | 0
        max_cards       | 200      | 1
        max_copies      | 100000   | 1
        max_files       | 1000     | 0
        max_unpacked    | 16777216 | 0
    """):
        assert getattr(cf.Limits(), name) == int(default), name
        assert getattr(cf.Limits(**{name: int(least)}), name) == int(least)
        with pytest.raises(cf.ModelError, match=name):
            cf.Limits(**{name: int(least) - 1})
