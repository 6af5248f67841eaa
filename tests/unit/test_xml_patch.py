"""XML in which a few elements are changed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from cardformats.formats.patch import CannotPatchError, patched
from cardformats.formats.xml_patch import rewritten, xml_edits
from cardformats.formats.xml_text import block, document, element
from cardformats.formats.xml_text import content as inline
from cardformats.losses import LossLog
from cardformats.source import SourceText

from .text_tables import rows

TEXT = """<?xml version='1.0'?>
<!-- mine -->
<set id='S' name="Marsh">
\t<cards>
\t\t<card name="Eel"
\t\t      id="A"><property name="Cost" value='1'/></card>
\t\t<!-- about B -->
\t\t<card id="B" name="Moth" >
\t\t\t<property name="Cost" value="2" />
\t\t</card>
\t</cards>
</set>
"""


def canonical(cards):
    lines = ['<set name="Marsh" id="S">', "  <cards>"]
    for identity, (name, properties) in cards.items():
        lines.append(f'    <card name="{name}" id="{identity}">')
        lines += [f'      <property name="{key}" value="{v}"/>' for key, v in properties.items()]
        lines.append("    </card>")
    return "\n".join([*lines, "  </cards>", "</set>", ""])


BEFORE = {"A": ("Eel", {"Cost": "1"}), "B": ("Moth", {"Cost": "2"})}


@pytest.mark.parametrize(
    ("after", "text"),
    [
        ({**BEFORE, "A": ("Eel", {"Cost": "3"})}, TEXT.replace("'1'/", "'3'/")),
        ({**BEFORE, "A": ("Newt", {"Cost": "1"})}, TEXT.replace("Eel", "Newt")),
        (
            {**BEFORE, "B": ("Moth", {"Cost": "2", "Rarity": "C"})},
            TEXT.replace('value="2" />', 'value="2" />\n\t\t\t<property name="Rarity" value="C"/>'),
        ),
        (
            {"A": BEFORE["A"]},
            TEXT[: TEXT.index("\n\t\t<!-- about")] + TEXT[TEXT.index("\n\t</cards") :],
        ),
        (
            {**BEFORE, "C": ("Crab", {"Cost": "4"})},
            TEXT.replace(
                "\n\t</cards",
                '\n\t\t<card name="Crab" id="C">\n\t\t\t<property name="Cost" value="4"/>'
                "\n\t\t</card>\n\t</cards",
            ),
        ),
    ],
)
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_only_what_changes_is_written(after, text, line_end):
    original = TEXT.replace("\n", line_end)
    edits = list(xml_edits(original, canonical(BEFORE), canonical(after)))
    assert patched(original, edits) == text.replace("\n", line_end)


CARDS = st.dictionaries(
    st.sampled_from("ABCDEFG"),
    st.tuples(
        st.sampled_from(["Eel", "Moth"]),
        st.dictionaries(st.sampled_from(["Cost", "Rarity", "Text"]), st.sampled_from("123")),
    ),
    min_size=1,
)


def content(text):
    cards = etree.fromstring(text.encode()).iter("card")
    return [
        (each.get("id"), each.get("name"), [(p.get("name"), p.get("value")) for p in each])
        for each in cards
    ]


@given(CARDS, CARDS)
def test_the_text_says_what_it_is_to_say(before, after):
    text = canonical(before).replace("    <card ", "    <!-- a card -->\n    <card   ")
    made = patched(text, list(xml_edits(text, canonical(before), canonical(after))))
    assert content(made) == content(canonical(after))


# -- any tree in any layout

NAMES = st.sampled_from(["a", "b", "c", "d", "e"])
VALUES = st.text("xy<>&'\"\n\té ", max_size=6)
LEAVES = st.tuples(
    st.sampled_from(["p", "q"]),
    st.dictionaries(st.sampled_from(["id", "name", "z"]), VALUES, max_size=3),
    st.one_of(st.just([]), VALUES.filter(str.strip)),
)
TREES = st.recursive(
    LEAVES,
    lambda trees: st.tuples(
        st.sampled_from(["p", "r"]),
        st.dictionaries(st.sampled_from(["id", "name"]), NAMES, max_size=2),
        st.lists(trees, max_size=4),
    ),
    max_leaves=12,
)
ROOTS = st.tuples(
    st.just("set"),
    st.dictionaries(st.sampled_from(["name", "x", "y"]), VALUES),
    st.lists(TREES, max_size=5),
)


def written(tree):
    """The lines of a tree as a writer has it."""
    tag, attributes, inner = tree
    if isinstance(inner, str):
        return [element(tag, attributes, inline(inner))]
    lines = (line for child in inner for line in written(child))
    return list(block(tag, attributes, lines)) if inner else [element(tag, attributes)]


def canonical_text(tree):
    return document(written(tree))


def laid_out(tree, chance, indent, step):
    """The text of a tree as people may have it."""
    tag, attributes, inner = tree
    blank = chance.choice([" ", "  ", "\n\t"])
    names = chance.sample(sorted(attributes), len(attributes))
    shown = "".join(f"{blank}{name}={quoted(attributes[name], chance)}" for name in names)
    shown += chance.choice(["", " "])
    if isinstance(inner, str):
        is_literal = chance.random() < 0.3
        return f"<{tag}{shown}>{f'<![CDATA[{inner}]]>' if is_literal else inline(inner)}</{tag}>"
    if not inner:
        return f"<{tag}{shown}/>" if chance.random() < 0.5 else f"<{tag}{shown}></{tag}>"
    line = "" if step is None else "\n" + indent + step
    between = ["", "", f"{line}<!-- <p id='a'/> -->", f"{line}<?do <p/> ?>"]
    children = "".join(
        chance.choice(between) + line + laid_out(child, chance, indent + (step or ""), step)
        for child in inner
    )
    last = "" if step is None else "\n" + indent
    return f"<{tag}{shown}>{children}{chance.choice(between)}{last}</{tag}>"


def quoted(value, chance):
    written = element("x", {"y": value})[len('<x y="') : -len('"/>')]
    if chance.random() < 0.5:
        return f'"{written.replace("&gt;", ">")}"'
    return "'{}'".format(written.replace("'", "&#x27;").replace("&quot;", '"'))


def meaning(element):
    children = [meaning(each) for each in element if isinstance(each.tag, str)]
    return element.tag, dict(element.attrib), children or (element.text or "").strip()


def meaning_of(text):
    return meaning(etree.fromstring(text.encode()))


@given(
    ROOTS,
    ROOTS,
    st.randoms(use_true_random=False),
    st.sampled_from([None, "", "  ", "\t"]),
    st.sampled_from(["\n", "\r\n"]),
)
def test_any_tree_becomes_any_other(before, after, chance, step, line_end):
    text = laid_out(before, chance, "", step).replace("\n", line_end)
    assert meaning_of(text) == meaning_of(canonical_text(before))
    try:
        edits = list(xml_edits(text, canonical_text(before), canonical_text(after)))
    except CannotPatchError:
        return
    assert meaning_of(patched(text, edits)) == meaning_of(canonical_text(after))
    assert edits or before == after or canonical_text(before) == canonical_text(after)


@given(
    ROOTS,
    TREES,
    st.integers(0, 5),
    st.randoms(use_true_random=False),
    st.sampled_from([None, "  ", "\t"]),
)
def test_an_element_more_or_less_leaves_all_others(root, new, place, chance, step):
    tag, attributes, children = root
    more = (tag, attributes, [*children[:place], new, *children[place:]])
    for before, after in ((root, more), (more, root)):
        text = laid_out(before, chance, "", step)
        try:
            edits = list(xml_edits(text, canonical_text(before), canonical_text(after)))
        except CannotPatchError:
            continue
        assert meaning_of(patched(text, edits)) == meaning_of(canonical_text(after))


NAMED = st.lists(st.tuples(st.sampled_from("ABCDEFGH"), st.integers(0, 3)), max_size=8)


def of_names(cards, end="\n"):
    """A document whose cards begin with their names."""
    lines = ["<cards>", "  <sets/>"]
    for name, value in dict(cards).items():
        lines += ["  <card>", f"    <name>{name}</name>", f"    <cost>{value}</cost>", "  </card>"]
    return end.join([*lines, "</cards>", ""])


@given(NAMED, NAMED, st.lists(st.integers(0, 7)), st.booleans())
def test_what_is_far_from_all_changes_makes_no_difference(cards, others, gone, are_few):
    """Only the time is another one; comments and the order of attributes stay as they are."""
    before = dict(cards)
    after = {name: value for at, (name, value) in enumerate(before.items()) if at not in gone}
    after |= dict(others[:1] if are_few else others)
    text = of_names(before, "\r\n").replace("<card>", "<!-- x --><card >")

    def edited(many):
        try:
            return patched(text, [*xml_edits(text, of_names(before), of_names(after), many)])
        except CannotPatchError:
            return None

    assert edited("card") == edited("")


TWO = '<r><a id="1"/><a id="2"/></r>'
LINES = "<r>\n  <a id='1'/> <!-- one -->\n  <!-- two -->\n  <a id='2'/>\n</r>"


@pytest.mark.parametrize(
    ("text", "before", "after", "expected"),
    [
        # attributes: quotes and spaces stay, new ones stand where the writer has them
        (
            "<a  x='1' y = \"2\"/>",
            '<a x="1" y="2"/>',
            '<a x="1&quot;\'" y="2\'"/>',
            "<a  x='1&quot;&apos;' y = \"2'\"/>",
        ),
        (
            "<a  x='1' y = \"2\"/>",
            '<a x="1" y="2"/>',
            '<a w="0" x="1" v="5" y="2"/>',
            '<a w="0"  x=\'1\' v="5" y = "2"/>',
        ),
        (
            "<a  x='1'\n  y = \"2\" z='' />",
            '<a x="1" y="2" z=""/>',
            '<a x="1" z=""/>',
            "<a  x='1' z='' />",
        ),
        # a text that is an attribute for the writer
        ("<a>one</a>", '<a x="one"/>', '<a x="2&#10;3&#9;&quot;"/>', '<a>2\n3\t"</a>'),
        ("<a>one\r\n</a>", '<a x="one"/>', '<a x="2&#10;3"/>', "<a>2\r\n3</a>"),
        # texts
        (
            "<a>one\r\ntwo\r\n3</a>",
            "<a>one\ntwo\n3</a>",
            "<a>one\n2\n\n3</a>",
            "<a>one\r\n2\r\n\r\n3</a>",
        ),
        ("<a><![CDATA[one]]></a>", "<a>one</a>", "<a>ones</a>", "<a>ones</a>"),
        ("<a><!-- 1 -->one</a>", "<a>one</a>", "<a>ones</a>", "<a>ones</a>"),
        # elements in an empty one
        ("<a x='1' />", '<a x="1"/>', '<a x="1"><b/></a>', "<a x='1'>\n  <b/>\n</a>"),
        ("<a></a>", "<a/>", "<a><b/></a>", "<a>\n  <b/>\n</a>"),
        (
            "<r>\n\t<a/>\n</r>\n",
            "<r>\n  <a/>\n</r>",
            "<r>\n  <a>\n    <b/>\n    <c><d/></c>\n  </a>\n</r>",
            "<r>\n\t<a>\n\t\t<b/>\n\t\t<c>\n\t\t\t<d/>\n\t\t</c>\n\t</a>\n</r>\n",
        ),
        (
            "<r>\r\n <a></a>\r\n</r>\r\n",
            "<r>\n  <a/>\n</r>",
            "<r>\n  <a>\n    <b>x\ny</b>\n  </a>\n</r>",
            "<r>\r\n <a>\r\n   <b>x\r\ny</b>\r\n </a>\r\n</r>\r\n",
        ),
        (
            "<r>\n   <a>\n     <b/>\n   </a>\n</r>",
            "<r><a><b/></a></r>",
            "<r><a><b/></a><a><b/></a></r>",
            "<r>\n   <a>\n     <b/>\n   </a>\n   <a>\n     <b/>\n   </a>\n</r>",
        ),
        # removed ones take their line, with the comments on it and above it
        (TWO, TWO, '<r><a id="1"/></r>', '<r><a id="1"/></r>'),
        (TWO, TWO, '<r><a id="2"/></r>', '<r><a id="2"/></r>'),
        (LINES, TWO, '<r><a id="1"/></r>', "<r>\n  <a id='1'/> <!-- one -->\n</r>"),
        (LINES, TWO, '<r><a id="2"/></r>', "<r>\n  <!-- two -->\n  <a id='2'/>\n</r>"),
        # new ones stand above the comment of the one behind them
        (
            LINES,
            TWO,
            '<r><b/><a id="1"/><a id="2"/><c/></r>',
            LINES.replace("<r>", "<r>\n  <b/>").replace("'2'/>", "'2'/>\n  <c/>"),
        ),
        (
            "<r>\n  <!-- one -->\n  <a id='1'/>\n</r>",
            '<r><a id="1"/></r>',
            '<r><a id="0"/><a id="1"/></r>',
            "<r>\n  <a id=\"0\"/>\n  <!-- one -->\n  <a id='1'/>\n</r>",
        ),
        # and below the comment on the line of the one before them
        (
            LINES,
            TWO,
            '<r><a id="1"/><a id="3"/><a id="2"/></r>',
            LINES.replace("one -->", 'one -->\n  <a id="3"/>'),
        ),
        (
            "<r><a id='1'/> <!-- one -->\n</r>",
            '<r><a id="1"/></r>',
            '<r><a id="1"/><a id="3"/></r>',
            "<r><a id='1'/><a id=\"3\"/> <!-- one -->\n</r>",
        ),
        # what has no meaning to the writer stands where it is to be
        ("<r><b/><a/></r>", "<r><a/></r>", '<r><a/><b x="1"/></r>', '<r><b x="1"/><a/></r>'),
        ("<r><b y='2'/></r>", "<r/>", '<r><b x="1"/></r>', '<r><b x="1"/></r>'),
        # the same elements are told by ids, names and texts, however they are written
        (
            "<r><x id='{A-1}'/><x id='b'/></r>",
            '<r><x id="a1" n="1"/><x id="B" n="1"/></r>',
            '<r><x id="a1" n="1"/><x id="B" n="2"/></r>',
            '<r><x id=\'{A-1}\'/><x id="B" n="2"/></r>',
        ),
        (
            "<r><x><name>B</name><v>2</v></x><x><name>A</name><v>2</v></x></r>",
            "<r><x><name>A</name><v>2</v></x><x><name>B</name><v>2</v></x></r>",
            "<r><x><name>A</name><v>2</v></x><x><name>B</name><v>3</v></x></r>",
            "<r><x><name>B</name><v>3</v></x><x><name>A</name><v>2</v></x></r>",
        ),
        (
            "<r><x key='k' y='1'/><x y='2'>-</x><x name='n' y='3'/></r>",
            '<r><x name="N" y="3"/><x key="K" y="1"/><x y="2">-</x></r>',
            '<r><x name="N" y="4"/><x key="K" y="5"/><x y="6">-</x></r>',
            "<r><x key='k' y='5'/><x y='6'>-</x><x name='n' y='4'/></r>",
        ),
    ],
)
def test_each_change_has_its_place(text, before, after, expected):
    assert patched(text, [*xml_edits(text, before, after)]) == expected


@pytest.mark.parametrize(
    ("text", "before", "after", "message"),
    rows("""
        <r/>        | <r/>         | <s/>         | <r> would be <s>
        <r>         | <r/>         | <r x="1"/>   | there is no element
        <a y='1'/>  | <a x="1"/>   | <a/>         | <a> has no attribute 'x' to remove
        <a/>        | <a x="one"/> | <a x="two"/> | <a> has no text to change
        <a><b/></a> | <a x="one"/> | <a x="two"/> | <a> has no text to change
        <a>one</a>  | <a x="one"/> | <a x=" "/>   | <a> has no text to change
        <a/>        | <a>one</a>   | <a>two</a>   | <a> has no content to change
        <a>one</a>  | <a>one</a>   | <a/>         | <a> has no content to change
        <r><a/></r> | <r><b/></r>  | <r/>         | <b> stands nowhere
    """),
)
def test_a_change_without_a_place_is_refused(text, before, after, message):
    with pytest.raises(CannotPatchError) as caught:
        [*xml_edits(text, before, after)]
    assert str(caught.value) == message


def test_a_source_is_rewritten_only_if_it_says_what_it_is_to_say():
    before, after = '<r><a id="1"/></r>', '<r><a id="2"/></r>'
    source = SourceText("it.xml", "<r><a id='1' /></r>")

    def made(says, source=source):
        losses = LossLog("octgn")
        text = rewritten(source, before, after, says, losses, "a set").text
        return text, [str(each.code) for each in losses.finish()]

    assert made(lambda each: each.text.replace("'", '"').replace(" /", "/")) == (
        "<r><a id='2' /></r>", [],
    )  # fmt: skip
    assert made(lambda _: "what is read of both") == ("<r><a id='2' /></r>", [])
    text, lost = made(lambda each: each.text)
    assert (text, len(lost)) == (after, 1)
    assert made(lambda _: after, None) == (after, [])
