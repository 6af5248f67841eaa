"""Properties of OCTGN's files: any set gives a report, and written sets read back the same."""

from __future__ import annotations

import pickle
from fractions import Fraction
from xml.sax.saxutils import escape, quoteattr

import pytest
from attrs import evolve, fields
from hypothesis import event, given
from hypothesis import strategies as st

import cardformats as cf
from cardformats import testing
from cardformats.formats.octgn.rich_text import TextRun, as_value, from_value, mark, plain, settled
from cardformats.formats.octgn.syntax import OptionRecord, OptionsRecord
from cardformats.model import UNLIMITED, Choice
from tests.conftest import SETTLED

GUIDS = [f"0c9d7a10-2b3e-4f51-8a67-9b8c7d6e5f{number:02x}" for number in range(6)]
NAMES = ["Cost", "Type", "Rarity", "Rules", "Color", "Number", "Kind", "name", "Name", "É", ""]
VALUES = [
    "", " ", "Common", "common", "Mythic Rare", "Basic Land", "{2}{R}", "3", "Red", "É", "{R} {G}",
    "Multicolor Red Blue", "Creature — Elf", "a\nb", "a\r\nb", "\t", "<&>\"'", "e\u0301", "W // U",
]  # fmt: skip
INLINE = ["b", "i", "u", "c", "s", "t", "Bold", "em"]


def element(tag, attributes=(), children=(), *, empty=True):
    """The text of an element; *empty* if it closes itself where it has no children."""
    said = "".join(f" {name}={quoteattr(value)}" for name, value in dict(attributes).items())
    if not children and empty:
        return f"<{tag}{said}/>"
    return f"<{tag}{said}>{''.join(children)}</{tag}>"


NOTHING = st.just(())


def elements(tag, attributes, children=NOTHING):
    """Elements with some of the *attributes*, which are strategies by name."""
    given = st.fixed_dictionaries({}, optional=attributes)
    needed = st.fixed_dictionaries(attributes)
    return st.builds(
        lambda said, inner, empty: element(tag, said, inner, empty=empty),
        st.one_of(needed, needed, needed, given),
        children,
        st.booleans(),
    )


names = st.sampled_from(["Heron", "Egret", "Bittern", "<&>", "É"])
ids = st.sampled_from([*GUIDS, *GUIDS, GUIDS[0].upper(), "{" + GUIDS[1] + "}", "no guid"])
texts = st.sampled_from(VALUES).map(escape)
inline = st.recursive(
    texts,
    lambda inner: st.builds(
        lambda tag, value, children: element(tag, {"value": value}, children),
        st.sampled_from(INLINE),
        st.sampled_from(["W", "#ff0000", "red"]),
        st.lists(inner, max_size=3),
    ),
    max_leaves=4,
)
properties = st.one_of(
    elements("property", {"name": st.sampled_from(NAMES), "value": st.sampled_from(VALUES)}),
    elements("property", {"name": st.sampled_from(NAMES)}, st.lists(inline, max_size=4)),
)
alternates = elements(
    "alternate",
    {"name": names, "type": st.sampled_from(["A", "B", "splitA", "transform", ""])},
    st.lists(properties, max_size=3),
)
cards = elements(
    "card",
    {"name": names, "id": ids},
    st.lists(st.one_of(properties, properties, alternates, st.just("<!-- x -->")), max_size=5),
)
filters = elements("property", {"key": st.sampled_from(NAMES), "value": st.sampled_from(VALUES)})
picks = elements(
    "pick",
    {
        "qty": st.sampled_from(["0", "1", "2", "9", "unlimited", "-1", "x", " 3 "]),
        "key": st.sampled_from(NAMES),
        "value": st.sampled_from(VALUES),
    },
    st.lists(filters, max_size=2),
)
probabilities = st.sampled_from(
    [
        "0",
        "1",
        "0.5",
        ".25",
        "0.333333",
        "2",
        "-0.1",
        "1e-3",
        "NaN",
        "Infinity",
        "x",
        "0,5",
        "1e999",
    ]
)
items = st.recursive(
    picks,
    lambda inner: elements(
        "options",
        {},
        st.lists(
            elements("option", {"probability": probabilities}, st.lists(inner, max_size=2)),
            max_size=3,
        ),
    ),
    max_leaves=5,
)
includes = elements("include", {"id": ids, "set": ids}, st.lists(properties, max_size=2))
packs = elements(
    "pack", {"name": names, "id": ids}, st.lists(st.one_of(items, items, includes), max_size=4)
)
sets = elements(
    "set",
    {
        "name": names,
        "id": st.just(GUIDS[0]),
        "gameId": ids,
        "hidden": st.sampled_from(["true", "False", "1"]),
        "releaseDate": st.sampled_from(["2024-01-02", "now"]),
        "shortName": st.sampled_from(["", "abc"]),
    },
    st.lists(
        st.one_of(
            elements("packaging", {}, st.lists(packs, max_size=2)),
            elements("cards", {}, st.lists(cards, max_size=5)),
            elements("markers", {}, st.lists(elements("marker", {"name": names, "id": ids}))),
            st.just("<other/>"),
        ),
        max_size=4,
    ),
)


@pytest.mark.parametrize("rules", ["cardformats", "octgn"])
@given(text=sets, thorough=st.booleans())
def test_any_set_gives_a_report_and_is_written_as_it_was(rules, text, thorough):
    report = cf.loads_report(text, "octgn", rules=rules, thorough=thorough)
    for found in report.diagnostics:
        assert found.render()
    assert cf.dumps(report.value, "octgn") == text


@given(text=sets)
def test_what_was_read_is_written_anew_and_read_as_it_was(text):
    first = cf.loads_report(text, "octgn").value
    written = cf.dumps(first, "octgn", canonical=True)
    again = cf.loads_report(written, "octgn")
    assert not again.errors, (written, again.errors)
    assert [without_ids(card) for card in again.value.cards] == [
        without_ids(card) for card in first.cards if "set" not in card.extras.get("octgn", {})
    ], written
    assert cf.dumps(again.value, "octgn", canonical=True) == written
    testing.assert_reads_back(first, "json")


#: A mapping whose values, templates and kinds of faces are others than by names.
RICH = {
    "fields": {"power": "Kind", "toughness": ""},
    "values": {"rarity": {"Common": "uncommon"}, "power": {"3": "three", "É": ""}},
    "templates": {"text": "{Type} {Rarity}\n{Rules}"},
    "faces": {"back": "text"},
    "images": {"front": "x/{id}/{number}"},
}


@pytest.mark.parametrize("mapping", ["names", RICH, {**RICH, "templates": {}}])
@given(text=sets)
def test_what_is_read_is_what_the_classes_of_the_model_make(mapping, text):
    check_values(cf.loads_report(text, "octgn", mapping=mapping).value)


def check_values(cardset):
    """Check that all cards and entries are as their classes, which check, make them."""
    entries = [entry for sheet in cardset.sheets.values() for entry in sheet.entries]
    faces = [face for card in cardset.cards for face in card.faces]
    refs = [entry.card for entry in entries]
    for value in (*cardset.cards, *faces, *entries, *refs):
        own = {each.name: getattr(value, each.name) for each in fields(type(value))}
        made = type(value)(**own)
        assert made == value
        assert all(type(getattr(made, name)) is type(each) for name, each in own.items())
        assert hash(made) == hash(value)
    assert pickle.loads(pickle.dumps(cardset)) == cardset


def without_ids(card):
    """*card* without what is made good on writing: ids that are none, types that are taken."""
    kept = {
        key: value for key, value in card.extras.get("octgn", {}).items() if key != "alternates"
    }
    faces = [evolve(face, kind="front") for face in card.faces]
    return evolve(card, ids={}, faces=faces, extras={"octgn": kept} if kept else {})


@SETTLED
@given(testing.cardsets())
def test_cards_and_averages_of_packs_are_kept_or_their_losses_are_told(cardset):
    report = cf.dumps_report(cardset, "octgn")
    read = cf.loads(report.value, "octgn")
    names = [card.name for card in read.cards]
    assert names[: len(cardset.cards)] == [card.name for card in cardset.cards]
    if not any(loss.kind for loss in report.losses):
        event("no loss")
        assert [card.faces for card in read.cards] == [card.faces for card in cardset.cards]
    if cardset.boosters and not any("short" in loss.kind for loss in report.losses):
        event("packs")
        assert averages(read) == pytest.approx(averages(cardset), abs=1e-9), report.value


def chances(parts, sheets, chance=Fraction(1)):
    """The copies of each card's name that *parts* give on average, if no sheet runs out."""
    for part in parts:
        if isinstance(part, Choice):
            total = sum(Fraction(option.weight) for option in part.options)
            for option in part.options:
                yield from chances(option.slots, sheets, chance * option.weight / total)
        elif part.count is not UNLIMITED:
            total = sum(Fraction(choice.weight) for choice in part.sheets)
            for choice in part.sheets:
                sheet = sheets[choice.sheet]
                each = chance * choice.weight / total * part.count / sheet.total
                yield from ((entry.card.name, each * entry.copies) for entry in sheet.entries)


def averages(cardset):
    (booster,) = cardset.boosters
    total = sum(Fraction(layout.weight) for layout in booster.layouts)
    found = {}
    for layout in booster.layouts:
        for name, copies in chances(layout.slots, cardset.sheets, layout.weight / total):
            found[name] = found.get(name, 0) + copies
    return {name: copies for name, copies in found.items() if copies}


@given(st.lists(st.one_of(st.none(), st.fractions(-1, 2)), max_size=5))
def test_the_chances_of_options_add_up_to_one(probabilities):
    options = OptionsRecord(tuple(OptionRecord(each, ()) for each in probabilities))
    found = [chance for chance, _ in options.chances()]
    assert sum(found) == 1
    assert all(chance >= 0 for chance in found)


styled = st.lists(
    st.builds(
        TextRun,
        st.sampled_from(["a", " ", "{R}", "b c", "\n"]),
        st.booleans(),
        color=st.sampled_from([None, "#ff0000"]),
        symbol=st.sampled_from([None, None, "R"]),
    )
)


@given(styled)
def test_runs_are_kept_in_extras(given):
    runs = tuple(given)
    assert from_value(as_value(runs)) == runs
    assert plain(settled(runs)) == plain(runs)
    assert settled(settled(runs)) == settled(runs)


@given(st.text("{}RG ab"))
def test_marked_text_says_the_same(text):
    assert plain(mark(text, {"{R}": "r", "{G}": "g"})) == text


HOSTILE = {
    "an entity": lambda _: '<!DOCTYPE set [<!ENTITY a "x">]><set name="&a;"/>',
    "laughs": lambda _: (
        "<!DOCTYPE set ["
         '<!ENTITY a0 "ha">'
        + "".join(f'<!ENTITY a{i} "&a{i - 1};&a{i - 1};">' for i in range(1, 40))
        + "]><set>&a39;</set>"
    ),
    "a file from elsewhere": lambda _: (
        '<!DOCTYPE set [<!ENTITY a SYSTEM "file:///etc/passwd">]><set>&a;</set>'
    ),
    "depth": lambda n: "<options>" * n,
    "closed depth": lambda n: (
        "<set>" + "<options><option>" * n + "</option></options>" * n + "</set>"
    ),
    "a huge attribute": lambda n: f'<set name="{"x" * n}"/>',
    "many attributes": lambda n: "<set " + " ".join(f'a{i}=""' for i in range(n)) + "/>",
    "many elements": lambda n: "<set>" + "<card/>" * n + "</set>",
    "many properties": lambda n: (
        "<set><card>" + '<property name="a" value="b"/>' * n + "</card></set>"
    ),
    "properties of many names": lambda n: (
        "<set><card>" + "".join(f'<property name="a{i}"/>' for i in range(n)) + "</card></set>"
    ),
    "many alternates": lambda n: (
        "<set><card>" + '<alternate name="a" type="b"/>' * n + "</card></set>"
    ),
    "properties of alternates": lambda n: (
        "<set><card>"
        + "".join(f'<property name="a{i}" value="x"/>' for i in range(n // 100))
        + "".join(f'<alternate name="a" type="{i}"/>' for i in range(100))
        + "</card></set>"
    ),
    "many picks": lambda n: (
        "<set><packaging><pack>"
        + '<pick qty="1" key="name" value="a"/>' * n
        + "</pack></packaging></set>"
    ),
    "picks of many values": lambda n: (
        "<set><packaging><pack>"
        + "".join(f'<pick qty="1" key="k{i}" value=""/>' for i in range(n // 100))
        + "</pack></packaging><cards>"
        + '<card name="a"/>' * 100
        + "</cards></set>"
    ),
    "many options": lambda n: (
        "<set><packaging><pack><options>"
        + '<option probability="0.00001"/>' * n
        + "</options></pack></packaging></set>"
    ),
    "many includes": lambda n: (
        "<set><packaging><pack>" + '<include id="a" set="b"/>' * n + "</pack></packaging></set>"
    ),
    "rich text": lambda n: (
        '<set><card><property name="a">' + "<b>x</b> <s>y</s>" * n + "</property></card></set>"
    ),
    "comments": lambda n: "<set><card>" + "<!-- x -->" * n + "</card></set>",
    "cards in cards": lambda _: "<set>" + "<card>" * 100 + "</card>" * 100 + "</set>",
    "one name": lambda n: '<set id="a"><cards>' + '<card name="a" id="b"/>' * n + "</cards></set>",
}  # fmt: skip


@pytest.mark.parametrize("size", [1_000, pytest.param(100_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("format_id", ["octgn", "octgn-deck"])
@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_files_are_read_in_linear_time(kind, format_id, size):
    """A quadratic step would take minutes (slow: hours), so that no clock is needed to see it."""
    report = cf.loads_report(HOSTILE[kind](size), format_id, thorough=True)
    assert len(report.diagnostics) <= 20_001
    if "ENTITY" in HOSTILE[kind](1):
        assert "OC001" in report.counts()
    cf.dumps(report.value, format_id, canonical=True)
