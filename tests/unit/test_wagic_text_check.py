"""What a card's text says, compared with what its abilities say."""

from __future__ import annotations

import subprocess
import sys

import pytest

import cardformats as cf
from cardformats.checking import Config, run
from cardformats.formats.wagic.abilities.text_check.cards import check_texts
from cardformats.formats.wagic.abilities.text_check.codes import TextCode
from cardformats.formats.wagic.abilities.text_check.facts import mana
from cardformats.formats.wagic.abilities.text_check.oracle import facts


def findings(text, *lines):
    """The codes and kinds of what is reported of a card that says *text* and has these *lines*."""
    return [
        (str(each.code), each.data.get("what", each.data.get("word")))
        for each in report(text, *lines)
        if isinstance(each.code, TextCode) and each.code is not TextCode.COMPARED
    ]


def report(text, *lines):
    """What is found in a card that says *text* and has these *lines*."""
    block = "\n".join(
        ("[card]", "name=Fen Lamp", *lines, f"text={text}", "type=Artifact", "[/card]\n")
    )
    return list(check_texts("<data>", cf.loads(block, "wagic")))


def values(text, kind):
    """The values of what *text* says of a *kind*."""
    return [each.value for each in facts(text) if each.kind == kind]


def test_both_places_are_shown():
    (finding, note) = report("Draw two cards.", "auto=draw:3")
    assert finding.span.text == "draw:3"
    assert finding.data["text"] == "Draw two cards"
    assert [str(each) for each in finding.related] == ["the text: <data>:4:6"]
    assert note.data == {"comparisons": 1, "differences": 1}


def test_words_of_a_macro_are_shown_where_it_is_called():
    text = "#AUTO_DEFINE __GLOW__($n) {T}:draw:$n\n[card]\nname=Fen Lamp\nauto=__GLOW__(2)\n"
    text += "text={T}: Draw a card.\n[/card]\n"
    finding, _ = check_texts("<data>", cf.loads(text, "wagic"))
    assert finding.span.text == "__GLOW__(2)"
    assert finding.data["script"] == "draw:2"


def test_texts_are_compared_only_if_that_is_asked_for(tmp_path):
    path = tmp_path / "fen.txt"
    path.write_text("[card]\nname=Fen Lamp\nauto=draw:3\ntext=Draw two cards.\n[/card]\n")
    assert run([path], Config()).counts == {}
    counts = run([path], Config(rules=["wagic-texts"])).counts
    assert counts == {TextCode.OTHER_AMOUNT: 1, TextCode.COMPARED: 1}
    (tmp_path / "cardformats.toml").write_text('[check]\nwith-checks = ["wagic-texts"]\n')
    assert run([path]).counts == counts


def test_a_primitive_is_compared_once_for_all_its_printings(tmp_path):
    (tmp_path / "primitives").mkdir()
    primitive = "[card]\nname={}\nauto=draw:3\ntext=Draw two cards.\n[/card]\n"
    names = ("Fen Lamp", "Reed Lamp")
    (tmp_path / "primitives" / "a.txt").write_text("".join(map(primitive.format, names)))
    (tmp_path / "FEN").mkdir()
    printing = "[card]\nprimitive=Fen Lamp\nid={}\nrarity=C\n[/card]\n"
    cards = "[meta]\nname=Fen\n[/meta]\n" + "".join(map(printing.format, (1, 2)))
    (tmp_path / "FEN" / "_cards.dat").write_text(cards)
    counts = run([tmp_path / "FEN"], Config(rules=["wagic-texts"])).counts
    assert counts[TextCode.OTHER_AMOUNT] == 1


def test_cards_are_read_without_the_language_of_their_abilities(tmp_path):
    path = tmp_path / "fen.txt"
    path.write_text("[card]\nname=Fen Lamp\nauto={T}:draw:3\ntext=Draw two cards.\n[/card]\n")
    code = f"""import sys, cardformats as cf
cf.read({str(path)!r}, "wagic")
print([name for name in sys.modules if name.startswith("cardformats.formats.wagic.abilities")])"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_cards_of_other_formats_have_no_texts_to_compare():
    assert list(check_texts("a list", cf.loads("1 Fen Lamp\n", "decklist"))) == []


@pytest.mark.parametrize(
    ("written", "meant"),
    [("{2}{w}{T}", "{2}{T}{W}"), ("{p(w)}", "{WP}"), ("{i}", "{S}"), ("{X:red}", "{X}"),
     ("{9999}", None), ("{value:storedx}", None), ("{S(creature)}", ""), ("", "")],
)  # fmt: skip
def test_costs_have_one_notation(written, meant):
    assert mana(written) == meant


def test_a_text_is_read_in_time():
    for text in (
        "draw a card. " * 1500,
        "(" * 6000,
        "{1}" * 3000,
        "target " * 3000,
        "puts a " * 3000,
    ):
        facts(text)
    assert values("Draw a card, then you gain 2 life.", "gain") == [2]
