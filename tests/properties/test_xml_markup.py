"""The markup of XML: compiled rules agree with Lark, and places with what lxml reads."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from lxml import etree

from cardformats.formats import xml_tags, xml_text
from cardformats.formats.xml_tags import GRAMMAR, attribute_spans_at, root_name, starts_of, tags
from cardformats.formats.xml_text import Document, XmlProblem, parse
from cardformats.formats.xml_tree import Element
from cardformats.source import SourceText
from tests.grammars import check_agrees

PIECES = st.sampled_from(
    ["<", ">", "/", "</", "/>", "a", "b:c", " ", "\r\n", "=", '"', "'", "<!--", "-->", "<?", "?>",
     "<![CDATA[", "]]>", "!", "<!DOCTYPE", "<!doctype ", "[", "]", "&lt;", "&#x41;", "&#65;", "&",
     ";", "\ufeff", "<?xml version='1.0' encoding='utf-8'?>", " encoding=", "é", "<a b='1'>"]
)  # fmt: skip
TEXTS = st.lists(PIECES, max_size=6).map("".join)
EXAMPLES = {
    "markup": ["<a b = ''\n c='\"' />", "<!-- a -->", "<![CDATA[]]>", "<?a ?>", "</a >", "<a b=1>"],
    "attribute": ['a="1"', "a = '\"'", 'a=""', "a=1"],
    "prolog": ["", "\ufeff<?xml?> <!-- <b> -->\n<!DOCTYPE a [<!ENTITY b>] ><a", "<!doctype", "a"],
    "written": ["&#x00e9;", "&#233;", "&amp;", "\r\n", "\r", "&#;"],
    "open_markup": ["<", "<a", '<a b="<', "<a b='1' c", "</", "<!a", "<!--", "<a/>", "<>"],
    "open_attribute": ["a", "a=", 'a = "x', "a='x'", "a=x", 'a=""', "=x"],
}  # fmt: skip


@pytest.mark.parametrize("rule", EXAMPLES)
@given(text=TEXTS, data=st.data())
def test_rules_agree_with_lark_on_texts_examples_and_mutated_examples(rule, text, data):
    for each in (text, *EXAMPLES[rule]):
        check_agrees(GRAMMAR, rule, each)
    text = data.draw(st.sampled_from(EXAMPLES[rule]))
    place = data.draw(st.integers(0, len(text)))
    new = data.draw(PIECES | st.just(""))
    check_agrees(GRAMMAR, rule, text[:place] + new + text[place + data.draw(st.integers(0, 2)) :])


NAMES = st.sampled_from(["a", "card", "é", "x-1"])
VALUES = st.text(st.sampled_from("ab<>&\"' \t\n\r]é-"), max_size=5)
BETWEEN = st.sampled_from(
    ["", " ", "\n\t", "<!-- <card a='1'> -->", "<?card ?>", "<![CDATA[<card>]]>"]
)


@st.composite
def documents(draw):
    """A document with comments and literal texts in it."""

    def element(depth):
        name = draw(NAMES)
        attributes = draw(st.dictionaries(NAMES, VALUES, max_size=3))
        tag = xml_text.element(name, attributes)
        children = draw(st.integers(0, 3)) if depth else 0
        if not children and draw(st.booleans()):
            return tag.replace("/>", draw(BETWEEN.filter(lambda each: not each.strip())) + "/>")
        inner = [draw(BETWEEN) + xml_text.content(draw(VALUES))]
        for _ in range(children):
            inner += [element(depth - 1), draw(BETWEEN)]
        return f"{tag[:-2]}>{''.join(inner)}</{name}>"

    return draw(st.sampled_from(["", "<?xml version='1.0'?>\n", "<!-- a -->"])) + element(3)


def as_lxml(element: Element) -> tuple:
    """An element as it is compared."""
    attributes = {name: each.value for name, each in element.attributes.items()}
    for passage in (*element.texts, *element.attributes.values()):
        assert len(passage.places) == len(passage.value) + 1
        assert list(passage.places) == sorted(passage.places)
    texts = "".join(each.value for each in element.texts)
    return element.tag, attributes, texts, [as_lxml(each) for each in element.children]


def read_by_lxml(node) -> tuple:
    texts = [node.text or "", *(each.tail or "" for each in node)]
    children = [read_by_lxml(each) for each in node if isinstance(each.tag, str)]
    return node.tag, dict(node.attrib), "".join(texts), children


@given(documents())
@example("<a b='&#13;&#10;'>x<!-- -->y<b/>&amp;<![CDATA[&amp;]]>\r\n</a>")
def test_elements_are_those_of_lxml(text):
    root = parse(SourceText("", text))
    assert as_lxml(root) == read_by_lxml(etree.fromstring(text.encode()))


@given(documents(), NAMES)
def test_each_place_is_that_of_an_element_of_lxml(text, name):
    source = SourceText("", text)
    document = Document(source)
    elements = list(document.root.iter(name))
    starts = list(starts_of(text, name))
    assert len(starts) == len(elements)
    for element, start in zip(elements, starts, strict=True):
        assert document.span(element).start == start
        assert attribute_spans_at(source, start).keys() == dict(element.attrib).keys()
    found = [each.start() for each in tags(text, [name]) if each["TAG"]]
    assert found == starts
    assert root_name(text) == document.root.tag


@given(documents())
def test_the_attributes_of_a_tag_are_those_of_lxml(text):
    tag, attributes = xml_text.outermost(text)
    root = Document(SourceText("", text)).root
    assert (tag, attributes) == (root.tag, dict(root.attrib))


@given(documents(), st.data())
def test_what_is_not_well_formed_is_a_problem_and_nothing_else(text, data):
    for _ in range(6):
        place = data.draw(st.integers(0, len(text)))
        changed = text[:place] + data.draw(PIECES) + text[place + 1 :]
        try:
            root = parse(SourceText("", changed))
        except XmlProblem:
            continue
        assert as_lxml(root) == read_by_lxml(etree.fromstring(changed.encode()))


HOSTILE = ["<!--", "<a b='", "<a b=\"<a c='", "<?", "<![CDATA[", "b='' ", " ", "<!DOCTYPE[", "</",
           "<", "<a", "&#x", "<a>", "<a b>", "='"]  # fmt: skip


@pytest.mark.parametrize("part", HOSTILE)
def test_a_long_text_is_looked_through_in_linear_time(part):
    for text in (part * 30_000, "<a " + part * 30_000):
        places = [each.start() for each in xml_tags.MARKUP.finditer(text)]
        assert places == sorted(set(places))
        assert list(GRAMMAR.rule("open_markup").finditer(text)) or "<" not in text
        assert xml_text.outermost(text)[1] == {}
        if part != "<!DOCTYPE[":
            assert {each.start() for each in tags(text, ["a"])} <= set(places)
