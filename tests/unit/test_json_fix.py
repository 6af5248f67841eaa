"""Fixes of JSON that is wrong: what each makes of a text, and whether it is certain."""

from __future__ import annotations

import pytest

from cardformats.formats.json_fix import fix_of
from cardformats.formats.json_text import JsonProblem, JsonText
from cardformats.source import SourceText

from .text_tables import cells, rows

BEFORE, BEHIND = "## ", " #"


def fixed(text, *, forgiving=True):
    """Return the fix of JSON that stands in a text, and the JSON with it; None if there is none."""
    source = SourceText("list.txt", f"{BEFORE}{text}{BEHIND}")
    json_text = JsonText(source, len(BEFORE), len(BEFORE) + len(text), forgiving=forgiving)
    with pytest.raises(JsonProblem) as caught:
        json_text.decode()
    fix = fix_of(json_text, caught.value)
    if fix is None:
        return None
    made = fix.applied(source)
    assert made.startswith(BEFORE)
    assert made.endswith(BEHIND)
    return made[len(BEFORE) : -len(BEHIND)], fix.is_safe, fix.title


def test_a_fault_is_fixed():
    for text, made, is_safe, title in rows("""
        {'a': 1} | {"a": 1} | safe | write '"a"'
        {“a”: „b”} | {"a": "b"} | safe | fix 2 errors in the JSON
        ['it\\'s "x"'] | ["it's \\"x\\""] | safe | write '"it\\'s \\\\"x\\\\""'
        {a: 1} | {"a": 1} | safe | write '"a"'
        {a-b$: 1, _c : 2} | {"a-b$": 1, "_c" : 2} | safe | fix 2 errors in the JSON
        [1,,2] | [1,2] | safe | delete ','
        [,1] | [1] | safe | delete ','
        {"a": 1,, "b": 2} | {"a": 1, "b": 2} | safe | delete ','
        [True, FALSE, Null, none, foo] | [true, false, null, null, "foo"] | a guess | fix 5
            errors in the JSON
        [+1] | [1] | safe | write '1'
        [007] | [7] | safe | write '7'
        [.5] | [0.5] | safe | write '0.5'
        [+.5] | [0.5] | safe | write '0.5'
        [01.50, 2] | [1.50, 2] | safe | write '1.50'
        ["a"", 1] | ["a", 1] | safe | delete '"'
        {"a":: 1} | {"a": 1} | safe | delete ':'
        {""a": 1} | {"a": 1} | safe | delete '"'
        [""a", 1] | ["a", 1] | a guess | delete '"'
        ["a" "b"] | ["a", "b"] | a guess | write ','
        [{} {}] | [{}, {}] | safe | write ','
        [1; 2] | [1, 2] | safe | write ','
        {"a": 1; "b": 2} | {"a": 1, "b": 2} | safe | write ','
        {"a" = 1} | {"a" : 1} | safe | write ':'
        {"a" => 1} | {"a" : 1} | safe | write ':'
        {"a"; 1} | {"a": 1} | a guess | write ':'
        {"a", 1} | {"a": 1} | a guess | write ':'
        {"a" "b"} | {"a": "b"} | a guess | write ':'
        {"a" {"b": 1}} | {"a": {"b": 1}} | safe | write ':'
        {"a" [1]} | {"a": [1]} | safe | write ':'
        ["a\tb"] | ["a\\tb"] | safe | write '\\\\t'
        ["\\'"] | ["'"] | safe | delete '\\\\'
        ["\\d"] | ["\\\\d"] | safe | write '\\\\\\\\'
        ["\\x41"] | ["\\\\x41"] | safe | write '\\\\\\\\'
        [1 [2]] | [1, [2]] | safe | write ','
        [tru] | ["tru"] | a guess | write '"tru"'
        [007, 08, +9, .1] | [7, 8, 9, 0.1] | safe | fix 4 errors in the JSON
        {"a": "b" "c": 1} | {"a": "b", "c": 1} | a guess | write ','
    """):
        assert fixed(text) == (made, is_safe == "safe", title), text


@pytest.mark.parametrize(
    ("text", "made", "is_safe", "title"),
    [
        ('{\n// n\n"a": 1}', '{\n# n\n"a": 1}', True, "write '#'"),
        ('["a"\n"b"]', '["a",\n"b"]', True, "write ','"),
        ('[1\n"b"]', '[1,\n"b"]', True, "write ','"),
        ('["a,\n"b"]', '["a",\n"b"]', False, "write '\"'"),
        ('["a\n]', '["a"\n]', False, "write '\"'"),
        ('{"a": "x,\r\n"b": 1}', '{"a": "x",\r\n"b": 1}', False, "write '\"'"),
        ('{"a": "b"\n"c": 1}', '{"a": "b",\n"c": 1}', True, "write ','"),
    ],
)
def test_a_fault_beside_a_line_end_is_fixed(text, made, is_safe, title):
    assert fixed(text) == (made, is_safe, title)


def test_what_cannot_be_guessed_is_not_fixed():
    for text in cells("""
        {‘a’: 1} | [-.5] | [1.] | [1 2] | [1 | { | {"a": } | ["a"b"] | ["a", "b] | [a b] | [0x1]
        [1 .] | [--1] | [+] | [+a] | ["a\x01b"] | ["a" 1]
    """):
        assert fixed(text) is None, text
    assert fixed('{"a": 1 // n\n}') is None
    assert fixed('{"a": 1, // n\n "b": 2}') is None


def test_a_comma_too_many_is_a_fault_where_it_is_not_forgiven():
    assert fixed("[1,]", forgiving=False) == ("[1]", True, "delete ','")
    assert fixed("[[1 , ], 2]", forgiving=False) == ("[[1  ], 2]", True, "delete ','")
    assert fixed('{"a": {"b": 1,}, "c": 2}', forgiving=False)[0] == '{"a": {"b": 1}, "c": 2}'


def test_a_text_of_many_faults_is_no_json():
    assert fixed(f"[{'+1, ' * 39}+1]") == (f"[{'1, ' * 39}1]", True, "fix 40 errors in the JSON")
    assert fixed(f"[{'+1, ' * 40}+1]") is None
