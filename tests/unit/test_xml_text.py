"""XML with places: what is read, where it stands, and what is refused."""

from __future__ import annotations

import pytest

import cardformats as cf
from cardformats.formats import xml_tags, xml_text
from cardformats.formats.xml_text import (
    Document,
    XmlProblem,
    attribute_value,
    attributes_of,
    block,
    content,
    document,
    element,
    is_allowed,
    parse,
    tag_name,
)
from cardformats.source import SourceText


def root(text):
    data = text if isinstance(text, bytes) else text.encode()
    return parse(SourceText.from_bytes("heron.xml", data))


def problem(text):
    with pytest.raises(XmlProblem) as caught:
        parse(SourceText("heron.xml", text))
    return caught.value.message, caught.value.offset


def test_elements_have_their_tags_their_attributes_and_their_children():
    pond = root('<Pond deep="1"\n wide = \'2\'><frog/><!-- none --><heron name=""></heron ></Pond>')
    assert pond.tag == "Pond"
    assert {name: each.value for name, each in pond.attributes.items()} == {
        "deep": "1",
        "wide": "2",
    }
    assert [child.tag for child in pond.children] == ["frog", "heron"]
    assert pond.children[1].attributes["name"].value == ""
    assert pond.children[0].children == []


def test_an_element_knows_its_start_tag_and_the_place_of_each_value():
    text = "<a>\n  <b c='1>2' />\n</a>"
    (child,) = root(text).children
    assert (child.span.text, child.span.line, child.span.column) == ("<b c='1>2' />", 2, 3)
    span = child.attributes["c"].span()
    assert (span.text, span.line, span.column) == ("1>2", 2, 9)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("<a/>", ""),
        ("<a></a>", ""),
        ("<a> x\ty\n</a>", " x\ty\n"),
        ("<a>x\r\ny\rz</a>", "x\ny\nz"),
        ("<a>&lt;&gt;&amp;&quot;&apos;</a>", "<>&\"'"),
        ("<a>&#65;&#x42;&#x000043;&#128;&#13;</a>", "ABC\x80\r"),
        (f"<a>&#{'0' * 5000}65;</a>", "A"),
        ("<a>x<![CDATA[<&amp;]]>y</a>", "x<&amp;y"),
        ("<a><![CDATA[]]></a>", ""),
        ("<a><![CDATA[1\r\n2]]></a>", "1\n2"),
        ("<a><![CDATA[1&amp;\r\n&#65;2\r]]>&amp;</a>", "1&amp;\n&#65;2\n&"),
        ("<a>x<b>y</b>z</a>", "x"),
        ("<a><b/>x</a>", ""),
        ("<a>x<!-- y -->z</a>", "x"),
        ("<a>x<?y z?></a>", "x"),
    ],
)
def test_the_text_of_an_element_is_what_xml_means(text, value):
    assert root(text).text.value == value


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("<a>x<b>y</b> z &amp; </a>", [" z & "]),
        ("<a><b/>x<b/>y</a>", ["x", "y"]),
        ("<a>x<!-- y -->z<?p q?>v</a>", ["z", "v"]),
        ("<a>x<b/> \n <b/>\t</a>", []),
        ("<a>x</a>", []),
    ],
)
def test_texts_after_a_child_or_a_comment_are_kept_apart(text, values):
    assert [each.value for each in root(text).rest] == values


@pytest.mark.parametrize(
    ("written", "value"),
    [("1\n2\t3", "1 2 3"), ("1\r\n2\r3", "1 2 3"), ("&#10;&#9;&lt;", "\n\t<"), (" x ", " x ")],
)
def test_the_value_of_an_attribute_is_what_xml_means(written, value):
    assert root(f"<a b='{written}'/>").attributes["b"].value == value


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("<a>rare</a>", "rare"),
        ("<a>x &amp;&amp; rare</a>", "rare"),
        ("<a>\r\n\r\n&#65;\r\nrare\r\n</a>", "rare"),
        ("<a>x<![CDATA[&&]]>rare</a>", "rare"),
        ("<a>x<![CDATA[&rare]]></a>", "rare"),
        ("<a>\U0001f438 &lt; rare</a>", "rare"),
    ],
)
def test_a_part_of_a_text_stands_where_it_is_written(text, part):
    passage = root(text).text
    start = passage.value.index(part)
    span = passage.span(start, start + len(part))
    assert (span.text, span.start) == (part, text.index(part))


def test_the_place_of_a_reference_is_all_of_it():
    passage = root("<a>x&amp;&#65;y</a>").text
    assert [passage.span(at, at + 1).text for at in range(4)] == ["x", "&amp;", "&#65;", "y"]
    assert passage.span(1, 3).text == "&amp;&#65;"
    assert passage.span().text == "x&amp;&#65;y"


def test_a_place_after_the_end_is_the_end():
    passage = root("<a>x</a>").text
    assert [passage.span(*each).start for each in ((1,), (1, 2), (5, 9))] == [4, 4, 4]
    assert passage.span(5, 9).text == ""


@pytest.mark.parametrize(
    ("text", "value", "start"), [("<a> x y\n</a>", "x y", 4), ("<a>\n</a>", "", 3), ("<a/>", "", 4)]
)
def test_a_passage_can_be_stripped_of_its_blanks(text, value, start):
    passage = root(text).text.stripped()
    assert (passage.value, passage.span().text, passage.span().start) == (value, value, start)


def test_only_blanks_of_xml_are_stripped():
    assert root("<a>\u00a0x\u2003</a>").text.stripped().value == "\u00a0x\u2003"


@pytest.mark.parametrize(
    "data",
    [
        b"\xef\xbb\xbf<a>\xc3\xa9</a>",
        "\ufeff<a>é</a>".encode("utf-16-le"),
        "\ufeff<a>é</a>".encode("utf-16-be"),
        b"<a>\xe9</a>",
        b"<?xml version='1.0' encoding='UTF-16'?><a>\xe9</a>",
        b"<?xml version='1.0' encoding='nonsense'?><a>\xc3\xa9</a>",
    ],
)
def test_any_encoding_that_a_source_has_is_read_whatever_the_text_says_of_it(data):
    element = root(data)
    assert element.text.value == "é"
    assert element.text.span().text == "é"


@pytest.mark.parametrize(
    ("text", "tag"),
    [
        ("<ſ:é xmlns:ſ='u'/>", "ſ:é"),
        ("<a xmlns='u'/>", "a"),
        ("<\u1680/>", "\u1680"),
        ("<a xml:lang='en'/>", "a"),
        ("<?x?><!-- <b> --><?y <c> ?>\n<a/><!-- <d> -->", "a"),
        ("<a b='<!DOCTYPE'/>".replace("<!", "!"), "a"),
        ("<!-- <!DOCTYPE b> --><a/>", "a"),
        ("<a><![CDATA[<!DOCTYPE b>]]></a>", "a"),
    ],
)
def test_unusual_xml_is_xml(text, tag):
    assert root(text).tag == tag


@pytest.mark.parametrize(
    ("text", "message", "offset"),
    [
        ("", "document is empty", 0),
        ("  x", "start tag expected, '<' not found", 2),
        ("<a>\n<b>\n</a>", "opening and ending tag mismatch: b line 2 and a", 12),
        ("<a>\n é <b></a>", "opening and ending tag mismatch: b line 2 and a", 14),
        ("<a>&frog;</a>", "entity 'frog' not defined", 9),
        ("<a>\x00</a>", "invalid character: Char 0x0 out of allowed range", 3),
        ("<a>\ud800</a>", "invalid bytes in character encoding", 3),
        ("<a b='1' b='2'/>", "attribute b redefined", 14),
        ("<p:a/>", "namespace prefix p on a is not defined", 4),
        ("<a/><b/>", "extra content at the end of the document", 4),
        ("\ufeff<a><b></a>", "opening and ending tag mismatch: b line 1 and a", 11),
        ("\ufeff\n<a><b></a>", "opening and ending tag mismatch: b line 2 and a", 12),
        ("<!DOCTYPE a><a/>", "a document type is not allowed", 0),
        ("\ufeff<!-- ß -->\n<?x y?> <!DOCTYPE a><a/>", "a document type is not allowed", 20),
        ("<!doctype a><a/>", "a document type is not allowed", 0),
    ],
)
def test_what_is_wrong_is_said_in_simple_words_with_its_place(text, message, offset):
    assert problem(text) == (message, offset)


#: Texts that the parser refuses to hold.
TOO_LARGE = {
    "depth": lambda: "<a>" * 300 + "</a>" * 300,
    "attribute": lambda: "<a b='" + "x" * 10_100_000 + "'/>",
    "text": lambda: "<a>" + "x" * 10_100_000 + "</a>",
}


@pytest.mark.parametrize("kind", TOO_LARGE)
def test_what_is_too_large_for_the_parser_is_a_problem_that_does_not_speak_of_its_options(kind):
    message, offset = problem(TOO_LARGE[kind]())
    assert offset > 0
    assert message
    assert "XML_PARSE_HUGE" not in message


def test_elements_can_be_nested_as_deep_as_the_parser_allows():
    element, depth = root("<a>" * 256 + "</a>" * 256), 1
    while element.children:
        (element,) = element.children
        depth += 1
    assert depth == 256


def test_there_is_a_limit_to_the_number_of_elements(monkeypatch):
    monkeypatch.setattr(xml_text, "MAX_ELEMENTS", 3)
    assert len(root("<a><b/><b></b></a>").children) == 2
    message = "there are more than 3 elements and comments"
    assert problem("<a><b/><b/><b/></a>") == (message, 0)


def test_an_entity_that_is_defined_in_the_text_is_refused_before_it_grows():
    levels = "".join(f'<!ENTITY e{i + 1} "{f"&e{i};" * 10}">' for i in range(9))
    text = f'<!DOCTYPE a [<!ENTITY e0 "frog">{levels}]><a>&e9;</a>'
    assert problem(text) == ("a document type is not allowed", 0)


@pytest.mark.parametrize(
    ("before", "after", "left"),
    [
        ("<a><c>1</c>\n<c>\n2</c></a>", "<a><c>1</c>\n<c>\n3</c></a>", "<a>\n<c>\n3</c></a>"),
        ("<a><c>\n1\n</c><c>2</c></a>", "<a><c>2</c><c>\n1\n</c>\n</a>", "<a>\n\n\n</a>"),
        ("<a><c>1</c></a>", "<a><c>1</c><d/><c>1</c></a>", "<a><c>1</c><d/><c>1</c></a>"),
        ("<a></a>", "<a><c>1</c></a>", "<a><c>1</c></a>"),
    ],
)
def test_new_elements_are_left_with_the_lines_of_the_others(before, after, left):
    sources = [SourceText("set.xml", text) for text in (after, before)]
    assert xml_tags.new_elements(*sources, "c").text == left


@pytest.mark.parametrize(
    ("broken", "is_safe"),
    [
        ('<property name="Cost" value="<3"/>', True),
        ("<property name='Cost'>up to <3</property>", True),
        ('<1property name="Cost" value="3"/>', False),
    ],
)
def test_an_element_with_a_damaged_name_is_not_surely_a_text(broken, is_safe):
    """As a text its values would be lost, and nothing would report them again."""
    text = (
        '<set name="A" id="7e0a1c1c-5a0e-4c52-9b0e-0d8f6f1c2a01" version="1.0.0.0"'
        ' gameId="7e0a1c1c-5a0e-4c52-9b0e-0d8f6f1c2a02" gameVersion="1.0.0.0"><cards>'
        f'<card name="Heron" id="7e0a1c1c-5a0e-4c52-9b0e-0d8f6f1c2a03">{broken}</card>'
        "</cards></set>"
    )
    (error,) = cf.loads_report(text, "octgn").errors
    assert error.fix is not None
    assert error.fix.is_safe is is_safe


def test_places_of_elements_are_the_same_however_they_are_looked_for():
    """The first ones are looked for by values that occur once, later ones by their numbers."""
    rows = [f'<row id="{n}" kind="k{n}">x</row><!-- kind="k{n}" -->' for n in range(6)]
    rows += ['<row id="7" kind="a&amp;b"/>', '<row kind="only">only</row>', "<row/>"]
    source = SourceText("", f"<rows>{''.join(rows)}</rows>")
    document = xml_text.Document(source)
    elements = [*document.root.iter("row")]
    spans = [document.span(each) for each in elements]
    assert [each.start for each in spans] == [
        place for place in range(len(source.text)) if source.text.startswith("<row", place)
    ][1:]
    for number, span in enumerate(spans):
        fresh = xml_text.Document(source)
        assert fresh.span([*fresh.root.iter("row")][number]) == span


@pytest.mark.parametrize("written", ["k&#49;", "k&#x31;"])
def test_a_value_that_is_written_with_references_is_not_taken_for_another(written):
    rows = f'<rows><!-- k --><row kind="{written}"/><!-- <row kind="k1"/> --></rows>'
    document = xml_text.Document(SourceText("", rows))
    (row,) = document.root.iter("row")
    assert document.span(row).start == rows.index("<row kind")


def test_a_space_that_is_written_as_a_line_end_is_not_taken_for_another():
    rows = '<rows><row kind="a\nb"/><!-- <row kind="a b"/> --></rows>'
    document = xml_text.Document(SourceText("", rows))
    (row,) = document.root.iter("row")
    assert document.span(row).start == rows.index("<row kind")


def test_many_attributes_are_those_of_lxml():
    names = "".join(f' n{number}="a&#10;{number}"' for number in range(100))
    root = xml_text.Document(SourceText("", f'<a xmlns:q="u" q:b="1"{names}/>')).root
    assert xml_text.attributes_of(root) == dict(root.items())


def test_elements_are_written_with_what_xml_can_have():
    assert element("a", {"b": "x\"<&>'\n\t\r\0", "c": None, "d": ""}) == (
        '<a b="x&quot;&lt;&amp;&gt;\'&#10;&#9;&#13;" d=""/>'
    )
    assert element("a", {}, "<b/>") == "<a><b/></a>"
    assert [*block("a", {"b": "c"}, ["<d>", "  <e/>", "</d>"])] == [
        '<a b="c">', "  <d>", "    <e/>", "  </d>", "</a>",
    ]  # fmt: skip
    header = '<?xml version="1.0" encoding="utf-8" standalone="yes"?>'
    assert document(["<a>", "</a>"]) == f"{header}\n<a>\n</a>\n"
    assert content("\"<&>'\n\r\x01") == "\"&lt;&amp;&gt;'\n&#13;"
    assert attribute_value("\"'\ufffe") == "&quot;&apos;"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Card", "Card"), ("two words", "two_words"), ("", "_"), ("1st", "_1st"), ("-a", "_-a"),
        ("a:b", "a_b"), ("é.b-c_d", "é.b-c_d"), ("<", "_"),
    ],
)  # fmt: skip
def test_any_text_becomes_the_name_of_an_element(text, name):
    assert tag_name(text) == name
    assert root(element(name, {})).tag == name


@pytest.mark.parametrize(
    ("text", "allowed"),
    [("a\t\n\r é😀", True), ("\0", False), ("\ud800", False), ("\uffff", False)],
)
def test_some_characters_cannot_be_in_xml(text, allowed):
    assert is_allowed(text) == allowed


def test_elements_of_a_document_have_places_and_names():
    text = "<!-- < -->\n<g xmlns:x='u'>\n<a b=\"1\" x:c='2'/>\n<x:d></x:d>\n<a b=\"3\"/></g>"
    made = Document(SourceText("it", text))
    one, two, three = made.root
    assert [made.span(each).text for each in (made.root, one, two, three)] == [
        "<g xmlns:x='u'>", "<a b=\"1\" x:c='2'/>", "<x:d>", '<a b="3"/>',
    ]  # fmt: skip
    assert {name: span.text for name, span in made.attribute_spans(one).items()} == {
        "b": "1", "x:c": "2",
    }  # fmt: skip
    assert made.attribute_span(three, "b").start == text.index("3")
    assert made.attribute_span(three, "c").text == '<a b="3"/>'
    assert [made.shown(each) for each in (one, two)] == ["<a>", "<d> of the namespace 'u'"]
    assert [made.is_empty_tag(each) for each in (made.root, one, two, three)] == [
        False, True, False, True,
    ]  # fmt: skip


@pytest.mark.parametrize("count", [64, 65])
def test_all_attributes_of_an_element_are_given(count):
    names = [f"n{each}" for each in range(count)]
    text = "<a " + " ".join(f'{name}="v{name}"' for name in names) + "/>"
    made = attributes_of(Document(SourceText("it", text)).root)
    assert made == {name: f"v{name}" for name in names}
    assert [*made] == names
    assert {type(each) for each in made.values()} == {str}
