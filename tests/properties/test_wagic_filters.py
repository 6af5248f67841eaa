"""Filters and packs of Wagic: any text ends, filters keep their meaning, all XML has a report."""

from __future__ import annotations

import pytest
from attrs import evolve
from hypothesis import assume, example, given
from hypothesis import strategies as st

import cardformats as cf
from cardformats import testing
from cardformats.formats.wagic.filters import (
    Both,
    Either,
    Everything,
    FilterLeaf,
    Not,
    engine_filter,
    parse_filter,
    passes,
)

KEYS = (
    "rarity", "color", "ncolor", "xcolor", "set", "alpha", "type", "ability", "cmc", "produces",
    "power", "toughness",
)  # fmt: skip
#: Pieces of filters, to be put together wrongly.
PIECES = st.sampled_from(
    [*(f"{key}:" for key in KEYS), "r:", "artist:", "rare;", "bird;", "w", "2", ";", ":", "&", "|",
     "(", ")", "{", "}", " ", "\n", "\u00a0", "\x00", "\ud800", "rarity:rare;", "type:bird;&"]
)  # fmt: skip
TEXTS = st.one_of(st.text(), st.lists(PIECES, max_size=60).map("".join))

VALUES = st.text("abcmrsuwxlgbtWURBGT'-019é#", max_size=4)
LEAVES = st.builds(FilterLeaf, st.sampled_from(KEYS), VALUES)
FILTERS = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.builds(Not, inner), st.builds(Both, inner, inner), st.builds(Either, inner, inner)
    ),
    max_leaves=12,
)


def a_card(number, name, cost, types, code, rarity, subtypes=(), power=None):
    """A card with a mana cost; creatures of some power do something."""
    made = cf.Card.of(
        name, mana_cost=cost, types=types, subtypes=subtypes, power=power, toughness=power,
        set_code=code, rarity=rarity, ids={"wagic": str(number)},
    )  # fmt: skip
    own = {"wagic": {"abilities": ("a",), "auto": ("{t}:add{g}",)}}
    return evolve(made, extras=own) if power else made


CARDS = [
    a_card(1, "Grey Heron", "{2}{W}", "Creature", "A", "rare", "A", "2"),
    a_card(2, "Reedfrog", "{G}", "Creature", "B", "common", "B", "1"),
    a_card(3, "Tin Idol", "{1}", "Artifact", "A", "mythic"),
    a_card(4, "Ubwick", "{U}{B}", "S", "B", "special"),
    a_card(5, "9 Fens", "", "Land", None, "land", "Swamp"),
]


@given(TEXTS)
@example("(" * 32 + "cmc:1;" + ")" * 32)
@example("cmc:1;(" * 20 + "&|" * 40)
@example("{" * 16 + "(" * 16 + "|" * 300)
def test_any_text_is_some_filter_in_both_readings(text):
    condition, problems = parse_filter(text)
    for each in (condition, engine_filter(text)):
        assert isinstance(str(each), str)
        assert {passes(card, each) for card in CARDS} <= {True, False}
    spans = [each.span for each in problems]
    assert all(0 <= each.start <= each.end <= len(text) for each in spans)
    assert spans == sorted(spans, key=lambda each: each.start)


@given(TEXTS)
def test_what_is_read_without_a_finding_is_what_the_engine_reads(text):
    condition, problems = parse_filter(text)
    if not problems:
        assert engine_filter(text) == condition


@given(TEXTS)
def test_what_is_read_is_read_again_from_what_it_is_written_as(text):
    condition, _ = parse_filter(text)
    written = str(condition)
    assert engine_filter(written) == condition
    again, problems = parse_filter(written)
    assert problems or again == condition


@given(FILTERS)
def test_a_filter_is_written_so_that_both_readings_give_it_back(condition):
    text = str(condition)
    assert parse_filter(text) == (condition, ())
    assert engine_filter(text) == condition


@st.composite
def written(draw, condition, depth=0):
    """A *condition* as somebody might write it, without slips: short keys, blanks, brackets."""
    blank = draw(st.sampled_from(["", " ", "\n\t"]))
    if isinstance(condition, FilterLeaf):
        key = draw(st.sampled_from([condition.key, condition.key.upper(), f" {condition.key} "]))
        text = f"{blank}{key}:{condition.value};{blank}"
    elif isinstance(condition, Not):
        return f"{blank}{{{draw(written(condition.inner, depth + 1))}}}"
    else:
        sign = "&" if isinstance(condition, Both) else "|"
        first = draw(written(condition.first, depth + 1))
        if not isinstance(condition.first, FilterLeaf | Not):
            first = f"({first})"
        text = first + sign + draw(written(condition.second, depth + 1))
    return f"{blank}({text})" if depth < 4 and draw(st.booleans()) else text


@given(FILTERS.flatmap(lambda condition: st.tuples(st.just(condition), written(condition))))
def test_a_filter_without_slips_means_the_same_in_both_readings(both):
    condition, text = both
    assume(text.count("(") + text.count("{") <= 32)
    assert parse_filter(text) == (condition, ())
    assert engine_filter(text) == condition
    for card in CARDS:
        assert passes(card, condition) == meant(card, condition)


def meant(card, condition):
    """Logic of the model itself, for conditions that are looked up one by one."""
    match condition:
        case FilterLeaf():
            return passes(card, condition)
        case Not():
            return not meant(card, condition.inner)
        case Both():
            return meant(card, condition.first) & meant(card, condition.second)
        case _:
            return meant(card, condition.first) | meant(card, condition.second)


@given(FILTERS, FILTERS)
def test_negation_turns_both_into_either(first, second):
    for card in CARDS:
        assert passes(card, Not(Both(first, second))) == passes(
            card, Either(Not(first), Not(second))
        )
        assert passes(card, Both(Everything(), first)) == passes(card, first)


@pytest.mark.part(3)
@pytest.mark.parametrize("size", [100_000, pytest.param(2_000_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    "piece",
    ["a", " ", ";", ":", "&", "|", "(", ")", "{", "}", "()", "{}", "cmc:1;", "cmc:1;&", "(cmc:1;)",
     "cmc", "cmc:", "cmc:1", "&(", "|{", " &", "cmc :", "é", "\x00"],
)  # fmt: skip
@pytest.mark.parametrize("head", ["", "cmc:1;|" * 290, "(" * 30, "cmc:", "{cmc:1;"])
def test_much_of_anything_is_read_in_linear_time(head, piece, size):
    """A quadratic step would take minutes, so that no clock is needed to see it."""
    text = head + piece * (size // len(piece))
    for condition in (parse_filter(text)[0], engine_filter(text)):
        assert passes(CARDS[0], condition) in (True, False)


#: Pieces of packs, to be put together wrongly.
MARKUP = st.sampled_from(
    ["<pack>", "</pack>", "<slot>", "</slot>", '<slot copies="2">', "<slot pool='all cmc:1;'>",
     "<random_card>", "</random_card>", '<random_card copies="0">', "<card>", "</card>",
     "<nothing/>", "<x>", "</x>", "<x y='&lt;'/>", "rarity:rare;", "&amp;", "&", "<", ">", "<!--",
     "-->", "<![CDATA[", "]]>", "<?x", "?>", "<!DOCTYPE pack>", "&#0;", "&#65;", "&#x110000;",
     "\r\n", "\r", "\x00", "\ud800", "\ufeff", "é", "type:bird;", " ", "{", ")", "<p:x/>"]
)  # fmt: skip
#: Pieces that make a pack when they are put into one.
INSIDE = st.sampled_from(
    ["<slot/>", "<slot><random_card>r:c;</random_card></slot>", "<!-- x -->", "<?x y?>", "text",
     "<slot copies='3'><nothing/><card>Grey Heron</card>x</slot>", "&amp;", "\r\n", "\r", "\t",
     "<x><y/></x>", "<![CDATA[<&]]>", "<slot pool='all&#9;s:A;'>&#65;<random_card/></slot>", "é"]
)  # fmt: skip
PACKS = st.one_of(
    st.text(),
    st.lists(MARKUP).map("".join),
    st.lists(MARKUP).map(lambda each: f"<pack><slot>{''.join(each)}</slot></pack>"),
    st.lists(INSIDE).map(lambda each: f"<pack>{''.join(each)}</pack>"),
)
DRAWN = cf.CardSet("Fens", None, CARDS)


@pytest.mark.parametrize("engine", ["sane", "exact"])
@given(data=st.one_of(PACKS, st.binary()))
def test_any_text_or_bytes_as_a_pack_give_a_report(engine, data):
    testing.assert_total(data, "wagic-pack")
    report = cf.loads_report(data, "wagic-pack", draw_from=DRAWN, engine=engine)
    assert report.ok == (not any(each.severity is cf.Severity.ERROR for each in report.diagnostics))


#: Packs with much of something, for a size; what is any XML is tested with the reader of XML.
HOSTILE = {
    "nested slots": lambda n: "<pack>" + "<slot>" * n + "</slot>" * n + "</pack>",
    "a large pool": lambda n: f"<pack pool='all {'cmc:1;|' * n}'/>",
    "a large filter": lambda n: f"<pack><slot><random_card>{'(' * n}</random_card></slot></pack>",
    "many slots": lambda n: "<pack>" + "<slot><nothing/></slot>" * (n // 20) + "</pack>",
    "many entries": lambda n: "<pack><slot>" + "<nothing/>" * n + "</slot></pack>",
    "many unknown elements": lambda n: "<pack>" + "<x/>" * n + "</pack>",
}


@pytest.mark.parametrize("size", [10_000, pytest.param(300_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_xml_is_reported_in_linear_time(kind, size):
    """A quadratic step would take minutes, so that no clock is needed to see it."""
    report = cf.loads_report(HOSTILE[kind](size), "wagic-pack", draw_from=DRAWN)
    assert len(report.diagnostics) <= 20_001
