"""A list of which nothing is reported is accepted by Draftmancer, with the same cards.

Lists are changed a little, as slips change them; Draftmancer is played by rules that share no code
with the package.
"""

from __future__ import annotations

import re

import pytest
from attrs import evolve
from hypothesis import example, given
from hypothesis import strategies as st

import cardformats as cf
from cardformats.formats.draftmancer.acceptance import Accepted, ListRejection, accept
from cardformats.formats.draftmancer.mana import is_cost
from cardformats.formats.draftmancer.syntax import WHITE_SPACE
from tests.properties.test_draftmancer_accepts import (
    LINES,
    MOSS,
    RULES,
    accepted_sheets,
    identity,
    layouts_of,
    sheets_of,
)

#: Whether the model of a bot is on line is not known here.
MODELS = ("", "x")
CUSTOM = """[Settings]
{
  "name": "Marsh",
  # x
  "layouts": {"P": {"weight": 2, "slots": {"A": 2, "B": 1}},
    "Q": {"weight": 1, "slots": [{"name": "C", "count": 1, "sheets": ["A", {"name": "B"}]}]}},
  "predeterminedLayouts": ["P", "Q"],
}
[CustomCards]
[
  {"name": "Lantern Eel", "mana_cost": "{1}{W/U}", "type": "Creature", "set": "LAN",
   "collector_number": "1", "oracle_text": "Choose [one]", "related_cards": ["Reed Frog"]},
  {"name": "Reed Frog", "mana_cost": "2G", "type": "Creature", "draft_effects": ["FaceUp",
   {"type": "AddCards", "cards": ["2 Lantern Eel"], "count": 1},
   {"type": "AddBooster", "layouts": ["P", "Q"]}]},
  {"name": "12 Zaba F", "mana_cost": "", "type": "Land", "rarity": "common"},
  {"name": "Koba // Boba", "mana_cost": "", "type": "Land", "colors": ["W"]}
]
[A]
3 Lantern Eel (LAN) 1
Reed Frog
1 12 Zaba F (custom)
[B {"collation": "printRun", "groupSize": 2}]
Koba // Boba
2 Forest
# Island
"""
OLD = "[A]\nForest\nIsland\n[B]\n2 Swamp\n[Layouts]\n- P (2)\n1 A\n- Q (1)\n2 B\n1 C\n[C]\nPlains"
OLD_LAST = "[A]\nForest\n[Layouts]\n- P (2)\n1 A\n"
TEXTS = [
    CUSTOM,
    OLD,
    OLD_LAST,
    *(text for pair in RULES.values() for text in pair),
    *(f"{MOSS}\n[A]\n{line}" for line in LINES),
]
TOKENS = [
    *'[](){}",:#/+-*012 \t\n\\FfXx\r\u2028\xa0\ufeff',
    *(" F", " +F", " // ", "1 ", "12 ", "null", "1.5", '"x"', "(AAA)", "[]", "{}", "1,]", "]["),
    *(
        "__proto__",
        "constructor",
        "[Settings]\n{}\n",
        "[Layouts]\n",
        "{U/W}",
        "{P}",
        "# maybeboard",
    ),
]
VALUE = re.compile(r'(?<=: )(?:"[^"]*"|[0-9.]+|true|false|\[[^\]]*\])')
VALUES = [
    "null",
    '""',
    '"x"',
    "[]",
    "{}",
    "0",
    "-1",
    "1.5",
    "2.0",
    "true",
    "[1]",
    '"{U/W}"',
    '"W]"',
]


def with_token(data, text):
    start = data.draw(st.integers(0, len(text)))
    end = start + data.draw(st.integers(0, 3))
    return text[:start] + data.draw(st.sampled_from(["", *TOKENS])) + text[end:]


def with_value(data, text):
    found = list(VALUE.finditer(text))
    if not found:
        return text
    match = data.draw(st.sampled_from(found))
    return text[: match.start()] + data.draw(st.sampled_from(VALUES)) + text[match.end() :]


def with_line(data, text):
    """*text* with a line that is moved, doubled or deleted."""
    lines = text.split("\n")
    moved = data.draw(st.integers(0, len(lines) - 1))
    line = lines[moved]
    if data.draw(st.booleans()):
        del lines[moved]
    if data.draw(st.booleans()):
        lines.insert(data.draw(st.integers(0, len(lines))), line)
    return "\n".join(lines)


@st.composite
def changed_lists(draw):
    """Lists with a few small changes."""
    data = draw(st.data())
    text = draw(st.sampled_from(TEXTS))
    for change in draw(st.lists(st.sampled_from([with_token, with_value, with_line]), max_size=3)):
        text = change(data, text)
    return text


def custom(cardset):
    """*cardset* without the cards of a catalog."""
    return evolve(
        cardset,
        cards=[
            card for card in cardset.cards if not card.extras.get("draftmancer", {}).get("official")
        ],
    )


def differences(report, made):
    """What Draftmancer has *made* of a list, and we in *report*; empty if it is the same."""
    if any(each.severity is not cf.Severity.NOTE for each in report.diagnostics):
        return []
    if isinstance(made, ListRejection):
        return [made.reason]
    read = custom(report.value)
    pairs = [
        (accepted_sheets(made), sheets_of(read)),
        (list(made.cards), [identity(card) for card in read.cards]),
        (made.layouts or {}, layouts_of(read) if made.layouts else {}),
    ]
    return [pair for pair in pairs if pair[0] != pair[1]]


@given(changed_lists())
@example(CUSTOM)
@example(OLD)
@example(OLD_LAST)
def test_a_list_without_a_remark_is_accepted_with_the_same_cards(text):
    report = cf.loads_report(text, "draftmancer")
    assert differences(report, accept(text, models=MODELS)) == []


OFFICIAL = ("Forest", "Island", "Swamp", "Plains")
CATALOG = cf.CardCatalog([cf.Card(cf.Face(name, types=("Land",))) for name in OFFICIAL])


@given(changed_lists())
def test_with_a_catalog_a_list_without_a_remark_names_cards_that_there_are(text):
    report = cf.loads_report(text, "draftmancer", catalog=CATALOG)
    known = {name.lower() for name in OFFICIAL}

    def is_known(name, set_code, _number):
        return set_code is None and name.partition(" //")[0].lower() in known

    made = accept(text, is_known, models=MODELS)
    if any(each.severity is not cf.Severity.NOTE for each in report.diagnostics):
        return
    assert isinstance(made, Accepted), made.reason
    assert list(made.cards) == [identity(card) for card in custom(report.value).cards]


@pytest.mark.parametrize("text", [CUSTOM, OLD])
def test_these_lists_have_no_remark(text):
    assert cf.loads_report(text, "draftmancer").diagnostics == ()


COSTS = st.lists(
    st.sampled_from([*"{}WUBRGC2PSX½H01/T ", "20", "PW", "TK", "{W/U}", "{U/W}", "{2}", "//"])
).map("".join)


#: The symbols of the original, of which the longest counts.
SYMBOL = (
    "(?:W/U|W/B|B/R|B/G|U/B|U/R|R/G|R/W|G/W|G/U)(?:/P)?|[2C]/[WUBRG]|[WUBRGC]/P|CHAOS|PW|TK|HW|HR"
    "|1000000|100|1[0-9]|20|[0-9]|[WUBRGCSXYZTQEPALD½∞]"
)
COST = re.compile(rf"(?>\{{(?:{SYMBOL})\}}|{SYMBOL})*+")


@given(COSTS)
def test_the_costs_that_are_taken_are_those_of_draftmancer(text):
    assert is_cost(text) == bool(COST.fullmatch(text.partition("//")[0].strip(WHITE_SPACE)))
