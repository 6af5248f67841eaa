"""JSON as hand-edited files have it: its places are those of the grammar, in linear time."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lark import Token, Tree

import cardformats as cf
from cardformats.diagnostic_log import DiagnosticLog
from cardformats.formats.grammar import GrammarProblem
from cardformats.formats.json_text import (
    GRAMMAR,
    JsonProblem,
    JsonText,
    Path,
    closing_bracket,
    json_items,
    open_brackets,
    tokens,
)
from cardformats.source import SourceText

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.sampled_from('ab"\\#,:[]{}\n é\ud800'), max_size=6),
    lambda each: (
        st.lists(each, max_size=4)
        | st.dictionaries(st.text(st.sampled_from('ab"\\#:}'), max_size=3), each, max_size=4)
    ),
    max_leaves=15,
)
BETWEEN = st.sampled_from(["", " ", "\n", "\t\r\n", "\n # it's \"a, [comment]\n", "\n#\n\xa0#,\n"])


@st.composite
def written(draw: Any) -> str:
    """A value as somebody may have written it: comments, blanks, a comma after the last item."""

    def text(value: Any) -> str:
        if isinstance(value, list):
            return bracketed("[]", [text(each) for each in value])
        if isinstance(value, dict):
            items = ((key, text(each)) for key, each in value.items())
            pairs = (
                f"{json.dumps(key)}{draw(BETWEEN)}:{draw(BETWEEN)}{item}" for key, item in items
            )
            return bracketed("{}", list(pairs))
        return json.dumps(value)

    def bracketed(brackets: str, items: list[str]) -> str:
        parts = [f"{draw(BETWEEN)}{each}{draw(BETWEEN)}" for each in items]
        last = "," + draw(BETWEEN) if items and draw(st.booleans()) else draw(BETWEEN)
        return brackets[0] + ",".join(parts) + last + brackets[1]

    return text(draw(VALUES.filter(lambda value: isinstance(value, (list, dict)))))


@st.composite
def mutated(draw: Any) -> str:
    """What is written, with a few characters that are wrong."""
    text = draw(written())
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.integers(0, len(text)))
        new = draw(st.sampled_from(["", '"', "\\", ",", "]", "}", "[", "\n#", "x", "1"]))
        text = text[:place] + new + text[place + draw(st.integers(0, 2)) :]
    return text


def whole(text: str) -> JsonText:
    return JsonText(SourceText("", text), 0, len(text), forgiving=True)


def places(node: Any, path: Path = ()) -> Iterator[tuple[Path, int, int]]:
    """The values in a tree of Lark's; of members of the same name the last one."""
    if isinstance(node, Token):
        yield path, node.start_pos or 0, node.end_pos or 0
        return
    yield path, node.meta.start_pos, node.meta.end_pos
    if node.data == "array":
        for number, child in enumerate(node.children):
            yield from places(child, (*path, number))
    else:
        members = {json.loads(str(each.children[0]), strict=False): each for each in node.children}
        for name, member in members.items():
            yield from places(member.children[1], (*path, name))


def check(text: str, tree: Tree[Token] | Token) -> None:
    found = whole(text)
    for path, start, end in places(tree):
        span = found.span(path)
        assert (span.start, span.end) == (start, end), (text, path)
        if path and isinstance(path[-1], str):
            name = found.span(path, key=True).text
            assert json.loads(name, strict=False) == path[-1]


@given(written())
def test_places_are_those_of_the_grammar(text):
    check(text, GRAMMAR.tree("start", text))
    whole(text).decode()


@given(mutated())
def test_places_are_those_of_the_grammar_wherever_it_reads(text):
    try:
        tree = GRAMMAR.tree("start", text)
    except GrammarProblem:
        return
    check(text, tree)


def meant(node: Any) -> Any:
    """The value of a tree of Lark's."""
    if isinstance(node, Token):
        return json.loads(str(node))
    if node.data == "array":
        return list(map(meant, node.children))
    return {json.loads(str(each.children[0])): meant(each.children[1]) for each in node.children}


@given(written() | mutated())
def test_what_is_decoded_is_what_the_grammar_reads(text):
    try:
        value = whole(text).decode()
        tree = GRAMMAR.tree("start", text)
    except (JsonProblem, GrammarProblem):
        return
    assert meant(tree) == value


@given(written())
def test_the_brackets_of_a_value_are_those_that_are_in_no_text_and_no_comment(text):
    end = whole(text).span(()).end
    assert closing_bracket(text, 0, len(text)) == end == len(text)
    assert [open_brackets(text, 0, stop) for stop in (1, end)] == [
        "]" if text[0] == "[" else "}",
        "",
    ]
    marks = [each[0] for each in tokens(text) if each["MARK"]]
    assert sum(each in "[{" for each in marks) == sum(each in "]}" for each in marks)


HOSTILE = ['"' + '\\"' * 150_000, "[" + '"\\' * 100_000, ",\n#" * 100_000, "[,\n#x\n" * 50_000,
           "{" * 150_000, '"a" ' * 60_000, '{"a":' * 50_000, "\\" * 300_001]  # fmt: skip


@pytest.mark.part(2)
@pytest.mark.parametrize("text", HOSTILE, ids=range(len(HOSTILE)))
def test_a_long_text_is_read_in_linear_time(text):
    for each in (text, "[" + text):
        with pytest.raises(JsonProblem):
            whole(each).decode()
        closing_bracket(each, 0, len(each))
        json_items("[" + each, 0)
        assert not cf.loads_report(f"[CustomCards]\n{each}", "draftmancer", max_work=10_000).ok
        whole(each).report_lone_surrogates(DiagnosticLog(10))
