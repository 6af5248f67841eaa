"""A fix after which something is wrong that was not before is taken back."""

from __future__ import annotations

import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardformats.checking.findings import Findings
from cardformats.checking.fixing import apply_fixes
from cardformats.diagnostics import Fix
from cardformats.formats.draftmancer.codes import DraftmancerCode
from cardformats.source import SourceText, read_bytes

from .fixing import run_check

#: Errors, and the fix of each; the letters of the last two are wrong where they come to stand.
FAULTS = {"a": "1", "b": "c", "c": "2", "d": "X", "e": "\nY\n"}
WRONG = {**FAULTS, "X": None, "Y": None}


def check(paths):
    """A check of texts in which some letters are wrong; each is told with its line."""
    diagnostics = []
    for path in paths:
        source = SourceText.from_bytes(str(path), read_bytes(path, 10**6))
        for match in re.finditer("[a-eXY]", source.text):
            new = FAULTS.get(match[0])
            fix = new and Fix.replace(source.span(match.start(), match.end()), new)
            span = source.span(match.start(), match.end())
            diagnostics.append(DraftmancerCode.TYPO.at(span, fix, name=match[0]))
    return Findings(diagnostics, {}, every=diagnostics)


def letters(findings):
    """How often each file has which fault."""
    return Counter((each.span.source.name, each.data["name"]) for each in findings.every)


texts = st.text("abcdeXY-\n", max_size=12)


@given(st.lists(texts, min_size=1, max_size=3))
def test_nothing_is_wrong_that_was_not_before(tmp_path_factory, several):
    folder = tmp_path_factory.mktemp("texts")
    paths = [folder / f"{number}.txt" for number in range(len(several))]
    for path, text in zip(paths, several, strict=True):
        path.write_bytes(text.encode())
    before = letters(check(paths))
    result = apply_fixes(lambda: check(paths), [folder])
    after = letters(result.left)
    for path, text in zip(paths, several, strict=True):
        lines = [line for line in text.split("\n") if line]
        is_spoilt = "d" in text or "e" in text
        for letter in WRONG:
            where = (str(path), letter)
            assert after[where] <= before[where]
            assert is_spoilt or letter in "XY" or not after[where]
        # the fixes of other lines stay
        kept = result.files.get(path, text.encode()).decode()
        assert all("1" in kept for line in lines if "a" in line and not {*"de"} & {*line})
    assert {each.data["name"] for each in result.taken_back} >= (
        {*"de"} & {letter for text in several for letter in text}
    )
    result.write()
    assert letters(check(paths)) == after


def test_what_an_error_hid_is_no_new_fault(tmp_path):
    path = tmp_path / "cube.txt"
    path.write_text('[Settings]\n{"name": "x",, "nmae": 1, "quack": 2}\n[A(1)]\nForest\n')
    result = apply_fixes(run_check(path, "draftmancer"), [path])
    assert not result.taken_back
    assert b'"x", "nmae"' in result.files[path]
    assert "DM031" in {str(each.code) for each in result.left.diagnostics}


def test_a_fix_that_makes_layouts_clash_is_taken_back(tmp_path):
    path = tmp_path / "cube.txt"
    path.write_text(
        '[Settings]\n{"layouts": {"A": {"weight": 1, "slots": {"A": 2}}}}\n'
        "[A]\n4x Forest\n[B(1]\nIsland\n"
    )
    result = apply_fixes(run_check(path, "draftmancer"), [path])
    assert [str(each.code) for each in result.taken_back] == ["DM003"]
    assert b"4 Forest" in result.files[path]


@pytest.mark.parametrize(
    ("counts", "kept"),
    [
        ([999_999, 2, 1], [0]),
        (range(1, 2001), range(1413, 2000)),
        (range(1, 2501), range(1412, 2500)),
    ],
)
def test_only_the_fixes_that_make_too_many_copies_are_taken_back(tmp_path, counts, kept):
    path = tmp_path / "cube.txt"
    path.write_text("[A(1)]\n" + "".join(f"{count}x Card {count}\n" for count in counts))
    result = apply_fixes(run_check(path, "draftmancer"), [path])
    lines = [*result.files[path].decode().splitlines()][1:]
    assert [row for row, line in enumerate(lines) if "x" in line] == [*kept]
    assert len(result.taken_back) == len(kept)


def test_an_error_that_a_fix_causes_hides_nothing(tmp_path):
    path = tmp_path / "cube.txt"
    # as a title of layouts, the first line makes the second one a layout, which a fix completes
    path.write_text("[Layos]\n-U(7")
    result = apply_fixes(run_check(path, "draftmancer"), [path])
    assert [str(each.code) for each in result.taken_back] == ["DM014", "DM016"]
    assert not result.files


UNSURE = [
    # the brackets are closed at the end, which is the wrong place
    '[Settings]\n{"layouts": {"A": {"weight": 1, "slots": {"A": 1}, "B": {"weight": 1}}}\n[A]\nX\n',
    # a word is written as a text where a number has to be
    '[Settings]\n{"layouts": {"A": {"weight": y, "slots": {"A": 1}}}}\n[A]\nForest\n',
    # a bracket too many: the comma behind it is right
    '[Settings]\n{"layouts": {"A": {"weight": 1, "slots": {"A": 1}}}}},\n"name": "x"}\n[A]\nX\n',
]


@pytest.mark.parametrize("text", UNSURE)
def test_a_guess_that_shows_faults_is_taken_back(tmp_path, text):
    path = tmp_path / "cube.txt"
    path.write_text(text)
    result = apply_fixes(run_check(path, "draftmancer"), [path], unsafe=True)
    assert not result.files
