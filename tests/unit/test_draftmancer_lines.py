"""Card lines, headers and comments of Draftmancer lists."""

from __future__ import annotations

import pytest

import cardformats as cf
from cardformats.formats.draftmancer.acceptance import ListRejection, accept


def only_sheet(text):
    (sheet,) = cf.loads(text, "draftmancer").sheets.values()
    return sheet


def names(sheet):
    return [entry.card.name for entry in sheet.entries]


def found(text):
    """Code and covered text of each diagnostic."""
    report = cf.loads_report(text, "draftmancer")
    return [(str(each.code), each.span.text) for each in report.diagnostics]


@pytest.mark.parametrize(
    ("line", "copies", "name"),
    [
        ("Forest", 1, "Forest"),
        ("1 Forest", 1, "Forest"),
        ("4 Forest", 4, "Forest"),
        ("12 Forest", 12, "Forest"),
        ("007 Forest", 7, "Forest"),
        ("0 Forest", 0, "Forest"),
        ("000 Forest", 0, "Forest"),
        ("2\tForest", 2, "Forest"),
        ("2 \t  Forest", 2, "Forest"),
        ("2\xa0Forest", 2, "Forest"),
        ("4x Forest", 1, "4x Forest"),
        ("4 x Forest", 4, "x Forest"),
        ("-1 Forest", 1, "-1 Forest"),
        ("+1 Forest", 1, "+1 Forest"),
        ("1.5 Forest", 1, "1.5 Forest"),
        ("1996 World Champion", 1996, "World Champion"),
        ("1 1996 World Champion", 1, "1996 World Champion"),
        ("12", 1, "12"),
        ("1 2", 1, "2"),
        ("3Forest", 1, "3Forest"),
    ],
)
def test_digits_and_blanks_before_the_name_are_the_count(line, copies, name):
    assert only_sheet(line).entries == (cf.Entry(cf.CardRef(name), copies),)


@pytest.mark.parametrize(
    ("line", "card"),
    [
        ("Forest (ANA)", cf.CardRef("Forest", "ANA")),
        ("Forest (ana)", cf.CardRef("Forest", "ana")),
        ("Forest (10E)", cf.CardRef("Forest", "10E")),
        ("Forest (A_1)", cf.CardRef("Forest", "A_1")),
        ("Forest\t(ANA)\t60", cf.CardRef("Forest", "ANA", "60")),
        ("Forest\xa0(ANA)\xa060", cf.CardRef("Forest", "ANA", "60")),
        ("Forest  (ANA)", cf.CardRef("Forest", "ANA")),
        ("Forest (ANA) 60", cf.CardRef("Forest", "ANA", "60")),
        ("Forest (ANA) 060", cf.CardRef("Forest", "ANA", "060")),
        ("Forest (ANA) 60a", cf.CardRef("Forest", "ANA", "60a")),
        ("Forest (ANA) 60★", cf.CardRef("Forest", "ANA", "60★")),
        ("Forest (ANA) 60†", cf.CardRef("Forest", "ANA", "60†")),
        ("Forest (PLST) ELD-265", cf.CardRef("Forest", "PLST", "ELD-265")),
        ("Forest (ANA) F", cf.CardRef("Forest", "ANA", "F")),
        ("Forest 60", cf.CardRef("Forest 60")),
        ("Forest ()", cf.CardRef("Forest ()")),
        ("Forest (A-NA)", cf.CardRef("Forest (A-NA)")),
        ("Forest (A NA)", cf.CardRef("Forest (A NA)")),
        ("Forest [ANA]", cf.CardRef("Forest [ANA]")),
        ("Forest(ANA)", cf.CardRef("Forest(ANA)")),
        ("Forest(ANA) 60", cf.CardRef("Forest(ANA) 60")),
        ("Forest (ANA) 60 61", cf.CardRef("Forest (ANA) 60 61")),
        ("Forest (ANA) 60+F", cf.CardRef("Forest (ANA) 60+F")),
        ("Forest (ANA) (60)", cf.CardRef("Forest (ANA)", "60")),
        ("Forest (ANA) # mine", cf.CardRef("Forest (ANA) # mine")),
        ("(ANA) 60", cf.CardRef("(ANA) 60")),
    ],
)
def test_a_set_is_a_word_in_parentheses_and_a_number_follows_it(line, card):
    assert [entry.card for entry in only_sheet(f"1 {line}").entries] == [card]


@pytest.mark.parametrize(
    ("line", "card", "finish"),
    [
        ("Forest F", cf.CardRef("Forest"), "foil"),
        ("Forest +F", cf.CardRef("Forest"), "foil"),
        ("Forest\tF", cf.CardRef("Forest"), "foil"),
        ("Forest (ANA) +F", cf.CardRef("Forest", "ANA"), "foil"),
        ("Forest (ANA) 60 F", cf.CardRef("Forest", "ANA", "60"), "foil"),
        ("Forest (ANA) 60 +F", cf.CardRef("Forest", "ANA", "60"), "foil"),
        ("Forest (ANA) F F", cf.CardRef("Forest", "ANA", "F"), "foil"),
        ("Oaf (Used) (UST) 57 F", cf.CardRef("Oaf (Used)", "UST", "57"), "foil"),
        ("Forest f", cf.CardRef("Forest f"), None),
        ("Forest *F*", cf.CardRef("Forest *F*"), None),
        ("Forest ++F", cf.CardRef("Forest ++F"), None),
        ("Forest +f", cf.CardRef("Forest +f"), None),
        ("ForestF", cf.CardRef("ForestF"), None),
        ("F", cf.CardRef("F"), None),
        ("+F", cf.CardRef("+F"), None),
    ],
)
def test_an_upper_case_f_of_its_own_at_the_end_is_foil(line, card, finish):
    assert only_sheet(line).entries == (cf.Entry(card, 1, finish),)


@pytest.mark.parametrize(
    ("line", "card"),
    [
        ("Fire // Ice", cf.CardRef("Fire // Ice")),
        ("Fire // Ice (APC) 128", cf.CardRef("Fire // Ice", "APC", "128")),
        ("Fire /// Ice", cf.CardRef("Fire /// Ice")),
        ("Fire//Ice", cf.CardRef("Fire//Ice")),
        ("B.F.M. (Big Furry Monster)", cf.CardRef("B.F.M. (Big Furry Monster)")),
        ("Oaf (Very Used) (UST) 57", cf.CardRef("Oaf (Very Used)", "UST", "57")),
        ("Oaf (Used) (UST)", cf.CardRef("Oaf (Used)", "UST")),
        ('Joe "Mossy" Warden', cf.CardRef('Joe "Mossy" Warden')),
        ("Ünïcode ★ Warden", cf.CardRef("Ünïcode ★ Warden")),
        ("_____", cf.CardRef("_____")),
    ],
)
def test_everything_else_is_the_name(line, card):
    assert [entry.card for entry in only_sheet(line).entries] == [card]


def test_a_custom_card_may_have_parentheses_at_the_end_of_its_name():
    text = (
        '[CustomCards]\n[{"name": "Oaf (Used)", "mana_cost": "1", "type": "Creature"}]\n'
        "[Any]\n2 Oaf (Used)\n1 Oaf (Used) (UST)\n"
    )
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


@pytest.mark.parametrize(
    "text", ["Forest\n# Maybeboard\nIsland", "[A]\nForest\n# maybeboard\nIsland"]
)
def test_other_comments_and_those_in_sheets_end_nothing(text):
    assert names(only_sheet(text)) == ["Forest", "Island"]


@pytest.mark.parametrize(
    ("header", "name", "count"),
    [
        ("[Common(10)]", "Common", 10),
        ("[Common (10)]", "Common", 10),
        ("[ Common  (10) ]", "Common", 10),
        ("[Common(010)]", "Common", 10),
        ("[Common(10) {}]", "Common", 10),
        ('[Common(10){"collation": "random"}]', "Common", 10),
        ('[Common(10)   {  "collation" : "random" }  ]', "Common", 10),
        ("[Common##A(2)]", "Common##A", 2),
        ("[Ünïcode ★, etc.: #1/2(2)]", "Ünïcode ★, etc.: #1/2", 2),
        ("[default(3)]", "default", 3),
    ],
)
def test_a_header_is_a_name_a_count_and_options(header, name, count):
    report = cf.loads_report(f"{header}\nForest", "draftmancer")
    slot = cf.Slot(name, count, (cf.SheetChoice(name),))
    assert report.value.boosters[0].layouts == (cf.Layout("default", 1, (slot,)),)
    assert report.diagnostics == ()


@pytest.mark.parametrize(
    ("header", "name"),
    [
        ("[Common(-1)]", "Common(-1)"),
        ("[Common( 10 )]", "Common( 10 )"),
        ("[Common(x)]", "Common(x)"),
        ("[Common()]", "Common()"),
        ("[Common(1) extra]", "Common(1) extra"),
        ("[Common(1)(2)]", "Common(1)(2)"),
        ('["Common"]', '"Common"'),
        ("[[Common]]", "[Common]"),
        ('[Common {"collation": "printRun"}(2)]', 'Common {"collation": "printRun"}(2)'),
        ("[]", ""),
    ],
)
def test_a_header_of_another_shape_is_all_name(header, name):
    """Draftmancer does the same without a word."""
    report = cf.loads_report(f"{header}\nForest", "draftmancer")
    assert list(report.value.sheets) == [name]
    assert [(str(each.code), each.span.text) for each in report.diagnostics] == [("DM003", header)]


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
