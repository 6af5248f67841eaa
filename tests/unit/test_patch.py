"""Edits of texts that leave all else as it is."""

from __future__ import annotations

import json

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from cardformats.formats.json_patch import json_edits, json_items
from cardformats.formats.json_text import JsonText
from cardformats.formats.patch import CannotPatchError, Edit, aligned, patched
from cardformats.source import SourceText
from tests.conftest import ROOT

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


def test_json_of_each_manner_is_written_in_it(request):
    folder = ROOT / "tests" / "data" / "edited"
    shown = []
    for manner in (folder / "manners.txt").read_text("utf-8").split("----\n"):
        start = manner.index("{")
        before, place = decoded(manner[start:]), (start, manner.rindex("}") + 1)
        for line in (folder / "values.txt").read_text("utf-8").splitlines():
            for unit in (None, "    "):
                edits = json_edits(manner, place, before, before, json.loads(line), unit)
                shown += [f"# {line}", patched(manner, [*edits])]
    answer, file = "\n".join(shown), folder / "manners.edits"
    if request.config.getoption("--accept"):
        file.write_text(answer, "utf-8")
    assert answer == file.read_text("utf-8")


def rendered(value, random, depth=1):
    """*value* as JSON of any manner: comments, commas behind the last item, keys twice."""
    if not isinstance(value, (list, dict)):
        return json.dumps(value)
    items = []
    for item in value:
        if isinstance(value, list):
            items.append(rendered(item, random, depth + 1))
            continue
        if random.random() < 0.2:
            items.append(f"{json.dumps(item)}: [0, {{}}]")
        colon = random.choice([":", ": ", " : "])
        items.append(json.dumps(item) + colon + rendered(value[item], random, depth + 1))
    is_long = random.random() < 0.7
    gap = "\n" + random.choice(["\t", "  ", ""]) * depth if is_long else random.choice(["", " "])
    comma = random.choice([",", " ,", ", "])
    text = ""
    for number, item in enumerate(items):
        if is_long and random.random() < 0.3:
            text += f"\n # comment, [on {number}"
        text += gap + item + (comma if number + 1 < len(items) or random.random() < 0.3 else "")
    text += "\n" if is_long else ""
    return f"[{text}]" if isinstance(value, list) else f"{{{text}}}"


def decoded(text):
    return JsonText(SourceText("", text), 0, len(text), forgiving=True).decode()


def same(one, other):
    """Whether two values are the same JSON; 1 is not true."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


@given(VALUES, VALUES, st.randoms(use_true_random=False))
def test_json_of_any_manner_becomes_what_it_is_to_say(before, after, random):
    text = rendered(before, random)
    assert same(decoded(text), before)
    assert same(decoded(changed(text, before, after)), after)
    assert changed(text, before, before) == text


@given(st.dictionaries(KEYS, VALUES, max_size=6), st.randoms(use_true_random=False))
def test_members_of_any_manner_change_places(before, random):
    text = rendered(before, random)
    assume(len(json_items(text, 0)[0]) == len(before))
    after = {key: before[key] for key in random.sample([*before], len(before))}
    again = changed(text, before, after)
    assert [*decoded(again).items()] == [*after.items()]
    assert again.count("comment") == text.count("comment")


@given(
    st.lists(st.tuples(KEYS, VALUES), min_size=1, max_size=5, unique_by=lambda pair: pair[0]),
    st.randoms(use_true_random=False),
    VALUES,
)
def test_one_changed_member_leaves_the_others(pairs, random, value):
    before = dict(pairs)
    text = rendered(before, random)
    key = random.choice(list(before))
    for after in (before | {key: value}, before | {"z": value}):
        made = changed(text, before, after)
        assert same(decoded(made), after)
        items, _ = json_items(text, 0)
        now = {item.key: made[item.value : item.end] for item in json_items(made, 0)[0]}
        for item in items:
            is_last = item is [each for each in items if each.key == item.key][-1]
            if is_last and not (item.key == key and after[key] is value):
                assert now[item.key] == text[item.value : item.end]
        if isinstance(before[key], (list, dict)) == isinstance(value, (list, dict)) is False:
            assert made.count("#") >= text.count("#")


@given(st.lists(VALUES, max_size=6), st.randoms(use_true_random=False))
def test_an_array_of_another_order(values, random):
    text = rendered({"a": values}, random)
    other = random.sample(values, len(values))
    assert same(decoded(changed(text, {"a": values}, {"a": other})), {"a": other})
    if values:
        gone = random.randrange(len(values))
        rest = values[:gone] + values[gone + 1 :]
        made = changed(text, {"a": values}, {"a": rest})
        assert same(decoded(made), {"a": rest})


@given(
    st.text("abc\n", max_size=30),
    st.lists(
        st.tuples(st.integers(0, 30), st.integers(0, 4), st.text("XY", max_size=3)), max_size=4
    ),
)
def test_edits_are_made_once_or_not_at_all(text, places):
    edits = [Edit(start, start + length, new) for start, length, new in places]
    taken = [number for start, length, _ in places for number in range(start, start + length)]
    try:
        made = patched(text, edits)
    except CannotPatchError:
        return
    assert len(taken) == len(set(taken))
    rest = sum(1 for number in range(len(text)) if number not in taken)
    assert len(made) == rest + sum(len(new) for *_, new in places)


@given(st.lists(st.integers(0, 5), max_size=8), st.lists(st.integers(0, 5), max_size=8))
def test_alignment_has_every_item_once(before, after):
    pairs = list(aligned(before, after))
    assert [was for was, _ in pairs if was is not None] == list(range(len(before)))
    assert [now for _, now in pairs if now is not None] == list(range(len(after)))
    if before == after:
        assert all(was == now for was, now in pairs)
