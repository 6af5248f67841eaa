"""Lines are read as Lark reads the grammar of lists, and in linear time."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import cardformats as cf
from cardformats.formats.draftmancer import lines
from cardformats.formats.draftmancer.syntax import WHITE_SPACE, DraftmancerCardLine
from tests.grammars import check_agrees, read_by_lark

WORDS = st.sampled_from(
    [
        "Forest", "Moss", "Warden", "of", "the", "A", "X", "F", "f", "+F", "++F", "*F*", "x4", "4x",
        "Lim-Dûl's", "Æther", "Ünïcode", "森林", "½", "_____", "//", "///", "/", "Fire//Ice", "&",
        '"Ach!', 'Run!"', "R&D", "B.F.M.", "+2", "-1", "1.5", "100,000", "1996", "2", "٣",
        "#1", "# c", "[A]", "{W}", "<b>", "|", ";", ":", ",", "^Have^", "×", "•", "*", "!", "?",
        "★", "\u200bA", "e\u0301",
    ]
)  # fmt: skip
COUNTS = st.sampled_from(["1", "4", "007", "0", "12", "99999999999999999999", "-1", "4x", "٣", "²"])
GAPS = st.text(st.sampled_from(" \t\xa0\r\v\f\x1c\x85\u1680\u2003\u2028\u3000"), min_size=1)
SETS = st.sampled_from(
    ["(ANA)", "(ana)", "(A_1)", "(10E)", "(60)", "()", "(A-NA)", "(A NA)", "(Used)", "[ANA]", "ANA"]
)
NUMBERS = st.sampled_from(["60", "060", "60a", "60★", "60†", "ELD-265", "F", "+", "60+F", "(60)"])
FOILS = st.sampled_from(["F", "+F", "f", "*F*"])
ODD = st.one_of(st.sampled_from("\ufeff\xad\u200b\x00()"), st.characters())


@st.composite
def usual_lines(draw):
    """Lines of about the shape of a card line."""
    parts = [draw(COUNTS)] if draw(st.booleans()) else []
    parts += draw(st.lists(WORDS, min_size=1, max_size=4))
    parts += [draw(each) for each in (SETS, NUMBERS, FOILS) if draw(st.booleans())]
    gaps = [draw(st.one_of(st.just(" "), GAPS)) for _ in parts]
    return "".join(part for pair in zip(parts, gaps, strict=True) for part in pair)


#: Pieces in any order, with and without gaps between them.
JUMBLES = st.lists(st.one_of(WORDS, COUNTS, GAPS, SETS, NUMBERS, FOILS, ODD)).map("".join)
LINES = st.one_of(
    usual_lines(), JUMBLES, st.tuples(GAPS, usual_lines()).map("".join), st.text(max_size=20)
).map(lambda line: line.replace("\n", ""))
TEXTS = st.lists(st.tuples(LINES, st.sampled_from(["\n", "\r\n"])).map("".join)).map("".join)


def grammatical(line):
    """The parts of *line* as Lark reads it with the shortest name; None if it is none."""
    ways = read_by_lark(lines.GRAMMAR, "card_line", line)
    return min(ways, key=lambda way: ("COUNT" not in way, len(way["NAME"])), default=None)


@given(LINES)
@example("Forest (ANA) 60\ufeff")
@example("Forest (ANA) \ufeff")
@example("Forest (ANA) F")
@example("Forest\xa0(ANA)\t60\r")
@example("2 (ANA)")
@example("Forest\x1f")
def test_the_rules_of_lines_are_read_as_lark_reads_them(line):
    for rule in ("card_line", "whole_line"):
        check_agrees(lines.GRAMMAR, rule, line.strip(WHITE_SPACE))
    check_agrees(lines.GRAMMAR, "sheet_line", line)


@given(st.one_of(LINES, st.text(st.sampled_from("-A1 ()\txX\xa0"), max_size=8)))
@example("- Name (3)")
@example("-Name(03)")
@example("2 Name")
def test_the_lines_of_old_layouts_are_read_as_lark_reads_them(line):
    for rule in ("old_layout", "old_slot"):
        check_agrees(lines.GRAMMAR, rule, line.strip(WHITE_SPACE))


@given(st.one_of(TEXTS, st.text()))
@example("")
@example("\n")
@example("\nForest\n\n")
@example("Forest\rIsland\x85Swamp\u2028Plains")
@example(" # Forest\n1 # Forest\n")
def test_each_line_of_a_text_is_read_by_itself(text):
    assert lines.rows(text) == [row for line in text.split("\n") for row in lines.rows(line)]
    assert len(lines.rows(text)) == text.count("\n") + 1
    for line, row in zip(text.split("\n"), lines.rows(text), strict=True):
        bare = line.strip(WHITE_SPACE)
        if not bare or bare[0] == "#":
            assert not any(row[:-1])
            assert not row[-1].strip(WHITE_SPACE)
        else:
            match = lines.GRAMMAR.rule("card_line").fullmatch(bare)
            assert row[:-1] == (match.groups("") if match else ("",) * 5)
            assert row[-1].strip(WHITE_SPACE) == ("" if match else bare)


@given(LINES)
def test_every_line_is_a_card_line(line):
    text = line.strip(WHITE_SPACE)
    if text:
        made = lines.card_line(text)
        assert made.name
        assert text.endswith(made.text)
        assert made.text.startswith(made.name)


@given(LINES)
def test_a_card_line_is_what_its_parts_say(line):
    text = line.strip(WHITE_SPACE)
    if text:
        made, parts = lines.card_line(text), grammatical(text)
        if parts is None:
            assert made == DraftmancerCardLine(None, text, text=text)
            return
        count = lines.whole_number(parts["COUNT"]) if "COUNT" in parts else None
        rest = text.removeprefix(parts.get("COUNT", "")).lstrip(WHITE_SPACE)
        its = parts["NAME"], parts.get("SET"), parts.get("NUMBER"), "FOIL" in parts, rest
        assert made == DraftmancerCardLine(count, *its)


@given(LINES)
def test_a_reference_in_json_is_read_as_a_card_line_is(line):
    text = line.strip(WHITE_SPACE)
    if text:
        made = lines.card_line(text)
        assert lines.parse_reference(text) == (1 if made.count is None else made.count, made.ref)


@given(LINES)
def test_a_sheet_has_the_cards_that_the_grammar_finds(line):
    text = line.strip(WHITE_SPACE)
    sheet = cf.loads_report(f"[A]\n{line}", "draftmancer").value.sheets["A"]
    if not text or text[0] in "#[":
        assert sheet.entries == ()
    else:
        made = lines.card_line(text)
        (entry,) = sheet.entries
        assert (entry.card, entry.finish) == (made.ref, "foil" if made.foil else None)


SHEETS = st.one_of(
    st.sampled_from(["Common", "Rare##2", "Slot A", " A ", "\xa0", "", "Ünïcode ★, etc.: #1/2"]),
    st.text(st.sampled_from('Ab1 \t_-#:.,"()[]{}'), max_size=6),
)
SLOT_COUNTS = st.sampled_from(["(10)", "(0)", "(010)", "(-1)", "( 1 )", "(x)", "()", "(1", "(٣)"])
OPTIONS = st.sampled_from(
    ["{}", "{x}", "{ }", '{"collation": "random"}', '{"a": {}}', '{"a": "]"}', "{", "}", "{} {}"]
)
ENDS = st.sampled_from([" ", "\t\xa0", "\u3000", " extra", "]", '"', "", ""])
HEADERS = st.one_of(
    st.tuples(SHEETS, SLOT_COUNTS, ENDS, OPTIONS, ENDS).map("".join),
    st.lists(st.one_of(SHEETS, SLOT_COUNTS, OPTIONS, ENDS), max_size=5).map("".join),
    st.text(max_size=10),
).map(lambda inside: f"[{inside}]".replace("\n", ""))


@given(HEADERS)
@example("[A(10) {} ]")
@example("[ ]")
@example("[]")
@example('[A {"a": "}]"}]')
def test_headers_are_read_as_lark_reads_them(text):
    check_agrees(lines.GRAMMAR, "header", text)


LENGTH = 100_000
AWKWARD = {
    "blanks": " " * LENGTH,
    "other blanks": "\xa0\t" * LENGTH,
    "zeros": "0" * LENGTH,
    "counts": "1 " * LENGTH,
    "brackets": "(" * LENGTH,
    "closing brackets": ")" * LENGTH,
    "sets": "a (b) " * LENGTH,
    "sets and numbers": "a (b) c " * LENGTH,
    "open sets": "a (b " * LENGTH,
    "one long set": f"a ({'b' * LENGTH}",
    "one long number": f"a (b) {'c' * LENGTH}+",
    "foil marks": " F" * LENGTH,
    "other foil marks": " +F" * LENGTH,
    "words": "a " * LENGTH,
    "words far apart": ("a" + " " * 500) * 500,
    "slashes": "a // " * LENGTH,
    "marks": "a, " * LENGTH,
    "comments": "#" * LENGTH,
    "headings": "x4 " * LENGTH,
}


@pytest.mark.part(2)
@pytest.mark.parametrize("end", ["", "a", '"', "a (b) c d"])
@pytest.mark.parametrize("line", AWKWARD.values(), ids=AWKWARD)
def test_a_long_line_is_read_in_linear_time(line, end):
    """A quadratic step would take minutes, so that no clock is needed to see it."""
    text = f"a{line}{end}".strip(WHITE_SPACE)
    assert lines.card_line(text).name
    assert len(lines.rows(f"{line}{end}")) == 1


@pytest.mark.parametrize("mark", ["maybeboard", "Sideboard", "maybe", "side board :"])
def test_a_long_comment_is_read_in_linear_time(mark):
    """As above; it looks like the line that ends a list, but for what follows many blanks."""
    text = f"Forest\n# {mark}{' ' * LENGTH}:{' ' * LENGTH}x"
    assert cf.loads_report(text, "draftmancer").diagnostics == ()


@pytest.mark.part(2)
@pytest.mark.parametrize("piece", ["A", " ", "A ", "A(", "(1)", "{", "{}", "{} ", "#", ":"])
@pytest.mark.parametrize("end", ["]", '"]', "(]", "(1]", "}]", "{}x]"])
def test_a_long_header_is_read_in_linear_time(piece, end):
    """As above."""
    report = cf.loads_report(f"[A{piece * LENGTH}{end}\nForest", "draftmancer")
    assert len(report.value.sheets) == 1


TYPO_PARTS = st.sampled_from(
    [
        "[", "]", "[[", "(", ")", "<", ">", "Common", "A b", "10", "3", " ", "\t", "x", "×", ".",
        ":", ",", "#", "//", "c", "-", "–", "*", "{", "}",
    ]
)  # fmt: skip
TYPO_RULES = (
    "counted_header", "spaced_header", "bare_header", "behind_header", "name_and_count",
    "near_layout", "near_slot",
)  # fmt: skip


@pytest.mark.parametrize("rule", TYPO_RULES)
@given(text=st.lists(TYPO_PARTS, min_size=1, max_size=7).map("".join))
@example(text="[Common (10)]")
@example(text="[Common 10)]")
@example(text="[ Common ]")
@example(text=". # c")
@example(text="Common x 10")
@example(text="- Usual: 7")
@example(text="10x Common,")
def test_what_is_written_instead_is_read_as_lark_reads_it(rule, text):
    check_agrees(lines.TYPOS, rule, text)
