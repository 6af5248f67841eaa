"""Fixes of findings in blocks, in names and in packs."""

import pytest

import cardformats as cf
from cardformats.diagnostics import Fix
from cardformats.source import SourceText
from tests.growth import LINEAR, growth

FOREST = "[card]\nname=Forest\ntype=Basic Land\n[/card]\n"


def findings(folder, text, *, encoding="utf-8", primitives=FOREST, of_primitives="utf-8"):
    """What is wrong in a set that says *text*, with *primitives* beside it."""
    for place, content, how in (
        ("primitives/p.txt", primitives, of_primitives),
        ("AAA/_cards.dat", text, encoding),
    ):
        path = folder / place
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content.encode(how))
    return cf.read_report(folder, "wagic", thorough=True).diagnostics


def applied(source: SourceText, fix: Fix) -> bytes:
    """The bytes of *source* after *fix*."""
    text = source.text
    for edit in sorted(fix.edits, key=lambda edit: edit.span.start, reverse=True):
        assert edit.span.source.name == source.name
        text = text[: edit.span.start] + edit.new + text[edit.span.end :]
    return text.encode(fix.encoding or source.encoding)


def card(*lines):
    """A card with an id, a rarity and *lines*."""
    return "\n".join(("[card]", *lines, "id=1", "rarity=L", "[/card]", ""))


BLOCKS = [
    ("WG001", "[card]\nname=A\nid=1\nrarity=C\n#c\n" + card("name=B").replace("=1", "=2"),
     "[card]\nname=A\nid=1\nrarity=C\n[/card]\n#c\n" + card("name=B").replace("=1", "=2"), True),
    ("WG001", "[card]\r\nname=A\r\nid=1\r\nrarity=C",
     "[card]\r\nname=A\r\nid=1\r\nrarity=C\r\n[/card]", True),
    ("WG001", "[card]\n" + card("name=B"), "[card]\n[/card]\n" + card("name=B"), False),
    ("WG001", card("name=A").replace("[/", "[[/") + card("name=B").replace("=1", "=2"),
     card("name=A") + card("name=B").replace("=1", "=2"), True),
    ("WG003", card("name=A") + "[/card]\n", card("name=A"), True),
    ("WG003", "primitive=Forest\nid=1\nrarity=L\n[/card]\n", card("primitive=Forest"), False),
    ("WG005", card("name=A", "subttype=Cat"), card("name=A", "subtype=Cat"), True),
    ("WG005", card("name=A", "autro=flying"), card("name=A", "auto=flying"), False),
    ("WG005", card("name=A").replace("id=1", "i=d1"), card("name=A").replace("id=1", "id=d1"),
     False),
    ("WG006", card("name=A", "power=1", "power=1"), card("name=A", "power=1"), True),
    ("WG007", card("name=A", "grade=crapy"), card("name=A", "grade=crappy"), True),
    ("WG008", card("name=A").replace("[card]", "[crad"), card("name=A"), True),
    ("WG009", card("primitve=Forest"), card("primitive=Forest"), True),
    ("WG013", card("primitive=Forest") * 2, card("primitive=Forest"), True),
    ("WG015", card("name=A").replace("=L", "=common"), card("name=A").replace("=L", "=C"), True),
    ("WG015", card("name=A").replace("=L", "=r"), card("name=A").replace("=L", "=R"), True),
    ("WG018", card("name=A", "abilities=flyng"), card("name=A", "abilities=flying"), True),
    ("WG020", card("primitive=forest"), card("primitive=Forest"), True),
    ("WG024", card("name=A", "backside=forest"), card("name=A", "backside=Forest"), True),
    ("WG031", "#AUTO_DEFINE _A_ draw:1\n#AUTO_DEFINE _A_ draw:1\n", "#AUTO_DEFINE _A_ draw:1\n",
     True),
    ("WG030", "#AUTO_DEFINE  _A_ draw:1\n", "#AUTO_DEFINE _A_ draw:1\n", True),
    ("WG037", "#AUTO_DEFINE _CYCLING_ draw:1\n" + card("name=A", "auto=_CLYCLING_"),
     "#AUTO_DEFINE _CYCLING_ draw:1\n" + card("name=A", "auto=_CYCLING_"), False),
    ("WG040", card("name=A", "mana={W/U}"), card("name=A", "mana={WU}"), True),
    ("WG041", card("name=A", "mana={1}{PW}"), card("name=A", "mana={1}{p(w)}"), True),
    ("WG042", card("name=A", "mana={2}W"), card("name=A", "mana={2}{W}"), True),
    ("WG042", card("name=A", "mana={2}{R}}"), card("name=A", "mana={2}{R}"), True),
    ("WG043", card("name=A", "mana={2}{R"), card("name=A", "mana={2}{R}"), True),
    ("WG044", card("name=A", "color=whte"), card("name=A", "color=white"), True),
    ("WG050", card("primitive=Forest "), card("primitive=Forest"), True),
    ("WG083", card("name=A", "auto=traget(creature) draw:1"),
     card("name=A", "auto=target(creature) draw:1"), True),
]  # fmt: skip


@pytest.mark.parametrize(("code", "text", "meant", "is_safe"), BLOCKS)
def test_one_right_answer_is_given(tmp_path, code, text, meant, is_safe):
    (finding, *_) = [each for each in findings(tmp_path, text) if each.code == code]
    assert finding.fix is not None
    assert finding.fix.is_safe is is_safe
    assert applied(finding.span.source, finding.fix) == meant.encode()
    codes = {str(each.code) for each in findings(tmp_path, meant)}
    assert code not in codes


ACCENTS = "[card]\nname=Ælf\ntype=Creature\n[/card]\n"


def test_a_name_that_is_one_letter_off_has_a_fix_that_is_not_safe(tmp_path):
    text, herons = card("primitive=Grey Herons"), FOREST.replace("Forest", "Grey Heron")
    (finding,) = (each for each in findings(tmp_path, text, primitives=herons) if each.fix)
    assert (finding.code, finding.fix.is_safe) == ("WG020", False)
    assert applied(finding.span.source, finding.fix) == card("primitive=Grey Heron").encode()


def test_a_name_brings_its_encoding(tmp_path):
    text = card("primitive=AElf")
    (*_, finding) = findings(tmp_path, text, primitives=ACCENTS, of_primitives="cp1252")
    assert finding.code == "WG020"
    assert (finding.fix.encoding, finding.fix.is_safe) == ("cp1252", True)
    assert applied(finding.span.source, finding.fix) == card("primitive=Ælf").encode("cp1252")


def test_a_file_is_saved_in_the_encoding_of_the_primitives(tmp_path):
    text = card("primitive=Ælf")
    (finding,) = findings(tmp_path, text, primitives=ACCENTS, of_primitives="cp1252")
    assert finding.code == "WG023"
    assert (finding.fix.encoding, finding.fix.edits) == ("cp1252", ())
    assert not findings(tmp_path, text, encoding="cp1252", primitives=ACCENTS,
                        of_primitives="cp1252")  # fmt: skip


def test_a_mark_goes(tmp_path):
    for encoding in ("utf-8-sig", "utf-16"):
        (finding,) = findings(tmp_path, card("primitive=Forest"), encoding=encoding)
        assert finding.code == "WG019"
        assert applied(finding.span.source, finding.fix) == card("primitive=Forest").encode()


def test_blocks_that_differ_both_stay(tmp_path):
    text = card("primitive=Forest") + card("primitive=Forest").replace("=L", "=C")
    assert all(each.fix is None for each in findings(tmp_path, text))


FILTERS = [
    ("WG063", "rarity:rare", "rarity:rare;"),
    ("WG064", "rarity: rare;", "rarity:rare;"),
    ("WG061", "rarity:rare;type:elf;", "rarity:rare;&amp;type:elf;"),
]


@pytest.mark.parametrize(("code", "text", "meant"), FILTERS)
def test_filters_keep_their_meaning(tmp_path, code, text, meant):
    path = tmp_path / "pack.txt"
    pack = "<pack><slot><random_card>{}</random_card></slot></pack>"
    path.write_text(pack.format(text), "utf-8")
    *_, finding = cf.read_report(path, "wagic-pack").diagnostics
    assert finding.code == code
    assert applied(finding.span.source, finding.fix) == pack.format(meant).encode()
    path.write_text(pack.format(meant), "utf-8")
    assert {each.code for each in cf.read_report(path, "wagic-pack").diagnostics} == {"WG072"}


@pytest.mark.parametrize(
    "block",
    ["[card]\n", "[card]\nname=A\n", "[card]\nname=A\r\n", "x=1\n[/card]\n"],
)
def test_repairs_of_hostile_blocks_take_linear_time(block):
    """Long comments make the text that a repair may look at large against the rest of the work."""
    comment = f"#{'x' * 999}\n"
    assert growth(lambda n: cf.loads_report((block + comment) * n, "wagic"), 100) < LINEAR
