"""Edits of texts that leave all else as it is."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardformats.formats.json_patch import json_edits
from cardformats.formats.patch import aligned, patched

OBJECT = """{
  "a": 1,
  # about b
  "b": [1, 2, 3],
  "c": {"x": "y"}
}"""
KEYS = st.sampled_from("abcdefg")
VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(), st.text(max_size=5)),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(KEYS, inner, max_size=4)),
    max_leaves=12,
)


def changed(text, before, after, old=None):
    old = before if old is None else old
    return patched(text, list(json_edits(text, (0, len(text)), old, before, after)))


@given(VALUES, VALUES, st.sampled_from([None, 2, "\t"]))
def test_json_becomes_what_it_is_to_say(before, after, indent):
    text = json.dumps(before, indent=indent)
    assert json.loads(changed(text, before, after)) == after


@given(VALUES, st.sampled_from([None, 2]))
def test_json_that_does_not_change_stays(value, indent):
    text = json.dumps(value, indent=indent)
    assert changed(text, value, value) == text


@pytest.mark.parametrize(
    ("after", "text"),
    [
        ({"a": 2, "b": [1, 2, 3], "c": {"x": "y"}}, OBJECT.replace("1,", "2,", 1)),
        ({"a": 1, "b": [1, 2, 3], "c": {"x": "z"}}, OBJECT.replace('"y"', '"z"')),
        ({"a": 1, "b": [1, 3], "c": {"x": "y"}}, OBJECT.replace("1, 2, 3", "1, 3")),
        (
            {"a": 1, "c": {"x": "y"}},
            '{\n  "a": 1,\n  "c": {"x": "y"}\n}',
        ),
        (
            {"a": 1, "b": [1, 2, 3], "d": None, "c": {"x": "y"}},
            OBJECT.replace("3],", '3],\n  "d": null,'),
        ),
        ({"d": 1}, '{\n  "d": 1\n}'),
    ],
)
def test_json_keeps_its_manner(after, text):
    before = {"a": 1, "b": [1, 2, 3], "c": {"x": "y"}}
    made = patched(OBJECT, list(json_edits(OBJECT, (0, len(OBJECT)), before, before, after)))
    assert made == text


@given(st.lists(st.integers(0, 5), max_size=8), st.lists(st.integers(0, 5), max_size=8))
def test_alignment_has_every_item_once(before, after):
    pairs = list(aligned(before, after))
    assert [was for was, _ in pairs if was is not None] == list(range(len(before)))
    assert [now for _, now in pairs if now is not None] == list(range(len(after)))
    if before == after:
        assert all(was == now for was, now in pairs)
