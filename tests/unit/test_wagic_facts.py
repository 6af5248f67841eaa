"""Cards, and all that their texts and their lines say, as the check of texts reads them.

The file `tests/data/wagic_facts.txt` has the cards: a text after `> `, its lines after `< `, and
below each of them the facts that it states, and below all what is found.  After a change, run this
file with `--accept`, and read the difference.
"""

from __future__ import annotations

import pytest

import cardformats as cf
from cardformats.formats.wagic.abilities.find import KEY_RULES
from cardformats.formats.wagic.abilities.reading import parse
from cardformats.formats.wagic.abilities.text_check import oracle, script_facts
from cardformats.formats.wagic.abilities.text_check.cards import check_texts
from tests.conftest import ROOT

FILE = ROOT / "tests" / "data" / "wagic_facts.txt"
RULES = {**KEY_RULES, "bestow": "price"}
CARDS = [
    [line for line in card.splitlines() if line.startswith(("> ", "< "))]
    for card in FILE.read_text("utf-8").split("\n\n")
]
SIZE = 20


def fact(text, each):
    """A fact in a line: what it says, of what, and the words that say it."""
    value = " ".join(sorted(each.value)) if isinstance(each.value, frozenset) else each.value
    of = f" of {each.subject!r}" if each.subject else ""
    marks = "" if each.is_certain else " unsure"
    marks += " each" if each.is_each else ""
    return f"  {each.kind} {value!r}{of}{marks} [{text[each.start : each.end]}]"


def facts_of_line(key, line, index):
    if key == "abilities":
        return script_facts.keywords(line, index)
    return script_facts.facts(parse(line, RULES[key]), key, index) if key in RULES else []


def card(lines):
    """What a card is found to say, line by line; the first line is its text."""
    text = lines[0].removeprefix("> ").replace(" \\n ", "\n")
    fields = [line.removeprefix("< ") for line in lines[1:]]
    values = dict(field.split("=", 1) for field in fields)
    yield lines[0]
    yield from (fact(text, each) for each in oracle.facts(text, "Fen Lamp", values.get("mana", "")))
    for index, field in enumerate(fields):
        key, _, line = field.partition("=")
        yield f"< {field}"
        yield from (fact(line, each) for each in facts_of_line(key, line, index))
    if not fields:
        return
    whole = ("[card]", "name=Fen Lamp", *fields, f"text={text}", "[/card]\n")
    for each in check_texts("<data>", cf.loads("\n".join(whole), "wagic")):
        where = [f" [{span.span.text}]" for span in (each, *each.related) if span.span.text]
        yield f"  {each.code.value} {each.data}{''.join(where)}"


def shown(cards):
    return "\n".join("".join(f"{line}\n" for line in card(lines)) for lines in cards)


@pytest.mark.parametrize("start", range(0, len(CARDS), SIZE))
def test_what_texts_and_lines_say(start, request):
    parts = FILE.read_text("utf-8").removesuffix("\n").split("\n\n")
    now = shown(CARDS[start : start + SIZE]).removesuffix("\n").split("\n\n")
    if request.config.getoption("--accept"):
        parts[start : start + SIZE] = now
        FILE.write_text("\n\n".join(parts) + "\n", "utf-8")
        return
    assert parts[start : start + SIZE] == now
