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


def test_a_set_is_sorted_only_if_nearly_all_of_it_is():
    cards = [printing(f"Card {each:02}", 100 - each) for each in range(40)]
    moved = "[meta]\nauthor=Marsh\n[/meta]\n" + "".join([*cards[1:], cards[0]])
    assert names(wagic(moved)) == [f"Card {each:02}" for each in range(40)]
    mixed = "".join(cards[(7 * each) % 40] for each in range(40) if each % 2) + "".join(cards[::2])
    assert wagic(mixed) == mixed
    assert wagic(mixed, order="name") != mixed
    assert names(wagic("".join(cards), order="id"))[0] == "Card 39"
    assert wagic(moved, order="kept") == moved


def test_blank_lines_and_line_ends_follow_most_of_the_file():
    text = primitive("A") + primitive("B") + "\n\n" + primitive("C") + primitive("D")
    crlf = text.replace("\n", "\r\n")
    assert wagic(crlf) == crlf.replace("\r\n\r\n\r\n", "\r\n")
    assert wagic(text, blank_lines=1).count("\n\n") == 3
    assert wagic(primitive("A").removesuffix("\n") + "\n\n\n") == primitive("A")
    assert wagic(primitive("B") + primitive("A").removesuffix("\n"))[-1] != "\n"


RANKS = ["name", "abilities", "auto", "text", "mana", "type", "subtype", "power", "toughness"]
SCRIPTS = [
    *("target", "other", "otherrestriction", "restriction", "kicker", "buyback", "flashback"),
    *("retrace", "dredge", "facedown", "aicode", "anyzone", "autohand", "auto"),
]


def test_lines_of_a_card_have_an_order_and_scripts_stay_as_they_are():
    for keys in (
        RANKS,
        ["primitive", "id", "rarity"],
        *(["name", each, "text"] for each in SCRIPTS),
    ):
        lines = [f"{key}=1" for key in keys]
        expected = "\n".join(("[card]", *lines, "[/card]\n"))
        assert wagic("\n".join(("[card]", *lines[::-1], "[/card]\n"))) == expected
    scripts = "".join(f"{key}=1\n" for key in SCRIPTS)
    assert wagic(f"[card]\n{scripts}[/card]\n") == f"[card]\n{scripts}[/card]\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        # another line, and a comment, go with what they are above or below
        ("[card]|zzz=1|name=B|foo=2|#c1|mana=1|#c2|text=x|#c3|[/card]",
         "[card]|zzz=1|name=B|foo=2|#c2|text=x|#c1|mana=1|#c3|[/card]"),
        ("[card]|b|name=1|[/card]", None),
        # of the comments above the first card, the last ones are about it
        ("# head|# top|[card]|name=B|[/card]|# a|[card]|name=A|[/card]",
         "# head|# top||# a|[card]|name=A|[/card]|[card]|name=B|[/card]"),
        ("# head||# b|[card]|name=B|[/card]|# a|[card]|name=A|[/card]",
         "# head||# a|[card]|name=A|[/card]|# b|[card]|name=B|[/card]"),
        ("grade=x|[card]|name=B|[/card]|[card]|name=A|[/card]|# end|",
         "grade=x|[card]|name=A|[/card]|[card]|name=B|[/card]|# end"),
        # macros and meta data are where they were
        ("[card]|name=B|[/card]|#auto_define X y|[card]|name=A|[/card]", None),
        ("[card]|type=B|#AUTO_DEFINE X y|name=A|[/card]|[card]|name=A|[/card]", None),
        ("[meta]|b=1|name=2|[/meta]|[card]|name=B|[/card]", None),
        # comments keep cards together
        ("[card]|name=B|[/card]|# the cards below together|[card]|name=D|[/card]|[card]|name=C|"
         "[/card]|# the cards above together|[card]|name=A|[/card]",
         "[card]|name=A|[/card]|[card]|name=B|[/card]|# the cards below together|[card]|name=D|"
         "[/card]|[card]|name=C|[/card]|# the cards above together"),
        ("[card]|name=C|[/card]|# the cards below together|[card]|name=B|[/card]|[card]|name=A|"
         "[/card]", None),
        ("[card]|name=C|[/card]|# the cards above together|[card]|name=B|[/card]|[card]|name=A|"
         "[/card]", None),
    ],
)  # fmt: skip
def test_what_stands_between_cards_and_lines_keeps_its_place(before, after):
    assert wagic(before.replace("|", "\n") + "\n") == (after or before).replace("|", "\n") + "\n"


def test_the_rarest_cards_come_first():
    cards = [printing(letter, number, letter) for number, letter in enumerate("XTSLCURM")]
    assert names(wagic("".join(cards), order="rarity")) == [*"MRUCLSTX"]
    same = printing("B", 1) + printing("A", 2) + "[card]\nprimitive=C\nid=3\n[/card]\n"
    assert names(wagic(printing("D", 4, "L") + same, order="rarity")) == [*"ABCD"]


@pytest.mark.parametrize(
    ("text", "start", "why"),
    [
        ("\ufeff[card]\nname=A\n[/card]\n", 0,
         "the engine does not read the card after a byte order mark"),
        ("#\n[card]\nname=A\n[card]\nname=B\n[/card]\n", 2, "it is not closed"),
        ("#\n[/card]\n[card]\nname=B\n[/card]\n", 2, "it closes nothing"),
        ("# x\n[\nname=A\n", 4, "it closes nothing"),
    ],
)  # fmt: skip
def test_a_file_of_unclear_blocks_is_left(text, start, why):
    made = in_order(text, "wagic")
    assert made.text == text
    assert [(each.span.start, each.why) for each in made.kept] == [(start, why)]


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
