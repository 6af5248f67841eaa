"""What is brought in order is read as before, by readers and by Wagic's engine; twice is once."""

from __future__ import annotations

from hypothesis import example, given
from hypothesis import strategies as st

import cardformats as cf
from cardformats.checking.formatting import _content
from cardformats.formats.draftmancer.format import DraftmancerStyle
from cardformats.formats.draftmancer.formatting import format_list
from cardformats.formats.octgn.format import OctgnStyle
from cardformats.formats.octgn.formatting import format_set
from cardformats.formats.wagic.engine.loader import Engine
from cardformats.formats.wagic.engine.macros import EngineMacros
from cardformats.formats.wagic.format import WagicOptions, WagicStyle
from cardformats.formats.wagic.formatting import format_cards
from cardformats.source import SourceText

LINES = st.sampled_from(
    (
        "name=Eel", "name=Bog", "name=bog Eel", "note=Eel", "id=1", "id=2", "image=2", "id=",
        "primitive=Eel", "primitive=Bog", "primitive=1", "price=Eel", "rarity=C", "rarity=R",
        "mana={1}{g}", "mana={u}", "mtgid={b}", "color=red", "comment=blue", "auto=x", "auto=y",
        "anyzone=z", "autohand=v", "aicode=a", "abilities=flying", "abilities=haste", "alias=1",
        "type=Creature", "type=Artifact", "subtype=Elf", "power=1", "Power=2", "power =3",
        "toughness=1", "target=a", "text=Flying", " text=x", "kicker={1}", "buyback={2}",
        "beta={3}", "suspend(2)={1}", "other={1}", "restriction=r", "retrace={1}", "grade=crappy",
        "#c", "wrapped", "", "  ", "#AUTO_DEFINE _X_ draw:1", "#auto_define _Y_ draw:2",
    )
)  # fmt: skip
OUTSIDE = st.sampled_from(
    (
        "#c", "#the 2 cards below should stay together", "#the cards above should stay together",
        "", "", "grade=crappy", "grade=unsupported", "stray", "gremlins!",
        "[meta]\nname=M\n[/meta]",
        "#AUTO_DEFINE _X_ draw:1", "#AUTO_DEFINE _X_ draw:3", "[/card]", "[", "[x]", "\ufeff",
    )
)  # fmt: skip
BLOCKS = st.lists(LINES, max_size=6).map(lambda own: "\n".join(("[card]", *own, "[/card]")))
FILES = st.one_of(
    st.lists(st.one_of(BLOCKS, BLOCKS, BLOCKS, OUTSIDE), max_size=8),
    st.lists(st.one_of(LINES, OUTSIDE, st.sampled_from(("[card]", "[/card]"))), max_size=12),
).map("\n".join)
STYLES = st.builds(
    WagicStyle,
    order=st.sampled_from((None, "name", "letters", "id", "rarity", "kept")),
    keys=st.booleans(),
    blank_lines=st.sampled_from((None, 0, 1, 2)),
)


def engine_of(text, max_grade):
    engine = Engine(max_grade, EngineMacros(WagicOptions()))
    engine.load(text.encode(), None, "primitives")
    engine.load(b"[card]\nprimitive=Eel\nid=9\n[/card]\n" + text.encode(), "SET", "set")
    return engine.primitives, engine.cards, engine.meta, engine.draft


def check(formatter, text, style, format_id, **options):
    """What is made of *text*, which is read as the same, and of which nothing more is made."""
    made = formatter(SourceText("", text), style).text
    assert formatter(SourceText("", made), style).text == made
    before, after = (cf.loads_report(each, format_id, **options) for each in (text, made))
    assert _content(before) == _content(after)
    return made


@given(FILES, STYLES, st.integers(0, 5))
@example("[card]\nname=Eel\nrarity=C\n[/card]\n[card]\nname=Bog\nid=\n[/card]", WagicStyle(), 5)
@example("[card]\nid=1\nnote=Eel\nname=Eel\nbeta={3}\n[/card]", WagicStyle(), 0)
@example("#c\n[card]\nname=Eel\n[/card]\n#d\n[card]\nname=Bog\n[/card]", WagicStyle(), 5)
@example("[card]\nname=Bog\n[/card]\ngrade=unsupported\n[card]\nname=A\n[/card]", WagicStyle(), 0)
def test_wagics_engine_loads_the_same(text, style, max_grade):
    made = check(format_cards, text, style, "wagic", unresolved="named")
    assert engine_of(made, max_grade) == engine_of(text, max_grade)
    macros = [
        [line for line in each.splitlines() if line.startswith("#AUTO_DEFINE")]
        for each in (text, made)
    ]
    assert macros[0] == macros[1]


LIST_LINES = st.sampled_from(
    (
        "[Settings]", "[CustomCards]", "[Layouts]", "- P (1)", "2 A", "[A]", "[B(2)]", " [B] ",
        '[C {"collation": "printRun"}]', '[D(1) {"collation": "striped", "length": 1}]',
        "{", "\t}", "[", "]", '  "showSlots": true,', '"layouts": {"P": {"weight": 1, "slots":',
        '{"A": 1}}}', '{"name": "Eel", "mana_cost": "", "type": "Land"},', "\t{", "    },",
        '"name": "} [",', "# c", "  # maybeboard", "# maybeboard", "", " ", "\xa0", "Eel", "2 Eel",
        "1 Moss", " 1 Moss (LAN) 2 F", "1 1996 Eel", "1 #x", "1 [x]", "4x Eel", "0 Eel", "\ufeff",
    )
)  # fmt: skip
LISTS = st.lists(LIST_LINES, max_size=14).flatmap(
    lambda lines: st.sampled_from(("\n", "\r\n")).map(lambda end: end.join(lines))
)
LIST_STYLES = st.builds(
    DraftmancerStyle,
    blank_lines=st.sampled_from((None, 0, 1, 2)),
    indent=st.sampled_from((None, "tab", 1, 4)),
    counts=st.sampled_from((None, "always", "needed")),
    sort=st.booleans(),
)


@given(LISTS, LIST_STYLES)
@example('[Settings]\n{\n"a": "}",\n  # {\n\n\n"b": [\n]}\n\n\n[A]\nEel\n\n', DraftmancerStyle())
def test_lists_are_read_as_before(text, style):
    check(format_list, text, style, "draftmancer")


PIECES = st.recursive(
    st.sampled_from(
        (
            '<card name="B" id="b"/>', '<card id="a" name="A">\n</card>', "<!-- c -->", "\n", "  ",
            '<card name="a" id="a"><property name="Number" value="10"/></card>\n\n\n', "x",
            '<card name="C" id="c"><property name="Number">2</property> <!-- d --></card>',
            '<property value="1" name="N"></property>', '<property name="N"> <b> </b>\n</property>',
            '<pick qty="1" key="N" value="1" />', "<![CDATA[y]]>", "<?z?>",
        )
    ),
    lambda inner: st.tuples(
        st.sampled_from(("cards", "card", "packaging", "pack", "options", "option", "alternate")),
        st.lists(inner, max_size=5),
    ).map(lambda pair: f"<{pair[0]} id='1' name='n'>{''.join(pair[1])}</{pair[0]}>"),
    max_leaves=12,
)  # fmt: skip
SETS = st.lists(PIECES, max_size=6).map(
    lambda own: f'<?xml version="1.0"?>\n<set name="M" id="s">{"".join(own)}</set>\n'
)
SET_STYLES = st.builds(
    OctgnStyle,
    order=st.sampled_from((None, "number", "name", "letters", "kept")),
    indent=st.sampled_from((None, "tab", 2)),
    attributes=st.booleans(),
)


@given(SETS, SET_STYLES)
@example("<set><![CDATA[y]]><cards>\n<card name='B' id='b'/></cards></set>", OctgnStyle())
def test_sets_are_read_as_before(text, style):
    check(format_set, text, style, "octgn")
