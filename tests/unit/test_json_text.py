"""JSON in a text: what is wrong with it, where, and where its values stand."""

from __future__ import annotations

import pytest

from cardformats.diagnostic_log import DiagnosticLog
from cardformats.formats.json_text import (
    MAX_DEPTH,
    JsonProblem,
    JsonText,
    brackets,
    closing_bracket,
    encode,
    open_brackets,
    strict_value,
)
from cardformats.source import SourceText

from .text_tables import json_rows

#: What stands before and behind the JSON in a source.
BEFORE, BEHIND = "## ", ' "more" ]'


def json_in(text, **options):
    source = SourceText("list.txt", f"{BEFORE}{text}{BEHIND}")
    return JsonText(source, len(BEFORE), len(BEFORE) + len(text), **options)


def nested(depth):
    return "[" * depth + "]" * depth


@pytest.mark.parametrize(
    ("text", "message", "offset"),
    [
        ("[1 2]", "expecting ',' delimiter", 3),
        ("\ufeff[1 2]", "expecting ',' delimiter", 4),
        ('{"a" 1}', "expecting ':' delimiter", 5),
        ('"\ta"', "invalid control character at", 1),
        ("NaN", "NaN is not a JSON number", 0),
        ("[1, NaN]", "NaN is not a JSON number", 4),
        ("\ufeff[NaN]", "NaN is not a JSON number", 2),
        ('["NaN", "a\\"1e999", Infinity]', "Infinity is not a JSON number", 20),
        ("[-Infinity]", "-Infinity is not a JSON number", 1),
        ("[1e308, -1e309]", "-1e309 is not a JSON number", 8),
        (f"[1, {'1' * 4301}]", "a number of many digits is not a JSON number", 4),
        (f"[1, 1e{'9' * 4297}]", f"1e{'9' * 4297} is not a JSON number", 4),
        (f"[1, 1e{'9' * 4298}]", "a number of many digits is not a JSON number", 4),
        (nested(65), "nested more than 64 deep", 64),
        ('{"a": ' + nested(64) + "}", "nested more than 64 deep", 69),
        (nested(100_000), "nested more than 64 deep", 64),
    ],
)
def test_what_is_no_json_has_a_message_and_a_place(text, message, offset):
    with pytest.raises(JsonProblem) as caught:
        json_in(text).decode()
    assert (caught.value.message, caught.value.offset) == (message, len(BEFORE) + offset)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("\ufeff[1]", [1]),
        (f"[{'1' * 4300}, 1e308]", [int("1" * 4300), 1e308]),
        (nested(64), None),
        (f"[[{nested(62)}], 1]", None),
    ],
)
def test_what_is_just_json_is_decoded(text, value):
    decoded = json_in(text).decode()
    assert value is None or decoded == value


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("[1,]", [1]),
        ('{"a": [1 ,\n# no more\n],\n}', {"a": [1]}),
        ("# one\n[1]", [1]),
        ('["a,]", "#"]', ["a,]", "#"]),
        ('["a\\",]", 1,]', ['a",]', 1]),
    ],
)
def test_comment_lines_and_a_comma_too_many_can_be_forgiven(text, value):
    assert json_in(text, forgiving=True).decode() == value
    if text[:2] != '["' or text.endswith(",]"):
        with pytest.raises(JsonProblem):
            json_in(text).decode()


def test_what_is_wrong_besides_is_not_forgiven():
    with pytest.raises(JsonProblem) as caught:
        json_in("# one\n[1,\n2 3,]", forgiving=True).decode()
    assert (caught.value.message, caught.value.offset) == ("expecting ',' delimiter", 15)


TEXT = '{"a": [1, {"b": "é"}, "c" ],\n # n\n "d" : true , "a": [2, {"a\\"": "]"},]}'


def test_a_value_and_the_name_of_a_member_have_places():
    """Of two members of a name, the last is meant."""
    json = json_in(TEXT)
    for path, value, name in json_rows("""
        ["d"]            | true                | "d"
        ["a"]            | [2, {"a\\"": "]"},] | "a"
        ["a", 0]         | 2                   | 2
        ["a", 1]         | {"a\\"": "]"}       | {"a\\"": "]"}
        ["a", 1, "a\\""] | "]"                 | "a\\""
        ["e"]            | {                   | {
        ["a", 2]         | [                   | [
        ["d", "x"]       | t                   | t
        ["e", 1, "x"]    | {                   | {
        [0]              | {                   | {
    """):
        assert json.span(path).text == value, path
        assert json.span(path, key=True).text == name, path
    assert json.span(()).text == json.span((), key=True).text == TEXT
    for path in ((), ("e",), ("e", 1, "x")):
        assert json.span(path).start == len(BEFORE), path
    assert json.span(("a", 0)).start == len(BEFORE) + TEXT.rindex("2")


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        (" 12 ", 1, 3), (' "ab" ', 1, 5), (" true", 1, 5), ("# c\n 5", 5, 6), ("[1,", 0, 1),
        ('\n{"a"', 1, 2), ("]", 0, 1), (" [1] ", 1, 4), ("# [\n[1]", 4, 7), ("  ", 0, 1),
    ],
)  # fmt: skip
def test_the_whole_has_the_place_of_its_value(text, start, end):
    span = JsonText.whole(SourceText("a.json", text)).span(())
    assert (span.start, span.end) == (start, end)


@pytest.mark.parametrize(
    ("escapes", "found"),
    [
        (r"\ud83d\ude00", []),
        (r"\ud800", [(1, r"\ud800")]),
        (r"a\uD800\n", [(2, r"\uD800")]),
        (r"\ude00\ud83d", [(1, r"\ude00"), (7, r"\ud83d")]),
        (r"\\ud800", []),
        (r"\u00e9", []),
    ],
)
def test_unpaired_surrogates_are_found_where_they_stand(escapes, found):
    log = DiagnosticLog(10)
    json_in(f'"{escapes}"').report_lone_surrogates(log)
    shown = [(each.span.start - len(BEFORE), each.data["escape"]) for each in log.finish()]
    assert shown == found


def test_brackets_are_told_from_those_in_strings_and_comments():
    text = '[ "]", {"a": []\n# }\n} ] ]'
    assert [*brackets(text, 0, len(text))] == [
        (0, 1, "["), (7, 2, "{"), (13, 3, "["), (14, 2, "]"), (20, 1, "}"), (22, 0, "]"),
        (24, -1, "]"),
    ]  # fmt: skip
    assert [closing_bracket(text, start, len(text)) for start in (0, 7, 13)] == [23, 21, 15]
    assert closing_bracket(text, 0, 22) is None
    assert [open_brackets(text, 0, end) for end in (1, 8, 14, 15, 21, 23, 25)] == [
        "]", "}]", "]}]", "}]", "]", "", "",
    ]  # fmt: skip


def test_a_strict_value_has_an_end():
    source = SourceText("list.txt", f"1 [2, 3] x {nested(64)} {nested(65)} NaN 1e999 [4,]")
    text = source.text
    assert strict_value(source, 2) == ([2, 3], 8)
    assert strict_value(source, text.index("[[")) is not None
    for start in (text.rindex("[[") - 63, text.index("NaN"), text.index("1e"), text.index("[4")):
        assert strict_value(source, start) is None


def test_depth_is_that_of_arrays_and_objects():
    deep = {"a": 1}
    for _ in range(MAX_DEPTH - 1):
        deep = {"b": deep}
    text = encode(deep, None)
    assert json_in(text).decode() == deep
    with pytest.raises(JsonProblem):
        json_in(f"[{text}]").decode()


def test_json_is_written_as_it_is_asked_for():
    value = {"é": [1, "\ud800"]}
    assert encode(value) == '{\n  "é": [\n    1,\n    "\\ud800"\n  ]\n}'
    assert encode(value, None) == '{"é": [1, "\\ud800"]}'
    assert encode(value, None, compact=True) == '{"é":[1,"\\ud800"]}'
