"""Files are brought in order as their projects do by hand, and say the same afterwards."""

from __future__ import annotations

import re
from os import mkfifo

import pytest
from click.testing import CliRunner

import cardformats as cf
from cardformats.checking.formatting import format_files
from cardformats.checking.inputs import no_config
from cardformats.cli.app import app
from cardformats.formats.registry import REGISTRY
from cardformats.formats.styles import held, misplaced, usual_order
from cardformats.source import SourceText


def in_order(text, format_id, **style):
    known = REGISTRY.get(format_id)
    formatter, own = known.load("formatter"), known.style.make(format_id, style)
    made = formatter(SourceText("it", text), own)
    assert formatter(SourceText("it", made.text), own).text == made.text
    return made


def wagic(text, **style):
    return in_order(text, "wagic", **style).text


def names(text):
    return [line.partition("=")[2] for line in text.splitlines() if line[:3] in ("nam", "pri")]


def primitive(name, *lines):
    return "\n".join(("[card]", f"name={name}", *lines, "[/card]", ""))


def printing(name, number, rarity="C"):
    return f"[card]\nprimitive={name}\nid={number}\nrarity={rarity}\n[/card]\n"


# orders


def test_so_few_as_can_be_have_to_move():
    assert misplaced([1, 2, 9, 3, 3, 4]) == 1
    assert misplaced([3, 2, 1]) == 2
    assert misplaced([]) == 0


def test_an_order_is_that_of_a_file_if_nearly_all_records_are_in_it():
    rising = list(range(40))
    mixed = [(7 * each) % 41 for each in range(40)]
    assert usual_order({"a": mixed, "b": [*rising[:-1], 0]}) == "b"
    assert usual_order({"a": mixed}) is None


def test_records_that_share_an_identity_do_not_pass_each_other():
    assert held([3, 1, 2], [{"x"}, {"x"}, {"y"}]) == [3, 3, 2]


# Wagic


def test_primitives_are_sorted_by_name_with_their_comments_below_the_head():
    head = "grade=borderline\n#Please keep these cards alphabetized\n"
    text = head + primitive("Zap") + "#about the eel\n" + primitive("Eel") + primitive("Moss")
    sorted_ = head + "\n#about the eel\n" + primitive("Eel") + primitive("Moss") + primitive("Zap")
    assert wagic(text) == sorted_


def test_capitals_count_as_they_do_in_most_of_the_file():
    some = [primitive(name) for name in ("Bog of Eels", "Bog the Wet", "Bog Wyrm")]
    assert names(wagic("".join(some), order="name")) == ["Bog Wyrm", "Bog of Eels", "Bog the Wet"]
    assert wagic("".join(some)) == "".join(some)


def test_a_set_is_sorted_only_if_nearly_all_of_it_is():
    cards = [printing(f"Card {each:02}", 100 - each) for each in range(40)]
    moved = "[meta]\nauthor=Marsh\n[/meta]\n" + "".join([*cards[1:], cards[0]])
    assert names(wagic(moved)) == [f"Card {each:02}" for each in range(40)]
    mixed = "".join(cards[(7 * each) % 40] for each in range(40) if each % 2) + "".join(cards[::2])
    assert wagic(mixed) == mixed
    assert wagic(mixed, order="name") != mixed
    assert names(wagic("".join(cards), order="id"))[0] == "Card 39"
    assert wagic(moved, order="kept") == moved


def test_sets_are_sorted_by_rarity_and_name():
    cards = [printing("B", 1, "C"), printing("A", 2, "M"), printing("C", 3, "R"), printing("A", 4)]
    sorted_ = wagic("".join(cards), order="rarity")
    assert sorted_ == cards[1] + cards[2] + cards[3] + cards[0]


@pytest.mark.parametrize(
    "text",
    [
        primitive("B", "mana={1}") + "grade=crappy\n" + primitive("A"),
        primitive("B") + "#AUTO_DEFINE _X_ draw:1\n" + primitive("A"),
        primitive("B", "#AUTO_DEFINE _X_ draw:1") + primitive("A"),
        primitive("B", "id=5", "rarity=C") + primitive("A", "id=5", "rarity=R"),
        primitive("C", "id=5") + "[card]\nprimitive=5\nid=1\n[/card]\n" + primitive("D"),
        primitive("B") + "[card]\nname=A\nprimitive=B\nid=7\n[/card]\n",
        "[card]\nname=B\n[card]\nname=A\n[/card]\n",
        primitive("B") + "[/card]\n" + primitive("A"),
        primitive("B") + "[card]\nname=A\n",
        "\ufeff" + primitive("B") + primitive("A"),
    ],
)
def test_what_the_engine_counts_by_order_stays(text):
    assert wagic(text) == text


def test_a_file_whose_cards_are_unclear_says_where():
    made = in_order(primitive("B") + "[card]\nname=A\n", "wagic")
    assert [(each.span.line, each.why) for each in made.kept] == [(4, "it is not closed")]


def test_cards_stay_together_if_comments_say_so():
    text = (
        primitive("A")
        + "###The 2 cards below should stay together (Flip Card)###\n"
        + primitive("Zubera")
        + primitive("Eel")
        + "###The 2 cards above should stay together (Flip Card)###\n"
        + primitive("Moss")
    )
    assert names(wagic(text)) == ["A", "Moss", "Zubera", "Eel"]
    assert wagic(text).splitlines()[-1].startswith("###The 2 cards above")


def test_the_lines_of_a_card_are_in_their_usual_order():
    lines = ["toughness=1", "power=1", "text=Flying", "#swift", "auto=b", "type=Creature"]
    ordered = ["#swift", "auto=b", "text=Flying", "type=Creature", "power=1", "toughness=1"]
    text = primitive("Eel", *lines, "auto=a", "mana={U}", "color=red", "abilities=flying")
    made = primitive(
        "Eel", "abilities=flying", "#swift", "auto=b", "auto=a", "text=Flying", "mana={U}",
        "color=red", *ordered[3:],
    )  # fmt: skip
    assert wagic(text) == made
    assert wagic(text, keys=False) == text


def test_lines_stay_if_the_engine_would_read_them_otherwise():
    # the cost before a colour counts for nothing, behind it it does
    text = primitive("Eel", "type=Creature", "color=red", "mana={U}")
    made = in_order(text, "wagic")
    assert made.text == text
    assert [each.why for each in made.kept] == [
        "its lines would mean something else in their usual order"
    ]


def test_blank_lines_and_line_ends_follow_most_of_the_file():
    text = primitive("A") + primitive("B") + "\n\n" + primitive("C") + primitive("D")
    crlf = text.replace("\n", "\r\n")
    assert wagic(crlf) == crlf.replace("\r\n\r\n\r\n", "\r\n")
    assert wagic(text, blank_lines=1).count("\n\n") == 3
    assert wagic(primitive("A").removesuffix("\n") + "\n\n\n") == primitive("A")
    assert wagic(primitive("B") + primitive("A").removesuffix("\n"))[-1] != "\n"


# Draftmancer

LIST = """[Settings]
{
\t"layouts": {
\t\t"P": {"weight": 1, "slots": {"A": 2}} ,
  \t"Q": {"weight": 1,
\t\t\t"slots": {"A": 2}}
\t},\x20

\t# more
\t"showSlots": true,
}
[A]
 2 Moss\x20
Eel

# land
Zap


[B {"collation": "printRun"}]
Zap
Eel
"""


def test_a_list_is_laid_out_as_most_of_it_is():
    made = in_order(LIST, "draftmancer").text
    assert '\n\t\t"Q": {"weight": 1,\n' in made
    assert "\n\t},\n\n\t# more\n" in made
    assert "[A]\n2 Moss\nEel\n\n# land\nZap\n[B" in made
    assert cf.loads(made, "draftmancer") == cf.loads(LIST, "draftmancer")


def test_a_list_has_the_layout_that_is_wanted():
    made = in_order(LIST, "draftmancer", indent=2, blank_lines=1, counts="always", sort=True).text
    assert '{\n  "layouts": {\n    "P"' in made
    assert made.endswith(
        '\n\n[A]\n1 Eel\n2 Moss\n\n# land\n1 Zap\n\n[B {"collation": "printRun"}]\n1 Zap\n1 Eel\n'
    )
    assert in_order(
        "1 Eel\n1 1996 Champion\n2 Moss\n1 #x", "draftmancer", counts="needed"
    ).text == ("Eel\n1 1996 Champion\n2 Moss\n1 #x")


@pytest.mark.parametrize(
    "text",
    [
        "[Layouts]\n- P (1)\n1 A\n[A]\nEel\n",
        '[Settings]\n{\n  "a": [\n[A]\n Eel\n',
        "Eel\n# maybeboard\nMoss\n",
        "",
        "\n",
        "Eel",
    ],
)
def test_lists_that_break_easily_stay(text):
    assert in_order(text, "draftmancer").text == text


# OCTGN


def set_of(*cards):
    return '<set name="M" id="x">\n  <cards>\n' + "".join(cards) + "  </cards>\n</set>\n"


def card(name, number, ident=None):
    return (
        f'    <card name="{name}" id="{ident or name}">\n'
        f'      <property name="Number" value="{number}" />\n    </card>\n'
    )


def test_a_set_is_laid_out_as_most_of_it_is():
    cards = [card(f"C{each}", each) for each in range(30)]
    number = '<property name="Number">30 <b> </b></property>'
    odd = f'<card id="C30" name="C30">{number}</card><!-- x -->\n'
    made = in_order(set_of(*cards, odd), "octgn").text
    last = f'    <card name="C30" id="C30">\n      {number}\n'
    assert made == set_of(*cards, last + "    </card><!-- x -->\n")
    flat = set_of(*cards).replace("\n", "").replace("  ", "")
    assert in_order(flat, "octgn").text == flat
    assert in_order(flat, "octgn", indent=2).text + "\n" == set_of(*cards)


def test_cards_of_a_set_are_sorted_by_number_if_nearly_all_are():
    cards = [card(f"C{30 - each}", each) for each in range(30)]
    noted = "    <!-- the eel -->\n" + cards[3]
    moved = set_of(noted, *cards[:3], *cards[4:])
    assert in_order(moved, "octgn").text == set_of(*cards[:3], noted, *cards[4:])
    assert in_order(moved, "octgn", order="kept").text == moved
    assert in_order(moved, "octgn", order="name").text.index('C1"') < 80


def test_the_first_card_of_an_id_stays_the_first():
    cards = [card("B", 2, "x"), card("A", 1, "x")]
    assert in_order(set_of(*cards), "octgn", order="number").text == set_of(*cards)


def test_text_among_elements_stays_with_its_blanks():
    cards = '<cards>a <card name="B" id="b"/> <card name="A" id="a"/></cards>'
    text = f'<set name="M" id="x">{cards}</set>'
    assert in_order(text, "octgn", order="name", indent=2).text.count("\n") == 2
    assert 'a <card name="B"' in in_order(text, "octgn", order="name", indent=2).text


@pytest.mark.parametrize("text", ["<set", "", "<game/>", "<set/>", "<set><cards/></set>"])
def test_what_is_no_set_stays(text):
    assert in_order(text, "octgn").text == text


STRUCTURE = """\
<set name="M" id="x">
  <packaging>
    <pack name="P" id="p">
      <options>
        <option probability="1">
          <pick qty="1" key="rarity" value="c">
            <property name="Type" value="x" />
          </pick>
        </option>
      </options>
      <include id="a">
        <property name="Rarity" value="x" />
      </include>
    </pack>
  </packaging>
  <cards>
    <card name="A" id="a">
      <property name="Rules">Swim <s value="U" /> on.</property>
      <alternate name="B" type="b">
        <property name="Power" value="1" />
      </alternate>
    </card>
  </cards>
  <markers>
    <marker name="M" id="m" />
  </markers>
</set>
"""


@pytest.mark.parametrize("indent", [1, 2, 4, "\t"])
def test_every_element_of_a_set_begins_a_line(indent):
    flat = re.sub(r"\n\s*", "", STRUCTURE) + "\n"
    step = indent if isinstance(indent, str) else " " * indent
    wanted = "".join(
        step * ((len(line) - len(line.lstrip())) // 2) + line.lstrip()
        for line in STRUCTURE.splitlines(keepends=True)
    )
    style = "tab" if indent == "\t" else indent
    assert in_order(flat, "octgn", indent=style).text == wanted
    crlf = wanted.replace("\n", "\r\n")
    assert in_order(crlf, "octgn").text == in_order(crlf, "octgn", indent=style).text == crlf


@pytest.mark.parametrize(
    ("numbers", "order"),
    [
        (["10", "9", "1"], ["1", "9", "10"]),
        (["2b", "2a", "2", "1b"], ["1b", "2", "2a", "2b"]),
        (["T2", "T10", "3", ""], ["", "3", "T2", "T10"]),
        (["A-10-2", "A-9-3", "A-10-1"], ["A-9-3", "A-10-1", "A-10-2"]),
    ],
)
def test_numbers_of_cards_are_sorted_by_their_digits(numbers, order):
    cards = [card(f"C{each}", number, f"i{each}") for each, number in enumerate(numbers)]
    made = in_order(set_of(*cards), "octgn", order="number").text
    assert re.findall(r'Number" value="(.*?)"', made) == order
    inner = [
        each.replace(f'value="{number}" />', f">{number}</property>").replace(" >", ">")
        for each, number in zip(cards, numbers, strict=True)
    ]
    made = in_order(set_of(*inner), "octgn", order="number").text
    assert re.findall(r'Number">(.*?)<', made) == order


# styles, files and the command


@pytest.mark.parametrize(
    ("format_id", "style"),
    [
        ("wagic", {"ordr": "name"}),
        ("wagic", {"order": "size"}),
        ("wagic", {"blank_lines": -1}),
        ("draftmancer", {"indent": "four"}),
        ("octgn", {"indent": 0}),
    ],
)
def test_a_bad_style_is_refused(format_id, style):
    with pytest.raises(cf.OptionError):
        REGISTRY.get(format_id).style.make(format_id, style)


@pytest.fixture
def tree(tmp_path):
    """A tree with primitives out of order."""
    folder = tmp_path / "sets" / "primitives"
    folder.mkdir(parents=True)
    (folder / "mtg.txt").write_bytes((primitive("B") + primitive("\xc6on")).encode("cp1252"))
    (folder / "b.txt").write_text(primitive("B") + primitive("A"))
    (folder / ".c.txt").write_text(primitive("B") + primitive("A"))
    (folder / "notes.txt").write_text("Sort this.\n\n\n")
    (tmp_path / "cardformats.toml").write_text("[format.wagic]\nblank-lines = 1\n")
    return tmp_path


def test_files_of_a_folder_are_found_and_others_left(tree):
    files = list(format_files([tree]))
    assert [(each.path.name, each.is_changed) for each in files] == [
        ("b.txt", True),
        ("mtg.txt", True),
    ]
    assert files[1].data == (primitive("B") + "\n" + primitive("\xc6on")).encode("cp1252")
    assert [each.is_changed for each in format_files([tree], configs=no_config)] == [True, False]


def test_a_file_without_a_formatter_is_refused(tree):
    with pytest.raises(cf.UnknownFormatError):
        list(format_files([tree / "sets" / "primitives" / "notes.txt"]))
    with pytest.raises(cf.UnknownFormatError):
        list(format_files([tree / "sets" / "primitives" / "b.txt"], "csv"))


def test_what_can_be_read_but_once_is_refused(tree):
    mkfifo(tree / "pipe.txt")
    assert len(list(format_files([tree]))) == 2
    with pytest.raises(cf.UnknownFormatError):
        list(format_files([tree / "pipe.txt"]))


def test_a_bad_style_names_the_configuration(tree):
    (tree / "cardformats.toml").write_text('[format.wagic]\nordr = "name"\n')
    with pytest.raises(cf.OptionError, match=r"cardformats\.toml: format\.wagic: 'ordr'"):
        list(format_files([tree]))


def test_the_command_checks_shows_and_writes(tree):
    path = tree / "sets" / "primitives" / "b.txt"
    before = path.read_text()

    def run(*arguments):
        return CliRunner().invoke(app, ["format", *map(str, arguments)])

    checked = run(tree, "--check")
    assert (checked.exit_code, checked.stdout.count("would change ")) == (1, 2)
    shown = run(path, "--diff")
    assert shown.exit_code == 1
    assert "-name=A\n" in shown.stdout
    assert path.read_text() == before
    written = run(tree)
    assert (written.exit_code, written.stderr) == (0, "2 of 2 files changed\n")
    assert path.read_text() == primitive("A") + "\n" + primitive("B")
    assert run(tree, "--check").exit_code == 0
    path.write_text("[card]\nname=A\n")
    assert "b.txt:1:1: left as it is: it is not closed" in run(path).stderr.replace("\n", "")
