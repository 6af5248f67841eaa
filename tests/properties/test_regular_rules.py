"""The compiled rules of grammars read what Lark reads by them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardformats.formats.card_words import GRAMMAR as WORDS
from cardformats.formats.csv.syntax import GRAMMAR as TABLE
from cardformats.formats.grammar import Grammar
from cardformats.formats.mapping.option import GRAMMAR as MAPPING
from cardformats.formats.octgn.identity import VALUES
from tests.grammars import check_agrees

MARKS = Grammar("cardformats.formats.octgn.making", "rich_marks.lark")
RICH_TEXT = Grammar("cardformats.formats.octgn", "rich_text.lark")
OTHER_DATA = Grammar("cardformats.formats", "other_data.lark")

NUMBERS = ["x", "×", "X", "+", "-", "0", "007", "3", "12", "1234", ".", ".0", ".00", ",", " ", "%"]
BRACES = ["{", "}", "{{", "}}", "Name", "a b", "{}", "\n", " ", "12", "(", "GG", ")"]
PIECES = {
    (VALUES, "quantity"): [*NUMBERS, "\t", "\n", "1234567890"],
    (VALUES, "near_quantity"): NUMBERS,
    (VALUES, "near_percent"): NUMBERS,
    (VALUES, "near_share"): [*NUMBERS, "/", " / "],
    (VALUES, "near_decimal"): NUMBERS,
    (VALUES, "near_date"): ["2020", "1", "12", "-", "/", ".", " ", "T", "10:00", "\n"],
    (VALUES, "near_version"): ["v", "1", "12", ".", " ", "1.2", "1.2.3.4"],
    (VALUES, "near_color"): ["#", "a", "F0", "123", "g"],
    (RICH_TEXT, "marked"): BRACES,
    (MAPPING, "piece"): BRACES,
    (MAPPING, "placeholder"): BRACES,
    (MAPPING, "own_cost"): BRACES,
    (MARKS, "mark"): [
        "<", ">", "</", "b", "u", "c", "s", " ", "#12abEF", "T", "{", "}", "&", "lt", "#123", ";",
        "<c red>", "</s>", "<s T>",
    ],
    (WORDS, "count"): NUMBERS,
    (WORDS, "stats"): ["1", "*", "+", "½", "/", "\\", "|", " ", "12345678", "a"],
    (TABLE, "part"): ["1", "10", " ", "\t", "common", "rare", "\n", "12345"],
    (TABLE, "delimiter_line"): ["\ufeff", "sep=", "SEP=", ";", ",", "\t", " ", "\n"],
    (OTHER_DATA, "signature"): [
        "\x89PNG\r\n", "\xff\xd8\xff", "GIF8", "9a", "RIFF", "abcd", "\n", "WEBP", "PK", "\x03\x04",
        "BZh", "9", "1AY", "{\\rtf", "%PDF-", "1",
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    ("grammar", "rule", "pieces"),
    [(*key, pieces) for key, pieces in PIECES.items()],
    ids=[f"{grammar.file}-{rule}" for grammar, rule in PIECES],
)
def test_a_compiled_rule_reads_what_lark_reads(grammar, rule, pieces):
    @settings(deadline=None)
    @given(st.lists(st.sampled_from(pieces), min_size=1, max_size=7).map("".join))
    def agrees(text):
        check_agrees(grammar, rule, text)

    agrees()
