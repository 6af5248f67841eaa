"""Properties of files written for OCTGN: they check clean, are complete, and keep their ids."""

from __future__ import annotations

import json
import re
import zlib
from io import BytesIO
from struct import unpack
from zipfile import ZipFile

from attrs import evolve
from hypothesis import assume, given
from hypothesis import strategies as st
from lxml import etree

import cardformats as cf
from cardformats import testing
from cardformats.formats.octgn.format import OctgnOptions
from cardformats.formats.octgn.package_writer import write_package
from cardformats.formats.octgn.writer import write_folder
from tests.conftest import SETTLED

#: What the model itself says, and OCTGN's files can only say with a remark.
DESERVED = {
    "OC026": "a slot that is longer than its sheet",
    "OC039": "an entry of several copies",
}
FILES = ("src", "definitionsrc", "front", "back", "background", "icon")
GAME = "5e3c1a52-8f7b-4d0e-9c44-1b2f6a7d9e01"


def words(names):
    """Properties by name, with values that fields have too, and some that XML cannot have."""
    return st.dictionaries(names, st.sampled_from(["", " ", "2", "Elf", "a\nb", "\x01", "\ud800"]))


property_names = st.one_of(
    st.sampled_from(["Type", "name", "SIZE", "", "CardType", "Faction", "a\x00b", "Cost", "Set"]),
    testing.names(),
)


@st.composite
def cardsets(draw):
    """Card sets with properties, sizes and changed entries, and those of other games."""
    cardset = draw(testing.cardsets())
    cards = [
        evolve(
            card,
            faces=[evolve(face, properties=draw(words(property_names))) for face in card.faces],
            extras=draw(
                st.sampled_from(
                    [
                        {},
                        {"octgn": {"size": "Wide", "alternates": ({"type": "x", "size": "Tall"},)}},
                    ]
                )
            ),
        )
        for card in cardset.cards
    ]
    sheets = [
        evolve(
            sheet,
            entries=[
                evolve(entry, overrides=draw(st.one_of(st.just({}), words(property_names))))
                for entry in sheet.entries
            ],
        )
        for sheet in cardset.sheets.values()
    ]
    name = draw(st.sampled_from([cardset.name, "", "a\x00b", "../x"]))
    return evolve(cardset, name=name, cards=cards, sheets=sheets)


def findings(report):
    return [found for found in report.diagnostics if str(found.code) not in DESERVED]


def is_picture(data):
    """Whether *data* is a PNG whose parts are whole, and has as many pixels as it says."""
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    place, parts = 8, {}
    while place < len(data):
        (length,) = unpack(">I", data[place : place + 4])
        kind, body = data[place + 4 : place + 8], data[place + 8 : place + 8 + length]
        assert unpack(">I", data[place + 8 + length :][:4]) == (zlib.crc32(kind + body),)
        parts[kind] = body
        place += length + 12
    width, height = unpack(">2I", parts[b"IHDR"][:8])
    return len(zlib.decompress(parts[b"IDAT"])) == height * (1 + 3 * width)


def assert_has_its_files(files):
    """Every file that the definition and its template name is among *files*."""
    for name in ("definition.xml", "proxies/proxies.xml"):
        for element in etree.fromstring(files[name]).iter():
            for attribute in FILES:
                named = element.get(attribute)
                assert named is None or named in files, (name, named)
    assert all(is_picture(data) for name, data in files.items() if name.endswith(".png"))


@SETTLED
@given(cardsets())
def test_packages_and_sets_check_clean_and_have_the_files_that_they_name(cardset):
    packed = write_package(cardset, OctgnOptions()).value
    assert not findings(cf.loads_report(packed, "octgn", thorough=True))
    with ZipFile(BytesIO(packed)) as archive:
        files = {
            name.removeprefix("def/"): archive.read(name)
            for name in archive.namelist()
            if name.startswith("def/")
        }
    assert_has_its_files(files)
    again = write_folder(cardset, OctgnOptions(with_definition=True)).value
    assert {name: each.encode() for name, each in again.items()} == files
    # a set alone lacks the definition
    report = cf.loads_report(cf.dumps(cardset, "octgn"), "octgn", thorough=True)
    assert {str(found.code) for found in findings(report)} == {"OC053"}


def ids(cardset, **options):
    """The ids of the game, of the set, of its packs and of its cards."""
    text = cf.dumps(cardset, "octgn", **options)
    game = re.search(r' gameId="([^"]*)"', text)[1]
    of_set = re.search(r' id="([^"]*)"', text)[1]
    packs = re.findall(r'<pack name="[^"]*" id="([^"]*)"', text)
    return game, of_set, packs, re.findall(r'<card name="[^"]*" id="([^"]*)"', text)


@SETTLED
@given(cardsets(), testing.names(), st.sampled_from([None, "other.txt"]), testing.cards())
def test_ids_stay_in_sets_that_get_other_names_more_cards_and_codes(cardset, name, file, card):
    assert ids(evolve(cardset, name=name), name=file) == ids(cardset)
    assume(all(each.name != card.name for each in cardset.cards))
    more = evolve(cardset, cards=(*cardset.cards, card), code="XYZ")
    own = ids(cardset)[3][: len(cardset.cards)]
    assert ids(more)[3][: len(cardset.cards)] == own
    assert ids(cardset, game_id=GAME)[0] == GAME
    assert ids(cardset, game_id=GAME)[3][: len(own)] == own


@SETTLED
@given(st.lists(testing.cards(), max_size=3), st.lists(testing.cards(), max_size=3))
def test_sets_without_codes_are_two_unless_their_cards_are_the_same(first, second):
    mine, others = (
        ids(cf.CardSet(cards=[evolve(card, set_code=None) for card in cards]))
        for cards in (first, second)
    )
    if sorted(mine[3]) != sorted(others[3]):
        assert mine[0] != others[0]
        assert mine[1] != others[1]


@SETTLED
@given(st.lists(testing.cards(), min_size=1, max_size=3), testing.names(), st.booleans())
def test_cards_of_one_code_are_one_set(cards, name, has_code):
    cards = [evolve(card, set_code="mid") for card in cards]
    sheet = cf.Sheet("s", [cf.Entry(card.ref) for card in cards])
    slot = cf.Slot("s", 1, [cf.SheetChoice("s")])
    booster = cf.Booster("B", layouts=[cf.Layout("", 1, [slot])])
    cardset = cf.CardSet(name, "MID" if has_code else None, cards, [sheet], [booster])
    files = write_folder(cardset, OctgnOptions()).value
    (text,) = (each.text for path, each in files.items() if path.endswith("/set.xml"))
    read = cf.loads(text, "octgn")
    assert (read.name, read.code.lower(), len(read.boosters)) == (name, "mid", 1)
    assert len(read.cards) == len(cards)


spellings = {
    "Cost": st.sampled_from(["3", "03", "{3}", "{2}{R}", "2 pool", "", "{R} // {2}{U}"]),
    "CMC": st.sampled_from(["3", "0", "5", ""]),
    "Color": st.sampled_from(["Red Blue", "Multicolor Blue Red", "Hybrid Blue Red", "Red", ""]),
    "Type": st.sampled_from(["Creature", "Instant // Sorcery", "Creature — Elf", "creature", ""]),
    "Rarity": st.sampled_from(["C", "Common", "Ur", "UR", "common", "Mythic Rare", "EK:C"]),
    "Rules": st.sampled_from(["a\r\nb", "a\nb", "c\rd", "a\r\nb\nc", ""]),
    "Power": st.sampled_from(["1", "\r\n", "2\r\n"]),
    "Stars": st.sampled_from(["Red", "9", " ", "a\r\nb"]),
}


@st.composite
def sets_of_properties(draw):
    """The text of a set, and the properties of its cards."""
    names = draw(st.lists(st.sampled_from(sorted(spellings)), min_size=1, unique=True))
    cards = draw(
        st.lists(
            st.fixed_dictionaries({}, optional={name: spellings[name] for name in names}),
            min_size=1,
            max_size=4,
        )
    )
    root = etree.Element("set", name="Reeds", id=GAME, gameId=GAME)
    inner = etree.SubElement(root, "cards")
    for number, properties in enumerate(cards):
        card = etree.SubElement(inner, "card", name=f"N{number}", id=f"{GAME[:-1]}{number}")
        for name, value in properties.items():
            etree.SubElement(card, "property", name=name, value=value)
    return etree.tostring(root, encoding="unicode"), cards


@SETTLED
@given(sets_of_properties())
def test_properties_come_back_to_the_character_however_they_are_spelled(given_set):
    text, cards = given_set
    written = cf.dumps(cf.loads(text, "octgn"), "octgn", canonical=True)
    found = [
        {each.get("name"): each.get("value") for each in card.iter("property")}
        for card in etree.fromstring(written.encode()).iter("card")
    ]
    for properties, back in zip(cards, found, strict=True):
        assert {name: value for name, value in back.items() if value is not None} == properties


@SETTLED
@given(sets_of_properties())
def test_what_a_list_is_said_to_lose_is_nowhere_in_what_is_written(given_set):
    cardset = cf.loads(given_set[0], "octgn")
    for card in cardset.cards:
        report = cf.dumps_report(evolve(cardset, cards=[card]), "draftmancer")
        _, _, section = report.value.partition("[CustomCards]\n")
        written = json.JSONDecoder().raw_decode(section)[0] if section else [{}]
        texts = [each.strip() for each in written[0].values() if isinstance(each, str)]
        lost = [loss.kind for loss in report.losses]
        for name, value in card.properties.items():
            text = (value or "").replace("\r\n", "\n").strip()
            is_lost = f"the property {name!r}" in lost
            assert is_lost == bool(text and (text.isnumeric() or text not in texts)), (name, value)
