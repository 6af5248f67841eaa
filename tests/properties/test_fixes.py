"""Fixes correct the findings, and nothing else; applied twice they change nothing."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from cardformats.checking.findings import Findings
from cardformats.checking.fixing import FixedFiles, apply_fixes
from cardformats.cli.app import app
from cardformats.diagnostics import Fix
from cardformats.formats.draftmancer.codes import DraftmancerCode
from cardformats.formats.xml_recovery import characters_fix
from cardformats.source import SourceText, TextEdit, read_bytes

from .fixing import findings, fixed, kinds, run_check

CUSTOM = """[CustomCards]
[
  {"name": "Bog Imp", "mana_cost": "{B}", "type": "Creature"},
  {"name": "Æther Vial", "mana_cost": "{1}", "type": "Artifact"}
]
"""
SETTINGS = """[Settings]
{
  "layouts": {
    "A": {"weight": 1, "slots": {"Common": 2}}
  }
}
"""


def of_settings(old, new, behind="\n"):
    """A list whose settings have *new* for *old*, or end otherwise."""
    return SETTINGS.replace(old, new).rstrip() + behind + "[Common]\nForest\n"


def of_cards(old, new, line="Bog Imp"):
    """A list whose custom cards have *new* for *old*."""
    return f"{CUSTOM.replace(old, new)}[A(1)]\n{line}\n"


def of_imp(members):
    """A list with a custom card that has more *members*."""
    return of_cards('"{B}"', f'"{{B}}", {members}')


def of_imps(*numbers):
    """A list with custom cards of one name and these *numbers*, which lines and a card name."""
    cards = "".join(
        f'  {{"name": "Imp", "mana_cost": "", "type": "A", "collector_number": "{each}"}},\n'
        for each in numbers
    )
    related = f'"related_cards": ["Imp (custom) {numbers[0]}"]'
    related = f'{{"name": "Bog", "mana_cost": "", "type": "A", {related}}}'
    lines = "".join(f"1 Imp (custom) {each}\n2 Imp (custom) {each} F\n" for each in numbers)
    return f"[CustomCards]\n[\n{cards}  {related}\n]\n[A(1)]\n{lines}"


GOOD_SETTINGS, GOOD_CARDS = of_settings("", ""), of_cards("", "")
#: Lists of Draftmancer: the fault, and what safe fixes make of it.
DRAFTMANCER = [
    # lines
    ("[A(1)]\n4x Forest\n", "[A(1)]\n4 Forest\n"),
    ("[A(1)]\n4X Forest\n1 Bog  Imp*F*\n", "[A(1)]\n4 Forest\n1 Bog Imp F\n"),
    ("[A(1)]\nForest (M15) #12\n", "[A(1)]\nForest (M15) 12\n"),
    ("[A(1)]\nForest(M15)\n", "[A(1)]\nForest (M15)\n"),
    ("[A(1)]\nFire/Ice\n", "[A(1)]\nFire // Ice\n"),
    ("[A(1)]\n• 2 Forest\n1 [[Island]]\n", "[A(1)]\n2 Forest\n1 Island\n"),
    ("[A(1)]\n0 Forest\n1 Island\n", "[A(1)]\n# 0 Forest\n1 Island\n"),
    ("Deck\n4 Forest\n// my comment\n", "# Deck\n4 Forest\n# my comment\n"),
    (
        of_cards("", "", "2 bog imp\nAether Vial\nBog Imp"),
        of_cards("", "", "2 Bog Imp\nÆther Vial\nBog Imp"),
    ),
    ("[A(1)]\nForest\r\u2028Island\n", "[A(1)]\nForest\nIsland\n"),
    (
        of_imps("23/55 (C.G.C)", "12+", "(A)", "23/55 (CGC)", "5"),
        of_imps("23/55-C.G.C", "12", "A", "23/55-CGC", "5"),
    ),
    # headers
    ("[A(1]\nForest\n", "[A(1)]\nForest\n"),
    ("[A[1]]\nForest\n", "[A(1)]\nForest\n"),
    ("[[A(1)]]\nForest\n", "[A(1)]\nForest\n"),
    ("[A(1x)]\nForest\n", "[A(1)]\nForest\n"),
    ("[A(1)]:\nForest\n", "[A(1)]\nForest\n"),
    ("[A(1)] # the first\nForest\n", "[A(1)]\n# the first\nForest\n"),
    ("[A(1)\nForest\n", "[A(1)]\nForest\n"),
    ("[A 1]\nForest\n[B 2]\nIsland\n", "[A(1)]\nForest\n[B(2)]\nIsland\n"),
    ('[Setings]\n{"name": ""}\n[A(1)]\nForest\n', '[Settings]\n{"name": ""}\n[A(1)]\nForest\n'),
    (
        "[A(1) {'collation': 'printrun', \"groupsize\": \"2\",}]\nForest\nIsland\n",
        '[A(1) {"collation": "printRun", "groupSize": 2}]\nForest\nIsland\n',
    ),
    # settings
    (of_settings('"layouts"', '"Layouts"'), GOOD_SETTINGS),
    (of_settings('"weight": 1', '"wieght": "1"'), GOOD_SETTINGS),
    (
        '[Settings]\n{"withReplcaement": "TRUE"}\n[A(1)]\nForest\n',
        '[Settings]\n{"withReplacement": true}\n[A(1)]\nForest\n',
    ),
    (of_settings('"Common"', '"common"'), GOOD_SETTINGS),
    (of_settings('"weight"', "weight"), GOOD_SETTINGS),
    (of_settings(": 1", ": 01"), GOOD_SETTINGS),
    (of_settings(": 1", ":: 1"), GOOD_SETTINGS),
    ('[Settings]\n{\n"name"": "x"}\n[A(1)]\nX\n', '[Settings]\n{\n"name": "x"}\n[A(1)]\nX\n'),
    ('[Settings]\n{\n""name": "x"}\n[A(1)]\nX\n', '[Settings]\n{\n"name": "x"}\n[A(1)]\nX\n'),
    (of_imp('"rarity": "rare""'), of_imp('"rarity": "rare"')),
    (of_settings('"A": {', "'A': {"), GOOD_SETTINGS),
    (of_settings("", "", ",\n"), GOOD_SETTINGS),
    (of_settings("", "", " # end\n"), of_settings("", "", "\n# end\n")),
    (of_settings("", "", ""), GOOD_SETTINGS),
    # custom cards
    (of_cards('"name": "Bog', '"nmae": "Bog'), GOOD_CARDS),
    (of_cards('"mana_cost": "{B}"', '"manaCost": "(b)"'), GOOD_CARDS),
    (of_cards("},\n", "}\n"), GOOD_CARDS),
    (of_cards("},\n", "},,\n"), GOOD_CARDS),
    (of_cards('{"name": "Bog', "{name: “Bog").replace('Imp"', "Imp”"), GOOD_CARDS),
    (
        of_imp('"rarity": "Rare", "collector_number": 7'),
        of_imp('"rarity": "rare", "collector_number": "7"'),
    ),
    (of_imp('"colors": "B", "subtypes": "Imp"'), of_imp('"colors": ["B"], "subtypes": ["Imp"]')),
    (of_imp('"colors": ["black"], "foil": "true"'), of_imp('"colors": ["B"], "foil": true')),
    (of_imp('"oracle_text": "Name }, ]"'), of_imp('"oracle_text": "Name }, \\u005d"')),
    (of_imp('"image_uris": "http://x/y.png"'), of_imp('"image_uris": {"en": "http://x/y.png"}')),
    (of_imp('"draft_effects": ["loreseeker"]'), of_imp('"draft_effects": ["LoreSeeker"]')),
]


@pytest.mark.parametrize(("text", "expected"), DRAFTMANCER)
def test_lists_are_fixed(tmp_path, text, expected):
    path = tmp_path / "cube.txt"
    path.write_bytes(text.encode())
    result = fixed(path, "draftmancer")
    assert path.read_bytes().decode() == expected
    assert not result.left.diagnostics


#: Lists in which a guess is needed.
UNCLOSED = '[Settings]\n{{\n  "name": "x"\n{}[A(1)]\nForest\n'
GUESSES = [
    (of_cards("", "", "Bog Ipm"), GOOD_CARDS),
    ("[A(1)]\nForest # the best\n", "[A(1)]\nForest\n"),
    (of_settings('"Common"', '"Comon"'), GOOD_SETTINGS),
    (of_imp('"rarity": ""rare"'), of_imp('"rarity": "rare"')),
    (UNCLOSED.format(""), UNCLOSED.format("}\n")),
    ("4 Forest\n# Maybeboard\n2 Island\n", "4 Forest\n# maybeboard\n2 Island\n"),
]
#: What follows is no part of the list then, which is told.
TELLS = {"DM024"}


@pytest.mark.parametrize(("text", "expected"), GUESSES)
def test_guesses_are_only_applied_if_they_are_asked_for(tmp_path, text, expected):
    path = tmp_path / "cube.txt"
    path.write_bytes(text.encode())
    assert not fixed(path, "draftmancer").files
    left = apply_fixes(run_check(path, "draftmancer"), [path], unsafe=True)
    left.write()
    assert path.read_bytes().decode() == expected
    assert {*kinds(left.left.diagnostics)} <= TELLS


GAME = "5e3c1a52-8f7b-4d0e-9c44-1b2f6a7d9e01"
ID = "4f6e2d11-0a1b-4c2d-8e3f-5a6b7c8d9e{:02x}"
DEFINITION = f"""<game name="Marsh" id="{GAME}" version="1.0.0.0" scriptVersion="3.1.0.2">
<symbols><symbol id="R" name="Red" src="r.png"/></symbols>
<card><property name="Rarity" type="String"/><property name="Text" type="RichText"/>
<size name="Big" width="1" height="1" back="a.png" front="b.png"/></card>
</game>"""
A_SET = f"""<?xml version="1.0" encoding="utf-8"?>
<set name="S" id="{ID.format(0)}" gameId="{GAME}" hidden="false" releaseDate="2007-07-13">
  <packaging>
    <pack name="Booster" id="{ID.format(99)}">
      <pick qty="1" key="Rarity" value="Rare" />
      <options><option probability="0.25"><pick qty="1" key="Rarity" value="Common" /></option>
        <option probability="0.75"><pick qty="1" key="Rarity" value="Common" /></option></options>
    </pack>
  </packaging>
  <cards>
    <card name="Rock &amp; Rill" id="{ID.format(1)}">
      <property name="Rarity" value="Rare" />
      <property name="Text"><s value="R">red </s><s value="R">x</s>: café <c value="#FF0000">a</c>
      </property>
    </card>
    <card name="B" id="{ID.format(2)}" size="Big">
      <property name="Rarity" value="Common" />
    </card>
  </cards>
</set>
"""
PROPERTY = '<property name="Rarity" value="Common" />'
CARD_B = A_SET[A_SET.index('    <card name="B"') : A_SET.index("  </cards>")]


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ('value="Rare" />\n      <opt', 'value="Rare." />\n      <opt'),
        ('value="Rare" />\n      <opt', 'value=" Rare" />\n      <opt'),
        ('value="Rare" />\n      <opt', 'value="rare" />\n      <opt'),
        ('key="Rarity" value="Rare"', 'key="rarity" value="Rare"'),
        ('qty="1" key="Rarity" value="Rare"', 'qty="1x" key="Rarity" value="Rare"'),
        ('probability="0.25"', 'probability="25%"'),
        ('probability="0.25"', 'probability="1/4"'),
        ('probability="0.25"', 'probability="0,25"'),
        ("false", "False"),
        ("false", "no"),
        ("2007-07-13", "2007/7/13"),
        (PROPERTY, '<property name="rarity" value="Common" />'),
        (PROPERTY, '<propery name="Rarity" value="Common" />'),
        (PROPERTY, '<Property name="Rarity" value="Common" />'),
        (PROPERTY, '<property name="Rarity" value="Common" ></property>'),
        (PROPERTY, '<property name="Rarity" vlaue="Common" />'),
        (PROPERTY, 2 * PROPERTY),
        ('size="Big"', 'size="big"'),
        ("&amp;", "&"),
        ("&amp;", "&amp"),
        ("<pack ", "< pack "),
        ("</pack>", "< /pack>"),
        ("red </s>", "red</s> "),
        ('"#FF0000"', '"FF0000"'),
        ('<s value="R">x', '<s value="r">x'),
        (CARD_B, 2 * CARD_B),
        ('<card name="B"', '<crad name="B"'),
    ],
)  # fmt: skip
def test_sets_of_octgn_are_fixed(tmp_path, right, wrong):
    folder = tmp_path / "Sets/One"
    folder.mkdir(parents=True)
    (tmp_path / "definition.xml").write_text(DEFINITION)
    text = A_SET.replace(right, wrong, 1)
    if "crad" in wrong:
        text = text.replace("</card>\n  </cards>", "</crad>\n  </cards>")
    assert text != A_SET
    path = folder / "set.xml"
    path.write_text(text, "utf-8")
    result = fixed(folder, "octgn")
    assert not result.left.diagnostics
    assert path.read_text("utf-8") == A_SET


@pytest.mark.parametrize(
    ("wrong", "meant", "is_safe"),
    [
        ("caf&eacute; &nbsp;", "caf&#233; &#160;", True),
        ("a &lt b", "a &lt; b", True),
        ("a < b", "a &lt; b", True),
        ("<!-- & < --> & <![CDATA[ & ]]>", "<!-- & < --> &amp; <![CDATA[ & ]]>", True),
        ("a &t; b", "a &amp;t; b", False),
        ("a &&gt; b", "a &amp;&gt; b", False),
        ('<<s value="R">red</s>', '<s value="R">red</s>', False),
    ],
)
def test_signs_of_xml_are_written_as_it_needs_them(wrong, meant, is_safe):
    source = SourceText("", f"<a>{wrong}</a>")
    fix = characters_fix(source)
    text = source.text
    for each in reversed(fix.edits):
        text = text[: each.span.start] + each.new + text[each.span.end :]
    assert (text, fix.is_safe) == (f"<a>{meant}</a>", is_safe)


@pytest.mark.parametrize("declared", ["utf-8", "us-ascii", "utf-9"])
def test_a_set_in_another_encoding_than_it_says_is_saved_in_utf_8(tmp_path, declared):
    path = tmp_path / "set.xml"
    path.write_bytes(A_SET.replace("utf-8", declared).encode("cp1252"))
    fixed(path, "octgn")
    assert path.read_bytes().decode("utf-8") == A_SET


def run(*arguments):
    """The exit status of a command and what it prints."""
    result = CliRunner().invoke(app, [*map(str, arguments)])
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.exit_code, result.output


def test_the_command_says_what_it_mends_and_what_is_left(tmp_path):
    path = tmp_path / "cube.txt"
    path.write_bytes(b"[A(1)]\r\n4x Forest\r\n2x Island\r\n1 Swamp # wet\r\n")
    before = path.read_bytes()
    status, output = run("fix", "--diff", path)
    assert status == 1
    assert "-4x Forest\n" in output
    assert "+4 Forest\n" in output
    assert "would fix 2 findings in 1 file\n" in output
    assert path.read_bytes() == before
    status, output = run("fix", path)
    assert status == 0
    assert path.read_bytes() == b"[A(1)]\r\n4 Forest\r\n2 Island\r\n1 Swamp # wet\r\n"
    assert "DM025 write '4 Forest'\n" in output
    assert "fixed 2 findings in 1 file\nleft: 1 warning; 1 guess with --unsafe\n" in output
    assert run("fix", "--diff", path)[0] == 0
    assert run("fix", path)[0] == 0
    assert run("fix", "--unsafe", path)[0] == 0
    assert path.read_bytes() == b"[A(1)]\r\n4 Forest\r\n2 Island\r\n1 Swamp\r\n"


def test_only_selected_codes_are_mended_and_errors_left_are_told(tmp_path):
    path = tmp_path / "cube.txt"
    path.write_text('[Settings]\n{"nmae": "x"}\n[A(1)]\n4x Forest\n[B(0)]\nIsland\n')
    assert run("fix", "--select", "DM031,DM05", path)[0] == 0
    assert path.read_text() == '[Settings]\n{"name": "x"}\n[A(1)]\n4x Forest\n[B(0)]\nIsland\n'
    run("fix", "--ignore", "DM025", path)
    assert "4x" in path.read_text()
    assert run("fix", "--select", "DM", path)[0] == 1
    assert "4x" not in path.read_text()


def test_what_counts_in_a_check_is_mended_and_nothing_else(tmp_path):
    path, known = tmp_path / "cube.txt", tmp_path / "known.json"
    path.write_text("[A(1)]\n4x Forest\n3x Island\n2x Swamp # cardformats: ignore DM\n")
    run("check", "--baseline", known, "--write-baseline", path)
    with path.open("a") as file:
        file.write("2x Plains\n[B]\n1x Marsh\n")
    config = tmp_path / "cardformats.toml"
    config.write_text('[check]\nbaseline = "known.json"\nfail-on = "warning"\n')
    text = path.read_text()
    status, output = run("fix", path)
    assert status == 1
    assert path.read_text() == text.replace("2x Pl", "2 Pl").replace("1x", "1")
    assert "fixed 2 findings in 1 file\nleft: 1 warning (3 in the baseline)\n" in output
    config.write_text('[check]\nper-path-ignores = {"*.txt" = ["DM025"]}\n')
    assert run("fix", path)[0] == 0
    assert "4x" in path.read_text()
    config.write_text('[check]\nbaseline = "known.json"\n')
    run("fix", "--no-baseline", path)
    assert "4 Forest" in path.read_text()


def a_finding(source, *edits, **fix):
    """A finding with a fix of *edits*: where they begin and end, and what they write."""
    made = [TextEdit(source.span(start, end), new) for start, end, new in edits]
    span = source.span(*(edits[0][:2] if edits else (0,)))
    return DraftmancerCode.TYPO.at(span, Fix("fix it", made, **fix), name=str(edits))


def of(diagnostics):
    """Findings of which all count."""
    return Findings(diagnostics, {}, every=diagnostics)


def fix_text(path, data, make):
    """Return the fixed text of a file in which *make* finds something, in the first round."""
    path.write_bytes(data)

    def check():
        text = read_bytes(path, 10**6)
        return of(make(SourceText.from_bytes(str(path), text)) if text == data else [])

    return apply_fixes(check, [path.parent]).files.get(path)


@pytest.mark.parametrize(
    ("edits", "expected"),
    [
        ([[(0, 1, "x")], [(1, 2, "y")]], b"xycdef"),
        ([[(0, 2, "x")], [(1, 3, "y")]], b"xcdef"),
        ([[(0, 2, "x")], [(2, 2, "y")]], b"xcdef"),
        ([[(1, 1, "x")], [(1, 1, "y")]], b"axbcdef"),
        ([[(1, 1, "x")], [(1, 1, "x")]], b"axbcdef"),
        ([[(1, 3, "x")], [(2, 2, "y")]], b"axdef"),
        ([[(4, 5, "x")], [(0, 1, "y"), (4, 6, "z")]], b"abcdxf"),
        ([[(4, 5, "x"), (0, 1, "y")], [(2, 3, "")]], b"ybdxf"),
    ],
)
def test_fixes_are_applied_whole_and_not_over_one_another(tmp_path, edits, expected):
    made = fix_text(
        tmp_path / "a.txt", b"abcdef", lambda source: [a_finding(source, *its) for its in edits]
    )
    assert made == expected


def test_a_text_is_saved_in_its_encoding_or_in_that_of_the_fix(tmp_path):
    path, data = tmp_path / "a.txt", "naïve é".encode("cp1252")
    dash, arrow = (0, 1, "—"), (0, 1, "→")
    assert fix_text(path, data, lambda it: [a_finding(it, dash)]) == "—aïve é".encode("cp1252")
    assert fix_text(path, data, lambda it: [a_finding(it, arrow)]) is None
    both = fix_text(path, data, lambda it: [a_finding(it, arrow, encoding="utf-8")])
    assert both == "→aïve é".encode()
    assert fix_text(path, data, lambda it: [a_finding(it, encoding="utf-8")]) == "naïve é".encode()
    # these bytes would be read as another text
    odd = "Ãa".encode("cp1252")
    assert fix_text(path, odd, lambda it: [a_finding(it, (1, 2, "—"))]) is None


def test_only_files_that_are_named_are_changed_not_what_links_lead_to(tmp_path):
    inside, outside = tmp_path / "in", tmp_path / "out.txt"
    inside.mkdir()
    outside.write_text("[A(1)]\n4x Forest\n")
    (inside / "link.txt").symlink_to(outside)
    check = run_check(inside / "link.txt")
    result = apply_fixes(check, [inside])
    assert (result.files, kinds(result.left.diagnostics)) == ({}, {"DM025": 1})
    assert apply_fixes(check, [inside / "link.txt"]).files
    assert not apply_fixes(check, [tmp_path / "i"]).files


def test_a_file_that_has_changed_since_it_was_read_is_not_written(tmp_path):
    path, other = tmp_path / "a.txt", tmp_path / "b.txt"
    for each in (path, other):
        each.write_text("[A(1)]\n4x Forest\n")
    result = apply_fixes(lambda: of([*findings(path), *findings(other)]), [tmp_path])
    path.write_text("[A(1)]\n5x Forest\n")
    with pytest.raises(OSError, match="changed since it was read"):
        result.write()
    assert (path.read_text(), other.read_text()) == ("[A(1)]\n5x Forest\n", "[A(1)]\n4x Forest\n")


def test_fixing_ends_where_fixes_undo_one_another(tmp_path):
    path = tmp_path / "a.txt"
    path.write_text("a")

    def check():
        source = SourceText.from_bytes(str(path), read_bytes(path, 9))
        return of([a_finding(source, (0, 1, "b" if source.text == "a" else "a"))])

    assert not apply_fixes(check, [path]).files


@given(st.lists(st.sampled_from("ab"), min_size=1, max_size=40), st.data())
def test_a_diff_says_what_is_written(old, data):
    new = data.draw(st.lists(st.sampled_from("abc"), min_size=len(old), max_size=len(old)))
    name, before, after = Path("x"), "\n".join(old), "\n".join(new)
    fixed = FixedFiles((), of([]), {name: before.encode()}, {name: after.encode()})
    rebuilt, position = [], 0
    hunk = re.compile(r"@@ -(\d+),(\d+) [+](\d+),(\d+) @@")
    for line in list(fixed.diff())[2:]:
        if match := hunk.fullmatch(line):
            rebuilt += old[position : int(match[1]) - 1]
            position = int(match[1]) - 1
        elif line[0] in " +":
            rebuilt.append(line[1:].split("\n")[0])
        if line[0] in " -":
            assert old[position] == line[1:].split("\n")[0]
            position += 1
    assert rebuilt + old[position:] == new
