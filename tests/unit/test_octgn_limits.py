"""Limits of OCTGN's reader: work on packs and cards, and what a package unpacks to."""

from __future__ import annotations

import codecs
import warnings
from importlib import import_module
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardformats as cf
from cardformats.formats.near_words import NearWord
from cardformats.formats.octgn.fixes import name_fix, without_attribute
from cardformats.formats.octgn.packs import PoolCard
from cardformats.formats.xml_recovery import characters_fix
from cardformats.formats.xml_text import attribute_spans_at
from cardformats.source import SourceText
from tests.growth import LINEAR, growth

GUID = "0c9d7a10-2b3e-4f51-8a67-9b8c7d6e5f{:02x}"


def card(number, rarity="C"):
    return (
        f'<card name="C{number}" id="{number:08x}-0000-0000-0000-000000000000">'
        f'<property name="Rarity" value="{rarity}"/></card>'
    )


def set_of(packs, cards, name="S", number=1):
    return (
        f'<set name="{name}" id="{GUID.format(number)}" gameId="{GUID.format(200)}">'
        f"<packaging>{''.join(packs)}</packaging><cards>{''.join(cards)}</cards></set>"
    )


def pack(number, *picks):
    return f'<pack name="P{number}" id="{GUID.format(3)}">{"".join(picks)}</pack>'


def pick(key="Rarity", value="C"):
    return f'<pick qty="1" key="{key}" value="{value}"/>'


def looked_up(text, monkeypatch):
    """How many values of cards are compared while a set is read."""
    seen = []
    value = PoolCard.value
    monkeypatch.setattr(PoolCard, "value", lambda card, key: seen.append(0) or value(card, key))
    report = cf.loads_report(text, "octgn")
    monkeypatch.setattr(PoolCard, "value", value)
    assert report.ok
    return len(seen), report.value


@pytest.mark.parametrize(
    "packs",
    [
        lambda n: [pack(at, pick()) for at in range(n)],
        lambda n: [pack(0, *[pick()] * n)],
        lambda n: [pack(0, *(pick(value=f"v{at}") for at in range(n)))],
        lambda n: [pack(0, *(pick(f"k{at}", "v") for at in range(n)))],
    ],
    ids=["packs", "picks", "values", "keys"],
)
def test_work_grows_with_the_input(packs, monkeypatch):
    small, large = (
        looked_up(set_of(packs(n), map(card, range(n))), monkeypatch)[0] for n in (40, 160)
    )
    assert large <= 4 * small + 8


def test_packs_with_the_same_picks_share_their_sheets(monkeypatch):
    text = set_of([pack(at, pick()) for at in range(5)], map(card, range(9)))
    _, found = looked_up(text, monkeypatch)
    assert len(found.boosters) == 5
    assert [len(sheet.entries) for sheet in found.sheets.values()] == [9]


def test_pools_that_multiply_end_with_the_budget():
    """Each pack has a pool of its own, for the sake of one included card."""
    include = f'<include id="{1:08x}-0000-0000-0000-000000000000" set="{GUID.format(1)}"/>'
    text = set_of([pack(at, include, pick()) for at in range(30)], map(card, range(30)))
    assert len(cf.loads(text, "octgn").boosters) == 30
    report = cf.loads_report(text, "octgn", max_work=10_000)
    (found,) = [each for each in report.diagnostics if each.code.value == "CF005"]
    assert not report.ok
    assert found.span.text.startswith("<pack ")
    assert 0 < len(report.value.boosters) < 30
    assert len(report.value.cards) == 30


def package(*files):
    packed = BytesIO()
    with warnings.catch_warnings(), ZipFile(packed, "w", ZIP_DEFLATED) as archive:
        warnings.simplefilter("ignore")
        for name, text in files:
            archive.writestr(name, text)
    return packed.getvalue()


def path(folder, file="set.xml"):
    return f"def/Sets/{folder}/{file}"


def test_a_package_is_bounded_as_a_whole():
    texts = [set_of([], map(card, range(50)), f"S{n}", n) for n in range(6)]
    data = package(*((path(n), text) for n, text in enumerate(texts)))
    size = len(texts[0])
    assert len(cf.loads_report(data, "octgn").value.cards) == 300
    report = cf.loads_report(data, "octgn", max_unpacked=4 * size)
    found = [each for each in report.diagnostics if "max_unpacked" in each.message]
    assert len(found) == 2
    assert not report.ok
    assert len(report.value.cards) == 200


@pytest.mark.parametrize("other", ["set.xml", "Set.xml", "SET.XML"])
def test_the_first_of_two_members_of_one_name_is_not_lost_in_silence(other):
    """OCTGN unpacks one over the other, whatever the case of their names."""
    first = set_of([], [card(1)], "first")
    second = set_of([], [card(2)], "second")
    report = cf.loads_report(package((path("A"), first), (path("A", other), second)), "octgn")
    (found,) = [each for each in report.diagnostics if each.code.value == "OC051"]
    assert "same name" in found.message
    assert not report.ok
    assert [each.name for each in report.value.cards] == ["C2"]


def directory(data, place, value):
    """The package with another byte in the entry that its directory has of its only file."""
    start = data.index(b"PK\1\2") + place
    return data[:start] + bytes([data[start] ^ value]) + data[start + 1 :]


ONE = ((path("A"), set_of([], map(card, range(50)))),)
SIZE = len(ONE[0][1])


@pytest.mark.parametrize(
    ("data", "options", "problem"),
    [
        (package(*ONE), {"max_size": SIZE}, None),
        (package(*ONE), {"max_size": SIZE - 1},
         f"it is larger than {SIZE - 1} bytes (option max_size)"),
        (package(*ONE), {"max_ratio": 1}, "it is packed more than 1 times (option max_ratio)"),
        (package(*ONE), {"max_unpacked": SIZE}, None),
        (package(*ONE), {"max_unpacked": SIZE - 1},
         f"the files are larger than {SIZE - 1} bytes together (option max_unpacked)"),
        (package(*ONE, (path("b"), "")), {"max_files": 1},
         "it has 2 files; the limit is 1 (max_files)"),
        (package(("def/../Sets/A/set.xml", "")), {}, "its path leads out of the package"),
        (directory(package(*ONE), 8, 1), {}, "it is encrypted"),
        (directory(package(*ONE), 16, 1), {}, "bad crc-32 for file 'def/sets/a/set.xml'"),
        (package(*ONE, *ONE), {}, "another file after it has the same name"),
        (package(*ONE, (path("a"), "")), {},
         "another file after it has the same name, except for the case: 'def/Sets/a/set.xml'"),
    ],
)  # fmt: skip
def test_why_a_file_of_a_package_is_not_read_is_said(data, options, problem):
    report = cf.loads_report(data, "octgn", **options)
    codes = ("OC050", "OC051")
    problems = [each.data["problem"] for each in report.diagnostics if each.code in codes]
    assert problems == ([problem] if problem else [])


def test_an_encoding_that_takes_long_for_much_is_not_tried():
    tried = []

    def decode(data, errors="strict"):
        tried.append(len(data))
        return codecs.lookup("punycode").decode(data, errors)

    def search(name):
        if name == "slow_one":
            return codecs.CodecInfo(codecs.lookup("punycode").encode, decode, name="slow_one")
        return None

    codecs.register(search)
    try:
        data = b'<?xml version="1.0" encoding="slow_one"?>-' + b"b" * 10_000
        assert not cf.loads_report(data, "octgn").ok
    finally:
        codecs.unregister(search)
    assert tried == [128]


@pytest.mark.parametrize(
    "text",
    [
        lambda n: "<set" + "".join(f' a{at}=""' for at in range(n)) + "></set>",
        lambda n: "<set>" + "<!-- " * 4 * n,
        lambda n: "<set>" + "<![CDATA[ " * 4 * n,
        lambda n: "<set>" + "& " * 4 * n,
        lambda n: set_of((), [card(1)] * n),
        lambda n: set_of((), ['<card name="A" size="" id="x"/>\n'] * n),
    ],
    ids=["attributes", "comments", "literals", "signs", "repeated cards", "empty sizes"],
)
def test_repairs_of_hostile_sets_take_linear_time(text):
    assert growth(lambda n: cf.loads_report(text(n), "octgn"), 300) < LINEAR


@pytest.mark.parametrize("opened", ["<!-- ", "<![CDATA[ ", "<?x "])
@pytest.mark.parametrize("before", ["", "<!-- & --> ", "<![CDATA[ & ]]> "])
def test_signs_are_written_as_xml_needs_them_where_nothing_else_is_wrong(opened, before):
    """What stands in a comment or a literal text stays; one without an end is beyond repair."""
    text = f"<set>{before}&copy; & < 1</set>"
    fix = characters_fix(SourceText("", text))
    assert fixed(text, fix) == f"<set>{before}&#169; &amp; &lt; 1</set>"
    assert characters_fix(SourceText("", text.replace("</set>", f"{opened}</set>"))) is None


def test_more_signs_than_anyone_writes_are_not_repaired(monkeypatch):
    monkeypatch.setattr(import_module("cardformats.formats.xml_recovery"), "_MOST", 100)
    texts = [f"<set>{'& ' * number}</set>" for number in (100, 101)]
    fixes = [characters_fix(SourceText("", text)) for text in texts]
    assert [fix and len(fix.edits) for fix in fixes] == [100, None]


BLANKS = st.text(" \t\n", max_size=2)
ATTRIBUTES = st.lists(
    st.tuples(
        st.text(" \t\n", min_size=1, max_size=2),
        st.from_regex(r"[a-z][a-z:.-]{0,5}", fullmatch=True),
        BLANKS,
        BLANKS,
        st.sampled_from(("''", '""', "'a=b'", "\" a = 'b' \"", "'> x='")),
    ),
    min_size=1,
    max_size=4,
    unique_by=lambda each: each[1],
)


@given(ATTRIBUTES, st.sampled_from(("", "<?x a='b'?>", "<!-- <a b='c' -->")))
def test_the_name_of_an_attribute_is_found_by_its_value(attributes, before):
    written = [f"{blank}{name}{a}={b}{value}" for blank, name, a, b, value in attributes]
    source = SourceText("", f"{before}<set{''.join(written)} />")
    spans = attribute_spans_at(source, len(before))
    assert [*spans] == [name for _, name, *_ in attributes]
    for number, (name, value) in enumerate(spans.items()):
        renamed = fixed(source.text, name_fix(value, NearWord("new", is_sure=True)))
        blank = attributes[number][0]
        rest = written[number].removeprefix(f"{blank}{name}")
        expected = [*written[:number], f"{blank}new{rest}", *written[number + 1 :]]
        assert renamed == f"{before}<set{''.join(expected)} />"
        left = [*written[:number], *written[number + 1 :]]
        assert fixed(source.text, without_attribute(value)) == f"{before}<set{''.join(left)} />"


def fixed(text, fix):
    """*text* with the edits of *fix*."""
    for edit in sorted(fix.edits, key=lambda each: each.span.start, reverse=True):
        text = text[: edit.span.start] + edit.new + text[edit.span.end :]
    return text
