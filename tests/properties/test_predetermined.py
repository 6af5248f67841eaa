"""Packs written for Draftmancer mean the cards that they are of, beside the list that is written.

What Draftmancer makes of the text is judged by its own rules, restated; what was meant, by the card
set alone.
"""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

import cardformats as cf
from cardformats import testing
from cardformats.formats.draftmancer.acceptance import ListRejection, accept, accept_packs
from cardformats.formats.draftmancer.predetermined import packs_of, text_of
from tests.conftest import SETTLED
from tests.draftmancer_meanings import found, inherited, official

#: What is taken apart otherwise there is reported: odd white space, and too many copies.
ODD = {"DM020", "DM044"}
#: All but what only some patterns take for white space.
LETTERS = st.characters(exclude_characters="\x1c\x1d\x1e\x1f\x85")


def packs_with(cardset, sizes):
    """The cards of the set's only sheet, each with its copies, in packs of some sizes."""
    cards = [
        cf.PackCard(each.card, "", "", each.finish)
        for each in cardset.sheets["A"].entries
        for _ in range(each.copies)
    ]
    starts = [sum(sizes[:end]) for end in range(len(sizes))]
    parts = [cards[start : start + size] for start, size in zip(starts, sizes, strict=True)]
    return [cf.Pack(n, "", "", tuple(part)) for n, part in enumerate(filter(None, parts))]


def flat(packs):
    return [each for pack in packs for each in pack.cards]


SIZES = st.lists(st.integers(1, 6), min_size=1, max_size=4)


@SETTLED
@given(testing.odd_cardsets(), SIZES)
def test_each_line_is_the_card_that_the_list_means(cardset, sizes):
    packs = packs_with(cardset, sizes)
    report = text_of(packs, cardset)
    uploaded = cf.dumps_report(cardset, "draftmancer")
    if not uploaded.ok:  # what a list cannot store
        return
    assert report.ok, report.errors
    made = accept(uploaded.value, official(cardset), inherited)
    (wanted,) = found(made)
    wanted = [card for copies, card in wanted for _ in range(copies)]
    lines = accept_packs(report.value, made.cards, official(cardset))
    assert [len(pack) for pack in lines] == [len(pack.cards) for pack in packs]
    places = {key: at for at, key in enumerate(made.cards)}
    read = [each for pack in lines for each in pack]
    for (line, is_foil), meant, each in zip(read, wanted, flat(packs), strict=False):
        assert not isinstance(line, ListRejection), report.value
        card = line.name if line.custom is None else places[line.custom]
        assert (card, is_foil) == (meant, each.finish == "foil"), report.value


@SETTLED
@given(testing.odd_cardsets(), SIZES)
def test_packs_are_read_back(cardset, sizes):
    report = text_of(packs_with(cardset, sizes), cardset)
    listed = cf.loads_report(cf.dumps(cardset, "draftmancer"), "draftmancer").value
    if not report.ok:
        return
    again = packs_of(report.value, listed)
    assert again.ok
    packs = packs_with(listed, sizes)
    assert [len(pack.cards) for pack in again.value] == [len(pack.cards) for pack in packs]
    for one, other in zip(flat(packs), flat(again.value), strict=True):
        assert listed.card(one.card) == listed.card(other.card), report.value
        assert (one.card.name, one.finish) == (other.card.name, other.finish)


@SETTLED
@given(st.text("1F+()[]{}# \n\r\t\u2028AaX/\"'", max_size=60) | st.text(LETTERS, max_size=60))
def test_any_text_is_read(text):
    report = packs_of(text, cf.CardSet())
    assert report.value or report.errors
    for each in report.diagnostics:
        assert each.render()
    made = accept_packs(text, {})
    codes = {str(each.code) for each in report.diagnostics}
    if any(isinstance(line, ListRejection) for pack in made for line, _ in pack):
        assert codes
    elif not codes & ODD:
        sizes = [sum(line.copies for line, _ in pack) for pack in made]
        assert [len(pack.cards) for pack in report.value] == [size for size in sizes if size]
