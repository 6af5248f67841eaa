"""Lines that are, or nearly are, the names of custom cards, whatever these are called."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import cardformats as cf
from cardformats.formats.draftmancer.acceptance import Accepted, accept, accept_packs
from cardformats.formats.draftmancer.predetermined import packs_of
from cardformats.formats.patch import Edit, patched

#: What begins or ends a name, and may be read as another part of the line.
PARTS = st.sampled_from(
    ["", " ", "\xa0", "\r", "\n", "\t", "\x1f", "\x85", "\u2028", "\ufeff", "\x00", "\ud800", "#",
     "# ", "[", "]", "[A]", "12 ", "2", "3 12 ", " F", " +F", "F", "+F", " (Bar)", "(Bar)",
     " (Bar) 12", " (custom)", " (A B)", "(", ")", " // ", "//", "x2", '"', "{", "}", "é", "½"]
)  # fmt: skip
WORDS = st.sampled_from(["", "Foo", "foo", "Lantern Eel", "Lantern\nEel", "lantern eels", "F", "1"])
NAMES = st.one_of(st.tuples(PARTS, WORDS, PARTS, PARTS).map("".join), st.text(max_size=12))

#: White space to patterns, and none to Draftmancer, which does not trim it.
_NOT_TRIMMED = re.compile("[\x1c-\x1f\x85]")


@st.composite
def near_lines(draw, name):
    """A line that is *name*, or nearly that, and perhaps something else before or after it."""
    letters = list(name)
    place = draw(st.integers(0, len(letters)))
    letters[place : place + draw(st.integers(0, 1))] = draw(st.sampled_from(["", "q", " ", "F"]))
    word = draw(st.sampled_from([name, name.strip(), name.swapcase(), "".join(letters)]))
    line = draw(st.sampled_from(["", "1 ", "2 ", "12\xa0"])) + word + draw(PARTS)
    return _NOT_TRIMMED.sub("", line.replace("\n", draw(st.sampled_from(["", " "]))))


@st.composite
def named_lists(draw):
    """The names of the custom cards of a list, and its only line."""
    names = draw(st.lists(NAMES, min_size=1, max_size=3, unique=True))
    return names, draw(near_lines(draw(st.sampled_from(names))))


def list_of(names, *lines):
    """A list with custom cards called *names*, and a sheet of *lines*."""
    cards = json.dumps([{"name": name, "mana_cost": "", "type": "Land"} for name in names])
    # brackets in strings count, too
    cards = "[" + cards[1:-1].replace("[", "\\u005b").replace("]", "\\u005d") + "]"
    return "\n".join(["[CustomCards]", cards, "[A]", *lines, ""])


def fixed(text, fix):
    """*text* with the edits of *fix*."""
    return patched(text, [Edit(each.span.start, each.span.end, each.new) for each in fix.edits])


@given(named_lists())
@example((["Foo "], "1 Foo"))
@example((["Foo\xa0"], "1 foo"))
@example((["Foo\r"], "1 foo"))
@example((["#Lantern Eel"], "Lantern Eel"))
@example((["[Lantern Eel"], "Lantern Eel"))
@example((["Lantern\u2028Eel"], "1 Lantern Eel"))
def test_what_is_nearly_a_custom_name_is_read_and_its_fix_names_that_card(named):
    names, line = named
    text = list_of(names, line)
    report = cf.loads_report(text, "draftmancer")
    assert "A" in report.value.sheets
    for found in report.diagnostics:
        meant = {name for name in names if f"did you mean {name!r}?" in found.notes[:1]}
        meant |= {found.data["name"]} if found.code == "DM029" else set()
        if found.fix is not None and meant:
            made = accept(fixed(text, found.fix))
            assert isinstance(made, Accepted)
            assert made.sheets["A"]["cards"][0].name in meant


#: Cards whose names, sets and numbers are parts of each other.
CARDS = [
    cf.Card.of(name, set_code=set_code, number=number, types=["Land"])
    for name in ("Foo", "Foo (Bar)", "Foo (Bar) 12", "Foo (Bar) F", "Foo F", "12 Foo", "2 12 Foo F")
    for set_code, number in ((None, None), ("Bar", "F"), ("BAR", "12"), ("Tic", None))
]
#: Lines that take these names apart in every way.
LINES = st.tuples(
    st.sampled_from(["", "1 ", "2 ", "12 "]),
    st.sampled_from(["Foo", "foo", "Foo F"]),
    st.sampled_from(["", " (Bar)", " (Tic)", " (Bar) (Tic)", " (Bar) (custom)", " (bar)", "(Bar)"]),
    st.sampled_from(["", " 12", " F", " 13"]),
    st.sampled_from(["", " F", " +F"]),
).map("".join)


def own_id(card):
    """What Draftmancer tells a custom card by."""
    return f"{card.name}_{(card.set_code or 'custom').lower()}_{card.number or ''}"


def without_twins(cards):
    """*cards* without those that Draftmancer cannot tell from another."""
    return [*{own_id(card): card for card in cards}.values()]


CHOSEN = st.lists(st.sampled_from(CARDS), min_size=1, max_size=4).map(without_twins)


def entries_of(cardset):
    """The id of the custom card of each line, or its reference; how many, and whether foil."""
    cards = [(each, cardset.card(each.card)) for each in cardset.sheets["A"].entries]
    return [
        (own_id(card) if card else each.card, each.copies, each.finish == "foil")
        for each, card in cards
    ]


@given(CHOSEN, LINES)
@example([cf.Card.of("Foo (Bar)")], "2 Foo (Bar) F")
@example([cf.Card.of("Foo (Bar)"), cf.Card.of("Foo", set_code="Tic")], "2 Foo (Bar) F")
@example([cf.Card.of("Foo (Bar)"), cf.Card.of("Foo", set_code="Bar")], "2 Foo (Bar) +F")
@example([cf.Card.of("Foo (Bar) F")], "2 Foo (Bar) F")
@pytest.mark.parametrize("in_catalog", [False, True])
def test_a_line_means_the_custom_card_that_draftmancer_takes_it_for(in_catalog, cards, line):
    text = cf.dumps(
        cf.CardSet(cards=cards, sheets=[cf.Sheet("A", [cf.Entry(cards[0].ref)])]), "draftmancer"
    )
    head, _, _ = text.rpartition("\n[A]\n")
    text = f"{head}\n[A]\n{line}\n"
    made = accept(text, known=lambda *_: False)
    catalog = cf.CardCatalog([]) if in_catalog else None
    report = cf.loads_report(text, "draftmancer", catalog=catalog)
    if isinstance(made, Accepted):
        (read,) = made.sheets["A"]["cards"]
        assert report.ok
        assert entries_of(report.value) == [(read.custom, read.copies, read.foil)]
        (((packed, is_foil),),) = accept_packs(line, made.cards, lambda *_: False)
        (pack,) = packs_of(line, report.value).value
        (card,) = {(each.card, each.finish) for each in pack.cards}
        assert own_id(report.value.card(card[0])) == packed.custom
        assert (len(pack.cards), card[1] == "foil") == (packed.copies, is_foil)
    else:
        assert report.ok is not in_catalog


@given(CHOSEN, st.data())
def test_cards_whose_names_look_like_lines_are_read_as_they_were_written(cards, data):
    chosen = data.draw(st.lists(st.sampled_from(cards), min_size=1))
    numbers, finishes = st.integers(1, 3), st.sampled_from([None, "foil"])
    entries = [cf.Entry(each.ref, data.draw(numbers), data.draw(finishes)) for each in chosen]
    cardset = cf.CardSet(cards=cards, sheets=[cf.Sheet("A", entries)])
    report = cf.dumps_report(cardset, "draftmancer")
    assert not report.errors
    again = cf.loads_report(report.value, "draftmancer")
    assert again.ok
    assert entries_of(again.value) == entries_of(cardset)
    assert not any(each.fix and each.fix.is_safe for each in again.diagnostics)
