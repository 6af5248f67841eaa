"""XML in which a few elements are changed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from cardformats.formats.patch import patched
from cardformats.formats.xml_patch import xml_edits

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
