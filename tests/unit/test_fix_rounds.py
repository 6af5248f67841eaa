"""Which fixes are applied together, and which diagnostics comments and selections leave."""

from __future__ import annotations

import pytest
from attrs import evolve

from cardformats.checking.fix_round import DisjointEdits, FixRound
from cardformats.checking.ignore_comments import (
    ignore_comments,
    unused_comment,
)
from cardformats.checking.selection import Selection
from cardformats.diagnostics import Fix, Severity, SharedCode, TextEdit
from cardformats.formats.draftmancer.codes import DraftmancerCode
from cardformats.formats.wagic.codes import WagicCode
from cardformats.source import SourceText
from tests.growth import LINEAR, growth_of_calls

TEXT = "one two\nthree\nfour five\n"


def found(source, start, end):
    return SharedCode.LONE_SURROGATE.at(source.span(start, end), escape=source.text[start:end])


@pytest.mark.parametrize(
    ("one", "other", "fits"),
    [
        ((2, 4, "a"), (4, 6, "b"), True),
        ((2, 4, "a"), (5, 6, "b"), True),
        ((2, 4, "a"), (3, 6, "b"), False),
        ((2, 4, "a"), (2, 4, "a"), True),
        ((2, 4, "a"), (2, 4, "b"), False),
        ((2, 6, "a"), (3, 4, "b"), False),
        # an insertion touches what is replaced before and behind it, and other insertions there
        ((2, 4, "a"), (4, 4, "b"), False),
        ((2, 4, "a"), (2, 2, "b"), False),
        ((2, 4, "a"), (5, 5, "b"), True),
        ((2, 4, "a"), (1, 1, "b"), True),
        ((2, 2, "a"), (2, 2, "b"), False),
        ((2, 2, "a"), (2, 2, "a"), True),
        ((2, 2, "a"), (3, 3, "b"), True),
    ],
)
def test_edits_that_touch_are_not_made_together(one, other, fits):
    for first, second in ((one, other), (other, one)):
        edits = DisjointEdits()
        assert edits.accepts(first)
        edits.take(first)
        assert edits.accepts(second) == fits
        if fits:
            edits.take(second)
            assert edits.all == sorted({one, other})


def test_an_edit_must_fit_between_its_neighbours():
    edits = DisjointEdits()
    for each in ((0, 2, "a"), (8, 9, "c"), (4, 6, "b")):
        edits.take(each)
    assert edits.all == [(0, 2, "a"), (4, 6, "b"), (8, 9, "c")]
    accepted = [place for place in range(11) if edits.accepts((place, place + 1, "x"))]
    assert accepted == [2, 3, 6, 7, 9, 10]


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "list.txt"
    path.write_text(TEXT, "utf-8")
    return path


@pytest.fixture
def source(path):
    return SourceText.from_bytes(str(path), path.read_bytes())


def round_of(source, *edits, may_change=True, texts=None, encoding=None):
    """A round of fixes, each of several edits, and the diagnostics that have them."""
    fixes = FixRound(lambda _: may_change, texts or {})
    diagnostics = []
    for its in edits:
        made = [TextEdit(source.span(start, end), new) for start, end, new in its]
        fix = Fix("fix it", made, encoding=encoding)
        diagnostics.append(evolve(found(source, its[0][0], its[0][1]), fix=fix))
        fixes.add(diagnostics[-1], fix)
    return fixes, diagnostics


def test_a_fix_is_applied_as_a_whole_or_not_at_all(path, source):
    fixes, (first, _, third) = round_of(
        source, [(0, 3, "1"), (4, 7, "2")], [(8, 13, "3"), (6, 7, "x")], [(14, 18, "4")]
    )
    assert fixes.changed == {path: b"1 2\nthree\n4 five\n"}
    assert fixes.applied == [first, third]
    assert fixes.applied_in([path]) == [first, third]
    assert fixes.applied_in([path.parent / "other.txt"]) == []


def test_fixes_in_the_lines_of_a_place_are_found(path, source):
    fixes, (first, second, third) = round_of(
        source, [(0, 3, "1\n")], [(8, 13, "3"), (19, 23, "5")], [(14, 18, "4")]
    )
    assert fixes.applied_at([(path, 0, 0)]) == [first]
    assert fixes.applied_at([(path, 7, 7)]) == [first]
    assert fixes.applied_at([(path, 8, 8)]) == [second]
    assert fixes.applied_at([(path, 14, 14)]) == [second, third]
    assert fixes.applied_at([(path, 7, 8)]) == [first, second]
    assert fixes.applied_at([(path, 0, 20)]) == [first, second, third]
    assert fixes.applied_at([(path.parent / "other.txt", 0, 20)]) == fixes.applied_at([]) == []
    # "1\n two\n3\n4 5\n": where each place was
    after = fixes.changed[path].decode()
    assert after == "1\n two\n3\n4 5\n"
    assert [fixes.before(path, offset, offset)[1] for offset in range(len(after) + 1)] == [
        *(0, 0, 0, 4, 5, 6, 7, 8, 8, 14, 14, 19, 19, 24),
    ]
    assert fixes.before(path, 2, 5) == (path, 0, 6)
    other = path.parent / "other.txt"
    assert fixes.before(other, 2, 5) == (other, 2, 5)


def test_fixes_at_many_places_are_found_in_linear_time(path):
    def find(count):
        path.write_text("a b\n" * count)
        source = SourceText.from_bytes(str(path), path.read_bytes())
        fixes, diagnostics = round_of(
            source, *([(4 * row, 4 * row + 1, "")] for row in range(count))
        )
        places = [(path, 3 * row, 3 * row + 1) for row in range(count)]
        assert fixes.applied_at(fixes.before(*place) for place in places) == diagnostics

    assert growth_of_calls(find, 50) < LINEAR


def test_only_texts_of_files_that_may_be_changed_are(path, source):
    edit = [(0, 3, "1")]
    assert round_of(source, edit)[0].changed
    assert not round_of(source, edit, may_change=False)[0].changed
    assert not round_of(SourceText(str(path), "other"), edit)[0].changed
    assert not round_of(SourceText("", TEXT), edit)[0].changed
    expanded = SourceText(str(path), TEXT, origin=source.span(0))  # made from other text
    assert not round_of(expanded, edit)[0].changed
    assert not round_of(source, [(0, 3, "one")])[0].changed
    assert round_of(source, [(0, 3, "one")])[0].applied == []
    assert not round_of(SourceText(str(path), TEXT, "cp1252"), [(0, 3, "→")])[0].changed
    in_memory = SourceText(str(path), "later")
    fixes, _ = round_of(in_memory, edit, texts={path: b"later"}, may_change=False)
    assert fixes.changed == {path: b"1er"}


def test_a_file_is_saved_in_one_encoding(path):
    path.write_bytes(b"caf\xe9 one\n")
    source = SourceText.from_bytes(str(path), path.read_bytes())
    assert source.encoding == "cp1252"
    fixes, _ = round_of(source, [(5, 8, "→")], encoding="utf-8")
    fixes.add(found(source, 0, 1), Fix("save it otherwise", encoding="utf-16-le"))
    assert len(fixes.applied) == 1
    assert fixes.changed == {path: "café →\n".encode()}
    assert not round_of(source, [(5, 8, "→")])[0].changed
    assert round_of(source, [(5, 8, "é")])[0].changed == {path: b"caf\xe9 \xe9\n"}


COMMENTS = """\
# cardformats: ignore
1 a
// cardformats: ignore DM021, dm02 (because)
  ## cardformats:ignore WG
1 b
<a/> <!-- cardformats: ignore OC001 --> <b/>
x <!-- cardformats: ignore OC002 OC003 -->
<!-- cardformats: ignore -->
c
# cardformats: ignore-file DM
# cardformats: ignore it please
# cardformats: ignored
d # cardformats: ignore
# cardformats: ignore CF"""


def test_a_comment_has_a_line_and_codes():
    source = SourceText("list.txt", COMMENTS)
    comments = [*ignore_comments(source)]
    assert [(each.span.text, each.line, each.codes) for each in comments] == [
        ("# cardformats: ignore", 2, ()),
        ("// cardformats: ignore DM021, dm02 (because)", 5, ("DM021", "DM02")),
        ("  ## cardformats:ignore WG", 5, ("WG",)),
        ("<!-- cardformats: ignore OC001 -->", 6, ("OC001",)),
        ("<!-- cardformats: ignore OC002 OC003 -->", 7, ("OC002", "OC003")),
        ("<!-- cardformats: ignore -->", 9, ()),
        ("# cardformats: ignore-file DM", None, ("DM",)),
        ("# cardformats: ignore it please", 12, None),
        ("# cardformats: ignore CF", 0, ("CF",)),
    ]
    assert [unused_comment(each).message.partition(": ")[2] for each in comments] == [
        "there is no finding in line 2",
        "there is no DM021, DM02 in line 5",
        "there is no WG in line 5",
        "there is no OC001 in line 6",
        "there is no OC002, OC003 in line 7",
        "there is no finding in line 9",
        "there is no DM in this file",
        "there is no finding in line 12",
        "there is no CF in this place",
    ]
    notes = [unused_comment(each).notes for each in comments]
    assert notes == [()] * 7 + [("write codes with commas between, or none",), ()]
    assert [*ignore_comments(SourceText("", "# card formats: ignore"))] == []


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({}, [True, True, True]),
        ({"select": ["DM"]}, [True, True, False]),
        ({"select": ["DM035"]}, [True, False, False]),
        ({"select": ["DM", "WG"]}, [True, True, True]),
        ({"ignore": ["DM03"]}, [False, True, True]),
        ({"ignore": ["DM"], "select": ["DM035"]}, [True, False, False]),
        ({"ignore": ["DM035"], "select": ["DM"]}, [False, True, False]),
        ({"ignore": ["DM"], "select": ["DM"]}, [False, False, False]),
        ({"severity": Severity.WARNING}, [True, True, False]),
        ({"severity": Severity.ERROR}, [True, False, False]),
        ({"severity": Severity.ERROR, "select": ["DM021"]}, [False, False, False]),
    ],
)
def test_the_longer_beginning_counts_and_the_severity(options, expected):
    notes = [each for each in WagicCode if each.severity is Severity.NOTE]
    its = (DraftmancerCode("DM035"), DraftmancerCode("DM021"), notes[0])
    assert [each.severity.value for each in its] == ["error", "warning", "note"]
    selection = Selection(**options)
    assert [selection.has_code(each) for each in its] == expected
