"""Properties of Cockatrice's databases and LackeyCCG's plugins: what is written reads back."""

from __future__ import annotations

from collections import Counter

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cardformats as cf
from tests.small_boosters import small_booster

WORDS = st.text("abc &<>\"'/{}W1—-", min_size=1, max_size=8).map(str.strip).filter(bool)
CELLS = st.text("ab \"'&<,[]1é", max_size=8).map(str.strip)
PROPS = st.dictionaries(
    st.sampled_from(("type", "manacost", "colors", "pt", "cmc", "maintype", "loyalty", "Own_One")),
    WORDS,
    max_size=5,
)
COST = st.sampled_from(("", "3WU", "{W/U}", "(2/B)X", "12", "nothing", "C"))


def element(tag, text):
    return f"<{tag}>{text.replace('&', '&amp;').replace('<', '&lt;')}</{tag}>"


@st.composite
def databases(draw):
    """A database whose cards name each other, have several sets, backs and halves."""
    names = draw(st.lists(WORDS, min_size=1, max_size=5, unique=True))
    cards = []
    for name in names:
        props = draw(PROPS) | {"manacost": draw(COST)}
        if draw(st.booleans()):
            props |= {"side": draw(st.sampled_from(("front", "back")))}
        inner = "".join(element(*each) for each in props.items())
        sets = "".join(
            f'<set num="{number}" rarity="{rarity}">{code}</set>'
            for code, number, rarity in draw(
                st.lists(
                    st.tuples(
                        st.sampled_from(("LAN", "MSH")),
                        st.integers(1, 9),
                        st.sampled_from(("common", "C", "odd one", "")),
                    ),
                    max_size=3,
                )
            )
        )
        ways = st.sampled_from(
            ("<related>", '<related attach="transform">', '<reverse-related count="2">')
        )
        related = "".join(
            start + element("x", other)[3:-4] + f"</{start[1:].split()[0].rstrip('>')}>"
            for start, other in draw(st.lists(st.tuples(ways, st.sampled_from(names)), max_size=2))
        )
        token = "<token>1</token>" * draw(st.booleans())
        row = f"<tablerow>{draw(st.integers(0, 3))}</tablerow>"
        text = element("text", draw(st.sampled_from(("", "A & B", "One.\n\n---\n\nTwo."))))
        parts = (element("name", name), text, f"<prop>{inner}</prop>", sets, related, token, row)
        cards.append(f"<card>{''.join(parts)}</card>")
    root = "cockatrice_carddatabase"
    return f'<{root} version="4"><cards>{"".join(cards)}</cards></{root}>'


@given(databases())
def test_a_database_is_written_as_it_was_and_anew_as_the_same(text):
    cardset = cf.loads_report(text, "cockatrice").value
    assert cf.dumps(cardset, "cockatrice") == text
    again = cf.loads_report(cf.dumps(cardset, "cockatrice", canonical=True), "cockatrice").value
    if all(card.set_code for card in cardset.cards):
        assert again.cards == cardset.cards


@given(databases(), st.data())
def test_an_edited_database_says_what_is_meant_and_keeps_the_rest(text, data):
    cardset = cf.loads_report(text, "cockatrice").value
    cards = [card for card in cardset.cards if len(card.faces) == 1 and card.set_code]
    if not cards:
        return
    card = data.draw(st.sampled_from(cards))
    face = attrs.evolve(card.faces[0], text="A new text.")
    same = {
        each: attrs.evolve(each, faces=[attrs.evolve(each.faces[0], text=face.text)])
        for each in cardset.printings(card.name)
        if len(each.faces) == 1
    }
    changed = attrs.evolve(cardset, cards=[same.get(each, each) for each in cardset.cards])
    written = cf.dumps(changed, "cockatrice")
    again = cf.loads_report(written, "cockatrice").value
    assert [each.text for each in again.printings(card.name)] == [
        each.text for each in changed.printings(card.name)
    ]


@st.composite
def plugins(draw):
    """Card data with lines that are too short or too long."""
    titles = draw(st.lists(st.sampled_from(("Rarity", "Type", "Text", "Cost", "Own")), unique=True))
    lines = draw(
        st.lists(
            st.tuples(WORDS, st.sampled_from(("LAN", "MSH")), CELLS, st.lists(CELLS, max_size=6)),
            max_size=5,
        )
    )
    head = "\t".join(("Name", "SET", "Imagefile", *titles))
    end = draw(st.sampled_from(("\n", "\r\n", "\r")))
    rows = ("\t".join((*first, *rest)) for *first, rest in lines)
    return end.join((head, *rows, "")), len(titles)


@given(plugins())
def test_card_data_are_written_as_they_were_and_anew_as_the_same(plugin):
    text, _ = plugin
    cardset = cf.loads_report(text, "lackey").value
    assert cf.dumps(cardset, "lackey") == text
    again = cf.loads_report(cf.dumps(cardset, "lackey", canonical=True), "lackey").value
    bare = [attrs.evolve(card, extras={}) for card in cardset.cards]
    assert [attrs.evolve(card, extras={}) for card in again.cards] == bare


@given(plugins(), st.data())
def test_an_edit_of_card_data_keeps_the_other_lines(plugin, data):
    text, _ = plugin
    cardset = cf.loads_report(text, "lackey").value
    if not cardset.cards:
        return
    number = data.draw(st.integers(0, len(cardset.cards) - 1))
    card = cardset.cards[number]
    new = attrs.evolve(card, set_code="NEW")
    cards = [*cardset.cards[:number], new, *cardset.cards[number + 1 :]]
    written = cf.dumps(attrs.evolve(cardset, cards=cards), "lackey")
    before, after = text.splitlines(), written.splitlines()
    assert len(before) == len(after)
    differing = [
        place for place, pair in enumerate(zip(before, after, strict=True)) if pair[0] != pair[1]
    ]
    assert len(differing) == 1
    assert cf.loads_report(written, "lackey").value.cards[number].set_code == "NEW"


def plain_booster(seed):
    """A small set whose packs have choices, weights, and rules about duplicates, and no more."""
    made = small_booster(seed)
    sheets = [
        attrs.evolve(
            sheet,
            entries=[cf.Entry(each) for each in dict.fromkeys(its.card for its in sheet.entries)],
            collation=cf.model.Random(replacement=(seed + number) % 3 == 0),
            finish=None,
            duplicates=None,
        )
        for number, sheet in enumerate(made.sheets.values())
    ]

    def of(parts):
        return [
            attrs.evolve(
                part, options=[attrs.evolve(its, slots=of(its.slots)) for its in part.options]
            )
            if isinstance(part, cf.model.Choice)
            else attrs.evolve(part, on_short=("skip",), finish=None)
            for part in parts
        ]

    (booster,) = made.boosters
    layouts = [attrs.evolve(each, slots=of(each.slots)) for each in booster.layouts]
    booster = attrs.evolve(booster, layouts=layouts, constraints=(), box=None)
    return attrs.evolve(made, sheets=sheets, boosters=[booster], event=None)


def expected(cardset):
    """How many of each card a pack has on average; None if that is not exact."""
    rows = [*cf.Generator(cardset, seed=1).odds()]
    odds = Counter()
    for row in rows:
        odds[row.card.name, row.card.number] += row.expected
    return +odds if all(row.exact for row in rows) else None


@pytest.mark.part(2)
@pytest.mark.parametrize(
    "seeds", [range(first, first + 60) for first in (0, 60, 120, 300)], ids=str
)
def test_odds_of_packs_stay_or_the_loss_says_so(seeds, tmp_path):
    same = 0
    for seed in seeds:
        cardset = plain_booster(seed)
        report = cf.write(cardset, tmp_path / str(seed), "lackey")
        if not any(each.concern.value == "odds" for each in report.losses):
            before, after = expected(cardset), expected(cf.read(tmp_path / str(seed)))
            assert before == after, seed
            same += 1
    assert same > 2
