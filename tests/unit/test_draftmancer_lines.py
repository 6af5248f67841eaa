"""Card lines, headers and comments of Draftmancer lists."""

from __future__ import annotations

import pytest

import cardformats as cf
from cardformats.formats.draftmancer.acceptance import ListRejection, accept

from .draftmancer_lists import WARDEN, found, with_cards
from .text_tables import rows


def only_sheet(text):
    (sheet,) = cf.loads(text, "draftmancer").sheets.values()
    return sheet


def names(sheet):
    return [entry.card.name for entry in sheet.entries]


def test_digits_and_blanks_before_the_name_are_the_count():
    for line, copies, name in rows("""
        Forest                | 1    | Forest
        1 Forest              | 1    | Forest
        4 Forest              | 4    | Forest
        12 Forest             | 12   | Forest
        007 Forest            | 7    | Forest
        0 Forest              | 0    | Forest
        000 Forest            | 0    | Forest
        2\tForest             | 2    | Forest
        2 \t  Forest          | 2    | Forest
        2\xa0Forest           | 2    | Forest
        4x Forest             | 1    | 4x Forest
        4 x Forest            | 4    | x Forest
        -1 Forest             | 1    | -1 Forest
        +1 Forest             | 1    | +1 Forest
        1.5 Forest            | 1    | 1.5 Forest
        1996 World Champion   | 1996 | World Champion
        1 1996 World Champion | 1    | 1996 World Champion
        12                    | 1    | 12
        1 2                   | 1    | 2
        3Forest               | 1    | 3Forest
    """):
        assert only_sheet(line).entries == (cf.Entry(cf.CardRef(name), int(copies)),), line


def test_a_set_is_a_word_in_parentheses_and_a_number_follows_it():
    for line, name, set_code, number in rows("""
        Forest (ANA)               | Forest                     | ANA  |
        Forest (ana)               | Forest                     | ana  |
        Forest (10E)               | Forest                     | 10E  |
        Forest (A_1)               | Forest                     | A_1  |
        Forest\t(ANA)\t60          | Forest                     | ANA  | 60
        Forest\xa0(ANA)\xa060      | Forest                     | ANA  | 60
        Forest  (ANA)              | Forest                     | ANA  |
        Forest (ANA) 60            | Forest                     | ANA  | 60
        Forest (ANA) 060           | Forest                     | ANA  | 060
        Forest (ANA) 60a           | Forest                     | ANA  | 60a
        Forest (ANA) 60★           | Forest                     | ANA  | 60★
        Forest (ANA) 60†           | Forest                     | ANA  | 60†
        Forest (PLST) ELD-265      | Forest                     | PLST | ELD-265
        Forest (ANA) F             | Forest                     | ANA  | F
        Forest 60                  | Forest 60                  |      |
        Forest ()                  | Forest ()                  |      |
        Forest (A-NA)              | Forest (A-NA)              |      |
        Forest (A NA)              | Forest (A NA)              |      |
        Forest [ANA]               | Forest [ANA]               |      |
        Forest(ANA)                | Forest(ANA)                |      |
        Forest(ANA) 60             | Forest(ANA) 60             |      |
        Forest (ANA) 60 61         | Forest (ANA) 60 61         |      |
        Forest (ANA) 60+F          | Forest (ANA) 60+F          |      |
        Forest (ANA) (60)          | Forest (ANA)               | 60   |
        Forest (ANA) # mine        | Forest (ANA) # mine        |      |
        (ANA) 60                   | (ANA) 60                   |      |
        Fire // Ice                | Fire // Ice                |      |
        Fire // Ice (APC) 128      | Fire // Ice                | APC  | 128
        Fire /// Ice               | Fire /// Ice               |      |
        Fire//Ice                  | Fire//Ice                  |      |
        B.F.M. (Big Furry Monster) | B.F.M. (Big Furry Monster) |      |
        Oaf (Very Used) (UST) 57   | Oaf (Very Used)            | UST  | 57
        Oaf (Used) (UST)           | Oaf (Used)                 | UST  |
        Joe "Mossy" Warden         | Joe "Mossy" Warden         |      |
        Ünïcode ★ Warden           | Ünïcode ★ Warden           |      |
        _____                      | _____                      |      |
    """):
        card = cf.CardRef(name, set_code or None, number or None)
        assert only_sheet(f"1 {line}").entries == (cf.Entry(card),), line
        assert only_sheet(line).entries == (cf.Entry(card),), line


def test_an_upper_case_f_of_its_own_at_the_end_is_foil():
    for line, name, set_code, number, finish in rows("""
        Forest F              | Forest     |     |    | foil
        Forest +F             | Forest     |     |    | foil
        Forest\tF             | Forest     |     |    | foil
        Forest (ANA) +F       | Forest     | ANA |    | foil
        Forest (ANA) 60 F     | Forest     | ANA | 60 | foil
        Forest (ANA) 60 +F    | Forest     | ANA | 60 | foil
        Forest (ANA) F F      | Forest     | ANA | F  | foil
        Oaf (Used) (UST) 57 F | Oaf (Used) | UST | 57 | foil
        Forest f              | Forest f   |     |    |
        Forest *F*            | Forest *F* |     |    |
        Forest ++F            | Forest ++F |     |    |
        Forest +f             | Forest +f  |     |    |
        ForestF               | ForestF    |     |    |
        F                     | F          |     |    |
        +F                    | +F         |     |    |
    """):
        card = cf.CardRef(name, set_code or None, number or None)
        assert only_sheet(line).entries == (cf.Entry(card, 1, finish or None),), line


def test_a_custom_card_may_have_parentheses_at_the_end_of_its_name():
    text = with_cards(WARDEN | {"name": "Oaf (Used)"}, lines="2 Oaf (Used)\n1 Oaf (Used) (UST)\n")
    assert [entry.card for entry in only_sheet(text).entries] == [
        cf.CardRef("Oaf (Used)"),
        cf.CardRef("Oaf (Used)"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Forest",
        "Forest\n",
        "  Forest\t",
        "\xa0Forest\xa0",
        "\ufeffForest",
        "\ufeff  Forest",
        "Forest\r\n",
        "\r\n\r\nForest\r\n",
        "\u2003Forest\u3000",
        "# comment\nForest",
        "   # comment\nForest\n## comment",
        "[Any]\nForest",
        "\ufeff[Any]\nForest",
        "\xa0[Any] \t\r\n  Forest",
        "\n# comment\n[Any]\n\n# comment\n\nForest\n# comment",
    ],
)
def test_blanks_comments_and_byte_order_marks_around_lines_do_not_count(text):
    report = cf.loads_report(text, "draftmancer")
    assert (names(*report.value.sheets.values()), report.diagnostics) == (["Forest"], ())


def test_a_lone_carriage_return_ends_no_line():
    report = cf.loads_report("Forest\rIsland", "draftmancer")
    assert names(report.value.sheets["default"]) == ["Forest\rIsland"]
    assert not report.ok


@pytest.mark.parametrize("mark", ["\r", "\u2028", "\u2029"])
def test_a_line_break_in_a_name_is_an_error_and_between_parts_it_is_a_blank(mark):
    assert found(f"1 Reed{mark}Frog") == [("DM045", f"1 Reed{mark}Frog")]
    assert isinstance(accept(f"1 Reed{mark}Frog"), ListRejection)
    for line in (f"1{mark}Reed Frog", f"1 Reed Frog{mark}(FEN) 2"):
        assert not cf.loads_report(line, "draftmancer").errors
        (read,) = accept(line).sheets["default"]["cards"]
        assert read.name == "Reed Frog"


def test_a_list_that_does_not_begin_with_a_header_is_one_sheet():
    sheet = only_sheet("Forest\n[Any]\nIsland")
    assert (sheet.name, names(sheet)) == ("default", ["Forest", "[Any]", "Island"])


def test_a_plain_list_ends_at_its_maybeboard():
    text = "Forest\n  # maybeboard\t\nIsland"
    assert names(cf.loads(text, "draftmancer").sheets["default"]) == ["Forest"]
    assert found(text) == [("DM024", "# maybeboard")]


def test_a_comment_in_a_sheet_ends_nothing():
    assert names(only_sheet("[A]\nForest\n# maybeboard\nIsland")) == ["Forest", "Island"]


def test_a_header_is_a_name_a_count_and_options():
    for header, name, count in rows("""
        [Common(10)]                                 | Common                | 10
        [Common (10)]                                | Common                | 10
        [ Common  (10) ]                             | Common                | 10
        [Common(010)]                                | Common                | 10
        [Common(10) {}]                              | Common                | 10
        [Common(10){"collation": "random"}]          | Common                | 10
        [Common(10)   {  "collation" : "random" }  ] | Common                | 10
        [Common##A(2)]                               | Common##A             | 2
        [Ünïcode ★, etc.: #1/2(2)]                   | Ünïcode ★, etc.: #1/2 | 2
        [default(3)]                                 | default               | 3
    """):
        report = cf.loads_report(f"{header}\nForest", "draftmancer")
        slot = cf.Slot(name, int(count), (cf.SheetChoice(name),))
        assert report.value.boosters[0].layouts == (cf.Layout("default", 1, (slot,)),), header
        assert report.diagnostics == (), header


def test_a_line_without_closing_bracket_is_no_header():
    assert found("[Common\n[Rare]\nForest") == [("DM002", "[Common")]


@pytest.mark.parametrize("count", [1_000_001, 10**20])
def test_a_count_beyond_the_limit_is_an_error_and_cut(count):
    report = cf.loads_report(f"{count} Forest", "draftmancer")
    assert report.counts() == {"DM020": 1}
    assert report.value.sheets["default"].total == 1_000_000


def test_the_limit_of_copies_and_the_length_of_lines_are_options():
    report = cf.loads_report("5 Forest\n5 Moss Warden", "draftmancer", max_copies=4, max_line=8)
    assert report.counts() == {"CF002": 1, "DM020": 1}
    assert report.value.sheets["default"].entries == (cf.Entry(cf.CardRef("Forest"), 4),)


@pytest.mark.parametrize(
    ("counts", "limit", "kept", "lines"),
    [
        ([6, 2, 1], 9, [6, 2, 1], []),
        ([6, 2, 1], 8, [5, 2, 1], [2]),
        ([1, 6, 0, 2], 5, [1, 2, 0, 2], [3]),
        ([4, 7, 4], 6, [4, 1, 1], [3, 4]),
        ([3, 1, 1, 1], 2, [0, 1, 1, 0], [2, 5]),
    ],
)
def test_the_largest_counts_of_a_sheet_with_too_many_copies_are_reported(
    counts, limit, kept, lines
):
    text = "\n".join(f"{count} Card {number}" for number, count in enumerate(counts))
    report = cf.loads_report(f"[A(1)]\n{text}\n", "draftmancer", max_copies=limit)
    assert [each.copies for each in report.value.sheets["A"].entries] == kept
    assert [each.span.line for each in report.diagnostics if each.code == "DM020"] == lines
