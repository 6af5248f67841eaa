"""The real card databases: every value, written again, edited, converted."""

from __future__ import annotations

import pytest
from lxml import etree

import cardformats as cf
from cardformats.formats import card_words
from cardformats.formats.cockatrice.syntax import ORDER, PROPERTIES

from .edits import changed_lines, with_face

FILES = {
    "digimon": 3251,
    "hearthstone": 482,
    "magic-tokens": 1009,
    "mindbug": 1,
    "shadowverse": 1337,
    "simpsons": 161,
}
#: What the files have that their makers did not mean, or that is worth a note.
FOUND = {
    "digimon": {"CK009": 1, "CK011": 1},
    "hearthstone": {"CK007": 7, "CK009": 1, "CK012": 1},
    "magic-tokens": {"CK006": 1, "CK009": 1, "CK012": 1},
    "mindbug": {},
    "shadowverse": {"CK009": 1},
    "simpsons": {},
}


@pytest.fixture(scope="module", params=FILES)
def name(request):
    return request.param


@pytest.fixture(scope="module")
def path(corpus, name):
    return corpus / "corpus" / "cockatrice" / f"{name}.xml"


@pytest.fixture(scope="module")
def cardset(path):
    return cf.read(path)


def texts_in(element, tags=None):
    """The texts of the elements in *element*, by tag, that say something."""
    pairs = [(each.tag, each.xpath("string()").strip()) for each in element.iterchildren("*")]
    return {tag: text for tag, text in pairs if text and (tags is None or tag in tags)}


def plain_walk(data):
    """Each printing as the file has it: name, text, properties, set, related cards."""
    for card in etree.fromstring(data).iterfind("cards/card"):
        prop = card.find("prop")
        props = texts_in(card, PROPERTIES) if prop is None else texts_in(prop)
        colors = [each.text for each in card.iterfind("color") if each.text]
        if colors:
            props.pop("color")
            props["colors"] = "".join(colors)
        related = {each.text for each in card.iterfind("*") if "related" in each.tag and each.text}
        for each in card.iterfind("set"):
            attributes = {key.lower(): value for key, value in each.items()}
            text = (card.findtext("text") or "").strip()
            yield card.findtext("name"), text, props, each.text.strip(), attributes, related


@pytest.fixture(scope="module")
def walk(path):
    """What :func:`plain_walk` finds in the file."""
    return [*plain_walk(path.read_bytes())]


@pytest.fixture(scope="module")
def written(cardset):
    """What is written anew, by its version."""
    return {
        version: cf.dumps(cardset, "cockatrice", canonical=True, database_version=version)
        for version in (3, 4)
    }


def test_only_what_is_known_is_reported(path, name):
    report = cf.read_report(path)
    assert report.ok
    assert report.counts() == FOUND[name]


def test_every_value_is_read(name, cardset, walk):
    assert len({each for each, *_ in walk}) == FILES[name]
    assert len(cardset.cards) == len(walk)
    for card, (its_name, text, _, code, attributes, related) in zip(
        cardset.cards, walk, strict=True
    ):
        assert (card.name, card.set_code) == (its_name, code)
        assert (card.number or "") == attributes.get("num", "")
        assert card.images.get("en", "") == attributes.get("picurl", "")
        rarity = card_words.rarity(attributes.get("rarity", ""))
        assert card.rarity == (rarity or None) or (card.rarity == "token" and not rarity)
        assert related <= {each.name for each in card.related}
        halves = [face.text for face in card.faces[1:]] or [card.text]
        assert "\n\n---\n\n".join(halves) == text


def test_every_property_and_attribute_comes_back(cardset, walk, written):
    after = plain_walk(written[cardset.extras["cockatrice"]["version"]].encode())
    for (*_, props, _, attributes, _), (*_, new_props, _, new_attributes, _) in zip(
        walk, after, strict=True
    ):
        assert new_props.items() >= props.items()
        # nothing is made up but what other properties imply
        assert new_props.keys() - props.keys() <= {"cmc", "maintype", "layout", "colors"}
        assert new_attributes == {key: text for key, text in attributes.items() if text}


def test_what_is_written_anew_reads_as_the_same(cardset, written):
    for version, text in written.items():
        again = cf.loads(text, "cockatrice")
        if version == cardset.extras["cockatrice"]["version"]:
            assert again == cardset
        else:
            assert [card.ref for card in again.cards] == [card.ref for card in cardset.cards]


def test_elements_have_the_order_of_the_version(written):
    for version, text in written.items():
        places = {tag: place for place, tag in enumerate(ORDER[version])}
        places["reverse-related"] = places["related"]
        for card in etree.fromstring(text.encode()).iter("card"):
            order = [places.get(each.tag, len(places)) for each in card]
            assert order == sorted(order)


def test_an_unchanged_file_is_written_byte_for_byte(path, cardset, tmp_path):
    cf.write(cardset, tmp_path / "same.xml", "cockatrice")
    assert (tmp_path / "same.xml").read_bytes() == path.read_bytes()


def test_one_text_changes_its_own_lines(path, cardset):
    card = next(each for each in reversed(cardset.cards) if len(each.faces) == 1 and each.text)
    same = cardset.printings(card.name)
    changed = cardset.replacing(
        {each: with_face(each, text="A new & short text.") for each in same}
    )
    report = cf.dumps_report(changed, "cockatrice")
    assert not report.losses
    gone, new = changed_lines(path.read_text("utf-8").splitlines(), report.value.splitlines())
    assert [line.strip() for line in new] == ["<text>A new &amp; short text.</text>"]
    assert len(gone) == len(card.text.splitlines()) + (gone[-1].strip() == "</text>")


def test_one_set_becomes_a_list_that_opens(corpus, tmp_path):
    source, target = corpus / "corpus" / "cockatrice" / "digimon.xml", tmp_path / "list.txt"
    cf.convert(source, target, target_format="draftmancer", of_set="BT1")
    report = cf.io.check_report(target, "draftmancer")
    assert not report.diagnostics
    pack = cf.Generator(report.value, seed=1).pack(0)
    assert len(pack.cards) == 14
    known = {card.name for card in cf.read(source, of_set="BT1").cards}
    assert {each.card.name for each in pack.cards} <= known


@pytest.mark.parametrize(
    ("place", "options"),
    [
        ("draftmancer/AGC_MTGA.txt", {}),
        ("draftmancer/SWR_MTGA_Draft_Experiment_2.txt", {}),
        ("mtgjson/ISD.json", {"images": True}),
        ("scryfall/default-cards.json", {}),
        ("wagic/2016/sets/10E", {}),
        ("octgn/mtg", {}),
        ("lackey/animo", {"mapping": {"images": {"front": "https://x.example/{set}/{id}"}}}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_sets_of_other_formats_become_databases_with_pictures(corpus, place, options):
    path = corpus / "corpus" / place
    cardset = cf.read_report(path, **options).value
    report = cf.dumps_report(cardset, "cockatrice")
    again = cf.loads_report(report.value, "cockatrice")
    assert again.ok
    assert len(again.value.cards) >= len(cardset.cards) > 0
    lost = {name for each in report.losses for name in each.subjects if each.code == "CF256"}
    before = {
        (card.name, card.set_code, card.number, card.images["en"])
        for card in cardset.cards
        if card.set_code and "en" in card.images and card.name not in lost
    }
    named = {name for each in report.losses for name in each.subjects if each.code == "CF211"}
    after = {
        (card.name, card.set_code, card.number, card.images["en"])
        for card in again.value.cards
        if "en" in card.images
    }
    assert {each for each in before if each[0] not in named} <= after
    pictures = report.value.count("picurl=")
    assert pictures >= len(before)


def test_each_set_of_a_file_is_read_by_itself(path, cardset):
    reports = [*cf.read_sets(path)]
    codes = [each.value.code for each in reports]
    assert codes == [*dict.fromkeys(card.set_code for card in cardset.cards)]
    in_sets = {code: [card for card in cardset.cards if card.set_code == code] for code in codes}
    for each in reports:
        assert each.ok
        assert [*each.value.cards] == in_sets[each.value.code]
        on_sheets = sum(sheet.total for sheet in each.value.sheets.values())
        tokens = sum(card.rarity == "token" for card in each.value.cards)
        assert on_sheets in (0, len(each.value.cards) - tokens)
