"""Any input gives a report: no other exception, no hang, and spans that lie in their sources."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardformats as cf
from cardformats import testing

#: Pieces of the formats' languages, to be put together wrongly.
PIECES = st.sampled_from(
    [
        "[Settings]\n", "[CustomCards]\n", "[Layouts]\n", "[A]\n", "[A(3)]\n", "{", "}", "[", "]",
        "[\n", '{"layouts":', '{"name":', '"x"', ":", ",", "1", "-1", "1e999", "null", "[]", "{}",
        '{"name":"X","mana_cost":"{1","type":"T"}', '"slots":', '"predeterminedLayouts":[',
        '{"A":1}', "4 Forest\n", "Forest (AAA) 12 F\n", "# c\n", "\\", '"', "\n", "\r\n", "\t",
        "[card]\n", "[/card]\n", "[meta]\n", "name=A\n", "primitive=A\n", "mana={2}{w\n",
        "auto=_A_(\n", "#AUTO_DEFINE _A_($x) _A_($x)\n", "#AUTO_DEFINE  x\n", "id=-7t\n",
        "grade=crappy\n", "rarity=\n", "=", "\ufeff", "\x00", "\ud800", "é", '{"cardformats": 1',
        '"cards": [', '{"faces": []}', '{"faces": [{"name": 1}]}', "primitive=1\n", "abilities=,",
        "<set>", "<set name=", "<deck>", "<card qty=", "</deck>", "<!--", "<![CDATA[", "&#0;",
        '<cockatrice_carddatabase version="4">', "<cards>", "</cards>", "<card>", "</card>",
        "<prop>", "<name>A // B</name>", "<set>LAN</set>", '<set num="1">', "&",
        "</cockatrice_carddatabase>", "<reverse-related>A</reverse-related>", "<token>1</token>",
        "<manacost>3(W/U</manacost>",
        "Name\tSet\tImageFile\tRarity\n", "Eel\tLAN\n", "<packdefinitions>", "Deck:\n",
        "mana={", "kicker=multi name(", "#AUTO_DEFINE a b\n", "auto=a_A_)", "gxxxxxxxs\n", "mxx",
    ]
)  # fmt: skip
FORMATS = (
    *("draftmancer", "wagic", "octgn", "octgn-deck", "json", "mtgjson"),
    *("cockatrice", "lackey", "lackey-deck"),
)
#: The formats, each with options that change how it reads.
READINGS = [
    *(pytest.param(format_id, {}, id=format_id) for format_id in FORMATS),
    pytest.param("wagic", {"engine": "exact"}, id="wagic-exact"),
]
#: What takes long; the exact reading of Wagic does all that the plain one does, and more.
LONG_READINGS = [
    pytest.param(*each.values, id=each.id, marks=[pytest.mark.slow] * (each.id == "wagic"))
    for each in READINGS
]


def assert_total(data, format_id, options):
    """Check totality and, with *options*, that the findings are the same as without them."""
    report = testing.assert_total(data, format_id)
    if options:
        found = cf.loads_report(data, format_id, **options).diagnostics
        assert [(each.code, each.message) for each in found] == [
            (each.code, each.message) for each in report.diagnostics
        ]


@pytest.mark.parametrize(("format_id", "options"), READINGS)
@given(text=st.one_of(st.text(), st.lists(PIECES).map("".join)))
def test_any_text_gives_a_report(format_id, options, text):
    assert_total(text, format_id, options)


@pytest.mark.parametrize(("format_id", "options"), READINGS)
@given(data=st.binary())
def test_any_bytes_give_a_report(format_id, options, data):
    assert_total(data, format_id, options)


@pytest.mark.parametrize(("format_id", "options"), READINGS)
@given(text=st.lists(PIECES).map("".join))
def test_what_was_read_can_be_written(format_id, options, text):
    cardset = cf.loads_report(text, format_id, **options).value
    testing.assert_reads_back(cardset, "json")
    if cardset.cards or any(sheet.entries for sheet in cardset.sheets.values()):
        testing.assert_reads_back(cardset, "draftmancer")


@pytest.mark.part(6)
@pytest.mark.parametrize("size", [50_000, pytest.param(2_000_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize(("format_id", "options"), LONG_READINGS)
@pytest.mark.parametrize(
    "piece",
    ["[", "{", "]", "(", '"', "\\", "[A]\n", "[Settings]\n{\n", "[CustomCards]\n[\n", "[Layouts]\n",
     "[Layouts]\n\n", "\n", "# x\n", "1 A\n", "9 ", "[card]\n", "[card]\nname=A\n", "mana={\n",
     "#AUTO_DEFINE A(B) A(A(B))\n", "[meta]\n", '{"cards":[', "[[", "[{", '"a",', ",", "1 (", " F",
     "abilities=,", "#AUTO_DEFINE a b\n", "mana={", "[card]\nmana={w}\n", "kicker=name(",
     "[card]\nauto=A\n[/card]\n", "[card]\nprimitive=A\nid=1\n[/card]\n"],
)  # fmt: skip
def test_much_of_anything_is_read_in_linear_time(format_id, options, piece, size):
    """A quadratic step would take minutes (slow: hours), so that no clock is needed to see it."""
    report = cf.loads_report(piece * (size // len(piece)), format_id, **options)
    assert len(report.diagnostics) <= 20_001


def database(cards):
    """A database of Cockatrice with *cards*."""
    return f'<cockatrice_carddatabase version="4"><cards>{cards}</cards></cockatrice_carddatabase>'


#: Structures with many parts of one kind, for a number of parts.
MANY = {
    "unknown settings": lambda n: "[Settings]\n{" + ",".join(f'"k{i}":1' for i in range(n)) + "}",
    "wrong slots": lambda n: (
        '[Settings]\n{"layouts":{"P":{"weight":1,"slots":{'
        + ",".join(f'"sheet u{i}":1' for i in range(n))
        + "}}}}\n"
        + "".join(f"[sheet {i}]\n1 X\n" for i in range(n))
    ),
    "old slots": lambda n: "[Layouts]\n- P (1)\n" + "1 A\n" * n + "[A]\n1 X",
    "blank lines in layouts": lambda n: "[Layouts]\n- P (1)\n" + "\n" * n + "1 A\n[A]\n1 X",
    "blanks in a header": lambda n: "[A" + " " * n + '"]\n1 X',
    "unknown keys": lambda n: "[card]\n" + "nmae=x\n" * n + "[/card]",
    "unknown members": lambda n: (
        '{"cardformats": 1, "cards": [' + ",".join(['{"faces": 1}'] * n) + "]}"
    ),
    "repeated costs": lambda n: "[card]\nname=A\n" + "mana={w}\n" * n + "[/card]",
    "symbols": lambda n: "[card]\nname=A\nmana=" + "{s(a)}{p(w)}{2g}" * n + "\n[/card]",
    "braces": lambda n: "[card]\nname=A\nmana=" + "{" * n + "\n[/card]",
    "names of costs": lambda n: "[card]\nname=A\nother=" + "name(" * n + "\n[/card]",
    "keywords": lambda n: "[card]\nname=A\nabilities=" + "flyin," * n + "\n[/card]",
    "a long keyword": lambda n: "[card]\nname=A\nabilities=" + "flyin" * n + "\n[/card]",
    "blanks before a number": lambda n: "[card]\nname=A\npower=" + " " * n + "\n[/card]",
    "words of a type": lambda n: "[card]\nname=A\n" + "type=a  b\n" * n + "[/card]",
    "scripts": lambda n: "[card]\nname=A\n" + "anyzone=x\nautoa=y\n" * (n // 4) + "[/card]",
    "zones": lambda n: "[card]\nname=A\n" + "".join(f"auto{i}=x\n" for i in range(n)) + "[/card]",
    "macros": lambda n: (
        "".join(f"#AUTO_DEFINE _{i}_ _{i + 1}_\n" for i in range(n)) + "[card]\nname=A\nauto=_0_"
    ),
    "calls": lambda n: "#AUTO_DEFINE P($x) $x\n[card]\nname=A\nauto=" + "P(a) " * n + "\n[/card]",
    "calls that are not closed": lambda n: (
        "#AUTO_DEFINE P($x) $x\n[card]\nname=A\nauto=" + "P(" * n + "\n[/card]"
    ),
    "calls that are closed before": lambda n: (
        "#AUTO_DEFINE P($x) $x\n[card]\nname=A\nauto=" + ")" * n + "P(x\n[/card]"
    ),
    "wrong calls": lambda n: (
        "#AUTO_DEFINE P($x,$y) $x\n[card]\nname=A\nauto=" + "P(a)" * n + "\n[/card]"
    ),
    "signs": lambda n: database("<card><name>A & B</name></card>" * n) + "</x>" * n,
    "printings": lambda n: database("<card><name>A</name>" + "<set>L</set>" * n + "</card>"),
    "cards that bring others": lambda n: database(
        "".join(
            f"<card><name>{i}</name><reverse-related>0</reverse-related><prop><side>back</side>"
            '</prop><related attach="transform">1</related></card>'
            for i in range(n)
        )
    ),
    "rows": lambda n: "Name\tSet\tImageFile\n" + "A\tL\n" * n,
    "cells": lambda n: "Name\tSet\tImageFile" + "\tX" * n + "\nA\tL" + "\tx" * n,
    "cards that are merged": lambda n: "[card]\nname=A\n" * n + "[/card]",
}


def is_of(structure, format_id):
    """Whether the format reads the structure; Wagic is read exactly."""
    beginnings = {
        "draftmancer": ("[Settings", "[Layouts", "[A"),
        "wagic": ("[card]", "#AUTO"),
        "json": ('{"cardformats"',),
        "cockatrice": ("<cockatrice",),
        "lackey": ("Name\t",),
    }
    return MANY[structure](1).startswith(beginnings.get(format_id, ()))


@pytest.mark.parametrize("size", [10_000, pytest.param(100_000, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    ("structure", "format_id", "options"),
    [
        pytest.param(
            structure,
            *each.values,
            id=f"{structure}-{each.id}",
            marks=[*each.marks, *[pytest.mark.slow] * (not is_of(structure, each.values[0]))],
        )
        for structure in MANY
        for each in LONG_READINGS
    ],
)
def test_many_parts_of_a_structure_are_read_in_linear_time(structure, format_id, options, size):
    """As above: looking for the place of one finding must not cost as much as all the others."""
    report = cf.loads_report(MANY[structure](size), format_id, **options)
    assert len(report.diagnostics) <= 20_001


@pytest.mark.parametrize("head", [b"\n" * 65_536, b" " * 65_536, b"[" * 65_536])
def test_a_file_is_recognised_in_linear_time(head, tmp_path):
    path = tmp_path / "x.txt"
    path.write_bytes(head)
    assert {found.format.id for found in cf.detect(path)} <= {"draftmancer"}
